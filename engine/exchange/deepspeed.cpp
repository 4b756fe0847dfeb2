// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed's ZeRO-Inference: deepspeed.ai, "DeepSpeed Configuration JSON". Sizes of parameters are
// numbers of elements there, not bytes.
#include "engine/exchange/engine_targets.h"

#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/exchange/cluster_hosts.h"
#include "engine/exchange/pipeline_split.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <iterator>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kConfig = "ds_config.json";
constexpr const char* kDeepspeedScript = "zero_inference.py";
constexpr const char* kHostFile = "hostfile";

/// Numbers of elements that the configuration is made of.
struct ParameterSizes {
    std::uint64_t largest = 0;  ///< of one tensor
    std::uint64_t vectors = 0;  ///< of the largest with one dimension: norms and biases
    std::uint64_t layer = 0;    ///< of the largest layer
};

ParameterSizes sizesOf(const ModuleTree& tree, const LayerChain& chain) {
    ParameterSizes sizes;
    std::vector<std::uint64_t> layers(chain.layers.size());
    for (const TensorId owner : storageOwners(tree)) {
        const TensorSpec& tensor = tree.tensor(owner);
        if (tensor.kind != TensorKind::Parameter) {
            continue;
        }
        const std::uint64_t elements = elementCount(tensor.shape);
        sizes.largest = std::max(sizes.largest, elements);
        if (tensor.shape.size() < 2) {
            sizes.vectors = std::max(sizes.vectors, elements);
        }
        if (chain.isInLayer(owner)) {
            layers[chain.places[owner.index()]] += elements;
        }
    }
    sizes.layer = *std::ranges::max_element(layers);
    return sizes;
}

double weightsOn(const PlacementPlan& plan, DeviceId device) {
    const DevicePlacement* const placement = plan.placement(device);
    return placement == nullptr ? 0 : placement->weights;
}

/// Where all parameters go that are not persistent; nothing: they stay on the GPUs.
std::optional<DeviceId> offloadDevice(const PlacementPlan& plan) {
    if (weightsOn(plan, DeviceId::disk()) > 0) {
        return DeviceId::disk();
    }
    return weightsOn(plan, DeviceId::cpu()) > 0 ? std::optional(DeviceId::cpu()) : std::nullopt;
}

Json offloadJson(const PlacementPlan& plan, const ParameterSizes& sizes, DeviceId device,
                 DType dtype) {
    Json offload = {{"device", device == DeviceId::disk() ? "nvme" : "cpu"},
                    {"pin_memory", true},
                    {"buffer_count", 5},
                    {"buffer_size", sizes.largest}};
    if (device == DeviceId::disk()) {
        offload["nvme_path"] = "offload";
        const double bytes = static_cast<double>(*checkedByteSize(dtype, {}));
        const DevicePlacement* const cpu = plan.placement(DeviceId::cpu());
        offload["max_in_cpu"] =
            static_cast<std::uint64_t>(cpu != nullptr && cpu->budget ? *cpu->budget / bytes : 0);
    }
    return offload;
}

Json configOf(const PlacementPlan& plan, const ParameterSizes& sizes,
              const std::optional<DeviceId>& device, DType dtype) {
    const std::uint64_t window = std::max(plan.prefetchWindow.value_or(1), 1U);
    const std::uint64_t live = (window + 1) * sizes.layer + sizes.largest;
    const auto& workload = plan.request.workload;
    Json zero = {{"stage", 3},
                 {"stage3_prefetch_bucket_size", window * sizes.layer},
                 {"stage3_max_live_parameters", live},
                 {"stage3_max_reuse_distance", live},
                 {"stage3_param_persistence_threshold", sizes.vectors + 1}};
    if (device) {
        zero["offload_param"] = offloadJson(plan, sizes, *device, dtype);
    }
    Json config = {{"train_micro_batch_size_per_gpu", workload ? workload->batch : 1},
                   {"fp16", {{"enabled", dtype == DType::Float16}}},
                   {"bf16", {{"enabled", dtype == DType::BFloat16}}},
                   {"zero_optimization", std::move(zero)}};
    if (device == DeviceId::disk()) {
        config["aio"] = {{"block_size", 262144},
                         {"queue_depth", 32},
                         {"intra_op_parallelism", 1},
                         {"single_submit", false},
                         {"overlap_events", true}};
    }
    return config;
}

/// The hosts and how many GPUs each has, and which of them, where it is not all.
void addHosts(EngineExport& made, const ExportInput& input, const std::vector<ClusterHost>& hosts) {
    if (hosts.empty()) {
        return;
    }
    made.host = hosts.front().name;
    std::string include;
    bool areAll = true;
    for (const ClusterHost& host : hosts) {
        const std::size_t slots = *std::ranges::max_element(host.numbers) + 1;
        made.files[kHostFile] += host.name + " slots=" + std::to_string(slots) + "\n";
        include += (include.empty() ? "" : "@") + host.name + ":" + joinedText(host.numbers, ",");
        areAll = areAll && host.visibleDevices().empty();
    }
    made.command = {"deepspeed", "--hostfile", kHostFile};
    if (!areAll) {
        made.command.insert(made.command.end(), {"--include", include});
    }
    made.command.emplace_back(kDeepspeedScript);
    made.addLosses(filesLoss(input, hosts));
}

std::string scriptOf(const ExportInput& input, const std::vector<std::string>& command) {
    const PretrainedSource& source = input.source;
    const DType dtype = computedDtype(input);
    return "# Run by: " + joinedText(command, " ") +
           "\nimport json\n\nimport deepspeed\nimport torch\nfrom transformers import " +
           source.className +
           "\nfrom transformers.integrations import HfDeepSpeedConfig\n\nwith open(\"" + kConfig +
           "\") as file:\n    config = json.load(file)\n"
           "# While this object lives, from_pretrained parts the weights as it reads them.\n"
           "zero = HfDeepSpeedConfig(config)\nmodel = " +
           source.className + ".from_pretrained(" + quotedLiteral(source.locationOrPlaceholder()) +
           ", dtype=torch." + std::string(dtypeName(dtype)) +
           (source.runsOwnCode ? ", trust_remote_code=True" : "") +
           ")\nengine = deepspeed.initialize(model=model, config=config)[0]\n"
           "engine.module.eval()\nids = torch.arange(8, device=engine.device).view(1, 8)\n"
           "with torch.no_grad():\n    print(engine.module(input_ids=ids).logits.shape)\n";
}

/// Where ZeRO keeps the parameters: small ones on the GPU, all others offloaded; each GPU a part.
StoragePlaces zeroPlaces(const PlacementPlan& plan, const ParameterSizes& sizes,
                         const StoragePlaces& planned, const std::optional<DeviceId>& device,
                         DeviceId gpu) {
    const ModuleTree& tree = *plan.request.tree;
    return placesBy(tree, [&](TensorId owner) {
        const TensorSpec& tensor = tree.tensor(owner);
        const bool isLarge =
            tensor.kind == TensorKind::Parameter && elementCount(tensor.shape) > sizes.vectors;
        if (device && isLarge) {
            return *device;
        }
        const DeviceId own = planned[tensor.storage.index()];
        return own.isGpu() ? own : gpu;
    });
}

}  // namespace

Result<EngineExport> exportToDeepspeed(const ExportInput& input) {
    const PlacementPlan& plan = *input.plan;
    const ModuleTree& tree = *plan.request.tree;
    const auto planned = plannedPlaces(plan);
    STOWAGE_TRY(planned);
    const auto chain =
        layerChain(tree, input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr);
    STOWAGE_TRY(chain);
    const auto split = nearestSplit(plan, *chain);
    STOWAGE_TRY(split);
    const ParameterSizes sizes = sizesOf(tree, *chain);
    const auto device = offloadDevice(plan);
    EngineExport made;
    made.cannotExpress = quantizationLoss(plan, "DeepSpeed");
    made.addLosses(adapterLoss(input.source, "DeepSpeed"));
    const StoragePlaces places = zeroPlaces(plan, sizes, *planned, device, split->gpus.front());
    made.differs = placedDifferently(plan, places);
    std::map<DeviceId, double> held = dividedWeights(loadedBytes(plan), split->gpus);
    if (device) {
        held = heldWeights(plan, places, loadedBytes(plan));
    }
    holdToRoom(made, input, held);
    if (device && !made.differs.empty()) {
        made.cannotExpress.push_back(
            {say("Only some modules are planned outside the GPUs"),
             say("ZeRO-Inference offloads every parameter of more than %1 elements and copies each "
                 "offloaded parameter to the GPUs when the parameter is used",
                 sizes.vectors)});
    }
    if (split->gpus.size() > 1) {
        made.cannotExpress.push_back(
            {say("The assignment of layers to GPUs"),
             say("ZeRO divides every parameter among the %1 GPUs, and all GPUs compute every layer",
                 split->gpus.size())});
    }
    made.files[kConfig] = jsonText(configOf(plan, sizes, device, computedDtype(input)), 2) + "\n";
    // Its launcher shows the processes no others, whatever CUDA_VISIBLE_DEVICES says.
    const std::string visible = visibleDevices(split->gpus, input.shown);
    made.command =
        visible.empty()
            ? std::vector<std::string>{"deepspeed", "--num_gpus",
                                       std::to_string(split->gpus.size()), kDeepspeedScript}
            : std::vector<std::string>{"deepspeed", "--include", "localhost:" + visible,
                                       kDeepspeedScript};
    const auto hosts = clusterHosts(plan, split->gpus);
    addHosts(made, input, hosts);
    made.files[kDeepspeedScript] = scriptOf(input, made.command);
    return made;
}

}  // namespace stowage
