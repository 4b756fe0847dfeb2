// SPDX-License-Identifier: GPL-3.0-or-later
// Weights brought to devices whose memory the host cannot touch, as that of a real card: whatever
// reached for it would end the test with a fault. No byte may be another's.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/run/prefetched_weights.h"
#include "tests/load/load_fixture.h"
#include "tests/load/opaque_device.h"
#include "tests/run/reading_compute.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

using Map = std::vector<std::pair<std::string, DeviceId>>;

const std::vector<RunStage> kStages{{"emb", {"emb"}}, {"h.0", {"h.0"}}, {"h.1", {"h.1"}},
                                    {"h.2", {"h.2"}}, {"h.3", {"h.3"}}, {"view", {"view"}}};

}  // namespace

class TestOpaqueWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_model = smallModel(m_folder.path().toStdString()); }

    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        m_backends = {{makeOpaqueDevice(gpuInfo(0, 64 * kMiB)),
                       makeOpaqueDevice(gpuInfo(1, 64 * kMiB)), makeHostDevice(cpuInfo())},
                      std::make_shared<OpaqueBackend>()};
    }

    void everyWeightArrivesWhole_data() {
        QTest::addColumn<unsigned>("window");
        for (const unsigned window : {0U, 1U, 2U, 9U}) {
            QTest::addRow("%u ahead", window) << window;
        }
    }

    /// From the CPU, from disk and where they lie already, three times over.
    void everyWeightArrivesWhole() {
        QFETCH(unsigned, window);
        constexpr std::uint64_t kPasses = 3;
        const auto wanted = bytesOnTheHost();
        QVERIFY(!wanted.empty());
        const auto loaded = load({{"", DeviceId::gpu(0)},
                                  {"h.0", DeviceId::cpu()},
                                  {"h.1", DeviceId::gpu(1)},
                                  {"h.2", DeviceId::disk()},
                                  {"h.3", DeviceId::cpu()},
                                  {"view", DeviceId::disk()}});
        QVERIFY(loaded);
        const std::uint64_t before = m_backends.devices[0]->statistics().allocated;
        {
            LoadedWeights weights(*loaded, m_backends, m_compute);
            PrefetchOptions options;
            options.window = window;
            options.passes = kPasses;
            PrefetchedWeights source(weights, kStages, std::move(options));
            for (std::uint64_t pass = 0; pass < kPasses; ++pass) {
                for (const RunStage& stage : kStages) {
                    walk(source, stage, wanted);
                    if (QTest::currentTestFailed()) {
                        return;
                    }
                }
            }
            QCOMPARE(source.figures().bytesAhead > 0, window > 0);
        }
        QCOMPARE(m_backends.devices[0]->statistics().allocated, before);
        QCOMPARE(livePins(*m_backends.devices[0]), 0);
    }

    /// What travels again and again is page-locked until the source goes; what travels once is not.
    void offloadedWeightsArePageLocked() {
        DeviceInfo host = cpuInfo();
        host.capacity = kGiB;
        m_backends.devices[2] = makeHostDevice(host);
        const auto loaded = load({{"", DeviceId::gpu(0)},
                                  {"h.0", DeviceId::cpu()},
                                  {"h.2", DeviceId::disk()},
                                  {"h.3", DeviceId::cpu()}});
        QVERIFY(loaded);
        const DeviceMemory& card = *m_backends.devices[0];
        {
            LoadedWeights weights(*loaded, m_backends, m_compute);
            weights.lockForCard(1, {});
            QCOMPARE(livePins(card), 0);
            weights.lockForCard(2, {});
            QVERIFY(livePins(card) > 0);
            for (const std::string& name : weights.names()) {
                const LoadedTensor tensor = loaded->tensor(weights.scheduledOf(name));
                if (tensor.memory != nullptr && tensor.device == DeviceId::cpu()) {
                    const std::span<const std::byte> bytes(tensor.memory->data(),
                                                           storedBytes(tensor.signature));
                    QVERIFY2(isLocked(card, bytes), name.c_str());
                }
            }
        }
        QCOMPARE(livePins(card), 0);
    }

    void lockingHasItsRule() {
        QVERIFY(areLockedForCards(kGiB, 2, 2 * kGiB));
        QVERIFY(!areLockedForCards(kGiB, 1, 2 * kGiB));
        QVERIFY(!areLockedForCards(kGiB + 1, 2, 2 * kGiB));
        QVERIFY(!areLockedForCards(0, 2, 2 * kGiB));
        QVERIFY(!areLockedForCards(kGiB, 2, std::nullopt));
    }

    /// Tensors that share a page are locked together, and no page twice.
    void neighboursAreLockedTogether() {
        std::vector<std::byte> memory(1 * kMiB);
        const std::span<std::byte> all(memory);
        LockedWeights locked;
        DeviceMemory& card = *m_backends.devices[0];
        locked.lock(card,
                    {all.subspan(100, 50), all.subspan(150, 300'000), all.subspan(20, 30),
                     all.subspan(700'000, 10)},
                    {});
        QCOMPARE(livePins(card), 2);
        QVERIFY(isLocked(card, all.subspan(20, 300'000)));
        QVERIFY(isLocked(card, all.subspan(700'000, 10)));
        QVERIFY(!isLocked(card, all.subspan(500'000, 10)));
    }

private:
    using Bytes = std::map<std::string, std::vector<std::byte>>;

    /// Borrows what the stage has, tensor by tensor.
    static void walk(PrefetchedWeights& source, const RunStage& stage, const Bytes& wanted) {
        for (const auto& [name, bytes] : wanted) {
            if (!name.starts_with(stage.name + ".")) {
                continue;
            }
            const std::vector<std::string> names{name};
            const auto lent = source.borrow(names, {});
            QVERIFY2(lent, lent ? "" : lent.error().message.english().c_str());
            QCOMPARE(lent->weights.size(), std::size_t{1});
            const auto& weight = dynamic_cast<const ReadWeight&>(*lent->weights.front());
            QVERIFY2(weight.bytes() == bytes, name.c_str());
        }
    }

    std::shared_ptr<LoadedModel> load(const Map& map) {
        const auto schedule = makeLoadSchedule(
            planFor(m_model.tree, {gpuInfo(0, 64 * kMiB), gpuInfo(1, 64 * kMiB), cpuInfo()}, map),
            m_model.checkpoint, {});
        if (!schedule) {
            qWarning("%s", schedule.error().message.english().c_str());
            return nullptr;
        }
        const PauseGate gate;
        const LoadOutcome outcome = runLoadJob(*schedule, m_backends, {}, gate, {}, {});
        if (outcome.report.stopped) {
            qWarning("%s", outcome.report.stopped->message.english().c_str());
        }
        return outcome.model;
    }

    /// Every weight as a load onto the CPU has it; empty where that failed.
    Bytes bytesOnTheHost() {
        const auto loaded = load({{"", DeviceId::cpu()}});
        Bytes all;
        if (loaded == nullptr) {
            return all;
        }
        LoadedWeights weights(*loaded, m_backends, m_compute);
        for (const std::string& name : weights.names()) {
            const auto weight = weights.inPlace(name);
            if (weight) {
                all[name] = dynamic_cast<const ReadWeight&>(**weight).bytes();
            }
        }
        return all;
    }

    QTemporaryDir m_folder;
    LoadFixture m_model;
    ReadingCompute m_compute;
    LoadBackends m_backends;
};

QTEST_GUILESS_MAIN(TestOpaqueWeights)
#include "tst_opaque_weights.moc"
