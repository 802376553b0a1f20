//! Why a move is legal or not, in plain sentences.
//!
//! ```
//! use tilegame_runtime::Game;
//! let chess = Game::from_library("chess")?;
//! let why = chess.start().explain("a1a3").to_string();
//! assert!(why.starts_with("Not legal: White's Pawn on a2 is in the way"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For people who play or who write rules. Names come from the rules; which rule is to blame is found by walking it as if
//! nothing were in its way. Nothing here is asked when moves are generated.

mod castling;
mod choice;
mod effect;
mod forbidden;
mod reason;
mod refuse;
mod trace;
mod walks;

use std::fmt;

use tilegame_dsl::ir::Rules;

use crate::game::Game;
use crate::moves::{Move, Origin};
use crate::notation::{san, uci};
use crate::reference::position::Position;
use crate::state::State;

pub use reason::{Illegal, Reason};
pub use walks::{Walk, walks};

/// What there is to say about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explanation {
    /// It is legal.
    Legal(Box<Legal>),
    /// It is not.
    Illegal(Illegal),
}

/// What a legal move is and does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legal {
    /// The move.
    pub m: Move,
    /// As coordinates.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// What makes it: the rule as it is written, or the side of the castling clause.
    pub rule: String,
    /// The rule's label.
    pub label: Option<String>,
    /// What it changes, a sentence each.
    pub changes: Vec<String>,
    /// The lines of the rules that it sets off, as they are written.
    pub set_off: Vec<String>,
    /// Check, the end, or whose turn it is then.
    pub status: Vec<String>,
}

impl State {
    /// Why a move is legal or not, given as coordinates or as people write it.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// assert!(chess.start().explain("e2e4").is_legal());
    /// assert!(!chess.start().explain("e2e5").is_legal());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, text: &str) -> Explanation {
        explain(self.game(), &self.whole(), text)
    }
}

/// Explains a move given as coordinates or as people write it.
pub(crate) fn explain(game: &Game, position: &Position, text: &str) -> Explanation {
    let text = text.trim();
    let read = uci::read(game, position, text);
    if let Some(m) = read.as_ref().ok().cloned().or_else(|| san::read(game, position, text).ok()) {
        return Explanation::Legal(Box::new(legal(game, position, m)));
    }
    Explanation::Illegal(refuse::refuse(game, position, text))
}

fn legal(game: &Game, position: &Position, m: Move) -> Legal {
    let mut after = position.clone();
    game.play_unchecked(&mut after, &m);
    let (rule, label) = rule_of(game.rules(), &m);
    Legal {
        uci: uci::write(game, position, &m),
        san: san::write(game, position, &m),
        rule,
        label,
        changes: effect::changes(game, position, &after, &m),
        set_off: effect::set_off(game, position, &m),
        status: effect::status(game, &after),
        m,
    }
}

fn rule_of(rules: &Rules, m: &Move) -> (String, Option<String>) {
    match m.origin {
        Origin::Rule { kind, rule, label } => {
            let kind = &rules.kinds[kind.index()];
            let label = label.map(|l| rules.labels[l.index()].clone());
            (format!("{}: {}", kind.name, kind.rules[rule as usize].text), label)
        }
        Origin::Board { line, label } => {
            let label = label.map(|l| rules.labels[l.index()].clone());
            (rules.turn.board[usize::from(line)].text.clone(), label)
        }
        Origin::Choice { choice, label } => {
            let label = label.map(|l| rules.labels[l.index()].clone());
            (rules.turn.choices[choice as usize].text.clone(), label)
        }
        Origin::Castling { side, .. } => {
            let text = rules.castling.as_ref().map_or("", |c| &c.sides[side as usize].text);
            (format!("castling {text}"), None)
        }
        Origin::Rejoin { label, .. } => {
            let label = label.map(|l| rules.labels[l.index()].clone());
            (rules.turn.rejoin.as_ref().map_or_else(String::new, |rejoin| rejoin.text.clone()), label)
        }
        Origin::Pass => (rules.turn.pass.as_ref().map_or_else(String::new, |pass| pass.text.clone()), None),
    }
}

impl Explanation {
    /// Whether the move is legal.
    pub fn is_legal(&self) -> bool {
        matches!(self, Explanation::Legal(_))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Explanation::Legal(legal) => {
                writeln!(f, "{} ({}) is legal.", legal.san, legal.uci)?;
                write!(f, "Rule: {}", legal.rule)?;
                if let Some(label) = &legal.label {
                    write!(f, " (label {label})")?;
                }
                writeln!(f)?;
                for sentence in legal.changes.iter().chain(&legal.status) {
                    writeln!(f, "{}.", capital(sentence))?;
                }
                for line in &legal.set_off {
                    writeln!(f, "Sets off: {line}")?;
                }
                Ok(())
            }
            Explanation::Illegal(illegal) => {
                writeln!(f, "Not legal: {}.", illegal.sentence)?;
                illegal.more.iter().try_for_each(|sentence| writeln!(f, "{}.", capital(sentence)))
            }
        }
    }
}

fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
