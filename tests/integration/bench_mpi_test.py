"""busbar-bench-mpi itself, under mpirun: data, table, JSON lines, launch files, exit codes, faults."""
import json
import os
import shutil
import signal
import subprocess
import time

import pytest
from processes import BIN, ROOT, environment

pytestmark = pytest.mark.skipif(not shutil.which("mpirun"), reason="needs mpirun")
BENCH = str(BIN / "busbar-bench-mpi")
COLLECTIVES = ["all_reduce", "all_gather", "reduce_scatter", "broadcast", "reduce", "all_to_all", "send_recv"]
REDUCING = ["all_reduce", "reduce_scatter", "reduce"]
TYPES = ["int8", "int32", "int64", "float32", "float64"]
OPERATIONS = ["sum", "prod", "min", "max"]
SAMPLING = {"target_half_width": 0.5, "confidence": 0.9, "samples_min": 4, "samples_max": 4, "warmup": 1,
            "cell_seconds_max": 0.05}


def bench(*arguments, ranks=2, env=None, seconds=120):
    """Without ranks: one process without mpirun, which starts in half the time."""
    mpirun = ["mpirun", "-np", str(ranks), "--bind-to", "none", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1",
              *(["--allow-run-as-root"] if os.geteuid() == 0 else [])]
    command = mpirun if ranks else []
    # For sanitizer builds. Whole stacks: MPI_Finalize unloads components, only their callers keep a name to suppress by.
    suppressions = {"LSAN_OPTIONS": f"suppressions={ROOT / 'tests/lsan.supp'}:print_suppressions=0",
                    "ASAN_OPTIONS": "fast_unwind_on_malloc=0"}
    return subprocess.run([*command, BENCH, *map(str, arguments)], capture_output=True, text=True, timeout=seconds,
                          env={**environment(), **suppressions, **(env or {})})


def lines(ran):
    return [json.loads(line) for line in ran.stdout.splitlines() if line.startswith('{"busbar":1,') and line.endswith("}")]


def of_type(ran, kind):
    return [line for line in lines(ran) if line["type"] == kind]


def cell(index, **dimensions):
    return {"cell": index, "collective": "all_reduce", "size_bytes": 960, "data_type": "float32", "operation": "sum",
            "algorithm": "default", "protocol": "default", "buffer": "out_of_place", **dimensions}


@pytest.fixture
def launch(tmp_path):
    def run(cells, **options):
        header = {"busbar": 1, "launch": "r-20260101-000000-abcd.l1", "sampling": SAMPLING}
        path = tmp_path / "launch.jsonl"
        path.write_text("".join(c if isinstance(c, str) else json.dumps(c) + "\n" for c in [header, *cells]))
        return bench("--launch", path, **options)
    return run


def every_cell():
    for collective in COLLECTIVES:
        for data_type in TYPES:
            for operation in OPERATIONS if collective in REDUCING else ["sum"]:
                for buffer in ["out_of_place"] + ([] if collective == "send_recv" else ["in_place"]):
                    yield dict(collective=collective, data_type=data_type, operation=operation, buffer=buffer)


@pytest.mark.parametrize("ranks", [2, 3])
def test_every_collective_type_and_operation_gives_right_data_in_and_out_of_place(launch, ranks):
    cells = [cell(i, **dimensions) for i, dimensions in enumerate(every_cell())]
    ran = launch(cells, ranks=ranks)
    assert not of_type(ran, "cell_failed")[:3]
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    measured = of_type(ran, "measurement")
    assert [line["cell"] for line in measured] == list(range(len(cells)))
    for line in measured:
        assert line["measurement"]["elements_wrong"] == 0
        assert line["measurement"]["elements_checked"] > 0
        assert line["measurement"]["origin"] == "measured"
        assert len(line["measurement"]["ranks"]["medians_seconds"]) == ranks
        samples = line["measurement"]["samples"]
        assert 0 < samples["min_seconds"] <= samples["median_seconds"] <= samples["max_seconds"]


def test_lines_frame_each_cell_between_start_and_end(launch):
    ran = launch([cell(5), cell(3, size_bytes=64)])
    kinds = [(line["type"], line.get("cell")) for line in lines(ran)]
    assert kinds == [("start", None), ("cell_started", 5), ("measurement", 5), ("cell_started", 3),
                     ("measurement", 3), ("end", None)]
    assert len(lines(ran)) == len(ran.stdout.splitlines())
    start = lines(ran)[0]
    assert start["ranks"] == 2 and start["library"].startswith("Open MPI") and len(start["hosts"]) == 1
    assert lines(ran)[-1]["cells"] == 2


ALGORITHMS = {"all_reduce": ["ring", "recursive_doubling", "rabenseifner"], "all_gather": ["ring", "bruck"],
              "broadcast": ["binomial", "chain"], "reduce": ["binomial"], "all_to_all": ["pairwise", "linear"]}


def test_a_forced_algorithm_is_the_one_that_is_witnessed(launch):
    asked = [(c, a) for c, names in ALGORITHMS.items() for a in names]
    ran = launch([cell(i, collective=c, algorithm=a, size_bytes=65536) for i, (c, a) in enumerate(asked)])
    assert ran.returncode == 0, ran.stdout[-2000:]
    used = [line["measurement"]["algorithm"] for line in of_type(ran, "measurement")]
    assert [(u["value"], u["verification"]) for u in used] == [(a, "witnessed") for _, a in asked]


def test_permission_to_force_and_a_forced_neighbour_leave_the_default_as_it_is(launch):
    sizes = [64, 8192, 1048576]
    plain = [cell(i, size_bytes=size, collective=c)
             for i, (size, c) in enumerate((s, c) for s in sizes for c in ["all_reduce", "broadcast", "all_to_all"])]
    forced = [cell(100, algorithm="ring"), cell(101, collective="broadcast", algorithm="chain")]
    evidence = [{line["cell"]: line["measurement"]["algorithm"] for line in of_type(ran, "measurement")}
                for ran in (launch(plain, env={"OMPI_MCA_coll_tuned_use_dynamic_rules": "0"}), launch([*forced, *plain]))]
    for each in plain:
        assert evidence[0][each["cell"]]["evidence"]
        assert evidence[0][each["cell"]] == evidence[1][each["cell"]]


def test_cells_that_cannot_run_are_unsupported_and_the_others_are_measured(launch):
    ran = launch([cell(0, algorithm="two_proc"), cell(1, algorithm="two_proc", collective="all_to_all"),
                  cell(2, size_bytes=2**40, data_type="int8"), cell(3, collective="send_recv", buffer="in_place"),
                  cell(4, collective="all_gather", size_bytes=8), cell(5)], ranks=3)
    assert ran.returncode == 1
    assert [(f["cell"], f["failure"]) for f in of_type(ran, "cell_failed")] == [(i, "unsupported") for i in range(5)]
    assert [m["cell"] for m in of_type(ran, "measurement")] == [5]


@pytest.mark.skipif(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") > 60e9, reason="has that much memory")
def test_no_memory_for_the_buffers_is_unsupported(launch):
    ran = launch([cell(0, size_bytes=(2**31 - 8) * 8, data_type="int64"), cell(1)])
    failed = of_type(ran, "cell_failed")
    assert [(f["cell"], f["failure"]) for f in failed] == [(0, "unsupported")] and "no memory" in failed[0]["reason"]
    assert [m["cell"] for m in of_type(ran, "measurement")] == [1]


def test_forcing_that_the_user_switched_off_is_unsupported(launch):
    ran = launch([cell(0, algorithm="ring"), cell(1)], env={"OMPI_MCA_coll_tuned_use_dynamic_rules": "0"})
    assert [f["failure"] for f in of_type(ran, "cell_failed")] == ["unsupported"]
    assert [m["cell"] for m in of_type(ran, "measurement")] == [1]


def test_a_cell_line_that_is_wrong_fails_alone_and_names_its_line(launch):
    ran = launch([cell(0), cell(1, collective="all_reduze"), cell(2)])
    assert ran.returncode == 1
    failed = of_type(ran, "cell_failed")
    assert [(f["cell"], f["failure"]) for f in failed] == [(1, "unsupported")]
    assert "line 3" in failed[0]["reason"] and "all_reduze" in failed[0]["reason"]
    assert sorted(m["cell"] for m in of_type(ran, "measurement")) == [0, 2]


@pytest.mark.parametrize("text", ["", "no json\n", '{"busbar":2}\n', '{"busbar":1,"launch":"x"}\n'])
def test_a_wrong_header_is_a_usage_error_that_names_file_and_line(tmp_path, text):
    path = tmp_path / "input.jsonl"
    path.write_text(text)
    ran = bench("--launch", path, ranks=0)
    assert ran.returncode == 2 and not ran.stdout
    assert str(path) in ran.stderr and ("line 1" in ran.stderr or "empty" in ran.stderr)


@pytest.mark.parametrize("arguments, words", [
    (["--collective", "all_reduze"], "all_reduce"), (["--sizes", "8:64M"], "8:64M"), (["--sizes", "1,,2"], "--help"),
    (["--operation", "avg"], "'avg'"), (["--unknown"], "--unknown"), (["--samples-min", "9", "--samples-max", "3"], "more"),
    (["--cell-seconds", "0"], "cell-seconds"), (["--algorithm", "two words"], "two words")])
def test_wrong_arguments_are_usage_errors_said_once(arguments, words):
    ran = bench(*arguments, ranks=0)
    assert ran.returncode == 2 and not ran.stdout, ran.stdout
    if words != "--help":
        assert ran.stderr.count(words) >= 1, ran.stderr


def test_the_table_has_the_columns_and_the_numbers_fit_each_other():
    ran = bench("--collective", "all_gather", "--sizes", "1KiB:16KiB:4", "--algorithm", "default,ring", "--cell-seconds",
                "0.05")
    assert ran.returncode == 0, ran.stderr
    head, *rows = ran.stdout.splitlines()
    assert head.replace("#", "", 1).split() == ["size(B)", "count", "type", "redop", "root", "time(us)", "algbw", "busbw",
                                                "#wrong", "samples", "+-%", "algorithm"]
    assert [row.split()[0] for row in rows] == ["1024"] * 2 + ["4096"] * 2 + ["16384"] * 2
    for row in rows:
        size, count, kind, redop, root, time_us, algbw, busbw, wrong, *_ = row.split()
        assert (int(count), kind, redop, root, wrong) == (int(size) // 4, "float32", "none", "-1", "0")
        assert float(algbw) == pytest.approx(int(size) / float(time_us) / 1e3, abs=0.002, rel=0.01)
        assert float(busbw) == pytest.approx(float(algbw) / 2, abs=0.001)


def test_standing_alone_with_json_prints_the_lines_of_a_launch():
    ran = bench("--sizes", "64,4KiB", "--json", "--samples-min", "5", "--samples-max", "5", "--in-place", "--data-type",
                "int32", "--operation", "max")
    assert [line["type"] for line in lines(ran)] == ["start", *["cell_started", "measurement"] * 2, "end"]
    assert [m["measurement"]["samples"]["count"] for m in of_type(ran, "measurement")] == [5, 5]


# As core/collective/mpi_environment.cc gives them for messages up to 64 KiB.
PROTOCOLS = {"eager": {"OMPI_MCA_btl_vader_eager_limit": "65792", "OMPI_MCA_btl_vader_max_send_size": "65792"},
             "rendezvous": {"OMPI_MCA_btl_vader_eager_limit": "64"}, "default": {}}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_protocol_of_send_recv_follows_from_limits_that_were_read_back(launch, protocol):
    sizes = [256, 65536]
    ran = launch([cell(i, collective="send_recv", size_bytes=s, protocol=protocol) for i, s in enumerate(sizes)]
                 + [cell(9, protocol=protocol)], env=PROTOCOLS[protocol])
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    used = [m["measurement"]["protocol"] for m in of_type(ran, "measurement")]
    expected = {"eager": ["eager"] * 2, "rendezvous": ["rendezvous"] * 2, "default": ["eager", "rendezvous"]}[protocol]
    assert [u["value"] for u in used[:2]] == expected
    assert all(u["verification"] == "derived" and "eager_limit" in u["evidence"] for u in used[:2])
    assert used[2] == {"value": "", "verification": "unverified", "evidence": ""}


def test_spoilt_data_fails_the_cell_and_says_where(launch):
    ran = launch([cell(0), cell(1), cell(2)], env={"BUSBAR_BENCH_FAULT": "wrong_at_cell=1"})
    assert ran.returncode == 1
    failed = of_type(ran, "cell_failed")
    assert [(f["cell"], f["failure"]) for f in failed] == [(1, "wrong_data")]
    assert "first on rank 0 at 0" in failed[0]["reason"] and failed[0]["measurement"]["elements_wrong"] > 0
    assert [m["cell"] for m in of_type(ran, "measurement")] == [0, 2]


def test_a_crash_ends_the_job_with_what_was_measured_before(launch):
    ran = launch([cell(0), cell(1)], env={"BUSBAR_BENCH_FAULT": "crash_at_cell=1"})
    assert ran.returncode == 128 + signal.SIGSEGV
    assert [m["cell"] for m in of_type(ran, "measurement")] == [0]
    assert [s["cell"] for s in of_type(ran, "cell_started")] == [0, 1]


def test_rubbish_stands_on_lines_of_its_own(launch):
    ran = launch([cell(0), cell(1)], env={"BUSBAR_BENCH_FAULT": "rubbish_at_cell=0"})
    assert "no line of ours\n" in ran.stdout and '{"busbar":1,"type":"meas\n' in ran.stdout
    assert [m["cell"] for m in of_type(ran, "measurement")] == [0, 1]


def test_an_unknown_fault_is_a_usage_error(launch):
    assert launch([cell(0)], env={"BUSBAR_BENCH_FAULT": "explode"}).returncode == 2


def test_the_cells_times_hold_nearly_all_of_the_time_between_start_and_end(launch):
    cells = [cell(i, size_bytes=2**(3 + i % 20), algorithm=["default", "ring", "recursive_doubling"][i // 20])
             for i in range(60)]
    begin = time.monotonic()
    ran = launch(cells)
    wall = time.monotonic() - begin
    measuring = sum(m["measurement"]["measuring_seconds"] for m in of_type(ran, "measurement"))
    print(f"measuring {measuring:.3f} s of {wall:.3f} s, starting included")
    assert ran.returncode == 0 and 0 < measuring < wall
