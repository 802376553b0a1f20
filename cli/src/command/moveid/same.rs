//! `moveid check`, `moveid normal` and `moveid same`.

use std::io::Write as _;

use serde::Serialize;
use tilegame_dsl::moveid::MoveId;

use super::wrong::{read, shown};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::report::print_json;

#[derive(Serialize)]
struct Verdict {
    id: String,
    fine: bool,
    error: Option<String>,
    /// The byte at which it goes wrong.
    at: Option<usize>,
    remarks: Vec<Remarked>,
    /// It gives no move.
    dead: bool,
}

#[derive(Serialize)]
struct Remarked {
    start: usize,
    end: usize,
    part: String,
    remark: &'static str,
}

fn verdict(text: &str) -> Verdict {
    let id = text.to_owned();
    match MoveId::read(text) {
        Ok((read, places)) => {
            let remarked = |remark: tilegame_dsl::moveid::Remark| {
                let at = places.of(remark.place);
                Remarked {
                    start: at.start,
                    end: at.end,
                    part: remark.place.field.to_string(),
                    remark: remark.odd.sentence(),
                }
            };
            let remarks = read.remarks().into_iter().map(remarked).collect();
            Verdict { id, fine: true, error: None, at: None, remarks, dead: read.is_dead() }
        }
        Err(error) => Verdict {
            id,
            fine: false,
            error: Some(error.sentence()),
            at: Some(error.at),
            remarks: Vec::new(),
            dead: false,
        },
    }
}

pub(super) fn check(ids: &[String], json: bool, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let verdicts: Vec<Verdict> = ids.iter().map(|text| verdict(text)).collect();
    let exit = if verdicts.iter().all(|v| v.fine) { Exit::Fine } else { Exit::Failed };
    if json {
        print_json(io, &verdicts)?;
        return Ok(exit);
    }
    for verdict in &verdicts {
        match (&verdict.error, verdict.at) {
            (Some(error), Some(at)) => {
                let end = verdict.id[at..].chars().next().map_or(at, |c| at + c.len_utf8());
                writeln!(io.out, "wrong\n{}", shown(&verdict.id, at..end, error))?;
            }
            _ if verdict.remarks.is_empty() => writeln!(io.out, "fine   {}", verdict.id)?,
            _ => {
                writeln!(io.out, "{}", if verdict.dead { "dead" } else { "odd" })?;
                for remark in &verdict.remarks {
                    writeln!(io.out, "{}", shown(&verdict.id, remark.start..remark.end, remark.remark))?;
                }
            }
        }
    }
    Ok(exit)
}

#[derive(Serialize)]
struct Normal {
    id: String,
    normal: String,
}

pub(super) fn normal(ids: &[String], (short, json): (bool, bool), io: &mut Io<'_>) -> Result<Exit, Failure> {
    let mut all = Vec::new();
    for text in ids {
        let normal = read(text)?.0.normal();
        all.push(Normal {
            id: text.clone(),
            normal: if short { normal.short() } else { normal.to_string() },
        });
    }
    if json {
        print_json(io, &all)?;
        return Ok(Exit::Fine);
    }
    for id in all {
        writeln!(io.out, "{}", id.normal)?;
    }
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct Compared {
    same: bool,
    differences: Vec<Differs>,
}

#[derive(Serialize)]
struct Differs {
    part: &'static str,
    one: Option<String>,
    other: Option<String>,
}

/// The exit code says whether they mean the same.
pub(super) fn same(one: &str, other: &str, json: bool, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let differences = read(one)?.0.differences(&read(other)?.0);
    let same = differences.is_empty();
    let exit = if same { Exit::Fine } else { Exit::Failed };
    if json {
        let differs =
            |d: tilegame_dsl::moveid::Difference| Differs { part: d.part, one: d.one, other: d.other };
        print_json(io, &Compared { same, differences: differences.into_iter().map(differs).collect() })?;
        return Ok(exit);
    }
    if same {
        writeln!(io.out, "the same")?;
    } else {
        writeln!(io.out, "not the same")?;
    }
    for difference in differences {
        writeln!(io.out, "{}", difference.part)?;
        for (which, says) in [("one", difference.one), ("other", difference.other)] {
            writeln!(io.out, "    {which:<5}  {}", says.as_deref().unwrap_or("nothing"))?;
        }
    }
    Ok(exit)
}
