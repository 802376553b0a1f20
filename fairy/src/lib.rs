#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod dialect;
pub mod export;
mod hands;
pub mod numbers;
pub mod position;
