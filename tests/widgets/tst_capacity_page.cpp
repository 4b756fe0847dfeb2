// SPDX-License-Identifier: GPL-3.0-or-later
// The Capacity page by real clicks and keys: the workload's fields, the estimate that follows them,
// what the links, cells and points make of the plan, and pasted logs.
#include "engine/base/byte_size.h"
#include "engine/capacity/logs/engine_log.h"
#include "engine/run/weights/compute.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/capacity/capacity_feature.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/qcustomplot_wrapper.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFrame>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QUndoStack>
#include <QWheelEvent>

#include <functional>
#include <map>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus =
    "48MiB:context=1B,48MiB:context=1B";  // the engine takes nothing for itself

CapacityController& capacityOf(const WindowFixture& f) {
    return *f.window.capacity()->capacity();
}

bool isEstimated(const WindowFixture& f) {
    return QTest::qWaitFor(
        [&f] {
            const CapacityController& capacity = capacityOf(f);
            return !capacity.isEstimating() && (capacity.estimate() || capacity.problem());
        },
        60000);
}

/// By keys, down to the first choice that begins so; waits for the estimate. False: there is none.
bool chooses(WindowFixture& f, const char* name, const char* text) {
    auto* field = f.child<QComboBox>(name);
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Home);
    while (!field->currentText().startsWith(QLatin1String(text))) {
        if (field->currentIndex() + 1 >= field->count()) {
            return false;
        }
        QTest::keyClick(field, Qt::Key_Down);
    }
    return waitUntilIdle(f.document) && isEstimated(f);
}

bool isAnswered(const WindowFixture& f) {
    return isEstimated(f) &&
           QTest::qWaitFor([&f] { return capacityOf(f).findings().isFinished; }, 60000);
}

void typeInto(const WindowFixture& f, const char* name, const char* text) {
    auto* field = f.child<QLineEdit>(name);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

void undo(const WindowFixture& f) {
    f.child<QAction>("undo_action")->trigger();
}

/// A model of tests/data/log_models: its configuration alone.
QString configOf(const char* model) {
    return QStringLiteral(STOWAGE_TEST_DATA "/log_models/%1/config.json").arg(QLatin1String(model));
}

/// Shows the ways to run by a click on their tab, and waits for them.
QString waysState(WindowFixture& f) {
    auto* bar = f.child<QTabWidget>("capacity_tabs")->tabBar();
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(1).center());
    const auto* state = f.child<QLabel>("ways_state");
    const bool isThere = QTest::qWaitFor(
        [state] { return !state->text().isEmpty() && !state->text().startsWith("Trying"); }, 60000);
    return isThere ? state->text() : QString();
}

/// All labels of the chart, without their padding; the first graph is the dashed line.
QList<QRectF> labelsOf(const QCustomPlot& chart) {
    QList<QRectF> rooms;
    for (int i = 0; i < chart.itemCount(); ++i) {
        if (const auto* label = qobject_cast<QCPItemText*>(chart.item(i))) {
            const QMargins padding = label->padding();
            rooms += QRectF(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition())
                         .adjusted(padding.left(), padding.top(), 0, 0);
        }
    }
    return rooms;
}

/// Clicks "try" of the first change that is so, as one step. False: there is none.
bool tries(WindowFixture& f, const std::function<bool(const CapacityChange&)>& isMeant) {
    const auto& changes = capacityOf(f).findings().changes;
    const auto found = std::ranges::find_if(changes, isMeant);
    if (found == changes.end()) {
        return false;
    }
    const auto name = "try_change_" + std::to_string(found - changes.begin());
    const int steps = f.document.undoStack()->count();
    QTest::mouseClick(f.child<QPushButton>(name.c_str()), Qt::LeftButton);
    return QTest::qWaitFor([&] { return f.document.undoStack()->count() == steps + 1; }, 60000) &&
           waitUntilIdle(f.document) && isEstimated(f);
}

}  // namespace

class CapacityPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
        QVERIFY(!m_sample.isEmpty());
    }
    void init() { failOnWarnings(); }

    void withoutAModelItSaysSo() {
        WindowFixture f(kGpus);
        f.window.show();
        f.child<QAction>("capacity_action")->trigger();
        QTRY_VERIFY(f.child<QLabel>("capacity_empty")->isVisible());
        QVERIFY(!f.child<QLineEdit>("workload_batch")->isVisible());
    }

    void itTakesThePlaceOfTheBoardAndGivesItBack() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(f.child<QWidget>("capacity_page")->isVisible());
        QVERIFY(!f.child<QDockWidget>("plan_dock")->isVisible());
        f.child<QAction>("capacity_action")->trigger();
        QTRY_VERIFY(f.child<QDockWidget>("plan_dock")->isVisible());
        QVERIFY(!f.child<QWidget>("capacity_page")->isVisible());
    }

    void openingSetsAWorkloadWithoutAStep() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isEstimated(f));
        QCOMPARE(f.document.undoStack()->count(), 0);
        QVERIFY(!f.document.plan()->request.workload);
        const Workload work = capacityOf(f).workload();
        QVERIFY(work.prompt > 0 && work.generate > 0);
        QVERIFY(work.tokens() <= 64);  // the sample's positions
        QCOMPARE(f.child<QLabel>("workload_positions")->text(), QString("of 64"));
        QVERIFY(f.child<QLabel>("capacity_verdict")
                    ->text()
                    .startsWith("Fits under transformers, dynamic cache: 1 sequence"));
    }

    void anEstimateFollowsWhatIsTyped() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isEstimated(f));
        const std::uint64_t cache = capacityOf(f).estimate()->devices.front().kvCache;
        typeInto(f, "workload_batch", "8");
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(isEstimated(f));
        QCOMPARE(f.document.plan()->request.workload->batch, 8u);
        QVERIFY(capacityOf(f).estimate()->devices.front().kvCache > cache);
        QVERIFY(f.child<QLabel>("capacity_verdict")->text().contains("8 sequences"));
        QCOMPARE(f.document.undoStack()->count(), 1);
        undo(f);
        QVERIFY(isEstimated(f));
        QCOMPARE(f.child<QLineEdit>("workload_batch")->text(), QString("1"));
        QCOMPARE(capacityOf(f).estimate()->devices.front().kvCache, cache);
    }

    void anotherAllocatorIsAStepOfTheDevices() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isEstimated(f));
        const auto reserved = [&] {
            return capacityOf(f).estimate()->devices.front().peakReserved;
        };
        const std::uint64_t before = reserved();
        auto* combo = f.child<QComboBox>("workload_allocator");
        QCOMPARE(combo->currentText(), QString("native"));
        combo->setCurrentIndex(combo->findText("expandable_segments"));
        Q_EMIT combo->activated(combo->currentIndex());
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(isEstimated(f));
        QCOMPARE(f.document.undoStack()->count(), 1);
        QVERIFY(f.document.devices().front().allocator == AllocatorKind::ExpandableSegments);
        const auto& notes = capacityOf(f).estimate()->notes;
        QVERIFY(std::ranges::any_of(notes, [](const std::string& note) {
            return note.find("expandable_segments:True") != std::string::npos;
        }));
        undo(f);
        QVERIFY(isEstimated(f));
        QCOMPARE(combo->currentText(), QString("native"));
        QCOMPARE(reserved(), before);
    }

    void wheelsChangeOnlyTheFieldWithTheFocus() {
        WindowFixture f(kGpus);
        show(f);
        f.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&f.window));
        f.child<QLineEdit>("workload_batch")->setFocus();
        auto* engine = f.child<QComboBox>("workload_engine");
        const auto turn = [engine] {
            const QPointF at = engine->rect().center();
            QWheelEvent event(at, engine->mapToGlobal(at), {}, QPoint(0, -120), Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(engine, &event);
        };
        const int before = engine->currentIndex();
        turn();
        QCOMPARE(engine->currentIndex(), before);
        QCOMPARE(engine->focusPolicy(), Qt::StrongFocus);
        engine->setFocus();
        turn();
        QVERIFY(engine->currentIndex() != before);
        QVERIFY(waitUntilIdle(f.document));
    }

    void twoFieldsInARowAreBothKept() {
        WindowFixture f(kGpus);
        show(f);
        typeInto(f, "workload_batch", "4");
        typeInto(f, "workload_generate", "7");
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(f.document.plan()->request.workload->batch, 4u);
        QCOMPARE(f.document.plan()->request.workload->generate, 7u);
    }

    void aWrongNumberIsMarkedAndNotSent() {
        WindowFixture f(kGpus);
        show(f);
        auto* note = f.child<QLabel>("workload_batch_note");
        QVERIFY(!note->isVisible());
        typeInto(f, "workload_batch", "0");
        QVERIFY(note->isVisible());
        QVERIFY2(note->text().contains("type 1 to 1,048,576"), qPrintable(note->text()));
        QVERIFY(f.child<QLineEdit>("workload_batch")->property("invalid").toBool());
        typeInto(f, "workload_batch", "many");
        QVERIFY(note->text().contains("whole number"));
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(f.document.undoStack()->count(), 0);
        typeInto(f, "workload_batch", "2");
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(!note->isVisible());
        QCOMPARE(f.document.undoStack()->count(), 1);
    }

    void tokensMayBeTypedInThousands() {
        WindowFixture f(kGpus);
        show(f);
        typeInto(f, "workload_context", "32k");
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(f.document.plan()->request.workload->context, 32768u);
    }

    void morePositionsThanThereAreIsSaid() {
        WindowFixture f(kGpus);
        show(f);
        typeInto(f, "workload_context", "4096");
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(isEstimated(f));
        QVERIFY(f.child<QLabel>("workload_context_note")->isVisible() ||
                capacityOf(f).problem().has_value());
    }

    void aContextShorterThanItsTokensIsSaid() {
        WindowFixture f(kGpus);
        show(f);
        typeInto(f, "workload_prompt", "4");
        typeInto(f, "workload_generate", "4");
        typeInto(f, "workload_context", "6");
        QVERIFY(waitUntilIdle(f.document));
        QTRY_COMPARE(f.child<QLabel>("workload_context_note")->text(),
                     QString(goldenText("window-capacity/the-context-of-6-is-shorter-than")));
        QVERIFY(f.child<QLabel>("workload_context_note")->isVisible());
        typeInto(f, "workload_context", "8");
        QTRY_VERIFY(!f.child<QLabel>("workload_context_note")->isVisible());
    }

    void whatTheEngineDoesNotKeepIsSaidAtItsField() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(chooses(f, "workload_engine", "Stowage"));
        QVERIFY(chooses(f, "workload_kv_dtype", "int8"));
        QTRY_VERIFY(f.child<QLabel>("workload_kv_dtype_note")->isVisible());
        QVERIFY(f.child<QLabel>("capacity_verdict")->text().contains("int8"));
        // Points of the workload before would be taken for this one's.
        QVERIFY(f.child<QLabel>("sweep_hint")->isVisible());
        QVERIFY(f.child<QLabel>("sweep_hint")->text().contains("int8"));
    }

    /// Over LibTorch 2 a run takes the workload's attention; before that the field says why it
    /// cannot.
    void fusedAttentionIsThisProgramsWhereLibTorchHasIt() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(chooses(f, "workload_engine", "Stowage"));
        QVERIFY(chooses(f, "workload_attention", "fused"));
        QCOMPARE(f.document.plan()->request.workload->attention, AttentionKind::Fused);
        const auto* note = f.child<QLabel>("workload_attention_note");
        if (fusesAttention()) {
            QVERIFY(!note->isVisible());
            QVERIFY(capacityOf(f).estimate() != nullptr);
            return;
        }
        QTRY_VERIFY(note->isVisible());
        QVERIFY2(note->text().contains("LibTorch 2"), qPrintable(note->text()));
        QVERIFY(chooses(f, "workload_engine", "transformers"));  // as the sentence proposes
        QTRY_VERIFY(!note->isVisible());
        QTRY_VERIFY(f.child<QTableWidget>("sweep_map")->isVisible() ||
                    f.child<QWidget>("sweep_line")->isVisible());
    }

    void aFigureSaysHowItCameAbout() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isEstimated(f));
        auto* table = f.child<QTableWidget>("memory_table");
        const auto* explanation = f.child<QLabel>("memory_explanation");
        for (int column = 1; column < table->columnCount() - 1; ++column) {
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                              table->visualItemRect(table->item(0, column)).center());
            QVERIFY2(explanation->text().contains(" on GPU 0: "), qPrintable(explanation->text()));
            QVERIFY(explanation->text().contains(QRegularExpression("[0-9]")));
        }
    }

    void theMostThatFitsBecomesTheWorkload() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isAnswered(f));
        const auto most = capacityOf(f).findings().largest->batch;
        QVERIFY(most && *most > 1);
        QTest::mouseClick(f.child<QPushButton>("use_batch"), Qt::LeftButton);
        QVERIFY(waitUntilIdle(f.document));
        QCOMPARE(f.document.plan()->request.workload->batch, *most);
        QVERIFY(isEstimated(f));
        QVERIFY(capacityOf(f).estimate()->verdict != Verdict::DoesNotFit);
        typeInto(f, "workload_batch", std::to_string(*most * 2).c_str());
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(isEstimated(f));
        QCOMPARE(capacityOf(f).estimate()->verdict, Verdict::DoesNotFit);
    }

    void whatWouldMakeItFitIsTriedInTheChosenOrder() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isAnswered(f));
        const std::uint64_t tooMany = *capacityOf(f).findings().largest->batch * 3;
        auto* order = f.child<QListWidget>("sacrifices_list");
        // Fewer sequences come first of all.
        for (int row = 0; row < order->count(); ++row) {
            if (order->item(row)->text().contains("sequences")) {
                order->setCurrentRow(row);
            }
        }
        while (order->currentRow() > 0) {
            QTest::mouseClick(f.child<QPushButton>("sacrifice_earlier"), Qt::LeftButton);
        }
        QTRY_COMPARE(capacityOf(f).sacrifices().front(), CapacityChange::Kind::Batch);
        typeInto(f, "workload_batch", std::to_string(tooMany).c_str());
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(isAnswered(f));
        const auto& changes = capacityOf(f).findings().changes;
        QVERIFY(!changes.empty());
        QCOMPARE(changes.front().kind, CapacityChange::Kind::Batch);
        const auto name = "try_change_" + std::to_string(changes.size() - 1);
        const int steps = f.document.undoStack()->count();
        QTest::mouseClick(f.child<QPushButton>(name.c_str()), Qt::LeftButton);
        QTRY_COMPARE(f.document.undoStack()->count(), steps + 1);
        QVERIFY(isEstimated(f));
        QVERIFY(capacityOf(f).estimate()->verdict != Verdict::DoesNotFit);
        undo(f);
        QCOMPARE(f.document.plan()->request.workload->batch, tooMany);
    }

    void aCellBecomesThePlanAsOneStep() {
        WindowFixture f(kGpus);
        show(f);
        auto* map = f.child<QTableWidget>("sweep_map");
        QTRY_VERIFY_WITH_TIMEOUT(map->rowCount() > 1 && map->columnCount() > 1, 60000);
        const Workload before = capacityOf(f).workload();
        QTableWidgetItem* plan = nullptr;
        for (int cell = 0; cell < map->rowCount() * map->columnCount(); ++cell) {
            auto* item = map->item(cell / map->columnCount(), cell % map->columnCount());
            plan = item->data(Qt::UserRole).toBool() ? item : plan;
        }
        QVERIFY(plan != nullptr);
        // It says what the page above says.
        std::uint64_t needed = 0;
        for (const DeviceEstimate& device : capacityOf(f).estimate()->devices) {
            needed += device.device.id.isGpu() ? device.needed() : 0;
        }
        QVERIFY2(plan->toolTip().contains(
                     QString(goldenText("window-capacity/1-on-the-gpus")).arg(sizeText(needed))) &&
                     plan->toolTip().endsWith("by formula"),
                 qPrintable(plan->toolTip()));
        auto* other = map->item(plan->row() > 0 ? plan->row() - 1 : 1, plan->column());
        QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, map->visualItemRect(other).center());
        QTRY_COMPARE(f.document.undoStack()->count(), 1);
        QVERIFY(f.document.plan()->request.workload->batch != before.batch);
        undo(f);
        QCOMPARE(capacityOf(f).workload(), before);
        QVERIFY(isEstimated(f));
    }

    /// What recurrent layers keep is not known without their widths: no cell and no banner says
    /// that it fits.
    void whereItIsUndeterminedNothingSaysThatItFits() {
        WindowFixture f("16GiB");
        const QString config = m_folder.filePath("mamba2/config.json");
        QVERIFY(QDir(m_folder.path()).mkpath("mamba2"));
        QFile file(config);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"model_type": "mamba2", "architectures": ["Mamba2ForCausalLM"],
                       "conv_kernel": 0, "num_hidden_layers": 2})");
        file.close();
        f.window.show();
        QVERIFY(openAndWait(f.document, config));
        f.child<QAction>("capacity_action")->trigger();
        QVERIFY(isAnswered(f));
        QCOMPARE(capacityOf(f).estimate()->verdict, Verdict::Undetermined);
        QVERIFY(f.child<QLabel>("capacity_verdict")
                    ->text()
                    .startsWith(goldenText("capacity/undetermined")));
        QVERIFY(!f.child<QFrame>("capacity_banner")
                     ->styleSheet()
                     .contains(f.theme.colors().good.name()));
        auto* map = f.child<QTableWidget>("sweep_map");
        QTRY_VERIFY_WITH_TIMEOUT(map->rowCount() > 1 && map->columnCount() > 1, 60000);
        for (int cell = 0; cell < map->rowCount() * map->columnCount(); ++cell) {
            const auto* item = map->item(cell / map->columnCount(), cell % map->columnCount());
            QVERIFY2(!item->toolTip().contains(", fits"), qPrintable(item->toolTip()));
        }
        for (const QLabel* label : f.child<QWidget>("answers_changes")->findChildren<QLabel*>()) {
            QVERIFY2(!label->text().startsWith("fits"), qPrintable(label->text()));
        }
    }

    /// "Slower" has the colour of the slowest cell that fits, "faster" that of the fastest.
    void theLegendHasTheColoursOfTheCells() {
        WindowFixture f(kGpus);
        show(f);
        const auto* map = f.child<QTableWidget>("sweep_map");
        QTRY_VERIFY_WITH_TIMEOUT(map->rowCount() > 1 && map->columnCount() > 1, 60000);
        const QColor base = f.theme.colors().base;
        std::map<double, QColor> byContrast;  // the faster, the farther from the base
        for (int cell = 0; cell < map->rowCount() * map->columnCount(); ++cell) {
            const QColor fill = map->item(cell / map->columnCount(), cell % map->columnCount())
                                    ->background()
                                    .color();
            if (fill != f.theme.colors().window && fill != f.theme.colors().warningBackground) {
                byContrast[contrastRatio(fill, base)] = fill;
            }
        }
        QVERIFY(byContrast.size() > 1);
        const QString legend = f.child<QLabel>("sweep_axes")->text();
        QList<QColor> swatches;
        for (const QString& part : legend.split(QStringLiteral("base64,")).sliced(1)) {
            const QByteArray png = QByteArray::fromBase64(part.section(u'"', 0, 0).toLatin1());
            swatches += QImage::fromData(png).pixelColor(9, 4);
        }
        QVERIFY2(swatches.size() == 3, qPrintable(legend));
        QCOMPARE(swatches[0].name(), byContrast.begin()->second.name());
        QCOMPARE(swatches[1].name(), byContrast.rbegin()->second.name());
    }

    /// On every tint of the accent.
    void figuresOfTheSweepAreLegible() {
        WindowFixture f(kGpus);
        show(f);
        const auto* map = f.child<QTableWidget>("sweep_map");
        QTRY_VERIFY_WITH_TIMEOUT(map->rowCount() > 1 && map->columnCount() > 1, 60000);
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark, ThemeMode::HighContrast}) {
            f.theme.setMode(mode);
            for (int cell = 0; cell < map->rowCount() * map->columnCount(); ++cell) {
                const auto* item = map->item(cell / map->columnCount(), cell % map->columnCount());
                QVERIFY(contrastRatio(item->foreground().color(), item->background().color()) >=
                        4.5);
            }
        }
    }

    /// Dragged from end to end it says what each point comes to, and the plan stays; the button
    /// then takes the point on which it stands. Over a map and over a line.
    void aSliderGoesAlongTheSweep() {
        WindowFixture f(kGpus);
        show(f);
        auto* slider = f.child<QSlider>("sweep_slider");
        const auto* words = f.child<QLabel>("sweep_words");
        auto* use = f.child<QPushButton>("sweep_use");
        QTRY_VERIFY_WITH_TIMEOUT(slider->isVisible() && slider->maximum() > 0, 60000);
        dragToEnd(*slider);
        QCOMPARE(slider->value(), slider->maximum());
        const auto* map = f.child<QTableWidget>("sweep_map");
        QCOMPARE(map->currentColumn(), map->columnCount() - 1);
        const QString last =
            map->horizontalHeaderItem(map->columnCount() - 1)->text().remove(QLatin1Char('\n'));
        QVERIFY2(words->text().contains(last), qPrintable(words->text()));
        QCOMPARE(f.document.undoStack()->count(), 0);
        auto* second = f.child<QComboBox>("sweep_second");
        QTest::keyClick(second, Qt::Key_Home);  // none: a line
        const auto* line = f.child<QWidget>("sweep_line");
        QTRY_VERIFY_WITH_TIMEOUT(line->isVisible(), 60000);
        QVERIFY(!use->isEnabled());  // on the plan's own point
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(line->accessibleDescription() + QLatin1Char('.'), words->text());
        QVERIFY(use->isEnabled());
        const Workload before = capacityOf(f).workload();
        QTest::mouseClick(use, Qt::LeftButton);
        QTRY_COMPARE(f.document.undoStack()->count(), 1);
        QVERIFY(f.document.plan()->request.workload->tokens() > before.tokens());
        QTRY_VERIFY_WITH_TIMEOUT(slider->value() == slider->maximum() && !use->isEnabled() &&
                                     !capacityOf(f).isEstimating(),
                                 60000);
    }

    /// With the arrow keys: a point that is beaten says by which, and that one is no slower.
    void waysToRunSayWhatBeatsThem() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isEstimated(f));
        f.child<QTabWidget>("capacity_tabs")->setCurrentIndex(1);
        const auto* state = f.child<QLabel>("ways_state");
        QTRY_VERIFY_WITH_TIMEOUT(state->text().contains("Dashed"), 60000);
        auto* chart = f.child<QWidget>("ways_chart");
        static const QRegularExpression kWords(goldenText("window-capacity/0-9-tokens-s-of-vram"));
        std::map<QString, double> rates;
        std::map<QString, QString> beaten;
        QString first;
        while (first.isEmpty() || chart->accessibleDescription() != first) {
            const auto words = kWords.match(chart->accessibleDescription());
            QVERIFY2(words.hasMatch(), qPrintable(chart->accessibleDescription()));
            first = first.isEmpty() ? words.captured(0) : first;
            rates[words.captured(1)] = words.captured(2).remove(',').toDouble();
            if (!words.captured(3).isEmpty()) {
                beaten[words.captured(1)] = words.captured(3);
            }
            QTest::keyClick(chart, Qt::Key_Right);
        }
        QVERIFY(rates.size() > 2);
        QVERIFY(!beaten.empty() && beaten.size() < rates.size());
        for (const auto& [way, better] : beaten) {
            QVERIFY2(rates.contains(better), qPrintable(better));
            QVERIFY(rates[better] >= rates[way]);
            QVERIFY(!beaten.contains(better));
        }
        QTest::keyClick(chart, Qt::Key_Right);
        QTest::keyClick(chart, Qt::Key_Return);
        QTRY_COMPARE(f.document.undoStack()->count(), 1);
    }

    /// Tensor parallelism has no time: nothing is drawn, and no sentence says that nothing fits.
    void waysWithoutATimeNameTheCause() {
        WindowFixture f("rtx-4090,rtx-4090");
        show(f, configOf("llama-3.1-8b"));
        typeInto(f, "workload_tensor_parallel", "2");
        QVERIFY(waitUntilIdle(f.document) && isEstimated(f));
        QVERIFY(f.child<QLabel>("capacity_verdict")->text().startsWith("Fits"));
        const QString state = waysState(f);
        QVERIFY2(state.contains("The time of tensor parallelism depends on"), qPrintable(state));
        QVERIFY2(state.contains("the plan; bfloat16, 2 GPUs"), qPrintable(state));
        QVERIFY2(!state.contains("Dashed") && !state.startsWith("No "), qPrintable(state));
        QVERIFY(f.child<QWidget>("ways_chart")->accessibleDescription().isEmpty());
    }

    /// Those of a GPU of the catalogue are drawn; those that this machine's CPU computes are named,
    /// as it was not measured.
    void waysOnGpusAreDrawnWithoutTheCpus() {
        WindowFixture f("rtx-4090");
        show(f, configOf("llama-3.1-8b"), 64 * kGiB);
        QVERIFY(chooses(f, "workload_engine", "vLLM"));
        typeInto(f, "workload_batch", "4");
        typeInto(f, "workload_context", "8192");
        QVERIFY(waitUntilIdle(f.document) && isEstimated(f));
        const QString state = waysState(f);
        QVERIFY2(state.contains("Dashed"), qPrintable(state));
        auto* chart = f.child<QCustomPlot>("ways_chart");
        QStringList drawn;
        while (!drawn.contains(chart->accessibleDescription())) {
            drawn += chart->accessibleDescription();
            QTest::keyClick(chart, Qt::Key_Right);
        }
        QVERIFY(!drawn.isEmpty());
        for (const QString& way : drawn) {
            QVERIFY2(way.startsWith("the plan") || way.contains("GPU"), qPrintable(way));
        }
        QVERIFY2(state.contains("bfloat16, CPU"), qPrintable(state));
        QVERIFY2(state.contains("this machine has not been measured"), qPrintable(state));
    }

    void labelsOfWaysCoverNothing_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(1024, 640);
        QTest::newRow("large") << QSize(1680, 1050);
    }
    void labelsOfWaysCoverNothing() {
        QFETCH(QSize, size);
        WindowFixture f("rtx-4090*4");
        f.window.resize(size);
        show(f, configOf("llama-3.1-8b"));
        QVERIFY(isEstimated(f));
        QVERIFY(waysState(f).contains("Dashed"));
        auto* chart = f.child<QCustomPlot>("ways_chart");
        chart->replot();
        const QCPGraph* line = chart->graph(0);
        const auto pixel = [line](int point) {
            const auto at = line->data()->constBegin() + point;
            return line->coordsToPixels(at->key, at->value);
        };
        QVERIFY(line->dataCount() > 1);
        const QList<QRectF> labels = labelsOf(*chart);
        QVERIFY(labels.size() > 2);
        for (int i = 0; i < labels.size(); ++i) {
            QVERIFY(QRectF(chart->rect()).contains(labels[i]));
            for (int point = 1; point < line->dataCount(); ++point) {
                QPainterPath path(pixel(point - 1));
                path.lineTo(pixel(point));
                QVERIFY2(!path.intersects(labels[i]), qPrintable(QString::number(i)));
            }
            for (int graph = 1; graph < chart->graphCount(); ++graph) {
                const auto point = chart->graph(graph)->data()->constBegin();
                QVERIFY(!labels[i].contains(line->coordsToPixels(point->key, point->value)));
            }
            for (int other = 0; other < i; ++other) {
                QVERIFY(!labels[i].intersects(labels[other]));
            }
        }
    }

    /// Each answer is shown when it is known, and is not there before.
    void answersAppearOneByOne() {
        WindowFixture f("24GiB");
        std::vector<unsigned> seen;
        connect(&capacityOf(f), &CapacityController::findingsChanged, this, [&] {
            const auto& largest = capacityOf(f).findings().largest;
            if (largest && (seen.empty() || seen.back() != largest->known)) {
                seen.push_back(largest->known);
            }
        });
        show(f, configOf("llama-3.1-8b"), 64 * kGiB);
        QVERIFY(isAnswered(f));
        QCOMPARE(seen, (std::vector<unsigned>{1, 2, 3}));
    }

    /// The cards are filled in another order, and the limits that this took are kept.
    void anotherMapIsTriedWithItsLimits() {
        WindowFixture f("a100-80gb,rtx-4090*4");
        show(f, configOf("llama-3.1-70b"), 64 * kGiB);
        typeInto(f, "workload_prompt", "4096");
        typeInto(f, "workload_generate", "512");
        QVERIFY(waitUntilIdle(f.document) && isAnswered(f));
        QVERIFY(capacityOf(f).estimate()->verdict != Verdict::Fits);
        QVERIFY(tries(f, [](const CapacityChange& change) {
            return change.kind == CapacityChange::Kind::Placement;
        }));
        const PlacementRequest& request = f.document.plan()->request;
        QVERIFY(request.strategy == Strategy::Sequential);
        QVERIFY(!request.budgetsAreDefaults);
        QCOMPARE(capacityOf(f).estimate()->verdict, Verdict::Fits);
        undo(f);
        QVERIFY(isEstimated(f));
        QVERIFY(f.document.plan()->request.budgetsAreDefaults);
        QVERIFY(capacityOf(f).estimate()->verdict != Verdict::Fits);
    }

    /// 32,768 tokens at once are 466 GiB of scores for this program, and few for transformers.
    void anotherEngineIsTried() {
        WindowFixture f("a100-80gb");
        show(f, configOf("llama-3.1-8b"), 64 * kGiB);
        QVERIFY(chooses(f, "workload_engine", "Stowage"));
        typeInto(f, "workload_prompt", "32768");
        QVERIFY(waitUntilIdle(f.document) && isAnswered(f));
        QCOMPARE(capacityOf(f).estimate()->verdict, Verdict::DoesNotFit);
        QVERIFY(tries(f, [](const CapacityChange& change) {
            return change.kind == CapacityChange::Kind::Engine;
        }));
        QCOMPARE(f.document.plan()->request.workload->engine, std::string("transformers"));
        QVERIFY(f.child<QComboBox>("workload_engine")->currentText().startsWith("transformers"));
        QCOMPARE(capacityOf(f).estimate()->verdict, Verdict::Fits);
        undo(f);
        QVERIFY(isEstimated(f));
        QVERIFY(f.child<QComboBox>("workload_engine")->currentText().startsWith("Stowage"));
        QCOMPARE(capacityOf(f).estimate()->verdict, Verdict::DoesNotFit);
    }

    /// And those of another model are removed.
    void figuresOfThePlanBeforeAreDimmed() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isEstimated(f));
        f.child<QTabWidget>("capacity_tabs")->setCurrentIndex(1);
        const auto* state = f.child<QLabel>("ways_state");
        QTRY_VERIFY_WITH_TIMEOUT(state->text().contains("Dashed"), 60000);
        const auto* chart = f.child<QWidget>("ways_chart");
        const auto* banner = f.child<QFrame>("capacity_banner");
        bool wereDimmed = false;
        QStringList ways;
        QObject context;
        connect(&capacityOf(f), &CapacityController::inputChanged, &context, [&] {
            wereDimmed = chart->graphicsEffect() != nullptr && banner->graphicsEffect() != nullptr;
            ways.append(chart->accessibleDescription());
        });
        typeInto(f, "workload_generate", "7");
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(wereDimmed);
        QVERIFY(!ways.contains(QString()));
        QVERIFY(isEstimated(f));
        QVERIFY(banner->graphicsEffect() == nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(chart->graphicsEffect() == nullptr, 60000);
        ways.clear();
        QVERIFY(openAndWait(f.document,
                            QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny-shards")));
        QVERIFY(ways.contains(QString()));
    }

    void aSweepIsExported() {
        WindowFixture f(kGpus);
        show(f);
        auto* button = f.child<QPushButton>("sweep_export");
        QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 60000);
        auto* menu = f.child<QMenu>("sweep_export_menu");
        QSignalSpy told(f.window.findChild<FigureSaver*>(), &FigureSaver::told);
        int saved = 0;
        for (const auto& [file, entry] :
             {std::pair("sweep.csv", "Save figures…"), std::pair("sweep.png", "Save picture…"),
              std::pair("sweep.svg", "Save picture…")}) {
            f.dialogs.answer = f.folder.filePath(QString::fromLatin1(file));
            Q_EMIT menu->aboutToShow();  // shown, it would grab keys that this platform has not
            const QList<QAction*> actions = menu->actions();
            const auto found =
                std::ranges::find(actions, QString::fromUtf8(entry),
                                  [](const QAction* action) { return action->text(); });
            QVERIFY(found != actions.end());
            (*found)->trigger();
            QTRY_VERIFY2(QFile(f.dialogs.answer).size() > 100, file);
            ++saved;
            QTRY_COMPARE(told.count(), saved);
        }
    }

    void aPastedLogStandsBesideThePlan() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isEstimated(f));
        f.child<QTabWidget>("capacity_tabs")->setCurrentIndex(3);
        auto* text = f.child<QPlainTextEdit>("engine_log_text");
        text->setPlainText(
            "llama_kv_cache:      CUDA0 KV buffer size =   512.00 MiB\n"
            "load_tensors:        CUDA0 model buffer size =  4403.50 MiB\n"
            "something else took 12.5 GiB of memory\n");
        const auto* rows = f.child<QTableView>("engine_log_rows");
        QTRY_VERIFY(rows->model()->rowCount() >= 2);
        QVERIFY(rows->isVisible());
        text->clear();
        QTRY_COMPARE(rows->model()->rowCount(), 0);
    }

    void aPipelineShowsItsWaysToOffload() {
        WindowFixture f("8MiB,1MiB");
        f.window.show();
        f.document.open(QStringLiteral(STOWAGE_TEST_DATA "/pipelines/flux"));
        QVERIFY(waitUntilIdle(f.document));
        f.child<QAction>("capacity_action")->trigger();
        auto* table = f.child<QTableView>("offload_modes");
        QTRY_COMPARE(table->model()->rowCount(), 6);
        QVERIFY(table->isVisible());
        QVERIFY(!f.child<QLineEdit>("workload_batch")->isVisible());
        // The largest GPU is the one that is meant.
        QVERIFY(f.child<QLabel>("pipeline_about")->text().contains(QStringLiteral("GPU 0")));
        const auto* call = f.child<QLabel>("pipeline_call");
        QVERIFY(call->text().isEmpty());
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 0)).center());
        QCOMPARE(call->text(), QStringLiteral("pipe.enable_model_cpu_offload()"));
        QTest::keyClick(table, Qt::Key_Down);
        QVERIFY(call->text().contains(QStringLiteral("block_level")));
        // A single model has its workload again.
        f.document.open(m_sample);
        QVERIFY(waitUntilIdle(f.document));
        QTRY_VERIFY(f.child<QLineEdit>("workload_batch")->isVisible());
        QVERIFY(!table->isVisible());
    }

    /// As in 1366x768 pixels at 200 %.
    void aLowPageScrollsAsAWhole() {
        WindowFixture f(kGpus);
        show(f);
        QVERIFY(isAnswered(f));
        auto* whole = f.child<QScrollArea>("capacity_results");
        auto* memory = f.child<QScrollArea>("capacity_scroll");
        f.window.resize(1280, 900);
        QTRY_COMPARE(whole->verticalScrollBar()->maximum(), 0);
        f.window.resize(683, 384);
        QTRY_VERIFY(whole->verticalScrollBar()->maximum() > 0);
        QTRY_COMPARE(memory->verticalScrollBar()->maximum(), 0);
        const QWidget* content = memory->widget();
        QVERIFY(content->height() >= content->heightForWidth(content->width()));
        const auto* bars = f.child<QWidget>("memory_bars");
        QVERIFY(bars->height() >= bars->heightForWidth(bars->width()));
        QVERIFY(memory->horizontalScrollBar()->maximum() == 0 &&
                content->width() <= whole->width());
        QVERIFY(f.child<QTabWidget>("capacity_tabs")->height() >= px(300));
        f.window.resize(1280, 900);
        QTRY_COMPARE(whole->verticalScrollBar()->maximum(), 0);
    }

    void theWindowClosesWhileItComputes() {
        WindowFixture f(kGpus);
        show(f);
        typeInto(f, "workload_batch", "16");
        f.window.close();
    }

private:
    static void dragToEnd(QSlider& slider) {
        QStyleOptionSlider option;
        option.initFrom(&slider);
        option.tickPosition = slider.tickPosition();
        option.minimum = slider.minimum();
        option.maximum = slider.maximum();
        option.sliderPosition = slider.value();
        option.sliderValue = slider.value();
        const QPoint handle =
            slider.style()
                ->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, &slider)
                .center();
        const QPoint end(slider.width() - 1, handle.y());
        QTest::mousePress(&slider, Qt::LeftButton, {}, handle);
        for (int step = 1; step <= 10; ++step) {
            QTest::mouseMove(&slider, handle + (end - handle) * step / 10);
        }
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, end);
    }

    void show(WindowFixture& f) { show(f, m_sample); }
    static void show(WindowFixture& f, const QString& model, std::uint64_t ram = kGiB) {
        f.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&f.window));
        QVERIFY(openAndWait(f.document, model));
        if (ram != kGiB) {
            std::vector<DeviceInfo> devices = f.document.devices();
            std::ranges::find(devices, DeviceId::cpu(), &DeviceInfo::id)->capacity = ram;
            f.document.edit(SetDevicesEdit{std::move(devices)});
            QVERIFY(waitUntilIdle(f.document));
            f.document.undoStack()->clear();
        }
        f.child<QAction>("capacity_action")->trigger();
        QTRY_VERIFY(f.child<QLineEdit>("workload_batch")->isVisible());
    }

    QTemporaryDir m_folder;
    QString m_sample;
};

QTEST_MAIN(CapacityPageTest)
#include "tst_capacity_page.moc"
