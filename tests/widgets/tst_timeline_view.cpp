// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_text.h"
#include "tests/widgets/paint_counter.h"
#include "tests/widgets/screen_reader.h"
#include "tests/widgets/timeline_fixture.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/run/timeline_view.h"
#include "widgets/support/figure_saver.h"

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace stowage;
using namespace stowage::test;

namespace {

const LaneKey kDisk{LaneKind::Disk, DeviceId::disk()};
const LaneKey kGpu0{LaneKind::Compute, DeviceId::gpu(0)};
const LaneKey kGpu1{LaneKind::Compute, DeviceId::gpu(1)};
const LaneKey kLink0{LaneKind::Link, DeviceId::gpu(0)};
constexpr double kPass = 0.264;  ///< seconds of one pass of pipelineSpans()

TimelineSpan computeSpan(double begin, double end, const std::string& stage = "h.0") {
    return {SpanKind::Compute, DeviceId::gpu(0), stage, stage + ".mlp", 0, 0, begin, end};
}

bool near(double a, double b, double room = 1e-6) {
    return std::abs(a - b) < room;
}

}  // namespace

class TimelineViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        // Tooltips are windows, of which the offscreen platform has its say too.
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    }
    void emptyViewSaysWhatWillBeDrawn();
    void hoverTellsLayerBytesTimeRateAndDevice();
    void hoverTellsIdleness();
    void theHintIsWhole();
    void tooltipsTellLanesAndBars();
    void clickAsksForTheLayer();
    void wheelZoomsAtThePointer();
    void dragMovesAndDoubleClickShowsAll();
    void keysWalkZoomAndMove();
    void sharesStandForEachLane();
    void namesPaintNoWork();
    void readersFindLanesAndBars();
    void runThatGoesOnGrows();
    void aHundredThousandSpansAreAFewThousandRects();
    void rightToLeftMirrorsAllButTime();
    void theLegendGivesWay();
    void aLegendMovesTogether();
    void theUnitIsKept();
    void lanesScroll();
    void copiesWhatIsPointedAt();
    void savesATable();
};

void TimelineViewTest::emptyViewSaysWhatWillBeDrawn() {
    const Theme theme(qApp, ThemeMode::Light);
    TimelineView view(&theme);
    view.setDevices(timelineDevices(2));
    view.show();
    const auto* empty = view.findChild<QLabel*>(QStringLiteral("timeline_empty"));
    QVERIFY(empty->isVisible());
    QVERIFY(empty->text().contains(QStringLiteral("this chart shows the activity of each device")));
    QVERIFY(!view.findChild<TimelinePlot*>()->isVisible());
    view.append({computeSpan(0, 1)});
    QTRY_VERIFY(view.findChild<TimelinePlot*>()->isVisible());
    view.clear();
    QVERIFY(empty->isVisible());
    view.setNow(0);  // a run has begun, nothing ran yet
    QTRY_VERIFY(!empty->isVisible());
}

void TimelineViewTest::hoverTellsLayerBytesTimeRateAndDevice() {
    Shown shown;
    const QSignalSpy pointed(shown.plot, &TimelinePlot::pointedAtChanged);
    // The whole run is 792 ms: layers of 26 ms are drawn with their parts or as one, by width.
    shown.plot->setRange(0, 0.1);
    shown.moveTo(kGpu0, 0.005);
    QVERIFY(pointed.count() > 0);
    QCOMPARE(shown.pointed->text(),
             QStringLiteral(
                 "transformer.h.0.attn.c_attn · GPU 0 computes for 10.0 ms · prefill, at 0 µs"));
    shown.moveTo(kGpu0, 0.0415);
    QCOMPARE(shown.pointed->text(),
             QStringLiteral("transformer.h.2.attn.c_attn · GPU 0 waits for weights for 3.00 ms, "
                            "22.9 MiB transferred · prefill, at 40.0 ms"));
    shown.moveTo(kLink0, 0.042);
    QCOMPARE(shown.pointed->text(),
             QStringLiteral(
                 "transformer.h.2.attn.c_attn.weight · "
                 "22.9 MiB transferred to GPU 0 in 2.00 ms, 12.00 GB/s · prefill, at 41.0 ms"));
    shown.moveTo(kDisk, 0.0405);
    QCOMPARE(
        shown.pointed->text(),
        QStringLiteral("transformer.h.2.attn.c_attn.weight · "
                       "22.9 MiB read for GPU 0 in 1.00 ms, 24.00 GB/s · prefill, at 40.0 ms"));
    // Far away a layer is one bar.
    shown.view.resize(420, 300);
    shown.plot->showWhole();
    shown.moveTo(kGpu0, kPass + 0.05);
    QCOMPARE(shown.plot->pointedLines().join(QStringLiteral(" · ")),
             QStringLiteral(
                 "transformer.h.2, 2 modules · GPU 0 computes for 20.0 ms and waits for weights "
                 "for 6.00 ms, 45.8 MiB transferred · decode 1, at 304 ms"));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(shown.plot->viewport(), &leave);
    QVERIFY(shown.pointed->text().startsWith(QString(goldenText("window-run/point-at-a-bar"))));
}

void TimelineViewTest::hoverTellsIdleness() {
    Shown shown;
    shown.moveTo(kGpu1, 0.03);
    QCOMPARE(shown.pointed->text(),
             QStringLiteral("GPU 1 idles for 66.0 ms · from 0 µs to 66.0 ms"));
    shown.moveTo(kGpu1, 3 * kPass - 0.01);
    QVERIFY2(shown.pointed->text().startsWith(QStringLiteral("GPU 1 idles for 132 ms")),
             qPrintable(shown.pointed->text()));
    // A link that carries nothing is no news.
    shown.moveTo(kLink0, 0.001);
    QVERIFY(shown.pointed->text().startsWith(QString(goldenText("window-run/point-at-a-bar"))));
}

/// In narrow docks, too, where it takes a second line; what is pointed at does not move the plot.
void TimelineViewTest::theHintIsWhole() {
    Shown shown;
    const int oneLine = shown.pointed->height();
    for (const int width : {1000, 420}) {
        shown.view.resize(width, 300);
        QTRY_COMPARE(shown.pointed->width(), width - 2 * metrics::kPadding);
        QVERIFY2(shown.pointed->text().endsWith(QString(goldenText("window-run/the-whole-run"))),
                 qPrintable(shown.pointed->text()));
        QVERIFY(shown.pointed->height() >= shown.pointed->heightForWidth(shown.pointed->width()));
    }
    QVERIFY(shown.pointed->height() > oneLine);
    const int top = shown.pointed->y();
    shown.moveTo(kGpu1, 0.03);
    QVERIFY(shown.pointed->text().startsWith(QStringLiteral("GPU 1 idles")));
    QTRY_COMPARE(shown.pointed->y(), top);
}

void TimelineViewTest::tooltipsTellLanesAndBars() {
    Shown shown;
    const auto ask = [&shown](const QPoint& at) {
        QHelpEvent event(QEvent::ToolTip, at, shown.plot->viewport()->mapToGlobal(at));
        QApplication::sendEvent(shown.plot->viewport(), &event);
        return QToolTip::text();
    };
    shown.plot->setRange(0, 0.1);
    const QString bar = ask(shown.plot->pointOf(kLink0, 0.042));
    QCOMPARE(bar.count(u'\n'), 2);
    QVERIFY(bar.contains(QStringLiteral("12.00 GB/s")));
    const QString lane = ask(QPoint(5, shown.plot->pointOf(kLink0, 0).y()));
    QVERIFY2(lane.contains(QStringLiteral("GPU 0 weights in: busy 2 %, measured over 792 ms")),
             qPrintable(lane));
    QVERIFY2(
        lane.contains(QStringLiteral("The link is simulated: it transfers at most 12.00 GB/s")),
        qPrintable(lane));
    QToolTip::hideText();
}

void TimelineViewTest::clickAsksForTheLayer() {
    Shown shown;
    QSignalSpy activated(&shown.view, &TimelineView::stageActivated);
    shown.click(kGpu1, 0.07);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.takeFirst().at(0).toString(), QStringLiteral("transformer.h.3"));
    shown.click(kGpu1, 0.02);  // it idles there
    QCOMPARE(activated.count(), 0);
    shown.click(kLink0, 0.042);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.takeFirst().at(0).toString(), QStringLiteral("transformer.h.2"));
}

void TimelineViewTest::wheelZoomsAtThePointer() {
    Shown shown;
    QVERIFY(!shown.whole->isEnabled());
    QCOMPARE(shown.plot->range(), std::pair(0.0, shown.plot->duration()));
    const QPoint at = shown.plot->pointOf(kGpu0, 0.4);
    shown.wheel(at, 3);
    QVERIFY(shown.plot->isZoomed());
    const auto [begin, end] = shown.plot->range();
    QVERIFY(near(end - begin, 3 * kPass * 0.8 * 0.8 * 0.8, 1e-3));
    QVERIFY(std::abs(shown.plot->pointOf(kGpu0, 0.4).x() - at.x()) <= 1);
    QVERIFY(shown.whole->isEnabled());
    QTest::mouseClick(shown.whole, Qt::LeftButton);
    QVERIFY(!shown.plot->isZoomed());
    shown.wheel(at, -2);  // it does not go further out than the run is long
    QVERIFY(!shown.plot->isZoomed());
    shown.wheel(at, 100);
    QVERIFY(shown.plot->range().second - shown.plot->range().first >= 50e-6 * 0.999);
}

void TimelineViewTest::dragMovesAndDoubleClickShowsAll() {
    Shown shown;
    shown.plot->setRange(0.2, 0.4);
    QSignalSpy activated(&shown.view, &TimelineView::stageActivated);
    QWidget* viewport = shown.plot->viewport();
    const QPoint from = shown.plot->pointOf(kGpu0, 0.3);
    const QPoint to = shown.plot->pointOf(kGpu0, 0.35);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, to, viewport->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(viewport, &move);
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, to);
    QVERIFY(near(shown.plot->range().first, 0.15, 1e-3));
    QVERIFY(near(shown.plot->range().second, 0.35, 1e-3));
    QCOMPARE(activated.count(), 0);  // a drag is no click
    QTest::mouseDClick(viewport, Qt::LeftButton, {}, from);
    QVERIFY(!shown.plot->isZoomed());
}

void TimelineViewTest::keysWalkZoomAndMove() {
    Shown shown;
    QSignalSpy activated(&shown.view, &TimelineView::stageActivated);
    shown.plot->clearFocus();
    shown.plot->setFocus(Qt::TabFocusReason);
    // Focus that comes by the keyboard goes to the first bar of the first lane.
    QTRY_VERIFY(shown.pointed->text().contains(QStringLiteral("read for GPU 0")));
    QTest::keyClick(shown.plot, Qt::Key_Down);
    QVERIFY(shown.pointed->text().contains(QStringLiteral("to GPU 0")));
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(shown.plot, Qt::Key_Down);
    }
    QVERIFY(shown.pointed->text().contains(QStringLiteral("GPU 0 ")));
    QTest::keyClick(shown.plot, Qt::Key_Home);
    QVERIFY(shown.pointed->text().startsWith(QStringLiteral("transformer.h.0")));
    QTest::keyClick(shown.plot, Qt::Key_End);
    QTest::keyClick(shown.plot, Qt::Key_Return);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.at(0).at(0).toString(), QStringLiteral("transformer.h.2"));
    // Zooming keeps the bar in view, and walking moves what is shown.
    for (int i = 0; i < 12; ++i) {
        QTest::keyClick(shown.plot, Qt::Key_Plus);
    }
    QVERIFY(shown.plot->range().second - shown.plot->range().first < 0.1);
    QVERIFY(shown.plot->range().first <= 3 * kPass && shown.plot->range().second >= 2 * kPass);
    QTest::keyClick(shown.plot, Qt::Key_Home);
    QVERIFY(near(shown.plot->range().first, 0, 1e-9));
    QTest::keyClick(shown.plot, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(shown.plot->range().first > 0);
    QTest::keyClick(shown.plot, Qt::Key_Minus);
    QTest::keyClick(shown.plot, Qt::Key_0);
    QVERIFY(!shown.plot->isZoomed());
    QTest::keyClick(shown.plot, Qt::Key_Up);
    QVERIFY(shown.pointed->text().contains(QStringLiteral("to GPU 3")));
}

void TimelineViewTest::sharesStandForEachLane() {
    Shown shown(0);
    // Of 264 ms: three layers of 20 ms and two waits of 3 ms.
    const TimeShares shares = laneShares(shown.plot->lanes().lanes().at(kGpu0), kPass);
    QVERIFY(near(shares.busy, 60.0 / 264));
    QVERIFY(near(shares.waiting, 6.0 / 264));
    QTRY_VERIFY(shown.plot->accessibleDescription().contains(
        QString(goldenText("window-run/gpu-1-computes-busy-23-waits-for"))));
    QCOMPARE(shown.plot->accessibleDescription().count(QStringLiteral("measured")), 9);
    // A run whose first module comes late, after the model was opened, is no longer for that.
    std::vector<TimelineSpan> later = pipelineSpans(0);
    for (TimelineSpan& span : later) {
        span.begin += 1;
        span.end += 1;
    }
    shown.view.clear();
    shown.view.append(later);
    QTRY_VERIFY(shown.plot->accessibleDescription().contains(
        QString(goldenText("window-run/gpu-1-computes-busy-23-waits-for"))));
    shown.moveTo(kGpu1, 1.03);
    QCOMPARE(shown.pointed->text(),
             QStringLiteral("GPU 1 idles for 66.0 ms · from 1.00 s to 1.07 s"));
    QCOMPARE(busyText({0.001, 0, 0.999}), QStringLiteral("<1 %"));
    QCOMPARE(busyText({0, 0, 1}), QStringLiteral("0 %"));
}

void TimelineViewTest::readersFindLanesAndBars() {
    Shown shown;
    shown.plot->setRange(0, 0.1);
    QAccessibleInterface* const chart = QAccessible::queryAccessibleInterface(shown.plot);
    QCOMPARE(chart->role(), QAccessible::Chart);
    QAccessibleInterface* const bar =
        test::childNamed(chart, QStringLiteral("GPU 0 computes: transformer.h.0.attn.c_attn"));
    QVERIFY(bar != nullptr);
    QCOMPARE(bar->text(QAccessible::Value), QStringLiteral("10.0 ms"));
    QCOMPARE(bar->text(QAccessible::Description),
             QStringLiteral("GPU 0 computes for 10.0 ms, prefill, at 0 µs"));
    QVERIFY(bar->rect().contains(
        shown.plot->viewport()->mapToGlobal(shown.plot->pointOf(kGpu0, 0.005))));
    QVERIFY(!bar->state().selected);
    const QAccessibleInterface* lane = test::childNamed(chart, QStringLiteral("GPU 0 computes"));
    QVERIFY(lane != nullptr);
    QVERIFY2(lane->text(QAccessible::Description).contains(QStringLiteral("measured")),
             qPrintable(lane->text(QAccessible::Description)));
    // A bar can be pressed, as it can be clicked.
    const QSignalSpy asked(shown.plot, &TimelinePlot::stageActivated);
    test::actionsOf(bar)->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.front().front().toString(), QStringLiteral("transformer.h.0"));
    QVERIFY(bar->state().selected);
    // The keys go on from there, and readers are told where to.
    const test::ScreenReader reader;
    shown.plot->setFocus();
    QTest::keyClick(shown.plot, Qt::Key_Right);
    QVERIFY(!bar->state().selected);
    QCOMPARE(test::ScreenReader::count(QAccessible::Selection, QStringLiteral("GPU 0 computes")),
             1);
    // What is no longer in view is no child.
    shown.plot->setRange(0.4, 0.5);
    QVERIFY(!bar->isValid());
}

void TimelineViewTest::runThatGoesOnGrows() {
    const Theme theme(qApp, ThemeMode::Light);
    TimelineView view(&theme);
    view.setDevices(timelineDevices(1));
    view.show();
    auto* plot = view.findChild<TimelinePlot*>();
    view.setNow(0.05);
    const double first = plot->range().second;
    QVERIFY(first > 0.05);
    view.append({computeSpan(0, 3)});
    view.setNow(3);
    const double later = plot->range().second;
    QVERIFY(later > 3 && later < 4);
    view.setNow(3.01);  // in steps: it does not change with each tick
    QCOMPARE(plot->range().second, later);
    // Where a person zoomed in, the view stays as it is.
    plot->setRange(1, 2);
    view.append({computeSpan(3, 9)});
    view.setNow(9);
    QCOMPARE(plot->range(), std::pair(1.0, 2.0));
    plot->showWhole();
    view.setNow(-1);
    QCOMPARE(plot->range(), std::pair(0.0, 9.0));
    QCOMPARE(plot->duration(), 9.0);
}

/// Layers that wait for nearly all of their time, their parts too many to be drawn one by one.
void TimelineViewTest::namesPaintNoWork() {
    const Theme theme(qApp, ThemeMode::Light);
    TimelineView view(&theme);
    view.resize(1000, 200);
    view.setDevices(timelineDevices(1));
    std::vector<TimelineSpan> spans;
    constexpr int kParts = 100;
    for (int i = 0; i < 4 * kParts; ++i) {
        const double begin = 0.01 * i;
        TimelineSpan span = computeSpan(begin, begin + 0.0099, "h." + std::to_string(i / kParts));
        span.kind = SpanKind::Wait;
        spans.push_back(span);
        spans.push_back(computeSpan(begin + 0.0099, begin + 0.01, span.stage));
    }
    view.append(spans);
    view.show();
    auto* plot = view.findChild<TimelinePlot*>();
    const QImage image = plot->viewport()->grab().toImage();
    const QRgb work = theme.colors().deviceFill(DeviceId::gpu(0)).rgb();
    const int y = plot->pointOf(kGpu0, 1).y();
    const int from = plot->pointOf(kGpu0, 0).x(), to = plot->pointOf(kGpu0, 4).x();
    int worked = 0;
    for (int x = from; x < to; ++x) {
        worked += image.pixel(x, y) == work ? 1 : 0;
    }
    QVERIFY2(worked < (to - from) / 20, qPrintable(QString::number(worked)));
}

void TimelineViewTest::aHundredThousandSpansAreAFewThousandRects() {
    const Theme theme(qApp, ThemeMode::Light);
    TimelineView view(&theme);
    view.setDevices(timelineDevices(4));
    std::vector<TimelineSpan> spans;
    for (int i = 0; i < 100000; ++i) {
        const auto gpu = static_cast<std::uint32_t>(i / 1000 % 4);
        spans.push_back({i % 3 == 0 ? SpanKind::Wait : SpanKind::Compute, DeviceId::gpu(gpu),
                         "h." + std::to_string(i / 100), "h.mlp",
                         static_cast<std::uint32_t>(i) / 4000, 0, i * 1e-4, i * 1e-4 + 0.9e-4});
    }
    view.append(spans);
    view.resize(1000, 300);
    view.show();
    auto* plot = view.findChild<TimelinePlot*>();
    QTRY_VERIFY(plot->isVisible());
    const int lanes = 4;
    for (const double share : {1.0, 0.1, 0.001}) {
        plot->setRange(0, 10 * share);
        CountingDevice device(plot->viewport()->size());
        plot->viewport()->render(&device, {}, {}, QWidget::DrawChildren);
        QVERIFY(device.engine.rects > lanes);
        // Two a pixel and lane where spans are narrower, plus names, marks and the grid.
        QVERIFY2(device.engine.rects <= lanes * plot->viewport()->width() * 2 + 200,
                 qPrintable(QString::number(device.engine.rects)));
        QVERIFY2(device.engine.others <= 2000, qPrintable(QString::number(device.engine.others)));
    }
}

void TimelineViewTest::rightToLeftMirrorsAllButTime() {
    Shown shown;
    const int before = shown.plot->pointOf(kGpu0, 0).x();
    shown.view.setLayoutDirection(Qt::RightToLeft);
    const int begin = shown.plot->pointOf(kGpu0, 0).x();
    const int end = shown.plot->pointOf(kGpu0, 0.792).x();
    QVERIFY(begin < end);  // time runs to the right
    // Names are at the right now, shares at the left: the room beside the bars has changed sides.
    const int after = shown.plot->viewport()->width() - 1 - end;
    QVERIFY(std::abs(after - before) <= 2);
    QVERIFY(begin != before);
    QCOMPARE(shown.title()->layoutDirection(), Qt::RightToLeft);
}

/// Where little room is left, the legend says what no lane's name says.
void TimelineViewTest::theLegendGivesWay() {
    Shown shown;
    QCOMPARE(shown.title()->shownEntries().size(), std::size_t{4});
    shown.view.resize(480, 300);
    QTRY_COMPARE(shown.title()->shownEntries().size(), std::size_t{1});
    QCOMPARE(shown.title()->shownEntries().front().text,
             QString(goldenText("window-run/waits-for-weights")));
}

/// Before the last samples go, they stand closer to each other.
void TimelineViewTest::aLegendMovesTogether() {
    const Theme theme(qApp, ThemeMode::Light);
    ChartTitle title(&theme);
    title.setTitle(QStringLiteral("VRAM"), QStringLiteral("MiB"));
    title.setEntries({{QStringLiteral("reserved"), QPen(Qt::black)},
                      {QStringLiteral("predicted"), QPen(Qt::black, 1, Qt::DashLine)}});
    title.resize(600, 22);
    while (title.shownEntries().size() == 2) {
        title.resize(title.width() - 1, 22);
    }
    const QFontMetrics bold(theme.font(TextRole::Tree, true));
    const QFontMetrics plain(theme.font(TextRole::Caption));
    const int words = bold.horizontalAdvance(title.title()) +
                      plain.horizontalAdvance(title.unit()) + plain.horizontalAdvance("reserved") +
                      plain.horizontalAdvance("predicted");
    QVERIFY2(title.width() < words + 2 * 21 + 12 + 2 * 5, qPrintable(QString::number(words)));
    QVERIFY(title.toolTip().contains(QStringLiteral("predicted")));
}

/// A title loses words before its unit.
void TimelineViewTest::theUnitIsKept() {
    const Theme theme(qApp, ThemeMode::Light);
    ChartTitle title(&theme);
    title.setTitle(QString(goldenText("window-live/ram-of-the-process-measured")),
                   QStringLiteral("MiB"));
    const QFontMetrics bold(theme.font(TextRole::Tree, true));
    const QFontMetrics plain(theme.font(TextRole::Caption));
    title.resize(600, 22);
    QCOMPARE(title.shownTitle(), title.title());
    title.resize(bold.horizontalAdvance(title.title()) + 4, 22);
    QVERIFY(title.shownTitle().endsWith(u'…'));
    QVERIFY(title.shownTitle().size() > 10);
    QVERIFY(bold.horizontalAdvance(title.shownTitle()) + plain.horizontalAdvance(title.unit()) <
            title.width());
}

void TimelineViewTest::lanesScroll() {
    Shown shown;
    QScrollBar* bar = shown.plot->verticalScrollBar();
    QCOMPARE(bar->maximum(), 0);
    shown.view.resize(1000, 160);
    QTRY_VERIFY(bar->maximum() > 0);
    const LaneKey last{LaneKind::Compute, DeviceId::gpu(3)};
    QVERIFY(shown.plot->pointOf(last, 0).y() > shown.plot->viewport()->height() - 20);
    shown.plot->setFocus();
    for (int i = 0; i < 9; ++i) {
        QTest::keyClick(shown.plot, Qt::Key_Down);
    }
    QVERIFY(shown.plot->pointOf(last, 0).y() < shown.plot->viewport()->height() - 20);
    QVERIFY(shown.pointed->text().contains(QStringLiteral("GPU 3")));
}

void TimelineViewTest::copiesWhatIsPointedAt() {
    Shown shown;
    auto* copy = shown.view.findChild<QAction*>(QStringLiteral("timeline_copy"));
    QVERIFY(!copy->isEnabled());
    shown.plot->setRange(0, 0.1);
    shown.moveTo(kGpu0, 0.005);
    QVERIFY(copy->isEnabled());
    shown.plot->setFocus();
    QTest::keySequence(shown.plot, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("transformer.h.0.attn.c_attn\n"
                            "GPU 0 computes for 10.0 ms\nprefill, at 0 µs"));
}

void TimelineViewTest::savesATable() {
    Shown shown(0);
    const QTemporaryDir folder;
    FixedFileDialogs dialogs;
    FigureSaver saver(&dialogs, &shown.view);
    QSignalSpy told(&saver, &FigureSaver::told);
    dialogs.answer = folder.filePath(QStringLiteral("timeline.csv"));
    auto* save = shown.view.findChild<QAction*>(QStringLiteral("timeline_save_figures"));
    QCOMPARE(shown.view.contextMenuPolicy(), Qt::ActionsContextMenu);
    QVERIFY(shown.view.actions().contains(save));
    save->trigger();
    QTRY_COMPARE(told.count(), 1);
    QFile file(dialogs.answer);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), static_cast<qsizetype>(pipelineSpans(0).size()) + 1);
    QVERIFY(lines.first().startsWith(QStringLiteral("begin [s],end [s],kind,device,layer,item")));
    QCOMPARE(lines.at(1), QStringLiteral("0.000000,0.010000,compute,gpu:0,transformer.h.0,"
                                         "transformer.h.0.attn.c_attn,0,0"));
    dialogs.answer = QStringLiteral("/proc/no/such/folder/t.csv");
    save->trigger();
    QTRY_COMPARE(told.count(), 2);
    QVERIFY(!told.at(1).at(0).toString().contains(QStringLiteral("Saved")));
}

QTEST_MAIN(TimelineViewTest)
#include "tst_timeline_view.moc"
