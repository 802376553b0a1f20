//! What can be played but is very likely not meant so, as far as only playing shows it.

use tilegame_dsl::Places;
use tilegame_dsl::diagnostic::{Code, Diagnostic};
use tilegame_dsl::source::Span;
use tilegame_runtime::moves::{Move as Details, Origin, Tag};
use tilegame_runtime::{Game, Move, MoveList, State};

use super::findings;

/// So many positions behind the setup are looked at.
const LOOKED_AT: usize = 40;

/// Positions with more moves than this are not.
const MANY_MOVES: usize = 2000;

/// Everything odd that the game's own text says, but for lines of which the compiler has said that they make the same moves.
pub(super) fn found(game: &Game, places: &Places, said: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = over_at_once(game, places).into_iter().collect();
    let twice = said.iter().filter(|d| d.code == Code("W0511")).map(|d| d.primary.span);
    all.extend(twins(game, places, &twice.collect::<Vec<_>>()));
    all
}

/// A setup in which the game is over.
fn over_at_once(game: &Game, places: &Places) -> Option<Diagnostic> {
    let named = game.setups().filter_map(|name| Some((Some(name), game.setup(name)?)));
    let mut setups = std::iter::once((None, game.start())).chain(named);
    let (name, ending) = setups.find_map(|(name, state)| Some((name, state.end()?)))?;
    let line = places.ends.get(ending.index()).copied().filter(|span| span.file == places.header.file);
    let setup = places.positions.first().copied().filter(|span| span.file == places.header.file);
    let place = line.or(setup)?;
    Some(findings::over_at_once(&game.rules().ends[ending.index()].name, name, place))
}

/// Lines of which some moves change the same, early in the game, and only a label tells them apart; each pair once.
fn twins(game: &Game, places: &Places, said: &[Span]) -> Vec<Diagnostic> {
    let own = |span: &Span| span.file == places.header.file;
    let mut told: Vec<(Span, Span)> = Vec::new();
    let mut all = Vec::new();
    for state in early(game) {
        let Some(legal) = few(&state) else { continue };
        let moves: Vec<(Move, Details)> = legal.into_iter().map(|m| (m, state.details(m))).collect();
        for (m, one) in moves.iter().filter(|(_, m)| m.tag != Tag::default()) {
            let same = |(_, other): &&(Move, Details)| {
                other.tag != one.tag
                    && (other.from, other.part) == (one.from, one.part)
                    && other.changes == one.changes
            };
            let Some((twin, other)) = moves.iter().find(same) else { continue };
            let (Some(place), Some(first)) = (place(places, one), place(places, other)) else { continue };
            let (place, first) = if own(&place) { (place, first) } else { (first, place) };
            let is_known = said.contains(&place) || said.contains(&first);
            if !own(&place) || is_known || told.contains(&(place, first)) || told.contains(&(first, place)) {
                continue;
            }
            told.push((place, first));
            all.push(findings::told_apart_by_label([&state.uci(*twin), &state.uci(*m)], place, first));
        }
    }
    all
}

/// The setup and some positions behind it.
fn early(game: &Game) -> Vec<State> {
    let start = game.start();
    let moves = few(&start).unwrap_or_default().into_iter();
    let next: Vec<State> = moves.take(LOOKED_AT).map(|m| start.after(m)).collect();
    std::iter::once(start).chain(next).collect()
}

/// The legal moves, if they are not too many.
fn few(state: &State) -> Option<MoveList> {
    let mut moves = MoveList::new();
    state.moves(&mut moves);
    (moves.len() <= MANY_MOVES).then(|| state.legal_moves())
}

/// The line that makes a move.
fn place(places: &Places, m: &Details) -> Option<Span> {
    match m.origin {
        Origin::Rule { kind, rule, .. } => places.rules.get(kind.index())?.get(usize::from(rule)).copied(),
        Origin::Choice { choice, .. } => places.choices.get(usize::from(choice)).copied(),
        Origin::Board { .. } | Origin::Castling { .. } | Origin::Rejoin { .. } | Origin::Pass => None,
    }
}
