#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the .tree.json of any torch.nn.Module, made on the meta device, for Stowage to plan with.

    python3 write_tree.py FOLDER             # a config.json that transformers can build
    python3 write_tree.py package.net:Net    # a class or a function that makes the model

writes FOLDER/model.tree.json, or net.tree.json here; --out names another file. From Python:

    write_tree(model, "model.tree.json", no_split=["Block"])

Works with torch from 1.13 and transformers from 4.30 on. `stowagectl tree MODEL --python PY` runs it.
"""
import argparse
import contextlib
import importlib
import json
import os
import platform
import sys
import traceback

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


def makers():
    """The versions of what made the model."""
    found = {"python": platform.python_version(), "torch": torch.__version__}
    for library in ("transformers", "diffusers"):
        if library in sys.modules:
            found[library] = sys.modules[library].__version__
    return found


def kept_layers(model):
    """What each layer of transformers' cache keeps of a token, as a pass of some tokens without
    memory shows: [heads, width of a key, width of a value, window]. Nothing: it cannot be seen."""
    for experts in ("", "batched_mm"):  # not every way of computing experts works without memory
        try:
            if experts:
                model.set_experts_implementation(experts)
            tokens = torch.zeros(1, 4, dtype=torch.long, device="meta")
            decoder = model.get_decoder() if hasattr(model, "get_decoder") else model
            with torch.no_grad():
                cache = decoder(input_ids=tokens, use_cache=True).past_key_values
            plain = ("DynamicLayer", "DynamicSlidingWindowLayer")
            if any(type(layer).__name__ not in plain for layer in cache.layers):
                return None
            return [[layer.keys.shape[1], layer.keys.shape[3], layer.values.shape[3],
                     getattr(layer, "sliding_window", None) or 0] for layer in cache.layers]
        except Exception:  # whatever the model's own code raises
            continue
    return None


def facts_of(model):
    """Sizes that the configuration of a model of transformers names, and what the library keeps."""
    config = getattr(model, "config", None)
    if not hasattr(config, "get_text_config"):
        return None
    text = config.get_text_config()
    number = lambda *names: next((value for value in (getattr(text, name, None) for name in names)
                                  if type(value) is int), None)
    return {"model_type": config.model_type, "layers": number("num_hidden_layers"),
            "hidden_size": number("hidden_size"), "heads": number("num_attention_heads"),
            "context": number("max_position_embeddings"), "vocabulary": number("vocab_size"),
            "experts": number("num_experts", "n_routed_experts", "num_local_experts"),
            "active_experts": number("num_experts_per_tok", "top_k_experts", "moe_topk"),
            "cache": kept_layers(model)}


def write_tree(model, file, no_split=()):
    """no_split: the classes to keep whole, such as those of a model's _no_split_modules."""
    tree, groups = node("", model, "", {}), {}
    for path, module in model.named_modules(remove_duplicate=False):
        for tensors in (module._parameters, module._buffers):
            for name, tensor in tensors.items():
                if tensor is not None:
                    groups.setdefault(id(tensor), []).append(f"{path}.{name}".lstrip("."))
    tree["tied"] = [names for names in groups.values() if len(names) > 1]
    with open(file, "w", encoding="utf-8") as out:
        json.dump({"format": "stowage.tree", "version": 1, "made_by": makers(),
                   "facts": facts_of(model), "no_split_module_classes": list(no_split),
                   "tree": tree}, out)


@contextlib.contextmanager
def without_memory():
    """Modules get tensors without bytes. Before torch 2 a device is no context: then the makers of
    tensors are told so, and what comes from elsewhere is moved as it is registered."""
    if hasattr(torch.device, "__enter__"):
        with torch.device("meta"):
            yield
        return
    kept = {name: getattr(torch, name) for name in ("empty", "zeros", "ones", "full", "rand", "randn")}
    registers = {name: getattr(torch.nn.Module, name) for name in ("register_parameter", "register_buffer")}

    def on_meta(make):
        return lambda *sizes, **options: make(*sizes, **{**options, "device": "meta"})

    def register_parameter(module, name, tensor):
        registers["register_parameter"](module, name, tensor)
        if tensor is not None and tensor.device.type != "meta":
            moved = torch.nn.Parameter(tensor.detach().to("meta"), tensor.requires_grad)
            module._parameters[name] = moved

    def register_buffer(module, name, tensor, *rest, **options):
        moved = tensor if tensor is None else tensor.to("meta")
        registers["register_buffer"](module, name, moved, *rest, **options)

    for name, make in kept.items():
        setattr(torch, name, on_meta(make))
    torch.nn.Module.register_parameter = register_parameter
    torch.nn.Module.register_buffer = register_buffer
    try:
        yield
    finally:
        for name, make in kept.items():
            setattr(torch, name, make)
        for name, register in registers.items():
            setattr(torch.nn.Module, name, register)


def stated_dtype(config):
    """The dtype that a configuration names, else the one that the text model's in it names."""
    told = config.get if isinstance(config, dict) else lambda key: getattr(config, key, None)
    inner = (told(name) for name in ("text_config", "thinker_config", "vision_config", "audio_config"))
    names = (stated_dtype(part) for part in inner if part is not None)
    return told("dtype") or told("torch_dtype") or next(filter(None, names), None)


@contextlib.contextmanager
def declared_dtype(config):
    """Models are made in the dtype that the configuration names, whatever the release's default."""
    name = stated_dtype(config)
    dtype = getattr(torch, str(name).replace("torch.", ""), None)
    if not isinstance(dtype, torch.dtype) or not dtype.is_floating_point:
        yield
        return
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def config_of(folder):
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        return json.load(file)


def from_config(folder, class_name, trust):
    import transformers
    config = transformers.AutoConfig.from_pretrained(folder, trust_remote_code=trust)
    with declared_dtype(config), without_memory():
        own = getattr(transformers, class_name or (config.architectures or [""])[0], None)
        if own is not None:
            return own._from_config(config)
        names = [name for name in getattr(config, "auto_map", None) or {}
                 if name.startswith("AutoModel")]
        auto = getattr(transformers, class_name or (names or ["AutoModel"])[0])
        return auto.from_config(config, trust_remote_code=trust)


def from_diffusers(config):
    import diffusers
    own = getattr(diffusers, config["_class_name"], None)
    if own is None or not issubclass(own, torch.nn.Module):
        raise ValueError(f"{config['_class_name']} is no model of diffusers {diffusers.__version__}")
    with declared_dtype(config), without_memory():
        return own.from_config(config)


def from_code(model, folder):
    sys.path.insert(0, folder)
    module, name = model.split(":", 1)
    with without_memory():
        return getattr(importlib.import_module(module), name)()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="a folder, its config.json, or MODULE:NAME")
    parser.add_argument("--out", help="the file to write (model.tree.json in the folder)")
    parser.add_argument("--class", dest="class_name", help="which class a config.json is built as")
    parser.add_argument("--no-split", help="classes to keep whole, with commas (the model's own)")
    parser.add_argument("--path", default=os.getcwd(), help="where MODULE is (here)")
    parser.add_argument("--trust-remote-code", action="store_true",
                        help="run the Python that lies beside the config.json")
    parser.add_argument("--brief", action="store_true", help="tell of a failure in one line")
    options = parser.parse_args()
    if not os.path.exists(options.model) and ":" not in options.model:
        parser.error(f"there is no {options.model}; name a folder, or MODULE:NAME")
    return options


def main():
    options = arguments()
    try:
        if os.path.exists(options.model):
            isfile = not os.path.isdir(options.model)
            folder = os.path.dirname(options.model) or "." if isfile else options.model
            out = os.path.join(folder, "model.tree.json")
            config = config_of(folder)
            model = from_diffusers(config) if "_class_name" in config else \
                from_config(folder, options.class_name, options.trust_remote_code)
        else:
            out = options.model.split(":")[0].rpartition(".")[2] + ".tree.json"
            model = from_code(options.model, options.path)
        own = getattr(model, "_no_split_modules", None) or []
        no_split = options.no_split.split(",") if options.no_split else sorted(own)
        write_tree(model, options.out or out, no_split)
    except Exception as error:  # whatever the libraries or the model's own code raise
        if not options.brief:
            traceback.print_exc()
        sys.exit(f"{type(error).__name__}: " + " ".join(str(error).split()))
    print(options.out or out)


if __name__ == "__main__":
    main()
