// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes about runs: kept ones laid over each other, methods compared.
#include "app/gui_shots.h"
#include "widgets/session/load_controller.h"
#include "widgets/session/method_comparison.h"
#include "widgets/session/run_store.h"
#include "widgets/views/main_window.h"
#include "widgets/views/runs_panel.h"

#include <QPushButton>

namespace stowage {
namespace {

constexpr LoadMethod kShownMethods[] = {LoadMethod::Naive, LoadMethod::Mmap, LoadMethod::Streamed};

}  // namespace

void ShotSeries::planRuns(const QString& curvesFile, const QString& detailsFile) {
    std::size_t count = 0;
    for (const LoadMethod method : kShownMethods) {
        ++count;
        addStep([this, method] { m_window->controller()->start(method); },
                [this, count] {
                    return m_window->controller()->state() == LoadState::Loaded &&
                           m_window->runs()->runs().size() == count && !m_window->runs()->isBusy();
                },
                {});
    }
    addStep([this] { m_window->showRuns(); }, [] { return true; }, {});
    addStep(
        [this] {
            QStringList ids;
            for (const RunStore::Run& run : m_window->runs()->runs()) {
                ids.append(QString::fromStdString(run->id));
            }
            m_window->runs()->setNote(ids.front(), QStringLiteral("for the lesson"));
            m_window->runsPanel()->select(ids);
        },
        [] { return true; }, curvesFile);
    addStep(
        [this] {
            m_window->runsPanel()->select(
                {QString::fromStdString(m_window->runs()->runs().front()->id)});
            m_window->runsPanel()
                ->findChild<QPushButton*>(QStringLiteral("runs_details_page"))
                ->click();
        },
        [] { return true; }, detailsFile);
}

void ShotSeries::planMethods(const QString& predictedFile, const QString& measuredFile) {
    addStep([this] { m_window->showMethods(); },
            [this] { return !m_window->methods()->rows().front().preflight.peaks.empty(); },
            predictedFile);
    if (measuredFile.isEmpty()) {
        return;
    }
    addStep(
        [this] {
            const auto methods = allLoadMethods();
            m_window->methods()->start(
                {{methods.begin(), methods.end()}, PageCacheState::Warm, true});
        },
        [this] { return !m_window->methods()->isRunning(); }, measuredFile);
}

}  // namespace stowage
