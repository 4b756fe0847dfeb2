# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets Accelerate's own hooks run a model under a device map, as `stowagectl run` does under a plan.

hooks.py MODEL PLAN.json PROMPT GENERATED: prints the figures that runs.py reads. PLAN.json is what
`stowagectl plan --json` printed; PROMPT is "1,2,3"; the likeliest token follows, GENERATED times, the first by the prompt's own pass. Weights on the CPU are brought to
the card just before a layer runs, by the hooks of dispatch_model, and nothing is brought ahead.
"""
import json
import sys
import tempfile
import time

import torch
from transformers import AutoModelForCausalLM


def main():
    """Loads, runs, prints."""
    folder, plan_file, prompt, generated = sys.argv[1:]
    with open(plan_file, encoding="utf-8") as file:
        device_map = dict(json.load(file)["device_map"])
    with tempfile.TemporaryDirectory() as offload:
        model = AutoModelForCausalLM.from_pretrained(
            folder, dtype="auto", device_map=device_map, offload_folder=offload
        ).eval()
        tokens, passes = run(model, [int(token) for token in prompt.split(",")], int(generated))
    print(
        json.dumps(
            {
                "passes": passes,
                "tokens": tokens,
                "bytes_moved": 0,
                "prefetching": {"waited_seconds": 0.0},
                "devices": {
                    "gpu:0": {
                        "simulated": False,
                        "peak_allocated": torch.cuda.max_memory_allocated(),
                        "bytes_in": 0,
                        "transfer_seconds": 0.0,
                    }
                },
            }
        )
    )


@torch.inference_mode()
def run(model, prompt, generated):
    """The prompt's pass and those that follow: the tokens, and when each pass began and ended."""
    ids = torch.tensor([prompt], device="cuda:0")
    cache, tokens, passes = None, [], []
    start = time.perf_counter()
    for _ in range(generated):
        begin = time.perf_counter() - start
        out = model(input_ids=ids, past_key_values=cache, use_cache=True)
        ids = out.logits[:, -1:].argmax(-1).to("cuda:0")
        cache = out.past_key_values
        torch.cuda.synchronize()
        passes.append({"begin": begin, "end": time.perf_counter() - start, "tokens": 1})
        tokens.append(int(ids))
    return tokens, passes


if __name__ == "__main__":
    main()
