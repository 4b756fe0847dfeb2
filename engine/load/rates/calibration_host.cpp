// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"

#include "engine/device/host_memory.h"
#include "engine/load/rates/calibration_parts.h"
#include "engine/load/staging_ring.h"
#include "engine/model/dtype.h"

#include <sys/sysinfo.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

namespace stowage {

namespace {

using Buffers = std::vector<std::shared_ptr<DeviceBuffer>>;

constexpr std::uint64_t kLarge = 16 * kMiB;
constexpr std::uint64_t kSmall = kMiB;
constexpr std::int64_t kMatrix = 1024;
constexpr double kNothing = 100;  ///< times the base rate: too quick to be told from it

/// Writes `source` again and again until `target` is full, as a load does: 4 MiB at a time.
Result<void> fill(DeviceMemory& device, DeviceBuffer& target, std::span<const std::byte> source,
                  const std::stop_token& stop) {
    for (std::uint64_t at = 0; at < target.size(); at += kReadBytes) {
        const std::uint64_t length = std::min(kReadBytes, target.size() - at);
        const std::uint64_t from = at % (source.size() - kReadBytes + 1) / kReadBytes * kReadBytes;
        STOWAGE_TRY(device.write(target, at, source.subspan(from, length), stop));
    }
    return {};
}

Result<void> fillAll(CalibrationRun& run, DeviceMemory& device, const Buffers& targets,
                     std::span<const std::byte> source) {
    for (const std::shared_ptr<DeviceBuffer>& target : targets) {
        STOWAGE_TRY(fill(device, *target, source, run.stop()));
    }
    return {};
}

Result<Buffers> allocateMany(DeviceMemory& device, std::uint64_t each, std::uint64_t total) {
    Buffers buffers;
    for (std::uint64_t at = 0; at < total; at += each) {
        Result<std::shared_ptr<DeviceBuffer>> buffer = device.allocate(each);
        STOWAGE_TRY(buffer);
        buffers.push_back(std::move(buffer).value());
    }
    return buffers;
}

/// Bytes per second of filling new buffers of one size, and what giving them back takes.
struct FreshRates {
    double fill = 0;
    double release = 0;
};

Result<FreshRates> fillFresh(CalibrationRun& run, DeviceMemory& device, std::uint64_t each,
                             std::span<const std::byte> source) {
    std::vector<double> fills;
    std::vector<double> releases;
    STOWAGE_TRY(touchFreeMemory(2 * run.passBytes(), run.stop()));
    const int passes = run.passes();
    for (int pass = 0; pass < passes; ++pass) {
        const Stopwatch filling;
        Result<Buffers> buffers = allocateMany(device, each, run.passBytes());
        STOWAGE_TRY(buffers);
        STOWAGE_TRY(fillAll(run, device, *buffers, source));
        fills.push_back(static_cast<double>(run.passBytes()) / filling.seconds());
        const Stopwatch releasing;
        buffers->clear();
        releases.push_back(static_cast<double>(run.passBytes()) / releasing.seconds());
        device.emptyCache();
    }
    return FreshRates{medianOf(fills), medianOf(releases)};
}

/// The same into buffers whose pages are there.
Result<double> fillAgain(CalibrationRun& run, DeviceMemory& device,
                         std::span<const std::byte> source) {
    const Result<Buffers> buffers = allocateMany(device, kLarge, run.passBytes());
    STOWAGE_TRY(buffers);
    std::vector<double> rates;
    const int passes = run.passes();
    for (int pass = 0; pass <= passes; ++pass) {
        const Stopwatch watch;
        STOWAGE_TRY(fillAll(run, device, *buffers, source));
        rates.push_back(static_cast<double>(run.passBytes()) / watch.seconds());
    }
    rates.erase(rates.begin());  // the first pass made the pages
    return medianOf(rates);
}

Result<double> copyAll(CalibrationRun& run, DeviceMemory& device, const Buffers& targets,
                       const Buffers& sources) {
    const Stopwatch watch;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        STOWAGE_TRY(device.copyWithin(*targets[i], *sources[i], run.stop()));
    }
    return static_cast<double>(run.passBytes()) / watch.seconds();
}

Result<void> measureWithin(CalibrationRun& run, std::span<const std::byte> source,
                           MachineRates& rates) {
    DeviceMemory& gpu = run.simulated();
    std::vector<double> fresh;
    std::vector<double> populated;
    const int passes = run.passes();
    for (int pass = 0; pass < passes; ++pass) {
        gpu.emptyCache();
        const Result<Buffers> sources = allocateMany(gpu, kLarge, run.passBytes());
        const Result<Buffers> targets = allocateMany(gpu, kLarge, run.passBytes());
        if (!sources || !targets) {
            return (sources ? targets : sources).unexpected();
        }
        STOWAGE_TRY(fillAll(run, gpu, *sources, source));
        for (std::vector<double>* list : {&fresh, &populated}) {
            const Result<double> rate = copyAll(run, gpu, *targets, *sources);
            STOWAGE_TRY(rate);
            list->push_back(*rate);
        }
    }
    gpu.emptyCache();
    rates.set(HostRate::SimulatedWithinFresh, medianOf(fresh));
    rates.set(HostRate::SimulatedWithin, medianOf(populated));
    return {};
}

Result<void> measureHostMemory(CalibrationRun& run, std::span<const std::byte> source,
                               MachineRates& rates) {
    const Result<double> touched = fillAgain(run, run.host(), source);
    STOWAGE_TRY(touched);
    const Result<FreshRates> large = fillFresh(run, run.host(), kLarge, source);
    STOWAGE_TRY(large);
    const Result<FreshRates> small = fillFresh(run, run.host(), kSmall, source);
    STOWAGE_TRY(small);
    rates.set(HostRate::Memcpy, *touched);
    rates.set(HostRate::TouchLarge, rateBeyond(large->fill, *touched));
    rates.set(HostRate::TouchSmall, rateBeyond(small->fill, *touched));
    rates.set(HostRate::Release, large->release);
    return {};
}

Result<void> measureDevices(CalibrationRun& run, std::span<const std::byte> source,
                            MachineRates& rates) {
    const Result<FreshRates> fresh = fillFresh(run, run.simulated(), kLarge, source);
    STOWAGE_TRY(fresh);
    const Result<double> populated = fillAgain(run, run.simulated(), source);
    STOWAGE_TRY(populated);
    rates.set(HostRate::SimulatedFresh, fresh->fill);
    rates.set(HostRate::SimulatedPopulated, *populated);
    rates.set(HostRate::HostToDevice, std::nullopt);  // a card's is measured with its products
    return {};
}

/// Bytes of `source` per second, or nothing where LibTorch has no such operation.
std::optional<double> tensorRate(std::uint64_t bytes, const std::function<Result<void>()>& work) {
    constexpr int kRuns = 3;
    if (!work()) {
        return std::nullopt;
    }
    std::vector<double> rates;
    for (int run = 0; run < kRuns; ++run) {
        const Stopwatch watch;
        if (!work()) {
            return std::nullopt;
        }
        rates.push_back(static_cast<double>(bytes) / watch.seconds());
    }
    return medianOf(rates);
}

void put(std::map<std::string, double>& rates, const std::string& name,
         std::optional<double> rate) {
    rates.erase(name);
    if (rate) {
        rates[name] = *rate;
    }
}

constexpr std::array kFloats{DType::Float32, DType::Float16, DType::BFloat16, DType::Float64};

void measureCasts(TensorBackend& tensors, std::span<std::byte> source, std::span<std::byte> target,
                  MachineRates& rates) {
    for (const DType from : kFloats) {
        for (const DType to : kFloats) {
            if (from == to) {
                continue;
            }
            // As a load does it: neither side exceeds one read.
            const std::uint64_t wide = std::max(storedBits(from), storedBits(to));
            const std::uint64_t bytes = kReadBytes * storedBits(from) / wide;
            const std::uint64_t made = kReadBytes * storedBits(to) / wide;
            put(rates.cast, std::string(dtypeName(from)) + ">" + std::string(dtypeName(to)),
                tensorRate(bytes, [&] {
                    return tensors.cast(from, source.first(bytes), to, target.first(made));
                }));
        }
    }
}

}  // namespace

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double rateBeyond(double rate, double base) {
    const double seconds = 1 / rate - 1 / base;
    return std::min(seconds > 0 ? 1 / seconds : kNothing * base, kNothing * base);
}

Result<void> measureHost(CalibrationRun& run, MachineRates& rates) {
    const Result<std::shared_ptr<DeviceBuffer>> source = run.host().allocate(4 * kLarge);
    STOWAGE_TRY(source);
    const std::span<std::byte> bytes{(*source)->data(), (*source)->size()};
    std::memset(bytes.data(), 1, bytes.size());
    STOWAGE_TRY(measureHostMemory(run, bytes, rates));
    STOWAGE_TRY(run.proceed(phrase("measuring simulated GPUs"), 10 * run.passBytes()));
    STOWAGE_TRY(measureDevices(run, bytes, rates));
    STOWAGE_TRY(measureWithin(run, bytes, rates));
    return run.proceed(phrase("measuring tensor operations"), 10 * run.passBytes());
}

Result<void> measureTensors(CalibrationRun& run, MachineRates& rates) {
    Result<HostScratch> memory = HostScratch::map(2 * kReadBytes);
    STOWAGE_TRY(memory);
    const std::span<std::byte> source = memory->bytes().first(kReadBytes);
    const std::span<std::byte> target = memory->bytes().subspan(kReadBytes);
    std::memset(source.data(), 0, 2 * kReadBytes);
    TensorBackend& tensors = *run.backends().tensors;
    for (const DType dtype : kFloats) {
        put(rates.initialise, std::string(dtypeName(dtype)),
            tensorRate(kReadBytes, [&] { return tensors.initialise(dtype, target, 1); }));
        std::vector<double> seconds;
        const int passes = run.passes();
        for (int i = 0; i < passes; ++i) {
            if (const Result<double> one = tensors.matmulSeconds(dtype, kMatrix); one) {
                seconds.push_back(*one);
            }
        }
        constexpr double kOperations = 2.0 * kMatrix * kMatrix * kMatrix;
        put(rates.matmul, std::string(dtypeName(dtype)),
            seconds.empty() ? std::nullopt : std::optional(kOperations / medianOf(seconds)));
        STOWAGE_TRY(run.proceed(phrase("measuring tensor operations"), 0));
    }
    measureCasts(tensors, source, target, rates);
    return run.proceed(phrase("writing a test file"), 0);
}

namespace {

constexpr std::uint64_t kIdlePiece = 32 * kMiB;
constexpr std::uint64_t kIdlePage = 4 * kKiB;
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
    constexpr std::uint64_t kMost = 8 * kGiB;
    const std::vector<double> pieces = touchNew(std::min(unusedBytes() / 2, kMost), run.stop());
    const std::vector<double> again =
        touchNew(std::min(pieces.size(), kEnoughSlow) * kIdlePiece, run.stop());
    const IdleMemory idle = again.empty() ? IdleMemory{} : idleMemoryOf(pieces, medianOf(again));
    rates.set(HostRate::TouchIdle, idle.rate);
    rates.keptBytes = idle.keptBytes;
    return run.proceed(phrase("measuring memory"), 0);
}

}  // namespace stowage
