//! Which type of the format each kind of pieces is, and by which letter it goes.

use std::collections::{BTreeMap, BTreeSet};

use tilegame_betza::{Betza, Dialect, Leg, Mode, Move, When, encode};
use tilegame_runtime::ir::KindId;

use super::draft::{COLOURS, Draft, Type};
use super::moving::{Moving, as_pawn};
use super::squares::Places;

/// The type of the pawn, and that of the king.
pub(crate) const PAWN: &str = "pawn";
pub(crate) const KING: &str = "king";
/// The one piece whose hurdle may not be of its own type.
const SPARING: &str = "janggiCannon";
/// Its rank from which it goes to the sides is a key of its own.
const SOLDIER: &str = "soldier";

impl Draft<'_> {
    /// Gives every kind a type and a letter.
    pub(crate) fn find_types(&mut self) {
        let bare = self.bare();
        // Pieces of the game keep their letters; those that only others turn into get what is left.
        let mut letters: BTreeMap<KindId, char> = BTreeMap::new();
        let mut taken: BTreeSet<char> = BTreeSet::new();
        for kind in &bare {
            if let Some(letter) = self.own_letter(*kind).filter(|letter| taken.insert(*letter)) {
                letters.insert(*kind, letter);
            }
        }
        for kind in &bare {
            if !letters.contains_key(kind) {
                match ('a'..='z').find(|letter| taken.insert(*letter)) {
                    Some(letter) => _ = letters.insert(*kind, letter),
                    None => return self.refuse("more kinds of pieces than letters"),
                }
            }
        }
        let passing = self.used.iter().any(|kind| self.takes_in_passing(*kind));
        let mut known: Vec<(KindId, String)> = Vec::new();
        for kind in &bare {
            let key = self.key_of(*kind, &known, passing, letters[kind]);
            let Some(key) = key else { continue };
            known.push((*kind, key.clone()));
            self.types[kind.index()] = Some(Type { key, letter: letters[kind] });
        }
        for kind in &bare {
            let Some(form) = self.form[kind.index()].filter(|form| self.used.contains(form)) else {
                continue;
            };
            self.types[form.index()] = self.type_of_form(form, &mut taken, &mut known, passing);
        }
        self.stop_pawns();
        self.write_reach();
    }

    /// Pawns that have nothing to become stop before the tiles where pawns promote, which they attack; nothing else stops so, or takes three steps.
    fn stop_pawns(&mut self) {
        for kind in self.used.clone() {
            let is_pawn = self.is(kind, PAWN);
            let name = self.name(kind);
            let Some(moving) = &mut self.moving[kind.index()] else { continue };
            let special = moving.stops || moving.triple.is_some();
            if moving.stops {
                let all = self.squares.all();
                self.stop = Some([&all - &moving.reach[0], &all - &moving.reach[1]]);
                moving.reach = [all.clone(), all];
            }
            if special && !is_pawn {
                self.refuse(format!("{name}: tiles that it attacks without going there, and first moves of three steps, have a key only for pawns"));
            }
        }
    }

    /// The letter of a kind, if it has the one letter that the format wants.
    fn own_letter(&self, kind: KindId) -> Option<char> {
        let of = &self.rules.kinds[kind.index()];
        let [white, black] = of.letters.as_slice() else { return None };
        let mut signs = white.chars();
        let letter = signs.next().filter(char::is_ascii_uppercase)?.to_ascii_lowercase();
        (signs.next().is_none() && black.chars().eq([letter])).then_some(letter)
    }

    fn takes_in_passing(&self, kind: KindId) -> bool {
        let moving = self.moving[kind.index()].as_ref();
        moving.is_some_and(|moving| moving.moves.iter().any(|made| made.mode == Mode::EnPassant))
    }

    /// The key for a kind, written with its letter.
    fn key_of(
        &mut self,
        kind: KindId,
        known: &[(KindId, String)],
        passing: bool,
        letter: char,
    ) -> Option<String> {
        let moving = self.moving[kind.index()].as_ref()?;
        if self.royalty.king == Some(kind) {
            let king = read("K");
            let value = if self.fitting(&king) == moving.moves {
                letter.to_string()
            } else {
                format!("{letter}:{}", self.betza(kind)?)
            };
            self.keys.piece(KING, &value);
            return Some(KING.to_owned());
        }
        let is_free = |key: &str| known.iter().all(|(_, taken)| taken != key);
        let spares = self.lines.sparing.contains(&kind);
        // Explosions spare the pawns of the format.
        let is_blown = self.blast.around.as_ref().is_some_and(|around| around.contains(&kind));
        let is_free = |key: &str| is_free(key) && !(is_blown && key == PAWN);
        let found = self.known_type(moving, passing, spares, &is_free);
        if let Some(key) = found {
            self.keys.piece(key, &letter.to_string());
            return Some(key.to_owned());
        }
        if spares {
            let name = self.name(kind);
            self.refuse(format!("{name}: of pieces that spare their like only one kind has a key"));
            return None;
        }
        let customs = known.iter().filter(|(_, key)| key.starts_with("customPiece")).count();
        let text = self.betza(kind)?;
        if customs == tilegame_import::CUSTOM_TYPES {
            self.refuse(format!("more than {customs} kinds of pieces with moves of their own"));
            return None;
        }
        let key = format!("customPiece{}", customs + 1);
        self.keys.piece(&key, &format!("{letter}:{text}"));
        Some(key)
    }

    /// The type with moves like these.
    fn known_type(
        &self,
        moving: &Moving,
        passing: bool,
        spares: bool,
        is_free: &dyn Fn(&str) -> bool,
    ) -> Option<&'static str> {
        let double = self.double.is_some();
        if let Some((steps, takes)) = as_pawn(&moving.moves)
            && (steps, takes) == (double, passing)
            && is_free(PAWN)
        {
            return Some(PAWN);
        }
        if moving.sideways_from.is_some() {
            return Some(SOLDIER).filter(|key| is_free(key));
        }
        let mut all = tilegame_import::types().filter(|(key, _)| *key != PAWN && is_free(key));
        all.find(|(key, betza)| (*key == SPARING) == spares && self.fitting(&read(betza)) == moving.moves)
            .map(|(key, _)| key)
    }

    /// Moves for which the board has room.
    fn fitting(&self, moves: &[Move]) -> Vec<Move> {
        moves.iter().filter(|made| self.ask.has_room(made)).cloned().collect()
    }

    /// How a kind moves, in the dialect of the format.
    fn betza(&mut self, kind: KindId) -> Option<String> {
        let name = self.name(kind);
        let moving = self.moving[kind.index()].as_ref()?;
        if moving.sideways_from.is_some() {
            self.refuse(format!("{name}: only one kind can go sideways from some rank on"));
            return None;
        }
        // On a small board the moves that do not fit are missing; the shortest text may have them.
        let whole = tilegame_import::types().map(|(_, betza)| betza).filter(|betza| !betza.is_empty());
        let mut whole = whole.filter(|betza| self.fitting(&read(betza)) == moving.moves);
        if let Some(betza) = whole.next() {
            return Some(betza.to_owned());
        }
        let written = encode(&moving.moves, Dialect::FairyStockfish).or_else(|first| {
            // Takers in passing are named by a key of their own, and so are tiles over which nothing is left to be taken.
            let rest = moving.moves.iter().filter(|made| made.mode != Mode::EnPassant);
            let traced = |made: &Move| Move { leaves_trace: made.when == When::AtStart, ..made.clone() };
            encode(&rest.map(traced).collect::<Vec<Move>>(), Dialect::FairyStockfish).map_err(|_| first)
        });
        match written {
            Ok(text) => Some(text),
            Err(why) => {
                self.refuse(format!("{name}: {why}"));
                None
            }
        }
    }

    /// The type of a promoted form: that of another kind that moves so, or a new one with a letter that is left.
    fn type_of_form(
        &mut self,
        form: KindId,
        taken: &mut BTreeSet<char>,
        known: &mut Vec<(KindId, String)>,
        passing: bool,
    ) -> Option<Type> {
        let moving = self.moving[form.index()].as_ref()?;
        let alike = known.iter().map(|(kind, _)| *kind).find(|kind| {
            let other = self.moving[kind.index()].as_ref();
            let on_lines = |kind: &KindId| self.lines.on_them.contains(kind);
            let is_same = |other: &Moving| {
                (&other.moves, &other.reach, other.immune) == (&moving.moves, &moving.reach, moving.immune)
                    && on_lines(kind) == on_lines(&form)
            };
            // What has a form of its own or becomes something else would do so in this form as well.
            let of = &self.rules.kinds[kind.index()];
            self.royalty.king != Some(*kind) && of.promotions.is_empty() && other.is_some_and(is_same)
        });
        if let Some(kind) = alike {
            return self.types[kind.index()].clone();
        }
        let wanted = self.form_of[form.index()].and_then(|kind| self.types[kind.index()].as_ref());
        let wanted = wanted.map_or('a', |of| of.letter);
        let mut free = (wanted..='z').chain('a'..='z').filter(|letter| !taken.contains(letter));
        let Some(letter) = free.next() else {
            self.refuse("more kinds of pieces than letters");
            return None;
        };
        taken.insert(letter);
        let key = self.key_of(form, known, passing, letter)?;
        known.push((form, key.clone()));
        Some(Type { key, letter })
    }

    /// Where pieces may go, if not everywhere.
    pub(crate) fn write_reach(&mut self) {
        let mut written = BTreeSet::new();
        for kind in self.used.clone() {
            let (Some(of), Some(moving)) = (self.types[kind.index()].clone(), &self.moving[kind.index()])
            else {
                continue;
            };
            if !written.insert(of.key.clone()) {
                continue;
            }
            let reach = moving.reach.clone();
            if let Some(rank) = moving.sideways_from.filter(|rank| *rank > 1) {
                self.keys.set("soldierPromotionRank", &rank.to_string());
            }
            for (tiles, colour) in reach.iter().zip(COLOURS) {
                if !self.squares.is_all(tiles) {
                    let text = self.squares.text(tiles);
                    self.keys.set(&format!("mobilityRegion{colour}{}", capital(&of.key)), &text);
                }
            }
        }
    }

    /// Where pawns and others may take two steps, and what comes of it.
    pub(crate) fn write_starts(&mut self) {
        let none = || [Places::new(), Places::new()];
        let starts = self.double.clone().unwrap_or_else(none);
        let has_pawn = self.used.iter().any(|kind| self.is(*kind, PAWN));
        if self.double.is_none() {
            if has_pawn {
                self.keys.switch("doubleStep", false);
            }
        } else {
            let texts = [self.squares.text(&starts[0]), self.squares.text(&starts[1])];
            self.set_both("doubleStepRegion", texts, ["*2", "*7"]);
        }
        let triple = self.moving.iter().flatten().find_map(|moving| moving.triple.as_ref());
        if let Some(triple) = triple {
            let texts = [self.squares.text(&triple[0]), self.squares.text(&triple[1])];
            self.set_both("tripleStepRegion", texts, ["-", "-"]);
        }
        let takers: Vec<KindId> =
            self.used.iter().copied().filter(|kind| self.takes_in_passing(*kind)).collect();
        let leaves = |made: &Move| made.when == When::AtStart;
        let leaver = self.double.is_some()
            && self.moving.iter().flatten().any(|moving| moving.moves.iter().any(leaves));
        let unseen = self.unseen();
        let passing = takers.iter().find_map(|kind| self.moving[kind.index()].as_ref()?.passing.clone());
        if takers.is_empty() {
            if leaver {
                self.keys.set("enPassantRegion", "-");
            }
            return;
        }
        let all = self.squares.all();
        // Who takes passes behind the other player's pieces.
        let behind = || [1, 0].map(|p: usize| &all - &unseen[p]);
        let some = unseen.iter().any(|tiles| !tiles.is_empty());
        if let Some(region) = passing.or_else(|| some.then(behind)) {
            let whole = self.squares.text(&all);
            let texts = region.map(|tiles| self.squares.text(&tiles));
            self.set_both("enPassantRegion", texts, [&whole, &whole]);
        }
        if !takers.iter().all(|kind| self.is(*kind, PAWN)) {
            let letters = self.letters(takers);
            self.keys.set("enPassantTypes", &letters);
        }
    }
}

impl Draft<'_> {
    /// The tiles over which pieces of each player go in their first moves without being taken there.
    fn unseen(&self) -> [Places; 2] {
        let mut passed = [Places::new(), Places::new()];
        for (kind, moving) in self.moving.iter().enumerate() {
            let Some(moving) = moving else { continue };
            let seen = moving.moves.iter().any(|made| made.leaves_trace);
            let owners = self.owners(KindId::new(kind));
            for (p, passed) in passed.iter_mut().enumerate().filter(|(p, _)| owners[*p]) {
                let ahead = |rank: u8| if p == 0 { rank + 1 } else { rank.saturating_sub(1) };
                if seen {
                    passed.extend(moving.unseen[p].iter().map(|(file, rank)| (*file, ahead(*rank))));
                    continue;
                }
                // There, all first moves leave something behind on the tiles between.
                let first = moving.moves.iter().filter(|made| made.when == When::AtStart);
                let aside: BTreeSet<i8> = first.flat_map(|made| between(&made.legs)).collect();
                for (file, rank) in moving.start.iter().flat_map(|start| &start[p]) {
                    let files = aside.iter().filter_map(|right| file.checked_add_signed(*right));
                    passed.extend(files.map(|file| (file, ahead(*rank))));
                }
            }
        }
        let all = self.squares.all();
        for tiles in &mut passed {
            tiles.retain(|tile| all.contains(tile));
        }
        passed
    }
}

/// By how many files the tile is aside over which legs go by two ranks, if they do.
fn between(legs: &[Leg]) -> Option<i8> {
    let steps = || legs.iter().flat_map(|leg| &leg.steps);
    let right: i8 = steps().map(|step| step.right).sum();
    let forward: i8 = steps().map(|step| step.forward).sum();
    (forward == 2 && right % 2 == 0).then_some(right / 2)
}

/// The key of a type inside another one.
fn capital(key: &str) -> String {
    let mut letters = key.chars();
    letters
        .next()
        .map_or(String::new(), |first| format!("{}{}", first.to_ascii_uppercase(), letters.as_str()))
}

/// The moves of a text.
fn read(text: &str) -> Vec<Move> {
    let read = Betza::read(text, Dialect::FairyStockfish).and_then(|betza| betza.moves());
    let mut moves = read.unwrap_or_default();
    moves.sort();
    moves.dedup();
    moves
}
