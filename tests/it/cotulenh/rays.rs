//! What one piece, or a stack as its carrier, can do from a square; and who attacks a commander.

use super::board::*;
use super::play::{Deed, Step};

/// North, then clockwise; odd ones are diagonal.
const WAYS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn slants(man: Man) -> bool {
    man.heroic || [M, A, S, F, N].contains(&man.kind)
}

/// How far it goes.
fn going(man: Man) -> i32 {
    let more = i32::from(man.heroic);
    match man.kind {
        C => RANKS,
        T | S => 2 + more,
        A => 3 + more,
        F | N => 4 + more,
        H => more,
        _ => 1 + more,
    }
}

/// How far it takes something headed by a piece of kind `prey`.
fn taking(man: Man, prey: u8) -> i32 {
    let more = i32::from(man.heroic);
    match man.kind {
        C => 1 + more,
        T | S => 2 + more,
        A => 3 + more,
        F => 4 + more,
        N => {
            if prey == N {
                4 + more
            } else {
                3 + more
            }
        }
        H => more,
        _ => 1 + more,
    }
}

fn shoots_over(kind: u8) -> bool {
    [A, S, F, N].contains(&kind)
}

/// Heavy pieces cross the river only straight ahead on the files f and h.
fn river_stops(kind: u8, from: usize, to: usize, way: (i32, i32)) -> bool {
    let half = |s: usize| (file(s) >= 2).then_some(rank(s) >= 6);
    let crosses = matches!((half(from), half(to)), (Some(a), Some(b)) if a != b);
    let on_bridge = way.0 == 0 && [5, 7].contains(&file(from));
    [A, G, S].contains(&kind) && crosses && !on_bridge
}

/// The river's banks stop ships that go slantwise.
fn bank_stops(kind: u8, to: usize, way: (i32, i32)) -> bool {
    let banks = [((1, 1), "d6"), ((-1, -1), "c5"), ((-1, 1), "c8"), ((1, -1), "d7")];
    kind == N && banks.iter().any(|(w, s)| *w == way && square(s) == to)
}

/// What air defence does to a flight.
#[derive(Clone, PartialEq, Eq)]
enum Flight {
    Safe,
    /// Inside the zone of this one since it was entered.
    Doomed(usize),
    Down,
}

impl State {
    fn defends(&self, square: usize, blue: bool) -> Option<i32> {
        let stack = self.squares[square].as_ref().filter(|s| s.blue == blue)?;
        let top = stack.men[0];
        let level = match top.kind {
            S => 2,
            N | G => 1,
            _ => return None,
        };
        Some(level + i32::from(top.heroic))
    }

    /// Who of `blue` covers a square.
    fn cover(&self, square: usize, blue: bool) -> Vec<usize> {
        let near = |d: &usize| {
            let (dx, dy) = (file(*d) - file(square), rank(*d) - rank(square));
            self.defends(*d, blue).is_some_and(|level| dx * dx + dy * dy <= level * level)
        };
        (0..self.squares.len()).filter(near).collect()
    }

    fn fly(&self, flight: Flight, to: usize, enemy: bool) -> Flight {
        let cover = self.cover(to, enemy);
        match (flight, cover.as_slice()) {
            (Flight::Safe, []) => Flight::Safe,
            (Flight::Safe, [one]) => Flight::Doomed(*one),
            (Flight::Doomed(before), [one]) if before == *one => Flight::Doomed(before),
            _ => Flight::Down,
        }
    }

    /// The squares on which our commander would face theirs.
    fn exposed_to(&self, blue: bool) -> Vec<usize> {
        let (Some(own), Some(theirs)) = (self.commander(blue), self.commander(!blue)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let (dx, dy) = (file(own) - file(theirs), rank(own) - rank(theirs));
        for (x, y) in [(dx.signum(), 0), (0, dy.signum())] {
            if (x, y) == (0, 0) {
                continue;
            }
            let mut d = 1;
            while let Some(s) = at(file(theirs) + d * x, rank(theirs) + d * y) {
                if self.squares[s].is_some() && s != own {
                    break;
                }
                found.push(s);
                d += 1;
            }
        }
        found
    }

    /// Everything that `men`, who stand on `from`, can do there; `deploys` if others stay behind.
    pub(super) fn rays(&self, from: usize, men: &[Man], blue: bool, deploys: bool, found: &mut Vec<Step>) {
        let top = men[0];
        let exposed = if top.kind == C { self.exposed_to(blue) } else { Vec::new() };
        for (i, way) in WAYS.iter().enumerate() {
            if i % 2 == 1 && !slants(top) {
                continue;
            }
            let (mut stuck, mut blocked, mut flight) = (false, false, Flight::Safe);
            for d in 1.. {
                let Some(to) = at(file(from) + d * way.0, rank(from) + d * way.1) else { break };
                if exposed.contains(&to) {
                    break;
                }
                if top.kind == F && !top.heroic {
                    flight = self.fly(flight, to, !blue);
                    if flight == Flight::Down {
                        break;
                    }
                }
                let far = going(top).max(taking(top, N));
                if d > far || top.kind == S && i % 2 == 1 && d > going(top) - 1 {
                    break;
                }
                stuck |= top.kind != F && !stands(top.kind, to)
                    || river_stops(top.kind, from, to, *way)
                    || bank_stops(top.kind, to, *way);
                let mut add = |deed, who: &[Man]| {
                    found.push(Step { from, to, men: who.to_vec(), deed, deploys });
                };
                let Some(there) = &self.squares[to] else {
                    let free = d <= going(top) && !stuck && !blocked && stands(top.kind, to);
                    let faces = top.kind == C && i % 2 == 0 && self.looks_at_commander(to, *way, !blue);
                    if free && flight == Flight::Safe && !faces {
                        add(Deed::Go, men);
                    }
                    continue;
                };
                let prey = there.men[0].kind;
                if there.blue != blue {
                    let reach = if top.kind == C { 1 } else { taking(top, prey) };
                    if top.kind == C && prey == C && i % 2 == 0 {
                        add(Deed::Take, men);
                        break;
                    }
                    if d <= reach {
                        let lands = stands(top.kind, to);
                        if matches!(flight, Flight::Doomed(_)) {
                            add(Deed::Crash, men);
                        } else {
                            if lands {
                                add(Deed::Take, men);
                            }
                            if !lands || top.kind == F && !deploys {
                                add(Deed::Shoot, men);
                            }
                        }
                    }
                } else if d <= going(top) && !stuck && !blocked {
                    let both: Vec<Man> = men.iter().chain(&there.men).copied().collect();
                    if stacked(&both).is_some_and(|all| stands(all[0].kind, to)) {
                        add(Deed::Join, men);
                    }
                }
                blocked |= match top.kind {
                    F => false,
                    N => prey == N,
                    _ => true,
                };
                if top.kind == C || blocked && !shoots_over(top.kind) {
                    break;
                }
            }
        }
    }

    fn looks_at_commander(&self, from: usize, way: (i32, i32), blue: bool) -> bool {
        let mut d = 1;
        while let Some(s) = at(file(from) + d * way.0, rank(from) + d * way.1) {
            if let Some(stack) = &self.squares[s] {
                return stack.blue == blue && stack.men[0].kind == C;
            }
            d += 1;
        }
        false
    }

    /// Who of `blue` attacks a square, as (square, place in the stack); at most five squares away, whatever the terrain.
    pub(super) fn attackers(&self, target: usize, blue: bool) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let prey = self.squares[target].as_ref().map_or(C, |s| s.men[0].kind);
        for (i, way) in WAYS.iter().enumerate() {
            let mut blocked = false;
            for d in 1..=5 {
                let Some(from) = at(file(target) + d * way.0, rank(target) + d * way.1) else { break };
                let Some(stack) = &self.squares[from] else { continue };
                if stack.blue == blue {
                    for (number, man) in stack.men.iter().enumerate() {
                        let near = d <= taking(*man, prey) && (i % 2 == 0 || slants(*man));
                        let open = !blocked || shoots_over(man.kind);
                        if near && open && self.arrives(*man, from, target, (-way.0, -way.1), d, !blue) {
                            found.push((from, number));
                        }
                    }
                }
                blocked = true;
            }
        }
        found
    }

    fn arrives(&self, man: Man, from: usize, to: usize, way: (i32, i32), far: i32, enemy: bool) -> bool {
        if man.kind != F || man.heroic {
            return true;
        }
        let mut flight = Flight::Safe;
        for d in 1..=far {
            let s = at(file(from) + d * way.0, rank(from) + d * way.1).expect("on the board");
            flight = self.fly(flight, s, enemy);
            if flight == Flight::Down {
                return false;
            }
        }
        debug_assert_eq!(at(file(from) + far * way.0, rank(from) + far * way.1), Some(to));
        true
    }

    pub(super) fn attacked(&self, blue: bool) -> bool {
        self.commander(blue).is_none_or(|s| !self.attackers(s, !blue).is_empty())
    }

    pub(super) fn faces(&self) -> bool {
        let (Some(a), Some(b)) = (self.commander(false), self.commander(true)) else { return false };
        let (dx, dy) = (file(b) - file(a), rank(b) - rank(a));
        if dx != 0 && dy != 0 {
            return false;
        }
        let way = (dx.signum(), dy.signum());
        (1..dx.abs().max(dy.abs())).all(|d| {
            let s = at(file(a) + d * way.0, rank(a) + d * way.1).expect("between");
            self.squares[s].is_none()
        })
    }
}
