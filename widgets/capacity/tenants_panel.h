// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QWidget>

class QLabel;

namespace stowage {

class CapacityController;
class FactTableView;

/// What several models of a plan take of each device under the workload: each as if it were alone,
/// and all together.
class TenantsPanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    TenantsPanel(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

private:
    void showEstimate();

    CapacityController* m_controller;
    QLabel* m_sentence;
    QLabel* m_about;
    FactTableView* m_table;
    QLabel* m_notes;
};

}  // namespace stowage
