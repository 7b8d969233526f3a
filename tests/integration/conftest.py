import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from processes import Cluster  # noqa: E402


@pytest.fixture
def cluster(tmp_path):
    """A controller and one agent n1 with two usable cores."""
    made = Cluster(tmp_path)
    made.start_controller()
    made.start_agent("n1")
    yield made
    made.stop()


@pytest.fixture
def empty_cluster(tmp_path):
    """Nothing started yet."""
    made = Cluster(tmp_path)
    yield made
    made.stop()
