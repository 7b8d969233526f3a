"""Whoever is killed, whenever: the run completes, each cell is there once, and no process is left."""
import os
import signal
import time

from matrices import slow_matrix
from processes import processes_with, wait_until


def cells_done(cluster, run):
    return cluster.get(f"/api/v1/runs/{run}")["cells"]["measured"]


def assert_each_cell_once(cluster, run, count=20):
    state = cluster.wait_for_run(run)
    assert state["state"] == "completed", state
    cells = cluster.measurements(run)
    assert [c["cell"] for c in cells] == list(range(len(cells)))
    assert len(cells) >= count
    assert all(c["state"] == "measured" for c in cells), [c for c in cells if c["state"] != "measured"]


def test_controller_killed_in_the_middle_goes_on_after_restart(cluster):
    run = cluster.submit(slow_matrix())
    wait_until(lambda: cells_done(cluster, run) >= 3, what="three cells")
    cluster.controller.kill()
    time.sleep(1)  # the agent measures on without a controller
    cluster.start_controller()
    assert_each_cell_once(cluster, run)


def test_controller_killed_again_and_again_still_ends_with_each_cell_once(cluster):
    run = cluster.submit(slow_matrix())
    for wanted in (1, 4, 8, 12):
        wait_until(lambda n=wanted: cells_done(cluster, run) >= n, what=f"{wanted} cells")
        cluster.controller.kill()
        cluster.start_controller()
    assert_each_cell_once(cluster, run)


def test_agent_killed_in_the_middle_leaves_no_process_and_its_cells_are_measured_after_restart(cluster):
    run = cluster.submit(slow_matrix())
    wait_until(lambda: cells_done(cluster, run) >= 3, what="three cells")
    launch = cluster.get(f"/api/v1/runs/{run}")["launches"][0]["id"]
    assert processes_with(f"BUSBAR_LAUNCH={launch}")
    cluster.agents["n1"].kill()
    wait_until(lambda: not processes_with(f"BUSBAR_LAUNCH={launch}"), 10, "an end of the launch's processes")
    cluster.start_agent("n1")
    assert_each_cell_once(cluster, run)


def test_both_killed_at_once(cluster):
    run = cluster.submit(slow_matrix())
    wait_until(lambda: cells_done(cluster, run) >= 3, what="three cells")
    cluster.agents["n1"].kill()
    cluster.controller.kill()
    cluster.start_controller()
    cluster.start_agent("n1")
    assert_each_cell_once(cluster, run)


def test_mpirun_killed_fails_the_cell_it_was_at_and_the_others_go_on(cluster):
    run = cluster.submit(slow_matrix())
    wait_until(lambda: cells_done(cluster, run) >= 3, what="three cells")
    launch = cluster.get(f"/api/v1/runs/{run}")["launches"][0]["id"]
    heads = [p for p in processes_with(f"BUSBAR_LAUNCH={launch}")
             if b"mpirun" in open(f"/proc/{p}/cmdline", "rb").read().split(b"\0")[0]]
    os.kill(heads[0], signal.SIGKILL)
    state = cluster.wait_for_run(run)
    cells = cluster.measurements(run)
    lost = [c for c in cells if c["state"] != "measured"]
    assert state["state"] == "completed"
    assert len(lost) <= 1 and len(cells) >= 20, lost
    for cell in lost:
        assert cell["state"] == "failed" and "signal 9" in cell["reason"], cell


def test_cancel_ends_the_launch_and_keeps_what_was_measured(cluster):
    run = cluster.submit(slow_matrix())
    wait_until(lambda: cells_done(cluster, run) >= 3, what="three cells")
    launch = cluster.get(f"/api/v1/runs/{run}")["launches"][0]["id"]
    status, _, _ = cluster.request("POST", f"/api/v1/runs/{run}/cancel")
    assert status == 202
    state = cluster.wait_for_run(run)
    assert state["state"] == "cancelled"
    assert state["cells"]["measured"] >= 3
    wait_until(lambda: not processes_with(f"BUSBAR_LAUNCH={launch}"), 10, "an end of the launch's processes")
    status, _, _ = cluster.request("POST", f"/api/v1/runs/{run}/cancel")
    assert status == 409


def test_polite_stop_of_the_controller_loses_nothing(cluster):
    run = cluster.submit(slow_matrix())
    wait_until(lambda: cells_done(cluster, run) >= 2, what="two cells")
    assert cluster.controller.stop() == 0
    cluster.start_controller()
    assert_each_cell_once(cluster, run)


def test_polite_stop_of_the_agent_leaves_no_process(cluster):
    run = cluster.submit(slow_matrix())
    wait_until(lambda: cells_done(cluster, run) >= 1, what="a cell")
    launch = cluster.get(f"/api/v1/runs/{run}")["launches"][0]["id"]
    assert cluster.agents["n1"].stop() == 0
    assert not processes_with(f"BUSBAR_LAUNCH={launch}")
    cluster.start_agent("n1")
    assert_each_cell_once(cluster, run)
