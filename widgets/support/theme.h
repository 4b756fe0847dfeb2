// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPalette>
#include <QSize>

#include <array>

class QApplication;
class QPainter;

namespace stowage {

/// System follows the lightness of the desktop's own palette. HighContrast is white on black, with
/// 7:1 or more for every text but those on a device's own colour. Settings keep the numbers.
enum class ThemeMode { System, Light, Dark, HighContrast };

/// The least contrast of a text with its ground: WCAG 2.1, 1.4.3.
inline constexpr double kLeastTextContrast = 4.5;

/// The colours of one mode, by what they are for.
/// A value: take it from Theme::colors() and paint with it.
struct ThemeColors {
    bool dark = false;  ///< light on dark, high contrast too
    QColor window, base, alternate;
    QColor border, softBorder, chartGrid;
    QColor text, secondaryText;
    QColor accent, accentText, selectedRow;
    QColor error, errorBackground, warning, warningBackground, good, goodBackground;
    QColor overHatch, overText;
    QColor otherPrograms, contextOverhead;
    QColor ramAnonymous, ramShared, ramFile;
    QColor disabledText;  ///< of controls; in high contrast it can be read like any other

    /// Full fill of a device, the same in tree, board and charts. GPU 4 to 7 have the hues of GPU 0
    /// to 3, darker on light and lighter on dark; from GPU 8 on they repeat.
    [[nodiscard]] QColor deviceFill(DeviceId device) const;
    /// The fill for areas: GPU 4 to 7 are textured, so that they differ without colour too.
    [[nodiscard]] QBrush deviceBrush(DeviceId device) const;
    [[nodiscard]] QColor deviceChipText(DeviceId device) const;
    /// The fill mixed into the base (16 % light, 30 % dark): a block's background.
    [[nodiscard]] QColor deviceBackground(DeviceId device) const;
    /// The tint of one of several models in a plan, counted from 0, fit for marks on the base; from
    /// the seventh on they repeat. No device has it.
    [[nodiscard]] QColor modelTint(std::size_t model) const;
    /// The tint mixed into the base: the background of that model's blocks.
    [[nodiscard]] QColor modelBackground(std::size_t model) const;
    /// Fill fit for a chart line or edge on the base: 35 % darker where contrast is under 3:1.
    [[nodiscard]] QColor deviceLine(DeviceId device) const;
};

/// Pixel sizes of the design, at the usual text size; Qt scales them with the screen, and px() with
/// the text where text stands in them.
namespace metrics {
inline constexpr int kToolbarHeight = 40, kDockTitle = 28, kStatusBar = 24, kField = 24;
inline constexpr int kTreeRow = 20, kTableRow = 19, kBlockMin = 18, kPadding = 12, kGrid = 4;
inline constexpr int kLaneWidth = 176, kLaneGap = 26, kRadius = 3, kChipWidth = 44;
}  // namespace metrics

/// What the design has in pixels, as large as the program's text is now: rows, chips, fields and
/// columns grow and shrink with the text in them.
[[nodiscard]] int px(int designed);
[[nodiscard]] double px(double designed);
/// The same of a window, which is not made larger than the screen.
[[nodiscard]] QSize px(const QSize& designed);

/// Text in percent of the usual size, from the smallest to the largest that can be chosen.
inline constexpr std::array kTextSizes{80, 90, 100, 110, 125, 150, 175, 200};
inline constexpr int kUsualTextSize = 100;

/// The colours of each mode.
[[nodiscard]] const ThemeColors& lightColors();
[[nodiscard]] const ThemeColors& darkColors();
[[nodiscard]] const ThemeColors& highContrastColors();
/// `share` (0…1) of `top` over `bottom`, opaque.
[[nodiscard]] QColor mixColors(const QColor& top, const QColor& bottom, double share);
/// WCAG contrast of two opaque colours, 1…21.
[[nodiscard]] double contrastRatio(const QColor& first, const QColor& second);
/// A colour with as little of `ink` in it as makes it legible on `ground` (kLeastTextContrast).
[[nodiscard]] QColor legibleColor(const QColor& color, const QColor& ink, const QColor& ground);

/// What a text is for; Theme::font() knows its size. BarNumber: figures inside a capacity bar.
enum class TextRole { Base, Tree, Caption, BarNumber, Verdict, Title };

/// Applies Fusion, palette and style sheet, follows the system or a chosen mode, and tells views
/// when the colours change. One object, made by app/ and passed on; UI thread only.
class Theme : public QObject {
    Q_OBJECT
public:
    explicit Theme(QApplication* application, ThemeMode mode = ThemeMode::System);
    void setMode(ThemeMode mode);
    [[nodiscard]] ThemeMode mode() const { return m_mode; }
    /// One of kTextSizes. Fonts and px() follow at once, what a widget laid out by them does not:
    /// make new windows.
    void setTextSize(int percent);
    [[nodiscard]] int textSize() const { return m_textSize; }
    [[nodiscard]] const ThemeColors& colors() const { return m_colors; }
    /// The system's sans serif with tabular figures, in the role's weight and its size at the
    /// chosen text size.
    [[nodiscard]] QFont font(TextRole role, bool semibold = false) const;
    /// The system's font of one width, as large as the text of tables: for code and logs.
    [[nodiscard]] QFont fixedFont() const;
    [[nodiscard]] QPalette palette() const;
    /// A 16 px icon of resources/icons in the text colour of the mode ("open", "undo", …).
    [[nodiscard]] QIcon icon(const QString& name) const;

Q_SIGNALS:
    void changed();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void apply();
    [[nodiscard]] int pixelSize(TextRole role) const;

    QApplication* m_application;
    ThemeMode m_mode;
    int m_textSize = kUsualTextSize;
    ThemeColors m_colors;
    QString m_family;
    bool m_applying = false;
};

/// The lane of what lies on no device in use: on none, or on one that is not there. Never a device
/// of a plan.
inline constexpr DeviceId kNoDevice{DeviceKind::Disk, 1};

/// "GPU 0", "CPU", "Disk"; "No device" for kNoDevice.
[[nodiscard]] QString laneLabel(DeviceId device);
/// What the device is called: "Simulated, 2 GiB" in the window's language, a card's own name.
[[nodiscard]] QString shownDeviceName(const DeviceInfo& device);

/// "GPU 0" chip: rounded fill with the device's short name, painted alike everywhere.
void paintDeviceChip(QPainter& painter, const QRect& rect, DeviceId device,
                     const ThemeColors& colors, const QFont& font);
/// The dashed chip of a module whose parts lie on several devices.
void paintMixedChip(QPainter& painter, const QRect& rect, const ThemeColors& colors,
                    const QFont& font);
/// A chip in outline: planned there, not loaded yet.
void paintOutlinedChip(QPainter& painter, const QRect& rect, DeviceId device,
                       const ThemeColors& colors, const QFont& font);

}  // namespace stowage
