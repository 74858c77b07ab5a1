//! A local service that serves one page of records.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

/// Serves `page` to every request until this process ends, and returns the address.
pub(crate) fn serve(page: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/oai", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A killed client accepts no answer.
            let _ = answer(&stream, &page);
        }
    });
    address
}

fn answer(mut stream: &TcpStream, page: &str) -> std::io::Result<()> {
    for line in BufReader::new(stream).lines() {
        if line?.is_empty() {
            break;
        }
    }
    let length = page.len();
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{page}")
}
