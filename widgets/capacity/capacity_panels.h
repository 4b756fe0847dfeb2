// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

class QLabel;
class QTableWidget;

namespace stowage {

class CapacityController;
class MemoryBars;
class Theme;
struct CapacityEstimate;

// The parts of the Capacity page. Controller and theme are borrowed and outlive them.

/// The plan's workload as fields.
[[nodiscard]] QWidget* makeWorkloadFields(CapacityController* controller, const Theme* theme,
                                          QWidget* parent);
/// The most that fits, and what would change.
[[nodiscard]] QWidget* makeAnswersView(CapacityController* controller, const Theme* theme,
                                       QWidget* parent);
/// One or two variables swept over the plan's workload. `notice` is called with a sentence where a
/// point cannot become the plan.
[[nodiscard]] QWidget* makeSweepPanel(CapacityController* controller, const Theme* theme,
                                      std::function<void(const QString& sentence)> notice,
                                      QWidget* parent);
/// The plan and its model in other dtypes and on fewer GPUs, as points of speed over memory.
[[nodiscard]] QWidget* makeWaysPanel(CapacityController* controller, const Theme* theme,
                                     QWidget* parent);
/// The time of a token, layer by layer.
[[nodiscard]] QWidget* makeLayerTimesPanel(CapacityController* controller, const Theme* theme,
                                           QWidget* parent);
/// The memory that another program printed, each figure next to the plan's.
[[nodiscard]] QWidget* makeLogPanel(CapacityController* controller, const Theme* theme,
                                    QWidget* parent);
/// The memory that several models of a plan take of each device.
[[nodiscard]] QWidget* makeTenantsPanel(CapacityController* controller, const Theme* theme,
                                        QWidget* parent);
/// The ways to offload a pipeline of diffusers.
[[nodiscard]] QWidget* makePipelinePanel(CapacityController* controller, const Theme* theme,
                                         QWidget* parent);

/// Bars and table of an estimate by device. Below them stands how the chosen figure came about:
/// its formula with the numbers, or that it was replayed.
class MemoryView : public QWidget {
    Q_OBJECT
public:
    explicit MemoryView(const Theme* theme, QWidget* parent = nullptr);

    void setEstimate(std::shared_ptr<const CapacityEstimate> estimate);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillTable();
    void fitTable();
    /// Moves the column of free memory to the front if not all columns fit.
    void keepFreeInSight();
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
