// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/board_lane_head.h"

#include "engine/device/memory_budget.h"
#include "engine/plan/limits_text.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/board_head_metrics.h"
#include "widgets/views/device_field_edit.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QStyle>
#include <QToolTip>

#include <algorithm>

namespace stowage {

BoardLaneHead::BoardLaneHead(const Theme* theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_fonts(*theme), m_cell(new DeviceFieldEdit(this)) {
    connect(m_cell, &DeviceFieldEdit::committed, this, &BoardLaneHead::deviceEdited);
    connect(m_cell, &DeviceFieldEdit::messageChanged, this, &BoardLaneHead::showCellMessage);
}

void BoardLaneHead::editField(const DeviceInfo& device, DeviceField field) {
    m_cell->begin(device, field);
    placeCell();
}

void BoardLaneHead::showCellMessage(const QString& sentence, bool isError) {
    const int before = neededHeight();
    m_cellMessage = sentence;
    m_cellIsError = isError;
    update();
    if (neededHeight() != before) {
        Q_EMIT heightChanged();
    }
    placeCell();
}

void BoardLaneHead::placeCell() {
    const auto lane = std::ranges::find_if(
        m_lanes, [this](const Lane& candidate) { return candidate.device == m_cell->device(); });
    if (lane == m_lanes.end()) {
        return;
    }
    QRect cell = barOf(*lane);
    cell.setHeight(metrics::kField);
    cell.moveTop(barOf(*lane).center().y() - metrics::kField / 2);
    m_cell->setGeometry(cell);
}

QRect BoardLaneHead::barOf(const Lane& lane) const {
    return {lane.column.left(), head::kBarTop + messageHeight(), lane.column.width(),
            head::kBarHeight};
}

std::optional<std::size_t> BoardLaneHead::laneAt(int x) const {
    const auto lane = std::ranges::find_if(m_lanes, [x](const Lane& candidate) {
        return x >= candidate.column.left() && x <= candidate.column.right();
    });
    return lane == m_lanes.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(lane - m_lanes.begin()));
}

DeviceField BoardLaneHead::fieldAt(std::size_t index, const QPoint& point) const {
    const QRect bar = barOf(m_lanes[index]);
    const LaneFigures& figures = m_figures[index];
    if (point.y() < bar.top() || point.y() > bar.bottom() || figures.scaleBytes <= 0) {
        return DeviceField::Capacity;
    }
    const int along = m_mirrored ? bar.right() - point.x() : point.x() - bar.left();
    const double at = along * figures.scaleBytes / bar.width();
    double end = 0;
    for (const BarSegment& segment : figures.segments) {
        end += segment.bytes;
        if (at < end) {
            return segment.kind == BarSegment::Kind::OtherPrograms ? DeviceField::UsedByOthers
                   : segment.kind == BarSegment::Kind::Context     ? DeviceField::Context
                                                                   : DeviceField::Capacity;
        }
    }
    return DeviceField::Capacity;
}

void BoardLaneHead::mouseDoubleClickEvent(QMouseEvent* event) {
    const QPoint point = event->position().toPoint();
    if (const auto lane = laneAt(point.x()); lane && event->button() == Qt::LeftButton) {
        Q_EMIT fieldWanted(m_lanes[*lane].device, fieldAt(*lane, point));
    }
}

void BoardLaneHead::contextMenuEvent(QContextMenuEvent* event) {
    if (const auto lane = laneAt(event->pos().x())) {
        Q_EMIT menuWanted(m_lanes[*lane].device, event->globalPos());
    }
}

void BoardLaneHead::applyTheme() {
    m_fonts = BoardFonts(*m_theme);
    update();
}

void BoardLaneHead::setModel(const BoardModel* model) {
    m_model = model;
    m_preview = nullptr;
    const ModuleTree* tree = model == nullptr ? nullptr : &model->tree();
    const bool sameModel = tree == m_tree;  // another one: what was typed for the old one goes
    m_tree = tree;
    const bool sameDevices = sameModel && model != nullptr &&
                             model->lanes.size() == m_lanes.size() &&
                             std::equal(m_lanes.begin(), m_lanes.end(), model->lanes.begin(),
                                        [](const Lane& lane, const DevicePlacement& placement) {
                                            return lane.device == placement.device.id;
                                        });
    if (!sameDevices) {
        makeFields();
    }
    setPreview(nullptr);
    if (const auto edited = m_cell->device()) {
        const DevicePlacement* const lane =
            model == nullptr ? nullptr : model->plan->placement(*edited);
        m_cell->follow(lane == nullptr ? nullptr : &lane->device);
    }
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        showPlanText(m_lanes[i], model->lanes[i]);
        markField(m_lanes[i]);
    }
}

void BoardLaneHead::makeFields() {
    for (const Lane& lane : m_lanes) {
        delete lane.field;
    }
    m_lanes.clear();
    if (m_model == nullptr) {
        return;
    }
    for (const DevicePlacement& placement : m_model->lanes) {
        Lane lane;
        lane.device = placement.device.id;
        lane.field = new QLineEdit(this);
        QString name = QString::fromStdString(lane.device == kNoDevice ? std::string("no_device")
                                                                       : deviceName(lane.device));
        lane.field->setObjectName(QStringLiteral("limit_") + name.remove(u':'));
        lane.field->setAccessibleName(tr("Limit of %1").arg(laneLabel(lane.device)));
        lane.field->setAccessibleDescription(
            tr("Bytes of weights that may lie there: 10GiB, 10GB, 800MB, or a number of bytes; "
               "or all limits at once, as max_memory"));
        // With less air than other fields, "1000.5 MiB" fits.
        lane.field->setTextMargins(-2, 0, -2, 0);
        lane.field->installEventFilter(this);
        m_lanes.push_back(lane);
        const std::size_t index = m_lanes.size() - 1;
        connect(lane.field, &QLineEdit::textEdited, this,
                [this, index] { checkText(m_lanes[index]); });
        connect(lane.field, &QLineEdit::editingFinished, this,
                [this, index] { finishEditing(m_lanes[index]); });
        lane.field->setVisible(lane.device != kNoDevice);
    }
}

void BoardLaneHead::showPlanText(Lane& lane, const DevicePlacement& placement) {
    const QString text = QString::fromStdString(placement.budgetText);
    const bool edited = lane.field->text() != lane.planText && lane.field->text() != lane.sent;
    const bool isLeftOut = placement.device.id != DeviceId::disk() && placement.weights <= 0;
    lane.field->setPlaceholderText(placement.budget ? formatCapacity(*placement.budget)
                                   : isLeftOut      ? tr("not used")
                                                    : tr("none"));
    lane.planText = text;
    if (edited && (lane.field->hasFocus() || lane.isError)) {
        return;  // the person is typing, or must see what was wrong
    }
    lane.sent = text;
    if (lane.field->text() != text) {
        lane.field->setText(text);
    }
    checkText(lane);
    if (text.isEmpty()) {
        lane.meaning = placement.budget ? tr("default") : QString();
    }
}

void BoardLaneHead::checkText(Lane& lane) {
    const QString text = lane.field->text().trimmed();
    lane.meaning.clear();
    if (text.isEmpty()) {
        setMessage(lane, {}, {}, false);
        return;
    }
    if (holdsSeveralLimits(text.toStdString())) {
        checkLimits(lane, text);
        return;
    }
    const auto size = parseLimit(text.toStdString());
    if (!size) {
        setMessage(lane,
                   parseSize(text.toStdString())
                       ? tr("More than any device has: at most 4 EiB")
                       : tr("Not a size: type 10GiB, 800MB or a number of bytes"),
                   QString::fromStdString(size.error().message), true);
        return;
    }
    lane.meaning = QStringLiteral("= ") + QString::fromStdString(formatSize(size->bytes));
    if (size->countedBits) {
        const QString bits = tr("Bits: a small b counts an eighth. Type %1B for bytes")
                                 .arg(text.left(text.size() - 1).toUpper());
        setMessage(lane, bits, bits, false);
    } else {
        setMessage(lane, {}, {}, false);
    }
}

/// A whole max_memory, typed or pasted into one lane's field, is for all lanes.
void BoardLaneHead::checkLimits(Lane& lane, const QString& text) {
    std::vector<std::string> unheard;
    const auto limits = parseLimitsText(text.toStdString(), unheard);
    lane.meaning = limits ? tr("limits of %1 devices").arg(limits->size()) : QString();
    setMessage(lane, limits ? QString() : tr("Not limits: type {0: \"10GiB\", \"cpu\": \"30GiB\"}"),
               limits ? QString() : QString::fromStdString(limits.error().message), !limits);
}

void BoardLaneHead::finishEditing(Lane& lane) {
    const QString text = lane.field->text().trimmed();
    if (lane.isError || text == lane.sent) {
        return;
    }
    lane.sent = text;
    Q_EMIT budgetEdited(lane.device, text);
}

void BoardLaneHead::setMessage(Lane& lane, const QString& message, const QString& detail,
                               bool isError) {
    const int before = neededHeight();
    lane.message = message;
    lane.detail = detail;
    lane.isError = isError;
    markField(lane);
    update();
    if (neededHeight() != before) {
        Q_EMIT heightChanged();
    }
}

void BoardLaneHead::markField(const Lane& lane) {
    const auto index = static_cast<std::size_t>(&lane - m_lanes.data());
    const bool over = index < m_figures.size() && m_figures[index].over > 0;
    const bool warned = (!lane.message.isEmpty() && !lane.isError) || over;
    if (lane.field->property("invalid").toBool() == lane.isError &&
        lane.field->property("warned").toBool() == warned) {
        return;
    }
    lane.field->setProperty("invalid", lane.isError);
    lane.field->setProperty("warned", warned);
    lane.field->style()->unpolish(lane.field);
    lane.field->style()->polish(lane.field);
}

void BoardLaneHead::showRefusal(DeviceId device, const QString& sentence) {
    for (Lane& lane : m_lanes) {
        if (lane.device == device) {
            lane.sent = lane.planText;
            setMessage(lane, sentence, sentence, true);
        }
    }
}

void BoardLaneHead::setPreview(const BoardPreview* preview) {
    m_preview = preview;
    m_figures.clear();
    if (m_model != nullptr) {
        for (const DevicePlacement& placement : m_model->lanes) {
            m_figures.push_back(makeLaneFigures(placement, preview));
        }
    }
    update();
}

void BoardLaneHead::setColumns(const std::vector<BoardLane>& lanes, int scrollX, bool mirrored) {
    m_mirrored = mirrored;
    for (std::size_t i = 0; i < std::min(lanes.size(), m_lanes.size()); ++i) {
        m_lanes[i].column = lanes[i].column.translated(-scrollX, 0);
    }
    placeFields();
    update();
}

QRect BoardLaneHead::flipped(QRect inner, const QRect& column) const {
    if (m_mirrored) {
        inner.moveLeft(column.left() + column.right() - inner.right());
    }
    return inner;
}

void BoardLaneHead::placeFields() {
    const int label = QFontMetrics(m_fonts.text).horizontalAdvance(tr("Limit")) + 7;
    for (const Lane& lane : m_lanes) {
        const QRect field(lane.column.left() + label, head::kFieldTop, head::kFieldWidth,
                          metrics::kField);
        lane.field->setGeometry(flipped(field, lane.column));
    }
    placeCell();
}

int BoardLaneHead::messageHeight() const {
    const bool any = std::any_of(m_lanes.begin(), m_lanes.end(),
                                 [](const Lane& lane) { return !lane.message.isEmpty(); });
    return any || !m_cellMessage.isEmpty() ? head::kMessageHeight : 0;
}

int BoardLaneHead::neededHeight() const {
    return m_lanes.empty() ? 0 : head::kHeight + messageHeight();
}

QRect BoardLaneHead::fieldRect(std::size_t lane) const {
    const QLineEdit* field = m_lanes[lane].field;
    return {field->mapToGlobal(QPoint(0, 0)), field->size()};
}

QString BoardLaneHead::fieldText(std::size_t lane) const {
    return m_lanes[lane].field->text();
}

bool BoardLaneHead::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (std::size_t i = 0; i < m_lanes.size(); ++i) {
            const QRect column = m_lanes[i].column;
            if (help->pos().x() >= column.left() && help->pos().x() <= column.right()) {
                QString text =
                    m_lanes[i].detail.isEmpty() ? m_figures[i].tooltip : m_lanes[i].detail;
                const DeviceInfo& device = m_model->lanes[i].device;
                if (device.id != kNoDevice && (device.simulated || !device.id.isGpu())) {
                    text += QLatin1Char('\n') + tr("Double click or right click to change it");
                }
                QToolTip::showText(help->globalPos(), text, this);
                return true;
            }
        }
    }
    return QWidget::event(event);
}

bool BoardLaneHead::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        for (Lane& lane : m_lanes) {
            if (lane.field == watched && lane.field->text() != lane.planText) {
                lane.field->setText(lane.planText);
                lane.sent = lane.planText;
                checkText(lane);
                return true;
            }
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace stowage
