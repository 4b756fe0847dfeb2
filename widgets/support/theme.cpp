// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/theme.h"

#include "widgets/support/formats.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QImage>
#include <QLocale>
#include <QPainter>
#include <QScreen>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>

// Q_INIT_RESOURCE declares a function and must not stand in a namespace. The icons lie in a static
// library, whose resources nothing else would pull in.
static void initIcons() {
    Q_INIT_RESOURCE(icons);
}

namespace stowage {
namespace {

constexpr int kDarkBelow = 128;

bool hasTabularFigures(const QFont& font) {
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(u'0');
    for (char16_t digit = u'1'; digit <= u'9'; ++digit) {
        if (metrics.horizontalAdvance(QChar(digit)) != width) {
            return false;
        }
    }
    return true;
}

/// The desktop's own family where its digits are of one width (font features come with Qt 6.7
/// only), else one of those that have such digits.
QString tabularFamily() {
    const QFont system = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    const QStringList installed = QFontDatabase::families();
    for (const QString& family :
         {QFontInfo(system).family(), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans"),
          QStringLiteral("Liberation Sans")}) {
        QFont font(family);
        font.setPixelSize(12);
        if (installed.contains(family) && hasTabularFigures(font)) {
            return family;
        }
    }
    return system.family();
}

/// Families for Han characters, which Chinese and Japanese draw differently; the system goes by its
/// own language alone. One that is not installed is passed over.
QStringList hanFamilies() {
    switch (QLocale().language()) {
        case QLocale::Chinese:
            return {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Source Han Sans SC"),
                    QStringLiteral("WenQuanYi Micro Hei")};
        case QLocale::Japanese:
            return {QStringLiteral("Noto Sans CJK JP"), QStringLiteral("Source Han Sans"),
                    QStringLiteral("IPAGothic")};
        default:
            return {};
    }
}

int usualPixelSize(TextRole role) {
    switch (role) {
        case TextRole::Base:
        case TextRole::Verdict:
            return 13;
        case TextRole::Tree:
            return 12;
        case TextRole::Caption:
            return 11;
        case TextRole::BarNumber:
            return 10;
        case TextRole::Title:
            return 20;
    }
    return 13;
}

void applyFonts(const Theme& theme) {
    QApplication::setFont(theme.font(TextRole::Base));
    for (const char* name : {"QAbstractItemView", "QLineEdit", "QComboBox", "QToolTip", "QSpinBox",
                             "QStatusBar", "QTabBar"}) {
        QApplication::setFont(theme.font(TextRole::Tree), name);
    }
    QApplication::setFont(theme.font(TextRole::Caption), "QHeaderView");
    QApplication::setFont(theme.font(TextRole::Tree, true), "QDockWidget");
    QApplication::setFont(theme.font(TextRole::Tree, true), "QDockWidgetTitle");
}

constexpr double kBackgroundShareLight = 0.16;
constexpr double kBackgroundShareDark = 0.30;
constexpr double kLeastLineContrast = 3.0;
constexpr int kEdgeDarker = 65;  // 35 % darker

QColor rgb(QRgb value) {
    return QColor::fromRgb(value);
}

/// A colour of the light, the dark and the high-contrast mode.
struct ThemeColor {
    QColor ThemeColors::*color;
    QRgb light;
    QRgb dark;
    QRgb highContrast;
};

constexpr ThemeColor kThemeColors[]{
    {&ThemeColors::window, 0xf0f1f3, 0x20232a, 0x000000},
    {&ThemeColors::base, 0xffffff, 0x17191e, 0x000000},
    {&ThemeColors::alternate, 0xf7f8f9, 0x1c1f25, 0x101010},
    {&ThemeColors::border, 0xc6cbd2, 0x3d434e, 0x767676},
    {&ThemeColors::softBorder, 0xe2e5e9, 0x2e333c, 0x3a3a3a},
    {&ThemeColors::chartGrid, 0xe6e8eb, 0x2a2e36, 0x4a4a4a},
    {&ThemeColors::text, 0x1b1f24, 0xe6e8eb, 0xffffff},
    {&ThemeColors::secondaryText, 0x57606a, 0xa6aeb9, 0xe0e0e0},
    {&ThemeColors::disabledText, 0x909396, 0x797c81, 0xa8a8a8},
    {&ThemeColors::accent, 0x4a4fb5, 0xa5aaff, 0xffd800},
    {&ThemeColors::accentText, 0xffffff, 0x17191e, 0x000000},
    {&ThemeColors::selectedRow, 0xe6e7f7, 0x33366a, 0x0040a0},
    {&ThemeColors::error, 0xb3261e, 0xff9a90, 0xff9a90},
    {&ThemeColors::errorBackground, 0xfdecea, 0x43211f, 0x3d0000},
    {&ThemeColors::warning, 0x8a5a00, 0xffc766, 0xffcf40},
    {&ThemeColors::warningBackground, 0xfff4dc, 0x3b2f14, 0x332600},
    {&ThemeColors::good, 0x1a6b3c, 0x7fd6a0, 0x7dff9b},
    {&ThemeColors::goodBackground, 0xe7f4ec, 0x193826, 0x003314},
    {&ThemeColors::overHatch, 0xd55e00, 0xd55e00, 0xff7a1a},
    {&ThemeColors::overText, 0xa84300, 0xff9a55, 0xffa05c},
    {&ThemeColors::otherPrograms, 0x9aa1ab, 0x7d8590, 0xa0a0a0},
    {&ThemeColors::contextOverhead, 0x5c6570, 0xc3c9d1, 0xe0e0e0},
    {&ThemeColors::ramAnonymous, 0xe69f00, 0xe69f00, 0xe69f00},
    {&ThemeColors::ramShared, 0x7b8794, 0x8f9bab, 0xa8b4c4},
    {&ThemeColors::ramFile, 0x8c6d1f, 0xf0e442, 0xf0e442},
};

ThemeColors makeColors(QRgb ThemeColor::*mode) {
    ThemeColors colors;
    colors.dark = mode != &ThemeColor::light;
    for (const ThemeColor& row : kThemeColors) {
        colors.*row.color = rgb(row.*mode);
    }
    return colors;
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

/// Of the fill in the lines of the texture. They lead away from the chip's text, which stays as
/// legible on them as on the fill.
constexpr double kTextureShare = 0.72;
constexpr int kTextureStep = 5;
constexpr QRgb kInkOnDark = 0xffffffff;
constexpr QRgb kInkOnLight = 0xff10151a;
constexpr std::pair<QRgb, QRgb> kCpuColors{0xffe69f00, 0xff10151a};

constexpr std::pair<QRgb, QRgb> kDiskColors{0xff707070, 0xffffffff};

/// Hues that no device has, each with 4.5:1 on white.
constexpr std::array<QRgb, 6> kModelTints = {0xff6a3d9a, 0xff8c564b, 0xff5a6e00,
                                             0xffb0306a, 0xff3d5a80, 0xff7a5c00};

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

struct ChipLook {
    QPen outline;
    QBrush fill;
    QColor text;
};

constexpr int kChipPadding = 2;

void paintChip(QPainter& painter, const QRect& rect, const QString& text, const QFont& font,
               const ChipLook& look) {
    // The middle of an outline lies half a pixel inside.
    const double inset = look.outline.style() == Qt::NoPen ? 0 : 0.5;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(look.outline);
    painter.setBrush(look.fill);
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), metrics::kRadius,
                            metrics::kRadius);
    painter.setPen(look.text);
    QFont fitting = font;
    const int room = rect.width() - 2 * kChipPadding;
    if (const int width = QFontMetrics(font).horizontalAdvance(text); width > room) {
        fitting.setPixelSize(std::max(1, font.pixelSize() * room / width));
    }
    painter.setFont(fitting);
    painter.drawText(rect, Qt::AlignCenter, text);
    painter.restore();
}

}  // namespace

double px(double designed) {
    // The application's own font says how large its text is; before there is a theme, it has
    // points.
    const int base = QApplication::font().pixelSize();
    return base <= 0 ? designed : designed * base / usualPixelSize(TextRole::Base);
}

int px(int designed) {
    return static_cast<int>(std::lround(px(static_cast<double>(designed))));
}

QSize px(const QSize& designed) {
    const QSize wanted(px(designed.width()), px(designed.height()));
    return designed.expandedTo(wanted.boundedTo(QGuiApplication::primaryScreen()->availableSize()));
}

Theme::Theme(QApplication* application, ThemeMode mode)
    : QObject(application), m_application(application), m_mode(mode) {
    initIcons();
    m_family = tabularFamily();
    apply();
    m_application->installEventFilter(this);
}

void Theme::setMode(ThemeMode mode) {
    if (mode != m_mode) {
        m_mode = mode;
        apply();
    }
}

void Theme::setTextSize(int percent) {
    if (percent != m_textSize) {
        m_textSize = percent;
        apply();
    }
}

int Theme::pixelSize(TextRole role) const {
    const double size = usualPixelSize(role) * m_textSize / 100.0;
    // px() goes by the base: rounded up, it leaves room for text of the other roles.
    return static_cast<int>(role == TextRole::Base ? std::ceil(size) : std::round(size));
}

QFont Theme::font(TextRole role, bool semibold) const {
    QFont font(m_family);
    font.setFamilies(QStringList(m_family) + hanFamilies());
    font.setPixelSize(pixelSize(role));
    if (semibold || role == TextRole::Verdict || role == TextRole::Title) {
        font.setWeight(QFont::DemiBold);
    }
    return font;
}

QFont Theme::fixedFont() const {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(pixelSize(TextRole::Tree));
    return font;
}

QPalette Theme::palette() const {
    const ThemeColors& t = m_colors;
    QPalette palette(t.text, t.window, t.base, t.border, t.softBorder, t.text, t.base);
    palette.setColor(QPalette::Window, t.window);
    palette.setColor(QPalette::AlternateBase, t.alternate);
    palette.setColor(QPalette::Button, t.window);
    palette.setColor(QPalette::ButtonText, t.text);
    palette.setColor(QPalette::Mid, t.border);
    palette.setColor(QPalette::Highlight, t.accent);
    palette.setColor(QPalette::HighlightedText, t.accentText);
    palette.setColor(QPalette::Link, t.accent);
    palette.setColor(QPalette::LinkVisited, t.accent);
    palette.setColor(QPalette::PlaceholderText, t.secondaryText);
    palette.setColor(QPalette::ToolTipBase, (t.dark ? lightColors().softBorder : t.text));
    palette.setColor(QPalette::ToolTipText, (t.dark ? lightColors().text : t.base));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, t.disabledText);
    }
    return palette;
}

QIcon Theme::icon(const QString& name) const {
    return makeIcon(name, m_colors.text, m_colors.disabledText, m_colors.base);
}

bool Theme::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ApplicationPaletteChange && watched == m_application &&
        m_mode == ThemeMode::System && !m_applying) {
        apply();
    }
    return QObject::eventFilter(watched, event);
}

void Theme::apply() {
    m_applying = true;
    if (m_mode == ThemeMode::System) {
        m_application->setPalette(QPalette());  // the desktop's own again, to read it
    }
    const bool dark = m_mode == ThemeMode::System
                          ? QApplication::palette().color(QPalette::Window).lightness() < kDarkBelow
                          : m_mode == ThemeMode::Dark;
    m_colors = m_mode == ThemeMode::HighContrast ? highContrastColors()
               : dark                            ? darkColors()
                                                 : lightColors();
    // Replacing a style sheet would polish each widget again for every widget around it.
    m_application->setStyleSheet(QString());
    // Each of these goes through all widgets: style and fonts are not set again for other colours.
    const bool isOtherSize = property("shownTextSize") != m_textSize;
    setProperty("shownTextSize", m_textSize);
    if (isOtherSize) {
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    }
    QApplication::setPalette(palette());
    QToolTip::setPalette(palette());
    if (isOtherSize) {
        applyFonts(*this);
    }
    m_application->setStyleSheet(makeStyleSheet(m_colors, QApplication::layoutDirection()));
    // The first style sheet takes the fonts of classes away. Widgets that are there have them again
    // once they are polished with them, and forget what they measured without them.
    applyFonts(*this);
    QEvent measuredAgain(QEvent::StyleChange);
    for (QWidget* widget : QApplication::allWidgets()) {
        if (widget->testAttribute(Qt::WA_WState_Polished) &&
            QApplication::font(widget) != QApplication::font()) {
            widget->style()->polish(widget);
            QApplication::sendEvent(widget, &measuredAgain);
        }
    }
    m_applying = false;
    Q_EMIT changed();
}

QString shownDeviceName(const DeviceInfo& device) {
    const QString name = QString::fromStdString(device.name);
    const QString simulated = QStringLiteral("Simulated, ");
    if (!device.simulated || !name.startsWith(simulated)) {
        return name;
    }
    return device.capacity ? QCoreApplication::translate("Board", "Simulated, %1")
                                 .arg(figureText(name.mid(simulated.size())))
                           : QCoreApplication::translate("Board", "Simulated, unlimited memory");
}

QString laneLabel(DeviceId device) {
    return device == kNoDevice ? QCoreApplication::translate("Board", "No device")
                               : translated(deviceLabel(device));
}

void paintDeviceChip(QPainter& painter, const QRect& rect, DeviceId device,
                     const ThemeColors& colors, const QFont& font) {
    paintChip(painter, rect, laneLabel(device), font,
              {Qt::NoPen, colors.deviceBrush(device), colors.deviceChipText(device)});
}

void paintMixedChip(QPainter& painter, const QRect& rect, const ThemeColors& colors,
                    const QFont& font) {
    QPen pen(colors.secondaryText, 1);
    pen.setDashPattern({3, 2});
    paintChip(painter, rect, QCoreApplication::translate("Board", "mixed"), font,
              {pen, Qt::NoBrush, colors.text});
}

void paintOutlinedChip(QPainter& painter, const QRect& rect, DeviceId device,
                       const ThemeColors& colors, const QFont& font) {
    paintChip(painter, rect, translated(deviceLabel(device)), font,
              {QPen(colors.deviceFill(device), 1), Qt::NoBrush, colors.text});
}

const ThemeColors& lightColors() {
    static const ThemeColors colors = makeColors(&ThemeColor::light);
    return colors;
}

const ThemeColors& darkColors() {
    static const ThemeColors colors = makeColors(&ThemeColor::dark);
    return colors;
}

const ThemeColors& highContrastColors() {
    static const ThemeColors colors = makeColors(&ThemeColor::highContrast);
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

QColor legibleColor(const QColor& color, const QColor& ink, const QColor& ground) {
    constexpr double kInkStep = 0.08;
    QColor mixed = color;
    for (double share = kInkStep; share < 1 && contrastRatio(mixed, ground) < kLeastTextContrast;
         share += kInkStep) {
        mixed = mixColors(ink, color, share);
    }
    return mixed;
}

QColor ThemeColors::deviceFill(DeviceId device) const {
    const QColor hue = rgb(colorsOf(device).first);
    if (!isTinted(device)) {
        return hue;
    }
    return dark ? mixColors(hue, Qt::white, kLighterShare)
                : mixColors(hue, Qt::black, kDarkerShare);
}

QColor ThemeColors::deviceChipText(DeviceId device) const {
    if (isTinted(device)) {
        return rgb(dark ? kInkOnLight : kInkOnDark);
    }
    return rgb(colorsOf(device).second);
}

QBrush ThemeColors::deviceBrush(DeviceId device) const {
    const QColor fill = deviceFill(device);
    if (!isTinted(device)) {
        return fill;
    }
    QImage tile(kTextureStep, kTextureStep, QImage::Format_RGB32);
    tile.fill(fill);
    const QColor line = mixColors(fill, dark ? Qt::white : Qt::black, kTextureShare);
    for (int i = 0; i < kTextureStep; ++i) {
        tile.setPixelColor(i, kTextureStep - 1 - i, line);
    }
    return tile;
}

QColor ThemeColors::deviceBackground(DeviceId device) const {
    return mixColors(deviceFill(device), base, dark ? kBackgroundShareDark : kBackgroundShareLight);
}

QColor ThemeColors::modelTint(std::size_t model) const {
    const QColor hue = rgb(kModelTints[model % kModelTints.size()]);
    return dark ? mixColors(hue, Qt::white, kLighterShare) : hue;
}

QColor ThemeColors::modelBackground(std::size_t model) const {
    return mixColors(modelTint(model), base, dark ? kBackgroundShareDark : kBackgroundShareLight);
}

QColor ThemeColors::deviceLine(DeviceId device) const {
    const QColor fill = deviceFill(device);
    if (contrastRatio(fill, base) >= kLeastLineContrast) {
        return fill;
    }
    const auto darker = [](int channel) { return channel * kEdgeDarker / 100; };
    return {darker(fill.red()), darker(fill.green()), darker(fill.blue())};
}

}  // namespace stowage
