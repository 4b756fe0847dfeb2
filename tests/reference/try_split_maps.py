#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Accelerate does with maps that tear something apart, held to what Stowage says of them.

    python try_split_maps.py PATH/TO/stowagectl

torch's FakeTensorMode gives cuda:0 and cuda:1 without a card and raises where devices mix. Each map
goes to the real dispatch_model (weights on disk are on the meta device before, as from_pretrained
leaves them), then two forward passes run. Tied weights of which one is on disk go through
from_pretrained as well. Where the library raises, `stowagectl check` must end with
5 and warn of it; where check ends with 0, the library must run. What check calls a sum that stops
(block_split) it may only say where the library raises or where the part is a norm, whose output goes
straight into the next part.

Exits 1 where anything differs. Needs torch, accelerate and transformers; neither the build nor the
tests do.
"""
import builtins
import contextlib
import json
import logging
import pathlib
import subprocess
import sys
import tempfile
import unittest.mock as mock
import warnings

import accelerate
import torch
import transformers
from accelerate import big_modeling
from accelerate.utils import modeling, offload
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode

from record_plans import tree_of

STORAGES = []


def storage_address(tensor):
    storage = tensor.untyped_storage()
    STORAGES.append(storage)  # an address is unique only while the storage lives
    return storage._cdata


# A fake parameter is no Parameter by type, and has no address; Accelerate asks for both.
modeling.type = lambda x: torch.nn.Parameter if isinstance(x, FakeTensor) else builtins.type(x)
FakeTensor.data_ptr = storage_address


def gpt2():
    return transformers.GPT2LMHeadModel(
        transformers.GPT2Config(n_layer=4, n_head=2, n_embd=8, vocab_size=32, n_positions=16))


def llama(tied=False):
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(
        num_hidden_layers=4, num_attention_heads=2, hidden_size=8, intermediate_size=16, vocab_size=32,
        num_key_value_heads=2, tie_word_embeddings=tied))


def tied_llama():
    return llama(True)


def device_of(device_map, name):
    while name not in device_map:
        if not name:
            return None
        name = name.rpartition(".")[0]
    return device_map[name]


def place_as_from_pretrained(model, device_map):
    groups = {}
    for name, parameter in list(model.named_parameters(remove_duplicate=False)):
        groups.setdefault(id(parameter), []).append((name, parameter))
    for group in groups.values():
        name, parameter = group[0]
        device = device_of(device_map, name)
        device = "meta" if device == "disk" else "cpu" if device == "cpu" else f"cuda:{device}"
        placed = torch.nn.Parameter(torch.empty_like(parameter, device=device))
        for other, _ in group:
            module, _, leaf = other.rpartition(".")
            model.get_submodule(module)._parameters[leaf] = placed


class Weights(offload.OffloadedWeightsLoader):
    """Accelerate's own, which looks in the state dict before the index; no file is read."""

    stored = {}

    def __getitem__(self, key):
        if key in self.state_dict:
            value = self.state_dict[key]
            if value.device.type == "meta":  # as value.to("cuda:0") says outside of FakeTensorMode
                raise NotImplementedError("Cannot copy out of meta tensor; no data!")
            return value
        if key not in self.index:
            raise KeyError(key)
        return self.stored[key]


def two_passes(model):
    for _ in range(2):
        model(input_ids=torch.zeros(1, 3, dtype=torch.long))


def library_says(make, device_map, passes=two_passes):
    """"" where the model runs twice; else what was raised."""
    devices = set(device_map.values())
    if len(devices) == 1 and "disk" not in devices:
        return ""  # from_pretrained dispatches nothing then: all of it is on that device
    with tempfile.TemporaryDirectory() as folder, FakeTensorMode(allow_non_fake_inputs=True), \
            contextlib.ExitStack() as stack:
        model = make().eval()
        Weights.stored = dict(model.state_dict())
        for name, stand_in in (("check_cuda_p2p_ib_support", lambda: True),
                               ("OffloadedWeightsLoader", Weights)):
            stack.enter_context(mock.patch.object(big_modeling, name, stand_in))
        place_as_from_pretrained(model, device_map)
        on_disk = {name: {} for name in Weights.stored if device_of(device_map, name) == "disk"}
        try:
            index = on_disk if "disk" in device_map.values() else None
            big_modeling.dispatch_model(model, device_map, offload_dir=folder, offload_index=index)
            with torch.no_grad():
                passes(model)
        except Exception as error:  # whatever it is, that is the answer
            return f"{type(error).__name__}: {error}".splitlines()[0]
    return ""


def from_pretrained_says(make, device_map, passes=two_passes):
    """The same of from_pretrained. GPUs are the CPU here: it ties weights before it puts hooks on."""
    placed = {name: device if device == "disk" else "cpu" for name, device in device_map.items()}
    with tempfile.TemporaryDirectory() as folder:
        model = make().eval()
        model.save_pretrained(folder)
        try:
            loaded = type(model).from_pretrained(folder, device_map=placed, offload_folder=f"{folder}/offloaded")
            passes(loaded)
        except Exception as error:  # whatever it is, that is the answer
            return f"from_pretrained, {type(error).__name__}: {error}".splitlines()[0]
    return ""


def check_says(program, make, device_map, folder):
    """Exit status, and the codes of the warnings."""
    tree = pathlib.Path(folder) / "model.tree.json"
    with torch.device("meta"):
        model = make()
    model.tie_weights()
    tree.write_text(json.dumps(tree_of(model, sorted(model._no_split_modules))))
    result = subprocess.run([program, "check", str(tree), "--json", "--gpus", "1GiB,1GiB", "--ram", "1GiB",
                             "--device-map", json.dumps(device_map)], capture_output=True, text=True, check=False)
    problems = json.loads(result.stdout)["problems"]
    return result.returncode, {p["code"] for p in problems if p["severity"] == "warning"}


GPT2_PARTS = ["ln_1", "attn", "ln_2", "mlp"]
LLAMA_PARTS = ["self_attn", "mlp", "input_layernorm", "post_attention_layernorm"]


def gpt2_map(**changes):
    names = ["transformer.wte", "transformer.wpe", "transformer.drop",
             *(f"transformer.h.{i}" for i in range(4)), "transformer.ln_f", "lm_head"]
    return dict.fromkeys(names, 0) | changes


def llama_map(changes=None):
    names = ["model.embed_tokens", *(f"model.layers.{i}" for i in range(4)), "model.norm",
             "model.rotary_emb", "lm_head"]
    return dict.fromkeys(names, 0) | (changes or {})


def with_parts(device_map, block, parts, devices):
    """The map with a block given by its parts."""
    made = {}
    for name, device in device_map.items():
        if name == block:
            made |= {f"{block}.{part}": d for part, d in zip(parts, devices)}
        else:
            made[name] = device
    return made


def cases():
    """(name, model, map, whether it is only a norm that lies elsewhere)."""
    halves = llama_map({"model.layers.2": 1, "model.layers.3": 1, "model.norm": 1, "lm_head": 1})
    block = "transformer.h.2"
    for name, devices in (("mlp on another GPU", [0, 0, 0, 1]), ("attention on another GPU", [0, 1, 0, 0]),
                          ("mlp offloaded", [0, 0, 0, "cpu"]), ("mlp on disk", [0, 0, 0, "disk"]),
                          ("all parts on another GPU", [1, 1, 1, 1]),
                          ("a norm on another GPU", [1, 0, 0, 0])):
        yield f"gpt2: {name}", gpt2, with_parts(gpt2_map(), block, GPT2_PARTS, devices), "norm" in name
    cpu = dict.fromkeys(gpt2_map(), "cpu")
    yield "gpt2: CPU and disk in a block", gpt2, with_parts(cpu, block, GPT2_PARTS, ["cpu"] * 3 + ["disk"]), False
    layer = "model.layers.2"
    for name, base, devices in (("mlp on another GPU", llama_map(), [0, 1, 0, 0]),
                                ("attention on another GPU", llama_map(), [1, 0, 0, 0]),
                                ("mlp offloaded beside GPU 1", halves, [1, "cpu", 1, 1]),
                                ("all parts on another GPU", llama_map(), [1, 1, 1, 1]),
                                ("all parts, arriving from there", halves | {"model.layers.1": 1}, [1, 1, 1, 1])):
        yield f"llama: {name}", llama, with_parts(base, layer, LLAMA_PARTS, devices), False
    yield "llama: mlp of GPU 0 offloaded", llama, with_parts(halves, "model.layers.0", LLAMA_PARTS,
                                                             [0, "cpu", 0, 0]), False
    yield "llama: the first GPU of the map is 1", llama, llama_map({"model.embed_tokens": 1,
                                                                    "model.layers.3": "cpu"}), False
    yield "llama: halves", llama, halves, False
    yield "llama: a layer on disk", llama, halves | {"model.layers.3": "disk"}, False
    for owner, head in ((0, 1), (1, 0), (0, "cpu"), ("cpu", 1), ("cpu", "disk"), ("disk", "cpu"), ("disk", 0)):
        yield f"tied: {owner} and {head}", tied_llama, halves | {"model.embed_tokens": owner,
                                                                 "lm_head": head}, False
    yield "tied: disk and CPU without a GPU", tied_llama, dict.fromkeys(halves, "cpu") | {
        "model.embed_tokens": "disk"}, False
    yield "gpt2: a key of no module, on no GPU", gpt2, gpt2_map(**{"transformer.hh.4": 7}), False
    yield "gpt2: a key of no module, main device", gpt2, cpu | {"typo": 1}, False
    yield "llama: a tensor's own entry", llama, halves | {"model.layers.0.mlp.up_proj.weight": "disk"}, False


def main(program):
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    maps = differences = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, make, device_map, is_norm in cases():
            maps += 1
            raised = library_says(make, device_map)
            if not raised and make is tied_llama and "disk" in device_map.values():
                raised = from_pretrained_says(make, device_map)
            status, codes = check_says(program, make, device_map, folder)
            named = codes & {"block_split", "tied_across_devices", "tensor_key"}
            agrees = bool(raised) == bool(named) or (is_norm and not raised)
            agrees = agrees and status == (5 if codes else 0)
            differences += not agrees
            print(f"{'' if agrees else 'DIFFERS '}{name:40} library: {raised[:90] or 'runs'} | check: {status} "
                  f"{' '.join(sorted(codes))}")
    print(f"{maps} maps, {differences} differences; accelerate {accelerate.__version__}, "
          f"transformers {transformers.__version__}, torch {torch.__version__}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))
