// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_paths.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stowage {
namespace {

constexpr std::array<std::string_view, 4> kNames{"-", "/dev/stdout", "/dev/fd/1",
                                                 "/proc/self/fd/1"};

Unexpected isTaken(const NamedOutput& output, const std::string& by) {
    return fail(ErrorCode::InvalidArgument,
                std::string(output.option) + " \"" + *output.path +
                    "\" means standard output, which " + by +
                    " writes to already; give a file's name instead.",
                {}, output.option);
}

}  // namespace

Result<void> claimStandardOutput(std::initializer_list<NamedOutput> outputs,
                                 CommandContext& context) {
    std::string owner = context.wantsJson() ? "--json" : "";
    for (const NamedOutput& output : outputs) {
        if (std::ranges::find(kNames, *output.path) == kNames.end()) {
            continue;
        }
        if (!owner.empty()) {
            return isTaken(output, owner);
        }
        owner = output.option;
        *output.path = "/dev/stdout";
        context.leaveOutputToFile();
    }
    return {};
}

}  // namespace stowage
