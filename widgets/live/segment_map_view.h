// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/live/segment_map.h"
#include "widgets/support/theme.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <string>

namespace stowage {

/// Where a block's parts are told apart: what was asked for, what rounding took, what is free.
struct SegmentBrushes {
    QBrush used, waste, free, cached;
    QColor name;  ///< of text on a used block
};

[[nodiscard]] SegmentBrushes segmentBrushes(const ThemeColors& colors, DeviceId device);

/// Every segment of one GPU's caching allocator as a bar to scale, and the blocks inside it.
/// Hover or the arrow keys tell what a block is; a click or Return asks for its tensor. Ctrl and
/// the wheel, or + and −, change the scale, 0 goes back to the one that fits.
class SegmentMapView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit SegmentMapView(const Theme* theme, QWidget* parent = nullptr);

    /// Null shows `emptyText`. What is current stays so as long as its block is there.
    void setPicture(std::shared_ptr<const SegmentPicture> picture);
    void setEmptyText(const QString& text);
    /// Blocks of tensors below this module are framed; nothing: none.
    void setMarkedModule(const std::optional<std::string>& path);

    [[nodiscard]] const MapLayout& layoutShown() const { return m_layout; }
    /// The block under the pointer, else the one that the keys went to.
    [[nodiscard]] std::optional<BlockRef> pointedAt() const {
        return m_hover ? m_hover : m_current;
    }
    /// Everything about a block, in one sentence: what its tooltip and the line below the map say.
    [[nodiscard]] QString describe(const BlockRef& ref) const;
    /// Where the first piece of a block stands now, in the viewport's pixels.
    [[nodiscard]] QRectF rectOf(const BlockRef& ref) const;

Q_SIGNALS:
    /// Another block is pointed at, or what is known of it changed.
    void pointedAtChanged();
    /// A click or Return on a block that belongs to a tensor.
    void tensorRequested(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    /// Which tensor's block, whatever its place in the list.
    struct BlockKey {
        std::uint64_t segment = 0;
        std::uint64_t offset = 0;
    };

    void layOut();
    void setScale(std::optional<double> bytesPerPixel);
    void setCurrent(std::optional<BlockRef> ref);
    void setHover(std::optional<BlockRef> ref);
    void moveCurrent(int step);
    void moveRow(int step);
    void showBlock(const BlockRef& ref);
    void activate(const BlockRef& ref);
    [[nodiscard]] std::optional<BlockRef> find(const BlockKey& key) const;
    [[nodiscard]] const BlockSnapshot& block(const BlockRef& ref) const;
    [[nodiscard]] bool isMarked(const BlockSnapshot& block) const;
    void paintGroup(QPainter& painter, const MapGroup& group, int y) const;
    void paintRow(QPainter& painter, const MapRow& row, int y) const;
    void paintPiece(QPainter& painter, const MapPiece& piece, const QRectF& rect,
                    const SegmentBrushes& brushes) const;

    const Theme* m_theme;
    std::shared_ptr<const SegmentPicture> m_picture;
    QString m_emptyText;
    MapLayout m_layout;
    std::optional<double> m_scale;  ///< that a person chose; nothing: the one that fits
    std::optional<BlockRef> m_current;
    std::optional<BlockRef> m_hover;
    std::optional<std::string> m_marked;
};

}  // namespace stowage
