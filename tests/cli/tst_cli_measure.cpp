// SPDX-License-Identifier: GPL-3.0-or-later
// Calibration from outside: what it says, what it keeps, what it leaves; then predicted times.
#include "cli_process.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace stowage::test;

class CliMeasureTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void saysNothingBefore();
    void measures();
    void foretellsTimes();
    void anInterruptionLeavesNothing();
    void aMalformedFileIsOneWarning();
    void refusesAWrongSize();

private:
    CliOutcome run(const QStringList& arguments) const;
    QStringList loadArguments() const;
    QString ratesFile() const { return m_dir.filePath("config/stowage/machine.json"); }
    QString scratch() const { return m_dir.filePath("scratch"); }

    QTemporaryDir m_dir;
};

void CliMeasureTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    writeFile(m_dir.filePath("net.safetensors"), fourLayers());
    QVERIFY(QDir(m_dir.path()).mkpath(scratch()));
}

CliOutcome CliMeasureTest::run(const QStringList& arguments) const {
    CliRequest request{arguments};
    request.environment = QStringList{"XDG_CONFIG_HOME=" + m_dir.filePath("config")};
    return runCli(request);
}

QStringList CliMeasureTest::loadArguments() const {
    return {"load", m_dir.filePath("net.safetensors"), "--gpus", "1GiB", "--json"};
}

void CliMeasureTest::saysNothingBefore() {
    const auto devices = run({"devices", "--json"});
    QCOMPARE(devices.exitCode, 0);
    QVERIFY(devices.json.contains("measured"));
    QVERIFY(devices.json.value("measured").isNull());
    const auto load = run(loadArguments());
    QCOMPARE(load.exitCode, 0);
    QVERIFY(at(load.json, {"predicted"}).contains("seconds"));
    QVERIFY(at(load.json, {"predicted"}).value("seconds").isNull());
    QVERIFY(at(load.json, {"prediction_error"}).value("seconds").isNull());
    QCOMPARE(bytesAt(at(load.json, {"prediction_error", "devices", "gpu:0"}), "peak_allocated"), 0);
    QCOMPARE(bytesAt(at(load.json, {"prediction_error", "devices", "gpu:0"}), "peak_reserved"), 0);
    QCOMPARE(bytesAt(at(load.json, {"unaccounted"}), "gpu:0"), 0);
    QVERIFY(at(load.json, {"unaccounted"}).value("cpu").isDouble());
}

void CliMeasureTest::measures() {
    const auto outcome =
        run({"devices", "--measure", "--measure-bytes", "32MiB", "--dir", scratch(), "--json"});
    QVERIFY2(outcome.exitCode == 0, outcome.diagnostics.constData());
    const QJsonObject measured = at(outcome.json, {"measured"});
    for (const char* rate : {"disk_cold",
                             "disk_warm",
                             "read_cold",
                             "read_warm",
                             "map_cold",
                             "map_warm",
                             "stream_host_cold",
                             "stream_host_warm",
                             "stream_simulated_cold",
                             "stream_simulated_warm",
                             "stream_populated_cold",
                             "stream_populated_warm",
                             "write",
                             "staged_warm",
                             "memcpy",
                             "touch_large",
                             "touch_small",
                             "release",
                             "simulated_fresh",
                             "simulated_populated",
                             "simulated_within",
                             "simulated_within_fresh"}) {
        // Nothing here is as slow as a floppy disk, nothing faster than a register.
        const double value = measured.value(rate).toDouble();
        QVERIFY2(value > 1e5 && value < 1e14, qPrintable(QString("%1 %2").arg(rate).arg(value)));
    }
    QVERIFY(measured.value("h2d").isNull());
    QVERIFY(measured.value("stream_card_warm").isNull());
    QVERIFY(measured.value("read_ahead_bytes").toDouble() >= 0);
    QVERIFY(at(measured, {"matmul"}).value("float32").toDouble() > 1e8);
    QVERIFY(at(measured, {"matmul"}).value("float32 x1").toDouble() > 1e6);
    QVERIFY(at(measured, {"matmul"}).value("float16 x128").toDouble() > 1e6);
    QVERIFY(at(measured, {"initialise"}).value("bfloat16").toDouble() > 1e5);
    QVERIFY(at(measured, {"cast"}).value("float32>float16").toDouble() > 1e6);
    QVERIFY(!at(measured, {"disk"}).value("mount_point").toString().isEmpty());
    static const QRegularExpression kDate("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$");
    QVERIFY(kDate.match(measured.value("date").toString()).hasMatch());
    QVERIFY(QDir(scratch()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    QVERIFY(QFile::exists(ratesFile()));
    // It is kept: the next command knows it without measuring.
    const auto later = run({"devices", "--json", "--dir", scratch()});
    QCOMPARE(at(later.json, {"measured"}), measured);
    const auto people = run({"devices"});
    QVERIFY(people.output.contains("memory copy"));
}

void CliMeasureTest::foretellsTimes() {
    const auto load = run(loadArguments());
    QCOMPARE(load.exitCode, 0);
    const double predicted = at(load.json, {"predicted"}).value("seconds").toDouble(-1);
    QVERIFY(predicted > 0 && predicted < 1000);
    const double measured = load.json.value("seconds").toDouble();
    const double error = at(load.json, {"prediction_error"}).value("seconds").toDouble(99);
    QVERIFY(std::abs(error - (measured / predicted - 1)) < 1e-6 * std::max(1.0, std::abs(error)));
    const auto plan = run({"plan", m_dir.filePath("net.safetensors"), "--gpus", "1GiB", "--json"});
    const QJsonObject seconds = at(plan.json, {"predicted", "load_seconds"});
    QCOMPARE(seconds.size(), 7);
    for (const QString& method : seconds.keys()) {
        QVERIFY2(seconds.value(method).toDouble(-1) >= 0, qPrintable(method));
    }
    QCOMPARE(at(plan.json, {"predicted", "peak_host_bytes"}).size(), 7);
    auto arguments = loadArguments();
    arguments.removeLast();
    QVERIFY(
        run(arguments).output.contains("Prediction error: GPU 0 exact; anonymous host memory "));
}

void CliMeasureTest::anInterruptionLeavesNothing() {
    const QByteArray before = [this] {
        QFile file(ratesFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }();
    CliRequest request{
        {"devices", "--measure", "--measure-bytes", "256MiB", "--dir", scratch(), "--json"}};
    request.environment = QStringList{"XDG_CONFIG_HOME=" + m_dir.filePath("config")};
    bool interrupted = false;
    request.watch = [&](QProcess& process) {
        const auto kAll = QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot;
        const QStringList folders = QDir(scratch()).entryList(kAll);
        const bool hasFile =
            !folders.isEmpty() && !QDir(scratch() + "/" + folders.front()).isEmpty(kAll);
        if (!interrupted && hasFile) {
            interrupt(process);
            interrupted = true;
        }
    };
    const auto outcome = runCli(request);
    QVERIFY(interrupted);
    QCOMPARE(outcome.exitCode, 130);
    QCOMPARE(at(outcome.json, {"error"}).value("kind").toString(), QStringLiteral("cancelled"));
    QVERIFY(QDir(scratch()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    QFile file(ratesFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), before);
}

void CliMeasureTest::aMalformedFileIsOneWarning() {
    writeFile(ratesFile(), "{\"format\": \"stowage.machine\"");
    const auto load = run(loadArguments());
    QCOMPARE(load.exitCode, 0);
    QVERIFY(at(load.json, {"predicted"}).value("seconds").isNull());
    QCOMPARE(load.diagnostics.count('\n'), 1);
    QVERIFY(load.diagnostics.contains("machine.json"));
    QVERIFY(load.diagnostics.contains("devices --measure"));
}

void CliMeasureTest::refusesAWrongSize() {
    const auto outcome = run({"devices", "--measure", "--measure-bytes", "much", "--json"});
    QCOMPARE(outcome.exitCode, 2);
    QCOMPARE(at(outcome.json, {"error"}).value("key").toString(),
             QStringLiteral("--measure-bytes"));
}

QTEST_GUILESS_MAIN(CliMeasureTest)
#include "tst_cli_measure.moc"
