// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tools/shots/cpu_drag.h"

#include "widgets/board/board_view.h"

#include <QApplication>
#include <QDragMoveEvent>
#include <QJsonArray>
#include <QJsonObject>

#include <utility>

namespace stowage {

CpuDrag dragOverCpu(BoardView& board, std::unique_ptr<QMimeData> data) {
    const QJsonArray lanes = board.geometry().value(QStringLiteral("lanes")).toArray();
    for (const QJsonValue& lane : lanes) {
        if (lane[QStringLiteral("device")].toString() != QLatin1String("cpu")) {
            continue;
        }
        const QJsonArray rect = lane[QStringLiteral("rect")].toArray();
        const QPoint at = board.viewport()->mapFromGlobal(
            QPoint(rect[0].toInt() + rect[2].toInt() / 2, rect[1].toInt() + rect[3].toInt() / 2));
        QDragEnterEvent enter(at, Qt::MoveAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(board.viewport(), &enter);
        QDragMoveEvent move(at, Qt::MoveAction, data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(board.viewport(), &move);
        return {std::move(data), at};
    }
    qFatal("The board has no lane of the CPU.");
}

}  // namespace stowage
