// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/load_preparation.h"
#include "app/cli/placement_options.h"
#include "app/cli/run_arguments.h"
#include "app/cli/run_chain.h"
#include "app/cli/run_files.h"
#include "app/cli/verb.h"

#include <memory>
#include <string>

namespace stowage {

struct OpenedModel;

/// `run MODEL --tokens 1,2,3`: loads under a plan, runs the model over it layer by layer, says
/// which tokens follow and what it took, and gives everything back.
class RunVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> makeSchedule(
        const OpenedModel& model, const CommandContext& context) const;
    /// What the plan and the model add to the options; whether this model can be run with them.
    [[nodiscard]] Result<void> complete(RunOptions& options, const LoadSchedule& schedule,
                                        const LoadBackends& backends,
                                        const CommandContext& context) const;
    /// Prints the numbers, and as text what the tokenizer of the model can decode.
    void print(RunReport report, const LoadReport& load, const LoadSchedule& schedule,
               const CommandContext& context) const;
    [[nodiscard]] Result<int> loadAndRun(std::shared_ptr<const LoadSchedule> schedule,
                                         const LoadBackends& backends, const RunOptions& options,
                                         const CommandContext& context) const;
    /// The answer where something speaks against the load: the numbers, and exit status 1.
    [[nodiscard]] Result<int> refuse(const Error& no, const RunOptions& options,
                                     const LoadSchedule& schedule,
                                     const CommandContext& context) const;

    std::string m_model;
    PlacementOptions m_placement;
    RunArguments m_arguments;
    RunChain m_chain;
    RunFiles m_files;
    LoadPreparation m_preparation;
    std::string m_offloadDir;
    std::shared_ptr<const Tokenizer> m_tokenizer;  ///< of the model; null without one
    bool m_force = false;
};

}  // namespace stowage
