// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_chart_data.h"
#include "widgets/lesson/lesson_state.h"
#include "widgets/lesson/lesson_style.h"

#include <QAbstractButton>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace stowage {

/// What a card says, line by line.
struct LessonCardTexts {
    QString name;
    QString subtitle;
    QString time;         ///< right of the line sample
    QStringList figures;  ///< "VRAM 6.42", "RAM 0.30"; "VRAM ?" before the step was run
    QString icon;
    bool areMeasured = false;  ///< figures in full text
};

/// One step in the strip: its name, what happens, its line, two peaks, the time, its state. A
/// button; the current one is framed. All texts wrap, none is cut.
class LessonCard : public QAbstractButton {
    Q_OBJECT
public:
    LessonCard(LessonStep step, const LessonType* type, QWidget* parent = nullptr);

    /// Peaks are shown once they were found: before, the learner is to predict them.
    void show(const LessonStepState& state, const LessonSetup& setup, LessonGuessMode prediction);
    void setCurrent(bool current);
    [[nodiscard]] LessonStep step() const { return m_step; }
    [[nodiscard]] const LessonCardTexts& texts() const { return m_texts; }
    /// The least width at which every word has room on a line.
    [[nodiscard]] int leastWidth() const;
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// Draws with a painter, or only measures with none; the height.
    int layOut(int width, QPainter* painter) const;
    int layOutName(int y, int inner, QPainter* painter) const;
    int layOutLine(int y, int inner, QPainter* painter) const;
    [[nodiscard]] QRect placed(const QRect& at) const;
    int layOutFigures(int x, int y, int width, QPainter* painter) const;

    LessonStep m_step;
    const LessonType* m_type;
    LessonCardTexts m_texts;
    bool m_isCurrent = false;
};

class LessonSession;

/// The nine steps as cards, in as many rows as they need. With the keyboard: arrows go from card to
/// card, Enter or Space makes one the current step.
class LessonStrip : public QWidget {
    Q_OBJECT
public:
    LessonStrip(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    /// Whether the learner is making a guess for the current step.
    void setPrediction(LessonGuessMode ofCurrent);
    [[nodiscard]] const std::vector<LessonCard*>& cards() const { return m_cards; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void arrange();
    [[nodiscard]] int leastCardWidth() const;
    [[nodiscard]] int columnsFor(int width) const;
    [[nodiscard]] int cardHeight(int cardWidth) const;

    LessonSession* m_session;
    const LessonType* m_type;
    std::vector<LessonCard*> m_cards;
    LessonGuessMode m_prediction = LessonGuessMode::Off;
};

}  // namespace stowage
