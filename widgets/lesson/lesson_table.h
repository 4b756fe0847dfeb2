// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_table_model.h"

#include <QTableView>

namespace stowage {

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
