#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records the device maps that transformers itself computes: tests/data/transformers_rules/.

    python record_transformers.py                 writes the trees and the maps of fourteen models
    python record_transformers.py --random N CTL  compares N random trees with the program CTL
    python record_transformers.py --verify        holds the recording to from_pretrained itself

Each model is built as from_pretrained builds it (its own get_init_context: meta device, default
dtype, ties declared but not made), then handed to the very _get_device_map that from_pretrained
calls next. The machine is told through accelerate's get_max_memory, which alone asks it. Needs
torch, accelerate and transformers; neither the build nor the tests run it.
"""
import argparse
import copy
import json
import logging
import pathlib
import random
import subprocess
import tempfile
import unittest.mock as mock
import warnings

import accelerate
import torch
import transformers
from torch import nn
from transformers.integrations import accelerate as planner
from transformers.modeling_utils import ContextManagers

MIB = 1 << 20
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "transformers_rules"
LARGEST_WRITTEN = 512 * MIB
STRATEGIES = ("auto", "balanced", "balanced_low_0", "sequential")


def tensor_node(name, tensor):
    return {"name": name, "shape": list(tensor.shape), "dtype": str(tensor.dtype).removeprefix("torch.")}


def module_node(name, path, module, seen):
    """The node form of `.tree.json`; a module object met before is `same_as` its first path."""
    if id(module) in seen:
        return {"name": name, "same_as": seen[id(module)]}
    seen[id(module)] = path
    node = {"name": name, "class": type(module).__name__}
    params = [tensor_node(n, p) for n, p in module._parameters.items() if p is not None]
    buffers = [dict(tensor_node(n, b), **({"persistent": False} if n in module._non_persistent_buffers_set else {}))
               for n, b in module._buffers.items() if b is not None]
    children = [module_node(n, f"{path}.{n}" if path else n, child, seen)
                for n, child in module._modules.items() if child is not None]
    for key, value in (("params", params), ("buffers", buffers), ("children", children)):
        if value:
            node[key] = value
    return node


def tree_of(model):
    """The model's tree, with ties from its own declaration: source first."""
    root = module_node("", "", model, {})
    groups = {}
    for target, source in model.all_tied_weights_keys.items():
        groups.setdefault(source, [source]).append(target)
    if groups:
        root["tied"] = list(groups.values())
    return {"format": "stowage.tree", "version": 1,
            "no_split_module_classes": sorted(model._no_split_modules or []), "tree": root}


def built(model_class, config, dtype):
    """The model in the state in which from_pretrained asks for its device map."""
    config = copy.deepcopy(config)
    with ContextManagers(model_class.get_init_context(dtype, False, False, None)):
        return model_class(config)


def device_map(model, strategy, max_memory, free):
    """What from_pretrained(device_map=strategy, max_memory=max_memory) computes."""
    original = planner.accelerate_max_memory
    planner.accelerate_max_memory = lambda given=None: dict(free) if given is None else original(given)
    try:
        result = planner._get_device_map(model, strategy, dict(max_memory) if max_memory is not None else None, None)
        return {"device_map": [[name, device] for name, device in result.items()]}
    except Exception as error:  # what transformers raises is the answer
        return {"error": {"type": type(error).__name__, "message": str(error)}}
    finally:
        planner.accelerate_max_memory = original


def models():
    """Fourteen models, set by hand: realistic and small, tied and untied."""
    t = transformers
    tiny = dict(vocab_size=3000, hidden_size=128, intermediate_size=352, num_hidden_layers=4,
                num_attention_heads=8, max_position_embeddings=512)
    yield "gpt2-xl", t.GPT2LMHeadModel, t.GPT2Config(n_embd=1600, n_layer=48, n_head=25)
    yield "llama-3-8b", t.LlamaForCausalLM, t.LlamaConfig(
        vocab_size=128256, hidden_size=4096, intermediate_size=14336, num_hidden_layers=32,
        num_attention_heads=32, num_key_value_heads=8, tie_word_embeddings=False)
    yield "llama-tied", t.LlamaForCausalLM, t.LlamaConfig(**tiny, num_key_value_heads=2, tie_word_embeddings=True)
    yield "mistral-7b", t.MistralForCausalLM, t.MistralConfig(
        vocab_size=32000, hidden_size=4096, intermediate_size=14336, num_hidden_layers=32,
        num_attention_heads=32, num_key_value_heads=8)
    yield "qwen2-tied", t.Qwen2ForCausalLM, t.Qwen2Config(**tiny, num_key_value_heads=2, tie_word_embeddings=True)
    yield "mixtral", t.MixtralForCausalLM, t.MixtralConfig(
        **tiny, num_key_value_heads=2, num_local_experts=4, num_experts_per_tok=2)
    yield "qwen2-moe", t.Qwen2MoeForCausalLM, t.Qwen2MoeConfig(
        **tiny, num_key_value_heads=2, num_experts=6, num_experts_per_tok=2, moe_intermediate_size=96,
        shared_expert_intermediate_size=160, decoder_sparse_step=2, mlp_only_layers=[0])
    yield "bert-base", t.BertForMaskedLM, t.BertConfig()
    yield "bert-pretraining", t.BertForPreTraining, t.BertConfig(**tiny)
    yield "t5-small", t.T5ForConditionalGeneration, t.T5Config(tie_word_embeddings=True)
    yield "opt-tied", t.OPTForCausalLM, t.OPTConfig(
        vocab_size=3000, hidden_size=128, ffn_dim=512, num_hidden_layers=4, num_attention_heads=8,
        word_embed_proj_dim=128, max_position_embeddings=512)
    yield "bloom-560m", t.BloomForCausalLM, t.BloomConfig(
        vocab_size=250880, hidden_size=1024, n_layer=24, n_head=16)
    yield "gpt-neox", t.GPTNeoXForCausalLM, t.GPTNeoXConfig(**tiny, tie_word_embeddings=False)
    yield "falcon", t.FalconForCausalLM, t.FalconConfig(
        vocab_size=3000, hidden_size=128, num_hidden_layers=4, num_attention_heads=8)


def memories(total, rng):
    """(max_memory, what the machine has free); one of the two is None."""
    host = ("cpu", total * 4)
    for share in (0.3, 0.55, 0.8, 1.3):
        each = int(total * share)
        yield dict([(0, each), (1, each), host]), None
        yield None, dict([(0, each), host])
        yield None, dict([(0, each), (1, each), host])
    yield dict([(0, int(total * 0.2)), (1, int(total * 0.7)), (2, int(total * 0.3))]), None
    yield {i: int(total * 0.15) for i in range(8)}, None
    yield {0: 0, 1: int(total * 0.4), 2: int(total * 0.6), "cpu": int(total * 0.3)}, None
    yield {"cpu": int(total * 0.5)}, None
    yield {0: int(total * 0.2), "cpu": int(total * 0.3), "disk": 10 * total}, None
    yield {0: "1GiB", 1: "700MiB", "cpu": "2GB"}, None
    for _ in range(5):
        keys = sorted(rng.sample(range(5), rng.randint(1, 4)))
        given = {key: int(total * rng.choice((0.02, 0.1, 0.25, 0.5, 0.9))) for key in keys}
        if rng.random() < 0.7:
            given["cpu"] = int(total * rng.choice((0.1, 0.4, 2)))
        yield given, None


def pairs(memory):
    return None if memory is None else [[key, value] for key, value in memory.items()]


def plans_of(name, model_class, config, rng):
    built_once = None
    for dtype in (torch.float32, torch.bfloat16):
        model = built(model_class, config, dtype)
        built_once = built_once or model
        total = planner.compute_module_sizes(model)[0][""]
        for max_memory, free in memories(total, rng):
            for strategy in STRATEGIES:
                plan = {"model": name, "dtype": str(dtype).removeprefix("torch."), "strategy": strategy,
                        "max_memory": pairs(max_memory), "free": pairs(free)}
                plan.update(device_map(model, strategy, max_memory, free))
                yield built_once, plan


def record():
    FOLDER.mkdir(parents=True, exist_ok=True)
    rng = random.Random(20260901)
    trees, plans = {}, []
    for name, model_class, config in models():
        for model, plan in plans_of(name, model_class, config, rng):
            trees.setdefault(name, model)
            plans.append(plan)
    for name, model in trees.items():
        (FOLDER / f"{name}.tree.json").write_text(json.dumps(tree_of(model), separators=(",", ":")) + "\n")
    versions = {"transformers": transformers.__version__, "accelerate": accelerate.__version__,
                "torch": torch.__version__}
    lines = ",\n".join(json.dumps(plan, separators=(",", ":")) for plan in plans)
    (FOLDER / "plans.json").write_text(f'{json.dumps(versions)[:-1]}, "plans": [\n{lines}\n]}}\n')
    print(len(trees), "models,", len(plans), "plans,",
          sum("error" in plan for plan in plans), "of them errors")


class Asked(Exception):
    """Carries the device map out of from_pretrained before it loads a byte."""


def map_of_from_pretrained(model_class, folder, dtype, strategy, max_memory, free):
    def ask(*arguments):
        raise Asked(planner._get_device_map(*arguments))

    original = planner.accelerate_max_memory
    planner.accelerate_max_memory = lambda given=None: dict(free) if given is None else original(given)
    try:
        with mock.patch.object(transformers.modeling_utils, "_get_device_map", ask):
            model_class.from_pretrained(folder, device_map=strategy, dtype=dtype,
                                        max_memory=None if max_memory is None else dict(max_memory))
    except Asked as asked:
        return {"device_map": [[name, device] for name, device in asked.args[0].items()]}
    except Exception as error:
        return {"error": {"type": type(error).__name__, "message": str(error)}}
    finally:
        planner.accelerate_max_memory = original
    return {}


def verify():
    """from_pretrained on a checkpoint on disk must give what is recorded without one."""
    rng = random.Random(3)
    requests = differences = 0
    for name, model_class, config in models():
        if planner.compute_module_sizes(built(model_class, config, torch.float32))[0][""] > LARGEST_WRITTEN:
            continue
        with tempfile.TemporaryDirectory() as folder:
            model_class(config).save_pretrained(folder)
            for dtype in (torch.float32, torch.bfloat16, torch.float16):
                total = planner.compute_module_sizes(built(model_class, config, dtype))[0][""]
                for max_memory, free in memories(total, rng):
                    for strategy in STRATEGIES:
                        requests += 1
                        recorded = device_map(built(model_class, config, dtype), strategy, max_memory, free)
                        real = map_of_from_pretrained(model_class, folder, dtype, strategy, max_memory, free)
                        if real != recorded:
                            differences += 1
                            print("DIFFERS", name, dtype, strategy, max_memory, free, "\n ", real, "\n ", recorded)
    print(requests, "calls of from_pretrained,", differences, "differences")


NAMES = ("a", "b", "fc", "head_fc", "h", "emb", "norm", "q", "0", "1", "10")
CLASSES = ("Block", "Layer", "Inner")
DTYPES = (torch.float32,) * 6 + (torch.float16, torch.bfloat16, torch.bool, torch.int8, torch.int64,
                                 torch.float8_e4m3fn)


def random_tensor(rng):
    shape = [rng.choice((0, 1, 3, 8, 16, 33)) for _ in range(rng.randint(0, 2))]
    return torch.empty(shape, dtype=rng.choice(DTYPES), device="meta")


def random_module(rng, depth, made):
    if made and rng.random() < 0.05:
        return rng.choice(made)
    module = type(rng.choice(CLASSES if depth else ("Root",)), (nn.Module,), {})()
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        tensor = random_tensor(rng)
        module.register_parameter("w" + str(rng.randint(0, 3)), nn.Parameter(tensor, requires_grad=False))
    for _ in range(rng.choice((0, 0, 0, 1))):
        module.register_buffer("buf" + str(rng.randint(0, 2)), random_tensor(rng), persistent=rng.random() < 0.6)
    if depth < 4:
        for _ in range(rng.choice((0, 1, 2, 4)) if depth else rng.randint(1, 6)):
            module.add_module(rng.choice(NAMES), random_module(rng, depth + 1, made))
    made.append(module)
    return module


def random_model(rng):
    model = random_module(rng, 0, [])
    names = {}
    for name, parameter in model.named_parameters():
        names.setdefault((tuple(parameter.shape), parameter.dtype), []).append(name)
    ties = {}
    for group in names.values():
        if len(group) > 1 and rng.random() < 0.4:
            taken = rng.sample(group, min(len(group), rng.randint(2, 3)))
            chosen = [name for name in group if name in taken]
            ties.update({target: chosen[0] for target in chosen[1:]})
    model.all_tied_weights_keys = ties
    present = sorted({type(module).__name__ for module in model.modules()})
    classes = present if rng.random() < 0.9 else CLASSES
    model._no_split_modules = set(rng.sample(classes, min(len(classes), rng.choice((0, 1, 1, 2)))))
    return model


def size_option(memory):
    return ",".join(f"{key}={value}" for key, value in memory.items())


def ours(program, tree_file, strategy, max_memory):
    command = [program, "plan", str(tree_file), "--json", "--rules", "transformers", "--strategy", strategy,
               "--gpus", ",".join(["64GiB"] * 8), "--max-memory", size_option(max_memory)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    plan = json.loads(answer)
    if plan.get("accelerate_error"):
        return {"error": plan["accelerate_error"]}
    return {"device_map": plan.get("device_map", plan)}


def same_answer(expected, got):
    if "error" in expected:
        return "error" in got and expected["error"]["type"] in got["error"]
    return "device_map" in got and dict(map(tuple, got["device_map"])) == dict(map(tuple, expected["device_map"]))


def in_walk_order(infer):
    """transformers takes the tied groups out of a set; here in the order of the model's walk."""
    def ordered(model, **options):
        keys = model.all_tied_weights_keys
        place = {name: i for i, (name, _) in enumerate(model.named_parameters(remove_duplicate=False))}
        groups = [sorted([target for target, owner in keys.items() if owner == source] + [source])
                  for source in sorted(set(keys.values()), key=place.get)]
        return infer(model, **options, tied_parameters=groups or [[]])

    return ordered


def compare_random(count, program):
    planner.infer_auto_device_map = in_walk_order(planner.infer_auto_device_map)
    rng = random.Random(7)
    differences = failures = several = 0
    for number in range(count):
        model = random_model(rng)
        total = max(16, planner.compute_module_sizes(model)[0][""])
        keys = sorted(rng.sample(range(6), rng.randint(1, 4)))
        max_memory = {key: int(total * rng.choice((0.05, 0.2, 0.5, 0.9))) for key in keys}
        if rng.random() < 0.7:
            max_memory["cpu"] = int(total * rng.choice((0.1, 0.4, 3)))
        strategy = rng.choice(STRATEGIES)
        expected = device_map(model, strategy, max_memory, None)
        sources = set(model.all_tied_weights_keys.values())
        several += len(sources) > 1
        with tempfile.NamedTemporaryFile("w", suffix=".tree.json") as file:
            file.write(json.dumps(tree_of(model)))
            file.flush()
            got = ours(program, file.name, strategy, max_memory)
            failures += "error" in expected
            if not same_answer(expected, got):
                differences += 1
                print("DIFFERS", number, strategy, max_memory, "groups:", len(sources), "\n ", expected, "\n ", got)
                print(json.dumps(tree_of(model)))
    print(count, "random requests,", failures, "errors,", several, "with several tied groups,",
          differences, "differences")


def main():
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity_error()
    logging.getLogger("accelerate").setLevel(logging.ERROR)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", nargs=2, metavar=("N", "CTL"))
    parser.add_argument("--verify", action="store_true")
    arguments = parser.parse_args()
    if arguments.verify:
        verify()
    elif arguments.random:
        compare_random(int(arguments.random[0]), arguments.random[1])
    else:
        record()


if __name__ == "__main__":
    main()
