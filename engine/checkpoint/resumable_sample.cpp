// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/resumable_sample.h"

#include "engine/checkpoint/convert_plan.h"
#include "engine/checkpoint/convert_source.h"
#include "engine/checkpoint/planned_write.h"
#include "engine/checkpoint/resumable_write.h"
#include "engine/checkpoint/sample_layout.h"
#include "engine/checkpoint/sample_source.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace stowage {
namespace {

ConvertTarget targetOf(const SampleOptions& options) {
    return options.format == CheckpointFormat::TorchZip    ? ConvertTarget::TorchArchive
           : options.format == CheckpointFormat::PerTensor ? ConvertTarget::PerTensor
                                                           : ConvertTarget::Safetensors;
}

/// The sample as if it lay in a file, so that it is planned as a conversion is. Tensors of one
/// storage key are one.
Checkpoint checkpointOf(const SampleLayout& layout, const SampleOptions& options) {
    Checkpoint checkpoint;
    checkpoint.path = options.folder;
    for (std::size_t i = 0; i < layout.tensors.size(); ++i) {
        const TensorToWrite& tensor = layout.tensors[i];
        StoredTensor stored{tensor.name, tensor.dtype, tensor.shape, {}, {}, 0};
        stored.storageKey = tensor.sameAs.value_or(i) + 1;
        checkpoint.tensors.push_back(std::move(stored));
    }
    return checkpoint;
}

/// Everything that the values depend on beside names, shapes and dtypes.
WriteIdentity identityOf(const SampleOptions& options, const ConvertPlan& plan) {
    const std::string init = options.init == SampleInit::Perturbed ? "perturbed" : "default";
    const std::string what =
        "a sample of " + options.arch + ", seed " + std::to_string(options.seed) + ", " + init;
    return {what, what, std::string(convertTargetName(plan.target)), contentsOf(plan)};
}

}  // namespace

Result<ResumableSample> writeSampleResumably(const SampleOptions& options,
                                             ResumeJournal::Start start, std::stop_token stop,
                                             const ProgressSink& progress) {
    const auto layout = layOutSample(options);
    if (!layout) {
        return layout.unexpected();
    }
    auto plan = planConversion(checkpointOf(*layout, options),
                               {.target = targetOf(options), .shardBytes = options.shardBytes});
    if (!plan) {
        return plan.unexpected();
    }
    SampleSource source(*layout, options);
    const PlannedWrite planned(
        *plan, {{"config.json", layout->configJson}},
        [&](std::size_t index, std::uint64_t offset, std::span<std::byte> target) {
            return source.fill(plan->stored[index], offset, target);
        },
        std::move(stop));
    ResumableWrite write = planned.write(options.folder);
    write.identity = identityOf(options, *plan);
    write.start = start;
    write.durability = options.durability;
    write.progress = progress;
    const auto outcome = writeResumably(write);
    if (!outcome) {
        return outcome.unexpected();
    }
    ResumableSample sample{sampleSummaryOf(*layout), outcome->keptBytes, outcome->isResumed,
                           outcome->isDiscarded};
    sample.summary.path = options.folder + "/" + plan->entry;
    if (const auto measured = measureSample(sample.summary); !measured) {
        return measured.unexpected();
    }
    return sample;
}

}  // namespace stowage
