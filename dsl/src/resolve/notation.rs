//! The `notation` blocks.

use crate::ast::{EndLine, FenWord, Name, PlacementOption, ResultWord, Text};
use crate::diagnostic::errors::{actions, meaning as errors};
use crate::diagnostic::suggest::nearest;
use crate::ir::{
    AtStart, CounterId, EndId, FenField, MoveForm, Notation, Placement, StepsPart, Test, Tile, Valid,
    VoidText,
};
use crate::source::Span;
use crate::token::FIELDS;

use super::declarations::NotationDecl;
use super::resolver::Resolver;
use super::site::Site;
use super::sorts::Sort;
use super::table::Entry;

/// The notations that every game has.
const NOTATIONS: [&str; 2] = ["uci", "san"];

impl<'a> Resolver<'a> {
    /// The usual notation, and the others by their names.
    pub(crate) fn notations(&mut self) -> Option<(Notation, Vec<(String, Notation)>)> {
        let game = self.game;
        let usual = self.usual_notation();
        let mut others = Vec::new();
        for (name, decl) in &game.notations {
            if NOTATIONS.contains(&name.node.as_str()) {
                let title = format!("a notation can't be called `{}`", name.node);
                self.report.push(errors::bad_notation(name.span, title, "every game has one of that name"));
            }
            // What it doesn't say is as usual.
            let mut start = usual.clone().unwrap_or_default();
            self.leave_out_marks(decl, &mut start);
            others.push(self.writing(decl, start).map(|notation| (name.node.clone(), notation)));
        }
        Some((usual?, others.into_iter().collect::<Option<_>>()?))
    }

    /// A notation with a name may do without the marks of check and of the end; what is check is not changed by that.
    fn leave_out_marks(&mut self, decl: &NotationDecl<'a>, notation: &mut Notation) {
        let (check, last) = (notation.check.take(), notation.last.take());
        for (word, span, is_there) in
            [("check", decl.unmarked.check, check.is_some()), ("final", decl.unmarked.last, last.is_some())]
        {
            if let Some(span) = span.filter(|_| !is_there) {
                self.report.push(errors::nothing_to_change("remove", word, None, span, None, &[]));
            }
        }
        notation.check = check.filter(|_| decl.unmarked.check.is_none());
        notation.last = last.filter(|_| decl.unmarked.last.is_none());
    }

    /// The block without a name.
    fn usual_notation(&mut self) -> Option<Notation> {
        let n = &self.game.notation;
        let check: Option<Option<(String, Test)>> = match &n.check {
            Some(entry) => {
                let (text, test) = entry.node;
                self.test(test, Site::position("`check`")).map(|test| Some((text.node.clone(), test)))
            }
            None => Some(None),
        };
        let castling_to_partner = match n.uci.as_ref().map(|e| e.node) {
            None => false,
            Some(word) => self.castling_target(word)?,
        };
        let pass_by = match &n.uci_pass {
            Some(entry) => self.kind(entry.node).map(Some),
            None => Some(None),
        };
        let variant = n.pgn.iter().flat_map(|e| e.node).map(|t| t.node.clone()).collect();
        let mut valid = Vec::new();
        for decl in &n.valid {
            let test = self.test(decl.test, Site::position("`valid`"));
            valid.push(test.map(|test| Valid { test, text: self.words(decl.span) }));
        }
        let start = Notation { fen: vec![FenField::Placement, FenField::Turn], ..Notation::default() };
        let writing = self.writing(n, start);
        Some(Notation {
            valid: valid.into_iter().collect::<Option<_>>()?,
            check: check?,
            castling_to_partner,
            pass_by: pass_by?,
            variant,
            ..writing?
        })
    }

    /// The lines that say how positions and moves are written; what they don't say stays as it is.
    fn writing(&mut self, n: &NotationDecl<'a>, mut notation: Notation) -> Option<Notation> {
        let mut failed = false;
        if let Some(entry) = &n.fen {
            match (
                self.fen(entry.node, entry.span),
                self.placement(entry.node),
                self.turn_letters(entry.node),
            ) {
                (Some(fen), Some(placement), Some(letters)) => {
                    (notation.fen, notation.placement, notation.turn_letters) = (fen, placement, letters);
                }
                _ => failed = true,
            }
        }
        if !failed {
            self.fen_tells_all(&notation.fen, n.fen.as_ref().map(|fen| fen.span));
        }
        if let Some(entry) = &n.void {
            failed |= self.void(entry.node).map(|void| notation.void = void).is_none();
        }
        if let Some(entry) = &n.nameless {
            let kinds: Vec<_> = entry.node.iter().map(|name| self.kinds(name)).collect();
            let kinds = kinds.into_iter().collect::<Option<Vec<_>>>();
            failed |= kinds.map(|kinds| notation.nameless = kinds.concat()).is_none();
        }
        if !n.moves.is_empty() {
            let moves: Vec<Option<MoveForm>> = n.moves.iter().map(|(form, on)| self.form(form, on)).collect();
            let moves = moves.into_iter().collect::<Option<_>>();
            failed |= moves.map(|moves| notation.moves = moves).is_none();
        }
        if let Some(entry) = &n.turn {
            failed |= self.steps(entry.node).map(|turn| notation.turn = Some(turn)).is_none();
        }
        if let Some(entry) = &n.last {
            let last = self.last(entry.node.0, entry.node.1);
            failed |= last.map(|last| notation.last = Some(last)).is_none();
        }
        (!failed).then_some(notation)
    }

    /// What rules ask for must be in the FENs.
    fn fen_tells_all(&mut self, fields: &[FenField], fen: Option<Span>) {
        let game = self.game;
        let asked = self.begun.or(game.rejoin.as_ref().map(|rejoin| rejoin.span));
        if let Some(asked) = asked
            && !fields.iter().any(|field| matches!(field, FenField::Steps { .. }))
        {
            self.report.push(actions::steps_untold(asked, fen));
        }
        let out =
            |e: &&Entry<&EndLine>| e.node.rule.as_ref().is_some_and(|r| r.result.node == ResultWord::Out);
        if let Some(entry) = game.ends.iter().map(|(_, e)| e).find(out)
            && !fields.contains(&FenField::Out)
        {
            self.report.push(errors::out_is_not_told(entry.span));
        }
    }

    /// One sign for each place, or a text with an `n` in it that stands for a number of places.
    fn void(&mut self, text: &Text) -> Option<VoidText> {
        let taken = |c: char| c.is_whitespace() || c.is_ascii_digit() || c == '/';
        let letters = self.game.pieces.iter().flat_map(|(_, piece)| &piece.node.letters);
        let begins = |start: &str| letters.clone().any(|l| l.node.eq_ignore_ascii_case(start));
        let found = match text.node.split_once('n') {
            Some((before, after)) if !before.is_empty() && !after.is_empty() => {
                VoidText::Run { before: before.to_string(), after: after.to_string() }
            }
            Some(_) => VoidText::Each(String::new()),
            None => VoidText::Each(text.node.clone()),
        };
        let start = match &found {
            VoidText::Each(sign) => sign,
            VoidText::Run { before, .. } => before,
        };
        if start.is_empty() || text.node.contains(taken) || begins(start) {
            let title = "places without a tile can't be written so".to_string();
            let label =
                "a sign that is no piece's letter, such as \"*\", or a number in signs, such as \"(n)\"";
            self.report.push(errors::bad_notation(text.span, title, label));
            return None;
        }
        Some(found)
    }

    fn castling_target(&mut self, word: &Name) -> Option<bool> {
        match word.node.as_str() {
            "partner" => Some(true),
            "target" => Some(false),
            other => {
                let words = ["partner", "target"];
                self.report.push(errors::expected_word(other, word.span, &words, nearest(other, words)));
                None
            }
        }
    }

    fn last(&mut self, text: &Text, names: &[Name]) -> Option<(String, Vec<EndId>)> {
        let end = |name: &Name| {
            let (_, index) = self.find(&[Sort::End], name)?;
            self.must_be_final(name)?;
            Some(EndId::new(index))
        };
        let found: Vec<Option<EndId>> = names.iter().map(end).collect();
        Some((text.node.clone(), found.into_iter().collect::<Option<_>>()?))
    }

    fn fen(&mut self, words: &'a [FenWord], span: Span) -> Option<Vec<FenField>> {
        let mut fields: Vec<(FenField, Span)> = Vec::new();
        let mut failed = false;
        for word in words {
            let (name, field) = match word {
                FenWord::Word(name) => (name, self.field(name)),
                FenWord::CastlingWith(name) => (name, self.castling_with(name)),
                FenWord::Placement(name, _) if name.node == "placement" => (name, Some(FenField::Placement)),
                FenWord::Placement(name, options) if name.node == "steps" => match options.as_slice() {
                    [PlacementOption::Word(word, Some(form))] if word.node == "now" => {
                        (name, self.steps(form).map(|parts| FenField::Steps { parts, now: true }))
                    }
                    _ => {
                        let label = "write it as `steps now \"FORM\"`";
                        let title = "the steps of a turn can't be written so".to_string();
                        self.report.push(errors::bad_notation(name.span, title, label));
                        (name, None)
                    }
                },
                FenWord::Placement(name, _) => {
                    let title = format!("`{}` is written in one way only", name.node);
                    self.report.push(errors::bad_notation(name.span, title, "options are for `placement`"));
                    (name, None)
                }
                FenWord::Form(name, forms) => match (name.node.as_str(), forms.as_slice()) {
                    ("steps", [form]) => {
                        (name, self.steps(form).map(|parts| FenField::Steps { parts, now: false }))
                    }
                    ("turn", _) => (name, Some(FenField::Turn)),
                    _ => {
                        let title = format!("`{}` is written in one way only", name.node);
                        let span = forms.first().map_or(name.span, |form| form.span);
                        self.report.push(errors::bad_notation(
                            span,
                            title,
                            "forms are for `steps` and `turn`",
                        ));
                        (name, None)
                    }
                },
                FenWord::Number(name, number) => {
                    if name.node != "number" {
                        let words = ["number"];
                        let near = nearest(&name.node, words);
                        self.report.push(errors::expected_word(&name.node, name.span, &words, near));
                        failed = true;
                    }
                    fields.push((FenField::Number(i64::from(number.node)), name.span));
                    continue;
                }
                FenWord::Mark(name, maker) => {
                    (name, self.mark(name).map(|mark| FenField::Mark { mark, maker: *maker }))
                }
                FenWord::Count { name, join, or } => {
                    let at_start = match or {
                        Some(text) => self.one_word(text).map(AtStart::Text),
                        None => Some(AtStart::Number),
                    };
                    (name, at_start.and_then(|at_start| self.count(name, join.as_ref(), at_start)))
                }
                FenWord::MayCount(name) => (name, self.count(name, None, AtStart::Nothing)),
                FenWord::Text(text) => {
                    match self.one_word(text) {
                        Some(word) => fields.push((FenField::Text(word), text.span)),
                        None => failed = true,
                    }
                    continue;
                }
            };
            let Some(field) = field else {
                failed = true;
                continue;
            };
            let is_castling = |f: &FenField| matches!(f, FenField::Castling { .. });
            let twice = |f: &FenField| *f == field || is_castling(f) && is_castling(&field);
            if let Some((_, first)) = fields.iter().find(|(f, _)| twice(f)) {
                self.report.push(errors::only_one(&name.node, name.span, *first));
            }
            fields.push((field, name.span));
        }
        let optional = |f: &FenField| {
            matches!(f, FenField::Steps { .. } | FenField::Count { at_start: AtStart::Nothing, .. })
        };
        let before_last = &fields[..fields.len().saturating_sub(1)];
        if let Some((_, early)) = before_last.iter().find(|(f, _)| optional(f)) {
            let title = "a field that may be missing comes last".to_string();
            self.report.push(errors::bad_notation(*early, title, "others come after it"));
            failed = true;
        }
        if !failed && !fields.iter().any(|(f, _)| *f == FenField::Placement) {
            let title = "a FEN without the pieces".to_string();
            self.report.push(errors::bad_notation(span, title, "`placement` is missing"));
        }
        let corner = fields.iter().find(|(f, _)| *f == FenField::Corner).map(|(_, span)| *span);
        let title = match (corner, self.board.plane) {
            (Some(_), None) => {
                Some(("this board has only one corner to begin at", "only planes have such a field"))
            }
            (None, Some(_)) => Some(("the place on the plane would be unknown", "`corner` is missing")),
            _ => None,
        };
        if let Some((title, label)) = title.filter(|_| !failed) {
            self.report.push(errors::bad_notation(corner.unwrap_or(span), title.to_string(), label));
        }
        (!failed).then(|| fields.into_iter().map(|(field, _)| field).collect())
    }

    /// The letters of the players in the field of the turn, where they are given.
    fn turn_letters(&mut self, fields: &'a [FenWord]) -> Option<Vec<String>> {
        let forms = fields.iter().find_map(|field| match field {
            FenWord::Form(name, forms) if name.node == "turn" => Some((name, forms)),
            _ => None,
        });
        let Some((name, forms)) = forms else { return Some(Vec::new()) };
        let letters: Vec<String> = forms.iter().map(|form| form.node.clone()).collect();
        let is_word = |text: &String| !text.is_empty() && text.chars().all(char::is_alphabetic);
        let different = (1..letters.len()).all(|n| !letters[..n].contains(&letters[n]));
        if letters.len() != self.players.len() || !letters.iter().all(is_word) || !different {
            let title = "whose turn it is can't be written so".to_string();
            let label = "one text of letters for each player, each a different one";
            self.report.push(errors::bad_notation(name.span, title, label));
            return None;
        }
        Some(letters)
    }

    /// How the pieces are written.
    fn placement(&mut self, fields: &'a [FenWord]) -> Option<Placement> {
        let mut placement = Placement::default();
        let mut failed = false;
        let of_field = fields.iter().filter_map(|field| match field {
            FenWord::Placement(name, options) if name.node == "placement" => Some(options),
            _ => None,
        });
        for option in of_field.flatten() {
            match option {
                PlacementOption::From(word) if word.node == "below" => placement.from_below = true,
                PlacementOption::From(word) => {
                    let near = nearest(&word.node, ["below"]);
                    self.report.push(errors::expected_word(&word.node, word.span, &["below"], near));
                    failed = true;
                }
                PlacementOption::Word(word, None) if word.node == "ended" => placement.ended = true,
                PlacementOption::Word(word, None) if word.node == "bare" => placement.bare = true,
                PlacementOption::Word(word, Some(text)) if word.node == "empty" => {
                    failed |= self.check_empty_sign(text).is_none();
                    placement.empty = Some(text.node.clone());
                }
                PlacementOption::Word(word, _) => {
                    let words = ["from below", "ended", "bare", "empty \".\""];
                    let near = nearest(&word.node, ["ended", "bare", "empty"]);
                    self.report.push(errors::expected_word(&word.node, word.span, &words, near));
                    failed = true;
                }
            }
        }
        (!failed).then_some(placement)
    }

    /// The sign of an empty tile is one character that begins no piece's letter.
    fn check_empty_sign(&mut self, text: &Text) -> Option<()> {
        let mut chars = text.node.chars();
        let only = chars.next().filter(|_| chars.next().is_none());
        let taken = "/*()-".chars().any(|c| Some(c) == only)
            || only.is_some_and(|c| c.is_ascii_digit() || c.is_whitespace())
            || self.game.pieces.iter().any(|(_, e)| {
                let same = |l: &&Text| {
                    l.node.starts_with(&text.node) || l.node.to_lowercase().starts_with(&text.node)
                };
                e.node.letters.iter().any(same)
            });
        if only.is_none() || taken {
            let title = "an empty tile can't be written so".to_string();
            let label = "one character that is no digit, no letter of a piece, and none of / * ( ) -";
            self.report.push(errors::bad_notation(text.span, title, label));
            return None;
        }
        Some(())
    }

    /// Who has not moved is told by the letters of files, and by tiles where these do not tell enough.
    fn castling_with(&mut self, name: &Name) -> Option<FenField> {
        if name.node != "first" {
            let words = ["first"];
            let near = nearest(&name.node, words);
            self.report.push(errors::expected_word(&name.node, name.span, &words, near));
            return None;
        }
        let is_plain = |tile: &str| {
            let (letters, number): (Vec<char>, Vec<char>) = tile.chars().partition(|c| !c.is_ascii_digit());
            letters.len() == 1 && !number.is_empty() && tile.starts_with(letters[0])
        };
        let names = (0..self.board.tiles.len()).map(|t| self.board.name(Tile::new(t)));
        let other = names.map(String::from).find(|tile| !is_plain(tile));
        if let Some(tile) = other.or(self.board.plane.map(|_| "aa0".to_string())) {
            let title = "letters of files cannot identify unmoved pieces here".to_string();
            self.report.push(errors::bad_notation(name.span, title, &format!("a tile is called `{tile}`")));
            return None;
        }
        Some(FenField::Castling { first: true })
    }

    fn field(&mut self, name: &Name) -> Option<FenField> {
        match name.node.as_str() {
            "placement" => Some(FenField::Placement),
            "turn" => Some(FenField::Turn),
            "out" => Some(FenField::Out),
            "castling" => Some(FenField::Castling { first: false }),
            "hand" => Some(FenField::Hand),
            "number" => {
                let title = "a number without the number that is written".to_string();
                self.report.push(errors::bad_notation(name.span, title, "such as `number 0`"));
                None
            }
            "corner" => Some(FenField::Corner),
            "steps" => Some(FenField::Steps { parts: vec![StepsPart::Uci(",".to_string())], now: false }),
            word => {
                let mut error =
                    errors::expected_word(word, name.span, FIELDS, nearest(word, FIELDS.iter().copied()));
                if self.index(Sort::Mark, word).is_some() {
                    error = error.with_note(format!("for the mark, say `mark {word}`"));
                } else if self.index(Sort::Counter, word).is_some() {
                    error = error.with_note(format!("for the counter, say `count {word}`"));
                }
                self.report.push(error);
                None
            }
        }
    }

    /// How the steps of a turn are written.
    fn steps(&mut self, form: &Text) -> Option<Vec<StepsPart>> {
        let parts = super::forms::braced(&form.node, |name, text| match (name, text) {
            ("from", "") => Some(StepsPart::From),
            ("rest", behind) => Some(StepsPart::Rest(behind.to_string())),
            ("more", text) if !text.is_empty() => Some(StepsPart::More(text.to_string())),
            ("stays", behind) if !behind.is_empty() => Some(StepsPart::Stays(behind.to_string())),
            ("uci", between) if !between.is_empty() => Some(StepsPart::Uci(between.to_string())),
            ("moves", between) if !between.is_empty() => Some(StepsPart::Moves(between.to_string())),
            _ => None,
        });
        let parts: Vec<StepsPart> = match parts {
            Ok(parts) => parts.into_iter().map(|part| part.unwrap_or_else(StepsPart::Text)).collect(),
            Err(wrong) => {
                let title = format!("the steps of a turn have no part `{wrong}`");
                let label =
                    "the parts are {from} {rest} {rest <} {more ...} {stays -,} {uci ,} and {moves ,}";
                self.report.push(errors::bad_notation(form.span, title, label));
                return None;
            }
        };
        let says = |part: &StepsPart| matches!(part, StepsPart::Uci(_) | StepsPart::Moves(_));
        // What says by itself where it ends needs no text behind it.
        let ends = |part: &StepsPart| match part {
            StepsPart::Text(_) | StepsPart::Stays(_) | StepsPart::More(_) => true,
            StepsPart::Rest(behind) => !behind.is_empty(),
            StepsPart::From | StepsPart::Uci(_) | StepsPart::Moves(_) => false,
        };
        let begins = |part: &StepsPart| matches!(part, StepsPart::Text(_) | StepsPart::More(_));
        let apart = parts.windows(2).all(|pair| ends(&pair[0]) || begins(&pair[1]));
        if parts.iter().filter(|part| says(part)).count() != 1 || !apart {
            let title = "the steps could not be read again".to_string();
            let label = "one of {uci ,} and {moves ,}, with a text between any two parts";
            self.report.push(errors::bad_notation(form.span, title, label));
            return None;
        }
        Some(parts)
    }

    /// A field that is always the same.
    fn one_word(&mut self, text: &Text) -> Option<String> {
        if text.node.is_empty() || text.node.contains(char::is_whitespace) {
            let title = "a field is one word".to_string();
            self.report.push(errors::bad_notation(text.span, title, "without spaces, such as \"-\""));
            return None;
        }
        Some(text.node.clone())
    }

    fn count(&mut self, name: &Name, join: Option<&Text>, at_start: AtStart) -> Option<FenField> {
        let (_, index) = self.find(&[Sort::Counter], name)?;
        let each = self.game.counters.get(&name.node).is_some_and(|e| e.node.each);
        match (each, join) {
            (true, None) => {
                let title = format!("`{}` is a number for every player", name.node);
                let label = "write what stands between the numbers, such as \"+\"";
                self.report.push(errors::bad_notation(name.span, title, label));
                None
            }
            (false, Some(text)) => {
                let title = format!("there is only one `{}`", name.node);
                self.report.push(errors::bad_notation(text.span, title, "nothing to stand between"));
                None
            }
            (true, Some(text)) if !can_separate(&text.node) => {
                let title = "numbers cannot be told apart by this".to_string();
                let label = "write a sign that is neither a digit nor a space, such as \"+\"";
                self.report.push(errors::bad_notation(text.span, title, label));
                None
            }
            (true, _) if matches!(at_start, AtStart::Text(_)) => {
                let title = format!("`{}` is a number for every player", name.node);
                self.report.push(errors::bad_notation(name.span, title, "`or` is for a single number"));
                None
            }
            (_, join) => {
                let join = join.map(|t| t.node.clone());
                Some(FenField::Count { counter: CounterId::new(index), join, at_start })
            }
        }
    }
}

/// Whether numbers can be read that this stands between.
fn can_separate(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_ascii_digit() || c.is_whitespace())
}
