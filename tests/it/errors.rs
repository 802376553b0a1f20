//! Every broken file of `cases/errors` gets its place, a sentence and, if there is one, a suggested fix.
//!
//! A snapshot holds the file and what is said about it together, so that it can be read as a page.

use std::path::{Path, PathBuf};

use tilegame_dsl::diagnostic::{Diagnostic, Severity};
use tilegame_dsl::fetch::Fetched;
use tilegame_dsl::limits;
use tilegame_dsl::source::Sources;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/errors");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "tg"))
        .collect();
    files.sort();
    files
}

/// The text as it can be shown in a snapshot: control characters made visible, long lines cut.
fn shown(text: &str) -> String {
    let visible =
        |c: char| if c == '\n' || !c.is_control() { c.to_string() } else { c.escape_default().to_string() };
    text.lines()
        .take(40)
        .map(|line| line.chars().take(140).map(visible).collect::<String>())
        .collect::<Vec<_>>()
        .join("\n")
}

/// A case as it is checked.
struct Case {
    /// Its file's name without the ending.
    name: String,
    text: String,
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
}

fn checked(path: &Path) -> Case {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let text = String::from_utf8_lossy(&std::fs::read(path).expect("readable")).into_owned();
    checked_text(&name, text, path.parent().expect("a folder"))
}

fn checked_text(name: &str, text: String, folder: &Path) -> Case {
    let file = format!("{name}.tg");
    let mut sources = Sources::new();
    sources.add(&file, &text);
    let mut fetch = |wanted: &str| std::fs::read_to_string(folder.join(wanted)).ok().map(Fetched::Text);
    let diagnostics = tilegame::check::check(&mut sources, &file, &mut fetch).diagnostics;
    Case { name: name.to_owned(), text, sources, diagnostics }
}

#[test]
fn every_broken_file_is_explained() {
    for path in cases() {
        let Case { name, text, sources, diagnostics } = checked(&path);
        let said: Vec<String> = diagnostics
            .iter()
            .map(|d| tilegame_dsl::diagnostic::render::render(&sources, d, false))
            .collect();
        let said = if said.is_empty() { "(no complaints)".to_owned() } else { said.join("\n\n") };
        let page = format!("{}\n\n----------------------------------------\n\n{said}", shown(&text));
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../cases/errors");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.as_str(), page));
    }
}

/// A fix that is suggested is made, one at a time, and its message is gone.
#[test]
fn every_suggested_fix_works() {
    let same = |a: &Diagnostic, b: &Diagnostic| (a.code, &a.title) == (b.code, &b.title);
    // Of lines nested ever deeper, the next is as wrong as the one that is fixed.
    let cases = cases().into_iter().filter(|path| !path.ends_with("deep_indentation.tg"));
    let mut tried = 0;
    let mut useless = Vec::new();
    for path in cases {
        let case = checked(&path);
        for diagnostic in &case.diagnostics {
            let Some(fix) = &diagnostic.fix else { continue };
            let mut text = case.text.clone();
            text.replace_range(fix.span.range(), &fix.replacement);
            let fixed = checked_text(&case.name, text, path.parent().expect("a folder"));
            let count = |all: &[Diagnostic]| all.iter().filter(|d| same(d, diagnostic)).count();
            if count(&fixed.diagnostics) >= count(&case.diagnostics) {
                useless.push(format!("{}: {} ({})", case.name, diagnostic.title, fix.message));
            }
            tried += 1;
        }
    }
    assert!(tried > 100, "only {tried}");
    assert!(useless.is_empty(), "{}", useless.join("\n"));
}

#[test]
fn every_broken_file_is_refused_or_warned_about() {
    let accepted = ["peer_6_documented_value"];
    for path in cases() {
        let case = checked(&path);
        assert_eq!(case.diagnostics.is_empty(), accepted.contains(&case.name.as_str()), "{}", case.name);
    }
}

/// A code that no case shows is a message that nobody has looked at.
#[test]
fn every_code_has_an_explanation_and_a_case() {
    let mut seen: Vec<&str> = Vec::new();
    for path in cases() {
        for diagnostic in &checked(&path).diagnostics {
            seen.push(diagnostic.code.0);
            let code = diagnostic.code.0;
            assert_eq!(diagnostic.severity == Severity::Warning, code.starts_with('W'), "{code}");
        }
    }
    seen.sort();
    seen.dedup();
    let explained: Vec<&str> = tilegame::check::explanations().map(|e| e.code.0).collect();
    let missing: Vec<_> = seen.iter().filter(|c| !explained.contains(c)).collect();
    assert!(missing.is_empty(), "no explanation for {missing:?}");
    // Files that pass these limits are too large to keep here, or need others beside them: see `files` and `limits`. The last is about what `solve` is asked.
    let shown_elsewhere = ["E0112", "E0114", "E0216", "E0217", "W0001", "E0607"];
    let unseen: Vec<_> =
        explained.iter().filter(|c| !seen.contains(c) && !shown_elsewhere.contains(c)).collect();
    assert!(unseen.is_empty(), "no case for {unseen:?}");
}

#[test]
fn a_huge_file_is_answered() {
    let mut sources = Sources::new();
    sources.add("huge.tg", "# much ado\n".repeat(limits::SOURCE_BYTES / 11 + 1));
    let checked = tilegame::check::check(&mut sources, "huge.tg", &mut |_| None);
    let codes: Vec<&str> = checked.diagnostics.iter().map(|d| d.code.0).collect();
    assert_eq!(codes, ["E0112"]);
}

/// A line of two million bytes is answered at once, and shortly.
#[test]
fn a_huge_line_is_answered() {
    let text =
        format!("variant \"Case\" of chess\n\nextend piece Knight\n    move {}\n", "n ".repeat(1_000_000));
    let mut sources = Sources::new();
    sources.add("huge.tg", text);
    let checked = tilegame::check::check(&mut sources, "huge.tg", &mut |_| None);
    assert!(!checked.diagnostics.is_empty());
    for diagnostic in &checked.diagnostics {
        let drawn = tilegame_dsl::diagnostic::render::render(&sources, diagnostic, false);
        assert!(drawn.len() < 10_000, "{} bytes", drawn.len());
    }
}
