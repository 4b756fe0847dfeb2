// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_record_display.h"

#include "engine/base/number_text.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QPainter>
#include <QPixmap>
#include <QStringList>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace stowage {
namespace {

struct LoadRecordDisplayWords {
    Q_DECLARE_TR_FUNCTIONS(stowage::Runs)
};

QString exact(const std::optional<std::uint64_t>& bytes) {
    return bytes ? exactBytesText(static_cast<double>(*bytes)) : kUnknownFigure;
}

constexpr double kLineWidth = 2;

constexpr int kIconHeight = 10;

/// Reserved curves beside so many allocated ones would only hide them.
constexpr std::size_t kMostWithReserved = 2;

struct MethodStyle {
    QRgb color;
    QList<qreal> dashes;  ///< pixels of line and gap; empty: solid
};

/// By the method's place among all of them; where there are more, they begin again.
const MethodStyle& styleOf(LoadMethod method) {
    static const std::array<MethodStyle, 7> kStyles{{{0xffCC6677, {}},
                                                     {0xff882255, {8, 4}},
                                                     {0xffAA4499, {8, 3, 2, 3}},
                                                     {0xff117733, {2, 3}},
                                                     {0xff332288, {}},
                                                     {0xff6F6A1C, {8, 3, 2, 3, 2, 3}},
                                                     {0xff1b1f24, {6, 4}}}};
    const auto found = std::ranges::find(allLoadMethods(), method);
    return kStyles[static_cast<std::size_t>(found - allLoadMethods().begin()) % kStyles.size()];
}

}  // namespace

QString methodText(LoadMethod method) {
    return QString::fromUtf8(loadMethodName(method));
}

QString recordDateText(const LoadRecord& record) {
    const QDateTime date =
        QDateTime::fromString(QString::fromStdString(record.date), Qt::ISODateWithMs);
    return date.isValid() ? date.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"))
                          : kUnknownFigure;
}

QString recordKindText(const LoadRecord& record) {
    switch (record.figures.kind()) {
        case RecordKind::Run:
            return LoadRecordDisplayWords::tr("run");
        case RecordKind::Chain:
            return LoadRecordDisplayWords::tr("chain");
        case RecordKind::Load:
            break;
    }
    return LoadRecordDisplayWords::tr("load");
}

QString chainTimesText(const ChainFigures& chain) {
    double seconds = 0;
    std::uint64_t bytes = 0;
    for (const ChainTurn& turn : chain.turns) {
        seconds += turn.seconds;
        bytes += turn.bytesMoved;
    }
    return LoadRecordDisplayWords::tr(
               "Model runs on %1: %2; time: %3; data moved to the device: %4")
        .arg(translated(deviceLabel(chain.device)))
        .arg(chain.turns.size())
        .arg(durationText(seconds), sizeText(static_cast<double>(bytes)));
}

QString recordTimesText(const LoadRecord& record) {
    if (record.figures.chain) {
        return chainTimesText(*record.figures.chain);
    }
    if (!record.figures.run) {
        return LoadRecordDisplayWords::tr("A load");
    }
    const RunFigures& run = *record.figures.run;
    QStringList lines;
    const auto add = [&](const QString& name, std::optional<double> RunTimes::*time,
                         const std::function<QString(double)>& text = durationText) {
        if (const auto measured = run.measured.*time) {
            const auto predicted = run.predicted.*time;
            lines.append(
                LoadRecordDisplayWords::tr("%1: %2 measured, %3 predicted")
                    .arg(name, text(*measured), predicted ? text(*predicted) : kUnknownFigure));
        }
    };
    add(LoadRecordDisplayWords::tr("Time to first token"), &RunTimes::toFirstToken);
    add(LoadRecordDisplayWords::tr("Time per token"), &RunTimes::perToken);
    add(LoadRecordDisplayWords::tr("Tokens per second"), &RunTimes::tokensPerSecond,
        [](double rate) { return QString::fromStdString(perSecondText(rate)); });
    add(LoadRecordDisplayWords::tr("Time to load the model"), &RunTimes::loadSeconds);
    return lines.isEmpty() ? LoadRecordDisplayWords::tr("A run without a complete forward pass")
                           : lines.join(QLatin1Char('\n'));
}

QString unaccountedText(const LoadRecord& record) {
    QStringList parts;
    const auto errors = loadPredictionErrors(record.figures);
    for (const auto& [device, bytes] : unaccountedBytes(errors.value_or(PredictionErrors{}))) {
        parts.append(translated(deviceLabel(device)) + QLatin1Char(' ') + unaccountedText(bytes));
    }
    return parts.isEmpty() ? kUnknownFigure : parts.join(QStringLiteral(" · "));
}

QString recordPlanText(const LoadRecord& record) {
    if (const auto& chain = record.figures.chain) {
        return LoadRecordDisplayWords::tr("chain of models on %1")
            .arg(translated(deviceLabel(chain->device)));
    }
    std::vector<DeviceId> devices;
    for (const auto& [path, device] : record.figures.deviceMap) {
        if (std::ranges::find(devices, device) == devices.end()) {
            devices.push_back(device);
        }
    }
    std::ranges::sort(devices);
    QStringList names;
    for (const DeviceId device : devices) {
        names.append(translated(deviceLabel(device)));
    }
    const QString where = names.join(listSeparator());
    if (record.strategy.empty()) {
        return where.isEmpty() ? kUnknownFigure : where;
    }
    const QString strategy = QString::fromStdString(record.strategy);
    return where.isEmpty() ? strategy : LoadRecordDisplayWords::tr("%1: %2").arg(strategy, where);
}

double recordVramPeak(const LoadFigures& figures) {
    std::uint64_t peak = 0;
    for (const GpuLoadFigures& device : figures.devices) {
        peak = std::max(peak, device.peakAllocated);
    }
    return static_cast<double>(peak);
}

QString recordVramText(const LoadFigures& figures) {
    if (figures.devices.empty()) {
        return kUnknownFigure;
    }
    if (figures.devices.size() == 1) {
        return sizeText(static_cast<double>(figures.devices.front().peakAllocated));
    }
    const TableUnit unit = tableUnitFor(recordVramPeak(figures));
    QStringList peaks;
    for (const GpuLoadFigures& device : figures.devices) {
        peaks.append(formatInUnit(static_cast<double>(device.peakAllocated), unit));
    }
    return figureText(peaks.join(QStringLiteral(" | ")) + QLatin1Char(' ') + tableUnitName(unit));
}

QString recordVramToolTip(const LoadFigures& figures) {
    QStringList lines;
    for (const GpuLoadFigures& device : figures.devices) {
        lines.append(LoadRecordDisplayWords::tr(
                         "%1 (%2): allocated %3 (predicted %4), reserved %5 (predicted %6)")
                         .arg(translated(deviceLabel(device.device)),
                              device.simulated ? LoadRecordDisplayWords::tr("simulated")
                                               : LoadRecordDisplayWords::tr("measured"),
                              exact(device.peakAllocated), exact(device.predictedAllocated),
                              exact(device.peakReserved), exact(device.predictedReserved)));
    }
    return lines.join(QLatin1Char('\n'));
}

QString recordErrorText(const LoadFigures& figures) {
    const auto errors = loadPredictionErrors(figures);
    if (!errors) {
        return kUnknownFigure;
    }
    QStringList parts;
    if (const auto device = largestPeakError(*errors)) {
        parts.append(
            LoadRecordDisplayWords::tr("GPU %1").arg(signedSizeText(static_cast<double>(*device))));
    }
    if (errors->hostAnon) {
        parts.append(LoadRecordDisplayWords::tr("RAM %1").arg(
            signedSizeText(static_cast<double>(*errors->hostAnon))));
    }
    if (errors->seconds) {
        parts.append(
            LoadRecordDisplayWords::tr("time %1").arg(signedPercentText(*errors->seconds)));
    }
    return parts.isEmpty() ? kUnknownFigure : parts.join(QStringLiteral(" · "));
}

QString recordStateText(const LoadFigures& figures) {
    if (figures.dryRun && figures.state == LoadEnding::Done) {
        return LoadRecordDisplayWords::tr("dry run");
    }
    switch (figures.state) {
        case LoadEnding::Done:
            return LoadRecordDisplayWords::tr("done");
        case LoadEnding::Differs:
            return LoadRecordDisplayWords::tr("differs");
        case LoadEnding::Cancelled:
            return LoadRecordDisplayWords::tr("cancelled");
        case LoadEnding::Refused:
            return LoadRecordDisplayWords::tr("refused");
        case LoadEnding::Failed:
            break;
    }
    return LoadRecordDisplayWords::tr("failed");
}

QString recordVerifiedText(const LoadFigures& figures) {
    return !figures.verified   ? kUnknownFigure
           : *figures.verified ? LoadRecordDisplayWords::tr("yes")
                               : LoadRecordDisplayWords::tr("NO");
}

QPen methodPen(LoadMethod method, const ThemeColors& colors) {
    const MethodStyle& look = styleOf(method);
    const QColor color = QColor::fromRgb(look.color);
    QPen pen(colors.dark ? legibleColor(color, Qt::white, colors.base) : color, kLineWidth);
    pen.setCapStyle(Qt::FlatCap);
    if (!look.dashes.isEmpty()) {
        QList<qreal> pattern;
        for (const qreal pixels : look.dashes) {
            pattern.append(pixels / kLineWidth);  // Qt counts in line widths
        }
        pen.setDashPattern(pattern);
    }
    return pen;
}

QIcon methodIcon(LoadMethod method, const ThemeColors& colors, qreal pixelRatio) {
    QPixmap pixmap(QSize(kMethodIconWidth, kIconHeight) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(methodPen(method, colors));
    painter.drawLine(0, kIconHeight / 2, kMethodIconWidth, kIconHeight / 2);
    return pixmap;
}

namespace {

/// A note as a name: one line of it.
QString shortNote(const LoadRecord& record) {
    constexpr qsizetype kLetters = 32;
    const QString note = QString::fromStdString(record.note).simplified();
    return note.size() <= kLetters ? note : note.left(kLetters - 1).trimmed() + QChar(0x2026);
}

/// What a curve is called that no other one of the selection is called: by the note, which stands
/// for a name, else by what was done; by the date, too, where that is not enough.
std::vector<QString> overlayNames(const std::vector<std::shared_ptr<const LoadRecord>>& records) {
    std::vector<QString> names;
    std::map<QString, int> seen;
    for (const auto& record : records) {
        const QString method = methodText(record->figures.method);
        names.push_back(!record->note.empty()   ? shortNote(*record)
                        : record->figures.chain ? recordKindText(*record)
                        : record->figures.run   ? LoadRecordDisplayWords::tr("run (%1)").arg(method)
                                                : method);
        ++seen[names.back()];
    }
    std::map<QString, int> used;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (seen[names[i]] > 1) {
            names[i] += QStringLiteral(", ") + recordDateText(*records[i]);
        }
        if (const int number = ++used[names[i]]; number > 1) {
            names[i] += QStringLiteral(" (%1)").arg(number);
        }
    }
    return names;
}

/// The method that each looks like: the first of a method like it, a next one like a method that no
/// other one has or looks like.
std::vector<LoadMethod> overlayLooks(
    const std::vector<std::shared_ptr<const LoadRecord>>& records) {
    std::set<LoadMethod> taken;
    for (const auto& record : records) {
        taken.insert(record->figures.method);
    }
    std::set<LoadMethod> seen;
    std::vector<LoadMethod> looks;
    for (const auto& record : records) {
        const LoadMethod method = record->figures.method;
        const auto methods = allLoadMethods();
        const auto free =
            std::ranges::find_if(methods, [&](LoadMethod other) { return !taken.contains(other); });
        looks.push_back(seen.insert(method).second || free == methods.end() ? method : *free);
        taken.insert(looks.back());
    }
    return looks;
}

}  // namespace

std::vector<ChartOverlay> overlaysOf(const std::vector<std::shared_ptr<const LoadRecord>>& records,
                                     const ThemeColors& colors) {
    std::vector<std::shared_ptr<const LoadRecord>> drawn;
    std::ranges::copy_if(records, std::back_inserter(drawn), [](const auto& record) {
        return record != nullptr && !record->curves.isEmpty();
    });
    drawn.resize(std::min(drawn.size(), kMostOverlays));
    const std::vector<QString> names = overlayNames(drawn);
    const std::vector<LoadMethod> looks = overlayLooks(drawn);
    std::vector<ChartOverlay> overlays;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto& record = drawn[i];
        ChartOverlay overlay;
        overlay.label = names[i];
        overlay.style = methodPen(looks[i], colors);
        overlay.seconds = record->curves.seconds;
        overlay.hostAnon = record->curves.hostAnon;
        for (const DeviceCurve& curve : record->curves.devices) {
            overlay.devices[curve.device] = {curve.allocated, curve.reserved};
        }
        for (const GpuLoadFigures& gpu : record->figures.devices) {
            if (gpu.simulated) {
                overlay.simulated.insert(gpu.device);
            }
        }
        overlays.push_back(std::move(overlay));
    }
    for (ChartOverlay& overlay : overlays) {
        for (auto& [device, columns] : overlay.devices) {
            if (overlays.size() > kMostWithReserved) {
                columns.reserved.clear();
            }
        }
    }
    return overlays;
}

}  // namespace stowage
