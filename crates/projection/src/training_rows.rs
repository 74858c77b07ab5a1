//! The training data of a projection.

use thema_features::CsrMatrix;

/// The weighted rows of a corpus, all over the same terms.
#[derive(Clone, Copy, Debug)]
pub struct TrainingRows<'a> {
    /// Title and body of each document together.
    pub documents: &'a CsrMatrix,
    /// Titles only, with the same documents row by row.
    pub titles: &'a CsrMatrix,
    /// Bodies only, with the same documents row by row.
    pub bodies: &'a CsrMatrix,
    /// Pairs of documents known to be about similar things, such as two papers by one author: contrastive
    /// learning also moves their bodies closer together. May be empty.
    pub related: &'a [[u32; 2]],
}
