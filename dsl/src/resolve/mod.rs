//! From syntax trees to [`Rules`]: names get their meaning, layers are put together, and what makes no sense is said.
//!
//! The passes in their order are in [`resolve`]. Each adds to the report and goes on with what it has, so that all errors
//! of a file are found in one run; a thing with an error in it is left out of what is checked later, so that one mistake is
//! one message. Nothing here plays the game: positions and moves stay texts for the runtime.

mod blame;
mod board;
mod boardwork;
mod bracket;
mod cases;
mod castling;
mod declarations;
mod drawing;
mod effects;
mod effort;
mod ends;
pub(crate) mod expand;
pub(crate) mod extend;
mod facing;
mod families;
mod family;
mod first;
mod forms;
mod grid;
pub(crate) mod imports;
mod itself;
mod layers;
mod leads;
mod lints;
mod manners;
mod moveid;
mod names;
mod notation;
mod path;
mod pieces;
mod plane;
mod players;
mod reach;
mod removal;
pub(crate) mod report;
mod resolver;
mod seams;
mod seats;
mod setup;
mod shapes;
mod site;
mod sorts;
mod stacks;
mod steps;
mod symmetry;
mod table;
mod terms;
mod test;
#[cfg(test)]
mod tests;
mod tiles;
mod truth;
mod turn;
mod turned;
mod unknown;
mod ways;
mod worst;

use crate::Loaded;
use crate::diagnostic::Severity;
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Counter, Effect, Preference, Quantity, Receivable, Rules, Switch, Test};
use crate::places::Places;
use crate::source::{FileId, Sources, Span};

use declarations::{CounterDecl, Declarations, Named, OptionDecl};
use imports::Modules;
use lints::KindPlaces;
use report::Report;
use resolver::Resolver;
use site::Site;

/// Gives the texts their meaning; `switched` are the options that are on or off whatever the texts say.
pub(crate) fn resolve(
    sources: &Sources,
    root: FileId,
    modules: &Modules,
    switched: &[(String, bool)],
    read: Report,
) -> Loaded {
    let mut report = Report::default();
    let mut game = layers::merge(modules, root, &mut report);
    for (name, on) in switched {
        game.switch(name, *on);
    }
    let mut places = Places::none(root);
    let rules = match &game.header {
        Some(header) => {
            places.header = header.span;
            lower(sources, &game, &mut places, report)
        }
        None => {
            report.push(errors::no_header(places.header));
            Lowering { rules: None, report }
        }
    };
    let Lowering { rules, mut report } = rules;
    if modules.broken {
        report.retain(|d| d.severity == Severity::Error && !blame::may_follow(d, sources, modules));
    }
    blame::find_causes(&mut report, sources, modules, &game);
    let mut all = read;
    all.extend(report.finish(&modules.reading_order()));
    let failed = all.has_errors();
    let rules = rules.filter(|_| !failed);
    if cfg!(debug_assertions)
        && let Some(Err(broken)) = rules.as_ref().map(crate::ir::verify::verify)
    {
        panic!("the rules are not well formed: {broken:#?}");
    }
    Loaded { rules, places, diagnostics: all.finish(&modules.reading_order()) }
}

/// What comes out, and what was found on the way.
struct Lowering {
    rules: Option<Rules>,
    report: Report,
}

/// The passes.
fn lower(sources: &Sources, game: &Declarations<'_>, places: &mut Places, mut report: Report) -> Lowering {
    let Some(parts) = Parts::of(game, places.header, &mut report) else {
        return Lowering { rules: None, report };
    };
    let Some((board, grid)) = board::build(parts.board.0, parts.board.1, &mut report) else {
        return Lowering { rules: None, report };
    };
    let mut r = Resolver::new(sources, game, report, board, grid);
    r.seat_players(parts.players.0, parts.players.1);
    if r.players.is_empty() {
        return Lowering { rules: None, report: r.report };
    }
    r.learn_pieces();
    r.check_names();
    r.check_shapes();
    let pieces = r.pieces();
    let castling = game.castling.as_ref().map(|e| r.castling(&e.node, e.span));
    let setup = game.setup.as_ref().and_then(|e| r.setup(e.node, e.span));
    let turn = r.turn();
    let ends = r.ends();
    let adjudications = r.adjudications();
    let notations = r.notations();
    let shuffled = setup.as_ref().is_some_and(|(setup, _)| setup.shuffle.is_some());
    let (tests, test_places) = r.cases(shuffled || setup.is_none()).into_iter().unzip();
    r.check_definitions();
    places.tests = test_places;

    let kind_places: Vec<KindPlaces> = pieces.iter().map(KindPlaces::from).collect();
    places.rules = pieces.iter().map(|piece| piece.rules.clone()).collect();
    places.choices.clone_from(&r.choice_spans);
    places.ends = ends.iter().filter_map(|end| Some(game.ends.get(&end.name)?.span)).collect();
    let all = (game.header.as_ref(), setup, turn, notations, castling.map_or(Some(None), |c| c.map(Some)));
    let (Some(header), Some((setup, positions)), Some(turn), Some((notation, notations)), Some(castling)) =
        all
    else {
        return Lowering { rules: None, report: r.report };
    };
    places.positions = positions.into_iter().map(|at| crate::places::contents(sources, at)).collect();
    if r.report.has_errors() {
        return Lowering { rules: None, report: r.report };
    }
    let mut players = r.players.clone();
    let board = plane::finish(r.board.clone(), &mut players);
    let mut rules = Rules {
        name: short_name(sources.name(game.root)),
        title: header.title.node.clone(),
        about: header.about.iter().map(|t| t.node.clone()).collect(),
        board,
        players,
        kinds: pieces.into_iter().map(|p| p.kind).collect(),
        regions: r.regions.list.clone(),
        marks: game.marks.iter().map(|(name, _)| name.to_string()).collect(),
        labels: r.labels.keys().cloned().collect(),
        options: game.options.iter().map(|(name, e)| switch(name, &e.node)).collect(),
        counters: game.counters.iter().map(|(name, e)| counter(name, &e.node)).collect(),
        watches: std::mem::take(&mut r.watches),
        states: r.state_tables(),
        stacks: r.stack_table(),
        castling,
        setup,
        turn,
        ends,
        adjudications,
        notation,
        notations,
        tests,
    };
    rules.turn.hands = has_hands(&rules);
    first::mark_kinds(&mut rules, &r.case());
    r.lint(&rules, &kind_places);
    Lowering { rules: Some(rules), report: r.report }
}

/// Whether a piece can ever be in somebody's hand: one is put there, taken from there, or asked for. What is asked for alone can
/// come there by a FEN.
fn has_hands(rules: &Rules) -> bool {
    let asks = |test: &Test| match test {
        Test::Compare(left, _, right) => left.asks_for_hands() || right.asks_for_hands(),
        _ => false,
    };
    let comes = |what: &Receivable| matches!(what, Receivable::Piece(_));
    rules.turn.taken.is_kept()
        || rules.turn.receive.iter().any(comes)
        || rules.any_effect(&|effect| {
            matches!(effect, Effect::Drop(_)) || effect.amount().is_some_and(Quantity::asks_for_hands)
        })
        || rules.any_test(&asks)
        || rules.turn.prefer.iter().filter_map(Preference::quantity).any(Quantity::asks_for_hands)
}

fn switch(name: &str, decl: &OptionDecl<'_>) -> Switch {
    let about = decl.about.map_or_else(String::new, |text| text.node.clone());
    Switch { name: name.to_string(), on: decl.on, about }
}

fn counter(name: &str, decl: &CounterDecl) -> Counter {
    Counter { name: name.to_string(), start: i64::from(decl.start), each: decl.each, ignored: decl.ignored }
}

/// The parts that nothing can do without.
struct Parts<'a> {
    board: (&'a [crate::ast::BoardLine], Span),
    players: (&'a [crate::ast::PlayerLine], Span),
}

impl<'a> Parts<'a> {
    /// All of them, or an error for each that is missing.
    fn of(game: &'a Declarations<'_>, header: Span, report: &mut Report) -> Option<Parts<'a>> {
        let mut missing = |part, example| report.push(errors::missing_part(part, example, header));
        if game.board.is_none() {
            missing("board", "board\n    grid 8 x 8");
        }
        if game.players.is_none() {
            missing("players", "players\n    White \"w\"\n    Black \"b\" mirrored");
        }
        if game.pieces.len() == 0 {
            missing("pieces", "piece Man \"M\"\n    move rot(n)");
        }
        if game.setup.is_none() {
            missing("setup", "setup \"m6m/8/8/8/8/8/8/M6M w\"");
        }
        if game.pieces.len() == 0 {
            return None;
        }
        let (board, players) = (game.board.as_ref()?, game.players.as_ref()?);
        Some(Parts { board: (board.node, board.span), players: (players.node, players.span) })
    }
}

impl Resolver<'_> {
    /// Looks at the root's own declarations that no rule has used, so that errors in them are found, too.
    fn check_definitions(&mut self) {
        let game = self.game;
        for (index, (_, entry)) in game.regions.iter().enumerate() {
            if entry.span.file == game.root {
                self.region_at(index, None);
            }
        }
        for (index, (word, entry)) in game.tests.iter().enumerate() {
            if let Named::Is(node) = entry.node
                && entry.span.file == game.root
                && !self.used.contains(&(sorts::Sort::Test, index))
            {
                self.enter(sorts::Sort::Test, word, entry.span, entry.span);
                self.test(node, Site::anywhere());
                self.leave();
            }
        }
        for (index, (word, entry)) in game.paths.iter().enumerate() {
            if let Named::Is(node) = entry.node
                && entry.span.file == game.root
                && !self.used.contains(&(sorts::Sort::Path, index))
            {
                self.enter(sorts::Sort::Path, word, entry.span, entry.span);
                self.path(node, Site::anywhere());
                self.leave();
            }
        }
    }
}

/// The name by which a game is called: its file's name without folder and ending.
fn short_name(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.strip_suffix(".tg").unwrap_or(name).to_string()
}
