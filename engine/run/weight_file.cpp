// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/weight_file.h"

#include "engine/base/byte_size.h"
#include "engine/base/cached_pages.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

namespace {

constexpr std::uint64_t kBlock = DirectReader::kAlignment;
/// Large enough for full speed past the page cache, small enough to stop soon.
constexpr std::uint64_t kDirectBytes = 4 * kMiB;
/// Through the page cache: so that the kernel reads ahead of what is being copied. Larger reads
/// make it wait for the disk (2.0 GB/s with this, 1.3 GB/s with 4 MiB).
constexpr std::uint64_t kCachedBytes = 512 * kKiB;
/// Below this a file is read before it is examined.
constexpr std::uint64_t kLeastDirect = kMiB;
/// From this share in the page cache on, what lacks is soon read through it, too.
constexpr double kMostlyCached = 0.5;

bool beginsBlock(std::uint64_t offset, const std::byte* address) {
    return offset % kBlock == 0 && reinterpret_cast<std::uintptr_t>(address) % kBlock == 0;
}

}  // namespace

Result<WeightFile> WeightFile::open(const std::string& path, const std::string& name,
                                    std::uint64_t bytes, DiskUse use) {
    auto file = RandomAccessFile::open(path);
    if (!file) {
        return file.unexpected();
    }
    if ((*file)->size() != bytes) {
        return fail(ErrorCode::Truncated,
                    "The offloaded file of " + name + ", " + path + ", has " +
                        std::to_string((*file)->size()) + " bytes instead of " +
                        std::to_string(bytes) + "; load the model anew.",
                    path, name);
    }
    WeightFile opened(std::move(*file));
    if (use == DiskUse::Once && bytes >= kLeastDirect) {
        opened.openDirectly();
    }
    return opened;
}

void WeightFile::openDirectly() {
    const auto descriptor = m_file->lease();
    if (!descriptor) {
        return;
    }
    const std::optional<double> cached = CachedPages(**descriptor).sample(0, m_file->size());
    if (!cached || *cached >= kMostlyCached) {
        return;
    }
    if (auto direct = DirectReader::open(**descriptor)) {
        m_direct = std::make_unique<const DirectReader>(std::move(*direct));
    }
}

/// How many bytes are there; none where the rest must come through the page cache.
std::uint64_t WeightFile::readDirectly(std::uint64_t offset, std::span<std::byte> target) {
    const std::uint64_t whole = std::min<std::uint64_t>(target.size(), kDirectBytes);
    if (!m_direct || whole < kBlock || !beginsBlock(offset, target.data())) {
        return 0;
    }
    const std::uint64_t got = m_direct->readSome(offset, target.first(whole / kBlock * kBlock));
    if (got == 0) {
        m_direct.reset();  // the other way tells what is wrong
    }
    return got;
}

Result<void> WeightFile::read(std::uint64_t offset, std::span<std::byte> target,
                              const std::stop_token& stop) {
    while (!target.empty()) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "The forward pass was cancelled.");
        }
        std::uint64_t got = readDirectly(offset, target);
        if (got == 0) {
            got = std::min<std::uint64_t>(target.size(), kCachedBytes);
            if (Result<void> read = m_file->readAt(offset, target.first(got)); !read) {
                return read;
            }
        }
        offset += got;
        target = target.subspan(got);
    }
    return {};
}

}  // namespace stowage
