#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A model that Accelerate offloads, for run_bench.

    python_runs.py cpu|disk MODEL OFFLOAD_DIR THREADS

Opens MODEL (a folder with config.json and safetensors), hands it to cpu_offload() or disk_offload() with
the CPU as execution device, and then answers each line of standard input, token numbers with commas
between them, with one forward pass: {"seconds", "token": of the largest logit of the last position,
"logit": that logit}. The first line says who answers: {"version": …} or {"skipped": reason}.
"""
import json
import sys
import time


def answer(**fields):
    print(json.dumps(fields), flush=True)


def blas():
    """The library that multiplies matrices, as the process has it open."""
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:
        files = {line.split("/")[-1].strip() for line in maps if "/" in line}
    names = ("openblas", "libmkl", "libblas", "blis")
    found = sorted(name for name in files if any(part in name for part in names))
    return ", ".join(found) or "its own BLAS"


def offloaded(torch, how, folder, offload_dir):
    from accelerate import cpu_offload, disk_offload
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder, torch_dtype=torch.float32).eval()
    device = torch.device("cpu")
    if how == "cpu":
        return cpu_offload(model, execution_device=device)
    disk_offload(model, offload_dir, execution_device=device)
    return model


def main():
    how, folder, offload_dir, threads = sys.argv[1:]
    try:
        import accelerate
        import torch
        import transformers

        torch.set_num_threads(int(threads))
        transformers.logging.set_verbosity_error()
        model = offloaded(torch, how, folder, offload_dir)
    except (ImportError, OSError, RuntimeError, ValueError) as reason:
        answer(skipped=str(reason).splitlines()[0])
        return
    versions = f"accelerate {accelerate.__version__}, transformers {transformers.__version__}"
    answer(version=f"{versions}, torch {torch.__version__}, {blas()}")
    for line in sys.stdin:
        tokens = torch.tensor([[int(token) for token in line.split(",")]])
        with torch.no_grad():
            begin = time.perf_counter()
            logits = model(tokens, use_cache=False).logits
            seconds = time.perf_counter() - begin
        last = logits[0, -1]
        token = int(last.argmax())
        answer(seconds=seconds, token=token, logit=float(last[token]))


if __name__ == "__main__":
    main()
