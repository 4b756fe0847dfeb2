// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/exchange/engine_export.h"
#include "engine/model/pretrained_models.h"
#include "widgets/support/worker.h"

#include <QDialog>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <string>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace stowage {

class Document;
class FileDialogs;
class LoadController;
class Theme;

/// The plan as other engines take it: one of the engines on the left, what is pasted into a shell
/// on the right, with what it cannot say and what would lie elsewhere there. It follows the plan
/// while it is open; the engine that was chosen last is chosen the next time.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    ExportDialog(Document* document, LoadController* loads, FileDialogs* dialogs,
                 const Theme* theme, QWidget* parent);

    /// Chooses an engine by its id; "" of one that there is not.
    void choose(const QString& target);
    [[nodiscard]] QString chosen() const;
    [[nodiscard]] bool isBusy() const { return m_worker.isRunning(); }

private:
    [[nodiscard]] QWidget* makeList();
    [[nodiscard]] QWidget* makeText();
    [[nodiscard]] QWidget* makeButtons();
    /// What the worker does: the plan as it is now, for the engine that is chosen.
    [[nodiscard]] std::function<Result<EngineExport>(const std::stop_token&)> job() const;
    void write();
    void show(const Result<EngineExport>& made);
    void copy();
    void saveFiles();

    Document* m_document;
    LoadController* m_loads;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QListWidget* m_list = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLabel* m_summary = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_save = nullptr;
    std::optional<EngineExport> m_made;
    Worker m_worker;
    Worker m_writer;
};

}  // namespace stowage
