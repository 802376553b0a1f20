//! The stable text form of [`Rules`], for reading and for snapshots.
//!
//! Everything is written, and ids with their names. Paths and tests are written much as in the language itself, but for
//! `(a | b)`, which stands for alternatives of any origin, and `settles` behind a test that settles its tile.

use std::fmt::{Display, Formatter, Result, Write as _};

use super::*;

impl Display for Rules {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&print(self))
    }
}

/// The text form.
pub fn print(rules: &Rules) -> String {
    let mut printer = Printer { move_ids: false, ..Printer::new(rules) };
    printer.rules();
    printer.text
}

/// The text form, and under each movement rule the move-IDs that it has.
pub fn print_with_move_ids(rules: &Rules) -> String {
    let mut printer = Printer { move_ids: true, ..Printer::new(rules) };
    printer.rules();
    printer.text
}

/// The text form of one movement rule.
pub fn rule(rules: &Rules, rule: &MoveRule) -> String {
    Printer::new(rules).rule(rule)
}

/// The text form of one test, for people: without ids.
pub fn test(rules: &Rules, test: &Test) -> String {
    Printer { has_ids: false, ..Printer::new(rules) }.test(test)
}

struct Printer<'r> {
    rules: &'r Rules,
    text: String,
    /// Ids are written in front of names.
    has_ids: bool,
    /// Move-IDs are written under rules.
    move_ids: bool,
}

impl<'r> Printer<'r> {
    fn new(rules: &'r Rules) -> Printer<'r> {
        Printer { rules, text: String::new(), has_ids: true, move_ids: false }
    }
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{:indent$}{}", "", text.as_ref(), indent = depth * 4);
    }

    fn rules(&mut self) {
        let r = self.rules;
        self.line(0, format!("game {} {:?}", r.name, r.title));
        r.about.iter().for_each(|text| self.line(1, format!("about {text:?}")));
        self.board();
        for (index, player) in r.players.iter().enumerate() {
            let frame = &player.frame;
            let turned = frame.everywhere().map_or("by tile".into(), |sym| sym.to_string());
            self.line(0, format!("{} {} {:?} {turned}", PlayerId::new(index), player.name, player.letter));
            if frame.everywhere().is_none() {
                let turned: Vec<String> = frame.syms.iter().map(|s| s.0.to_string()).collect();
                self.line(1, format!("turned {}", turned.join(" ")));
            }
            if frame.tiles.iter().enumerate().any(|(index, tile)| tile.index() != index) {
                let tiles = self.tiles(&frame.tiles);
                self.line(1, tiles);
            }
        }
        for (index, region) in r.regions.iter().enumerate() {
            self.line(0, format!("{} {:?}", RegionId::new(index), region.name));
            for (player, tiles) in region.tiles.iter().enumerate() {
                let tiles = self.tiles(tiles);
                self.line(1, format!("{}: {tiles}", r.players[player].name));
            }
        }
        let numbered = |prefix: &str, names: &[String]| -> Vec<String> {
            names.iter().enumerate().map(|(i, name)| format!("{prefix}{i} {name}")).collect()
        };
        for line in numbered("mark", &r.marks).into_iter().chain(numbered("label", &r.labels)) {
            self.line(0, line);
        }
        for option in &r.options {
            let on = if option.on { "on" } else { "off" };
            self.line(0, format!("option {} = {on} {:?}", option.name, option.about));
        }
        for (index, c) in r.counters.iter().enumerate() {
            let each = if c.each { " each" } else { "" };
            let ignored = if c.ignored { " ignored" } else { "" };
            self.line(0, format!("{} {} = {}{each}{ignored}", CounterId::new(index), c.name, c.start));
        }
        for (index, kind) in r.kinds.iter().enumerate() {
            self.kind(KindId::new(index), kind);
        }
        for (index, state) in r.states.iter().enumerate() {
            let changes = (0..r.kinds.len()).filter(|k| state.with[*k].index() != *k);
            let changes: Vec<String> =
                changes.map(|k| format!("{}>{}", KindId::new(k), state.with[k])).collect();
            self.line(0, format!("{} {} {}", StateId::new(index), state.name, changes.join(" ")));
        }
        r.watches.iter().for_each(|watch| self.watch(watch));
        if let Some(castling) = &r.castling {
            self.castling(castling);
        }
        self.setup();
        self.turn();
        for (index, end) in r.ends.iter().enumerate() {
            let (id, when) = (EndId::new(index), self.test(&end.when));
            self.line(0, format!("{id} {}: {} if {when}", end.name, self.result(&end.result)));
        }
        for a in &r.adjudications {
            let manner = match a.manner {
                Manner::Rule => "",
                Manner::Claim => " by claim",
                Manner::Time => " by time",
            };
            let when = self.test(&a.when);
            self.line(0, format!("match {}: {}{manner} if {when}", a.name, self.result(&a.result)));
        }
        let rules = self.rules;
        self.notation(&rules.notation);
        for (name, notation) in &rules.notations {
            self.line(0, format!("notation {name}"));
            self.notation(notation);
        }
        r.tests.iter().for_each(|test| self.case(test));
    }

    fn board(&mut self) {
        let board = &self.rules.board;
        match board.plane {
            Some(plane) => self.line(0, format!("plane {} x {}", plane.files, plane.ranks)),
            None => self.line(0, format!("board {} tiles, {} edges", board.tiles.len(), board.graph.len())),
        }
        for row in &board.rows {
            let names: Vec<_> = row.iter().map(|t| t.map_or(".".into(), |t| board.name(t))).collect();
            self.line(1, format!("row {}", names.join(" ")));
        }
        for (index, d) in board.directions.iter().enumerate() {
            let back = d.opposite.map_or(String::new(), |o| format!(" opposite {}", self.direction(o)));
            self.line(1, format!("{} {} {:?}{back}", DirId::new(index), d.name, d.offset));
        }
        for (index, symmetry) in board.symmetries.iter().enumerate() {
            let images: Vec<String> = symmetry.iter().map(|d| self.direction(*d)).collect();
            self.line(1, format!("{} {}", SymId::new(index), images.join(" ")));
        }
        let turns: Vec<String> = board.turns.iter().map(SymId::to_string).collect();
        self.line(1, format!("turns {}, mirror {}", turns.join(" "), board.mirror));
        if board.drawing != Drawing::default() {
            let name = |t: &Tile| board.name(*t);
            let lines = board.drawing.lines.iter().map(|[a, b]| format!(" {}-{}", name(a), name(b)));
            let plain = if board.drawing.plain { " plain" } else { "" };
            self.line(1, format!("drawn as {:?}{plain}{}", board.drawing.form, lines.collect::<String>()));
            for (tile, colour) in &board.drawing.tinted {
                self.line(2, format!("{} {colour:?}", name(tile)));
            }
            for ([a, b], colour) in &board.drawing.sides {
                self.line(2, format!("{}-{} {colour:?}", name(a), name(b)));
            }
        }
        if !board.tumbles.is_empty() {
            let tumbles: Vec<String> = board.tumbles.iter().map(SymId::to_string).collect();
            self.line(1, format!("tumbles {}", tumbles.join(" ")));
        }
        for tile in 0..board.tiles.len() {
            let tile = Tile::new(tile);
            let steps: Vec<String> = board
                .graph
                .from(tile)
                .map(|e| {
                    let turn = if e.turn == SymId(0) { String::new() } else { format!(" {}", e.turn) };
                    format!("{} {}{turn}", self.direction(e.direction), board.name(e.to))
                })
                .collect();
            self.line(1, format!("{tile} {}: {}", board.name(tile), steps.join(", ")));
        }
    }

    fn kind(&mut self, id: KindId, kind: &Kind) {
        let attributes: String = kind.attributes.iter().map(|a| format!(" {a}")).collect();
        let first = match (kind.tracks_first, kind.neutral) {
            (true, _) => " tracks-first",
            (_, true) => " of-nobody",
            _ => "",
        };
        let (letters, symbols) = (kind.letters.join(" "), kind.symbols.join(" "));
        self.line(0, format!("{id} {}{attributes}{first} letters {letters} symbols {symbols}", kind.name));
        for shape in &kind.shapes {
            let turned = if shape.turned { " turned" } else { "" };
            let of_state = if shape.of_state { " of-state" } else { "" };
            self.line(1, format!("shape {:?} {:?}{turned}{of_state}", shape.outline, shape.details));
        }
        if let Some(facing) = &kind.facing {
            let directions: Vec<String> = facing.directions.iter().map(|d| self.direction(*d)).collect();
            let turned = |k: &Option<KindId>| k.map_or("-".to_string(), |k| k.to_string());
            let turned: Vec<String> = facing.turned.iter().map(turned).collect();
            self.line(
                1,
                format!("facing {} {:?} turned {}", directions.join(" "), facing.sign, turned.join(" ")),
            );
        }
        if kind.parts.len() > 1 {
            let parts: Vec<String> = kind.parts.iter().map(KindId::to_string).collect();
            self.line(1, format!("of {}", parts.join(" ")));
        }
        for rule in kind.rules.iter() {
            let text = self.rule(rule);
            self.line(1, text);
            if self.move_ids {
                let ids = crate::moveid::encode::encode_rule(self.rules, id, rule).unwrap_or_default();
                ids.iter().for_each(|id| self.line(2, format!("id {}", id.short())));
            }
        }
        for promotion in &kind.promotions {
            let text = self.promotion(promotion);
            self.line(1, text);
        }
    }

    fn promotion(&self, promotion: &Promotion) -> String {
        let may = if promotion.optional { "may " } else { "" };
        let to: Vec<String> = promotion.to.iter().map(|k| self.kind_name(*k)).collect();
        let mut text = format!("{may}promote to {}", to.join(", "));
        if let Some(by) = promotion.by {
            let _ = write!(text, " by {}", by.word());
        }
        match (promotion.from, promotion.on) {
            (Some(_), Some(tiles)) if promotion.either => {
                let _ = write!(text, " from or on {}", self.region(tiles));
            }
            (from, on) => {
                from.iter().for_each(|tiles| text += &format!(" from {}", self.region(*tiles)));
                on.iter().for_each(|tiles| text += &format!(" on {}", self.region(*tiles)));
            }
        }
        text + &self.guard(&promotion.guard)
    }

    fn rule(&self, rule: &MoveRule) -> String {
        let mut text = format!("{} {}", rule.mode.word(), self.path(&rule.path));
        if let Some(mark) = rule.onto {
            let _ = write!(text, " onto {}", self.rules.marks[mark.index()]);
        }
        if rule.guard != Test::True {
            let _ = write!(text, " if {}", self.test(&rule.guard));
        }
        if let Some(label) = rule.label {
            let _ = write!(text, " as {}", self.rules.labels[label.index()]);
        }
        if rule.castles {
            text += " castling";
        }
        text
    }

    fn watch(&mut self, watch: &Watch) {
        let kinds: Vec<String> = watch.kinds.0.iter().map(|k| self.kind_name(*k)).collect();
        self.line(0, format!("watch {} of {}", self.rules.labels[watch.label.index()], kinds.join(", ")));
        for rule in &watch.rules {
            let text = self.rule(rule);
            self.line(1, text);
        }
    }

    fn castling(&mut self, c: &Castling) {
        let partners: Vec<String> = c.partners.0.iter().map(|k| self.kind_name(*k)).collect();
        let (king, partner) = (self.kind_name(c.king), partners.join(", "));
        let safe = self.test(&c.safe);
        self.line(0, format!("castling {king} with {partner} safe if {safe}"));
        for side in &c.sides {
            let text = match &side.way {
                CastlingWay::Line { direction, king_from, king_to, partner_from, partner_to } => {
                    let goes = |who: &str, from: &Option<Vec<Tile>>, to: &[Tile]| {
                        let from = from.as_ref().map(|from| format!(" from {}", self.tiles(from)));
                        format!("{who}{} to {}", from.unwrap_or_default(), self.tiles(to))
                    };
                    let direction = self.direction(*direction);
                    let (king, partner) =
                        (goes(&king, king_from, king_to), goes(&partner, partner_from, partner_to));
                    format!("side {direction} {:?} right {:?} {king}, {partner}", side.text, side.right)
                }
                CastlingWay::Rule { label, partner } => format!(
                    "side {} {:?} right {:?} partner {}",
                    self.rules.labels[label.index()],
                    side.text,
                    side.right,
                    self.sum(partner)
                ),
            };
            self.line(1, text);
        }
        for option in &c.options {
            let of = if option.of_king { &king } else { &partner };
            self.line(1, format!("from {of} may {}", self.effect(&option.effect())));
        }
    }

    fn setup(&mut self) {
        let setup = &self.rules.setup;
        self.line(0, format!("setup {:?}", setup.position));
        setup.named.iter().for_each(|(name, text)| self.line(1, format!("{name} {text:?}")));
        let Some(shuffle) = &setup.shuffle else { return };
        let each = match shuffle.sharing {
            Sharing::First => "",
            Sharing::Alike => " each",
            Sharing::Apart => " each apart",
        };
        let tiles = self.tiles(&shuffle.tiles);
        self.line(1, format!("shuffle {tiles}{each} start {}", shuffle.start));
        for place in &shuffle.places {
            let kinds: Vec<String> = place.kinds.iter().map(|k| self.kind_name(*k)).collect();
            let on = place.on.map_or(String::new(), |r| format!(" on {}", self.region(r)));
            let order = if place.ordered { " in order" } else { "" };
            self.line(2, format!("{}{on}{order}", kinds.join(", ")));
        }
    }

    fn turn(&mut self) {
        let turn = &self.rules.turn;
        let order: Vec<&str> =
            turn.order.iter().map(|p| self.rules.players[p.index()].name.as_str()).collect();
        self.line(0, format!("order {}", order.join(", ")));
        if !turn.phases.is_empty() {
            self.line(0, format!("phases {}", turn.phases.join(", ")));
        }
        let legal = self.test(&turn.legal);
        self.line(0, format!("legal if {legal}"));
        if let Some(pass) = &turn.pass {
            let guard = self.test(&pass.guard);
            self.line(0, format!("pass if {guard}"));
        }
        for choice in &turn.choices {
            let target = self.test(&choice.target);
            let guard = self.guard(&choice.guard);
            let actions = self.actions(&choice.actions);
            let label =
                choice.label.map_or(String::new(), |l| format!(" as {}", self.rules.labels[l.index()]));
            self.line(0, format!("choose {target}{guard}: {actions}{label}"));
        }
        match turn.taken {
            Taken::Gone => {}
            Taken::Kept => self.line(0, "keep captured"),
            Taken::KeptUnpromoted => self.line(0, "keep captured unpromoted"),
            Taken::Given => self.line(0, "give captured unpromoted"),
        }
        if !turn.receive.is_empty() {
            let name = |what: &Receivable| match what {
                Receivable::Piece(kind) => self.rules.kinds[kind.index()].name.as_str(),
                Receivable::Counter(counter) => self.rules.counters[counter.index()].name.as_str(),
            };
            let names: Vec<&str> = turn.receive.iter().map(name).collect();
            self.line(0, format!("receive {}", names.join(", ")));
        }
        for only in &turn.only {
            let triggers = self.triggers(&only.triggers);
            let phases: Vec<&str> = only.phases.iter().map(|p| self.phase(*p)).collect();
            self.line(0, format!("only {triggers} in {}", phases.join(", ")));
        }
        if let Some(rejoin) = &turn.rejoin {
            let guard = self.guard(&rejoin.guard);
            let label =
                rejoin.label.map_or(String::new(), |l| format!(" as {}", self.rules.labels[l.index()]));
            self.line(0, format!("rejoin{guard}{label}"));
        }
        if let Some(split) = &turn.split {
            let guard = self.guard(&split.guard);
            let label =
                split.label.map_or(String::new(), |l| format!(" as {}", self.rules.labels[l.index()]));
            self.line(0, format!("split{guard}{label}"));
        }
        for preference in &turn.prefer {
            let prefer = match preference {
                Preference::Sorts(sorts) => self.triggers(sorts),
                Preference::Number(extreme, quantity) => {
                    format!("{} {}", extreme.word(), self.quantity(quantity))
                }
            };
            self.line(0, format!("prefer {prefer}"));
        }
        for line in &turn.board {
            let size = |[files, ranks]: [u16; 2]| format!("{files} x {ranks}");
            let work = match &line.work {
                BoardWork::Carry { most, turned, flipped, listed } => format!(
                    "move {}{}{} listed {}",
                    size(*most),
                    if *turned { " turned" } else { "" },
                    if *flipped { " flipped" } else { "" },
                    size(*listed)
                ),
                BoardWork::Vanish { most, listed } => format!("vanish {most} listed {listed}"),
            };
            let label = line.label.map_or(String::new(), |l| format!(" as {}", self.rules.labels[l.index()]));
            let each = self.test(&line.each);
            self.line(0, format!("tiles {work} [{each}] {:?}{label}", line.prefix));
        }
        for after in &turn.after {
            let guard = self.guard(&after.guard);
            let actions = self.actions(&after.actions);
            let name = after.name.as_ref().map_or(String::new(), |n| format!(" as {n}"));
            let triggers = self.triggers(&after.triggers);
            self.line(0, format!("after {triggers}{guard}: {actions}{name}"));
        }
    }

    fn guard(&self, guard: &Test) -> String {
        match guard {
            Test::True => String::new(),
            test => format!(" if {}", self.test(test)),
        }
    }

    fn actions(&self, actions: &[Action]) -> String {
        let words = actions.iter().map(|action| match action {
            Action::Here(effect) => self.effect(effect),
            Action::Each { path, from } => {
                let from = from.as_ref().map_or(String::new(), |t| format!(" from {}", self.test(t)));
                format!("each {}{from}", self.path(path))
            }
            Action::Illegal => "illegal".into(),
            Action::Every(test, effect) => format!("every {}: {}", self.test(test), self.effect(effect)),
            Action::Again { phase, or_pass } => {
                let phase = phase.map_or(String::new(), |phase| format!(" {}", self.phase(phase)));
                format!("again{phase}{}", if *or_pass { " or pass" } else { "" })
            }
            Action::EveryPart(test, effect) => {
                format!("every part {}: {}", self.test(test), self.effect(effect))
            }
        });
        words.collect::<Vec<_>>().join(", ")
    }

    fn phase(&self, phase: PhaseId) -> &str {
        &self.rules.turn.phases[phase.index()]
    }

    fn notation(&mut self, n: &Notation) {
        let fields: Vec<String> = n.fen.iter().map(|field| self.field(field, n)).collect();
        self.line(0, format!("fen {}", fields.join(", ")));
        match &n.void {
            VoidText::Each(sign) if sign == "*" => {}
            VoidText::Each(sign) => self.line(0, format!("void {sign:?}")),
            VoidText::Run { before, after } => self.line(0, format!("void \"{before}n{after}\"")),
        }
        for valid in &n.valid {
            let test = self.test(&valid.test);
            self.line(0, format!("valid if {test}"));
        }
        if !n.nameless.is_empty() {
            let kinds: Vec<String> = n.nameless.iter().map(|k| self.kind_name(*k)).collect();
            self.line(0, format!("nameless {}", kinds.join(", ")));
        }
        for form in &n.moves {
            let labels: Vec<&str> = form.on.iter().map(|l| self.rules.labels[l.index()].as_str()).collect();
            let on = if labels.is_empty() { String::new() } else { format!(" on {}", labels.join(", ")) };
            let parts: String = form.parts.iter().map(FormPart::to_string).collect();
            self.line(0, format!("moves {parts:?}{on}"));
        }
        if let Some(parts) = &n.turn {
            self.line(0, format!("turn {:?}", parts.iter().map(StepsPart::to_string).collect::<String>()));
        }
        if let Some((text, test)) = &n.check {
            let test = self.test(test);
            self.line(0, format!("check {text:?} if {test}"));
        }
        if let Some((text, ends)) = &n.last {
            let ends: Vec<&str> = ends.iter().map(|e| self.rules.ends[e.index()].name.as_str()).collect();
            self.line(0, format!("final {text:?} on {}", ends.join(", ")));
        }
        self.line(0, format!("uci castling {}", if n.castling_to_partner { "partner" } else { "target" }));
        if let Some(kind) = n.pass_by {
            let kind = self.kind_name(kind);
            self.line(0, format!("uci pass {kind}"));
        }
        if !n.variant.is_empty() {
            self.line(0, format!("variant {:?}", n.variant));
        }
    }

    fn field(&self, field: &FenField, n: &Notation) -> String {
        match field {
            FenField::Corner => "corner".into(),
            FenField::Placement => {
                let p = &n.placement;
                let mut text = String::from("placement");
                let words = [(p.from_below, " from below"), (p.ended, " ended"), (p.bare, " bare")];
                words.iter().filter(|(is_set, _)| *is_set).for_each(|(_, word)| text.push_str(word));
                text + &p.empty.as_ref().map_or(String::new(), |e| format!(" empty {e:?}"))
            }
            FenField::Turn => {
                let letters = n.turn_letters.iter().map(|letter| format!(" {letter:?}"));
                format!("turn{}", letters.collect::<String>())
            }
            FenField::Hand => "hand".into(),
            FenField::Number(number) => format!("number {number}"),
            FenField::Out => "out".into(),
            FenField::Castling { first } => if *first { "castling with first" } else { "castling" }.into(),
            FenField::Mark { mark, maker } => {
                format!("mark {}{}", self.rules.marks[mark.index()], if *maker { " with maker" } else { "" })
            }
            FenField::Count { counter, join, at_start } => {
                let join = join.as_ref().map_or(String::new(), |j| format!(" {j:?}"));
                let (may, or) = match at_start {
                    AtStart::Number => ("", String::new()),
                    AtStart::Nothing => ("may ", String::new()),
                    AtStart::Text(text) => ("", format!(" or {text:?}")),
                };
                format!("{may}count {}{join}{or}", self.counter(*counter))
            }
            FenField::Steps { parts, now } => {
                let now = if *now { " now" } else { "" };
                format!("steps{now} {:?}", parts.iter().map(StepsPart::to_string).collect::<String>())
            }
            FenField::Text(text) => format!("{text:?}"),
        }
    }

    fn case(&mut self, test: &RuleTest) {
        let mut text = match &test.expect {
            Expect::Perft { depth, nodes } => format!("perft {depth} = {nodes}"),
            Expect::Legal(moves) => format!("legal {}", moves.join(" ")),
            Expect::Illegal(moves) => format!("illegal {}", moves.join(" ")),
            Expect::Result(None) => "result none".into(),
            Expect::Result(Some(end)) => format!("result {}", end.name(self.rules)),
            Expect::Arrangement { number, position } => format!("arrangement {number} = {position:?}"),
        };
        if !test.after.is_empty() {
            let _ = write!(text, " after {}", test.after.join(" "));
        }
        if let Some(from) = &test.from {
            let _ = write!(text, " from {from:?}");
        }
        self.line(0, format!("test {text}"));
    }

    fn result(&self, result: &EndResult) -> String {
        match result {
            EndResult::Win => "win".into(),
            EndResult::Loss => "loss".into(),
            EndResult::Draw => "draw".into(),
            EndResult::Wins(who) => format!("{} wins", self.who(*who)),
            EndResult::Shares(shares) => {
                let shares: Vec<String> = shares.iter().map(ToString::to_string).collect();
                format!("draw {}", shares.join(" to "))
            }
            EndResult::Out => "out".into(),
            EndResult::Skip => "skip".into(),
        }
    }

    fn triggers(&self, triggers: &[Trigger]) -> String {
        let words = triggers.iter().map(|trigger| match trigger {
            Trigger::Move => "move".to_string(),
            Trigger::Pass => "pass".into(),
            Trigger::Capture => "capture".into(),
            Trigger::Castling => "castling".into(),
            Trigger::Kind(kind) => self.kind_name(*kind),
            Trigger::Label(label) => self.rules.labels[label.index()].clone(),
            Trigger::Player(player) => self.rules.players[player.index()].name.clone(),
            Trigger::Out => "out".into(),
            Trigger::End(end) => self.rules.ends[end.index()].name.clone(),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    fn path(&self, path: &Path) -> String {
        let list = |parts: &[Path], between: &str| {
            parts.iter().map(|p| self.path(p)).collect::<Vec<_>>().join(between)
        };
        match path {
            Path::Step(direction) => self.direction(*direction),
            Path::Leap(directions) => self.sum(directions),
            Path::Seq(parts) if parts.is_empty() => "here".into(),
            Path::Seq(parts) => list(parts, " "),
            Path::Any(parts) => format!("({})", list(parts, " | ")),
            Path::Repeat { path, min, max } => {
                let body = match **path {
                    Path::Seq(_) => format!("({})", self.path(path)),
                    _ => self.path(path),
                };
                format!("{body}*{min}..{}", max.map_or("inf".into(), |m| m.to_string()))
            }
            Path::Times { path, times } => {
                let body = match **path {
                    Path::Seq(_) => format!("({})", self.path(path)),
                    _ => self.path(path),
                };
                format!("{body}*({})", self.quantity(times))
            }
            Path::Check { test, settles } => {
                format!("[{}{}]", self.test(test), if *settles { "; settles" } else { "" })
            }
            Path::Bend(symmetry) => format!("bend {symmetry}"),
            Path::Do(effect) => format!("{{{}}}", self.effect(effect)),
        }
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::Take => "take".into(),
            Effect::TakeLast => "take last".into(),
            Effect::Vanish => "vanish".into(),
            Effect::Mark(mark) => format!("mark {}", self.rules.marks[mark.index()]),
            Effect::Become(kind) => format!("become {}", self.kind_name(*kind)),
            Effect::State { state, on } => {
                let not = if *on { "" } else { "not " };
                format!("become {not}{}", self.rules.states[state.index()].name)
            }
            Effect::First(on) => format!("become {}first", if *on { "" } else { "not " }),
            Effect::Put(kind) => format!("put {}", self.kind_name(*kind)),
            Effect::Drop(kind) => format!("drop {}", self.kind_name(*kind)),
            Effect::Turn(symmetry) => format!("rotate {symmetry}"),
            Effect::Swap => "swap".into(),
            Effect::Arrive(kind) => format!("arrive {}", self.kind_name(*kind)),
            Effect::Merge(kind) => format!("merge {}", self.kind_name(*kind)),
            Effect::Unite => "merge".into(),
            Effect::Shift(directions) => format!("shift {}", self.sum(directions)),
            Effect::Reflect(tiles) => {
                let first = tiles.iter().zip(0..).find(|(to, from)| to.index() != *from);
                let told = first.map(|(to, from)| {
                    format!("{} to {}", self.rules.board.name(Tile::new(from)), self.rules.board.name(*to))
                });
                format!("reflect {}", told.unwrap_or_default())
            }
            Effect::Join(who) => format!("join {}", self.who(*who)),
            Effect::Count { counter, of, op, amount } => {
                let of = match of {
                    Who::Friend => String::new(),
                    who => format!(" of {}", self.who(*who)),
                };
                format!("{}{of} {op} {}", self.counter(*counter), self.quantity(amount))
            }
        }
    }

    fn test(&self, test: &Test) -> String {
        let list = |all: &[Test], between: &str| {
            let parts: Vec<String> = all.iter().map(|t| self.test(t)).collect();
            format!("({})", parts.join(between))
        };
        match test {
            Test::True => "true".into(),
            Test::False => "false".into(),
            Test::Not(t) => format!("not {}", self.test(t)),
            Test::And(all) => list(all, " and "),
            Test::Or(any) => list(any, " or "),
            Test::Empty => "empty".into(),
            Test::Occupied => "piece".into(),
            Test::Owner(who) => self.who(*who),
            Test::Kind(kinds) => {
                let names: Vec<String> = kinds.0.iter().map(|k| self.kind_name(*k)).collect();
                if names.len() == 1 { names[0].clone() } else { format!("{{{}}}", names.join(" ")) }
            }
            Test::Is(kinds) => format!("is {}", self.test(&Test::Kind(kinds.clone()))),
            Test::Parting => "parting".into(),
            Test::OnLine(directions) => format!("on line {}", self.sum(directions)),
            Test::On(region) => format!("on {}", self.region(*region)),
            Test::Attacked => "attacked".into(),
            Test::Capturable(capture) => {
                let newly = if capture.newly { "newly " } else { "" };
                format!(
                    "{newly}capturable by ({}) then ({})",
                    self.test(&capture.by),
                    self.test(&capture.then)
                )
            }
            Test::AttackedBy(who) => format!("attacked by {}", self.who(*who)),
            Test::Out => "out".into(),
            Test::First => "first".into(),
            Test::Begun => "begun".into(),
            Test::Acted => "acted".into(),
            Test::MayCastle => "may-castle".into(),
            Test::Faces(direction) => format!("faces {}", self.direction(*direction)),
            Test::Did(when, label) => {
                let when = match when {
                    When::Ever => "",
                    When::Last => "last ",
                    When::Just => "just ",
                };
                format!("{when}did {}", self.rules.labels[label.index()])
            }
            Test::Castled => "castled".into(),
            Test::Changed => "changed".into(),
            Test::NoReply { .. } => "stuck".into(),
            Test::Asker(player) => format!("{} asks", self.rules.players[player.index()].name),
            Test::Marked(mark) => format!("marked {}", self.rules.marks[mark.index()]),
            Test::Sees(path) => format!("sees <{}>", self.path(path)),
            Test::Attacks(t) => format!("attacks {}", self.test(t)),
            Test::Under { zone, of, by_one } => {
                let by = if *by_one { " by one" } else { "" };
                format!("under {} of {}{by}", self.rules.labels[zone.index()], self.who(*of))
            }
            Test::Connected { test, path } => {
                format!("connected {} with <{}>", self.test(test), self.path(path))
            }
            Test::Group { test, path } => format!("group {} with <{}>", self.test(test), self.path(path)),
            Test::Some(t) => format!("some {}", self.test(t)),
            Test::Stuck => "stuck".into(),
            Test::ToMove(player) => format!("{} to move", self.rules.players[player.index()].name),
            Test::In(phase) => format!("in {}", self.phase(*phase)),
            Test::Can { mover, target } => format!("can {} onto {}", self.test(mover), self.test(target)),
            Test::Always(t) => format!("always {}", self.test(t)),
            Test::Before(t) => format!("before {}", self.test(t)),
            Test::Compare(left, op, right) => {
                format!("{} {op} {}", self.quantity(left), self.quantity(right))
            }
        }
    }

    fn quantity(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Number(n) => n.to_string(),
            Quantity::Counter(counter, who) => format!("{} of {}", self.counter(*counter), self.who(*who)),
            Quantity::Count(test) => format!("count({})", self.test(test)),
            Quantity::Hand(kinds, who) => {
                format!("hand({}) of {}", self.test(&Test::Kind(kinds.clone())), self.who(*who))
            }
            Quantity::Worth(test) => format!("worth({})", self.test(test)),
            Quantity::Sum(parts) => {
                let part = |(sign, part): &(Sign, Quantity)| {
                    format!("{}{}", if *sign == Sign::Minus { "-" } else { "+" }, self.quantity(part))
                };
                format!("({})", parts.iter().map(part).collect::<Vec<_>>().join(" "))
            }
            Quantity::Repeated => "repeated".into(),
            Quantity::RepeatedBoard => "repeated board".into(),
            Quantity::Players => "players".into(),
        }
    }

    fn who(&self, who: Who) -> String {
        match who {
            Who::Friend => "friend".into(),
            Who::Enemy => "enemy".into(),
            Who::Player(player) => self.rules.players[player.index()].name.clone(),
            Who::Next => "next".into(),
            Who::Mover => "mover".into(),
        }
    }

    fn sum(&self, directions: &[DirId]) -> String {
        directions.iter().map(|d| self.direction(*d)).collect::<Vec<_>>().join("+")
    }

    fn tiles(&self, tiles: &[Tile]) -> String {
        tiles.iter().map(|t| self.rules.board.name(*t)).collect::<Vec<_>>().join(" ")
    }

    fn direction(&self, direction: DirId) -> String {
        self.rules.board.directions[direction.index()].name.clone()
    }

    fn kind_name(&self, kind: KindId) -> String {
        self.rules.kinds[kind.index()].name.clone()
    }

    fn counter(&self, counter: CounterId) -> String {
        self.rules.counters[counter.index()].name.clone()
    }

    fn region(&self, region: RegionId) -> String {
        let name = &self.rules.regions[region.index()].name;
        if self.has_ids { format!("{region}:{name:?}") } else { name.clone() }
    }
}
