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
            Deed::Join => {
                going.extend(self.squares[step.to].take().expect("a friend").men);
                self.put(step.to, blue, &going);
            }
            Deed::Rejoin | Deed::Commit => unreachable!("nobody goes by itself"),
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
        // A session is played to its end.
        if let Some(session) = &self.session {
            self.steps_of_session(session, &mut found);
            return found;
        }
        if self.commander(self.blue).is_none() || self.commander(!self.blue).is_none() {
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

    /// Who is still at the origin of an open turn and has done nothing yet.
    pub(super) fn remaining(&self) -> Vec<Man> {
        let Some(session) = &self.session else { return Vec::new() };
        let here = self.squares[session.origin].as_ref().filter(|s| s.blue == self.blue);
        let men = here.map_or(&[][..], |stack| &stack.men).iter();
        men.filter(|man| !session.done.contains(&man.kind)).copied().collect()
    }

    fn steps_of_session(&self, session: &Session, found: &mut Vec<Step>) {
        for man in self.remaining() {
            let mut own = Vec::new();
            self.rays(session.origin, &[man], self.blue, true, &mut own);
            let mut targets: Vec<usize> = session.steps.iter().map(|step| step.to).collect();
            targets.sort_unstable();
            targets.dedup();
            for to in targets {
                if man.kind != session.carrier && self.rejoined(session, man, to).is_some() {
                    own.retain(|step| step.to != to);
                    let (from, deed) = (session.origin, Deed::Rejoin);
                    own.push(Step { from, to, men: vec![man], deed, deploys: true });
                }
            }
            found.append(&mut own);
        }
        if self.can_commit() {
            let (from, deed) = (session.origin, Deed::Commit);
            found.push(Step { from, to: from, men: Vec::new(), deed, deploys: true });
        }
    }

    /// Where the turn would have led if `man` had gone along with those who went to a square.
    fn rejoined(&self, session: &Session, man: Man, to: usize) -> Option<State> {
        let here = self.squares[to].as_ref().filter(|s| s.blue == self.blue)?;
        let both: Vec<Man> = here.men.iter().copied().chain([man]).collect();
        stacked(&both).filter(|all| stands(all[0].kind, to))?;
        let went = |step: &Step| step.to == to && [Deed::Go, Deed::Take, Deed::Join].contains(&step.deed);
        let numbers = (0..session.steps.len()).filter(|i| went(&session.steps[*i]));
        numbers.into_iter().find_map(|number| self.replay(session, man, number))
    }

    fn replay(&self, session: &Session, man: Man, number: usize) -> Option<State> {
        let mut state = (*session.before).clone();
        // The man is the one that it is now.
        let stack = state.squares[session.origin].as_mut().expect("a stack");
        *stack.men.iter_mut().find(|other| other.kind == man.kind).expect("he was there") = man;
        let mut again = Session { steps: Vec::new(), done: Vec::new(), ..session.clone() };
        for (i, step) in session.steps.iter().enumerate() {
            let here = state.squares[session.origin].as_ref().filter(|s| s.blue == self.blue)?;
            let goes =
                |m: &Man| step.men.iter().any(|s| s.kind == m.kind) || i == number && m.kind == man.kind;
            let going: Vec<Man> = here.men.iter().filter(|m| goes(m)).copied().collect();
            if going.len() != step.men.len() + usize::from(i == number) {
                return None;
            }
            let men = stacked(&going)?;
            let mut ways = Vec::new();
            state.rays(session.origin, &men, self.blue, true, &mut ways);
            let way = ways.into_iter().find(|w| w.to == step.to && w.deed == step.deed)?;
            state.execute(&way);
            again.note(&way);
        }
        Some(State { session: Some(again), ..state })
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
        if step.deed == Deed::Rejoin {
            let session = self.session.as_ref().expect("a session");
            next = self.rejoined(session, step.men[0], step.to).expect("a step that can be made");
        } else {
            next.execute(step);
        }
        if !step.deploys {
            next.end_turn(step.deed == Deed::Take);
            return next;
        }
        let session = next.session.get_or_insert_with(|| Session {
            origin: step.from,
            carrier: self.squares[step.from].as_ref().expect("a stack").men[0].kind,
            steps: Vec::new(),
            done: Vec::new(),
            before: Box::new(self.clone()),
        });
        if step.deed != Deed::Rejoin {
            session.note(step);
        }
        let takes = session.steps[0].deed == Deed::Take;
        let more = next.steps().iter().any(|s| s.deed != Deed::Commit);
        if !more && next.can_commit() {
            next.end_turn(takes);
        }
        next
    }
}

impl Session {
    fn note(&mut self, step: &Step) {
        if step.deed == Deed::Shoot {
            self.done.extend(step.men.iter().map(|m| m.kind));
        }
        self.steps.push(step.clone());
    }
}
