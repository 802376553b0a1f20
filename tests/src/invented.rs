//! Games that nobody has thought of: for what must hold in every game that can be written.

use proptest::prelude::*;
use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;

/// A path of the language, of few words. Where pieces are in states they may become `big` on the way.
fn path(has_states: bool) -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["n", "ne", "e", "s", "sw", "n+n", "n+n+e", "ne+ne", "n+e+e+e"]);
    leaf.prop_map(str::to_owned).prop_recursive(3, 8, 2, move |inner| {
        let mut forms = vec![
            "rot(@)",
            "sym(@)",
            "mirror(@)",
            "(@)*inf",
            "(@)*0..",
            "(@)*2",
            "(@)*1..3",
            "(@)[piece]",
            "(@)[enemy]",
            "(@)[friend]",
            "(@)[not piece]",
            "(@)[on far]",
            "(@)[enemy Stone]",
            "(@)[enemy]{take}",
            "(@)[not attacked]",
            "(@)*(count(piece on line))",
            "(@)[enemy]{take} n[sees e[enemy]]",
            "((@)[enemy]{take last} e[empty])*1..3",
            "(@)[not sees n[enemy]{take}]",
            "(@)[friend]{swap}",
            "(@)[not under sky of enemy]",
            "((@)[under sky of enemy by one])*1..2",
            "(@)[friend attacks enemy]",
            "(@)[friend]{become not first}",
        ];
        if has_states {
            forms.extend([
                "here{become big} (@)",
                "here{become big} (@)",
                "here{become not big} (@)",
                "here{become big} (@)[on far]",
                "(@)[not on far]",
                "(@)[big]",
                "(@)[piece not big]",
                "(@)[friend]{become big}",
                "(@)[enemy One big]",
                "(@)[friend One not big]",
            ]);
        }
        let wrapped = (prop::sample::select(forms), inner.clone());
        prop_oneof![
            3 => wrapped.prop_map(|(form, path)| form.replace('@', &path)),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) ({b})")),
            1 => (inner.clone(), inner).prop_map(|(a, b)| format!("({a}, {b})")),
        ]
    })
}

fn rule(has_states: bool) -> impl Strategy<Value = String> {
    let mode = prop::sample::select(vec![
        "move", "move", "move", "quiet", "quiet", "capture", "do", "threat", "act",
    ]);
    let mut guards = vec!["", "", "", " if on far", " if first", " if not attacked"];
    if has_states {
        guards.extend([" if big", " if not big", " if not big", " if not big and on far"]);
    }
    (mode, path(has_states), prop::sample::select(guards))
        .prop_map(|(mode, path, guard)| format!("    {mode} {path}{guard}\n"))
}

/// A row of a FEN; a space is an empty tile, and `B` or `b` an `X` or `x` that is big.
fn written(row: &[char]) -> String {
    let groups = row.chunk_by(|a, b| a == b && *a == ' ');
    let text = |group: &[char]| match group[0] {
        ' ' => group.len().to_string(),
        'B' => "+X".to_owned(),
        'b' => "+x".to_owned(),
        letter => letter.to_string(),
    };
    groups.map(text).collect()
}

/// What a turn may be.
fn turn() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "",
        "turn\n    prefer capture\n",
        "turn\n    may pass\n",
        "turn\n    may pass if no friend on far\n    prefer move\n",
        "turn\n    choose empty on far: put Stone\n",
        "turn\n    choose empty: put Stone, along rot(n)[enemy]{join friend}\n",
        "turn\n    choose empty sees rot(n[enemy]*1.. n[friend]): put Stone, along rot(n[enemy]{join friend}*1.. n[friend])\n",
        "turn\n    choose empty not sees (n*0..2 n[piece] ne*1.., e[not enemy] e): put Stone\n    prefer move\n",
        "turn\n    choose enemy Stone: take\n    prefer capture\n",
        "turn\n    phases one, two\n    after move if in one: again two\n",
        "turn\n    phases one, two\n    after capture if in one: again two\n    may pass if in two\n",
        "turn\n    after move if on far and enemy: illegal\n",
        "turn\n    after capture: along rot(n)[not King]{take}\n",
        "turn\n    after move: shift n\n",
        "turn\n    after move if some friend King attacked: illegal\n    after capture: shift s\n    legal if no friend King attacked\n",
        "turn\n    after move if sees e[enemy]: illegal\n    after move: along rot(n)[enemy not King]{take}\n    legal if no friend King attacked\n",
        "turn\n    after capture if no friend King sees rot(n)[empty]: illegal\n    after King: shift w\n    legal if no friend King attacked\n",
        "turn\n    phases one, two\n    choose empty on far if in one: put Stone\n    choose enemy Stone if in two: take\n    after move if in one: again two\n",
        "turn\n    legal if some friend King and (no enemy King or no friend King sees rot(n)*inf[enemy King])\n",
        "turn\n    legal if no King attacked\n",
        "turn\n    legal if no friend King attacked or some friend on far\n",
        "turn\n    order White, White, Black, Black\n",
        "turn\n    after move: every friend on far: become not first\n",
        "turn\n    after capture: every friend not on far: become first\n",
        "turn\n    after move: along n*0.. n[piece]{take}\n",
        "turn\n    after move if some friend One attacks enemy King: along rot(n)[enemy not King]{become Stone}\n",
        "turn\n    choose enemy Stone: join friend, shift n\n",
        "turn\n    order White, Black, Black\n    legal if no friend King attacked\n",
    ])
}

/// How a game may end besides.
const ENDS: &[&str] = &[
    "",
    "",
    "end\n    there: win if some friend King on far\n",
    "end\n    gone: loss if no friend One or no enemy Other\n",
    "end\n    bare: draw if no piece not King\n",
    "end\n    joined: win if connected friend with rot(n, ne)\n",
    "end\n    grouped: draw if some (friend One and count(group friend with rot(n)) > 2)\n",
];

/// What a turn may be where pieces are in states and come into hands.
fn turn_with_states() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "turn\n    keep captured\n    choose empty: drop One\n",
        "turn\n    keep captured\n    choose empty on far: drop Other\n    choose empty not on far: drop One\n",
        "turn\n    keep captured\n    choose empty: drop Other\n    choose empty on far: drop Other\n    choose empty: drop Stone\n",
        "turn\n    keep captured unpromoted\n    choose empty and not on far: drop One\n    choose empty: drop Other\n",
        "turn\n    keep captured\n    choose empty and not on far and not in_column: drop One\n",
        "turn\n    keep captured\n    choose empty and (near or on far): drop One\n    choose empty near: drop Stone\n",
        "turn\n    keep captured\n    choose empty: drop One, One big, Other\n",
        "turn\n    keep captured unpromoted\n    choose empty and not on far: drop any\n    choose empty on far: drop Other big\n",
        "turn\n    choose piece big: become not big\n    choose friend One: become big\n",
        "turn\n    after capture: become big\n",
        "turn\n    after move if on far: along rot(n)[friend]{become big}\n",
        "turn\n    after move: every enemy big: become not big\n",
        "turn\n    legal if no friend One big attacked\n",
        "turn\n    keep captured\n    choose empty: drop One\n    legal if no friend big attacked\n",
    ])
}

/// What the one may promote to.
const PROMOTES: &[&str] = &[
    "",
    "    promote to Other, Stone on far\n",
    "    may promote to Other from or on far\n",
    "    promote to Other by capture\n    may promote to Stone on far if no friend Other\n",
    "    promote to Other if count(friend Other) < 2\n",
    "    may promote to Other, Stone by quiet from far on all but far\n    promote to Stone on far if White\n",
    "    promote to Other on far if count(friend Other) < 2\n    promote to Stone on far if count(enemy) > 2\n",
];

/// The same where it can be in a state.
const PROMOTES_TO_STATES: &[&str] = &[
    "",
    "    promote to big on far\n",
    "    may promote to big on far\n",
    "    may promote to Other, big on far\n",
    "    promote to big by capture\n    promote to not big by quiet\n",
    "    promote to big\n    promote to not big\n",
    "    may promote to big from or on far\n    promote to big on far if no friend Other\n",
    "    may promote to Other by capture if big\n    promote to not big from far\n",
];

/// A game with two pieces that nobody has thought of.
fn invented(has_states: bool) -> impl Strategy<Value = String> {
    let rules = move || prop::collection::vec(rule(has_states), 1..4).prop_map(|rules| rules.concat());
    let board = (3usize..11, 3usize..9, any::<bool>());
    let mut letters = vec!['X', 'Y', 'x', 'y', 's', 'S'];
    letters.extend(if has_states { "Bb" } else { "" }.chars());
    let pieces = prop::collection::vec((0usize..90, prop::sample::select(letters)), 2..14);
    let promotes = prop::sample::select(if has_states { PROMOTES_TO_STATES } else { PROMOTES });
    let turn = if has_states { turn_with_states().boxed() } else { turn().boxed() };
    let last = (any::<bool>(), promotes, turn, prop::sample::select(ENDS));
    (board, rules(), rules(), pieces, last).prop_map(move |((files, ranks, glued), first, second, pieces, last)| {
        let (royal, promote, turn, end) = last;
        let mut tiles = vec![' '; files * ranks];
        for (place, letter) in pieces {
            tiles[place % (files * ranks)] = letter;
        }
        tiles[0] = 'k';
        tiles[files * ranks - 1] = 'K';
        let rows: Vec<String> = tiles.chunks(files).map(written).collect();
        let use_royal = if royal { "use checkmate\n" } else { "" };
        let is_royal = if royal { " royal" } else { "" };
        let state = if has_states { "    state big \"+\"\n" } else { "" };
        let column = "test in_column = sees n[empty or piece]*0.. n[friend One not big] or sees s[empty or piece]*0.. s[friend One not big]\n\
                      test near = sees rot(n)[enemy One] or sees (n+n)[friend]\n";
        let tests = if has_states { column } else { "" };
        let hands = if turn.contains("drop") { "[XYsyxx]" } else { "" };
        let seam = if glued { "    seam west ~ east\n" } else { "" };
        format!(
            "{use_royal}game \"Invented\"\nboard\n    grid {files} x {ranks}\n{seam}players\n    White \"w\"\n    Black \"b\" mirrored\n\
             region far = rank {ranks} each\npiece King \"K\"{is_royal}\n    move rot(n, ne)\n    cover rot(n) as sky\npiece Stone \"S\"\n    quiet n\n\
             piece One \"X\"\n{state}{first}{promote}piece Other \"Y\"\n{state}{second}{tests}setup \"{}{hands} w\"\n{turn}{end}notation\n    fen placement, turn\n",
            rows.join("/")
        )
    })
}

/// A game of two players with two pieces that nobody has thought of.
pub fn of_two_players() -> impl Strategy<Value = String> {
    prop_oneof![invented(false), invented(true)]
}

/// Compiles an invented game; none if it makes no sense.
pub fn compiled(text: &str) -> Option<Game> {
    let mut sources = Sources::new();
    sources.add("invented.tg", text);
    let rules = tilegame_dsl::load(&mut sources, "invented.tg", &mut |_| None).rules?;
    Game::compile(&rules).ok()
}

/// A line, or none.
fn line(lines: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop_oneof![1 => Just(""), 2 => prop::sample::select(lines)]
}

/// What a turn of more than two players may be.
const TURNS: &[&str] = &[
    "    order Red, Green, Blue\n",
    "    order Red, Blue, Red, Green\n",
    "    legal if no friend King attacked\n",
    "    legal if no friend King attacked\n    may pass\n",
    "    prefer capture\n",
    "    may pass if no friend on far\n",
    "    choose empty on far: put Stone\n",
    "    choose enemy Stone: take\n",
    "    keep captured\n    choose empty: drop One\n",
    "    phases one, two\n    after capture if in one: again two\n    may pass if in two\n",
    "    phases one, two\n    after move if in one: again two or pass\n    only Stone in two\n",
];

/// What follows from a move: often many pieces are gone at once.
const FOLLOWS: &[&str] = &[
    "    after capture: along rot(n, ne)[piece]{take}\n",
    "    after move if on far: every King on far: take\n",
    "    after One: every King attacked: take\n",
    "    after King: every (piece attacked by mover): take\n",
    "    after move: coins + 1\n    after capture: coins - 2\n",
    "    after move: coins of enemy + 1\n",
    "    after Stone: every piece on far: take\n",
    "    after move: storm + 1\n    after move if storm = 4: every on far: vanish\n    after move if storm = 7: every King: take\n",
    "    after capture: every Stone: join mover\n",
    "    after move if on far: join next\n",
];

/// Who goes out or misses a turn.
const EXITS: &[&str] = &[
    "gone: out if no friend King",
    "gone: out if no friend King",
    "stuck: out if stuck",
    "mated: out if stuck and some friend King attacked by mover",
    "mated: out if stuck and some friend King attacked",
    "hit: out if some friend King attacked by next",
    "few: out if count(friend) < 3",
    "rich: out if coins > 3",
    "poor: out if coins < 0",
    "there: out if some enemy King on far",
    "late: skip if no friend One",
    "still: skip if stuck",
    "still: skip if stuck",
];

/// What becomes of the pieces of those who are out.
const REMAINS: &[&str] = &[
    "    after out: every friend: take\n",
    "    after out: every friend: join mover\n",
    "    after out: every friend: join next\n",
    "    after out: every friend King: take\n",
    "    after out if players > 2: every friend King: take, every friend: join next\n",
    "    after out: every enemy Stone: take\n",
];

/// How a game of more than two players may end besides.
const LAST: &[&str] = &[
    "alone: win if players = 1",
    "alone: win if players = 1",
    "two: draw if players < 3",
    "nobody: draw if no King",
    "poorest: loss if coins < coins of next",
];

/// A game of three or four players, who go out in some way.
pub fn of_more_players() -> impl Strategy<Value = String> {
    let rules = || prop::collection::vec(rule(false), 1..4).prop_map(|rules| rules.concat());
    let size = (4usize..8, 4usize..8, 3usize..5);
    let pieces = prop::collection::vec(
        (0usize..49, prop::sample::select(vec!['K', 'X', 'X', 'Y', 'S', 'S']), 0usize..4),
        2..20,
    );
    let exits = prop::collection::vec(prop::sample::select(EXITS), 1..4);
    let after = (line(TURNS), line(FOLLOWS), line(FOLLOWS), line(REMAINS), exits, line(LAST));
    (size, rules(), rules(), pieces, after).prop_map(|((files, ranks, players), first, second, pieces, after)| {
        let (turn, follows, also, remains, exits, last) = after;
        let letters = &["r", "b", "g", "y"][..players];
        let corners = [files * ranks - files, 0, files - 1, files * ranks - 1];
        let mut tiles = vec![String::new(); files * ranks];
        for (place, piece, owner) in pieces {
            tiles[place % (files * ranks)] = format!("{}{piece}", letters[owner % players]);
        }
        for (letter, corner) in letters.iter().zip(corners) {
            tiles[corner] = format!("{letter}K");
        }
        let row = |row: &[String]| {
            let run = |run: &[String]| if run[0].is_empty() { run.len().to_string() } else { run.concat() };
            row.chunk_by(|a, b| a == b).map(run).collect::<String>()
        };
        let rows: Vec<String> = tiles.chunks(files).map(row).collect();
        let fourth = if players == 4 { "    Yellow \"y\" facing w\n" } else { "" };
        let turn = if players == 4 { turn.replace("Green", "Green, Yellow") } else { turn.to_owned() };
        let also = if also == follows { "" } else { also };
        let mut named: Vec<&str> = exits.into_iter().chain(Some(last)).filter(|line| !line.is_empty()).collect();
        let name = |line: &&str| line.split(':').next().map(str::to_owned);
        let mut known = Vec::new();
        named.retain(|line| {
            let is_new = !known.contains(&name(line));
            known.push(name(line));
            is_new
        });
        let hands = if turn.contains("drop") { "[rXbX]" } else { "" };
        let lines = [turn.as_str(), follows, also, remains].concat();
        let lines = if lines.is_empty() { lines } else { format!("turn\n{lines}") };
        format!(
            "game \"Invented\"\nboard\n    grid {files} x {ranks}\nplayers\n    Red \"r\"\n    Blue \"b\" facing e\n    Green \"g\" facing s\n{fourth}\
             region far = rank {ranks}\ncounter coins = 1 each\ncounter storm = 0\n\
             piece King \"K\"\n    move rot(n, ne)\n    cover rot(n) as sky\npiece Stone \"S\"\n    quiet n\n\
             piece One \"X\"\n{first}piece Other \"Y\"\n{second}setup \"{}{hands} r - 1+1+1{} 0\"\n\
             {lines}end\n    {}\n    nobody_moves: draw if stuck\n\
             notation\n    fen placement, turn, out, count coins \"+\", count storm\n",
            rows.join("/"),
            if players == 4 { "+1" } else { "" },
            named.join("\n    "),
        )
    })
}
