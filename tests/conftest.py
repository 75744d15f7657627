"""The mark ``rule``, and a run of the whole suite that fails where a rule of a finished family has no test.

A test names the rules of docs/rules.md that it checks: ``@pytest.mark.rule("S17", "S18")``. A rule counts as
tested when such a test ran and passed in this run. Families count as finished once tests/families/<id>/test_rules.py
exists.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules.md"
PREFIXES = {"stollen": ("S", "DI"), "digging": ("D",), "out_of_mine": ("O",), "micro_robots": ("M",)}
"""Letters of each family's rules."""

_STATEMENT = re.compile(r"^- \*\*([A-Z]+(?:-[A-Z])?\d+)\*\*", re.MULTILINE)
_OPEN_POINT = re.compile(r"^\| ([A-Z]+O\d+) \|", re.MULTILINE)
_PROPERTY = "rules"


@cache
def known_rules() -> frozenset[str]:
    """Everything in docs/rules.md that a test may name: rules, consequences, examples and open points."""
    text = RULES.read_text(encoding="utf-8")
    return frozenset(_STATEMENT.findall(text)) | frozenset(_OPEN_POINT.findall(text))


def finished_families() -> list[str]:
    return [family for family in PREFIXES if (ROOT / "tests" / "families" / family / "test_rules.py").exists()]


def rules_to_test() -> list[str]:
    """The atomic rules of the finished families, in the order of their numbers."""
    prefixes = [prefix for family in finished_families() for prefix in PREFIXES[family]]
    found = [match for rule in known_rules() if (match := re.fullmatch(r"([A-Z]+)(\d+)", rule))]
    chosen = [(prefixes.index(m[1]), int(m[2]), m[0]) for m in found if m[1] in prefixes]
    return [rule for _, _, rule in sorted(chosen)]


def _rules_of(item: pytest.Item) -> list[str]:
    return [rule for mark in item.iter_markers("rule") for rule in mark.args]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs:
            pytest.fail("the mark rule takes the ids of rules", pytrace=False)
        unknown = sorted(set(mark.args) - known_rules())
        if unknown:
            pytest.fail(f"no such rule in docs/rules.md: {', '.join(map(str, unknown))}", pytrace=False)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Properties travel with the reports, from the workers of pytest-xdist too.
    for item in items:
        rules = _rules_of(item)
        if rules:
            item.user_properties.append((_PROPERTY, rules))


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(RuleCoverage(config), "rule-coverage")


class RuleCoverage:
    """Listens where the reports of all workers arrive."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.tested: set[str] = set()
        self.missing: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            for name, value in report.user_properties:
                if name == _PROPERTY:
                    self.tested.update(value)  # type: ignore[arg-type]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        ran = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if not ran or session.shouldstop or session.shouldfail or not self.whole_suite():
            return
        self.missing = [rule for rule in rules_to_test() if rule not in self.tested]
        if self.missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def whole_suite(self) -> bool:
        """Whether this run was to run every test but the slow ones, to its end."""
        option = self.config.option
        narrowed = ("keyword", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly", "maxfail")
        if any(getattr(option, name, None) for name in narrowed) or option.markexpr not in ("", "not slow"):
            return False
        asked = {Path(self.config.invocation_params.dir, argument).resolve() for argument in self.config.args}
        return bool(asked & {ROOT.resolve(), (ROOT / "tests").resolve()})

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.missing:
            terminalreporter.section("rules without a test", red=True)
            terminalreporter.write_line("No test that names them ran and passed: " + ", ".join(self.missing))
