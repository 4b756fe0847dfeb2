// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <optional>
#include <span>
#include <string_view>

namespace stowage {

/// What the lesson printed for one method: "GB", meaning 2^30 bytes. The memory column is RSS
/// less a baseline, sampled every 0.1 s, so file pages are in it and short peaks are not.
struct PublishedRow {
    std::string_view method;
    double vramGiB = 0;
    double ramGiB = 0;
};

/// The rows for GPT-2 XL in float32.
[[nodiscard]] std::span<const PublishedRow> publishedRows();

/// The row of a method, if there is one.
[[nodiscard]] std::optional<PublishedRow> publishedRow(std::string_view method);

/// Whether a checkpoint is the model of those rows: the lesson's GPT in the sizes of GPT-2 XL,
/// stored in float32.
[[nodiscard]] bool isPublishedModel(const Checkpoint& checkpoint);

}  // namespace stowage
