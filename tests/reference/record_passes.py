# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/passes.jsonl: what passes through transformers' own classes count, for tst_pass_counts.

    venv/bin/python tests/reference/record_passes.py
    venv/bin/python tests/reference/record_passes.py --explain FAMILY   (operations of each module; writes nothing)

One case of tests/data/architectures a family, built on the meta device in float32 with attention of scaled dot products. Each line has
the passes that were run: a prompt of two sequences ("prompt"), one token after it ("token"), and a prompt of eight.
Of each: "operations" by torch's FlopCounterMode, which counts every score of a prompt, masked or not; the parameters of all modules that ran ("parameters": elements, those of
a module as often as it ran, also those that are used without their module, experts and tables that are looked up left out), "experts" (elements of all routed experts that a module that ran has;
"encoder_experts" are those of an encoder, which reads the whole prompt), "active" (the experts that the router gives a token), and what the cache held before the pass: elements of keys and values of
tokens that layers read ("kept"; once more for each layer that reads another's) and of an encoder's positions ("cross"), and of states ("state"). Generating models compute logits of the last position only, as
generate() asks for. Experts run by transformers' own "batched_mm", whose products are those of the chosen experts. A family
that cannot be recorded has "reason".
"""
import argparse
import copy
import inspect
import json
import logging
import pathlib
import re
import traceback
import warnings

import torch
import transformers
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

from dump_architectures import model_class
import published_code

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
FILE = DATA / "passes.jsonl"
PROMPT = 24
BATCHES = (2, 8)
MIXED = ("rwkv",)  # models whose class mixes the sequences of a batch when a token follows: one alone is recorded
PREFERRED = {"deberta": "deberta-base", "deberta-v2": "deberta-v3-base"}  # the defaults attend to no distances
SCANS = ("bamba", "falcon_h1", "granitemoehybrid", "mamba2", "zamba2", "nemotron_h")
GRID = 16  # patches each way of an image of Qwen2-VL and its successors
HEADS = ("ForConditionalGeneration", "ForCausalLM", "LMHeadModel", "ForMaskedLM", "ForCTC", "ForImageClassification", "Model")
SMALL = 5_000_000_000  # parameters × tokens that are run with real values


def cases_of(family):
    """(name, config) of its cases in the order of preference: with a head, real sizes first."""
    known = [case for case in json.loads((DATA / "architectures" / f"{family}.json").read_text())["cases"]]
    usable = [case for case in known if "_class_name" not in case["config"] and case["config"]["model_type"] != "raschka-gpt2" and case["name"] == PREFERRED.get(family, case["name"])
              and not published_code.is_published(case["config"])]

    def rank(case):
        name = case["config"]["architectures"][0]
        head = next((number for number, head in enumerate(HEADS) if name.endswith(head)), len(HEADS))
        return "made up" in case["source"], head, not case["name"].startswith("default"), case["parameters"]
    return [(case["name"], case["config"], case["parameters"]) for case in sorted(usable, key=rank)]


def parts_of(config):
    yield config
    for name in config.sub_configs:
        part = getattr(config, name, None)
        if part is not None:
            yield from parts_of(part)


def build(config, device):
    plain = {key: value for key, value in copy.deepcopy(config).items() if key not in ("dtype", "torch_dtype", "quantization_config")}
    settings = transformers.AutoConfig.for_model(plain["model_type"]).__class__.from_dict(plain)
    for part in parts_of(settings):
        part.dtype = torch.float32
        part._experts_implementation = "batched_mm"
        if plain["model_type"] == "dbrx" and getattr(part, "clip_qkv", 8) is None:
            part.clip_qkv = 8  # DBRX clamps whatever the configuration says
    with torch.device(device):
        kind = model_class(config)
        try:
            return kind._from_config(settings, dtype=torch.float32, attn_implementation="sdpa").eval().requires_grad_(False)
        except ValueError:
            return kind._from_config(settings, dtype=torch.float32, attn_implementation="eager").eval().requires_grad_(False)


def side_of(config):
    size = getattr(config, "image_size", None) or 224
    return tuple(size) if isinstance(size, (list, tuple)) else (size, size)


def images_of(config, batch, device):
    height, width = side_of(config)
    return torch.zeros((batch, getattr(config, "num_channels", 3), height, width), device=device)


def inputs_of(model, batch, device):
    """What a prompt of the model is called with."""
    config = model.config
    given = inspect.signature(model.forward).parameters
    tokens = torch.zeros((batch, prompt_of(config)), dtype=torch.long, device=device)
    if "input_features" in given:
        bins = getattr(config, "num_mel_bins", None) or config.audio_config.num_mel_bins
        if config.model_type == "whisper":
            sound = torch.zeros((batch, bins, 2 * config.max_source_positions), device=device)
            return {"input_features": sound} | ({"decoder_input_ids": tokens[:, :4]} if "decoder_input_ids" in given else {})
        if "input_ids" in given:
            return {"input_ids": tokens}
        return {"input_features": torch.zeros((batch, bins, 2 * config.max_source_positions), device=device)}
    if "input_ids" in given:
        start = {"decoder_input_ids": tokens[:, :1]} if "decoder_input_ids" in given and config.is_encoder_decoder else {}
        if "pixel_values" in given and "text_config" in config.sub_configs and config.model_type in ("clip", "siglip"):
            start["pixel_values"] = images_of(config.vision_config, batch, device)
        return {"input_ids": tokens} | start
    if "input_values" in given:
        if config.model_type == "audio-spectrogram-transformer":
            return {"input_values": torch.zeros((batch, config.max_length, config.num_mel_bins), device=device)}
        channels = (1,) if config.model_type == "encodec" else ()
        sound = torch.zeros((batch, *channels, 16000), device=device)
        return {"input_values": sound} | ({"decoder_input_ids": tokens[:, :1]} if "decoder_input_ids" in given else {})
    if "pixel_values" in given:
        more = {}
        if "aspect_ratio_ids" in given:
            more = {"aspect_ratio_ids": torch.ones((batch, 1), dtype=torch.long, device=device),
                    "aspect_ratio_mask": torch.ones((batch, 1, config.max_num_tiles), dtype=torch.long, device=device)}
        pixels = images_of(getattr(config, "vision_config", config), batch, device)
        if "aspect_ratio_ids" in given:
            pixels = pixels[:, None, None].expand(-1, -1, config.max_num_tiles, -1, -1, -1)
        return {"pixel_values": pixels} | more
    if "grid_thw" in given:
        temporal = getattr(config, "temporal_patch_size", 2)
        width = getattr(config, "in_channels", getattr(config, "in_chans", 3)) * temporal * config.patch_size ** 2
        return {"hidden_states": torch.zeros((batch * GRID * GRID, width), device=device), "grid_thw": torch.tensor([[1, GRID, GRID]] * batch, device="cpu")}
    if "query_embeds" in given:
        return {"query_embeds": torch.zeros((batch, 32, config.hidden_size), device=device),
                "encoder_hidden_states": torch.zeros((batch, 257, config.encoder_hidden_size), device=device)}
    raise NotImplementedError(f"inputs of {sorted(given)}")


def prompt_of(config):
    """Sliding windows of encoders are whole chunks of tokens, and so are scans of Mamba 2: padding is not meant."""
    window = getattr(config, "attention_window", None)
    if getattr(config, "local_radius", None):
        return 4 * (config.local_radius + 1)  # LongT5 attends to three blocks
    if config.model_type == "qwen3_next":
        return 64  # what torch_chunk_gated_delta_rule takes at once
    chunk = next((getattr(part, name) for part in parts_of(config) for name in ("mamba_chunk_size", "chunk_size") if getattr(part, name, None)), None)
    return max(window) if isinstance(window, list) else window or (chunk if isinstance(chunk, int) and config.model_type in SCANS else PROMPT)


def lengths_of(model, passes):
    """Tokens of the prompt, or positions where none go in, and those of them that a decoder reads."""
    given = inspect.signature(model.forward).parameters
    if model.config.model_type == "whisper":
        return 4, 4
    if "input_ids" in given:
        prompt = prompt_of(model.config)
        return prompt, 1 if model.config.is_encoder_decoder else prompt
    output = passes[0]["output"]
    return (output[1], 1 if model.config.is_encoder_decoder else output[1]) if len(output) == 3 else (PROMPT, PROMPT)


def is_table(module):
    return isinstance(module, torch.nn.Embedding)


def is_routed(name, tensor, config):
    experts = next((getattr(part, key) for part in parts_of(config) for key in ("num_local_experts", "num_experts") if getattr(part, key, None)), 0)
    if tensor.dim() == 3 and tensor.shape[0] == experts:
        return True  # JetMoe's have other names
    return re.search(r"(^|\.)experts(\.|$)", name) is not None and "shared_expert" not in name


def active_of(config):
    for part in parts_of(config):
        if part.model_type == "llama4_text":
            return part.num_local_experts  # it computes all, most of them times 0
        for name in ("num_experts_per_tok", "num_experts_per_token", "moe_topk", "moe_top_k", "moe_k"):
            value = getattr(part, name, None)
            if value:
                return max(value) if isinstance(value, list) else value
    return 1


class Used(TorchDispatchMode):
    """Parameters of the modules that run while it is open, as often as they run, experts once; and those that
    are used without their module, as the kernels of Mamba's convolutions."""

    def __init__(self, model):
        super().__init__()
        self.ran = []
        self.known = {id(tensor): (f"{name}.{own}", tensor.numel(), is_routed(f"{name}.{own}", tensor, model.config)) for name, module in model.named_modules()
                      for own, tensor in module._parameters.items() if tensor is not None and not is_table(module)}
        self.direct = set()
        self.handles = [module.register_forward_pre_hook(self.note(name)) for name, module in model.named_modules()]

    def note(self, name):
        def hook(module, *rest):
            self.ran += [(id(tensor), f"{name}.{own}") for own, tensor in module._parameters.items()
                         if tensor is not None and not is_table(module)]
        return hook

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        given = [part for argument in args for part in (argument if isinstance(argument, (list, tuple)) else [argument])]
        self.direct |= {id(part) for part in given if id(part) in self.known}
        return function(*args, **(kwargs or {}))

    def close(self):
        for handle in self.handles:
            handle.remove()
        ran = [identity for identity, _ in self.ran] + list(self.direct - {identity for identity, _ in self.ran})
        plain = sum(count for _, count, routed in map(self.known.get, ran) if not routed)
        sides = {name.startswith("encoder.") for name, _, routed in map(self.known.get, ran) if routed}
        counts = {"parameters": plain}
        for key, of_encoder in (("experts", False), ("encoder_experts", True)):
            if of_encoder in sides:
                counts[key] = sum(count for name, count, routed in self.known.values() if routed and name.startswith("encoder.") == of_encoder)
        return counts


def tensors_in(value, found):
    if isinstance(value, torch.Tensor):
        found[id(value)] = value.numel()
    elif isinstance(value, (list, tuple)):
        for element in value:
            tensors_in(element, found)
    elif isinstance(value, dict):
        for element in value.values():
            tensors_in(element, found)
    return found


def held(cache):
    """Elements of keys and values, of an encoder's, and of states."""
    if cache is None:
        return 0, 0, 0
    if hasattr(cache, "cross_attention_cache"):
        own, _, state = held(cache.self_attention_cache)
        return own, held(cache.cross_attention_cache)[0], state
    others = sum(tensors_in([value for name, value in vars(cache).items() if name != "layers"], {}).values()) if hasattr(cache, "layers") else 0
    if not hasattr(cache, "layers"):
        return 0, 0, sum(tensors_in(cache if isinstance(cache, (list, tuple)) else vars(cache), {}).values())
    kept, state = 0, others
    for layer in cache.layers:
        for name, value in vars(layer).items():
            count = sum(tensors_in(value, {}).values())
            if "state" in name:
                state += count
            else:
                kept += count
    return kept, 0, state


def run(model, arguments):
    used = Used(model)
    counter = FlopCounterMode(display=False, depth=None)
    with torch.device(model.device), torch.no_grad(), counter, used:
        outputs = model(**arguments)
    counts = {"operations": counter.get_total_flops()} | used.close()
    if "experts" in counts:
        counts["active"] = active_of(model.config)
    return outputs, counts, counter


def show(counter, depth):
    for name, operators in counter.get_flop_counts().items():
        if name.count(".") <= depth:
            print(f"{sum(operators.values()):>16,} {name} {dict((str(k), v) for k, v in operators.items())}")


def cache_of(outputs):
    for name in ("past_key_values", "cache_params", "state", "mems"):
        found = getattr(outputs, name, None)
        if found is not None:
            return name, found
    return None, None


def passes_of(model, config, device, explain):
    given = inspect.signature(model.forward).parameters
    for batch in (1,) if model.config.model_type in MIXED else BATCHES:
        arguments = inputs_of(model, batch, device)
        if "use_cache" in given:
            arguments["use_cache"] = True
        if "logits_to_keep" in given:
            arguments["logits_to_keep"] = 1
        outputs, counts, counter = run(model, arguments)
        if explain:
            show(counter, explain)
        rows = next(value for name, value in arguments.items() if isinstance(value, torch.Tensor)).shape
        yield {"pass": "prompt", "batch": batch, "input": list(rows), "output": list(outputs[0].shape)} | counts
        name, cache = cache_of(outputs)
        if cache is None or batch > BATCHES[0] or name == "mems":
            continue
        kept, cross, state = held(cache)
        for reader in (module for module in model.modules() if getattr(module, "is_kv_shared_layer", False)):
            source = next(other for other in model.modules() if getattr(other, "store_full_length_kv", False) and other.layer_type == reader.layer_type)
            kept += cache.layers[source.layer_idx].keys.numel() + cache.layers[source.layer_idx].values.numel()
        token = torch.zeros((batch, 1), dtype=torch.long, device=device)
        name = next(known for known in (name, "cache", "cache_params", "past_key_values") if known in given)
        step = {name: cache, "use_cache": True} | ({"logits_to_keep": 1} if "logits_to_keep" in given else {})
        if config.is_encoder_decoder:
            encoded = outputs.encoder_last_hidden_state
            step |= {"encoder_outputs": Encoded(last_hidden_state=encoded), "decoder_input_ids": token}
        else:
            step["input_ids"] = token
        if name == "cache_params" and "cache_position" in given:
            step["cache_position"] = torch.tensor([PROMPT])
        _, counts, counter = run(model, step)
        if explain:
            show(counter, explain)
        yield {"pass": "token", "batch": batch, "kept": kept, "cross": cross, "state": state} | counts


class Encoded(transformers.modeling_outputs.BaseModelOutput):
    attention_mask = None  # Moonshine looks for it
    router_logits = None  # Switch Transformers


transformers.modeling_outputs.MoeCausalLMOutputWithPast.image_outputs = None  # Llama 4 looks for it where it sees no image


def attempt(config, device, explain):
    model = build(config, device)
    passes = list(passes_of(model, model.config, device, explain))
    tokens, decoded = lengths_of(model, passes)
    return {"attention": model.config._attn_implementation, "tokens": tokens, "decoded": decoded, "passes": passes}


def record(family, explain=None):
    """The first case of the family that runs, on the meta device where that does."""
    reason = None
    for device in ("meta", "cpu"):
        for name, config, parameters in cases_of(family):
            window = config.get("attention_window", PROMPT)
            if device == "cpu" and parameters * (max(window) if isinstance(window, list) else window) > SMALL:
                continue
            try:
                return {"family": family, "case": name, "device": device} | attempt(config, device, explain)
            except Exception as error:  # recorded as the reason
                if explain:
                    traceback.print_exc()
                reason = reason or f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:160]
    return reason and {"family": family, "reason": reason}


def answer_meta():
    """Tensors without values: masks are full, and whatever is looked for in them is found."""
    item, truth = torch.Tensor.item, torch.Tensor.__bool__
    torch.Tensor.item = lambda self: 1 if self.is_meta else item(self)
    torch.Tensor.__bool__ = lambda self: True if self.is_meta else truth(self)


def main():
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity(transformers.logging.CRITICAL)
    logging.disable(logging.CRITICAL)
    torch.set_num_threads(1)
    answer_meta()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--explain", metavar="FAMILY")
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--out", type=pathlib.Path, default=FILE)
    parser.add_argument("--only", nargs="+")
    arguments = parser.parse_args()
    if arguments.explain:
        print(record(arguments.explain, arguments.depth))
        return
    families = arguments.only or sorted(path.stem for path in (DATA / "architectures").glob("*.json"))
    with arguments.out.open("w") as out:
        for family in families:
            entry = record(family)
            if entry:
                out.write(json.dumps(entry, separators=(",", ":")) + "\n")
                out.flush()


if __name__ == "__main__":
    main()
