//! IDs in words.
