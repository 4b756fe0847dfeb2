# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/data/key_lists/models.json: what state dicts of real models look like, with the
modules that their no-split classes name, for tst_guessed_blocks.

    venv/bin/python tests/reference/dump_key_lists.py

Needs transformers; neither the build nor the tests run it. Small configurations on the meta device:
names, dtypes and shapes are those of the library, sizes are not those of any published model.
"""
import json
import pathlib

import torch
import transformers as tf

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "key_lists"
SHORT = {"float32": "f", "int64": "l", "bool": "b", "bfloat16": "h"}

TEXT = dict(vocab_size=64, hidden_size=16, intermediate_size=24, num_hidden_layers=4,
            num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=32,
            pad_token_id=0, bos_token_id=1, eos_token_id=2)
EXPERTS = dict(TEXT, num_experts=4, num_local_experts=4, num_experts_per_tok=2)


def models():
    yield "llama", tf.LlamaForCausalLM, tf.LlamaConfig(**TEXT)
    yield "qwen2", tf.Qwen2ForCausalLM, tf.Qwen2Config(**TEXT)
    yield "gemma2", tf.Gemma2ForCausalLM, tf.Gemma2Config(**TEXT, head_dim=4)
    yield "mixtral", tf.MixtralForCausalLM, tf.MixtralConfig(**EXPERTS)
    yield "deepseek", tf.DeepseekV3ForCausalLM, tf.DeepseekV3Config(
        **dict(TEXT, num_key_value_heads=4), n_routed_experts=4, first_k_dense_replace=1, n_group=1,
        topk_group=1, num_experts_per_tok=2, moe_intermediate_size=8, q_lora_rank=8,
        kv_lora_rank=8, qk_rope_head_dim=4, qk_nope_head_dim=4, v_head_dim=4)
    yield "jamba", tf.JambaForCausalLM, tf.JambaConfig(
        **dict(TEXT, num_hidden_layers=8), num_experts=2, attn_layer_period=4, attn_layer_offset=2,
        use_mamba_kernels=False, mamba_d_state=4, mamba_dt_rank=4)
    yield "bert", tf.BertModel, tf.BertConfig(**TEXT)
    yield "distilbert", tf.DistilBertModel, tf.DistilBertConfig(
        vocab_size=64, dim=16, hidden_dim=24, n_layers=4, n_heads=4, max_position_embeddings=32)
    yield "t5", tf.T5ForConditionalGeneration, tf.T5Config(
        vocab_size=64, d_model=16, d_kv=4, d_ff=24, num_layers=4, num_heads=4)
    yield "bart", tf.BartForConditionalGeneration, tf.BartConfig(
        vocab_size=64, d_model=16, encoder_layers=3, decoder_layers=3, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=24, decoder_ffn_dim=24,
        max_position_embeddings=32)
    yield "vit", tf.ViTModel, tf.ViTConfig(
        hidden_size=16, intermediate_size=24, num_hidden_layers=4, num_attention_heads=4,
        image_size=32, patch_size=16)
    yield "clip", tf.CLIPModel, tf.CLIPConfig(
        text_config=dict(TEXT, projection_dim=8),
        vision_config=dict(hidden_size=16, intermediate_size=24, num_hidden_layers=3,
                           num_attention_heads=4, image_size=32, patch_size=16, projection_dim=8),
        projection_dim=8)
    yield "swin", tf.SwinModel, tf.SwinConfig(
        image_size=64, patch_size=4, embed_dim=8, depths=[2, 2, 3, 2], num_heads=[1, 1, 2, 2],
        window_size=2)
    yield "falcon", tf.FalconForCausalLM, tf.FalconConfig(
        vocab_size=64, hidden_size=16, num_hidden_layers=4, num_attention_heads=4)
    yield "gpt-neox", tf.GPTNeoXForCausalLM, tf.GPTNeoXConfig(**{
        key: value for key, value in TEXT.items() if key != "num_key_value_heads"})
    yield "bloom", tf.BloomForCausalLM, tf.BloomConfig(
        vocab_size=64, hidden_size=16, n_layer=4, n_head=4)
    yield "opt", tf.OPTForCausalLM, tf.OPTConfig(
        vocab_size=64, hidden_size=16, ffn_dim=24, num_hidden_layers=4, num_attention_heads=4,
        max_position_embeddings=32, word_embed_proj_dim=16)
    yield "whisper", tf.WhisperForConditionalGeneration, tf.WhisperConfig(
        vocab_size=64, d_model=16, encoder_layers=4, decoder_layers=4, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=24, decoder_ffn_dim=24,
        max_source_positions=32, max_target_positions=32, pad_token_id=0, bos_token_id=1,
        eos_token_id=2, decoder_start_token_id=1)
    yield "mamba", tf.MambaForCausalLM, tf.MambaConfig(
        vocab_size=64, hidden_size=16, state_size=4, num_hidden_layers=4, time_step_rank=4)
    yield "resnet", tf.ResNetModel, tf.ResNetConfig(
        embedding_size=4, hidden_sizes=[8, 12, 16, 20], depths=[3, 4, 6, 3])


def described(model):
    keys = [[name, SHORT[str(tensor.dtype).replace("torch.", "")], list(tensor.shape)]
            for name, tensor in model.state_dict().items()]
    classes = sorted(model._no_split_modules or [])
    blocks = {name: [path for path, module in model.named_modules()
                     if type(module).__name__ == name] for name in classes}
    return {"class": type(model).__name__, "blocks": blocks, "keys": keys}


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    lists = {}
    for name, kind, config in models():
        with torch.device("meta"):
            lists[name] = described(kind(config))
    lines = ",\n".join(json.dumps(name) + ":" + json.dumps(value, separators=(",", ":"))
                       for name, value in lists.items())
    (FOLDER / "models.json").write_text("{" + lines + "}\n")


if __name__ == "__main__":
    main()
