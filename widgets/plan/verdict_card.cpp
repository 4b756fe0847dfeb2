// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/verdict_card.h"

#include "widgets/document/plan_view.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <set>

namespace stowage {
namespace {

QColor verdictBackground(Verdict verdict, const ThemeColors& colors) {
    return verdict == Verdict::Fits         ? colors.goodBackground
           : verdict == Verdict::DoesNotFit ? colors.errorBackground
                                            : colors.warningBackground;
}

/// The devices that the plan is at odds with; nothing where an error is of no device alone.
std::optional<std::set<DeviceId>> devicesAtFault(const PlacementPlan& plan) {
    std::set<DeviceId> devices;
    for (const PlanIssue& issue : plan.issues) {
        if (issue.severity != Severity::Error) {
            continue;
        }
        if (!issue.device) {
            return std::nullopt;
        }
        devices.insert(*issue.device);
    }
    return devices;
}

/// "GPU 0 237.4 MiB, CPU 100.0 MiB": what lies where. Beside devices that are too small, which the
/// sentence names, the rest fits; of other errors no such thing can be said.
QString whereTheRestLies(const PlacementPlan& plan) {
    const auto atFault = devicesAtFault(plan);
    QStringList parts;
    bool leftOut = false;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.weights <= 0) {
            continue;
        }
        if (atFault && atFault->contains(placement.device.id)) {
            leftOut = true;
            continue;
        }
        // One piece: a figure must not be read as the neighbour's.
        const QString part = translated(deviceLabel(placement.device.id)) + QLatin1Char(' ') +
                             sizeText(placement.weights);
        parts.append(nameText(QString(part).replace(u' ', QChar(QChar::Nbsp))));
    }
    if (parts.isEmpty()) {
        return {};
    }
    const QString list = parts.join(listSeparator());
    return leftOut
               ? VerdictCard::tr("The weights on the other devices fit: %1").arg(fromTheRight(list))
               : list;
}

}  // namespace

QString verdictIcon(Verdict verdict) {
    return verdict == Verdict::Fits         ? QStringLiteral("good")
           : verdict == Verdict::DoesNotFit ? QStringLiteral("error")
                                            : QStringLiteral("warning");
}

QColor verdictColor(Verdict verdict, const ThemeColors& colors) {
    return verdict == Verdict::Fits         ? colors.good
           : verdict == Verdict::DoesNotFit ? colors.error
                                            : colors.warning;
}

VerdictCard::VerdictCard(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_theme(theme),
      m_sentence(
          withName(makeParagraph({}, theme->font(TextRole::Verdict), this), "verdict_sentence")),
      m_detail(withName(makeParagraph({}, theme->font(TextRole::Tree), this), "verdict_detail")) {
    constexpr int kTextLeft = 38;
    setObjectName(QStringLiteral("verdict_card"));
    auto* layout = makeColumn(this, 0, {kTextLeft, 6, 10, 7});
    addWidgets(layout, {m_sentence, m_detail});
    connect(theme, &Theme::changed, this, &VerdictCard::applyColors);
    applyColors();
}

/// Its lines are broken as its width has it, and none of them gives way.
void VerdictCard::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitHeight();
}

void VerdictCard::fitHeight() {
    // One line of either kind at least, so that what is below stays where it is.
    const int usual = layout()->contentsMargins().top() + layout()->contentsMargins().bottom() +
                      QFontMetrics(m_sentence->font()).height() +
                      QFontMetrics(m_detail->font()).height();
    setMinimumHeight(std::max(usual, layout()->totalHeightForWidth(width())));
}

Verdict shownVerdict(const PlacementPlan& plan, const std::optional<PlanIssue>& loadIssue) {
    const bool isAtFault = loadIssue && loadIssue->severity == Severity::Error;
    return isAtFault ? Verdict::DoesNotFit : plan.verdict;
}

Verdict shownVerdict(const PlanView& view) {
    return shownVerdict(*view.plan, view.loadIssue);
}

QString shownVerdictText(const PlacementPlan& plan, const std::optional<PlanIssue>& loadIssue) {
    const QString verdict = translated(plan.verdictText);
    const bool isAtFault = loadIssue && loadIssue->severity == Severity::Error;
    return isAtFault ? VerdictCard::tr("The file cannot be loaded. Verdict for the plan alone: %1")
                           .arg(verdict)
                     : verdict;
}

QString shownVerdictText(const PlanView& view) {
    return shownVerdictText(*view.plan, view.loadIssue);
}

void VerdictCard::setView(const PlanView& view) {
    const PlacementPlan& plan = *view.plan;
    m_verdict = shownVerdict(view);
    m_sentence->setText(shownVerdictText(view));
    const QString detail = whereTheRestLies(plan);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    setAccessibleName(m_sentence->text());
    fitHeight();
    applyColors();
}

void VerdictCard::applyColors() {
    const ThemeColors& colors = m_theme->colors();
    setTextColor(m_sentence, colors.text);
    setTextColor(m_detail, colors.secondaryText);
    update();
}

void VerdictCard::paintEvent(QPaintEvent*) {
    constexpr int kIcon = 18;
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(verdictColor(m_verdict, colors));
    painter.setBrush(verdictBackground(m_verdict, colors));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius,
                            metrics::kRadius);
    const QRect icon(12, (height() - kIcon) / 2, kIcon, kIcon);
    paintIcon(painter, visualRect(*this, icon), verdictIcon(m_verdict),
              verdictColor(m_verdict, colors), verdictBackground(m_verdict, colors));
}

}  // namespace stowage
