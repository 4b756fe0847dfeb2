// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/checkpoint/write/convert_checkpoint.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "widgets/support/worker.h"

#include <QObject>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>

namespace stowage {

/// A model to be written again.
struct ModelToSave {
    std::shared_ptr<const Checkpoint> checkpoint;
    ConvertChoices choices{};
};

/// What is to be written, and where.
struct SaveRequest {
    std::variant<ModelToSave, SampleOptions> what;
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

}  // namespace stowage
