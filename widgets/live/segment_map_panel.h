// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_statistics.h"
#include "engine/device/device_info.h"
#include "widgets/support/theme.h"

#include <QAbstractScrollArea>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;

namespace stowage {

class ChartTitle;
class Document;
class LiveFigures;
class LoadController;
class SegmentMapView;
class SegmentWatch;

/// What the allocator of one GPU held at one moment.
struct SegmentPicture {
    DeviceInfo device;
    std::vector<SegmentSnapshot> segments;
    SegmentMapFigures figures;  ///< of these segments
};

/// The kinds of segments of PyTorch's allocator, as people meet them.
enum class SegmentKind { Small, Shared, Own, ExpandableSmall, ExpandableLarge };

/// Small: 2 MiB of the small pool. Shared: 20 MiB of the large pool, for tensors below 10 MiB.
/// Own: made for one larger tensor. Expandable: what is mapped of the one that a pool then has.
[[nodiscard]] SegmentKind kindOf(const SegmentSnapshot& segment);

/// Which block, by indices into the segments that were laid out.
struct BlockRef {
    std::size_t segment = 0;
    std::size_t block = 0;
    friend bool operator==(const BlockRef&, const BlockRef&) = default;
};

/// A block, or the part of it that lies in one row. Pixels from the left edge of the map.
struct MapPiece {
    BlockRef ref;
    double left = 0;
    double right = 0;
    double wasteFrom = 0;  ///< where what it was asked for ends; `right` where nothing is wasted
};

/// A segment, or the part of it in one row; an open end goes on in the next row.
struct MapFrame {
    std::size_t segment = 0;
    double left = 0;
    double right = 0;
    bool opensLeft = false;
    bool opensRight = false;
};

/// One line of bars, kRowHeight high. Indices into the layout's pieces and frames.
struct MapRow {
    int top = 0;
    std::size_t firstPiece = 0, lastPiece = 0;
    std::size_t firstFrame = 0, lastFrame = 0;
};

/// The segments of one kind, with a line of text above them.
struct MapGroup {
    SegmentKind kind = SegmentKind::Small;
    int top = 0;  ///< of that line
    std::size_t segments = 0;
    std::uint64_t bytes = 0;
    std::uint64_t free = 0;   ///< of it, in no block
    std::uint64_t waste = 0;  ///< of it, lost to rounding
};

/// Where everything lies. Segments stand in the order of their age, kind after kind, in lines like
/// the words of a text; one that is longer than a line goes on in the next.
struct MapLayout {
    double bytesPerPixel = 1;
    int height = 0;
    std::vector<MapGroup> groups;
    std::vector<MapRow> rows;
    std::vector<MapPiece> pieces;  ///< by row, from left to right
    std::vector<MapFrame> frames;

    static constexpr int kRowHeight = 18, kRowGap = 5, kHeadHeight = 20;

    /// The block at a place; nothing between blocks.
    [[nodiscard]] std::optional<BlockRef> blockAt(double x, int y) const;
    /// The row that holds the first piece of a block.
    [[nodiscard]] std::optional<std::size_t> rowOf(const BlockRef& ref) const;
    /// The first row whose bottom lies below `y`.
    [[nodiscard]] std::size_t firstRowFrom(int y) const;
};

/// `width`: pixels of a line.
[[nodiscard]] MapLayout layoutSegments(const std::vector<SegmentSnapshot>& segments, int width,
                                       double bytesPerPixel);

/// The scale at which all segments just fit into `height`, or the smallest at which a segment of
/// 2 MiB can still be seen. A power of two, so that bars do not creep while a load runs.
[[nodiscard]] double fittingScale(const std::vector<SegmentSnapshot>& segments, int width,
                                  int height);

inline constexpr double kFinestScale = 512, kCoarsestScale = 512.0 * 1024;  ///< bytes a pixel

/// The Segments dock: which tensor lies where in a GPU's memory, and what is wasted; beside it the
/// sums. Takes pictures only while it can be seen.
class SegmentMapPanel : public QWidget {
    Q_OBJECT
public:
    SegmentMapPanel(LoadController* controller, const Theme* theme, QWidget* parent = nullptr);

    /// The GPU whose memory is shown; nothing: no GPU.
    [[nodiscard]] std::optional<DeviceId> device() const;
    /// Null before the first picture.
    [[nodiscard]] std::shared_ptr<const SegmentPicture> picture() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildLayout();
    /// The GPUs of the devices that there are, or of the plan.
    void listDevices();
    void showPicture();
    void showPointedAt();
    void showFigures();
    void showLegend();
    /// Tensors of another model than the one shown may have the same names.
    [[nodiscard]] bool isShownLoaded() const;
    void followSelection();
    void selectTensor(const QString& name);
    void applyTheme();

    LoadController* m_controller;
    Document* m_document;
    const Theme* m_theme;
    SegmentWatch* m_watch;
    QComboBox* m_device;
    ChartTitle* m_title;
    SegmentMapView* m_map;
    QLabel* m_details;
    LiveFigures* m_side;
};

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
    /// Pixels from which on a block carries its name, and one from which neighbours are set apart.
    static constexpr double kLeastNameWidth = 44;
    static constexpr int kInset = metrics::kPadding;
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
