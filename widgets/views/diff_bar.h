// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/plan_comparison.h"
#include "widgets/support/theme.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace stowage {

/// The strip above the board while plans are compared: with what, and how many bytes move; use the
/// other plan, see the details, close. Hidden otherwise.
class DiffBar : public QFrame {
    Q_OBJECT
public:
    DiffBar(PlanComparison* comparison, const Theme* theme, QWidget* parent = nullptr);

Q_SIGNALS:
    void detailsRequested();
    /// The proposed plan shall take the place of the document's.
    void useRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showComparison();

    PlanComparison* m_comparison;
    const Theme* m_theme;
    QLabel* m_title;
    QLabel* m_total;
    QPushButton* m_use;
};

}  // namespace stowage
