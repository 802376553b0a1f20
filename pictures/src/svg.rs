//! The few things of SVG that pictures need, written the same way on every machine: numbers have two decimals at most.

use std::fmt::Write as _;

use kurbo::{Affine, Point};

use crate::layout::Side;
use crate::letters;

/// A number as it is written.
pub(crate) fn number(n: f64) -> String {
    let hundredths = (n * 100.0).round() as i64;
    let (sign, all) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    let (whole, rest) = (all / 100, all % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        rest if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        rest => format!("{sign}{whole}.{rest:02}"),
    }
}

/// A text as it may stand between tags.
pub(crate) fn escaped(text: &str) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    text.chars()
        .map(printable)
        .collect::<String>()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A text as it may stand in quotes.
pub(crate) fn attribute(text: &str) -> String {
    escaped(text).replace('"', "&quot;")
}

/// Path data.
#[derive(Default)]
pub(crate) struct Path {
    pub(crate) data: String,
    at: Point,
}

impl Path {
    pub(crate) fn start(&mut self, to: Point) {
        let _ = write!(self.data, "M{} {}", number(to.x), number(to.y));
        self.at = to;
    }

    pub(crate) fn line(&mut self, to: Point) {
        let near = |a: f64, b: f64| number(a) == number(b);
        let _ = match (near(self.at.x, to.x), near(self.at.y, to.y)) {
            (true, _) => write!(self.data, "V{}", number(to.y)),
            (_, true) => write!(self.data, "H{}", number(to.x)),
            _ => write!(self.data, "L{} {}", number(to.x), number(to.y)),
        };
        self.at = to;
    }

    /// A side of a tile, brought to paper by `to_paper`.
    pub(crate) fn side(&mut self, side: &Side, to_paper: Affine) {
        let to = to_paper * side.to;
        if side.bend == 0.0 {
            return self.line(to);
        }
        let radius = number(side.bend.abs() * to_paper.as_coeffs()[0]);
        let sweep = u8::from(side.bend > 0.0);
        let _ = write!(self.data, "A{radius} {radius} 0 0 {sweep} {} {}", number(to.x), number(to.y));
        self.at = to;
    }

    pub(crate) fn close(&mut self) {
        self.data.push('z');
    }
}

/// A document being written.
#[derive(Default)]
pub(crate) struct Svg {
    text: String,
    letters: Vec<char>,
}

/// A text to be drawn: what, where its middle is, and how high its capitals are.
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) at: Point,
    pub(crate) height: f64,
}

impl Svg {
    /// A line of the document.
    pub(crate) fn line(&mut self, text: &str) {
        self.text += text;
        self.text.push('\n');
    }

    /// Something filled.
    pub(crate) fn fill(&mut self, path: &str, colour: &str, more: &str) {
        if !path.is_empty() {
            let more = if more.is_empty() { String::new() } else { format!(" {more}") };
            self.line(&format!("<path fill=\"{colour}\"{more} d=\"{path}\"/>"));
        }
    }

    /// Something drawn with a line.
    pub(crate) fn stroke(&mut self, path: &str, colour: &str, thickness: f64, more: &str) {
        if !path.is_empty() {
            let more = if more.is_empty() { String::new() } else { format!(" {more}") };
            let thickness = number(thickness);
            self.line(&format!(
                "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{thickness}\"{more} d=\"{path}\"/>"
            ));
        }
    }

    /// Texts of strokes.
    pub(crate) fn labels(&mut self, labels: &[Label], colour: &str) {
        self.texts(labels, colour, letters::STROKE);
    }

    /// Texts of strokes, with a halo to stand out from lines.
    pub(crate) fn labels_on(&mut self, labels: &[Label], colour: &str, ground: &str) {
        self.texts(labels, ground, 4.0 * letters::STROKE);
        self.texts(labels, colour, letters::STROKE);
    }

    fn texts(&mut self, labels: &[Label], colour: &str, thickness: f64) {
        let Some(height) = labels.first().map(|l| l.height) else { return };
        let scale = height / letters::HEIGHT;
        self.line(&format!(
            "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\" transform=\"scale({})\">",
            number(thickness),
            number(scale)
        ));
        let scale = (scale * 100.0).round() / 100.0;
        for label in labels {
            let start = label.at.x / scale - letters::width(&label.text) / 2.0;
            let top = number(label.at.y / scale - letters::HEIGHT / 2.0);
            for (letter, at) in letters::places(&label.text) {
                if letter == ' ' {
                    continue;
                }
                if !self.letters.contains(&letter) {
                    self.letters.push(letter);
                }
                let id = u32::from(letter);
                self.line(&format!("<use href=\"#c{id:x}\" x=\"{}\" y=\"{top}\"/>", number(start + at)));
            }
        }
        self.line("</g>");
    }

    /// The letters that have been used, to be put among the definitions.
    fn alphabet(&self) -> String {
        let mut used = self.letters.clone();
        used.sort_unstable();
        let line =
            |c: &char| format!("<path id=\"c{:x}\" d=\"{}\"/>\n", u32::from(*c), letters::letter(*c).1);
        used.iter().map(line).collect()
    }

    /// The whole document.
    pub(crate) fn finish(self, width: f64, height: f64, title: &str, definitions: &str) -> String {
        let (width, height) = (number(width), number(height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<defs>\n{definitions}{}</defs>\n{}</svg>\n",
            escaped(title),
            self.alphabet(),
            self.text
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, -0.001, 1.0, -2.5, 7.14159, -0.25, 100.005].map(number);
        assert_eq!(texts, ["0", "0", "1", "-2.5", "7.14", "-0.25", "100.01"]);
    }

    #[test]
    fn a_title_is_no_tag() {
        assert_eq!(escaped("a<b>&\u{7}c"), "a&lt;b&gt;&amp; c");
    }
}
