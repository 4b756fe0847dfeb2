// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// The longest header the format allows: 100,000,000 bytes.
inline constexpr std::uint64_t kMaxSafetensorsHeaderBytes = 100'000'000;

/// Reads the header of one safetensors file and holds it to every rule of the format
/// (safetensors' `tensor.rs`): offsets without holes or overlaps, sizes that follow from shape and
/// dtype, a file that ends with the last tensor. Beyond the reference, duplicate keys and names
/// with NUL or '/' are refused.
/// Errors: Truncated, Malformed, LimitExceeded, Unsupported (a name with '/'), ReadFailed,
/// Cancelled.
[[nodiscard]] Result<Checkpoint> readSafetensors(
    const std::shared_ptr<const RandomAccessFile>& file, const std::stop_token& stop);

/// `safetensors.torch.save_model` keeps one of several names of a tensor and notes the others in
/// the metadata as {left out: kept}: {"transformer.wte.weight": "lm_head.weight"}. Those tied
/// names get the same bytes. "format" is the one key that has another meaning.
void addTiedNames(const std::vector<std::pair<std::string, std::string>>& metadata,
                  std::vector<StoredTensor>& tensors);

}  // namespace stowage
