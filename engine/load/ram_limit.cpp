// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/ram_limit.h"

#include "engine/device/memory_budget.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

std::optional<std::uint64_t> above(const std::optional<std::uint64_t>& now,
                                   const std::optional<std::uint64_t>& before) {
    return now && before ? std::optional(*now - std::min(*now, *before)) : std::nullopt;
}

}  // namespace

Result<std::uint64_t> parseRamLimit(const std::string& text) {
    constexpr double kLargest = 1e18;
    const auto size = parseCapacity(text);
    STOWAGE_TRY(size);
    if (size->bytes < 1 || size->bytes > kLargest) {
        return fail(
            ErrorCode::InvalidArgument,
            say("\"%1\" is out of range: the RAM limit must be from 1 to 1e18 bytes.", text));
    }
    return static_cast<std::uint64_t>(size->bytes);
}

Phrase ramLimitCounts() {
    return phrase(
        "the anonymous and shared memory that a load adds, except pages of mapped files and of "
        "simulated GPUs");
}

std::optional<std::uint64_t> countedRam(const ProcessMemory& now, const ProcessMemory& before,
                                        bool anySimulatedGpu) {
    const auto anon = above(now.anon, before.anon);
    const auto shared = above(now.shmem, before.shmem);
    return anon ? std::optional(*anon + (anySimulatedGpu ? 0 : shared.value_or(0))) : anon;
}

RamWatch::RamWatch(std::optional<std::uint64_t> limit, std::string method, bool anySimulatedGpu)
    : m_limit(limit), m_method(std::move(method)), m_anySimulatedGpu(anySimulatedGpu) {}

void RamWatch::start(const ProcessMemory& before) {
    m_before = before;
}

Result<void> RamWatch::check(std::uint64_t more) const {
    if (!m_limit || m_rests) {
        return {};
    }
    const std::scoped_lock lock(m_mutex);
    const auto held = countedRam(m_reader.read(), m_before, m_anySimulatedGpu);
    if (!held) {
        return {};
    }
    m_peak = std::max(m_peak, *held);
    if (*held <= *m_limit && more <= *m_limit - *held) {
        return {};
    }
    return fail(ErrorCode::DeviceOutOfMemory,
                more == 0
                    ? say("The load method \"%1\" uses %2 of RAM (measured), but the limit is %3.",
                          m_method, formatSize(*held), formatSize(*m_limit))
                    : say("The load method \"%1\" uses %2 of RAM (measured) and needs %3 more now, "
                          "but the limit is %4.",
                          m_method, formatSize(*held), formatSize(more), formatSize(*m_limit)));
}

std::optional<RamLimitFigures> RamWatch::figures(
    const std::optional<std::uint64_t>& sampledPeak) const {
    if (!m_limit) {
        return std::nullopt;
    }
    RamLimitFigures figures;
    figures.limit = *m_limit;
    const std::scoped_lock lock(m_mutex);
    if (sampledPeak) {
        figures.peak = std::max(m_peak, *sampledPeak);
    }
    return figures;
}

Result<std::unique_ptr<MemoryCgroup>> enterGroupFor(std::uint64_t limit,
                                                    std::uint64_t simulatedBytes) {
    const std::uint64_t held = limit + simulatedBytes;
    // Page tables and the like, and what verifies the load.
    const std::uint64_t more = 32 * kMiB + held / 128;
    return MemoryCgroup::enter(held + more);
}

}  // namespace stowage
