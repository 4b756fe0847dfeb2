// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_id.h"
#include "widgets/session/document.h"
#include "widgets/support/theme.h"

#include <QAbstractScrollArea>
#include <QJsonObject>

#include <functional>
#include <memory>

class QDrag;

namespace stowage {

enum class BoardScale { Linear, Logarithmic };

/// The board: one lane a device, blocks in execution order, height by bytes, capacity bars and
/// editable limits. One custom-painted widget; only the limit fields are child widgets
/// (objectName "limit_gpu0", "limit_cpu", "limit_disk"). Sends edits to the document, reads
/// everything it shows from the plan.
class BoardView : public QAbstractScrollArea {
    Q_OBJECT
public:
    BoardView(Document* document, const Theme* theme, QWidget* parent = nullptr);
    ~BoardView() override;

    void setScale(BoardScale scale);
    [[nodiscard]] BoardScale scale() const;

    /// Where lanes, blocks and fields are, in global screen coordinates, for tests from outside:
    /// {"lanes": [{"device","rect":[x,y,w,h],"limit_field":[…],"limit_text","weights","over",
    ///   "head": "what the lane's head says"}],
    ///  "blocks": [{"module","device","rect","visible":bool,"bytes","selected"}]}
    [[nodiscard]] QJsonObject geometry() const;

    /// Starts a drag; replaced in tests, because QDrag::exec blocks.
    using DragStarter = std::function<void(QDrag*)>;
    void setDragStarter(DragStarter starter);

    /// While loading: bytes loaded so far by tree tensors, so that blocks can show it. 0…1 each.
    void setLoadProgress(std::function<double(ModuleId)> fraction);

private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace stowage
