// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verb.h"
#include "engine/checkpoint/sample_checkpoint.h"

#include <cstdint>
#include <string>

namespace stowage {

/// `sample DIR`: writes a checkpoint with random weights, to try everything else on.
class SampleVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<SampleOptions> makeOptions() const;

    std::string m_folder;
    std::string m_arch = "gpt2";
    std::string m_dtype = "float32";
    std::string m_format = "safetensors";
    std::string m_shardSize;
    std::string m_init = "default";
    std::uint64_t m_seed = 0;
    bool m_resume = false;
};

}  // namespace stowage
