// SPDX-License-Identifier: GPL-3.0-or-later
// What benchmarks that run models do before and after.
#pragma once

#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>

namespace stowage::bench {

/// With how many threads the libraries that multiply compute, ours and those of processes that are
/// started from here. They read it when they are opened.
inline void setLibraryThreads(unsigned threads) {
    for (const char* const name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) {
        ::setenv(name, std::to_string(threads).c_str(), 1);
    }
}

/// Does `work`, which gives an exit status, in a folder of its own below `folder`. `folder` names
/// it from then on; it is gone when this returns. Status 4 where none can be made.
inline int inOwnFolder(std::string& folder, const std::function<int()>& work) {
    std::string own = folder + "/stowage-bench-XXXXXX";
    if (::mkdtemp(own.data()) == nullptr) {
        std::fprintf(stderr, "No folder can be made in %s.\n", folder.c_str());
        return 4;
    }
    folder = own;
    const int status = work();
    std::error_code failure;
    std::filesystem::remove_all(own, failure);
    return status;
}

}  // namespace stowage::bench
