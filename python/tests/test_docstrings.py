"""Every public name is documented."""

import builtins
import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from sklearn.exceptions import NotFittedError

import thema

SECTION = re.compile(r"(?m)^ *(Args|Returns|Raises|Warns|Attributes):\n")
KNOWN_ERRORS = {**vars(builtins), **vars(thema), "NotFittedError": NotFittedError}


def callables() -> Iterator[Any]:
    """Public functions, and the methods that thema's public classes define themselves."""
    for name in thema.__all__:
        value = getattr(thema, name)
        if not inspect.isclass(value):
            yield pytest.param(value, id=name)
        elif not issubclass(value, (Exception, Warning)):
            for method, written in vars(value).items():
                if not method.startswith("_") and isinstance(written, (FunctionType, classmethod)):
                    yield pytest.param(getattr(value, method), id=f"{name}.{method}")


def sections(documented: object) -> dict[str, str]:
    parts = SECTION.split(inspect.getdoc(documented) or "")
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2]))}


def test_names_that_are_imported_late_are_listed(tmp_path: Path) -> None:
    assert {*thema.__all__, "__version__", "batches", "spark"} <= set(dir(thema))
    assert thema.__version__ == version("thema")
    program = "import thema; thema.spark.run, thema.batches.Run; assert not hasattr(thema, 'other')"
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)


def test_every_public_name_is_described() -> None:
    for name in thema.__all__:
        assert len(inspect.getdoc(getattr(thema, name)) or "") > 20, name


@pytest.mark.parametrize("function", list(callables()))
def test_arguments_results_and_errors_are_told(function: Callable[..., object]) -> None:
    said, signature = sections(function), inspect.signature(function)
    arguments = [name for name in signature.parameters if name not in ("self", "cls")]
    told = re.findall(r"(?m)^ {4}(\w+):", said.get("Args", ""))
    assert told == arguments
    assert "Returns" in said
    assert not re.search("ndarray|Labels", str(signature.return_annotation)) or "shape (" in said["Returns"]
    for error in re.findall(r"(?m)^ {4}(\w+):", said.get("Raises", "")):
        assert issubclass(KNOWN_ERRORS[error], BaseException)
    assert "Raises" in said or not arguments


@pytest.mark.parametrize("kind", [thema.Themes, thema.TopicModel, thema.Report, thema.Placer])
def test_attributes_of_classes_are_told(kind: type) -> None:
    said = "\n".join(inspect.getdoc(base) or "" for base in kind.__mro__)
    arguments = [name for name in inspect.signature(kind).parameters if name != "native"]
    assert [name for name in arguments if not re.search(rf"(?m)^ {{4}}{name}:", said)] == []
