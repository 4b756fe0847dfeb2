# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/exchange: what gguf-py calls the tensors of each family, and tiny GGUF files.

    python3 tests/reference/record_gguf_names.py     # needs gguf (0.19.0)

gguf_names.json: for each family that resources/exchange/gguf_names.json lists, configurations of
tests/data/architectures that differ in their tensors, with the tensors outside of layers and of the
first of each kind of layer and the names that gguf-py's tensor map gives them. Two things are done by the converter
itself and stand here as it does them: gate and up projections of experts in one tensor become two,
and DeepSeek's kv_b_proj becomes k_b and v_b.
NAME.gguf: a file with the tensors of four such layers, 32 numbers each, written by gguf-py.
"""
import json
import pathlib
import re

import gguf
import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARCHITECTURES = {
    "llama": "LLAMA", "mistral": "LLAMA", "mixtral": "LLAMA", "smollm3": "SMOLLM3",
    "granite": "GRANITE", "qwen2": "QWEN2", "qwen2_moe": "QWEN2MOE", "qwen3": "QWEN3",
    "qwen3_moe": "QWEN3MOE", "deepseek_v2": "DEEPSEEK2", "deepseek_v3": "DEEPSEEK2",
    "olmo": "OLMO", "olmo2": "OLMO2", "cohere": "COMMAND_R", "cohere2": "COHERE2", "phi": "PHI2",
    "phi3": "PHI3", "gpt2": "GPT2", "gpt_neox": "GPTNEOX", "bloom": "BLOOM", "mpt": "MPT",
    "starcoder2": "STARCODER2", "stablelm": "STABLELM", "gemma": "GEMMA", "gemma2": "GEMMA2",
    "gemma3_text": "GEMMA3", "falcon": "FALCON", "glm4": "GLM4", "gpt_oss": "GPT_OSS"}
FILES = ["llama", "mixtral", "gpt2"]


def tensors(node, path=""):
    """Names of parameters and saved buffers; of a repeated module the first."""
    here = f"{path}.{node['name']}" if path and node["name"] else path + node["name"]
    for kind in ("params", "buffers"):
        for tensor in node.get(kind, []):
            if tensor.get("persistent", True):
                yield f"{here}.{tensor['name']}" if here else tensor["name"]
    for child in node.get("children", []):
        yield from tensors(child, here)


def names_in_file(name, known):
    """The names in a GGUF file, by the tensor map and the converter's own doing."""
    layer = re.search(r"\.(\d+)\.", name)
    if "experts.gate_up_proj" in name:
        suffix = ".bias" if name.endswith("_bias") else ".weight"
        return [f"blk.{layer[1]}.ffn_{part}_exps{suffix}" for part in ("gate", "up")]
    if name.endswith("experts.down_proj_bias"):
        return [f"blk.{layer[1]}.ffn_down_exps.bias"]
    found = known.get_name(name, try_suffixes=(".weight", ".bias"))
    if found is None:
        return []
    if not found.endswith((".weight", ".bias")):
        found += ".weight"
    if ".attn_kv_b." in found:
        return [found, found.replace("kv_b", "k_b"), found.replace("kv_b", "v_b")]
    return [found]


def write_file(path, family, names):
    writer = gguf.GGUFWriter(path, gguf.MODEL_ARCH_NAMES[gguf.MODEL_ARCH[ARCHITECTURES[family]]])
    for name in names:
        writer.add_tensor(name, numpy.zeros(32, dtype=numpy.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    folder = ROOT / "tests/data/exchange"
    folder.mkdir(parents=True, exist_ok=True)
    recorded = {}
    for family, architecture in ARCHITECTURES.items():
        known = gguf.get_tensor_name_map(gguf.MODEL_ARCH[architecture], 200)
        cases = json.loads((ROOT / f"tests/data/architectures/{family}.json").read_text())["cases"]
        models = []
        for case in cases:
            if not case["config"].get("architectures", [""])[0].endswith(("LMHeadModel",
                                                                          "CausalLM")):
                continue
            entries = {name: names for name in tensors(case["tree"]["tree"])
                       if (names := names_in_file(name, known))}
            if entries not in [model["names"] for model in models]:
                models.append({"config": case["config"], "names": entries})
        recorded[family] = models
        entries = models[0]["names"]
        if family in FILES:
            layer = {name: names for name, names in entries.items() if ".0." in name}
            outside = [each for name, names in entries.items() if name not in layer
                       for each in names]
            inside = [each.replace("blk.0.", f"blk.{number}.") for number in range(4)
                      for names in layer.values() for each in names]
            write_file(folder / f"{family}.gguf", family, sorted(set(outside + inside)))
    text = json.dumps({"gguf": "0.19.0", "families": recorded}, indent=0)
    (folder / "gguf_names.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
