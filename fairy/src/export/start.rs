//! The position from which the game starts, as the format writes it.

use std::fmt::Write as _;

use tilegame_runtime::ir::{FenField, PlayerId};

use super::draft::Draft;

impl Draft<'_> {
    /// Writes the position at the start.
    pub(crate) fn write_start(&mut self) {
        let start = self.game.start();
        let mut rows = vec![vec![None; usize::from(self.squares.files)]; usize::from(self.squares.ranks)];
        for (file, rank) in self.squares.holes.union(&self.walls) {
            rows[usize::from(*rank - 1)][usize::from(*file - 1)] = Some("*".to_owned());
        }
        for (tile, piece) in start.pieces() {
            let (file, rank) = self.squares.place(tile);
            if self.walls.contains(&(file, rank)) {
                continue;
            }
            let Some(text) = self.text(piece.kind) else { return };
            let is_first = piece.owner == Some(PlayerId::new(0));
            let text = if is_first { text.to_uppercase() } else { text };
            rows[usize::from(rank - 1)][usize::from(file - 1)] = Some(text);
        }
        let rows: Vec<String> = rows.into_iter().rev().map(|row| written(&row)).collect();
        let mut text = rows.join("/");
        if self.rules.turn.hands {
            text.push('[');
            for player in 0..2 {
                for kind in self.bare() {
                    let letter = self.text(kind).unwrap_or_default();
                    let letter = if player == 0 { letter.to_uppercase() } else { letter };
                    let count = start.hand(PlayerId::new(player), kind) as usize;
                    text += &letter.repeat(count);
                }
            }
            text.push(']');
        }
        let side = if start.to_move() == PlayerId::new(0) { "w" } else { "b" };
        let rights = self.rights().unwrap_or_else(|| "-".to_owned());
        let _ = write!(text, " {side} {rights} -");
        if let Some(checks) = self.checks() {
            let _ = write!(text, " {checks}+{checks}");
        }
        text += " 0 1";
        self.keys.set("startFen", &text);
    }

    /// How a kind is written, small.
    pub(crate) fn text(&self, kind: tilegame_runtime::ir::KindId) -> Option<String> {
        let letter =
            |kind: tilegame_runtime::ir::KindId| self.types[kind.index()].as_ref().map(|of| of.letter);
        match self.form_of[kind.index()] {
            Some(bare) => letter(bare).map(|letter| format!("+{letter}")),
            None => letter(kind).map(String::from),
        }
    }

    /// The field of castling, as the game writes it.
    fn rights(&self) -> Option<String> {
        let fields = &self.game.notation().fen;
        let at = fields.iter().position(|field| matches!(field, FenField::Castling { .. }))?;
        self.game.start().fen().split_whitespace().nth(at).map(str::to_owned)
    }
}

/// A row, with numbers for what is empty.
fn written(row: &[Option<String>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for place in row {
        match place {
            Some(piece) => {
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                text += piece;
            }
            None => empty += 1,
        }
    }
    if empty > 0 {
        let _ = write!(text, "{empty}");
    }
    text
}
