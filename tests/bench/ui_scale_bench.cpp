// SPDX-License-Identifier: GPL-3.0-or-later
// How long the UI thread is busy with one event while a person works on a very large model: it is
// opened, edited, dragged, filtered, unfolded, previewed and compared under the whole window. What
// starts a step is an event itself, so nothing that it does at once goes uncounted.
//
//     QT_QPA_PLATFORM=offscreen ui_scale_bench [--modules 100000] [--width 1680] [--height 1050]
//                                              [--model PATH]
//
// Prints one JSON object: for each step the longest event, the 99th percentile (both CPU time of
// the UI thread, in ms), the events, and the wall time until the step's result was shown.
#include "app/backends.h"
#include "engine/base/byte_size.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/bench/event_weights.h"
#include "tests/bench/large_tree.h"
#include "widgets/board/board_view.h"
#include "widgets/document/document.h"
#include "widgets/document/placement_input.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/load/load_controller.h"
#include "widgets/open/open_feature.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/tree/module_tree_model.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/main_window.h"

#include <QCommandLineParser>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <memory>
#include <string>

namespace {

using namespace stowage;
using namespace stowage::bench;

bool writeTree(const QString& path, int modules) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return false;
    }
    return file.write(QByteArray::fromStdString(largeTree(modules))) > 0;
}

/// The window on a large model, and the steps that are weighed.
class ScaleBench {
public:
    ScaleBench(WeighingApplication& application, MainWindow& window)
        : m_application(application), m_window(window), m_document(*window.document()) {}

    bool run(const QString& model) {
        return step(
                   "open", [&] { m_window.open()->openPath(model); },
                   [&] { return isPlanned(); }) &&
               edits() && drags() && filters() && comparisons() && pastes();
    }
    /// Only what can be done with any model.
    bool runOnAny(const QString& model) {
        const auto planned = [&] { return isPlanned(); };
        return step(
                   "open", [&] { m_window.open()->openPath(model); }, planned) &&
               folds() && filterNames() && preview();
    }
    [[nodiscard]] const QJsonObject& result() const { return m_result; }
    [[nodiscard]] const QString& failed() const { return m_failed; }

private:
    [[nodiscard]] bool isPlanned() const {
        return m_document.plan() != nullptr && m_document.isIdle();
    }

    bool step(const char* name, const std::function<void()>& act,
              const std::function<bool()>& done) {
        m_application.milliseconds.clear();
        m_application.recording = true;
        const double start = wallSeconds();
        bool acted = false;
        QTimer::singleShot(0, &m_window, [&] {
            act();
            acted = true;
        });
        const bool good = runUntil([&] { return acted && done(); });
        const double wall = wallSeconds() - start;
        // What was put off until the loop is idle (layouts, painting) belongs to the step.
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        m_application.recording = false;
        std::vector<double> sorted = m_application.milliseconds;
        std::sort(sorted.begin(), sorted.end());
        m_result[QLatin1String(name)] =
            QJsonObject{{QStringLiteral("max_ms"), percentile(sorted, 1)},
                        {QStringLiteral("p99_ms"), percentile(sorted, 0.99)},
                        {QStringLiteral("events"), static_cast<qint64>(sorted.size())},
                        {QStringLiteral("wall_ms"), wall * 1e3}};
        if (!good) {
            m_failed = QLatin1String(name);
        }
        return good;
    }

    bool edit(const char* name, const PlanEdit& what) {
        const auto before = m_document.plan();
        return step(
            name, [&] { m_document.edit(what); },
            [&] { return isPlanned() && m_document.plan() != before; });
    }

    bool edits() {
        const auto planned = [&] { return isPlanned(); };
        return edit("limit", SetBudgetEdit{DeviceId::gpu(0), "300MiB"}) &&
               edit("move", MoveEdit{{"h.7"}, DeviceId::cpu()}) &&
               edit("strategy", SetStrategyEdit{Strategy::Sequential}) &&
               edit("type", SetDtypeEdit{DType::Float32}) &&
               step(
                   "undo", [&] { m_document.undoStack()->undo(); }, planned) &&
               step(
                   "redo", [&] { m_document.undoStack()->redo(); }, planned) &&
               step(
                   "select",
                   [&] { m_document.select({*m_document.tree()->findModule("h.5000.q")}); },
                   planned) &&
               folds();
    }

    bool folds() {
        const auto planned = [&] { return isPlanned(); };
        ModuleTreeView* const view = m_window.tree()->panel()->view();
        return step(
                   "expand_all", [&] { view->expandAll(); }, planned) &&
               step(
                   "collapse", [&] { view->expandToBlocks(); }, planned);
    }

    bool filterNames() {
        auto* field = m_window.findChild<QLineEdit*>(QStringLiteral("module_filter"));
        const auto always = [] { return true; };
        return step(
                   "filter_name", [&] { field->setText(QStringLiteral("down")); }, always) &&
               step(
                   "filter_clear", [&] { field->clear(); }, always);
    }

    bool preview() {
        return step(
            "preview", [&] { m_window.plan()->showCompare(); },
            [&] {
                const StrategyPreviews& previews = m_window.plan()->compare()->previews();
                return previews.items().size() == strategies().size() && !previews.isStale();
            });
    }

    bool drags() {
        BoardView& board = *m_window.board()->view();
        const QJsonArray lanes = board.geometry().value(QStringLiteral("lanes")).toArray();
        const QJsonArray rect = lanes[2][QStringLiteral("rect")].toArray();
        const QPoint at = board.viewport()->mapFromGlobal(
            QPoint(rect[0].toInt() + rect[2].toInt() / 2, rect[1].toInt() + rect[3].toInt() / 2));
        const std::unique_ptr<QMimeData> data(
            makeModulesMimeData({QStringLiteral("h.100"), QStringLiteral("h.101")}));
        const auto hover = [&] {
            QDragEnterEvent enter(at, Qt::MoveAction, data.get(), Qt::LeftButton, {});
            QApplication::sendEvent(board.viewport(), &enter);
            QDragMoveEvent move(at, Qt::MoveAction, data.get(), Qt::LeftButton, {});
            QApplication::sendEvent(board.viewport(), &move);
        };
        const auto leave = [&] {
            QDragLeaveEvent event;
            QApplication::sendEvent(board.viewport(), &event);
        };
        const auto always = [] { return true; };
        return step("drag_over", hover, always) && step("drag_on", hover, always) &&
               step("drag_leave", leave, always);
    }

    bool filters() {
        auto* field = m_window.findChild<QLineEdit*>(QStringLiteral("module_filter"));
        const auto always = [] { return true; };
        const auto type = [field](const char* text) {
            return [field, text] { field->setText(QString::fromLatin1(text)); };
        };
        return step("filter_name", type("down"), always) &&
               step("filter_device", type("device:cpu"), always) &&
               edit("edit_filtered", MoveEdit{{"h.9"}, DeviceId::cpu()}) &&
               step("filter_clear", type(""), always);
    }

    bool comparisons() {
        const PlanComparison& comparison = *m_window.comparison();
        const auto previewed = [&] {
            const StrategyPreviews& previews = m_window.plan()->compare()->previews();
            return previews.items().size() == strategies().size() && !previews.isStale();
        };
        const auto compared = [&] {
            return comparison.compared() != nullptr && !comparison.isStale();
        };
        return step(
                   "preview", [&] { m_window.plan()->showCompare(); }, previewed) &&
               step(
                   "compare", [&] { m_window.plan()->compare()->choose(Strategy::BalancedLow0); },
                   compared) &&
               step(
                   "edit_compared",
                   [&] {
                       m_document.edit(MoveEdit{{"h.11"}, DeviceId::cpu()});
                   },
                   [&] { return isPlanned() && previewed() && compared(); }) &&
               step(
                   "end_compare", [&] { m_window.comparison()->end(); }, [] { return true; });
    }

    /// A map of every block, one of them misspelt and a thousand left out.
    bool pastes() {
        std::string text = "{";
        const auto blocks = m_document.tree()->nodes().size() / 7;
        for (std::size_t i = 1000; i < blocks; ++i) {
            text += "'h." + std::to_string(i) + "': " + (i % 2 == 0 ? "0" : "1") + ",\n";
        }
        text += "'h.oops': 0}";
        const auto dialog = [&] { return m_window.findChild<MapDialog*>(); };
        return step(
                   "paste", [&] { m_window.plan()->pasteMap(QString::fromStdString(text)); },
                   [&] { return dialog() != nullptr && dialog()->check() != nullptr; }) &&
               step(
                   "apply_map",
                   [&] {
                       m_document.edit(dialog()->check()->edit);
                       dialog()->close();
                   },
                   [&] { return isPlanned(); });
    }

    WeighingApplication& m_application;
    MainWindow& m_window;
    Document& m_document;
    QJsonObject m_result;
    QString m_failed;
};

int run(WeighingApplication& application, const QCommandLineParser& parser) {
    QTemporaryDir folder;
    const QString given = parser.value(QStringLiteral("model"));
    const QString model =
        given.isEmpty() ? folder.filePath(QStringLiteral("large.tree.json")) : given;
    if (given.isEmpty() && !writeTree(model, parser.value(QStringLiteral("modules")).toInt())) {
        std::fprintf(stderr, "The model's tree could not be written.\n");
        return 1;
    }
    Theme theme(&application, ThemeMode::Light);
    QSettings layout(folder.filePath(QStringLiteral("layout.ini")), QSettings::IniFormat);
    Document document(withHostAndDisk(
        *parseSimulatedGpus("1GiB:context=256MiB,1GiB:context=256MiB"), readHostMemory()));
    LoadController controller(&document, makeLoadBackends);
    const std::unique_ptr<FileDialogs> dialogs = desktopFileDialogs();
    MainWindow window({&document, &controller, &theme, &layout, dialogs.get()});
    window.resize(parser.value(QStringLiteral("width")).toInt(),
                  parser.value(QStringLiteral("height")).toInt());
    window.show();
    ScaleBench bench(application, window);
    const bool good = given.isEmpty() ? bench.run(model) : bench.runOnAny(model);
    QJsonObject result = bench.result();
    double longest = 0;
    for (const QJsonValue& step : bench.result()) {
        longest = std::max(longest, step[QStringLiteral("max_ms")].toDouble());
    }
    result[QStringLiteral("longest_ms")] = longest;
    const QByteArray json = QJsonDocument(result).toJson();
    std::fwrite(json.constData(), 1, static_cast<std::size_t>(json.size()), stdout);
    if (!good) {
        std::fprintf(stderr, "The step %s did not end.\n", qUtf8Printable(bench.failed()));
    }
    return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    stowage::bench::WeighingApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{QStringLiteral("modules"), QStringLiteral("Of the model."),
                        QStringLiteral("n"), QStringLiteral("100000")},
                       {QStringLiteral("model"),
                        QStringLiteral("A checkpoint instead, which is opened and looked at."),
                        QStringLiteral("path")},
                       {QStringLiteral("width"), QStringLiteral("Of the window."),
                        QStringLiteral("px"), QStringLiteral("1680")},
                       {QStringLiteral("height"), QStringLiteral("Of the window."),
                        QStringLiteral("px"), QStringLiteral("1050")}});
    parser.process(application);
    return run(application, parser);
}
