#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records random cases of Accelerate's behaviour, for `stowagectl conformance`.

    PYTHONHASHSEED=1 python record_cases.py record FOLDER [--seed N] [--cases N] [--trees FILE]
    python record_cases.py merge FOLDER_A FOLDER_B …     (of one seed, other hash seeds)

writes FOLDER/trees.json and FOLDER/cases.jsonl in the form that command-line.md names: all fifteen
kinds, random trees (shared modules, ties, buffers, odd dtypes), GPUs and free memory emulated.
Accelerate takes its tied groups out of a Python set, so some answers differ from process to
process: record with several values of PYTHONHASHSEED and merge, which marks those cases
`nondeterministic` with all answers under `accepted`. Needs torch, accelerate and psutil; neither
the build nor the tests do.
"""
import argparse
import contextlib
import io
import json
import logging
import os
import pathlib
import random
import tempfile
import types
import unittest.mock as mock
import warnings

import accelerate
import psutil
import torch
from accelerate import big_modeling
from accelerate.utils import CustomDtype, modeling
from torch import nn

NAMES = ("a", "b", "ab", "fc", "xfc", "head_fc", "h", "attn", "mlp", "q", "v", "emb", "norm", "proj", "layers",
         "0", "1", "2", "10", "11")
CLASSES = ("Block", "Layer", "MLP", "Attn", "Linear", "LayerNorm", "Embedding", "ModuleList", "Expert")
DTYPES = ("float32",) * 8 + ("float16", "bfloat16", "float64", "bool", "int8", "uint8", "int64", "int32",
                             "float8_e4m3fn", "float8_e5m2", "complex64", "int4", "uint2", "uint16")
PLANNED = ("float16", "bfloat16", "float32", "float64", "int8", "bool", "custom:int4", "custom:int2", "custom:fp8",
           "float8_e4m3fn")


# ---------------------------------------------------------------- trees

def random_tensor(rng, name):
    shape = [rng.choice((1, 2, 3, 4, 5, 8, 16, 32, 64) + ((0,) if rng.random() < 0.05 else ()))
             for _ in range(rng.choice((0, 1, 1, 2, 2, 2, 3)))]
    return {"name": name, "shape": shape, "dtype": rng.choice(DTYPES)}


def random_node(rng, name, depth, path, made):
    node = {"name": name, "class": rng.choice(CLASSES) if depth else "Root"}
    taken = set()
    for kind, names, chance in (("params", ("weight", "bias", "scale"), 0.5), ("buffers", ("mask", "inv_freq"), 0.12)):
        tensors = []
        for tensor_name in names:
            if rng.random() < (chance if depth else 0.12):
                tensor = random_tensor(rng, tensor_name)
                if kind == "buffers":
                    tensor["persistent"] = rng.random() < 0.6
                tensors.append(tensor)
                taken.add(tensor_name)
        if tensors:
            node[kind] = tensors
    children = []
    if depth < 5 and rng.random() < (1.0, 0.8, 0.6, 0.4, 0.25)[depth]:
        for child_name in rng.sample(NAMES, rng.choice((1, 2, 2, 3, 4, 6) if depth else (1, 2, 3, 4, 6, 9))):
            child_path = f"{path}.{child_name}" if path else child_name
            earlier = [p for p in made if not child_path.startswith(p + ".") and p != path and not path.startswith(p + ".")]
            if earlier and rng.random() < 0.05:
                children.append({"name": child_name, "same_as": rng.choice(earlier)})
                continue
            children.append(random_node(rng, child_name, depth + 1, child_path, made))
            made.append(child_path)
    if children:
        node["children"] = children
    return node


def tensors_of(node, path=""):
    for kind in ("params", "buffers"):
        for tensor in node.get(kind, ()):
            yield (f"{path}.{tensor['name']}" if path else tensor["name"]), kind, tensor
    for child in node.get("children", ()):
        if "same_as" not in child:
            yield from tensors_of(child, f"{path}.{child['name']}" if path else child["name"])


def random_tree(rng):
    tree = random_node(rng, "", 0, "", [])
    groups = {}
    for name, kind, tensor in tensors_of(tree):
        groups.setdefault((kind, tuple(tensor["shape"]), tensor["dtype"]), []).append(name)
    tied = []
    for names in groups.values():
        if len(names) > 1 and rng.random() < 0.25:
            chosen = rng.sample(names, min(len(names), rng.choice((2, 2, 3))))
            tied.append([name for name in names if name in chosen])
    if rng.random() < 0.3:
        # A head that copies an embedding, which random shapes alone rarely give.
        weights = [(n, t) for n, k, t in tensors_of(tree) if k == "params" and n.count(".") and t["shape"]]
        if weights and all(child["name"] != "lm_head" for child in tree.get("children", ())):
            name, tensor = rng.choice(weights)
            if all(name not in group for group in tied):
                tree.setdefault("children", []).append(
                    {"name": "lm_head", "class": "Linear", "params": [dict(tensor, name="weight")]})
                tied.append([name, "lm_head.weight"])
    if tied:
        tree["tied"] = tied
    return tree


def build(node, cast=None):
    """The torch module of a tree, on the meta device."""
    made = {}

    def module_of(node, path):
        module = type(node["class"], (nn.Module,), {})()
        made[path] = module
        for tensor in node.get("params", ()):
            module.register_parameter(tensor["name"], nn.Parameter(empty(tensor), requires_grad=False))
        for tensor in node.get("buffers", ()):
            module.register_buffer(tensor["name"], empty(tensor), persistent=tensor.get("persistent", True))
        for child in node.get("children", ()):
            child_path = f"{path}.{child['name']}" if path else child["name"]
            module.add_module(child["name"], made[child["same_as"]] if "same_as" in child else module_of(child, child_path))
        return module

    def empty(tensor):
        dtype = tensor["dtype"]
        if cast and dtype in ("float16", "bfloat16", "float32", "float64"):
            dtype = cast
        return torch.empty(tensor["shape"], dtype=getattr(torch, dtype), device="meta")

    root = module_of(node, "")
    for group in node.get("tied", ()):
        owner = holder(root, group[0])
        for name in group[1:]:
            table, key = holder(root, name)
            table[key] = owner[0][owner[1]]
    return root


def holder(root, name):
    path, _, key = name.rpartition(".")
    module = root.get_submodule(path)
    return (module._parameters if key in module._parameters else module._buffers), key


# ---------------------------------------------------------------- the machine

class FakeTorch:
    """torch with GPUs that are not there."""

    def __init__(self, emulate):
        free = emulate.get("gpu_free")
        count = len(free) if free is not None else emulate.get("device_count", 8)
        gone = emulate.get("unavailable", ())

        def memory(index):
            if index in gone:
                raise RuntimeError("no such device")
            return free[index], 2 * free[index]

        self.cuda = types.SimpleNamespace(
            device_count=lambda: count, mem_get_info=memory, is_available=lambda: count > 0,
            get_device_properties=lambda index: types.SimpleNamespace(is_integrated=False))

    def __getattr__(self, name):
        return getattr(torch, name)

    @staticmethod
    def tensor(*values, **options):
        options.pop("device", None)
        return torch.tensor(*values, **options)


@contextlib.contextmanager
def machine(emulate):
    memory = types.SimpleNamespace(available=emulate.get("ram_available", 0))
    with mock.patch.object(modeling, "torch", FakeTorch(emulate)), \
            mock.patch.object(modeling, "is_mps_available", lambda *a, **k: emulate.get("mps", False)), \
            mock.patch.object(psutil, "virtual_memory", lambda: memory):
        yield


class LogList(logging.Handler):
    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        self.lines.append([record.levelname, record.getMessage()])


# ---------------------------------------------------------------- answers

def dtype_of(name):
    if name is None:
        return None
    if name.startswith("custom:"):
        return {"int4": CustomDtype.INT4, "int2": CustomDtype.INT2, "fp8": CustomDtype.FP8}[name[7:]]
    return getattr(torch, name)


def memory_of(args):
    given = args.get("max_memory")
    return None if given is None else {key: value for key, value in given}


def pairs(mapping):
    return [[key, value] for key, value in mapping.items()]


def special_of(args):
    special = args.get("special_dtypes")
    return None if special is None else {name: dtype_of(dtype) for name, dtype in special.items()}


def top_level(model):
    return (list(model.named_parameters(recurse=False)) + list(model.named_children())
            + list(model.named_buffers(recurse=False)))


def answer_infer(model, args):
    options = {key: args[key] for key in ("clean_result", "offload_buffers", "fallback_allocation", "verbose") if key in args}
    return {"device_map": pairs(modeling.infer_auto_device_map(
        model, max_memory=memory_of(args), no_split_module_classes=args.get("no_split"),
        dtype=dtype_of(args.get("dtype")), special_dtypes=special_of(args), **options))}


def answer_strategy(model, args):
    """big_modeling.load_checkpoint_and_dispatch up to the device map."""
    memory, strategy, result = memory_of(args), args["strategy"], {}
    if strategy != "sequential":
        memory = modeling.get_balanced_memory(
            model, max_memory=memory, no_split_module_classes=args.get("no_split"), dtype=dtype_of(args.get("dtype")),
            low_zero=strategy == "balanced_low_0")
        result["max_memory"] = pairs(memory)
    result["device_map"] = pairs(modeling.infer_auto_device_map(
        model, max_memory=memory, no_split_module_classes=args.get("no_split"), dtype=dtype_of(args.get("dtype")),
        offload_buffers=args.get("offload_buffers", False)))
    return result


def answer_balanced(model, args):
    return {"max_memory": pairs(modeling.get_balanced_memory(
        model, max_memory=memory_of(args), no_split_module_classes=args.get("no_split"),
        dtype=dtype_of(args.get("dtype")), special_dtypes=special_of(args), low_zero=args.get("low_zero", False)))}


def answer_sizes(model, args):
    sizes = modeling.compute_module_sizes(model, dtype=dtype_of(args.get("dtype")), special_dtypes=special_of(args),
                                          buffers_only=args.get("buffers_only", False))
    depth = args.get("depth", 1000)
    return {"sizes": [[n, s] for n, s in sizes.items() if n == "" or n.count(".") < depth], "entries": len(sizes)}


def answer_max_layer(model, args):
    size, names = modeling.get_max_layer_size(top_level(model), modeling.compute_module_sizes(model), args.get("no_split") or [])
    return {"size": size, "names": names}


def answer_maximum_sizes(model, args):
    if args.get("no_split") is not None:
        model._no_split_modules = args["no_split"]
    total, (largest, names) = modeling.calculate_maximum_sizes(model)
    return {"total": total, "largest": largest, "names": names}


def answer_check(model, args):
    modeling.check_device_map(model, dict(map(tuple, args["device_map"])))
    return {"ok": True}


def answer_tied_same_device(model, args):
    modeling.check_tied_parameters_on_same_device(modeling.find_tied_parameters(model), dict(map(tuple, args["device_map"])))
    return {"ok": True}


def answer_load_rules(model, args, actions):
    tensors = {name: torch.empty(1, dtype=getattr(torch, dtype)) for name, dtype in args["checkpoint_tensors"]}
    dtype_name = lambda dtype: None if dtype is None else str(dtype).replace("torch.", "")

    def set_tensor(module, name, device, value=None, dtype=None, fp16_statistics=None, **_):
        actions.append(["set", name, device, dtype_name(dtype), value is not None])

    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "pytorch_model.bin")
        pathlib.Path(file).touch()
        offload = os.path.join(folder, "offload") if args.get("offload_folder") else None

        def offload_weight(weight, name, to, index=None):
            actions.append(["offload", name, "disk" if to == offload else "tmp", dtype_name(weight.dtype)])

        with mock.patch.multiple(
                modeling, set_module_tensor_to_device=set_tensor, offload_weight=offload_weight,
                load_state_dict=lambda *a, **k: tensors, save_offload_index=lambda *a, **k: None,
                load_offloaded_weights=lambda *a, **k: actions.append(["reload_tmp"]),
                retie_parameters=lambda *a, **k: None):
            modeling.load_checkpoint_in_model(
                model, file, device_map=dict(map(tuple, args["device_map"])), offload_folder=offload,
                dtype=dtype_of(args.get("dtype")), offload_state_dict=args.get("offload_state_dict", False),
                offload_buffers=args.get("offload_buffers", False), strict=args.get("strict", False),
                keep_in_fp32_modules=args.get("keep_in_fp32_modules"))
    return {"actions": actions}


def answer_select(args):
    files = []
    with tempfile.TemporaryDirectory() as folder:
        for path, content in args["files"]:
            target = pathlib.Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content if isinstance(content, str) else json.dumps(content))
        with mock.patch.object(modeling, "load_state_dict", lambda file, **_: files.append(os.path.relpath(file, folder)) or {}):
            try:
                modeling.load_checkpoint_in_model(
                    nn.Module(), os.path.join(folder, args["checkpoint"]) if args["checkpoint"] else folder,
                    device_map={"": "cpu"})
            except Exception as error:
                raise type(error)(str(error).replace(folder, "<dir>")) if isinstance(error, ValueError) and type(error) is ValueError else error
    return {"files": files}


def answer(case, tree):
    kind, args = case["kind"], json.loads(json.dumps(case["args"]))
    handler, actions, result = LogList(), [], {}
    base = logging.getLogger("accelerate")
    output = io.StringIO()
    model = build(tree, case.get("cast")) if tree is not None else None
    simple = {"infer": answer_infer, "strategy": answer_strategy, "balanced": answer_balanced, "sizes": answer_sizes,
              "max_layer": answer_max_layer, "maximum_sizes": answer_maximum_sizes, "check_device_map": answer_check,
              "tied_same_device": answer_tied_same_device}
    with machine(case.get("emulate", {})), warnings.catch_warnings(record=True) as warned, \
            contextlib.redirect_stdout(output):
        warnings.simplefilter("always")
        base.addHandler(handler)
        try:
            if kind in simple:
                result = simple[kind](model, args)
            elif kind == "load_rules":
                result = answer_load_rules(model, args, actions)
            elif kind == "select_checkpoint":
                result = answer_select(args)
            elif kind == "tied":
                result = {"groups": modeling.find_tied_parameters(model)}
            elif kind == "parse_size":
                result = {"bytes": modeling.convert_file_size_to_int(args["size"])}
            elif kind == "dtype_size":
                name = args["dtype"]
                dtype = dtype_of(name) if name.startswith("custom:") or hasattr(torch, name) else "torch." + name
                result = {"bytes": modeling.dtype_byte_size(dtype)}
            elif kind == "max_memory":
                result = {"max_memory": pairs(modeling.get_max_memory(memory_of(args)))}
            elif kind == "clean_device_map":
                result = {"device_map": pairs(modeling.clean_device_map(dict(map(tuple, args["device_map"]))))}
        except Exception as error:
            result = {"error": {"type": type(error).__name__,
                                "message": str(error.args[0]) if isinstance(error, KeyError) else str(error)}}
            if kind == "load_rules":
                result["actions"] = actions
        finally:
            base.removeHandler(handler)
    texts = [str(w.message) for w in warned if issubclass(w.category, UserWarning)]
    if texts:
        result["warnings"] = texts
    if handler.lines:
        result["log"] = sorted(handler.lines)
    if args.get("verbose"):
        result["stdout"] = output.getvalue()
    return result


# ---------------------------------------------------------------- questions

def some_budget(rng, sizes):
    total = max(sizes.get("", 0), 8)
    choice = rng.random()
    if choice < 0.1:
        return 0
    if choice < 0.35:
        value = int(rng.choice(list(sizes.values()) or [8]))
        return max(0, value + rng.choice((-1, 0, 0, 1)))
    if choice < 0.4:
        return rng.choice(("1KB", "1KiB", "0.5KiB", "8kb", "1MiB", "0GB"))
    if choice < 0.43:
        return total * rng.random()
    return int(total * rng.choice((0.05, 0.1, 0.2, 0.34, 0.5, 0.8, 1.0, 1.5, 3)) * (0.7 + 0.6 * rng.random()))


def some_memory(rng, sizes, disk=True):
    if rng.random() < 0.03:
        return []
    count = rng.choice((0, 1, 1, 2, 2, 3, 4, 6))
    ids = list(range(count)) if rng.random() < 0.75 else sorted(rng.sample(range(9), count))
    entries = [[i, some_budget(rng, sizes)] for i in ids]
    if rng.random() < 0.08:
        entries.append(["mps", some_budget(rng, sizes)])
    if rng.random() < 0.65 or not entries:
        entries.append(["cpu", some_budget(rng, sizes)])
    if disk and rng.random() < 0.1:
        entries.append(["disk", some_budget(rng, sizes)])
    if rng.random() < 0.15:
        rng.shuffle(entries)
    return entries


def some_machine(rng, sizes):
    total = max(sizes.get("", 0), 8)
    emulate = {"gpu_free": [int(total * rng.choice((0, 0.1, 0.3, 0.6, 1, 2))) for _ in range(rng.choice((0, 1, 1, 2, 3, 4)))],
               "ram_available": int(total * rng.choice((0.2, 1, 4)))}
    if emulate["gpu_free"] and rng.random() < 0.2:
        emulate["unavailable"] = [rng.randrange(len(emulate["gpu_free"]))]
    if rng.random() < 0.12:
        emulate = {"mps": True, "gpu_free": [], "ram_available": emulate["ram_available"]}
    return emulate


def some_no_split(rng):
    choice = rng.random()
    if choice < 0.3:
        return None
    if choice < 0.45:
        return rng.choice(CLASSES + ("Root",))
    return rng.sample(CLASSES + ("Root", "Parameter", "Tensor"), rng.choice((0, 1, 1, 2, 2, 3)))


def some_special(rng, tree):
    names = [name for name, _, _ in tensors_of(tree)] or ["x"]
    chosen = rng.sample(names, min(len(names), rng.randint(1, 4)))
    return {rng.choice((name, name, name, name.rpartition(".")[0])): rng.choice(PLANNED) for name in chosen}


def some_map(rng, tree):
    modules = []

    def walk(node, path):
        modules.append(path)
        for child in node.get("children", ()):
            child_path = f"{path}.{child['name']}" if path else child["name"]
            walk(child, child_path) if "same_as" not in child else modules.append(child_path)

    walk(tree, "")
    names = [name for name, _, _ in tensors_of(tree)]
    if rng.random() < 0.5:
        keys = [c["name"] for c in tree.get("children", ())] + [t["name"] for k in ("params", "buffers") for t in tree.get(k, ())]
        keys = [key for key in keys if rng.random() < 0.97] + rng.sample(modules, min(len(modules), rng.choice((0, 0, 1, 2))))
    else:
        keys = rng.sample(modules + names, min(len(modules + names), rng.randint(1, 8)))
    if rng.random() < 0.2:
        keys.append("")
    if rng.random() < 0.15:
        keys.append(rng.choice(("nope", "h.99", "a.", "cuda")))
    devices = rng.sample((0, 1, 2, "cpu", "disk", "mps", "cuda:0"), rng.choice((1, 2, 3)))
    return [[key, rng.choice(devices)] for key in dict.fromkeys(keys)]


def question_infer(rng, tree, sizes):
    args = {"max_memory": some_memory(rng, sizes)}
    no_split = some_no_split(rng)
    if no_split is not None:
        args["no_split"] = no_split
    if rng.random() < 0.25:
        args["dtype"] = rng.choice(PLANNED)
    if rng.random() < 0.15:
        args["special_dtypes"] = some_special(rng, tree)
    for flag, chance in (("clean_result", 0.8), ("offload_buffers", 0.25), ("fallback_allocation", 0.45), ("verbose", 0.2)):
        if rng.random() < chance:
            args[flag] = rng.random() < 0.35 if flag == "clean_result" else True
    case = {"args": args, "order": "any" if args.get("clean_result", True) else "exact"}
    if rng.random() < 0.06:
        args["max_memory"], case["emulate"] = None, some_machine(rng, sizes)
    return case


def question_strategy(rng, tree, sizes):
    args = {"strategy": rng.choice(("auto", "balanced", "balanced", "balanced_low_0", "balanced_low_0", "sequential"))}
    case = {"args": args, "order": "any"}
    if rng.random() < 0.35:
        args["max_memory"], case["emulate"] = None, some_machine(rng, sizes)
    else:
        args["max_memory"] = some_memory(rng, sizes, disk=rng.random() < 0.3)
        if rng.random() < 0.1:
            case["emulate"] = {"mps": True, "gpu_free": [], "ram_available": 1000}
    no_split = some_no_split(rng)
    if no_split is not None:
        args["no_split"] = no_split
    if rng.random() < 0.25:
        args["dtype"] = rng.choice(PLANNED)
    if rng.random() < 0.2:
        args["offload_buffers"] = True
    return case


def question_balanced(rng, tree, sizes):
    case = question_strategy(rng, tree, sizes)
    args = case["args"]
    args["low_zero"] = args.pop("strategy") == "balanced_low_0"
    args.pop("offload_buffers", None)
    if rng.random() < 0.1:
        args["special_dtypes"] = some_special(rng, tree)
    case.pop("order")
    return case


def question_sizes(rng, tree, sizes):
    args = {}
    if rng.random() < 0.6:
        args["depth"] = rng.choice((1, 2, 3))
    if rng.random() < 0.3:
        args["buffers_only"] = True
    if rng.random() < 0.5:
        args["dtype"] = rng.choice(PLANNED)
    if rng.random() < 0.35:
        args["special_dtypes"] = some_special(rng, tree)
    return {"args": args}


def question_largest(rng, tree, sizes):
    classes = rng.sample(CLASSES + ("Root",), rng.choice((0, 1, 2)))
    return {"args": {"no_split": classes} if rng.random() < 0.7 else {}}


def question_map(rng, tree, sizes):
    return {"args": {"device_map": some_map(rng, tree)}}


def question_load_rules(rng, tree, sizes):
    names = [name for name, kind, t in tensors_of(tree) if t.get("persistent", True) or rng.random() < 0.3]
    tensors = [[name, rng.choice(("float32",) * 5 + ("float16", "bfloat16", "float64", "int8", "uint8", "bool", "int64"))]
               for name in names if rng.random() < 0.95]
    if rng.random() < 0.4:
        tensors.append(["extra.weight", "float32"])
    if rng.random() < 0.35 and tensors:
        for name, _ in rng.sample(tensors, min(len(tensors), 3)):
            if "weight" in name:
                tensors.append([name.replace("weight", "SCB"), "float32"])
                if rng.random() < 0.6:
                    next(t for t in tensors if t[0] == name)[1] = "int8"
    if rng.random() < 0.3:
        rng.shuffle(tensors)
    args = {"device_map": some_map(rng, tree), "checkpoint_tensors": tensors, "offload_folder": rng.random() < 0.85}
    for flag in ("offload_state_dict", "offload_buffers", "strict"):
        if rng.random() < 0.4:
            args[flag] = True
    if rng.random() < 0.5:
        args["dtype"] = rng.choice(("float16", "float16", "bfloat16", "float32", "int8"))
    if rng.random() < 0.5:
        args["keep_in_fp32_modules"] = rng.sample(NAMES + ("norm", "fc.weight"), rng.choice((1, 2)))
    return {"args": args}


def question_parse_size(rng, *_):
    number = rng.choice(("10", "1.5", ".5", "5.", "1e3", "1E-2", "1_000", "1__0", "_1", "0x10", "-1", "-0", "+7", " 3", "3 ",
                         "\t4", "\u00a05", "\u0663", "\uff11\uff10", "\u09ea.\u09eb", "inf", "-inf", "nan", "Infinity", "1e400", "1e30", "-1e-9", "-1e-10", "1,5",
                         "", "1e", "1.2.3", "12345678901234567890", "\u2007 6", "1\u0660", "1e\u0662", "\u2212\u0663", "\u00bd", "\u00b2", "1e-400", "-1e400",
                         "0." + "0" * 20 + "1", "9" * 30, "true", "1_0.5_5e1_0", "1_.5", "1._5", "1e_5", "0b1", "\x1c8", "8\x1f", "8\x00", "1d3"))
    unit = rng.choice(("GiB", "GB", "gb", "Gb", "gB", "MiB", "mib", "MB", "mb", "KiB", "KB", "kb", "kB", "TB", "B", "", "GIB", " GB", "G\u0131B",
                       "iB", "GB ", "GBB", "giB", "\u212aB", "\u212aib", "Gi\u0432"))
    return {"args": {"size": rng.choice((number + unit, number + unit, number + unit, rng.randint(-5, 10**12), 10**rng.randint(1, 30),
                                         -10**25, 1.5, 0.0, 3.0, True, False, None, [], {}, "auto", "GiB10", -1))}}


def question_dtype_size(rng, *_):
    return {"args": {"dtype": rng.choice((
        "bool", "int1", "int2", "int3", "int4", "int7", "int8", "int16", "int32", "int64", "uint1", "uint4", "uint8", "uint16", "uint64",
        "float16", "bfloat16", "float32", "float64", "complex32", "complex64", "complex128", "float8_e4m3fn", "float8_e5m2",
        "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn_x2", "qint8", "quint8", "qint32", "quint4x2", "quint2x4",
        "bits1x8", "bits2x4", "bits4x2", "bits8", "bits16", "half", "float", "double", "long", "short", "strange", "float8_e3m4", "weird128",
        "x9999999", "custom:int4", "custom:int2", "custom:fp8", "cfloat", "chalf"))}}


def question_max_memory(rng, *_):
    sizes = {"": 5000, "a": 300}
    if rng.random() < 0.2:
        return {"args": {"max_memory": None}, "emulate": some_machine(rng, sizes)}
    entries = some_memory(rng, sizes)
    if rng.random() < 0.3:
        entries.insert(rng.randint(0, len(entries)), [rng.choice(("cuda:0", "0", "CPU", "meta", "xpu", "")), 5])
    if rng.random() < 0.3 and entries:
        rng.choice(entries)[1] = rng.choice(("10", "bad", -5, 1.5, "10gb", "-1GB", "infGB", "1e400GB", 10**19, 2**62, "1e15GB"))
    if rng.random() < 0.2:
        entries.append([rng.choice((-1, 9, 100)), 7])
    return {"args": {"max_memory": [[k, v] for k, v in dict(map(tuple, entries)).items()]}, "emulate": {"device_count": rng.choice((0, 1, 2, 8))}}


def question_clean(rng, *_):
    keys = {".".join(rng.choice(("a", "b", "ab", "0", "1", "10", "h")) for _ in range(rng.randint(1, 4))) for _ in range(rng.randint(0, 14))}
    if rng.random() < 0.1:
        keys.add("")
    devices = rng.sample((0, 1, "cpu", "disk"), rng.choice((1, 2, 2, 3)))
    entries = [[key, rng.choice(devices)] for key in sorted(keys)]
    rng.shuffle(entries)
    return {"args": {"device_map": entries}, "order": "any"}


def question_select(rng, *_):
    index = {"metadata": {}, "weight_map": {"a": "m-2.bin", "b": "m-10.bin", "c": "m-2.bin"}}
    contents = (index, index, {"a": "z.bin", "b": "y.bin"}, {}, {"weight_map": {}}, {"metadata": {}}, "", "{", {"weight_map": ["a"]},
                {"a": 1}, {"a": 1, "b": "x"}, {"a": None}, [], "[1]", "3", "null", '"weight_map"', {"weight_map": {"x": "sub/s.bin", "y": "../t.bin", "z": "/abs.bin"}})
    names = ("pytorch_model.bin", "model.safetensors", "model.safetensors.index.json", "pytorch_model.bin.index.json", "x.index.json",
             "foo.json", "config.json", "other.bin", "sub/pytorch_model.bin", "sub/a.index.json", ".index.json", "pytorch_model.bin/x", "d.index.json/y",
             "Pytorch_model.bin", "model.safetensors.bak")
    files, taken = [], set()
    for name in rng.sample(names, rng.choice((0, 1, 1, 2, 2, 3, 4))):
        top = name.split("/")[0]
        if top in taken and ("/" not in name or top not in ("sub",)):
            continue
        taken.add(top)
        files.append([name, rng.choice(contents) if name.endswith(".json") else ""])
    targets = [""] * 6 + [name for name, _ in files] + ["sub", "nope", "nope.json"]
    return {"args": {"files": files, "checkpoint": rng.choice(targets)}}


QUESTIONS = {"infer": question_infer, "strategy": question_strategy, "balanced": question_balanced, "sizes": question_sizes,
             "max_layer": question_largest, "maximum_sizes": question_largest, "tied": lambda *a: {"args": {}},
             "check_device_map": question_map, "tied_same_device": question_map, "load_rules": question_load_rules,
             "parse_size": question_parse_size, "dtype_size": question_dtype_size, "max_memory": question_max_memory,
             "clean_device_map": question_clean, "select_checkpoint": question_select}
WEIGHTS = {"infer": 10, "strategy": 5, "balanced": 3, "sizes": 2, "load_rules": 3, "parse_size": 3, "max_memory": 2}
TREELESS = {"parse_size", "dtype_size", "max_memory", "clean_device_map", "select_checkpoint"}


def record(folder, seed, count, tree_file):
    rng = random.Random(seed)
    trees = json.loads(pathlib.Path(tree_file).read_text()) if tree_file else {f"t{i:03}": random_tree(rng) for i in range(max(20, count // 15))}
    sizes = {name: modeling.compute_module_sizes(build(tree)) for name, tree in trees.items()}
    kinds = [kind for kind in QUESTIONS for _ in range(WEIGHTS.get(kind, 1))]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "trees.json").write_text(json.dumps(trees))
    with open(folder / "cases.jsonl", "w") as file:
        for number in range(count):
            kind = rng.choice(kinds)
            name = None if kind in TREELESS else rng.choice(sorted(trees))
            case = {"id": f"x{number:05}", "kind": kind}
            if name is not None:
                case["tree"] = name
            case.update(QUESTIONS[kind](rng, trees.get(name), sizes.get(name, {})))
            if name is not None and rng.random() < 0.1:
                case["cast"] = rng.choice(("float16", "bfloat16", "float64"))
            case["expected"] = answer(case, trees.get(name))
            file.write(json.dumps(case) + "\n")
    print(count, "cases over", len(trees), "trees, accelerate", accelerate.__version__, "torch", torch.__version__)


def merge(folders):
    lines = [open(pathlib.Path(folder, "cases.jsonl")).read().splitlines() for folder in folders]
    merged, ambiguous = [], 0
    for versions in zip(*lines):
        answers = []
        for version in versions:
            expected = json.loads(version)["expected"]
            if expected not in answers:
                answers.append(expected)
        case = json.loads(versions[0])
        if len(answers) > 1:
            ambiguous += 1
            case.update(nondeterministic=True, accepted=answers)
        merged.append(json.dumps(case))
    pathlib.Path(folders[0], "merged.jsonl").write_text("\n".join(merged) + "\n")
    print(len(merged), "cases,", ambiguous, "of them nondeterministic")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("record")
    one.add_argument("folder", type=pathlib.Path)
    one.add_argument("--seed", type=int, default=0)
    one.add_argument("--cases", type=int, default=2000)
    one.add_argument("--trees")
    several = commands.add_parser("merge")
    several.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    modeling.logger.setLevel(logging.INFO)
    logging.getLogger("accelerate").propagate = False
    if arguments.command == "record":
        record(arguments.folder, arguments.seed, arguments.cases, arguments.trees)
    else:
        merge(arguments.folders)


if __name__ == "__main__":
    main()
