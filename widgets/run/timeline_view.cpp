// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/timeline_view.h"

#include "engine/telemetry/timeline.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/run/timeline_plot.h"
#include "widgets/run/timeline_texts.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

#include <vector>

namespace stowage {

namespace {

enum TimelinePage { kTimelineEmptyPage, kTimelinePlotPage };

}  // namespace

TimelineView::TimelineView(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new ChartTitle(theme)),
      m_whole(new QToolButton),
      m_pages(new QStackedWidget),
      m_empty(makeHint(
          nullptr, "timeline_empty",
          tr("While the model runs, what each device and each link does is drawn here: weights "
             "that are read and travel, layers that compute, devices that wait or idle."),
          metrics::kPadding)),
      m_plot(new TimelinePlot(theme)),
      m_pointed(new ProseLabel) {
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Timeline of the run"));
    buildLayout();
    makeActions();
    connect(m_plot, &TimelinePlot::stageActivated, this, &TimelineView::stageActivated);
    connect(m_plot, &TimelinePlot::pointedAtChanged, this, &TimelineView::showPointedAt);
    connect(m_plot, &TimelinePlot::rangeChanged, this, &TimelineView::showState);
    connect(m_plot, &TimelinePlot::refreshed, this, &TimelineView::showState);
    connect(m_whole, &QToolButton::clicked, m_plot, &TimelinePlot::showWhole);
    connect(theme, &Theme::changed, this, &TimelineView::applyTheme);
    applyTheme();
    showState();
    showPointedAt();
}

void TimelineView::buildLayout() {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_title->setObjectName(QStringLiteral("timeline_title"));
    m_whole->setObjectName(QStringLiteral("timeline_whole"));
    m_whole->setText(tr("Whole run"));
    m_whole->setToolTip(tr("Show the whole run again (double click, or 0)"));
    m_whole->setAccessibleName(tr("Show the whole run"));
    m_whole->setAutoRaise(true);
    m_pointed->setObjectName(QStringLiteral("timeline_pointed"));
    m_pointed->setAccessibleName(tr("What is pointed at"));
    m_pointed->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_pointed->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_plot);
    auto* head = new QHBoxLayout;
    head->setSpacing(metrics::kPadding);
    head->addWidget(m_title, 1);
    head->addWidget(m_whole);
    auto* layout = makeColumn(this, 2, {metrics::kPadding, 0, metrics::kPadding, 4});
    layout->addLayout(head);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_pointed);
}

void TimelineView::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    setFontOf({m_empty, m_pointed, m_whole}, m_theme->font(TextRole::Tree));
    const DeviceId gpu = DeviceId::gpu(0);
    // The lanes' names say the same of all but the waiting.
    const LegendNeed named = LegendNeed::NamedInChart;
    m_title->setEntries({
        {tr("computes"), Qt::NoPen, colors.deviceFill(gpu), named},
        {tr("waits for weights"), colors.border, QBrush(colors.secondaryText, Qt::BDiagPattern)},
        {tr("weights travel"), colors.deviceLine(gpu), colors.deviceBackground(gpu), named},
        {tr("disk reads"), Qt::NoPen, colors.deviceFill(DeviceId::disk()), named},
    });
}

void TimelineView::clear() {
    m_now = -1;
    m_held = 0;
    m_plot->clear();
    showState();
}

void TimelineView::setDevices(const std::vector<DeviceInfo>& devices) {
    m_now = -1;
    m_held = 0;
    m_plot->setDevices(devices);
    showState();
}

void TimelineView::append(const std::vector<TimelineSpan>& spans) {
    m_plot->append(spans);
    if (m_pages->currentIndex() == kTimelineEmptyPage) {
        showState();
    }
}

void TimelineView::setNow(double seconds) {
    m_now = seconds;
    m_plot->setNow(seconds);
    if (m_pages->currentIndex() == kTimelineEmptyPage) {
        showState();
    }
}

void TimelineView::setReport(const RunReport& report) {
    m_held = report.pausedSeconds;
    m_plot->setReport(report);
    showState();
}

void TimelineView::setMarkedStage(const QString& stage) {
    m_plot->setMarkedStage(stage);
}

void TimelineView::showState() {
    const bool anything = m_now >= 0 || !m_plot->lanes().isEmpty();
    m_pages->setCurrentIndex(anything ? kTimelinePlotPage : kTimelineEmptyPage);
    m_pointed->setVisible(anything);
    m_whole->setVisible(anything);
    m_whole->setEnabled(m_plot->isZoomed());
    m_showWhole->setEnabled(m_plot->isZoomed());
    const QString time = durationText(m_plot->duration());
    m_title->setTitle(tr("Timeline"),
                      !anything ? QString()
                      : m_held > 0
                          ? tr("%1, measured, and paused %2").arg(time, durationText(m_held))
                          : tr("%1, measured").arg(time));
}

void TimelineView::showPointedAt() {
    const QStringList lines = m_plot->pointedLines();
    m_copy->setEnabled(!lines.isEmpty());
    const QString hint =
        tr("Point at a bar, or use the arrow keys. Wheel: zoom. Drag: move. Double "
           "click: the whole run.");
    const QString text = lines.isEmpty() ? hint : lines.join(QStringLiteral(" · "));
    const QFontMetrics letters = m_pointed->fontMetrics();
    const int room = width() - 2 * metrics::kPadding;
    const auto heightOf = [&](const QString& words) {
        constexpr int kMostHeight = 1000;
        return letters.boundingRect(QRect(0, 0, room, kMostHeight), Qt::TextWordWrap, words)
            .height();
    };
    if (isVisible()) {  // it has its width
        // As high as the hint needs, so that the plot does not move with what is pointed at.
        m_pointed->setFixedHeight(heightOf(hint));
    }
    m_pointed->setText(
        heightOf(text) <= heightOf(hint) ? text : letters.elidedText(text, Qt::ElideRight, room));
    m_pointed->setToolTip(lines.join(u'\n'));
    setTextColor(m_pointed,
                 lines.isEmpty() ? m_theme->colors().secondaryText : m_theme->colors().text);
}

void TimelineView::showEvent(QShowEvent* event) {
    // Becoming the page of a tab takes fonts away that were set before.
    applyTheme();
    showPointedAt();
    QWidget::showEvent(event);
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showPointedAt();  // in as much of its words as there is room for
}

void TimelineView::makeActions() {
    m_copy = withName(new QAction(tr("Copy what is pointed at"), this), "timeline_copy");
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_showWhole = withName(new QAction(tr("Show the whole run"), this), "timeline_show_whole");
    connect(m_copy, &QAction::triggered, this,
            [this] { copyToClipboard(m_plot->pointedLines().join(u'\n')); });
    connect(m_showWhole, &QAction::triggered, m_plot, &TimelinePlot::showWhole);
    addActions({m_copy, m_showWhole});
    offerFigure(this, {QStringLiteral("timeline"), SavedFigure::Picture::Drawn,
                       [this] { return timelineToCsv(m_plot->lanes().spans()); }});
}

}  // namespace stowage
