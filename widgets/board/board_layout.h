// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/board_model.h"

#include <QPolygon>
#include <QRect>

#include <set>

namespace stowage {

/// How a block's bytes become its height. Logarithmic keeps small blocks apart from tiny ones.
enum class BoardScale { Linear, Logarithmic };

/// Modules that the person unfolded: blocks into their parts, runs of equal blocks (named by their
/// first block) into single blocks.
struct BoardFolding {
    std::set<ModuleId> openBlocks;
    std::set<ModuleId> openRuns;
};

/// What a layout follows from beside the plan. Pixels at 100 %.
struct BoardLayoutOptions {
    BoardScale scale = BoardScale::Linear;
    int width = 800;
    int viewportHeight = 600;
    Qt::LayoutDirection direction = Qt::LeftToRight;
    const BoardPreview* preview = nullptr;  ///< a drag in flight, or null
};

/// One painted row of a lane.
struct BoardEntry {
    enum class Kind {
        Block,   ///< a block
        Header,  ///< the name of an unfolded block; its parts follow
        Part,    ///< a module of an unfolded block
        Run,     ///< several equal blocks as one
        Hole,    ///< where a dragged block lies now
        Ghost,   ///< where it would lie
    };
    Kind kind = Kind::Block;
    ModuleId module;             ///< a run's first
    std::size_t firstBlock = 0;  ///< in BoardModel::blocks
    std::size_t lastBlock = 0;   ///< the same but for runs
    DeviceId device;
    std::uint64_t bytes = 0;
    QString label;
    QString sizeText;  ///< "≈" in front where the least height enlarged the block
    QRect rect;
    int depth = 0;
    bool enlarged = false;
    bool canUnfold = false;
    bool pinned = false;
    bool movedByHand = false;
};

/// A dashed or solid line from the last block before a change of device to the first one after it.
struct BoardLink {
    std::size_t fromLane = 0, toLane = 0;
    QRect port;       ///< the row under the last block where the bytes stand
    QString amount;   ///< "3.0 KiB", "0 B", or empty
    QString where;    ///< "to GPU 1", "stays on GPU 0"
    QPolygon points;  ///< from the port to the first block
    bool solid = false;
    bool isNew = false;  ///< only there after the drop
};

/// A line of small text under a lane.
struct BoardNote {
    QRect rect;
    QString text;
    bool isWarning = false;
};

struct BoardLane {
    DeviceId device;
    QRect column;           ///< x and width of the blocks; full height of the content
    std::size_t first = 0;  ///< entries [first, last), ascending by y
    std::size_t last = 0;
    int blocksBottom = 0;
    std::optional<int> overY;  ///< where the limit's exact byte lies, if the lane is over it
    std::optional<int> limitY;
    QRect kept;         ///< room kept for the largest layer; null: none
    QString keptText;   ///< two lines
    QString keptShort;  ///< where only a few words fit
    QString limitText;
    std::vector<BoardNote> notes;
};

/// Where everything of the board lies, in content coordinates. A value; no widgets involved.
///
///     lane       gutter      lane
///     ┌────────┐   ┌───────→┌────────┐
///     │ block  │   │        │ block  │
///     ├────────┤   │        └────────┘
///     │ block  │   │
///     └────────┘   │
///      3.0 KiB ────┘        the port of a link
class BoardLayout {
public:
    BoardLayout() = default;
    BoardLayout(const BoardModel& model, const BoardFolding& folding,
                const BoardLayoutOptions& options);

    [[nodiscard]] const std::vector<BoardLane>& lanes() const { return m_lanes; }
    [[nodiscard]] const std::vector<BoardEntry>& entries() const { return m_entries; }
    [[nodiscard]] const std::vector<BoardLink>& links() const { return m_links; }
    [[nodiscard]] QSize size() const { return m_size; }
    [[nodiscard]] bool isMirrored() const { return m_mirrored; }

    /// Lane whose column, with half a gutter on both sides, holds `x`.
    [[nodiscard]] std::optional<std::size_t> laneAt(int x) const;
    /// Entry under `point`, by binary search; nothing between blocks.
    [[nodiscard]] std::optional<std::size_t> entryAt(const QPoint& point) const;
    /// First entry of the lane whose bottom lies below `y`: where painting starts.
    [[nodiscard]] std::size_t firstEntryBelow(const BoardLane& lane, int y) const;
    /// The entry that shows the module, or the block or run around it.
    [[nodiscard]] std::optional<std::size_t> entryOf(const BoardModel& model,
                                                     ModuleId module) const;

private:
    friend class BoardLayoutBuilder;
    std::vector<BoardLane> m_lanes;
    std::vector<BoardEntry> m_entries;
    std::vector<BoardLink> m_links;
    QSize m_size;
    bool m_mirrored = false;
};

/// Number at the end of a dotted path and what stands before it; nothing where there is none.
[[nodiscard]] std::optional<std::pair<QStringView, int>> splitNumber(const QString& path);

namespace board {
inline constexpr int kMargin = 8;
inline constexpr int kNarrowMargin = 4;  ///< before the board scrolls sideways
inline constexpr int kTargetFrame = 4;   ///< from a lane's blocks to its frame during a drag
inline constexpr int kTopChannel = 12;   ///< above the blocks: links to lanes further off
inline constexpr int kPortHeight = 20;
inline constexpr int kSegmentGap = 8;
inline constexpr int kWidestLane = 236;
inline constexpr int kRunHeight = 26;
inline constexpr std::size_t kShortestRun = 13;
inline constexpr int kFoldFromScreens = 3;
}  // namespace board

}  // namespace stowage
