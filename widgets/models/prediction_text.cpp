// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/prediction_text.h"

#include "engine/load/prediction_error.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

QString translate(const char* text) {
    return QCoreApplication::translate("PredictionText", text);
}

/// "+3.1 MiB", "−12.0 KiB", "exact".
QString signedSize(std::int64_t bytes) {
    if (bytes == 0) {
        return translate("exact");
    }
    const QString size = sizeText(std::abs(static_cast<double>(bytes)));
    return (bytes > 0 ? QStringLiteral("+") : QStringLiteral("−")) + size;
}

QString peaksText(const PredictionErrors& errors) {
    const bool exact = std::ranges::all_of(
        errors.devices, [](const auto& entry) { return entry.second == PeakErrors{}; });
    if (exact) {
        return translate("Predicted peaks exact");
    }
    QStringList parts;
    for (const auto& [device, peak] : errors.devices) {
        parts.append(translate("%1 allocated %2, reserved %3")
                         .arg(QString::fromStdString(deviceLabel(device)),
                              signedSize(peak.allocated), signedSize(peak.reserved)));
    }
    return translate("Against the prediction: %1").arg(parts.join(QStringLiteral(" · ")));
}

QString timeText(double share) {
    const auto percent = static_cast<int>(std::lround(100 * share));
    const QString sign = percent > 0   ? QStringLiteral("+")
                         : percent < 0 ? QStringLiteral("−")
                                       : QString();
    return translate("time %1 %").arg(sign + QString::number(std::abs(percent)));
}

}  // namespace

QString predictionText(const FinishedLoad& load) {
    if (load.report == nullptr || load.schedule == nullptr) {
        return {};
    }
    const auto errors = predictionErrors(*load.report, *load.schedule);
    if (!errors) {
        return {};
    }
    QStringList parts;
    if (!errors->devices.empty()) {
        parts.append(peaksText(*errors));
    }
    if (errors->hostAnon) {
        parts.append(translate("host %1").arg(signedSize(*errors->hostAnon)));
    }
    if (errors->seconds && !load.wasHeld) {
        parts.append(timeText(*errors->seconds));
    }
    return parts.join(QStringLiteral(" · "));
}

}  // namespace stowage
