//! The house: how the code is laid out, counted. Modules that form circles, lines, fields and flags of structs, and the files that a word of
//! the language touches.
//!
//! `cargo test -p tilegame-tests --test it house -- --nocapture` prints all numbers. They may become smaller, and then so do the limits below.

#![expect(clippy::print_stdout, reason = "the numbers are printed for those who ask for them")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use syn::visit::{self, Visit};

/// A module: its place in the crate, without the crate's name.
type Place = Vec<String>;

/// What is counted of a file.
struct File {
    place: Place,
    lines: usize,
    text: String,
    /// Paths as they are written.
    paths: BTreeSet<Vec<String>>,
    /// Structs with their numbers of fields, and of those that are flags.
    structs: Vec<(String, usize, usize)>,
}

/// Looks through a file's syntax; tests are left out.
#[derive(Default)]
struct Looking {
    /// Paths as they are written.
    paths: BTreeSet<Vec<String>>,
    structs: Vec<(String, usize, usize)>,
}

impl Looking {
    fn tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| before.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
        match tree {
            syn::UseTree::Path(path) => self.tree(&with(&path.ident), &path.tree),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
            syn::UseTree::Name(name) => drop(self.paths.insert(with(&name.ident))),
            syn::UseTree::Rename(name) => drop(self.paths.insert(with(&name.ident))),
            syn::UseTree::Glob(_) => drop(self.paths.insert(before.to_vec())),
        }
    }
}

impl<'ast> Visit<'ast> for Looking {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !module.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if parts.len() > 1 {
            self.paths.insert(parts);
        }
        visit::visit_path(self, path);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let is_flag =
            |field: &&syn::Field| matches!(&field.ty, syn::Type::Path(of) if of.path.is_ident("bool"));
        let flags = item.fields.iter().filter(is_flag).count();
        self.structs.push((item.ident.to_string(), item.fields.len(), flags));
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

/// All files of a crate.
fn files(of: &str) -> Vec<File> {
    let source = root().join(of).join("src");
    let (mut open, mut found) = (vec![source.clone()], Vec::new());
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(file(&source, &path));
            }
        }
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found
}

fn file(source: &Path, path: &Path) -> File {
    let relative = path.strip_prefix(source).expect("inside").with_extension("");
    let mut place: Place = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if place.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        place.pop();
    }
    let text = fs::read_to_string(path).expect("readable");
    let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut looking = Looking::default();
    looking.visit_file(&parsed);
    let Looking { paths, structs } = looking;
    File { lines: text.lines().count(), text, paths, structs, place }
}

impl File {
    /// A path as it is written here, from the crate's root; nothing if it leads out of the crate.
    fn absolute(&self, path: &[String], all: &BTreeMap<&Place, usize>) -> Option<Place> {
        let ups = path.iter().take_while(|part| *part == "super" || *part == "self").count();
        let mut from = self.place.clone();
        match path.first()?.as_str() {
            "crate" => return Some(path[1..].to_vec()),
            "self" | "super" => {
                from.truncate(from.len() - path[..ups].iter().filter(|p| *p == "super").count())
            }
            // A module in its folder.
            first if all.contains_key(&[from.as_slice(), &[first.to_owned()]].concat()) => {}
            _ => return None,
        }
        from.extend_from_slice(&path[ups..]);
        Some(from)
    }
}

fn numbers(files: &[File]) -> BTreeMap<&Place, usize> {
    files.iter().enumerate().map(|(number, file)| (&file.place, number)).collect()
}

/// The circles of modules that use each other, the largest first. What the crate's root says of its modules is none of them.
fn circles(files: &[File]) -> Vec<Vec<String>> {
    let numbers = numbers(files);
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    files.iter().for_each(|_| {
        graph.add_node(());
    });
    for (from, file) in files.iter().enumerate() {
        for path in file.paths.iter().filter_map(|path| file.absolute(path, &numbers)) {
            let target = (1..=path.len()).rev().find_map(|length| numbers.get(&path[..length].to_vec()));
            if let Some(to) = target.filter(|to| **to != from) {
                graph.add_edge(NodeIndex::new(from), NodeIndex::new(*to), ());
            }
        }
    }
    let name = |node: &NodeIndex| files[node.index()].place.join("::");
    let of = |all: Vec<NodeIndex>| all.iter().map(name).collect::<Vec<_>>();
    let mut circles: Vec<_> = tarjan_scc(&graph).into_iter().filter(|all| all.len() > 1).map(of).collect();
    circles.iter_mut().for_each(|circle| circle.sort());
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

/// The rooms of the bitset engine.
const ENGINE: [&str; 3] = ["packed", "plan", "engine"];

fn is_of_engine(file: &File) -> bool {
    file.place.first().is_some_and(|room| ENGINE.contains(&room.as_str()))
}

/// Modules of no room of the bitset engine use each other in a circle, and none uses a room above its own.
#[test]
fn arrows_lead_downwards_in_the_engine() {
    let files = files("runtime");
    let engine = |circle: &Vec<String>| circle.iter().any(|m| ENGINE.iter().any(|room| m.starts_with(room)));
    let found: Vec<_> = circles(&files).into_iter().filter(engine).collect();
    assert!(found.is_empty(), "{found:#?}");
    // Each room with those that it may use besides itself.
    let numbers = numbers(&files);
    let below: [(&str, &[&str]); 3] =
        [("packed", &[]), ("plan", &["packed"]), ("engine", &["plan", "packed"])];
    for (room, allowed) in below {
        for file in files.iter().filter(|file| file.place.first().is_some_and(|first| first == room)) {
            let paths = file.paths.iter().filter_map(|path| file.absolute(path, &numbers));
            for other in
                paths.filter_map(|path| path.first().cloned()).filter(|o| ENGINE.contains(&o.as_str()))
            {
                assert!(other == room || allowed.contains(&other.as_str()), "{:?} uses {other}", file.place);
            }
        }
    }
}

/// The largest circle of each crate; of those that are missing here there is none.
const LARGEST_CIRCLES: [(&str, usize); 1] = [("search", 4)];

#[test]
fn circles_of_modules_do_not_grow() {
    for of in [
        "betza", "dsl", "ide", "import", "runtime", "record", "fairy", "search", "learn", "solve",
        "pictures", "cli",
    ] {
        let found = circles(&files(of));
        let largest = found.first().map_or(0, Vec::len);
        println!("{of}: circles of {:?}", found.iter().map(Vec::len).collect::<Vec<_>>());
        let limit = LARGEST_CIRCLES.iter().find(|(name, _)| *name == of).map_or(0, |(_, limit)| *limit);
        assert!(largest <= limit, "{of}: {:#?}", found.first());
    }
}

/// Lines of the bitset engine, and of each of its files.
const MOST_LINES: [usize; 2] = [18_100, 600];

/// Fields of a struct, and flags among them.
const MOST_FIELDS: [usize; 2] = [19, 6];

#[test]
fn files_and_structs_of_the_engine_are_small() {
    let files: Vec<File> = files("runtime").into_iter().filter(is_of_engine).collect();
    let all: usize = files.iter().map(|file| file.lines).sum();
    let longest = files.iter().max_by_key(|file| file.lines).expect("there are files");
    println!(
        "{} files with {all} lines, the longest {} with {}",
        files.len(),
        longest.place.join("::"),
        longest.lines
    );
    assert!(all <= MOST_LINES[0] && longest.lines <= MOST_LINES[1]);
    let structs = || files.iter().flat_map(|file| &file.structs);
    let [widest, flagged] = [
        structs().max_by_key(|(_, fields, _)| *fields).expect("there are structs"),
        structs().max_by_key(|(_, _, flags)| *flags).expect("there are structs"),
    ];
    println!("most fields: {} with {}; most flags: {} with {}", widest.0, widest.1, flagged.0, flagged.2);
    assert!(widest.1 <= MOST_FIELDS[0] && flagged.2 <= MOST_FIELDS[1], "{widest:?} {flagged:?}");
    let plan = structs().find(|(name, ..)| name == "Plan").expect("there is a plan");
    assert!(plan.1 <= 12 && plan.2 == 0, "{plan:?}");
}

/// Files of the whole runtime that name a test or an effect of the language.
const MOST_FILES_OF_A_WORD: usize = 18;

#[test]
fn words_of_the_language_touch_few_files() {
    let files = files("runtime");
    let ir = fs::read_to_string(root().join("dsl/src/ir/expr.rs")).expect("readable");
    let parsed = syn::parse_file(&ir).expect("Rust");
    let mut counted: Vec<(usize, String)> = Vec::new();
    for item in &parsed.items {
        let syn::Item::Enum(of) = item else { continue };
        if !["Effect", "Test"].contains(&of.ident.to_string().as_str()) {
            continue;
        }
        for word in &of.variants {
            let name = format!("{}::{}", of.ident, word.ident);
            let is_named = |file: &&File| {
                file.text.match_indices(&name).any(|(at, _)| {
                    !file.text[at + name.len()..].starts_with(|next: char| next.is_alphanumeric())
                })
            };
            counted.push((files.iter().filter(is_named).count(), name));
        }
    }
    counted.sort();
    counted.reverse();
    println!("{:?}", &counted[..10]);
    assert!(counted[0].0 <= MOST_FILES_OF_A_WORD, "{:?}", counted[0]);
}
