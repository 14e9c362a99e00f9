"""Where somebody comes from, as far as they can't choose it."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from escale.rules.errors import BadOption, shown

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

HOST_BITS = 64  # of an IPv6 address, which its owner may choose at will
MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")  # IPv4 addresses, written as IPv6
THIS_COMPUTER = "127.0.0.0/8,::1"
OWN_PROXY = "127.0.0.1,::1"  # one that runs on this computer
EVERYBODY = "*"


def address_of(text: str) -> Address | None:
    """An address as it is compared: one of IPv4 that is written as IPv6 is one of IPv4; None if it is none."""
    try:
        known = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(known, "ipv4_mapped", None) or known


def read_network(text: str) -> Network:
    """An address or a network as it is compared, see `address_of`; ValueError if it is none."""
    read: Network = ipaddress.ip_network(text.strip(), strict=False)
    if isinstance(read, ipaddress.IPv6Network) and read.subnet_of(MAPPED):
        return ipaddress.ip_network((str(read.network_address.ipv4_mapped), read.prefixlen - MAPPED.prefixlen))
    return read


def network(address: str) -> str:
    """Those who count as one: an address, or all IPv6 addresses that one customer of a provider has."""
    known = address_of(address)
    if isinstance(known, ipaddress.IPv6Address):
        return str(ipaddress.ip_address(int(known) >> HOST_BITS << HOST_BITS))
    return address if known is None else str(known)


def read_list(option: str, named: str) -> str:
    """Addresses and networks, with commas, as an option names them, written so that everybody reads them alike.

    BadOption if one is none: a slip would trust every visitor, or nobody.
    """
    words = _words(named)
    return EVERYBODY if EVERYBODY in words else ",".join(str(_read(option, word)) for word in words)


def among(named: str) -> Callable[[str], bool]:
    """Whether an address is one of these: addresses and networks, with commas; `*` is everybody."""
    words = _words(named)
    if EVERYBODY in words:
        return lambda address: True
    networks = [read_network(word) for word in words]

    def is_among(address: str) -> bool:
        known = address_of(address)
        return known is not None and any(known in network for network in networks)

    return is_among


def _words(named: str) -> list[str]:
    return [word.strip() for word in named.split(",") if word.strip()]


def _read(option: str, word: str) -> Network:
    try:
        return read_network(word)
    except ValueError:
        raise BadOption(f"{option} {shown(word)}: an address is needed, 192.0.2.7, or a network, 10.0.0.0/8") from None
