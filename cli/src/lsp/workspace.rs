//! What an editor can ask about, and why a question is not answered.

use lsp_server::ErrorCode;
use lsp_types::Uri;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tilegame_ide::lines::Units;

use super::addresses::Address;
use super::documents::Documents;

/// The open documents, and how they are spoken of.
pub(super) struct Workspace {
    pub(super) documents: Documents,
    pub(super) units: Units,
    /// The address of the book, for links.
    pub(super) book: Option<String>,
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace { documents: Documents::default(), units: Units::Utf16, book: None }
    }
}

impl Workspace {
    /// What a URI names.
    pub(super) fn address(&self, uri: &Uri) -> Result<Address, Refusal> {
        Address::of(uri).map(|address| self.documents.known(address)).map_err(Refusal::params)
    }
}

/// Why a question is not answered.
pub(super) struct Refusal(pub(super) ErrorCode, pub(super) String);

impl Refusal {
    /// What was asked can't be.
    pub(super) fn params(why: impl Into<String>) -> Refusal {
        Refusal(ErrorCode::InvalidParams, why.into())
    }

    /// It could not be done.
    pub(super) fn failed(why: impl Into<String>) -> Refusal {
        Refusal(ErrorCode::RequestFailed, why.into())
    }
}

/// Reads what is asked.
pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal::params(error.to_string()))
}
