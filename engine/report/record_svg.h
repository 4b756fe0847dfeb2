// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_record.h"

#include <string>

namespace stowage {

/// The memory of one load or run over its time: of each GPU what was reserved (a line) and
/// allocated (dashes), and the process's own RAM above the level before it. 900 units wide, with a
/// legend that names the peaks and says what is simulated; "title" and "desc" say the same in
/// words. Of more than 300 moments each stretch of time is drawn by its highest figure, so that no
/// peak is lost. "" where the record has no curves.
[[nodiscard]] std::string recordSvg(const LoadRecord& record, const std::string& name);

}  // namespace stowage
