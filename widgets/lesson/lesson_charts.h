// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_chart.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"

#include <QWidget>

#include <optional>
#include <vector>

class QBoxLayout;
class QCheckBox;
class QLabel;
class QScrollArea;

namespace stowage {

class LessonSteppingView;

/// The first step's picture: what lies in the file, part by part, and what a plain load holds of
/// it: the model and its state dict side by side, for the published example and for this model.
class LessonFileView : public QWidget {
    Q_OBJECT
public:
    explicit LessonFileView(const LessonType* type, QWidget* parent = nullptr);

    void setFacts(const LessonFacts& facts);
    /// Highlights the letters that the question speaks of.
    void setLettersShown(bool shown);
    [[nodiscard]] bool lettersShown() const { return m_lettersShown; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kRow = 27;  ///< pixels of the design

    struct Bar {
        QString name;
        std::vector<double> shares;  ///< bytes, one piece each
        QStringList pieces;          ///< in the pieces
        QString figure;              ///< behind the bar
        QString letter;
        bool isConstant = false;  ///< hatched lightly: not trained
    };

    [[nodiscard]] int rowHeight() const { return m_type->px(kRow); }
    /// For a layout from left to right, where it is in this one.
    [[nodiscard]] QRect placed(const QRect& at) const;
    int paintHead(QPainter& painter, const QString& text, int y) const;
    int paintBars(QPainter& painter, const std::vector<Bar>& bars, int y) const;
    void paintBar(QPainter& painter, const Bar& bar, const QRect& track, double scale) const;
    [[nodiscard]] std::vector<ChartPart> spokenParts() const;
    [[nodiscard]] int nameWidth() const;

    const LessonType* m_type;
    std::vector<Bar> m_doubled;
    std::vector<Bar> m_parts;
    bool m_lettersShown = false;
};

class LessonSession;

/// The picture of the current step: VRAM and RAM of all runs over each other; for the first step
/// what lies in the file; while a load is gone through in steps, where each tensor goes.
class LessonCharts : public QWidget {
    Q_OBJECT
public:
    LessonCharts(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    void setPrediction(LessonGuessMode prediction);
    void setSnap(LessonSnap snap);
    void setLettersShown(bool shown);
    /// How wide this will be: charts stand beside each other where there is room for both, else
    /// one above the other.
    void setAvailableWidth(int width);
    [[nodiscard]] bool lettersShown() const { return m_lettersShown; }
    [[nodiscard]] LessonChart* vram() const { return m_vram; }
    [[nodiscard]] LessonChart* ram() const { return m_ram; }
    [[nodiscard]] LessonFileView* parts() const { return m_parts; }

private:
    QWidget* makeCharts();
    void applyType();
    void refresh();
    void showTitles();
    void showPage();

    LessonSession* m_session;
    const LessonType* m_type;
    LessonFileView* m_parts;
    QScrollArea* m_partsScroll;
    QWidget* m_chartsPage = nullptr;
    QBoxLayout* m_pair = nullptr;
    LessonSteppingView* m_stepping;
    LessonChart* m_vram = nullptr;
    LessonChart* m_ram = nullptr;
    QLabel* m_vramTitle = nullptr;
    QLabel* m_vramNote = nullptr;
    QLabel* m_ramTitle = nullptr;
    QLabel* m_ramNote = nullptr;
    QCheckBox* m_currentOnly = nullptr;
    LessonGuessMode m_prediction = LessonGuessMode::Off;
    bool m_lettersShown = false;
    std::optional<LessonSize> m_factsOf;
};

}  // namespace stowage
