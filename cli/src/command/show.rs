//! `show`: a position as a drawing, with the moves of a piece if wanted.

use std::io::Write as _;

use serde::Serialize;
use tilegame_dsl::moveid::encode::encode;
use tilegame_pictures::{Mark, Scene, diagram};
use tilegame_record::account::Accounts;
use tilegame_runtime::explain::walks;
use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::notation::fen;
use tilegame_runtime::{Game, Move, MoveList, Piece, State};

use crate::args::{Picture, Show};
use crate::board::{self, Drawing, touched};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load::Showable;
use crate::report::print_json;
use crate::situation::Step;
use crate::{load, picture, situation};

/// Runs the command.
pub(crate) fn run(args: &Show, io: &mut Io<'_>) -> Result<Exit, Failure> {
    picture::check(&args.picture)?;
    let game = match load::showable(io, &args.game, args.written.notation.as_deref())? {
        Showable::Game(game) => game,
        Showable::Draft(draft) => {
            draw_draft(args, io, &draft)?;
            return Ok(Exit::Failed);
        }
    };
    match &args.moves {
        Some(_) if game.board().plane().is_some() => {
            let message = "a plane has no tiles of its own on which a piece could stand alone; \
                           `show --from TILE` draws where a piece of a position goes";
            Err(Failure::Message(message.to_owned()))
        }
        Some(piece) => movement(args, io, &game, piece),
        None => position(args, io, &game),
    }
}

/// The board while its setup or a FEN is being written, with the pieces that can be read so far.
fn draw_draft(args: &Show, io: &mut Io<'_>, draft: &State) -> Result<(), Failure> {
    if args.json {
        return Ok(());
    }
    if wants_picture(&args.picture) {
        let scene = Scene { names: true, ..scene(draft, &args.picture)? };
        return picture::write(io, &args.picture, &tilegame_pictures::draw(draft, &scene));
    }
    let drawing = Drawing { ascii: args.ascii, color: io.out.color, names: true, ..Drawing::default() };
    write!(io.out, "{}", board::draw(draft, drawing))?;
    Ok(())
}

/// A position, perhaps with the moves of one piece.
fn position(args: &Show, io: &mut Io<'_>, game: &Game) -> Result<Exit, Failure> {
    let start = match situation::start(io, game, &args.from) {
        Err(Failure::Reported) if args.from.fen.is_some() => {
            let written = args.from.fen.as_deref().unwrap_or_default();
            draw_draft(args, io, &fen::read_draft(game, written))?;
            return Ok(Exit::Failed);
        }
        start => start?,
    };
    // The last move, and the position before it.
    let mut last: Option<(Move, State)> = None;
    let mut accounts = Accounts::new(game);
    let mut state = start.clone();
    for step in situation::steps(&mut start.clone(), &args.from.played)? {
        match step {
            Step::Move(m) => {
                accounts.play(&state, m);
                let after = state.after(m);
                last = Some((m, std::mem::replace(&mut state, after)));
            }
            Step::Receipt(receipt) => {
                state = state.after_receipt(&receipt).map_err(|error| Failure::Message(error.to_string()))?;
            }
        }
    }
    if args.json {
        print_json(io, &shown(&state, last.as_ref(), &accounts))?;
        return Ok(Exit::Fine);
    }
    let from = args.tile.as_deref().map(|name| tile(game, name)).transpose()?;
    let own: Vec<Move> = from
        .map_or_else(MoveList::new, |_| state.legal_moves())
        .into_iter()
        .filter(|m| state.origin(*m) == from)
        .collect();

    if wants_picture(&args.picture) {
        let mut marks: Vec<(Tile, Mark)> = Vec::new();
        // Of a tile that moves with what stands on it, only the latter is shown.
        let occupied = from.is_some_and(|from| state.piece(from).is_some());
        for m in own.iter().map(|m| state.details(*m)).filter(|m| !occupied || m.kind().is_some()) {
            let mark = if m.captures { Mark::Capture } else { Mark::Quiet };
            match marks.iter_mut().find(|(tile, _)| *tile == m.to) {
                Some((_, known)) if *known != mark => *known = Mark::Both,
                Some(_) => {}
                None => marks.push((m.to, mark)),
            }
        }
        let scene = Scene {
            last: last.as_ref().map_or(Vec::new(), |(m, before)| touched(*m, before, &state)),
            walks: match &last {
                Some((m, before)) if args.walks => walks(before, *m),
                _ => Vec::new(),
            },
            check: state.checked(),
            chosen: from,
            marks,
            captured: if args.captured { picture::captured(&accounts) } else { Vec::new() },
            names: is_bare(&state),
            ..scene(&state, &args.picture)?
        };
        picture::write(io, &args.picture, &tilegame_pictures::draw(&state, &scene))?;
        return Ok(Exit::Fine);
    }

    let targets: Vec<Tile> = own.iter().map(|m| state.target(*m)).collect();
    let marked = from.map(|from| (from, targets.as_slice()));
    let touched = last.as_ref().map_or(Vec::new(), |(m, before)| touched(*m, before, &state));
    let names = is_bare(&state);
    let drawing = Drawing { ascii: args.ascii, color: io.out.color, marked, last: &touched, names };
    write!(io.out, "{}", board::draw(&state, drawing))?;
    writeln!(io.out)?;
    for line in situation::lines(&state).into_iter().chain(situation::accounts(game, &accounts, true)) {
        writeln!(io.out, "{line}")?;
    }
    writeln!(io.out, "{}", state.fen())?;
    if let Some(from) = from {
        let texts = own.iter().map(|m| format!("{}  {}", state.uci(*m), state.san(*m)));
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        writeln!(io.out)?;
        writeln!(io.out, "{}", headline(&state, from, texts.len()))?;
        for text in texts {
            writeln!(io.out, "  {text}")?;
        }
    }
    Ok(Exit::Fine)
}

/// Whether there is nothing to see but the board.
fn is_bare(state: &State) -> bool {
    state.pieces().next().is_none()
}

/// A movement diagram.
fn movement(args: &Show, io: &mut Io<'_>, game: &Game, name: &str) -> Result<Exit, Failure> {
    let piece = piece(game, name)?;
    let at = match &args.at {
        Some(name) => tile(game, name)?,
        None => diagram::central_tile(game),
    };
    let around = match &args.from.fen {
        Some(text) => situation::read(io, game, text)?.pieces().collect(),
        None => Vec::new(),
    };
    let piece = match around.iter().find(|(tile, _)| *tile == at) {
        Some((_, there)) if there.kind == piece.kind => *there,
        Some((_, there)) => {
            let (tile, kind) = (situation::tile(game, at), situation::kind(game, there.kind));
            return Err(Failure::Message(format!("on {tile} of this position stands a {kind}")));
        }
        None => piece,
    };
    let Some(owner) = piece.owner else {
        let name = situation::kind(game, piece.kind);
        return Err(Failure::Message(format!("a {name} is neutral and does not move")));
    };
    let others = around.into_iter().filter(|(tile, _)| *tile != at);
    let state = game.place(others.chain([(at, piece)]), owner);
    let marks = diagram::moves(&state, at);
    if wants_picture(&args.picture) {
        let scene = Scene { marks, ..scene(&state, &args.picture)? };
        picture::write(io, &args.picture, &tilegame_pictures::draw(&state, &scene))?;
        return Ok(Exit::Fine);
    }
    let targets: Vec<Tile> = marks
        .iter()
        .filter(|(_, mark)| !matches!(mark, Mark::Leg | Mark::Hurdle | Mark::FromStart))
        .map(|(t, _)| *t)
        .collect();
    let marked = Some((at, targets.as_slice()));
    let drawing = Drawing { ascii: args.ascii, color: io.out.color, marked, ..Drawing::default() };
    write!(io.out, "{}", board::draw(&state, drawing))?;
    writeln!(io.out)?;
    let (owner, tile) = (situation::player(game, owner), situation::tile(game, at));
    writeln!(io.out, "{owner}'s {} on {tile}", situation::kind(game, piece.kind))?;
    for (mark, words) in [
        (Mark::Both, "moves or captures"),
        (Mark::Quiet, "moves only"),
        (Mark::Capture, "captures only"),
        (Mark::FromStart, "moves only from where it starts"),
        (Mark::Leg, "is stopped on"),
        (Mark::Hurdle, "hops over what stands on"),
    ] {
        let names: Vec<_> =
            marks.iter().filter(|(_, m)| *m == mark).map(|(t, _)| situation::tile(game, *t)).collect();
        if !names.is_empty() {
            writeln!(io.out, "{words}: {}", names.join(" "))?;
        }
    }
    if marks.is_empty() {
        writeln!(io.out, "has no moves there")?;
    }
    for (rule, ids) in encode(game.rules(), piece.kind) {
        writeln!(io.out, "{rule}")?;
        for id in ids.unwrap_or_default() {
            writeln!(io.out, "    {}", id.short())?;
        }
    }
    Ok(Exit::Fine)
}

/// What all pictures have in common.
fn scene(state: &State, args: &Picture) -> Result<Scene, Failure> {
    let game = state.game();
    let arrow = |text: &String| {
        let ends = text.split_once('-').filter(|(from, to)| !from.is_empty() && !to.is_empty());
        let (from, to) = ends.ok_or_else(|| {
            Failure::Usage(format!(
                "`{text}` is no arrow: write two tiles with `-` between them, such as e2-e4"
            ))
        })?;
        Ok((tile(game, from)?, tile(game, to)?))
    };
    Ok(Scene {
        turned: turned(game, args)?,
        coordinates: !args.no_coordinates,
        look: args.look.unwrap_or_default(),
        theme: args.theme.unwrap_or_default(),
        arrows: args.arrow.iter().map(arrow).collect::<Result<_, Failure>>()?,
        caption: if args.caption { situation::caption(state) } else { Vec::new() },
        legend: args.legend,
        ..Scene::default()
    })
}

fn wants_picture(args: &Picture) -> bool {
    args.svg.is_some() || args.png.is_some()
}

/// The turn of the picture that the arguments ask for.
fn turned(game: &Game, args: &Picture) -> Result<f64, Failure> {
    match &args.seen_by {
        Some(wanted) => Ok(tilegame_pictures::seen_by(game, situation::called(game, wanted)?)),
        None => Ok(if args.flip { 180.0 } else { 0.0 }),
    }
}

/// A position, as JSON.
#[derive(Serialize)]
struct Shown {
    game: String,
    fen: String,
    to_move: String,
    check: bool,
    /// How the game ended, if it has.
    result: Option<String>,
    /// The last of the moves made.
    last: Option<String>,
    players: Vec<ShownPlayer>,
    pieces: Vec<ShownPiece>,
}

/// A player, as JSON.
#[derive(Serialize)]
struct ShownPlayer {
    name: String,
    in_play: bool,
    /// What the pieces are worth, where the rules say so.
    score: Option<i64>,
    hand: Vec<ShownHeld>,
    captured: Vec<ShownOwned>,
    lost: Vec<String>,
    converted: Vec<ShownConversion>,
}

/// Like pieces in a hand, as JSON.
#[derive(Serialize)]
struct ShownHeld {
    piece: String,
    number: u32,
}

/// A piece and whose it is, as JSON.
#[derive(Serialize)]
struct ShownOwned {
    piece: String,
    player: Option<String>,
}

/// A piece that has become another, as JSON.
#[derive(Serialize)]
struct ShownConversion {
    from: ShownOwned,
    to: ShownOwned,
}

/// A piece on the board, as JSON.
#[derive(Serialize)]
struct ShownPiece {
    tile: String,
    #[serde(flatten)]
    piece: ShownOwned,
}

fn shown(state: &State, last: Option<&(Move, State)>, accounts: &Accounts) -> Shown {
    let game = state.game();
    let rules = game.rules();
    let owned = |piece: &Piece| ShownOwned {
        piece: situation::kind(game, piece.kind).to_string(),
        player: piece.owner.map(|owner| situation::player(game, owner).to_string()),
    };
    let player = |number: usize| {
        let player = PlayerId::new(number);
        let account = accounts.of(player);
        let held = (0..rules.kinds.len()).map(KindId::new).filter_map(|kind| {
            let number = state.hand(player, kind);
            (number > 0).then(|| ShownHeld { piece: situation::kind(game, kind).to_string(), number })
        });
        ShownPlayer {
            name: situation::player(game, player).to_string(),
            in_play: state.in_play(player),
            score: game.has_score().then(|| state.score(player)),
            hand: held.collect(),
            captured: account.captured.iter().map(owned).collect(),
            lost: account.lost.iter().map(|piece| situation::kind(game, piece.kind).to_string()).collect(),
            converted: account
                .converted
                .iter()
                .map(|c| ShownConversion { from: owned(&c.from), to: owned(&c.to) })
                .collect(),
        }
    };
    let mut there: Vec<(Tile, Piece)> = state.pieces().collect();
    there.sort_by_key(|(tile, _)| *tile);
    let pieces = there.into_iter().map(|(tile, piece)| ShownPiece {
        tile: situation::tile(game, tile).to_string(),
        piece: owned(&piece),
    });
    Shown {
        game: rules.name.clone(),
        fen: state.fen(),
        to_move: situation::player(game, state.to_move()).to_string(),
        check: state.in_check() == Some(true),
        result: state.outcome().map(|over| situation::outcome(game, &over)),
        last: last.map(|(m, before)| before.uci(*m)),
        players: (0..rules.players.len()).map(player).collect(),
        pieces: pieces.collect(),
    }
}

/// The piece of a name or a letter; by its name it is the first player's.
fn piece(game: &Game, wanted: &str) -> Result<Piece, Failure> {
    let kinds = &game.rules().kinds;
    let all = || kinds.iter().enumerate();
    let by_letter = all().find_map(|(kind, k)| Some((kind, k.letters.iter().position(|l| l == wanted)?)));
    let by_name = all().find(|(_, k)| k.name.eq_ignore_ascii_case(wanted)).map(|(kind, _)| (kind, 0));
    let found = by_letter.or(by_name).map(|(kind, owner)| Piece {
        kind: tilegame_runtime::ir::KindId::new(kind),
        owner: (!kinds[kind].neutral).then(|| PlayerId::new(owner)),
    });
    found.ok_or_else(|| {
        let names: Vec<&str> = kinds.iter().map(|k| k.name.as_str()).collect();
        Failure::Message(format!("no piece is called `{wanted}`; there are {}", names.join(", ")))
    })
}

/// The tile of a name.
fn tile(game: &Game, name: &str) -> Result<Tile, Failure> {
    let board = &game.rules().board;
    board.tile(name).ok_or_else(|| {
        let known = match (game.board().tiles().next(), game.board().tiles().last()) {
            (Some(first), Some(last)) => {
                format!("; they are named from {} to {}", board.name(first), board.name(last))
            }
            _ => String::new(),
        };
        Failure::Message(format!("the board has no tile `{name}`{known}"))
    })
}

fn headline(state: &State, from: Tile, moves: usize) -> String {
    let game = state.game();
    let name = situation::tile(game, from);
    if state.tiles().all(|tile| tile != from) {
        return format!("there is no tile {name} in this position");
    }
    let Some(piece) = state.piece(from) else {
        return match moves {
            0 => format!("{name} is empty"),
            1 => format!("{name} is empty; the tile has 1 move:"),
            n => format!("{name} is empty; the tile has {n} moves:"),
        };
    };
    let Some(owner) = piece.owner else {
        return format!("{} on {name} is neutral", situation::kind(game, piece.kind));
    };
    let yours = owner == state.to_move();
    let owner = situation::player(game, owner);
    let piece_name = format!("{owner}'s {} on {name}", situation::kind(game, piece.kind));
    if state.outcome().is_some() {
        return format!("{piece_name} can't move; the game is over");
    }
    if !yours {
        return format!("{piece_name} can't move; it is not {owner}'s turn");
    }
    match moves {
        0 => format!("{piece_name} has no legal move"),
        1 => format!("{piece_name} has 1 move:"),
        n => format!("{piece_name} has {n} moves:"),
    }
}
