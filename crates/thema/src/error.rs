//! Errors, and whose fault they were.

use std::fmt;

use thema_cluster::ClusterError;
use thema_durable::DurableError;
use thema_features::FeatureError;
use thema_html::HtmlError;
use thema_ingest::IngestError;
use thema_report::ReportError;
use thema_themes::ThemeError;

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Whose fault an error was, and so who can fix it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The settings, a taxonomy or another argument cannot be used.
    Settings,
    /// An input or a stored run cannot be read.
    Input,
    /// The output cannot be written.
    Output,
    /// A bug in thema: two of its parts do not fit together.
    Internal,
}

/// Why something was not done. The message holds the whole chain of causes.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    fault: Fault,
    message: String,
}

impl Error {
    /// An error of `fault`.
    #[must_use]
    pub fn new(fault: Fault, message: impl Into<String>) -> Self {
        Self { fault, message: message.into() }
    }

    /// `cause` and what caused it, as an error of `fault`.
    pub(crate) fn caused_by(fault: Fault, cause: &dyn std::error::Error) -> Self {
        Self::new(fault, chain(cause))
    }

    /// Whose fault it was.
    #[must_use]
    pub fn fault(&self) -> Fault {
        self.fault
    }

    /// The same error with `context` prepended.
    #[must_use]
    pub(crate) fn within(self, context: impl fmt::Display) -> Self {
        Self { message: format!("{context}: {}", self.message), ..self }
    }
}

/// The message of an error followed by those of its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |message, cause| format!("{message}: {cause}"))
}

/// The message of an output that the system refused to write.
fn unwritable(error: &dyn std::error::Error) -> String {
    format!("{}; choose another place, or make room and allow writing there", chain(error))
}

/// Assigns a fault to an error of another crate.
pub(crate) trait Blame<T> {
    /// The error as one of `fault`.
    fn blame(self, fault: Fault) -> Result<T>;

    /// The error as one of `fault`, with a description of the operation prepended.
    fn blame_for<C: fmt::Display>(self, fault: Fault, context: impl FnOnce() -> C) -> Result<T>;
}

impl<T, E: std::error::Error> Blame<T> for std::result::Result<T, E> {
    fn blame(self, fault: Fault) -> Result<T> {
        self.map_err(|error| Error::caused_by(fault, &error))
    }

    fn blame_for<C: fmt::Display>(self, fault: Fault, context: impl FnOnce() -> C) -> Result<T> {
        self.map_err(|error| Error::new(fault, format!("{}: {}", context(), chain(&error))))
    }
}

impl From<DurableError> for Error {
    fn from(error: DurableError) -> Self {
        let said = match error {
            DurableError::Write { .. } => unwritable(&error),
            _ => chain(&error),
        };
        Self::new(Fault::Output, said)
    }
}

impl From<IngestError> for Error {
    fn from(error: IngestError) -> Self {
        let fault = match error {
            IngestError::InvalidSimilarity { .. } => Fault::Settings,
            IngestError::Write { .. } | IngestError::DamagedPart { .. } => Fault::Output,
            _ => Fault::Input,
        };
        Self::new(fault, chain(&error))
    }
}

impl From<FeatureError> for Error {
    fn from(error: FeatureError) -> Self {
        let fault = match error {
            FeatureError::InvalidParameter { .. } => Fault::Settings,
            FeatureError::EmptyVocabulary { .. }
            | FeatureError::DamagedModel { .. }
            | FeatureError::NewerModel { .. } => Fault::Input,
            _ => Fault::Internal,
        };
        Self::new(fault, chain(&error))
    }
}

impl From<ClusterError> for Error {
    fn from(error: ClusterError) -> Self {
        let fault = match error {
            ClusterError::InvalidParameter { .. } | ClusterError::TooManyRows { .. } => Fault::Settings,
            ClusterError::NoRows => Fault::Input,
            _ => Fault::Internal,
        };
        Self::new(fault, chain(&error))
    }
}

impl From<ThemeError> for Error {
    fn from(error: ThemeError) -> Self {
        let fault = match error {
            ThemeError::InvalidParameter { .. } | ThemeError::InvalidTaxonomy { .. } => Fault::Settings,
            ThemeError::Read { .. } | ThemeError::DamagedModel { .. } | ThemeError::NewerModel { .. } => {
                Fault::Input
            }
            _ => Fault::Internal,
        };
        Self::new(fault, chain(&error))
    }
}

impl From<ReportError> for Error {
    fn from(error: ReportError) -> Self {
        let fault = match error {
            ReportError::OutputExists { .. } | ReportError::Write { .. } => Fault::Output,
            ReportError::Read { .. } => Fault::Input,
            _ => Fault::Internal,
        };
        let said = match error {
            ReportError::Write { .. } => unwritable(&error),
            _ => chain(&error),
        };
        Self::new(fault, said)
    }
}

impl From<HtmlError> for Error {
    fn from(error: HtmlError) -> Self {
        Self::new(Fault::Internal, chain(&error))
    }
}
