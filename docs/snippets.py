"""Runs the snippets of pages and compares their output with what the pages show.

    python docs/snippets.py              every page
    python docs/snippets.py PAGE...      the given pages
    python docs/snippets.py --write ...  writes the output into the pages

Fenced blocks of `bash` and `python` run in the order of the page, in a temporary folder that holds the sample: `papers/` (five inputs),
`exports/` (forty papers in every format) and the example `on_dask.py`. The Python blocks of a page share one session. A fenced block of
`text` right below a block shows its output; `...` in it matches anything. A comment above a block, such as `<!-- not run: needs a
network -->`, prevents it from running and says why. Blocks inside a comment run but are not shown.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "pages"
SHOWN_FOLDER = "/home/you"
"""What pages show instead of the temporary folder."""
BLOCK = re.compile(
    r"(?P<skipped><!-- not run: (?P<why>[^\n]*?) -->\n+)?^```(?P<language>bash|python)\n(?P<code>.*?)^```\n"
    r"(?:\n```text\n(?P<shown>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)


@dataclass
class Outcome:
    """What a block printed, and whether it failed."""

    printed: str
    failed: bool


class Session:
    """The folder and the Python names of one page."""

    def __init__(self, page: str, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.names: dict[str, object] = {"__name__": "__main__"}
        shutil.copytree(ROOT / "data/sample/papers", folder / "papers")
        shutil.copytree(ROOT / "data/sample/forty", folder / "exports")
        shutil.copy(ROOT / "python/examples/on_dask.py", folder)

    def run(self, language: str, code: str, line: int) -> Outcome:
        return self._python(code, line) if language == "python" else self._bash(code)

    def _bash(self, code: str) -> Outcome:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", code], cwd=self.folder, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
        )
        return Outcome(done.stdout.replace(str(self.folder), SHOWN_FOLDER), done.returncode != 0)

    def _python(self, code: str, line: int) -> Outcome:
        printed = io.StringIO()
        try:
            with redirect_stdout(printed), redirect_stderr(printed):
                exec(compile("\n" * line + code, self.page, "exec"), self.names)
        except Exception as error:
            return Outcome(f"{printed.getvalue()}{type(error).__name__}: {error}\n", True)
        return Outcome(printed.getvalue(), False)


def agrees(shown: str, printed: str) -> bool:
    pattern = ".*?".join(re.escape(part) for part in _plain(shown).split("..."))
    return re.fullmatch(pattern, _plain(printed), re.DOTALL) is not None


def _plain(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def run_page(path: Path, write: bool) -> tuple[int, list[str]]:
    """Runs a page. Returns how many blocks ran, and what was wrong."""
    page, text, wrong, ran = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"), [], 0
    if re.search(r"(?m)^[ >]+```(bash|python)", text):
        wrong.append(f"{page}: a block within a list or a quote is not run; take it out")
    with tempfile.TemporaryDirectory(prefix="thema-docs-") as folder:
        session = Session(page, Path(folder))
        os.chdir(folder)
        replaced = []
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start("code"))
            if block["skipped"]:
                print(f"{page}:{line}: not run: {block['why']}")
                continue
            outcome = session.run(block["language"], block["code"], line)
            ran += 1
            if outcome.failed:
                wrong.append(f"{page}:{line}: the block failed:\n{outcome.printed}")
            elif block["shown"] is not None and not agrees(block["shown"], outcome.printed):
                wrong.append(f"{page}:{line}: shown:\n{block['shown']}\nprinted:\n{outcome.printed}")
                replaced.append((block.span("shown"), _plain(outcome.printed) + "\n"))
            elif block["shown"] is None and outcome.printed.strip() and write:
                print(f"{page}:{line}: prints text that the page does not show:\n{outcome.printed}")
        os.chdir(ROOT)
    if write and len(replaced) == len(wrong):
        for (start, end), printed in reversed(replaced):
            text = text[:start] + printed + text[end:]
        path.write_text(text, encoding="utf-8")
    return ran, wrong


def main() -> None:
    given = [Path(name).resolve() for name in sys.argv[1:] if name != "--write"]
    pages = given or sorted(PAGES.rglob("*.md"))
    ran, wrong = 0, []
    # Each page has its own process, so that it leaves no names or open connections to the next.
    for page in pages:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            count, found = alone.submit(run_page, page, "--write" in sys.argv).result()
        ran += count
        wrong += found
    print("\n".join(wrong))
    if not ran:
        sys.exit("snippets: no page has a block to run")
    print(f"{ran - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
