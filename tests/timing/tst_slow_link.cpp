// SPDX-License-Identifier: GPL-3.0-or-later
// A machine behind a channel of 300 ms each way and 10 Mbit/s: the window stays smooth while it
// lists a large folder there, copies the headers of 100,000 tensors and loads them.
#include "tests/cli/tiny_model.h"
#include "tests/support/event_loop_watch.h"
#include "tests/support/golden_text.h"
#include "tests/support/slow_link.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/machines/machines.h"
#include "widgets/machines/machines_feature.h"
#include "widgets/machines/machines_panel.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <string_view>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr int kLong = 120'000;
constexpr int kIdleMs = 1000;
constexpr int kHeldMs = 100;
/// How much longer than without the machine the event loop may be held, milliseconds.
constexpr double kSmoothMs = 250;
constexpr int kFiles = 5000;
constexpr const char* kLinkOption = "--slow-link";

/// 100,000 tensors of 16 bytes in a folder of that name.
QString writeManyTensors(const QString& folder) {
    QByteArray header = "{";
    int offset = 0;
    for (int tensor = 0; tensor < 100'000; ++tensor, offset += 16) {
        header +=
            QStringLiteral(R"(%1"h.%2.%3.w":{"dtype":"F16","shape":[8],"data_offsets":[%4,%5]})")
                .arg(tensor == 0 ? "" : ",")
                .arg(tensor / 1000)
                .arg(tensor % 1000)
                .arg(offset)
                .arg(offset + 16)
                .toUtf8();
    }
    header += "}";
    const QByteArray model = safetensors(header, QByteArray(offset, '\0'));
    return writeInto(folder, "model.safetensors", model).isEmpty() ? QString() : folder;
}

}  // namespace

class SlowLinkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void theWatchSeesWhatHoldsTheLoop();
    void theWindowStaysSmooth();

private:
    /// Adds and connects a machine, with GPUs to simulate.
    static void connectThere(WindowFixture& f);
    /// Shows a large folder of it, and goes back.
    void listThere(WindowFixture& f) const;

    QTemporaryDir m_folder;
    QString m_model;
    QString m_files;
};

void SlowLinkTest::initTestCase() {
    m_model = writeManyTensors(m_folder.filePath("many"));
    QVERIFY(!m_model.isEmpty());
    m_files = m_folder.filePath("files");
    QVERIFY(QDir().mkpath(m_files));
    for (int i = 0; i < kFiles; ++i) {
        QFile file(m_files + QStringLiteral("/%1.bin").arg(i));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
}

void SlowLinkTest::theWatchSeesWhatHoldsTheLoop() {
    EventLoopWatch watch;
    QTimer::singleShot(0, this, [] {
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < kHeldMs) {
        }
    });
    QTRY_VERIFY(watch.longestMs() >= 0.9 * kHeldMs);
    watch.begin();
    QVERIFY(watch.longestMs() < 0.9 * kHeldMs);
}

void SlowLinkTest::connectThere(WindowFixture& f) {
    f.child<QAction>("add_machine_action")->trigger();
    auto* dialog = f.child<QInputDialog>("add_machine_dialog");
    QTRY_VERIFY(dialog->isVisible());
    auto* name = dialog->findChild<QLineEdit*>();
    QTest::keyClicks(name, "far");
    QTest::keyClick(name, Qt::Key_Return);
    auto* button = f.child<QPushButton>("machines_connect");
    QTRY_VERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    Machine& machine = *f.window.machines()->machines()->find("far");
    QTRY_VERIFY_WITH_TIMEOUT(machine.connection().isConnected(), kLong);
    auto* gpus = f.child<QLineEdit>("machines_gpus");
    gpus->setFocus();
    QTest::keyClicks(gpus, "256MiB*2");
    QTest::keyClick(gpus, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(machine.devices().gpus.size(), std::size_t{2}, kLong);
}

void SlowLinkTest::listThere(WindowFixture& f) const {
    QTest::mouseClick(f.child<QPushButton>("machines_open"), Qt::LeftButton);
    auto* dialog = f.child<RemoteFileDialog>("remote_file_dialog");
    auto* table = dialog->findChild<QTableWidget*>("remote_table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rowCount() > 0, kLong);
    auto* path = dialog->findChild<QLineEdit*>("remote_path");
    path->setText(m_files);
    QTest::keyClick(path, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), kFiles, kLong);
    dialog->reject();
}

void SlowLinkTest::theWindowStaysSmooth() {
    WindowFixture f("256MiB,256MiB");
    Machines& machines = *f.window.machines()->machines();
    machines.setCommand([this](const QString&, const QString&) {
        return ServeCommand{
            QCoreApplication::applicationFilePath(),
            {"tst_slow_link", kLinkOption, QStringLiteral(STOWAGE_BIN_DIR "/stowagectl"), "serve",
             "--allow", m_folder.path()}};
    });
    f.window.show();
    EventLoopWatch watch;
    // What the model takes without the machine, in the place of itself.
    QVERIFY(openAndWait(f.document, m_model));
    watch.begin();
    QVERIFY(openAndWait(f.document, m_model));
    const double here = watch.longestMs();
    watch.begin();
    QElapsedTimer clock;
    clock.start();
    QTRY_VERIFY(clock.elapsed() >= kIdleMs);
    const double idle = watch.longestMs();

    connectThere(f);
    listThere(f);
    double copying = 0;
    connect(&machines, &Machines::modelCopied, this, [&copying, &watch] {
        copying = watch.longestMs();
        watch.begin();
    });
    machines.find("far")->openModel(m_model);
    QTRY_VERIFY_WITH_TIMEOUT(machines.ofModel() != nullptr, kLong);
    QTRY_VERIFY_WITH_TIMEOUT(f.document.isIdle() && f.document.undoStack()->canUndo(), kLong);
    const double shown = watch.longestMs();

    watch.begin();
    RemoteLoad& load = machines.ofModel()->load();
    QTest::mouseClick(f.child<QPushButton>("machines_load"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(load.state(), RemoteLoad::State::Loaded, kLong);
    QTest::mouseClick(f.child<QPushButton>("machines_cancel"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(load.state(), RemoteLoad::State::Idle, kLong);
    const double loading = watch.longestMs();

    const QString figures = QString(goldenText("load/the-event-loop-was-held-for-1-ms"))
                                .arg(idle, 0, 'f', 0)
                                .arg(here, 0, 'f', 0)
                                .arg(copying, 0, 'f', 0)
                                .arg(shown, 0, 'f', 0)
                                .arg(loading, 0, 'f', 0);
    qInfo("%s", qPrintable(figures));
    QVERIFY2(copying < idle + kSmoothMs, qPrintable(figures));
    QVERIFY2(shown < here + kSmoothMs, qPrintable(figures));
    QVERIFY2(loading < idle + kSmoothMs, qPrintable(figures));
}

STOWAGE_TEST_MAIN([](int argc, char** argv) {
    if (argc > 2 && std::string_view(argv[1]) == kLinkOption) {
        return relaySlowly({}, argv + 2);
    }
    return stowage::runTestSuite<SlowLinkTest, QApplication>(argc, argv);
})

#include "tst_slow_link.moc"
