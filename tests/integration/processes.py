"""Real programs of the build under test: started on loopback, ready when they say so, ended by their own ids."""
import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(os.environ.get("BUSBAR_BIN", ROOT / "build/release/bin"))
READY_SECONDS = 60  # sanitizer builds on a loaded machine start slowly


def environment():
    """The test's environment without what would change where the programs look."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("BUSBAR_", "OMPI_"))}


def wait_until(condition, seconds=60, what="the condition"):
    """The condition's first true value; polls, since it may be about another process."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come true within {seconds} s")


class Program:
    """One running program, with its ready line and its log kept in a file."""

    def __init__(self, name, arguments, log, env=None, wait_ready=True):
        self.name, self.log = name, Path(log)
        read_end, write_end = os.pipe()
        with open(self.log, "ab") as log_file:
            self.process = subprocess.Popen(
                [str(BIN / name), *arguments, "--ready-fd", str(write_end)], stdin=subprocess.DEVNULL,
                stdout=log_file, stderr=log_file, pass_fds=[write_end], env={**environment(), **(env or {})})
        os.close(write_end)
        self._ready_pipe = os.fdopen(read_end, "rb")
        self.ready = self._read_ready() if wait_ready else None

    def _read_ready(self):
        os.set_blocking(self._ready_pipe.fileno(), False)
        collected = b""

        def line():
            nonlocal collected
            chunk = self._ready_pipe.read()
            if chunk:
                collected += chunk
            if b"\n" in collected:
                return collected
            if self.process.poll() is not None:
                raise AssertionError(f"{self.name} ended with {self.process.returncode}: {self.text()[-2000:]}")
            return None

        return json.loads(wait_until(line, READY_SECONDS, f"{self.name} ready"))

    def text(self):
        return self.log.read_text(errors="replace")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, seconds=30):
        """A polite end; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.name} did not end within {seconds} s of SIGTERM: {self.text()[-2000:]}")


class Cluster:
    """A controller and agents in one folder; programs can be killed and started again on the same data."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.controller, self.agents, self.port = None, {}, 0

    def start_controller(self, *arguments, wait_ready=True):
        listen = f"127.0.0.1:{self.port}"
        self.controller = Program("busbar-controller", ["--listen", listen, "--data", str(self.folder / "controller"),
                                  *arguments], self.folder / "controller.log", wait_ready=wait_ready)
        if wait_ready:
            self.port = self.controller.ready["port"]
        return self.controller

    def start_agent(self, node="n1", *arguments, env=None, wait_ready=True):
        self.agents[node] = Program(
            "busbar-agent", ["--controller", self.url, "--node", node, "--data", str(self.folder / f"agent-{node}"),
                             *arguments], self.folder / f"agent-{node}.log", env=env, wait_ready=wait_ready)
        return self.agents[node]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def stop(self):
        """Politely, so that a leak at the end of any test is reported; by force what does not end."""
        alive = [p for p in [*self.agents.values(), self.controller] if p and p.process.poll() is None]
        for program in alive:
            program.process.send_signal(signal.SIGTERM)
        for program in alive:
            try:
                program.process.wait(10)
            except subprocess.TimeoutExpired:
                program.kill()

    def busbar(self, *arguments, seconds=300, stdin=None):
        return subprocess.run([str(BIN / "busbar"), "--controller", self.url, *arguments], capture_output=True,
                              text=True, timeout=seconds, env=environment(), input=stdin)

    def request(self, method, path, body=None, headers=None, seconds=60):
        """(status, headers, body text) whatever the status is."""
        data = body.encode() if isinstance(body, str) else body
        request = urllib.request.Request(self.url + path, data=data, method=method, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, dict(answer.headers), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read().decode()

    def get(self, path):
        status, _, body = self.request("GET", path)
        assert status == 200, f"GET {path}: {status} {body}"
        return json.loads(body)

    def submit(self, matrix, **headers):
        status, _, body = self.request("POST", "/api/v1/runs", matrix,
                                       {"Content-Type": "application/yaml", **headers})
        assert status == 202, f"POST /runs: {status} {body}"
        return json.loads(body)["id"]

    def wait_for_run(self, run, states=("completed", "failed", "cancelled"), seconds=300):
        def ended():
            state = self.get(f"/api/v1/runs/{run}")
            return state if state["state"] in states else None
        return wait_until(ended, seconds, f"run {run} in {states}")

    def measurements(self, run):
        """Every cell of the run, page by page."""
        items, cursor = [], ""
        while True:
            page = self.get(f"/api/v1/runs/{run}/measurements?limit=500" + (f"&cursor={cursor}" if cursor else ""))
            items += page["items"]
            cursor = page.get("next_cursor")
            if not cursor:
                return items


def processes_with(text):
    """Ids of live processes (no zombies) whose command line or environment holds the text."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            state = (entry / "stat").read_text().rsplit(")", 1)[1].split()[0]
            content = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
        except OSError:
            continue
        if state != "Z" and text.encode() in content:
            found.append(int(entry.name))
    return found
