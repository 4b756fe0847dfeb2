// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// How weights travel from the file to their devices (spec loading.md).
enum class LoadMethod {
    Naive,       ///< initial weights on the host, moved; state dict on the device; copied
    Sequential,  ///< initial weights moved; state dict on the host; a temporary for each tensor
    Meta,        ///< allocated uninitialised on the device; state dict beside it; copied
    Mmap,        ///< the file is mapped; CPU tensors are views of it, others copied from it
    PerTensor,   ///< one file a tensor: read whole to the host, copied, freed
    Sharded,     ///< shard after shard: safetensors mapped, others whole in host memory
    Streamed,    ///< file ranges through a small ring of buffers straight to their place
};

class ProgramBuilder;

/// Writes the method's program down, in the order of its own mechanism.
void writeProgram(LoadMethod method, ProgramBuilder& builder);
/// Methods that need less, the most alike first.
[[nodiscard]] std::span<const LoadMethod> methodsBelow(LoadMethod method);

[[nodiscard]] std::string_view loadMethodName(LoadMethod method);
/// Errors: InvalidArgument, which names all methods.
[[nodiscard]] Result<LoadMethod> loadMethodFromName(std::string_view name);
/// A method that is asked for; nothing: `auto`, which takes what suits plan and files
/// (chooseMethod()).
using AskedMethod = std::optional<LoadMethod>;
[[nodiscard]] std::string_view askedMethodName(AskedMethod method);
/// Errors: InvalidArgument, which names `auto` and all methods.
[[nodiscard]] Result<AskedMethod> askedMethodFromName(std::string_view name);
/// In the order of the lesson, which is also that of the table in spec loading.md.
[[nodiscard]] std::span<const LoadMethod> allLoadMethods();
/// Of all methods, for a sentence: "naive, sequential, …".
[[nodiscard]] std::string loadMethodNames();

/// The names of a state dict against those of the files, as load_state_dict reports them.
struct KeyReport {
    std::vector<std::string> missing;        ///< in the model, not in the file
    std::vector<std::string> unexpected;     ///< in the file, not in the model
    std::vector<std::string> mismatched;     ///< other shape, or dtype than a known tree's
    std::vector<std::string> initialised{};  ///< of the missing ones: loaded with initial values
};

/// The most that a load or run will have of a GPU, bytes, as PyTorch counts them.
struct PredictedPeak {
    std::uint64_t allocated = 0;
    std::uint64_t reserved = 0;
};

}  // namespace stowage
