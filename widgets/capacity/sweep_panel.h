// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/sweep.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QSlider;
class QStackedWidget;
class QTableWidget;

namespace stowage {

class CapacityController;
class PointChart;

/// One or two variables swept over the plan's workload: a line, or a heat map of tokens a second in
/// which the plan's own cell is outlined. A slider goes along the points and says what each comes
/// to; a click on a point, Enter or the button beside the slider makes it the plan. Computed in a
/// worker while it is in sight; a new plan begins it again.
class SweepPanel : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    SweepPanel(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

Q_SIGNALS:
    void noticed(const QString& sentence);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeFoot();
    void colorSlider();
    /// Begins where it can be seen, else once it is.
    void begin();
    void take(Result<Sweep>&& sweep);
    /// All points, the plan's outlined where it is among them.
    void showSweep();
    void showMap();
    void showLine();
    [[nodiscard]] QColor fillOf(const SweepPoint& point, double fastest) const;
    [[nodiscard]] QString swatchMarkup(const QColor& color) const;
    [[nodiscard]] std::optional<std::size_t> present() const;
    /// Moves slider and words to a point of the sweep.
    void showPoint(std::size_t point);
    /// The slider has gone to another value of the first variable.
    void goTo(int value);
    void usePoint(std::size_t point);

    CapacityController* m_controller;
    const Theme* m_theme;
    QComboBox* m_first = nullptr;
    QComboBox* m_second = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_export = nullptr;
    QStackedWidget* m_pages;
    QWidget* m_mapPage;
    QLabel* m_axes;
    QTableWidget* m_map;
    PointChart* m_line;
    QLabel* m_hint;
    QWidget* m_foot = nullptr;
    QSlider* m_slider = nullptr;
    QPushButton* m_use = nullptr;
    QLabel* m_words = nullptr;
    std::size_t m_point = 0;               ///< that the slider stands on
    std::optional<EstimateInput> m_input;  ///< of what is shown
    std::shared_ptr<const Sweep> m_sweep;
    bool m_isStale = true;     ///< another sweep has to be begun
    bool m_isPresent = false;  ///< what is shown is of the present plan
    Worker m_worker;
    Worker m_useWorker;
};

}  // namespace stowage
