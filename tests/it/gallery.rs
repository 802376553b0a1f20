//! The gallery is what is drawn today: `docs/src/gallery.md` and the pictures beside it.
//!
//! Each picture is the answer to a command that the page names. `INSTA_UPDATE=always` regenerates them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tilegame::{Exit, Io};
use tilegame_dsl::ir::{KindId, Rules};
use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::moveid::encode::{Encoded, encode};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src")
}

/// A picture: its file's name, and the arguments of `show` that draw it.
struct Picture {
    file: String,
    args: Vec<String>,
}

impl Picture {
    fn new(file: &str, args: &[&str]) -> Picture {
        Picture { file: format!("{file}.svg"), args: args.iter().map(|a| a.to_string()).collect() }
    }

    /// The command as one would type it.
    fn command(&self) -> String {
        let quoted = |a: &String| if a.contains(' ') { format!("\"{a}\"") } else { a.clone() };
        let args: Vec<String> = self.args.iter().map(quoted).collect();
        format!("tilegame show {} --svg {}", args.join(" "), self.file)
    }

    fn draw(&self) -> String {
        let mut args = vec!["tilegame".to_string(), "show".to_string()];
        args.extend(self.args.iter().cloned());
        args.extend(["--svg".to_string(), "-".to_string()]);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = Io::new(std::io::empty(), &mut out, &mut err);
        let exit = tilegame::run(args, &mut io);
        drop(io);
        assert_eq!(exit, Exit::Fine, "{}: {}", self.command(), String::from_utf8_lossy(&err));
        String::from_utf8(out).expect("SVG is text")
    }
}

/// Moves and a tile for a game of which the scenes say nothing: a few plies at random, then the piece with most moves.
fn at_random(name: &str) -> (String, String) {
    let game = tilegame_tests::game(name);
    let mut played: Vec<String> = Vec::new();
    let mut last = (String::new(), String::new());
    tilegame_tests::random_walk(&game, 7, 13, |position, legal, chosen| {
        let ways = |from| legal.iter().filter(|m| m.from == Some(from)).count();
        let busiest = legal.iter().filter_map(|m| m.from).max_by_key(|from| ways(*from));
        // Where no piece moves, the tile that is chosen.
        let from = game.rules().board.name(busiest.unwrap_or(chosen.to)).to_string();
        last = (played.join(" "), from);
        played.push(game.specification().uci(position, chosen));
    });
    last
}

/// A movement and its move-IDs, as a line of a list.
fn movement(rule: &str, ids: &Encoded<Vec<MoveId>>) -> String {
    let ids: Vec<String> = ids.iter().flatten().map(|id| format!("`{}`", id.short())).collect();
    format!("* `{rule}`: {}\n", if ids.is_empty() { "no ID".to_owned() } else { ids.join(", ") })
}

/// The movements of all pieces of a game, folded away; those of a piece in other states or with others on its tile are mostly the same and
/// given once.
fn movements(rules: &Rules) -> String {
    let mut text = String::from("\n<details><summary>Movements as move-IDs</summary>\n");
    let mut seen: Vec<(&str, String)> = Vec::new();
    let mut last = "";
    for (index, kind) in rules.kinds.iter().enumerate() {
        for (rule, ids) in encode(rules, KindId::new(index)) {
            let line = movement(&rule, &ids);
            if seen.contains(&(&kind.piece, line.clone())) {
                continue;
            }
            if kind.piece != last {
                text += &format!("\n{}\n\n", kind.piece);
                last = &kind.piece;
            }
            text += &line;
            seen.push((&kind.piece, line));
        }
    }
    if seen.is_empty() { String::new() } else { text + "\n</details>\n" }
}

/// All pictures, and the page that shows them.
fn gallery() -> (Vec<Picture>, String) {
    let scenes = fs::read_to_string(docs().join("gallery/scenes.txt")).expect("the scenes");
    let mut chosen: BTreeMap<&str, (String, Vec<String>)> = BTreeMap::new();
    let mut diagrams = Vec::new();
    for line in scenes.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        if let Some(rest) = line.strip_prefix("game ") {
            let parts: Vec<&str> = rest.split('|').map(str::trim).collect();
            let [name, moves, more] = parts[..] else { panic!("not understood: {line}") };
            chosen.insert(name, (moves.to_string(), more.split(' ').map(str::to_string).collect()));
        } else {
            let words: Vec<&str> = line.split(' ').collect();
            let ["diagram", name, piece, at] = words[..] else { panic!("not understood: {line}") };
            diagrams.push((name, piece, at));
        }
    }
    let unknown: Vec<_> =
        chosen.keys().filter(|n| !tilegame_tests::names().any(|known| known == **n)).collect();
    assert!(unknown.is_empty(), "no such games: {unknown:?}");

    let mut pictures = Vec::new();
    let mut page = String::from(include_str!("gallery.md"));
    let mut show = |page: &mut String, picture: Picture, what: &str| {
        *page += &format!("![{what}](gallery/{})\n\n```sh\n{}\n```\n", picture.file, picture.command());
        pictures.push(picture);
    };
    for name in tilegame_tests::names() {
        let game = tilegame_tests::game(name);
        let rules = game.rules();
        page += &format!("\n## {}\n\n{}\n\n", rules.title, rules.about.join(" "));
        show(&mut page, Picture::new(name, &[name]), &format!("{}: the start", rules.title));
        let (moves, more) = chosen.remove(name).unwrap_or_else(|| {
            let (moves, from) = at_random(name);
            (moves, vec![from])
        });
        let mut args = vec![name, "--after", &moves];
        for more in &more {
            match more.as_str() {
                option if option.starts_with("--") => args.push(option),
                tile => args.extend(["--from", tile]),
            }
        }
        page.push('\n');
        let picture = Picture::new(&format!("{name}-game"), &args);
        show(&mut page, picture, &format!("{}: a game", rules.title));
        page += &movements(rules);
    }
    page += "\n## How pieces move\n\nA dot: moves there. A cross: captures there. Both: either. A small square: a piece there would block the way. A filled square on its tip: a piece there is hopped over. An open circle: it moves so far only from where it stands at the start.\n";
    for (name, piece, at) in diagrams {
        let title = tilegame_tests::game(name).rules().title.clone();
        page.push('\n');
        let file = format!("{name}-{}", piece.to_lowercase());
        let picture = Picture::new(&file, &[name, "--moves", piece, "--at", at]);
        show(&mut page, picture, &format!("{piece}, {title}"));
        let game = tilegame_tests::game(name);
        let kind = game.rules().kind(piece).expect("a piece");
        page.push('\n');
        for (rule, ids) in encode(game.rules(), kind) {
            page += &movement(&rule, &ids);
        }
    }
    (pictures, page)
}

#[test]
fn the_gallery_is_what_is_drawn_today() {
    let (pictures, page) = gallery();
    let mut wanted: BTreeMap<String, String> = BTreeMap::new();
    wanted.insert("gallery.md".to_string(), page);
    for picture in &pictures {
        wanted.insert(format!("gallery/{}", picture.file), picture.draw());
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        for (file, text) in &wanted {
            fs::write(docs().join(file), text).expect("written");
        }
    }
    let again = "INSTA_UPDATE=always cargo test -p tilegame-tests --test it gallery";
    for (file, text) in &wanted {
        let there = fs::read_to_string(docs().join(file)).unwrap_or_default();
        // Git may have given the lines other ends.
        let there = there.replace("\r\n", "\n");
        assert!(
            there == *text,
            "docs/src/{file} is not what is drawn today; look at what changes with\n{again}"
        );
    }
    let mut size = 0;
    for entry in fs::read_dir(docs().join("gallery")).expect("the gallery") {
        let entry = entry.expect("an entry");
        let name = format!("gallery/{}", entry.file_name().to_string_lossy());
        assert!(name.ends_with(".txt") || wanted.contains_key(&name), "docs/src/{name} belongs to nothing");
        size += entry.metadata().expect("its size").len();
    }
    // 32 KB for each game.
    assert!(size < 32_000 * tilegame_tests::names().count() as u64, "the gallery has {size} bytes");
}
