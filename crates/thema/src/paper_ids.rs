//! Whether two spellings mean the same paper.

use std::collections::BTreeMap;

use thema_ingest::ArxivId;
use thema_themes::Paper;

/// The normal form by which papers are compared: the bare arXiv identifier of anything that means one
/// (`arXiv:1704.08880v2`, an arxiv.org address, a number that lost its zeros), a DOI in lower case prefixed
/// with `doi:`, and any other text unchanged.
pub(crate) fn canonical_id(text: &str) -> String {
    let text = text.trim();
    let arxiv = text.parse::<ArxivId>().ok().or_else(|| ArxivId::from_decimal(text));
    if let Some(id) = arxiv {
        return id.as_str().to_owned();
    }
    let lower = text.to_ascii_lowercase();
    let doi =
        ["doi:", "https://doi.org/", "http://doi.org/", "http://dx.doi.org/", "https://dx.doi.org/", ""]
            .iter()
            .find_map(|prefix| {
                lower.strip_prefix(prefix).filter(|rest| rest.starts_with("10.") && rest.contains('/'))
            });
    doi.map_or_else(|| text.to_owned(), |doi| format!("doi:{doi}"))
}

/// The index in `ids` of the paper that `asked` names: the exact spelling if present, otherwise any other
/// spelling.
pub(crate) fn position_of(ids: &[String], asked: &str) -> Option<usize> {
    let exact = ids.iter().position(|id| id == asked);
    exact.or_else(|| {
        let wanted = canonical_id(asked);
        ids.iter().position(|id| canonical_id(id) == wanted)
    })
}

/// Rows of the requested papers by the spelling requested: the exact id if present, otherwise any other
/// spelling of it.
pub(crate) fn rows_of<'a>(
    asked: impl Iterator<Item = &'a String>,
    papers: &[Paper],
) -> BTreeMap<String, u32> {
    let mut asked = asked.peekable();
    if asked.peek().is_none() {
        return BTreeMap::new();
    }
    let (mut by_id, mut by_spelling) = (BTreeMap::new(), BTreeMap::new());
    for (row, paper) in (0_u32..).zip(papers) {
        by_id.entry(paper.id.as_str()).or_insert(row);
        by_spelling.entry(canonical_id(&paper.id)).or_insert(row);
    }
    let row = |id: &str| by_id.get(id).or_else(|| by_spelling.get(&canonical_id(id))).copied();
    asked.filter_map(|id| Some((id.clone(), row(id)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_names_the_paper() {
        for spelling in [
            "1704.08880",
            "1704.0888",
            "arXiv:1704.08880v2",
            "https://arxiv.org/abs/1704.08880",
            "1704.0888000000001",
            " 1704.08880 ",
        ] {
            assert_eq!(canonical_id(spelling), "1704.08880", "{spelling}");
        }
        assert_eq!(canonical_id("907.529"), "0907.5290");
        assert_eq!(canonical_id("math.GT/0309136"), "math/0309136");
        assert_eq!(canonical_id("https://doi.org/10.1145/ABC"), "doi:10.1145/abc");
        assert_eq!(canonical_id("openalex:W1"), "openalex:W1");
        let ids = ["1704.0888", "x", "doi:10.1/Y"].map(str::to_owned);
        assert_eq!(position_of(&ids, "1704.08880"), Some(0));
        assert_eq!(position_of(&ids, "10.1/y"), Some(2));
        assert_eq!(position_of(&ids, "1704.08881"), None);
    }
}
