"""Commands that look at definitions: list, show, validate, diff, new, schema."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli import options
from workbench.definition.text import inline
from workbench.errors import one_line
from workbench.numbers import plain


def _print_json(data: object) -> None:
    from workbench.numbers import to_json

    click.echo(to_json(data), nl=False)


@click.command("list")
@options.language
@options.as_json
@options.quiet
def list_command(language: str | None, as_json: bool, quiet: bool) -> None:
    """Families with their variants and characters."""
    from workbench.definition.load import examine
    from workbench.tasks.examine import listing

    found = listing()
    if as_json:
        _print_json(found)
        return
    for family in found["families"]:
        click.echo(family["id"])
        for variant in family["variants"]:
            loaded, _ = examine(variant)
            title = loaded.definition.title_in(language or loaded.definition.language) if loaded else ""
            click.echo(f"  {variant:<32} {title}")
        click.echo(f"  characters: {', '.join(family['characters'])}")


@click.command("show")
@options.variant
@click.option("--origin", is_flag=True, help="Where each value came from.")
@options.common
def show_command(
    variant: str, origin: bool, settings: tuple[str, ...], language: str | None, as_json: bool, quiet: bool
) -> None:
    """The fully resolved definition of VARIANT as TOML."""
    from workbench.tasks.examine import show

    found = show(variant, settings)
    if as_json:
        _print_json(found.to_dict())
    else:
        click.echo(found.to_annotated_toml() if origin else found.to_toml(), nl=False)


@click.command("validate")
@click.argument("variants", metavar="VARIANT...", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Warnings fail, too.")
@options.common
def validate_command(
    variants: tuple[str, ...],
    strict: bool,
    settings: tuple[str, ...],
    language: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Every problem of the VARIANTs at once, each with its place."""
    from workbench.tasks.examine import validate

    found = validate(*variants, settings=settings)
    if as_json:
        _print_json(found.to_dict())
    else:
        for problem in found.problems:
            click.echo(str(problem))
        if not found.problems and not quiet:
            click.echo(f"no problem in {', '.join(one_line(variant) for variant in variants)}")
    return 0 if found.is_fine(strict) else 1


@click.command("diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@options.common
def diff_command(a: str, b: str, settings: tuple[str, ...], language: str | None, as_json: bool, quiet: bool) -> None:
    """The rules that differ between the variants A and B, key by key."""
    from workbench.tasks.examine import diff

    found = diff(a, b, settings)
    if as_json:
        _print_json(found.to_dict())
        return
    for difference in found.differences:
        click.echo(f"{difference.key}: {toml(difference.a)} -> {toml(difference.b)}")
    if not found.differences and not quiet:
        click.echo("no difference")


def toml(value: object) -> str:
    """A value as TOML on one line; "nothing" where there is none."""
    return "nothing" if value is None else inline(plain(value))


@click.command("new")
@click.argument("path", type=options.a_path)
@click.option("--from", "parent", required=True, metavar="VARIANT", help="The variant to extend.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@options.language
@options.as_json
@options.quiet
def new_command(path: Path, parent: str, force: bool, language: str | None, as_json: bool, quiet: bool) -> None:
    """Write a small variant file PATH that extends another variant."""
    import shlex

    from workbench.tasks.examine import new

    written = new(path, parent, force).as_posix()
    if as_json:
        _print_json({"written": [written]})
    elif not quiet:
        click.echo(f"{one_line(written)} extends {one_line(parent)}. Next: change a value in it, then")
        click.echo(f"  workbench build {shlex.quote(one_line(written))} -o out")


@click.command("schema")
@click.argument("family")
@options.language
@options.as_json
@options.quiet
def schema_command(family: str, language: str | None, as_json: bool, quiet: bool) -> None:
    """The JSON Schema of a FAMILY's definition files."""
    from workbench.tasks.examine import schema

    _print_json(schema(family))
