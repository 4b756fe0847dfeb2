// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace stowage::test {

/// The rules of expandable segments (docs/spec/memory.md §1) a second time, as lists of blocks that
/// are searched from end to end. Shares no code and no constant with the engine.
class NaiveExpandable {
public:
    enum class State { Used, Free, Unmapped };
    struct Block {
        std::uint64_t size = 0;
        State state = State::Unmapped;
        std::uint64_t handle = 0;
        std::uint64_t requested = 0;
    };
    struct Segment {
        bool small = false;
        std::vector<Block> blocks;
    };

    std::uint64_t limit = 0;
    std::uint64_t card = 0;
    std::vector<Segment> segments;
    std::uint64_t retries = 0, outOfMemories = 0;

    /// False where there is no room.
    bool allocate(std::uint64_t handle, std::uint64_t bytes) {
        const std::uint64_t size = up(bytes, 512);
        const bool small = size <= 1048576;
        if (place(handle, bytes, size, small)) {
            return true;
        }
        if (!expand(size, small)) {
            ++retries;
            emptyCache();
            if (!expand(size, small)) {
                ++outOfMemories;
                return false;
            }
        }
        return place(handle, bytes, size, small);
    }

    void free(std::uint64_t handle) {
        for (Segment& segment : segments) {
            for (Block& block : segment.blocks) {
                if (block.state == State::Used && block.handle == handle) {
                    block = {block.size, State::Free};
                }
            }
            merge(segment);
        }
    }

    void emptyCache() {
        for (std::size_t i = 0; i < segments.size();) {
            Segment& segment = segments[i];
            std::vector<Block> after;
            std::uint64_t offset = 0;
            bool isAnyFree = false;
            for (const Block& block : segment.blocks) {
                const std::uint64_t begin = up(offset, granule(segment));
                const std::uint64_t end =
                    (offset + block.size) / granule(segment) * granule(segment);
                isAnyFree = isAnyFree || block.state == State::Free;
                if (block.state == State::Free && begin < end) {
                    after.push_back({begin - offset, State::Free});
                    after.push_back({end - begin, State::Unmapped});
                    after.push_back({offset + block.size - end, State::Free});
                } else {
                    after.push_back(block);
                }
                offset += block.size;
            }
            segment.blocks = after;
            merge(segment);
            const bool isBare =
                segment.blocks.size() == 1 && segment.blocks[0].state == State::Unmapped;
            if (isAnyFree && isBare) {
                segments.erase(segments.begin() + static_cast<long>(i));
            } else {
                ++i;
            }
        }
    }

    /// Bytes in this state, or those that are mapped.
    [[nodiscard]] std::uint64_t bytes(State state) const {
        std::uint64_t sum = 0;
        for (const Segment& segment : segments) {
            for (const Block& block : segment.blocks) {
                sum += block.state == state ? block.size : 0;
            }
        }
        return sum;
    }
    [[nodiscard]] std::uint64_t mapped() const { return bytes(State::Used) + bytes(State::Free); }

private:
    static std::uint64_t up(std::uint64_t value, std::uint64_t step) {
        return value % step == 0 ? value : value - value % step + step;
    }
    static std::uint64_t granule(const Segment& segment) {
        return segment.small ? 2097152 : 20971520;
    }

    static void merge(Segment& segment) {
        std::vector<Block> merged;
        for (const Block& block : segment.blocks) {
            if (block.size == 0) {
                continue;
            }
            const bool joins =
                !merged.empty() && block.state != State::Used && merged.back().state == block.state;
            if (joins) {
                merged.back().size += block.size;
            } else {
                merged.push_back(block);
            }
        }
        segment.blocks = merged;
    }

    /// What a free block can grow to.
    static std::uint64_t reach(const Segment& segment, std::size_t i) {
        const bool grows =
            i + 1 < segment.blocks.size() && segment.blocks[i + 1].state == State::Unmapped;
        return segment.blocks[i].size + (grows ? segment.blocks[i + 1].size : 0);
    }

    bool place(std::uint64_t handle, std::uint64_t bytes, std::uint64_t size, bool small) {
        struct Candidate {
            Segment* segment;
            std::size_t block;
        };
        std::vector<Candidate> candidates;
        for (Segment& segment : segments) {
            for (std::size_t i = 0; i < segment.blocks.size() && segment.small == small; ++i) {
                if (segment.blocks[i].state == State::Free && segment.blocks[i].size >= size) {
                    candidates.push_back({&segment, i});
                }
            }
        }
        if (candidates.empty()) {
            return false;
        }
        std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
            return a.segment->blocks[a.block].size < b.segment->blocks[b.block].size;
        });
        std::size_t best = 0;
        while (best + 1 < candidates.size() &&
               reach(*candidates[best + 1].segment, candidates[best + 1].block) <
                   reach(*candidates[best].segment, candidates[best].block)) {
            ++best;
        }
        auto [segment, at] = candidates[best];
        const std::uint64_t rest = segment->blocks[at].size - size;
        segment->blocks[at] = {size, State::Used, handle, bytes};
        segment->blocks.insert(segment->blocks.begin() + static_cast<long>(at) + 1,
                               {rest, State::Free});
        merge(*segment);
        return true;
    }

    bool expand(std::uint64_t size, bool small) {
        for (Segment& segment : segments) {
            for (std::size_t i = 0; i < segment.blocks.size() && segment.small == small; ++i) {
                if (segment.blocks[i].state != State::Unmapped) {
                    continue;
                }
                const std::size_t first =
                    i > 0 && segment.blocks[i - 1].state == State::Free ? i - 1 : i;
                std::uint64_t room = 0;
                for (std::size_t j = first; j < segment.blocks.size(); ++j) {
                    if (segment.blocks[j].state == State::Used) {
                        break;
                    }
                    room += segment.blocks[j].size;
                }
                if (room >= size) {
                    return map(segment, first, size);
                }
            }
        }
        Segment fresh{small, {}};
        if (mapped() + up(size, granule(fresh)) > limit) {
            return false;
        }
        fresh.blocks.push_back({up(std::max(card + card / 8, size), granule(fresh))});
        segments.push_back(fresh);
        return map(segments.back(), 0, size);
    }

    bool map(Segment& segment, std::size_t at, std::uint64_t size) {
        bool fits = true;
        for (std::uint64_t have = 0; have < size && fits; ++at) {
            Block& block = segment.blocks[at];
            if (block.state == State::Unmapped) {
                const std::uint64_t wanted =
                    up(std::min(size - have, block.size), granule(segment));
                fits = mapped() + wanted <= limit;
                if (fits) {
                    const std::uint64_t rest = block.size - wanted;
                    block = {wanted, State::Free};
                    if (rest > 0) {
                        segment.blocks.insert(segment.blocks.begin() + static_cast<long>(at) + 1,
                                              {rest, State::Unmapped});
                    }
                }
            }
            have += segment.blocks[at].size;
        }
        merge(segment);
        return fits;
    }
};

}  // namespace stowage::test
