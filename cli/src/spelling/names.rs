//! Other programs' words for games, and with which game each protocol begins. They are data: no game is named here.

const WORDS: &str = include_str!("games.txt");

/// From which of its games XBoard takes what a description leaves open.
#[derive(Clone, Copy)]
pub(crate) enum Parent {
    /// Pieces are held in hand.
    Hand,
    /// The same, and pieces are promoted by a sign.
    Signs,
    Other,
}

fn rows() -> impl Iterator<Item = [&'static str; 3]> {
    let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut words = line.split(' ');
        [(); 3].map(|()| words.next().unwrap_or_default())
    })
}

/// What XBoard calls a game.
pub(crate) fn their_name(ours: &str) -> &str {
    rows().find(|[row, _, name]| *row == "name" && *name == ours).map_or(ours, |[_, theirs, _]| theirs)
}

/// The game that XBoard calls so.
pub(crate) fn our_name(theirs: &str) -> &str {
    rows().find(|[row, name, _]| *row == "name" && *name == theirs).map_or(theirs, |[_, _, ours]| ours)
}

/// The game with which a protocol begins, if it is not the usual one.
pub(crate) fn first_game(protocol: &str) -> Option<&'static str> {
    rows().find(|[row, of, _]| *row == "first" && *of == protocol).map(|[_, _, game]| game)
}

/// XBoard's game for what a description leaves open.
pub(crate) fn parent(of: Parent) -> &'static str {
    let row = match of {
        Parent::Hand => "hand",
        Parent::Signs => "signs",
        Parent::Other => "other",
    };
    rows().find(|[word, ..]| *word == row).map_or("", |[_, name, _]| name)
}
