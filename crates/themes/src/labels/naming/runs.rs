//! Runs of words that may be phrases.

use super::texts::{Kind, Text, Token, Written};
use super::words::Before;

/// Maximum number of words in a phrase.
const MOST_WORDS: usize = 4;

/// A run of words in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Key of its stems.
    pub(super) key: u128,
    /// Position of its first word.
    pub(super) start: usize,
    /// Position after its last word.
    pub(super) end: usize,
    /// Number of words, not counting links.
    pub(super) words: usize,
}

/// Calls `emit` with the runs of one to four words in `text` that no punctuation or function word interrupts:
/// content words, with at most one link among them ("quality of service"), and after two content words
/// possibly a noun of research as the last word ("finite element method"). A run does not extend over a word
/// that is not `usable`, nor over two words, with the link between them, that `goes_on` rejects.
pub(super) fn for_each_run(
    text: &Text,
    words: &[Written],
    usable: impl Fn(u32) -> bool,
    goes_on: impl Fn(u128) -> bool,
    mut emit: impl FnMut(Run),
) {
    let tokens = &text.tokens;
    for start in 0..tokens.len() {
        let first = tokens[start].word;
        let written = &words[first as usize];
        if written.kind != Kind::Content || !usable(first) {
            continue;
        }
        let mut stems = written.stems;
        emit(Run { key: stems.key, start, end: start + 1, words: 1 });
        let (mut content, mut linked, mut since) = (1, false, stems);
        for end in start + 1..tokens.len().min(start + MOST_WORDS) {
            let token = tokens[end];
            let written = &words[token.word as usize];
            let fits = match written.kind {
                Kind::Content => usable(token.word),
                Kind::Tail => {
                    content >= 2
                        && usable(token.word)
                        && words[tokens[end - 1].word as usize].kind == Kind::Content
                }
                Kind::Link => !linked,
                Kind::Stop | Kind::Other => false,
            };
            let longer = stems.with(written.stems);
            let pair = since.with(written.stems);
            let (Some(longer), Some(pair), true, Before::Blank) = (longer, pair, fits, token.before) else {
                break;
            };
            stems = longer;
            if written.kind == Kind::Link {
                (linked, since) = (true, pair);
                continue;
            }
            if !goes_on(pair.key) {
                break;
            }
            content += 1;
            since = written.stems;
            emit(Run { key: stems.key, start, end: end + 1, words: content });
            if written.kind == Kind::Tail {
                break;
            }
        }
    }
}

/// The word after a run, if only a space separates them.
pub(super) fn following(tokens: &[Token], run: &Run) -> Option<u32> {
    tokens.get(run.end).filter(|token| token.before == Before::Blank).map(|token| token.word)
}

/// The word before a run, if only a space separates them.
pub(super) fn preceding(tokens: &[Token], run: &Run) -> Option<u32> {
    (run.start > 0 && tokens[run.start].before == Before::Blank).then(|| tokens[run.start - 1].word)
}
