// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/live/audit_model.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>

class QAction;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace stowage {

/// The Audit dock: what the verification of the last load found, tensor by tensor. A load without
/// one leaves a sentence that says how to ask for it.
class AuditPanel : public QWidget {
    Q_OBJECT
public:
    AuditPanel(LoadController* controller, const Theme* theme, QWidget* parent = nullptr);

    /// The command that has loads verified: it gets a button here.
    void setVerifyAction(QAction* action);
    [[nodiscard]] const AuditModel& model() const { return *m_model; }
    /// "Verified: all 148 tensors …", or why nothing is shown.
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    /// A load was verified and something differs.
    void differenceFound();
    /// A row was clicked, or Return pressed on it.
    void tensorRequested(const QString& name);

private:
    QWidget* makeHead();
    void makeTable();
    void showReport(const std::shared_ptr<const LoadReport>& report);
    void showSentence();
    void requestTensor(const QModelIndex& index);
    void copyCsv();
    void applyTheme();

    const Theme* m_theme;
    AuditModel* m_model;
    AuditProxy* m_proxy;
    QStackedWidget* m_pages;
    QTableView* m_table;
    QLabel* m_hint;
    QLabel* m_mark;
    QLabel* m_sentence;
    QLineEdit* m_name;
    QToolButton* m_all;
    QToolButton* m_differing;
    QToolButton* m_verify;
    QPushButton* m_copy;
};

}  // namespace stowage
