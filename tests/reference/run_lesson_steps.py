# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the lesson's lines of Python, and holds what step 7 says of shards to the real library.

    venv/bin/python tests/reference/run_lesson_steps.py ["$(command -v stowagectl)"]

First each resources/lesson/step_*.py runs as it stands beside gpt.py, and the model it leaves is held
to the file. Then Accelerate's load_checkpoint_and_dispatch reads four tensors of 16 MiB in two shards,
as safetensors and as .bin, each in a process of its own whose memory is polled: safetensors files are
mapped, so that tensors for the CPU are views and take no anonymous memory, .bin shards are read whole.
With `stowagectl` the same folders are loaded by --method sharded, whose peaks must say the same.
Exit status 1 where anything differs. Neither the build nor the tests run this script.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

LESSON = pathlib.Path(__file__).resolve().parents[2] / "resources" / "lesson"
MIB = 1 << 20
TENSOR = 16 * MIB
SLACK = 8 * MIB  # of the interpreter and the allocator
CHECK = """
import torch
reference = torch.load("model.pth")
for name, tensor in model.state_dict().items():
    if tensor.device.type != "meta":
        assert torch.equal(tensor.cpu(), reference[name]), name
"""
CHILD = """
import gc, sys, threading, torch
from accelerate import init_empty_weights, load_checkpoint_in_model
def held(key):
    for line in open("/proc/self/status"):
        if line.startswith(key):
            return int(line.split()[1]) * 1024
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        for name in "abcd":
            self.register_parameter(name, torch.nn.Parameter(torch.empty(2048, 2048)))
def load(model):
    load_checkpoint_in_model(model, sys.argv[1], device_map={"": "cpu"})
with init_empty_weights():
    warm, model = Model(), Model()
load(warm)     # imports, and what they hold
del warm
gc.collect()
before, peak, done = held("RssAnon"), [0], threading.Event()
def poll():
    while not done.is_set():
        peak[0] = max(peak[0], held("RssAnon"))
poller = threading.Thread(target=poll)
poller.start()
load(model)
done.set()
poller.join()
file = held("RssFile")
sum(float(parameter.sum()) for parameter in model.parameters())
print(peak[0] - before, held("RssFile") - file)
"""
FAILED = []


def report(what, is_right, seen):
    print(f"{'ok    ' if is_right else 'WRONG '} {what}: {seen}")
    if not is_right:
        FAILED.append(what)


def run_steps(folder):
    for file in LESSON.glob("*.py"):
        shutil.copy(file, folder)
    subprocess.run([sys.executable, "gpt.py"], cwd=folder, check=True)
    for step in sorted(LESSON.glob("step_*.py")):
        code = step.read_text() + ("" if step.stem == "step_checkpoint" else CHECK)
        run = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
        report(step.stem, run.returncode == 0, run.stderr.strip().splitlines()[-1:] or "runs")


def write_shards(folder):
    import torch
    from safetensors.torch import save_file

    tensors = {name: torch.rand(2048, 2048) for name in "abcd"}
    for kind, index_name in (("safetensors", "model.safetensors.index.json"),
                             ("bin", "pytorch_model.bin.index.json")):
        (folder / kind).mkdir()
        index = {}
        for number, names in enumerate(("ab", "cd"), 1):
            file = f"model-0000{number}-of-00002.{kind}"
            shard = {name: tensors[name] for name in names}
            if kind == "bin":
                torch.save(shard, folder / kind / file)
            else:
                save_file(shard, folder / kind / file, metadata={"format": "pt"})
            index.update({name: file for name in names})
        (folder / kind / index_name).write_text(json.dumps({"metadata": {}, "weight_map": index}))


def compare_formats(folder, stowagectl):
    for kind in ("safetensors", "bin"):
        run = subprocess.run([sys.executable, "-c", CHILD, str(folder / kind)], check=True,
                             capture_output=True, text=True)
        anonymous, file = map(int, run.stdout.split())
        is_mapped = kind == "safetensors"
        report(f"Accelerate, {kind}: mapped {is_mapped}",
               (anonymous < SLACK) == is_mapped and (file > 3 * TENSOR) == is_mapped,
               f"anonymous {anonymous / MIB:.0f} MiB, file-backed {file / MIB:.0f} MiB")
        if stowagectl:
            run = subprocess.run([stowagectl, "load", folder / kind, "--gpus", "none", "--method",
                                  "sharded", "--verify", "--json"], check=True, capture_output=True)
            peak = json.loads(run.stdout)["predicted"]["host_anon"]
            report(f"stowagectl, {kind}", (peak < SLACK) == is_mapped,
                   f"anonymous {peak / MIB:.0f} MiB")


def main():
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = pathlib.Path(name)
        run_steps(folder)
        write_shards(folder)
        compare_formats(folder, sys.argv[1] if len(sys.argv) > 1 else "")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
