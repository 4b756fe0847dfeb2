// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_job.h"
#include "widgets/support/theme.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace stowage {

class ChainController;
class FileDialogs;
class LoadController;

/// "Run as a Chain": the models in the order and with the repeats of one line, run in turns on one
/// device with the prompt of the Run dock, and what each came to. While it stands the last model
/// stays on the GPU until Offload is pressed; when it is closed everything is given back.
class ChainDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    ChainDialog(LoadController* loads, FileDialogs* dialogs, const Theme* theme,
                QWidget* parent = nullptr);

    /// Shows it, modal to its window, for runs with these options. The first model is the open one
    /// where the line is empty.
    void openWith(RunOptions options);
    [[nodiscard]] ChainController* chain() const { return m_chain; }
    /// What it says under its fields; "" where nothing.
    [[nodiscard]] QString notice() const;

    /// While the chain runs it is cancelled first; the form closes with its end.
    void reject() override;

private:
    [[nodiscard]] QWidget* makeModels();
    void makeTable();
    [[nodiscard]] QWidget* makeButtons();
    void addModel(const QString& path);
    void run();
    void showState();
    void showSteps();
    void showProgress();
    void showNotice(const QString& text, const QColor& color);

    ChainController* m_chain;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    RunOptions m_options;
    QWidget* m_models = nullptr;
    QLineEdit* m_line = nullptr;
    QCheckBox* m_passOn = nullptr;
    QLabel* m_request = nullptr;
    QTableWidget* m_table = nullptr;
    QLabel* m_notice = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_offload = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_run = nullptr;
    bool m_isClosing = false;
};

}  // namespace stowage
