//! How a match ends: repetition, and moves without progress.

use tilegame_dsl::ast::{Comparison, EndLine, Verb};

use super::converter::Converter;
use super::result;
use crate::draft::Noted;
use crate::syntax::{compare, ending, is, no_ending, number, test_item, value};

impl Converter<'_> {
    pub(super) fn draws(&mut self) {
        const KEYS: [&str; 2] = ["nFoldRule", "nFoldValue"];
        let v = self.variant;
        let moves = v.number("nMoveRule", 50);
        let fold = v.number("nFoldRule", 3);
        let word = v.word("nFoldValue", "draw").to_owned();
        let perpetual = v.on("perpetualCheckIllegal") && self.royal_check();
        // Draws are decided by counting pieces.
        let counted = v.word("materialCounting", "none") != "none";
        if self.of_chess {
            let mut gone = vec!["dead_position", "bare_king"];
            if moves != 50 || counted {
                gone.extend(["seventy_five", "fifty"]);
            }
            if fold != 3 || counted || word != "draw" || perpetual {
                gone.extend(["fivefold", "threefold"]);
            }
            self.matches.extend(gone.into_iter().map(no_ending).map(Noted::from));
        }
        if moves > 0 && (moves != 50 || !self.of_chess || counted) {
            let still = compare(value("clock"), Comparison::AtLeast, number(moves * 2));
            let lines = self.drawn("no_progress", &still, &["nMoveRule"]);
            self.matches.extend(lines);
        }
        let repeated = || compare(value("repeated"), Comparison::AtLeast, number(fold));
        if perpetual {
            if fold != 3 {
                self.definitions.push(test_item(Verb::Replace, "recurs", repeated()).into());
            }
            if word != "draw"
                && let Some(result) = result(&word)
            {
                let line = EndLine { verb: Verb::Replace, ..ending("repetition", result, is("recurs")) };
                self.matches.push(self.noted(line, &KEYS));
            }
        } else if fold > 0 && word == "draw" && counted {
            let lines = self.drawn("repetition", &repeated(), &KEYS);
            self.matches.extend(lines);
        } else if fold > 0
            && (fold != 3 || word != "draw" || !self.of_chess)
            && let Some(result) = result(&word)
        {
            self.matches.push(self.noted(ending("repetition", result, repeated()), &KEYS));
        }
    }
}
