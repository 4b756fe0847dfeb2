// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verb.h"
#include "app/selftest/check_list.h"

namespace stowage {

/// `selftest`: checks this build on this machine, without Qt; with `--gpu` its CUDA devices.
class SelftestVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    /// False where there is no CUDA device; the reason is told then.
    [[nodiscard]] bool checkGpus(CheckList& checks, const CommandContext& context) const;

    bool m_gpu = false;
};

}  // namespace stowage
