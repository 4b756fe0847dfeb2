// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_history_model.h"

#include "widgets/history/load_record_display.h"
#include "widgets/support/formats.h"
#include "widgets/support/units.h"

#include <QGuiApplication>

#include <algorithm>
#include <cstdlib>

namespace stowage {
namespace {

bool isFigure(int column) {
    return column == LoadHistoryModel::Time || column == LoadHistoryModel::Vram ||
           column == LoadHistoryModel::Ram;
}

QString optionalSize(const std::optional<std::uint64_t>& bytes) {
    return bytes ? sizeText(static_cast<double>(*bytes)) : QStringLiteral("–");
}

QString textOf(const LoadRecord& record, int column) {
    const LoadFigures& figures = record.figures;
    switch (column) {
        case LoadHistoryModel::Date:
            return recordDateText(record);
        case LoadHistoryModel::Model:
            return QString::fromStdString(record.modelName);
        case LoadHistoryModel::Method:
            return methodText(figures.method);
        case LoadHistoryModel::Plan:
            return recordPlanText(record);
        case LoadHistoryModel::Time:
            return figures.seconds ? formatSeconds(*figures.seconds) : QStringLiteral("–");
        case LoadHistoryModel::Vram:
            return recordVramText(figures);
        case LoadHistoryModel::Ram:
            return optionalSize(figures.hostAnon());
        case LoadHistoryModel::Errors:
            return recordErrorText(figures);
        case LoadHistoryModel::Verified:
            return recordVerifiedText(figures);
        case LoadHistoryModel::State:
            return recordStateText(figures);
        default:
            return QString::fromStdString(record.note);
    }
}

QVariant sortKey(const LoadRecord& record, int column) {
    const LoadFigures& figures = record.figures;
    switch (column) {
        case LoadHistoryModel::Date:
            return QString::fromStdString(record.date);
        case LoadHistoryModel::Time:
            return figures.seconds.value_or(-1);
        case LoadHistoryModel::Vram:
            return recordVramPeak(figures);
        case LoadHistoryModel::Ram:
            return static_cast<double>(figures.hostAnon().value_or(0));
        case LoadHistoryModel::Errors: {
            const auto errors = loadPredictionErrors(figures);
            return errors ? static_cast<double>(std::abs(largestPeakError(*errors).value_or(0))) +
                                static_cast<double>(std::abs(errors->hostAnon.value_or(0)))
                          : -1.0;
        }
        default:
            return textOf(record, column);
    }
}

QString toolTipOf(const LoadRecord& record, int column) {
    const LoadFigures& figures = record.figures;
    switch (column) {
        case LoadHistoryModel::Date:
            return LoadHistoryModel::tr("%1 UTC").arg(QString::fromStdString(record.date));
        case LoadHistoryModel::Model:
            return QString::fromStdString(record.modelPath);
        case LoadHistoryModel::Vram:
            return recordVramToolTip(figures);
        case LoadHistoryModel::Ram: {
            const auto anon = figures.hostAnon();
            return anon ? LoadHistoryModel::tr("Anonymous memory above its level before, %1: %2")
                              .arg(figures.polledHostAnon
                                       ? LoadHistoryModel::tr("measured from outside")
                                       : LoadHistoryModel::tr("measured by itself"),
                                   exactBytesText(static_cast<double>(*anon)))
                        : QString();
        }
        case LoadHistoryModel::Errors:
            return LoadHistoryModel::tr(
                "Measured less predicted: the largest of all GPUs' peaks, the "
                "host's anonymous peak, the time");
        case LoadHistoryModel::State:
            return QString::fromStdString(figures.why);
        case LoadHistoryModel::Note:
            return LoadHistoryModel::tr("Double click or F2 writes a note");
        default:
            return textOf(record, column);
    }
}

}  // namespace

LoadHistoryModel::LoadHistoryModel(LoadHistory* store, const Theme* theme, QObject* parent)
    : QAbstractTableModel(parent), m_store(store), m_theme(theme), m_records(store->records()) {
    connect(store, &LoadHistory::changed, this, &LoadHistoryModel::takeRecords);
    connect(theme, &Theme::changed, this, [this] {
        if (!m_records.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
        }
    });
}

void LoadHistoryModel::takeRecords() {
    const std::vector<LoadHistory::Record>& now = m_store->records();
    // One more record, or one less, is the rule; a selection outlives it.
    if (now.size() == m_records.size() + 1) {
        const auto [at, old] = std::ranges::mismatch(now, m_records);
        if (std::equal(at + 1, now.end(), old, m_records.end())) {
            const auto row = static_cast<int>(at - now.begin());
            beginInsertRows({}, row, row);
            m_records = now;
            endInsertRows();
            return;
        }
    }
    if (now.size() == m_records.size()) {
        const auto [at, old] = std::ranges::mismatch(now, m_records);
        if (at == now.end()) {
            return;
        }
        if ((*at)->id == (*old)->id && std::equal(at + 1, now.end(), old + 1)) {
            const auto row = static_cast<int>(at - now.begin());
            m_records = now;
            Q_EMIT dataChanged(index(row, 0), index(row, kColumnCount - 1));
            return;
        }
    }
    beginResetModel();
    m_records = now;
    endResetModel();
}

LoadHistory::Record LoadHistoryModel::recordAt(int row) const {
    return row >= 0 && row < rowCount() ? m_records[static_cast<std::size_t>(row)] : nullptr;
}

int LoadHistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_records.size());
}

int LoadHistoryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant LoadHistoryModel::data(const QModelIndex& index, int role) const {
    const LoadHistory::Record record = recordAt(index.row());
    if (!index.isValid() || record == nullptr) {
        return {};
    }
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return textOf(*record, column);
        case Qt::EditRole:
            return column == Note ? QVariant(QString::fromStdString(record->note)) : QVariant();
        case Qt::ToolTipRole:
            return toolTipOf(*record, column);
        case Qt::DecorationRole:
            return column == Method ? QVariant(methodIcon(record->figures.method, m_theme->colors(),
                                                          qGuiApp->devicePixelRatio()))
                                    : QVariant();
        case Qt::ForegroundRole: {
            const bool isBad = record->figures.state == LoadEnding::Failed ||
                               record->figures.state == LoadEnding::Differs;
            return (column == State || column == Verified) && isBad
                       ? QVariant(m_theme->colors().error)
                       : QVariant();
        }
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::Alignment(
                (isFigure(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        case SortRole:
            return sortKey(*record, column);
        case IdRole:
            return QString::fromStdString(record->id);
        default:
            return {};
    }
}

bool LoadHistoryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const LoadHistory::Record record = recordAt(index.row());
    if (role != Qt::EditRole || index.column() != Note || record == nullptr) {
        return false;
    }
    m_store->setNote(QString::fromStdString(record->id), value.toString().trimmed());
    return true;
}

Qt::ItemFlags LoadHistoryModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Note ? flags | Qt::ItemIsEditable : flags;
}

QVariant LoadHistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            Qt::Alignment((isFigure(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::ToolTipRole) {
        const QString tips[] = {
            tr("When it ended"),
            tr("Model"),
            tr("Load method"),
            tr("Strategy, and the devices of its map"),
            tr("Time of the load, measured"),
            tr("Highest allocated memory, GPU 0 first"),
            tr("Highest anonymous memory of the process above its level before"),
            tr("Measured less predicted"),
            tr("Every loaded byte compared with the file"),
            tr("How it ended"),
            tr("What you wrote")};
        return tips[section];
    }
    const QString names[] = {tr("Date"),       tr("Model"),
                             tr("Method"),     tr("Plan"),
                             tr("Time"),       tr("VRAM peak by GPU"),
                             tr("RAM, anon."), tr("Measured less predicted"),
                             tr("Verified"),   tr("State"),
                             tr("Note")};
    return role == Qt::DisplayRole ? names[section] : QVariant();
}

}  // namespace stowage
