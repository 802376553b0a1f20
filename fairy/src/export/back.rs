//! Sections, read back.

use tilegame_runtime::Game;

/// The game that a section is read back to.
pub(crate) fn read_back(section: &str, name: &str) -> Result<Game, String> {
    let imported = tilegame_import::import(section, &[], false);
    let error = imported.messages.iter().find(|message| message.severity == tilegame_import::Severity::Error);
    let read = match (imported.games.first(), error) {
        (Some(read), None) => read,
        (_, error) => {
            let why = error.map_or(String::new(), |error| format!(": {}", error.title));
            return Err(format!(
                "the section cannot be compared with the game, since it is not read back{why}"
            ));
        }
    };
    let file = format!("{name}.tg");
    Game::from_source(&file, &read.text, |_| None)
        .map_err(|error| format!("the section is read back to what is no game: {error}"))
}
