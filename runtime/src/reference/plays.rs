//! Playing on whole positions: what a [state](crate::State) asks, where no packed form holds it.

use std::hash::{DefaultHasher, Hash, Hasher};

use tilegame_dsl::ir::{CounterId, EndId, KindId, PhaseId, PlayerId, Tile};

use crate::moves::Move as Details;
use crate::outcome::Outcome;
use crate::packed::form::{Form, Plays};
use crate::packed::literal::Literal;
use crate::packed::refusal::WhyNot;
use crate::reference::engine::Reference;
use crate::reference::position::{Piece, Position};
use crate::reference::rest;
use crate::reference::view::View;
use crate::set::TileSet;
use crate::state::Move;

impl Reference {
    /// The legal moves, in the order of [`Details::sort`].
    fn listed<'l>(&self, literal: &'l Literal) -> &'l [Details] {
        literal.moves.get_or_init(|| {
            let mut moves = self.legal_moves(&mut literal.position.clone());
            Details::sort(&mut moves);
            moves.into()
        })
    }

    /// Those of the legal moves that are wanted.
    fn wanted<'l>(
        &self,
        literal: &'l Literal,
        is_wanted: impl Fn(&Details) -> bool + 'l,
    ) -> impl Iterator<Item = Move> + 'l {
        let numbered = self.listed(literal).iter().enumerate();
        numbered.filter(move |(_, m)| is_wanted(m)).map(|(number, m)| Move::listed(number, m))
    }

    /// The legal move that a move of the position stands for.
    fn details<'l>(&self, literal: &'l Literal, m: Move) -> &'l Details {
        let number = m.number().expect("the move is one of such a position");
        &self.listed(literal)[number]
    }
}

fn literal(form: &Form) -> &Literal {
    match form {
        Form::Literal(literal) => literal,
        _ => unreachable!("a state that is played literally is a whole position"),
    }
}

/// Whether a move is one of the piece on a tile.
fn is_from(tile: Tile) -> impl Fn(&Details) -> bool {
    move |m| m.from == Some(tile) && !m.is_pass()
}

impl Plays for Reference {
    fn pack(&self, position: &Position) -> Result<Form, WhyNot> {
        Ok(Form::literal(position.clone()))
    }

    fn unpack(&self, form: &Form) -> Position {
        literal(form).position.clone()
    }

    fn to_move(&self, form: &Form) -> PlayerId {
        self.to_move(&literal(form).position)
    }

    fn phase(&self, form: &Form) -> PhaseId {
        literal(form).position.phase()
    }

    fn list(&self, form: &Form, moves: &mut Vec<Move>) {
        moves.extend(self.wanted(literal(form), |_| true));
    }

    fn list_captures(&self, form: &Form, moves: &mut Vec<Move>) {
        moves.extend(self.wanted(literal(form), |m| m.captures));
    }

    fn list_from(&self, form: &Form, tile: Tile, moves: &mut Vec<Move>) {
        moves.extend(self.wanted(literal(form), is_from(tile)));
    }

    fn targets(&self, form: &Form, tile: Tile) -> TileSet {
        let mut targets = TileSet::of(&self.board);
        let moves = self.listed(literal(form)).iter();
        targets.extend(moves.filter(|m| is_from(tile)(m)).map(|m| m.to));
        targets
    }

    fn is_legal(&self, form: &Form, m: Move) -> bool {
        let listed = m.number().and_then(|number| self.listed(literal(form)).get(number));
        listed.is_some_and(|listed| m.number().is_some_and(|number| Move::listed(number, listed) == m))
    }

    fn attackers(&self, form: &Form, player: PlayerId, tile: Tile) -> TileSet {
        let mut attackers = TileSet::of(&self.board);
        self.attackers(&View::new(&literal(form).position, player), tile, &mut |from| {
            attackers.insert(from);
            false
        });
        attackers
    }

    fn has_moves(&self, form: &Form) -> bool {
        let literal = literal(form);
        match literal.moves.get() {
            Some(moves) => !moves.is_empty(),
            // One move is found sooner than all.
            None => !self.is_over_before_moving(&literal.position) && !self.is_stuck(&literal.position),
        }
    }

    fn play(&self, form: &Form, m: Move) -> Form {
        let (literal, mut next) = (literal(form), literal(form).position.clone());
        self.play(&mut next, self.details(literal, m));
        Form::literal(next)
    }

    fn skip(&self, _: &Form) -> Option<Form> {
        None
    }

    fn captures(&self, form: &Form, m: Move) -> bool {
        self.details(literal(form), m).captures
    }

    fn told(&self, form: &Form, m: Move) -> Details {
        self.details(literal(form), m).clone()
    }

    fn all_told(&self, form: &Form, moves: &[Move]) -> Vec<Details> {
        moves.iter().map(|m| self.told(form, *m)).collect()
    }

    fn is_over_before_moving(&self, form: &Form) -> bool {
        self.is_over_before_moving(&literal(form).position)
    }

    fn end(&self, form: &Form, first: usize) -> Option<EndId> {
        Plays::outcome(self, form).map(|outcome| outcome.end).filter(|end| end.index() < first)
    }

    fn outcome(&self, form: &Form) -> Option<Outcome> {
        self.outcome(&literal(form).position)
    }

    fn in_check(&self, form: &Form) -> Option<bool> {
        let position = &literal(form).position;
        let (_, test) = self.rules.notation.check.as_ref()?;
        Some(self.holds(&View::new(position, self.to_move(position)), Tile(0), test))
    }

    fn is_left_legally(&self, form: &Form, player: PlayerId) -> bool {
        self.holds(&View::new(&literal(form).position, player), Tile(0), &self.rules.turn.legal)
    }

    fn key(&self, form: &Form) -> u64 {
        // It has 64 bits in browsers, too, where quicker ones have 32.
        let mut hasher = DefaultHasher::new();
        self.identity(&literal(form).position).hash(&mut hasher);
        hasher.finish()
    }

    fn write_rest(&self, form: &Form, out: &mut Vec<u8>) {
        rest::write_rest(self.identity(&literal(form).position), out);
    }

    fn pieces(&self, form: &Form, player: PlayerId, kind: KindId) -> u32 {
        let position = &literal(form).position;
        let of_kind = |tile: &Tile| position.piece(*tile).is_some_and(|piece| piece.kind == kind);
        position.owned(player).iter().filter(of_kind).count() as u32
    }

    fn each_piece(&self, form: &Form, see: &mut dyn FnMut(Tile, Piece)) {
        literal(form).position.pieces().for_each(|(tile, piece)| see(tile, piece));
    }

    fn each_set(&self, form: &Form, see: &mut dyn FnMut(Piece, &[u64])) {
        if self.board.plane().is_some() {
            return;
        }
        let mut words = vec![0; self.board.len().div_ceil(64)];
        self.each_piece(form, &mut |tile, piece| {
            let (word, bit) = (tile.index() / 64, tile.index() % 64);
            words[word] = 1 << bit;
            see(piece, &words);
            words[word] = 0;
        });
    }

    fn piece(&self, form: &Form, tile: Tile) -> Option<Piece> {
        literal(form).position.piece(tile)
    }

    fn hand(&self, form: &Form, player: PlayerId, kind: KindId) -> u32 {
        let hands = &literal(form).position.hands;
        hands.get(self.hand_index(player, kind)).copied().map_or(0, u32::from)
    }

    fn counter(&self, form: &Form, counter: CounterId, player: PlayerId) -> i64 {
        literal(form).position.counters[self.counter_index(counter, player)]
    }
}
