"""Every request there is: path, types and what may be answered. The routes and the OpenAPI are both made of this list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from starlette.convertors import Convertor, register_url_convertor

from escale.server import bodies
from escale.server.rest import DecodedRequest, Requests

OK, CREATED = 200, 201


class WholeNumber(Convertor[int]):
    """A number in a path. Starlette's own takes any length, and fails at those that Python won't read."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """As the path says it."""
        return int(value)

    def to_string(self, value: int) -> str:
        """As a path says it."""
        return str(value)


register_url_convertor("number", WholeNumber())


@dataclass(frozen=True)
class Endpoint:
    """One request."""

    method: Literal["GET", "POST"]
    path: str  # Starlette's way: {seat:number} is a WholeNumber
    answer: Callable[[Requests, DecodedRequest], Awaitable[Any]]
    gives: type
    body: type | None = None
    status: int = OK
    query: tuple[str, ...] = ()  # numbers that may be asked for
    refuses: tuple[int, ...] = ()  # statuses of its errors, beside those of any request


ENDPOINTS = (
    Endpoint("GET", "/health", Requests.health, bodies.Health),
    Endpoint("GET", "/health/live", Requests.live, bodies.Health),
    Endpoint("GET", "/api/games", Requests.shelf, bodies.Games),
    Endpoint("GET", "/api/games/{game}/demo", Requests.demo, bodies.Demo, refuses=(404,)),
    Endpoint("POST", "/api/games/{game}/companion", Requests.companion, dict[str, Any], dict[str, Any], refuses=(404, 422)),
    Endpoint("POST", "/api/tables", Requests.make, bodies.Made, bodies.NewTable, CREATED, refuses=(404, 409, 422)),
    Endpoint("GET", "/api/tables/mine", Requests.mine, bodies.TableList),
    Endpoint("GET", "/api/tables/listed", Requests.listed, bodies.TableList),
    Endpoint("GET", "/api/tables/{table}", Requests.table, bodies.Summary, refuses=(404, 422)),
    Endpoint("POST", "/api/tables/{table}/end", Requests.end, bodies.Summary, refuses=(403, 404, 409, 422)),
    Endpoint("GET", "/api/invitations/{key}", Requests.invitation, bodies.Invitation, refuses=(404, 422)),
    Endpoint("POST", "/api/invitations/{key}", Requests.join, bodies.Place, bodies.Joining, refuses=(404, 409, 422)),
    Endpoint(
        "POST", "/api/tables/{table}/seats/{seat:number}/link", Requests.seat_link, bodies.Link, refuses=(403, 404, 409, 422)
    ),
    Endpoint("POST", "/api/seat-links/{key}", Requests.claim, bodies.Place, refuses=(403, 404, 409, 422)),
    Endpoint("POST", "/api/tables/{table}/rematch", Requests.rematch, bodies.Next, refuses=(403, 404, 409, 422)),
    Endpoint("GET", "/api/tables/{table}/past/{ply:number}", Requests.past, bodies.Past, query=("seat",), refuses=(404, 422)),
    Endpoint("GET", "/api/tables/{table}/replay", Requests.replay, bodies.Replay, query=("seat",), refuses=(404, 409, 422)),
    Endpoint("GET", "/api/tables/{table}/review", Requests.review, bodies.Reviewing, refuses=(404, 409, 422)),
    Endpoint("GET", "/api/tables/{table}/export", Requests.export, bodies.Record, refuses=(404, 409, 422)),
    Endpoint("POST", "/api/replays", Requests.replay_record, bodies.Replay, bodies.Record, refuses=(404, 422)),
    Endpoint("POST", "/api/reviews", Requests.review_record, bodies.Reviewing, bodies.Record, refuses=(404, 422)),
)
