//! A variant as a text in the language, in the order of a library file. Lines say which key they come from.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tilegame_betza::{Betza, Dialect, Mode, Move};

use crate::ini::Section;
use crate::message::{Message, Messages};
use crate::pieces::{self, FIRST_CUSTOM, KEYS, KING, PAWN};
use crate::tiles::{self, Tiles};
use crate::variant::{Colour, Set, Variant};

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

    fn fits(&self, number: usize) -> bool {
        self.variant.has(number) && !self.only_promoted(number)
    }

    /// Whether pieces of this type occur only as the promoted form of others.
    fn only_promoted(&self, number: usize) -> bool {
        let Some(piece) = self.variant.pieces.get(&number) else { return false };
        let target = self.variant.promoted.values().any(|to| *to == number);
        let promoted_to =
            Colour::BOTH.iter().any(|c| self.variant.of("promotionPieceTypes", *c).types.contains(&number));
        let hand = self.hand.as_deref().unwrap_or_default().to_lowercase();
        let bare: String = self.placement.to_lowercase();
        let stands = bare.char_indices().any(|(at, c)| c == piece.letter && !bare[..at].ends_with('+'));
        target && !promoted_to && !stands && !hand.contains(piece.letter)
    }

    /// Reads the position at the start.
    fn position(&mut self) -> Option<()> {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let at = self.at("startFen");
        if files > 12 || ranks > 10 || files == 0 || ranks == 0 {
            let at = if self.variant.own.contains_key("maxRank") {
                self.at("maxRank")
            } else {
                self.at("maxFile")
            };
            self.messages.push(Message::error(
                at,
                format!("Fairy-Stockfish has no boards of {files} x {ranks}: at most 12 x 10"),
            ));
            return None;
        }
        let fen = self.variant.word("startFen", "").trim().to_owned();
        if fen.is_empty() {
            self.messages.push(
                Message::error(at, "this variant has no position to start from")
                    .with_help(Some("add `startFen = …`".to_owned())),
            );
            return None;
        }
        let mut parts = fen.split_whitespace();
        let mut placement = parts.next().unwrap_or_default().to_owned();
        self.fields = parts.map(str::to_owned).collect();
        if let Some((before, hand)) = placement.clone().split_once('[') {
            placement = before.to_owned();
            self.hand = Some(hand.trim_end_matches(']').replace('-', ""));
        }
        let mut rows: Vec<&str> = placement.split('/').collect();
        if rows.len() == usize::from(ranks) + 1 {
            self.hand = rows.pop().map(|h| h.replace('-', ""));
        }
        if rows.len() != usize::from(ranks) {
            let title = format!("the position has {} ranks, the board {ranks}", rows.len());
            self.messages.push(Message::error(at, title));
            return None;
        }
        let mut written = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let rank = ranks - u8::try_from(index).unwrap_or(0);
            let mut file = 0_usize;
            let mut digits = String::new();
            let mut text = String::new();
            for sign in row.chars() {
                if sign.is_ascii_digit() {
                    digits.push(sign);
                    continue;
                }
                let gap: usize = std::mem::take(&mut digits).parse().unwrap_or(0);
                if gap > 0 {
                    file = file.saturating_add(gap);
                    let _ = write!(text, "{gap}");
                }
                match sign {
                    '*' => {
                        file = file.saturating_add(1);
                        self.holes.insert((u8::try_from(file).unwrap_or(u8::MAX), rank));
                        text.push('*');
                    }
                    '+' | '~' => text.push(sign),
                    letter if letter.is_ascii_alphabetic() => {
                        file = file.saturating_add(1);
                        text.push(letter);
                        if self.variant.letter(letter).is_none() {
                            let letters: String = self.variant.pieces.values().map(|p| p.letter).collect();
                            let title = format!("no piece has the letter `{letter}` of the position");
                            self.messages.push(
                                Message::error(at.clone(), title)
                                    .with_help(Some(format!("the letters are {letters}"))),
                            );
                            return None;
                        }
                    }
                    other => {
                        self.messages
                            .push(Message::error(at, format!("`{other}` means nothing in a position")));
                        return None;
                    }
                }
            }
            let gap: usize = digits.parse().unwrap_or(0);
            file = file.saturating_add(gap);
            if file > usize::from(files) {
                self.messages.push(Message::error(
                    at,
                    format!("rank {rank} of the position has {file} tiles, the board {files} files"),
                ));
                return None;
            }
            // A short row is empty on the right.
            let rest = gap + usize::from(files) - file;
            if rest > 0 {
                let _ = write!(text, "{rest}");
            }
            written.push(text);
        }
        self.placement = written.join("/");
        Some(())
    }

    /// Declares a region, once for the same tiles.
    fn region(&mut self, name: &str, tiles: &str) -> String {
        if let Some((known, _)) = self.regions.iter().find(|(_, t)| t == tiles) {
            return known.clone();
        }
        let mut unused = name.to_owned();
        let mut count = 2;
        while self.regions.iter().any(|(known, _)| *known == unused) {
            unused = format!("{name}_{count}");
            count += 1;
        }
        self.regions.push((unused.clone(), tiles.to_owned()));
        unused
    }

    /// The zone of these tiles of each player.
    fn zone(&mut self, name: &str, white: &Tiles, black: &Tiles) -> Zone {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let all = tiles::all(files, ranks);
        let full = |t: &Tiles| all.iter().all(|tile| t.contains(tile) || self.holes.contains(tile));
        if full(white) && full(black) {
            return Zone::All;
        }
        if white.is_empty() && black.is_empty() {
            return Zone::Nowhere;
        }
        let written = |t: &Tiles| tiles::written(t, files, ranks);
        if white == black {
            let text = written(white);
            let name = self.region(name, &text);
            return Zone::Each(name);
        }
        if self.other_side(white) == *black {
            let text = format!("{} each", written(white));
            return Zone::Each(self.region(name, &text));
        }
        let mut one = |tiles: &Tiles, colour: &str| {
            (!tiles.is_empty()).then(|| {
                let text = written(tiles);
                self.region(&format!("{colour}_{name}"), &text)
            })
        };
        Zone::Two([one(white, "white"), one(black, "black")])
    }

    /// Tiles as the other player sees them.
    fn other_side(&self, tiles: &Tiles) -> Tiles {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let mirrored = tiles::mirrored(tiles, ranks);
        if self.rotated { mirrored.into_iter().map(|(f, r)| (files + 1 - f, r)).collect() } else { mirrored }
    }

    /// Tests for lines of a piece: on which tiles, and whose.
    fn on(zone: &Zone) -> Vec<(Option<String>, Option<Colour>)> {
        match zone {
            Zone::All => vec![(None, None)],
            Zone::Nowhere => vec![],
            Zone::Each(name) => vec![(Some(format!("on {name}")), None)],
            Zone::Two(names) => Colour::BOTH
                .iter()
                .zip(names)
                .filter_map(|(colour, name)| Some((Some(format!("on {}", name.as_ref()?)), Some(*colour))))
                .collect(),
        }
    }

    /// The word of a type in tests.
    fn test(&self, number: usize) -> String {
        let name = |n: usize| self.names.get(&n).cloned().unwrap_or_default();
        let mut parts = Vec::new();
        if self.fits(number) {
            let turns = self.variant.promoted.contains_key(&number);
            parts.push(if turns { format!("{} not promoted", name(number)) } else { name(number) });
        }
        for (of, to) in &self.variant.promoted {
            if *to == number && self.fits(*of) {
                parts.push(format!("{} promoted", name(*of)));
            }
        }
        if parts.len() == 1 { parts.remove(0) } else { format!("({})", parts.join(" or ")) }
    }

    /// The word for a set of types.
    fn any_of(&self, set: &Set) -> String {
        if set.all {
            return "piece".to_owned();
        }
        let parts: Vec<String> =
            set.types.iter().filter(|t| self.variant.has(**t)).map(|t| self.test(*t)).collect();
        if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(" or ")) }
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
        self.unsupported();
        self.name_pieces();
        let declared: Vec<String> = self.piece_blocks();
        let castling = self.castling();
        self.drops();
        self.consequences();
        self.endings();
        self.draws();
        let notation = self.notation();
        Some(self.put_together(&declared, castling, &notation))
    }

    /// What cannot be expressed, or not yet.
    fn unsupported(&mut self) {
        let v = self.variant;
        let switches = [
            ("twoBoards", "pieces come from another board"),
            ("sittuyinPromotion", "promotion in place has no counterpart here yet"),
            ("cambodianMoves", "first moves that depend on rights have no counterpart here yet"),
            ("gating", "pieces that come in behind others have no counterpart here yet"),
            ("seirawanGating", "pieces that come in behind others have no counterpart here yet"),
            ("oppositeCastling", "it asks for castling rights of the other player"),
            ("makpongRule", "it has no counterpart here yet"),
            ("shatarMateRule", "it has no counterpart here yet"),
            ("bikjangRule", "it has no counterpart here yet"),
            ("sittuyinRookDrop", "it has no counterpart here yet"),
            ("wallOrMove", "it has no counterpart here yet"),
            ("petrifyBlastPieces", "it has no counterpart here yet"),
            ("pass", "passing that ends the game has no counterpart here yet"),
            ("passWhite", "passing that ends the game has no counterpart here yet"),
        ];
        for (key, why) in switches {
            if v.on(key) {
                self.refuse(key, why);
            }
        }
        for key in ["wallingRule", "castlingWins"] {
            if !matches!(v.word(key, "none"), "none" | "-" | "") {
                self.refuse(key, "it has no counterpart here yet");
            }
        }
        if !matches!(v.word("enclosingDrop", "none"), "none" | "top" | "anyside" | "snort" | "reversi") {
            self.refuse("enclosingDrop", "this kind has no counterpart here yet");
        }
        if !matches!(v.word("flipEnclosedPieces", "none"), "none" | "reversi") {
            self.refuse("flipEnclosedPieces", "this kind has no counterpart here yet");
        }
        for (key, why) in [
            ("chasingRule", "the ban on chasing is left out"),
            ("countingRule", "the counting of moves in endgames is left out"),
            ("materialCounting", "the counting of pieces at the end is left out"),
        ] {
            if !matches!(v.word(key, "none"), "none" | "") {
                self.warn(key, why);
            }
        }
        if v.on("moveRepetitionIllegal") {
            self.warn("moveRepetitionIllegal", "it is left out: it decides games that repeat, no moves");
        }
    }

    fn name_pieces(&mut self) {
        let v = self.variant;
        // Names that keys give come before those that are found here.
        let of_keys: Vec<String> = v.pieces.keys().filter_map(|n| Some(KEYS.get(*n)?.2.to_owned())).collect();
        for (number, piece) in &v.pieces {
            let letter = piece.letter.to_ascii_uppercase();
            let name = match *number {
                KING => "King".to_owned(),
                n if KEYS.get(n).is_some_and(|k| k.0 == "commoner") && letter == 'K' && !v.has(KING) => {
                    "King".to_owned()
                }
                n if n >= FIRST_CUSTOM => {
                    let known = piece.betza.as_deref().and_then(pieces::name_of_betza);
                    let taken =
                        |name: &String| self.names.values().chain(&of_keys).any(|other| other == name);
                    known.filter(|name| !taken(name)).unwrap_or_else(|| format!("Custom{letter}"))
                }
                n => KEYS[n].2.to_owned(),
            };
            self.names.insert(*number, name);
        }
    }

    /// The pieces that may not be left attacked whatever their number.
    fn is_royal(&self, number: usize) -> bool {
        number == KING || self.simple_royals().contains(&number)
    }

    /// Whether a type is royal only while few are left.
    fn pseudo_royals(&self) -> Vec<usize> {
        if !self.variant.on("extinctionPseudoRoyal") {
            return Vec::new();
        }
        let set = self.variant.sets.get("extinctionPieceTypes").cloned().unwrap_or_default();
        set.types.into_iter().filter(|t| *t != KING && self.variant.has(*t)).collect()
    }

    /// Those of them of which each player has at most as many as make them royal, for ever.
    fn simple_royals(&self) -> Vec<usize> {
        let v = self.variant;
        let limit = v.number("extinctionPieceCount", 0) as usize + 1;
        let can_come = |t: usize| {
            let promoted = Colour::BOTH.iter().any(|c| v.of("promotionPieceTypes", *c).types.contains(&t))
                && v.has(PAWN);
            promoted || v.promoted.values().any(|to| *to == t) || v.promoted.contains_key(&t)
        };
        let few = |t: usize| {
            let letter = v.pieces.get(&t).map_or('?', |p| p.letter);
            let all = format!("{}{}", self.placement, self.hand.as_deref().unwrap_or_default());
            let count = |c: char| all.chars().filter(|x| *x == c).count();
            count(letter) <= limit && count(letter.to_ascii_uppercase()) <= limit
        };
        self.pseudo_royals().into_iter().filter(|t| !can_come(*t) && few(*t)).collect()
    }

    /// What a type does on the board: its single moves.
    fn moves(&self, number: usize) -> Vec<Move> {
        let betza = self.variant.betza(number);
        let read = Betza::read(&betza, Dialect::FairyStockfish);
        let mut moves = read.and_then(|b| b.moves()).unwrap_or_default();
        // Whether a piece takes en passant is said by a set.
        moves.retain(|m| m.mode != Mode::EnPassant && self.has_room(m));
        moves
    }

    /// Whether the board is large enough for a move.
    fn has_room(&self, made: &Move) -> bool {
        let (files, ranks) = (i32::from(self.variant.files()), i32::from(self.variant.ranks()));
        let (mut right, mut forward) = (0, 0);
        made.legs.iter().flat_map(|leg| leg.steps.iter().map(move |s| (s, i32::from(leg.least)))).all(
            |(s, times)| {
                right += i32::from(s.right) * times;
                forward += i32::from(s.forward) * times;
                right.abs() < files && forward.abs() < ranks
            },
        )
    }

    fn takes_en_passant(&self, number: usize) -> bool {
        Colour::BOTH.iter().any(|c| self.variant.of("enPassantTypes", *c).types.contains(&number))
    }

    /// Whether anything can be captured en passant.
    fn has_passant(&self) -> bool {
        let v = self.variant;
        if v.ranks() < 3 {
            return false;
        }
        let taker = v.pieces.keys().any(|n| *n == PAWN || self.takes_en_passant(*n));
        let leaver = v.has(PAWN) || v.pieces.keys().any(|n| v.betza(*n).contains('i'));
        let somewhere = Colour::BOTH
            .iter()
            .any(|c| v.region(&format!("doubleStepRegion{}", c.name())).is_some_and(|t| !t.is_empty()));
        let allowed = v.region("enPassantRegionWhite").is_none_or(|t| !t.is_empty())
            || v.region("enPassantRegionBlack").is_none_or(|t| !t.is_empty());
        taker && leaver && somewhere && allowed
    }

    /// The tiles to which a type can go.
    fn reach(&mut self, number: usize) -> (Tiles, Tiles) {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let one = |white: bool| match self.variant.mobility.get(&(number, white)) {
            Some(text) => {
                let tiles = tiles::region(text, files, ranks);
                if tiles.is_empty() { tiles::all(files, ranks) } else { tiles }
            }
            None => tiles::all(files, ranks),
        };
        (one(true), one(false))
    }

    /// The tiles from which a type has a move on the empty board.
    fn mobile(&mut self, number: usize) -> (Tiles, Tiles) {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let (white, black) = self.reach(number);
        let mut moves: Vec<(i8, i8)> = Vec::new();
        if number == PAWN {
            moves.push((0, 1));
        } else {
            for made in self.moves(number).iter().filter(|m| m.mode == Mode::Quiet) {
                // A hopper is judged by the line along which it hops.
                if made.legs.iter().any(|leg| leg.on != tilegame_betza::On::Empty) {
                    let step = made.legs[0].steps[0];
                    moves.push((step.right * 2, step.forward * 2));
                    continue;
                }
                let sum = |part: fn(&tilegame_betza::Vector) -> i8| -> i8 {
                    made.legs.iter().flat_map(|l| &l.steps).map(part).sum()
                };
                moves.push((sum(|s| s.right), sum(|s| s.forward)));
            }
        }
        let all = tiles::all(files, ranks);
        let from = |to: &Tiles, sign: i8| -> Tiles {
            let mobile = |(f, r): &(u8, u8)| {
                moves.iter().any(|(right, forward)| {
                    let file = i16::from(*f) + i16::from(*right);
                    let rank = i16::from(*r) + i16::from(*forward) * i16::from(sign);
                    u8::try_from(file).is_ok_and(|f| u8::try_from(rank).is_ok_and(|r| to.contains(&(f, r))))
                })
            };
            all.iter().copied().filter(mobile).collect()
        };
        (from(&white, 1), from(&black, -1))
    }

    /// The lines with the moves of a type.
    fn move_lines(&mut self, number: usize) -> Vec<String> {
        let v = self.variant;
        if number == PAWN {
            return self.pawn_lines();
        }
        let key = KEYS.get(number).map_or("", |k| k.0);
        let (mut white, mut black) = self.reach(number);
        if v.on("immobilityIllegal") && !self.may_promote_everywhere(number) {
            let (w, b) = self.mobile(number);
            white.retain(|t| w.contains(t));
            black.retain(|t| b.contains(t));
        }
        let zone = self.zone(&format!("{}_reach", self.names[&number].to_lowercase()), &white, &black);
        if !v.word("diagonalLines", "").trim_matches(['-', ' ']).is_empty()
            && ["wazir", "soldier", "rook", "janggiCannon"].contains(&key)
            && v.has(number)
        {
            self.diagonal_refused();
        }
        let mut lines: Vec<(String, String, String)> = Vec::new();
        let mut moves = self.moves(number);
        if key == "soldier" && v.number("soldierPromotionRank", 1) > 1 {
            let rank = u8::try_from(v.number("soldierPromotionRank", 1)).unwrap_or(1);
            let ranks = v.ranks();
            let across: Tiles =
                tiles::all(v.files(), ranks).into_iter().filter(|(_, r)| *r >= rank).collect();
            let zone = self.zone("across", &across, &tiles::mirrored(&across, ranks));
            lines.push(("move".to_owned(), "n".to_owned(), String::new()));
            if let Zone::Each(name) = zone {
                lines.push(("move".to_owned(), "mirror(e)".to_owned(), format!("on {name}")));
            }
            moves.clear();
        }
        let passant = self.has_passant();
        if !moves.is_empty() {
            if key == "janggiCannon" {
                lines.push((
                    "move".to_owned(),
                    format!("rot(n*0.. n[piece not {0}] n*0.. n)[not {0}]", self.names[&number]),
                    String::new(),
                ));
                moves.clear();
            }
            if !passant {
                moves.iter_mut().for_each(|m| m.leaves_trace = false);
            }
            let initial: Vec<Move> =
                moves.iter().filter(|m| m.when == tilegame_betza::When::AtStart).cloned().collect();
            moves.retain(|m| m.when != tilegame_betza::When::AtStart);
            for rule in tilegame_betza::rules(&moves) {
                lines.push((rule.word.to_owned(), named(&rule.path), String::new()));
            }
            if !initial.is_empty() {
                for (test, colour) in Self::on(&self.double_steps()) {
                    let condition = [test, colour.map(|c| c.name().to_owned())]
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>()
                        .join(" and ");
                    for rule in tilegame_betza::rules(&initial) {
                        lines.push((rule.word.to_owned(), rule.path.clone(), condition.clone()));
                    }
                }
            }
        }
        let mut written = Vec::new();
        for (word, path, condition) in &lines {
            for (test, colour) in Self::on(&zone) {
                let path = match test {
                    None => path.clone(),
                    Some(test) => format!("{}[{test}]", bracketed(path)),
                };
                let tests =
                    [Some(condition.clone()).filter(|c| !c.is_empty()), colour.map(|c| c.name().to_owned())];
                written.push(line(
                    word,
                    &path,
                    &tests.into_iter().flatten().collect::<Vec<_>>().join(" and "),
                    "",
                ));
            }
        }
        if passant && self.takes_en_passant(number) {
            // Along ways that capture and do nothing else.
            let quiet: Vec<_> =
                moves.iter().filter(|m| m.mode == Mode::Quiet).map(|m| m.legs.clone()).collect();
            let only: Vec<Move> = moves
                .iter()
                .filter(|m| m.mode == Mode::Capture && !quiet.contains(&m.legs))
                .cloned()
                .collect();
            if !only.is_empty() {
                for rule in tilegame_betza::rules(&only) {
                    written.extend(self.en_passant(&rule.path));
                }
            }
        }
        written
    }

    fn diagonal_refused(&mut self) {
        if !self.messages.iter().any(|m| m.title.contains("`diagonalLines`")) {
            self.refuse("diagonalLines", "extra lines have no counterpart here yet");
        }
    }

    /// Captures en passant along a path.
    fn en_passant(&mut self, path: &str) -> Vec<String> {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let one = |c: Colour| {
            self.variant
                .region(&format!("enPassantRegion{}", c.name()))
                .unwrap_or_else(|| tiles::all(files, ranks))
        };
        let (white, black) = (one(Colour::White), one(Colour::Black));
        let zone = self.zone("passing_zone", &white, &black);
        let mut lines = Vec::new();
        for (test, colour) in Self::on(&zone) {
            let path = test.map_or(path.to_owned(), |test| format!("{}[{test}]", bracketed(path)));
            lines.push(format!(
                "capture {path} onto passant{}",
                colour.map_or(String::new(), |c| format!(" if {}", c.name()))
            ));
        }
        lines
    }

    fn double_steps(&mut self) -> Zone {
        let white = self.variant.region("doubleStepRegionWhite").unwrap_or_default();
        let black = self.variant.region("doubleStepRegionBlack").unwrap_or_default();
        self.zone("second_rank", &white, &black)
    }

    fn promotion_zone(&mut self) -> (Tiles, Tiles) {
        let white = self.variant.region("promotionRegionWhite").unwrap_or_default();
        let black = self.variant.region("promotionRegionBlack").unwrap_or_default();
        (white, black)
    }

    /// Whether promotion saves a type from standing where it could not move.
    fn may_promote_everywhere(&mut self, number: usize) -> bool {
        let v = self.variant;
        let promotes = v.promoted.contains_key(&number)
            || Colour::BOTH.iter().any(|c| v.of("promotionPawnTypes", *c).types.contains(&number));
        if !promotes {
            return false;
        }
        let (white, black) = self.mobile(number);
        let all = tiles::all(v.files(), v.ranks());
        let (zone_white, zone_black) = self.promotion_zone();
        all.iter().all(|t| white.contains(t) || zone_white.contains(t))
            && all.iter().all(|t| black.contains(t) || zone_black.contains(t))
    }

    fn pawn_lines(&mut self) -> Vec<String> {
        let v = self.variant;
        let mut lines = Vec::new();
        if v.ranks() < 2 {
            return lines;
        }
        let (white, black) = self.reach(PAWN);
        let mut blocked = (white, black);
        // Without anything to become, a pawn stops before its last rank.
        for (colour, tiles) in [(Colour::White, &mut blocked.0), (Colour::Black, &mut blocked.1)] {
            let none = v.of("promotionPieceTypes", colour).types.iter().all(|t| !v.has(*t));
            let is_pawn = v.of("promotionPawnTypes", colour).types.contains(&PAWN);
            if none && is_pawn && v.on("mandatoryPawnPromotion") && !v.promoted.contains_key(&PAWN) {
                let zone = v.region(&format!("promotionRegion{}", colour.name())).unwrap_or_default();
                tiles.retain(|t| !zone.contains(t));
            }
        }
        let reach = self.zone("pawn_reach", &blocked.0, &blocked.1);
        for (test, colour) in Self::on(&reach) {
            let end = test.map_or(String::new(), |t| format!("[{t}]"));
            let whose = colour.map_or("", Colour::name);
            lines.push(line("quiet", &format!("n{end}"), whose, ""));
            lines.push(line("capture", &format!("mirror(ne){end}"), whose, ""));
        }
        let mark = if self.has_passant() { "{mark passant}" } else { "" };
        let zone = self.double_steps();
        for (test, colour) in Self::on(&zone) {
            let test = [test, colour.map(|c| c.name().to_owned())]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" and ");
            lines.push(line("quiet", &format!("n{mark} n"), &test, ""));
        }
        let white = v.region("tripleStepRegionWhite").unwrap_or_default();
        let black = v.region("tripleStepRegionBlack").unwrap_or_default();
        let zone = self.zone("third_step", &white, &black);
        for (test, colour) in Self::on(&zone) {
            let test = [test, colour.map(|c| c.name().to_owned())]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" and ");
            lines.push(line("quiet", &format!("n{mark} n{mark} n"), &test, ""));
        }
        if self.has_passant() {
            lines.extend(self.en_passant("mirror(ne)"));
        }
        lines
    }

    /// What a type promotes to, as a pawn does.
    fn promotion_lines(&mut self, number: usize) -> Vec<String> {
        let v = self.variant;
        let (white, black) = self.promotion_zone();
        let of = |c: Colour| {
            let set = v.of("promotionPieceTypes", c);
            let promotes = v.of("promotionPawnTypes", c).types.contains(&number);
            let mut types: Vec<usize> = if promotes { set.types } else { Vec::new() };
            types.retain(|t| v.has(*t));
            types.dedup();
            types
        };
        let (to_white, to_black) = (of(Colour::White), of(Colour::Black));
        if to_white.is_empty() && to_black.is_empty() {
            return Vec::new();
        }
        let may = if v.on("mandatoryPawnPromotion") { "" } else { "may " };
        let empty = Tiles::new();
        let zone = self.zone(
            "last_rank",
            if to_white.is_empty() { &empty } else { &white },
            if to_black.is_empty() { &empty } else { &black },
        );
        let same = to_white == to_black || to_white.is_empty() || to_black.is_empty();
        let mut lines = Vec::new();
        for (test, colour) in Self::on(&zone) {
            let on = test.map_or(String::new(), |t| format!(" {t}"));
            let colours: Vec<(Vec<usize>, Option<Colour>)> = match (colour, same) {
                (None, true) => {
                    vec![(if to_white.is_empty() { to_black.clone() } else { to_white.clone() }, None)]
                }
                (None, false) => {
                    vec![(to_white.clone(), Some(Colour::White)), (to_black.clone(), Some(Colour::Black))]
                }
                (Some(Colour::White), _) => vec![(to_white.clone(), Some(Colour::White))],
                (Some(Colour::Black), _) => vec![(to_black.clone(), Some(Colour::Black))],
            };
            for (types, whose) in colours {
                let free: Vec<String> = types
                    .iter()
                    .filter(|t| !v.limits.contains_key(t))
                    .map(|t| self.names[t].clone())
                    .collect();
                let whose = whose.map(|c| c.name().to_owned());
                if !free.is_empty() {
                    lines.push(format!(
                        "{may}promote to {}{on}{}",
                        free.join(", "),
                        whose.as_ref().map_or(String::new(), |w| format!(" if {w}"))
                    ));
                }
                for limited in types.iter().filter(|t| v.limits.contains_key(t)) {
                    let name = &self.names[limited];
                    let test = format!("count(friend {name}) < {}", v.limits[limited]);
                    let test = whose.as_ref().map_or(test.clone(), |w| format!("{w} and {test}"));
                    lines.push(format!("{may}promote to {name}{on} if {test}"));
                }
            }
        }
        lines
    }

    /// The block of every piece.
    fn piece_blocks(&mut self) -> Vec<String> {
        let v = self.variant;
        let mut blocks = Vec::new();
        let mut order: Vec<usize> = v.pieces.keys().copied().collect();
        order.sort_by_key(|n| (*n != KING, if *n == PAWN { 1000 } else { *n }));
        for number in order {
            if !self.fits(number) {
                continue;
            }
            let letter = v.pieces[&number].letter.to_ascii_uppercase();
            let name = self.names[&number].clone();
            let royal = if self.is_royal(number) { " royal" } else { "" };
            let key = KEYS.get(number).map_or_else(
                || {
                    if number == KING {
                        "king".to_owned()
                    } else {
                        format!("customPiece{}", number + 1 - FIRST_CUSTOM)
                    }
                },
                |k| k.0.to_owned(),
            );
            let mut lines = Vec::new();
            let shape =
                if number == KING || name == "King" { "king" } else { KEYS.get(number).map_or("", |k| k.3) };
            if !shape.is_empty() {
                lines.push(format!("drawn as {shape}"));
            }
            let mut rules = if number == KING && v.pieces[&KING].betza.is_some() {
                self.custom_king()
            } else {
                self.move_lines(number)
            };
            let promotions = self.promotion_lines(number);
            rules.extend(promotions);
            if let Some(to) = v.promoted.get(&number) {
                rules.extend(self.shogi_promotion(number, *to));
            }
            lines.extend(rules);
            // What chess says already is not repeated.
            let standard = self.of_chess
                && CHESS.iter().any(|(k, l)| pieces::of(k) == number && l.to_ascii_uppercase() == letter);
            if standard && self.same_as_chess(number, &lines) {
                continue;
            }
            let verb = if self.of_chess
                && CHESS.iter().any(|(k, _)| KEYS.get(pieces::of(k)).map_or("King", |k| k.2) == name)
            {
                "replace "
            } else {
                ""
            };
            let comment = self.from(&[&key]);
            let mut block = String::new();
            if !comment.is_empty() {
                let _ = writeln!(block, "{}", comment.trim_start());
            }
            // Lines about its looks and its promotion move it nowhere.
            let is_rule = |line: &&String| !line.starts_with("drawn ");
            let still = if lines.iter().any(|line| is_rule(&line)) { "" } else { " still" };
            let _ = writeln!(block, "{verb}piece {name} \"{letter}\"{royal}{still}");
            for line in lines {
                let _ = writeln!(block, "    {line}");
            }
            blocks.push(block);
        }
        blocks
    }

    fn custom_king(&mut self) -> Vec<String> {
        let betza = self.variant.pieces[&KING].betza.clone().unwrap_or_default();
        let mut moves =
            Betza::read(&betza, Dialect::FairyStockfish).and_then(|b| b.moves()).unwrap_or_default();
        moves.retain(|m| {
            m.mode != Mode::EnPassant && m.when == tilegame_betza::When::Always && self.has_room(m)
        });
        let (white, black) = self.reach(KING);
        let zone = self.zone("palace", &white, &black);
        let mut lines = Vec::new();
        for rule in tilegame_betza::rules(&moves) {
            for (test, colour) in Self::on(&zone) {
                let path = named(&rule.path);
                let path = test.map_or(path.clone(), |t| format!("{}[{t}]", bracketed(&path)));
                lines.push(line(rule.word, &path, colour.map_or("", Colour::name), ""));
            }
        }
        lines
    }

    /// The state of a promoted piece, and how it gets into it.
    fn shogi_promotion(&mut self, number: usize, to: usize) -> Vec<String> {
        let v = self.variant;
        let (white, black) = self.promotion_zone();
        let zone = self.zone("far", &white, &black);
        let must = v.on("mandatoryPiecePromotion");
        let by = if v.on("piecePromotionOnCapture") { " by capture" } else { "" };
        let only_into = number == PAWN;
        let may = if must { "" } else { "may " };
        let limit = v.limits.get(&to).map(|n| format!("count(friend {}) < {n}", self.test(to)));
        let places = |test: &str| if only_into { format!(" {test}") } else { format!(" from or {test}") };
        let mut lines = Vec::new();
        let mut back = Vec::new();
        for (test, colour) in Self::on(&zone) {
            let conditions = [colour.map(|c| c.name().to_owned()), limit.clone()];
            let condition = conditions.into_iter().flatten().collect::<Vec<_>>().join(" and ");
            let condition = if condition.is_empty() { condition } else { format!(" if {condition}") };
            let place = test.as_deref().map_or(String::new(), places);
            lines.push(format!("{may}promote to promoted{by}{place}{condition}"));
            if v.on("pieceDemotion") {
                let whose = colour.map_or(String::new(), |c| format!(" if {}", c.name()));
                back.push(format!("{may}promote to not promoted{by}{place}{whose}"));
            }
        }
        // Where it could not move any more it must.
        if v.on("immobilityIllegal") && !must {
            let (white, black) = self.mobile(number);
            let all = tiles::all(v.files(), v.ranks());
            let dead =
                |mobile: &Tiles| -> Tiles { all.iter().copied().filter(|t| !mobile.contains(t)).collect() };
            let zone = self.zone("end_rank", &dead(&white), &dead(&black));
            for (test, colour) in Self::on(&zone) {
                let place = test.map_or(String::new(), |t| format!(" {t}"));
                lines.push(format!(
                    "promote to promoted{place}{}",
                    colour.map_or(String::new(), |c| format!(" if {}", c.name()))
                ));
            }
        }
        lines.push("state promoted \"+\"".to_owned());
        for line in self.move_lines(to).into_iter().chain(back) {
            lines.push(format!("    {line}"));
        }
        lines
    }

    /// Whether a piece of chess is as it is there.
    fn same_as_chess(&self, number: usize, lines: &[String]) -> bool {
        let v = self.variant;
        let expected: &[&str] = match number {
            KING => &["drawn as king", "move king"],
            PAWN => {
                let regions_same =
                    |name: &str, text: &str| self.regions.iter().any(|(n, t)| n == name && t == text);
                let same_zones = regions_same("second_rank", "rank 2 each")
                    && regions_same("last_rank", &format!("rank {} each", v.ranks()));
                return same_zones
                    && lines
                        == [
                            "drawn as pawn",
                            "quiet n",
                            "capture mirror(ne)",
                            "quiet n{mark passant} n if on second_rank",
                            "capture mirror(ne) onto passant",
                            "promote to Queen, Rook, Bishop, Knight on last_rank",
                        ];
            }
            _ => match KEYS[number].0 {
                "queen" => &["drawn as queen", "move queen"],
                "rook" => &["drawn as rook", "move rook"],
                "bishop" => &["drawn as bishop", "move bishop"],
                "knight" => &["drawn as knight", "move knight"],
                _ => &[],
            },
        };
        lines == expected
    }

    /// The castling clause: none, that of chess (as it is), or another one.
    fn castling(&mut self) -> Option<String> {
        let v = self.variant;
        let rights = self.fields.get(1).cloned().unwrap_or_default();
        let rights: String = rights.chars().filter(|c| "KQkq".contains(*c)).collect();
        let dropped = v.on("castlingDroppedPiece");
        if !v.on("castling") || rights.is_empty() && !dropped {
            return None;
        }
        if dropped {
            self.refuse("castlingDroppedPiece", "dropped rooks that castle have no counterpart here yet");
        }
        let kings: Vec<usize> =
            v.of("castlingKingPiece", Colour::White).types.into_iter().filter(|t| v.has(*t)).collect();
        let rooks: Vec<usize> =
            v.of("castlingRookPieces", Colour::White).types.into_iter().filter(|t| v.has(*t)).collect();
        let (Some(king), false) = (kings.first().copied(), rooks.is_empty()) else { return None };
        let file =
            |key: &str, default: u8| v.values.get(key).and_then(|f| crate::keys::file(f)).unwrap_or(default);
        let (short, long) = (file("castlingKingsideFile", 7), file("castlingQueensideFile", 3));
        let rank = u8::try_from(v.number("castlingRank", 1)).unwrap_or(1);
        let names: Vec<String> = rooks.iter().map(|t| self.names[t].clone()).collect();
        let partner = if names.len() > 1 { "partner".to_owned() } else { names.concat() };
        let king_name = self.names[&king].clone();
        if short > v.files() || long < 1 || short < 2 {
            return None;
        }
        let tile = |f: u8| tiles::name((f, rank));
        let mut text = format!("castling {king_name} with {}\n", names.join(", "));
        let mut side = |sign: char, way: &str, name: &str, to: u8, beside: u8| {
            if rights.to_uppercase().contains(sign) || dropped {
                let _ = writeln!(
                    text,
                    "    side {way} {name:<7} right \"{sign}\"    {king_name} to {}, {partner} to {}",
                    tile(to),
                    tile(beside)
                );
            }
        };
        side('K', "e", "\"O-O\"", short, short - 1);
        side('Q', "w", "\"O-O-O\"", long, long + 1);
        if !self.is_royal(king) && !self.pseudo_royals().contains(&king) {
            text.push_str("    safe if empty or piece\n");
        }
        Some(text)
    }

    fn drops(&mut self) {
        let v = self.variant;
        if !v.on("pieceDrops") {
            return;
        }
        if v.on("dropOppositeColoredBishop") {
            self.refuse("dropOppositeColoredBishop", "bishops on both colours have no counterpart here yet");
        }
        let (files, ranks) = (v.files(), v.ranks());
        let all: Tiles = tiles::all(files, ranks).into_iter().filter(|t| !self.holes.contains(t)).collect();
        let doubled =
            v.sets.get("dropNoDoubled").and_then(|s| s.types.first().copied()).filter(|t| v.has(*t));
        let mut groups: Vec<(Tiles, Tiles, bool, bool, Vec<String>)> = Vec::new();
        let kinds: Vec<usize> =
            v.pieces.keys().copied().filter(|n| *n != KING || self.in_hand(KING)).collect();
        for number in kinds {
            if !self.fits(number) {
                continue;
            }
            // With a limit of none on a file, it is never dropped.
            if doubled == Some(number) && v.number("dropNoDoubledCount", 1) == 0 {
                continue;
            }
            let (reach_white, reach_black) = self.reach(number);
            let immobile = v.on("immobilityIllegal").then(|| self.mobile(number));
            let (far_white, far_black) = self.promotion_zone();
            let allowed = |colour: Colour, reach: &Tiles, mobile: Option<&Tiles>, far: &Tiles| -> Tiles {
                let zone = v.region(&format!("dropRegion{}", colour.name())).unwrap_or_else(|| all.clone());
                let home = if colour == Colour::White { 1 } else { ranks };
                all.iter()
                    .copied()
                    .filter(|t| zone.contains(t) && reach.contains(t) && mobile.is_none_or(|m| m.contains(t)))
                    .filter(|t| number != PAWN || v.on("promotionZonePawnDrops") || !far.contains(t))
                    .filter(|t| number != PAWN || v.on("firstRankPawnDrops") || t.1 != home)
                    .collect()
            };
            let white = allowed(Colour::White, &reach_white, immobile.as_ref().map(|i| &i.0), &far_white);
            let black = allowed(Colour::Black, &reach_black, immobile.as_ref().map(|i| &i.1), &far_black);
            let name = self.names[&number].clone();
            let mate =
                v.on("shogiPawnDropMateIllegal") && KEYS.get(number).is_some_and(|k| k.0 == "shogiPawn");
            let limited = doubled == Some(number);
            let mut words = vec![name.clone()];
            if v.on("dropPromoted") && v.promoted.contains_key(&number) {
                words.push(format!("{name} promoted"));
            }
            match groups.iter_mut().find(|g| (&g.0, &g.1, g.2, g.3) == (&white, &black, limited, mate)) {
                Some(group) => group.4.extend(words),
                None => groups.push((white, black, limited, mate, words)),
            }
        }
        if let Some(number) = doubled {
            let allowed = v.number("dropNoDoubledCount", 1);
            let test = self.test(number);
            let test = match allowed {
                0 => String::new(),
                1 => format!(
                    "test second_one = sees (n[empty or piece]*1.., s[empty or piece]*1..)[friend {test}]"
                ),
                _ => {
                    self.refuse(
                        "dropNoDoubledCount",
                        "files with more than one such piece have no counterpart here yet",
                    );
                    String::new()
                }
            };
            if !test.is_empty() {
                self.tests.push(test);
            }
        }
        let mut labels = Vec::new();
        let enclosing = v.word("enclosingDrop", "none").to_owned();
        let sees = match enclosing.as_str() {
            "top" => " and not sees s[empty]",
            "reversi" => " and sees enclosing",
            "snort" => " and not sees rot(n)[enemy]",
            "anyside" => " and (on rim or sees rot(n*0.. n[on rim]) or not sees rot(n)[empty])",
            _ => "",
        };
        if enclosing == "anyside" {
            self.refuse("enclosingDrop", "this kind has no counterpart here yet");
        }
        // Until these tiles are full, pieces are dropped there only, whether they enclose anything or not.
        let first = v.region("enclosingDropStart").unwrap_or_default();
        let open = enclosing != "none" && first.iter().any(|t| self.is_empty_at_start(*t));
        let start_zone = if open {
            let text = tiles::written(&first, files, ranks);
            let name = self.region("first_tiles", &text);
            let names: Vec<String> = groups.iter().flat_map(|g| g.4.clone()).collect();
            let effect = if v.values.contains_key("free drops") { "put" } else { "drop" };
            let flips =
                if v.word("flipEnclosedPieces", "none") == "reversi" { ", along enclosed" } else { "" };
            self.turn
                .push(format!("choose empty on {name}: {effect} {}{flips}  as first_drop", names.join(", ")));
            Some(name)
        } else {
            None
        };
        for (index, (white, black, limited, mate, names)) in groups.iter().enumerate() {
            let zone = self.zone("drop_zone", white, black);
            for (number, (test, colour)) in Self::on(&zone).into_iter().enumerate() {
                let test = test.map_or(String::new(), |t| format!(" {t}"));
                let limit = if *limited { " and not second_one" } else { "" };
                let later = start_zone.as_ref().map(|name| format!("no (empty on {name})"));
                let conditions = [colour.map(|c| format!("{} to move", c.name())), later];
                let whose = conditions.into_iter().flatten().collect::<Vec<_>>().join(" and ");
                let whose = if whose.is_empty() { whose } else { format!(" if {whose}") };
                let label = match (*mate, index, number) {
                    (true, _, 0) => "pawn_drop".to_owned(),
                    (true, ..) => format!("pawn_drop_{number}"),
                    _ => format!("drop_{}{}", index + 1, if number > 0 { "b" } else { "" }),
                };
                let effect = if v.values.contains_key("free drops") { "put" } else { "drop" };
                let flips =
                    if v.word("flipEnclosedPieces", "none") == "reversi" { ", along enclosed" } else { "" };
                self.turn.push(format!(
                    "choose empty{test}{limit}{sees}{whose}: {effect} {}{flips}  as {label}",
                    names.join(", ")
                ));
                if *mate && self.royal_check() {
                    for name in names {
                        self.end.push(format!(
                            "drop_mate{}: win if stuck and check and some enemy {name} just did {label}",
                            if number > 0 { format!("_{number}") } else { String::new() }
                        ));
                    }
                }
                labels.push(label);
            }
        }
        if v.on("capturesToHand") {
            // States are lost in a hand; other promotions only if this is said.
            let pawns = v.pieces.keys().any(|n| self.fits(*n) && !self.promotion_lines_of(*n).is_empty());
            let word = if v.on("dropLoop") || !pawns { "keep captured" } else { "keep captured unpromoted" };
            self.turn.insert(0, word.to_owned());
        }
        if v.on("mustDrop") && !labels.is_empty() {
            if labels.len() == 1 {
                self.turn.push(format!("prefer {}", labels[0]));
            } else {
                self.refuse("mustDrop", "several sorts of drops cannot be preferred together yet");
            }
        }
        if !v.on("dropChecks") && v.values.contains_key("dropChecks") {
            let checks = self.royal_check();
            for label in labels.iter().filter(|_| checks) {
                self.turn.push(format!("after {label} if some enemy royal attacked: illegal"));
            }
        }
    }

    /// What a type can become as a pawn does, for either player.
    fn promotion_lines_of(&self, number: usize) -> Vec<usize> {
        let v = self.variant;
        let of = |c: &Colour| {
            let promotes = v.of("promotionPawnTypes", *c).types.contains(&number);
            if promotes { v.of("promotionPieceTypes", *c).types } else { Vec::new() }
        };
        Colour::BOTH.iter().flat_map(of).filter(|t| v.has(*t)).collect()
    }

    /// Whether nothing stands on a tile at the start.
    fn is_empty_at_start(&self, (file, rank): (u8, u8)) -> bool {
        let rows: Vec<&str> = self.placement.split('/').collect();
        let Some(row) = rows.get(usize::from(self.variant.ranks() - rank)) else { return true };
        let mut at = 0_u16;
        let mut gap = 0_u16;
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                gap = gap * 10 + digit as u16;
                continue;
            }
            at += std::mem::take(&mut gap);
            if sign.is_ascii_alphabetic() || sign == '*' {
                at += 1;
                if at == u16::from(file) {
                    return false;
                }
            }
        }
        true
    }

    fn in_hand(&self, number: usize) -> bool {
        let letter = self.variant.pieces.get(&number).map_or('?', |p| p.letter);
        self.hand.as_deref().unwrap_or_default().to_lowercase().contains(letter)
    }

    /// How many pieces of a kind a player has, on the board and in the hand.
    fn amount(&self, whose: &str, set: &Set) -> String {
        let test = self.any_of(set);
        let count = format!("count({whose} {test})");
        if !self.variant.on("pieceDrops") {
            return count;
        }
        let in_hand = match set.all {
            true => "piece".to_owned(),
            false => {
                let names: Vec<String> =
                    set.types.iter().filter(|t| self.fits(**t)).map(|t| self.names[t].clone()).collect();
                names.join(" or ")
            }
        };
        if in_hand.is_empty() {
            return count;
        }
        let of = if whose == "enemy" { " of enemy" } else { "" };
        format!("{count} + hand({in_hand}){of}")
    }

    /// What is legal, what happens after moves.
    fn consequences(&mut self) {
        let v = self.variant;
        let royal = v.pieces.keys().any(|n| self.is_royal(*n) && self.fits(*n));
        let simple = self.simple_royals();
        let mut changing: Vec<usize> =
            self.pseudo_royals().into_iter().filter(|t| !simple.contains(t)).collect();
        if v.has(KING) && !self.fits(KING) {
            changing.push(KING);
        }
        let limit = v.number("extinctionPieceCount", 0) + 1;
        if !changing.is_empty() {
            let parts: Vec<String> = changing
                .iter()
                .map(|t| {
                    let name = self.test(*t);
                    if *t == KING {
                        return format!("some (friend attacked {name})");
                    }
                    format!("count(friend {name}) <= {limit} and some (friend attacked {name})")
                })
                .collect();
            self.tests.push(format!("test exposed = {}", parts.join(" or ")));
        }
        let blast = v.on("blastOnCapture");
        let atomic = blast && !simple.is_empty();
        let mut legal: Vec<String> = Vec::new();
        let checking = v.on("checking");
        if v.on("flyingGeneral") {
            self.tests.push("test facing = some friend royal sees (n, s)*inf[enemy royal]".to_owned());
        }
        if atomic {
            let words: Vec<&str> = vec!["some friend royal", "(no enemy royal or not check)"];
            legal.push(words.join(" and "));
        } else if royal && checking {
            legal.push("no friend royal attacked".to_owned());
        } else if royal {
            legal.push("no royal attacked".to_owned());
        }
        if !changing.is_empty() {
            legal.push("not exposed".to_owned());
            if !checking {
                self.refuse(
                    "checking",
                    "no checks together with pieces that become royal have no counterpart here yet",
                );
            }
        }
        if v.on("flyingGeneral") {
            legal.push("not facing".to_owned());
        }
        let own_check = match (royal, changing.is_empty(), atomic) {
            (_, _, true) => Some("some friend royal attacked and no friend royal sees king[enemy royal]"),
            (true, false, _) => Some("some friend royal attacked or exposed"),
            (false, false, _) => Some("exposed"),
            (true, true, _) => None,
            (false, true, _) => Some(""),
        };
        match own_check {
            Some("") | None => {}
            Some(test) => self.tests.push(format!("replace test check = {test}")),
        }
        let expected = legal.join(" and ");
        if expected != "no friend royal attacked" {
            if expected.is_empty() {
                if self.uses_checkmate() {
                    self.turn.push("remove legal".to_owned());
                }
            } else {
                self.turn.push(format!(
                    "legal if {expected}{}",
                    self.from(&["extinctionPseudoRoyal", "checking", "flyingGeneral"])
                ));
            }
        }
        if v.on("mustCapture") {
            self.turn.push(format!("prefer capture{}", self.from(&["mustCapture"])));
        }
        if v.on("passOnStalemate") || v.on("passOnStalemateWhite") {
            self.turn.push("may pass".to_owned());
            self.turn.push("prefer move".to_owned());
            self.counters.push("counter passes = 0     # how many passes there have just been".to_owned());
            self.turn.push("after move: passes = 0".to_owned());
            self.turn.push("after pass: passes + 1".to_owned());
            if v.word("materialCounting", "none") == "unweighted" {
                self.end.push("most: win if passes >= 2 and count(friend) > count(enemy)".to_owned());
                self.end.push("fewest: loss if passes >= 2 and count(friend) < count(enemy)".to_owned());
            }
            self.end.push("both_passed: draw if passes >= 2".to_owned());
        }
        if blast {
            let spared = if v.has(PAWN) { "[piece not Pawn]" } else { "[piece]" };
            self.turn.push(format!("after capture: take, along king{spared}{{take}}  as explosion"));
        }
        if let Some(set) = v.sets.get("petrifyOnCaptureTypes").filter(|s| !s.types.is_empty()) {
            if blast {
                self.refuse(
                    "petrifyOnCaptureTypes",
                    "together with explosions it has no counterpart here yet",
                );
            } else {
                let names: Vec<String> = set.types.iter().map(|t| self.names[t].clone()).collect();
                self.turn.push(format!("after capture if {}: become Stone", names.join(" or ")));
            }
        }
        if v.on("dupleCheck") {
            self.refuse("dupleCheck", "it has no counterpart here yet");
        }
    }

    /// Whether `checkmate` is one of the modules.
    fn uses_checkmate(&self) -> bool {
        self.of_chess
            || self.variant.pieces.keys().any(|n| self.is_royal(*n))
            || !self.pseudo_royals().is_empty()
    }

    fn endings(&mut self) {
        let v = self.variant;
        let opposite = |value: &str| match value {
            "win" => "loss",
            "loss" => "win",
            _ => "draw",
        };
        let value = v.word("extinctionValue", "none").to_owned();
        let set = v.sets.get("extinctionPieceTypes").cloned().unwrap_or_default();
        let tested = !v.on("extinctionPseudoRoyal") || v.on("blastOnCapture");
        let present = set.all || set.types.iter().any(|t| v.has(*t));
        if value != "none" && tested && present {
            let count = v.number("extinctionPieceCount", 0);
            let other = v.number("extinctionOpponentPieceCount", 0);
            let claim = v.on("extinctionClaim");
            let groups: Vec<Set> = if set.all {
                vec![Set { all: true, types: vec![] }]
            } else {
                set.types.iter().filter(|t| v.has(**t)).map(|t| Set { all: false, types: vec![*t] }).collect()
            };
            let everything = Set { all: true, types: vec![] };
            let test = |whose: &str, others: &str, extra: u32| {
                let few: Vec<String> = groups
                    .iter()
                    .map(|g| match (count, v.on("pieceDrops")) {
                        (0, false) => format!("no {whose} {}", self.any_of(g)),
                        _ => format!("{} <= {count}", self.amount(whose, g)),
                    })
                    .collect();
                let few = if few.len() == 1 { few.concat() } else { format!("({})", few.join(" or ")) };
                let least = other + extra;
                if least > 0 {
                    format!("{few} and {} >= {least}", self.amount(others, &everything))
                } else {
                    few
                }
            };
            let comment = self.from(&["extinctionValue", "extinctionPieceTypes", "extinctionPieceCount"]);
            let enemy = test("enemy", "friend", 0);
            let own = test("friend", "enemy", u32::from(claim));
            self.end.push(format!("enemy_extinct: {} if {enemy}{comment}", opposite(&value)));
            self.end.push(format!("extinct: {value} if {own}"));
        }
        self.flags();
        if v.on("checkCounting") {
            self.counters.push(format!(
                "counter checks = {} each     # checks that this player still has to give",
                self.checks().0.max(self.checks().1)
            ));
            self.turn.push("after move if some enemy royal attacked: checks - 1".to_owned());
            self.end
                .push(format!("last_check: loss if checks of enemy <= 0{}", self.from(&["checkCounting"])));
        }
        self.connections();
        for (key, name, test) in
            [("checkmateValue", "checkmate", "stuck and check"), ("stalemateValue", "stalemate", "stuck")]
        {
            let default = if name == "checkmate" { "loss" } else { "draw" };
            let value = v.word(key, default).to_owned();
            let royal = self.royal_check();
            if name == "checkmate" && !royal {
                if self.uses_checkmate() {
                    self.end.push("remove checkmate".to_owned());
                }
                continue;
            }
            if v.on("stalematePieceCount") && name == "stalemate" {
                if self.uses_checkmate() {
                    self.end.push("remove stalemate".to_owned());
                }
                self.end.push(format!("fewer: {value} if stuck and count(friend) < count(enemy)"));
                self.end
                    .push(format!("more: {} if stuck and count(friend) > count(enemy)", opposite(&value)));
                self.end.push("as_many: draw if stuck".to_owned());
                continue;
            }
            let replaces = if self.uses_checkmate() { "replace " } else { "" };
            if value != default || !self.uses_checkmate() {
                self.end.push(format!("{replaces}{name}: {value} if {test}{}", self.from(&[key])));
            }
        }
    }

    /// Whether there can be a check.
    fn royal_check(&self) -> bool {
        self.variant.pieces.keys().any(|n| self.is_royal(*n)) || !self.pseudo_royals().is_empty()
    }

    fn flags(&mut self) {
        let v = self.variant;
        let white = v.region("flagRegionWhite").unwrap_or_default();
        let black = v.region("flagRegionBlack").unwrap_or_default();
        if white.is_empty() && black.is_empty() {
            return;
        }
        let zone = self.zone("goal", &white, &black);
        let set = v.of("flagPiece", Colour::White);
        let black_set = v.of("flagPiece", Colour::Black);
        let count = v.number("flagPieceCount", 1);
        let comment = self.from(&["flagPiece", "flagRegion", "flagRegionWhite", "flagRegionBlack"]);
        if v.on("flagPieceSafe") && v.on("flagMove") {
            self.refuse("flagPieceSafe", "together with `flagMove` it has no counterpart here yet");
        }
        let safe = if v.on("flagPieceSafe") { " and not attacked" } else { "" };
        let racing = v.on("flagMove");
        let cases: Vec<(String, Option<Colour>, Set)> = match &zone {
            Zone::Each(name) if set == black_set => vec![(name.clone(), None, set)],
            Zone::Each(name) => {
                vec![(name.clone(), Some(Colour::White), set), (name.clone(), Some(Colour::Black), black_set)]
            }
            Zone::Two(names) => Colour::BOTH
                .iter()
                .zip(names)
                .zip([set, black_set])
                .filter_map(|((colour, name), set)| Some((name.clone()?, Some(*colour), set)))
                .collect(),
            _ => Vec::new(),
        };
        for (at, (name, colour, set)) in cases.iter().enumerate() {
            let piece = self.any_of(set);
            let comment = if at == 0 { comment.as_str() } else { "" };
            let suffix = if at == 0 { "" } else { "_2" };
            // The player who has reached it has just moved.
            let (who, turn) = match colour {
                None => ("enemy".to_owned(), String::new()),
                Some(colour) => (
                    colour.name().to_owned(),
                    format!(" and {} to move", if *colour == Colour::White { "Black" } else { "White" }),
                ),
            };
            // A region of each player is that of the player who is asked: the enemy's is the mirror image.
            let on = format!("on {name}");
            let own_region = self.regions.iter().any(|(n, t)| n == name && t.ends_with(" each"));
            let on = if own_region && colour.is_none() {
                let text = self.enemy_region(name);
                format!("on {text}")
            } else {
                on
            };
            let reached = |who: &str, on: &str| match count {
                1 if safe.is_empty() && !piece.contains(' ') => format!("some {who} {piece} {on}"),
                1 => format!("some ({who} {on} {piece}{safe})"),
                _ => format!("count({who} {on} {piece}{safe}) >= {count}"),
            };
            if racing {
                let on_own = format!("on {name}");
                self.end.push(format!(
                    "level: draw if {} and {}",
                    reached("friend", &on_own),
                    reached("enemy", &on)
                ));
                self.end.push(format!("home: win if {}{comment}", reached("friend", &on_own)));
                self.end.push(format!(
                    "late: loss if {} and (White to move or not can {piece} onto {on_own})",
                    reached("enemy", &on)
                ));
                continue;
            }
            self.end.push(format!("goal{suffix}: loss if {}{turn}{comment}", reached(&who, &on)));
            if v.on("flagPieceBlockedWin") {
                self.end
                    .push(format!("full{suffix}: loss if some {who} {piece} {on} and no (empty {on}){turn}"));
            }
        }
    }

    /// The region of the other player.
    fn enemy_region(&mut self, name: &str) -> String {
        let Some((_, text)) = self.regions.iter().find(|(n, _)| n == name) else { return name.to_owned() };
        let text = text.trim_end_matches(" each").to_owned();
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let own = self.tiles_of(&text);
        let other = self.other_side(&own);
        let written = format!("{} each", tiles::written(&other, files, ranks));
        self.region(&format!("enemy_{name}"), &written)
    }

    /// The tiles of a text that this module has written.
    fn tiles_of(&self, text: &str) -> Tiles {
        let v = self.variant;
        for key in ["flagRegionWhite", "promotionRegionWhite", "doubleStepRegionWhite", "dropRegionWhite"] {
            if let Some(tiles) = v.region(key)
                && tiles::written(&tiles, v.files(), v.ranks()) == text
            {
                return tiles;
            }
        }
        Tiles::new()
    }

    fn checks(&self) -> (u32, u32) {
        let field = self.fields.iter().find(|f| f.contains('+')).cloned().unwrap_or_default();
        let mut numbers = field.trim_start_matches('+').split('+').map(|n| n.parse().unwrap_or(1));
        (numbers.next().unwrap_or(1), numbers.next().unwrap_or(1))
    }

    fn connections(&mut self) {
        let v = self.variant;
        let value = match v.word("connectValue", "win") {
            "loss" => "win",
            "draw" => "draw",
            _ => "loss",
        };
        let set = v.sets.get("connectPieceTypes").cloned().unwrap_or(Set { all: true, types: vec![] });
        let kind = if set.all { String::new() } else { format!(" {}", self.any_of(&set)) };
        let who = format!("enemy{kind}");
        let mut ways = Vec::new();
        for (key, way) in [
            ("connectVertical", vec!["n"]),
            ("connectHorizontal", vec!["e"]),
            ("connectDiagonal", vec!["ne", "se"]),
        ] {
            if v.on(key) {
                ways.extend(way);
            }
        }
        let chain = |way: &str, n: u32, gap: &str| {
            (1..n).map(|_| format!("{gap}{way}[{who}]")).collect::<Vec<_>>().join(" ")
        };
        let n = v.number("connectN", 0);
        if n > 1 && !ways.is_empty() {
            let paths: Vec<String> = ways.iter().map(|w| chain(w, n, "")).collect();
            self.end.push(format!(
                "connected_line: {value} if some {who} sees ({}){}",
                paths.join(", "),
                self.from(&["connectN", "connectValue"])
            ));
        }
        let n = v.number("collinearN", 0);
        if n > 1 && !ways.is_empty() {
            let paths: Vec<String> =
                ways.iter().map(|w| chain(w, n, &format!("{w}[empty or piece]*0.. "))).collect();
            self.end.push(format!("in_line: {value} if some {who} sees ({})", paths.join(", ")));
        }
        let n = v.number("connectNxN", 0);
        if n > 1 {
            // Along the square's rows, back and forth.
            let mut steps = Vec::new();
            for row in 0..n {
                if row > 0 {
                    steps.push(format!("n[{who}]"));
                }
                let way = if row % 2 == 0 { "e" } else { "w" };
                steps.extend((1..n).map(|_| format!("{way}[{who}]")));
            }
            self.end.push(format!("square: {value} if some {who} sees {}", steps.join(" ")));
        }
        if v.values.contains_key("connectRegion1White") || v.values.contains_key("connectRegion1Black") {
            let steps: Vec<String> = ["n", "e", "s", "w"]
                .iter()
                .filter(|w| {
                    v.on(if matches!(**w, "n" | "s") { "connectVertical" } else { "connectHorizontal" })
                })
                .map(|w| format!("{w}[{who}]"))
                .chain(if v.on("connectDiagonal") {
                    ["ne", "se", "sw", "nw"].map(|w| format!("{w}[{who}]")).to_vec()
                } else {
                    vec![]
                })
                .collect();
            for colour in Colour::BOTH {
                let one = v.region(&format!("connectRegion1{}", colour.name())).unwrap_or_default();
                let two = v.region(&format!("connectRegion2{}", colour.name())).unwrap_or_default();
                if one.is_empty() || two.is_empty() {
                    continue;
                }
                let (files, ranks) = (v.files(), v.ranks());
                let lower = colour.name().to_lowercase();
                let (one, two) = (tiles::written(&one, files, ranks), tiles::written(&two, files, ranks));
                let from = self.region(&format!("{lower}_side"), &one);
                let to = self.region(&format!("{lower}_other_side"), &two);
                let other = if colour == Colour::White { "Black" } else { "White" };
                self.end.push(format!(
                    "{lower}_connects: {value} if {other} to move and some enemy on {from} sees (({})*inf)[on {to}]",
                    steps.join(" | ")
                ));
            }
        }
    }

    fn draws(&mut self) {
        let v = self.variant;
        let moves = v.number("nMoveRule", 50);
        let fold = v.number("nFoldRule", 3);
        let value = v.word("nFoldValue", "draw").to_owned();
        let perpetual = v.on("perpetualCheckIllegal") && self.royal_check();
        let comment = self.from(&["nFoldRule", "nFoldValue"]);
        if self.of_chess {
            self.matches.push("remove dead_position".to_owned());
            self.matches.push("remove bare_king".to_owned());
            if moves != 50 {
                self.matches.push("remove seventy_five".to_owned());
                self.matches.push("remove fifty".to_owned());
            }
            if fold != 3 || value != "draw" || perpetual {
                self.matches.push("remove fivefold".to_owned());
                self.matches.push("remove threefold".to_owned());
            }
        }
        if moves > 0 && (moves != 50 || !self.of_chess) {
            self.matches.push(format!(
                "no_progress: draw if clock >= {}{}",
                moves * 2,
                self.from(&["nMoveRule"])
            ));
        }
        if perpetual {
            if fold != 3 {
                self.tests.push(format!("replace test recurs = repeated >= {fold}"));
            }
            if value != "draw" {
                self.matches.push(format!("replace repetition: {value} if recurs{comment}"));
            }
        } else if fold > 0 && (fold != 3 || value != "draw" || !self.of_chess) {
            self.matches.push(format!("repetition: {value} if repeated >= {fold}{comment}"));
        }
    }

    fn notation(&mut self) -> Vec<String> {
        let v = self.variant;
        let mut lines = Vec::new();
        let passant = self.has_passant();
        let checks = if v.on("checkCounting") { ", count checks \"+\"" } else { "" };
        if self.of_chess {
            if v.on("checkCounting") {
                lines.push(format!(
                    "fen placement, turn, castling, mark passant{checks}, count clock, count moves"
                ));
            }
            if !self.royal_check() {
                lines.push("remove check".to_owned());
                lines.push("remove final".to_owned());
            }
        } else {
            let castles = self.castling().is_some();
            let third = if castles { "castling" } else { "\"-\"" };
            let fourth = if passant { "mark passant" } else { "\"-\"" };
            lines.push(format!("fen placement, turn, {third}, {fourth}{checks}, count clock, count moves"));
            if v.has(PAWN) {
                lines.push("nameless Pawn".to_owned());
            }
            if castles {
                lines.push("uci castling target".to_owned());
            }
        }
        let unusual = !self.pseudo_royals().is_empty()
            || v.has(KING) && !(self.placement.contains('k') && self.placement.contains('K'));
        if unusual || !v.on("checking") {
            lines.push("valid if some (empty or piece)".to_owned());
        }
        lines
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
        if perpetual {
            modules.push("perpetual_check");
        }
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
            let seat = if self.rotated { "facing s" } else { "mirrored" };
            let _ = writeln!(text, "players\n    White \"w\"\n    Black \"b\" {seat}\n");
        }
        // Regions of chess are replaced only where they are others.
        let mut written = false;
        for (name, tiles) in &self.regions {
            let inherited = self.of_chess && (name == "second_rank" || name == "last_rank");
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
        if v.word("enclosingDrop", "none") == "reversi" {
            self.tests
                .push("path enclosing = rot(n[enemy]*1.. n[friend], ne[enemy]*1.. ne[friend])".to_owned());
        }
        if v.word("flipEnclosedPieces", "none") == "reversi" {
            self.tests.push("path enclosed  = rot(n[enemy]{join friend}*1.. n[friend], ne[enemy]{join friend}*1.. ne[friend])".to_owned());
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
            self.turn.push("after move: clock + 1".to_owned());
            self.turn.push(format!("after capture{}: clock = 0", pawns.concat()));
            self.turn.push("after Black: moves + 1".to_owned());
        } else if !v.has(PAWN) {
            self.turn.push("remove progress".to_owned());
            self.turn.push("after capture: clock = 0".to_owned());
        }
        for (head, lines) in [("turn", &self.turn), ("end", &self.end), ("match", &self.matches)] {
            if !lines.is_empty() {
                let _ = writeln!(text, "{head}");
                for line in lines {
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

    fn setup(&self) -> String {
        let v = self.variant;
        let hand = if v.on("pieceDrops") && !v.values.contains_key("free drops") {
            format!("[{}]", self.hand.as_deref().unwrap_or_default())
        } else {
            String::new()
        };
        let side = match self.fields.first().map(String::as_str) {
            Some("b") => "b",
            _ => "w",
        };
        let rights: String =
            self.fields.get(1).map_or(String::new(), |f| f.chars().filter(|c| "KQkq".contains(*c)).collect());
        let castles = v.on("castling") && !rights.is_empty() && self.has_castling();
        let rights = if castles { rights } else { "-".to_owned() };
        let checks = if v.on("checkCounting") {
            format!(" {}+{}", self.checks().0, self.checks().1)
        } else {
            String::new()
        };
        format!("{}{hand} {side} {rights} -{checks} 0 1", self.placement)
    }

    fn has_castling(&self) -> bool {
        let v = self.variant;
        let some = |key: &str| v.of(key, Colour::White).types.iter().any(|t| v.has(*t));
        some("castlingKingPiece") && some("castlingRookPieces")
    }
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
