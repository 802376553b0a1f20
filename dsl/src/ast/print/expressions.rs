//! Tiles, paths and tests as source text: the parts with precedence, and so with brackets.

use std::fmt::{self, Display, Formatter};

use super::parts::{Commas, Maybe, word};
use crate::ast::*;

impl Display for Tiles {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Commas(&self.terms))?;
        if !self.but.is_empty() {
            write!(f, " but {}", Commas(&self.but))?;
        }
        Ok(())
    }
}

impl Display for TileTerm {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            TileTerm::All(_) => write!(f, "all"),
            TileTerm::Name(name) => f.write_str(&name.node),
            TileTerm::Rectangle(from, to) => write!(f, "{}..{}", from.node, to.node),
            TileTerm::Rank(from, to) => {
                let number = |number: &Number| number.node.to_string();
                write!(
                    f,
                    "rank {}{}",
                    line(from, number),
                    Maybe("..", to.as_ref().map(|to| line(to, number)))
                )
            }
            TileTerm::File(from, to) => {
                let name = |name: &Name| name.node.clone();
                write!(f, "file {}{}", line(from, name), Maybe("..", to.as_ref().map(|to| line(to, name))))
            }
            TileTerm::Reach(tile, path) => write!(f, "{} by {path}", tile.node),
            TileTerm::Distance { min, max, from, path } => {
                write!(f, "{}", min.node)?;
                max.iter().try_for_each(|max| write!(f, "..{}", max.node))?;
                write!(f, " from {}", from.node)?;
                path.iter().try_for_each(|path| write!(f, " by {path}"))
            }
        }
    }
}

fn line<T>(line: &Line<T>, name: impl Fn(&T) -> String) -> String {
    match line {
        Line::Named(named) => name(named),
        Line::Last(before) if before.node == 0 => "last".to_owned(),
        Line::Last(before) => format!("last-{}", before.node),
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PathKind::Name(name) => f.write_str(name),
            PathKind::Call(call) => write!(f, "{call}"),
            PathKind::Sum(names) => {
                let names: Vec<&str> = names.iter().map(|name| name.node.as_str()).collect();
                f.write_str(&names.join("+"))
            }
            PathKind::Seq(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    write!(f, "{}{}", if i > 0 { " " } else { "" }, Step(part))?;
                }
                Ok(())
            }
            PathKind::Alternatives(parts) => write!(f, "({})", Commas(parts)),
            PathKind::Choice(parts) => {
                let parts: Vec<String> = parts.iter().map(Path::to_string).collect();
                write!(f, "({})", parts.join(" | "))
            }
            PathKind::Repeat { path, min, max } => match (min, max) {
                (Bound::Number(1), None) => write!(f, "{}*inf", Step(path)),
                (min, None) => write!(f, "{}*{min}..", Step(path)),
                (min, Some(max)) if min == max => write!(f, "{}*{min}", Step(path)),
                (min, Some(max)) => write!(f, "{}*{min}..{max}", Step(path)),
            },
            PathKind::Times { path, times: times @ (Quantity::Number(_) | Quantity::Sum(_)) } => {
                write!(f, "{}*({times})", Step(path))
            }
            PathKind::Times { path, times } => write!(f, "{}*{times}", Step(path)),
            PathKind::Symmetry { symmetry, parts } => {
                let word = match symmetry {
                    Symmetry::Rot => "rot",
                    Symmetry::Mirror => "mirror",
                    Symmetry::Tumble => "tumble",
                    Symmetry::Sym => "sym",
                };
                write!(f, "{word}({})", Commas(parts))
            }
            PathKind::Bend(way) => write!(f, "bend {}", way.node),
            PathKind::Tested { path, test } => write!(f, "{}[{}]", Step(path), Enclosed(test)),
            PathKind::Effects { path, effects } => write!(f, "{}{{{}}}", Step(path), Commas(effects)),
        }
    }
}

impl Display for Bound {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Number(number) => write!(f, "{number}"),
            Bound::Parameter(name) => f.write_str(&name.node),
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name.node, Commas(&self.arguments))
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Number(number) => write!(f, "{}", number.node),
            Argument::Path(path) => write!(f, "{path}"),
            Argument::Test(test) => write!(f, "[{}]", Enclosed(test)),
        }
    }
}

/// A path as one step of a longer one.
struct Step<'a>(&'a Path);

impl Display for Step<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.kind {
            PathKind::Seq(_) => write!(f, "({})", self.0),
            _ => write!(f, "{}", self.0),
        }
    }
}

impl Display for Effect {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Take(_) => write!(f, "take"),
            Effect::TakeLast(_) => write!(f, "take last"),
            Effect::Vanish(_) => write!(f, "vanish"),
            Effect::Mark(name) => write!(f, "mark {}", name.node),
            Effect::Become(name) => write!(f, "become {}", name.node),
            Effect::BecomeNot(name) => write!(f, "become not {}", name.node),
            Effect::Put(name) => write!(f, "put {}", name.node),
            Effect::Drop(all) => {
                let one = |d: &Dropped| {
                    let names = std::iter::once(&d.piece).chain(&d.states).map(|name| name.node.as_str());
                    names.collect::<Vec<_>>().join(" ")
                };
                write!(f, "drop {}", all.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            Effect::Rotate(way) => write!(f, "rotate {}", way.node),
            Effect::Swap(_) => write!(f, "swap"),
            Effect::Merge(name) => write!(f, "merge {}", name.node),
            Effect::Unite(_) => write!(f, "merge"),
            Effect::Shift(names) => {
                let names: Vec<&str> = names.iter().map(|n| n.node.as_str()).collect();
                write!(f, "shift {}", names.join("+"))
            }
            Effect::Reflect(axis) => write!(f, "reflect {}", axis.node),
            Effect::Join(name) => write!(f, "join {}", name.node),
            Effect::Count { counter, of, op, amount } => {
                write!(f, "{}{} {op} ", counter.node, Maybe(" of ", word(of)))?;
                match (op, amount) {
                    (CountOp::Subtract, Quantity::Sum(parts)) => {
                        let parts = parts.iter().map(|(sign, part)| (sign.opposite(), part.clone()));
                        write!(f, "{}", Quantity::Sum(parts.collect()))
                    }
                    _ => write!(f, "{amount}"),
                }
            }
        }
    }
}

/// A condition where `and` and `or` may stand free.
impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TestKind::Or(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    let or = if i > 0 { " or " } else { "" };
                    match part.kind {
                        TestKind::Or(_) => write!(f, "{or}({part})")?,
                        _ => write!(f, "{or}{part}")?,
                    }
                }
                Ok(())
            }
            TestKind::And(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    write!(f, "{}{}", if i > 0 { " and " } else { "" }, Unit(part))?;
                }
                Ok(())
            }
            TestKind::Name(name) => f.write_str(name),
            TestKind::Call(call) => write!(f, "{call}"),
            TestKind::Not(test) => write!(f, "not {}", Unit(test)),
            TestKind::Some(test) => write!(f, "some {}", Unit(test)),
            TestKind::No(test) => write!(f, "no {}", Unit(test)),
            TestKind::Only(test) => write!(f, "only {}", Unit(test)),
            TestKind::On(tiles) => match (tiles.terms.as_slice(), tiles.but.as_slice()) {
                ([TileTerm::Reach(..) | TileTerm::Distance { .. }], _) | ([_, _, ..], _) | (_, [_, ..]) => {
                    write!(f, "on ({tiles})")
                }
                _ => write!(f, "on {tiles}"),
            },
            TestKind::Marked(name) => write!(f, "marked {}", name.node),
            TestKind::Faces(direction) => write!(f, "faces {}", direction.node),
            TestKind::Holds(test) => write!(f, "holds {}", Atom(test)),
            TestKind::Did(When::Ever, label) => write!(f, "did {}", label.node),
            TestKind::Did(When::Last, label) => write!(f, "last did {}", label.node),
            TestKind::Did(When::Just, label) => write!(f, "just did {}", label.node),
            TestKind::Always(test) => write!(f, "always {}", Unit(test)),
            TestKind::Before(test) => write!(f, "before {}", Unit(test)),
            TestKind::By(word, by) => write!(f, "{} by {}", word.node, by.node),
            TestKind::Capturable { newly, by, then } => {
                let newly = if *newly { "newly " } else { "" };
                let (by, then) = (by.as_deref().map(Atom), then.as_deref().map(Atom));
                write!(f, "{newly}capturable{}{}", Maybe(" by ", by), Maybe(" then ", then))
            }
            TestKind::Sees(path) => write!(f, "sees {path}"),
            TestKind::Attacks(test) => write!(f, "attacks {}", Unit(test)),
            TestKind::Under { zone, of, by } => {
                write!(f, "under {}{}{}", zone.node, Maybe(" of ", word(of)), Maybe(" by ", word(by)))
            }
            TestKind::Can { mover, target } => {
                write!(f, "can {} onto {}", SideBySide(mover), SideBySide(target))
            }
            TestKind::Group { test, path } => write!(f, "group {} with {path}", SideBySide(test)),
            TestKind::Connected { test, path } => write!(f, "connected {} with {path}", SideBySide(test)),
            TestKind::ToMove(player) => write!(f, "{} to move", player.node),
            TestKind::In(phase) => write!(f, "in {}", phase.node),
            TestKind::Compare { left, op, right } => {
                write!(f, "{left} {op} {right}")
            }
        }
    }
}

/// A condition that a bracket encloses: words stand side by side in it.
pub(super) struct Enclosed<'a>(pub(super) &'a Test);

impl Display for Enclosed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            TestKind::And(_) => write!(f, "{}", Unit(self.0)),
            _ => write!(f, "{}", self.0),
        }
    }
}

/// A condition that `and` joins or that `not` takes.
pub(super) struct Unit<'a>(pub(super) &'a Test);

impl Display for Unit<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.kind {
            TestKind::Can { .. }
            | TestKind::Connected { .. }
            | TestKind::ToMove(_)
            | TestKind::In(_)
            | TestKind::Compare { .. } => write!(f, "{}", self.0),
            _ => write!(f, "{}", SideBySide(self.0)),
        }
    }
}

/// A condition in words side by side.
struct SideBySide<'a>(&'a Test);

impl Display for SideBySide<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let TestKind::And(parts) = &self.0.kind else {
            return if is_last(self.0) { write!(f, "{}", self.0) } else { write!(f, "{}", Atom(self.0)) };
        };
        for (i, part) in parts.iter().enumerate() {
            let space = if i > 0 { " " } else { "" };
            match part {
                last if i + 1 == parts.len() && is_last(last) => write!(f, "{space}{last}")?,
                part => write!(f, "{space}{}", Atom(part))?,
            }
        }
        Ok(())
    }
}

/// Whether a condition takes all words that follow it.
fn is_last(test: &Test) -> bool {
    matches!(
        test.kind,
        TestKind::Not(_)
            | TestKind::Some(_)
            | TestKind::No(_)
            | TestKind::Only(_)
            | TestKind::Always(_)
            | TestKind::Before(_)
            | TestKind::Sees(_)
            | TestKind::Group { .. }
            | TestKind::Attacks(_)
    )
}

/// A condition among words side by side.
struct Atom<'a>(&'a Test);

impl Display for Atom<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.kind {
            TestKind::Name(_)
            | TestKind::On(_)
            | TestKind::Marked(_)
            | TestKind::By(..)
            | TestKind::Capturable { .. }
            | TestKind::Under { .. }
            | TestKind::Faces(_)
            | TestKind::Holds(_)
            | TestKind::Did(..) => {
                write!(f, "{}", self.0)
            }
            _ => write!(f, "({})", self.0),
        }
    }
}

impl Display for Quantity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Number(number) => write!(f, "{}", number.node),
            Quantity::Counter { name, of } => write!(f, "{}{}", name.node, Maybe(" of ", word(of))),
            Quantity::Board(name) => write!(f, "{} board", name.node),
            Quantity::Players(_) => write!(f, "players"),
            Quantity::Count(test, _) => write!(f, "count({})", Enclosed(test)),
            Quantity::Hand { test, of } => write!(f, "hand({test}){}", Maybe(" of ", word(of))),
            Quantity::Worth(test) => write!(f, "worth({})", Enclosed(test)),
            Quantity::Sum(parts) => {
                for (i, (sign, part)) in parts.iter().enumerate() {
                    match (i, sign) {
                        (0, _) => write!(f, "{part}")?,
                        (_, Sign::Plus) => write!(f, " + {part}")?,
                        (_, Sign::Minus) => write!(f, " - {part}")?,
                    }
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
        })
    }
}

impl fmt::Display for CountOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CountOp::Add => "+",
            CountOp::Subtract => "-",
            CountOp::Set => "=",
        })
    }
}
