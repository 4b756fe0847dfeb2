// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_setup.h"

#include "engine/base/byte_size.h"
#include "engine/load/ram_limit.h"
#include "widgets/session/comparison_child.h"

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

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A real card by what stays the same when the driver numbers anew.
QString identityOf(const DeviceInfo& gpu) {
    return kRealPrefix + QString::fromStdString(gpu.uuid.empty() ? gpu.name : gpu.uuid);
}

QString gpuText(const DeviceInfo& gpu) {
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
               .arg(fromView(lessonSizeName(setup.size)), gpuText(setup.gpu),
                    fromView(pageCacheStateName(setup.cache)),
                    QLatin1String(kindName(setup.kind))) +
           limit;
}

void saveLessonSetup(QSettings& settings, const LessonSetup& setup) {
    settings.setValue(QLatin1String(kSizeKey), fromView(lessonSizeName(setup.size)));
    settings.setValue(QLatin1String(kGpuKey), gpuText(setup.gpu));
    settings.setValue(QLatin1String(kCacheKey), fromView(pageCacheStateName(setup.cache)));
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

}  // namespace stowage
