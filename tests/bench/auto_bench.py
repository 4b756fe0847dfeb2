#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Method `auto` beside every other method and beside Python: does it take the quickest? Or, with
--predictions, each method's time beside the predicted one.

    auto_bench.py STOWAGECTL [--predictions] [--memory touched] [--rounds 5] [--folder /tmp] [--python PYTHON]

24 cells: a GPT-2 medium of random weights (1.6 GiB) in two formats, its pages cached, dropped or the
first half of them cached, to the CPU, one simulated GPU, two, or a GPU that has room for half beside
the CPU. The methods take turns; those slower than 1.5 × the quickest leave after the first round.
Each load is a process of its own into touched memory, or into memory as it lies, then some seconds
after the load before it, so that a hypervisor has taken back what it takes; its seconds are those of
the load. Prints a table in Markdown: medians, how far `auto` is behind the best, and how far its own
repeats lie apart.
Predictions are held to the loads to the CPU and to one simulated GPU, pages cached or dropped, after
a `devices --measure` of this machine; no method leaves.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

FORMATS = (("pth", "model.pth"), ("safetensors", "model.safetensors"))
STATES = ("cold", "warm", "half")
PLACES = (
    ("CPU", ("--gpus", "none")),
    ("1 GPU", ("--gpus", "64GiB")),
    ("2 GPUs", ("--gpus", "64GiB,64GiB", "--strategy", "balanced")),
    ("GPU, CPU", ("--gpus", "64GiB", "--max-memory", "0=800MiB,cpu=16GiB", "--offload-buffers")),
)
METHODS = ("auto", "naive", "sequential", "meta", "mmap", "per-tensor", "sharded", "streamed")
# What Python does without a copy, for the CPU alone.
PYTHON = {"pth": ("torch.load(mmap)", "mmap"), "safetensors": ("load_file", "safetensors-map")}
HOPELESS = 1.5
GOAL = 5.0  # per cent behind the best
PREDICTION_GOAL = 10.0  # per cent of the time
LEAST_SECONDS = 0.01
IDLE_SECONDS = 5


def files_of(path):
    """The file, or those of a folder of one file a tensor."""
    if os.path.isfile(path):
        return [path]
    return sorted(entry.path for entry in os.scandir(path) if entry.name.endswith(".pt"))


def prepare(state, path):
    """The pages in the page cache: of no file, of all, or the first half of each."""
    for file in files_of(path):
        prepare_file(state, file)


def prepare_file(state, path):
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    if state != "warm":
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    wanted = {"cold": 0, "warm": 1, "half": 0.5}[state] * os.fstat(descriptor).st_size
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_RANDOM)  # no reading ahead of the half
    while wanted > 0:
        wanted -= len(os.read(descriptor, 4 << 20)) or wanted
    os.close(descriptor)


def load(program, path, place, method, state, memory):
    """Seconds, which method did it, and the seconds predicted. The files' pages stay as they are."""
    prepare(state, path)
    if memory == "as-is":
        time.sleep(IDLE_SECONDS)
    command = [program, "load", path, "--method", method, "--memory", memory, "--json", *place]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    report = json.loads(done.stdout)
    return report["seconds"], report["method"], report["predicted"]["seconds"]


def python_load(python, method, path, state):
    """Seconds, or None where Python has no torch. A half is prepared here."""
    prepare(state, path)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "python_loads.py")
    done = subprocess.run([python, script, method, "as-is", path], capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout).get("seconds")
    except json.JSONDecodeError:
        return None


def measure(arguments, path, form, place, state):
    """{who: [seconds]}, the method that `auto` took, and {method: [predicted seconds]}.

    `per-tensor` takes the folder of its files, which was made before and whose pages are as the file's:
    what has just been written would be in the page cache, whatever was asked."""
    seconds = {method: [] for method in METHODS}
    predicted = {method: [] for method in METHODS}
    chosen = ""
    name, method_of_python = PYTHON[form]
    for turn in range(arguments.rounds):
        # Each begins once: what the load before left of free memory is not the same one's every time.
        for method in METHODS[turn % len(METHODS) :] + METHODS[: turn % len(METHODS)]:
            quickest = min((min(taken) for taken in seconds.values() if taken), default=0)
            is_hopeless = turn > 0 and min(seconds[method]) > HOPELESS * quickest
            if is_hopeless and method != "auto" and not arguments.predictions:
                continue
            source = arguments.per_tensor if method == "per-tensor" else path
            taken, did, wanted = load(arguments.program, source, place, method, state, arguments.memory)
            seconds[method].append(taken)
            predicted[method].append(wanted)
            chosen = did if method == "auto" else chosen
        if place == PLACES[0][1] and not arguments.predictions:
            taken = python_load(arguments.python, method_of_python, path, state)
            if taken is not None:
                seconds.setdefault("Python: " + name, []).append(taken)
    return seconds, chosen, predicted


def error_rows(form, state, place, seconds, predicted):
    """Lines of the table of predictions, and for each whether it lies within the goal."""
    rows = []
    for method in METHODS[1:]:
        own = statistics.median(seconds[method])
        wanted = statistics.median(predicted[method])
        spread = (max(seconds[method]) / min(seconds[method]) - 1) * 100
        error = (wanted / own - 1) * 100
        # What ends within a few milliseconds is told by its difference.
        is_met = abs(error) <= max(PREDICTION_GOAL, spread) or abs(wanted - own) < LEAST_SECONDS
        cells = [form, state, place, method, f"{own:.3f}", f"{wanted:.3f}", f"{error:+.0f}", f"{spread:.0f}"]
        rows.append(("| " + " | ".join([*cells, "yes" if is_met else "NO"]) + " |", is_met))
    return rows


def row(form, state, place, seconds, chosen):
    """One line of the table, and whether the goal is met."""
    medians = {who: statistics.median(taken) for who, taken in seconds.items()}
    own = medians.pop("auto")
    ranking = sorted(medians, key=medians.get)
    best = ranking[0]
    behind = (own / medians[best] - 1) * 100
    spread = (max(seconds["auto"]) / min(seconds["auto"]) - 1) * 100
    python = [who for who in medians if who.startswith("Python")]
    is_met = behind <= max(GOAL, spread) or chosen == best
    cells = [form, state, place, chosen, f"{own:.3f}", f"{best} {medians[best]:.3f}"]
    cells.append(f"{ranking[1]} {medians[ranking[1]]:.3f}")
    cells.append(f"{medians[python[0]]:.3f}" if python else "")
    cells += [f"{behind:+.0f}", f"{spread:.0f}", "yes" if is_met else "NO"]
    return "| " + " | ".join(cells) + " |", is_met


HEAD = "file | pages | weights go to | auto took | auto, s | best, s | next, s | Python, s | behind, % | spread, % | met"
PREDICTIONS_HEAD = "file | pages | weights go to | method | took, s | predicted, s | error, % | spread, % | met"


def print_head(head):
    """The columns, numbers to the right."""
    columns = head.split(" | ")
    print("| " + head + " |")
    print("| " + " | ".join("---:" if "," in column else "---" for column in columns) + " |", flush=True)


def print_cells(arguments, path, form):
    """The lines of one file; whether each meets its goal."""
    met = []
    short = 2 if arguments.predictions else None
    for place, options in PLACES[:short]:
        for state in STATES[:short]:
            seconds, chosen, predicted = measure(arguments, path, form, options, state)
            rows = (
                error_rows(form, state, place, seconds, predicted)
                if arguments.predictions
                else [row(form, state, place, seconds, chosen)]
            )
            for line, is_met in rows:
                print(line, flush=True)
                met.append(is_met)
    return met


def main():
    parser = argparse.ArgumentParser(description="method auto beside the best, or times beside predicted ones")
    parser.add_argument("program")
    parser.add_argument("--predictions", action="store_true")
    parser.add_argument("--memory", choices=("touched", "as-is"), default="touched")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", default=tempfile.gettempdir())
    parser.add_argument("--python", default=os.environ.get("STOWAGE_BENCH_PYTHON", "python3"))
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="stowage-auto-", dir=arguments.folder)
    os.environ["XDG_CONFIG_HOME"] = folder
    met = []
    try:
        measuring = [arguments.program, "devices", "--measure", "--dir", folder]
        subprocess.run(measuring, check=True, stdout=subprocess.DEVNULL)
        print_head(PREDICTIONS_HEAD if arguments.predictions else HEAD)
        for form, file in FORMATS:
            sample = [arguments.program, "sample", folder, "--arch", "raschka-gpt2-medium", "--format", form]
            subprocess.run(sample, check=True, stdout=subprocess.DEVNULL)
            path = os.path.join(folder, file)
            made = os.path.join(folder, "per-tensor")
            convert = [arguments.program, "convert", path, made, "--to", "per-tensor"]
            subprocess.run(convert, check=True, stdout=subprocess.DEVNULL)
            arguments.per_tensor = os.path.join(made, "model_parameters")
            met += print_cells(arguments, path, form)
            shutil.rmtree(made)
            os.remove(path)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    goal = (
        f"within {PREDICTION_GOAL:.0f} % of the time, or of the spread of repeats"
        if arguments.predictions
        else f"at most {GOAL:.0f} % behind the best, or no further than auto's own repeats lie apart"
    )
    print(f"\n{sum(met)} of {len(met)}: {goal}")


if __name__ == "__main__":
    main()
