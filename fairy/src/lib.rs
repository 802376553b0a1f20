#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod dialect;
pub mod export;
pub mod numbers;
pub mod position;
