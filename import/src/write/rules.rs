//! What keys do to the lines of every piece: lines of the board, immunity, walls, gates, kings that cannot run.

use super::{Writer, Zone, bracketed};
use crate::pieces::{self, KEYS, KING, PAWN};
use crate::tiles::Tiles;
use crate::variant::Colour;

/// A line of a piece by which it moves, taken apart.
struct Rule<'t> {
    indent: &'t str,
    word: &'t str,
    path: &'t str,
    /// What it goes onto, and its condition.
    rest: &'t str,
}

impl<'t> Rule<'t> {
    fn read(line: &'t str) -> Option<Rule<'t>> {
        let trimmed = line.trim_start();
        let (word, rest) = trimmed.split_once(' ')?;
        let indent = &line[..line.len() - trimmed.len()];
        let ends = [" onto ", " if "].iter().filter_map(|end| rest.find(end));
        let (path, rest) = rest.split_at(ends.min().unwrap_or(rest.len()));
        matches!(word, "move" | "quiet" | "capture").then_some(Rule { indent, word, path, rest })
    }

    /// With a further condition.
    fn with(&self, word: &str, path: &str, test: &str) -> String {
        let Rule { indent, rest, .. } = self;
        if test.is_empty() {
            return format!("{indent}{word} {path}{rest}");
        }
        match rest.split_once(" if ") {
            Some((onto, condition)) => format!("{indent}{word} {path}{onto} if {condition} and {test}"),
            None => format!("{indent}{word} {path}{rest} if {test}"),
        }
    }
}

impl Writer<'_> {
    /// The rules of a piece with what other keys make of them.
    pub(super) fn adapted(&mut self, number: usize, lines: Vec<String>) -> Vec<String> {
        let v = self.variant;
        let immune =
            v.sets.get("mutuallyImmuneTypes").is_some_and(|set| set.all || set.types.contains(&number));
        let runs = v.on("makpongRule") && number == KING;
        let gates = self.gates(number);
        let first = (v.on("cambodianMoves") && self.of_chess).then(|| self.cambodian(number)).flatten();
        let mut adapted = Vec::new();
        let mut shots = Vec::new();
        for line in lines {
            let Some(rule) = Rule::read(&line) else {
                adapted.push(line);
                continue;
            };
            let mut rules = Vec::new();
            if immune && rule.word != "quiet" {
                let own = format!("{}[not {}]", bracketed(rule.path), self.names[&number]);
                if rule.word == "move" {
                    rules.push(rule.with("quiet", rule.path, ""));
                }
                rules.push(rule.with("capture", &own, ""));
            } else if runs {
                // In check it can only capture what gives check, if there is just one.
                let taking = format!("{}[before attacks royal]", bracketed(rule.path));
                let once = "attacked and before (count(enemy attacks royal) = 1)";
                if rule.word != "quiet" {
                    rules.push(rule.with("threat", rule.path, ""));
                }
                rules.push(rule.with(rule.word, rule.path, "not attacked"));
                if rule.word != "quiet" {
                    rules.push(rule.with("capture", &taking, once));
                }
            } else {
                rules.push(line.clone());
            }
            if gates && !rule.rest.contains("onto") {
                rules.push(rule.with(rule.word, &format!("behind {}", rule.path), "first"));
            }
            if self.walling() == Some("arrow") && rule.word != "capture" && rule.rest.is_empty() {
                shots.extend(self.shot(rule.path));
            }
            for text in rules {
                adapted.extend(match Rule::read(&text) {
                    Some(_) => self.with_walls(&text),
                    None => vec![text],
                });
            }
        }
        adapted.extend(shots);
        // Before what it becomes: rules stand together.
        let at = adapted
            .iter()
            .position(|l| l.contains("promote ") || l.starts_with("state "))
            .unwrap_or(adapted.len());
        if let Some(line) = first {
            adapted.insert(at, line);
        }
        adapted
    }

    /// The leap with which a piece may begin in the chess of Cambodia.
    fn cambodian(&self, number: usize) -> Option<String> {
        match KEYS.get(number).map_or("king", |key| key.0) {
            "king" if number == KING => Some("quiet mirror(n+e+e) if first and not attacked".to_owned()),
            "fers" => Some("quiet n+n if first".to_owned()),
            _ => None,
        }
    }

    /// The moves along lines that only some tiles have.
    pub(super) fn diagonal_rules(&mut self, number: usize) -> Vec<(String, String, String)> {
        let v = self.variant;
        let lines: Tiles = v.region("diagonalLines").unwrap_or_default();
        if lines.is_empty() {
            return Vec::new();
        }
        let key = KEYS.get(number).map_or("", |key| key.0);
        let king = number == KING && v.betza(KING).as_ref() == "W";
        let text = crate::tiles::written(&lines, v.files(), v.ranks());
        let on = match key {
            "wazir" | "soldier" | "rook" | "janggiCannon" => self.region("lines", &text),
            _ if king => self.region("lines", &text),
            _ => return Vec::new(),
        };
        let path = match key {
            "soldier" => format!("mirror(ne)[on {on}]"),
            "rook" => format!("bishop[on {on}]"),
            "janggiCannon" => {
                let name = &self.names[&number];
                format!("rot(ne*0.. ne[piece not {name}] ne*0.. ne)[on {on} not {name}]")
            }
            _ => format!("ferz[on {on}]"),
        };
        vec![("move".to_owned(), path, format!("on {on}"))]
    }

    /// Whether something from the hand can come in behind a piece of this type that moves for the first time.
    fn gates(&self, number: usize) -> bool {
        self.variant.on("seirawanGating")
            && number != PAWN
            && self.stands_at_home(number)
            && !self.gated().is_empty()
    }

    /// What can come in so.
    pub(super) fn gated(&self) -> Vec<String> {
        let v = self.variant;
        let captured = v.on("capturesToHand");
        let kinds = v.pieces.keys().filter(|n| **n != KING && **n != PAWN && self.fits(**n));
        kinds.filter(|n| captured || self.in_hand(**n)).map(|n| self.names[n].clone()).collect()
    }

    /// Whether pieces of this type stand on the first rank of their players.
    fn stands_at_home(&self, number: usize) -> bool {
        let Some(piece) = self.variant.pieces.get(&number) else { return false };
        let rows: Vec<&str> = self.placement.split('/').collect();
        rows.last().is_some_and(|row| row.contains(piece.letter.to_ascii_uppercase()))
            || rows.first().is_some_and(|row| row.contains(piece.letter))
    }

    /// What comes in behind a piece, and the lines of a turn about it.
    pub(super) fn gating(&mut self) {
        let v = self.variant;
        if v.on("cambodianMoves") {
            if !self.of_chess || !self.fits(KING) {
                self.refuse("cambodianMoves", "it needs the king of chess");
                return;
            }
            let comment = self.from(&["cambodianMoves"]);
            if self.fits(pieces::of("rook")) {
                self.turn.push(format!(
                    "after Rook: along rot(n[empty or piece]*0.. n[enemy King]){{become not first}}{comment}"
                ));
            }
            return;
        }
        if !v.on("seirawanGating") {
            if v.on("gating") {
                self.warn("gating", "without `seirawanGating` or `cambodianMoves` it changes nothing");
            }
            return;
        }
        let gated = self.gated();
        if gated.is_empty() {
            return;
        }
        self.tests.push(format!("path behind = here{{drop {}}}", gated.join(", ")));
        if !self.fits(KING) {
            return;
        }
        let (mut straight, mut diagonal) = (Vec::new(), Vec::new());
        for (number, name) in self.names.clone() {
            let paths: Vec<String> = tilegame_betza::rules(&self.moves(number))
                .into_iter()
                .map(|rule| rule.path.to_string())
                .collect();
            let all = paths.join(" ");
            let both = all.contains("rot(n, ne)*inf");
            if both || all.contains("n*inf") && !all.contains("rot(ne)*inf") || all.contains("rot(n)*inf") {
                straight.push(name.clone());
            }
            if both || all.contains("ne*inf") || all.contains("rot(ne)*inf") {
                diagonal.push(name);
            }
        }
        self.tests.push(
            "# A line of check that only the piece blocks which has just come in: it does not help."
                .to_owned(),
        );
        self.tests.push(
            "test come_in = friend and not Pawn and not first and before (friend and first and not Pawn)"
                .to_owned(),
        );
        self.tests.push(format!(
            "path through = rot(n*0.. n[come_in] n*0.. n[enemy ({})], ne*0.. ne[come_in] ne*0.. ne[enemy ({})])",
            straight.join(" or "),
            diagonal.join(" or ")
        ));
        let comment = self.from(&["seirawanGating", "gating"]);
        self.turn.push(format!("legal if no friend King (attacked or sees through){comment}"));
        if !v.on("capturesToHand") {
            let empty: Vec<String> = gated.iter().map(|name| format!("hand({name}) = 0")).collect();
            self.turn.push(format!(
                "after move if {}: every friend (first and not Pawn): become not first",
                empty.join(" and ")
            ));
        }
    }

    /// The lines of a castling clause by which something comes in.
    pub(super) fn gating_castling(&self) -> String {
        let gated = if self.variant.on("seirawanGating") { self.gated() } else { Vec::new() };
        if gated.is_empty() {
            return String::new();
        }
        let all = gated.join(", ");
        format!("    from King may drop {all}\n    from Rook may drop {all}\n")
    }

    /// Pawns that become the piece to which they promote where they stand, or one step on, without attacking anything new.
    pub(super) fn sittuyin_lines(&mut self, number: usize) -> Option<Vec<String>> {
        let v = self.variant;
        if !v.on("sittuyinPromotion") {
            return None;
        }
        let to = *v.of("promotionPieceTypes", Colour::White).types.iter().find(|t| v.has(**t))?;
        if !v.of("promotionPawnTypes", Colour::White).types.contains(&number) {
            return Some(Vec::new());
        }
        let (white, black) = self.promotion_zone();
        let name = self.names[&to].clone();
        let pawn = self.names[&number].clone();
        let rules = tilegame_betza::rules(&self.moves(to));
        let path = |word: &str| {
            let of: Vec<String> = rules
                .iter()
                .filter(|r| [word, "move"].contains(&r.word))
                .map(|r| super::named(&r.path.to_string()))
                .collect();
            of.join(", ")
        };
        let limit = v.limits.get(&to).map(|n| format!("count(friend {name}) < {n} and ")).unwrap_or_default();
        let Zone::Each(zone) = self.zone("diagonals", &white, &black) else {
            self.refuse("sittuyinPromotion", "the tiles must be the same for both players");
            return Some(Vec::new());
        };
        self.turn.push("after rise if some enemy royal attacked: illegal".to_owned());
        Some(vec![format!(
            "do (here, ({})[empty])[not sees ({})[enemy]]{{become {name}}} if {limit}(on {zone} or no friend {pawn}) as rise",
            path("quiet"),
            path("capture")
        )])
    }
}
