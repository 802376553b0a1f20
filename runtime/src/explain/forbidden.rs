//! Why a piece may not make a move of which it would be capable.

use super::reason::{Illegal, Reason};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::uci;
use crate::reference::position::Position;
use crate::words;

/// No more moves than these are listed.
pub(super) const LISTED: usize = 12;

/// A move of which the piece would be capable, but which the rules forbid for another reason.
pub(super) fn refused_move(game: &Game, position: &Position, m: &Move) -> Illegal {
    let rules = game.rules();
    let me = game.to_move(position);
    if !game.engine().is_legal(&mut position.clone(), m) {
        let mut after = position.clone();
        let undo = game.play_unchecked(&mut after, m);
        if let Some(line) = undo.refused_by().map(|number| &rules.turn.after[number]) {
            return Illegal::new(Reason::LeavesForbidden, format!("a rule forbids it: {}", line.text));
        }
        let threats = words::threats_told(game, &after, me);
        let asked = words::test(rules, &rules.turn.legal);
        return match threats.is_empty() {
            true => {
                Illegal::new(Reason::LeavesForbidden, format!("after it, this would not be true: {asked}"))
            }
            false => {
                let sentence = format!("after it, {}", words::list(&threats, "and"));
                let mut illegal = Illegal::new(Reason::LeavesForbidden, sentence);
                illegal.more.push(format!("what must be true after a move: {asked}"));
                illegal
            }
        };
    }
    let legal = game.moves(position);
    let listed = |legal: &[Move]| {
        let mut texts = uci::write_all(game, legal);
        if texts.len() > LISTED {
            texts.truncate(LISTED);
            texts.push("others".to_owned());
        }
        words::list(&texts, "or")
    };
    if !legal.contains(m) {
        let sentence = format!("other moves go before it: {}", listed(&legal));
        return Illegal::new(Reason::NotPreferred, sentence);
    }
    let alike: Vec<Move> = legal.into_iter().filter(|l| l.from == m.from && l.to == m.to).collect();
    let reason = if m.promotion.is_some() { Reason::Promotion } else { Reason::Ambiguous };
    if let ([only], None) = (alike.as_slice(), m.promotion)
        && only.promotion.is_some()
    {
        return Illegal::new(Reason::Promotion, format!("it must promote: {}", listed(&alike)));
    }
    Illegal::new(reason, format!("it is unclear which move is meant: {}", listed(&alike)))
}
