// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/live_fixture.h"

#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace stowage {

namespace {

constexpr int kTimeout = 30000;
const std::string kFastGpus = "64MiB,64MiB";

}  // namespace

/// What the controller refuses or gives up: one sentence each, and nothing is held.
class LoadRefusalsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void tooSmallDeviceIsOneSentence();
    void planThatSaysNoIsOneSentence();
    void factoryFailureIsOneSentence();
    void truncatedFileFailsAndLeavesNothing();
};

void LoadRefusalsTest::tooSmallDeviceIsOneSentence() {
    LiveFixture fixture("16MiB,16MiB");
    QVERIFY(fixture.open());
    const auto planned = fixture.document->plan();
    fixture.document->edit(MoveEdit{{"block"}, DeviceId::gpu(0)});
    QTRY_VERIFY_WITH_TIMEOUT(fixture.document->plan() != planned, kTimeout);
    LoadController& controller = *fixture.controller;
    QSignalSpy failed(&controller, &LoadController::failed);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kTimeout);
    const QString sentence = failed.front().front().toString();
    QVERIFY2(sentence.contains(QLatin1String("GPU 0")), qPrintable(sentence));
    QVERIFY2(sentence.endsWith(u'.'), qPrintable(sentence));
    QCOMPARE(controller.state(), LoadState::Idle);
    QVERIFY(isAllZero(controller.counters()));
}

/// Room on the card, but over the limit that the person set: the window refuses as the command
/// line does, and goes on once the limit is raised.
void LoadRefusalsTest::planThatSaysNoIsOneSentence() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    auto before = fixture.document->plan();
    fixture.document->edit(MoveEdit{{"block"}, DeviceId::gpu(0)});
    fixture.document->edit(SetBudgetEdit{DeviceId::gpu(0), "1MiB"});
    QTRY_VERIFY_WITH_TIMEOUT(fixture.document->plan()->verdict == Verdict::DoesNotFit, kTimeout);
    LoadController& controller = *fixture.controller;
    QSignalSpy failed(&controller, &LoadController::failed);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kTimeout);
    QVERIFY(failed.front().front().toString().contains(QLatin1String("over its limit")));
    QVERIFY(isAllZero(controller.counters()));
    before = fixture.document->plan();
    fixture.document->edit(SetBudgetEdit{DeviceId::gpu(0), ""});
    QTRY_VERIFY_WITH_TIMEOUT(fixture.document->plan() != before, kTimeout);
    controller.start(LoadMethod::Streamed);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Loaded, kTimeout);
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
    QCOMPARE(failed.front().front().toString(), QStringLiteral("LibTorch could not be opened."));
    QCOMPARE(controller.state(), LoadState::Idle);
    QVERIFY(controller.runs().empty());
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

QTEST_GUILESS_MAIN(stowage::LoadRefusalsTest)
#include "tst_load_refusals.moc"
