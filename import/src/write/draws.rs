//! How a match ends: repetition, and moves without progress.

use super::Writer;

impl Writer<'_> {
    pub(super) fn draws(&mut self) {
        let v = self.variant;
        let moves = v.number("nMoveRule", 50);
        let fold = v.number("nFoldRule", 3);
        let value = v.word("nFoldValue", "draw").to_owned();
        let perpetual = v.on("perpetualCheckIllegal") && self.royal_check();
        let comment = self.from(&["nFoldRule", "nFoldValue"]);
        // Draws are decided by counting pieces.
        let counted = v.word("materialCounting", "none") != "none";
        if self.of_chess {
            self.matches.push("remove dead_position".to_owned());
            self.matches.push("remove bare_king".to_owned());
            if moves != 50 || counted {
                self.matches.push("remove seventy_five".to_owned());
                self.matches.push("remove fifty".to_owned());
            }
            if fold != 3 || counted || value != "draw" || perpetual {
                self.matches.push("remove fivefold".to_owned());
                self.matches.push("remove threefold".to_owned());
            }
        }
        if moves > 0 && (moves != 50 || !self.of_chess || counted) {
            let comment = self.from(&["nMoveRule"]);
            let lines = self.drawn("no_progress", &format!("clock >= {}", moves * 2), &comment);
            self.matches.extend(lines);
        }
        if perpetual {
            if fold != 3 {
                self.tests.push(format!("replace test recurs = repeated >= {fold}"));
            }
            if value != "draw" {
                self.matches.push(format!("replace repetition: {value} if recurs{comment}"));
            }
        } else if fold > 0 && value == "draw" && counted {
            let lines = self.drawn("repetition", &format!("repeated >= {fold}"), &comment);
            self.matches.extend(lines);
        } else if fold > 0 && (fold != 3 || value != "draw" || !self.of_chess) {
            self.matches.push(format!("repetition: {value} if repeated >= {fold}{comment}"));
        }
    }
}
