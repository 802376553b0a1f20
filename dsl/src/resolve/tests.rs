//! The passes on short texts: what is found, and what comes out.

use crate::diagnostic::Severity;
use crate::ir::{Path, Rules, Test, Tile};
use crate::source::Sources;
use crate::{Loaded, library, load};

const BOARD: &str = "game \"T\"\nboard\n    grid 8 x 8\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n";
const REST: &str = "piece Rook \"R\" royal\n    move rot(n)*inf\nsetup \"r7/8/8/8/8/8/8/7R w\"\n";

fn load_text(text: &str) -> (Sources, Loaded) {
    load_files(&[("t.tg", text)])
}

fn load_files(files: &[(&str, &str)]) -> (Sources, Loaded) {
    let mut sources = Sources::new();
    sources.add(files[0].0, files[0].1);
    let others: Vec<(String, String)> =
        files[1..].iter().map(|(n, t)| (n.to_string(), t.to_string())).collect();
    let mut fetch = |name: &str| others.iter().find(|(n, _)| n == name).map(|(_, t)| t.clone().into());
    let loaded = load(&mut sources, files[0].0, &mut fetch);
    (sources, loaded)
}

/// "E0201 `Quen`: no … called …" for every message.
fn messages(sources: &Sources, loaded: &Loaded) -> Vec<String> {
    let line = |d: &crate::diagnostic::Diagnostic| {
        format!("{} `{}`: {}", d.code.0, sources.snippet(d.primary.span), d.title)
    };
    loaded.diagnostics.iter().map(line).collect()
}

/// Checks that a game made of common parts and `text` has just one message with that code at those words.
#[track_caller]
fn one(text: &str, code: &str, words: &str) {
    one_of_whole(&format!("{BOARD}{REST}{text}"), code, words);
}

#[track_caller]
fn one_of_whole(text: &str, code: &str, words: &str) {
    let (sources, loaded) = load_text(text);
    let found: Vec<(&str, &str)> =
        loaded.diagnostics.iter().map(|d| (d.code.0, sources.snippet(d.primary.span))).collect();
    assert_eq!(found, [(code, words)], "{:#?}", messages(&sources, &loaded));
    let error = loaded.diagnostics[0].severity == Severity::Error;
    assert_eq!(loaded.rules.is_none(), error);
}

#[track_caller]
fn rules(text: &str) -> Rules {
    let (sources, loaded) = load_text(text);
    assert!(loaded.rules.is_some(), "{:#?}", messages(&sources, &loaded));
    loaded.rules.unwrap()
}

fn small(text: &str) -> Rules {
    rules(&format!("{BOARD}{REST}{text}"))
}

#[test]
fn every_game_loads_without_messages() {
    for (name, _) in library::GAMES {
        let mut sources = Sources::new();
        let loaded = load(&mut sources, &format!("games/{name}.tg"), &mut |_| None);
        assert_eq!(messages(&sources, &loaded), [""; 0], "{name}");
        assert_eq!(loaded.rules.as_ref().map(|r| r.name.as_str()), Some(*name));
        assert!(!loaded.rules.unwrap().to_string().is_empty());
    }
}

#[test]
fn names() {
    one("region a = Rook", "E0305", "Rook");
    one("test x = some enemy Rok", "E0201", "Rok");
    one("turn\n    legal if no friend roial attacked", "E0201", "roial");
    one("extend piece Roook\n    move ne", "E0203", "Roook");
    one("remove mark x", "E0203", "x");
    one("test Rook = some piece", "E0204", "Rook");
    one("path ne = n n", "E0204", "ne");
    one("region e4 = e5", "E0204", "e4");
    one("test first = some piece", "E0204", "first");
    one("region a = b\nregion b = a", "E0214", "a");
    one("path a = b\npath b = a", "E0214", "a");
    one("turn\n    legal if x\ntest x = y or some piece\ntest y = x", "E0214", "x");
}

#[test]
fn missing_parts() {
    one_of_whole(
        "game \"T\"\nboard\n    grid 3 x 3\nplayers\n    A \"a\"\nsetup \"3/3/3 a\"\n",
        "E0209",
        "game \"T\"",
    );
    let (sources, loaded) = load_text("game \"T\"\n");
    let codes: Vec<&str> = loaded.diagnostics.iter().map(|d| d.code.0).collect();
    assert_eq!(codes, ["E0209"; 4], "{:#?}", messages(&sources, &loaded));
    one_of_whole("mark x\n", "E0208", "");
}

#[test]
fn letters() {
    one("piece Rat \"R\"\n    move n\n", "E0211", "\"R\"");
    let (sources, loaded) = load_text(&format!("{BOARD}{REST}piece Rat \"4\" \"x\"\n    move n\n"));
    assert!(messages(&sources, &loaded)[0].starts_with("E0212 `\"4\"`"));
    one("piece Rat \"k\"\n    move n\n", "E0213", "\"k\"");
}

#[test]
fn kinds_of_value() {
    one("turn\n    legal if not friend", "E0301", "friend");
    one("turn\n    legal if not friend royal attacked", "E0301", "friend royal attacked");
    one("test x = friend royal\nturn\n    legal if x", "E0301", "x");
    one("end\n    a: draw if repeated >= 3", "E0302", "repeated");
    one("extend piece Rook\n    quiet ne if stuck", "E0303", "stuck");
    one("extend piece Rook\n    quiet ne if can Rook onto empty", "E0303", "can Rook onto empty");
    one("counter c = 0\nend\n    a: draw if c of enemy > 3", "E0304", "enemy");
    one("end\n    a: draw by claim if stuck", "E0306", "by claim");
    one("region x = a1 by n[piece]\nend\n    a: draw if some piece on x", "E0308", "piece");
}

#[test]
fn rules_without_sense() {
    one("extend piece Rook\n    capture ne if attacked", "E0401", "attacked");
    one("test safe_here = not attacked\nextend piece Rook\n    move ne[safe_here]", "E0401", "safe_here");
    one("extend piece Rook\n    quiet (ne*0..)*2", "E0402", "(ne*0..)*2");
    one("extend piece Rook\n    quiet (ne*inf n)*inf", "E0403", "*inf");
    one("extend piece Rook\n    quiet ne*3..2", "E0404", "*3..2");
    one("extend piece Rook\n    quiet n+n+n+n+n+n+n+n", "E0405", "n+n+n+n+n+n+n+n");
    one("extend piece Rook\n    quiet n+s", "E0405", "n+s");
    one("extend piece Rook\n    quiet ne[empty enemy]", "E0406", "empty enemy");
    one("extend piece Rook\n    quiet n[on far] n\nregion far = rank 8", "E0405", "n[on far] n");
    one("end\n    a: draw if count(piece) >= 0", "E0407", "count(piece) >= 0");
    one("region x = a1 but a1", "E0408", "a1 but a1");
    one("region x = i1", "E0408", "i1");
    one("region x = rank 9", "E0408", "9");
    one("extend piece Rook\n    promote to Rook on rank 8", "E0409", "Rook");
    one("extend piece Rook\n    quiet ne[empty]{take}", "E0414", "take");
    one("mark m\nextend piece Rook\n    quiet ne{mark m} onto m", "E0417", "m");
}

#[test]
fn boards() {
    one_of_whole(
        &format!("game \"T\"\nboard\n    grid 300 x 300\nplayers\n    A \"a\"\n{REST}"),
        "E0411",
        "300",
    );
    let torn = "game \"T\"\nboard\n    grid 3 x 3\n    void a1\nplayers\n    A \"a\"\n    B \"b\" mirrored\n";
    one_of_whole(&format!("{torn}{REST}"), "E0412", "mirrored");
    let oblong = "game \"T\"\nboard\n    grid 3 x 4\nplayers\n    A \"a\"\n    B \"b\" facing e\n";
    one_of_whole(&format!("{oblong}{REST}"), "E0412", "e");
}

#[test]
fn frames() {
    let four = "game \"T\"\nboard\n    grid 5 x 5\nplayers\n    A \"a\"\n    B \"b\" facing e\n    C \"c\" facing s\n    D \"d\" facing w\n";
    let rules = rules(&format!("{four}piece Man \"A\" \"B\" \"C\" \"D\"\n    move n\nsetup \"5/5/5/5/5 a\""));
    let board = &rules.board;
    let north = board.direction("n").unwrap();
    for player in &rules.players {
        // Who steps forward by direction and by tiles comes to the same tile.
        let ahead = board.symmetries[player.frame.syms[0].index()][north.index()];
        for edge in board.graph.edges().filter(|e| e.direction == north) {
            let seen = |t: Tile| player.frame.tiles[t.index()];
            let same = board.graph.way(seen(edge.from), ahead).any(|e| e.to == seen(edge.to));
            assert!(same, "{} {}", player.name, board.name(edge.from));
        }
    }
    let forward: Vec<&str> = rules
        .players
        .iter()
        .map(|p| {
            board.directions[board.symmetries[p.frame.syms[0].index()][north.index()].index()].name.as_str()
        })
        .collect();
    assert_eq!(forward, ["n", "e", "s", "w"]);
}

#[test]
fn large_and_solid_boards() {
    let text = "game \"T\"\nboard\n    grid 100 x 100\nplayers\n    A \"a\"\n    B \"b\" mirrored\n\
        region goal = rank 100 each\npiece Queen \"Q\"\n    move rot(n, ne)*inf\n    move sym(n+n+e)\n    may promote to King on goal\n\
        piece King \"K\"\n    move rot(n)\nsetup \"Qq8 a\"\n";
    assert_eq!(rules(text).board.rows[99][0], Some(Tile(0)));
    let cube = text.replace("100 x 100", "20 x 20 x 20").replace("rank 100", "rank 20");
    let rules = rules(&cube);
    assert_eq!(rules.board.directions.len(), 26);
    assert_eq!(rules.board.name(Tile(0)), "Aa1");
}

#[test]
fn paths() {
    let text = |path: &str| {
        let rules = small(&format!("path slide = (n, e)*inf\nextend piece Rook\n    quiet {path}"));
        let dump = rules.to_string();
        let line = dump.lines().find(|l| l.trim_start().starts_with("quiet ")).unwrap();
        line.trim_start().trim_start_matches("quiet ").to_string()
    };
    assert_eq!(text("slide"), "(n*1..inf | e*1..inf)");
    assert_eq!(text("(n | e)*2"), "(n | e)*2..2");
    assert_eq!(text("mirror(ne{take})"), "(ne {take} | nw {take})");
    assert_eq!(text("sym(n n+e)").matches('|').count(), 7);
    assert_eq!(text("sym(ne)").matches('|').count(), 3);
    assert_eq!(text("rot(n[sees ne])"), "(n [sees <ne>] | e [sees <se>] | s [sees <sw>] | w [sees <nw>])");
    assert_eq!(text("n[piece] n"), "n [piece; settles] n");
}

#[test]
fn regions_for_each_player() {
    let rules = small(
        "region goal = rank 7..8 each\nregion mid = goal, d4 but a7..h7\nend\n    x: win if some on mid\n    y: win if some on goal",
    );
    let mid = rules.regions.iter().find(|r| r.name == "mid").unwrap();
    let names = |p: usize| mid.tiles[p].iter().map(|t| rules.board.name(*t)).collect::<Vec<_>>().join(" ");
    assert_eq!(names(0), "d4 a8 b8 c8 d8 e8 f8 g8 h8");
    assert_eq!(names(1), "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 d4");
}

/// A king's steps, a rook's steps, a knight's steps, and the steps of White's pawns, which Black's see the other way round.
#[test]
fn regions_by_distance() {
    let rules = small(
        "region camp = rank 1 each\nregion ring = 2 from b2\nregion cross = 1..2 from a1 by rot(n)\n\
         region leaps = 1 from a1 by sym(n+n+e)\nregion front = 1 from camp by n each\n\
         end\n    x: win if some on ring\n    y: win if some on cross\n    z: win if some on leaps\n    u: win if some on front",
    );
    let names = |name: &str, player: usize| {
        let region = rules.regions.iter().find(|region| region.name == name).expect("it is declared");
        let tiles = region.tiles[player].iter().map(|tile| rules.board.name(*tile).into_owned());
        tiles.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("ring", 0), "d1 d2 d3 a4 b4 c4 d4");
    assert_eq!(names("cross", 0), "b1 c1 a2 b2 a3");
    assert_eq!(names("leaps", 0), "c2 b3");
    assert_eq!(names("front", 0), "a2 b2 c2 d2 e2 f2 g2 h2");
    assert_eq!(names("front", 1), "a7 b7 c7 d7 e7 f7 g7 h7");
    one("region near = 3..2 from a1\nend\n    x: win if some on near", "E0404", "3..2");
}

#[test]
fn layers() {
    let base = format!("{BOARD}{REST}end\n    a: win if stuck\n    b: draw if some Rook\n");
    let variant = |text: &str| {
        let text = format!("variant \"V\" of base\n{text}");
        load_files(&[("dir/v.tg", &text), ("dir/base.tg", &base)])
    };
    let (_, loaded) = variant("end\n    c: loss if some Rook attacked\n    replace a: loss if stuck\n");
    let names: Vec<String> = loaded.rules.unwrap().ends.into_iter().map(|e| e.name).collect();
    assert_eq!(names, ["c", "a", "b"]);
    let (sources, loaded) = variant("piece Rook \"R\"\n    move n\n");
    assert_eq!(messages(&sources, &loaded), ["E0202 `Rook`: the piece `Rook` exists already"]);
    assert_eq!(loaded.diagnostics[0].fix.as_ref().unwrap().replacement, "replace ");
    let (sources, loaded) = variant("remove piece Rook\npiece Man \"M\"\n    move n\nend\n    remove a\n");
    assert_eq!(messages(&sources, &loaded), ["E0201 `Rook`: the piece `Rook` is removed, but still needed"]);
    let (sources, loaded) = load_files(&[("a.tg", "use \"./b.tg\"\n"), ("b.tg", "use \"x/../a.tg\"\n")]);
    assert!(messages(&sources, &loaded)[0].starts_with("E0206"), "{:?}", messages(&sources, &loaded));
    let (sources, loaded) = load_text("use movs\ngame \"T\"\n");
    assert_eq!(messages(&sources, &loaded), ["E0205 `movs`: no module called `movs`"]);
}

#[test]
fn lints() {
    one("piece Stone \"S\"\nextend piece Rook\n    promote to Stone on rank 1, rank 8", "W0501", "Stone");
    one("mark m", "W0502", "m");
    one("end\n    a: win if stuck\n    b: loss if stuck", "W0503", "b");
    one("extend piece Rook\n    quiet ne\n    quiet ne", "W0504", "quiet ne");
    one("piece Stone \"S\"\n    move n", "W0505", "Stone");
    let pawn = "piece Pawn \"P\"\n    move n\n    promote to Rook on rank 8\n";
    let text = format!("{BOARD}{REST}{pawn}").replace("r7/8", "r7/P7");
    one_of_whole(&text, "W0506", "rank 8");
}

#[test]
fn a_piece_can_be_meant_to_stand_still() {
    let (sources, loaded) = load_text(&format!(
        "{BOARD}{REST}piece Stone \"S\" still\nextend piece Rook\n    promote to Stone on rank 1, rank 8"
    ));
    assert!(loaded.diagnostics.is_empty(), "{:#?}", messages(&sources, &loaded));
}

#[test]
fn who_tracks_first() {
    let rules = small(
        "piece Man \"M\"\n    move n\n    quiet n*2 if first\nextend piece Rook\n    promote to Man on rank 8\n",
    );
    let tracked: Vec<&str> = rules.kinds.iter().filter(|k| k.tracks_first).map(|k| k.name.as_str()).collect();
    assert_eq!(tracked, ["Man"]);
}

#[test]
fn shuffles() {
    let setup = |lines: &str| {
        let text = format!("{BOARD}{REST}").replace("setup \"", "setup\n    position \"");
        format!("{text}    shuffle rank 1\n{lines}")
    };
    one_of_whole(&setup("        Rook\n    start 8"), "E0413", "8");
    one_of_whole(&setup("        Rook\n        Rook on a1..d1\n"), "E0413", "Rook on a1..d1");
    let rules = rules(&setup("        Rook on a1..d1\n        Rook, Rook in order\n    start 83"));
    assert_eq!(rules.setup.shuffle.unwrap().start, 83);
}

#[test]
fn settled_tiles() {
    let rules = small("region r = e4\nextend piece Rook\n    quiet n[on r] n[not enemy or on r] n");
    let Path::Seq(parts) = &rules.kinds[0].rules[1].path else { panic!() };
    let settles: Vec<bool> = parts
        .iter()
        .filter_map(|p| if let Path::Check { settles, .. } = p { Some(*settles) } else { None })
        .collect();
    assert_eq!(settles, [false, true]);
    assert!(matches!(&parts[1], Path::Check { test: Test::On(_), .. }));
}

#[test]
fn errors_of_a_broken_text_do_not_follow_on() {
    one_of_whole(
        &format!("{BOARD}{REST}piece Pawn \"P\n    move n\nextend piece Rook\n    promote to Pawn on rank 8"),
        "E0103",
        "\"P",
    );
}

#[test]
fn names_that_multiply_end() {
    let mut text = format!("{BOARD}{REST}path a0 = ne\n");
    for i in 1..30 {
        text += &format!("path a{i} = a{} a{}\n", i - 1, i - 1);
    }
    text += "extend piece Rook\n    quiet a29\n";
    let (_, loaded) = load_text(&text);
    assert!(loaded.diagnostics.iter().any(|d| d.code.0 == "E0415"));
    let mut text = format!("{BOARD}{REST}test a0 = some piece\nregion r0 = a1\n");
    for i in 1..5000 {
        text += &format!("test a{i} = not a{0}\nregion r{i} = r{0}\n", i - 1);
    }
    text += "end\n    x: win if a4999 or some on r4999\n";
    let (_, loaded) = load_text(&text);
    assert!(loaded.diagnostics.iter().any(|d| d.code.0 == "E0415"));
}

#[test]
fn a_name_in_quotes_is_a_name() {
    let (sources, loaded) = load_text("variant \"T\" of \"3check\"\n");
    assert!(loaded.rules.is_some(), "{:#?}", messages(&sources, &loaded));
    let (sources, loaded) = load_text("variant \"T\" of \"3chekc\"\n");
    assert_eq!(messages(&sources, &loaded).len(), 1);
}
