"""Dependencies point one way, without cycles, and each third-party header has one owner."""
import re

import pytest
from sources import all_cpp, includes, product_sources, relative

MAY_INCLUDE = {
    "core": set(),
    "wire": {"core"},
    "io": {"core"},
    "bench": {"core", "wire"},
    "controller": {"core", "wire", "io"},
    "agent": {"core", "wire", "io"},
    "cli": {"core", "wire", "io"},
}

# Inside core/, a folder may include those before it and itself.
CORE_ORDER = ["error", "units", "statistics", "collective", "fabric", "matrix", "measurement",
              "model", "series", "diagnosis", "run", "verdict"]

OWNERS = {
    r"sqlite3\.h": ["controller/store/"],
    r"boost/.*": ["io/"],
    r"nlohmann/.*": ["wire/", "io/log/"],
    r"yaml-cpp/.*": ["wire/yaml/"],
    r"pugixml\.hpp": ["wire/formats/topology_xml/"],
    r"mpi\.h": ["bench/exchange/", "bench/mpi/"],
    r"nccl\.h": ["bench/nccl/"],
    r"cuda.*\.h": ["bench/nccl/"],
    r"CLI/.*": ["controller/app/", "agent/app/", "cli/app/", "bench/mpi/"],
    r"zlib\.h": ["controller/store/", "io/http/"],
}


def test_each_folder_includes_only_what_its_row_allows():
    faults = []
    for path in product_sources():
        folder = relative(path).split("/")[0]
        for line, target, is_project in includes(path):
            top = target.split("/")[0]
            if not is_project or top == folder or "/" not in target:
                if is_project and "/" not in target:
                    faults.append(f"{relative(path)}:{line}: include {target} from the root of the project")
                continue
            if top == "generated":
                continue
            if top not in MAY_INCLUDE[folder]:
                allowed = ", ".join(sorted(MAY_INCLUDE[folder])) or "the standard library only"
                faults.append(f"{relative(path)}:{line}: {folder}/ may not include {top}/ (it may include: {allowed})")
    assert not faults, "\n".join(faults)


def test_core_folders_keep_their_order():
    faults = []
    for path in product_sources():
        parts = relative(path).split("/")
        if parts[0] != "core":
            continue
        assert parts[1] in CORE_ORDER, f"core/{parts[1]} is not in the order of docs/architecture.md"
        for line, target, is_project in includes(path):
            inner = target.split("/")
            if is_project and inner[0] == "core" and CORE_ORDER.index(inner[1]) > CORE_ORDER.index(parts[1]):
                faults.append(f"{relative(path)}:{line}: core/{parts[1]} may not include core/{inner[1]}, which comes after it")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("pattern", sorted(OWNERS))
def test_third_party_header_has_one_owner(pattern):
    faults = []
    for path in product_sources():
        for line, target, is_project in includes(path):
            if not is_project and re.fullmatch(pattern, target):
                if not any(relative(path).startswith(owner) for owner in OWNERS[pattern]):
                    faults.append(f"{relative(path)}:{line}: <{target}> belongs to {', '.join(OWNERS[pattern])} alone")
    assert not faults, "\n".join(faults)


def test_boost_stays_out_of_public_io_headers():
    faults = [f"{relative(p)}:{line}: Boost in a header that others include; move it to a .cc or *_impl.h"
              for p in product_sources() if p.suffix == ".h" and not p.name.endswith("_impl.h")
              for line, target, _ in includes(p) if target.startswith("boost/")]
    assert not faults, "\n".join(faults)


def test_include_graph_has_no_cycle():
    graph = {relative(p): [t for _, t, project in includes(p) if project] for p in all_cpp()}
    done, on_path = set(), []

    def visit(node):
        if node in on_path:
            raise AssertionError("include cycle: " + " -> ".join(on_path[on_path.index(node):] + [node]))
        if node in done or node not in graph:
            return
        on_path.append(node)
        for target in graph[node]:
            visit(target)
        on_path.pop()
        done.add(node)

    for node in graph:
        visit(node)
    assert done, "no sources found"


def test_folders_below_a_top_folder_have_no_cycle():
    """Between the sub-folders of one top folder, as between the top folders."""
    edges = {}
    for path in product_sources():
        parts = relative(path).split("/")
        if len(parts) < 3:
            continue
        here = "/".join(parts[:2])
        for _, target, is_project in includes(path):
            inner = target.split("/")
            there = "/".join(inner[:2])
            if is_project and len(inner) >= 3 and there != here:
                edges.setdefault(here, set()).add(there)
    on_path, done = [], set()

    def visit(node):
        if node in on_path:
            raise AssertionError("folder cycle: " + " -> ".join(on_path[on_path.index(node):] + [node]))
        if node in done:
            return
        on_path.append(node)
        for target in sorted(edges.get(node, ())):
            visit(target)
        on_path.pop()
        done.add(node)

    for node in sorted(edges):
        visit(node)
