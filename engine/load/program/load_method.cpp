// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_method.h"

#include <array>
#include <string>

namespace stowage {

namespace {

constexpr std::array kMethods{LoadMethod::Naive,   LoadMethod::Sequential, LoadMethod::Meta,
                              LoadMethod::Mmap,    LoadMethod::PerTensor,  LoadMethod::Sharded,
                              LoadMethod::Streamed};

}  // namespace

std::string_view loadMethodName(LoadMethod method) {
    switch (method) {
        case LoadMethod::Naive:
            return "naive";
        case LoadMethod::Sequential:
            return "sequential";
        case LoadMethod::Meta:
            return "meta";
        case LoadMethod::Mmap:
            return "mmap";
        case LoadMethod::PerTensor:
            return "per-tensor";
        case LoadMethod::Sharded:
            return "sharded";
        case LoadMethod::Streamed:
            return "streamed";
    }
    return "";
}

Result<LoadMethod> loadMethodFromName(std::string_view name) {
    std::string known;
    for (const LoadMethod method : kMethods) {
        if (loadMethodName(method) == name) {
            return method;
        }
        known += (known.empty() ? "" : ", ") + std::string(loadMethodName(method));
    }
    return fail(ErrorCode::InvalidArgument, "There is no load method \"" + std::string(name) +
                                                "\"; this version has " + known + ".");
}

std::span<const LoadMethod> allLoadMethods() {
    return kMethods;
}

}  // namespace stowage
