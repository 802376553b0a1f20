//! The tree as source text.
//!
//! Reading what is printed gives the same tree, but for its places. Words side by side and `and` are one thing in the tree,
//! so the printer chooses: inside brackets and behind `not`, `some`, `no` and `only` words stand side by side, elsewhere
//! `and` is written. Comments and the author's spacing are not in the tree; to keep those, use `fmt`.

mod expressions;
mod parts;

use std::fmt::{self, Display, Formatter};

use super::*;

use expressions::Enclosed;
use parts::{Commas, Maybe, Quoted, block, headed, moves, texts, word, words};

impl Display for File {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut block_above = false;
        for (i, item) in self.items.iter().enumerate() {
            let text = item.to_string();
            let block = text.lines().nth(1).is_some();
            if i > 0 && (block || block_above) {
                writeln!(f)?;
            }
            f.write_str(&text)?;
            block_above = block;
        }
        Ok(())
    }
}

/// A statement with its block, every line with its line break.
impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.verb {
            Verb::Declare => {}
            Verb::Replace => write!(f, "replace ")?,
            Verb::Extend => write!(f, "extend ")?,
            Verb::Remove => write!(f, "remove ")?,
        }
        match &self.kind {
            ItemKind::Use(imports) => writeln!(f, "use {}", Commas(imports)),
            ItemKind::Game { title, about } => {
                writeln!(f, "game {}", Quoted(title))?;
                block(f, about.iter().map(|text| format!("about {}", Quoted(text))))
            }
            ItemKind::Variant { title, parent, about } => {
                writeln!(f, "variant {} of {parent}", Quoted(title))?;
                block(f, about.iter().map(|text| format!("about {}", Quoted(text))))
            }
            ItemKind::Board(lines) => headed(f, "board", lines),
            ItemKind::Players(lines) => headed(f, "players", lines),
            ItemKind::Region { name, tiles, each } => {
                write!(f, "region {}", name.node)?;
                if let Some(tiles) = tiles {
                    write!(f, " = {tiles}")?;
                }
                writeln!(f, "{}", if *each { " each" } else { "" })
            }
            ItemKind::Test { name, parameters, test } => {
                writeln!(f, "test {}{}", Head(name, parameters), Maybe(" = ", test.as_ref()))
            }
            ItemKind::Path { name, parameters, path } => {
                writeln!(f, "path {}{}", Head(name, parameters), Maybe(" = ", path.as_ref()))
            }
            ItemKind::Rules { name, parameters, lines } => {
                headed(f, &format!("rules {}", Head(name, parameters)), lines)
            }
            ItemKind::Shape { name, outline, details, turned } => {
                let paths: Vec<Text> = outline.iter().chain(details).cloned().collect();
                writeln!(f, "shape {}{}{}", name.node, texts(&paths), if *turned { " turned" } else { "" })
            }
            ItemKind::Mark(name) => writeln!(f, "mark {}", name.node),
            ItemKind::Option { name, on, about } => {
                let on = on.map(|on| if on { "on" } else { "off" });
                let about: Vec<Text> = about.iter().cloned().collect();
                writeln!(f, "option {}{}{}", name.node, Maybe(" = ", on), texts(&about))
            }
            ItemKind::Counter { name, start, each, ignored } => {
                let start = start.as_ref().map(|number| number.node);
                let each = if *each { " each" } else { "" };
                let ignored = if *ignored { " ignored" } else { "" };
                writeln!(f, "counter {}{}{each}{ignored}", name.node, Maybe(" = ", start))
            }
            ItemKind::Piece { name, letters, attributes, lines } => {
                let attributes: String = attributes.iter().map(|word| format!(" {}", word.node)).collect();
                headed(f, &format!("piece {}{}{attributes}", name.node, texts(letters)), lines)
            }
            ItemKind::Castling { pair: Some((king, partners)), lines } => {
                headed(f, &format!("castling {} with {}", king.node, words(partners)), lines)
            }
            ItemKind::Castling { pair: None, lines } => headed(f, "castling", lines),
            ItemKind::Setup(lines) => match lines.as_slice() {
                [SetupLine::Position { name: None, text }] => writeln!(f, "setup {}", Quoted(text)),
                lines => headed(f, "setup", lines),
            },
            ItemKind::Turn(lines) => headed(f, "turn", lines),
            ItemKind::End(lines) => headed(f, "end", lines),
            ItemKind::Match(lines) => headed(f, "match", lines),
            ItemKind::Notation { name, lines } => {
                headed(f, &format!("notation{}", Maybe(" ", word(name))), lines)
            }
            ItemKind::Tests(lines) => headed(f, "tests", lines),
        }
    }
}

/// A name with its parameters.
struct Head<'a>(&'a Name, &'a [Name]);

impl Display for Head<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.node)?;
        if self.1.is_empty() { Ok(()) } else { write!(f, "({})", words(self.1)) }
    }
}

impl Display for Import {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.quoted { write!(f, "{}", Quoted(&self.name)) } else { f.write_str(&self.name.node) }
    }
}

// ---- Lines of blocks -----------------------------------------------------------------------------------------------

impl Display for BoardLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            BoardLine::Part { name, form } => {
                if let Some(name) = name {
                    write!(f, "patch {} ", name.node)?;
                }
                write!(f, "{form}")
            }
            BoardLine::Plane { files, ranks, .. } => write!(f, "plane {} x {}", files.node, ranks.node),
            BoardLine::Tile { name, at: (x, y) } => {
                write!(f, "tile {} at {}, {}", name.node, x.node, y.node)
            }
            BoardLine::Seam { one, other, reversed, .. } => {
                write!(f, "seam {one} ~ {other}{}", if *reversed { " reversed" } else { "" })
            }
            BoardLine::Void(tiles) => write!(f, "void {tiles}"),
            BoardLine::Direction { name, opposite } => {
                write!(f, "direction {}{}", name.node, Maybe(" opposite ", word(opposite)))
            }
            BoardLine::Edge { from, to, direction, both, .. } => {
                let sign = if *both { "<->" } else { "->" };
                write!(f, "edge {} {sign} {} as {}", from.node, to.node, direction.node)
            }
            BoardLine::Drawn { how, .. } => write!(f, "drawn {how}"),
        }
    }
}

impl Display for Drawn {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Drawn::Lines(but) if but.is_empty() => write!(f, "as lines"),
            Drawn::Lines(but) => write!(f, "as lines but {}", Commas(but)),
            Drawn::Plain => write!(f, "as plain"),
            Drawn::Rings => write!(f, "as rings"),
            Drawn::With(from, to) => write!(f, "with {} to {}", from.node, to.node),
            Drawn::Tiles(tiles, colour) => write!(f, "{} in {}", Commas(tiles), colour.node),
            Drawn::Between(one, other, colour) => {
                write!(f, "between {} and {} in {}", Commas(one), Commas(other), colour.node)
            }
        }
    }
}

impl Display for PartForm {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.shape {
            PartShape::Grid(sizes) => {
                let sizes: Vec<String> = sizes.iter().map(|size| size.node.to_string()).collect();
                write!(f, "grid {}", sizes.join(" x "))?;
            }
            PartShape::Hex { slanting, upright } => {
                let upright = upright.as_ref().map(|side| side.node);
                write!(f, "hex {}{}", slanting.node, Maybe(" x ", upright))?;
            }
        }
        write!(f, "{}", Maybe(" file ", self.labels.files.as_ref().map(Quoted)))?;
        match &self.labels.ranks {
            Some(Ranks::Numbers(text)) => write!(f, " rank {}", Quoted(text)),
            Some(Ranks::Along(direction)) => write!(f, " rank {}", direction.node),
            None => Ok(()),
        }
    }
}

impl Display for BoardSide {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(patch) = &self.patch {
            write!(f, "{}.", patch.node)?;
        }
        f.write_str(&self.name.node)?;
        match &self.stretch {
            Some((from, to)) => write!(f, "[{}..{}]", from.node, to.node),
            None => Ok(()),
        }
    }
}

impl Display for PlayerLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.name.node, Quoted(&self.letter), Maybe(" at ", word(&self.home)))?;
        match &self.seat {
            Seat::Plain => {}
            Seat::Mirrored(_) => write!(f, " mirrored")?,
            Seat::Facing(direction) => write!(f, " facing {}", direction.node)?,
        }
        for FacingLine { direction, tiles } in &self.facing {
            write!(f, "\n        facing {} on {tiles}", direction.node)?;
        }
        Ok(())
    }
}

impl Display for PieceLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PieceLine::Faces(ways, _) => write!(f, "faces {}", Commas(ways)),
            PieceLine::Symbol(symbols, _) => write!(f, "symbol{}", texts(symbols)),
            PieceLine::Drawn(shapes) => {
                let names: Vec<&str> = shapes.iter().map(|shape| shape.node.as_str()).collect();
                write!(f, "drawn as {}", names.join(", "))
            }
            PieceLine::State { name, sign, lines } => {
                write!(f, "state {} {}", name.node, Quoted(sign))?;
                lines.iter().try_for_each(|line| write!(f, "\n        {line}"))
            }
            PieceLine::Use(call) if call.arguments.is_empty() => write!(f, "use {}", call.name.node),
            PieceLine::Use(call) => write!(f, "use {call}"),
            PieceLine::Carry(kinds, _) => write!(f, "carry {}", words(kinds)),
            PieceLine::Worth(number) => write!(f, "worth {}", number.node),
            PieceLine::Rule { mode, path, onto, guard, label, .. } => {
                write!(f, "{} {path}{}", mode.node.word(), Maybe(" onto ", word(onto)))?;
                write!(f, "{}{}", Maybe(" if ", guard.as_ref()), Maybe(" as ", word(label)))
            }
            PieceLine::Id { id, label, .. } => {
                write!(f, "id {}{}", Quoted(id), Maybe(" as ", word(label)))
            }
            PieceLine::Betza { dialect, text, guard, label, .. } => {
                write!(f, "betza{} {}", Maybe(" ", word(dialect)), Quoted(text))?;
                write!(f, "{}{}", Maybe(" if ", guard.as_ref()), Maybe(" as ", word(label)))
            }
            PieceLine::Promote(line) => write!(f, "{line}"),
            PieceLine::Remove(name) => write!(f, "remove {}", name.node),
        }
    }
}

impl Display for Promote {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Promote { optional, goals, by, places, guard, .. } = self;
        let goal = |goal: &Goal| format!("{}{}", if goal.off { "not " } else { "" }, goal.name.node);
        let goals: Vec<String> = goals.iter().map(goal).collect();
        write!(f, "{}promote to {}", if *optional { "may " } else { "" }, goals.join(", "))?;
        write!(f, "{}", Maybe(" by ", by.map(By::word)))?;
        match places {
            Places::Both { from, on } => {
                write!(f, "{}{}", Maybe(" from ", from.as_ref()), Maybe(" on ", on.as_ref()))?;
            }
            Places::Either(tiles) => write!(f, " from or on {tiles}")?,
        }
        write!(f, "{}", Maybe(" if ", guard.as_ref()))
    }
}

impl Display for CastlingLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            CastlingLine::Side { direction, text, right, goes, .. } => {
                write!(f, "side {} {} right {}", direction.node, Quoted(text), Quoted(right))?;
                let Some([king, partner]) = goes else { return Ok(()) };
                write!(f, " {king}, {partner}")
            }
            CastlingLine::Safe(test) => write!(f, "safe if {test}"),
            CastlingLine::Remove(name) => write!(f, "remove {}", name.node),
            CastlingLine::May { of, effects } => {
                write!(f, "from {} may {}", of.node, Commas(effects))
            }
        }
    }
}

impl Display for Goes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.piece.node)?;
        if let Some(from) = &self.from {
            write!(f, " from {}", from.node)?;
        }
        write!(f, " to {}", self.to.node)
    }
}

impl Display for SetupLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SetupLine::Position { name, text } => {
                write!(f, "position{} {}", Maybe(" ", word(name)), Quoted(text))
            }
            SetupLine::Shuffle { tiles, sharing, places, .. } => {
                let sharing = match sharing {
                    Sharing::First => "",
                    Sharing::Alike => " each",
                    Sharing::Apart => " each apart",
                };
                write!(f, "shuffle {tiles}{sharing}")?;
                places.iter().try_for_each(|place| write!(f, "\n        {place}"))
            }
            SetupLine::Start(number) => write!(f, "start {}", number.node),
        }
    }
}

impl Display for PlaceLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let order = if self.ordered { " in order" } else { "" };
        write!(f, "{}{}{order}", words(&self.kinds), Maybe(" on ", self.on.as_ref()))
    }
}

impl Display for TurnLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            TurnLine::Order(players) => write!(f, "order {}", words(players)),
            TurnLine::Phases(names) => write!(f, "phases {}", words(names)),
            TurnLine::Legal(test) => write!(f, "legal if {test}"),
            TurnLine::Choose { target, guard, actions, label, .. } => {
                write!(f, "choose {target}{}", Maybe(" if ", guard.as_ref()))?;
                write!(f, ": {}{}", Commas(actions), Maybe(" as ", word(label)))
            }
            TurnLine::Keep { unpromoted: None, .. } => f.write_str("keep captured"),
            TurnLine::Keep { unpromoted: Some(_), .. } => f.write_str("keep captured unpromoted"),
            TurnLine::Give(_) => f.write_str("give captured unpromoted"),
            TurnLine::Receive(names) => write!(f, "receive {}", words(names)),
            TurnLine::Pass { guard, .. } => write!(f, "may pass{}", Maybe(" if ", guard.as_ref())),
            TurnLine::Rejoin { guard, label, .. } => {
                write!(f, "rejoin{}{}", Maybe(" if ", guard.as_ref()), Maybe(" as ", word(label)))
            }
            TurnLine::Only { triggers, phases, .. } => {
                write!(f, "only {} in {}", words(triggers), words(phases))
            }
            TurnLine::Split { guard, label, .. } => {
                write!(f, "split{}{}", Maybe(" if ", guard.as_ref()), Maybe(" as ", word(label)))
            }
            TurnLine::Prefer(Preference { kind: PreferenceKind::Sorts(sorts), .. }) => {
                write!(f, "prefer {}", words(sorts))
            }
            TurnLine::Prefer(Preference { kind: PreferenceKind::Number(extreme, quantity), .. }) => {
                write!(f, "prefer {} {quantity}", extreme.word())
            }
            TurnLine::After { triggers, guard, actions, label, .. } => {
                write!(f, "after {}{}", words(triggers), Maybe(" if ", guard.as_ref()))?;
                write!(f, ": {}{}", Commas(actions), Maybe(" as ", word(label)))
            }
            TurnLine::Tiles { verb, each, text, label, .. } => {
                let size = |size: &Option<(Number, Number)>| {
                    size.as_ref().map(|(files, ranks)| format!("{} x {}", files.node, ranks.node))
                };
                let each = each.as_ref().map_or(String::new(), |test| format!(" [{}]", Enclosed(test)));
                match verb {
                    TilesVerb::Move { most, turned, flipped, listed } => {
                        write!(f, "tiles move{}{each} {}", Maybe(" ", size(most)), Quoted(text))?;
                        write!(f, "{}", if *turned { " turned" } else { "" })?;
                        write!(f, "{}", if *flipped { " flipped" } else { "" })?;
                        write!(f, "{}", Maybe(" listed ", size(listed)))?;
                    }
                    TilesVerb::Vanish { most, listed } => {
                        let listed = listed.as_ref().map(|listed| listed.node.to_string());
                        write!(f, "tiles vanish {}{each} {}", most.node, Quoted(text))?;
                        write!(f, "{}", Maybe(" listed ", listed))?
                    }
                }
                write!(f, "{}", Maybe(" as ", word(label)))
            }
            TurnLine::Remove(name) => write!(f, "remove {}", name.node),
        }
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Action::Here(effect) => write!(f, "{effect}"),
            Action::Along { path, from: None } => write!(f, "along {path}"),
            Action::Along { path, from: Some(from) } => {
                write!(f, "every {}: along {path}", expressions::Unit(from))
            }
            Action::Again { phase, or_pass, .. } => {
                write!(f, "again{}{}", Maybe(" ", word(phase)), if *or_pass { " or pass" } else { "" })
            }
            Action::Illegal => f.write_str("illegal"),
            Action::Every(test, effect) => write!(f, "every {}: {effect}", expressions::Unit(test)),
            Action::EveryPart(test, effect) => {
                write!(f, "every part {}: {effect}", expressions::Unit(test))
            }
        }
    }
}

impl Display for EndLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(EndRule { result, manner, test }) = &self.rule else {
            return write!(f, "remove {}", self.name.node);
        };
        let replace = if self.verb == Verb::Replace { "replace " } else { "" };
        write!(f, "{replace}{}: ", self.name.node)?;
        match &result.node {
            ResultWord::Win => write!(f, "win")?,
            ResultWord::Loss => write!(f, "loss")?,
            ResultWord::Draw => write!(f, "draw")?,
            ResultWord::Shares(shares) => {
                let shares: Vec<String> = shares.iter().map(ToString::to_string).collect();
                write!(f, "draw {}", shares.join(" to "))?;
            }
            ResultWord::Wins(player) => write!(f, "{player} wins")?,
            ResultWord::Out => write!(f, "out")?,
            ResultWord::Skip => write!(f, "skip")?,
        }
        let manner = match manner.node {
            Manner::Rule => "",
            Manner::Claim => " by claim",
            Manner::Time => " by time",
        };
        write!(f, "{manner} if {test}")
    }
}

impl Display for Share {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.part.node, Maybe("/", self.of.map(|of| of.node)))
    }
}

impl Display for NotationLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            NotationLine::Fen(fields, _) => write!(f, "fen {}", Commas(fields)),
            NotationLine::Nameless(kinds) => write!(f, "nameless {}", words(kinds)),
            NotationLine::Check(text, test) => write!(f, "check {} if {test}", Quoted(text)),
            NotationLine::Final(text, names) => write!(f, "final {} by {}", Quoted(text), words(names)),
            NotationLine::Void(text) => write!(f, "void {}", Quoted(text)),
            NotationLine::Valid { test, label, .. } => {
                write!(f, "valid if {test}{}", Maybe(" as ", word(label)))
            }
            NotationLine::UciCastling(name) => write!(f, "uci castling {}", name.node),
            NotationLine::UciPass(name) => write!(f, "uci pass {}", name.node),
            NotationLine::Turn(form) => write!(f, "turn {}", Quoted(form)),
            NotationLine::Remove(name) => write!(f, "remove {}", name.node),
            NotationLine::Move { form, by } => {
                write!(f, "move {}", Quoted(form))?;
                if by.is_empty() { Ok(()) } else { write!(f, " by {}", words(by)) }
            }
            NotationLine::Pgn(names) => {
                let names: Vec<Quoted<'_>> = names.iter().map(Quoted).collect();
                write!(f, "pgn {}", Commas(&names))
            }
        }
    }
}

impl Display for Facing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.directions.iter().try_for_each(|d| write!(f, "{} ", d.node))?;
        write!(f, "{}", Quoted(&self.sign))
    }
}

impl Display for PlacementOption {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PlacementOption::From(place) => write!(f, "from {}", place.node),
            PlacementOption::Word(word, text) => {
                write!(f, "{}{}", word.node, Maybe(" ", text.as_ref().map(Quoted)))
            }
        }
    }
}

impl Display for FenWord {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FenWord::Word(name) => f.write_str(&name.node),
            FenWord::Placement(name, options) => {
                f.write_str(&name.node)?;
                options.iter().try_for_each(|option| write!(f, " {option}"))
            }
            FenWord::Form(word, forms) => {
                f.write_str(&word.node)?;
                forms.iter().try_for_each(|form| write!(f, " {}", Quoted(form)))
            }
            FenWord::Number(word, number) => write!(f, "{} {}", word.node, number.node),
            FenWord::CastlingWith(name) => write!(f, "castling with {}", name.node),
            FenWord::Mark(name, maker) => {
                write!(f, "mark {}{}", name.node, if *maker { " with maker" } else { "" })
            }
            FenWord::Count { name, join, or } => {
                let (join, or) = (join.as_ref().map(Quoted), or.as_ref().map(Quoted));
                write!(f, "count {}{}{}", name.node, Maybe(" ", join), Maybe(" or ", or))
            }
            FenWord::MayCount(name) => write!(f, "may count {}", name.node),
            FenWord::Text(text) => write!(f, "{}", Quoted(text)),
        }
    }
}

impl Display for TestLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TestLineKind::Perft(depth, count) => write!(f, "perft {} = {}", depth.node, count.node)?,
            TestLineKind::Legal(list) => write!(f, "legal{}", moves(list))?,
            TestLineKind::Illegal(list) => write!(f, "illegal{}", moves(list))?,
            TestLineKind::Result(name) => write!(f, "result {}", name.node)?,
            TestLineKind::Arrangement(number, text) => {
                write!(f, "arrangement {} = {}", number.node, Quoted(text))?;
            }
        }
        if !self.after.is_empty() {
            write!(f, " after{}", moves(&self.after))?;
        }
        match &self.from {
            Some(FromText::Position(text)) => write!(f, " from {}", Quoted(text)),
            Some(FromText::Setup(name)) => write!(f, " from {}", name.node),
            None => Ok(()),
        }
    }
}
