//! What an ID has to know of a game.

use super::check::GameCheck;
use crate::ir::{
    Board, CounterId, DirId, KindId, Kinds, LabelId, MarkId, PhaseId, Player, PlayerId, RegionId, StateId,
    Watch,
};
use crate::moveid::extended::Name;

/// What an ID has to know of a game.
///
/// The methods that look up names say themselves what is wrong with one, if anybody is to be told.
pub(crate) trait Words {
    fn board(&self) -> &Board;
    fn players(&self) -> &[Player];
    /// The kinds of the pieces that have this letter in any case, of any owner.
    fn lettered(&self, letter: char) -> Kinds;
    fn kind_count(&self) -> usize;
    /// The kinds of a piece's, an attribute's or a state's name; with `=` in front the one kind of that name.
    fn kinds(&mut self, name: &Name) -> Option<Kinds>;
    /// The one kind of a name.
    fn kind(&mut self, name: &Name) -> Option<KindId>;
    fn region(&mut self, name: &Name) -> Option<RegionId>;
    fn mark(&mut self, name: &Name) -> Option<MarkId>;
    fn label(&mut self, name: &Name) -> Option<LabelId>;
    fn zone(&mut self, name: &Name) -> Option<LabelId>;
    fn phase(&mut self, name: &Name) -> Option<PhaseId>;
    fn state(&mut self, name: &Name) -> Option<StateId>;
    fn counter(&mut self, name: &Name) -> Option<CounterId>;
    fn player(&mut self, name: &Name) -> Option<PlayerId>;
    fn direction(&mut self, name: &Name) -> Option<DirId>;
    /// When a player is in check.
    fn check(&mut self) -> Option<GameCheck>;
    /// The label of a name, which need not have been known.
    fn watched(&mut self, name: String) -> LabelId;
    fn watches(&mut self) -> &mut Vec<Watch>;
}
