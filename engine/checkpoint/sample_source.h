// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/normal_numbers.h"
#include "engine/checkpoint/sample_checkpoint.h"
#include "engine/checkpoint/sample_layout.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stowage {

/// Makes the bytes of a sample's tensors, piece by piece. One thread; both arguments must outlive
/// it.
class SampleSource {
public:
    SampleSource(const SampleLayout& layout, const SampleOptions& options)
        : m_layout(layout), m_options(options) {}

    /// Bytes from `offset` on of tensor `index` of the layout, whole elements.
    [[nodiscard]] Result<void> fill(std::size_t index, std::uint64_t offset,
                                    std::span<std::byte> target);

private:
    void fillValues(const TensorToWrite& tensor, SampleFill fill, std::uint64_t first);
    void fillMask(std::uint64_t columns, std::uint64_t first);

    const SampleLayout& m_layout;
    const SampleOptions& m_options;
    NormalNumbers m_numbers;
    std::vector<float> m_values;
    std::vector<float> m_noise;
};

/// What a layout holds: counts and bytes of its tensors.
[[nodiscard]] SampleSummary sampleSummaryOf(const SampleLayout& layout);

/// Notes what the checkpoint at `summary.path` takes on the disk, by opening it as anybody would.
/// Errors: those of openCheckpoint.
[[nodiscard]] Result<void> measureSample(SampleSummary& summary);

}  // namespace stowage
