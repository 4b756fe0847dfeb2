// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/book_model.h"

#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

namespace {

constexpr double kEpsilon = 1e-5;  ///< of the book's LayerNorm

ModulePass::Next norm(ModulePass& pass, const std::string& path, const ModulePass::Next& x) {
    return pass.layerNorm(path, x, kEpsilon, "scale", "shift");
}

ModulePass::Next embed(ModulePass& pass, std::span<const std::int64_t> tokens) {
    std::vector<std::int64_t> positions(tokens.size());
    std::iota(positions.begin(), positions.end(), pass.firstPosition());
    const auto words = pass.table("tok_emb", tokens);
    // The sum is made where the positions come from, as the later operand's table lies there.
    return pass.sum(pass.table("pos_emb", positions), words);
}

}  // namespace

BookModel::BookModel(const GptShape& shape) : m_heads(shape.heads) {
    m_traits.family = "raschka-gpt2";
    m_traits.vocabulary = shape.vocabulary;
    m_traits.context = shape.context;
    m_traits.layers = shape.layers;
    m_traits.outputs = shape.vocabulary;
}

ModulePass::Next BookModel::attend(ModulePass& pass, std::int64_t layer, const std::string& path,
                                   const ModulePass::Next& x) const {
    // In the order in which the book's forward() computes them.
    const auto keys = pass.linear(path + ".W_key", x);
    const auto queries = pass.linear(path + ".W_query", x);
    const auto values = pass.linear(path + ".W_value", x);
    return pass.attention(path, static_cast<std::size_t>(layer), queries, keys, values,
                          {.heads = m_heads});
}

ModulePass::Next BookModel::block(ModulePass& pass, std::int64_t layer, ModulePass::Next x) const {
    const std::string path = "trf_blocks." + std::to_string(layer);
    auto seen = attend(pass, layer, path + ".att", norm(pass, path + ".norm1", x));
    seen = pass.linear(path + ".att.out_proj", seen);
    x = pass.sum(seen, x);
    seen = norm(pass, path + ".norm2", x);
    seen = pass.linear(path + ".ff.layers.0", seen, Bend::GeluTanh);
    seen = pass.linear(path + ".ff.layers.2", seen);
    return pass.sum(seen, x);
}

ModulePass::Next BookModel::forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                                    Outputs outputs) const {
    auto x = embed(pass, tokens);
    for (std::int64_t layer = 0; x && layer < m_traits.layers; ++layer) {
        x = block(pass, layer, std::move(x));
    }
    x = norm(pass, "final_norm", x);
    if (outputs == Outputs::Last) {
        const std::int64_t last = static_cast<std::int64_t>(tokens.size()) - 1;
        x = pass.rows(x, {&last, 1});
    }
    return pass.linear("out_head", x);
}

}  // namespace stowage
