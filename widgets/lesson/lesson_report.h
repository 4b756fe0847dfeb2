// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_curves.h"
#include "widgets/lesson/lesson_state.h"
#include "widgets/support/worker.h"

#include <QByteArray>
#include <QDateTime>
#include <QObject>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>
#include <string>
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
    QByteArray vram;  ///< SVG
    QByteArray ram;
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
/// page numbers), BASE-table.csv, BASE-runs.csv (one line a load, as the history of loads exports
/// it) and BASE-STEP.csv with the curves of each run. Every figure says whether it is measured,
/// simulated, forecast, predicted or published. UI thread only; writing happens in a worker, each
/// file atomically; its end waits for what is being written.
class LessonReport : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

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

/// The lesson's table, a line a step with a load: a head with units, bytes exact, unknown figures
/// empty; published and guessed figures are named so, and `kind` tells how the others are known.
[[nodiscard]] std::string lessonTableCsv(const LessonReportContents& contents);

/// The curves of one run as `load --csv` names their columns, so that whatever reads those reads
/// these; bytes above the level before the load.
[[nodiscard]] std::string runCurvesCsv(const LoadCurves& curves);

/// Where a picture is found: what `src` says of it. `name` is unique, "naive-vram".
using LessonPictureSource = std::function<QString(const QString& name, const QByteArray& svg)>;

/// The drawing inside the page itself: "data:image/svg+xml;base64,…".
[[nodiscard]] QString embeddedPicture(const QString& name, const QByteArray& svg);

/// The report as a page that a browser and QTextDocument both read. For paper the first step and
/// each one that was run begin a page.
[[nodiscard]] QString lessonReportHtml(const LessonReportContents& contents,
                                       const LessonPictureSource& pictures);

/// How the figures of a step are known, all of them: "VRAM simulated, RAM and time measured".
[[nodiscard]] QString lessonReportKind(const LessonStepState& state, const LessonSetup& setup);

/// "Loading GPT-2 XL, 1558M": the report's title.
[[nodiscard]] QString lessonReportTitle(const LessonReportContents& contents);

/// The report as a PDF on A4, with title and page number at the foot of each page. Needs an
/// application with fonts; may be called in a worker. Error: WriteFailed.
[[nodiscard]] Result<QByteArray> lessonReportPdf(const LessonReportContents& contents);

}  // namespace stowage
