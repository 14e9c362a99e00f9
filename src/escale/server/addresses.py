"""Where somebody comes from, as far as they can't choose it."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

HOST_BITS = 64  # of an IPv6 address, which its owner may choose at will
THIS_COMPUTER = "127.0.0.0/8,::1"


def network(address: str) -> str:
    """Those who count as one: an address, or all IPv6 addresses that one customer of a provider has."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_address(int(known) >> HOST_BITS << HOST_BITS))


def among(named: str) -> Callable[[str], bool]:
    """Whether an address is one of these: addresses and networks, with commas; `*` is everybody. To have none is to be near."""
    words = [word.strip() for word in named.split(",") if word.strip()]
    networks = []
    for word in words:
        try:
            networks.append(ipaddress.ip_network(word, strict=False))
        except ValueError:
            continue

    def is_among(address: str) -> bool:
        if "*" in words or address in words or not address:
            return True
        try:
            known = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
        return any((mapped or known) in network for network in networks)

    return is_among
