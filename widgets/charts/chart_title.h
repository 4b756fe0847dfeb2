// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QBrush>
#include <QPen>
#include <QWidget>

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
/// where not all of it finds room, there are only samples of what has no name in the chart; where
/// those find none, nothing.
class ChartTitle : public QWidget {
    Q_OBJECT
public:
    explicit ChartTitle(const Theme* theme, QWidget* parent = nullptr);

    void setTitle(const QString& title, const QString& unit);
    void setEntries(std::vector<LegendEntry> entries);
    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] const QString& unit() const { return m_unit; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] static int entryWidth(const LegendEntry& entry, const QFontMetrics& metrics);
    /// What fits into `room` pixels.
    [[nodiscard]] std::vector<LegendEntry> fitting(int room, const QFontMetrics& metrics) const;

    const Theme* m_theme;
    QString m_title;
    QString m_unit;
    std::vector<LegendEntry> m_entries;
};

}  // namespace stowage
