//! Giving a thing another name, everywhere at once, or saying why that can't be.

use std::fmt;

use tilegame_dsl::source::Span;
use tilegame_dsl::token::{self, Token};

use crate::analysis::{Analysis, is_library};
use crate::index::Symbol;
use crate::names::Sort;
use crate::words;

/// Why something keeps its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// There is no name of something that is declared.
    NoName,
    /// The new name is no word.
    NotAWord(String),
    /// The new name is a word of the language.
    WordOfTheLanguage(String),
    /// It is declared by this text of the library.
    FromTheLibrary(String),
    /// Something else has that name already.
    Taken {
        /// The name.
        name: String,
        /// What has it.
        by: Sort,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoName => f.write_str("only a name that is declared in a file can be changed"),
            Refused::NotAWord(name) => {
                write!(
                    f,
                    "`{name}` is not a name: a name has letters, digits and `_`, and does not begin with a digit"
                )
            }
            Refused::WordOfTheLanguage(name) => write!(f, "`{name}` is a word of the language"),
            Refused::FromTheLibrary(file) => {
                write!(f, "this name is declared in `{file}`, which comes with the program")
            }
            Refused::Taken { name, by } => {
                let by = by.word();
                let article = if by.starts_with(['a', 'e', 'o']) { "an" } else { "a" };
                write!(f, "`{name}` is already the name of {article} {by}")
            }
        }
    }
}

impl std::error::Error for Refused {}

/// Sorts whose names are looked up in the same places.
const TOGETHER: [&[Sort]; 4] = [
    &[Sort::Player, Sort::Piece, Sort::Attribute, Sort::State, Sort::Test, Sort::Option],
    &[Sort::Player, Sort::Piece, Sort::Attribute, Sort::Label, Sort::Ending],
    &[Sort::Direction, Sort::Path],
    &[Sort::Tile, Sort::Region, Sort::Part],
];

impl Analysis {
    /// The name at a place, if it can be changed.
    ///
    /// # Errors
    /// If there is none, or it comes from the library.
    pub fn can_rename(&self, offset: usize) -> Result<Span, Refused> {
        let name = self.name_at(offset).ok_or(Refused::NoName)?;
        let symbol = self.index.symbol(name).ok_or(Refused::NoName)?;
        self.is_own(&symbol)?;
        Ok(name.span)
    }

    /// All places that name what is named at a place, to be replaced by another name.
    ///
    /// # Errors
    /// If the new name is none, or is taken, or the thing comes from the library.
    ///
    /// ```
    /// use tilegame_ide::{Analysis, rename::Refused};
    /// let text = "variant \"Mine\" of chess\npiece Camel \"C\"\n    move camel\n    promote to Camel on last_rank\n";
    /// let analysis = Analysis::read("mine.tg", text, &mut |_| None);
    /// let at = text.find("Camel").unwrap();
    /// assert_eq!(analysis.rename(at, "Dromedary").unwrap().len(), 2);
    /// assert_eq!(analysis.rename(at, "if"), Err(Refused::WordOfTheLanguage("if".to_string())));
    /// assert!(matches!(analysis.rename(at, "Knight"), Err(Refused::Taken { .. })));
    /// assert!(matches!(analysis.rename(text.find("camel").unwrap(), "far"), Err(Refused::FromTheLibrary(_))));
    /// ```
    pub fn rename(&self, offset: usize, name: &str) -> Result<Vec<Span>, Refused> {
        let symbol = self.symbol_at(offset).ok_or(Refused::NoName)?;
        self.is_own(&symbol)?;
        if name == symbol.name {
            return Ok(Vec::new());
        }
        is_name(name)?;
        self.is_free(&symbol, name)?;
        Ok(self.places_of(&symbol))
    }

    fn is_own(&self, symbol: &Symbol) -> Result<(), Refused> {
        let places = self.index.declarations(symbol);
        let of_library = places.iter().find(|place| is_library(self.sources(), place.file));
        match of_library {
            Some(place) => Err(Refused::FromTheLibrary(self.sources().name(place.file).to_string())),
            None => Ok(()),
        }
    }

    /// Whether a thing could have this name.
    ///
    /// # Errors
    /// If something else has it, in the places where this thing is named.
    pub fn is_free(&self, symbol: &Symbol, name: &str) -> Result<(), Refused> {
        let meets = |other: Sort| {
            let share = |group: &[Sort]| group.contains(&symbol.sort) && group.contains(&other);
            // A parameter hides whatever has its name.
            other == symbol.sort
                || symbol.sort == Sort::Parameter
                || TOGETHER.iter().any(|group| share(group))
        };
        let taken = self.index.declared().find(|(other, _)| {
            let is_near = other.sort != Sort::Parameter
                || symbol.sort != Sort::Parameter
                || other.scope == symbol.scope;
            other.name == name && is_near && (meets(other.sort) || other.sort == Sort::Parameter)
        });
        match taken {
            Some((other, _)) => Err(Refused::Taken { name: name.to_string(), by: other.sort }),
            None => Ok(()),
        }
    }
}

/// Whether a word can be a name.
///
/// # Errors
/// If it is none, or a word of the language.
pub fn is_name(name: &str) -> Result<(), Refused> {
    let mut tokens = token::tokens(name);
    match (tokens.next(), tokens.next()) {
        (Some((Token::Word(word), _)), None) if word == name => {
            // A label can be called `take`, but nothing `enemy`.
            if words::is(name, "built_in") {
                return Err(Refused::WordOfTheLanguage(name.to_string()));
            }
            Ok(())
        }
        (Some((token, _)), None) if token.keyword() == Some(name) => {
            Err(Refused::WordOfTheLanguage(name.to_string()))
        }
        _ => Err(Refused::NotAWord(name.to_string())),
    }
}
