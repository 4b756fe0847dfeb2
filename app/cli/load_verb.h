// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/forward_pass.h"
#include "app/cli/load_files.h"
#include "app/cli/load_preparation.h"
#include "app/cli/load_repeats.h"
#include "app/cli/placement_options.h"
#include "app/cli/verb.h"
#include "engine/load/load_job.h"

#include <memory>
#include <optional>
#include <string>

namespace stowage {

struct OpenedModel;

/// `load MODEL`: really loads under a plan, measures, and gives everything back; or, as a dry run,
/// walks the same steps without a page.
class LoadVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> makeSchedule(
        const OpenedModel& model, const CommandContext& context) const;
    [[nodiscard]] Result<int> runSchedule(std::shared_ptr<const LoadSchedule> schedule,
                                          const CommandContext& context);
    [[nodiscard]] int printDryRun(const LoadSchedule& schedule,
                                  const CommandContext& context) const;
    /// The answer where something speaks against the load: the numbers, and exit status 1.
    [[nodiscard]] Result<int> refuse(const Error& no, const LoadSchedule& schedule,
                                     const CommandContext& context) const;
    [[nodiscard]] LoadOptions makeLoadOptions() const;
    /// What is wrong with options that are right alone.
    [[nodiscard]] Result<void> checkOptions() const;
    /// A load and all that comes after it before its figures are printed.
    struct Done {
        LoadOutcome load;
        std::optional<ForwardOutcome> forward;
        Result<void> files{};  ///< whether those asked for could be written
    };
    [[nodiscard]] Done loadAndRun(std::shared_ptr<const LoadSchedule> schedule,
                                  const LoadBackends& backends, const LoadOptions& options,
                                  LoadEventWriter* events, const CommandContext& context);
    void printOutcome(const LoadReport& report, const LoadSchedule& schedule,
                      const std::optional<ForwardOutcome>& forward,
                      const CommandContext& context) const;

    std::string m_model;
    PlacementOptions m_placement;
    std::string m_method = "streamed";
    std::string m_offloadDir;
    LoadFiles m_files;
    LoadRepeats m_repeats;
    LoadPreparation m_preparation;
    ForwardPass m_forward;
    bool m_verify = false;
    bool m_sha256 = false;
    bool m_force = false;
    bool m_dryRun = false;
};

}  // namespace stowage
