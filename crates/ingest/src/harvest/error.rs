//! Errors of fetching pages.

use std::io;
use std::path::PathBuf;

/// Why a harvest could not begin or continue. Fetched pages stay, and the harvest can be resumed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HarvestError {
    /// A parameter has an invalid value.
    #[error("{name}: {reason}")]
    InvalidParameter {
        /// The parameter.
        name: &'static str,
        /// What is wrong with its value.
        reason: String,
    },
    /// The directory contains the pages of another harvest.
    #[error("{} contains the pages of another harvest: {found}", path.display())]
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
        /// The requested name.
        set: String,
        /// The number of sets.
        sets: usize,
        /// The names nearest to it.
        nearest: String,
    },
    /// A stored page is no longer valid.
    #[error("{} is corrupted: {reason}; remove it and all later pages, and the harvest resumes there", path.display())]
    DamagedPage {
        /// The page.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The server redirected to another host, which is not followed.
    #[error("{from} redirects to another host, {to:?}; this is not followed")]
    ForeignRedirect {
        /// The requested URL.
        from: String,
        /// The host it redirects to.
        to: String,
    },
    /// The server gave no usable answer within the allowed attempts.
    #[error("{address}: {reason} (after {attempts} attempts)")]
    Unreachable {
        /// The requested URL.
        address: String,
        /// The outcome of the last attempt.
        reason: String,
        /// The number of attempts.
        attempts: u32,
    },
    /// This process has no memory left for the answer, so asking again would not help.
    #[error("out of memory for the answer from {address}")]
    NoMemory {
        /// The requested URL.
        address: String,
        /// The operating system's reason.
        #[source]
        source: io::Error,
    },
    /// The answer is not a page of the service.
    #[error("{address}: {reason}")]
    Refused {
        /// The requested URL.
        address: String,
        /// The server's message, or what is wrong with its answer.
        reason: String,
    },
}
