// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/load/load_job_case.h"
#include "tests/load/metered_load.h"
#include "tests/load/process_counts.h"
#include "tests/load/read_faults.h"

#include <QElapsedTimer>

#include <cstdlib>
#include <random>

namespace stowage::test {

/// Every method under faults at random places. The seed is printed; STOWAGE_TEST_SEED repeats a
/// run. After each fault nothing may be left, and the next load must work.
class FaultCase : public LoadJobCase {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        makeModel();
        m_small = faultModel(m_folder.path().toStdString());
        const char* const given = std::getenv("STOWAGE_TEST_SEED");
        m_seed = given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10))
                                  : std::random_device()();
        qInfo("STOWAGE_TEST_SEED=%u repeats these moments", m_seed);
    }

    void init() {
        makeDevicesAnew();
        m_model = m_small;
        m_random.seed(m_seed);
        m_nextLoads = 0;
        m_counts = processCounts();
    }

    void cleanup() {
        orderReadFaults({});
        checkAllIsGiven();
    }

protected:
    static constexpr int kMoments = 50;

    /// As smallModel(), of 3 MiB: it is loaded some thousand times.
    [[nodiscard]] static LoadFixture faultModel(const std::string& folder) {
        return smallModel(folder, {.embedding = 1200, .layer = 60});
    }

    [[nodiscard]] std::uint64_t below(std::uint64_t end) {
        return std::uniform_int_distribution<std::uint64_t>(0, end - 1)(m_random);
    }

    LoadOutcome runOn(const std::shared_ptr<const LoadSchedule>& schedule,
                      const LoadBackends& backends, std::stop_token stop = {},
                      unsigned threads = 2) {
        const PauseGate gate;
        LoadOptions options;
        options.readThreads = threads;
        options.sampler = m_sampler;
        return runLoadJob(schedule, backends, options, gate, std::move(stop), {});
    }

    /// What must be true after a load that stopped, whatever stopped it.
    void checkNothingIsLeft(const LoadOutcome& outcome) {
        QVERIFY(outcome.report.stopped);
        QVERIFY(outcome.model == nullptr);
        QVERIFY(!outcome.report.stoppedAt.empty());
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
        }
        QCOMPARE(m_backend->liveTensors(), std::size_t{0});
        QVERIFY(nothingIsLeft());
        QTRY_COMPARE(processCounts().descriptors, m_counts.descriptors);
        QTRY_COMPARE(processCounts().threads, m_counts.threads);
    }

    /// The very next load on the same devices works; every fifth one is held against the file.
    void checkNextLoadWorks(const std::shared_ptr<const LoadSchedule>& schedule) {
        const bool isVerified = m_nextLoads++ % 5 == 0;
        const PauseGate gate;
        LoadOptions options;
        options.sampler = m_sampler;
        options.verification = isVerified ? Verification::Bytes : Verification::None;
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, options, gate, {}, {});
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.english().c_str() : "");
        QCOMPARE(outcome.report.verified.value_or(false), isVerified);
        checkPeaks(*outcome.schedule, outcome.report);
    }

    LoadFixture m_small;
    unsigned m_seed = 0;
    std::mt19937_64 m_random;
    int m_nextLoads = 0;
    ProcessCounts m_counts;
    /// One for all loads, as in the window: a thread a load would cost more than the load.
    std::shared_ptr<MemorySampler> m_sampler = std::make_shared<MemorySampler>(3600);
};

}  // namespace stowage::test
