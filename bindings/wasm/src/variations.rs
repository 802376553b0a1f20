//! A match with what might have been played instead, as PGN.

use serde::{Deserialize, Serialize};
use tilegame_record::pgn::{self, Line, Node, PgnGame};
use tilegame_runtime::{Game, State};

use crate::table::Table;

/// Variations inside of variations go so deep; nobody writes them deeper.
const DEEPEST: usize = 40;
/// So many moves are taken from a text, variations included.
const MOST: usize = 20_000;

/// A move in a tree of variations, which is a list in which each comes after the one that it follows.
#[derive(Serialize, Deserialize)]
pub(crate) struct Branch {
    /// The number of the move that it follows; none at the start. Of those that follow the same, the first was played.
    after: Option<usize>,
    /// As coordinates.
    uci: String,
    /// What is said about it.
    #[serde(default)]
    comment: String,
    /// As the game writes it.
    #[serde(default)]
    san: String,
    /// Who makes it.
    #[serde(default)]
    player: usize,
}

/// Reads the first game of a text: a table after its own moves, and these moves with all variations.
pub(crate) fn read(game: &Game, text: &str) -> Result<(Table, Vec<Branch>), String> {
    let (games, remarks) = pgn::parse(text);
    let written = games.first().ok_or_else(|| {
        remarks.first().map_or("there is no game in this text".to_string(), |remark| remark.message.clone())
    })?;
    let table = Table::of_pgn(game, written)?;
    let mut tree = Vec::new();
    grow(table.played().start(), &written.line, None, &mut tree, 0);
    Ok((table, tree))
}

/// Puts the moves of a line, and then their variations, behind a move that leads to this position.
fn grow(start: &State, line: &Line, mut last: Option<usize>, tree: &mut Vec<Branch>, depth: usize) {
    let mut state = start.clone();
    let mut aside = Vec::new();
    for node in &line.moves {
        // What is no move of its own is a move of nobody, such as `--`.
        let Ok(steps) = state.read(&node.text) else { continue };
        if !node.variations.is_empty() && depth < DEEPEST {
            aside.push((state.clone(), last, &node.variations));
        }
        for m in steps {
            if tree.len() == MOST {
                return;
            }
            let (uci, san, player) = (state.uci(m), state.san(m), state.to_move().index());
            tree.push(Branch { after: last, uci, comment: String::new(), san, player });
            last = Some(tree.len() - 1);
            state.make(m);
        }
        if let Some(number) = last {
            tree[number].comment = node.after.join(" ");
        }
    }
    for (state, last, variations) in aside {
        for variation in variations {
            grow(&state, variation, last, tree, depth + 1);
        }
    }
}

/// Writes a match with its variations: tags and result are those of the table.
pub(crate) fn write(table: &Table, request: &str) -> Result<String, String> {
    let tree: Vec<Branch> = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let written = pgn::from_match(table.played());
    let is_a_line = tree
        .iter()
        .enumerate()
        .all(|(number, branch)| branch.comment.is_empty() && branch.after == number.checked_sub(1));
    // A line alone is written turn by turn.
    if tree.is_empty() || is_a_line && table.played().moves().count() == tree.len() {
        return Ok(pgn::write(table.game(), &written));
    }
    let mut next = vec![Vec::new(); tree.len() + 1];
    for (number, branch) in tree.iter().enumerate() {
        let place = branch.after.map_or(0, |after| after + 1);
        if place > number {
            return Err("a move comes before the one that it follows".to_string());
        }
        next[place].push(number);
    }
    let mut line = Line::default();
    Tree { tree: &tree, next }.go_on(&mut line, table.played().start().clone(), 0, 0)?;
    Ok(pgn::write(table.game(), &PgnGame { line, ..written }))
}

struct Tree<'t> {
    tree: &'t [Branch],
    /// What follows the start and each move, by number.
    next: Vec<Vec<usize>>,
}

impl Tree<'_> {
    /// Writes what follows at a place behind a line that leads to this position.
    fn go_on(&self, line: &mut Line, mut state: State, mut place: usize, depth: usize) -> Result<(), String> {
        while let Some((first, others)) = self.next[place].split_first() {
            let (mut node, after) = self.step(&state, *first)?;
            for other in others.iter().filter(|_| depth < DEEPEST) {
                let (node_of_other, after) = self.step(&state, *other)?;
                let mut variation = Line { moves: vec![node_of_other], ..Line::default() };
                self.go_on(&mut variation, after, other + 1, depth + 1)?;
                node.variations.push(variation);
            }
            line.moves.push(node);
            (state, place) = (after, first + 1);
        }
        Ok(())
    }

    /// A move as it is written, and where it leads.
    fn step(&self, state: &State, number: usize) -> Result<(Node, State), String> {
        let Branch { uci, comment, .. } = &self.tree[number];
        let m = state.read_one(uci).map_err(|error| error.to_string())?;
        let after = (!comment.is_empty()).then(|| comment.clone());
        Ok((Node { after: after.into_iter().collect(), ..Node::new(state.san(m)) }, state.after(m)))
    }
}
