//! How far a long count is, and how quick: a bar, which is not shown if nobody watches or the count is short.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter counts show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// Not drawn more often than this.
const PAUSE: Duration = Duration::from_millis(100);
/// The bar's own scale.
const STEPS: f64 = 10_000.0;

/// The progress of a count.
pub(super) struct Progress {
    watched: bool,
    started: Instant,
    drawn: Instant,
    bar: Option<ProgressBar>,
    first: String,
}

impl Progress {
    /// Nothing is done yet.
    pub(super) fn new(watched: bool) -> Progress {
        let now = Instant::now();
        Progress { watched, started: now, drawn: now, bar: None, first: String::new() }
    }

    /// The count goes on with this first move.
    pub(super) fn first_move(&mut self, text: &str, number: usize, all: usize) {
        if self.watched {
            self.first = format!("{text} ({number} of {all})");
        }
    }

    /// So much of the whole is done, from 0 to 1.
    pub(super) fn show(&mut self, done: f64, nodes: u64) {
        if !self.watched || self.drawn.elapsed() < PAUSE || self.started.elapsed() < PATIENCE {
            return;
        }
        self.drawn = Instant::now();
        let elapsed = self.started.elapsed();
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(STEPS as u64), ProgressDrawTarget::stderr());
            let form = "{bar:30} {percent:>3}%  {msg}";
            bar.with_style(
                ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar()),
            )
        });
        let left = elapsed.mul_f64(((1.0 - done) / done.max(1e-9)).clamp(0.0, 1e6));
        let speed = rate(nodes, elapsed) as f64 / 1e6;
        bar.set_message(format!(
            "{}  {} nodes  {speed:.2} M/s  {} left",
            self.first,
            grouped(nodes),
            spoken(left)
        ));
        bar.set_position((done * STEPS) as u64);
    }

    /// Lets something else be written where the bar is.
    pub(super) fn aside(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// "about 3 min".
fn spoken(time: Duration) -> String {
    match time.as_secs() {
        0..=99 => format!("about {} s", time.as_secs()),
        s @ 100..=5999 => format!("about {} min", s.div_ceil(60)),
        s @ 6000..=172_799 => format!("about {} h", s.div_ceil(3600)),
        s if s < 86_400 * 1000 => format!("about {} days", s.div_ceil(86_400)),
        _ => "years".to_string(),
    }
}

/// Nodes a second.
pub(super) fn rate(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64
}

/// 4865609 as "4,865,609".
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
