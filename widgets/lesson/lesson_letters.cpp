// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_letters.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <optional>

namespace stowage {
namespace {

using Index = std::optional<std::size_t>;

/// A load is at its final level from where it first comes so near.
constexpr double kNearFinal = 0.985;
/// A valley is one where the curve falls below this share of the spikes beside it.
constexpr double kValley = 0.5;

Index highest(const std::vector<double>& curve, std::size_t begin, std::size_t end) {
    Index best;
    for (std::size_t i = begin; i < std::min(end, curve.size()); ++i) {
        if (!std::isnan(curve[i]) && (!best || curve[i] > curve[*best])) {
            best = i;
        }
    }
    return best;
}

Index highest(const std::vector<double>& curve) {
    return highest(curve, 0, curve.size());
}

Index last(const std::vector<double>& curve) {
    for (std::size_t i = curve.size(); i-- > 0;) {
        if (!std::isnan(curve[i])) {
            return i;
        }
    }
    return std::nullopt;
}

/// Where the curve first reaches the level at which it ends.
Index firstAtFinal(const std::vector<double>& curve) {
    const Index end = last(curve);
    if (!end) {
        return std::nullopt;
    }
    const auto at = std::ranges::find_if(
        curve, [level = curve[*end] * kNearFinal](double bytes) { return bytes >= level; });
    return static_cast<std::size_t>(at - curve.begin());
}

/// Collects the letters of one chart.
class Marks {
public:
    Marks(const std::vector<double>& seconds, const std::vector<double>& bytes,
          std::vector<LessonLetter>& into)
        : m_seconds(seconds), m_bytes(bytes), m_into(into) {}
    void add(const QString& letter, const Index& at) {
        if (at && *at < m_seconds.size()) {
            m_into.push_back({letter, m_seconds[*at], m_bytes[*at]});
        }
    }
    /// One letter a spike, in the order of time.
    void addSpikes(const QStringList& names, const std::vector<std::size_t>& spikes) {
        for (std::size_t i = 0; i < spikes.size(); ++i) {
            add(names.value(static_cast<qsizetype>(i)), spikes[i]);
        }
    }

private:
    const std::vector<double>& m_seconds;
    const std::vector<double>& m_bytes;
    std::vector<LessonLetter>& m_into;
};

}  // namespace

std::vector<double> allocatedOnAll(const RunCurves& curves) {
    std::vector<double> sum(curves.seconds.size(), std::nan(""));
    for (const DeviceCurve& device : curves.devices) {
        for (std::size_t i = 0; i < std::min(sum.size(), device.allocated.size()); ++i) {
            if (!std::isnan(device.allocated[i])) {
                sum[i] = (std::isnan(sum[i]) ? 0 : sum[i]) + device.allocated[i];
            }
        }
    }
    return sum;
}

std::vector<std::size_t> highestSpikes(const std::vector<double>& curve) {
    const Index first = highest(curve);
    if (!first || curve[*first] <= 0) {
        return {};
    }
    Index second;
    // To either side: beyond the first valley that is deep against what rises behind it.
    const auto consider = [&](std::size_t i, double& lowest) {
        const double bytes = curve[i];
        if (std::isnan(bytes)) {
            return;
        }
        lowest = std::min(lowest, bytes);
        if (lowest < kValley * bytes && (!second || bytes > curve[*second])) {
            second = i;
        }
    };
    double lowest = curve[*first];
    for (std::size_t i = *first + 1; i < curve.size(); ++i) {
        consider(i, lowest);
    }
    lowest = curve[*first];
    for (std::size_t i = *first; i-- > 0;) {
        consider(i, lowest);
    }
    std::vector<std::size_t> spikes{*first};
    if (second) {
        spikes.push_back(*second);
    }
    std::ranges::sort(spikes);
    return spikes;
}

LessonLetters lessonLetters(LessonStep step, const RunCurves& curves) {
    LessonLetters letters;
    const std::vector<double> allocated = allocatedOnAll(curves);
    const QString a = QStringLiteral("A");
    const QString b = QStringLiteral("B");
    Marks vram(curves.seconds, allocated, letters.vram);
    Marks ram(curves.seconds, curves.hostAnon, letters.ram);
    switch (step) {
        case LessonStep::Checkpoint:
            break;
        case LessonStep::Naive:
        case LessonStep::Sequential:
            vram.add(a, firstAtFinal(allocated));
            vram.add(b, highest(allocated));
            break;
        case LessonStep::Meta:
            ram.add(a, highest(curves.hostAnon));
            vram.add(b, highest(allocated));
            break;
        case LessonStep::Mmap: {
            Marks file(curves.seconds, curves.hostFile, letters.ram);
            file.add(a, highest(curves.hostFile));
            ram.add(b, highest(curves.hostAnon));
            break;
        }
        case LessonStep::PerTensor:
            ram.addSpikes({a, b}, highestSpikes(curves.hostAnon));
            break;
        case LessonStep::Sharded: {
            Marks file(curves.seconds, curves.hostFile, letters.ram);
            file.addSpikes({a, b}, highestSpikes(curves.hostFile));
            break;
        }
        case LessonStep::Streamed:
            ram.add(a, highest(curves.hostAnon));
            vram.add(b, last(allocated));
            break;
        case LessonStep::SeveralDevices:
            vram.add(a, last(allocated));
            ram.add(b, last(curves.hostAnon));
            break;
    }
    return letters;
}

}  // namespace stowage
