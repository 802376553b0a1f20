//! Conditions: every word becomes a test of the right kind, named tests are written out in full.

use crate::ast::{self, Comparison, Name, TestKind};
use crate::diagnostic::errors::{actions, meaning as errors, stacks};
use crate::diagnostic::suggest::nearest;
use crate::ir::{
    Capture, CounterId, DirId, KindId, Kinds, LabelId, MarkId, PhaseId, PlayerId, Quantity, Sign, Test, Who,
};
use crate::source::{Span, Spanned};

use super::effort::Effort;
use super::facing::NOTHING_FACES;
use super::family::Family;
use super::resolver::Resolver;
use super::site::{Doing, Grouped, Site};
use super::sorts::Sort;
use super::truth::{Case, Occupant, Truth};
use super::ways::any;

/// Words that are tests by themselves.
pub(super) const BUILT_IN: [&str; 14] = [
    "empty", "piece", "friend", "enemy", "attacked", "first", "begun", "acted", "stuck", "out", "loaded",
    "parting", "castled", "changed",
];

/// Those that are about no tile.
pub(super) const ABOUT_NO_TILE: [&str; 4] = ["stuck", "parting", "castled", "changed"];

/// The tiles before and behind one who walks a path whose length is asked.
const LINE: &str = "line";

/// How often a position has occurred.
const REPEATED: &str = "repeated";

/// What a test word may name.
pub(super) const TEST_WORDS: [Sort; 6] =
    [Sort::Piece, Sort::Attribute, Sort::State, Sort::Player, Sort::Test, Sort::Option];

impl<'a> Resolver<'a> {
    /// Lowers a condition; `None` after an error.
    pub(crate) fn test(&mut self, test: &'a ast::Test, site: Site) -> Option<Test> {
        self.spend(test.span)?;
        match &test.kind {
            TestKind::Name(word) => self.word(word, test.span, site),
            // What is wrong with the call has been said.
            TestKind::Call(_) => None,
            TestKind::Not(t) => {
                self.lint_not(test.span, t);
                Some(Test::Not(Box::new(self.test(t, site)?)))
            }
            TestKind::And(all) if !site.tile && self.describes_tile(all) => {
                let words = self.sources.snippet(test.span);
                self.misplaced(words, test.span, |words, at| errors::needs_tile(words, at, site.what));
                None
            }
            TestKind::And(all) => {
                Some(Test::And(self.tests(all, site)?.into_iter().flat_map(conjuncts).collect()))
            }
            TestKind::Or(any) if !site.tile && self.unbracketed(any).is_some() => {
                let (word, alone, all) = self.unbracketed(any)?;
                self.report.push(errors::or_outside_brackets(
                    self.sources.snippet(alone),
                    word,
                    (alone, all),
                    site.what,
                    self.sources.snippet(all),
                ));
                None
            }
            TestKind::Or(any) => Some(Test::Or(self.tests(any, site)?)),
            TestKind::On(tiles) => {
                self.about_tile("on", test.span, site)?;
                if self.is_line(tiles) {
                    return self.on_line(tiles, site);
                }
                Some(Test::On(self.region_of(tiles)?))
            }
            TestKind::Marked(name) => {
                self.about_tile("marked", test.span, site)?;
                Some(Test::Marked(self.mark(name)?))
            }
            TestKind::Faces(name) => {
                self.about_tile("faces", test.span, site)?;
                if !self.something_faces() {
                    self.report.push(errors::never_holds(test.span, NOTHING_FACES));
                    return None;
                }
                let (_, index) = self.find(&[Sort::Direction], name)?;
                Some(Test::Faces(DirId::new(index)))
            }
            TestKind::Holds(inner) => {
                self.about_tile("holds", test.span, site)?;
                self.something_is_carried("holds", test.span)?;
                let wanted = self.test(inner, Site { what: "`holds`", ..Site::NOTHING }.on_tile())?;
                Some(Test::Is(self.holding(&wanted, inner.span)?))
            }
            TestKind::By(word, by) => {
                if word.node != "attacked" {
                    let near = nearest(&word.node, ["attacked"]);
                    self.report.push(errors::expected_word(&word.node, word.span, &["attacked"], near));
                    return None;
                }
                self.built_in("attacked", test.span, site)?;
                Some(Test::AttackedBy(self.who(by, &["friend", "next", "mover"])?))
            }
            TestKind::Capturable { newly, by, then } => {
                self.about_tile("capturable", test.span, site)?;
                self.about_moves("capturable", test.span, site)?;
                let mut part = |part: &'a Option<Box<ast::Test>>| match part {
                    Some(test) => self.satisfiable(test, site),
                    None => Some(Test::True),
                };
                let (by, then) = (part(by), part(then));
                Some(Test::Capturable(Box::new(Capture { newly: *newly, by: by?, then: then? })))
            }
            TestKind::Did(when, name) => {
                self.about_tile("did", test.span, site)?;
                let (_, index) = self.find(&[Sort::Label], name)?;
                Some(Test::Did(*when, LabelId::new(index)))
            }
            TestKind::Some(t) => {
                let some = Test::Some(Box::new(self.satisfiable(t, site.over_tiles())?));
                self.within(some, test.span)
            }
            TestKind::No(t) => {
                let some = Test::Some(Box::new(self.satisfiable(t, site.over_tiles())?));
                self.within(some, test.span).map(not)
            }
            TestKind::Only(t) => {
                let inner = self.satisfiable(t, site.over_tiles())?;
                if !self.case().possible_on_piece(&inner) {
                    self.report.push(errors::never_holds(t.span, "no piece can pass it"));
                    return None;
                }
                let stranger = Test::And(vec![Test::Occupied, not(inner)]);
                self.within(Test::Some(Box::new(stranger)), test.span).map(not)
            }
            TestKind::Always(t) => {
                if !site.history {
                    self.misplaced("always", test.span, |_, at| errors::needs_match("always", at, site.what));
                    return None;
                }
                Some(Test::Always(Box::new(self.test(t, site)?)))
            }
            TestKind::Before(t) => {
                if !site.before {
                    self.misplaced("before", test.span, |_, at| errors::needs_a_move(at, site.what));
                    return None;
                }
                Some(Test::Before(Box::new(self.test(t, Site { before: false, ..site })?)))
            }
            TestKind::Sees(path) => {
                self.about_tile("sees", test.span, site)?;
                let ways = self.path(path, Site { doing: Doing::Taking, what: "`sees`", ..site })?;
                self.within(Test::Sees(Box::new(any(ways))), test.span)
            }
            TestKind::Attacks(t) => {
                self.about_tile("attacks", test.span, site)?;
                self.no_attack_circle("attacks", test.span, site)?;
                Some(Test::Attacks(Box::new(self.satisfiable(t, site.without_groups())?)))
            }
            TestKind::Under { zone, of, by } => {
                self.about_tile("under", test.span, site)?;
                if site.zones {
                    self.misplaced("under", test.span, actions::zone_circle);
                    return None;
                }
                let (_, index) = self.find(&[Sort::Zone], zone)?;
                let of = match of {
                    Some(of) => self.who(of, &["friend", "enemy", "next", "mover"])?,
                    None => Who::Enemy,
                };
                if let Some(by) = by.as_ref().filter(|by| by.node != "one") {
                    let near = nearest(&by.node, ["one"]);
                    self.report.push(errors::expected_word(&by.node, by.span, &["one"], near));
                    return None;
                }
                Some(Test::Under { zone: LabelId::new(index), of, by_one: by.is_some() })
            }
            TestKind::Can { mover, target } => {
                self.about_moves("can", test.span, site)?;
                let site = site.without_groups();
                let (mover, target) = (self.satisfiable(mover, site), self.satisfiable(target, site));
                Some(Test::Can { mover: Box::new(mover?), target: Box::new(target?) })
            }
            TestKind::Connected { test: connected, path } => {
                let (test, test_span) = (connected, test.span);
                let site = site.without_groups();
                let test = self.satisfiable(test, site);
                let ways = self.path(path, Site { doing: Doing::Nothing, what: "`connected`", ..site })?;
                // All tiles need not be asked one by one.
                let test = test.map(|test| if self.case().always(&test) { Test::True } else { test })?;
                let path = Box::new(any(ways));
                self.within(Test::Connected { test: Box::new(test), path }, test_span)
            }
            TestKind::Group { test: alike, path } => {
                match site.group {
                    Grouped::Here => {}
                    Grouped::NoTile => {
                        self.misplaced("group", test.span, |_, at| errors::group_of_no_tile(at))
                    }
                    Grouped::Nowhere => self.misplaced("group", test.span, |_, at| errors::group_alone(at)),
                }
                if site.group != Grouped::Here {
                    return None;
                }
                let (test_span, site) = (test.span, site.without_groups());
                let test = self.satisfiable(alike, site);
                let ways = self.path(path, Site { doing: Doing::Nothing, what: "`group`", ..site })?;
                let path = Box::new(any(ways));
                self.within(Test::Group { test: Box::new(test?), path }, test_span)
            }
            TestKind::ToMove(name) => match name.node.as_str() {
                "friend" => Some(self.own_turn()),
                "enemy" => Some(not(self.own_turn())),
                _ => Some(Test::ToMove(self.player(name)?)),
            },
            TestKind::In(name)
                if self.index(Sort::Phase, &name.node).is_none()
                    && self.index(Sort::Region, &name.node).is_some() =>
            {
                self.report.push(errors::region_as_phase(&name.node, test.span));
                None
            }
            TestKind::In(name) => Some(Test::In(self.phase(name)?)),
            TestKind::Compare { left, op, right } => self.compare(test.span, left, *op, right, site),
        }
    }

    /// A condition on a tile that must be possible somewhere.
    pub(crate) fn satisfiable(&mut self, test: &'a ast::Test, site: Site) -> Option<Test> {
        let before = self.options_asked;
        let lowered = self.test(test, site.on_tile())?;
        // What an option switches may well be impossible.
        if self.options_asked == before && !self.case().possible_anywhere(&lowered) {
            self.report.push(errors::contradiction(test.span));
            return None;
        }
        Some(lowered)
    }

    /// It is the turn of the player who asks.
    fn own_turn(&self) -> Test {
        let players = (0..self.players.len()).map(PlayerId::new);
        Test::Or(players.map(|p| Test::And(vec![Test::Asker(p), Test::ToMove(p)])).collect())
    }

    fn tests(&mut self, tests: &'a [ast::Test], site: Site) -> Option<Vec<Test>> {
        // All are looked at, so that all errors are found; but once one is wrong, it is not known which tile the others are about.
        let mut site = site;
        let mut lowered = Vec::new();
        for test in tests {
            lowered.push(self.test(test, site));
            if lowered.last().is_some_and(Option::is_none) {
                site = site.on_tile();
            }
        }
        lowered.into_iter().collect()
    }

    fn word(&mut self, word: &'a str, span: Span, site: Site) -> Option<Test> {
        if BUILT_IN.contains(&word) {
            return self.built_in(word, span, site);
        }
        let name = Spanned::new(word.to_string(), span);
        let (sort, index) = self.find_or(&TEST_WORDS, &name, &BUILT_IN)?;
        if !matches!(sort, Sort::Test | Sort::Option) {
            self.about_tile(word, span, site)?;
        }
        Some(match sort {
            Sort::Piece => Test::Kind(Kinds(self.families[index].kinds().collect())),
            Sort::State => Test::Is(self.states[index].1.clone()),
            Sort::Attribute => Test::Kind(self.attributes[index].1.clone()),
            Sort::Player => Test::Owner(Who::Player(PlayerId::new(index))),
            Sort::Option => self.option(word)?,
            _ => {
                let game = self.game;
                let entry = game.tests.get(word)?;
                let node = self.plain(word, &entry.node, span, entry.span)?;
                if !self.enter(Sort::Test, word, span, entry.span) {
                    return None;
                }
                let lowered = self.test(node, site);
                self.leave();
                lowered?
            }
        })
    }

    fn option(&mut self, word: &str) -> Option<Test> {
        let on = self.game.options.get(word)?.node.on;
        self.options_asked += 1;
        Some(if on { Test::True } else { Test::False })
    }

    fn built_in(&mut self, word: &str, span: Span, site: Site) -> Option<Test> {
        if word == "stuck" {
            if let (Some(passed), false) = (site.reply, site.moves) {
                return Some(Test::NoReply { passed });
            }
            self.about_moves(word, span, site)?;
            return Some(Test::Stuck);
        }
        if word == "castled" {
            return Some(Test::Castled);
        }
        if word == "changed" {
            self.begun.get_or_insert(span);
            return Some(Test::Changed);
        }
        if word == "parting" {
            self.something_is_carried(word, span)?;
            if !site.mover {
                self.report.push(errors::mover_only(word, span));
                return None;
            }
            return Some(Test::Parting);
        }
        self.about_tile(word, span, site)?;
        if word == "loaded" {
            self.something_is_carried(word, span)?;
            return Some(Test::Is(Kinds(self.loaded().collect())));
        }
        if word == "attacked" {
            self.no_attack_circle(word, span, site)?;
        }
        Some(match word {
            "empty" => Test::Empty,
            "piece" => Test::Occupied,
            "friend" => Test::Owner(Who::Friend),
            "enemy" => Test::Owner(Who::Enemy),
            "attacked" => Test::Attacked,
            "out" => Test::Out,
            "begun" => {
                self.begun.get_or_insert(span);
                Test::Begun
            }
            "acted" => {
                self.begun.get_or_insert(span);
                Test::Acted
            }
            _ => Test::First,
        })
    }

    /// What decides what is attacked can't ask for attacks.
    fn no_attack_circle(&mut self, word: &str, span: Span, site: Site) -> Option<()> {
        match site {
            Site { zones: true, .. } => self.misplaced(word, span, actions::zone_circle),
            Site { attacks: true, .. } => self.misplaced(word, span, |_, at| errors::attack_circle(at)),
            _ => return Some(()),
        }
        None
    }

    /// One player, by name or by one of these words.
    pub(crate) fn who(&mut self, name: &Name, words: &[&str]) -> Option<Who> {
        let word = match name.node.as_str() {
            "friend" => Who::Friend,
            "enemy" => Who::Enemy,
            "next" => Who::Next,
            "mover" => Who::Mover,
            _ => Who::Player(PlayerId(0)),
        };
        if words.contains(&name.node.as_str()) {
            return Some(word);
        }
        let (_, index) = self.find_or(&[Sort::Player], name, words)?;
        Some(Who::Player(PlayerId::new(index)))
    }

    fn about_tile(&mut self, word: &str, span: Span, site: Site) -> Option<()> {
        if site.tile {
            return Some(());
        }
        self.misplaced(word, span, |word, at| errors::needs_tile(word, at, site.what));
        None
    }

    fn about_moves(&mut self, word: &str, span: Span, site: Site) -> Option<()> {
        if site.moves {
            return Some(());
        }
        self.misplaced(word, span, |word, at| errors::circular_moves(word, at, site.what));
        None
    }

    fn compare(
        &mut self,
        span: Span,
        left: &'a ast::Quantity,
        op: Comparison,
        right: &'a ast::Quantity,
        site: Site,
    ) -> Option<Test> {
        let (left, right) = (self.quantity(left, site), self.quantity(right, site));
        let (left, right) = (left?, right?);
        let tiles = self.board.len() as i64;
        let players = self.players.len() as i64;
        let range = |q: &Quantity| range(q, tiles, players);
        if let Some(always) = decided(range(&left), op, range(&right)) {
            self.report.push(errors::decided(always, span));
            return None;
        }
        self.within(Test::Compare(left, op, right), span)
    }

    /// The test, or an error if it may take too many steps.
    fn within(&mut self, test: Test, span: Span) -> Option<Test> {
        self.bounded(Effort::of_test(&test, self.extent()), |worst| worst.of_test(&test), span)?;
        Some(test)
    }

    /// A number, or an error if it may take too many steps to find.
    pub(crate) fn bounded_quantity(
        &mut self,
        quantity: &'a ast::Quantity,
        site: Site,
        span: Span,
    ) -> Option<Quantity> {
        let quantity = self.quantity(quantity, site)?;
        let test = Test::Compare(quantity, Comparison::Equal, Quantity::Number(0));
        match self.within(test, span)? {
            Test::Compare(quantity, ..) => Some(quantity),
            _ => None,
        }
    }

    pub(crate) fn quantity(&mut self, quantity: &'a ast::Quantity, site: Site) -> Option<Quantity> {
        match quantity {
            ast::Quantity::Number(n) => Some(Quantity::Number(i64::from(n.node))),
            ast::Quantity::Hand { test, of } => {
                let who = match of {
                    None => Who::Friend,
                    Some(of) => self.who(of, &["friend", "enemy", "next", "mover"])?,
                };
                let wanted = self.test(test, Site { what: "`hand`", ..Site::NOTHING }.on_tile())?;
                Some(Quantity::Hand(self.held(&wanted, test.span)?, who))
            }
            ast::Quantity::Players(_) => Some(Quantity::Players),
            ast::Quantity::Count(test, _) => {
                Some(Quantity::Count(Box::new(self.satisfiable(test, site.over_tiles())?)))
            }
            ast::Quantity::Worth(test) => {
                Some(Quantity::Worth(Box::new(self.satisfiable(test, site.over_tiles())?)))
            }
            ast::Quantity::Sum(parts) => {
                let part =
                    |(sign, part): &'a (Sign, ast::Quantity)| Some((*sign, self.quantity(part, site)?));
                let lowered: Vec<_> = parts.iter().map(part).collect();
                Some(Quantity::Sum(lowered.into_iter().collect::<Option<_>>()?))
            }
            ast::Quantity::Counter { name, of } if name.node == REPEATED => {
                if let Some(of) = of {
                    self.report.push(errors::of_single(&name.node, of.span, None));
                }
                self.repeats(name, site)?;
                Some(Quantity::Repeated)
            }
            ast::Quantity::Board(name) => {
                if name.node != REPEATED {
                    let near = nearest(&name.node, [REPEATED]);
                    self.report.push(errors::expected_word(&name.node, name.span, &[REPEATED], near));
                    return None;
                }
                self.repeats(name, site)?;
                Some(Quantity::RepeatedBoard)
            }
            ast::Quantity::Counter { name, of } => {
                let (counter, who) = self.counter_of(name, of.as_ref(), &[REPEATED])?;
                Some(Quantity::Counter(counter, who))
            }
        }
    }

    /// A counter and whose it is; these words would have been possible as well.
    pub(crate) fn counter_of(
        &mut self,
        name: &Name,
        of: Option<&Name>,
        words: &'static [&'static str],
    ) -> Option<(CounterId, Who)> {
        let (_, index) = self.find_or(&[Sort::Counter], name, words)?;
        let decl = self.game.counters.get(&name.node)?;
        let who = match of {
            None => Who::Friend,
            Some(of) if !decl.node.each => {
                self.report.push(errors::of_single(&name.node, of.span, Some(decl.span)));
                return None;
            }
            Some(of) => self.who(of, &["friend", "enemy", "next", "mover"])?,
        };
        Some((CounterId::new(index), who))
    }

    /// Says so if it can't be asked how often a position has occurred.
    fn repeats(&mut self, name: &Name, site: Site) -> Option<()> {
        if site.repeats {
            return Some(());
        }
        self.misplaced(&name.node, name.span, |word, at| errors::needs_history(word, at, site.what));
        None
    }

    /// Whether these tiles are the line of a path, and no region that the game calls so.
    fn is_line(&self, tiles: &ast::Tiles) -> bool {
        let is_word = |term: &ast::TileTerm| matches!(term, ast::TileTerm::Name(name) if name.node == LINE);
        tiles.terms.iter().chain(&tiles.but).any(is_word) && self.index(Sort::Region, LINE).is_none()
    }

    fn on_line(&mut self, tiles: &ast::Tiles, site: Site) -> Option<Test> {
        let span = tiles.span;
        if tiles.terms.len() + tiles.but.len() > 1 {
            self.report.push(errors::line_among_tiles(span));
            return None;
        }
        if !site.line {
            self.misplaced(LINE, span, errors::line_of_no_path);
            return None;
        }
        // A test that is looked at for itself has no line yet.
        let Some(stride) = self.strides.last() else { return Some(Test::OnLine(Vec::new())) };
        let Some(directions) = stride.clone() else {
            self.misplaced(LINE, span, errors::line_of_many_steps);
            return None;
        };
        Some(Test::OnLine(directions))
    }

    /// The phase of a name.
    pub(crate) fn phase(&mut self, name: &Name) -> Option<PhaseId> {
        self.find(&[Sort::Phase], name).map(|(_, index)| PhaseId::new(index))
    }

    /// The player of a name.
    pub(crate) fn player(&mut self, name: &Name) -> Option<PlayerId> {
        self.find(&[Sort::Player], name).map(|(_, index)| PlayerId::new(index))
    }

    /// The mark of a name.
    pub(crate) fn mark(&mut self, name: &Name) -> Option<MarkId> {
        self.find(&[Sort::Mark], name).map(|(_, index)| MarkId::new(index))
    }

    /// The kinds of a piece's name that is new on the board: one for every way in which it can stand.
    pub(crate) fn kinds(&mut self, name: &Name) -> Option<Vec<KindId>> {
        self.find(&[Sort::Piece], name).map(|(_, index)| self.families[index].fresh().collect())
    }

    /// Says so if no piece of the game carries another.
    fn something_is_carried(&mut self, word: &str, span: Span) -> Option<()> {
        if self.stacks.is_empty() {
            self.report.push(stacks::no_stacks(word, span));
            return None;
        }
        Some(())
    }

    /// The kinds of which some single piece passes a test about nothing but its kind.
    fn holding(&mut self, wanted: &Test, span: Span) -> Option<Kinds> {
        let single: Vec<KindId> = self.families.iter().flat_map(|family| family.single()).collect();
        let passes = self.passing(("holds", "enemy holds PIECE"), wanted, &single, span)?;
        let such = |part: &KindId| passes.contains(part);
        let alone = single.into_iter().filter(such);
        let stacks = self.stacks.iter().enumerate().filter(|(_, stack)| stack.parts.iter().any(such));
        Some(Kinds(alone.chain(stacks.map(|(number, _)| self.stack_kind(number))).collect()))
    }

    /// The kinds that pieces count as in hands, of those of which some pass a test about nothing but their kind.
    fn held(&mut self, wanted: &Test, span: Span) -> Option<Kinds> {
        let fresh: Vec<KindId> = self.families.iter().filter_map(|family| family.fresh().next()).collect();
        let passes = self.passing(("hand", "hand(PIECE) of enemy"), wanted, &fresh, span)?;
        let neutral = self.neutral();
        let held: Vec<KindId> = passes.iter().copied().filter(|kind| !neutral.contains(*kind)).collect();
        if held.is_empty() {
            let is_neutral = |family: &Family| family.fresh().any(|kind| passes.contains(&kind));
            let family = self.families.iter().position(is_neutral);
            let piece = family.and_then(|number| self.game.pieces.iter().nth(number));
            self.report.push(actions::never_in_hand(piece.map(|(name, _)| name), span));
            return None;
        }
        Some(Kinds(held))
    }

    /// Of these kinds, those that pass a test about nothing but the kind of a piece.
    fn passing(
        &mut self,
        (word, whose): (&str, &str),
        wanted: &Test,
        kinds: &[KindId],
        span: Span,
    ) -> Option<Vec<KindId>> {
        let case = self.case();
        let truth = |kind: &KindId| {
            let owner = (!case.neutral.contains(*kind)).then_some(PlayerId(0));
            Case { occupant: Occupant::Piece(owner, *kind), ..case }.truth(wanted)
        };
        let truths: Vec<Truth> = kinds.iter().map(truth).collect();
        let asks_whose = wanted.any(&|test| matches!(test, Test::Owner(_)));
        if asks_whose || truths.contains(&Truth::Depends) {
            self.report.push(stacks::kinds_only(word, whose, span));
            return None;
        }
        let all = kinds.iter().zip(truths);
        Some(all.filter(|(_, truth)| *truth == Truth::Always).map(|(kind, _)| *kind).collect())
    }

    /// The kind of a piece's name, where there can be only one.
    pub(crate) fn kind(&mut self, name: &Name) -> Option<KindId> {
        let kinds = self.kinds(name)?;
        if kinds.len() > 1 {
            self.report.push(errors::needs_one_facing(&name.node, kinds.len(), name.span));
            return None;
        }
        kinds.first().copied()
    }

    /// The kind that a piece counts as in a hand; it must be somebody's.
    pub(crate) fn kind_in_hand(&mut self, name: &Name) -> Option<KindId> {
        let kind = self.kinds(name)?.first().copied()?;
        if self.neutral().contains(kind) {
            self.report.push(actions::neutral_in_hand(&name.node, name.span));
            return None;
        }
        Some(kind)
    }
}

/// The parts of a conjunction.
fn conjuncts(test: Test) -> Vec<Test> {
    match test {
        Test::And(all) => all,
        other => vec![other],
    }
}

/// The opposite.
fn not(test: Test) -> Test {
    Test::Not(Box::new(test))
}

/// The least and the greatest value of a number, where there are such.
fn range(quantity: &Quantity, tiles: i64, players: i64) -> (Option<i64>, Option<i64>) {
    match quantity {
        Quantity::Number(n) => (Some(*n), Some(*n)),
        Quantity::Count(_) => (Some(0), Some(tiles)),
        Quantity::Hand(..) => (Some(0), None),
        Quantity::Players => (Some(0), Some(players)),
        Quantity::Repeated | Quantity::RepeatedBoard => (Some(1), None),
        Quantity::Worth(_) => (Some(0), None),
        Quantity::Counter(..) | Quantity::Sum(_) => (None, None),
    }
}

/// What the comparison is, whatever the values.
fn decided(
    left: (Option<i64>, Option<i64>),
    op: Comparison,
    right: (Option<i64>, Option<i64>),
) -> Option<bool> {
    let below = |a: Option<i64>, b: Option<i64>| a.zip(b).is_some_and(|(a, b)| a < b);
    let at_most = |a: Option<i64>, b: Option<i64>| a.zip(b).is_some_and(|(a, b)| a <= b);
    let less = below(left.1, right.0);
    let more = below(right.1, left.0);
    let not_more = at_most(left.1, right.0);
    let not_less = at_most(right.1, left.0);
    let answer = |yes: bool, no: bool| {
        if yes {
            Some(true)
        } else if no {
            Some(false)
        } else {
            None
        }
    };
    match op {
        Comparison::Less => answer(less, not_less),
        Comparison::AtMost => answer(not_more, more),
        Comparison::More => answer(more, not_more),
        Comparison::AtLeast => answer(not_less, less),
        Comparison::Equal => answer(not_more && not_less, less || more),
        Comparison::NotEqual => answer(less || more, not_more && not_less),
    }
}
