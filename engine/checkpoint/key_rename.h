// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stowage {

/// Keys that begin with `from` begin with `to` instead: {"module.", ""} takes the wrapper's name
/// off every key, {"", "model."} puts one before it.
struct KeyRename {
    std::string from;
    std::string to;

    friend bool operator==(const KeyRename&, const KeyRename&) = default;
};

}  // namespace stowage
