# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/trees: module trees of real models on the meta device, as `.tree.json`.

    venv/bin/python tests/reference/dump_trees.py

Needs transformers; neither the build nor the tests run it.
"""
import json
import pathlib

import torch
from transformers import GPT2Config, GPT2LMHeadModel, GPT2Model

from make_fixtures import CONTEXT, LAYERS, VOCABULARY, WIDTH, GPTModel

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "trees"


def tensor_json(name, tensor):
    return {"name": name, "shape": list(tensor.shape),
            "dtype": str(tensor.dtype).replace("torch.", "")}


def module_json(name, module):
    node = {"name": name, "class": type(module).__name__}
    params = [tensor_json(n, t) for n, t in module._parameters.items() if t is not None]
    buffers = [dict(tensor_json(n, t), persistent=n not in module._non_persistent_buffers_set)
               for n, t in module._buffers.items() if t is not None]
    children = [module_json(n, m) for n, m in module._modules.items() if m is not None]
    for key, values in (("params", params), ("buffers", buffers), ("children", children)):
        if values:
            node[key] = values
    return node


def tied_groups(model):
    groups = {}
    for name, tensor in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(tensor), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def dump(file_name, model, no_split):
    tree = module_json("", model)
    if tied_groups(model):
        tree["tied"] = tied_groups(model)
    document = {"format": "stowage.tree", "version": 1, "no_split_module_classes": no_split,
                "tree": tree}
    (FOLDER / file_name).write_text(json.dumps(document) + "\n")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    config = GPT2Config(n_layer=LAYERS, n_embd=WIDTH, n_head=2, vocab_size=VOCABULARY,
                        n_positions=CONTEXT, bos_token_id=0, eos_token_id=0)
    with torch.device("meta"):
        dump("gpt2-tiny-lmhead.tree.json", GPT2LMHeadModel(config), ["GPT2Block"])
        dump("gpt2-tiny-model.tree.json", GPT2Model(config), ["GPT2Block"])
        dump("raschka-tiny.tree.json", GPTModel(), ["TransformerBlock"])


if __name__ == "__main__":
    main()
