"""Answers held against schemas/openapi.yaml: the schema of a method, path and status, and what a body breaks of it."""
import json
import re
from functools import cache
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator, FormatChecker

DESCRIPTION = Path(__file__).resolve().parents[2] / "schemas/openapi.yaml"


class _Loader(yaml.SafeLoader):
    """YAML as OpenAPI means it: a time of day stays text."""


_Loader.yaml_implicit_resolvers = {
    key: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for key, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


@cache
def load_openapi():
    return yaml.load(DESCRIPTION.read_text(), _Loader)


def routes():
    """(METHOD, path template) of everything described."""
    return {(method.upper(), path) for path, item in load_openapi()["paths"].items() for method in item
            if method in ("get", "post", "put", "patch", "delete")}


def resolved(node):
    """The node itself, or what its $ref names."""
    while "$ref" in node:
        target = load_openapi()
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def find_operation(method, path):
    """The operation that answers this path; a path that is a template itself counts before one with parameters."""
    path = path.split("?")[0]
    candidates = sorted(load_openapi()["paths"], key=lambda template: template.count("{"))
    for template in candidates:
        pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, path) and method.lower() in load_openapi()["paths"][template]:
            return load_openapi()["paths"][template][method.lower()]
    return None


def find_schema(method, path, status, content_type="application/json"):
    """The schema of an answer, or None if the description has none for it. Problems are the same everywhere."""
    media = content_type.split(";")[0].strip()
    if media == "application/problem+json":
        return load_openapi()["components"]["schemas"]["Problem"]
    operation = find_operation(method, path)
    if operation is None:
        return None
    responses = operation["responses"]
    response = responses.get(str(status), responses.get("default"))
    return resolved(response).get("content", {}).get(media, {}).get("schema") if response else None


def faults(schema, body):
    """What the body breaks, one line a fault."""
    anchored = {"$schema": "https://json-schema.org/draft/2020-12/schema", "allOf": [schema],
                "components": load_openapi()["components"]}
    checker = Draft202012Validator(anchored, format_checker=FormatChecker())
    return [f"{'/'.join(map(str, error.absolute_path)) or '(root)'}: {error.message}" for error in checker.iter_errors(body)]


def check_answer(method, path, status, body, content_type="application/json"):
    """Raises if a JSON answer (text or value) is not what the description says, or is not described at all."""
    schema = find_schema(method, path, status, content_type)
    assert schema is not None, f"{method} {path} -> {status} {content_type} is not in {DESCRIPTION.name}"
    found = faults(schema, json.loads(body) if isinstance(body, (str, bytes)) else body)
    assert not found, f"{method} {path} -> {status}:\n" + "\n".join(found[:10])
