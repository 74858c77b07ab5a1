//! The full stop that services append to titles.

/// `title` without the full stop that PubMed and DBLP append; an ellipsis stays.
pub(crate) fn without_full_stop(title: &str) -> &str {
    title.strip_suffix('.').filter(|bare| !bare.ends_with('.')).unwrap_or(title)
}

#[cfg(test)]
mod tests {
    use super::without_full_stop;

    #[test]
    fn one_full_stop_goes() {
        assert_eq!(without_full_stop("On Queues."), "On Queues");
        for title in ["On Queues", "On Queues?", "On Queues...", ""] {
            assert_eq!(without_full_stop(title), title);
        }
    }
}
