from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Protocol, TypedDict

class ArrowStreamable(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

Matrix = tuple[bytes, int, int]
Progress = Callable[[str, str, int, int], object]

class Wanted(TypedDict):
    paths: Sequence[str]
    tables: Sequence[tuple[str, ArrowStreamable]]
    format: str | None
    columns: str
    embeddings: Matrix | None

class ArrowStream:
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...

class Placer:
    @staticmethod
    def load(run: str | PathLike[str]) -> Placer: ...
    @staticmethod
    def read(bytes: bytes) -> Placer: ...
    def save(self) -> bytes: ...
    def themes(self) -> list[tuple[str, str, str]]: ...
    def place(
        self, table: ArrowStreamable, threads: int, embeddings: Matrix | None = None
    ) -> ArrowStream: ...
    def terms_of_groups(
        self, table: ArrowStreamable, group_of: Sequence[int], threads: int
    ) -> list[list[str]]: ...
    def similarities(
        self, table: ArrowStreamable, threads: int, embeddings: Matrix | None = None
    ) -> bytearray: ...

def run(
    inputs: Wanted,
    out: str | PathLike[str],
    settings: str,
    replace: bool = False,
    progress: Progress | None = None,
) -> int: ...
def learn(
    table: ArrowStreamable,
    settings: str,
    progress: Progress | None = None,
    embeddings: Matrix | None = None,
) -> tuple[Placer, str, ArrowStream]: ...
def render(run: str | PathLike[str]) -> list[str]: ...
def defaults() -> str: ...
def abandon() -> None: ...
