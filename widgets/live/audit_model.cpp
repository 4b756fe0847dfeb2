// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/audit_model.h"

#include "engine/base/strings.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/formats.h"

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
    return QString::fromStdString(row.problem);
}

QString nameText(const AuditRow& row) {
    const QString name = QString::fromStdString(row.name);
    return row.tiedTo.empty()
               ? name
               : AuditModel::tr("%1 (tied to %2)").arg(name, QString::fromStdString(row.tiedTo));
}

QString displayText(const AuditRow& row, int column) {
    switch (column) {
        case AuditModel::Tensor:
            return nameText(row);
        case AuditModel::Planned:
            return QString::fromStdString(deviceLabel(row.planned));
        case AuditModel::Found:
            return QString::fromStdString(deviceLabel(row.found));
        case AuditModel::Type:
            return typeText(row);
        case AuditModel::Shape:
            return shapeText(row.shape);
        case AuditModel::Size:
            return sizeText(static_cast<double>(row.bytes));
        case AuditModel::Verdict:
            return verdictText(row);
        default:
            return {};
    }
}

QString toolTipText(const AuditRow& row, int column) {
    switch (column) {
        case AuditModel::Size:
            return exactBytesText(static_cast<double>(row.bytes));
        case AuditModel::Verdict:
            if (!row.isRight()) {
                return QString::fromStdString(row.problem);
            }
            return row.sha256.empty()
                       ? AuditModel::tr("Every byte, dtype, shape and device")
                       : AuditModel::tr("SHA-256 %1").arg(QString::fromStdString(row.sha256));
        default:
            return displayText(row, column);
    }
}

QVariant sortValue(const AuditRow& row, int column) {
    switch (column) {
        case AuditModel::Size:
            return QVariant::fromValue<qulonglong>(row.bytes);
        case AuditModel::Verdict:
            // What is wrong first, those that differ by where.
            return row.isRight() ? QStringLiteral("2") : QStringLiteral("1") + verdictText(row);
        default:
            return displayText(row, column);
    }
}

}  // namespace

AuditModel::AuditModel(QObject* parent) : QAbstractTableModel(parent) {}

void AuditModel::setReport(std::shared_ptr<const LoadReport> report) {
    if (report != m_report) {
        beginResetModel();
        m_report = std::move(report);
        endResetModel();
    }
}

const std::vector<AuditRow>& AuditModel::rows() const {
    static const std::vector<AuditRow> kNone;
    return m_report ? m_report->audit : kNone;
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
    switch (role) {
        case Qt::DisplayRole:
            return displayText(row, column);
        case Qt::ToolTipRole:
            return toolTipText(row, column);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::Alignment(
                (column == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        case DeviceRole:
            if (column == Planned || column == Found) {
                return QString::fromStdString(
                    deviceName(column == Planned ? row.planned : row.found));
            }
            return {};
        case RightRole:
            return row.isRight();
        case SortRole:
            return sortValue(row, column);
        case NameRole:
            return QString::fromStdString(row.name);
        default:
            return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            Qt::Alignment((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    const QString names[] = {tr("Tensor"), tr("Planned"), tr("Found"), tr("Type"),
                             tr("Shape"),  tr("Size"),    tr("Result")};
    return role == Qt::DisplayRole ? names[section] : QVariant();
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
