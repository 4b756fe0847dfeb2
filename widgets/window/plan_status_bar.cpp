// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/plan_status_bar.h"

#include "engine/model/joined_tree.h"
#include "engine/plan/strategies/strategies.h"
#include "widgets/document/plan_view.h"
#include "widgets/plan/verdict_card.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"

#include <QLabel>
#include <QLayout>
#include <QToolButton>

#include <algorithm>

namespace stowage {
PlanStatusBar::PlanStatusBar(const Theme* theme, QAction* lowerPanels, QWidget* parent)
    : QStatusBar(parent),
      m_theme(theme),
      m_icon(new QLabel(this)),
      m_verdict(withName(new ElidedLabel(this, Qt::ElideRight), "status_verdict")),
      m_hops(withName(new ElidedLabel(this, Qt::ElideRight), "status_hops")),
      m_figures(withName(new ElidedLabel(this, Qt::ElideRight), "status_kind")) {
    m_icon->setContentsMargins(visualMargins({8, 0, 0, 0}));
    m_hops->setForegroundRole(QPalette::PlaceholderText);
    m_figures->setForegroundRole(QPalette::PlaceholderText);
    m_figures->setContentsMargins(visualMargins({0, 0, 8, 0}));
    for (QLabel* label : {m_verdict, m_hops, m_figures}) {
        label->setFont(m_theme->font(TextRole::Tree));
    }
    setSizeGripEnabled(false);
    addWidget(m_icon);
    addWidget(m_verdict);
    addWidget(m_hops);
    addPermanentWidget(m_figures);
    auto* panels = withName(new QToolButton(this), "lower_panels_button");
    panels->setDefaultAction(lowerPanels);
    panels->setAutoRaise(true);
    panels->setFont(m_theme->font(TextRole::Tree));
    addPermanentWidget(panels);
    connect(this, &QStatusBar::messageChanged, this, &PlanStatusBar::fit);
}

void PlanStatusBar::showPlan(const PlanView* view) {
    static constexpr int kIcon = 14;
    // A message has their place while it lasts.
    if (currentMessage().isEmpty()) {
        for (QLabel* label : {m_icon, m_verdict}) {
            label->setVisible(view != nullptr);
        }
    }
    if (view == nullptr) {
        for (QLabel* label : {m_verdict, m_hops, m_figures}) {
            label->clear();
        }
        fit();
        return;
    }
    const ThemeColors& colors = m_theme->colors();
    const Verdict verdict = shownVerdict(*view);
    m_icon->setPixmap(iconPixmap(verdictIcon(verdict), kIcon, devicePixelRatioF(),
                                 verdictColor(verdict, colors), colors.window));
    m_verdict->setText(shownVerdictText(*view));
    const QString perToken =
        view->hops == 1 ? tr("1 hop per token") : tr("%1 hops per token").arg(view->hops);
    // What a token waits for comes first. Several models are called one by one.
    const bool moves = view->movedBytes > 0;
    const QString moved = sizeText(view->movedBytes);
    m_hops->setText(isOfSeveralModels(*view->plan->request.tree)
                        ? (moves ? tr("%1 transferred while the models run").arg(moved) : QString())
                    : moves ? tr("%1 transferred per token, %2").arg(moved, perToken)
                            : perToken);
    const PlacementRequest& request = view->plan->request;
    const bool anySimulated = std::ranges::any_of(request.devices, [](const DeviceInfo& device) {
        return device.id.isGpu() && device.simulated;
    });
    const std::string_view rules = rulesInForce(request);
    m_figures->setText(
        tr("Rules: %1").arg(QString::fromUtf8(rules.data(), static_cast<qsizetype>(rules.size()))) +
        QStringLiteral("   ") +
        (anySimulated ? tr("Figures: predicted; GPUs: simulated") : tr("Figures: predicted")));
    fit();
}

void PlanStatusBar::showPage(const QString& words, const QString& figures) {
    m_icon->hide();
    m_hops->clear();
    m_verdict->show();
    m_verdict->setText(words);
    m_figures->setText(figures);
    fit();
}

void PlanStatusBar::resizeEvent(QResizeEvent* event) {
    QStatusBar::resizeEvent(event);
    fit();
}

void PlanStatusBar::fit() {
    const QString message = currentMessage();
    const int told =
        message.isEmpty() ? 0 : fontMetrics().horizontalAdvance(message) + metrics::kPadding;
    const auto needed = [this, told] {
        layout()->activate();
        return told + layout()->sizeHint().width();
    };
    m_figures->setVisible(!m_figures->text().isEmpty());
    m_hops->setVisible(message.isEmpty() && !m_hops->text().isEmpty());
    QStringList left;
    for (QLabel* label : {m_figures, m_hops}) {
        if (!label->isHidden() && needed() > width()) {
            label->hide();
            left.prepend(label->text());
        }
    }
    setToolTip(left.isEmpty() ? QString() : m_verdict->text() + u'\n' + left.join(u'\n'));
}

}  // namespace stowage
