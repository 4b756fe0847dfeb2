// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_parts.h"
#include "widgets/board/board_view.h"

#include <QTimer>

namespace stowage {

class BoardAccessible;

/// How a click or key changes the selection.
enum class SelectMode { Replace, Toggle, Extend };

/// State of a BoardView and what its event handlers share.
class BoardView::Private {
public:
    Private(BoardView* view, Document* document, const Theme* theme);

    // board_view.cpp: plan → layout → pixels
    void loadPlan();
    void relayout();
    void placeHeads();
    /// Whether lanes lie outside of the view, so that the row of all devices is needed.
    [[nodiscard]] bool needsOverview() const;
    void updateColumns();
    void revealLane(std::size_t lane);
    void updateScrollBars();
    void updateSelection();
    void updateAccessibility();
    /// The board's own interface for screen readers, if any reader is there; else null.
    [[nodiscard]] BoardAccessible* reader() const;
    void showComparison();
    void repaint() { m_view->viewport()->update(); }
    [[nodiscard]] QPoint offset() const;
    [[nodiscard]] QPoint toContent(const QPoint& viewportPoint) const;
    void reveal(std::size_t entry);
    /// Lane and entry in global coordinates; the lane with its head.
    [[nodiscard]] QRect laneRect(std::size_t lane) const;
    [[nodiscard]] QRect entryRect(std::size_t entry) const;
    [[nodiscard]] bool isMarked(std::size_t entry) const {
        return entry < m_paint.selected.size() && m_paint.selected[entry];
    }
    [[nodiscard]] QString tooltipAt(const QPoint& content) const;
    /// "transformer.h.0"; of a run "transformer.h.0–30".
    [[nodiscard]] QString nameOfEntry(const BoardEntry& entry) const;
    /// What tooltip and screen readers say of it behind its name: class, bytes, device, marks.
    [[nodiscard]] QStringList describe(const BoardEntry& entry) const;
    /// "Came from GPU 0" in a comparison; "" for what stays.
    [[nodiscard]] QString moveText(const BoardEntry& entry) const;
    /// Where a block is loaded that the plan has elsewhere; "" for others.
    [[nodiscard]] QString loadedText(const BoardEntry& entry) const;

    // board_input.cpp: selection, mouse and keys
    void choose(std::size_t entry, SelectMode mode);
    void chooseBlocksOn(DeviceId device);
    void moveCurrent(int key, SelectMode mode);
    void toggleFold(std::size_t entry);
    void setAllFolded(bool folded);
    [[nodiscard]] std::vector<ModuleId> modulesOf(const BoardEntry& entry) const;
    [[nodiscard]] bool isEntrySelected(const BoardEntry& entry) const;
    [[nodiscard]] bool isOnChevron(std::size_t entry, const QPoint& content) const;
    void moveSelectionTo(DeviceId device);
    void pinSelection();
    void unpinSelection();
    [[nodiscard]] bool hasDevice(DeviceId device) const;
    bool handleKey(QKeyEvent* event);
    void showMenu(const QPoint& global);
    void editDevice(DeviceId device, DeviceField field);
    void showDeviceMenu(DeviceId device, const QPoint& global);

    // board_input.cpp: drags
    void startDrag();
    void hoverDrag(const QStringList& paths, const QPoint& viewportPoint);
    void endDrag();
    /// True where the event was one of a drag and has been handled.
    bool handleDragEvent(QEvent* event, const QPoint& shift);

    BoardView* m_view;
    Document* m_document;
    const Theme* m_theme;
    BoardStrip* m_strip;
    BoardOverview* m_overview;
    BoardLaneHead* m_head;
    std::shared_ptr<const BoardModel> m_model;
    BoardFolding m_folding;
    BoardScale m_scale = BoardScale::Linear;
    BoardLayout m_layout;
    std::uint64_t m_layoutNumber = 0;             ///< another one for each layout
    std::shared_ptr<const BoardModel> m_laidOut;  ///< what m_layout shows
    BoardPaintState m_paint;
    BoardFonts m_fonts;

    std::optional<std::size_t> m_anchorBlock;  ///< where Shift extends from
    std::optional<QPoint> m_pressed;           ///< content point of a press that may become a drag
    bool m_selectOnRelease = false;
    std::optional<BoardPreview> m_preview;
    QPoint m_dragPoint;
    DragStarter m_dragStarter;
    PlanComparison* m_comparison = nullptr;
    QTimer m_loadTimer;
    bool m_choosing = false;  ///< the selection changes by a click here: do not scroll
};

}  // namespace stowage
