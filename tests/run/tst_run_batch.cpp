// SPDX-License-Identifier: GPL-3.0-or-later
// Several sequences at once: each as if it were alone, and in the memory that was predicted.
#include "engine/run/run_replay.h"
#include "tests/run/run_case.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

const std::vector<std::vector<std::int64_t>> kPrompts{
    {1, 2, 3, 4, 5, 6, 7}, {5}, {3, 2, 1, 7, 7, 2, 4, 1, 5, 3, 2}};

/// The rows of one prompt.
Logits rowsOf(const Logits& all, std::size_t sequence) {
    std::int64_t first = 0;
    for (std::size_t i = 0; i < sequence; ++i) {
        first += static_cast<std::int64_t>(kPrompts[i].size());
    }
    Logits own;
    own.positions = static_cast<std::int64_t>(kPrompts[sequence].size());
    own.vocabulary = all.vocabulary;
    const auto begin = all.values.begin() + first * all.vocabulary;
    own.values.assign(begin, begin + own.positions * own.vocabulary);
    return own;
}

}  // namespace

class RunBatchTest : public RunCase {
    Q_OBJECT

private Q_SLOTS:
    void eachSequenceIsAsIfAlone_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<unsigned>("window");
        QTest::addColumn<qint64>("chunk");
        for (const char* name : {"gpt2",          "llama3",    "mistral",
                                 "qwen2-windows", "qwen3",     "mixtral",
                                 "glm4",          "chatglm2",  "mingpt",
                                 "gemma2",        "gemma3",    "olmo2",
                                 "phi3",          "phi3-long", "gpt-neox",
                                 "opt",           "bloom",     "falcon-two-norms",
                                 "falcon-alibi",  "mamba",     "falcon-mamba",
                                 "bert"}) {
            for (const qint64 chunk : {0, 4}) {
                if (chunk > 0 && name == std::string("bert")) {
                    continue;
                }
                QTest::addRow("%s, in place, by %lld", name, chunk)
                    << QString::fromLatin1(name) << 0U << chunk;
                QTest::addRow("%s, prefetched, by %lld", name, chunk)
                    << QString::fromLatin1(name) << 2U << chunk;
            }
        }
    }

    void eachSequenceIsAsIfAlone() {
        QFETCH(QString, name);
        QFETCH(unsigned, window);
        QFETCH(qint64, chunk);
        const bool generates = name != QLatin1String("bert");
        const DeviceId place = window == 0 ? DeviceId::gpu(0) : DeviceId::disk();
        const LoadedFixture model = loadFixture(qPrintable(name), {{"", place}});
        QVERIFY(model.loaded);
        std::vector<RunReport> alone;
        for (const std::vector<std::int64_t>& prompt : kPrompts) {
            alone.push_back(run(*model.loaded, optionsFor(prompt, generates ? 5 : 0)));
            QVERIFY2(!alone.back().stopped, whyStopped(alone.back()).c_str());
        }
        RunOptions options = optionsFor(kPrompts.front(), generates ? 5 : 0);
        options.window = window;
        options.request.prefillChunk = chunk;
        options.executionDevice = DeviceId::gpu(0);
        options.request.alongside = {kPrompts.begin() + 1, kPrompts.end()};
        RunSetting setting = runSettingOf(model.loaded->schedule(), m_backends);
        const RunReport together = run(*model.loaded, options);
        QVERIFY2(!together.stopped, whyStopped(together).c_str());
        for (std::size_t i = 0; i < kPrompts.size(); ++i) {
            const LogitsComparison compared =
                compareLogits(rowsOf(together.numbers, i), alone[i].numbers);
            QVERIFY2(compared.agrees, compared.why.c_str());
            QCOMPARE(together.sequences[i].generated, alone[i].sequences.front().generated);
        }
        setting.window = together.window;
        setting.executionDevice = together.executionDevice;
        comparePeaks(model, setting, options.request, together);
    }

    void aFamilyOfOneSequenceSaysSo() {
        const LoadedFixture model = loadFixture("chatglm", {{"", DeviceId::gpu(0)}});
        QVERIFY(model.loaded);
        RunOptions options = optionsFor({1, 94, 95});
        options.request.alongside = {{2, 94, 95}};
        const RunReport report = run(*model.loaded, options);
        QVERIFY(report.stopped && report.stopped->code == ErrorCode::InvalidArgument);
        QVERIFY(says(*report.stopped, "one sequence at a time"));
    }

private:
    /// To the byte; which experts tokens choose is not known, the worst is.
    static void comparePeaks(const LoadedFixture& model, const RunSetting& setting,
                             const RunRequest& request, const RunReport& report) {
        const DescribedWeights weights(setting);
        const auto described = makeRunModel(weights, model.fixture.config);
        QVERIFY2(described, described ? "" : described.error().message.c_str());
        const auto replayed = replayRun(**described, setting, request);
        QVERIFY2(replayed, replayed ? "" : replayed.error().message.c_str());
        const ReplayedDevice& device = replayed->front();
        const auto measured =
            std::ranges::find(report.devices, device.device, &DeviceRunFigures::device);
        QVERIFY(measured != report.devices.end());
        if ((*described)->traits().family == "mixtral") {
            QVERIFY(device.peakAllocated >= measured->peakAllocated);
            QVERIFY(device.peakReserved >= measured->peakReserved);
            return;
        }
        QCOMPARE(device.peakAllocated, measured->peakAllocated);
        QCOMPARE(device.peakReserved, measured->peakReserved);
    }
};

QTEST_GUILESS_MAIN(RunBatchTest)
#include "tst_run_batch.moc"
