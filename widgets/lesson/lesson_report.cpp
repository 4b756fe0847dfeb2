// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_report.h"

#include "engine/base/atomic_file_writer.h"
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "widgets/lesson/lesson_report_csv.h"
#include "widgets/lesson/lesson_report_html.h"
#include "widgets/lesson/lesson_report_pdf.h"

#include <QFile>
#include <QSysInfo>
#include <QThread>

#include <memory>
#include <utility>

namespace stowage {
namespace {

/// "model name\t: AMD EPYC 7B13" of the first processor; "" where the system does not tell.
QString processorName() {
    QFile file(QStringLiteral("/proc/cpuinfo"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (line.startsWith("model name")) {
            return QString::fromUtf8(line.mid(line.indexOf(':') + 1)).simplified();
        }
    }
    return {};
}

QString baseOf(QString path) {
    for (const char* const ending : {".html", ".pdf", ".csv"}) {
        if (path.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) {
            path.chop(static_cast<qsizetype>(qstrlen(ending)));
            break;
        }
    }
    return path;
}

/// A file of the report and what goes into it.
struct Part {
    QString ending;
    std::string bytes;
};

Result<std::vector<Part>> partsOf(const LessonReportContents& contents) {
    const auto pdf = lessonReportPdf(contents);
    if (!pdf) {
        return pdf.unexpected();
    }
    std::vector<Part> parts;
    parts.push_back(
        {QStringLiteral(".html"), lessonReportHtml(contents, embeddedPicture).toStdString()});
    parts.push_back({QStringLiteral(".pdf"), pdf->toStdString()});
    parts.push_back({QStringLiteral("-table.csv"), lessonTableCsv(contents)});
    std::vector<const RunRecord*> records;
    for (const LessonStepState& state : contents.steps) {
        if (state.run != nullptr) {
            records.push_back(state.run.get());
            parts.push_back({QStringLiteral("-%1.csv").arg(
                                 QString::fromStdString(std::string(lessonStepName(state.step)))),
                             runCurvesCsv(state.run->curves)});
        }
    }
    parts.push_back({QStringLiteral("-runs.csv"), runsToCsv(records)});
    return parts;
}

}  // namespace

LessonMachine thisMachine() {
    LessonMachine machine;
    const QString processor = processorName();
    const int count = QThread::idealThreadCount();
    const QString cores =
        count == 1 ? LessonReport::tr("1 core") : LessonReport::tr("%1 cores").arg(count);
    machine.processor = processor.isEmpty() ? cores : processor + QStringLiteral(", ") + cores;
    if (const auto total = readHostMemory().total) {
        machine.memory = QString::fromStdString(formatSize(static_cast<double>(*total)));
    }
    machine.system =
        QStringLiteral("%1, %2 %3")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion());
    return machine;
}

Result<QStringList> writeLessonReport(const LessonReportContents& contents, const QString& path) {
    const auto parts = partsOf(contents);
    if (!parts) {
        return parts.unexpected();
    }
    QStringList files;
    for (const Part& part : *parts) {
        const QString file = baseOf(path) + part.ending;
        if (const auto done = writeFileAtomically(file.toStdString(), part.bytes); !done) {
            return done.unexpected();
        }
        files.append(file);
    }
    return files;
}

LessonReport::LessonReport(QObject* parent) : QObject(parent) {}

LessonReport::~LessonReport() {
    m_worker.stopAndJoin();
}

void LessonReport::write(LessonReportContents contents, const QString& path) {
    auto shared = std::make_shared<const LessonReportContents>(std::move(contents));
    m_worker.start(
        [shared, path](const std::stop_token&) { return writeLessonReport(*shared, path); },
        [this](const Result<QStringList>& files) {
            if (files) {
                Q_EMIT written(*files);
            } else {
                Q_EMIT failed(QString::fromStdString(files.error().message));
            }
        });
}

}  // namespace stowage
