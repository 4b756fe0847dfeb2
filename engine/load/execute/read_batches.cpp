// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/read_batches.h"

#include "engine/load/program/load_schedule.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace stowage {

namespace {

/// No dtype is wider; so far at most is a cut moved.
constexpr std::uint64_t kWidestElement = 16;

/// A range and where it goes.
struct Destination {
    const ReadRange* range = nullptr;
    std::byte* arena = nullptr;
};

class Cutter {
public:
    explicit Cutter(const LoadSchedule& schedule) : m_schedule(schedule) {}

    void cut(const Destination& destination) {
        const ReadRange& range = *destination.range;
        const std::uint64_t end = range.offset + range.length;
        std::size_t tensor = 0;
        for (std::uint64_t at = range.offset; at < end;) {
            const std::uint64_t next =
                std::min(end, ((at + kWidestElement) / kGrainBytes + 1) * kGrainBytes);
            std::byte* const arena =
                destination.arena == nullptr ? nullptr : destination.arena + (at - range.offset);
            m_plan.batches.push_back(
                ReadBatch{range.shard, m_range, at, next - at, arena, m_plan.parts.size(), 0});
            at = addParts(range, tensor, m_plan.batches.back());
        }
        ++m_range;
    }

    ReadPlan take() { return std::move(m_plan); }

private:
    /// Adds what lies in `batch` of the tensors from `tensor` on, shortens the batch where its end
    /// would cut an element that is to be cast, and returns its end.
    std::uint64_t addParts(const ReadRange& range, std::size_t& tensor, ReadBatch& batch) {
        std::uint64_t end = batch.offset + batch.length;
        for (; tensor < range.tensors.size(); ++tensor) {
            const std::uint32_t index = range.tensors[tensor];
            const TensorLocation& location = m_schedule.stored(index).location;
            if (location.offset >= end) {
                break;
            }
            const std::uint64_t tensorEnd = location.offset + location.length;
            if (tensorEnd > end) {
                end -= (end - location.offset) % elementBytes(index);
            }
            const std::uint64_t from = std::max(location.offset, batch.offset);
            const std::uint64_t to = std::min(tensorEnd, end);
            if (to > from) {
                m_plan.parts.push_back(ReadPart{index, from - location.offset, from, to - from});
                ++batch.partCount;
            }
            if (tensorEnd > end) {
                break;
            }
        }
        batch.length = end - batch.offset;
        return end;
    }

    /// 1 for what is not cast: its bytes may be cut anywhere.
    [[nodiscard]] std::uint64_t elementBytes(std::uint32_t index) const {
        const DType stored = m_schedule.stored(index).dtype;
        return m_schedule.tensors[index].dtype == stored
                   ? 1
                   : std::max<std::uint64_t>(storedBits(stored) / 8, 1);
    }

    const LoadSchedule& m_schedule;
    ReadPlan m_plan;
    std::uint32_t m_range = 0;
};

}  // namespace

Result<std::shared_ptr<DeviceBuffer>> HostArenas::take(std::uint32_t scheduled, DeviceMemory& host,
                                                       const std::string& owner) {
    const HostPlace& place = m_layout.places[scheduled];
    if (place.arena == kNone) {
        return std::shared_ptr<DeviceBuffer>();
    }
    std::shared_ptr<MemoryArena>& arena = m_arenas[place.arena];
    if (arena == nullptr) {
        Result<std::shared_ptr<MemoryArena>> made =
            host.makeArena(m_layout.arenaBytes[place.arena], m_use);
        STOWAGE_TRY(made);
        arena = std::move(made).value();
    }
    if (arena == nullptr) {
        return std::shared_ptr<DeviceBuffer>();
    }
    return arena->take(place.offset, place.bytes, owner);
}

std::byte* HostArenas::data(const HostRun& run) const {
    const std::shared_ptr<MemoryArena>& arena = m_arenas[run.arena];
    return arena == nullptr ? nullptr : arena->bytes().data() + run.arenaOffset;
}

std::vector<std::span<const std::byte>> HostArenas::memory() const {
    std::vector<std::span<const std::byte>> memory;
    for (const std::shared_ptr<MemoryArena>& arena : m_arenas) {
        if (arena != nullptr) {
            memory.emplace_back(arena->bytes());
        }
    }
    return memory;
}

std::uint64_t HostArenas::reusedBytes() const {
    std::uint64_t bytes = 0;
    for (const std::shared_ptr<MemoryArena>& arena : m_arenas) {
        bytes += arena == nullptr ? 0 : arena->reusedBytes();
    }
    return bytes;
}

ReadBatch ReadPlan::merged(std::size_t first, std::size_t count) const {
    ReadBatch whole = batches[first];
    for (std::size_t i = first + 1; i < first + count && batches[i].range == whole.range &&
                                    batches[i].offset == whole.offset + whole.length &&
                                    batches[i].throughCache == whole.throughCache;
         ++i) {
        whole.length += batches[i].length;
        whole.partCount += batches[i].partCount;
        ++whole.grains;
    }
    return whole;
}

ReadPlan makeReadPlan(const LoadSchedule& schedule, const HostArenas& arenas) {
    std::vector<bool> inArena(schedule.tensors.size(), false);
    std::vector<Destination> destinations;
    for (const HostRun& run : arenas.layout().runs) {
        if (std::byte* const data = arenas.data(run)) {
            destinations.push_back(Destination{&run.range, data});
            for (const std::uint32_t tensor : run.range.tensors) {
                inArena[tensor] = true;
            }
        }
    }
    std::vector<std::uint32_t> others = contiguousByOffset(schedule);
    std::erase_if(others, [&](std::uint32_t tensor) { return inArena[tensor]; });
    const std::vector<ReadRange> staged = mergeNeighbours(schedule, others);
    for (const ReadRange& range : staged) {
        destinations.push_back(Destination{&range, nullptr});
    }
    std::sort(destinations.begin(), destinations.end(),
              [](const Destination& a, const Destination& b) {
                  return std::tie(a.range->shard, a.range->offset, a.range->length) <
                         std::tie(b.range->shard, b.range->offset, b.range->length);
              });
    Cutter cutter(schedule);
    for (const Destination& destination : destinations) {
        cutter.cut(destination);
    }
    ReadPlan plan = cutter.take();
    const std::vector<std::uint32_t> turns = turnsOf(schedule);
    for (ReadBatch& batch : plan.batches) {
        for (const ReadPart& part : plan.partsOf(batch)) {
            batch.turn = std::max(batch.turn, turns[part.scheduled]);
        }
    }
    std::ranges::stable_sort(plan.batches, {}, &ReadBatch::turn);
    return plan;
}

}  // namespace stowage
