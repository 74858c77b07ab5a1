//! Harvests from a server on this machine that misbehaves on purpose.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime};

use thema_ingest::harvest::{Clock, Harvest, HarvestError, HarvestParams, HarvestService, Harvested};

/// A clock that stands still but for sleeping.
#[derive(Clone)]
struct Stopped(Rc<Cell<u64>>);

impl Clock for Stopped {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + self.0.get())
    }

    fn sleep(&self, duration: Duration) {
        self.0.set(self.0.get() + duration.as_secs());
    }
}

/// What the server sends to one request.
enum Reply {
    Page(String),
    Head(&'static str),
    Cut(String),
    /// A page of which half comes, or not even the head, and then nothing.
    Stall(Option<String>),
    /// A page of [`HUGE`] bytes, made while it is sent: whether its length is announced, and how much was sent.
    Huge(bool, Arc<AtomicU64>),
}

const HUGE: u64 = 2 << 30;

/// A server that gives its replies in order, one a request, and the request lines that it got.
fn serve(replies: Vec<Reply>) -> (String, Arc<Mutex<Vec<String>>>) {
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
    // The client may close first; that is its right.
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

fn page(numbers: std::ops::Range<u32>, token: &str) -> String {
    let records = numbers
        .map(|number| format!("<record><header><identifier>oai:x:{number}</identifier></header></record>"));
    let records: String = records.collect();
    format!(
        "<OAI-PMH><ListRecords>{records}<resumptionToken>{token}</resumptionToken></ListRecords></OAI-PMH>"
    )
}

fn params(service: HarvestService, address: &str) -> HarvestParams {
    let params = HarvestParams::new(service, "tester@example.org").address(address);
    params.max_page_bytes(1 << 20).max_attempts(3)
}

fn with_clock(params: HarvestParams) -> (Harvest, Stopped) {
    let clock = Stopped(Rc::new(Cell::new(0)));
    (Harvest::new(params.check().unwrap()).clock(Box::new(clock.clone())), clock)
}

fn harvest(address: &str) -> (Harvest, Stopped) {
    with_clock(params(HarvestService::OaiPmh, address))
}

fn identifiers(directory: &std::path::Path) -> Vec<String> {
    let mut pages: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "xml"));
    pages.sort();
    let text: String = pages.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    text.split("<identifier>").skip(1).map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
}

fn numbered(numbers: std::ops::Range<u32>) -> Vec<String> {
    numbers.map(|number| format!("oai:x:{number}")).collect()
}

#[test]
fn pages_follow_their_tokens_three_seconds_apart() {
    let (address, requests) = serve(vec![Reply::Page(page(0..3, "a|1")), Reply::Page(page(3..5, ""))]);
    let (harvest, clock) = harvest(&address);
    let directory = tempfile::tempdir().unwrap();
    let harvested = harvest.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 2, records: 5, pages_before: 0 });
    assert_eq!(identifiers(directory.path()), numbered(0..5));
    assert_eq!(clock.0.get(), 3);
    let requests = requests.lock().unwrap();
    assert_eq!(requests[0], "/oai?verb=ListRecords&metadataPrefix=arXivRaw");
    assert_eq!(requests[1], "/oai?verb=ListRecords&resumptionToken=a%7C1");
}

#[test]
fn busy_servers_cut_connections_and_malformed_pages_are_asked_again() {
    let (address, _) = serve(vec![
        Reply::Head("503 Busy\r\nRetry-After: 40"),
        Reply::Page(page(0..3, "t")),
        Reply::Cut("<OAI-PMH><ListRecords><record>".into()),
        Reply::Page("<html><body>maintenance</body></html>".into()),
        Reply::Page(page(3..4, "")),
    ]);
    let (harvest, clock) = harvest(&address);
    let directory = tempfile::tempdir().unwrap();
    harvest.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(identifiers(directory.path()), numbered(0..4));
    assert!(clock.0.get() >= 40 + 3, "{}", clock.0.get());
}

#[test]
fn a_stopped_harvest_goes_on_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let (address, _) =
        serve(vec![Reply::Page(page(0..3, "t")), Reply::Head("404 Gone"), Reply::Page(page(3..4, ""))]);
    let (first, _) = harvest(&address);
    assert!(matches!(first.run(directory.path(), &mut |_| {}), Err(HarvestError::Refused { .. })));
    std::fs::write(directory.path().join("page-000002.part"), "<OAI-PMH><rec").unwrap();
    let (second, _) = harvest(&address);
    let harvested = second.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 2, records: 4, pages_before: 1 });
    assert_eq!(identifiers(directory.path()), numbered(0..4));
    let (third, _) = harvest(&address);
    assert_eq!(third.run(directory.path(), &mut |_| {}).unwrap().pages_before, 2);
}

const EXPIRED: &str = "<OAI-PMH><error code='badResumptionToken'>expired</error></OAI-PMH>";

/// A page of records that were changed on the days of their numbers.
fn dated(numbers: std::ops::Range<u32>, token: &str) -> String {
    numbers.clone().fold(page(numbers, token), |page, number| {
        let identifier = format!("<identifier>oai:x:{number}</identifier>");
        page.replace(&identifier, &format!("{identifier}<datestamp>2024-01-{:02}</datestamp>", number + 1))
    })
}

#[test]
fn a_token_that_expired_is_gone_on_from_by_the_last_day() {
    let replies = vec![
        Reply::Page(dated(0..3, "a")),
        Reply::Page(EXPIRED.into()),
        Reply::Page(dated(2..4, "a")),
        Reply::Head("404 Gone"),
        Reply::Page(EXPIRED.into()),
        Reply::Page(dated(3..5, "b")),
        Reply::Page(dated(5..6, "")),
    ];
    let directory = tempfile::tempdir().unwrap();
    let (address, requests) = serve(replies);
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Refused { .. })), "{ended:?}");
    // The second list has a token of the first one: a run after a stop still tells the two apart.
    let harvested = harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 4, records: 8, pages_before: 2 });
    let expected = [numbered(0..3), numbered(2..4), numbered(3..5), numbered(5..6)].concat();
    assert_eq!(identifiers(directory.path()), expected);
    let requests = requests.lock().unwrap();
    let first = "/oai?verb=ListRecords&metadataPrefix=arXivRaw";
    assert_eq!(requests[2], format!("{first}&from=2024-01-03"));
    assert_eq!(requests[5], format!("{first}&from=2024-01-04"));
    drop(requests);
    assert_eq!(harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap().pages_before, 4);
}

/// A page of records by the token that follows.
type Pages<'a> = &'a dyn Fn(&str) -> String;

#[test]
fn a_list_out_of_order_or_of_one_day_is_begun_again_once() {
    let of_one_day = |token: &str| {
        page(0..3, token).replace("</identifier>", "</identifier><datestamp>2024-01-02</datestamp>")
    };
    let backwards = |token: &str| dated(0..3, token).replace("2024-01-03", "2023-01-03");
    let first = "/oai?verb=ListRecords&metadataPrefix=arXivRaw";
    let same_day = format!("{first}&from=2024-01-02");
    let lists: [(Pages<'_>, [&str; 3]); 3] = [
        (&|token| page(0..3, token), [first, first, ""]),
        (&backwards, [first, first, ""]),
        (&of_one_day, [first, &same_day, &same_day]),
    ];
    for (list, expected) in lists {
        let expected: Vec<&str> = expected.into_iter().filter(|address| !address.is_empty()).collect();
        let replies = expected.iter().flat_map(|_| [Reply::Page(list("old")), Reply::Page(EXPIRED.into())]);
        let (address, requests) = serve(replies.collect());
        let directory = tempfile::tempdir().unwrap();
        let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
        let Err(HarvestError::Refused { reason, .. }) = ended else { panic!("{ended:?}") };
        assert_eq!(reason, "badResumptionToken: expired");
        let requests = requests.lock().unwrap();
        let begun: Vec<&String> = requests.iter().filter(|request| !request.contains("old")).collect();
        assert_eq!(begun, expected);
        assert_eq!(requests.len(), 2 * expected.len());
        // What came before stays.
        assert_eq!(identifiers(directory.path()).len(), expected.len() * 3);
    }
}

#[test]
fn a_server_whose_tokens_always_expire_is_given_up() {
    let replies = (0..60).flat_map(|year| {
        let later = dated(0..2, "t").replace("2024", &(1960 + year).to_string());
        [Reply::Page(later), Reply::Page(EXPIRED.into())]
    });
    let (address, requests) = serve(replies.collect());
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Refused { .. })), "{ended:?}");
    assert_eq!(requests.lock().unwrap().len(), 2 * 51);
}

#[test]
fn a_server_that_falls_silent_is_asked_again() {
    let silent = |address: &str| {
        let params = params(HarvestService::OaiPmh, address).max_attempts(8);
        with_clock(params.answer_timeout(Duration::from_millis(200))).0
    };
    let (address, requests) = serve(vec![
        Reply::Stall(None),
        Reply::Page(page(0..3, "t")),
        Reply::Stall(Some(page(3..4, ""))),
        Reply::Stall(None),
        Reply::Page(page(3..4, "")),
    ]);
    let directory = tempfile::tempdir().unwrap();
    silent(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(identifiers(directory.path()), numbered(0..4));
    assert_eq!(requests.lock().unwrap().len(), 5);
    // One that has never answered is given up sooner.
    let (address, _) = serve((0..8).map(|_| Reply::Stall(None)).collect());
    let directory = tempfile::tempdir().unwrap();
    let ended = silent(&address).run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Unreachable { attempts: 3, .. })), "{ended:?}");
}

#[test]
fn a_foreign_host_is_not_followed() {
    let (address, requests) = serve(vec![
        Reply::Head("302 Found\r\nLocation: /oai2"),
        Reply::Head("302 Found\r\nLocation: http://example.org/oai"),
    ]);
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(
        matches!(&ended, Err(HarvestError::ForeignRedirect { to, .. }) if to == "example.org"),
        "{ended:?}"
    );
    assert_eq!(requests.lock().unwrap()[1], "/oai2");
}

#[test]
fn an_answer_of_two_gigabytes_is_bounded() {
    // What the sockets of both sides may hold beyond what the client has read.
    let sockets = 16 << 20;
    for (announced, at_least, at_most) in [(true, 0, sockets), (false, 64 << 20, (64 << 20) + sockets)] {
        let sent = Arc::new(AtomicU64::new(0));
        let (address, _) = serve(vec![Reply::Huge(announced, Arc::clone(&sent))]);
        let params = HarvestParams::new(HarvestService::OaiPmh, "tester@example.org").address(&address);
        let directory = tempfile::tempdir().unwrap();
        let ended = Harvest::new(params.check().unwrap()).run(directory.path(), &mut |_| {});
        let Err(HarvestError::Refused { reason, .. }) = ended else { panic!("{ended:?}") };
        assert_eq!(reason, "a page of more than 67108864 bytes");
        let sent = sent.load(Ordering::Relaxed);
        assert!((at_least..=at_most).contains(&sent), "{sent} bytes sent, announced: {announced}");
        assert_eq!(identifiers(directory.path()), Vec::<String>::new());
    }
}

#[test]
fn a_server_that_never_answers_usefully_is_given_up() {
    let (address, _) = serve((0..3).map(|_| Reply::Head("500 Broken")).collect());
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Unreachable { attempts: 3, .. })), "{ended:?}");
}

#[test]
fn a_page_that_leads_back_is_asked_for_again_and_never_stored() {
    let back = || Reply::Page(page(3..5, "a"));
    let (address, requests) = serve(vec![
        Reply::Page(page(0..3, "a")),
        back(),
        back(),
        back(),
        back(),
        Reply::Page(page(3..5, "")),
    ]);
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    let Err(HarvestError::Unreachable { reason, attempts: 3, .. }) = ended else { panic!("{ended:?}") };
    assert!(reason.contains("a page that it gave before"), "{reason}");
    assert_eq!(requests.lock().unwrap().len(), 4);
    // The server has come to its senses, and the harvest goes on where it was.
    harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(identifiers(directory.path()), numbered(0..5));
}

#[test]
fn a_stored_page_that_leads_back_is_named() {
    let (address, _) = serve(vec![Reply::Page(page(0..3, "a")), Reply::Page(page(3..5, ""))]);
    let directory = tempfile::tempdir().unwrap();
    harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap();
    let leading_back = directory.path().join("page-000002.xml");
    std::fs::write(&leading_back, page(3..5, "a")).unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(
        matches!(&ended, Err(HarvestError::DamagedPage { path, .. }) if *path == leading_back),
        "{ended:?}"
    );
}

#[test]
fn a_stored_page_that_is_damaged_is_named() {
    let (address, _) = serve(vec![Reply::Page(page(0..3, "a")), Reply::Page(page(3..5, ""))]);
    let directory = tempfile::tempdir().unwrap();
    harvest(&address).0.run(directory.path(), &mut |_| {}).unwrap();
    let damaged = directory.path().join("page-000002.xml");
    std::fs::write(&damaged, "<OAI-PMH><ListRec").unwrap();
    let ended = harvest(&address).0.run(directory.path(), &mut |_| {});
    assert!(matches!(&ended, Err(HarvestError::DamagedPage { path, .. }) if *path == damaged), "{ended:?}");
    let message = ended.unwrap_err().to_string();
    assert!(message.contains("take it and all pages behind it away"), "{message}");
}

#[test]
fn the_pause_holds_over_restarts() {
    let directory = tempfile::tempdir().unwrap();
    let (address, _) =
        serve(vec![Reply::Page(page(0..3, "t")), Reply::Head("404 Gone"), Reply::Page(page(3..4, ""))]);
    let (first, before) = harvest(&address);
    assert!(matches!(first.run(directory.path(), &mut |_| {}), Err(HarvestError::Refused { .. })));
    let (second, clock) = harvest(&address);
    clock.0.set(before.0.get() + 1);
    second.run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(clock.0.get(), before.0.get() + 3);
}

const SETS: &str = "<OAI-PMH><ListSets><set><setSpec>cs</setSpec><setName>Computer Science</setName></set>\
                    <set><setSpec>physics:hep-ph</setSpec><setName>Physics</setName></set></ListSets></OAI-PMH>";

#[test]
fn a_set_is_looked_up_before_the_first_page() {
    let in_set = |set: &str, address: &str| {
        let params = params(HarvestService::OaiPmh, address).set(Some(set.to_owned()));
        with_clock(params).0
    };
    let (address, requests) =
        serve(vec![Reply::Page(SETS.into()), Reply::Page(SETS.into()), Reply::Page(page(0..2, ""))]);
    let directory = tempfile::tempdir().unwrap();
    let ended = in_set("physics:hepph", &address).run(directory.path(), &mut |_| {});
    let Err(HarvestError::NoSuchSet { nearest, sets: 2, .. }) = ended else { panic!("{ended:?}") };
    assert!(nearest.starts_with("physics:hep-ph"), "{nearest}");
    let directory = tempfile::tempdir().unwrap();
    in_set("physics:hep-ph", &address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(identifiers(directory.path()), numbered(0..2));
    let requests = requests.lock().unwrap();
    assert_eq!(requests[0], "/oai?verb=ListSets");
    assert_eq!(requests[2], "/oai?verb=ListRecords&metadataPrefix=arXivRaw&set=physics%3Ahep-ph");
}

#[test]
fn sets_are_listed() {
    let (address, _) = serve(vec![Reply::Page(SETS.into())]);
    let sets = harvest(&address).0.sets().unwrap();
    assert_eq!(sets[1], ("physics:hep-ph".to_owned(), "Physics".to_owned()));
}

#[test]
fn a_server_that_is_not_there_is_given_up_soon() {
    let address = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}/oai", listener.local_addr().unwrap())
    };
    let (harvest, clock) = with_clock(params(HarvestService::OaiPmh, &address).max_attempts(8));
    let directory = tempfile::tempdir().unwrap();
    let ended = harvest.run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Unreachable { attempts: 3, .. })), "{ended:?}");
    assert!(clock.0.get() <= 20, "{} s", clock.0.get());
}

/// A page of works of Crossref that ask for two a page.
fn crossref(numbers: std::ops::Range<u32>) -> Reply {
    let works = numbers.map(|number| {
        format!(
            r#"{{"DOI":"10.1000/{number}","deposited":{{"date-time":"2024-01-0{}T00:00:00Z"}}}}"#,
            number + 1
        )
    });
    let works: Vec<String> = works.collect();
    // Crossref gives one cursor for all pages of a list.
    Reply::Page(format!(
        r#"{{"status":"ok","message-type":"work-list","message":{{"items-per-page":2,"next-cursor":"Ab=","items":[{}]}}}}"#,
        works.join(",")
    ))
}

fn dois(directory: &std::path::Path) -> Vec<String> {
    let mut pages: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    pages.sort();
    let text: String = pages.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    text.split("\"DOI\":\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

fn of_crossref(address: &str) -> Harvest {
    with_clock(params(HarvestService::Crossref, address).set(Some("issn:1234-5679".into())).page_records(2)).0
}

#[test]
fn crossref_is_harvested_by_its_cursor() {
    let (address, requests) = serve(vec![crossref(0..2), crossref(2..4), crossref(4..5)]);
    let directory = tempfile::tempdir().unwrap();
    let harvested = of_crossref(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 3, records: 5, pages_before: 0 });
    assert_eq!(dois(directory.path()), ["10.1000/0", "10.1000/1", "10.1000/2", "10.1000/3", "10.1000/4"]);
    let requests = requests.lock().unwrap();
    assert!(
        requests[0].ends_with("&sort=deposited&order=asc&rows=2&cursor=%2A&mailto=tester%40example.org"),
        "{requests:?}"
    );
    assert!(requests[1].contains("&cursor=Ab%3D&mailto="), "{requests:?}");
}

#[test]
fn a_cursor_of_crossref_that_expired_is_gone_on_from_by_the_last_change() {
    let (address, requests) =
        serve(vec![crossref(0..2), Reply::Head("404 Gone"), crossref(1..3), crossref(3..4)]);
    let directory = tempfile::tempdir().unwrap();
    of_crossref(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(dois(directory.path()), ["10.1000/0", "10.1000/1", "10.1000/1", "10.1000/2", "10.1000/3"]);
    assert!(requests.lock().unwrap()[2].contains("from-update-date%3A2024-01-02&"), "{requests:?}");
    // A run that was stopped goes on by the last change at once.
    let (address, requests) = serve(vec![
        crossref(0..2),
        Reply::Head("500 Broken"),
        Reply::Head("500 Broken"),
        Reply::Head("500 Broken"),
    ]);
    let directory = tempfile::tempdir().unwrap();
    let ended = of_crossref(&address).run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Unreachable { .. })), "{ended:?}");
    drop(requests);
    let stored = std::fs::read_to_string(directory.path().join("request.txt")).unwrap();
    let (again, requests) = serve(vec![crossref(1..3), crossref(3..4)]);
    std::fs::write(directory.path().join("request.txt"), stored.replace(&address, &again)).unwrap();
    of_crossref(&again).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(dois(directory.path()).last().map(String::as_str), Some("10.1000/3"));
    assert!(requests.lock().unwrap()[0].contains("from-update-date%3A2024-01-02&"), "{requests:?}");
}

#[test]
fn a_server_that_gives_crossrefs_page_again_is_given_up() {
    let (address, _) = serve(vec![crossref(0..2), crossref(0..2), crossref(0..2), crossref(0..2)]);
    let directory = tempfile::tempdir().unwrap();
    let ended = of_crossref(&address).run(directory.path(), &mut |_| {});
    let Err(HarvestError::Unreachable { reason, .. }) = ended else { panic!("{ended:?}") };
    assert!(reason.contains("a page that it gave before"), "{reason}");
}

/// A page of works of OpenAlex, one a page.
fn openalex(number: u32, cursor: &str) -> Reply {
    Reply::Page(format!(
        r#"{{"meta":{{"count":2,"next_cursor":{cursor}}},"results":[{{"id":"https://openalex.org/W{number}","DOI":"10.1000/{number}","publication_date":"2024-01-0{number}"}}]}}"#
    ))
}

fn of_openalex(address: &str) -> Harvest {
    with_clock(params(HarvestService::OpenAlex, address).set(Some("primary_topic.id:T1".into()))).0
}

#[test]
fn openalex_is_harvested_by_its_cursor_and_resumed() {
    let (address, requests) =
        serve(vec![openalex(1, "\"Ab\""), Reply::Head("403 Forbidden"), openalex(2, "null")]);
    let directory = tempfile::tempdir().unwrap();
    let ended = of_openalex(&address).run(directory.path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Refused { .. })), "{ended:?}");
    let harvested = of_openalex(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 2, records: 2, pages_before: 1 });
    assert_eq!(dois(directory.path()), ["10.1000/1", "10.1000/2"]);
    let requests = requests.lock().unwrap();
    assert_eq!(requests[1], requests[2]);
    assert!(requests[2].contains("&cursor=Ab&mailto=tester%40example.org"), "{requests:?}");
}

#[test]
fn a_cursor_of_openalex_that_expired_is_gone_on_from_by_the_last_day() {
    let expired = || Reply::Head("400 Bad Request");
    let (address, requests) = serve(vec![
        openalex(1, "\"Ab\""),
        openalex(2, "\"Cd\""),
        expired(),
        openalex(2, "\"Ab\""),
        openalex(3, "null"),
    ]);
    let directory = tempfile::tempdir().unwrap();
    let harvested = of_openalex(&address).run(directory.path(), &mut |_| {}).unwrap();
    assert_eq!(harvested, Harvested { pages: 4, records: 4, pages_before: 0 });
    assert_eq!(dois(directory.path()), ["10.1000/1", "10.1000/2", "10.1000/2", "10.1000/3"]);
    assert!(requests.lock().unwrap()[3].contains("from_publication_date%3A2024-01-02&"), "{requests:?}");
    // A first page that is refused is no cursor that expired, and a cursor that comes again is not followed.
    let (address, _) = serve(vec![expired()]);
    let ended = of_openalex(&address).run(tempfile::tempdir().unwrap().path(), &mut |_| {});
    assert!(matches!(ended, Err(HarvestError::Refused { .. })), "{ended:?}");
    let (address, _) = serve((1..5).map(|number| openalex(number, "\"Ab\"")).collect());
    let ended = of_openalex(&address).run(tempfile::tempdir().unwrap().path(), &mut |_| {});
    let Err(HarvestError::Unreachable { reason, .. }) = ended else { panic!("{ended:?}") };
    assert!(reason.contains("a page that it gave before"), "{reason}");
}
