# SPDX-License-Identifier: GPL-3.0-or-later
"""Configurations whose trees dump_architectures.py records: (name, source, config.json).

"default" ones name nothing but the class: the library's own numbers. The others are written by hand
from the model's published config.json; the source names where those numbers stand. Fields that no
tree depends on are left out, some odd ones are kept because a reader must cope with them.
published_configs.jsonl has more models, their fields as published: a repository and its config.json a
line.
"""
import functools
import json
import pathlib

HUB = "config.json of huggingface.co/"


def case(name, source, model_type, architecture=None, **fields):
    config = {"model_type": model_type}
    if architecture:
        config["architectures"] = [architecture]
    return name, source, config | fields


def default(model_type, architecture):
    return case("default", "the library's defaults", model_type, architecture)


def made(name, model_type, architecture, **fields):
    return case(name, "made up: the fields that change the tree", model_type, architecture, **fields)


def gpt2():
    yield default("gpt2", "GPT2LMHeadModel")
    yield case("gpt2-xl", HUB + "openai-community/gpt2-xl", "gpt2", "GPT2LMHeadModel", n_ctx=1024, n_embd=1600,
               n_head=25, n_layer=48, n_positions=1024, vocab_size=50257, activation_function="gelu_new")
    yield case("gpt2-medium", HUB + "openai-community/gpt2-medium", "gpt2", "GPT2LMHeadModel", n_embd=1024, n_head=16,
               n_layer=24)
    yield case("distilgpt2", HUB + "distilbert/distilgpt2", "gpt2", "GPT2LMHeadModel", n_embd=768, n_head=12, n_layer=6,
               id2label={"0": "LABEL_0"}, label2id={"LABEL_0": 0})
    small = {"n_layer": 2, "n_embd": 64, "n_head": 4, "vocab_size": 100, "n_positions": 32}
    yield made("base", "gpt2", "GPT2Model", **small, add_cross_attention=True, n_inner=100)
    yield made("two-heads", "gpt2", "GPT2DoubleHeadsModel", **small, summary_activation="tanh", num_labels=3)
    yield made("labels", "gpt2", "GPT2ForSequenceClassification", **small, id2label={"0": "a", "1": "b", "2": "c"})
    yield made("tokens", "gpt2", "GPT2ForTokenClassification", **small, num_labels=9, torch_dtype="bfloat16")
    yield made("questions", "gpt2", "GPT2ForQuestionAnswering", **small)


def raschka():
    book = "the book's GPT_CONFIG_124M (github.com/rasbt/LLMs-from-scratch, ch04)"
    yield case("default", book, "raschka-gpt2", qkv_bias=False)
    yield case("gpt2-small", "the book's ch05 with OpenAI's weights", "raschka-gpt2", vocab_size=50257,
               context_length=1024, emb_dim=768, n_heads=12, n_layers=12, qkv_bias=True)
    yield case("gpt2-xl", "the book's ch05: gpt2-xl (1558M)", "raschka-gpt2", vocab_size=50257, context_length=1024,
               emb_dim=1600, n_heads=25, n_layers=48, qkv_bias=True, drop_rate=0.0)


def llama():
    yield default("llama", "LlamaForCausalLM")
    llama2 = {"hidden_act": "silu", "vocab_size": 32000, "max_position_embeddings": 4096, "rope_scaling": None,
              "torch_dtype": "float16"}
    yield case("llama-2-70b", HUB + "meta-llama/Llama-2-70b-hf", "llama", "LlamaForCausalLM", **llama2, hidden_size=8192,
               intermediate_size=28672, num_attention_heads=64, num_hidden_layers=80, num_key_value_heads=8,
               tie_word_embeddings=False)
    llama3 = {"attention_bias": False, "mlp_bias": False, "vocab_size": 128256, "rope_theta": 500000.0,
              "max_position_embeddings": 131072, "torch_dtype": "bfloat16",
              "rope_scaling": {"factor": 8.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0,
                               "original_max_position_embeddings": 8192, "rope_type": "llama3"}}
    yield case("llama-3.1-8b", HUB + "meta-llama/Llama-3.1-8B", "llama", "LlamaForCausalLM", **llama3, hidden_size=4096,
               intermediate_size=14336, num_attention_heads=32, num_hidden_layers=32, num_key_value_heads=8)
    yield case("llama-3.1-405b", HUB + "meta-llama/Llama-3.1-405B", "llama", "LlamaForCausalLM", **llama3,
               hidden_size=16384, intermediate_size=53248, num_attention_heads=128, num_hidden_layers=126,
               num_key_value_heads=8)
    yield case("llama-3.2-1b", HUB + "meta-llama/Llama-3.2-1B", "llama", "LlamaForCausalLM",
               **(llama3 | {"rope_scaling": llama3["rope_scaling"] | {"factor": 32.0}}), head_dim=64, hidden_size=2048,
               intermediate_size=8192, num_attention_heads=32, num_hidden_layers=16, num_key_value_heads=8,
               tie_word_embeddings=True)
    yield case("tinyllama-1.1b", HUB + "TinyLlama/TinyLlama-1.1B-Chat-v1.0", "llama", "LlamaForCausalLM",
               hidden_size=2048, intermediate_size=5632, num_attention_heads=32, num_hidden_layers=22,
               num_key_value_heads=4, vocab_size=32000, torch_dtype="bfloat16")
    small = {"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
             "vocab_size": 100}
    yield made("biases", "llama", "LlamaModel", **small, attention_bias=True, mlp_bias=True, head_dim=24)
    yield made("labels", "llama", "LlamaForSequenceClassification", **small, num_labels=5, num_key_value_heads=2)
    yield made("tokens", "llama", "LlamaForTokenClassification", **small, hidden_act="gelu")
    yield made("questions", "llama", "LlamaForQuestionAnswering", **small)


def mistral():
    yield default("mistral", "MistralForCausalLM")
    yield case("mistral-7b", HUB + "mistralai/Mistral-7B-v0.1", "mistral", "MistralForCausalLM", hidden_size=4096,
               intermediate_size=14336, num_attention_heads=32, num_hidden_layers=32, num_key_value_heads=8,
               sliding_window=4096, vocab_size=32000, torch_dtype="bfloat16")
    yield case("mistral-nemo-12b", HUB + "mistralai/Mistral-Nemo-Base-2407", "mistral", "MistralForCausalLM",
               head_dim=128, hidden_size=5120, intermediate_size=14336, num_attention_heads=32, num_hidden_layers=40,
               num_key_value_heads=8, sliding_window=None, vocab_size=131072, torch_dtype="bfloat16")
    small = {"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
             "num_key_value_heads": 2, "vocab_size": 100}
    yield made("questions", "mistral", "MistralForQuestionAnswering", **small)
    yield made("tokens", "mistral", "MistralForTokenClassification", **small, tie_word_embeddings=True)


def qwen2():
    yield default("qwen2", "Qwen2ForCausalLM")
    yield case("qwen2.5-0.5b", HUB + "Qwen/Qwen2.5-0.5B", "qwen2", "Qwen2ForCausalLM", hidden_size=896,
               intermediate_size=4864, max_window_layers=24, num_attention_heads=14, num_hidden_layers=24,
               num_key_value_heads=2, tie_word_embeddings=True, vocab_size=151936, torch_dtype="bfloat16",
               use_sliding_window=False)
    yield case("qwen2.5-7b", HUB + "Qwen/Qwen2.5-7B", "qwen2", "Qwen2ForCausalLM", hidden_size=3584,
               intermediate_size=18944, num_attention_heads=28, num_hidden_layers=28, num_key_value_heads=4,
               tie_word_embeddings=False, vocab_size=152064, torch_dtype="bfloat16")
    yield made("windows", "qwen2", "Qwen2ForQuestionAnswering", hidden_size=64, intermediate_size=96,
               num_attention_heads=4, num_hidden_layers=3, num_key_value_heads=2, vocab_size=100,
               use_sliding_window=True, max_window_layers=1)


def qwen3():
    yield default("qwen3", "Qwen3ForCausalLM")
    yield case("qwen3-0.6b", HUB + "Qwen/Qwen3-0.6B", "qwen3", "Qwen3ForCausalLM", head_dim=128, hidden_size=1024,
               intermediate_size=3072, num_attention_heads=16, num_hidden_layers=28, num_key_value_heads=8,
               tie_word_embeddings=True, vocab_size=151936, torch_dtype="bfloat16", attention_bias=False)
    yield case("qwen3-32b", HUB + "Qwen/Qwen3-32B", "qwen3", "Qwen3ForCausalLM", head_dim=128, hidden_size=5120,
               intermediate_size=25600, num_attention_heads=64, num_hidden_layers=64, num_key_value_heads=8,
               tie_word_embeddings=False, vocab_size=151936, torch_dtype="bfloat16")


def mixtral():
    yield default("mixtral", "MixtralForCausalLM")
    yield case("mixtral-8x22b", HUB + "mistralai/Mixtral-8x22B-v0.1", "mixtral", "MixtralForCausalLM", hidden_size=6144,
               intermediate_size=16384, num_attention_heads=48, num_experts_per_tok=2, num_hidden_layers=56,
               num_key_value_heads=8, num_local_experts=8, vocab_size=32000, torch_dtype="bfloat16")
    yield case("mixtral-8x7b", HUB + "mistralai/Mixtral-8x7B-v0.1", "mixtral", "MixtralForCausalLM", hidden_size=4096,
               intermediate_size=14336, num_attention_heads=32, num_hidden_layers=32, num_key_value_heads=8,
               num_local_experts=8, vocab_size=32000, torch_dtype="bfloat16")


def qwen2_moe():
    yield default("qwen2_moe", "Qwen2MoeForCausalLM")
    yield case("qwen1.5-moe-a2.7b", HUB + "Qwen/Qwen1.5-MoE-A2.7B", "qwen2_moe", "Qwen2MoeForCausalLM",
               decoder_sparse_step=1, hidden_size=2048, intermediate_size=5632, moe_intermediate_size=1408,
               num_attention_heads=16, num_experts=60, num_experts_per_tok=4, num_hidden_layers=24,
               num_key_value_heads=16, shared_expert_intermediate_size=5632, vocab_size=151936, torch_dtype="bfloat16")
    yield case("qwen2-57b-a14b", HUB + "Qwen/Qwen2-57B-A14B", "qwen2_moe", "Qwen2MoeForCausalLM", hidden_size=3584,
               intermediate_size=18944, moe_intermediate_size=2560, num_attention_heads=28, num_experts=64,
               num_experts_per_tok=8, num_hidden_layers=28, num_key_value_heads=4,
               shared_expert_intermediate_size=20480, vocab_size=151936, torch_dtype="bfloat16")
    yield made("some-dense", "qwen2_moe", "Qwen2MoeModel", hidden_size=64, intermediate_size=96,
               moe_intermediate_size=32, num_attention_heads=4, num_experts=4, num_hidden_layers=5,
               num_key_value_heads=2, shared_expert_intermediate_size=48, vocab_size=100, decoder_sparse_step=2,
               mlp_only_layers=[3], qkv_bias=False)


def qwen3_moe():
    yield default("qwen3_moe", "Qwen3MoeForCausalLM")
    yield case("qwen3-30b-a3b", HUB + "Qwen/Qwen3-30B-A3B", "qwen3_moe", "Qwen3MoeForCausalLM", decoder_sparse_step=1,
               head_dim=128, hidden_size=2048, intermediate_size=6144, mlp_only_layers=[], moe_intermediate_size=768,
               num_attention_heads=32, num_experts=128, num_experts_per_tok=8, num_hidden_layers=48,
               num_key_value_heads=4, vocab_size=151936, torch_dtype="bfloat16")
    yield case("qwen3-235b-a22b", HUB + "Qwen/Qwen3-235B-A22B", "qwen3_moe", "Qwen3MoeForCausalLM", head_dim=128,
               hidden_size=4096, intermediate_size=12288, moe_intermediate_size=1536, num_attention_heads=64,
               num_experts=128, num_hidden_layers=94, num_key_value_heads=4, vocab_size=151936, torch_dtype="bfloat16")


def gemma2():
    yield default("gemma2", "Gemma2ForCausalLM")
    yield case("gemma-2-9b", HUB + "google/gemma-2-9b", "gemma2", "Gemma2ForCausalLM", head_dim=256, hidden_size=3584,
               intermediate_size=14336, num_attention_heads=16, num_hidden_layers=42, num_key_value_heads=8,
               vocab_size=256000, hidden_act="gelu_pytorch_tanh", hidden_activation="gelu_pytorch_tanh",
               sliding_window_size=4096, torch_dtype="float32")
    yield case("gemma-2-27b", HUB + "google/gemma-2-27b", "gemma2", "Gemma2ForCausalLM", head_dim=128, hidden_size=4608,
               intermediate_size=36864, num_attention_heads=32, num_hidden_layers=46, num_key_value_heads=16,
               vocab_size=256000, torch_dtype="bfloat16")
    yield made("labels", "gemma2", "Gemma2ForSequenceClassification", hidden_size=64, intermediate_size=96,
               num_attention_heads=4, num_hidden_layers=2, vocab_size=100, head_dim=16, attention_bias=True)


def gemma3():
    yield default("gemma3_text", "Gemma3ForCausalLM")
    yield case("gemma-3-1b", HUB + "google/gemma-3-1b-pt", "gemma3_text", "Gemma3ForCausalLM", head_dim=256,
               hidden_size=1152, intermediate_size=6912, num_attention_heads=4, num_hidden_layers=26,
               num_key_value_heads=1, sliding_window=512, sliding_window_pattern=6, vocab_size=262144,
               rope_local_base_freq=10000, rope_theta=1000000, torch_dtype="bfloat16")
    yield case("gemma-3-27b-text", "text_config of huggingface.co/google/gemma-3-27b-pt", "gemma3_text",
               "Gemma3TextModel", head_dim=128, hidden_size=5376, intermediate_size=21504, num_attention_heads=32,
               num_hidden_layers=62, num_key_value_heads=16, sliding_window=1024, vocab_size=262208,
               rope_scaling={"factor": 8.0, "rope_type": "linear"}, torch_dtype="bfloat16")
    yield made("one-kind", "gemma3_text", "Gemma3TextForSequenceClassification", hidden_size=64, intermediate_size=96,
               num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=2, vocab_size=100, head_dim=16,
               layer_types=["full_attention", "full_attention"])


def phi3():
    yield default("phi3", "Phi3ForCausalLM")
    yield case("phi-3-mini-4k", HUB + "microsoft/Phi-3-mini-4k-instruct", "phi3", "Phi3ForCausalLM", hidden_size=3072,
               intermediate_size=8192, num_attention_heads=32, num_hidden_layers=32, num_key_value_heads=32,
               rope_scaling=None, sliding_window=2047, vocab_size=32064, torch_dtype="bfloat16")
    yield case("phi-4", HUB + "microsoft/phi-4", "phi3", "Phi3ForCausalLM", hidden_size=5120, intermediate_size=17920,
               num_attention_heads=40, num_hidden_layers=40, num_key_value_heads=10, vocab_size=100352,
               torch_dtype="bfloat16")
    yield made("partial", "phi3", "Phi3ForTokenClassification", hidden_size=64, intermediate_size=96,
               num_attention_heads=4, num_hidden_layers=2, num_key_value_heads=2, vocab_size=100, pad_token_id=0,
               partial_rotary_factor=0.75, tie_word_embeddings=True)


def bert():
    yield default("bert", "BertForMaskedLM")
    yield case("bert-base-uncased", HUB + "google-bert/bert-base-uncased", "bert", "BertForMaskedLM",
               gradient_checkpointing=False, hidden_act="gelu", hidden_size=768, intermediate_size=3072,
               max_position_embeddings=512, num_attention_heads=12, num_hidden_layers=12, type_vocab_size=2,
               position_embedding_type="absolute", vocab_size=30522)
    yield case("bert-large-cased", HUB + "google-bert/bert-large-cased", "bert", "BertForMaskedLM", hidden_size=1024,
               intermediate_size=4096, num_attention_heads=16, num_hidden_layers=24, vocab_size=28996,
               directionality="bidi", pooler_fc_size=768)
    small = {"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
             "vocab_size": 100, "max_position_embeddings": 32}
    yield made("pretraining", "bert", "BertForPreTraining", **small, type_vocab_size=3)
    yield made("decoder", "bert", "BertLMHeadModel", **small, is_decoder=True, add_cross_attention=True,
               tie_word_embeddings=False)
    yield made("next-sentence", "bert", "BertForNextSentencePrediction", **small)
    yield made("labels", "bert", "BertForSequenceClassification", **small, num_labels=5)
    yield made("tokens", "bert", "BertForTokenClassification", **small, id2label={"0": "O", "1": "B", "2": "I"})
    yield made("choice", "bert", "BertForMultipleChoice", **small)
    yield made("questions", "bert", "BertForQuestionAnswering", **small, hidden_act="relu")
    yield made("base", "bert", "BertModel", **small, torch_dtype="float16")


def t5():
    yield default("t5", "T5ForConditionalGeneration")
    yield case("t5-large", HUB + "google-t5/t5-large", "t5", "T5ForConditionalGeneration", d_ff=4096, d_kv=64,
               d_model=1024, n_positions=512, num_heads=16, num_layers=24, relative_attention_num_buckets=32,
               vocab_size=32128)
    yield case("flan-t5-xl", HUB + "google/flan-t5-xl", "t5", "T5ForConditionalGeneration", d_ff=5120, d_kv=64,
               d_model=2048, feed_forward_proj="gated-gelu", num_decoder_layers=24, num_heads=32, num_layers=24,
               tie_word_embeddings=False, vocab_size=32128, torch_dtype="float32")
    small = {"d_model": 64, "d_kv": 16, "d_ff": 96, "num_layers": 2, "num_heads": 4, "vocab_size": 100}
    yield made("encoder", "t5", "T5EncoderModel", **small, feed_forward_proj="gated-silu")
    yield made("uneven", "t5", "T5Model", **small, num_decoder_layers=3)
    yield made("labels", "t5", "T5ForSequenceClassification", **small, num_labels=4)
    yield made("tokens", "t5", "T5ForTokenClassification", **small)
    yield made("questions", "t5", "T5ForQuestionAnswering", **small)


def opt():
    yield default("opt", "OPTForCausalLM")
    yield case("opt-350m", HUB + "facebook/opt-350m", "opt", "OPTForCausalLM", do_layer_norm_before=False, ffn_dim=4096,
               hidden_size=1024, max_position_embeddings=2048, num_attention_heads=16, num_hidden_layers=24,
               vocab_size=50272, word_embed_proj_dim=512, torch_dtype="float16", prefix="</s>")
    yield case("opt-66b", HUB + "facebook/opt-66b", "opt", "OPTForCausalLM", do_layer_norm_before=True, ffn_dim=36864,
               hidden_size=9216, num_attention_heads=72, num_hidden_layers=64, vocab_size=50272,
               word_embed_proj_dim=9216, torch_dtype="float16", _remove_final_layer_norm=False)
    small = {"hidden_size": 64, "ffn_dim": 96, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
             "max_position_embeddings": 32}
    yield made("bare", "opt", "OPTModel", **small, enable_bias=False, layer_norm_elementwise_affine=False)
    yield made("questions", "opt", "OPTForQuestionAnswering", **small, word_embed_proj_dim=32,
               _remove_final_layer_norm=True)


def bloom():
    yield default("bloom", "BloomForCausalLM")
    yield case("bloom-176b", HUB + "bigscience/bloom", "bloom", "BloomForCausalLM", n_embed=14336, n_layer=70,
               num_attention_heads=112, seq_length=2048, vocab_size=250880, unk_token_id=0, offset_alibi=100)
    yield case("bloom-560m", HUB + "bigscience/bloom-560m", "bloom", "BloomForCausalLM", hidden_size=1024, n_head=16,
               n_layer=24, n_inner=None, vocab_size=250880)
    yield made("labels", "bloom", "BloomForTokenClassification", hidden_size=64, n_head=4, n_layer=2, vocab_size=100,
               num_labels=7)


def gpt_neox():
    yield default("gpt_neox", "GPTNeoXForCausalLM")
    yield case("gpt-neox-20b", HUB + "EleutherAI/gpt-neox-20b", "gpt_neox", "GPTNeoXForCausalLM", hidden_act="gelu_fast",
               hidden_size=6144, intermediate_size=24576, num_attention_heads=64, num_hidden_layers=44,
               rotary_emb_base=10000, rotary_pct=0.25, vocab_size=50432, torch_dtype="float16")
    yield case("pythia-160m", HUB + "EleutherAI/pythia-160m", "gpt_neox", "GPTNeoXForCausalLM", hidden_act="gelu",
               hidden_size=768, intermediate_size=3072, num_attention_heads=12, num_hidden_layers=12, rotary_pct=0.25,
               tie_word_embeddings=False, use_parallel_residual=True, vocab_size=50304, torch_dtype="float16")
    yield made("no-bias", "gpt_neox", "GPTNeoXForTokenClassification", hidden_size=64, intermediate_size=96,
               num_attention_heads=4, num_hidden_layers=2, vocab_size=100, attention_bias=False, rotary_pct=1.0)


def falcon():
    yield default("falcon", "FalconForCausalLM")
    yield case("falcon-7b", HUB + "tiiuae/falcon-7b", "falcon", "FalconForCausalLM", alibi=False, bias=False,
               hidden_size=4544, multi_query=True, new_decoder_architecture=False, num_attention_heads=71,
               num_hidden_layers=32, parallel_attn=True, vocab_size=65024, torch_dtype="bfloat16")
    yield case("falcon-40b", HUB + "tiiuae/falcon-40b", "falcon", "FalconForCausalLM", hidden_size=8192,
               new_decoder_architecture=True, num_attention_heads=128, num_hidden_layers=60, num_kv_heads=8,
               parallel_attn=True, vocab_size=65024, torch_dtype="bfloat16")
    yield case("falcon-rw-1b", HUB + "tiiuae/falcon-rw-1b", "falcon", "FalconForCausalLM", alibi=True, bias=True,
               hidden_size=2048, multi_query=False, new_decoder_architecture=False, num_attention_heads=32,
               num_hidden_layers=24, parallel_attn=False, vocab_size=50304, torch_dtype="bfloat16")
    yield case("falcon2-11b", HUB + "tiiuae/falcon-11B", "falcon", "FalconForCausalLM", ffn_hidden_size=16384,
               hidden_size=4096, new_decoder_architecture=True, num_attention_heads=32, num_hidden_layers=60,
               num_kv_heads=8, num_ln_in_parallel_attn=1, vocab_size=65024, torch_dtype="bfloat16")
    yield made("labels", "falcon", "FalconForSequenceClassification", hidden_size=64, num_attention_heads=4,
               num_hidden_layers=2, vocab_size=100, num_labels=3)


def deepseek_v3():
    yield default("deepseek_v3", "DeepseekV3ForCausalLM")
    yield case("deepseek-v3", HUB + "deepseek-ai/DeepSeek-V3", "deepseek_v3", "DeepseekV3ForCausalLM",
               attention_bias=False, first_k_dense_replace=3, hidden_size=7168, intermediate_size=18432,
               kv_lora_rank=512, moe_intermediate_size=2048, moe_layer_freq=1, n_group=8, n_routed_experts=256,
               n_shared_experts=1, num_attention_heads=128, num_hidden_layers=61, num_key_value_heads=128,
               num_nextn_predict_layers=1, q_lora_rank=1536, qk_nope_head_dim=128, qk_rope_head_dim=64,
               tie_word_embeddings=False, v_head_dim=128, vocab_size=129280, torch_dtype="bfloat16",
               rope_scaling={"beta_fast": 32, "beta_slow": 1, "factor": 40, "mscale": 1.0, "mscale_all_dim": 1.0,
                             "original_max_position_embeddings": 4096, "type": "yarn"},
               quantization_config={"activation_scheme": "dynamic", "fmt": "e4m3", "quant_method": "fp8",
                                    "weight_block_size": [128, 128]})
    yield case("moonlight-16b-a3b", HUB + "moonshotai/Moonlight-16B-A3B", "deepseek_v3", "DeepseekV3ForCausalLM",
               first_k_dense_replace=1, hidden_size=2048, intermediate_size=11264, kv_lora_rank=512,
               moe_intermediate_size=1408, n_routed_experts=64, n_shared_experts=2, num_attention_heads=16,
               num_hidden_layers=27, num_key_value_heads=16, q_lora_rank=None, qk_nope_head_dim=128,
               qk_rope_head_dim=64, v_head_dim=128, vocab_size=163840, torch_dtype="bfloat16")
    yield made("biases", "deepseek_v3", "DeepseekV3Model", first_k_dense_replace=0, hidden_size=64,
               intermediate_size=96, kv_lora_rank=16, moe_intermediate_size=32, n_routed_experts=8,
               num_attention_heads=4, num_hidden_layers=2, num_key_value_heads=4, q_lora_rank=24, qk_nope_head_dim=16,
               qk_rope_head_dim=8, v_head_dim=16, vocab_size=100, attention_bias=True)


def gptj():
    yield default("gptj", "GPTJForCausalLM")
    yield case("gpt-j-6b", HUB + "EleutherAI/gpt-j-6b", "gptj", "GPTJForCausalLM", activation_function="gelu_new",
               n_embd=4096, n_head=16, n_inner=None, n_layer=28, n_positions=2048, rotary=True, rotary_dim=64,
               tie_word_embeddings=False, vocab_size=50400)
    yield made("no-rotary-dim", "gptj", "GPTJForQuestionAnswering", n_embd=64, n_head=4, n_layer=2, n_positions=32,
               vocab_size=100, n_inner=100, torch_dtype="bfloat16")
    yield made("tied", "gptj", "GPTJForCausalLM", n_embd=64, n_head=4, n_layer=2, n_positions=32, vocab_size=100,
               rotary_dim=8, tie_word_embeddings=True)


def roberta():
    yield default("roberta", "RobertaForMaskedLM")
    yield case("roberta-large", HUB + "FacebookAI/roberta-large", "roberta", "RobertaForMaskedLM", hidden_act="gelu",
               hidden_size=1024, intermediate_size=4096, max_position_embeddings=514, num_attention_heads=16,
               num_hidden_layers=24, type_vocab_size=1, vocab_size=50265)
    yield case("roberta-base", HUB + "FacebookAI/roberta-base", "roberta", "RobertaForMaskedLM", hidden_size=768,
               intermediate_size=3072, max_position_embeddings=514, num_attention_heads=12, num_hidden_layers=12,
               type_vocab_size=1, vocab_size=50265)
    yield made("base", "roberta", "RobertaModel", hidden_size=64, intermediate_size=96, num_hidden_layers=2,
               num_attention_heads=4, vocab_size=100, max_position_embeddings=34, torch_dtype="bfloat16")
    small = {"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
             "vocab_size": 100, "max_position_embeddings": 34}
    yield made("decoder", "roberta", "RobertaForCausalLM", **small, is_decoder=True, add_cross_attention=True)
    yield made("labels", "roberta", "RobertaForSequenceClassification", **small, num_labels=3)
    yield made("tokens", "roberta", "RobertaForTokenClassification", **small)
    yield made("choice", "roberta", "RobertaForMultipleChoice", **small)
    yield made("questions", "roberta", "RobertaForQuestionAnswering", **small)


def vit():
    yield default("vit", "ViTForImageClassification")
    yield case("vit-base-patch16-224", HUB + "google/vit-base-patch16-224", "vit", "ViTForImageClassification",
               hidden_size=768, image_size=224, intermediate_size=3072, num_attention_heads=12, num_hidden_layers=12,
               patch_size=16, qkv_bias=True, id2label={str(i): str(i) for i in range(1000)})
    yield case("vit-huge-patch14-224-in21k", HUB + "google/vit-huge-patch14-224-in21k", "vit", "ViTModel",
               hidden_size=1280, image_size=224, intermediate_size=5120, num_attention_heads=16, num_hidden_layers=32,
               patch_size=14)
    yield made("oblong", "vit", "ViTForMaskedImageModeling", hidden_size=64, image_size=[32, 48], patch_size=[8, 16],
               num_attention_heads=4, num_hidden_layers=2, intermediate_size=96, num_channels=1, qkv_bias=False)


def whisper():
    yield default("whisper", "WhisperForConditionalGeneration")
    yield case("whisper-small", HUB + "openai/whisper-small", "whisper", "WhisperForConditionalGeneration", d_model=768,
               decoder_attention_heads=12, decoder_ffn_dim=3072, decoder_layers=12, encoder_attention_heads=12,
               encoder_ffn_dim=3072, encoder_layers=12, num_hidden_layers=12, num_mel_bins=80, vocab_size=51865)
    yield case("whisper-large-v3", HUB + "openai/whisper-large-v3", "whisper", "WhisperForConditionalGeneration",
               d_model=1280, decoder_attention_heads=20, decoder_ffn_dim=5120, decoder_layers=32,
               encoder_attention_heads=20, encoder_ffn_dim=5120, encoder_layers=32, num_hidden_layers=32,
               num_mel_bins=128, vocab_size=51866, torch_dtype="float16")
    small = {"d_model": 64, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4,
             "decoder_attention_heads": 4, "encoder_ffn_dim": 96, "decoder_ffn_dim": 80}
    yield made("sounds", "whisper", "WhisperForAudioClassification", **small, use_weighted_layer_sum=True, num_labels=4)
    yield made("decoder", "whisper", "WhisperForCausalLM", **small)


def glm():
    yield default("glm", "GlmForCausalLM")
    yield case("glm-4-9b", HUB + "THUDM/glm-4-9b-hf", "glm", "GlmForCausalLM", attention_bias=True, head_dim=128,
               hidden_size=4096, intermediate_size=13696, num_attention_heads=32, num_hidden_layers=40,
               num_key_value_heads=2, partial_rotary_factor=0.5, vocab_size=151552, torch_dtype="bfloat16")
    yield case("glm-edge-1.5b", HUB + "THUDM/glm-edge-1.5b-chat", "glm", "GlmForCausalLM", attention_bias=False,
               head_dim=128, hidden_size=2048, intermediate_size=6144, num_attention_heads=16, num_hidden_layers=28,
               num_key_value_heads=4, partial_rotary_factor=1.0, tie_word_embeddings=True, vocab_size=59264, pad_token_id=59246,
               torch_dtype="bfloat16")


def glm4():
    yield default("glm4", "Glm4ForCausalLM")
    yield case("glm-4-9b-0414", HUB + "THUDM/GLM-4-9B-0414", "glm4", "Glm4ForCausalLM", attention_bias=True,
               head_dim=128, hidden_size=4096, intermediate_size=13696, num_attention_heads=32, num_hidden_layers=40,
               num_key_value_heads=2, partial_rotary_factor=0.5, vocab_size=151552, torch_dtype="bfloat16")
    yield case("glm-4-32b-0414", HUB + "THUDM/GLM-4-32B-0414", "glm4", "Glm4ForCausalLM", attention_bias=False,
               head_dim=128, hidden_size=6144, intermediate_size=23040, num_attention_heads=48, num_hidden_layers=61,
               num_key_value_heads=2, partial_rotary_factor=0.5, vocab_size=151552, torch_dtype="bfloat16")


def chatglm():
    """The first generation, in the code of its last release."""
    code = "the defaults of its configuration_chatglm.py"
    yield case("default", code, "chatglm", "ChatGLMModel")
    first = {"bos_token_id": 130004, "eos_token_id": 130005, "gmask_token_id": 130001, "mask_token_id": 130000,
             "hidden_size": 4096, "inner_hidden_size": 16384, "layernorm_epsilon": 1e-05, "max_sequence_length": 2048,
             "num_attention_heads": 32, "num_layers": 28, "position_encoding_2d": True, "torch_dtype": "float16"}
    yield case("chatglm-6b", HUB + "THUDM/chatglm-6b", "chatglm", "ChatGLMModel", **first, vocab_size=130528)
    yield case("chatglm-6b v0.1.0", HUB + "THUDM/chatglm-6b, v0.1.0", "chatglm", "ChatGLMModel", **first, vocab_size=150528)
    small = {"hidden_size": 64, "inner_hidden_size": 100, "num_layers": 2, "num_attention_heads": 4, "vocab_size": 97}
    yield made("prefix", "chatglm", "ChatGLMForConditionalGeneration", **small, pre_seq_len=8, torch_dtype="bfloat16")
    yield made("prefix-layers", "chatglm", "ChatGLMModel", **small, pre_seq_len=8, prefix_projection=True)
    yield made("one-dimension", "chatglm", None, **small, position_encoding_2d=False)


def chatglm2():
    """Both later generations: their trees are alike, and so is their model_type."""
    yield case("default", "a field that only they have", "chatglm", "ChatGLMModel", padded_vocab_size=65024)
    second = {"add_bias_linear": False, "add_qkv_bias": True, "apply_query_key_layer_scaling": True,
              "ffn_hidden_size": 13696, "hidden_size": 4096, "kv_channels": 128, "layernorm_epsilon": 1e-05,
              "multi_query_attention": True, "multi_query_group_num": 2, "num_attention_heads": 32, "num_layers": 28,
              "original_rope": True, "padded_vocab_size": 65024, "post_layer_norm": True, "rmsnorm": True,
              "tie_word_embeddings": False, "torch_dtype": "float16"}
    yield case("chatglm2-6b", HUB + "THUDM/chatglm2-6b", "chatglm", "ChatGLMModel", **second, seq_length=32768)
    yield case("chatglm3-6b", HUB + "THUDM/chatglm3-6b", "chatglm", "ChatGLMModel", **second, seq_length=8192)
    small = {"hidden_size": 64, "ffn_hidden_size": 100, "num_layers": 2, "num_attention_heads": 4, "kv_channels": 24,
             "padded_vocab_size": 97, "original_rope": True}
    yield made("heads", "chatglm", "ChatGLMModel", **small, add_bias_linear=True, torch_dtype="bfloat16")
    yield made("layer-norms", "chatglm", None, **small, rmsnorm=False, multi_query_attention=True)
    yield made("no-last-norm", "chatglm", None, **small, post_layer_norm=False, rmsnorm=False, add_qkv_bias=True)
    yield made("prefix", "chatglm", None, **small, pre_seq_len=8, multi_query_group_num=2)
    yield made("prefix-layers", "chatglm", None, **small, pre_seq_len=8, prefix_projection=True)
    yield made("labels", "chatglm", "ChatGLMForSequenceClassification", **small, num_labels=5, classifier_dropout=0.1)


def mingpt():
    code = "github.com/karpathy/minGPT, mingpt/model.py"
    yield case("default", code, "mingpt")
    guide = "Accelerate's guide to big-model inference: minGPT's gpt2-xl"
    yield case("gpt2-xl", guide, "gpt2-xl", vocab_size=50257, block_size=1024)
    yield case("gpt2", code, "gpt2", vocab_size=50257, block_size=1024)
    yield case("gpt-nano", code, "gpt-nano", vocab_size=100, block_size=32)
    yield made("sizes", "mingpt", None, vocab_size=97, block_size=24, n_layer=2, n_head=4, n_embd=64,
               torch_dtype="float16")


def gemma():
    yield default("gemma", "GemmaForCausalLM")
    yield made("tokens", "gemma", "GemmaForTokenClassification", hidden_size=64, intermediate_size=96, num_hidden_layers=2,
               num_attention_heads=4, num_key_value_heads=1, head_dim=16, vocab_size=100, attention_bias=True)


def gemma3_whole():
    yield default("gemma3", "Gemma3ForConditionalGeneration")
    small = {"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4}
    yield made("labels", "gemma3", "Gemma3ForSequenceClassification", text_config=small | {"vocab_size": 100, "head_dim": 16},
               vision_config=small | {"image_size": 32, "vision_use_head": True}, num_labels=3, dtype="bfloat16")
    yield made("base", "gemma3", "Gemma3Model", text_config=small | {"vocab_size": 100, "sliding_window_pattern": 2},
               vision_config=small | {"vision_use_head": False, "patch_size": 32})


def phi():
    yield default("phi", "PhiForCausalLM")
    yield made("normed", "phi", "PhiModel", hidden_size=64, intermediate_size=96, num_hidden_layers=2,
               num_attention_heads=4, num_key_value_heads=2, vocab_size=100, qk_layernorm=True)


def starcoder2():
    yield default("starcoder2", "Starcoder2ForCausalLM")
    yield made("bare", "starcoder2", "Starcoder2ForSequenceClassification", hidden_size=64, intermediate_size=96,
               num_hidden_layers=2, num_attention_heads=4, vocab_size=100, use_bias=False)


def stablelm():
    yield default("stablelm", "StableLmForCausalLM")
    yield made("normed", "stablelm", "StableLmForTokenClassification", hidden_size=64, intermediate_size=96,
               num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, vocab_size=100, qk_layernorm=True,
               use_qkv_bias=True)


def cohere():
    yield default("cohere", "CohereForCausalLM")
    yield made("biases", "cohere", "CohereModel", hidden_size=64, intermediate_size=96, num_hidden_layers=2,
               num_attention_heads=4, num_key_value_heads=2, vocab_size=100, use_qk_norm=True, attention_bias=True)


def deepseek_v2():
    yield default("deepseek_v2", "DeepseekV2ForCausalLM")
    yield made("biases", "deepseek_v2", "DeepseekV2ForSequenceClassification", first_k_dense_replace=1, hidden_size=64,
               intermediate_size=96, kv_lora_rank=16, moe_intermediate_size=32, num_experts=8, num_attention_heads=4,
               num_hidden_layers=2, q_lora_rank=24, qk_nope_head_dim=16, qk_rope_head_dim=8, v_head_dim=16,
               vocab_size=100, attention_bias=True, mlp_bias=True)


def distilbert():
    yield default("distilbert", "DistilBertForMaskedLM")
    small = {"dim": 64, "hidden_dim": 96, "n_layers": 2, "n_heads": 4, "vocab_size": 100, "max_position_embeddings": 32}
    yield made("choice", "distilbert", "DistilBertForMultipleChoice", **small, activation="relu")
    yield made("tokens", "distilbert", "DistilBertForTokenClassification", **small, num_labels=5, torch_dtype="float16")


def gpt_neo():
    yield default("gpt_neo", "GPTNeoForCausalLM")
    small = {"hidden_size": 64, "num_layers": 2, "num_heads": 4, "attention_types": [[["global", "local"], 1]],
             "vocab_size": 100, "max_position_embeddings": 32}
    yield made("questions", "gpt_neo", "GPTNeoForQuestionAnswering", **small, intermediate_size=96)
    yield made("tokens", "gpt_neo", "GPTNeoForTokenClassification", **small, torch_dtype="bfloat16")


def mt5():
    yield default("mt5", "MT5ForConditionalGeneration")
    yield made("encoder", "mt5", "MT5EncoderModel", d_model=64, d_kv=16, d_ff=96, num_layers=2, num_heads=4,
               vocab_size=100, feed_forward_proj="relu")


def mpt():
    yield default("mpt", "MptForCausalLM")
    small = {"d_model": 64, "n_heads": 4, "n_layers": 2, "vocab_size": 100}
    yield made("tokens", "mpt", "MptForTokenClassification", **small, num_labels=3, tie_word_embeddings=False)
    yield made("questions", "mpt", "MptForQuestionAnswering", **small)


def only_default(model_type, architecture):
    return lambda: iter([default(model_type, architecture)])


MORE = {"gemma": gemma, "gemma3": gemma3_whole, "phi": phi, "starcoder2": starcoder2, "stablelm": stablelm,
        "cohere": cohere, "cohere2": only_default("cohere2", "Cohere2ForCausalLM"),
        "olmo": only_default("olmo", "OlmoForCausalLM"), "olmo2": only_default("olmo2", "Olmo2ForCausalLM"),
        "smollm3": only_default("smollm3", "SmolLM3ForCausalLM"), "granite": only_default("granite", "GraniteForCausalLM"),
        "deepseek_v2": deepseek_v2, "gpt_oss": only_default("gpt_oss", "GptOssForCausalLM"), "distilbert": distilbert,
        "gpt_neo": gpt_neo, "mt5": mt5, "mpt": mpt,
        "siglip_vision_model": only_default("siglip_vision_model", "SiglipVisionModel"),
        "xlm-roberta": only_default("xlm-roberta", "XLMRobertaForMaskedLM"),
        "camembert": only_default("camembert", "CamembertForMaskedLM")}
FAMILIES = {"gpt2": gpt2, "raschka-gpt2": raschka, "llama": llama, "mistral": mistral, "qwen2": qwen2, "qwen3": qwen3,
            "mixtral": mixtral, "qwen2_moe": qwen2_moe, "qwen3_moe": qwen3_moe, "gemma2": gemma2, "gemma3_text": gemma3,
            "phi3": phi3, "bert": bert, "t5": t5, "opt": opt, "bloom": bloom, "gpt_neox": gpt_neox, "falcon": falcon,
            "deepseek_v3": deepseek_v3, "gptj": gptj, "roberta": roberta, "vit": vit, "whisper": whisper, "glm": glm,
            "glm4": glm4, "chatglm": chatglm, "chatglm2": chatglm2, "mingpt": mingpt} | MORE


def published(family):
    """The models of published_configs.jsonl that name a class which the library has."""
    for line in (pathlib.Path(__file__).parent / "published_configs.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if entry["config"].get("model_type") == family and "architectures" in entry["config"]:
            yield entry["name"], HUB + entry["name"], entry["config"]


def described_families():
    """What families/*.json say: {"name": its model_type, "classes": […], "vary": {field: [values]}, which
    check_architectures.py draws from, "cases": [[name, source, config], …]}; of diffusers' models "name" is the
    class, and "library": "diffusers". "defaults": false where the library cannot build its own defaults."""
    for path in sorted((pathlib.Path(__file__).parent / "families").glob("*.json")):
        yield {"name": path.stem} | json.loads(path.read_text())


def described_cases(described):
    if described.get("library") == "diffusers":
        yield "default", "the library's defaults", {"_class_name": described["name"]}
        for name, source, config in described["cases"]:
            yield name, source, {"_class_name": described["name"]} | config
        return
    for name in described["classes"] if described.get("defaults", True) else ():
        title = "default" if name == described["classes"][0] else f"default {name}"
        yield title, "the library's defaults", {"model_type": described["name"], "architectures": [name]}
    for name, source, config in described["cases"]:
        yield name, source, {"model_type": described["name"]} | config


FAMILIES |= {described["name"]: functools.partial(described_cases, described) for described in described_families()}


def cases(family):
    yield from FAMILIES[family]()
    yield from published(family)
