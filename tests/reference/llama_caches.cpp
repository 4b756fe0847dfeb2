// SPDX-License-Identifier: GPL-3.0-or-later
// Records how many bytes libllama keeps (keys, values, states) for a model of each of its
// architectures, and what changes when one key-value of the file is removed or raised (0 to 2,
// others to twice as much).
//
// It builds against the llama.cpp inside llama-cpp-python's source package, whose own test knows
// the key-values of each architecture (get_gguf_ctx):
//
//   cd vendor/llama.cpp
//   cmake -B build -DCMAKE_BUILD_TYPE=Release -DLLAMA_BUILD_COMMON=OFF -DLLAMA_BUILD_TESTS=OFF
//         -DLLAMA_BUILD_TOOLS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_CURL=OFF
//   cmake --build build --target llama
//   sed -n -e '/^static gguf_context_ptr get_gguf_ctx/,/^}/p' \
//          -e '/^static bool moe_mandatory/,/^}/p' tests/test-llama-archs.cpp > key_values.inc
//   g++ -std=c++17 -I. -Iinclude -Isrc -Iggml/include -Ivendor llama_caches.cpp
//       -Lbuild/bin -lllama -lggml -lggml-base -Wl,-rpath,$PWD/build/bin -o llama_caches
//   ./llama_caches > llama_caches.json
#include "ggml-cpp.h"
#include "ggml.h"
#include "gguf.h"
#include "llama-cpp.h"
#include "llama.h"
#include "src/llama-arch.h"
#include "src/llama-ext.h"
#include "src/llama-model-saver.h"

#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "key_values.inc"

using nlohmann::ordered_json;

namespace {

/// Key-values that sizes may follow from, without the architecture's name.
const std::vector<std::string> kKeys = {
    "attention.compress_ratios",
    "attention.head_count",
    "attention.head_count_kv",
    "attention.indexer.key_length",
    "attention.indexer.top_k",
    "attention.indexer.types",
    "attention.key_length",
    "attention.key_length_mla",
    "attention.key_length_swa",
    "attention.recurrent_layers",
    "attention.shared_kv_layers",
    "attention.sliding_window",
    "attention.sliding_window_pattern",
    "attention.value_length",
    "attention.value_length_mla",
    "attention.value_length_swa",
    "block_count",
    "context_length",
    "embedding_length",
    "feed_forward_length",
    "full_attention_interval",
    "hyper_connection.count",
    "kda.head_dim",
    "leading_dense_block_count",
    "nextn_predict_layers",
    "num_loops",
    "ple.conv_kernel",
    "ple.layers",
    "ple.ngram_size",
    "shortconv.l_cache",
    "ssm.conv_kernel",
    "ssm.group_count",
    "ssm.inner_size",
    "ssm.state_size",
    "ssm.time_step_rank",
    "token_shift_count",
    "wkv.head_size",
};

std::vector<uint32_t> listOf(const gguf_context* file, int64_t key) {
    const auto* const numbers = static_cast<const uint32_t*>(gguf_get_arr_data(file, key));
    return {numbers, numbers + gguf_get_arr_n(file, key)};
}

bool isList(const gguf_context* file, int64_t key) {
    return gguf_get_kv_type(file, key) == GGUF_TYPE_ARRAY &&
           (gguf_get_arr_type(file, key) == GGUF_TYPE_UINT32 ||
            gguf_get_arr_type(file, key) == GGUF_TYPE_INT32);
}

void setList(gguf_context* file, const std::string& key, const std::vector<uint32_t>& list) {
    gguf_set_arr_data(file, key.c_str(), GGUF_TYPE_UINT32, list.data(), list.size());
}

void setNumber(gguf_context* file, const std::string& key, uint32_t number) {
    gguf_set_val_u32(file, key.c_str(), number);
}

/// Key-values that get_gguf_ctx() lacks, because its test does not run these architectures.
struct FurtherKey {
    const char* name;
    const char* key;
    std::vector<uint32_t> list;  ///< one number: no list
};
const std::vector<FurtherKey> kFurther = {
    {"gemma4", "attention.sliding_window_pattern", {1, 1, 1, 1, 0}},
    {"gemma4-assistant", "attention.sliding_window_pattern", {1, 0}},
    {"rwkv6qwen2", "token_shift_count", {1}},
    {"arwkv7", "token_shift_count", {1}},
    {"rwkv7", "attention.decay_lora_rank", {64}},
    {"rwkv7", "attention.iclr_lora_rank", {64}},
    {"rwkv7", "attention.value_residual_mix_lora_rank", {64}},
    {"rwkv7", "attention.gate_lora_rank", {64}},
    {"arwkv7", "attention.decay_lora_rank", {64}},
    {"arwkv7", "attention.iclr_lora_rank", {64}},
    {"arwkv7", "attention.value_residual_mix_lora_rank", {64}},
    {"arwkv7", "attention.gate_lora_rank", {64}},
    {"graniteswitch", "adapters.count", {2}},
    {"graniteswitch", "adapters.lora_rank", {8}},
    {"graniteswitch", "adapters.token_ids_activate", {1, 2}},
    {"graniteswitch", "adapters.token_ids_substitute", {3, 4}},
    {"dflash", "attention.sliding_window_pattern", {1, 0}},
    {"dflash", "target_layers", {0, 1}},
    {"eagle3", "target_layers", {0, 1, 2}},
    {"eagle3", "target_hidden_size", {256}},
    {"plm", "rope.dimension_count", {64}},
};

/// Three times as many layers, so that periods and lists show.
void lengthen(gguf_context* file, const std::string& name) {
    constexpr uint32_t kTimes = 3;
    const std::string count = name + ".block_count";
    const uint32_t layers = gguf_get_val_u32(file, gguf_find_key(file, count.c_str()));
    if (name == "hrm_text") {
        return;  // its layers follow from its stacks and cycles
    }
    setNumber(file, count, layers * kTimes);
    for (const std::string& own : kKeys) {
        const std::string key = name + '.' + own;
        const int64_t found = gguf_find_key(file, key.c_str());
        if (found < 0 || !isList(file, found) || gguf_get_arr_n(file, found) != layers) {
            continue;
        }
        const std::vector<uint32_t> once = listOf(file, found);
        std::vector<uint32_t> list;
        for (uint32_t i = 0; i < kTimes; ++i) {
            list.insert(list.end(), once.begin(), once.end());
        }
        setList(file, key, list);
    }
}

/// Bytes that the context keeps; nothing where llama.cpp refuses. In a process of its own, because
/// it aborts where an assertion fails.
std::optional<uint64_t> bytesKept(gguf_context* file, uint32_t tokens, uint32_t sequences) {
    int ends[2];
    if (pipe(ends) != 0) {
        return std::nullopt;
    }
    const pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) == nullptr ||
            freopen("/dev/null", "w", stdout) == nullptr) {
            _exit(1);
        }
        alarm(120);
        llama_model_params model = llama_model_default_params();
        model.no_alloc = true;
        model.load_mode = LLAMA_LOAD_MODE_NONE;
        model.use_extra_bufts = false;
        llama_model_ptr loaded(llama_model_init_from_user(
            file, [](ggml_tensor*, void*) {}, nullptr, model));
        llama_context_params params = llama_context_default_params();
        params.n_ctx = tokens;
        params.n_seq_max = sequences;
        params.kv_unified = true;
        params.swa_full = false;
        llama_context_ptr context(loaded ? llama_init_from_model(loaded.get(), params) : nullptr);
        if (!context) {
            _exit(1);
        }
        uint64_t bytes = 0;
        for (const auto& [type, memory] : llama_get_memory_breakdown(context.get())) {
            bytes += memory.context;
        }
        _exit(write(ends[1], &bytes, sizeof bytes) == sizeof bytes ? 0 : 1);
    }
    close(ends[1]);
    uint64_t bytes = 0;
    const bool isRead = read(ends[0], &bytes, sizeof bytes) == sizeof bytes;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return isRead ? std::optional(bytes) : std::nullopt;
}

gguf_context_ptr madeFor(llm_arch arch) {
    const std::string name = llm_arch_name(arch);
    gguf_context_ptr file = get_gguf_ctx(arch, moe_mandatory(arch) || name == "deepseek2-ocr");
    for (const FurtherKey& further : kFurther) {
        if (name != further.name) {
            continue;
        }
        const std::string key = name + '.' + further.key;
        if (further.list.size() > 1) {
            setList(file.get(), key, further.list);
        } else {
            setNumber(file.get(), key, further.list.front());
        }
    }
    setNumber(file.get(), "tokenizer.ggml.token_type_count", 2);
    if (name == "bailingmoe3") {  // one number for each of more layers
        gguf_remove_key(file.get(), "bailingmoe3.swiglu_clamp_exp");
        gguf_remove_key(file.get(), "bailingmoe3.swiglu_clamp_shexp");
    }
    lengthen(file.get(), name);
    return file;
}

ordered_json record(llm_arch arch) {
    constexpr uint32_t kTokens = 12288;
    constexpr uint32_t kSequences = 3;
    const std::string name = llm_arch_name(arch);
    const gguf_context_ptr file = madeFor(arch);
    ordered_json row = {
        {"name", name}, {"numbers", ordered_json::object()}, {"lists", ordered_json::object()}};
    for (const std::string& own : kKeys) {
        const int64_t key = gguf_find_key(file.get(), (name + '.' + own).c_str());
        if (key >= 0 && isList(file.get(), key)) {
            row["lists"][own] = listOf(file.get(), key);
        } else if (key >= 0 && gguf_get_kv_type(file.get(), key) == GGUF_TYPE_UINT32) {
            row["numbers"][own] = gguf_get_val_u32(file.get(), key);
        }
    }
    const auto bytes = bytesKept(file.get(), kTokens, kSequences);
    if (!bytes) {
        row["bytes"] = nullptr;
        return row;
    }
    row["bytes"] = *bytes;
    row["one_sequence"] = bytesKept(file.get(), 5000, 1).value_or(0);
    for (const bool isRemoved : {true, false}) {
        ordered_json& changes = row[isRemoved ? "removed" : "raised"];
        changes = ordered_json::object();
        for (const std::string& own : kKeys) {
            const gguf_context_ptr other = madeFor(arch);
            const std::string key = name + '.' + own;
            const int64_t found = gguf_find_key(other.get(), key.c_str());
            const bool isNumber = row["numbers"].contains(own);
            if (found < 0 || (!isNumber && !isRemoved)) {
                continue;
            }
            if (isRemoved) {
                gguf_remove_key(other.get(), key.c_str());
            } else {
                const uint32_t number = gguf_get_val_u32(other.get(), found);
                setNumber(other.get(), key, number == 0 ? 2 : 2 * number);
            }
            const auto changed = bytesKept(other.get(), kTokens, kSequences);
            if (changed != bytes) {
                changes[own] = changed ? ordered_json(*changed) : ordered_json();
            }
        }
    }
    return row;
}

}  // namespace

int main() {
    setenv("GGML_NO_BACKTRACE", "1", 1);
    llama_backend_init();
    std::puts("[");
    std::fflush(stdout);
    const char* separator = "";
    for (const llm_arch arch : llm_arch_all()) {
        if (arch == LLM_ARCH_CLIP || arch == LLM_ARCH_GPTJ || arch == LLM_ARCH_UNKNOWN) {
            continue;  // llama.cpp has no decoder of this name
        }
        std::printf("%s%s", separator, record(arch).dump().c_str());
        std::fflush(stdout);
        separator = ",\n";
    }
    std::puts("\n]");
}
