//! What a projection is learned from.

use thema_features::CsrMatrix;

/// The weighted rows of a corpus, all over the same terms.
#[derive(Clone, Copy, Debug)]
pub struct TrainingRows<'a> {
    /// Title and body of a document together.
    pub documents: &'a CsrMatrix,
    /// Titles alone, row by row the same documents.
    pub titles: &'a CsrMatrix,
    /// Bodies alone, row by row the same documents.
    pub bodies: &'a CsrMatrix,
    /// Pairs of documents that are known to be about like things, two papers of one author say: contrastive learning
    /// draws their bodies to each other too. May be empty.
    pub related: &'a [[u32; 2]],
}
