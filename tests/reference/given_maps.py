#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what Accelerate does with random maps as a person pastes them, keys inside keys among them.

    python given_maps.py ../data/given_maps.json

Each map goes to the real dispatch_model as in try_split_maps.py (cuda:0 and cuda:1 by torch's
FakeTensorMode, weights on the meta device where the map puts them on disk), then two forward passes
run. Written down are the models' trees, the maps, and the exception's name or "" where it runs, for
tst_map_problems. Needs torch, accelerate and transformers; neither the build nor the tests do.
"""
import json
import logging
import random
import sys
import warnings

import accelerate
import torch
import transformers

from record_plans import tree_of
from try_split_maps import device_of, from_pretrained_says, gpt2, library_says, llama, two_passes

CASES = 400
DEVICES = [0, 0, 0, 1, 1, "cpu", "disk"]


def whisper():
    return transformers.WhisperForConditionalGeneration(transformers.WhisperConfig(
        d_model=8, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=2,
        encoder_ffn_dim=16, decoder_ffn_dim=16, vocab_size=32, num_mel_bins=4, max_source_positions=6,
        max_target_positions=8, pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1,
        suppress_tokens=None, begin_suppress_tokens=None))


def lfm2():
    return transformers.Lfm2ForCausalLM(transformers.Lfm2Config(
        hidden_size=8, intermediate_size=16, num_hidden_layers=3, num_attention_heads=2,
        num_key_value_heads=1, vocab_size=32, block_multiple_of=8, pad_token_id=0, tie_word_embeddings=False,
        layer_types=["conv", "full_attention", "conv"]))


def hear(model):
    for _ in range(2):
        model(input_features=torch.zeros(1, 4, 12), decoder_input_ids=torch.zeros(1, 3, dtype=torch.long))


def leaf_by_leaf(rest, rotary):
    parts = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj", "mlp",
             "input_layernorm", "post_attention_layernorm"]
    return {"model.embed_tokens": 0, "model.layers.0": 1, **{f"model.layers.1.{part}": 1 for part in parts},
            "model.layers.2": 1, "model.layers.3": 1, "model.norm": rest, "model.rotary_emb": rotary,
            "lm_head": rest}


BY_HAND = {
    "gpt2": [{"": "cpu", "transformer.h": 0}, {"": "cpu", "typo": 0}, {"": 1, "typo": 0},
             {"transformer": "cpu", "lm_head": "cpu", "transformer.h.2": "disk"}],
    "llama": [{"model.embed_tokens": 0, "lm_head": 0, "model.layers": 1, "model.layers.0": 0,
               "model.rotary_emb": 1, "model.norm": 1},
              {"model": "cpu", "lm_head": "cpu", "model.layers.2": "disk"},
              {"model": "cpu", "lm_head": 0, "model.layers.2": "disk"},
              {"model": "disk", "lm_head": 0, "model.layers.2": "cpu"},
              {"model": 0, "lm_head": 0, "model.norm": 1}, {"model": 0, "lm_head": 0, "model.layers.1": "cpu"},
              {"model": 0, "model.layers": 1, "lm_head": 0, **{f"model.layers.{i}": 0 for i in range(4)}},
              leaf_by_leaf(1, 0), leaf_by_leaf(1, 1), leaf_by_leaf(0, 0)],
    "whisper": [{"model": 0, "proj_out": 0, "model.encoder.embed_positions": 1},
                {"model": 0, "proj_out": 0, "model.encoder.conv1": 1},
                {"model": 0, "proj_out": 0, "model.decoder.embed_positions": 1}],
}

MODELS = {"gpt2": (gpt2, two_passes), "llama": (llama, two_passes), "lfm2": (lfm2, two_passes),
          "whisper": (whisper, hear)}


def children(model, name):
    module = model.get_submodule(name)
    return [f"{name}.{child}" if name else child for child, _ in module.named_children()]


def random_map(model, blocks, rng):
    """Entries for everything, here for a module and there for its parts, then some inside others."""
    keys, device = [], rng.choice(DEVICES)
    uniform = rng.random() < 0.5

    def cover(name):
        nonlocal device
        parts = children(model, name)
        own = dict(model.get_submodule(name).named_parameters(recurse=False))
        is_block = type(model.get_submodule(name)).__name__ in blocks
        split = 0.9 if not name else 0.2 if is_block or not any(
            type(m).__name__ in blocks for m in model.get_submodule(name).modules()) else 0.6
        if parts and not own and rng.random() < split:
            for part in parts:
                cover(part)
        else:
            if not uniform and rng.random() < 0.25:
                device = rng.choice(DEVICES)
            keys.append((name, device))

    cover("")
    entries = dict(keys)
    names = [name for name, _ in model.named_modules()]
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        entries[rng.choice(names)] = rng.choice(DEVICES)
    if rng.random() < 0.1:
        entries = {"": rng.choice(DEVICES), **dict(rng.sample(sorted(entries.items()), len(entries) // 2))}
    items = list(entries.items())
    if rng.random() < 0.3:
        rng.shuffle(items)
    return dict(items)


def parts_a_tie_from_the_disk(tied, device_map):
    for group in tied:
        devices = {device_of(device_map, name) for name in group}
        if "disk" in devices and len(devices) > 1:
            return True
    return False


def exception_in(raised):
    return raised.removeprefix("from_pretrained, ").partition(":")[0]


def main(path):
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    rng = random.Random(5)
    trees, cases = {}, []
    for name, (make, passes) in MODELS.items():
        with torch.device("meta"):
            model = make()
        model.tie_weights()
        blocks = sorted(model._no_split_modules)
        trees[name] = tree_of(model, blocks)
        seen = set()
        for text in map(json.dumps, BY_HAND.get(name, [])):
            cases.append([name, text, exception_in(library_says(make, json.loads(text), passes))])
        while len(seen) < CASES // len(MODELS):
            device_map = random_map(model, blocks, rng)
            text = json.dumps(device_map)
            if text not in seen:
                seen.add(text)
                raised = library_says(make, device_map, passes)
                if not raised and parts_a_tie_from_the_disk(trees[name]["tree"].get("tied", []), device_map):
                    raised = from_pretrained_says(make, device_map, passes)
                cases.append([name, text, exception_in(raised)])
    with open(path, "w", encoding="utf-8") as file:
        versions = f"accelerate {accelerate.__version__}, transformers {transformers.__version__}"
        file.write(json.dumps({"of": versions, "trees": trees}, separators=(",", ":"))[:-1] + ',"cases":[\n')
        file.write(",\n".join(json.dumps(case) for case in cases) + "\n]}\n")


if __name__ == "__main__":
    main(sys.argv[1])
