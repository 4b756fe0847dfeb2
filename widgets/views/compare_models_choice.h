// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/model_presets.h"
#include "widgets/dialogs/file_dialogs.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QLabel;
class QMenu;
class QPushButton;

namespace stowage {

class ComparedModel;
class Document;
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

}  // namespace stowage
