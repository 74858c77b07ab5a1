//! A corpus as the later rooms see it: texts for features, facts for themes.

use thema_cluster::Paper;
use thema_features::Document;
use thema_ingest::Corpus;

/// Title and abstract of every paper.
pub(crate) fn documents(corpus: &Corpus) -> Vec<Document<'_>> {
    (0..corpus.len())
        .map(|row| Document { title: corpus.title(row), body: corpus.abstract_text(row) })
        .collect()
}

/// What themes and reports need to know of every paper.
pub(crate) fn papers(corpus: &Corpus) -> Vec<Paper> {
    (0..corpus.len())
        .map(|row| Paper {
            id: corpus.key(row).to_owned(),
            title: corpus.title(row).to_owned(),
            categories: corpus.categories(row).map(str::to_owned).collect(),
            submitted: corpus.submitted(row).map(thema_ingest::Timestamp::unix_days),
            announced: corpus.announced(row).map(thema_ingest::Timestamp::unix_days),
            url: address(corpus, row),
            headline: corpus.headline(row).map(str::to_owned),
        })
        .collect()
}

/// Where the paper can be read: arXiv before a resolver of its DOI.
fn address(corpus: &Corpus, row: usize) -> Option<String> {
    let arxiv = corpus.arxiv_id(row).map(|id| format!("https://arxiv.org/abs/{id}"));
    arxiv.or_else(|| corpus.doi(row).map(|doi| format!("https://doi.org/{doi}")))
}
