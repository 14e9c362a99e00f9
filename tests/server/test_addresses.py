"""Whoever can choose an address at will is still one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, cast

import pytest

from escale.rules.errors import BadOption
from escale.server import limits
from escale.server.addresses import OWN_PROXY, among, network, read_list
from escale.server.proxies import behind, is_known
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


@pytest.mark.parametrize(
    ("named", "read"),
    [
        ("127.0.0.1", "127.0.0.1/32"),
        (" 10.1.2.3/8 , ::1,", "10.0.0.0/8,::1/128"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
        ("127.0.0.1,*", "*"),
        ("", ""),
    ],
)
def test_a_list_of_addresses_is_written_in_one_way(named: str, read: str) -> None:
    assert read_list("--proxy", named) == read


@pytest.mark.parametrize("named", ["localhost", "127.0.0.1;::1", "10.0.0.0/99", "127.0.0.1 ::1"])
def test_what_is_no_address_is_refused(named: str) -> None:
    with pytest.raises(BadOption, match=r"^--proxy .*: an address is needed"):
        read_list("--proxy", named)


@pytest.mark.parametrize(
    ("named", "address", "found"),
    [
        ("127.0.0.0/8,::1", "127.9.9.9", True),
        ("127.0.0.0/8,::1", "::ffff:127.0.0.1", True),
        ("127.0.0.0/8,::1", "::1", True),
        ("127.0.0.0/8,::1", "192.0.2.7", False),
        ("127.0.0.0/8,::1", "", False),
        ("127.0.0.0/8,::1", "unknown", False),
        ("::ffff:192.0.2.0/120", "192.0.2.7", True),
        ("fe80::/10", "fe80::1%eth0", True),
        ("*", "unknown", True),
        ("", "127.0.0.1", False),
    ],
)
def test_who_is_among_them(named: str, address: str, found: bool) -> None:
    assert among(named)(address) is found


NEAR, FAR, VISITOR = "127.0.0.1", "203.0.113.5", "192.0.2.7"


@pytest.mark.parametrize(
    ("proxies", "peer", "headers", "client", "known"),
    [
        (OWN_PROXY, NEAR, {}, NEAR, True),
        (OWN_PROXY, NEAR, {"x-forwarded-for": VISITOR}, VISITOR, True),
        (OWN_PROXY, "::1", {"x-forwarded-for": VISITOR}, VISITOR, True),
        (OWN_PROXY, "::ffff:127.0.0.1", {"x-forwarded-for": VISITOR}, VISITOR, True),
        (OWN_PROXY, NEAR, {"x-forwarded-for": f"{FAR}, {VISITOR}"}, VISITOR, True),  # what a browser said counts for nothing
        (OWN_PROXY, NEAR, {"x-forwarded-proto": "https"}, NEAR, False),  # it came for somebody, and doesn't say for whom
        (OWN_PROXY, FAR, {"x-forwarded-for": NEAR}, FAR, False),
        (OWN_PROXY, f"::ffff:{FAR}", {}, FAR, True),
        ("", NEAR, {"x-forwarded-for": VISITOR}, NEAR, False),
        ("", NEAR, {"via": "1.1 proxy"}, NEAR, False),
        ("10.0.0.0/8", "::ffff:10.1.2.3", {"x-forwarded-for": f"{VISITOR}, 10.0.0.2"}, VISITOR, True),
        ("10.0.0.0/8", "10.1.2.3", {"x-forwarded-for": f"{VISITOR}, ::ffff:10.0.0.2"}, VISITOR, True),
        ("*", FAR, {"x-forwarded-for": VISITOR}, VISITOR, True),
    ],
)
def test_where_a_request_comes_from(proxies: str, peer: str, headers: dict[str, str], client: str, known: bool) -> None:
    found = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        found.append((scope["client"][0], is_known(scope)))

    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "scheme": "http", "client": (peer, 4711), "headers": sent}
    nothing = cast("Any", None)

    async def come() -> None:
        await behind(inner, read_list("--proxy", proxies))(scope, nothing, nothing)

    asyncio.run(come())
    assert found == [(client, known)]
