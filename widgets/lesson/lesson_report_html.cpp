// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_report_html.h"

#include "widgets/lesson/lesson_look.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/lesson/lesson_words.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/chart_units.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

/// Of a chart, in QTextDocument's pixels: two of them and a step's words fill an A4 page.
constexpr int kPictureWidth = 400;

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
    "img { max-width: 100%; }\n";

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonReport)
};

QString paragraph(const QString& text, const QString& attributes = {}) {
    return text.isEmpty() ? QString()
                          : QStringLiteral("<p%1>%2</p>\n")
                                .arg(attributes, text.toHtmlEscaped().replace(
                                                     QLatin1Char('\n'), QStringLiteral("<br/>")));
}

QString cell(const QString& tag, const QString& text, const QString& attributes = {}) {
    return QStringLiteral("<%1%2>%3</%1>").arg(tag, attributes, text.toHtmlEscaped());
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
            return Words::tr("as it happens to be");
        case PageCacheState::Cold:
            return Words::tr("cold: the files' pages are dropped before each load");
        case PageCacheState::Warm:
            return Words::tr("warm: the files are read once before each load");
    }
    return {};
}

QString gpuText(const DeviceInfo& gpu) {
    const QString name = QString::fromStdString(gpu.name);
    return gpu.simulated
               ? Words::tr("%1: memory by the caching allocator's rules, no card").arg(name)
               : Words::tr("%1, a real card").arg(name);
}

QString head(const LessonReportContents& contents) {
    const LessonSetup& setup = contents.setup;
    return QStringLiteral("<h1>%1</h1>\n").arg(lessonReportTitle(contents).toHtmlEscaped()) +
           factsTable({{Words::tr("Handed in by"), contents.person},
                       {Words::tr("Date"),
                        QLocale::c().toString(contents.date, QStringLiteral("yyyy-MM-dd HH:mm"))},
                       {Words::tr("Processor"), contents.machine.processor},
                       {Words::tr("Memory"), contents.machine.memory},
                       {Words::tr("System"), contents.machine.system},
                       {Words::tr("GPU"), gpuText(setup.gpu)},
                       {Words::tr("Model"),
                        Words::tr("%1, float32, random weights, %2 of tensors")
                            .arg(lessonSizeText(setup.size),
                                 sizeText(static_cast<double>(lessonWeightBytes(setup.size))))},
                       {Words::tr("Page cache"), cacheText(setup.cache)},
                       {Words::tr("Figures"),
                        setup.kind == LessonSetup::Kind::DryRun
                            ? Words::tr("forecast: a dry run, in which nothing is read or loaded")
                            : Words::tr("of real loads, each in a fresh process")}});
}

/// "12.8 (+0.2 %)": a published figure, and how far the run is from it.
QString publishedText(const std::optional<double>& bytes, const std::optional<double>& difference) {
    if (!bytes || !difference) {
        return publishedGiB(bytes);
    }
    const double percent = *difference * 100;
    return QStringLiteral("%1 (%2%3 %)")
        .arg(publishedGiB(bytes), percent < 0 ? QStringLiteral("−") : QStringLiteral("+"),
             QString::number(std::abs(percent), 'f', 1));
}

QString rowOf(const LessonStepState& state, const LessonSetup& setup) {
    const LessonFigures& figures = state.figures;
    const bool isRun = state.run != nullptr;
    const auto known = [isRun](const std::optional<double>& bytes) {
        return lessonGiB(isRun ? bytes : std::nullopt);
    };
    return QStringLiteral("<tr>") + cell(QStringLiteral("td"), lessonStepNumbered(state.step)) +
           number(known(figures.vram)) +
           number(publishedText(figures.publishedVram,
                                isRun ? figures.vramDifference() : std::nullopt)) +
           number(known(figures.ramAnonymous)) + number(known(figures.ramFile)) +
           number(known(figures.ramRss)) +
           number(publishedText(figures.publishedRam,
                                isRun ? figures.ramDifference() : std::nullopt)) +
           number(isRun && figures.seconds ? formatSeconds(*figures.seconds)
                                           : QStringLiteral("–")) +
           cell(QStringLiteral("td"), lessonReportKind(state, setup)) + QStringLiteral("</tr>\n");
}

QString table(const LessonReportContents& contents) {
    QString heads;
    const QString numberClass = QStringLiteral(" class=\"number\" align=\"right\"");
    for (const QString& text :
         {Words::tr("VRAM, GiB"), Words::tr("published"), Words::tr("RAM anonymous, GiB"),
          Words::tr("file-backed"), Words::tr("RSS − shared"), Words::tr("published"),
          Words::tr("Time")}) {
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
    return QStringLiteral("<h2>%1</h2>\n").arg(Words::tr("Measured beside published")) +
           QStringLiteral(
               "<table border=\"1\" cellspacing=\"0\" cellpadding=\"3\" "
               "style=\"font-size: 8pt\">\n<tr>%1%2%3</tr>\n%4</table>\n%5")
               .arg(cell(QStringLiteral("th"), Words::tr("Method")), heads,
                    cell(QStringLiteral("th"), Words::tr("Kind")), rows, notes);
}

QString picturesOf(const LessonStepState& state, const LessonReportContents& contents,
                   const LessonPictureSource& source) {
    const auto found = std::ranges::find(contents.pictures, state.step, &LessonPictures::step);
    if (found == contents.pictures.end()) {
        return {};
    }
    const std::string_view key = lessonStepName(state.step);
    const QString name = QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
    QString html;
    const auto add = [&](const QImage& picture, const QString& ending, const QString& described) {
        if (!picture.isNull()) {
            html += QStringLiteral("<p><img src=\"%1\" width=\"%2\" alt=\"%3\"/></p>\n")
                        .arg(source(name + ending, picture))
                        .arg(kPictureWidth)
                        .arg(described.toHtmlEscaped());
        }
    };
    add(found->vram, QStringLiteral("-vram"),
        Words::tr("VRAM over time, %1").arg(lessonReportKind(state, contents.setup)));
    add(found->ram, QStringLiteral("-ram"),
        Words::tr("RAM over time, %1").arg(lessonReportKind(state, contents.setup)));
    return html;
}

/// "Predicted beforehand: VRAM 12.83 GiB, RAM 6.29 GiB."
QString predictionOf(const LessonStepState& state) {
    const auto vram = predictedVram(state);
    const auto ram = predictedRam(state);
    return vram && ram ? Words::tr("Predicted by the program beforehand: VRAM %1, RAM %2.")
                             .arg(sizeText(*vram), sizeText(*ram))
                       : QString();
}

QString guessOf(const LessonStepState& state) {
    const QString text = lessonGuessText(state);
    return text.isEmpty() ? Words::tr("No guess was made before the run.")
                          : Words::tr("Guessed before the run. %1").arg(text);
}

QString reasonsOf(const LessonStepState& state) {
    if (state.reasons.empty()) {
        return {};
    }
    QString items;
    for (const PeakReason& reason : state.reasons) {
        items += QStringLiteral("<li>%1</li>\n").arg(lessonReasonText(reason).toHtmlEscaped());
    }
    return paragraph(Words::tr("Why, computed from the run:")) +
           QStringLiteral("<ul>\n%1</ul>\n").arg(items);
}

QString questionOf(const LessonStepState& state, const LessonTexts& texts) {
    QString html = paragraph(texts.question);
    const bool isAnswered =
        state.answer && *state.answer >= 0 && *state.answer < texts.options.size();
    if (!isAnswered) {
        return html + paragraph(Words::tr("Not answered."));
    }
    const bool isRight = *state.answer == texts.right;
    html += paragraph(
        (isRight ? Words::tr("Answer: “%1”, right.") : Words::tr("Answer: “%1”, not right."))
            .arg(texts.options[*state.answer]));
    return html + paragraph(texts.explanations.value(*state.answer));
}

QString stepHtml(const LessonStepState& state, const LessonReportContents& contents,
                 const LessonPictureSource& source) {
    const LessonTexts texts = lessonTexts(state.step, lessonFacts(contents.setup.size));
    const bool isLoad = methodOf(state.step).has_value();
    const bool isRun = state.run != nullptr;
    QString html =
        QStringLiteral("<h2%1>%2</h2>\n")
            .arg(isRun ? QStringLiteral(" class=\"page\" style=\"page-break-before: always\"")
                       : QString(),
                 QStringLiteral("%1 — %2")
                     .arg(lessonStepNumbered(state.step), lessonStepSubtitle(state.step))
                     .toHtmlEscaped());
    html += paragraph(texts.body) + paragraph(lessonFact(texts, state));
    if (isLoad && !isRun) {
        return html + paragraph(predictionOf(state)) + paragraph(lessonStateText(state)) +
               paragraph(state.sentence);
    }
    if (isLoad) {
        html += paragraph(lessonResultText(state, contents.setup)) +
                paragraph(lessonPhasesText(state)) + paragraph(predictionOf(state)) +
                paragraph(guessOf(state)) + paragraph(lessonForwardText(state)) +
                paragraph(state.sentence) + picturesOf(state, contents, source) + reasonsOf(state);
    }
    return html + questionOf(state, texts);
}

}  // namespace

QString embeddedPicture(const QString& /*name*/, const QImage& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    picture.save(&buffer, "PNG");
    return QStringLiteral("data:image/png;base64,") + QString::fromLatin1(bytes.toBase64());
}

QString lessonReportKind(const LessonStepState& state, const LessonSetup& setup) {
    if (state.run == nullptr || state.run->figures.dryRun) {
        return lessonKindText(state, setup);
    }
    const auto& devices = state.run->figures.devices;
    const bool isSimulated = devices.empty() ? setup.gpu.simulated : devices.front().simulated;
    return isSimulated ? Words::tr("VRAM simulated, RAM and time measured") : Words::tr("measured");
}

QString lessonReportTitle(const LessonReportContents& contents) {
    return Words::tr("Loading %1: what each way takes").arg(lessonSizeText(contents.setup.size));
}

QString lessonReportHtml(const LessonReportContents& contents,
                         const LessonPictureSource& pictures) {
    QString body = head(contents) + table(contents);
    for (const LessonStepState& state : contents.steps) {
        body += stepHtml(state, contents, pictures);
    }
    return QStringLiteral(
               "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
               "<title>%1</title>\n<style>\n%2</style></head>\n<body>\n%3</body></html>\n")
        .arg(lessonReportTitle(contents).toHtmlEscaped(), QLatin1String(kStyle), body);
}

}  // namespace stowage
