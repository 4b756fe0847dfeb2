// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tools/shots/shot_series.h"

#include "engine/base/byte_size.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "tests/tools/shots/cpu_drag.h"
#include "tests/tools/shots/lesson_shots.h"
#include "widgets/board/board_view.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/capacity/capacity_feature.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/document/document.h"
#include "widgets/document/placement_input.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/history/history_feature.h"
#include "widgets/history/load_history.h"
#include "widgets/history/load_history_panel.h"
#include "widgets/live/live_feature.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/load_feature.h"
#include "widgets/load/preflight_dialog.h"
#include "widgets/machines/machines.h"
#include "widgets/machines/machines_feature.h"
#include "widgets/machines/stages_dialog.h"
#include "widgets/methods/method_comparison.h"
#include "widgets/methods/methods_feature.h"
#include "widgets/open/new_model_dialog.h"
#include "widgets/open/open_error_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/open/save_dialog.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/project/compare_variants_dialog.h"
#include "widgets/project/project_feature.h"
#include "widgets/project/project_session.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_feature.h"
#include "widgets/run/run_panel.h"
#include "widgets/support/theme.h"
#include "widgets/tree/facts_panel.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QDragLeaveEvent>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QtEndian>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <memory>
#include <utility>

namespace stowage {
namespace {

/// PyTorch's own sentence, as torch 2.1 prints it: float32 weights of a model of 8 B parameters.
constexpr char kPastedError[] =
    "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 224.00 MiB. GPU 0 has a "
    "total capacty of 23.69 GiB of which 191.94 MiB is free. Process 20 has 23.50 GiB memory in "
    "use. Of the allocated memory 22.99 GiB is allocated by PyTorch, and 79.04 MiB is reserved by "
    "PyTorch but unallocated.";

constexpr double kLoadingShare = 0.58;

QStringList lastBlocksOn(const PlacementPlan& plan, DeviceId device, std::size_t count) {
    QStringList paths;
    const std::vector<PlanBlock> blocks = planBlocks(plan);
    for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
        const std::string& path = plan.request.tree->path(block->module);
        // Repeated layers make the clearer picture than embeddings and norms.
        if (block->device == device && path.find('.') != std::string::npos &&
            static_cast<std::size_t>(paths.size()) < count && std::isdigit(path.back()) != 0) {
            paths.prepend(QString::fromStdString(path));
        }
    }
    return paths;
}

std::vector<std::string> toPaths(const QStringList& names) {
    std::vector<std::string> paths;
    for (const QString& name : names) {
        paths.push_back(name.toStdString());
    }
    return paths;
}

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

/// Two tensors of which the second begins before the first ends.
const char* const kOverlap =
    "{\"model.layers.0.mlp.down_proj.weight\":{\"dtype\":\"BF16\",\"shape\":[64,64],"
    "\"data_offsets\":[0,8192]},\"model.layers.1.mlp.down_proj.weight\":{\"dtype\":\"BF16\","
    "\"shape\":[64,64],\"data_offsets\":[8000,16192]}}";

/// Writes a file that breaks a rule of its format. "" where that failed.
QString writeBadFile(const QString& folder) {
    const QByteArray header(kOverlap);
    QByteArray size(sizeof(quint64), '\0');
    qToLittleEndian(static_cast<quint64>(header.size()), size.data());
    QFile file(QDir(folder).filePath(QStringLiteral("model-00002-of-00004.safetensors")));
    constexpr int kDataBytes = 16192;
    const bool written = file.open(QIODevice::WriteOnly) &&
                         file.write(size + header + QByteArray(kDataBytes, '\0')) > 0;
    return written ? file.fileName() : QString();
}

/// So much that the sample fits once on GPU 0, and not twice.
constexpr std::uint64_t kOthersInTheWay = 1180 * kMiB;

constexpr std::uint64_t kOthersMeanwhile = 256 * kMiB;

/// Where on a chart the pointer stands.
constexpr double kPointerShare = 0.62;

constexpr LoadMethod kShownMethods[] = {LoadMethod::Naive, LoadMethod::Mmap, LoadMethod::Streamed};

/// The sample lies on all four of them then.
constexpr std::pair<DeviceId, const char*> kMixedLimits[] = {
    {DeviceId::gpu(0), "200MiB"}, {DeviceId::gpu(1), "100MiB"}, {DeviceId::cpu(), "60MiB"}};

constexpr int kGenerated = 12;

/// Of a prompt and of an answer, where the model has room for both.
constexpr std::uint64_t kWorkTokens = 1024;

/// So far is a run that is shown on its way.
constexpr double kShownShare = 0.6;

}  // namespace

void ShotSeries::planAll(const QString& folder) {
    const auto file = [&folder](const char* name) {
        return QDir(folder).filePath(QString::fromLatin1(name));
    };
    addStep([this] { m_theme->setMode(ThemeMode::Light); });
    addStep(
        [this] {
            const auto plan = m_window->document()->plan();
            const QStringList blocks = lastBlocksOn(*plan, DeviceId::gpu(0), 1);
            if (!blocks.isEmpty()) {
                const auto module = plan->request.tree->findModule(blocks.front().toStdString());
                m_window->document()->select({*module});
            }
        },
        file("light.png"));
    addStep([this] { m_theme->setMode(ThemeMode::Dark); }, file("dark.png"));
    addStep([this] { overfill(); }, file("over.png"));
    addStep([this] { undoAll(); });
    addStep([this] { dragBlocks(); }, file("drag.png"));
    addStep([this] { endDrag(); });
    planCompare(file("compare.png"));
    planMap(file("pasted-map.png"), file("map-problems.png"));
    planWhy(file("why.png"));
    planDiff(file("diff.png"));
    addStep([this] { m_window->controller()->start(LoadMethod::Streamed); },
            [this] {
                LoadController& controller = *m_window->controller();
                const Progress& progress = controller.progress();
                const bool far = static_cast<double>(progress.bytesDone) >=
                                 kLoadingShare * static_cast<double>(progress.bytesTotal);
                return controller.state() == LoadState::Loading && progress.bytesTotal > 0 && far;
            },
            file("loading.png"));
    addStep([] {}, [this] { return m_window->controller()->state() == LoadState::Loaded; },
            file("loaded.png"));
    addStep([this] { m_theme->setMode(ThemeMode::Light); });
    planFacts(0, file("facts.png"));
    addStep([this] {
        m_window->resetLayout();
        m_theme->setMode(ThemeMode::Dark);
    });
    planOpenError(file("open-error.png"));
    planNewModel(file("new-model.png"), "4096");
    addStep([this] { m_theme->setMode(ThemeMode::Light); });
    planDevices(file("devices.png"));
    planRefusal(file("refusal.png"));
}

void ShotSeries::overfill() {
    m_theme->setMode(ThemeMode::Light);
    Document& document = *m_window->document();
    document.edit(SetBudgetEdit{DeviceId::gpu(1), "300MiB"});
    document.edit(
        MoveEdit{toPaths(lastBlocksOn(*document.plan(), DeviceId::gpu(0), 3)), DeviceId::gpu(1)});
}

void ShotSeries::undoAll() {
    QUndoStack& undo = *m_window->document()->undoStack();
    while (undo.canUndo()) {
        undo.undo();
    }
}

void ShotSeries::dragBlocks() {
    const QStringList blocks = lastBlocksOn(*m_window->document()->plan(), DeviceId::gpu(0), 3);
    // The board knows what is over it; the data may go.
    (void)dragOverCpu(*m_window->board()->view(),
                      std::unique_ptr<QMimeData>(makeModulesMimeData(blocks)));
}

void ShotSeries::endDrag() {
    QDragLeaveEvent leave;
    QApplication::sendEvent(m_window->board()->view()->viewport(), &leave);
}

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
    addStep([this] { limitGpus(kUnequalLimits[0], kUnequalLimits[1]); });
    addStep([this] { m_window->plan()->showCompare(); },
            [this] {
                const StrategyPreviews& previews = m_window->plan()->compare()->previews();
                return !previews.isStale() && !previews.items().empty();
            },
            {});
    addStep([this] { m_window->plan()->compare()->choose(Strategy::Sequential); },
            [this] { return isCompared(); }, file);
    addStep([this] {
        m_window->comparison()->end();
        m_window->resetLayout();
        undoAll();
    });
}

void ShotSeries::planOptimal(const QString& planFile, const QString& compareFile) {
    addStep([this] { m_window->document()->edit(SetStrategyEdit{Strategy::Optimal}); },
            [this] { return isPlanned() && m_window->document()->plan()->optimal != nullptr; },
            planFile);
    addStep([this] { m_window->plan()->showCompare(); },
            [this] {
                const StrategyPreviews& previews = m_window->plan()->compare()->previews();
                return !previews.isStale() && !previews.items().empty();
            },
            compareFile);
    addStep([this] {
        m_window->resetLayout();
        undoAll();
    });
}

void ShotSeries::planMap(const QString& dialogFile, const QString& problemsFile) {
    const auto dialog = [this] { return m_window->findChild<MapDialog*>(); };
    addStep([this] { m_window->plan()->pasteMap(QString::fromLatin1(kBrokenMap)); },
            [dialog] { return dialog() != nullptr && dialog()->check() != nullptr; }, dialogFile);
    addStep([dialog] { dialog()->findChild<QPushButton*>(QStringLiteral("map_apply"))->click(); },
            [this, dialog] {
                return dialog() == nullptr && isPlanned() &&
                       m_window->document()->plan()->request.strategy == Strategy::Manual;
            },
            problemsFile);
    addStep([this] { undoAll(); });
}

void ShotSeries::planWhy(const QString& file) {
    addStep([this] { limitGpus(kSmallLimits[0], kSmallLimits[1]); });
    addStep(
        [this] {
            select("transformer.h.2");
            m_window->findChild<QDockWidget*>(QStringLiteral("why_dock"))->raise();
        },
        file);
    addStep([this] { undoAll(); });
}

void ShotSeries::planDiff(const QString& file) {
    addStep([this] {
        m_window->document()->edit(MoveEdit{
            {"transformer.h.1", "transformer.h.2", "transformer.h.3.mlp"}, DeviceId::cpu()});
    });
    addStep([this] { select("transformer.h.2"); });
    addStep(
        [this] {
            m_window->plan()->showCompare();
            m_window->plan()->compare()->compareWithLastEdit();
        },
        [this] { return isCompared(); }, file);
    addStep([this] {
        m_window->comparison()->end();
        m_window->resetLayout();
        undoAll();
    });
}

bool ShotSeries::planScene(const QString& scene, const QString& file) {
    struct Scene {
        const char* name;
        void (*plan)(ShotSeries& shots, const QString& file);
    };
    static constexpr Scene kScenes[] = {
        {"compare", [](ShotSeries& shots, const QString& to) { shots.planCompare(to); }},
        {"optimal", [](ShotSeries& shots, const QString& to) { shots.planOptimal(to, {}); }},
        {"optimal-compare",
         [](ShotSeries& shots, const QString& to) { shots.planOptimal({}, to); }},
        {"pasted-map", [](ShotSeries& shots, const QString& to) { shots.planMap(to, {}); }},
        {"map-problems", [](ShotSeries& shots, const QString& to) { shots.planMap({}, to); }},
        {"why", [](ShotSeries& shots, const QString& to) { shots.planWhy(to); }},
        {"diff", [](ShotSeries& shots, const QString& to) { shots.planDiff(to); }},
        {"forecast", [](ShotSeries& shots,
                        const QString& to) { shots.planMemory(MemoryScene::Predicted, to); }},
        {"crosshair", [](ShotSeries& shots,
                         const QString& to) { shots.planMemory(MemoryScene::Crosshair, to); }},
        {"segments",
         [](ShotSeries& shots, const QString& to) { shots.planMemory(MemoryScene::Segments, to); }},
        {"audit",
         [](ShotSeries& shots, const QString& to) { shots.planMemory(MemoryScene::Audit, to); }},
        {"refusal", [](ShotSeries& shots, const QString& to) { shots.planRefusal(to); }},
        {"devices", [](ShotSeries& shots, const QString& to) { shots.planDevices(to); }},
        {"stepping", [](ShotSeries& shots, const QString& to) { shots.planStepping(to); }},
        {"accuracy", [](ShotSeries& shots, const QString& to) { shots.planAccuracy(to); }},
        {"runs", [](ShotSeries& shots, const QString& to) { shots.planRuns(to, {}); }},
        {"run-details", [](ShotSeries& shots, const QString& to) { shots.planRuns({}, to); }},
        {"methods", [](ShotSeries& shots, const QString& to) { shots.planMethods(to, {}); }},
        {"methods-measured",
         [](ShotSeries& shots, const QString& to) { shots.planMethods({}, to); }},
        {"machines", [](ShotSeries& shots, const QString& to) { shots.planMachines(to); }},
        {"stages", [](ShotSeries& shots, const QString& to) { shots.planStages(to); }},
        {"simulated-gpus", [](ShotSeries& shots, const QString& to) { shots.planGpus(to); }},
        {"run", [](ShotSeries& shots,
                   const QString& to) { shots.planModelRun(ModelRunScene::Ended, to); }},
        {"run-wrong", [](ShotSeries& shots,
                         const QString& to) { shots.planModelRun(ModelRunScene::Wrong, to); }},
        {"run-layers", [](ShotSeries& shots,
                          const QString& to) { shots.planModelRun(ModelRunScene::Layers, to); }},
        {"run-memory", [](ShotSeries& shots,
                          const QString& to) { shots.planModelRun(ModelRunScene::Memory, to); }},
        {"run-on", [](ShotSeries& shots,
                      const QString& to) { shots.planModelRun(ModelRunScene::OnTheWay, to); }},
        {"capacity", [](ShotSeries& shots, const QString& to) { shots.planCapacity(0, to); }},
        {"capacity-ways", [](ShotSeries& shots, const QString& to) { shots.planCapacity(1, to); }},
        {"capacity-times", [](ShotSeries& shots, const QString& to) { shots.planCapacity(2, to); }},
        {"capacity-log", [](ShotSeries& shots, const QString& to) { shots.planCapacity(3, to); }},
        {"facts", [](ShotSeries& shots, const QString& to) { shots.planFacts(0, to); }},
        {"facts-types", [](ShotSeries& shots, const QString& to) { shots.planFacts(1, to); }},
        {"facts-largest", [](ShotSeries& shots, const QString& to) { shots.planFacts(2, to); }},
        {"facts-files", [](ShotSeries& shots, const QString& to) { shots.planFacts(3, to); }},
        {"facts-tied", [](ShotSeries& shots, const QString& to) { shots.planFacts(4, to); }},
        {"facts-keys", [](ShotSeries& shots, const QString& to) { shots.planFacts(5, to); }},
        {"facts-notes", [](ShotSeries& shots, const QString& to) { shots.planFacts(6, to); }},
        {"new-model", [](ShotSeries& shots, const QString& to) { shots.planNewModel(to, "4096"); }},
        {"new-model-error",
         [](ShotSeries& shots, const QString& to) { shots.planNewModel(to, "-4096"); }},
        {"save-as", [](ShotSeries& shots, const QString& to) { shots.planSave(to); }},
        {"variants", [](ShotSeries& shots, const QString& to) { shots.planVariants(to, {}); }},
        {"variants-compare",
         [](ShotSeries& shots, const QString& to) { shots.planVariants({}, to); }},
        {"open-error", [](ShotSeries& shots, const QString& to) { shots.planOpenError(to); }},
    };
    addStep([] {});
    const auto* const found = std::ranges::find_if(
        kScenes, [&scene](const Scene& known) { return scene == QLatin1String(known.name); });
    if (found == std::end(kScenes)) {
        return planLessonScene(*this, scene, file);
    }
    found->plan(*this, file);
    return true;
}

void ShotSeries::planFacts(int page, const QString& file) {
    addStep(
        [this, page] {
            m_window->tree()->showFacts();
            m_window->tree()->facts()->showPage(static_cast<FactsPanel::Page>(page));
        },
        [] { return true; }, file);
}

void ShotSeries::planCapacity(int tab, const QString& file) {
    const CapacityController& capacity = *m_window->capacity()->capacity();
    addStep([this, tab] {
        const auto& facts = m_window->document()->facts();
        if (facts->model != nullptr && facts->model->contextLength.value_or(0) > 2 * kWorkTokens) {
            Workload work;
            work.prompt = kWorkTokens;
            work.generate = kWorkTokens;
            m_window->document()->edit(SetWorkloadEdit{work});
        }
        if (tab == 3) {
            m_window->document()->edit(SetDtypeEdit{DType::Float32});
        }
    });
    addStep([this] { m_window->capacity()->enter(); },
            [&capacity] { return capacity.findings().isFinished; }, {});
    addStep(
        [this, tab] {
            m_window->findChild<QTabWidget*>(QStringLiteral("capacity_tabs"))->setCurrentIndex(tab);
            auto* log = m_window->findChild<QPlainTextEdit*>(QStringLiteral("engine_log_text"));
            log->setPlainText(tab == 3 ? QString::fromLatin1(kPastedError) : QString());
        },
        [this, tab] {
            const auto* map = m_window->findChild<QTableWidget*>(QStringLiteral("sweep_map"));
            return tab != 0 || map->rowCount() > 0;
        },
        file);
}

void ShotSeries::planOpenError(const QString& file) {
    addStep(
        [this] {
            expectFailure(true);
            m_window->open()->openPath(writeBadFile(m_scratch.path()));
        },
        [this] { return m_window->tree()->panel()->errorCard()->isShown(); }, file);
    addStep([this] {
        m_window->tree()->panel()->errorCard()->dismiss();
        expectFailure(false);
    });
}

void ShotSeries::planNewModel(const QString& file, const char* hiddenSize) {
    addStep(
        [this, size = QString::fromLatin1(hiddenSize)] {
            m_window->open()->showNewModel();
            NewModelDialog* dialog = m_window->findChild<NewModelDialog*>();
            dialog->startFrom(QStringLiteral("Llama-3.1-8B"));
            auto* field =
                dialog->findChild<QLineEdit*>(QStringLiteral("new_model_field_hidden_size"));
            field->setText(size);
            Q_EMIT field->textEdited(size);
        },
        [this] {
            return m_window->findChild<NewModelDialog*>() != nullptr &&
                   !m_window->findChild<NewModelDialog*>()->isChecking();
        },
        file);
    addStep([this] { m_window->findChild<NewModelDialog*>()->reject(); });
}

void ShotSeries::planSave(const QString& file) {
    addStep([this] { m_window->open()->showSave(); },
            [this] { return m_window->findChild<SaveDialog*>()->isVisible(); }, file);
    addStep([this] { m_window->findChild<SaveDialog*>()->reject(); });
}

void ShotSeries::planVariants(const QString& windowFile, const QString& tableFile) {
    ProjectSession& session = *m_window->project()->session();
    addStep([this] { m_window->document()->edit(SetBudgetEdit{DeviceId::gpu(1), "300MiB"}); });
    addStep([&session] {
        session.addVariant();
        session.rename(0, QStringLiteral("Two cards"));
        session.rename(1, QStringLiteral("One card and RAM"));
    });
    addStep([this] {
        m_window->document()->edit(SetBudgetEdit{DeviceId::gpu(1), "0"});
        m_window->document()->edit(SetStrategyEdit{Strategy::Sequential});
    });
    addStep([&session, this] {
        session.save(m_scratch.filePath(QStringLiteral("gpt2.stowage")));
        m_window->findChild<QDockWidget*>(QStringLiteral("edits_dock"))
            ->toggleViewAction()
            ->trigger();
    });
    if (!windowFile.isEmpty()) {
        addStep([] {}, [&session] { return !session.path().isEmpty(); }, windowFile);
        return;
    }
    addStep(
        [this] {
            m_window->findChild<QAction*>(QStringLiteral("compare_variants_action"))->trigger();
        },
        [this] {
            const auto* dialog = m_window->project()->comparison();
            return dialog != nullptr && dialog->isVisible() && !dialog->isBusy();
        },
        tableFile);
    addStep([this] { m_window->project()->comparison()->reject(); });
}

void ShotSeries::planRefusal(const QString& file) {
    LoadController& controller = *m_window->controller();
    addStep([&controller] { controller.setUsedByOthers(DeviceId::gpu(0), kOthersInTheWay); });
    addStep(
        [this] {
            m_window->load()->setMethod(LoadMethod::Naive);
            m_window->findChild<QAction*>(QStringLiteral("load_action"))->trigger();
        },
        [this] { return m_window->findChild<PreflightDialog*>() != nullptr; }, file);
    addStep([this] {
        m_window->findChild<PreflightDialog*>()->reject();
        undoAll();
    });
}

void ShotSeries::planDevices(const QString& file) {
    LoadController& controller = *m_window->controller();
    const auto loaded = [&controller] { return controller.state() == LoadState::Loaded; };
    // This method leaves something in the cache that the cards can tell of.
    addStep([&controller] { controller.start(LoadMethod::Naive); }, loaded, {});
    addStep([this] { m_window->plan()->showDevices(); });
    addStep([&controller] { controller.setUsedByOthers(DeviceId::gpu(1), kOthersMeanwhile); },
            file);
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
    const auto loaded = [&controller] { return controller.state() == LoadState::Loaded; };
    if (scene == MemoryScene::Predicted) {
        addStep([this] { m_window->load()->setMethod(LoadMethod::Naive); });
        addStep([this] { pointAtChart(); }, file);
        return;
    }
    if (scene == MemoryScene::Audit) {
        addStep([this] {
            m_window->findChild<QAction*>(QStringLiteral("verify_action"))->setChecked(true);
        });
    }
    const LoadMethod method =
        scene == MemoryScene::Segments ? LoadMethod::Naive : LoadMethod::Streamed;
    addStep(
        [this, method] {
            m_window->load()->setMethod(method);
            m_window->findChild<QAction*>(QStringLiteral("load_action"))->trigger();
        },
        loaded, {});
    addStep(
        [this, scene] {
            switch (scene) {
                case MemoryScene::Segments:
                    select("transformer.h.3.attn");
                    m_window->live()->showSegments();
                    break;
                case MemoryScene::Audit:
                    m_window->live()->showAudit();
                    break;
                case MemoryScene::Crosshair:
                case MemoryScene::Predicted:
                    pointAtChart();
                    break;
            }
        },
        file);
}

void ShotSeries::planRuns(const QString& curvesFile, const QString& detailsFile) {
    std::size_t count = 0;
    for (const LoadMethod method : kShownMethods) {
        ++count;
        addStep([this, method] { m_window->controller()->start(method); },
                [this, count] {
                    return m_window->controller()->state() == LoadState::Loaded &&
                           m_window->history()->store()->records().size() == count &&
                           !m_window->history()->store()->isBusy();
                },
                {});
    }
    addStep([this] { m_window->history()->show(); }, [] { return true; }, {});
    addStep(
        [this] {
            QStringList ids;
            for (const LoadHistory::Record& run : m_window->history()->store()->records()) {
                ids.append(QString::fromStdString(run->id));
            }
            m_window->history()->store()->setNote(ids.front(), QStringLiteral("for the lesson"));
            m_window->history()->panel()->select(ids);
        },
        [] { return true; }, curvesFile);
    addStep(
        [this] {
            m_window->history()->panel()->select(
                {QString::fromStdString(m_window->history()->store()->records().front()->id)});
            m_window->history()
                ->panel()
                ->findChild<QPushButton*>(QStringLiteral("runs_details_page"))
                ->click();
        },
        [] { return true; }, detailsFile);
}

void ShotSeries::planAccuracy(const QString& file) {
    planRuns({}, {});
    addStep([this] { m_window->findChild<QPushButton*>(QStringLiteral("runs_accuracy"))->click(); },
            [] { return true; }, file);
}

void ShotSeries::planMethods(const QString& predictedFile, const QString& measuredFile) {
    addStep([this] { m_window->methods()->show(); },
            [this] {
                return !m_window->methods()->comparison()->rows().front().preflight.peaks.empty();
            },
            predictedFile);
    if (measuredFile.isEmpty()) {
        return;
    }
    addStep(
        [this] {
            const auto methods = allLoadMethods();
            m_window->methods()->comparison()->start(
                {{methods.begin(), methods.end()}, PageCacheState::Warm, true});
        },
        [this] { return !m_window->methods()->comparison()->isRunning(); }, measuredFile);
}

/// A machine "gpu1" that is this one: its stowagectl is started without ssh.
void ShotSeries::planMachines(const QString& file) {
    const auto machine = [this] {
        return m_window->machines()->machines()->find(QStringLiteral("gpu1"));
    };
    const auto model = std::make_shared<QString>();
    addStep(
        [this, model] {
            *model = QFileInfo(m_window->document()->path()).absoluteFilePath();
            Machines* const machines = m_window->machines()->machines();
            machines->setCommand([model](const QString&, const QString&) {
                return ServeCommand{
                    QCoreApplication::applicationDirPath() + QStringLiteral("/stowagectl"),
                    {QStringLiteral("serve"), QStringLiteral("--allow"),
                     QFileInfo(*model).absolutePath()}};
            });
            Machine* const added = machines->add(QStringLiteral("gpu1"));
            machines->setGpus(added, QStringLiteral("320MiB*2"));
            added->connection().open();
            m_window->machines()->show();
        },
        [machine] {
            return machine()->connection().isConnected() && machine()->devices().gpus.size() == 2;
        },
        {});
    addStep(
        [machine, model] { machine()->openModel(*model); },
        [this, machine] {
            return m_window->machines()->machines()->ofModel() == machine() &&
                   m_window->findChild<QPushButton*>(QStringLiteral("machines_load"))->isEnabled();
        },
        {});
    addStep([this] { m_window->findChild<QPushButton*>(QStringLiteral("machines_load"))->click(); },
            [machine] { return machine()->load().state() == RemoteLoad::State::Loaded; }, file);
}

void ShotSeries::planGpus(const QString& file) {
    addStep([this] { m_window->findChild<QAction*>(QStringLiteral("devices_action"))->trigger(); },
            file);
}

/// In two processes of this machine.
void ShotSeries::planStages(const QString& file) {
    QAction* const action = m_window->findChild<QAction*>(QStringLiteral("run_stages_action"));
    addStep([] {}, [action] { return action->isEnabled(); }, {});
    addStep([action] { action->trigger(); });
    const auto dialog = [this] {
        return m_window->findChild<StagesDialog*>(QStringLiteral("stages_dialog"));
    };
    addStep(
        [dialog] {
            dialog()
                ->findChild<QLineEdit*>(QStringLiteral("stages_prompt"))
                ->setText(QStringLiteral("15496,11,995"));
            dialog()->findChild<QPushButton*>(QStringLiteral("stages_run"))->click();
        },
        [dialog] { return dialog()->run()->outcome() != nullptr; }, file);
}

void ShotSeries::planModelRun(ModelRunScene scene, const QString& file) {
    addStep([this] {
        for (const auto& [device, limit] : kMixedLimits) {
            m_window->document()->edit(SetBudgetEdit{device, limit});
        }
    });
    addStep([this] { m_window->controller()->start(LoadMethod::Streamed); },
            [this] { return m_window->controller()->state() == LoadState::Loaded; }, {});
    const auto child = [this](const char* name) {
        return m_window->run()->panel()->findChild<QWidget*>(QString::fromLatin1(name));
    };
    if (scene == ModelRunScene::Wrong) {
        addStep(
            [this, child] {
                m_window->run()->show();
                qobject_cast<QLineEdit*>(child("run_prompt"))
                    ->setText(QStringLiteral("15496,50257,995"));
            },
            file);
        return;
    }
    const bool isOnTheWay = scene == ModelRunScene::OnTheWay;
    addStep(
        [this, child] {
            m_window->run()->show();
            qobject_cast<QSpinBox*>(child("run_generate"))->setValue(kGenerated);
            m_window->run()->panel()->run();
        },
        [this, isOnTheWay] {
            const Progress& progress = m_window->run()->controller()->progress();
            const bool far = static_cast<double>(progress.itemsDone) >=
                             kShownShare * static_cast<double>(progress.itemsTotal);
            return isOnTheWay ? progress.itemsTotal > 0 && far
                              : !m_window->run()->controller()->runs().empty();
        },
        isOnTheWay || scene == ModelRunScene::Ended ? file : QString());
    if (scene == ModelRunScene::Layers) {
        addStep([this] { m_window->run()->panel()->showPage(RunPanel::Page::Layers); }, file);
    } else if (scene == ModelRunScene::Memory) {
        addStep([this] { m_window->resetLayout(); }, file);
    }
}

}  // namespace stowage
