// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/checkpoint/write/convert_checkpoint.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QDialog>
#include <QObject>

#include <memory>
#include <optional>
#include <string>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace stowage {

class Document;
class GuideButton;

/// What is to be written, and where.
struct SaveRequest {
    std::shared_ptr<const Checkpoint> checkpoint;  ///< a model to convert; null: a sample
    ConvertChoices choices{};
    SampleOptions sample{};
    std::string folder;  ///< made where it is missing; its parent must be there
};

/// What earlier saves left in a folder.
struct SavedBefore {
    bool isUnfinished = false;  ///< an interrupted one, which can be taken up
    bool hasFiles = false;      ///< finished files of ours, which the next one may replace
};

/// What was written, and how long that took.
struct SavedModel {
    ConvertSummary summary;
    double seconds = 0;
};

enum class SaveState { Idle, Looking, Asking, Saving, Stopping, Saved, Stopped, Failed };

/// Writes a model or a sample in a worker, as `stowagectl convert` and `sample` do: files appear
/// when all is complete, what a stop leaves can be taken up. It checks the folder first, and
/// asks where something of an earlier save lies there; files of anybody else are never replaced.
/// UI thread only; the destructor stops what runs.
class SaveController : public QObject {
    Q_OBJECT
public:
    explicit SaveController(QObject* parent = nullptr) : QObject(parent) {}

    /// Checks the folder and saves, or asks: state() is Asking then, and one of the three below
    /// goes on. Without effect while it is busy.
    void start(SaveRequest request);
    /// Takes up what an interrupted save left.
    void goOn() { answer(ResumeJournal::Start::Resume); }
    /// Throws away what an interrupted save left, and replaces files of an earlier one.
    void startOver() { answer(ResumeJournal::Start::Over); }
    /// Nothing is written.
    void giveUp();
    /// Stops a save that runs; what has reached the disk is kept.
    void cancel();

    [[nodiscard]] SaveState state() const { return m_state; }
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] const std::string& folder() const { return m_request.folder; }
    /// In SaveState::Asking.
    [[nodiscard]] const SavedBefore& savedBefore() const { return m_before; }
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    /// In SaveState::Saved.
    [[nodiscard]] const std::optional<SavedModel>& saved() const { return m_saved; }
    /// Why it ended, in SaveState::Stopped and Failed.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    void changed();
    void progressed();

private:
    /// Nothing saved: the person is to be asked about `before`.
    struct Step {
        SavedBefore before;
        std::optional<SavedModel> saved;
    };

    /// `start` is nothing until the person was asked.
    void run(std::optional<ResumeJournal::Start> start);
    void answer(ResumeJournal::Start start);
    void finish(Result<Step> step);
    void setState(SaveState state);

    SaveRequest m_request;
    SaveState m_state = SaveState::Idle;
    SavedBefore m_before;
    Progress m_progress;
    std::optional<SavedModel> m_saved;
    std::optional<Error> m_error;
    Worker m_worker;
};

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
    static constexpr int kWidth = 580;

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
