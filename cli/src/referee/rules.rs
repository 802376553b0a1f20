//! Rules: where they come from, how they are named, and what is known of them.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::LazyLock;

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use tilegame_dsl::diagnostic::suggest;
use tilegame_dsl::ir::plain_name;
use tilegame_dsl::library;
use tilegame_dsl::source::Sources;
use tilegame_import::{Message, Severity};
use tilegame_runtime::Game;
use tilegame_runtime::source::{Compiled, Diagnostic, Fetched, compile};

use super::answer::{Kind, Named, Wrong, json};
use super::request::Request;
use crate::files::ENDING;
use crate::report::{JsonDiagnostic, most_important};
use tilegame_runtime::notation::shortened;

/// The hash of rules, as sixty-four digits.
pub(super) type Hash = Rc<str>;

/// So many digits has a hash.
pub(super) const DIGITS: usize = 64;

/// Where rules come from.
pub(super) enum Origin<'l> {
    /// A game that comes with the program, by the name of its file.
    Library(&'static str),
    /// A text with those that it may import, by their names.
    Texts { root: String, texts: BTreeMap<String, String> },
    /// A section of a file of another program's variants.
    Section { text: std::borrow::Cow<'l, str>, section: Option<String> },
}

/// Rules that a request wants to be loaded.
pub(super) struct Wanted<'l> {
    origin: Origin<'l>,
    options: BTreeMap<String, bool>,
}

/// The names of the games that come with the program: of their files, and all others.
static NAMES: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let others = library::GAMES.iter().flat_map(|(file, text)| {
        library::names(text).into_iter().map(move |name| (plain_name(&name), *file))
    });
    let mut all: HashMap<String, &'static str> = HashMap::new();
    for (name, file) in library::GAMES.iter().map(|(file, _)| (plain_name(file), *file)).chain(others) {
        all.entry(name).or_insert(file);
    }
    all.remove("");
    all
});

/// A name is no longer than this.
const LONGEST_NAME: usize = 200;

/// The file of a game that comes with the program. Reading all of them for their other names takes a moment, the first time.
pub(super) fn called(name: &str) -> Option<&'static str> {
    let file = library::GAMES.iter().find(|(file, _)| *file == name).map(|(file, _)| *file);
    file.or_else(|| if name.len() > LONGEST_NAME { None } else { NAMES.get(&plain_name(name)).copied() })
}

/// The error about a name that no game has.
pub(super) fn unknown(name: &str) -> Wrong {
    let mut message = format!("no game is named `{}`", shortened(name));
    if let Some(near) = suggest::nearest(name, library::GAMES.iter().map(|(file, _)| *file)) {
        let _ = write!(message, "; did you mean `{near}`?");
    }
    Wrong::new(Kind::UnknownRules, message)
}

impl<'l> Wanted<'l> {
    /// What a request wants.
    pub(super) fn read(request: &Request<'l>) -> Result<Wanted<'l>, Wrong> {
        let sources = ["game", "text", "ini"].into_iter().filter(|name| request.has(name)).count();
        if sources != 1 {
            let message = "`load` needs one of `game`, `text` and `ini`, and not two of them";
            return Err(Wrong::request(message));
        }
        let goes_with = |field: &str, source: &str| match request.has(field) && !request.has(source) {
            true => Err(Wrong::request(format!("`{field}` goes with `{source}`"))),
            false => Ok(()),
        };
        goes_with("name", "text")?;
        goes_with("texts", "text")?;
        goes_with("section", "ini")?;
        let options = request.switches("options")?;
        let origin = if let Some(name) = request.text("game")? {
            Origin::Library(called(&name).ok_or_else(|| unknown(&name))?)
        } else if let Some(text) = request.text("ini")? {
            Origin::Section { text, section: request.text("section")?.map(|name| name.into_owned()) }
        } else {
            let root =
                request.text("name")?.map_or_else(|| format!("rules{ENDING}"), |name| name.into_owned());
            if root.is_empty() || root.len() > LONGEST_NAME {
                return Err(Wrong::request(format!("`name` has to have from 1 to {LONGEST_NAME} bytes")));
            }
            let mut texts = request.texts("texts")?;
            texts.insert(root.clone(), request.needed_text("text")?.into_owned());
            Origin::Texts { root, texts }
        };
        Ok(Wanted { origin, options })
    }

    /// Whether it comes with the program, and nobody can have had bad intentions.
    pub(super) fn is_of_library(&self) -> bool {
        matches!(self.origin, Origin::Library(_))
    }

    /// What names these rules, the same whenever and wherever it is asked: SHA-256 of the texts that were given, with their names and the options.
    pub(super) fn hash(&self) -> Hash {
        let mut hasher = Sha256::new();
        let mut add = |part: &str| {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        };
        match &self.origin {
            Origin::Library(file) => {
                add("library");
                add(file);
                add(library::text(&path_of(file)).unwrap_or_default());
            }
            Origin::Texts { root, texts } => {
                add("texts");
                add(root);
                for (name, text) in texts {
                    add(name);
                    add(text);
                }
            }
            Origin::Section { text, section } => {
                add("section");
                add(section.as_deref().unwrap_or_default());
                add(text);
            }
        }
        for (name, is_on) in &self.options {
            add(name);
            add(if *is_on { "on" } else { "off" });
        }
        let mut digits = String::with_capacity(DIGITS);
        for byte in hasher.finalize() {
            let _ = write!(digits, "{byte:02x}");
        }
        digits.into()
    }

    /// Makes the game, with what is to be said of it.
    pub(super) fn make(self, hash: &str) -> Result<(Game, String), Wrong> {
        let mut sources = Sources::new();
        let mut said = Vec::new();
        let (root, texts) = match self.origin {
            Origin::Library(file) => (path_of(file), BTreeMap::new()),
            Origin::Texts { root, texts } => (root, texts),
            Origin::Section { text, section } => {
                let (name, text, warnings) = of_section(&text, section)?;
                said.extend(warnings.into_iter().map(Said::OfSection));
                let root = format!("{name}{ENDING}");
                (root.clone(), BTreeMap::from([(root, text)]))
            }
        };
        let own = texts.get(&root).map(String::as_str).or_else(|| library::text(&root));
        sources.add(root.clone(), own.unwrap_or_default());
        let options: Vec<(String, bool)> = self.options.into_iter().collect();
        let mut fetch = |path: &str| texts.get(path).cloned().map(Fetched::Text);
        let Compiled { game, diagnostics, .. } = compile(&mut sources, &root, &mut fetch, &options);
        let (shown, left_out) = most_important(&diagnostics, false);
        let shown: Vec<Diagnostic> = shown.into_iter().cloned().collect();
        let messages = JsonDiagnostic::list(&sources, &shown, true);
        let Some(game) = game else {
            let more = match left_out.len() {
                0 => String::new(),
                more => format!("; {more} more messages are left out"),
            };
            let message = format!("the texts are no rules{more}");
            return Err(Wrong::new(Kind::Rules, message).with_diagnostics(&messages));
        };
        let has = |name: &str| game.rules().options.iter().any(|option| option.name == name);
        if let Some((missing, _)) = options.iter().find(|(name, _)| !has(name)) {
            return Err(Wrong::new(
                Kind::Rules,
                format!("the rules have no option `{}`", shortened(missing)),
            ));
        }
        said.extend(messages.into_iter().map(|message| Said::OfText(Box::new(message))));
        let described = json(&Described::new(hash, &game, said));
        Ok((game, described))
    }
}

fn path_of(file: &str) -> String {
    format!("games/{file}{ENDING}")
}

/// The name of a section, its text in the language, and warnings about it.
fn of_section(text: &str, section: Option<String>) -> Result<(String, String, Vec<OfSection>), Wrong> {
    if text.len() > tilegame_import::limits::BYTES {
        let most = tilegame_import::limits::BYTES;
        return Err(Wrong::new(
            Kind::Limit,
            format!("the file has {} bytes; at most {most} are read", text.len()),
        ));
    }
    let wanted: Vec<String> = section.into_iter().collect();
    let mut imported = tilegame_import::import(text, &wanted, false);
    let messages: Vec<OfSection> =
        imported.messages.iter().map(|message| OfSection::new(message, text)).collect();
    if let (true, Some(game)) = (imported.games.len() == 1, imported.games.pop()) {
        return Ok((game.name, game.text, messages));
    }
    if !imported.games.is_empty() {
        return Err(Wrong::request(format!(
            "which `section`? The file has {} of them",
            imported.games.len() + 1
        )));
    }
    Err(Wrong::new(Kind::Rules, "the section can't be played").with_diagnostics(&messages))
}

/// A message about a file of another program's variants.
#[derive(Serialize)]
struct OfSection {
    severity: &'static str,
    message: String,
    line: usize,
    column: usize,
    notes: Vec<String>,
}

impl OfSection {
    fn new(message: &Message, text: &str) -> OfSection {
        let (line, column) = message.place(text);
        let severity = match message.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let notes = message.help.iter().cloned().collect();
        OfSection { severity, message: message.title.clone(), line, column, notes }
    }
}

/// A warning about rules that can be played.
#[derive(Serialize)]
#[serde(untagged)]
enum Said {
    OfText(Box<JsonDiagnostic>),
    OfSection(OfSection),
}

/// The answer to a request that has loaded rules.
#[derive(Serialize)]
struct Described<'g> {
    rules: &'g str,
    name: &'g str,
    title: &'g str,
    players: Vec<&'g str>,
    start: String,
    /// The names of other setups, and how many numbered ones there are.
    setups: Vec<&'g str>,
    arrangements: u32,
    /// The names of notations beside the usual one.
    notations: Vec<&'g str>,
    options: Named<&'g str, bool>,
    /// Warnings.
    diagnostics: Vec<Said>,
}

impl<'g> Described<'g> {
    fn new(hash: &'g str, game: &'g Game, diagnostics: Vec<Said>) -> Described<'g> {
        let rules = game.rules();
        Described {
            rules: hash,
            name: &rules.name,
            title: &rules.title,
            players: rules.players.iter().map(|player| player.name.as_str()).collect(),
            start: game.start().fen(),
            setups: game.setups().collect(),
            arrangements: game.arrangements(),
            notations: game.notations().collect(),
            options: Named(rules.options.iter().map(|option| (option.name.as_str(), option.on)).collect()),
            diagnostics,
        }
    }
}
