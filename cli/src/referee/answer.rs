//! What is answered: one JSON object a line.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// What sort of thing is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// The line is not JSON, not UTF-8, or too long.
    Json,
    /// It is no request.
    Request,
    /// Rules that have not been loaded.
    UnknownRules,
    /// Texts that are no rules.
    Rules,
    /// Rules that have exceeded the budget too often.
    Refused,
    /// No position of the game.
    Position,
    /// One of the moves that were made is not legal.
    Move,
    /// Something that can't be done in this position.
    Impossible,
    /// More than is counted or listed.
    Limit,
    /// It took too long.
    Timeout,
    /// It took too much memory.
    Memory,
    /// The process that was to answer has ended.
    Crashed,
}

/// What is wrong with a request.
#[derive(Debug, Serialize)]
pub(super) struct Wrong {
    pub(super) kind: Kind,
    /// A sentence without full stop.
    pub(super) message: String,
    /// Of which bytes of the FEN it is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<u32>,
    /// Of which of the moves it is said, from 0, and how it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    movement: Option<Box<str>>,
    /// The rules that have exceeded the budget, so that they can be forgotten.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Box<str>>,
    /// Messages about texts, with their places.
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Box<RawValue>>,
}

impl Wrong {
    pub(super) fn new(kind: Kind, message: impl Into<String>) -> Wrong {
        let message = message.into();
        Wrong {
            kind,
            message,
            start: None,
            end: None,
            index: None,
            movement: None,
            rules: None,
            diagnostics: None,
        }
    }

    /// A request that makes no sense.
    pub(super) fn request(message: impl Into<String>) -> Wrong {
        Wrong::new(Kind::Request, message)
    }

    /// The same, about some bytes of the FEN.
    pub(super) fn at(self, range: &std::ops::Range<usize>) -> Wrong {
        Wrong { start: small(range.start), end: small(range.end), ..self }
    }

    /// The same, about one of the moves.
    pub(super) fn about_move(self, index: usize, text: &str) -> Wrong {
        Wrong { index: small(index), movement: Some(text.into()), ..self }
    }

    /// The same, about rules with this hash.
    pub(super) fn about_rules(self, hash: &str) -> Wrong {
        Wrong { rules: Some(hash.into()), ..self }
    }

    /// The same, with messages about texts.
    pub(super) fn with_diagnostics(self, messages: &impl Serialize) -> Wrong {
        Wrong { diagnostics: serde_json::value::to_raw_value(messages).ok(), ..self }
    }
}

/// A place in a line, which has not so many bytes.
fn small(place: usize) -> Option<u32> {
    u32::try_from(place).ok()
}

/// A line that answers what was asked: `body` is an object of JSON, whose fields become those of the answer.
pub(super) fn fine(id: &str, body: &str) -> String {
    let fields = body.strip_prefix('{').unwrap_or("}");
    let comma = if fields == "}" { "" } else { "," };
    format!("{{\"id\":{id},\"ok\":true{comma}{fields}")
}

/// A line that says what is wrong.
pub(super) fn failed(id: &str, wrong: &Wrong) -> String {
    format!("{{\"id\":{id},\"ok\":false,\"error\":{}}}", json(wrong))
}

/// A value as JSON.
pub(super) fn json(value: &impl Serialize) -> String {
    // Nothing here can't be written: all names are texts, and there are no numbers that JSON does not know.
    serde_json::to_string(value).unwrap_or_else(|_| "{}".to_owned())
}

/// Values by names, in this order.
#[derive(Debug)]
pub(super) struct Named<K, V>(pub(super) Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Named<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
