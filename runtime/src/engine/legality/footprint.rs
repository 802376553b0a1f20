//! Which moves have to be made, where more happens after them than that a piece has gone.

use crate::packed::set::Set;
use crate::packed::state::State;
use crate::plan::Plan;
use crate::plan::legality::attack_line::Atom;
use crate::plan::legality::footprint::Footprint;

/// What a position says of all moves at once.
#[derive(Clone, Copy)]
pub(crate) struct Outlook<const W: usize> {
    /// Moves from these tiles have to be made.
    from: Set<W>,
    /// So have moves to these.
    to: Set<W>,
    /// Moves to these are not legal.
    refused: Set<W>,
}

impl<const W: usize> Outlook<W> {
    /// Those of a piece's moves that are legal, and those that have to be made.
    #[inline]
    pub(crate) fn split(&self, footprint: &Footprint<W>, me: usize, from: usize, to: Set<W>) -> [Set<W>; 2] {
        let asking = *footprint.asking[me].at(from);
        let to = to.without(self.refused.without(asking));
        if self.from.has(from) {
            return [Set::EMPTY, to];
        }
        let made = self.to | asking;
        [to.without(made), to & made]
    }

    /// The same for pieces that go all at once, by so much.
    pub(crate) fn split_shifted(
        &self,
        footprint: &Footprint<W>,
        me: usize,
        by: i32,
        to: Set<W>,
    ) -> [Set<W>; 2] {
        let special = to & (self.from | footprint.near[me]).rolled(by);
        let rest = to.without(special | self.refused);
        let (mut free, mut made) = (rest.without(self.to), rest & self.to);
        for goal in special.iter() {
            let [more_free, more_made] =
                self.split(footprint, me, (goal as i32 - by) as usize, Set::one(goal));
            (free, made) = (free | more_free, made | more_made);
        }
        [free, made]
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// What a position says of all moves at once; nothing where a royal piece is attacked, or perhaps is.
    pub(crate) fn outlook(
        &self,
        footprint: &Footprint<W>,
        state: &State<W, N>,
        me: usize,
    ) -> Option<Outlook<W>> {
        let mut outlook = Outlook { from: Set::EMPTY, to: Set::EMPTY, refused: Set::EMPTY };
        if let Some(atom) = footprint.atoms.get(me) {
            self.look_around(footprint, state, me, atom, &mut outlook)?;
        }
        let view = self.view(state, me);
        for guard in &footprint.refusals {
            outlook.refused |= self.where_holds(&view, guard, self.sets.board.without(view.mine));
        }
        Some(outlook)
    }

    /// Notes what moves may open an attack line that leads to a royal piece; nothing if one is open, or perhaps is.
    fn look_around(
        &self,
        footprint: &Footprint<W>,
        state: &State<W, N>,
        me: usize,
        atom: &Atom<W>,
        outlook: &mut Outlook<W>,
    ) -> Option<()> {
        let (occupied, touching) = (self.occupied(state), &footprint.touching[me]);
        outlook.from = self.of(state, &atom.royals);
        for royal in outlook.from.iter() {
            outlook.to |= *touching.at(royal);
            for sort in &atom.sorts {
                let Some(by) = &sort.by else { return None };
                let near = sort.reach.at(royal)[0] & self.pieces_in_play(state, by);
                if near.is_empty() {
                    continue;
                }
                let blockers = self.blockers_of(state, sort);
                for attack_line in near.iter().flat_map(|from| sort.attack_lines(royal, from)) {
                    let wrong = (attack_line.empty & occupied)
                        | attack_line.full.without(occupied)
                        | (attack_line.barred & blockers);
                    if wrong.is_empty() {
                        return None;
                    }
                    // A move opens the attack line only if it changes all of these tiles, one of them perhaps where it starts.
                    if wrong.is_at_most_one() {
                        outlook.from |= wrong;
                        outlook.to |= *touching.at(wrong.lowest());
                    } else if wrong.len() <= footprint.most_touched + 1 {
                        let (mut once, mut twice) = (Set::EMPTY, Set::EMPTY);
                        for tile in wrong.iter() {
                            twice |= once & *touching.at(tile);
                            once |= *touching.at(tile);
                        }
                        outlook.to |= if wrong.len() == 2 { once } else { twice };
                    }
                }
            }
        }
        Some(())
    }
}
