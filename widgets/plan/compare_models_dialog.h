// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/pretrained_models.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"

#include <QDialog>
#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QMenu;
class QPushButton;
class QTabWidget;

namespace stowage {

class ComparedModel;
class Document;
class FactTableView;
class SelectableText;

/// The head of one column of a comparison: a menu of what it may show (the open model, a file, a
/// folder, a known model), its name, and while it opens or could not be opened, that.
class CompareModelsChoice : public QWidget {
    Q_OBJECT
public:
    /// `side` ("first", "second") is part of object names; `caption` is what people read. All
    /// pointers are borrowed and outlive it.
    CompareModelsChoice(const QString& side, const QString& caption, ComparedModel* model,
                        Document* document, FileDialogs* dialogs, const Theme* theme,
                        QWidget* parent = nullptr);

    /// Known models of the menu, in their order.
    void setPresets(const std::vector<ModelPreset>& presets);
    /// Takes the model that is open in the window.
    void useOpenModel();

protected:
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeMenu(const QString& side);
    void makeState(const QString& side);
    void showModel();
    [[nodiscard]] QString failureText() const;
    void applyTheme();

    ComparedModel* m_model;
    Document* m_document;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QLabel* m_caption;
    QPushButton* m_choose;
    QMenu* m_menu;
    QMenu* m_known;
    QAction* m_open;
    QLabel* m_mark;
    SelectableText* m_state;
    QPushButton* m_cancel;
    QPushButton* m_again;
};

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
