// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/history/load_history.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QStringList>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// The records of loads, runs and chains as rows, newest first. The note is edited in place.
class LoadHistoryModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// In the order of columns(), which does not compile with another number of them.
    enum Column { Date, Model, Note, Kind, State, Method, Plan, Time, Vram, Ram, Errors, Verified };
    static constexpr int kColumnCount = Verified + 1;
    using Columns = std::array<TableColumn<LoadRecord>, kColumnCount>;
    enum Role {
        SortRole = Qt::UserRole,  ///< a number or text that sorts as the column means it
        IdRole,                   ///< the record's id
        KindRole,                 ///< its RecordKind as an int
        SearchRole,               ///< all that a search looks into, in small letters
    };

    LoadHistoryModel(LoadHistory* store, const Theme* theme, QObject* parent = nullptr);

    [[nodiscard]] LoadHistory::Record recordAt(int row) const;
    [[nodiscard]] const Columns& columns() const { return m_columns; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] static Columns makeColumns(const Theme* theme);
    void takeRecords();

    LoadHistory* m_store;
    const Columns m_columns;
    std::vector<LoadHistory::Record> m_records;  ///< the history's, as views know them
};

/// The records that a search finds, of one kind or of all: every word of it stands somewhere in
/// model, path, note, strategy, device, method, state or date, in any order and case.
class RecordFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RecordFilter(QObject* parent = nullptr);

    void setText(const QString& text);
    /// Nothing: all kinds.
    void setKind(std::optional<RecordKind> kind);
    [[nodiscard]] bool isFiltering() const { return m_kind || !m_words.isEmpty(); }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    std::optional<RecordKind> m_kind;
};

}  // namespace stowage
