// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes about placement: what is done in the window before a picture of it is taken.
#include "app/gui_shots.h"
#include "widgets/dialogs/map_dialog.h"
#include "widgets/session/document.h"
#include "widgets/session/plan_comparison.h"
#include "widgets/views/compare_panel.h"
#include "widgets/views/main_window.h"

#include <QPushButton>

namespace stowage {
namespace {

/// So small that each strategy gives another plan of the sample.
constexpr const char* kUnequalLimits[] = {"400MiB", "300MiB"};
/// So small that the last blocks of the sample go to the CPU.
constexpr const char* kSmallLimits[] = {"240MiB", "220MiB"};

/// What a person might paste: a block forgotten, one misspelt, one given twice, a GPU that is not
/// there, and the output head apart from the embedding that it shares its weights with.
const char* const kBrokenMap = R"({
    'transformer.wte': 0,
    'transformer.wpe': 0,
    'transformer.drop': 0,
    'transformer.h.0': 0,
    'transformer.h.1': 0,
    'transformer.h.2': 0,
    'transformer.h.3': 1,
    'transformer.h.4': 0,
    'transformer.h.5': 1,
    'transformer.h.5': 0,
    'transformer.h.6': 1,
    'transfromer.h.7': 1,
    'transformer.h.8': 1,
    'transformer.h.9': 2,
    'transformer.h.11': device(type='cuda', index=1),
    'transformer.ln_f': 1,
    'lm_head': 'cpu',
}
)";

}  // namespace

void ShotSeries::limitGpus(const char* first, const char* second) {
    Document& document = *m_window->document();
    document.edit(SetBudgetEdit{DeviceId::gpu(0), first});
    document.edit(SetBudgetEdit{DeviceId::gpu(1), second});
}

void ShotSeries::select(const char* path) {
    const ModuleTree* tree = m_window->document()->tree();
    if (const auto module = tree->findModule(path)) {
        m_window->document()->select({*module});
    }
}

bool ShotSeries::isCompared() const {
    const PlanComparison& comparison = *m_window->comparison();
    return isPlanned() && comparison.compared() != nullptr && !comparison.isStale();
}

void ShotSeries::planCompare(const QString& file) {
    const auto planned = [this] { return isPlanned(); };
    addStep([this] { limitGpus(kUnequalLimits[0], kUnequalLimits[1]); }, planned, {});
    addStep([this] { m_window->showCompare(); },
            [this] {
                const StrategyPreviews& previews = m_window->compare()->previews();
                return !previews.isStale() && !previews.figures().empty();
            },
            {});
    addStep([this] { m_window->compare()->choose(Strategy::Sequential); },
            [this] { return isCompared(); }, file);
    addStep(
        [this] {
            m_window->comparison()->end();
            m_window->resetLayout();
            undoAll();
        },
        planned, {});
}

void ShotSeries::planMap(const QString& dialogFile, const QString& problemsFile) {
    const auto planned = [this] { return isPlanned(); };
    const auto dialog = [this] { return m_window->findChild<MapDialog*>(); };
    addStep([this] { m_window->pasteMap(QString::fromLatin1(kBrokenMap)); },
            [dialog] { return dialog() != nullptr && dialog()->check() != nullptr; }, dialogFile);
    addStep([dialog] { dialog()->findChild<QPushButton*>(QStringLiteral("map_apply"))->click(); },
            [this, dialog] {
                return dialog() == nullptr && isPlanned() &&
                       m_window->document()->plan()->request.strategy == Strategy::Manual;
            },
            problemsFile);
    addStep([this] { undoAll(); }, planned, {});
}

void ShotSeries::planWhy(const QString& file) {
    const auto planned = [this] { return isPlanned(); };
    addStep([this] { limitGpus(kSmallLimits[0], kSmallLimits[1]); }, planned, {});
    addStep([this] { select("transformer.h.2"); }, planned, file);
    addStep([this] { undoAll(); }, planned, {});
}

void ShotSeries::planDiff(const QString& file) {
    const auto planned = [this] { return isPlanned(); };
    addStep(
        [this] {
            m_window->document()->edit(MoveEdit{
                {"transformer.h.1", "transformer.h.2", "transformer.h.3.mlp"}, DeviceId::cpu()});
        },
        planned, {});
    addStep([this] { select("transformer.h.2"); }, planned, {});
    addStep(
        [this] {
            m_window->showCompare();
            m_window->compare()->compareWithLastEdit();
        },
        [this] { return isCompared(); }, file);
    addStep(
        [this] {
            m_window->comparison()->end();
            m_window->resetLayout();
            undoAll();
        },
        planned, {});
}

bool ShotSeries::planScene(const QString& scene, const QString& file) {
    addStep([] {}, [this] { return isPlanned(); }, {});
    if (scene == QLatin1String("compare")) {
        planCompare(file);
    } else if (scene == QLatin1String("pasted-map")) {
        planMap(file, {});
    } else if (scene == QLatin1String("map-problems")) {
        planMap({}, file);
    } else if (scene == QLatin1String("why")) {
        planWhy(file);
    } else if (scene == QLatin1String("diff")) {
        planDiff(file);
    } else if (scene == QLatin1String("forecast")) {
        planMemory(MemoryScene::Forecast, file);
    } else if (scene == QLatin1String("crosshair")) {
        planMemory(MemoryScene::Crosshair, file);
    } else if (scene == QLatin1String("segments")) {
        planMemory(MemoryScene::Segments, file);
    } else if (scene == QLatin1String("audit")) {
        planMemory(MemoryScene::Audit, file);
    } else if (scene == QLatin1String("refusal")) {
        planRefusal(file);
    } else if (scene == QLatin1String("devices")) {
        planDevices(file);
    } else if (scene == QLatin1String("stepping")) {
        planStepping(file);
    } else if (scene == QLatin1String("runs")) {
        planRuns(file, {});
    } else if (scene == QLatin1String("run-details")) {
        planRuns({}, file);
    } else if (scene == QLatin1String("methods")) {
        planMethods(file, {});
    } else if (scene == QLatin1String("methods-measured")) {
        planMethods({}, file);
    } else if (!planModelRunScene(scene, file) && !planOpenScene(scene, file)) {
        return planLesson(scene, file);
    }
    return true;
}

}  // namespace stowage
