// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/board_layout_builder.h"

#include "engine/base/byte_size.h"
#include "widgets/support/theme.h"

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr double kLargestMedianHeight = 30;
constexpr double kScreensForModel = 1.4;
constexpr double kLogStep = 12;

QString sizeOf(std::uint64_t bytes, bool enlarged) {
    const QString size = QString::fromStdString(formatSize(static_cast<double>(bytes)));
    return enlarged ? QStringLiteral("≈ ") + size : size;
}

/// Stable while the person edits: it depends on the model and the window, not on the plan.
double pixelsPerByte(const BoardModel& model, int viewportHeight) {
    const auto median = static_cast<double>(model.medianBytes);
    const auto total = static_cast<double>(std::max<std::uint64_t>(1, model.totalBytes));
    return std::clamp(kScreensForModel * viewportHeight / total, metrics::kBlockMin / median,
                      kLargestMedianHeight / median);
}

}  // namespace

std::optional<std::pair<QStringView, int>> splitNumber(const QString& path) {
    const qsizetype dot = path.lastIndexOf(u'.');
    bool isNumber = false;
    const int number = QStringView(path).mid(dot + 1).toInt(&isNumber);
    if (!isNumber) {
        return std::nullopt;
    }
    return std::pair(QStringView(path).left(dot + 1), number);
}

std::optional<QString> rangeLabel(const QString& first, const QString& last) {
    const auto from = splitNumber(first);
    const auto to = splitNumber(last);
    if (!from || !to || from->first != to->first) {
        return std::nullopt;
    }
    return first + QStringLiteral("–") + QString::number(to->second);
}

BoardLayoutBuilder::BoardLayoutBuilder(BoardLayout& layout, const BoardModel& model,
                                       const BoardFolding& folding,
                                       const BoardLayoutOptions& options)
    : m_layout(layout), m_model(model), m_folding(folding), m_options(options) {}

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
    const int narrowest = count * metrics::kLaneWidth + gaps;
    const int margin =
        m_options.width >= narrowest + 2 * board::kMargin ? board::kMargin : board::kNarrowMargin;
    const int available = m_options.width - 2 * margin - gaps;
    const int width = std::clamp(available / count, metrics::kLaneWidth, board::kWidestLane);
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
    const auto& lanes = m_layout.m_lanes;
    const auto found = std::find_if(lanes.begin(), lanes.end(), [device](const BoardLane& lane) {
        return lane.device == device;
    });
    return static_cast<std::size_t>(found - lanes.begin());
}

bool BoardLayoutBuilder::isDragged(std::size_t block) const {
    return m_options.preview != nullptr && m_options.preview->refusal.isEmpty() &&
           std::binary_search(m_options.preview->blocks.begin(), m_options.preview->blocks.end(),
                              block);
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
            const std::size_t next = row.block + 1;
            row.endsSegment = next < m_model.blocks.size() &&
                              effectiveDevice(next) != effectiveDevice(row.block) &&
                              effectiveDevice(next) != kNoDevice &&
                              effectiveDevice(row.block) != kNoDevice;
        }
    }
}

int BoardLayoutBuilder::heightOf(double bytes) const {
    if (m_options.scale == BoardScale::Logarithmic) {
        const double units = bytes / static_cast<double>(m_model.medianBytes);
        return metrics::kBlockMin + static_cast<int>(std::lround(kLogStep * std::log2(1 + units)));
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
        unfolded += std::max(metrics::kBlockMin,
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
            y += board::kPortHeight + board::kSegmentGap;
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
        y += board::kPortHeight;
    }
    finishLane(index, y);
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
        const auto grandchildren = tree.children(child);
        entry.canUnfold = std::any_of(
            grandchildren.begin(), grandchildren.end(),
            [&](ModuleId grandchild) { return tree.node(grandchild).subtreeTensorCount > 0; });
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
    entry.sizeText = QStringLiteral("%1 × %2").arg(last - first).arg(sizeOf(start.bytes, false));
    entry.canUnfold = true;
    entry.rect = QRect(m_layout.m_lanes[m_lane].column.left(), y,
                       m_layout.m_lanes[m_lane].column.width(), board::kRunHeight);
    for (std::size_t i = first; i < last; ++i) {
        m_entryOfBlock[rows[i].block] = static_cast<int>(m_layout.m_entries.size());
        entry.pinned |= m_model.blocks[rows[i].block].pinned;
        entry.movedByHand |= m_model.blocks[rows[i].block].movedByHand;
    }
    y += board::kRunHeight;
    m_layout.m_entries.push_back(std::move(entry));
}

void BoardLayoutBuilder::addEntry(BoardEntry entry, std::uint64_t heightBytes, int& y) {
    const int natural = heightOf(static_cast<double>(heightBytes));
    const int height = std::max(metrics::kBlockMin, natural);
    entry.enlarged = natural < metrics::kBlockMin && entry.kind != BoardEntry::Kind::Header;
    entry.sizeText = sizeOf(entry.bytes, entry.enlarged);
    const QRect& column = m_layout.m_lanes[m_lane].column;
    entry.rect = QRect(column.left(), y, column.width(), height);
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

}  // namespace stowage
