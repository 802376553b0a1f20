//! What a program can be doing, and what each line does meanwhile. The tables are data, and the book shows the same.

const OF_UCI: &str = include_str!("states_of_uci.md");
const OF_XBOARD: &str = include_str!("states_of_xboard.md");

/// What the program is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// It is waiting for something to do.
    Idle,
    /// It thinks or counts, and answers when it is done.
    Thinking,
    /// It thinks about the reply to a move that the other side has not made yet, and answers when the move has been made.
    Pondering,
    /// It thinks until it is told to stop.
    Waiting,
}

/// What a line does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Does {
    Nothing,
    /// It is done at once, and if the program is thinking, it goes on.
    AtOnce,
    /// It is done when the program is idle again.
    Later,
    /// The program answers with what it has found, then the line is done.
    Ends,
    /// The program stops without an answer, then the line is done.
    Drops,
    /// The program answers with what it has found.
    Answers,
    /// The expected move was made: the clock runs, and the program answers when it is done.
    GoesOn,
    /// The program ends.
    Quits,
}

impl Does {
    fn read(text: &str) -> Option<Does> {
        Some(match text {
            "nothing" => Does::Nothing,
            "at once" => Does::AtOnce,
            "later" => Does::Later,
            "ends" => Does::Ends,
            "drops" => Does::Drops,
            "answers" => Does::Answers,
            "goes on" => Does::GoesOn,
            "quits" => Does::Quits,
            _ => return None,
        })
    }
}

impl State {
    fn read(text: &str) -> Option<State> {
        Some(match text {
            "idle" => State::Idle,
            "thinking" => State::Thinking,
            "pondering" => State::Pondering,
            "waiting" => State::Waiting,
            _ => return None,
        })
    }
}

/// What each line of a protocol does in each state.
pub(super) struct Table {
    states: Vec<State>,
    rows: Vec<(&'static str, Vec<Does>)>,
}

impl Table {
    pub(super) fn of_uci() -> Table {
        Table::read(OF_UCI)
    }

    pub(super) fn of_xboard() -> Table {
        Table::read(OF_XBOARD)
    }

    fn read(text: &'static str) -> Table {
        let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim);
        let mut lines = text.lines();
        let states = lines.next().into_iter().flat_map(cells).filter_map(State::read).collect();
        // Below the first line is one of dashes.
        let rows = lines.skip(1).filter_map(|line| {
            let mut cells = cells(line);
            Some((cells.next()?, cells.filter_map(Does::read).collect()))
        });
        let rows = rows.collect();
        Table { states, rows }
    }

    /// What a line does that begins with this word. The last row is about all others.
    pub(super) fn does(&self, state: State, word: &str) -> Does {
        let is_about = |words: &str| words.split(", ").any(|one| one.trim_matches('`') == word);
        let row = self.rows.iter().find(|(words, _)| is_about(words)).or(self.rows.last());
        let column = self.states.iter().position(|other| *other == state);
        row.zip(column).and_then(|((_, does), column)| does.get(column).copied()).unwrap_or(Does::Later)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read() {
        for (table, text, states) in [(Table::of_uci(), OF_UCI, 4), (Table::of_xboard(), OF_XBOARD, 3)] {
            assert_eq!(table.states.len(), states);
            assert_eq!(table.rows.len() + 2, text.lines().count());
            for (words, does) in &table.rows {
                assert_eq!(does.len(), states, "{words}");
            }
            assert!(table.states.iter().all(|state| table.does(*state, "quit") == Does::Quits));
            // What waits until the program is idle would wait for ever.
            let mut when_idle = table.rows.iter().filter_map(|(_, does)| does.first());
            assert!(when_idle.all(|does| matches!(does, Does::AtOnce | Does::Nothing | Does::Quits)));
        }
        let uci = Table::of_uci();
        assert_eq!(uci.does(State::Pondering, "ponderhit"), Does::GoesOn);
        assert_eq!(uci.does(State::Thinking, "ucinewgame"), Does::Ends);
        assert_eq!(uci.does(State::Thinking, "foo"), Does::Later);
        assert_eq!(Table::of_xboard().does(State::Waiting, "usermove"), Does::Drops);
    }
}
