# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds what Stowage is told by a person's own Python to the library in it: tree, sizes and device map of model
types that no architecture file describes.

    venv/bin/python tests/reference/check_own_python.py path/to/stowagectl

Asks this very Python. Prints a line a type; exit 1 where one differs.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import accelerate
import torch
import transformers

from check_architectures import described, lines_of
from dump_architectures import module_node, tied_groups

TYPES = ("squeezebert SqueezeBertModel, funnel FunnelModel, roformer RoFormerForMaskedLM, mobilebert MobileBertModel, "
         "rembert RemBertForMaskedLM, ibert IBertModel, fnet FNetForMaskedLM, canine CanineModel, convbert ConvBertModel, "
         "data2vec-text Data2VecTextForMaskedLM, ernie ErnieModel, luke LukeModel, nystromformer NystromformerForMaskedLM, "
         "yoso YosoModel, megatron-bert MegatronBertForMaskedLM, poolformer PoolFormerModel, efficientnet "
         "EfficientNetModel, regnet RegNetModel, videomae VideoMAEModel, vilt ViltModel, sew SEWModel, blenderbot-small "
         "BlenderbotSmallForConditionalGeneration, prophetnet ProphetNetForConditionalGeneration, ctrl CTRLLMHeadModel")


def library(model_type, name):
    config = transformers.AutoConfig.for_model(model_type)
    with torch.device("meta"):
        model = getattr(transformers, name)._from_config(config)
    tree = module_node("", model, "", {})
    tree["tied"] = tied_groups(model)
    no_split = list(getattr(model, "_no_split_modules", None) or [])
    size = accelerate.utils.compute_module_sizes(model)[""]
    limits = {0: size // 3, 1: size // 3, "cpu": 2 * size}
    try:
        places = accelerate.infer_auto_device_map(model, max_memory=dict(limits), no_split_module_classes=no_split)
    except IndexError:  # Accelerate's own, with some ties of a buffer or of the root's
        places = None
    lines = described(tree, no_split, sum(p.numel() for p in model.parameters()))
    return config, lines, limits, places and {name: str(place) for name, place in places.items()}


def ask(program, verb, path, environment, *options):
    answer = subprocess.run([program, verb, str(path), "--python", sys.executable, "--json", *options], text=True,
                            capture_output=True, check=False, env=environment)
    return json.loads(answer.stdout)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, XDG_CACHE_HOME=folder)
        for entry in TYPES.split(", "):
            model_type, name = entry.split()
            config, lines, limits, places = library(model_type, name)
            path = pathlib.Path(folder) / "config.json"
            path.write_text(json.dumps(config.to_dict() | {"architectures": [name]}))
            told = ask(program, "tree", path, environment)
            memory = ",".join(f"{device}={size}" for device, size in limits.items())
            plan = ask(program, "plan", path, environment, "--gpus", "80GiB,80GiB", "--ram", "200GiB", "--rules",
                       "accelerate", "--strategy", "sequential", "--max-memory", memory)
            if "error" in told or "error" in plan:
                print(entry, "FAILED", told.get("error") or plan.get("error"))
                differ += 1
                continue
            ours = described(told["tree"], told["no_split_module_classes"], told["total_parameters"])
            mine = {module: str(device).removeprefix("gpu:") for module, device in plan["device_map"]}
            of_map = "that Accelerate cannot make" if places is None else "agrees" if mine == places else "DIFFERS"
            same = "tree " + ("agrees" if ours == lines else "DIFFERS") + ", map " + of_map
            differ += "DIFFERS" in same
            print(f"{entry}: {same}, {len(lines)} lines, {len(mine)} places", flush=True)
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
