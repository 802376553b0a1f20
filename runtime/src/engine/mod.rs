//! The bitset engine: functions over a plan of the rules and a packed position.

mod after;
mod answers;
mod apply;
pub(crate) mod attackers;
mod backward_fill;
mod bitset;
mod carry;
mod castle;
mod choose;
mod convert;
mod count;
mod details;
mod fields;
mod forget;
mod generate;
mod history;
mod inverse_path;
mod landing;
mod leave;
mod leaves;
mod legality;
mod make;
mod narrow;
mod past;
mod phases;
mod plays;
mod preference;
mod quick_test;
mod quiet;
mod scene;
pub(crate) mod sink;
mod test;
mod transpositions;
mod view;
mod walk;
mod window;
mod zones;

pub use crate::packed::refusal::WhyNot;

pub use bitset::Bitset;
pub use transpositions::TranspositionTable;
