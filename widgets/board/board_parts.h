// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_fields.h"
#include "widgets/board/board_layout.h"
#include "widgets/document/board_model.h"
#include "widgets/support/theme.h"

#include <QFont>
#include <QPixmap>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

class QPainter;
class QPushButton;

namespace stowage {

class DeviceFieldEdit;
class LimitField;
class OverviewCell;
struct ComparedPlans;

/// A stretch of a capacity bar, in bytes from its start.
struct BarSegment {
    enum class Kind {
        OtherPrograms,
        Context,
        Weights,
        Over,
        WouldBeAdded,
        WouldLeave,
        Rounding,  ///< what the allocator reserves above the weights
        Free
    };
    Kind kind = Kind::Free;
    double bytes = 0;
};

/// What a lane's head says: one value that head, tooltip, dump and tests read.
struct LaneFigures {
    DeviceId device;
    QString name;            ///< "Simulated, 2 GiB"; "b · Simulated, 2 GiB" in another machine
    QStringList shortNames;  ///< "RTX 4090", "2 GiB": the first that fits, where the name does not
    double weights = 0;      ///< with what a drag would add or take
    double was = 0;          ///< without it
    bool isPreview = false;
    std::optional<double> budget;
    double over = 0;            ///< above the limit or, if larger, the capacity
    bool overCapacity = false;  ///< `over` counts from the capacity
    std::optional<double> free;
    double scaleBytes = 0;          ///< what the whole bar stands for; 0: capacity not known
    std::optional<double> limitAt;  ///< of the limit's tick, in bytes from the bar's start
    std::vector<BarSegment> segments;
    bool isInGiB = false;  ///< the sums of all lanes are; then the numbers in bars say no unit

    QString sum;      ///< "2.67"; "249.4"
    QString sumOf;    ///< " of 3.00 GiB"; " MiB" where there is no limit
    QString before;   ///< "was 1.84" in a preview, else empty
    QString room;     ///< "0.55 GiB free" or "0.40 GiB over"
    QString tooltip;  ///< every figure with its exact bytes
    /// sum, sumOf and room in one line.
    [[nodiscard]] QString text() const;
};

/// Figures of a lane from the plan; `preview` (may be null) adds what a drop would change.
[[nodiscard]] LaneFigures makeLaneFigures(const DevicePlacement& placement,
                                          const BoardPreview* preview);
/// The same of lanes beside each other.
[[nodiscard]] std::vector<LaneFigures> makeFiguresOfLanes(std::span<const DevicePlacement> lanes,
                                                          const BoardPreview* preview);

/// The number in a segment of a lane's bar: "2.67" where the sums below all bars are in GiB; small
/// sizes with their unit, so that nothing reads 0.00, and all sizes where one sum has another one.
[[nodiscard]] QString barNumber(double bytes, const LaneFigures& figures);

/// "2.67 of 3.00 GiB", "81.0 of 320.0 MiB", "81.0 MiB of 2.00 GiB": one unit where both share it,
/// so small that nothing reads 0.00. First: before " of"; second: the rest.
[[nodiscard]] std::pair<QString, QString> formatSizePair(double bytes, double of);

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

/// Paints lanes, blocks and links of a layout; only those that touch `exposed`, which is in content
/// coordinates.
void paintBoard(QPainter& painter, const BoardModel& model, const BoardLayout& layout,
                const BoardFonts& fonts, const ThemeColors& colors, const BoardPaintState& state,
                const QRect& exposed);

/// The frame and background of the lane that a drag hovers over.
void paintTargetLane(QPainter& painter, const QRect& rect, const ThemeColors& colors);

/// The heads of all lanes: they stay in place while the blocks scroll. Painted, but for the limit
/// fields, named "limit_gpu0", "limit_cpu", "limit_disk", which check what is typed at once.
class BoardLaneHead : public QWidget {
    Q_OBJECT
public:
    explicit BoardLaneHead(const Theme* theme, QWidget* parent = nullptr);

    /// Shows a plan's figures; null: no model, no heads.
    void setModel(const BoardModel* model);
    /// Columns of the lanes and how far they are scrolled; changes the height if a message needs
    /// room.
    void setColumns(const std::vector<BoardLane>& lanes, int scrollX, bool mirrored);
    void setPreview(const BoardPreview* preview);
    /// Marks the field of a device with the engine's sentence.
    void showRefusal(DeviceId device, const QString& sentence);
    /// Opens a cell of the lane's device over its bar, named "edit_capacity_gpu0" and the like.
    void editField(const DeviceInfo& device, DeviceField field);
    /// Who the other programs on a device are, for its tooltip.
    void setPrograms(std::map<DeviceId, QString> programs) { m_programs = std::move(programs); }
    /// Fonts follow the theme.
    void applyTheme();

    [[nodiscard]] int neededHeight() const;
    [[nodiscard]] const std::vector<LaneFigures>& figures() const { return m_figures; }
    /// Field of a lane in global coordinates, and its text.
    [[nodiscard]] QRect fieldRect(std::size_t lane) const;
    [[nodiscard]] QString fieldText(std::size_t lane) const;

Q_SIGNALS:
    /// A valid limit was typed and finished with Enter or by leaving the field.
    void budgetEdited(DeviceId device, const QString& text);
    /// A message came or went: neededHeight() changed.
    void heightChanged();
    /// A new and valid value was typed into a cell of a device.
    void deviceEdited(const DeviceInfo& device);
    /// A double click asks for a cell of the lane's device.
    void fieldWanted(DeviceId device, DeviceField field);
    void menuWanted(DeviceId device, const QPoint& global);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Lane {
        DeviceId device;
        LimitField* field = nullptr;
        QRect column;
    };
    void makeFields();
    void showMessages();
    void placeFields();
    void placeCell();
    void showCellMessage(const QString& sentence, bool isError);
    [[nodiscard]] std::optional<std::size_t> laneAt(int x) const;
    [[nodiscard]] QRect barOf(const Lane& lane) const;
    [[nodiscard]] DeviceField fieldAt(std::size_t lane, const QPoint& point) const;
    void paintLane(QPainter& painter, std::size_t index);
    void paintBar(QPainter& painter, const QRect& bar, const LaneFigures& figures);
    void paintSums(QPainter& painter, const QRect& column, int y, const LaneFigures& figures);
    [[nodiscard]] int messageHeight() const;
    [[nodiscard]] QRect flipped(QRect inner, const QRect& column) const;

    const Theme* m_theme;
    const BoardModel* m_model = nullptr;
    const BoardPreview* m_preview = nullptr;
    const ModuleTree* m_tree = nullptr;  ///< only compared, never read
    BoardFonts m_fonts;
    std::vector<Lane> m_lanes;
    std::vector<LaneFigures> m_figures;
    std::map<DeviceId, QString> m_programs;
    DeviceFieldEdit* m_cell;  ///< over the bar of the lane whose device is edited
    QString m_cellMessage;    ///< in the place of that lane's own
    bool m_cellIsError = false;
    int m_shownHeight = 0;  ///< neededHeight() as last told
    bool m_mirrored = false;
};

/// The stacked cards under the cursor: `label` on the first, one edge for each further block (two
/// at most).
[[nodiscard]] QPixmap makeDragPixmap(const QString& label, std::size_t count, DeviceId device,
                                     const ThemeColors& colors, const BoardFonts& fonts,
                                     double ratio);

/// What the card beside the cursor says.
struct DragCard {
    QString title;
    QStringList lines;
    bool isRefused = false;
};

/// Count, bytes, device and new sum; by how much it would be over; hops after the drop; how to
/// cancel. Or the refusal.
[[nodiscard]] DragCard makeDragCard(const BoardModel& model, const BoardPreview& preview,
                                    const LaneFigures& target);

/// Paints the card near `cursor`, kept inside `bounds`.
void paintDragCard(QPainter& painter, const DragCard& card, const QPoint& cursor,
                   const QRect& bounds, const ThemeColors& colors, const BoardFonts& fonts);

/// "trf_blocks.17 to 19", or the one name, or "3 modules".
[[nodiscard]] QString dragLabel(const QStringList& paths);

/// The strip above the lanes: Linear and Log (objectNames "scale_linear", "scale_log") and the
/// legend of the capacity bars: the swatches closer to each other where the board is narrow. While
/// a drag hovers, the legend has two entries more.
class BoardStrip : public QWidget {
    Q_OBJECT
public:
    explicit BoardStrip(const Theme* theme, QWidget* parent = nullptr);
    static constexpr int kHeight = 36;

    void setScale(BoardScale scale);
    void setDragging(bool dragging);
    /// What the bars show: the legend names what is over, and reserved above the weights, where
    /// there is such a stretch.
    void setFigures(const std::vector<LaneFigures>& figures);
    /// The names that there is room for.
    [[nodiscard]] QStringList shownNames() const;
    /// In a comparison the legend explains the accent frames.
    void setComparing(bool comparing, bool proposed);
    [[nodiscard]] QRect buttonRect(BoardScale scale) const;

Q_SIGNALS:
    void scaleChosen(BoardScale scale);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kSwatchGap = 5;
    static constexpr int kSwatchSide = 11;

    enum class Swatch { Solid, Tint, Frame, Hatch, Added, Leaves };
    struct LegendItem {
        QString text;
        QColor color;
        Swatch swatch;
    };

    QPushButton* makeButton(const QString& text, const char* name, BoardScale scale);
    [[nodiscard]] std::vector<LegendItem> legend() const;
    /// Each item with where it begins, from the side at which one begins to read; a narrow board
    /// has those that fit whole.
    [[nodiscard]] std::vector<std::pair<int, LegendItem>> placedLegend() const;
    void paintSwatch(QPainter& painter, const QRect& rect, const LegendItem& item) const;

    const Theme* m_theme;
    QPushButton* m_linear;
    QPushButton* m_logarithmic;
    bool m_dragging = false;
    bool m_comparing = false;
    bool m_proposed = false;
    std::set<BarSegment::Kind> m_kinds;
};

/// All devices of a plan in one row, each with its chip and how full it is, for a board whose lanes
/// do not all fit beside each other. A click on one brings its lane into view; a line below marks
/// those that are in view.
class BoardOverview : public QWidget {
    Q_OBJECT
public:
    explicit BoardOverview(const Theme* theme, QWidget* parent = nullptr);
    static constexpr int kHeight = 36;

    /// A cell a lane, in the lanes' order ("overview_gpu0", "overview_cpu").
    void setFigures(const std::vector<LaneFigures>& figures);
    /// Lanes [first, last) lie in the window of the board whole.
    void setInView(std::size_t first, std::size_t last);
    void setMirrored(bool mirrored);

Q_SIGNALS:
    void laneChosen(std::size_t lane);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeCells();

    const Theme* m_theme;
    std::vector<OverviewCell*> m_cells;
    bool m_mirrored = false;
};

}  // namespace stowage
