//! What has been counted, and what it says.

use std::io::Write as _;

use serde::Serialize;
use tilegame_runtime::Game;
use tilegame_runtime::ir::{KindId, Manner, Tile};
use tilegame_search::Values;

use super::tally::Tally;
use crate::exit::Failure;
use crate::io::Io;
use crate::situation;

/// So many standard deviations hold 95 % of a normal distribution.
const CONFIDENCE: f64 = 1.959_964;

/// What a study has found. Shares are between 0 and 1; `error` is how far off they may be, with 95 % confidence.
#[derive(Serialize, Debug)]
pub(super) struct Report {
    game: String,
    played_by: String,
    games: u64,
    /// Games that were cut off, and count for nobody.
    without_result: u64,
    players: Vec<OfPlayer>,
    /// The share of games that ended without a winner.
    undecided: f64,
    length: Length,
    /// Legal moves in a position, on average.
    choices: f64,
    /// The share of positions with one legal move only.
    forced: f64,
    endings: Vec<Count>,
    pieces: Vec<OfPiece>,
    /// Moves that only choose a tile, and passes, as shares of all moves.
    tiles_chosen: f64,
    passes: f64,
    /// Endings that the rules declare and no game had.
    endings_never_seen: Vec<String>,
    /// Tiles where nothing ever came.
    tiles_never_entered: Vec<String>,
    /// What stands out, in words.
    remarks: Vec<String>,
}

#[derive(Serialize, Debug)]
struct OfPlayer {
    name: String,
    points: f64,
    error: f64,
}

#[derive(Serialize, Debug)]
struct Length {
    mean: f64,
    median: u32,
    shortest: u32,
    longest: u32,
}

#[derive(Serialize, Debug)]
struct Count {
    what: String,
    games: u64,
}

#[derive(Serialize, Debug)]
struct OfPiece {
    name: String,
    /// What the computer takes it to be worth before it has played, in hundredths of a cheap piece.
    worth: i32,
    /// Shares of all moves and of all captures.
    moves: f64,
    captures: f64,
    captured: u64,
    promoted: u64,
    placed: u64,
}

fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

impl Report {
    pub(super) fn new(game: &Game, tally: &Tally, played_by: String, values: &Values) -> Report {
        let rules = game.rules();
        let ended = tally.games - tally.cut;
        let players: Vec<OfPlayer> = rules
            .players
            .iter()
            .zip(&tally.points)
            .map(|(player, (sum, squares))| {
                let number = ended.max(1) as f64;
                let mean = sum / number;
                let variance = (squares / number - mean * mean).max(0.0);
                OfPlayer {
                    name: player.name.clone(),
                    points: mean,
                    error: CONFIDENCE * (variance / number).sqrt(),
                }
            })
            .collect();
        let mut lengths = tally.lengths.clone();
        lengths.sort_unstable();
        let length = Length {
            mean: lengths.iter().map(|plies| f64::from(*plies)).sum::<f64>() / lengths.len().max(1) as f64,
            median: lengths.get(lengths.len() / 2).copied().unwrap_or(0),
            shortest: lengths.first().copied().unwrap_or(0),
            longest: lengths.last().copied().unwrap_or(0),
        };
        let mut endings: Vec<Count> =
            tally.endings.iter().map(|(what, games)| Count { what: what.clone(), games: *games }).collect();
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
        let captures: u64 = tally.kinds.iter().map(|kind| kind.captures).sum();
        let pieces = tally.kinds.iter().enumerate().filter(|(kind, _)| rules.kinds[*kind].parts.len() <= 1);
        let pieces = pieces.map(|(number, kind)| {
            let id = KindId::new(number);
            OfPiece {
                name: situation::kind(game, id).to_owned(),
                worth: values.piece(id),
                moves: share(kind.moves, tally.positions),
                captures: share(kind.captures, captures),
                captured: kind.captured,
                promoted: kind.promoted,
                placed: kind.placed,
            }
        });
        // Nobody claims anything here, and there are no clocks.
        let automatic = rules.adjudications.iter().filter(|end| end.manner == Manner::Rule);
        let names = rules.ends.iter().map(|end| &end.name).chain(automatic.map(|end| &end.name));
        let is_seen =
            |name: &&String| tally.endings.keys().any(|told| told.contains(&name.replace('_', " ")));
        let tiles = tally.arrivals.iter().enumerate().filter(|(_, count)| **count == 0);
        let mut report = Report {
            game: rules.name.clone(),
            played_by,
            games: tally.games,
            without_result: tally.cut,
            players,
            undecided: share(tally.undecided, ended),
            length,
            choices: share(tally.choices, tally.positions),
            forced: share(tally.forced, tally.positions),
            endings,
            pieces: pieces.collect(),
            tiles_chosen: share(tally.choices_of_tiles, tally.positions),
            passes: share(tally.passes, tally.positions),
            endings_never_seen: names.filter(|name| !is_seen(name)).cloned().collect(),
            tiles_never_entered: tiles
                .map(|(tile, _)| situation::tile(game, Tile(tile as u32)).into_owned())
                .collect(),
            remarks: Vec::new(),
        };
        report.remarks = report.remarkable(ended);
        report
    }

    fn remarkable(&self, ended: u64) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.games == 0 {
            return remarks;
        }
        if ended == 0 {
            remarks.push("no game came to an end; more plies may be needed (--most-plies)".to_owned());
            return remarks;
        }
        let fair = 1.0 / self.players.len() as f64;
        for player in &self.players {
            let more = player.points - fair;
            if more.abs() > player.error && ended >= 20 {
                let what = if more > 0.0 { "more" } else { "less" };
                remarks.push(format!("{} gets clearly {what} than a fair share", player.name));
            }
        }
        if self.without_result > 0 {
            remarks.push(format!(
                "{} of {} games were cut off without a result",
                self.without_result, self.games
            ));
        }
        let idle: Vec<&str> = self
            .pieces
            .iter()
            .filter(|piece| piece.moves == 0.0 && piece.promoted + piece.captured + piece.placed == 0)
            .map(|piece| piece.name.as_str())
            .collect();
        if !idle.is_empty() {
            remarks.push(format!("never moved, put, captured or promoted to: {}", idle.join(", ")));
        }
        if !self.endings_never_seen.is_empty() {
            remarks.push(format!("no game ended by: {}", self.endings_never_seen.join(", ")));
        }
        if !self.tiles_never_entered.is_empty() {
            remarks.push(format!("nothing ever came to: {}", self.tiles_never_entered.join(", ")));
        }
        remarks
    }

    pub(super) fn print(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let out = &mut io.out;
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        writeln!(out, "{}: {} games played by {}", self.game, self.games, self.played_by)?;
        for player in &self.players {
            writeln!(out, "{:<12} {} ± {:.1}", player.name, percent(player.points), 100.0 * player.error)?;
        }
        writeln!(out, "{:<12} {}", "no winner", percent(self.undecided))?;
        let Length { mean, median, shortest, longest } = self.length;
        writeln!(out, "{:<12} {mean:.1} plies (median {median}, from {shortest} to {longest})", "length")?;
        writeln!(out, "{:<12} {:.1} moves; one only in {}", "choice", self.choices, percent(self.forced))?;
        if self.tiles_chosen > 0.0 {
            writeln!(
                out,
                "{:<12} {} of the moves choose a tile, and no piece moves",
                "",
                percent(self.tiles_chosen)
            )?;
        }
        if self.passes > 0.0 {
            writeln!(out, "{:<12} {} of the moves are passes", "", percent(self.passes))?;
        }
        writeln!(out, "\nendings")?;
        for ending in &self.endings {
            writeln!(out, "{:>8} {}", ending.games, ending.what)?;
        }
        writeln!(out, "\npiece                worth    moves captures  captured promoted   placed")?;
        for piece in &self.pieces {
            let worth = piece.worth;
            let (moves, captures) = (percent(piece.moves), percent(piece.captures));
            let (captured, promoted, placed) = (piece.captured, piece.promoted, piece.placed);
            writeln!(
                out,
                "{:<20} {worth:>5} {moves:>8} {captures:>8} {captured:>9} {promoted:>8} {placed:>8}",
                piece.name
            )?;
        }
        if !self.remarks.is_empty() {
            writeln!(out)?;
        }
        for remark in &self.remarks {
            writeln!(out, "- {remark}")?;
        }
        Ok(())
    }
}
