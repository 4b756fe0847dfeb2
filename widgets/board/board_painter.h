// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_layout.h"
#include "widgets/support/theme.h"

#include <QFont>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace stowage {

class LoadedPlaces;
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
    std::function<double(ModuleId)> loading;     ///< empty: nothing is loading
    std::shared_ptr<const LoadedPlaces> loaded;  ///< null: nothing of the shown model is loaded
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

/// Share of an entry's bytes that lies where the plan has it, as far as something is loaded or
/// loading; 1 while nothing is.
[[nodiscard]] double loadedShare(const BoardEntry& entry, const BoardModel& model,
                                 const BoardPaintState& state);
/// Where all of an entry is loaded, if that is one device and not the entry's own.
[[nodiscard]] std::optional<DeviceId> loadedElsewhere(const BoardEntry& entry,
                                                      const BoardModel& model,
                                                      const BoardPaintState& state);

/// Paints lanes, blocks and links of a layout. Only what touches the exposed rectangle is painted.
class BoardPainter {
public:
    BoardPainter(QPainter& painter, const BoardModel& model, const BoardLayout& layout,
                 const BoardFonts& fonts, const ThemeColors& colors, const BoardPaintState& state);
    /// `exposed` in content coordinates.
    void paint(const QRect& exposed);

private:
    void paintLane(std::size_t index, const QRect& exposed);
    void paintEntry(std::size_t index);
    [[nodiscard]] QColor backgroundOf(const BoardEntry& entry) const;
    void paintBackground(const BoardEntry& entry, const QRect& rect, double loaded);
    void paintTexts(const BoardEntry& entry, const QRect& rect, bool isHovered);
    /// The chip of a comparison, its end at `end`; gives back where it starts.
    int paintMoveChip(const BoardEntry& entry, const QRect& rect, int end);
    /// The same for a block whose weights are loaded elsewhere than the plan has it.
    int paintLoadedChip(const BoardEntry& entry, const QRect& rect, int end);
    int paintChip(const QString& text, std::optional<DeviceId> device, const QRect& rect, int end);
    [[nodiscard]] BlockMove moveOf(const BoardEntry& entry) const;
    int paintBadge(int x, const QRect& rect, const QString& icon);
    void paintFrames(std::size_t index, const BoardEntry& entry, const QRect& rect);
    void paintOverflow(const BoardLane& lane, const QRect& exposed);
    void paintRoom(const BoardLane& lane);
    void paintLink(const BoardLink& link);
    void paintNotes(const BoardLane& lane);
    [[nodiscard]] QRect flipped(const QRect& inner, const QRect& outer) const;

    QPainter& m_painter;
    const BoardModel& m_model;
    const BoardLayout& m_layout;
    const BoardFonts& m_fonts;
    const ThemeColors& m_colors;
    const BoardPaintState& m_state;
};

/// The frame and background of the lane that a drag hovers over.
void paintTargetLane(QPainter& painter, const QRect& rect, const ThemeColors& colors);

}  // namespace stowage
