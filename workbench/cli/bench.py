"""The command that times: bench."""

from __future__ import annotations

import click

from workbench.cli import options


@click.command("bench")
@click.argument("family", required=False)
@click.option("--seconds", type=options.Number(), metavar="S", help="How long to play for each figure [1].")
@click.option("--threads", type=int, metavar="T", help="Most threads to try [all cores].")
@options.as_json
@options.quiet
def bench_command(family: str | None, seconds: float | None, threads: int | None, as_json: bool, quiet: bool) -> None:
    """Games per second, compiled by number of threads and interpreted; of all families, or of FAMILY."""
    from workbench.cli import show
    from workbench.tasks.bench import DEFAULT_SECONDS, bench

    results = bench(
        family,
        seconds=DEFAULT_SECONDS if seconds is None else seconds,
        threads=threads,
        note=lambda text: show.note(text, quiet),
    )
    if as_json:
        show.print_json([result.to_dict() for result in results])
        return
    counts = sorted({count for result in results for count in result.compiled})
    heads = [f">{count} thread{'s' if count > 1 else ''}" for count in counts]
    screen = show.console()
    table = show.table("Games per second", "variant", "seats", *heads, ">interpreted", ">times faster")
    for result in results:
        rates = [f"{result.compiled[count]:,.0f}" if count in result.compiled else "–" for count in counts]
        gain = f"{result.compiled[1] / result.interpreted:,.0f}" if 1 in result.compiled else "–"
        seats = ", ".join(seat.character for seat in result.seats)
        table.add_row(result.variant, seats, *rates, f"{result.interpreted:,.0f}", gain)
    screen.print(table)
