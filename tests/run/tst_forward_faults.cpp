// SPDX-License-Identifier: GPL-3.0-or-later
// Forward passes that are stopped, that cannot be, and that lose their devices or files.
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/write/initial_values.h"
#include "engine/run/models/from_scratch_gpt.h"
#include "engine/run/weights/loaded_weights.h"
#include "tests/load/plain_backend.h"
#include "tests/run/forward_case.h"
#include "tests/support/golden_text.h"

#include <QFile>

#include <functional>

using namespace stowage;
using namespace stowage::test;

namespace {

/// Lends another source's weights, and calls back before each module.
class WatchedWeights : public WeightSource {
public:
    WatchedWeights(WeightSource& inner, std::function<void()> onBorrow)
        : m_inner(inner), m_onBorrow(std::move(onBorrow)) {}
    std::vector<std::string> names() const override { return m_inner.names(); }
    std::optional<TensorSignature> describe(const std::string& name) const override {
        return m_inner.describe(name);
    }
    Result<ModuleWeights> borrow(std::span<const std::string> names,
                                 const std::stop_token& stop) override {
        m_onBorrow();
        return m_inner.borrow(names, stop);
    }

private:
    WeightSource& m_inner;
    std::function<void()> m_onBorrow;
};

void writeFile(const QString& path, const QByteArray& content) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
        qFatal("%s cannot be written", qPrintable(path));
    }
}

bool says(const Error& error, const char* text) {
    return error.message.english().find(text) != std::string::npos;
}

}  // namespace

class ForwardFaultsTest : public ForwardCase {
    Q_OBJECT

private Q_SLOTS:
    void stopsAtEveryModule() {
        const auto loaded = load(m_model, mixedPlacement().map);
        QVERIFY(loaded);
        DeviceMemory& gpu = *m_backends.find(DeviceId::gpu(0));
        const std::uint64_t before = gpu.statistics().allocated;
        LoadedWeights weights(*loaded, m_backends, *m_compute);
        const Result<GptShape> shape = readGptShape(weights, m_model.checkpoint->path);
        QVERIFY(shape);
        for (int at = 1; at <= 31; ++at) {
            std::stop_source stop;
            int borrowed = 0;
            WatchedWeights watched(weights, [&] {
                if (++borrowed == at) {
                    stop.request_stop();
                }
            });
            const Result<ForwardReport> report =
                runGptForward(*shape, std::vector<std::int64_t>{1, 2, 3}, watched, *m_compute,
                              stop.get_token(), {});
            QVERIFY(!report);
            QCOMPARE(report.error().code, ErrorCode::Cancelled);
            QCOMPARE(borrowed, at);
            QCOMPARE(gpu.statistics().allocated, before);
        }
        QVERIFY(forward(m_model, *loaded));
    }

    void theReferenceStopsToo() {
        std::stop_source stop;
        stop.request_stop();
        const auto report = referenceLogits(m_model.checkpoint, {}, stop.get_token(), {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
    }

    void promptsThatCannotBe_data() {
        QTest::addColumn<QList<qint64>>("tokens");
        QTest::addColumn<QString>("says");
        QTest::newRow("none") << QList<qint64>() << QString(goldenText("run/has-no-token"));
        QTest::newRow("beyond the vocabulary")
            << QList<qint64>{1, 97} << QString(goldenText("run/token-97-is-not-in-this-models"));
        QTest::newRow("negative") << QList<qint64>{-1}
                                  << QString(goldenText("run/token-1-is-not-in-this-models"));
        QTest::newRow("longer than the context")
            << QList<qint64>(17, 1) << QString(goldenText("run/has-17-tokens-and-this-model-sees"));
    }

    void promptsThatCannotBe() {
        QFETCH(QList<qint64>, tokens);
        QFETCH(QString, says);
        const auto loaded = load(m_model, placements()[0].map);
        QVERIFY(loaded);
        const auto report = forward(m_model, *loaded, {tokens.begin(), tokens.end()});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(report.error().message.english().find(says.toStdString()) != std::string::npos,
                 report.error().message.english().c_str());
    }

    void configurationsThatCannotBe_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* config, ErrorCode code,
                            const char* says) {
            QTest::newRow(name) << QByteArray(config) << static_cast<int>(code)
                                << QString::fromUtf8(says);
        };
        row("heads that do not divide", "{\"n_heads\": 5}", ErrorCode::InvalidArgument,
            goldenText("checkpoint/width-of-12-does-not-divide-into-5"));
        row("no heads", "{\"n_heads\": 0}", ErrorCode::InvalidArgument,
            "by the number of heads, 0 (");
        row("heads in words", "{\"n_heads\": \"three\"}", ErrorCode::Malformed,
            "n_heads to \"three\", which is not a whole number");
        row("another width", "{\"n_heads\": 3, \"emb_dim\": 768}", ErrorCode::KeyMismatch,
            goldenText("run/says-emb-dim-768-but-the-tensors"));
        row("another depth", "{\"n_layers\": 12}", ErrorCode::KeyMismatch,
            goldenText("run/says-n-layers-12-but-the-tensors"));
        row("no JSON", "n_heads = 3", ErrorCode::Malformed, "config.json");
        row("no object", "[3]", ErrorCode::Malformed, goldenText("text/no-json-object"));
    }

    void configurationsThatCannotBe() {
        QFETCH(QByteArray, config);
        QFETCH(int, code);
        QFETCH(QString, says);
        const QTemporaryDir folder;
        copyFolder(path("gpt-tiny"), folder.path());
        writeFile(folder.path() + QStringLiteral("/config.json"), config);
        const ForwardModel model = openForwardModel(folder.path() + QStringLiteral("/model.pth"));
        const auto report = reference(model);
        QVERIFY(!report);
        QCOMPARE(static_cast<int>(report.error().code), code);
        QVERIFY2(report.error().message.english().find(says.toStdString()) != std::string::npos,
                 report.error().message.english().c_str());
    }

    /// Without config.json a head is taken to be 64 wide; here that is one head instead of three.
    void anotherNumberOfHeadsGivesOtherLogits() {
        const QTemporaryDir folder;
        copyFolder(path("gpt-tiny"), folder.path());
        QVERIFY(QFile::remove(folder.path() + QStringLiteral("/config.json")));
        const auto report =
            reference(openForwardModel(folder.path() + QStringLiteral("/model.pth")));
        QVERIFY(report);
        const Prompt prompt = readPrompts(path("gpt-tiny")).front();
        QVERIFY(!compareLogits(report->logits, prompt.logits).agrees);
    }

    void aMissingTensorIsNamed_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"trf_blocks.1.norm1.shift", "trf_blocks.2.att.W_value.weight",
                                 "trf_blocks.0.ff.layers.2.weight", "final_norm.scale"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }

    void aMissingTensorIsNamed() {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        copyFolder(path("gpt-tiny-tensors"), folder.path());
        const QString tensors = folder.path() + QStringLiteral("/model_parameters");
        QVERIFY(QFile::remove(tensors + QLatin1Char('/') + name + QStringLiteral(".pt")));
        // Whether its sizes are told by the config.json beside the folder or by the other tensors.
        for (const bool hasConfig : {true, false}) {
            const QString config = folder.path() + QStringLiteral("/config.json");
            QVERIFY(hasConfig || QFile::remove(config));
            const ForwardModel model = openForwardModel(tensors);
            const auto refused = makeLoadSchedule(planFor(model.tree, infos(), placements()[0].map),
                                                  model.checkpoint, {});
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::KeyMismatch);
            QCOMPARE(refused.error().key, name.toStdString());
            QVERIFY2(says(refused.error(), "lacks 1 tensor"),
                     refused.error().message.english().c_str());
            // Its reference reads the files by themselves, and names it as well.
            const auto report = reference(model);
            QVERIFY(!report);
            QVERIFY2(says(report.error(), goldenText("run/needs-the-tensor")),
                     report.error().message.english().c_str());
            QCOMPARE(report.error().key, name.toStdString());
            // Given a new model's value there, it runs, and is another model.
            const auto filled = withInitialValues(model.checkpoint);
            QVERIFY2(filled, filled ? "" : filled.error().message.english().c_str());
            QCOMPARE((*filled)->keyCheck->initialised, std::vector{name.toStdString()});
            const ForwardModel whole{*filled, model.tree};
            const auto loaded = load(whole, mixedPlacement().map);
            QVERIFY(loaded);
            const auto logits = forward(whole, *loaded);
            QVERIFY2(logits, logits ? "" : logits.error().message.english().c_str());
            const Prompt prompt = readPrompts(path("gpt-tiny")).front();
            QVERIFY(!compareLogits(logits->logits, prompt.logits).agrees);
        }
    }

    /// A head that the files leave out is the embedding, as in GPT-2.
    void aHeadThatIsNotThereIsTied() {
        const QTemporaryDir folder;
        copyFolder(path("gpt-tiny-tensors"), folder.path());
        const QString tensors = folder.path() + QStringLiteral("/model_parameters");
        QVERIFY(QFile::remove(tensors + QStringLiteral("/out_head.weight.pt")));
        const ForwardModel model = openForwardModel(tensors);
        const auto loaded = load(model, mixedPlacement().map);
        QVERIFY(loaded);
        const auto report = forward(model, *loaded);
        QVERIFY2(report, report ? "" : report.error().message.english().c_str());
        const auto expected = reference(model);
        QVERIFY(expected);
        QVERIFY(compareLogits(report->logits, expected->logits).agrees);
        const Prompt prompt = readPrompts(path("gpt-tiny")).front();
        QVERIFY(!compareLogits(report->logits, prompt.logits).agrees);
    }

    void anotherArchitectureIsSaid() {
        const ForwardModel model = openForwardModel(
            QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny.safetensors"));
        const auto report = reference(model);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Unsupported);
        QVERIFY(
            says(report.error(), "needs the tensor tok_emb.weight, but this model does not have"));
    }

    void anotherDtypeIsSaid() {
        const auto loaded =
            load(m_model, placements()[0].map, LoadMethod::Streamed, DType::BFloat16);
        QVERIFY(loaded);
        const auto report = forward(m_model, *loaded);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Unsupported);
        QVERIFY(says(report.error(), goldenText("run/tok-emb-weight-is-bfloat16-load-the")));
    }

    void aDeviceWithoutRoomIsSaid() {
        const auto loaded = load(m_model, mixedPlacement().map);
        QVERIFY(loaded);
        DeviceMemory& gpu = *m_backends.find(DeviceId::gpu(0));
        SimulatedFaults faults;
        faults.outOfMemoryAt = 5;
        QVERIFY(injectFaults(gpu, faults));
        const auto report = forward(m_model, *loaded);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::DeviceOutOfMemory);
        QVERIFY2(says(report.error(), goldenText("run/could-not-bring-trf-blocks-0")),
                 report.error().message.english().c_str());
        QVERIFY(says(report.error(), "to GPU 0"));
        QVERIFY(injectFaults(gpu, {}));
        QVERIFY(forward(m_model, *loaded));
    }

    void aLostDeviceIsSaid() {
        const auto loaded = load(m_model, mixedPlacement().map);
        QVERIFY(loaded);
        SimulatedFaults faults;
        faults.lostAfterBytes = 1000;
        QVERIFY(injectFaults(*m_backends.find(DeviceId::gpu(0)), faults));
        const auto report = forward(m_model, *loaded);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::DeviceLost);
    }

    void offloadedFilesThatChanged() {
        const auto loaded = load(m_model, mixedPlacement().map);
        QVERIFY(loaded);
        const QString file = QString::fromStdString(loaded->schedule().offloadFolder) +
                             QStringLiteral("/trf_blocks.1.att.W_key.weight.dat");
        QVERIFY(QFile::resize(file, 100));
        const auto cut = forward(m_model, *loaded);
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Truncated);
        QVERIFY2(says(cut.error(), goldenText("checks/has-100-bytes-instead-of-576")),
                 cut.error().message.english().c_str());
        QVERIFY(QFile::remove(file));
        const auto gone = forward(m_model, *loaded);
        QVERIFY(!gone);
        QCOMPARE(gone.error().code, ErrorCode::FileNotFound);
    }

    void aReferenceOfAnotherPromptDisagrees() {
        const auto loaded = load(m_model, placements()[0].map);
        QVERIFY(loaded);
        ForwardOptions options;
        options.tokens = {1, 2};
        options.referencePath = path("gpt-tiny/logits-0.npy").toStdString();
        const auto figures =
            forwardAfterLoad(*loaded, m_backends, *m_model.checkpoint, options, {}, {});
        QVERIFY(figures);
        QCOMPARE(figures->agrees, std::optional(false));
        QVERIFY(figures->why.english().find("another prompt") != std::string::npos);
        options.referencePath = path("nothing.npy").toStdString();
        const auto missing =
            forwardAfterLoad(*loaded, m_backends, *m_model.checkpoint, options, {}, {});
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::FileNotFound);
    }

    void tensorsOfAnotherBackendAreRefused() {
        PlainBackend plain;
        const std::unique_ptr<TensorSet> set = plain.makeTensorSet();
        const auto weight = m_compute->weight(*set, "w");
        QVERIFY(!weight);
        QCOMPARE(weight.error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_GUILESS_MAIN(ForwardFaultsTest)
#include "tst_forward_faults.moc"
