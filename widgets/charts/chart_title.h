// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QBrush>
#include <QPen>
#include <QWidget>

#include <utility>
#include <vector>

namespace stowage {

/// NamedInChart: a name at the curve says the same, so that the sample may give way to others.
enum class LegendNeed { Always, NamedInChart };

/// One sample of a legend: a line (pen) or an area (brush).
struct LegendEntry {
    QString text;
    QPen line{Qt::NoPen};
    QBrush area{Qt::NoBrush};
    LegendNeed need = LegendNeed::Always;
};

/// "VRAM, simulated  GiB  ▬ GPU 0 ▬ GPU 1 …": the line above a chart. Half a legend would mislead:
/// where not all of it finds room, closer to each other too, there are only samples of what has no
/// name in the chart; where those find none, nothing, and the tooltip says what there is. It begins
/// at the side from which its language is read; where there is little room the title loses words,
/// never its unit.
class ChartTitle : public QWidget {
    Q_OBJECT
public:
    explicit ChartTitle(const Theme* theme, QWidget* parent = nullptr);

    void setTitle(const QString& title, const QString& unit);
    void setEntries(std::vector<LegendEntry> entries);
    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] const QString& unit() const { return m_unit; }
    /// As much of the title as there is room for beside the unit.
    [[nodiscard]] QString shownTitle() const;
    /// The samples that there is room for.
    [[nodiscard]] std::vector<LegendEntry> shownEntries() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] static int entryWidth(const LegendEntry& entry, const QFontMetrics& metrics);
    /// Pixels from the side where the line begins.
    [[nodiscard]] int unitLeft() const;
    [[nodiscard]] int unitRight() const;
    /// The samples that there is room for, and the pixels before each.
    [[nodiscard]] std::pair<std::vector<LegendEntry>, int> fittingLegend() const;

    const Theme* m_theme;
    QString m_title;
    QString m_unit;
    std::vector<LegendEntry> m_entries;
};

}  // namespace stowage
