//! Stub.
use crate::{args::Pgn, exit::{Exit, Failure}, io::Io};
pub(crate) fn run(_args: &Pgn, _io: &mut Io<'_>) -> Result<Exit, Failure> { Err(Failure::Message("not yet".into())) }
