//! The words for pieces, tiles and tests, as messages and explanations use them.
//!
//! For people, not for machines: nothing here can be read back. All names come from the rules.

use std::borrow::Cow;

use tilegame_dsl::ir::{Castling, KindId, Kinds, PlayerId, Quantity, Rules, Sign, Test, Tile, When, Who};

use crate::game::Game;
use crate::moves::Move;
use crate::outcome::{Outcome, Scores};
use crate::reference::boardwork::Hindrance;
use crate::reference::position::{Piece, Position};

/// As much of a text from outside as a message may quote: 60 characters.
///
/// ```
/// use tilegame_runtime::notation::shortened;
/// assert_eq!(shortened("short"), "short");
/// assert_eq!(shortened(&"a".repeat(1000)).chars().count(), 61);
/// ```
pub fn shortened(text: &str) -> Cow<'_, str> {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The pieces with one of which one castles, as words.
pub(crate) fn partner(rules: &Rules, castling: &Castling) -> String {
    let names: Vec<&str> = castling.partners.0.iter().map(|k| rules.kinds[k.index()].name.as_str()).collect();
    list(&names, "or")
}

/// `White's King`, or `a Wall` of nobody's.
pub(crate) fn piece(rules: &Rules, piece: Piece) -> String {
    let kind = &rules.kinds[piece.kind.index()].name;
    match piece.owner {
        Some(owner) => format!("{}'s {kind}", player(rules, owner)),
        None => a(kind),
    }
}

/// `shoot`: the phase of the turn; nothing where turns have none.
pub(crate) fn phase<'r>(rules: &'r Rules, position: &Position) -> Option<&'r str> {
    rules.turn.phases.get(position.phase().index()).map(String::as_str)
}

/// `White's King on e1`, or `nothing on e1`.
pub(crate) fn piece_on(game: &Game, position: &Position, tile: Tile) -> String {
    let name = game.rules().board.name(tile);
    match position.piece(tile) {
        Some(p) => format!("{} on {name}", piece(game.rules(), p)),
        None => format!("nothing on {name}"),
    }
}

/// Why a move that changes the board is not legal.
pub(crate) fn why_not_board(game: &Game, position: &Position, m: &Move) -> String {
    let rules = game.rules();
    let Some(hindrance) = game.engine().hindrance(position, m) else {
        return match game.engine().is_legal(&mut position.clone(), m) {
            true => "other moves go before it".to_owned(),
            false => format!("after it, this would not be true: {}", test(rules, &rules.turn.legal)),
        };
    };
    let line = m.board_line().map(|line| &rules.turn.board[line]);
    let rule = line.map_or("", |line| &line.text);
    let why = match hindrance {
        Hindrance::Size => "not so many tiles may go at once".to_owned(),
        Hindrance::Attitude => "tiles may not be turned so".to_owned(),
        Hindrance::NoTile => "there is no tile in that rectangle".to_owned(),
        Hindrance::OffBoard => "a tile would leave the board".to_owned(),
        Hindrance::InTheWay(tile) => format!("the tile {} is where it goes", rules.board.name(tile)),
        Hindrance::Fails(tile) if !position.is_there(tile) => {
            return format!("there is no tile {}", rules.board.name(tile));
        }
        Hindrance::Fails(tile) => {
            let each = line.map_or(String::new(), |line| test(rules, &line.each));
            format!("of {} this does not hold: {each}", rules.board.name(tile))
        }
        Hindrance::Nothing => "it would change nothing".to_owned(),
    };
    format!("{why} (rule: {rule})")
}

/// `White`.
pub(crate) fn player(rules: &Rules, player: PlayerId) -> &str {
    &rules.players[player.index()].name
}

/// `a Rook`, `an Elephant`.
pub(crate) fn a(name: &str) -> String {
    let article =
        if name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Names as a list in a sentence.
///
/// ```
/// use tilegame_runtime::notation::list;
/// assert_eq!(list(&["a", "b", "c"], "and"), "a, b and c");
/// ```
pub fn list<S: AsRef<str>>(items: &[S], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [some @ .., end] => {
            let some: Vec<&str> = some.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", some.join(", "), end.as_ref())
        }
    }
}

/// `a, b and c`, or the first of many: `a, b and 7 others`.
pub(crate) fn some_of<S: AsRef<str>>(items: &[S], most: usize) -> String {
    let mut told: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    let others = (told.len() > most).then(|| format!("{} others", told.len() - most));
    told.truncate(most);
    told.extend(others.as_deref());
    list(&told, "and")
}

/// No more moves than these show how moves are written.
const EXAMPLES: usize = 3;

/// Some of the texts of legal moves, each of another form, and the shortest of it: a longer one tells apart moves of which the reader
/// does not know.
pub(crate) fn examples(texts: &[String]) -> Vec<String> {
    let class = |c: char| match c {
        'a'..='z' => 'a',
        'A'..='Z' => 'A',
        '0'..='9' => '0',
        other => other,
    };
    let mut forms: Vec<(Vec<char>, &String)> = Vec::new();
    for text in texts {
        let mut form: Vec<char> = text.chars().map(class).collect();
        form.dedup();
        match forms.iter_mut().find(|(known, _)| *known == form) {
            Some((_, shortest)) if text.chars().count() < shortest.chars().count() => *shortest = text,
            Some(_) => {}
            None => forms.push((form, text)),
        }
    }
    forms.into_iter().take(EXAMPLES).map(|(_, text)| text.clone()).collect()
}

/// How moves are written: "; here moves are written like `a2a3` or `M@a1`".
pub(crate) fn written_like(examples: &[String]) -> String {
    let quoted: Vec<String> = examples.iter().map(|text| format!("`{text}`")).collect();
    match quoted.is_empty() {
        true => String::new(),
        false => format!("; here moves are written like {}", list(&quoted, "or")),
    }
}

/// `White won (checkmate)`, or `it is a draw (stalemate)`.
pub(crate) fn outcome(rules: &Rules, outcome: &Outcome) -> String {
    let end = &rules.ends[outcome.end.index()].name;
    outcome.scores.told(rules, end)
}

impl Scores {
    /// The end in words: `White won (checkmate)`, `it is a draw (stalemate)`, or `White gets 3/4 and Black 1/4 (bare king)`.
    ///
    /// ```
    /// use tilegame_runtime::{Game, ir::PlayerId, outcome::Scores};
    /// let chess = Game::from_library("chess")?;
    /// assert_eq!(Scores::to_one(2, PlayerId(1)).told(chess.rules(), "checkmate"), "Black won (checkmate)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn told(&self, rules: &Rules, ending: &str) -> String {
        let ending = ending.replace('_', " ");
        match self.winner() {
            Some(winner) => format!("{} won ({ending})", player(rules, winner)),
            None if self.is_even() => format!("it is a draw ({ending})"),
            None => format!("{} ({ending})", self.shares_told(rules)),
        }
    }

    /// What each player gets, in words: `White gets 3/4 and Black 1/4`.
    pub fn shares_told(&self, rules: &Rules) -> String {
        let verb = |i| if i == 0 { " gets" } else { "" };
        let each = rules.players.iter().zip(self.iter()).enumerate();
        let each: Vec<String> =
            each.map(|(i, (p, share))| format!("{}{} {share}", p.name, verb(i))).collect();
        list(&each, "and")
    }
}

/// All sets of kinds that a test speaks about.
pub(crate) fn kinds_in(test: &Test) -> Vec<&Kinds> {
    match test {
        Test::Kind(kinds) => vec![kinds],
        Test::Not(test)
        | Test::Some(test)
        | Test::Connected { test, .. }
        | Test::Group { test, .. }
        | Test::Before(test)
        | Test::Always(test) => kinds_in(test),
        Test::And(tests) | Test::Or(tests) => tests.iter().flat_map(kinds_in).collect(),
        _ => Vec::new(),
    }
}

/// The pieces of `owner` that the rule about legal positions speaks of and that stand attacked, each with its attackers.
pub(crate) fn threats(game: &Game, position: &Position, owner: PlayerId) -> Vec<(Tile, Vec<Tile>)> {
    let kinds = kinds_in(&game.rules().turn.legal);
    let concerned =
        |t: &Tile| position.piece(*t).is_some_and(|p| kinds.iter().any(|kinds| kinds.contains(p.kind)));
    let pieces = position.owned(owner).iter().filter(concerned);
    pieces.map(|t| (t, game.attackers(position, owner, t))).filter(|(_, from)| !from.is_empty()).collect()
}

/// `Black's Rook on e8 attacks White's King on e1`, one sentence for each attacked piece.
pub(crate) fn threats_told(game: &Game, position: &Position, owner: PlayerId) -> Vec<String> {
    let told = threats(game, position, owner).into_iter().map(|(tile, from)| {
        let attackers: Vec<String> = from.iter().map(|t| piece_on(game, position, *t)).collect();
        let verb = if attackers.len() == 1 { "attacks" } else { "attack" };
        format!("{} {verb} {}", list(&attackers, "and"), piece_on(game, position, tile))
    });
    told.collect()
}

/// A player as a test says it.
fn who(rules: &Rules, who: Who) -> String {
    match who {
        Who::Friend => "friend".to_owned(),
        Who::Enemy => "enemy".to_owned(),
        Who::Next => "next".to_owned(),
        Who::Mover => "mover".to_owned(),
        Who::Player(p) => player(rules, p).to_owned(),
    }
}

/// A test as one would write it.
pub(crate) fn test(rules: &Rules, t: &Test) -> String {
    let who = |w: &Who| who(rules, *w);
    match t {
        Test::True => "always".to_owned(),
        Test::False => "never".to_owned(),
        Test::Not(inner) => match &**inner {
            Test::Some(inner) => format!("no {}", test(rules, inner)),
            other => format!("not {}", bracketed(rules, other)),
        },
        Test::And(tests) => {
            let about_tiles = tests.iter().all(Test::is_about_a_tile);
            let parts: Vec<String> = tests.iter().map(|t| within_and(rules, t)).collect();
            parts.join(if about_tiles { " " } else { " and " })
        }
        Test::Or(tests) => {
            let parts: Vec<String> = tests.iter().map(|t| test(rules, t)).collect();
            parts.join(" or ")
        }
        Test::Empty => "empty".to_owned(),
        Test::Occupied => "piece".to_owned(),
        Test::Owner(w) => who(w),
        Test::Kind(kinds) => list(&kind_names(rules, kinds), "or"),
        Test::Is(kinds) => is_such(rules, kinds),
        Test::Parting => "parting".to_owned(),
        Test::On(region) => format!("on {}", rules.regions[region.index()].name),
        Test::OnLine(_) => "on line".to_owned(),
        Test::Attacked => "attacked".to_owned(),
        Test::Capturable(_) => "capturable".to_owned(),
        Test::AttackedBy(w) => format!("attacked by {}", who(w)),
        Test::Out => "out".to_owned(),
        Test::First => "first".to_owned(),
        Test::Begun => "begun".to_owned(),
        Test::Acted => "acted".to_owned(),
        Test::MayCastle => "may still castle".to_owned(),
        Test::Faces(direction) => format!("faces {}", rules.board.directions[direction.index()].name),
        Test::Did(when, label) => {
            let when = match when {
                When::Ever => "",
                When::Last => "last ",
                When::Just => "just ",
            };
            format!("{when}did {}", rules.labels[label.index()])
        }
        Test::Castled => "castled".to_owned(),
        Test::Changed => "changed".to_owned(),
        Test::NoReply { .. } => "stuck".to_owned(),
        Test::Asker(p) => format!("{} asks", player(rules, *p)),
        Test::Marked(mark) => format!("marked {}", rules.marks[mark.index()]),
        Test::Sees(_) => "sees what it should".to_owned(),
        Test::Attacks(inner) => format!("attacks {}", bracketed(rules, inner)),
        Test::Under { zone, of, by_one } => {
            let of = if *of == Who::Enemy { String::new() } else { format!(" of {}", who(of)) };
            let by = if *by_one { " by one" } else { "" };
            format!("under {}{of}{by}", rules.labels[zone.index()])
        }
        Test::Connected { test: inner, .. } if **inner == Test::True => "all tiles are connected".to_owned(),
        Test::Connected { test: inner, .. } => {
            format!("all tiles are connected where this holds: {}", test(rules, inner))
        }
        Test::Group { test: inner, .. } => format!("in a group of {}", bracketed(rules, inner)),
        Test::Some(inner) => format!("some {}", test(rules, inner)),
        Test::Stuck => "stuck".to_owned(),
        Test::ToMove(p) => format!("{} to move", player(rules, *p)),
        Test::In(phase) => format!("in {}", rules.turn.phases[phase.index()]),
        Test::Can { mover, target } => format!("can {} onto {}", test(rules, mover), test(rules, target)),
        Test::Before(inner) => format!("before {}", bracketed(rules, inner)),
        Test::Always(inner) => format!("always {}", bracketed(rules, inner)),
        Test::Compare(left, how, right) => {
            format!("{} {how} {}", quantity(rules, left), quantity(rules, right))
        }
    }
}

/// A state of pieces, or what they hold.
fn is_such(rules: &Rules, kinds: &Kinds) -> String {
    let all = || (0..rules.kinds.len()).map(KindId::new);
    let carries = |kind: KindId| rules.kinds[kind.index()].parts.len() > 1;
    let state =
        rules.states.iter().find(|state| all().all(|k| kinds.contains(k) == (state.without[k.index()] != k)));
    match state {
        Some(state) => state.name.clone(),
        None if all().all(|kind| kinds.contains(kind) == carries(kind)) => "loaded".to_owned(),
        None => {
            let single = Kinds(kinds.0.iter().copied().filter(|kind| !carries(*kind)).collect());
            format!("holds {}", list(&kind_names(rules, &single), "or"))
        }
    }
}

/// The names of kinds; a piece of which every way to stand is there is named once.
fn kind_names<'r>(rules: &'r Rules, kinds: &Kinds) -> Vec<&'r str> {
    let mut names: Vec<&str> = Vec::new();
    for kind in &kinds.0 {
        let kind = &rules.kinds[kind.index()];
        let alone = |k: &usize| rules.kinds[*k].parts.len() == kind.parts.len();
        let mut ways = (0..rules.kinds.len()).filter(alone).filter(|k| rules.kinds[*k].piece == kind.piece);
        let name =
            if ways.all(|k| kinds.contains(KindId::new(k))) { kind.piece.as_str() } else { &kind.name };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn bracketed(rules: &Rules, t: &Test) -> String {
    if matches!(t, Test::And(_) | Test::Or(_)) { format!("({})", test(rules, t)) } else { test(rules, t) }
}

fn within_and(rules: &Rules, t: &Test) -> String {
    if matches!(t, Test::Or(_)) { format!("({})", test(rules, t)) } else { test(rules, t) }
}

fn quantity(rules: &Rules, q: &Quantity) -> String {
    match q {
        Quantity::Number(n) => n.to_string(),
        Quantity::Counter(counter, whose) => {
            let counter = &rules.counters[counter.index()];
            match whose {
                Who::Friend => counter.name.clone(),
                other if counter.each => format!("{} of {}", counter.name, who(rules, *other)),
                _ => counter.name.clone(),
            }
        }
        Quantity::Hand(kinds, whose) => {
            let held = test(rules, &Test::Kind(kinds.clone()));
            match whose {
                Who::Friend => format!("hand({held})"),
                other => format!("hand({held}) of {}", who(rules, *other)),
            }
        }
        Quantity::Count(t) => format!("count({})", test(rules, t)),
        Quantity::Worth(t) => format!("worth({})", test(rules, t)),
        Quantity::Sum(parts) => {
            let mut told = String::new();
            for (i, (sign, part)) in parts.iter().enumerate() {
                match (i, sign) {
                    (0, _) => {}
                    (_, Sign::Plus) => told += " + ",
                    (_, Sign::Minus) => told += " - ",
                }
                told += &quantity(rules, part);
            }
            told
        }
        Quantity::Repeated => "repeated".to_owned(),
        Quantity::RepeatedBoard => "repeated board".to_owned(),
        Quantity::Players => "players".to_owned(),
    }
}
