// SPDX-License-Identifier: GPL-3.0-or-later
// What the page does about the report: pictures for paper, the question for a file.
#include "widgets/lesson/lesson_chart.h"
#include "widgets/lesson/lesson_chart_contents.h"
#include "widgets/lesson/lesson_header.h"
#include "widgets/lesson/lesson_page.h"
#include "widgets/lesson/lesson_report.h"
#include "widgets/session/lesson_session.h"

#include <QStandardPaths>

namespace stowage {
namespace {

constexpr QSize kPictureSize(520, 300);
constexpr double kPictureRatio = 2;

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
    m_header->setExporting(true);
    m_report->write(std::move(contents), path);
}

std::vector<LessonPictures> LessonPage::takePictures() const {
    std::vector<LessonPictures> pictures;
    for (const LessonStepState& state : m_session->steps()) {
        if (state.run == nullptr) {
            continue;
        }
        LessonChartQuery query;
        query.current = state.step;
        const LessonChartPair charts =
            lessonChartContents(m_session->steps(), m_session->setup(), query);
        pictures.push_back(
            {state.step, lessonChartImage(charts.vram, *m_paperType, kPictureSize, kPictureRatio),
             lessonChartImage(charts.ram, *m_paperType, kPictureSize, kPictureRatio)});
    }
    return pictures;
}

}  // namespace stowage
