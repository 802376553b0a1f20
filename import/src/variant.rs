//! What holds in a section in the end: its own keys over those of its parents.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

use crate::ini::{self, Entry, Section};
use crate::keys::{self, Kind};
use crate::message::{Message, Messages};
use crate::pieces::{self, CUSTOM, FIRST_CUSTOM, KEYS, KING, PAWN};
use crate::tiles::{self, Tiles};

/// The two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    White,
    Black,
}

impl Colour {
    pub(crate) const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }

    pub(crate) fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// A piece of the variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) letter: char,
    /// How it moves, if the key says so.
    pub(crate) betza: Option<Rc<str>>,
    /// Where the section says so.
    pub(crate) at: Option<Range<usize>>,
}

/// Which pieces a key names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Set {
    pub(crate) all: bool,
    pub(crate) types: Vec<usize>,
}

/// A variant with all its keys resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) pieces: BTreeMap<usize, Piece>,
    pub(crate) values: BTreeMap<String, Rc<str>>,
    pub(crate) sets: BTreeMap<String, Set>,
    pub(crate) mobility: BTreeMap<(usize, bool), Rc<str>>,
    /// Promoted forms by number of type.
    pub(crate) promoted: BTreeMap<usize, usize>,
    pub(crate) limits: BTreeMap<usize, u32>,
    /// Where its name stands.
    pub(crate) at: Range<usize>,
    /// Where the section itself says something.
    pub(crate) own: BTreeMap<String, Range<usize>>,
}

/// What a section can be derived from.
pub(crate) struct Known<'s> {
    sections: &'s [Section],
    builtin: Vec<Section>,
    /// Where the sections are, by name.
    section_at: HashMap<&'s str, usize>,
    /// What holds in those that others are derived from, so that long lines of descent are not followed again and again.
    parents: HashMap<Parent, Rc<Variant>>,
}

/// A variant from which others are derived.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Parent {
    Chess,
    Builtin(usize),
    Section(usize),
}

impl<'s> Known<'s> {
    pub(crate) fn new(sections: &'s [Section]) -> Known<'s> {
        let builtin = ini::read(include_str!("builtin.ini"), |_| true, &mut Messages::default());
        let section_at =
            sections.iter().enumerate().map(|(at, section)| (section.name.as_str(), at)).collect();
        Known { sections, builtin, section_at, parents: HashMap::new() }
    }

    /// What holds in a section.
    pub(crate) fn resolve(&mut self, index: usize, messages: &mut Messages) -> Option<Variant> {
        let sections = self.sections;
        let section = &sections[index];
        let mut variant = match &section.parent {
            None => Variant::bare(),
            Some(parent) => match self.parent(parent, index) {
                Some(variant) => Variant::clone(&variant),
                None => {
                    messages.push(self.no_parent(index, parent));
                    return None;
                }
            },
        };
        variant.apply(section, messages);
        // A piece that is taken away is no promoted form any more.
        let Variant { promoted, pieces, .. } = &mut variant;
        promoted.retain(|of, to| pieces.contains_key(of) && pieces.contains_key(to));
        variant.name.clone_from(&section.name);
        variant.at = section.at.clone();
        variant.own = section.entries.iter().map(|e| (e.key.clone(), e.key_at.clone())).collect();
        Some(variant)
    }

    fn no_parent(&self, index: usize, parent: &str) -> Message {
        let section = &self.sections[index];
        let help = match self.section_at.get(parent) {
            Some(at) if *at == index => {
                Some("a section begins with another one, or with a variant of the program".to_owned())
            }
            Some(at) if *at < index => Some(format!("the section `{parent}` has no parent that is known")),
            Some(_) => Some(format!("it must stand above: move the section `{parent}` before this one")),
            None => {
                let builtin = self.builtin.iter().map(|s| s.name.as_str());
                let earlier = self.sections[..index].iter().map(|s| s.name.as_str());
                ini::nearest(parent, builtin.chain(earlier).chain(["chess"]))
                    .map(|near| format!("did you mean `{near}`?"))
            }
        };
        let at = section.at.end - parent.len()..section.at.end;
        Message::error(at, format!("there is no variant `{parent}` to begin with")).with_help(help)
    }

    /// The variant with this name from which a section can be derived, of the sections those before it.
    fn find(&self, name: &str, before: usize) -> Option<Parent> {
        if name == "chess" {
            return Some(Parent::Chess);
        }
        match self.builtin.iter().position(|s| s.name == name) {
            Some(at) => Some(Parent::Builtin(at)),
            None => self.section_at.get(name).filter(|at| **at < before).map(|at| Parent::Section(*at)),
        }
    }

    /// The parent of a parent, if it names one: the inner one is missing if there is no such variant.
    fn find_next(&self, of: Parent) -> Option<Option<Parent>> {
        let (section, before) = match of {
            Parent::Chess => return None,
            Parent::Builtin(at) => (&self.builtin[at], 0),
            Parent::Section(at) => (&self.sections[at], at),
        };
        section.parent.as_ref().map(|name| self.find(name, before))
    }

    /// The variants of the program from which a section comes, with their names, the nearest first.
    pub(crate) fn bases(&mut self, index: usize) -> Vec<(String, Rc<Variant>)> {
        let mut bases = Vec::new();
        let mut next = self.sections[index].parent.as_ref().and_then(|name| self.find(name, index));
        while let Some(parent) = next {
            if let Parent::Builtin(at) = parent {
                let name = self.builtin[at].name.clone();
                bases.extend(self.parent(&name, index).map(|variant| (name, variant)));
            }
            next = self.find_next(parent).flatten();
        }
        bases
    }

    /// What is handed down by a variant with this name.
    fn parent(&mut self, name: &str, before: usize) -> Option<Rc<Variant>> {
        let first = self.find(name, before)?;
        let mut line = vec![first];
        while let Some(last) = line.last().filter(|last| !self.parents.contains_key(last))
            && let Some(next) = self.find_next(*last)
        {
            line.push(next?);
        }
        let mut above: Option<Rc<Variant>> = None;
        for parent in line.into_iter().rev() {
            let variant = match self.parents.get(&parent) {
                Some(known) => Rc::clone(known),
                None => Rc::new(self.derived(parent, above.as_deref())),
            };
            self.parents.insert(parent, Rc::clone(&variant));
            above = Some(variant);
        }
        above
    }

    fn derived(&self, parent: Parent, above: Option<&Variant>) -> Variant {
        let section = match parent {
            Parent::Chess => return Variant::chess(),
            Parent::Builtin(at) => &self.builtin[at],
            Parent::Section(at) => &self.sections[at],
        };
        let mut variant = above.cloned().unwrap_or_else(Variant::bare);
        variant.apply(section, &mut Messages::default());
        for piece in variant.pieces.values_mut() {
            piece.at = None;
        }
        variant
    }
}

impl Variant {
    fn bare() -> Variant {
        let mut variant = Variant {
            name: "chess".to_owned(),
            pieces: BTreeMap::new(),
            values: BTreeMap::new(),
            sets: BTreeMap::new(),
            mobility: BTreeMap::new(),
            promoted: BTreeMap::new(),
            limits: BTreeMap::new(),
            at: 0..0,
            own: BTreeMap::new(),
        };
        for (key, types) in [
            ("promotionPawnTypes", vec![PAWN]),
            ("promotionPieceTypes", vec![]),
            ("enPassantTypes", vec![PAWN]),
            ("nMoveRuleTypes", vec![PAWN]),
            ("castlingKingPiece", vec![KING]),
            ("castlingRookPieces", vec![pieces::of("rook")]),
        ] {
            for colour in Colour::BOTH {
                variant
                    .sets
                    .insert(format!("{key}{}", colour.name()), Set { all: false, types: types.clone() });
            }
        }
        for colour in Colour::BOTH {
            variant.sets.insert(format!("flagPiece{}", colour.name()), Set { all: true, types: vec![] });
        }
        for (key, value) in [
            ("promotionRegionWhite", "*8"),
            ("promotionRegionBlack", "*1"),
            ("doubleStepRegionWhite", "*2"),
            ("doubleStepRegionBlack", "*7"),
        ] {
            variant.values.insert(key.to_owned(), value.into());
        }
        variant
    }

    fn chess() -> Variant {
        let mut variant = Variant::bare();
        for (key, letter) in
            [("pawn", 'p'), ("knight", 'n'), ("bishop", 'b'), ("rook", 'r'), ("queen", 'q'), ("king", 'k')]
        {
            variant.pieces.insert(pieces::of(key), Piece { letter, betza: None, at: None });
        }
        let promoted = ["queen", "rook", "bishop", "knight"].map(pieces::of).to_vec();
        for colour in Colour::BOTH {
            let set = Set { all: false, types: promoted.clone() };
            variant.sets.insert(format!("promotionPieceTypes{}", colour.name()), set);
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        variant.values.insert("startFen".to_owned(), start.into());
        variant
    }

    fn apply(&mut self, section: &Section, messages: &mut Messages) {
        let last = |key: &str| section.entries.iter().rev().find(|e| e.key == key);
        // The size of the board before what is counted from its other side.
        for entry in ["maxRank", "maxFile"].into_iter().filter_map(last) {
            self.values.insert(entry.key.clone(), entry.value.trim_end().into());
        }
        // Pieces in the order of their types.
        let keys = KEYS.iter().map(|(key, ..)| (*key).to_owned());
        let custom = (1..=CUSTOM).map(|n| format!("customPiece{n}"));
        let all: Vec<String> = keys.chain(custom).chain(["king".to_owned()]).collect();
        for (number, key) in all.iter().enumerate() {
            if let Some(entry) = last(key) {
                self.piece(number, entry, messages);
            }
        }
        if let Some(entry) = last("pawnTypes") {
            let set = self.set(entry, messages);
            for key in ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
                for colour in Colour::BOTH {
                    self.sets.insert(format!("{key}{}", colour.name()), set.clone());
                }
            }
            self.values.insert("pawnTypes".to_owned(), entry.value.as_str().into());
        }
        // The bare key before that of one colour.
        let mut rest: Vec<&Entry> = section.entries.iter().collect();
        rest.sort_by_key(|e| (!keys::is_old(&e.key), keys::uncoloured(&e.key).1));
        for entry in rest {
            // Only the table of this crate has this key, since Fairy-Stockfish has none for it: pieces are dropped without a hand.
            if entry.key == "free drops" {
                self.values.insert(entry.key.clone(), entry.value.as_str().into());
            }
            let Some(kind) = keys::kind(&entry.key) else { continue };
            if kind == Kind::Letter || entry.key == "pawnTypes" {
                continue;
            }
            if let Some(rest) = entry.key.strip_prefix("mobilityRegion") {
                let (white, name) = match rest.strip_prefix("White") {
                    Some(name) => (true, name),
                    None => (false, rest.trim_start_matches("Black")),
                };
                if let Some(number) = pieces::by_capital(name) {
                    self.mobility.insert((number, white), entry.value.as_str().into());
                }
                continue;
            }
            match entry.key.as_str() {
                "promotionLimit" => {
                    self.limits = self
                        .pairs(entry, messages)
                        .into_iter()
                        .filter_map(|(t, v)| Some((t, v.parse().ok()?)))
                        .collect()
                }
                "promotedPieceType" => {
                    let pairs = self.pairs(entry, messages);
                    // Pairs of the parent stay, unless they are named anew.
                    for (of, to) in pairs {
                        match to.chars().next().and_then(|l| self.letter(l)) {
                            Some(to) => _ = self.promoted.insert(of, to),
                            None => _ = self.promoted.remove(&of),
                        }
                    }
                }
                _ => {}
            }
            let (bare, coloured) = keys::uncoloured(&entry.key);
            if kind == Kind::Number && keys::is_old(bare) {
                self.ranks_of_old(bare, entry);
                continue;
            }
            let keys: Vec<String> = match bare {
                "whiteDropRegion" => vec!["dropRegionWhite".to_owned()],
                "blackDropRegion" => vec!["dropRegionBlack".to_owned()],
                "whiteFlag" => vec!["flagRegionWhite".to_owned()],
                "blackFlag" => vec!["flagRegionBlack".to_owned()],
                "castlingRookPiece" => {
                    Colour::BOTH.iter().map(|c| format!("castlingRookPieces{}", c.name())).collect()
                }
                "dropOnTop" => {
                    let kind = if entry.value == "true" { "top" } else { "none" };
                    self.values.insert("enclosingDrop".to_owned(), kind.into());
                    continue;
                }
                _ if keys::is_coloured(bare) && !coloured => {
                    Colour::BOTH.iter().map(|c| format!("{bare}{}", c.name())).collect()
                }
                _ => vec![entry.key.clone()],
            };
            match kind {
                Kind::Pieces | Kind::Piece => {
                    let mut set = self.set(entry, messages);
                    if kind == Kind::Piece && set.types.len() > 1 {
                        let last = set.types[set.types.len() - 1];
                        let letter = self.pieces.get(&last).map_or('?', |p| p.letter);
                        messages.push(Message::warning(
                            entry.value_at.clone(),
                            format!("only the last letter counts, `{letter}`: this key is about one piece"),
                        ));
                        set.types = vec![last];
                    }
                    self.sets.extend(keys.into_iter().map(|key| (key, set.clone())));
                }
                _ => {
                    let value: Rc<str> = entry.value.trim_end().into();
                    self.values.extend(keys.into_iter().map(|key| (key, Rc::clone(&value))));
                }
            }
        }
        if let Some(entry) = last("doubleStep")
            && entry.value != "true"
        {
            for colour in Colour::BOTH {
                self.values.insert(format!("doubleStepRegion{}", colour.name()), "-".into());
            }
        }
    }

    /// Regions by the number of a rank, as older files give them: from one's own side, and from there on, or from the second rank.
    fn ranks_of_old(&mut self, key: &str, entry: &Entry) {
        let Ok(rank) = entry.value.trim().parse::<u8>() else { return };
        let last = self.ranks();
        let (region, own) = match key {
            "promotionRank" => ("promotionRegion", rank..=last),
            "doubleStepRank" => ("doubleStepRegion", 2..=rank),
            _ => ("doubleStepRegion", rank..=2),
        };
        let written = |of: &dyn Fn(u8) -> u8| {
            let ranks: Vec<String> =
                own.clone().filter(|r| *r <= last).map(|r| format!("*{}", of(r))).collect();
            if ranks.is_empty() { "-".to_owned() } else { ranks.join(" ") }
        };
        let (white, black) = (written(&|r| r), written(&|r| last + 1 - r));
        self.values.insert(format!("{region}White"), white.into());
        self.values.insert(format!("{region}Black"), black.into());
    }

    /// Gives a letter to a piece, or takes it away.
    fn piece(&mut self, number: usize, entry: &Entry, messages: &mut Messages) {
        let value = entry.value.trim();
        let Some(letter) = value.chars().next() else {
            messages.push(
                Message::error(entry.key_at.clone(), "this piece has no letter")
                    .with_help(Some(format!("write `{} = x`", entry.key))),
            );
            return;
        };
        let custom = (FIRST_CUSTOM..KING).contains(&number);
        // The character behind the letter is skipped, whatever it is.
        let behind = value.char_indices().nth(1).map_or(value.len(), |(at, skipped)| at + skipped.len_utf8());
        let betza = Some(&value[behind..]).filter(|betza| !betza.is_empty());
        if letter != '-' && !letter.is_ascii_alphabetic() {
            let help = Some("write one of the letters `a` to `z`, or `-` for no such piece".to_owned());
            let title = format!("`{letter}` is no letter for a piece");
            messages.push(Message::error(entry.value_at.clone(), title).with_help(help));
            return;
        }
        if custom && letter != '-' && betza.is_none() {
            let help =
                Some(format!("write how it moves in Betza notation, such as `{} = {letter}:NB`", entry.key));
            messages.push(Message::error(entry.value_at.clone(), "this piece has no moves").with_help(help));
        }
        let betza: Option<Rc<str>> = betza.map(|text| {
            let space = entry.value.len() - entry.value.trim_start().len();
            Rc::from(moving(text, entry.value_at.start + space + behind, entry.value_at.end, messages))
        });
        if let Some(text) = &betza {
            // An `e` makes it a taker en passant.
            if text.contains('e') {
                for colour in Colour::BOTH {
                    let set = self.sets.entry(format!("enPassantTypes{}", colour.name())).or_default();
                    if !set.types.contains(&number) {
                        set.types.push(number);
                    }
                }
            }
        }
        let letter = letter.to_ascii_lowercase();
        let owner = self.pieces.iter().find(|(n, p)| p.letter == letter && **n != number).map(|(n, _)| *n);
        for gone in owner.into_iter().chain((letter == '-').then_some(number)) {
            self.pieces.remove(&gone);
            for colour in Colour::BOTH {
                if let Some(set) = self.sets.get_mut(&format!("promotionPieceTypes{}", colour.name())) {
                    set.types.retain(|t| *t != gone);
                }
            }
        }
        if letter != '-' {
            let at = Some(entry.key_at.clone());
            self.pieces.insert(number, Piece { letter, betza, at });
        }
    }

    /// The type with this letter.
    pub(crate) fn letter(&self, letter: char) -> Option<usize> {
        let letter = letter.to_ascii_lowercase();
        self.pieces.iter().find(|(_, p)| p.letter == letter).map(|(n, _)| *n)
    }

    fn set(&self, entry: &Entry, messages: &mut Messages) -> Set {
        let mut set = Set::default();
        for (at, letter) in entry.value.char_indices() {
            match letter {
                ' ' => {}
                '-' => break,
                '*' => set.all = true,
                _ => match self.letter(letter) {
                    Some(number) => {
                        set.types.retain(|known| *known != number);
                        set.types.push(number);
                    }
                    None => {
                        let rest = &entry.value[at..];
                        let start = entry.value_at.start + at;
                        let letters: String = self.pieces.values().map(|p| p.letter).collect();
                        let title = format!(
                            "no piece has the letter `{letter}`: Fairy-Stockfish stops here and drops `{rest}`"
                        );
                        messages.push(
                            Message::warning(start..start + letter.len_utf8(), title)
                                .with_help(Some(format!("the letters are {letters}"))),
                        );
                        break;
                    }
                },
            }
        }
        set
    }

    /// `p:g n:g`.
    fn pairs(&self, entry: &Entry, messages: &mut Messages) -> Vec<(usize, String)> {
        let mut pairs = Vec::new();
        let mut start = entry.value_at.start;
        for part in entry.value.split_inclusive(char::is_whitespace) {
            let word = part.trim();
            let at = start..start + word.len();
            start += part.len();
            if word.is_empty() || word == "-" {
                continue;
            }
            let Some((of, to)) = word.split_once(':') else {
                messages.push(
                    Message::error(at, "this is no pair")
                        .with_help(Some("write `letter:what`, such as `p:g`".to_owned())),
                );
                continue;
            };
            match of.chars().next().and_then(|l| self.letter(l)) {
                Some(number) => pairs.push((number, to.to_owned())),
                None => {
                    let letters: String = self.pieces.values().map(|p| p.letter).collect();
                    let help = Some(format!("the letters are {letters}"));
                    let title = format!("no piece has the letter `{of}`");
                    messages.push(Message::error(at, title).with_help(help));
                }
            }
        }
        pairs
    }

    /// The value of a switch.
    pub(crate) fn on(&self, key: &str) -> bool {
        let default = matches!(
            key,
            "castling"
                | "mandatoryPawnPromotion"
                | "dropChecks"
                | "checking"
                | "connectHorizontal"
                | "connectVertical"
                | "connectDiagonal"
        );
        self.values.get(key).map_or(default, |v| **v == *"true")
    }

    pub(crate) fn number(&self, key: &str, default: u32) -> u32 {
        self.values.get(key).and_then(|v| v.parse().ok()).unwrap_or(default)
    }

    pub(crate) fn word(&self, key: &str, default: &'static str) -> &str {
        self.values.get(key).map_or(default, |value| &**value)
    }

    pub(crate) fn files(&self) -> u8 {
        self.values.get("maxFile").and_then(|v| keys::file(v)).unwrap_or(8)
    }

    pub(crate) fn ranks(&self) -> u8 {
        u8::try_from(self.number("maxRank", 8)).unwrap_or(8)
    }

    pub(crate) fn region(&self, key: &str) -> Option<Tiles> {
        self.values.get(key).map(|v| tiles::region(v, self.files(), self.ranks()))
    }

    pub(crate) fn of(&self, key: &str, colour: Colour) -> Set {
        self.sets.get(&format!("{key}{}", colour.name())).cloned().unwrap_or_default()
    }

    /// How a type moves, in Betza notation.
    pub(crate) fn betza(&self, number: usize) -> Rc<str> {
        if let Some(betza) =
            self.pieces.get(&number).and_then(|p| p.betza.clone()).filter(|_| number >= FIRST_CUSTOM)
        {
            return betza;
        }
        if number == KING { "K".into() } else { KEYS.get(number).map_or("", |k| k.1).into() }
    }

    pub(crate) fn has(&self, number: usize) -> bool {
        self.pieces.contains_key(&number)
    }
}

/// The terms of a text by which a piece moves in Fairy-Stockfish: some give it no moves there, others are wrong.
fn moving(text: &str, start: usize, end: usize, messages: &mut Messages) -> String {
    let mut kept = String::new();
    let mut at = start;
    for term in pieces::terms(text) {
        match tilegame_betza::Betza::read(term, tilegame_betza::Dialect::FairyStockfish)
            .and_then(|b| b.moves())
        {
            Ok(_) => kept.push_str(term),
            Err(wrong) => {
                let wide = term[wrong.at.start..].chars().next().map_or(0, char::len_utf8);
                let place = at + wrong.at.start..(at + wrong.at.end.max(wrong.at.start + wide)).min(end);
                if wrong.why.ends_with("no such move") {
                    messages.push(
                        Message::warning(place, wrong.why)
                            .with_help(Some("it is left out here, too".to_owned())),
                    );
                } else {
                    let help =
                        Some("`tilegame betza explain --dialect fsf` says what a text means".to_owned());
                    messages.push(Message::error(place, wrong.why).with_help(help));
                }
            }
        }
        at += term.len();
    }
    kept
}
