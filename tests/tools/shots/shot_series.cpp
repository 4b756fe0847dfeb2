// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tools/shots/shot_series.h"

#include "engine/base/byte_size.h"
#include "widgets/board/board_feature.h"
#include "widgets/board/board_view.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/document/document.h"
#include "widgets/document/placement_input.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/history/history_feature.h"
#include "widgets/history/load_history.h"
#include "widgets/history/load_history_panel.h"
#include "widgets/lesson/lesson_feature.h"
#include "widgets/lesson/lesson_page.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/live/live_feature.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/load_feature.h"
#include "widgets/load/preflight_dialog.h"
#include "widgets/methods/method_comparison.h"
#include "widgets/methods/methods_feature.h"
#include "widgets/open/new_model_dialog.h"
#include "widgets/open/open_error_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/open/save_dialog.h"
#include "widgets/plan/compare_panel.h"
#include "widgets/plan/map_dialog.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_feature.h"
#include "widgets/run/run_panel.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/theme.h"
#include "widgets/tree/facts_panel.h"
#include "widgets/tree/model_panel.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QFile>
#include <QJsonArray>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QSpinBox>
#include <QtEndian>

#include <cctype>
#include <memory>
#include <utility>

// The scenes about placement: what is done in the window before a picture of it is taken.

// The scenes about opening: the page on the open model, and a file that cannot be opened.

// The scenes about loads: a refusal beforehand, and the devices before and after.

// The scenes about memory: predicted curves, the crosshair over a load, segments, an audit.

// The scenes about load records: curves laid over each other, methods compared.

// The scenes about running the loaded model: on the way, at its end, by layers, on the live charts.

// The scenes of the lesson: played through, then looked at.

namespace stowage {
namespace {

constexpr int kTickMs = 40;

/// Long enough for charts to draw what came last and for predictions to arrive.
constexpr qint64 kRestMs = 600;

constexpr qint64 kStepLimitMs = 180'000;

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

/// So far is a run that is shown on its way.
constexpr double kShownShare = 0.6;

using State = LessonStepState::State;

/// Tensors a second while a load is stepped through.
constexpr double kShownRate = 20;

constexpr QSize kSizes[] = {{1280, 800}, {1680, 1050}};

LessonSession& sessionOf(MainWindow& window) {
    return *window.lesson()->page()->session();
}

LessonStep stepOf(int number) {
    return allLessonSteps()[static_cast<std::size_t>(number) - 1];
}

int stepCount() {
    return static_cast<int>(allLessonSteps().size());
}

template <class Widget>
Widget* child(MainWindow& window, const char* name) {
    return window.lesson()->page()->findChild<Widget*>(QString::fromLatin1(name));
}

/// "lesson-xl-5" → "5": what stands behind the name of the size.
QString tailOf(const QString& scene) {
    QString tail = scene.mid(QStringLiteral("lesson").size());
    for (const char* const kind : {"-xl", "-dry"}) {
        if (tail.startsWith(QLatin1String(kind))) {
            tail.remove(0, static_cast<qsizetype>(qstrlen(kind)));
        }
    }
    return tail.mid(1);
}

/// A learner's guesses, some of them wrong.
LessonGuess guessFor(const LessonSession& session) {
    const auto weights = static_cast<double>(lessonWeightBytes(session.setup().size));
    return {.vram = weights * 1.5, .ram = weights * 0.5};
}

}  // namespace

ShotSeries::ShotSeries(MainWindow* window, Theme* theme)
    : QObject(window), m_window(window), m_theme(theme) {
    m_timer.setInterval(kTickMs);
    connect(&m_timer, &QTimer::timeout, this, &ShotSeries::tick);
}

void ShotSeries::addStep(std::function<void()> act, std::function<bool()> isReady,
                         const QString& file) {
    m_steps.push_back({std::move(act), std::move(isReady), file});
}

bool ShotSeries::isPlanned() const {
    return m_window->document()->plan() != nullptr && m_window->document()->isIdle();
}

void ShotSeries::planSingle(const QString& file, bool load) {
    const auto planned = [this] { return isPlanned(); };
    if (!load) {
        addStep([] {}, planned, file);
        return;
    }
    addStep([] {}, planned, {});
    addStep([this] { m_window->controller()->start(m_window->load()->method()); },
            [this] { return m_window->controller()->state() == LoadState::Loaded; }, file);
}

void ShotSeries::planAll(const QString& folder) {
    const auto planned = [this] { return isPlanned(); };
    const auto file = [&folder](const char* name) {
        return QDir(folder).filePath(QString::fromLatin1(name));
    };
    addStep([this] { m_theme->setMode(ThemeMode::Light); }, planned, {});
    addStep(
        [this] {
            const auto plan = m_window->document()->plan();
            const QStringList blocks = lastBlocksOn(*plan, DeviceId::gpu(0), 1);
            if (!blocks.isEmpty()) {
                const auto module = plan->request.tree->findModule(blocks.front().toStdString());
                m_window->document()->select({*module});
            }
        },
        planned, file("light.png"));
    addStep([this] { m_theme->setMode(ThemeMode::Dark); }, planned, file("dark.png"));
    addStep([this] { overfill(); }, planned, file("over.png"));
    addStep([this] { undoAll(); }, planned, {});
    addStep([this] { dragOverCpu(); }, planned, file("drag.png"));
    addStep([this] { endDrag(); }, planned, {});
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
    addStep([this] { m_theme->setMode(ThemeMode::Light); }, planned, {});
    planFacts(0, file("facts.png"));
    addStep(
        [this] {
            m_window->resetLayout();
            m_theme->setMode(ThemeMode::Dark);
        },
        planned, {});
    planOpenError(file("open-error.png"));
    planNewModel(file("new-model.png"), "4096");
    addStep([this] { m_theme->setMode(ThemeMode::Light); }, planned, {});
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

void ShotSeries::dragOverCpu() {
    BoardView& board = *m_window->board()->view();
    const QJsonArray lanes = board.geometry().value(QStringLiteral("lanes")).toArray();
    for (const QJsonValue& lane : lanes) {
        if (lane[QStringLiteral("device")].toString() != QLatin1String("cpu")) {
            continue;
        }
        const QJsonArray rect = lane[QStringLiteral("rect")].toArray();
        const QPoint global(rect[0].toInt() + rect[2].toInt() / 2,
                            rect[1].toInt() + rect[3].toInt() / 2);
        const QPoint at = board.viewport()->mapFromGlobal(global);
        const std::unique_ptr<QMimeData> data(
            makeModulesMimeData(lastBlocksOn(*m_window->document()->plan(), DeviceId::gpu(0), 3)));
        QDragEnterEvent enter(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(board.viewport(), &enter);
        QDragMoveEvent move(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(board.viewport(), &move);
    }
}

void ShotSeries::endDrag() {
    QDragLeaveEvent leave;
    QApplication::sendEvent(m_window->board()->view()->viewport(), &leave);
}

void ShotSeries::takePicture(const QString& file) {
    QPixmap picture = m_window->grab();
    // A dialog is a window of its own; it stands where the desktop would put it.
    for (QDialog* dialog : m_window->findChildren<QDialog*>()) {
        if (!dialog->isVisible()) {
            continue;
        }
        QPainter painter(&picture);
        const QPoint at((m_window->width() - dialog->width()) / 2,
                        (m_window->height() - dialog->height()) / 2);
        painter.fillRect(QRect(at, dialog->size()).adjusted(-1, -1, 1, 1), m_theme->colors().text);
        painter.drawPixmap(at, dialog->grab());
    }
    if (!picture.save(file)) {
        qCritical("The picture cannot be written to %s.", qUtf8Printable(file));
        QApplication::exit(1);
    }
}

void ShotSeries::start() {
    m_stepSince.start();
    m_timer.start();
}

void ShotSeries::tick() {
    if (m_next >= m_steps.size()) {
        m_timer.stop();
        QApplication::exit(0);
        return;
    }
    const Step& step = m_steps[m_next];
    if (!m_acted) {
        step.act();
        m_acted = true;
        m_readySince.invalidate();
        m_stepSince.restart();
        return;
    }
    const OpenErrorCard& card = *m_window->tree()->panel()->errorCard();
    const bool unexpected = card.isShown() && !m_failureIsWanted;
    const QString trouble = m_window->messages()->isError() ? m_window->messages()->text()
                            : unexpected                    ? card.failure().sentence()
                                                            : QString();
    if (!trouble.isEmpty() || m_stepSince.elapsed() > kStepLimitMs) {
        qCritical("No picture can be taken: %s",
                  trouble.isEmpty() ? "the window did not come to rest" : qUtf8Printable(trouble));
        m_timer.stop();
        QApplication::exit(1);
        return;
    }
    if (!step.isReady()) {
        return;
    }
    if (!m_readySince.isValid()) {
        m_readySince.start();
    }
    // A load that goes on, or a run, does not rest; its picture is taken as it goes on.
    const bool resting = m_window->controller()->state() != LoadState::Loading &&
                         !m_window->run()->controller()->isRunning();
    if (resting && m_readySince.elapsed() < kRestMs) {
        return;
    }
    if (!step.file.isEmpty()) {
        takePicture(step.file);
    }
    ++m_next;
    m_acted = false;
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
    const auto planned = [this] { return isPlanned(); };
    addStep([this] { limitGpus(kUnequalLimits[0], kUnequalLimits[1]); }, planned, {});
    addStep([this] { m_window->plan()->showCompare(); },
            [this] {
                const StrategyPreviews& previews = m_window->plan()->compare()->previews();
                return !previews.isStale() && !previews.items().empty();
            },
            {});
    addStep([this] { m_window->plan()->compare()->choose(Strategy::Sequential); },
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
    addStep([this] { m_window->plan()->pasteMap(QString::fromLatin1(kBrokenMap)); },
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
            m_window->plan()->showCompare();
            m_window->plan()->compare()->compareWithLastEdit();
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
        planMemory(MemoryScene::Predicted, file);
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

void ShotSeries::planFacts(int page, const QString& file) {
    addStep(
        [this, page] {
            m_window->tree()->showFacts();
            m_window->tree()->facts()->showPage(static_cast<FactsPanel::Page>(page));
        },
        [] { return true; }, file);
}

void ShotSeries::planOpenError(const QString& file) {
    const auto planned = [this] { return isPlanned(); };
    addStep(
        [this] {
            m_failureIsWanted = true;
            m_window->open()->openPath(writeBadFile(m_scratch.path()));
        },
        [this] { return m_window->tree()->panel()->errorCard()->isShown(); }, file);
    addStep(
        [this] {
            m_window->tree()->panel()->errorCard()->dismiss();
            m_failureIsWanted = false;
        },
        planned, {});
}

void ShotSeries::planNewModel(const QString& file, const char* hiddenSize) {
    addStep(
        [this, size = QString::fromLatin1(hiddenSize)] {
            m_window->open()->showNewModel();
            NewModelDialog* dialog = m_window->open()->newModel();
            dialog->startFrom(QStringLiteral("Llama-3.1-8B"));
            auto* field =
                dialog->findChild<QLineEdit*>(QStringLiteral("new_model_field_hidden_size"));
            field->setText(size);
            Q_EMIT field->textEdited(size);
        },
        [this] {
            return m_window->open()->newModel() != nullptr &&
                   !m_window->open()->newModel()->isChecking();
        },
        file);
    addStep([this] { m_window->open()->newModel()->reject(); }, [this] { return isPlanned(); }, {});
}

bool ShotSeries::planOpenScene(const QString& scene, const QString& file) {
    static const QStringList kPages{QStringLiteral("facts"),         QStringLiteral("facts-types"),
                                    QStringLiteral("facts-largest"), QStringLiteral("facts-files"),
                                    QStringLiteral("facts-tied"),    QStringLiteral("facts-keys"),
                                    QStringLiteral("facts-notes")};
    if (kPages.contains(scene)) {
        planFacts(static_cast<int>(kPages.indexOf(scene)), file);
        return true;
    }
    if (scene == QLatin1String("new-model") || scene == QLatin1String("new-model-error")) {
        planNewModel(file, scene == QLatin1String("new-model") ? "4096" : "-4096");
        return true;
    }
    if (scene == QLatin1String("save-as")) {
        addStep([this] { m_window->open()->showSave(); },
                [this] { return m_window->open()->saveDialog()->isVisible(); }, file);
        addStep([this] { m_window->open()->saveDialog()->reject(); },
                [this] { return isPlanned(); }, {});
        return true;
    }
    if (scene == QLatin1String("open-error")) {
        planOpenError(file);
        return true;
    }
    return false;
}

void ShotSeries::planRefusal(const QString& file) {
    LoadController& controller = *m_window->controller();
    addStep([&controller] { controller.setUsedByOthers(DeviceId::gpu(0), kOthersInTheWay); },
            [this] { return isPlanned(); }, {});
    addStep(
        [this] {
            m_window->load()->setMethod(LoadMethod::Naive);
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
    addStep([this] { m_window->plan()->showDevices(); }, [this] { return isPlanned(); }, {});
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
    if (scene == MemoryScene::Predicted) {
        addStep([this] { m_window->load()->setMethod(LoadMethod::Naive); }, planned, {});
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
        planned, file);
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
        return m_window->run()->panel()->findChild<QWidget*>(QString::fromLatin1(name));
    };
    if (scene == ModelRunScene::Wrong) {
        addStep(
            [this, child] {
                m_window->run()->show();
                qobject_cast<QLineEdit*>(child("run_prompt"))
                    ->setText(QStringLiteral("15496,50257,995"));
            },
            planned, file);
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
        addStep([this] { m_window->run()->panel()->showPage(RunPanel::Page::Layers); }, planned,
                file);
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

void ShotSeries::enterLesson(const QString& scene) {
    addStep([this] { m_window->lesson()->enter(); },
            [this] { return sessionOf(*m_window).isOpen(); }, {});
    addStep(
        [this, scene] {
            LessonSetup setup = sessionOf(*m_window).setup();
            const bool dry = scene.startsWith(QLatin1String("lesson-dry"));
            const bool large = dry || scene.startsWith(QLatin1String("lesson-xl"));
            setup.size = large ? LessonSize::Xl1558M : LessonSize::Small124M;
            setup.kind = dry ? LessonSetup::Kind::DryRun : LessonSetup::Kind::Real;
            sessionOf(*m_window).setSetup(setup);
        },
        [this] { return !sessionOf(*m_window).step(LessonStep::Naive).preflight.peaks.empty(); },
        {});
}

void ShotSeries::runLessonStep(int number) {
    const LessonStep step = stepOf(number);
    addStep(
        [this, step] {
            LessonSession& session = sessionOf(*m_window);
            session.setCurrent(step);
            session.setGuess(step, guessFor(session));
            session.run(step);
        },
        [this, step] {
            const LessonSession& session = sessionOf(*m_window);
            return !session.isRunning() &&
                   (session.step(step).state != State::NotRun || step == LessonStep::Checkpoint);
        },
        {});
}

void ShotSeries::playLesson() {
    for (int number = 1; number <= stepCount(); ++number) {
        runLessonStep(number);
    }
}

bool ShotSeries::planLesson(const QString& scene, const QString& file) {
    const QString tail = tailOf(scene);
    const int number = tail.toInt();
    const bool numbered = number >= 1 && number <= stepCount();
    const bool known = numbered || tail == QLatin1String("empty") ||
                       tail == QLatin1String("projector") || tail == QLatin1String("running") ||
                       tail == QLatin1String("stepping");
    if (!scene.startsWith(QLatin1String("lesson-")) || !known) {
        return false;
    }
    enterLesson(scene);
    const auto go = [this](LessonStep step) {
        return [this, step] { sessionOf(*m_window).setCurrent(step); };
    };
    const auto now = [] { return true; };
    if (tail == QLatin1String("empty")) {
        addStep(go(LessonStep::Naive), now, {});
        addStep([this] { child<QPushButton>(*m_window, "lesson_predict")->click(); }, now, file);
    } else if (tail == QLatin1String("running")) {
        runLessonStep(1);
        addStep(
            [this] {
                sessionOf(*m_window).setCurrent(LessonStep::Naive);
                sessionOf(*m_window).run(LessonStep::Naive);
            },
            [this] { return sessionOf(*m_window).liveCurves().seconds.size() > 20; }, file);
    } else if (tail == QLatin1String("stepping")) {
        addStep(go(LessonStep::Streamed), now, {});
        addStep(
            [this] {
                sessionOf(*m_window).setStepRate(kShownRate);
                sessionOf(*m_window).startStepping(LessonStep::Streamed);
            },
            [this] {
                LoadController* const stepper = sessionOf(*m_window).stepper();
                return stepper != nullptr && stepper->progress().itemsDone > 30;
            },
            file);
    } else {
        playLesson();
        addStep(go(numbered ? stepOf(number) : LessonStep::PerTensor), now, {});
        addStep(
            [this, numbered] {
                if (!numbered) {
                    m_window->lesson()->page()->type()->toggleProjector();
                }
            },
            now, file);
    }
    return true;
}

bool ShotSeries::planLessonSeries(const QString& scene, const QString& folder) {
    if (scene != QLatin1String("lesson") && scene != QLatin1String("lesson-xl") &&
        scene != QLatin1String("lesson-dry")) {
        return false;
    }
    addStep([] {}, [this] { return isPlanned(); }, {});
    enterLesson(scene);
    addStep([this] { sessionOf(*m_window).setCurrent(LessonStep::Naive); }, [] { return true; },
            QDir(folder).filePath(QStringLiteral("empty.png")));
    playLesson();
    planLessonPictures(folder);
    return true;
}

void ShotSeries::planLessonPictures(const QString& folder) {
    const auto now = [] { return true; };
    for (const bool projector : {false, true}) {
        for (const QSize& size : kSizes) {
            for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
                addStep(
                    [this, projector, size, mode] {
                        m_theme->setMode(mode);
                        m_window->resize(size);
                        LessonType& type = *m_window->lesson()->page()->type();
                        type.setFactor(projector ? LessonType::kProjectorFactor : 1);
                    },
                    now, {});
                for (int number = 1; number <= stepCount(); ++number) {
                    const QString name =
                        QStringLiteral("lesson-%1-%2-%3%4.png")
                            .arg(number)
                            .arg(size.width())
                            .arg(mode == ThemeMode::Light ? QStringLiteral("light")
                                                          : QStringLiteral("dark"),
                                 projector ? QStringLiteral("-projector") : QString());
                    addStep([this, number] { sessionOf(*m_window).setCurrent(stepOf(number)); },
                            now, QDir(folder).filePath(name));
                }
            }
        }
    }
}

}  // namespace stowage
