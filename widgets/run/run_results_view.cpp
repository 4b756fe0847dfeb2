// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_results_view.h"

#include "widgets/charts/chart_heads.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QStringList>
#include <QStyle>

#include <cmath>
#include <utility>

namespace stowage {

/// How much of a run each device computed, waited and idled: a bar a device, and under it what that
/// means; below all what would help, as links. The accessible name of each bar says its figures.
class RunDeviceTimes : public QWidget {
    Q_OBJECT
public:
    explicit RunDeviceTimes(const Theme* theme, QWidget* parent = nullptr);

    void setTimes(const std::vector<DeviceTime>& times);
    void setFixes(std::vector<RunFix> fixes);

Q_SIGNALS:
    /// The link of one was clicked.
    void fixRequested(const RunFix& fix);

private:
    void applyTheme();
    void showFixes();

    const Theme* m_theme;
    ChartTitle* m_title;
    QWidget* m_rows;
    QLabel* m_fixLabel;
    std::vector<RunFix> m_fixes;
};

namespace {

constexpr int kGap = 6;

constexpr int kPercents = 40;

/// "GPU 0 ▇▇▇▨▨□□□ 37 %".
class TimeBar : public QWidget {
public:
    TimeBar(const Theme* theme, const DeviceTime& time, QWidget* parent)
        : QWidget(parent), m_theme(theme), m_time(time) {
        speakAsChart(this);
        setObjectName(QStringLiteral("run_use_") + deviceObjectName(time.device));
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setFixedHeight(px(kRowHeight));
        const auto [busy, waited, idle] = shareTexts(time.shares);
        m_busy = busy;
        const QString text =
            RunDeviceTimes::tr(
                "%1, measured: computed %2 of the run, waited for weights %3, idled %4")
                .arg(translated(deviceLabel(time.device)), busy, waited, idle);
        setAccessibleName(text);
        setToolTip(text);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const ThemeColors& colors = m_theme->colors();
        QPainter painter(this);
        painter.setLayoutDirection(Qt::LeftToRight);
        paintDeviceChip(painter,
                        placed(QRect(0, (px(kRowHeight) - px(kChipHeight)) / 2,
                                     px(metrics::kChipWidth), px(kChipHeight))),
                        m_time.device, colors, m_theme->font(TextRole::Caption, true));
        const QRect bar(px(metrics::kChipWidth) + kGap, (px(kRowHeight) - kBarHeight) / 2,
                        width() - px(metrics::kChipWidth) - px(kPercents) - 2 * kGap, kBarHeight);
        const int busy = static_cast<int>(std::lround(bar.width() * m_time.shares.busy));
        const int waits = static_cast<int>(std::lround(bar.width() * m_time.shares.waiting));
        painter.fillRect(placed(QRect(bar.left(), bar.top(), busy, bar.height())),
                         colors.deviceFill(m_time.device));
        painter.fillRect(placed(QRect(bar.left() + busy, bar.top(), waits, bar.height())),
                         QBrush(colors.secondaryText, Qt::BDiagPattern));
        paintOutline(painter, placed(bar), colors.border);
        painter.setFont(m_theme->font(TextRole::Tree));
        painter.setPen(colors.text);
        painter.drawText(placed(QRect(width() - px(kPercents), 0, px(kPercents), px(kRowHeight))),
                         Qt::AlignVCenter | Qt::AlignRight, m_busy);
    }

private:
    static constexpr int kRowHeight = 20;
    static constexpr int kBarHeight = 14;
    static constexpr int kChipHeight = 16;
    /// Bars mirror in right-to-left.
    [[nodiscard]] QRect placed(const QRect& rect) const {
        return QStyle::visualRect(layoutDirection(), this->rect(), rect);
    }

    const Theme* m_theme;
    DeviceTime m_time;
    QString m_busy;
};

enum ResultsPage { kResultsEmptyPage, kResultsReportPage };

constexpr int kLayersShare = 700, kDevicesShare = 300;

constexpr int kLeastDevicesWidth = 284;

constexpr int kSideBySide = 700;  ///< pixels from which on devices stand beside the layers

constexpr int kMemoryNames = 36;  ///< percent of the memory table's width

}  // namespace

RunDeviceTimes::RunDeviceTimes(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new ChartTitle(theme)),
      m_rows(new QWidget),
      m_fixLabel(new ProseLabel) {
    withName(this, "run_use", tr("How the devices spent the time"));
    m_title->setTitle(tr("Time of each device"), tr("measured"));
    auto* layout = makeColumn(this, 2);
    addWidgets(layout, {m_title, m_rows});
    withName(m_fixLabel, "run_fixes", tr("Ways to reduce waiting"));
    m_fixLabel->setTextFormat(Qt::RichText);
    m_fixLabel->setContentsMargins(visualMargins({px(metrics::kChipWidth) + kGap, 0, 0, 4}));
    m_fixLabel->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    layout->addWidget(m_fixLabel);
    connect(m_fixLabel, &QLabel::linkActivated, this,
            [this](const QString& link) { Q_EMIT fixRequested(m_fixes[link.toUInt()]); });
    connect(theme, &Theme::changed, this, &RunDeviceTimes::applyTheme);
    applyTheme();
}

void RunDeviceTimes::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    m_title->setEntries({
        {tr("computes"), Qt::NoPen, colors.deviceFill(DeviceId::gpu(0))},
        {tr("waits"), colors.border, QBrush(colors.secondaryText, Qt::BDiagPattern)},
        {tr("idles"), colors.border, colors.base},
    });
    for (QLabel* label : m_rows->findChildren<QLabel*>()) {
        label->setFont(m_theme->font(TextRole::Tree));
        setTextColor(label, colors.secondaryText);
    }
    showFixes();
    for (QWidget* bar : m_rows->findChildren<QWidget*>()) {
        bar->update();
    }
}

void RunDeviceTimes::setFixes(std::vector<RunFix> fixes) {
    m_fixes = std::move(fixes);
    showFixes();
}

/// Links carry their colour in their text.
void RunDeviceTimes::showFixes() {
    QStringList lines;
    for (std::size_t i = 0; i < m_fixes.size(); ++i) {
        lines.append(
            QStringLiteral("%1 <a href=\"%2\" style=\"color:%3;text-decoration:none\">"
                           "<b>%4</b></a>")
                .arg(m_fixes[i].reason.shown().toHtmlEscaped())
                .arg(i)
                .arg(m_theme->colors().accent.name(), m_fixes[i].text.shown().toHtmlEscaped()));
    }
    m_fixLabel->setFont(m_theme->font(TextRole::Tree));
    m_fixLabel->setText(lines.join(QStringLiteral("<br>")));
    m_fixLabel->setVisible(!lines.isEmpty());
}

void RunDeviceTimes::setTimes(const std::vector<DeviceTime>& times) {
    auto* rows = new QWidget;
    auto* column = makeColumn(rows, 1);
    for (const DeviceTime& time : times) {
        column->addWidget(new TimeBar(m_theme, time, rows));
        auto* sentence = new ProseLabel(time.sentence, rows);
        sentence->setObjectName(QStringLiteral("run_use_text_") + deviceObjectName(time.device));
        sentence->setContentsMargins(visualMargins({px(metrics::kChipWidth) + kGap, 0, 0, 4}));
        column->addWidget(sentence);
    }
    delete layout()->replaceWidget(m_rows, rows);
    delete m_rows;
    m_rows = rows;
    applyTheme();
}

RunResultsView::RunResultsView(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_pages(new QStackedWidget(this)),
      m_empty(makeHint(
          m_pages, "run_results_empty",
          tr("After a run, this view lists the layers with their measured and predicted compute "
             "and transfer times. The view also shows the time and memory of each device."),
          metrics::kPadding)) {
    withName(this, "run_results", tr("Results of the run"));
    setFieldBackground(this);
    QWidget* layers = makeLayers();
    m_columns = makeSplitter(m_pages, "run_results_splitter", layers, makeDevices(),
                             {kLayersShare, kDevicesShare});
    addWidgets(m_pages, {m_empty, m_columns});
    makeColumn(this, 0, {metrics::kPadding, 4, metrics::kPadding, 4})->addWidget(m_pages);
    connect(m_table, &RunLayersTable::stageActivated, this, &RunResultsView::stageActivated);
    connect(m_use, &RunDeviceTimes::fixRequested, this, &RunResultsView::fixRequested);
    connect(theme, &Theme::changed, this, &RunResultsView::applyTheme);
    applyTheme();
    clear();
}

QWidget* RunResultsView::makeLayers() {
    auto* part = new QWidget(m_pages);
    m_prefill = withName(new QPushButton(tr("Prefill"), part), "run_results_prefill");
    m_prefill->setToolTip(tr("The pass over the prompt"));
    m_decode = withName(new QPushButton(tr("Decode"), part), "run_results_decode");
    m_decode->setToolTip(tr("The mean of the passes after the prompt, one token per pass"));
    joinSegments({m_prefill, m_decode});
    connect(m_prefill, &QPushButton::clicked, this, [this] { showPasses(RunPasses::Prefill); });
    connect(m_decode, &QPushButton::clicked, this, [this] { showPasses(RunPasses::Decode); });
    m_sentence = withName(new QLabel(part), "run_results_sentence");
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_table = new RunLayersTable(m_theme, part);
    offerFigure(m_table, {QStringLiteral("run_layers"), SavedFigure::Picture::None, [this] {
                              return m_report == nullptr ? std::string() : layersToCsv(*m_report);
                          }});
    // One line, so that it takes no rows from the table.
    m_hint = withName(new ElidedLabel(part, Qt::ElideRight), "run_results_hint");
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* head = makeRow(nullptr, 0);
    addWidgets(head, {m_prefill, m_decode});
    head->addSpacing(metrics::kPadding);
    head->addWidget(m_sentence, 1);
    auto* layout = makeColumn(part, 4);
    layout->addLayout(head);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_hint);
    return part;
}

QWidget* RunResultsView::makeDevices() {
    auto* area = withName(new QScrollArea(m_pages), "run_results_devices",
                          tr("Time and memory of the devices"));
    auto* content = new QWidget(area->viewport());
    m_use = new RunDeviceTimes(m_theme, content);
    m_memoryTitle = new ChartTitle(m_theme, content);
    m_memory = withName(new FigureTable(m_theme, content), "run_memory",
                        tr("Memory of each device during the run"));
    m_memory->setFirstColumnShare(kMemoryNames);
    auto* layout = makeColumn(content, 4);
    addWidgets(layout, {m_use, m_memoryTitle, m_memory});
    layout->addStretch(1);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumWidth(px(kLeastDevicesWidth));
    area->setWidget(content);
    content->setBackgroundRole(QPalette::Base);
    return area;
}

void RunResultsView::clear() {
    setReport(nullptr);
}

void RunResultsView::setReport(std::shared_ptr<const RunReport> report) {
    m_report = std::move(report);
    m_pages->setCurrentIndex(m_report == nullptr ? kResultsEmptyPage : kResultsReportPage);
    m_use->setFixes({});
    if (m_report == nullptr) {
        m_table->setLayers({});
        m_use->setTimes({});
        m_memory->setRows({});
        return;
    }
    m_decode->setEnabled(m_report->passes.size() > 1);
    m_use->setTimes(deviceTimes(*m_report));
    RunMemoryTable memory = runMemoryTable(*m_report);
    m_memoryTitle->setTitle(tr("Memory of each device"), memory.unit);
    m_memory->setHead(memory.head);
    m_memory->setRows(std::move(memory.rows));
    showPasses(m_decode->isEnabled() ? m_passes : RunPasses::Prefill);
}

void RunResultsView::setFixes(std::vector<RunFix> fixes) {
    m_use->setFixes(std::move(fixes));
}

void RunResultsView::showPasses(RunPasses passes) {
    m_passes = passes;
    (passes == RunPasses::Prefill ? m_prefill : m_decode)->setChecked(true);
    if (m_report == nullptr) {
        return;
    }
    m_table->setLayers(layerFigures(*m_report, passes));
    const QString sentence = passSentence(*m_report, passes);
    m_sentence->setText(
        m_report->stopped
            ? tr("The run was stopped. The figures cover the run up to that point. %1")
                  .arg(sentence)
            : sentence);
    m_sentence->setToolTip(m_sentence->text());
    m_hint->setText(predictionSentence(*m_report));
    m_hint->setToolTip(m_hint->text());
}

void RunResultsView::showEvent(QShowEvent* event) {
    // Becoming the page of a tab takes fonts away that were set before.
    applyTheme();
    QWidget::showEvent(event);
}

void RunResultsView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_columns->setOrientation(width() >= kSideBySide ? Qt::Horizontal : Qt::Vertical);
}

void RunResultsView::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    setFontOf({m_empty, m_prefill, m_decode, m_sentence}, m_theme->font(TextRole::Tree));
    m_hint->setFont(m_theme->font(TextRole::Caption));
    setTextColor(m_hint, colors.secondaryText);
}

}  // namespace stowage

#include "run_results_view.moc"
