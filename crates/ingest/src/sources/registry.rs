//! The table of formats.

use super::arxiv_api_text::ArxivApiText;
use super::arxiv_atom::ArxivAtom;
use super::arxiv_feed::ArxivFeed;
use super::arxiv_listing_html::ArxivListingHtml;
use super::arxiv_listing_text::ArxivListingText;
use super::inference_report::InferenceReport;
use super::kaggle_jsonl::KaggleJsonl;
use super::oai_pmh::OaiPmh;
use super::pith_listing::PithListing;
use crate::{Format, Source};

/// The reader of a format.
#[must_use]
pub fn source(format: Format) -> &'static dyn Source {
    match format {
        Format::ArxivApiText => &ArxivApiText,
        Format::ArxivAtom => &ArxivAtom,
        Format::ArxivFeed => &ArxivFeed,
        Format::ArxivListingHtml => &ArxivListingHtml,
        Format::ArxivListingText => &ArxivListingText,
        Format::InferenceReport => &InferenceReport,
        Format::KaggleJsonl => &KaggleJsonl,
        Format::OaiPmh => &OaiPmh,
        Format::PithListing => &PithListing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_finds_its_own_reader_and_its_own_name() {
        for format in Format::ALL {
            assert_eq!(source(format).format(), format);
            assert_eq!(format.name().parse(), Ok(format));
        }
    }
}
