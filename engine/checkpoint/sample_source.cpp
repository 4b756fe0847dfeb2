// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/sample_source.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <functional>

namespace stowage {
namespace {

constexpr float kWeightDeviation = 0.02F;
constexpr float kPerturbation = 0.2F;

}  // namespace

Result<void> SampleSource::fill(std::size_t index, std::uint64_t offset,
                                std::span<std::byte> target) {
    const TensorToWrite& tensor = m_layout.tensors[index];
    const std::uint64_t elementBytes = storedBits(tensor.dtype) / 8;
    const std::uint64_t first = offset / elementBytes;
    m_values.resize(target.size() / elementBytes);
    fillValues(tensor, m_layout.fills[index], first);
    storeFloats(m_values, tensor.dtype, target);
    return {};
}

void SampleSource::fillValues(const TensorToWrite& tensor, SampleFill fill, std::uint64_t first) {
    const std::uint64_t key = NormalNumbers::keyFor(m_options.seed, tensor.name);
    switch (fill) {
        case SampleFill::Normal:
            m_numbers.fill(key, first, 0, kWeightDeviation, m_values);
            break;
        case SampleFill::Ones:
            std::ranges::fill(m_values, 1.0F);
            break;
        case SampleFill::Zeros:
            std::ranges::fill(m_values, 0.0F);
            break;
        case SampleFill::CausalMask:
            fillMask(static_cast<std::uint64_t>(tensor.shape[1]), first);
            return;
    }
    if (m_options.init == SampleInit::Perturbed) {
        m_noise.resize(m_values.size());
        m_numbers.fill(~key, first, 0, kPerturbation, m_noise);
        std::ranges::transform(m_values, m_noise, m_values.begin(), std::plus<>());
    }
}

/// torch.triu(torch.ones(n, n), diagonal=1): ones right of the diagonal.
void SampleSource::fillMask(std::uint64_t columns, std::uint64_t first) {
    std::uint64_t row = first / columns;
    std::uint64_t column = first % columns;
    for (float& value : m_values) {
        value = column > row ? 1.0F : 0.0F;
        if (++column == columns) {
            column = 0;
            ++row;
        }
    }
}

SampleSummary sampleSummaryOf(const SampleLayout& layout) {
    SampleSummary summary;
    summary.tensorCount = layout.tensors.size();
    for (std::size_t i = 0; i < layout.tensors.size(); ++i) {
        const TensorToWrite& tensor = layout.tensors[i];
        if (tensor.sameAs) {
            continue;
        }
        summary.tensorBytes += checkedByteSize(tensor.dtype, tensor.shape).value_or(0);
        summary.parameterCount += layout.fills[i] == SampleFill::CausalMask
                                      ? 0
                                      : checkedElementCount(tensor.shape).value_or(0);
    }
    return summary;
}

Result<void> measureSample(SampleSummary& summary) {
    const auto checkpoint = openCheckpoint(summary.path);
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    summary.fileCount = (*checkpoint)->shards.size();
    for (const auto& shard : (*checkpoint)->shards) {
        summary.fileBytes += shard->size();
    }
    return {};
}

}  // namespace stowage
