// SPDX-License-Identifier: GPL-3.0-or-later
// The library's logits and tokens, wherever the layers of a model lie.
#include "engine/run/run_job.h"
#include "engine/run/weights/loaded_weights.h"
#include "tests/run/forward_case.h"
#include "tests/run/run_fixture.h"

#include <memory>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::uint32_t kGpus = 4;

std::vector<DeviceInfo> fourGpus() {
    std::vector<DeviceInfo> devices;
    for (std::uint32_t i = 0; i < kGpus; ++i) {
        devices.push_back(gpuInfo(i, 64 * kMiB));
    }
    devices.push_back(cpuInfo());
    return devices;
}

enum class Spread { OneGpu, FourGpus, CpuOffload, DiskOffload, Mixed };

DeviceId deviceOf(Spread placement, std::size_t layer, std::size_t layers) {
    switch (placement) {
        case Spread::OneGpu:
            return DeviceId::gpu(0);
        case Spread::FourGpus:
            return DeviceId::gpu(static_cast<std::uint32_t>(layer * kGpus / layers));
        case Spread::CpuOffload:
            return DeviceId::cpu();
        case Spread::DiskOffload:
            return DeviceId::disk();
        case Spread::Mixed:
            break;
    }
    const DeviceId turns[] = {DeviceId::disk(), DeviceId::gpu(1), DeviceId::cpu(),
                              DeviceId::gpu(3)};
    return turns[layer % std::size(turns)];
}

/// What stands before and after the layers lies on the first GPU.
Map mapFor(const RunModel& model, Spread placement) {
    std::vector<std::string> layers;
    for (const RunStage& stage : model.stages()) {
        if (stage.name.find_last_of("0123456789") + 1 == stage.name.size()) {
            layers.push_back(stage.name);
        }
    }
    Map map{{"", DeviceId::gpu(0)}};
    for (std::size_t i = 0; i < layers.size(); ++i) {
        map.emplace_back(layers[i], deviceOf(placement, i, layers.size()));
    }
    return map;
}

}  // namespace

class RunPlacementsTest : public ForwardCase {
    Q_OBJECT

    RunReport run(const LoadedModel& loaded, const RunRequest& request) {
        RunOptions options;
        options.request = request;
        return runLoaded(loaded, m_backends, options, PauseGate(), {}, {});
    }

private Q_SLOTS:
    void answersAreTheLibrarys_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("placement");
        const char* names[] = {"one GPU", "four GPUs", "CPU offload", "disk offload", "mixed"};
        for (const QString& model : runFixtureNames(QStringLiteral(STOWAGE_TEST_DATA "/run"))) {
            for (int i = 0; i < 5; ++i) {
                QTest::addRow("%s, %s", qPrintable(model), names[i]) << model << i;
            }
        }
    }

    void answersAreTheLibrarys() {
        QFETCH(QString, model);
        QFETCH(int, placement);
        m_backends = {*makeDevices(fourGpus()), m_tensors};
        const RunFixture fixture = openRunFixture(path(model.toUtf8().constData()));
        const FileWeights described(fixture.checkpoint, *fixture.tree, *m_tensors, *m_compute);
        const auto shape = makeRunModel(described, fixture.config);
        QVERIFY2(shape, shape ? "" : shape.error().message.english().c_str());
        const auto schedule =
            makeLoadSchedule(planFor(fixture.tree, fourGpus(),
                                     mapFor(**shape, static_cast<Spread>(placement)), std::nullopt),
                             fixture.checkpoint, {LoadMethod::Streamed, {}});
        QVERIFY2(schedule, schedule ? "" : schedule.error().message.english().c_str());
        const LoadOutcome loaded = runLoadJob(*schedule, m_backends, {}, PauseGate(), {}, {});
        QVERIFY2(loaded.model, "the load stopped");
        for (const RunPrompt& prompt : fixture.prompts) {
            const RunReport report = run(*loaded.model, prompt.request());
            QVERIFY2(!report.stopped,
                     report.stopped ? report.stopped->message.english().c_str() : "");
            const LogitsComparison compared = compareLogits(report.numbers, prompt.numbers);
            QVERIFY2(compared.agrees, compared.why.english().c_str());
        }
        for (const RunContinuation& wanted : fixture.continuations) {
            const RunReport report = run(*loaded.model, wanted.request());
            QVERIFY2(!report.stopped,
                     report.stopped ? report.stopped->message.english().c_str() : "");
            QCOMPARE(report.sequences.front().generated, wanted.follow);
        }
    }
};

QTEST_GUILESS_MAIN(RunPlacementsTest)
#include "tst_run_placements.moc"
