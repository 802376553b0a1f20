//! Writes out what has parameters: paths, tests and groups of rules, wherever they are called.
//!
//! Behind this pass there are no calls any more, and no `use` under a piece: the rest of the compiler need not know of
//! either. What is written out keeps the places of the declaration's words, and an argument those of its own.

use std::collections::HashMap;

use crate::ast::{
    Argument, Bound, Call, Item, ItemKind, Name, Part, Path, PathKind, PieceLine, Quantity, Test, TestKind,
    Verb,
};
use crate::diagnostic::errors::{meaning as errors, patterns};
use crate::diagnostic::suggest::nearest;
use crate::limits::{EXPRESSIONS, NAMES_NESTING};
use crate::source::Span;

use super::imports::Modules;
use super::report::Report;
use super::sorts::{Called, Sort};

/// Writes out all calls of all texts.
pub(crate) fn expand(modules: &mut Modules, report: &mut Report) {
    let patterns = Patterns::of(modules);
    let mut writer = Writer {
        patterns: &patterns,
        open: Vec::new(),
        written: 0,
        misfits: 0,
        called: Called::new(),
        report,
    };
    for item in modules.layers.iter_mut().flat_map(|module| &mut module.ast.items) {
        writer.item(item);
    }
    modules.called = writer.called;
}

/// Whether a declaration is only there to be called.
pub(crate) fn is_pattern(kind: &ItemKind) -> bool {
    match kind {
        ItemKind::Path { parameters, .. } | ItemKind::Test { parameters, .. } => !parameters.is_empty(),
        ItemKind::Rules { .. } => true,
        _ => false,
    }
}

/// What can be called.
struct Pattern {
    /// Its name where it is declared.
    name: Name,
    parameters: Vec<Name>,
    body: Body,
}

#[derive(Clone)]
enum Body {
    Path(Path),
    Test(Test),
    Rules(Vec<PieceLine>),
}

/// What can be called, by name, as the last text that says so has it.
#[derive(Default)]
struct Patterns(HashMap<(Sort, String), Pattern>);

impl Patterns {
    fn of(modules: &Modules) -> Patterns {
        let mut all = Patterns::default();
        for item in modules.layers.iter().flat_map(|module| &module.ast.items) {
            all.learn(item);
        }
        all
    }

    fn learn(&mut self, item: &Item) {
        let (sort, name, parameters, body) = match &item.kind {
            ItemKind::Path { name, parameters, path } => {
                (Sort::Path, name, parameters, path.clone().map(Body::Path))
            }
            ItemKind::Test { name, parameters, test } => {
                (Sort::Test, name, parameters, test.clone().map(Body::Test))
            }
            ItemKind::Rules { name, parameters, lines } => {
                (Sort::Rules, name, parameters, Some(Body::Rules(lines.clone())))
            }
            _ => return,
        };
        let key = (sort, name.node.clone());
        match (item.verb, body) {
            // Of what is not there; it stands in the way of nothing.
            (Verb::Extend, _) => {}
            (Verb::Declare | Verb::Replace, Some(body)) if is_pattern(&item.kind) => {
                let pattern = Pattern { name: name.clone(), parameters: parameters.clone(), body };
                self.0.insert(key, pattern);
            }
            // It is gone, or has no parameters any more.
            _ => _ = self.0.remove(&key),
        }
    }

    fn get(&self, sort: Sort, name: &str) -> Option<&Pattern> {
        self.0.get(&(sort, name.to_owned()))
    }

    /// The name of this sort that is most like a word, and all of them.
    fn near(&self, sort: Sort, word: &str) -> (Option<&str>, Vec<&str>) {
        let of_sort = self.0.keys().filter(|(other, _)| *other == sort).map(|(_, name)| name.as_str());
        let mut known: Vec<&str> = of_sort.collect();
        known.sort_unstable();
        (nearest(word, known.iter().copied()), known)
    }
}

/// What stands for the parameters of the declaration that is being written out.
type Arguments<'a> = HashMap<&'a str, &'a Argument>;

struct Writer<'a, 'r> {
    patterns: &'a Patterns,
    /// The declarations that are being written out, each inside the one before.
    open: Vec<(Sort, &'a str)>,
    /// How many expressions have been looked at or written.
    written: usize,
    /// How many arguments did not fit.
    misfits: usize,
    /// What has been called.
    called: Called,
    report: &'r mut Report,
}

impl<'a> Writer<'a, '_> {
    fn item(&mut self, item: &mut Item) {
        // The bodies of patterns are looked at where they are called.
        if is_pattern(&item.kind) {
            return;
        }
        match &mut item.kind {
            ItemKind::Piece { lines, .. } => self.lines(lines, &Arguments::new()),
            kind => kind.each_part_mut(&mut |part| _ = self.part(part, &Arguments::new())),
        }
    }

    /// Puts the lines of groups where they are used.
    fn lines(&mut self, lines: &mut Vec<PieceLine>, arguments: &Arguments<'_>) {
        for line in std::mem::take(lines) {
            match line {
                PieceLine::Use(mut call) => {
                    self.arguments(&mut call, arguments);
                    let span = call.name.span;
                    if let Some((Body::Rules(mut more), _)) = self.call(Sort::Rules, &call, span) {
                        if self.open.is_empty() {
                            more.iter_mut().for_each(|line| came_by(line, span));
                        }
                        more.into_iter().for_each(|line| add(lines, line));
                    }
                }
                PieceLine::Betza { guard, label, rules, span, .. } => {
                    for line in rules {
                        lines.extend(self.of_betza(line, guard.as_ref(), label.as_ref(), span, arguments));
                    }
                }
                PieceLine::State { name, sign, lines: mut inside } => {
                    self.lines(&mut inside, arguments);
                    add(lines, PieceLine::State { name, sign, lines: inside });
                }
                mut line => {
                    line.each_part_mut(&mut |part| _ = self.part(part, arguments));
                    lines.push(line);
                }
            }
        }
    }

    /// A line that is part of what Betza notation means, with what stands behind the notation.
    fn of_betza(
        &mut self,
        mut line: PieceLine,
        more: Option<&Test>,
        name: Option<&Name>,
        span: Span,
        arguments: &Arguments<'_>,
    ) -> Option<PieceLine> {
        let PieceLine::Rule { guard, label, .. } = &mut line else { return None };
        *guard = match (guard.take(), more.cloned()) {
            (Some(own), Some(more)) => Some(Test { kind: TestKind::And(vec![own, more]), span }),
            (own, more) => own.or(more),
        };
        *label = name.cloned();
        line.each_part_mut(&mut |part| _ = self.part(part, arguments));
        Some(line)
    }

    /// Writes out a part. How many calls are in it inside one another.
    fn part(&mut self, part: Part<'_>, arguments: &Arguments<'_>) -> usize {
        match part {
            Part::Path(path) => self.path(path, arguments),
            Part::Test(test) => self.test(test, arguments),
            Part::Effect(effect) => {
                effect.each_part_mut(&mut |part| _ = self.part(part, arguments));
                0
            }
            Part::Counter(counter) => {
                let Quantity::Counter { name, of } = counter else { return 0 };
                match (arguments.get(name.node.as_str()), of.as_mut()) {
                    (Some(Argument::Number(number)), None) => *counter = Quantity::Number(*number),
                    (_, of) => {
                        for name in std::iter::once(name).chain(of) {
                            self.part(Part::Name(name), arguments);
                        }
                    }
                }
                0
            }
            Part::Name(name) => {
                match arguments.get(name.node.as_str()) {
                    Some(Argument::Path(Path { kind: PathKind::Name(word), span })) => {
                        *name = Name::new(word.clone(), *span);
                    }
                    Some(other) => self.misfit(&name.node, "a single word", name.span, other),
                    None => {}
                }
                0
            }
        }
    }

    /// Writes out what stands for parameters, among them parameters of the declaration around.
    fn arguments(&mut self, call: &mut Call, arguments: &Arguments<'_>) -> usize {
        let mut inside = 0;
        for argument in &mut call.arguments {
            let deep = match argument {
                Argument::Number(_) => 0,
                Argument::Path(Path { kind: PathKind::Name(word), span }) => {
                    if let Some(outer) = arguments.get(word.as_str()) {
                        self.spend(size(outer), *span);
                        *argument = (*outer).clone();
                    }
                    0
                }
                Argument::Path(path) => self.path(path, arguments),
                Argument::Test(test) => self.test(test, arguments),
            };
            inside = inside.max(deep);
        }
        inside
    }

    fn path(&mut self, path: &mut Path, arguments: &Arguments<'_>) -> usize {
        if !self.spend(1, path.span) {
            return 0;
        }
        match &mut path.kind {
            PathKind::Name(word) => {
                match arguments.get(word.as_str()) {
                    Some(argument @ Argument::Path(written)) => {
                        self.spend(size(argument), path.span);
                        *path = written.clone();
                    }
                    Some(other) => self.misfit(word, "a path", path.span, other),
                    None => {}
                }
                return 0;
            }
            PathKind::Call(call) => {
                let mut call = call.clone();
                let inside = self.arguments(&mut call, arguments);
                return self.called_path(path, call, inside);
            }
            PathKind::Repeat { min, max, .. } => {
                std::iter::once(min).chain(max).for_each(|bound| self.bound(bound, arguments));
            }
            _ => {}
        }
        let asked = matches!(path.kind, PathKind::Times { times: Quantity::Counter { .. }, .. });
        let mut inside = 0;
        path.each_part_mut(&mut |part| inside = inside.max(self.part(part, arguments)));
        if let (true, PathKind::Times { path: body, times: Quantity::Number(number) }) = (asked, &path.kind) {
            // A parameter that stands for a number: the position need not be asked.
            let bound = Bound::Number(number.node);
            path.kind = PathKind::Repeat { path: body.clone(), min: bound.clone(), max: Some(bound) };
        }
        inside
    }

    fn called_path(&mut self, path: &mut Path, call: Call, inside: usize) -> usize {
        if self.patterns.get(Sort::Path, &call.name.node).is_none()
            && let Some(parts) = as_paths(&call.arguments)
        {
            // `n(e, w)`: a step, and then one of two, however near they stand.
            let first = Path { kind: PathKind::Name(call.name.node), span: call.name.span };
            let then = Path { kind: PathKind::Alternatives(parts), span: path.span };
            path.kind = PathKind::Seq(vec![first, then]);
            return inside;
        }
        match self.call(Sort::Path, &call, path.span) {
            Some((Body::Path(body), deep)) => {
                *path = body;
                self.deeper(inside + deep, call.name.span)
            }
            _ => inside,
        }
    }

    fn bound(&mut self, bound: &mut Bound, arguments: &Arguments<'_>) {
        let Bound::Parameter(name) = bound else { return };
        match arguments.get(name.node.as_str()) {
            Some(Argument::Number(number)) => *bound = Bound::Number(number.node),
            Some(other) => self.misfit(&name.node, "a number", name.span, other),
            None => {}
        }
    }

    /// Says that an argument does not fit where its parameter stands.
    fn misfit(&mut self, word: &str, wanted: &str, span: Span, argument: &Argument) {
        self.misfits += 1;
        self.report.push(patterns::misfit(word, wanted, span, span_of(argument)));
    }

    fn test(&mut self, test: &mut Test, arguments: &Arguments<'_>) -> usize {
        if !self.spend(1, test.span) {
            return 0;
        }
        match &mut test.kind {
            TestKind::Name(word) => {
                match arguments.get(word.as_str()) {
                    Some(argument @ Argument::Test(written)) => {
                        self.spend(size(argument), test.span);
                        *test = written.clone();
                    }
                    Some(Argument::Path(Path { kind: PathKind::Name(other), span })) => {
                        *test = Test { kind: TestKind::Name(other.clone()), span: *span };
                    }
                    Some(other) => self.misfit(word, "a test", test.span, other),
                    None => {}
                }
                return 0;
            }
            TestKind::Call(call) => {
                let mut call = call.clone();
                let inside = self.arguments(&mut call, arguments);
                return match self.call(Sort::Test, &call, test.span) {
                    Some((Body::Test(body), deep)) => {
                        *test = body;
                        self.deeper(inside + deep, call.name.span)
                    }
                    _ => inside,
                };
            }
            _ => {}
        }
        let mut inside = 0;
        test.each_part_mut(&mut |part| inside = inside.max(self.part(part, arguments)));
        inside
    }

    /// One call more inside one another than so many.
    fn deeper(&mut self, calls: usize, span: Span) -> usize {
        if calls == NAMES_NESTING {
            self.report.push(errors::too_many("names inside names", NAMES_NESTING, span));
        }
        calls + 1
    }

    /// The body of what is called, with its arguments, and how many calls are in it inside one another.
    fn call(&mut self, sort: Sort, call: &Call, span: Span) -> Option<(Body, usize)> {
        let patterns = self.patterns;
        let word = &call.name.node;
        let Some(pattern) = patterns.get(sort, word) else {
            let (near, known) = patterns.near(sort, word);
            self.report.push(patterns::unknown(sort.word(), word, call.name.span, near, &known));
            return None;
        };
        if call.arguments.len() != pattern.parameters.len() {
            let names: Vec<&str> = pattern.parameters.iter().map(|name| name.node.as_str()).collect();
            let given = call.arguments.len();
            self.report.push(patterns::wrong_number(word, &names, given, span, pattern.name.span));
            return None;
        }
        let name = pattern.name.node.as_str();
        if let Some(start) = self.open.iter().position(|open| *open == (sort, name)) {
            let open = self.open[start..].iter().filter(|(other, _)| *other == sort);
            let chain: Vec<String> = open.map(|(_, name)| *name).chain([name]).map(str::to_owned).collect();
            self.report.push(errors::recursive(sort.word(), &chain, span, pattern.name.span));
            return None;
        }
        if self.open.len() == NAMES_NESTING {
            self.report.push(errors::too_many("names inside names", NAMES_NESTING, span));
            return None;
        }
        let names = pattern.parameters.iter().map(|name| name.node.as_str());
        let arguments: Arguments<'_> = names.zip(&call.arguments).collect();
        let mut body = pattern.body.clone();
        let misfits = self.misfits;
        self.called.insert((sort, name.to_owned()));
        self.open.push((sort, name));
        let deep = match &mut body {
            Body::Path(path) => self.path(path, &arguments),
            Body::Test(test) => self.test(test, &arguments),
            Body::Rules(lines) => {
                self.lines(lines, &arguments);
                0
            }
        };
        self.open.pop();
        (self.misfits == misfits).then_some((body, deep))
    }

    /// Counts expressions; `false` if there are too many.
    fn spend(&mut self, expressions: usize, span: Span) -> bool {
        let fitted = self.written <= EXPRESSIONS;
        self.written = self.written.saturating_add(expressions);
        if fitted && self.written > EXPRESSIONS {
            let what = "expressions, with names written out and turned";
            self.report.push(errors::too_many(what, EXPRESSIONS, span));
        }
        self.written <= EXPRESSIONS
    }
}

/// Adds a line; what several groups say of one state goes together.
fn add(lines: &mut Vec<PieceLine>, line: PieceLine) {
    let PieceLine::State { name, sign, lines: inside } = &line else { return lines.push(line) };
    for other in lines.iter_mut() {
        if let PieceLine::State { name: known, sign: its, lines: rules } = other
            && (&known.node, &its.node) == (&name.node, &sign.node)
            && !(rules.is_empty() && inside.is_empty())
        {
            return rules.extend(inside.iter().cloned());
        }
    }
    lines.push(line);
}

/// Notes which `use` has brought a line to its piece.
fn came_by(line: &mut PieceLine, span: Span) {
    match line {
        PieceLine::Rule { used, .. } => *used = Some(span),
        PieceLine::Id { span: place, .. } | PieceLine::Betza { span: place, .. } => *place = span,
        PieceLine::Promote(promote) => promote.span = span,
        PieceLine::State { lines, .. } => lines.iter_mut().for_each(|line| came_by(line, span)),
        _ => {}
    }
}

/// How many expressions there are in an argument.
fn size(argument: &Argument) -> usize {
    fn of(part: Part<'_>) -> usize {
        let mut found = 1;
        match part {
            Part::Path(path) => path.each_part_mut(&mut |part| found += of(part)),
            Part::Test(test) => test.each_part_mut(&mut |part| found += of(part)),
            Part::Effect(_) | Part::Counter(_) | Part::Name(_) => {}
        }
        found
    }
    match argument.clone() {
        Argument::Number(_) => 1,
        Argument::Path(mut path) => of(Part::Path(&mut path)),
        Argument::Test(mut test) => of(Part::Test(&mut test)),
    }
}

fn span_of(argument: &Argument) -> Span {
    match argument {
        Argument::Number(number) => number.span,
        Argument::Path(path) => path.span,
        Argument::Test(test) => test.span,
    }
}

/// The arguments, if all of them are paths.
fn as_paths(arguments: &[Argument]) -> Option<Vec<Path>> {
    let path = |argument: &Argument| match argument {
        Argument::Path(path) => Some(path.clone()),
        _ => None,
    };
    arguments.iter().map(path).collect()
}
