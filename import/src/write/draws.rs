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
        if self.of_chess {
            self.matches.push("remove dead_position".to_owned());
            self.matches.push("remove bare_king".to_owned());
            if moves != 50 {
                self.matches.push("remove seventy_five".to_owned());
                self.matches.push("remove fifty".to_owned());
            }
            if fold != 3 || value != "draw" || perpetual {
                self.matches.push("remove fivefold".to_owned());
                self.matches.push("remove threefold".to_owned());
            }
        }
        if moves > 0 && (moves != 50 || !self.of_chess) {
            self.matches.push(format!(
                "no_progress: draw if clock >= {}{}",
                moves * 2,
                self.from(&["nMoveRule"])
            ));
        }
        if perpetual {
            if fold != 3 {
                self.tests.push(format!("replace test recurs = repeated >= {fold}"));
            }
            if value != "draw" {
                self.matches.push(format!("replace repetition: {value} if recurs{comment}"));
            }
        } else if fold > 0 && (fold != 3 || value != "draw" || !self.of_chess) {
            self.matches.push(format!("repetition: {value} if repeated >= {fold}{comment}"));
        }
    }
}
