// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes about loads: a refusal beforehand, and the devices before and after.
#include "app/gui_shots.h"
#include "engine/base/byte_size.h"
#include "widgets/dialogs/preflight_dialog.h"
#include "widgets/session/document.h"
#include "widgets/session/load_controller.h"
#include "widgets/views/main_window.h"

#include <QAction>

namespace stowage {
namespace {

/// So much that the sample fits once on GPU 0, and not twice.
constexpr std::uint64_t kOthersInTheWay = 1180 * kMiB;
constexpr std::uint64_t kOthersMeanwhile = 256 * kMiB;

}  // namespace

void ShotSeries::planRefusal(const QString& file) {
    LoadController& controller = *m_window->controller();
    addStep([&controller] { controller.setUsedByOthers(DeviceId::gpu(0), kOthersInTheWay); },
            [this] { return isPlanned(); }, {});
    addStep(
        [this] {
            m_window->setMethod(LoadMethod::Naive);
            m_window->findChild<QAction*>(QStringLiteral("load_action"))->trigger();
        },
        [this] { return m_window->findChild<PreflightDialog*>() != nullptr; }, file);
    addStep(
        [this] {
            m_window->findChild<PreflightDialog*>()->reject();
            undoAll();
        },
        [this] { return isPlanned(); }, {});
}

void ShotSeries::planDevices(const QString& file) {
    LoadController& controller = *m_window->controller();
    const auto loaded = [&controller] { return controller.state() == LoadState::Loaded; };
    // This method leaves something in the cache that the cards can tell of.
    addStep([&controller] { controller.start(LoadMethod::Naive); }, loaded, {});
    addStep([this] { m_window->showDevices(); }, [this] { return isPlanned(); }, {});
    addStep([&controller] { controller.setUsedByOthers(DeviceId::gpu(1), kOthersMeanwhile); },
            [this] { return isPlanned(); }, file);
}

void ShotSeries::planStepping(const QString& file) {
    LoadController& controller = *m_window->controller();
    QAction* step = m_window->findChild<QAction*>(QStringLiteral("step_action"));
    const auto paused = [&controller] { return controller.state() == LoadState::Paused; };
    addStep([step] { step->trigger(); }, paused, {});
    for (std::uint64_t tensors = 1; tensors <= 4; ++tensors) {
        addStep([step] { step->trigger(); },
                [&controller, tensors] { return controller.progress().itemsDone >= tensors; },
                tensors == 4 ? file : QString());
    }
}

}  // namespace stowage
