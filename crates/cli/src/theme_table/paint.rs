//! Styles, if the terminal supports them.

use anstyle::{AnsiColor, Style};

pub(super) const HEADER: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const BLUE: Style = AnsiColor::Blue.on_default();
pub(super) const GREEN: Style = AnsiColor::Green.on_default();
pub(super) const RED: Style = AnsiColor::Red.on_default();
pub(super) const YELLOW: Style = AnsiColor::Yellow.on_default();

/// Whether styles are written.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub(super) color: bool,
}

impl Paint {
    pub(super) fn with(self, style: Style, text: &str) -> String {
        if self.color && !text.trim().is_empty() {
            format!("{}{text}{}", style.render(), style.render_reset())
        } else {
            text.to_owned()
        }
    }
}
