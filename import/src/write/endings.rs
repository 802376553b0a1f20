//! How a game ends on the board.

use super::{Writer, Zone};
use crate::pieces::KING;
use crate::tiles;
use crate::variant::{Colour, Set};

impl Writer<'_> {
    pub(super) fn endings(&mut self) {
        let v = self.variant;
        let opposite = |value: &str| match value {
            "win" => "loss",
            "loss" => "win",
            _ => "draw",
        };
        let value = v.word("extinctionValue", "none").to_owned();
        let set = v.sets.get("extinctionPieceTypes").cloned().unwrap_or_default();
        let tested = !v.on("extinctionPseudoRoyal") || v.on("blastOnCapture");
        let present = set.all || set.types.iter().any(|t| v.has(*t));
        if value != "none" && tested && present {
            let count = v.number("extinctionPieceCount", 0);
            let other = v.number("extinctionOpponentPieceCount", 0);
            let claim = v.on("extinctionClaim");
            let groups: Vec<Set> = if set.all {
                vec![Set { all: true, types: vec![] }]
            } else {
                set.types.iter().filter(|t| v.has(**t)).map(|t| Set { all: false, types: vec![*t] }).collect()
            };
            // So few of the one, and so many of the same of the other.
            let test = |whose: &str, others: &str, extra: u32| {
                let least = other + extra;
                let cases: Vec<String> = groups
                    .iter()
                    .map(|g| {
                        let few = match (count, v.on("pieceDrops")) {
                            (0, false) => format!("no {whose} {}", self.any_of(g)),
                            _ => format!("{} <= {count}", self.amount(whose, g)),
                        };
                        match least {
                            0 => few,
                            _ => format!("{few} and {} >= {least}", self.amount(others, g)),
                        }
                    })
                    .collect();
                cases.join(" or ")
            };
            let comment = self.from(&["extinctionValue", "extinctionPieceTypes", "extinctionPieceCount"]);
            let enemy = test("enemy", "friend", 0);
            let own = test("friend", "enemy", u32::from(claim));
            self.end.push(format!("enemy_extinct: {} if {enemy}{comment}", opposite(&value)));
            self.end.push(format!("extinct: {value} if {own}"));
        }
        self.flags();
        self.end.append(&mut self.castling_ends);
        if v.on("checkCounting") {
            self.counters.push(format!(
                "counter checks = {} each     # checks that this player still has to give",
                self.checks().0.max(self.checks().1)
            ));
            self.turn.push("after move if some enemy royal attacked: checks - 1".to_owned());
            self.end
                .push(format!("last_check: loss if checks of enemy <= 0{}", self.from(&["checkCounting"])));
        }
        self.connections();
        self.fillings();
        self.mates();
    }

    /// What it means that a player has no legal move.
    fn mates(&mut self) {
        let v = self.variant;
        let opposite = |value: &str| match value {
            "win" => "loss",
            "loss" => "win",
            _ => "draw",
        };
        for (key, name, test) in
            [("checkmateValue", "checkmate", "stuck and check"), ("stalemateValue", "stalemate", "stuck")]
        {
            let default = if name == "checkmate" { "loss" } else { "draw" };
            let value = v.word(key, default).to_owned();
            let royal = self.royal_check();
            if name == "checkmate" && !royal {
                if self.uses_checkmate() {
                    self.end.push("remove checkmate".to_owned());
                }
                continue;
            }
            if v.on("stalematePieceCount") && name == "stalemate" {
                if self.uses_checkmate() {
                    self.end.push("remove stalemate".to_owned());
                }
                self.end.push(format!("fewer: {value} if stuck and count(friend) < count(enemy)"));
                self.end
                    .push(format!("more: {} if stuck and count(friend) > count(enemy)", opposite(&value)));
                self.end.push("as_many: draw if stuck".to_owned());
                continue;
            }
            if value == "draw" && v.word("materialCounting", "none") != "none" {
                let mut lines = self.drawn(name, test, &self.from(&[key, "materialCounting"]));
                if self.uses_checkmate() {
                    match lines.first_mut().filter(|line| line.starts_with(&format!("{name}: "))) {
                        Some(line) => line.insert_str(0, "replace "),
                        None => self.end.push(format!("remove {name}")),
                    }
                }
                self.end.extend(lines);
                continue;
            }
            let replaces = if self.uses_checkmate() { "replace " } else { "" };
            if value != default || !self.uses_checkmate() {
                self.end.push(format!("{replaces}{name}: {value} if {test}{}", self.from(&[key])));
            }
        }
    }

    pub(super) fn flags(&mut self) {
        let v = self.variant;
        let white = v.region("flagRegionWhite").unwrap_or_default();
        let black = v.region("flagRegionBlack").unwrap_or_default();
        if white.is_empty() && black.is_empty() {
            return;
        }
        let zone = self.zone("goal", &white, &black);
        let set = v.of("flagPiece", Colour::White);
        let black_set = v.of("flagPiece", Colour::Black);
        let count = v.number("flagPieceCount", 1);
        let comment = self.from(&["flagPiece", "flagRegion", "flagRegionWhite", "flagRegionBlack"]);
        let own_safe = if v.on("flagPieceSafe") && !v.on("flagMove") { " and not attacked" } else { "" };
        let safe = if v.on("flagPieceSafe") { " and not attacked" } else { "" };
        // Only a race of kings knows a reply; any other piece has to stay until it is its player's turn again.
        let racing = v.on("flagMove") && !v.on("flagPieceSafe") && set.types == [KING];
        let stays = v.on("flagMove") && !racing && !v.on("flagPieceSafe");
        let cases: Vec<(String, Option<Colour>, Set)> = match &zone {
            Zone::Each(name) if set == black_set => vec![(name.clone(), None, set)],
            Zone::Each(name) => {
                vec![(name.clone(), Some(Colour::White), set), (name.clone(), Some(Colour::Black), black_set)]
            }
            Zone::Two(names) => Colour::BOTH
                .iter()
                .zip(names)
                .zip([set, black_set])
                .filter_map(|((colour, name), set)| Some((name.clone()?, Some(*colour), set)))
                .collect(),
            _ => Vec::new(),
        };
        for (at, (name, colour, set)) in cases.iter().enumerate() {
            let piece = self.any_of(set);
            let comment = if at == 0 { comment.as_str() } else { "" };
            let suffix = if at == 0 { "" } else { "_2" };
            // The player who has reached it has just moved.
            let (who, turn) = match colour {
                None => ("enemy".to_owned(), String::new()),
                Some(colour) => (
                    colour.name().to_owned(),
                    format!(" and {} to move", if *colour == Colour::White { "Black" } else { "White" }),
                ),
            };
            // A region of each player is that of the player who is asked: the enemy's is the mirror image.
            let on = format!("on {name}");
            let own_region = self.regions.iter().any(|(n, t)| n == name && t.ends_with(" each"));
            let on = if own_region && colour.is_none() {
                let text = self.enemy_region(name);
                format!("on {text}")
            } else {
                on
            };
            let reached = |who: &str, on: &str| match count {
                1 if safe.is_empty() && !piece.contains(' ') => format!("some {who} {piece} {on}"),
                1 => format!("some ({who} {on} {piece}{safe})"),
                _ => format!("count({who} {on} {piece}{safe}) >= {count}"),
            };
            if racing {
                let on_own = format!("on {name}");
                self.end.push(format!(
                    "level: draw if {} and {}",
                    reached("friend", &on_own),
                    reached("enemy", &on)
                ));
                self.end.push(format!("home: win if {}{comment}", reached("friend", &on_own)));
                self.end.push(format!(
                    "late: loss if {} and (White to move or not can {piece} onto {on_own})",
                    reached("enemy", &on)
                ));
                continue;
            }
            if v.on("flagPieceSafe") || stays {
                // A piece that was attacked there when it arrived, and has not been captured.
                let on_own = format!("on {name}");
                let (own, own_turn) = match colour {
                    None => ("friend".to_owned(), String::new()),
                    Some(colour) => (colour.name().to_owned(), format!(" and {} to move", colour.name())),
                };
                let stayed = match count {
                    1 => format!("some ({own} {on_own} {piece}{own_safe})"),
                    _ => format!("count({own} {on_own} {piece}{own_safe}) >= {count}"),
                };
                let comment = if stays { comment } else { "" };
                self.end.push(format!("stayed{suffix}: win if {stayed}{own_turn}{comment}"));
            }
            if stays {
                continue;
            }
            self.end.push(format!("goal{suffix}: loss if {}{turn}{comment}", reached(&who, &on)));
            if v.on("flagPieceBlockedWin") {
                self.end
                    .push(format!("full{suffix}: loss if some {who} {piece} {on} and no (empty {on}){turn}"));
            }
        }
    }

    pub(super) fn connections(&mut self) {
        let v = self.variant;
        let value = match v.word("connectValue", "win") {
            "loss" => "win",
            "draw" => "draw",
            _ => "loss",
        };
        let set = v.sets.get("connectPieceTypes").cloned().unwrap_or(Set { all: true, types: vec![] });
        let kind = if set.all { String::new() } else { format!(" {}", self.any_of(&set)) };
        let who = format!("enemy{kind}");
        let mut ways = Vec::new();
        for (key, way) in [
            ("connectVertical", vec!["n"]),
            ("connectHorizontal", vec!["e"]),
            ("connectDiagonal", vec!["ne", "se"]),
        ] {
            if v.on(key) {
                ways.extend(way);
            }
        }
        let chain = |way: &str, n: u32, gap: &str| {
            (1..n).map(|_| format!("{gap}{way}[{who}]")).collect::<Vec<_>>().join(" ")
        };
        let n = v.number("connectN", 0);
        if n > 1 && !ways.is_empty() {
            let paths: Vec<String> = ways.iter().map(|w| chain(w, n, "")).collect();
            self.end.push(format!(
                "connected_line: {value} if some {who} sees ({}){}",
                paths.join(", "),
                self.from(&["connectN", "connectValue"])
            ));
        }
        let n = v.number("collinearN", 0);
        if n > 1 && !ways.is_empty() {
            let paths: Vec<String> =
                ways.iter().map(|w| chain(w, n, &format!("{w}[empty or piece]*0.. "))).collect();
            self.end.push(format!("in_line: {value} if some {who} sees ({})", paths.join(", ")));
        }
        let n = v.number("connectNxN", 0);
        if n > 1 {
            // Along the square's rows, back and forth.
            let mut steps = Vec::new();
            for row in 0..n {
                if row > 0 {
                    steps.push(format!("n[{who}]"));
                }
                let way = if row % 2 == 0 { "e" } else { "w" };
                steps.extend((1..n).map(|_| format!("{way}[{who}]")));
            }
            self.end.push(format!("square: {value} if some {who} sees {}", steps.join(" ")));
        }
        if v.values.contains_key("connectRegion1White") || v.values.contains_key("connectRegion1Black") {
            for colour in Colour::BOTH {
                let one = v.region(&format!("connectRegion1{}", colour.name())).unwrap_or_default();
                let two = v.region(&format!("connectRegion2{}", colour.name())).unwrap_or_default();
                if one.is_empty() || two.is_empty() {
                    continue;
                }
                let (files, ranks) = (v.files(), v.ranks());
                let lower = colour.name().to_lowercase();
                let (one, two) = (tiles::written(&one, files, ranks), tiles::written(&two, files, ranks));
                let from = self.region(&format!("{lower}_side"), &one);
                let to = self.region(&format!("{lower}_other_side"), &two);
                let other = if colour == Colour::White { "Black" } else { "White" };
                // Chains go on to the north and to the east, never back; whose turn it is looks at the board from one's own side.
                let turned = colour == Colour::White && !self.unseated;
                let steps: Vec<String> = ways
                    .iter()
                    .map(|way| match *way {
                        "n" if turned => "s",
                        "ne" if turned => "se",
                        "se" if turned => "ne",
                        way => way,
                    })
                    .map(|way| format!("{way}[{who}]"))
                    .collect();
                self.end.push(format!(
                    "{lower}_connects: {value} if {other} to move and some enemy on {from} sees (({})*inf)[on {to}]",
                    steps.join(" | ")
                ));
            }
        }
    }
}
