// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/plan_previews.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace stowage {

class Document;
class FigureTable;

/// "Import…" and "Paste a device map…": a field for a device map or for another engine's settings,
/// and under it, while one types, what it was recognised as, where it cannot be read or what the
/// plan would be with it; typographic quotes and the like are corrected by a button. A placement
/// with problems can be applied too: they stand in Problems then, with their remedies. Shown with
/// open(); the text outlives the dialog.
class MapDialog : public QDialog {
    Q_OBJECT
public:
    MapDialog(Document* document, FileDialogs* dialogs, const Theme* theme,
              QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    /// Puts a file's text into the field, once a worker has read it; says under it when it cannot
    /// be read.
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
    QWidget* makeHead();
    QWidget* makeSummary();
    QWidget* makeButtons();
    void startCheck();
    void showCheck();
    void showError(const Error& error);
    void showPlan(const PlacementPlan& plan);
    void showPlaces(const PlacementPlan& plan);
    void showIssues(const PlacementPlan& plan);
    void nameEngine();
    void showProblem(const QString& sentence);
    void markPlace(std::optional<std::uint64_t> offset);
    void mendText();
    void clearProblems();

    Document* m_document;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QPlainTextEdit* m_editor = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_figures = nullptr;
    QComboBox* m_from = nullptr;
    FigureTable* m_places = nullptr;
    QWidget* m_list = nullptr;  ///< what scrolls the problems
    QVBoxLayout* m_problems = nullptr;
    QPushButton* m_mend = nullptr;
    QPushButton* m_apply = nullptr;
    QPushButton* m_compare = nullptr;
    std::shared_ptr<const MapCheck> m_check;
    Worker m_worker;
    Worker m_reader;
};

/// True where a dropped or copied text looks like a placement or limits: it has words of an
/// engine's settings, a dict or a list, or is a word such as auto.
[[nodiscard]] bool looksLikePlacement(const QString& text);

}  // namespace stowage
