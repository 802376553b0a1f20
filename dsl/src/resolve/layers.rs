//! Puts the layers together: one list of declarations for each sort of thing.
//!
//! Only names of declarations matter here; what the declarations say is looked at afterwards, so that a line of an
//! inherited game may name what the variant declares.

use std::collections::HashMap;

use crate::ast::{EndLine, Item, ItemKind, Name, NotationLine, PieceLine, Text, TurnLine, Verb};
use crate::diagnostic::errors::{meaning as errors, patterns};
use crate::diagnostic::suggest::nearest;
use crate::source::{FileId, Span};

use super::declarations::{
    AfterDecl, CastlingDecl, ChoiceDecl, CounterDecl, Declarations, Header, Named, NotationDecl, OnlyDecl,
    OptionDecl, PieceDecl, RegionPart, ShapeDecl, SplitDecl, Stateful, TilesDecl, Unique, ValidDecl,
};
use super::imports::Modules;
use super::removal::{castling_lines, remove_rules};
use super::report::Report;
use super::sorts::Sort;
use super::table::{Entry, Table, verb_word};

/// First words of lines of `turn` that `remove` takes away with all other lines that begin so.
const REMOVED_AS_A_WHOLE: [&str; 14] = [
    "order", "phases", "legal", "pass", "choose", "keep", "give", "receive", "only", "prefer", "split",
    "rejoin", "tiles", "after",
];

/// Merges the layers in their order.
pub(crate) fn merge<'a>(modules: &'a Modules, root: FileId, report: &mut Report) -> Declarations<'a> {
    let mut all = Declarations {
        root,
        header: None,
        board: None,
        players: None,
        regions: Table::new(Sort::Region),
        tests: Table::new(Sort::Test),
        paths: Table::new(Sort::Path),
        rules: Table::new(Sort::Rules),
        called: &modules.called,
        shapes: Table::new(Sort::Shape),
        marks: Table::new(Sort::Mark),
        options: Table::new(Sort::Option),
        counters: Table::new(Sort::Counter),
        pieces: Table::new(Sort::Piece),
        lost_attributes: HashMap::new(),
        castling: None,
        setup: None,
        order: None,
        legal: None,
        pass: None,
        prefer: None,
        only: Vec::new(),
        split: None,
        rejoin: None,
        phases: None,
        choices: Vec::new(),
        keep: None,
        give: None,
        receive: None,
        after: Vec::new(),
        tiles: Vec::new(),
        ends: Table::new(Sort::End),
        adjudications: Table::new(Sort::Adjudication),
        notation: NotationDecl::default(),
        notations: Vec::new(),
        cases: Vec::new(),
    };
    for module in &modules.layers {
        let mut layer = Layer { all: &mut all, file: module.file, report };
        module.ast.items.iter().for_each(|item| layer.item(item));
    }
    // What is nearer to the root is tried first; inside one text the order of the lines stays.
    let order = modules.reading_order();
    let rank = |e: &Entry<&EndLine>| order.iter().position(|f| *f == e.home);
    all.ends.sort_by_key(rank);
    all.adjudications.sort_by_key(rank);
    all
}

/// One text being added to what is there.
struct Layer<'a, 'r> {
    all: &'r mut Declarations<'a>,
    file: FileId,
    report: &'r mut Report,
}

impl<'a> Layer<'a, '_> {
    fn item(&mut self, item: &'a Item) {
        let (verb, span, report) = (item.verb, item.span, &mut *self.report);
        match &item.kind {
            ItemKind::Use(_) => {}
            ItemKind::Game { title, about } | ItemKind::Variant { title, about, .. } => {
                self.header(title, about, span);
            }
            ItemKind::Board(lines) => set(&mut self.all.board, verb, "board", span, lines.as_slice(), report),
            ItemKind::Players(lines) => {
                set(&mut self.all.players, verb, "players", span, lines.as_slice(), report)
            }
            ItemKind::Setup(lines) => set(&mut self.all.setup, verb, "setup", span, lines.as_slice(), report),
            ItemKind::Castling { pair, lines } => match pair {
                Some(pair) => {
                    let mut node = CastlingDecl { pair, lines: Vec::new() };
                    castling_lines(&mut node, lines, verb, report);
                    set(&mut self.all.castling, verb, "castling", span, node, report);
                }
                None if verb == Verb::Extend => match &mut self.all.castling {
                    Some(entry) => castling_lines(&mut entry.node, lines, verb, report),
                    None => {
                        report.push(errors::nothing_to_change("extend", "castling", None, span, None, &[]))
                    }
                },
                None if verb == Verb::Remove => unset(&mut self.all.castling, "castling", span, report),
                None => report.push(errors::missing_value("clause", "castling", span)),
            },
            ItemKind::Region { name, tiles, each } => {
                let part = tiles.as_ref().map(|tiles| RegionPart { tiles, each: *each });
                match (verb, part) {
                    (Verb::Extend, Some(part)) => {
                        if let Some(entry) = self.all.regions.find(verb, name, report) {
                            entry.node.push(part);
                        }
                    }
                    (_, part) => {
                        self.all.regions.apply(verb, name, span, part.map(|part| vec![part]), report)
                    }
                }
            }
            ItemKind::Test { name, parameters, test } => {
                let node = test.as_ref().map(|test| Named::new(parameters, test));
                self.all.tests.apply(verb, name, span, node, report);
            }
            ItemKind::Path { name, parameters, path } => {
                let node = path.as_ref().map(|path| Named::new(parameters, path));
                self.all.paths.apply(verb, name, span, node, report);
            }
            ItemKind::Rules { name, .. } => self.all.rules.apply(verb, name, span, Some(()), report),
            ItemKind::Shape { name, outline, details, turned } => {
                let (details, turned) = (details.as_ref(), *turned);
                let node = outline.as_ref().map(|outline| ShapeDecl { outline, details, turned });
                self.all.shapes.apply(verb, name, span, node, report);
            }
            ItemKind::Mark(name) => self.all.marks.apply(verb, name, span, Some(()), report),
            ItemKind::Option { name, on, about } => {
                // What an option means is said once; who switches it need not say it again.
                let told = self.all.options.get(&name.node).and_then(|e| e.node.about);
                let node = on.map(|on| OptionDecl { on, about: about.as_ref().or(told) });
                self.all.options.apply(verb, name, span, node, report);
            }
            ItemKind::Counter { name, start, each, ignored } => {
                let node = start.map(|s| CounterDecl { start: s.node, each: *each, ignored: *ignored });
                self.all.counters.apply(verb, name, span, node, report);
            }
            ItemKind::Piece { name, letters, attributes, lines } => {
                self.piece(item, name, letters, attributes, lines);
            }
            ItemKind::Turn(lines) => self.turn(item, lines),
            ItemKind::End(lines) => ends(&mut self.all.ends, item, lines, report),
            ItemKind::Match(lines) => ends(&mut self.all.adjudications, item, lines, report),
            ItemKind::Notation { name, lines } => self.notation(item, name.as_ref(), lines),
            // A variant plays differently, so its parent's assertions say nothing about it.
            ItemKind::Tests(lines) if self.file == self.all.root => self.all.cases.extend(lines),
            ItemKind::Tests(_) => {}
        }
    }

    fn header(&mut self, title: &'a Text, about: &'a [Text], span: Span) {
        if self.file != self.all.root {
            return;
        }
        match &self.all.header {
            Some(first) => self.report.push(errors::two_headers(span, first.span)),
            None => self.all.header = Some(Header { title, about, span }),
        }
    }

    fn piece(
        &mut self,
        item: &'a Item,
        name: &'a Name,
        letters: &'a [Text],
        attributes: &'a [Name],
        lines: &'a [PieceLine],
    ) {
        let (verb, report) = (item.verb, &mut *self.report);
        let (mut decl, inherited) = if verb == Verb::Extend {
            let Some(old) = self.all.pieces.find(verb, name, report) else { return };
            (old.node.clone(), old.span)
        } else {
            (PieceDecl::default(), name.span)
        };
        if !letters.is_empty() {
            decl.letters = letters.iter().collect();
        }
        for attribute in attributes {
            if !decl.attributes.iter().any(|a| a.node == attribute.node) {
                decl.attributes.push(attribute);
            }
        }
        if let (Verb::Replace | Verb::Remove, Some(old)) = (verb, self.all.pieces.get(&name.node)) {
            for attribute in &old.node.attributes {
                self.all.lost_attributes.entry(attribute.node.clone()).or_insert(name.span);
            }
        }
        // Who says what a piece promotes to takes no such line from the piece that is extended.
        let promotes = |lines: &[PieceLine]| lines.iter().any(|line| matches!(line, PieceLine::Promote(_)));
        let of_states = |line: &PieceLine| matches!(line, PieceLine::State { lines, .. } if promotes(lines));
        if promotes(lines) || lines.iter().any(of_states) {
            decl.promotions.clear();
        }
        for line in lines {
            match line {
                PieceLine::Symbol(symbols, span) => decl.symbols = Some((symbols, *span)),
                PieceLine::Drawn(shapes) => decl.shapes = shapes,
                PieceLine::Faces(ways, span) => decl.facings = Some((ways, *span)),
                PieceLine::State { name, sign, lines } => {
                    lines.iter().for_each(|line| of_a_state(&mut decl, name, line, report));
                    // Another layer may give it another sign.
                    match decl.states.iter_mut().find(|(other, _)| other.node == name.node) {
                        Some((first, _)) if first.span.file == name.span.file => {
                            let twice =
                                errors::declared_twice("state", &name.node, name.span, first.span, false);
                            report.push(twice);
                        }
                        Some(earlier) => *earlier = (name, sign),
                        None => decl.states.push((name, sign)),
                    }
                }
                PieceLine::Carry(kinds, span) => decl.places.push((kinds, *span)),
                PieceLine::Worth(number) => decl.worth = Some(number),
                PieceLine::Rule { .. } | PieceLine::Id { .. } => {
                    decl.rules.push(Stateful { line, state: None });
                }
                PieceLine::Promote(line) => decl.promotions.push(Stateful { line, state: None }),
                // What was called, and what was in Betza notation, has been written out.
                PieceLine::Use(_) | PieceLine::Betza { .. } => {}
                PieceLine::Remove(label) => remove_rules(&mut decl, label, verb, report),
            }
        }
        let value = (verb != Verb::Remove).then_some(decl);
        if verb == Verb::Extend {
            // The piece stays where it was declared; only its lines are of several texts.
            if let (Some(old), Some(node)) = (self.all.pieces.find(verb, name, report), value) {
                *old = Entry { span: inherited, home: old.home, node };
            }
        } else {
            self.all.pieces.apply(verb, name, item.span, value, report);
        }
    }

    fn turn(&mut self, item: &'a Item, lines: &'a [TurnLine]) {
        let (all, report) = (&mut *self.all, &mut *self.report);
        if !goes_on(item) {
            (all.order, all.legal, all.pass, all.prefer) = (None, None, None, None);
            (all.phases, all.keep, all.split, all.rejoin) = (None, None, None, None);
            (all.give, all.receive) = (None, None);
            all.only.clear();
            all.choices.clear();
            all.after.clear();
            all.tiles.clear();
        }
        for line in lines {
            match line {
                TurnLine::Order(names) => {
                    let span = spanned(names, item.span);
                    set(&mut all.order, Verb::Declare, "order", span, names.as_slice(), report);
                }
                TurnLine::Phases(names) => {
                    let span = spanned(names, item.span);
                    set(&mut all.phases, Verb::Declare, "phases", span, names.as_slice(), report);
                }
                TurnLine::Choose { target, guard, actions, label, span } => all.choices.push(ChoiceDecl {
                    target,
                    guard: guard.as_ref(),
                    actions,
                    label: label.as_ref(),
                    span: *span,
                }),
                TurnLine::Keep { unpromoted, span } => {
                    set(&mut all.keep, Verb::Declare, "keep", *span, *unpromoted, report);
                }
                TurnLine::Give(span) => set(&mut all.give, Verb::Declare, "give", *span, *span, report),
                TurnLine::Receive(names) => {
                    let span = spanned(names, item.span);
                    set(&mut all.receive, Verb::Declare, "receive", span, names.as_slice(), report);
                }
                TurnLine::Legal(test) => set(&mut all.legal, Verb::Declare, "legal", test.span, test, report),
                TurnLine::Pass { guard, span } => {
                    let node = (guard.as_ref(), *span);
                    set(&mut all.pass, Verb::Declare, "may pass", *span, node, report);
                }
                TurnLine::Only { triggers, phases, span } => {
                    all.only.push(OnlyDecl { triggers, phases, span: *span });
                }
                TurnLine::Prefer(preference) => match &mut all.prefer {
                    // The lines of one file go together, and take the place of inherited ones.
                    Some(first) if first.home == preference.span.file => first.node.push(preference),
                    prefer => {
                        let (span, home) = (preference.span, preference.span.file);
                        *prefer = Some(Entry { span, home, node: vec![preference] });
                    }
                },
                TurnLine::Rejoin { guard, label, span } => {
                    let node = SplitDecl { guard: guard.as_ref(), label: label.as_ref(), span: *span };
                    set(&mut all.rejoin, Verb::Declare, "rejoin", *span, node, report);
                }
                TurnLine::Split { guard, label, span } => {
                    let node = SplitDecl { guard: guard.as_ref(), label: label.as_ref(), span: *span };
                    set(&mut all.split, Verb::Declare, "split", *span, node, report);
                }
                TurnLine::After { triggers, guard, actions, label, span } => {
                    let decl = AfterDecl {
                        triggers,
                        guard: guard.as_ref(),
                        actions,
                        label: label.as_ref(),
                        span: *span,
                    };
                    let same = |a: &&AfterDecl<'_>| {
                        a.label.is_some_and(|l| Some(&l.node) == label.as_ref().map(|l| &l.node))
                    };
                    if let (Some(label), Some(first)) = (label, all.after.iter().find(same)) {
                        let first = first.label.map_or(first.span, |l| l.span);
                        let twice =
                            errors::declared_twice("`after` line", &label.node, label.span, first, false);
                        report.push(twice);
                    }
                    all.after.push(decl);
                }
                TurnLine::Tiles { verb, each, text, label, span } => {
                    let (each, label) = (each.as_ref(), label.as_ref());
                    all.tiles.push(TilesDecl { verb, each, text, label, span: *span });
                }
                TurnLine::Remove(name) => match name.node.as_str() {
                    "legal" => unset(&mut all.legal, "legal", name.span, report),
                    "pass" => unset(&mut all.pass, "may pass", name.span, report),
                    "prefer" => unset(&mut all.prefer, "prefer", name.span, report),
                    "order" => unset(&mut all.order, "order", name.span, report),
                    "only" => clear(&mut all.only, "only", name.span, report),
                    "choose" => clear(&mut all.choices, "choose", name.span, report),
                    "after" => clear(&mut all.after, "after", name.span, report),
                    "tiles" => clear(&mut all.tiles, "tiles", name.span, report),
                    "phases" => unset(&mut all.phases, "phases", name.span, report),
                    "rejoin" => unset(&mut all.rejoin, "rejoin", name.span, report),
                    "split" => unset(&mut all.split, "split", name.span, report),
                    "receive" => unset(&mut all.receive, "receive", name.span, report),
                    "give" => unset(&mut all.give, "give", name.span, report),
                    "keep" => unset(&mut all.keep, "keep", name.span, report),
                    word => {
                        let other = |label: Option<&Name>| label.is_none_or(|l| l.node != word);
                        let of_stacks = [&mut all.split, &mut all.rejoin];
                        let parted = of_stacks
                            .into_iter()
                            .map(|line| line.take_if(|entry| !other(entry.node.label)).is_some());
                        let parted = parted.filter(|removed| *removed).count() > 0;
                        let count = all.after.len() + all.choices.len() + all.tiles.len();
                        all.after.retain(|a| other(a.label));
                        all.choices.retain(|c| other(c.label));
                        all.tiles.retain(|t| other(t.label));
                        if !parted && all.after.len() + all.choices.len() + all.tiles.len() == count {
                            let after = all.after.iter().filter_map(|a| a.label);
                            let tiles = all.tiles.iter().filter_map(|t| t.label);
                            let labels = after.chain(all.choices.iter().filter_map(|c| c.label)).chain(tiles);
                            let mut known: Vec<&str> = Vec::new();
                            for label in labels.map(|l| l.node.as_str()) {
                                if !known.contains(&label) {
                                    known.push(label);
                                }
                            }
                            let near = nearest(word, known.iter().copied().chain(REMOVED_AS_A_WHOLE));
                            let about = Some((word, name.span));
                            let sort = "line of `turn` labelled";
                            let error =
                                errors::nothing_to_change("remove", sort, about, name.span, near, &known);
                            report.push(match near {
                                Some(_) => error,
                                None => error.with_note(errors::removed_as_a_whole(&REMOVED_AS_A_WHOLE)),
                            });
                        }
                    }
                },
            }
        }
    }

    /// `remove notation NAME`
    fn remove_notation(&mut self, name: &Name) {
        let all = &mut self.all.notations;
        let inherited = |n: &Name| n.span != name.span;
        if !all.iter().any(|(n, _)| n.node == name.node && inherited(n)) {
            let known: Vec<&str> =
                all.iter().filter(|(n, _)| inherited(n)).map(|(n, _)| n.node.as_str()).collect();
            let near = nearest(&name.node, known.iter().copied());
            let about = Some((name.node.as_str(), name.span));
            let error = errors::nothing_to_change("remove", "notation", about, name.span, near, &known);
            self.report.push(error);
        }
        all.retain(|(n, _)| n.node != name.node);
    }

    fn notation(&mut self, item: &'a Item, name: Option<&'a Name>, lines: &'a [NotationLine]) {
        let (root, report) = (self.all.root, &mut *self.report);
        let own = self.file == root;
        let named = name.is_some();
        let n = match name {
            None => &mut self.all.notation,
            Some(name) => {
                let all = &mut self.all.notations;
                let known = all.iter().position(|(other, _)| other.node == name.node);
                let at = known.unwrap_or_else(|| {
                    all.push((name, NotationDecl::default()));
                    all.len() - 1
                });
                &mut all[at].1
            }
        };
        if !goes_on(item) {
            *n = NotationDecl::default();
        }
        if let (Verb::Remove, Some(name)) = (item.verb, name) {
            self.remove_notation(name);
            return;
        }
        let declare = Verb::Declare;
        for line in lines {
            if let (Some(name), Some((word, span))) = (name, of_the_game(line)) {
                let title = format!("`{word}` is the same in every notation of a game");
                let error = errors::bad_notation(span, title, "say it under `notation` without a name");
                report.push(error.with_label(name.span, "this is another notation"));
                continue;
            }
            match line {
                NotationLine::Fen(words, span) => {
                    set(&mut n.fen, declare, "fen", *span, words.as_slice(), report)
                }
                NotationLine::Nameless(names) => {
                    set(
                        &mut n.nameless,
                        declare,
                        "nameless",
                        spanned(names, item.span),
                        names.as_slice(),
                        report,
                    );
                }
                NotationLine::Check(text, test) => {
                    set(&mut n.check, declare, "check", text.span, (text, test), report);
                }
                NotationLine::Final(text, names) => {
                    set(&mut n.last, declare, "final", text.span, (text, names.as_slice()), report);
                }
                NotationLine::UciCastling(word) => {
                    set(&mut n.uci, declare, "uci castling", word.span, word, report)
                }
                NotationLine::Valid { test, label, span } => {
                    n.valid.push(ValidDecl { test, label: label.as_ref(), span: *span });
                }
                NotationLine::Void(text) => set(&mut n.void, declare, "void", text.span, text, report),
                NotationLine::UciPass(piece) => {
                    set(&mut n.uci_pass, declare, "uci pass", piece.span, piece, report);
                }
                // The names are those of one game, like its title.
                NotationLine::Pgn(names) if own => {
                    let span = names.first().map_or(item.span, |t| t.span);
                    set(&mut n.pgn, declare, "pgn", span, names.as_slice(), report);
                }
                NotationLine::Pgn(_) => {}
                // What a text says of moves replaces all that was said before it.
                NotationLine::Move { form, by } => {
                    if n.moves.iter().any(|(earlier, _)| earlier.span.file != form.span.file) {
                        n.moves.clear();
                    }
                    n.moves.push((form, by));
                }
                NotationLine::Turn(form) => set(&mut n.turn, declare, "turn", form.span, form, report),
                NotationLine::Remove(name) => match name.node.as_str() {
                    "turn" => unset(&mut n.turn, "turn", name.span, report),
                    "nameless" => unset(&mut n.nameless, "nameless", name.span, report),
                    "check" if named => n.unmarked.check = Some(name.span),
                    "check" => unset(&mut n.check, "check", name.span, report),
                    "final" if named && n.last.is_none() => n.unmarked.last = Some(name.span),
                    "final" => unset(&mut n.last, "final", name.span, report),
                    "uci" if n.uci.is_none() => unset(&mut n.uci_pass, "uci", name.span, report),
                    "uci" => (n.uci, n.uci_pass) = (None, None),
                    "void" => unset(&mut n.void, "void", name.span, report),
                    "pgn" => unset(&mut n.pgn, "pgn", name.span, report),
                    "valid" => clear(&mut n.valid, "valid", name.span, report),
                    "fen" => unset(&mut n.fen, "fen", name.span, report),
                    "move" if n.moves.is_empty() => {
                        report.push(errors::nothing_to_change("remove", "move", None, name.span, None, &[]));
                    }
                    "move" => n.moves.clear(),
                    word if n.valid.iter().any(|v| v.label.is_some_and(|l| l.node == word)) => {
                        n.valid.retain(|v| v.label.is_none_or(|l| l.node != word));
                    }
                    word => {
                        let mut words = vec![
                            "nameless", "check", "final", "uci", "fen", "move", "turn", "void", "pgn",
                            "valid",
                        ];
                        words.extend(n.valid.iter().filter_map(|v| v.label).map(|l| l.node.as_str()));
                        report.push(errors::expected_word(
                            word,
                            name.span,
                            &words,
                            nearest(word, words.iter().copied()),
                        ));
                    }
                },
            }
        }
    }
}

/// The first words of a line that is about the game, not about a way of writing it.
fn of_the_game(line: &NotationLine) -> Option<(&'static str, Span)> {
    match line {
        NotationLine::Check(text, _) => Some(("check", text.span)),
        NotationLine::UciCastling(word) => Some(("uci castling", word.span)),
        NotationLine::UciPass(piece) => Some(("uci pass", piece.span)),
        NotationLine::Pgn(names) => names.first().map(|name| ("pgn", name.span)),
        NotationLine::Valid { span, .. } => Some(("valid", *span)),
        NotationLine::Fen(..)
        | NotationLine::Nameless(_)
        | NotationLine::Final(..)
        | NotationLine::Void(_)
        | NotationLine::Move { .. }
        | NotationLine::Turn(_)
        | NotationLine::Remove(_) => None,
    }
}

/// Sets a thing of which there is only one; a later layer may set it again, the same text may not.
fn set<T>(slot: &mut Unique<T>, verb: Verb, what: &str, span: Span, node: T, report: &mut Report) {
    match (verb, slot.as_ref()) {
        (Verb::Remove, _) => return unset(slot, what, span, report),
        // Extensions of what is there have been joined to it.
        (Verb::Extend, _) | (Verb::Replace, None) => {
            report.push(errors::nothing_to_change(verb_word(verb), what, None, span, None, &[]));
        }
        (Verb::Declare, Some(first)) if first.span.file == span.file => {
            report.push(errors::only_one(what, span, first.span));
        }
        _ => {}
    }
    *slot = Some(Entry { span, home: span.file, node });
}

/// Removes all lines of a sort.
fn clear<T>(lines: &mut Vec<T>, what: &str, span: Span, report: &mut Report) {
    if lines.is_empty() {
        report.push(errors::nothing_to_change("remove", what, None, span, None, &[]));
    }
    lines.clear();
}

/// Removes a thing of which there is only one.
fn unset<T>(slot: &mut Unique<T>, what: &str, span: Span, report: &mut Report) {
    if slot.take().is_none() {
        report.push(errors::nothing_to_change("remove", what, None, span, None, &[]));
    }
}

/// Whether what is inherited of a block stays: `replace end` and `remove end` begin anew.
fn goes_on(item: &Item) -> bool {
    !matches!(item.verb, Verb::Replace | Verb::Remove)
}

fn ends<'a>(table: &mut Table<&'a EndLine>, item: &Item, lines: &'a [EndLine], report: &mut Report) {
    if !goes_on(item) {
        table.clear();
    }
    for line in lines {
        let value = line.rule.is_some().then_some(line);
        table.apply(line.verb, &line.name, line.span, value, report);
    }
}

/// A line under a state of a piece.
fn of_a_state<'a>(decl: &mut PieceDecl<'a>, state: &'a Name, line: &'a PieceLine, report: &mut Report) {
    let (word, span) = match line {
        PieceLine::Rule { .. } | PieceLine::Id { .. } => {
            return decl.rules.push(Stateful { line, state: Some(state) });
        }
        PieceLine::Promote(line) => return decl.promotions.push(Stateful { line, state: Some(state) }),
        PieceLine::Drawn(shapes) => return decl.shapes_in_states.push((state, shapes)),
        PieceLine::Use(_) | PieceLine::Betza { .. } => return,
        PieceLine::Symbol(_, span) => ("symbol", *span),
        PieceLine::Faces(_, span) => ("faces", *span),
        PieceLine::Worth(number) => ("worth", number.span),
        PieceLine::State { name, .. } => ("state", name.span),
        PieceLine::Carry(_, span) => ("carry", *span),
        PieceLine::Remove(name) => ("remove", name.span),
    };
    report.push(patterns::not_of_a_state(word, &state.node, span));
}

/// The place of a list of names.
fn spanned(names: &[Name], otherwise: Span) -> Span {
    match names {
        [first, .., last] => first.span.to(last.span),
        [one] => one.span,
        [] => otherwise,
    }
}
