//! Another program counts the moves of random positions of every game that it knows, too: Fairy-Stockfish, by its module for Python
//! (`pip install pyffish`).
//!
//! Where the module is not installed, nothing is compared, and the test says so. `TILEGAME_RIVALS` sets how many positions of each game
//! are compared: 200 take a few minutes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use tilegame_runtime::perft::{By, perft_by};
use tilegame_runtime::{Game, Position};
use tilegame_tests::{game, names, random_walk};

/// Prints the names of all variants, and answers each line with the name of one and a FEN by the numbers of sequences of one and of two
/// moves.
const COUNTER: &str = r#"
import sys, pyffish
print(*pyffish.variants(), flush=True)
for line in sys.stdin:
    variant, shuffled, fen = line.rstrip("\n").split("\t")
    def moves(played):
        return pyffish.legal_moves(variant, fen, played, shuffled == "shuffled")
    first = moves([])
    print(len(first), sum(len(moves([move])) for move in first), flush=True)
"#;

/// How a game differs from that of its name.
#[derive(Clone, Copy)]
enum Different {
    /// It has another name there.
    Called(&'static str),
    /// A turn has so many steps here, which are one move there.
    Steps(u32),
    /// FENs are exchanged in this notation.
    In(&'static str),
    /// Hands are written there that stand for an unlimited number of pieces.
    Stones(&'static str),
    /// It is not compared, for this reason.
    Not(&'static str),
}

use Different::{Called, In, Not, Steps, Stones};

/// Sixty-four stones for each player, as a hand.
const STONES: &str = "[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp]";

/// The games that are not called and written as there, and those about whose moves the two programs differ.
const DIFFERENT: &[(&str, &[Different])] = &[
    ("amazons", &[Steps(2), In("as_in_chess")]),
    ("ataxx", &[In("as_in_chess")]),
    ("breakthrough", &[In("as_in_chess")]),
    ("chess960", &[Called("fischerandom")]),
    ("clobber", &[In("as_in_chess")]),
    ("clobber10", &[In("as_in_chess")]),
    ("duck", &[Steps(2)]),
    ("flipello", &[In("as_in_chess"), Stones(STONES)]),
    ("flipello10", &[In("as_in_chess"), Stones(STONES)]),
    ("fox-and-hounds", &[In("as_in_chess")]),
    ("isolation", &[Steps(2), In("as_in_chess")]),
    ("isolation7x7", &[Steps(2), In("as_in_chess")]),
    ("joust", &[In("as_in_chess")]),
    ("prechess", &[Called("placement")]),
    ("shogi", &[Not("a pawn dropped to give mate is a legal move there, which loses")]),
];

/// The other program, waiting for positions.
struct Rival {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
    variants: BTreeSet<String>,
}

impl Rival {
    /// Nobody, if it is not installed.
    fn start() -> Option<Rival> {
        let mut child = Command::new("python3")
            .args(["-c", COUNTER])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut lines = BufReader::new(child.stdout.take()?).lines();
        let variants = lines.next()?.ok()?.split(' ').map(str::to_owned).collect();
        Some(Rival { child, lines, variants })
    }

    fn count(&mut self, variant: &str, shuffled: bool, fen: &str) -> [u64; 2] {
        let shuffled = if shuffled { "shuffled" } else { "" };
        let mut input = self.child.stdin.as_ref().expect("it listens");
        writeln!(input, "{variant}\t{shuffled}\t{fen}").expect("it listens");
        let answer =
            self.lines.next().unwrap_or_else(|| panic!("{variant}: it stopped at {fen}")).expect("text");
        let numbers: Vec<u64> = answer.split(' ').map(|number| number.parse().expect("a number")).collect();
        numbers.try_into().expect("two numbers")
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Positions of random games, at the beginning of a turn.
fn positions(game: &Game, wanted: usize) -> Vec<Position> {
    let mut found: Vec<Position> = Vec::new();
    for seed in 0..wanted as u64 {
        let mut walk = Vec::new();
        random_walk(game, seed, 80, |position, _, _| {
            if game.specification().fen(position).split(' ').nth(1).is_some_and(|turn| !turn.contains(':')) {
                walk.push(position.clone());
            }
        });
        // One of the last and one of any, which is mostly from the middle of the game.
        found.extend(walk.last().cloned());
        found.extend(walk.get(walk.len() * (seed as usize % 7) / 7).cloned());
        if found.len() >= wanted {
            break;
        }
    }
    found.truncate(wanted);
    found
}

#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests must see what has not been compared")]
fn another_program_counts_the_same_moves() {
    let Some(mut rival) = Rival::start() else {
        eprintln!("nothing is compared: pyffish is not installed");
        return;
    };
    let wanted = std::env::var("TILEGAME_RIVALS").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let different: BTreeMap<_, _> = DIFFERENT.iter().copied().collect();
    let unknown: Vec<_> = different.keys().filter(|name| !names().any(|known| known == **name)).collect();
    assert!(unknown.is_empty(), "no such games: {unknown:?}");
    let mut wrong = Vec::new();
    for name in names() {
        let different = different.get(name).copied().unwrap_or(&[]);
        let variant =
            different.iter().find_map(|d| if let Called(called) = d { Some(*called) } else { None });
        let variant = variant.unwrap_or(name);
        if !rival.variants.contains(variant) {
            continue;
        }
        if let Some(reason) =
            different.iter().find_map(|d| if let Not(reason) = d { Some(reason) } else { None })
        {
            eprintln!("{name} is not compared: {reason}");
            continue;
        }
        let steps = different
            .iter()
            .find_map(|d| if let Steps(steps) = d { Some(*steps) } else { None })
            .unwrap_or(1);
        let game = game(name);
        let written = different
            .iter()
            .find_map(|d| if let In(notation) = d { game.in_notation(notation) } else { None });
        let hand = different.iter().find_map(|d| if let Stones(hand) = d { Some(*hand) } else { None });
        let shuffled = game.arrangements() > 0;
        for position in positions(&game, wanted) {
            let mut text = written.as_ref().unwrap_or(&game).specification().fen(&position);
            if let Some((placement, rest)) = hand.and(text.split_once(' ')) {
                text = format!("{placement}{} {rest}", hand.unwrap_or_default());
            }
            let theirs = rival.count(variant, shuffled, &text);
            let ours = [1, 2].map(|turns| {
                perft_by(By::Auto, None, &game.state(&position), turns * steps)
                    .expect("it is played by some engine")
            });
            if ours != theirs {
                wrong.push(format!("{name}: {text}: {theirs:?} there, {ours:?} here"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
