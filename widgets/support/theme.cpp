// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/theme.h"

#include "widgets/support/icons.h"
#include "widgets/support/style_sheet.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

#include <array>

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

int pixelSize(TextRole role) {
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

}  // namespace

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

QFont Theme::font(TextRole role, bool semibold) const {
    QFont font(m_family);
    font.setPixelSize(pixelSize(role));
    if (semibold || role == TextRole::Verdict || role == TextRole::Title) {
        font.setWeight(QFont::DemiBold);
    }
    return font;
}

QPalette Theme::palette() const {
    const Tokens& t = m_colors;
    const QColor faded = mixColors(t.text, t.window, 0.45);
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
    palette.setColor(QPalette::ToolTipBase, (t.dark ? lightTokens().softBorder : t.text));
    palette.setColor(QPalette::ToolTipText, (t.dark ? lightTokens().text : t.base));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, faded);
    }
    return palette;
}

QIcon Theme::icon(const QString& name) const {
    return makeIcon(name, {.stroke = m_colors.text,
                           .disabled = mixColors(m_colors.text, m_colors.window, 0.35),
                           .ground = m_colors.base});
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
    m_colors = dark ? darkTokens() : lightTokens();
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(palette());
    QToolTip::setPalette(palette());
    applyFonts(*this);
    m_application->setStyleSheet(makeStyleSheet(m_colors, QApplication::layoutDirection()));
    // A style sheet gives widgets that are there the fonts of their classes, but the first one of
    // an application takes those fonts away.
    if (QApplication::font("QHeaderView").pixelSize() != pixelSize(TextRole::Caption)) {
        applyFonts(*this);
    }
    m_applying = false;
    Q_EMIT changed();
}

QString laneLabel(DeviceId device) {
    return device == kNoDevice ? QCoreApplication::translate("Board", "No device")
                               : QString::fromStdString(deviceLabel(device));
}

void paintDeviceChip(QPainter& painter, const QRect& rect, DeviceId device, const Tokens& colors,
                     const QFont& font) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.deviceBrush(device));
    painter.drawRoundedRect(QRectF(rect), metrics::kRadius, metrics::kRadius);
    painter.setPen(colors.deviceChipText(device));
    painter.setFont(font);
    painter.drawText(rect, Qt::AlignCenter, laneLabel(device));
    painter.restore();
}

void paintMixedChip(QPainter& painter, const QRect& rect, const Tokens& colors, const QFont& font) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(colors.secondaryText, 1);
    pen.setDashPattern({3, 2});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius,
                            metrics::kRadius);
    painter.setPen(colors.text);
    painter.setFont(font);
    painter.drawText(rect, Qt::AlignCenter, QStringLiteral("mixed"));
    painter.restore();
}

void paintOutlinedChip(QPainter& painter, const QRect& rect, DeviceId device, const Tokens& colors,
                       const QFont& font) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.deviceFill(device), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius,
                            metrics::kRadius);
    painter.setPen(colors.text);
    painter.setFont(font);
    painter.drawText(rect, Qt::AlignCenter, QString::fromStdString(deviceLabel(device)));
    painter.restore();
}

}  // namespace stowage
