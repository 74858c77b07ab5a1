//! Normalises references to cited papers.

use super::doi::{arxiv_id_of_doi, normalise_doi};
use crate::ArxivId;
use crate::text::whitespace::collapse_nonempty;

/// The key that a cited paper would have: its arXiv identifier without version, `openalex:` and its number,
/// or `doi:` and its DOI. Any other identifier is returned unchanged. `None` for an empty text, and for a
/// text with spaces, which is a reference in prose.
pub(crate) fn cited(text: &str) -> Option<String> {
    let text = collapse_nonempty(text)?;
    if let Some(number) = text.strip_prefix("https://openalex.org/") {
        return Some(format!("openalex:{number}"));
    }
    if let Some(id) = arxiv_id_of_doi(&text) {
        return Some(id.as_str().to_owned());
    }
    if let Some(doi) = normalise_doi(&text) {
        return Some(format!("doi:{doi}"));
    }
    if let Ok((id, _)) = ArxivId::parse_versioned(&text) {
        return Some(id.as_str().to_owned());
    }
    (!text.contains(' ')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_the_key_of_the_paper() {
        for (text, key) in [
            ("https://openalex.org/W2741809807", Some("openalex:W2741809807")),
            ("https://doi.org/10.1000/XYZ", Some("doi:10.1000/xyz")),
            ("10.48550/arXiv.2401.00001", Some("2401.00001")),
            ("arXiv:2401.00001v2", Some("2401.00001")),
            (" pmid:31452104 ", Some("pmid:31452104")),
            ("Smith, J. (2001). On queues.", None),
            ("", None),
        ] {
            assert_eq!(cited(text).as_deref(), key, "{text}");
        }
    }
}
