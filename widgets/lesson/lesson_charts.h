// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_chart.h"
#include "widgets/lesson/lesson_step_texts.h"
#include "widgets/lesson/lesson_style.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QBoxLayout;
class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QSlider;
class QVBoxLayout;

namespace stowage {

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

class DeviceBars;
class FlowLayout;
class LessonSession;
class SegmentMapPanel;

/// A load gone through tensor by tensor: the map of the GPU's segments and bars of every device
/// move with each step. The slider goes from single steps to the real speed.
class LessonSteppingView : public QWidget {
    Q_OBJECT
public:
    LessonSteppingView(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

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
    [[nodiscard]] LessonSteppingView* stepping() const { return m_stepping; }

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
