// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out in a worker, or where its result is shown, ends in a sentence and not the
// program.
#include "engine/backend_sim/simulated_devices.h"
#include "tests/run/recording_device.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/document/document.h"
#include "widgets/live/live_panel.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/worker.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

/// A GPU whose figures cannot be read: there is no memory for them.
class OddDevice : public RecordingDevice {
public:
    using RecordingDevice::RecordingDevice;
    [[nodiscard]] AllocatorStatistics statistics() const override { throw std::bad_alloc(); }
};

}  // namespace

class WorkerWallTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnWarnings(); }
    void whatWorkThrowsIsAResult();
    void workWithoutAResultHasItsOwnSentence();
    void whatIsThrownWhereItIsShownIsTold();
    void aDroppedRunTellsNothing();
    void theNextRunIsAsAny();
    void aFileThatIsTooLargeToShowIsToldOf();
    void samplesThatAreMissingStandAtTheCurves();
};

void WorkerWallTest::whatWorkThrowsIsAResult() {
    Worker worker;
    std::optional<Result<int>> got;
    worker.start([](std::stop_token) -> Result<int> { throw std::bad_alloc(); },
                 [&got](Result<int> result) { got = std::move(result); });
    QTRY_VERIFY(got.has_value());
    QVERIFY(!*got);
    QCOMPARE(got->error().code, ErrorCode::OutOfMemory);
    QCOMPARE(got->error().message,
             std::string(goldenText("base/there-was-not-enough-memory-for-4")));
    QVERIFY(!worker.isRunning());
}

void WorkerWallTest::workWithoutAResultHasItsOwnSentence() {
    Worker worker;
    bool isDone = false;
    std::optional<Error> error;
    worker.start([](std::stop_token) -> std::vector<int> { throw std::logic_error("odd"); },
                 [&isDone](const std::vector<int>&) { isDone = true; },
                 [&error](const Error& failure) { error = failure; });
    QTRY_VERIFY(error.has_value());
    QCOMPARE(error->code, ErrorCode::Internal);
    QVERIFY(!isDone);
}

void WorkerWallTest::whatIsThrownWhereItIsShownIsTold() {
    Worker worker;
    std::optional<Error> error;
    worker.start([](std::stop_token) { return 5; }, [](int) { throw std::bad_alloc(); },
                 [&error](const Error& failure) { error = failure; });
    QTRY_VERIFY(error.has_value());
    QCOMPARE(error->code, ErrorCode::OutOfMemory);
}

void WorkerWallTest::aDroppedRunTellsNothing() {
    Worker worker;
    int told = 0;
    std::atomic<bool> goOn = false;
    worker.start(
        [&goOn](std::stop_token) -> int {
            goOn.wait(false);
            throw std::bad_alloc();
        },
        [&told](int) { ++told; }, [&told](const Error&) { ++told; });
    worker.drop();
    goOn = true;
    goOn.notify_all();
    int next = 0;
    worker.start([](std::stop_token) { return 7; }, [&next](int value) { next = value; },
                 [](const Error&) {});
    QTRY_COMPARE(next, 7);
    QCOMPARE(told, 0);
}

void WorkerWallTest::theNextRunIsAsAny() {
    Worker worker;
    int failures = 0;
    int sum = 0;
    for (int i = 0; i < 20; ++i) {
        const int before = failures + sum;
        worker.start(
            [i](std::stop_token) {
                if (i % 2 == 0) {
                    throw std::bad_alloc();
                }
                return 1;
            },
            [&sum](int value) { sum += value; }, [&failures](const Error&) { ++failures; });
        QTRY_COMPARE(failures + sum, before + 1);
    }
    QCOMPARE(failures, 10);
}

/// A view takes the model over when it is there: what it throws ended the program.
void WorkerWallTest::aFileThatIsTooLargeToShowIsToldOf() {
    QTemporaryDir folder;
    const QString sample =
        writeSmallSample(folder.filePath(QStringLiteral("gpt2")), CheckpointFormat::Safetensors);
    Document document(windowDevices("64MiB"));
    bool isTooLarge = true;
    connect(&document, &Document::modelChanged, this, [&isTooLarge] {
        if (isTooLarge) {
            throw std::bad_alloc();
        }
    });
    std::optional<OpenFailure> failure;
    connect(&document, &Document::failed, this,
            [&failure](const OpenFailure& told) { failure = told; });
    document.open(sample);
    QTRY_VERIFY(failure.has_value());
    QCOMPARE(failure->error.code, ErrorCode::OutOfMemory);
    QVERIFY(failure->sentence().startsWith(
        QString(goldenText("window-document/there-was-not-enough-memory-to-open"))
            .arg(QFileInfo(sample).fileName())));
    QTRY_VERIFY(document.isIdle());
    isTooLarge = false;
    failure.reset();
    QVERIFY(openAndWait(document, sample));
    QVERIFY(!failure);
}

void WorkerWallTest::samplesThatAreMissingStandAtTheCurves() {
    Theme theme(qApp, ThemeMode::Light);
    Document document(windowDevices("64MiB"));
    LoadController controller(
        &document, [](const std::vector<DeviceInfo>&) -> Result<LoadBackends> {
            return fail(ErrorCode::BackendUnavailable, "Nothing is loaded here.");
        });
    LivePanel panel(&controller, &theme);
    panel.resize(900, 300);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const auto* line = panel.findChild<QLabel*>(QStringLiteral("live_missed_samples"));
    QVERIFY(line != nullptr && !line->isVisible());
    const auto gpu = makeSimulatedGpu(windowDevices("64MiB").front());
    QVERIFY(gpu);
    controller.sampler().setInterval(0.002);
    controller.sampler().setDevices({std::make_shared<OddDevice>(*gpu)});
    QTRY_VERIFY(line->isVisible());
    QVERIFY2(
        line->text().contains(QString(goldenText("window-live/the-curves-lack"))) &&
            line->text().contains(QString(goldenText("base/there-was-not-enough-memory-for-3"))),
        qPrintable(line->text()));
    controller.sampler().setDevices({});
}

QTEST_MAIN(WorkerWallTest)
#include "tst_worker_wall.moc"
