// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_report.h"

#include "engine/base/csv.h"
#include "engine/base/file_writer.h"
#include "engine/checkpoint/write/target_folder.h"
#include "engine/device/host_memory.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/paper.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QFile>
#include <QFont>
#include <QLocale>
#include <QSysInfo>
#include <QTextBlock>
#include <QTextDocument>
#include <QThread>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
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
struct ReportPart {
    QString ending;
    std::string bytes;
};

Result<std::vector<ReportPart>> partsOf(const LessonReportContents& contents) {
    const auto pdf = lessonReportPdf(contents);
    STOWAGE_TRY(pdf);
    std::vector<ReportPart> parts;
    parts.push_back(
        {QStringLiteral(".html"), lessonReportHtml(contents, embeddedPicture).toStdString()});
    parts.push_back({QStringLiteral(".pdf"), pdf->toStdString()});
    parts.push_back({QStringLiteral("-table.csv"), lessonTableCsv(contents)});
    std::vector<const LoadRecord*> records;
    for (const LessonStepState& state : contents.steps) {
        if (state.run != nullptr) {
            records.push_back(state.run.get());
            parts.push_back({QStringLiteral("-%1.csv").arg(
                                 QString::fromStdString(std::string(lessonStepName(state.step)))),
                             runCurvesCsv(state.run->curves)});
        }
    }
    parts.push_back({QStringLiteral("-runs.csv"), loadRecordsToCsv(records)});
    return parts;
}

constexpr int kSecondDigits = 6;

std::string bytesText(const std::optional<double>& bytes) {
    return bytes && std::isfinite(*bytes) ? QByteArray::number(*bytes, 'f', 0).toStdString() : "";
}

std::string secondsText(const std::optional<double>& seconds) {
    return seconds && std::isfinite(*seconds)
               ? QByteArray::number(*seconds, 'f', kSecondDigits).toStdString()
               : "";
}

std::string truthText(const std::optional<bool>& truth) {
    return !truth ? "" : *truth ? "yes" : "no";
}

/// lessonReportKind() in files that programs read: the same in every language.
std::string kindName(const LessonStepState& state, const LessonSetup& setup) {
    return state.run == nullptr        ? "not run"
           : state.run->figures.dryRun ? "forecast"
           : isSimulated(state, setup) ? "VRAM simulated, RAM and time measured"
                                       : "measured";
}

std::vector<std::string> cellsOf(const LessonStepState& state, const LessonSetup& setup) {
    const bool isRun = state.run != nullptr;
    const LessonFigures figures = state.figures;
    const auto known = [isRun](const std::optional<double>& bytes) {
        return isRun ? bytesText(bytes) : std::string();
    };
    const auto forward = isRun ? state.run->figures.forward : std::nullopt;
    return {std::string(lessonStepName(state.step)),
            std::string(loadMethodName(*methodOf(state.step))), kindName(state, setup),
            known(figures.vram), known(figures.reserved), known(figures.publishedVram),
            known(figures.ramAnonymous), known(figures.ramFile), known(figures.ramRss),
            known(figures.publishedRam),
            // Earlier versions scaled.
            isRun && (figures.publishedVram || figures.publishedRam) ? "no" : "",
            isRun ? secondsText(figures.seconds) : "", bytesText(state.guess.vram),
            bytesText(state.guess.ram), isRun ? truthText(state.run->figures.verified) : "",
            forward ? truthText(forward->agrees) : "", forward ? forward->sha256 : ""};
}

const char* const kStyle =
    "body { font-family: sans-serif; color: #1b1f24; }\n"
    "h1 { font-size: 18pt; }\n"
    "h2 { font-size: 13pt; margin-top: 18px; }\n"
    "p { margin-top: 5px; margin-bottom: 5px; }\n"
    "table { border-collapse: collapse; }\n"
    "th, td { border: 1px solid #c6cbd2; padding: 3px 6px; text-align: left; }\n"
    "th { background-color: #f0f1f3; }\n"
    "td.number, th.number { text-align: right; }\n"
    ".note { color: #57606a; font-size: 8pt; }\n"
    ".page { page-break-before: always; }\n"
    "th { white-space: nowrap; }\n"
    "ul { margin-top: 5px; margin-bottom: 5px; }\n"
    "pre { background-color: #f0f1f3; padding: 6px; margin-top: 5px; margin-bottom: 5px;\n"
    "font-size: 6.2pt; }\n"
    ".charts td { border: none; }\n"
    "@media screen { body { max-width: 60em; } pre { font-size: 9pt; } .charts { width: 100%; }\n"
    ".charts td { width: 50%; } .charts img { width: 100%; height: auto; } }\n";

struct LessonReportWords {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonReport)
};

QString escapedLines(const QString& text) {
    return text.toHtmlEscaped().replace(u'\n', QLatin1String("<br/>"));
}

QString paragraph(const QString& text, const QString& attributes = {}) {
    return text.isEmpty() ? QString()
                          : QStringLiteral("<p%1>%2</p>\n").arg(attributes, escapedLines(text));
}

QString cell(const QString& tag, const QString& text, const QString& attributes = {}) {
    return QStringLiteral("<%1%2>%3</%1>").arg(tag, attributes, escapedLines(text));
}

QString number(const QString& text) {
    return cell(QStringLiteral("td"), text, QStringLiteral(" class=\"number\" align=\"right\""));
}

/// A table of two columns: what, and how it is.
QString factsTable(const std::vector<std::pair<QString, QString>>& facts) {
    QString rows;
    for (const auto& [name, value] : facts) {
        if (!value.isEmpty()) {
            rows += QStringLiteral("<tr>%1%2</tr>\n")
                        .arg(cell(QStringLiteral("th"), name, QStringLiteral(" align=\"left\"")),
                             cell(QStringLiteral("td"), value));
        }
    }
    return QStringLiteral("<table border=\"1\" cellspacing=\"0\" cellpadding=\"3\">\n%1</table>\n")
        .arg(rows);
}

QString cacheText(PageCacheState cache) {
    switch (cache) {
        case PageCacheState::AsIs:
            return LessonReportWords::tr("as it is: the page cache is not changed before a load");
        case PageCacheState::Cold:
            return LessonReportWords::tr(
                "cold: the files are dropped from the page cache before each load");
        case PageCacheState::Warm:
            return LessonReportWords::tr("warm: the files are read once before each load");
    }
    return {};
}

QString gpuText(const DeviceInfo& gpu) {
    const QString name = shownDeviceName(gpu);
    return gpu.simulated ? LessonReportWords::tr(
                               "%1, simulated: the memory follows the rules of the caching "
                               "allocator, without a real card")
                               .arg(name)
                         : LessonReportWords::tr("%1, a real card").arg(name);
}

QString head(const LessonReportContents& contents) {
    const LessonSetup& setup = contents.setup;
    return QStringLiteral("<h1>%1</h1>\n").arg(lessonReportTitle(contents).toHtmlEscaped()) +
           factsTable(
               {{LessonReportWords::tr("Submitted by"), contents.person},
                {LessonReportWords::tr("Date"),
                 QLocale::c().toString(contents.date, QStringLiteral("yyyy-MM-dd HH:mm"))},
                {LessonReportWords::tr("Processor"), contents.machine.processor},
                {LessonReportWords::tr("Memory"), contents.machine.memory},
                {LessonReportWords::tr("System"), contents.machine.system},
                {LessonReportWords::tr("GPU"), gpuText(setup.gpu)},
                {LessonReportWords::tr("Model"),
                 LessonReportWords::tr("%1, float32, random weights, %2 of tensors")
                     .arg(lessonSizeText(setup.size), sizeText(lessonWeightBytes(setup.size)))},
                {LessonReportWords::tr("Page cache"), cacheText(setup.cache)},
                {LessonReportWords::tr("RAM limit"),
                 setup.ramLimit ? sizeText(*setup.ramLimit) : LessonReportWords::tr("none")},
                {LessonReportWords::tr("Figures"),
                 setup.kind == LessonSetup::Kind::DryRun
                     ? LessonReportWords::tr(
                           "forecast: a dry run, in which nothing is read or loaded")
                     : LessonReportWords::tr("from real loads, each in a fresh process")}});
}

/// "12.8 (+0.2 %)": a published figure, and how far the run is from it.
QString publishedText(const std::optional<double>& bytes, const std::optional<double>& difference) {
    if (!bytes || !difference) {
        return publishedGiB(bytes);
    }
    const double percent = *difference * 100;
    return figureText(QStringLiteral("%1 (%2%3 %)")
                          .arg(publishedGiB(bytes),
                               percent < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                               QString::number(std::abs(percent), 'f', 1)));
}

QString rowOf(const LessonStepState& state, const LessonSetup& setup) {
    const LessonFigures& figures = state.figures;
    const bool isRun = state.run != nullptr;
    const auto known = [isRun](const std::optional<double>& bytes) {
        return lessonGiB(isRun ? bytes : std::nullopt);
    };
    // What a step was published to take would tell the learner what it takes.
    const auto published = [&](const std::optional<double>& bytes,
                               const std::optional<double>& difference) {
        return !hasPublishedFigures(setup.size) ? QString()
               : isRun                          ? number(publishedText(bytes, difference))
                                                : number(publishedText({}, {}));
    };
    return QStringLiteral("<tr>") + cell(QStringLiteral("td"), lessonStepNumbered(state.step)) +
           number(known(figures.vram)) +
           published(figures.publishedVram, figures.vramDifference()) +
           number(known(figures.ramAnonymous)) + number(known(figures.ramFile)) +
           number(known(figures.ramRss)) +
           published(figures.publishedRam, figures.ramDifference()) +
           number(isRun && figures.seconds ? formatSeconds(*figures.seconds) : kUnknownFigure) +
           cell(QStringLiteral("td"), lessonReportKind(state, setup)) + QStringLiteral("</tr>\n");
}

QString table(const LessonReportContents& contents) {
    QString heads;
    const QString numberClass = QStringLiteral(" class=\"number\" align=\"right\"");
    const QStringList published = hasPublishedFigures(contents.setup.size)
                                      ? QStringList{LessonReportWords::tr("published")}
                                      : QStringList();
    const QStringList texts = QStringList{LessonReportWords::tr("VRAM,\nGiB")} + published +
                              QStringList{LessonReportWords::tr("RAM\nanonymous,\nGiB"),
                                          LessonReportWords::tr("file-\nbacked"),
                                          LessonReportWords::tr("RSS −\nshared")} +
                              published + QStringList{LessonReportWords::tr("Time")};
    for (const QString& text : texts) {
        heads += cell(QStringLiteral("th"), text, numberClass);
    }
    QString rows;
    for (const LessonStepState& state : contents.steps) {
        if (methodOf(state.step)) {
            rows += rowOf(state, contents.setup);
        }
    }
    QString notes;
    for (const QString& note : lessonFootnotes(contents.setup)) {
        notes += paragraph(note, QStringLiteral(" class=\"note\""));
    }
    return QStringLiteral("<h2>%1</h2>\n").arg(lessonTableTitle(contents.setup)) +
           QStringLiteral(
               "<table border=\"1\" cellspacing=\"0\" cellpadding=\"3\" "
               "style=\"font-size: 8pt\">\n<tr>%1%2%3</tr>\n%4</table>\n%5")
               .arg(cell(QStringLiteral("th"), LessonReportWords::tr("Method")), heads,
                    cell(QStringLiteral("th"), LessonReportWords::tr("Kind")), rows, notes);
}

/// The charts of a step beside each other, in their own proportions.
QString picturesOf(LessonStep step, const QString& of, const LessonReportContents& contents,
                   const LessonPictureSource& source) {
    const auto found = std::ranges::find(contents.pictures, step, &LessonPictures::step);
    if (found == contents.pictures.end()) {
        return {};
    }
    const QString name = QString::fromUtf8(lessonStepName(step));
    const auto chart = [&](const QByteArray& picture, const QString& ending,
                           const QString& described) {
        return QStringLiteral("<td><img src=\"%1\" width=\"%2\" height=\"%3\" alt=\"%4\"/></td>\n")
            .arg(source(name + ending, picture))
            .arg(kLessonPictureSize.width())
            .arg(kLessonPictureSize.height())
            .arg(described.toHtmlEscaped());
    };
    return QStringLiteral(
               "<table class=\"charts\" border=\"0\" cellspacing=\"0\" cellpadding=\"3\"><tr>\n"
               "%1%2</tr></table>\n")
        .arg(chart(found->vram, QStringLiteral("-vram"),
                   LessonReportWords::tr("VRAM over time, %1").arg(of)),
             chart(found->ram, QStringLiteral("-ram"),
                   LessonReportWords::tr("RAM over time, %1").arg(of)));
}

/// "Predicted beforehand: VRAM 12.83 GiB, RAM 6.29 GiB."
QString predictionOf(const LessonStepState& state) {
    const auto vram = predictedVram(state);
    const auto ram = predictedRam(state);
    return vram && ram ? LessonReportWords::tr("Predicted by Stowage before the run: %1.")
                             .arg(lessonPeaksText({.vram = vram, .ram = ram}))
                       : QString();
}

QString guessOf(const LessonStepState& state) {
    QStringList parts;
    if (const QString text = lessonGuessText(state); !text.isEmpty()) {
        parts.append(LessonReportWords::tr("Your guess before the run: %1").arg(text));
    } else if (state.run != nullptr) {
        parts.append(LessonReportWords::tr("No guess was entered before the run."));
    }
    if (state.run == nullptr || state.guesses.size() > 1) {
        parts.append(lessonAttemptsText(state));
    }
    return parts.join(QLatin1Char('\n')).trimmed();
}

QString reasonsOf(const LessonStepState& state) {
    if (state.reasons.empty()) {
        return {};
    }
    QString items;
    for (const QString& reason : lessonReasonTexts(state)) {
        items += QStringLiteral("<li>%1</li>\n").arg(reason.toHtmlEscaped());
    }
    return paragraph(LessonReportWords::tr("Reasons for the peaks, computed from the run:")) +
           QStringLiteral("<ul>\n%1</ul>\n").arg(items);
}

QString questionOf(const LessonStepState& state, const LessonTexts& texts) {
    QString html = paragraph(texts.question);
    const bool isAnswered =
        state.answer && *state.answer >= 0 && *state.answer < texts.options.size();
    if (!isAnswered) {
        return html + paragraph(LessonReportWords::tr("Not answered."));
    }
    if (state.answers.size() > 1) {
        QStringList tried;
        for (const int answer : state.answers) {
            tried.append(LessonReportWords::tr("“%1”").arg(texts.options.value(answer)));
        }
        html += paragraph(LessonReportWords::tr("Answers tried, in this order: %1.")
                              .arg(tried.join(listSeparator())));
    }
    const bool isRight = *state.answer == texts.right;
    html += paragraph((isRight ? LessonReportWords::tr("Answer: “%1”, right.")
                               : LessonReportWords::tr("Answer: “%1”, not right."))
                          .arg(texts.options[*state.answer]));
    return html + paragraph(texts.explanations.value(*state.answer));
}

QString codeOf(LessonStep step) {
    const QString code = lessonCode(step);
    return code.isEmpty() ? QString() : QStringLiteral("<pre>%1</pre>\n").arg(code.toHtmlEscaped());
}

QString stepHtml(const LessonStepState& state, const LessonReportContents& contents,
                 const LessonPictureSource& source) {
    const LessonTexts texts = lessonTexts(state.step, lessonFacts(contents.setup.size));
    const bool isLoad = methodOf(state.step).has_value();
    const bool isRun = state.run != nullptr;
    QString html =
        QStringLiteral("<h2%1>%2</h2>\n")
            .arg(isRun || !isLoad
                     ? QStringLiteral(" class=\"page\" style=\"page-break-before: always\"")
                     : QString(),
                 QStringLiteral("%1 — %2")
                     .arg(lessonStepNumbered(state.step), lessonStepSubtitle(state.step))
                     .toHtmlEscaped());
    html += paragraph(texts.body);
    // What nobody has found yet is not told.
    if (isLoad && !isRun) {
        return html + paragraph(lessonStateText(state)) + paragraph(state.sentence) +
               paragraph(guessOf(state));
    }
    html += paragraph(lessonFact(texts, state)) + codeOf(state.step);
    if (isLoad) {
        // One paragraph, so that a step with everything in it still has a page.
        QStringList found{lessonResultText(state, contents.setup),
                          lessonPhasesText(state),
                          predictionOf(state),
                          guessOf(state),
                          lessonForwardText(state),
                          state.sentence};
        found.removeAll(QString());
        html += paragraph(found.join(QLatin1Char('\n'))) +
                picturesOf(state.step, lessonReportKind(state, contents.setup), contents, source) +
                reasonsOf(state);
    }
    return html + questionOf(state, texts);
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
        machine.memory = sizeText(*total);
    }
    machine.system =
        QStringLiteral("%1, %2 %3")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion());
    return machine;
}

Result<QStringList> writeLessonReport(const LessonReportContents& contents, const QString& path) {
    const auto parts = partsOf(contents);
    STOWAGE_TRY(parts);
    QStringList files;
    for (const ReportPart& part : *parts) {
        const QString file = baseOf(path) + part.ending;
        // Only about `path` was the person asked.
        if (file != path && QFile::exists(file) && !isMarkedAsWritten(file.toStdString())) {
            return fail(ErrorCode::InvalidArgument,
                        say("%1 is there already and is not from an earlier report; remove it or "
                            "choose another name.",
                            file.toStdString()),
                        file.toStdString());
        }
        STOWAGE_TRY(writeFileAtomically(file.toStdString(), part.bytes));
        markFileAsWritten(file.toStdString());
        files.append(file);
    }
    return files;
}

void LessonReport::write(LessonReportContents contents, const QString& path) {
    auto shared = std::make_shared<const LessonReportContents>(std::move(contents));
    m_worker.start(
        [shared, path](const std::stop_token&) { return writeLessonReport(*shared, path); },
        [this](const Result<QStringList>& files) {
            if (files) {
                Q_EMIT written(*files);
            } else {
                Q_EMIT failed(translated(files.error().message));
            }
        });
}

std::string lessonTableCsv(const LessonReportContents& contents) {
    std::string csv;
    csv += csvRow({"step", "method", "kind", "VRAM peak allocated [B]", "VRAM peak reserved [B]",
                   "VRAM published [B]", "RAM anonymous peak [B]", "RAM file-backed peak [B]",
                   "RAM RSS - shared peak [B]", "RAM published [B]", "published is scaled",
                   "time [s]", "VRAM guessed [B]", "RAM guessed [B]", "verified", "forward agrees",
                   "logits SHA-256"});
    for (const LessonStepState& state : contents.steps) {
        if (methodOf(state.step)) {
            csv += csvRow(cellsOf(state, contents.setup));
        }
    }
    return csv;
}

std::string runCurvesCsv(const LoadCurves& curves) {
    std::string csv;
    std::vector<std::string> heads{"time [s]"};
    for (const DeviceCurve& device : curves.devices) {
        heads.push_back(deviceName(device.device) + " allocated [B]");
        heads.push_back(deviceName(device.device) + " reserved [B]");
    }
    heads.insert(heads.end(), {"anon [B]", "file (evictable cache) [B]", "shmem [B]"});
    csv += csvRow(heads);
    for (std::size_t i = 0; i < curves.seconds.size(); ++i) {
        std::vector<std::string> cells{secondsText(curves.seconds[i])};
        for (const DeviceCurve& device : curves.devices) {
            cells.push_back(bytesText(device.allocated[i]));
            cells.push_back(bytesText(device.reserved[i]));
        }
        for (const auto* column : {&curves.hostAnon, &curves.hostFile, &curves.hostShmem}) {
            cells.push_back(bytesText((*column)[i]));
        }
        csv += csvRow(cells);
    }
    return csv;
}

QString embeddedPicture(const QString& /*name*/, const QByteArray& svg) {
    return QStringLiteral("data:image/svg+xml;base64,") + QString::fromLatin1(svg.toBase64());
}

QString lessonReportKind(const LessonStepState& state, const LessonSetup& setup) {
    if (state.run == nullptr || state.run->figures.dryRun) {
        return lessonKindText(state, setup);
    }
    return isSimulated(state, setup)
               ? LessonReportWords::tr("VRAM simulated, RAM and time measured")
               : LessonReportWords::tr("measured");
}

QString lessonReportTitle(const LessonReportContents& contents) {
    return LessonReportWords::tr("Loading %1: memory and time of each method")
        .arg(lessonSizeText(contents.setup.size));
}

QString lessonReportHtml(const LessonReportContents& contents,
                         const LessonPictureSource& pictures) {
    const Language& language = programLanguage();
    const bool isFromRight = language.direction == WritingDirection::RightToLeft;
    QString body =
        head(contents) + table(contents) +
        picturesOf(LessonStep::Checkpoint, LessonReportWords::tr("all runs"), contents, pictures);
    for (const LessonStepState& state : contents.steps) {
        body += stepHtml(state, contents, pictures);
    }
    return QStringLiteral(
               "<!DOCTYPE html>\n<html lang=\"%1\" dir=\"%2\"><head><meta charset=\"utf-8\"/>\n"
               "<title>%3</title>\n<style>\n%4</style></head>\n<body>\n%5</body></html>\n")
        .arg(QString::fromUtf8(language.code.substr(0, 2).data(), 2),
             isFromRight ? QStringLiteral("rtl") : QStringLiteral("ltr"),
             lessonReportTitle(contents).toHtmlEscaped(), QLatin1String(kStyle), body);
}

namespace {

constexpr double kBodyPoints = 9;
/// Steps whose words do not fit a page each are set in smaller type, down to this one.
constexpr double kLeastPoints = 7;

/// Whether each step that begins a page ends on it.
bool stepsFit(const QTextDocument& document, double pageHeight) {
    const QAbstractTextDocumentLayout& layout = *document.documentLayout();
    int page = -1;  // no step that begins one
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QRectF place = layout.blockBoundingRect(block);
        const bool begins =
            (block.blockFormat().pageBreakPolicy() & QTextFormat::PageBreak_AlwaysBefore) != 0;
        if (begins) {
            page = static_cast<int>(place.top() / pageHeight);
        } else if (block.blockFormat().headingLevel() > 0) {
            page = -1;
        }
        if (page >= 0 && place.bottom() > (page + 1) * pageHeight) {
            return false;
        }
    }
    return true;
}

/// In the largest type in which every step has a page.
void layOutReport(const LessonReportContents& contents, QTextDocument& document) {
    static constexpr double kPointStep = 0.5;
    auto* drawings = new PaperDrawings(&document);
    const QString html =
        lessonReportHtml(contents, [drawings](const QString& name, const QByteArray& svg) {
            drawings->add(name, svg);
            return name;
        });
    for (double points = kBodyPoints; points >= kLeastPoints; points -= kPointStep) {
        document.setDefaultFont(paperFont(points));
        document.setHtml(html);
        if (stepsFit(document, document.pageSize().height())) {
            break;
        }
    }
}

}  // namespace

Result<QByteArray> lessonReportPdf(const LessonReportContents& contents) {
    return paperPdf(lessonReportTitle(contents),
                    [&contents](QTextDocument& document) { layOutReport(contents, document); });
}

}  // namespace stowage
