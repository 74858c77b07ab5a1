"""Runs on Spark equal those of the command, even if executors die. Skipped without Java or pyspark."""

from __future__ import annotations

import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import SUBJECTS
from test_batches import SAMPLE, assert_same

import thema

pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
if shutil.which("java") is None:
    pytest.skip("there is no Java", allow_module_level=True)

from thema import spark as on_spark  # noqa: E402

# For sockets and files that Spark itself leaves open.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Two executors, each its own process.
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.executorEnv.SPARK_LOCAL_HOSTNAME", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def test_files_give_the_run_of_the_command(spark: Any, tmp_path: Path) -> None:
    stages: list[str] = []
    thema.run(SAMPLE, tmp_path / "one")
    report = on_spark.run(spark, SAMPLE, tmp_path / "spark", progress=lambda stage, *_: stages.append(stage))
    assert_same(tmp_path / "spark", tmp_path / "one")
    assert len(report.papers()) > 100
    assert {"read", "join records", "near-duplicates", "draw", "place all"} <= set(stages)


def test_settings_of_the_session_are_what_they_were(spark: Any, tmp_path: Path) -> None:
    setting = "spark.sql.execution.arrow.maxRecordsPerBatch"
    default = spark.conf.get(setting)
    environment = dict(spark.sparkContext.environment)
    try:
        for given in ("7", default):
            spark.conf.set(setting, given)
            with pytest.raises(thema.InputError):
                on_spark.run(spark, tmp_path / "missing", tmp_path / "out")
            assert spark.conf.get(setting) == given
            assert spark.sparkContext.environment == environment
            on_spark.run(spark, SAMPLE, tmp_path / given)
            assert spark.conf.get(setting) == given
    finally:
        spark.conf.set(setting, default)
    assert_same(tmp_path / "7", tmp_path / default)


def test_relative_paths_lead_from_the_drivers_folder(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(SAMPLE, tmp_path / "papers")
    monkeypatch.chdir(tmp_path)
    thema.run("papers", "one")
    on_spark.run(spark, "papers", "spark")
    assert_same(tmp_path / "spark", tmp_path / "one")


def test_the_number_of_partitions_changes_no_byte(spark: Any, tmp_path: Path) -> None:
    on_spark.run(spark, SAMPLE, tmp_path / "one", partitions=1)
    on_spark.run(spark, SAMPLE, tmp_path / "five", partitions=5)
    assert_same(tmp_path / "five", tmp_path / "one")


def test_tallies_of_many_partitions_merge_in_a_tree(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_spark.run(spark, SAMPLE, tmp_path / "one")
    monkeypatch.setattr("thema.spark._steps.tasks_of", lambda _: 20)
    on_spark.run(spark, SAMPLE, tmp_path / "many")
    assert_same(tmp_path / "many", tmp_path / "one")


def test_a_table_gives_the_themes_of_the_same_table(spark: Any, tmp_path: Path) -> None:
    rows = [
        {"id": f"x:{at}", "title": f"On {word} {at}", "abstract": f"We study {word} and more {word} number {at}."}
        for at, word in enumerate(["queues", "consensus protocols", "neural networks"] * 40)
    ]
    expected = thema.run(rows, tmp_path / "one", clusters=3)
    table = spark.createDataFrame(rows).repartition(3).cache()
    found = on_spark.run(spark, table, tmp_path / "spark", clusters=3)
    assert table.storageLevel.useMemory, "what the user keeps stays"
    table.unpersist()
    # The rows of a Spark table have no fixed order, so their numbers in the input differ, and nothing else.
    for name in ("themes.csv", "papers.csv", "trends.csv"):
        assert (tmp_path / "spark" / name).read_bytes() == (tmp_path / "one" / name).read_bytes(), name
    assert len(found.papers()) == len(expected.papers()) == 120


def test_a_snapshot_of_openalex_gives_the_run_of_the_command(spark: Any, tmp_path: Path) -> None:
    chance = random.Random(5)
    subjects = [words.split() for words in SUBJECTS.values()]
    for number in range(90):
        # Later folders repeat works that were updated.
        work = number % 75
        words = chance.choices(subjects[work % len(subjects)], k=40)
        inverted: dict[str, list[int]] = {}
        for at, word in enumerate(words):
            inverted.setdefault(word, []).append(at)
        record = {
            "id": f"https://openalex.org/W{10_000 + work}",
            "doi": f"https://doi.org/10.5555/{work}",
            "title": f"{words[0].title()} and {words[1]}: case {work}",
            "publication_date": f"{2015 + work % 8}-0{1 + work % 9}-15",
            "authorships": [{"author": {"display_name": f"Ann {work % 11}"}, "countries": ["CL"]}],
            "abstract_inverted_index": inverted,
            "language": "en",
            "type": "article",
            "referenced_works": [],
            "updated_date": "2026-01-01",
        }
        part = tmp_path / f"works/updated_date=2026-01-0{1 + number // 30}/part_00{number % 2}.gz"
        part.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(part, "at") as file:
            file.write(json.dumps(record) + "\n")
    thema.run(tmp_path / "works", tmp_path / "one", clusters=4)
    report = on_spark.run(spark, tmp_path / "works", tmp_path / "spark", clusters=4)
    assert_same(tmp_path / "spark", tmp_path / "one")
    assert len(report.papers()) == 75


def test_an_executor_that_is_killed_is_done_without(spark: Any, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill() -> None:
        asked = ["pgrep", "-f", f"CoarseGrainedExecutorBackend.*{spark.sparkContext.applicationId}"]
        executors = subprocess.run(asked, capture_output=True, text=True).stdout.split()
        killed.append(int(executors[0]))
        os.kill(killed[-1], signal.SIGKILL)

    timers: dict[str, threading.Timer] = {}

    def heard(stage: str, *_: object) -> None:
        if stage in ("join records", "place all") and stage not in timers:
            timers[stage] = threading.Timer(0.3, kill)
            timers[stage].start()

    on_spark.run(spark, SAMPLE, tmp_path / "killed", progress=heard)
    thema.run(SAMPLE, tmp_path / "one")
    assert_same(tmp_path / "killed", tmp_path / "one")
    assert len(set(killed)) == 2


def test_what_cannot_be_used_is_refused_and_leaves_nothing(spark: Any, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(thema.InputError, match="no readable input"):
        on_spark.run(spark, empty, tmp_path / "out")
    with pytest.raises(thema.InputError, match="not int"):
        on_spark.run(spark, 7, tmp_path / "out")
    with pytest.raises(thema.SettingsError, match="partitions"):
        on_spark.run(spark, SAMPLE, tmp_path / "out", partitions=0)
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(thema.OutputError):
        on_spark.run(spark, SAMPLE, tmp_path / "taken", replace=True)
    assert not (tmp_path / "out").exists()
