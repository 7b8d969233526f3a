"""Bad input, each with a clear message that names place and remedy, the right status or exit code, and nothing lost."""
import json
import os
import shutil
import socket
import sqlite3

import pytest
from matrices import matrix, slow_matrix
from processes import BIN, Program, wait_until

YAML = {"Content-Type": "application/yaml"}


def problem(cluster, method, path, body=None, headers=None):
    status, answer_headers, text = cluster.request(method, path, body, headers)
    assert answer_headers.get("Content-Type", "").startswith("application/problem+json"), text
    document = json.loads(text)
    assert document["status"] == status and document["title"]
    return status, document


@pytest.mark.parametrize("text, words", [
    (matrix().replace("sweeps:", "sweps:"), ["sweps", "sweeps"]),
    (matrix(sizes="[-8]"), ["-8"]),
    (matrix(sizes="[10]"), ["10", "float32"]),
    (matrix(sizes="[]"), ["sizes"]),
    (matrix(sizes="{from: 4, to: 4GiB, step: 4}"), ["1073741824", "100000"]),
    (matrix(algorithms=("rings",)), ["rings", "ring"]),
    ("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n", ["anchor"]),
    ("version: 1\nname: \udcff", ["UTF-8"]),
])
def test_wrong_matrix_is_refused_with_place_value_and_remedy(cluster, text, words):
    body = text.encode("utf-8", "surrogateescape")
    status, document = problem(cluster, "POST", "/api/v1/runs", body, YAML)
    assert status == 422
    errors = json.dumps(document["errors"])
    for word in words:
        assert word in errors, errors
    assert all(e["remedy"] and e["what"] for e in document["errors"])
    assert cluster.get("/api/v1/runs")["items"] == []


def test_all_faults_of_a_matrix_are_told_at_once(cluster):
    text = matrix(sizes="[-8]", algorithms=("rings",)).replace("engine: mpi", "engine: mpj")
    _, document = problem(cluster, "POST", "/api/v1/runs", text, YAML)
    assert len(document["errors"]) == 3
    assert all(e["line"] > 0 for e in document["errors"])


def test_command_line_shows_the_line_with_a_caret(cluster, tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text(matrix(algorithms=("rings",)))
    ran = cluster.busbar("run", str(file))
    assert ran.returncode == 3
    assert "wrong.yaml:10" in ran.stderr and "algorithms: [rings]" in ran.stderr and "^" in ran.stderr
    assert ran.stdout == ""


@pytest.mark.parametrize("method, path, status", [
    ("GET", "/api/v1/runs/r-none", 404), ("GET", "/api/v1/nothing", 404), ("DELETE", "/api/v1/runs", 405),
    ("GET", "/api/v1/runs?cursor=%21%21", 400), ("GET", "/api/v1/runs?limit=0", 400),
    ("GET", "/api/v1/runs?limit=ten", 400), ("GET", "/api/v1/runs?state=sleeping", 400),
    ("GET", "/api/v1/series/999999", 404), ("POST", "/api/v1/runs/r-none/cancel", 404),
    ("GET", "/api/v1/runs/r-none/events", 404),
])
def test_wrong_request_is_a_problem_document(cluster, method, path, status):
    got, document = problem(cluster, method, path)
    assert got == status
    assert document["detail"]


def test_wrong_method_names_the_right_ones(cluster):
    status, headers, _ = cluster.request("DELETE", "/api/v1/runs")
    assert status == 405 and "GET" in headers["Allow"] and "POST" in headers["Allow"]


def test_body_over_the_limit_is_refused(cluster):
    status, document = problem(cluster, "POST", "/api/v1/runs", b"#" * (9 << 20), YAML)
    assert status == 413 and "8388608" in document["detail"]


def test_body_of_a_foreign_type_is_refused(cluster):
    status, _ = problem(cluster, "POST", "/api/v1/runs", b"x", {"Content-Type": "image/png"})
    assert status == 415


def test_request_from_a_foreign_page_is_refused(cluster):
    status, _ = problem(cluster, "POST", "/api/v1/runs", matrix(), {**YAML, "Origin": "http://evil.example"})
    assert status == 403


def test_same_idempotency_key_is_one_run(cluster):
    first = cluster.submit(matrix(), **{"Idempotency-Key": "night-1"})
    assert cluster.submit(matrix(), **{"Idempotency-Key": "night-1"}) == first
    status, document = problem(cluster, "POST", "/api/v1/runs", matrix(name="other"), {**YAML, "Idempotency-Key": "night-1"})
    assert status == 409 and "night-1" in document["detail"]


def failed_start(program, arguments, folder):
    started = Program(program, arguments, folder / "failed.log", wait_ready=False)
    assert started.process.wait(30) == 3, started.text()
    return started.text()


def test_second_controller_on_the_same_store_is_refused(cluster):
    text = failed_start("busbar-controller", ["--listen", "127.0.0.1:0", "--data", str(cluster.folder / "controller")],
                        cluster.folder)
    assert str(cluster.controller.process.pid) in text
    assert cluster.get("/api/v1/nodes")["items"]


def test_store_of_a_newer_version_is_refused_and_untouched(empty_cluster):
    empty_cluster.start_controller()
    assert empty_cluster.controller.stop() == 0
    database = next((empty_cluster.folder / "controller").glob("*.db"))
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA user_version = 4711")
    connection.close()
    before = database.read_bytes()
    text = failed_start("busbar-controller", ["--listen", "127.0.0.1:0", "--data", str(database.parent)],
                        empty_cluster.folder)
    assert "4711" in text and "newer" in text
    assert database.read_bytes() == before


def test_port_in_use_is_told_with_the_port(empty_cluster):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        text = failed_start("busbar-controller", ["--listen", f"127.0.0.1:{port}", "--data",
                                                  str(empty_cluster.folder / "c")], empty_cluster.folder)
    assert str(port) in text and "--listen" in text


def test_listening_for_everyone_needs_to_be_asked_for(empty_cluster):
    text = failed_start("busbar-controller", ["--listen", "0.0.0.0:0", "--data", str(empty_cluster.folder / "c")],
                        empty_cluster.folder)
    assert "--insecure-listen" in text


def test_without_mpirun_the_agent_offers_no_engine_and_says_why(empty_cluster):
    empty_cluster.start_controller()
    empty_cluster.start_agent("n1", "--mpirun", "no-such-mpirun")
    assert "no-such-mpirun" in empty_cluster.agents["n1"].text()
    status, document = problem(empty_cluster, "POST", "/api/v1/runs", matrix(), YAML)
    assert status in (409, 422, 503) and "mpi" in json.dumps(document)


def test_without_a_controller_the_command_says_how_to_start_one(empty_cluster):
    empty_cluster.port = 9
    ran = empty_cluster.busbar("runs")
    assert ran.returncode == 3
    assert "127.0.0.1:9" in ran.stderr and "busbar serve" in ran.stderr


@pytest.fixture
def bench_fault(empty_cluster, tmp_path):
    """An agent whose bench program misbehaves at one cell."""
    def start(fault):
        wrapper = tmp_path / "faulty-bench"
        wrapper.write_text(f"#!/bin/sh\nBUSBAR_BENCH_FAULT={fault} exec {BIN / 'busbar-bench-mpi'} \"$@\"\n")
        wrapper.chmod(0o755)
        empty_cluster.start_controller()
        empty_cluster.start_agent("n1", "--bench", str(wrapper))
        return empty_cluster
    return start


FAULT_MATRIX = matrix(sizes="[8, 64, 1KiB, 64KiB]", extra="timeouts: {launch_start_seconds: 30, cell_silence_seconds: 3}\n")


@pytest.mark.parametrize("fault, state, words", [
    ("crash_at_cell=2", "failed", "signal"), ("hang_at_cell=2", "timed_out", "cell_silence_seconds 3 s"),
    ("wrong_at_cell=2", "wrong_data", "wrong")])
def test_a_cell_that_goes_wrong_is_named_and_the_others_are_measured(bench_fault, fault, state, words):
    cluster = bench_fault(fault)
    run = cluster.submit(FAULT_MATRIX)
    assert cluster.wait_for_run(run)["state"] == "completed"
    cells = cluster.measurements(run)
    assert [c["state"] for c in cells] == ["measured", "measured", state, "measured"]
    assert words in cells[2]["reason"], cells[2]["reason"]


def test_rubbish_of_the_bench_program_is_never_a_result(bench_fault):
    cluster = bench_fault("rubbish_at_cell=1")
    run = cluster.submit(FAULT_MATRIX)
    cluster.wait_for_run(run)
    cells = cluster.measurements(run)
    assert len(cells) == 4
    assert all(c["state"] in ("measured", "failed") for c in cells)
    assert cells[0]["state"] == "measured"
    assert all(c["elements_wrong"] == 0 for c in cells if c["state"] == "measured")


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system needs root")
def test_full_disk_under_the_spool_is_reported_and_the_run_goes_on_when_there_is_room(empty_cluster):
    import subprocess
    folder = empty_cluster.folder / "agent-n1"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(folder)], check=True)
    try:
        empty_cluster.start_controller()
        empty_cluster.start_agent("n1")
        run = empty_cluster.submit(slow_matrix())
        wait_until(lambda: empty_cluster.get(f"/api/v1/runs/{run}")["cells"]["measured"] >= 2, what="two cells")
        filler = folder / "filler"
        descriptor = os.open(filler, os.O_WRONLY | os.O_CREAT)
        try:
            while True:
                os.write(descriptor, b"x" * 4096)
        except OSError:
            os.close(descriptor)
        wait_until(lambda: "space" in empty_cluster.agents["n1"].text().lower(), 60, "a word about the full disk")
        filler.unlink()
        state = empty_cluster.wait_for_run(run)
        cells = empty_cluster.measurements(run)
        assert [c["cell"] for c in cells] == list(range(len(cells)))
        assert sum(c["state"] == "measured" for c in cells) >= len(cells) - 1, state
    finally:
        for program in empty_cluster.agents.values():
            program.kill()
        subprocess.run(["umount", "-l", str(folder)], check=True)
        shutil.rmtree(folder, ignore_errors=True)
