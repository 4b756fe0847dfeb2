// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_type.h"
#include "widgets/session/lesson_step_state.h"

#include <QAbstractTableModel>

namespace stowage {

class LessonSession;

/// Measured beside published: a row for each step that loads. Cells are empty until their step ran;
/// exact bytes are in the tooltips.
class LessonTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Method,
        Vram,
        PublishedVram,
        RamAnonymous,
        RamFile,
        RamRss,
        PublishedRam,
        Time,
        Kind,
        Why,
        ColumnCount
    };

    LessonTableModel(LessonSession* session, const LessonType* type, QObject* parent = nullptr);

    [[nodiscard]] LessonStep stepOf(int row) const;
    /// −1 for the step that has no row.
    [[nodiscard]] int rowOf(LessonStep step) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    void refresh();
    [[nodiscard]] QString text(const LessonStepState& state, int column) const;
    [[nodiscard]] QString toolTip(const LessonStepState& state, int column) const;

    LessonSession* m_session;
    const LessonType* m_type;
};

}  // namespace stowage
