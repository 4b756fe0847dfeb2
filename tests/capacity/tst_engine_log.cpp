// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that programs printed, as people published them (tests/data/logs, each with its source).
#include "engine/base/byte_size.h"
#include "engine/capacity/logs/engine_log.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

using namespace stowage;

namespace {

const QString kFolder = QStringLiteral(STOWAGE_TEST_DATA "/logs");

QJsonObject openLog(const QString& name) {
    QFile file(kFolder + '/' + name);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

std::string textOf(const QJsonObject& log) {
    std::string text;
    for (const QJsonValue& line : log.value("lines").toArray()) {
        text += line.toString().toStdString() + "\n";
    }
    return text;
}

/// Printed to so many digits: half of the last one, and what sums of such figures are off by.
bool isPrintedAs(double value, double wanted) {
    return std::abs(value - wanted) <= std::max(2.0, std::abs(wanted) * 2e-3);
}

bool holds(const EngineLog& log, const std::string& name, double wanted) {
    const auto value = log.value(name);
    return (value && isPrintedAs(*value, wanted)) ||
           std::ranges::any_of(log.figures, [&](const LogFigure& figure) {
               return figure.name == name && isPrintedAs(figure.value, wanted);
           });
}

}  // namespace

class EngineLogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void readsWhatWasPrinted_data() {
        QTest::addColumn<QString>("name");
        const QStringList names = QDir(kFolder).entryList({"*.json"}, QDir::Files);
        QVERIFY(names.size() >= 70);
        for (const QString& name : names) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    void readsWhatWasPrinted() {
        QFETCH(const QString, name);
        const QJsonObject log = openLog(name);
        QVERIFY(log.value("source").toString().startsWith("https://"));
        const EngineLog read = readEngineLog(textOf(log));
        QCOMPARE(QString::fromStdString(read.engine), log.value("engine").toString());
        for (const QJsonValue& value : log.value("figures").toArray()) {
            const QString figure = value["name"].toString();
            QVERIFY2(holds(read, figure.toStdString(), value["value"].toDouble()),
                     qPrintable(figure));
        }
    }

    /// As the format strings of vLLM 0.33.0 and of llama.cpp of August 2026 have them.
    void readsLinesOf2026_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("value");
        const auto row = [](const char* line, const char* name, double value) {
            QTest::addRow("%s: %.20s", name, line) << QString(line) << QString(name) << value;
        };
        const char* const usage =
            "Free memory on device (22.03/22.49 GiB) on startup. Desired GPU memory utilization is "
            "(0.92, 20.69 GiB). Actual usage is 15.42 GiB for consumed memory (weights + "
            "non-torch), 0.41 GiB for peak activation, and 0.58 GiB for CUDAGraph memory.";
        row(usage, "capacity", 22.49 * kGiB);
        row(usage, "share", 0.92);
        row(usage, "budget", 20.69 * kGiB);
        row(usage, "consumed", 15.42 * kGiB);
        row(usage, "activations", 0.41 * kGiB);
        row(usage, "graphs", 0.58 * kGiB);
        const char* const refused =
            "ValueError: Free memory on device cuda:0 (13.11/22.49 GiB) on startup is less than "
            "desired GPU memory utilization (0.92, 20.69 GiB). Increase GPU memory utilization or "
            "reduce GPU memory used by other processes.";
        row(refused, "capacity", 22.49 * kGiB);
        row(refused, "share", 0.92);
        row(refused, "budget", 20.69 * kGiB);
        row("Estimated CUDA graph memory: 0.62 GiB total", "graphs", 0.62 * kGiB);
        row("Graph capturing finished in 6 secs, took 0.58 GiB", "graphs", 0.58 * kGiB);
        row("CUDA graph pool memory: 0.58 GiB (actual), 0.62 GiB (estimated)", "graphs",
            0.58 * kGiB);
        row("Initial free memory 78.11 GiB, reserved 49.0 GiB memory for KV Cache as specified by "
            "kv_cache_memory_bytes config",
            "kv_cache", 49.0 * kGiB);
        row("llama_memory_recurrent: size =  598.50 MiB (     4 cells,  64 layers,  4 seqs), R "
            "(f32):   22.50 MiB, S (f32):  576.00 MiB",
            "state", 598.5 * kMiB);
        row("llama_params_fit_impl: cannot meet free memory target of 1024 MiB, need to reduce "
            "device memory by 3523 MiB",
            "margin", 1024.0 * kMiB);
        row("llama_params_fit_impl: cannot fulfill margin of 1024 MiB, need to reduce device "
            "memory by 3523 MiB",
            "short", 3523.0 * kMiB);
    }
    void readsLinesOf2026() {
        QFETCH(const QString, line);
        QFETCH(const QString, name);
        QFETCH(const double, value);
        const EngineLog read = readEngineLog(line.toStdString());
        const auto found = read.value(name.toStdString());
        QVERIFY(found.has_value());
        QVERIFY2(std::abs(*found - value) <= 1e-9 * value, qPrintable(QString::number(*found)));
        QVERIFY(!read.value("kv_cells"));
    }

    /// Lines that decide whether weights are offloaded have no number, and are named all the same.
    void namesLinesWithoutANumber() {
        QCOMPARE(readEngineLog("[base.py:106] Offloader set to UVAOffloader").unread.size(),
                 std::size_t{1});
        QCOMPARE(readEngineLog("llama_params_fit: failed to fit params to free device memory: "
                               "model_params::tensor_buft_overrides already set by user, abort")
                     .unread.size(),
                 std::size_t{1});
    }

    void everyProgramIsThere() {
        QMap<QString, int> counts;
        for (const QString& name : QDir(kFolder).entryList({"*.json"}, QDir::Files)) {
            ++counts[openLog(name).value("engine").toString()];
        }
        QVERIFY(counts["pytorch"] >= 20 && counts["vllm"] >= 20 && counts["llama.cpp"] >= 15 &&
                counts["sglang"] >= 4);
    }

    void whatIsAnotherThingIsNotTaken_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("isUnread");
        QTest::newRow("a time") << "Loading weights took 9.69 seconds" << false;
        QTest::newRow("no number")
            << goldenText("capacity/tried-to-allocate-nothing-gpu-0") << false;
        QTest::newRow("another program") << "Allocated 12.5 GiB for the textures" << true;
        QTest::newRow("no unit") << goldenText("capacity/available-kv-cache-memory-12-5") << false;
        QTest::newRow("empty") << "" << false;
        QTest::newRow("a number that never ends")
            << goldenText("capacity/tried-to-allocate") + QString(400, '9') + " GiB" << true;
    }
    void whatIsAnotherThingIsNotTaken() {
        QFETCH(const QString, line);
        QFETCH(bool, isUnread);
        const EngineLog read = readEngineLog(line.toStdString());
        for (const LogFigure& figure : read.figures) {
            QVERIFY2(figure.unit == LogUnit::Count, figure.name.c_str());
        }
        QCOMPARE(!read.unread.empty(), isUnread);
    }

    void hugeTextsAreRead() {
        std::string text(kMostLogBytes + 100, 'x');
        QVERIFY(readEngineLog(text).figures.empty());
        text.assign(200'000, '\n');
        text += goldenText("capacity/available-kv-cache-memory-12-50-gib");
        QCOMPARE(*readEngineLog(text).value("kv_cache"), 12.5 * 1024 * 1024 * 1024);
    }
};

QTEST_GUILESS_MAIN(EngineLogTest)
#include "tst_engine_log.moc"
