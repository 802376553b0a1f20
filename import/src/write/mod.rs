//! A variant as a text in the language, in the order of a library file. Lines say which key they come from.

mod blocks;
mod castling;
mod draws;
mod drops;
mod effects;
mod endings;
mod kinds;
mod notation;
mod passes;
mod pawns;
mod position;
mod promotion;
mod regions;
mod royals;
mod rules;
mod walls;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tilegame_betza::Move;

use crate::ini::Section;
use crate::message::{Message, Messages};
use crate::pieces::{self, KEYS, PAWN};
use crate::tiles::{self, Tiles};
use crate::variant::{Colour, Variant};

/// The text of a variant, unless its board is too large.
pub(crate) fn write(variant: &Variant, section: &Section, messages: &mut Messages) -> Option<String> {
    let mut writer = Writer::new(variant, section);
    let text = writer.game().map(|text| printable(&text));
    messages.extend(writer.messages);
    text
}

/// Tiles of both players, as the language can name them.
#[derive(Clone)]
enum Zone {
    /// Everywhere, for both.
    All,
    /// Nowhere, for both.
    Nowhere,
    /// A region that each player has.
    Each(String),
    /// One region for each player; none where a player has no such tile.
    Two([Option<String>; 2]),
}

struct Writer<'v> {
    variant: &'v Variant,
    section: &'v Section,
    messages: Vec<Message>,
    regions: Vec<(String, String)>,
    names: BTreeMap<usize, String>,
    /// What stands on the board at the start, and in the hands.
    placement: String,
    hand: Option<String>,
    fields: Vec<String>,
    holes: Tiles,
    tests: Vec<String>,
    counters: Vec<String>,
    turn: Vec<String>,
    end: Vec<String>,
    matches: Vec<String>,
    /// Chess is the parent.
    of_chess: bool,
    /// Some piece tells left from right: then Black sees the board rotated, not reflected.
    rotated: bool,
    /// No piece moves: then both see the board from the same side.
    unseated: bool,
    /// What the rules call drops.
    drop_labels: Vec<&'static str>,
    /// How castling decides the game.
    castling_ends: Vec<String>,
}

/// The types of chess, with their letters.
const CHESS: [(&str, char); 6] =
    [("king", 'k'), ("queen", 'q'), ("rook", 'r'), ("bishop", 'b'), ("knight", 'n'), ("pawn", 'p')];

impl<'v> Writer<'v> {
    fn new(variant: &'v Variant, section: &'v Section) -> Writer<'v> {
        Writer {
            variant,
            section,
            messages: Vec::new(),
            regions: Vec::new(),
            names: BTreeMap::new(),
            placement: String::new(),
            hand: None,
            fields: Vec::new(),
            holes: Tiles::new(),
            tests: Vec::new(),
            counters: Vec::new(),
            turn: Vec::new(),
            end: Vec::new(),
            matches: Vec::new(),
            of_chess: false,
            rotated: false,
            unseated: false,
            drop_labels: Vec::new(),
            castling_ends: Vec::new(),
        }
    }

    fn at(&self, key: &str) -> std::ops::Range<usize> {
        self.variant.own.get(key).cloned().unwrap_or_else(|| self.section.at.clone())
    }

    /// Says that a key has no counterpart, and leaves a comment in its place.
    fn refuse(&mut self, key: &str, why: &str) {
        self.messages.push(Message::error(self.at(key), format!("`{key}` cannot be imported: {why}")));
        self.turn.push(format!("# not imported: {key} = {}", self.variant.word(key, "")));
    }

    fn warn(&mut self, key: &str, why: &str) {
        self.messages.push(Message::warning(self.at(key), format!("`{key}`: {why}")));
    }

    /// The comment that says where something comes from.
    fn from(&self, keys: &[&str]) -> String {
        let found = self.section.entries.iter().filter(|e| keys.contains(&e.key.as_str()));
        let texts: Vec<String> = found.map(|e| format!("{} = {}", e.key, e.value.trim_end())).collect();
        if texts.is_empty() { String::new() } else { format!("    # {}", texts.join("; ")) }
    }

    fn game(&mut self) -> Option<String> {
        self.position()?;
        let v = self.variant;
        let chess_types = CHESS.iter().filter(|(key, letter)| {
            let number = pieces::of(key);
            let as_king = *key == "king" && v.letter('k') == Some(pieces::of("commoner"));
            as_king || v.pieces.get(&number).is_some_and(|p| p.letter == *letter)
        });
        let pawn = v.pieces.get(&PAWN).is_some_and(|p| p.letter == 'p');
        self.of_chess = chess_types.count() >= 4 && pawn;
        self.rotated = v.pieces.keys().any(|n| {
            let moves = self.moves(*n);
            let mirror = |m: &Move| Move {
                legs: m.legs.iter().map(tilegame_betza::Leg::mirrored).collect(),
                ..m.clone()
            };
            !moves.iter().all(|m| moves.contains(&mirror(m)))
        });
        self.unseated = !self.of_chess
            && v.pieces
                .keys()
                .all(|n| *n != PAWN && self.moves(*n).is_empty() && !v.promoted.contains_key(n));
        self.unsupported();
        self.name_pieces();
        let declared: Vec<String> = self.piece_blocks();
        let castling = self.castling();
        self.drops();
        self.gating();
        self.after_castling();
        self.consequences();
        self.endings();
        self.draws();
        let notation = self.notation();
        Some(self.put_together(&declared, castling, &notation))
    }

    /// What changes no moves, and has no counterpart yet.
    fn unsupported(&mut self) {
        let v = self.variant;
        if v.word("chasingRule", "none") != "none" && !self.chases() {
            self.warn("chasingRule", "the ban on chasing is left out: it is known of the pieces of xiangqi");
        }
        if v.word("countingRule", "none") != "none" && self.counts().is_none() {
            let why = "the counting of moves in endgames is left out: it is known of the pieces of makruk";
            self.warn("countingRule", why);
        }
        if v.on("moveRepetitionIllegal") {
            self.warn("moveRepetitionIllegal", "it is left out: it decides games that repeat, no moves");
        }
    }

    fn put_together(&mut self, declared: &[String], castling: Option<String>, notation: &[String]) -> String {
        let v = self.variant;
        let mut text = String::new();
        let title = title(&v.name);
        let _ = writeln!(
            text,
            "# {title}, from the section [{}{}] of an INI file.",
            self.section.name,
            self.section.parent.as_ref().map_or(String::new(), |p| format!(":{p}"))
        );
        for entry in &self.section.entries {
            if matches!(entry.key.as_str(), "pieceToCharTable" | "variantTemplate" | "pocketSize") {
                let _ = writeln!(text, "# xboard {} = {}", entry.key, entry.value.trim_end());
            }
        }
        text.push('\n');
        let perpetual = v.on("perpetualCheckIllegal") && self.royal_check();
        let mut modules = Vec::new();
        if !self.of_chess {
            modules.extend(["moves", "shapes"]);
            if self.uses_checkmate() {
                modules.push("checkmate");
            }
        }
        if self.chases() {
            modules.push("chasing");
        } else if perpetual {
            modules.push("perpetual_check");
        }
        modules.extend(self.counts());
        if !modules.is_empty() {
            let _ = writeln!(text, "use {}\n", modules.join(", "));
        }
        let _ = match self.of_chess {
            true => writeln!(text, "variant \"{title}\" of chess\n"),
            false => writeln!(text, "game \"{title}\"\n"),
        };
        let (files, ranks) = (v.files(), v.ranks());
        if !self.of_chess || (files, ranks) != (8, 8) || !self.holes.is_empty() {
            let _ = writeln!(text, "board\n    grid {files} x {ranks}");
            if !self.holes.is_empty() {
                let _ = writeln!(text, "    void {}", tiles::written(&self.holes, files, ranks));
            }
            text.push('\n');
        }
        if !self.of_chess {
            let seat = match (self.unseated, self.rotated) {
                (true, _) => "",
                (_, true) => " facing s",
                _ => " mirrored",
            };
            let _ = writeln!(text, "players\n    White \"w\"\n    Black \"b\"{seat}\n");
        }
        // Regions of chess are replaced only where they are others.
        let mut written = false;
        let used = self.all_lines(declared, castling.as_deref());
        for (name, tiles) in &self.regions {
            let inherited = self.of_chess && (name == "second_rank" || name == "last_rank");
            if !inherited && !names_region(&used, name) {
                continue;
            }
            let same = *tiles
                == if name == "second_rank" {
                    "rank 2 each".to_owned()
                } else {
                    format!("rank {ranks} each")
                };
            if inherited && same {
                continue;
            }
            let _ = writeln!(text, "{}region {name} = {tiles}", if inherited { "replace " } else { "" });
            written = true;
        }
        if written {
            text.push('\n');
        }
        if !self.of_chess && self.has_passant() {
            text.push_str("mark passant\n\n");
        }
        if self.of_chess {
            self.removals(&mut text);
        }
        for block in declared {
            text.push_str(block);
            text.push('\n');
        }
        match (castling, self.of_chess) {
            (None, true) => text.push_str("remove castling\n\n"),
            (Some(clause), true)
                if is_chess_castling(&clause) && self.names.values().any(|n| n == "Rook") => {}
            (Some(clause), _) => {
                text.push_str(&clause);
                text.push('\n');
            }
            (None, false) => {}
        }
        for test in &self.tests {
            let _ = writeln!(text, "{test}");
        }
        if !self.tests.is_empty() {
            text.push('\n');
        }
        if !self.of_chess {
            self.counters.push(
                "counter clock = 0 ignored     # plies since something was taken or a pawn moved".to_owned(),
            );
            self.counters.push("counter moves = 1 ignored     # the number of the move".to_owned());
        }
        for counter in &self.counters {
            let _ = writeln!(text, "{counter}");
        }
        if !self.counters.is_empty() {
            text.push('\n');
        }
        let setup = self.setup();
        let _ = writeln!(text, "setup \"{setup}\"\n");
        if !self.of_chess {
            let types = v.of("nMoveRuleTypes", Colour::White);
            let pawns: Vec<String> = types
                .types
                .iter()
                .filter(|t| self.fits(**t))
                .map(|t| format!(", {}", self.names[t]))
                .collect();
            let go = if self.has_wall_step() { " if in go" } else { "" };
            self.turn.push(format!("after move{go}: clock + 1"));
            self.turn.push(format!("after capture{}{go}: clock = 0", pawns.concat()));
            self.turn.push(format!("after Black{go}: moves + 1"));
        } else if !v.has(PAWN) && !self.has_wall_step() {
            self.turn.push("remove progress".to_owned());
            self.turn.push("after capture: clock = 0".to_owned());
        }
        for (head, lines) in [("turn", &self.turn), ("end", &self.end), ("match", &self.matches)] {
            if !lines.is_empty() {
                let _ = writeln!(text, "{head}");
                for line in lines {
                    // Between the two steps of a turn nothing is decided.
                    let line = if head == "end" && self.has_wall_step() { in_go(line) } else { line.clone() };
                    let _ = writeln!(text, "    {line}");
                }
                text.push('\n');
            }
        }
        if !notation.is_empty() {
            text.push_str("notation\n");
            for line in notation {
                let _ = writeln!(text, "    {line}");
            }
        }
        while text.ends_with("\n\n") {
            text.pop();
        }
        text
    }

    /// All that can name a region.
    fn all_lines(&self, declared: &[String], castling: Option<&str>) -> String {
        let lines = [&self.tests, &self.turn, &self.end, &self.matches];
        let lines = lines.into_iter().flatten().map(String::as_str);
        declared.iter().map(String::as_str).chain(castling).chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// Pieces of chess that are not there.
    fn removals(&self, text: &mut String) {
        let mut any = false;
        for (key, _) in CHESS {
            let number = pieces::of(key);
            let name = KEYS.get(number).map_or("King", |k| k.2);
            if !self.names.iter().any(|(n, known)| known == name && self.fits(*n)) {
                let _ = writeln!(text, "remove piece {name}");
                any = true;
            }
        }
        if any {
            text.push('\n');
        }
    }
}

/// Whether a text asks for the tiles of a region.
fn names_region(text: &str, name: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    text.match_indices(&format!("on {name}")).any(|(at, found)| ends(&text[at + found.len()..]))
}

/// A line of a piece.
fn line(word: &str, path: &str, condition: &str, label: &str) -> String {
    let condition = if condition.is_empty() { String::new() } else { format!(" if {condition}") };
    let label = if label.is_empty() { String::new() } else { format!(" as {label}") };
    format!("{word} {path}{condition}{label}")
}

/// A path to which a test of its end can be attached.
fn bracketed(path: &str) -> String {
    let simple = !path.contains([' ', '*', '{'])
        || path.starts_with("rot(") && path.ends_with(')')
        || path.starts_with('(') && path.ends_with(')');
    if simple || !path.contains(' ') { path.to_owned() } else { format!("({path})") }
}

/// Paths that have names in the library.
fn named(path: &str) -> String {
    let name = match path {
        "rot(n)" => "wazir",
        "rot(ne)" => "ferz",
        "rot(n, ne)" => "king",
        "rot(n+n)" => "dabbaba",
        "rot(ne+ne)" => "alfil",
        "sym(n+n+e)" => "knight",
        "sym(n+n+n+e)" => "camel",
        "sym(n+n+n+e+e)" => "zebra",
        "rot(n)*inf" => "rook",
        "rot(ne)*inf" => "bishop",
        "rot(n, ne)*inf" => "queen",
        "sym(n+n+e)*inf" => "nightrider",
        "sym(n ne)" => "mao",
        "rot(ne ne)" => "elephant",
        "rot(n*0.. n[piece] n*0.. n)" => "cannon",
        "rot(n*0.. n[piece] n, ne*0.. ne[piece] ne)" => "grasshopper",
        other => other,
    };
    name.to_owned()
}

/// Tests that all have to hold, as one; nothing where there are none.
fn all_of(tests: impl IntoIterator<Item = Option<String>>) -> String {
    tests.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// The same behind ` if `.
fn if_all_of(tests: impl IntoIterator<Item = Option<String>>) -> String {
    let all = all_of(tests);
    if all.is_empty() { all } else { format!(" if {all}") }
}

/// An ending that is looked for at the beginning of a turn only.
fn in_go(line: &str) -> String {
    let Some((head, test)) = line.split_once(" if ") else { return line.to_owned() };
    let (test, comment) =
        test.split_once("    #").map_or((test, String::new()), |(t, c)| (t, format!("    #{c}")));
    if test.contains(" or ") {
        format!("{head} if in go and ({test}){comment}")
    } else {
        format!("{head} if in go and {test}{comment}")
    }
}

fn is_chess_castling(clause: &str) -> bool {
    let words: Vec<&str> = clause.split_whitespace().collect();
    words.join(" ")
        == "castling King with Rook side e \"O-O\" right \"K\" King to g1, Rook to f1 side w \"O-O-O\" right \"Q\" King to c1, Rook to d1"
}

/// A text without characters that the language does not allow and that could control a terminal: they can only be in comments.
fn printable(text: &str) -> String {
    let written = |c: char| match c {
        '\n' => c.to_string(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(written).collect()
}

/// A name as a title.
fn title(name: &str) -> String {
    let mut letters = name.replace(['-', '_'], " ").replace(['"', '\\'], "'").chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut() {
        *first = first.to_ascii_uppercase();
    }
    letters.into_iter().collect()
}
