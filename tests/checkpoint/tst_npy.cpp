// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/archive_builder.h"
#include "tests/support/bad_file_check.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <algorithm>
#include <fstream>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr auto& row = badFileRow;

std::string npyFile(const std::string& header, std::size_t dataBytes, char major = 1) {
    const std::string magic = std::string("\x93NUMPY") + major + std::string(1, '\0');
    return magic + littleEndian(header.size(), major == 1 ? 2 : 4) + header +
           std::string(dataBytes, '\1');
}

std::string headerOf(const std::string& descr, const std::string& shape,
                     const std::string& order = "False") {
    return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

}  // namespace

class TestNpy : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// Versions 1 to 3, both orders, all dtypes that numpy and torch share.
    void aFolderIsReadAsNumPyWroteIt() {
        const std::string path = STOWAGE_TEST_DATA "/checkpoints/npy";
        const auto opened = openCheckpoint(path);
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QCOMPARE((*opened)->format, CheckpointFormat::NpyFolder);
        const auto digests = digestsOf(**opened);
        QVERIFY(digests);
        QCOMPARE(digests->size(), std::size_t{19});
        QCOMPARE(*digests, digestsFromPython(path));
        QVERIFY(std::ranges::any_of((*opened)->tensors,
                                    [](const StoredTensor& t) { return !t.strides.empty(); }));
        QVERIFY(buildModuleTree(**opened));
    }

    void oneFileIsOneTensor() {
        const auto opened = openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/npy/one.name.npy");
        QVERIFY(opened);
        QCOMPARE((*opened)->format, CheckpointFormat::Npy);
        QCOMPARE((*opened)->tensors.size(), std::size_t{1});
        QCOMPARE((*opened)->tensors[0].name, std::string("one.name"));
    }

    void oddButValidHeadersAreRead_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("dtype");
        QTest::addColumn<int>("warnings");
        const auto good = [](const char* name, const std::string& bytes, DType dtype,
                             int warnings = 0) {
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                                << static_cast<int>(dtype) << warnings;
        };
        good("plain", npyFile(headerOf("'<f4'", "(2, 3)"), 24), DType::Float32);
        good("version 2", npyFile(headerOf("'<f4'", "(2, 3)"), 24, 2), DType::Float32);
        good("version 3", npyFile(headerOf("'<f2'", "(2, 3)"), 12, 3), DType::Float16);
        good("no comma at the end",
             npyFile("{'shape':(2,3),'fortran_order':False,'descr':'|b1'}", 6), DType::Bool);
        good("double quotes and long numbers",
             npyFile("{\"descr\": \"=i8\", \"shape\": (2L, 3L,), \"fortran_order\": True}", 48),
             DType::Int64);
        good("one byte has no order", npyFile(headerOf("'>u1'", "(2, 3)"), 6), DType::UInt8);
        good("bytes behind", npyFile(headerOf("'<c16'", "(2, 3)"), 100), DType::Complex128, 1);
    }
    void oddButValidHeadersAreRead() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, dtype);
        QFETCH(int, warnings);
        const std::string path = m_folder.filePath(QStringLiteral("good.npy")).toStdString();
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes.toStdString();
        const auto opened = openCheckpoint(path);
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        const StoredTensor& tensor = (*opened)->tensors[0];
        QCOMPARE(static_cast<int>(tensor.dtype), dtype);
        QCOMPARE(tensor.shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE((*opened)->warnings.size(), static_cast<std::size_t>(warnings));
    }

    void badFiles_data() {
        badFileColumns();
        using enum ErrorCode;
        const auto header = [](const char* name, const std::string& text, ErrorCode code,
                               const char* mentions) {
            row(name, npyFile(text, 64), code, mentions);
        };
        header("76 objects", headerOf("'|O'", "(2,)"), Unsupported, "objects");
        header("76 objects in native order", headerOf("'O'", "(2,)"), Unsupported, "objects");
        header("a structured dtype", headerOf("[('a', '<f4'), ('b', '<i4')]", "(2,)"), Unsupported,
               "structured");
        header("a nested one", headerOf("('<f4', (2,))", "(2,)"), Unsupported, "structured");
        header("texts", headerOf("'<U8'", "(2,)"), Unsupported, "<U8");
        header("dates", headerOf("'<M8[ns]'", "(2,)"), Unsupported, "M8");
        header("void, as bfloat16 comes out", headerOf("'<V2'", "(2,)"), Unsupported, "V2");
        header("long doubles", headerOf("'<f16'", "(2,)"), Unsupported, "f16");
        header("big endian", headerOf("'>f4'", "(2,)"), Unsupported, "big-endian");
        header("a dtype of nothing", headerOf("''", "(2,)"), Unsupported, "tensors do not support");
        header("a number as dtype", headerOf("4", "(2,)"), Malformed, "'descr'");
        header("a negative dimension", headerOf("'<f4'", "(-1,)"), Malformed, "from 0 to 2^63 - 1");
        header("a dimension of 2^64", headerOf("'<f4'", "(18446744073709551616,)"), Malformed,
               "from 0 to 2^63 - 1");
        header("product overflow", headerOf("'<f4'", "(1099511627776, 1099511627776)"), Malformed,
               "64-bit number");
        header("an expression", headerOf("'<f4'", "(2*3,)"), Malformed, "comma");
        header("a call", headerOf("__import__('os')", "(2,)"), Malformed, "'descr'");
        header("a list as shape", headerOf("'<f4'", "[2]"), Malformed, "not a tuple");
        header("another order", headerOf("'<f4'", "(2,)", "Maybe"), Malformed,
               goldenText("checkpoint/true-nor-false"));
        header("a key twice", "{'descr': '<f4', 'descr': '<f4', }", Malformed, "twice");
        header("an unknown key", "{'descr': '<f4', 'x': 1}", Malformed, "\"x\"");
        header("a missing key", "{'descr': '<f4', 'shape': (2,)}", Malformed, "lacks");
        header("no dict", "hello", Malformed, goldenText("checkpoint/no-python-dict"));
        header("open at the end", "{'descr': '<f4", Malformed, "not a string");
        header("more behind", headerOf("'<f4'", "(2,)") + "; x", Malformed, "continues after");
        header("65 dimensions",
               headerOf("'<f4'",
                        [] {
                            std::string shape = "(";
                            for (int i = 0; i < 65; ++i) {
                                shape += "1,";
                            }
                            return shape + ")";
                        }()),
               LimitExceeded, "more dimensions than the limit of 64");
        row("truncated data", npyFile(headerOf("'<f4'", "(17,)"), 64), Truncated, "68 bytes");
        row("truncated header", npyFile(headerOf("'<f4'", "(2,)"), 0).substr(0, 30), Truncated,
            "truncated");
        row("a header of 4 GiB", std::string("\x93NUMPY\x02\0\xff\xff\xff\xff{", 13), LimitExceeded,
            "4294967295");
        row("only the magic", std::string("\x93NUMPY"), Truncated, "truncated");
        row("version 9", npyFile(headerOf("'<f4'", "(2,)"), 8, 9), Unsupported, "version 9");
    }
    void badFiles() { checkBadFile(m_folder.filePath(QStringLiteral("bad.npy")).toStdString()); }
};

QTEST_GUILESS_MAIN(TestNpy)
#include "tst_npy.moc"
