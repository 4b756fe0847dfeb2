# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/family_plans.json: what from_pretrained(dtype=…, device_map=…) plans for each family.

    venv/bin/python tests/reference/record_family_plans.py
    venv/bin/python tests/reference/record_family_plans.py --verify FAMILY…

The smallest case of architecture_cases.py a family, on the meta device as from_pretrained builds it before it
asks for a map (record_transformers.py), in float32, bfloat16 and float16. Recorded of each: the tensors that do
not have the dtype that the model is built in ("own"), those that have it and are loaded in float32 all the same
("loaded_float32": _keep_in_fp32_modules, _keep_in_fp32_modules_strict), what get_balanced_memory makes of two
limits of four times the model, and the maps for random limits, as text: "0: model.embed_tokens model.layers.{0-3}; cpu: lm_head", and a
device alone where all is on it. Numbers in names of tensors are "*". --verify saves the same models and
compares the dtypes with those of a model that from_pretrained has loaded.
"""
import argparse
import json
import logging
import pathlib
import random
import re
import tempfile
import warnings

import accelerate
import torch
import transformers

from architecture_cases import FAMILIES, cases
from dump_architectures import is_known, model_class
import published_code
from record_config_plans import folded
from record_transformers import built, device_map, planner

FILE = pathlib.Path(__file__).resolve().parent.parent / "data" / "family_plans.json"
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
STRATEGIES = ("auto", "balanced_low_0", "sequential")
MAPS = 8


def configured(config, dtype):
    """As _get_dtype leaves the configuration: the dtype is that of every part."""
    plain = {key: value for key, value in config.items() if key not in ("dtype", "torch_dtype")}
    settings = transformers.AutoConfig.for_model(plain["model_type"]).__class__.from_dict(plain)
    for part in [settings, *(getattr(settings, name, None) for name in settings.sub_configs)]:
        if part is not None:
            part.dtype = dtype
    return settings


def model_of(config, dtype):
    return built(model_class(config), configured(config, dtype), dtype)


def smallest_case(family):
    """(name, config) of the family's smallest model, one with a head where there is one."""
    best = None
    made = [case for case in cases(family) if case[1].startswith("made up")]
    for name, _, config in made or cases(family):
        if "_class_name" in config or config["model_type"] == "raschka-gpt2" or published_code.is_published(config):
            return None
        if not is_known(config):
            continue
        rank = (config["architectures"][0].endswith("Model"), planner.compute_module_sizes(model_of(config, torch.float32))[0][""])
        if best is None or rank < best[0]:
            best = rank, name, config
    return best[1:]


def map_text(entries):
    """Neighbours on one device together, in the order of the map."""
    groups = []
    for name, device in folded(entries):
        if not groups or groups[-1][0] != device:
            groups.append((device, []))
        groups[-1][1].append(name)
    return "; ".join(f"{device}: {' '.join(names)}" if names != [""] else str(device) for device, names in groups)


def memory_text(memory):
    return ",".join(f"{key}={value}" for key, value in memory.items())


def random_memory(total, rng):
    memory = {gpu: int(total * rng.uniform(0.05, 0.7)) for gpu in range(rng.randint(0, 3))}
    if not memory or rng.random() < 0.8:
        memory["cpu"] = int(total * rng.choice((0.3, 0.6, 2)))
    return memory


def starred(names):
    return sorted({re.sub(r"(?<=\.)\d+(?=\.)", "*", name) for name in names})


def floating(model):
    return [(name, tensor) for name, tensor in [*model.named_parameters(), *model.named_buffers()] if tensor.is_floating_point()]


def kept(model, dtype):
    """Tensors that the model's dtype plan keeps in float32, found as the loader looks for their keys."""
    plan = model._get_dtype_plan(dtype)
    pattern = re.compile("|".join(map(re.escape, plan)))
    saved = model.state_dict().keys()
    return [name for name, tensor in floating(model)
            if plan and tensor.dtype == dtype and name in saved and pattern.search(name)]


def balanced(model, total):
    try:
        return memory_text(planner.get_balanced_memory(model, {0: 4 * total, 1: 4 * total}, model._no_split_modules))
    except ValueError as error:  # what transformers raises is the answer
        return type(error).__name__


def plans_of(model, total, rng):
    for number in range(MAPS):
        memory = random_memory(total, rng)
        strategy = STRATEGIES[number % len(STRATEGIES)]
        answer = device_map(model, strategy, memory, None)
        text = answer["error"]["type"] if "error" in answer else map_text(answer["device_map"])
        yield [strategy, memory_text(memory), text]


def record(family, config):
    for text, dtype in DTYPES.items():
        rng = random.Random(family + text)
        model = model_of(config, dtype)
        total = planner.compute_module_sizes(model)[0][""]
        own = {str(tensor.dtype).removeprefix("torch.") for _, tensor in floating(model) if tensor.dtype != dtype}
        yield {"dtype": text, "bytes": total,
               "own": {kind: starred(name for name, tensor in floating(model)
                                     if tensor.dtype != dtype and str(tensor.dtype) == "torch." + kind) for kind in sorted(own)},
               "loaded_float32": starred(kept(model, dtype)),
               "balanced": balanced(model, total),
               "maps": list(plans_of(model, total, rng))}


def verify(families):
    """Compares the dtypes of "own" and "loaded_float32" with those of models that were loaded."""
    for family in families:
        name, config = smallest_case(family)
        kind = model_class(config)
        with tempfile.TemporaryDirectory() as folder:
            kind(configured(config, torch.float32)).save_pretrained(folder)
            for dtype in DTYPES.values():
                model = model_of(config, dtype)
                loaded = dict(floating(kind.from_pretrained(folder, dtype=dtype)))
                in_float32 = kept(model, dtype)
                for key, tensor in floating(model):
                    expected = torch.float32 if key in in_float32 else tensor.dtype
                    if key in loaded and loaded[key].dtype != expected:
                        print("DIFFERS", family, name, dtype, key, loaded[key].dtype, "is not", expected)
        print(family, name, flush=True)


def main():
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity(transformers.logging.CRITICAL)
    logging.getLogger("accelerate").setLevel(logging.CRITICAL)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--verify", nargs="+", metavar="FAMILY")
    arguments = parser.parse_args()
    if arguments.verify:
        return verify(arguments.verify)
    versions = {"transformers": transformers.__version__, "accelerate": accelerate.__version__, "torch": torch.__version__}
    lines = []
    for family in FAMILIES:
        case = smallest_case(family)
        if case:
            for entry in record(family, case[1]):
                lines.append(json.dumps({"family": family, "case": case[0]} | entry, separators=(",", ":")))
            print(family, case[0], flush=True)
    text = ",\n".join(lines)
    FILE.write_text(f'{json.dumps(versions)[:-1]}, "models": [\n{text}\n]}}\n')


if __name__ == "__main__":
    main()
