// SPDX-License-Identifier: GPL-3.0-or-later
// The work that an engine's settings describe. vLLM: vllm/engine/arg_utils.py. SGLang:
// sglang/srt/server_args.py. llama.cpp: tools/server/README.md, and llama_context() of
// src/llama-context.cpp, which divides -c among slots. Ollama: docs/modelfile.md.
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/exchange/engine_targets.h"
#include "engine/exchange/llama_cpp_places.h"
#include "engine/exchange/settings_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace stowage {
namespace {

using Keys = std::initializer_list<std::string_view>;

/// "8192", or as vLLM has them "32k" (thousands) and "32K" (binary). "auto", 0 and less leave the
/// choice to the engine.
Result<void> readNumber(SettingsText& text, Keys keys, std::uint64_t Workload::*field,
                        Workload& work) {
    const std::string given = text.find(keys).value_or("auto");
    const auto row = std::ranges::find(workloadNumbers(), field, &WorkloadNumber::value);
    const double scale = row->places > 0        ? 1
                         : given.ends_with('k') ? 1000
                         : given.ends_with('K') ? 1024
                                                : 1;
    const auto number = parsePythonFloat(given.substr(0, given.size() - (scale > 1 ? 1 : 0)));
    const double value = scale * number.value_or(given == "auto" ? 0 : std::nan(""));
    const double most = writtenNumber(*row, row->most);
    if (!(value <= most) || (row->places == 0 && std::floor(value) != value)) {
        return fail(ErrorCode::InvalidArgument,
                    say("The setting %1 is %2, but a number up to %3 is required.", *keys.begin(),
                        quotedForMessage(given), formatGeneral(most, 12)),
                    {}, std::string(*keys.begin()));
    }
    work.*field = value > 0 ? storedNumber(*row, value) : work.*field;
    return {};
}

Result<void> readWorkloadNumbers(SettingsText& text, std::string_view engine, Workload& work) {
    const auto read = [&](std::uint64_t Workload::*field, Keys vllm, Keys sglang, Keys llamaCpp) {
        return readNumber(text,
                          engine == "vllm"     ? vllm
                          : engine == "sglang" ? sglang
                                               : llamaCpp,
                          field, work);
    };
    STOWAGE_TRY(read(&Workload::context, {"max_model_len"}, {"context_length"},
                     {"c", "ctx_size", "num_ctx"}));
    STOWAGE_TRY(read(&Workload::batch, {"max_num_seqs"}, {"max_running_requests"},
                     {"np", "parallel", "OLLAMA_NUM_PARALLEL"}));
    STOWAGE_TRY(read(&Workload::prefillChunk, {}, {"chunked_prefill_size"},
                     {"ub", "ubatch_size", "num_batch"}));
    STOWAGE_TRY(read(&Workload::batchedTokens, {"max_num_batched_tokens"}, {}, {}));
    STOWAGE_TRY(
        read(&Workload::memoryShare, {"gpu_memory_utilization"}, {"mem_fraction_static"}, {}));
    return read(&Workload::tensorParallel, {"tensor_parallel_size", "tp"},
                {"tp_size", "tensor_parallel_size", "tp"}, {});
}

/// fp8 of vLLM and SGLang has variants of one size; llama.cpp has names of its own.
std::optional<KvType> kvTypeOfSetting(std::string_view name) {
    for (const KvType type :
         {KvType::Float32, KvType::Float16, KvType::BFloat16, KvType::Int8, KvType::Q4}) {
        if (name == llamaCppCacheType(type)) {
            return type;
        }
    }
    const auto type = kvTypeFromName(name.starts_with("fp8") ? "fp8" : name);
    return type ? std::optional(*type) : std::nullopt;
}

/// Reads the types of caches and of compute, and the kind of attention. Returns the settings whose
/// values have no counterpart.
std::vector<std::string> readTypes(SettingsText& text, const ImportInput& input, bool isLlamaCpp,
                                   Workload& work) {
    std::vector<std::string> left;
    const auto own = text.find({"ctk", "cache_type_k"});
    const std::string keys =
        text.find({"kv_cache_dtype", "OLLAMA_KV_CACHE_TYPE"}).value_or(own.value_or("auto"));
    work.kvType = kvTypeOfSetting(keys);
    if (text.find({"ctv", "cache_type_v"}).value_or(own ? "f16" : keys) != keys ||
        (!work.kvType && keys != "auto")) {
        work.kvType.reset();
        left.emplace_back(isLlamaCpp ? "ctk" : "kv_cache_dtype");
    }
    if (const auto flash = text.find({"fa", "flash_attn"}); flash && *flash != "auto") {
        work.attention = *flash == "off" ? AttentionKind::Eager : AttentionKind::Fused;
    }
    const std::string name = text.find({"dtype"}).value_or("auto");
    const auto dtype = dtypeFromName(name == "half" ? "float16" : name);
    const DType stored = input.dtype.value_or(input.tree->tensors().front().dtype);
    if (dtype == DType::Float16 || dtype == DType::BFloat16 || dtype == stored) {
        work.computeType = kvTypeOf(*dtype) ? dtype : std::nullopt;
    } else if (name != "auto") {
        left.emplace_back("dtype");  // the weights have another size, too
    }
    return left;
}

/// The context where settings leave it to the engine, and that of each slot of llama-server.
void setContext(SettingsText& text, const ImportInput& input, ImportedPlan& plan) {
    Workload& work = *plan.workload;
    const bool isServer = plan.from == "llama.cpp";
    const auto positions = input.facts ? input.facts->servedContext() : std::nullopt;
    if (work.context == 0 && positions && (isServer || work.engine == "vllm")) {
        work.context = *positions;  // their own choice
    }
    const std::uint64_t tokens = work.context;
    work.context =
        isServer && tokens > 0 ? std::max<std::uint64_t>(tokens / work.batch, 1) : tokens;
    if (text.find({"kvu", "kv_unified"}) && work.batch > 1 && tokens > 0) {
        plan.notes.push_back(
            say("%1 slots share a cache of %2 tokens, and a single slot can use the whole cache. "
                "The estimate assumes %3 tokens per slot, which requires the same memory.",
                work.batch, groupedText(tokens), groupedText(work.context)));
    } else if (work.batch > 1 && work.engine != "llama.cpp") {
        plan.notes.push_back(
            say("The verdict is for %1 sequences at the same time, each with the whole context. "
                "The engine also starts if only one sequence fits; the other sequences then wait.",
                groupedText(work.batch)));
    }
    work.shortenAnswer();
    work.shortenPrompt();
}

/// Whether a setting that is not taken over changes what an engine's memory holds.
bool changesMemory(const std::string& key) {
    constexpr std::string_view kBeginnings =
        " quantization kv_ no_kv_offload nkvo block_size num_gpu_blocks max_total_ data_parallel "
        "dp expert_parallel ep enable_expert spec draft model_draft md lora enable_lora max_lora "
        "enforce_eager cuda_graph disable_cuda compilation hf_overrides mmproj limit_mm swa_full "
        "max_batch_size max_seq_len tensor_model_parallel ";
    for (std::size_t length = key.size(); length > 1; --length) {
        if (kBeginnings.find(" " + key.substr(0, length) + " ") != std::string_view::npos) {
            return length > 2 || length == key.size();
        }
    }
    return false;
}

/// The last part of a path, of a repository or of a folder in the hub's cache, in small letters and
/// without a tag and the ending of GGUF files; "" for what names no model.
std::string modelWord(std::string_view path) {
    if (const auto cached = path.find("models--"); cached != std::string_view::npos) {
        path = path.substr(cached, path.find('/', cached) - cached);
        path = path.substr(path.rfind("--") + 2);
    }
    path = path.substr(0, path.find_last_not_of('/') + 1);
    path = path.substr(path.rfind('/') + 1);
    std::string word(path.substr(0, path.find(':')));
    std::ranges::transform(word, word.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    word = word.ends_with(".gguf") ? word.substr(0, word.size() - 5) : word;
    return word == "model" || word == "folder_or_repository" ? std::string() : word;
}

/// Warns if `named`, a path or a repository, is another model than the open one.
void noteOtherModel(std::string_view named, const PretrainedSource& open, ImportedPlan& plan) {
    const std::string word = modelWord(named);
    std::vector<std::string> own{modelWord(open.name), modelWord(open.location),
                                 modelWord(open.ggufFile)};
    std::erase(own, std::string());
    if (!word.empty() && !own.empty() && std::ranges::find(own, word) == own.end()) {
        plan.warnings.push_back(
            say("The settings name the model %1, but the model %2 is open. Open the model that the "
                "settings name, or make sure that both names mean the same model.",
                quotedForMessage(named), quotedForMessage(own.front())));
    }
}

}  // namespace

Result<void> finishImport(SettingsText& text, const ImportInput& input, std::string_view engine,
                          ImportedPlan& plan) {
    constexpr std::size_t kMostNames = 8;
    std::vector<std::string> changing;
    if (!engine.empty()) {
        Workload work{.prompt = input.workload.prompt, .generate = input.workload.generate};
        STOWAGE_TRY(readWorkloadNumbers(text, engine, work));
        changing = readTypes(text, input, engine == "llama.cpp", work);
        const bool isAsked = work.context > 0 || work.batch > 1 || work.prefillChunk > 0 ||
                             work.batchedTokens > 0 || work.memoryShare > 0 ||
                             work.tensorParallel > 1 || work.kvType;
        if (isAsked) {
            work.engine = engine;
            work.tensorParallel = std::max<std::uint64_t>(work.tensorParallel, 1);
            plan.workload = work;
            setContext(text, input, plan);
        }
    }
    if (const auto model = text.find({"model", engine == "llama.cpp" ? "m" : "model_path",
                                      "model_source", "model_name", "hf", "hfr", "hf_repo"})) {
        noteOtherModel(*model, input.source, plan);
    }
    std::vector<std::string> others;
    for (std::string& name : text.unread()) {
        (changesMemory(name) ? changing : others).push_back(std::move(name));
    }
    if (!changing.empty()) {
        plan.warnings.push_back(say(
            "The verdict ignores these settings, which affect the memory but are not imported: %1.",
            listedNames(changing, kMostNames)));
    }
    if (!others.empty()) {
        plan.notes.push_back(
            say("These settings are not imported and have no known effect on the memory: %1.",
                listedNames(others, kMostNames)));
    }
    return {};
}

}  // namespace stowage
