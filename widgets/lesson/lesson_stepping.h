// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_type.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;
class QSlider;
class QVBoxLayout;

namespace stowage {

class DeviceBars;
class FlowLayout;
class LessonSession;
class SegmentMapPanel;

/// A load gone through tensor by tensor: the map of the GPU's segments and bars of every device
/// move with each step. The slider goes from single steps to the real speed.
class LessonStepping : public QWidget {
    Q_OBJECT
public:
    LessonStepping(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    /// Tensors a second at a place of the slider: 0 stepped, infinity real.
    [[nodiscard]] static double rateAt(int place);
    static constexpr int kPlaces = 7;

private:
    QWidget* makeControls();
    void applyType();
    void refresh();
    /// The map needs the controller, which is there with the first stepping.
    void makeMap();
    void showBars();
    void showRate(int place);

    LessonSession* m_session;
    const LessonType* m_type;
    QVBoxLayout* m_layout;
    FlowLayout* m_controls = nullptr;
    QPushButton* m_step = nullptr;
    QPushButton* m_end = nullptr;
    QSlider* m_speed = nullptr;
    QLabel* m_speedLabel = nullptr;
    QLabel* m_rate = nullptr;
    QLabel* m_where = nullptr;
    QProgressBar* m_progress = nullptr;
    DeviceBars* m_bars = nullptr;
    SegmentMapPanel* m_map = nullptr;
    QTimer m_clock;
};

}  // namespace stowage
