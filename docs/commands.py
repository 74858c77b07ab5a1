"""Writes the pages that come from the program itself: its commands from `--help`, its settings from `thema config`.

    python docs/commands.py           write the pages
    python docs/commands.py --check   exit with an error if they are out of date
"""

import os
import re
import subprocess
import sys
from pathlib import Path

REFERENCE = Path(__file__).parent / "pages" / "reference"
COMMANDS = """# Commands

Every command with its `--help`. This page is made from the program by `docs/commands.py`.
"""
SETTINGS = """# Settings

What `thema config` prints: every setting with its default. Put what you change into a file of your own and name it with `--config`, or
set an environment variable; from Python, `settings={"clusters": {"starts": 3}}` takes the same names. This page is made from the
program by `docs/commands.py`.
"""


def said(*arguments: str) -> str:
    """What thema prints, with the line length that clap uses without a terminal."""
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("THEMA_") and name not in ("COLUMNS", "CLICOLOR_FORCE")}
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    text = subprocess.run(["thema", *arguments], env=quiet, text=True, check=True, **pipes).stdout
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def sections(*command: str) -> list[str]:
    """The section of a command and those of its subcommands."""
    text = said(*command, "--help")
    level = "#" * min(len(command) + 1, 3) if command else "##"
    here = f"{level} {' '.join(('thema', *command))}\n\n```text\n{text}\n```\n"
    listed = re.search(r"^Commands:\n((?:  .*\n)+)", text, re.MULTILINE)
    names = re.findall(r"^  ([a-z]+) ", listed[1], re.MULTILINE) if listed else []
    return [here, *(section for name in names if name != "help" for section in sections(*command, name))]


def main() -> None:
    pages = {
        "commands.md": "\n".join([COMMANDS, *sections()]),
        "settings.md": f"{SETTINGS}\n```toml\n{said('config')}\n```\n",
    }
    for name, text in pages.items():
        path = REFERENCE / name
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is out of date; run `python docs/commands.py` to write it again")


if __name__ == "__main__":
    main()
