//! What was found, as text and as data.

use std::io::Write as _;

use serde::Serialize;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, Move, State};
use tilegame_solve::certificate::{Certificate, Checked};
use tilegame_solve::mates::Verdict;
use tilegame_solve::outright::{Counts, Outright};
use tilegame_solve::tables::Table;
use tilegame_solve::{Value, left_out};

use crate::args::Solve;
use crate::exit::Failure;
use crate::io::Io;
use crate::paint::{STRONG, paint};
use crate::report::print_json;
use crate::situation;

/// What a position is worth. As JSON, fields are only ever added.
#[derive(Serialize)]
pub(super) struct Told {
    game: String,
    fen: String,
    /// `win`, `loss`, `draw` for the player to move; `no forced win` of a search that found none; `unknown` if a table does not say.
    value: &'static str,
    /// Who wins.
    winner: Option<String>,
    /// Plies to the end, or how far was looked.
    plies: Option<u32>,
    /// The moves of both sides, or the best one, as people write them.
    line: Vec<String>,
    /// Positions that were found or looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    /// How many of these are won, lost and drawn for the player to move, and the most plies to an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<ToldCounts>,
    /// Endings of a match that are not looked at.
    not_counted: Vec<String>,
}

/// Counts, as JSON.
#[derive(Serialize)]
struct ToldCounts {
    positions: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    longest: u32,
}

impl From<Counts> for ToldCounts {
    fn from(Counts { positions, won, lost, drawn, longest }: Counts) -> ToldCounts {
        ToldCounts { positions, won, lost, drawn, longest }
    }
}

/// The moves as people write them.
fn written(state: &State, line: &[Move]) -> Vec<String> {
    let mut now = state.clone();
    let write = |m: &Move| {
        let text = now.san(*m);
        now.make(*m);
        text
    };
    line.iter().map(write).collect()
}

/// Who wins a position of this value, as the sentence begins.
fn winner(state: &State, value: Value) -> Option<String> {
    let mover = state.to_move();
    let other = PlayerId::new(1 - mover.index());
    let name = |player| situation::player(state.game(), player).to_owned();
    match value {
        Value::Win(_) => Some(name(mover)),
        Value::Loss(_) => Some(name(other)),
        Value::Draw => None,
    }
}

fn not_counted(game: &Game) -> Vec<String> {
    left_out(game).map(str::to_owned).collect()
}

impl Told {
    fn new(state: &State, value: Option<Value>, line: &[Move]) -> Told {
        let (name, plies) = match value {
            Some(Value::Win(plies)) => ("win", Some(plies)),
            Some(Value::Loss(plies)) => ("loss", Some(plies)),
            Some(Value::Draw) => ("draw", None),
            None => ("unknown", None),
        };
        Told {
            game: state.game().rules().name.clone(),
            fen: state.fen(),
            value: name,
            winner: value.and_then(|value| winner(state, value)),
            plies,
            line: written(state, line),
            positions: None,
            counts: None,
            not_counted: not_counted(state.game()),
        }
    }

    pub(super) fn of_outright(state: &State, solved: &Outright) -> Told {
        let counts = solved.counts();
        Told {
            positions: Some(counts.positions),
            counts: Some(counts.into()),
            ..Told::new(state, Some(solved.value()), &solved.line())
        }
    }

    pub(super) fn of_mate(state: &State, found: &Verdict, plies: u32) -> Told {
        match found {
            Verdict::Wins(win) => Told {
                positions: Some(win.positions),
                ..Told::new(state, Some(Value::Win(win.plies)), &win.line)
            },
            Verdict::NoWin { positions } => Told {
                value: "no forced win",
                plies: Some(plies),
                positions: Some(*positions),
                ..Told::new(state, None, &[])
            },
        }
    }

    pub(super) fn of_table(state: &State, table: &Table) -> Told {
        let best = table.best(state).map(|(m, _)| m);
        Told::new(state, table.value(state), best.as_slice())
    }

    pub(super) fn print(&self, args: &Solve, io: &mut Io<'_>) -> Result<(), Failure> {
        if args.json {
            return print_json(io, self);
        }
        let plies = |n: u32| format!("{n} {}", if n == 1 { "ply" } else { "plies" });
        let head = match (self.value, &self.winner, self.plies) {
            ("no forced win", _, Some(n)) => format!("no forced win in {}", plies(n)),
            (_, Some(winner), Some(0)) => format!("{winner} has won"),
            (_, Some(winner), Some(n)) => format!("{winner} wins in {}", plies(n)),
            ("unknown", ..) => "the table does not know this position".to_owned(),
            _ => "nobody can force a win".to_owned(),
        };
        let color = io.out.color;
        writeln!(io.out, "{}: {}", self.game, paint(head, STRONG, color))?;
        if !self.line.is_empty() {
            let what = if self.line.len() == 1 { "move" } else { "line" };
            writeln!(io.out, "{what:<12} {}", self.line.join(" "))?;
        }
        match (&self.counts, self.positions) {
            (Some(c), _) => {
                let (won, lost, drawn) = (c.won, c.lost, c.drawn);
                writeln!(io.out, "{:<12} {}", "positions", c.positions)?;
                writeln!(
                    io.out,
                    "{:<12} {won} won, {lost} lost, {drawn} neither, for the player to move",
                    ""
                )?;
                writeln!(io.out, "{:<12} {}", "longest win", plies(c.longest))?;
            }
            (None, Some(positions)) => writeln!(io.out, "{:<12} {positions}", "positions")?,
            (None, None) => {}
        }
        print_not_counted(io, &self.not_counted)
    }
}

fn print_not_counted(io: &mut Io<'_>, names: &[String]) -> Result<(), Failure> {
    if !names.is_empty() {
        writeln!(io.out, "{:<12} {}", "not counted", names.join(", "))?;
    }
    Ok(())
}

/// What is in a table, as JSON.
#[derive(Serialize)]
struct ToldTable {
    game: String,
    pieces: String,
    positions: u64,
    sets: Vec<ToldSet>,
    not_counted: Vec<String>,
}

/// Positions with the same pieces and the same player to move, as JSON.
#[derive(Serialize)]
struct ToldSet {
    pieces: String,
    to_move: String,
    /// What is in hand, and whether there are marks.
    besides: Option<String>,
    #[serde(flatten)]
    counts: ToldCounts,
    /// A position that lasts longest.
    longest_fen: Option<String>,
}

/// Prints what is in a table.
pub(super) fn print_counts(args: &Solve, io: &mut Io<'_>, game: &Game, table: &Table) -> Result<(), Failure> {
    let told = ToldTable {
        game: game.rules().name.clone(),
        pieces: table.material().to_owned(),
        positions: table.len(),
        sets: table
            .counts()
            .into_iter()
            .map(|set| ToldSet {
                pieces: set.pieces,
                to_move: situation::player(game, set.to_move).to_owned(),
                besides: set.besides,
                counts: set.counts.into(),
                longest_fen: set.longest,
            })
            .collect(),
        not_counted: not_counted(game),
    };
    if args.json {
        return print_json(io, &told);
    }
    let head = format!("{}: {} positions of {}", told.game, told.positions, told.pieces);
    let color = io.out.color;
    writeln!(io.out, "{}\n", paint(head, STRONG, color))?;
    let wide = told.sets.iter().map(|set| set.pieces.len()).max().unwrap_or_default().max(6);
    writeln!(io.out, "{:<wide$}  to move  positions       won      lost     drawn  longest", "pieces")?;
    for set in &told.sets {
        let ToldCounts { positions, won, lost, drawn, longest } = set.counts;
        let besides = set.besides.as_ref().map(|what| format!("  {what}")).unwrap_or_default();
        writeln!(
            io.out,
            "{:<wide$}  {:<7} {positions:>10}{won:>10}{lost:>10}{drawn:>10}{longest:>9}{besides}",
            set.pieces, set.to_move
        )?;
    }
    if !told.not_counted.is_empty() {
        writeln!(io.out)?;
    }
    print_not_counted(io, &told.not_counted)
}

/// A certificate that holds, as JSON.
#[derive(Serialize)]
struct ToldClaim<'c> {
    game: &'c str,
    from: &'c str,
    claim: &'c str,
    /// Positions in which the certificate says what to do, and in which all moves of the other player were tried.
    own: usize,
    others: usize,
}

/// Prints which certificates hold.
pub(super) fn print_checked(
    args: &Solve,
    io: &mut Io<'_>,
    found: &[(&Certificate, Checked)],
) -> Result<(), Failure> {
    let told = found.iter().map(|(certificate, checked)| ToldClaim {
        game: &certificate.game,
        from: &certificate.from,
        claim: certificate.claim(),
        own: checked.own,
        others: checked.others,
    });
    if args.json {
        return print_json(io, &told.collect::<Vec<_>>());
    }
    for ToldClaim { game, from, claim, own, others } in told {
        let color = io.out.color;
        let head = paint(format!("it is so that {claim}"), STRONG, color);
        writeln!(io.out, "{game}: {head}")?;
        writeln!(io.out, "{:<12} {from}", "from")?;
        writeln!(io.out, "{:<12} {own} with an answer, {others} in which every move was tried", "positions")?;
    }
    Ok(())
}
