"""Converts an executed notebook to a page of Markdown: its texts, its code and the outputs."""

import json
import re
from pathlib import Path
from typing import Any

HEAD = "---\nsearch:\n  exclude: true\n---\n\n"


def page_of_notebook(notebook: Path) -> str:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return HEAD + "\n\n".join(filter(None, map(_cell, cells))) + f"\n\nThe notebook is `notebooks-output/{notebook.name}` of the project.\n"


def _cell(cell: dict[str, Any]) -> str:
    source = "".join(cell["source"]).strip()
    if cell["cell_type"] == "markdown":
        return source
    return "\n\n".join([f"```python\n{source}\n```", *filter(None, map(_output, cell["outputs"]))])


def _output(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return _text("".join(output["text"]))
    data = {kind: value if isinstance(value, str) else "".join(value) for kind, value in output.get("data", {}).items()}
    if "image/png" in data:
        return f'<img alt="what the cell above draws" src="data:image/png;base64,{data["image/png"].strip()}">'
    if "text/html" in data:
        html = re.sub(r"(?s)<style.*?</style>\s*", "", data["text/html"])
        return f'<div class="output">{html}</div>'
    return _text(data.get("text/plain", ""))


def _text(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```" if text.strip() else ""
