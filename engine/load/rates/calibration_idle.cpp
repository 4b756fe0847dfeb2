// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "engine/load/rates/calibration_parts.h"
#include "engine/load/staging_ring.h"

#include <sys/sysinfo.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::uint64_t kIdlePiece = 32 * kMiB;
constexpr std::uint64_t kIdlePage = 4 * kKiB;
constexpr std::uint64_t kMostIdle = 8 * kGiB;
constexpr double kIdleSeconds = 0.6;
/// A piece that takes so many times as long as one that was touched just before had to come from
/// the host.
constexpr double kSlow = 4;
/// Fewer may be slow by chance; so many are enough.
constexpr std::size_t kFewestSlow = 3;
constexpr std::size_t kEnoughSlow = 5;

/// Seconds of the first write to each piece, in order.
std::vector<double> touchPieces(std::span<std::byte> memory, const std::stop_token& stop) {
    std::vector<double> seconds;
    const Stopwatch all;
    std::size_t slow = 0;
    for (std::uint64_t at = 0; at + kIdlePiece <= memory.size() && slow < kEnoughSlow &&
                               all.seconds() < kIdleSeconds && !stop.stop_requested();
         at += kIdlePiece) {
        const Stopwatch piece;
        for (std::uint64_t page = at; page < at + kIdlePiece; page += kIdlePage) {
            *static_cast<volatile std::byte*>(memory.data() + page) = std::byte{1};
        }
        seconds.push_back(piece.seconds());
        slow += seconds.back() > kSlow * *std::ranges::min_element(seconds) ? 1 : 0;
    }
    return seconds;
}

/// Bytes that nothing has: to take more would cost dropping the page cache, which no host is to
/// blame for.
std::uint64_t unusedBytes() {
    struct sysinfo machine {};
    const std::uint64_t unused =
        ::sysinfo(&machine) == 0 ? std::uint64_t{machine.freeram} * machine.mem_unit : 0;
    return std::min(unused, hostBudgetBytes(readHostMemory()).value_or(0));
}

std::vector<double> touchNew(std::uint64_t bytes, const std::stop_token& stop) {
    Result<HostScratch> memory = HostScratch::map(bytes);
    return memory ? touchPieces(memory->bytes(), stop) : std::vector<double>();
}

}  // namespace

IdleMemory idleMemoryOf(const std::vector<double>& pieces, double again) {
    const auto isSlow = [again](double seconds) { return seconds > kSlow * again; };
    // From the first on behind which most are slow: what a hypervisor took lies in patches.
    std::size_t slow = static_cast<std::size_t>(std::ranges::count_if(pieces, isSlow));
    for (std::size_t first = 0; first < pieces.size() && slow >= kFewestSlow; ++first) {
        const std::size_t left = pieces.size() - first;
        if (!isSlow(pieces[first])) {
            continue;
        }
        if (2 * slow >= left) {
            const double seconds = std::accumulate(pieces.end() - static_cast<std::ptrdiff_t>(left),
                                                   pieces.end(), 0.0);
            return {static_cast<double>(left * kIdlePiece) / seconds,
                    static_cast<double>(first * kIdlePiece)};
        }
        --slow;
    }
    return {};
}

Result<void> measureIdleMemory(CalibrationRun& run, MachineRates& rates) {
    const std::vector<double> pieces = touchNew(std::min(unusedBytes() / 2, kMostIdle), run.stop());
    const std::vector<double> again =
        touchNew(std::min(pieces.size(), kEnoughSlow) * kIdlePiece, run.stop());
    const IdleMemory idle = again.empty() ? IdleMemory{} : idleMemoryOf(pieces, medianOf(again));
    rates.set(HostRate::TouchIdle, idle.rate);
    rates.keptBytes = idle.keptBytes;
    return run.proceed(phrase("measuring memory"), 0);
}

}  // namespace stowage
