// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/gpt_shape.h"
#include "engine/run/run_model.h"

namespace stowage {

/// The from-scratch GPT of "Build a Large Language Model (From Scratch)": tok_emb and pos_emb, each
/// of trf_blocks (norm1, att, norm2, ff, two shortcuts), final_norm and out_head.
class BookModel : public RunModel {
public:
    explicit BookModel(const GptShape& shape);

    [[nodiscard]] const RunTraits& traits() const override { return m_traits; }
    [[nodiscard]] std::vector<RunStage> stages() const override {
        return numberedStages({"tok_emb", "pos_emb"}, "trf_blocks", m_traits.layers,
                              {"final_norm", "out_head"});
    }
    [[nodiscard]] ModulePass::Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                                           Outputs outputs) const override;

private:
    [[nodiscard]] ModulePass::Next attend(ModulePass& pass, std::int64_t layer,
                                          const std::string& path, const ModulePass::Next& x) const;
    [[nodiscard]] ModulePass::Next block(ModulePass& pass, std::int64_t layer,
                                         ModulePass::Next x) const;

    RunTraits m_traits;
    std::int64_t m_heads;
};

}  // namespace stowage
