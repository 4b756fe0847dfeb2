// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/module_pass.h"
#include "engine/run/weight_source.h"

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

/// The sparse feed-forward layer of Mixtral: `path`.gate, and its experts as its files hold them,
/// `path`.experts.N.w1, w2, w3, or as transformers 5 holds them while it runs (and what is saved of
/// that: Accelerate's offload folders), `path`.experts.gate_up_proj [experts × 2 · inner × width]
/// with w1 above w3, and down_proj [experts × width × inner].
struct ExpertLayer {
    std::int64_t experts = 8;
    std::int64_t chosen = 2;
    std::int64_t width = 0;
    std::int64_t inner = 0;
    ActivationFunction activation = ActivationFunction::Silu;

    bool isStacked = false;  ///< one tensor holds all experts

    /// Its name in a layer.
    [[nodiscard]] const char* module() const { return isStacked ? ".mlp" : ".block_sparse_moe"; }

    void check(RunTensors& tensors, const std::string& path) const;
    [[nodiscard]] ModulePass::Next forward(ModulePass& pass, const std::string& path,
                                           const ModulePass::Next& x) const;

private:
    [[nodiscard]] ModulePass::Next one(ModulePass& pass, const std::string& expert,
                                       const ModulePass::Next& x) const;
    [[nodiscard]] ModulePass::Next stacked(ModulePass& pass, const std::string& path,
                                           const ModulePass::Next& x,
                                           std::span<const ExpertShare> shares) const;
    [[nodiscard]] ModulePass::Next oneOfStack(Compute& compute, const ModuleTensors& own,
                                              std::int64_t expert, const ModulePass::Next& x) const;
};

}  // namespace stowage
