//! What is written below the board: what marks mean, and lines of text.

use kurbo::Point;

use crate::svg::Label;
use crate::{Drawing, LETTERS, Mark, Scene, UNIT, colours, letters};

/// The height of a line, in tiles.
const LINE: f64 = 0.42;

/// Around a mark in the legend.
const ROOM: f64 = 0.16 * UNIT;

/// Marks with their meanings, in the order of the legend.
const MEANINGS: [(Mark, &str); 6] = [
    (Mark::Quiet, "moves"),
    (Mark::Capture, "captures"),
    (Mark::Both, "moves or captures"),
    (Mark::FromStart, "moves, from where it starts"),
    (Mark::Leg, "must be empty"),
    (Mark::Hurdle, "is hopped over"),
];

/// The lines below a board.
pub(crate) struct Notes {
    /// Marks with the places of their middles.
    marks: Vec<(Mark, Point)>,
    /// Lines, and the words of the legend.
    labels: Vec<Label>,
    lines: usize,
}

impl Notes {
    /// What a scene says below a board of this width, from there on.
    pub(crate) fn new(scene: &Scene, width: f64, top: f64) -> Notes {
        let mut notes = Notes { marks: Vec::new(), labels: Vec::new(), lines: 0 };
        let at = |line: usize, x: f64| Point::new(x, top + (line as f64 + 0.4) * LINE * UNIT);
        let wide = |text: &str| letters::width(text) * LETTERS * UNIT / letters::HEIGHT;
        if scene.legend {
            let shown = |mark: Mark| scene.marks.iter().any(|(_, other)| *other == mark);
            let mut left = 0.5 * UNIT;
            for (mark, meaning) in MEANINGS.into_iter().filter(|(mark, _)| shown(*mark)) {
                let all = 3.0 * ROOM + wide(meaning);
                if left + all > width && !notes.marks.is_empty() {
                    notes.lines += 1;
                    left = 0.5 * UNIT;
                }
                notes.marks.push((mark, at(notes.lines, left)));
                let middle = left + 2.0 * ROOM + wide(meaning) / 2.0;
                notes.labels.push(label(meaning, at(notes.lines, middle)));
                left += all + 2.0 * ROOM;
            }
            notes.lines += usize::from(!notes.marks.is_empty());
        }
        for text in &scene.caption {
            for line in folded(text, |line| wide(line) <= width - UNIT * 0.4) {
                notes.labels.push(label(&line, at(notes.lines, width / 2.0)));
                notes.lines += 1;
            }
        }
        notes
    }

    /// How much the picture is higher with them.
    pub(crate) fn height(&self) -> f64 {
        self.lines as f64 * LINE * UNIT
    }
}

fn label(text: &str, at: Point) -> Label {
    Label { text: text.to_string(), at, height: LETTERS * UNIT }
}

/// A text in lines that fit, broken between words.
fn folded(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => *line += &format!(" {word}"),
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

impl Drawing<'_> {
    /// Writes them.
    pub(crate) fn notes(&mut self) {
        for (mark, at) in self.notes.marks.clone() {
            self.mark(mark, at, ROOM, false);
        }
        self.svg.labels(&self.notes.labels, colours::INK);
    }
}
