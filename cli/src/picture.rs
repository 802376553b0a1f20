//! Pictures as files: SVG as it is drawn, PNG by way of resvg.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::args::Picture;
use crate::exit::Failure;
use crate::io::Io;

/// Writes the picture where the arguments want it.
pub(crate) fn write(io: &mut Io<'_>, args: &Picture, svg: &str) -> Result<(), Failure> {
    if [&args.svg, &args.png].iter().all(|file| file.as_deref().is_some_and(is_output)) {
        return Err(Failure::Usage("only one picture can go to the standard output".to_string()));
    }
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
    let path = io.path(file);
    if path.is_dir() {
        return Err(Failure::Message(format!("`{shown}` is a folder, not a file")));
    }
    fs::write(path, bytes).map_err(|error| Failure::Message(format!("`{shown}` can't be written: {error}")))
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
