//! How a match ended.

use tilegame_runtime::ir::{EndId, PlayerId, Rules};
use tilegame_runtime::notation::list;
use tilegame_runtime::outcome::Scores;

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// What each player gets.
    pub scores: Scores,
    /// How it came about.
    pub cause: Cause,
}

/// How the end of a match came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The position shows it: one of the endings of the rules.
    Position(EndId),
    /// One of the rules' endings of a match, by its number; at once, by claim or on time.
    Adjudication(usize),
    /// A player gave up.
    Resignation(PlayerId),
    /// A player forfeited: did not come, or broke the rules of the event.
    Forfeit(PlayerId),
    /// The players agreed on a draw.
    Agreement,
    /// A player's time was up.
    Time(PlayerId),
    /// A player's time was up, but the other one could not have won by any legal moves.
    NoWinOnTime(PlayerId),
    /// The time of all players was up.
    AllTime,
}

impl Ending {
    /// Who won; nobody if the point is divided.
    pub fn winner(&self) -> Option<PlayerId> {
        self.scores.winner()
    }

    /// The end in words: `White won (checkmate)`.
    pub(super) fn told(&self, rules: &Rules) -> String {
        let name = |p: PlayerId| &rules.players[p.index()].name;
        let because = |tail: String| match self.winner() {
            Some(winner) => format!("{} won: {tail}", name(winner)),
            None => format!("{tail}: {}", self.scores.shares_told(rules)),
        };
        match self.cause {
            Cause::Position(end) => self.scores.told(rules, &rules.ends[end.index()].name),
            Cause::Adjudication(n) => self.scores.told(rules, &rules.adjudications[n].name),
            Cause::Resignation(player) => because(format!("{} gave up", name(player))),
            Cause::Forfeit(player) => because(format!("{} forfeited", name(player))),
            Cause::Agreement => "it is a draw (agreement)".to_owned(),
            Cause::Time(player) => because(format!("{}'s time is up", name(player))),
            Cause::NoWinOnTime(player) => {
                let others = rules.players.iter().enumerate().filter(|(p, _)| *p != player.index());
                let others: Vec<&str> = others.map(|(_, p)| p.name.as_str()).collect();
                let others = list(&others, "and");
                format!("it is a draw: {}'s time is up, but {others} can't win any more", name(player))
            }
            Cause::AllTime => "it is a draw: everybody's time is up".to_owned(),
        }
    }
}
