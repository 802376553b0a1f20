//! Pictures as files, SVG as it is drawn and PNG by way of resvg, and what they show beside the board.

use std::io::Write as _;
use std::path::Path;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use tilegame_record::account::Accounts;
use tilegame_runtime::Piece;
use tilegame_runtime::ir::PlayerId;

use crate::args::Picture;
use crate::exit::Failure;
use crate::files;
use crate::io::Io;

/// Endings of files with pictures, by which other programs know what is in them.
const ENDINGS: [&str; 9] = ["svg", "png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "pdf"];

/// Refuses files whose names say that something else is in them than would be written.
pub(crate) fn check(args: &Picture) -> Result<(), Failure> {
    if [&args.svg, &args.png].iter().all(|file| file.as_deref().is_some_and(is_output)) {
        return Err(Failure::Usage("only one picture can go to the standard output".to_string()));
    }
    for (file, written) in [(&args.svg, "svg"), (&args.png, "png")] {
        let Some(file) = file else { continue };
        let Some(ending) = file.extension().map(|ending| ending.to_string_lossy().to_lowercase()) else {
            continue;
        };
        if ending == written || !ENDINGS.contains(&ending.as_str()) {
            continue;
        }
        let (shown, named) = (file.display(), file.with_extension(written));
        let other = match ending.as_str() {
            "svg" | "png" => format!("--{ending} {shown}"),
            _ => format!("--{written} {}", named.display()),
        };
        let message = format!(
            "`--{written} {shown}` would write a picture in {} to a file whose name ends in `.{ending}`; write `{other}`",
            written.to_uppercase()
        );
        return Err(Failure::Usage(message));
    }
    Ok(())
}

/// Writes the picture where the arguments want it.
pub(crate) fn write(io: &mut Io<'_>, args: &Picture, svg: &str) -> Result<(), Failure> {
    if let Some(file) = &args.svg {
        put(io, file, svg.as_bytes())?;
    }
    if let Some(file) = &args.png {
        let bytes = png(svg, args.size)
            .map_err(|error| Failure::Message(format!("the picture can't be turned into a PNG: {error}")))?;
        put(io, file, &bytes)?;
    }
    Ok(())
}

fn is_output(file: &Path) -> bool {
    file.as_os_str() == "-"
}

fn put(io: &mut Io<'_>, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if is_output(file) {
        return Ok(io.out.write_all(bytes)?);
    }
    save(io, file, bytes)?;
    writeln!(io.out, "wrote {}", file.display())?;
    Ok(())
}

/// Writes a file without a word.
pub(crate) fn save(io: &Io<'_>, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let shown = file.display();
    files::replace(&io.path(file), bytes).map_err(|why| Failure::Message(format!("`{shown}` {why}")))
}

/// The picture with so many pixels on its longer side.
fn png(svg: &str, size: u32) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| e.to_string())?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = size as f32 / width.max(height);
    let pixels = |length: f32| ((length * scale).round() as u32).max(1);
    let mut pixmap = Pixmap::new(pixels(width), pixels(height)).ok_or("it has no size")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|e| e.to_string())
}

/// What each player has captured, for a picture.
pub(crate) fn captured(accounts: &Accounts) -> Vec<(PlayerId, Vec<Piece>)> {
    let players = accounts.players().iter().enumerate();
    players.map(|(player, account)| (PlayerId::new(player), account.captured.clone())).collect()
}
