// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/gui/options.h"
#include "app/gui/sample_opener.h"
#include "engine/base/result.h"
#include "engine/device/machine_rates.h"
#include "tests/tools/shots/first_time_shots.h"
#include "tests/tools/shots/lesson_shots.h"
#include "tests/tools/shots/shot_series.h"
#include "widgets/document/document.h"
#include "widgets/history/load_history.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/load/load_controller.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/translation.h"
#include "widgets/window/appearance_menus.h"
#include "widgets/window/main_window.h"
#include "widgets/window/window_place.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cstdio>
#include <memory>
#include <utility>

namespace stowage {
namespace {

/// Links slow enough for a load to be seen.
constexpr double kLinkBytesPerSecond = 300e6;

/// What is asked for beside the options of `stowage` itself.
struct ShotOptions {
    QString folder;  ///< --shots: the pictures of the README
    QString file;    ///< --shot: one picture of the window
    QString scene;
    QSize size;         ///< of the window; empty: as designed
    bool load = false;  ///< with --shot: load first
};

void printError(const QString& text) {
    std::fprintf(stderr, "%s\n", qUtf8Printable(text));
}

/// Takes the pictures' options out of the arguments; the others are those of `stowage`.
ShotOptions takeShotOptions(QStringList& arguments) {
    ShotOptions options;
    const auto take = [&arguments](const QString& name) {
        const qsizetype at = arguments.indexOf(name);
        if (at < 0) {
            return QString();
        }
        const QString value = arguments.value(at + 1);
        arguments.remove(at, qMin<qsizetype>(2, arguments.size() - at));
        return value;
    };
    options.folder = take(QStringLiteral("--shots"));
    options.file = take(QStringLiteral("--shot"));
    options.scene = take(QStringLiteral("--scene"));
    const QStringList size = take(QStringLiteral("--size")).split(QLatin1Char('x'));
    options.size = QSize(size.value(0).toInt(), size.value(1).toInt());
    options.load = arguments.removeAll(QStringLiteral("--load")) > 0;
    return options;
}

/// Simulated cards, unless others are named: pictures must not depend on the machine.
std::vector<DeviceInfo> chooseDevices(const GuiOptions& options, bool isSeries) {
    std::vector<DeviceInfo> gpus = options.gpus ? *options.gpus : simulatedStartGpus();
    if (isSeries) {
        for (DeviceInfo& gpu : gpus) {
            gpu.linkBytesPerSecond = kLinkBytesPerSecond;
        }
    }
    return makeWindowDevices(std::move(gpus), options.given);
}

/// What predicted times follow from, as `stowagectl devices --measure` kept it.
std::shared_ptr<const MachineRates> readRates() {
    auto rates = readMachineRates(defaultRatesPath());
    if (!rates) {
        printError(QString::fromStdString(rates.error().message));
        return nullptr;
    }
    return *rates ? std::make_shared<const MachineRates>(std::move(**rates)) : nullptr;
}

/// Plans the pictures that were asked for. False for a scene that there is none of.
bool planPictures(ShotSeries& series, const ShotOptions& shots, const QString& model) {
    if (!shots.folder.isEmpty() && !shots.scene.isEmpty()) {
        return planLessonSeries(series, shots.scene, shots.folder) ||
               planFirstTime(series, shots.scene, model, shots.folder);
    }
    if (!shots.folder.isEmpty()) {
        series.planAll(shots.folder);
        return true;
    }
    if (!shots.scene.isEmpty()) {
        return series.planScene(shots.scene, shots.file);
    }
    series.planSingle(shots.file, shots.load);
    return true;
}

/// A window as that of `stowage`, which neither uses nor changes what the person has set.
int takePictures(QApplication& application, const GuiOptions& options, const ShotOptions& shots) {
    const QTemporaryDir scratch;
    QSettings settings(scratch.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    ProgramLanguage language(&application, settings);
    language.use(options.language.isEmpty() ? QStringLiteral("en") : options.language);
    Theme theme(&application, options.theme.value_or(savedTheme(settings)));
    Document document(chooseDevices(options, !shots.folder.isEmpty()));
    document.setInitialBudgets(options.budgets);
    LoadController controller(&document, makeLoadBackends);
    controller.setMachineRates(readRates());
    const std::unique_ptr<FileDialogs> dialogs = desktopFileDialogs();
    LoadHistory runs(scratch.filePath(QStringLiteral("runs")));
    // The largest of the lesson's models takes long to write: it is the person's own.
    const QString lessonFolder =
        shots.scene.startsWith(QLatin1String("lesson-xl"))
            ? QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
                  QStringLiteral("/lesson")
            : scratch.filePath(QStringLiteral("lesson"));
    LessonSession lesson({&runs,
                          QCoreApplication::applicationDirPath() + QStringLiteral("/stowagectl"),
                          lessonFolder,
                          makeLoadBackends,
                          &settings,
                          controller.machineRates(),
                          {}});
    WindowPlace place({.document = &document,
                       .controller = &controller,
                       .theme = &theme,
                       .settings = &settings,
                       .dialogs = dialogs.get(),
                       .runs = &runs,
                       .lesson = &lesson},
                      &language, nullptr);
    MainWindow& window = *place.window();
    window.show();
    if (!shots.size.isEmpty()) {
        window.resize(shots.size);
    }
    SampleOpener sample(&place);
    if (options.model.isEmpty()) {
        sample.start();
    } else if (!beginsEmpty(shots.scene)) {
        window.open()->openPath(options.model, options.opening);
    }
    ShotSeries series(&window, &theme);
    if (!planPictures(series, shots, options.model)) {
        printError(QStringLiteral("There is no scene “%1”.").arg(shots.scene));
        return exitStatusFor(ErrorCode::InvalidArgument);
    }
    series.start();
    return QApplication::exec();
}

int runProgram(int argc, char** argv) {
    QApplication application(argc, argv);
    // The sample and the lesson's models lie where those of `stowage` do.
    QApplication::setApplicationName(QStringLiteral("stowage"));
    QApplication::setApplicationDisplayName(QStringLiteral("Stowage"));
    QApplication::setApplicationVersion(QStringLiteral(STOWAGE_VERSION));
    QStringList arguments = QApplication::arguments();
    const ShotOptions shots = takeShotOptions(arguments);
    if (shots.folder.isEmpty() && shots.file.isEmpty()) {
        printError(QStringLiteral(
            "usage: stowage_shots [MODEL] (--shots DIR | --shot FILE [--load]) [--scene NAME] "
            "[--size 1280x800] [options of stowage]"));
        return exitStatusFor(ErrorCode::InvalidArgument);
    }
    const Result<GuiOptions> options = parseGuiOptions(arguments);
    if (!options) {
        printError(QString::fromStdString(options.error().message));
        return exitStatusFor(options.error().code);
    }
    for (const Message& warning : options->warnings) {
        printError(translated(warning));
    }
    return takePictures(application, *options, shots);
}

}  // namespace
}  // namespace stowage

int main(int argc, char** argv) {
    return stowage::runProgram(argc, argv);
}
