//! What can be asked about a position.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde::Serialize;
use tilegame_pictures::{Scene, draw, seen_by};
use tilegame_record::Score;
use tilegame_record::matches::{Cause, Clock, Ending, Flag, Match, MatchError};
use tilegame_runtime::explain::{Explanation, Reason, walks};
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::notation::receipt;
use tilegame_runtime::perft::{By, Part, Unfinished, perft_in_parts};
use tilegame_runtime::{Game, Listed, Move, State};

use super::answer::{Kind, Named, Wrong, json};
use super::listings::{Form, Listings};
use super::positions;
use super::request::{Request, What};
use crate::board::touched;
use crate::{situation, values};
use tilegame_runtime::notation::shortened;

/// Who asks about a position.
pub(super) struct Place<'p> {
    /// The game in the notation in which is answered.
    pub(super) written: &'p Game,
    /// What can be stopped stops then.
    pub(super) until: Instant,
}

/// The deepest that is counted.
const DEEPEST: u32 = 100;

/// After so many sequences it is looked whether there is time to count more.
const GRAIN: u64 = 100_000;

/// The game in the notation of a name.
pub(super) fn notation(game: &Game, name: &str) -> Result<Game, Wrong> {
    let unknown = || {
        let others: Vec<&str> = game.notations().collect();
        let others = if others.is_empty() { "none".to_owned() } else { others.join(", ") };
        Wrong::request(format!("the rules have no notation `{}`; they have {others}", shortened(name)))
    };
    game.in_notation(name).ok_or_else(unknown)
}

/// Answers a request about a position, as an object of JSON.
pub(super) fn answer(
    request: &Request<'_>,
    place: &Place<'_>,
    played: &mut Match,
    listings: &mut Listings,
) -> Result<String, Wrong> {
    match request.what {
        What::Position => Ok(json(&Stands::of(played, place.written))),
        What::Result => Ok(json(&Judged::of(played))),
        What::Moves => listed(request, place.written, played, listings),
        What::Check => check(&request.needed_text("move")?, place.written, played),
        What::Written => Ok(json(&Moves { moves: made(played, place.written, 0) })),
        What::End => end(request, place.written, played),
        What::Picture => picture(request, place.written, played),
        What::Perft => perft(request.needed_number("depth", DEEPEST)?, played.state(), place.until),
        // These are asked of rules.
        What::About | What::Load | What::Forget => Ok("{}".to_owned()),
    }
}

/// How a match has ended.
#[derive(Serialize)]
struct Ended<'g> {
    /// As it is written below a game.
    score: String,
    /// Who won, if one alone did.
    winner: Option<&'g str>,
    reason: &'g str,
    /// The whole in words.
    text: String,
    /// What each player gets of the point.
    points: Named<&'g str, String>,
}

impl<'g> Ended<'g> {
    fn of(played: &'g Match) -> Option<Ended<'g>> {
        let ending = played.ending()?;
        let game = played.game();
        let players = game.rules().players.iter().map(|player| player.name.as_str());
        Some(Ended {
            score: Score::of(&ending.scores).to_string(),
            winner: ending.winner().map(|winner| situation::player(game, winner)),
            reason: reason(game, ending),
            text: played.told().unwrap_or_default(),
            points: Named(players.zip(ending.scores.iter().map(|share| share.to_string())).collect()),
        })
    }
}

/// Why a match has ended, in a word: the rules' own, if it is one of their endings.
fn reason<'g>(game: &'g Game, ending: &Ending) -> &'g str {
    let rules = game.rules();
    match ending.cause {
        Cause::Position(end) => &rules.ends[end.index()].name,
        Cause::Adjudication(number) => &rules.adjudications[number].name,
        Cause::Resignation(_) => "resignation",
        Cause::Forfeit(_) => "forfeit",
        Cause::Agreement => "agreement",
        Cause::Time(_) => "time",
        Cause::NoWinOnTime(_) => "no_win_on_time",
        Cause::AllTime => "all_time",
    }
}

/// The result of a match, and what can be claimed.
#[derive(Serialize)]
struct Judged<'g> {
    result: Option<Ended<'g>>,
    claims: Vec<&'g str>,
}

impl<'g> Judged<'g> {
    fn of(played: &'g Match) -> Judged<'g> {
        let name = |number: usize| played.game().rules().adjudications[number].name.as_str();
        Judged { result: Ended::of(played), claims: played.claims().into_iter().map(name).collect() }
    }
}

/// How a match stands.
#[derive(Serialize)]
struct Stands<'g> {
    fen: String,
    to_move: &'g str,
    /// Where turns have phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'g str>,
    /// Nothing where the rules know of no such thing.
    check: Option<bool>,
    /// Players who are out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    out: Vec<&'g str>,
    /// How often the position has occurred.
    repeated: u32,
    #[serde(flatten)]
    judged: Judged<'g>,
}

impl<'g> Stands<'g> {
    fn of(played: &'g Match, written: &Game) -> Stands<'g> {
        let (game, state) = (played.game(), played.state());
        let phases = &game.rules().turn.phases;
        Stands {
            fen: state.written_as_in(written).fen(),
            to_move: situation::player(game, state.to_move()),
            phase: if phases.is_empty() {
                None
            } else {
                phases.get(state.phase().index()).map(String::as_str)
            },
            check: state.in_check(),
            out: if game.goes_on_without() {
                state.out().into_iter().map(|player| situation::player(game, player)).collect()
            } else {
                Vec::new()
            },
            repeated: played.repeated(),
            judged: Judged::of(played),
        }
    }
}

/// A move as it is written.
#[derive(Serialize)]
struct Text {
    uci: String,
    san: String,
}

/// Moves as they are written.
#[derive(Serialize)]
struct Moves {
    moves: Vec<Text>,
}

impl Text {
    fn of(state: &State, written: &Game, m: Move) -> Text {
        let state = state.written_as_in(written);
        Text { uci: state.uci(m), san: state.san(m) }
    }
}

/// The moves that have been made, without the first ones.
fn made(played: &Match, written: &Game, skipped: usize) -> Vec<Text> {
    played.moves().skip(skipped).map(|(before, m)| Text::of(before, written, m)).collect()
}

/// The legal moves.
fn listed(
    request: &Request<'_>,
    written: &Game,
    played: &Match,
    listings: &mut Listings,
) -> Result<String, Wrong> {
    let form = match request.text("only")?.as_deref() {
        None => Form::Both,
        Some("uci") => Form::Uci,
        Some("san") => Form::San,
        Some(_) => return Err(Wrong::request("`only` has to be `uci` or `san`")),
    };
    // Where a match is over, there are none, whatever the position.
    let is_usual = std::ptr::eq(written.notation(), played.game().notation()) && played.ending().is_none();
    if let Some(listed) = listings.get(played.state(), form).filter(|_| is_usual) {
        return Ok(listed.to_owned());
    }
    let to_move = situation::player(played.game(), played.to_move());
    let state = played.state().written_as_in(written);
    let listed = played.ending().is_none().then(|| state.listed());
    let uci = listed.as_ref().filter(|_| form != Form::San).map(Listed::uci).unwrap_or_default();
    let san = listed.as_ref().filter(|_| form != Form::Uci).map(Listed::san).unwrap_or_default();
    let mut body = String::with_capacity(64 + 40 * uci.len().max(san.len()));
    body.push_str("{\"to_move\":");
    push_text(&mut body, to_move);
    body.push_str(",\"moves\":[");
    for number in 0..uci.len().max(san.len()) {
        if number > 0 {
            body.push(',');
        }
        match (uci.get(number), san.get(number)) {
            (Some(uci), Some(san)) => {
                body.push_str("{\"uci\":");
                push_text(&mut body, uci);
                body.push_str(",\"san\":");
                push_text(&mut body, san);
                body.push('}');
            }
            (one, other) => push_text(&mut body, one.or(other).map_or("", String::as_str)),
        }
    }
    body.push_str("]}");
    if is_usual {
        listings.keep(played.state(), form, &body);
    }
    Ok(body)
}

/// Adds a text as JSON.
fn push_text(body: &mut String, text: &str) {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')) {
        body.push('"');
        body.push_str(text);
        body.push('"');
    } else {
        body.push_str(&json(&text));
    }
}

/// Whether a move is legal, and where it leads or why not.
fn check(text: &str, written: &Game, played: &mut Match) -> Result<String, Wrong> {
    #[derive(Serialize)]
    struct Legal<'g> {
        legal: bool,
        /// Its steps.
        moves: Vec<Text>,
        #[serde(flatten)]
        after: Stands<'g>,
    }
    #[derive(Serialize)]
    struct Illegal {
        legal: bool,
        reason: &'static str,
        why: String,
        more: Vec<String>,
    }
    if let Some(told) = played.told() {
        let why = format!("the match is over: {told}");
        return Ok(json(&Illegal { legal: false, reason: word(Reason::Over), why, more: Vec::new() }));
    }
    if receipt::read(played.game(), text).is_some() {
        return Err(Wrong::new(Kind::Impossible, "what comes from outside is no move; give it in `moves`"));
    }
    let before = played.moves().count();
    let events = played.happened().len();
    if let Err(wrong) = positions::play(played, text) {
        let (reason, why, more) = match played.state().explain(text) {
            Explanation::Illegal(illegal) => (illegal.reason, illegal.sentence, illegal.more),
            Explanation::Legal(_) => (Reason::NotAMove, wrong.message, Vec::new()),
        };
        return Ok(json(&Illegal { legal: false, reason: word(reason), why, more }));
    }
    let body = json(&Legal {
        legal: true,
        moves: made(played, written, before),
        after: Stands::of(played, written),
    });
    while played.happened().len() > events && played.undo().is_some() {}
    Ok(body)
}

/// A sort of reason as a word.
fn word(reason: Reason) -> &'static str {
    match reason {
        Reason::NotAMove => "not_a_move",
        Reason::NoSuchTile => "no_such_tile",
        Reason::Over => "over",
        Reason::NothingThere => "nothing_there",
        Reason::NotYours => "not_yours",
        Reason::LeavesForbidden => "leaves_forbidden",
        Reason::NotNow => "not_now",
        Reason::NotPreferred => "not_preferred",
        Reason::Board => "board",
        Reason::Castling => "castling",
        Reason::NoPass => "no_pass",
        Reason::Promotion => "promotion",
        Reason::Ambiguous => "ambiguous",
        Reason::InTheWay => "in_the_way",
        Reason::NoWay => "no_way",
    }
}

/// The player of a name or a letter.
fn called(game: &Game, name: &str) -> Result<PlayerId, Wrong> {
    let players = &game.rules().players;
    let is_meant = |p: &tilegame_runtime::ir::Player| p.name == name || p.letter.to_string() == name;
    players.iter().position(is_meant).map(PlayerId::new).ok_or_else(|| {
        let names: Vec<&str> = players.iter().map(|p| p.name.as_str()).collect();
        Wrong::request(format!("no player is called `{}`; there are {}", shortened(name), names.join(", ")))
    })
}

/// How much time the others have when a player's time is up. Any is enough.
const SOME_TIME: Duration = Duration::from_secs(3600);

/// What becomes of the match when something other than a move happens.
fn end(request: &Request<'_>, written: &Game, played: &Match) -> Result<String, Wrong> {
    let by = request.needed_text("by")?;
    let name = request.text("player")?;
    let player = name.as_deref().map(|name| called(played.game(), name)).transpose()?;
    let player = player.unwrap_or_else(|| played.to_move());
    let mut ended = played.clone();
    let done = match &*by {
        "resignation" => ended.resign(player).map(drop),
        "forfeit" => ended.forfeit(player).map(drop),
        "time" => {
            let clock = Clock::new(played.game().rules().players.len(), SOME_TIME, Duration::ZERO);
            ended = ended.with_clock(clock.with_remaining(player, Duration::ZERO).with_flag(Flag::Called));
            ended.call_time().map(drop)
        }
        "claim" => ended.claim().map(drop),
        "agreement" => agree(&mut ended, player),
        _ => {
            let known = "`resignation`, `forfeit`, `time`, `claim` and `agreement`";
            return Err(Wrong::request(format!("`by` can be {known}, but not `{}`", shortened(&by))));
        }
    };
    done.map_err(|error| {
        let why = match error {
            // A clock was given to all players; who is out has none that counts.
            MatchError::TimeLeft => MatchError::NotInPlay.to_string(),
            other => other.to_string(),
        };
        Wrong::new(Kind::Impossible, why)
    })?;
    Ok(json(&Stands::of(&ended, written)))
}

/// All players who are in play agree on a draw.
fn agree(ended: &mut Match, player: PlayerId) -> Result<(), MatchError> {
    ended.offer_draw(player)?;
    let others: Vec<PlayerId> = (0..ended.game().rules().players.len()).map(PlayerId::new).collect();
    for other in others.into_iter().filter(|other| *other != player) {
        if ended.ending().is_none() && ended.state().in_play(other) {
            ended.accept_draw(other)?;
        }
    }
    Ok(())
}

/// The board as SVG.
fn picture(request: &Request<'_>, written: &Game, played: &Match) -> Result<String, Wrong> {
    #[derive(Serialize)]
    struct Drawn {
        svg: String,
    }
    let state = played.state();
    let from = request.text("seen_by")?.map(|name| called(played.game(), &name)).transpose()?;
    let chosen = |name: &str, error: String| Wrong::request(format!("`{name}` can't be that: {error}"));
    let theme = request.text("theme")?.map(|name| values::theme(&name).map_err(|e| chosen("theme", e)));
    let look = request.text_or_number("look")?.map(|name| values::look(&name).map_err(|e| chosen("look", e)));
    let last = played.moves().next_back();
    let scene = Scene {
        turned: from.map_or(0.0, |player| seen_by(played.game(), player)),
        last: last.map_or_else(Vec::new, |(before, m)| touched(m, before, state)),
        walks: last.map_or_else(Vec::new, |(before, m)| walks(before, m)),
        check: state.checked(),
        theme: theme.transpose()?.unwrap_or_default(),
        look: look.transpose()?.unwrap_or_default(),
        coordinates: request.switch("coordinates", true)?,
        caption: if request.switch("caption", false)? { situation::caption(state) } else { Vec::new() },
        legend: request.switch("legend", false)?,
        ..Scene::default()
    };
    Ok(json(&Drawn { svg: draw(&state.written_as_in(written), &scene) }))
}

/// How many sequences of so many moves there are.
fn perft(depth: u32, state: &State, until: Instant) -> Result<String, Wrong> {
    let goes_on = &mut |_: Part| Instant::now() < until;
    match perft_in_parts(By::Auto, None, state, depth, GRAIN, goes_on) {
        Ok(nodes) => {
            let mut body = String::new();
            let _ = write!(body, "{{\"nodes\":{nodes}}}");
            Ok(body)
        }
        Err(Unfinished::Stopped) => {
            Err(Wrong::new(Kind::Timeout, "counting takes longer than there is time"))
        }
        Err(other) => Err(Wrong::new(Kind::Limit, other.to_string())),
    }
}
