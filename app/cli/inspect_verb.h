// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verb.h"

#include <optional>
#include <string>

namespace stowage {

/// `inspect MODEL`: the module tree with sizes, from headers alone.
class InspectVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::optional<unsigned> m_depth;
    bool m_tensors = false;
    bool m_classes = false;
};

}  // namespace stowage
