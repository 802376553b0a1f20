//! Pieces in hand, and where they may be dropped.

use tilegame_betza::Mode;
use tilegame_runtime::ir::{Choice, Effect, KindId, LabelId, Path, PlayerId, Receivable, Taken, Test, Who};

use super::ask::{Set, all_of, alternatives, any_of, sequence};
use super::draft::{COLOURS, Draft, Placed, placed};
use super::gating::Gating;
use super::squares::Places;
use super::types::PAWN;

/// Where a kind may be dropped.
struct Drop {
    kind: KindId,
    on: [Places; 2],
}

impl Draft<'_> {
    /// Writes the keys about hands.
    pub(crate) fn write_hands(&mut self) {
        let turn = &self.rules.turn;
        let mut drops: Vec<Drop> = Vec::new();
        let mut doubled = Set::new();
        let first = turn.choices.iter().find_map(|choice| self.filled_first(&choice.guard));
        for choice in &turn.choices {
            if first.as_ref().is_some_and(|first| self.is_first(choice, first)) {
                continue;
            }
            let Some(drop) = self.drop(choice, &mut doubled) else { continue };
            match drops.iter_mut().find(|known| known.kind == drop.kind) {
                Some(known) => known.on = [0, 1].map(|p| &known.on[p] | &drop.on[p]),
                None => drops.push(drop),
            }
        }
        if !turn.hands {
            if !drops.is_empty() {
                self.keys.switch("pieceDrops", true);
                self.keys.free_drops = true;
                self.write_places(&drops);
            }
            return;
        }
        if !drops.is_empty() || self.gating != Some(Gating::Seirawan) {
            self.keys.switch("pieceDrops", true);
        }
        if turn.taken.is_kept() {
            self.keys.switch("capturesToHand", true);
        }
        if turn.taken == Taken::Kept && !self.only_back() {
            self.keys.switch("dropLoop", true);
        }
        let start = self.game.start();
        let every = self.bare();
        let can_be_held = |kind: &KindId| {
            let held = (0..2).any(|p| start.hand(PlayerId::new(p), *kind) > 0);
            let comes = turn.receive.contains(&Receivable::Piece(*kind));
            // What is royal is never captured, or its owner has lost.
            held || comes || turn.taken.is_kept() && !self.royalty.all.contains(kind)
        };
        let mut never = Set::new();
        for kind in every.into_iter().filter(can_be_held).collect::<Vec<_>>() {
            let comes_in = self.gating == Some(Gating::Seirawan);
            if !comes_in && !self.can_be_dropped(kind) && !self.ends_without(kind) {
                never.insert(kind);
            }
        }
        let (forms, drops): (Vec<Drop>, Vec<Drop>) =
            drops.into_iter().partition(|drop| self.form_of[drop.kind.index()].is_some());
        if !forms.is_empty() {
            self.keys.switch("dropPromoted", true);
        }
        match (doubled.len(), never.len()) {
            (0, 0) => {}
            (1, 0) => {
                let letters = self.letters(doubled);
                self.keys.set("dropNoDoubled", &letters);
            }
            (0, 1) => {
                // With room for none on a file, it is never dropped.
                let letters = self.letters(never);
                self.keys.set("dropNoDoubled", &letters);
                self.keys.set("dropNoDoubledCount", "0");
            }
            (_, 0) => self.refuse("more than one kind of which only one may stand on a file"),
            _ => {
                let names: Vec<&str> = never.iter().map(|kind| self.name(*kind)).collect();
                self.refuse(format!(
                    "{}: pieces in hand that cannot be dropped have no key",
                    names.join(", ")
                ));
            }
        }
        self.write_places(&drops);
    }

    fn can_be_dropped(&self, kind: KindId) -> bool {
        let actions = self.rules.turn.choices.iter().flat_map(|choice| &choice.actions);
        actions.into_iter().any(|action| action.any_effect(&|effect| *effect == Effect::Drop(kind)))
    }

    /// Whether the game is over when somebody has lost all pieces of a kind.
    fn ends_without(&self, kind: KindId) -> bool {
        let few =
            self.rules.ends.iter().flat_map(|end| any_of(&end.when)).filter_map(|test| self.ask.few(test));
        few.into_iter().any(|few| few.most == 0 && few.kinds.iter().eq([&kind]))
    }

    /// Whether pieces of the game promote only to forms and back.
    fn only_back(&self) -> bool {
        self.used.iter().all(|kind| {
            let of = &self.rules.kinds[kind.index()];
            of.promotions
                .iter()
                .flat_map(|p| &p.to)
                .all(|to| self.form[kind.index()] == Some(*to) || self.form_of[kind.index()] == Some(*to))
        })
    }

    /// Whether a test says that below a tile is no empty one.
    fn is_on_top(&self, test: &Test) -> bool {
        let below = |test: &Test, full: bool| {
            let Test::Sees(path) = test else { return false };
            let [Path::Step(step), Path::Check { test, .. }] = sequence(path)[..] else { return false };
            let wanted = if full { Test::Occupied } else { Test::Empty };
            self.rules.board.directions[step.index()].offset == [0, -1, 0] && *test == wanted
        };
        match test {
            Test::Not(inner) => below(inner, false),
            Test::Or(parts) => match parts.as_slice() {
                [floor, sees] => {
                    let first: Places =
                        self.squares.all().into_iter().filter(|(_, rank)| *rank == 1).collect();
                    self.ask.tiles(floor) == Some([first.clone(), first]) && below(sees, true)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// A choice as a drop.
    fn drop(&mut self, choice: &Choice, doubled: &mut Set) -> Option<Drop> {
        let placed = placed(choice).filter(|placed| placed.held == self.rules.turn.hands);
        let Some(Placed { kind, besides, .. }) = placed else {
            self.refuse(format!("`{}` has no key", choice.text));
            return None;
        };
        if !besides.is_empty() && !self.flips(besides) {
            self.refuse(format!("`{}` has no key", choice.text));
        }
        let (whose, guard) = self.ask.whose(&choice.guard);
        let mut on = whose.map(|own| if own { self.squares.all() } else { Places::new() });
        let parts = all_of(&choice.target);
        let encloses = parts.iter().any(|part| self.surroundings(part) == Some("reversi"));
        for part in parts {
            // A row that encloses others begins with one of them.
            if *part == Test::Empty || encloses && self.is_beside_enemy(part) {
                continue;
            }
            if let Some(tiles) = self.ask.tiles(part) {
                on = [&on[0] & &tiles[0], &on[1] & &tiles[1]];
            } else if let Some(most) = self.most_on_file(part, kind) {
                doubled.insert(kind);
                if most > 1 {
                    self.keys.set("dropNoDoubledCount", &most.to_string());
                }
            } else if self.is_on_top(part) {
                self.keys.set("enclosingDrop", "top");
            } else if let Some(word) = self.surroundings(part) {
                self.keys.set("enclosingDrop", word);
            } else {
                let text = self.ask.text(part);
                self.leave_choice(choice, format!("`{}`: `{text}` has no key", choice.text));
            }
        }
        if let [first, others @ ..] = guard.as_slice() {
            let Some(first) = self.filled_first(first).filter(|_| others.is_empty()) else {
                self.refuse(format!("`{}`: its condition has no key", choice.text));
                return None;
            };
            // Whole ranks would go on beyond the board, where they are never full.
            let text = self.squares.names(&first);
            self.keys.set("enclosingDropStart", &text);
            on = on.map(|on| &on | &first);
        }
        Some(Drop { kind, on })
    }

    /// The tiles that have to be full, if that is what is asked before a drop.
    fn filled_first(&self, guard: &Test) -> Option<Places> {
        self.ask.few_empty(guard).filter(|[white, black]| white == black).map(|[white, _]| white)
    }

    /// Whether a choice fills these tiles, whatever stands around.
    fn is_first(&self, choice: &Choice, first: &Places) -> bool {
        let about = self.ask.about(&choice.target);
        let there = about.on.is_some_and(|on| on.iter().all(|tiles| tiles == first));
        there
            && about.empty
            && about.rest.is_empty()
            && choice.guard == Test::True
            && placed(choice).is_some()
    }

    /// How many such pieces may stand on a file, if this is what is asked: another one must not be dropped.
    fn most_on_file(&self, part: &Test, kind: KindId) -> Option<usize> {
        let Test::Not(inner) = part else { return None };
        let mut other = false;
        let mut own = |test: &Test| {
            let about = self.ask.about(test);
            other |= about.whose.is_some_and(|whose| whose != Who::Friend);
            about.whose == Some(Who::Friend) && about.kinds.is_some_and(|kinds| kinds.into_iter().eq([kind]))
        };
        let mut most = 0;
        inner.each_part(&mut |test| {
            let Test::Sees(path) = test else { return };
            for way in alternatives(path) {
                let mut count = 0;
                super::ask::each_check(way, &mut |test| count += usize::from(own(test)));
                most = most.max(count);
            }
        });
        (most > 0 && !other).then_some(most)
    }

    /// Where pieces may be dropped, from what holds for each kind.
    fn write_places(&mut self, drops: &[Drop]) {
        if drops.is_empty() || self.find_places(drops) {
            return;
        }
        // Perhaps they may be dropped where such a piece can come to stand.
        for drop in drops {
            let Some(moving) = &mut self.moving[drop.kind.index()] else { continue };
            let home = &self.home[drop.kind.index()];
            let from = [&home[0] | &drop.on[0], &home[1] | &drop.on[1]];
            moving.reach = self.ask.ever(moving, from);
        }
        if self.find_places(drops) {
            return self.write_reach();
        }
        let names: Vec<&str> = drops.iter().map(|drop| self.name(drop.kind)).collect();
        self.refuse(format!("no keys let these pieces be dropped where they are here: {}", names.join(", ")));
    }

    /// Writes the keys that let these pieces be dropped just where they may, if there are such.
    fn find_places(&mut self, drops: &[Drop]) -> bool {
        let union = |p: usize| drops.iter().fold(Places::new(), |all, drop| &all | &drop.on[p]);
        // Ranks as a whole are shorter to say, and may be more than there is room for.
        let ranks = |p: usize| {
            let union = union(p);
            let in_ranks = |at: &(u8, u8)| union.iter().any(|other| other.1 == at.1);
            self.squares.all().into_iter().filter(in_ranks).collect::<Places>()
        };
        let all = || self.squares.all();
        let regions = [[all(), all()], [ranks(0), ranks(1)], [union(0), union(1)]];
        let switches = [false, true];
        for region in &regions {
            for mobile in [self.mobile_only, true] {
                for first in switches {
                    for promoting in switches {
                        let fits =
                            |drop: &Drop| self.places(drop.kind, region, mobile, first, promoting) == drop.on;
                        if !drops.iter().all(fits) {
                            continue;
                        }
                        self.mobile_only = mobile;
                        if drops.iter().any(|drop| self.is(drop.kind, PAWN)) {
                            for (key, on) in
                                [("firstRankPawnDrops", first), ("promotionZonePawnDrops", promoting)]
                            {
                                if on {
                                    self.keys.switch(key, true);
                                }
                            }
                        }
                        for (tiles, colour) in region.iter().zip(COLOURS) {
                            if !self.squares.is_all(tiles) {
                                let text = self.squares.text(tiles);
                                self.keys.set(&format!("dropRegion{colour}"), &text);
                            }
                        }
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Where the format lets a kind be dropped.
    fn places(
        &self,
        kind: KindId,
        region: &[Places; 2],
        mobile: bool,
        first: bool,
        promoting: bool,
    ) -> [Places; 2] {
        let Some(moving) = &self.moving[kind.index()] else { return region.clone() };
        let can_move = self.ask.mobile(moving);
        let far = self.promotion_zone();
        let is_pawn = self.is(kind, PAWN);
        let one = |p: usize| {
            let home = if p == 0 { 1 } else { self.squares.ranks };
            let mut on = &region[p] & &moving.reach[p];
            on.retain(|at| !mobile || can_move[p].contains(at));
            on.retain(|at| !is_pawn || promoting || !far[p].contains(at));
            on.retain(|at| !is_pawn || first || at.1 != home);
            on
        };
        [one(0), one(1)]
    }

    /// The zone in which pawns promote, as far as it is written.
    fn promotion_zone(&self) -> [Places; 2] {
        let all = self.squares.all();
        let key = |colour: &str| self.keys.get(&format!("promotionRegion{colour}"));
        let read = |text: Option<&str>, rank: u8| -> Places {
            let Some(text) = text else { return all.iter().copied().filter(|at| at.1 == rank).collect() };
            let words: Vec<&str> = text.split(' ').collect();
            all.iter().copied().filter(|at| words.iter().any(|word| names(word, *at))).collect()
        };
        [read(key("White"), 8), read(key("Black"), 1)]
    }

    /// The labels of all drops.
    pub(crate) fn drop_labels(&self) -> Vec<Option<LabelId>> {
        self.rules
            .turn
            .choices
            .iter()
            .filter(|choice| placed(choice).is_some())
            .map(|choice| choice.label)
            .collect()
    }

    /// Whether a kind takes where it does not go otherwise.
    pub(crate) fn is_shogi_pawn(&self, kind: KindId) -> bool {
        let moving = self.moving[kind.index()].as_ref();
        self.is(kind, "shogiPawn")
            && moving.is_some_and(|m| m.moves.iter().any(|made| made.mode == Mode::Capture))
    }
}

/// Whether a word of a region names a tile.
fn names(word: &str, (file, rank): (u8, u8)) -> bool {
    let mut letters = word.chars();
    let (first, rest) = (letters.next(), letters.as_str());
    let file = super::squares::letter(file);
    (first == Some('*') || first == Some(file)) && (rest == "*" || rest == rank.to_string())
}
