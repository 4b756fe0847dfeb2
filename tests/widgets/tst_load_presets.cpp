// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/plan_view.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/plan/problems_panel.h"
#include "widgets/plan/strategy_fields.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QTextEdit>

using namespace stowage;
using namespace stowage::test;

/// The preset of load_hf_model in the Plan dock, as a person sets them.
class LoadPresetsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void uniformCap();
    void oneClickTakesTheSmallestGpu();
    void shareOfFree();
    void invalidTextIsMarkedAndTheOldValueStays_data();
    void invalidTextIsMarkedAndTheOldValueStays();
    void allOnOneDevice();
    void noNumberOfGpus();
    void limitsOfUnusedGpus();
    void aboutNamesItsParts();
    void chosenRules();
    void gpuThatHolds13GBAlready();

private:
    void open(const std::string& gpus);
    void choose(const char* strategy);
    [[nodiscard]] std::shared_ptr<const PlacementPlan> plan() const { return m_document->plan(); }
    template <class Widget>
    [[nodiscard]] Widget* child(const char* name) const {
        return m_panel->findChild<Widget*>(QString::fromLatin1(name));
    }

    QTemporaryDir m_folder;
    QString m_sample;
    Theme* m_theme = nullptr;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<PlanPanel> m_panel;
};

void LoadPresetsTest::initTestCase() {
    m_theme = new Theme(qApp, ThemeMode::Light);
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void LoadPresetsTest::open(const std::string& gpus) {
    m_panel.reset();
    m_document = std::make_unique<Document>(windowDevices(gpus));
    m_panel = std::make_unique<PlanPanel>(m_document.get(), m_theme);
    m_panel->resize(368, 700);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QVERIFY(openAndWait(*m_document, m_sample));
}

/// Goes through the list by keyboard, as far as the entry is away.
void LoadPresetsTest::choose(const char* strategy) {
    auto* combo = child<QComboBox>("strategy_combo");
    const int target = combo->findText(QString::fromUtf8(strategy));
    QVERIFY(target >= 0);
    combo->setFocus();
    while (combo->currentIndex() != target) {
        const int before = combo->currentIndex();
        QTest::keyClick(combo, before < target ? Qt::Key_Down : Qt::Key_Up);
        QVERIFY(waitUntilIdle(*m_document));
        QVERIFY(combo->currentIndex() != before);
    }
}

void LoadPresetsTest::uniformCap() {
    open("64MiB,48MiB,64MiB");
    QVERIFY(!child<LoadPresetFields>("habit_fields")->isVisible());
    choose("uniform cap");
    QVERIFY(child<LoadPresetFields>("habit_fields")->isVisible());
    // All GPUs, and the size of the smallest.
    QCOMPARE(child<QSpinBox>("habit_gpus")->value(), 3);
    QCOMPARE(child<QSpinBox>("habit_gpus")->maximum(), 3);
    QCOMPARE(child<QLineEdit>("habit_cap")->text(), QString("48MiB"));
    QCOMPARE(plan()->placement(DeviceId::gpu(2))->budget, std::optional(48.0 * kMiB));
    QCOMPARE(plan()->request.constraints.dtype, std::optional(DType::Float16));
    auto* cap = child<QLineEdit>("habit_cap");
    cap->setFocus();
    cap->selectAll();
    QTest::keyClicks(cap, "4MiB");
    QTest::keyClick(cap, Qt::Key_Return);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->request.preset->maxGpuMemory, std::string("4MiB"));
    QCOMPARE(plan()->placement(DeviceId::gpu(0))->budget, std::optional(4.0 * kMiB));
    const int steps = m_document->undoStack()->count();
    auto* gpus = child<QSpinBox>("habit_gpus");
    gpus->setFocus();
    QTest::keyClick(gpus, Qt::Key_Down);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->request.preset->numGpus, std::optional(2U));
    QCOMPARE(plan()->placement(DeviceId::gpu(2))->weights, 0.0);
    QCOMPARE(m_document->undoStack()->count(), steps + 1);
    m_document->undoStack()->undo();
    QCOMPARE(gpus->value(), 3);
}

void LoadPresetsTest::oneClickTakesTheSmallestGpu() {
    open("64MiB,48MiB,32MiB");
    choose("uniform cap");
    QCOMPARE(child<QLineEdit>("habit_cap")->text(), QString("32MiB"));
    auto* gpus = child<QSpinBox>("habit_gpus");
    gpus->setFocus();
    QTest::keyClick(gpus, Qt::Key_Down);
    QVERIFY(waitUntilIdle(*m_document));
    // Among the first two, the smallest has 48 MiB.
    QTest::mouseClick(child<QPushButton>("habit_smallest"), Qt::LeftButton);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->request.preset->maxGpuMemory, std::string("48MiB"));
}

void LoadPresetsTest::shareOfFree() {
    open("3GiB,2GiB");
    choose("85 % of free memory");
    QVERIFY(!child<QLineEdit>("habit_cap")->isVisible());
    QVERIFY(child<QSpinBox>("habit_gpus")->isVisible());
    QCOMPARE(plan()->placement(DeviceId::gpu(0))->budgetText, std::string("2GiB"));
    QCOMPARE(plan()->placement(DeviceId::gpu(1))->budgetText, std::string("1GiB"));
    QCOMPARE(plan()->request.strategy, Strategy::Sequential);
    // Another strategy leaves the preset; its fields go.
    choose("auto");
    QVERIFY(!plan()->request.preset.has_value());
    QVERIFY(!child<LoadPresetFields>("habit_fields")->isVisible());
}

void LoadPresetsTest::invalidTextIsMarkedAndTheOldValueStays_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::newRow("cap") << "habit_cap"
                         << "ten bananas";
    QTest::newRow("no cap") << "habit_cap"
                            << "";
    QTest::newRow("device") << "habit_device"
                            << "tpu";
    QTest::newRow("no such GPU") << "habit_device"
                                 << "cuda:5";
}

void LoadPresetsTest::invalidTextIsMarkedAndTheOldValueStays() {
    QFETCH(QString, field);
    QFETCH(QString, text);
    open("64MiB,64MiB");
    choose("uniform cap");
    const auto before = plan();
    QWidget* widget = m_panel->findChild<QWidget*>(field);
    auto* line = qobject_cast<QLineEdit*>(widget);
    if (auto* combo = qobject_cast<QComboBox*>(widget)) {
        line = combo->lineEdit();
    }
    line->setFocus();
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY(line->property("invalid").toBool());
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(line->text(), text);
    QCOMPARE(plan(), before);
    auto* message = child<QLabel>("habit_message");
    QVERIFY(message->isVisible());
    QVERIFY2(!message->text().contains("--"), qPrintable(message->text()));
    // The next good value takes the mark away.
    line->selectAll();
    QTest::keyClicks(line, field == "habit_cap" ? "20MiB" : "cuda:1");
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(waitUntilIdle(*m_document));
    QVERIFY(!line->property("invalid").toBool());
    QVERIFY(!message->isVisible());
    QVERIFY(plan() != before);
}

void LoadPresetsTest::allOnOneDevice() {
    open("64MiB,64MiB");
    choose("uniform cap");
    auto* device = child<QComboBox>("habit_device");
    device->setFocus();
    device->lineEdit()->selectAll();
    QTest::keyClicks(device, "cuda:1");
    QTest::keyClick(device, Qt::Key_Return);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->deviceOf(ModuleTree::root()), std::optional(DeviceId::gpu(1)));
    QVERIFY(!child<QSpinBox>("habit_gpus")->isEnabled());
    device->lineEdit()->selectAll();
    QTest::keyClicks(device, "cpu");
    QTest::keyClick(device, Qt::Key_Return);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->deviceOf(ModuleTree::root()), std::optional(DeviceId::cpu()));
    // float16 is for GPUs; the CPU gets what is stored.
    QVERIFY(!plan()->request.constraints.dtype.has_value());
}

/// load_hf_model(path, model) without a num_gpus: a map, and then everything on GPU 0.
void LoadPresetsTest::noNumberOfGpus() {
    WindowFixture f("64MiB,64MiB");
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QVERIFY(openAndWait(f.document, m_sample));
    auto* combo = f.child<QComboBox>("strategy_combo");
    combo->setFocus();
    while (combo->currentText() != QString("num_gpus=None")) {
        const int before = combo->currentIndex();
        QTest::keyClick(combo, Qt::Key_Down);
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(combo->currentIndex() != before);
    }
    QVERIFY(!f.child<QSpinBox>("habit_gpus")->isVisible());
    QVERIFY(f.child<QComboBox>("habit_device")->isVisible());
    const auto plan = f.document.plan();
    QVERIFY(plan->request.preset && !plan->request.preset->numGpus);
    QCOMPARE(plan->deviceOf(ModuleTree::root()), std::optional(DeviceId::gpu(0)));
    const auto rows = f.window.findChildren<ProblemRow*>();
    QVERIFY(std::ranges::any_of(rows, [](const ProblemRow* row) {
        return row->accessibleName().contains(
            "Then model.to(\"cuda\") moves the whole model to GPU 0");
    }));
    // Another device keeps the entry, and Apple's is among them.
    auto* device = f.child<QComboBox>("habit_device");
    QVERIFY(device->findText("mps") >= 0);
    device->setFocus();
    device->lineEdit()->selectAll();
    QTest::keyClicks(device, "cuda:1");
    QTest::keyClick(device, Qt::Key_Return);
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(combo->currentText(), QString("num_gpus=None"));
    QCOMPARE(f.document.plan()->deviceOf(ModuleTree::root()), std::optional(DeviceId::gpu(1)));
    QVERIFY(!f.document.plan()->request.constraints.dtype.has_value());
}

void LoadPresetsTest::limitsOfUnusedGpus() {
    open("64MiB,64MiB,64MiB");
    choose("uniform cap");
    auto* gpus = child<QSpinBox>("habit_gpus");
    gpus->setFocus();
    QTest::keyClick(gpus, Qt::Key_Down);
    QVERIFY(waitUntilIdle(*m_document));
    auto* limit = child<QLineEdit>("plan_limit_gpu2");
    QCOMPARE(limit->placeholderText(), QString("not used"));
    QVERIFY2(!limit->toolTip().contains("No limit"), qPrintable(limit->toolTip()));
    QCOMPARE(child<QLineEdit>("plan_limit_gpu1")->text(), QString("64MiB"));
}

void LoadPresetsTest::aboutNamesItsParts() {
    WindowFixture f("64MiB");
    f.child<QAction>("about_action")->trigger();
    auto* dialog = f.child<QDialog>("about_dialog");
    const QString text = dialog->findChild<QTextEdit*>("about_details")->toPlainText();
    QVERIFY2(text.contains(QRegularExpression("LibTorch \\d+\\.\\d+")) &&
                 text.contains(QLatin1String(qVersion())) &&
                 text.contains(QRegularExpression("Accelerate \\d+\\.\\d+")) &&
                 text.contains(QRegularExpression("transformers \\d+\\.\\d+")),
             qPrintable(text));
    dialog->close();
}

void LoadPresetsTest::chosenRules() {
    open("64MiB,64MiB");
    auto* rules = child<QComboBox>("rules_combo");
    // Those of the library that has the class.
    QCOMPARE(rules->currentText(), QString("transformers"));
    rules->setFocus();
    QTest::keyClick(rules, Qt::Key_Up);
    QVERIFY(waitUntilIdle(*m_document));
    QCOMPARE(plan()->request.rules, PlacementRules::Accelerate);
    QCOMPARE(m_document->undoStack()->count(), 1);
    m_document->undoStack()->undo();
    QCOMPARE(rules->currentText(), QString("transformers"));
}

/// The reader whose GPU 0 already held 13 GB and then "simply blew up" under sequential.
void LoadPresetsTest::gpuThatHolds13GBAlready() {
    WindowFixture f("24GiB,24GiB");
    f.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&f.window));
    QVERIFY(openAndWait(f.document, m_sample));
    // What others use of a simulated GPU is typed in its dialog.
    f.child<QAction>("devices_action")->trigger();
    auto* table = f.child<QTableWidget>("gpu_table");
    table->item(0, 1)->setText("13GB");
    QTest::mouseClick(f.child<QPushButton>("devices_ok"), Qt::LeftButton);
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.document.plan()->placement(DeviceId::gpu(0))->device.usedByOthers,
             std::uint64_t{13'000'000'000});

    auto* combo = f.child<QComboBox>("strategy_combo");
    combo->setFocus();
    while (combo->currentText() != QString("85 % of free memory")) {
        QVERIFY(combo->currentIndex() + 1 < combo->count());
        QTest::keyClick(combo, Qt::Key_Down);
        QVERIFY(waitUntilIdle(f.document));
    }
    const auto plan = f.document.plan();
    // 0.85 × (24 GiB − 13 GB) and 0.85 × 24 GiB, rounded down to whole GiB.
    QCOMPARE(f.child<QLineEdit>("plan_limit_gpu0")->text(), QString("10GiB"));
    QCOMPARE(f.child<QLineEdit>("plan_limit_gpu1")->text(), QString("20GiB"));
    QCOMPARE(f.child<QLineEdit>("limit_gpu0")->text(), QString("10GiB"));
    QCOMPARE(plan->verdict, Verdict::Fits);
    QCOMPARE(plan->placement(DeviceId::gpu(0))->overCapacity(), std::uint64_t{0});
    const auto said = [&](const char* code) {
        return std::ranges::any_of(f.document.view()->problems, [&](const PlanProblem& problem) {
            return problem.issue.code == code && !problem.issue.text.empty();
        });
    };
    QVERIFY(said("habit_no_cpu"));
    QVERIFY(said("habit_original_differs") || said("habit_original_overfills"));
    const auto rows = f.window.findChildren<ProblemRow*>();
    QVERIFY(std::ranges::any_of(rows, [](const ProblemRow* row) {
        return row->accessibleName().contains(goldenText("plan/counts-its-own-process-only"));
    }));
}

QTEST_MAIN(LoadPresetsTest)
#include "tst_load_presets.moc"
