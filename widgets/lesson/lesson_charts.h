// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_chart.h"
#include "widgets/lesson/lesson_facts.h"

#include <QWidget>

#include <optional>

class QBoxLayout;
class QCheckBox;
class QLabel;
class QScrollArea;

namespace stowage {

class LessonParts;
class LessonSession;
class LessonStepping;

/// The picture of the current step: VRAM and RAM of all runs over each other; for the first step
/// what lies in the file; while a load is gone through in steps, where each tensor goes.
class LessonCharts : public QWidget {
    Q_OBJECT
public:
    LessonCharts(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    void setPrediction(LessonPrediction prediction);
    void setSnap(LessonSnap snap);
    void setLettersShown(bool shown);
    /// How wide this will be: charts stand beside each other where there is room for both, else
    /// one above the other.
    void setRoom(int width);
    [[nodiscard]] bool lettersShown() const { return m_lettersShown; }
    [[nodiscard]] LessonChart* vram() const { return m_vram; }
    [[nodiscard]] LessonChart* ram() const { return m_ram; }
    [[nodiscard]] LessonParts* parts() const { return m_parts; }
    [[nodiscard]] LessonStepping* stepping() const { return m_stepping; }

private:
    QWidget* makeCharts();
    void applyType();
    void refresh();
    void showTitles();
    void showPage();

    LessonSession* m_session;
    const LessonType* m_type;
    LessonParts* m_parts;
    QScrollArea* m_partsScroll;
    QWidget* m_chartsPage = nullptr;
    QBoxLayout* m_pair = nullptr;
    LessonStepping* m_stepping;
    LessonChart* m_vram = nullptr;
    LessonChart* m_ram = nullptr;
    QLabel* m_vramTitle = nullptr;
    QLabel* m_vramNote = nullptr;
    QLabel* m_ramTitle = nullptr;
    QLabel* m_ramNote = nullptr;
    QCheckBox* m_currentOnly = nullptr;
    LessonPrediction m_prediction = LessonPrediction::Off;
    bool m_lettersShown = false;
    std::optional<LessonSize> m_factsOf;
};

}  // namespace stowage
