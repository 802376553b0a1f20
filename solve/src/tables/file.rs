//! Tables as bytes.
//!
//! | bytes | what |
//! | --- | --- |
//! | 16 | `TILEGAME TABLE 1`, the last sign being the version |
//! | 32 | what identifies the rules |
//! | text | the name of the game |
//! | text | the pieces that it was made for |
//! | 4 | how many classes there are; then of each: |
//! | text | the FEN of a position: all that is not on the board is as in this one |
//! | 1 | how many groups of equal pieces there are; then of each: owner (1; 255 for nobody), kind (2), number (1), tiles (4), and each tile (4) |
//! | 1 | how values are stored: 1 a byte each, 2 two bytes each, 0 a list |
//! | 8 | how many there are: of a list pairs of a number (8) and a value (2), otherwise values |
//! | 4 | CRC-32 of all that stands before |
//!
//! Numbers have their lowest byte first; a text has its length (4) before it. What the value of a position is, and its number, is said where
//! [classes](super::class) are. Classes are sorted, so that the same table is always the same bytes.

use thiserror::Error;
use tilegame_runtime::Game;
use tilegame_runtime::ir::Tile;

use super::class::{Class, Group, Values};
use super::table::{Table, rest_of};

/// What identifies rules: SHA-256 of them, in whatever form the caller has.
pub type RulesHash = [u8; 32];

const HEAD: &[u8; 16] = b"TILEGAME TABLE 1";

/// How values are stored.
const LIST: u8 = 0;
const BYTES: u8 = 1;
const WORDS: u8 = 2;

/// Why bytes are no table, or it was not written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadTable {
    /// They are something else.
    #[error("is not a table of TileGame")]
    Foreign,
    /// It was written by another version of the format.
    #[error("is a table in version {0} of the format; this program reads version 1")]
    Version(char),
    /// A part is missing, or changed.
    #[error("is damaged: {0}")]
    Damaged(&'static str),
    /// It is about other rules.
    #[error("is a table of other rules, called `{0}`")]
    OtherRules(String),
    /// A position cannot be written as a FEN.
    #[error("can't be written: no FEN says what `{0}` has besides its pieces")]
    Unwritable(String),
}

impl Table {
    /// The table as bytes.
    ///
    /// ```
    /// use tilegame_runtime::Game;
    /// use tilegame_solve::tables::{Material, Table};
    /// let game = Game::from_library("losalamos")?;
    /// let table = Table::solve(&game, &Material::read(&game, "K R / K")?, 1_000_000, &mut |_| true)?;
    /// let mut bytes = table.write(&[7; 32])?;
    /// assert_eq!(Table::read(&game, &bytes, &[7; 32])?.counts(), table.counts());
    /// assert!(Table::read(&game, &bytes, &[8; 32]).is_err());
    /// bytes[1000] ^= 1;
    /// assert!(Table::read(&game, &bytes, &[7; 32]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If what a position has besides its pieces can't be written as a FEN.
    pub fn write(&self, rules: &RulesHash) -> Result<Vec<u8>, BadTable> {
        let mut out = Vec::new();
        out.extend_from_slice(HEAD);
        out.extend_from_slice(rules);
        text(&mut out, &self.game.rules().name);
        text(&mut out, &self.material);
        out.extend_from_slice(&(self.classes.len() as u32).to_le_bytes());
        let mut classes: Vec<Vec<u8>> =
            self.classes.iter().map(|class| self.class(class)).collect::<Result<_, _>>()?;
        classes.sort_unstable();
        classes.iter().for_each(|class| out.extend_from_slice(class));
        let sum = crc32fast::hash(&out);
        out.extend_from_slice(&sum.to_le_bytes());
        Ok(out)
    }

    fn class(&self, class: &Class) -> Result<Vec<u8>, BadTable> {
        let mut out = Vec::new();
        // Any position of the class will do: what is on the board need not be a whole game there.
        let told = class.positions().next().map(|(state, _)| state.fen()).unwrap_or_default();
        if self.game.read_fen(&told).ok().is_none_or(|state| rest_of(&state) != rest_of(&class.sample)) {
            return Err(BadTable::Unwritable(told));
        }
        text(&mut out, &told);
        out.push(class.groups.len() as u8);
        for Group { piece: (owner, kind), number, tiles } in &class.groups {
            out.push(*owner);
            out.extend_from_slice(&kind.to_le_bytes());
            out.push(*number);
            out.extend_from_slice(&(tiles.len() as u32).to_le_bytes());
            tiles.iter().for_each(|tile| out.extend_from_slice(&(tile.index() as u32).to_le_bytes()));
        }
        match &class.values {
            Values::Dense { wide, bytes } => {
                out.push(if *wide { WORDS } else { BYTES });
                let number = if *wide { bytes.len() / 2 } else { bytes.len() };
                out.extend_from_slice(&(number as u64).to_le_bytes());
                out.extend_from_slice(bytes);
            }
            Values::Sparse(list) => {
                out.push(LIST);
                out.extend_from_slice(&(list.len() as u64).to_le_bytes());
                for (number, value) in list {
                    out.extend_from_slice(&number.to_le_bytes());
                    out.extend_from_slice(&value.to_le_bytes());
                }
            }
        }
        Ok(out)
    }

    /// Whether bytes say that they are a table.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(&HEAD[..HEAD.len() - 1])
    }

    /// Reads a table of a game.
    ///
    /// # Errors
    /// If it is none, or damaged, or of other rules.
    pub fn read(game: &Game, bytes: &[u8], rules: &RulesHash) -> Result<Table, BadTable> {
        if !Table::is_one(bytes) {
            return Err(BadTable::Foreign);
        }
        let version = bytes.get(HEAD.len() - 1).copied().unwrap_or_default();
        if version != HEAD[HEAD.len() - 1] {
            return Err(BadTable::Version(version.into()));
        }
        let Some((all, sum)) = bytes.split_last_chunk::<4>() else {
            return Err(BadTable::Damaged("it is cut off"));
        };
        if crc32fast::hash(all) != u32::from_le_bytes(*sum) {
            return Err(BadTable::Damaged("its checksum is wrong, so it is cut off or changed"));
        }
        let mut rest = Rest(&all[HEAD.len()..]);
        let theirs = rest.take(size_of::<RulesHash>())?;
        let name = rest.text()?;
        if theirs != rules {
            return Err(BadTable::OtherRules(name));
        }
        let material = rest.text()?;
        let number = rest.number::<4>()?;
        let classes = (0..number).map(|_| rest.class(game)).collect::<Result<_, _>>()?;
        if !rest.0.is_empty() {
            return Err(BadTable::Damaged("something stands behind its end"));
        }
        Ok(Table::of(game, material, classes))
    }
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// What has not been read yet.
struct Rest<'b>(&'b [u8]);

impl<'b> Rest<'b> {
    fn take(&mut self, bytes: usize) -> Result<&'b [u8], BadTable> {
        let (taken, rest) = self.0.split_at_checked(bytes).ok_or(BadTable::Damaged("a part is missing"))?;
        self.0 = rest;
        Ok(taken)
    }

    /// A number of so many bytes, eight at most.
    fn number<const BYTES: usize>(&mut self) -> Result<u64, BadTable> {
        let mut bytes = [0; 8];
        bytes[..BYTES].copy_from_slice(self.take(BYTES)?);
        Ok(u64::from_le_bytes(bytes))
    }

    fn text(&mut self) -> Result<String, BadTable> {
        let length = self.number::<4>()? as usize;
        String::from_utf8(self.take(length)?.to_vec()).map_err(|_| BadTable::Damaged("a text is none"))
    }

    fn class(&mut self, game: &Game) -> Result<Class, BadTable> {
        let fen = self.text()?;
        let sample = game.read_fen(&fen).map_err(|_| BadTable::Damaged("a FEN can't be read"))?;
        let groups = self.number::<1>()?;
        let groups = (0..groups).map(|_| self.group(game)).collect::<Result<_, _>>()?;
        let form = self.number::<1>()? as u8;
        let number = self.number::<8>()?;
        let size = |bytes: u64| usize::try_from(number.saturating_mul(bytes)).unwrap_or(usize::MAX);
        let values = match form {
            BYTES => Values::Dense { wide: false, bytes: self.take(size(1))?.to_vec() },
            WORDS => Values::Dense { wide: true, bytes: self.take(size(2))?.to_vec() },
            LIST => {
                let mut list = Rest(self.take(size(10))?);
                let pair = |_| Ok((list.number::<8>()?, list.number::<2>()? as u16));
                Values::Sparse((0..number).map(pair).collect::<Result<_, BadTable>>()?)
            }
            _ => return Err(BadTable::Damaged("its values are stored in no known way")),
        };
        let class = Class { sample, groups, values };
        let fits = match (&class.values, class.ways()) {
            (Values::Dense { .. }, ways) => ways == Some(number),
            (Values::Sparse(list), _) => list.is_sorted_by(|a, b| a.0 < b.0),
        };
        if fits { Ok(class) } else { Err(BadTable::Damaged("its values do not belong to its positions")) }
    }

    fn group(&mut self, game: &Game) -> Result<Group, BadTable> {
        let (owner, kind) = (self.number::<1>()? as u8, self.number::<2>()? as u16);
        let (number, tiles) = (self.number::<1>()? as u8, self.number::<4>()?);
        let mut rest = Rest(self.take(usize::try_from(tiles.saturating_mul(4)).unwrap_or(usize::MAX))?);
        let tile = |_| Ok(Tile::new(rest.number::<4>()? as usize));
        let tiles: Vec<Tile> = (0..tiles).map(tile).collect::<Result<_, BadTable>>()?;
        let rules = game.rules();
        let is_piece = usize::from(kind) < rules.kinds.len() && (owner < 2 || owner == u8::MAX);
        let are_tiles = tiles.iter().all(|tile| game.board().has(*tile)) && tiles.is_sorted_by(|a, b| a < b);
        match is_piece && are_tiles && usize::from(number) <= tiles.len() {
            true => Ok(Group { piece: (owner, kind), number, tiles }),
            false => Err(BadTable::Damaged("it names pieces or tiles that the game does not have")),
        }
    }
}
