#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists checkpoints the way Python does, for checkpoint_bench.

    python_headers.py safetensors|torch|legacy_writer

Answers each line of standard input (how many times in a row, a space, a path) with a line of JSON.
The first line says who answers: {"version": …} or {"skipped": reason}.

safetensors    safe_open, then the shape and dtype of every key; of an index every shard
torch          torch.load(mmap=True, weights_only=True), then the shape and dtype of every entry; of an
               index or a folder every file
legacy_writer  writes the 4 × 4 tensors layers.N.part.M.weight, as many as the line says before the path
               ("200 /tmp/x.pt"), in the form from before 1.6

An answer is {"seconds": of one time, "tensors", "peak": highest resident memory above that before,
bytes}, or {"skipped": reason}.
"""
import gc
import json
import os
import pathlib
import sys
import time


def resident(field):
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024
    return 0


def forget_peak():
    """VmHWM counts from now on."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as refs:
            refs.write("5")
    except OSError:
        pass


def shards_of(path):
    """The files of an index or a folder, or the file itself."""
    if path.is_dir():
        return sorted(path.glob("*.pt"))
    if path.suffix == ".json":
        weights = json.loads(path.read_text())["weight_map"]
        return [path.parent / name for name in sorted(set(weights.values()))]
    return [path]


def list_safetensors(path):
    from safetensors import safe_open

    count = 0
    for shard in shards_of(path):
        with safe_open(shard, framework="numpy") as file:
            tensors = [(key, part.get_shape(), part.get_dtype())
                       for key, part in ((key, file.get_slice(key)) for key in file.keys())]
            count += len(tensors)
    return count


def list_torch(path):
    import torch

    count = 0
    for shard in shards_of(path):
        loaded = torch.load(shard, map_location="cpu", mmap=True, weights_only=True)
        entries = loaded if isinstance(loaded, dict) else {"": loaded}
        tensors = [(key, tensor.shape, tensor.dtype) for key, tensor in entries.items()]
        count += len(tensors)
    return count


def write_legacy(line):
    import torch

    count, path = line.split(" ", 1)
    tensors = {f"layers.{i // 10}.part.{i % 10}.weight": torch.zeros(4, 4) for i in range(int(count))}
    torch.save(tensors, path, _use_new_zipfile_serialization=False)
    return {"tensors": len(tensors)}


def timed(work, line):
    repeats, name = line.split(" ", 1)
    path = pathlib.Path(name)
    gc.collect()
    forget_peak()
    before = resident("VmRSS")
    begin = time.perf_counter()
    try:
        for _ in range(int(repeats)):
            count = work(path)
    except (RuntimeError, ValueError, OSError) as reason:
        is_old = "_use_new_zipfile_serialization" in str(reason)
        return {"skipped": "torch cannot map files from before 1.6" if is_old
                else str(reason).splitlines()[0][:80]}
    seconds = (time.perf_counter() - begin) / int(repeats)
    return {"seconds": seconds, "tensors": count, "peak": max(0, resident("VmHWM") - before)}


def introduce(who):
    """Imports what is measured, so that no import is timed; says its version."""
    try:
        if who == "safetensors":
            import safetensors
            from safetensors import safe_open  # noqa: F401

            return {"version": "safetensors " + safetensors.__version__}
        import torch
    except ImportError as reason:
        return {"skipped": f"Python has no {reason.name}"}
    if who == "torch" and int(torch.__version__.split(".")[0]) < 2:
        return {"skipped": f"torch {torch.__version__} cannot map a file"}
    (torch.ones(1024) * 2).sum()
    return {"version": "torch " + torch.__version__}


def main():
    who = sys.argv[1]
    answers = {"safetensors": list_safetensors, "torch": list_torch}
    print(json.dumps(introduce(who)), flush=True)
    for line in sys.stdin:
        text = line.rstrip("\n")
        answer = write_legacy(text) if who == "legacy_writer" else timed(answers[who], text)
        print(json.dumps(answer), flush=True)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
