// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_layout.h"

#include "engine/model/joined_tree.h"
#include "engine/plan/forward_estimate.h"
#include "widgets/support/formats.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace stowage {

/// Builds one BoardLayout; used by its constructor only.
class BoardLayoutBuilder {
public:
    BoardLayoutBuilder(BoardLayout& layout, const BoardModel& model, const BoardFolding& folding,
                       const BoardLayoutOptions& options)
        : m_layout(layout), m_model(model), m_folding(folding), m_options(options) {}
    void build();

private:
    /// A row of a lane before folding: a block, a part dragged out of one, or where one was.
    struct Row {
        std::size_t block = 0;
        BoardEntry::Kind kind = BoardEntry::Kind::Block;
        const BoardPreview::Part* part = nullptr;
        bool endsSegment = false;  ///< a port follows
    };

    void placeLanes();
    void sortIntoLanes();
    void markSegments();
    void fillLane(std::size_t lane);
    void addRow(const Row& row, int& y);
    void addRun(const std::vector<Row>& rows, std::size_t first, std::size_t last, int& y);
    void addParts(ModuleId module, const BoardBlock& block, std::size_t index, int depth, int& y);
    void addEntry(BoardEntry entry, std::uint64_t heightBytes, int& y);
    void placeRoom(BoardLane& lane, const DevicePlacement& placement, int& y);
    void addNotes(BoardLane& lane, const DevicePlacement& placement, int& y);
    void addNote(BoardLane& lane, const QString& text, bool isWarning, int& y);
    void findOverflow(BoardLane& lane, const DevicePlacement& placement);
    void addLinks();
    void routeLink(BoardLink& link, int targetY, int index);
    void mirror();

    [[nodiscard]] int heightOf(double bytes) const;
    [[nodiscard]] std::size_t runLength(const std::vector<Row>& rows, std::size_t first) const;
    [[nodiscard]] DeviceId effectiveDevice(std::size_t block) const;
    [[nodiscard]] bool isDragged(std::size_t block) const;
    [[nodiscard]] std::size_t laneOf(DeviceId device) const;

    BoardLayout& m_layout;
    const BoardModel& m_model;
    const BoardFolding& m_folding;
    const BoardLayoutOptions& m_options;
    double m_pixelsPerByte = 0;
    std::vector<std::vector<Row>> m_rows;  ///< by lane
    std::vector<int> m_portY;              ///< by block: y of the port under it, or −1
    std::vector<int> m_entryOfBlock;       ///< by block: the entry that shows it where it will lie
    std::size_t m_lane = 0;                ///< the lane being filled
};

namespace {

constexpr double kLargestMedianHeight = 30;
constexpr double kScreensForModel = 1.4;
constexpr double kLogStep = 12;

QString blockSizeText(std::uint64_t bytes, bool enlarged) {
    const QString size = sizeText(bytes);
    return enlarged ? QStringLiteral("≈ ") + size : size;
}

/// Stable while the person edits: it depends on the model and the window, not on the plan.
double pixelsPerByte(const BoardModel& model, int viewportHeight) {
    const auto median = static_cast<double>(model.medianBytes);
    const auto total = static_cast<double>(std::max<std::uint64_t>(1, model.totalBytes));
    return std::clamp(kScreensForModel * viewportHeight / total, px(metrics::kBlockMin) / median,
                      px(kLargestMedianHeight) / median);
}

constexpr int kNoteLine = 16;
constexpr int kNoteGap = 10;
constexpr double kRoomShareOfView = 0.6;  // more free room than this is not drawn
constexpr int kBottomPadding = 16;
constexpr int kNear = 9;  // clear of the frame of a lane that a drag hovers over
constexpr int kTrack = 4;
constexpr int kTracks = 3;

/// Whose texts these are, for the catalogues.
struct LayoutTexts {
    Q_DECLARE_TR_FUNCTIONS(Board)
};

/// As wide as a lane's blocks.
QRect across(const QRect& column, int y, int height) {
    return {column.left(), y, column.width(), height};
}

/// "trf_blocks.0" … "trf_blocks.10" → "trf_blocks.0–10"; nothing where the names are no such row.
std::optional<QString> rangeLabel(const QString& first, const QString& last) {
    const auto from = splitNumber(first);
    const auto to = splitNumber(last);
    return from && to && from->first == to->first
               ? std::optional(first + QStringLiteral("–") + QString::number(to->second))
               : std::nullopt;
}

}  // namespace

void BoardLayoutBuilder::build() {
    m_pixelsPerByte = pixelsPerByte(m_model, m_options.viewportHeight);
    m_portY.assign(m_model.blocks.size(), -1);
    m_entryOfBlock.assign(m_model.blocks.size(), -1);
    placeLanes();
    sortIntoLanes();
    markSegments();
    int height = 0;
    for (std::size_t lane = 0; lane < m_layout.m_lanes.size(); ++lane) {
        fillLane(lane);
        height = std::max(height, m_layout.m_lanes[lane].column.height());
    }
    for (BoardLane& lane : m_layout.m_lanes) {
        lane.column.setHeight(std::max(height, m_options.viewportHeight));
    }
    m_layout.m_size.setHeight(height);
    addLinks();
    if (m_options.direction == Qt::RightToLeft) {
        mirror();
    }
}

void BoardLayoutBuilder::placeLanes() {
    const auto count = static_cast<int>(m_model.lanes.size());
    if (count == 0) {
        return;
    }
    const int gaps = metrics::kLaneGap * (count - 1);
    const int narrowest = count * px(metrics::kLaneWidth) + gaps;
    const int margin =
        m_options.width >= narrowest + 2 * board::kMargin ? board::kMargin : board::kNarrowMargin;
    const int available = m_options.width - 2 * margin - gaps;
    const int width =
        std::clamp(available / count, px(metrics::kLaneWidth), px(board::kWidestLane));
    int x = margin;
    for (const DevicePlacement& placement : m_model.lanes) {
        BoardLane lane;
        lane.device = placement.device.id;
        lane.column = QRect(x, 0, width, 0);
        m_layout.m_lanes.push_back(lane);
        x += width + metrics::kLaneGap;
    }
    m_rows.resize(m_layout.m_lanes.size());
    m_layout.m_size.setWidth(std::max(m_options.width, x - metrics::kLaneGap + margin));
}

std::size_t BoardLayoutBuilder::laneOf(DeviceId device) const {
    const auto found = std::ranges::find(m_layout.m_lanes, device, &BoardLane::device);
    return static_cast<std::size_t>(found - m_layout.m_lanes.begin());
}

bool BoardLayoutBuilder::isDragged(std::size_t block) const {
    return m_options.preview != nullptr && m_options.preview->refusal.isEmpty() &&
           std::ranges::binary_search(m_options.preview->blocks, block);
}

DeviceId BoardLayoutBuilder::effectiveDevice(std::size_t block) const {
    return isDragged(block) ? m_options.preview->target : m_model.blocks[block].device;
}

void BoardLayoutBuilder::sortIntoLanes() {
    const auto add = [this](DeviceId device, Row row) {
        const std::size_t lane = laneOf(device);
        if (lane < m_rows.size()) {
            m_rows[lane].push_back(row);
        }
    };
    for (std::size_t i = 0; i < m_model.blocks.size(); ++i) {
        const bool dragged = isDragged(i);
        add(m_model.blocks[i].device,
            {.block = i, .kind = dragged ? BoardEntry::Kind::Hole : BoardEntry::Kind::Block});
        if (dragged) {
            add(m_options.preview->target, {.block = i, .kind = BoardEntry::Kind::Ghost});
        }
        if (m_options.preview == nullptr || !m_options.preview->refusal.isEmpty()) {
            continue;
        }
        for (const BoardPreview::Part& part : m_options.preview->parts) {
            if (part.block == i) {
                add(m_options.preview->target,
                    {.block = i, .kind = BoardEntry::Kind::Ghost, .part = &part});
            }
        }
    }
}

void BoardLayoutBuilder::markSegments() {
    for (auto& rows : m_rows) {
        for (Row& row : rows) {
            if (row.kind == BoardEntry::Kind::Hole || row.part != nullptr) {
                continue;
            }
            const DeviceId device = effectiveDevice(row.block);
            const std::size_t next = row.block + 1;
            const DeviceId after = next < m_model.blocks.size() ? effectiveDevice(next) : device;
            row.endsSegment = after != device && after != kNoDevice && device != kNoDevice &&
                              m_model.goesOn(row.block);
        }
    }
}

int BoardLayoutBuilder::heightOf(double bytes) const {
    if (m_options.scale == BoardScale::Logarithmic) {
        const double units = bytes / static_cast<double>(m_model.medianBytes);
        return px(metrics::kBlockMin) +
               static_cast<int>(std::lround(px(kLogStep) * std::log2(1 + units)));
    }
    return static_cast<int>(std::lround(bytes * m_pixelsPerByte));
}

std::size_t BoardLayoutBuilder::runLength(const std::vector<Row>& rows, std::size_t first) const {
    const BoardBlock& start = m_model.blocks[rows[first].block];
    const auto startNumber = splitNumber(start.label);
    if (rows[first].kind != BoardEntry::Kind::Block || !startNumber ||
        m_folding.openBlocks.contains(start.module)) {
        return 1;
    }
    std::size_t count = 1;
    while (first + count < rows.size() && !rows[first + count - 1].endsSegment) {
        const Row& row = rows[first + count];
        const BoardBlock& block = m_model.blocks[row.block];
        const auto number = splitNumber(block.label);
        if (row.kind != BoardEntry::Kind::Block || block.bytes != start.bytes || !number ||
            number->first != startNumber->first ||
            number->second != startNumber->second + static_cast<int>(count) ||
            m_folding.openBlocks.contains(block.module)) {
            break;
        }
        ++count;
    }
    return count;
}

void BoardLayoutBuilder::fillLane(std::size_t index) {
    m_lane = index;
    BoardLane& lane = m_layout.m_lanes[index];
    const std::vector<Row>& rows = m_rows[index];
    int unfolded = 0;
    for (const Row& row : rows) {
        unfolded += std::max(px(metrics::kBlockMin),
                             heightOf(static_cast<double>(m_model.blocks[row.block].bytes)));
    }
    const bool fold = unfolded > board::kFoldFromScreens * m_options.viewportHeight;
    lane.first = m_layout.m_entries.size();
    int y = board::kTopChannel;
    bool portIsDue = false;
    std::size_t portBlock = 0;
    for (std::size_t i = 0; i < rows.size();) {
        if (portIsDue && rows[i].kind != BoardEntry::Kind::Hole) {
            m_portY[portBlock] = y;
            y += px(board::kPortHeight) + board::kSegmentGap;
            portIsDue = false;
        }
        const std::size_t length = fold ? runLength(rows, i) : 1;
        const std::size_t end = i + length;
        const ModuleId first = m_model.blocks[rows[i].block].module;
        if (length >= board::kShortestRun && !m_folding.openRuns.contains(first)) {
            addRun(rows, i, end, y);
            i = end;
        }
        for (; i < end; ++i) {
            addRow(rows[i], y);
        }
        if (rows[i - 1].endsSegment) {
            portIsDue = true;
            portBlock = rows[i - 1].block;
        }
    }
    lane.last = m_layout.m_entries.size();
    lane.blocksBottom = y;
    if (portIsDue) {
        m_portY[portBlock] = y;
        y += px(board::kPortHeight);
    }
    const DevicePlacement& placement = m_model.lanes[index];
    if (m_options.preview == nullptr || m_options.preview->target != lane.device) {
        findOverflow(lane, placement);
    }
    placeRoom(lane, placement, y);
    addNotes(lane, placement, y);
    lane.column.setHeight(y + kBottomPadding);
}

void BoardLayoutBuilder::addRow(const Row& row, int& y) {
    const BoardBlock& block = m_model.blocks[row.block];
    BoardEntry entry;
    entry.kind = row.kind;
    entry.module = row.part != nullptr ? row.part->module : block.module;
    entry.firstBlock = entry.lastBlock = row.block;
    entry.device = m_layout.m_lanes[m_lane].device;
    entry.bytes = row.part != nullptr ? row.part->bytes : block.bytes;
    entry.label = row.part != nullptr
                      ? QString::fromStdString(m_model.tree().path(row.part->module))
                      : block.label;
    entry.canUnfold = block.hasParts && row.kind == BoardEntry::Kind::Block;
    entry.pinned = block.pinned;
    entry.movedByHand = block.movedByHand;
    if (row.kind != BoardEntry::Kind::Hole && row.part == nullptr) {
        m_entryOfBlock[row.block] = static_cast<int>(m_layout.m_entries.size());
    }
    if (entry.canUnfold && m_folding.openBlocks.contains(block.module)) {
        entry.kind = BoardEntry::Kind::Header;
        addEntry(entry, ownModuleBytes(*m_model.plan, block.module), y);
        addParts(block.module, block, row.block, 1, y);
        return;
    }
    addEntry(entry, entry.bytes, y);
}

void BoardLayoutBuilder::addParts(ModuleId module, const BoardBlock& block, std::size_t index,
                                  int depth, int& y) {
    const ModuleTree& tree = m_model.tree();
    for (const ModuleId child : tree.children(module)) {
        BoardEntry entry;
        entry.bytes = moduleBytes(*m_model.plan, child);
        if (entry.bytes == 0) {
            continue;
        }
        entry.kind = BoardEntry::Kind::Part;
        entry.module = child;
        entry.firstBlock = entry.lastBlock = index;
        entry.device = block.device;
        entry.label = QString::fromStdString(tree.node(child).name);
        entry.depth = depth;
        entry.canUnfold = hasTensorsBelow(tree, child);
        if (entry.canUnfold && m_folding.openBlocks.contains(child)) {
            entry.kind = BoardEntry::Kind::Header;
            addEntry(entry, ownModuleBytes(*m_model.plan, child), y);
            addParts(child, block, index, depth + 1, y);
        } else {
            addEntry(entry, entry.bytes, y);
        }
    }
}

void BoardLayoutBuilder::addRun(const std::vector<Row>& rows, std::size_t first, std::size_t last,
                                int& y) {
    const BoardBlock& start = m_model.blocks[rows[first].block];
    BoardEntry entry;
    entry.kind = BoardEntry::Kind::Run;
    entry.module = start.module;
    entry.firstBlock = rows[first].block;
    entry.lastBlock = rows[last - 1].block;
    entry.device = start.device;
    entry.bytes = start.bytes * (last - first);
    entry.label =
        rangeLabel(start.label, m_model.blocks[entry.lastBlock].label).value_or(start.label);
    entry.sizeText =
        QStringLiteral("%1 × %2").arg(last - first).arg(blockSizeText(start.bytes, false));
    entry.canUnfold = true;
    entry.rect = across(m_layout.m_lanes[m_lane].column, y, px(board::kRunHeight));
    for (std::size_t i = first; i < last; ++i) {
        m_entryOfBlock[rows[i].block] = static_cast<int>(m_layout.m_entries.size());
        entry.pinned |= m_model.blocks[rows[i].block].pinned;
        entry.movedByHand |= m_model.blocks[rows[i].block].movedByHand;
    }
    y += px(board::kRunHeight);
    m_layout.m_entries.push_back(std::move(entry));
}

void BoardLayoutBuilder::addEntry(BoardEntry entry, std::uint64_t heightBytes, int& y) {
    const int natural = heightOf(static_cast<double>(heightBytes));
    const int height = std::max(px(metrics::kBlockMin), natural);
    entry.enlarged = natural < px(metrics::kBlockMin) && entry.kind != BoardEntry::Kind::Header;
    entry.sizeText = blockSizeText(entry.bytes, entry.enlarged);
    entry.rect = across(m_layout.m_lanes[m_lane].column, y, height);
    y += height;
    m_layout.m_entries.push_back(std::move(entry));
}

void BoardLayoutBuilder::mirror() {
    const int width = m_layout.m_size.width();
    const auto flip = [width](QRect& rect) { rect.moveLeft(width - rect.left() - rect.width()); };
    for (BoardLane& lane : m_layout.m_lanes) {
        flip(lane.column);
        flip(lane.kept);
        for (BoardNote& note : lane.notes) {
            flip(note.rect);
        }
    }
    for (BoardEntry& entry : m_layout.m_entries) {
        flip(entry.rect);
    }
    for (BoardLink& link : m_layout.m_links) {
        flip(link.port);
        for (QPoint& point : link.points) {
            point.setX(width - 1 - point.x());
        }
    }
    m_layout.m_mirrored = true;
}

// What stands under the blocks of a lane: the room to its limit, notes, and the links' ports.

void BoardLayoutBuilder::findOverflow(BoardLane& lane, const DevicePlacement& placement) {
    if (!placement.budget || placement.overBudget() <= 0) {
        return;
    }
    double before = 0;
    for (std::size_t i = lane.first; i < lane.last; ++i) {
        const BoardEntry& entry = m_layout.m_entries[i];
        if (entry.kind == BoardEntry::Kind::Header) {
            continue;  // its parts follow
        }
        const auto bytes = static_cast<double>(entry.bytes);
        if (before + bytes > *placement.budget) {
            const double share = (*placement.budget - before) / bytes;
            lane.overY = entry.rect.top() + static_cast<int>(share * entry.rect.height());
            return;
        }
        before += bytes;
    }
}

void BoardLayoutBuilder::placeRoom(BoardLane& lane, const DevicePlacement& placement, int& y) {
    if (!placement.budget || lane.first == lane.last || m_options.preview != nullptr) {
        return;
    }
    const double room = *placement.budget - placement.weights;
    const double height = room * m_pixelsPerByte;
    if (room < 0 || height > kRoomShareOfView * m_options.viewportHeight) {
        return;
    }
    const double kept = std::min(room, placement.reservedForLargestLayer);
    y += std::max(2, static_cast<int>(std::lround((room - kept) * m_pixelsPerByte)));
    if (kept > 0) {
        const int keptHeight =
            std::max(px(metrics::kBlockMin), static_cast<int>(std::lround(kept * m_pixelsPerByte)));
        lane.kept = across(lane.column, y, keptHeight);
        lane.keptText = LayoutTexts::tr("Kept free for the largest layer") + u'\n' + sizeText(kept);
        lane.keptShort = LayoutTexts::tr("Kept free: %1").arg(sizeText(kept));
        y += keptHeight;
    }
    lane.limitY = y;
    lane.limitText = LayoutTexts::tr("Limit %1").arg(sizeText(*placement.budget));
    y += px(kNoteLine) + 4;
}

void BoardLayoutBuilder::addNote(BoardLane& lane, const QString& text, bool isWarning, int& y) {
    lane.notes.push_back({across(lane.column, y, px(kNoteLine)), text, isWarning});
    y += px(kNoteLine);
}

void BoardLayoutBuilder::addNotes(BoardLane& lane, const DevicePlacement& placement, int& y) {
    if (lane.first == lane.last) {
        addNote(lane, LayoutTexts::tr("Drop layers here"), false, y);
        return;
    }
    y += kNoteGap;
    if (lane.overY) {
        addNote(lane, LayoutTexts::tr("%1 over the limit").arg(sizeText(placement.overBudget())),
                true, y);
        addNote(lane, LayoutTexts::tr("Limit at arrows: %1").arg(sizeText(*placement.budget)),
                false, y);
    }
    if (lane.device == kNoDevice) {
        addNote(lane, LayoutTexts::tr("Layers not loaded:"), true, y);
        addNote(lane, LayoutTexts::tr("drag them to a device"), false, y);
        return;
    }
    const DeviceId runs = m_model.plan->executionDevice();
    const auto brought = static_cast<double>(bytesBrought(*m_model.plan, lane.device, runs).first);
    if (brought > 0 && m_options.preview == nullptr) {
        addNote(lane,
                (brought < placement.weights ? LayoutTexts::tr("Some layers run on %1;")
                                             : LayoutTexts::tr("These layers run on %1;"))
                    .arg(laneLabel(runs)),
                false, y);
        const bool isRead = lane.device.kind == DeviceKind::Disk;
        const bool isOfOne = !isOfSeveralModels(m_model.tree());
        const QString words = isOfOne ? (isRead ? LayoutTexts::tr("%1 read per token")
                                                : LayoutTexts::tr("%1 copied per token"))
                                      : (isRead ? LayoutTexts::tr("%1 read for each run")
                                                : LayoutTexts::tr("%1 copied for each run"));
        addNote(lane, words.arg(sizeText(brought)), false, y);
    }
}

void BoardLayoutBuilder::addLinks() {
    int index = 0;
    for (std::size_t block = 0; block + 1 < m_model.blocks.size(); ++block) {
        const int entry = m_entryOfBlock[block + 1];
        if (m_portY[block] < 0 || entry < 0) {
            continue;
        }
        const DeviceId from = effectiveDevice(block);
        const DeviceId to = effectiveDevice(block + 1);
        const DeviceId runsFrom = m_model.runsOn(m_model.blocks[block].module, from);
        const DeviceId runsTo = m_model.runsOn(m_model.blocks[block + 1].module, to);
        BoardLink link;
        link.fromLane = laneOf(from);
        link.toLane = laneOf(to);
        link.port =
            across(m_layout.m_lanes[link.fromLane].column, m_portY[block], px(board::kPortHeight));
        link.solid = runsFrom != runsTo;
        link.where = (link.solid ? LayoutTexts::tr("to %1") : LayoutTexts::tr("stays on %1"))
                         .arg(laneLabel(runsTo));
        if (!link.solid) {
            link.amount = fromTheRight(sizeText(0.0) + listSeparator().trimmed());
        } else if (m_model.activationBytes) {
            link.amount = sizeText(static_cast<double>(*m_model.activationBytes));
        }
        link.isNew =
            m_options.preview != nullptr && (isDragged(block) || isDragged(block + 1)) &&
            (m_model.blocks[block].device == m_model.blocks[block + 1].device ||
             from != m_model.blocks[block].device || to != m_model.blocks[block + 1].device);
        const QRect& target = m_layout.m_entries[static_cast<std::size_t>(entry)].rect;
        routeLink(link, target.top() + std::min(target.height(), 2 * px(metrics::kBlockMin)) / 2,
                  index++);
        m_layout.m_links.push_back(std::move(link));
    }
}

void BoardLayoutBuilder::routeLink(BoardLink& link, int targetY, int index) {
    const QRect& from = m_layout.m_lanes[link.fromLane].column;
    const QRect& to = m_layout.m_lanes[link.toLane].column;
    const bool forward = link.fromLane < link.toLane;
    const int portY = link.port.center().y();
    const int track = (index % kTracks) * kTrack;
    // The gutter beside the source, on the side of the target.
    const int nearX = forward ? from.right() + kNear + track : from.left() - kNear - track;
    const int farX = forward ? to.left() - kNear - track : to.right() + kNear + track;
    const QPoint start(forward ? from.right() + 1 : from.left() - 1, portY);
    const QPoint end(forward ? to.left() - 1 : to.right() + 1, targetY);
    const bool adjacent = link.fromLane + 1 == link.toLane || link.toLane + 1 == link.fromLane;
    if (adjacent) {
        link.points = QPolygon({start, QPoint(nearX, portY), QPoint(nearX, targetY), end});
        return;
    }
    // Over the lanes between, above their blocks, so that no line crosses a block.
    const int channelY = 3 + (index % kTracks) * 3;
    link.points = QPolygon({start, QPoint(nearX, portY), QPoint(nearX, channelY),
                            QPoint(farX, channelY), QPoint(farX, targetY), end});
}

std::optional<std::pair<QStringView, int>> splitNumber(const QString& path) {
    const qsizetype dot = path.lastIndexOf(u'.');
    bool isNumber = false;
    const int number = QStringView(path).mid(dot + 1).toInt(&isNumber);
    return isNumber ? std::optional(std::pair(QStringView(path).left(dot + 1), number))
                    : std::nullopt;
}

BoardLayout::BoardLayout(const BoardModel& model, const BoardFolding& folding,
                         const BoardLayoutOptions& options) {
    BoardLayoutBuilder(*this, model, folding, options).build();
}

std::optional<std::size_t> BoardLayout::laneAt(int x) const {
    constexpr int kHalfGap = metrics::kLaneGap / 2;
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const QRect& column = m_lanes[i].column;
        if (x >= column.left() - kHalfGap && x <= column.right() + kHalfGap) {
            return i;
        }
    }
    return std::nullopt;
}

std::size_t BoardLayout::firstEntryBelow(const BoardLane& lane, int y) const {
    const auto begin = m_entries.begin() + static_cast<std::ptrdiff_t>(lane.first);
    const auto end = m_entries.begin() + static_cast<std::ptrdiff_t>(lane.last);
    const auto found = std::partition_point(
        begin, end, [y](const BoardEntry& entry) { return entry.rect.bottom() < y; });
    return static_cast<std::size_t>(found - m_entries.begin());
}

std::optional<std::size_t> BoardLayout::entryAt(const QPoint& point) const {
    const auto lane = laneAt(point.x());
    const std::size_t entry = lane ? firstEntryBelow(m_lanes[*lane], point.y()) : 0;
    const bool isOnIt =
        lane && entry < m_lanes[*lane].last && m_entries[entry].rect.contains(point);
    return isOnIt ? std::optional(entry) : std::nullopt;
}

std::optional<std::size_t> BoardLayout::entryOf(const BoardModel& model, ModuleId module) const {
    auto block = model.blockAround(module);
    if (!block) {
        const auto [first, last] = model.blocksIn(module);
        if (first == last) {
            return std::nullopt;
        }
        block = first;
    }
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const BoardEntry& entry = m_entries[i];
        if (entry.kind == BoardEntry::Kind::Ghost || entry.firstBlock > *block ||
            entry.lastBlock < *block) {
            continue;
        }
        if (entry.module == module) {
            return i;
        }
        best = best.value_or(i);
    }
    return best;
}

}  // namespace stowage
