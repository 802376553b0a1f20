//! The position at the start: its rows, its hands and its other fields.

use std::fmt::Write as _;

use tilegame_dsl::ast::{Item, ItemKind, SetupLine};

use super::converter::Converter;
use crate::message::Message;
use crate::syntax::{item, text};
use crate::variant::Colour;

impl Converter<'_> {
    /// Reads the position at the start.
    pub(super) fn position(&mut self) -> Option<()> {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let at = self.at("startFen");
        if files > 12 || ranks > 10 || files == 0 || ranks == 0 {
            let at = if self.variant.own.contains_key("maxRank") {
                self.at("maxRank")
            } else {
                self.at("maxFile")
            };
            let title = format!("Fairy-Stockfish has no boards of {files} x {ranks}: at most 12 x 10");
            let help = Some("`maxFile` is at most 12 and `maxRank` at most 10".to_owned());
            self.messages.push(Message::error(at, title).with_help(help));
            return None;
        }
        let fen = self.variant.word("startFen", "").trim().to_owned();
        if fen.is_empty() {
            self.messages.push(
                Message::error(at, "this variant has no position to start from")
                    .with_help(Some("add `startFen = …`".to_owned())),
            );
            return None;
        }
        let mut parts = fen.split_whitespace();
        let mut placement = parts.next().unwrap_or_default().to_owned();
        self.fields = parts.map(str::to_owned).collect();
        if let Some((before, hand)) = placement.clone().split_once('[') {
            placement = before.to_owned();
            self.hand = Some(hand.trim_end_matches(']').replace('-', ""));
        }
        let mut rows: Vec<&str> = placement.split('/').collect();
        if rows.len() == usize::from(ranks) + 1 {
            self.hand = rows.pop().map(|h| h.replace('-', ""));
        }
        if rows.len() != usize::from(ranks) {
            let title = format!("the position has {} ranks, the board {ranks}", rows.len());
            let help = Some(
                "write the ranks from the last to the first with `/` between them, or set `maxRank`"
                    .to_owned(),
            );
            self.messages.push(Message::error(at, title).with_help(help));
            return None;
        }
        let mut written = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let rank = ranks - u8::try_from(index).unwrap_or(0);
            let mut file = 0_usize;
            let mut digits = String::new();
            let mut text = String::new();
            for sign in row.chars() {
                if sign.is_ascii_digit() {
                    digits.push(sign);
                    continue;
                }
                let gap: usize = std::mem::take(&mut digits).parse().unwrap_or(0);
                if gap > 0 {
                    file = file.saturating_add(gap);
                    let _ = write!(text, "{gap}");
                }
                match sign {
                    '*' => {
                        file = file.saturating_add(1);
                        self.walls_at_start.insert((u8::try_from(file).unwrap_or(u8::MAX), rank));
                        text.push('*');
                    }
                    '+' => text.push(sign),
                    // What a piece was before counts where it goes into a hand.
                    '~' if self.variant.on("capturesToHand") && !self.variant.on("dropLoop") => {
                        text.push(sign)
                    }
                    '~' => {}
                    letter if letter.is_ascii_alphabetic() => {
                        file = file.saturating_add(1);
                        text.push(letter);
                        if self.variant.letter(letter).is_none() {
                            let letters: String = self.variant.pieces.values().map(|p| p.letter).collect();
                            let title = format!("no piece has the letter `{letter}` of the position");
                            self.messages.push(
                                Message::error(at.clone(), title)
                                    .with_help(Some(format!("the letters are {letters}"))),
                            );
                            return None;
                        }
                    }
                    other => {
                        self.messages.push(
                            Message::error(at, format!("`{other}` means nothing in a position")).with_help(
                                Some(
                                    "there are letters, numbers of empty tiles, `*` for a wall, `/`"
                                        .to_owned(),
                                ),
                            ),
                        );
                        return None;
                    }
                }
            }
            let gap: usize = digits.parse().unwrap_or(0);
            file = file.saturating_add(gap);
            if file > usize::from(files) {
                let title = format!("rank {rank} of the position has {file} tiles, the board {files} files");
                let help = Some("count the letters and add the numbers, or set `maxFile`".to_owned());
                self.messages.push(Message::error(at, title).with_help(help));
                return None;
            }
            // A short row is empty on the right.
            let rest = gap + usize::from(files) - file;
            if rest > 0 {
                let _ = write!(text, "{rest}");
            }
            written.push(text);
        }
        self.placement = written.join("/");
        Some(())
    }

    /// What stands on a tile at the start.
    fn sign_at_start(&self, (file, rank): (u8, u8)) -> Option<char> {
        let rows: Vec<&str> = self.placement.split('/').collect();
        let row = rows.get(usize::from(self.variant.ranks() - rank))?;
        let mut at = 0_u16;
        let mut gap = 0_u16;
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                gap = gap * 10 + digit as u16;
                continue;
            }
            at += std::mem::take(&mut gap);
            if sign.is_ascii_alphabetic() || sign == '*' {
                at += 1;
                if at == u16::from(file) {
                    return Some(sign);
                }
            }
        }
        None
    }

    /// Whether nothing stands on a tile at the start.
    pub(super) fn is_empty_at_start(&self, tile: (u8, u8)) -> bool {
        self.sign_at_start(tile).is_none()
    }

    /// The type of the piece of a player that stands on a tile at the start.
    pub(super) fn type_at_start(&self, tile: (u8, u8), colour: Colour) -> Option<usize> {
        let sign = self.sign_at_start(tile)?;
        let own = sign.is_ascii_uppercase() == (colour == Colour::White);
        self.variant.letter(sign).filter(|_| own)
    }

    pub(super) fn in_hand(&self, number: usize) -> bool {
        let letter = self.variant.pieces.get(&number).map_or('?', |p| p.letter);
        self.hand.as_deref().unwrap_or_default().to_lowercase().contains(letter)
    }

    pub(super) fn checks(&self) -> (u32, u32) {
        let field = self.fields.iter().find(|f| f.contains('+')).cloned().unwrap_or_default();
        let mut numbers = field.trim_start_matches('+').split('+').map(|n| n.parse().unwrap_or(1));
        (numbers.next().unwrap_or(1), numbers.next().unwrap_or(1))
    }

    /// The position at the start, as the notation of the game writes it.
    pub(super) fn setup(&self) -> Item {
        let v = self.variant;
        let hand = if (v.on("pieceDrops") || v.on("seirawanGating")) && !v.values.contains_key("free drops") {
            format!("[{}]", self.hand.as_deref().unwrap_or_default())
        } else {
            String::new()
        };
        let side = match self.fields.first().map(String::as_str) {
            Some("b") => "b",
            _ => "w",
        };
        let gates = v.on("seirawanGating") || v.on("cambodianMoves");
        let known = |c: &char| if gates { c.is_ascii_alphabetic() } else { "KQkq".contains(*c) };
        let rights: String = self.fields.get(1).map_or(String::new(), |f| f.chars().filter(known).collect());
        let castles =
            gates && !rights.is_empty() || v.on("castling") && !rights.is_empty() && self.has_castling();
        let rights = if castles { rights } else { "-".to_owned() };
        let checks = if v.on("checkCounting") {
            format!(" {}+{}", self.checks().0, self.checks().1)
        } else {
            String::new()
        };
        let position = format!("{}{hand} {side} {rights} -{checks} 0 1", self.placement);
        item(ItemKind::Setup(vec![SetupLine::Position { name: None, text: text(position) }]))
    }
}
