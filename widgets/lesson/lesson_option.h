// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_type.h"

#include <QRadioButton>

namespace stowage {

/// One answer to a question: a radio button whose text wraps, so that no word is cut at any size
/// of type.
class LessonOption : public QRadioButton {
    Q_OBJECT
public:
    /// What the check said of it.
    enum class Mark { None, Right, Wrong };

    explicit LessonOption(const LessonType* type, QWidget* parent = nullptr);

    void setMark(Mark mark);
    [[nodiscard]] Mark mark() const { return m_mark; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] bool hitButton(const QPoint& position) const override;

private:
    [[nodiscard]] int textLeft() const;

    const LessonType* m_type;
    Mark m_mark = Mark::None;
};

}  // namespace stowage
