"""The command line: reads arguments, shows progress and results, and nothing else.

Commands live in one module per group and are imported when they are called.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from workbench.errors import DefinitionError, OutputError, Problem, WorkbenchError, in_quotes, nearest, usage_problem
from workbench.interrupts import interrupts_come_through

FINE, INPUT_PROBLEM, USAGE, OUTPUT_PROBLEM, INTERRUPTED = 0, 1, 2, 3, 130

# name: (module, help), in the order of --help.
COMMANDS = {
    "list": ("look", "families, variants, characters"),
    "show": ("look", "the fully resolved definition of a variant"),
    "validate": ("look", "every problem of a variant at once"),
    "diff": ("look", "the rules that differ between two variants"),
    "new": ("look", "start a variant file that extends another"),
    "schema": ("look", "JSON Schema of a family's definitions"),
    "simulate": ("play", "play many games and sum up"),
    "compare": ("play", "what a change does to play, on shared luck"),
    "sweep": ("sweep", "what several settings do, alone and in pairs"),
    "analyse": ("analyse", "exact figures without simulation; what each option is worth"),
    "play": ("table", "a game in the terminal, you against the characters"),
    "replay": ("play", "a logged game, step by step, in words"),
    "render": ("make", "rules sheets and cards as PDF"),
    "generate": ("generate", "new material with wished properties, as a variant file"),
    "build": ("make", "the main job: everything about a variant"),
    "bench": ("bench", "games per second, compiled and interpreted"),
}


class Commands(click.Group):
    """Imports a command when it is called, so that --help stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            guess = nearest(cmd_name, COMMANDS)
            ctx.fail(f"No such command {cmd_name!r}." + (f" Did you mean {guess!r}?" if guess else ""))
        import importlib

        module = importlib.import_module(f"workbench.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
)
@click.version_option(package_name="rules-workbench", prog_name="workbench")
def cli() -> None:
    """Tabletop rules from one file: validated, simulated, compared and printed.

    VARIANT is a variant id (see `workbench list`) or a path to a .toml file.

    \b
    workbench new mine.toml --from stollen/diese-partie
    workbench build mine.toml -o out
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns its exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    _never_fail_to_print()
    try:
        code = _run(arguments, as_json="--json" in arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing more can be said there.
        _drop_output()
        return FINE
    except OSError as error:
        _drop_output()
        print(f"error: the output could not be written: {error.strerror or error}", file=sys.stderr)
        return OUTPUT_PROBLEM


def _run(arguments: Sequence[str], as_json: bool) -> int:
    try:
        _refuse_broken_text(arguments)
        with interrupts_come_through():
            code = cli.main(arguments, prog_name="workbench", standalone_mode=False)
        return code if isinstance(code, int) else FINE
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except SystemExit:
        # Click ends so where whoever read our output is gone, and nowhere else.
        raise BrokenPipeError from None
    except (click.exceptions.Abort, KeyboardInterrupt):
        print("interrupted", file=sys.stderr)
        # Python ends by the signal instead of our exit code if the last text that it executed was interrupted.
        exec("")
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)
        return USAGE
    except click.UsageError as error:
        return _usage(error, as_json)
    except DefinitionError as error:
        _show(error.problems, as_json)
        return INPUT_PROBLEM
    except OutputError as error:
        _show([Problem(str(error), code="output")], as_json)
        return OUTPUT_PROBLEM
    except WorkbenchError as error:
        _show([Problem(str(error))], as_json)
        return INPUT_PROBLEM


def _drop_output() -> None:
    """Whatever is still waiting to be written goes nowhere, also when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _never_fail_to_print() -> None:
    """Results are UTF-8 wherever they go but to a terminal; what a terminal cannot show is spelled out."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            if (stream.encoding, stream.errors) != (encoding, "backslashreplace"):
                stream.reconfigure(encoding=encoding, errors="backslashreplace")


def _refuse_broken_text(arguments: Sequence[str]) -> None:
    """What is no text cannot be shown, saved or compared."""
    for argument in arguments:
        try:
            argument.encode("utf-8")
        except UnicodeEncodeError:
            shown = argument.encode("utf-8", "backslashreplace").decode("ascii", "replace")
            raise usage_problem(f"the argument {in_quotes(shown)} is no UTF-8 text", code="encoding") from None


def _usage(error: click.UsageError, as_json: bool) -> int:
    """A bad value is a problem of the input; an unknown option or a missing argument is one of usage."""
    bad_value = isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter)
    if bad_value:
        _show([Problem(error.format_message(), code="bad-value")], as_json)
        return INPUT_PROBLEM
    if as_json:
        _show([Problem(error.format_message(), code="usage")], as_json)
    else:
        error.show(sys.stderr)
    return USAGE


def _show(problems: Sequence[Problem], as_json: bool) -> None:
    if as_json:
        from workbench.numbers import to_json

        content: dict[str, Any] = {"problems": [problem.to_dict() for problem in problems]}
        sys.stdout.write(to_json(content))
        sys.stdout.flush()
        return
    for problem in problems:
        print(problem, file=sys.stderr)


__all__ = ["cli", "main"]
