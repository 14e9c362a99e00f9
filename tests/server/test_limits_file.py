"""A host sets the limits in one file, which `escale limits` prints; a file with a mistake in it starts nothing."""

from __future__ import annotations

import os
import subprocess
import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

from escale.rules.errors import BadOption
from escale.server.limits import DEFAULTS, known_limits
from escale.server.limits_file import printed, read_limits
from tests.terminal.pseudo import PROGRAM


def test_what_is_printed_is_a_file_of_all_defaults(tmp_path: Path) -> None:
    done = subprocess.run([PROGRAM, "limits"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert tomllib.loads(done.stdout) == asdict(DEFAULTS)
    file = tmp_path / "limits.toml"
    file.write_text(done.stdout)
    assert read_limits(file) == DEFAULTS == read_limits(None)


def test_every_limit_can_be_set_within_its_range(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    for name, known in known_limits().items():
        assert known.least <= known.default <= known.most
        assert known.least < known.most
        assert known.text.endswith(".")
        assert f"{known.unit}.\n{name} = " in printed()
        for value in (known.least, known.most):
            file.write_text(f"{name} = {value}")
            read = getattr(read_limits(file), name)
            assert (read, type(read)) == (value, type(known.default))


def test_what_is_not_in_it_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text("# ours\nbody_bytes = 20_000\ntables_per_second = 2\n")
    read = read_limits(file)
    assert asdict(read) == {**asdict(DEFAULTS), "body_bytes": 20_000, "tables_per_second": 2.0}


MISTAKES = [
    ("body_byte = 20000", "there is no limit 'body_byte'; did you mean 'body_bytes'?"),
    ("nonsense = 1", "there is no limit 'nonsense'; `escale limits` lists all"),
    ("[tables]\nat_once = 3", "there is no limit 'tables'"),
    ('body_bytes = "64k"', "body_bytes must be a whole number of bytes, not '64k'"),
    ("body_bytes = 20000.5", "body_bytes must be a whole number of bytes, not 20000.5"),
    ("body_bytes = true", "not True"),
    ("body_bytes = [20000]", "not [20000]"),
    ("head_seconds = true", "head_seconds must be a number of seconds, not True"),
    ("head_seconds = nan", "head_seconds = nan: allowed are 1.0 to 300.0 seconds"),
    ("head_seconds = inf", "allowed are 1.0 to 300.0 seconds"),
    ("body_bytes = 0", "body_bytes = 0: allowed are 16_384 to 16_777_216 bytes"),
    ("body_bytes = -1", "allowed are"),
    (f"body_bytes = 1{'0' * 400}", "allowed are"),
    (f"body_bytes = 1{'0' * 5000}", "lines of `name = number`"),
    ("body_bytes = 20000\n\nhead_seconds 10\n", "is not TOML: Expected '=' after a key in a key/value pair (at line 3,"),
    ("body_bytes = 20000\nbody_bytes = 30000\n", "is not TOML: Cannot overwrite a value (at line 2,"),
    ("a = " + "[" * 5000, "lines of `name = number`"),
    (b"\xff\xfe", "lines of `name = number`"),
    (None, "No such file or directory"),
]


@pytest.mark.parametrize(("content", "said"), MISTAKES, ids=[str(number) for number in range(len(MISTAKES))])
def test_a_mistake_is_one_line(tmp_path: Path, content: str | bytes | None, said: str) -> None:
    file = tmp_path / "limits.toml"
    if content is not None:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadOption) as refused:
        read_limits(file)
    assert said in str(refused.value)
    assert str(refused.value).startswith(str(file))
    assert len(str(refused.value)) < 300 + len(str(file))


def test_a_server_with_a_mistake_in_its_file_does_not_start(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text("tables_per_persn = 5")
    data = tmp_path / "data"
    command = [PROGRAM, "serve", "--port", "0", "--data", str(data)]
    for options, environment in (["--limits", str(file)], {}), ([], {"ESCALE_LIMITS": str(file)}):
        done = subprocess.run(
            [*command, *options], env={**os.environ, **environment}, capture_output=True, text=True, timeout=60
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"escale: {file}: there is no limit 'tables_per_persn'; did you mean 'tables_per_person'?\n"
        assert not data.exists()
