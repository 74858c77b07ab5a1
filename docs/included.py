"""MkDocs hook: adds files from elsewhere in the project, and executed notebooks, to the pages of the site."""

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))
from notebook_pages import page_of_notebook

ROOT = Path(__file__).parents[1]

FILES = {
    "reference/files.md": "data/schema/README.md",
    "reference/themes.schema.json": "data/schema/themes.schema.json",
    "reference/taxonomy.schema.json": "data/schema/taxonomy.schema.json",
    "reference/on_dask.py": "python/examples/on_dask.py",
    "reference/changes.md": "CHANGELOG.md",
    "sample/index.html": "notebooks-output/sample/index.html",
    **{f"pictures/{picture.name}": f"notebooks-output/pictures/{picture.name}" for picture in (ROOT / "notebooks-output/pictures").glob("*.png")},
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for page, source in FILES.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    for notebook in sorted((ROOT / "notebooks-output").glob("*.ipynb")):
        files.append(File.generated(config, f"notebooks/{notebook.stem}.md", content=page_of_notebook(notebook)))
    return files
