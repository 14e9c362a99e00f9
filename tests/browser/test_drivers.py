"""Every game's driver offers all that the tests ask of it, in the same form: those on the shelf, and one just begun."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path
from types import ModuleType

import pytest

import escale
from escale.lab.new_game import new_game
from tests.browser.drivers import Driver, driver_of


def asked() -> dict[str, list[str]]:
    """The functions of a driver, with their parameters."""
    methods = {name: method for name, method in vars(Driver).items() if inspect.isfunction(method) and name[0] != "_"}
    return {name: list(inspect.signature(method).parameters)[1:] for name, method in methods.items()}


def offered(driver: Driver | ModuleType) -> dict[str, list[str]]:
    """The same, of one there is."""
    found = inspect.getmembers(driver, lambda value: inspect.isfunction(value) and value.__module__ == driver.__name__)  # type: ignore[union-attr]
    return {name: list(inspect.signature(function).parameters) for name, function in found if not name.startswith("_")}


@pytest.fixture
def fresh(tmp_path: Path) -> ModuleType:
    """The driver of a game made from the template."""
    spec = importlib.util.spec_from_file_location("fresh_driver", new_game("just_begun", tmp_path) / "tests" / "driver.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", list(escale.games()))
def test_a_game_on_the_shelf(game: str) -> None:
    assert len(asked()) > 1
    assert offered(driver_of(game)) == asked()


def test_a_game_just_begun(fresh: ModuleType) -> None:
    assert offered(fresh) == asked()


def test_one_that_lacks_something_is_found(fresh: ModuleType) -> None:
    del fresh.tells
    assert offered(fresh) != asked()
