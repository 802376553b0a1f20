//! How deep the expressions of one line nest, asked before a tree is built from them.
//!
//! The syntax tree is walked, printed and dropped by recursion, so its depth must have a limit. Three things make a tree
//! deeper: brackets, words such as `not` that take all that follows, and the signs behind a path (`p*2[…]*3`).

use crate::limits::NESTING;
use crate::source::Span;
use crate::token::Token;

/// What is open inside one bracket.
#[derive(Clone, Copy, Default)]
struct Level {
    prefixes: usize,
    postfixes: usize,
}

/// The word at which a line gets too deep, if it does.
pub(super) fn too_deep(tokens: &[(Token<'_>, Span)]) -> Option<Span> {
    let mut outer: Vec<Level> = Vec::new();
    let mut here = Level::default();
    // The sum over `outer` of what each level adds, its bracket included.
    let mut below = 0;
    for (token, span) in tokens {
        match token {
            Token::Not
            | Token::Some
            | Token::No
            | Token::Only
            | Token::Can
            | Token::Before
            | Token::Holds
            | Token::Always
            | Token::Sees => here.prefixes += 1,
            Token::Star => here.postfixes += 1,
            Token::BracketOpen | Token::BraceOpen => {
                here.postfixes += 1;
                below += 1 + here.prefixes + here.postfixes;
                outer.push(std::mem::take(&mut here));
            }
            Token::ParenOpen => {
                here.postfixes = 0;
                below += 1 + here.prefixes;
                outer.push(std::mem::take(&mut here));
            }
            Token::ParenClose | Token::BracketClose | Token::BraceClose => {
                here = outer.pop().unwrap_or_default();
                below -= (1 + here.prefixes + here.postfixes).min(below);
            }
            Token::And | Token::Or | Token::Comma | Token::Bar | Token::Colon | Token::If => {
                here = Level::default()
            }
            Token::Number(_) | Token::Dots | Token::Inf => {}
            _ => here.postfixes = 0,
        }
        if below + here.prefixes + here.postfixes > NESTING {
            return Some(*span);
        }
    }
    None
}
