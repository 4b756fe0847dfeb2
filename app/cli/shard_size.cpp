// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shard_size.h"

#include "engine/base/byte_size.h"

namespace stowage {

Result<std::uint64_t> parseShardSize(const std::string& text) {
    constexpr double kBitsPerByte = 8;
    constexpr double kLargest = 1e18;
    const auto refuse = [](const std::string& reason) {
        return fail(ErrorCode::InvalidArgument, "--shard-size: " + reason, {}, "--shard-size");
    };
    const auto size = parseSize(text);
    if (!size) {
        return refuse(size.error().message);
    }
    const double bytes = size->bytes * (size->countedBits ? kBitsPerByte : 1);
    if (bytes < 1 || bytes > kLargest) {
        return refuse("a shard must have room for at least one byte, not " + text + ".");
    }
    return static_cast<std::uint64_t>(bytes);
}

}  // namespace stowage
