//! Whether two spellings mean the same paper.

use std::borrow::Cow;
use std::collections::BTreeMap;

use thema_ingest::ArxivId;
use thema_themes::Paper;

/// The normal form by which papers are compared: the bare arXiv identifier of anything that means one
/// (`arXiv:1704.08880v2`, an arxiv.org address, a number that lost its zeros), a DOI in lower case prefixed
/// with `doi:`, and any other text unchanged.
pub(crate) fn canonical_id(text: &str) -> String {
    let text = text.trim();
    if let Some(id) = ArxivId::meant_by(text) {
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

/// The papers of a run by everything that identifies them.
pub(crate) struct KnownPapers<'a> {
    papers: &'a [Paper],
    by_name: BTreeMap<Cow<'a, str>, usize>,
}

impl<'a> KnownPapers<'a> {
    pub(crate) fn of(papers: &'a [Paper]) -> Self {
        let mut by_name = BTreeMap::new();
        for (row, paper) in papers.iter().enumerate() {
            for name in names(paper) {
                by_name.entry(name).or_insert(row);
            }
        }
        Self { papers, by_name }
    }

    /// The id in the run of a paper that shares an identifier with one of the run, unless the two have different arXiv
    /// identifiers.
    pub(crate) fn find(&self, paper: &Paper) -> Option<&'a str> {
        let is_arxiv = |id: &str| id.parse::<ArxivId>().is_ok();
        let mut known =
            names(paper).filter_map(|name| Some(self.papers[*self.by_name.get(&name)?].id.as_str()));
        known.find(|&id| id == paper.id || !(is_arxiv(id) && is_arxiv(&paper.id)))
    }
}

/// The identifiers of a paper. Runs of earlier versions have no aliases, but the address may hold the DOI.
fn names(paper: &Paper) -> impl Iterator<Item = Cow<'_, str>> {
    let addressed = paper.url.as_deref().filter(|url| url.starts_with("https://doi.org/"));
    let own = std::iter::once(&paper.id).chain(&paper.aliases).map(|name| Cow::Borrowed(name.as_str()));
    own.chain(addressed.map(|url| Cow::Owned(canonical_id(url))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paper_is_known_by_any_of_its_identifiers() {
        let paper = |id: &str, aliases: &[&str], url: Option<&str>| Paper {
            id: id.into(),
            aliases: aliases.iter().map(|&alias| alias.into()).collect(),
            url: url.map(Into::into),
            ..Paper::default()
        };
        let run = [
            paper("1704.08880", &["doi:10.1/a", "openalex:W1"], None),
            paper("doi:10.1/b", &[], None),
            paper("S2", &[], Some("https://doi.org/10.1/C")),
        ];
        let known = KnownPapers::of(&run);
        for (asked, found) in [
            (paper("doi:10.1/a", &[], None), Some("1704.08880")),
            (paper("x", &["openalex:W1"], None), Some("1704.08880")),
            (paper("1801.00001", &["doi:10.1/b"], None), Some("doi:10.1/b")),
            (paper("1801.00001", &["doi:10.1/a"], None), None),
            (paper("y", &["doi:10.1/c"], None), Some("S2")),
            (paper("doi:10.1/d", &[], None), None),
        ] {
            assert_eq!(known.find(&asked), found, "{}", asked.id);
        }
    }

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
