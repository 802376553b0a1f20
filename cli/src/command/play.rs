//! Stub.
use crate::{args::Play, exit::{Exit, Failure}, io::Io};
pub(crate) fn run(_args: &Play, _io: &mut Io<'_>) -> Result<Exit, Failure> { Err(Failure::Message("not yet".into())) }
