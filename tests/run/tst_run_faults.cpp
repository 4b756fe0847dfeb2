// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are stopped, run out of memory, lose their device or their files: what is said, that
// nothing is left behind, and that the next run is as good as any.
#include "engine/base/scratch_folder.h"
#include "tests/load/process_counts.h"
#include "tests/load/watched_device.h"
#include "tests/run/run_case.h"
#include "tests/run/watched_compute.h"
#include "tests/support/golden_text.h"

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <atomic>
#include <limits>
#include <random>
#include <utility>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

const DeviceId kFirst = DeviceId::gpu(0);
const std::vector<std::int64_t> kPrompt{5, 6, 7};

/// Everything a run can need: two GPUs, RAM and disk.
Map mixedMap() {
    return {{"", kFirst},
            {"transformer.h.0", DeviceId::cpu()},
            {"transformer.h.1", DeviceId::gpu(1)},
            {"transformer.h.2", DeviceId::disk()},
            {"transformer.h.3", DeviceId::disk()}};
}

/// What a device says when it cannot: the figures, and what to do.
bool saysRoom(const Error& error) {
    return error.code == ErrorCode::DeviceOutOfMemory &&
           error.message.english().find(" needs ") != std::string::npos &&
           (error.message.english().find(" is free") != std::string::npos ||
            error.message.english().find(goldenText("device/nothing-is-free")) !=
                std::string::npos);
}

}  // namespace

class RunFaultsTest : public RunCase {
    Q_OBJECT

private Q_SLOTS:
    void stopsAtEveryModule_data() {
        QTest::addColumn<unsigned>("window");
        QTest::newRow("without prefetch") << 0U;
        QTest::newRow("two stages ahead") << 2U;
    }

    void stopsAtEveryModule() {
        QFETCH(unsigned, window);
        const LoadedFixture model = loadFixture("gpt2", mixedMap());
        QVERIFY(model.loaded);
        RunOptions options = optionsFor(kPrompt, 2);
        options.window = window;
        const RunReport wanted = run(*model.loaded, options);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        const Held before = held();
        int modules = 0;
        int stopAt = 0;
        std::stop_source stop;
        options.compute = std::make_shared<WatchedCompute>(m_compute, [&] {
            if (++modules == stopAt) {
                stop.request_stop();
            }
        });
        QVERIFY(!run(*model.loaded, options).stopped);
        const int all = std::exchange(modules, 0);
        // Four blocks of eight modules, two tables and a norm before them and a head: in each of
        // two passes.
        QVERIFY2(all >= 2 * 4 * 6, qPrintable(QString::number(all)));
        for (stopAt = 1; stopAt < all; ++stopAt, modules = 0, stop = {}) {
            const RunReport report = run(*model.loaded, options, stop.get_token());
            QVERIFY(report.stopped);
            QCOMPARE(report.stopped->code, ErrorCode::Cancelled);
            QCOMPARE(modules, stopAt);
            QVERIFY(!report.stoppedAt.empty());
            QVERIFY(report.layers.size() <= wanted.layers.size());
            QCOMPARE(held(), before);
        }
        options.compute = nullptr;
        QVERIFY(isSame(run(*model.loaded, options), wanted));
    }

    /// Stopped in the midst of a transfer, on whichever thread it is.
    void stopsAtEveryTransfer() {
        const LoadedFixture model = loadFixture("gpt2", mixedMap());
        QVERIFY(model.loaded);
        const std::shared_ptr<DeviceMemory> inner = m_backends.devices.front();
        std::atomic<int> steps = 0;
        int stopAt = 0;
        std::stop_source stop;
        m_backends.devices.front() = std::make_shared<WatchedDevice>(inner, [&]() -> Result<void> {
            if (++steps == stopAt) {
                stop.request_stop();
            }
            return {};
        });
        RunOptions options = optionsFor(kPrompt);
        const RunReport wanted = run(*model.loaded, options);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        const int all = steps.exchange(0);
        const Held before = held();
        for (stopAt = 1; stopAt <= all; stopAt += 7, steps = 0, stop = {}) {
            const RunReport report = run(*model.loaded, options, stop.get_token());
            QVERIFY(!report.stopped || report.stopped->code == ErrorCode::Cancelled);
            QVERIFY(report.stopped || isSame(report, wanted));
            QCOMPARE(held(), before);
        }
        stopAt = 0;
        QVERIFY(isSame(run(*model.loaded, options), wanted));
        m_backends.devices.front() = inner;
    }

    /// An allocation fails, whichever it is: the run either finds another way and gives the same
    /// numbers, or says where it was, what was needed and what is free.
    void anyAllocationMayFail_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<unsigned>("number");
        for (const char* name : {"gpt2", "mamba"}) {
            QTest::addRow("%s, GPU 0, where offloaded layers run", name)
                << QString::fromLatin1(name) << 0U;
            QTest::addRow("%s, GPU 1, where a layer lies", name) << QString::fromLatin1(name) << 1U;
        }
    }

    void anyAllocationMayFail() {
        QFETCH(QString, name);
        QFETCH(unsigned, number);
        const bool isMamba = name == QLatin1String("mamba");
        const LoadedFixture model =
            loadFixture(qPrintable(name), isMamba ? Map{{"", DeviceId::gpu(0)},
                                                        {"backbone.layers.0", DeviceId::cpu()},
                                                        {"backbone.layers.1", DeviceId::gpu(1)}}
                                                  : mixedMap());
        QVERIFY(model.loaded);
        RunOptions options = optionsFor(kPrompt, 3);
        const std::uint64_t earlier = allocationsOf(number);
        const RunReport wanted = run(*model.loaded, options);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        const std::uint64_t all = allocationsOf(number) - earlier;
        QVERIFY2(all > 10, "nothing is allocated there");
        const Held before = held();
        std::mt19937 random(7);
        int refused = 0;
        for (int i = 0; i < 30; ++i) {
            options.window = static_cast<unsigned>(i % 3);
            SimulatedFaults faults;
            faults.outOfMemoryAt = 1 + random() % all;
            QVERIFY(injectFaults(gpu(number), faults));
            const RunReport report = run(*model.loaded, options);
            if (report.stopped) {
                ++refused;
                QVERIFY2(saysRoom(*report.stopped), whyStopped(report).c_str());
                QVERIFY(!report.stoppedAt.empty());
                QVERIFY2(says(*report.stopped, "At " + report.stoppedAt.english()),
                         whyStopped(report).c_str());
            } else {
                QVERIFY(isSame(report, wanted));
            }
            QCOMPARE(held(), before);
        }
        QVERIFY(number == 0 || refused > 0);
        QVERIFY(injectFaults(gpu(number), {}));
        options.window = 2;
        QVERIFY(isSame(run(*model.loaded, options), wanted));
    }

    /// A device that is full for good: which layer, what it needs, what is free, what to do.
    void aFullDeviceIsSaid() {
        const LoadedFixture model =
            loadFixture("llama2", {{"", kFirst}, {"model.layers.1", DeviceId::cpu()}});
        QVERIFY(model.loaded);
        const RunOptions options = optionsFor(kPrompt);
        const RunReport wanted = run(*model.loaded, options);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        gpu().emptyCache();
        const auto ballast = fill(gpu(), 1 * kKiB);
        const Held before = held();
        const RunReport report = run(*model.loaded, options);
        QVERIFY(report.stopped);
        QVERIFY2(saysRoom(*report.stopped), whyStopped(report).c_str());
        QVERIFY2(says(*report.stopped, "At " + report.stoppedAt.english()),
                 whyStopped(report).c_str());
        QVERIFY2(says(*report.stopped, goldenText("backend_torch/put-fewer-layers-on-it")),
                 whyStopped(report).c_str());
        QCOMPARE(held(), before);
        for (const auto& piece : ballast) {
            QVERIFY(piece != nullptr);
        }
        QVERIFY(gpu().setUsedByOthers(0));
        QVERIFY(isSame(run(*model.loaded, options), wanted));
    }

    /// What is computed has no room, although every weight lies there already.
    void activationsWithoutRoomAreSaid() {
        const LoadedFixture model = loadFixture("llama2", {{"", kFirst}});
        QVERIFY(model.loaded);
        const RunOptions brief = optionsFor({1});
        const RunOptions longer = optionsFor(std::vector<std::int64_t>(128, 3));
        const RunReport wanted = run(*model.loaded, brief);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        gpu().emptyCache();
        const auto ballast = fill(gpu(), 48 * kKiB);
        const Held before = held();
        const RunReport refused = run(*model.loaded, longer);
        QVERIFY(refused.stopped);
        QVERIFY2(saysRoom(*refused.stopped), whyStopped(refused).c_str());
        QVERIFY2(says(*refused.stopped, goldenText("run/a-shorter-prompt")),
                 whyStopped(refused).c_str());
        QVERIFY(!refused.stoppedAt.empty());
        QCOMPARE(held(), before);
        QVERIFY(isSame(run(*model.loaded, brief), wanted));
        QVERIFY(gpu().setUsedByOthers(0));
        QVERIFY(!run(*model.loaded, longer).stopped);
    }

    /// The cache grows with every token: the tokens until then are told.
    void aCacheThatOutgrowsTheDeviceIsSaid() {
        const LoadedFixture model = loadFixture("llama2", {{"", kFirst}});
        QVERIFY(model.loaded);
        const RunOptions options = optionsFor({1, 2}, 100);
        const RunReport wanted = run(*model.loaded, options);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        gpu().emptyCache();
        const auto ballast = fill(gpu(), 64 * kKiB);
        const Held before = held();
        const RunReport report = run(*model.loaded, options);
        QVERIFY(report.stopped);
        QVERIFY2(saysRoom(*report.stopped), whyStopped(report).c_str());
        QVERIFY(report.sequences.front().generated.size() > 1 &&
                report.sequences.front().generated.size() < 100);
        QVERIFY(std::equal(report.sequences.front().generated.begin(),
                           report.sequences.front().generated.end(),
                           wanted.sequences.front().generated.begin()));
        QCOMPARE(held(), before);
        QVERIFY(gpu().setUsedByOthers(0));
    }

    /// A file that is cut, replaced or gone, before the run or between two of its passes.
    void offloadedFilesThatChange_data() {
        QTest::addColumn<int>("afterTokens");
        QTest::addColumn<QString>("how");
        for (const int afterTokens : {0, 2}) {
            for (const char* how : {"cut", "empty", "longer", "gone", "a folder"}) {
                QTest::addRow("%s after %d tokens", how, afterTokens)
                    << afterTokens << QString::fromLatin1(how);
            }
        }
    }

    void offloadedFilesThatChange() {
        QFETCH(int, afterTokens);
        QFETCH(QString, how);
        const LoadedFixture model = loadFixture("gpt2", mixedMap());
        QVERIFY(model.loaded);
        RunOptions options = optionsFor(kPrompt, 6);
        const RunReport wanted = run(*model.loaded, options);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        const QString name = QStringLiteral("transformer.h.3.mlp.c_proj.weight");
        const QString file = QString::fromStdString(model.loaded->schedule().offloadFolder) +
                             QLatin1Char('/') + name + QStringLiteral(".dat");
        QVERIFY(QFile::copy(file, path("kept.dat")));
        const Held before = held();
        int tokens = 0;
        options.chosen = [&](std::int64_t) {
            if (++tokens == afterTokens) {
                spoil(file, how);
            }
        };
        if (afterTokens == 0) {
            spoil(file, how);
        }
        const RunReport report = run(*model.loaded, options);
        QVERIFY(report.stopped);
        const ErrorCode code = report.stopped->code;
        const bool isGone = how == QLatin1String("gone");
        const bool isFolder = how == QLatin1String("a folder");
        QVERIFY2(isGone     ? code == ErrorCode::FileNotFound
                 : isFolder ? code == ErrorCode::NotARegularFile || code == ErrorCode::ReadFailed
                            : code == ErrorCode::Truncated || code == ErrorCode::Malformed,
                 whyStopped(report).c_str());
        QVERIFY2(says(*report.stopped, file.toStdString()), whyStopped(report).c_str());
        QVERIFY2(says(*report.stopped, name.toStdString()), whyStopped(report).c_str());
        QCOMPARE(report.sequences.front().generated.size(), static_cast<std::size_t>(afterTokens));
        QCOMPARE(held(), before);
        QVERIFY(isFolder ? QDir(file).removeRecursively() : isGone || QFile::remove(file));
        QVERIFY(QFile::rename(path("kept.dat"), file));
        options.chosen = {};
        QVERIFY(isSame(run(*model.loaded, options), wanted));
    }

    /// The file under mapped weights is cut or written to, before the run or within it: their pages
    /// are no longer what was loaded.
    void aMappedFileThatChanges_data() {
        QTest::addColumn<int>("afterTokens");
        QTest::addColumn<bool>("isCut");
        for (const int afterTokens : {0, 2}) {
            QTest::addRow("cut after %d tokens", afterTokens) << afterTokens << true;
            QTest::addRow("written after %d tokens", afterTokens) << afterTokens << false;
        }
    }

    void aMappedFileThatChanges() {
        QFETCH(int, afterTokens);
        QFETCH(bool, isCut);
        const QString name = path("gpt2/model.safetensors");
        QVERIFY(QFile::copy(name, path("kept.safetensors")));
        QFile file(name);
        // Times of change only tick every few milliseconds.
        QVERIFY(file.open(QIODevice::ReadWrite) &&
                file.setFileTime(QDateTime::currentDateTime().addDays(-1),
                                 QFileDevice::FileModificationTime));
        const auto change = [&] {
            if (!(isCut ? file.resize(1000) : file.write("x", 1) == 1 && file.flush())) {
                qFatal("%s cannot be changed", qPrintable(name));
            }
        };
        const RunFixture fixture = openRunFixture(path("gpt2"));
        const auto loaded =
            load({fixture.checkpoint, fixture.tree}, {{"", DeviceId::cpu()}}, LoadMethod::Mmap);
        QVERIFY(loaded);
        RunOptions options = optionsFor(kPrompt, 6);
        const RunReport wanted = run(*loaded, options);
        QVERIFY2(!wanted.stopped, whyStopped(wanted).c_str());
        int tokens = 0;
        options.chosen = [&](std::int64_t) {
            if (++tokens == afterTokens) {
                change();
            }
        };
        if (afterTokens == 0) {
            change();
        }
        const RunReport report = run(*loaded, options);
        QVERIFY(report.stopped);
        QVERIFY2(report.stopped->code == (isCut ? ErrorCode::Truncated : ErrorCode::Malformed),
                 whyStopped(report).c_str());
        QVERIFY2(says(*report.stopped, name.toStdString()), whyStopped(report).c_str());
        QCOMPARE(tokens > 0, afterTokens > 0);
        QVERIFY(QFile::remove(name) && QFile::rename(path("kept.safetensors"), name));
    }

    /// The next load removes the folder of a killed process, and leaves that of a loaded model.
    void abandonedOffloadFoldersGo() {
        const std::string temporary = path("tmp").toStdString();
        const auto left =
            QString::fromStdString(ScratchFolder::freshPath(temporary, ScratchKind::Offload));
        QVERIFY(QDir().mkdir(left));
        const LoadedFixture model = loadFixture("gpt2", mixedMap());
        QVERIFY(model.loaded);
        QVERIFY(!QDir(left).exists());
        ScratchFolder::removeAbandoned(temporary);
        QVERIFY(!run(*model.loaded, optionsFor(kPrompt)).stopped);
    }

    /// Wherever they lie.
    void weightsWithNanAreNamed() {
        const LoadedFixture model = loadFixture("gpt2", mixedMap());
        QVERIFY(model.loaded);
        const RunReport before = run(*model.loaded, optionsFor(kPrompt));
        QVERIFY(!before.stopped && nanNote(before).empty() && before.nanWeights.empty());
        const std::vector<std::string> names{"transformer.h.0.ln_1.bias",
                                             "transformer.h.1.mlp.c_fc.weight",
                                             "transformer.h.2.mlp.c_proj.weight"};
        for (const std::string& name : names) {
            overwrite(*model.loaded, name, 3, {std::numeric_limits<float>::quiet_NaN()});
        }
        RunReport report = run(*model.loaded, optionsFor(kPrompt));
        QVERIFY2(!report.stopped, whyStopped(report).c_str());
        std::ranges::sort(report.nanWeights);
        QVERIFY(report.nanWeights == names);
        const std::string note = nanNote(report).english();
        QVERIFY2(note.find(goldenText("run/these-weights-hold-nan")) != std::string::npos,
                 note.c_str());
        RunReport single;
        single.numbers.values = {1.0F, std::numeric_limits<float>::quiet_NaN(), 2.0F};
        QCOMPARE(nanNote(single).english(), std::string(goldenText("run/nan-1-of-3-numbers")));
    }

    /// A device that goes for good ends the run; what lies elsewhere is as it was.
    void aDeviceThatVanishes_data() {
        QTest::addColumn<bool>("atAllocation");
        QTest::addColumn<int>("when");
        for (const int when : {1, 2, 9, 40}) {
            QTest::addRow("at allocation %d", when) << true << when;
        }
        for (const int when : {0, 1, 5000, 40000}) {
            QTest::addRow("after %d bytes", when) << false << when;
        }
    }

    void aDeviceThatVanishes() {
        QFETCH(bool, atAllocation);
        QFETCH(int, when);
        const LoadedFixture model = loadFixture("gpt2", mixedMap());
        QVERIFY(model.loaded);
        const RunOptions options = optionsFor(kPrompt, 2);
        QVERIFY(!run(*model.loaded, options).stopped);
        const Held before = held();
        SimulatedFaults faults;
        const auto count = static_cast<std::uint64_t>(when);
        (atAllocation ? faults.lostAtAllocation : faults.lostAfterBytes) = count;
        QVERIFY(injectFaults(gpu(), faults));
        for (int i = 0; i < 2; ++i) {
            const RunReport report = run(*model.loaded, options);
            QVERIFY(report.stopped);
            QVERIFY2(report.stopped->code == ErrorCode::DeviceLost, whyStopped(report).c_str());
            QVERIFY2(says(*report.stopped, "GPU 0"), whyStopped(report).c_str());
            QCOMPARE(held(), before);
        }
    }

private:
    /// What a process and its devices hold between two runs.
    struct Held {
        std::vector<std::uint64_t> allocated;
        std::size_t tensors = 0;
        ProcessCounts process;
        friend bool operator==(const Held&, const Held&) = default;
    };

    [[nodiscard]] Held held() const {
        Held held{{}, m_tensors->liveTensors(), processCounts()};
        for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
            held.allocated.push_back(device->statistics().allocated);
        }
        return held;
    }

    [[nodiscard]] static bool isSame(const RunReport& report, const RunReport& wanted) {
        return !report.stopped && report.numbers.values == wanted.numbers.values &&
               report.sequences.front().generated == wanted.sequences.front().generated;
    }

    [[nodiscard]] std::uint64_t allocationsOf(unsigned number) const {
        return gpu(number).counters().allocation.all.allocated;
    }

    /// Leaves so many bytes on a device, in one piece. Aborts where it cannot.
    static std::vector<std::shared_ptr<DeviceBuffer>> fill(DeviceMemory& device,
                                                           std::uint64_t left) {
        std::vector<std::shared_ptr<DeviceBuffer>> ballast;
        const AllocatorStatistics now = device.statistics();
        // The weights lie in one segment of 2 MiB; others get no room.
        if (now.reserved != 2 * kMiB ||
            !device.setUsedByOthers(*device.info().capacity - now.reserved)) {
            qFatal("the weights are not in one segment");
        }
        for (std::uint64_t room = now.reserved - now.allocated - left; room > 0;) {
            const std::uint64_t part = std::min<std::uint64_t>(room, 512 * kKiB);
            auto taken = device.allocate(part);
            if (!taken) {
                qFatal("%s", taken.error().message.english().c_str());
            }
            ballast.push_back(std::move(*taken));
            room -= part;
        }
        return ballast;
    }

    static void spoil(const QString& file, const QString& how) {
        const qint64 size = QFileInfo(file).size();
        if (how == QLatin1String("gone") || how == QLatin1String("a folder")) {
            if (!QFile::remove(file) || (how == QLatin1String("a folder") && !QDir().mkdir(file))) {
                qFatal("%s cannot be spoilt", qPrintable(file));
            }
            return;
        }
        const qint64 now = how == QLatin1String("cut")     ? size - 4
                           : how == QLatin1String("empty") ? 0
                                                           : size + 4;
        if (!QFile::resize(file, now)) {
            qFatal("%s cannot be resized", qPrintable(file));
        }
    }
};

QTEST_GUILESS_MAIN(RunFaultsTest)
#include "tst_run_faults.moc"
