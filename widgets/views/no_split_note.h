// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace stowage {

/// Under the plan's options: where the classes come from that are kept whole, and the way back to
/// the model's own once a person typed others.
class NoSplitNote : public QWidget {
    Q_OBJECT
public:
    explicit NoSplitNote(const Theme* theme, QWidget* parent = nullptr);

    void showPlan(const PlacementPlan& plan);

Q_SIGNALS:
    /// The model's own classes shall hold again.
    void ownRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void applyTheme();

    const Theme* m_theme;
    QLabel* m_text;
    QPushButton* m_own;
};

}  // namespace stowage
