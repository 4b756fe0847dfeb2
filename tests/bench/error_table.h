// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the README and of docs/benchmarks.md that say how far an estimate is from what
// engines printed, made of tests/data/log_models/errors.tsv, to which tst_log_accuracy holds the
// program.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace stowage::bench {

/// By figure, with median and worst error of each engine; what has a stated reason is counted
/// apart.
[[nodiscard]] std::string compactErrorTable(const std::string& errorsTsv);
/// By figure and engine, with every reason.
[[nodiscard]] std::string wholeErrorTable(const std::string& errorsTsv);

/// Text with `block` in the place of what stands between the lines "<!-- NAME: … -->" and
/// "<!-- end of NAME -->". Error: InvalidArgument where it has not both.
[[nodiscard]] Result<std::string> withBlock(const std::string& text, const std::string& name,
                                            const std::string& block);

/// Rewrites the block "errors" of README.md and of docs/benchmarks.md in the folder of the sources,
/// where it changed. Errors: those of reading and writing, and of withBlock().
[[nodiscard]] Result<void> rewriteErrorTables(const std::string& sources);

}  // namespace stowage::bench
