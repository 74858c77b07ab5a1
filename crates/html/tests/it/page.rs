//! The page as a reader's browser gets it.

use thema_html::{HtmlError, PAGE_LIMIT, render_run};

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
