// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"
#include "widgets/views/board_layout.h"

#include <QFont>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace stowage {

struct ComparedPlans;

/// What changes between two paints of one layout.
struct BoardPaintState {
    std::shared_ptr<const ComparedPlans> compared;  ///< null: nothing is compared
    bool proposed = false;  ///< marks say where a block would go, not where it came from
    std::optional<std::size_t> hovered;
    std::optional<std::size_t> current;  ///< the entry of the keyboard
    bool hasFocus = false;
    std::vector<bool> selected;  ///< by entry
    std::optional<std::size_t> targetLane;
    std::function<double(ModuleId)> loaded;  ///< empty: nothing is loading
};

/// What a comparison says of an entry.
struct BlockMove {
    int moved = 0;                   ///< blocks or parts that move
    bool whole = false;              ///< all of the entry moves, from or to one place
    std::optional<DeviceId> device;  ///< where it came from or would go
};

/// Fonts of the board, made once a theme: making one asks the font database.
struct BoardFonts {
    QFont text, textBold, caption, captionBold, number;
    explicit BoardFonts(const Theme& theme);
};

/// Paints lanes, blocks and links of a layout. Only what touches the exposed rectangle is painted.
class BoardPainter {
public:
    BoardPainter(QPainter& painter, const BoardModel& model, const BoardLayout& layout,
                 const BoardFonts& fonts, const Tokens& tokens, const BoardPaintState& state);
    /// `exposed` in content coordinates.
    void paint(const QRect& exposed);

private:
    void paintLane(std::size_t index, const QRect& exposed);
    void paintEntry(std::size_t index);
    void paintGround(const BoardEntry& entry, const QRect& rect, double loaded);
    void paintTexts(const BoardEntry& entry, const QRect& rect, bool isHovered);
    /// The chip of a comparison, its end at `end`; gives back where it starts.
    int paintMoveChip(const BoardEntry& entry, const QRect& rect, int end);
    [[nodiscard]] BlockMove moveOf(const BoardEntry& entry) const;
    int paintBadge(int x, const QRect& rect, const QString& icon);
    void paintFrames(std::size_t index, const BoardEntry& entry, const QRect& rect);
    void paintOverflow(const BoardLane& lane, const QRect& exposed);
    void paintRoom(const BoardLane& lane);
    void paintLink(const BoardLink& link);
    void paintNotes(const BoardLane& lane);
    [[nodiscard]] double loadedShare(const BoardEntry& entry) const;
    [[nodiscard]] QRect flipped(const QRect& inner, const QRect& outer) const;

    QPainter& m_painter;
    const BoardModel& m_model;
    const BoardLayout& m_layout;
    const BoardFonts& m_fonts;
    const Tokens& m_tokens;
    const BoardPaintState& m_state;
};

/// Diagonal stripes over `rect`: what lies over a limit, or would be added.
void paintHatch(QPainter& painter, const QRect& rect, const QColor& color);
/// The frame and ground of the lane that a drag hovers over.
void paintTargetLane(QPainter& painter, const QRect& rect, const Tokens& tokens);

}  // namespace stowage
