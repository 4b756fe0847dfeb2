// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verb.h"

#include <string>

namespace stowage {

/// `reference MODEL FILE.npy`: the logits of a from-scratch GPT by an independent read of its
/// files, to hold loaded models against.
class ReferenceVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_file;
    std::string m_prompt = "1,2,3";
};

}  // namespace stowage
