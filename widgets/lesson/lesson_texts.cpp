// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_texts.h"

#include <QFile>

#include <string_view>

// Q_INIT_RESOURCE declares a function and must not stand in a namespace. The lines lie in a static
// library, whose resources nothing else would pull in.
static void initLessonFiles() {
    Q_INIT_RESOURCE(lesson);
}

namespace stowage {

LessonTexts lessonTexts(LessonStep step, const LessonFacts& facts) {
    switch (step) {
        case LessonStep::Checkpoint:
            return checkpointTexts(facts);
        case LessonStep::Naive:
            return naiveTexts(facts);
        case LessonStep::Sequential:
            return sequentialTexts(facts);
        case LessonStep::Meta:
            return metaTexts(facts);
        case LessonStep::Mmap:
            return mmapTexts(facts);
        case LessonStep::PerTensor:
            return perTensorTexts(facts);
        case LessonStep::Sharded:
            return shardedTexts(facts);
        case LessonStep::Streamed:
            return streamedTexts(facts);
        case LessonStep::SeveralDevices:
            break;
    }
    return severalDevicesTexts(facts);
}

QString lessonFact(const LessonTexts& texts, const LessonStepState& state) {
    const QString limits = severalDevicesLimits(state);
    return limits.isEmpty() ? texts.fact : texts.fact + QLatin1Char(' ') + limits;
}

QString lessonCode(LessonStep step) {
    initLessonFiles();
    const std::string_view name = lessonStepName(step);
    const QString key = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    QFile file(QStringLiteral(":/stowage/lesson/step_%1.py").arg(QString(key).replace(u'-', u'_')));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    // The licence's line is the file's, not the lesson's.
    while (!lines.isEmpty() && lines.front().startsWith(QLatin1String("# SPDX"))) {
        lines.removeFirst();
    }
    return lines.join(u'\n').trimmed();
}

QByteArray lessonModule() {
    initLessonFiles();
    QFile file(QStringLiteral(":/stowage/lesson/gpt.py"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace stowage
