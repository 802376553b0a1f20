//! Colours of boards by choice.

use crate::colours;

/// The colours of a board. Pieces keep theirs: they differ from each other, whatever the board looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Wood.
    #[default]
    Wood,
    /// A green board on white.
    Green,
    /// A blue board on white.
    Blue,
    /// Greys on white, for print.
    Print,
    /// A dark page.
    Night,
}

impl Theme {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Theme); 5] = [
        ("wood", Theme::Wood),
        ("green", Theme::Green),
        ("blue", Theme::Blue),
        ("print", Theme::Print),
        ("night", Theme::Night),
    ];

    /// The colours that are others than the usual ones, by their names.
    fn colours(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Theme::Wood => &[],
            Theme::Green => &[
                ("page", "#ffffff"),
                ("dark", "#7a9a5c"),
                ("light", "#eceed6"),
                ("first", "#8ba86e"),
                ("second", "#eceed6"),
                ("third", "#b9cb9d"),
                ("plain", "#dfe5c6"),
                ("edge", "#5d7745"),
            ],
            Theme::Blue => &[
                ("page", "#ffffff"),
                ("dark", "#7f9bb8"),
                ("light", "#e6ebf1"),
                ("first", "#8fa8c2"),
                ("second", "#e6ebf1"),
                ("third", "#bccbdb"),
                ("plain", "#dbe4ee"),
                ("edge", "#57728f"),
            ],
            Theme::Print => &[
                ("page", "#ffffff"),
                ("dark", "#c4c4c4"),
                ("light", "#ffffff"),
                ("first", "#c4c4c4"),
                ("second", "#ffffff"),
                ("third", "#e2e2e2"),
                ("plain", "#ffffff"),
                ("edge", "#8f8f8f"),
            ],
            Theme::Night => &[
                ("page", "#1d1f23"),
                ("ink", "#d8d3c8"),
                ("dark", "#5b6470"),
                ("light", "#98a1ac"),
                ("first", "#5b6470"),
                ("second", "#98a1ac"),
                ("third", "#78818d"),
                ("plain", "#7d8792"),
                ("edge", "#3c434c"),
            ],
        }
    }

    /// A picture in these colours.
    pub(crate) fn of(self, picture: &str) -> String {
        if self == Theme::Wood {
            return picture.to_string();
        }
        let other =
            |name: &str| self.colours().iter().find(|(known, _)| *known == name).map(|(_, colour)| *colour);
        recoloured(picture, |name, colour| other(name).unwrap_or(colour).to_string())
    }
}

/// A picture whose board has other colours, each by its name and its usual colour.
pub(crate) fn recoloured(picture: &str, colour: impl Fn(&str, &str) -> String) -> String {
    let (pieces, board) = picture.split_once("</defs>").unwrap_or(("", picture));
    // All at once: what one colour has become is not replaced again.
    let mut parts: Vec<String> = Vec::new();
    for part in board.split('"') {
        let usual = colours::OF_BOARDS.iter().find(|(_, usual)| *usual == part);
        parts.push(usual.map_or_else(|| part.to_string(), |(name, usual)| colour(name, usual)));
    }
    let end = if pieces.is_empty() { "" } else { "</defs>" };
    format!("{pieces}{end}{}", parts.join("\""))
}
