// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <optional>
#include <vector>

namespace stowage::test {

/// The rules of docs/spec/memory.md §1 written down a second time, in the slowest and plainest way:
/// lists that are searched from end to end, every figure counted again each time. Shares no code
/// and no constant with the engine.
class NaiveAllocator {
public:
    struct Block {
        std::uint64_t size = 0;
        std::uint64_t requested = 0;  ///< 0: free
        std::uint64_t handle = 0;
    };
    struct Segment {
        std::uint64_t size = 0;
        bool small = false;
        std::vector<Block> blocks;
    };
    /// Figures of one pool or of both.
    struct Figures {
        std::uint64_t liveBlocks = 0, allocated = 0, requested = 0;
        std::uint64_t segments = 0, reserved = 0;
        std::uint64_t splitBlocks = 0, splitBytes = 0;
    };

    std::uint64_t limit = 0;
    std::list<Segment> segments;
    std::uint64_t retries = 0, outOfMemories = 0;

    /// False where there is no room.
    bool allocate(std::uint64_t handle, std::uint64_t bytes) {
        std::uint64_t size = bytes;
        while (size % 512 != 0) {
            ++size;
        }
        const bool small = size <= 1048576;
        if (place(handle, bytes, size, small)) {
            return true;
        }
        std::uint64_t wanted = small ? 2097152 : size < 10485760 ? 20971520 : size;
        while (wanted % 2097152 != 0) {
            wanted += 512;
        }
        if (total().reserved + wanted > limit) {
            ++retries;
            emptyCache();
        }
        if (total().reserved + wanted > limit) {
            ++outOfMemories;
            return false;
        }
        segments.push_back(Segment{wanted, small, {Block{wanted, 0, 0}}});
        return place(handle, bytes, size, small);
    }

    void free(std::uint64_t handle) {
        for (Segment& segment : segments) {
            for (Block& block : segment.blocks) {
                if (block.requested > 0 && block.handle == handle) {
                    block = Block{block.size, 0, 0};
                }
            }
            for (std::size_t i = 0; i + 1 < segment.blocks.size();) {
                if (segment.blocks[i].requested == 0 && segment.blocks[i + 1].requested == 0) {
                    segment.blocks[i].size += segment.blocks[i + 1].size;
                    segment.blocks.erase(segment.blocks.begin() + static_cast<long>(i) + 1);
                } else {
                    ++i;
                }
            }
        }
    }

    void emptyCache() {
        segments.remove_if([](const Segment& segment) {
            return segment.blocks.size() == 1 && segment.blocks[0].requested == 0;
        });
    }

    Figures figures(std::optional<bool> small) const {
        Figures figures;
        for (const Segment& segment : segments) {
            if (small && *small != segment.small) {
                continue;
            }
            figures.segments += 1;
            figures.reserved += segment.size;
            for (const Block& block : segment.blocks) {
                if (block.requested > 0) {
                    figures.liveBlocks += 1;
                    figures.allocated += block.size;
                    figures.requested += block.requested;
                } else if (segment.blocks.size() > 1) {
                    figures.splitBlocks += 1;
                    figures.splitBytes += block.size;
                }
            }
        }
        return figures;
    }

    Figures total() const { return figures(std::nullopt); }

private:
    bool place(std::uint64_t handle, std::uint64_t bytes, std::uint64_t size, bool small) {
        Segment* bestSegment = nullptr;
        std::size_t best = 0;
        for (Segment& segment : segments) {
            for (std::size_t i = 0; i < segment.blocks.size() && segment.small == small; ++i) {
                const Block& block = segment.blocks[i];
                const bool fits = block.requested == 0 && block.size >= size;
                if (fits && (!bestSegment || block.size < bestSegment->blocks[best].size)) {
                    bestSegment = &segment;
                    best = i;
                }
            }
        }
        if (bestSegment == nullptr) {
            return false;
        }
        Block& block = bestSegment->blocks[best];
        const std::uint64_t rest = block.size - size;
        const bool splits = small ? rest >= 512 : rest > 1048576;
        block.requested = bytes;
        block.handle = handle;
        if (splits) {
            block.size = size;
            bestSegment->blocks.insert(bestSegment->blocks.begin() + static_cast<long>(best) + 1,
                                       Block{rest, 0, 0});
        }
        return true;
    }
};

}  // namespace stowage::test
