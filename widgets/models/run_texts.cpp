// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/run_texts.h"

#include "widgets/models/table_unit.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

/// Below it a share reads as 0 %.
constexpr double kLeastPercent = 0.5;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::Runs)
};

QString signedSizeText(double bytes) {
    if (bytes == 0) {
        return Words::tr("exact");
    }
    return (bytes > 0 ? QStringLiteral("+") : QStringLiteral("−")) + sizeText(std::abs(bytes));
}

QString signedPercentText(double share) {
    const double percent = std::round(share * 100);
    if (std::abs(share * 100) < kLeastPercent) {
        return QStringLiteral("0 %");
    }
    return (percent > 0 ? QStringLiteral("+") : QStringLiteral("−")) +
           QString::number(std::abs(percent), 'f', 0) + QStringLiteral(" %");
}

QString exact(const std::optional<std::uint64_t>& bytes) {
    return bytes ? exactBytesText(static_cast<double>(*bytes)) : QStringLiteral("–");
}

}  // namespace

QString methodText(LoadMethod method) {
    const std::string_view name = loadMethodName(method);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString runDateText(const RunRecord& run) {
    const QDateTime date =
        QDateTime::fromString(QString::fromStdString(run.date), Qt::ISODateWithMs);
    return date.isValid() ? date.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"))
                          : QStringLiteral("–");
}

QString runPlanText(const RunRecord& run) {
    std::vector<DeviceId> devices;
    for (const auto& [path, device] : run.figures.deviceMap) {
        if (std::ranges::find(devices, device) == devices.end()) {
            devices.push_back(device);
        }
    }
    std::ranges::sort(devices);
    QStringList names;
    for (const DeviceId device : devices) {
        names.append(QString::fromStdString(deviceLabel(device)));
    }
    const QString where = names.join(QStringLiteral(", "));
    if (run.strategy.empty()) {
        return where.isEmpty() ? QStringLiteral("–") : where;
    }
    const QString strategy = QString::fromStdString(run.strategy);
    return where.isEmpty() ? strategy : Words::tr("%1: %2").arg(strategy, where);
}

double runVramPeak(const RunFigures& figures) {
    std::uint64_t peak = 0;
    for (const RunDeviceFigures& device : figures.devices) {
        peak = std::max(peak, device.peakAllocated);
    }
    return static_cast<double>(peak);
}

QString runVramText(const RunFigures& figures) {
    if (figures.devices.empty()) {
        return QStringLiteral("–");
    }
    if (figures.devices.size() == 1) {
        return sizeText(static_cast<double>(figures.devices.front().peakAllocated));
    }
    const TableUnit unit = tableUnitFor(runVramPeak(figures));
    QStringList peaks;
    for (const RunDeviceFigures& device : figures.devices) {
        peaks.append(formatInUnit(static_cast<double>(device.peakAllocated), unit));
    }
    return peaks.join(QStringLiteral(" | ")) + QLatin1Char(' ') + tableUnitName(unit);
}

QString runVramToolTip(const RunFigures& figures) {
    QStringList lines;
    for (const RunDeviceFigures& device : figures.devices) {
        lines.append(Words::tr("%1 (%2): allocated %3 (predicted %4), reserved %5 (predicted %6)")
                         .arg(QString::fromStdString(deviceLabel(device.device)),
                              device.simulated ? Words::tr("simulated") : Words::tr("measured"),
                              exact(device.peakAllocated), exact(device.predictedAllocated),
                              exact(device.peakReserved), exact(device.predictedReserved)));
    }
    return lines.join(QLatin1Char('\n'));
}

QString runErrorText(const RunFigures& figures) {
    const auto errors = runErrors(figures);
    if (!errors) {
        return QStringLiteral("–");
    }
    QStringList parts;
    if (const auto device = largestPeakError(*errors)) {
        parts.append(Words::tr("GPU %1").arg(signedSizeText(static_cast<double>(*device))));
    }
    if (errors->hostAnon) {
        parts.append(
            Words::tr("RAM %1").arg(signedSizeText(static_cast<double>(*errors->hostAnon))));
    }
    if (errors->seconds) {
        parts.append(Words::tr("time %1").arg(signedPercentText(*errors->seconds)));
    }
    return parts.isEmpty() ? QStringLiteral("–") : parts.join(QStringLiteral(" · "));
}

QString runStateText(const RunFigures& figures) {
    if (figures.dryRun && figures.state == RunState::Done) {
        return Words::tr("dry run");
    }
    switch (figures.state) {
        case RunState::Done:
            return Words::tr("done");
        case RunState::Differs:
            return Words::tr("differs");
        case RunState::Cancelled:
            return Words::tr("cancelled");
        case RunState::Refused:
            return Words::tr("refused");
        case RunState::Failed:
            break;
    }
    return Words::tr("failed");
}

QString runVerifiedText(const RunFigures& figures) {
    return !figures.verified   ? QStringLiteral("–")
           : *figures.verified ? Words::tr("yes")
                               : Words::tr("NO");
}

}  // namespace stowage
