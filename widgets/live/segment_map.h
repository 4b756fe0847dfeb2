// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_statistics.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QTimer>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// What the allocator of one GPU held at one moment.
struct SegmentPicture {
    DeviceInfo device;
    std::vector<SegmentSnapshot> segments;
    SegmentMapFigures figures;  ///< of these segments
};

/// Follows the segments of one GPU of the running or the last load: four times a second while a
/// load runs, once a second else. Pictures are taken in a worker, as many blocks take their time
/// to copy and the allocator is locked meanwhile. UI thread only.
class SegmentWatch : public QObject {
    Q_OBJECT
public:
    enum class Mode { Off, On };

    explicit SegmentWatch(LoadController* controller, QObject* parent = nullptr);

    /// Nothing: no GPU.
    void setDevice(std::optional<DeviceId> device);
    [[nodiscard]] std::optional<DeviceId> device() const { return m_device; }
    /// Off takes no pictures: for a view that nobody sees.
    void setMode(Mode mode);
    /// Null before the first picture, and where there is no such GPU.
    [[nodiscard]] const std::shared_ptr<const SegmentPicture>& picture() const { return m_picture; }

Q_SIGNALS:
    /// Another picture, which differs from the one before.
    void changed();

private:
    void take();
    void show(std::shared_ptr<const SegmentPicture> picture);

    LoadController* m_controller;
    std::optional<DeviceId> m_device;
    std::shared_ptr<const SegmentPicture> m_picture;
    QTimer m_timer;
    Worker m_worker;
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

}  // namespace stowage
