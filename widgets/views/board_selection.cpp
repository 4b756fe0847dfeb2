// SPDX-License-Identifier: GPL-3.0-or-later
// Selecting, folding, placing and pinning on the board: what mouse, keys and menu share.
#include "widgets/commands/placement_keys.h"
#include "widgets/views/board_view_private.h"

#include <QScrollBar>

#include <algorithm>
#include <cstdlib>

namespace stowage {

std::vector<ModuleId> BoardView::Private::modulesOf(const BoardEntry& entry) const {
    if (entry.kind != BoardEntry::Kind::Run) {
        return {entry.module};
    }
    std::vector<ModuleId> modules;
    for (std::size_t block = entry.firstBlock; block <= entry.lastBlock; ++block) {
        modules.push_back(m_model->blocks[block].module);
    }
    return modules;
}

bool BoardView::Private::isEntrySelected(const BoardEntry& entry) const {
    const ModuleTree& tree = m_model->tree();
    const auto inSelection = [&](ModuleId module) {
        for (ModuleId id = module; id.isValid(); id = tree.node(id).parent) {
            if (m_document->isSelected(id)) {
                return true;  // itself, or all of a module around it
            }
        }
        return false;
    };
    if (entry.kind == BoardEntry::Kind::Part || entry.depth > 0) {
        return m_document->isSelected(entry.module);  // its block's header carries the frame
    }
    if (entry.kind != BoardEntry::Kind::Run) {
        return inSelection(entry.module);
    }
    for (std::size_t block = entry.firstBlock; block <= entry.lastBlock; ++block) {
        if (inSelection(m_model->blocks[block].module)) {
            return true;
        }
    }
    return false;
}

void BoardView::Private::choose(std::size_t index, SelectMode mode) {
    const BoardEntry entry = m_layout.entries()[index];
    std::vector<ModuleId> chosen = modulesOf(entry);
    std::vector<ModuleId> selection;
    if (mode == SelectMode::Extend && m_anchorBlock) {
        const std::size_t anchor = std::min(*m_anchorBlock, m_model->blocks.size() - 1);
        const std::size_t first = std::min(anchor, entry.firstBlock);
        const std::size_t last = std::max(anchor, entry.lastBlock);
        for (std::size_t block = first; block <= last; ++block) {
            selection.push_back(m_model->blocks[block].module);
        }
        if (entry.firstBlock < anchor) {
            std::reverse(selection.begin(), selection.end());  // the current one comes last
        }
    } else if (mode == SelectMode::Toggle) {
        const bool remove = isEntrySelected(entry);
        for (const ModuleId module : m_document->selection()) {
            if (std::find(chosen.begin(), chosen.end(), module) == chosen.end()) {
                selection.push_back(module);
            }
        }
        if (!remove) {
            selection.insert(selection.end(), chosen.begin(), chosen.end());
        }
        m_anchorBlock = entry.firstBlock;
    } else {
        selection = std::move(chosen);
        m_anchorBlock = entry.firstBlock;
    }
    m_choosing = true;
    m_document->select(std::move(selection));
    m_choosing = false;
}

void BoardView::Private::chooseLane() {
    std::size_t lane = 0;
    if (m_paint.current) {
        const DeviceId device = m_layout.entries()[*m_paint.current].device;
        while (lane < m_layout.lanes().size() && m_layout.lanes()[lane].device != device) {
            ++lane;
        }
    } else {
        while (lane < m_layout.lanes().size() &&
               m_layout.lanes()[lane].first == m_layout.lanes()[lane].last) {
            ++lane;
        }
    }
    if (lane >= m_layout.lanes().size()) {
        return;
    }
    std::vector<ModuleId> modules;
    for (const BoardBlock& block : m_model->blocks) {
        if (block.device == m_layout.lanes()[lane].device) {
            modules.push_back(block.module);
        }
    }
    m_document->select(std::move(modules));
}

void BoardView::Private::moveCurrent(int key, SelectMode mode) {
    const auto& lanes = m_layout.lanes();
    if (m_layout.entries().empty()) {
        return;
    }
    if (!m_paint.current) {
        choose(0, SelectMode::Replace);
        reveal(0);
        return;
    }
    const std::size_t current = *m_paint.current;
    const auto home = std::find_if(lanes.begin(), lanes.end(), [current](const BoardLane& lane) {
        return current >= lane.first && current < lane.last;
    });
    std::size_t next = current;
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        next = key == Qt::Key_Up ? std::max(home->first, current == 0 ? 0 : current - 1)
                                 : std::min(home->last - 1, current + 1);
    } else if (key == Qt::Key_Home || key == Qt::Key_End) {
        next = key == Qt::Key_Home ? home->first : home->last - 1;
    } else {
        const int step = (key == Qt::Key_Right) != m_layout.isMirrored() ? 1 : -1;
        const int y = m_layout.entries()[current].rect.center().y();
        auto lane = static_cast<int>(home - lanes.begin()) + step;
        while (lane >= 0 && lane < static_cast<int>(lanes.size())) {
            const BoardLane& other = lanes[static_cast<std::size_t>(lane)];
            if (other.first < other.last) {
                next = std::min(m_layout.firstEntryBelow(other, y), other.last - 1);
                break;
            }
            lane += step;  // empty lanes have nothing to stand on
        }
    }
    choose(next, mode);
    if (m_paint.current) {
        reveal(*m_paint.current);
    }
}

bool BoardView::Private::isOnChevron(std::size_t index, const QPoint& content) const {
    const BoardEntry& entry = m_layout.entries()[index];
    if (entry.kind != BoardEntry::Kind::Run && entry.kind != BoardEntry::Kind::Header) {
        return false;
    }
    constexpr int kReach = 26;
    const int x =
        m_layout.isMirrored() ? entry.rect.right() - content.x() : content.x() - entry.rect.left();
    constexpr int kIndentPerDepth = 12;
    return x < kReach + entry.depth * kIndentPerDepth;
}

void BoardView::Private::toggleFold(std::size_t index) {
    const BoardEntry entry = m_layout.entries()[index];
    if (entry.kind == BoardEntry::Kind::Run) {
        m_folding.openRuns.insert(entry.module);
    } else if (entry.kind == BoardEntry::Kind::Header) {
        m_folding.openBlocks.erase(entry.module);
    } else if (entry.canUnfold) {
        m_folding.openBlocks.insert(entry.module);
    }
    relayout();
}

void BoardView::Private::setAllFolded(bool folded) {
    m_folding = {};
    if (!folded && m_model) {
        for (const BoardBlock& block : m_model->blocks) {
            if (m_document->isSelected(block.module) && block.hasParts) {
                m_folding.openBlocks.insert(block.module);
            }
        }
    }
    relayout();
}

bool BoardView::Private::hasDevice(DeviceId device) const {
    return m_model && m_model->plan->placement(device) != nullptr;
}

void BoardView::Private::moveSelectionTo(DeviceId device) {
    std::vector<std::string> paths = m_document->selectedPaths();
    if (!paths.empty() && hasDevice(device)) {
        m_document->edit(MoveEdit{std::move(paths), device});
    }
}

void BoardView::Private::pinSelection() {
    for (const PlanEdit& edit : pinsForSelection(*m_document)) {
        m_document->edit(edit);
    }
}

void BoardView::Private::unpinSelection() {
    std::vector<std::string> paths = m_document->selectedPaths();
    if (!paths.empty()) {
        m_document->edit(PinEdit{std::move(paths), std::nullopt});
    }
}

}  // namespace stowage
