// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/published_figures.h"

#include <algorithm>
#include <array>
#include <string>

namespace stowage {
namespace {

constexpr std::array kRows{PublishedRow{"naive", 12.8, 4.4}, PublishedRow{"sequential", 6.7, 6.3},
                           PublishedRow{"meta", 12.8, 1.3}, PublishedRow{"mmap", 6.4, 5.9},
                           PublishedRow{"per-tensor", 6.4, 0.3}};

bool hasTensor(const Checkpoint& checkpoint, const std::string& name,
               const std::vector<std::int64_t>& shape) {
    const auto found = std::ranges::find(checkpoint.tensors, name, &StoredTensor::name);
    return found != checkpoint.tensors.end() && found->dtype == DType::Float32 &&
           found->shape == shape;
}

}  // namespace

std::span<const PublishedRow> publishedRows() {
    return kRows;
}

std::optional<PublishedRow> publishedRow(std::string_view method) {
    const auto found = std::ranges::find(kRows, method, &PublishedRow::method);
    return found == kRows.end() ? std::nullopt : std::optional(*found);
}

bool isPublishedModel(const Checkpoint& checkpoint) {
    constexpr std::int64_t kWidth = 1600;
    constexpr std::int64_t kVocabulary = 50257;
    constexpr std::string_view kBeyond = "trf_blocks.48.";
    return hasTensor(checkpoint, "tok_emb.weight", {kVocabulary, kWidth}) &&
           hasTensor(checkpoint, "trf_blocks.47.att.W_query.weight", {kWidth, kWidth}) &&
           std::ranges::none_of(checkpoint.tensors, [&](const StoredTensor& tensor) {
               return tensor.name.starts_with(kBeyond);
           });
}

}  // namespace stowage
