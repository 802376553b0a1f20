use tilegame_dsl::source::Sources;
use tilegame_runtime::{Game, perft, notation::fen};
use std::time::Instant;
fn game(name: &str) -> Game {
    let (_, text) = tilegame_dsl::library::GAMES.iter().find(|(n, _)| *n == name).unwrap();
    let mut sources = Sources::new();
    let path = format!("games/{name}.tg");
    sources.add(&path, *text);
    let loaded = tilegame_dsl::load(&mut sources, &path, &mut |_| None);
    Game::compile(&loaded.rules.unwrap()).unwrap()
}
fn compare(name: &str, seeds: u64, plies: u32) -> Result<u64, String> {
    let game = game(name);
    let fast = game.bitset().map_err(|e| format!("REFUSED {e}"))?;
    let mut n = 0;
    for seed in 0..seeds {
        let mut position = game.start();
        let mut state = seed.wrapping_mul(2).wrapping_add(1);
        for _ in 0..plies {
            let moves = game.moves(&position);
            let text = fen::write(&game, &position);
            let mine = fast.moves(&position).map_err(|e| e.to_string())?;
            if mine != moves { 
                let extra: Vec<_> = mine.iter().filter(|m| !moves.contains(m)).collect();
                let missing: Vec<_> = moves.iter().filter(|m| !mine.contains(m)).collect();
                return Err(format!("walk {text}\n extra {extra:?}\n missing {missing:?} order only {}", extra.is_empty() && missing.is_empty())); }
            let succ = fast.successors(&position).map_err(|e| e.to_string())?;
            let extra: Vec<_> = succ.iter().map(|s| &s.0).filter(|m| !moves.contains(m)).collect();
            let missing: Vec<_> = moves.iter().filter(|m| !succ.iter().any(|s| s.0 == **m)).collect();
            if !extra.is_empty() || !missing.is_empty() || succ.len() != moves.len() {
                return Err(format!("tables {text}\n extra {extra:?}\n missing {missing:?} {} {}", succ.len(), moves.len()));
            }
            for (m, next) in &succ {
                let mut copy = position.clone();
                game.play_unchecked(&mut copy, m);
                if copy != *next { return Err(format!("make {text} {m:?}\n{copy:?}\n{next:?}")); }
            }
            let e = game.outcome(&position).map(|o| o.end.index());
            if e != fast.ending(&position).map_err(|e| e.to_string())? { return Err(format!("ending {text}")); }
            let me = game.to_move(&position);
            for tile in game.board().tiles() {
                let mut a = game.attackers(&position, me, tile); a.sort();
                if a != fast.attackers(&position, me, tile).map_err(|e| e.to_string())? { return Err(format!("attackers {text} {tile:?}")); }
            }
            n += 1;
            if moves.is_empty() { break; }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = &moves[(state >> 33) as usize % moves.len()];
            game.play_unchecked(&mut position, chosen);
        }
    }
    Ok(n)
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "compare" {
        let names: Vec<&str> = if args.len() > 3 { vec![&args[3]] } else { tilegame_dsl::library::GAMES.iter().map(|g| g.0).collect() };
        for name in names {
            match compare(name, args[1].parse().unwrap(), args[2].parse().unwrap()) {
                Ok(n) => println!("ok {name} {n}"),
                Err(e) => println!("BAD {name}: {e}"),
            }
        }
        return;
    }
    let name = &args[0];
    let t = Instant::now();
    let game = game(name);
    let load = t.elapsed();
    let t = Instant::now();
    let fast = game.bitset().unwrap();
    let built = t.elapsed();
    let depth: u32 = args[1].parse().unwrap();
    let position = args.get(2).map_or(game.start(), |f| fen::read(&game, f).unwrap());
    if args.get(3).is_some() {
        println!("{}", perft::perft(&game, &position, depth));
    }
    let t = Instant::now();
    let n = fast.perft(&position, depth).unwrap();
    let e = t.elapsed();
    println!("{name} {depth} {n} {:.3}s {:.1} Mnps load {load:?} built {built:?}", e.as_secs_f64(), n as f64 / e.as_secs_f64() / 1e6);
}
