// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/moved_modules_model.h"

#include "widgets/models/table_unit.h"

#include <QCoreApplication>

#include <utility>

namespace stowage {

QString placeLabel(const std::optional<DeviceId>& device) {
    return device ? QString::fromStdString(deviceLabel(*device))
                  : QCoreApplication::translate("MovedModulesModel", "no device");
}

MovedModulesModel::MovedModulesModel(QObject* parent) : QAbstractTableModel(parent) {}

void MovedModulesModel::setCompared(std::shared_ptr<const ComparedPlans> compared) {
    if (compared == m_compared) {
        return;
    }
    beginResetModel();
    m_compared = std::move(compared);
    endResetModel();
}

int MovedModulesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_compared == nullptr
               ? 0
               : static_cast<int>(m_compared->diff.moved.size());
}

int MovedModulesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant MovedModulesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const MovedModule& moved = m_compared->diff.moved[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const QString path =
        moved.module.empty() ? tr("(whole model)") : QString::fromStdString(moved.module);
    switch (role) {
        case Qt::DisplayRole:
            switch (column) {
                case Module:
                    return path;
                case From:
                    return placeLabel(moved.from);
                case To:
                    return placeLabel(moved.to);
                default:
                    return sizeText(static_cast<double>(moved.bytes));
            }
        case Qt::ToolTipRole:
            return column == Size ? exactBytesText(static_cast<double>(moved.bytes)) : path;
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::Alignment(
                (column == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        case DeviceRole: {
            const auto& device = column == From ? moved.from : moved.to;
            return device ? QString::fromStdString(deviceName(*device)) : QStringLiteral("none");
        }
        case PathRole:
            return QString::fromStdString(moved.module);
        default:
            return {};
    }
}

QVariant MovedModulesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            Qt::Alignment((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    const QString names[] = {tr("Module"), tr("From"), tr("To"), tr("Size")};
    return role == Qt::DisplayRole && section >= 0 && section < kColumnCount ? names[section]
                                                                             : QVariant();
}

}  // namespace stowage
