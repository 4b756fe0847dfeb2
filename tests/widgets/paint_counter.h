// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>

namespace stowage::test {

/// Counts what a widget draws, and draws nothing.
class CountingEngine : public QPaintEngine {
public:
    CountingEngine() : QPaintEngine(AllFeatures) {}
    int rects = 0;
    int others = 0;
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawRects(const QRectF*, int count) override { rects += count; }
    void drawRects(const QRect*, int count) override { rects += count; }
    void drawLines(const QLineF*, int count) override { others += count; }
    void drawLines(const QLine*, int count) override { others += count; }
    void drawPath(const QPainterPath&) override { ++others; }
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override { ++others; }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { ++others; }
    void drawTextItem(const QPointF&, const QTextItem&) override { ++others; }
    Type type() const override { return User; }
};

class CountingDevice : public QPaintDevice {
public:
    explicit CountingDevice(QSize size) : m_size(size) {}
    mutable CountingEngine engine;
    QPaintEngine* paintEngine() const override { return &engine; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
            case PdmWidth:
                return m_size.width();
            case PdmHeight:
                return m_size.height();
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY:
                return 96;
            case PdmDepth:
                return 32;
            case PdmDevicePixelRatio:
                return 1;
            case PdmDevicePixelRatioScaled:
                return static_cast<int>(devicePixelRatioFScale());
            default:
                return 0;
        }
    }

private:
    QSize m_size;
};

}  // namespace stowage::test
