# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/config_plans: the device maps that the libraries make of published models.

    venv/bin/python tests/reference/record_config_plans.py [MODEL…]

Each model is built from its config.json (published_configs.jsonl) on the meta device, as
from_pretrained builds it before it asks for a map. "transformers" is then what the _get_device_map that
from_pretrained(device_map=…, max_memory=…) calls returns (record_transformers.py); "accelerate" what
Accelerate's get_balanced_memory and infer_auto_device_map return for the same class, its
_no_split_modules and its tied weights. Nothing is downloaded and no weight exists. Runs of numbered
modules on one device are folded: "model.layers.{0-11}".
"""
import json
import logging
import pathlib
import random
import re
import sys
import warnings

import accelerate
import torch
import transformers
from accelerate.utils import modeling

from record_transformers import built, device_map, pairs, planner

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parent / "data" / "config_plans"
MODELS = ["meta-llama/Llama-3.3-70B-Instruct", "meta-llama/Llama-3.2-3B", "mistralai/Mixtral-8x22B-Instruct-v0.1",
          "Qwen/Qwen2.5-1.5B", "Qwen/Qwen3-30B-A3B-Instruct-2507", "google/gemma-2-9b-it", "google/gemma-3-4b-it",
          "microsoft/Phi-4-mini-instruct", "google/flan-t5-xxl", "google-bert/bert-large-uncased", "facebook/opt-350m",
          "facebook/opt-66b", "bigscience/bloom", "EleutherAI/gpt-neox-20b", "tiiuae/falcon-40b-instruct",
          "deepseek-ai/DeepSeek-R1", "EleutherAI/gpt-j-6b", "openai-community/gpt2-large",
          "openai/whisper-large-v3-turbo", "google/vit-large-patch16-224"]
DTYPES = {"bfloat16": torch.bfloat16, "float16": torch.float16, "float32": torch.float32}
STRATEGIES = ("auto", "balanced_low_0", "sequential")


def folded(entries):
    """[name, device] pairs with neighbours that differ in one number alone made one."""
    result = []
    for name, device in entries:
        parts = re.fullmatch(r"(.*?\.)(\d+)(\..*|)", name)
        last = result[-1] if result else None
        if parts and last and last["key"] == (parts[1], parts[3], device) and last["to"] + 1 == int(parts[2]):
            last["to"] += 1
        elif parts:
            result.append({"key": (parts[1], parts[3], device), "from": int(parts[2]), "to": int(parts[2])})
        else:
            result.append({"key": (name, "", device), "from": None, "to": -2})
    return [[key[0] if first is None else f"{key[0]}{{{first}-{last}}}{key[1]}", key[2]]
            for key, first, last in ((r["key"], r["from"], r["to"]) for r in result)]


def memories(total, largest, rng):
    """Budgets: from what holds all to what needs the disk, and what holds not even one block."""
    yield {0: int(total * 1.4), "cpu": total}
    yield {0: int(total * 0.55), 1: int(total * 0.55), "cpu": total}
    yield {0: int(total * 0.31), 1: int(total * 0.31), 2: int(total * 0.31), 3: int(total * 0.31), "cpu": total}
    yield {0: int(total * 0.25), 1: int(total * 0.4), "cpu": int(total * 0.2)}
    yield {0: int(total * 0.3), "cpu": int(total * 0.3), "disk": 4 * total}
    yield {0: int(largest * 2.5), 1: int(largest * 3.2), "cpu": int(largest * 2)}
    yield {0: int(largest * 0.7), 1: int(total * 0.5), "cpu": total}
    yield {"cpu": int(total * 0.6)}
    keys = sorted(rng.sample(range(8), rng.randint(2, 6)))
    yield {key: int(total * rng.uniform(0.05, 0.5)) for key in keys} | {"cpu": int(total * rng.uniform(0.05, 2))}


def of_accelerate(model, strategy, max_memory):
    no_split = sorted(model._no_split_modules or [])
    memory = dict(max_memory)
    try:
        if strategy != "sequential":
            memory = modeling.get_balanced_memory(model, max_memory=memory, no_split_module_classes=no_split,
                                                  low_zero=strategy == "balanced_low_0")
        result = modeling.infer_auto_device_map(model, max_memory=memory, no_split_module_classes=no_split)
        return {"device_map": list(result.items())}
    except Exception as error:  # what Accelerate raises is the answer
        return {"error": type(error).__name__}


def of_transformers(model, strategy, max_memory):
    answer = device_map(model, strategy, max_memory, None)
    return {"error": answer["error"]["type"]} if "error" in answer else answer


def plans_of(config, rng):
    model_class = getattr(transformers, config["architectures"][0])
    for dtype, torch_dtype in DTYPES.items():
        settings = transformers.AutoConfig.for_model(config["model_type"]).__class__.from_dict(config)
        model = built(model_class, settings, torch_dtype)
        with torch.device("meta"):
            tied = model_class._from_config(settings, dtype=torch_dtype)
        sizes = planner.compute_module_sizes(model)[0]
        blocks = [name for name, module in model.named_modules() if type(module).__name__ in (model._no_split_modules or ())]
        largest = max((sizes[name] for name in blocks), default=sizes[""] // 8)
        for max_memory in memories(sizes[""], largest, rng):
            for strategy in STRATEGIES:
                for rules, answer in (("transformers", of_transformers(model, strategy, max_memory)),
                                      ("accelerate", of_accelerate(tied, strategy, max_memory))):
                    if "device_map" in answer:
                        answer["device_map"] = folded(answer["device_map"])
                    yield {"rules": rules, "dtype": dtype, "strategy": strategy, "max_memory": pairs(max_memory)} | answer


def main():
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity(transformers.logging.CRITICAL)
    logging.getLogger("accelerate").setLevel(logging.ERROR)
    FOLDER.mkdir(parents=True, exist_ok=True)
    entries = [json.loads(line) for line in (HERE / "published_configs.jsonl").read_text().splitlines()]
    configs = {entry["name"]: entry["config"] for entry in entries}
    for name in sys.argv[1:] or MODELS:
        config = configs[name]
        plain = {key: value for key, value in config.items() if key != "quantization_config"}
        plans = list(plans_of(plain, random.Random(name)))
        head = {"transformers": transformers.__version__, "accelerate": accelerate.__version__, "model": name, "config": plain}
        lines = ",\n".join(json.dumps(plan, separators=(",", ":")) for plan in plans)
        (FOLDER / f"{name.split('/')[1]}.json").write_text(f'{json.dumps(head)[:-1]}, "plans": [\n{lines}\n]}}\n')
        print(name, len(plans), "plans,", sum("error" in plan for plan in plans), "errors", flush=True)


if __name__ == "__main__":
    main()
