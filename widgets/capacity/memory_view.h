// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/estimate.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QTableWidget;

namespace stowage {

/// What each device holds as one segmented bar, all of them to the scale of their own memory, with
/// a legend above. For display only; figures with their bytes are in tooltip and description.
class MemoryBars : public QWidget {
    Q_OBJECT
public:
    explicit MemoryBars(const Theme* theme, QWidget* parent = nullptr);

    /// Null: nothing is known.
    void setEstimate(std::shared_ptr<const CapacityEstimate> estimate);
    /// While a new one is on its way the old one is shown pale.
    void setStale(bool stale);
    [[nodiscard]] QSize sizeHint() const override { return {480, heightForWidth(480)}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {260, heightForWidth(480)}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Devices that hold something, or could.
    [[nodiscard]] std::vector<const DeviceEstimate*> shown() const;
    /// Its height; without a painter it is only measured.
    int paintLegend(QPainter* painter, int width) const;
    void paintBar(QPainter& painter, const DeviceEstimate& device, const QRect& bar) const;

    const Theme* m_theme;
    std::shared_ptr<const CapacityEstimate> m_estimate;
    bool m_stale = false;
};

/// Bars and table of an estimate by device. Below them stands how the chosen figure came about:
/// its formula with the numbers, or that it was replayed.
class MemoryView : public QWidget {
    Q_OBJECT
public:
    explicit MemoryView(const Theme* theme, QWidget* parent = nullptr);

    void setEstimate(std::shared_ptr<const CapacityEstimate> estimate);
    void setStale(bool stale);

private:
    void fillTable();
    void fitTable();
    void explain();
    /// Scrolls to it what it lies in, once it is as high as its words.
    void showExplanation();

    const Theme* m_theme;
    std::shared_ptr<const CapacityEstimate> m_estimate;
    std::vector<std::size_t> m_columns;  ///< those that are shown, behind the device's name
    MemoryBars* m_bars;
    QTableWidget* m_table;
    QLabel* m_explanation;
};

}  // namespace stowage
