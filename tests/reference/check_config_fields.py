# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries every field of the library's configuration classes, known to Stowage or not, one after another.

    venv/bin/python tests/reference/check_config_fields.py path/to/stowagectl [--pairs N] [FAMILY…]

check_architectures.py varies the fields that are known to change a tree; here each field that the
configuration class has at all takes values of many kinds in a small model, and with --pairs two at a
time do. Prints where the trees differ, what Stowage refuses and the library builds, and counts what
only the library refuses (--refused lists it). Exit 1 where trees differ or too much is refused.
"""
import argparse
import collections
import inspect
import json
import pathlib
import random
import sys
import tempfile

import transformers

from check_architectures import SPACE, described, of_library, of_stowage  # noqa: F401

LAYERS = ["full_attention", "sliding_attention", "chunked_attention"]
PASSED_OVER = {"architectures", "model_type", "transformers_version", "label2id", "output_attentions",
               "per_layer_config", "name_or_path"}
ALWAYS = ("tie_word_embeddings", "num_labels", "id2label", "add_cross_attention", "is_decoder", "head_dim",
          "torch_dtype", "rope_scaling", "partial_rotary_factor", "rope_theta", "attention_bias", "mlp_bias",
          "num_key_value_heads", "is_encoder_decoder", "tie_encoder_decoder", "cross_attention_hidden_size")


def base_of(family, rng):
    """A small model of the family: every field that its table of variations knows, where it is a size."""
    _, fields = SPACE[family]
    config = {"model_type": family}
    for field, values in fields.items():
        sizes = [value for value in values if isinstance(value, int) and not isinstance(value, bool) and value > 0]
        if field.startswith("!") or (sizes and rng.random() < 0.7):
            config[field.lstrip("!")] = rng.choice(sizes or values)
    return config


def values_for(name, default, rng):
    if name == "layer_types":
        return [None, [], ["full_attention"], LAYERS[:2], [LAYERS[1]] * 2, [LAYERS[0]] * 3, [LAYERS[2]], ["other"]]
    if name in ("rope_parameters", "rope_scaling"):
        return [None, {}, {"rope_type": "default"}, {"rope_type": "linear", "factor": 2.0}, {"type": "linear", "factor": 2},
                {"rope_type": "linear", "factor": 2.0, "partial_rotary_factor": 0.5},
                {"rope_type": "default", "rope_theta": 5.0, "partial_rotary_factor": 0.25}, {"type": "default"},
                {"rope_type": "yarn", "factor": 4.0, "partial_rotary_factor": 0.5}, {"type": "mrope", "mrope_section": [2, 3, 3]},
                {"type": "ntk", "factor": 2.0}, [], "linear", 3,
                {"full_attention": {"rope_type": "default", "rope_theta": 1e6},
                 "sliding_attention": {"rope_type": "default", "rope_theta": 1e4}}]
    if name == "id2label":
        return [None, {}, {"0": "a"}, {"0": "a", "1": "b", "2": "c"}, {"x": "a"}, ["a", "b"], 3]
    if name in ("dtype", "torch_dtype"):
        return ["float16", "bfloat16", "float32", "float64", "auto", None, "torch.float16", "float8_e4m3fn", "int8", "half", 3]
    if isinstance(default, bool):
        return [True, False, None, 0, 1, "yes"]
    if isinstance(default, int):
        return [0, 1, 2, 3, 5, 16, 60, None, 2.0, -1, "8", [8], True]
    if isinstance(default, float):
        return [0.0, 0.5, 1.0, 1, None, "x"]
    if isinstance(default, str):
        return [None, "", "gelu", "silu", "tanh", "gated-gelu", "gelu_new", "relative_key", "absolute", "last", 3]
    if isinstance(default, (list, tuple)):
        return [None, [], [0], [1, 2], [2.5], 3, "x"]
    if isinstance(default, dict):
        return [None, {}, 3]
    return [None, True, False, 0, 1, 2, 4, 16, 0.5, "gelu", [], [1], {}]


def fields_of(family):
    config = transformers.AutoConfig.for_model(family)
    fields = {name: value for name, value in config.to_dict().items() if name not in PASSED_OVER}
    for name in inspect.signature(type(config).__init__).parameters:
        fields.setdefault(name, None)
    for alias, name in type(config).attribute_map.items():
        fields.setdefault(alias, fields.get(name))
    for name in ALWAYS:
        fields.setdefault(name, None)
    for name in SPACE[family][1]:
        fields.setdefault(name.lstrip("!"), None)
    return {name: value for name, value in fields.items() if name not in PASSED_OVER | {"self", "kwargs"}}


def judged(config, program, folder):
    """(outcome, what to show of it)."""
    path = folder / "config.json"
    path.write_text(json.dumps(config))
    ours = of_stowage(program, path)
    refused = not ours[0].startswith("[")
    try:
        theirs = of_library(config)
    except Exception as error:  # the library's refusal is the answer
        return ("both refuse" if refused else "library refuses"), f"{type(error).__name__}: {str(error)[:140]}"
    if refused:
        return "STOWAGE REFUSES", ours[0]
    if ours == theirs:
        return "same", ""
    width = max(len(ours), len(theirs))
    pairs = zip(ours + [""] * (width - len(ours)), theirs + [""] * (width - len(theirs)))
    return "DIFFERENT", "ours: {} theirs: {}".format(*next(pair for pair in pairs if pair[0] != pair[1]))


def changes(family, pairs, rng):
    fields = fields_of(family)
    for name, default in fields.items():
        for value in values_for(name, default, rng):
            yield {name: value}
    for _ in range(pairs):
        names = rng.sample(sorted(fields), min(len(fields), rng.choice((2, 3))))
        yield {name: rng.choice(values_for(name, fields[name], rng)) for name in names}


def check(family, program, options, folder):
    rng = random.Random(f"{options.seed} {family}")
    counts, shown = collections.Counter(), collections.Counter()
    for change in changes(family, options.pairs, rng):
        config = base_of(family, rng) | {"architectures": [rng.choice(SPACE[family][0])]} | change
        outcome, text = judged(config, program, folder)
        counts[outcome] += 1
        listed = outcome in ("DIFFERENT", "STOWAGE REFUSES") or (options.refused and outcome == "library refuses")
        key = outcome, *change
        shown[key] += 1
        if listed and shown[key] <= options.show:
            print(f"  {outcome} {family} {json.dumps(change)} {text}" + (f"\n    {json.dumps(config)}" if options.full else ""))
    print(f"{family}: " + ", ".join(f"{number} {outcome}" for outcome, number in counts.items()), flush=True)
    return counts["DIFFERENT"] == 0 and counts["STOWAGE REFUSES"] == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("family", nargs="*")
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--refused", action="store_true")
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    transformers.logging.set_verbosity(transformers.logging.CRITICAL)
    families = options.family or [family for family in SPACE if family != "raschka-gpt2"]
    with tempfile.TemporaryDirectory() as folder:
        results = [check(family, options.program, options, pathlib.Path(folder)) for family in families]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
