// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

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

QIcon makeIcon(const QString& name, const IconColors& colors) {
    QByteArray drawing = readDrawing(name);
    return drawing.isEmpty() ? QIcon() : QIcon(new DrawingIconEngine(std::move(drawing), colors));
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

}  // namespace stowage
