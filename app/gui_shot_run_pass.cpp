// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes about running the loaded model: on the way, at its end, by layers, on the live charts.
#include "app/gui_shots.h"
#include "widgets/session/document.h"
#include "widgets/session/load_controller.h"
#include "widgets/session/run_controller.h"
#include "widgets/views/main_window.h"
#include "widgets/views/run_panel.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace stowage {
namespace {

/// The sample lies on all four of them then.
constexpr std::pair<DeviceId, const char*> kMixedLimits[] = {
    {DeviceId::gpu(0), "200MiB"}, {DeviceId::gpu(1), "100MiB"}, {DeviceId::cpu(), "60MiB"}};
constexpr int kGenerated = 12;
/// So far is a run that is shown on its way.
constexpr double kShownShare = 0.6;

}  // namespace

void ShotSeries::planModelRun(ModelRunScene scene, const QString& file) {
    const auto planned = [this] { return isPlanned(); };
    addStep(
        [this] {
            for (const auto& [device, limit] : kMixedLimits) {
                m_window->document()->edit(SetBudgetEdit{device, limit});
            }
        },
        planned, {});
    addStep([this] { m_window->controller()->start(LoadMethod::Streamed); },
            [this] { return m_window->controller()->state() == LoadState::Loaded; }, {});
    const auto child = [this](const char* name) {
        return m_window->runPanel()->findChild<QWidget*>(QString::fromLatin1(name));
    };
    if (scene == ModelRunScene::Wrong) {
        addStep(
            [this, child] {
                m_window->showRun();
                qobject_cast<QLineEdit*>(child("run_prompt"))
                    ->setText(QStringLiteral("15496,50257,995"));
            },
            planned, file);
        return;
    }
    const bool isOnTheWay = scene == ModelRunScene::OnTheWay;
    addStep(
        [this, child] {
            m_window->showRun();
            qobject_cast<QSpinBox*>(child("run_generate"))->setValue(kGenerated);
            m_window->runPanel()->run();
        },
        [this, isOnTheWay] {
            const Progress& progress = m_window->modelRuns()->progress();
            const bool far = static_cast<double>(progress.itemsDone) >=
                             kShownShare * static_cast<double>(progress.itemsTotal);
            return isOnTheWay ? progress.itemsTotal > 0 && far
                              : !m_window->modelRuns()->runs().empty();
        },
        isOnTheWay || scene == ModelRunScene::Ended ? file : QString());
    if (scene == ModelRunScene::Layers) {
        addStep([this] { m_window->runPanel()->showPage(RunPanel::Page::Layers); }, planned, file);
    } else if (scene == ModelRunScene::Memory) {
        addStep([this] { m_window->resetLayout(); }, planned, file);
    }
}

bool ShotSeries::planModelRunScene(const QString& scene, const QString& file) {
    const std::pair<const char*, ModelRunScene> scenes[] = {{"run", ModelRunScene::Ended},
                                                            {"run-wrong", ModelRunScene::Wrong},
                                                            {"run-layers", ModelRunScene::Layers},
                                                            {"run-memory", ModelRunScene::Memory},
                                                            {"run-on", ModelRunScene::OnTheWay}};
    for (const auto& [name, what] : scenes) {
        if (scene == QLatin1String(name)) {
            planModelRun(what, file);
            return true;
        }
    }
    return false;
}

}  // namespace stowage
