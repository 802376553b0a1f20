//! Results, as the format writes them.

use tilegame_runtime::ir::EndResult;

/// A result for the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    Win,
    Loss,
    Draw,
}

impl Value {
    pub(crate) fn of(result: &EndResult) -> Option<Value> {
        match result {
            EndResult::Win => Some(Value::Win),
            EndResult::Loss => Some(Value::Loss),
            EndResult::Draw => Some(Value::Draw),
            _ => None,
        }
    }

    pub(crate) fn opposite(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Draw => "draw",
        }
    }
}
