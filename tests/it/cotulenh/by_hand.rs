//! `by_hand.txt`: positions for every rule with lists of moves that were written from the rules, asked of both implementations;
//! and what follows from these positions, counted by both. `TILEGAME_DEEP` (any value) counts much more.

use tilegame_runtime::perft::{By, perft_by};
use tilegame_runtime::{Game, Position};

use super::agree::compare;
use super::board::{State, square};
use super::play::Deed;

/// A position in both implementations.
struct Both<'g> {
    game: &'g Game,
    state: State,
    position: Position,
}

impl Both<'_> {
    fn read<'g>(game: &'g Game, text: &str) -> Both<'g> {
        let position = game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(game.specification().fen(&position), text);
        let state = State::parse(text);
        assert_eq!(state.text(), text);
        Both { game, state, position }
    }

    /// The text of what is on the board, with the steps of an open turn.
    fn text(&self) -> String {
        let mut plain = self.state.session.as_ref().map_or(&self.state, |session| &session.before).text();
        if let Some(session) = super::san::session(&self.state) {
            plain = format!("{plain} {session}");
        }
        assert_eq!(self.game.specification().fen(&self.position), plain);
        plain
    }

    /// The texts of all moves that set out from a tile, or of all moves.
    fn texts(&self, from: Option<&str>) -> Vec<String> {
        let pairs = compare(self.game, &self.state, &self.position).unwrap_or_else(|what| panic!("{what}"));
        let written = self.game.specification().all_san(&self.position);
        let mut found = Vec::new();
        for (step, m, _) in &pairs {
            let text = super::san::text(step, &[]);
            let (_, ours) = written.iter().find(|(other, _)| other == m).expect("every move is written");
            if step.deed == Deed::Commit {
                assert_eq!(ours, "pass");
            } else {
                // The other may say more of who goes.
                let (who, to) = text.split_at(super::board::men_text(&step.men).len());
                assert!(ours.starts_with(who) && ours.ends_with(to), "{ours} beside {text}");
            }
            if from.is_none_or(|from| step.from == square(from)) {
                found.push(text);
            }
        }
        found
    }

    fn play(&mut self, wanted: &str) {
        let pairs = compare(self.game, &self.state, &self.position).unwrap_or_else(|what| panic!("{what}"));
        let found = pairs.into_iter().find(|(step, ..)| super::san::text(step, &[]) == wanted);
        let (step, _, after) = found.unwrap_or_else(|| panic!("{wanted} in {}", self.text()));
        self.state = self.state.after(&step);
        self.position = after;
    }
}

fn sorted<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<&'t str> {
    let mut all: Vec<&str> = texts.into_iter().collect();
    all.sort_unstable();
    all
}

const BY_HAND: &str = include_str!("by_hand.txt");

#[test]
fn moves_are_as_the_rules_say() {
    let game = super::rules();
    let mut first = "";
    let mut now = Both::read(&game, super::START);
    for line in BY_HAND.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "position" => {
                first = rest;
                now = Both::read(&game, first);
            }
            "after" => {
                now = Both::read(&game, first);
                rest.split(' ').for_each(|m| now.play(m));
            }
            "from" => {
                let (tile, moves) = rest.split_once(' ').unwrap_or((rest, ""));
                let found = now.texts(Some(tile));
                assert_eq!(
                    sorted(found.iter().map(String::as_str)),
                    sorted(moves.split_whitespace()),
                    "{line}"
                );
            }
            "all" => {
                let found = now.texts(None);
                assert_eq!(
                    sorted(found.iter().map(String::as_str)),
                    sorted(rest.split_whitespace()),
                    "{line}"
                );
            }
            "is" => assert_eq!(now.text(), rest),
            "ends" => {
                let outcome =
                    game.specification().outcome(&now.position).unwrap_or_else(|| panic!("{first}: goes on"));
                assert_eq!(game.rules().ends[outcome.end.index()].name, rest, "{first}");
            }
            _ => panic!("not understood: {line}"),
        }
    }
}

fn by_the_rules(game: &Game, position: &Position, depth: u32) -> u64 {
    perft_by(By::Reference, None, &game.state(position), depth)
        .expect("the reference engine plays everything")
}

/// Where two counts that differ begin to do so, in words.
fn difference(mut both: Both<'_>, depth: u32) -> String {
    for left in (1..depth).rev() {
        let pairs = match compare(both.game, &both.state, &both.position) {
            Ok(pairs) => pairs,
            Err(what) => return what,
        };
        let steps = pairs.into_iter().map(|(step, _, next)| (both.state.after(&step), next));
        let differs = |(state, next): &(State, Position)| {
            super::perft(state, left) != by_the_rules(both.game, next, left)
        };
        let Some((state, position)) = steps.into_iter().find(differs) else {
            return "the steps agree one by one".to_owned();
        };
        (both.state, both.position) = (state, position);
    }
    let listed = compare(both.game, &both.state, &both.position);
    listed.err().unwrap_or_else(|| format!("{}: listed alike, counted otherwise", both.state.text()))
}

/// To 200,000 nodes each with `TILEGAME_DEEP`, else to some hundreds.
#[test]
fn counts_are_those_of_the_other_implementation() {
    let enough = if std::env::var_os("TILEGAME_DEEP").is_some() { 200_000 } else { 300 };
    let game = super::rules();
    let positions = BY_HAND.lines().filter_map(|line| line.strip_prefix("position "));
    let mut counted = 0;
    for text in positions.chain([super::START]) {
        let both = Both::read(&game, text);
        for depth in 1.. {
            let nodes = super::perft(&both.state, depth);
            let found = by_the_rules(&game, &both.position, depth);
            if found != nodes {
                panic!("{text}, depth {depth}: {nodes} beside {found}\n{}", difference(both, depth));
            }
            counted += usize::from(nodes >= enough);
            if nodes >= enough || nodes == 0 {
                break;
            }
        }
    }
    assert!(counted > 10, "only {counted} positions have so many moves");
}

/// From the positions above and from the start; `TILEGAME_DEEP` plays much more.
#[test]
fn turns_are_saved_and_taken_back() {
    let game = super::rules();
    let positions = BY_HAND.lines().filter_map(|line| line.strip_prefix("position ")).chain([super::START]);
    let starts: Vec<Position> = positions.map(|text| Both::read(&game, text).position).collect();
    let times = if std::env::var_os("TILEGAME_DEEP").is_some() { 100 } else { 3 };
    let starts: Vec<Position> = std::iter::repeat_n(starts, times).flatten().collect();
    let (open, rejoined) = crate::steps::saved_and_taken_back(&game, &starts, 40);
    assert!(open > 10 * times && rejoined >= times, "{open} open turns, {rejoined} rejoined");
}
