// SPDX-License-Identifier: GPL-3.0-or-later
// Prompts that go in by chunks: the same numbers, and the memory that was predicted.
#include "tests/run/run_case.h"
#include "tests/support/golden_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

const std::vector<std::int64_t> kPrompt{3, 2, 1, 7, 7, 2, 4, 1, 5, 3, 2};
constexpr std::int64_t kFollow = 5;

/// Where weights lie that run on a GPU.
std::vector<std::pair<const char*, Map>> maps() {
    return {{"in place", {{"", DeviceId::gpu(0)}}},
            {"from disk", {{"", DeviceId::disk()}}},
            {"from the CPU", {{"", DeviceId::cpu()}}}};
}

}  // namespace

class RunChunksTest : public RunCase {
    Q_OBJECT

private Q_SLOTS:
    void chunksChangeNoNumber_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("map");
        for (const char* name : {"gpt2", "llama3", "mistral", "qwen2-windows", "qwen3", "mixtral",
                                 "glm", "glm4", "chatglm2", "mingpt", "gemma2", "phi3-long", "opt",
                                 "bloom", "falcon-alibi", "mamba", "falcon-mamba"}) {
            for (int map = 0; map < static_cast<int>(maps().size()); ++map) {
                QTest::addRow("%s, %s", name, maps()[static_cast<std::size_t>(map)].first)
                    << QString::fromLatin1(name) << map;
            }
        }
    }

    void chunksChangeNoNumber() {
        QFETCH(QString, name);
        QFETCH(int, map);
        const LoadedFixture model =
            loadFixture(qPrintable(name), maps()[static_cast<std::size_t>(map)].second);
        QVERIFY(model.loaded);
        const auto length = static_cast<std::int64_t>(kPrompt.size());
        for (const std::int64_t generate : {std::int64_t{0}, kFollow}) {
            RunOptions options = optionsFor(kPrompt, generate);
            options.executionDevice = DeviceId::gpu(0);
            const RunReport whole = run(*model.loaded, options);
            QVERIFY2(!whole.stopped, whyStopped(whole).c_str());
            for (const std::int64_t chunk :
                 {std::int64_t{1}, std::int64_t{3}, length - 1, length, length + 5}) {
                options.request.prefillChunk = chunk;
                const RunReport report = run(*model.loaded, options);
                QVERIFY2(!report.stopped, whyStopped(report).c_str());
                compareNumbers(report, whole);
                const std::int64_t parts = (length + chunk - 1) / chunk;
                QCOMPARE(report.prefillPasses, static_cast<std::uint64_t>(parts));
                QCOMPARE(report.passes.size(),
                         static_cast<std::size_t>(parts + std::max(generate, std::int64_t{1}) - 1));
                QCOMPARE(report.passes.front().tokens,
                         static_cast<std::uint64_t>(std::min(chunk, length)));
            }
        }
    }

    /// Short prompts have gone in when long ones still do.
    void severalSequencesGoInTogether_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("wantsAll");
        for (const char* name : {"gpt2", "llama3", "mistral", "mixtral", "mamba", "falcon-mamba"}) {
            QTest::addRow("%s, all positions", name) << QString::fromLatin1(name) << true;
            QTest::addRow("%s, the last ones", name) << QString::fromLatin1(name) << false;
        }
    }

    void severalSequencesGoInTogether() {
        QFETCH(QString, name);
        QFETCH(bool, wantsAll);
        const LoadedFixture model = loadFixture(qPrintable(name), {{"", DeviceId::gpu(0)}});
        QVERIFY(model.loaded);
        RunOptions options = optionsFor({1, 2, 3, 4, 5, 6, 7}, kFollow);
        options.request.alongside = {{5}, kPrompt};
        options.request.outputs = wantsAll ? Outputs::All : Outputs::Last;
        const RunReport whole = run(*model.loaded, options);
        QVERIFY2(!whole.stopped, whyStopped(whole).c_str());
        for (const std::int64_t chunk : {1, 3, 4}) {
            options.request.prefillChunk = chunk;
            const RunReport report = run(*model.loaded, options);
            QVERIFY2(!report.stopped, whyStopped(report).c_str());
            compareNumbers(report, whole);
        }
    }

    /// Phi-3's of more than 16 tokens are turned by other angles from the first chunk on; one that
    /// grows so long beside one that is so begins anew.
    void longContextsStayThemselves() {
        const LoadedFixture model = loadFixture("phi3-long", {{"", DeviceId::gpu(0)}});
        QVERIFY(model.loaded);
        const RunPrompt& prompt = model.fixture.prompts.back();
        QCOMPARE(prompt.tokens.size(), std::size_t{24});
        RunOptions options = optionsFor(prompt.tokens, 12);
        options.request.outputs = Outputs::Last;
        for (const std::int64_t chunk : {0, 5, 16}) {
            options.request.prefillChunk = chunk;
            const RunReport report = run(*model.loaded, options);
            QVERIFY2(!report.stopped, whyStopped(report).c_str());
            const LogitsComparison compared = compareLogits(report.numbers, prompt.numbers);
            QVERIFY2(compared.agrees, compared.why.english().c_str());
        }
        const RunContinuation& grows = model.fixture.continuations.front();
        QVERIFY(grows.tokens.size() < 16);
        options = optionsFor(prompt.tokens, 32);
        options.request.alongside = {grows.tokens};
        const RunReport both = run(*model.loaded, options);
        QVERIFY2(!both.stopped, whyStopped(both).c_str());
        QCOMPARE(both.sequences[1].generated, grows.follow);
        const RunReport alone = run(*model.loaded, optionsFor(prompt.tokens, 32));
        QCOMPARE(both.sequences[0].generated, alone.sequences.front().generated);
    }

    void halfPrecisionIsNear() {
        const LoadedFixture model =
            loadFixture("llama3", {{"", DeviceId::gpu(0)}}, DType::BFloat16);
        QVERIFY(model.loaded);
        RunOptions options = optionsFor(kPrompt);
        const RunReport whole = run(*model.loaded, options);
        options.request.prefillChunk = 4;
        const RunReport report = run(*model.loaded, options);
        QVERIFY2(!report.stopped, whyStopped(report).c_str());
        QCOMPARE(report.numbers.values.size(), whole.numbers.values.size());
        float most = 0;
        float largest = 0;
        for (std::size_t i = 0; i < whole.numbers.values.size(); ++i) {
            most = std::max(most, std::abs(report.numbers.values[i] - whole.numbers.values[i]));
            largest = std::max(largest, std::abs(whole.numbers.values[i]));
        }
        QVERIFY2(most <= 0.03F * largest, qPrintable(QString::number(most / largest)));
    }

    /// A shorter chunk has fewer scores at once.
    void chunksTakeLessMemory() {
        const LoadedFixture model = loadFixture("llama3", {{"", DeviceId::gpu(0)}});
        QVERIFY(model.loaded);
        RunOptions options = optionsFor(std::vector<std::int64_t>(48, 5), 1);
        options.request.outputs = Outputs::Last;
        const RunReport whole = run(*model.loaded, options);
        QVERIFY2(!whole.stopped, whyStopped(whole).c_str());
        options.request.prefillChunk = 6;
        const RunReport report = run(*model.loaded, options);
        QVERIFY2(!report.stopped, whyStopped(report).c_str());
        QVERIFY(report.devices.front().peakAllocated < whole.devices.front().peakAllocated);
    }

    void aFamilyThatReadsAheadSaysSo_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("chunk");
        QTest::addColumn<QString>("said");
        QTest::newRow("BERT") << QStringLiteral("bert") << qint64{2}
                              << QString(goldenText("capacity/go-in-whole"));
        QTest::newRow("ChatGLM") << QStringLiteral("chatglm") << qint64{2}
                                 << QString(goldenText("capacity/go-in-whole"));
        QTest::newRow("less than one token")
            << QStringLiteral("gpt2") << qint64{-1}
            << QString(goldenText("window-run/at-least-one-token"));
    }

    void aFamilyThatReadsAheadSaysSo() {
        QFETCH(QString, name);
        QFETCH(qint64, chunk);
        QFETCH(QString, said);
        const LoadedFixture model = loadFixture(qPrintable(name), {{"", DeviceId::gpu(0)}});
        QVERIFY(model.loaded);
        RunOptions options = optionsFor({1, 2, 94, 95});
        options.request.prefillChunk = chunk;
        const RunReport report = run(*model.loaded, options);
        QVERIFY(report.stopped && report.stopped->code == ErrorCode::InvalidArgument);
        QVERIFY2(says(*report.stopped, said.toStdString()), whyStopped(report).c_str());
    }

private:
    static void compareNumbers(const RunReport& report, const RunReport& whole) {
        const LogitsComparison compared = compareLogits(report.numbers, whole.numbers);
        QVERIFY2(compared.agrees, compared.why.english().c_str());
        QCOMPARE(report.numbers.positions, whole.numbers.positions);
        for (std::size_t i = 0; i < whole.sequences.size(); ++i) {
            QCOMPARE(report.sequences[i].generated, whole.sequences[i].generated);
        }
    }
};

QTEST_GUILESS_MAIN(RunChunksTest)
#include "tst_run_chunks.moc"
