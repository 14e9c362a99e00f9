"""Where somebody comes from, as far as they can't choose it."""

from __future__ import annotations

import ipaddress

HOST_BITS = 64  # of an IPv6 address, which its owner may choose at will


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
