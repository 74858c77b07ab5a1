//! From sparse rows to dense vectors: a table with one row per term, found in one of two ways.

use std::fmt;
use std::str::FromStr;

use ndarray::{Array2, ArrayView2, s};

use crate::projected::projected;
use crate::reduction::reduced;
use crate::regression::regress;
use crate::{
    Contrastive, ContrastiveParams, ContrastiveValidParams, Epoch, SvdParams, SvdValidParams, TermVectors,
    TrainingRows, TruncatedSvd,
};
use thema_features::{CsrMatrix, FeatureError};

/// Most rows that a projection onto given vectors is learned from.
const REGRESSED_ROWS: usize = 32_768;

/// Root mean square of the initial table of contrastive learning; the learning rate is tuned to it.
const INITIAL_SCALE: f32 = 0.05;

/// Minimum share of squared weight on known terms for background vectors to be used.
const LEAST_KNOWN: f64 = 0.5;

/// How the table is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProjectionMethod {
    /// Latent semantic analysis: right singular vectors of the weights.
    Lsa,
    /// Learned from pairs of titles and bodies, starting from the singular vectors.
    #[default]
    Contrastive,
}

impl fmt::Display for ProjectionMethod {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Lsa => "lsa",
            Self::Contrastive => "contrastive",
        })
    }
}

impl FromStr for ProjectionMethod {
    type Err = FeatureError;

    fn from_str(name: &str) -> Result<Self, FeatureError> {
        match name {
            "lsa" => Ok(Self::Lsa),
            "contrastive" => Ok(Self::Contrastive),
            _ => Err(FeatureError::invalid("projection", name, "`lsa` or `contrastive`")),
        }
    }
}

/// Settings of [`Projection`]; [`check`](Self::check) validates them.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectionParams {
    method: ProjectionMethod,
    dimensions: usize,
    contrastive: ContrastiveParams,
    continued: ContrastiveParams,
    seed: u64,
}

/// Checked [`ProjectionParams`].
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectionValidParams {
    method: ProjectionMethod,
    dimensions: usize,
    svd: SvdValidParams,
    contrastive: ContrastiveValidParams,
    continued: ContrastiveValidParams,
}

impl Default for ProjectionParams {
    /// Contrastive, 128 dimensions.
    fn default() -> Self {
        Self {
            method: ProjectionMethod::default(),
            dimensions: 128,
            contrastive: ContrastiveParams::default(),
            continued: ContrastiveParams::continued(),
            seed: 0,
        }
    }
}

impl ProjectionParams {
    /// How the table is found.
    #[must_use]
    pub fn method(mut self, method: ProjectionMethod) -> Self {
        self.method = method;
        self
    }

    /// Dimensions of the vectors; fewer if the corpus has fewer directions.
    #[must_use]
    pub fn dimensions(mut self, dimensions: usize) -> Self {
        self.dimensions = dimensions;
        self
    }

    /// Settings of contrastive learning from the corpus alone.
    #[must_use]
    pub fn contrastive(mut self, contrastive: ContrastiveParams) -> Self {
        self.contrastive = contrastive;
        self
    }

    /// Settings of contrastive learning that starts from background vectors.
    #[must_use]
    pub fn continued(mut self, continued: ContrastiveParams) -> Self {
        self.continued = continued;
        self
    }

    /// Seed of every random choice.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// [`FeatureError::InvalidParameter`] names the first setting out of its range.
    pub fn check(self) -> Result<ProjectionValidParams, FeatureError> {
        Ok(ProjectionValidParams {
            method: self.method,
            dimensions: self.dimensions,
            svd: SvdParams::new(self.dimensions).seed(self.seed).check()?,
            contrastive: self.contrastive.seed(self.seed).check()?,
            continued: self.continued.seed(self.seed).check()?,
        })
    }
}

/// A fitted projection: a table (terms x dimensions) that sparse rows are multiplied by.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    table: Array2<f32>,
    epochs: Vec<Epoch>,
}

impl Projection {
    /// Finds the table of a corpus without a background.
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the three matrices do not fit; [`FeatureError::NotFinite`] if
    /// weights overflow.
    pub fn fit(params: &ProjectionValidParams, rows: TrainingRows<'_>) -> Result<Self, FeatureError> {
        let table = TruncatedSvd::fit(&params.svd, rows.documents)?.into_right_vectors();
        match params.method {
            ProjectionMethod::Lsa => Ok(Self { table, epochs: Vec::new() }),
            ProjectionMethod::Contrastive => Self::learn(&params.contrastive, rows, scaled(table)),
        }
    }

    /// Finds the table of a corpus, starting from the background's vectors for its terms
    /// ([`BackgroundModel::vectors_of`](crate::BackgroundModel::vectors_of)). Of the background's dimensions, those that matter most
    /// to the documents are kept, one per eight documents but at least sixteen.
    ///
    /// If less than half of the squared weight of the documents is on known terms, as in a corpus in another
    /// language or of another kind, the background is ignored, as in [`Projection::fit`].
    ///
    /// # Errors
    /// As [`Projection::fit`].
    pub fn fit_from(
        params: &ProjectionValidParams,
        vectors: TermVectors,
        rows: TrainingRows<'_>,
    ) -> Result<Self, FeatureError> {
        if vectors.share_known(rows.documents)? < LEAST_KNOWN {
            return Self::fit(params, rows);
        }
        let table = reduced(vectors.complete(rows.documents)?, rows.documents, params.dimensions)?;
        Self::learn(&params.continued, rows, table)
    }

    /// The projection whose vectors of `rows` are closest to the given `vectors` (rows x dimensions) in the
    /// least-squares sense. It is learned from at most 32,768 evenly spaced rows, and cannot reproduce what
    /// words do not express.
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the numbers of rows and vectors differ, [`FeatureError::NotFinite`]
    /// if a vector is not finite.
    pub fn onto(rows: &CsrMatrix, vectors: ArrayView2<'_, f32>) -> Result<Self, FeatureError> {
        if rows.rows() != vectors.nrows() {
            let (expected, found) = (rows.rows(), vectors.nrows());
            return Err(FeatureError::ShapeMismatch { what: "vectors of rows", expected, found });
        }
        let step = rows.rows().div_ceil(REGRESSED_ROWS).max(1);
        if step == 1 {
            return Self::from_table(regress(rows, vectors));
        }
        Self::from_table(regress(&rows.every(step), vectors.slice(s![..;step as isize, ..])))
    }

    fn learn(
        params: &ContrastiveValidParams,
        rows: TrainingRows<'_>,
        table: Array2<f32>,
    ) -> Result<Self, FeatureError> {
        let learned = Contrastive::fit(params, rows, table)?;
        let epochs = learned.epochs().to_vec();
        Ok(Self { table: learned.into_table(), epochs })
    }

    /// A projection with a given table (terms x dimensions), such as a stored one.
    ///
    /// # Errors
    /// [`FeatureError::NotFinite`] if an entry is not finite.
    pub fn from_table(table: Array2<f32>) -> Result<Self, FeatureError> {
        if table.iter().all(|value| value.is_finite()) {
            let table =
                if table.is_standard_layout() { table } else { table.as_standard_layout().into_owned() };
            Ok(Self { table, epochs: Vec::new() })
        } else {
            Err(FeatureError::NotFinite { what: "a table of term vectors" })
        }
    }

    /// Unit vectors of weighted rows (rows x dimensions); rows without a known term are zeros.
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the rows have other terms.
    pub fn project(&self, rows: &CsrMatrix) -> Result<Array2<f32>, FeatureError> {
        if rows.columns() != self.table.nrows() {
            return Err(FeatureError::ShapeMismatch {
                what: "terms of rows to project",
                expected: self.table.nrows(),
                found: rows.columns(),
            });
        }
        Ok(projected(rows, self.table.view()))
    }

    /// The table, without a copy.
    #[must_use]
    pub fn into_table(self) -> Array2<f32> {
        self.table
    }

    /// The table (terms x dimensions).
    #[must_use]
    pub fn table(&self) -> ArrayView2<'_, f32> {
        self.table.view()
    }

    /// Dimensions of the vectors.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.table.ncols()
    }

    /// The course of contrastive learning, starting with the table before it; empty if there was none.
    #[must_use]
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }
}

/// Scales singular vectors for the start of learning.
fn scaled(mut table: Array2<f32>) -> Array2<f32> {
    let length = table.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        table *= INITIAL_SCALE * (table.len() as f32).sqrt() / length;
    }
    table
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// 40 documents over 12 terms.
    pub(crate) fn rows() -> CsrMatrix {
        let indices = (0..40u32).flat_map(|row| [row % 4, 4 + row % 3, 7 + row % 5]).collect();
        let values = (0..120).map(|at| 0.2 + (at % 7) as f32 * 0.1).collect();
        CsrMatrix::new(12, (0..=40).map(|row| row * 3).collect(), indices, values).unwrap()
    }

    #[test]
    fn rows_become_unit_vectors_of_weighted_sums() {
        let rows = rows();
        let params = ProjectionParams::default().method(ProjectionMethod::Lsa).dimensions(4).check().unwrap();
        let training = TrainingRows { documents: &rows, titles: &rows, bodies: &rows, related: &[] };
        let projection = Projection::fit(&params, training).unwrap();
        let vectors = projection.project(&rows).unwrap();
        assert_eq!(vectors.dim(), (40, 4));
        let row = rows.row(5);
        let mut expected = ndarray::Array1::<f32>::zeros(4);
        for (&index, &value) in row.indices.iter().zip(row.values) {
            expected.scaled_add(value, &projection.table().row(index as usize));
        }
        expected /= expected.dot(&expected).sqrt();
        assert!((&vectors.row(5) - &expected).iter().all(|difference| difference.abs() < 1e-5));
    }

    #[test]
    fn empty_corpora_and_rows_pass() {
        let empty = CsrMatrix::new(12, vec![0, 0], Vec::new(), Vec::new()).unwrap();
        let training = TrainingRows { documents: &empty, titles: &empty, bodies: &empty, related: &[] };
        let projection = Projection::fit(&ProjectionParams::default().check().unwrap(), training).unwrap();
        assert_eq!(projection.project(&empty).unwrap().dim(), (1, 0));
        let stored = Projection::from_table(Array2::ones((12, 3))).unwrap();
        assert!(stored.project(&empty).unwrap().iter().all(|&value| value == 0.0));
        let other = CsrMatrix::new(3, vec![0], Vec::new(), Vec::new()).unwrap();
        assert!(stored.project(&other).is_err());
        assert!(Projection::from_table(Array2::from_elem((2, 2), f32::NAN)).is_err());
    }

    #[test]
    fn documents_titles_and_bodies_must_have_the_same_rows() {
        let (rows, fewer) = (rows(), rows().every(2));
        let fit = |documents, titles, bodies| {
            let training = TrainingRows { documents, titles, bodies, related: &[] };
            Projection::fit(&ProjectionParams::default().dimensions(4).check().unwrap(), training)
        };
        for wrong in [fit(&fewer, &rows, &rows), fit(&rows, &fewer, &rows), fit(&rows, &rows, &fewer)] {
            assert!(matches!(wrong, Err(FeatureError::ShapeMismatch { .. })), "{wrong:?}");
        }
        assert!(fit(&rows, &rows, &rows).is_ok());
    }

    #[test]
    fn methods_go_by_their_names() {
        for method in [ProjectionMethod::Lsa, ProjectionMethod::Contrastive] {
            assert_eq!(method.to_string().parse::<ProjectionMethod>().unwrap(), method);
        }
        assert!("umap".parse::<ProjectionMethod>().is_err());
        assert!(ProjectionParams::default().dimensions(0).check().is_err());
        let contrastive = ContrastiveParams::default().batch(0);
        assert!(ProjectionParams::default().contrastive(contrastive).check().is_err());
    }
}
