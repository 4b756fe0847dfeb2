#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the .tree.json of any torch.nn.Module, made on the meta device, for Stowage to plan with.

    python3 write_tree.py FOLDER             # a config.json that transformers can build
    python3 write_tree.py package.net:Net    # a class or a function that makes the model

writes FOLDER/model.tree.json, or net.tree.json here; --out names another file. From Python:

    write_tree(model, "model.tree.json", no_split=["Block"])
"""
import argparse
import contextlib
import importlib
import json
import os
import sys

import torch


def node(name, module, path, seen):
    if id(module) in seen:
        return {"name": name, "same_as": seen[id(module)]}
    seen[id(module)] = path
    spec = lambda n, t: {"name": n, "shape": list(t.shape), "dtype": str(t.dtype)[6:]}
    keep = lambda n: n not in module._non_persistent_buffers_set
    return {"name": name, "class": type(module).__name__,
            "params": [spec(n, t) for n, t in module._parameters.items() if t is not None],
            "buffers": [{**spec(n, t), "persistent": keep(n)}
                        for n, t in module._buffers.items() if t is not None],
            "children": [node(n, m, f"{path}.{n}".lstrip("."), seen)
                         for n, m in module._modules.items() if m is not None]}


def write_tree(model, file, no_split=()):
    """no_split: the classes to keep whole, such as those of a model's _no_split_modules."""
    tree, groups = node("", model, "", {}), {}
    for path, module in model.named_modules(remove_duplicate=False):
        for name, tensor in module._parameters.items():
            if tensor is not None:
                groups.setdefault(id(tensor), []).append(f"{path}.{name}".lstrip("."))
    tree["tied"] = [names for names in groups.values() if len(names) > 1]
    with open(file, "w", encoding="utf-8") as out:
        json.dump({"format": "stowage.tree", "version": 1,
                   "no_split_module_classes": list(no_split), "tree": tree}, out)


def from_config(folder, class_name, trust):
    import transformers
    config = transformers.AutoConfig.from_pretrained(folder, trust_remote_code=trust)
    own = getattr(transformers, class_name or (config.architectures or [""])[0], None)
    if own is not None:
        return own._from_config(config)
    names = [name for name in getattr(config, "auto_map", None) or {} if name.startswith("AutoModel")]
    auto = getattr(transformers, class_name or (names or ["AutoModel"])[0])
    return auto.from_config(config, trust_remote_code=trust)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="a folder, its config.json, or MODULE:NAME")
    parser.add_argument("--out", help="the file to write (model.tree.json in the folder)")
    parser.add_argument("--class", dest="class_name", help="which class a config.json is built as")
    parser.add_argument("--no-split", help="classes to keep whole, with commas (the model's own)")
    parser.add_argument("--trust-remote-code", action="store_true",
                        help="run the Python that lies beside the config.json")
    options = parser.parse_args()
    # Before torch 2 the model is built for real, in memory.
    meta = torch.device("meta") if hasattr(torch.device, "__enter__") else contextlib.nullcontext()
    with meta:
        if os.path.exists(options.model):
            folder = options.model
            folder = folder if os.path.isdir(folder) else os.path.dirname(folder) or "."
            out = os.path.join(folder, "model.tree.json")
            model = from_config(folder, options.class_name, options.trust_remote_code)
        elif ":" in options.model:
            sys.path.insert(0, os.getcwd())
            module, name = options.model.split(":", 1)
            out = module.rpartition(".")[2] + ".tree.json"
            model = getattr(importlib.import_module(module), name)()
        else:
            parser.error(f"there is no {options.model}; name a folder, or MODULE:NAME")
    own = getattr(model, "_no_split_modules", None) or []
    no_split = options.no_split.split(",") if options.no_split else sorted(own)
    write_tree(model, options.out or out, no_split)
    print(options.out or out)


if __name__ == "__main__":
    main()
