// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/compute_threads.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>

#include <algorithm>
#include <atomic>

namespace stowage {

namespace {

std::atomic<int> wanted{0};           ///< 0: nobody has said
thread_local int appliedThreads = 0;  ///< in this thread

/// OpenBLAS has threads of its own, whatever OpenMP is told. It is known by its function alone:
/// which BLAS lies behind LibTorch is the system's choice.
void setBlasThreads(int threads) {
    using SetThreads = void (*)(int);
    static const auto set =
        reinterpret_cast<SetThreads>(::dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
    if (set != nullptr) {
        set(threads);
    }
}

}  // namespace

void setComputeThreads(unsigned threads) {
    const int count = static_cast<int>(std::clamp(threads, 1U, 1024U));
    wanted = count;
    setBlasThreads(count);
    applyComputeThreads();
}

unsigned computeThreads() {
    const int count = wanted;
    return static_cast<unsigned>(count > 0 ? count : std::max(at::get_num_threads(), 1));
}

void applyComputeThreads() {
    const int count = wanted;
    if (count != appliedThreads) {
        at::set_num_threads(count);
        appliedThreads = count;
    }
}

}  // namespace stowage
