"""The results of a run, read from its files."""

from __future__ import annotations

import atexit
import html
import json
import shutil
import weakref
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeVar, overload

import pyarrow as pa
import pyarrow.parquet as pq

from . import _thema
from ._errors import InputError, SettingsError
from ._settings import path_text

T = TypeVar("T")
Library = Literal["pyarrow", "pandas", "polars"]

_TOLD = 20
"""At least one date in this many is unread if that is told; a few are the author's typing errors."""


class Report:
    """A run directory: themes, papers and trends as tables, and the page. A report can be passed wherever a path is
    expected, as in ``thema.Placer.load(report)``.

    Args:
        path: The directory that a run wrote.

    Raises:
        InputError: ``path`` is not a run directory.
        SettingsError: ``path`` is not a path.
    """

    path: Path
    """The run directory."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path_text("the run", path))
        self._stored: dict[str, Any] | None = None
        self._temporary: weakref.finalize[..., Report] | None = None
        if not (self.path / "manifest.json").is_file():
            raise InputError(f"{self.path} is not a run directory; thema.run writes one")

    @classmethod
    def _of_folder(cls, path: Path, folder: str) -> Report:
        """The report of a run in the temporary directory ``folder``, which is removed with the report."""
        report = cls(path)
        report._temporary = weakref.finalize(report, shutil.rmtree, folder, ignore_errors=True)
        return report

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self._temporary is not None:
            raise SettingsError("a run without out= is deleted with its report, so the report cannot be copied; give thema.run an out=")
        return type(self), (self.path,)

    def summary(self) -> dict[str, Any]:
        """The whole of ``themes.json``.

        Returns:
            A dict with ``corpus``, ``themes``, ``clusters``, ``hierarchy``, ``similarity``, ``outliers``, ``quality`` and more;
            the reference of files describes them.

        Raises:
            InputError: The file is missing or damaged.
        """
        if self._stored is None:
            stored: dict[str, Any] = self._read("themes.json", json.loads)
            self._stored = stored
        return self._stored

    @overload
    def themes(self, library: Literal["pyarrow"] = "pyarrow") -> pa.Table: ...
    @overload
    def themes(self, library: Literal["pandas", "polars"]) -> Any: ...
    def themes(self, library: Library = "pyarrow") -> Any:
        """The themes.

        Args:
            library: The library of the table to return: ``"pyarrow"``, ``"pandas"`` or ``"polars"``.

        Returns:
            One row per theme, largest first, the ``other`` theme last: ``id``, ``key``, ``name``, ``kind``, ``papers``, ``share``
            (0 to 1), ``terms`` and ``representatives`` (lists), ``trend`` and ``change`` (of the share; null if too few papers
            are dated).

        Raises:
            SettingsError: ``library`` is not one of these, or is not installed.
            InputError: The file is missing or damaged.
        """
        rows = [_theme_row(theme) for theme in self.summary()["themes"]]
        return _as(pa.Table.from_pylist(rows, _THEMES), library)

    @overload
    def papers(self, library: Literal["pyarrow"] = "pyarrow") -> pa.Table: ...
    @overload
    def papers(self, library: Literal["pandas", "polars"]) -> Any: ...
    def papers(self, library: Library = "pyarrow") -> Any:
        """The papers.

        Args:
            library: As for ``themes``.

        Returns:
            One row per paper with the columns of ``papers.parquet``: ``id``, ``title``, ``theme``, ``theme_id``, ``score``,
            ``margin``, ``probability``, ``outlier``, ``submitted``, ``map_x``, ``map_y``, ``counted`` and more.

        Raises:
            SettingsError: As for ``themes``.
            InputError: The file is missing or damaged.
        """
        try:
            papers = pq.read_table(self.path / "papers.parquet")
        except (OSError, pa.ArrowException) as error:
            raise InputError(f"{self.path / 'papers.parquet'} cannot be read: {error}") from error
        return _as(papers, library)

    @overload
    def trends(self, library: Literal["pyarrow"] = "pyarrow") -> pa.Table: ...
    @overload
    def trends(self, library: Literal["pandas", "polars"]) -> Any: ...
    def trends(self, library: Library = "pyarrow") -> Any:
        """The share of every theme over time.

        Args:
            library: As for ``themes``.

        Returns:
            One row per theme and period: ``id``, ``theme``, ``unit``, ``start``, ``papers``, ``total``, ``share``, ``low`` and
            ``high`` (bounds of the share), ``partial``, ``thin``.

        Raises:
            SettingsError: As for ``themes``.
            InputError: The file is missing or damaged.
        """
        from pyarrow import csv

        try:
            options = csv.ConvertOptions(column_types=_TRENDS)
            trends = csv.read_csv(self.path / "trends.csv", convert_options=options)
        except (OSError, pa.ArrowException) as error:
            raise InputError(f"{self.path / 'trends.csv'} cannot be read: {error}") from error
        return _as(trends, library)

    def rejects(self) -> list[dict[str, Any]]:
        """The records that could not be read.

        Returns:
            One dict per rejected record, in the order of the inputs: ``path``, ``format``, its position, and ``reason``.
            Of an input with more than 100,000, one dict stands for the others; ``unlisted`` says how many they are.

        Raises:
            InputError: The file is missing or damaged.
        """
        return self._read("rejects.jsonl", lambda text: [json.loads(line) for line in text.splitlines()])

    def digest(self) -> str:
        """The digest: the report in words.

        Returns:
            About two pages of Markdown.

        Raises:
            InputError: The file is missing.
        """
        return self._read("digest.md", str)

    def page(self) -> Path:
        """The page, rendered again if it does not show the latest edits of the run.

        Returns:
            The path of one HTML file, which needs no server and no network. That of a temporary run lasts until Python exits.

        Raises:
            InputError: The run cannot be read.
            OutputError: The page cannot be written.
        """
        _thema.render(self.path)
        self._stored = None
        if self._temporary is not None:
            self._keep_until_exit(self._temporary)
        return self.path / "index.html"

    def _keep_until_exit(self, temporary: weakref.finalize[..., Report]) -> None:
        """Keeps a temporary run when the report is gone: somebody has a path into it."""
        if kept := temporary.detach():
            _, remove, folder, options = kept
            atexit.register(remove, *folder, **options)

    def _lost_dates(self) -> list[str]:
        """What each input lost of its dates, in sentences."""
        told = []
        for input in self._read("manifest.json", json.loads)["inputs"]:
            cut, unread = input.get("dates_cut", 0), input.get("dates_unread", 0)
            if cut:
                told.append(f"{input['name']}: {cut} dates keep only their year, because day and month could be swapped")
            if unread and unread * _TOLD >= input["records"]:
                told.append(f"{input['name']}: {unread} dates cannot be read")
        return [f"{reason}; write them as 2017-02-09" for reason in told]

    def _read(self, name: str, parsed: Callable[[str], T]) -> T:
        """Reads a file of the run and passes its text to ``parsed``."""
        try:
            return parsed((self.path / name).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputError(f"{self.path / name} cannot be read: {error}") from error

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        corpus = self.summary()["corpus"]
        return f"<thema.Report of {corpus['papers']:,} papers in {len(self.summary()['themes'])} themes: {self.path}>"

    def _repr_html_(self) -> str:
        page = html.escape(self._read("index.html", str))
        rows = "".join(map(_html_row, self.summary()["themes"]))
        head = "<tr><th>theme</th><th>papers</th><th>share</th><th>trend</th><th>terms</th></tr>"
        frame = f'<iframe srcdoc="{page}" style="width:100%;height:480px;border:1px solid #ccc" sandbox="allow-scripts"></iframe>'
        return f"<table>{head}{rows}</table><details><summary>Map and page</summary>{frame}</details>"


_THEME_COLUMNS: list[tuple[str, pa.DataType]] = [
    ("id", pa.string()),
    ("key", pa.string()),
    ("name", pa.string()),
    ("kind", pa.string()),
    ("papers", pa.int64()),
    ("share", pa.float64()),
    ("terms", pa.list_(pa.string())),
    ("representatives", pa.list_(pa.string())),
    ("trend", pa.string()),
    ("change", pa.float64()),
]
_THEMES = pa.schema(_THEME_COLUMNS)
_TRENDS = {
    "id": pa.string(),
    "theme": pa.string(),
    "unit": pa.string(),
    "start": pa.date32(),
    "papers": pa.int64(),
    "total": pa.int64(),
    "share": pa.float64(),
    "low": pa.float64(),
    "high": pa.float64(),
    "partial": pa.bool_(),
    "thin": pa.bool_(),
}


def _theme_row(theme: dict[str, Any]) -> dict[str, Any]:
    trend = theme["trend"] or {}
    return {
        "id": theme["id"],
        "key": theme["key"],
        "name": theme["name"],
        "kind": theme["kind"],
        "papers": theme["size"],
        "share": theme["share"],
        "terms": [term["text"] for term in theme["terms"]],
        "representatives": [paper["id"] for paper in theme["representatives"]],
        "trend": trend.get("verdict"),
        "change": (trend.get("change") or {}).get("difference"),
    }


def _html_row(theme: dict[str, Any]) -> str:
    row = _theme_row(theme)
    cells = [row["name"], f"{row['papers']:,}", f"{row['share']:.1%}", row["trend"] or "", ", ".join(row["terms"][:6])]
    return "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"


def _as(table: pa.Table, library: object) -> Any:
    if library == "pyarrow":
        return table
    try:
        if library == "pandas":
            return table.to_pandas()
        if library == "polars":
            import polars

            return polars.from_arrow(table)
    except ImportError as error:
        raise SettingsError(f"{library} is not installed: {error}") from error
    raise SettingsError(f"library must be 'pyarrow', 'pandas' or 'polars', not {library!r}")
