// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui_shots.h"

#include "widgets/session/document.h"
#include "widgets/session/load_controller.h"
#include "widgets/session/run_controller.h"
#include "widgets/support/module_mime.h"
#include "widgets/support/theme.h"
#include "widgets/views/board_view.h"
#include "widgets/views/main_window.h"
#include "widgets/views/message_bar.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/open_error_card.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QJsonArray>
#include <QMimeData>
#include <QPainter>
#include <QPixmap>

#include <cctype>
#include <memory>
#include <utility>

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
    addStep([this] { m_window->controller()->start(m_window->method()); },
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
    BoardView& board = *m_window->board();
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
    QApplication::sendEvent(m_window->board()->viewport(), &leave);
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
    const OpenErrorCard& card = *m_window->modelPanel()->errorCard();
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
                         !m_window->modelRuns()->isRunning();
    if (resting && m_readySince.elapsed() < kRestMs) {
        return;
    }
    if (!step.file.isEmpty()) {
        takePicture(step.file);
    }
    ++m_next;
    m_acted = false;
}

}  // namespace stowage
