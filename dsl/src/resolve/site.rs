//! Where an expression stands, and so what it may ask and do.

use crate::ast;

/// What paths may do on their way.
#[derive(Clone, Copy)]
pub(crate) enum Doing {
    Nothing,
    /// Take, so that nothing is taken twice; nothing comes of it, as the path is only asked for.
    Taking,
    Anything,
}

impl Doing {
    pub(crate) fn allows(self, effect: &ast::Effect) -> bool {
        match self {
            Doing::Nothing => false,
            Doing::Taking => matches!(effect, ast::Effect::Take(_) | ast::Effect::TakeLast(_)),
            Doing::Anything => true,
        }
    }
}

/// Where an expression stands, and so what it may ask.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    /// What it belongs to, for messages: "`legal`".
    pub(crate) what: &'static str,
    /// There is a tile that it is about.
    pub(crate) tile: bool,
    /// Legal moves may be asked for.
    pub(crate) moves: bool,
    /// A move has been made, and it may be asked whether there is a reply; if so, whether the turn has been passed on.
    pub(crate) reply: Option<bool>,
    /// There is a match with a history.
    pub(crate) history: bool,
    /// It can be asked how often the position has occurred.
    pub(crate) repeats: bool,
    /// There is a move that is judged or about to be made, and a position before it.
    pub(crate) before: bool,
    /// It decides what is attacked, and so can't ask for it.
    pub(crate) attacks: bool,
    /// It decides what is in a zone, and so can ask neither for that nor for attacks.
    pub(crate) zones: bool,
    /// Paths may ask about tiles.
    pub(crate) tests: bool,
    /// Whose group may be asked for.
    pub(crate) group: Grouped,
    /// What paths may do.
    pub(crate) doing: Doing,
    /// A piece is about to move.
    pub(crate) mover: bool,
    /// It is asked how long a path is.
    pub(crate) line: bool,
}

/// Where `group` stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grouped {
    /// Not inside a test that is asked of many tiles.
    Nowhere,
    /// Inside one, which is about the whole position.
    NoTile,
    /// Inside one that is asked on a tile.
    Here,
}

impl Site {
    pub(super) const NOTHING: Site = Site {
        what: "",
        tile: false,
        moves: false,
        reply: None,
        history: false,
        repeats: false,
        before: false,
        attacks: false,
        zones: false,
        tests: true,
        group: Grouped::Nowhere,
        doing: Doing::Nothing,
        mover: false,
        line: false,
    };

    /// A rule of a piece.
    pub(crate) fn rule(attacks: bool) -> Site {
        let rule = Site { what: "a rule of a piece", tile: true, before: true, ..Site::NOTHING };
        Site { attacks, doing: Doing::Anything, mover: true, ..rule }
    }

    /// `safe` of a castling clause.
    pub(crate) fn castling() -> Site {
        Site { what: "`safe`", tile: true, ..Site::NOTHING }
    }

    /// `legal`.
    pub(crate) fn legal() -> Site {
        Site { what: "`legal`", before: true, repeats: true, reply: Some(true), ..Site::NOTHING }
    }

    /// `prefer most` and `prefer least`.
    pub(crate) fn preference() -> Site {
        Site { what: "`prefer`", ..Site::NOTHING }
    }

    /// `rejoin`.
    pub(crate) fn rejoin() -> Site {
        Site { what: "`rejoin`", ..Site::split() }
    }

    /// `split`.
    pub(crate) fn split() -> Site {
        Site { what: "`split`", tile: true, ..Site::NOTHING }
    }

    /// `may pass`.
    pub(crate) fn pass() -> Site {
        Site { what: "`may pass`", ..Site::NOTHING }
    }

    /// `after`.
    pub(crate) fn after() -> Site {
        let after = Site { what: "`after`", tile: true, before: true, ..Site::NOTHING };
        Site { reply: Some(false), doing: Doing::Anything, ..after }
    }

    /// `choose`.
    pub(crate) fn choice() -> Site {
        Site { what: "`choose`", tile: true, doing: Doing::Anything, ..Site::NOTHING }
    }

    /// The test of an `after` line for one who goes out.
    pub(crate) fn after_out() -> Site {
        Site { what: "`after`", ..Site::NOTHING }
    }

    /// `end`, and `check` of a notation.
    pub(crate) fn position(what: &'static str) -> Site {
        Site { what, moves: true, ..Site::NOTHING }
    }

    /// `match`.
    pub(crate) fn adjudication() -> Site {
        Site { what: "`match`", moves: true, history: true, repeats: true, ..Site::NOTHING }
    }

    /// A tile that `tiles` moves or takes away.
    pub(crate) fn tiles() -> Site {
        Site { what: "`tiles`", tile: true, ..Site::NOTHING }
    }

    /// A path of mere steps.
    pub(crate) fn plain(what: &'static str) -> Site {
        Site { what, tests: false, ..Site::NOTHING }
    }

    /// A declaration looked at for itself, which may be used anywhere.
    pub(crate) fn anywhere() -> Site {
        Site {
            tile: true,
            moves: true,
            history: true,
            repeats: true,
            before: true,
            doing: Doing::Anything,
            mover: true,
            line: true,
            group: Grouped::Here,
            ..Site::NOTHING
        }
    }

    pub(super) fn on_tile(self) -> Site {
        Site { tile: true, ..self }
    }

    /// All tiles that pass a test asked here.
    pub(super) fn over_tiles(self) -> Site {
        Site { group: if self.tile { Grouped::Here } else { Grouped::NoTile }, ..self }
    }

    /// Tiles that are related in another way than by a group.
    pub(super) fn without_groups(self) -> Site {
        Site { group: Grouped::Nowhere, ..self }
    }
}
