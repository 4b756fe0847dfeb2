// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_stream.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// One entry of a safetensors header, as it stands there; only its JSON form is checked.
struct SafetensorsEntry {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0;  ///< relative to the end of the header
    std::uint64_t end = 0;
};

/// Takes what a header says, as it is read.
class SafetensorsSink {
public:
    SafetensorsSink() = default;
    virtual ~SafetensorsSink() = default;
    SafetensorsSink(const SafetensorsSink&) = delete;
    SafetensorsSink& operator=(const SafetensorsSink&) = delete;

    /// An entry, which may be moved from. What it returns ends the reading.
    [[nodiscard]] virtual Result<void> addEntry(SafetensorsEntry& entry) = 0;
    /// A pair of `__metadata__`.
    virtual void addMetadata(std::string_view key, std::string_view value) = 0;
};

/// Reads a header's JSON event by event: no document is built, duplicates are seen, and of a header
/// in pieces only one is in memory.
/// Errors: Malformed, LimitExceeded (nesting, names above 256 KiB), Unsupported (a name with '/'),
/// what the sink returns and what the scanner's source reports.
[[nodiscard]] Result<void> scanSafetensorsHeader(JsonScanner& json, const std::string& file,
                                                 SafetensorsSink& sink);

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
