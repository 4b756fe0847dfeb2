// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/gui/crash_report.h"
#include "app/gui/options.h"
#include "app/gui/qt_messages.h"
#include "app/gui/sample_opener.h"
#include "app/gui/start_clock.h"
#include "app/gui/window_state.h"
#include "engine/base/catalogue.h"
#include "engine/base/result.h"
#include "engine/device/machine_rates.h"
#include "engine/project/recovery.h"
#include "widgets/document/document.h"
#include "widgets/help/help_feature.h"
#include "widgets/history/load_history.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/load/load_controller.h"
#include "widgets/open/first_steps_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/plan/free_memory_note.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/translation.h"
#include "widgets/window/appearance_menus.h"
#include "widgets/window/main_window.h"
#include "widgets/window/window_place.h"

#include <fcntl.h>
#include <unistd.h>
#include <QApplication>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QSettings>
#include <QSocketNotifier>
#include <QStandardPaths>
#include <QTimer>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stowage {

/// SIGTERM, SIGINT and SIGHUP close the window as *Quit* does, but for the question about changes,
/// which stay in the recovery folder: settings are kept, children end, folders of runs go. A second
/// one ends the program at once, should closing take long.
class QuitSignals : public QObject {
public:
    /// Takes the signals over; to be called before anything slow. One that comes before there is a
    /// window is heard by the first one.
    static void take();

    /// A child of `window`.
    explicit QuitSignals(MainWindow* window);

private:
    QSocketNotifier* m_notifier = nullptr;
};

namespace {

/// A signal handler may only write to a pipe; the event loop reads the other end.
int quitPipe[2] = {-1, -1};

void onSignal(int) {
    const int before = errno;
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(quitPipe[1], &byte, 1);
    errno = before;
}

void print(std::FILE* stream, const QString& text) {
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stream);
    std::fflush(stream);
}

void printGeometryOnce(MainWindow& window, const StartClock& clock) {
    // Queued and once more around the loop, so that docks and board have their sizes.
    QObject::connect(
        window.document(), &Document::modelChanged, &window,
        [&window, &clock] {
            QTimer::singleShot(0, &window, [&window, &clock] {
                QJsonObject geometry = windowGeometry(window);
                geometry.insert(QStringLiteral("start"), clock.toJson());
                print(stdout, QString::fromUtf8(QJsonDocument(geometry).toJson()));
            });
        },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

/// What predicted times follow from, as `stowagectl devices --measure` kept it.
std::shared_ptr<const MachineRates> readRates() {
    auto rates = readMachineRates(defaultRatesPath());
    if (!rates) {
        print(stderr, QString::fromStdString(rates.error().message) + QLatin1Char('\n'));
        return nullptr;
    }
    return *rates ? std::make_shared<const MachineRates>(std::move(**rates)) : nullptr;
}

/// Where a crash leaves its report, and the next start looks for one.
QString crashFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
           QStringLiteral("/crashes");
}

void keepInLog(const QtMessages& messages, HelpFeature* help) {
    QObject::connect(&messages, &QtMessages::said, help,
                     [help](QtMsgType, const QString& text) { help->note(LogKind::Qt, text); });
}

/// True where a person starts with the sample, and nobody asks the window from outside.
bool isForAPerson(const GuiOptions& options) {
    const QString platform = QGuiApplication::platformName();
    return options.model.isEmpty() && options.stateFile.isEmpty() && !options.dumpGeometry &&
           platform != QLatin1String("offscreen") && platform != QLatin1String("minimal");
}

int runWindow(QApplication& application, const GuiOptions& options) {
    const QtMessages qtMessages;
    QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("stowage"),
                       QStringLiteral("stowage"));
    ProgramLanguage language(&application, settings);
    if (!options.language.isEmpty()) {
        language.use(options.language);
    }
    Theme theme(&application, options.theme.value_or(savedTheme(settings)));
    theme.setTextSize(savedTextSize(settings));
    Document document(
        makeWindowDevices(options.gpus ? *options.gpus : firstStartGpus(), options.given));
    document.setInitialBudgets(options.budgets);
    LoadController controller(&document, makeLoadBackends);
    controller.setMachineRates(readRates());
    const std::unique_ptr<FileDialogs> dialogs = desktopFileDialogs();
    LoadHistory runs(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
                     QStringLiteral("/runs"));
    LessonSession lesson({&runs,
                          QCoreApplication::applicationDirPath() + QStringLiteral("/stowagectl"),
                          QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
                              QStringLiteral("/lesson"),
                          makeLoadBackends, &settings, controller.machineRates(), listRealGpus()});
    WindowPlace place({&document, &controller, &theme, &settings, dialogs.get(), &runs, QString(),
                       &lesson, defaultRecoveryFolder(), crashFolder()},
                      &language, [&](MainWindow* window) {
                          keepInLog(qtMessages, window->help());
                          if (mayHaveRealGpus()) {
                              window->plan()->freeMemoryNote()->setReader(makeGpuReader());
                          }
                          new QuitSignals(window);
                          if (!options.stateFile.isEmpty()) {
                              new StateDump(window, options.stateFile);
                          }
                          if (options.model.isEmpty()) {
                              window->open()->firstSteps()->setSample(SampleOpener::filePath());
                          }
                      });
    const StartClock clock(place.window());
    if (options.dumpGeometry) {
        printGeometryOnce(*place.window(), clock);
    }
    place.window()->show();
    if (isForAPerson(options)) {
        place.window()->help()->offerTour();
    }
    SampleOpener sample(&place);
    if (options.model.isEmpty()) {
        sample.start();
    } else {
        place.window()->open()->openPath(options.model, options.opening);
    }
    return QApplication::exec();
}

/// Arguments without those that Qt itself takes ("-platform offscreen"): ours begin with "--".
QStringList ownArguments(int argc, char** argv) {
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        const QString argument = QString::fromLocal8Bit(argv[i]);
        const bool forQt = i > 0 && argument.size() > 2 && argument.startsWith(QLatin1Char('-')) &&
                           !argument.startsWith(QLatin1String("--"));
        if (forQt) {
            ++i;
        } else {
            arguments.append(argument);
        }
    }
    return arguments;
}

/// What can be answered without a display: help, completion, version, mistakes, in the language of
/// the terminal. Nothing: go on.
std::optional<int> answerWithoutDisplay(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const Language& language = languageOfEnvironment(&std::getenv);
    const auto qt = qtTranslator(language);
    if (qt != nullptr) {
        QCoreApplication::installTranslator(qt.get());
    }
    const Result<GuiOptions> options = parseGuiOptions(ownArguments(argc, argv), language);
    if (!options) {
        const std::string why = options.error().message.in(translateBy(engineCatalogue(language)));
        print(stderr, QString::fromStdString(why) + QLatin1Char('\n'));
        return exitStatusFor(options.error().code);
    }
    if (!options->answer.isEmpty()) {
        print(stdout, options->answer);
        return 0;
    }
    if (options->version) {
        print(stdout, QStringLiteral("stowage %1\n").arg(QStringLiteral(STOWAGE_VERSION)));
        return 0;
    }
    return std::nullopt;
}

int runProgram(int argc, char** argv) {
    if (const auto status = answerWithoutDisplay(argc, argv)) {
        return *status;
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("stowage"));
    QApplication::setApplicationDisplayName(QStringLiteral("Stowage"));
    QApplication::setApplicationVersion(QStringLiteral(STOWAGE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("stowage"));
    installCrashReports(crashFolder().toStdString());

    const Result<GuiOptions> options = parseGuiOptions(QApplication::arguments());
    if (!options) {
        print(stderr, QString::fromStdString(options.error().message) + QLatin1Char('\n'));
        return exitStatusFor(options.error().code);
    }
    for (const Message& warning : options->warnings) {
        print(stderr, QString::fromStdString(warning) + QLatin1Char('\n'));
    }
    return runWindow(application, *options);
}

}  // namespace

void QuitSignals::take() {
    if (::pipe2(quitPipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        return;
    }
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN) {
            continue;  // as under nohup, which means it
        }
        struct sigaction action {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
        sigemptyset(&action.sa_mask);
        ::sigaction(signal, &action, nullptr);
    }
}

QuitSignals::QuitSignals(MainWindow* window) : QObject(window) {
    if (quitPipe[0] < 0) {
        return;
    }
    m_notifier = new QSocketNotifier(quitPipe[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, window, [this, window] {
        m_notifier->setEnabled(false);
        window->closeUnasked();
        QCoreApplication::quit();  // also where a dialog has a loop of its own
    });
}

}  // namespace stowage

int main(int argc, char** argv) {
    stowage::useOneHeap();
    stowage::QuitSignals::take();
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]).starts_with("--dump-state")) {
            stowage::StateDump::takeSignal();
        }
    }
    return stowage::runProgram(argc, argv);
}
