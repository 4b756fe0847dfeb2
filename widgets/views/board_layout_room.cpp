// SPDX-License-Identifier: GPL-3.0-or-later
// What stands under the blocks of a lane: links' ports, room to the limit, notes.
#include "engine/base/byte_size.h"
#include "widgets/support/theme.h"
#include "widgets/views/board_layout_builder.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr int kNoteLine = 16;
constexpr int kNoteGap = 10;
constexpr double kRoomShareOfView = 0.6;  // more free room than this is not drawn
constexpr int kBottomPadding = 16;
constexpr int kNear = 9;  // clear of the frame of a lane that a drag hovers over
constexpr int kTrack = 4;
constexpr int kTracks = 3;

QString size(double bytes) {
    return QString::fromStdString(formatSize(bytes));
}

QString label(DeviceId device) {
    return laneLabel(device);
}

QString translate(const char* text) {
    return QCoreApplication::translate("Board", text);
}

}  // namespace

void BoardLayoutBuilder::finishLane(std::size_t index, int y) {
    BoardLane& lane = m_layout.m_lanes[index];
    const DevicePlacement& placement = m_model.lanes[index];
    if (m_options.preview == nullptr || m_options.preview->target != lane.device) {
        findOverflow(lane, placement);
    }
    placeRoom(lane, placement, y);
    addNotes(lane, placement, y);
    lane.column.setHeight(y + kBottomPadding);
}

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
            std::max(metrics::kBlockMin, static_cast<int>(std::lround(kept * m_pixelsPerByte)));
        lane.kept = QRect(lane.column.left(), y, lane.column.width(), keptHeight);
        lane.keptText = translate("Kept for the largest layer") + u'\n' + size(kept);
        lane.keptShort = translate("Kept free: %1").arg(size(kept));
        y += keptHeight;
    }
    lane.limitY = y;
    lane.limitText = translate("Limit %1").arg(size(*placement.budget));
    y += kNoteLine + 4;
}

void BoardLayoutBuilder::addNote(BoardLane& lane, const QString& text, bool isWarning, int& y) {
    lane.notes.push_back(
        {QRect(lane.column.left(), y, lane.column.width(), kNoteLine), text, isWarning});
    y += kNoteLine;
}

void BoardLayoutBuilder::addNotes(BoardLane& lane, const DevicePlacement& placement, int& y) {
    if (lane.first == lane.last) {
        addNote(lane, translate("Drop layers here"), false, y);
        return;
    }
    y += kNoteGap;
    if (lane.overY) {
        addNote(lane, translate("%1 over the limit").arg(size(placement.overBudget())), true, y);
        addNote(lane, translate("The arrows mark %1").arg(size(*placement.budget)), false, y);
    }
    if (lane.device == kNoDevice) {
        addNote(lane, translate("Nothing is loaded of these:"), true, y);
        addNote(lane, translate("drag them to a device"), false, y);
        return;
    }
    const DeviceId runs = m_model.runsOn(lane.device);
    if (runs != lane.device && m_options.preview == nullptr) {
        addNote(lane, translate("These layers run on %1;").arg(label(runs)), false, y);
        addNote(lane,
                (lane.device.kind == DeviceKind::Disk ? translate("%1 read per token")
                                                      : translate("%1 copied per token"))
                    .arg(size(placement.weights)),
                false, y);
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
        const DeviceId runsFrom = m_model.runsOn(from);
        const DeviceId runsTo = m_model.runsOn(to);
        BoardLink link;
        link.fromLane = laneOf(from);
        link.toLane = laneOf(to);
        const QRect& column = m_layout.m_lanes[link.fromLane].column;
        link.port = QRect(column.left(), m_portY[block], column.width(), board::kPortHeight);
        link.solid = runsFrom != runsTo;
        link.where =
            (link.solid ? translate("to %1") : translate("stays on %1")).arg(label(runsTo));
        if (!link.solid) {
            link.amount = QStringLiteral("0 B,");
        } else if (m_model.activationBytes) {
            link.amount = size(static_cast<double>(*m_model.activationBytes));
        }
        link.isNew =
            m_options.preview != nullptr && (isDragged(block) || isDragged(block + 1)) &&
            (m_model.blocks[block].device == m_model.blocks[block + 1].device ||
             from != m_model.blocks[block].device || to != m_model.blocks[block + 1].device);
        const QRect& target = m_layout.m_entries[static_cast<std::size_t>(entry)].rect;
        routeLink(link, target.top() + std::min(target.height(), 2 * metrics::kBlockMin) / 2,
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

}  // namespace stowage
