// SPDX-License-Identifier: GPL-3.0-or-later
// Loads that are cancelled, and files that fail, at random bytes of every method.
#include "tests/load/fault_case.h"

#include <fstream>

using namespace stowage;
using namespace stowage::test;

class TestLoadInterruptions : public FaultCase {
    Q_OBJECT

private Q_SLOTS:
    void cancelAtRandomBytes_data() { methods(); }

    /// Counted over everything that moves bytes: reads of the file, transfers, copies, initial
    /// weights. After the request each worker may end what it is at, and begin nothing.
    void cancelAtRandomBytes() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        constexpr unsigned kWorkers = 2;
        std::stop_source never;
        const std::uint64_t total = runMetered(schedule, never, ~std::uint64_t{0}).bytes;
        QVERIFY(total > schedule->totalBytes / 2);
        for (int moment = 0; moment < kMoments; ++moment) {
            const std::uint64_t at = below(total);
            std::stop_source stop;
            const Metered metered = runMetered(schedule, stop, at);
            if (!metered.outcome.report.stopped) {
                // Two workers divide the bytes between them in every load: this one ended just
                // before.
                QVERIFY(at > total / 2);
                continue;
            }
            QCOMPARE(metered.outcome.report.stopped->code, ErrorCode::Cancelled);
            QVERIFY2(metered.movesAfter <= kWorkers,
                     qPrintable(QStringLiteral("%1 moves began after the request at byte %2")
                                    .arg(metered.movesAfter)
                                    .arg(at)));
            checkNothingIsLeft(metered.outcome);
            checkNextLoadWorks(schedule);
        }
    }

    void readErrorsAtRandomOffsets_data() { withReads(); }

    void readErrorsAtRandomOffsets() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        const std::uint64_t size = m_model.checkpoint->shards[0]->size();
        constexpr std::uint64_t kHead = 13;  // no tensor lies there
        for (int moment = 0; moment < kMoments; ++moment) {
            const std::uint64_t at = kHead + below(size - kHead);
            orderReadFaults({m_model.checkpoint->path, at});
            const LoadOutcome outcome = runOn(schedule, {m_devices, m_backend});
            QVERIFY(readFaultsMet() > 0);
            orderReadFaults({});
            checkNothingIsLeft(outcome);
            QCOMPARE(outcome.report.stopped->code, ErrorCode::ReadFailed);
            const std::string& text = outcome.report.stopped->message;
            QVERIFY2(text.find(m_model.checkpoint->path) != std::string::npos, text.c_str());
            QVERIFY2(text.find("Input/output error") != std::string::npos, text.c_str());
            checkNextLoadWorks(schedule);
        }
    }

    void shortAndInterruptedReadsAreContinued_data() { withReads(); }

    void shortAndInterruptedReadsAreContinued() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        orderReadFaults({m_model.checkpoint->path, {}, true});
        checkNextLoadWorks(schedule);
        QVERIFY(readFaultsMet() > 0);
    }

    void fileCutAtARandomMoment_data() { methods(); }

    /// Another program cuts the file off while it is being loaded: named as that, never a SIGBUS.
    void fileCutAtARandomMoment() {
        QFETCH(QString, method);
        const LoadFixture model = faultModel(m_cut.path().toStdString());
        const QString path = QString::fromStdString(model.checkpoint->path);
        const QString copy = m_cut.path() + QStringLiteral("/copy.bin");
        QFile::remove(copy);
        QVERIFY(QFile::copy(path, copy));
        m_counts = processCounts();
        const auto schedule =
            *makeLoadSchedule(planFor(model.tree, usualDevices(), kEverywhere), model.checkpoint,
                              {*loadMethodFromName(method.toStdString()), {}});
        const auto size = static_cast<std::uint64_t>(QFile(path).size());
        const int steps = countSteps(schedule);
        for (int moment = 0; moment < 20; ++moment) {
            const int at = 1 + static_cast<int>(below(static_cast<std::uint64_t>(steps)));
            const auto length = static_cast<qint64>(below(size));
            const LoadOutcome outcome = runWatched(schedule, {}, [&](int count) -> Result<void> {
                if (count == at) {
                    QFile::resize(path, length);
                }
                return {};
            });
            checkNothingIsLeft(outcome);
            QCOMPARE(outcome.report.stopped->code, ErrorCode::Truncated);
            QCOMPARE(QDir(m_cut.path())
                         .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                     QStringList({QStringLiteral("copy.bin"), QStringLiteral("weights.bin")}));
            restore(copy, path);
        }
    }

private:
    static void withReads() {
        QTest::addColumn<QString>("method");
        for (const LoadMethod method : allLoadMethods()) {
            if (method != LoadMethod::Mmap) {  // its pages are not read, they are there
                const std::string name(loadMethodName(method));
                QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
            }
        }
    }

    struct Metered {
        LoadOutcome outcome;
        std::uint64_t bytes = 0;
        std::uint64_t movesAfter = 0;
    };

    /// A load with two workers that is cancelled when `at` bytes have moved.
    Metered runMetered(const std::shared_ptr<const LoadSchedule>& schedule, std::stop_source& stop,
                       std::uint64_t at) {
        const auto meter = std::make_shared<Meter>();
        std::atomic<std::uint64_t> movesAtRequest = 0;
        meter->beforeMove = [&, raw = meter.get()](std::uint64_t before) {
            if (before >= at && stop.request_stop()) {
                movesAtRequest = raw->moves.load();
            }
        };
        orderReadFaults(
            {m_model.checkpoint->path, {}, false, [raw = meter.get()](std::uint64_t length) {
                 raw->move(length);
             }});
        LoadBackends backends{{}, std::make_shared<MeteredBackend>(meter)};
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            backends.devices.push_back(std::make_shared<MeteredDevice>(device, meter));
        }
        Metered metered;
        metered.outcome = runOn(schedule, backends, stop.get_token());
        orderReadFaults({});
        metered.bytes = meter->bytes;
        metered.movesAfter = stop.stop_requested() ? meter->moves - movesAtRequest : 0;
        metered.outcome.model.reset();
        return metered;
    }

    int countSteps(const std::shared_ptr<const LoadSchedule>& schedule) {
        int steps = 0;
        (void)runWatched(schedule, {}, [&](int count) -> Result<void> {
            steps = std::max(steps, count);
            return {};
        });
        return steps;
    }

    /// The content as it was; a new time of change does no harm, as no load runs.
    static void restore(const QString& copy, const QString& path) {
        QFile from(copy);
        QFile to(path);
        QVERIFY(from.open(QIODevice::ReadOnly));
        QVERIFY(to.open(QIODevice::ReadWrite));
        const QByteArray content = from.readAll();
        QCOMPARE(to.write(content), static_cast<qint64>(content.size()));
    }

    QTemporaryDir m_cut;  ///< made before TMPDIR is this test's own
};

QTEST_GUILESS_MAIN(TestLoadInterruptions)
#include "tst_load_interruptions.moc"
