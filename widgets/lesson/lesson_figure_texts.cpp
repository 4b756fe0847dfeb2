// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_texts.h"

#include "engine/base/byte_size.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using State = LessonStepState::State;

/// A guess so near counts as right.
constexpr double kRightShare = 0.02;

constexpr double kRightBytes = 0.02 * static_cast<double>(kGiB);

struct LessonFigureWords {
    Q_DECLARE_TR_FUNCTIONS(stowage::Lesson)
};

/// What a state is called, and its icon.
struct StateDisplay {
    const char* text;
    const char* icon;
};

/// By LessonStepState::State.
constexpr std::array<StateDisplay, 7> kStates{
    {{QT_TRANSLATE_NOOP("stowage::Lesson", "not run"), ""},
     {QT_TRANSLATE_NOOP("stowage::Lesson", "preparing"), "waiting"},
     {QT_TRANSLATE_NOOP("stowage::Lesson", "running"), "waiting"},
     {QT_TRANSLATE_NOOP("stowage::Lesson", "done"), "good"},
     {QT_TRANSLATE_NOOP("stowage::Lesson", "failed"), "error"},
     {QT_TRANSLATE_NOOP("stowage::Lesson", "cancelled"), "stop"},
     {QT_TRANSLATE_NOOP("stowage::Lesson", "refused"), "refused"}}};

/// "5 %", or "less than 1 %".
QString guessErrorText(double share) {
    const double percent = std::abs(share) * 100;
    return percent < 1 ? LessonFigureWords::tr("less than 1 %")
                       : LessonFigureWords::tr("%1 %").arg(percent, 0, 'f', 0);
}

/// The excess of a guess over the measured value: in per cent, or as a factor if it is large.
QString tooHighText(double guess, double found) {
    constexpr double kMostShare = 2;
    return guess - found <= kMostShare * found
               ? guessErrorText(guess / found - 1)
               : LessonFigureWords::tr("%1 times the result").arg(guess / found, 0, 'f', 0);
}

QString guessPart(const QString& what, double guess, double found) {
    const double off = guess - found;
    const double largest = std::max(guess, found);
    const QString figures =
        LessonFigureWords::tr("%1: you guessed %2, the result is %3")
            .arg(what, lessonSizeLike(guess, largest), lessonSizeLike(found, largest));
    if (std::abs(off) <= std::max(kRightBytes, kRightShare * found)) {
        return LessonFigureWords::tr("%1: right.").arg(figures);
    }
    const QString amount = lessonSizeLike(std::abs(off), largest);
    if (found <= 0) {
        return LessonFigureWords::tr("%1: the guess is %2 too high.").arg(figures, amount);
    }
    return off > 0 ? LessonFigureWords::tr("%1: the guess is %2 too high (%3).")
                         .arg(figures, amount, tooHighText(guess, found))
                   : LessonFigureWords::tr("%1: the guess is %2 too low (%3).")
                         .arg(figures, amount, guessErrorText(off / found));
}

/// A remark on a guess of RAM that is near RSS; "" for another one.
QString rssRemark(const LessonStepState& state) {
    constexpr double kNearRss = 0.1, kApart = 1.5;
    const double rss = state.figures.ramRss.value_or(0);
    const bool isRss = std::abs(*state.guess.ram - rss) <= kNearRss * rss &&
                       rss > kApart * *state.figures.ramAnonymous + kRightBytes;
    return isRss ? LessonFigureWords::tr(
                       "The guess is close to RSS − shared (%1), which also includes pages of the "
                       "file. The system can reclaim these pages.")
                       .arg(sizeText(rss))
                 : QString();
}

using ReasonKind = PeakReason::Kind;

using Of = PeakReason::Of;

/// A part of a peak that is named in the table.
constexpr double kNamedShare = 0.02;

QString partText(const PeakReason& reason) {
    const QString name = translated(reason.name);
    switch (reason.kind) {
        case ReasonKind::Weights:
            return LessonFigureWords::tr("the sum of the tensors on the device");
        case ReasonKind::AllocatorRounding:
            return LessonFigureWords::tr(
                "the overhead of the allocator: sizes are rounded up to 512 bytes, and blocks that "
                "the allocator does not split are included in full");
        case ReasonKind::SecondCopy:
            return LessonFigureWords::tr("the state dict, next to the model");
        case ReasonKind::LargestTensor:
            return LessonFigureWords::tr("the largest tensor, temporarily: %1").arg(name);
        case ReasonKind::InitialWeights:
            return LessonFigureWords::tr("the model with initial weights, built on the host");
        case ReasonKind::StateDictOnHost:
            return LessonFigureWords::tr("the state dict, stored on the host");
        case ReasonKind::LargestShard:
            return LessonFigureWords::tr("the largest shard, read as a whole: %1").arg(name);
        case ReasonKind::Ring:
            return LessonFigureWords::tr("the ring of buffers");
        case ReasonKind::FilePages:
            return LessonFigureWords::tr("pages of the file, which the system may reclaim");
        case ReasonKind::CpuPart:
            return LessonFigureWords::tr("the weights that remain on the CPU");
        case ReasonKind::DiskPart:
            return LessonFigureWords::tr("the weights on the disk, which use no memory");
        case ReasonKind::Other:
            return reason.bytes < 0 ? LessonFigureWords::tr(
                                          "less than the sum of the parts, which were not all in "
                                          "memory at the same time")
                                    : LessonFigureWords::tr("memory that no listed part explains");
        default:
            return {};
    }
}

QString partOnDeviceText(const PeakReason& reason) {
    const QString part = partText(reason);
    return reason.device
               ? LessonFigureWords::tr("%1 (%2)").arg(part, translated(deviceLabel(*reason.device)))
               : part;
}

/// What can have made the published figure lower.
QString lowerText(const PeakReason& reason) {
    if (!reason.seconds) {
        return LessonFigureWords::tr(
            "The published figure is the growth of RSS above a baseline, sampled every 0.1 s; it "
            "misses short peaks and memory that the notebook already used.");
    }
    const QString above = formatSeconds(*reason.seconds);
    return *reason.seconds < kPublishedSampleSeconds
               ? LessonFigureWords::tr(
                     "For %1, the RAM curve of this step is above the published figure. Samples "
                     "taken every 0.1 s can miss such a short time.")
                     .arg(above)
               : LessonFigureWords::tr(
                     "For %1, the RAM curve of this step is above the published figure. Samples "
                     "taken every 0.1 s cannot miss such a long time. The likely cause is the "
                     "baseline, which already included freed memory.")
                     .arg(above);
}

QString remarkText(const PeakReason& reason) {
    const QString size = sizeText(std::abs(reason.bytes));
    switch (reason.kind) {
        case ReasonKind::StateDictLater:
            return LessonFigureWords::tr(
                       "RAM is about equally high at two moments: first with the initial weights, "
                       "later with the state dict (%1).")
                .arg(size);
        case ReasonKind::DiskPart:
            return LessonFigureWords::tr("Weights on the disk, not in memory: %1.").arg(size);
        case ReasonKind::PublishedLower:
            return LessonFigureWords::tr(
                       "The published RAM figure is %1 lower than the figure of this step. %2")
                .arg(size, lowerText(reason));
        case ReasonKind::PublishedHigher:
            return LessonFigureWords::tr(
                       "The published RAM figure is %1 higher than the figure of this step. The "
                       "published figure is the growth of RSS, which also includes pages of "
                       "libraries and of files.")
                .arg(size);
        case ReasonKind::PublishedFilePages:
            return LessonFigureWords::tr(
                       "%1 of the RAM of this step is file pages, which the published figure also "
                       "includes.")
                .arg(size);
        case ReasonKind::PublishedMasks:
            return LessonFigureWords::tr(
                       "The published notebook copied only the parameters, in a loop, and not the "
                       "causal masks (%1). This step also copies the masks.")
                .arg(size);
        default:
            return {};
    }
}

/// A part in the table's words; "" for those that explain nothing.
QString phraseOf(const PeakReason& reason) {
    switch (reason.kind) {
        case ReasonKind::SecondCopy:
            return LessonFigureWords::tr("model twice on GPU");
        case ReasonKind::LargestTensor:
            return reason.of == Of::Vram ? LessonFigureWords::tr("largest tensor twice")
                                         : LessonFigureWords::tr("one tensor in RAM");
        case ReasonKind::InitialWeights:
            return LessonFigureWords::tr("initial weights");
        case ReasonKind::StateDictOnHost:
        case ReasonKind::StateDictLater:
            return LessonFigureWords::tr("state dict in RAM");
        case ReasonKind::LargestShard:
            return LessonFigureWords::tr("one shard in RAM");
        case ReasonKind::Ring:
            return LessonFigureWords::tr("ring of %1").arg(sizeText(reason.bytes));
        case ReasonKind::FilePages:
            return LessonFigureWords::tr("file pages, evictable");
        case ReasonKind::CpuPart:
            return LessonFigureWords::tr("CPU weights in RAM");
        case ReasonKind::DiskPart:
            return LessonFigureWords::tr("%1 on disk").arg(sizeText(reason.bytes));
        default:
            return {};
    }
}

}  // namespace

QString lessonGiB(const std::optional<double>& bytes) {
    return bytes ? QString::fromStdString(formatGiB(*bytes)) : kUnknownFigure;
}

QString publishedGiB(const std::optional<double>& bytes) {
    return bytes ? QString::number(*bytes / static_cast<double>(kGiB), 'f', 1) : kUnknownFigure;
}

QString lessonSizeLike(double bytes, double largest) {
    const bool isGiB = largest >= static_cast<double>(kGiB);
    const double unit = static_cast<double>(isGiB ? kGiB : kMiB);
    const QString number = QString::number(bytes / unit, 'f', isGiB ? 2 : 1);
    return figureText(
        (isGiB ? LessonFigureWords::tr("%1 GiB") : LessonFigureWords::tr("%1 MiB")).arg(number));
}

QString lessonPeaksText(const LessonGuess& peaks) {
    const double largest = std::max(peaks.vram.value_or(0), peaks.ram.value_or(0));
    const auto value = [largest](const std::optional<double>& bytes) {
        return bytes ? lessonSizeLike(*bytes, largest) : LessonFigureWords::tr("not set");
    };
    return LessonFigureWords::tr("VRAM %1, RAM %2").arg(value(peaks.vram), value(peaks.ram));
}

bool isSimulated(const LessonStepState& state, const LessonSetup& setup) {
    if (state.run != nullptr && !state.run->figures.devices.empty()) {
        return state.run->figures.devices.front().simulated;
    }
    return setup.gpu.simulated;
}

QString lessonKindText(const LessonStepState& state, const LessonSetup& setup) {
    if (state.run == nullptr) {
        return LessonFigureWords::tr("not run");
    }
    if (state.run->figures.dryRun) {
        return LessonFigureWords::tr("forecast");
    }
    return isSimulated(state, setup) ? LessonFigureWords::tr("GPU simulated")
                                     : LessonFigureWords::tr("measured");
}

QString lessonStateText(const LessonStepState& state) {
    if (state.state == State::NotRun && !state.preflight.refusal.empty()) {
        return state.preflight.isOnlyOverRamLimit ? LessonFigureWords::tr("would be stopped")
                                                  : LessonFigureWords::tr("would be refused");
    }
    if (state.state == State::Done && state.run != nullptr && state.run->figures.dryRun) {
        return LessonFigureWords::tr("forecast");
    }
    return LessonFigureWords::tr(kStates[static_cast<std::size_t>(state.state)].text);
}

QString lessonStateIcon(const LessonStepState& state) {
    return QString::fromLatin1(kStates[static_cast<std::size_t>(state.state)].icon);
}

std::optional<double> predictedVram(const LessonStepState& state) {
    if (state.preflight.peaks.empty()) {
        return std::nullopt;
    }
    double sum = 0;
    for (const auto& [device, peak] : state.preflight.peaks) {
        sum += device.isGpu() ? static_cast<double>(peak.allocated) : 0;
    }
    return sum;
}

std::optional<double> predictedRam(const LessonStepState& state) {
    return state.preflight.hostAnonBytes
               ? std::optional(static_cast<double>(*state.preflight.hostAnonBytes))
               : std::nullopt;
}

QString lessonResultText(const LessonStepState& state, const LessonSetup& setup) {
    if (state.run == nullptr || !state.figures.vram) {
        return {};
    }
    QStringList parts;
    const bool dry = state.run->figures.dryRun;
    const QString vram = sizeText(*state.figures.vram);
    parts.append(dry ? LessonFigureWords::tr("Forecast, nothing was read: peak VRAM %1").arg(vram)
                 : isSimulated(state, setup)
                     ? LessonFigureWords::tr("Peak VRAM %1, simulated").arg(vram)
                     : LessonFigureWords::tr("Peak VRAM %1, measured").arg(vram));
    if (state.figures.ramAnonymous) {
        const QString ram = sizeText(*state.figures.ramAnonymous);
        parts.append(dry ? LessonFigureWords::tr("peak anonymous RAM %1").arg(ram)
                         : LessonFigureWords::tr("peak anonymous RAM %1, measured").arg(ram));
    }
    if (state.figures.seconds) {
        parts.append(formatSeconds(*state.figures.seconds));
    }
    if (setup.ramLimit && !dry) {
        parts.append(LessonFigureWords::tr("within the RAM limit of %1")
                         .arg(sizeText(static_cast<double>(*setup.ramLimit))));
    }
    return parts.join(QStringLiteral(" · "));
}

QString lessonPhasesText(const LessonStepState& state) {
    // One phase has nothing to be told from; a phase a shard says what the curve shows better.
    constexpr std::size_t kMost = 6;
    if (state.run == nullptr || state.run->figures.phases.size() < 2 ||
        state.run->figures.phases.size() > kMost) {
        return {};
    }
    std::vector<std::pair<QString, double>> peaks;
    double largest = 0;
    for (const LoadPhase& phase : state.run->figures.phases) {
        double peak = 0;
        for (const auto& [device, bytes] : phase.peakAllocated) {
            peak += device.isGpu() ? static_cast<double>(bytes) : 0;
        }
        peaks.emplace_back(translatedText(phase.name), peak);
        largest = std::max(largest, peak);
    }
    QStringList parts;
    for (const auto& [name, peak] : peaks) {
        parts.append(LessonFigureWords::tr("%1 %2", "phase and its peak")
                         .arg(name, lessonSizeLike(peak, largest)));
    }
    return LessonFigureWords::tr("VRAM peaks by phase: %1.").arg(parts.join(listSeparator()));
}

QString lessonGuessText(const LessonStepState& state) {
    QStringList parts;
    if (state.run != nullptr && state.guess.vram && state.figures.vram) {
        parts.append(
            guessPart(LessonFigureWords::tr("VRAM"), *state.guess.vram, *state.figures.vram));
    }
    if (state.run != nullptr && state.guess.ram && state.figures.ramAnonymous) {
        parts.append(guessPart(LessonFigureWords::tr("Anonymous RAM"), *state.guess.ram,
                               *state.figures.ramAnonymous));
        parts.append(rssRemark(state));
        parts.removeAll(QString());
    }
    return parts.join(QLatin1Char('\n'));
}

QString lessonAttemptsText(const LessonStepState& state) {
    QStringList guesses;
    for (const LessonGuess& guess : state.guesses) {
        guesses.append(lessonPeaksText(guess));
    }
    return guesses.isEmpty() ? QString()
                             : LessonFigureWords::tr("Guesses entered: %1.")
                                   .arg(guesses.join(QStringLiteral("; ")));
}

QString lessonForwardText(const LessonStepState& state) {
    if (state.run == nullptr || !state.run->figures.forward) {
        return {};
    }
    const ForwardFigures& forward = *state.run->figures.forward;
    if (!forward.why.empty()) {
        return LessonFigureWords::tr("Forward pass: %1").arg(translated(forward.why));
    }
    QStringList tokens;
    for (const std::int64_t token : forward.tokens) {
        tokens.append(QString::number(token));
    }
    const QString which = tokens.join(QStringLiteral(", "));
    if (!forward.maxDifference) {
        return LessonFigureWords::tr(
                   "Forward pass over the tokens [%1]: next token %2; no reference logits for a "
                   "comparison.")
            .arg(which)
            .arg(forward.nextToken);
    }
    return LessonFigureWords::tr(
               "Forward pass over the tokens [%1]: the logits agree with a CPU pass that used the "
               "weights of the file (largest difference %2; largest logit %3); next token %4.")
        .arg(which, QString::number(*forward.maxDifference, 'g', 2),
             QString::number(forward.maxLogit, 'f', 2))
        .arg(forward.nextToken);
}

bool hasPublishedFigures(LessonSize size) {
    return size == LessonSize::Xl1558M;
}

QString lessonTableTitle(const LessonSetup& setup) {
    const bool dry = setup.kind == LessonSetup::Kind::DryRun;
    return hasPublishedFigures(setup.size)
               ? (dry ? LessonFigureWords::tr("Forecast and published figures")
                      : LessonFigureWords::tr("Measured and published figures"))
               : (dry ? LessonFigureWords::tr("Forecast") : LessonFigureWords::tr("Measured"));
}

QStringList lessonFootnotes(const LessonSetup& setup) {
    QStringList notes;
    notes.append(hasPublishedFigures(setup.size)
                     ? LessonFigureWords::tr(
                           "The published figures are for GPT-2 XL in float32, in “GB” of 2^30 "
                           "bytes. The published RAM figure is RSS minus a baseline, sampled every "
                           "0.1 s; it includes file pages and misses short peaks.")
                     : LessonFigureWords::tr("Figures were published only for GPT-2 XL."));
    notes.append(
        setup.kind == LessonSetup::Kind::DryRun
            ? LessonFigureWords::tr("Dry run: all figures except the published ones are forecasts.")
        : setup.gpu.simulated
            ? LessonFigureWords::tr(
                  "VRAM is the highest allocated memory, simulated. RAM is the peak above the "
                  "level before the load. RAM and time are measured.")
            : LessonFigureWords::tr("VRAM is the highest allocated memory. RAM is the peak above "
                                    "the level before the load."));
    return notes;
}

QString lessonReasonText(const PeakReason& reason, const LessonFigures& figures) {
    if (reason.isRemark()) {
        return remarkText(reason);
    }
    const QString which = reason.of == Of::Vram ? LessonFigureWords::tr("VRAM")
                          : figures.ramRss      ? LessonFigureWords::tr("RSS − shared")
                                                : LessonFigureWords::tr("Anonymous RAM");
    const QString sign = reason.bytes < 0 ? QStringLiteral("−") : QString();
    return LessonFigureWords::tr("%1 %2: %3", "VRAM 6.29 GiB: the model's tensors")
        .arg(which, sign + sizeText(std::abs(reason.bytes)), partOnDeviceText(reason));
}

QStringList lessonReasonTexts(const LessonStepState& state) {
    QStringList texts;
    for (const PeakReason& reason : state.reasons) {
        texts.append(lessonReasonText(reason, state.figures));
    }
    return texts;
}

QString lessonWhyPhrase(const LessonStepState& state) {
    QStringList phrases;
    for (const PeakReason& reason : state.reasons) {
        const double whole = reason.of == Of::Vram ? state.figures.vram.value_or(0)
                                                   : state.figures.ram().value_or(0);
        const bool counts = std::abs(reason.bytes) >= kNamedShare * whole;
        const QString phrase = counts ? phraseOf(reason) : QString();
        if (!phrase.isEmpty() && !phrases.contains(phrase)) {
            phrases.append(phrase);
        }
    }
    return phrases.mid(0, 3).join(listSeparator());
}

}  // namespace stowage
