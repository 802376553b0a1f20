//! Piece kinds: letters, attributes, rules and promotions.

use crate::ast::{self, PieceLine};
use crate::diagnostic::errors::{actions, meaning as errors};
use crate::ir::{
    Facing, Kind, KindId, Kinds, LabelId, MoveRule, Promotion, RegionId, Shape, SymId, Test, Tile,
};
use crate::source::Span;

use super::layers::PieceDecl;
use super::path::any;
use super::reach::TileSet;
use super::resolver::{NEUTRAL, Resolver};
use super::sorts::Sort;
use super::table::Entry;
use super::test::Site;
use super::truth::Truth;

/// The most kinds that an id can number.
const MOST: usize = 255;

/// A kind with the places that later checks speak of.
pub(crate) struct Lowered {
    pub(crate) kind: Kind,
    /// Of its name.
    pub(crate) span: Span,
    /// Of its rules.
    pub(crate) rules: Vec<Span>,
    /// Of the tiles on which it promotes.
    pub(crate) promotion: Option<Span>,
}

impl<'a> Resolver<'a> {
    /// Learns attributes and labels, before anything can name them.
    pub(crate) fn learn_pieces(&mut self) {
        let game = self.game;
        self.learn_families(MOST);
        for (index, (_, entry)) in game.pieces.iter().enumerate() {
            let family: Vec<KindId> = self.families[index].kinds().collect();
            for attribute in &entry.node.attributes {
                let (_, kinds) = self
                    .attributes
                    .entry(attribute.node.clone())
                    .or_insert_with(|| (attribute.span, Kinds::default()));
                if !kinds.contains(family[0]) {
                    kinds.0.extend(&family);
                }
            }
            for line in &entry.node.rules {
                if let PieceLine::Rule { mode, label: Some(label), .. } = line
                    && mode.node == ast::Mode::Cover
                {
                    self.zones.insert(label.node.clone());
                }
                if let PieceLine::Rule { label: Some(label), .. } | PieceLine::Id { label: Some(label), .. } =
                    line
                {
                    self.labels.entry(label.node.clone()).or_insert(label.span);
                }
            }
        }
        let lines = game.tiles.iter().filter_map(|line| line.label);
        for label in game.choices.iter().filter_map(|choice| choice.label).chain(lines) {
            self.labels.entry(label.node.clone()).or_insert(label.span);
        }
    }

    /// Lowers all kinds.
    pub(crate) fn pieces(&mut self) -> Vec<Lowered> {
        let game = self.game;
        if self.families.last().and_then(|f| f.kinds().last()) >= Some(KindId::new(MOST)) {
            return Vec::new();
        }
        let mut letters: Vec<(String, String, Span)> = Vec::new();
        let all = game.pieces.iter().enumerate();
        all.flat_map(|(index, (name, entry))| self.piece(index, name, entry, &mut letters)).collect()
    }

    /// One kind, or one for every way in which it can stand.
    fn piece(
        &mut self,
        index: usize,
        name: &'a str,
        entry: &'a Entry<PieceDecl<'a>>,
        taken: &mut Vec<(String, String, Span)>,
    ) -> Vec<Lowered> {
        let decl = &entry.node;
        let ways = self.families[index].ways.clone();
        let signs: Vec<&str> =
            if ways.is_empty() { vec![""] } else { ways.iter().map(|w| w.sign.as_str()).collect() };
        let letters = self.letters(name, entry, &signs, taken);
        let symbols = self.symbols(decl, &letters);
        let shape = decl.shape.and_then(|name| self.shape(name));
        let mut rules = Vec::new();
        let mut spans = Vec::new();
        let threatens = decl
            .rules
            .iter()
            .any(|line| matches!(line, PieceLine::Rule { mode, .. } if mode.node == ast::Mode::Threat));
        for line in &decl.rules {
            match line {
                PieceLine::Id { id, label, span } => {
                    for rule in self.id_rules(id, label.as_ref(), *span) {
                        rules.push(rule);
                        spans.push(*span);
                    }
                }
                _ => {
                    if let Some((rule, span)) = self.rule(line, threatens) {
                        rules.push(rule);
                        spans.push(span);
                    }
                }
            }
        }
        self.tie(name, &mut rules);
        let promotion = decl.promotion.and_then(|line| self.promotion(name, line));
        let promotion_span = decl.promotion.and_then(|line| match line {
            PieceLine::Promote { on, .. } => Some(on.span),
            _ => None,
        });
        let neutral = is_neutral(decl);
        if let Some(span) = spans.first().copied().or(promotion_span).filter(|_| neutral) {
            self.report.push(actions::neutral_moves(name, span));
        }
        let attributes: Vec<String> = decl.attributes.iter().map(|a| a.node.clone()).collect();
        let facings = if ways.is_empty() { vec![None] } else { ways.into_iter().map(Some).collect() };
        let of_way = |(way, facing): (usize, Option<Facing>)| {
            let kind = Kind {
                name: self.kind_name(name, facing.as_ref()),
                letter: decl.letters.first().map_or(String::new(), |l| l.node.clone()),
                letters: letters[way].clone(),
                symbols: symbols[way].clone(),
                neutral,
                shape: shape.clone(),
                facing,
                attributes: attributes.clone(),
                worth: decl.worth.map_or(0, |n| i64::from(n.node)),
                rules: rules.clone(),
                promotion: promotion.clone(),
                tracks_first: false,
            };
            Lowered { kind, span: entry.span, rules: spans.clone(), promotion: promotion_span }
        };
        facings.into_iter().enumerate().map(of_way).collect()
    }

    /// For every way to stand, one letter for every player, none of them taken by another piece.
    fn letters(
        &mut self,
        name: &str,
        entry: &Entry<PieceDecl<'_>>,
        signs: &[&str],
        taken: &mut Vec<(String, String, Span)>,
    ) -> Vec<Vec<String>> {
        let neutral = is_neutral(&entry.node);
        let (given, players) = (&entry.node.letters, if neutral { 1 } else { self.players.len() });
        let misfits: Vec<_> = given.iter().filter_map(|t| Some((t, unfit(&t.node)?))).collect();
        if !misfits.is_empty() {
            for (text, why) in misfits {
                self.report.push(errors::bad_letter(&text.node, why, text.span));
            }
            return vec![vec![String::new(); players]; signs.len()];
        }
        let letters: Vec<(String, Span)> = match given.as_slice() {
            [one] if players == 2 && one.node.to_lowercase() != one.node => {
                vec![(one.node.clone(), one.span), (one.node.to_lowercase(), one.span)]
            }
            // With more players a letter has the player's in front.
            [one] if players > 2 => {
                self.players.iter().map(|p| (format!("{}{}", p.letter, one.node), one.span)).collect()
            }
            all if all.len() == players => all.iter().map(|t| (t.node.clone(), t.span)).collect(),
            all => {
                let span = all.first().zip(all.last()).map_or(entry.span, |(a, b)| a.span.to(b.span));
                self.report.push(errors::letter_count("letter", all.len(), players, span));
                return vec![vec![String::new(); players]; signs.len()];
            }
        };
        let signed = |sign: &&str| letters.iter().map(|(l, at)| (format!("{l}{sign}"), *at)).collect();
        let all: Vec<Vec<(String, Span)>> = signs.iter().map(signed).collect();
        for letters in &all {
            self.claim(name, letters, taken);
        }
        all.into_iter().map(|letters| letters.into_iter().map(|(letter, _)| letter).collect()).collect()
    }

    /// Says whose a letter is that is another piece's already.
    fn claim(&mut self, name: &str, letters: &[(String, Span)], taken: &mut Vec<(String, String, Span)>) {
        let mut clashed = None;
        for (player, (letter, span)) in letters.iter().enumerate() {
            let span = *span;
            let owner = match letters.len() == self.players.len() {
                true => format!("{}'s {name}", self.players[player].name),
                false => name.to_owned(),
            };
            match taken.iter().find(|(l, _, _)| l == letter) {
                // A letter given once for two players clashes once.
                Some((_, _, first)) if clashed == Some((span, *first)) => {}
                Some((_, other, first)) => {
                    clashed = Some((span, *first));
                    self.report.push(errors::letter_clash(letter, &owner, span, other, *first));
                }
                None => taken.push((letter.clone(), owner, span)),
            }
        }
    }

    /// For every way to stand, one symbol for every player; they are written player by player.
    fn symbols(&mut self, decl: &PieceDecl<'_>, letters: &[Vec<String>]) -> Vec<Vec<String>> {
        let Some((all, span)) = decl.symbols else { return letters.to_vec() };
        let (ways, players) = (letters.len(), letters.first().map_or(0, Vec::len));
        if all.len() != ways * players {
            self.report.push(errors::letter_count("symbol", all.len(), ways * players, span));
            return letters.to_vec();
        }
        let of_way = |way: usize| (0..players).map(|p| all[p * ways + way].node.clone()).collect();
        (0..ways).map(of_way).collect()
    }

    /// The shape of a name.
    fn shape(&mut self, name: &'a ast::Name) -> Option<Shape> {
        let (_, index) = self.find(&[Sort::Shape], name)?;
        let game = self.game;
        let (_, entry) = game.shapes.iter().nth(index)?;
        Some(super::shapes::shape(&entry.node))
    }

    fn rule(&mut self, line: &'a PieceLine, threatens: bool) -> Option<(MoveRule, Span)> {
        let PieceLine::Rule { mode, path, onto, guard, label } = line else { return None };
        let ends = [
            Some(path.span),
            onto.as_ref().map(|o| o.span),
            guard.as_ref().map(|g| g.span),
            label.as_ref().map(|l| l.span),
        ];
        let span = ends.into_iter().flatten().fold(mode.span, Span::to);
        let site = match mode.node {
            ast::Mode::Threat => Site { what: "`threat`", effects: false, ..Site::rule(true) },
            ast::Mode::Cover => Site { what: "`cover`", zones: true, effects: false, ..Site::rule(true) },
            // What has threats attacks by them alone.
            _ if threatens => Site::rule(false),
            ast::Mode::Capture | ast::Mode::Move => Site::rule(true),
            _ => Site::rule(self.takes(path)),
        };
        if mode.node == ast::Mode::Cover && label.is_none() {
            self.report.push(actions::nameless_zone(mode.span));
            return None;
        }
        let off = self.options_off;
        let ways = self.path(path, site);
        let mark = onto.as_ref().map(|name| self.mark(name));
        if let (Some(name), true) = (onto, mode.node != ast::Mode::Capture) {
            self.report.push(errors::onto_without_capture(mode.node.word(), name.span));
        }
        let start = guard.as_ref().map(|g| (self.satisfiable(g, site), g.span));
        let label = label.as_ref().and_then(|l| self.labels.get_index_of(&l.node)).map(LabelId::new);
        let guard = match start {
            Some((test, _)) => test?,
            None => Test::True,
        };
        let path_ir = any(ways?);
        let onto = match mark {
            Some(mark) => Some(mark?),
            None => None,
        };
        if self.options_off == off {
            self.must_lead_somewhere(&path_ir, &guard, path.span);
        }
        let words: Vec<&str> = self.sources.snippet(span).split_whitespace().collect();
        let rule = MoveRule { mode: mode.node, path: path_ir, onto, guard, label, text: words.join(" ") };
        Some((rule, span))
    }

    /// A rule that leads nowhere from anywhere is an error; for whom and where exactly it works is the board's business.
    pub(crate) fn must_lead_somewhere(&mut self, path: &crate::ir::Path, guard: &Test, span: Span) {
        let reached = self.arrivals(path, guard, 0);
        // A direction without a step has been spoken of.
        if reached.is_empty() && !self.report.has("E0432") {
            let from =
                if *guard == Test::True { "from any tile" } else { "from the tiles where it may start" };
            self.report.push(errors::never_walked(span, from, &self.grid.describe()));
        }
    }

    /// The tiles that a rule may lead a player's piece to, whatever stands on the board.
    pub(crate) fn arrivals(&self, path: &crate::ir::Path, guard: &Test, player: usize) -> TileSet {
        let asker = crate::ir::PlayerId::new(player);
        let case = self.case();
        let passes = |test: &Test, tile| {
            super::truth::Case { asker, tile: Some(tile), ..case }.truth(test) != Truth::Never
        };
        let tiles = self.board.tiles.len();
        let frame = self.players.get(player).map(|p| &p.frame);
        let turned = |tile| frame.map_or(SymId(0), |f| f.on(tile));
        let mut reached = TileSet::none(tiles);
        for sym in (0..self.board.symmetries.len()).map(SymId::new) {
            let mut from = TileSet::none(tiles);
            let starts = (0..tiles).map(Tile::new).filter(|t| turned(*t) == sym && passes(guard, *t));
            starts.for_each(|t| from.insert(t));
            if !from.is_empty() {
                let path = super::turned::turned(path, &self.board, sym);
                reached.join(&self.reach().image(&path, &from, &passes));
            }
        }
        reached
    }

    fn promotion(&mut self, name: &str, line: &'a PieceLine) -> Option<Promotion> {
        let PieceLine::Promote { optional, kinds, on, .. } = line else { return None };
        // A piece that can stand in several ways may be put down in each of them.
        let found: Vec<Option<Vec<KindId>>> = kinds.iter().map(|k| self.kinds(k)).collect();
        let on: Option<RegionId> = self.region_of(on);
        let to: Vec<Vec<KindId>> = found.into_iter().collect::<Option<_>>()?;
        for (index, (family, written)) in to.iter().zip(kinds).enumerate() {
            if to[..index].contains(family) {
                self.report.push(errors::idle_promotion(written.span, "named twice"));
            }
            if written.node == name && to.len() == 1 && family.len() == 1 {
                self.report.push(errors::idle_promotion(written.span, "turns into itself"));
            }
        }
        let to = to.concat();
        Some(Promotion { optional: *optional, to, on: on? })
    }
}

/// Whether such a piece belongs to nobody.
fn is_neutral(decl: &PieceDecl<'_>) -> bool {
    decl.attributes.iter().any(|a| a.node == NEUTRAL)
}

/// Why a letter can't stand in a position text.
fn unfit(letter: &str) -> Option<&'static str> {
    if letter.is_empty() {
        return Some("empty");
    }
    let bad = letter.chars().find(|c| c.is_ascii_digit() || "/()-".contains(*c) || c.is_whitespace());
    bad.map(|_| "digits, spaces and / ( ) - have other meanings in position texts")
}
