// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of llama.cpp and Ollama read back: llama_cpp.cpp names their sources.
#include "engine/base/strings.h"
#include "engine/exchange/engine_targets.h"
#include "engine/exchange/llama_cpp_places.h"
#include "engine/exchange/settings_text.h"

#include <algorithm>

namespace stowage {
namespace {

/// "CUDA1", "ROCm1", "Vulkan1": GPU 1; "CPU" and buffers of the host: the CPU.
std::optional<DeviceId> deviceOfBuffer(std::string_view buffer, const std::vector<DeviceId>& gpus) {
    if (buffer == "CPU" || buffer.ends_with("_Host")) {
        return DeviceId::cpu();
    }
    const std::size_t digits = buffer.find_first_of("0123456789");
    const auto number = digits == std::string_view::npos || digits == 0
                            ? Result<std::vector<std::size_t>>(std::vector<std::size_t>())
                            : readCounts(buffer.substr(digits), "-ot");
    if (!number || number->size() != 1 || number->front() >= gpus.size()) {
        return std::nullopt;
    }
    return gpus[number->front()];
}

/// One "pattern=buffer,…" of -ot.
Result<void> readOverrides(std::string_view text, const std::vector<DeviceId>& gpus,
                           LlamaCppSettings& settings) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t equals = part.find('=');
        const auto device = equals == std::string_view::npos
                                ? std::nullopt
                                : deviceOfBuffer(part.substr(equals + 1), gpus);
        if (!device) {
            return fail(ErrorCode::InvalidArgument,
                        say("-ot contains %1; each entry must be a pattern, \"=\", and CPU or one "
                            "of the %2 GPUs, such as CUDA0.",
                            quotedForMessage(part), gpus.size()),
                        {}, "-ot");
        }
        settings.overrides.push_back({std::string(part.substr(0, equals)), *device});
    }
    return {};
}

/// -cmoe and -ncmoe N: the routed experts of all, or of the first N layers, lie on the CPU.
Result<void> readExpertOptions(const std::pair<std::string, std::string>& setting,
                               std::size_t layers, LlamaCppSettings& settings) {
    const std::string experts = "\\.ffn_(up|down|gate|gate_up)_(ch|)exps";
    if (setting.first == "cmoe" || setting.first == "cpu_moe") {
        settings.overrides.push_back({experts, DeviceId::cpu()});
    } else if (setting.first == "ncmoe" || setting.first == "n_cpu_moe") {
        const auto count = readCounts(setting.second, "-ncmoe");
        STOWAGE_TRY(count);
        for (std::size_t i = 0; i < std::min(count->front(), layers); ++i) {
            settings.overrides.push_back({"blk\\." + std::to_string(i) + experts, DeviceId::cpu()});
        }
    }
    return {};
}

/// -dev, -sm and -mg: which of the GPUs have layers, in which order.
Result<void> chooseGpus(SettingsText& text, std::vector<DeviceId>& gpus,
                        std::vector<Message>& notes) {
    if (const auto names = text.find({"dev", "device"})) {
        std::vector<DeviceId> chosen;
        for (std::size_t begin = 0; begin < names->size() && *names != "none";) {
            const std::size_t end = std::min(names->find(',', begin), names->size());
            const auto gpu =
                deviceOfBuffer(std::string_view(*names).substr(begin, end - begin), gpus);
            if (!gpu || !gpu->isGpu()) {
                return fail(ErrorCode::InvalidArgument,
                            say("-dev is %1 and contains an unknown GPU; the %2 GPUs have names "
                                "such as CUDA0.",
                                quotedForMessage(*names), gpus.size()),
                            {}, "-dev");
            }
            chosen.push_back(*gpu);
            begin = end + 1;
        }
        gpus = std::move(chosen);
    }
    const std::string mode = text.find({"sm", "split_mode"}).value_or("layer");
    if (mode == "none" && !gpus.empty()) {
        const auto main = readCounts(text.find({"mg", "main_gpu"}).value_or("0"), "-mg");
        STOWAGE_TRY(main);
        if (main->front() >= gpus.size()) {
            return fail(ErrorCode::InvalidArgument,
                        say("-mg is %1, but must be lower than the number of GPUs, %2.",
                            main->front(), gpus.size()),
                        {}, "-mg");
        }
        gpus = {gpus[main->front()]};
    } else if (mode != "layer" && mode != "none") {
        notes.push_back(
            say("-sm %1 divides tensors among GPUs; Stowage places whole layers instead, as with "
                "-sm layer.",
                printableText(mode)));
    }
    return {};
}

Result<LlamaCppSettings> readLlamaCpp(SettingsText& text, const ImportInput& input,
                                      std::size_t layers, std::vector<Message>& notes) {
    LlamaCppSettings settings;
    settings.gpus = gpusAmong(input.devices);
    if (const auto visible = text.find({kCudaVisibleDevices})) {
        const auto numbers = readCounts(*visible, kCudaVisibleDevices);
        STOWAGE_TRY(numbers);
        settings.gpus.clear();
        for (const std::size_t number : *numbers) {
            settings.gpus.push_back(DeviceId::gpu(static_cast<std::uint32_t>(number)));
        }
    }
    const std::vector<DeviceId> gpus = settings.gpus;  // as buffers are called
    STOWAGE_TRY(chooseGpus(text, settings.gpus, notes));
    const std::string count = text.find({"ngl", "gpu_layers", "n_gpu_layers"}).value_or("auto");
    settings.gpuLayers = layers + 1;
    if (count != "all" && count != "auto" && !count.starts_with('-')) {
        const auto number = readCounts(count, "-ngl");
        STOWAGE_TRY(number);
        settings.gpuLayers = number->front();
    } else if (count == "auto") {
        notes.push_back(
            say("Without -ngl, llama.cpp fits layers to the free memory; Stowage assumes that all "
                "layers are on GPUs."));
    }
    if (const auto shares = text.find({"ts", "tensor_split"})) {
        auto numbers = readNumbers(*shares, "-ts");
        STOWAGE_TRY(numbers);
        settings.split = std::move(*numbers);
    }
    if (std::ranges::all_of(settings.split, [](double share) { return share == 0; })) {
        settings.split = sharesByMemory(input.devices, settings.gpus);
    }
    text.skip({"ot", "override_tensor", "cmoe", "cpu_moe", "ncmoe", "n_cpu_moe", "mg", "main_gpu",
               "fit"});
    for (const auto& setting : text.all()) {
        if (setting.first == "ot" || setting.first == "override_tensor") {
            STOWAGE_TRY(readOverrides(setting.second, gpus, settings));
        }
        STOWAGE_TRY(readExpertOptions(setting, layers, settings));
    }
    return settings;
}

Result<ImportedPlan> importedBy(const ImportInput& input, const char* from, const LayerChain& chain,
                                const LlamaCppSettings& settings) {
    const auto names = ggufNames(*input.tree, chain, input.facts.get());
    STOWAGE_TRY(names);
    const auto places = llamaCppPlaces(*input.tree, chain, *names, settings);
    STOWAGE_TRY(places);
    ImportedPlan plan;
    plan.from = from;
    plan.map.map = mapOfPlaces(*input.tree, *places);
    return plan;
}

}  // namespace

Result<ImportedPlan> importFromLlamaCpp(const ImportInput& input) {
    SettingsText text(input.text);
    const auto chain = layerChain(*input.tree, input.facts.get());
    STOWAGE_TRY(chain);
    std::vector<Message> notes;
    const auto settings = readLlamaCpp(text, input, chain->layers.size(), notes);
    STOWAGE_TRY(settings);
    auto plan = importedBy(input, "llama.cpp", *chain, *settings);
    STOWAGE_TRY(plan);
    plan->notes = std::move(notes);
    text.skip({"b", "batch_size", "no_kvu", "no_kv_unified"});
    STOWAGE_TRY(finishImport(text, input, "llama.cpp", *plan));
    return plan;
}

Result<ImportedPlan> importFromOllama(const ImportInput& input) {
    SettingsText text(input.text);
    const auto chain = layerChain(*input.tree, input.facts.get());
    STOWAGE_TRY(chain);
    const auto count = readCounts(text.find({"num_gpu"}).value_or("999"), "num_gpu");
    STOWAGE_TRY(count);
    LlamaCppSettings settings;
    settings.gpus = gpusAmong(input.devices);
    settings.gpuLayers = count->front();
    settings.split = sharesByMemory(input.devices, settings.gpus);
    auto plan = importedBy(input, "ollama", *chain, settings);
    STOWAGE_TRY(plan);
    text.skip({"OLLAMA_FLASH_ATTENTION"});
    STOWAGE_TRY(finishImport(text, input, "llama.cpp", *plan));
    return plan;
}

}  // namespace stowage
