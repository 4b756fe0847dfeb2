// SPDX-License-Identifier: GPL-3.0-or-later
// One load many times in one process, and the files it leaves: samples, segments, audit.
#include "cli_process.h"
#include "tiny_model.h"

#include "engine/load/program/load_method.h"
#include "tests/support/golden_text.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

class CliLoadRepeatsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void aHundredLoadsDoNotGrow_data();
    void aHundredLoadsDoNotGrow();
    void reusedMemoryStays();
    void repeatsAreToldToPeople();
    void repeatOfNothingIsWrongUse();
    void memoryStatisticsAreTorchs();
    void segmentsNameTensors();
    void auditHoldsEveryTensor();
    void samplesHoldPhasesAndTensors();

private:
    [[nodiscard]] QByteArray contentOf(const QString& name) const {
        return stowage::test::contentOf(m_dir.filePath(name));
    }

    QTemporaryDir m_dir;
    QString m_model;
};

void CliLoadRepeatsTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    m_model = m_dir.filePath("model.safetensors");
    writeFile(m_model, fourLayers());
}

void CliLoadRepeatsTest::aHundredLoadsDoNotGrow_data() {
    QTest::addColumn<QString>("method");
    for (const stowage::LoadMethod method : stowage::allLoadMethods()) {
        const char* const name = stowage::loadMethodName(method).data();
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void CliLoadRepeatsTest::aHundredLoadsDoNotGrow() {
    QFETCH(const QString, method);
    CliRequest request{
        {"load", m_model, "--gpus", "64MiB", "--method", method, "--repeat", "100", "--json"}};
    // Of several, malloc makes one more whenever more threads than ever before ask at once.
    request.environment = {"MALLOC_ARENA_MAX=1"};
    const auto run = runCli(request);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonObject repeats = at(run.json, {"repeats"});
    QCOMPARE(repeats.value("grew").toBool(true), false);
    QCOMPARE(bytesAt(repeats, "count"), std::int64_t{100});
    const QJsonArray loads = repeats.value("loads").toArray();
    QCOMPARE(loads.size(), qsizetype{100});
    const QJsonObject second = loads.at(1).toObject();
    const QJsonObject last = loads.last().toObject();
    QVERIFY(bytesAt(last, "anon_after") > 0);
    QVERIFY(bytesAt(last, "anon_after") <= bytesAt(second, "anon_after") + 1024 * 1024);
    QCOMPARE(bytesAt(last, "shmem_after"), bytesAt(second, "shmem_after"));
    QCOMPARE(bytesAt(last, "descriptors_after"), bytesAt(second, "descriptors_after"));
    QVERIFY(bytesAt(last, "threads_after") <= bytesAt(second, "threads_after"));
    QVERIFY(last.value("seconds").toDouble() > 0);
}

/// What the devices kept is met by the next load, and by its prediction.
void CliLoadRepeatsTest::reusedMemoryStays() {
    const auto run = runCli({"load", m_model, "--gpus", "64MiB", "--method", "naive", "--repeat",
                             "3", "--reuse", "--verify", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("verified").toBool(), true);
    const QJsonObject gpu = at(run.json, {"devices", "gpu:0"});
    const QJsonObject predicted = at(run.json, {"predicted", "devices", "gpu:0"});
    QCOMPARE(bytesAt(gpu, "peak_allocated"), bytesAt(predicted, "peak_allocated"));
    QCOMPARE(bytesAt(gpu, "peak_reserved"), bytesAt(predicted, "peak_reserved"));
    // Not one segment was asked for by the last load: those of the first served.
    QCOMPARE(bytesAt(at(gpu, {"memory_stats"}), "segment.all.allocated"),
             bytesAt(at(gpu, {"memory_stats"}), "segment.all.current"));
}

void CliLoadRepeatsTest::repeatsAreToldToPeople() {
    const auto run = runCli({"load", m_model, "--gpus", "64MiB", "--repeat", "3"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QVERIFY2(run.output.contains("Loaded 3 times in "), run.output);
    QVERIFY2(run.output.contains("The process does not grow."), run.output);
}

void CliLoadRepeatsTest::repeatOfNothingIsWrongUse() {
    QCOMPARE(runCli({"load", m_model, "--repeat", "0"}).exitCode, 2);
    QCOMPARE(runCli({"load", m_model, "--repeat", "many"}).exitCode, 2);
}

void CliLoadRepeatsTest::memoryStatisticsAreTorchs() {
    const auto run = runCli({"load", m_model, "--gpus", "64MiB", "--method", "naive", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonObject gpu = at(run.json, {"devices", "gpu:0"});
    const QJsonObject stats = at(gpu, {"memory_stats"});
    QCOMPARE(bytesAt(stats, "allocated_bytes.all.peak"), bytesAt(gpu, "peak_allocated"));
    QCOMPARE(bytesAt(stats, "reserved_bytes.all.peak"), bytesAt(gpu, "peak_reserved"));
    QCOMPARE(bytesAt(stats, "allocated_bytes.all.current"), bytesAt(gpu, "final_allocated"));
    QCOMPARE(bytesAt(stats, "allocation.small_pool.allocated"), std::int64_t{8});
    QCOMPARE(bytesAt(stats, "num_ooms"), std::int64_t{0});
}

void CliLoadRepeatsTest::segmentsNameTensors() {
    const auto run = runCli({"load", m_model, "--gpus", "64MiB", "--segments",
                             m_dir.filePath("segments.json"), "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonObject map = QJsonDocument::fromJson(contentOf("segments.json")).object();
    const QJsonObject gpu = at(map, {"gpu:0"});
    QCOMPARE(bytesAt(gpu, "allocated"),
             bytesAt(at(run.json, {"devices", "gpu:0"}), "final_allocated"));
    const QJsonArray segments = gpu.value("segments").toArray();
    QCOMPARE(segments.size(), qsizetype{1});
    QStringList owners;
    for (const QJsonValue& block : segments.first().toObject().value("blocks").toArray()) {
        owners << block.toObject().value("owner").toString();
    }
    owners.removeAll(QString());
    owners.sort();
    QCOMPARE(owners, QStringList({"layers.0.weight", "layers.1.weight", "layers.2.weight",
                                  "layers.3.weight"}));
}

void CliLoadRepeatsTest::auditHoldsEveryTensor() {
    const auto run = runCli({"load", m_model, "--gpus", "64MiB", "--sha256", "--audit",
                             m_dir.filePath("audit.csv"), "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("verified").toBool(), true);
    const QStringList lines =
        QString::fromUtf8(contentOf("audit.csv")).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), qsizetype{5});
    QVERIFY(lines.first().startsWith("tensor,device planned,device found,dtype,"));
    const QJsonObject digests = at(run.json, {"digests"});
    for (int layer = 0; layer < 4; ++layer) {
        const QString name = QStringLiteral("layers.%1.weight").arg(layer);
        QCOMPARE(lines.at(layer + 1),
                 QStringLiteral("%1,gpu:0,gpu:0,float32,float32,16 x 16,1024,,right,,,%2")
                     .arg(name, digests.value(name).toString()));
    }
}

void CliLoadRepeatsTest::samplesHoldPhasesAndTensors() {
    const auto run = runCli({"load", m_model, "--gpus", "64MiB", "--method", "naive", "--csv",
                             m_dir.filePath("samples.csv"), "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QString csv = QString::fromUtf8(contentOf("samples.csv"));
    for (const char* column : {"available [B]", "cgroup limit [B]",
                               goldenText("cli/held-by-malloc-b"), "phase", "tensors completed"}) {
        QVERIFY2(csv.section('\n', 0, 0).split(',').contains(QLatin1String(column)), column);
    }
    for (const char* phase : {",initial weights,", goldenText("load/move-to-devices"), ",copy,"}) {
        QVERIFY2(csv.contains(QLatin1String(phase)), qPrintable(csv));
    }
    QCOMPARE(csv.count("layers.2.weight"), qsizetype{1});
}

QTEST_GUILESS_MAIN(CliLoadRepeatsTest)
#include "tst_cli_load_repeats.moc"
