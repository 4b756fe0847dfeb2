#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fuzzes whole sessions of `stowagectl serve`: requests in any order, well formed or not, and the
commands that they start.

    tests/fuzz/serve_session.py build/dev/bin/stowagectl [SECONDS [KIND…]]

For SECONDS (60) a kind of request, sessions of 200 lines, half of them of that kind, are written
to a new process. It has to answer each request that has an id with one `ok` or one `error`, every
other line with an error that has none, never to end before its input does, then to end with
status 0, and to leave no process behind. A session that breaks that is printed with its seed.
"""
import collections
import json
import pathlib
import random
import select
import subprocess
import sys
import tempfile
import time

LINES = 200
MOST_LINE_BYTES = 16 << 20
END_SECONDS = 120
CONTROLS = ("cancel", "pause", "resume", "step")
KINDS = ("devices", "open", "plan", "estimate", "load", "run", "list", "sample") + CONTROLS
ODD = (None, True, -1, 0, 1e308, 2**63, 2**200, "", "\0", "..", "/", "/etc/passwd", [], {}, [[]], "--", "-1",
       "é" * 40, "cpu", "{}", [1, "a", None], {"": 0}, "9" * 300, "a" * 70000)


def well_formed(chance, kind, number, model):
    request = {"v": 2, "id": number, "do": kind}
    if kind in CONTROLS:
        request["request"] = max(0, number - chance.randrange(1, 8))
    elif kind == "list":
        request["path"] = chance.choice([model, str(pathlib.Path(model).parent)])
    elif kind == "devices":
        request["gpus"] = chance.choice(["1GiB", "64MiB,64MiB:used=10MiB", "none"])
    elif kind != "sample":
        request["model"] = model
    if kind in ("plan", "estimate", "load", "run"):
        request["gpus"] = "64MiB,64MiB"
        request.update(chance.sample([("strategy", "balanced"), ("max_memory", "0=8MiB"), ("no_split", "LlamaDecoderLayer"),
                                      ("device_map", {"": "cpu"}), ("dtype", "bfloat16")], chance.randrange(3)))
    if kind == "load":
        request.update(chance.sample([("method", "streamed"), ("verify", True), ("dry_run", True)],
                                     chance.randrange(4)))
    if kind == "run":
        request.update({"tokens": "1,2,3", "generate": chance.randrange(4)})
    return request


def spoiled(chance, request):
    """A line that was a request."""
    for _ in range(chance.randrange(1, 4)):
        key = chance.choice(list(request) or ["v"])
        how = chance.randrange(5)
        if how == 0:
            request.pop(key, None)
        elif how == 1:
            request[key] = chance.choice(ODD)
        elif how == 2:
            request[chance.choice(["open", "input", "csv", "timeline", "id", "hold", "request", "device_map"])] = \
                chance.choice(ODD)
        elif how == 3:
            request[key] = [request.get(key)] * chance.randrange(4)
        else:
            request[key] = str(request.get(key)) + chance.choice(["\n", "\0", "=", "/..", " --json", "\ud800"])
    line = json.dumps(request).encode()
    if chance.random() < 0.3:
        line = bytearray(line)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(line))
            line[at:at + chance.randrange(3)] = chance.randbytes(chance.randrange(4))
        line = bytes(line).replace(b"\n", b" ")
    return line


def id_of(line):
    """That serve may tell back: it reads JSON more strictly than Python, and then tells none."""
    try:
        value = json.loads(line.decode("utf-8"))
        number = value.get("id") if isinstance(value, dict) else None
    except (ValueError, RecursionError):
        return None
    return number if type(number) is int and 0 <= number < 2**63 else None


class Session:
    def __init__(self, program, model, seed, kind):
        self.chance = random.Random(seed)
        self.kind = kind
        self.model = model
        self.process = subprocess.Popen([program, "serve", "--allow", str(pathlib.Path(model).parent)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        start_new_session=True)
        self.asked = collections.Counter()
        self.answered = collections.Counter()
        self.rest = b""

    def read(self, seconds):
        """Takes what is answered within so long; False at the end of it."""
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return True
        piece = self.process.stdout.read1(1 << 20)
        self.rest += piece
        *lines, self.rest = self.rest.split(b"\n")
        for line in lines:
            answer = json.loads(line)
            if "progress" not in answer:
                assert ("ok" in answer) != ("error" in answer), line[:300]
                self.answered[answer["id"]] += 1
        return bool(piece)

    def line(self, number):
        kind = self.kind if self.chance.random() < 0.5 else self.chance.choice(KINDS)
        request = well_formed(self.chance, kind, number, self.model)
        if self.chance.random() < 0.02:
            return b" " * 3
        if self.chance.random() < 0.002:
            return b"[" * (MOST_LINE_BYTES + 10)
        return spoiled(self.chance, request) if self.chance.random() < 0.6 else json.dumps(request).encode()

    def write(self, line):
        if line.strip():
            self.asked[id_of(line) if len(line) <= MOST_LINE_BYTES else None] += 1
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def run(self):
        for number in range(LINES):
            self.write(self.line(number))
            while self.chance.random() < 0.8 and self.process.poll() is None:
                self.read(0.01)
        # Sometimes the input ends before all is answered.
        end = time.monotonic() + END_SECONDS
        isHasty = self.chance.random() < 0.2
        if not isHasty:  # loads that are held, or were paused, wait for this
            self.read(1)
            for number in range(LINES):
                self.write(json.dumps({"v": 2, "id": LINES + number, "do": "cancel", "request": number}).encode())
                self.read(0)
        while not isHasty and sum(self.answered.values()) < sum(self.asked.values()):
            assert time.monotonic() < end, ("not answered", self.asked - self.answered)
            self.read(0.05)
        self.process.stdin.close()
        end = time.monotonic() + END_SECONDS
        while self.read(0.1):
            assert time.monotonic() < end, "it does not end"
        assert self.process.wait(END_SECONDS) == 0, (self.process.returncode, self.process.stderr.read()[-2000:])
        unasked = {key: n for key, n in (self.answered - self.asked).items() if key is not None}
        assert not unasked, ("answered unasked", unasked)
        assert sum(self.answered.values()) <= sum(self.asked.values()), "more answers than lines"
        left = subprocess.run(["pgrep", "-s", str(self.process.pid)], capture_output=True, text=True).stdout
        assert not left, ("left behind", left)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    for kind in sys.argv[3:] or KINDS:
        with tempfile.TemporaryDirectory() as folder:
            model = folder + "/model"
            subprocess.run([program, "sample", model, "--arch", "llama-tiny"], check=True, capture_output=True)
            end, sessions = time.monotonic() + seconds, 0
            while time.monotonic() < end:
                seed = random.randrange(2**32)
                session = Session(program, model, seed, kind)
                try:
                    session.run()
                except (AssertionError, ValueError, BrokenPipeError) as failure:
                    session.process.kill()
                    sys.exit(f"{kind}, seed {seed}: {failure}")
                sessions += 1
            print(f"{kind}: {sessions} sessions, {sessions * LINES} lines, no finding", flush=True)


if __name__ == "__main__":
    main()
