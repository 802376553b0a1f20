//! The rule that must hold after a move, as far as it is understood: a table of truth.
//!
//! Its questions are *atoms*, whether a royal piece is attacked or sees something, and tests that only moves of royal pieces can change.
//! What is not understood has a third value, and makes others so only where it matters.

use tilegame_dsl::ir::{CounterId, Who};

use crate::plan::cond::{Cond, Number};
use crate::plan::quick_test::{all_or_some, compares};

/// No rule may have more questions than this.
const MOST_QUESTIONS: usize = 10;

/// For all answers, whether the rule holds.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    fixed: Vec<Cond>,
    /// Atoms of which it matters what they were before the move: their answers stand above those to the fixed tests.
    was: Vec<usize>,
    atoms: usize,
    /// By the answers to the fixed tests, and below them those of the atoms.
    holds: Vec<Option<bool>>,
    /// It holds after moves, but perhaps not after a pass.
    pub(crate) passes_apart: bool,
    /// By the answers to the fixed tests: atoms of which none may become true as long as all others are false.
    fatal: Vec<u32>,
    /// Atoms that may not be true whatever the others are.
    deadly: Vec<u32>,
    /// Atoms that make a difference.
    matter: Vec<u32>,
}

/// An atom before its attack lines are known: some royal piece of these kinds is attacked, or sees something by the path of this number.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AtomPlan {
    pub(crate) of_enemy: bool,
    pub(crate) kinds: Vec<u8>,
    pub(crate) sees: Option<u32>,
}

/// What is known of a counter after a step, whatever the step was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Counted {
    Is(i64),
    /// It is so much more than before.
    Grows(i64),
}

/// After what the rule is to hold, and what is known of counters then.
pub(crate) enum Occasion<'s> {
    Move(&'s [(CounterId, Counted)]),
    Pass(&'s [(CounterId, Counted)]),
}

/// The rule, taken apart.
enum Formula {
    Always(bool),
    /// The atom of this number.
    Atom(usize),
    /// The test of this number that only moves of royal pieces can change.
    Fixed(usize),
    /// What the atom was before the move, the place of that among all such.
    Was(usize),
    /// Something else.
    Unknown,
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Truth {
    /// The truth about a rule, and its atoms, those about enemies first; nothing if it has no atoms or is too long. The atoms are the
    /// same for moves and for passes.
    pub(crate) fn new(legal: &Cond, occasion: Occasion<'_>) -> Option<(Truth, Vec<AtomPlan>)> {
        let (fixed, was, atoms) = (Vec::new(), Vec::new(), Vec::new());
        let mut found = Found { fixed, was, atoms, occasion, passes_apart: false };
        let mut formula = found.formula(legal);
        let (atoms, fixed) = (found.atoms.len(), found.fixed.len() + found.was.len());
        if atoms == 0 || atoms + fixed > MOST_QUESTIONS {
            return None;
        }
        let mut order: Vec<usize> = (0..atoms).collect();
        order.sort_by_key(|n| !found.atoms[*n].of_enemy);
        let place: Vec<usize> = (0..atoms).map(|n| order.iter().position(|o| *o == n).unwrap_or(n)).collect();
        formula.renumber(&place, found.fixed.len());
        let plans = order.iter().map(|n| found.atoms[*n].clone()).collect();
        let holds: Vec<Option<bool>> =
            (0..1 << (atoms + fixed)).map(|all| formula.value(atoms, all)).collect();
        let of_fixed = |answers: usize| &holds[answers << atoms..][..1 << atoms];
        let is_fatal = |truth: &[Option<bool>]| {
            let alone = (0..atoms).filter(|n| truth[1 << n] == Some(false)).fold(0, |all, n| all | 1 << n);
            let some = |set: &usize| *set != 0 && set & !alone == 0;
            if (0..truth.len()).filter(some).all(|set| truth[set] == Some(false)) { alone as u32 } else { 0 }
        };
        let is_deadly = |truth: &[Option<bool>]| {
            let never =
                |n: &usize| (0..truth.len()).all(|set| set >> n & 1 == 0 || truth[set] == Some(false));
            (0..atoms).filter(never).fold(0, |all, n| all | 1 << n)
        };
        let matters = |truth: &[Option<bool>]| {
            let changes = |n: &usize| (0..truth.len()).any(|set| truth[set] != truth[set | 1 << n]);
            (0..atoms).filter(changes).fold(0, |all, n| all | 1 << n)
        };
        let fatal = (0..1 << fixed).map(|answers| is_fatal(of_fixed(answers))).collect();
        let deadly = (0..1 << fixed).map(|answers| is_deadly(of_fixed(answers))).collect();
        let matter = (0..1 << fixed).map(|answers| matters(of_fixed(answers))).collect();
        let was = found.was.iter().map(|n| place[*n]).collect();
        let (fixed, passes_apart) = (found.fixed, found.passes_apart);
        Some((Truth { fixed, was, atoms, holds, passes_apart, fatal, deadly, matter }, plans))
    }

    /// The answers to the fixed tests, and what atoms were before a move, as a number.
    #[inline(always)]
    pub(crate) fn fixed(&self, holds: impl Fn(&Cond) -> bool, is_true: impl Fn(usize) -> bool) -> usize {
        let mut answers = 0;
        for (n, test) in self.fixed.iter().enumerate() {
            answers |= usize::from(holds(test)) << n;
        }
        for (n, atom) in self.was.iter().enumerate() {
            answers |= usize::from(is_true(*atom)) << (self.fixed.len() + n);
        }
        answers
    }

    /// Whether the rule holds, by the answers to the fixed tests and the atoms; nothing if that can't be said.
    #[inline(always)]
    pub(crate) fn holds(&self, fixed: usize, atoms: u32) -> Option<bool> {
        self.holds[fixed << self.atoms | atoms as usize]
    }

    /// The atoms of which the answers to the fixed tests tell what they were before, as a set, and those of them that were true.
    pub(crate) fn were(&self, fixed: usize) -> (u32, u32) {
        let were =
            self.was.iter().enumerate().map(|(n, atom)| (1 << atom, fixed >> (self.fixed.len() + n) & 1));
        were.fold((0, 0), |(known, holds), (atom, was)| (known | atom, holds | (atom * was as u32)))
    }

    /// Whether it has tests that the capture of a royal piece can change.
    #[inline(always)]
    pub(crate) fn has_fixed(&self) -> bool {
        !self.fixed.is_empty()
    }

    #[inline(always)]
    pub(crate) fn fatal(&self, fixed: usize) -> u32 {
        self.fatal[fixed]
    }

    #[inline(always)]
    pub(crate) fn deadly(&self, fixed: usize) -> u32 {
        self.deadly[fixed]
    }

    #[inline(always)]
    pub(crate) fn matter(&self, fixed: usize) -> u32 {
        self.matter[fixed]
    }

    /// The kinds that its fixed tests ask for.
    pub(crate) fn royal_kinds(&self) -> impl Iterator<Item = &u8> {
        self.fixed.iter().filter_map(royal_piece).flat_map(|(_, kinds, _)| kinds)
    }
}

/// Whose pieces of which kinds a test asks for, and what else it asks of them.
fn royal_piece(test: &Cond) -> Option<(bool, &[u8], &[Cond])> {
    let Cond::Some(piece) = test else { return None };
    let Cond::And(parts) = &**piece else { return None };
    match parts.as_slice() {
        [Cond::Owner(who @ (Who::Friend | Who::Enemy)), Cond::Kind(kinds), rest @ ..] => {
            Some((*who == Who::Enemy, kinds, rest))
        }
        _ => None,
    }
}

struct Found<'f> {
    fixed: Vec<Cond>,
    was: Vec<usize>,
    atoms: Vec<AtomPlan>,
    occasion: Occasion<'f>,
    passes_apart: bool,
}

impl Found<'_> {
    fn formula(&mut self, cond: &Cond) -> Formula {
        match cond {
            Cond::True => Formula::Always(true),
            Cond::False => Formula::Always(false),
            Cond::Not(inner) => Formula::Not(Box::new(self.formula(inner))),
            Cond::And(all) => Formula::And(all.iter().map(|c| self.formula(c)).collect()),
            Cond::Or(all) => Formula::Or(all.iter().map(|c| self.formula(c)).collect()),
            Cond::Some(piece) => {
                if let Cond::And(parts) = &**piece
                    && let [Cond::Kind(kinds), Cond::Attacked] = parts.as_slice()
                {
                    return Formula::Or(vec![self.atom(false, kinds, None), self.atom(true, kinds, None)]);
                }
                match royal_piece(cond) {
                    Some((_, _, [])) => Formula::Fixed(number(&mut self.fixed, cond.clone())),
                    Some((of_enemy, kinds, [Cond::Attacked])) => self.atom(of_enemy, kinds, None),
                    Some((false, kinds, [Cond::Sees(path)])) => self.atom(false, kinds, Some(*path)),
                    _ => Formula::Unknown,
                }
            }
            Cond::Before(inner) => match (self.formula(inner), &self.occasion) {
                (Formula::Atom(atom), Occasion::Move(_)) => Formula::Was(number(&mut self.was, atom)),
                // A pass leaves all pieces where they are.
                (Formula::Atom(atom), Occasion::Pass(_)) => Formula::Atom(atom),
                _ => Formula::Unknown,
            },
            Cond::Compare(Number::Counter(counter, who), how, Number::Itself(right)) => {
                let (Occasion::Move(all) | Occasion::Pass(all)) = self.occasion;
                let counted = all.iter().find(|(known, _)| known == counter).map(|(_, counted)| *counted);
                self.passes_apart |= counted.is_some();
                match counted {
                    Some(Counted::Is(left)) => Formula::Always(compares(left, *how, *right)),
                    Some(Counted::Grows(more)) => {
                        let (now, then) = (Number::Counter(*counter, *who), Number::Itself(right - more));
                        Formula::Fixed(number(&mut self.fixed, Cond::Compare(now, *how, then)))
                    }
                    None => Formula::Unknown,
                }
            }
            _ => Formula::Unknown,
        }
    }

    fn atom(&mut self, of_enemy: bool, kinds: &[u8], sees: Option<u32>) -> Formula {
        Formula::Atom(number(&mut self.atoms, AtomPlan { of_enemy, kinds: kinds.to_vec(), sees }))
    }
}

/// The place of something in a list, where it is put if it was not there.
fn number<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|known| *known == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

impl Formula {
    /// Puts atoms in their places, and what atoms were behind so many fixed tests.
    fn renumber(&mut self, place: &[usize], fixed: usize) {
        match self {
            Formula::Atom(number) => *number = place[*number],
            Formula::Was(number) => *self = Formula::Fixed(fixed + *number),
            Formula::Always(_) | Formula::Fixed(_) | Formula::Unknown => {}
            Formula::Not(inner) => inner.renumber(place, fixed),
            Formula::And(all) | Formula::Or(all) => all.iter_mut().for_each(|f| f.renumber(place, fixed)),
        }
    }

    /// Whether it holds if these are the answers; nothing if that can't be said.
    fn value(&self, atoms: usize, answers: usize) -> Option<bool> {
        match self {
            Formula::Always(value) => Some(*value),
            Formula::Atom(number) => Some(answers >> number & 1 != 0),
            Formula::Fixed(number) => Some(answers >> (atoms + number) & 1 != 0),
            Formula::Was(_) | Formula::Unknown => None,
            Formula::Not(inner) => inner.value(atoms, answers).map(|v| !v),
            Formula::And(all) => all_or_some(all.iter().map(|part| part.value(atoms, answers)), false),
            Formula::Or(all) => all_or_some(all.iter().map(|part| part.value(atoms, answers)), true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attacked(who: Who) -> Cond {
        Cond::Some(Box::new(Cond::And(vec![Cond::Owner(who), Cond::Kind(vec![0]), Cond::Attacked])))
    }

    #[test]
    fn what_is_not_understood_matters_only_where_it_decides() {
        let not = |c| Cond::Not(Box::new(c));
        // Not attacked, or something unknown and the enemy attacked.
        let rule =
            Cond::Or(vec![not(attacked(Who::Friend)), Cond::And(vec![Cond::Stuck, attacked(Who::Enemy)])]);
        let (truth, plans) = Truth::new(&rule, Occasion::Move(&[])).expect("it has atoms");
        assert_eq!(plans.iter().map(|p| p.of_enemy).collect::<Vec<_>>(), [true, false]);
        let all: Vec<_> = (0..4).map(|atoms| truth.holds(0, atoms)).collect();
        assert_eq!(all, [Some(true), Some(true), Some(false), None]);
        assert_eq!((truth.fatal(0), truth.deadly(0)), (0b10, 0));
        let (strict, _) =
            Truth::new(&not(attacked(Who::Friend)), Occasion::Move(&[])).expect("it has an atom");
        assert_eq!((strict.fatal(0), strict.deadly(0)), (1, 1));
    }
}
