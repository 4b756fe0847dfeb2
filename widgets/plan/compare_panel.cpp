// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_panels.h"

#include "engine/plan/strategies/strategies.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_view.h"
#include "widgets/plan/device_bars.h"
#include "widgets/plan/diff_panel.h"
#include "widgets/plan/strategy_fields.h"
#include "widgets/plan/verdict_card.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <map>

namespace stowage {
namespace {

constexpr int kUsualLines = 2;

QString nameOf(Strategy strategy) {
    return QString::fromUtf8(strategyName(strategy));
}

constexpr int kLeastDiffWidth = 470;
/// Below it the cards have the room, too, of what would move, until a strategy is chosen.
constexpr int kRoomForHint = 1240;

}  // namespace

StrategyCard::StrategyCard(Strategy strategy, const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_strategy(strategy),
      m_theme(theme),
      m_name(makeTextLine(nameOf(strategy), theme->font(TextRole::Tree, true), this)),
      m_inUse(withName(makeTextLine({}, theme->font(TextRole::Caption, true), this),
                       "strategy_in_use")),
      m_sentence(
          withName(makeParagraph({}, theme->font(TextRole::Tree), this), "strategy_verdict")),
      m_bars(withName(new DeviceBars(theme, this), "strategy_bars")),
      m_use(new QPushButton(tr("Use this"), this)) {
    setObjectName(QStringLiteral("strategy_card_") + nameOf(strategy));
    setAccessibleName(nameOf(strategy));
    setWhatsThis(
        tr("The plan that this strategy computes under the same limits. Click the card to see the "
           "differences from your plan. Your plan does not change until you press “Use this”."));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setAlignment(Qt::AlignLeading | Qt::AlignTop);
    m_sentence->setContentsMargins(visualMargins({kIcon + 5, 0, 0, 0}));
    m_use->setObjectName(QStringLiteral("use_") + nameOf(strategy));
    m_use->setAccessibleName(tr("Use %1").arg(nameOf(strategy)));
    m_use->setFont(theme->font(TextRole::Tree));
    m_use->setCursor(Qt::ArrowCursor);
    m_use->setProperty("compact", true);
    makeFacts();
    auto* head = new QHBoxLayout;
    head->addWidget(m_name);
    head->addStretch(1);
    addWidgets(head, {m_inUse, m_use});
    head->addStrut(m_use->sizeHint().height());  // alike with and without the button
    auto* layout = makeColumn(this, 5, {kMargin, 7, kMargin, 8});
    layout->addLayout(head);
    addWidgets(layout, {m_sentence, m_bars, m_factsBox});
    layout->addStretch(1);
    connect(m_use, &QPushButton::clicked, this, &StrategyCard::useRequested);
    connect(theme, &Theme::changed, this, &StrategyCard::applyColors);
    m_use->setEnabled(false);
    m_use->hide();
    applyColors();
}

void StrategyCard::makeFacts() {
    m_factsBox = new QWidget(this);
    auto* grid = makeGrid(m_factsBox, 6, 1);
    const QString names[kFactCount] = {QString(), tr("Offloaded"), tr("Keys"), tr("Hops"),
                                       tr("Problems")};
    const char* const objects[kFactCount] = {"strategy_value", "strategy_offloaded",
                                             "strategy_keys", "strategy_hops", "strategy_problems"};
    for (int fact = 0; fact < kFactCount; ++fact) {
        QLabel* caption = makeTextLine(names[fact], m_theme->font(TextRole::Caption), m_factsBox,
                                       QPalette::PlaceholderText);
        m_facts[fact] = withName(
            makeTextLine({}, m_theme->font(TextRole::Caption, true), m_factsBox), objects[fact]);
        m_facts[fact]->setAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
        // The time, and the bytes that a token waits for, come first and need the width of a row
        // each. The three counts share the next.
        const bool isWide = fact == kValue || fact == kOffloaded;
        const int row = isWide ? fact : kOffloaded + 1;
        const int column = isWide ? 0 : 2 * (fact - kKeys);
        grid->addWidget(caption, row, column, 1, isWide ? 3 : 1);
        grid->addWidget(m_facts[fact], row, column + (isWide ? 3 : 1), 1, isWide ? 3 : 1);
        m_valueCaption = fact == kValue ? caption : m_valueCaption;
    }
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    grid->setColumnStretch(5, 1);
}

void StrategyCard::showFigures(const StrategyFigures& figures, const QString& inUse, bool canUse,
                               const std::optional<PlanIssue>& loadIssue,
                               const std::optional<MeasuredRun>& measured) {
    m_figures = figures;
    m_measured = measured;
    m_loadIssue = loadIssue;
    m_known = true;
    m_inUse->setText(inUse);
    m_use->setVisible(canUse);
    const bool plans = figures.plan != nullptr && figures.trouble.empty();
    m_bars->setVisible(plans);
    m_factsBox->setVisible(plans);
    m_use->setEnabled(plans);
    if (plans) {
        m_bars->setBars(deviceBars(*figures.plan));
        showValue();
        m_facts[kKeys]->setText(QString::number(figures.keys));
        m_facts[kHops]->setText(QString::number(figures.hops));
        m_facts[kOffloaded]->setText(figures.offloadedBytes > 0 ? sizeText(figures.offloadedBytes)
                                                                : kUnknownFigure);
        m_facts[kOffloaded]->setToolTip(exactBytesText(figures.offloadedBytes));
        const int problems = figures.errors + figures.warnings;
        m_facts[kProblems]->setText(problems == 0 ? kUnknownFigure : QString::number(problems));
        m_facts[kProblems]->setToolTip(
            tr("%1 errors, %2 warnings").arg(figures.errors).arg(figures.warnings));
    }
    showVerdict();
    setStale(false);
}

/// By the plan's objective, and how many times that of `optimal` it is.
void StrategyCard::showValue() {
    const Objective objective = m_figures.plan->request.objective.kind;
    switch (objective) {
        case Objective::Decode:
            m_valueCaption->setText(tr("Per token"));
            break;
        case Objective::Prefill:
            m_valueCaption->setText(tr("First token"));
            break;
        case Objective::Mix:
            m_valueCaption->setText(tr("Weighted time"));
            break;
        case Objective::Context:
            m_valueCaption->setText(tr("Context"));
            break;
        case Objective::Pipeline:
            m_valueCaption->setText(tr("Smallest stage"));
            break;
    }
    const std::optional<double> none;
    const auto& measured = !m_measured                       ? none
                           : objective == Objective::Decode  ? m_measured->perToken
                           : objective == Objective::Prefill ? m_measured->toFirstToken
                                                             : none;
    if (measured) {
        m_facts[kValue]->setText(
            tr("%1, run %2").arg(objectiveValueText(*measured, objective)).arg(m_measured->number));
        m_facts[kValue]->setToolTip(tr("Measured in run %1").arg(m_measured->number));
        return;
    }
    const std::optional<double>& value = m_figures.priced.value;
    if (!value) {
        m_facts[kValue]->setText(tr("not known"));
        m_facts[kValue]->setToolTip(translated(m_figures.priced.why));
        return;
    }
    QString text = objectiveValueText(*value, objective);
    QString hint = tr("Estimated");
    if (m_figures.best && m_strategy != Strategy::Optimal && *m_figures.best > 0) {
        const double times = *value / *m_figures.best;
        text += QStringLiteral("  ×%1").arg(times, 0, 'f', 2);
        hint = tr("Estimated; %1 times the value of the strategy “optimal”").arg(times, 0, 'f', 2);
    }
    m_facts[kValue]->setText(text);
    m_facts[kValue]->setToolTip(hint);
}

void StrategyCard::showVerdict() {
    const bool plans = m_figures.plan != nullptr && m_figures.trouble.empty();
    const QString sentence =
        plans ? shownVerdictText(*m_figures.plan, m_loadIssue) : translated(m_figures.trouble);
    m_sentence->setText(sentence);
    // Cards whose sentences are short keep one height; a longer sentence makes all of them higher.
    m_sentence->setMinimumHeight(kUsualLines * QFontMetrics(m_sentence->font()).lineSpacing());
    setAccessibleDescription(m_inUse->text().isEmpty()
                                 ? sentence
                                 : sentence + QStringLiteral(" (") + m_inUse->text() + u')');
}

void StrategyCard::setStale(bool stale) {
    m_stale = stale;
    m_bars->setStale(stale);
    applyColors();
}

void StrategyCard::setSelected(bool selected) {
    m_selected = selected;
    update();
}

void StrategyCard::applyColors() {
    const ThemeColors& colors = m_theme->colors();
    const QColor ink = m_stale ? colors.secondaryText : colors.text;
    setTextColor(m_sentence, ink);
    setTextColor(m_name, colors.text);
    setTextColor(m_inUse, colors.accent);
    for (QLabel* fact : m_facts) {
        setTextColor(fact, ink);
    }
    update();
}

void StrategyCard::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool strong = m_selected || hasFocus();
    const double inset = m_selected ? 1.0 : 0.5;
    painter.setPen(QPen(strong ? colors.accent : colors.border, m_selected ? 2 : 1));
    painter.setBrush(colors.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), metrics::kRadius,
                            metrics::kRadius);
    if (!m_known) {
        return;
    }
    const bool plans = m_figures.plan != nullptr && m_figures.trouble.empty();
    const Verdict verdict =
        plans ? shownVerdict(*m_figures.plan, m_loadIssue) : Verdict::DoesNotFit;
    const QRect icon(kMargin, m_sentence->y() + 1, kIcon, kIcon);
    paintIcon(painter, visualRect(*this, icon), verdictIcon(verdict),
              m_stale ? colors.secondaryText : verdictColor(verdict, colors), colors.base);
}

void StrategyCard::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) {
        Q_EMIT activated();
    }
}

void StrategyCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return ||
        event->key() == Qt::Key_Enter) {
        Q_EMIT activated();
    } else {
        QFrame::keyPressEvent(event);
    }
}

ComparePanel::ComparePanel(Document* document, PlanComparison* comparison, const Theme* theme,
                           QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_comparison(comparison),
      m_theme(theme),
      m_previews(
          withName(new StrategyPreviews(document, &strategyFigures, this), "strategy_previews")) {
    setObjectName(QStringLiteral("compare_panel"));
    setFieldBackground(this);
    m_diff = new DiffPanel(document, comparison, theme, this);
    m_diff->setMinimumWidth(px(kLeastDiffWidth));
    auto* columns = makeRow(nullptr, 14);
    columns->addWidget(makeCards(), 3);
    columns->addWidget(m_diff, 2);
    auto* layout = makeColumn(this, 4, {metrics::kPadding, 4, metrics::kPadding, 8});
    layout->addWidget(makeHeader());
    m_why =
        withName(makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
                 "compare_why");
    m_why->hide();
    layout->addWidget(m_why);
    layout->addLayout(columns, 1);
    connect(m_previews, &PlanFollower::changed, this, &ComparePanel::showFigures);
    connect(document, &Document::planChanged, this, &ComparePanel::showSteps);
    connect(comparison, &PlanComparison::changed, this, &ComparePanel::showChosen);
    showSteps();
    showFigures();
}

bool MeasuredRun::isOf(const PlacementPlan& other) const {
    const PlacementRequest& request = other.request;
    const bool isSamePlan = plan->request.tree == request.tree &&
                            plan->storageDevices == other.storageDevices &&
                            offloaded == request.hooks.offloaded &&
                            (!other.prefetchWindow || window == *other.prefetchWindow);
    const auto& asked = request.workload;
    const bool isOwnEngine = !asked || asked->engine.empty() || asked->engine == "stowage";
    return isSamePlan && isOwnEngine &&
           (!asked || (asked->batch == work.batch && asked->prompt == work.prompt &&
                       asked->generate == work.generate));
}

void ComparePanel::setMeasured(MeasuredRun run) {
    m_measured = std::move(run);
    showFigures();
}

QWidget* ComparePanel::makeHeader() {
    auto* row = new QWidget(this);
    QLabel* title = makeTextLine(tr("Strategies with the plan's limits, pins and no-split classes"),
                                 m_theme->font(TextRole::Tree, true), row);
    m_state =
        withName(makeTextLine({}, m_theme->font(TextRole::Tree), row, QPalette::PlaceholderText),
                 "compare_state");
    QLabel* with = makeTextLine(tr("Compare with"), m_theme->font(TextRole::Tree), row,
                                QPalette::PlaceholderText);
    m_lastEdit = withName(new QPushButton(tr("Before the last edit"), row), "compare_last_edit");
    auto* map = withName(new QPushButton(tr("A device map…"), row), "compare_map");
    auto* layout = makeRow(row, 8);
    addWidgets(layout, {title, m_state});
    layout->addStretch(1);
    layout->addWidget(with);
    for (QPushButton* button : {m_lastEdit, map}) {
        button->setFont(m_theme->font(TextRole::Tree));
        layout->addWidget(button);
    }
    connect(m_lastEdit, &QPushButton::clicked, this, &ComparePanel::compareWithLastEdit);
    connect(map, &QPushButton::clicked, this, &ComparePanel::mapRequested);
    return row;
}

QWidget* ComparePanel::makeCards() {
    constexpr int kGap = 8;
    auto* content = makePage(this);
    auto* flow = new FlowLayout(kGap, kGap, content);
    flow->setInColumns();
    flow->setContentsMargins(QMargins() + 1);
    for (const StrategyRow& known : strategies()) {
        const Strategy strategy = known.strategy;
        auto* card = new StrategyCard(strategy, m_theme, content);
        connect(card, &StrategyCard::activated, this, [this, strategy] { choose(strategy); });
        connect(card, &StrategyCard::useRequested, this, [this, strategy] { use(strategy); });
        m_cards.push_back(card);
        flow->addWidget(card);
    }
    return withName(makeScrollArea(this, content), "compare_cards");
}

StrategyCard* ComparePanel::card(Strategy strategy) const {
    const auto found = std::ranges::find(m_cards, strategy, &StrategyCard::strategy);
    return found == m_cards.end() ? nullptr : *found;
}

void ComparePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_previews->setWatched(true);
}

void ComparePanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_previews->setWatched(false);
}

void ComparePanel::showFigures() {
    const auto plan = m_document->plan();
    m_state->setText(m_previews->isStale() ? tr("calculating…") : QString());
    for (StrategyCard* card : m_cards) {
        card->setStale(m_previews->isStale());
    }
    if (plan == nullptr || m_previews->isStale()) {
        return;
    }
    const PlacementRequest& request = plan->request;
    std::map<QString, QStringList> doubts;  // strategies by why their value is not known, or weak
    for (const StrategyFigures& figures : m_previews->items()) {
        const bool isMeasured = m_measured && figures.plan && m_measured->isOf(*figures.plan);
        if (!isMeasured && !figures.priced.why.empty()) {
            doubts[translated(figures.priced.why)].append(nameOf(figures.strategy));
        }
        const bool current = request.strategy == figures.strategy && !request.preset;
        QString inUse = current ? tr("in use") : QString();
        if (current && request.moves.size() == 1) {
            inUse = tr("in use, with 1 manual move");
        } else if (current && !request.moves.empty()) {
            inUse = tr("in use, with %1 manual moves").arg(request.moves.size());
        }
        card(figures.strategy)
            ->showFigures(figures, inUse, !current || !request.moves.empty(),
                          m_document->view()->loadIssue, isMeasured ? m_measured : std::nullopt);
    }
    QStringList reasons;
    for (const auto& [why, names] : doubts) {
        const bool isOfAll = names.size() == static_cast<qsizetype>(m_cards.size());
        reasons += isOfAll ? why : tr("%1: %2").arg(names.join(listSeparator()), why);
    }
    m_why->setText(joinedSentences(reasons));
    m_why->setVisible(!reasons.isEmpty());
    if (m_chosen) {
        choose(*m_chosen);
    }
}

void ComparePanel::choose(Strategy strategy) {
    m_chosen = strategy;
    const auto found = std::ranges::find(m_previews->items(), strategy, &StrategyFigures::strategy);
    if (found != m_previews->items().end() && found->plan != nullptr && found->trouble.empty()) {
        m_comparison->compareWith(found->plan, nameOf(strategy), PlanComparison::Other::Proposed);
    } else {
        m_comparison->end();
    }
    showChosen();
}

void ComparePanel::showChosen() {
    const bool shown = m_chosen && m_comparison->isActive() &&
                       m_comparison->kind() == PlanComparison::Other::Proposed &&
                       m_comparison->name() == nameOf(*m_chosen);
    if (!shown) {
        m_chosen.reset();
    }
    for (StrategyCard* card : m_cards) {
        card->setSelected(m_chosen == card->strategy());
    }
    showDiff();
}

void ComparePanel::showDiff() {
    m_diff->setVisible(m_comparison->isActive() || width() >= px(kRoomForHint));
}

void ComparePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showDiff();
}

void ComparePanel::use(Strategy strategy) {
    const StrategyFigures& figures = card(strategy)->figures();
    if (m_chosen == strategy) {
        m_comparison->end();  // there is nothing left to compare
    }
    m_document->usePlan(figures.plan, tr("Use the strategy \"%1\"").arg(nameOf(strategy)));
}

void ComparePanel::showSteps() {
    const auto [before, step] = m_document->planBeforeLastEdit();
    m_lastEdit->setEnabled(before != nullptr);
    m_lastEdit->setToolTip(before == nullptr ? QString() : tr("The plan before “%1”").arg(step));
}

void ComparePanel::compareWithLastEdit() {
    const auto [before, step] = m_document->planBeforeLastEdit();
    if (before != nullptr) {
        m_comparison->compareWith(before, tr("the plan before “%1”").arg(step),
                                  PlanComparison::Other::Earlier);
    }
}

}  // namespace stowage
