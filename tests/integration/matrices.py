"""Matrices for the tests: small, quick, and real."""


def matrix(name="test", collectives=("all_reduce",), sizes="[8, 64KiB]", algorithms=("default",), protocols=("default",),
           cell_seconds=0.05, extra=""):
    return f"""version: 1
name: {name}
engine: mpi
placements:
  - nodes: each
    ranks_per_node: 2
sweeps:
  - collectives: [{", ".join(collectives)}]
    sizes: {sizes}
    algorithms: [{", ".join(algorithms)}]
    protocols: [{", ".join(protocols)}]
sampling: {{samples_min: 10, samples_max: 200, warmup: 2, cell_seconds_max: {cell_seconds}}}
{extra}"""


# About 20 cells of a third of a second: long enough to kill something in the middle.
def slow_matrix(name="slow"):
    return matrix(name, collectives=("all_reduce", "all_gather"), sizes="{from: 8, to: 256KiB, factor: 4}",
                  algorithms=("default", "ring"), cell_seconds=0.3,
                  extra="").replace("samples_max: 200", "samples_max: 100000, target_half_width: 0.0001")
