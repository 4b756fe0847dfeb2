// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time of the UI thread per event while a checkpoint is streamed at full speed under the whole
// window: model tree, board, plan and live charts. Only events that arrive while the load runs
// count; an event that sends others counts once, with them. CPU time, not wall time, so that other
// programs on a shared machine do not enter.
//
// Then the wall time from Enter to the verdict on the page Capacity, for two models as config.json,
// whose prompt and batch size are typed in turn: the median of --edits edits, on an idle machine.
//
//     QT_QPA_PLATFORM=offscreen ui_latency_bench [--loads 5] [--arch gpt2] [--width 1680]
//                                                [--height 1050] [--dark] [--edits 20]
#include "app/backends.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/plan/edit/plan_edit.h"
#include "tests/bench/event_weights.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/capacity/capacity_feature.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/window/main_window.h"

#include <QCommandLineParser>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using namespace stowage;
using namespace stowage::bench;

struct Settings {
    int loads = 5;
    int edits = 20;
    std::string arch;
    int width = 0;
    int height = 0;
    ThemeMode theme = ThemeMode::Light;
};

Settings readSettings(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{QStringLiteral("loads"), QStringLiteral("How often to load."),
                        QStringLiteral("n"), QStringLiteral("5")},
                       {QStringLiteral("arch"), QStringLiteral("Sample model to write and load."),
                        QStringLiteral("name"), QStringLiteral("gpt2")},
                       {QStringLiteral("width"), QStringLiteral("Of the window."),
                        QStringLiteral("px"), QStringLiteral("1680")},
                       {QStringLiteral("height"), QStringLiteral("Of the window."),
                        QStringLiteral("px"), QStringLiteral("1050")},
                       {QStringLiteral("edits"), QStringLiteral("Edits on the page Capacity."),
                        QStringLiteral("n"), QStringLiteral("20")},
                       {QStringLiteral("dark"), QStringLiteral("The dark theme.")}});
    parser.process(application);
    return {parser.value(QStringLiteral("loads")).toInt(),
            parser.value(QStringLiteral("edits")).toInt(),
            parser.value(QStringLiteral("arch")).toStdString(),
            parser.value(QStringLiteral("width")).toInt(),
            parser.value(QStringLiteral("height")).toInt(),
            parser.isSet(QStringLiteral("dark")) ? ThemeMode::Dark : ThemeMode::Light};
}

struct LoadsDone {
    double seconds = 0;
    double bytes = 0;
    double uiCpuMilliseconds = 0;
};

/// Loads and unloads `loads` times; weighs events from Loading to Loaded.
bool loadAgainAndAgain(WeighingApplication& application, LoadController& controller, int loads,
                       LoadsDone& done) {
    QObject::connect(
        &controller, &LoadController::stateChanged, &application,
        [&application](LoadState state) { application.recording = state == LoadState::Loading; });
    for (int i = 0; i < loads; ++i) {
        controller.start(LoadMethod::Streamed);
        if (!runUntil([&] { return !controller.isRunning(); }) ||
            controller.state() != LoadState::Loaded) {
            return false;
        }
        done.seconds += controller.finishedLoads().back().report->seconds;
        done.bytes += static_cast<double>(controller.finishedLoads().back().report->bytes);
        controller.unload();
        if (!runUntil([&] { return !controller.isRunning(); })) {
            return false;
        }
    }
    for (const double milliseconds : application.milliseconds) {
        done.uiCpuMilliseconds += milliseconds;
    }
    return true;
}

QJsonObject summary(std::vector<double> milliseconds, const LoadsDone& done) {
    std::sort(milliseconds.begin(), milliseconds.end());
    constexpr double kFrameMilliseconds = 16;
    return {
        {QStringLiteral("events"), static_cast<qint64>(milliseconds.size())},
        {QStringLiteral("p50_ms"), percentile(milliseconds, 0.5)},
        {QStringLiteral("p99_ms"), percentile(milliseconds, 0.99)},
        {QStringLiteral("max_ms"), percentile(milliseconds, 1)},
        {QStringLiteral("p99_share_of_frame"), percentile(milliseconds, 0.99) / kFrameMilliseconds},
        {QStringLiteral("ui_share_of_load_time"), done.uiCpuMilliseconds / (done.seconds * 1e3)},
        {QStringLiteral("load_seconds"), done.seconds},
        {QStringLiteral("bytes_per_second"), done.bytes / done.seconds}};
}

int complain(const std::string& sentence) {
    std::fprintf(stderr, "%s\n", sentence.c_str());
    return 1;
}

/// The config.json of a preset in that folder; empty: there is none.
QString configOf(const QTemporaryDir& folder, const QString& preset) {
    QFile file(QStringLiteral(STOWAGE_PRESETS));
    const bool isOpen = file.open(QIODevice::ReadOnly);
    const QJsonArray presets =
        isOpen ? QJsonDocument::fromJson(file.readAll())[QLatin1String("presets")].toArray()
               : QJsonArray();
    for (const QJsonValue& own : presets) {
        if (own[QLatin1String("name")].toString() == preset) {
            QFile config(folder.filePath(QStringLiteral("config.json")));
            const QByteArray text = QJsonDocument(own[QLatin1String("config")].toObject()).toJson();
            return config.open(QIODevice::WriteOnly) && config.write(text) == text.size()
                       ? config.fileName()
                       : QString();
        }
    }
    return {};
}

/// Milliseconds from Enter to the verdict, of each edit; of fewer edits where one has none.
std::vector<double> editTimes(MainWindow& window, int edits) {
    const CapacityController& capacity = *window.capacity()->capacity();
    const auto isEstimated = [&capacity] {
        return !capacity.isEstimating() && (capacity.estimate() || capacity.problem());
    };
    std::vector<double> times;
    for (int i = 0; i < edits && runUntil(isEstimated); ++i) {
        const bool isBatch = i % 2 != 0;
        auto* const field = window.findChild<QLineEdit*>(
            isBatch ? QStringLiteral("workload_batch") : QStringLiteral("workload_prompt"));
        const int number = isBatch ? 1 + i % 3 : 500 + 37 * i;
        field->setFocus();
        field->selectAll();
        const auto press = [field](int code, const QString& text) {
            for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
                QKeyEvent key(type, code, Qt::NoModifier, text);
                QCoreApplication::sendEvent(field, &key);
            }
        };
        for (const QChar digit : QString::number(number)) {
            press(digit.unicode(), QString(digit));
        }
        const auto isNew = [&] {
            const auto& estimate = capacity.estimate();
            return isEstimated() && estimate &&
                   (isBatch ? estimate->workload.batch : estimate->workload.prompt) ==
                       static_cast<std::uint64_t>(number);
        };
        const double begin = wallSeconds();
        press(Qt::Key_Return, {});
        if (!runUntil(isNew)) {
            return times;
        }
        times.push_back((wallSeconds() - begin) * 1e3);
    }
    return times;
}

/// By model: {"edits", "p50_ms", "max_ms"} of the page Capacity.
QJsonObject editsOf(MainWindow& window, Document& document, const QTemporaryDir& folder,
                    int edits) {
    QJsonObject all;
    for (const char* const preset : {"Llama-3.1-8B", "Llama-3.1-70B"}) {
        const QString name = QLatin1String(preset);
        const QString config = configOf(folder, name);
        const auto before = document.plan();
        if (config.isEmpty()) {
            continue;
        }
        document.open(config);
        if (!runUntil([&] { return document.plan() != before && document.isIdle(); })) {
            continue;
        }
        document.edit(
            SetDevicesEdit{withHostAndDisk(*parseSimulatedGpus("24GiB,24GiB"), readHostMemory())});
        window.capacity()->enter();
        std::vector<double> times = editTimes(window, edits);
        std::sort(times.begin(), times.end());
        all[name] = QJsonObject{{QStringLiteral("edits"), static_cast<qint64>(times.size())},
                                {QStringLiteral("p50_ms"), percentile(times, 0.5)},
                                {QStringLiteral("max_ms"), percentile(times, 1)}};
    }
    return all;
}

int run(WeighingApplication& application, const Settings& settings) {
    QTemporaryDir folder;
    SampleOptions sample;
    sample.folder = folder.path().toStdString();
    sample.arch = settings.arch;
    const auto written = writeSampleCheckpoint(sample);
    if (!written) {
        return complain(written.error().message);
    }
    Theme theme(&application, settings.theme);
    QSettings layout(folder.filePath(QStringLiteral("layout.ini")), QSettings::IniFormat);
    Document document(withHostAndDisk(
        *parseSimulatedGpus("2GiB:context=512MiB,2GiB:context=512MiB"), readHostMemory()));
    LoadController controller(&document, makeLoadBackends);
    const std::unique_ptr<FileDialogs> dialogs = desktopFileDialogs();
    MainWindow window({&document, &controller, &theme, &layout, dialogs.get()});
    window.resize(settings.width, settings.height);
    window.show();
    window.open()->openPath(QString::fromStdString(written->path));
    if (!runUntil([&] { return document.plan() != nullptr; })) {
        return complain("The sample was not planned within a minute.");
    }
    LoadsDone done;
    if (!loadAgainAndAgain(application, controller, settings.loads, done)) {
        return complain("A load did not end as it should.");
    }
    QJsonObject result = summary(application.milliseconds, done);
    result[QStringLiteral("verdict_after_enter")] =
        editsOf(window, document, folder, settings.edits);
    const QByteArray json = QJsonDocument(result).toJson();
    std::fwrite(json.constData(), 1, static_cast<std::size_t>(json.size()), stdout);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    stowage::bench::WeighingApplication application(argc, argv);
    return run(application, readSettings(application));
}
