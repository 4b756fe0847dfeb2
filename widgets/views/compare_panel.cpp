// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare_panel.h"

#include "widgets/session/document.h"
#include "widgets/session/plan_view.h"
#include "widgets/views/diff_panel.h"
#include "widgets/views/strategy_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr Strategy kStrategies[] = {Strategy::Auto, Strategy::Balanced, Strategy::BalancedLow0,
                                    Strategy::Sequential};
constexpr int kCardGap = 8;
constexpr int kLeastDiffWidth = 470;

QString nameOf(Strategy strategy) {
    const std::string_view name = strategyName(strategy);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

}  // namespace

ComparePanel::ComparePanel(Document* document, PlanComparison* comparison, const Theme* theme,
                           QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_comparison(comparison),
      m_theme(theme),
      m_previews(new StrategyPreviews(document, this)) {
    setObjectName(QStringLiteral("compare_panel"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* diff = new DiffPanel(document, comparison, theme, this);
    diff->setMinimumWidth(kLeastDiffWidth);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(14);
    columns->addWidget(makeCards(), 3);
    columns->addWidget(diff, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, 4, metrics::kPadding, 8);
    layout->setSpacing(4);
    layout->addWidget(makeHeader());
    layout->addLayout(columns, 1);
    connect(m_previews, &StrategyPreviews::changed, this, &ComparePanel::showFigures);
    connect(document, &Document::planChanged, this, &ComparePanel::showSteps);
    connect(comparison, &PlanComparison::changed, this, &ComparePanel::showChosen);
    showSteps();
    showFigures();
}

QWidget* ComparePanel::makeHeader() {
    auto* row = new QWidget(this);
    auto* title = new QLabel(tr("Strategies under the limits, pins and classes of the plan"), row);
    title->setFont(m_theme->font(TextRole::Tree, true));
    m_state = new QLabel(row);
    m_state->setObjectName(QStringLiteral("compare_state"));
    m_state->setFont(m_theme->font(TextRole::Tree));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    auto* with = new QLabel(tr("Compare with"), row);
    with->setFont(m_theme->font(TextRole::Tree));
    with->setForegroundRole(QPalette::PlaceholderText);
    m_lastEdit = new QPushButton(tr("Before the last edit"), row);
    m_lastEdit->setObjectName(QStringLiteral("compare_last_edit"));
    auto* map = new QPushButton(tr("A device map…"), row);
    map->setObjectName(QStringLiteral("compare_map"));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addWidget(m_state);
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
    auto* content = new QWidget(this);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(1, 1, 1, 1);
    row->setSpacing(kCardGap);
    for (const Strategy strategy : kStrategies) {
        auto* card = new StrategyCard(strategy, m_theme, content);
        connect(card, &StrategyCard::activated, this, [this, strategy] { choose(strategy); });
        connect(card, &StrategyCard::useRequested, this, [this, strategy] { use(strategy); });
        m_cards.push_back(card);
        row->addWidget(card, 1);
    }
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("compare_cards"));
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    return scroll;
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
    for (const StrategyFigures& figures : m_previews->figures()) {
        const bool current = request.strategy == figures.strategy && !request.habit;
        QString inUse = current ? tr("in use") : QString();
        if (current && request.moves.size() == 1) {
            inUse = tr("in use, then 1 move");
        } else if (current && !request.moves.empty()) {
            inUse = tr("in use, then %1 moves").arg(request.moves.size());
        }
        card(figures.strategy)
            ->showFigures(figures, inUse, !current || !request.moves.empty(),
                          m_document->view()->loadIssue);
    }
    if (m_chosen) {
        choose(*m_chosen);
    }
}

void ComparePanel::choose(Strategy strategy) {
    m_chosen = strategy;
    const auto found =
        std::ranges::find(m_previews->figures(), strategy, &StrategyFigures::strategy);
    if (found != m_previews->figures().end() && found->plan != nullptr && found->trouble.empty()) {
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
}

void ComparePanel::use(Strategy strategy) {
    const StrategyFigures& figures = card(strategy)->figures();
    if (m_chosen == strategy) {
        m_comparison->end();  // there is nothing left to compare
    }
    m_document->usePlan(figures.plan, tr("Use the strategy %1").arg(nameOf(strategy)));
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
