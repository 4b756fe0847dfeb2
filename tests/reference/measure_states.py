# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/recurrent_states.json: what transformers keeps of recurrent and convolution layers, for
tst_recurrent_state.

    venv/bin/python tests/reference/measure_states.py

Each case of data/architectures whose family has such layers is built by its real class, in float32 and in
bfloat16, on the meta device, or on the CPU where its forward pass looks at values; it reads one prompt with
use_cache=True, and the tensors that stay are counted, layer by layer.
"""
import copy
import json

import torch
import transformers

from measure_caches import DATA, SMALL, all_cases, skip_experts

FILE = DATA / "recurrent_states.json"
FAMILIES = ("mamba", "mamba2", "falcon_mamba", "jamba", "bamba", "falcon_h1", "granitemoehybrid", "lfm2", "minimax",
            "nemotron_h", "qwen3_next", "recurrent_gemma", "rwkv", "zamba", "zamba2")
PROMPT = 12


def build(config, dtype, device):
    settings = transformers.AutoConfig.for_model(config["model_type"]).__class__.from_dict(copy.deepcopy(config))
    with torch.device(device):
        return getattr(transformers, config["architectures"][0])._from_config(settings, dtype=dtype).eval()


def size(tensor):
    return tensor.numel() * tensor.element_size() if isinstance(tensor, torch.Tensor) else 0


def states_of_modules(model):
    """RecurrentGemma keeps them in its modules."""
    found = []
    for module in model.modules():
        if type(module).__name__ == "RecurrentGemmaRecurrentBlock":
            found.append(size(module.conv1d_state) + size(module.rg_lru.recurrent_states))
    return found


def states_of_list(states, layers):
    """RWKV has five tensors of all layers."""
    return [sum(size(state) for state in states) // layers] * layers


def states_of_cache(cache):
    found = []
    for layer in getattr(cache, "layers", None) or []:
        kept = [*getattr(layer, "conv_states", {}).values(), *getattr(layer, "recurrent_states", {}).values()]
        if sum(map(size, kept)) > 0:
            found.append(sum(map(size, kept)))
    return found


def measure(config, dtype, device):
    model = build(config, dtype, device)
    if device == "meta":
        skip_experts(model)
    ids = torch.zeros((1, PROMPT), dtype=torch.long, device=device)
    with torch.no_grad():
        outputs = model(input_ids=ids, use_cache=True)
    if getattr(outputs, "state", None) is not None:
        return states_of_list(outputs.state, model.config.num_hidden_layers)
    cache = getattr(outputs, "past_key_values", None)
    if cache is None:
        cache = getattr(outputs, "cache_params", None)
    found = states_of_modules(model) + states_of_cache(cache)
    linear = getattr(cache, "linear_cache", None) or []  # MiniMax
    return found + [size(state) for state in linear if size(state) > 0]


def main():
    transformers.logging.set_verbosity_error()
    measured = []
    for family, name, config in all_cases():
        if family not in FAMILIES or not config.get("architectures"):
            continue
        for dtype in (torch.float32, torch.bfloat16):
            for device in ("meta", "cpu"):
                parameters = 0 if device == "meta" else sum(p.numel() for p in build(config, dtype, "meta").parameters())
                if parameters > SMALL:
                    continue
                try:
                    layers = measure(config, dtype, device)
                except Exception as error:  # made up for its tree alone, or values are looked at
                    print(family, name, device, "cannot run:", type(error).__name__, str(error)[:100], flush=True)
                    continue
                measured.append({"family": family, "name": name, "dtype": str(dtype).removeprefix("torch."), "layers": layers})
                print(family, name, dtype, len(layers), layers[:3], flush=True)
                break
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in measured)
    head = f'"transformers":"{transformers.__version__}","torch":"{torch.__version__}"'
    FILE.write_text(f'{{{head},"cases":[\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
