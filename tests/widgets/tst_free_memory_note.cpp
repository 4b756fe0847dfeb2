// SPDX-License-Identifier: GPL-3.0-or-later
// What other programs hold of real GPUs, as a driver would tell it: the strip that says when a plan
// counts on room that is gone, and who the programs are.
#include "tests/support/golden_text.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/plan/free_memory_note.h"
#include "widgets/plan/plan_feature.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QUndoStack>

#include <atomic>

using namespace stowage;
using namespace stowage::test;

namespace {

/// One card of 8 GiB that answers for its UUID.
struct FakeDriver {
    std::atomic<std::uint64_t> held{1 * kGiB};
    std::atomic<int> questions{0};

    [[nodiscard]] GpuReader reader() {
        return [this](const std::vector<std::string>& uuids) {
            ++questions;
            std::vector<GpuUse> uses;
            for (const std::string& uuid : uuids) {
                uses.push_back({uuid, held, {{4711, "/usr/bin/python3", held}}});
            }
            return uses;
        };
    }
};

}  // namespace

class FreeMemoryNoteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
        QVERIFY(!m_sample.isEmpty());
    }
    void init() { failOnWarnings(); }

    void itSaysWhatIsNoLongerFree() {
        WindowFixture f("8GiB:used=1GiB,8GiB");
        FakeDriver driver;
        show(f);
        auto* note = f.window.plan()->freeMemoryNote();
        note->setReader(driver.reader());
        QTRY_VERIFY(!note->programs().empty());
        QVERIFY(!note->isVisible());
        QVERIFY(note->programs().at(DeviceId::gpu(0)).contains("python3 (pid 4711) 1.00 GiB"));
        QVERIFY(!note->programs().contains(DeviceId::gpu(1)));  // a simulated one

        driver.held = 5 * kGiB;
        QTRY_VERIFY(note->isVisible());
        const QString text = f.child<QLabel>("free_memory_text")->text();
        QCOMPARE(text, QString(goldenText("window-plan/the-plan-counts-on-7-00-gib-free-on")));
        QTest::mouseClick(f.child<QPushButton>("free_memory_plan"), Qt::LeftButton);
        QVERIFY(waitUntilIdle(f.document));
        QVERIFY(!note->isVisible());
        QCOMPARE(f.document.plan()->placement(DeviceId::gpu(0))->device.usedByOthers, 5 * kGiB);
        f.document.undoStack()->undo();
        QTRY_VERIFY(note->isVisible());  // the plan of before counts on the same room as before

        driver.held = 1 * kGiB + 4 * kMiB;  // as much as desktops take and give back
        QTRY_VERIFY(!note->isVisible());
    }

    void simulatedGpusAskNobody() {
        WindowFixture f("8GiB");
        FakeDriver driver;
        f.window.show();
        QVERIFY(openAndWait(f.document, m_sample));
        f.window.plan()->freeMemoryNote()->setReader(driver.reader());
        QCoreApplication::processEvents();
        QCOMPARE(driver.questions, 0);
    }

    void theWindowClosesWhileTheDriverAnswers() {
        WindowFixture f("8GiB");
        FakeDriver driver;
        show(f);
        f.window.plan()->freeMemoryNote()->setReader(driver.reader());
    }

private:
    /// The first GPU is a real one from now on.
    void show(WindowFixture& f) {
        std::vector<DeviceInfo> devices = f.document.devices();
        devices.front().simulated = false;
        devices.front().uuid = "GPU-11111111-aaaa-bbbb-cccc-000000000001";
        f.document.setDevices(std::move(devices));
        f.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&f.window));
        QVERIFY(openAndWait(f.document, m_sample));
    }

    QTemporaryDir m_folder;
    QString m_sample;
};

QTEST_MAIN(FreeMemoryNoteTest)
#include "tst_free_memory_note.moc"
