// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/capacity_feature.h"

#include "widgets/capacity/capacity_controller.h"
#include "widgets/capacity/capacity_panels.h"
#include "widgets/document/document.h"
#include "widgets/support/docks.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>

#include <utility>

namespace stowage {

/// The Capacity page: the workload on the left; on the right whether the plan carries it, what each
/// device holds, the most that fits, and below that sweeps, ways to run, times, and logs.
class CapacityPage : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    CapacityPage(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

    /// "Fits: 8 sequences of 8,192 tokens." for the status bar; "" where nothing is known.
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    /// A sentence for the status bar.
    void noticed(const QString& sentence);
    void devicesRequested();

private:
    QWidget* makeLeft();
    QWidget* makeResults();
    QWidget* makeMemory();
    QWidget* makeTabs();
    void showState();
    void showBanner();
    void applyTheme();

    CapacityController* m_controller;
    const Theme* m_theme;
    QStackedWidget* m_pages;
    QStackedWidget* m_results;  ///< of one model, or of several
    QLabel* m_empty;
    QFrame* m_banner = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_time = nullptr;
    QLabel* m_notes = nullptr;
    QProgressBar* m_busy = nullptr;
    MemoryView* m_memory = nullptr;
    QWidgetList m_ofEstimate;  ///< widgets that show it, dimmed while the next one is made
};

namespace {

constexpr int kWorkloadWidth = 276;
constexpr int kMemoryShare = 470;
constexpr int kTabsShare = 370;
/// Lower results scroll as a whole, with their tabs as high as that.
constexpr int kLeastResults = 560;
constexpr int kLowTabs = 300;

/// Scrolls its content, or is as high as it in a page that scrolls as a whole.
class MemoryScroll : public QScrollArea {
public:
    explicit MemoryScroll(QWidget* parent) : QScrollArea(parent) { setUpScrollArea(this); }

    void setWhole(bool isWhole) {
        m_isWhole = isWhole;
        setVerticalScrollBarPolicy(isWhole ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
        updateGeometry();
    }

    [[nodiscard]] QSize minimumSizeHint() const override {
        const QSize usual = QScrollArea::minimumSizeHint();
        return m_isWhole ? QSize(widget()->minimumSizeHint().width(),
                                 widget()->heightForWidth(viewport()->width()))
                         : usual;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool isOther =
            event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize;
        if (m_isWhole && isOther && watched == widget()) {
            updateGeometry();
        }
        return QScrollArea::eventFilter(watched, event);
    }

private:
    bool m_isWhole = false;
};

/// Scrolls the results of a model as a whole where it is too low for both of their parts.
class ResultsScroll : public QScrollArea {
public:
    ResultsScroll(MemoryScroll* memory, QWidget* tabs, QWidget* parent)
        : QScrollArea(parent), m_memory(memory), m_tabs(tabs) {
        setUpScrollArea(this);
    }

    [[nodiscard]] QSize minimumSizeHint() const override {
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
                QScrollArea::minimumSizeHint().height()};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::LayoutRequest && watched == widget()) {
            updateGeometry();
        }
        return QScrollArea::eventFilter(watched, event);
    }

    void resizeEvent(QResizeEvent* event) override {
        const bool isLow = height() < px(kLeastResults);
        m_memory->setWhole(isLow);
        m_tabs->setMinimumHeight(isLow ? px(kLowTabs) : 0);
        QScrollArea::resizeEvent(event);
    }

private:
    MemoryScroll* m_memory;
    QWidget* m_tabs;
};

/// "Estimated: first token after 1.62 s, then 27.3 tokens per second (range 23.2 to 34.1); limited
/// by memory speed. Hardware rates: GeForce RTX 4090, published."
QString timeText(const CapacityEstimate& estimate) {
    const TimeEstimate& time = *estimate.toldTime();
    const QString delay = delayText(time.toFirstToken);
    QString text =
        estimate.verdict == Verdict::DoesNotFit
            ? CapacityPage::tr("Estimated, with enough memory: first token after %1").arg(delay)
            : CapacityPage::tr("Estimated: first token after %1").arg(delay);
    QStringList sources;
    for (const Message& source : time.sources) {
        sources.append(translated(source));
    }
    if (time.tokensPerSecond > 0) {
        text = CapacityPage::tr("%1, then %2 tokens per second")
                   .arg(text, tokenRateText(time.tokensPerSecond));
        if (time.basis == SpeedBasis::Catalogue) {
            text = CapacityPage::tr("%1 (range %2 to %3)")
                       .arg(text, tokenRateText(time.low), tokenRateText(time.high));
        }
        if (estimate.workload.batch > 1) {
            text = CapacityPage::tr("%1, %2 tokens per second for each sequence")
                       .arg(text, tokenRateText(time.tokensPerSecond /
                                                static_cast<double>(estimate.workload.batch)));
        }
    }
    text =
        CapacityPage::tr("%1; limited by %2 speed.").arg(text, translated(boundName(time.bound)));
    return sources.isEmpty() ? text
                             : joinedSentences({text, CapacityPage::tr("Hardware rates: %1.")
                                                          .arg(sources.join(QLatin1String("; ")))});
}

QLabel* makePanelTitle(const QString& text, const Theme* theme, QWidget* parent) {
    QLabel* title = makeTextLine(text, theme->font(TextRole::Tree, true), parent);
    title->setFixedHeight(px(metrics::kDockTitle));
    title->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 0);
    return title;
}

}  // namespace

CapacityPage::CapacityPage(CapacityController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_theme(theme),
      m_pages(new QStackedWidget(this)),
      m_results(new QStackedWidget(m_pages)),
      m_empty(makeHint(m_pages, "capacity_empty",
                       tr("No model is open. Open a model to see how much memory its workload "
                          "needs on each device, how fast the model runs, and the longest context "
                          "and the largest batch that fit."),
                       metrics::kPadding)) {
    withName(this, "capacity_page", tr("Capacity"));
    m_results->addWidget(makeResults());
    m_results->addWidget(new PanelFrame(theme, makeTenantsPanel(controller, theme, m_results),
                                        PanelFrame::Edges::All, m_results));
    QSplitter* whole = makeSplitter(
        m_pages, "capacity_columns",
        new PanelFrame(theme, makeLeft(), PanelFrame::Edges::All, m_pages), m_results, {1, 4});
    whole->setHandleWidth(4);
    whole->setSizes({px(kWorkloadWidth), 4 * px(kWorkloadWidth)});
    whole->setStretchFactor(0, 0);
    whole->setStretchFactor(1, 1);
    addWidgets(m_pages, {m_empty, whole});
    m_pages->addWidget(new PanelFrame(theme, makePipelinePanel(controller, theme, m_pages),
                                      PanelFrame::Edges::All, m_pages));
    makeColumn(this, 0)->addWidget(m_pages);
    connect(controller, &CapacityController::inputChanged, this, &CapacityPage::showState);
    connect(controller, &CapacityController::estimateChanged, this, &CapacityPage::showState);
    connect(theme, &Theme::changed, this, &CapacityPage::applyTheme);
    applyTheme();
}

QWidget* CapacityPage::makeLeft() {
    auto* left = makePage(this);
    auto* column = makeColumn(left, 0);
    auto* head = new QWidget(left);
    auto* row = makeRow(head, 4, {0, 0, metrics::kPadding, 0});
    row->addWidget(makePanelTitle(tr("Workload"), m_theme, head), 1);
    QPushButton* devices =
        addButton(head, "capacity_devices", tr("Devices…"), m_theme->font(TextRole::Caption));
    devices->setProperty("compact", true);
    connect(devices, &QPushButton::clicked, this, &CapacityPage::devicesRequested);
    QWidget* fields = makeWorkloadFields(m_controller, m_theme, left);
    setFieldBackground(fields);
    QScrollArea* scroll = makeScrollArea(left, fields);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(head);
    column->addWidget(scroll, 1);
    left->setMinimumWidth(fields->minimumSizeHint().width() + 16);
    return left;
}

QWidget* CapacityPage::makeResults() {
    auto* memory = withName(new MemoryScroll(this), "capacity_scroll");
    memory->setWidget(makeMemory());
    QWidget* tabs = makeTabs();
    auto* parts = withName(new QSplitter(Qt::Vertical, this), "capacity_splitter");
    parts->setChildrenCollapsible(false);
    addWidgets(parts, {new PanelFrame(m_theme, memory, PanelFrame::Edges::All, parts), tabs});
    parts->setSizes({kMemoryShare, kTabsShare});
    auto* results = withName(new ResultsScroll(memory, tabs, this), "capacity_results");
    results->setWidget(parts);
    return results;
}

QWidget* CapacityPage::makeMemory() {
    auto* content = makePage(this);
    auto* column = makeColumn(content, 8, {metrics::kPadding, 8, metrics::kPadding, 8});
    m_banner = withName(new QFrame(content), "capacity_banner");
    auto* inside = makeColumn(m_banner, 2, {10, 6, 10, 6});
    m_sentence = makeSentence(m_banner, "capacity_verdict", m_theme->font(TextRole::Tree, true));
    m_time = makeSentence(m_banner, "capacity_time", m_theme->font(TextRole::Tree));
    addWidgets(inside, {m_sentence, m_time});
    m_busy = makeProgressBar(content, "capacity_busy", tr("The estimate is being calculated"));
    m_busy->setRange(0, 0);
    QSizePolicy kept = m_busy->sizePolicy();
    kept.setRetainSizeWhenHidden(true);  // nothing jumps while figures follow a field
    m_busy->setSizePolicy(kept);
    m_memory = new MemoryView(m_theme, content);
    m_notes = makeSentence(content, "capacity_notes", m_theme->font(TextRole::Caption));
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    m_ofEstimate = {m_banner, m_memory, m_notes};
    addWidgets(column, {m_banner, m_busy, m_memory, makeAnswersView(m_controller, m_theme, content),
                        m_notes});
    column->addStretch(1);
    return content;
}

QWidget* CapacityPage::makeTabs() {
    auto* tabs = withName(new QTabWidget(this), "capacity_tabs",
                          tr("Sweep, ways to run, time by layer, another program's log"));
    tabs->tabBar()->setObjectName(QStringLiteral("capacity_tab_bar"));
    tabs->tabBar()->setAccessibleName(
        tr("Sweep, ways to run, time by layer, another program's log"));
    tabs->addTab(makeSweepPanel(
                     m_controller, m_theme,
                     [this](const QString& sentence) { Q_EMIT noticed(sentence); }, tabs),
                 tr("Sweep"));
    tabs->addTab(makeWaysPanel(m_controller, m_theme, tabs), tr("Ways to run"));
    tabs->addTab(makeLayerTimesPanel(m_controller, m_theme, tabs), tr("Time by layer"));
    tabs->addTab(makeLogPanel(m_controller, m_theme, tabs), tr("Another program's log"));
    m_ofEstimate.append({tabs->widget(2), tabs->widget(3)});
    for (int page = 0; page < tabs->count(); ++page) {
        setFieldBackground(tabs->widget(page));
    }
    return tabs;
}

QString CapacityPage::sentence() const {
    if (const auto& tenants = m_controller->tenants()) {
        return translated(tenantsSentence(*tenants));
    }
    const auto& estimate = m_controller->estimate();
    return estimate == nullptr ? QString() : translated(estimateSentence(*estimate));
}

void CapacityPage::showState() {
    const bool isOfTenants = m_controller->tenantsInput().has_value();
    m_results->setCurrentIndex(isOfTenants ? 1 : 0);
    m_pages->setCurrentIndex(m_controller->pipelinePlan() != nullptr ? 2
                             : isOfTenants || m_controller->input()  ? 1
                                                                     : 0);
    const bool isBusy = m_controller->isEstimating();
    m_busy->setVisible(isBusy);
    for (QWidget* widget : std::as_const(m_ofEstimate)) {
        setDimmed(widget, isBusy && m_controller->estimate() != nullptr);
    }
    if (!isBusy || m_controller->estimate() == nullptr) {
        m_memory->setEstimate(m_controller->estimate());
    }
    showBanner();
}

void CapacityPage::showBanner() {
    const auto& estimate = m_controller->estimate();
    const auto& problem = m_controller->problem();
    const ThemeColors& colors = m_theme->colors();
    m_banner->setVisible(estimate != nullptr || problem || m_controller->isEstimating());
    m_sentence->setText(problem               ? translated(problem->message)
                        : estimate != nullptr ? sentence()
                                              : tr("Estimating…"));
    m_time->setText(estimate != nullptr && estimate->toldTime() != nullptr ? timeText(*estimate)
                                                                           : QString());
    m_time->setVisible(!m_time->text().isEmpty());
    QStringList notes;
    if (estimate != nullptr) {
        notes = textList(estimate->toldNotes());
        notes.append(tr("Engine: %1. All figures are estimated.")
                         .arg(translated(estimate->engine.titleWithVersion())));
    }
    m_notes->setText(joinedSentences(notes));
    m_notes->setVisible(!notes.isEmpty());
    const bool isBad = problem || (estimate != nullptr && estimate->verdict == Verdict::DoesNotFit);
    const bool isGood = !isBad && estimate != nullptr && estimate->verdict == Verdict::Fits;
    const QColor edge = isBad ? colors.error : isGood ? colors.good : colors.warning;
    const QColor ground = isBad    ? colors.errorBackground
                          : isGood ? colors.goodBackground
                                   : colors.warningBackground;
    m_banner->setStyleSheet(
        QStringLiteral("#capacity_banner { background: %1; border: 1px solid %2; border-radius: "
                       "3px; }")
            .arg(ground.name(), edge.name()));
    setTextColor(m_sentence, colors.text);
    setTextColor(m_time, colors.text);
}

void CapacityPage::applyTheme() {
    showState();
}

CapacityFeature::CapacityFeature(const FeatureParts& parts)
    : Feature(parts),
      m_capacity(keptBy<CapacityController>(parts.keeper, m_document, m_controller)),
      m_action(makeAction(QStringLiteral("capacity_action"), tr("Capacity"),
                          QKeySequence(Qt::Key_F8), QStringLiteral("capacity"))) {
    m_action->setCheckable(true);
    m_action->setToolTip(tr("Check whether the plan can run the workload, and how fast (F8)"));
    connect(m_action, &QAction::toggled, this, [this](bool on) { on ? enter() : leave(); });
}

QList<QAction*> CapacityFeature::menuActions(MenuSection section) {
    return section == MenuSection::ViewPages ? QList<QAction*>{m_action} : QList<QAction*>();
}

void CapacityFeature::addTools(ToolSection section, QToolBar* bar) {
    if (section == ToolSection::Plan) {
        bar->addAction(m_action);
    }
}

void CapacityFeature::enter() {
    static constexpr int kNoticeMs = 6000;
    if (std::exchange(m_isEntered, true)) {
        return;
    }
    if (m_page == nullptr) {
        m_page = new CapacityPage(m_capacity, m_theme, m_window);
        connect(m_capacity, &CapacityController::estimateChanged, this, &CapacityFeature::changed);
        connect(m_page, &CapacityPage::devicesRequested, this, &CapacityFeature::devicesRequested);
        connect(m_page, &CapacityPage::noticed, this,
                [this](const QString& sentence) { Q_EMIT noticed(sentence, kNoticeMs); });
    }
    Q_EMIT entered();
    m_action->setChecked(true);
    m_capacity->setActive(true);
}

void CapacityFeature::leave() {
    if (!std::exchange(m_isEntered, false)) {
        return;
    }
    Q_EMIT left();
    m_action->setChecked(false);
    m_capacity->setActive(false);
}

QWidget* CapacityFeature::page() const {
    return m_page;
}

QString CapacityFeature::sentence() const {
    return m_page->sentence();
}

}  // namespace stowage

#include "capacity_feature.moc"
