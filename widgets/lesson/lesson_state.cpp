// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_state.h"

#include "engine/base/byte_size.h"
#include "engine/load/ram_limit.h"
#include "widgets/methods/load_process.h"

#include <QCryptographicHash>
#include <QLocale>
#include <QSettings>

#include <algorithm>

namespace stowage {
namespace {

constexpr std::uint64_t kDefaultCapacity = 16 * kGiB;

constexpr std::uint64_t kUsualContextBytes = 512 * kMiB;

const char* const kSizeKey = "lesson/size";

const char* const kGpuKey = "lesson/gpu";

const char* const kCacheKey = "lesson/cache";

const char* const kKindKey = "lesson/kind";

const char* const kRamKey = "lesson/ram_limit";

const char* const kDryRun = "dry-run";

const char* const kReal = "real";

constexpr QLatin1String kRealPrefix("real:");

/// A real card by what stays the same when the driver gives other numbers.
QString identityOf(const DeviceInfo& gpu) {
    return kRealPrefix + QString::fromStdString(gpu.uuid.empty() ? gpu.name : gpu.uuid);
}

QString gpuIdentity(const DeviceInfo& gpu) {
    return gpu.simulated ? QString::fromStdString(simulatedGpuSpec(gpu)) : identityOf(gpu);
}

std::optional<DeviceInfo> gpuFromText(const QString& text,
                                      const std::vector<DeviceInfo>& realGpus) {
    if (text.startsWith(kRealPrefix)) {
        const auto found = std::ranges::find(realGpus, text, identityOf);
        return found == realGpus.end() ? std::nullopt : std::optional(*found);
    }
    const auto parsed = parseSimulatedGpus(text.toStdString());
    return parsed && parsed->size() == 1 ? std::optional(parsed->front()) : std::nullopt;
}

const char* kindName(LessonSetup::Kind kind) {
    return kind == LessonSetup::Kind::DryRun ? kDryRun : kReal;
}

const QString kCurrentKey = QStringLiteral("lesson/step");

const QString kGuessesKey = QStringLiteral("/guesses");

const QString kAnswersKey = QStringLiteral("/answers");

/// The settings' name of a setup: keys hold slashes, which would make groups there.
QString groupOf(const QString& setupKey) {
    const QByteArray hash =
        QCryptographicHash::hash(setupKey.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("lesson/played/%1/").arg(QString::fromLatin1(hash));
}

QString stepName(LessonStep step) {
    return QString::fromUtf8(lessonStepName(step));
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

DeviceInfo defaultLessonGpu() {
    DeviceInfo gpu;
    gpu.id = DeviceId::gpu(0);
    gpu.name = "Simulated, " + formatSize(static_cast<double>(kDefaultCapacity));
    gpu.simulated = true;
    gpu.capacity = kDefaultCapacity;
    gpu.context = kUsualContextBytes;
    return gpu;
}

QString lessonSetupKey(const LessonSetup& setup) {
    const QString limit =
        setup.ramLimit ? QStringLiteral(", RAM %1").arg(*setup.ramLimit) : QString();
    return QStringLiteral("%1, %2, %3, %4")
               .arg(QString::fromUtf8(lessonSizeName(setup.size)), gpuIdentity(setup.gpu),
                    QString::fromUtf8(pageCacheStateName(setup.cache)),
                    QLatin1String(kindName(setup.kind))) +
           limit;
}

void saveLessonSetup(QSettings& settings, const LessonSetup& setup) {
    settings.setValue(QLatin1String(kSizeKey), QString::fromUtf8(lessonSizeName(setup.size)));
    settings.setValue(QLatin1String(kGpuKey), gpuIdentity(setup.gpu));
    settings.setValue(QLatin1String(kCacheKey), QString::fromUtf8(pageCacheStateName(setup.cache)));
    settings.setValue(QLatin1String(kKindKey), QLatin1String(kindName(setup.kind)));
    settings.setValue(QLatin1String(kRamKey),
                      setup.ramLimit ? QString::number(*setup.ramLimit) : QString());
}

std::optional<LessonSetup> savedLessonSetup(const QSettings& settings,
                                            const std::vector<DeviceInfo>& realGpus) {
    const auto text = [&settings](const char* key) {
        return settings.value(QLatin1String(key)).toString();
    };
    LessonSetup setup;
    const auto sizes = allLessonSizes();
    const auto size = std::ranges::find(sizes, text(kSizeKey).toStdString(), lessonSizeName);
    const auto gpu = gpuFromText(text(kGpuKey), realGpus);
    const auto cache = pageCacheStateFromName(text(kCacheKey).toStdString());
    if (size == sizes.end() || !gpu || !cache) {
        return std::nullopt;
    }
    setup.size = *size;
    setup.gpu = *gpu;
    setup.cache = *cache;
    setup.kind = text(kKindKey) == QLatin1String(kDryRun) ? LessonSetup::Kind::DryRun
                                                          : LessonSetup::Kind::Real;
    if (const auto limit = parseRamLimit(text(kRamKey).toStdString())) {
        setup.ramLimit = *limit;
    }
    return setup;
}

LessonRecord emptyLessonRecord() {
    LessonRecord record;
    record.comparison = "lesson " + recordDateNow();
    for (const LessonStep step : allLessonSteps()) {
        LessonStepState& state = record.steps.emplace_back();
        state.step = step;
        state.preflight.method = methodOf(step).value_or(state.preflight.method);
    }
    return record;
}

LessonRecord savedLessonRecord(const QSettings& settings, const QString& setupKey) {
    LessonRecord record = emptyLessonRecord();
    const QString group = groupOf(setupKey);
    const QString comparison = settings.value(group + QStringLiteral("comparison")).toString();
    if (comparison.isEmpty()) {
        return record;
    }
    record.comparison = comparison.toStdString();
    for (LessonStepState& state : record.steps) {
        const QString step = group + stepName(state.step);
        state.guess.vram = numberAt(settings, step + QStringLiteral("/vram"));
        state.guess.ram = numberAt(settings, step + QStringLiteral("/ram"));
        if (const auto answer = numberAt(settings, step + QStringLiteral("/answer"))) {
            state.answer = static_cast<int>(*answer);
        }
        recallAttempts(settings, step, state);
    }
    return record;
}

void saveLessonRecord(QSettings& settings, const QString& setupKey, const LessonRecord& record) {
    const QString group = groupOf(setupKey);
    settings.setValue(group + QStringLiteral("comparison"),
                      QString::fromStdString(record.comparison));
    for (const LessonStepState& state : record.steps) {
        const QString step = group + stepName(state.step);
        keep(settings, step + QStringLiteral("/vram"), state.guess.vram);
        keep(settings, step + QStringLiteral("/ram"), state.guess.ram);
        keep(settings, step + QStringLiteral("/answer"), state.answer);
        keepAttempts(settings, step, state);
    }
}

std::optional<LessonStep> savedLessonStep(const QSettings& settings) {
    const auto steps = allLessonSteps();
    const auto found = std::ranges::find(steps, settings.value(kCurrentKey).toString(), stepName);
    return found == steps.end() ? std::nullopt : std::optional(*found);
}

void saveLessonStep(QSettings& settings, LessonStep step) {
    settings.setValue(kCurrentKey, stepName(step));
}

std::optional<LessonStep> stepOfRecord(const LoadRecord& run) {
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
