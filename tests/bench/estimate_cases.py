#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random estimates from one seed: recorded with one build of stowagectl, compared with those of another.

    estimate_cases.py record STOWAGECTL OUT.jsonl [--count N] [--jobs J] [--from K]
    estimate_cases.py compare BEFORE.jsonl AFTER.jsonl
    estimate_cases.py digests OUT.jsonl > tests/data/estimates/digests.txt
    estimate_cases.py check STOWAGECTL tests/data/estimates/digests.txt [--every N]

Every estimate has the same machine.json (XDG_CONFIG_HOME), --ram and --disk in both recordings, so that
free memory does not differ. `compare`: verdicts, bytes, counts and texts must be equal; times to 1e-9.
A digest is of verdicts, bytes and counts only, without remedies: texts are reworded, and times, which
remedies are chosen by, depend on the machine.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

SEED = 20261130
MODELS = {
    # name of the preset: weight
    "DistilGPT2": 3, "GPT-2": 3, "GPT-2 XL": 2, "Llama-3.2-1B": 5, "Llama-3.1-8B": 8,
    "Llama-3.1-70B": 3, "Qwen2.5-7B": 3, "Qwen3-4B": 3, "Mistral-7B": 3, "Gemma-2-2B": 3,
    "Mixtral-8x7B": 2, "Qwen3-30B-A3B": 2, "Phi-3-mini": 2, "OPT-1.3B": 2, "BLOOM-560M": 2,
    "Pythia-1.4B": 2, "Falcon-7B": 2, "T5-large": 2, "Whisper-large-v3": 1, "Phi-3-mini-128k": 1, "Mamba-2.8B": 2,
    "Falcon-H1-7B": 2, "BERT-base": 2, "ViT-B/16": 1, "ChatGLM2-6B": 1,
}
# Chosen by times, which depend on the cores and the free memory of the machine.
BY_TIME = ["remedies", "more"]
CARDS = ["t4", "rtx-3060", "rtx-3090", "rtx-4090", "l4", "a10", "a100-40gb", "a100-80gb", "h100"]


def presets(root):
    rows = json.load(open(os.path.join(root, "resources/presets.json")))["presets"]
    known = {row["name"]: row["config"] for row in rows}
    found = {name: known[name] for name in MODELS if name in known}
    missing = sorted(set(MODELS) - set(found))
    if missing:
        print("no preset of the name:", ", ".join(missing), file=sys.stderr)
    return found


def gpus(rng):
    kind = rng.random()
    count = rng.choice([1, 1, 1, 1, 2, 2, 3, 4, 8])
    if kind < 0.5:
        spec = rng.choice(CARDS) + (f"*{count}" if count > 1 else "")
    else:
        spec = ",".join(f"{rng.choice([700, 1500, 3000, 6000, 10240, 16384, 24576, 49152, 81920])}MiB"
                        for _ in range(min(count, 4)))
    return spec


def case(rng, models):
    name = rng.choices(list(models), [MODELS[m] for m in models])[0]
    small = name in ("DistilGPT2", "GPT-2", "BERT-base", "ViT-B/16")
    argv = ["--gpus", gpus(rng), "--ram", rng.choice(["32GiB", "64GiB", "256GiB"]), "--disk", "2TiB"]
    if rng.random() < 0.9:
        argv += ["--batch", str(rng.choice([1, 1, 1, 1, 2, 4, 8, 16, 32, 64]))]
    if rng.random() < 0.7:
        longest = 4 if small else 7
        lengths = [16, 100, 300, 512, 1000, 4096, 16000, 32000]
        argv += ["--prompt", str(rng.choice(lengths[:longest + 1]))]
    if rng.random() < 0.7:
        argv += ["--generate", str(rng.choice([0, 1, 2, 8, 50, 100, 300, 500]))]
    engine = rng.choice(["stowage"] * 5 + ["transformers", "transformers-static", "vllm", "sglang", "llama.cpp"])
    argv += ["--engine", engine]
    if rng.random() < 0.4:
        argv += ["--strategy", rng.choice(["balanced_low_0", "sequential", "balanced"])]
    if rng.random() < 0.15:
        argv += ["--prefill-chunk", str(rng.choice([64, 256, 512]))]
    if rng.random() < 0.2:
        argv += rng.choice([["--no-prefetch"], ["--prefetch-window", "1"], ["--prefetch-window", "4"]])
    if rng.random() < 0.15:
        argv += ["--dtype", rng.choice(["float32", "float16", "bfloat16"])]
    if rng.random() < 0.1:
        argv += ["--attention", rng.choice(["eager", "fused"])]
    if rng.random() < 0.1:
        argv += ["--allocator", "expandable_segments"]
    if rng.random() < 0.1:
        argv += ["--quantize", rng.choice(["int8", "nf4"])]
    if rng.random() < 0.1:
        argv += ["--kv-dtype", rng.choice(["fp8", "bfloat16", "float16"])]
    if rng.random() < 0.1:
        argv += ["--tensor-parallel", "2"]
    if rng.random() < 0.1:
        argv += ["--offloaded", "compute"]
    if rng.random() < 0.05:
        argv += ["--targets", "tps=20"]
    if rng.random() < 0.1:
        argv += ["--max-memory", rng.choice(["0=5GiB,cpu=200GiB", "0=0.5GiB,cpu=100GiB"])]
    return name, argv


def digest(row):
    """Of the exit status and of all keys, integers, Booleans and codes of the answer."""

    def figures(value):
        if isinstance(value, dict):
            return {key: figures(part) for key, part in value.items() if key not in BY_TIME}
        if isinstance(value, list):
            return [figures(part) for part in value]
        is_code = isinstance(value, str) and re.fullmatch(r"[a-z0-9_:.-]+", value)
        return value if isinstance(value, int) or value is None or is_code else type(value).__name__

    text = json.dumps([row["rc"], figures(row["answer"])], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def run_one(arguments):
    program, number, name, path, argv = arguments
    before = time.monotonic()
    try:
        done = subprocess.run([program, "estimate", path, *argv, "--json"], capture_output=True, text=True,
                              timeout=600, env={**os.environ, "LC_ALL": "C.UTF-8"})
        out, err, rc = done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired:
        out, err, rc = "", "timeout", -1
    try:
        answer = json.loads(out) if out else None
    except ValueError:
        answer = out
    row = {"number": number, "model": name, "argv": argv, "rc": rc, "err": err.replace(path, "MODEL"),
           "answer": json.loads(json.dumps(answer).replace(path, "MODEL"))}
    row["seconds"] = time.monotonic() - before
    return row


def rows(program, count, jobs, chosen):
    """Of the cases that are chosen by their number, of so many."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    models = presets(root)
    rng = random.Random(SEED)
    cases = [case(rng, models) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, config in models.items():
            inner = os.path.join(folder, name.replace("/", "_").replace(" ", "_"))
            os.makedirs(inner)
            paths[name] = inner
            json.dump(config, open(os.path.join(inner, "config.json"), "w"))
        work = [(program, i, name, paths[name], argv) for i, (name, argv) in enumerate(cases) if chosen(i)]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(run_one, work)


def record(options):
    with open(options.out, "a") as out:
        for row in rows(options.program, options.count, options.jobs, lambda i: i >= options.first):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            out.flush()


def check(options):
    expected = dict(line.split() for line in open(options.digests))
    chosen = {int(number) for number in list(expected)[::options.every]}
    wrong = 0
    for row in rows(options.program, max(chosen) + 1, options.jobs, chosen.__contains__):
        if digest(row) != expected[str(row["number"])]:
            wrong += 1
            print(row["number"], row["model"], " ".join(row["argv"]))
    print(f"{len(chosen)} estimates checked, {wrong} differ")
    return 1 if wrong or not chosen else 0


def rows_of(path):
    return {row["number"]: row for row in map(json.loads, open(path))}


def differences(a, b, where=""):
    if isinstance(a, float) or isinstance(b, float):
        if isinstance(a, (int, float)) and isinstance(b, (int, float)):
            if abs(a - b) > 1e-9 * max(abs(a), abs(b), 1e-300):
                yield where, a, b
            return
    if type(a) is not type(b):
        yield where, a, b
    elif isinstance(a, dict):
        for key in sorted(set(a) | set(b)):
            yield from differences(a.get(key), b.get(key), f"{where}.{key}")
    elif isinstance(a, list):
        if len(a) != len(b):
            yield where + ".length", len(a), len(b)
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{where}[{i}]")
    elif a != b:
        yield where, a, b


def compare(options):
    before, after = rows_of(options.before), rows_of(options.after)
    both = sorted(set(before) & set(after))
    wrong = 0
    for number in both:
        a, b = before[number], after[number]
        found = list(differences([a["rc"], a["err"], a["answer"]], [b["rc"], b["err"], b["answer"]]))
        if found:
            wrong += 1
            print(number, a["model"], " ".join(a["argv"]))
            for where, x, y in found[:6]:
                print("   ", where, str(x)[:200], "->", str(y)[:200])
    print(f"{len(both)} estimates compared, {wrong} differ; "
          f"{sum(before[n]['seconds'] for n in both):.0f} s before, "
          f"{sum(after[n]['seconds'] for n in both):.0f} s after")
    return 1 if wrong or not both else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    one = verbs.add_parser("record")
    one.add_argument("program")
    one.add_argument("out")
    one.add_argument("--count", type=int, default=2000)
    one.add_argument("--jobs", type=int, default=2)
    one.add_argument("--from", dest="first", type=int, default=0)
    two = verbs.add_parser("compare")
    two.add_argument("before")
    two.add_argument("after")
    three = verbs.add_parser("digests")
    three.add_argument("out")
    four = verbs.add_parser("check")
    four.add_argument("program")
    four.add_argument("digests")
    four.add_argument("--every", type=int, default=1)
    four.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.verb == "record":
        record(options)
    elif options.verb == "compare":
        sys.exit(compare(options))
    elif options.verb == "check":
        sys.exit(check(options))
    else:
        for number, row in sorted(rows_of(options.out).items()):
            print(number, digest(row))


main()
