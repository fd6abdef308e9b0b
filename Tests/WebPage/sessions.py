"""Many browsers at once, each with a live search: no stale answer, and memory that doesn't grow.

    Tests/WebPage/sessions.py [ACCOUNT] [--sessions 100] [--minutes 10]

Each session has a connection for events, and types names letter by letter: it gives up a request when the next letter comes. What the
last query of a name finds has to contain it. The program's memory is printed every half minute.
"""

import argparse
import http.client
import os
import pathlib
import random
import re
import subprocess
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = ["pearl", "island", "copper", "garden", "willow", "falcon", "breeze", "stone"]


class Session(threading.Thread):
    def __init__(self, address, seed):
        super().__init__(daemon=True)
        self.host = urllib.parse.urlsplit(address).netloc
        self.dice = random.Random(seed)
        self.searches = self.aborted = self.failed = self.stale = 0
        self.failure = ""
        answer = self.get(urllib.parse.urlsplit(address).path)
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]

    def get(self, path):
        connection = http.client.HTTPConnection(self.host, timeout=60)
        connection.request("GET", path, headers={"Cookie": getattr(self, "cookie", "")})
        return connection.getresponse()

    def run(self):
        page = self.get("/search").read().decode()
        live = re.search(r'data-live="([^"]+)"', page)[1].replace("&amp;", "&")
        events = self.get(live)
        while True:
            name = self.dice.choice(NAMES)
            for end in range(1, len(name) + 1):
                query = name[:end]
                connection = http.client.HTTPConnection(self.host, timeout=60)
                connection.request("GET", "/search/results?query=" + query, headers={"Cookie": self.cookie})
                if end < len(name):
                    time.sleep(self.dice.uniform(0.05, 0.3))
                    connection.close()
                    self.aborted += 1
                    continue
                text = connection.getresponse().read().decode()
                self.searches += 1
                found = re.findall(r"<li><span><bdi>([^<]*)", text)
                self.stale += any(query not in one for one in found)
                if not found:
                    self.failed += 1
                    self.failure = text
            events.read1(4096)
            time.sleep(self.dice.uniform(0.5, 2))


def memory(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024


options = argparse.ArgumentParser()
options.add_argument("account", nargs="?", default=ROOT / ".build/release/account")
options.add_argument("--sessions", type=int, default=100)
options.add_argument("--minutes", type=float, default=10)
given = options.parse_args()
with tempfile.TemporaryDirectory() as state:
    command = [given.account, "web", "--state", state]
    # Return asks for one more address, on a terminal.
    terminal, side = os.openpty()
    process = subprocess.Popen(command, stdin=side, stdout=subprocess.PIPE, text=True)
    sessions = []
    for seed in range(given.sessions):
        sessions.append(Session(process.stdout.readline().strip(), seed))
        os.write(terminal, b"\n")
    for session in sessions:
        session.start()
    end = time.monotonic() + given.minutes * 60
    while time.monotonic() < end:
        time.sleep(min(30, end - time.monotonic()))
        count = [sum(getattr(one, what) for one in sessions) for what in ("searches", "aborted", "failed", "stale")]
        alive = sum(one.is_alive() for one in sessions)
        print(f"{memory(process)} MB, {alive} sessions, {count[0]} searches, {count[1]} given up, {count[2]} failed, {count[3]} stale", flush=True)
    failures = {one.failure for one in sessions if one.failure}
    print(*sorted(failures), sep="\n")
    process.terminate()
    process.wait(30)
