// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerate: the script of Copy as Python, and any text that holds a device map.
#include "engine/base/byte_size.h"

#include "engine/base/json_reader.h"
#include "engine/base/ssh_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/device/machine_link.h"
#include "engine/exchange/engine_export.h"
#include "engine/exchange/engine_targets.h"
#include "engine/exchange/export_text.h"
#include "engine/exchange/pipeline_split.h"
#include "engine/plan/place/place.h"
#include "engine/plan/quantized_plan.h"

#include <algorithm>
#include <array>
#include <set>

namespace stowage {

Result<EngineExport> exportToAccelerate(const ExportInput& input) {
    constexpr const char* kScript = "load_model.py";
    EngineExport made;
    made.files[kScript] =
        pythonScript(*input.plan, input.source) +
        "\nimport json\n\n"
        "print(json.dumps(getattr(model, \"hf_device_map\", device_map), default=str))\n";
    made.command = {"python", kScript};
    made.cannotExpress = notExpressed(*input.plan, input.source);
    made.differs = placedElsewhere(*input.plan, input.source);
    return made;
}

Result<ImportedPlan> importFromAccelerate(const ImportInput& input) {
    auto map = parseDeviceMapText(input.text);
    STOWAGE_TRY(map);
    return ImportedPlan{"accelerate", std::move(*map), {}};
}

namespace {

using Json = nlohmann::ordered_json;

// Device maps first: what no sign tells is one.
constexpr std::array<ExportTarget, 10> kTargets = {{
    {"accelerate",
     "Accelerate",
     "1.15",
     "transformers",
     false,
     true,
     exportToAccelerate,
     importFromAccelerate,
     {"device_map"}},
    {"ray",
     "Ray Serve LLM",
     "2.60",
     "vllm",
     true,
     true,
     exportToRay,
     importFromRay,
     {"engine_kwargs", "llm_configs"}},
    {"vllm",
     "vLLM",
     "0.33.0",
     "vllm",
     true,
     true,
     exportToVllm,
     importFromVllm,
     {"VLLM_PP_LAYER_PARTITION", "vllm serve", "vllm.entrypoints", "vllm-openai",
      "pipeline-parallel-size:", "max-model-len"}},
    {"sglang",
     "SGLang",
     "0.5.23",
     "sglang",
     true,
     true,
     exportToSglang,
     importFromSglang,
     {"SGLANG_PP_LAYER_PARTITION", "sglang.launch_server"}},
    {"torch-pipelining",
     "torch.distributed.pipelining",
     "2.15",
     "transformers",
     false,
     false,
     exportToTorchPipelining,
     importFromTorchPipelining,
     {"SplitPoint", "split_spec"}},
    {"megatron",
     "Megatron-LM",
     "core 0.16",
     "",
     true,
     false,
     exportToMegatron,
     importFromMegatron,
     {"pipeline-model-parallel-layout", "Et*", "Et|"}},
    {"exllama",
     "ExLlamaV3 (TabbyAPI)",
     "1.6",
     "",
     false,
     false,
     exportToExllama,
     importFromExllama,
     {"gpu_split", "-gs "}},
    {"deepspeed",
     "DeepSpeed ZeRO-Inference",
     "0.19",
     "transformers",
     false,
     false,
     exportToDeepspeed,
     nullptr,
     {"zero_optimization"}},
    {"ollama",
     "Ollama",
     "0.33",
     "llama.cpp",
     false,
     true,
     exportToOllama,
     importFromOllama,
     {"num_gpu"}},
    {"llama.cpp",
     "llama.cpp",
     "0c1e57098",
     "llama.cpp",
     false,
     true,
     exportToLlamaCpp,
     importFromLlamaCpp,
     {"llama-server", "-ngl", "-ot ", "--override-tensor", "gpu-layers", "-ts ", "--tensor-split"}},
}};

constexpr std::size_t kMostText = 64 * kMiB;  ///< as for device maps

/// An object of `export --json` as the text that it stands for, and its target; nothing for other
/// texts.
std::optional<std::pair<std::string, std::string>> textOfExport(const std::string& text) {
    if (text.find("\"cannot_express\"") == std::string::npos) {
        return std::nullopt;
    }
    const auto document = parseJson(text, {});
    if (!document || !document->is_object() || !document->contains("files") ||
        !document->contains("command") || !document->contains("environment")) {
        return std::nullopt;
    }
    std::string words;
    for (const auto& [name, value] : (*document)["environment"].items()) {
        words += name + "=" + (value.is_string() ? value.get<std::string>() : "") + " ";
    }
    for (const Json& word : (*document)["command"]) {
        words += shellWord(word.is_string() ? word.get<std::string>() : std::string()) + " ";
    }
    words += "\n";
    for (const auto& [name, content] : (*document)["files"].items()) {
        words += content.is_string() ? content.get<std::string>() + "\n" : "";
    }
    return std::pair{textMember(*document, "to"), words};
}

/// "ray, vllm …": those that are told of tensor parallelism.
std::string namesOfDividing() {
    std::vector<std::string_view> names;
    for (const ExportTarget& target : kTargets) {
        if (target.dividesLayers) {
            names.push_back(target.id);
        }
    }
    return joinedText(names, ", ");
}

/// With its workload's images as tokens of the prompt, which contexts have to hold. Error:
/// InvalidArgument (tokens are to follow, and none do in this model).
Result<ExportInput> withServedWorkload(ExportInput input) {
    const auto& asked = input.plan->request.workload;
    const auto facts = input.checkpoint && asked
                           ? knownFacts(*input.checkpoint, *input.plan->request.tree)
                           : nullptr;
    if (facts == nullptr) {
        return input;
    }
    STOWAGE_TRY(checkGenerates(*asked, *facts));
    if (asked->images > 0) {
        auto plan = std::make_shared<PlacementPlan>(*input.plan);
        plan->request.workload = withImageTokens(*asked, facts.get());
        input.plan = std::move(plan);
    }
    return input;
}

/// A comment above a script that is all there is to read.
void noteInScript(EngineExport& made, const std::string& text) {
    if (made.isScript()) {
        std::string& script = made.files.begin()->second;
        script = "# " + text + "\n" + script;
    }
}

/// Where the plan's GPUs have other numbers than CUDA's, an engine that is told of none sees them
/// as the plan does; a script alone has it as a comment, and hosts of a cluster as a sentence.
void showGpus(EngineExport& made, const ExportInput& input) {
    constexpr const char* kVariable = "CUDA_VISIBLE_DEVICES";
    std::vector<DeviceId> gpus;
    for (const DeviceInfo& device : input.plan->request.devices) {
        if (device.id.isGpu()) {
            gpus.push_back(device.id);
        }
    }
    const std::string visible = visibleDevices(gpus, input.shown);
    if (input.shown.empty() || visible.empty() || made.environment.contains(kVariable) ||
        made.command.front() == "deepspeed" || made.command.front() == "ollama") {
        return;
    }
    if (!made.host.empty()) {
        made.cannotExpress.push_back({say("Only the GPUs %1 are visible", visible),
                                      say("the commands count only the visible GPUs of each host: "
                                          "set CUDA_VISIBLE_DEVICES on each host")});
        return;
    }
    made.environment[kVariable] = visible;
    noteInScript(made, std::string("Run by: ") + kVariable + "=" + visible + " " +
                           joinedText(made.command, " "));
}

}  // namespace

std::span<const ExportTarget> exportTargets() {
    return kTargets;
}

const ExportTarget* recognisedTarget(std::string_view text) {
    const auto isItsOwn = [text](const ExportTarget& target) {
        return std::ranges::any_of(target.signs, [text](std::string_view sign) {
            return !sign.empty() && text.find(sign) != std::string_view::npos;
        });
    };
    const auto found = std::ranges::find_if(kTargets, isItsOwn);
    return found == kTargets.end() ? nullptr : &*found;
}

std::string exportTargetNames() {
    return joinedText(exportTargets(), ", ", &ExportTarget::id);
}

Result<ExportTarget> findExportTarget(std::string_view id, const char* option) {
    const auto targets = exportTargets();
    const auto found = std::ranges::find(targets, id, &ExportTarget::id);
    if (found == targets.end()) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 %2 is unknown; use one of %3.", option, quotedForMessage(id),
                        exportTargetNames()),
                    {}, option);
    }
    return *found;
}

std::shared_ptr<const PlacementPlan> planForEngine(const std::shared_ptr<const PlacementPlan>& plan,
                                                   const ExportTarget& target) {
    const auto& workload = plan->request.workload;
    if (!workload || (workload->engine.empty() && target.profile.empty())) {
        return nullptr;
    }
    auto asked = std::make_shared<PlacementPlan>(*plan);
    if (workload->engine.empty()) {
        asked->request.workload->engine = target.profile;
        // The plan's map is exported, as a pipeline.
        asked->request.workload->tensorParallel =
            std::max<std::uint64_t>(workload->tensorParallel, 1);
    }
    const bool isOther =
        appliedQuantization(asked->request) != appliedQuantization(plan->request) ||
        asked->request.workload->isComputedInPlace() != workload->isComputedInPlace();
    if (isOther) {
        // The engine has kernels of its own, or computes there what is on the CPU.
        if (const auto placed = place(asked->request)) {
            return *placed;
        }
    }
    return asked;
}

namespace {

/// A plan without a workload as the engine quantises it, where transformers' rules undo a
/// quantisation or leave that open; null where it stays as it is.
std::shared_ptr<const PlacementPlan> quantizedByEngine(const PlacementPlan& plan,
                                                       const ExportTarget& target) {
    PlacementRequest request = plan.request;
    const bool isOpen = quantizationInDoubt(plan).has_value() ||
                        appliedQuantization(request) != request.constraints.quantization;
    if (request.workload || target.profile.empty() || !isOpen) {
        return nullptr;
    }
    request.workload.emplace().engine = target.profile;
    const auto placed = place(request);
    if (!placed) {
        return nullptr;
    }
    auto own = std::make_shared<PlacementPlan>(**placed);
    own->request.workload.reset();
    return own;
}

/// The models of a GGUF file by the beginnings of their tensors' names: "blk", the model itself,
/// and with it or alone "v", "a" and "mm", which llama.cpp has in a file of their own.
std::set<std::string> ggufModels(const Checkpoint& checkpoint) {
    std::set<std::string> models;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        const std::string first = tensor.name.substr(0, tensor.name.find('.'));
        if (first == "blk" || first == "mm" || tensor.name.starts_with(first + ".blk.")) {
            models.insert(first);
        }
    }
    return models;
}

/// Error: Unsupported, for a GGUF file that the engine cannot load.
Result<void> checkGguf(const Checkpoint& checkpoint, const ExportTarget& target) {
    if (!target.takesGguf) {
        return fail(
            ErrorCode::Unsupported,
            say("An export to %1 cannot use GGUF files; export to llama.cpp.", target.title));
    }
    const std::set<std::string> models = ggufModels(checkpoint);
    const bool isModel = models.contains("blk");
    if (!isModel && (models.contains("mm") || models.contains("v") || models.contains("a"))) {
        return fail(ErrorCode::Unsupported,
                    say("%1 contains only the image or audio part of a model (%2), which no engine "
                        "loads alone; export the GGUF file of the model itself.",
                        checkpoint.path, joinedText(models, ", ")),
                    checkpoint.path);
    }
    if (isModel && models.size() > 1 && target.profile == "llama.cpp") {
        return fail(ErrorCode::Unsupported,
                    say("%1 contains several models (%2). llama.cpp rejects such a file (\"wrong "
                        "number of tensors\"), and Stowage does not know where Ollama places the "
                        "layers. Export a GGUF file of the language model alone; the other models "
                        "belong in a file for --mmproj.",
                        checkpoint.path, joinedText(models, ", ")),
                    checkpoint.path);
    }
    return {};
}

}  // namespace

Result<EngineExport> exportPlan(std::string_view target, const ExportInput& asked) {
    const auto found = findExportTarget(target, "--to");
    STOWAGE_TRY(found);
    ExportInput input = asked;
    if (auto plan = quantizedByEngine(*asked.plan, *found)) {
        input.plan = std::move(plan);
    }
    if (const auto why = whyNotOneModel(*input.plan->request.tree)) {
        return fail(ErrorCode::Unsupported, *why);
    }
    const auto& workload = input.plan->request.workload;
    if (workload && workload->tensorParallel > 1 && !found->dividesLayers) {
        return fail(ErrorCode::InvalidArgument,
                    say("An export to %1 cannot divide layers among GPUs; leave --tensor-parallel "
                        "out, or export to one of %2.",
                        found->title, namesOfDividing()),
                    {}, "--tensor-parallel");
    }
    if (input.checkpoint && input.checkpoint->format == CheckpointFormat::Gguf) {
        STOWAGE_TRY(checkGguf(*input.checkpoint, *found));
    }
    const auto served = withServedWorkload(input);
    STOWAGE_TRY(served);
    auto made = found->write(*served);
    STOWAGE_TRY(made);
    if (input.source.location.empty() && !made->isScript() && found->id != "megatron" &&
        input.checkpoint && input.checkpoint->format != CheckpointFormat::Gguf) {
        made->cannotExpress.push_back(unknownLocation(input.source));
    }
    if (input.checkpoint && input.checkpoint->elsewhere && found->id != "accelerate") {
        made->cannotExpress.push_back(elsewhereLoss(*input.checkpoint->elsewhere));
    }
    if (!input.source.renames.empty() && found->id != "accelerate") {
        made->cannotExpress.push_back({say("Keys of the file are renamed (--rename)"),
                                       say("%1 reads the keys under their original names; "
                                           "stowagectl convert writes the model with the new names",
                                           found->title)});
    }
    if (!input.source.nestedFile.empty() && found->id != "accelerate") {
        made->cannotExpress.push_back(
            {say("The model is in a nested dict of the file (%1)", input.source.nestedKey),
             say("%1 looks for tensors only at the top level of the file; stowagectl convert "
                 "writes the model to a separate file",
                 found->title)});
    }
    showGpus(*made, *served);
    made->to = found->id;
    made->writtenFor = found->version;
    if (made->verdict != Verdict::DoesNotFit || input.plan->verdict == Verdict::DoesNotFit) {
        made->verdict = input.plan->verdict;
        made->verdictText = input.plan->verdictText;
    }
    for (const DevicePlacement& placement : input.plan->placements) {
        made->labels.emplace(placement.device.id, deviceLabelOn(placement.device));
    }
    const auto machines = machinesOf(input.plan->request.devices).size();
    if (machines > 1 && made->host.empty()) {
        made->cannotExpress.push_back({say("The plan is for %1 machines", machines),
                                       say("%1 runs on one machine: all GPUs of the plan are "
                                           "treated as GPUs of this one machine",
                                           found->title)});
        const NotExpressed& loss = made->cannotExpress.back();
        noteInScript(*made, "Cannot be expressed: " + loss.what.english() + "; " +
                                loss.consequence.english() + ".");
    }
    return made;
}

Result<ImportedPlan> importPlacement(const ImportInput& input, std::string_view from) {
    if (input.text.size() > kMostText || !isValidUtf8(input.text)) {
        return fail(ErrorCode::InvalidArgument,
                    say("The text to import is larger than 64 MiB or not valid UTF-8; specify the "
                        "command or the file that places the layers."));
    }
    ImportInput read = input;
    std::string id(from);
    if (auto exported = textOfExport(input.text)) {
        id = id.empty() ? exported->first : id;
        read.text = std::move(exported->second);
    }
    const ExportTarget* const recognised = recognisedTarget(read.text);
    const auto target = !id.empty()
                            ? findExportTarget(id, "--from")
                            : Result(recognised == nullptr ? exportTargets().front() : *recognised);
    STOWAGE_TRY(target);
    if (target->read == nullptr) {
        return fail(ErrorCode::Unsupported,
                    say("%1 offloads all parameters in the same way. Its settings do not place "
                        "single modules, so no device map can be imported.",
                        target->title));
    }
    return target->read(read);
}

}  // namespace stowage
