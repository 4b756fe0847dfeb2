# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/architectures: what the real library builds for the cases of architecture_cases.py.

    venv/bin/python tests/reference/dump_architectures.py [FAMILY…]

One file a family, one case a line: the config.json, the number of parameters, the no-split classes and
the tree of the class on the meta device in the form of `.tree.json`. Siblings that differ in their
number alone are folded: {"repeat": 32, "name": "0", …} stands for "0" … "31". The families chatglm, chatglm2
and mingpt need their own code, see published_code.py.
"""
import copy
import importlib
import json
import pathlib
import sys

import torch
import transformers

from architecture_cases import FAMILIES, cases
from book_model import GPTModel
import published_code

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "architectures"


def model_class(config):
    """The class that a config.json names; some parts of models stand in their own module alone."""
    settings = type(transformers.AutoConfig.for_model(config["model_type"]))
    module = importlib.import_module(settings.__module__.replace(".configuration_", ".modeling_"))
    name = config["architectures"][0]
    return getattr(transformers, name, None) or getattr(module, name, None)


def build(config):
    """The model of a config.json on the meta device."""
    config = copy.deepcopy(config)
    if "_class_name" in config:
        import diffusers
        with torch.device("meta"):
            model = getattr(diffusers, config["_class_name"]).from_config(config)
        name = config.get("torch_dtype")
        return model.to(getattr(torch, name)) if name else model
    with torch.device("meta"):
        if config["model_type"] == "raschka-gpt2":
            return GPTModel(config)
        if published_code.is_published(config):
            return published_code.build(config)
        settings = transformers.AutoConfig.for_model(config["model_type"]).__class__.from_dict(config)
        # Where only an inner configuration states a dtype, from_pretrained takes the weights', saved in it.
        dtype = getattr(settings, "dtype", None) or getattr(settings.get_text_config(), "dtype", None)
        return model_class(config)._from_config(settings, dtype=dtype)


def tensor_node(name, tensor):
    return {"name": name, "shape": list(tensor.shape), "dtype": str(tensor.dtype).removeprefix("torch.")}


def module_node(name, module, path, seen):
    if id(module) in seen:
        return {"name": name, "same_as": seen[id(module)]}
    seen[id(module)] = path
    node = {"name": name, "class": type(module).__name__}
    params = [tensor_node(n, p) for n, p in module._parameters.items() if p is not None]
    buffers = [tensor_node(n, b) | ({"persistent": False} if n in module._non_persistent_buffers_set else {})
               for n, b in module._buffers.items() if b is not None]
    children = fold(module_node(n, m, f"{path}.{n}" if path else n, seen)
                    for n, m in module._modules.items() if m is not None)
    for key, values in (("params", params), ("buffers", buffers), ("children", children)):
        if values:
            node[key] = values
    return node


def fold(nodes):
    folded = []
    for node in nodes:
        last = folded[-1] if folded else None
        if last and node["name"].isdigit() and last["name"].isdigit():
            count = last.get("repeat", 1)
            alike = {k: v for k, v in last.items() if k not in ("name", "repeat")} == \
                    {k: v for k, v in node.items() if k != "name"}
            if alike and int(node["name"]) == int(last["name"]) + count:
                last["repeat"] = count + 1
                continue
        folded.append(node)
    return folded


def tied_groups(model):
    groups = {}
    for name, tensor in [*model.named_parameters(remove_duplicate=False), *model.named_buffers(remove_duplicate=False)]:
        groups.setdefault(id(tensor), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def record(name, source, config):
    model = build(config)
    tree = module_node("", model, "", {})
    if tied_groups(model):
        tree["tied"] = tied_groups(model)
    no_split = sorted(getattr(model, "_no_split_modules", None) or [])
    return {"name": name, "source": source, "config": config, "parameters": sum(p.numel() for p in model.parameters()),
            "tree": {"format": "stowage.tree", "version": 1, "no_split_module_classes": no_split, "tree": tree}}


def is_known(config):
    """Old files name classes that the library no longer has."""
    return "_class_name" in config or config["model_type"] == "raschka-gpt2" or published_code.is_published(config) or model_class(config) is not None


def main():
    transformers.logging.set_verbosity_error()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for family in sys.argv[1:] or FAMILIES:
        recorded = [record(*case) for case in cases(family) if is_known(case[2])]
        lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in recorded)
        head = f'"transformers":"{transformers.__version__}","torch":"{torch.__version__}"'
        (FOLDER / f"{family}.json").write_text(f'{{{head},"cases":[\n{lines}\n]}}\n')
        print(family, len(recorded), "cases")


if __name__ == "__main__":
    main()
