# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds trees from random configurations to those that the installed transformers builds.

    venv/bin/python tests/reference/check_architectures.py path/to/stowagectl [--count 50] [--seed 1] [FAMILY…]

Each configuration names one of the family's classes and some of the fields that change a tree, with
values from the table below; what the library itself refuses is passed over and counted. Prints how many
agree and the first difference of each family; exit 1 where any differs.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import transformers

from architecture_cases import described_families
from dump_architectures import build, module_node, tied_groups

ROPE = [None, {"type": "linear", "factor": 2.0}, {"type": "dynamic", "factor": 2.0},
        {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
         "original_max_position_embeddings": 1024},
        {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 1024}]
BOTH = [True, False]
HEADS = ("ForCausalLM", "Model", "ForSequenceClassification", "ForTokenClassification", "ForQuestionAnswering")
FIRST_HEADS = HEADS[:4]


def classes(prefix, heads):
    return [prefix + head for head in heads]


# "!" before a field: always given, because the default would be large or refused.
DECODER = {
    "!num_hidden_layers": [1, 2, 3], "!hidden_size": [64, 128, 192], "vocab_size": [100, 1000],
    "intermediate_size": [96, 256], "!num_attention_heads": [4, 8], "num_key_value_heads": [1, 2, 4],
    "head_dim": [16, 32], "hidden_act": ["silu", "gelu", "relu", "swish", "gelu_pytorch_tanh"], "attention_bias": BOTH,
    "mlp_bias": BOTH, "rope_scaling": ROPE, "rope_theta": [500000.0], "partial_rotary_factor": [0.5, 1.0],
    "sliding_window": [64, None], "max_position_embeddings": [4096], "!pad_token_id": [0]}
EXPERTS = {
    "num_experts": [0, 4, 8], "moe_intermediate_size": [32, 48], "shared_expert_intermediate_size": [40, 64],
    "decoder_sparse_step": [1, 2, 3], "mlp_only_layers": [[], [0], [1, 2], None], "qkv_bias": BOTH,
    "num_experts_per_tok": [2]}
WINDOWS = {"use_sliding_window": BOTH, "max_window_layers": [1, 2]}
BERT = {
    "!num_hidden_layers": [1, 2], "!hidden_size": [64, 96], "!num_attention_heads": [4],
    "intermediate_size": [128, 100], "vocab_size": [100], "hidden_act": ["gelu", "relu", "gelu_new"],
    "max_position_embeddings": [64], "type_vocab_size": [1, 2, 4], "is_decoder": [True], "add_cross_attention": BOTH,
    "classifier_dropout": [0.1, None]}

SPACE = {
    "gpt2": (["GPT2LMHeadModel", "GPT2Model", "GPT2DoubleHeadsModel", "GPT2ForSequenceClassification",
              "GPT2ForTokenClassification", "GPT2ForQuestionAnswering"], {
        "!n_layer": [1, 2, 3], "!n_embd": [64, 96], "!n_head": [4], "vocab_size": [100, 1000], "n_positions": [64, 128],
        "n_inner": [None, 100, 256], "activation_function": ["gelu_new", "relu", "gelu", "prelu"],
        "add_cross_attention": BOTH, "summary_use_proj": BOTH, "summary_proj_to_labels": BOTH,
        "summary_activation": [None, "tanh"], "summary_first_dropout": [0.0, 0.1], "summary_type": ["cls_index", "last"],
        "scale_attn_by_inverse_layer_idx": [True]}),
    "raschka-gpt2": (["GPTModel"], {
        "!n_layers": [1, 2, 3], "!emb_dim": [64, 96], "vocab_size": [100], "context_length": [32, 64],
        "qkv_bias": BOTH, "drop_rate": [0.0, 0.1]}),
    "llama": (classes("Llama", HEADS), DECODER),
    "mistral": (classes("Mistral", HEADS), DECODER),
    "qwen2": (classes("Qwen2", HEADS), DECODER | WINDOWS),
    "qwen3": (classes("Qwen3", HEADS), DECODER | WINDOWS),
    "mixtral": (classes("Mixtral", HEADS), DECODER | {"num_local_experts": [2, 4], "num_experts_per_tok": [2]}),
    "qwen2_moe": (classes("Qwen2Moe", HEADS), DECODER | EXPERTS | WINDOWS),
    "qwen3_moe": (classes("Qwen3Moe", HEADS), DECODER | EXPERTS),
    "gemma2": (classes("Gemma2", FIRST_HEADS), DECODER | {"hidden_activation": ["gelu", "gelu_pytorch_tanh"]}),
    "gemma3_text": (["Gemma3ForCausalLM", "Gemma3TextModel", "Gemma3TextForSequenceClassification"], DECODER | {
        "!num_hidden_layers": [1, 2, 3, 4], "rope_scaling": [None, {"rope_type": "linear", "factor": 8.0}],
        "rope_local_base_freq": [10000.0], "sliding_window_pattern": [1, 2, 3, 6],
        "hidden_activation": ["gelu", "gelu_pytorch_tanh"]}),
    "phi3": (classes("Phi3", FIRST_HEADS), DECODER | {"rope_scaling": [None], "partial_rotary_factor": [0.5, 0.75]}),
    "bert": (["BertForMaskedLM", "BertModel", "BertForPreTraining", "BertLMHeadModel", "BertForNextSentencePrediction",
              "BertForSequenceClassification", "BertForTokenClassification", "BertForMultipleChoice",
              "BertForQuestionAnswering"], BERT),
    "roberta": (["RobertaForMaskedLM", "RobertaModel", "RobertaForCausalLM", "RobertaForSequenceClassification",
                 "RobertaForTokenClassification", "RobertaForMultipleChoice", "RobertaForQuestionAnswering"], BERT),
    "t5": (["T5ForConditionalGeneration", "T5Model", "T5EncoderModel", "T5ForSequenceClassification",
            "T5ForTokenClassification", "T5ForQuestionAnswering"], {
        "!num_layers": [1, 2, 3], "num_decoder_layers": [1, 2, None], "d_model": [64, 96], "d_kv": [8, 16],
        "d_ff": [128], "num_heads": [4, 6], "vocab_size": [100],
        "feed_forward_proj": ["relu", "gated-gelu", "gated-silu", "gelu"], "is_gated_act": BOTH,
        "dense_act_fn": ["gelu_new", "relu"], "relative_attention_num_buckets": [16]}),
    "opt": (["OPTForCausalLM", "OPTModel", "OPTForSequenceClassification", "OPTForQuestionAnswering"], {
        "!num_hidden_layers": [1, 2], "!hidden_size": [64, 96], "!num_attention_heads": [4], "ffn_dim": [128],
        "vocab_size": [100], "max_position_embeddings": [64], "do_layer_norm_before": BOTH,
        "_remove_final_layer_norm": BOTH, "word_embed_proj_dim": [32, 64, None],
        "activation_function": ["relu", "gelu"], "enable_bias": BOTH, "layer_norm_elementwise_affine": BOTH}),
    "bloom": (classes("Bloom", HEADS), {
        "n_layer": [1, 3], "hidden_size": [64, 96], "n_embed": [64, 128], "n_head": [4], "vocab_size": [100]}),
    "gpt_neox": (classes("GPTNeoX", HEADS), {
        "!num_hidden_layers": [1, 2], "!hidden_size": [64, 128], "!num_attention_heads": [4],
        "intermediate_size": [100], "vocab_size": [100], "hidden_act": ["gelu", "relu"], "attention_bias": BOTH,
        "rotary_pct": [0.25, 0.5, 1.0], "rope_scaling": ROPE, "partial_rotary_factor": [0.5]}),
    "falcon": (classes("Falcon", HEADS), {
        "!num_hidden_layers": [1, 2], "!hidden_size": [64, 128], "n_embed": [192], "!num_attention_heads": [4, 8],
        "num_kv_heads": [1, 2, 4], "num_ln_in_parallel_attn": [1, 2, None], "new_decoder_architecture": BOTH,
        "multi_query": BOTH, "parallel_attn": BOTH, "bias": BOTH, "alibi": BOTH, "ffn_hidden_size": [100, None],
        "activation": ["gelu", "relu"], "vocab_size": [100], "rope_scaling": ROPE}),
    "deepseek_v3": (classes("DeepseekV3", FIRST_HEADS), {k: v for k, v in DECODER.items() if k != "mlp_bias"} | {
        "q_lora_rank": [None, 24, 32], "kv_lora_rank": [16], "qk_rope_head_dim": [8, 16], "v_head_dim": [16, 24],
        "qk_nope_head_dim": [16], "n_shared_experts": [1, 2], "n_routed_experts": [4, 8], "num_local_experts": [16],
        "moe_intermediate_size": [32], "first_k_dense_replace": [0, 1, 2, 5], "num_nextn_predict_layers": [1]}),
    "gptj": (["GPTJForCausalLM", "GPTJModel", "GPTJForSequenceClassification", "GPTJForQuestionAnswering"], {
        "!n_layer": [1, 2], "!n_embd": [64, 96], "!n_head": [4], "vocab_size": [100], "n_positions": [32],
        "n_inner": [100, None], "rotary_dim": [8, 16], "activation_function": ["gelu_new", "relu"]}),
    "vit": (["ViTForImageClassification", "ViTModel", "ViTForMaskedImageModeling"], {
        "!num_hidden_layers": [1, 2], "hidden_size": [64, 96], "num_attention_heads": [4], "head_dim": [16],
        "intermediate_size": [100], "image_size": [32, [32, 64], 48], "patch_size": [8, 16, [8, 16]],
        "num_channels": [1, 3], "qkv_bias": BOTH, "pooler_output_size": [None, 32], "pooler_act": ["tanh", "relu"]}),
    "whisper": (["WhisperForConditionalGeneration", "WhisperModel", "WhisperForCausalLM",
                 "WhisperForAudioClassification"], {
        "!encoder_layers": [1, 2], "!decoder_layers": [1, 3], "d_model": [48, 96], "encoder_ffn_dim": [100],
        "decoder_ffn_dim": [120], "vocab_size": [51865, 52000], "num_mel_bins": [80, 128],
        "max_source_positions": [100], "max_target_positions": [50], "use_weighted_layer_sum": BOTH,
        "classifier_proj_size": [32], "activation_function": ["gelu", "relu"]}),
    "glm": (classes("Glm", FIRST_HEADS), DECODER),
    "glm4": (classes("Glm4", FIRST_HEADS), DECODER),
    "chatglm": (["ChatGLMModel", "ChatGLMForConditionalGeneration"], {
        "!num_layers": [1, 2], "!hidden_size": [64, 96], "!num_attention_heads": [4, 8], "vocab_size": [97, 100],
        "inner_hidden_size": [100, 256], "position_encoding_2d": BOTH, "pre_seq_len": [None, 8],
        "prefix_projection": BOTH}),
    "chatglm2": (["ChatGLMModel", "ChatGLMForConditionalGeneration", "ChatGLMForSequenceClassification"], {
        "!num_layers": [1, 2], "!hidden_size": [64, 96], "!num_attention_heads": [4, 8], "!padded_vocab_size": [97, 100],
        "ffn_hidden_size": [100], "kv_channels": [8, 24, 30], "rmsnorm": BOTH,
        "post_layer_norm": BOTH, "add_bias_linear": BOTH, "add_qkv_bias": BOTH, "multi_query_attention": BOTH,
        "multi_query_group_num": [1, 2, 4], "classifier_dropout": [None, 0.1], "pre_seq_len": [None, 8],
        "prefix_projection": BOTH, "seq_length": [512]}),
    "mingpt": (["GPT"], {
        "!n_layer": [1, 2], "!n_embd": [64, 96], "!n_head": [4, 8], "vocab_size": [97, 100], "block_size": [16, 32]}),
    "gemma": (classes("Gemma", FIRST_HEADS), DECODER | {"hidden_activation": [None, "gelu"]}),
    "phi": (classes("Phi", FIRST_HEADS), DECODER | {"qk_layernorm": BOTH}),
    "starcoder2": (classes("Starcoder2", FIRST_HEADS), DECODER | {"use_bias": BOTH}),
    "stablelm": (classes("StableLm", FIRST_HEADS), DECODER | {
        "!num_key_value_heads": [1, 2, 4], "use_qkv_bias": BOTH, "qk_layernorm": BOTH, "use_parallel_residual": BOTH}),
    "cohere": (classes("Cohere", HEADS[:2]), DECODER | {"use_qk_norm": BOTH}),
    "cohere2": (classes("Cohere2", HEADS[:2]), DECODER | {"sliding_window_pattern": [2, 4]}),
    "olmo": (classes("Olmo", HEADS[:3]), DECODER | {"clip_qkv": [None, 8.0]}),
    "olmo2": (classes("Olmo2", HEADS[:3]), DECODER),
    "smollm3": (classes("SmolLM3", HEADS), DECODER | {"no_rope_layer_interval": [2, 4]}),
    "granite": (classes("Granite", HEADS[:2]), DECODER | {"embedding_multiplier": [12.0]}),
    "deepseek_v2": (classes("DeepseekV2", HEADS[:3]), DECODER | {
        "q_lora_rank": [None, 24, 32], "kv_lora_rank": [16], "qk_rope_head_dim": [8, 16], "v_head_dim": [16, 24],
        "qk_nope_head_dim": [16], "n_shared_experts": [1, 2], "n_routed_experts": [4, 8], "num_experts": [16],
        "moe_intermediate_size": [32], "first_k_dense_replace": [0, 1, 2, 5]}),
    "gpt_oss": (classes("GptOss", FIRST_HEADS), DECODER | {"num_local_experts": [4, 8], "num_experts": [2]}),
    "xlm-roberta": (["XLMRobertaForMaskedLM", "XLMRobertaModel", "XLMRobertaForCausalLM",
                     "XLMRobertaForSequenceClassification", "XLMRobertaForTokenClassification",
                     "XLMRobertaForMultipleChoice", "XLMRobertaForQuestionAnswering"], BERT),
    "camembert": (["CamembertForMaskedLM", "CamembertModel", "CamembertForCausalLM", "CamembertForSequenceClassification",
                   "CamembertForTokenClassification", "CamembertForMultipleChoice", "CamembertForQuestionAnswering"], BERT),
    "mpt": (classes("Mpt", HEADS), {
        "!n_layers": [1, 2], "!d_model": [64, 96], "!n_heads": [4], "vocab_size": [100], "expansion_ratio": [2, 4],
        "no_bias": BOTH, "max_seq_len": [64], "learned_pos_emb": BOTH}),
    "gpt_neo": (classes("GPTNeo", HEADS), {
        "!num_layers": [2], "!attention_types": [[[["global", "local"], 1]], [[["global"], 2]]], "!hidden_size": [64, 96],
        "!num_heads": [4], "vocab_size": [100], "max_position_embeddings": [32], "intermediate_size": [None, 100],
        "activation_function": ["gelu_new", "relu"]}),
    "distilbert": (["DistilBertForMaskedLM", "DistilBertModel", "DistilBertForSequenceClassification",
                    "DistilBertForTokenClassification", "DistilBertForQuestionAnswering", "DistilBertForMultipleChoice"], {
        "!n_layers": [1, 2], "!dim": [64, 96], "!n_heads": [4], "hidden_dim": [100], "vocab_size": [100],
        "max_position_embeddings": [32], "activation": ["gelu", "relu"], "sinusoidal_pos_embds": BOTH}),
    "siglip_vision_model": (["SiglipVisionModel"], {
        "!num_hidden_layers": [1, 2], "!hidden_size": [64, 96], "!num_attention_heads": [4], "intermediate_size": [100],
        "image_size": [32, 50], "patch_size": [8, 16], "num_channels": [1, 3], "vision_use_head": BOTH,
        "hidden_act": ["gelu", "gelu_pytorch_tanh"]}),
}
SPACE["mt5"] = ([name.replace("T5", "MT5") for name in SPACE["t5"][0]], SPACE["t5"][1])
PARTS = {"gemma3": (["Gemma3ForConditionalGeneration", "Gemma3Model", "Gemma3ForSequenceClassification"],
                    {"text_config": "gemma3_text", "vision_config": "siglip_vision_model"})}
DIFFUSERS = set()
for described in described_families():
    SPACE[described["name"]] = described["classes"], described["vary"]
    if described.get("library") == "diffusers":
        DIFFUSERS.add(described["name"])


def chosen(fields, rng):
    """Some of the fields, those with a "!" always, each with one of its values; an object is chosen from in turn."""
    config = {}
    for field, values in fields.items():
        if field.startswith("!") or rng.random() < 0.5:
            config[field.lstrip("!")] = chosen(values, rng) if isinstance(values, dict) else rng.choice(values)
    return config


def variation(family, rng):
    if family in PARTS:
        names, parts = PARTS[family]
        config = {"model_type": family, "architectures": [rng.choice(names)]}
        for field, part in parts.items():
            inner = variation(part, rng)
            del inner["architectures"]
            config[field] = inner
        return config | {"tie_word_embeddings": rng.random() < 0.5, "torch_dtype": rng.choice(("bfloat16", "float32"))}
    names, fields = SPACE[family]
    if family in DIFFUSERS:
        return {"_class_name": family} | chosen(fields, rng)
    config = {"model_type": "chatglm" if family == "chatglm2" else family, "architectures": [rng.choice(names)]}
    config |= chosen(fields, rng)
    if family == "raschka-gpt2":
        return config
    if rng.random() < 0.4:
        config[rng.choice(("torch_dtype", "dtype"))] = rng.choice(("float32", "bfloat16", "float16"))
    labels = rng.random()
    if labels < 0.2:
        config["num_labels"] = rng.choice((1, 3, 7))
    elif labels < 0.4:
        config["id2label"] = {str(i): f"L{i}" for i in range(rng.choice((1, 2, 5)))}
    if rng.random() < 0.4:
        config["tie_word_embeddings"] = rng.random() < 0.5
    return config


def lines_of(node, path=""):
    """A tree in lines, whichever side wrote it."""
    yield f"[{path}] {node.get('class', '')} {node.get('same_as', '')}"
    for kind in ("params", "buffers"):
        for tensor in node.get(kind, ()):
            saved = tensor.get("persistent", True)
            yield f"{path}: {kind} {tensor['name']} {tensor['dtype']} {tensor['shape']} {saved}"
    for child in node.get("children", ()):
        for number in range(child.get("repeat", 1)):
            name = str(int(child["name"]) + number) if "repeat" in child else child["name"]
            yield from lines_of(child, f"{path}.{name}" if path else name)


def described(tree, no_split, parameters):
    lines = list(lines_of(tree))
    lines += sorted(f"tied {sorted(group)}" for group in tree.get("tied", ()))
    return [*lines, f"no split {sorted(no_split)}", f"parameters {parameters}"]


def of_library(config):
    model = build(config)
    tree = module_node("", model, "", {})
    tree["tied"] = tied_groups(model)
    no_split = getattr(model, "_no_split_modules", None) or []
    return described(tree, no_split, sum(p.numel() for p in model.parameters()))


def of_stowage(program, path):
    answer = subprocess.run([program, "inspect", str(path), "--json"], capture_output=True, text=True, check=False)
    document = json.loads(answer.stdout)
    if "error" in document:
        return [document["error"]["message"]]
    return described(document["tree"], document["no_split_module_classes"], document["total_parameters"])


def check(family, program, count, rng, folder):
    agreed = refused = 0
    difference = None
    while agreed < count and difference is None and refused < 10 * count:
        config = variation(family, rng)
        try:
            theirs = of_library(config)
        except Exception:  # what the library itself refuses is no question to Stowage
            refused += 1
            continue
        path = folder / "config.json"
        path.write_text(json.dumps(config))
        ours = of_stowage(program, path)
        if ours == theirs:
            agreed += 1
            continue
        width = max(len(ours), len(theirs))
        pairs = zip(ours + [""] * (width - len(ours)), theirs + [""] * (width - len(theirs)))
        difference = json.dumps(config), next(pair for pair in pairs if pair[0] != pair[1])
    print(f"{family}: {agreed} agree, the library refused {refused}", flush=True)
    if difference:
        print(f"  {difference[0]}\n  ours:   {difference[1][0]}\n  theirs: {difference[1][1]}")
    return difference is None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("family", nargs="*")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_intermixed_args()
    transformers.logging.set_verbosity_error()
    with tempfile.TemporaryDirectory() as folder:
        results = [check(family, options.program, options.count, random.Random(f"{options.seed} {family}"),
                         pathlib.Path(folder)) for family in options.family or (*SPACE, *PARTS)]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
