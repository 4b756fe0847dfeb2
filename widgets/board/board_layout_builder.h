// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_layout.h"

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

}  // namespace stowage
