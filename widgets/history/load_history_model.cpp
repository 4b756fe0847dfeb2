// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_history_model.h"

#include "widgets/history/load_record_display.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QGuiApplication>

#include <algorithm>
#include <cstdlib>

namespace stowage {
namespace {

QString recordSecondsText(const LoadRecord& record) {
    return record.figures.seconds ? formatSeconds(*record.figures.seconds) : QStringLiteral("–");
}

QString recordRamText(const LoadRecord& record) {
    const auto anon = record.figures.hostAnon();
    return anon ? sizeText(static_cast<double>(*anon)) : QStringLiteral("–");
}

QString recordRamToolTip(const LoadRecord& record) {
    const auto anon = record.figures.hostAnon();
    return anon ? LoadHistoryModel::tr("Anonymous memory above its level before, %1: %2")
                      .arg(record.figures.polledHostAnon
                               ? LoadHistoryModel::tr("measured from outside")
                               : LoadHistoryModel::tr("measured by itself"),
                           exactBytesText(static_cast<double>(*anon)))
                : QString();
}

/// Bytes that the prediction is off by, in either direction; below 0 where there is none.
double errorSize(const LoadRecord& record) {
    const auto errors = loadPredictionErrors(record.figures);
    return errors ? static_cast<double>(std::abs(largestPeakError(*errors).value_or(0))) +
                        static_cast<double>(std::abs(errors->hostAnon.value_or(0)))
                  : -1.0;
}

QString recordErrorToolTip(const LoadRecord&) {
    return LoadHistoryModel::tr(
        "Measured less predicted: the largest of all GPUs' peaks, the "
        "host's anonymous peak, the time");
}

/// What went wrong is in the colour of errors.
auto errorColor(const Theme* theme) {
    return [theme](const LoadRecord& record) {
        const LoadEnding state = record.figures.state;
        return state == LoadEnding::Failed || state == LoadEnding::Differs
                   ? QVariant(theme->colors().error)
                   : QVariant();
    };
}

auto iconOfMethod(const Theme* theme) {
    return [theme](const LoadRecord& record) -> QVariant {
        return methodIcon(record.figures.method, theme->colors(), qGuiApp->devicePixelRatio());
    };
}

/// A column's text that needs no more than the figures.
auto ofFigures(QString (*text)(const LoadFigures&)) {
    return [text](const LoadRecord& record) { return text(record.figures); };
}

/// A column's text that is a member of the record.
auto ofRecord(std::string LoadRecord::*text) {
    return [text](const LoadRecord& record) { return QString::fromStdString(record.*text); };
}

QString searchedText(const LoadRecord& record) {
    const QStringList parts{recordKindText(record),
                            QString::fromStdString(record.modelName),
                            QString::fromStdString(record.modelPath),
                            QString::fromStdString(record.note),
                            recordPlanText(record),
                            methodText(record.figures.method),
                            recordStateText(record.figures),
                            translatedText(record.figures.why),
                            recordDateText(record)};
    return parts.join(QLatin1Char('\n')).toCaseFolded();
}

}  // namespace

LoadHistoryModel::Columns LoadHistoryModel::makeColumns(const Theme* theme) {
    return std::to_array<TableColumn<LoadRecord>>({
        {.title = tr("Date"),
         .hint = tr("When it ended"),
         .width = 108,
         .text = recordDateText,
         .toolTip =
             [](const LoadRecord& r) { return tr("%1 UTC").arg(QString::fromStdString(r.date)); },
         .sortValue = ofRecord(&LoadRecord::date)},
        {.title = tr("Model"),
         .hint = tr("Model"),
         .width = 112,
         .text = ofRecord(&LoadRecord::modelName),
         .toolTip = ofRecord(&LoadRecord::modelPath)},
        {.title = tr("Note"),
         .hint = tr("What you wrote"),
         .width = 120,
         .text = ofRecord(&LoadRecord::note),
         .toolTip = [](const LoadRecord&) { return tr("Double click or F2 writes a note"); }},
        {.title = tr("Kind"),
         .hint = tr("A load, a run through a loaded model, or a chain of models"),
         .width = 46,
         .text = recordKindText,
         .toolTip = recordTimesText},
        {.title = tr("State"),
         .hint = tr("How it ended"),
         .width = 62,
         .text = ofFigures(recordStateText),
         .toolTip = [](const LoadRecord& r) { return translatedText(r.figures.why); },
         .color = errorColor(theme)},
        {.title = tr("Method"),
         .hint = tr("Load method"),
         .width = 100,
         .text = [](const LoadRecord& r) { return methodText(r.figures.method); },
         .icon = iconOfMethod(theme)},
        {.title = tr("Plan"),
         .hint = tr("Strategy, and the devices of its map"),
         .width = 114,
         .text = recordPlanText},
        {.title = tr("Time"),
         .hint = tr("Time of the load or run, measured"),
         .alignment = Qt::AlignRight,
         .width = 72,
         .text = recordSecondsText,
         .sortValue = [](const LoadRecord& r) { return r.figures.seconds.value_or(-1); }},
        {.title = tr("VRAM peak by GPU"),
         .hint = tr("Highest allocated memory, GPU 0 first"),
         .alignment = Qt::AlignRight,
         .width = 134,
         .text = ofFigures(recordVramText),
         .toolTip = ofFigures(recordVramToolTip),
         .sortValue = [](const LoadRecord& r) { return recordVramPeak(r.figures); }},
        {.title = tr("RAM, anon."),
         .hint = tr("Highest anonymous memory of the process above its level before"),
         .alignment = Qt::AlignRight,
         .width = 82,
         .text = recordRamText,
         .toolTip = recordRamToolTip,
         .sortValue =
             [](const LoadRecord& r) {
                 return static_cast<double>(r.figures.hostAnon().value_or(0));
             }},
        {.title = tr("Measured less predicted"),
         .hint = tr("Measured less predicted"),
         .width = 202,
         .text = ofFigures(recordErrorText),
         .toolTip = recordErrorToolTip,
         .sortValue = errorSize},
        {.title = tr("Verified"),
         .hint = tr("Every loaded byte compared with the file"),
         .width = 56,
         .text = ofFigures(recordVerifiedText),
         .color = errorColor(theme)},
    });
}

LoadHistoryModel::LoadHistoryModel(LoadHistory* store, const Theme* theme, QObject* parent)
    : QAbstractTableModel(parent),
      m_store(store),
      m_columns(makeColumns(theme)),
      m_records(store->records()) {
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
    const TableColumn<LoadRecord>& column = m_columns[static_cast<std::size_t>(index.column())];
    switch (role) {
        case Qt::EditRole:
            return index.column() == Note ? QVariant(column.text(*record)) : QVariant();
        case SortRole:
            return column.sortKey(*record);
        case IdRole:
            return QString::fromStdString(record->id);
        case KindRole:
            return static_cast<int>(record->figures.kind());
        case SearchRole:
            return searchedText(*record);
        default:
            return column.data(*record, role);
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
    return headData(m_columns, section, orientation, role);
}

RecordFilter::RecordFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(LoadHistoryModel::SortRole);
}

void RecordFilter::setText(const QString& text) {
    m_words = text.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void RecordFilter::setKind(std::optional<RecordKind> kind) {
    m_kind = kind;
    invalidateFilter();
}

bool RecordFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (m_kind && index.data(LoadHistoryModel::KindRole).toInt() != static_cast<int>(*m_kind)) {
        return false;
    }
    const QString text =
        m_words.isEmpty() ? QString() : index.data(LoadHistoryModel::SearchRole).toString();
    return std::ranges::all_of(m_words, [&](const QString& word) { return text.contains(word); });
}

}  // namespace stowage
