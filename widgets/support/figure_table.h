// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace stowage {

enum class CellTone { Normal, Secondary, Error, Over };

/// One cell of a FigureTable: a text, or a device chip.
struct FigureCell {
    QString text{};
    QString unit{};  ///< where it is not that of the table: "GiB", behind the figure
    QString toolTip{};
    CellTone tone = CellTone::Normal;
    bool semibold = false;
    bool errorMark = false;  ///< the error sign before the text
    QColor swatch{};         ///< a small square before the text of the first column; none: invalid
    std::optional<DeviceId> chip{};
    std::optional<DeviceId> toChip{};  ///< an arrow and a second chip behind the first
};

struct FigureRow {
    std::vector<FigureCell> cells;
    bool highlighted = false;
};

/// A small painted table of figures: head in secondary text, the first column to the left, all
/// others to the right, rows 19 px. For display only; its texts are in the accessible description.
class FigureTable : public QWidget {
    Q_OBJECT
public:
    FigureTable(const Theme* theme, QWidget* parent = nullptr);

    void setHead(const QStringList& head);
    void setRows(std::vector<FigureRow> rows);
    [[nodiscard]] const std::vector<FigureRow>& rows() const { return m_rows; }
    /// Of the width, for tables whose first column says more than a name.
    void setFirstColumnShare(int percent);
    /// While new figures are on their way the old ones are shown in secondary text.
    void setStale(bool stale);
    /// Text of a cell with its unit, "" outside of the table.
    [[nodiscard]] QString text(int row, int column) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    static constexpr int kMark = 14;
    static constexpr int kHeadHeight = 18;

    [[nodiscard]] QRect cellRect(int row, int column) const;
    /// What the columns behind the first need.
    [[nodiscard]] std::vector<int> neededWidths() const;
    /// Its share of the table, or more where its names need more and the others, which need
    /// `needed`, leave it.
    [[nodiscard]] int firstColumnWidth(int needed) const;
    /// Widths of the columns behind the first: what they need, and the rest in equal shares.
    [[nodiscard]] std::vector<int> columnWidths(int room) const;
    void paintCell(QPainter& painter, const QRect& rect, const FigureCell& cell, int column) const;
    void paintChips(QPainter& painter, const QRect& rect, const FigureCell& cell) const;
    /// Kept behind all figures of a column of which one says its own unit.
    [[nodiscard]] int unitWidth(int column, const QFontMetrics& metrics) const;
    [[nodiscard]] QColor toneColor(CellTone tone) const;

    const Theme* m_theme;
    QStringList m_head;
    std::vector<FigureRow> m_rows;
    int m_firstColumnShare = 22;  ///< percent
    bool m_stale = false;
};

}  // namespace stowage
