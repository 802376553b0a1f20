//! What pieces turn into: as pawns do, or into a promoted form of their own.

use tilegame_runtime::ir::{By, KindId, Promotion, Quantity, Test, Who};

use super::ask::{Set, all_of};
use super::draft::{COLOURS, Draft};
use super::squares::Places;
use super::types::PAWN;

/// How the kinds of one player promote as pawns do.
#[derive(Default)]
struct Promoting {
    kinds: Set,
    to: Vec<KindId>,
    on: Option<Places>,
    optional: Option<bool>,
}

/// For which players something is done, and kinds of which there may be so many at most, counted together.
type Guard = ([bool; 2], Option<(Set, i64)>);

/// A promotion of a kind to its form.
struct ToForm {
    whose: [bool; 2],
    optional: bool,
    /// It is asked where the piece arrives, and not where it set out.
    only_to: bool,
    by: Option<By>,
    place: [Places; 2],
}

impl ToForm {
    /// Whether this is the same for the other player.
    fn completes(&self, other: &ToForm) -> bool {
        let apart = (0..2).all(|p| self.whose[p] != other.whose[p]);
        apart && (self.optional, self.only_to, self.by) == (other.optional, other.only_to, other.by)
    }

    /// Adds what holds for the other player.
    fn add(&mut self, other: ToForm) {
        for (p, place) in other.place.into_iter().enumerate().filter(|(p, _)| other.whose[*p]) {
            self.place[p] = place;
        }
        self.whose = [true; 2];
    }
}

impl Draft<'_> {
    /// Writes all keys about promotion.
    pub(crate) fn write_promotions(&mut self) {
        let zone = self.write_pawn_promotions();
        self.write_forms(zone);
    }

    /// Promotion to other kinds; the zone of either player, if there is one.
    fn write_pawn_promotions(&mut self) -> Option<[Places; 2]> {
        let mut players = [Promoting::default(), Promoting::default()];
        let mut limits: Vec<(KindId, i64)> = Vec::new();
        for kind in self.used.clone() {
            let of = &self.rules.kinds[kind.index()];
            let name = &of.name;
            // Of each player, what this kind becomes.
            let mut to: [Vec<KindId>; 2] = [Vec::new(), Vec::new()];
            for promotion in &of.promotions {
                if self.leads_to_form(kind, promotion) || !self.applies(kind, promotion) {
                    continue;
                }
                if promotion.by.is_some() || promotion.from.is_some() {
                    self.refuse(format!("{name}: promotion to another kind by some moves only has no key"));
                    continue;
                }
                let Some((whose, limit)) = self.guard(promotion) else {
                    let text = self.ask.text(&promotion.guard);
                    self.refuse(format!("{name}: `promote … if {text}` has no key"));
                    continue;
                };
                let named = |(kinds, most): (Set, i64)| {
                    Some((*promotion.to.iter().find(|to| kinds.contains(to))?, most))
                };
                limits.extend(limit.and_then(named));
                let on = promotion
                    .on
                    .map_or_else(|| [self.squares.all(), self.squares.all()], |r| self.ask.region(r));
                let owners = self.owners(kind);
                for (p, player) in players.iter_mut().enumerate() {
                    if !whose[p] || !owners[p] {
                        continue;
                    }
                    to[p].extend(promotion.to.iter().copied());
                    let other = player.on.as_ref().is_some_and(|before| *before != on[p])
                        || player.optional.is_some_and(|before| before != promotion.optional);
                    if other {
                        self.reasons
                            .push(format!("{name}: it promotes elsewhere or otherwise than other pieces"));
                    }
                    player.on = Some(on[p].clone());
                    player.optional = Some(promotion.optional);
                }
            }
            for (p, player) in players.iter_mut().enumerate() {
                if to[p].is_empty() {
                    continue;
                }
                to[p].sort_unstable();
                to[p].dedup();
                if !player.kinds.is_empty() && player.to != to[p] {
                    self.refuse(format!("{name}: it promotes to other kinds than other pieces"));
                }
                player.to.clone_from(&to[p]);
                player.kinds.insert(kind);
            }
        }
        let [white, black] = &players;
        if let (Some(a), Some(b)) = (white.optional, black.optional)
            && a != b
        {
            self.refuse("promotion is optional for one player only");
        }
        let pawn = self.used.iter().copied().find(|kind| self.is(*kind, PAWN));
        let some = !white.kinds.is_empty() || !black.kinds.is_empty();
        if !some {
            if pawn.is_some() && self.used.iter().all(|kind| self.form[kind.index()].is_none()) {
                // Without anything to become, a pawn stops before these tiles.
                // This key exists for one colour only.
                let stop = self.stop.clone().unwrap_or_default();
                for (tiles, colour) in stop.iter().zip(COLOURS) {
                    let text = self.squares.text(tiles);
                    self.keys.set(&format!("promotionRegion{colour}"), &text);
                }
            }
            return None;
        }
        if white.optional.or(black.optional) == Some(true) {
            self.keys.switch("mandatoryPawnPromotion", false);
        }
        // What one player has none of is as the other has it.
        let chosen = |p: usize| if players[p].kinds.is_empty() { &players[1 - p] } else { &players[p] };
        let own_letters = |kinds: Vec<KindId>| self.letters(kinds);
        let pawns = [0, 1].map(|p| own_letters(chosen(p).kinds.iter().copied().collect()));
        let to = [0, 1].map(|p| own_letters(self.in_order(&chosen(p).to)));
        let usual = pawn.map_or(String::new(), |pawn| self.letters([pawn]));
        self.set_both("promotionPawnTypes", pawns, [&usual, &usual]);
        self.set_both("promotionPieceTypes", to, ["", ""]);
        let zone = [0, 1].map(|p| players[p].on.clone().unwrap_or_default());
        limits.sort_unstable();
        limits.dedup();
        if !limits.is_empty() {
            let pairs: Vec<String> =
                limits.iter().map(|(kind, most)| format!("{}:{most}", self.letters([*kind]))).collect();
            self.keys.set("promotionLimit", &pairs.join(" "));
        }
        Some(zone)
    }

    /// Kinds as the format lists what pawns become.
    fn in_order(&self, kinds: &[KindId]) -> Vec<KindId> {
        let mut kinds: Vec<KindId> = kinds.to_vec();
        kinds.sort_by_key(|kind| kind.index());
        kinds
    }

    /// Whether a promotion leads from a kind to its form, or back.
    fn leads_to_form(&self, kind: KindId, promotion: &Promotion) -> bool {
        let [to] = promotion.to.as_slice() else { return false };
        self.form[kind.index()] == Some(*to) || self.form_of[kind.index()] == Some(*to)
    }

    /// Whether a promotion is one of this kind and not only of the same piece in another state.
    fn applies(&self, kind: KindId, promotion: &Promotion) -> bool {
        all_of(&promotion.guard)
            .into_iter()
            .filter_map(|part| self.ask.kinds(part))
            .all(|kinds| kinds.contains(&kind))
    }

    /// Whose promotion it is, and up to how many pieces there may be, if that is all that is asked.
    fn guard(&self, promotion: &Promotion) -> Option<Guard> {
        let (mut whose, mut limit) = ([true, true], None);
        for part in all_of(&promotion.guard) {
            if let Some(players) = self.ask.players(part) {
                whose = [whose[0] && players[0], whose[1] && players[1]];
                continue;
            }
            if self.ask.kinds(part).is_some() {
                continue;
            }
            let few = self.ask.few(part).filter(|few| few.whose == Who::Friend)?;
            // What is counted in hands does not count there.
            if matches!(part, Test::Compare(Quantity::Sum(_), ..)) {
                return None;
            }
            limit = (self.letters(few.kinds.iter().copied()).len() == 1).then_some((few.kinds, few.most + 1));
            limit.as_ref()?;
        }
        Some((whose, limit))
    }

    /// The promotions of a kind to its form. Those of one player each are one.
    fn form_promotions(&mut self, kind: KindId, form: KindId, limits: &mut Vec<String>) -> Vec<ToForm> {
        let (name, rules) = (self.name(kind), self.rules);
        let all = || self.squares.all();
        let mut found: Vec<ToForm> = Vec::new();
        for promotion in &rules.kinds[kind.index()].promotions {
            if !self.leads_to_form(kind, promotion) || !self.applies(kind, promotion) {
                continue;
            }
            let Some((whose, limit)) = self
                .guard(promotion)
                .filter(|(_, limit)| limit.as_ref().is_none_or(|(kinds, _)| kinds.contains(&form)))
            else {
                let text = self.ask.text(&promotion.guard);
                self.refuse(format!("{name}: `promote … if {text}` has no key"));
                continue;
            };
            if let Some((_, most)) = limit {
                limits.push(format!("{}:{most}", self.letters([form])));
            }
            let to = promotion.on.map(|region| self.ask.region(region));
            let from = promotion.from.map(|region| self.ask.region(region));
            let only_to = from.is_none() && to.is_some();
            let place = match (from, to) {
                (None, None) => [all(), all()],
                (Some(from), Some(to)) if promotion.either && from == to => to,
                (None, Some(to)) => to,
                _ => {
                    self.refuse(format!("{name}: it promotes where no key says so"));
                    continue;
                }
            };
            let of = ToForm { whose, optional: promotion.optional, only_to, by: promotion.by, place };
            match found.iter_mut().find(|known| known.completes(&of)) {
                Some(known) => known.add(of),
                None => found.push(of),
            }
        }
        found.retain(|of| {
            let both = of.whose == [true; 2];
            if !both {
                self.reasons.push(format!("{name}: it promotes for one player only"));
            }
            both
        });
        found
    }

    /// Promotion to forms.
    fn write_forms(&mut self, zone: Option<[Places; 2]>) {
        let all = || [self.squares.all(), self.squares.all()];
        let as_pawns = zone.is_some();
        let (mut on, mut must, mut by, mut back, mut never) = (zone, None, None, false, false);
        let (mut pairs, mut limits) = (Vec::new(), Vec::new());
        for kind in self.bare() {
            let Some(form) = self.form[kind.index()].filter(|form| self.used.contains(form)) else {
                continue;
            };
            let name = self.name(kind);
            let mut some = false;
            let found = self.form_promotions(kind, form, &mut limits);
            let several = found.len() > 1;
            let none = found.is_empty();
            for promotion in found {
                // Where it could not move it must promote, whatever else holds.
                let dead = self.moving[kind.index()].as_ref().map(|moving| {
                    let mobile = self.ask.mobile(moving);
                    all().iter().zip(&mobile).map(|(all, mobile)| all - mobile).collect::<Vec<Places>>()
                });
                if several
                    && !promotion.optional
                    && promotion.only_to
                    && Some(promotion.place.to_vec()) == dead
                {
                    let whole = must == Some(true) && on.as_ref() == Some(&promotion.place);
                    if !whole {
                        self.mobile_only = true;
                        continue;
                    }
                }
                let before = (
                    on.clone().unwrap_or_else(|| promotion.place.clone()),
                    must.unwrap_or(!promotion.optional),
                );
                if before != (promotion.place.clone(), !promotion.optional)
                    || by.is_some_and(|by| by != promotion.by)
                {
                    self.refuse(format!("{name}: it promotes elsewhere or otherwise than other pieces"));
                }
                some = true;
                (on, must, by) = (Some(promotion.place), Some(!promotion.optional), Some(promotion.by));
            }
            back |= self.rules.kinds[form.index()].promotions.iter().any(|p| self.leads_to_form(form, p));
            // Pieces that begin in their form, which no piece comes to.
            never |= none;
            if some || none {
                pairs.push(format!("{}:{}", self.letters([kind]), self.letters([form])));
            }
        }
        if !limits.is_empty() {
            let before = self.keys.get("promotionLimit").map(str::to_owned);
            limits.splice(0..0, before);
            self.keys.set("promotionLimit", &limits.join(" "));
        }
        if !pairs.is_empty() {
            self.keys.set("promotedPieceType", &pairs.join(" "));
            if must == Some(true) {
                self.keys.switch("mandatoryPiecePromotion", true);
            } else if !as_pawns
                && self.used.iter().any(|kind| self.is(*kind, PAWN) && self.form[kind.index()].is_some())
            {
                // Else it would have to when it captures.
                self.keys.switch("mandatoryPawnPromotion", false);
            }
            match by.flatten() {
                Some(By::Capture) => self.keys.switch("piecePromotionOnCapture", true),
                Some(_) => self.refuse("promotion by moves that capture nothing has no key"),
                None => {}
            }
            if back {
                self.keys.switch("pieceDemotion", true);
            }
        }
        if never {
            if on.is_some() {
                self.refuse("pieces that never promote beside others that do have no key");
            }
            on = Some([Places::new(), Places::new()]);
        }
        if let Some(on) = on {
            let texts = [self.squares.text(&on[0]), self.squares.text(&on[1])];
            self.set_both("promotionRegion", texts, ["*8", "*1"]);
        }
    }
}
