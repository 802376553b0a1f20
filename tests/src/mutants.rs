//! Games of the library, changed at random.
//!
//! A mutant is a variant of a game whose own text has been changed here and there: steps, tests, first words, effects, labels and numbers
//! are exchanged for others or wrapped, lines go or are there twice. The variant adds rules, lines of a turn and endings, and may have another
//! board. Nothing is known of what it means; what the compiler does not take is thrown away. The same seed gives the same mutant.

use tilegame_dsl::ast::{Effect, File, ItemKind, Part, PieceLine, TurnLine};
use tilegame_dsl::ir::{FenField, Rules};
use tilegame_dsl::source::{FileId, Sources, Span};
use tilegame_runtime::Game;

use crate::{Dice, game};

/// A game of the library, changed.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The variant.
    pub text: String,
    /// What it is a variant of: the changed text of the game.
    pub base: String,
}

impl Mutant {
    /// The mutant of a game with this seed.
    pub fn new(name: &str, seed: u64) -> Mutant {
        let (_, text) =
            tilegame_dsl::library::GAMES.iter().find(|(n, _)| *n == name).expect("an embedded game");
        let mut dice = Dice::new(seed);
        let (file, errors) = tilegame_dsl::parse::parse(FileId(0), text);
        assert!(errors.is_empty(), "{name} can be read");
        let words = Words::new(game(name).rules(), &file);
        let mut spots = Spots::default();
        spots.file(file, text);
        let changes = dice.below(4);
        let base = changed(text, &spots, changes, &words, &mut dice);
        let text = Writer { words: &words, dice: &mut dice }.variant(changes == 0);
        Mutant { text, base }
    }

    /// The rules of it, if it has any.
    pub fn rules(&self) -> Option<Rules> {
        let mut sources = Sources::new();
        sources.add("mutant.tg", self.text.as_str());
        let base = self.base.clone();
        tilegame_dsl::load(&mut sources, "mutant.tg", &mut |path| {
            (path == "base.tg").then(|| base.clone().into())
        })
        .rules
    }

    /// The mutant ready to play, if it can be played.
    pub fn compile(&self) -> Option<Game> {
        let game = Game::compile(&self.rules()?).ok()?;
        game.rules_cut_short().is_empty().then_some(game)
    }
}

impl std::fmt::Display for Mutant {
    /// Both texts.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "== mutant.tg\n{}\n== base.tg\n{}", self.text, self.base)
    }
}

/// The words of a game that can stand in rules.
struct Words {
    directions: Vec<String>,
    pieces: Vec<String>,
    attributes: Vec<String>,
    states: Vec<String>,
    players: Vec<String>,
    regions: Vec<String>,
    paths: Vec<String>,
    marks: Vec<String>,
    labels: Vec<String>,
    phases: Vec<String>,
    /// A turn remembers how it began.
    remembers: bool,
    ranks: usize,
    files: usize,
    /// A board of one grid, of which another can be made.
    is_grid: bool,
    /// The letters of the pieces for the first two players.
    letters: Vec<[String; 2]>,
    /// What stands behind the placement in the setup.
    rest: String,
}

impl Words {
    fn new(rules: &Rules, file: &File) -> Words {
        let mut words = Words {
            directions: rules.board.directions.iter().map(|d| d.name.clone()).collect(),
            pieces: distinct(rules.kinds.iter().map(|k| k.piece.clone())),
            attributes: distinct(rules.kinds.iter().flat_map(|k| k.attributes.clone())),
            states: rules.states.iter().map(|s| s.name.clone()).collect(),
            players: rules.players.iter().map(|p| p.name.clone()).collect(),
            regions: Vec::new(),
            paths: Vec::new(),
            marks: rules.marks.clone(),
            labels: rules.labels.clone(),
            phases: rules.turn.phases.clone(),
            remembers: rules
                .ways_of_writing()
                .flat_map(|notation| &notation.fen)
                .any(|field| matches!(field, FenField::Steps { .. })),
            ranks: rules.board.rows.len().max(1),
            files: rules.board.rows.iter().map(Vec::len).max().unwrap_or(1),
            is_grid: false,
            letters: Vec::new(),
            rest: rules.setup.position.split_once(' ').map_or(String::new(), |(_, rest)| rest.to_owned()),
        };
        words.is_grid = rules.board.plane.is_none()
            && rules.players.len() == 2
            && rules.setup.shuffle.is_none()
            && rules.board.rows.iter().flatten().all(Option::is_some)
            && rules.board.tiles.iter().all(|tile| tile.patch == 0 && tile.place[2] == 0)
            && !rules.board.graph.edges().any(|edge| rules.board.bends(&edge));
        let single = rules.kinds.iter().filter(|k| k.letters.len() == 2 && k.parts.len() == 1);
        words.letters = single.map(|k| [k.letters[0].clone(), k.letters[1].clone()]).collect();
        for item in &file.items {
            match &item.kind {
                ItemKind::Region { name, .. } => words.regions.push(name.node.clone()),
                ItemKind::Path { name, parameters, .. } if parameters.is_empty() => {
                    words.paths.push(name.node.clone());
                }
                _ => {}
            }
        }
        words
    }
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// The places of a text where something can be changed.
#[derive(Default)]
struct Spots {
    modes: Vec<Span>,
    paths: Vec<Span>,
    tests: Vec<Span>,
    effects: Vec<Span>,
    /// Whole lines of pieces and turns.
    lines: Vec<Span>,
}

impl Spots {
    fn file(&mut self, mut file: File, text: &str) {
        for item in &mut file.items {
            match &item.kind {
                ItemKind::Piece { lines, .. } => lines.iter().for_each(|line| self.piece_line(line, text)),
                ItemKind::Turn(lines) => lines.iter().for_each(|line| self.turn_line(line)),
                _ => {}
            }
            item.kind.each_part_mut(&mut |part| self.part(part));
        }
    }

    fn piece_line(&mut self, line: &PieceLine, text: &str) {
        let PieceLine::Rule { mode, .. } = line else { return };
        self.modes.push(mode.span);
        let end =
            text[mode.span.start as usize..].find('\n').map_or(text.len(), |n| mode.span.start as usize + n);
        self.lines.push(Span { end: end as u32, ..mode.span });
    }

    fn turn_line(&mut self, line: &TurnLine) {
        match line {
            TurnLine::Choose { span, .. } | TurnLine::After { span, .. } | TurnLine::Pass { span, .. } => {
                self.lines.push(*span);
            }
            TurnLine::Prefer(line) => self.lines.push(line.span),
            _ => {}
        }
    }

    fn part(&mut self, part: Part<'_>) {
        match part {
            Part::Path(path) => {
                self.paths.push(path.span);
                path.each_part_mut(&mut |part| self.part(part));
            }
            Part::Test(test) => {
                self.tests.push(test.span);
                test.each_part_mut(&mut |part| self.part(part));
            }
            // Of an effect of several words the place of the name is known, and the name is changed.
            Part::Effect(
                Effect::Take(span) | Effect::TakeLast(span) | Effect::Swap(span) | Effect::Vanish(span),
            ) => self.effects.push(*span),
            Part::Effect(_) | Part::Counter(_) | Part::Name(_) => {}
        }
    }
}

/// A text with so many changes.
fn changed(text: &str, spots: &Spots, changes: usize, words: &Words, dice: &mut Dice) -> String {
    let mut all: Vec<(Span, String)> = Vec::new();
    for _ in 0..changes {
        let lists = [&spots.paths, &spots.tests, &spots.modes, &spots.lines, &spots.paths, &spots.effects];
        let which = dice.below(lists.len());
        let Some(span) = (!lists[which].is_empty()).then(|| lists[which][dice.below(lists[which].len())])
        else {
            continue;
        };
        if all.iter().any(|(other, _)| span.start < other.end && other.start < span.end) {
            continue;
        }
        let old = &text[span.start as usize..span.end as usize];
        let mut writer = Writer { words, dice };
        let new = match which {
            0 | 4 => writer.other_path(old),
            1 => writer.other_test(old),
            2 => writer.one(&["quiet", "capture", "move", "do", "act", "threat", "cover"]),
            3 => writer.other_line(old),
            _ => writer.effect(),
        };
        all.push((span, new));
    }
    all.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut text = text.to_owned();
    for (span, new) in all {
        text.replace_range(span.start as usize..span.end as usize, &new);
    }
    text
}

/// Writes rules at random.
struct Writer<'w> {
    words: &'w Words,
    dice: &'w mut Dice,
}

impl Writer<'_> {
    fn one(&mut self, all: &[&str]) -> String {
        all[self.dice.below(all.len())].to_owned()
    }

    fn of(&mut self, all: &[String], otherwise: &str) -> String {
        if all.is_empty() { otherwise.to_owned() } else { all[self.dice.below(all.len())].clone() }
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.dice.below(one_in) == 0
    }

    fn direction(&mut self) -> String {
        self.of(&self.words.directions.clone(), "n")
    }

    fn piece(&mut self) -> String {
        self.of(&self.words.pieces.clone(), "Stone")
    }

    /// A path in place of another, or around it.
    fn other_path(&mut self, old: &str) -> String {
        let form = self.one(&[
            "#",
            "#",
            "rot(@)",
            "mirror(@)",
            "sym(@)",
            "(@)*2",
            "(@)*1..2",
            "(@)*inf",
            "(@)*0..",
            "(@)[$]",
            "(@)[$]",
            "(@){%}",
            "(@) #",
            "# (@)",
            "(@, #)",
            "(@ | #)",
        ]);
        self.filled(&form.replace('@', old))
    }

    /// A test in place of another, or around it, or the same test spelled otherwise.
    fn other_test(&mut self, old: &str) -> String {
        let form = self.one(&[
            "$",
            "not (@)",
            "not (not (@))",
            "((@) and $)",
            "($ and (@))",
            "((@) or $)",
            "not (not (@) or not (@))",
            "not (not (@) and not (@))",
            "((@))",
        ]);
        self.filled(&form.replace('@', old))
    }

    /// A line that is gone, twice there, or there again with a label.
    fn other_line(&mut self, old: &str) -> String {
        let bare = old.split("  as ").next().unwrap_or(old).split(" as ").next().unwrap_or(old).trim_end();
        match self.dice.below(4) {
            0 => format!("# {}", old.replace('\n', " ")),
            1 => format!("{old}\n    {bare}"),
            2 => format!("{old}\n    {bare}  as strange"),
            _ => format!("{bare}  as strange"),
        }
    }

    /// A form with `#` for a path, `$` for a test and `%` for an effect.
    fn filled(&mut self, form: &str) -> String {
        let mut text = String::new();
        for c in form.chars() {
            match c {
                '#' => text += &self.path(2),
                '$' => text += &self.test(2),
                '%' => text += &self.effect(),
                '&' => text += &self.piece(),
                other => text.push(other),
            }
        }
        text
    }

    fn path(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(3) {
            let (a, b, c) = (self.direction(), self.direction(), self.direction());
            return match self.dice.below(6) {
                0 => format!("{a}+{b}"),
                1 => format!("{a}+{b}+{c}"),
                2 => self.of(&self.words.paths.clone(), &a),
                3 => format!("{a} {b}"),
                _ => a,
            };
        }
        let inner = self.path(depth - 1);
        let form = self.one(&[
            "rot(@)",
            "rot(@)",
            "mirror(@)",
            "sym(@)",
            "(@)*inf",
            "(@)*1..2",
            "(@)*0..",
            "(@)[$]",
            "(@)[$]",
            "(@)[friend]",
            "(@)[enemy]",
            "(@)[empty]",
            "(@)[enemy]{take}",
            "(@)[piece]{take last}",
            "(@){%}",
            "(@)[enemy]{%}",
            "(@) !",
            "(@, !)",
            "(@ | !)",
            "here{%} (@)",
            "here[$] (@)",
            "(@)*(count(friend))",
            "(@)*(count(piece on line) - 1)",
            "(@[under strange by one])*1..2",
            "(@)[enemy]{take} (@)[$]",
            "((@)[enemy]{take} !)*1..3",
            "((@)[enemy]{take last} !)*1..",
            "(@)[not sees (!)[enemy]{take}]",
        ]);
        let form = form.replace('!', &self.path(depth - 1)).replace('@', &inner);
        if form.contains(['$', '%']) && depth > 0 {
            let (test, effect) = (self.test(depth - 1), self.effect());
            return form.replace('$', &test).replace('%', &effect);
        }
        form
    }

    fn test(&mut self, depth: usize) -> String {
        if depth > 0 && self.chance(2) {
            let (a, b) = (self.test(depth - 1), self.test(depth - 1));
            let form = self.one(&[
                "not (@)",
                "(@ and !)",
                "(@ or !)",
                "(@ !)",
                "some (@)",
                "no (@)",
                "count(@) >= 2",
                "count(@) = 0",
                "sees #",
                "not (not (@))",
                "some (@ !)",
                "no (@ !)",
                "connected (@) with #",
                "some (group (@) with #)",
                "count(group (@) with #) > 1",
                "(@) attacks (!)",
                "under strange",
                "under strange of enemy",
                "sees (#){take}",
            ]);
            let path = self.path(depth - 1);
            return form.replace('@', &a).replace('!', &b).replace('#', &path);
        }
        let rank = self.dice.below(self.words.ranks) + 1;
        let atoms = [
            "empty", "piece", "friend", "enemy", "friend", "enemy", "attacked", "first", "&", "enemy &",
            "friend &",
        ];
        match self.dice.below(10) {
            0 => format!("on (rank {rank})"),
            1 => format!("on {}", self.of(&self.words.regions.clone(), &format!("(rank {rank})"))),
            2 => self.of(&self.words.attributes.clone(), "piece"),
            3 => self.of(&self.words.states.clone(), "enemy"),
            4 => self.of(&self.words.players.clone(), "friend"),
            5 => {
                let label = self.of(&self.words.labels.clone(), "strange");
                self.one(&["did @", "just did @", "last did @"]).replace('@', &label)
            }
            6 => self.of(&self.words.marks.clone(), "piece").replace("piece", "empty"),
            7 if self.words.remembers => self.one(&["begun", "changed"]),
            _ => {
                let atom = self.one(&atoms);
                let piece = self.piece();
                atom.replace('&', &piece)
            }
        }
    }

    fn effect(&mut self) -> String {
        let (a, b, piece) = (self.direction(), self.direction(), self.piece());
        let mark = self.of(&self.words.marks.clone(), "odd");
        let state = self.of(&self.words.states.clone(), &piece);
        let form = self.one(&[
            "take",
            "take",
            "take last",
            "become &",
            "become ~",
            "put &",
            "mark ^",
            "mark odd",
            "shift <+>",
            "join friend",
            "join next",
            "swap",
            "tick + 1",
            "tick = 0",
            "tick of enemy + 1",
            "tick = count(enemy piece) - 1",
            "tick of enemy - 1 + count(&)",
            "vanish",
            "become not ~",
            "become first",
            "become not first",
            "drop &",
            "rotate right",
        ]);
        form.replace('&', &piece).replace('~', &state).replace('^', &mark).replace('<', &a).replace('>', &b)
    }

    /// A variant of the changed text; `more` adds something in any case.
    fn variant(&mut self, more: bool) -> String {
        let mut text = String::from("variant \"Mutant\" of \"base.tg\"\n\nmark odd\ncounter tick = 0 each\n");
        if self.words.is_grid && self.chance(8) {
            text += &self.board();
        }
        for _ in 0..self.dice.below(3) + usize::from(more) {
            text += &match self.dice.below(5) {
                0 | 1 => self.rules(),
                2 | 3 => self.turn(),
                _ => self.end(),
            };
        }
        text
    }

    /// More rules for a piece, or for one that is royal or no more.
    fn rules(&mut self) -> String {
        let piece = self.piece();
        let mut text = format!("\nextend piece {piece}{}\n", if self.chance(8) { " royal" } else { "" });
        for _ in 0..1 + self.dice.below(2) {
            let mode = self.one(&["quiet", "capture", "move", "move", "do", "act", "threat", "cover"]);
            let path = self.path(3);
            let guard = if self.chance(2) { format!("  if {}", self.test(2)) } else { String::new() };
            let label = if self.chance(3) || mode == "cover" { "  as strange" } else { "" };
            text += &format!("    {mode} {path}{guard}{label}\n");
        }
        text
    }

    fn turn(&mut self) -> String {
        let forms = [
            "legal if no friend & attacked",
            "legal if not some (attacked & friend)",
            "legal if no friend royal attacked or $",
            "legal if no $",
            "prefer capture",
            "prefer least count(enemy piece)",
            "prefer most count(friend piece attacked)",
            "prefer strange",
            "may pass",
            "may pass if no $",
            "choose empty $: put &",
            "choose empty: put &  as strange",
            "choose enemy & $: take",
            "choose $: %",
            "keep captured",
            "after move: %",
            "after capture: along rot(n)[piece $]{take}",
            "after &: %",
            "after strange: become &",
            "after strange: tick + 1",
            "after move if $: illegal",
            "after move if before (some $) and no $: %",
            "after capture: tick of enemy = count($)",
            "after move if before (tick < 2): tick + count(enemy &)",
            "after strange if stuck: illegal",
            "after strange if some enemy & attacked and stuck: illegal",
            "legal if not stuck",
            "legal if not (stuck and some $)",
            "legal if repeated board = 1",
            "legal if repeated < 2 or some $",
            "after move if before (some $): %, each #",
            "after move if $: %",
            "after capture: each #",
            "after move: every $: %",
            "after & if some $: each #",
        ];
        let mut text = String::from("\nturn\n");
        for _ in 0..1 + self.dice.below(2) {
            let form = self.one(&forms);
            text += &format!("    {}\n", self.filled(&form));
        }
        if self.words.players.len() == 2 && self.chance(8) {
            let [a, b] = [0, 1].map(|n| self.words.players[n].clone());
            text += &self
                .one(&["    order @, @, !, !\n", "    order @, !, !\n"])
                .replace('@', &a)
                .replace('!', &b);
        }
        if !self.words.phases.is_empty() && self.chance(4) {
            let phase = self.of(&self.words.phases.clone(), "");
            text += &format!("    after capture if in {phase}: again {phase}\n");
        }
        if self.chance(6) {
            text += &self.phases();
        }
        text
    }

    /// A turn in phases, of which one allows moves of some sorts only.
    fn phases(&mut self) -> String {
        let (mut text, phases) = match self.words.phases.as_slice() {
            [first, .., last] => (String::new(), [first.clone(), last.clone()]),
            _ => ("    phases early, late\n".into(), ["early", "late"].map(String::from)),
        };
        for _ in 0..1 + self.dice.below(3) {
            let form = self.one(&[
                "after move if in @: again !",
                "after move if in @: again ! or pass",
                "after capture if in @: again ! or pass",
                "after & if in @: again ! or pass",
                "after strange: again or pass",
                "may pass if in !",
                "may pass if in ! and some $",
                "only capture in !",
                "only capture, strange in !",
                "only strange in @",
                "only & in @",
            ]);
            let line = self.filled(&form).replace('@', &phases[0]).replace('!', &phases[1]);
            text += &format!("    {line}\n");
        }
        text
    }

    fn end(&mut self) -> String {
        let result = self.one(&["win", "loss", "draw"]);
        let form = self.one(&[
            "some $",
            "no $",
            "count($) >= 3",
            "stuck",
            "stuck and no $",
            "some $ and no $",
            "tick >= 2",
        ]);
        format!("\nend\n    mutation: {result} if {}\n", self.filled(&form))
    }

    /// Another board with pieces anywhere.
    fn board(&mut self) -> String {
        let [files, ranks] = [self.words.files, self.words.ranks]
            .map(|n| (n + self.dice.below(3)).saturating_sub(1).clamp(2, 12));
        let seam = if self.chance(4) { "    seam west ~ east\n" } else { "" };
        let mut rows = Vec::new();
        for _ in 0..ranks {
            let mut row = String::new();
            let mut empty = 0;
            for _ in 0..files {
                if !self.words.letters.is_empty() && self.chance(3) {
                    let [one, other] = self.words.letters[self.dice.below(self.words.letters.len())].clone();
                    if empty > 0 {
                        row += &std::mem::take(&mut empty).to_string();
                    }
                    row += if self.chance(2) { &one } else { &other };
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        let rest = self.words.rest.clone();
        format!(
            "\nboard\n    grid {files} x {ranks}\n{seam}\nsetup \"{} {rest}\"\n\nremove castling\n",
            rows.join("/")
        )
    }
}
