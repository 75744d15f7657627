"""The command line as a process: exit codes, what it imports, broken pipes, interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest

from workbench import cli as command_line
from workbench import output
from workbench.cli import main
from workbench.errors import OutputError

HEAVY = ("numpy", "scipy", "matplotlib", "typst", "tree_sitter", "tree_sitter_toml", "jinja2", "rich")


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "workbench", *arguments]
    return subprocess.run(command, **{"capture_output": True, "check": False, "timeout": 120} | options)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["validate", "stollen/diese-partie", "--strict", "--set", "canary.enabled=false"],
        ["list"],
        ["show", "stollen/diese-partie", "--origin"],
        ["diff", "schlicht", "diese-partie"],
        ["schema", "stollen"],
    ],
)
def test_nothing_heavy_is_imported(arguments: list[str]) -> None:
    script = (
        "import sys\nfrom workbench.cli import main\ncode = main(sys.argv[1:])\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)\nsys.exit(code)"
    )
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"[]\n")


def test_importing_the_package_is_light() -> None:
    script = f"import workbench, sys; print([n for n in {(*HEAVY, 'pydantic', 'click')} if n in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout == b"[]\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--help"], 0),
        (["--version"], 0),
        (["validate", "--help"], 0),
        (["validate", "schlicht"], 0),
        (["validate", "nope"], 1),
        (["validate", ""], 1),
        (["validate", "a\0b"], 1),
        (["validate", "schlicht", "--set", "x=1"], 1),
        (["validate", "schlicht", "--lang", "fr"], 1),
        (["validate", "schlicht", "--strict", "--set", "levels.1.hazards.gas=1"], 1),
        (["schema", "nope"], 1),
        (["new", "x.toml", "--from", "nope"], 1),
        (["simulate", "schlicht", "--games", "viele"], 1),
        (["simulate", "schlicht", "--seats", "nope"], 1),
        ([], 2),
        (["nope"], 2),
        (["--nope"], 2),
        (["validate"], 2),
        (["validate", "--nope", "schlicht"], 2),
        (["validate", "schlicht", "--set"], 2),
        (["new", "x.toml"], 2),
        (["diff", "schlicht"], 2),
        (["show", "schlicht", "schlicht"], 2),
        (["new", "nicht/da.toml", "--from", "schlicht"], 3),
    ],
)
def test_exit_codes(
    arguments: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == code
    text, notes = capsys.readouterr()
    assert "Traceback" not in text + notes
    if code == 0:
        assert not notes
    elif arguments and arguments[0] != "validate":
        assert notes
    if code and arguments and arguments[-1] != "--set":
        assert main([*arguments, "--json"]) == code
        text, notes = capsys.readouterr()
        assert not notes
        assert len(json.loads(text)["problems"]) >= 1
    assert not list(tmp_path.iterdir())


def test_a_near_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["valdate", "schlicht"]) == 2
    assert "Did you mean 'validate'?" in capsys.readouterr().err


@pytest.mark.parametrize("error", [KeyboardInterrupt, click.Abort])
def test_interrupted(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(command_line.cli, "invoke", stop)
    assert main(["list"]) == 130
    assert capsys.readouterr().err.strip() == "interrupted"


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    "interrupted",
    [
        "exec('stop()')",
        "try:\n        stop()\n    except KeyboardInterrupt:\n        pass",
        "try:\n        stop()\n    except KeyboardInterrupt:\n        raise RuntimeError from None",
    ],
)
def test_an_interruption_comes_through(interrupted: str) -> None:
    script = (
        "import os, signal, sys\nfrom workbench import cli\n"
        "def stop():\n    os.kill(os.getpid(), signal.SIGINT)\n"
        f"def invoke(context):\n    {interrupted}\n"
        "cli.cli.invoke = invoke\nsys.exit(cli.main(['list']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr.strip()) == (130, b"interrupted")


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_interrupted_process_leaves_nothing(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys\nfrom workbench import output\nfrom workbench.cli import main\n"
        "real = output.os.fdopen\n"
        "def stop(*a, **k):\n    os.kill(os.getpid(), signal.SIGINT)\n    return real(*a, **k)\n"
        "output.os.fdopen = stop\nsys.exit(main(['new', 'a.toml', '--from', 'schlicht', '--force']))"
    )
    (tmp_path / "a.toml").write_text("alt")
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=False, timeout=60)
    assert done.returncode == 130
    assert b"Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.toml"]
    assert (tmp_path / "a.toml").read_text() == "alt"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    output.write_text(path, "alt")
    with pytest.raises(RuntimeError), output.open_text(path) as file:
        file.write("neu")
        raise RuntimeError
    with pytest.raises(OutputError), output.open_text(path) as file:
        raise OSError(28, "No space left on device")
    assert path.read_text() == "alt"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="links and pipes")
def test_links_and_pipes_are_written_through(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to("folder/target")
    output.write_text(link, "neu")
    assert link.is_symlink()
    assert (tmp_path / "folder" / "target").read_text() == "neu"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    output.write_text(pipe, "neu")
    assert (os.read(reader, 10), pipe.is_fifo()) == (b"neu", True)
    os.close(reader)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder", "link", "pipe", "target"]
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    with pytest.raises(OutputError):
        output.write_text(loop, "neu")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_device_is_no_file_to_be_replaced(tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.symlink_to("/dev/full")  # a link, lest the test itself replaces the device
    with pytest.raises(OutputError, match="No space left on device"):
        output.write_text(full, "neu")
    assert full.is_char_device()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("arguments", [["list"], ["--help"], ["schema", "stollen"], ["validate", "nope", "--json"]])
def test_output_that_cannot_be_written(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = process(*arguments, stdout=full, stderr=subprocess.PIPE, capture_output=False)
    assert done.returncode == 3
    assert done.stderr == b"error: the output could not be written: No space left on device\n"


@pytest.mark.parametrize("arguments", [["schema", "stollen"], ["--help"], ["validate", "nope", "--json"]])
def test_a_broken_pipe_is_quiet(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = process(*arguments, stdout=writer, stderr=subprocess.PIPE, capture_output=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="bytes as arguments")
def test_arguments_that_are_no_text() -> None:
    command: list[Any] = [sys.executable, "-m", "workbench", "validate", b"\xff.toml"]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert done.returncode == 1
    assert b"is no UTF-8 text" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-16"])
def test_results_are_utf_8_whatever_the_locale(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "寶石.toml").write_text("寶 = 1", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = process("validate", "寶石.toml", cwd=tmp_path, env=environment)
    assert done.returncode == 1
    assert done.stdout.decode("utf-8").startswith("寶石.toml:1:1: error: not TOML: ")


def test_it_is_quick() -> None:
    started = time.monotonic()
    assert process("validate", "schlicht").returncode == 0
    assert time.monotonic() - started < 10


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_signal_ends_a_run(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "workbench", "simulate", "schlicht", "--games", "100000000", "--log", "a.jsonl"]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        time.sleep(6)
        run.send_signal(signal.SIGINT)
        text, notes = run.communicate(timeout=60)
    finally:
        run.kill()
    assert (run.returncode, text) == (130, b"")
    assert b"Traceback" not in notes
    assert not list(tmp_path.iterdir())
