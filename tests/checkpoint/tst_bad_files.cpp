// SPDX-License-Identifier: GPL-3.0-or-later
// Which file of a folder is taken, and what is no file. tests/hostile has the malformed ones.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/archive_builder.h"

#include <QTest>

#include <sys/stat.h>

#include <fstream>

using namespace stowage;
using namespace stowage::test;

class TestBadFiles : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void folders_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<int>("code");  // -1: opens
        QTest::addColumn<QString>("mentions");
        const auto list = [](const char* name, const QStringList& files, int code,
                             const char* mentions) {
            QTest::newRow(name) << files << code << QString::fromLatin1(mentions);
        };
        const auto none = static_cast<int>(ErrorCode::NoCheckpoint);
        list("empty", {}, none, "no checkpoint");
        list("other things", {"README.md", "tokenizer.json"}, none, "no checkpoint");
        list("safetensors", {"model.safetensors", "config.json"}, -1, "model.safetensors");
        list("pth", {"model.pth"}, -1, "model.pth");
        list("any one", {"weights.pt"}, -1, "weights.pt");
        list("bin wins", {"model.safetensors", "pytorch_model.bin"}, -1, "pytorch_model.bin");
        list("several", {"a.pth", "b.safetensors"}, none, "\"a.pth\", \"b.safetensors\"");
    }
    void folders() {
        QFETCH(QStringList, files);
        QFETCH(int, code);
        QFETCH(QString, mentions);
        QTemporaryDir folder;
        for (const QString& name : files) {
            const std::string bytes =
                name.endsWith(QStringLiteral("safetensors"))
                    ? safetensorsFile(R"({"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1)
                    : torchFile(pickleDict(pickleText("w") + pickleTensor({})));
            std::ofstream(folder.filePath(name).toStdString(), std::ios::binary) << bytes;
        }
        const auto checkpoint = openCheckpoint(folder.path().toStdString());
        if (code < 0) {
            QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
            QCOMPARE((*checkpoint)->shards[0]->path(), folder.filePath(mentions).toStdString());
            QCOMPARE((*checkpoint)->path, folder.path().toStdString());
            return;
        }
        QCOMPARE(static_cast<int>(checkpoint.error().code), code);
        QVERIFY2(
            checkpoint.error().message.english().find(mentions.toStdString()) != std::string::npos,
            checkpoint.error().message.english().c_str());
    }

    void whatIsNoFileIsRefused() {
        QCOMPARE(openCheckpoint("/no/such/file").error().code, ErrorCode::FileNotFound);
        QCOMPARE(openCheckpoint("/dev/null").error().code, ErrorCode::NotARegularFile);
        const std::string fifo = m_folder.filePath(QStringLiteral("fifo")).toStdString();
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        QCOMPARE(openCheckpoint(fifo).error().code, ErrorCode::NotARegularFile);
    }
};

QTEST_GUILESS_MAIN(TestBadFiles)
#include "tst_bad_files.moc"
