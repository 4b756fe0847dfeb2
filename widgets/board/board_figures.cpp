// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_parts.h"

#include "engine/base/byte_size.h"
#include "widgets/support/formats.h"
#include "widgets/support/theme.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

/// Whose texts these are, for the catalogues.
struct FiguresTexts {
    Q_DECLARE_TR_FUNCTIONS(Board)
};

/// Number and unit of a size: {"121.3", "MiB"}.
std::pair<QString, QString> split(const QString& size) {
    const qsizetype space = size.indexOf(u' ');
    return {size.left(space), size.mid(space + 1)};
}

double previewChange(DeviceId device, const BoardPreview* preview) {
    if (preview == nullptr || !preview->refusal.isEmpty()) {
        return 0;
    }
    if (preview->target == device) {
        return preview->addedBytes;
    }
    const auto found = preview->leaving.find(device);
    return found == preview->leaving.end() ? 0 : -found->second;
}

/// The figures of the device after the drop; null if they are not known.
const DevicePlacement* placementAfter(DeviceId device, const BoardPreview* preview) {
    return preview == nullptr || preview->after == nullptr ? nullptr
                                                           : preview->after->placement(device);
}

void addSegment(LaneFigures& figures, BarSegment::Kind kind, double bytes) {
    if (bytes > 0) {
        figures.segments.push_back({kind, bytes});
    }
}

/// Bytes that the placement takes on the device itself: the allocator takes more than the weights.
double taken(const DevicePlacement& placement) {
    return placement.device.id.isGpu() ? static_cast<double>(placement.weightsReserved)
                                       : placement.weights;
}

void addSegments(LaneFigures& figures, const DevicePlacement& placement, double rounding) {
    const double others = static_cast<double>(placement.device.usedByOthers);
    const double context = static_cast<double>(placement.device.context);
    addSegment(figures, BarSegment::Kind::OtherPrograms, others);
    addSegment(figures, BarSegment::Kind::Context, context);
    const double stays = std::min(figures.weights, figures.was);
    double within = figures.budget ? std::min(stays, std::max(0.0, *figures.budget)) : stays;
    if (placement.device.capacity) {
        within = std::min(within, std::max(0.0, static_cast<double>(*placement.device.capacity) -
                                                    others - context));
    }
    addSegment(figures, BarSegment::Kind::Weights, within);
    addSegment(figures, BarSegment::Kind::Over, stays - within);
    addSegment(figures, BarSegment::Kind::WouldBeAdded, figures.weights - figures.was);
    addSegment(figures, BarSegment::Kind::WouldLeave, figures.was - figures.weights);
    addSegment(figures, BarSegment::Kind::Rounding, rounding);
    if (placement.device.capacity) {
        const double used = others + context + rounding + std::max(figures.weights, figures.was);
        figures.scaleBytes = std::max(static_cast<double>(*placement.device.capacity), used);
        addSegment(figures, BarSegment::Kind::Free, figures.scaleBytes - used);
        if (figures.budget) {
            figures.limitAt = std::min(figures.scaleBytes, others + context + *figures.budget);
        }
    }
}

/// Free memory of the device, next to a limit that leaves less.
QString freeText(const LaneFigures& figures) {
    const QString free = sizeText(*figures.free);
    if (!figures.budget || *figures.budget - figures.weights >= *figures.free) {
        return FiguresTexts::tr("%1 free").arg(free);
    }
    return figures.device.isGpu() ? FiguresTexts::tr("%1 free on the card").arg(free)
                                  : FiguresTexts::tr("%1 free in RAM").arg(free);
}

/// `rounding`: what the allocator takes beyond the weights.
void addRoom(LaneFigures& figures, const DevicePlacement& placement, double rounding) {
    const double overBudget =
        figures.budget ? std::max(0.0, figures.weights - *figures.budget) : 0.0;
    double overCapacity = 0;
    if (placement.device.capacity) {
        const double left = static_cast<double>(*placement.device.capacity) -
                            static_cast<double>(placement.device.usedByOthers) -
                            static_cast<double>(placement.device.context) - figures.weights -
                            rounding;
        overCapacity = std::max(0.0, -left);
        figures.free = std::max(0.0, left);
    }
    figures.overCapacity = overCapacity > overBudget;
    figures.over = std::max(overBudget, overCapacity);
    if (figures.over > 0) {
        figures.room = figures.overCapacity
                           ? FiguresTexts::tr("%1 over capacity").arg(sizeText(figures.over))
                           : FiguresTexts::tr("%1 over").arg(sizeText(figures.over));
    } else if (figures.free) {
        figures.room = freeText(figures);
    }
}

/// "RTX 4090", "H100 PCIe": without the line of cards and the size, which the head says below.
QString briefCardName(QString name) {
    static const QRegularExpression kRest(
        QStringLiteral("^(NVIDIA|AMD|GeForce|Radeon|Tesla|Instinct) |,? \\d+ ?GB.*$"));
    QString last;
    do {
        last = std::exchange(name, QString(name).remove(kRest));
    } while (name != last);
    return name;
}

void nameLane(LaneFigures& figures, const DeviceInfo& device) {
    const QString own = QString::fromStdString(device.name);
    const QString brief = briefCardName(own);
    QStringList names{own, brief};
    if (device.simulated && device.capacity) {
        const bool isNamed = !own.isEmpty() && !device.name.starts_with("Simulated");
        const QString size = formatCapacity(static_cast<double>(*device.capacity));
        names = isNamed ? QStringList{FiguresTexts::tr("%1, simulated").arg(own),
                                      FiguresTexts::tr("%1, simulated").arg(brief),
                                      FiguresTexts::tr("%1, sim.").arg(brief), brief}
                        : QStringList{FiguresTexts::tr("Simulated, %1").arg(size), size};
    }
    if (!device.machine.empty()) {
        names.replaceInStrings(QRegularExpression(QStringLiteral("^")),
                               QString::fromStdString(device.machine) + QStringLiteral(" · "));
    }
    figures.name = names.front();
    figures.shortNames = names.mid(1);
}

QString makeTooltip(const LaneFigures& figures, const DevicePlacement& placement) {
    QStringList lines;
    const auto add = [&lines](const char* what, const std::optional<double>& bytes) {
        if (bytes) {
            lines += QStringLiteral("%1: %2 (%3)")
                         .arg(FiguresTexts::tr(what), sizeText(*bytes), exactBytesText(*bytes));
        }
    };
    lines += laneLabel(figures.device) + QStringLiteral(", ") + figures.name;
    add(QT_TRANSLATE_NOOP("Board", "Capacity"), placement.device.capacity);
    if (placement.device.usedByOthers > 0) {
        add(QT_TRANSLATE_NOOP("Board", "Other programs"),
            static_cast<double>(placement.device.usedByOthers));
    }
    if (placement.device.context > 0) {
        add(QT_TRANSLATE_NOOP("Board", "Context"), static_cast<double>(placement.device.context));
    }
    add(QT_TRANSLATE_NOOP("Board", "Weights"), figures.weights);
    if (figures.device.isGpu() && !figures.isPreview) {
        add(QT_TRANSLATE_NOOP("Board", "Reserved by the allocator for the weights"),
            static_cast<double>(placement.weightsReserved));
    }
    add(QT_TRANSLATE_NOOP("Board", "Limit"), figures.budget);
    if (figures.over > 0) {
        add(figures.overCapacity ? QT_TRANSLATE_NOOP("Board", "Over the capacity")
                                 : QT_TRANSLATE_NOOP("Board", "Over the limit"),
            figures.over);
    }
    add(QT_TRANSLATE_NOOP("Board", "Free"), figures.free);
    return lines.join(u'\n');
}

}  // namespace

std::pair<QString, QString> formatSizePair(double bytes, double of) {
    const QString second = QString::fromStdString(formatSize(of));
    const QString limit = FiguresTexts::tr(" of %1").arg(figureText(second));
    if (bytes == 0) {
        return {QStringLiteral("0"), limit};
    }
    const QString first = QString::fromStdString(formatSize(bytes));
    const auto [number, unit] = split(first);
    return {unit == split(second).second ? number : figureText(first), limit};
}

QString LaneFigures::text() const {
    return room.isEmpty() ? sum + sumOf : sum + sumOf + QStringLiteral(", ") + room;
}

LaneFigures makeLaneFigures(const DevicePlacement& placement, const BoardPreview* preview) {
    LaneFigures figures;
    const DevicePlacement* const after = placementAfter(placement.device.id, preview);
    const double change = after != nullptr ? after->weights - placement.weights
                                           : previewChange(placement.device.id, preview);
    const DevicePlacement& then = after != nullptr ? *after : placement;
    const double rounding = std::max(0.0, taken(then) - then.weights);
    figures.device = placement.device.id;
    nameLane(figures, placement.device);
    figures.was = placement.weights;
    figures.weights = std::max(0.0, placement.weights + change);
    figures.isPreview = change != 0;
    figures.budget = placement.budget;
    addSegments(figures, placement, rounding);
    addRoom(figures, placement, rounding);
    if (figures.budget) {
        std::tie(figures.sum, figures.sumOf) = formatSizePair(figures.weights, *figures.budget);
    } else {
        const auto [number, unit] = split(QString::fromStdString(formatSize(figures.weights)));
        figures.sum = number;
        figures.sumOf = QStringLiteral(" ") + unit;
    }
    if (figures.isPreview) {
        figures.before = FiguresTexts::tr("was %1").arg(
            figures.budget ? formatSizePair(figures.was, *figures.budget).first
                           : sizeText(figures.was));
    }
    figures.tooltip = makeTooltip(figures, placement);
    return figures;
}

std::vector<LaneFigures> makeFiguresOfLanes(std::span<const DevicePlacement> lanes,
                                            const BoardPreview* preview) {
    std::vector<LaneFigures> all;
    for (const DevicePlacement& placement : lanes) {
        all.push_back(makeLaneFigures(placement, preview));
    }
    // A lane that has nothing and no limit says nothing of units.
    const bool isInGiB = std::ranges::all_of(all, [](const LaneFigures& figures) {
        const double summed = figures.budget.value_or(figures.weights);
        return summed == 0 || summed >= static_cast<double>(kGiB);
    });
    for (LaneFigures& figures : all) {
        figures.isInGiB = isInGiB;
    }
    return all;
}

QString barNumber(double bytes, const LaneFigures& figures) {
    constexpr double kLeastGiB = 0.1 * static_cast<double>(kGiB);
    return figures.isInGiB && bytes >= kLeastGiB ? QString::fromStdString(formatGiB(bytes))
                                                 : sizeText(bytes);
}

}  // namespace stowage
