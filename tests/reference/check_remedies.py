#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Types every remedy that `stowagectl estimate` prints for random models, cards, engines and
workloads behind the command, and compares verdict and needs with what it promised. Also checks the
order: nothing that gives up digits or work comes before what does not.

    check_remedies.py STOWAGECTL [CASES] [SEED]
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

DATA = pathlib.Path(__file__).resolve().parent
ORDER = ["strategy", "device_map", "max_memory", "prefill_chunk", "allocator", "engine",
         "kv_dtype", "quantize", "batch", "context"]
CARDS = ["a100-80gb", "a100-40gb", "h100", "rtx-4090", "rtx-3090", "l4", "rtx-4060", "24GiB"]


def run(program, arguments):
    done = subprocess.run([program, "estimate", *arguments, "--json"], capture_output=True,
                          text=True, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})
    try:
        return done.returncode, json.loads(done.stdout), done.stderr
    except json.JSONDecodeError:
        return done.returncode, None, done.stderr


def random_case(rng, configs, folder):
    entry = rng.choice(configs)
    name = re.sub(r"\W", "_", entry["name"])
    (folder / name).mkdir(exist_ok=True)
    (folder / name / "config.json").write_text(json.dumps(entry["config"]))
    cards = ",".join(f"{rng.choice(CARDS)}*{rng.choice([1, 1, 2, 4])}"
                     for _ in range(rng.choice([1, 1, 2])))
    arguments = [str(folder / name), "--gpus", cards, "--ram", rng.choice(["16GiB", "64GiB", "256GiB"]),
                 "--prompt", str(rng.choice([64, 1024, 4096, 16384, 60000])),
                 "--generate", str(rng.choice([16, 256])), "--batch", str(rng.choice([1, 1, 4, 16])),
                 "--engine", rng.choice(["transformers"] * 5 + ["vllm", "llama.cpp", "sglang", "stowage"])]
    way = rng.random()
    if way < 0.1:
        arguments += ["--strategy", rng.choice(["sequential", "balanced_low_0", "balanced", "optimal"])]
    elif way < 0.2:
        arguments += ["--device-map", rng.choice(["auto", "sequential", '{"": 0}', '{"": "cpu"}'])]
    elif way < 0.3:
        arguments += ["--max-memory", "0=%dGiB,cpu=64GiB" % rng.choice([4, 10, 20])]
    elif way < 0.35:
        arguments += ["--num-gpus", "2"]
    if rng.random() < 0.1:
        arguments += ["--quantize", "int8"]
    if rng.random() < 0.1:
        arguments += ["--context", "131072"]
    return arguments


def main():
    program = sys.argv[1]
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 65)
    configs = [json.loads(line)
               for line in (DATA / "published_configs.jsonl").read_text().splitlines()]
    counts = {"cases": 0, "fits": 0, "no": 0, "offload": 0, "undetermined": 0, "errors": 0,
              "remedies": 0, "wrong": 0}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(cases):
            arguments = random_case(rng, configs, pathlib.Path(folder))
            status, answer, errors = run(program, arguments)
            counts["cases"] += 1
            if answer is None or "verdict" not in answer:
                counts["errors"] += 1
                continue
            verdict = answer["verdict"]
            counts[verdict] += 1
            costs = []
            for remedy in answer["remedies"]:
                counts["remedies"] += 1
                typed = [part for key, value in remedy["change"].items()
                         for part in ("--" + key.replace("_", "-"), value)]
                again, held, errors = run(program, arguments + typed)
                isRight = (again == 0 and held is not None and held.get("verdict") == remedy["verdict"]
                           and {name: device["needed"] for name, device in held["devices"].items()}
                           == remedy["needed"])
                costs.append(max(ORDER.index(key) for key in remedy["change"]))
                if not isRight:
                    counts["wrong"] += 1
                    print("WRONG", " ".join(arguments), "|", " ".join(typed), "|",
                          remedy["verdict"], again, held and held.get("verdict"), errors.strip()[:300])
            lossless = ORDER.index("kv_dtype")
            if sorted(costs, key=lambda cost: cost >= lossless) != costs:
                counts["wrong"] += 1
                print("ORDER", " ".join(arguments), [remedy["change"] for remedy in answer["remedies"]])
    print(counts)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
