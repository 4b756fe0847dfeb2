// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/plan_previews.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QDialog>

#include <memory>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace stowage {

class Document;

/// "Paste device map…": a field for the text of a map, and under it, while one types, where it
/// cannot be read or what the plan would be with it; typographic quotes and the like are corrected
/// by a button. A map with problems can be applied too: they stand in Problems then, with their
/// remedies. Shown with open(); the text outlives the dialog.
class MapDialog : public QDialog {
    Q_OBJECT
public:
    MapDialog(Document* document, FileDialogs* dialogs, const Theme* theme,
              QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    /// Puts a file's text into the field; says under it when it cannot be read.
    void readFile(const QString& path);
    /// The newest check; null while one is running or the field is empty.
    [[nodiscard]] const std::shared_ptr<const MapCheck>& check() const { return m_check; }

Q_SIGNALS:
    /// The field's text can be used as `edit`.
    void applied(const PlanEdit& edit);
    /// The plan with the map shall be compared with the one in force.
    void comparisonRequested(std::shared_ptr<const PlacementPlan> plan);

private:
    QWidget* makeEditor();
    QWidget* makeSummary();
    QWidget* makeButtons();
    void startCheck();
    void showCheck();
    void showError(const Error& error);
    void showPlan(const PlacementPlan& plan);
    void markPlace(std::optional<std::uint64_t> offset);
    void mendText();
    void clearProblems();

    Document* m_document;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QPlainTextEdit* m_editor = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_figures = nullptr;
    QVBoxLayout* m_problems = nullptr;
    QPushButton* m_mend = nullptr;
    QPushButton* m_apply = nullptr;
    QPushButton* m_compare = nullptr;
    std::shared_ptr<const MapCheck> m_check;
    Worker m_worker;
};

/// True where a dropped or copied text looks like a device map or limits: it has a dict or a list,
/// or is a word such as auto.
[[nodiscard]] bool looksLikeDeviceMap(const QString& text);

}  // namespace stowage
