// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/model_facts.h"
#include "engine/model/pretrained_models.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/map/python_script.h"
#include "engine/plan/placement_plan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A command that a host of a cluster runs beside the export's own.
struct HostCommand {
    std::string host;
    std::size_t rank = 0;                              ///< the host's
    std::map<std::string, std::string> environment{};  ///< variables that the command needs
    std::vector<std::string> command{};                ///< words; not quoted for a shell
};

/// A plan as another engine takes it, what is lost, and where that engine puts something else. A
/// value.
struct EngineExport {
    std::string to;                                  ///< the target's id
    std::string writtenFor;                          ///< the engine's version, as it names them
    std::vector<std::string> command;                ///< words; not quoted for a shell
    std::map<std::string, std::string> environment;  ///< variables that the command needs
    std::map<std::string, std::string> files;        ///< by name: what has to lie beside it
    std::string host{};                ///< where the command is run; "": one machine, or unable
    std::vector<HostCommand> hosts{};  ///< what is run before it, in this order
    std::vector<NotExpressed> cannotExpress;  ///< of this plan alone
    std::vector<PlacedElsewhere> differs;     ///< merged to the highest uniform modules
    /// The plan's; DoesNotFit where a device has no room for what the engine puts there.
    Verdict verdict = Verdict::Undetermined;
    Message verdictText{};                 ///< likewise: one sentence
    std::map<DeviceId, Message> labels{};  ///< "GPU 1 on b": the plan's devices, for people

    void addLosses(std::vector<NotExpressed> more) {
        std::ranges::move(more, std::back_inserter(cannotExpress));
    }

    /// Whether it is one Python script alone, which has its comments itself.
    [[nodiscard]] bool isScript() const {
        return files.size() == 1 && command.size() == 2 && command.front() == "python";
    }
};

/// What an export follows from.
struct ExportInput {
    std::shared_ptr<const PlacementPlan> plan;
    std::shared_ptr<const Checkpoint> checkpoint;  ///< null: only the tree is known
    PretrainedSource source;                       ///< how the model is called elsewhere
    /// What the plan's workload takes; null where the plan has none.
    std::shared_ptr<const CapacityEstimate> estimate = nullptr;
    /// What CUDA calls the plan's GPUs, in their order, where only some are shown or in another
    /// order; empty: as the plan does.
    std::vector<std::uint32_t> shown{};
};

/// What a placement is read from.
struct ImportInput {
    std::shared_ptr<const ModuleTree> tree;
    std::shared_ptr<const ModelFacts> facts = nullptr;  ///< null: not known
    std::vector<DeviceInfo> devices;                    ///< of the machine that is planned for
    std::optional<DType> dtype{};                       ///< of the weights; nothing: as stored
    std::string text;                                   ///< a command line, a file's content …
    Workload workload{};        ///< its prompt and answer are those of an imported workload
    PretrainedSource source{};  ///< how the open model is called; empty: not known
};

/// A placement, and the work that it carries, as another engine would make it of the same words.
struct ImportedPlan {
    std::string from;                 ///< the target's id
    ParsedDeviceMap map;              ///< over the whole tree
    std::vector<Message> notes;       ///< sentences: what has no effect here, and what was assumed
    std::vector<Message> warnings{};  ///< sentences: why the verdict may not hold there
    std::optional<Workload> workload{};  ///< nothing: the settings say nothing of one
};

/// One engine that plans are written for: a row of exportTargets().
struct ExportTarget {
    std::string_view id;  ///< "llama.cpp": what --to and --from take
    std::string_view title;
    std::string_view version;  ///< whose options and rules are followed
    /// Whose rules say what a workload takes there (engine_profile.h); "": none are known.
    std::string_view profile;
    bool dividesLayers;  ///< whether it is told of Workload::tensorParallel
    bool takesGguf;      ///< whether it is told of a model that is a GGUF file
    Result<EngineExport> (*write)(const ExportInput&);
    Result<ImportedPlan> (*read)(const ImportInput&);  ///< null: it says nothing of a placement
    /// Words of which one tells that a text is this engine's.
    std::array<std::string_view, 7> signs;  ///< "": no more
};

/// All of them, in the order in which a text is recognised.
[[nodiscard]] std::span<const ExportTarget> exportTargets();

/// The row of that id. Error: InvalidArgument that names all.
[[nodiscard]] Result<ExportTarget> findExportTarget(std::string_view id, const char* option);

/// The engine that a text's words tell; null where none does, as of device maps without a name.
[[nodiscard]] const ExportTarget* recognisedTarget(std::string_view text);

/// "accelerate, vllm …", for help and messages.
[[nodiscard]] std::string exportTargetNames();

/// The plan with its workload under the rules of that engine, where the person named no others:
/// what an estimate for it follows from. Null where the plan has no workload, or no rules are
/// known.
[[nodiscard]] std::shared_ptr<const PlacementPlan> planForEngine(
    const std::shared_ptr<const PlacementPlan>& plan, const ExportTarget& target);

/// Writes a plan for one engine. Takes milliseconds; nothing is read.
/// Errors: InvalidArgument (no such target), Unsupported (a family or a model that the engine's
/// rules are not known for), InvalidPlan (a plan that the engine cannot carry out at all).
[[nodiscard]] Result<EngineExport> exportPlan(std::string_view target, const ExportInput& input);

/// Reads a placement back: of one engine, or with an empty `from` of the one that the text's words
/// tell; a text that tells none is a device map. An object of `export --json` is read as what it
/// holds. Errors: InvalidArgument (no such engine, or what is wrong in the text, and where),
/// Unsupported (the engine's text says nothing of a placement, or not for this model).
[[nodiscard]] Result<ImportedPlan> importPlacement(const ImportInput& input, std::string_view from);

}  // namespace stowage
