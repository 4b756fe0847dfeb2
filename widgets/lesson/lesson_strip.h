// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_card.h"

#include <QWidget>

#include <vector>

namespace stowage {

class LessonSession;

/// The nine steps as cards, in as many rows as they need. With the keyboard: arrows go from card to
/// card, Enter or Space makes one the current step.
class LessonStrip : public QWidget {
    Q_OBJECT
public:
    LessonStrip(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    /// Whether the learner is making a guess for the current step.
    void setPrediction(LessonPrediction ofCurrent);
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
    [[nodiscard]] int columnsFor(int width) const;
    [[nodiscard]] int cardHeight(int cardWidth) const;

    LessonSession* m_session;
    const LessonType* m_type;
    std::vector<LessonCard*> m_cards;
    LessonPrediction m_prediction = LessonPrediction::Off;
};

}  // namespace stowage
