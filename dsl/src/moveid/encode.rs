//! Rules as IDs.
