// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/qcustomplot_wrapper.h"

#include "engine/load/report/record_accuracy.h"
#include "widgets/history/load_history.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/theme.h"

#include <QDialog>

#include <cstddef>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;

namespace stowage {

class FactTableView;

/// What was measured over what was predicted, a dot a record, both axes logarithmic and alike: the
/// diagonal is a right prediction, the band around it the stated range.
class AccuracyPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit AccuracyPlot(const Theme* theme, QWidget* parent = nullptr);

    void setPoints(std::vector<AccuracyPoint> points, QuantityUnit unit);
    [[nodiscard]] const std::vector<AccuracyPoint>& points() const { return m_points; }
    /// Puts a ring around one of them; nothing: around none.
    void mark(std::optional<std::size_t> point);
    [[nodiscard]] QPointF pixelOf(std::size_t point) const;

Q_SIGNALS:
    void pointClicked(std::size_t point);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void applyTheme();
    [[nodiscard]] QString spokenFigures() const;
    [[nodiscard]] std::vector<ChartPart> spokenParts();
    [[nodiscard]] std::optional<std::size_t> pointAt(QPointF at) const;

    const Theme* m_theme;
    std::vector<AccuracyPoint> m_points;
    QuantityUnit m_quantity = QuantityUnit::Bytes;
    double m_unit = 1;  ///< bytes or seconds of one on the axes
    std::optional<std::size_t> m_ringed;
    QCPGraph* m_low;
    QCPGraph* m_high;
    QCPGraph* m_diagonal;
    QCPGraph* m_inside;
    QCPGraph* m_outside;
    QCPGraph* m_marked;
};

/// *Predicted and measured*: all kept loads and runs by one quantity, as a scatter and as a table
/// with the spread of repeats; what lies outside the stated range is flagged and named. Stands
/// beside the window, which goes on working.
class AccuracyDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    AccuracyDialog(LoadHistory* store, const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] AccuracyPlot* plot() const { return m_plot; }

Q_SIGNALS:
    /// The person asks for the record of a point.
    void recordChosen(const QString& id);

private:
    QWidget* makeHead();
    QWidget* makeFoot();
    [[nodiscard]] const RecordQuantity& quantity() const;
    void showPoints();
    void choose(std::size_t point);

    LoadHistory* m_store;
    const Theme* m_theme;
    QComboBox* m_quantity = nullptr;
    QLabel* m_summary = nullptr;
    AccuracyPlot* m_plot;
    FactTableView* m_table;
};

}  // namespace stowage
