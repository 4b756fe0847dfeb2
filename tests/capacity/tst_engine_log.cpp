// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that programs printed, as people published them (tests/data/logs, each with its source).
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
