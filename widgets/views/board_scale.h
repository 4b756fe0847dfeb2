// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stowage {

/// How a block's bytes become its height. Logarithmic keeps small blocks apart from tiny ones.
enum class BoardScale { Linear, Logarithmic };

}  // namespace stowage
