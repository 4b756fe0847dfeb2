// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/theme.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

constexpr double kGroundShareLight = 0.16;
constexpr double kGroundShareDark = 0.30;
constexpr double kLeastLineContrast = 3.0;
constexpr int kEdgeDarker = 65;  // 35 % darker

QColor rgb(QRgb value) {
    return QColor::fromRgb(value);
}

Tokens makeLight() {
    Tokens t;
    t.window = rgb(0xf0f1f3);
    t.base = rgb(0xffffff);
    t.alternate = rgb(0xf7f8f9);
    t.border = rgb(0xc6cbd2);
    t.softBorder = rgb(0xe2e5e9);
    t.chartGrid = rgb(0xe6e8eb);
    t.text = rgb(0x1b1f24);
    t.secondaryText = rgb(0x57606a);
    t.accent = rgb(0x4a4fb5);
    t.accentText = rgb(0xffffff);
    t.selectedRow = rgb(0xe6e7f7);
    t.error = rgb(0xb3261e);
    t.errorGround = rgb(0xfdecea);
    t.warning = rgb(0x8a5a00);
    t.warningGround = rgb(0xfff4dc);
    t.good = rgb(0x1a6b3c);
    t.goodGround = rgb(0xe7f4ec);
    t.overHatch = rgb(0xd55e00);
    t.overText = rgb(0xa84300);
    t.otherPrograms = rgb(0x9aa1ab);
    t.contextOverhead = rgb(0x5c6570);
    t.ramAnonymous = rgb(0xe69f00);
    t.ramShared = rgb(0x7b8794);
    t.ramFile = rgb(0x8c6d1f);
    return t;
}

Tokens makeDark() {
    Tokens t;
    t.dark = true;
    t.window = rgb(0x20232a);
    t.base = rgb(0x17191e);
    t.alternate = rgb(0x1c1f25);
    t.border = rgb(0x3d434e);
    t.softBorder = rgb(0x2e333c);
    t.chartGrid = rgb(0x2a2e36);
    t.text = rgb(0xe6e8eb);
    t.secondaryText = rgb(0xa6aeb9);
    t.accent = rgb(0xa5aaff);
    t.accentText = rgb(0x17191e);
    t.selectedRow = rgb(0x33366a);
    t.error = rgb(0xff9a90);
    t.errorGround = rgb(0x43211f);
    t.warning = rgb(0xffc766);
    t.warningGround = rgb(0x3b2f14);
    t.good = rgb(0x7fd6a0);
    t.goodGround = rgb(0x193826);
    t.overHatch = rgb(0xd55e00);
    t.overText = rgb(0xff9a55);
    t.otherPrograms = rgb(0x7d8590);
    t.contextOverhead = rgb(0xc3c9d1);
    t.ramAnonymous = rgb(0xe69f00);
    t.ramShared = rgb(0x8f9bab);
    t.ramFile = rgb(0xf0e442);
    return t;
}

/// Fill and chip text of GPU 0 … 3.
constexpr std::array<std::pair<QRgb, QRgb>, 4> kGpuColors{{
    {0xff0072b2, 0xffffffff},
    {0xff009e73, 0xff10151a},
    {0xff56b4e9, 0xff10151a},
    {0xffcc79a7, 0xff10151a},
}};
/// From here on GPUs have the same hues in another tint, with a texture.
constexpr std::uint32_t kTintedFrom = 4;
constexpr std::uint32_t kTints = 8;
constexpr double kDarkerShare = 0.62;
constexpr double kLighterShare = 0.6;
/// Of the fill in the lines of the texture: enough to be seen, little enough to read text on it.
constexpr double kTextureShare = 0.72;
constexpr int kTextureStep = 5;
constexpr QRgb kInkOnDark = 0xffffffff;
constexpr QRgb kInkOnLight = 0xff10151a;
constexpr std::pair<QRgb, QRgb> kCpuColors{0xffe69f00, 0xff10151a};
constexpr std::pair<QRgb, QRgb> kDiskColors{0xff707070, 0xffffffff};

std::pair<QRgb, QRgb> colorsOf(DeviceId device) {
    switch (device.kind) {
        case DeviceKind::Gpu:
            return kGpuColors[device.index % kGpuColors.size()];
        case DeviceKind::Cpu:
            return kCpuColors;
        case DeviceKind::Disk:
            break;
    }
    return kDiskColors;
}

bool isTinted(DeviceId device) {
    return device.isGpu() && device.index % kTints >= kTintedFrom;
}

double linear(double channel) {
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

}  // namespace

const Tokens& lightTokens() {
    static const Tokens colors = makeLight();
    return colors;
}

const Tokens& darkTokens() {
    static const Tokens colors = makeDark();
    return colors;
}

QColor mixColors(const QColor& top, const QColor& bottom, double share) {
    const auto channel = [share](int upper, int lower) {
        return static_cast<int>(std::lround(upper * share + lower * (1 - share)));
    };
    return {channel(top.red(), bottom.red()), channel(top.green(), bottom.green()),
            channel(top.blue(), bottom.blue())};
}

double contrastRatio(const QColor& first, const QColor& second) {
    const double a = luminance(first);
    const double b = luminance(second);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QColor Tokens::deviceFill(DeviceId device) const {
    const QColor hue = rgb(colorsOf(device).first);
    if (!isTinted(device)) {
        return hue;
    }
    return dark ? mixColors(hue, Qt::white, kLighterShare)
                : mixColors(hue, Qt::black, kDarkerShare);
}

QColor Tokens::deviceChipText(DeviceId device) const {
    if (isTinted(device)) {
        return rgb(dark ? kInkOnLight : kInkOnDark);
    }
    return rgb(colorsOf(device).second);
}

QBrush Tokens::deviceBrush(DeviceId device) const {
    const QColor fill = deviceFill(device);
    if (!isTinted(device)) {
        return fill;
    }
    QImage tile(kTextureStep, kTextureStep, QImage::Format_RGB32);
    tile.fill(fill);
    const QColor line = mixColors(fill, dark ? Qt::black : Qt::white, kTextureShare);
    for (int i = 0; i < kTextureStep; ++i) {
        tile.setPixelColor(i, kTextureStep - 1 - i, line);
    }
    return tile;
}

QColor Tokens::deviceGround(DeviceId device) const {
    return mixColors(deviceFill(device), base, dark ? kGroundShareDark : kGroundShareLight);
}

QColor Tokens::deviceLine(DeviceId device) const {
    const QColor fill = deviceFill(device);
    if (contrastRatio(fill, base) >= kLeastLineContrast) {
        return fill;
    }
    const auto darker = [](int channel) { return channel * kEdgeDarker / 100; };
    return {darker(fill.red()), darker(fill.green()), darker(fill.blue())};
}

}  // namespace stowage
