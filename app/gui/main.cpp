// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/gui/crash_report.h"
#include "app/gui/options.h"
#include "app/gui/run_window.h"
#include "engine/base/catalogue.h"
#include "engine/base/result.h"
#include "engine/base/scratch_folder.h"
#include "engine/device/machine_rates.h"
#include "engine/project/recovery.h"
#include "widgets/document/document.h"
#include "widgets/help/help_feature.h"
#include "widgets/open/first_steps_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/plan/free_memory_note.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/support/translation.h"
#include "widgets/window/main_window.h"

#include <fcntl.h>
#include <unistd.h>
#include <QApplication>
#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QSocketNotifier>
#include <QTemporaryDir>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

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

/// The log of the newest window; used only in its thread.
QPointer<HelpFeature> newestLog;
QtMessageHandler handlerBefore = nullptr;

/// Keeps what Qt and the program say by qWarning() and the like, from any thread; it is still
/// printed as before. Debug messages are left out.
void onQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (type != QtDebugMsg) {
        // From the event loop, so that messages from before there is a window are kept, too.
        QMetaObject::invokeMethod(
            qApp,
            [text] {
                if (newestLog != nullptr) {
                    newestLog->note(LogKind::Qt, text);
                }
            },
            Qt::QueuedConnection);
    }
    handlerBefore(type, context, text);
}

/// True where a person starts with the sample, and nobody asks for a picture.
bool isForAPerson(const GuiOptions& options) {
    const QString platform = QGuiApplication::platformName();
    return options.model.isEmpty() && options.picture.isEmpty() &&
           platform != QLatin1String("offscreen") && platform != QLatin1String("minimal");
}

int openWindow(QApplication& application, const GuiOptions& options) {
    // Pictures show what everybody sees, and change nothing of the person's.
    std::optional<QTemporaryDir> scratch;
    if (!options.picture.isEmpty()) {
        scratch.emplace();
    }
    ScratchFolder::removeAbandoned(temporaryFolder());
    const auto prepare = [&options](MainWindow* window) {
        newestLog = window->help();
        if (mayHaveRealGpus()) {
            window->plan()->freeMemoryNote()->setReader(makeGpuReader());
        }
        new QuitSignals(window);
        if (options.model.isEmpty()) {
            window->open()->firstSteps()->setSample(sampleFilePath());
        }
    };
    const auto begin = [&options](MainWindow* window, Theme* theme) {
        if (isForAPerson(options)) {
            window->help()->offerTour();
        }
        if (!options.picture.isEmpty()) {
            (new PictureSeries(window, theme))->addWindow(options.picture, options.load);
        }
        return true;
    };
    handlerBefore = qInstallMessageHandler(onQtMessage);
    const int status =
        runWindow(application, options, scratch ? scratch->path() : QString(), prepare, begin);
    qInstallMessageHandler(handlerBefore);
    return status;
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
    return openWindow(application, *options);
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
    return stowage::runProgram(argc, argv);
}
