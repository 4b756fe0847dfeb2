// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run_window.h"

#include "app/backends.h"
#include "app/gui/options.h"
#include "engine/base/result.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/device/machine_rates.h"
#include "engine/project/recovery.h"
#include "widgets/document/document.h"
#include "widgets/history/load_history.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/load_feature.h"
#include "widgets/load/preflight_dialog.h"
#include "widgets/open/open_error_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_feature.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"
#include "widgets/support/worker.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/appearance_menus.h"
#include "widgets/window/main_window.h"
#include "widgets/window/window_place.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QPixmap>
#include <QSettings>
#include <QStandardPaths>

#include <cstdio>
#include <memory>
#include <utility>

namespace stowage {

/// The first start: writes the sample in a worker, with its progress in the window's message bar.
class SampleOpener : public QObject {
    Q_OBJECT
public:
    /// `place` is borrowed and outlives it.
    explicit SampleOpener(WindowPlace* place) : m_place(place) {}
    ~SampleOpener() override { m_worker.stopAndJoin(); }

    void start();

private:
    void write(const QString& file);

    WindowPlace* m_place;
    Worker m_worker;
};

namespace {

/// The GPUs of a first start: the real ones where this build drives any (LibTorch stays shut until
/// something is loaded), then two simulated cards.
std::vector<DeviceInfo> firstStartGpus() {
    std::vector<DeviceInfo> gpus = listRealGpus();
    for (DeviceInfo& simulated : simulatedStartGpus()) {
        simulated.id = DeviceId::gpu(static_cast<std::uint32_t>(gpus.size()));
        gpus.push_back(std::move(simulated));
    }
    return gpus;
}

/// The GPUs, then this machine's CPU and disk, named as people know them: "32.00 GiB RAM", the
/// folder of temporary files with its size and what is used of it; or of the sizes of the options.
std::vector<DeviceInfo> makeWindowDevices(const GuiOptions& options) {
    std::vector<DeviceInfo> devices =
        withHostAndDisk(options.gpus ? *options.gpus : firstStartGpus(), readHostMemory());
    for (DeviceInfo& device : devices) {
        if (device.id == DeviceId::cpu() && device.capacity) {
            device.name = hostName(*device.capacity);
        } else if (device.id == DeviceId::disk()) {
            device.name = defaultOffloadParent();
        }
        const auto& bytes = device.id == DeviceId::cpu() ? options.ram : options.disk;
        if (bytes && !device.id.isGpu()) {
            overrideCapacity(device, *bytes);
        }
    }
    return devices;
}

/// What predicted times follow from, as `stowagectl devices --measure` kept it.
std::shared_ptr<const MachineRates> readRates() {
    auto rates = readMachineRates(defaultRatesPath());
    if (!rates) {
        std::fprintf(stderr, "%s\n", rates.error().message.english().c_str());
        return nullptr;
    }
    return *rates ? std::make_shared<const MachineRates>(std::move(**rates)) : nullptr;
}

}  // namespace

QString sampleFilePath() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
           QStringLiteral("/sample/gpt2/model.pth");
}

QString crashFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
           QStringLiteral("/crashes");
}

int runWindow(QApplication& application, const GuiOptions& options, const QString& scratch,
              const std::function<void(MainWindow* window)>& prepare,
              const std::function<bool(MainWindow* window, Theme* theme)>& begin) {
    const bool isPersons = scratch.isEmpty();
    const auto folderIn = [&](QStandardPaths::StandardLocation kind, const char* name) {
        return (isPersons ? QStandardPaths::writableLocation(kind) : scratch) + QLatin1Char('/') +
               QLatin1String(name);
    };
    const QString own = QStringLiteral("stowage");
    const auto settings =
        isPersons
            ? std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, own, own)
            : std::make_unique<QSettings>(scratch + QStringLiteral("/settings.ini"),
                                          QSettings::IniFormat);
    ProgramLanguage language(&application, *settings);
    if (!options.language.isEmpty()) {
        language.use(options.language);
    }
    Theme theme(&application, options.theme.value_or(savedTheme(*settings)));
    theme.setTextSize(savedTextSize(*settings));
    Document document(makeWindowDevices(options));
    document.setInitialBudgets(options.budgets);
    LoadController controller(&document, makeLoadBackends);
    controller.setMachineRates(readRates());
    const std::unique_ptr<FileDialogs> dialogs = desktopFileDialogs();
    LoadHistory runs(folderIn(QStandardPaths::AppDataLocation, "runs"));
    LessonSession lesson(
        {&runs, QCoreApplication::applicationDirPath() + QStringLiteral("/stowagectl"),
         folderIn(QStandardPaths::CacheLocation, "lesson"), makeLoadBackends, settings.get(),
         controller.machineRates(), isPersons ? listRealGpus() : std::vector<DeviceInfo>()});
    MainWindowParts parts{.document = &document,
                          .controller = &controller,
                          .theme = &theme,
                          .settings = settings.get(),
                          .dialogs = dialogs.get(),
                          .runs = &runs,
                          .lesson = &lesson};
    if (isPersons) {
        parts.recoveryFolder = defaultRecoveryFolder();
        parts.crashFolder = crashFolder();
    }
    WindowPlace place(parts, &language, prepare);
    MainWindow& window = *place.window();
    window.show();
    SampleOpener sample(&place);
    if (begin(&window, &theme)) {
        if (options.model.isEmpty()) {
            sample.start();
        } else {
            window.open()->openPath(options.model, options.opening);
        }
    }
    return QApplication::exec();
}

void SampleOpener::start() {
    const QString file = sampleFilePath();
    if (QFileInfo::exists(file)) {
        m_place->window()->document()->open(file);
        return;
    }
    write(file);
}

void SampleOpener::write(const QString& file) {
    const QString folder = QFileInfo(file).absolutePath();
    QDir().mkpath(folder);
    const QString text = tr("Writing a sample model with random weights (GPT-2 small)…");
    m_place->window()->messages()->showProgress(text, 0);
    const std::uint64_t generation = m_worker.nextGeneration();
    const auto progress = [this, generation, text](const Progress& report) {
        m_worker.post(generation, [this, report, text] {
            const double fraction = report.bytesTotal == 0
                                        ? -1
                                        : static_cast<double>(report.bytesDone) /
                                              static_cast<double>(report.bytesTotal);
            m_place->window()->messages()->showProgress(text, fraction);
        });
    };
    m_worker.start(
        [folder, progress](std::stop_token stop) {
            SampleOptions options;
            options.folder = folder.toStdString();
            options.format = CheckpointFormat::TorchZip;
            return writeSampleCheckpoint(options, stop, progress);
        },
        [this](Result<SampleSummary> written) {
            m_place->window()->messages()->clearProgress();
            // The person may have opened something else meanwhile.
            if (m_place->window()->document()->plan() != nullptr ||
                m_place->window()->document()->isBusy()) {
                return;
            }
            if (written) {
                m_place->window()->document()->open(QString::fromStdString(written->path));
            } else if (written.error().code != ErrorCode::Cancelled) {
                m_place->window()->messages()->showError(written.error());
            }
        });
}

PictureSeries::PictureSeries(MainWindow* window, Theme* theme)
    : QObject(window), m_window(window), m_theme(theme) {
    constexpr int kTickMs = 40;
    m_timer.setInterval(kTickMs);
    connect(&m_timer, &QTimer::timeout, this, &PictureSeries::tick);
    m_stepSince.start();
    m_timer.start();
}

void PictureSeries::addWindow(const QString& file, bool isLoaded) {
    addStep([] {}, isLoaded ? QString() : file);
    if (isLoaded) {
        addStep([this] { m_window->controller()->start(m_window->load()->method()); },
                [this] { return m_window->controller()->state() == LoadState::Loaded; }, file);
    }
}

void PictureSeries::addStep(std::function<void()> act, std::function<bool()> isReady,
                            const QString& file) {
    m_steps.push_back({std::move(act), std::move(isReady), file});
}

void PictureSeries::addStep(std::function<void()> act, const QString& file) {
    addStep(
        std::move(act), [this] { return isPlanned(); }, file);
}

bool PictureSeries::isPlanned() const {
    return m_window->document()->plan() != nullptr && m_window->document()->isIdle();
}

bool PictureSeries::takePicture(const QString& file) {
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
    return picture.save(file);
}

void PictureSeries::fail(const QString& why) {
    qCritical("%s", qUtf8Printable(why));
    m_timer.stop();
    QApplication::exit(1);
}

QString PictureSeries::troubleBefore(bool isReady, bool isResting) const {
    constexpr qint64 kStepLimitMs = 180'000;
    if (m_window->messages()->isError()) {
        return m_window->messages()->text();
    }
    const OpenErrorCard& card = *m_window->tree()->panel()->errorCard();
    if (card.isShown() && !m_failureIsExpected) {
        return card.failure().sentence();
    }
    const auto* refusal = m_window->findChild<PreflightDialog*>();
    if (refusal != nullptr && refusal->isVisible() && !isReady) {
        return tr("the plan does not fit: %1")
            .arg(translated(refusal->refusal().objections.front().text));
    }
    return isResting && m_stepSince.elapsed() > kStepLimitMs
               ? tr("the window did not become idle in time")
               : QString();
}

void PictureSeries::tick() {
    // Long enough for charts to draw what came last and for predictions to arrive.
    constexpr qint64 kRestMs = 600;
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
    // A load that goes on, or a run, does not rest; its picture is taken as it goes on.
    const bool isResting = m_window->controller()->state() != LoadState::Loading &&
                           !m_window->run()->controller()->isRunning();
    const bool isReady = step.isReady();
    if (const QString trouble = troubleBefore(isReady, isResting); !trouble.isEmpty()) {
        fail(tr("No picture can be taken: %1").arg(trouble));
        return;
    }
    if (!isReady) {
        return;
    }
    if (!m_readySince.isValid()) {
        m_readySince.start();
    }
    if (isResting && m_readySince.elapsed() < kRestMs) {
        return;
    }
    if (!step.file.isEmpty() && !takePicture(step.file)) {
        fail(tr("The picture cannot be written to %1.").arg(step.file));
        return;
    }
    ++m_next;
    m_acted = false;
}

}  // namespace stowage

#include "run_window.moc"
