// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/save_controller.h"

#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/checkpoint/write/target_folder.h"

#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;

/// Whether a file of ours lies in a folder or one folder below, as parameters of their own do.
bool hasOwnFiles(const fs::path& folder, const std::stop_token& stop, bool looksBelow = true) {
    std::error_code error;
    for (auto at = fs::directory_iterator(folder, error);
         !error && at != fs::directory_iterator() && !stop.stop_requested(); at.increment(error)) {
        std::error_code ignored;
        const bool isFolder = at->symlink_status(ignored).type() == fs::file_type::directory;
        const bool isHidden = at->path().filename().string().starts_with('.');
        if (isFolder ? looksBelow && !isHidden && hasOwnFiles(at->path(), stop, false)
                     : isMarkedAsWritten(at->path().string())) {
            return true;
        }
    }
    return false;
}

SavedBefore lookInto(const std::string& folder, const std::stop_token& stop) {
    std::error_code ignored;
    return {fs::exists(fs::path(folder) / kUnfinishedFolder, ignored), hasOwnFiles(folder, stop)};
}

/// A sample's figures as those of a conversion.
ConvertSummary summaryOf(const ResumableSample& sample) {
    ConvertSummary summary;
    summary.path = sample.summary.path;
    summary.fileCount = sample.summary.fileCount;
    summary.fileBytes = sample.summary.fileBytes;
    summary.keptBytes = sample.keptBytes;
    summary.tensorCount = sample.summary.tensorCount;
    summary.tensorBytes = sample.summary.tensorBytes;
    summary.isResumed = sample.isResumed;
    summary.isDiscarded = sample.isDiscarded;
    return summary;
}

Result<ConvertSummary> save(const SaveRequest& request, ResumeJournal::Start start,
                            const std::stop_token& stop, const ProgressSink& progress) {
    if (const auto* model = std::get_if<ModelToSave>(&request.what)) {
        ConvertOptions options;
        options.folder = request.folder;
        options.choices = model->choices;
        options.start = start;
        return convertCheckpoint(*model->checkpoint, options, stop, progress);
    }
    SampleOptions options = std::get<SampleOptions>(request.what);
    options.folder = request.folder;
    options.durability = AtomicFileWriter::Durability::Synced;
    const auto sample = writeSampleResumably(options, start, stop, progress);
    return sample ? Result<ConvertSummary>(summaryOf(*sample)) : sample.unexpected();
}

}  // namespace

bool SaveController::isBusy() const {
    return m_state == SaveState::Looking || m_state == SaveState::Saving ||
           m_state == SaveState::Stopping;
}

void SaveController::start(SaveRequest request) {
    if (isBusy()) {
        return;
    }
    m_request = std::move(request);
    run(std::nullopt);
}

void SaveController::answer(ResumeJournal::Start start) {
    if (m_state == SaveState::Asking) {
        run(start);
    }
}

void SaveController::run(std::optional<ResumeJournal::Start> start) {
    m_progress = {};
    m_saved.reset();
    m_error.reset();
    const std::uint64_t generation = m_worker.nextGeneration();
    const ProgressSink sink = [this, generation](const Progress& progress) {
        m_worker.post(generation, [this, progress] {
            m_progress = progress;
            Q_EMIT progressed();
        });
    };
    m_worker.start(
        [request = m_request, start, sink](const std::stop_token& stop) -> Result<Step> {
            Step step;
            if (!start) {
                step.before = lookInto(request.folder, stop);
                if (step.before.isUnfinished || step.before.hasFiles) {
                    return step;
                }
            }
            const auto begin = std::chrono::steady_clock::now();
            const auto summary =
                save(request, start.value_or(ResumeJournal::Start::Over), stop, sink);
            STOWAGE_TRY(summary);
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
            step.saved = SavedModel{*summary, took.count()};
            return step;
        },
        [this](Result<Step> step) { finish(std::move(step)); });
    setState(start ? SaveState::Saving : SaveState::Looking);
}

void SaveController::finish(Result<Step> step) {
    if (!step) {
        m_error = step.error();
        setState(m_error->code == ErrorCode::Cancelled ? SaveState::Stopped : SaveState::Failed);
    } else if (step->saved) {
        m_saved = std::move(step->saved);
        setState(SaveState::Saved);
    } else if (m_state == SaveState::Stopping) {
        setState(SaveState::Idle);
    } else {
        m_before = step->before;
        setState(SaveState::Asking);
    }
}

void SaveController::giveUp() {
    if (m_state == SaveState::Asking) {
        setState(SaveState::Idle);
    }
}

void SaveController::cancel() {
    if (m_state == SaveState::Looking || m_state == SaveState::Saving) {
        m_worker.requestStop();
        setState(SaveState::Stopping);
    }
}

void SaveController::setState(SaveState state) {
    m_state = state;
    Q_EMIT changed();
}

}  // namespace stowage
