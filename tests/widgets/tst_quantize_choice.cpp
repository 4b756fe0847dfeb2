// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a quantisation in the Plan dock: an edit like the others, shown everywhere as
// planned only, and taken up from a config.json that declares one.
#include "engine/base/byte_size.h"
#include "engine/model/quantization.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/plan_view.h"
#include "widgets/load/preflight.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/tree/module_tree_model.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

const QByteArray kLlama =
    "\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 64, "
    "\"intermediate_size\": 96, \"num_hidden_layers\": 4, \"num_attention_heads\": 4, "
    "\"num_key_value_heads\": 2, \"vocab_size\": 100, \"torch_dtype\": \"bfloat16\"";

}  // namespace

class QuantizeChoiceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void choosesByKeyboard();
    void isNotLoaded();
    void showsPlannedTypes();
    void takesUpWhatIsDeclared();

private:
    [[nodiscard]] QComboBox* combo() const {
        return m_panel->findChild<QComboBox*>("quantize_combo");
    }
    [[nodiscard]] QLabel* line() const { return m_panel->findChild<QLabel*>("quantized_line"); }
    [[nodiscard]] double weights() const {
        double sum = 0;
        for (const DevicePlacement& placement : m_document->plan()->placements) {
            sum += placement.weights;
        }
        return sum;
    }

    QTemporaryDir m_folder;
    QString m_sample;
    Theme* m_theme = nullptr;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<PlanPanel> m_panel;
};

void QuantizeChoiceTest::initTestCase() {
    failOnWarnings();
    m_theme = new Theme(qApp, ThemeMode::Light);
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void QuantizeChoiceTest::init() {
    failOnWarnings();
    m_document = std::make_unique<Document>(windowDevices("64MiB:context=4MiB,64MiB"));
    m_panel = std::make_unique<PlanPanel>(m_document.get(), m_theme);
    m_panel->resize(368, 700);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QVERIFY(openAndWait(*m_document, m_sample));
}

void QuantizeChoiceTest::cleanup() {
    m_panel.reset();
    m_document.reset();
}

void QuantizeChoiceTest::choosesByKeyboard() {
    QCOMPARE(combo()->currentText(), QString("no"));
    QVERIFY(!line()->isVisible());
    const double before = weights();
    combo()->setFocus();
    QTest::keyClick(combo(), Qt::Key_Down);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(combo()->currentText(), QString("int8"));
    QVERIFY(m_document->plan()->request.constraints.quantization ==
            quantizationFromName("int8").value());
    QVERIFY(line()->isVisible());
    QVERIFY2(line()->text().startsWith(goldenText("plan/int8-planned-not-loaded-24-modules")),
             qPrintable(line()->text()));
    const double eight = weights();
    QVERIFY(eight < before);
    QTest::keyClick(combo(), Qt::Key_Down);
    QVERIFY(waitUntilIdle(*m_document));
    QTest::keyClick(combo(), Qt::Key_Down);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(combo()->currentText(), QString(goldenText("model/nf4-scales-quantised-too")));
    QVERIFY(weights() < eight);
    QCOMPARE(m_document->undoStack()->undoText(),
             QString(goldenText("model/plan-as-nf4-scales-quantised-too")));
    for (int i = 0; i < 3; ++i) {
        m_document->undoStack()->undo();
    }
    QCOMPARE(combo()->currentText(), QString("no"));
    QVERIFY(!line()->isVisible());
    QCOMPARE(weights(), before);
}

void QuantizeChoiceTest::isNotLoaded() {
    QVERIFY(canBeLoaded(*m_document));
    m_document->edit(SetQuantizationEdit{quantizationFromName("int8").value()});
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(!canBeLoaded(*m_document));
    QCOMPARE(whyNotLoaded(*m_document),
             QString(goldenText("plan/this-plan-reckons-with-int8-which")));
    m_document->edit(SetQuantizationEdit{});
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(canBeLoaded(*m_document));
}

void QuantizeChoiceTest::showsPlannedTypes() {
    m_document->edit(SetQuantizationEdit{quantizationFromName("nf4").value()});
    QVERIFY(waitUntilIdle(*m_document));
    const PlanFigures& figures = *m_document->view()->figures;
    const ModuleTree& tree = *m_document->tree();
    const ModuleId linear = *tree.findModule("transformer.h.0.mlp.c_fc");
    const TensorSpec& weight = tree.ownTensors(linear)[0];
    const auto count = static_cast<std::uint64_t>(weight.shape[0] * weight.shape[1]);
    const auto bias = static_cast<std::uint64_t>(weight.shape[1]) * 4;
    QCOMPARE(figures.bytes[linear.index()], count / 2 + (count + 63) / 64 * 4 + 64 + bias);
    const ModuleId norm = *tree.findModule("transformer.h.0.ln_1");
    QVERIFY(figures.dtypes[norm.index()] == DType::Float32);
}

void QuantizeChoiceTest::takesUpWhatIsDeclared() {
    const QString path = m_folder.filePath("declared/config.json");
    QVERIFY(QDir().mkpath(m_folder.filePath("declared")));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{" + kLlama +
               ", \"quantization_config\": {\"quant_method\": \"gptq\", \"bits\": 4, "
               "\"group_size\": 32}}");
    file.close();
    QVERIFY(openAndWait(*m_document, path));
    QCOMPARE(combo()->currentText(),
             QString(goldenText("model/declared-gptq-4-bit-in-groups-of-32")));
    QVERIFY2(line()->text().endsWith("; declared by config.json"), qPrintable(line()->text()));
    const double declared = weights();
    combo()->setFocus();
    QTest::keyClick(combo(), Qt::Key_Home);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(combo()->currentText(), QString("no"));
    QVERIFY(weights() > declared);
    // What is declared stays among the choices.
    QTest::keyClick(combo(), Qt::Key_End);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(combo()->currentText(),
             QString(goldenText("model/declared-gptq-4-bit-in-groups-of-32")));
    QCOMPARE(weights(), declared);
}

QTEST_MAIN(QuantizeChoiceTest)
#include "tst_quantize_choice.moc"
