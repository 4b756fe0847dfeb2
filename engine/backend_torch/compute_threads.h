// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stowage {

/// How many threads one operation on the CPU uses from now on: LibTorch's own and those of a BLAS
/// that keeps its own. At least 1. Thread-safe.
void setComputeThreads(unsigned threads);
/// What was set; before that, LibTorch's own number.
[[nodiscard]] unsigned computeThreads();
/// Lets the calling thread follow: OpenMP keeps the number thread by thread, so that one which has
/// computed before would go on with the old one. Cheap; to be called before operations.
void applyComputeThreads();

}  // namespace stowage
