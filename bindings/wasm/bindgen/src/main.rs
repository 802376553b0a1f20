//! Writes the JavaScript, the types and the module for browsers, from what the compiler made of `tilegame-wasm`.
//!
//! It is the command of wasm-bindgen, but built here: the version of the command has to be exactly the one of the library, and the lock file
//! of this workspace holds both.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

#[allow(clippy::print_stderr, reason = "the only way in which it says what is wrong")]
fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!(
            "needs three arguments: the module that was compiled, the folder to write to, and what the files there are called"
        );
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(true).out_name(name);
    // The names of functions would be a tenth of what is downloaded.
    bindgen.remove_name_section(true).remove_producers_section(true);
    let done = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
