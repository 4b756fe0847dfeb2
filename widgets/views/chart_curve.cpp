// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/chart_curve.h"

#include "widgets/support/theme.h"
#include "widgets/views/chart_plot.h"

#include <algorithm>

namespace stowage {

namespace {

constexpr double kReservedShare = 0.55;
/// Of predicted curves that stand alone, in their devices' colours.
constexpr double kAloneWidth = 2;

QPen dashed(const QColor& color, double width) {
    QPen pen(color, width);
    pen.setDashPattern({4, 3});
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

/// "mmap", or "mmap, GPU 1" where the curves of one load must be told apart.
QString endLabel(const ChartOverlay& overlay, DeviceId device) {
    return overlay.devices.size() < 2
               ? overlay.label
               : ChartPlot::tr("%1, %2").arg(overlay.label,
                                             QString::fromStdString(deviceLabel(device)));
}

QString curveName(const ChartOverlay& overlay, const char* figure, DeviceId device) {
    return overlay.label + u' ' + QLatin1String(figure) + u' ' +
           QString::fromStdString(deviceName(device));
}

}  // namespace

std::vector<ChartCurve> vramCurves(const std::vector<ChartOverlay>& overlays, const QColor& base) {
    std::vector<ChartCurve> curves;
    for (const ChartOverlay& overlay : overlays) {
        QPen reserved = overlay.style;
        reserved.setColor(mixColors(reserved.color(), base, kReservedShare));
        reserved.setWidthF(1);
        for (const auto& [device, columns] : overlay.devices) {
            if (columns.reserved.size() == overlay.seconds.size()) {
                curves.push_back({curveName(overlay, "reserved", device), reserved, overlay.seconds,
                                  columns.reserved, QString(), QColor()});
            }
            if (columns.allocated.size() == overlay.seconds.size()) {
                curves.push_back({curveName(overlay, "allocated", device), overlay.style,
                                  overlay.seconds, columns.allocated, endLabel(overlay, device),
                                  QColor()});
            }
        }
    }
    return curves;
}

std::vector<ChartCurve> ramCurves(const std::vector<ChartOverlay>& overlays, double baseline) {
    std::vector<ChartCurve> curves;
    for (const ChartOverlay& overlay : overlays) {
        if (overlay.hostAnon.size() != overlay.seconds.size()) {
            continue;
        }
        ChartCurve curve{overlay.label + QStringLiteral(" anonymous"),
                         overlay.style,
                         overlay.seconds,
                         overlay.hostAnon,
                         overlay.label,
                         QColor()};
        for (double& value : curve.bytes) {
            value += baseline;
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

QPen predictedPen(const Tokens& colors) {
    return dashed(colors.text, 1.25);
}

std::vector<ChartCurve> predictedVramCurves(const ForecastCurves& curves,
                                            const std::vector<double>& times, const Tokens& colors,
                                            CurveNames names) {
    std::vector<ChartCurve> result;
    for (const auto& [device, columns] : curves.gpus) {
        const QString name = QString::fromStdString(deviceName(device));
        const bool alone = names == CurveNames::AtTheEnd;
        const QPen allocatedPen =
            alone ? dashed(colors.deviceLine(device), kAloneWidth) : predictedPen(colors);
        QPen reserved = allocatedPen;
        reserved.setColor(mixColors(alone ? allocatedPen.color() : colors.secondaryText,
                                    colors.base, kReservedShare));
        reserved.setWidthF(1);
        ChartCurve allocated{QStringLiteral("predicted allocated ") + name, allocatedPen, times,
                             columns.allocated};
        if (alone) {
            allocated.label = QString::fromStdString(deviceLabel(device));
            allocated.labelColor = colors.deviceFill(device);
        }
        result.push_back({QStringLiteral("predicted reserved ") + name, reserved, times,
                          columns.reserved, QString(), QColor()});
        result.push_back(std::move(allocated));
    }
    return result;
}

ChartCurve predictedAnonCurve(const ForecastCurves& curves, const std::vector<double>& times,
                              const Tokens& colors, double baseline, CurveNames names) {
    ChartCurve curve{QStringLiteral("predicted anonymous"), predictedPen(colors), times,
                     curves.hostAnon};
    for (double& value : curve.bytes) {
        value += baseline;
    }
    if (names == CurveNames::AtTheEnd) {
        curve.pen = dashed(colors.deviceLine(DeviceId::cpu()), kAloneWidth);
        curve.label = ChartPlot::tr("anonymous");
        curve.labelColor = colors.ramAnonymous;
    }
    return curve;
}

double overlaysEnd(const std::vector<ChartOverlay>& overlays) {
    double end = 0;
    for (const ChartOverlay& overlay : overlays) {
        end = overlay.seconds.empty() ? end : std::max(end, overlay.seconds.back());
    }
    return end;
}

}  // namespace stowage
