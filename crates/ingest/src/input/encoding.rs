//! Text in encodings other than UTF-8, recognised by its first bytes and decoded as it streams.

use std::io::{self, Read};

use chardetng::EncodingDetector;
use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Bytes decoded at once.
const CHUNK_BYTES: usize = 64 << 10;

/// Another encoding is inferred only from at least this many runs of invalid UTF-8; fewer are taken for
/// damaged characters.
const MIN_INVALID_RUNS: usize = 3;

/// The encoding of an input that begins with `head`; `None` for UTF-8, damaged UTF-8 and what is not text.
///
/// It is decided by the byte order mark, by the zeros between Latin letters in UTF-16, by an XML declaration
/// unless the bytes are UTF-8 after all, or else by character frequency. The last is a guess
/// (<https://github.com/hsivonen/chardetng>) and accepted only if everything decodes.
pub(crate) fn foreign_encoding(head: &[u8]) -> Option<&'static Encoding> {
    if let Some((encoding, _)) = Encoding::for_bom(head) {
        return (encoding != UTF_8).then_some(encoding);
    }
    if let Some(encoding) = utf16_without_mark(head) {
        return Some(encoding);
    }
    if head.contains(&0) {
        return None;
    }
    if let Some(encoding) = declared(head) {
        return Some(encoding);
    }
    let (mut valid_runs, mut invalid_runs) = (0, 0);
    // The last character may be cut.
    for chunk in head[..head.len().saturating_sub(3)].utf8_chunks() {
        let is_foreign = |character: char| !character.is_ascii();
        valid_runs += chunk.valid().matches(is_foreign).count();
        // Adjacent invalid bytes count as one run.
        invalid_runs += usize::from(!chunk.invalid().is_empty() && !chunk.valid().is_empty());
    }
    if invalid_runs < MIN_INVALID_RUNS || valid_runs > 4 * invalid_runs {
        return None;
    }
    let mut detector = EncodingDetector::new();
    detector.feed(head, false);
    let guess = detector.guess(None, false);
    // The cut may be inside a two-byte character.
    let ends = [head.len(), head.len().saturating_sub(1)];
    ends.iter()
        .any(|&end| {
            guess
                .decode_without_bom_handling_and_without_replacement(&head[..end])
                .as_deref()
                .is_some_and(is_text)
        })
        .then_some(guess)
}

/// The encoding that the XML declaration names, unless it is UTF-8, UTF-16 or ASCII or `head` contains
/// non-ASCII characters in valid UTF-8.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let declaration = head.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = declaration.windows(2).position(|bytes| bytes == b"?>")?;
    let declaration = str::from_utf8(&declaration[..end]).ok()?;
    let (_, named) = declaration.split_once("encoding")?;
    let name = named.trim_start().strip_prefix('=')?.trim().split(['"', '\'']).nth(1)?;
    let encoding = Encoding::for_label_no_replacement(name.as_bytes())?;
    let is_utf8 = str::from_utf8(&head[..head.len().saturating_sub(3)]).is_ok() && !head.is_ascii();
    let is_single =
        ![UTF_8, UTF_16LE, UTF_16BE].contains(&encoding) && !name.to_ascii_lowercase().ends_with("ascii");
    (is_single && !is_utf8).then_some(encoding)
}

/// Whether decoding gave text without control characters; bytes that are not text decode to control
/// characters.
fn is_text(text: &str) -> bool {
    text.chars().all(|character| !character.is_control() || character.is_whitespace())
}

/// UTF-16 without a byte order mark, recognised because nearly every second byte is zero, as in Latin text.
fn utf16_without_mark(head: &[u8]) -> Option<&'static Encoding> {
    let pairs = head.len() / 2;
    let zeros = |offset: usize| head.iter().skip(offset).step_by(2).filter(|&&byte| byte == 0).count();
    let is_latin =
        |zeros: usize, others: usize| pairs >= 8 && 10 * zeros >= 9 * pairs && 10 * others <= pairs;
    match (zeros(0), zeros(1)) {
        (first, second) if is_latin(second, first) => Some(UTF_16LE),
        (first, second) if is_latin(first, second) => Some(UTF_16BE),
        _ => None,
    }
}

/// Decodes another encoding to UTF-8 and drops a byte order mark. Invalid sequences become U+FFFD.
pub(crate) struct Decoding<R> {
    inner: R,
    decoder: Decoder,
    encoded: Vec<u8>,
    text: String,
    given: usize,
    is_at_end: bool,
}

impl<R: Read> Decoding<R> {
    /// Decodes `inner` from `encoding`.
    pub(crate) fn new(inner: R, encoding: &'static Encoding) -> Self {
        let decoder = encoding.new_decoder_with_bom_removal();
        Self { inner, decoder, encoded: Vec::new(), text: String::new(), given: 0, is_at_end: false }
    }
}

impl<R: Read> Read for Decoding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.is_at_end {
            self.encoded.resize(CHUNK_BYTES, 0);
            let length = self.inner.read(&mut self.encoded)?;
            self.is_at_end = length == 0;
            let most = self.decoder.max_utf8_buffer_length(length).unwrap_or(4 * CHUNK_BYTES);
            (self.text, self.given) = (String::with_capacity(most), 0);
            let _ = self.decoder.decode_to_string(&self.encoded[..length], &mut self.text, self.is_at_end);
        }
        let left = &self.text.as_bytes()[self.given..];
        let length = left.len().min(buffer.len());
        buffer[..length].copy_from_slice(&left[..length]);
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{GB18030, ISO_8859_2, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};

    use super::*;

    fn decoded(bytes: &[u8]) -> Option<String> {
        let mut text = String::new();
        Decoding::new(bytes, foreign_encoding(bytes)?).read_to_string(&mut text).unwrap();
        Some(text)
    }

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn what_is_not_utf8_is_decoded() {
        let french =
            "Titre;Résumé\nÉtude des réseaux;Les réseaux où l'été dure, à côté de la forêt\n".repeat(40);
        let chinese = "标题,摘要\n排队论研究,我们研究排队系统的等待时间和服务率之间的关系\n".repeat(40);
        let japanese = "タイトル,要約\n待ち行列の研究,この論文では待ち行列について述べる\n".repeat(40);
        for (encoding, text) in [(WINDOWS_1252, &french), (GB18030, &chinese), (SHIFT_JIS, &japanese)] {
            let (bytes, _, _) = encoding.encode(text);
            assert_eq!(decoded(&bytes).as_deref(), Some(text.as_str()), "{}", encoding.name());
        }
        for bytes in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            assert_eq!(decoded(&utf16(&french, bytes)).as_deref(), Some(french.as_str()));
            let marked = utf16(&format!("\u{feff}{chinese}"), bytes);
            assert_eq!(decoded(&marked).as_deref(), Some(chinese.as_str()));
        }
    }

    #[test]
    fn xml_is_decoded_as_it_declares() {
        let xml =
            |name: &str, text: &str| format!("<?xml version=\"1.0\" encoding='{name}'?>\n<a>{text}</a>");
        for (name, encoding) in [("ISO-8859-2", ISO_8859_2), ("windows-1251", WINDOWS_1251)] {
            let text = xml(name, if encoding == ISO_8859_2 { "Łoś i żółw" } else { "Очереди" });
            assert_eq!(decoded(&encoding.encode(&text).0).as_deref(), Some(text.as_str()));
        }
        // Few Latin-1 letters, all after the first bytes; a false declaration; unknown names.
        let short = xml("ISO-8859-1", "±1");
        assert_eq!(decoded(&WINDOWS_1252.encode(&short).0).as_deref(), Some(short.as_str()));
        assert_eq!(foreign_encoding(xml("latin1", "x").as_bytes()), Some(WINDOWS_1252));
        assert_eq!(foreign_encoding(xml("ISO-8859-1", "Łoś i żółw i świt").as_bytes()), None);
        assert_eq!(foreign_encoding(xml("US-ASCII", "x").as_bytes()), None);
        assert_eq!(foreign_encoding(xml("UTF-16", "x").as_bytes()), None);
        assert_eq!(foreign_encoding(xml("klingon", "x").as_bytes()), None);
    }

    #[test]
    fn utf8_damage_and_binary_files_are_left_alone() {
        let mut damaged = "Étude des réseaux où l'été dure\n".repeat(9).into_bytes();
        damaged[40] = 0xff;
        let mut one = b"title,abstract\nOn Queues,They wait.\n".to_vec();
        one[20..22].copy_from_slice(b"\xff\xfe");
        for bytes in [
            &b"title,abstract\n"[..],
            "\u{feff}Étude".as_bytes(),
            &damaged,
            &one,
            b"PAR1\x00\xff\xfe\x00\xe9",
        ] {
            assert_eq!(foreign_encoding(bytes), None);
        }
        assert_eq!(foreign_encoding(b""), None);
    }
}
