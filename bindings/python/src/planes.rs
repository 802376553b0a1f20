//! A position as numbers in planes, one number for each tile: what neural networks see.

use tilegame_runtime::ir::{CounterId, KindId, PhaseId, PlayerId, Tile};
use tilegame_runtime::{Game, State};

/// What the planes of a game are.
#[derive(Debug)]
pub(crate) struct Planes {
    /// What each of them means.
    pub(crate) names: Vec<String>,
    /// Height and width, where the tiles fill a rectangle.
    pub(crate) rectangle: Option<(usize, usize)>,
    tiles: usize,
    /// Where in a plane a tile is.
    at: Vec<usize>,
    /// The plane of each kind of each player, and of nobody.
    of_pieces: Vec<Option<usize>>,
    kinds: usize,
    hands: Vec<(PlayerId, KindId)>,
    counters: Vec<(CounterId, PlayerId)>,
    phases: usize,
    players: usize,
}

impl Planes {
    /// None if the board has no end of tiles.
    pub(crate) fn new(game: &Game) -> Option<Planes> {
        if game.board().plane().is_some() {
            return None;
        }
        let rules = game.rules();
        let tiles = game.board().len();
        let picture = &rules.board.picture;
        let width = picture.first().map_or(0, Vec::len);
        let is_rectangle = picture.iter().all(|row| row.len() == width && row.iter().all(Option::is_some));
        let in_order: Vec<Tile> = match is_rectangle && picture.len() * width == tiles {
            true => picture.iter().flatten().flatten().copied().collect(),
            false => game.board().tiles().collect(),
        };
        let mut at = vec![0; tiles];
        in_order.iter().enumerate().for_each(|(place, tile)| at[tile.index()] = place);
        let rectangle = (is_rectangle && picture.len() * width == tiles).then_some((picture.len(), width));
        let (kinds, players) = (rules.kinds.len(), rules.players.len());
        let mut names = Vec::new();
        let mut of_pieces = vec![None; (players + 1) * kinds];
        let own = (0..players).map(|player| (player, rules.players[player].name.as_str()));
        for (owner, name) in own.chain([(players, "nobody")]) {
            for (number, kind) in rules.kinds.iter().enumerate() {
                if kind.neutral == (owner == players) {
                    of_pieces[owner * kinds + number] = Some(names.len());
                    names.push(format!("{name}: {}", kind.name));
                }
            }
        }
        let everybody = || (0..players).map(PlayerId::new);
        let mut hands = Vec::new();
        if rules.turn.hands {
            for player in everybody() {
                for (number, kind) in rules.kinds.iter().enumerate().filter(|(_, kind)| !kind.neutral) {
                    hands.push((player, KindId::new(number)));
                    names.push(format!("{}: {} in hand", rules.players[player.index()].name, kind.name));
                }
            }
        }
        let mut counters = Vec::new();
        for (number, counter) in rules.counters.iter().enumerate() {
            for player in everybody().take(if counter.each { players } else { 1 }) {
                counters.push((CounterId::new(number), player));
                let whose = if counter.each {
                    format!("{}: ", rules.players[player.index()].name)
                } else {
                    String::new()
                };
                names.push(format!("{whose}{}", counter.name));
            }
        }
        let phases = if rules.turn.phases.len() > 1 { rules.turn.phases.len() } else { 0 };
        names.extend(rules.turn.phases.iter().take(phases).map(|phase| format!("phase {phase}")));
        names.extend(rules.players.iter().map(|player| format!("turn of {}", player.name)));
        Some(Planes { names, rectangle, tiles, at, of_pieces, kinds, hands, counters, phases, players })
    }

    /// Where in a plane the tiles are, in their order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> {
        self.at.iter().copied()
    }

    /// How many numbers a position is.
    pub(crate) fn len(&self) -> usize {
        self.names.len() * self.tiles
    }

    /// Writes a position.
    pub(crate) fn write(&self, state: &State, out: &mut [f32]) {
        out.fill(0.0);
        self.write_over(state, out, &mut Vec::new());
    }

    /// Writes a position over another of which the pieces were put at these places, or over zeros; says where the pieces are now.
    pub(crate) fn write_over(&self, state: &State, out: &mut [f32], placed: &mut Vec<u32>) {
        placed.drain(..).for_each(|place| out[place as usize] = 0.0);
        state.each_piece(&mut |tile, piece| {
            let owner = piece.owner.map_or(self.players, PlayerId::index);
            if let Some(plane) = self.of_pieces[owner * self.kinds + piece.kind.index()] {
                let place = plane * self.tiles + self.at[tile.index()];
                out[place] = 1.0;
                placed.push(place as u32);
            }
        });
        let mut plane =
            self.names.len() - self.players - self.phases - self.counters.len() - self.hands.len();
        let mut fill = |number: f32| {
            out[plane * self.tiles..(plane + 1) * self.tiles].fill(number);
            plane += 1;
        };
        for (player, kind) in &self.hands {
            fill(state.hand(*player, *kind) as f32);
        }
        for (counter, player) in &self.counters {
            fill(state.counter(*counter, *player) as f32);
        }
        if self.phases > 0 {
            let now = state.phase();
            (0..self.phases).for_each(|phase| fill(f32::from(u8::from(PhaseId::new(phase) == now))));
        }
        let turn = state.to_move();
        (0..self.players).for_each(|player| fill(f32::from(u8::from(PlayerId::new(player) == turn))));
    }
}
