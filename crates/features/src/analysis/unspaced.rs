//! Scripts written without spaces between words: Chinese, Japanese, Thai, Lao, Khmer and Burmese.

use std::borrow::Cow;
use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

/// Splits by the dictionaries of ICU.
static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// Words of one Chinese character that are no part of longer ones.
static CHINESE_STOP_WORDS: LazyLock<Vec<char>> = LazyLock::new(|| {
    let words = ["zh", "ja"].into_iter().filter_map(stop_words::lookup).flatten();
    let mut characters: Vec<char> = words.filter_map(|word| only(word)).collect();
    characters.sort_unstable();
    characters
});

/// Whether words have no spaces between them in the script of a letter.
#[must_use]
pub fn is_unspaced(character: char) -> bool {
    is_chinese(character)
        || matches!(
            character,
            // Thai and Lao; Burmese; Khmer; Hiragana and Katakana.
            '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        )
}

fn is_chinese(character: char) -> bool {
    matches!(
        character,
        '々' | '〇' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'
    )
}

/// A text with spaces between its words. Only scripts without spaces are changed.
///
/// Words are those of ICU's dictionaries. Chinese characters in a row that are in none of its words become one
/// word, unless they are stop words: new terms, such as that for "convolution", are not in the dictionary.
#[must_use]
pub fn spaced(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.chars().any(is_unspaced) {
        return Cow::Borrowed(text);
    }
    let mut spaced = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest.find(|character| is_unspaced(character) != unspaced).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        if unspaced {
            push_words(&mut spaced, run);
        } else {
            if run.starts_with(char::is_alphanumeric) && !spaced.is_empty() {
                spaced.push(' ');
            }
            spaced.push_str(run);
        }
        rest = after;
    }
    Cow::Owned(spaced)
}

/// Appends the words of `run` with spaces between them, and before them after a letter.
fn push_words(spaced: &mut String, run: &str) {
    let mut start = 0;
    let mut after_rare = false;
    for end in SEGMENTER.segment_str(run).skip(1) {
        let word = &run[start..end];
        let rare = only(word).is_some_and(|character| {
            is_chinese(character) && CHINESE_STOP_WORDS.binary_search(&character).is_err()
        });
        if spaced.ends_with(is_letter) && !(rare && after_rare) {
            spaced.push(' ');
        }
        spaced.push_str(word);
        (start, after_rare) = (end, rare);
    }
}

fn is_letter(character: char) -> bool {
    character.is_alphanumeric() || is_unspaced(character)
}

/// The character that a word consists of.
fn only(word: &str) -> Option<char> {
    let mut characters = word.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// The reverse of [`spaced`]: a text without spaces between letters of scripts that use none.
#[must_use]
pub fn unspaced(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.chars().any(is_unspaced) {
        return Cow::Borrowed(text);
    }
    let mut joined = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let between = joined.ends_with(is_unspaced) && characters.peek().copied().is_some_and(is_unspaced);
        if character != ' ' || !between {
            joined.push(character);
        }
    }
    Cow::Owned(joined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Analyzer, Language};

    #[track_caller]
    fn check(text: &str, words: &str) {
        assert_eq!(spaced(text), words);
        assert_eq!(unspaced(words), text.replace("  ", " "));
    }

    #[test]
    fn words_are_told_without_spaces() {
        check("我们研究机器学习系统", "我们 研究 机器 学习 系统");
        check("ニューラルネットワークの性能", "ニューラルネットワーク の 性能");
        check("การเรียนรู้ของเครื่อง", "การ เรียน รู้ ของ เครื่อง");
    }

    #[test]
    fn what_the_dictionary_does_not_know_stays_whole() {
        check("卷积神经网络", "卷积 神经 网络");
        check("线的图", "线 的 图");
    }

    #[test]
    fn analysis_finds_the_words() {
        let stems = |language, text: &str| Analyzer::builder(language).build().stems(text);
        assert_eq!(stems(Language::Chinese, "我们训练卷积神经网络。"), ["训练", "卷积", "神经", "网络"]);
        assert_eq!(stems(Language::Japanese, "画像の認識、及び分類"), ["画像", "認識", "分類"]);
    }

    #[test]
    fn other_scripts_stay_as_they_are() {
        assert!(matches!(spaced("plain text"), Cow::Borrowed(_)));
        assert!(matches!(spaced("größer, état, 한국어 논문"), Cow::Borrowed(_)));
        assert_eq!(spaced("基于BERT的模型，v2"), "基于 BERT 的 模型，v2");
        assert_eq!(unspaced("machine learning 基于 模型"), "machine learning 基于模型");
    }
}
