#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records random cases of Accelerate's behaviour, for `stowagectl conformance`.

    PYTHONHASHSEED=1 python record_cases.py record FOLDER [--seed N] [--cases N] [--trees FILE]
    python record_cases.py merge FOLDER_A FOLDER_B …     (of one seed, other hash seeds)
    python record_cases.py record FOLDER --walk-order

writes FOLDER/trees.json and FOLDER/cases.jsonl in the form of docs/spec/placement.md §12: all
fifteen kinds, random trees (shared modules, ties, buffers, odd dtypes), GPUs and free memory
emulated.
Accelerate takes its tied groups out of a Python set, so some answers differ from process to
process: record with several values of PYTHONHASHSEED and merge, which marks those cases
`nondeterministic` with all answers under `accepted`; --walk-order instead sorts the groups by their
first name in the walk of the model, which is Stowage's order, so that every answer must agree:
tests/data/placement_random holds `--walk-order --seed 103 --cases 400` (accelerate 1.15.0, torch
2.15.0). Needs torch, accelerate and psutil; neither the build nor the tests do.
"""
import argparse
import contextlib
import io
import json
import logging
import os
import pathlib
import random
import re
import tempfile
import types
import unittest.mock as mock
import warnings

import accelerate
import psutil
import torch
from accelerate.utils import CustomDtype, modeling
from torch import nn

from case_questions import QUESTIONS, TREELESS, WEIGHTS
from case_trees import build, random_tree


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
        text = re.sub(re.escape(tempfile.gettempdir()) + r"/\w+", "<dir>", record.getMessage())
        self.lines.append([record.levelname, text])


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
                return {"error": {"type": type(error).__name__, "message": str(error).replace(folder, "<dir>")}}
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


def sort_groups_by_walk():
    original = modeling.find_tied_parameters

    def find(model, **options):
        place = {name: i for i, (name, _) in enumerate(model.named_parameters(remove_duplicate=False))}
        return sorted(original(model, **options), key=lambda group: min(place[name] for name in group))

    modeling.find_tied_parameters = find


def record(folder, seed, count, tree_file):
    rng = random.Random(seed)
    trees = json.loads(pathlib.Path(tree_file).read_text()) if tree_file else {f"t{i:03}": random_tree(rng) for i in range(max(20, count // 15))}
    sizes = {name: modeling.compute_module_sizes(build(tree)) for name, tree in trees.items()}
    kinds = [kind for kind in QUESTIONS for _ in range(WEIGHTS.get(kind, 1))]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "trees.json").write_text(json.dumps(trees, separators=(",", ":")) + "\n")
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
            file.write(json.dumps(case, separators=(",", ":")) + "\n")
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
    one.add_argument("--walk-order", action="store_true")
    several = commands.add_parser("merge")
    several.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    modeling.logger.setLevel(logging.INFO)
    logging.getLogger("accelerate").propagate = False
    if arguments.command == "record":
        if arguments.walk_order:
            sort_groups_by_walk()
        record(arguments.folder, arguments.seed, arguments.cases, arguments.trees)
    else:
        merge(arguments.folders)


if __name__ == "__main__":
    main()
