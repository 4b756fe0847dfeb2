// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/page_cache.h"

#include "engine/base/error_conversion.h"
#include "engine/base/page_cache.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stowage {
namespace {

struct StateWords {
    PageCacheState state;
    std::string_view name;
    Phrase means;  ///< how the state is reached
};

/// In the order of the enum.
constexpr auto kStates = std::to_array<StateWords>({
    {PageCacheState::AsIs, "as-is", Phrase()},
    {PageCacheState::Cold, "cold", Phrase("posix_fadvise(POSIX_FADV_DONTNEED)")},
    {PageCacheState::Warm, "warm", phrase("read once")},
});

constexpr std::uint64_t kSamples = 128;
/// All pages of a range this long are asked about.
constexpr std::uint64_t kSampledBytes = std::uint64_t{32} << 10;

Result<void> makeCold(const RandomAccessFile& file) {
    // Pages that are still to be written cannot be dropped.
    if (::fsync(file.descriptor()) != 0) {
        return writeFailure(file.path(), errno);
    }
    // posix_fadvise returns its error instead of setting errno.
    if (const int error = ::posix_fadvise(file.descriptor(), 0, 0, POSIX_FADV_DONTNEED);
        error != 0) {
        return fail(ErrorCode::ReadFailed,
                    say("The pages of %1 cannot be dropped from memory: %2.", file.path(),
                        systemErrorText(error)),
                    file.path());
    }
    return {};
}

Result<void> makeWarm(const RandomAccessFile& file, std::vector<std::byte>& buffer,
                      const std::stop_token& stop) {
    constexpr std::uint64_t kPieceBytes = std::uint64_t{4} << 20;
    buffer.resize(kPieceBytes);
    for (std::uint64_t offset = 0; offset < file.size(); offset += kPieceBytes) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled,
                        say("Reading %1 into the page cache was stopped.", file.path()),
                        file.path());
        }
        const auto piece = std::span(buffer).first(std::min(kPieceBytes, file.size() - offset));
        STOWAGE_TRY(file.readAt(offset, piece));
    }
    return {};
}

}  // namespace

std::string_view pageCacheStateName(PageCacheState state) {
    return kStates[static_cast<std::size_t>(state)].name;
}

Result<PageCacheState> pageCacheStateFromName(std::string_view name) {
    const auto* found = std::ranges::find(kStates, name, &StateWords::name);
    if (found != kStates.end()) {
        return found->state;
    }
    return fail(ErrorCode::InvalidArgument,
                say("%1 is not a state of the page cache; use as-is, cold or warm.",
                    quotedForMessage(name)));
}

Phrase pageCacheMeans(PageCacheState state) {
    return kStates[static_cast<std::size_t>(state)].means;
}

PageCacheState attainablePageCache(PageCacheState asked, const std::vector<std::string>& files) {
    return asked == PageCacheState::Cold && std::ranges::any_of(files, liesInMemory)
               ? PageCacheState::Warm
               : asked;
}

Result<void> preparePageCache(const std::vector<std::string>& files, PageCacheState state,
                              const std::stop_token& stop) {
    std::vector<std::byte> buffer;
    for (const std::string& path : files) {
        if (state == PageCacheState::AsIs) {
            return {};
        }
        const auto file = RandomAccessFile::open(path);
        STOWAGE_TRY(file);
        const auto done =
            state == PageCacheState::Cold ? makeCold(**file) : makeWarm(**file, buffer, stop);
        STOWAGE_TRY(done);
    }
    return {};
}

double residentShare(const std::string& path) {
    const auto file = OpenDescriptor::open(path);
    if (!file || (*file)->size() == 0) {
        return 0;
    }
    if (liesInMemory(path)) {
        return 1;
    }
    const CachedPages pages(**file);
    const std::uint64_t size = (*file)->size();
    const std::uint64_t step = std::max<std::uint64_t>(kSampledBytes, size / kSamples);
    double resident = 0;
    double asked = 0;
    for (std::uint64_t at = 0; at < size; at += step) {
        resident += pages.sample(at, std::min(step, size - at)).value_or(0);
        ++asked;
    }
    return resident / asked;
}

std::uint64_t residentBytes(const std::string& path, std::uint64_t offset, std::uint64_t length) {
    const auto file = OpenDescriptor::open(path);
    if (!file) {
        return 0;
    }
    const CachedPages pages(**file);
    const std::uint64_t end = std::min((*file)->size(), offset + length);
    double resident = 0;
    for (std::uint64_t at = offset; at < end; at += kSampledBytes) {
        const std::uint64_t part = std::min(kSampledBytes, end - at);
        resident += pages.sample(at, part).value_or(0) * static_cast<double>(part);
    }
    return static_cast<std::uint64_t>(resident);
}

}  // namespace stowage
