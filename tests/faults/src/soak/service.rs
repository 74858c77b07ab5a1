//! A local OAI-PMH service that fails in every way, most of the time.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::Duration;

use crate::chance::Chance;
use crate::soak::papers::{Papers, page};

/// Records per page.
const PAGE_RECORDS: usize = 2;
/// One request in this many is answered correctly.
const GOOD: u64 = 2;
/// Number of sets the service lists.
const MOST_CYCLES: usize = 1_000;
/// Longest stall, in milliseconds.
const STALL: u64 = 30;

/// Serves the papers of cycle N as the set `cycle-N`, and returns the address.
pub(crate) fn serve(seed: u64) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/oai", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let papers = Papers::of_the_sample();
        let chance = Chance::new(seed);
        for stream in listener.incoming().flatten() {
            // A killed client accepts no answer.
            let _ = answer(&stream, &papers, &chance);
        }
    });
    address
}

fn answer(mut stream: &TcpStream, papers: &Papers, chance: &Chance) -> io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let (cycle, number) = asked_for(&request);
    let records = papers.records(cycle);
    let last = records.len().div_ceil(PAGE_RECORDS);
    let on_page = records.chunks(PAGE_RECORDS).nth(number - 1).unwrap_or_default();
    let token = if number < last { format!("{cycle}.{}", number + 1) } else { String::new() };
    let good = if request.contains("verb=ListSets") { sets() } else { page(on_page, &token) };
    let half = good.len() / 2;
    if chance.draw(GOOD) == 0 {
        return stream.write_all(with_head("200 OK", "", &good).as_bytes());
    }
    let reply = match chance.draw(15) {
        0 => with_head("503 Service Unavailable", "Retry-After: 0\r\n", "later"),
        1 => with_head("503 Service Unavailable", "", ""),
        2 => with_head("429 Too Many Requests", "Retry-After: Mon, 12 Jan 1970 13:47:40 GMT\r\n", ""),
        3 => with_head("500 Internal Server Error", "Retry-After: soon\r\n", ""),
        // A response cut short within the body, and a shorter body with a matching length.
        4 => {
            let whole = with_head("200 OK", "", &good);
            whole[..whole.len() - half].to_owned()
        }
        5 => with_head("200 OK", "", &good[..half]),
        6 => with_head("200 OK", "", ""),
        7 => with_head("200 OK", "", &"\u{1b}]0;<OAI-PMH><![CDATA[&#0;\u{0}".repeat(99)),
        8 => with_head("200 OK", "", "<html><body>Down for maintenance</body></html>"),
        9 => "SMTP ready\r\n\r\n".to_owned(),
        // Tokens that repeat, and tokens that have expired.
        10 if number > 1 => with_head("200 OK", "", &page(on_page, &format!("{cycle}.{number}"))),
        11 => {
            with_head("200 OK", "", "<OAI-PMH><error code=\"badResumptionToken\">expired</error></OAI-PMH>")
        }
        12 => with_head("302 Found", "Location: https://example.org/oai\r\n", ""),
        13 => {
            stream.write_all(&with_head("200 OK", "", &good).as_bytes()[..half])?;
            sleep(Duration::from_millis(STALL));
            with_head("200 OK", "", &good)[half..].to_owned()
        }
        _ => {
            sleep(Duration::from_millis(chance.draw(STALL)));
            String::new()
        }
    };
    stream.write_all(reply.as_bytes())
}

/// The list of available sets.
fn sets() -> String {
    let sets = (1..=MOST_CYCLES)
        .map(|cycle| format!("<set><setSpec>cycle-{cycle}</setSpec><setName>Cycle {cycle}</setName></set>"));
    format!("<OAI-PMH><ListSets>{}</ListSets></OAI-PMH>", sets.collect::<String>())
}

/// The cycle and page requested by a request line, through `set=cycle-N` or `resumptionToken=N.PAGE`.
fn asked_for(request: &str) -> (usize, usize) {
    let value = |name: &str| {
        let begin = request.find(name)? + name.len();
        request[begin..].split(['&', ' ']).next()
    };
    let number = |text: &str| text.parse().unwrap_or(1);
    match value("resumptionToken=").and_then(|token| token.split_once('.')) {
        Some((cycle, page)) => (number(cycle), number(page)),
        None => (value("set=cycle-").map_or(1, number), 1),
    }
}

fn with_head(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
}
