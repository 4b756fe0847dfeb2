// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_fields.h"
#include "widgets/board/board_figures.h"
#include "widgets/board/board_layout.h"
#include "widgets/board/board_painter.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {

class DeviceFieldEdit;
class LimitField;

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

}  // namespace stowage
