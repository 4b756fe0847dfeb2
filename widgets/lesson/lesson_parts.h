// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_facts.h"
#include "widgets/lesson/lesson_type.h"

#include <QWidget>

#include <vector>

namespace stowage {

/// The first step's picture: what lies in the file, part by part, and what a plain load holds of
/// it: the model and its state dict side by side, for the published example and for this model.
class LessonParts : public QWidget {
    Q_OBJECT
public:
    explicit LessonParts(const LessonType* type, QWidget* parent = nullptr);

    void setFacts(const LessonFacts& facts);
    /// Highlights the letters that the question speaks of.
    void setLettersShown(bool shown);
    [[nodiscard]] bool lettersShown() const { return m_lettersShown; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Bar {
        QString name;
        std::vector<double> shares;  ///< bytes, one piece each
        QStringList pieces;          ///< in the pieces
        QString figure;              ///< behind the bar
        QString letter;
        bool isConstant = false;  ///< hatched lightly: not trained
    };

    [[nodiscard]] int rowHeight() const;
    int paintHead(QPainter& painter, const QString& text, int y) const;
    int paintBars(QPainter& painter, const std::vector<Bar>& bars, int y) const;
    void paintBar(QPainter& painter, const Bar& bar, const QRect& track, double scale) const;
    [[nodiscard]] int nameWidth() const;

    const LessonType* m_type;
    std::vector<Bar> m_doubled;
    std::vector<Bar> m_parts;
    bool m_lettersShown = false;
};

}  // namespace stowage
