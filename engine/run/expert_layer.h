// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/module_pass.h"
#include "engine/run/run_tensors.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// One expert and the tokens that a router sends to it.
struct ExpertShare {
    std::int64_t expert = 0;
    std::vector<std::int64_t> rows;  ///< ascending
    std::vector<float> shares;       ///< one a row: how much of the expert's answer counts
};

/// The `chosen` best experts of each row of scores [rows × experts] by softmax over all experts,
/// their shares made to sum up to 1; experts ascending, those without a row left out.
/// Of equal scores the lower number wins.
[[nodiscard]] std::vector<ExpertShare> routed(std::span<const float> scores, std::int64_t experts,
                                              std::int64_t chosen);

/// The sparse feed-forward layer of Mixtral as its files hold it: `path`.gate and
/// `path`.experts.N.w1, w2, w3.
struct ExpertLayer {
    std::int64_t experts = 8;
    std::int64_t chosen = 2;
    std::int64_t width = 0;
    std::int64_t inner = 0;
    Bend bend = Bend::Silu;

    void check(RunTensors& tensors, const std::string& path) const;
    [[nodiscard]] ModulePass::Next forward(ModulePass& pass, const std::string& path,
                                           const ModulePass::Next& x) const;
};

}  // namespace stowage
