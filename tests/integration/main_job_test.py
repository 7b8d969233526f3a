"""The main job: a matrix in, measured bus bandwidth out, through the real programs."""
import json

import pytest
from matrices import matrix

FACTOR_OF_TWO_RANKS = {"all_reduce": 1.0, "all_gather": 0.5, "reduce_scatter": 0.5, "all_to_all": 0.5,
                       "broadcast": 1.0, "reduce": 1.0, "send_recv": 1.0}


def test_every_collective_is_measured_with_all_that_a_result_must_say(cluster):
    run = cluster.submit(matrix(collectives=tuple(FACTOR_OF_TWO_RANKS), sizes="[1KiB, 64KiB]"))
    state = cluster.wait_for_run(run)
    assert state["state"] == "completed", state
    cells = cluster.measurements(run)
    assert len(cells) == 2 * len(FACTOR_OF_TWO_RANKS)
    for cell in cells:
        collective = cell["requested"]["collective"]
        assert cell["state"] == "measured", cell
        assert cell["origin"] == "measured"
        assert cell["requested"]["algorithm"] == "default"
        assert cell["algorithm"]["verification"] in ("witnessed", "derived", "unverified", "not_applicable")
        samples = cell["samples"]
        assert samples["count"] >= 10 or samples["stop"] == "time_limit"
        assert samples["interval_low_seconds"] <= samples["median_seconds"] <= samples["interval_high_seconds"]
        algorithm_bandwidth = cell["requested"]["size_bytes"] / samples["median_seconds"]
        assert cell["algorithm_bandwidth_bytes_per_second"] == pytest.approx(algorithm_bandwidth, rel=1e-6)
        assert cell["bus_bandwidth_bytes_per_second"] == pytest.approx(
            algorithm_bandwidth * FACTOR_OF_TWO_RANKS[collective], rel=1e-6)
        assert cell["elements_wrong"] == 0 and cell["elements_checked"] > 0
        assert len(cell["ranks"]["medians_seconds"]) == 2
        assert cell["provenance"]["kernel"] and cell["provenance"]["mpi"]


def test_forced_algorithms_run_in_one_start_and_are_witnessed(cluster):
    run = cluster.submit(matrix(sizes="[64KiB, 256KiB]", algorithms=("default", "ring", "recursive_doubling")))
    cluster.wait_for_run(run)
    cells = cluster.measurements(run)
    assert {c["launch"] for c in cells} == {cells[0]["launch"]}
    forced = [c for c in cells if c["requested"]["algorithm"] != "default"]
    assert len(forced) == 4
    for cell in forced:
        assert cell["algorithm"]["verification"] == "witnessed", cell["algorithm"]
        assert cell["algorithm"]["value"] == cell["requested"]["algorithm"]


def test_results_are_the_same_on_the_command_line_and_over_rest(cluster, tmp_path):
    file = tmp_path / "matrix.yaml"
    file.write_text(matrix())
    ran = cluster.busbar("run", str(file), "--json")
    assert ran.returncode == 0, ran.stderr
    printed = cluster.busbar("results", "--json")
    assert printed.returncode == 0, printed.stderr
    items = json.loads(printed.stdout)["items"]
    run = cluster.get("/api/v1/runs")["items"][0]["id"]
    over_rest = cluster.measurements(run)
    assert [i["bus_bandwidth_bytes_per_second"] for i in items] == [
        i["bus_bandwidth_bytes_per_second"] for i in over_rest]


def test_run_prints_a_table_for_people(cluster, tmp_path):
    file = tmp_path / "matrix.yaml"
    file.write_text(matrix(sizes="[1KiB, 1MiB]"))
    ran = cluster.busbar("run", str(file))
    assert ran.returncode == 0, ran.stderr
    assert "all_reduce" in ran.stdout and "busbw" in ran.stdout and "1 MiB" in ran.stdout


def test_plan_runs_nothing_and_names_what_is_pruned(cluster, tmp_path):
    file = tmp_path / "matrix.yaml"
    file.write_text(matrix(collectives=("send_recv", "all_gather"), sizes="[4, 64]", algorithms=("default", "ring")))
    planned = cluster.busbar("plan", str(file), "--json")
    assert planned.returncode == 0, planned.stderr
    plan = json.loads(planned.stdout)
    codes = {p["code"] for p in plan["pruned"]}
    assert "algorithm_not_for_collective" in codes
    assert all(p["reason"] for p in plan["pruned"])
    assert len(plan["cells"]) == 4  # send_recv of both sizes, all_gather of 64 B by two algorithms
    assert cluster.get("/api/v1/runs")["items"] == []


def test_protocols_each_get_a_start_of_their_own(cluster):
    run = cluster.submit(matrix(collectives=("send_recv",), sizes="[1KiB]",
                                protocols=("default", "eager", "rendezvous")))
    cluster.wait_for_run(run)
    cells = cluster.measurements(run)
    assert len({c["launch"] for c in cells}) == 3
    used = {c["requested"]["protocol"]: c["protocol"]["value"] for c in cells}
    assert used["eager"] == "eager" and used["rendezvous"] == "rendezvous"


def test_cells_of_one_series_gather_over_runs(cluster):
    for _ in range(2):
        cluster.wait_for_run(cluster.submit(matrix(sizes="[1KiB]")))
    series = cluster.get("/api/v1/series")["items"]
    assert len(series) == 1
    history = cluster.get(f"/api/v1/series/{series[0]['id']}")
    assert len(history["items"]) == 2


def test_agents_that_share_a_machine_never_measure_at_once(cluster):
    cluster.start_agent("n2")
    run = cluster.submit(matrix(sizes="[8, 1KiB]", cell_seconds=0.2))
    cluster.wait_for_run(run)
    launches = cluster.get(f"/api/v1/runs/{run}")["launches"]
    spans = sorted((launch["started_at"], launch["ended_at"]) for launch in launches)
    assert len(spans) == 2
    assert spans[0][1] <= spans[1][0], spans
