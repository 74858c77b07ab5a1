//! URLs of papers. This crate outputs only `https` URLs at arxiv.org and doi.org, and only when built from an
//! identifier that was checked character by character.

use thema_themes::Paper;

/// Prefix of the URL of an arXiv paper; the identifier follows.
pub const ARXIV: &str = "https://arxiv.org/abs/";

/// URL of a paper's page, from its identifier or otherwise from the URL that its source gives; `None` if
/// neither names an arXiv paper or a DOI.
#[must_use]
pub fn paper_url(paper: &Paper) -> Option<String> {
    if is_arxiv_id(&paper.id) {
        return Some(format!("{ARXIV}{}", paper.id));
    }
    if let Some(doi) = paper.id.strip_prefix("doi:") {
        return doi_url(doi);
    }
    let (_, rest) = paper.url.as_deref()?.split_once("://")?;
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    if let Some(id) = rest.strip_prefix("arxiv.org/abs/") {
        let id = id.rsplit_once('v').map_or(id, |(bare, version)| {
            if version.bytes().all(|byte| byte.is_ascii_digit()) { bare } else { id }
        });
        return is_arxiv_id(id).then(|| format!("{ARXIV}{id}"));
    }
    rest.strip_prefix("doi.org/").or_else(|| rest.strip_prefix("dx.doi.org/")).and_then(doi_url)
}

/// Whether `id` is a bare identifier of either arXiv scheme: `2605.28095`, `hep-th/9901001`. Since April 2007
/// a number has four digits after its month, since January 2015 five; anything else is another paper or none
/// (<https://info.arxiv.org/help/arxiv_identifier.html>).
fn is_arxiv_id(id: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((archive, number)) = id.split_once('/') {
        return (2..=16).contains(&archive.len())
            && archive.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
            && number.len() == 7
            && digits(number);
    }
    id.split_once('.').is_some_and(|(month, number)| {
        let is_month =
            month.len() == 4 && digits(month) && ("01"..="12").contains(&&month[2..]) && month >= "0704";
        is_month && number.len() == if month < "1501" { 4 } else { 5 } && digits(number)
    })
}

/// URL of a DOI whose characters need no escaping in a URL; `None` for any other.
fn doi_url(doi: &str) -> Option<String> {
    let (registrant, suffix) = doi.strip_prefix("10.")?.split_once('/')?;
    let plain = registrant.len() <= 16
        && !registrant.is_empty()
        && registrant.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && (1..=200).contains(&suffix.len())
        && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._/()".contains(&byte));
    plain.then(|| format!("https://doi.org/{doi}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PaperRef;

    fn url(id: &str, address: Option<&str>) -> Option<String> {
        paper_url(&Paper { id: id.into(), url: address.map(Into::into), ..Paper::default() })
    }

    #[test]
    fn checked_identifiers_become_addresses() {
        assert_eq!(url("2605.28095", None).unwrap(), "https://arxiv.org/abs/2605.28095");
        assert_eq!(url("1412.9999", None).unwrap(), "https://arxiv.org/abs/1412.9999");
        assert_eq!(
            url("1704.0888", Some("https://arxiv.org/abs/1704.08880")).unwrap(),
            "https://arxiv.org/abs/1704.08880"
        );
        assert_eq!(url("hep-th/9901001", None).unwrap(), "https://arxiv.org/abs/hep-th/9901001");
        assert_eq!(url("doi:10.1145/3700000.1", None).unwrap(), "https://doi.org/10.1145/3700000.1");
        assert_eq!(
            url("x", Some("http://arxiv.org/abs/2605.28095v2")).unwrap(),
            "https://arxiv.org/abs/2605.28095"
        );
        assert_eq!(url("x", Some("https://doi.org/10.1/a")).unwrap(), "https://doi.org/10.1/a");
    }

    #[test]
    fn nothing_else_becomes_an_address() {
        for (id, address) in [
            ("openalex:W1", None),
            ("x", Some("javascript:alert(1)")),
            ("x", Some("https://arxiv.org.evil.example/abs/2605.28095")),
            ("x", Some("https://arxiv.org/abs/../evil")),
            ("doi:10.1145/\"onclick", None),
            ("doi:10.1145", None),
            ("2605.28095\"", None),
            ("../2605.28095", None),
            ("1704.0888", None),
            ("1412.12345", None),
            ("2613.00001", None),
            ("0703.0001", None),
        ] {
            assert_eq!(url(id, address), None, "{id} {address:?}");
        }
    }

    #[test]
    fn papers_are_cited_by_the_identifier_of_their_address() {
        let paper = |id: &str, url: Option<&str>| PaperRef {
            id: id.into(),
            title: String::new(),
            url: url.map(str::to_owned),
            submitted: None,
            headline: None,
        };
        assert_eq!(paper("907.529", Some("https://arxiv.org/abs/0907.5290")).cited_as(), "0907.5290");
        assert_eq!(paper("doi:10.1/x", Some("https://doi.org/10.1/x")).cited_as(), "doi:10.1/x");
        assert_eq!(paper("x", None).cited_as(), "x");
    }
}
