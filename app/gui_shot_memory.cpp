// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes about memory: predicted curves, the crosshair over a load, segments, an audit.
#include "app/gui_shots.h"
#include "widgets/session/document.h"
#include "widgets/session/load_controller.h"
#include "widgets/views/chart_plot.h"
#include "widgets/views/main_window.h"

#include <QAction>
#include <QApplication>
#include <QMouseEvent>

namespace stowage {
namespace {

/// Where on a chart the pointer stands.
constexpr double kPointerShare = 0.62;

}  // namespace

void ShotSeries::pointAtChart() {
    auto* chart = m_window->findChild<ChartPlot*>(QStringLiteral("vram_chart"));
    const QRect area = chart->axisRect()->rect();
    const QPoint at(area.left() + static_cast<int>(area.width() * kPointerShare),
                    area.center().y());
    QMouseEvent move(QEvent::MouseMove, at, chart->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QApplication::sendEvent(chart, &move);
}

void ShotSeries::planMemory(MemoryScene scene, const QString& file) {
    LoadController& controller = *m_window->controller();
    const auto planned = [this] { return isPlanned(); };
    const auto loaded = [&controller] { return controller.state() == LoadState::Loaded; };
    if (scene == MemoryScene::Forecast) {
        addStep([this] { m_window->setMethod(LoadMethod::Naive); }, planned, {});
        addStep([this] { pointAtChart(); }, planned, file);
        return;
    }
    if (scene == MemoryScene::Audit) {
        addStep(
            [this] {
                m_window->findChild<QAction*>(QStringLiteral("verify_action"))->setChecked(true);
            },
            planned, {});
    }
    const LoadMethod method =
        scene == MemoryScene::Segments ? LoadMethod::Naive : LoadMethod::Streamed;
    addStep(
        [this, method] {
            m_window->setMethod(method);
            m_window->findChild<QAction*>(QStringLiteral("load_action"))->trigger();
        },
        loaded, {});
    addStep(
        [this, scene] {
            switch (scene) {
                case MemoryScene::Segments:
                    select("transformer.h.3.attn");
                    m_window->showSegments();
                    break;
                case MemoryScene::Audit:
                    m_window->showAudit();
                    break;
                case MemoryScene::Crosshair:
                case MemoryScene::Forecast:
                    pointAtChart();
                    break;
            }
        },
        planned, file);
}

}  // namespace stowage
