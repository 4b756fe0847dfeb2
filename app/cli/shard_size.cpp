// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shard_size.h"

#include "engine/checkpoint/convert_plan.h"

namespace stowage {

Result<std::uint64_t> parseShardSize(const std::string& text) {
    auto bytes = shardBytesFromText(text);
    return bytes ? std::move(bytes)
                 : fail(ErrorCode::InvalidArgument, "--shard-size: " + bytes.error().message, {},
                        "--shard-size");
}

}  // namespace stowage
