// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_outline.h"
#include "widgets/support/theme.h"

#include <QFont>
#include <QObject>
#include <QPen>
#include <QPixmap>
#include <QString>

class QSettings;
class QWidget;

namespace stowage {

/// What a text of the lesson is for; LessonType knows its size.
enum class LessonText {
    Title,    ///< 20, semibold
    Body,     ///< 15: sentences, questions, answers
    Table,    ///< 13: tables, charts, buttons
    Caption,  ///< 12: heads, notes
    Code,     ///< 13, of one width
};

/// How large everything of the lesson is: its type, its spaces and the lines of its charts. One
/// factor scales them all, so that a page reads from the last row of a classroom; it is kept in the
/// settings. UI thread only.
class LessonType : public QObject {
    Q_OBJECT
public:
    /// `settings` may be null: nothing is remembered, and the type is that of paper, whatever the
    /// window's text size is. Both are borrowed.
    LessonType(const Theme* theme, QSettings* settings, QObject* parent = nullptr);

    [[nodiscard]] double factor() const { return m_factor; }
    void setFactor(double factor);
    /// The next larger or smaller of some fixed factors.
    void grow();
    void shrink();
    [[nodiscard]] bool canGrow() const;
    [[nodiscard]] bool canShrink() const;
    /// Type for a projector: on, or back to 1.
    void toggleProjector();
    [[nodiscard]] bool isProjector() const { return m_factor >= kProjectorFactor; }

    [[nodiscard]] QFont font(LessonText role, bool semibold = false) const;
    /// Pixels of the design in those of the factor.
    [[nodiscard]] int px(double pixels) const;
    /// The same for the width of a line, which grows faster: a thin line is lost on a wall.
    [[nodiscard]] double line(double pixels) const;
    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    [[nodiscard]] const ThemeColors& colors() const { return m_theme->colors(); }

    static constexpr double kProjectorFactor = 1.5;

Q_SIGNALS:
    /// Another factor, or another theme.
    void changed();

private:
    const Theme* m_theme;
    QSettings* m_settings;
    double m_factor = 1;
    double m_textSize = 1;  ///< of the window, against the usual one
};

/// Fusion draws the box of a check box darker than the window, where a dark background hides it:
/// this gives it an edge that can be seen.
void showIndicator(QWidget* checkBox, const ThemeColors& colors);

/// 1 … 9.
[[nodiscard]] int lessonStepNumber(LessonStep step);
/// "checkpoint", "naive" … "devices": what cards, rows and curves call the step.
[[nodiscard]] QString lessonStepTitle(LessonStep step);
/// The same as the head of the step's own page: "9  one map, several devices".
[[nodiscard]] QString lessonStepHeading(LessonStep step);
/// "5  mmap".
[[nodiscard]] QString lessonStepNumbered(LessonStep step);
/// What happens, in a few words: "Map and assign".
[[nodiscard]] QString lessonStepSubtitle(LessonStep step);

/// Colour and dashes of a step's curve, the same in card, chart and table; never those of a device.
/// No two steps have the same dashes and nearly the same colour, so that the line alone tells them
/// apart; on a dark base colours are lightened. `width` in pixels; dashes keep their length.
[[nodiscard]] QPen lessonPen(LessonStep step, const ThemeColors& colors, double width);

/// A sample of that line, `width` × `height` pixels of the screen times `ratio`.
[[nodiscard]] QPixmap lessonLineSample(LessonStep step, const LessonType& type, double ratio);

}  // namespace stowage
