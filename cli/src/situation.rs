//! A position in words, and where a command takes its position from.

use std::borrow::Cow;

use tilegame_record::account::Accounts;
use tilegame_record::pgn::PgnGame;
use tilegame_runtime::explain::Explanation;
use tilegame_runtime::ir::{Counter, CounterId, KindId, Player, PlayerId, Tile};
use tilegame_runtime::notation::receipt;
use tilegame_runtime::receipt::Receipt;
use tilegame_runtime::{Game, Move, Outcome, Piece, State};

use crate::args::{From, Played};
use crate::check::findings;
use crate::exit::Failure;
use crate::io::Io;
use crate::report;

/// Whose texts of positions and moves are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Texts {
    /// Those of the game.
    Own,
    /// Those of Fairy-Stockfish, too.
    FairyStockfish,
}

/// The position that the arguments ask for.
pub(crate) fn asked(io: &mut Io<'_>, game: &Game, from: &From) -> Result<State, Failure> {
    asked_in(Texts::Own, io, game, from)
}

/// The same, in texts of a sort.
pub(crate) fn asked_in(texts: Texts, io: &mut Io<'_>, game: &Game, from: &From) -> Result<State, Failure> {
    let mut state = start_in(texts, io, game, from)?;
    steps_in(texts, &mut state, &from.played)?;
    Ok(state)
}

/// The position from which the moves set out that are to be played first.
pub(crate) fn start(io: &mut Io<'_>, game: &Game, from: &From) -> Result<State, Failure> {
    start_in(Texts::Own, io, game, from)
}

fn start_in(texts: Texts, io: &mut Io<'_>, game: &Game, from: &From) -> Result<State, Failure> {
    match &from.fen {
        Some(fen) => read_in(texts, io, game, fen),
        None => set_up(game, from.setup.as_deref()),
    }
}

/// What is to happen first.
pub(crate) enum Step {
    Move(Move),
    /// Something comes from outside.
    Receipt(Receipt),
}

/// What is to happen first, which is played on the position.
pub(crate) fn steps(state: &mut State, played: &Played) -> Result<Vec<Step>, Failure> {
    steps_in(Texts::Own, state, played)
}

/// The same, in texts of a sort.
pub(crate) fn steps_in(texts: Texts, state: &mut State, played: &Played) -> Result<Vec<Step>, Failure> {
    let mut happened = Vec::new();
    for text in played.after.iter().flat_map(|moves| moves.split_whitespace()) {
        if let Some(read) = receipt::read(state.game(), text) {
            let received =
                read.and_then(|receipt| state.after_receipt(&receipt).map(|after| (receipt, after)));
            let (receipt, after) = received.map_err(|error| Failure::Message(error.to_string()))?;
            *state = after;
            happened.push(Step::Receipt(receipt));
            continue;
        }
        let turn = match texts {
            Texts::Own => None,
            Texts::FairyStockfish => Some(tilegame_fairy::dialect::read(state, text)),
        };
        let steps = match turn {
            Some(Ok(steps)) => steps,
            // It may be written as the game writes moves.
            turn => state.read(text).map_err(|error| {
                let why = match (turn, state.explain(text)) {
                    (Some(Err(of_turn)), _) if text.contains(',') => of_turn.to_string(),
                    (_, Explanation::Illegal(illegal)) => illegal.sentence,
                    (_, Explanation::Legal(_)) => error.to_string(),
                };
                Failure::Message(format!("the move `{text}` is not legal: {why}"))
            })?,
        };
        for m in steps {
            state.make(m);
            happened.push(Step::Move(m));
        }
    }
    Ok(happened)
}

/// A setup by its name or number, or else the start.
pub(crate) fn set_up(game: &Game, setup: Option<&str>) -> Result<State, Failure> {
    match setup.map(|setup| (setup, setup.parse())) {
        Some((_, Ok(number))) => arrangement(game, number),
        Some((name, Err(_))) => named(game, name),
        None => Ok(game.start()),
    }
}

fn named(game: &Game, name: &str) -> Result<State, Failure> {
    game.setup(name).ok_or_else(|| {
        let title = &game.rules().title;
        let known: Vec<&str> = game.setups().collect();
        Failure::Message(match known.as_slice() {
            [] if game.arrangements() > 1 => format!("{title} has numbered arrangements, not `{name}`"),
            [] => format!("{title} has only one setup, which has no name"),
            all => format!("{title} has no setup `{name}`; it has {}", all.join(", ")),
        })
    })
}

fn arrangement(game: &Game, number: u32) -> Result<State, Failure> {
    game.arrangement(number).ok_or_else(|| {
        let title = &game.rules().title;
        Failure::Message(match game.arrangements() {
            0 | 1 => match game.setups().collect::<Vec<_>>().as_slice() {
                [] => format!("{title} has no numbered arrangements"),
                named => {
                    format!("{title} has no numbered arrangements; its setups are {}", named.join(", "))
                }
            },
            all => format!("{title} has no arrangement {number}; they are numbered from 0 to {}", all - 1),
        })
    })
}

/// Reads a FEN; if it can't be read, the reason is drawn.
pub(crate) fn read(io: &mut Io<'_>, game: &Game, text: &str) -> Result<State, Failure> {
    read_in(Texts::Own, io, game, text)
}

/// The same, in texts of a sort.
fn read_in(texts: Texts, io: &mut Io<'_>, game: &Game, text: &str) -> Result<State, Failure> {
    let read = match texts {
        Texts::Own => game.read_fen(text),
        Texts::FairyStockfish => tilegame_fairy::position::read(game, text),
    };
    read.map_err(|error| {
        let (sources, diagnostic) = findings::bad_fen(text, &error);
        report::draw(io, &sources, &[diagnostic], None);
        Failure::Reported
    })
}

/// How a game ended: the ending's name and who won.
pub(crate) fn outcome(game: &Game, outcome: &Outcome) -> String {
    let name = &game.rules().ends[outcome.end.index()].name;
    match outcome.winner() {
        Some(winner) => format!("{name}: {} wins", player(game, winner)),
        None if outcome.scores.is_even() => format!("{name}: draw"),
        None => {
            let players = game.rules().players.iter().zip(outcome.scores.iter());
            let each: Vec<String> = players.map(|(p, share)| format!("{} {share}", p.name)).collect();
            format!("{name}: {}", each.join(", "))
        }
    }
}

/// The player of a name or a letter.
pub(crate) fn called(game: &Game, wanted: &str) -> Result<PlayerId, Failure> {
    let players = &game.rules().players;
    let found = players.iter().position(|p| {
        p.name.eq_ignore_ascii_case(wanted) || p.letter.to_string().eq_ignore_ascii_case(wanted)
    });
    found.map(PlayerId::new).ok_or_else(|| {
        let names: Vec<&str> = players.iter().map(|p| p.name.as_str()).collect();
        Failure::Message(format!("no player is called `{wanted}`; there are {}", names.join(", ")))
    })
}

/// A player's name.
pub(crate) fn player(game: &Game, player: PlayerId) -> &str {
    &game.rules().players[player.index()].name
}

/// Writes into the tags of a game who plays it, in the order of the players: of two players also under the names that all programs read.
pub(crate) fn set_players(game: &Game, pgn: &mut PgnGame, names: &[String]) {
    let players = &game.rules().players;
    for (player, name) in players.iter().zip(names) {
        pgn.tags.set(&player.name, name);
    }
    if let ([_, _], [first, second]) = (players.as_slice(), names) {
        pgn.tags.set("White", first);
        pgn.tags.set("Black", second);
    }
}

/// A kind's name.
pub(crate) fn kind(game: &Game, kind: KindId) -> &str {
    &game.rules().kinds[kind.index()].name
}

/// A tile's name.
pub(crate) fn tile(game: &Game, tile: Tile) -> Cow<'_, str> {
    game.rules().board.name(tile)
}

/// Whose turn it is, and in which phase of it.
pub(crate) fn whose_turn(state: &State) -> String {
    let player = player(state.game(), state.to_move());
    match state.game().rules().turn.phases.get(state.phase().index()) {
        Some(phase) => format!("{player} to move ({})", phase.replace('_', " ")),
        None => format!("{player} to move"),
    }
}

/// What each player has in hand, if anything.
pub(crate) fn hands(state: &State) -> Vec<String> {
    let rules = state.game().rules();
    let mut lines = Vec::new();
    for (p, owner) in rules.players.iter().enumerate() {
        let held = rules.kinds.iter().enumerate().filter_map(|(k, kind)| {
            match state.hand(PlayerId::new(p), KindId::new(k)) {
                0 => None,
                1 => Some(kind.piece.clone()),
                n => Some(format!("{} x {n}", kind.piece)),
            }
        });
        let held: Vec<String> = held.collect();
        if !held.is_empty() {
            lines.push(format!("{}, in hand: {}", owner.name, held.join(", ")));
        }
    }
    lines
}

/// Kinds of pieces with their numbers, in the order of the rules: "Rook, Pawn x 2".
pub(crate) fn pieces(game: &Game, pieces: &[Piece]) -> String {
    let mut kinds: Vec<KindId> = pieces.iter().map(|piece| piece.kind).collect();
    kinds.sort_unstable();
    let told = kinds.chunk_by(|a, b| a == b).map(|alike| match alike.len() {
        1 => kind(game, alike[0]).to_string(),
        n => format!("{} x {n}", kind(game, alike[0])),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// What has been captured and converted, a line each; with `lost`, also what each player has lost.
pub(crate) fn accounts(game: &Game, accounts: &Accounts, lost: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (owner, account) in game.rules().players.iter().zip(accounts.players()) {
        if !account.captured.is_empty() {
            lines.push(format!("{} captured: {}", owner.name, pieces(game, &account.captured)));
        }
        if lost && !account.lost.is_empty() {
            lines.push(format!("{} lost: {}", owner.name, pieces(game, &account.lost)));
        }
        let mut converted: Vec<String> = Vec::new();
        for conversion in &account.converted {
            let (from, to) = (kind(game, conversion.from.kind), kind(game, conversion.to.kind));
            let text = match conversion.from.owner.filter(|p| conversion.to.owner != Some(*p)) {
                Some(before) => format!("{from} of {}", player(game, before)),
                None => format!("{from} to {to}"),
            };
            converted.push(text);
        }
        if !converted.is_empty() {
            let mut told: Vec<String> = Vec::new();
            converted.sort();
            for alike in converted.chunk_by(|a, b| a == b) {
                let times = if alike.len() > 1 { format!(" x {}", alike.len()) } else { String::new() };
                told.push(format!("{}{times}", alike[0]));
            }
            lines.push(format!("{} converted: {}", owner.name, told.join(", ")));
        }
    }
    lines
}

/// What the pieces of each player are worth, where the game says so: "Cho 72, Han 72".
pub(crate) fn score(state: &State) -> Option<String> {
    let game = state.game();
    let players = game.rules().players.iter().enumerate();
    let each = players.map(|(p, owner)| format!("{} {}", owner.name, state.score(PlayerId::new(p))));
    game.has_score().then(|| each.collect::<Vec<_>>().join(", "))
}

/// What a picture says below the board: whose turn it is or who has won, the score and the counters.
pub(crate) fn caption(state: &State) -> Vec<String> {
    let score = score(state).map(|score| format!("score: {score}"));
    [turn_or_outcome(state)].into_iter().chain(score).chain(counters(state)).collect()
}

/// Who has won, or whose turn it is.
fn turn_or_outcome(state: &State) -> String {
    match state.outcome() {
        Some(over) => outcome(state.game(), &over),
        None => {
            let check = if state.in_check() == Some(true) { ", in check" } else { "" };
            format!("{}{check}", whose_turn(state))
        }
    }
}

/// A line for each counter.
fn counters(state: &State) -> Vec<String> {
    let rules = state.game().rules();
    let line = |(number, counter): (usize, &Counter)| {
        let id = CounterId::new(number);
        let values: Vec<String> = if counter.each {
            let players = rules.players.iter().enumerate();
            let value = |(p, owner): (usize, &Player)| {
                format!("{} {}", owner.name, state.counter(id, PlayerId::new(p)))
            };
            players.map(value).collect()
        } else {
            vec![state.counter(id, PlayerId(0)).to_string()]
        };
        format!("{}: {}", counter.name, values.join(", "))
    };
    rules.counters.iter().enumerate().map(line).collect()
}

/// What the board does not show, a line each: whose turn it is or how the game ended, rights, marks, counters.
pub(crate) fn lines(state: &State) -> Vec<String> {
    let game = state.game();
    let rules = game.rules();
    let mut lines = vec![turn_or_outcome(state)];
    lines.extend(hands(state));
    lines.extend(score(state).map(|score| format!("score: {score}")));
    let out: Vec<&str> = state.out().into_iter().map(|p| player(game, p)).collect();
    if !out.is_empty() {
        lines.push(format!("out: {}", out.join(", ")));
    }
    if let Some(castling) = &rules.castling {
        for (p, owner) in rules.players.iter().enumerate() {
            let player = PlayerId::new(p);
            let of_kind = |partner: &KindId| {
                let may = |(t, piece): &(Tile, Piece)| {
                    piece.kind == *partner && piece.owner == Some(player) && state.may_castle_with(*t)
                };
                let tiles: Vec<_> = state.pieces().filter(may).map(|(t, _)| tile(game, t)).collect();
                (!tiles.is_empty()).then(|| format!("the {} on {}", kind(game, *partner), tiles.join(", ")))
            };
            let partners: Vec<String> = castling.partners.0.iter().filter_map(of_kind).collect();
            if !partners.is_empty() {
                lines.push(format!("{} may castle with {}", owner.name, partners.join(", ")));
            }
        }
    }
    for left in state.marks() {
        let (owner, maker) = (player(game, left.owner), tile(game, left.maker));
        let mark = &rules.marks[left.mark.index()];
        lines.push(format!("{}: {mark}, left by {owner}'s piece on {maker}", tile(game, left.tile)));
    }
    lines.extend(counters(state));
    lines
}
