// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bad_file_check.h"

#include "engine/checkpoint/open/open_checkpoint.h"

#include <QTest>

#include <fstream>

namespace stowage::test {

void badFileRow(const char* name, const std::string& bytes, ErrorCode code, const char* mentions) {
    QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                        << static_cast<int>(code) << QByteArray(mentions);
}

void badFileColumns() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("mentions");
}

void checkBadFile(const std::string& path) {
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    QFETCH(QByteArray, mentions);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes.toStdString();
    const auto checkpoint = openCheckpoint(path);
    QVERIFY2(!checkpoint, "opened");
    const Error& error = checkpoint.error();
    QCOMPARE(QByteArray::fromStdString(std::string(errorCodeName(error.code))),
             QByteArray::fromStdString(std::string(errorCodeName(static_cast<ErrorCode>(code)))));
    QCOMPARE(exitStatusFor(error.code), 3);
    QVERIFY2(error.message.english().find(mentions.toStdString()) != std::string::npos,
             error.message.english().c_str());
    QVERIFY2(error.message.english().find(path) != std::string::npos,
             error.message.english().c_str());
    QVERIFY2(error.message.english().ends_with("."), error.message.english().c_str());
    QCOMPARE(error.file, path);
}

}  // namespace stowage::test
