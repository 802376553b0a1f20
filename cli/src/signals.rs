//! Signals that ask the program to stop: Ctrl-C and, where there are such, SIGTERM and SIGHUP.

use std::io;

use crate::exit::Exit;

/// Calls `each` for every such signal, with what the program ends with if it stops because of it.
#[cfg(unix)]
pub(crate) fn on_stop(mut each: impl FnMut(Exit) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // What is ignored when the program starts stays so: `nohup` keeps a count running when the terminal goes.
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            each(match signal {
                SIGTERM => Exit::Terminated,
                SIGHUP => Exit::HungUp,
                _ => Exit::Interrupted,
            });
        }
    });
    Ok(())
}

/// Calls `each` for every such signal, with what the program ends with if it stops because of it.
#[cfg(not(unix))]
pub(crate) fn on_stop(mut each: impl FnMut(Exit) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || each(Exit::Interrupted)).map_err(io::Error::other)
}

/// Whether a signal was ignored from the start. Only Linux says so without `unsafe`.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// From now on a file that grows larger than the process's limit is an error like a full disk, and does not end the program.
pub(crate) fn outlive_file_limit() {
    // If that fails, the file that was there is still whole: only the message is missing.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}
