#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what the real Accelerate answers for GPT-2 small under a dozen budgets.

    python record_plans.py ../data/plans

writes one .tree.json a model and plans.json with the maps. Needs torch, accelerate and
transformers; neither the build nor the tests do.
"""
import json
import pathlib
import sys
import warnings

import accelerate
import torch
import transformers
from accelerate.utils import modeling
from torch import nn

MIB = 1 << 20


class MultiHeadAttention(nn.Module):
    def __init__(self, width, context):
        super().__init__()
        self.W_query = nn.Linear(width, width)
        self.W_key = nn.Linear(width, width)
        self.W_value = nn.Linear(width, width)
        self.out_proj = nn.Linear(width, width)
        self.dropout = nn.Dropout(0.1)
        self.register_buffer("mask", torch.triu(torch.ones(context, context), diagonal=1))


class LayerNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.shift = nn.Parameter(torch.zeros(width))


class GELU(nn.Module):
    pass


class FeedForward(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(width, 4 * width), GELU(), nn.Linear(4 * width, width))


class TransformerBlock(nn.Module):
    def __init__(self, width, context):
        super().__init__()
        self.att = MultiHeadAttention(width, context)
        self.ff = FeedForward(width)
        self.norm1 = LayerNorm(width)
        self.norm2 = LayerNorm(width)
        self.drop_resid = nn.Dropout(0.1)


class GPTModel(nn.Module):
    def __init__(self, vocabulary=50257, context=1024, width=768, layers=12):
        super().__init__()
        self.tok_emb = nn.Embedding(vocabulary, width)
        self.pos_emb = nn.Embedding(context, width)
        self.drop_emb = nn.Dropout(0.1)
        self.trf_blocks = nn.Sequential(*[TransformerBlock(width, context) for _ in range(layers)])
        self.final_norm = LayerNorm(width)
        self.out_head = nn.Linear(width, vocabulary, bias=False)


def tensor_node(name, tensor):
    return {"name": name, "shape": list(tensor.shape), "dtype": str(tensor.dtype).removeprefix("torch.")}


def module_node(name, module):
    node = {"name": name, "class": type(module).__name__}
    params = [tensor_node(n, p) for n, p in module._parameters.items() if p is not None]
    buffers = []
    for n, buffer in module._buffers.items():
        if buffer is not None:
            entry = tensor_node(n, buffer)
            if n in module._non_persistent_buffers_set:
                entry["persistent"] = False
            buffers.append(entry)
    children = [module_node(n, child) for n, child in module._modules.items() if child is not None]
    for key, value in (("params", params), ("buffers", buffers), ("children", children)):
        if value:
            node[key] = value
    return node


def tree_of(model, no_split):
    root = module_node("", model)
    names = {}
    for name, parameter in model.named_parameters(remove_duplicate=False):
        names.setdefault(id(parameter), []).append(name)
    tied = [group for group in names.values() if len(group) > 1]
    if tied:
        root["tied"] = tied
    return {"format": "stowage.tree", "version": 1, "no_split_module_classes": no_split, "tree": root}


def answer(model, strategy, max_memory, free, no_split, dtype, flags):
    """big_modeling.load_checkpoint_and_dispatch up to the device map."""
    original = modeling.get_max_memory
    modeling.get_max_memory = lambda given=None: dict(free) if given is None else original(given)
    try:
        budgets = dict(max_memory) if max_memory is not None else None
        if strategy != "sequential":
            budgets = modeling.get_balanced_memory(
                model, max_memory=budgets, no_split_module_classes=no_split, dtype=dtype,
                low_zero=strategy == "balanced_low_0")
        result = modeling.infer_auto_device_map(
            model, max_memory=budgets, no_split_module_classes=no_split, dtype=dtype, **flags)
        return {"device_map": list(map(list, result.items())),
                "balanced": list(map(list, budgets.items())) if budgets else None}
    except Exception as error:  # what Accelerate raises is the answer
        return {"error": {"type": type(error).__name__, "message": str(error)}}
    finally:
        modeling.get_max_memory = original


def requests():
    two = {0: 320 * MIB, 1: 320 * MIB, "cpu": 8192 * MIB}
    free = {0: 2048 * MIB, 1: 2048 * MIB, "cpu": 16384 * MIB}
    for strategy in ("auto", "balanced", "balanced_low_0", "sequential"):
        yield strategy, two, None, None, {}
        yield strategy, None, two, None, {}
        yield strategy, None, free, None, {}
        yield strategy, None, {0: 700 * MIB, "cpu": 8192 * MIB}, None, {}
        yield strategy, None, {0: 450 * MIB, "cpu": 8192 * MIB}, None, {}
        yield strategy, {0: 200 * MIB, 1: 100 * MIB, "cpu": 60 * MIB}, None, None, {}
        yield strategy, {0: 100 * MIB, 1: 100 * MIB, "cpu": 200 * MIB}, None, None, {}
        yield strategy, {0: 180 * MIB, 1: 400 * MIB, 2: 90 * MIB}, None, None, {}
        yield strategy, {0: 320 * MIB, "cpu": 8192 * MIB}, None, "float16", {}
        yield strategy, {0: 200 * MIB, 1: 300 * MIB, "cpu": 400 * MIB}, None, None, {"clean_result": False}
        yield strategy, {0: 120 * MIB, 1: 300 * MIB, "cpu": 900 * MIB}, None, None, {"fallback_allocation": True}
        yield strategy, {0: 320 * MIB, 1: 320 * MIB, 2: 320 * MIB, 3: 320 * MIB}, None, None, {}
        yield strategy, {"cpu": 8192 * MIB}, None, None, {}


def main(folder):
    warnings.simplefilter("ignore")
    with torch.device("meta"):
        hugging_face = transformers.GPT2LMHeadModel(transformers.GPT2Config())
        from_scratch = GPTModel()
    hugging_face.tie_weights()
    models = {"gpt2": (hugging_face, ["GPT2Block"]), "raschka-gpt2": (from_scratch, ["TransformerBlock"])}
    plans = []
    for name, (model, no_split) in models.items():
        (folder / f"{name}.tree.json").write_text(json.dumps(tree_of(model, no_split), indent=1) + "\n")
        for strategy, max_memory, free, dtype, flags in requests():
            plan = {"model": name, "strategy": strategy, "dtype": dtype, "flags": flags,
                    "max_memory": list(map(list, max_memory.items())) if max_memory else None,
                    "free": list(map(list, free.items())) if free else None}
            plan.update(answer(model, strategy, max_memory, free, no_split, dtype, flags))
            plans.append(plan)
    record = {"accelerate": accelerate.__version__, "transformers": transformers.__version__,
              "torch": torch.__version__, "plans": plans}
    lines = ",\n".join(json.dumps(plan) for plan in record.pop("plans"))
    head = json.dumps(record)[:-1]
    (folder / "plans.json").write_text(f'{head}, "plans": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
