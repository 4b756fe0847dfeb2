// SPDX-License-Identifier: GPL-3.0-or-later
// What a person can do to a load and to the devices, by clicks and keys in the real window.
#include "engine/load/program/load_schedule.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/load/load_feature.h"
#include "widgets/load/preflight_dialog.h"
#include "widgets/plan/device_cards.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/labels.h"
#include "widgets/support/message_bar.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kTimeout = 60000;
const char* const kGpus = "64MiB:context=4MiB,64MiB";
/// The sample fits on GPU 0 once, and not twice.
const char* const kTightGpus = "60MiB:context=4MiB,64MiB";

}  // namespace

class LoadControlsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void refusalOffersTheNearestMethod();
    void refusalCanBeOverridden();
    void refusalCanBeLeftByKeyboard();
    void outOfMemoryOffersTheNearestMethod();
    void stepsByButtonAndKey();
    void aDoubleClickOnStepSteps();
    void cardsShowBeforeAndAfter();
    void cardsAreShownWhole();
    void cardsCommandTheDevices();
    void othersAreTypedIntoTheCard();
    void noteTellsThePrediction();

private:
    void show(WindowFixture& fixture);
    void chooseNaiveOnGpu0(WindowFixture& fixture);
    PreflightDialog* refuse(WindowFixture& fixture);
    static QPushButton* button(QWidget& parent, const char* name);

    QTemporaryDir m_folder;
    QString m_sample;
};

void LoadControlsTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void LoadControlsTest::show(WindowFixture& fixture) {
    fixture.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&fixture.window));
    QVERIFY(openAndWait(fixture.document, m_sample));
}

void LoadControlsTest::chooseNaiveOnGpu0(WindowFixture& f) {
    f.document.edit(MoveEdit{{"transformer", "lm_head"}, DeviceId::gpu(0)});
    QVERIFY(waitUntilIdle(f.document));
    auto* method = f.child<QComboBox>("method_combo");
    method->setFocus();
    QTest::keyClick(method, Qt::Key_Home);
    QCOMPARE(method->currentText(), QString("auto"));
    QTest::keyClick(method, Qt::Key_Down);
    QCOMPARE(method->currentText(), QString("naive"));
}

QPushButton* LoadControlsTest::button(QWidget& parent, const char* name) {
    return parent.findChild<QPushButton*>(QString::fromLatin1(name));
}

PreflightDialog* LoadControlsTest::refuse(WindowFixture& f) {
    QTest::mouseClick(f.child<QToolButton>("load_button"), Qt::LeftButton);
    PreflightDialog* dialog = nullptr;
    (void)QTest::qWaitFor(
        [&] {
            dialog = f.window.findChild<PreflightDialog*>();
            return dialog != nullptr && dialog->isVisible();
        },
        kTimeout);
    return dialog;
}

void LoadControlsTest::refusalOffersTheNearestMethod() {
    WindowFixture f(kTightGpus);
    show(f);
    chooseNaiveOnGpu0(f);
    PreflightDialog* dialog = refuse(f);
    QVERIFY(dialog != nullptr);
    QVERIFY(f.window.messages()->text().isEmpty());  // said once
    QCOMPARE(f.controller.state(), LoadState::Idle);
    const auto* objection = dialog->findChild<QLabel*>(QStringLiteral("preflight_objection_0"));
    QVERIFY2(objection->text().contains("GPU 0") && objection->text().contains("naive"),
             qPrintable(objection->text()));
    const auto* peaks = dialog->findChild<FigureTable*>(QStringLiteral("preflight_peaks"));
    QCOMPARE(peaks->text(0, 0), QString("GPU 0"));
    QCOMPARE(peaks->text(0, 1), QString("56.0"));
    QVERIFY(peaks->rows()[0].cells[2].errorMark);
    QVERIFY(!peaks->rows()[1].cells[2].errorMark);
    QVERIFY(peaks->text(0, 2).toDouble() > 56);
    QVERIFY(peaks->text(0, 3).toDouble() <= 56);
    QVERIFY(dialog->width() >= 560);

    QPushButton* nearest = button(*dialog, "preflight_nearest");
    const LoadMethod method = dialog->refusal().nearest->method;
    QVERIFY2(nearest->accessibleName().startsWith("Load with "),
             qPrintable(nearest->accessibleName()));
    QTest::mouseClick(nearest, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    QCOMPARE(f.controller.finishedLoads().back().report->method, method);
    QCOMPARE(f.window.load()->method(), method);
    QTRY_VERIFY(f.window.findChild<PreflightDialog*>() == nullptr);
}

void LoadControlsTest::refusalCanBeOverridden() {
    WindowFixture f(kTightGpus);
    show(f);
    chooseNaiveOnGpu0(f);
    PreflightDialog* dialog = refuse(f);
    QVERIFY(dialog != nullptr);
    QTest::mouseClick(button(*dialog, "preflight_force"), Qt::LeftButton);
    // It really tries, and fails where that was predicted.
    QTRY_VERIFY_WITH_TIMEOUT(f.window.messages()->isError(), kTimeout);
    QVERIFY2(f.window.messages()->text().contains("GPU 0"),
             qPrintable(f.window.messages()->text()));
    QCOMPARE(f.controller.finishedLoads().size(), std::size_t{1});
    QCOMPARE(f.controller.counters().reservedBytes, std::uint64_t{0});
}

void LoadControlsTest::refusalCanBeLeftByKeyboard() {
    WindowFixture f(kTightGpus);
    show(f);
    chooseNaiveOnGpu0(f);
    PreflightDialog* dialog = refuse(f);
    QVERIFY(dialog != nullptr);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(f.window.findChild<PreflightDialog*>() == nullptr);
    QCOMPARE(f.controller.state(), LoadState::Idle);
    QCOMPARE(f.controller.finishedLoads().size(), std::size_t{0});
    // Return takes the button that is offered first.
    dialog = refuse(f);
    QVERIFY(dialog != nullptr);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    QVERIFY(f.controller.finishedLoads().back().report->method != LoadMethod::Naive);
}

void LoadControlsTest::outOfMemoryOffersTheNearestMethod() {
    WindowFixture f(kTightGpus);
    show(f);
    chooseNaiveOnGpu0(f);
    PreflightDialog* dialog = refuse(f);
    QVERIFY(dialog != nullptr);
    QTest::mouseClick(button(*dialog, "preflight_force"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.window.messages()->isError(), kTimeout);
    auto* remedy = f.child<QPushButton>("message_remedy");
    QVERIFY(remedy->isVisible());
    QVERIFY2(remedy->text().startsWith("Load with "), qPrintable(remedy->text()));
    QTest::mouseClick(remedy, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    QVERIFY(f.window.messages()->text().isEmpty());
    QCOMPARE(QStringLiteral("Load with %1").arg(f.child<QComboBox>("method_combo")->currentText()),
             remedy->text());
}

void LoadControlsTest::stepsByButtonAndKey() {
    WindowFixture f(kGpus);
    show(f);
    auto* header = f.child<LiveHeader>("live_header");
    auto* step = f.child<QPushButton>("step_button");
    f.child<QAction>("lower_panels_action")->trigger();
    QTRY_VERIFY(step->isVisible());
    QTest::mouseClick(step, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Paused, kTimeout);
    QCOMPARE(f.controller.progress().itemsDone, std::uint64_t{0});
    QTest::mouseClick(step, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.progress().itemsDone, std::uint64_t{1}, kTimeout);
    QTest::keyClick(f.window.windowHandle(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.progress().itemsDone, std::uint64_t{2}, kTimeout);
    const QString item = QString::fromStdString(f.controller.progress().currentItem);
    QVERIFY(item.startsWith("transformer."));
    QTRY_VERIFY(header->content().rate.contains(item));
    // Tree and board show where it is.
    const ModuleTree& tree = *f.document.tree();
    QCOMPARE(f.document.currentModule(), tree.tensor(*tree.findTensor(item.toStdString())).module);
    QVERIFY(header->content().detail.startsWith("2 of "));
    QTest::mouseClick(f.child<QPushButton>("pause_button"), Qt::LeftButton);  // reads "Resume"
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
}

/// Its second click may come while the first still prepares: it is not one on Cancel.
void LoadControlsTest::aDoubleClickOnStepSteps() {
    WindowFixture f(kGpus);
    show(f);
    f.child<QAction>("lower_panels_action")->trigger();
    auto* step = f.child<QPushButton>("step_button");
    QTRY_VERIFY(step->isVisible());
    const QPoint at = step->mapTo(&f.window, step->rect().center());
    for (int click = 0; click < 2; ++click) {
        QTest::mouseClick(f.window.windowHandle(), Qt::LeftButton, Qt::NoModifier, at);
    }
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Paused, kTimeout);
    QVERIFY(f.controller.finishedLoads().empty());
    f.controller.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, kTimeout);
}

void LoadControlsTest::cardsShowBeforeAndAfter() {
    WindowFixture f(kGpus);
    show(f);
    f.window.plan()->showDevices();
    QTRY_VERIFY(f.window.plan()->cards()->isVisible());
    QVERIFY(f.child<QLabel>("cards_empty")->isVisible());
    QVERIFY(f.window.plan()->cards()->card(DeviceId::gpu(0)) == nullptr);
    QTest::mouseClick(f.child<QPushButton>("cards_load"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    QVERIFY(!f.child<QLabel>("cards_empty")->isVisible());
    for (const auto& device : f.controller.devices()) {
        const DeviceCard* card = f.window.plan()->cards()->card(device->info().id);
        QVERIFY(card != nullptr);
        QCOMPARE(*card->figures().find(MemoryHolder::Load)->now,
                 static_cast<double>(device->statistics().allocated));
        QCOMPARE(*card->figures().find(MemoryHolder::Load)->before, 0.0);
    }
    const auto* table = f.child<FigureTable>("device_use_gpu0");
    QCOMPARE(table->text(0, 0), QString(goldenText("window-plan/this-load-allocated")));
    QCOMPARE(table->text(0, 1), QString("–"));
    QVERIFY2(table->text(0, 3) == "+" + table->text(0, 2), qPrintable(table->text(0, 3)));
    QVERIFY(f.child<QLabel>("device_kind_gpu0")->text().endsWith("free, simulated"));
    QVERIFY(f.child<QLabel>("device_kind_cpu")->text().endsWith("free, measured"));
    QVERIFY(!f.child<QLineEdit>("others_cpu")->isVisible());
}

/// However narrow the panel is, no card is cut at its side, nor what is free in it.
void LoadControlsTest::cardsAreShownWhole() {
    WindowFixture f(kGpus);
    show(f);
    f.window.plan()->showDevices();
    QTest::mouseClick(f.child<QPushButton>("cards_load"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    const DeviceCards* cards = f.window.plan()->cards();
    const auto* scroll = f.child<QScrollArea>("device_cards_scroll");
    for (const int width : {1680, 900, 700}) {
        f.window.resize(width, 900);
        QTRY_COMPARE(scroll->horizontalScrollBar()->maximum(), 0);
        for (const DeviceId device : {DeviceId::gpu(0), DeviceId::gpu(1), DeviceId::cpu()}) {
            const DeviceCard* card = cards->card(device);
            QTRY_VERIFY(card->x() >= 0 && card->geometry().right() < scroll->viewport()->width());
        }
        const auto* free = f.child<ElidedLabel>("device_kind_gpu0");
        QTRY_COMPARE(free->shownText(), free->text());
    }
    QVERIFY(cards->card(DeviceId::cpu())->y() > cards->card(DeviceId::gpu(0))->y());
}

void LoadControlsTest::cardsCommandTheDevices() {
    WindowFixture f(kGpus);
    show(f);
    f.window.plan()->showDevices();
    QVERIFY(!f.child<QPushButton>("cards_unload")->isEnabled());
    QVERIFY(!f.child<QPushButton>("cards_empty_cache")->isEnabled());
    f.window.load()->setMethod(LoadMethod::Naive);
    QTest::mouseClick(f.child<QPushButton>("cards_load"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    const DeviceCard* card = f.window.plan()->cards()->card(DeviceId::gpu(0));
    QTRY_VERIFY(*card->figures().find(MemoryHolder::Cached)->now > 0);

    QTest::mouseClick(f.child<QPushButton>("cards_empty_cache"), Qt::LeftButton);
    QTRY_VERIFY(f.window.plan()->cards()->report().startsWith("Empty cache: GPU 0 reserved "));
    QCOMPARE(f.window.statusBar()->currentMessage(), f.window.plan()->cards()->report());
    QVERIFY(!f.child<QLabel>("status_verdict")->isVisible());  // one text at a time
    const AllocatorStatistics held = f.controller.devices()[0]->statistics();
    QTRY_COMPARE(*card->figures().find(MemoryHolder::Cached)->now,
                 static_cast<double>(held.reserved - held.allocated));

    QVERIFY(*card->figures().peakAllocated > static_cast<double>(held.allocated));
    QTest::mouseClick(f.child<QPushButton>("cards_reset_peaks"), Qt::LeftButton);
    QTRY_VERIFY(f.window.plan()->cards()->report().startsWith("Reset peaks: GPU 0 allocated "));
    QTRY_COMPARE(*card->figures().peakAllocated, static_cast<double>(held.allocated));

    QTest::mouseClick(f.child<QPushButton>("cards_unload"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Idle, kTimeout);
    QTRY_VERIFY(f.window.plan()->cards()->report().startsWith("Unload: GPU 0 allocated "));
    QCOMPARE(*card->figures().find(MemoryHolder::Load)->now, 0.0);
    QVERIFY(!f.child<QPushButton>("cards_unload")->isEnabled());
}

void LoadControlsTest::othersAreTypedIntoTheCard() {
    WindowFixture f(kGpus);
    show(f);
    f.window.plan()->showDevices();
    QTest::mouseClick(f.child<QPushButton>("cards_load"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    auto* field = f.child<QLineEdit>("others_gpu0");
    auto* message = f.child<QLabel>("others_message_gpu0");
    QTRY_COMPARE(field->text(), QString("0"));
    const auto type = [&](const char* text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(text));
        QTest::keyClick(field, Qt::Key_Return);
    };
    type("5MiB");
    QTRY_COMPARE(f.controller.devices()[0]->info().usedByOthers, std::uint64_t{5} << 20);
    const DeviceCard* card = f.window.plan()->cards()->card(DeviceId::gpu(0));
    QTRY_COMPARE(*card->figures().find(MemoryHolder::Others)->now, 5.0 * (1 << 20));
    QVERIFY(waitUntilIdle(f.document));
    QCOMPARE(f.document.plan()->placement(DeviceId::gpu(0))->device.usedByOthers,
             std::uint64_t{5} << 20);
    QTRY_VERIFY(f.window.statusBar()->currentMessage().startsWith("Other programs: GPU 0 held 0"));
    QVERIFY(!f.child<QLabel>("status_verdict")->isVisible());
    QVERIFY(!message->isVisible());

    type("1GiB");
    QTRY_VERIFY(message->isVisible());
    QVERIFY2(message->text().contains(goldenText("backend_sim/choose-at-most-60-0-mib")),
             qPrintable(message->text()));
    QCOMPARE(field->text(), QString("1GiB"));  // what was typed stays
    QCOMPARE(f.controller.devices()[0]->info().usedByOthers, std::uint64_t{5} << 20);
    type("some");
    QTRY_VERIFY(message->isVisible());
    QVERIFY(message->text() != QString());
    type("0");
    QTRY_COMPARE(f.controller.devices()[0]->info().usedByOthers, std::uint64_t{0});
    QTRY_VERIFY(!message->isVisible());
}

void LoadControlsTest::noteTellsThePrediction() {
    WindowFixture f(kGpus);
    show(f);
    auto* header = f.child<LiveHeader>("live_header");
    QVERIFY(header->content().note.isEmpty());
    QTest::mouseClick(f.child<QToolButton>("load_button"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, kTimeout);
    QTRY_VERIFY2(
        header->content().note.startsWith(goldenText("window-live/predicted-peaks-exact-host")),
        qPrintable(header->content().note));
    // A line of its own where the row has no room for it.
    const LiveHeaderContent content = header->content();
    LiveHeader alone(&f.theme);
    alone.setContent(content);
    alone.resize(1300, 60);
    alone.show();
    const int inTheRow = alone.sizeHint().height();
    alone.resize(480, 60);
    QVERIFY(alone.sizeHint().height() > inTheRow);
    alone.resize(1300, 60);
    QCOMPARE(alone.sizeHint().height(), inTheRow);
}

QTEST_MAIN(LoadControlsTest)
#include "tst_load_controls.moc"
