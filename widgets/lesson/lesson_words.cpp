// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_words.h"

#include "engine/base/byte_size.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/chart_units.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using State = LessonStepState::State;

const QString kUnknown = QStringLiteral("–");
/// A guess so near counts as right.
constexpr double kRightShare = 0.02;
constexpr double kRightBytes = 0.02 * static_cast<double>(kGiB);

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::Lesson)
};

/// "5 %", or "less than 1 %".
QString percentText(double share) {
    const double percent = std::abs(share) * 100;
    return percent < 1 ? Words::tr("less than 1 %") : Words::tr("%1 %").arg(percent, 0, 'f', 0);
}

QString guessPart(const QString& what, double guess, double found) {
    const double off = guess - found;
    const double largest = std::max(guess, found);
    const QString figures =
        Words::tr("%1: you guessed %2, it was %3")
            .arg(what, lessonSizeLike(guess, largest), lessonSizeLike(found, largest));
    if (std::abs(off) <= std::max(kRightBytes, kRightShare * found)) {
        return Words::tr("%1: right.").arg(figures);
    }
    const QString amount = lessonSizeLike(std::abs(off), largest);
    if (found <= 0) {
        return Words::tr("%1: %2 too high.").arg(figures, amount);
    }
    return off > 0
               ? Words::tr("%1: %2 too high (%3).").arg(figures, amount, percentText(off / found))
               : Words::tr("%1: %2 too low (%3).").arg(figures, amount, percentText(off / found));
}

bool isSimulated(const LessonStepState& state, const LessonSetup& setup) {
    if (state.run != nullptr && !state.run->figures.devices.empty()) {
        return state.run->figures.devices.front().simulated;
    }
    return setup.gpu.simulated;
}

}  // namespace

QString lessonGiB(const std::optional<double>& bytes) {
    return bytes ? QString::fromStdString(formatGiB(*bytes)) : kUnknown;
}

QString publishedGiB(const std::optional<double>& bytes) {
    return bytes ? QString::number(*bytes / static_cast<double>(kGiB), 'f', 1) : kUnknown;
}

QString lessonSizeLike(double bytes, double largest) {
    const bool isGiB = largest >= static_cast<double>(kGiB);
    const double unit = static_cast<double>(isGiB ? kGiB : kMiB);
    const QString number = QString::number(bytes / unit, 'f', isGiB ? 2 : 1);
    return (isGiB ? Words::tr("%1 GiB") : Words::tr("%1 MiB")).arg(number);
}

QString lessonPeaksText(const LessonGuess& peaks) {
    const double largest = std::max(peaks.vram.value_or(0), peaks.ram.value_or(0));
    const auto value = [largest](const std::optional<double>& bytes) {
        return bytes ? lessonSizeLike(*bytes, largest) : Words::tr("not set");
    };
    return Words::tr("VRAM %1, RAM %2").arg(value(peaks.vram), value(peaks.ram));
}

QString lessonKindText(const LessonStepState& state, const LessonSetup& setup) {
    if (state.run == nullptr) {
        return Words::tr("not run");
    }
    if (state.run->figures.dryRun) {
        return Words::tr("forecast");
    }
    return isSimulated(state, setup) ? Words::tr("GPU simulated") : Words::tr("measured");
}

QString lessonStateText(const LessonStepState& state) {
    switch (state.state) {
        case State::NotRun:
            return state.preflight.refusal.empty() ? Words::tr("not run")
                                                   : Words::tr("would be refused");
        case State::Preparing:
            return Words::tr("preparing");
        case State::Running:
            return Words::tr("running");
        case State::Done:
            return state.run != nullptr && state.run->figures.dryRun ? Words::tr("forecast")
                                                                     : Words::tr("done");
        case State::Failed:
            return Words::tr("failed");
        case State::Cancelled:
            return Words::tr("cancelled");
        case State::Refused:
            break;
    }
    return Words::tr("refused");
}

QString lessonStateIcon(const LessonStepState& state) {
    switch (state.state) {
        case State::NotRun:
            return {};
        case State::Preparing:
        case State::Running:
            return QStringLiteral("waiting");
        case State::Done:
            return QStringLiteral("good");
        case State::Failed:
            return QStringLiteral("error");
        case State::Cancelled:
            return QStringLiteral("stop");
        case State::Refused:
            break;
    }
    return QStringLiteral("refused");
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
    parts.append(dry ? Words::tr("forecast, nothing was read: peak VRAM %1").arg(vram)
                 : isSimulated(state, setup) ? Words::tr("peak VRAM %1, simulated").arg(vram)
                                             : Words::tr("peak VRAM %1, measured").arg(vram));
    if (state.figures.ramAnonymous) {
        const QString ram = sizeText(*state.figures.ramAnonymous);
        parts.append(dry ? Words::tr("peak RAM %1").arg(ram)
                         : Words::tr("peak RAM %1, measured").arg(ram));
    }
    if (state.figures.seconds) {
        parts.append(formatSeconds(*state.figures.seconds));
    }
    if (setup.ramLimit && !dry) {
        parts.append(
            Words::tr("RAM limit %1 held").arg(sizeText(static_cast<double>(*setup.ramLimit))));
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
        peaks.emplace_back(QString::fromStdString(phase.name), peak);
        largest = std::max(largest, peak);
    }
    QStringList parts;
    for (const auto& [name, peak] : peaks) {
        parts.append(
            Words::tr("%1 %2", "phase and its peak").arg(name, lessonSizeLike(peak, largest)));
    }
    return Words::tr("VRAM peaks by phase: %1.").arg(parts.join(QStringLiteral(", ")));
}

QString lessonGuessText(const LessonStepState& state) {
    QStringList parts;
    if (state.run != nullptr && state.guess.vram && state.figures.vram) {
        parts.append(guessPart(Words::tr("VRAM"), *state.guess.vram, *state.figures.vram));
    }
    if (state.run != nullptr && state.guess.ram && state.figures.ramAnonymous) {
        parts.append(guessPart(Words::tr("RAM"), *state.guess.ram, *state.figures.ramAnonymous));
    }
    return parts.join(QLatin1Char('\n'));
}

QString lessonAttemptsText(const LessonStepState& state) {
    QStringList guesses;
    for (const LessonGuess& guess : state.guesses) {
        guesses.append(lessonPeaksText(guess));
    }
    return guesses.isEmpty()
               ? QString()
               : Words::tr("Guesses entered: %1.").arg(guesses.join(QStringLiteral("; ")));
}

QString lessonForwardText(const LessonStepState& state) {
    if (state.run == nullptr || !state.run->figures.forward) {
        return {};
    }
    const ForwardFigures& forward = *state.run->figures.forward;
    if (!forward.why.empty()) {
        return Words::tr("Forward pass: %1").arg(QString::fromStdString(forward.why));
    }
    QStringList tokens;
    for (const std::int64_t token : forward.tokens) {
        tokens.append(QString::number(token));
    }
    const QString which = tokens.join(QStringLiteral(", "));
    if (!forward.maxDifference) {
        return Words::tr("Forward pass of [%1]: next token %2, no reference.")
            .arg(which)
            .arg(forward.nextToken);
    }
    return Words::tr(
               "Forward pass of [%1]: the logits agree with a CPU pass over the file (largest "
               "difference %2 of %3); next token %4.")
        .arg(which, QString::number(*forward.maxDifference, 'g', 2),
             QString::number(forward.maxLogit, 'f', 2))
        .arg(forward.nextToken);
}

bool hasPublishedFigures(LessonSize size) {
    return size == LessonSize::Xl1558M;
}

QString lessonTableTitle(const LessonSetup& setup) {
    const bool dry = setup.kind == LessonSetup::Kind::DryRun;
    return hasPublishedFigures(setup.size) ? (dry ? Words::tr("Forecast beside published")
                                                  : Words::tr("Measured beside published"))
                                           : (dry ? Words::tr("Forecast") : Words::tr("Measured"));
}

QStringList lessonFootnotes(const LessonSetup& setup) {
    QStringList notes;
    notes.append(
        hasPublishedFigures(setup.size)
            ? Words::tr("Published for GPT-2 XL, float32, in “GB” of 2^30 bytes; RAM there is RSS "
                        "less a baseline, sampled every 0.1 s: with file pages, without short "
                        "peaks.")
            : Words::tr("Figures were published for GPT-2 XL alone."));
    notes.append(setup.kind == LessonSetup::Kind::DryRun
                     ? Words::tr("Dry run: all other figures are forecasts.")
                 : setup.gpu.simulated
                     ? Words::tr("VRAM: highest allocated, simulated. RAM, above the level before "
                                 "the load, and time: measured.")
                     : Words::tr("VRAM: highest allocated. RAM: above the level before the load."));
    return notes;
}

}  // namespace stowage
