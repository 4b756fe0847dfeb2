// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/device/memory_budget.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;

class MemoryBudgetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void defaultsAreFreeBytes();
    void parsesInAcceleratesOrder();
    void notesBits();
    void refuses_data();
    void refuses();
    void readsCapacities_data();
    void readsCapacities();
};

void MemoryBudgetTest::defaultsAreFreeBytes() {
    const auto gpus = parseSimulatedGpus("2GiB:used=1GiB,3GiB:context=512MiB");
    QVERIFY(gpus.has_value());
    const auto budgets = defaultBudgets(*gpus, 7e9);
    QCOMPARE(budgets.size(), std::size_t{3});
    QCOMPARE(budgets[0].bytes, static_cast<double>(kGiB));
    QCOMPARE(budgets[1].bytes, static_cast<double>(3 * kGiB - 512 * kMiB));
    QVERIFY(budgets[2].device == DeviceId::cpu());
    QCOMPARE(budgets[2].bytes, 7e9);
    QVERIFY(budgets[2].text.empty() && !budgets[2].isFloat);
}

void MemoryBudgetTest::parsesInAcceleratesOrder() {
    std::vector<Message> warnings;
    const auto budgets = parseMaxMemory("disk=1GB, cpu=30GiB,1=12345 ,gpu:0=10GiB", warnings);
    QVERIFY(budgets.has_value());
    QCOMPARE(budgets->size(), std::size_t{4});
    QVERIFY(budgets->at(0).device == DeviceId::gpu(0));
    QCOMPARE(budgets->at(0).bytes, static_cast<double>(10 * kGiB));
    QCOMPARE(QString::fromStdString(budgets->at(0).text), QStringLiteral("10GiB"));
    QCOMPARE(budgets->at(1).bytes, 12345.0);
    QVERIFY(budgets->at(2).device == DeviceId::cpu());
    QCOMPARE(budgets->at(3).bytes, 1e9);
    QVERIFY(warnings.empty());
}

void MemoryBudgetTest::notesBits() {
    std::vector<Message> warnings;
    const auto budgets = parseMaxMemory("0=10gb", warnings);
    QVERIFY(budgets.has_value());
    QCOMPARE(budgets->front().bytes, 1.25e9);
    QCOMPARE(warnings.size(), std::size_t{1});
    QVERIFY(warnings.front().english().find("bits") != std::string::npos);
}

void MemoryBudgetTest::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* text, const char* part) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(part);
    };
    row("", "\"\"");
    row("0=10 bananas", "10 bananas");
    row("0", "DEVICE=SIZE");
    row("x=1GiB", "\"x\"");
    row("0=1GiB,0=2GiB", "already");
    row("0=1GiB,", "\"\"");
    row("0=-1GiB", "negative");
    row("0=10TB", "unit");
}

void MemoryBudgetTest::refuses() {
    QFETCH(QString, text);
    QFETCH(QString, part);
    std::vector<Message> warnings;
    const auto budgets = parseMaxMemory(text.toStdString(), warnings);
    QVERIFY(!budgets.has_value());
    QVERIFY(budgets.error().code == ErrorCode::InvalidArgument);
    QCOMPARE(QString::fromStdString(budgets.error().key), QStringLiteral("--max-memory"));
    const QString message = QString::fromStdString(budgets.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void MemoryBudgetTest::readsCapacities_data() {
    QTest::addColumn<double>("bytes");
    QTest::newRow("24GiB") << static_cast<double>(24 * kGiB);
    QTest::newRow("2TiB") << static_cast<double>(2048 * kGiB);
    QTest::newRow("2TB") << 2e12;
    QTest::newRow("0") << 0.0;
    QTest::newRow("24B") << 24.0;
    QTest::newRow("1048576") << static_cast<double>(kMiB);
    QTest::newRow("25769803776") << static_cast<double>(24 * kGiB);
    for (const char* const text : {"24", "1048575", "2.5", "1e3", "", "B", "-5", "24XB"}) {
        QTest::newRow(text) << -1.0;
    }
}

/// A bare number below 1 MiB lacks its unit; a limit may still be so few bytes.
void MemoryBudgetTest::readsCapacities() {
    QFETCH(double, bytes);
    const std::string text = QTest::currentDataTag();
    const auto capacity = parseCapacity(text);
    QCOMPARE(capacity ? capacity->bytes : -1, bytes);
    if (!capacity) {
        QCOMPARE(capacity.error().code, ErrorCode::InvalidArgument);
    }
    QVERIFY(text != "24" || capacity.error().message.english().find("24GiB") != std::string::npos);
    QCOMPARE(parseLimit("24")->bytes, 24.0);
    QVERIFY(!parseLimit("2TiB") && !parseCapacity("5000000TiB"));
}

QTEST_GUILESS_MAIN(MemoryBudgetTest)
#include "tst_memory_budget.moc"
