//! Stub.
use crate::{args::Explain, exit::{Exit, Failure}, io::Io};
pub(crate) fn run(_args: &Explain, _io: &mut Io<'_>) -> Result<Exit, Failure> { Err(Failure::Message("not yet".into())) }
