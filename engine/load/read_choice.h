// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/descriptor_pool.h"
#include "engine/load/load_io.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace stowage {

/// One try of a probe: so many bytes of the load itself, read in one way.
struct ProbeRound {
    ReadChoice choice;
    std::uint64_t bytes = 0;
    double seconds = 0;  ///< measured
};

/// Loads below this are read in the usual way: a probe would be most of them.
inline constexpr std::uint64_t kSmallestProbedLoad = kGiB;

/// The rounds of a probe, 240 MiB in all, in the order they are run. What reads past the page
/// cache comes first and in turns, because a buffered round reads ahead of itself.
[[nodiscard]] std::vector<ProbeRound> probeRounds();

/// The fastest choice over its rounds. Buffered reading must be faster by a tenth, because it fills
/// the page cache with what was only to pass through, another than the usual choice by a
/// twentieth. Nothing of no rounds.
[[nodiscard]] std::optional<ReadChoice> fastestChoice(const std::vector<ProbeRound>& rounds);

/// How a file is read that nobody has probed: past the page cache, but through it on a network
/// file system.
[[nodiscard]] ReadChoice usualChoice(const OpenDescriptor& file);

/// What probes have chosen, by file system. Thread-safe.
class ReadChoices {
public:
    [[nodiscard]] std::optional<ReadChoice> find(std::uint64_t fileSystem) const;
    void remember(std::uint64_t fileSystem, const ReadChoice& choice);

private:
    mutable std::mutex m_mutex;
    std::map<std::uint64_t, ReadChoice> m_choices;
};

/// Those of this process: a disk does not change from one load to the next.
[[nodiscard]] ReadChoices& rememberedChoices();

}  // namespace stowage
