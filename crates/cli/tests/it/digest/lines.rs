//! What a line of a digest says, and whether that was counted.

/// Numbers from one that the digest spells.
const WORDS: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// A number as the digest writes it in a sentence.
pub(super) fn in_words(number: usize) -> String {
    let word = number.checked_sub(1).and_then(|at| WORDS.get(at));
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A line states the direction, both shares as counted, their difference, and an interval that excludes 0.
pub(super) fn assert_line(name: &str, verdict: &str, said: &str, before: f64, recent: f64) {
    let rises = verdict == "rising";
    assert!(said.starts_with(if rises { "rose from " } else { "fell from " }), "{name}: {said}");
    assert_eq!(recent > before, rises, "{name}: {before} to {recent}, {said}");
    let numbers: Vec<f64> = said
        .replace('\u{2212}', "-")
        .split([' ', '(', ')', ',', ';'])
        .filter_map(|word| word.parse().ok())
        .collect();
    let [from, to, points, _, low, high, ..] = numbers[..] else { panic!("{name}: {said}") };
    let near = |said: f64, counted: f64| (said - 100.0 * counted).abs() <= 0.050_001;
    assert!(near(from, before) && near(to, recent), "{name}: {said}, counted {before} and {recent}");
    assert!((points - (to - from)).abs() < 1e-6, "{name}: who subtracts finds another number: {said}");
    assert!((from < to) == rises && from.to_bits() != to.to_bits(), "{name}: {said}");
    assert!(low <= points && points <= high && low * high > 0.0, "{name}: {said}");
}

pub(super) fn assert_share(said: f64, papers: usize, all: usize, line: &str) {
    let counted = 100.0 * papers as f64 / all as f64;
    assert!((said - counted).abs() <= 0.050_001, "{said} % said, {counted} counted: {line}");
}

/// The last number in a text.
pub(super) fn last_number(text: &str) -> f64 {
    text.rsplit([' ', '(', '\n']).next().unwrap().parse().unwrap()
}

/// The number in "1.2 % from" or "compared with 1.2 %"; 0 for "none".
pub(super) fn share_at_start(text: &str) -> f64 {
    let number = text.trim_start_matches("compared with ").split(' ').next().unwrap();
    if number == "none" { 0.0 } else { number.parse().unwrap() }
}

/// The number that begins the last sentence of a text, in figures or as a word.
pub(super) fn count_at_end(text: &str) -> usize {
    let sentence = text.rsplit('\n').next().unwrap().rsplit(". ").next().unwrap();
    let number = sentence.split(' ').next().unwrap().replace(',', "").to_lowercase();
    let in_words = || WORDS.iter().position(|word| *word == number).map(|at| at + 1);
    number.parse().ok().or_else(in_words).unwrap_or_else(|| panic!("no count: {sentence}"))
}

pub(super) fn escaped(name: &str) -> String {
    name.replace('*', "\\*").replace('_', "\\_")
}
