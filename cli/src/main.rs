//! The program: hands its arguments and the terminal to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tilegame::run(std::env::args_os(), &mut tilegame::Io::terminal()).into()
}
