// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/open/save_controller.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace stowage {

class GuideButton;
class Document;

/// "Write Model As…": the open model, or a sample of random weights, in another format, in shards
/// or one file per tensor; with progress, a stop that can be taken up, and a question before
/// anything of an earlier save is replaced. Shown with show(): the window stays usable, and a save
/// goes on when the form is closed.
class SaveDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    SaveDialog(Document* document, SaveController* saves, FileDialogs* dialogs, const Theme* theme,
               QWidget* parent = nullptr);

    /// What the form says under its fields; "" where nothing.
    [[nodiscard]] QString notice() const;

Q_SIGNALS:
    /// What was written shall be the open model.
    void openRequested(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeFields(QGridLayout* grid);
    [[nodiscard]] QWidget* makeQuestion();
    [[nodiscard]] QWidget* makeButtons();
    QComboBox* addCombo(QGridLayout* grid, int row, const char* name, const QString& caption);
    QLineEdit* addLine(QGridLayout* grid, int row, const char* name, const QString& caption);
    void addField(QGridLayout* grid, int row, QWidget* field);

    void fillSources();
    /// The formats and types that the chosen source can have.
    void showSource();
    void showFields();
    void save();
    /// What the fields say; nothing where one is wrong, which is marked and told.
    [[nodiscard]] std::optional<SaveRequest> readFields();
    void refuse(QLineEdit* field, const QString& sentence);
    void clearMarks();
    void showState();
    void showProgress();
    void showNotice(const QString& text, const QColor& color);
    void fitHeight();
    [[nodiscard]] bool isSample() const;
    [[nodiscard]] ConvertTarget target() const;

    Document* m_document;
    SaveController* m_saves;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QWidget* m_fields = nullptr;
    QComboBox* m_source = nullptr;
    QComboBox* m_format = nullptr;
    QLineEdit* m_shard = nullptr;
    QComboBox* m_type = nullptr;
    QLineEdit* m_seed = nullptr;
    QCheckBox* m_perturbed = nullptr;
    QLineEdit* m_folder = nullptr;
    QLabel* m_notice = nullptr;
    QProgressBar* m_progress = nullptr;
    QWidget* m_question = nullptr;
    QPushButton* m_goOn = nullptr;
    QPushButton* m_over = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_open = nullptr;
    GuideButton* m_help = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_save = nullptr;
};

/// "Wrote out/model.safetensors: 148 tensors, 474.7 MiB, in 1.2 s." and what else there is to say.
[[nodiscard]] QString savedWords(const SavedModel& saved);
/// An error of saving, with the form's buttons in place of the command line's options.
[[nodiscard]] QString saveErrorWords(const Error& error);

}  // namespace stowage
