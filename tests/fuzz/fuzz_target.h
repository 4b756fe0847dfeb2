// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace stowage::fuzz {

/// One input, as it stands in a corpus file. The memory ends with it, so that a sanitizer sees
/// every read beyond.
using Input = std::span<const std::byte>;

/// A target takes any bytes, runs the parsers it is named after and aborts where a rule of theirs
/// is broken. It keeps nothing from one input to the next.
using TargetFunction = void (*)(Input);

/// What a target is called and what it does.
struct Target {
    std::string_view name;
    TargetFunction run;
};

/// The target of that name; null where there is none.
[[nodiscard]] const Target* findTarget(std::string_view name);

/// The text of an input.
[[nodiscard]] inline std::string_view textOf(Input input) {
    return {reinterpret_cast<const char*>(input.data()), input.size()};
}

// One function a target, each in the file fuzz_NAME.cpp.
void runAdapter(Input input);
void runCheckpointFile(Input input);
void runDeviceMap(Input input);
void runFarAnswer(Input input);
void runFolder(Input input);
void runGguf(Input input);
void runImport(Input input);
void runIndexes(Input input);
void runJson(Input input);
void runLegacyTorch(Input input);
void runModelConfig(Input input);
void runNames(Input input);
void runNpy(Input input);
void runPickle(Input input);
void runPipelineIndex(Input input);
void runProject(Input input);
void runRecord(Input input);
void runResumeJournal(Input input);
void runSafetensors(Input input);
void runServe(Input input);
void runSizes(Input input);
void runTorchArchive(Input input);
void runTreeJson(Input input);

}  // namespace stowage::fuzz
