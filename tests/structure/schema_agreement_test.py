"""The published schemas and the readers accept and refuse the same texts; every refusal says exactly what is expected.

schemas/examples/valid                  accepted by schema and reader
schemas/examples/invalid                refused by both (a text that is no YAML at all is refused by both, too)
schemas/examples/invalid_beyond_schema  accepted by the schema, refused by the reader: the rules that its description names
"""
import json
import os
import pathlib
import re
import subprocess

import jsonschema
import pytest
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "schemas" / "json"
EXAMPLES = ROOT / "schemas" / "examples"
READER = pathlib.Path(os.environ.get("BUSBAR_BIN", ROOT / "build" / "release" / "bin")) / "matrix-check"


class OneDocument(yaml.SafeLoader):
    """Safe YAML without dates: the format has none, and JSON has none either."""


OneDocument.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


def load(path):
    """The document, or None where there is none to validate."""
    try:
        text = path.read_bytes().decode("utf-8")
        return json.loads(text) if path.suffix == ".json" else yaml.load(text, Loader=OneDocument)
    except (UnicodeDecodeError, ValueError, yaml.YAMLError):
        return None


def validator(name):
    store = {p.name: json.loads(p.read_text()) for p in SCHEMAS.glob("*.schema.json")}
    schema = store[f"{name}.schema.json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    resolver = jsonschema.RefResolver(base_uri=f"{name}.schema.json", referrer=schema, store=store)
    return jsonschema.Draft202012Validator(schema, resolver=resolver)


def schema_accepts(path):
    document = load(path)
    return document is not None and validator("matrix").is_valid(document)


def reader_answer(path):
    if not READER.exists():
        pytest.fail(f"{READER} is not built: cmake --build --preset release --target matrix-check")
    ended = subprocess.run([READER, path], capture_output=True, text=True, timeout=10, check=False)
    assert ended.returncode in (0, 1), f"exit code {ended.returncode}: {ended.stderr}"
    answer = json.loads(ended.stdout)
    assert answer["accepted"] == (ended.returncode == 0)
    return answer


def examples(folder):
    return sorted(p for p in (EXAMPLES / folder).iterdir() if p.suffix in (".yaml", ".json"))


def named(path):
    return path.name


def test_there_are_enough_examples():
    assert len(examples("valid")) >= 8
    assert len(examples("invalid")) >= 30
    assert len(examples("invalid_beyond_schema")) >= 15


@pytest.mark.parametrize("path", examples("valid") + sorted((ROOT / "deploy" / "examples").glob("*.yaml")), ids=named)
def test_valid_matrix_is_accepted_by_both(path):
    errors = [error.message for error in validator("matrix").iter_errors(load(path))]
    assert not errors
    answer = reader_answer(path)
    assert answer["accepted"], answer["errors"]


@pytest.mark.parametrize("path", examples("invalid"), ids=named)
def test_invalid_matrix_is_refused_by_both(path):
    assert not schema_accepts(path), "the schema accepts it: does it belong to invalid_beyond_schema?"
    check_refusal(path)


@pytest.mark.parametrize("path", examples("invalid_beyond_schema"), ids=named)
def test_matrix_beyond_the_schema_is_refused_by_the_reader_alone(path):
    assert schema_accepts(path), "the schema refuses it too: does it belong to invalid?"
    check_refusal(path)


def check_refusal(path):
    answer = reader_answer(path)
    assert not answer["accepted"]
    lines = [error["line"] for error in answer["errors"]]
    assert lines == path.with_suffix(".expected").read_text().splitlines()
    for error in answer["errors"]:
        assert re.match(rf"{re.escape(path.name)}:\d+:\d+( [\w.\[\]]+)?$", error["where"]), error["where"]
        assert error["what"] and error["remedy"]


def test_excerpt_shows_the_line_with_a_caret_below_the_value():
    answer = reader_answer(EXAMPLES / "invalid" / "collective_misspelled.yaml")
    assert answer["errors"][0]["excerpt"] == "  - collectives: [all_reduc]\n" + " " * 18 + "^"


@pytest.mark.parametrize("name", ["bench-line", "launch-input", "agent-frame", "measurement"])
def test_sample_messages_are_valid(name):
    """Texts that the unit tests of wire/ hold to be what the writers write."""
    lines = (EXAMPLES / "messages" / f"{name}.jsonl").read_text().splitlines()
    assert lines
    for number, line in enumerate(lines, 1):
        errors = [error.message for error in validator(name).iter_errors(json.loads(line))]
        assert not errors, f"{name}.jsonl:{number}: {errors}"


@pytest.mark.parametrize("name", ["bench-line", "launch-input", "agent-frame", "measurement"])
def test_sample_messages_without_a_member_are_refused(name):
    """The schema can say no: without any one of its required members, a message is not valid."""
    optional = {"raw_seconds", "measurement", "cell", "exit_code", "signal", "start_seconds"}
    checked = 0
    for line in (EXAMPLES / "messages" / f"{name}.jsonl").read_text().splitlines():
        message = json.loads(line)
        for member in message:
            if member in optional:
                continue
            rest = {key: value for key, value in message.items() if key != member}
            assert not validator(name).is_valid(rest), f"valid without {member}: {line[:80]}"
            checked += 1
    assert checked > 0
