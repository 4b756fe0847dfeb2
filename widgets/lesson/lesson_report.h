// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/lesson_setup.h"
#include "widgets/session/lesson_step_state.h"
#include "widgets/session/worker.h"

#include <QDateTime>
#include <QObject>
#include <QPicture>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace stowage {

/// The machine that a lesson was played on, as its report names it. Unknown parts stay empty.
struct LessonMachine {
    QString processor;  ///< "AMD EPYC 7B13, 2 cores"
    QString memory;     ///< "24.00 GiB"
    QString system;     ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
};

/// Reads /proc and the system's own name: microseconds.
[[nodiscard]] LessonMachine thisMachine();

/// The room that each drawing of a report has, pixels of 1/96 inch: two beside each other on A4.
inline constexpr QSize kLessonPictureSize(332, 232);

/// The charts of one step, as the page draws them for paper; in place of the first step, which has
/// none, those of all runs over each other.
struct LessonPictures {
    LessonStep step = LessonStep::Checkpoint;
    QPicture vram;
    QPicture ram;
};

/// Everything that a report tells: a snapshot, so that the lesson may go on meanwhile.
struct LessonReportContents {
    LessonSetup setup;
    std::vector<LessonStepState> steps;    ///< all of them, in order
    std::vector<LessonPictures> pictures;  ///< of all runs, and of the steps that were run
    LessonMachine machine;
    QDateTime date;
    QString person;  ///< who hands it in; "" leaves the line out
};

/// What the learner hands in: BASE.html with its pictures inside, the same as BASE.pdf (A4, with
/// page numbers), BASE-table.csv, BASE-runs.csv (one line a run, as the list of runs exports it)
/// and BASE-STEP.csv with the curves of each run. Every figure says whether it is measured,
/// simulated, forecast, predicted or published. UI thread only; writing happens in a worker, each
/// file atomically.
class LessonReport : public QObject {
    Q_OBJECT
public:
    explicit LessonReport(QObject* parent = nullptr);
    /// Waits for what is being written.
    ~LessonReport() override;

    /// `path`: what the person chose, with or without one of the endings .html, .pdf and .csv; all
    /// files are written beside each other. written() or failed() follows. While one is written,
    /// another takes its place.
    void write(LessonReportContents contents, const QString& path);
    [[nodiscard]] bool isWriting() const { return m_worker.isRunning(); }

Q_SIGNALS:
    /// The files, the HTML one first.
    void written(const QStringList& files);
    /// One sentence.
    void failed(const QString& sentence);

private:
    Worker m_worker;
};

/// The files of a report, written one after the other. Blocks for some 100 ms: what LessonReport
/// does in its worker. Errors: those of writing.
[[nodiscard]] Result<QStringList> writeLessonReport(const LessonReportContents& contents,
                                                    const QString& path);

}  // namespace stowage
