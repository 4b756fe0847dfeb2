// SPDX-License-Identifier: GPL-3.0-or-later
// What the page does about files: the report with its pictures, the module of the Python lines, the
// folder of the model files.
#include "engine/base/atomic_file_writer.h"
#include "widgets/lesson/lesson_chart.h"
#include "widgets/lesson/lesson_chart_contents.h"
#include "widgets/lesson/lesson_header.h"
#include "widgets/lesson/lesson_page.h"
#include "widgets/lesson/lesson_report.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/session/lesson_session.h"
#include "widgets/views/message_bar.h"

#include <QCoreApplication>
#include <QStandardPaths>

namespace stowage {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonReport)
};

/// The charts with what tells them apart: title, unit, device, and how their figures are known.
LessonPictures pictureOf(LessonStep step, const LessonChartPair& charts, const LessonSetup& setup,
                         const LessonType& type) {
    const bool dry = setup.kind == LessonSetup::Kind::DryRun;
    const QString gpu = QStringLiteral("GPU 0, %1").arg(QString::fromStdString(setup.gpu.name));
    const QString kind = dry                   ? Words::tr("forecast")
                         : setup.gpu.simulated ? Words::tr("by the caching allocator's rules")
                                               : Words::tr("measured");
    const LessonPaper vram{kLessonPictureSize, Words::tr("VRAM, allocated, GiB"),
                           QStringLiteral("%1; %2").arg(gpu, kind)};
    const LessonPaper ram{kLessonPictureSize, Words::tr("RAM, anonymous, GiB"),
                          dry ? Words::tr("CPU, forecast; thin dots: file-backed")
                              : Words::tr("CPU, measured; thin dots: file-backed")};
    return {step, lessonChartPicture(charts.vram, type, vram),
            lessonChartPicture(charts.ram, type, ram)};
}

}  // namespace

void LessonPage::exportReport(const QString& path) {
    if (!path.isEmpty()) {
        writeReport(path);
        return;
    }
    m_dialogs->saveReport(this, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation),
                          [this](const QString& chosen) { writeReport(chosen); });
}

void LessonPage::writeReport(const QString& path) {
    if (path.isEmpty()) {
        return;
    }
    LessonReportContents contents;
    contents.setup = m_session->setup();
    contents.steps = m_session->steps();
    contents.pictures = takePictures();
    contents.machine = thisMachine();
    contents.date = QDateTime::currentDateTime();
    contents.person = m_session->learner();
    m_header->setExporting(true);
    m_report->write(std::move(contents), path);
}

void LessonPage::saveModule() {
    m_dialogs->savePython(this, QStringLiteral("gpt.py"), [this](const QString& path) {
        if (path.isEmpty()) {
            return;
        }
        const auto written = writeFileAtomically(path.toStdString(), lessonModule().toStdString());
        m_messages->showMessage(
            written ? MessageBar::Kind::Information : MessageBar::Kind::Error,
            written ? tr("%1 was saved. Run it in its folder once: it writes the files that the "
                         "lines of the steps read.")
                          .arg(path)
                    : QString::fromStdString(written.error().message));
    });
}

void LessonPage::chooseFolder() {
    m_dialogs->chooseModelFolder(this, m_session->folder(), [this](const QString& chosen) {
        const QString before = m_session->folder();
        const bool anyFiles = m_session->keptBytes() > 0;
        m_session->setFolder(chosen);
        if (m_session->folder() != before) {
            const QString now =
                tr("Model files are made in %1 from now on.").arg(m_session->folder());
            m_messages->showMessage(
                MessageBar::Kind::Information,
                anyFiles ? now + QLatin1Char(' ') + tr("Those in %1 stay there.").arg(before)
                         : now);
        }
    });
}

std::vector<LessonPictures> LessonPage::takePictures() const {
    const LessonSetup& setup = m_session->setup();
    std::vector<LessonPictures> pictures;
    for (const LessonStepState& state : m_session->steps()) {
        const bool isOverview = !methodOf(state.step).has_value();
        if (!isOverview && state.run == nullptr) {
            continue;
        }
        LessonChartQuery query;
        query.current = state.step;
        query.isCurrentOnly = !isOverview;
        const LessonChartPair charts = lessonChartContents(m_session->steps(), setup, query);
        if (!charts.vram.curves.empty()) {
            pictures.push_back(pictureOf(state.step, charts, setup, *m_paperType));
        }
    }
    return pictures;
}

}  // namespace stowage
