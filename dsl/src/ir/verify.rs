//! Checks that [`Rules`] are well formed. The compiler makes no others, and the runtime relies on it:
//!
//! - Every id is a position in its list, and lists are no longer than their ids can number.
//! - There is at least one tile (on a plane none is listed), player and kind; names are not empty, and different in each list.
//! - Edges are sorted by (from, direction) without duplicates.
//! - Symmetries are permutations of the directions, closed under composition, the identity first; `turns` begins with the
//!   identity. Opposites are mutual where both are given.
//! - `rows` has every tile exactly once, and so has `picture`.
//! - Drawn lines and coloured sides are sorted, each with its smaller tile first; so are coloured tiles.
//! - A frame's tile map is a permutation of the tiles, and it has a symmetry for every tile (on a plane, no tiles and one symmetry); the first player's tiles stay.
//! - Every list "for each player" has one entry for each player; a region's tiles are sorted, unique and not empty.
//! - A kind that faces some way has an entry for every symmetry, its own for the identity; its letters end in its sign.
//! - A kind's letters are not empty, and no letter is that of two kinds or players.
//! - Kind sets are sorted and unique. Sums have two or more directions (where another piece is or goes: one or more). Repetitions have a body that makes a step, and
//!   bounds in order. No endless repetition is inside another.
//! - Tests about a tile occur where there is one; `repeated` occurs in adjudications and in `legal` only; `stuck` and `can` in endings,
//!   adjudications and the check mark only.
//! - `onto` goes with captures only; threats and covers have no effects, and a cover has a label; promotions name at least one kind.
//! - Neutral kinds have one letter, no rules and no promotion, and are in no hand. Nobody drops a piece where there are no hands.
//! - The order of turns is not empty; `again` occurs after moves only; FENs have the placement; a shuffle's steps are of one kind unless ordered.

use std::collections::HashSet;

use super::*;

/// What a test may ask.
#[derive(Clone, Copy)]
struct Allowed {
    tile: bool,
    moves: bool,
    history: bool,
    /// It can be asked how often a position has occurred.
    repeats: bool,
    /// A length is asked.
    line: bool,
}

/// Everything that is not as it should be.
pub fn verify(rules: &Rules) -> Result<(), Vec<String>> {
    let mut verifier = Verifier { rules, faults: Vec::new() };
    verifier.rules();
    if verifier.faults.is_empty() { Ok(()) } else { Err(verifier.faults) }
}

struct Verifier<'r> {
    rules: &'r Rules,
    faults: Vec<String>,
}

impl Verifier<'_> {
    fn ensure(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(fault());
        }
    }

    fn id(&mut self, index: usize, length: usize, what: &str) {
        self.ensure(index < length, || format!("{what} {index} of {length}"));
    }

    fn rules(&mut self) {
        let r = self.rules;
        let lengths = [
            ("tiles", r.board.tiles.len(), usize::from(r.board.plane.is_none()), usize::from(u16::MAX)),
            ("directions", r.board.directions.len(), 1, 255),
            ("symmetries", r.board.symmetries.len(), 1, 255),
            ("players", r.players.len(), 1, 255),
            ("kinds", r.kinds.len(), 1, 255),
            ("regions", r.regions.len(), 0, usize::from(u16::MAX)),
            ("marks", r.marks.len(), 0, 255),
            ("labels", r.labels.len(), 0, usize::from(u16::MAX)),
            ("counters", r.counters.len(), 0, 255),
            ("phases", r.turn.phases.len(), 0, 255),
            ("ends", r.ends.len(), 0, usize::from(u16::MAX)),
        ];
        for (what, length, least, most) in lengths {
            self.ensure((least..=most).contains(&length), || format!("{length} {what}"));
        }
        self.names("tiles", r.board.tiles.iter().map(|t| t.name.as_str()));
        self.names("directions", r.board.directions.iter().map(|d| d.name.as_str()));
        self.names("players", r.players.iter().map(|p| p.name.as_str()));
        self.names("kinds", r.kinds.iter().map(|k| k.name.as_str()));
        self.names("marks", r.marks.iter().map(String::as_str));
        self.names("labels", r.labels.iter().map(String::as_str));
        self.names("counters", r.counters.iter().map(|c| c.name.as_str()));
        self.names("phases", r.turn.phases.iter().map(String::as_str));
        self.names("ends", r.ends.iter().map(|e| e.name.as_str()));
        self.board();
        if self.faults.is_empty() {
            self.players();
            self.kinds();
            self.whole();
        }
    }

    fn names<'n>(&mut self, what: &str, names: impl Iterator<Item = &'n str>) {
        let mut seen = HashSet::new();
        for name in names {
            self.ensure(!name.is_empty(), || format!("an empty name among {what}"));
            self.ensure(seen.insert(name), || format!("{name} twice among {what}"));
        }
    }

    fn board(&mut self) {
        let board = &self.rules.board;
        let (tiles, directions, symmetries) =
            (board.tiles.len(), board.directions.len(), board.symmetries.len());
        for edge in board.graph.edges() {
            self.id(edge.from.index(), tiles, "an edge's start");
            self.id(edge.to.index(), tiles, "an edge's end");
            self.id(edge.direction.index(), directions, "an edge's direction");
            self.id(edge.turn.index(), symmetries, "an edge's turn");
        }
        let edges: Vec<Edge> = board.graph.edges().collect();
        self.ensure(edges.is_sorted_by(|a, b| a < b), || "a step is there twice".into());
        for (index, direction) in board.directions.iter().enumerate() {
            if let Some(back) = direction.opposite {
                self.id(back.index(), directions, "an opposite");
                let there = board.directions.get(back.index()).and_then(|d| d.opposite);
                self.ensure(there.is_none_or(|d| d.index() == index || direction.offset == [0; 3]), || {
                    format!("{} and its opposite disagree", direction.name)
                });
            }
        }
        let identity: Vec<DirId> = (0..directions).map(DirId::new).collect();
        for symmetry in &board.symmetries {
            let mut sorted = symmetry.clone();
            sorted.sort();
            self.ensure(sorted == identity, || format!("{symmetry:?} is no permutation"));
        }
        if !self.faults.is_empty() {
            return;
        }
        self.ensure(board.symmetries[0] == identity, || "symmetry 0 changes something".into());
        self.ensure(board.turns.first() == Some(&SymId(0)), || "the first turn is not the identity".into());
        for symmetry in board.turns.iter().chain(&board.tumbles).chain([&board.mirror]) {
            self.id(symmetry.index(), symmetries, "a symmetry");
        }
        let all: HashSet<&Vec<DirId>> = board.symmetries.iter().collect();
        for first in &board.symmetries {
            for second in &board.symmetries {
                let both: Vec<DirId> = first.iter().map(|d| second[d.index()]).collect();
                self.ensure(all.contains(&both), || "symmetries are not closed".into());
            }
        }
        let every: Vec<Tile> = (0..tiles).map(Tile::new).collect();
        for (rows, what) in [(&board.rows, "rows do"), (&board.picture, "the picture does")] {
            let mut shown: Vec<Tile> = rows.iter().flatten().flatten().copied().collect();
            shown.sort();
            self.ensure(shown == every, || format!("{what} not show every tile once"));
        }
        let lines = &board.drawing.lines;
        let sorted =
            lines.windows(2).all(|pair| pair[0] < pair[1]) && lines.iter().all(|[from, to]| from < to);
        self.ensure(sorted, || "drawn lines are not sorted".into());
        lines.iter().flatten().for_each(|t| self.id(t.index(), tiles, "a drawn line's tile"));
        let (tinted, sides) = (&board.drawing.tinted, &board.drawing.sides);
        let sorted = tinted.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && sides.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && sides.iter().all(|([from, to], _)| from < to);
        self.ensure(sorted, || "colours are not sorted".into());
        let coloured = tinted.iter().map(|(tile, _)| tile).chain(sides.iter().flat_map(|(pair, _)| pair));
        coloured.for_each(|t| self.id(t.index(), tiles, "a coloured tile"));
    }

    fn players(&mut self) {
        let r = self.rules;
        let every: Vec<Tile> = (0..r.board.tiles.len()).map(Tile::new).collect();
        for (index, player) in r.players.iter().enumerate() {
            let mut sorted = player.frame.tiles.clone();
            sorted.sort();
            self.ensure(sorted == every, || format!("{}'s tiles are no permutation", player.name));
            let all = player.frame.syms.len() == if r.board.plane.is_some() { 1 } else { every.len() };
            self.ensure(all, || format!("{} does not know all tiles", player.name));
            player.frame.syms.iter().for_each(|s| self.id(s.index(), r.board.symmetries.len(), "a frame"));
            if index == 0 {
                let plain = player.frame.tiles == every;
                self.ensure(plain, || "the first player's frame changes a tile".into());
            }
        }
        for region in &r.regions {
            self.per_player(region.tiles.len(), &region.name);
            for tiles in &region.tiles {
                let sorted = !tiles.is_empty() && tiles.windows(2).all(|pair| pair[0] < pair[1]);
                self.ensure(sorted, || format!("tiles of {} are not sorted", region.name));
                tiles.iter().for_each(|t| self.id(t.index(), every.len(), "a region's tile"));
            }
        }
    }

    fn per_player(&mut self, length: usize, what: &str) {
        let players = self.rules.players.len();
        self.ensure(length == players, || format!("{what}: {length} entries for {players} players"));
    }

    fn kinds(&mut self) {
        let r = self.rules;
        let letters: Vec<&str> = r.kinds.iter().flat_map(|k| &k.letters).map(String::as_str).collect();
        self.names("letters", letters.into_iter());
        let site = Allowed { tile: true, moves: false, history: false, repeats: false, line: false };
        for kind in &r.kinds {
            if kind.neutral {
                let idle = kind.rules.is_empty() && kind.promotions.is_empty();
                self.ensure(idle, || format!("{} is neutral and moves", kind.name));
                let single = kind.letters.len() == 1 && kind.symbols.len() == 1;
                self.ensure(single, || format!("{} is neutral and has letters for players", kind.name));
            } else {
                self.per_player(kind.letters.len(), &kind.name);
                self.per_player(kind.symbols.len(), &kind.name);
            }
            kind.rules.iter().for_each(|rule| self.rule(rule, site));
            if let Some(facing) = &kind.facing {
                self.facing(kind, facing);
            }
            kind.parts.iter().for_each(|part| self.kind(*part));
            let single = |k: &KindId| r.kinds.get(k.index()).is_some_and(|k| k.parts.len() == 1);
            self.ensure(kind.parts.iter().all(single), || format!("{} is a stack of stacks", kind.name));
            for promotion in &kind.promotions {
                self.ensure(!promotion.to.is_empty(), || format!("{} promotes to nothing", kind.name));
                promotion.to.iter().for_each(|k| self.kind(*k));
                let regions = promotion.from.iter().chain(&promotion.on);
                regions.for_each(|region| self.id(region.index(), r.regions.len(), "a region"));
                let split = promotion.either && promotion.from != promotion.on;
                self.ensure(!split, || format!("{} promotes from or on different tiles", kind.name));
                self.test(&promotion.guard, site);
            }
        }
        self.stacks();
    }

    /// What becomes of kinds that get into a state, or stand together.
    fn stacks(&mut self) {
        let r = self.rules;
        for state in &r.states {
            let whole = [&state.with, &state.without].iter().all(|table| table.len() == r.kinds.len());
            self.ensure(whole, || format!("not all kinds are known in the state {}", state.name));
            state.with.iter().chain(&state.without).for_each(|k| self.kind(*k));
        }
        let sorted = r.stacks.windows(2).all(|pair| pair[0] < pair[1]);
        self.ensure(sorted, || "the stacks are not sorted".into());
        for stack in &r.stacks {
            let known = r.kinds.get(stack.kind.index()).map(|kind| {
                let mut parts = kind.parts.clone();
                parts.sort();
                parts == stack.parts
            });
            self.ensure(known == Some(true), || format!("{:?} is no stack", stack.kind));
        }
    }

    fn facing(&mut self, kind: &Kind, facing: &Facing) {
        let r = self.rules;
        facing.directions.iter().for_each(|d| self.id(d.index(), r.board.directions.len(), "a direction"));
        self.ensure(facing.turned.len() == r.board.symmetries.len(), || format!("turns of {}", kind.name));
        let itself = facing.turned.first().copied().flatten().and_then(|k| r.kinds.get(k.index()));
        self.ensure(itself == Some(kind), || format!("{} is another piece unturned", kind.name));
        facing.turned.iter().flatten().for_each(|k| self.kind(*k));
        let signed = !facing.sign.is_empty() && kind.letters.iter().all(|l| l.ends_with(&facing.sign));
        self.ensure(signed, || format!("letters of {} do not say how it stands", kind.name));
    }

    fn rule(&mut self, rule: &MoveRule, site: Allowed) {
        let r = self.rules;
        self.path(&rule.path, site);
        self.test(&rule.guard, site);
        self.ensure(rule.onto.is_none() || rule.mode == Mode::Capture, || "`onto` without capture".into());
        let idle = rule.mode.moves() || !rule.path.acts();
        self.ensure(idle, || "a rule that makes no move has an effect".into());
        self.ensure(rule.mode != Mode::Cover || rule.label.is_some(), || "a zone without a name".into());
        rule.onto.iter().for_each(|m| self.id(m.index(), r.marks.len(), "a mark"));
        rule.label.iter().for_each(|l| self.id(l.index(), r.labels.len(), "a label"));
    }

    fn kind(&mut self, kind: KindId) {
        self.id(kind.index(), self.rules.kinds.len(), "a kind");
    }

    fn whole(&mut self) {
        let r = self.rules;
        let position = Allowed { tile: false, moves: true, history: false, repeats: false, line: false };
        let tile = Allowed { tile: true, moves: false, history: false, repeats: false, line: false };
        for watch in &r.watches {
            self.id(watch.label.index(), r.labels.len(), "a label");
            watch.kinds.0.iter().for_each(|k| self.kind(*k));
            watch.rules.iter().for_each(|rule| self.rule(rule, tile));
        }
        if let Some(castling) = &r.castling {
            self.kind(castling.king);
            castling.partners.0.iter().for_each(|k| self.kind(*k));
            castling.options.iter().for_each(|option| self.effect(&option.effect()));
            self.test(&castling.safe, tile);
            for side in &castling.sides {
                match &side.way {
                    CastlingWay::Line { direction, king_from, king_to, partner_from, partner_to } => {
                        self.per_player(king_to.len(), "castling");
                        self.per_player(partner_to.len(), "castling");
                        self.id(direction.index(), r.board.directions.len(), "a direction");
                        for tiles in king_from.iter().chain(partner_from) {
                            self.per_player(tiles.len(), "castling");
                        }
                        let from = king_from.iter().chain(partner_from).flatten();
                        for target in king_to.iter().chain(partner_to).chain(from) {
                            self.id(target.index(), r.board.tiles.len(), "a castling tile");
                        }
                    }
                    CastlingWay::Rule { label, partner } => {
                        self.id(label.index(), r.labels.len(), "a label");
                        self.sum(partner);
                    }
                }
            }
        }
        for place in r.setup.shuffle.iter().flat_map(|s| &s.places) {
            place.kinds.iter().for_each(|k| self.kind(*k));
            place.on.iter().for_each(|region| self.id(region.index(), r.regions.len(), "a region"));
            let alike = place.ordered || place.kinds.windows(2).all(|pair| pair[0] == pair[1]);
            self.ensure(alike && !place.kinds.is_empty(), || "a shuffle's step mixes kinds".into());
        }
        self.ensure(!r.turn.order.is_empty(), || "nobody's turn".into());
        r.turn.order.iter().for_each(|p| self.id(p.index(), r.players.len(), "a player"));
        self.test(
            &r.turn.legal,
            Allowed { tile: false, moves: false, history: false, repeats: true, line: false },
        );
        for what in &r.turn.receive {
            match what {
                Receivable::Piece(kind) => self.in_hand(&[*kind]),
                Receivable::Counter(counter) => self.id(counter.index(), r.counters.len(), "a counter"),
            }
        }
        if let Some(pass) = &r.turn.pass {
            self.test(
                &pass.guard,
                Allowed { tile: false, moves: false, history: false, repeats: false, line: false },
            );
        }
        for split in r.turn.split.iter().chain(&r.turn.rejoin) {
            self.test(&split.guard, tile);
            split.label.iter().for_each(|l| self.id(l.index(), r.labels.len(), "a label"));
        }
        for preference in &r.turn.prefer {
            match preference {
                Preference::Sorts(sorts) => sorts.iter().for_each(|sort| self.trigger(*sort)),
                Preference::Number(_, quantity) => {
                    self.quantity(
                        quantity,
                        Allowed { tile: false, moves: false, history: false, repeats: false, line: false },
                    );
                }
            }
        }
        for only in &r.turn.only {
            only.triggers.iter().for_each(|t| self.trigger(*t));
            only.phases.iter().for_each(|p| self.phase(*p));
        }
        for valid in &r.notation.valid {
            self.test(&valid.test, position);
        }
        for line in &r.turn.board {
            self.test(&line.each, tile);
            line.label.iter().for_each(|l| self.id(l.index(), r.labels.len(), "a label"));
            self.ensure(!line.prefix.is_empty(), || "a move of tiles without a text".into());
        }
        for choice in &r.turn.choices {
            self.test(&choice.target, tile);
            self.test(&choice.guard, tile);
            choice.label.iter().for_each(|l| self.id(l.index(), r.labels.len(), "a label"));
            self.actions(&choice.actions, tile);
            let late = choice.actions.iter().any(|a| matches!(a, Action::Again { .. } | Action::Illegal));
            self.ensure(!late, || "`again` or `illegal` in a choice".into());
        }
        self.ensure(r.turn.hands || !r.turn.taken.is_kept(), || "pieces are kept in no hand".into());
        if r.turn.taken.asks_for_promoted() {
            for kind in r.kinds.iter().flat_map(|k| &k.promotions).flat_map(|p| &p.to) {
                self.ensure(r.unpromoted(*kind).is_some(), || format!("what {kind} was is not clear"));
            }
        }
        for after in &r.turn.after {
            after.triggers.iter().for_each(|t| self.trigger(*t));
            self.ensure(!after.triggers.contains(&Trigger::Pass) || !after.is_about_a_tile(), || {
                "something happens on the tile that a pass reaches".into()
            });
            self.test(&after.guard, tile);
            self.actions(&after.actions, tile);
        }
        for end in &r.ends {
            self.result(&end.result);
            self.test(&end.when, position);
        }
        for adjudication in &r.adjudications {
            self.result(&adjudication.result);
            let ends = adjudication.result.is_final();
            self.ensure(ends, || format!("{} is no end", adjudication.name));
            self.test(&adjudication.when, Allowed { history: true, repeats: true, ..position });
        }
        r.ways_of_writing().for_each(|notation| self.notation(notation));
        let first = r.setup.named.first().is_none_or(|(_, text)| *text == r.setup.position);
        self.ensure(first, || "the first named setup is not the setup".into());
        for test in &r.tests {
            match test.expect {
                Expect::Result(Some(Ended::Game(end))) => self.id(end.index(), r.ends.len(), "an ending"),
                Expect::Result(Some(Ended::Match(number))) => {
                    self.id(number, r.adjudications.len(), "an ending of a match");
                }
                _ => {}
            }
        }
    }

    fn notation(&mut self, n: &Notation) {
        let r = self.rules;
        let position = Allowed { tile: false, moves: true, history: false, repeats: false, line: false };
        self.ensure(n.fen.contains(&FenField::Placement), || "the FEN has no pieces".into());
        for field in &n.fen {
            match field {
                FenField::Mark { mark, .. } => self.id(mark.index(), r.marks.len(), "a mark"),
                FenField::Count { counter, .. } => self.id(counter.index(), r.counters.len(), "a counter"),
                FenField::Placement
                | FenField::Corner
                | FenField::Turn
                | FenField::Hand
                | FenField::Number(_)
                | FenField::Out
                | FenField::Castling { .. }
                | FenField::Steps { .. }
                | FenField::Text(_) => {}
            }
        }
        n.nameless.iter().for_each(|k| self.kind(*k));
        for label in n.moves.iter().flat_map(|form| &form.on) {
            self.id(label.index(), r.labels.len(), "a label");
        }
        n.pass_by.iter().for_each(|k| self.kind(*k));
        n.check.iter().for_each(|(_, test)| self.test(test, position));
        let last = n.last.iter().flat_map(|(_, ends)| ends);
        last.for_each(|e| self.id(e.index(), r.ends.len(), "an ending"));
    }

    fn actions(&mut self, actions: &[Action], site: Allowed) {
        for action in actions {
            match action {
                Action::Here(effect) => self.effect(effect),
                Action::Each { path, from } => {
                    self.path(path, site);
                    from.iter().for_each(|test| self.test(test, site));
                }
                Action::Illegal => {}
                Action::Every(test, effect) | Action::EveryPart(test, effect) => {
                    self.test(test, site);
                    self.effect(effect);
                }
                Action::Again { phase, .. } => phase.iter().for_each(|p| self.phase(*p)),
            }
        }
    }

    fn phase(&mut self, phase: PhaseId) {
        self.id(phase.index(), self.rules.turn.phases.len(), "a phase");
    }

    /// Kinds that can be in a hand.
    fn in_hand(&mut self, kinds: &[KindId]) {
        for kind in kinds {
            self.kind(*kind);
            let neutral = self.rules.kinds.get(kind.index()).is_some_and(|k| k.neutral);
            self.ensure(self.rules.turn.hands && !neutral, || format!("{kind} in a hand"));
        }
    }

    fn result(&mut self, result: &EndResult) {
        match result {
            EndResult::Wins(who) => self.who(*who),
            EndResult::Shares(shares) => {
                self.per_player(shares.len(), "shares");
                let whole = shares.iter().all(|s| s.of > 0);
                self.ensure(whole, || "a share of nothing".into());
            }
            EndResult::Win | EndResult::Loss | EndResult::Draw | EndResult::Out | EndResult::Skip => {}
        }
    }

    fn who(&mut self, who: Who) {
        if let Who::Player(player) = who {
            self.id(player.index(), self.rules.players.len(), "a player");
        }
    }

    fn trigger(&mut self, trigger: Trigger) {
        match trigger {
            Trigger::Kind(kind) => self.kind(kind),
            Trigger::Label(label) => self.id(label.index(), self.rules.labels.len(), "a label"),
            Trigger::Player(player) => self.id(player.index(), self.rules.players.len(), "a player"),
            Trigger::End(end) => self.id(end.index(), self.rules.ends.len(), "an ending"),
            Trigger::Move | Trigger::Pass | Trigger::Capture | Trigger::Castling | Trigger::Out => {}
        }
    }

    fn path(&mut self, path: &Path, site: Allowed) {
        let directions = self.rules.board.directions.len();
        match path {
            Path::Step(direction) => self.id(direction.index(), directions, "a direction"),
            Path::Leap(all) => {
                self.ensure(all.len() >= 2, || "a sum of less than two directions".into());
                all.iter().for_each(|d| self.id(d.index(), directions, "a direction"));
            }
            Path::Seq(parts) | Path::Any(parts) => parts.iter().for_each(|p| self.path(p, site)),
            Path::Repeat { path, min, max } => {
                self.ensure(max.is_none_or(|max| max >= *min && max > 0), || "bounds of a repetition".into());
                self.ensure(!may_stay(path), || "a repetition that may stay".into());
                self.ensure(max.is_some() || !endless(path), || "an endless repetition in another".into());
                self.path(path, site);
            }
            Path::Times { path, times } => {
                let site = Allowed { repeats: false, ..site };
                self.ensure(!may_stay(path), || "a repetition that may stay".into());
                self.path(path, site);
                self.quantity(times, Allowed { tile: true, line: true, ..site });
            }
            Path::Check { test, .. } => self.test(test, Allowed { tile: true, ..site }),
            Path::Bend(symmetry) => self.symmetry(*symmetry),
            Path::Do(effect) => self.effect(effect),
        }
    }

    fn symmetry(&mut self, symmetry: SymId) {
        self.id(symmetry.index(), self.rules.board.symmetries.len(), "a symmetry");
    }

    fn sum(&mut self, directions: &[DirId]) {
        self.ensure(!directions.is_empty(), || "an empty sum of directions".into());
        directions.iter().for_each(|d| self.id(d.index(), self.rules.board.directions.len(), "a direction"));
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Take
            | Effect::TakeLast
            | Effect::Swap
            | Effect::Unite
            | Effect::First(_)
            | Effect::Vanish => {}
            Effect::State { state, .. } => self.id(state.index(), self.rules.states.len(), "a state"),
            Effect::Drop(kind) => self.in_hand(&[*kind]),
            Effect::Turn(symmetry) => self.symmetry(*symmetry),
            Effect::Put(kind) | Effect::Arrive(kind) | Effect::Merge(kind) => self.kind(*kind),
            Effect::Mark(mark) => self.id(mark.index(), self.rules.marks.len(), "a mark"),
            Effect::Become(kind) => self.kind(*kind),
            Effect::Shift(directions) => self.sum(directions),
            Effect::Reflect(tiles) => {
                let count = self.rules.board.tiles.len();
                let back =
                    |(from, to): (usize, &Tile)| tiles.get(to.index()).is_some_and(|t| t.index() == from);
                let whole = tiles.len() == count && tiles.iter().enumerate().all(back);
                self.ensure(whole, || "a mirror that does not lead back".into());
            }
            Effect::Join(who) => self.who(*who),
            Effect::Count { counter, of, amount, .. } => {
                self.id(counter.index(), self.rules.counters.len(), "a counter");
                self.who(*of);
                let site = Allowed { tile: true, moves: false, history: false, repeats: false, line: false };
                self.quantity(amount, site);
            }
        }
    }

    fn test(&mut self, test: &Test, site: Allowed) {
        let on_tile = Allowed { tile: true, ..site };
        self.ensure(site.tile || !test.is_about_a_tile(), || format!("{test:?} without a tile"));
        match test {
            Test::Not(t) | Test::Before(t) => self.test(t, site),
            Test::And(all) | Test::Or(all) => all.iter().for_each(|t| self.test(t, site)),
            Test::AttackedBy(who) => self.who(*who),
            Test::Capturable(capture) => {
                self.ensure(site.moves, || "`capturable` where moves are made".into());
                self.test(&capture.by, on_tile);
                self.test(&capture.then, on_tile);
            }
            Test::Owner(Who::Player(player)) | Test::ToMove(player) | Test::Asker(player) => {
                self.id(player.index(), self.rules.players.len(), "a player");
            }
            Test::Kind(kinds) | Test::Is(kinds) => {
                let sorted = kinds.0.windows(2).all(|pair| pair[0] < pair[1]);
                self.ensure(sorted, || "a set of kinds is not sorted".into());
                kinds.0.iter().for_each(|k| self.kind(*k));
            }
            Test::Always(t) => {
                self.ensure(site.history, || "`always` outside a match".into());
                self.test(t, site);
            }
            Test::OnLine(sum) => {
                self.ensure(site.line, || "a line where no length is asked".into());
                self.sum(sum);
            }
            Test::On(region) => self.id(region.index(), self.rules.regions.len(), "a region"),
            Test::Marked(mark) => self.id(mark.index(), self.rules.marks.len(), "a mark"),
            Test::Faces(d) => self.id(d.index(), self.rules.board.directions.len(), "a direction"),
            Test::Did(_, label) => self.id(label.index(), self.rules.labels.len(), "a label"),
            Test::Sees(path) => self.path(path, on_tile),
            Test::Attacks(t) => self.test(t, on_tile),
            Test::Under { zone, of, .. } => {
                self.id(zone.index(), self.rules.labels.len(), "a label");
                self.who(*of);
            }
            Test::Connected { test, path } | Test::Group { test, path } => {
                self.test(test, on_tile);
                self.path(path, on_tile);
            }
            Test::Some(t) => self.test(t, on_tile),
            Test::In(phase) => self.phase(*phase),
            Test::Stuck => self.ensure(site.moves, || "`stuck` where moves are made".into()),
            Test::Can { mover, target } => {
                self.ensure(site.moves, || "`can` where moves are made".into());
                self.test(mover, on_tile);
                self.test(target, on_tile);
            }
            Test::Compare(left, _, right) => [left, right].into_iter().for_each(|q| self.quantity(q, site)),
            Test::True
            | Test::False
            | Test::Parting
            | Test::Empty
            | Test::Occupied
            | Test::Owner(_)
            | Test::Attacked
            | Test::Out
            | Test::MayCastle
            | Test::Castled
            | Test::Changed
            | Test::NoReply { .. }
            | Test::Begun
            | Test::Acted
            | Test::First => {}
        }
    }

    fn quantity(&mut self, quantity: &Quantity, site: Allowed) {
        match quantity {
            Quantity::Number(_) | Quantity::Players => {}
            Quantity::Counter(counter, _) => self.id(counter.index(), self.rules.counters.len(), "a counter"),
            Quantity::Count(test) => self.test(test, Allowed { tile: true, ..site }),
            Quantity::Hand(kinds, _) => self.in_hand(&kinds.0),
            Quantity::Worth(test) => self.test(test, Allowed { tile: true, ..site }),
            Quantity::Sum(parts) => {
                self.ensure(parts.len() >= 2, || "a sum of less than two numbers".into());
                parts.iter().for_each(|(_, part)| self.quantity(part, site));
            }
            Quantity::Repeated | Quantity::RepeatedBoard => {
                self.ensure(site.repeats, || "`repeated` neither in a match nor in `legal`".into());
            }
        }
    }
}

/// Whether the path can be walked without a step.
pub(crate) fn may_stay(path: &Path) -> bool {
    match path {
        Path::Step(_) | Path::Leap(_) => false,
        Path::Seq(parts) => parts.iter().all(may_stay),
        Path::Any(parts) => parts.iter().any(may_stay),
        Path::Repeat { min, path, .. } => *min == 0 || may_stay(path),
        Path::Check { .. } | Path::Bend(_) | Path::Do(_) | Path::Times { .. } => true,
    }
}

/// Whether a repetition without end is inside.
pub(crate) fn endless(path: &Path) -> bool {
    match path {
        Path::Seq(parts) | Path::Any(parts) => parts.iter().any(endless),
        Path::Repeat { path, max, .. } => max.is_none() || endless(path),
        Path::Times { path, .. } => endless(path),
        _ => false,
    }
}
