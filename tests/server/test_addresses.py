"""Whoever can choose an address at will is still one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from escale.server import limits
from escale.server.addresses import network
from escale.server.rest import Requests


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"),
        ("2001:db8:0:3::1", "2001:db8:0:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_address_is_known_without_what_its_owner_can_change(address: str, known: str) -> None:
    assert network(address) == known


def test_requests_of_one_network_count_together() -> None:
    nothing = cast("Any", None)
    requests = Requests(nothing, nothing, nothing, nothing, nothing, replace(limits.DEFAULTS, requests_under_way=2))
    with requests.admitted("2001:db8::1"), requests.admitted("2001:db8::2"):
        with pytest.raises(limits.TooMany), requests.admitted("2001:db8::3"):
            pass
        with requests.admitted("2001:db8:1::1"):
            pass
