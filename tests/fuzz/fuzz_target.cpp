// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <iterator>

namespace stowage::fuzz {
namespace {

constexpr Target kTargets[] = {
    {"adapter", runAdapter},
    {"checkpoint_file", runCheckpointFile},
    {"device_map", runDeviceMap},
    {"far_answer", runFarAnswer},
    {"folder", runFolder},
    {"gguf", runGguf},
    {"import", runImport},
    {"indexes", runIndexes},
    {"json", runJson},
    {"legacy_torch", runLegacyTorch},
    {"model_config", runModelConfig},
    {"names", runNames},
    {"npy", runNpy},
    {"pickle", runPickle},
    {"pipeline_index", runPipelineIndex},
    {"project", runProject},
    {"record", runRecord},
    {"resume_journal", runResumeJournal},
    {"safetensors", runSafetensors},
    {"serve", runServe},
    {"sizes", runSizes},
    {"torch_archive", runTorchArchive},
    {"tree_json", runTreeJson},
};

}  // namespace

const Target* findTarget(std::string_view name) {
    const auto* const found = std::ranges::find(kTargets, name, &Target::name);
    return found == std::end(kTargets) ? nullptr : found;
}

}  // namespace stowage::fuzz
