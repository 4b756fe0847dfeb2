// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of comma-separated values: what is written is read back, whatever the names hold.
#include "engine/base/csv.h"

#include <QRegularExpression>
#include <QTest>

#include <random>

using namespace stowage;

using Row = std::vector<std::string>;

class CsvTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void cellsAreQuotedWhereTheyMustBe();
    void whatIsWrittenIsReadBack();
    void aNulIsReplaced();
    void rowsEndInEitherWay();
    void linesAreCounted();
    void brokenTablesAreRefused_data();
    void brokenTablesAreRefused();

private:
    static Result<std::vector<Row>> readAll(std::string_view text);
};

Result<std::vector<Row>> CsvTest::readAll(std::string_view text) {
    std::vector<Row> rows;
    CsvReader reader(text, "table.csv");
    auto row = reader.next();
    for (; row && *row; row = reader.next()) {
        rows.push_back(**row);
    }
    return row ? Result<std::vector<Row>>(rows) : row.unexpected();
}

void CsvTest::cellsAreQuotedWhereTheyMustBe() {
    QCOMPARE(csvRow({"h.0.weight", "", "1 2"}), std::string("h.0.weight,,1 2\n"));
    QCOMPARE(csvRow({"a,b.weight", "say \"no\"", "two\nlines"}),
             std::string("\"a,b.weight\",\"say \"\"no\"\"\",\"two\nlines\"\n"));
    const std::vector<CsvCell> cells{
        {"plain"}, {"text", CsvQuotes::Always}, {"", CsvQuotes::Always}};
    QCOMPARE(csvRow(cells), std::string("plain,\"text\",\"\"\n"));
}

void CsvTest::whatIsWrittenIsReadBack() {
    std::mt19937 random(16);
    const std::vector<std::string> pieces{"a", ",", "\"", "\n", "\r", "\r\n", " ", "é", "\t", ""};
    std::uniform_int_distribution<std::size_t> piece(0, pieces.size() - 1);
    std::uniform_int_distribution<std::size_t> few(0, 5);
    for (int table = 0; table < 300; ++table) {
        std::vector<Row> rows(1 + few(random));
        const std::size_t columns = 2 + few(random);
        std::string text;
        for (Row& row : rows) {
            for (std::size_t i = 0; i < columns; ++i) {
                std::string cell;
                for (std::size_t n = few(random); n > 0; --n) {
                    cell += pieces[piece(random)];
                }
                row.push_back(cell);
            }
            text += csvRow(row);
        }
        const auto read = readAll(text);
        QVERIFY2(read, read ? "" : read.error().message.english().c_str());
        QCOMPARE(*read, rows);
    }
}

void CsvTest::aNulIsReplaced() {
    QCOMPARE(csvRow({std::string("a\0b", 3)}), std::string("a\xEF\xBF\xBD"
                                                           "b\n"));
}

void CsvTest::rowsEndInEitherWay() {
    const auto read = readAll("a,b\r\n1,\"2\"\r\n3,4");
    QVERIFY(read);
    QCOMPARE(*read, (std::vector<Row>{{"a", "b"}, {"1", "2"}, {"3", "4"}}));
}

void CsvTest::linesAreCounted() {
    CsvReader reader("head\n\"two\nlines\"\nlast\n", "table.csv");
    for (const std::size_t line : {1, 2, 4}) {
        const auto row = reader.next();
        QVERIFY(row && *row);
        QCOMPARE(reader.line(), line);
    }
    const auto end = reader.next();
    QVERIFY(end && !*end);
}

void CsvTest::brokenTablesAreRefused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("mentions");
    QTest::addColumn<int>("offset");
    QTest::newRow("open quote") << QByteArray("a\n\"b\nc") << "not closed in line 3" << 6;
    QTest::newRow("text after a quote") << QByteArray("a\n\"b\"c\n") << "characters follow" << 5;
    QTest::newRow("carriage return alone") << QByteArray("a\rb\n") << "characters follow" << 1;
    QTest::newRow("NUL") << QByteArray("a,b\0c\n", 6) << "NUL" << 2;
    QTest::newRow("NUL in quotes") << QByteArray("\"b\0c\"\n", 6) << "NUL" << 2;
}

void CsvTest::brokenTablesAreRefused() {
    QFETCH(QByteArray, text);
    QFETCH(QString, mentions);
    QFETCH(int, offset);
    const auto read = readAll(std::string_view(text.data(), static_cast<std::size_t>(text.size())));
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Malformed);
    QVERIFY2(QString::fromStdString(read.error().message).contains(mentions),
             read.error().message.english().c_str());
    QCOMPARE(read.error().offset, std::optional<std::uint64_t>(offset));
}

QTEST_GUILESS_MAIN(CsvTest)
#include "tst_csv.moc"
