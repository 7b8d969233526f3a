"""The description of the API is sound, its examples keep it, and so does every recorded answer of the handlers."""
import json
import os
import subprocess
from pathlib import Path

import openapi_check
import pytest
from jsonschema import Draft202012Validator
from processes import BIN

COMPONENTS = openapi_check.load_openapi()["components"]


@pytest.mark.parametrize("name", sorted(COMPONENTS["schemas"]))
def test_schema_is_sound_json_schema(name):
    Draft202012Validator.check_schema(COMPONENTS["schemas"][name])


def every_reference(node):
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node
        for value in node.values():
            yield from every_reference(value)
    elif isinstance(node, list):
        for value in node:
            yield from every_reference(value)


def test_every_reference_leads_somewhere():
    for node in every_reference(openapi_check.load_openapi()):
        assert openapi_check.resolved({"$ref": node["$ref"]}) is not None


@pytest.mark.parametrize("example, schema", [
    ("QueuedRun", "Run"), ("CompletedRun", "RunDetail"), ("ResultPage", "ResultPage"), ("Plan", "Plan"),
    ("MatrixProblem", "Problem")])
def test_example_keeps_its_schema(example, schema):
    assert openapi_check.faults(COMPONENTS["schemas"][schema], COMPONENTS["examples"][example]["value"]) == []


def test_a_result_without_its_numbers_is_refused():
    item = dict(COMPONENTS["examples"]["ResultPage"]["value"]["items"][0])
    del item["samples"]
    assert openapi_check.faults(COMPONENTS["schemas"]["Result"], item)


def test_a_failed_cell_with_numbers_of_a_result_is_refused():
    item = {**COMPONENTS["examples"]["ResultPage"]["value"]["items"][0], "state": "failed", "reason": "crashed"}
    assert openapi_check.faults(COMPONENTS["schemas"]["Result"], item)


def test_a_time_that_is_none_is_refused():
    run = {**COMPONENTS["examples"]["QueuedRun"]["value"], "cells": None}
    assert openapi_check.faults(COMPONENTS["schemas"]["Run"], run)


def recorded_answers(folder):
    """What the handlers answered in their unit tests."""
    for file in Path(folder).glob("*.jsonl"):
        for line in file.read_text().splitlines():
            yield json.loads(line)


@pytest.mark.unit_program
def test_every_json_answer_of_the_handlers_keeps_its_schema(tmp_path):
    environment = {**os.environ, "BUSBAR_RECORDED_RESPONSES": str(tmp_path)}
    ran = subprocess.run([str(BIN / "unit_controller"), "--gtest_filter=Api*", "--gtest_brief=1"], env=environment,
                         capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout[-3000:]
    checked, faults = set(), []
    for answer in recorded_answers(tmp_path):
        if "json" not in answer["content_type"] or "ndjson" in answer["content_type"] or not answer["body"]:
            continue
        try:
            openapi_check.check_answer(answer["method"], answer["path"], answer["status"], answer["body"],
                                       answer["content_type"])
        except AssertionError as fault:
            faults.append(str(fault))
        checked.add((answer["method"], *answer["path"].split("/")[3:4]))
    assert not faults, "\n".join(sorted(set(faults))[:10])
    assert len(checked) >= 8, checked
