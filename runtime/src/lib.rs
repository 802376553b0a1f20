//! Plays TileGame rules.
