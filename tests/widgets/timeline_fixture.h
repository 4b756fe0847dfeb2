// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/timeline_samples.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/run/timeline_view.h"
#include "widgets/support/theme.h"

#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

namespace stowage::test {

/// A view in a window of its own, with four GPUs and the spans of a run that is over.
struct Shown {
    explicit Shown(std::uint32_t decodes = 2) : theme(qApp, ThemeMode::Light), view(&theme) {
        view.resize(1000, 300);
        view.setDevices(timelineDevices(4));
        view.append(pipelineSpans(decodes));
        view.show();
        view.activateWindow();
        (void)QTest::qWaitForWindowActive(&view);
        plot = view.findChild<TimelinePlot*>();
        pointed = view.findChild<QLabel*>(QStringLiteral("timeline_pointed"));
        whole = view.findChild<QToolButton*>(QStringLiteral("timeline_whole"));
    }
    [[nodiscard]] ChartTitle* title() const { return view.findChild<ChartTitle*>(); }
    void moveTo(const LaneKey& lane, double seconds) const {
        // Sent, not posted: no window that just went away has a say in between.
        const QPoint at = plot->pointOf(lane, seconds);
        QMouseEvent event(QEvent::MouseMove, at, plot->viewport()->mapToGlobal(at), Qt::NoButton,
                          Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(plot->viewport(), &event);
    }
    void click(const LaneKey& lane, double seconds) const {
        QTest::mouseClick(plot->viewport(), Qt::LeftButton, {}, plot->pointOf(lane, seconds));
    }
    void wheel(const QPoint& at, int notches) const {
        QWheelEvent event(at, plot->viewport()->mapToGlobal(at), {}, QPoint(0, 120 * notches),
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot->viewport(), &event);
    }

    Theme theme;
    TimelineView view;
    TimelinePlot* plot = nullptr;
    QLabel* pointed = nullptr;
    QToolButton* whole = nullptr;
};

}  // namespace stowage::test
