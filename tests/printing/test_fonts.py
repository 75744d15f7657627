"""Fonts come from installed packages, and heavy packages only when they are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from workbench.errors import WorkbenchError
from workbench.printing import fonts
from workbench.printing.typst import compile_pdf, literal


def test_importing_printing_loads_neither_typst_nor_jinja() -> None:
    code = (
        "import sys, workbench.printing, workbench.families.stollen.words\n"
        "print([m for m in ('typst', 'jinja2', 'numpy', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_only_fonts_of_packages_are_known() -> None:
    assert fonts.load_fonts(fonts.font_folders("de")).families() == ["Noto Sans"]
    assert "Noto Sans TC" in fonts.load_fonts(fonts.font_folders("zh")).families()


def test_chinese_without_its_fonts_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    found = fonts._package_folder
    monkeypatch.setattr(fonts, "_package_folder", lambda name: None if "cjk" in name else found(name))
    with pytest.raises(WorkbenchError, match=r"pip install 'rules-workbench\[zh\]'"):
        fonts.font_folders("zh")
    assert fonts.font_folders("de")


def test_chinese_can_be_set(tmp_path: Path) -> None:
    families = literal(fonts.font_families("zh"))
    source = f'#set document(title: "x")\n#set text(font: {families}, lang: "zh", region: "TW")\n= 礦坑\n漢字 abc'
    assert compile_pdf(source, tmp_path, "zh").startswith(b"%PDF")
