//! What one source says about one paper, before reconciliation.

use rustc_hash::FxHashSet;

use crate::identifiers::doi::{arxiv_id_of_doi, dois};
use crate::text::dates::{Clue, read_date};
use crate::text::whitespace::collapse_nonempty;
use crate::{ArxivId, DateOrder, Timestamp};

/// One source's account of one paper, as parsed.
///
/// Text fields keep the source's characters, with white space collapsed; abstracts have a line feed between
/// paragraphs. Nothing is stemmed, stripped of LaTeX or otherwise analysed here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// arXiv identifier without version, if the source gives one.
    pub arxiv_id: Option<ArxivId>,
    /// The arXiv identifier as the source spells it, if that differs from [`arxiv_id`](Self::arxiv_id)
    /// (`1802.0820899999999`). Other tables from the same source use this spelling.
    pub given_id: Option<String>,
    /// Version of the arXiv paper that this record describes, from 1.
    pub version: Option<u16>,
    /// Digital object identifier, lower case, without a resolver's URL.
    pub doi: Option<String>,
    /// Any other identifier, prefixed by its authority: `openalex:W2741809807`, `pmid:31452104`.
    pub external_id: Option<String>,
    /// Further identifiers, each prefixed by its authority: `doi:10.1000/xyz`, `pmid:31452104`.
    pub identifiers: Vec<String>,
    /// Title. Empty only in records that add to others: an abstract for the paper named by
    /// [`external_id`](Self::external_id), or an identifier that replaced it.
    pub title: String,
    /// Abstract; empty if the source has none.
    pub abstract_text: String,
    /// Author names in the source's order.
    pub authors: Vec<String>,
    /// Category codes such as `cs.DC`, the primary one first.
    pub categories: Vec<String>,
    /// When the first version was submitted.
    pub published: Option<Timestamp>,
    /// The source's text for [`published`](Self::published), if it could mean a different date: a two-digit
    /// year, a day that could be a month, or digits that form no date.
    pub given_date: Option<String>,
    /// The order of day and month that the source's date proves. It decides how to read other dates of the
    /// same input.
    pub date_order: Option<DateOrder>,
    /// When the version described here was submitted.
    pub updated: Option<Timestamp>,
    /// When a listing or news page announced the paper; not a date of the paper itself.
    pub announced: Option<Timestamp>,
    /// The authors' comment.
    pub comment: Option<String>,
    /// Journal reference.
    pub journal_reference: Option<String>,
    /// Journal, conference or collection in which the work appeared, without volume and pages.
    pub venue: Option<String>,
    /// Type of work, in words common to all sources: `article`, `preprint`, `conference paper`, `thesis`.
    pub kind: Option<String>,
    /// Language of the work as a two-letter code (ISO 639-1).
    pub language: Option<String>,
    /// Keywords and subject headings, as the source writes them.
    pub keywords: Vec<String>,
    /// What the paper cites: the cited papers' keys (`2401.00001`, `doi:10.1000/xyz`) or other identifiers.
    pub references: Vec<String>,
    /// Countries of the authors' institutions as the source writes them: two-letter codes or names.
    pub countries: Vec<String>,
    /// Funders of the work.
    pub funders: Vec<String>,
    /// A news page's headline for the paper.
    pub headline: Option<String>,
    /// A news page's second line for the paper.
    pub subheadline: Option<String>,
    /// Whether the source marks the paper as withdrawn or deleted.
    pub withdrawn: bool,
}

impl Record {
    /// Takes the DOIs in `texts`. The first is the paper's; a DOI issued by arXiv gives the arXiv identifier;
    /// the rest become further identifiers.
    pub(crate) fn set_dois<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) {
        let mut further = Vec::new();
        for doi in texts.into_iter().flat_map(dois) {
            match (arxiv_id_of_doi(&doi), &self.doi) {
                (Some(id), _) => self.arxiv_id = self.arxiv_id.take().or(Some(id)),
                (None, None) => self.doi = Some(doi),
                (None, Some(first)) if *first == doi => {}
                (None, Some(_)) => further.push(format!("doi:{doi}")),
            }
        }
        self.identify(further);
    }

    /// Adds further identifiers.
    pub(crate) fn identify(&mut self, identifiers: impl IntoIterator<Item = String>) {
        let mut known: FxHashSet<String> =
            self.identifiers.iter().chain(&self.external_id).cloned().collect();
        let fresh = identifiers.into_iter().filter(|identifier| known.insert(identifier.clone()));
        self.identifiers.extend(fresh);
    }

    /// Takes the first unambiguous date in `texts`, or else the first date. The first ambiguous text before
    /// it is kept in [`given_date`](Self::given_date).
    pub(crate) fn set_published<T: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = T>) {
        for text in texts {
            let reading = read_date(text.as_ref());
            if let Clue::Proves(order) = reading.clue {
                self.date_order = self.date_order.or(Some(order));
            }
            if reading.is_doubtful && self.given_date.is_none() {
                self.given_date = collapse_nonempty(text.as_ref());
            }
            if reading.date.is_some() && !reading.is_doubtful {
                self.published = reading.date;
                return;
            }
            self.published = self.published.or(reading.date);
        }
    }

    /// The same record with the journal reference as its venue; for sources whose journal reference is only
    /// the journal's name.
    pub(crate) fn in_its_journal(self) -> Self {
        Self { venue: self.journal_reference.clone(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_doi_is_the_papers_and_the_others_are_kept() {
        let mut record = Record::default();
        record.set_dois(["10.1000/A", "10.48550/arXiv.2401.00001 10.1000/b;10.1000/a", "10.1000/b", "no"]);
        assert_eq!(record.doi.as_deref(), Some("10.1000/a"));
        assert_eq!(record.arxiv_id, "2401.00001".parse().ok());
        assert_eq!(record.identifiers, ["doi:10.1000/b"]);
    }

    #[test]
    fn a_field_of_many_dois_takes_no_quadratic_time() {
        let dois: Vec<String> = (0..200_000).map(|number| format!("10.1000/{number}")).collect();
        let mut record = Record::default();
        let began = std::time::Instant::now();
        record.set_dois([dois.join(" ").as_str()]);
        assert_eq!(record.identifiers.len(), dois.len() - 1);
        assert!(began.elapsed() < std::time::Duration::from_secs(20));
    }

    #[test]
    fn a_certain_date_goes_before_a_doubtful_one_which_is_told() {
        let dated = |texts: &[&str]| {
            let mut record = Record::default();
            record.set_published(texts);
            (record.published.map(|date| date.to_string()), record.given_date)
        };
        let said = |date: &str, given: &str| {
            let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            (some(date), some(given))
        };
        assert_eq!(dated(&["", "2020-03", "98"]), said("2020-03", ""));
        assert_eq!(dated(&["98"]), said("1998", "98"));
        assert_eq!(dated(&["05/03/2013", "2013"]), said("2013", "05/03/2013"));
        assert_eq!(dated(&["99", "1998-03"]), said("1998-03", "99"));
        assert_eq!(dated(&["2021-02-30"]), said("", "2021-02-30"));
        assert_eq!(dated(&["in press"]), said("", ""));
    }
}
