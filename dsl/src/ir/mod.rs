//! [`Rules`]: what is meant. All names are ids, all types are right, nothing points back to the text.
//!
//! This is the only module that the runtime uses. It can be printed ([`mod@print`]) and checked ([`verify`]).

pub mod board;
mod castling;
mod ends;
pub mod expr;
pub mod graph;
pub mod ids;
mod kinds;
pub mod notation;
mod pieces;
pub mod print;
mod promises;
mod rules;
mod setup;
pub mod stacks;
mod turn;
pub mod verify;
mod visit;

pub use board::{Board, Colour, Direction, Drawing, Form, Plane, TileInfo};
pub use castling::{Castling, CastlingOption, CastlingSide, CastlingWay};
pub use ends::{Adjudication, End, EndResult, Manner, Share};
pub use expr::{Capture, Comparison, CountOp, Effect, Kinds, Path, Quantity, Sign, Test, Trigger, When, Who};
pub use graph::{Edge, Graph, Step};
pub use ids::{
    CounterId, DirId, EndId, KindId, LabelId, MarkId, PhaseId, PlayerId, RegionId, StateId, SymId, Tile,
};
pub use notation::{
    AtStart, FenField, FormPart, MoveForm, Notation, Placement, StepsPart, Valid, VoidText, plain_name,
};
pub use pieces::{By, Facing, Kind, Mode, MoveRule, Promotion, Shape, Watch};
pub use promises::{Ended, Expect, RuleTest};
pub use rules::{Counter, Frame, Player, Region, Rules, Switch};
pub use setup::{Place, Setup, Sharing, Shuffle};
pub use stacks::{Stack, State};
pub use turn::{
    Action, After, BoardMove, BoardWork, Choice, Extreme, Only, Pass, Preference, Receivable, Split, Taken,
    Turn,
};
