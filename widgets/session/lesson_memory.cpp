// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_memory.h"

#include <QCryptographicHash>
#include <QSettings>

#include <algorithm>

namespace stowage {
namespace {

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
    }
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
