// SPDX-License-Identifier: GPL-3.0-or-later
// torch.distributed.pipelining: docs.pytorch.org, "Pipeline Parallelism": pipeline() traces the
// model and cuts it before the modules of split_spec; a stage holds what it uses.
#include "engine/base/strings.h"
#include "engine/exchange/cluster_hosts.h"
#include "engine/exchange/engine_targets.h"
#include "engine/exchange/pipeline_split.h"
#include "engine/exchange/settings_text.h"

#include <algorithm>
#include <iterator>

namespace stowage {
namespace {

constexpr const char* kPipelineScript = "pipeline.py";

/// The first layer of every stage but the first.
std::vector<std::string> splitPoints(const ModuleTree& tree, const LayerChain& chain,
                                     const PipelineSplit& split) {
    std::vector<std::string> points;
    std::size_t first = 0;
    for (std::size_t stage = 0; stage + 1 < split.counts.size(); ++stage) {
        first += split.counts[stage];
        points.push_back(tree.path(chain.layers[first]));
    }
    return points;
}

/// In a cluster a host's processes see its own GPUs alone.
std::string gpuNumbers(const PipelineSplit& split, const std::vector<ClusterHost>& hosts) {
    if (hosts.empty()) {
        return joinedText(split.gpus, ", ", [](DeviceId gpu) { return gpu.index; });
    }
    std::vector<std::size_t> numbers;
    for (const ClusterHost& host : hosts) {
        for (std::size_t i = 0; i < host.gpus.size(); ++i) {
            numbers.push_back(i);
        }
    }
    return joinedText(numbers, ", ");
}

/// How the script is run, as comments.
std::string runLines(const EngineExport& made) {
    std::string text;
    if (made.hosts.empty()) {
        return "# Run by: " + joinedText(made.command, " ") + "\n";
    }
    text += "# Run on " + made.host + " by: " + joinedText(made.command, " ") + "\n";
    for (const HostCommand& own : made.hosts) {
        text += "# Run on " + own.host + " by: " + joinedText(own.command, " ") + "\n";
    }
    return text;
}

std::string head(const ExportInput& input, const std::string& gpus,
                 const std::vector<std::string>& points, const std::string& runBy) {
    const PretrainedSource& source = input.source;
    std::string text =
        runBy +
        "import json\nimport os\n\nimport torch\nimport torch.distributed as dist\n"
        "from torch.distributed.pipelining import ScheduleGPipe, SplitPoint, pipeline\n"
        "from transformers import " +
        source.className +
        "\n\n# The GPU of each stage, and where the stages after the first begin.\n"
        "gpus = [" +
        gpus + "]\nsplit_spec = {\n";
    for (const std::string& point : points) {
        text += "    " + quotedLiteral(point) + ": SplitPoint.BEGINNING,\n";
    }
    return text + "}\nlocation = " + quotedLiteral(source.locationOrPlaceholder()) + "\n";
}

/// What follows is the same for every model; the numbers are those of the workload.
std::string body(const ExportInput& input, std::size_t stages, bool isCluster) {
    const auto& workload = input.plan->request.workload;
    const std::uint64_t prompt = workload ? workload->prompt : 16;
    const std::uint64_t wanted = workload ? workload->batch : 1;
    const std::uint64_t batch = (wanted + stages - 1) / stages * stages;
    const DType dtype = computedDtype(input);
    return "\n\nclass LogitsOf(torch.nn.Module):\n"
           "    def __init__(self, model):\n"
           "        super().__init__()\n"
           "        self.model = model\n\n"
           "    def forward(self, ids):\n"
           "        return self.model(input_ids=ids, use_cache=False).logits\n\n\n"
           "rank = int(os.environ[\"RANK\"])\n"
           "has_gpus = torch.cuda.device_count() > " +
           std::string(isCluster ? "gpus[rank]" : "max(gpus)") +
           "\n"
           "device = torch.device(f\"cuda:{gpus[rank]}\" if has_gpus else \"cpu\")\n"
           "dist.init_process_group(\"nccl\" if has_gpus else \"gloo\")\n"
           "model = " +
           input.source.className + ".from_pretrained(location, dtype=torch." +
           std::string(dtypeName(dtype)) +
           (input.source.runsOwnCode ? ", trust_remote_code=True" : "") +
           ").eval()\n"
           "batch, prompt, parts = " +
           std::to_string(batch) + ", " + std::to_string(prompt) + ", " + std::to_string(stages) +
           "\nvocabulary = model.get_input_embeddings().weight.shape[0]\n"
           "ids = torch.arange(batch * prompt).view(batch, prompt) % vocabulary\n"
           "with torch.no_grad():\n"
           "    # The example is one part of the batch; the parts follow each other through the "
           "stages.\n"
           "    spec = {\"model.\" + name: point for name, point in split_spec.items()}\n"
           "    pipe = pipeline(LogitsOf(model), mb_args=(ids[: batch // parts],), "
           "split_spec=spec)\n"
           "    del model\n"
           "    stage = pipe.build_stage(rank, device, dist.group.WORLD)\n"
           "    schedule = ScheduleGPipe(stage, parts)\n"
           "    logits = schedule.step(ids.to(device)) if rank == 0 else schedule.step()\n"
           "if rank == len(gpus) - 1:\n"
           "    torch.save({\"ids\": ids, \"logits\": logits.cpu()}, \"logits.pt\")\n"
           "    print(json.dumps({\"logits\": \"logits.pt\", \"shape\": list(logits.shape)}))\n"
           "dist.destroy_process_group()\n";
}

std::string_view lineFrom(std::string_view text, std::size_t begin) {
    return text.substr(begin, text.find('\n', begin) - begin);
}

/// The name in quotes before the `SplitPoint` that stands at `at`; nothing where there is none.
std::optional<std::string> nameBefore(const std::string& text, std::size_t at) {
    const std::size_t end = text.find_last_of("\"'", at);
    if (end == std::string::npos || end == 0 || text.find_first_not_of(": \t", end + 1) != at) {
        return std::nullopt;
    }
    const std::size_t begin = text.rfind(text[end], end - 1);
    return begin == std::string::npos ? std::nullopt
                                      : std::optional(text.substr(begin + 1, end - begin - 1));
}

/// Whether a stage begins at each layer, by the `"name": SplitPoint.BEGINNING` of a text; a
/// name may have the parts of a wrapper in front.
Result<std::vector<bool>> readSplitPoints(const ImportInput& input, const LayerChain& chain) {
    constexpr std::string_view kPoint = "SplitPoint.";
    std::vector<bool> begins(chain.layers.size() + 1);
    bool isAny = false;
    for (std::size_t at = input.text.find(kPoint); at != std::string::npos;
         at = input.text.find(kPoint, at + 1)) {
        const auto name = nameBefore(input.text, at);
        if (!name) {
            continue;
        }
        const auto layer = std::ranges::find_if(chain.layers, [&](ModuleId id) {
            const std::string& path = input.tree->path(id);
            return *name == path || name->ends_with("." + path);
        });
        if (layer == chain.layers.end()) {
            return fail(ErrorCode::InvalidArgument,
                        say("split_spec cuts at %1, which is not a layer of this model; the first "
                            "layer of this model is %2.",
                            quotedForMessage(*name), input.tree->path(chain.layers.front())),
                        {}, "split_spec");
        }
        const bool isEnd = input.text.compare(at + kPoint.size(), 3, "END") == 0;
        begins[static_cast<std::size_t>(layer - chain.layers.begin()) + (isEnd ? 1 : 0)] = true;
        isAny = true;
    }
    if (!isAny && input.text.find("split_spec") == std::string::npos) {
        return fail(ErrorCode::InvalidArgument,
                    say("The text contains no split_spec with entries such as \"layer\": "
                        "SplitPoint.BEGINNING."),
                    {}, "split_spec");
    }
    begins.front() = true;
    return begins;
}

}  // namespace

Result<EngineExport> exportToTorchPipelining(const ExportInput& input) {
    const PlacementPlan& plan = *input.plan;
    const ModuleTree& tree = *plan.request.tree;
    STOWAGE_TRY(plannedPlaces(plan));
    const auto chain =
        layerChain(tree, input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr);
    STOWAGE_TRY(chain);
    auto split = nearestSplit(plan, *chain);
    STOWAGE_TRY(split);
    EngineExport made;
    made.cannotExpress = groupByMachine(plan, *split);
    const auto hosts = clusterHosts(plan, split->gpus);
    runByTorchrun(made, hosts, split->gpus.size(), {kPipelineScript});
    made.files[kPipelineScript] =
        head(input, gpuNumbers(*split, hosts), splitPoints(tree, *chain, *split), runLines(made)) +
        body(input, split->gpus.size(), !hosts.empty());
    for (const auto& losses :
         {filesLoss(input, hosts), quantizationLoss(plan, "A torch pipeline"),
          pipelineLosses(plan, *chain, *split, "A torch pipeline"),
          adapterLoss(input.source, "A torch pipeline"), tiedHeadLoss(plan, *chain, *split)}) {
        made.addLosses(losses);
    }
    if (plan.request.workload && plan.request.workload->generate > 0) {
        made.cannotExpress.push_back({say("The workload generates tokens"),
                                      say("the pipeline computes only prompts, because it stores "
                                          "no keys and values between forward passes")});
    }
    setPlaces(made, input, splitPlaces(tree, *chain, *split, storageBytes(plan)));
    return made;
}

Result<ImportedPlan> importFromTorchPipelining(const ImportInput& input) {
    const auto chain = layerChain(*input.tree, input.facts.get());
    STOWAGE_TRY(chain);
    const auto begins = readSplitPoints(input, *chain);
    STOWAGE_TRY(begins);
    constexpr std::string_view kGpus = "gpus = ";
    const std::size_t list = input.text.find(kGpus);
    const auto gpus = list == std::string::npos
                          ? Result(std::vector<std::size_t>())
                          : readCounts(lineFrom(input.text, list + kGpus.size()), "gpus");
    STOWAGE_TRY(gpus);
    PipelineSplit split;
    for (std::size_t layer = 0; layer < chain->layers.size(); ++layer) {
        if ((*begins)[layer]) {
            const std::size_t stage = split.gpus.size();
            split.gpus.push_back(DeviceId::gpu(
                static_cast<std::uint32_t>(stage < gpus->size() ? (*gpus)[stage] : stage)));
            split.counts.push_back(0);
        }
        ++split.counts.back();
    }
    ImportedPlan plan;
    plan.from = "torch-pipelining";
    plan.map.map = mapOfPlaces(*input.tree, splitPlaces(*input.tree, *chain, split, {}));
    return plan;
}

}  // namespace stowage
