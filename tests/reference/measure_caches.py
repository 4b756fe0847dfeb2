# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/kv_caches.json: what transformers keeps of keys and values, for tst_model_facts.

    venv/bin/python tests/reference/measure_caches.py [--cpu]

Each case of data/architectures that is not in the file yet (delete it to begin anew) is built by its real class on the meta device, reads prompts of
several lengths with use_cache=True, and the tensors in past_key_values are counted: their shapes are
real, whatever the model's size, and nothing is computed. Experts are passed over, because which of
them run depends on values; no key or value does. With --cpu the small made-up cases are built and run
with real values instead, experts and all, and must give the same counts; nothing is written then.
"""
import copy
import json
import pathlib
import sys

import torch
import transformers
from transformers.cache_utils import EncoderDecoderCache

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
FILE = DATA / "kv_caches.json"
PROMPTS = (1, 100, 10000)
SOURCE = 50  # tokens that a T5's encoder reads
TABLES = ("gpt2", "opt", "bert", "roberta", "whisper", "gpt_neo", "mpt", "xlm-roberta", "camembert", "distilbert")
SMALL = 3_000_000  # parameters that --cpu builds


def build(config, device):
    config = copy.deepcopy(config)
    settings = transformers.AutoConfig.for_model(config["model_type"]).__class__.from_dict(config)
    name = (config.get("architectures") or [None])[0]
    with torch.device(device):
        return getattr(transformers, name)._from_config(settings).eval()


def skip_experts(model):
    for module in model.modules():
        if type(module).__name__ == "GptOssMLP":
            module.forward = lambda hidden_states, *rest: (hidden_states, None)
        elif hasattr(module, "experts"):
            module.forward = lambda hidden_states, *rest: hidden_states


def prompt(model, tokens, device):
    """What the model is called with so that its decoder reads `tokens` tokens."""
    config = model.config
    ids = torch.zeros((1, tokens), dtype=torch.long, device=device)
    name = type(model).__name__
    if config.model_type in ("t5", "mt5"):
        source = torch.zeros((1, SOURCE), dtype=torch.long, device=device)
        if name.endswith(("T5EncoderModel", "T5ForTokenClassification")):
            return {"input_ids": source}
        return {"input_ids": source, "decoder_input_ids": ids}
    if config.model_type == "whisper":
        sound = torch.zeros((1, config.num_mel_bins, 2 * config.max_source_positions), dtype=model.dtype, device=device)
        if name == "WhisperForAudioClassification":
            return {"input_features": sound}
        if name == "WhisperForCausalLM":
            states = torch.zeros((1, config.max_source_positions, config.d_model), dtype=model.dtype, device=device)
            return {"input_ids": ids, "encoder_outputs": (states,)}
        return {"input_features": sound, "decoder_input_ids": ids}
    if name.endswith("MultipleChoice"):
        return {"input_ids": ids[None]}
    if getattr(config, "add_cross_attention", False):
        states = torch.zeros((1, SOURCE, config.hidden_size), dtype=model.dtype, device=device)
        return {"input_ids": ids, "encoder_hidden_states": states}
    return {"input_ids": ids}


def held(cache):
    """Elements and bytes of all keys and values in a cache."""
    elements = size = 0
    for layer in cache.layers if cache is not None else []:
        for tensor in (layer.keys, layer.values):
            if tensor is not None and tensor.numel() > 0:
                elements += tensor.numel()
                size += tensor.numel() * tensor.element_size()
    return elements, size


def find_cache(outputs):
    found = getattr(outputs, "past_key_values", None)
    if isinstance(found, EncoderDecoderCache):
        return found.self_attention_cache, found.cross_attention_cache
    return found, None


def longest(config):
    """Learned tables of positions end somewhere; sines and rotations do not."""
    if config.model_type not in TABLES:
        return 10**9
    keys = ("n_positions", "max_target_positions", "max_position_embeddings", "max_seq_len")
    return min(getattr(config, key) for key in keys if hasattr(config, key))


def measure(config, device):
    model = build(config, device)
    if device == "meta":
        skip_experts(model)
    if type(model).__name__.endswith("T5ForSequenceClassification"):
        model = model.transformer  # the head looks for the text's end, a value
    counts = []
    cross = None
    for tokens in PROMPTS:
        if tokens > longest(model.config) - 2 or (device == "cpu" and tokens > 100):
            continue
        arguments = prompt(model, tokens, device)
        try:
            with torch.no_grad():
                outputs = model(**arguments, use_cache=True)
        except (TypeError, ValueError) as error:  # encoders alone take no use_cache
            if "use_cache" not in str(error):
                raise
            with torch.no_grad():
                outputs = model(**arguments)
        own, other = find_cache(outputs)
        elements, size = held(own)
        counts.append({"tokens": tokens, "elements": elements, "bytes": size})
        if other is not None and held(other)[0] > 0:
            positions = next(layer.keys.shape[-2] for layer in other.layers if layer.keys is not None)
            cross = {"positions": positions, "elements": held(other)[0], "bytes": held(other)[1]}
    return {"dtype": str(model.dtype).removeprefix("torch."), "counts": counts} | ({"cross": cross} if cross else {})


def all_cases():
    for path in sorted((DATA / "architectures").glob("*.json")):
        # The book's code keeps none, pictures are no tokens, and published code has its own kind of cache.
        if path.stem not in ("raschka-gpt2", "vit", "siglip_vision_model", "mingpt", "chatglm", "chatglm2"):
            for case in json.loads(path.read_text())["cases"]:
                yield path.stem, case["name"], case["config"]


def write(measured):
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in measured)
    head = f'"transformers":"{transformers.__version__}","torch":"{torch.__version__}"'
    FILE.write_text(f'{{{head},"cases":[\n{lines}\n]}}\n')


def main():
    transformers.logging.set_verbosity_error()
    on_cpu = "--cpu" in sys.argv
    small = {}
    measured = json.loads(FILE.read_text())["cases"] if FILE.exists() else []
    known = {(case["family"], case["name"]) for case in measured}
    for family, name, config in all_cases():
        if (family, name) in known and not on_cpu:
            continue
        try:
            found = measure(config, "meta")
        except (RuntimeError, ValueError, AttributeError) as error:  # made up for its tree alone, or an old class
            print(family, name, "cannot run:", error, flush=True)
            continue
        if on_cpu and sum(p.numel() for p in build(config, "meta").parameters()) < SMALL:
            try:
                real = measure(config, "cpu")
            except RuntimeError as error:  # DeepSeek's router wants eight groups of experts
                print("   cannot run:", error)
                continue
            for counted in real["counts"]:
                assert counted in found["counts"], (family, name, counted, found["counts"])
            small[family, name] = real
        print(family, name, found["counts"][-1:], found.get("cross"), flush=True)
        if not on_cpu:
            measured.append({"family": family, "name": name} | found)
            write(measured)
    if on_cpu:
        print(len(small), "cases agree with real values:", sorted({family for family, _ in small}))


if __name__ == "__main__":
    main()
