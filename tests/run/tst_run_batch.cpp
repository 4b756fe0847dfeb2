// SPDX-License-Identifier: GPL-3.0-or-later
// Several sequences at once: each as if it were alone, and in the memory that was predicted.
#include "engine/run/run_replay.h"
#include "tests/run/run_case.h"
#include "tests/support/golden_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

const std::vector<std::vector<std::int64_t>> kPrompts{
    {1, 2, 3, 4, 5, 6, 7}, {5}, {3, 2, 1, 7, 7, 2, 4, 1, 5, 3, 2}};

/// The rows of one prompt, of as many as each gives alone.
Logits rowsOf(const Logits& all, const std::vector<RunReport>& alone, std::size_t sequence) {
    std::int64_t first = 0;
    for (std::size_t i = 0; i < sequence; ++i) {
        first += alone[i].numbers.positions;
    }
    Logits own;
    own.positions = alone[sequence].numbers.positions;
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
        for (const char* name : {"gpt2",          "llama3",     "mistral",
                                 "qwen2-windows", "qwen3",      "mixtral",
                                 "glm4",          "chatglm2",   "mingpt",
                                 "gemma2",        "gemma3",     "olmo2",
                                 "phi3",          "phi3-long",  "gpt-neox",
                                 "opt",           "bloom",      "falcon-two-norms",
                                 "falcon-alibi",  "bert",       "t5",
                                 "umt5",          "t5-encoder", "mamba",
                                 "falcon-mamba"}) {
            const bool takesChunks =
                std::string(name).find("t5") == std::string::npos && name != std::string("bert");
            for (const qint64 chunk : {0, 4}) {
                if (chunk > 0 && !takesChunks) {
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
        const bool generates = name != QLatin1String("bert") && name != QLatin1String("t5-encoder");
        const bool hasDecoder = generates && name.contains(QLatin1String("t5"));
        const std::vector<std::int64_t> begin =
            hasDecoder ? std::vector<std::int64_t>{0, 5, 9} : std::vector<std::int64_t>();
        const DeviceId place = window == 0 ? DeviceId::gpu(0) : DeviceId::disk();
        const LoadedFixture model = loadFixture(qPrintable(name), {{"", place}});
        QVERIFY(model.loaded);
        std::vector<RunReport> alone;
        for (const std::vector<std::int64_t>& prompt : kPrompts) {
            RunOptions own = optionsFor(prompt, generates ? 5 : 0);
            own.request.decoderTokens = begin;
            alone.push_back(run(*model.loaded, own));
            QVERIFY2(!alone.back().stopped, whyStopped(alone.back()).c_str());
        }
        RunOptions options = optionsFor(kPrompts.front(), generates ? 5 : 0);
        options.window = window;
        options.request.decoderTokens = begin;
        options.request.prefillChunk = chunk;
        options.executionDevice = DeviceId::gpu(0);
        options.request.alongside = {kPrompts.begin() + 1, kPrompts.end()};
        RunSetting setting = runSettingOf(model.loaded->schedule(), m_backends);
        const RunReport together = run(*model.loaded, options);
        QVERIFY2(!together.stopped, whyStopped(together).c_str());
        for (std::size_t i = 0; i < kPrompts.size(); ++i) {
            const LogitsComparison compared =
                compareLogits(rowsOf(together.numbers, alone, i), alone[i].numbers);
            QVERIFY2(compared.agrees, compared.why.english().c_str());
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
        QVERIFY(says(*report.stopped, goldenText("run/one-sequence-at-a-time")));
    }

private:
    /// To the byte; which experts tokens choose is not known, the worst is.
    static void comparePeaks(const LoadedFixture& model, const RunSetting& setting,
                             const RunRequest& request, const RunReport& report) {
        const DescribedWeights weights(setting);
        const auto described = makeRunModel(weights, model.fixture.config);
        QVERIFY2(described, described ? "" : described.error().message.english().c_str());
        const auto replayed = replayRun(**described, setting, request);
        QVERIFY2(replayed, replayed ? "" : replayed.error().message.english().c_str());
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
