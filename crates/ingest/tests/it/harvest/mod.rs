//! Harvests from a local server.

mod cursors;
mod oai;
mod server;
mod tokens;
