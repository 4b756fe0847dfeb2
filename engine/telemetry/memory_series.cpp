// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/telemetry/memory_series.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

/// What a chart of memory peaks at: everything this process holds, here and on devices.
std::uint64_t heightOf(const MemorySample& sample) {
    std::uint64_t height = sample.process.rss.value_or(0);
    for (const DeviceSample& device : sample.devices) {
        height += device.reserved + device.allocated;
    }
    return height;
}

/// Of each pair of neighbours keeps the higher one, so that no summit is lost.
std::vector<MemorySample> thinned(std::vector<MemorySample> samples) {
    std::vector<MemorySample> kept;
    kept.reserve(samples.size() / 2 + 1);
    for (std::size_t i = 0; i < samples.size(); i += 2) {
        const bool second =
            i + 1 < samples.size() && heightOf(samples[i + 1]) > heightOf(samples[i]);
        kept.push_back(std::move(samples[second ? i + 1 : i]));
    }
    return kept;
}

/// A cursor holds the generation above and the position below; 24 bits of generation suffice for
/// 16 million thinnings.
constexpr unsigned kGenerationShift = 40;
constexpr std::uint64_t kPositionMask = (std::uint64_t{1} << kGenerationShift) - 1;
constexpr std::uint64_t kGenerationMask = (std::uint64_t{1} << (64 - kGenerationShift)) - 1;

}  // namespace

MemorySeries::MemorySeries(std::size_t capacity) : m_capacity(std::max<std::size_t>(capacity, 2)) {}

void MemorySeries::append(MemorySample sample) {
    const std::scoped_lock lock(m_mutex);
    if (m_samples.size() >= m_capacity) {
        m_samples = thinned(std::move(m_samples));
        ++m_generation;
    }
    m_samples.push_back(std::move(sample));
    ++m_appended;
}

MemorySeries::Batch MemorySeries::since(std::uint64_t& cursor) const {
    const std::scoped_lock lock(m_mutex);
    const std::uint64_t generation = cursor >> kGenerationShift;
    const std::uint64_t position = cursor & kPositionMask;
    Batch batch;
    batch.reset = generation != (m_generation & (kGenerationMask));
    const std::uint64_t unseen =
        batch.reset ? m_samples.size()
                    : std::min<std::uint64_t>(m_appended - std::min(position, m_appended),
                                              m_samples.size());
    batch.samples.assign(m_samples.end() - static_cast<std::ptrdiff_t>(unseen), m_samples.end());
    cursor = (m_generation << kGenerationShift) | (m_appended & kPositionMask);
    return batch;
}

void MemorySeries::clear() {
    const std::scoped_lock lock(m_mutex);
    m_samples.clear();
    ++m_generation;
}

}  // namespace stowage
