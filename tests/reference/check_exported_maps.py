#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Feeds device maps that Stowage exports to the real Accelerate.

    python check_exported_maps.py PATH/TO/stowagectl

For twenty models (transformers' classes with configurations set by hand, a GPT from scratch, random
trees with shared modules and ties) under several budgets and strategies:

1. writes the model's tree and has `stowagectl plan --json` make a map;
2. has Accelerate make its own: get_balanced_memory and infer_auto_device_map;
3. dispatches the model twice, with the one map and with the other: the real dispatch_model with its
   check_device_map and hooks, on the meta device. GPUs need not be there: only the last step, where
   a hook hands a tensor to a device, is recorded instead of done;
4. wants the same hf_device_map from both, and every tensor handed to the device that the exported
   map says;
5. has Stowage read the hf_device_map back as Python prints it, and wants the same map again.

Exits 1 where anything differs. Needs torch, accelerate and transformers; neither the build nor the
tests do.
"""
import contextlib
import json
import logging
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest.mock as mock
import warnings

import accelerate
import torch
import transformers
from accelerate import big_modeling, hooks
from accelerate.utils import modeling
from torch import nn

import record_transformers
from case_trees import build, random_tree
from record_plans import GPTModel, tree_of

MIB = 1 << 20


def from_scratch_gpt(**sizes):
    with torch.device("meta"):
        return GPTModel(**sizes), ["TransformerBlock"]


def transformers_models():
    for name, model_class, config in record_transformers.models():
        with torch.device("meta"):
            model = model_class(config)
        model.tie_weights()
        yield name, model, sorted(model._no_split_modules or [])


def random_models(count):
    rng = random.Random(41)
    made = 0
    while made < count:
        tree = random_tree(rng)
        model = build(tree)
        # hf_device_map needs tensors to place, and check_device_map refuses split buffers.
        if len(list(model.parameters())) >= 6 and not list(model.buffers()):
            made += 1
            yield f"random-{made}", model, ["Block"], tree


def all_models():
    """(name, model, no-split classes, tree node or None) of twenty models."""
    for name, model, no_split in transformers_models():
        yield name, model, no_split, None
    yield ("gpt-from-scratch", *from_scratch_gpt(), None)
    yield ("gpt-small", *from_scratch_gpt(vocabulary=3000, context=256, width=192, layers=6), None)
    yield from random_models(4)


def tree_document(model, no_split, node):
    if node is not None:
        return {"format": "stowage.tree", "version": 1, "no_split_module_classes": no_split, "tree": node}
    return tree_of(model, no_split)


def budgets(model):
    total = int(modeling.compute_module_sizes(model)[""])
    host = ("cpu", 4 * total)
    yield "auto", dict([(0, int(total * 0.8)), (1, int(total * 0.8)), host])
    yield "balanced", dict([(0, int(total * 0.5)), (1, int(total * 0.5)), (2, int(total * 0.5)), host])
    yield "balanced_low_0", dict([(0, int(total * 0.9)), (1, int(total * 0.9)), host])
    yield "sequential", dict([(0, int(total * 0.45)), (1, int(total * 0.3)), ("cpu", int(total * 0.6))])
    yield "sequential", {0: 2 * total, "cpu": total}


def accelerates_map(model, strategy, max_memory, no_split):
    memory = dict(max_memory)
    if strategy != "sequential":
        memory = modeling.get_balanced_memory(model, max_memory=memory, no_split_module_classes=no_split,
                                              low_zero=strategy == "balanced_low_0")
    return modeling.infer_auto_device_map(model, max_memory=memory, no_split_module_classes=no_split)


def run(program, *arguments, text=None):
    return subprocess.run([program, *arguments], input=text, capture_output=True, text=True, check=False)


def stowages_map(program, tree_file, strategy, max_memory):
    result = run(program, "plan", tree_file, "--json", "--gpus", ",".join(["1024GiB"] * 3), "--strategy", strategy,
                 "--max-memory", ",".join(f"{key}={size}" for key, size in max_memory.items()))
    plan = json.loads(result.stdout)
    if plan.get("accelerate_error") or "device_map" not in plan:
        raise IndexError(plan)
    return {name: device for name, device in plan["device_map"]}


def read_back(program, tree_file, text):
    """What Stowage makes of the dict as Python prints it."""
    result = run(program, "plan", tree_file, "--json", "--gpus", ",".join(["1024GiB"] * 3), "--device-map", text)
    return {name: device for name, device in json.loads(result.stdout)["device_map"]}


def names_of_tensors(model):
    return {(id(module), name): (f"{path}.{name}" if path else name)
            for path, module in model.named_modules()
            for name in (*module._parameters, *module._buffers)}


def dispatched(model, device_map):
    """hf_device_map and, by tensor, where Accelerate's hooks put it."""
    places = {}
    names = names_of_tensors(model)

    def hand_over(module, tensor_name, device, **_):
        for inner_path, inner in module.named_modules():
            if tensor_name.rpartition(".")[0] == inner_path:
                places[names[id(inner), tensor_name.rpartition(".")[2]]] = device

    def move_whole(module, device):
        places.update(dict.fromkeys(names.values(), device))
        return module

    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(hooks, "set_module_tensor_to_device", hand_over))
        stack.enter_context(mock.patch.object(big_modeling, "offload_state_dict", lambda *a, **k: None))
        stack.enter_context(mock.patch.object(big_modeling, "OffloadedWeightsLoader", lambda **_: {}))
        stack.enter_context(mock.patch.object(big_modeling, "check_cuda_p2p_ib_support", lambda: True))
        stack.enter_context(mock.patch.object(nn.Module, "to", move_whole))
        big_modeling.dispatch_model(model, device_map, offload_dir=folder)
    result = dict(model.hf_device_map)
    hooks.remove_hook_from_submodules(model)
    for attribute in ("to", "cuda", "hf_device_map"):
        model.__dict__.pop(attribute, None)
    return result, places


def expected_places(model, device_map):
    """By parameter: where the map itself says; offloaded ones are left on meta. (Buffers of
    offloaded modules run along with the executing device.)"""
    places = {}
    offloaded = {"cpu", "disk"} if set(device_map.values()) - {"cpu", "disk"} else {"disk"}
    for name, _ in model.named_parameters(remove_duplicate=False):
        key = name
        while key and key not in device_map:
            key = key.rpartition(".")[0]
        device = device_map[key]
        places[name] = "meta" if device in offloaded and len(set(device_map.values())) > 1 else device
    return places


def compare(program, model, no_split, tree_file, strategy, max_memory):
    """What differs, as text; "" where nothing does."""
    try:
        theirs = accelerates_map(model, strategy, max_memory, no_split)
    except (IndexError, KeyError):
        with contextlib.suppress(IndexError):
            stowages_map(program, tree_file, strategy, max_memory)
            return "Accelerate fails, Stowage does not say so"
        return ""
    exported = stowages_map(program, tree_file, strategy, max_memory)
    if exported != dict(theirs):
        return f"maps differ: {exported} is not {dict(theirs)}"
    ours, our_places = dispatched(model, exported)
    real, real_places = dispatched(model, theirs)
    if ours != real or ours != exported:
        return f"hf_device_map differs: {ours} is not {real}"
    if our_places != real_places:
        return "tensors were handed to other devices than with Accelerate's own map"
    wrong = {name: (our_places[name], device) for name, device in expected_places(model, exported).items()
             if name in our_places and our_places[name] != device}
    if wrong:
        return f"tensors lie elsewhere than the map says: {wrong}"
    if read_back(program, tree_file, str(ours)) != ours:
        return "Stowage reads the printed hf_device_map as another map"
    return ""


def main(program):
    warnings.simplefilter("ignore")
    logging.getLogger("accelerate").setLevel(logging.ERROR)
    models = differences = plans = 0
    for name, model, no_split, node in all_models():
        models += 1
        faults, count = [], 0
        with tempfile.NamedTemporaryFile("w", suffix=".tree.json") as file:
            file.write(json.dumps(tree_document(model, no_split, node)))
            file.flush()
            for strategy, max_memory in budgets(model):
                count += 1
                fault = compare(program, model, no_split, file.name, strategy, max_memory)
                if fault:
                    faults.append(f"{strategy} {max_memory}: {fault}")
        plans += count
        differences += len(faults)
        print(f"{name:20} {count - len(faults)} of {count} maps alike")
        for fault in faults:
            print("   ", fault[:1500])
    print(f"{models} models, {plans} maps, {differences} differences; accelerate {accelerate.__version__}, "
          f"transformers {transformers.__version__}, torch {torch.__version__}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))
