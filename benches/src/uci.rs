//! Other programs that speak UCI and count.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program, waiting for commands.
#[derive(Debug)]
pub struct Rival {
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// What it says of its variants.
    variants: String,
}

impl Rival {
    /// Starts a program, if there is one of this name.
    pub fn new(name: &str) -> Option<Rival> {
        let mut process = Command::new(name).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (commands, answers) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        let mut rival = Rival { process, commands, answers, variants: String::new() };
        rival.tell("uci")?;
        loop {
            let line = rival.hear("")?;
            if line.starts_with("option name UCI_Variant ") {
                rival.variants = line;
            } else if line.starts_with("uciok") {
                return Some(rival);
            }
        }
    }

    /// Whether it has a variant of this name. It takes any name, and plays chess by those that it does not know.
    pub fn has(&self, variant: &str) -> bool {
        let mut words = self.variants.split_whitespace();
        words.any(|word| word == "var") && words.any(|word| word == variant)
    }

    /// Gives a command, or several in as many lines.
    pub fn tell(&mut self, text: &str) -> Option<()> {
        writeln!(self.commands, "{text}").ok()?;
        self.commands.flush().ok()
    }

    fn hear(&mut self, start: &str) -> Option<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.answers.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.starts_with(start) {
                return Some(line);
            }
        }
    }

    /// The nodes, and the seconds that all threads of the program have spent on the processor.
    pub fn count(&mut self, depth: u32) -> Option<(u64, f64)> {
        let before = self.on_processor()?;
        self.tell(&format!("go perft {depth}"))?;
        let line = self.hear("Nodes searched")?;
        self.tell("isready")?;
        self.hear("readyok")?;
        Some((line.rsplit(' ').next()?.trim().parse().ok()?, self.on_processor()? - before))
    }

    fn on_processor(&self) -> Option<f64> {
        let mut sum = 0;
        for thread in std::fs::read_dir(format!("/proc/{}/task", self.process.id())).ok()? {
            let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            sum += text.split(' ').next()?.parse::<u64>().ok()?;
        }
        Some(sum as f64 / 1e9)
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        _ = self.tell("quit");
        _ = self.process.wait();
    }
}
