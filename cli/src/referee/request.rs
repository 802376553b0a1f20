//! What is asked: one JSON object a line, and what it may contain.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::answer::{Kind, Wrong};
use tilegame_runtime::notation::shortened;

/// What can be asked, and with which fields beside `id`, `do` and `rules`.
const POSITION: &[&str] = &["fen", "setup", "moves", "notation"];

/// A thing that can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// What this program is.
    About,
    /// To learn rules.
    Load,
    /// To unlearn them.
    Forget,
    /// Where moves lead.
    Position,
    /// How the match stands.
    Result,
    /// The legal moves.
    Moves,
    /// Whether a move is legal, and why not.
    Check,
    /// How the moves that were made are written.
    Written,
    /// What becomes of the match when something other than a move happens.
    End,
    /// The board as SVG.
    Picture,
    /// How many sequences of moves there are.
    Perft,
}

impl What {
    /// All of them, by their names, with the fields that they have of their own; the rest are about a position.
    const ALL: [(&'static str, What, &'static [&'static str]); 11] = [
        ("about", What::About, &[]),
        ("load", What::Load, &["game", "text", "name", "texts", "ini", "section", "options"]),
        ("forget", What::Forget, &[]),
        ("position", What::Position, &[]),
        ("result", What::Result, &[]),
        ("moves", What::Moves, &["only"]),
        ("check", What::Check, &["move"]),
        ("written", What::Written, &[]),
        ("end", What::End, &["by", "player"]),
        ("picture", What::Picture, &["seen_by", "theme", "look", "coordinates", "caption", "legend"]),
        ("perft", What::Perft, &["depth"]),
    ];

    fn called(name: &str) -> Option<What> {
        What::ALL.iter().find(|(known, ..)| *known == name).map(|(_, what, _)| *what)
    }

    fn name(self) -> &'static str {
        What::ALL.iter().find(|(_, what, _)| *what == self).map_or("", |(name, ..)| name)
    }

    /// Whether it is asked of rules that are known already.
    fn has_rules(self) -> bool {
        !matches!(self, What::About | What::Load)
    }

    fn takes(self, field: &str) -> bool {
        let own = What::ALL.iter().find(|(_, what, _)| *what == self).map_or(&[][..], |(.., own)| own);
        let is_about_position = !matches!(self, What::About | What::Load | What::Forget);
        own.contains(&field)
            || field == "rules" && self.has_rules()
            || is_about_position && POSITION.contains(&field)
    }
}

/// The fields of a request, each as it is written, and their names.
macro_rules! fields {
    ($($field:ident $name:literal),*) => {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields<'l> {
            #[serde(borrow, default)]
            id: Option<&'l RawValue>,
            #[serde(borrow, default, rename = "do")]
            what: Option<&'l RawValue>,
            $(#[serde(borrow, default, rename = $name)]
            $field: Option<&'l RawValue>,)*
        }

        impl<'l> Fields<'l> {
            fn get(&self, name: &str) -> Option<&'l RawValue> {
                match name {
                    $($name => self.$field,)*
                    _ => None,
                }
            }

            /// The names of the fields that are there.
            fn given(&self) -> impl Iterator<Item = &'static str> {
                [$(($name, self.$field.is_some())),*].into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name)
            }
        }
    };
}

fields!(
    rules "rules", game "game", text "text", name "name", texts "texts", ini "ini", section "section",
    options "options", fen "fen", setup "setup", moves "moves", notation "notation", only "only",
    movement "move", by "by", player "player", seen_by "seen_by", theme "theme", look "look",
    coordinates "coordinates", caption "caption", legend "legend", depth "depth"
);

/// Only the `id`, of a line that is wrong otherwise.
#[derive(Deserialize)]
struct OnlyId<'l> {
    #[serde(borrow, default)]
    id: Option<&'l RawValue>,
}

/// A text, borrowed where nothing in it is escaped.
#[derive(Deserialize, Clone, Debug)]
#[serde(transparent)]
pub(super) struct Text<'l>(#[serde(borrow)] pub(super) Cow<'l, str>);

/// A request.
pub(super) struct Request<'l> {
    /// Its `id` as it is written; `null` without one.
    pub(super) id: &'l str,
    pub(super) what: What,
    fields: Fields<'l>,
}

/// Reads a line; if it can't be read, what is wrong with it and its `id`, if at least that can.
pub(super) fn read(line: &[u8]) -> Result<Request<'_>, (&str, Wrong)> {
    let text = std::str::from_utf8(line).map_err(|error| {
        let message = format!("the line is not UTF-8: byte {} is wrong", error.valid_up_to() + 1);
        ("null", Wrong::new(Kind::Json, message))
    })?;
    let is_object = text.trim_ascii_start().starts_with('{');
    let fields: Fields<'_> = serde_json::from_str(text).map_err(|error| {
        let known: Result<OnlyId<'_>, _> = serde_json::from_str(text);
        let id = written_id(known.as_ref().ok().and_then(|known| known.id));
        let wrong = match known {
            _ if error.is_data() && !is_object => Wrong::request("a request is a JSON object"),
            Ok(_) => Wrong::request(said(&error)),
            Err(_) => Wrong::new(Kind::Json, format!("the line is not JSON: {}", said(&error))),
        };
        (id, wrong)
    })?;
    let id = written_id(fields.id);
    if !is_object {
        // A list can stand for the fields in their order, which nobody means.
        return Err(("null", Wrong::request("a request is a JSON object")));
    }
    let what = what(&fields).map_err(|wrong| (id, wrong))?;
    Ok(Request { id, what, fields })
}

fn written_id(id: Option<&RawValue>) -> &str {
    id.map_or("null", RawValue::get)
}

/// What is asked, with fields that go with it.
fn what(fields: &Fields<'_>) -> Result<What, Wrong> {
    let names = || What::ALL.map(|(name, ..)| format!("`{name}`")).join(", ");
    let Some(raw) = fields.what else {
        return Err(Wrong::request(format!("a request says in `do` what is asked: {}", names())));
    };
    let name: Text<'_> = value("do", raw, "a text")?;
    let what = What::called(&name.0).ok_or_else(|| {
        Wrong::request(format!("`{}` can't be asked; these can: {}", shortened(&name.0), names()))
    })?;
    match fields.given().find(|field| !what.takes(field)) {
        Some(field) => Err(Wrong::request(format!("`{}` takes no `{field}`", what.name()))),
        None => Ok(what),
    }
}

impl<'l> Request<'l> {
    /// The rules by which it is to be answered.
    pub(super) fn rules(&self) -> Result<Cow<'l, str>, Wrong> {
        self.needed("rules", "a text")
    }

    /// A text, if it is there.
    pub(super) fn text(&self, name: &str) -> Result<Option<Cow<'l, str>>, Wrong> {
        Ok(self.optional(name, "a text")?.map(|text: Text<'l>| text.0))
    }

    /// A text that has to be there.
    fn needed(&self, name: &str, form: &str) -> Result<Cow<'l, str>, Wrong> {
        match self.optional::<Text<'l>>(name, form)? {
            Some(text) => Ok(text.0),
            None => Err(self.missing(name)),
        }
    }

    /// A text that has to be there.
    pub(super) fn needed_text(&self, name: &str) -> Result<Cow<'l, str>, Wrong> {
        self.needed(name, "a text")
    }

    /// The error that a field is not there.
    pub(super) fn missing(&self, name: &str) -> Wrong {
        Wrong::request(format!("`{}` needs `{name}`", self.what.name()))
    }

    /// Yes or no; what it is if it is not there.
    pub(super) fn switch(&self, name: &str, otherwise: bool) -> Result<bool, Wrong> {
        Ok(self.optional(name, "true or false")?.unwrap_or(otherwise))
    }

    /// A number within limits that has to be there.
    pub(super) fn needed_number(&self, name: &str, most: u32) -> Result<u32, Wrong> {
        let raw = self.fields.get(name).ok_or_else(|| self.missing(name))?;
        let number = serde_json::from_str(raw.get()).ok().filter(|number: &u32| *number <= most);
        number.ok_or_else(|| Wrong::request(format!("`{name}` has to be a whole number from 0 to {most}")))
    }

    /// The moves that have been made.
    pub(super) fn moves(&self) -> Result<Vec<Text<'l>>, Wrong> {
        Ok(self.optional("moves", "a list of texts")?.unwrap_or_default())
    }

    /// A text or a number, as a text.
    pub(super) fn text_or_number(&self, name: &str) -> Result<Option<Cow<'l, str>>, Wrong> {
        match self.fields.get(name) {
            Some(raw) if raw.get().starts_with(|c: char| c.is_ascii_digit()) => {
                Ok(Some(Cow::Borrowed(raw.get())))
            }
            Some(raw) => Ok(Some(value::<Text<'l>>(name, raw, "a text or a number")?.0)),
            None => Ok(None),
        }
    }

    /// Texts by their names.
    pub(super) fn texts(&self, name: &str) -> Result<BTreeMap<String, String>, Wrong> {
        Ok(self.optional(name, "an object with texts by their names")?.unwrap_or_default())
    }

    /// Options that are on or off, by their names.
    pub(super) fn switches(&self, name: &str) -> Result<BTreeMap<String, bool>, Wrong> {
        Ok(self.optional(name, "an object with true or false by names")?.unwrap_or_default())
    }

    /// Whether a field is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.get(name).is_some()
    }

    fn optional<T: Deserialize<'l>>(&self, name: &str, form: &str) -> Result<Option<T>, Wrong> {
        self.fields.get(name).map(|raw| value(name, raw, form)).transpose()
    }
}

/// The value of a field, which should have this form.
fn value<'l, T: Deserialize<'l>>(name: &str, raw: &'l RawValue, form: &str) -> Result<T, Wrong> {
    serde_json::from_str(raw.get()).map_err(|error| {
        let is = match raw.get().as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'"') => "a text",
            Some(b't' | b'f') => "true or false",
            _ => "a number",
        };
        let same = form.starts_with(is);
        let why = if same { format!("can't be read: {}", said(&error)) } else { format!("is {is}") };
        Wrong::request(format!("`{name}` has to be {form}, but it {why}"))
    })
}

/// What a reader of JSON says, without the line, which is always the first.
fn said(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at byte ")
}
