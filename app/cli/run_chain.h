// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/output_files.h"
#include "app/cli/placement_options.h"
#include "engine/run/model_chain.h"

#include <string>
#include <vector>

namespace stowage {

/// `run MODEL --chain OTHER`: models whose weights all lie in RAM take turns on one device, each
/// with the same tokens or with those that the one before gave. One comes as a whole when it is
/// called and leaves when the next one is; called again and again ("MODEL*50") it stays.
class RunChain {
public:
    /// Adds the option to a command that has those of a placement already, and keeps it apart from
    /// what places layers; it binds to this object, which must outlive the parse.
    void addTo(CLI::App& command, const HelpTexts& help);
    [[nodiscard]] bool isWanted() const { return !m_models.empty(); }

    /// Loads `first` and the others, runs each and prints what came of it. The device is that of
    /// the options, else the first GPU, else the CPU. Errors: those of opening, loading and
    /// running, with the model's path in front where the message does not name it.
    /// `file` gets the record, also of a chain that stopped in its turns.
    [[nodiscard]] Result<int> run(const std::string& first, const PlacementOptions& placement,
                                  const RunOptions& options, const RecordFile& file,
                                  const CommandContext& context) const;

private:
    [[nodiscard]] Result<void> takeTurns(std::vector<ChainLink>& links, const ChainStage& stage,
                                         const RunOptions& options, const CommandContext& context,
                                         ChainMeter& meter) const;

    std::vector<std::string> m_models;
    bool m_passOn = false;
};

}  // namespace stowage
