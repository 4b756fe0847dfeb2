// SPDX-License-Identifier: GPL-3.0-or-later
// The error tables of docs/guide/accuracy.md and docs/benchmarks.md: estimates compared with what
// engines printed, from tests/data/log_models/errors.tsv, which tst_log_accuracy checks.
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

/// Rewrites the block "errors" of docs/guide/accuracy.md and of docs/benchmarks.md if it changed.
/// `sources` is the folder of the sources. Errors: those of reading and writing, and of
/// withBlock().
[[nodiscard]] Result<void> rewriteErrorTables(const std::string& sources);

}  // namespace stowage::bench
