//! UCI and its kin.

/// In which words the protocol is spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    Uci,
    Usi,
    Ucci,
}

impl Dialect {
    /// The greeting.
    pub(super) fn word(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Usi => "usi",
            Dialect::Ucci => "ucci",
        }
    }
}
