//! What every format promises, whatever it is given.

use proptest::prelude::*;
use thema_ingest::{Format, Position, Record, Sink, SourceError, sniff, source};

/// Counts what a format delivers and checks what every record and reject must hold.
#[derive(Default)]
struct Checking {
    records: Vec<Record>,
    rejects: usize,
    last: Position,
}

impl Checking {
    fn check(&mut self, position: Position) {
        assert!(position.record > 0, "records count from 1");
        assert!(position.line.is_none_or(|line| line > 0), "lines count from 1");
        assert!(position >= self.last, "in the order of the input");
        self.last = position;
    }
}

impl Sink for Checking {
    fn record(&mut self, position: Position, record: Record) {
        self.check(position);
        assert!(!record.title.trim().is_empty(), "a record has a title");
        self.records.push(record);
    }

    fn reject(&mut self, position: Position, reason: String) {
        self.check(position);
        assert!(!reason.is_empty());
        self.rejects += 1;
    }
}

fn read(format: Format, mut input: &[u8]) -> (Checking, Result<(), SourceError>) {
    let mut sink = Checking::default();
    let ended = source(format).read(&mut input, &mut sink);
    (sink, ended)
}

/// One small input of each format, with two papers in it.
fn samples() -> Vec<(Format, String)> {
    let text = |format| {
        let text = match format {
            Format::ArxivApiText => {
                "https://arxiv.org/api/x 2026-06-10T06:13:33Z 2 0 10 http://arxiv.org/abs/2606.00001v1 On Queues \
                 2026-06-02T11:14:57Z We study queues. 2026-06-02T11:14:57Z 4 pages Ada One Bo Two \
                 http://arxiv.org/abs/2606.00002v2 On Logs 2026-06-02T11:14:57Z We study logs. \
                 2026-06-01T11:14:57Z Ada One"
            }
            Format::ArxivAtom => {
                "<feed xmlns='http://www.w3.org/2005/Atom'><id>http://arxiv.org/api/x</id><entry>\
                 <id>http://arxiv.org/abs/2606.00001v1</id><title>On Queues</title><summary>We study &lt;queues.\
                 </summary></entry><entry><id>http://arxiv.org/abs/2606.00002v2</id><title>On Logs</title>\
                 <summary>We study logs.</summary></entry></feed>"
            }
            Format::ArxivListingText => {
                "Showing new listings for Monday, 2 March 2026\n\n[1] arXiv:2606.00001 [pdf]\nTitle: On Queues\n\
                 Ada One\nSubjects: Performance (cs.PF)\n\nWe study queues.\n\n[2] arXiv:2606.00002 [pdf]\nTitle: \
                 On Logs\nAda One\nSubjects: Performance (cs.PF)\n\nWe study logs.\n"
            }
            Format::InferenceReport => {
                "The Inference Report\n\nMay 14, 2026\n\nOn Queues cs.DC\n\nWe study queues.\n\nOn Logs cs.DC\n\nWe \
                 study logs.\n"
            }
            Format::KaggleJsonl => {
                "{\"id\":\"2606.00001\",\"title\":\"On Queues\",\"abstract\":\"We study \\\"queues\\\".\",\
                 \"update_date\":\"2026-06-01\"}\n{\"id\":\"2606.00002\",\"title\":\"On Logs\",\"abstract\":\"We \
                 study logs.\",\"update_date\":\"2026-06-01\"}\n"
            }
            Format::PithListing => {
                "pith.\n\n0\ncs.DC 2026-05-14 Recognition\n\nQueues wait\n\nOn Queues\n\nThey do.\n\nabstract click \
                 to expand\nWe study queues.\n0\n0\ncs.DC 2026-05-13\n\nLogs grow\n\nOn Logs\n\nThey do.\n\n\
                 abstract click to expand\nWe study logs.\n0\n"
            }
            _ => return None,
        };
        Some((format, text.to_owned()))
    };
    Format::ALL.into_iter().filter_map(text).collect()
}

#[test]
fn every_sample_is_recognised_and_read() {
    for (format, text) in samples() {
        assert_eq!(sniff(text.as_bytes()), Some(format));
        let (sink, ended) = read(format, text.as_bytes());
        ended.unwrap();
        let titles: Vec<_> = sink.records.iter().map(|record| record.title.as_str()).collect();
        assert_eq!((titles, sink.rejects), (vec!["On Queues", "On Logs"], 0), "{format}");
    }
}

#[test]
fn nothing_and_what_is_of_no_format_gives_no_records() {
    assert_eq!(sniff(b""), None);
    assert_eq!(sniff(b"# Labels\n\nA file about papers, not of papers.\n"), None);
    assert_eq!(sniff(b"id,label\n1,a\n2,b\n"), None);
    for format in Format::ALL {
        let (sink, _) = read(format, b"");
        assert_eq!(sink.records.len(), 0, "{format}");
    }
}

#[test]
fn an_input_that_is_cut_keeps_what_stands_before_the_cut() {
    for (format, text) in samples() {
        let (whole, _) = read(format, text.as_bytes());
        for cut in 0..text.len() {
            let (sink, _) = read(format, &text.as_bytes()[..cut]);
            assert!(sink.records.len() <= whole.records.len(), "{format} cut at {cut}");
            if sink.records.len() == 2 {
                assert_eq!(sink.records[0], whole.records[0], "{format} cut at {cut}");
            }
        }
    }
}

#[test]
fn a_byte_that_is_no_utf8_costs_one_record_at_most() {
    for (format, text) in samples() {
        for at in (0..text.len()).step_by(7) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = 0xff;
            let (sink, ended) = read(format, &bytes);
            let damaged = sink.records.iter().any(|record| record.title.contains('\u{fffd}'));
            assert!(!damaged, "{format} at {at}");
            let told = ended.is_err() || sink.rejects > 0;
            assert!(told || !sink.records.is_empty(), "{format} at {at}");
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_a_format_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let _ = sniff(&bytes);
        for format in Format::ALL {
            let _ = read(format, &bytes);
        }
    }

    #[test]
    fn no_shuffled_sample_makes_a_format_panic(
        pieces in prop::collection::vec((0_usize..20, 0_usize..400, 0_usize..120), 0..30),
    ) {
        let samples = samples();
        let mut text = String::new();
        for (sample, start, length) in pieces {
            let (_, sample) = &samples[sample % samples.len()];
            let start = sample.floor_char_boundary(start.min(sample.len()));
            let end = sample.floor_char_boundary((start + length).min(sample.len()));
            text.push_str(&sample[start..end]);
        }
        let _ = sniff(text.as_bytes());
        for format in Format::ALL {
            let _ = read(format, text.as_bytes());
        }
    }
}
