"""From a request to a response: decode, ask, encode; and every error as a status and one line."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from escale.play.events import Damaged
from escale.play.match import WrongStart
from escale.play.rulings import Refused
from escale.rules.errors import EscaleError, NoCompanion, NoSuchGame, OtherVersion, Uncountable
from escale.rules.position import plain
from escale.server import limits
from escale.server.bodies import ErrorBody, Problem
from escale.server.health import NotReady
from escale.server.rest import DecodedRequest, Requests
from escale.server.routes import Endpoint
from escale.server.session import Sessions, remember, same_origin
from escale.server.tables import NoSuchTable
from escale.server.tokens import hashed
from escale.server.wire import encode
from escale.store.journal import Unavailable

log = logging.getLogger("escale.http")
BAD, FORBIDDEN, MISSING, CONFLICT, TOO_LARGE, UNFIT, TOO_MANY, OURS, AWAY = 400, 403, 404, 409, 413, 422, 429, 500, 503
JSON = "application/json"


class Bad(Exception):
    """A request that isn't as it should be."""

    def __init__(self, status: int, code: str, text: str) -> None:
        """What the response says."""
        super().__init__(text)
        self.status, self.code = status, code


async def respond(endpoint: Endpoint, requests: Requests, sessions: Sessions, request: Request) -> Response:
    """Answer a request, whatever happens."""
    try:
        return await _answered(endpoint, requests, sessions, request)
    except ClientDisconnect:
        return Response(status_code=BAD)  # for nobody: they have gone
    except Exception as error:
        return failed(error)


async def _answered(endpoint: Endpoint, requests: Requests, sessions: Sessions, request: Request) -> Response:
    if endpoint.method == "POST" and not same_origin(request):
        raise Bad(FORBIDDEN, "foreign", "this request comes from another site's page")
    address = request.client.host if request.client else ""
    with requests.admitted(address):
        return await _admitted(endpoint, requests, sessions, request, address)


async def _admitted(endpoint: Endpoint, requests: Requests, sessions: Sessions, request: Request, address: str) -> Response:
    token = await sessions.token_for(request) if endpoint.method == "POST" else None
    holder = hashed(token) if token else await sessions.holder_of(request) or ""
    path = {name: str(value) for name, value in request.path_params.items()}
    body = await _body(endpoint, request, requests.limits.body_bytes)
    asked = DecodedRequest(holder, path, _query(endpoint, request), body, address)
    response = Response(encode(await endpoint.answer(requests, asked)), endpoint.status, media_type=JSON)
    response.headers["cache-control"] = "no-store"
    if token:
        remember(request, response, token)
    return response


def _query(endpoint: Endpoint, request: Request) -> dict[str, str]:
    query = {name: request.query_params[name] for name in endpoint.query if name in request.query_params}
    for name, value in query.items():
        if not (value.isascii() and value.isdecimal() and len(value) < 10):
            raise Bad(UNFIT, "unfit", f"{name}: a whole number from 0 is allowed")
    return query


async def _body(endpoint: Endpoint, request: Request, most: int) -> object:
    if endpoint.body is None:
        return None
    whole = b""
    async for part in request.stream():
        whole += part
        if len(whole) > most:
            raise Bad(TOO_LARGE, "too_large", f"at most {most} bytes are allowed")
    try:
        return msgspec.json.decode(whole, type=endpoint.body)
    except msgspec.ValidationError as error:
        raise Bad(UNFIT, "unfit", str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Bad(BAD, "not_json", "the body is no JSON we can read") from None


def failed(error: Exception) -> Response:
    """An error as a response; only those that are our fault are logged."""
    match error:
        case Bad():
            return problem(error.status, error.code, str(error))
        case HTTPException():
            response = problem(error.status_code, "http", error.detail)
            response.headers.update(error.headers or {})
            return response
        case NotReady():
            return problem(AWAY, error.cause, str(error))
        case Unavailable() | Refused(code="unavailable"):
            return problem(AWAY, "unavailable", "the database is away just now; try again")
        case Refused(code="no_such_table") | NoSuchTable():
            return problem(MISSING, "no_such_table", "there is no table of that id or key")
        case Refused(code="other_version"):
            return problem(UNFIT, "other_version", "a newer server has gone on with this table")
        case Refused():
            status = FORBIDDEN if error.code == "not_yours" else CONFLICT
            return problem(status, error.code, error.code.replace("_", " "), error.rule)
        case limits.TooMany():
            return problem(TOO_MANY, "too_many", "too many at a time; end some first")
        case NoSuchGame():
            return problem(MISSING, "no_such_game", str(error))
        case OtherVersion():
            return problem(UNFIT, "other_version", str(error))
        case WrongStart():
            return problem(UNFIT, "wrong_move", str(error), ply=error.ply)
        case Damaged():  # which was logged where it was found
            return problem(UNFIT, "damaged", str(Damaged()))
        case NoCompanion():
            return problem(MISSING, "no_such_path", str(error))
        case Uncountable():
            return problem(UNFIT, "unfit", str(error), error.rule, said=error.said)
        case EscaleError():
            return problem(UNFIT, "unfit", str(error))
    log.error("a request failed", exc_info=error)
    return problem(OURS, "our_mistake", "our mistake, not yours; it has been noted")


def problem(
    status: int, code: str, text: str, rule: str | None = None, ply: int | None = None, said: tuple[str, Any] | None = None
) -> Response:
    """The body of any error."""
    return Response(encode(ErrorBody(Problem(code, text, rule, ply, plain(said)))), status, media_type=JSON)
