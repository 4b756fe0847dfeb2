// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_state.h"
#include "widgets/lesson/lesson_style.h"

#include <QAbstractTableModel>
#include <QTableView>

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

/// The table as tall as its rows: a row's words wrap, and where the columns find no room it is
/// moved sideways; nothing is cut. The current step's row is marked, a click on a row goes there.
class LessonTable : public QTableView {
    Q_OBJECT
public:
    LessonTable(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    [[nodiscard]] LessonTableModel* rows() const { return m_model; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyType();
    /// Columns as wide as their words; what is left is the last one's.
    void fit();
    void showCurrent();

    LessonSession* m_session;
    const LessonType* m_type;
    LessonTableModel* m_model;
    int m_height = 0;
    bool m_takesType = false;
};

}  // namespace stowage
