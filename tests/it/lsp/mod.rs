//! The language server, as editors speak with it: bytes to a process, and bytes back.

mod files;
mod life;
mod talk;
mod texts;
mod wire;
