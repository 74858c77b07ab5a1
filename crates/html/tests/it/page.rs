//! The page as a reader's browser gets it.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use thema_html::{HtmlError, PAGE_LIMIT, render_run};
use thema_report::{AppliedEdits, VectorsFile};
use thema_themes::DatePrecision;

use crate::synthetic::synthetic;

#[test]
fn foreign_text_is_shown_and_never_markup() {
    let page = render_run(&synthetic(150)).unwrap();
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "the title is shown");
    assert!(!page.contains("<script>alert"), "and is no element");
    assert!(!page.contains("<b>kept</b>"));
    assert_eq!(page.matches("<script").count(), 2, "the data and the page's own script");
    assert_eq!(page.matches("</script").count(), 2);
}

#[test]
fn nothing_is_loaded_and_links_lead_to_known_places() {
    let page = render_run(&synthetic(150)).unwrap();
    for attribute in [" src=", " style=", "@import", "url(", " onclick", " onload"] {
        assert!(!page.contains(attribute), "{attribute}");
    }
    let links = page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let known = ["#", "https://arxiv.org/abs/", "https://doi.org/", "data:image/svg+xml,"];
    for link in links {
        assert!(known.iter().any(|start| link.starts_with(start)), "{link}");
    }
    assert!(page.contains("default-src &#39;none&#39;") || page.contains("default-src 'none'"));
}

#[test]
fn every_anchor_is_there() {
    let page = render_run(&synthetic(400)).unwrap();
    for link in page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
    }
}

#[test]
fn equal_input_gives_equal_bytes() {
    assert_eq!(render_run(&synthetic(300)).unwrap(), render_run(&synthetic(300)).unwrap());
}

#[test]
fn no_page_is_too_large() {
    let mut corpus = synthetic(30_000);
    let mut state = 1_u64;
    for paper in &mut corpus.papers {
        paper.title = (0..300)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                char::from_u32(0x4e00 + (state >> 40) as u32 % 20_000).unwrap()
            })
            .collect();
    }
    let long = "A name without end ".repeat(2_000);
    let mut themes: Vec<_> = corpus.report.themes.iter().cycle().take(400).cloned().collect();
    for (at, theme) in themes.iter_mut().enumerate() {
        (theme.id, theme.name, theme.description) = (format!("t-{at}"), long.clone(), Some(long.clone()));
        theme.terms.iter_mut().for_each(|term| term.text.clone_from(&long));
        theme.representatives.iter_mut().for_each(|paper| paper.title.clone_from(&long));
    }
    corpus.report.themes = themes;
    corpus.report.similarity = None;
    let page = render_run(&corpus).unwrap();
    assert!(page.len() < PAGE_LIMIT, "{}", page.len());
}

/// What the page's script reads.
fn data(page: &str) -> serde_json::Value {
    let (_, data) = page.split_once(r#"<script id="thema-data" type="text/plain">"#).unwrap();
    let packed = STANDARD.decode(data.split('<').next().unwrap()).unwrap();
    let mut text = String::new();
    ZlibDecoder::new(&*packed).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_date_is_shown_as_far_as_it_is_known() {
    let mut corpus = synthetic(10);
    corpus.papers[1].precision = DatePrecision::Year;
    corpus.papers[2].submitted = None;
    corpus.report.corpus.first_submitted = Some("2023".into());
    corpus.report.corpus.last_submitted = Some("2023".into());
    let page = render_run(&corpus).unwrap();
    let dates: Vec<_> = data(&page)["date"].as_array().unwrap().iter().take(3).cloned().collect();
    assert_eq!(dates[0].as_str().map(str::len), Some(10), "{dates:?}");
    assert_eq!(dates[1].as_str().map(str::len), Some(4), "{dates:?}");
    assert!(dates[2].is_null(), "{dates:?}");
    assert!(page.contains("Dated 2023"));
}

#[test]
fn what_the_report_was_made_from_is_told() {
    let mut corpus = synthetic(150);
    let plain = render_run(&corpus).unwrap();
    assert!(plain.contains("The same inputs, configuration and version give the same report"));
    assert!(plain.contains("Papers that share words lie close together"));
    let vectors = VectorsFile { name: "own.npy".into(), rows: 150, dimensions: 384, blake3: "ab".repeat(32) };
    corpus.manifest.vectors = Some(vectors);
    corpus.manifest.edits =
        Some(AppliedEdits { blake3: "cd".repeat(32), misfits: vec!["line 1".to_owned()] });
    corpus.report.corpus.added = 12;
    let page = render_run(&corpus).unwrap();
    for said in [
        "The same inputs, vectors, updates in the same order, edits, configuration and version give",
        "Papers with similar vectors lie close together",
        "own.npy, 150 vectors of 384 numbers, BLAKE3 <code>abababababababab</code>",
        "12 papers added",
        "BLAKE3 <code>cdcdcdcdcdcdcdcd</code>, 1 edit without effect",
    ] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn a_corpus_without_papers_has_a_page() {
    let mut corpus = synthetic(10);
    corpus.papers.clear();
    corpus.positions = None;
    corpus.theme_of.clear();
    corpus.report.themes.clear();
    corpus.report.similarity = None;
    assert!(render_run(&corpus).unwrap().contains("</html>"));
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let mut corpus = synthetic(10);
    corpus.positions.as_mut().unwrap().pop();
    assert!(matches!(render_run(&corpus), Err(HtmlError::LengthMismatch { .. })));
    let mut corpus = synthetic(10);
    corpus.theme_of[0] = 99;
    assert!(matches!(render_run(&corpus), Err(HtmlError::UnknownTheme { theme: 99, .. })));
}
