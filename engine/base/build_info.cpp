// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/build_info.h"

namespace stowage {

BuildInfo buildInfo() {
    return {STOWAGE_LIBTORCH, STOWAGE_QT, "1.15.0", "5.23.0"};
}

}  // namespace stowage
