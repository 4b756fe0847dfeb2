// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "widgets/board/board_layout.h"
#include "widgets/document/document.h"
#include "widgets/support/feature.h"
#include "widgets/support/theme.h"

#include <QAbstractScrollArea>
#include <QJsonObject>

#include <functional>
#include <memory>

class QDrag;
class QMenu;

namespace stowage {

class LoadedPlaces;
class PlanComparison;

/// The board: one lane a device, blocks in execution order, height by bytes, capacity bars and
/// editable limits. One custom-painted widget; only the limit fields are child widgets
/// (objectName "limit_gpu0", "limit_cpu", "limit_disk"). Sends edits to the document, reads
/// everything it shows from the plan.
class BoardView : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// `document` and `theme` are borrowed and must outlive the view.
    BoardView(Document* document, const Theme* theme, QWidget* parent = nullptr);
    ~BoardView() override;
    /// Heads and a block below them.
    [[nodiscard]] QSize sizeHint() const override;

    void setScale(BoardScale scale);
    [[nodiscard]] BoardScale scale() const;

    /// Where lanes, blocks and fields are, in global screen coordinates, for tests from outside:
    /// {"lanes": [{"device","rect":[x,y,w,h],"limit_field":[…],"limit_text","weights","over",
    ///   "head": "what the lane's head says"}],
    ///  "blocks": [{"module","label","kind","device","rect","visible":bool,"bytes","selected"}],
    ///  "scale_linear": rect, "scale_log": rect}
    /// A folded run of equal blocks is one entry of kind "run" with "count".
    [[nodiscard]] QJsonObject geometry() const;

    /// Starts a drag; replaced in tests, because QDrag::exec blocks.
    using DragStarter = std::function<void(QDrag*)>;
    void setDragStarter(DragStarter starter);

    /// Marks what moves in a comparison: an accent frame and where it came from or would go.
    /// Borrowed; must outlive the view.
    void setComparison(PlanComparison* comparison);

    /// While loading: share of a module's bytes that is in place, 0…1, asked for visible blocks
    /// ten times a second. An empty function ends it: blocks are shown as placed again.
    void setLoadProgress(std::function<double(ModuleId)> fraction);
    /// Where the weights lie that are loaded, or being loaded: blocks that the plan has elsewhere
    /// look planned alone and say where they are. Null: nothing of the shown model is loaded.
    void setLoadedPlaces(std::shared_ptr<const LoadedPlaces> places);
    /// Who the other programs on a device are, for the tooltip of its lane's head.
    void setPrograms(std::map<DeviceId, QString> programs);

Q_SIGNALS:
    /// Another one was chosen, here or by setScale().
    void scaleChanged(BoardScale scale);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    friend class BoardAccessible;
    class Private;
    std::unique_ptr<Private> d;
};

/// The board in the middle of the window, and what the menus have of it.
class BoardFeature : public Feature {
    Q_OBJECT
public:
    explicit BoardFeature(const FeatureParts& parts);

    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;

    [[nodiscard]] BoardView* view() const { return m_view; }

private:
    [[nodiscard]] QMenu* makeScaleMenu();
    void selectAllBlocks();

    BoardView* m_view;
    QAction* m_selectAll;
};

}  // namespace stowage
