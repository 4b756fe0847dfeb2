// SPDX-License-Identifier: GPL-3.0-or-later
// Every family that runs gives the numbers and the tokens of the real code.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/tensor_backend.h"
#include "engine/run/run_generation.h"
#include "engine/run/run_job.h"
#include "engine/run/run_setting.h"
#include "engine/run/weights/compute.h"
#include "engine/run/weights/loaded_weights.h"
#include "tests/run/run_fixture.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run");

}  // namespace

class RunParityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        const auto tensors = openTensorBackend(STOWAGE_BIN_DIR);
        QVERIFY2(tensors, tensors ? "" : tensors.error().message.english().c_str());
        m_tensors = *tensors;
        const auto compute = openCompute();
        QVERIFY2(compute, compute ? "" : compute.error().message.english().c_str());
        m_compute = *compute;
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void numbersAreThoseOfTransformers_data() { listFixtures(); }
    void numbersAreThoseOfTransformers() { compareNumbers(AttentionKind::Eager); }

    void numbersOfFusedAttentionAreTheSame_data() { listFixtures(); }
    void numbersOfFusedAttentionAreTheSame() {
        QFETCH(QString, name);
        const bool isCapped = name == QLatin1String("gemma2");  // its scores have bounds
        if (fusesAttention() && !isCapped) {
            compareNumbers(AttentionKind::Fused);
            return;
        }
        const RunFixture fixture = openRunFixture(kRoot + QLatin1Char('/') + name);
        RunRequest request = fixture.prompts.front().request();
        request.attention = AttentionKind::Fused;
        const auto outcome = run(fixture, request);
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::Unsupported);
        const char* const why = fusesAttention() ? "attn_logit_softcapping" : "LibTorch 2";
        QVERIFY(outcome.error().message.english().find(why) != std::string::npos);
    }

    void tokensThatFollowAreThoseOfTransformers_data() { listFixtures(); }
    void tokensThatFollowAreThoseOfTransformers() {
        QFETCH(QString, name);
        const RunFixture fixture = openRunFixture(kRoot + QLatin1Char('/') + name);
        QCOMPARE(!fixture.continuations.empty(), letsTokensFollow(name));
        for (const RunContinuation& wanted : fixture.continuations) {
            const RunRequest request = wanted.request();
            QCOMPARE(request.generate, 32);
            const auto outcome = run(fixture, request);
            QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
            QCOMPARE(outcome->generated.front(), wanted.follow);
            QCOMPARE(outcome->passes.size(), wanted.follow.size());
        }
    }

    /// Every parameter belongs to what is computed, but those of poolers, which nothing here uses.
    void onlyPoolersAreLeftOut_data() { listFixtures(); }
    void onlyPoolersAreLeftOut() {
        QFETCH(QString, name);
        const RunFixture fixture = openRunFixture(kRoot + QLatin1Char('/') + name);
        FileWeights source(fixture.checkpoint, *fixture.tree, *m_tensors, *m_compute);
        const auto model = makeRunModel(source, fixture.config);
        QVERIFY(model);
        RunSetting setting;
        for (const TensorSpec& tensor : fixture.tree->tensors()) {
            setting.tensors.push_back({tensor.name,
                                       {tensor.dtype, tensor.shape},
                                       DeviceId::cpu(),
                                       static_cast<std::uint32_t>(tensor.storage.index()),
                                       tensor.kind == TensorKind::Buffer});
        }
        std::vector<std::string> poolers;  // the second one is of CLIP's image tower alone
        for (const std::string module : {"pooler.dense", "post_layernorm"}) {
            if (fixture.tree->findTensor(module + ".weight")) {
                poolers.insert(poolers.end(), {module + ".weight", module + ".bias"});
            }
        }
        QCOMPARE(unusedParameters(setting, (*model)->stages()), poolers);
    }

    /// What runs has been held to the real library.
    void everyFamilyHasAFixture() {
        std::set<std::string> families;
        for (const QString& name : runFixtureNames(kRoot)) {
            families.insert(openRunFixture(kRoot + QLatin1Char('/') + name).config.family());
        }
        for (const std::string& family : runnableFamilies()) {
            QVERIFY2(families.contains(family), family.c_str());
        }
    }

    /// As the guide's script saves it: weights, and no config.json.
    void minGptNeedsNoConfig() {
        const RunFixture fixture = openRunFixture(kRoot + QStringLiteral("/mingpt"));
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("first_state_dict.safetensors"));
        QVERIFY(QFile::copy(kRoot + QStringLiteral("/mingpt/model.safetensors"), file));
        const auto opened = openCheckpoint(file.toStdString());
        QVERIFY(opened);
        const auto tree = buildModuleTree(**opened);
        QVERIFY(tree);
        QCOMPARE((*tree)->architecture(), std::string("mingpt"));
        FileWeights source(*opened, **tree, *m_tensors, *m_compute);
        const auto model = runModelOf(**opened, source);
        QVERIFY2(model, model ? "" : model.error().message.english().c_str());
        for (const RunPrompt& prompt : fixture.prompts) {
            const RunRequest request = prompt.request();
            const auto outcome = runModel(**model, request, source, *m_compute, {}, {});
            QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
            QVERIFY(compareLogits(outcome->numbers, prompt.numbers).agrees);
        }
    }

    /// ViT as it is published, read without the configuration that gives its tensors present names.
    void publishedNamesRun() {
        const QString published = kRoot + QStringLiteral("/vit");
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("vit.safetensors"));
        QVERIFY(QFile::copy(published + QStringLiteral("/model.safetensors"), file));
        const auto opened = openCheckpoint(file.toStdString());
        QVERIFY(opened);
        const auto tree = buildModuleTree(**opened);
        QVERIFY(tree);
        QVERIFY((*tree)->findTensor("vit.encoder.layer.1.output.dense.bias"));
        const auto config =
            readConfigFile((published + QStringLiteral("/config.json")).toStdString());
        QVERIFY(config);
        FileWeights source(*opened, **tree, *m_tensors, *m_compute);
        const auto model = runModelOf(**opened, source, *config);
        QVERIFY2(model, model ? "" : model.error().message.english().c_str());
        for (const RunPrompt& prompt : openRunFixture(published).prompts) {
            const auto outcome = runModel(**model, prompt.request(), source, *m_compute, {}, {});
            QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
            QVERIFY(compareLogits(outcome->numbers, prompt.numbers).agrees);
        }
    }

private:
    void compareNumbers(AttentionKind attention) {
        QFETCH(QString, name);
        const RunFixture fixture = openRunFixture(kRoot + QLatin1Char('/') + name);
        QCOMPARE(fixture.prompts.size(), std::size_t{10});
        for (const RunPrompt& prompt : fixture.prompts) {
            RunRequest request = prompt.request();
            request.attention = attention;
            const auto outcome = run(fixture, request);
            QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
            const LogitsComparison compared = compareLogits(outcome->numbers, prompt.numbers);
            QVERIFY2(compared.agrees, compared.why.english().c_str());
        }
    }

    static void listFixtures() {
        QTest::addColumn<QString>("name");
        for (const QString& name : runFixtureNames(kRoot)) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }

    Result<RunOutcome> run(const RunFixture& fixture, const RunRequest& request) {
        FileWeights source(fixture.checkpoint, *fixture.tree, *m_tensors, *m_compute);
        const auto model = makeRunModel(source, fixture.config);
        return model ? runModel(**model, request, source, *m_compute, {}, {})
                     : Result<RunOutcome>(model.unexpected());
    }

    std::shared_ptr<TensorBackend> m_tensors;
    std::shared_ptr<Compute> m_compute;
};

QTEST_GUILESS_MAIN(RunParityTest)
#include "tst_run_parity.moc"
