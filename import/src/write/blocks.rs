//! The blocks of the pieces, and their moves.

use std::fmt::Write as _;

use tilegame_betza::{Betza, Dialect, Mode, Move};

use super::{CHESS, Writer, Zone, all_of, bracketed, line, named};
use crate::pieces::{self, FIRST_CUSTOM, KEYS, KING, PAWN};
use crate::tiles::{self, Tiles};

impl Writer<'_> {
    /// What a type does on the board: its single moves.
    pub(super) fn moves(&self, number: usize) -> Vec<Move> {
        let betza = self.variant.betza(number);
        let read = Betza::read(&betza, Dialect::FairyStockfish);
        let mut moves = read.and_then(|b| b.moves()).unwrap_or_default();
        // Whether a piece takes en passant is said by a set.
        moves.retain(|m| m.mode != Mode::EnPassant && self.has_room(m));
        moves
    }

    /// Whether the board is large enough for a move.
    pub(super) fn has_room(&self, made: &Move) -> bool {
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

    /// The tiles to which a type can go.
    pub(super) fn reach(&mut self, number: usize) -> (Tiles, Tiles) {
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
    pub(super) fn mobile(&mut self, number: usize) -> (Tiles, Tiles) {
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
    pub(super) fn move_lines(&mut self, number: usize) -> Vec<String> {
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
                lines.push((rule.word.to_owned(), named(&rule.path.to_string()), String::new()));
            }
            if !initial.is_empty() {
                for (test, colour) in Self::on(&self.double_steps()) {
                    let condition = all_of([test, colour.map(|c| c.name().to_owned())]);
                    for rule in tilegame_betza::rules(&initial) {
                        lines.push((rule.word.to_owned(), rule.path.to_string(), condition.clone()));
                    }
                }
            }
        }
        lines.extend(self.diagonal_rules(number));
        let mut written = Vec::new();
        for (word, path, condition) in &lines {
            for (test, colour) in Self::on(&zone) {
                let path = match test {
                    None => path.clone(),
                    Some(test) => format!("{}[{test}]", bracketed(path)),
                };
                let tests =
                    [Some(condition.clone()).filter(|c| !c.is_empty()), colour.map(|c| c.name().to_owned())];
                written.push(line(word, &path, &all_of(tests), ""));
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
                    written.extend(self.en_passant(number, &rule.path.to_string()));
                }
            }
        }
        written
    }

    /// The block of every piece.
    pub(super) fn piece_blocks(&mut self) -> Vec<String> {
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
            let promotions = match self.sittuyin_lines(number) {
                Some(lines) => lines,
                None => self.promotion_lines(number),
            };
            rules.extend(promotions);
            if let Some(to) = v.promoted.get(&number) {
                rules.extend(self.shogi_promotion(number, *to));
            }
            if let Some(worth) = self.worth(number) {
                lines.push(format!("worth {worth}"));
            }
            let rules = self.adapted(number, rules);
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
            let is_rule = |line: &&String| !line.starts_with("drawn ") && !line.starts_with("worth ");
            let still = if lines.iter().any(|line| is_rule(&line)) { "" } else { " still" };
            let _ = writeln!(block, "{verb}piece {name} \"{letter}\"{royal}{still}");
            for line in lines {
                let _ = writeln!(block, "    {line}");
            }
            blocks.push(block);
        }
        if self.has_walls() {
            blocks.push(self.wall_block());
        }
        blocks
    }

    pub(super) fn custom_king(&mut self) -> Vec<String> {
        let betza = self.variant.pieces[&KING].betza.clone().unwrap_or_default();
        let mut moves =
            Betza::read(&betza, Dialect::FairyStockfish).and_then(|b| b.moves()).unwrap_or_default();
        moves.retain(|m| {
            m.mode != Mode::EnPassant && m.when == tilegame_betza::When::Always && self.has_room(m)
        });
        let (white, black) = self.reach(KING);
        let zone = self.zone("palace", &white, &black);
        let mut rules: Vec<(String, String, String)> = tilegame_betza::rules(&moves)
            .into_iter()
            .map(|rule| (rule.word.to_owned(), named(&rule.path.to_string()), String::new()))
            .collect();
        rules.extend(self.diagonal_rules(KING));
        let mut lines = Vec::new();
        for (word, path, condition) in rules {
            for (test, colour) in Self::on(&zone) {
                let path = test.map_or(path.clone(), |t| format!("{}[{t}]", bracketed(&path)));
                let whose = colour.map(|c| c.name().to_owned());
                let tests = [Some(condition.clone()).filter(|c| !c.is_empty()), whose];
                lines.push(line(&word, &path, &all_of(tests), ""));
            }
        }
        lines
    }

    /// Whether a piece of chess is as it is there.
    pub(super) fn same_as_chess(&self, number: usize, lines: &[String]) -> bool {
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
}
