// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_title.h"

#include "widgets/support/formats.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QPainter>
#include <QStyle>

namespace stowage {

namespace {

constexpr int kChartTitleHeight = 22;
constexpr int kChartTitleGap = 12, kLeastTitleGap = 5;
constexpr int kSampleGap = 5;
constexpr int kLineSample = 16;
constexpr int kAreaSample = 9;

}  // namespace

ChartTitle::ChartTitle(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize ChartTitle::sizeHint() const {
    return {200, px(kChartTitleHeight)};
}

void ChartTitle::setTitle(const QString& title, const QString& unit) {
    if (title != m_title || unit != m_unit) {
        m_title = title;
        m_unit = unit;
        setAccessibleName(title);
        update();
    }
}

void ChartTitle::setEntries(std::vector<LegendEntry> entries) {
    m_entries = std::move(entries);
    QStringList names;
    for (const LegendEntry& entry : m_entries) {
        names.append(entry.text);
    }
    setAccessibleDescription(names.join(listSeparator()));
    setToolTip(accessibleDescription());
    update();
}

int ChartTitle::entryWidth(const LegendEntry& entry, const QFontMetrics& metrics) {
    const int sample = entry.area.style() != Qt::NoBrush ? kAreaSample : kLineSample;
    return sample + kSampleGap + metrics.horizontalAdvance(entry.text);
}

QString ChartTitle::shownTitle() const {
    const QFontMetrics metrics(m_theme->font(TextRole::Tree, true));
    const QFontMetrics unit(m_theme->font(TextRole::Caption));
    const int taken = m_unit.isEmpty() ? 0 : kChartTitleGap + unit.horizontalAdvance(m_unit);
    return metrics.elidedText(m_title, Qt::ElideRight, width() - taken);
}

int ChartTitle::unitLeft() const {
    return QFontMetrics(m_theme->font(TextRole::Tree, true)).horizontalAdvance(shownTitle()) +
           kChartTitleGap;
}

int ChartTitle::unitRight() const {
    return unitLeft() + QFontMetrics(m_theme->font(TextRole::Caption)).horizontalAdvance(m_unit);
}

std::vector<LegendEntry> ChartTitle::shownEntries() const {
    return fittingLegend().first;
}

std::pair<std::vector<LegendEntry>, int> ChartTitle::fittingLegend() const {
    const QFontMetrics metrics(m_theme->font(TextRole::Caption));
    std::vector<LegendEntry> unnamed = m_entries;
    std::erase_if(unnamed,
                  [](const LegendEntry& entry) { return entry.need == LegendNeed::NamedInChart; });
    for (const std::vector<LegendEntry>& entries : {m_entries, unnamed}) {
        for (const int gap : {kChartTitleGap, kLeastTitleGap}) {
            int right = unitRight();
            for (const LegendEntry& entry : entries) {
                right += gap + entryWidth(entry, metrics);
            }
            if (right <= width()) {
                return {entries, gap};
            }
        }
    }
    return {};
}

void ChartTitle::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    painter.setLayoutDirection(layoutDirection());  // else it is the application's
    painter.setFont(m_theme->font(TextRole::Tree, true));
    painter.setPen(colors.text);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, inReadingOrder(shownTitle()));

    painter.setFont(m_theme->font(TextRole::Caption));
    painter.setPen(colors.secondaryText);
    const QFontMetrics metrics = painter.fontMetrics();
    const auto mirrored = [this](const QRect& place) {
        return QStyle::visualRect(layoutDirection(), rect(), place);
    };
    const auto drawFrom = [&](int left, const QString& text) {
        painter.drawText(mirrored(rect().adjusted(left, 0, 0, 0)), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
    };
    drawFrom(unitLeft(), inReadingOrder(m_unit));
    const auto [entries, gap] = fittingLegend();
    int x = unitRight() + gap;
    const int middle = height() / 2;
    for (const LegendEntry& entry : entries) {
        const bool isArea = entry.area.style() != Qt::NoBrush;
        const int sample = isArea ? kAreaSample : kLineSample;
        if (isArea) {
            const QRect square = mirrored(QRect(x, middle - sample / 2, sample, sample));
            painter.fillRect(square, entry.area);
            if (entry.line.style() != Qt::NoPen) {
                paintOutline(painter, square, entry.line.color());
            }
        } else {
            painter.setPen(entry.line);
            const QRect line = mirrored(QRect(x, middle, sample + 1, 1));
            painter.drawLine(line.left(), middle, line.right(), middle);
        }
        painter.setPen(colors.secondaryText);
        drawFrom(x + sample + kSampleGap, inReadingOrder(entry.text));
        x += entryWidth(entry, metrics) + gap;
    }
}

}  // namespace stowage
