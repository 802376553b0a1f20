//! What has been captured, lost and converted: by hand, and that nothing is forgotten.

use tilegame_record::Match;
use tilegame_record::account::Accounts;
use tilegame_runtime::ir::{Action, Effect, PlayerId};
use tilegame_runtime::{Game, Piece, Position};
use tilegame_tests::{game, is_wide, names, random_walk};

/// "White: captured Pawn; lost Pawn; converted Pawn=Queen" for each player of whom there is something to say.
fn told(game: &Game, accounts: &Accounts) -> String {
    let name = |piece: &Piece| game.rules().kinds[piece.kind.index()].name.clone();
    let all = |pieces: &[Piece]| pieces.iter().map(name).collect::<Vec<_>>().join(" ");
    let mut told = Vec::new();
    for (player, account) in game.rules().players.iter().zip(accounts.players()) {
        let converted = account.converted.iter().map(|c| {
            let from = c.from.owner.filter(|owner| c.to.owner != Some(*owner));
            let whose =
                from.map_or(String::new(), |p| format!("{}'s ", game.rules().players[p.index()].name));
            format!("{whose}{}={}", name(&c.from), name(&c.to))
        });
        let parts = [
            ("captured", all(&account.captured)),
            ("lost", all(&account.lost)),
            ("converted", converted.collect::<Vec<_>>().join(" ")),
        ];
        let parts = parts.into_iter().filter(|(_, pieces)| !pieces.is_empty());
        let parts: Vec<String> = parts.map(|(what, pieces)| format!("{what} {pieces}")).collect();
        if !parts.is_empty() {
            told.push(format!("{}: {}", player.name, parts.join("; ")));
        }
    }
    told.join(" | ")
}

fn after(name: &str, start: &str, moves: &str) -> (Match, String) {
    let game = game(name);
    let start = game.specification().read_fen(start).unwrap_or_else(|e| panic!("{name}: {start}: {e}"));
    let mut played = Match::from_state(game.state(&start));
    for text in moves.split_whitespace() {
        let steps = played.state().read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        steps.into_iter().for_each(|m| _ = played.play(m).expect("it is legal"));
    }
    let told = told(played.game(), &played.accounts());
    (played, told)
}

#[test]
fn captured_lost_and_converted() {
    let cases = [
        ("chess", "startpos", "e4 e5 Nf3", ""),
        (
            "chess",
            "startpos",
            "e4 d5 exd5 Qxd5",
            "White: captured Pawn; lost Pawn | Black: captured Pawn; lost Pawn",
        ),
        // Taken in passing; promoted, with and without taking.
        ("chess", "startpos", "e4 a6 e5 d5 exd6", "White: captured Pawn | Black: lost Pawn"),
        ("chess", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q", "White: converted Pawn=Queen"),
        (
            "chess",
            "3r3k/4P3/8/8/8/8/P7/4K3 w - - 0 1",
            "exd8=N Kg7",
            "White: captured Rook; converted Pawn=Knight | Black: lost Rook",
        ),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O O-O-O", ""),
        // An explosion takes the one who has taken, too.
        (
            "atomic",
            "startpos",
            "Nf3 d5 Ne5 d4 Nxf7",
            "White: captured Pawn Knight Bishop King; lost Knight | Black: lost Pawn Knight Bishop King",
        ),
        // A promotion is a state, and what is taken is dropped again.
        (
            "shogi",
            "startpos",
            "Pc4 Pg6 b2h8+b",
            "White: captured Bishop; converted Bishop=promoted Bishop | Black: lost Bishop",
        ),
        // Stones change sides: nobody takes anything.
        ("othello", "startpos", "P@d6", "Black: converted White's Stone=Stone | White: lost Stone"),
        // A burnt tile is nobody's.
        ("amazons", "startpos", "d1d7 d7g4", ""),
        // A beam takes what it hits, a piece of the one who has shot, too; turning is no conversion.
        ("khet", "startpos", "", ""),
        ("tictactoe", "startpos", "S@a1", ""),
    ];
    for (name, start, moves, expected) in cases {
        let (played, told) = after(name, start, moves);
        let sorted = |text: &str| {
            let mut words: Vec<&str> = text.split(' ').collect();
            words.sort();
            words.join(" ")
        };
        // In which order an explosion takes is not what this is about.
        assert_eq!(sorted(&told), sorted(expected), "{name} {moves}: {told}");
        // Taken back, it has not happened.
        let mut back = played;
        while back.undo().is_some() {}
        assert!(back.accounts().is_empty(), "{name} {moves}");
    }
}

/// Who is out loses what is taken then, and nobody has taken it.
#[test]
fn what_is_lost_by_leaving_is_nobodys_catch() {
    let game = game("four-player");
    let mut played = Match::new(&game);
    played.resign(PlayerId(1)).expect("the others play on");
    let accounts = played.accounts();
    let captured: usize = accounts.players().iter().map(|account| account.captured.len()).sum();
    assert_eq!(captured, 0);
    let gone = pieces(&game, &game.specification().start(), PlayerId(1))
        - pieces(&game, &played.state().position(), PlayerId(1));
    assert_eq!(accounts.of(PlayerId(1)).lost.len(), gone);
}

/// How many single pieces a player has on the board.
fn pieces(game: &Game, position: &Position, player: PlayerId) -> usize {
    let parts = |piece: Piece| game.rules().kinds[piece.kind.index()].parts.len();
    position.owned(player).iter().filter_map(|tile| position.piece(tile)).map(parts).sum()
}

/// On the board are those of the start without those that were lost, and those that came over.
#[test]
fn nothing_is_forgotten() {
    let mut games = 0;
    for name in names().filter(|name| !is_wide(&game(name))) {
        let game = game(name);
        let rules = game.rules();
        // What is put, or made of several, comes from nowhere.
        let new = |effect: &Effect| {
            matches!(effect, Effect::Put(_) | Effect::Drop(_) | Effect::Merge(_) | Effect::Unite)
        };
        let by_choice = |action: &Action| matches!(action, Action::Here(effect) | Action::Every(_, effect) if new(effect));
        if rules.any_effect(&new) || rules.turn.choices.iter().any(|c| c.actions.iter().any(by_choice)) {
            continue;
        }
        games += 1;
        for seed in 0..3 {
            let mut accounts = Accounts::new(&game);
            let mut now = game.specification().start();
            random_walk(&game, seed, 60, |position, _, m| {
                assert_eq!(position, &now);
                let before = game.state(&now);
                accounts.play(&before, before.find(m).expect("it is legal"));
                game.specification().make(&mut now, m);
                for player in (0..rules.players.len()).map(PlayerId::new) {
                    let account = accounts.of(player);
                    let joined = account.converted.iter().filter(|c| c.from.owner != c.to.owner).count();
                    let start = pieces(&game, &game.specification().start(), player);
                    assert_eq!(
                        pieces(&game, &now, player) + account.lost.len(),
                        start + joined,
                        "{name} {seed}: {}",
                        game.specification().fen(&now)
                    );
                }
            });
        }
    }
    assert!(games > 30, "{games}");
}
