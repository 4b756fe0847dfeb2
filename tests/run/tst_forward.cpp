// SPDX-License-Identifier: GPL-3.0-or-later
// A forward pass after a load: PyTorch's logits under every method, placement and format.
#include "engine/run/models/logits.h"
#include "tests/run/forward_case.h"

#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr const char* kFormats[] = {"gpt-tiny/model.pth", "gpt-tiny-shards",
                                    "gpt-tiny-tensors/model_parameters"};

std::uint64_t bytesOn(const LoadSchedule& schedule, const std::set<DeviceId>& devices) {
    std::uint64_t bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        bytes += devices.contains(tensor.device) ? tensor.bytes : 0;
    }
    return bytes;
}

}  // namespace

class ForwardTest : public ForwardCase {
    Q_OBJECT

private Q_SLOTS:
    void theFilesGiveTheLogitsOfPyTorch_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("prompts");
        for (const char* format : kFormats) {
            QTest::newRow(format) << QString::fromLatin1(format) << QStringLiteral("gpt-tiny");
        }
        QTest::newRow("no biases, no config.json")
            << QStringLiteral("gpt-plain/model.safetensors") << QStringLiteral("gpt-plain");
    }

    void theFilesGiveTheLogitsOfPyTorch() {
        QFETCH(QString, file);
        QFETCH(QString, prompts);
        const ForwardModel model = openForwardModel(path(file.toLatin1().constData()));
        for (const Prompt& prompt : readPrompts(path(prompts.toLatin1().constData()))) {
            const Result<ForwardReport> report = reference(model, prompt.tokens);
            QVERIFY2(report, report ? "" : report.error().message.english().c_str());
            const LogitsComparison compared = compareLogits(report->logits, prompt.logits);
            QVERIFY2(compared.agrees, compared.why.english().c_str());
            QCOMPARE(report->tokens, prompt.tokens);
            QCOMPARE(report->bytesMoved, std::uint64_t{0});
        }
    }

    void everyPlacementGivesTheLogitsOfPyTorch_data() {
        QTest::addColumn<int>("placement");
        for (std::size_t i = 0; i < placements().size(); ++i) {
            QTest::newRow(placements()[i].name) << static_cast<int>(i);
        }
    }

    /// And on the same devices every method from every format gives the very same bits.
    void everyPlacementGivesTheLogitsOfPyTorch() {
        QFETCH(int, placement);
        const Map& map = placements()[static_cast<std::size_t>(placement)].map;
        const std::vector<Prompt> prompts = readPrompts(path("gpt-tiny"));
        QCOMPARE(prompts.size(), std::size_t{10});
        std::vector<std::string> digests;
        for (const char* format : kFormats) {
            const ForwardModel model = openForwardModel(path(format));
            for (const LoadMethod method : allLoadMethods()) {
                const auto loaded = load(model, map, method);
                QVERIFY(loaded);
                std::vector<std::string> found;
                for (const Prompt& prompt : prompts) {
                    const Result<ForwardReport> report = forward(model, *loaded, prompt.tokens);
                    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
                    const LogitsComparison compared = compareLogits(report->logits, prompt.logits);
                    QVERIFY2(compared.agrees, compared.why.english().c_str());
                    found.push_back(report->sha256);
                }
                digests = digests.empty() ? found : digests;
                QVERIFY2(found == digests, loadMethodName(method).data());
            }
        }
    }

    void modulesRunWhereTheirWeightsLie_data() { everyPlacementGivesTheLogitsOfPyTorch_data(); }

    void modulesRunWhereTheirWeightsLie() {
        QFETCH(int, placement);
        const Placement& wanted = placements()[static_cast<std::size_t>(placement)];
        const auto loaded = load(m_model, wanted.map);
        QVERIFY(loaded);
        const Result<ForwardReport> report = forward(m_model, *loaded);
        QVERIFY(report);
        QCOMPARE(report->steps.size(), std::size_t{4 + 3 * 9});
        QCOMPARE(report->layers, std::int64_t{3});
        const DeviceMap map(wanted.map);
        std::uint64_t moved = 0;
        double time = 0;
        for (const ForwardStep& step : report->steps) {
            const DeviceId lies = map.deviceOf(step.module + ".weight").value();
            if (std::string(wanted.name) != "torn apart") {
                QCOMPARE(step.device, lies.isGpu() ? lies : wanted.execution);
            }
            QVERIFY(step.begin >= time && step.end >= step.begin);
            QVERIFY(step.transferSeconds <= step.end - step.begin);
            QCOMPARE(step.bytesMoved > 0, step.transferSeconds > 0);
            time = step.end;
            moved += step.bytesMoved;
        }
        QVERIFY(report->seconds >= time);
        QCOMPARE(report->bytesMoved, moved);
        if (std::string(wanted.name) != "torn apart") {
            const std::set<DeviceId> away = wanted.execution.isGpu()
                                                ? std::set{DeviceId::cpu(), DeviceId::disk()}
                                                : std::set{DeviceId::disk()};
            QCOMPARE(moved, bytesOn(loaded->schedule(), away));
        }
    }

    void whatIsBroughtInIsGivenBack() {
        const auto loaded = load(m_model, mixedPlacement().map);
        QVERIFY(loaded);
        DeviceMemory& gpu = *m_backends.find(DeviceId::gpu(0));
        const std::uint64_t before = gpu.statistics().allocated;
        const std::size_t tensors = m_tensors->liveTensors();
        gpu.resetPeaks();
        QVERIFY(forward(m_model, *loaded));
        QCOMPARE(gpu.statistics().allocated, before);
        QCOMPARE(m_tensors->liveTensors(), tensors);
        // The largest of them, out_head's 97 × 12 floats in blocks of 512 B, alone.
        QCOMPARE(gpu.statistics().peakAllocated, before + 5120);
        QCOMPARE(m_backends.find(DeviceId::gpu(1))->statistics().peakAllocated, std::uint64_t{0});
    }

    void figuresTellHowItCompares() {
        ReferenceOptions making;
        making.path = path("reference.npy").toStdString();
        making.tokens = {5, 6, 7, 8};
        const Result<ForwardReport> made = referenceLogits(m_model.checkpoint, making, {}, {});
        QVERIFY(made);
        const Result<Logits> written = readLogitsFile(making.path);
        QVERIFY(written);
        QCOMPARE(written->values, made->logits.values);
        const auto loaded = load(m_model, mixedPlacement().map);
        QVERIFY(loaded);
        ForwardOptions options;
        options.tokens = {5, 6, 7, 8};
        options.referencePath = making.path;
        std::vector<Progress> told;
        const Result<ForwardFigures> figures =
            forwardAfterLoad(*loaded, m_backends, *m_model.checkpoint, options, {},
                             [&](const Progress& progress) { told.push_back(progress); });
        QVERIFY2(figures, figures ? "" : figures.error().message.english().c_str());
        QCOMPARE(figures->tokens, options.tokens);
        QCOMPARE(figures->agrees, std::optional(true));
        QVERIFY(figures->maxDifference <= 2e-5 * made->maxLogit);
        QCOMPARE(figures->nextToken, made->nextToken);
        QVERIFY(figures->why.empty());
        QVERIFY(figures->seconds > 0);
        QVERIFY(figures->bytesMoved > 0);
        QVERIFY(told.size() >= 2);
        QCOMPARE(told.back().phase, std::string("forward"));
        QCOMPARE(told.back().itemsDone, std::uint64_t{31});
        QCOMPARE(told.back().itemsTotal, std::uint64_t{31});
        QCOMPARE(told.back().bytesDone, m_model.tree->totalBytes());
        options.referencePath.clear();
        const Result<ForwardFigures> alone =
            forwardAfterLoad(*loaded, m_backends, *m_model.checkpoint, options, {}, {});
        QVERIFY(alone);
        QVERIFY(!alone->agrees && !alone->maxDifference);
        QCOMPARE(alone->sha256, figures->sha256);
    }
};

QTEST_GUILESS_MAIN(ForwardTest)
#include "tst_forward.moc"
