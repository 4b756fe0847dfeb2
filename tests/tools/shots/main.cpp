// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"
#include "app/gui/run_window.h"
#include "engine/base/result.h"
#include "engine/device/machine_rates.h"
#include "tests/tools/shots/first_time_shots.h"
#include "tests/tools/shots/lesson_shots.h"
#include "tests/tools/shots/shot_series.h"
#include "widgets/support/translation.h"
#include "widgets/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>

namespace stowage {
namespace {

/// Links slow enough for a load to be seen.
constexpr double kLinkBytesPerSecond = 300e6;

/// What is asked for beside the options of `stowage` itself.
struct ShotOptions {
    QString folder;  ///< --shots: the pictures of the README
    QString file;    ///< --shot: one picture of a scene
    QString scene;
    QSize size;  ///< of the window; empty: as designed
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
    return options;
}

/// Simulated cards, unless others are named: pictures must not depend on the machine.
std::vector<DeviceInfo> chooseGpus(const GuiOptions& options, bool isSeries) {
    std::vector<DeviceInfo> gpus = options.gpus ? *options.gpus : simulatedStartGpus();
    if (isSeries) {
        for (DeviceInfo& gpu : gpus) {
            gpu.linkBytesPerSecond = kLinkBytesPerSecond;
        }
    }
    return gpus;
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
    return series.planScene(shots.scene, shots.file);
}

/// A window as that of `stowage`, which neither uses nor changes what the person has set.
int takePictures(QApplication& application, GuiOptions options, const ShotOptions& shots) {
    const QTemporaryDir scratch;
    options.gpus = chooseGpus(options, !shots.folder.isEmpty());
    if (options.language.isEmpty()) {
        options.language = QStringLiteral("en");
    }
    if (shots.scene.startsWith(QLatin1String("lesson-xl"))) {
        // The largest of the lesson's models takes long to write: it is the person's own.
        const QString lessons = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
                                QStringLiteral("/lesson");
        QDir().mkpath(lessons);
        QFile::link(lessons, scratch.filePath(QStringLiteral("lesson")));
    }
    bool isScene = true;
    const auto begin = [&](MainWindow* window, Theme* theme) {
        if (!shots.size.isEmpty()) {
            window->resize(shots.size);
        }
        isScene = planPictures(*new ShotSeries(window, theme), shots, options.model);
        if (!isScene) {
            printError(QStringLiteral("There is no scene “%1”.").arg(shots.scene));
            QTimer::singleShot(0, window, [] { QApplication::exit(1); });
        }
        return isScene && (options.model.isEmpty() || !beginsEmpty(shots.scene));
    };
    const int status = runWindow(application, options, scratch.path(), nullptr, begin);
    return isScene ? status : exitStatusFor(ErrorCode::InvalidArgument);
}

int runProgram(int argc, char** argv) {
    QApplication application(argc, argv);
    // The sample and the lesson's models lie where those of `stowage` do.
    QApplication::setApplicationName(QStringLiteral("stowage"));
    QApplication::setApplicationDisplayName(QStringLiteral("Stowage"));
    QApplication::setApplicationVersion(QStringLiteral(STOWAGE_VERSION));
    QStringList arguments = QApplication::arguments();
    const ShotOptions shots = takeShotOptions(arguments);
    if (shots.folder.isEmpty() && (shots.file.isEmpty() || shots.scene.isEmpty())) {
        printError(QStringLiteral(
            "usage: stowage_shots [MODEL] (--shots DIR [--scene NAME] | --shot FILE --scene NAME) "
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
