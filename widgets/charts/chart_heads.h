// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "widgets/support/theme.h"

#include <QBrush>
#include <QPen>
#include <QWidget>

#include <cstdint>
#include <utility>
#include <vector>

class QPushButton;
class QToolButton;

namespace stowage {

struct LoadSchedule;

/// NamedInChart: a name at the curve says the same, so that the sample may give way to others.
enum class LegendNeed { Always, NamedInChart };

/// One sample of a legend: a line (pen) or an area (brush).
struct LegendEntry {
    QString text;
    QPen line{Qt::NoPen};
    QBrush area{Qt::NoBrush};
    LegendNeed need = LegendNeed::Always;
};

/// "VRAM, simulated  GiB  ▬ GPU 0 ▬ GPU 1 …": the line above a chart. Half a legend would mislead:
/// where not all of it finds room, closer to each other too, there are only samples of what has no
/// name in the chart; where those find none, nothing, and the tooltip says what there is. It begins
/// at the side from which its language is read; where there is little room the title loses words,
/// never its unit.
class ChartTitle : public QWidget {
    Q_OBJECT
public:
    explicit ChartTitle(const Theme* theme, QWidget* parent = nullptr);

    void setTitle(const QString& title, const QString& unit);
    void setEntries(std::vector<LegendEntry> entries);
    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] const QString& unit() const { return m_unit; }
    /// As much of the title as there is room for beside the unit.
    [[nodiscard]] QString shownTitle() const;
    /// The samples that there is room for.
    [[nodiscard]] std::vector<LegendEntry> shownEntries() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kHeight = 22;

    [[nodiscard]] static int entryWidth(const LegendEntry& entry, const QFontMetrics& metrics);
    /// Pixels from the side where the line begins.
    [[nodiscard]] int unitLeft() const;
    [[nodiscard]] int unitRight() const;
    /// The samples that there is room for, and the pixels before each.
    [[nodiscard]] std::pair<std::vector<LegendEntry>, int> fittingLegend() const;

    const Theme* m_theme;
    QString m_title;
    QString m_unit;
    std::vector<LegendEntry> m_entries;
};

/// Bytes read in a row for one device.
struct ProgressSegment {
    DeviceId device;
    std::uint64_t bytes = 0;
};

/// The progress bar's parts, in the order in which the schedule reads the file.
[[nodiscard]] std::vector<ProgressSegment> progressSegments(const LoadSchedule& schedule);

/// What the strip above the charts says and offers.
struct LiveHeaderContent {
    enum class Mark { None, Good, Error };
    enum class PauseButton { None, Pause, Resume };
    /// Begins a load to be stepped through, ends the tensor that a load is at, brings in one more.
    enum class StepButton { None, FromStart, PauseAfter, Next };

    Mark mark = Mark::None;
    QString percent;  ///< "58 %", large
    QString strong;   ///< "8.68 of 14.96 GiB"
    QString detail;   ///< "169 of 291 tensors"
    QString phase;    ///< "read weights"
    QString rate;     ///< "1.61 GB/s now"
    QString source;   ///< ", measured": how the rate is known
    QString left;     ///< "4 s left of 11 s"
    QString note;     ///< how far the load was from its prediction
    QString toolTip;  ///< why `auto` chose its method; an error's is the error
    /// A load or a run is on its way: buttons that cannot be pressed now are grey.
    bool isMoving = false;
    PauseButton pause = PauseButton::None;
    StepButton step = StepButton::None;
    bool canCancel = false;
    bool canUnload = false;
    bool showBar = false;
    double fraction = 0;  ///< of the bar, 0…1

    bool operator==(const LiveHeaderContent&) const = default;
};

/// Painted text, the buttons of a load and the progress bar by device. Text is painted rather than
/// put into labels, so that a report of progress repaints and never lays out again.
class LiveHeader : public QWidget {
    Q_OBJECT
public:
    explicit LiveHeader(const Theme* theme, QWidget* parent = nullptr);

    void setContent(const LiveHeaderContent& content);
    [[nodiscard]] const LiveHeaderContent& content() const { return m_content; }
    void setSegments(std::vector<ProgressSegment> segments);
    [[nodiscard]] const std::vector<ProgressSegment>& segments() const { return m_segments; }
    void setFollowing(bool following);
    [[nodiscard]] bool isFrozen() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void pauseClicked();
    void resumeClicked();
    void stepClicked();
    void cancelClicked();
    void unloadClicked();
    void followToggled(bool follow);
    void freezeToggled(bool freeze);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    [[nodiscard]] bool hasButtonsOf(const LiveHeaderContent& content) const;
    void updateButtons();
    /// Each button has a place of its own, whichever others are shown: the second click of two
    /// reaches the button that the first one reached.
    void placeButtons();
    [[nodiscard]] int pauseWidth() const;
    /// A place counted from where the line begins, be that left or right.
    [[nodiscard]] QRect mirrored(const QRect& place) const;
    void updateStepButton();
    void paintTexts(QPainter& painter);
    void paintSentence(QPainter& painter, const QRect& room);
    void paintFigures(QPainter& painter, int left, int right);
    void paintBar(QPainter& painter);
    void paintNote(QPainter& painter);
    /// The note stands in the row where it fits, else under the bar.
    void placeNote();

    const Theme* m_theme;
    LiveHeaderContent m_content;
    std::vector<ProgressSegment> m_segments;
    QPushButton* m_cancel;
    QPushButton* m_pause;
    QPushButton* m_step;
    QPushButton* m_unload;
    QToolButton* m_follow;
    QToolButton* m_freeze;
    int m_buttonsLeft = 0;
    bool m_noteBelow = false;
};

}  // namespace stowage
