"""The command that makes new material: generate."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli import options

KINDS = ("tiles", "boards", "cards")


@click.command("generate")
@click.argument("kind", type=click.Choice(KINDS), metavar="|".join(KINDS))
@click.argument("family", metavar="FAMILY")
@click.option("-o", "--output", type=options.a_path, required=True, metavar="FILE.toml", help="Where to.")
@options.seed
@click.option("--from", "parent", metavar="VARIANT", help="For the rules of this variant [the family's plain one].")
@options.of_generators
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@options.language
@options.as_json
@options.quiet
def generate_command(
    kind: str,
    family: str,
    output: Path,
    seed: int,
    parent: str | None,
    force: bool,
    language: str | None,
    as_json: bool,
    quiet: bool,
    **family_options: str | None,
) -> None:
    """New material of FAMILY with wished properties, as a variant file that validates."""
    import shlex

    from workbench.cli import show
    from workbench.errors import one_line
    from workbench.tasks.generate import generate

    with show.progress(quiet, "steps") as progress:
        path = generate(
            kind, family, output, seed=seed, parent=parent, force=force, options=family_options, progress=progress
        )
    written = path.as_posix()
    if as_json:
        show.print_json({"written": [written]})
    elif not quiet:
        click.echo(f"{one_line(written)} is a variant. Next: workbench analyse {shlex.quote(one_line(written))}")
