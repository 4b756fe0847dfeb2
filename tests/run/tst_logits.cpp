// SPDX-License-Identifier: GPL-3.0-or-later
// Logits as files and how they are compared: without LibTorch.
#include "engine/plan/dispatch_model.h"
#include "engine/run/models/logits.h"
#include "engine/run/run_report.h"
#include "engine/run/weights/loaded_weights.h"
#include "tests/support/golden_text.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace stowage;

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray npy(const QByteArray& header, int dataBytes, const QByteArray& magic = {}) {
    QByteArray file = magic.isEmpty() ? QByteArray("\x93NUMPY\x01\x00", 8) : magic;
    file.append(static_cast<char>(header.size() & 0xff));
    file.append(static_cast<char>(header.size() >> 8));
    return file + header + QByteArray(dataBytes, '\0');
}

Logits small() {
    return {2, 3, {1.0F, -4.0F, 2.0F, 0.5F, 3.0F, -1.0F}};
}

}  // namespace

class LogitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void writesWhatNumpyWrites() {
        const QTemporaryDir folder;
        const QString path = folder.path() + QStringLiteral("/again.npy");
        for (int i = 0; i < 10; ++i) {
            const QString original =
                QStringLiteral(STOWAGE_TEST_DATA "/run/gpt-tiny/logits-%1.npy").arg(i);
            const Result<Logits> read = readLogitsFile(original.toStdString());
            QVERIFY2(read, read ? "" : read.error().message.english().c_str());
            QCOMPARE(read->vocabulary, std::int64_t{97});
            QVERIFY(writeLogitsFile(*read, path.toStdString()));
            QCOMPARE(contentOf(path), contentOf(original));
        }
    }

    /// Of the last position; equal ones by their number, what is not finite at the end.
    void theLargestLogitsComeFirst() {
        constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        RunReport report;
        report.numbers = {2, 5, {9, 9, 9, 9, 9, kNan, 1.0F, 2.0F, kInfinity, 1.0F}};
        const auto tokensOf = [&report](std::size_t count) {
            std::vector<std::int64_t> tokens;
            for (const auto& [token, logit] : topTokens(report, count)) {
                tokens.push_back(token);
            }
            return tokens;
        };
        QCOMPARE(tokensOf(3), (std::vector<std::int64_t>{2, 1, 4}));
        QCOMPARE(tokensOf(99), (std::vector<std::int64_t>{2, 1, 4, 0, 3}));
        report.givesLogits = false;
        QVERIFY(tokensOf(3).empty());
    }

    void sizesOfManyDigits() {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/large.npy";
        Logits logits{7, 50257, std::vector<float>(7 * 50257)};
        logits.values[50257] = -3.25F;
        QVERIFY(writeLogitsFile(logits, path));
        QCOMPARE(contentOf(QString::fromStdString(path)).size(), 128 + 4 * 7 * 50257);
        const Result<Logits> read = readLogitsFile(path);
        QVERIFY(read);
        QCOMPARE(read->positions, std::int64_t{7});
        QCOMPARE(read->values, logits.values);
    }

    void refusesOtherFiles_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const QByteArray& content, ErrorCode code) {
            QTest::newRow(name) << content << static_cast<int>(code);
        };
        const QByteArray good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   \n";
        row("empty", {}, ErrorCode::UnknownFormat);
        row("another magic", npy(good, 24, QByteArray("\x93NUMPX\x01\x00", 8)),
            ErrorCode::UnknownFormat);
        row("format 2.0", npy(good, 24, QByteArray("\x93NUMPY\x02\x00", 8)),
            ErrorCode::UnknownFormat);
        row("header beyond the end", QByteArray("\x93NUMPY\x01\x00\xff\xff{", 11),
            ErrorCode::Truncated);
        row("no dict", npy("hello world", 24), ErrorCode::Malformed);
        row("no shape", npy("{'descr': '<f4', 'fortran_order': False, }", 24),
            ErrorCode::Malformed);
        const auto with = [&](const char* from, const char* to) {
            return npy(QByteArray(good).replace(from, to), 24);
        };
        row("float64", with("<f4", "<f8"), ErrorCode::Unsupported);
        row("big endian", with("<f4", ">f4"), ErrorCode::Unsupported);
        row("Fortran order", with("False", "True"), ErrorCode::Unsupported);
        row("one dimension", with("(2, 3)", "(6,)"), ErrorCode::Unsupported);
        row("three dimensions", with("(2, 3)", "(2, 3, 1)"), ErrorCode::Unsupported);
        row("no rows", with("(2, 3)", "(0, 3)"), ErrorCode::Unsupported);
        row("negative", with("(2, 3)", "(-2, -3)"), ErrorCode::Malformed);
        row("beyond 64 bits", with("(2, 3)", "(99999999999999999999, 3)"), ErrorCode::Malformed);
        row("overflowing", with("(2, 3)", "(4611686018427387905, 4)"), ErrorCode::Truncated);
        row("data too short", npy(good, 23), ErrorCode::Truncated);
        row("data too long", npy(good, 25), ErrorCode::Truncated);
    }

    void refusesOtherFiles() {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        const QTemporaryDir folder;
        const QString path = folder.path() + QStringLiteral("/odd.npy");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        const Result<Logits> read = readLogitsFile(path.toStdString());
        QVERIFY(!read);
        QCOMPARE(static_cast<int>(read.error().code), code);
        QVERIFY(read.error().message.english().find("odd.npy") != std::string::npos);
    }

    void inputsHaveAnyShape_data() {
        QTest::addColumn<QByteArray>("shape");
        QTest::addColumn<int>("code");  ///< −1: read
        QTest::newRow("a row") << QByteArray("(6,)") << -1;
        QTest::newRow("an image") << QByteArray("(1, 3, 2)") << -1;
        QTest::newRow("a batch of one") << QByteArray("(1, 1, 3, 2)") << -1;
        QTest::newRow("a number") << QByteArray("()") << static_cast<int>(ErrorCode::Unsupported);
        QTest::newRow("nothing") << QByteArray("(0, 6)")
                                 << static_cast<int>(ErrorCode::Unsupported);
        QTest::newRow("more than there is")
            << QByteArray("(7,)") << static_cast<int>(ErrorCode::Truncated);
        QTest::newRow("overflowing")
            << QByteArray("(4294967296, 4294967296, 6)") << static_cast<int>(ErrorCode::Truncated);
    }

    void inputsHaveAnyShape() {
        QFETCH(QByteArray, shape);
        QFETCH(int, code);
        const QTemporaryDir folder;
        QFile file(folder.path() + QStringLiteral("/input.npy"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(npy("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }\n", 24));
        file.close();
        const auto read = readInputFile(file.fileName().toStdString());
        QCOMPARE(read ? -1 : static_cast<int>(read.error().code), code);
        QVERIFY(!read || read->values == std::vector<float>(6));
    }

    void anInputOfNoNumbersIsRefused() {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/nan.npy";
        Logits odd = small();
        odd.values[4] = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(writeLogitsFile(odd, path));
        const auto read = readInputFile(path);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Malformed);
        QVERIFY(read.error().message.english().find("contains NaN or infinite numbers") !=
                std::string::npos);
    }

    /// It is told by its size, before anything of it is read.
    void anInputOfGibibytesIsRefused() {
        const QTemporaryDir folder;
        QFile file(folder.path() + QStringLiteral("/input.npy"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize((qint64{1} << 30) + 1));
        const auto read = readInputFile(file.fileName().toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::LimitExceeded);
        QVERIFY(read.error().message.english().find("the limit is 1.00 GiB") != std::string::npos);
    }

    void aMissingFileIsSaid() {
        const Result<Logits> read = readLogitsFile("/nonexistent/logits.npy");
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::FileNotFound);
        QVERIFY(!writeLogitsFile(small(), "/nonexistent/logits.npy"));
    }

    void agreesUpToTheTolerance() {
        const Logits reference = small();
        Logits logits = small();
        QVERIFY(compareLogits(logits, reference).agrees);
        QCOMPARE(compareLogits(logits, reference).allowed, 8e-5);
        logits.values[4] += 7.9e-5F;
        const LogitsComparison near = compareLogits(logits, reference);
        QVERIFY(near.agrees);
        QVERIFY(near.why.empty());
        logits.values[4] += 4e-6F;
        const LogitsComparison far = compareLogits(logits, reference);
        QVERIFY(!far.agrees);
        QCOMPARE(far.position, std::int64_t{1});
        QCOMPARE(far.token, std::int64_t{1});
        QVERIFY(std::abs(far.maxDifference - 8.3e-5) < 1e-6);
        QCOMPARE(QString::fromStdString(far.why),
                 QString(goldenText("run/the-logits-differ-from-the")));
    }

    void whatIsNotFiniteNeverAgrees() {
        for (const float odd :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            Logits logits = small();
            logits.values[2] = odd;
            const LogitsComparison found = compareLogits(logits, small());
            QVERIFY(!found.agrees);
            QCOMPARE(found.position, std::int64_t{0});
            QCOMPARE(found.token, std::int64_t{2});
            QCOMPARE(found.maxDifference, 0.0);
            QVERIFY(found.why.english().find(goldenText("run/not-finite-at-position-0-token-2")) !=
                    std::string::npos);
            const LogitsComparison turned = compareLogits(small(), logits);
            QVERIFY(!turned.agrees);
            QVERIFY(turned.why.english().find(goldenText("run/reference-holds-numbers")) !=
                    std::string::npos);
        }
    }

    void anotherShapeIsAnotherPrompt() {
        const Logits reference{1, 6, small().values};
        const LogitsComparison found = compareLogits(small(), reference);
        QVERIFY(!found.agrees);
        QVERIFY(
            found.why.english().starts_with(goldenText("run/there-are-2-3-logits-and-1-6-in-the")));
    }

    void summary() {
        ForwardReport report;
        report.logits = small();
        summariseLogits(report);
        QCOMPARE(report.maxLogit, 4.0);
        QCOMPARE(report.nextToken, std::int64_t{1});
        // hashlib.sha256(numpy.array([1, -4, 2, .5, 3, -1], "<f4").tobytes())
        QCOMPARE(report.sha256,
                 std::string("469860e85624fafd5d1d7275287ade98764260997303816ffc04bba8bc5f7330"));
    }

    void offloadedWeightsRunOnTheLowestGpuOfTheMap() {
        QCOMPARE(mainDeviceOf(DeviceMap(
                     {{"a", DeviceId::disk()}, {"b", DeviceId::gpu(1)}, {"c", DeviceId::gpu(0)}})),
                 DeviceId::gpu(0));
        QCOMPARE(mainDeviceOf(DeviceMap({{"a", DeviceId::disk()}, {"b", DeviceId::cpu()}})),
                 DeviceId::cpu());
    }
};

QTEST_APPLESS_MAIN(LogitsTest)
#include "tst_logits.moc"
