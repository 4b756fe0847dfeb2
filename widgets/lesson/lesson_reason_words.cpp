// SPDX-License-Identifier: GPL-3.0-or-later
// Why a peak is what it is, in words: each reason comes from the run's record.
#include "widgets/lesson/lesson_words.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/chart_units.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

using Kind = PeakReason::Kind;
using Of = PeakReason::Of;

/// A part of a peak that is named in the table.
constexpr double kNamedShare = 0.02;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::Lesson)
};

QString deviceText(const PeakReason& reason) {
    return reason.device
               ? Words::tr(" (%1)").arg(QString::fromStdString(deviceLabel(*reason.device)))
               : QString();
}

QString partText(const PeakReason& reason) {
    const QString name = QString::fromStdString(reason.name);
    switch (reason.kind) {
        case Kind::Weights:
            return Words::tr("the model's tensors, as a sum");
        case Kind::AllocatorRounding:
            return Words::tr(
                "what the allocator rounds up: steps of 512 bytes, segments of 2 and "
                "20 MiB");
        case Kind::SecondCopy:
            return Words::tr("the state dict, beside the model");
        case Kind::LargestTensor:
            return Words::tr("the largest tensor in passing, %1").arg(name);
        case Kind::InitialWeights:
            return Words::tr("the model with initial weights, built on the host");
        case Kind::StateDictOnHost:
            return Words::tr("the state dict, held on the host");
        case Kind::LargestShard:
            return Words::tr("the largest shard, read whole: %1").arg(name);
        case Kind::Ring:
            return Words::tr("the ring of buffers");
        case Kind::FilePages:
            return Words::tr("pages of the file, which the system may take back");
        case Kind::CpuPart:
            return Words::tr("the weights that stay on the CPU");
        case Kind::DiskPart:
            return Words::tr("weights that lie on the disk and take no memory");
        case Kind::Other:
            return reason.bytes < 0 ? Words::tr(
                                          "less than these parts together: not all of them "
                                          "are there at one moment")
                                    : Words::tr("what none of these explains");
        default:
            return {};
    }
}

/// What can have made the published figure lower.
QString lowerText(const PeakReason& reason) {
    if (!reason.seconds) {
        return Words::tr(
            "It is growth of RSS above a baseline, sampled every 0.1 s: short peaks, and memory "
            "that the notebook already held, are not in it.");
    }
    const QString above = formatSeconds(*reason.seconds);
    return *reason.seconds < kPublishedSampleSeconds
               ? Words::tr(
                     "The curve here lies above it for %1, which samples 0.1 s apart can miss.")
                     .arg(above)
               : Words::tr(
                     "The curve here lies above it for %1, too long for samples 0.1 s apart to "
                     "miss. The likely cause is the baseline of a notebook that already holds "
                     "freed memory.")
                     .arg(above);
}

QString remarkText(const PeakReason& reason) {
    const QString size = sizeText(std::abs(reason.bytes));
    switch (reason.kind) {
        case Kind::DiskPart:
            return Words::tr("On the disk, in no memory: %1.").arg(size);
        case Kind::PublishedLower:
            return Words::tr("The published figure is %1 lower. %2").arg(size, lowerText(reason));
        case Kind::PublishedHigher:
            return Words::tr(
                       "The published figure is %1 higher. It is growth of RSS, which also counts "
                       "pages of libraries and of files.")
                .arg(size);
        case Kind::PublishedFilePages:
            return Words::tr(
                       "%1 of the RAM here are pages of the file, which the published figure "
                       "counts too.")
                .arg(size);
        case Kind::PublishedMasks:
            return Words::tr(
                       "The notebook's loop ran over the parameters and never copied the causal "
                       "masks, %1, which are copied here.")
                .arg(size);
        default:
            return {};
    }
}

/// A part in the table's words; "" for those that explain nothing.
QString phraseOf(const PeakReason& reason) {
    switch (reason.kind) {
        case Kind::SecondCopy:
            return Words::tr("two copies on GPU");
        case Kind::LargestTensor:
            return reason.of == Of::Vram ? Words::tr("largest tensor twice")
                                         : Words::tr("one tensor in RAM");
        case Kind::InitialWeights:
            return Words::tr("initial weights");
        case Kind::StateDictOnHost:
            return Words::tr("state dict in RAM");
        case Kind::LargestShard:
            return Words::tr("one shard in RAM");
        case Kind::Ring:
            return Words::tr("ring of %1").arg(sizeText(reason.bytes));
        case Kind::FilePages:
            return Words::tr("file pages, evictable");
        case Kind::CpuPart:
            return Words::tr("CPU's part in RAM");
        case Kind::DiskPart:
            return Words::tr("%1 on disk").arg(sizeText(reason.bytes));
        default:
            return {};
    }
}

}  // namespace

QString lessonReasonText(const PeakReason& reason) {
    if (reason.isRemark()) {
        return remarkText(reason);
    }
    const QString which = reason.of == Of::Vram ? Words::tr("VRAM") : Words::tr("RAM");
    const QString sign = reason.bytes < 0 ? QStringLiteral("−") : QString();
    return Words::tr("%1 %2: %3", "VRAM 6.29 GiB: the model's tensors")
        .arg(which, sign + sizeText(std::abs(reason.bytes)), partText(reason) + deviceText(reason));
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
    return phrases.mid(0, 3).join(QStringLiteral(", "));
}

}  // namespace stowage
