// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/page_cache.h"

#include "engine/base/random_access_file.h"
#include "engine/base/system_error.h"
#include "engine/base/utf8.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stowage {
namespace {

constexpr std::array kStates{PageCacheState::AsIs, PageCacheState::Cold, PageCacheState::Warm};
constexpr std::uint64_t kPieceBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kSamples = 128;
constexpr std::size_t kSampledPages = 64;  ///< of one sample

Result<void> makeCold(const RandomAccessFile& file) {
    // Pages that are still to be written cannot be dropped.
    if (::fsync(file.descriptor()) != 0) {
        return writeFailure(file.path(), errno);
    }
    // posix_fadvise returns its error instead of setting errno.
    if (const int error = ::posix_fadvise(file.descriptor(), 0, 0, POSIX_FADV_DONTNEED);
        error != 0) {
        return fail(ErrorCode::ReadFailed,
                    "The pages of " + file.path() +
                        " cannot be dropped from memory: " + systemErrorText(error) + ".",
                    file.path());
    }
    return {};
}

Result<void> makeWarm(const RandomAccessFile& file, std::vector<std::byte>& buffer,
                      const std::stop_token& stop) {
    buffer.resize(kPieceBytes);
    for (std::uint64_t offset = 0; offset < file.size(); offset += kPieceBytes) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "Reading " + file.path() + " ahead was stopped.",
                        file.path());
        }
        const auto piece = std::span(buffer).first(std::min(kPieceBytes, file.size() - offset));
        if (const auto read = file.readAt(offset, piece); !read) {
            return read;
        }
    }
    return {};
}

std::uint64_t pagesOf(std::uint64_t bytes) {
    return (bytes + kPageBytes - 1) / kPageBytes;
}

/// A file mapped only to be asked about; of size 0 where that is not possible.
class FileMap {
public:
    explicit FileMap(const std::string& path) {
        const auto file = RandomAccessFile::open(path);
        if (!file || (*file)->size() == 0) {
            return;
        }
        void* const data =
            ::mmap(nullptr, (*file)->size(), PROT_READ, MAP_SHARED, (*file)->descriptor(), 0);
        if (data != MAP_FAILED) {
            m_data = static_cast<std::byte*>(data);
            m_size = (*file)->size();
        }
    }
    ~FileMap() {
        if (m_data != nullptr) {
            ::munmap(m_data, m_size);
        }
    }
    FileMap(const FileMap&) = delete;
    FileMap& operator=(const FileMap&) = delete;

    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// Of the kSampledPages that begin at `offset`.
    [[nodiscard]] std::uint64_t residentPages(std::uint64_t offset) const {
        std::array<unsigned char, kSampledPages> states{};
        const std::uint64_t length = std::min(kSampledPages * kPageBytes, m_size - offset);
        if (::mincore(m_data + offset, length, states.data()) != 0) {
            return 0;
        }
        const auto end = states.begin() + static_cast<std::ptrdiff_t>(pagesOf(length));
        return static_cast<std::uint64_t>(
            std::count_if(states.begin(), end, [](unsigned char s) { return (s & 1U) != 0; }));
    }

private:
    std::byte* m_data = nullptr;
    std::uint64_t m_size = 0;
};

}  // namespace

std::string_view pageCacheStateName(PageCacheState state) {
    switch (state) {
        case PageCacheState::AsIs:
            return "as-is";
        case PageCacheState::Cold:
            return "cold";
        case PageCacheState::Warm:
            return "warm";
    }
    return "";
}

Result<PageCacheState> pageCacheStateFromName(std::string_view name) {
    for (const PageCacheState state : kStates) {
        if (pageCacheStateName(state) == name) {
            return state;
        }
    }
    return fail(ErrorCode::InvalidArgument, "The page cache cannot be " + quotedForMessage(name) +
                                                "; take as-is, cold or warm.");
}

std::string_view pageCacheMeans(PageCacheState state) {
    switch (state) {
        case PageCacheState::AsIs:
            return "";
        case PageCacheState::Cold:
            return "posix_fadvise(POSIX_FADV_DONTNEED)";
        case PageCacheState::Warm:
            return "read once";
    }
    return "";
}

Result<void> preparePageCache(const std::vector<std::string>& files, PageCacheState state,
                              const std::stop_token& stop) {
    std::vector<std::byte> buffer;
    for (const std::string& path : files) {
        if (state == PageCacheState::AsIs) {
            return {};
        }
        const auto file = RandomAccessFile::open(path);
        if (!file) {
            return file.unexpected();
        }
        const auto done =
            state == PageCacheState::Cold ? makeCold(**file) : makeWarm(**file, buffer, stop);
        if (!done) {
            return done;
        }
    }
    return {};
}

double residentShare(const std::string& path) {
    const FileMap map(path);
    const std::uint64_t window = kSampledPages * kPageBytes;
    const std::uint64_t step = std::max(window, map.size() / kSamples / kPageBytes * kPageBytes);
    std::uint64_t asked = 0;
    std::uint64_t resident = 0;
    for (std::uint64_t at = 0; at < map.size(); at += step) {
        asked += pagesOf(std::min(window, map.size() - at));
        resident += map.residentPages(at);
    }
    return asked == 0 ? 0 : static_cast<double>(resident) / static_cast<double>(asked);
}

std::uint64_t residentBytes(const std::string& path, std::uint64_t offset, std::uint64_t length) {
    const FileMap map(path);
    std::uint64_t resident = 0;
    const std::uint64_t end = std::min(map.size(), offset + length);
    for (std::uint64_t at = offset / kPageBytes * kPageBytes; at < end;
         at += kSampledPages * kPageBytes) {
        resident += map.residentPages(at);
    }
    return std::min(resident * kPageBytes, length);
}

}  // namespace stowage
