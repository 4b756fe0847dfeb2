# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/pretrained_loads.json: peaks of real from_pretrained calls, for tst_pretrained_load.

    venv/bin/python tests/reference/record_pretrained_loads.py

Models of 150 MB to 1 GB are made from configurations, saved by the library (experts one by one, as
their files are) and loaded with a device map, each in a process of its own that was forked with the
imports done and has loaded a tiny model of the same class before. Its parent reads RssAnon of
/proc/PID/status all the while; what stands there is the most above what it was before the call, and
what is left after it. The largest of some loads counts, because a reader can miss a moment. Pages of
files are not in RssAnon. Each load is recorded twice: "returned" with malloc's M_MMAP_THRESHOLD at
64 KiB, so that glibc gives back what is freed at once and what is measured are tensors; "usual"
without, as people run it.
"""
import ctypes
import gc
import json
import os
import pathlib
import tempfile

import safetensors
import torch
import transformers
from transformers.models.gpt2 import modeling_gpt2  # noqa: F401
from transformers.models.llama import modeling_llama  # noqa: F401
from transformers.models.mixtral import modeling_mixtral  # noqa: F401
from transformers.models.qwen3_moe import modeling_qwen3_moe  # noqa: F401

FILE = pathlib.Path(__file__).resolve().parent.parent / "data" / "pretrained_loads.json"
LOADS = 2
M_MMAP_THRESHOLD = -3

LLAMA = {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 1024,
         "intermediate_size": 4096, "num_hidden_layers": 8, "num_attention_heads": 16,
         "num_key_value_heads": 4, "vocab_size": 16000, "tie_word_embeddings": False}
MIXTRAL = {"model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "hidden_size": 512,
           "intermediate_size": 1792, "num_hidden_layers": 6, "num_attention_heads": 8,
           "num_key_value_heads": 4, "vocab_size": 8000, "num_local_experts": 8,
           "tie_word_embeddings": False}
QWEN = {"model_type": "qwen3_moe", "architectures": ["Qwen3MoeForCausalLM"], "hidden_size": 1024,
        "intermediate_size": 2048, "moe_intermediate_size": 384, "num_hidden_layers": 5,
        "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 64, "vocab_size": 12000,
        "num_experts": 32, "num_experts_per_tok": 4, "tie_word_embeddings": False}
WIDE = {"model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "hidden_size": 2048,
        "intermediate_size": 4608, "num_hidden_layers": 2, "num_attention_heads": 8,
        "num_key_value_heads": 4, "vocab_size": 4000, "num_local_experts": 4,
        "num_experts_per_tok": 2, "tie_word_embeddings": False}
GPT2 = {"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_embd": 1024, "n_layer": 10,
        "n_head": 16, "n_positions": 1024, "vocab_size": 50257}

THRESHOLDS = {"returned": 65536, "usual": None}
ALL_CPU = {"": "cpu"}
CASES = [
    ("llama", LLAMA, "float32", "float32", ALL_CPU),
    ("llama", LLAMA, "float32", "bfloat16", ALL_CPU),
    ("llama", LLAMA, "bfloat16", "bfloat16", ALL_CPU),
    ("llama", LLAMA, "bfloat16", "float32", ALL_CPU),
    ("gpt2", GPT2, "float32", "float32", ALL_CPU),
    ("gpt2", GPT2, "float32", "bfloat16", ALL_CPU),
    ("mixtral", MIXTRAL, "float32", "float32", ALL_CPU),
    ("mixtral", MIXTRAL, "float32", "bfloat16", ALL_CPU),
    ("mixtral", MIXTRAL, "bfloat16", "bfloat16", ALL_CPU),
    ("mixtral", MIXTRAL, "bfloat16", "float32", ALL_CPU),
    ("mixtral-wide", WIDE, "bfloat16", "bfloat16", ALL_CPU),
    ("mixtral-wide", WIDE, "bfloat16", "float32", ALL_CPU),
    ("qwen3_moe", QWEN, "bfloat16", "bfloat16", ALL_CPU),
    ("qwen3_moe", QWEN, "bfloat16", "float32", ALL_CPU),
    ("mixtral", MIXTRAL, "bfloat16", "bfloat16",
     {"model.embed_tokens": "cpu", "model.norm": "cpu", "lm_head": "cpu", "model.rotary_emb": "cpu",
      **{f"model.layers.{i}": "disk" if i >= 2 else "cpu" for i in range(6)}}),
    ("llama", LLAMA, "float32", "bfloat16",
     {"model.embed_tokens": "cpu", "model.norm": "cpu", "lm_head": "cpu", "model.rotary_emb": "cpu",
      **{f"model.layers.{i}": "disk" if i >= 2 else "cpu" for i in range(8)}}),
]


def model_of(config, dtype):
    settings = transformers.AutoConfig.for_model(**config)
    cls = getattr(transformers, config["architectures"][0])
    with torch.device("meta"):
        model = cls._from_config(settings, dtype=getattr(torch, dtype))
    model.to_empty(device="cpu")
    model.tie_weights()
    for parameter in model.parameters():
        parameter.data.fill_(0.25)
    return model


def tiny(config):
    small = dict(config)
    for key, value in {"hidden_size": 64, "n_embd": 64, "intermediate_size": 64, "moe_intermediate_size": 64,
                       "num_hidden_layers": 2, "n_layer": 2, "vocab_size": 100, "head_dim": 8}.items():
        if key in small:
            small[key] = value
    return small


def anon():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon")) * 1024


def forked(work):
    """Runs work(tell) in a process of its own; returns its id and where it tells what."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        code = 1
        try:
            work(lambda value: os.write(writer, f"{value}\n".encode()))
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    return pid, os.fdopen(reader)


def watch(folder, small, dtype, device_map, threshold):
    def load(tell):
        if threshold is not None:
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, threshold)
        config = json.loads((pathlib.Path(folder) / "config.json").read_text())
        cls = getattr(transformers, config["architectures"][0])
        with tempfile.TemporaryDirectory() as scratch:
            cls.from_pretrained(small, dtype=getattr(torch, dtype), device_map={"": "cpu"})
            gc.collect()
            tell(anon())
            model = cls.from_pretrained(folder, dtype=getattr(torch, dtype), device_map=device_map,
                                        offload_folder=scratch)
            tell(anon())
        del model

    pid, told = forked(load)
    before = int(told.readline())
    os.set_blocking(told.fileno(), False)
    most = 0
    with open(f"/proc/{pid}/status") as status:
        while True:
            status.seek(0)
            text = status.read()
            at = text.find("RssAnon:")
            most = max(most, int(text[at + 8:text.index("kB", at)]) * 1024 if at >= 0 else 0)
            line = told.readline()
            if line or at < 0:
                after = int(line)
                break
    os.waitpid(pid, 0)
    return max(most, after) - before, after - before


def save(config, dtype, folder):
    pid, _ = forked(lambda tell: model_of(config, dtype).save_pretrained(folder, max_shard_size="100GB"))
    if os.waitpid(pid, 0)[1] != 0:
        raise SystemExit("could not save " + folder)


def keys_of(folder):
    from safetensors import safe_open
    with safe_open(os.path.join(folder, "model.safetensors"), framework="pt") as file:
        return {key: file.get_slice(key).get_shape() for key in file.keys()}


def main():
    models = {}
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for name, config, stored, dtype, device_map in CASES:
            folder = os.path.join(scratch, f"{name}-{stored}")
            small = folder + "-tiny"
            if not os.path.exists(folder):
                save(config, stored, folder)
                save(tiny(config), stored, small)
            models.setdefault(name, {"config": config, "keys": keys_of(folder)})
            row = {"model": name, "stored": stored, "dtype": dtype, "device_map": device_map}
            for kind, threshold in THRESHOLDS.items():
                loads = [watch(folder, small, dtype, device_map, threshold) for _ in range(LOADS)]
                row[kind] = {"peak": max(load[0] for load in loads), "left": max(load[1] for load in loads),
                             "lowest_peak": min(load[0] for load in loads)}
                print(name, stored, dtype, kind, {key: f"{value / 2**20:.1f} MiB" for key, value in row[kind].items()},
                      flush=True)
            rows.append(row)
    lines = [f'"{name}":{json.dumps(model, separators=(",", ":"))}' for name, model in models.items()]
    text = (f'{{"transformers":"{transformers.__version__}","torch":"{torch.__version__}",'
            f'"safetensors":"{safetensors.__version__}","threads":{min(4, os.cpu_count() or 4)},\n"models":{{\n'
            + ",\n".join(lines) + '},\n"loads":[\n'
            + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "]}\n")
    FILE.write_text(text)


if __name__ == "__main__":
    main()
