# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/run/gguf-NAME: tiny models as GGUF files, and what they answer.

    venv/bin/python tests/reference/make_gguf_models.py GGML_LIBRARY

Names, key-values and the order of rows are llama.cpp's: its converter turns the rows of Llama's queries and
keys. Weights are quantised by llama.cpp itself (ggml_quantize_chunk of GGML_LIBRARY, any shared library that
exports ggml's functions). The logits are those of the library's own model over the numbers that gguf-py makes
of the blocks, in float32: ten prompts and three continuations, as make_run_models.py has them.

tests/data/gguf_blocks has a file with one tensor of each quantised type that Stowage dequantises, and what
llama.cpp's dequantize_row functions make of each.
"""
import ctypes
import json
import sys

import gguf
import numpy
import torch
import transformers as T

import make_run_models as runs

BLOCKS = runs.FOLDER.parent / "gguf_blocks"
TYPES = gguf.GGMLQuantizationType
SMALL = ("Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "IQ4_NL")
SUPER = ("Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K", "IQ4_XS")
# Rows of 32 take the older types.
BASE = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "vocab_size": 97, "max_position_embeddings": 128, "rms_norm_eps": 1e-5}
WIDE = BASE | {"hidden_size": 256, "intermediate_size": 256, "num_hidden_layers": 1, "num_attention_heads": 4}
# A model, and the types that its matrices take in turn.
MODELS = {
    "llama3": (lambda: T.LlamaForCausalLM(T.LlamaConfig(
        **BASE, num_key_value_heads=2, tie_word_embeddings=True, rope_parameters=runs.LLAMA3_ROPE)), SMALL),
    "llama-wide": (lambda: T.LlamaForCausalLM(T.LlamaConfig(**WIDE, num_key_value_heads=2)), SUPER),
    "qwen2": (lambda: T.Qwen2ForCausalLM(T.Qwen2Config(
        **BASE, num_key_value_heads=2, rope_parameters={"rope_type": "linear", "factor": 2.0,
                                                       "rope_theta": 1000.0})), ("Q8_0", "Q5_1", "F16")),
    "qwen3": (lambda: T.Qwen3ForCausalLM(T.Qwen3Config(
        **BASE, num_key_value_heads=2, head_dim=16, tie_word_embeddings=True)), ("Q4_0", "Q8_0", "BF16")),
}
LAYER = {"input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k",
         "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output", "self_attn.q_norm": "attn_q_norm",
         "self_attn.k_norm": "attn_k_norm", "post_attention_layernorm": "ffn_norm", "mlp.gate_proj": "ffn_gate",
         "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down"}
OUTSIDE = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}


class Ggml:
    """llama.cpp's own functions."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.ggml_quantize_chunk.restype = ctypes.c_size_t
        self.library.ggml_quantize_chunk.argtypes = [
            ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64,
            ctypes.c_void_p]

    def quantized(self, rows, kind):
        rows = numpy.ascontiguousarray(rows, dtype=numpy.float32)
        elements, size = gguf.GGML_QUANT_SIZES[TYPES[kind]]
        made = numpy.zeros((rows.shape[0], rows.shape[1] // elements * size), dtype=numpy.uint8)
        weights = numpy.ones(rows.shape[1], dtype=numpy.float32)
        written = self.library.ggml_quantize_chunk(
            int(TYPES[kind]), rows.ctypes.data, made.ctypes.data, 0, rows.shape[0], rows.shape[1],
            weights.ctypes.data)
        assert written == made.nbytes, kind
        return made

    def dequantized(self, blocks, kind, count):
        made = numpy.zeros(count, dtype=numpy.float32)
        name = "dequantize_row_" + {"IQ4_NL": "iq4_nl", "IQ4_XS": "iq4_xs"}.get(
            kind, kind.lower() if not kind.endswith("_K") else kind.lower()[:-1] + "K")
        function = getattr(self.library, name)
        function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
        function(blocks.ctypes.data, made.ctypes.data, count)
        return made


def gguf_name(name):
    path, _, leaf = name.rpartition(".")
    if path in OUTSIDE:
        return f"{OUTSIDE[path]}.{leaf}"
    _, _, number, inner = path.split(".", 3)
    return f"blk.{number}.{LAYER[inner]}.{leaf}"


def permuted(rows, heads):
    """LlamaModel.permute of convert_hf_to_gguf.py: pairs beside each other."""
    return rows.reshape(heads, 2, rows.shape[0] // heads // 2, *rows.shape[1:]).swapaxes(1, 2).reshape(rows.shape)


def unpermuted(rows, heads):
    return rows.reshape(heads, rows.shape[0] // heads // 2, 2, *rows.shape[1:]).swapaxes(1, 2).reshape(rows.shape)


def add_keys(writer, config):
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_key_length(config.head_dim if getattr(config, "head_dim", None)
                          else config.hidden_size // config.num_attention_heads)
    rope = config.rope_parameters
    writer.add_rope_freq_base(rope["rope_theta"])
    if rope["rope_type"] == "linear":
        writer.add_rope_scaling_type(gguf.RopeScalingType.LINEAR)
        writer.add_rope_scaling_factor(rope["factor"])


def write(ggml, name):
    make, kinds = MODELS[name]
    model = runs.perturbed(make)
    config = model.config
    folder = runs.FOLDER / f"gguf-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(folder / "model.gguf", config.model_type)
    add_keys(writer, config)
    if config.rope_parameters["rope_type"] == "llama3":
        plain = 1 / config.rope_parameters["rope_theta"] ** (
            torch.arange(0, config.head_dim, 2).float() / config.head_dim)
        writer.add_tensor("rope_freqs.weight", (plain / model.model.rotary_emb.inv_freq).numpy())
    state = model.state_dict()
    turned = {"q_proj": config.num_attention_heads, "k_proj": config.num_key_value_heads}
    number = 0
    for key, tensor in state.items():
        if key == "lm_head.weight" and config.tie_word_embeddings:
            continue
        rows = tensor.numpy()
        heads = turned.get(key.split(".")[-2]) if config.model_type == "llama" else None
        rows = permuted(rows, heads) if heads else rows
        if rows.ndim == 1:
            writer.add_tensor(gguf_name(key), rows)
            continue
        kind = kinds[number % len(kinds)]
        number += 1
        quantized = (gguf.quants.quantize(rows, TYPES[kind]) if kind in ("F16", "BF16")
                     else ggml.quantized(rows, kind))
        writer.add_tensor(gguf_name(key), quantized, raw_dtype=TYPES[kind])
        numbers = gguf.quants.dequantize(quantized, TYPES[kind])
        state[key].copy_(torch.from_numpy(unpermuted(numbers, heads) if heads else numbers.copy()))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    model.load_state_dict(state)
    expected = {"transformers": T.__version__, "class": type(model).__name__, "prompts": []}
    for number, tokens in enumerate(runs.prompts()):
        everywhere = number == 6
        logits = runs.numbers(model, tokens).numpy()
        numpy.save(folder / f"logits-{number}.npy", logits if everywhere else logits[-1:])
        expected["prompts"].append({"tokens": tokens, "logits": f"logits-{number}.npy",
                                    "all_positions": everywhere})
    expected["generated"] = runs.continuations(model)
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")
    print(name, sum(f.stat().st_size for f in folder.iterdir()))


def write_blocks(ggml):
    generator = numpy.random.default_rng(7)
    writer = gguf.GGUFWriter(BLOCKS / "blocks.gguf", "llama")
    numbers = {}
    for kind in SMALL + SUPER:
        rows = generator.normal(size=(2, 512)).astype(numpy.float32)
        rows[1, 256:] *= 1e-4  # scales of float16 that are no normal numbers
        blocks = ggml.quantized(rows, kind)
        writer.add_tensor(kind, blocks, raw_dtype=TYPES[kind])
        made = ggml.dequantized(blocks, kind, rows.size)
        reference = gguf.quants.dequantize(blocks, TYPES[kind]).reshape(-1)
        print(kind, "largest difference of gguf-py from llama.cpp:", abs(made - reference).max())
        numpy.save(BLOCKS / f"{kind}.npy", made.reshape(rows.shape))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    library = Ggml(sys.argv[1])
    BLOCKS.mkdir(parents=True, exist_ok=True)
    write_blocks(library)
    for one in MODELS:
        write(library, one)
