// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/style_sheet.h"

#include <QFile>
#include <QGraphicsOpacityEffect>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QRegion>
#include <QRegularExpression>
#include <QStyle>
#include <QSvgRenderer>
#include <QTransform>
#include <QVariant>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace stowage {

namespace {

QByteArray readDrawing(const QString& name) {
    QFile file(QStringLiteral(":/stowage/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void renderDrawing(QPainter& painter, const QRectF& rect, QByteArray drawing, const QColor& stroke,
                   const QColor& background) {
    drawing.replace("currentColor", stroke.name(QColor::HexRgb).toLatin1());
    drawing.replace("groundColor", background.name(QColor::HexRgb).toLatin1());
    QSvgRenderer renderer(drawing);
    renderer.render(&painter, rect);
}

/// The three colours that a drawing of resources/icons is rendered in.
struct IconColors {
    QColor stroke, disabled, background;
};

class DrawingIconEngine : public QIconEngine {
public:
    DrawingIconEngine(QByteArray drawing, IconColors colors)
        : m_drawing(std::move(drawing)), m_colors(std::move(colors)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const QColor& stroke = mode == QIcon::Disabled ? m_colors.disabled : m_colors.stroke;
        const int side = std::min(rect.width(), rect.height());
        QRect square(0, 0, side, side);
        square.moveCenter(rect.center());
        renderDrawing(*painter, square, m_drawing, stroke, m_colors.background);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        if (size.isEmpty()) {  // of a button without room
            return {};
        }
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine* clone() const override {
        return new DrawingIconEngine(m_drawing, m_colors);
    }

private:
    QByteArray m_drawing;
    IconColors m_colors;
};

}  // namespace

QIcon makeIcon(const QString& name, const QColor& stroke, const QColor& disabled,
               const QColor& background) {
    QByteArray drawing = readDrawing(name);
    return drawing.isEmpty()
               ? QIcon()
               : QIcon(new DrawingIconEngine(std::move(drawing), {stroke, disabled, background}));
}

QIcon makeSwatch(const QColor& fill) {
    constexpr int kSize = 12;
    QPixmap pixmap(kSize, kSize);
    pixmap.fill(fill);
    return QIcon(pixmap);
}

QPixmap iconPixmap(const QString& name, int side, double scale, const QColor& stroke,
                   const QColor& background) {
    QPixmap pixmap(QSize(side, side) * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(painter, QRect(0, 0, side, side), name, stroke, background);
    return pixmap;
}

void paintIcon(QPainter& painter, const QRect& rect, const QString& name, const QColor& stroke,
               const QColor& background) {
    const double ratio = painter.device()->devicePixelRatioF();
    const QString key = QStringLiteral("stowage/%1/%2/%3/%4@%5")
                            .arg(name, stroke.name(), background.name())
                            .arg(rect.width())
                            .arg(ratio);
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = QPixmap((QSizeF(rect.size()) * ratio).toSize());
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter inner(&pixmap);
        renderDrawing(inner, QRectF(QPointF(0, 0), QSizeF(rect.size())), readDrawing(name), stroke,
                      background);
        inner.end();
        QPixmapCache::insert(key, pixmap);
    }
    painter.drawPixmap(rect.topLeft(), pixmap);
}

namespace {

// Words with @ stand for members of ThemeColors and the like; heights are content heights, without
// 1 px borders and padding. A field that is typed into keeps 2 px before its text, so that an
// editable combo box has that much less padding. A disabled field has its colours from the palette:
// a placeholder has only half of a colour that is set here.
constexpr const char* kBars = R"(
QMainWindow, QDialog { background: @window; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QMainWindow::separator { background: @window; width: 4px; height: 4px; }
QMainWindow::separator:hover { background: @accent; }
QMenuBar { background: @window; color: @text; border: none; padding: 2px 4px; }
QMenuBar::item { background: transparent; padding: 3px 9px; border-radius: 3px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @softBorder; }
QMenu { background: @base; color: @text; border: 1px solid @border; padding: 4px 0; }
QMenu::item { padding: 4px 24px 4px 28px; }
QMenu::item:selected { background: @selectedRow; }
QMenu::item:disabled { color: @disabled; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: @softBorder; margin: 4px 0; }
QToolBar { background: @window; border: none; border-top: 1px solid @softBorder;
  border-bottom: 1px solid @border; padding: 5px 8px; spacing: 4px; }
QToolBar::separator { background: @border; width: 1px; margin: 4px 6px; }
QStatusBar { background: @window; color: @text; border-top: 1px solid @border; }
QStatusBar::item { border: none; }
QToolTip { background: @tipGround; color: @tipText; border: none; padding: 6px 8px; }
QDockWidget { color: @text; titlebar-close-icon: url(:/stowage/icons/@mode/close.svg);
  titlebar-normal-icon: url(:/stowage/icons/@mode/float.svg); }
QDockWidget::title { background: @window; border: 1px solid @border; text-align: left;
  padding: 5px 8px; }
QDockWidget::close-button, QDockWidget::float-button { background: transparent; border: none;
  border-radius: 3px; padding: 2px; icon-size: 12px; }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: @softBorder; }
QTabBar { background: @window; }
QTabBar::tab { background: transparent; color: @secondaryText; padding: 4px 12px; border: none;
  border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: @text; background: @softBorder; }
QTabBar::tab:selected { color: @text; background: @base; border-bottom: 2px solid @accent; }
QTabBar::tab:selected:focus { color: @accent; background: @selectedRow; }
QTabBar QToolButton { background: @window; border: none; padding: 0; min-height: 0; }
QTabBar QToolButton::left-arrow { image: url(:/stowage/icons/@mode/chevron_left.svg); width: 12px;
  height: 12px; }
QTabBar QToolButton::right-arrow { image: url(:/stowage/icons/@mode/chevron_right.svg);
  width: 12px; height: 12px; }
QTabWidget::pane { border: none; border-top: 1px solid @border; }
)";

constexpr const char* kControls = R"(
QToolButton { background: transparent; color: @text; border: 1px solid transparent;
  border-radius: 3px; padding: 2px 6px; min-height: 18px; }
QToolBar QToolButton { padding: 2px 8px; min-height: 22px; }
QToolBar QToolButton#qt_toolbar_ext_button { padding: 0; min-height: 0;
  image: url(:/stowage/icons/@mode/@closedBranch.svg); }
QToolButton:hover { background: @softBorder; }
QToolButton:pressed { background: @border; }
QToolButton:checked { background: @selectedRow; border-color: @accent; }
QToolButton:focus { border-color: @accent; }
QToolButton:checked:focus, QPushButton:checked:focus { border-color: @text; }
QToolButton:disabled { color: @disabled; }
QToolButton::menu-indicator { image: none; }
QToolButton[popupMode="1"] { padding-@end: 20px; }
QToolButton::menu-button { background: transparent; border: none; width: 16px; }
QToolButton::menu-button:hover { background: @border; }
QToolButton::menu-arrow { image: url(:/stowage/icons/@mode/chevron_down.svg); width: 12px;
  height: 12px; }
QPushButton { background: @base; color: @text; border: 1px solid @border; border-radius: 3px;
  padding: 0 10px; min-height: 22px; }
QPushButton[compact="true"] { padding: 0 6px; min-height: 18px; }
QPushButton:hover { background: @alternate; border-color: @secondaryText; }
QPushButton:pressed { background: @softBorder; }
QPushButton:focus { border-color: @accent; }
QPushButton:checked { background: @selectedRow; border-color: @accent; }
QPushButton:disabled { background: @window; color: @disabled; border-color: @softBorder; }
QPushButton::menu-indicator { image: url(:/stowage/icons/@mode/chevron_down.svg); width: 18px;
  height: 12px; subcontrol-origin: padding; subcontrol-position: center right; }
QPushButton:flat { border-color: transparent; background: transparent; }
QPushButton[link="true"] { color: @accent; border-color: transparent; background: transparent;
  padding: 0 3px; min-height: 16px; font-weight: 600; }
QPushButton[link="true"]:focus { border-color: @accent; }
QPushButton[segment="first"] { border-top-@end-radius: 0; border-bottom-@end-radius: 0; }
QPushButton[segment="last"] { border-top-@start-radius: 0; border-bottom-@start-radius: 0;
  border-@start: none; }
QPushButton[segment="middle"] { border-radius: 0; border-@start: none; }
QPushButton[segment="first"]:checked, QPushButton[segment="middle"]:checked,
QPushButton[segment="last"]:checked {
  background: @selectedRow; border-color: @border; font-weight: 600; }
QPushButton[segment="first"]:focus, QPushButton[segment="middle"]:focus,
QPushButton[segment="last"]:focus { border-color: @accent; }
QToolButton[primary="true"], QPushButton[primary="true"] { background: @accent;
  color: @accentText; border-color: @accent; font-weight: 600; }
QToolButton[primary="true"]:hover, QPushButton[primary="true"]:hover { background: @accentHover;
  border-color: @accentHover; }
QToolButton[primary="true"]:focus, QPushButton[primary="true"]:focus { border-color: @text; }
QToolButton[primary="true"]:disabled, QPushButton[primary="true"]:disabled {
  background: @softBorder; color: @disabled; border-color: @softBorder; }
QLabel:focus, QSlider:focus { background: @selectedRow; }
QLineEdit, QSpinBox, QDoubleSpinBox { background: @base; border: 1px solid @border;
  border-radius: 3px; padding: 0 4px; min-height: 22px;
  selection-background-color: @accent; selection-color: @accentText; }
QLineEdit:hover, QSpinBox:hover { border-color: @secondaryText; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus { border-color: @accent; }
QLineEdit[warned="true"] { border-color: @overHatch; }
QLineEdit[invalid="true"] { border-color: @error; background: @errorGround; }
QLineEdit:disabled, QSpinBox:disabled { background: @window; }
QCheckBox::indicator, QAbstractItemView::indicator { width: 13px; height: 13px;
  background: @base; border: 1px solid @secondaryText; border-radius: 3px; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: @accent; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {
  image: url(:/stowage/icons/@mode/check.svg); }
QCheckBox::indicator:disabled, QAbstractItemView::indicator:disabled { border-color: @softBorder; background: @window; }
QComboBox { background: @base; color: @text; border: 1px solid @border; border-radius: 3px;
  padding: 0 4px; padding-@start: 8px; min-height: 22px; }
QComboBox:editable { padding-@start: 6px; }
QComboBox:hover { border-color: @secondaryText; }
QComboBox:focus, QComboBox:on { border-color: @accent; }
QComboBox:disabled { background: @window; color: @disabled; border-color: @softBorder; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(:/stowage/icons/@mode/chevron_down.svg); width: 14px;
  height: 14px; }
QComboBox QAbstractItemView { background: @base; border: 1px solid @border; outline: none;
  selection-background-color: @selectedRow; selection-color: @text; padding: 2px; }
QToolBar QComboBox, QToolBar QPushButton { min-height: 26px; }
)";

constexpr const char* kViews = R"(
QAbstractScrollArea { border: none; }
QTreeView, QTableView, QListView, QTableWidget, QTreeWidget, QListWidget { background: @base;
  alternate-background-color: @alternate; color: @text; border: none; outline: none;
  gridline-color: @softBorder; selection-background-color: @selectedRow;
  selection-color: @text; }
QTreeView::item:hover, QListView::item:hover { background: @softBorder; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected {
  background: @selectedRow; color: @text; }
QTreeView::item:focus, QListView::item:focus, QTableView::item:focus { background: @focusedCell; }
QTreeView::branch { background: transparent; }
QTreeView::branch:selected { background: @selectedRow; }
QTreeView::branch:has-children:closed {
  image: url(:/stowage/icons/@mode/@closedBranch.svg); padding: 2px; }
QTreeView::branch:has-children:open {
  image: url(:/stowage/icons/@mode/chevron_down.svg); padding: 2px; }
QHeaderView { background: @window; border: none; }
QHeaderView::section { background: @window; color: @secondaryText; border: none;
  border-bottom: 1px solid @border; padding: 2px 4px; font-size: 11px; }
QTableCornerButton::section { background: @window; border: none; }
QScrollBar { background: @base; border: none; margin: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @border; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: @secondaryText; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: @base; color: @text; border: 1px solid @border; text-align: center; }
QProgressBar::chunk { background: @accent; }
QAbstractScrollArea::corner { background: @base; border: none; }
stowage--SelectableText { background: transparent; padding: 0; margin: 0; }
stowage--SelectableText QScrollBar { background: transparent; }
)";

constexpr int kThinLine = 3;

/// The sheet with its lengths as large as the text; thin lines stay thin.
QString atTextSize(const QString& sheet) {
    static const QRegularExpression length(QStringLiteral("\\b(\\d+)px"));
    QString result;
    qsizetype from = 0;
    for (auto found = length.globalMatch(sheet); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const int pixels = match.capturedView(1).toInt();
        result += QStringView(sheet).mid(from, match.capturedStart() - from);
        result += QStringLiteral("%1px").arg(pixels > kThinLine ? px(pixels) : pixels);
        from = match.capturedEnd();
    }
    return result += QStringView(sheet).mid(from);
}

}  // namespace

QString makeStyleSheet(const ThemeColors& t, Qt::LayoutDirection direction) {
    // Longer words first, because @accent is a prefix of @accentText.
    const std::vector<std::pair<const char*, QString>> words{
        {"@accentHover", mixColors(t.accent, t.base, 0.88).name()},
        {"@accentText", t.accentText.name()},
        {"@accent", t.accent.name()},
        {"@alternate", t.alternate.name()},
        {"@base", t.base.name()},
        {"@border", t.border.name()},
        {"@closedBranch", direction == Qt::RightToLeft ? QStringLiteral("chevron_left")
                                                       : QStringLiteral("chevron_right")},
        {"@disabled", t.disabledText.name()},
        {"@errorGround", t.errorBackground.name()},
        {"@error", t.error.name()},
        {"@end", direction == Qt::RightToLeft ? QStringLiteral("left") : QStringLiteral("right")},
        {"@focusedCell", mixColors(t.accent, t.selectedRow, 0.25).name()},
        {"@mode", t.dark ? QStringLiteral("dark") : QStringLiteral("light")},
        {"@overHatch", t.overHatch.name()},
        {"@secondaryText", t.secondaryText.name()},
        {"@selectedRow", t.selectedRow.name()},
        {"@softBorder", t.softBorder.name()},
        {"@start", direction == Qt::RightToLeft ? QStringLiteral("right") : QStringLiteral("left")},
        {"@text", t.text.name()},
        {"@tipGround", (t.dark ? lightColors().softBorder : lightColors().text).name()},
        {"@tipText", (t.dark ? lightColors().text : lightColors().base).name()},
        {"@window", t.window.name()},
    };
    QString sheet =
        QString::fromLatin1(kBars) + QString::fromLatin1(kControls) + QString::fromLatin1(kViews);
    for (const auto& [word, value] : words) {
        sheet.replace(QLatin1String(word), value);
    }
    return atTextSize(sheet);
}

QString deviceObjectName(DeviceId device) {
    QString name = QString::fromStdString(deviceName(device));
    return name.remove(QLatin1Char(':'));
}

void setStyleProperty(QWidget* widget, const char* name, bool on) {
    if (widget->property(name).toBool() == on) {
        return;
    }
    widget->setProperty(name, on);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

void setTextColor(QWidget* widget, const QColor& color) {
    QPalette palette = widget->palette();
    palette.setColor(QPalette::WindowText, color);
    palette.setColor(QPalette::Text, color);
    widget->setPalette(palette);
}

void setDimmed(QWidget* widget, bool isDimmed) {
    constexpr double kDimmedShare = 0.4;
    if (isDimmed != (widget->graphicsEffect() != nullptr)) {
        auto* effect = isDimmed ? new QGraphicsOpacityEffect(widget) : nullptr;
        if (effect != nullptr) {
            effect->setOpacity(kDimmedShare);
        }
        widget->setGraphicsEffect(effect);  // deletes the one before
    }
}

void paintHatch(QPainter& painter, const QRect& rect, const QColor& color) {
    constexpr int kHatchStep = 8;
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 2.4));
    // Lines stand on a raster of their own, so that neighbours join without a step.
    const int height = rect.height();
    const int start = (rect.left() + rect.bottom()) / kHatchStep * kHatchStep - rect.bottom();
    for (int x = start - height - kHatchStep; x <= rect.right() + kHatchStep; x += kHatchStep) {
        painter.drawLine(x, rect.bottom() + 1, x + height + 1, rect.top());
    }
    painter.restore();
}

void paintOutline(QPainter& painter, const QRectF& rect, const QColor& color, int width) {
    const QTransform toDevice = painter.deviceTransform();
    const QRectF place = toDevice.mapRect(rect);
    const QRect filled(QPoint(qRound(place.left()), qRound(place.top())),
                       QPoint(qRound(place.right()) - 1, qRound(place.bottom()) - 1));
    const int line = std::max(1, static_cast<int>(width * std::abs(toDevice.m11())));
    const QRect inside = filled.adjusted(line, line, -line, -line);
    for (const QRect& edge : QRegion(filled).subtracted(inside)) {
        painter.fillRect(toDevice.inverted().mapRect(QRectF(edge)), color);
    }
}

void paintSwatch(QPainter& painter, const QRect& rect, const QColor& fill,
                 const ThemeColors& colors) {
    constexpr double kHardlyTold = 2.2;  // devices' own fills are above
    painter.fillRect(rect, fill);
    if (contrastRatio(fill, colors.base) < kHardlyTold) {
        paintOutline(painter, rect, colors.border);
    }
}

}  // namespace stowage
