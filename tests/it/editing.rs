//! Positions that are set up by hand: what is checked, and that whatever a FEN says can be set up piece by piece.

use tilegame_runtime::edit::EditError;
use tilegame_runtime::ir::{CounterId, KindId, MarkId, PlayerId, Tile};
use tilegame_runtime::{Game, Piece, Position};
use tilegame_tests::{game, names, random_walk};

/// A position some moves from the setup.
fn walk(game: &Game, seed: u64, plies: u32) -> Position {
    let mut last = game.specification().start();
    random_walk(game, seed, plies, |position, _, _| last = position.clone());
    last
}

fn tile(game: &Game, name: &str) -> Tile {
    game.rules().board.tile(name).expect("a tile")
}

fn piece(game: &Game, owner: &str, kind: &str) -> Piece {
    Piece { kind: game.rules().kind(kind).expect("a piece"), owner: game.rules().player(owner) }
}

/// Everything that the public interface tells of a position, set up one by one on the setup.
fn rebuilt(game: &Game, position: &Position) -> Result<Position, EditError> {
    let rules = game.rules();
    let players = || (0..rules.players.len()).map(PlayerId::new);
    let mut editor = game.start().edit();
    editor.clear();
    for player in players() {
        editor.out(player, false);
    }
    for player in position.out() {
        editor.out(*player, true);
    }
    if position.there().is_some() {
        for tile in game.start().tiles().chain(game.state(position).tiles()) {
            editor.tile(tile, position.is_there(tile));
        }
    }
    for (tile, piece) in position.pieces() {
        editor.put(tile, piece);
        if position.is_promoted(tile) {
            editor.promoted(tile);
        }
        if position.is_unmoved(tile) {
            editor.unmoved(tile);
        }
    }
    editor.to_move(game.specification().to_move(position));
    for player in players() {
        for counter in (0..rules.counters.len()).map(CounterId::new) {
            editor.counter(counter, player, game.specification().counter(position, counter, player));
        }
        for kind in (0..rules.kinds.len()).map(KindId::new) {
            match game.specification().hand(position, player, kind) {
                0 => {}
                number => _ = editor.hand(player, kind, number),
            }
        }
    }
    if let Some(castling) = &rules.castling {
        let may = |(tile, _): &(Tile, Piece)| position.has_right(*tile);
        for (king, of) in position.pieces().filter(may).filter(|(_, piece)| piece.kind == castling.king) {
            let partners = position.pieces().filter(may);
            for (partner, _) in partners.filter(|(tile, piece)| *tile != king && piece.owner == of.owner) {
                editor.castling(king, partner, true);
            }
        }
    }
    for left in position.marks() {
        editor.mark(left.mark, left.tile, left.maker);
    }
    editor.finish().map(|state| state.position())
}

#[test]
fn whatever_a_fen_says_can_be_set_up() {
    let mut wrong = Vec::new();
    for name in names() {
        let game = game(name);
        let text = game.specification().fen(&walk(&game, 1, 15));
        let read = game.specification().read_fen(&text).expect("it was written");
        // An editor sets up beginnings of turns.
        if game.state(&read).edit().fen() != text {
            continue;
        }
        let edited = game.state(&read).edit().finish().map(|state| state.position());
        if edited.as_ref() != Ok(&read) {
            wrong.push(format!("{name}: `{text}` is not left as it is: {:?}", edited.err()));
        }
        match rebuilt(&game, &read) {
            Ok(other) if game.specification().fen(&other) == text => {}
            Ok(other) => {
                wrong.push(format!("{name}: `{text}` becomes `{}`", game.specification().fen(&other)))
            }
            Err(error) => wrong.push(format!("{name}: `{text}`: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_no_position_is_refused_like_its_fen() {
    let chess = game("chess");
    let mut editor = chess.start().edit();
    editor.remove(tile(&chess, "e1"));
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1";
    assert_eq!(editor.fen(), text);
    let error = chess.specification().read_fen(text).unwrap_err();
    assert_eq!(editor.finish(), Err(EditError::Invalid { fen: text.to_string(), error }));

    // Black could not have left the king attacked.
    let mut editor = chess.start().edit();
    editor.put(tile(&chess, "f7"), piece(&chess, "White", "Knight")).remove(tile(&chess, "e8"));
    editor.put(tile(&chess, "h8"), piece(&chess, "Black", "King"));
    let error = editor.finish().unwrap_err().to_string();
    assert!(error.starts_with("it is White's turn, but Black can't have left it so"), "{error}");
    editor.to_move(chess.rules().player("Black").expect("a player"));
    assert!(editor.finish().is_ok());
}

#[test]
fn castling_and_marks() {
    let chess = game("chess");
    let at = |name| tile(&chess, name);
    let read = |text| chess.specification().read_fen(text).expect("a position");
    let mut editor = chess.state(&read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")).edit();
    editor.castling(at("e1"), at("a1"), false).castling(at("e8"), at("h8"), false);
    assert_eq!(editor.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1");
    // A piece that is put anew has no right, until it is given one.
    editor.put(at("h1"), piece(&chess, "White", "Rook"));
    assert_eq!(editor.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w q - 0 1");
    editor.castling(at("e1"), at("h1"), true);
    assert_eq!(editor.finish().map(|state| state.position()), Ok(read("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1")));
    editor.put(at("h1"), piece(&chess, "White", "Knight")).castling(at("e1"), at("h1"), true);
    let error = editor.finish().unwrap_err();
    assert_eq!(error.to_string(), "no FEN of this game says that the piece on h1 may castle");

    let mark = MarkId(0);
    let mut editor = chess.state(&read("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")).edit();
    editor.mark(mark, at("e3"), at("e4"));
    assert_eq!(editor.finish().map(|state| state.position()), Ok(read("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")));
    // The mark is that of the last move: it is gone with its piece, and with the turn.
    editor.to_move(chess.rules().player("White").expect("a player"));
    assert_eq!(editor.fen(), "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1");
    editor.to_move(chess.rules().player("Black").expect("a player")).mark(mark, at("e6"), at("e4"));
    assert!(matches!(editor.finish(), Err(EditError::Invalid { .. })));
}

#[test]
fn hands_and_what_the_game_does_not_have() {
    let shogi = game("crazyhouse");
    let (white, pawn) = (PlayerId(0), shogi.rules().kind("Pawn").expect("a piece"));
    let mut editor = shogi.start().edit();
    let position = editor.hand(white, pawn, 2).finish().expect("a position");
    assert_eq!(position.hand(white, pawn), 2);
    assert!(matches!(editor.hand(white, pawn, 1001).finish(), Err(EditError::Invalid { .. })));

    let chess = game("chess");
    let no = |what| Err(EditError::NotInGame { what });
    let edited = || chess.start().edit();
    let (king, nowhere) = (piece(&chess, "White", "King"), Tile(64));
    assert_eq!(edited().hand(white, pawn, 1).finish(), no("hands"));
    assert_eq!(edited().put(nowhere, king).finish(), no("such tile"));
    assert_eq!(edited().remove(nowhere).finish(), no("such tile"));
    assert_eq!(edited().castling(Tile(4), nowhere, true).finish(), no("such tile"));
    assert_eq!(edited().piece(nowhere), None);
    assert_eq!(edited().tile(Tile(30), false).finish(), no("tiles that come and go"));
    assert_eq!(edited().to_move(PlayerId(2)).finish(), no("turn of such a player"));
    assert_eq!(edited().counter(CounterId(99), white, 1).finish(), no("such counter"));
    let error = edited().mark(MarkId(0), Tile(20), Tile(28)).finish().unwrap_err();
    assert_eq!(error.to_string(), "no player's piece stands on e4 that could have left the mark");
    assert_eq!(edited().mark(MarkId(9), Tile(20), Tile(8)).finish(), no("such mark"));
    let strange = Piece { kind: KindId(99), owner: Some(white) };
    assert_eq!(edited().put(Tile(20), strange).finish(), no("such piece"));
    let nobodys = Piece { owner: None, ..king };
    let error = edited().put(Tile(20), nobodys).finish().unwrap_err();
    assert_eq!(error.to_string(), "a King belongs to a player");
}
