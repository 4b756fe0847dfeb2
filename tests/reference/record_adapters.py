# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/adapters: LoRA adapters that PEFT saved, and the models that it makes of them.

    venv/bin/python tests/reference/record_adapters.py        # torch, transformers, peft, accelerate

Each case is a small model of transformers (or of diffusers) with random weights, saved as
`CASE/base`, and one or two adapters of PEFT, saved as `CASE/NAME`. `CASE/tree.json` is what
PeftModel.from_pretrained makes of them, adapters not merged: the tree below the wrapper, as a
`.tree.json`, with the SHA-256 of every tensor. `maps.json` has what Accelerate's infer_auto_device_map
returns for that model under several limits, `tenants.json` what it returns for a module that holds several
of the base models.
"""
import hashlib
import json
import pathlib
import shutil

import accelerate
import peft
import torch
import transformers
from accelerate.utils import modeling
from peft import LoraConfig, PeftModel
from safetensors.torch import load_file, save_file
from transformers import (BertConfig, BertForSequenceClassification, GPT2Config, GPT2LMHeadModel, LlamaConfig,
                          LlamaForCausalLM, T5Config, T5ForConditionalGeneration, WhisperConfig,
                          WhisperForConditionalGeneration)

from dump_trees import module_json, tied_groups
from record_cases import machine

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "adapters"


def llama(**more):
    return LlamaForCausalLM(LlamaConfig(hidden_size=16, intermediate_size=24, num_hidden_layers=2,
                                        num_attention_heads=2, num_key_value_heads=1, vocab_size=40, **more))


def gpt2():
    return GPT2LMHeadModel(GPT2Config(n_layer=2, n_embd=16, n_head=2, vocab_size=40, n_positions=16))


def bert():
    return BertForSequenceClassification(BertConfig(
        hidden_size=16, intermediate_size=24, num_hidden_layers=2, num_attention_heads=2, vocab_size=40,
        max_position_embeddings=16, num_labels=3))


def t5():
    return T5ForConditionalGeneration(T5Config(d_model=16, d_ff=24, d_kv=8, num_layers=2, num_decoder_layers=1,
                                               num_heads=2, vocab_size=40))


def whisper():
    return WhisperForConditionalGeneration(WhisperConfig(
        d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2, decoder_attention_heads=2,
        encoder_ffn_dim=24, decoder_ffn_dim=24, vocab_size=40, num_mel_bins=8, max_source_positions=16,
        max_target_positions=16, pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1,
        suppress_tokens=None, begin_suppress_tokens=None))


# By case: the model, and its adapters by name.
CASES = {
    "llama": (llama, {"default": LoraConfig(r=4, target_modules=["q_proj", "v_proj"])}),
    "llama-all": (llama, {"default": LoraConfig(r=2, target_modules="all-linear", lora_dropout=0.1,
                                                rank_pattern={"down_proj": 3})}),
    "llama-dora": (llama, {"default": LoraConfig(r=2, target_modules=["q_proj", "down_proj", "embed_tokens"],
                                                 use_dora=True, modules_to_save=["lm_head"])}),
    "llama-two": (lambda: llama(tie_word_embeddings=True),
                  {"chat": LoraConfig(r=2, target_modules=["q_proj", "up_proj"]),
                   "code": LoraConfig(r=3, target_modules=["q_proj", "o_proj"])}),
    "llama-bias": (lambda: llama(attention_bias=True),
                   {"default": LoraConfig(r=2, target_modules=["k_proj"], bias="lora_only", lora_bias=True)}),
    "gpt2": (gpt2, {"default": LoraConfig(r=2, target_modules=["c_attn", "c_proj"], fan_in_fan_out=True)}),
    "gpt2-tied": (gpt2, {"default": LoraConfig(r=2, target_modules=["wte", "c_fc"], fan_in_fan_out=True)}),
    "bert": (bert, {"default": LoraConfig(r=2, target_modules=["query", "value"], task_type="SEQ_CLS")}),
    "t5": (t5, {"default": LoraConfig(r=2, target_modules=["q", "wo"])}),
    "whisper": (whisper, {"default": LoraConfig(r=2, target_modules=["conv1", "fc1", "q_proj"])}),
}


def perturb(model, seed):
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))


def digest(tensor):
    return hashlib.sha256(tensor.detach().contiguous().cpu().view(torch.uint8).numpy().tobytes()
                          if tensor.dim() else tensor.detach().numpy().tobytes()).hexdigest()


def limits(model):
    sizes = modeling.compute_module_sizes(model)
    total = sizes[""]
    for share in (2.0, 0.8, 0.45):
        yield {0: int(total * share), "cpu": total * 2}
        yield {0: int(total * share / 2), 1: int(total * share / 2), "cpu": total * 2}
    yield {0: int(total * 0.3), "cpu": int(total * 0.3)}


def maps_of(model, no_split):
    rows = []
    for memory in limits(model):
        for strategy in ("auto", "balanced_low_0", "sequential"):
            asked = dict(memory)
            if strategy != "sequential":
                asked = modeling.get_balanced_memory(model, asked, no_split_module_classes=no_split,
                                                     low_zero=strategy == "balanced_low_0")
            device_map = accelerate.infer_auto_device_map(model, dict(asked), no_split_module_classes=no_split)
            rows.append({"strategy": strategy, "max_memory": {str(k): v for k, v in memory.items()},
                         "device_map": [[k, str(v)] for k, v in device_map.items()]})
    return rows


def record(name, maps):
    build, adapters = CASES[name]
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    torch.manual_seed(1)
    base = build()
    perturb(base, 2)
    base.save_pretrained(folder / "base")
    for part in ("generation_config.json",):
        (folder / "base" / part).unlink(missing_ok=True)
    for seed, (adapter, config) in enumerate(adapters.items()):
        model = peft.get_peft_model(build(), config)
        model.get_base_model().load_state_dict(base.state_dict(), strict=False)
        generator = torch.Generator().manual_seed(10 + seed)
        with torch.no_grad():
            for parameter_name, parameter in model.named_parameters():
                if parameter.requires_grad:
                    parameter.copy_(torch.randn(parameter.shape, generator=generator))
        model.save_pretrained(folder / adapter)
        (folder / adapter / "README.md").unlink(missing_ok=True)
    merged = None
    for adapter in adapters:
        if merged is None:
            fresh = type(base).from_pretrained(folder / "base")
            merged = PeftModel.from_pretrained(fresh, folder / adapter, adapter_name=adapter,
                                               autocast_adapter_dtype=False)
        else:
            merged.load_adapter(folder / adapter, adapter_name=adapter, autocast_adapter_dtype=False)
    model = merged.get_base_model()
    tree = module_json("", model)
    if tied_groups(model):
        tree["tied"] = tied_groups(model)
    no_split = sorted(set(model._no_split_modules or []))
    document = {"format": "stowage.tree", "version": 1, "no_split_module_classes": no_split, "tree": tree}
    digests = {n: digest(t) for n, t in model.state_dict().items()}
    (folder / "tree.json").write_text(json.dumps({"document": document, "digests": digests}) + "\n")
    with machine({"gpu_free": [80 << 30] * 2, "ram_available": 200 << 30}):
        maps[name] = maps_of(model, no_split)


def record_mtp():
    """A published layout with a layer for multi-token prediction: the library leaves it out."""
    torch.manual_seed(1)
    model = transformers.Ernie4_5_MoeForCausalLM(transformers.Ernie4_5_MoeConfig(
        vocab_size=40, hidden_size=16, intermediate_size=24, num_hidden_layers=2, num_attention_heads=2,
        num_key_value_heads=1, moe_intermediate_size=8, moe_num_experts=2, moe_k=1, moe_num_shared_experts=1,
        moe_layer_start_index=1, moe_layer_end_index=1, max_position_embeddings=64))
    perturb(model, 3)
    folder = FOLDER / "ernie-mtp"
    shutil.rmtree(folder, ignore_errors=True)
    model.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    tensors = load_file(folder / "model.safetensors")
    generator = torch.Generator().manual_seed(4)
    for name, shape in {"mtp_block.0.self_attn.q_proj": (16, 16), "mtp_block.0.self_attn.k_proj": (8, 16),
                        "mtp_block.0.self_attn.v_proj": (8, 16), "mtp_block.0.self_attn.o_proj": (16, 16),
                        "mtp_block.0.mlp.gate_proj": (24, 16), "mtp_block.0.mlp.up_proj": (24, 16),
                        "mtp_block.0.mlp.down_proj": (16, 24), "mtp_block.0.input_layernorm": (16,),
                        "mtp_block.0.post_attention_layernorm": (16,), "mtp_emb_norm.0": (16,),
                        "mtp_hidden_norm.0": (16,), "mtp_linear_proj.0": (16, 32)}.items():
        tensors[f"model.{name}.weight"] = torch.randn(shape, generator=generator)
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    loaded, info = transformers.AutoModelForCausalLM.from_pretrained(folder, output_loading_info=True)
    assert not info["missing_keys"] and not info["unexpected_keys"], info  # left out without a word


class Tenants(torch.nn.Module):
    """Several models as the children of one module."""

    def __init__(self, models):
        super().__init__()
        for name, model in models.items():
            self.add_module(name, model)


def record_tenants():
    """Maps of models that share devices, by the folders of their weights."""
    groups = {"model": "llama", "draft": "gpt2"}, {"model": "gpt2", "embedder": "bert", "writer": "t5"}
    recorded = []
    for group in groups:
        models = {name: CASES[case][0]() for name, case in group.items()}
        no_split = sorted({cls for model in models.values() for cls in model._no_split_modules or []})
        with machine({"gpu_free": [80 << 30] * 2, "ram_available": 200 << 30}):
            rows = maps_of(Tenants(models), no_split)
        recorded.append({"models": group, "maps": rows})
    return recorded


def main():
    print("peft", peft.__version__, "transformers", transformers.__version__, "accelerate", accelerate.__version__)
    FOLDER.mkdir(parents=True, exist_ok=True)
    maps = {}
    for name in CASES:
        print(name)
        record(name, maps)
    rows = [f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(row) for row in maps[name]) + "\n]" for name in maps]
    record_mtp()
    (FOLDER / "tenants.json").write_text(json.dumps(record_tenants()) + "\n")
    (FOLDER / "maps.json").write_text("{" + ",\n".join(rows) + "}\n")


if __name__ == "__main__":
    main()
