// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/dialogs/file_dialogs.h"
#include "widgets/support/theme.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QPushButton;
class QTabWidget;

namespace stowage {

class ComparedModel;
class CompareModelsChoice;
class Document;
class FactTableView;

/// *Compare models…*: two models side by side, by their facts, their bytes by type and their
/// parameters by class; what differs is marked and put into words. Stands beside the window, which
/// goes on working; what is opened here changes nothing there.
class CompareModelsDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    CompareModelsDialog(Document* document, FileDialogs* dialogs, const Theme* theme,
                        QWidget* parent = nullptr);

    [[nodiscard]] ComparedModel* first() const { return m_first; }
    [[nodiscard]] ComparedModel* second() const { return m_second; }

private:
    QWidget* makeHead();
    void makeTabs();
    QWidget* makeFoot();
    void showTables();
    enum class Copied { Csv, Markdown };
    void copyTable(Copied form);
    void applyTheme();

    const Theme* m_theme;
    ComparedModel* m_first;
    ComparedModel* m_second;
    CompareModelsChoice* m_firstChoice;
    CompareModelsChoice* m_secondChoice;
    QLabel* m_missing;
    QTabWidget* m_tabs;
    FactTableView* m_facts;
    FactTableView* m_types;
    FactTableView* m_classes;
    QCheckBox* m_differentOnly;
    QPushButton* m_copy;
};

}  // namespace stowage
