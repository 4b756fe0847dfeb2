// SPDX-License-Identifier: GPL-3.0-or-later
// The strategy `optimal` in the Plan dock: its objective, its proof, and when that ends.
#include "engine/base/byte_size.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/plan/strategy_fields.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

class OptimalFieldsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_theme = new Theme(qApp, ThemeMode::Light);
        m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
        QVERIFY(!m_sample.isEmpty());
    }

    void init() {
        failOnWarnings();
        m_document = std::make_unique<Document>(windowDevices("rtx-3060,rtx-3060"));
        m_options = std::make_unique<PlanOptions>(m_document.get(), m_theme);
        m_options->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_options.get()));
        QVERIFY(openAndWait(*m_document, m_sample));
    }

    void cleanup() {
        m_options.reset();
        m_document.reset();
    }

    void isThereWithItsStrategy() {
        QVERIFY(!fields()->isVisible());
        choose("strategy_combo", QStringLiteral("optimal"));
        QVERIFY(fields()->isVisible());
        QVERIFY(plan()->request.strategy == Strategy::Optimal);
        const OptimalProof& proof = *plan()->optimal;
        QVERIFY(proof.value);
        QVERIFY(
            child<QLabel>("optimal_proof")->text().startsWith(QString::fromStdString(proof.text)));
        QCOMPARE(child<QLabel>("optimal_value")->text().contains("proven"), proof.isProven());
        QVERIFY(child<QWidget>("bound_bar")->isVisible());
        choose("strategy_combo", QStringLiteral("auto"));
        QVERIFY(!fields()->isVisible());
        QVERIFY(plan()->optimal == nullptr);
    }

    void objectiveIsOneStep() {
        choose("strategy_combo", QStringLiteral("optimal"));
        const double decode = *plan()->optimal->value;
        const int steps = m_document->undoStack()->count();
        choose("objective_combo", QStringLiteral("prefill"));
        QVERIFY(plan()->request.objective.kind == Objective::Prefill);
        QVERIFY(*plan()->optimal->value != decode);
        QCOMPARE(m_document->undoStack()->count(), steps + 1);
        m_document->undoStack()->undo();
        QVERIFY(waitUntilIdle(*m_document));
        QCOMPARE(child<QComboBox>("objective_combo")->currentText(), QStringLiteral("decode"));
        QCOMPARE(*plan()->optimal->value, decode);
    }

    void mixTakesWeights() {
        choose("strategy_combo", QStringLiteral("optimal"));
        QVERIFY(!child<QLineEdit>("mix_edit")->isVisible());
        choose("objective_combo", QStringLiteral("mix"));
        auto* mix = child<QLineEdit>("mix_edit");
        QVERIFY(mix->isVisible());
        QCOMPARE(mix->text(), QStringLiteral("1,%1").arg(*plan()->optimal->objective.decodeWeight));
        type(mix, QStringLiteral("1,-3"));
        QVERIFY(child<QLabel>("mix_message")->isVisible());
        QVERIFY(!plan()->request.objective.decodeWeight);  // as many as the work generates
        type(mix, QStringLiteral("2, 64"));
        QVERIFY(waitUntilIdle(*m_document));
        QVERIFY(!child<QLabel>("mix_message")->isVisible());
        QCOMPARE(plan()->request.objective.prefillWeight, 2.0);
        QCOMPARE(plan()->request.objective.decodeWeight, std::optional(64.0));
    }

    /// What was proven is no longer said of a plan that was changed by hand.
    void movesEndTheProof() {
        choose("strategy_combo", QStringLiteral("optimal"));
        m_document->edit(MoveEdit{{"transformer.h.0"}, DeviceId::cpu()});
        QVERIFY(waitUntilIdle(*m_document));
        QVERIFY(plan()->optimal == nullptr);
        QVERIFY(
            child<QLabel>("optimal_proof")->text().startsWith(goldenText("plan/moved-by-hand")));
        QVERIFY(!child<QLabel>("optimal_value")->isVisible());
        m_document->edit(ReplanEdit{});
        QVERIFY(waitUntilIdle(*m_document));
        QVERIFY(plan()->optimal != nullptr);
        QVERIFY(child<QLabel>("optimal_value")->isVisible());
    }

    /// The times are those of a card that is assumed; where this program computes, of another
    /// processor, and none is shown. Neither is proven.
    void nothingIsProvenOfAMachineThatWasNotMeasured() {
        m_document->edit(SetDevicesEdit{windowDevices("8GiB,8GiB")});
        QVERIFY(waitUntilIdle(*m_document));
        choose("strategy_combo", QStringLiteral("optimal"));
        QVERIFY(plan()->optimal->isProven());  // of such cards
        QVERIFY(!child<QLabel>("optimal_value")->text().contains("proven"));
        QVERIFY(
            child<QLabel>("optimal_proof")->text().contains("for an assumed card: GeForce RTX"));
        Workload work;
        work.prompt = 16;
        work.generate = 4;
        work.engine = "stowage";
        m_document->edit(SetWorkloadEdit{work});
        QVERIFY(waitUntilIdle(*m_document));
        QVERIFY(plan()->optimal->isCompared);
        QVERIFY(!child<QLabel>("optimal_value")->isVisible());
        QVERIFY(!child<QWidget>("bound_bar")->isVisible());
        const QString proof = child<QLabel>("optimal_proof")->text();
        QVERIFY2(!proof.contains("proven") && !proof.contains(" ms"), qPrintable(proof));
    }

    /// Where nothing carries the work that is said, and the plan has its problem.
    void saysThatNothingFits() {
        m_document->edit(SetBudgetEdit{DeviceId::cpu(), "0=1MiB,1=1MiB,cpu=1MiB"});
        QVERIFY(waitUntilIdle(*m_document));
        Workload work;
        work.batch = 4096;
        work.prompt = 16;
        m_document->edit(SetWorkloadEdit{work});
        QVERIFY(waitUntilIdle(*m_document));
        choose("strategy_combo", QStringLiteral("optimal"));
        QVERIFY(plan()->optimal != nullptr);
        if (!plan()->optimal->value) {
            QVERIFY(child<QLabel>("optimal_proof")->text().startsWith("No plan"));
            QVERIFY(!child<QWidget>("bound_bar")->isVisible());
        }
    }

private:
    [[nodiscard]] std::shared_ptr<const PlacementPlan> plan() const { return m_document->plan(); }
    template <class Widget>
    [[nodiscard]] Widget* child(const char* name) const {
        return m_options->findChild<Widget*>(QString::fromLatin1(name));
    }
    [[nodiscard]] OptimalFields* fields() const { return m_options->findChild<OptimalFields*>(); }

    /// With the keys, as a person does.
    void choose(const char* combo, const QString& text) {
        auto* box = child<QComboBox>(combo);
        QVERIFY(box->findText(text) >= 0);
        box->setFocus();
        for (int steps = 0; steps < box->count() && box->currentText() != text; ++steps) {
            QTest::keyClick(box,
                            box->currentIndex() < box->findText(text) ? Qt::Key_Down : Qt::Key_Up);
            QVERIFY(waitUntilIdle(*m_document));
        }
        QCOMPARE(box->currentText(), text);
    }

    static void type(QLineEdit* field, const QString& text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }

    QTemporaryDir m_folder;
    QString m_sample;
    Theme* m_theme = nullptr;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<PlanOptions> m_options;
};

QTEST_MAIN(OptimalFieldsTest)
#include "tst_optimal_fields.moc"
