//! How a position ends the game.

use tilegame_runtime::ir::{
    Action, Comparison, CounterId, Effect, End, EndResult, KindId, Quantity, Test, Trigger, When, Who,
};

use super::ask::{Few, Reader, Set, all_of, any_of};
use super::draft::{Draft, placed};
use super::filling::Filled;
use super::squares::Places;
use super::value::Value;

/// Of each player, which pieces have to come where, and how many.
type Flags = [Option<(Set, Places, i64)>; 2];

/// What a line says of a player whose pieces have come to some tiles.
struct Reached {
    /// The result for the player to move.
    value: Value,
    /// It asks something else besides.
    late: bool,
    /// The piece may not be attacked.
    is_safe: bool,
}

/// What lines about few pieces say together.
#[derive(Default)]
struct Extinction {
    value: Option<Value>,
    /// The kinds of each of which somebody may have too few; all together, if that is asked.
    kinds: Vec<Set>,
    most: i64,
    /// The other must have so many pieces.
    others: i64,
    claim: bool,
}

impl Reader<'_> {
    /// That no tile of some tiles is empty.
    pub(crate) fn few_empty(&self, test: &Test) -> Option<[Places; 2]> {
        let Test::Not(inner) = test else { return None };
        let Test::Some(inner) = &**inner else { return None };
        let about = self.about(inner);
        let every = [self.squares.all(), self.squares.all()];
        (about.empty && about.rest.is_empty()).then(|| about.on.unwrap_or(every))
    }
}

impl Draft<'_> {
    /// Writes the keys about endings.
    pub(crate) fn write_endings(&mut self) {
        let (mut stalemate, mut checkmate) = (None, None);
        let mut extinction = Extinction::default();
        let mut by_number = Vec::new();
        let mut racing = Vec::new();
        let mut flags: Flags = [None, None];
        let mut safe = false;
        let mut filled = Filled::default();
        for end in &self.rules.ends {
            let text = self.ask.text(&end.when);
            if self.counts_points(end, &mut filled) {
                continue;
            }
            // A draw that one player has won.
            if let (EndResult::Wins(Who::Player(winner)), Test::Stuck) = (&end.result, &end.when) {
                let odds = if winner.index() == 0 { "whitedrawodds" } else { "blackdrawodds" };
                self.keys.set("materialCounting", odds);
                stalemate = stalemate.or(Some(Value::Draw));
                continue;
            }
            if self.in_line(end) || self.joins_sides(end) || self.blocked(end, &mut flags) {
                continue;
            }
            let Some(value) = Value::of(&end.result) else {
                let why = format!(
                    "the ending `{}` has the same result for both players, or no usual one",
                    end.name
                );
                self.leave_end(end, why);
                continue;
            };
            let parts = all_of(&end.when);
            let stuck = parts.iter().any(|part| **part == Test::Stuck);
            if stuck {
                // Of mates, another line speaks.
                let calm = |part: &Test| matches!(part, Test::Not(check) if self.is_check(&[check]));
                let rest: Vec<&Test> =
                    parts.iter().copied().filter(|part| **part != Test::Stuck && !calm(part)).collect();
                if rest.is_empty() {
                    stalemate = stalemate.or(Some(value));
                } else if self.is_check(&rest) {
                    checkmate = checkmate.or(Some(value));
                } else if let Some(more) = self.more(&rest) {
                    by_number.push((more, value));
                } else if value == Value::Win && self.is_pawn_mate(&rest) {
                    self.keys.switch("shogiPawnDropMateIllegal", true);
                } else {
                    self.refuse(format!("the ending `{}` if `{text}` has no key", end.name));
                }
                continue;
            }
            if value == Value::Draw && self.are_bare(&end.when) {
                self.bare_draw = true;
                continue;
            }
            let known = self.extinct(value, &end.when, &mut extinction)
                || self.counts_checks(end, value)
                || self.first_check(value, &parts)
                || self.flag(value, &end.when, &mut flags, &mut safe, &mut racing)
                || self.connects(value, &end.when)
                || self.square(value, &end.when)
                || self.fills(value, &parts, &mut filled);
            if !known {
                self.leave_end(end, format!("the ending `{}` if `{text}` has no key", end.name));
            }
        }
        // A draw like others that are counted.
        let stalemate = stalemate.or(filled.stuck.then_some(Value::Draw));
        self.write_stuck(stalemate, checkmate, &by_number);
        self.write_extinction(&extinction);
        self.write_flags(flags, safe, &racing);
        self.write_filled(&filled);
    }

    /// Whether these tests say that the player to move is in check.
    pub(crate) fn is_check(&self, tests: &[&Test]) -> bool {
        if self.royal_is_attacked(tests) || self.none_is_safe(tests) {
            return true;
        }
        if !tests.iter().any(|test| test.any(&|part| *part == Test::Attacked)) {
            return false;
        }
        // Where captures explode, check is more than an attack; the proof tells whether it is what it is there.
        self.explodes()
    }

    /// Whether these tests say that the player to move is in check by a pawn that has just been dropped.
    fn is_pawn_mate(&self, tests: &[&Test]) -> bool {
        let dropped = |test: &Test| {
            let Test::Some(inner) = test else { return false };
            let about = self.ask.about(inner);
            let [Test::Did(When::Just, label)] = about.rest[..] else { return false };
            let choices = self.rules.turn.choices.iter().filter(|choice| choice.label == Some(*label));
            let kinds: Vec<KindId> = choices.filter_map(placed).map(|placed| placed.kind).collect();
            about.whose == Some(Who::Enemy)
                && !kinds.is_empty()
                && kinds.iter().all(|kind| self.is_shogi_pawn(*kind))
        };
        let (drops, check): (Vec<&Test>, Vec<&Test>) = tests.iter().copied().partition(|test| dropped(test));
        drops.len() == 1 && self.is_check(&check)
    }

    /// Which player has more pieces, if that is what is asked: whether it is the player to move.
    pub(crate) fn more(&self, tests: &[&Test]) -> Option<bool> {
        let [Test::Compare(left, how, right)] = tests else { return None };
        let whose = |quantity: &Quantity| -> Option<Who> {
            let about = self.ask.about(self.ask.counted(quantity)?);
            let all = about.kinds.as_ref().is_none_or(|kinds| *kinds == self.ask.every_kind());
            about.whose.filter(|_| all && about.only_pieces())
        };
        match (whose(left)?, how, whose(right)?) {
            (Who::Friend, Comparison::More, Who::Enemy) | (Who::Enemy, Comparison::Less, Who::Friend) => {
                Some(true)
            }
            (Who::Friend, Comparison::Less, Who::Enemy) | (Who::Enemy, Comparison::More, Who::Friend) => {
                Some(false)
            }
            _ => None,
        }
    }

    fn write_stuck(
        &mut self,
        stalemate: Option<Value>,
        checkmate: Option<Value>,
        by_number: &[(bool, Value)],
    ) {
        if !self.royalty.all.is_empty() {
            // Without a line of its own, being mated is being stuck.
            match checkmate.or(stalemate) {
                None => self.refuse("a player who is in check and cannot move has not lost"),
                Some(Value::Loss) => {}
                Some(value) => self.keys.set("checkmateValue", value.word()),
            }
        }
        match (by_number, stalemate) {
            ([], Some(Value::Draw)) => {}
            ([], Some(value)) => self.keys.set("stalemateValue", value.word()),
            ([], None) if self.keys.is_on("passOnStalemate") => {}
            ([], None) => {
                self.notes.push("a player who cannot move: no line says how the game ends".to_owned())
            }
            (values, rest) => {
                let fewer = values.iter().find(|(more, _)| !more).map(|(_, value)| *value);
                let more = values.iter().find(|(more, _)| *more).map(|(_, value)| *value);
                let (Some(fewer), true) = (fewer, rest.is_none_or(|rest| rest == Value::Draw)) else {
                    return self.refuse(
                        "a player who cannot move is judged by numbers of pieces in a way that has no key",
                    );
                };
                if more != Some(fewer.opposite()) {
                    return self.refuse(
                        "a player who cannot move is judged by numbers of pieces in a way that has no key",
                    );
                }
                self.keys.set("stalemateValue", fewer.word());
                self.keys.switch("stalematePieceCount", true);
            }
        }
    }

    /// That somebody has few pieces of some kinds.
    fn extinct(&self, value: Value, when: &Test, extinction: &mut Extinction) -> bool {
        let mut few: Option<Vec<Few>> = None;
        let mut others = None;
        for part in all_of(when) {
            let found: Option<Vec<Few>> = any_of(part).into_iter().map(|test| self.ask.few(test)).collect();
            match found {
                Some(found) if few.is_none() => few = Some(found),
                _ => match self.many(part) {
                    Some(many) if others.is_none() => others = Some(many),
                    _ => return false,
                },
            }
        }
        let Some(few) =
            few.filter(|few| few.iter().all(|f| f.whose == few[0].whose && f.most == few[0].most))
        else {
            return false;
        };
        let own = match few[0].whose {
            Who::Friend => true,
            Who::Enemy => false,
            _ => return false,
        };
        if others.is_some_and(|(whose, _)| (whose == Who::Friend) == own) {
            return false;
        }
        let value = if own { value } else { value.opposite() };
        let (mut kinds, mut most): (Vec<Set>, i64) = (few.into_iter().map(|f| f.kinds).collect(), 0);
        kinds.sort();
        let every: Set = self.used.iter().copied().collect();
        if let [only] = kinds.as_mut_slice() {
            let missing: Vec<KindId> = every.iter().copied().filter(|kind| !only.contains(kind)).collect();
            let count: i64 = self.few_of(when);
            most = count;
            // All but the king, of which there is always one: that is one piece more of all.
            if let [king] = missing.as_slice()
                && self.royalty.king == Some(*king)
            {
                *only = every.clone();
                most = count + 1;
            }
        }
        let bare = self.bare_draw && kinds == [every] && most == 1;
        if bare && others.is_none() {
            // Who has been left with a king alone can still do that to the other player.
            extinction.claim = true;
        }
        let others = others.map_or(if bare { 2 } else { 0 }, |(_, least)| least);
        let known = extinction.value.is_some();
        let same = extinction.value == Some(value) && extinction.kinds == kinds && extinction.most == most;
        if known && !same {
            return false;
        }
        if known && extinction.others != others {
            extinction.claim = true;
            extinction.others = extinction.others.min(others);
        } else {
            extinction.others = others;
        }
        (extinction.value, extinction.kinds, extinction.most) = (Some(value), kinds, most);
        true
    }

    /// That there is nothing but kings.
    fn are_bare(&self, when: &Test) -> bool {
        let Test::Not(inner) = when else { return false };
        let Test::Some(inner) = &**inner else { return false };
        let about = self.ask.about(inner);
        let kings: Set = self.royalty.king.into_iter().collect();
        let others = &self.ask.every_kind() - &kings;
        about.whose.is_none() && about.only_pieces() && !kings.is_empty() && about.kinds == Some(others)
    }

    /// The number of pieces up to which a test speaks of few.
    fn few_of(&self, when: &Test) -> i64 {
        let parts = all_of(when);
        parts.into_iter().flat_map(any_of).find_map(|part| self.ask.few(part)).map_or(0, |few| few.most)
    }

    /// That somebody has many pieces.
    fn many(&self, test: &Test) -> Option<(Who, i64)> {
        let Test::Compare(counted, how, Quantity::Number(number)) = test else { return None };
        let about = self.ask.about(self.ask.counted(counted)?);
        let least = match how {
            Comparison::More => number + 1,
            Comparison::AtLeast => *number,
            _ => return None,
        };
        let whose = about.whose.filter(|_| about.only_pieces())?;
        Some((whose, least))
    }

    fn write_extinction(&mut self, extinction: &Extinction) {
        let Some(value) = extinction.value else { return };
        let every: Set = self.used.iter().copied().collect();
        let mut letters = String::new();
        for kinds in &extinction.kinds {
            let kinds: Vec<KindId> = kinds.iter().copied().filter(|kind| self.used.contains(kind)).collect();
            if kinds.len() == every.len() {
                letters = "*".to_owned();
                break;
            }
            let bare = self.letters(kinds.iter().copied());
            if bare.len() != 1 {
                let names: Vec<&str> = kinds.iter().map(|kind| self.name(*kind)).collect();
                return self
                    .refuse(format!("an ending that counts {} together has no key", names.join(", ")));
            }
            letters += &bare;
        }
        self.keys.set("extinctionValue", value.word());
        self.keys.set("extinctionPieceTypes", &letters);
        if extinction.most > 0 {
            self.keys.set("extinctionPieceCount", &extinction.most.to_string());
        }
        if extinction.claim {
            self.keys.switch("extinctionClaim", true);
        }
        if extinction.others > 0 {
            self.keys.set("extinctionOpponentPieceCount", &extinction.others.to_string());
        }
    }

    /// That somebody has given so many checks.
    fn counts_checks(&mut self, end: &End, value: Value) -> bool {
        let Test::Compare(Quantity::Counter(counter, Who::Enemy), how, Quantity::Number(0)) = &end.when
        else {
            return false;
        };
        let downs = matches!(how, Comparison::AtMost | Comparison::Equal) && value == Value::Loss;
        if !downs || !self.counts_down(*counter) {
            return false;
        }
        self.keys.switch("checkCounting", true);
        true
    }

    /// That a check wins at once.
    fn first_check(&mut self, value: Value, parts: &[&Test]) -> bool {
        let found = value == Value::Loss && self.is_check(parts) && !self.explodes();
        if found {
            self.keys.switch("checkCounting", true);
        }
        found
    }

    /// Whether a counter of the player who moves goes down by one with every check.
    fn counts_down(&self, counter: CounterId) -> bool {
        self.rules.turn.after.iter().any(|after| {
            let down = after.actions.iter().any(|action| {
                matches!(action, Action::Here(Effect::Count { counter: of, of: Who::Friend, amount, .. })
                    if *of == counter && *amount == Quantity::Number(1))
            });
            let check = matches!(&after.guard, Test::Some(inner) if {
                let about = self.ask.about(inner);
                about.whose == Some(Who::Enemy) && about.attacked == Some(true)
            });
            down && check && after.triggers == [Trigger::Move]
        })
    }

    /// The number of checks that still have to be given, by either player at the start.
    pub(crate) fn checks(&self) -> Option<i64> {
        let mut counters = (0..self.rules.counters.len()).map(CounterId::new);
        let counter = counters.find(|counter| self.counts_down(*counter));
        // Without one, the first check decides.
        let start = counter.map_or(1, |counter| self.rules.counters[counter.index()].start);
        self.keys.is_on("checkCounting").then_some(start)
    }

    /// That somebody has pieces on some tiles.
    fn flag(
        &self,
        value: Value,
        when: &Test,
        flags: &mut Flags,
        safe: &mut bool,
        racing: &mut Vec<Reached>,
    ) -> bool {
        let parts = all_of(when);
        let mut there: Vec<(Who, Set, [Places; 2], i64, bool)> = Vec::new();
        let mut rest = 0;
        let mut players = [true, true];
        for part in parts {
            if let Some(only) = self.ask.players(part) {
                players = [players[0] && only[0], players[1] && only[1]];
                continue;
            }
            let (inner, least) = match part {
                Test::Some(inner) => (&**inner, 1),
                Test::Compare(Quantity::Count(inner), how, Quantity::Number(number)) => match how {
                    Comparison::AtLeast => (&**inner, *number),
                    Comparison::More => (&**inner, number + 1),
                    _ => return false,
                },
                _ => {
                    rest += 1;
                    continue;
                }
            };
            let about = self.ask.about(inner);
            let guarded =
                about.rest.iter().all(|test| **test == Test::Not(Box::new(Test::AttackedBy(Who::Friend))));
            if about.empty || !guarded || about.attacked == Some(true) {
                return false;
            }
            let is_safe = about.attacked == Some(false) || !about.rest.is_empty();
            let (Some(whose), Some(on)) = (about.whose, about.on) else { return false };
            let kinds = about.kinds.unwrap_or_else(|| self.ask.every_kind());
            there.push((whose, kinds, on, least, is_safe));
        }
        match there.as_slice() {
            [(who, kinds, on, least, is_safe)] => {
                let own = match (who, players) {
                    (Who::Friend, _) => true,
                    (Who::Enemy, _) => false,
                    // Asked of one player only.
                    (Who::Player(owner), [white, black]) if white != black => players[owner.index()],
                    _ => return false,
                };
                let wins = if own { value == Value::Win } else { value == Value::Loss };
                if !wins || rest > 1 {
                    return false;
                }
                racing.push(Reached { value, late: rest > 0, is_safe: *is_safe });
                *safe |= is_safe;
                for (asker, tiles) in on.iter().enumerate() {
                    if !players[asker] && rest == 0 {
                        continue;
                    }
                    let player = if own { asker } else { 1 - asker };
                    let flag = Some((kinds.clone(), tiles.clone(), *least));
                    if flags[player].is_some() && flags[player] != flag {
                        return false;
                    }
                    flags[player] = flag;
                }
                true
            }
            [_, _] if value == Value::Draw && rest == 0 => {
                racing.push(Reached { value, late: false, is_safe: false });
                true
            }
            _ => false,
        }
    }

    /// That the tiles are full on which a player wants to come, and some of that player's pieces are there.
    fn blocked(&mut self, end: &End, flags: &mut Flags) -> bool {
        let winner = match end.result {
            EndResult::Wins(Who::Player(winner)) => Some(winner),
            EndResult::Loss => None,
            _ => return false,
        };
        let (mut full, mut there, mut late) = (None, None, winner.is_none());
        for part in all_of(&end.when) {
            if let Some(tiles) = self.ask.few_empty(part) {
                full = Some(tiles);
            } else if let Test::Some(inner) = part {
                let about = self.ask.about(inner);
                let whose = winner.map_or(Who::Enemy, Who::Player);
                there = about.on.filter(|_| about.whose == Some(whose) && about.rest.is_empty());
            } else {
                late = matches!((part, winner), (Test::ToMove(player), Some(winner)) if *player != winner);
            }
        }
        let (Some(full), true) = (full.filter(|full| Some(full) == there.as_ref()), late) else {
            return false;
        };
        if winner.is_some() && full[0] != full[1] {
            return false;
        }
        for p in (0..2).filter(|p| winner.is_none_or(|winner| winner.index() == *p)) {
            let tiles = full[1 - p].clone();
            let most = i64::try_from(tiles.len()).unwrap_or(i64::MAX);
            match &flags[p] {
                Some((_, known, _)) if winner.is_some() || *known != tiles => return false,
                Some(_) => {}
                None => flags[p] = Some((self.ask.every_kind(), tiles, most)),
            }
        }
        self.keys.switch("flagPieceBlockedWin", true);
        true
    }

    fn write_flags(&mut self, flags: Flags, safe: bool, racing: &[Reached]) {
        if flags.iter().all(Option::is_none) {
            return;
        }
        let kinds = flags.clone().map(|flag| {
            let Some((kinds, ..)) = flag else { return "*".to_owned() };
            let kinds: Vec<KindId> = self.used.iter().copied().filter(|kind| kinds.contains(kind)).collect();
            if kinds.len() == self.used.len() { "*".to_owned() } else { self.letters(kinds) }
        });
        if kinds.iter().any(|letters| letters.len() > 1) {
            return self.refuse("an ending that is about places of several kinds of pieces has no key");
        }
        self.set_both("flagPiece", kinds, ["*", "*"]);
        let blocked = self.keys.is_on("flagPieceBlockedWin");
        let on = flags.clone().map(|flag| {
            flag.map_or("-".to_owned(), |(_, on, _)| match blocked {
                // Whole ranks would go on beyond the board, where they are never full.
                true => self.squares.names(&on),
                false => self.squares.text(&on),
            })
        });
        self.set_both("flagRegion", on, ["-", "-"]);
        let most = flags.iter().flatten().map(|(_, _, least)| *least).max().unwrap_or(1);
        if most > 1 {
            self.keys.set("flagPieceCount", &most.to_string());
        }
        // One who has arrived wins when the turn comes back, unless the other can arrive as well.
        let returns = racing.iter().any(|reached| reached.value == Value::Win);
        let at_once = racing.iter().any(|reached| reached.value == Value::Loss && !reached.late);
        // One who is attacked there and is not captured has won as well, then.
        let stays = racing.iter().any(|reached| reached.value == Value::Win && !reached.is_safe);
        if returns && !at_once || safe && stays {
            self.keys.switch("flagMove", true);
        }
        if safe {
            self.keys.switch("flagPieceSafe", true);
        }
    }
}
