// SPDX-License-Identifier: GPL-3.0-or-later
// BoardView::geometry(): where everything is, for tests from outside.
#include "widgets/views/board_view_private.h"

#include <QJsonArray>

namespace stowage {

namespace {

QJsonArray toJson(const QRect& rect) {
    return {rect.x(), rect.y(), rect.width(), rect.height()};
}

QString nameOf(DeviceId device) {
    return device == kNoDevice ? QStringLiteral("none")
                               : QString::fromStdString(deviceName(device));
}

QString kindName(BoardEntry::Kind kind) {
    switch (kind) {
        case BoardEntry::Kind::Block:
            return QStringLiteral("block");
        case BoardEntry::Kind::Header:
            return QStringLiteral("header");
        case BoardEntry::Kind::Part:
            return QStringLiteral("part");
        case BoardEntry::Kind::Run:
            return QStringLiteral("run");
        case BoardEntry::Kind::Hole:
            return QStringLiteral("hole");
        case BoardEntry::Kind::Ghost:
            return QStringLiteral("ghost");
    }
    return {};
}

}  // namespace

QJsonObject BoardView::geometry() const {
    QJsonObject result;
    result[u"scale_linear"] = toJson(d->m_strip->buttonRect(BoardScale::Linear));
    result[u"scale_log"] = toJson(d->m_strip->buttonRect(BoardScale::Logarithmic));
    const QPoint origin = viewport()->mapToGlobal(QPoint(0, 0)) - d->offset();
    const QPoint headTop = d->m_head->mapToGlobal(QPoint(0, 0));
    const int bottom = viewport()->mapToGlobal(viewport()->rect().bottomLeft()).y();
    QJsonArray lanes;
    for (std::size_t i = 0; i < d->m_layout.lanes().size(); ++i) {
        const BoardLane& lane = d->m_layout.lanes()[i];
        const LaneFigures& figures = d->m_head->figures()[i];
        const QRect rect(lane.column.left() + origin.x(), headTop.y(), lane.column.width(),
                         bottom - headTop.y() + 1);
        lanes.append(QJsonObject{
            {QStringLiteral("device"), nameOf(lane.device)},
            {QStringLiteral("rect"), toJson(rect)},
            {QStringLiteral("limit_field"), toJson(d->m_head->fieldRect(i))},
            {QStringLiteral("limit_text"), d->m_head->fieldText(i)},
            {QStringLiteral("weights"), figures.weights},
            {QStringLiteral("over"), figures.over},
            {QStringLiteral("head"), figures.text()},
        });
    }
    result[u"lanes"] = lanes;
    QJsonArray blocks;
    const QRect visible(d->offset(), viewport()->size());
    for (std::size_t i = 0; i < d->m_layout.entries().size(); ++i) {
        const BoardEntry& entry = d->m_layout.entries()[i];
        QJsonObject block{
            {QStringLiteral("module"),
             QString::fromStdString(d->m_model->tree().path(entry.module))},
            {QStringLiteral("label"), entry.label},
            {QStringLiteral("kind"), kindName(entry.kind)},
            {QStringLiteral("device"), nameOf(entry.device)},
            {QStringLiteral("rect"), toJson(entry.rect.translated(origin))},
            {QStringLiteral("visible"), visible.contains(entry.rect.center())},
            {QStringLiteral("bytes"), static_cast<double>(entry.bytes)},
            {QStringLiteral("selected"), static_cast<bool>(d->m_paint.selected[i])},
        };
        if (d->m_paint.loading || d->m_paint.loaded != nullptr) {
            const auto elsewhere = loadedElsewhere(entry, *d->m_model, d->m_paint);
            block[u"loaded"] = loadedShare(entry, *d->m_model, d->m_paint);
            block[u"loaded_on"] =
                elsewhere ? QString::fromStdString(deviceName(*elsewhere)) : QString();
        }
        if (entry.kind == BoardEntry::Kind::Run) {
            block[u"count"] = static_cast<int>(entry.lastBlock - entry.firstBlock + 1);
        }
        blocks.append(block);
    }
    result[u"blocks"] = blocks;
    return result;
}

}  // namespace stowage
