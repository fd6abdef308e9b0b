"""Prometheus reads what `seam progress --format openmetrics` prints. `.ci/run --step servers` runs this test."""

import collections
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

PACKAGE = pathlib.Path(__file__).resolve().parents[2]
SEAM = PACKAGE / ".build/debug/seam"
WALK = PACKAGE.parents[1] / "docs/seam/walk"
DAYS = [f"2025-01-0{day}" for day in range(1, 5)]


def output(*command, folder, **environment):
    environment = os.environ | {"XDG_CACHE_HOME": f"{folder}/../cache", "XDG_STATE_HOME": f"{folder}/../state"} | environment
    return subprocess.run(list(map(str, command)), cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def made(tree):
    """Lets the small app lose its singleton by the commands of `seam next`, with a commit for each day. A build has passed after one."""
    shutil.copytree(WALK, tree, ignore=shutil.ignore_patterns(".build"))
    output("git", "init", "-q", folder=tree)
    person = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgSign=false")
    for day in DAYS:
        output("git", "add", "-A", folder=tree)
        output("git", *person, "commit", "-qm", "A step", folder=tree, GIT_COMMITTER_DATE=f"{day}T12:00:00Z")
        if day == DAYS[1]:
            output(SEAM, "progress", "--verified", "HEAD", folder=tree)
        step = output(SEAM, "next", folder=tree).split("\n")[0]
        if step.startswith("seam "):
            output(SEAM, *step.split()[1:], folder=tree)


class PrometheusTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.tree = self.folder / "tree"
        made(self.tree)

    def read(self, form):
        return output(SEAM, "progress", "--every", "commit", "--format", form, folder=self.tree)

    def serve(self, text):
        """Starts Prometheus with the history as its data."""
        (self.folder / "uses.txt").write_text(text)
        (self.folder / "prometheus.yml").write_text("")
        output("promtool", "tsdb", "create-blocks-from", "openmetrics", "uses.txt", "data", folder=self.folder)
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        # The history is older than what a server keeps by default.
        server = subprocess.Popen([
            "prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data", "--storage.tsdb.retention.time=100y",
            f"--web.listen-address=127.0.0.1:{self.port}", "--log.level=error"], cwd=self.folder)
        self.addCleanup(server.wait, 30)
        self.addCleanup(server.terminate)

    def ask(self, expression, day):
        """Returns the values of an expression at noon of a day, by the one label that it is summed by."""
        words = urllib.parse.urlencode({"query": expression, "time": f"{day}T12:00:00Z"})
        deadline = time.monotonic() + 60
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/query?{words}", timeout=5) as answer:
                    found = json.load(answer)["data"]["result"]
                return {next(iter(one["metric"].values())): int(one["value"][1]) for one in found}
            except OSError:
                self.assertLess(time.monotonic(), deadline, "Prometheus does not answer")
                time.sleep(0.2)

    def test_prometheus_finds_the_numbers_of_the_json_at_each_commit(self):
        self.serve(self.read("openmetrics"))
        samples = json.loads(self.read("json"))["samples"]
        self.assertEqual([sample["date"] for sample in samples], DAYS)
        states, verified, calls = set(), 0, 0
        for sample in samples:
            uses, passed = collections.Counter(), collections.Counter()
            for count in sample["counts"]:
                uses[count["state"]] += count["count"]
                passed[count["state"]] += count["verified"]
            self.assertEqual(self.ask("sum by (state) (seam_uses) > 0", sample["date"]), uses)
            self.assertEqual(self.ask("sum by (state) (seam_uses_verified) > 0", sample["date"]), +passed)
            self.assertEqual(self.ask("sum by (singleton) (seam_calls) > 0", sample["date"]), sample["calls"])
            states, verified, calls = states | set(uses), verified + passed.total(), calls + sum(sample["calls"].values())
        self.assertLessEqual({"direct", "taken", "passed", "retired"}, states)
        self.assertTrue(verified and calls, "nothing was verified, or no call relied on a default")


if __name__ == "__main__":
    unittest.main()
