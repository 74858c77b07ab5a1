//! Names of languages.

/// The two-letter code (ISO 639-1) of a language, given by a two- or three-letter code, by its name in
/// English or in one of the other languages most often used in tables, or by its biblatex name (`ngerman`).
pub(crate) fn language_code(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let name = text.split(['-', '_', ';', ',']).next()?.trim();
    let language = LANGUAGES.iter().find(|(codes, english)| {
        english.eq_ignore_ascii_case(name) || codes.split(' ').any(|code| code.eq_ignore_ascii_case(name))
    });
    match language {
        Some((codes, _)) => codes.split(' ').next(),
        None => code_of_other_name(&name.to_lowercase()),
    }
}

/// The code of a language from its lower-case name in a language other than English.
fn code_of_other_name(name: &str) -> Option<&'static str> {
    OTHER_NAMES.iter().find(|(_, names)| names.split(' ').any(|other| other == name)).map(|&(code, _)| code)
}

/// The English name of a language from its two-letter code.
#[must_use]
pub fn language_name(code: &str) -> Option<&'static str> {
    LANGUAGES.iter().find(|(codes, _)| codes.split(' ').next() == Some(code)).map(|&(_, name)| name)
}

/// Codes of ISO 639-1, 639-2 and 639-3, and the English name, for the languages that papers are written in.
#[rustfmt::skip]
const LANGUAGES: [(&str, &str); 58] = [
    ("en eng", "English"), ("zh chi zho", "Chinese"), ("es spa", "Spanish"), ("de ger deu", "German"),
    ("fr fre fra", "French"), ("ja jpn", "Japanese"), ("ru rus", "Russian"), ("pt por", "Portuguese"),
    ("it ita", "Italian"), ("ko kor", "Korean"), ("pl pol", "Polish"), ("tr tur", "Turkish"),
    ("nl dut nld", "Dutch"), ("cs cze ces", "Czech"), ("sv swe", "Swedish"), ("da dan", "Danish"),
    ("no nor", "Norwegian"), ("nb nob", "Norwegian Bokmål"), ("nn nno", "Norwegian Nynorsk"), ("fi fin", "Finnish"),
    ("hu hun", "Hungarian"), ("ro rum ron", "Romanian"), ("uk ukr", "Ukrainian"), ("el gre ell", "Greek"),
    ("he heb", "Hebrew"), ("ar ara", "Arabic"), ("fa per fas", "Persian"), ("hi hin", "Hindi"),
    ("id ind", "Indonesian"), ("ms may msa", "Malay"), ("th tha", "Thai"), ("vi vie", "Vietnamese"),
    ("bg bul", "Bulgarian"), ("hr hrv scr", "Croatian"), ("sr srp scc", "Serbian"), ("bs bos", "Bosnian"),
    ("sk slo slk", "Slovak"), ("sl slv", "Slovenian"), ("lt lit", "Lithuanian"), ("lv lav", "Latvian"),
    ("et est", "Estonian"), ("is ice isl", "Icelandic"), ("ca cat", "Catalan"), ("gl glg", "Galician"),
    ("eu baq eus", "Basque"), ("af afr", "Afrikaans"), ("sq alb sqi", "Albanian"), ("mk mac mkd", "Macedonian"),
    ("ka geo kat", "Georgian"), ("hy arm hye", "Armenian"), ("az aze", "Azerbaijani"), ("kk kaz", "Kazakh"),
    ("uz uzb", "Uzbek"), ("ur urd", "Urdu"), ("bn ben", "Bengali"), ("la lat", "Latin"),
    ("cy wel cym", "Welsh"), ("eo epo", "Esperanto"),
];

/// Names in German, French, Spanish, Portuguese, Italian and Chinese, and biblatex's names for variants of a
/// language.
const OTHER_NAMES: [(&str, &str); 8] = [
    (
        "en",
        "englisch anglais inglés inglês ingles inglese 英语 英文 american british usenglish ukenglish canadian australian",
    ),
    (
        "de",
        "deutsch allemand alemán aleman alemão alemao tedesco 德语 德文 ngerman austrian naustrian nswissgerman",
    ),
    (
        "fr",
        "französisch franzoesisch français francais francés frances francês francese 法语 法文 canadien acadian",
    ),
    ("es", "spanisch espagnol español espanol castellano espanhol spagnolo 西班牙语 mexican"),
    (
        "pt",
        "portugiesisch portugais portugués português portugues portoghese 葡萄牙语 brazilian brazil portuges",
    ),
    ("it", "italienisch italien italiano 意大利语"),
    ("zh", "chinesisch chinois chino chinês cinese 中文 汉语 简体中文"),
    ("ru", "russisch russe ruso russo 俄语 俄文"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_go_by_codes_and_names() {
        for text in ["en", "ENG", "English", "en-US", "en_GB", "eng; fre"] {
            assert_eq!(language_code(text), Some("en"), "{text}");
        }
        for (text, code) in
            [("Español", "es"), ("ngerman", "de"), ("Français", "fr"), ("中文", "zh"), ("português", "pt")]
        {
            assert_eq!(language_code(text), Some(code), "{text}");
        }
        assert_eq!(language_code("ger"), Some("de"));
        assert_eq!(language_code("zho"), Some("zh"));
        assert_eq!(language_code("und"), None);
        assert_eq!(language_code(""), None);
        assert_eq!(language_name("de"), Some("German"));
        assert_eq!(language_name("deu"), None);
    }

    #[test]
    fn no_code_and_no_name_comes_twice() {
        let all = LANGUAGES.iter().flat_map(|(codes, name)| codes.split(' ').chain([*name]));
        let mut all: Vec<&str> = all.collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
