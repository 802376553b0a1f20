//! Generates the tokens and the parser from `src/words.txt` and `src/parse/grammar.lalrpop`.

// The crate itself may not touch files or its surroundings; building it has to.
#![allow(clippy::disallowed_methods)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let words = read_words();
    write_words(&words, &out);
    generate_parser(&words, &out);
}

/// The blocks in which words begin lines, as the list calls them and as `Context` does.
const BLOCKS: [(&str, &str); 11] = [
    ("top", "Top"),
    ("game", "Game"),
    ("board", "Board"),
    ("player", "Player"),
    ("piece", "Piece"),
    ("castling", "Castling"),
    ("setup", "Setup"),
    ("turn", "Turn"),
    ("end", "End"),
    ("notation", "Notation"),
    ("tests", "Tests"),
];

/// What else a word can be.
const SORTS: [&str; 7] = ["keyword", "link", "effect", "result", "field", "option", "built_in"];

/// The words and signs of the language.
struct Words {
    words: Vec<Word>,
    /// Each with the name of its token.
    signs: Vec<(String, String)>,
}

/// A word and what it is.
struct Word {
    text: String,
    sorts: Vec<String>,
}

impl Word {
    fn is(&self, sort: &str) -> bool {
        self.sorts.iter().any(|own| own == sort)
    }

    /// The name of its token, if the grammar has one for it.
    fn token(&self) -> Option<String> {
        let begins = BLOCKS.iter().any(|(block, _)| self.is(block));
        (begins || self.is("keyword") || self.is("link"))
            .then(|| self.text[..1].to_uppercase() + &self.text[1..])
    }
}

/// Reads the list of words.
fn read_words() -> Words {
    const LIST: &str = "src/words.txt";
    println!("cargo::rerun-if-changed={LIST}");
    let text = fs::read_to_string(LIST).expect("the list of words is in the package");
    let mut all = Words { words: Vec::new(), signs: Vec::new() };
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (text, more) = line.split_once(' ').expect("a word has a sort, a sign the name of its token");
        if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
            all.signs.push((text.to_owned(), more.trim().to_owned()));
            continue;
        }
        let word =
            Word { text: text.to_owned(), sorts: more.split_whitespace().map(str::to_owned).collect() };
        for sort in &word.sorts {
            let known = SORTS.contains(&sort.as_str()) || BLOCKS.iter().any(|(block, _)| block == sort);
            assert!(known, "{LIST}: `{text}` is `{sort}`");
        }
        all.words.push(word);
    }
    all
}

/// Writes `words.rs` into the build folder: the list of words as `token.rs` wants it.
fn write_words(all: &Words, out: &Path) {
    let tokens = |wanted: &dyn Fn(&Word) -> bool| -> String {
        let words = all.words.iter().filter(|word| wanted(word));
        words.filter_map(|word| Some(format!("{} {:?} ", word.token()?, word.text))).collect()
    };
    let signs: String = all.signs.iter().map(|(text, token)| format!("{token} {text:?} ")).collect();
    let keywords = tokens(&|word| word.is("keyword"));
    let places = tokens(&|word| !word.is("keyword"));
    let mut code =
        format!("tokens! {{ keywords {{ {keywords}}} places {{ {places}}} signs {{ {signs}}} }}\n");
    let list = |sort: &str| -> String {
        all.words.iter().filter(|word| word.is(sort)).map(|word| format!("{:?}, ", word.text)).collect()
    };
    let (mut starters, mut heads) = (String::new(), String::new());
    for (block, context) in BLOCKS {
        let _ = writeln!(starters, "Context::{context} => &[{}],", list(block));
        for word in all.words.iter().filter(|word| word.is(block) && !word.is("keyword")) {
            let token = word.token().expect("it begins lines");
            let _ = writeln!(heads, "(Context::{context}, {:?}) => Token::{token},", word.text);
        }
    }
    let sorts: String =
        all.words.iter().map(|word| format!("({:?}, &{:?}), ", word.text, word.sorts)).collect();
    let (effects, results) = (list("effect"), list("result"));
    let (fields, details) = (list("field"), list("option"));
    let _ = write!(
        code,
        "/// All words of the language, and of which sorts each is.\n\
         pub const WORDS: &[(&str, &[&str])] = &[{sorts}];\n\
         /// Words that begin an effect.\n\
         pub(crate) const EFFECTS: &[&str] = &[{effects}];\n\
         /// Words for how an ending ends.\n\
         pub(crate) const RESULTS: &[&str] = &[{results}];\n\
         /// Words for fields of a FEN.\n\
         pub(crate) const FIELDS: &[&str] = &[{fields}];\n\
         /// Details of one kind of line.\n\
         pub(crate) const DETAILS: &[&str] = &[{details}];\n\
         /// The words that can begin a line of a block.\n\
         pub(crate) fn starters(context: Context) -> &'static [&'static str] {{ match context {{ {starters} _ => &[] }} }}\n\
         /// The token of a word that is none elsewhere, at the beginning of a line.\n\
         pub(crate) fn head(context: Context, word: &str) -> Option<Token<'static>> {{ \
         Some(match (context, word) {{ {heads} _ => return None }}) }}\n"
    );
    fs::write(out.join("words.rs"), code).expect("the build folder can be written");
}

/// Puts the words into the grammar, and makes the parser of it.
fn generate_parser(all: &Words, out: &Path) {
    const GRAMMAR: &str = "src/parse/grammar.lalrpop";
    println!("cargo::rerun-if-changed={GRAMMAR}");
    let words = all.words.iter().filter_map(|word| Some((word.text.clone(), word.token()?)));
    let tokens: String = words
        .chain(all.signs.iter().cloned())
        .map(|(text, token)| format!("{text:?} => Token::{token},\n"))
        .collect();
    let grammar = fs::read_to_string(GRAMMAR).expect("the grammar is in the package");
    let grammar = grammar.replace("@tokens@", &tokens);
    let folder = out.join("grammar");
    fs::create_dir_all(folder.join("parse")).expect("the build folder can be written");
    fs::write(folder.join("parse/grammar.lalrpop"), grammar).expect("the build folder can be written");
    lalrpop::Configuration::new()
        .set_in_dir(folder)
        .set_out_dir(out)
        .process()
        .expect("src/parse/grammar.lalrpop is a grammar");
}
