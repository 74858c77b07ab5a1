"""Writes and executes the notebooks of `source/`.

    python notebooks-output/notebook.py NAME...          write and execute them
    python notebooks-output/notebook.py --check NAME...  execute the stored ones again; nothing is changed

A source is Python in cells: `# %%` begins a code cell, `# %% [markdown]` a text cell, whose lines are comments. Code runs in this
folder. A check compares what the cells print with what is stored, except for pictures and for cells tagged `# %% [varies]`, whose
output varies.
"""

import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent
CELL = re.compile(r"(?m)^# %%(?: \[(markdown|varies)\])?\n")


def fresh(name: str) -> nbformat.NotebookNode:
    """The notebook of a source, not yet executed."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    parts = CELL.split((HERE / "source" / f"{name}.py").read_text(encoding="utf-8"))[1:]
    for number, (kind, text) in enumerate(zip(parts[::2], parts[1::2]), 1):
        if kind == "markdown":
            cell = nbformat.v4.new_markdown_cell(re.sub(r"(?m)^# ?", "", text.strip()))
        else:
            cell = nbformat.v4.new_code_cell(text.strip())
            cell.metadata["tags"] = [kind] if kind else []
        cell["id"] = f"cell-{number:02}"
        notebook.cells.append(cell)
    return notebook


def execute(notebook: nbformat.NotebookNode) -> None:
    NotebookClient(
        notebook, kernel_name="python3", timeout=600, record_timing=False, coalesce_streams=True, resources={"metadata": {"path": str(HERE)}}
    ).execute()
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if "plt.show()" in cell.source and not any("image/png" in output.get("data", {}) for output in cell.outputs):
            raise SystemExit(f"notebook: {cell.id} shows no picture")


def printed(cell: nbformat.NotebookNode) -> str:
    """The text output of a code cell without what went to stderr (logs and progress); empty if it varies."""
    if cell.cell_type != "code" or "varies" in cell.metadata.get("tags", []):
        return ""
    outputs = (output for output in cell.outputs if output.get("name") != "stderr")
    return "".join(output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs)


def write(name: str) -> None:
    notebook, path = fresh(name), HERE / f"{name}.ipynb"
    execute(notebook)
    notebook.metadata.pop("language_info", None)
    nbformat.write(notebook, path)
    print(f"{path}: {path.stat().st_size} bytes")


def check(name: str) -> None:
    path = HERE / f"{name}.ipynb"
    stored, again = nbformat.read(path, as_version=4), fresh(name)
    nbformat.validate(stored)
    if [cell.source for cell in stored.cells] != [cell.source for cell in again.cells]:
        raise SystemExit(f"notebook: {path} is older than its source; run `just notebook` to make it again")
    if any(cell.cell_type == "code" and cell.execution_count is None for cell in stored.cells):
        raise SystemExit(f"notebook: {path} was not executed")
    execute(again)
    for before, after in zip(stored.cells, again.cells):
        if printed(before) != printed(after):
            raise SystemExit(f"notebook: {path}, {before.id} shows:\n{printed(before)}\nand now shows:\n{printed(after)}")
    print(f"{path}: valid, and gives the same output again")


def main() -> None:
    names = [name for name in sys.argv[1:] if name != "--check"]
    for name in names:
        (check if "--check" in sys.argv else write)(name)


if __name__ == "__main__":
    main()
