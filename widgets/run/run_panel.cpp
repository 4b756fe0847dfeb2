// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_panel.h"

#include "engine/base/result.h"
#include "engine/load/program/load_schedule.h"
#include "widgets/charts/live_figures.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/loaded_note.h"
#include "widgets/run/chain_dialog.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_fields.h"
#include "widgets/run/run_results_view.h"
#include "widgets/run/timeline_view.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QFontMetrics>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

/// What came of a run: the tokens as they are chosen, then its times and bytes, the likeliest
/// tokens with their logits, and peaks; or, in a sentence, why it ended early.
class RunSummary : public QScrollArea {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    RunSummary(const RunController* controller, const Theme* theme, QWidget* parent = nullptr);

    /// Shows the run that goes on, or the last one.
    void showRun();
    /// Why no run could begin; until the next one does.
    void showFailure(const QString& sentence, ErrorCode code);

private:
    static constexpr int kGap = 4;
    void showTokens();

    const RunController* m_controller;
    const Theme* m_theme;
    QLabel* m_empty;
    QLabel* m_failure;
    GuideButton* m_help;
    QLabel* m_tokensTitle;
    SelectableText* m_tokens;
    SelectableText* m_text;  ///< the tokens as text, where the model has a tokenizer
    LiveFigures* m_figures;
};

namespace {

constexpr std::size_t kLikeliest = 5;
constexpr int kMostTokenLines = 5;
constexpr int kScrollBar = 10;

QLabel* makeLabel(const QFont& font, QWidget* parent) {
    auto* label = new ProseLabel(parent);
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    return label;
}

std::vector<LiveFigureRow> topTokenRows(const RunReport& report) {
    std::vector<LiveFigureRow> rows;
    if (report.numbers.values.empty()) {
        return rows;
    }
    for (const Message& note : {nanNote(report), unusedNote(report)}) {
        if (!note.empty()) {
            rows.push_back(liveRow(LiveFigureRow::Kind::Caption, translated(note)));
        }
    }
    if (!report.givesLogits) {
        rows.push_back(liveRow(
            LiveFigureRow::Kind::Caption,
            RunSummary::tr("Hidden states: the run returned %1 numbers for the last position.")
                .arg(report.numbers.vocabulary)));
        return rows;
    }
    rows.push_back(
        liveRow(LiveFigureRow::Kind::Head,
                report.counted.empty()
                    ? RunSummary::tr("Top tokens after the prompt")
                    : RunSummary::tr("Most likely %1").arg(QString::fromStdString(report.counted)),
                {RunSummary::tr("logit")}));
    for (const auto& [token, logit] : topTokens(report, kLikeliest)) {
        rows.push_back(liveFigure(QString::number(token),
                                  QString::number(static_cast<double>(logit), 'f', 4)));
    }
    return rows;
}

/// The run's figures with the likeliest tokens before the peaks.
std::vector<LiveFigureRow> resultRows(const FinishedRun& run) {
    std::vector<LiveFigureRow> rows = modelRunRows(run);
    const std::vector<LiveFigureRow> likeliest = topTokenRows(*run.report);
    const auto peaks = std::ranges::find(rows, LiveFigureRow::Kind::Head, &LiveFigureRow::kind);
    rows.insert(peaks, likeliest.begin(), likeliest.end());
    return rows;
}

}  // namespace

RunSummary::RunSummary(const RunController* controller, const Theme* theme, QWidget* parent)
    : QScrollArea(parent), m_controller(controller), m_theme(theme) {
    withName(this, "run_summary", tr("Result of the run"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFixedWidth(px(LiveFigures::kWidth) + kScrollBar);
    auto* content = makePage(this);
    const QFont font = theme->font(TextRole::Tree);
    m_empty = withName(makeLabel(font, content), "run_empty");
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_failure = withName(makeLabel(font, content), "run_failure");
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_help = new GuideButton("run_failure_help", content);
    m_tokensTitle = makeLabel(theme->font(TextRole::Tree, true), content);
    m_tokens = withName(new SelectableText(content), "run_tokens", tr("Generated tokens"));
    m_tokens->setMaximumLines(kMostTokenLines);
    m_text = withName(new SelectableText(content), "run_text", tr("Generated text"));
    m_text->setMaximumLines(kMostTokenLines);
    setFontOf({m_tokens, m_text, m_help}, font);
    m_figures = withName(new LiveFigures(theme, content), "run_figures");
    auto* texts = makeColumn(nullptr, kGap, {metrics::kPadding, 0, metrics::kPadding, 0});
    addWidgets(texts, {m_empty, m_failure, m_help, m_tokensTitle, m_tokens, m_text});
    texts->setAlignment(m_help, Qt::AlignLeading);
    auto* layout = makeColumn(content, kGap);
    layout->addLayout(texts);
    layout->addWidget(m_figures);
    layout->addStretch(1);
    setWidget(content);
    connect(theme, &Theme::changed, this,
            [this] { setTextColor(m_failure, m_theme->colors().error); });
    setTextColor(m_failure, theme->colors().error);
    showRun();
}

void RunSummary::showTokens() {
    const std::vector<std::int64_t>& tokens = m_controller->chosen();
    const bool any = !tokens.empty();
    m_tokensTitle->setText(tokens.size() == 1 ? tr("1 token generated")
                                              : tr("%1 tokens generated").arg(tokens.size()));
    m_tokens->setText(promptTokensText(tokens));
    m_tokensTitle->setVisible(any);
    m_tokens->setVisible(any);
    const auto& tokenizer = m_controller->tokenizer();
    const std::string text =
        any && tokenizer != nullptr
            ? followingText(*tokenizer, m_controller->options().request.tokens, tokens)
            : std::string();
    m_text->setText(QString::fromStdString(text));
    m_text->setVisible(!text.empty());
}

void RunSummary::showRun() {
    const bool running = m_controller->isRunning();
    const bool ended = !running && !m_controller->runs().empty();
    const FinishedRun* last = ended ? &m_controller->runs().back() : nullptr;
    const bool failed = last != nullptr && hasFailed(*last->report);
    const QString why = m_controller->whyNot();
    m_empty->setText(why.isEmpty() ? tr("This panel shows the tokens, logits and times of a run.")
                                   : why);
    m_empty->setVisible(!running && !ended);
    m_failure->setText(failed ? translated(last->report->stopped->message) : QString());
    m_failure->setVisible(failed);
    m_help->setError(failed ? std::optional(last->report->stopped->code) : std::nullopt);
    showTokens();
    m_figures->setRows(last != nullptr ? resultRows(*last) : std::vector<LiveFigureRow>());
}

void RunSummary::showFailure(const QString& sentence, ErrorCode code) {
    m_failure->setText(sentence);
    m_failure->setVisible(true);
    m_help->setError(code);
    m_empty->setVisible(false);
}

namespace {

constexpr int kFieldsWidth = 356;
constexpr int kLeastFieldsWidth = 240;
constexpr int kLeastPagesWidth = 220;
/// Until the window lays it out.
constexpr int kPagesWidth = 600;
/// Below it fields, result and timeline have no room beside each other.
constexpr int kNarrowWidth = 1060;

/// Layers are numbered: "transformer.h.3" of "transformer.h.3.attn"; of other modules themselves.
QString layerOf(const QString& path) {
    static const QRegularExpression kLayer(QStringLiteral("^(?:[^.]+\\.)*?\\d+(?=\\.|$)"));
    const QRegularExpressionMatch layer = kLayer.match(path);
    return layer.hasMatch() ? layer.captured() : path;
}

}  // namespace

RunPanel::RunPanel(RunController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_theme(theme),
      m_note(new LoadedNote(controller->loads(), theme, QStringLiteral("run_loaded_note"), this)),
      m_columns(withName(new QSplitter(this), "run_splitter")),
      m_fields(new RunFields(controller, theme, m_columns)),
      m_summary(new RunSummary(controller, theme, m_columns)) {
    static constexpr int kClockMs = 50;
    withName(this, "run_panel", tr("Run the loaded model"));
    setFieldBackground(this);
    QWidget* header = makeHeader();
    m_fields->setMinimumWidth(px(kLeastFieldsWidth));
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(kGap);
    addWidgets(m_columns, {m_fields, m_summary, makePages()});
    m_columns->setStretchFactor(2, 1);
    m_columns->setSizes({px(kFieldsWidth), m_summary->width(), px(kPagesWidth)});
    auto* layout = makeColumn(this, 0, {0, 0, 0, kGap});
    addWidgets(layout, {m_note, header});
    layout->addWidget(m_columns, 1);
    setTabOrder(m_chain, m_fields);
    m_clock.setInterval(kClockMs);
    connect(&m_clock, &QTimer::timeout, this, &RunPanel::pullTimeline);
    connect(controller, &RunController::stateChanged, this, &RunPanel::showState);
    connect(controller, &RunController::abilityChanged, this, &RunPanel::showState);
    connect(controller, &RunController::progressChanged, this, &RunPanel::showProgress);
    connect(controller, &RunController::tokenChosen, m_summary, &RunSummary::showRun);
    connect(controller, &RunController::finished, this, &RunPanel::showReport);
    connect(controller->loads()->document(), &Document::planChanged, this, &RunPanel::showFixes);
    connect(m_results, &RunResultsView::fixRequested, this, [this](const RunFix& fix) {
        if (const auto* prefetch = std::get_if<PrefetchEdit>(&fix.edit)) {
            m_fields->setWindow(prefetch->window);
        } else {
            m_controller->loads()->document()->edit(std::get<PlanEdit>(fix.edit));
        }
    });
    connect(controller, &RunController::failed, this,
            [this](const QString& sentence, ErrorCode code) {
                m_summary->showFailure(sentence, code);
                showPage(isNarrow() ? Page::Result : Page::Timeline);  // where it is seen
            });
    connect(m_fields, &RunFields::changed, this, &RunPanel::showState);
    connect(m_fields, &RunFields::runRequested, this, &RunPanel::run);
    connect(theme, &Theme::changed, this, &RunPanel::showIcons);
    showIcons();
    arrange();
    if (controller->timeline() != nullptr) {
        beginTimeline();  // of a run that goes on, or went on before this panel was made
    }
    showState();
    if (!controller->isRunning() && !controller->runs().empty()) {
        showReport(controller->runs().back().report);
    }
}

void RunPanel::showReport(const std::shared_ptr<const RunReport>& report) {
    m_results->setReport(report);
    m_timeline->setReport(*report);
    m_summary->showRun();
    showFixes();
}

void RunPanel::setFileDialogs(FileDialogs* dialogs) {
    m_dialogs = dialogs;
    m_fields->setFileDialogs(dialogs);
}

QWidget* RunPanel::makeHeader() {
    static constexpr int kProgressWidth = 140;
    auto* header = new QWidget(this);
    m_run = withName(new QPushButton(tr("Run"), header), "run_start");
    m_pause = withName(new QPushButton(header), "run_pause");
    m_cancel = withName(new QPushButton(tr("Cancel"), header), "run_cancel", tr("Cancel the run"));
    m_chain = withName(new QPushButton(tr("Chain…"), header), "run_chain", tr("Run as a chain"));
    m_chain->setToolTip(tr("Run several models in turn on one device"));
    m_step = withName(new QLabel(header), "run_step");
    m_item = withName(new ElidedLabel(header, Qt::ElideRight), "run_item");
    m_item->setForegroundRole(QPalette::PlaceholderText);
    // What changes many times a second must not start another layout.
    m_item->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress = makeProgressBar(header, "run_progress", tr("Progress of the run"));
    m_progress->setRange(0, kProgressSteps);
    m_progress->setFixedWidth(kProgressWidth);
    m_step->setFont(m_theme->font(TextRole::Tree, true));
    setFontOf({m_run, m_pause, m_cancel, m_chain, m_item}, m_theme->font(TextRole::Tree));
    auto* layout = makeRow(header, kGap, {metrics::kPadding, kGap, metrics::kPadding, kGap});
    addWidgets(layout, {m_run, m_pause, m_cancel, m_chain, m_progress, m_step});
    layout->addWidget(m_item, 1);
    connect(m_run, &QPushButton::clicked, this, &RunPanel::run);
    connect(m_pause, &QPushButton::clicked, m_controller, [this] {
        m_controller->state() == ModelRunState::Paused ? m_controller->resume()
                                                       : m_controller->pause();
    });
    connect(m_cancel, &QPushButton::clicked, m_controller, &RunController::cancel);
    connect(m_chain, &QPushButton::clicked, this, &RunPanel::showChain);
    layout->addWidget(makeSegments(header));
    return header;
}

/// They stand right of the header's texts, over the page that they choose.
QWidget* RunPanel::makeSegments(QWidget* header) {
    auto* segments = new QWidget(header);
    auto* row = makeRow(segments, 0);
    const auto add = [&](const QString& text, const char* name, Page page) {
        auto* button = withName(new QPushButton(text, segments), name);
        button->setFont(m_theme->font(TextRole::Tree));
        // The name of the checked one is semibold, and wider.
        button->setMinimumWidth(
            QFontMetrics(m_theme->font(TextRole::Tree, true)).horizontalAdvance(button->text()) +
            2 * metrics::kPadding);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, page] { showPage(page); });
        return button;
    };
    m_resultPage = add(tr("Result"), "run_result_page", Page::Result);
    m_timelinePage = add(tr("Timeline"), "run_timeline_page", Page::Timeline);
    m_layersPage = add(tr("Layers"), "run_layers_page", Page::Layers);
    joinSegments({m_resultPage, m_timelinePage, m_layersPage});
    return segments;
}

QWidget* RunPanel::makePages() {
    m_pages = withName(new QStackedWidget(m_columns), "run_pages");
    m_pages->setMinimumWidth(px(kLeastPagesWidth));
    m_timeline = new TimelineView(m_theme, m_pages);
    m_results = new RunResultsView(m_theme, m_pages);
    addWidgets(m_pages, {m_timeline, m_results});
    connect(m_timeline, &TimelineView::stageActivated, this, &RunPanel::stageActivated);
    connect(m_results, &RunResultsView::stageActivated, this, &RunPanel::stageActivated);
    return m_pages;
}

void RunPanel::markModule(const QString& path) {
    m_timeline->setMarkedStage(layerOf(path));
}

void RunPanel::showPage(Page page) {
    m_page = page;
    arrange();
}

bool RunPanel::isNarrow() const {
    return width() < px(kNarrowWidth);
}

void RunPanel::arrange() {
    const bool narrow = isNarrow();
    const Page page = narrow || m_page != Page::Result ? m_page : Page::Timeline;
    m_resultPage->setVisible(narrow);
    const QString place = narrow ? QStringLiteral("middle") : QStringLiteral("first");
    if (m_timelinePage->property("segment") != place) {
        m_timelinePage->setProperty("segment", place);
        m_timelinePage->style()->unpolish(m_timelinePage);
        m_timelinePage->style()->polish(m_timelinePage);
    }
    m_resultPage->setChecked(page == Page::Result);
    m_timelinePage->setChecked(page == Page::Timeline);
    m_layersPage->setChecked(page == Page::Layers);
    if (page != Page::Result) {
        m_pages->setCurrentWidget(page == Page::Timeline ? static_cast<QWidget*>(m_timeline)
                                                         : static_cast<QWidget*>(m_results));
    }
    m_pages->setVisible(page != Page::Result);
    // The table of the layers is wide, and tells the figures beside it once more.
    m_fields->setVisible(!narrow || page != Page::Layers);
    m_summary->setVisible(narrow ? page == Page::Result : page != Page::Layers);
}

void RunPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool RunPanel::canRun() const {
    return m_controller->canRun() && m_fields->isValid();
}

bool RunPanel::canChain() const {
    return !m_controller->isRunning() && !m_controller->loads()->isRunning() && m_fields->isValid();
}

RunOptions RunPanel::options() const {
    return m_fields->options();
}

void RunPanel::showChain() {
    if (!canChain()) {
        return;
    }
    if (m_chainDialog == nullptr) {
        m_chainDialog = new ChainDialog(m_controller->loads(), m_dialogs, m_theme, this);
        connect(m_chainDialog->chain(), &ChainController::ended, m_controller,
                &RunController::chainEnded);
    }
    m_chainDialog->openWith(m_fields->options());
}

QString RunPanel::whyNot() const {
    const QString why = m_controller->whyNot();
    return why.isEmpty() && !m_controller->isRunning() ? m_fields->problem() : why;
}

void RunPanel::run() {
    if (!canRun()) {
        return;
    }
    m_results->clear();
    showPage(Page::Timeline);
    m_controller->start(m_fields->options());
    beginTimeline();
    m_summary->showRun();
}

void RunPanel::showFixes() {
    const bool ended = !m_controller->isRunning() && !m_controller->runs().empty();
    if (!ended) {
        return;
    }
    const FinishedRun& last = m_controller->runs().back();
    const auto plan = m_controller->loads()->document()->plan();
    const bool isItsPlan = last.schedule != nullptr && last.schedule->plan == plan;
    m_results->setFixes(isItsPlan ? last.fixes : std::vector<RunFix>());
}

void RunPanel::beginTimeline() {
    m_cursor = 0;
    m_timeline->clear();
    std::vector<DeviceInfo> devices;
    for (const auto& device : m_controller->loads()->devices()) {
        devices.push_back(device->info());
    }
    m_timeline->setDevices(devices);
    m_clock.start();
}

void RunPanel::pullTimeline() {
    const std::shared_ptr<const Timeline> timeline = m_controller->timeline();
    if (timeline == nullptr) {
        return;
    }
    if (std::vector<TimelineSpan> spans = timeline->since(m_cursor); !spans.empty()) {
        m_timeline->append(spans);
    }
    m_timeline->setNow(m_controller->isRunning() ? timeline->now() : -1);
    showProgress();
}

void RunPanel::showProgress() {
    const bool running = m_controller->isRunning();
    m_progress->setVisible(running);
    if (running) {
        m_progress->setValue(static_cast<int>(kProgressSteps * runFraction(*m_controller)));
        m_step->setText(runStepText(*m_controller));
        const QString item = QString::fromStdString(m_controller->progress().currentItem);
        const bool paused = m_controller->state() == ModelRunState::Paused;
        m_item->setText(named(QStringLiteral("%1  ·  %2")
                                  .arg(paused ? tr("paused at %1").arg(item) : nameText(item),
                                       formatSeconds(m_controller->seconds()))));
        return;
    }
    const QString why = whyNot();
    const FinishedRun* const last =
        m_controller->runs().empty() ? nullptr : &m_controller->runs().back();
    const bool failed = last != nullptr && hasFailed(*last->report);
    // Another model may have been loaded since the last run.
    const bool isOfLoaded = last != nullptr && last->schedule == m_controller->loads()->schedule();
    const QString outcome = last == nullptr ? QString()
                            : failed        ? tr("The run stopped")
                                            : runOutcomeText(*last->report);
    m_step->setText(last == nullptr || isOfLoaded || last->modelName.isEmpty()
                        ? outcome
                        : QStringLiteral("%1: %2").arg(nameText(last->modelName), outcome));
    m_item->setText(!why.isEmpty() ? why
                    : isOfLoaded   ? named(tr("the weights remain loaded"))
                                   : named(tr("ready to run")));
    m_item->setToolTip(why);
}

QString RunPanel::named(const QString& text) const {
    const QString& name = m_controller->loads()->modelName();
    return name.isEmpty() ? text : QStringLiteral("%1  ·  %2").arg(nameText(name), text);
}

void RunPanel::showState() {
    const ModelRunState state = m_controller->state();
    const bool moving = state == ModelRunState::Running || state == ModelRunState::Paused;
    m_note->refresh();
    m_run->setEnabled(canRun());
    m_run->setToolTip(whyNot());
    m_run->setAccessibleName(tr("Run the loaded model"));
    m_run->setAccessibleDescription(whyNot());
    setStyleProperty(m_run, "primary", canRun());
    showIcons();
    m_pause->setEnabled(moving);
    m_pause->setText(state == ModelRunState::Paused ? tr("Resume") : tr("Pause"));
    m_pause->setAccessibleName(state == ModelRunState::Paused ? tr("Resume the run")
                                                              : tr("Pause the run"));
    m_cancel->setEnabled(moving);
    m_chain->setEnabled(canChain());
    if (state == ModelRunState::Idle && m_clock.isActive()) {
        m_clock.stop();
        pullTimeline();
    }
    showProgress();
    if (m_controller->runs().empty()) {
        m_summary->showRun();
    }
    Q_EMIT abilityChanged();
}

void RunPanel::showIcons() {
    const ThemeColors& colors = m_theme->colors();
    m_run->setIcon(canRun() ? makeIcon(QStringLiteral("run"), colors.accentText,
                                       colors.secondaryText, colors.accent)
                            : m_theme->icon(QStringLiteral("run")));
    m_pause->setIcon(m_theme->icon(QStringLiteral("pause")));
    m_cancel->setIcon(m_theme->icon(QStringLiteral("stop")));
}

}  // namespace stowage

#include "run_panel.moc"
