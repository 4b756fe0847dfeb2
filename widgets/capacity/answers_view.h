// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QWidget>

#include <functional>

class QBoxLayout;
class QGridLayout;
class QLabel;

namespace stowage {

class CapacityController;

/// The most that fits, each figure with a link that makes it the workload; beside it what would
/// change, or what would make it fit, each with a link that makes it the plan.
class AnswersView : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    AnswersView(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

    /// As wide as one group whose words break into lines: where there is no room beside each other
    /// they stand below each other.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int widthBeside() const;
    void placeGroups();
    void showFindings();
    void showLargest();
    void showChanges();
    /// A line of a group: what, how much, and the link, where `act` is something.
    void addLine(QGridLayout* grid, const QString& what, const QString& figure, const char* name,
                 const QString& link, std::function<void()> act);
    QGridLayout* makeGroup(const char* name, QLabel** title);

    CapacityController* m_controller;
    const Theme* m_theme;
    QLabel* m_changesTitle = nullptr;
    QLabel* m_state = nullptr;
    QBoxLayout* m_groups = nullptr;
    QGridLayout* m_largest = nullptr;
    QGridLayout* m_changes = nullptr;
};

}  // namespace stowage
