// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/raw_limit.h"

#include "engine/base/byte_size.h"
#include "engine/load/rates/calibration_parts.h"
#include "tests/bench/load_bench.h"

#if STOWAGE_URING
#include <liburing.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

namespace stowage::bench {

namespace {

constexpr std::uint64_t kSmallBlock = kMiB;
constexpr std::uint64_t kLargeBlock = 4 * kMiB;
constexpr std::size_t kRepeatedWays = 3;

#if STOWAGE_URING

/// A ring and the file that it reads; gone with the object.
class RingReader {
public:
    static Result<double> read(const std::string& path, unsigned depth,
                               std::span<std::byte> target) {
        RingReader reader;
        reader.m_file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECT);
        reader.m_isOpen = ::io_uring_queue_init(depth, &reader.m_ring, 0) == 0;
        if (reader.m_file < 0 || !reader.m_isOpen) {
            return fail(ErrorCode::Unsupported, path + " cannot be read by io_uring here.", path);
        }
        return reader.run(path, depth, target);
    }
    ~RingReader() {
        if (m_isOpen) {
            ::io_uring_queue_exit(&m_ring);
        }
        if (m_file >= 0) {
            ::close(m_file);
        }
    }
    RingReader(const RingReader&) = delete;
    RingReader& operator=(const RingReader&) = delete;

private:
    RingReader() = default;

    /// Keeps `depth` blocks under way, each to its own place of `target`.
    Result<double> run(const std::string& path, unsigned depth, std::span<std::byte> target) {
        struct stat state {};
        ::fstat(m_file, &state);
        const std::uint64_t blocks = static_cast<std::uint64_t>(state.st_size) / kSmallBlock;
        const std::uint64_t places = target.size() / kSmallBlock;
        const auto begin = std::chrono::steady_clock::now();
        std::uint64_t asked = 0;
        for (std::uint64_t done = 0; done < blocks; ++done) {
            for (; asked < blocks && asked < done + depth; ++asked) {
                io_uring_sqe* const entry = ::io_uring_get_sqe(&m_ring);
                std::byte* const place = target.data() + asked % places * kSmallBlock;
                ::io_uring_prep_read(entry, m_file, place, static_cast<unsigned>(kSmallBlock),
                                     asked * kSmallBlock);
            }
            io_uring_cqe* answer = nullptr;
            const bool isThere = ::io_uring_submit(&m_ring) >= 0 &&
                                 ::io_uring_wait_cqe(&m_ring, &answer) == 0 &&
                                 answer->res == static_cast<int>(kSmallBlock);
            if (!isThere) {
                return fail(ErrorCode::ReadFailed, path + " was not read whole by io_uring.", path);
            }
            ::io_uring_cqe_seen(&m_ring, answer);
        }
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        return static_cast<double>(blocks * kSmallBlock) / std::max(passed.count(), 1e-9);
    }

    int m_file = -1;
    io_uring m_ring{};
    bool m_isOpen = false;
};

#endif

struct Tried {
    RawWay way;
    std::vector<double> rates;
};

/// One pass of a way; a way that is not to be had here has no rates.
Result<void> tryOnce(Tried& tried, const std::string& file, PageCacheState state,
                     std::span<std::byte> target, const std::stop_token& stop) {
    STOWAGE_TRY(preparePageCache({file}, state, stop));
    const Result<double> rate = tried.way.read(target);
    if (rate) {
        tried.rates.push_back(*rate);
    } else if (rate.error().code != ErrorCode::Unsupported) {
        return rate.unexpected();
    }
    return {};
}

}  // namespace

std::vector<RawWay> rawWays(const std::string& file, const std::stop_token& stop) {
    std::vector<RawWay> ways;
    for (const bool isDirect : {false, true}) {
        for (const std::uint64_t block : {kSmallBlock, kLargeBlock}) {
            for (const unsigned threads : {1U, 2U, 3U, 4U}) {
                const RawReadWay way{isDirect, threads, block};
                ways.push_back({std::string(isDirect ? "direct, " : "buffered, ") +
                                    std::to_string(threads) +
                                    (threads == 1 ? " thread, " : " threads, ") +
                                    formatSize(static_cast<double>(block)),
                                [file, way, stop](std::span<std::byte> target) {
                                    return rawReadRate(file, way, target, stop);
                                }});
            }
        }
    }
#if STOWAGE_URING
    for (const unsigned depth : {8U, 32U}) {
        ways.push_back({"io_uring, direct, " + std::to_string(depth) + " of 1 MiB at once",
                        [file, depth](std::span<std::byte> target) {
                            return RingReader::read(file, depth, target);
                        }});
    }
#endif
    return ways;
}

Result<RawWay> quickestRawWay(const std::string& file, PageCacheState state,
                              std::span<std::byte> target, const std::stop_token& stop) {
    std::vector<Tried> all;
    for (RawWay& way : rawWays(file, stop)) {
        Tried tried{std::move(way), {}};
        STOWAGE_TRY(tryOnce(tried, file, state, target, stop));
        if (!tried.rates.empty()) {
            all.push_back(std::move(tried));
        }
    }
    const auto byRate = [](const Tried& tried) { return -median(tried.rates); };
    std::ranges::sort(all, {}, byRate);
    all.resize(std::min(all.size(), kRepeatedWays));
    for (int pass = 0; pass < 2; ++pass) {
        for (Tried& tried : all) {
            STOWAGE_TRY(tryOnce(tried, file, state, target, stop));
        }
    }
    if (all.empty()) {
        return fail(ErrorCode::Unsupported, file + " cannot be read in any way.", file);
    }
    return std::ranges::min_element(all, {}, byRate)->way;
}

}  // namespace stowage::bench
