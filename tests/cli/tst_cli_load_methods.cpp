// SPDX-License-Identifier: GPL-3.0-or-later
// Every method on a real model does what was predicted of it, and a dry run says it beforehand.
#include "cli_process.h"
#include "tiny_model.h"

#include "engine/load/program/load_method.h"
#include "tests/support/golden_text.h"
#include "tests/support/room.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>

using namespace stowage::test;

namespace {

constexpr std::int64_t kMiB = 1024 * 1024;
constexpr std::int64_t kAllowedAnonBytes = 32 * kMiB;

}  // namespace

class CliLoadMethodsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void everyMethodDoesAsPredicted_data();
    void everyMethodDoesAsPredicted();
    void dryRunSaysWhatTheLoadDoes();
    void dryRunOfATreeAlone();

private:
    QTemporaryDir m_dir;
    QString m_model;  ///< raschka-gpt2, safetensors
};

void CliLoadMethodsTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    if (const QString why = whyNoRoom(); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    m_model = m_dir.filePath("m");
    const auto made =
        runCli({"sample", m_model, "--arch", "raschka-gpt2", "--format", "safetensors", "--json"});
    QVERIFY2(made.exitCode == 0, made.output + made.diagnostics);
}

void CliLoadMethodsTest::everyMethodDoesAsPredicted_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QStringList>("devices");
    for (const stowage::LoadMethod known : stowage::allLoadMethods()) {
        const char* const method = stowage::loadMethodName(known).data();
        QTest::addRow("%s one GPU", method)
            << QString::fromLatin1(method) << QStringList{"--gpus", "2GiB"};
        QTest::addRow("%s everywhere", method)
            << QString::fromLatin1(method)
            << QStringList{"--gpus", "1GiB,1GiB", "--max-memory", "0=250MiB,1=150MiB,cpu=100MiB"};
    }
}

/// No difference between the prediction and what the simulated GPUs held; the host's anonymous
/// memory, watched from outside, within 32 MiB and 3 %.
void CliLoadMethodsTest::everyMethodDoesAsPredicted() {
    QFETCH(const QString, method);
    QFETCH(const QStringList, devices);
    const auto run =
        runCli(QStringList{"load", m_model, "--method", method, "--verify", "--json"} + devices);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("verified").toBool(), true);
    const QJsonObject reached = at(run.json, {"devices"});
    const QJsonObject predicted = at(run.json, {"predicted", "devices"});
    QCOMPARE(reached.keys(), predicted.keys());
    for (const QString& id : reached.keys()) {
        for (const char* figure : {"peak_allocated", "peak_reserved"}) {
            QCOMPARE(bytesAt(reached.value(id).toObject(), figure),
                     bytesAt(predicted.value(id).toObject(), figure));
        }
    }
    const std::int64_t foreseen = bytesAt(at(run.json, {"predicted"}), "host_anon");
    const std::int64_t allowed = kAllowedAnonBytes + foreseen * 3 / 100;
    const std::int64_t baseline = bytesAt(at(run.json, {"host", "baseline"}), "anon");
    const std::int64_t seen = run.peakAnon - baseline;
    // From outside a peak may lie between two samples; it is never higher than predicted.
    QVERIFY2(seen <= foreseen + allowed, qPrintable(QString::number(seen - foreseen)));
    const std::int64_t measured = bytesAt(at(run.json, {"host", "peak"}), "anon");
    QVERIFY2(std::abs(measured - foreseen) <= allowed,
             qPrintable(QString::number(measured - foreseen)));
    const QStringList left =
        QDir(m_model).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    QCOMPARE(left.size(), 2);
}

void CliLoadMethodsTest::dryRunSaysWhatTheLoadDoes() {
    const QStringList options{"load", m_model, "--gpus", "2GiB", "--method", "naive", "--json"};
    const auto dry = runCli(options + QStringList{"--dry-run"});
    QVERIFY2(dry.exitCode == 0, dry.output + dry.diagnostics);
    QCOMPARE(dry.json.value("dry_run").toBool(), true);
    QVERIFY(dry.peakShmem < kMiB);
    const auto run = runCli(options);
    QCOMPARE(run.json.value("dry_run").toBool(), false);
    QCOMPARE(dry.json.keys(), run.json.keys());
    QJsonObject gpu = at(run.json, {"devices", "gpu:0"});
    QVERIFY(gpu.contains("memory_stats"));
    gpu.remove("memory_stats");  // counts of calls, which nobody made in a dry run
    QCOMPARE(at(dry.json, {"devices", "gpu:0"}), gpu);
    QCOMPARE(at(dry.json, {"predicted"}), at(run.json, {"predicted"}));
    QCOMPARE(bytesAt(dry.json, "tensors"), bytesAt(run.json, "tensors"));
    const QJsonArray phases = run.json.value("phases").toArray();
    const QJsonArray walked = dry.json.value("phases").toArray();
    QCOMPARE(walked.size(), phases.size());
    for (qsizetype i = 0; i < phases.size(); ++i) {
        const QJsonObject phase = phases.at(i).toObject();
        QCOMPARE(walked.at(i).toObject().value("name"), phase.value("name"));
        QCOMPARE(bytesAt(at(walked.at(i).toObject(), {"peak"}), "gpu:0"),
                 bytesAt(at(phase, {"peak"}), "gpu:0"));
    }
    const auto people = runCli({"load", m_model, "--gpus", "2GiB", "--dry-run"});
    QVERIFY2(people.output.contains(goldenText("window-load/dry-run-nothing-was-loaded")),
             people.output.constData());
}

void CliLoadMethodsTest::dryRunOfATreeAlone() {
    const CliRequest load{
        {"load", "-", "--gpus", "80GiB", "--method", "meta", "--dry-run", "--json"},
        fourLayersTree()};
    const auto dry = runCli(load);
    QVERIFY2(dry.exitCode == 0, dry.output + dry.diagnostics);
    QVERIFY(bytesAt(dry.json, "tensors") > 0);
    QVERIFY(bytesAt(at(dry.json, {"devices", "gpu:0"}), "peak_allocated") > 0);
    const auto full =
        runCli({{"load", "-", "--gpus", "1MiB", "--device-map", "{\"\": 0}", "--dry-run", "--json"},
                fourLayersTree()});
    QCOMPARE(full.exitCode, 1);
    QVERIFY(!at(full.json, {"stopped"}).value("at").toString().isEmpty());
}

QTEST_GUILESS_MAIN(CliLoadMethodsTest)
#include "tst_cli_load_methods.moc"
