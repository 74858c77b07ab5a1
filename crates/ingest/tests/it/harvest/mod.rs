//! Harvests from a server on this machine.

mod cursors;
mod oai;
mod server;
mod tokens;
