//! A net of one game as one for another that has pieces, tiles and counters of the same names.

use tilegame_runtime::Game;
use tilegame_runtime::ir::{CounterId, KindId, Tile};

use super::inputs::{Counted, Inputs, STAGES, STEPS};
use super::weights::{Net, Weights};

/// What each kind, tile and counter of a game is called in another game.
struct Likeness {
    kinds: Vec<Option<KindId>>,
    tiles: Vec<Option<Tile>>,
    counters: Vec<Option<CounterId>>,
}

impl Likeness {
    fn between(game: &Game, other: &Game) -> Likeness {
        let (rules, others) = (game.rules(), other.rules());
        let kind = |name: &str| others.kinds.iter().position(|kind| kind.name == name).map(KindId::new);
        let tile = |name: &str| others.board.tiles.iter().position(|tile| tile.name == name).map(Tile::new);
        let counter =
            |name: &str| others.counters.iter().position(|counter| counter.name == name).map(CounterId::new);
        Likeness {
            kinds: rules.kinds.iter().map(|one| kind(&one.name)).collect(),
            tiles: rules.board.tiles.iter().map(|one| tile(&one.name)).collect(),
            counters: rules.counters.iter().map(|one| counter(&one.name)).collect(),
        }
    }
}

impl Net {
    /// This net of a game for another game: pieces count there as pieces of the same name do here on tiles of the same name, and counters as those of
    /// the same name. In hand, where there are no hands here, a piece counts as it does on the board on average. What has no like here counts nothing.
    /// `None` if there are no nets for the other game.
    ///
    /// ```
    /// use tilegame_runtime::Game;
    /// use tilegame_search::net;
    ///
    /// let [chess, other] = ["chess", "nocastle"].map(|name| Game::from_library(name).expect("it is there"));
    /// let net = net::of_library(&chess).expect("it has one");
    /// let like = net.for_another(&chess, &other).expect("a game of two");
    /// assert_eq!(like.value(&other.start()), net.value(&chess.start()));
    /// ```
    pub fn for_another(&self, game: &Game, other: &Game) -> Option<Net> {
        let inputs = Inputs::of(other)?;
        let rows = Rows { net: self, likeness: &Likeness::between(other, game), inputs: &inputs };
        let Weights { base, hidden, ref biases, ref outputs, tempo, unit, .. } = self.weights;
        let mut weights = Weights {
            base,
            hidden,
            inputs: vec![0; inputs.len() * hidden],
            biases: biases.clone(),
            worths: vec![0; inputs.len() * STAGES],
            outputs: outputs.clone(),
            tempo,
            unit,
        };
        rows.each(&mut |input, likes| {
            let mean = |numbers: &[i16], width: usize, at: usize| {
                let sum: i32 = likes.iter().map(|like| i32::from(numbers[like * width + at])).sum();
                (sum / likes.len() as i32) as i16
            };
            for at in 0..hidden {
                weights.inputs[input * hidden + at] = mean(&self.weights.inputs, hidden, at);
            }
            for at in 0..STAGES {
                weights.worths[input * STAGES + at] = mean(&self.weights.worths, STAGES, at);
            }
        });
        let provenance = format!("from a net of {}: {}", game.rules().title, self.provenance);
        Some(Net::new(inputs, weights, provenance))
    }
}

/// Which inputs of a net an input of another game is like.
struct Rows<'r> {
    net: &'r Net,
    likeness: &'r Likeness,
    inputs: &'r Inputs,
}

impl Rows<'_> {
    /// Calls `found` with each input that is like some of the net, and with these.
    fn each(&self, found: &mut dyn FnMut(usize, &[usize])) {
        let Rows { net, likeness, inputs } = self;
        let old = &net.inputs;
        for player in 0..2 {
            for (kind, like) in likeness.kinds.iter().enumerate() {
                let Some(like) = like else { continue };
                for owner in 0..3 {
                    for (tile, there) in likeness.tiles.iter().enumerate() {
                        let input = inputs.piece_of(player, owner, kind, tile);
                        let was =
                            there.and_then(|there| old.piece_of(player, owner, like.index(), there.index()));
                        if let (Some(input), Some(was)) = (input, was) {
                            found(input, &[was]);
                        }
                    }
                }
            }
            for number in &inputs.numbers {
                for step in 0..STEPS {
                    let likes = self.of_number(number.what, player, step);
                    if !likes.is_empty() {
                        found(number.first[player] + step, &likes);
                    }
                }
            }
        }
    }

    /// The inputs that a step of a number is like, as a player sees it.
    fn of_number(&self, what: Counted, player: usize, step: usize) -> Vec<usize> {
        let old = &self.net.inputs;
        let same = |what: Counted| {
            let number = old.numbers.iter().find(|number| number.what == what)?;
            Some(vec![number.first[player] + step])
        };
        match what {
            Counted::Held(owner, kind) => {
                let Some(kind) = self.likeness.kinds[kind.index()] else { return Vec::new() };
                let on = |tile| old.piece_of(player, owner.index(), kind.index(), tile);
                same(Counted::Held(owner, kind)).unwrap_or_else(|| (0..old.places()).filter_map(on).collect())
            }
            Counted::Counter(counter, owner) => self.likeness.counters[counter.index()]
                .and_then(|counter| same(Counted::Counter(counter, owner)))
                .unwrap_or_default(),
            // The phases of another game are others.
            Counted::Phase => Vec::new(),
        }
    }
}
