//! The command `solve`.

use std::fs;

use tilegame::{Exit, Flag, Io};

use crate::command::{dialogue, scratch, snapshot};

#[test]
fn what_is_solved_and_what_is_wrong() {
    snapshot(
        "solving",
        &[
            "solve hexapawn",
            "solve tictactoe -o draw.proof",
            "solve tictactoe --check draw.proof",
            "solve hexapawn -o won.proof --json",
            "solve hexapawn --check won.proof",
            "solve tictactoe --check won.proof",
            "solve losalamos --pieces \"K Q / K\" -o queen.table",
            "solve losalamos --check queen.table --json",
            "solve losalamos --table queen.table --fen \"6/6/4k1/6/1Q4/K5 w - - 0 1\"",
            "solve losalamos --table queen.table",
            "solve chess --table queen.table",
            "solve chess --fen \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\" --mate",
            "solve chess --fen \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\" --mate 2",
            "solve chess --positions 1000",
            "solve chess --pieces \"K X / K\"",
            "solve chess --pieces \"K R\"",
            "solve chess --fen \"8/8 w\"",
            "solve chess --check nothing.table",
            "solve hexapawn -o nowhere/won.proof",
            "solve three-player",
            "solve go9",
            "solve chess --pieces \"K / K\" --mate",
            "play losalamos --fen \"6/6/4k1/6/1Q4/K5 w - - 0 1\" --computer all --table queen.table --ascii",
        ],
    );
}

#[test]
fn a_changed_table_or_certificate_is_refused() {
    let folder = scratch("solving-changed");
    dialogue(&folder, &["solve hexapawn --pieces \"P / P\" -o pawns.table", "solve hexapawn -o won.proof"]);
    let table = fs::read(folder.join("pawns.table")).expect("a table");
    fs::write(folder.join("cut.table"), &table[..table.len() / 2]).expect("written");
    let proof = fs::read_to_string(folder.join("won.proof")).expect("a certificate");
    fs::write(folder.join("less.proof"), proof.rsplit_once("\n3\t").expect("a line").0).expect("written");
    let said = dialogue(&folder, &["solve hexapawn --check cut.table", "solve hexapawn --check less.proof"]);
    assert!(said.contains("`cut.table` is damaged: its checksum is wrong"), "{said}");
    assert!(said.contains("the certificate does not say what to do here"), "{said}");
    assert_eq!(said.matches("[Failed]").count(), 2, "{said}");
}

#[test]
fn it_ends_when_it_is_asked_to() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let flag = Flag::default();
    flag.raise();
    let mut io = Io::new(std::io::empty(), &mut out, &mut err).interrupted_by(flag);
    let exit = tilegame::run(["tilegame", "solve", "chess"], &mut io);
    drop(io);
    assert_eq!((exit, out.len()), (Exit::Interrupted, 0));
    assert_eq!(String::from_utf8(err).expect("text"), "stopped\n");
}
