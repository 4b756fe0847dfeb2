#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what the real libraries answer to the examples of the four documents in tests/seeds.

    PYTHONHASHSEED=1 python record_seeds.py FOLDER-OF-MINGPT

writes tests/seeds/accelerate_answers.json (device maps by name) and tests/seeds/shards (the guide's
two state dicts with their index) and missing_norm (a GPT-2 that lacks a key), prints the figures that rows quote, and holds the module trees of
fixtures.json to those of the real code: minGPT's (a checkout of github.com/karpathy/minGPT), the
guide's two blocks and its thousand layers. ChatGLM's code comes from where published_code.py says.
Needs torch, accelerate and transformers; neither the build nor the tests do.
"""
import json
import pathlib
import sys
import warnings

import accelerate
import torch
import transformers
from accelerate.utils import modeling
from safetensors.torch import load_file, save_file
from torch import nn

import published_code
from book_model import GPTModel
from record_cases import machine
from record_plans import module_node

SEEDS = pathlib.Path(__file__).resolve().parents[1] / "seeds"
GIB = 1 << 30


def planned(model, strategy, memory, no_split, dtype=None, free=None):
    """big_modeling.load_checkpoint_and_dispatch up to the device map; `free` stands for GPUs that
    are there, `memory` for max_memory."""
    with machine({"gpu_free": free or [80 * GIB] * 8, "ram_available": 200 * GIB}):
        if strategy != "infer" and strategy != "sequential":
            memory = modeling.get_balanced_memory(
                model, max_memory=memory, no_split_module_classes=no_split, dtype=dtype,
                low_zero=strategy == "balanced_low_0")
        return modeling.infer_auto_device_map(
            model, max_memory=memory, no_split_module_classes=no_split, dtype=dtype)


class TwoBlocks(nn.Module):
    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            for name in ("linear1", "linear2", "linear3"):
                setattr(self, name, nn.Linear(10, 10))

    def __init__(self):
        super().__init__()
        self.block1, self.block2 = self.Block(), self.Block()


def sizes_of(model):
    weights = sum(p.numel() for p in model.parameters())
    buffers = sum(b.numel() * b.element_size() for b in model.buffers())
    size = sum(p.numel() * p.element_size() for p in model.parameters()) + buffers
    return {"parameters": weights, "bytes": size, "buffers": buffers}


def expanded(node):
    children = []
    for child in node.get("children", ()):
        if "repeat" in child:
            one = expanded(child["child"])
            children += [one | {"name": str(i)} for i in range(child["repeat"])]
        else:
            children.append(expanded(child))
    return node | ({"children": children} if children else {})


def hold_tree(name, model):
    stored = expanded(json.loads((SEEDS / "fixtures.json").read_text())[name]["tree"])
    real = module_node("", model)
    print(f"{name}: the tree of fixtures.json is {'that of the real code' if stored == real else 'ANOTHER'}")


def mingpt_xl(folder):
    sys.path.insert(0, folder)
    from mingpt.model import GPT
    config = GPT.get_default_config()
    config.model_type, config.vocab_size, config.block_size = "gpt2-xl", 50257, 1024
    with accelerate.init_empty_weights(include_buffers=True):
        return GPT(config)


def bloom():
    config = transformers.BloomConfig(hidden_size=14336, n_layer=70, n_head=112, vocab_size=250880)
    with torch.device("meta"):
        model = transformers.BloomForCausalLM(config)
    model.tie_weights()
    return model


def gpt_j():
    with torch.device("meta"):
        return transformers.GPTJForCausalLM(transformers.GPTJConfig())


def chatglm():
    presets = json.loads((SEEDS.parents[1] / "resources" / "presets.json").read_text())["presets"]
    config = next(preset["config"] for preset in presets if preset["name"] == "ChatGLM-6B")
    with torch.device("meta"):
        return published_code.build_chatglm(config)


def first_layer_large():
    with torch.device("meta"):
        return nn.Sequential(nn.Linear(20000, 20000), *[nn.Linear(1000, 1000) for _ in range(4)])


def answers(folder):
    gib = lambda *sizes: {i: f"{size}GiB" for i, size in enumerate(sizes)}
    gpt, found = mingpt_xl(folder), {}
    hold_tree("mingpt_xl", gpt)
    for strategy in ("auto", "balanced", "balanced_low_0", "sequential"):
        found[f"mingpt_{strategy}_24_24"] = planned(gpt, strategy, gib(24, 24), ["Block"])
        found[f"mingpt_{strategy}_1_1_30"] = planned(gpt, strategy, gib(1, 1) | {"cpu": "30GiB"}, ["Block"])
        found[f"mingpt_{strategy}_three"] = planned(gpt, strategy, gib(4, 4, 4), ["Block"])
    found["mingpt_10_10_30"] = planned(gpt, "infer", gib(10, 10) | {"cpu": "30GiB"}, ["Block"])
    found["mingpt_gpu_cpu_disk"] = planned(gpt, "sequential", gib(2) | {"cpu": "2GiB"}, ["Block"])
    found["mingpt_blocks_split"] = planned(gpt, "sequential", gib(1, 1) | {"cpu": "30GiB"}, [])
    found["mingpt_13_used"] = planned(gpt, "auto", None, ["Block"], free=[24 * GIB - 13 * 10**9, 24 * GIB])
    budgets = {0: "30GIB"} | {i: "46GIB" for i in range(1, 8)}
    for strategy in ("auto", "sequential"):
        found[f"bloom_{strategy}"] = planned(bloom(), strategy, dict(budgets), ["BloomBlock"], torch.bfloat16)
    found["gptj_auto_24_24"] = planned(gpt_j(), "auto", gib(24, 24), ["GPTJBlock"])
    found["chatglm_13_used"] = planned(
        chatglm(), "auto", None, ["GLMBlock"], torch.float16, free=[24 * GIB - 13 * 10**9, 24 * GIB])
    found["large_first"] = planned(first_layer_large(), "sequential", gib(1, 1) | {"cpu": "1GiB"}, [])
    return found


def print_figures(folder):
    print("minGPT XL", sizes_of(mingpt_xl(folder)))
    print("BLOOM", sizes_of(bloom()))
    print("GPT-J", sizes_of(gpt_j()))
    with torch.device("meta"):
        print("Sequential", sizes_of(nn.Sequential(*[nn.Linear(10000, 10000) for _ in range(1000)])))
    for width, layers in ((768, 12), (1024, 24), (1280, 36), (1600, 48)):
        with torch.device("meta"):
            model = GPTModel({"emb_dim": width, "n_layers": layers, "qkv_bias": True, "drop_rate": 0.0})
        print("the book's", width, sizes_of(model), "tensors", len(model.state_dict()))
    blocks = TwoBlocks()
    hold_tree("two_blocks", blocks)
    modeling.check_device_map(blocks, {"block1": 0, "block2": 1})
    for device_map in ({"block1": 0, "block2.linear1": 0, "block2.linear2": 1, "block2.linear3": 1},
                       {"block1": 0, "block2.linear1": 1, "block2.linear2": 1}):
        try:
            modeling.check_device_map(blocks, device_map)
            print(device_map, "is valid")
        except ValueError as error:
            print(device_map, error)


def write_shards():
    folder = SEEDS / "shards"
    folder.mkdir(exist_ok=True)
    generator = torch.Generator().manual_seed(1)
    state = {f"linear{i}.{name}": torch.randn(shape, generator=generator)
             for i in (1, 2) for name, shape in (("weight", (8, 8)), ("bias", (8,)))}
    index = {}
    for number, file in ((1, "first_state_dict.bin"), (2, "second_state_dict.bin")):
        part = {name: tensor for name, tensor in state.items() if name.startswith(f"linear{number}.")}
        torch.save({name: tensor.clone() for name, tensor in part.items()}, folder / file)
        index |= {name: file for name in part}
    (folder / "index.json").write_text(json.dumps(index, indent=2) + "\n")


def write_missing_norm():
    """A GPT-2 whose file lacks the last norm's weight."""
    torch.manual_seed(1)
    model = transformers.GPT2LMHeadModel(transformers.GPT2Config(n_embd=8, n_head=2, n_layer=1, vocab_size=16, n_positions=8))
    model.save_pretrained(SEEDS / "missing_norm")
    (SEEDS / "missing_norm" / "generation_config.json").unlink(missing_ok=True)
    file = SEEDS / "missing_norm" / "model.safetensors"
    tensors = load_file(file)
    del tensors["transformer.ln_f.weight"]
    save_file(tensors, file, metadata={"format": "pt"})


def main(folder):
    warnings.simplefilter("ignore")
    recorded = {name: dict(answer) for name, answer in answers(folder).items()}
    about = {"accelerate": accelerate.__version__, "transformers": transformers.__version__, "torch": torch.__version__}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in recorded.items())
    (SEEDS / "accelerate_answers.json").write_text(f'{{"recorded_with": {json.dumps(about)},\n{lines}\n}}\n')
    print_figures(folder)
    write_shards()
    write_missing_norm()


if __name__ == "__main__":
    main(sys.argv[1])
