//! The few colours that the program uses.

use anstyle::{AnsiColor, Color, Style};

/// Errors.
pub(crate) const BAD: Style = color(AnsiColor::BrightRed).bold();
/// Success.
pub(crate) const GOOD: Style = color(AnsiColor::Green);
/// What matters most in a line.
pub(crate) const STRONG: Style = Style::new().bold();
/// What matters least.
pub(crate) const FAINT: Style = Style::new().dimmed();

const fn color(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

/// The text in a style, if colours are welcome.
pub(crate) fn paint(text: impl std::fmt::Display, style: Style, welcome: bool) -> String {
    if welcome { format!("{style}{text}{style:#}") } else { text.to_string() }
}
