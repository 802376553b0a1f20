//! Move-IDs: a movement as one string, such as `121234cmj000lM0r000000sr000000t00000er000000M0!`.
//!
//! This module is text and type only: [`MoveId`] is read with [`FromStr`](std::str::FromStr) and written with
//! [`Display`](std::fmt::Display), exact inverses. What an ID means as a rule of a game is worked out in `lower`;
//! what it means in words is in [`explain`](mod@explain); which IDs a rule has is in [`encode`](mod@encode).
//!
//! # The form
//!
//! ```text
//! H V q1 q2 q3 q4 c m j n f o  l M prev  r F I up down left right
//!     s r F I up down left right  t up down left right  p  e r F I up down left right  M prev  [ x extension ]  !
//! ```
//!
//! Without spaces. A plain ID in which no other is nested has 47 characters, unless a number is above 9.
//!
//! | part | means | off |
//! | --- | --- | --- |
//! | `H`, `V` | how far to the side and forward; a digit, or a number above 9 in parentheses: `(12)` | `0` |
//! | `1` `2` `3` `4` | quadrants: right and forward, left and forward, left and back, right and back | `0` |
//! | `c` | may capture an enemy on the target | `0` |
//! | `m` | may go to an empty target | `0` |
//! | `j` | jumps: what stands in between does not matter | `0` |
//! | `n` | any multiple of the step, at least one | `0` |
//! | `f` | only while the piece has not moved in this game | `0` |
//! | `o` | only once in the game of this piece | `0` |
//! | `l` `M` prev | this piece's last move must have been one that the nested ID gives; `0`: does not matter | `0` |
//! | `r` F I offset | a piece must stand there, seen from the mover before it moves | `000000` |
//! | `sr` F I offset | castling-like: this partner moves at once with the mover | `000000` |
//! | `t` offset | how far the partner goes | `0000` |
//! | `p` | the partner must not have moved before | `0` |
//! | `er` F I offset `M` prev | en-passant-like: this victim is captured, if it has just made a move that the nested ID gives | `000000M0` |
//! | `!` | the end | |
//!
//! `F` is `F` for a piece of one's own, `f` for an enemy, `0` for either. `I` is a piece's letter, large or small; `0` is any
//! piece. An offset is four numbers: up, down, left, right. A nested ID is a whole one, with its own `!`.
//!
//! # Spellings
//!
//! The scheme's document writes `lm` and `m` where its first reader wants `lM` and `M`. Both are read everywhere. The canonical
//! form, which is written, has `lM` and `M`: that reader takes it, too, and nested IDs are easier to find, since a small `m` is a flag.
//! The *short* form ([`MoveId::short`]) leaves out the parts at the end that are off, `121234cmj!`; it is read everywhere.
//!
//! # Readings
//!
//! * Up is forward for the owner; left and right are those of the board, as its files run. Where some player's forward is not along the
//!   files, left and right are the owner's for everybody. On a board of hexagons, right is `se`, left `nw`, up `n` and down `s`.
//! * With `n`, the tiles at multiples of the step must be empty up to the target. Without `n` and `j`, both ways around the
//!   rectangle (to the side first, forward first) must be free, corners included, the two ends not.
//! * Quadrants that coincide because `H` or `V` is 0 give one move.
//! * A castling-like move: the mover has not moved; its player has not castled before in this game, neither so nor by a castling
//!   clause, whichever piece it was; and the player is not in check. In check is who the test of the game's `check` line says; without such
//!   a line, who would be left in a position that `legal` forbids by doing nothing, if `legal` asks for attacks; and without either, who has
//!   the mover attacked. If check is about the mover itself, it also crosses no attacked tile and ends on none. The
//!   partner's own way is free, its end included. A castling-like move attacks nothing.
//! * An en-passant-like move captures the victim, and with `c` also what stands on the target. The victim's move was the very last one.
//! * Up together with down (or left with right) is what is left of the two.
//! * An ID that gives no move (no quadrant, neither `c` nor `m`, `H` and `V` both 0, or conditions that exclude each other) is *dead*; it can
//!   be read, and [`MoveId::remarks`] says so.
//!
//! # The extended form
//!
//! Between the last `M` and the `!` an `x` may begin an extension, which says what the scheme has no words for. An ID without one is
//! plain; so every plain ID is an extended one with the same meaning. The parts come in this order, and each may be left out:
//!
//! ```text
//! x [w] [y d|a|t|z] [o NAME] [s note] { r [test] far } [h 123456] [l N 5 6] [g steps] { g far steps | g NAME steps | u N times note }
//! steps = note [k times note]     times = MIN MAX, with MAX 0 for no end     far = up down left right [z up down]
//! note = [ '[' test ']' ] [ '{' effects '}' ]     test = terms { / terms }     terms = term { term }     NAME = '<' name '>'
//! ```
//!
//! | part | means |
//! | --- | --- |
//! | `w` | left and right are the owner's |
//! | `yd` `ya` `yt` `yz` | instead of `c` and `m`: goes there and does what effects say; acts from where it stands; threatens; covers (the zone is the rule's label) |
//! | `o<mark>` | with `c`: captures the piece that left the mark on the target |
//! | `s[…]{…}` | what must hold where the piece stands, and what happens there |
//! | `r[…]1234` | what another tile must be; any number of these |
//! | `h123456` | on hexagons, instead of quadrants: `V` counts in the first direction clockwise from forward and so on, `H` in the next one |
//! | `l` N `5` `6` | the step also leads so many levels up, or down |
//! | `g[…]{…}` | what the tile must be that the head's step reaches, and what happens there |
//! | `g[…]{…}k13[…]{…}` | the head's step is made one to three times; of each tile, and behind the times of the last one |
//! | `g1001…` | then a step one up and one to the right, as it is for the first quadrant; the other quadrants reflect the whole way |
//! | `g<name>…` | then a step in a direction that has a name and no distance |
//! | `u210…` | the last two steps again and again, at least once: this is for crooked lines |
//!
//! With `h`, `l` or times a step looks at nothing in between. A tile that is passed must be empty unless a term says what stands there.
//!
//! | term | the tile |
//! | --- | --- |
//! | `e`, `00`, `F0`, `f0` | is empty, has a piece, one's own, an enemy |
//! | `0R`, `FR`, `f<Rook,Queen>` | has such a piece: a letter, or names of pieces, attributes and states; `=` before a name: exactly this kind |
//! | `i<…>` | the same, even if it has been lifted to move |
//! | `q<White>` | has a piece of that player's |
//! | `o<region>` | is in that region, or among these tiles: `o<rank 1..3>` |
//! | `u<zone>`, `u1<zone>` | is covered by an enemy with that zone; by exactly one, the same all along |
//! | `a`, `n`, `b`, `s` | is attacked; its piece has not moved; the turn began there; its piece has made a step of this turn |
//! | `p`, `c` | a part of a stack moves alone; the player has castled |
//! | `d<label>`, `l<label>`, `j<label>` | its piece has made such a move; as its last; as the very last of all |
//! | `m<mark>`, `t<direction>`, `y<phase>`, `w<player>` | bears an enemy's mark; its piece faces there; the turn is in that phase; that player moves |
//! | `-`, `(…)`, `/` | not; brackets; or |
//!
//! | effect | on the tile |
//! | --- | --- |
//! | `t`, `T` | takes, and it is gone for the rest of the way; takes at the end of the way |
//! | `v`, `m<mark>` | vanishes; leaves a mark |
//! | `b<kind>`, `+<state>`, `-<state>`, `r1` | becomes; gets into a state, out of it; turns so many steps to the right |
//! | `p<kind>`, `d<kind>` | puts; drops out of the hand |
//! | `s`, `l<kind>`, `a<kind>`, `g`, `g<kind>` | swaps; leaves; arrives as; merges into a stack, into such a piece |
//! | `h1234`, `j<player>`, `c<counter>+1` | shifts; joins a player (`friend`, `next`, `mover`); counts (`+`, `-`, `=`) |
//!
//! # Limits
//!
//! IDs may be nested [`DEEPEST`] deep, with at most [`MOST_NESTED`] inside one; extensions may have [`MOST_PARTS`] parts.

pub mod encode;
pub mod explain;
pub mod extended;
pub mod form;
mod geometry;
mod id;
pub(crate) mod lower;
mod neighbour;
mod normal;
mod parse;
pub mod places;
mod print;
mod remarks;
mod same;
#[cfg(test)]
mod tests;

pub use extended::Extension;
pub use id::{Castling, DEEPEST, EnPassant, MOST_NESTED, MOST_PARTS, MoveId, Nested};
pub use neighbour::{Neighbour, Offset, Side};
pub use parse::{ParseError, Problem};
pub use remarks::{Odd, Remark};
pub use same::Difference;
