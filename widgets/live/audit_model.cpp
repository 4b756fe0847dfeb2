// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/audit_model.h"

#include "engine/base/strings.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <utility>

namespace stowage {

namespace {

QString typeText(const AuditRow& row) {
    const QString type = QString::fromUtf8(dtypeName(row.dtype));
    return row.dtype == row.storedDtype
               ? type
               : AuditModel::tr("%1, from %2")
                     .arg(type, QString::fromUtf8(dtypeName(row.storedDtype)));
}

QString verdictText(const AuditRow& row) {
    if (row.isRight()) {
        return AuditModel::tr("equal");
    }
    if (row.firstDifference) {
        return AuditModel::tr("differs at byte %1").arg(*row.firstDifference);
    }
    return translated(row.problem);
}

QString rowNameText(const AuditRow& row) {
    const QString name = QString::fromStdString(row.name);
    return row.tiedTo.empty()
               ? name
               : AuditModel::tr("%1 (tied to %2)").arg(name, QString::fromStdString(row.tiedTo));
}

QString verdictToolTip(const AuditRow& row) {
    return !row.isRight() ? translated(row.problem)
           : row.sha256.empty()
               ? AuditModel::tr("Every byte, dtype, shape and device")
               : AuditModel::tr("SHA-256 %1").arg(QString::fromStdString(row.sha256));
}

/// What is wrong first, those that differ by where.
QVariant verdictOrder(const AuditRow& row) {
    return row.isRight() ? QStringLiteral("2") : QStringLiteral("1") + verdictText(row);
}

auto placeText(DeviceId AuditRow::*place) {
    return [place](const AuditRow& row) { return translated(deviceLabel(row.*place)); };
}

}  // namespace

AuditModel::Columns AuditModel::makeColumns() {
    return std::to_array<TableColumn<AuditRow>>({
        {.title = tr("Tensor"), .width = 420, .text = rowNameText},
        {.title = tr("Planned"), .width = 64, .text = placeText(&AuditRow::planned)},
        {.title = tr("Found"), .width = 64, .text = placeText(&AuditRow::found)},
        {.title = tr("Type"), .width = 150, .text = typeText},
        {.title = tr("Shape"),
         .width = 130,
         .text = [](const AuditRow& row) { return shapeText(row.shape); }},
        {.title = tr("Size"),
         .alignment = Qt::AlignRight,
         .width = 90,
         .text = [](const AuditRow& row) { return sizeText(static_cast<double>(row.bytes)); },
         .toolTip =
             [](const AuditRow& row) { return exactBytesText(static_cast<double>(row.bytes)); },
         .sortValue =
             [](const AuditRow& row) { return QVariant::fromValue<qulonglong>(row.bytes); }},
        {.title = tr("Result"),
         .width = 200,
         .text = verdictText,
         .toolTip = verdictToolTip,
         .sortValue = verdictOrder},
    });
}

AuditModel::AuditModel(QObject* parent) : QAbstractTableModel(parent) {}

void AuditModel::setReport(std::shared_ptr<const LoadReport> report) {
    if (report != m_report) {
        beginResetModel();
        m_report = std::move(report);
        endResetModel();
    }
}

const std::vector<AuditRow>& AuditModel::rows() const {
    static const std::vector<AuditRow> kNoRows;
    return m_report ? m_report->audit : kNoRows;
}

int AuditModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows().size());
}

int AuditModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant AuditModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const AuditRow& row = rows()[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const TableColumn<AuditRow>& shown = m_columns[static_cast<std::size_t>(column)];
    switch (role) {
        case DeviceRole:
            if (column == Planned || column == Found) {
                return QString::fromStdString(
                    deviceName(column == Planned ? row.planned : row.found));
            }
            return {};
        case RightRole:
            return row.isRight();
        case SortRole:
            return shown.sortKey(row);
        case NameRole:
            return QString::fromStdString(row.name);
        default:
            return shown.data(row, role);
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return headData(m_columns, section, orientation, role);
}

AuditProxy::AuditProxy(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(AuditModel::SortRole);
}

void AuditProxy::setFilter(AuditFilter filter) {
    m_filter = filter;
    invalidateFilter();
}

void AuditProxy::setNamePart(const QString& part) {
    m_part = part;
    invalidateFilter();
}

bool AuditProxy::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const bool wanted = m_filter == AuditFilter::All || !index.data(AuditModel::RightRole).toBool();
    return wanted &&
           index.data(AuditModel::NameRole).toString().contains(m_part, Qt::CaseInsensitive);
}

bool AuditProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    if (left.column() != AuditModel::Tensor) {
        return QSortFilterProxyModel::lessThan(left, right);
    }
    return isNaturallyLess(left.data(AuditModel::NameRole).toString().toStdString(),
                           right.data(AuditModel::NameRole).toString().toStdString());
}

AuditCounts countAudit(const std::vector<AuditRow>& rows) {
    AuditCounts counts;
    counts.tensors = rows.size();
    for (const AuditRow& row : rows) {
        counts.differing += row.isRight() ? 0 : 1;
        counts.bytes += row.tiedTo.empty() ? row.bytes : 0;
    }
    return counts;
}

}  // namespace stowage
