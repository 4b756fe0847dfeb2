// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_method.h"

#include "engine/base/strings.h"
#include "engine/load/program/load_program.h"

#include <algorithm>
#include <array>

namespace stowage {

namespace {

using enum LoadMethod;

/// All that menus, options and tables need to know of a method.
struct LoadMethodRow {
    LoadMethod method;
    std::string_view name;  ///< "per-tensor", as --method takes it
    void (*writeProgram)(ProgramBuilder& builder);
    std::span<const LoadMethod> lighter;  ///< methods that need less, the most alike first
};

constexpr std::array kBelowNaive{Sequential, Meta, PerTensor, Streamed};
constexpr std::array kBelowSequential{Sharded, PerTensor, Streamed};
constexpr std::array kBelowMeta{PerTensor, Streamed};
constexpr std::array kOnlyStreamed{Streamed};

/// A new load method is an enumerator and a row.
constexpr std::array kRows{
    LoadMethodRow{Naive, "naive", programNaive, kBelowNaive},
    LoadMethodRow{Sequential, "sequential", programSequential, kBelowSequential},
    LoadMethodRow{Meta, "meta", programMeta, kBelowMeta},
    LoadMethodRow{Mmap, "mmap", programMmap, kOnlyStreamed},
    LoadMethodRow{PerTensor, "per-tensor", programPerTensor, kOnlyStreamed},
    LoadMethodRow{Sharded, "sharded", programSharded, kOnlyStreamed},
    LoadMethodRow{Streamed, "streamed", programStreamed, {}}};

constexpr std::string_view kAutoName = "auto";

constexpr auto kMethods = [] {
    std::array<LoadMethod, kRows.size()> methods{};
    std::ranges::transform(kRows, methods.begin(), &LoadMethodRow::method);
    return methods;
}();

const LoadMethodRow& rowOf(LoadMethod method) {
    return *std::ranges::find(kRows, method, &LoadMethodRow::method);
}

}  // namespace

void writeProgram(LoadMethod method, ProgramBuilder& builder) {
    rowOf(method).writeProgram(builder);
}

std::span<const LoadMethod> methodsBelow(LoadMethod method) {
    return rowOf(method).lighter;
}

std::string_view loadMethodName(LoadMethod method) {
    return rowOf(method).name;
}

Result<LoadMethod> loadMethodFromName(std::string_view name) {
    const auto found = std::ranges::find(kRows, name, &LoadMethodRow::name);
    if (found != kRows.end()) {
        return found->method;
    }
    return fail(
        ErrorCode::InvalidArgument,
        say("\"%1\" is not a load method; the load methods are %2.", name, loadMethodNames()));
}

std::string_view askedMethodName(AskedMethod method) {
    return method ? loadMethodName(*method) : kAutoName;
}

Result<AskedMethod> askedMethodFromName(std::string_view name) {
    if (name == kAutoName) {
        return AskedMethod();
    }
    const auto method = loadMethodFromName(name);
    return method
               ? Result<AskedMethod>(*method)
               : fail(ErrorCode::InvalidArgument,
                      say("\"%1\" is not a load method; use auto, %2.", name, loadMethodNames()));
}

std::span<const LoadMethod> allLoadMethods() {
    return kMethods;
}

std::string loadMethodNames() {
    return joinedText(kRows, ", ", &LoadMethodRow::name);
}

}  // namespace stowage
