//! Broken files, and what is said about them; and what lines come of keys.

use tilegame_dsl::parse::parse;
use tilegame_dsl::source::FileId;

use crate::limits::{BYTES, MESSAGES, SECTIONS};
use crate::{Options, Severity, import, import_with};

const KEYS: Options = Options { partial: false, keys: true, nearest: false };

/// What is wrong with a text: line, column, and what is said.
fn said(text: &str) -> Vec<(usize, usize, String)> {
    let imported = import(text, &[], false);
    let of = |m: &crate::Message| {
        let (line, column) = m.place(text);
        (line, column, format!("{}; {}", m.title, m.help.clone().unwrap_or_default()))
    };
    imported.messages.iter().map(of).collect()
}

#[test]
fn mistakes_have_a_place_and_a_suggestion() {
    let table: &[(&str, usize, usize, &str)] = &[
        ("[a:chess]\ncasling = false", 2, 1, "did you mean `castling`?"),
        ("[a:chess]\ncastlingQueenFile = b", 2, 1, "did you mean `castlingQueensideFile`?"),
        ("[a:chess]\n castling = false", 2, 1, "begin the line with `castling`"),
        ("[a:chess]\ncastling = True", 2, 12, "write `castling = true`"),
        ("[a:chess]\ncastling = true # yes", 2, 12, "write `castling = true`"),
        ("[a:chess]\ncastling = true ", 2, 12, "reads this as false"),
        ("[a:chess]\ncastling = yes", 2, 12, "write `castling = true`"),
        ("[a:chess]\nmustCapture = on", 2, 15, "write `mustCapture = true`"),
        ("[a:chess]\nmustCapture = No", 2, 15, "write `mustCapture = false`"),
        ("[a:chess]\nmustCapture = maybe", 2, 15, "write `mustCapture = true` or `mustCapture = false`"),
        ("[b:nothing]\n[a:b]", 2, 4, "the section `b` has no parent that is known"),
        ("[a:ches]\ncastling = false", 1, 4, "did you mean `chess`?"),
        ("[a:crazyhous]", 1, 4, "did you mean `crazyhouse`?"),
        ("[b:a]\n[a:chess]", 1, 4, "it must stand above"),
        ("[a : chess]", 1, 2, "write `[a:chess]`"),
        ("[a:chess", 1, 1, "write `[name]` or `[name:parent]`"),
        ("castling = false", 1, 1, "begin with `[name:parent]`"),
        ("[a:chess]\ncastling", 2, 1, "write `key = value`"),
        ("[a:chess]\n[a:chess]", 2, 2, "the first one counts"),
        ("[a:chess]\nmaxRank = eight", 2, 11, "write digits"),
        ("[a:chess]\nmaxRank = 11", 2, 1, "at most 12 x 10"),
        ("[a:chess]\nmaxFile = m", 2, 11, "files are `a` to `l`"),
        ("[a:chess]\nmaxFile = 13", 2, 11, "files are `a` to `l`"),
        ("[a:chess]\nking = -\ncommoner = k\ncheckCounting = true", 4, 1, "no checks are counted"),
        ("[a:chess]\ncastlingWins = Z", 2, 1, "only `K`, `Q`, `k` and `q`"),
        ("[a:crazyhouse]\npromotionPawnTypes = pn", 2, 1, "go back to one of them"),
        ("[a:flipello]\nimmobilityIllegal = true", 1, 2, "no piece that may be dropped"),
        ("[a:chess]\nstalemateValue = lose", 2, 18, "did you mean `loss`?"),
        ("[a:chess]\nstalemateValue = +1", 2, 18, "write `win`, `loss`, `draw` or `none`"),
        ("[a:chess]\nflagRegion = e4 i99", 2, 17, "ranks `*8`"),
        ("[a:chess]\nflagRegion = 8", 2, 14, "tiles are `e4`"),
        ("[a:chess]\nflagRegion = *6 - *8", 2, 17, "`-` ends a region"),
        ("[a:chess]\npromotionPieceTypes = nbxq", 2, 25, "stops here and drops `xq`"),
        ("[a:chess]\nflagPiece = kq", 2, 13, "only the last letter counts, `q`"),
        ("[a:chess]\nflagPiece = z", 2, 13, "no piece has the letter `z`"),
        ("[a:chess]\ncustomPiece1 = c", 2, 16, "this piece has no moves"),
        ("[a:chess]\ncustomPiece1 =", 2, 1, "this piece has no letter"),
        ("[a:chess]\ncustomPiece1 = 3:N", 2, 16, "no letter for a piece"),
        ("[a:chess]\ncustomPiece1 = c:jR", 2, 18, "`j` is of XBoard"),
        ("[a:chess]\ncustomPiece1 = c:DD", 2, 18, "only W, F and N are ridden"),
        ("[a:chess]\ncustomPiece1 = c:WnC", 2, 19, "only N, A, D and Z can be lame"),
        ("[a:chess]\ncustomPiece1 = c:R10", 2, 18, "one digit only"),
        ("[a:chess]\ncustomPiece1 = c:Wx", 2, 19, "Fairy-Stockfish ignores it"),
        ("[a:chess]\ncustomPiece1 = c:mf", 2, 18, "a capital letter must follow"),
        ("[a:chess]\ncustomPiece1 = c:pN", 2, 18, "only W, F, R, B, Q and K hop"),
        ("[a:chess]\ncustomPiece1 = c:icR", 2, 18, "capture nothing"),
        ("[a:chess]\ncustomPiece26 = c:N", 2, 1, "no key `customPiece26`"),
        ("[a:chess]\npromotedPieceType = pg", 2, 21, "write `letter:what`"),
        ("[a:chess]\npromotedPieceType = x:q", 2, 21, "no piece has the letter `x`"),
        ("[a:chess]\nstartFen = 8/8/8", 2, 1, "3 ranks, the board 8"),
        ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K4 w", 2, 1, "rank 1 of the position has 9 tiles"),
        ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4X3 w", 2, 1, "no piece has the letter `X`"),
        ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4?3 w", 2, 1, "means nothing in a position"),
        ("[a]\nking = k", 1, 2, "no position to start from"),
        ("[a:chess]\nenclosingDrop = revrsi", 2, 17, "did you mean `reversi`?"),
        ("[a:chess]\nwallingRule = duk", 2, 15, "did you mean `duck`?"),
        (
            "[a:chess]\npieceDrops = true\ndropOppositeColoredBishop = true",
            3,
            1,
            "`dropOppositeColoredBishop` cannot be imported",
        ),
        ("[a:chess]\ntwoBoards = true", 2, 1, "what comes from the other board cannot be dropped"),
        ("[a:chess]\nmobilityRegionFers = e4", 2, 1, "there is no key `mobilityRegionFers`"),
    ];
    let mut wrong = Vec::new();
    for (text, line, column, words) in table {
        let found = said(text);
        if !found.iter().any(|(l, c, s)| (l, c) == (line, column) && s.contains(words)) {
            wrong.push(format!("{text:?}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What Fairy-Stockfish ignores is left out here, too, and no reason to refuse a section.
#[test]
fn what_is_ignored_is_a_warning() {
    for line in [
        "casling = false",
        " castling = false",
        "castling",
        "castling = true # yes",
        "flagRegion = *6 - *8",
        "promotionPieceTypes = nbxq",
        "flagPiece = kq",
        "customPiece1 = c:WnC",
        "customPiece1 = c:DD",
        "[a:crazyhouse]",
    ] {
        let text = format!("[a:chess]\n{line}\n");
        let imported = import(&text, &[], false);
        let severities: Vec<Severity> = imported.messages.iter().map(|m| m.severity).collect();
        assert_eq!(severities, [Severity::Warning], "{line}");
        assert_eq!(imported.games.len(), 1, "{line}");
    }
    // Of a piece the other moves are left.
    let text = "[a:chess]\ncustomPiece1 = c:WnCF\npromotionPieceTypes = c\n";
    let text = &import(text, &[], false).games[0].text;
    assert!(text.contains("\"C\"\n    move king"), "{text}");
}

/// What both players have is looked at once.
#[test]
fn a_mistake_is_reported_once() {
    for text in
        ["[a:chess]\nflagPiece = z\n", "[a:chess]\nflagPiece = kq\n", "[a:chess]\ncastlingRookPieces = z\n"]
    {
        assert_eq!(said(text).len(), 1, "{text}");
    }
}

/// Long files end in an answer: nothing is looked for in all lines for each line.
#[test]
fn long_files_are_read() {
    let lines = |line: &dyn Fn(usize) -> String, bytes: usize| {
        let mut text = String::from("[v0:chess]\n");
        (1..)
            .take_while(|n| {
                text.push_str(&line(*n));
                text.len() < bytes
            })
            .for_each(drop);
        text
    };
    let line = "x".repeat(BYTES);
    for text in [
        lines(&|n| format!("unknown{n} = 1\n"), BYTES),
        lines(&|_| "foo\n".to_owned(), BYTES),
        lines(&|_| "flagPiece = z\n".to_owned(), BYTES),
        lines(&|n| format!("pawnTypes = {}\n", "pn".repeat(n % 7)), BYTES),
        format!(
            "[a:chess]\npromotedPieceType = {}\n",
            (0..100_000).map(|n| format!("{n}:q ")).collect::<String>()
        ),
        format!("[a:chess]\npromotionPieceTypes = {line}\n[b:a]\n"),
        format!("[a:chess]\nstartFen = {line}\n[b:a]\n"),
        format!("[a:chess]\ncustomPiece1 = c:{line}\n[b:a]\n"),
        format!("[a:chess]\nflagRegion = {}\n", "e4 ".repeat(BYTES / 3)),
    ] {
        let imported = import(&text, &[], true);
        assert!(imported.messages.len() <= MESSAGES);
        assert!(imported.errors > 0 || !imported.games.is_empty(), "{}", &text[..40]);
    }
}

#[test]
fn so_many_sections_and_messages() {
    let sections = |n: usize| (0..n).map(|i| format!("[v{}:v{i}]\n", i + 1)).collect::<String>();
    for (n, fits) in [(SECTIONS, true), (SECTIONS + 1, false)] {
        // Each is derived from the one before.
        let imported = import(&format!("[v0:chess]\n{}", sections(n - 1)), &[], false);
        assert_eq!((imported.games.len(), imported.errors == 0), (SECTIONS, fits));
        let told = imported.messages.iter().any(|m| m.title.contains("more than 1000 sections"));
        assert_eq!(told, !fits);
    }
    for (n, left_out) in [(MESSAGES, 0), (MESSAGES + 1, 1), (10 * MESSAGES, 9 * MESSAGES)] {
        let imported = import(&format!("[a:chess]\n{}", "maxRank = x\n".repeat(n)), &[], false);
        assert_eq!((imported.messages.len(), imported.left_out, imported.errors), (MESSAGES, left_out, n));
    }
    // Of the last section alone, all others are its parents.
    let text = format!("[v0:chess]\n{}", sections(SECTIONS - 1));
    let last = format!("v{}", SECTIONS - 1);
    assert_eq!(import(&text, &[last], false).games.len(), 1);
}

/// Nothing that controls a terminal, and no quotes in a title.
#[test]
fn games_have_printable_texts() {
    let text = "[a\"b:chess]\npocketSize = \u{1b}[2J6\nstalemateValue = loss\n";
    let imported = import_with(text, &[], KEYS);
    let text = &imported.games[0].text;
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
    assert!(text.contains("variant \"A'b\" of chess") && text.contains("\\u{1b}[2J6"), "{text}");
}

#[test]
fn pieces_have_the_names_by_which_they_are_known() {
    for (betza, name) in [
        ("NB", "Archbishop"),
        ("BN", "Archbishop"),
        ("C", "Camel"),
        ("mBcpB", "Vao"),
        ("NN", "Nightrider"),
        ("NAD", "Squirrel"),
        ("WC", "WazirCamel"),
        ("mQcN", "CustomC"),
        ("N", "CustomC"),
    ] {
        let text = format!("[a:chess]\ncustomPiece1 = c:{betza}\npromotionPieceTypes = c\n");
        let text = &import(&text, &[], false).games[0].text;
        assert!(text.contains(&format!("piece {name} \"C\"")), "{betza}\n{text}");
    }
    // A name is given once.
    let twice = "[a:chess]\narchbishop = a\ncustomPiece1 = c:BN\npromotionPieceTypes = ac\n";
    let text = &import(twice, &[], false).games[0].text;
    assert!(text.contains("piece Archbishop \"A\"") && text.contains("piece CustomC \"C\""), "{text}");
}

#[test]
fn a_piece_without_moves_is_meant_so() {
    let imported = import("[a:chess]\nimmobile = s\npromotionPieceTypes = qs\n", &[], false);
    let text = &imported.games[0].text;
    assert!(text.contains("piece Stone \"S\" still"), "{text}");
}

#[test]
fn a_promoted_form_that_is_taken_away_is_none() {
    let text = "[a:chess]\nfers = f\nsilver = s\npromotedPieceType = s:f\n[b:a]\nfers = -\n";
    let imported = import(text, &[], false);
    assert_eq!(imported.games.len(), 2, "{:?}", imported.messages);
    let promotes = |game: usize| imported.games[game].text.contains("promote to promoted");
    assert!(promotes(0) && !promotes(1));
}

#[test]
fn with_partial_a_comment_stands_for_what_cannot_be_said() {
    let text = "[a:chess]\npieceDrops = true\ndropOppositeColoredBishop = true\n";
    assert_eq!(import(text, &[], false).games, []);
    let games = import(text, &[], true).games;
    assert!(games[0].text.contains("# not imported: dropOppositeColoredBishop = true"), "{}", games[0].text);
}

#[test]
fn keys_become_lines() {
    let table: &[(&str, &str)] = &[
        ("flagPiece = k\nflagRegion = d4 e4", "goal: loss if some enemy King on goal"),
        ("stalemateValue = loss", "replace stalemate: loss if stuck"),
        (
            "customPiece1 = c:mBcpB\npromotionPieceTypes = c",
            "quiet bishop\n    capture rot(ne*0.. ne[piece] ne*0.. ne)",
        ),
        (
            "silver = s\npromotedPieceType = s:q\npromotionPawnTypes = s\npromotionPieceTypes = n",
            "promote to Knight on last_rank if not promoted",
        ),
        // A state without lines of its own would not take its moves from a piece.
        (
            "silver = s\nimmobile = i\npromotedPieceType = s:i",
            "move (n, ferz) if not promoted\n    may promote to promoted from or on far\n    state promoted",
        ),
        ("promotionLimit = q:1", "promote to Queen on last_rank if count(friend Queen) < 1"),
        ("mustCapture = true", "prefer capture"),
        (
            "knight = -\nstartFen = rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKBBR w KQkq - 0 1",
            "remove piece Knight",
        ),
        ("castlingKingsideFile = f", "King to f1, Rook to e1"),
        ("extinctionValue = loss\nextinctionPieceTypes = q", "extinct: loss if no friend Queen"),
        // Only kings are in check; other royal pieces are not counted.
        (
            "checkCounting = true\nextinctionPseudoRoyal = true\nextinctionPieceTypes = q\npromotionPieceTypes = r",
            "after move if some enemy King attacked: checks - 1",
        ),
        // A promoted pawn is of another type, which explosions take.
        ("blastOnCapture = true\npromotedPieceType = p:q", "king[piece not Pawn not promoted]{take}"),
        ("tripleStepRegionWhite = *2\ndoubleStep = false", "onto passant"),
        ("nMoveRule = 20", "no_progress: draw if clock >= 40"),
        // A clock without progress goes on where a move can be taken back.
        ("pieceDrops = true", "after dropped: clock = 0"),
        ("customPiece1 = s:mfhNcfW\nnMoveRuleTypesBlack = s", "after CustomS: clock = 0"),
        ("customPiece1 = s:mWcF\npawnTypes = s", "remove progress\n    after capture: clock = 0"),
        ("customPiece1 = p:fsmWfceF\npawnTypes = p", "after capture, onward: clock = 0"),
        ("customPiece1 = p:fsmWfceF\npawnTypes = p", "quiet n as onward"),
        ("doubleStep = false", "replace piece Pawn"),
        (
            "promotionRegionWhite = *8 *7\npromotionRegionBlack = *1 *2",
            "replace region last_rank = rank 7..8 each",
        ),
        ("flyingGeneral = true", "legal if no friend royal attacked and not facing"),
        ("wallingRule = duck", "choose empty if in wall: put Duck, every Duck: take as walling"),
        (
            "wallingRule = edge\nwallOrMove = true",
            "choose empty and (on rim or sees rot(n)[Wall]) if not check: put Wall as walling",
        ),
        ("wallingRule = past\ncastling = false", "move here{put Wall} rook"),
        ("wallingRule = arrow", "act rook[empty]{put Wall} if in wall and just did step as walling"),
        ("petrifyOnCaptureTypes = r", "after capture if Rook: take"),
        ("mutuallyImmuneTypes = r", "capture rook[not Rook]"),
        ("flipEnclosedPieces = ataxx", "after move: along king[enemy]{join friend}"),
        ("pass = true", "may pass"),
        ("passOnStalemateWhite = true", "may pass if White to move"),
        ("materialCounting = blackdrawodds", "stalemate: Black wins if stuck"),
        (
            "makpongRule = true",
            "capture king[before attacks royal] if attacked and before count(enemy attacks royal) = 1",
        ),
        ("oppositeCastling = true", "after castling if on file g and side_taken = 1: illegal"),
        ("castlingWins = q", "after castling if Black and on file c: won = 1"),
        ("pieceDrops = true\nmustDrop = true", "prefer dropped"),
        ("pieceDrops = true\ntwoBoards = true", "receive Pawn, Knight, Bishop, Rook, Queen"),
        ("pieceDrops = true\nenclosingDrop = top", "and not sees n[empty] if Black to move"),
        ("flagRegion = *8\nflagPiece = n\nflagMove = true", "stayed: win if some friend Knight on goal"),
        ("whiteFlag = d4\nblackFlag = d5\nflagPiece = k", "goal: loss if some enemy King on"),
        ("promotionRank = 7", "replace region last_rank = rank 7..8 each"),
        ("doubleStepRank = 3", "replace region second_rank = rank 2..3 each"),
        ("castlingRookPiece = n", "castling King with Knight"),
    ];
    for (keys, line) in table {
        let imported = import(&format!("[a:chess]\n{keys}\n"), &[], false);
        let text = imported.games.first().map_or(String::new(), |g| g.text.clone());
        assert!(text.contains(line), "{keys}\n{:?}\n{text}", imported.messages);
    }
}

/// Comments say where lines come from only if they are asked for.
#[test]
fn keys_are_comments_on_request() {
    let text = "[a:chess]\n# a comment\npocketSize = 6\nmustCapture = true\ncentaur = c\nimmobile = i\npromotionPieceTypes = c\n";
    let lines = [
        "# xboard pocketSize = 6\n",
        "    prefer capture  # mustCapture = true\n",
        "piece Centaur \"C\"  # centaur = c\n",
        "piece Stone \"I\" still  # immobile = i\n",
    ];
    let (without, with) = (import(text, &[], false), import_with(text, &[], KEYS));
    for line in lines {
        assert!(with.games[0].text.contains(line), "{line}{}", with.games[0].text);
    }
    assert_eq!(without.games[0].text.matches('#').count(), 1, "{}", without.games[0].text);
}

/// Whatever Fairy-Stockfish knows without a file can be a parent. The game is written as the formatter and the printer of the language would.
#[test]
fn every_variant_of_the_program_is_a_base() {
    let table = include_str!("builtin.ini");
    let names: Vec<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix('['))
        .map(|rest| rest.split([':', ']']).next().unwrap_or_default())
        .chain(["chess"])
        .collect();
    assert_eq!(names.len(), 121);
    for name in names {
        let imported = import(&format!("[mine:{name}]\n"), &[], false);
        assert_eq!(imported.games.len(), 1, "{name}: {:?}", imported.messages);
        let text = &imported.games[0].text;
        assert_eq!(tilegame_dsl::fmt::format(text).as_deref(), Ok(text.as_str()), "{name}");
        // Reading it gives the tree again.
        let (file, errors) = parse(FileId(0), text);
        assert_eq!(errors, [], "{name}");
        let lines = |text: &str| -> Vec<String> {
            let lines = text.lines().map(|line| line.split("  #").next().unwrap_or_default());
            lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
        };
        assert_eq!(lines(text), lines(&file.to_string()), "{name}");
    }
}

#[test]
fn a_letter_that_is_given_to_another_piece_removes_its_first_owner() {
    let imported = import("[a:chess]\ncentaur = q\n", &[], false);
    let text = &imported.games[0].text;
    assert!(text.contains("piece Centaur \"Q\"") && text.contains("remove piece Queen"), "{text}");
    assert!(text.contains("promote to Rook, Bishop, Knight on last_rank"), "{text}");
}

#[test]
fn no_beginning_of_a_file_makes_reading_panic() {
    let text = "[a:chess]\nmaxRank = 9\nmaxFile = i\ncustomPiece1 = c:mRcpR\npromotedPieceType = p:c\nstartFen = 9/4k4/9/9/9/9/9/4K4/2C6[Pp] w - - 0 1\npieceDrops = true\ndropRegion = *1 *2\n\
        extinctionValue = loss\nextinctionPieceTypes = c\nconnectN = 4\n";
    for end in 0..=text.len() {
        let _ = import(&text[..end], &[], true);
        let _ = import(&text[end..], &[], true);
    }
}

/// What is said about broken files: each file of the table with all of its messages.
#[test]
fn broken_files_and_what_is_said_about_them() {
    let table = include_str!("broken.txt");
    let mut written = String::new();
    let (head, files) = table.split_once("\n\n").expect("a comment and the files");
    let mut number = 0;
    for block in files.trim_end().split("\n\n") {
        let source: Vec<&str> = block.lines().take_while(|line| !line.starts_with("  ")).collect();
        let source = source.join("\n");
        let text = source.replace("\\t", "\t");
        written.push_str(&format!("\n{source}\n"));
        for message in import(&text, &[], false).messages {
            let (line, column) = message.place(&text);
            let severity = if message.severity == Severity::Error { "error" } else { "warning" };
            written.push_str(&format!("  {severity} at {line}:{column}: {}\n", message.title));
            if let Some(help) = message.help {
                written.push_str(&format!("    {help}\n"));
            }
        }
        number += 1;
    }
    assert!(number >= 50, "{number}");
    assert!(table == format!("{head}\n{written}"), "the table should be:\n{head}\n{written}");
}
