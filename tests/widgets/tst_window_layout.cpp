// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/board/board_view.h"
#include "widgets/history/history_feature.h"
#include "widgets/support/docks.h"
#include "widgets/support/labels.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QStatusBar>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QWindow>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kGpus = "48MiB:context=4MiB,48MiB";
const char* const kUpperDocks[] = {"model_dock", "plan_dock", "problems_dock", "why_dock"};
constexpr QSize kDesigned(1680, 1050);
/// A screen of 1680 × 1050 at twice the size, less a frame.
constexpr QSize kTwice(832, 485);

/// Shown, not floating, and in front of the other tabs.
bool isInSight(const QDockWidget& dock) {
    return dock.isVisible() && !dock.isFloating() && !dock.visibleRegion().isEmpty();
}

QString rectText(const QWidget& widget) {
    const QRect rect = widget.geometry();
    return QString("%1 (%2,%3 %4×%5)")
        .arg(widget.objectName())
        .arg(rect.x())
        .arg(rect.y())
        .arg(rect.width())
        .arg(rect.height());
}

/// What lies over something else, outside of the window, or has less room than it needs.
QStringList troublesOf(const MainWindow& window) {
    QList<const QWidget*> parts{window.centralWidget()};
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        if (isInSight(*dock)) {
            parts.append(dock);
        }
    }
    QStringList troubles;
    for (const QWidget* part : parts) {
        if (!window.rect().contains(part->geometry())) {
            troubles.append(rectText(*part) + " leaves the window");
        }
        const QSize least = part->minimumSizeHint();
        if (part->width() < least.width() || part->height() < least.height()) {
            troubles.append(rectText(*part) +
                            QString(" needs %1×%2").arg(least.width()).arg(least.height()));
        }
        for (const QWidget* other : parts) {
            if (part < other && part->geometry().intersects(other->geometry())) {
                troubles.append(rectText(*part) + " and " + rectText(*other));
            }
        }
    }
    return troubles;
}

}  // namespace

/// The window at every size that it can have.
class WindowLayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void nothingOverlaps_data();
    void nothingOverlaps();
    void growingBackRestores();
    void sizesOfAPersonAreKept();
    void closedDocksStayClosed();
    void lowerPanelsOpenWhenAskedFor();
    void problemsGrowWithTheirRows();
    void verdictStaysInSight();
    void toolsStayInReach();
    void statusTextsGiveWayAsAWhole();
    void longNamesAreElidedInTheMiddle();
    void longChoicesAreElidedInTheMiddle();
    void linesEndBetweenAFigureAndTheNext();
    void framesAreWholeAtEveryPlace();

private:
    void show(WindowFixture& fixture, QSize size);
    static void resize(WindowFixture& fixture, QSize size);

    QTemporaryDir m_folder;
    QString m_sample;
};

void WindowLayoutTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::TorchZip);
    QVERIFY(!m_sample.isEmpty());
}

void WindowLayoutTest::resize(WindowFixture& fixture, QSize size) {
    fixture.window.resize(size);
    QTRY_COMPARE(fixture.window.size(), size);
}

void WindowLayoutTest::show(WindowFixture& fixture, QSize size) {
    fixture.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&fixture.window));
    QVERIFY(openAndWait(fixture.document, m_sample));
    resize(fixture, size);
}

void WindowLayoutTest::nothingOverlaps_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("lowerOpen");
    const QSize sizes[] = {kTwice,       {1024, 640}, {1100, 700},  {1280, 800},
                           {1366, 768},  kDesigned,   {1920, 1080}, {2560, 1440},
                           {3840, 2160}, {900, 1400}, {1700, 500}};
    for (const QSize size : sizes) {
        for (const bool lowerOpen : {false, true}) {
            QTest::addRow("%d×%d%s", size.width(), size.height(), lowerOpen ? ", panels" : "")
                << size << lowerOpen;
        }
    }
}

void WindowLayoutTest::nothingOverlaps() {
    QFETCH(QSize, size);
    QFETCH(bool, lowerOpen);
    WindowFixture f(kGpus);
    show(f, size);
    if (lowerOpen) {
        f.window.history()->show();
    }
    QTRY_COMPARE(troublesOf(f.window), QStringList());
    QCOMPARE(f.window.size(), size);
    QCOMPARE(isInSight(*f.child<QDockWidget>("runs_dock")), lowerOpen);
    // The plan is in front wherever it has to share its place.
    QVERIFY(isInSight(*f.child<QDockWidget>("plan_dock")));
    QVERIFY(!f.window.board()->view()->visibleRegion().isEmpty());
}

void WindowLayoutTest::growingBackRestores() {
    WindowFixture f(kGpus);
    show(f, kDesigned);
    const auto geometries = [&f] {
        QStringList result;
        for (const char* name : kUpperDocks) {
            result.append(rectText(*f.child<QDockWidget>(name)));
        }
        return result;
    };
    const QStringList before = geometries();
    resize(f, {1200, 600});
    QVERIFY(!isInSight(*f.child<QDockWidget>("why_dock")));
    resize(f, kTwice);
    QVERIFY(!isInSight(*f.child<QDockWidget>("model_dock")));
    resize(f, {1200, 600});
    resize(f, kDesigned);
    QTRY_COMPARE(geometries(), before);
}

void WindowLayoutTest::sizesOfAPersonAreKept() {
    WindowFixture f(kGpus);
    show(f, kDesigned);
    auto* plan = f.child<QDockWidget>("plan_dock");
    const int before = plan->width();
    const QPoint grip(plan->x() - 2, plan->y() + 200);
    QVERIFY(f.window.isSeparator(grip));
    QWindow* const window = f.window.windowHandle();
    QTest::mousePress(window, Qt::LeftButton, {}, grip);
    QTest::mouseMove(window, grip - QPoint(60, 0));
    QTest::mouseMove(window, grip - QPoint(80, 0));
    QTRY_VERIFY(plan->width() > before + 40);
    QTest::mouseRelease(window, Qt::LeftButton, {}, grip - QPoint(80, 0));
    const int chosen = plan->width();
    resize(f, {1500, 950});
    QCOMPARE(plan->width(), chosen);
    resize(f, kTwice);
    resize(f, kDesigned);
    QTRY_COMPARE(plan->width(), chosen);
    f.window.resetLayout();
    QTRY_COMPARE(plan->width(), before);
}

void WindowLayoutTest::closedDocksStayClosed() {
    WindowFixture f(kGpus);
    show(f, kDesigned);
    f.child<QDockWidget>("why_dock")->close();
    resize(f, kTwice);
    QVERIFY(f.child<QDockWidget>("why_dock")->isHidden());
    resize(f, kDesigned);
    QVERIFY(f.child<QDockWidget>("why_dock")->isHidden());
    QVERIFY(isInSight(*f.child<QDockWidget>("problems_dock")));
}

void WindowLayoutTest::lowerPanelsOpenWhenAskedFor() {
    WindowFixture f(kGpus);
    show(f, kDesigned);
    auto* live = f.child<QDockWidget>("live_dock");
    auto* runs = f.child<QDockWidget>("runs_dock");
    auto* action = f.child<QAction>("lower_panels_action");
    QVERIFY(live->isHidden());
    QTRY_COMPARE(f.window.board()->view()->y(),
                 0);  // the message of the opening has given its room back
    const int whole = f.window.board()->view()->height();
    QTest::mouseClick(f.child<QToolButton>("lower_panels_button"), Qt::LeftButton);
    QTRY_VERIFY(isInSight(*live));
    QVERIFY(action->isChecked());
    QTRY_VERIFY(f.window.board()->view()->height() < whole - 150);
    QTest::keyClick(f.window.windowHandle(), Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(live->isHidden());
    QTRY_COMPARE(f.window.board()->view()->height(), whole);
    QTest::keyClick(f.window.windowHandle(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(isInSight(*runs));
    QVERIFY(action->isChecked());
    action->trigger();
    QTRY_VERIFY(runs->isHidden());
    // A load is watched.
    f.child<QAction>("load_action")->trigger();
    QTRY_VERIFY(isInSight(*live));
    QTRY_COMPARE_WITH_TIMEOUT(f.controller.state(), LoadState::Loaded, 60000);
}

void WindowLayoutTest::problemsGrowWithTheirRows() {
    WindowFixture f(kGpus);
    show(f, kDesigned);
    auto* problems = f.child<QDockWidget>("problems_dock");
    const int before = problems->height();
    std::vector<std::pair<std::string, DeviceId>> map{{"", DeviceId::cpu()}};
    for (int i = 0; i < 12; ++i) {
        map.emplace_back("transfromer.h." + std::to_string(i), DeviceId::gpu(0));
    }
    f.document.edit(SetMapEdit{DeviceMap(map)});
    QVERIFY(waitUntilIdle(f.document));
    QTRY_VERIFY(problems->height() > before + 60);
    QVERIFY(f.child<QDockWidget>("plan_dock")->height() > f.window.height() / 3);
    f.document.undoStack()->undo();
    QVERIFY(waitUntilIdle(f.document));
    QTRY_COMPARE(problems->height(), before);
}

void WindowLayoutTest::verdictStaysInSight() {
    WindowFixture f("48MiB,48MiB,48MiB,48MiB,48MiB,48MiB,48MiB,48MiB");
    show(f, kTwice);
    const auto* card = f.child<QWidget>("verdict_card");
    QTRY_COMPARE(card->visibleRegion().boundingRect(), card->rect());
    resize(f, {1024, 640});
    QTRY_COMPARE(card->visibleRegion().boundingRect(), card->rect());
}

void WindowLayoutTest::toolsStayInReach() {
    WindowFixture f(kGpus);
    show(f, kDesigned);
    auto* copy = f.child<QToolButton>("copy_python_action_button");
    QTRY_COMPARE(copy->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
    resize(f, kTwice);
    QTRY_COMPARE(copy->toolButtonStyle(), Qt::ToolButtonIconOnly);
    for (const char* name : {"open_action_button", "plan_again_action_button", "load_button",
                             "method_combo", "run_action_button", "model_name"}) {
        const auto* tool = f.child<QWidget>(name);
        QTRY_VERIFY2(tool->visibleRegion().boundingRect() == tool->rect(), name);
    }
    resize(f, kDesigned);
    QTRY_COMPARE(copy->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
}

void WindowLayoutTest::statusTextsGiveWayAsAWhole() {
    WindowFixture f(kGpus);
    show(f, kDesigned);
    f.document.edit(MoveEdit{{"transformer.h"}, DeviceId::disk()});
    QVERIFY(waitUntilIdle(f.document));
    f.window.statusBar()->clearMessage();
    const auto* hops = f.child<ElidedLabel>("status_hops");
    const auto* figures = f.child<ElidedLabel>("status_kind");
    for (const QSize size : {kDesigned, QSize(1024, 640), kTwice, kDesigned}) {
        resize(f, size);
        QTRY_VERIFY(std::abs(size.width() - f.window.statusBar()->width()) < 20);  // a margin
        QVERIFY(!figures->isVisible() || hops->isVisible());
        for (const ElidedLabel* label : {hops, figures}) {
            QTRY_VERIFY2(!label->isVisible() || label->shownText() == label->text(),
                         qPrintable(label->shownText()));
        }
        QVERIFY(size != kDesigned || figures->isVisible());
        QVERIFY(size != kTwice || !figures->isVisible());
        QCOMPARE(f.window.statusBar()->toolTip().contains(figures->text()), !figures->isVisible());
    }
}

void WindowLayoutTest::longNamesAreElidedInTheMiddle() {
    ElidedLabel label;
    label.setText("a_very_long_checkpoint_name_of_a_model.safetensors");
    label.resize(label.sizeHint());
    QCOMPARE(label.shownText(), label.text());
    label.resize(120, 20);
    QVERIFY(label.shownText() != label.text());
    QVERIFY(label.shownText().startsWith("a_very"));
    QVERIFY(label.shownText().endsWith("tensors"));
    QVERIFY(label.fontMetrics().horizontalAdvance(label.shownText()) <= 120);
    QVERIFY(label.minimumSizeHint().width() < 120);
    // Of figures in a row none is cut: half of one is another figure.
    ElidedLabel figures(nullptr, Qt::ElideRight);
    figures.setText("474.7 MiB · float32 · 124.4 M");
    const auto advance = [&figures](const char* text) {
        return figures.fontMetrics().horizontalAdvance(QString::fromUtf8(text));
    };
    figures.resize(advance("474.7 MiB · float32 · 124"), 20);
    QCOMPARE(figures.shownText(), QString("474.7 MiB · float32 · …"));
    figures.resize(advance("474.7 MiB · flo"), 20);
    QCOMPARE(figures.shownText(), QString("474.7 MiB · …"));
    // The path in the tree's head keeps the module that it leads to.
    WindowFixture f(kGpus);
    show(f, kTwice);
    f.child<QDockWidget>("model_dock")->raise();
    f.document.select({*f.document.tree()->findModule("transformer.h.3.attn.c_proj")});
    auto* path = f.child<QLabel>("module_path");
    QTRY_VERIFY(path->text().contains("c_proj"));
    QVERIFY2(path->sizeHint().width() <= path->width() + 2, qPrintable(path->text()));
    QVERIFY(path->toolTip().isEmpty() || path->toolTip().contains("transformer"));
}

void WindowLayoutTest::linesEndBetweenAFigureAndTheNext() {
    ProseLabel prose(goldenText("window-lesson/the-peak-is-12-5-gib"));
    QLabel asItShouldBe("The peak is\n12.5 GiB");
    asItShouldBe.setFont(prose.font());
    const int width =
        prose.fontMetrics().horizontalAdvance(goldenText("window-lesson/the-peak-is-12-5")) + 3;
    for (QLabel* label : std::initializer_list<QLabel*>{&prose, &asItShouldBe}) {
        label->resize(width, prose.heightForWidth(width));
    }
    QCOMPARE(prose.grab().toImage(), asItShouldBe.grab().toImage());
    QCOMPARE(prose.text(),
             goldenText("window-lesson/the-peak-is-12-5-gib"));  // with a space, for those who copy
                                                                 // or search it
    // What takes a line more for it has room for that line.
    prose.setText("is 12.5 GiB or 13.5 GiB");
    asItShouldBe.setText("is\n12.5 GiB\nor\n13.5 GiB");
    asItShouldBe.setWordWrap(true);
    const int narrow = prose.fontMetrics().horizontalAdvance("12.5 GiB") + 3;
    QCOMPARE(prose.heightForWidth(narrow), asItShouldBe.heightForWidth(narrow));
}

void WindowLayoutTest::longChoicesAreElidedInTheMiddle() {
    QComboBox combo;
    combo.addItem("AVeryLongNameOfAClassForConditionalGenerationWithALanguageModellingHead");
    const int whole = combo.sizeHint().width();
    letNamesBeElided(&combo);
    QVERIFY(combo.sizeHint().width() < whole / 2);
    QCOMPARE(combo.currentText().size(), combo.itemText(0).size());
}

/// At 150 % half of all places lie between two pixels: all four edges are seen there too.
void WindowLayoutTest::framesAreWholeAtEveryPlace() {
    const Theme theme(qApp, ThemeMode::Light);
    for (const QPoint place : {QPoint(10, 10), QPoint(11, 10), QPoint(10, 11), QPoint(11, 11)}) {
        QWidget page;
        page.resize(80, 60);
        auto* frame = new PanelFrame(&theme, nullptr, PanelFrame::Edges::All, &page);
        frame->setGeometry(QRect(place, QSize(41, 31)));
        QImage image(page.size() * 1.5, QImage::Format_RGB32);
        image.setDevicePixelRatio(1.5);
        page.render(&image);
        const QPoint middle = (QRectF(frame->geometry()).center() * 1.5).toPoint();
        int edges = 0;
        for (int x = 0; x < image.width(); ++x) {
            edges += image.pixelColor(x, middle.y()) == theme.colors().border ? 1 : 0;
        }
        for (int y = 0; y < image.height(); ++y) {
            edges += image.pixelColor(middle.x(), y) == theme.colors().border ? 1 : 0;
        }
        QCOMPARE(edges, 4);
    }
}

QTEST_MAIN(WindowLayoutTest)
#include "tst_window_layout.moc"
