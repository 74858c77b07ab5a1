//! What can go wrong while pages are fetched.

use std::io;
use std::path::PathBuf;

/// Why a harvest could not begin or go on. What was fetched before stays and the harvest can be resumed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HarvestError {
    /// A parameter has a value that it cannot have.
    #[error("{name}: {reason}")]
    InvalidParameter {
        /// The parameter.
        name: &'static str,
        /// What is wrong with its value.
        reason: String,
    },
    /// The directory holds the pages of another harvest.
    #[error("{} holds the pages of another harvest: {found}", path.display())]
    OtherHarvest {
        /// The directory.
        path: PathBuf,
        /// The first address of that harvest.
        found: String,
    },
    /// A page or the directory could not be read or written.
    #[error("cannot use {}", path.display())]
    Store {
        /// The file or directory.
        path: PathBuf,
        /// The operating system's reason.
        #[source]
        source: io::Error,
    },
    /// The repository has no such set.
    #[error("the repository has no set {set:?}; the nearest of its {sets} sets are {nearest}")]
    NoSuchSet {
        /// The name that was asked for.
        set: String,
        /// How many sets there are.
        sets: usize,
        /// The names nearest to it.
        nearest: String,
    },
    /// A page that was stored before is no longer one.
    #[error("{} is damaged: {reason}; take it and all pages behind it away, and the harvest goes on there", path.display())]
    DamagedPage {
        /// The page.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The server led to another host, which is not followed.
    #[error("{from} redirects to the foreign host {to:?}, which is not followed")]
    ForeignRedirect {
        /// The address asked for.
        from: String,
        /// The host that it leads to.
        to: String,
    },
    /// The server did not answer usefully, however often it was asked.
    #[error("{address}: {reason} (after {attempts} attempts)")]
    Unreachable {
        /// The address asked for.
        address: String,
        /// What the last attempt came to.
        reason: String,
        /// How often it was asked.
        attempts: u32,
    },
    /// This process has no memory left for the answer, and asking again would not bring any.
    #[error("no memory for the answer of {address}")]
    NoMemory {
        /// The address asked for.
        address: String,
        /// The operating system's reason.
        #[source]
        source: io::Error,
    },
    /// The answer is no page of the service.
    #[error("{address}: {reason}")]
    Refused {
        /// The address asked for.
        address: String,
        /// The server's words, or what is wrong with its answer.
        reason: String,
    },
}
