#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes down which hooks accelerate's dispatch_model really attaches, for tests/data/hooks.json.

Usage: record_hooks.py FOLDER_OF_RUN_FIXTURES OUT.json

Models are made without weights, so that maps with GPUs need none: where a hook would move weights,
its own arguments are kept instead.
"""
import json
import os
import sys
import tempfile

import accelerate
import torch
from accelerate import big_modeling, hooks
from transformers import AutoConfig, AutoModelForCausalLM

MAPS = {
    "gpt2": [
        {"": 0},
        {"": "cpu"},
        {"": "disk"},
        {"transformer.wte": 0, "transformer.wpe": 0, "transformer.h.0": "cpu", "transformer.h.1": "disk",
         "transformer.h.2": 0, "transformer.h.3": 1, "transformer.ln_f": 1, "lm_head": 0},
        {"transformer.wte": 1, "transformer.wpe": 1, "transformer.h.0": 1,
         "transformer.h.1.ln_1": 1, "transformer.h.1.attn": "cpu", "transformer.h.1.ln_2": "cpu",
         "transformer.h.1.mlp": "cpu", "transformer.h.2": "cpu", "transformer.h.3": "cpu",
         "transformer.ln_f": "cpu", "lm_head": 1},
        {"transformer": "cpu", "lm_head": 0},
    ],
    "llama3": [
        {"model.embed_tokens": 0, "model.layers.0": "cpu", "model.layers.1": "disk",
         "model.layers.2": 0, "model.layers.3": 0, "model.norm": 0,
         "model.rotary_emb": 0, "lm_head": 0},
        {"": "cpu"},
    ],
}
CLASSES = {
    "gpt2": [[], ["GPT2Block"], ["GPT2Attention", "GPT2MLP"], ["GPT2Model"], ["GPT2MLP", "GPT2Block"]],
    "llama3": [[], ["LlamaAttention"], ["LlamaDecoderLayer"], ["LlamaModel"]],
}
MAIN = [None, 1, "cpu"]


def record(folder, device_map, classes, main, force):
    config = AutoConfig.from_pretrained(folder)
    with accelerate.init_empty_weights():
        model = AutoModelForCausalLM.from_config(config)
    model.to = lambda *args, **kwargs: model
    groups = []
    attached = []

    def keep(module, hook, append=False):
        name = next(n for n, m in model.named_modules() if m is module)
        attached.append((name, hook.execution_device, hook.offload))
        if hook.offload and hook.place_submodules:
            groups.append(name)
        module._hf_hook = hook
        return module

    hooks.add_hook_to_module = keep
    big_modeling.add_hook_to_module = keep
    big_modeling.retie_parameters = lambda *args: None
    big_modeling.find_tied_parameters = lambda *args: []
    with tempfile.TemporaryDirectory() as offload:
        with open(os.path.join(offload, "index.json"), "w") as index:
            json.dump({}, index)
        big_modeling.dispatch_model(model, dict(device_map), main_device=main, offload_dir=offload,
                                    preload_module_classes=classes or None, force_hooks=force)
    root = [device for name, device, _ in attached if name == ""]
    return {"attached": bool(attached), "main_device": root[0] if root else None,
            "groups": sorted(groups)}


def main():
    cases = []
    for name, maps in MAPS.items():
        for device_map in maps:
            for classes in CLASSES[name]:
                for main_device in MAIN:
                    for force in (False, True):
                        case = {"model": name, "map": list(device_map.items()), "classes": classes,
                                "main_device": main_device, "force": force}
                        case["answer"] = record(os.path.join(sys.argv[1], name), device_map,
                                                classes, main_device, force)
                        cases.append(case)
    with open(sys.argv[2], "w") as out:
        json.dump({"accelerate": accelerate.__version__, "cases": cases}, out, separators=(",", ":"))
        out.write("\n")
    print(len(cases), "cases")


if __name__ == "__main__":
    main()
