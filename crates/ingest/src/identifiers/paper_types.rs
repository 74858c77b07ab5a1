//! Types of work, in the same words for every source.

/// The common word for a source's name of a type; `None` if the name says nothing about the type of work,
/// such as a record type.
pub(crate) fn paper_type(text: &str) -> Option<&'static str> {
    let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = letters.to_ascii_lowercase();
    TYPES.iter().find(|(_, names)| names.split(' ').any(|name| name == letters)).map(|&(word, _)| word)
}

/// The first type that is more specific than `article`, or else `article`; `None` if no type is known.
pub(crate) fn paper_type_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut plain = None;
    for word in texts.into_iter().filter_map(paper_type) {
        if word != ARTICLE {
            return Some(word.to_owned());
        }
        plain = Some(word.to_owned());
    }
    plain
}

const ARTICLE: &str = "article";

/// A work not yet reviewed.
pub(crate) const PREPRINT: &str = "preprint";

/// Words, and the names that Crossref, CSL, DataCite, OpenAlex, PubMed, RIS, BibTeX, EndNote, Scopus,
/// Semantic Scholar and the Web of Science use for them, reduced to letters and digits.
#[rustfmt::skip]
const TYPES: [(&str, &str); 17] = [
    ("review", "review reviewarticle systematicreview metaanalysis scopingreview"),
    ("conference paper", "proceedingsarticle paperconference conferencepaper inproceedings conference conf cpaper proceedingspaper congress conferenceproceedings conferenceproceeding conferenceabstract meetingabstract"),
    ("proceedings", "proceedings conferencereview proceedingsseries"),
    (PREPRINT, "postedcontent preprint unpublished unpb"),
    ("book chapter", "bookchapter chapter chap inbook incollection booksection referenceentry bookpart"),
    ("book", "book monograph editedbook referencebook edbook ebook mvbook collection booklet"),
    ("thesis", "dissertation thesis thes phdthesis mastersthesis"),
    ("report", "report rprt techreport technicalreport standard reportseries workingpaper"),
    ("data set", "dataset data"),
    ("software", "software computerprogram comp"),
    ("editorial", "editorial editorialmaterial"),
    ("letter", "letter letters"),
    ("comment", "comment note shortsurvey"),
    ("correction", "erratum correction publishederratum corrigendum retraction retractionofpublication"),
    ("peer review", "peerreview"),
    ("patent", "patent pat"),
    (ARTICLE, "article journalarticle articlejournal jour ejour mgzn journal articlemagazine datapaper clinicaltrial randomizedcontrolledtrial casereports comparativestudy multicenterstudy observationalstudy evaluationstudy articleinpress earlyaccess journalissue journalpaper"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_stands_for_the_names_of_all_sources() {
        for (word, names) in [
            ("article", vec!["journal-article", "JOUR", "Journal Article", "article-journal", "Article"]),
            (
                "conference paper",
                vec!["proceedings-article", "paper-conference", "inproceedings", "CONF", "Conference Paper"],
            ),
            ("preprint", vec!["posted-content", "Preprint"]),
            ("thesis", vec!["dissertation", "phdthesis", "THES"]),
            ("book chapter", vec!["book-chapter", "CHAP", "Book Section"]),
        ] {
            for name in names {
                assert_eq!(paper_type(name), Some(word), "{name}");
            }
        }
        assert_eq!(paper_type("Research Support, Non-U.S. Gov't"), None);
        assert_eq!(paper_type_of(["Journal Article", "Systematic Review"]).as_deref(), Some("review"));
        assert_eq!(paper_type_of(["Journal Article", "Research Support"]).as_deref(), Some("article"));
        assert_eq!(paper_type_of([]), None);
    }

    #[test]
    fn no_name_stands_for_two() {
        let mut names: Vec<&str> = TYPES.iter().flat_map(|(_, names)| names.split(' ')).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
