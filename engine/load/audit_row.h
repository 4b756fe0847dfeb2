// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_id.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// One name of the model's state dict, held against plan and file by a verification. Bytes.
struct AuditRow {
    std::string name;
    DeviceId planned;              ///< where the plan wants it
    DeviceId found;                ///< where its memory was taken from; the disk for offloaded ones
    DType dtype = DType::Float32;  ///< as loaded
    DType storedDtype = DType::Float32;  ///< as the file holds it; another one where it was cast
    std::vector<std::int64_t> shape;
    std::uint64_t bytes = 0;  ///< compared, in `dtype`
    std::string tiedTo;       ///< the owner of its memory where that is another name; "" otherwise
    std::optional<std::uint64_t> firstDifference{};  ///< offset of the first byte that differs
    /// The first thing that is not as it should be, as a sentence; "" where all is.
    std::string problem{};
    std::string sha256{};  ///< of the loaded bytes; only with Verification::BytesAndDigests

    /// Every byte, the dtype, the shape and the device are as file and plan say.
    [[nodiscard]] bool isRight() const { return problem.empty(); }
};

/// The rows as CSV with units in its head, for `--audit FILE` and the clipboard.
[[nodiscard]] std::string auditToCsv(const std::vector<AuditRow>& rows);

}  // namespace stowage
