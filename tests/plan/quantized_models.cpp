// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/plan/quantized_models.h"

namespace stowage::test {

namespace {

Published llama8B() {
    return {R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 128256,
        "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "tie_word_embeddings": false,
        "torch_dtype": "bfloat16"})",
            {{"self_attn.q_proj", {4096, 4096}},
             {"self_attn.k_proj", {1024, 4096}},
             {"self_attn.v_proj", {1024, 4096}},
             {"self_attn.o_proj", {4096, 4096}},
             {"mlp.gate_proj", {14336, 4096}},
             {"mlp.up_proj", {14336, 4096}},
             {"mlp.down_proj", {4096, 14336}}},
            "model.layers",
            32,
            2ULL * 128256 * 4096 + 65ULL * 4096};
}

Published gpt2Xl() {
    return {R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_embd": 1600,
        "n_layer": 48, "n_head": 25, "torch_dtype": "bfloat16"})",
            {{"attn.c_attn", {4800, 1600}},
             {"attn.c_proj", {1600, 1600}},
             {"mlp.c_fc", {6400, 1600}},
             {"mlp.c_proj", {1600, 6400}}},
            "transformer.h",
            48,
            // embeddings, the norms, and the biases of the quantised modules
            (50257ULL + 1024) * 1600 + 97ULL * 2 * 1600 + 48ULL * (4800 + 1600 + 6400 + 1600)};
}

Published opt6B() {
    return {R"({"model_type": "opt", "architectures": ["OPTForCausalLM"], "vocab_size": 50272,
        "hidden_size": 4096, "ffn_dim": 16384, "num_hidden_layers": 32, "num_attention_heads": 32,
        "word_embed_proj_dim": 4096, "max_position_embeddings": 2048, "torch_dtype": "bfloat16"})",
            {{"self_attn.k_proj", {4096, 4096}},
             {"self_attn.v_proj", {4096, 4096}},
             {"self_attn.q_proj", {4096, 4096}},
             {"self_attn.out_proj", {4096, 4096}},
             {"fc1", {16384, 4096}},
             {"fc2", {4096, 16384}}},
            "model.decoder.layers",
            32,
            (50272ULL + 2050) * 4096 + 65ULL * 2 * 4096 + 32ULL * (5 * 4096 + 16384)};
}

}  // namespace

std::vector<Published> publishedModels() {
    return {llama8B(), gpt2Xl(), opt6B()};
}

const char* llama2Config() {
    return R"({"model_type": "llama", "vocab_size": 32000, "hidden_size": 4096,
        "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32,
        "torch_dtype": "float16"})";
}

}  // namespace stowage::test
