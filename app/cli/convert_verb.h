// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verb.h"
#include "engine/checkpoint/convert_checkpoint.h"

#include <string>

namespace stowage {

/// `convert MODEL DIR`: writes a checkpoint's tensors in another format.
class ConvertVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<ConvertOptions> makeOptions() const;

    std::string m_model;
    std::string m_folder;
    std::string m_target;
    std::string m_shardSize;
    std::string m_dtype;
    bool m_resume = false;
};

}  // namespace stowage
