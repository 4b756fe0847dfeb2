#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times the real Accelerate on a model that placement_bench describes.

    python reference_placement.py model.json

prints {"milliseconds": …, "device_map": {…}}: from the built modules on the meta device to the
cleaned map, as device_map="auto" goes. Needs torch and accelerate.
"""
import json
import sys
import time
import warnings

import torch
from accelerate.utils import modeling
from torch import nn

# Building 100,000 modules is not what is timed, but need not take minutes either.
CLASSES = {}


def module_of(class_name):
    if class_name not in CLASSES:
        CLASSES[class_name] = type(class_name, (nn.Module,), {})
    return CLASSES[class_name]()


def build(description):
    modules = []
    for parent, name, class_name, tensors in description["modules"]:
        module = module_of(class_name)
        for own, shape, is_buffer in tensors:
            data = torch.empty(shape, device="meta")
            if is_buffer:
                module.register_buffer(own, data, persistent=False)
            else:
                module.register_parameter(own, nn.Parameter(data, requires_grad=False))
        if parent >= 0:
            modules[parent].add_module(name, module)
        modules.append(module)
    return modules[0]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        description = json.load(file)
    model = build(description)
    max_memory = {key: value for key, value in description["max_memory"]}
    no_split = description["no_split"]
    # Budgets are given, so what the machine really has must not matter.
    modeling.get_max_memory = lambda memory=None: dict(memory)
    device = torch.device
    torch.device = lambda key, *rest: device(f"cuda:{key}" if isinstance(key, int) else key, *rest)
    warnings.simplefilter("ignore")
    start = time.thread_time()
    balanced = modeling.get_balanced_memory(
        model, max_memory=max_memory, no_split_module_classes=no_split)
    device_map = modeling.infer_auto_device_map(
        model, max_memory=balanced, no_split_module_classes=no_split)
    seconds = time.thread_time() - start
    print(json.dumps({"milliseconds": seconds * 1e3, "device_map": dict(device_map)}))


main()
