//! From moves back to letters: the shortest text that means them, as far as this search finds one, proved by reading it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use crate::geometry::Vector;
use crate::meaning::{Leg, Mode, Move, On, When};
use crate::{Betza, Dialect};

/// Why moves have no Betza form here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoForm {
    /// The first thing that has none, as a sentence.
    pub why: String,
}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for NoForm {}

/// A move without what becomes of its last tile.
type Way = (When, bool, bool, Vec<Leg>);

/// What one term without modality means, and its text before and behind the place of the modality.
struct Candidate {
    before: String,
    behind: String,
    ways: Vec<Way>,
}

/// The shortest text for these moves.
///
/// # Errors
///
/// Moves of which no text is found, with the first one that is in the way.
///
/// ```
/// use tilegame_betza::{Betza, Dialect, encode};
/// let pawn = Betza::read("mfWcfF", Dialect::XBoard)?;
/// assert_eq!(encode(&pawn.moves()?, Dialect::XBoard).unwrap(), "mfWcfF");
/// # Ok::<(), tilegame_betza::Wrong>(())
/// ```
pub fn encode(moves: &[Move], dialect: Dialect) -> Result<String, NoForm> {
    let mut wanted: Vec<Move> = moves.to_vec();
    wanted.sort();
    wanted.dedup();
    if wanted.is_empty() {
        return Err(NoForm { why: "there is no move".to_owned() });
    }
    let mut modes: BTreeMap<Way, Vec<Mode>> = BTreeMap::new();
    for made in &wanted {
        let way = (made.when, made.leaves_trace, made.spares_royal, made.legs.clone());
        modes.entry(way).or_default().push(made.mode);
    }
    // Ways that end alike are written together.
    let mut groups: BTreeMap<&str, Vec<Way>> = BTreeMap::new();
    for (way, modes) in modes {
        let stays = Move {
            mode: Mode::Quiet,
            when: way.0,
            leaves_trace: false,
            spares_royal: false,
            legs: way.3.clone(),
        }
        .stays();
        groups.entry(modality(&modes, stays, dialect)?).or_default().push(way);
    }
    let mut texts = Vec::new();
    for (modality, ways) in groups {
        texts.push(group(modality, ways, dialect)?);
    }
    texts.sort_by_key(|t| (t.contains('a'), t.contains('c'), t.len()));
    let text = texts.concat();
    let read = Betza::read(&text, dialect).ok().and_then(|b| b.moves().ok());
    if read.as_ref() == Some(&wanted) {
        Ok(text)
    } else {
        Err(NoForm { why: format!("`{text}` would mean other moves, too") })
    }
}

/// The letters for what becomes of the last tile.
fn modality(modes: &[Mode], stays: bool, dialect: Dialect) -> Result<&'static str, NoForm> {
    Ok(match modes {
        // A move that ends where it began can do nothing else there.
        [Mode::Quiet] if stays => "",
        [Mode::Quiet, Mode::Capture] => "",
        [Mode::Quiet] => "m",
        [Mode::Capture] => "c",
        [Mode::OwnCapture] => "d",
        [Mode::EnPassant] if dialect == Dialect::XBoard => "e",
        [Mode::Capture, Mode::EnPassant] => "ce",
        [Mode::Quiet, Mode::Capture, Mode::OwnCapture] => "mcd",
        [Mode::Quiet, Mode::OwnCapture] => "md",
        [Mode::Capture, Mode::OwnCapture] => "cd",
        _ => {
            let why = "this mixture of captures and other moves has no letters".to_owned();
            return Err(NoForm { why });
        }
    })
}

fn group(modality: &str, mut ways: Vec<Way>, dialect: Dialect) -> Result<String, NoForm> {
    let mut text = String::new();
    let all = candidates(dialect);
    while let Some(first) = ways.first().cloned() {
        let fits = |c: &&Candidate| c.ways.contains(&first) && c.ways.iter().all(|w| ways.contains(w));
        let Some(best) = all
            .iter()
            .filter(fits)
            .max_by_key(|c| (c.ways.len(), usize::MAX - c.before.len() - c.behind.len()))
        else {
            return Err(NoForm { why: why(&first, dialect) });
        };
        ways.retain(|w| !best.ways.contains(w));
        text.push_str(&format!("{}{modality}{}", best.before, best.behind));
    }
    Ok(shorter(text, modality))
}

/// Combinations that have letters of their own.
fn shorter(mut text: String, modality: &str) -> String {
    let m = modality;
    let pairs = [
        (format!("{m}W{m}F"), format!("{m}K")),
        (format!("{m}F{m}W"), format!("{m}K")),
        (format!("{m}R{m}B"), format!("{m}Q")),
        (format!("{m}B{m}R"), format!("{m}Q")),
        (format!("{m}pR{m}pB"), format!("{m}pQ")),
    ];
    for (long, short) in pairs {
        if text == long || m.is_empty() && !text.contains(|c: char| c.is_ascii_lowercase()) {
            text = text.replace(&long, &short);
        }
    }
    text
}

/// What stands in the way of a form.
fn why((_, trace, _, legs): &Way, dialect: Dialect) -> String {
    let fsf = dialect == Dialect::FairyStockfish;
    let line = crate::lines::path_of(legs, *trace);
    if let Some(step) = legs.iter().flat_map(|leg| &leg.steps).find(|s| s.lengths().1 > 3)
        && (fsf || step.lengths().1 > 9)
    {
        return format!("`{}` is longer than any atom", step.directions().join("+"));
    }
    if legs.len() > 1 && fsf {
        return format!("`{line}` has several legs, for which Fairy-Stockfish has no letters");
    }
    format!("`{line}` has no Betza form")
}

/// All single terms that are tried, shortest first.
fn candidates(dialect: Dialect) -> &'static [Candidate] {
    static OF_XBOARD: OnceLock<Vec<Candidate>> = OnceLock::new();
    static OF_FAIRY_STOCKFISH: OnceLock<Vec<Candidate>> = OnceLock::new();
    match dialect {
        Dialect::XBoard => OF_XBOARD.get_or_init(|| all(dialect)),
        Dialect::FairyStockfish => OF_FAIRY_STOCKFISH.get_or_init(|| all(dialect)),
    }
}

const DIRECTIONS: [&str; 33] = [
    "", "f", "b", "l", "r", "v", "s", "fs", "bs", "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb", "fh", "bh",
    "lh", "rh", "hr", "hl", "flb", "frb", "fsb", "lv", "rv", "flbr", "frbl", "rflb", "rlf", "rlb",
];

fn all(dialect: Dialect) -> Vec<Candidate> {
    let fsf = dialect == Dialect::FairyStockfish;
    let mut atoms: Vec<String> =
        ["W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "R", "B", "Q", "NN"].map(str::to_owned).to_vec();
    for atom in ["W", "F", "K", "N"] {
        atoms.extend((2..=9).map(|k| match atom {
            "K" => format!("Q{k}"),
            "W" => format!("R{k}"),
            "F" => format!("B{k}"),
            _ => format!("{atom}{k}"),
        }));
    }
    if !fsf {
        for atom in ["D", "A", "H", "C", "Z", "G"] {
            atoms.push(format!("{atom}{atom}"));
            atoms.extend((2..=4).map(|k| format!("{atom}{k}")));
        }
        atoms.extend((10..=15).flat_map(|k| ["R", "B", "Q"].map(|a| format!("{a}{k}"))));
        for large in 4..=9 {
            atoms.extend((0..=large).map(|small| format!("({large},{small})")));
        }
    }
    let mut texts: Vec<(String, String)> = Vec::new();
    let specials: &[&str] = if fsf {
        &["", "n", "p", "g", "i", "in"]
    } else {
        &["", "n", "p", "g", "j", "z", "q", "i", "in", "t"]
    };
    for atom in &atoms {
        for directions in DIRECTIONS {
            for special in specials {
                texts.push((String::new(), format!("{special}{directions}{atom}")));
            }
        }
    }
    if !fsf {
        const LATER: [&str; 22] = [
            "", "f", "b", "l", "r", "s", "v", "fs", "bs", "fl", "fr", "bl", "br", "fv", "fsb", "fbs", "fhb",
            "fh", "sb", "sf", "rf", "lf",
        ];
        for atom in ["W", "F", "K", "D", "A", "N", "R", "B", "Q", "R2", "B2", "R3", "B3"] {
            for first in ["", "c", "d", "p", "mp", "g", "y", "mc", "tp"] {
                for directions in ["", "f", "b", "s", "v", "l", "r", "fs", "bs", "fl", "fr"] {
                    for later in LATER {
                        texts.push((format!("{first}{directions}a"), format!("{later}{atom}")));
                    }
                }
            }
        }
    }
    let mut all: Vec<Candidate> = Vec::new();
    let mut known: BTreeMap<Vec<Way>, usize> = BTreeMap::new();
    for (before, behind) in texts {
        // Neither the place nor the meaning of a modality depends on the rest of the term.
        let modality = if behind.starts_with('i') && fsf { "m" } else { "" };
        let Ok(betza) = Betza::read(&format!("{before}{modality}{behind}"), dialect) else { continue };
        let Ok(moves) = betza.moves() else { continue };
        let mut ways: Vec<Way> =
            moves.into_iter().map(|m| (m.when, m.leaves_trace, m.spares_royal, m.legs)).collect();
        if behind.starts_with("in") {
            ways.retain(|way| way.1);
        }
        ways.sort();
        ways.dedup();
        let length = before.len() + behind.len();
        match known.get(&ways) {
            Some(at) if all[*at].before.len() + all[*at].behind.len() <= length => {}
            Some(at) => all[*at] = Candidate { before, behind, ways },
            None => {
                known.insert(ways.clone(), all.len());
                all.push(Candidate { before, behind, ways });
            }
        }
    }
    all
}

/// A step of a path, for those who read paths.
impl Leg {
    /// The same leg on a board whose left and right are exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Leg {
        Leg { steps: self.steps.iter().map(|s| Vector::new(-s.right, s.forward)).collect(), ..self.clone() }
    }

    /// One step to a tile on which that must stand.
    pub fn step(right: i8, forward: i8, on: On) -> Leg {
        Leg::once(Vector::new(right, forward), on)
    }
}
