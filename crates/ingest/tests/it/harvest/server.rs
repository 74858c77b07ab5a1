//! A local server that misbehaves on purpose, and a clock that does not wait.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime};

use thema_ingest::harvest::{Clock, Harvest, HarvestParams, HarvestService};

/// A clock that only moves when sleeping.
#[derive(Clone)]
pub(super) struct Stopped(pub(super) Rc<Cell<u64>>);

impl Clock for Stopped {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + self.0.get())
    }

    fn sleep(&self, duration: Duration) {
        self.0.set(self.0.get() + duration.as_secs());
    }
}

/// The server's response to one request.
pub(super) enum Reply {
    Page(String),
    Head(&'static str),
    Cut(String),
    /// Half of a page, or not even the header, and then silence.
    Stall(Option<String>),
    /// A page of [`HUGE`] bytes, generated while it is sent: whether its length is announced, and how much
    /// was sent.
    Huge(bool, Arc<AtomicU64>),
}

pub(super) const HUGE: u64 = 2 << 30;

/// A server that sends its replies in order, one per request; returns its address and the request lines it
/// received.
pub(super) fn serve(replies: Vec<Reply>) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/oai", listener.local_addr().unwrap());
    let requests = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&requests);
    thread::spawn(move || {
        for reply in replies {
            let (stream, _) = listener.accept().unwrap();
            let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let request = lines.next().unwrap_or_default();
            let headers: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            let agent = headers.iter().find(|line| line.to_lowercase().starts_with("user-agent:"));
            assert!(agent.unwrap().contains("tester@example.org"));
            seen.lock().unwrap().push(request.split(' ').nth(1).unwrap_or_default().to_owned());
            answer(stream, reply);
        }
    });
    (address, requests)
}

fn answer(mut stream: TcpStream, reply: Reply) {
    let head =
        |length: usize| format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    // The client may close first.
    let _ = match reply {
        Reply::Page(body) => stream.write_all((head(body.len()) + &body).as_bytes()),
        Reply::Head(head) => stream.write_all(
            format!("HTTP/1.1 {head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").as_bytes(),
        ),
        Reply::Cut(body) => stream.write_all((head(body.len() + 1_000) + &body).as_bytes()),
        Reply::Stall(page) => {
            let begun = page.map_or(String::new(), |page| head(page.len()) + &page[..page.len() / 2]);
            let written = stream.write_all(begun.as_bytes());
            thread::spawn(move || {
                thread::sleep(Duration::from_secs(20));
                drop(stream);
            });
            written
        }
        Reply::Huge(announced, sent) => {
            let head = if announced {
                head(HUGE as usize)
            } else {
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".to_owned()
            };
            let piece = vec![b'x'; 1 << 16];
            let mut written = stream.write_all(head.as_bytes());
            while written.is_ok() && sent.load(Ordering::Relaxed) < HUGE {
                written = stream.write_all(&piece);
                sent.fetch_add(piece.len() as u64, Ordering::Relaxed);
            }
            written
        }
    };
}

pub(super) fn page(numbers: std::ops::Range<u32>, token: &str) -> String {
    let records = numbers
        .map(|number| format!("<record><header><identifier>oai:x:{number}</identifier></header></record>"));
    let records: String = records.collect();
    format!(
        "<OAI-PMH><ListRecords>{records}<resumptionToken>{token}</resumptionToken></ListRecords></OAI-PMH>"
    )
}

pub(super) fn params(service: HarvestService, address: &str) -> HarvestParams {
    let params = HarvestParams::new(service, "tester@example.org").address(address);
    params.max_page_bytes(1 << 20).max_attempts(3)
}

pub(super) fn with_clock(params: HarvestParams) -> (Harvest, Stopped) {
    let clock = Stopped(Rc::new(Cell::new(0)));
    (Harvest::new(params.check().unwrap()).clock(Box::new(clock.clone())), clock)
}

pub(super) fn harvest(address: &str) -> (Harvest, Stopped) {
    with_clock(params(HarvestService::OaiPmh, address))
}

pub(super) fn identifiers(directory: &std::path::Path) -> Vec<String> {
    let mut pages: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "xml"));
    pages.sort();
    let text: String = pages.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    text.split("<identifier>").skip(1).map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
}

pub(super) fn numbered(numbers: std::ops::Range<u32>) -> Vec<String> {
    numbers.map(|number| format!("oai:x:{number}")).collect()
}
