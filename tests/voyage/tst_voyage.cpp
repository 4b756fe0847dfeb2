// SPDX-License-Identifier: GPL-3.0-or-later
// The whole voyage as a person makes it, seen and driven only from outside the program:
// drag a block, undo, load, cancel half way, load again, unload; run what was loaded.
#include "tests/voyage/desktop.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using stowage::test::Desktop;
using stowage::test::rectOf;
using stowage::test::Window;

namespace {

constexpr qint64 kMiB = 1024 * 1024;

QJsonObject entry(const QJsonArray& list, const QString& key, const QString& value) {
    for (const QJsonValue& item : list) {
        if (item.toObject().value(key).toString() == value) {
            return item.toObject();
        }
    }
    return {};
}

}  // namespace

class VoyageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void dragUndoLoadCancelLoadUnload();
    void loadRunCancelRunUnload();

private:
    bool waitForLoadState(Window& window, const QString& wanted);
    void expectDevice(Window& window, const QString& module, const QString& device);
    void expectNothingHeld(Window& window);
    void clickField(Window& window, const QString& name);

    QTemporaryDir m_folder;
    Desktop m_desktop;
};

void VoyageTest::initTestCase() {
    if (!Desktop::isAvailable()) {
        QSKIP("Xvfb, openbox and xdotool are needed to drive the window from outside");
    }
    QVERIFY(m_folder.isValid());
    QProcess sample;
    sample.start(STOWAGE_BIN_DIR "/stowagectl",
                 {"sample", m_folder.filePath("m"), "--arch", "gpt2", "--format", "pth"});
    QVERIFY(sample.waitForFinished(120000));
    QCOMPARE(sample.exitCode(), 0);
    QVERIFY(m_desktop.start());
}

bool VoyageTest::waitForLoadState(Window& window, const QString& wanted) {
    return QTest::qWaitFor(
        [&] { return window.state()["load"].toObject()["state"].toString() == wanted; }, 120000);
}

void VoyageTest::expectDevice(Window& window, const QString& module, const QString& device) {
    QJsonObject state;
    QTRY_VERIFY_WITH_TIMEOUT((state = window.state(),
                              entry(state["tree"].toArray(), "module", module)["device"] == device),
                             60000);
    const QJsonObject board = state["board"].toObject();
    const QJsonObject block = entry(board["blocks"].toArray(), "module", module);
    QCOMPARE(block["device"].toString(), device);
    // The board, the totals and the blocks add up to the same bytes on every device.
    const QJsonObject totals = state["totals"].toObject();
    QVERIFY(!totals.isEmpty());
    for (const QString& name : totals.keys()) {
        double blocks = 0;
        for (const QJsonValue& item : board["blocks"].toArray()) {
            if (item["device"].toString() == name) {
                blocks += item["bytes"].toDouble();
            }
        }
        QCOMPARE(blocks, totals[name].toObject()["weights"].toDouble());
        const QJsonObject lane = entry(board["lanes"].toArray(), "device", name);
        QCOMPARE(lane["weights"].toDouble(), totals[name].toObject()["weights"].toDouble());
    }
}

void VoyageTest::expectNothingHeld(Window& window) {
    const QJsonObject counters = window.state()["counters"].toObject();
    for (const char* name : {"live_tensors", "allocated_bytes", "reserved_bytes", "jobs"}) {
        QVERIFY2(counters.contains(name), name);
        QCOMPARE(counters[name].toDouble(), 0.0);
    }
    QCOMPARE(window.simulatedPages(), 0);
}

void VoyageTest::clickField(Window& window, const QString& name) {
    const QRect rect = rectOf(window.state()["fields"].toObject()[name]);
    QVERIFY2(rect.isValid(), qPrintable(name));
    m_desktop.click(rect.center());
}

void VoyageTest::dragUndoLoadCancelLoadUnload() {
    Window window(m_desktop, m_folder.filePath("state.json"));
    // A slow link, so that there is a middle of the load in which to cancel.
    QVERIFY(window.start(
        {m_folder.filePath("m/model.pth"), "--gpus", "320MiB:link=60MB/s,320MiB:link=60MB/s"}));
    QTRY_VERIFY_WITH_TIMEOUT(!window.state()["tree"].toArray().isEmpty(), 60000);
    const QString moved = "transformer.h.11";
    const QString before =
        entry(window.state()["tree"].toArray(), "module", moved)["device"].toString();
    QCOMPARE(before, QString("gpu:1"));

    const QJsonObject board = window.state()["board"].toObject();
    const QRect block = rectOf(entry(board["blocks"].toArray(), "module", moved)["rect"]);
    const QRect lane = rectOf(entry(board["lanes"].toArray(), "device", "cpu")["rect"]);
    QVERIFY(block.isValid() && lane.isValid());
    m_desktop.drag(block.center(), lane.center());
    expectDevice(window, moved, "cpu");
    m_desktop.key("ctrl+z");
    expectDevice(window, moved, before);

    clickField(window, "load_button");
    QTRY_VERIFY_WITH_TIMEOUT(
        window.state()["load"].toObject()["progress"].toObject()["fraction"].toDouble() > 0.3,
        60000);
    clickField(window, "cancel_button");
    QVERIFY(waitForLoadState(window, "idle"));
    expectNothingHeld(window);

    QList<qint64> anonymous;
    for (int cycle = 0; cycle < 2; ++cycle) {
        clickField(window, "load_button");
        QVERIFY(waitForLoadState(window, "loaded"));
        const QJsonObject state = window.state();
        const double reserved = state["counters"].toObject()["reserved_bytes"].toDouble();
        QVERIFY(reserved > 0);
        // Pages exist only where bytes were written, and never beyond the reserved segments.
        QVERIFY(window.simulatedPages() > 400 * kMiB);
        QVERIFY(window.simulatedPages() <= static_cast<qint64>(reserved));
        clickField(window, "unload_button");
        QVERIFY(waitForLoadState(window, "idle"));
        expectNothingHeld(window);
        anonymous << window.processMemory("RssAnon");
    }
    QVERIFY2(anonymous[1] - anonymous[0] <= 16 * kMiB,
             qPrintable(QString::number(anonymous[1] - anonymous[0])));
    QVERIFY(window.quit());
}

/// Half of the layers lie on the CPU and on disk; the command line's run is on one device.
void VoyageTest::loadRunCancelRunUnload() {
    QProcess alone;
    alone.start(STOWAGE_BIN_DIR "/stowagectl",
                {"run", m_folder.filePath("m/model.pth"), "--tokens", "15496,11,995", "--generate",
                 "16", "--gpus", "2GiB", "--json"});
    QVERIFY(alone.waitForFinished(120000));
    QVERIFY2(alone.exitCode() == 0, alone.readAllStandardError().constData());
    const QJsonArray wanted =
        QJsonDocument::fromJson(alone.readAllStandardOutput()).object()["tokens"].toArray();
    QCOMPARE(wanted.size(), 16);

    Window window(m_desktop, m_folder.filePath("run_state.json"));
    QVERIFY(window.start({m_folder.filePath("m/model.pth"), "--gpus",
                          "1GiB:link=500MB/s,1GiB:link=500MB/s", "--max-memory",
                          "0=200MiB,1=100MiB,cpu=60MiB"}));
    QTRY_VERIFY_WITH_TIMEOUT(!window.state()["tree"].toArray().isEmpty(), 60000);
    const auto runState = [&window] { return window.state()["model_run"].toObject(); };
    QVERIFY(!runState()["can_run"].toBool());
    clickField(window, "load_button");
    QVERIFY(waitForLoadState(window, "loaded"));
    QTRY_VERIFY_WITH_TIMEOUT(runState()["can_run"].toBool(), 60000);
    const double held = window.state()["counters"].toObject()["allocated_bytes"].toDouble();

    clickField(window, "run_action_button");
    QTRY_VERIFY_WITH_TIMEOUT(runState()["items_done"].toInt() > 3, 60000);
    clickField(window, "run_cancel");
    QTRY_COMPARE_WITH_TIMEOUT(runState()["runs"].toInt(), 1, 60000);
    QVERIFY(!runState()["stopped"].toString().isEmpty());
    QCOMPARE(window.state()["counters"].toObject()["allocated_bytes"].toDouble(), held);

    m_desktop.key("ctrl+Return");
    QTRY_COMPARE_WITH_TIMEOUT(runState()["runs"].toInt(), 2, 120000);
    const QJsonObject done = runState();
    QCOMPARE(done["stopped"].toString(), QString());
    QCOMPARE(done["tokens"].toArray(), wanted);
    QCOMPARE(window.state()["counters"].toObject()["allocated_bytes"].toDouble(), held);
    m_desktop.key("ctrl+shift+l");
    QVERIFY(waitForLoadState(window, "idle"));
    expectNothingHeld(window);
    QVERIFY(window.quit());
}

QTEST_GUILESS_MAIN(VoyageTest)
#include "tst_voyage.moc"
