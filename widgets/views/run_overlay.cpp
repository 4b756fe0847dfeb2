// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run_overlay.h"

#include <QPainter>
#include <QPixmap>

#include <map>
#include <string>

namespace stowage {
namespace {

constexpr double kLineWidth = 2;
constexpr int kIconHeight = 10;
constexpr double kLeastContrast = 4.5;
constexpr double kLighterStep = 0.08;
/// What is left of the colour of the second, third … run of one method.
constexpr double kAgainShare = 0.6;
/// Reserved curves beside so many allocated ones would only hide them.
constexpr std::size_t kMostWithReserved = 2;

struct MethodLook {
    QRgb color;
    QList<qreal> dashes;  ///< pixels of line and gap; empty: solid
};

MethodLook lookOf(LoadMethod method) {
    switch (method) {
        case LoadMethod::Naive:
            return {0xffCC6677, {}};
        case LoadMethod::Sequential:
            return {0xff882255, {8, 4}};
        case LoadMethod::Meta:
            return {0xffAA4499, {8, 3, 2, 3}};
        case LoadMethod::Mmap:
            return {0xff117733, {2, 3}};
        case LoadMethod::PerTensor:
            return {0xff332288, {}};
        case LoadMethod::Sharded:
            return {0xff6F6A1C, {8, 3, 2, 3, 2, 3}};
        case LoadMethod::Streamed:
            break;
    }
    return {0xff1b1f24, {6, 4}};
}

std::string_view nameOf(const RunRecord& run) {
    return loadMethodName(run.figures.method);
}

}  // namespace

QPen methodPen(LoadMethod method, const Tokens& colors) {
    const MethodLook look = lookOf(method);
    QColor color = QColor::fromRgb(look.color);
    for (double share = kLighterStep;
         colors.dark && share < 1 && contrastRatio(color, colors.base) < kLeastContrast;
         share += kLighterStep) {
        color = mixColors(Qt::white, QColor::fromRgb(look.color), share);
    }
    QPen pen(color, kLineWidth);
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

QIcon methodIcon(LoadMethod method, const Tokens& colors, qreal pixelRatio) {
    QPixmap pixmap(QSize(kMethodIconWidth, kIconHeight) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(methodPen(method, colors));
    painter.drawLine(0, kIconHeight / 2, kMethodIconWidth, kIconHeight / 2);
    return pixmap;
}

std::vector<ChartOverlay> overlaysOf(const std::vector<std::shared_ptr<const RunRecord>>& runs,
                                     const Tokens& colors) {
    std::vector<ChartOverlay> overlays;
    std::map<LoadMethod, int> seen;
    for (const auto& run : runs) {
        if (run == nullptr || run->curves.isEmpty()) {
            continue;
        }
        const int number = ++seen[run->figures.method];
        ChartOverlay overlay;
        overlay.label =
            QString::fromUtf8(nameOf(*run).data(), static_cast<qsizetype>(nameOf(*run).size()));
        overlay.style = methodPen(run->figures.method, colors);
        if (number > 1) {
            overlay.label += QLatin1Char(' ') + QString::number(number);
            overlay.style.setColor(mixColors(overlay.style.color(), colors.base, kAgainShare));
        }
        overlay.seconds = run->curves.seconds;
        overlay.hostAnon = run->curves.hostAnon;
        for (const DeviceCurve& curve : run->curves.devices) {
            overlay.devices[curve.device] = {curve.allocated, curve.reserved};
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
