// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/module_tree_json.h"
#include "tests/support/archive_builder.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/tree_text.h"

#include <QTest>

#include <fstream>
#include <sstream>

using namespace stowage;
using namespace stowage::test;

class TestSafetensors : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const char* name, const std::string& bytes) const {
        const std::string path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void bytesAreThosePythonSaved_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"gpt2-tiny", "gpt2-tiny-save-model", "raschka-tiny", "odd"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void bytesAreThosePythonSaved() {
        QFETCH(QString, name);
        const std::string path =
            STOWAGE_TEST_DATA "/checkpoints/" + name.toStdString() + ".safetensors";
        const auto checkpoint = openCheckpoint(path);
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE((*checkpoint)->format, CheckpointFormat::Safetensors);
        QVERIFY((*checkpoint)->warnings.empty());
        const auto digests = digestsOf(**checkpoint);
        QVERIFY(digests);
        QVERIFY(digests->size() > 10);
        QCOMPARE(*digests, digestsFromPython(path));
    }

    void treesAreThoseOfTheLibraries_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("tree");
        QTest::newRow("gpt2") << "gpt2-tiny.safetensors"
                              << "gpt2-tiny-lmhead";
        QTest::newRow("gpt2 pth") << "gpt2-tiny-torch2.15.pth"
                                  << "gpt2-tiny-lmhead";
        QTest::newRow("gpt2 save_model") << "gpt2-tiny-save-model.safetensors"
                                         << "gpt2-tiny-lmhead";
        QTest::newRow("raschka") << "raschka-tiny.safetensors"
                                 << "raschka-tiny";
        QTest::newRow("raschka 1.13") << "raschka-tiny-torch1.13.pth"
                                      << "raschka-tiny";
        QTest::newRow("raschka 2.15") << "raschka-tiny-torch2.15.pth"
                                      << "raschka-tiny";
    }
    void treesAreThoseOfTheLibraries() {
        QFETCH(QString, file);
        QFETCH(QString, tree);
        const auto checkpoint =
            openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/" + file.toStdString());
        const auto expected =
            openCheckpoint(STOWAGE_TEST_DATA "/trees/" + tree.toStdString() + ".tree.json");
        QVERIFY(checkpoint && expected);
        QCOMPARE((*expected)->format, CheckpointFormat::TreeJson);
        QVERIFY((*expected)->tensors.empty());
        QCOMPARE(QString::fromStdString(treeText(**buildModuleTree(**checkpoint))),
                 QString::fromStdString(treeText(**buildModuleTree(**expected))));
    }

    void oddButValidHeadersAreRead_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<int>("dataBytes");
        QTest::addColumn<int>("tensors");
        const auto row = [](const char* name, const char* header, int bytes, int tensors) {
            QTest::newRow(name) << QByteArray(header) << bytes << tensors;
        };
        const std::string byte = R"("a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
        row("nothing in it", "{}", 0, 0);
        row("empty metadata", (R"({"__metadata__":{},)" + byte).c_str(), 1, 1);
        row("null for metadata", (R"({"__metadata__":null,)" + byte).c_str(), 1, 1);
        row("padding", ("{" + byte + "          ").c_str(), 1, 1);
        row("scalar", R"({"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})", 4, 1);
        row("zero sizes", R"({"a":{"dtype":"F32","shape":[0,7],"data_offsets":[0,0]}})", 0, 1);
        row("four bits", R"({"a":{"dtype":"F4","shape":[4],"data_offsets":[0,2]}})", 2, 1);
        row("any order of keys",
            R"({"b":{"data_offsets":[2,4],"shape":[1],"dtype":"I16"},)"
            R"("a":{"shape":[2],"data_offsets":[0,2],"dtype":"U8"}})",
            4, 2);
        row("unknown fields",
            R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],)"
            R"("note":{"x":[1,{"y":null}],"z":-1.5}}})",
            1, 1);
        row("empty name", R"({"":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1, 1);
    }
    void oddButValidHeadersAreRead() {
        QFETCH(QByteArray, header);
        QFETCH(int, dataBytes);
        QFETCH(int, tensors);
        const std::string path = write(
            "odd", safetensorsFile(header.toStdString(), static_cast<std::size_t>(dataBytes)));
        const auto checkpoint = openCheckpoint(path);
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE((*checkpoint)->tensors.size(), static_cast<std::size_t>(tensors));
        QVERIFY(buildModuleTree(**checkpoint));
    }

    /// A header of 123 bytes makes '{' the file's first byte as well.
    void headerLengthThatLooksLikeABraceIsRead() {
        std::string header = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
        header.resize('{', ' ');
        const auto checkpoint = openCheckpoint(write("brace", safetensorsFile(header, 1)));
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE((*checkpoint)->format, CheckpointFormat::Safetensors);
    }

    void namesThatSaveModelLeftOutAreTied() {
        const std::string header =
            R"({"__metadata__":{"format":"a.w","b.w":"a.w","a.w":"c.w","x/y":"a.w","d":"none"},)"
            R"("a.w":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
            R"("c.w":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}})";
        const auto checkpoint = openCheckpoint(write("tied", safetensorsFile(header, 4)));
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE((*checkpoint)->tensors.size(), std::size_t{3});
        QCOMPARE((*checkpoint)->tensors[2].name, std::string("b.w"));
        QCOMPARE((*checkpoint)->tensors[2].location.offset,
                 (*checkpoint)->tensors[0].location.offset);
        const auto tree = buildModuleTree(**checkpoint);
        QVERIFY(tree);
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        QCOMPARE((*tree)->totalBytes(), std::uint64_t{4});
    }

    void metadataCannotAskForAnyNumberOfTensors() {
        std::string header = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                             R"("__metadata__":{"b":"a")";
        for (int i = 0; i < 100000; ++i) {
            header += ",\"" + std::to_string(i) + "\":\"a\"";
        }
        const auto checkpoint = openCheckpoint(write("many", safetensorsFile(header + "}}", 1)));
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE((*checkpoint)->tensors.size(), std::size_t{65537});
    }

    void longNamesAreNotRepeatedWhole() {
        const std::string header = "{\"" + std::string(1000000, 'x') + "\":1}";
        const auto checkpoint = openCheckpoint(write("long", safetensorsFile(header, 0)));
        QVERIFY(!checkpoint);
        QVERIFY(checkpoint.error().key.size() < 5000);
        QVERIFY(checkpoint.error().message.english().size() < 1000);
    }

    void openingCanBeStopped() {
        std::stop_source source;
        source.request_stop();
        const auto checkpoint = openCheckpoint(
            STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny.safetensors", source.get_token());
        QCOMPARE(checkpoint.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
