// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_memory.h"

#include <QCryptographicHash>
#include <QLocale>
#include <QSettings>

#include <algorithm>

namespace stowage {
namespace {

const QString kCurrentKey = QStringLiteral("lesson/step");
const QString kGuessesKey = QStringLiteral("/guesses");
const QString kAnswersKey = QStringLiteral("/answers");

/// The settings' name of a setup: keys hold slashes, which would make groups there.
QString groupOf(const QString& setupKey) {
    const QByteArray hash =
        QCryptographicHash::hash(setupKey.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("lesson/played/%1/").arg(QString::fromLatin1(hash));
}

QString nameOf(LessonStep step) {
    const std::string_view name = lessonStepName(step);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

template <class Value>
void keep(QSettings& settings, const QString& key, const std::optional<Value>& value) {
    if (value) {
        settings.setValue(key, *value);
    } else {
        settings.remove(key);
    }
}

std::optional<double> numberAt(const QSettings& settings, const QString& key) {
    bool isNumber = false;
    const double value = settings.value(key).toDouble(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

/// "6442450944 -": VRAM and RAM of a guess, a dash for the one that was left open.
QString textOf(const LessonGuess& guess) {
    const auto part = [](const std::optional<double>& bytes) {
        return bytes ? QString::number(*bytes, 'g', QLocale::FloatingPointShortest)
                     : QStringLiteral("-");
    };
    return part(guess.vram) + QLatin1Char(' ') + part(guess.ram);
}

LessonGuess guessOf(const QString& text) {
    const auto part = [&text](qsizetype index) -> std::optional<double> {
        bool isNumber = false;
        const double bytes = text.split(QLatin1Char(' ')).value(index).toDouble(&isNumber);
        return isNumber ? std::optional(bytes) : std::nullopt;
    };
    return {.vram = part(0), .ram = part(1)};
}

void recallAttempts(const QSettings& settings, const QString& step, LessonStepState& state) {
    for (const QString& text : settings.value(step + kGuessesKey).toStringList()) {
        state.guesses.push_back(guessOf(text));
    }
    for (const QString& text : settings.value(step + kAnswersKey).toStringList()) {
        state.answers.push_back(text.toInt());
    }
}

void keepAttempts(QSettings& settings, const QString& step, const LessonStepState& state) {
    QStringList guesses;
    for (const LessonGuess& guess : state.guesses) {
        guesses.append(textOf(guess));
    }
    QStringList answers;
    for (const int answer : state.answers) {
        answers.append(QString::number(answer));
    }
    settings.setValue(step + kGuessesKey, guesses);
    settings.setValue(step + kAnswersKey, answers);
}

}  // namespace

LessonRecordOfSetup freshRecord() {
    LessonRecordOfSetup record;
    record.comparison = "lesson " + runDateNow();
    for (const LessonStep step : allLessonSteps()) {
        LessonStepState& state = record.steps.emplace_back();
        state.step = step;
        state.preflight.method = methodOf(step).value_or(state.preflight.method);
    }
    return record;
}

LessonRecordOfSetup recallRecord(const QSettings& settings, const QString& setupKey) {
    LessonRecordOfSetup record = freshRecord();
    const QString group = groupOf(setupKey);
    const QString comparison = settings.value(group + QStringLiteral("comparison")).toString();
    if (comparison.isEmpty()) {
        return record;
    }
    record.comparison = comparison.toStdString();
    for (LessonStepState& state : record.steps) {
        const QString step = group + nameOf(state.step);
        state.guess.vram = numberAt(settings, step + QStringLiteral("/vram"));
        state.guess.ram = numberAt(settings, step + QStringLiteral("/ram"));
        if (const auto answer = numberAt(settings, step + QStringLiteral("/answer"))) {
            state.answer = static_cast<int>(*answer);
        }
        recallAttempts(settings, step, state);
    }
    return record;
}

void keepRecord(QSettings& settings, const QString& setupKey, const LessonRecordOfSetup& record) {
    const QString group = groupOf(setupKey);
    settings.setValue(group + QStringLiteral("comparison"),
                      QString::fromStdString(record.comparison));
    for (const LessonStepState& state : record.steps) {
        const QString step = group + nameOf(state.step);
        keep(settings, step + QStringLiteral("/vram"), state.guess.vram);
        keep(settings, step + QStringLiteral("/ram"), state.guess.ram);
        keep(settings, step + QStringLiteral("/answer"), state.answer);
        keepAttempts(settings, step, state);
    }
}

std::optional<LessonStep> recallStep(const QSettings& settings) {
    const auto steps = allLessonSteps();
    const auto found = std::ranges::find(steps, settings.value(kCurrentKey).toString(), nameOf);
    return found == steps.end() ? std::nullopt : std::optional(*found);
}

void keepStep(QSettings& settings, LessonStep step) {
    settings.setValue(kCurrentKey, nameOf(step));
}

std::optional<LessonStep> stepOfRun(const RunRecord& run) {
    const bool usesDisk = std::ranges::any_of(run.figures.deviceMap, [](const auto& entry) {
        return entry.second.kind == DeviceKind::Disk;
    });
    // The two steps that stream differ in where they stream to.
    if (run.figures.method == LoadMethod::Streamed && usesDisk) {
        return LessonStep::SeveralDevices;
    }
    const auto steps = allLessonSteps();
    const auto found = std::ranges::find(steps, std::optional(run.figures.method), methodOf);
    return found == steps.end() ? std::nullopt : std::optional(*found);
}

}  // namespace stowage
