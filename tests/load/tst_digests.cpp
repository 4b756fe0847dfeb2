// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/checksums.h"

#include <QTest>

#include <cstring>
#include <string>
#include <vector>

using namespace stowage;

namespace {

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

std::uint64_t checksumOf(const std::string& text) {
    ByteChecksum sum;
    sum.add(bytesOf(text));
    return sum.value();
}

}  // namespace

class TestDigests : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    // Vectors of FIPS 180-4 and NIST's CAVP.
    void sha256_data() {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("digest");
        QTest::newRow("empty") << QByteArray()
                               << QByteArray(
                                      "e3b0c44298fc1c149afbf4c8996fb924"
                                      "27ae41e4649b934ca495991b7852b855");
        QTest::newRow("abc") << QByteArray("abc")
                             << QByteArray(
                                    "ba7816bf8f01cfea414140de5dae2223"
                                    "b00361a396177a9cb410ff61f20015ad");
        QTest::newRow("two blocks")
            << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
            << QByteArray("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        QTest::newRow("a million") << QByteArray(1000000, 'a')
                                   << QByteArray(
                                          "cdc76e5c9914fb9281a1c7e284d73e67"
                                          "f1809a48a497200e046d39ccc7112cd0");
    }

    void sha256() {
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, digest);
        const std::string text = message.toStdString();
        Sha256 whole;
        whole.add(bytesOf(text));
        QCOMPARE(whole.hex(), digest.toStdString());
    }

    void sha256InParts_data() {
        QTest::addColumn<int>("part");
        for (const int part : {1, 3, 55, 56, 63, 64, 65, 127, 128, 1000}) {
            QTest::newRow(qPrintable(QString::number(part))) << part;
        }
    }

    void sha256InParts() {
        QFETCH(int, part);
        std::string text;
        for (int i = 0; i < 5000; ++i) {
            text += static_cast<char>(i * 31 % 251);
        }
        Sha256 whole;
        whole.add(bytesOf(text));
        Sha256 parts;
        for (std::size_t at = 0; at < text.size(); at += static_cast<std::size_t>(part)) {
            parts.add(bytesOf(text).subspan(
                at, std::min(static_cast<std::size_t>(part), text.size() - at)));
        }
        QCOMPARE(parts.hex(), whole.hex());
    }

    void checksumByHand() {
        QCOMPARE(checksumOf(""), std::uint64_t{0});
        // words 1 and 2: 1 × 1 + 2 × 2, length 8
        QCOMPARE(checksumOf(std::string("\1\0\0\0\2\0\0\0", 8)), std::uint64_t{13});
        // −1 × 1, length 4
        QCOMPARE(checksumOf("\xff\xff\xff\xff"), std::uint64_t{3});
        // a tail of two bytes is a word 0x0201, length 2
        QCOMPARE(checksumOf("\1\2"), std::uint64_t{0x0201 + 2});
    }

    void checksumTellsPlaceAndLength() {
        const std::string zeros(64, '\0');
        QVERIFY(checksumOf(zeros) != checksumOf(zeros + zeros));
        for (std::size_t i = 0; i + 4 < zeros.size(); ++i) {
            std::string a = zeros;
            std::string b = zeros;
            a[i] = 1;
            b[i + 4] = 1;
            QVERIFY(checksumOf(a) != checksumOf(b));
        }
    }

    void checksumDoesNotDependOnParts_data() { sha256InParts_data(); }

    void checksumDoesNotDependOnParts() {
        QFETCH(int, part);
        std::string text(70001, '\0');
        for (std::size_t i = 0; i < text.size(); ++i) {
            text[i] = static_cast<char>(i * 7 % 253);
        }
        ByteChecksum parts;
        for (std::size_t at = 0; at < text.size(); at += static_cast<std::size_t>(part)) {
            parts.add(bytesOf(text).subspan(
                at, std::min(static_cast<std::size_t>(part), text.size() - at)));
        }
        QCOMPARE(parts.value(), checksumOf(text));
    }
};

QTEST_GUILESS_MAIN(TestDigests)
#include "tst_digests.moc"
