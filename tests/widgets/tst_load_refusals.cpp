// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/live_fixture.h"
#include "widgets/load/preflight_dialog.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <functional>

namespace stowage {

namespace {

constexpr int kTimeout = 60000;
const std::string kFastGpus = "64MiB,64MiB";

/// What is told in place of the figures of this machine, where there is something.
std::function<std::uint64_t()> freeOnDisk;
std::function<std::uint64_t()> freeMemory;

std::uint64_t bytesIn(const QString& folder) {
    std::uint64_t bytes = 0;
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files)) {
        bytes += static_cast<std::uint64_t>(file.size());
    }
    return bytes;
}

}  // namespace

// The linker puts the second one in place of readHostMemory(), which is the first one from then on.
HostMemory realHostMemory() asm("__real__ZN7stowage14readHostMemoryEv");
HostMemory toldHostMemory() asm("__wrap__ZN7stowage14readHostMemoryEv");

HostMemory toldHostMemory() {
    HostMemory memory = realHostMemory();
    if (freeMemory) {
        memory.available = freeMemory();
    }
    return memory;
}

/// What the controller refuses or gives up: one sentence each, and nothing is held.
class LoadRefusalsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void cleanup() {
        freeOnDisk = nullptr;
        freeMemory = nullptr;
    }
    void tooSmallDeviceIsRefusedWithoutRemedy();
    void refusalNamesTheNearestMethod();
    void loadAnywayFailsAndGivesBack();
    void planThatSaysNoIsRefused();
    void refusalLeavesWhatIsLoaded();
    void diskIsJudgedBesideWhatIsLoaded_data();
    void diskIsJudgedBesideWhatIsLoaded();
    void autoChoosesForTheRoomThatComes();
    void factoryFailureIsOneSentence();
    void truncatedFileFailsAndLeavesNothing();

private:
    static bool putAll(LiveFixture& fixture, DeviceId device);
    static bool putAllOnGpu0(LiveFixture& fixture) { return putAll(fixture, DeviceId::gpu(0)); }
};

/// Puts every block on a device and waits for the plan.
bool LoadRefusalsTest::putAll(LiveFixture& fixture, DeviceId device) {
    const auto planned = fixture.document->plan();
    fixture.document->edit(MoveEdit{{"block"}, device});
    return QTest::qWaitFor([&] { return fixture.document->plan() != planned; }, kTimeout);
}

/// No method puts 24 MiB on a card of 16 MiB.
void LoadRefusalsTest::tooSmallDeviceIsRefusedWithoutRemedy() {
    LiveFixture fixture("16MiB,16MiB");
    QVERIFY(fixture.open());
    QVERIFY(putAllOnGpu0(fixture));
    LoadController& controller = *fixture.controller;
    QSignalSpy refused(&controller, &LoadController::refused);
    QSignalSpy failed(&controller, &LoadController::failed);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, kTimeout);
    QCOMPARE(failed.size(), 0);
    const auto refusal = refused.front().front().value<LoadRefusal>();
    const QString sentence = QString::fromStdString(refusal.objections.front().text);
    QVERIFY2(sentence.contains(QLatin1String("GPU 0")), qPrintable(sentence));
    QVERIFY2(sentence.endsWith(u'.'), qPrintable(sentence));
    QVERIFY(refusal.nearest == nullptr);
    QCOMPARE(refusal.schedule->method, LoadMethod::Streamed);
    QCOMPARE(controller.state(), LoadState::Idle);
    QVERIFY(isAllZero(controller.counters()));
    QCOMPARE(fixture.bytesHeld(), 0U);
}

/// Twice the weights do not fit, once they do: the nearest method is named, and it loads.
void LoadRefusalsTest::refusalNamesTheNearestMethod() {
    LiveFixture fixture("40MiB,64MiB");
    QVERIFY(fixture.open());
    QVERIFY(putAllOnGpu0(fixture));
    LoadController& controller = *fixture.controller;
    QSignalSpy refused(&controller, &LoadController::refused);
    controller.start(LoadMethod::Naive);
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, kTimeout);
    const auto refusal = refused.front().front().value<LoadRefusal>();
    QVERIFY(refusal.nearest != nullptr);
    QCOMPARE(refusal.nearest->method, LoadMethod::Sequential);
    QVERIFY(refusal.hostFree.has_value());
    const Theme theme(qApp);
    const PreflightDialog dialog(refusal, &theme);
    const auto* const peaks = dialog.findChild<FigureTable*>("preflight_peaks");
    const std::vector<FigureRow>& rows = peaks->rows();  // device, free, asked, nearest
    QCOMPARE(rows.size(), 3U);                           // two GPUs and the host
    QCOMPARE(rows[0].cells[0].chip, DeviceId::gpu(0));
    QVERIFY(rows[0].cells[2].errorMark);
    QCOMPARE(rows[0].cells[1].toolTip, exactBytesText(40.0 * 1024 * 1024));
    QVERIFY(rows[0].cells[2].text.toDouble() > rows[0].cells[1].text.toDouble());
    QVERIFY(rows[0].cells[3].text.toDouble() <= rows[0].cells[1].text.toDouble());
    QVERIFY(!rows[1].cells[2].errorMark);

    LoadRequest other = refusal.request;
    other.method = refusal.nearest->method;
    controller.start(other);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    QCOMPARE(controller.finishedLoads().back().report->method, LoadMethod::Sequential);
}

/// "Load anyway" really tries: the load fails where that was predicted, with the tensor, the device
/// and the figures, gives everything back, and names the method that would do.
void LoadRefusalsTest::loadAnywayFailsAndGivesBack() {
    LiveFixture fixture("40MiB,64MiB");
    QVERIFY(fixture.open());
    QVERIFY(putAllOnGpu0(fixture));
    LoadController& controller = *fixture.controller;
    QSignalSpy refused(&controller, &LoadController::refused);
    QSignalSpy failed(&controller, &LoadController::failed);
    LoadRequest request;
    request.method = LoadMethod::Naive;
    request.preflight = PreflightRule::Override;
    controller.start(request);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kTimeout);
    QCOMPARE(refused.size(), 0);
    const QString sentence = failed.front().front().toString();
    QVERIFY2(sentence.contains(QLatin1String("block.")), qPrintable(sentence));
    QVERIFY2(sentence.contains(QLatin1String("GPU 0")), qPrintable(sentence));
    QVERIFY2(sentence.contains(QLatin1String("free")), qPrintable(sentence));
    QVERIFY(controller.failure().has_value());
    QCOMPARE(controller.failure()->error.code, ErrorCode::DeviceOutOfMemory);
    QVERIFY(controller.failure()->nearest.has_value());
    QVERIFY(isAllZero(controller.counters()));
    QCOMPARE(fixture.bytesHeld(), 0U);

    LoadRequest other = controller.failure()->request;
    other.method = *controller.failure()->nearest;
    controller.start(other);
    QVERIFY(!controller.failure().has_value());
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
}

/// Room on the card, but over the limit that the person set: the window refuses as the command
/// line does, loads anyway when told to, and goes on once the limit is raised.
void LoadRefusalsTest::planThatSaysNoIsRefused() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    fixture.document->edit(MoveEdit{{"block"}, DeviceId::gpu(0)});
    fixture.document->edit(SetBudgetEdit{DeviceId::gpu(0), "1MiB"});
    QTRY_VERIFY_WITH_TIMEOUT(fixture.document->plan()->verdict == Verdict::DoesNotFit, kTimeout);
    LoadController& controller = *fixture.controller;
    QSignalSpy refused(&controller, &LoadController::refused);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, kTimeout);
    const auto refusal = refused.front().front().value<LoadRefusal>();
    QVERIFY(QString::fromStdString(refusal.objections.front().text)
                .contains(QString(goldenText("plan/over-its-limit"))));
    QVERIFY(refusal.nearest == nullptr);
    QVERIFY(isAllZero(controller.counters()));

    LoadRequest anyway = refusal.request;
    anyway.preflight = PreflightRule::Override;
    controller.start(anyway);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    const auto before = fixture.document->plan();
    fixture.document->edit(SetBudgetEdit{DeviceId::gpu(0), ""});
    QTRY_VERIFY_WITH_TIMEOUT(fixture.document->plan() != before, kTimeout);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.finishedLoads().size(), 2U, kTimeout);
    QCOMPARE(controller.state(), LoadState::Loaded);
}

/// What was loaded is as it was, and goes once a plan is loaded that nothing speaks against.
void LoadRefusalsTest::refusalLeavesWhatIsLoaded() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    const std::weak_ptr<const LoadedModel> model = controller.model();
    const auto schedule = controller.schedule();
    const QString name = controller.modelName();
    const std::uint64_t held = fixture.bytesHeld();
    QVERIFY(held > 0);

    const auto loaded = fixture.document->plan();
    fixture.document->edit(MoveEdit{{"block"}, DeviceId::gpu(0)});
    fixture.document->edit(SetBudgetEdit{DeviceId::gpu(0), "1MiB"});
    QTRY_VERIFY_WITH_TIMEOUT(fixture.document->plan()->verdict == Verdict::DoesNotFit, kTimeout);
    QSignalSpy refused(&controller, &LoadController::refused);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, kTimeout);
    QCOMPARE(controller.state(), LoadState::Loaded);
    QVERIFY(controller.model() != nullptr && controller.model() == model.lock());
    QCOMPARE(controller.schedule(), schedule);
    QCOMPARE(controller.modelName(), name);
    QCOMPARE(fixture.bytesHeld(), held);
    QVERIFY(controller.canApply());

    fixture.document->edit(SetBudgetEdit{DeviceId::gpu(0), ""});
    QTRY_VERIFY_WITH_TIMEOUT(fixture.document->plan()->verdict != Verdict::DoesNotFit, kTimeout);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.finishedLoads().size(), 2U, kTimeout);
    QCOMPARE(controller.state(), LoadState::Loaded);
    QVERIFY(model.expired());
    QVERIFY(controller.schedule()->plan != loaded);
}

void LoadRefusalsTest::diskIsJudgedBesideWhatIsLoaded_data() {
    QTest::addColumn<std::uint64_t>("room");  // of the disk, once the offloaded files are gone
    QTest::addColumn<bool>("isLoaded");
    // Another 24 MiB and a reserve of 16 MiB are needed.
    QTest::newRow("in the room of the other one") << 54 * kMiB << true;
    QTest::newRow("neither way") << 36 * kMiB << false;
}

/// Files of a temporary offload folder go for a load that fits without them, and for no other.
void LoadRefusalsTest::diskIsJudgedBesideWhatIsLoaded() {
    QFETCH(const std::uint64_t, room);
    QFETCH(const bool, isLoaded);
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(putAll(fixture, DeviceId::disk()));
    LoadController& controller = *fixture.controller;
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    const std::weak_ptr<const LoadedModel> model = controller.model();
    const QString folder = QString::fromStdString(controller.schedule()->offloadFolder);
    QVERIFY(bytesIn(folder) >= 24 * kMiB);

    freeOnDisk = [folder, room] { return room - std::min(room, bytesIn(folder)); };
    QSignalSpy refused(&controller, &LoadController::refused);
    controller.start(LoadMethod::Streamed);
    QTRY_VERIFY_WITH_TIMEOUT(!controller.isRunning(), kTimeout);
    QCOMPARE(refused.size(), isLoaded ? 0 : 1);
    QCOMPARE(controller.state(), LoadState::Loaded);
    QCOMPARE(model.expired(), isLoaded);  // a new model may take its address
    QCOMPARE(QDir(folder).exists(), !isLoaded);
}

/// Not for the room beside what goes before it begins.
void LoadRefusalsTest::autoChoosesForTheRoomThatComes() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(putAllOnGpu0(fixture));
    LoadController& controller = *fixture.controller;
    LoadRequest request;
    request.method = std::nullopt;
    request.ramLimit = kGiB;  // mmap takes its place where it does not fit
    controller.start(request);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
    const LoadSchedule& first = *controller.schedule();
    QCOMPARE(first.method, LoadMethod::Streamed);
    const std::uint64_t needed = first.prediction->peakMachine;
    QVERIFY(scheduleWithMethod(first, LoadMethod::Mmap)->prediction->peakMachine < needed);

    freeMemory = [&fixture, needed] { return fixture.bytesHeld() > 0 ? needed - 1 : 2 * needed; };
    controller.start(request);
    QTRY_COMPARE_WITH_TIMEOUT(controller.finishedLoads().size(), 2U, kTimeout);
    QCOMPARE(controller.state(), LoadState::Loaded);
    QCOMPARE(controller.schedule()->method, LoadMethod::Streamed);
    freeMemory = nullptr;
}

void LoadRefusalsTest::factoryFailureIsOneSentence() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    LoadController controller(
        fixture.document.get(), [](const std::vector<DeviceInfo>&) -> Result<LoadBackends> {
            return fail(ErrorCode::BackendUnavailable, "LibTorch could not be opened.");
        });
    QSignalSpy failed(&controller, &LoadController::failed);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kTimeout);
    QCOMPARE(failed.front().front().toString(),
             QString(goldenText("load/libtorch-could-not-be-opened")));
    QCOMPARE(controller.state(), LoadState::Idle);
    QVERIFY(controller.finishedLoads().empty());
    QVERIFY(isAllZero(controller.counters()));
}

void LoadRefusalsTest::truncatedFileFailsAndLeavesNothing() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QFile file(fixture.folder.filePath(QStringLiteral("blocks.safetensors")));
    QVERIFY(file.resize(file.size() / 2));
    LoadController& controller = *fixture.controller;
    QSignalSpy failed(&controller, &LoadController::failed);
    QSignalSpy finished(&controller, &LoadController::finished);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kTimeout);
    QVERIFY2(failed.front().front().toString().contains(QLatin1String("blocks.safetensors")),
             qPrintable(failed.front().front().toString()));
    QCOMPARE(finished.size(), 1);
    QCOMPARE(controller.state(), LoadState::Idle);
    QVERIFY(isAllZero(controller.counters()));
}

}  // namespace stowage

/// In place of the C library's.
extern "C" int statvfs(const char* path, struct statvfs* status) noexcept {
    const int file = ::open(path, O_PATH | O_CLOEXEC);
    const int result = ::fstatvfs(file, status);
    ::close(file);
    if (result == 0 && stowage::freeOnDisk) {
        status->f_bavail = stowage::freeOnDisk() / status->f_frsize;
    }
    return result;
}

QTEST_MAIN(stowage::LoadRefusalsTest)
#include "tst_load_refusals.moc"
