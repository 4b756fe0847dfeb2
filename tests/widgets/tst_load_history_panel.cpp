// SPDX-License-Identifier: GPL-3.0-or-later
// The History dock by mouse and keyboard: order, search, selection, curves, details, notes, delete,
// export.
#include "widgets/support/tables.h"

#include "engine/base/json_reader.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/load_record_samples.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/history/load_history_panel.h"
#include "widgets/history/load_record_charts.h"
#include "widgets/history/load_record_display.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/labels.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QScopeGuard>
#include <QSet>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

/// A history with three load records, its panel on the screen.
class PanelFixture {
public:
    PanelFixture() : theme(qApp, ThemeMode::Light), panel(&store, &dialogs, &theme) {
        panel.resize(1500, 320);
        panel.show();
    }
    void fill() {
        ids = {addRun(store, loadRecord("naive", 9 << 20, "2026-11-20T10:00:00.000Z", 1)),
               addRun(store, loadRecord("mmap", 5 << 20, "2026-11-20T11:00:00.000Z", 3)),
               addRun(store, loadRecord("streamed", 7 << 20, "2026-11-20T12:00:00.000Z", 2))};
    }
    template <class Widget>
    Widget* child(const char* name) {
        auto* widget = panel.findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("the panel has no %s", name);
        }
        return widget;
    }
    /// What an action of a context menu writes.
    QByteArray saved(const char* action, const char* name) {
        QSignalSpy told(&saver, &FigureSaver::told);
        dialogs.answer = folder.filePath(QString::fromLatin1(name));
        child<QAction>(action)->trigger();
        QFile file(dialogs.answer);
        const bool isSaved = !told.isEmpty() || told.wait(60000);
        return isSaved && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QTableView* table() { return child<QTableView>("runs_table"); }
    QString text(int row, int column) {
        return table()->model()->index(row, column).data().toString();
    }
    void click(int row, int column, Qt::KeyboardModifiers modifiers = {}) {
        const QModelIndex index = table()->model()->index(row, column);
        table()->scrollTo(index);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, modifiers,
                          table()->visualRect(index).center());
    }

    QTemporaryDir folder;
    FixedFileDialogs dialogs;
    Theme theme;
    LoadHistory store{QString()};
    LoadHistoryPanel panel;
    FigureSaver saver{&dialogs, &panel};
    QStringList ids;
};

}  // namespace

class LoadHistoryPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void emptyAtFirst();
    void modelKeepsTheRules();
    void columnsStandInTheOrderOfTheirNames();
    void figuresInTheTable();
    void sortsByAColumn();
    void selectedCurvesAreLaidOver();
    void detailsOfOneRun();
    void notesAreWrittenInPlace();
    void deletesAndBringsBack();
    void exportsAndImports();
    void unfinishedRunsSayWhy();
    void runsStandBesideLoads();
    void chainsStandBesideRuns();
    void searchesAndChoosesAKind();
    void aLegendSaysWhichIsWhich();
    void headsOfChartsAreMirrored();
    void predictedAndMeasured();
};

void LoadHistoryPanelTest::emptyAtFirst() {
    PanelFixture f;
    QVERIFY(f.child<QLabel>("runs_empty")->isVisible());
    QVERIFY(!f.table()->isVisible());
    QCOMPARE(f.child<QLabel>("runs_count")->text(), QString("0 records"));
    QVERIFY(!f.child<QPushButton>("runs_export")->isEnabled());
    QVERIFY(!f.child<QPushButton>("runs_delete")->isEnabled());
    QVERIFY(!f.child<QPushButton>("runs_undo_delete")->isVisible());
    QVERIFY(f.child<QLabel>("run_charts_hint")->isVisible());
}

void LoadHistoryPanelTest::modelKeepsTheRules() {
    PanelFixture f;
    LoadHistoryModel model(&f.store, &f.theme);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester sorted(f.table()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    f.fill();
    QCOMPARE(model.rowCount(), 3);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    f.store.setNote(f.ids[1], QStringLiteral("x"));
    QCOMPARE(resets.size(), 0);  // a selection outlives it
    f.store.remove({f.ids[0], f.ids[2]});
    QCOMPARE(model.rowCount(), 1);
    f.store.undoRemove();
    QCOMPARE(model.rowCount(), 3);
    f.theme.setMode(ThemeMode::Dark);
}

void LoadHistoryPanelTest::columnsStandInTheOrderOfTheirNames() {
    PanelFixture f;
    using Model = LoadHistoryModel;
    const std::pair<Model::Column, const char*> heads[] = {
        {Model::Date, "Date"},
        {Model::Model, "Model"},
        {Model::Note, "Note"},
        {Model::Kind, "Kind"},
        {Model::Method, "Method"},
        {Model::Plan, "Plan"},
        {Model::Time, "Time"},
        {Model::Vram, goldenText("window-history/vram-peak-by-gpu")},
        {Model::Ram, "RAM, anon."},
        {Model::Errors, goldenText("window-history/measured-less-predicted")},
        {Model::Verified, "Verified"},
        {Model::State, "State"},
    };
    QCOMPARE(std::size(heads), std::size_t{Model::kColumnCount});
    for (const auto& [column, head] : heads) {
        const auto of = [&f, column](int role) {
            return f.table()->model()->headerData(column, Qt::Horizontal, role);
        };
        QCOMPARE(of(Qt::DisplayRole).toString(), QLatin1String(head));
        QVERIFY2(!of(Qt::ToolTipRole).toString().isEmpty(), head);
    }
}

void LoadHistoryPanelTest::figuresInTheTable() {
    PanelFixture f;
    f.fill();
    QVERIFY(f.table()->isVisible());
    QCOMPARE(f.child<QLabel>("runs_count")->text(), QString("3 records"));
    QCOMPARE(f.text(0, LoadHistoryModel::Method), QString("streamed"));
    QCOMPARE(f.text(0, LoadHistoryModel::Plan), QString("auto: GPU 0"));
    QCOMPARE(f.text(0, LoadHistoryModel::Vram), QString("7.0 MiB"));
    QCOMPARE(f.text(0, LoadHistoryModel::Ram), QString("1.0 MiB"));
    QCOMPARE(f.text(0, LoadHistoryModel::Time), QString("2.00 s"));
    QCOMPARE(f.text(0, LoadHistoryModel::Errors), QString("GPU exact · RAM +576 B · time +25 %"));
    QCOMPARE(f.text(0, LoadHistoryModel::Verified), QString("yes"));
    QCOMPARE(f.text(0, LoadHistoryModel::State), QString("done"));
    const QString tip =
        f.table()->model()->index(0, LoadHistoryModel::Vram).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains("simulated") && tip.contains("7,340,032"), qUtf8Printable(tip));
}

void LoadHistoryPanelTest::sortsByAColumn() {
    PanelFixture f;
    f.fill();
    const auto order = [&f] {
        return QStringList{f.text(0, LoadHistoryModel::Method), f.text(1, LoadHistoryModel::Method),
                           f.text(2, LoadHistoryModel::Method)};
    };
    QCOMPARE(order(), QStringList({"streamed", "mmap", "naive"}));
    QHeaderView* head = f.table()->horizontalHeader();
    const QPoint vram(head->sectionViewportPosition(LoadHistoryModel::Vram) + 20,
                      head->height() / 2);
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, vram);
    const QStringList once = order();
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, vram);
    const QStringList twice = order();
    const QStringList rising{"mmap", "streamed", "naive"};
    const QStringList falling{"naive", "streamed", "mmap"};
    QVERIFY((once == rising && twice == falling) || (once == falling && twice == rising));
}

void LoadHistoryPanelTest::selectedCurvesAreLaidOver() {
    PanelFixture f;
    f.fill();
    QSignalSpy asked(&f.panel, &LoadHistoryPanel::overlayRequested);
    f.click(0, LoadHistoryModel::Model);
    QCOMPARE(f.panel.charts()->overlays().size(), std::size_t{1});
    f.click(2, LoadHistoryModel::Model, Qt::ControlModifier);
    QCOMPARE(f.panel.selected().size(), std::size_t{2});
    QCOMPARE(f.child<QLabel>("run_details_title")->text(),
             QString(goldenText("window-history/2-records-are-selected")));
    const auto& overlays = f.panel.charts()->overlays();
    QCOMPARE(overlays.size(), std::size_t{2});
    QCOMPARE(overlays[0].label, QString("streamed"));
    QCOMPARE(overlays[1].label, QString("naive"));
    QVERIFY(overlays[0].style.color() != overlays[1].style.color());
    QCOMPARE(overlays[1].devices.at(DeviceId::gpu(0)).allocated.back(), double{9 << 20});
    // Over the live charts only where that is asked for.
    QVERIFY(asked.back()[0].value<std::vector<LoadHistory::Record>>().empty());
    QTest::mouseClick(f.child<QPushButton>("runs_overlay"), Qt::LeftButton);
    QCOMPARE(asked.back()[0].value<std::vector<LoadHistory::Record>>().size(), std::size_t{2});
    // A run that comes meanwhile leaves the choice as it is.
    QVERIFY(!addRun(f.store, loadRecord("meta", 1, "2026-11-20T13:00:00.000Z")).isEmpty());
    QCOMPARE(f.panel.selected().size(), std::size_t{2});
}

void LoadHistoryPanelTest::detailsOfOneRun() {
    PanelFixture f;
    f.fill();
    const QModelIndex index = f.table()->model()->index(1, LoadHistoryModel::Model);
    const QPoint at = f.table()->visualRect(index).center();
    QTest::mouseClick(f.table()->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(f.table()->viewport(), Qt::LeftButton, {}, at);
    QVERIFY(f.child<QWidget>("run_details")->isVisible());
    QCOMPARE(f.child<QLabel>("run_details_title")->text(), QString("tiny.safetensors, mmap"));
    const QString text = f.child<SelectableText>("run_details_outcome")->toPlainText() + u'\n' +
                         f.child<SelectableText>("run_details_origin")->toPlainText();
    for (const char* part : {"State: done", goldenText("window-history/page-cache-as-it-was"),
                             "auto: GPU 0", "SHA-256 ab", "5,242,880", "(predicted 1.60 s)"}) {
        QVERIFY2(text.contains(QString::fromLatin1(part)), qUtf8Printable(text));
    }
    QVERIFY(
        f.child<QWidget>("run_details_phases")->accessibleDescription().contains("read weights"));
    QTest::mouseClick(f.child<QPushButton>("runs_curves_page"), Qt::LeftButton);
    QVERIFY(f.panel.charts()->isVisible());
}

void LoadHistoryPanelTest::notesAreWrittenInPlace() {
    PanelFixture f;
    f.panel.resize(2400, 320);
    f.fill();
    f.click(0, LoadHistoryModel::Note);
    QTest::keyClick(f.table(), Qt::Key_F2);
    auto* field = f.table()->findChild<QLineEdit*>();
    QVERIFY(field != nullptr);
    QTest::keyClicks(field, "quick");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(f.store.find(f.ids[2])->note, std::string("quick"));
    QTRY_COMPARE(f.text(0, LoadHistoryModel::Note), QString("quick"));
}

void LoadHistoryPanelTest::deletesAndBringsBack() {
    PanelFixture f;
    f.fill();
    f.click(0, LoadHistoryModel::Model);
    f.click(1, LoadHistoryModel::Model, Qt::ShiftModifier);
    QTest::keyClick(f.table(), Qt::Key_Delete);
    QCOMPARE(f.table()->model()->rowCount(), 1);
    QCOMPARE(f.child<QLabel>("runs_notice")->text(), QString("2 records deleted."));
    QVERIFY(f.panel.charts()->overlays().empty());
    auto* undo = f.child<QPushButton>("runs_undo_delete");
    QVERIFY(undo->isVisible());
    QTest::mouseClick(undo, Qt::LeftButton);
    QCOMPARE(f.table()->model()->rowCount(), 3);
    QVERIFY(!undo->isVisible());
}

void LoadHistoryPanelTest::exportsAndImports() {
    PanelFixture f;
    f.fill();
    f.click(1, LoadHistoryModel::Model);
    f.dialogs.answer = f.folder.filePath("out.json");
    QTest::mouseClick(f.child<QPushButton>("runs_export"), Qt::LeftButton);
    QTRY_VERIFY(f.child<QLabel>("runs_notice")
                    ->text()
                    .startsWith(goldenText("window-history/1-record-exported-to")));
    QVERIFY(QFile::exists(f.dialogs.answer));
    QTest::mouseClick(f.child<QPushButton>("runs_import"), Qt::LeftButton);
    QTRY_COMPARE(f.table()->model()->rowCount(), 4);
    QCOMPARE(f.dialogs.questions, 2);
}

void LoadHistoryPanelTest::unfinishedRunsSayWhy() {
    PanelFixture f;
    LoadRecord record;
    record.date = "2026-11-20T10:00:00.000Z";
    const auto load = parseJson(R"({"method":"naive","stopped":{"at":"copy","kind":)"
                                R"("device_out_of_memory","why":"GPU 0 is full."}})",
                                "load.json");
    QVERIFY(load && setLoadObject(record, *load));
    QVERIFY(!addRun(f.store, record).isEmpty());
    for (const int column : {LoadHistoryModel::Time, LoadHistoryModel::Vram, LoadHistoryModel::Ram,
                             LoadHistoryModel::Errors, LoadHistoryModel::Verified}) {
        QCOMPARE(f.text(0, column), QString("–"));
    }
    const QModelIndex state = f.table()->model()->index(0, LoadHistoryModel::State);
    QCOMPARE(state.data().toString(), QString("failed"));
    QCOMPARE(state.data(Qt::ToolTipRole).toString(), QString("GPU 0 is full."));
    QVERIFY(f.panel.charts()->overlays().empty());
}

void LoadHistoryPanelTest::runsStandBesideLoads() {
    PanelFixture f;
    f.fill();
    (void)addRun(f.store, runRecord(0.15, "2026-11-20T13:00:00.000Z"));
    QCOMPARE(f.text(0, LoadHistoryModel::Kind), QString("run"));
    QCOMPARE(f.text(1, LoadHistoryModel::Kind), QString("load"));
    QCOMPARE(f.text(0, LoadHistoryModel::Method), QString("streamed"));
    QCOMPARE(f.text(0, LoadHistoryModel::Vram), QString("9.0 MiB"));
    f.click(0, LoadHistoryModel::Model);
    QTest::mouseClick(f.child<QPushButton>("runs_details_page"), Qt::LeftButton);
    const QString told = f.child<SelectableText>("run_details_outcome")->toPlainText();
    QVERIFY2(told.contains(goldenText("load/time-to-first-token-250-ms-measured")),
             qUtf8Printable(told));
    QVERIFY2(told.contains(goldenText("window-history/unaccounted-measured-less-explained")),
             qUtf8Printable(told));
    QCOMPARE(f.child<QLabel>("run_details_title")->text(),
             QString("tiny.safetensors, run after loading with streamed"));
    const auto* tokens = f.child<FigureTable>("run_details_phases");
    QVERIFY(tokens->isVisible());
    QCOMPARE(tokens->rows().size(), std::size_t{2});
    QCOMPARE(tokens->text(0, 0), QString("prompt, 3 tokens"));
    QCOMPARE(tokens->text(0, 3), QString("250 ms"));
    QCOMPARE(tokens->text(1, 0), QString("token 2"));
    QCOMPARE(tokens->text(1, 3), QString("150 ms"));
    f.click(1, LoadHistoryModel::Model);
    QVERIFY(f.child<SelectableText>("run_details_outcome")->toPlainText().contains("GPU 0 0 B"));
    // A long run tells of its first passes, a prompt in parts by its parts.
    LoadRecord longer = runRecord(0.1, "2026-11-20T14:00:00.000Z");
    longer.figures.run->passes.assign(130, {1, 0, 0.5});
    longer.figures.run->prefillPasses = 2;
    (void)addRun(f.store, longer);
    f.click(0, LoadHistoryModel::Model);
    QCOMPARE(tokens->rows().size(), std::size_t{101});
    QCOMPARE(tokens->text(1, 0), QString("prompt, 1 token"));
    QCOMPARE(tokens->text(2, 0), QString("token 2"));
    QCOMPARE(tokens->text(100, 0), QString("and 30 more"));
}

void LoadHistoryPanelTest::chainsStandBesideRuns() {
    PanelFixture f;
    f.fill();
    (void)addRun(f.store, chainRecord("2026-11-20T13:00:00.000Z"));
    QCOMPARE(f.text(0, LoadHistoryModel::Kind), QString("chain"));
    QCOMPARE(f.text(0, LoadHistoryModel::Model), QString("gpt2 → llama"));
    QCOMPARE(f.text(0, LoadHistoryModel::Plan), QString("chain of models on GPU 0"));
    QCOMPARE(f.text(0, LoadHistoryModel::Errors), QString("–"));
    f.click(0, LoadHistoryModel::Model);
    QTest::mouseClick(f.child<QPushButton>("runs_details_page"), Qt::LeftButton);
    QCOMPARE(f.child<QLabel>("run_details_title")->text(), QString("gpt2 → llama, a chain"));
    const auto* turns = f.child<FigureTable>("run_details_phases");
    QVERIFY(turns->isVisible());
    QCOMPARE(turns->rows().size(), std::size_t{2});
    QCOMPARE(turns->text(1, 0), QString("llama"));
    QCOMPARE(turns->text(1, 1), QString("3"));
    QVERIFY(f.child<SelectableText>("run_details_outcome")
                ->toPlainText()
                .contains("Model runs on GPU 0: 2;"));
}

void LoadHistoryPanelTest::searchesAndChoosesAKind() {
    PanelFixture f;
    f.fill();
    (void)addRun(f.store, runRecord(0.15, "2026-11-20T13:00:00.000Z"));
    (void)addRun(f.store, chainRecord("2026-11-20T14:00:00.000Z"));
    f.store.setNote(f.ids[0], QStringLiteral("Before the New disk"));
    auto* search = f.child<QLineEdit>("runs_search");
    auto* count = f.child<QLabel>("runs_count");
    const auto type = [&](const char* words) {
        search->selectAll();
        QTest::keyClick(search, Qt::Key_Delete);
        QTest::keyClicks(search, QString::fromLatin1(words));
    };
    type("disk NEW");
    QCOMPARE(count->text(), QString("1 of 5 records"));
    QCOMPARE(f.text(0, LoadHistoryModel::Method), QString("naive"));
    for (const auto& [words, found] :
         {std::pair("auto", 4), std::pair("llama", 1), std::pair("gpu streamed", 3),
          std::pair("13:0 nothing", 0), std::pair("/models/tiny run", 1)}) {
        type(words);
        QVERIFY2(f.table()->model()->rowCount() == found, words);
    }
    type("no such word");
    QVERIFY(f.child<QLabel>("runs_empty")->isVisible());
    QVERIFY(f.child<QLabel>("runs_empty")
                ->text()
                .startsWith(goldenText("window-history/no-record-has")));
    type("");
    QVERIFY(f.table()->isVisible());
    QCOMPARE(count->text(), QString("5 records"));
    auto* kind = f.child<QComboBox>("runs_kind");
    QTest::keyClick(kind, Qt::Key_Down);
    QCOMPARE(kind->currentText(), QString("Loads"));
    QCOMPARE(f.table()->model()->rowCount(), 3);
    QTest::keyClick(kind, Qt::Key_Down);
    QCOMPARE(f.text(0, LoadHistoryModel::Kind), QString("run"));
    // What comes meanwhile is shown where it is found; what is asked for is seen.
    (void)addRun(f.store, runRecord(0.2, "2026-11-20T15:00:00.000Z"));
    QCOMPARE(count->text(), QString("2 of 6 records"));
    (void)addRun(f.store, loadRecord("meta", 1, "2026-11-20T16:00:00.000Z"));
    QCOMPARE(count->text(), QString("2 of 7 records"));
    f.panel.select({f.ids[0]});
    QCOMPARE(count->text(), QString("7 records"));
    QCOMPARE(f.panel.selected().size(), std::size_t{1});
    // A selected record that is searched away is selected no more.
    type("meta");
    QVERIFY(f.panel.selected().empty());
    QVERIFY(!f.child<QPushButton>("runs_delete")->isEnabled());
}

void LoadHistoryPanelTest::aLegendSaysWhichIsWhich() {
    PanelFixture f;
    f.fill();
    (void)addRun(f.store, runRecord(0.15, "2026-11-20T13:00:00.000Z"));
    (void)addRun(f.store, loadRecord("mmap", 6 << 20, "2026-11-21T11:30:00.000Z"));
    f.store.setNote(f.ids[0], QString(goldenText("checkpoint/a-name-of-mine")));
    QTest::keyClick(f.table(), Qt::Key_A, Qt::ControlModifier);
    const auto& overlays = f.panel.charts()->overlays();
    QCOMPARE(overlays.size(), std::size_t{5});
    QStringList names;
    QSet<QRgb> colors;
    for (const ChartOverlay& overlay : overlays) {
        names.append(overlay.label);
        colors.insert(overlay.style.color().rgb());
    }
    QCOMPARE(names[1], QString("run (streamed)"));
    QCOMPARE(names[2], QString("streamed"));
    QCOMPARE(names[4], QString(goldenText("checkpoint/a-name-of-mine")));
    QVERIFY(names[0].startsWith("mmap, 2026-11-21 ") && names[3].startsWith("mmap, 2026-11-20 "));
    QCOMPARE(colors.size(), 5);
    const auto* legend = f.child<QWidget>("runs_legend");
    QVERIFY(legend->isVisible() && legend->height() > 0);
    QCOMPARE(legend->accessibleName(), names.join(QStringLiteral("; ")));
    // No more curves than looks.
    for (int i = 0; i < 10; ++i) {
        (void)addRun(f.store, loadRecord("naive", 1, "2026-11-22T11:00:00.000Z"));
    }
    QTest::keyClick(f.table(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(f.panel.selected().size(), std::size_t{15});
    QCOMPARE(f.panel.charts()->overlays().size(), kMostOverlays);
}

/// Read from the right the first chart stands at the right, and its head and the legend begin
/// there.
void LoadHistoryPanelTest::headsOfChartsAreMirrored() {
    QApplication::setLayoutDirection(Qt::RightToLeft);
    const auto back = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
    PanelFixture f;
    f.fill();
    f.click(0, 0);
    const auto* vram = f.child<QWidget>("runs_vram_chart");
    const auto* ram = f.child<QWidget>("runs_ram_chart");
    QTRY_VERIFY(vram->isVisible());
    QVERIFY(vram->mapTo(&f.panel, QPoint(0, 0)).x() > ram->mapTo(&f.panel, QPoint(0, 0)).x());
    QList<QWidget*> heads{f.child<QWidget>("runs_legend")};
    for (ChartTitle* title : f.panel.findChildren<ChartTitle*>()) {
        heads.append(title);
    }
    QVERIFY(heads.size() >= 3);
    for (QWidget* head : heads) {
        const QImage picture = head->grab().toImage();
        const auto isPainted = [&](int x) {
            for (int y = 0; y < picture.height(); ++y) {
                if (picture.pixel(x, y) != picture.pixel(0, 0)) {
                    return true;
                }
            }
            return false;
        };
        int begin = picture.width() - 1;
        while (begin > 0 && !isPainted(begin)) {
            --begin;
        }
        QVERIFY2(picture.width() - begin < 12, qPrintable(QString::number(begin)));
    }
}

void LoadHistoryPanelTest::predictedAndMeasured() {
    PanelFixture f;
    f.fill();
    (void)addRun(f.store, runRecord(0.101, "2026-11-20T13:00:00.000Z"));
    const QString far = addRun(f.store, runRecord(0.15, "2026-11-20T14:00:00.000Z"));
    QTest::mouseClick(f.child<QPushButton>("runs_accuracy"), Qt::LeftButton);
    auto* dialog = f.child<AccuracyDialog>("accuracy_dialog");
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    auto* table = f.child<QTableView>("accuracy_table");
    QCOMPARE(table->model()->rowCount(), 5);  // peaks of three loads and two runs
    auto* quantity = f.child<QComboBox>("accuracy_quantity");
    quantity->setFocus();
    while (quantity->currentText() != goldenText("load/time-a-token")) {
        const int before = quantity->currentIndex();
        QTest::keyClick(quantity, Qt::Key_Down);
        QCOMPARE(quantity->currentIndex(), before + 1);
    }
    QTRY_COMPARE(table->model()->rowCount(), 2);
    const QString told = f.child<QLabel>("accuracy_summary")->text();
    QCOMPARE(told, QString(goldenText("window-history/outside-the-stated-range-of-10-1-of")));
    QCOMPARE(table->model()->index(0, 3).data().toString(), QString("+50 %"));
    QCOMPARE(table->model()->index(0, 4).data().toString(), QString("2"));
    QCOMPARE(table->model()->index(0, 6).data().toString(), QString("39 %"));

    // A dot leads to its row and to its record.
    auto* plot = f.child<QWidget>("accuracy_plot");
    QVERIFY(QMetaObject::invokeMethod(plot, "replot"));
    const QAccessibleInterface* part = QAccessible::queryAccessibleInterface(plot)->child(0);
    const QPointF dot = plot->mapFromGlobal(part->rect().center());
    QMouseEvent hover(QEvent::MouseMove, dot, plot->mapToGlobal(dot), Qt::NoButton, Qt::NoButton,
                      {});
    QCoreApplication::sendEvent(plot, &hover);
    QVERIFY(plot->toolTip().contains("+50 %"));
    QTest::mouseClick(plot, Qt::LeftButton, {}, dot.toPoint());
    QCOMPARE(table->currentIndex().row(), 0);
    QCOMPARE(f.panel.selected().size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(f.panel.selected().front()->id), far);

    const QByteArray csv = f.saved("accuracy_save_figures", "points.csv");
    QCOMPARE(csv.count('\n'), 3);
    QVERIFY2(csv.contains("0.15"), csv);  // as measured, not as it is shown
    QVERIFY(f.saved("accuracy_table_save_figures", "table.csv").contains("+50 %"));
    QVERIFY(!QImage::fromData(f.saved("accuracy_save_picture", "points.png")).isNull());
    QVERIFY(f.saved("accuracy_save_picture", "points.svg").contains("<svg"));

    // What is kept meanwhile is there at once; what nobody measured is said so.
    (void)addRun(f.store, runRecord(0.11, "2026-11-20T15:00:00.000Z"));
    QCOMPARE(table->model()->rowCount(), 3);
    QTest::keyClick(quantity, Qt::Key_Down);
    QCOMPARE(quantity->currentText(), QString(goldenText("load/tokens-a-second")));
    QTRY_VERIFY(f.child<QLabel>("accuracy_table_empty")->isVisible());
    QTest::mouseClick(f.child<QPushButton>("accuracy_close"), Qt::LeftButton);
}

QTEST_MAIN(LoadHistoryPanelTest)
#include "tst_load_history_panel.moc"
