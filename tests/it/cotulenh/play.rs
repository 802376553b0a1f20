//! Steps, what they do, which are legal, and turns of several steps.

use super::board::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Deed {
    Go,
    Take,
    /// Takes and stays.
    Shoot,
    /// Takes and is lost.
    Crash,
    Join,
    /// Goes along with an earlier step of the session.
    Rejoin,
    /// Ends the session.
    Commit,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Step {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Who goes.
    pub(super) men: Vec<Man>,
    pub(super) deed: Deed,
    /// Somebody may stay behind.
    pub(super) deploys: bool,
}

impl State {
    fn put(&mut self, square: usize, blue: bool, men: &[Man]) {
        let men = if men.is_empty() { None } else { Some(stacked(men).expect("a stack")) };
        self.squares[square] = men.map(|men| Stack { blue, men });
    }

    /// Does what the step says on the board and makes heroes.
    pub(super) fn execute(&mut self, step: &Step) {
        let blue = self.blue;
        let mut left = self.squares[step.from].take().expect("somebody").men;
        left.retain(|m| !step.men.iter().any(|s| s.kind == m.kind));
        let mut going = step.men.clone();
        match step.deed {
            Deed::Go | Deed::Take => self.put(step.to, blue, &going),
            Deed::Shoot => {
                self.squares[step.to] = None;
                left.append(&mut going);
            }
            Deed::Crash => self.squares[step.to] = None,
            Deed::Join | Deed::Rejoin => {
                going.extend(self.squares[step.to].take().expect("a friend").men);
                self.put(step.to, blue, &going);
            }
            Deed::Commit => unreachable!("nobody goes"),
        }
        self.put(step.from, blue, &left);
        self.make_heroes();
    }

    fn make_heroes(&mut self) {
        let blue = self.blue;
        if let Some(target) = self.commander(!blue) {
            for (square, number) in self.attackers(target, blue) {
                self.squares[square].as_mut().expect("an attacker").men[number].heroic = true;
            }
        }
        for side in [false, true] {
            let mut last = Vec::new();
            for (i, stack) in self.squares.iter().enumerate() {
                let Some(stack) = stack.as_ref().filter(|s| s.blue == side) else { continue };
                for man in stack.men.iter().filter(|m| m.kind != C) {
                    last.push((i, stack.men.len(), man.kind));
                }
            }
            if let [(square, 1, _)] = last[..] {
                self.squares[square].as_mut().expect("the last one").men[0].heroic = true;
            }
        }
    }

    fn in_danger(&self, blue: bool) -> bool {
        self.attacked(blue) || self.faces()
    }

    /// Everything the player to move may do now.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut found = Vec::new();
        if self.commander(self.blue).is_none() || self.commander(!self.blue).is_none() {
            return found;
        }
        if let Some(session) = &self.session {
            self.steps_of_session(session, &mut found);
            return found;
        }
        for (square, stack) in self.squares.iter().enumerate() {
            let Some(stack) = stack.as_ref().filter(|s| s.blue == self.blue) else { continue };
            self.rays(square, &stack.men, self.blue, false, &mut found);
            if stack.men.len() > 1 {
                for man in &stack.men {
                    self.rays(square, &[*man], self.blue, true, &mut found);
                }
            }
        }
        found.retain(|step| {
            let with_commander =
                self.squares[step.from].as_ref().is_some_and(|s| s.men.iter().any(|m| m.kind == C));
            if step.deploys && with_commander {
                return true;
            }
            let mut next = self.clone();
            next.execute(step);
            !next.in_danger(self.blue)
        });
        found
    }

    fn steps_of_session(&self, session: &Session, found: &mut Vec<Step>) {
        let Some(stack) = self.squares[session.origin].as_ref().filter(|s| s.blue == self.blue) else {
            return;
        };
        for man in &stack.men {
            self.rays(session.origin, &[*man], self.blue, true, found);
            if man.kind == session.carrier {
                continue;
            }
            for number in 0..session.steps.len() {
                let to = session.steps[number].to;
                let there = found.iter().any(|s| s.to == to && s.men[0].kind == man.kind);
                if !there && self.can_rejoin(session, *man, number) {
                    let deed = Deed::Rejoin;
                    found.push(Step { from: session.origin, to, men: vec![*man], deed, deploys: true });
                }
            }
        }
        if self.can_commit() {
            let (from, deed) = (session.origin, Deed::Commit);
            found.push(Step { from, to: from, men: Vec::new(), deed, deploys: true });
        }
    }

    /// Whether the steps could have been taken with `man` going along in one of them.
    fn can_rejoin(&self, session: &Session, man: Man, number: usize) -> bool {
        let Some(here) = self.squares[session.steps[number].to].as_ref().filter(|s| s.blue == self.blue)
        else {
            return false;
        };
        let both: Vec<Man> = here.men.iter().copied().chain([man]).collect();
        if stacked(&both).is_none_or(|all| !stands(all[0].kind, session.steps[number].to)) {
            return false;
        }
        let mut replay = (*session.before).clone();
        for (i, step) in session.steps.iter().enumerate() {
            let mut men = step.men.clone();
            if i == number {
                men.push(man);
                let Some(all) = stacked(&men) else { return false };
                men = all;
            }
            // Who has taken without going may have gone along earlier: then nobody is left for that step.
            let left = replay.squares[session.origin].as_ref().filter(|s| s.blue == self.blue);
            if !men.iter().all(|m| left.is_some_and(|s| s.men.iter().any(|l| l.kind == m.kind))) {
                return false;
            }
            let mut ways = Vec::new();
            replay.rays(session.origin, &men, self.blue, true, &mut ways);
            let Some(way) = ways.iter().find(|w| w.to == step.to && w.deed == step.deed) else {
                return false;
            };
            let way = way.clone();
            replay.execute(&way);
        }
        true
    }

    /// Whether the turn may end with the rest where it is.
    pub(super) fn can_commit(&self) -> bool {
        let Some(session) = &self.session else { return false };
        let stands_well = self.squares[session.origin]
            .as_ref()
            .filter(|s| s.blue == self.blue)
            .is_none_or(|s| stands(s.men[0].kind, session.origin));
        stands_well && !self.in_danger(self.blue)
    }

    fn end_turn(&mut self, takes: bool) {
        self.half = if takes { 0 } else { self.half + 1 };
        self.full += u32::from(self.blue);
        self.blue = !self.blue;
        self.session = None;
    }

    pub(super) fn after(&self, step: &Step) -> State {
        let mut next = self.clone();
        if step.deed == Deed::Commit {
            let first = self.session.as_ref().expect("a session").steps[0].deed;
            next.end_turn(first == Deed::Take);
            return next;
        }
        next.execute(step);
        if !step.deploys {
            next.end_turn(step.deed == Deed::Take);
            return next;
        }
        let session = next.session.get_or_insert_with(|| Session {
            origin: step.from,
            carrier: self.squares[step.from].as_ref().expect("a stack").men[0].kind,
            steps: Vec::new(),
            before: Box::new(self.clone()),
        });
        session.steps.push(step.clone());
        let takes = session.steps[0].deed == Deed::Take;
        let more = next.steps().iter().any(|s| s.deed != Deed::Commit);
        if !more && next.can_commit() {
            next.end_turn(takes);
        }
        next
    }
}
