// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/exchange/engine_export.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/workload.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace stowage {

/// The options that say what work a plan has to carry (docs/spec/planning.md), as they were typed.
class WorkloadOptions {
public:
    /// Adds those that a command does not have yet; they bind to this object, which must outlive
    /// the parse.
    void addTo(CLI::App& command);
    /// Whether one was typed: without, plans are judged by their weights alone.
    [[nodiscard]] bool isGiven() const;
    /// `base` with what was typed. Errors: InvalidArgument that names the option.
    [[nodiscard]] Result<Workload> makeWorkload(Workload base = {}) const;

private:
    std::map<std::string, std::string> m_texts;  ///< by option; "" where it was not typed
};

/// The options that plan, check, load and diff share (docs/spec/command-line.md), as they were
/// typed. The plan that follows from them is made in placement_request.cpp.
class PlacementOptions {
public:
    /// How the verb takes its map.
    enum class MapOption { InsteadOfStrategy, Required, None };

    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command, MapOption map);
    /// Those of a command that loads: `--force` and `--offload-dir`, then the others.
    void addForLoadTo(CLI::App& command);
    /// The options of a workload: where one is typed, the plan has to carry it.
    void addWorkloadTo(CLI::App& command) { m_workload.addTo(command); }

    /// Whether the command tells the plan's issues, so that what they say is not told before.
    enum class IssueTelling { Never, InText, Always };
    void setIssueTelling(IssueTelling telling) { m_issueTelling = telling; }

    /// What the strategy `optimal` plans for, where no option of a workload is there to say it.
    void planFor(const Workload& workload) { m_runWorkload = workload; }

    /// Adds `--import` and `--from`.
    void addImportTo(CLI::App& command);

    /// A placement that was read from elsewhere. What is typed wins over all but the map.
    struct ReadPlacement {
        const ParsedDeviceMap& map;
        /// The request of its plan (limits, devices, dtype …); null: not known.
        const PlacementRequest* origin = nullptr;
        std::optional<Workload> workload{};       ///< nothing: that of the request
        std::optional<PlacementRequest> begin{};  ///< where the request begins; nothing: start()
    };

    /// The plan for a model that follows from everything typed, over what was `read` if it is not
    /// null; warnings go to the context. Errors: InvalidArgument that names the option; those of
    /// reading a map file; Cancelled.
    [[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> makePlan(
        const OpenedModel& model, const CommandContext& context,
        const ReadPlacement* read = nullptr) const;

    /// The same plan, or the one that `--import` describes (importPlacement()) with what was read;
    /// its warnings and notes go to the context, too. Errors: also those of importPlacement().
    using PlanAndImport =
        std::pair<std::shared_ptr<const PlacementPlan>, std::optional<ImportedPlan>>;
    [[nodiscard]] Result<PlanAndImport> makeOrImportPlan(const OpenedModel& model,
                                                         const CommandContext& context) const;

    /// Whether the CPU's limit follows from the memory that is free, unless --max-memory names it.
    [[nodiscard]] bool readsFreeMemory() const { return m_ram.empty(); }
    /// What CUDA calls the plan's GPUs (DeviceOptions::shownNumbers()).
    [[nodiscard]] std::vector<std::uint32_t> shownGpus() const { return m_devices.shownNumbers(); }
    /// Where a load will put what goes to disk: whose capacity counts. "": the temporary folder.
    [[nodiscard]] const std::string& offloadFolder() const { return m_offloadFolder; }
    /// Whether to load although something speaks against it.
    [[nodiscard]] bool isForced() const { return m_isForced; }
    /// Whether a map or a word for one was typed, in place of --strategy.
    [[nodiscard]] bool isMapGiven() const { return !m_deviceMap.empty(); }
    [[nodiscard]] bool isImported() const { return !m_import.empty(); }
    /// The options of the request that were typed.
    [[nodiscard]] const RequestOptions& typed() const { return m_typed; }

private:
    /// Adds the other typed options to the preset, as the function's `**kwargs`.
    [[nodiscard]] Result<void> finishPreset(PlacementRequest& request,
                                            const ReadPlacement* read) const;
    /// Everything typed, over start().
    /// `progress` hears how far the search of the strategy `optimal` is.
    [[nodiscard]] Result<PlacementRequest> makeRequest(const OpenedModel& model,
                                                       const CommandContext& context,
                                                       const ReadPlacement* read,
                                                       const ProgressSink& progress) const;
    /// A project's plan or a fresh request, over it `origin` if it is not null and the members of
    /// `--request`, and over all of them the devices and limits that were typed.
    [[nodiscard]] Result<void> readRequestOption(PlacementRequest& request,
                                                 const CommandContext& context) const;
    [[nodiscard]] Result<PlacementRequest> start(const OpenedModel& model,
                                                 const PlacementRequest* origin,
                                                 const CommandContext& context) const;
    /// The devices and limits that were typed, in place of the request's own; those of this
    /// machine where it has none.
    [[nodiscard]] Result<void> setMachine(PlacementRequest& request,
                                          const CommandContext& context) const;
    /// CPU and disk get the capacities that were typed.
    [[nodiscard]] Result<void> giveCapacities(std::vector<DeviceInfo>& devices,
                                              const CommandContext& context) const;
    [[nodiscard]] Result<std::vector<MemoryBudget>> makeBudgets(
        const std::vector<DeviceInfo>& devices, const CommandContext& context) const;
    [[nodiscard]] bool tellsIssues(const CommandContext& context) const;
    /// Says that --ram limits the CPU, which --max-memory leaves out; nothing where it does not.
    [[nodiscard]] std::optional<PlanIssue> ramIssue() const;
    /// Says which typed options have no effect on the request.
    void warnOfIgnored(const PlacementRequest& request, const CommandContext& context) const;
    /// A map that was typed or read, in the place of a strategy.
    [[nodiscard]] Result<void> setMap(PlacementRequest& request, const CommandContext& context,
                                      const ReadPlacement* read) const;
    /// Refuses options that do not go with the strategy and its objective.
    [[nodiscard]] Result<void> checkObjective(PlacementRequest& request,
                                              const Checkpoint& checkpoint) const;

    DeviceOptions m_devices;
    RequestOptions m_typed;
    WorkloadOptions m_workload;
    std::optional<Workload> m_runWorkload;
    std::string m_offloadFolder;
    IssueTelling m_issueTelling = IssueTelling::Never;
    bool m_isForced = false;
    std::string m_ram;
    std::string m_disk;
    std::string m_maxMemory;
    std::string m_deviceMap;
    std::string m_request;
    std::string m_import;
    std::string m_from;
};

}  // namespace stowage
