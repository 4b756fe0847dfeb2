// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/stage_bars.h"

#include "widgets/machines/stages_run.h"
#include "widgets/run/timeline_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/spoken_chart.h"

#include <QPainter>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kStageRowHeight = 18;
constexpr int kMostBarsHeight = 180;
constexpr int kLeastBarsHeight = 72;  ///< of more than a few stages; a row has a pixel then
constexpr int kStageNameWidth = 150;
constexpr int kStageBarGap = 2;

QString stageName(const StageFigures& figures) {
    return QStringLiteral("%1  %2").arg(nameText(figures.stage.machine),
                                        layersText(figures.stage.layers));
}

/// Time goes from left to right in every language. Stretches that are narrower than a pixel are one
/// pixel wide, and what is painted stays painted, so that there are never more rectangles than
/// pixels.
void paintBusy(QPainter& painter, const QRect& track, const StageFigures& figures, double seconds,
               const QColor& color) {
    int done = 0;
    for (const auto& [begin, end] : figures.busy) {
        const auto at = [&](double second) {
            return static_cast<int>(std::clamp(second / seconds, 0.0, 1.0) * track.width());
        };
        const int left = std::max(at(begin), done);
        const int right = std::min(std::max(at(end), at(begin) + 1), track.width());
        if (right > left) {
            painter.fillRect(track.left() + left, track.top(), right - left, track.height(), color);
            done = right;
        }
    }
}

}  // namespace

StageBars::StageBars(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    speakAsChart(this);
    setObjectName(QStringLiteral("stages_bars"));
    setAccessibleName(tr("When each stage computed"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    setFont(theme->font(TextRole::Caption));
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void StageBars::setOutcome(const std::shared_ptr<const StagesOutcome>& outcome) {
    m_outcome = outcome;
    QStringList words;
    if (outcome != nullptr) {
        for (const StageFigures& figures : outcome->stages) {
            words.append(tr("%1, layers %2: computed for %3 of %4.")
                             .arg(figures.stage.machine, layersText(figures.stage.layers),
                                  durationText(figures.computeSeconds),
                                  durationText(outcome->seconds)));
        }
    }
    setAccessibleDescription(words.join(u'\n'));
    setToolTip(accessibleDescription());
    updateGeometry();
    update();
}

QSize StageBars::sizeHint() const {
    const int rows = m_outcome == nullptr ? 0 : static_cast<int>(m_outcome->stages.size());
    return {px(2 * kStageNameWidth), std::min(rows * px(kStageRowHeight), px(kMostBarsHeight))};
}

QSize StageBars::minimumSizeHint() const {
    return {0, std::min(sizeHint().height(), px(kLeastBarsHeight))};
}

void StageBars::paintEvent(QPaintEvent*) {
    if (m_outcome == nullptr || m_outcome->stages.empty()) {
        return;
    }
    const ThemeColors& colors = m_theme->colors();
    const int high =
        std::clamp(height() / static_cast<int>(m_outcome->stages.size()), 1, px(kStageRowHeight));
    const int names = px(kStageNameWidth);
    QPainter painter(this);
    painter.setPen(colors.text);
    int top = 0;
    for (const StageFigures& figures : m_outcome->stages) {
        if (high >= fontMetrics().height()) {  // else only the table above has room for names
            const QString name = fontMetrics().elidedText(stageName(figures), Qt::ElideMiddle,
                                                          names - metrics::kPadding);
            painter.drawText(visualRect(*this, QRect(0, top, names, high)),
                             static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter), name);
        }
        const QRect track = visualRect(*this, QRect(names, top, std::max(0, width() - names),
                                                    std::max(1, high - kStageBarGap)));
        painter.fillRect(track, colors.softBorder);
        if (m_outcome->seconds > 0) {
            paintBusy(painter, track, figures, m_outcome->seconds, colors.accent);
        }
        top += high;
    }
}

}  // namespace stowage
