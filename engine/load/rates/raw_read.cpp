// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/rates/raw_read.h"

#include "engine/base/error_conversion.h"
#include "engine/load/execute/worker_pool.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>

namespace stowage {

namespace {

using Clock = std::chrono::steady_clock;

class OpenFile {
public:
    OpenFile(const std::string& path, int flags) : m_descriptor(::open(path.c_str(), flags)) {}
    ~OpenFile() {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    [[nodiscard]] int get() const { return m_descriptor; }

private:
    int m_descriptor;
};

Unexpected readFailure(const std::string& path, int reason) {
    return fail(ErrorCode::ReadFailed, say("%1 cannot be read: %2.", path, systemErrorText(reason)),
                path);
}

Result<void> readBlock(int file, const std::string& path, std::uint64_t offset,
                       std::span<std::byte> target) {
    while (!target.empty()) {
        const ssize_t got = ::pread(file, target.data(), target.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return readFailure(path, got < 0 ? errno : ENODATA);
        }
        target = target.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
    return {};
}

}  // namespace

std::string rawReadWayText(const RawReadWay& way) {
    return std::string(way.isDirect ? "direct" : "buffered") + ", " + std::to_string(way.threads) +
           (way.threads == 1 ? " thread" : " threads");
}

Result<double> rawReadRate(const std::string& path, const RawReadWay& way,
                           std::span<std::byte> target, const std::stop_token& stop) {
    const OpenFile file(path, O_RDONLY | O_CLOEXEC | (way.isDirect ? O_DIRECT : 0));
    if (file.get() < 0) {
        return way.isDirect && errno == EINVAL
                   ? fail(ErrorCode::Unsupported,
                          say("%1 lies where direct I/O is not to be had.", path), path)
                   : readFailure(path, errno);
    }
    struct stat state {};
    ::fstat(file.get(), &state);
    const std::uint64_t blocks = static_cast<std::uint64_t>(state.st_size) / way.blockBytes;
    const std::uint64_t places = std::max<std::uint64_t>(target.size() / way.blockBytes, 1);
    std::atomic<std::uint64_t> next{0};
    const auto begin = Clock::now();
    const Result<void> done =
        WorkerPool(way.threads)
            .run(
                way.threads, stop,
                [&](unsigned, const std::stop_token& workerStop) -> Result<void> {
                    for (std::uint64_t block = next++; block < blocks; block = next++) {
                        if (workerStop.stop_requested()) {
                            return fail(ErrorCode::Cancelled, say("Reading %1 was stopped.", path),
                                        path);
                        }
                        const std::uint64_t at = block % places * way.blockBytes;
                        STOWAGE_TRY(readBlock(file.get(), path, block * way.blockBytes,
                                              target.subspan(at, way.blockBytes)));
                    }
                    return {};
                },
                [] {});
    STOWAGE_TRY(done);
    const std::chrono::duration<double> elapsed = Clock::now() - begin;
    return static_cast<double>(blocks * way.blockBytes) / std::max(elapsed.count(), 1e-9);
}

}  // namespace stowage
