"""The OpenAPI 3.1 description, made of the same types that decode and encode."""

from __future__ import annotations

import re
from typing import Any

import msgspec

import escale
from escale.server.bodies import ErrorBody
from escale.server.routes import ENDPOINTS, Endpoint

ANY_REQUEST = {"GET": (403, 429, 500, 503), "POST": (400, 403, 413, 429, 500, 503)}
PARAMETER = re.compile(r"\{(\w+)(:number)?\}")
COMPONENTS = "#/components/schemas/{name}"


def description() -> dict[str, Any]:
    """The whole document."""
    types = {type_ for endpoint in ENDPOINTS for type_ in (endpoint.gives, endpoint.body) if type_} | {ErrorBody}
    ordered = sorted(types, key=lambda type_: type_.__name__)
    schemas, components = msgspec.json.schema_components(ordered, ref_template=COMPONENTS)
    named = dict(zip(ordered, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        path = PARAMETER.sub(r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, named)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Escale", "version": escale.__version__, "description": "Board games: tables, seats, replays."},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, named: dict[type, Any]) -> dict[str, Any]:
    error = {"description": "What was wrong.", "content": _json(named[ErrorBody])}
    refusals = {str(status): error for status in sorted({*ANY_REQUEST[endpoint.method], *endpoint.refuses})}
    operation: dict[str, Any] = {
        "operationId": endpoint.answer.__name__,
        "summary": (endpoint.answer.__doc__ or "").splitlines()[0],
        "parameters": _parameters(endpoint),
        "responses": {str(endpoint.status): {"description": "Done.", "content": _json(named[endpoint.gives])}, **refusals},
    }
    if endpoint.body:
        operation["requestBody"] = {"required": True, "content": _json(named[endpoint.body])}
    return operation


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    number = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
    path = [
        {"name": name, "in": "path", "required": True, "schema": number if whole else {"type": "string", "minLength": 1}}
        for name, whole in PARAMETER.findall(endpoint.path)
    ]
    return [*path, *({"name": name, "in": "query", "required": False, "schema": number} for name in endpoint.query)]


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
