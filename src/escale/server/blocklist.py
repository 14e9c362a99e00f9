"""The addresses that are blocked, as those who run a server change them from outside; it may run meanwhile."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from escale.rules.errors import BadOption, shown
from escale.server.addresses import Network, read_network
from escale.server.blocks import PROXIES
from escale.server.calendar import DAY
from escale.server.hosted import changed
from escale.store.journal import Blocked, Journal

WIDEST = {4: 8, 6: 16}  # bits of a network that may be blocked: one with fewer is half the world
CUSTOMER = 64  # bits of the IPv6 network that one customer of a provider has for themselves
LOOPBACK: tuple[Network, ...] = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))
LONGEST_NOTE = 200
EXAMPLES = "write 203.0.113.7, 203.0.113.0/24 or 2001:db8:0:1::/64"


@dataclass(frozen=True)
class Change:
    """What was blocked, and what the host should know about it."""

    blocked: Blocked
    warnings: list[str] = field(default_factory=list)


def block(data: Path | None, database: str | None, address: str, days: int | None, note: str) -> Change:
    """Block an address or a network. BadOption, here and below, if that is none or the database can't be used."""
    network = _blockable(address)
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise BadOption(f"a note is one line of {LONGEST_NOTE} letters at most")
    now = time.time()
    blocked = Blocked(str(network), now, None if days is None else now + days * DAY, note)

    async def change(journal: Journal) -> Change:
        proxies = await journal.setting(PROXIES, "")
        await journal.block(blocked)
        return Change(blocked, list(_warnings(network, proxies)))

    return changed(data, database, change)


def unblock(data: Path | None, database: str | None, address: str) -> str:
    """Let an address or a network in again; which it was. BadOption if it wasn't blocked, with the network that still is."""
    network = network_of(address)

    async def change(journal: Journal) -> str:
        if await journal.unblock(str(network)):
            return str(network)
        around = [one.network for one in await journal.blocked() if _is_in(network, ipaddress.ip_network(one.network))]
        raise BadOption(f"{network} isn't blocked by itself{f', but {around[0]} is' if around else ''}")

    return changed(data, database, change)


def blocked(data: Path | None, database: str | None) -> list[Blocked]:
    """What is blocked, the last first."""

    async def look(journal: Journal) -> list[Blocked]:
        return await journal.blocked()

    return changed(data, database, look)


def network_of(text: str) -> Network:
    """An address or a network as it is kept; BadOption if it is none."""
    try:
        return read_network(text)
    except ValueError:
        raise BadOption(f"{shown(text)} is no address: {EXAMPLES}") from None


def _blockable(text: str) -> Network:
    network = network_of(text)
    if network.prefixlen < WIDEST[network.version]:
        raise BadOption(f"{network} is too wide: at least /{WIDEST[network.version]} is allowed")
    if network.is_multicast or network.network_address.is_unspecified:
        raise BadOption(f"{network}: nobody comes from there; {EXAMPLES}")
    return network


def _warnings(network: Network, proxies: str) -> Iterator[str]:
    if any(network.version == own.version and network.overlaps(own) for own in LOOPBACK):
        yield "that is this computer itself: its browsers are locked out, and all behind a proxy that doesn't say for whom"
    for word in proxies.split(","):
        try:
            proxy = ipaddress.ip_network(word.strip(), strict=False)
        except ValueError:
            continue
        if network.version == proxy.version and network.overlaps(proxy) and not proxy.is_loopback:
            yield f"that is the server's proxy ({proxy}): all those are locked out of whom it doesn't say where they come from"
    if network.version == 6 and network.prefixlen > CUSTOMER:
        whole = ipaddress.ip_network((network.network_address, CUSTOMER), strict=False)
        yield f"whoever has it can choose another of {whole}: block that"


def _is_in(network: Network, other: Network) -> bool:
    if isinstance(network, ipaddress.IPv4Network):
        return isinstance(other, ipaddress.IPv4Network) and network.subnet_of(other)
    return isinstance(other, ipaddress.IPv6Network) and network.subnet_of(other)
