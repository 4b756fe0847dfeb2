// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/rates/calibration_parts.h"

#include "engine/base/byte_size.h"
#include "engine/base/error_conversion.h"
#include "engine/base/file_descriptor.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/checkpoint/write/offload_folder_writer.h"
#include "engine/checkpoint/write/safetensors_writer.h"
#include "engine/device/host_memory.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/execute/mapped_file.h"
#include "engine/load/execute/worker_pool.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/read_choice.h"
#include "engine/load/staging_ring.h"
#include "engine/plan/place/place.h"
#include "engine/plan/placement_plan.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <random>

namespace stowage {

namespace {

constexpr std::int64_t kSide = 2048;  ///< float32: 16 MiB a matrix

constexpr std::uint64_t kMatrixBytes = 16 * kMiB;

constexpr std::uint64_t kAheadProbe = 32 * kMiB;  ///< read before looking how far the system is

constexpr std::uint64_t kAheadSeen = 64 * kMiB;

constexpr std::uint64_t kMapStep = 16 * kMiB;

/// Numbers without a pattern, so that no file system can shorten them.
void fillRandom(std::span<std::byte> target, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (std::uint64_t at = 0; at + sizeof(std::uint64_t) <= target.size();
         at += sizeof(std::uint64_t)) {
        const std::uint64_t value = random();
        std::memcpy(target.data() + at, &value, sizeof(value));
    }
}

Result<void> prepare(const CalibrationFile& file, PageCacheState state,
                     const std::stop_token& stop) {
    if (state == PageCacheState::Warm && residentShare(file.path) >= 1) {
        return {};
    }
    return preparePageCache({file.path}, state, stop);
}

/// One pass; nothing for a way that the file system does not have.
Result<std::optional<double>> onePass(CalibrationRun& run, const CalibrationFile& file,
                                      PageCacheState state, const RawReadWay& way,
                                      std::span<std::byte> target) {
    STOWAGE_TRY(prepare(file, state, run.stop()));
    const Result<double> rate = rawReadRate(file.path, way, target, run.stop());
    if (!rate && rate.error().code == ErrorCode::Unsupported) {
        return std::optional<double>();
    }
    STOWAGE_TRY(rate);
    STOWAGE_TRY(run.proceed(phrase("measuring file reads"), file.bytes));
    return std::optional(*rate);
}

/// The best of all ways, by one pass each; that one is then repeated.
Result<double> bestRawRate(CalibrationRun& run, const CalibrationFile& file, PageCacheState state,
                           std::span<const RawReadWay> ways, std::span<std::byte> target) {
    std::vector<double> rates{0};
    const RawReadWay* best = nullptr;
    for (const RawReadWay& way : ways) {
        const Result<std::optional<double>> rate = onePass(run, file, state, way, target);
        STOWAGE_TRY(rate);
        if (rate->value_or(0) > rates.front()) {
            rates.front() = **rate;
            best = &way;
        }
    }
    const int passes = best == nullptr ? 0 : run.passes();
    for (int pass = 1; pass < passes; ++pass) {
        const Result<std::optional<double>> rate = onePass(run, file, state, *best, target);
        STOWAGE_TRY(rate);
        rates.push_back(rate->value_or(0));
    }
    return medianOf(rates);
}

/// Brings every page of a map in from the disk by touching it.
Result<double> mapColdRate(CalibrationRun& run, const CalibrationFile& file) {
    constexpr std::uint64_t kPage = 4 * kKiB;
    std::vector<double> rates;
    const int passes = run.passes();
    for (int pass = 0; pass < passes; ++pass) {
        STOWAGE_TRY(prepare(file, PageCacheState::Cold, run.stop()));
        const auto opened = RandomAccessFile::open(file.path);
        STOWAGE_TRY(opened);
        const auto map = MappedFile::map(*opened);
        STOWAGE_TRY(map);
        const std::span<std::byte> bytes = (*map)->bytes(0, (*opened)->size());
        const Stopwatch watch;
        for (std::uint64_t at = 0; at < bytes.size(); at += kPage) {
            if (at % kMapStep == 0) {  // as a load does
                (*map)->expect(at + kMapStep, kMapStep);
            }
            (void)*static_cast<volatile std::byte*>(bytes.data() + at);
        }
        rates.push_back(static_cast<double>(bytes.size()) / watch.seconds());
        STOWAGE_TRY(run.proceed(phrase("measuring file mapping"), file.bytes));
    }
    return medianOf(rates);
}

/// What copying out of the map of a cached file takes beyond copying what lies in a cache of the
/// processor, at `populated` bytes per second: pages are mapped, and their bytes come from memory.
Result<double> mapCopyRate(CalibrationRun& run, const CalibrationFile& file, double populated) {
    STOWAGE_TRY(prepare(file, PageCacheState::Warm, run.stop()));
    const auto target = run.simulated().allocate(run.passBytes());
    STOWAGE_TRY(target);
    std::vector<double> rates;
    const int passes = run.passes();
    for (int pass = 0; pass <= passes; ++pass) {
        const auto opened = RandomAccessFile::open(file.path);
        STOWAGE_TRY(opened);
        const auto map = MappedFile::map(*opened);
        STOWAGE_TRY(map);
        const Stopwatch watch;
        for (std::uint64_t at = 0; at < file.bytes; at += kReadBytes) {
            STOWAGE_TRY(run.simulated().write(**target, at % run.passBytes(),
                                              (*map)->bytes(at, kReadBytes), run.stop()));
        }
        rates.push_back(static_cast<double>(file.bytes) / watch.seconds());
        STOWAGE_TRY(run.proceed(phrase("measuring file mapping"), file.bytes));
    }
    rates.erase(rates.begin());  // the first pass made the pages
    return rateBeyond(medianOf(rates), populated);
}

/// As a run brings weights whose files are in the page cache: through one buffer, to pages of a
/// simulated GPU that are there.
Result<double> stagedRate(CalibrationRun& run, const CalibrationFile& file) {
    STOWAGE_TRY(prepare(file, PageCacheState::Warm, run.stop()));
    const auto opened = RandomAccessFile::open(file.path);
    STOWAGE_TRY(opened);
    const Result<HostScratch> buffer = HostScratch::map(kReadBytes);
    STOWAGE_TRY(buffer);
    const auto target = run.simulated().allocate(run.passBytes());
    STOWAGE_TRY(target);
    std::vector<double> rates;
    const int passes = run.passes();
    for (int pass = 0; pass <= passes; ++pass) {
        const Stopwatch watch;
        for (std::uint64_t at = 0; at < file.bytes; at += kReadBytes) {
            for (std::uint64_t in = 0; in < kReadBytes; in += kCachedReadBytes) {
                STOWAGE_TRY(
                    (*opened)->readAt(at + in, buffer->bytes().subspan(in, kCachedReadBytes)));
            }
            STOWAGE_TRY(run.simulated().write(**target, at % run.passBytes(), buffer->bytes(), {}));
        }
        rates.push_back(static_cast<double>(file.bytes) / watch.seconds());
        STOWAGE_TRY(run.proceed(phrase("measuring file reads"), file.bytes));
    }
    rates.erase(rates.begin());  // the first pass made the pages
    return medianOf(rates);
}

/// Reads the file's beginning in order and measures how much of the rest is in the page cache
/// already.
Result<double> readAheadBytes(CalibrationRun& run, const CalibrationFile& file,
                              std::span<std::byte> target) {
    STOWAGE_TRY(prepare(file, PageCacheState::Cold, run.stop()));
    const auto opened = RandomAccessFile::open(file.path);
    STOWAGE_TRY(opened);
    const std::uint64_t probe = std::min(kAheadProbe, (*opened)->size() / 2);
    for (std::uint64_t at = 0; at < probe; at += kReadBytes) {
        const std::uint64_t length = std::min(kReadBytes, probe - at);
        STOWAGE_TRY((*opened)->readAt(at, target.first(length)));
    }
    std::memset(target.data(), 0, target.size());  // meanwhile the disk works on
    return static_cast<double>(residentBytes(file.path, probe, kAheadSeen));
}

Result<void> writeOne(OffloadFolderWriter& writer, std::uint64_t number,
                      std::span<const std::byte> part) {
    const auto file = writer.begin("measured." + std::to_string(number), DType::Float32,
                                   {kSide, kSide}, kMatrixBytes);
    STOWAGE_TRY(file);
    for (std::uint64_t at = 0; at < kMatrixBytes; at += part.size()) {
        STOWAGE_TRY((*file)->writeAt(at, part));
    }
    return writer.finish(**file);
}

constexpr std::array<RawReadWay, 1> kOneReader{RawReadWay{false, 1}};

constexpr std::array<RawReadWay, 3> kOtherWays{RawReadWay{false, 2}, RawReadWay{true, 1},
                                               RawReadWay{true, 2}};

/// Everything on one device.
Result<std::shared_ptr<const LoadSchedule>> scheduleOn(CalibrationRun& run,
                                                       const CalibrationFile& file,
                                                       const DeviceMemory& device) {
    const auto checkpoint = openCheckpoint(file.path, run.stop());
    STOWAGE_TRY(checkpoint);
    const auto tree = buildModuleTree(**checkpoint);
    STOWAGE_TRY(tree);
    PlacementRequest request;
    request.tree = *tree;
    request.devices = {device.info()};
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", device.info().id}});
    const auto plan = place(request, run.stop());
    STOWAGE_TRY(plan);
    return makeLoadSchedule(*plan, *checkpoint, {LoadMethod::Streamed, {}});
}

/// Bytes per second of one load, given back at once.
Result<double> loadOnce(CalibrationRun& run, const CalibrationFile& file, PageCacheState state,
                        const std::shared_ptr<const LoadSchedule>& schedule) {
    const bool isReady = state == PageCacheState::Warm && residentShare(file.path) >= 1;
    if (!isReady) {
        STOWAGE_TRY(preparePageCache({file.path}, state, run.stop()));
    }
    const PauseGate gate;
    const LoadOutcome outcome = runLoadJob(schedule, run.backends(), {}, gate, run.stop(), {});
    if (outcome.report.stopped) {
        return Unexpected{*outcome.report.stopped};
    }
    STOWAGE_TRY(run.proceed(phrase("measuring loads"), file.bytes));
    return static_cast<double>(outcome.report.bytesRead) / outcome.report.seconds;
}

/// What a worker has under way to a card, out of its two slots.
struct CardSlots {
    std::array<std::span<std::byte>, 2> bytes;
    std::array<std::unique_ptr<WriteQueue>, 2> queues;
};

/// Blocks `next` … of the file to where they lie on the card too, as long as there are any.
Result<void> sendBlocks(const RandomAccessFile& file, DeviceBuffer& target, CardSlots& slots,
                        std::atomic<std::uint64_t>& next, const std::stop_token& stop) {
    std::size_t turn = 0;
    for (std::uint64_t at = next.fetch_add(kCardReadBytes); at + kCardReadBytes <= target.size();
         at = next.fetch_add(kCardReadBytes)) {
        const std::span<std::byte> part = slots.bytes[turn].first(kCardReadBytes);
        STOWAGE_TRY(slots.queues[turn]->finish());
        STOWAGE_TRY(file.readAt(at, part));
        STOWAGE_TRY(slots.queues[turn]->write(target, at, part, stop));
        turn = 1 - turn;
    }
    STOWAGE_TRY(slots.queues[turn]->finish());
    return slots.queues[1 - turn]->finish();
}

/// As BulkRead copies out of the page cache, to a card that has its places; nothing where it cannot
/// copy beside reads.
Result<std::optional<double>> cardRate(CalibrationRun& run, const CalibrationFile& file,
                                       DeviceMemory& card) {
    STOWAGE_TRY(prepare(file, PageCacheState::Warm, run.stop()));
    const auto opened = RandomAccessFile::open(file.path);
    STOWAGE_TRY(opened);
    const Result<StagingRing> ring = StagingRing::make(kCardStagingBytes);
    STOWAGE_TRY(ring);
    const std::shared_ptr<void> pin = card.pinHost(ring->all());
    const auto target = card.allocate(file.bytes);
    STOWAGE_TRY(target);
    std::vector<CardSlots> workers(ring->workers(copyThreads(), kCardReadBytes, 2));
    for (std::size_t i = 0; i < workers.size(); ++i) {
        for (std::size_t slot = 0; slot < 2; ++slot) {
            workers[i].bytes[slot] = ring->slot(2 * i + slot, kCardReadBytes);
            workers[i].queues[slot] = card.makeWriteQueue();
            if (workers[i].queues[slot] == nullptr) {
                return std::optional<double>();
            }
        }
    }
    WorkerPool pool(static_cast<unsigned>(workers.size()));
    std::vector<double> rates;
    const int passes = run.passes();
    for (int pass = 0; pass <= passes; ++pass) {
        std::atomic<std::uint64_t> next{0};
        const Stopwatch watch;
        STOWAGE_TRY(pool.run(
            static_cast<unsigned>(workers.size()), run.stop(),
            [&](unsigned index, const std::stop_token& stop) {
                return sendBlocks(**opened, **target, workers[index], next, stop);
            },
            [] {}));
        rates.push_back(static_cast<double>(file.bytes) / watch.seconds());
        STOWAGE_TRY(run.proceed(phrase("measuring file reads"), file.bytes));
    }
    rates.erase(rates.begin());  // the first pass woke the link
    return std::optional(medianOf(rates));
}

struct StreamCase {
    PageCacheState state;
    bool toGpu;
    bool isPopulated;
    DiskRate rate;
};

constexpr std::array kCases{
    StreamCase{PageCacheState::Cold, false, false, DiskRate::StreamHostCold},
    StreamCase{PageCacheState::Warm, false, false, DiskRate::StreamHostWarm},
    StreamCase{PageCacheState::Warm, true, false, DiskRate::StreamSimulatedWarm},
    StreamCase{PageCacheState::Warm, true, true, DiskRate::StreamPopulatedWarm},
    StreamCase{PageCacheState::Cold, true, true, DiskRate::StreamPopulatedCold},
    StreamCase{PageCacheState::Cold, true, false, DiskRate::StreamSimulatedCold}};

}  // namespace

Result<CalibrationFile> writeCalibrationFile(CalibrationRun& run, const std::string& folder,
                                             std::uint64_t bytes) {
    std::vector<TensorToWrite> tensors;
    for (std::uint64_t at = 0; at < std::max<std::uint64_t>(bytes, 1); at += kMatrixBytes) {
        tensors.push_back({"layers." + std::to_string(tensors.size()) + ".weight",
                           DType::Float32,
                           {kSide, kSide}});
    }
    CalibrationFile file{folder + "/measured.safetensors", tensors.size() * kMatrixBytes};
    CheckpointWriteJob job{file.path, tensors, {}};
    job.stop = run.stop();
    job.source = [&run](std::size_t index, std::uint64_t offset,
                        std::span<std::byte> target) -> Result<void> {
        fillRandom(target, index * kMatrixBytes + offset);
        return run.proceed(phrase("writing a test file"), target.size());
    };
    STOWAGE_TRY(writeSafetensors(job));
    return file;
}

Result<void> measureReads(CalibrationRun& run, const CalibrationFile& file, double populated,
                          FileSystemRates& rates) {
    const Result<std::shared_ptr<DeviceBuffer>> memory = run.host().allocate(file.bytes);
    STOWAGE_TRY(memory);
    const std::span<std::byte> target{(*memory)->data(), (*memory)->size()};
    std::memset(target.data(), 0, target.size());
    for (const auto& [state, serial, raw, map] :
         {std::tuple{PageCacheState::Cold, DiskRate::ReadCold, DiskRate::Cold, DiskRate::MapCold},
          std::tuple{PageCacheState::Warm, DiskRate::ReadWarm, DiskRate::Warm,
                     DiskRate::MapWarm}}) {
        const Result<double> one = bestRawRate(run, file, state, kOneReader, target);
        const Result<double> others = one ? bestRawRate(run, file, state, kOtherWays, target) : one;
        STOWAGE_TRY(others);
        const Result<double> mapped = state == PageCacheState::Cold
                                          ? mapColdRate(run, file)
                                          : mapCopyRate(run, file, populated);
        STOWAGE_TRY(mapped);
        rates.set(serial, *one);
        rates.set(raw, std::max(*one, *others));
        rates.set(map, *mapped);
    }
    const Result<double> staged = stagedRate(run, file);
    STOWAGE_TRY(staged);
    rates.set(DiskRate::StagedWarm, *staged);
    run.simulated().emptyCache();
    const Result<double> ahead = readAheadBytes(run, file, target);
    STOWAGE_TRY(ahead);
    rates.readAheadBytes = *ahead;
    return {};
}

Result<void> measureWrites(CalibrationRun& run, const std::string& folder, FileSystemRates& rates) {
    const auto writer = OffloadFolderWriter::create(folder + "/offload");
    Result<HostScratch> memory = HostScratch::map(kReadBytes);
    if (!writer || !memory) {
        return writer ? memory.unexpected() : writer.unexpected();
    }
    fillRandom(memory->bytes(), 1);
    const std::uint64_t written = run.passBytes();
    const Stopwatch watch;
    for (std::uint64_t at = 0; at < written; at += kMatrixBytes) {
        STOWAGE_TRY(writeOne(**writer, at / kMatrixBytes, memory->bytes()));
        STOWAGE_TRY(run.proceed(phrase("measuring file writes"), kMatrixBytes));
    }
    rates.set(DiskRate::Write, static_cast<double>(written) / watch.seconds());
    return {};
}

Result<void> measureStreams(CalibrationRun& run, const CalibrationFile& file,
                            FileSystemRates& rates) {
    const auto onHost = scheduleOn(run, file, run.host());
    const auto onGpu = scheduleOn(run, file, run.simulated());
    if (!onHost || !onGpu) {
        return (onHost ? onGpu : onHost).unexpected();
    }
    run.simulated().emptyCache();
    // What was free for seconds may have gone back to a host.
    STOWAGE_TRY(touchFreeMemory(2 * file.bytes, run.stop()));
    for (const StreamCase& one : kCases) {
        std::vector<double> measured;
        const int passes = run.passes();
        for (int pass = 0; pass < passes; ++pass) {
            if (!one.isPopulated) {
                run.simulated().emptyCache();
            }
            const Result<double> rate =
                loadOnce(run, file, one.state, one.toGpu ? *onGpu : *onHost);
            STOWAGE_TRY(rate);
            measured.push_back(*rate);
        }
        rates.set(one.rate, medianOf(measured));
    }
    run.simulated().emptyCache();
    rates.set(DiskRate::StreamCardWarm, std::nullopt);
    if (DeviceMemory* const card = run.card(); card != nullptr) {
        const auto measured = cardRate(run, file, *card);
        card->emptyCache();
        if (measured) {
            rates.set(DiskRate::StreamCardWarm, *measured);
        } else if (measured.error().code == ErrorCode::Cancelled) {
            return Unexpected{measured.error()};
        }  // else a card without room, say: it stays unknown
    }
    return {};
}

namespace {

using Clock = std::chrono::steady_clock;

Unexpected readFailure(const std::string& path, int reason) {
    return fail(ErrorCode::ReadFailed, say("%1 cannot be read: %2.", path, systemErrorText(reason)),
                path);
}

}  // namespace

Result<double> rawReadRate(const std::string& path, const RawReadWay& way,
                           std::span<std::byte> target, const std::stop_token& stop) {
    const FileDescriptor file(
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (way.isDirect ? O_DIRECT : 0)));
    if (file.get() < 0) {
        return way.isDirect && errno == EINVAL
                   ? fail(ErrorCode::Unsupported,
                          say("%1 is on a file system that does not support direct I/O.", path),
                          path)
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
                        const auto failure =
                            file.readAt(block * way.blockBytes, target.subspan(at, way.blockBytes));
                        if (failure) {
                            return readFailure(path, *failure != 0 ? *failure : ENODATA);
                        }
                    }
                    return {};
                },
                [] {});
    STOWAGE_TRY(done);
    const std::chrono::duration<double> elapsed = Clock::now() - begin;
    return static_cast<double>(blocks * way.blockBytes) / std::max(elapsed.count(), 1e-9);
}

}  // namespace stowage
