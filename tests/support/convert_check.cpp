// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/convert_check.h"

#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/safetensors_writer.h"

#include <cstring>
#include <vector>

namespace stowage::test {

std::string checkpointFixture(const std::string& name) {
    return STOWAGE_TEST_DATA "/checkpoints/" + name;
}

std::string prefixOfFixture(const std::string& name) {
    return name == "nested-legacy-torch1.13.pth"   ? "state.ema"
           : name == "nested-legacy-torch2.15.pth" ? "state.model"
                                                   : "";
}

Result<ConvertSummary> convertTo(const std::string& model, const std::string& folder,
                                 ConvertTarget target, ConvertChoices choices,
                                 const std::string& prefix) {
    OpenOptions opening;
    if (!prefix.empty()) {
        opening.prefix = prefix;
    }
    const auto checkpoint = openCheckpoint(model, opening);
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    ConvertOptions options;
    options.folder = folder;
    options.choices = std::move(choices);
    options.choices.target = target;
    options.durability = AtomicFileWriter::Durability::Cached;
    return convertCheckpoint(**checkpoint, options);
}

TensorDigests digestsAt(const std::string& path, const std::string& prefix) {
    OpenOptions opening;
    if (!prefix.empty()) {
        opening.prefix = prefix;
    }
    const auto checkpoint = openCheckpoint(path, opening);
    if (!checkpoint) {
        return {{"error", checkpoint.error().message}};
    }
    const auto digests = digestsOf(**checkpoint);
    return digests ? *digests : TensorDigests{{"error", digests.error().message}};
}

std::string writeModel(const std::string& folder, std::size_t tensors, std::size_t elements) {
    std::vector<TensorToWrite> list;
    for (std::size_t i = 0; i < tensors; ++i) {
        list.push_back(
            {"w" + std::to_string(i), DType::Float32, {static_cast<std::int64_t>(elements)}});
    }
    CheckpointWriteJob job;
    job.path = folder + "/model.safetensors";
    job.tensors = list;
    job.durability = AtomicFileWriter::Durability::Cached;
    job.source = [](std::size_t index, std::uint64_t offset,
                    std::span<std::byte> target) -> Result<void> {
        for (std::size_t at = 0; at < target.size(); at += sizeof(float)) {
            const auto element = static_cast<float>((offset + at) / sizeof(float) % 65521);
            const float value = element + static_cast<float>(index) / 16;
            std::memcpy(target.data() + at, &value, sizeof value);
        }
        return {};
    };
    return writeSafetensors(job) ? job.path : std::string();
}

}  // namespace stowage::test
