//! What learning draws from every part of a corpus.

use thema_ingest::Corpus;

use super::blocks::{block, opened, packed, unpacked};
use crate::Result;
use crate::draw::PartDraw;
use crate::roles::PaperRoles;

const PAPERS: &str = "papers";
const FOR_OTHERS: &str = "others";
const DATES: &str = "dates";

/// Whether themes are learned from each paper of a corpus.
pub struct Roles(PaperRoles);

impl Roles {
    /// Reads what [`DividedRun::roles`](super::DividedRun::roles) returned.
    ///
    /// # Errors
    /// [`Fault::Input`](crate::Fault) if the bytes are anything else.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        unpacked(bytes).map(Self)
    }

    /// What learning draws from the part that begins with row `first`, as a block for
    /// [`DividedRun::learn`](super::DividedRun::learn).
    ///
    /// # Errors
    /// [`Fault::Internal`](crate::Fault) if the block cannot be made.
    pub fn draw(&self, first: u32, part: &Corpus) -> Result<Vec<u8>> {
        let PartDraw { papers, for_others, dates } = PartDraw::of(first, part, &self.0);
        let for_others = for_others.map(|papers| papers.to_bytes()).unwrap_or_default();
        block(&[(PAPERS, &papers.to_bytes()), (FOR_OTHERS, &for_others), (DATES, &packed(&dates)?)])
    }
}

/// Reads what [`Roles::draw`] returned.
pub(super) fn drawn(bytes: &[u8]) -> Result<PartDraw> {
    let container = opened(bytes)?;
    let for_others = container.section(FOR_OTHERS)?;
    Ok(PartDraw {
        papers: Corpus::from_bytes(container.section(PAPERS)?)?,
        for_others: if for_others.is_empty() { None } else { Some(Corpus::from_bytes(for_others)?) },
        dates: unpacked(container.section(DATES)?)?,
    })
}
