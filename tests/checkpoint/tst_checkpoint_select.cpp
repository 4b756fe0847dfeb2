// SPDX-License-Identifier: GPL-3.0-or-later
// Which file of a folder is the checkpoint, and which shards an index names.
#ifndef Q_MOC_RUN
#include "engine/checkpoint/open/checkpoint_folder.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace stowage;

class CheckpointSelectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void choosesInAFolder_data();
    void choosesInAFolder();
    void opensWhatItChooses_data();
    void opensWhatItChooses();
    void takesNamedFilesAsTheyAre();
    void readsShards_data();
    void readsShards();
};

void CheckpointSelectTest::choosesInAFolder_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("chosen");  // "" for an error
    QTest::addColumn<bool>("isIndex");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const QStringList& names, const char* chosen,
                        bool isIndex = false, ErrorCode code = ErrorCode::NoCheckpoint) {
        QTest::newRow(name) << names << QString::fromLatin1(chosen) << isIndex
                            << static_cast<int>(code);
    };
    row("bin before safetensors", {"model.safetensors", "pytorch_model.bin"}, "pytorch_model.bin");
    row("safetensors before an index", {"a.index.json", "model.safetensors"}, "model.safetensors");
    row("an index", {"config.json", "model.safetensors.index.json"}, "model.safetensors.index.json",
        true);
    row("a bare ending", {".index.json"}, ".index.json", true);
    row("two indexes", {"a.index.json", "b.index.json"}, "", false, ErrorCode::Unsupported);
    row("two indexes beside a whole file", {"a.index.json", "b.index.json", "pytorch_model.bin"},
        "pytorch_model.bin");
    row("nothing", {}, "");
    row("other names", {"other.bin", "index.json", "Model.safetensors"}, "");
}

void CheckpointSelectTest::choosesInAFolder() {
    QFETCH(const QStringList, names);
    QFETCH(QString, chosen);
    QFETCH(bool, isIndex);
    QFETCH(int, code);
    std::vector<std::string> list;
    for (const QString& name : names) {
        list.push_back(name.toStdString());
    }
    const auto choice = chooseCheckpoint(list, "folder");
    QCOMPARE(choice.has_value(), !chosen.isEmpty());
    if (!choice) {
        QCOMPARE(static_cast<int>(choice.error().code), code);
        QVERIFY(choice.error().message.english().starts_with("folder "));
        return;
    }
    QCOMPARE(QString::fromStdString(choice->name), chosen);
    QCOMPARE(choice->kind == CheckpointChoice::Kind::Index, isIndex);
}

void CheckpointSelectTest::opensWhatItChooses_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("found");  // "" for an error
    QTest::addColumn<QString>("said");
    QTest::newRow("Accelerate's choice")
        << QStringList{"model.pth", "model.safetensors"} << "model.safetensors"
        << "model.pth";
    QTest::newRow("our own after it") << QStringList{"model.pth", "x.bin"} << "model.pth"
                                      << "";
    QTest::newRow("an index") << QStringList{"a.index.json", "a-1.safetensors"} << "a.index.json"
                              << "";
    QTest::newRow("whole files before an index")
        << QStringList{"a.index.json", "model.pth"} << "model.pth"
        << "a.index.json";
    QTest::newRow("two formats") << QStringList{"model.safetensors", "pytorch_model.bin"}
                                 << "pytorch_model.bin"
                                 << "model.safetensors";
    QTest::newRow("an offload folder") << QStringList{"index.json", "a.dat"} << "index.json"
                                       << "";
    QTest::newRow("a publisher's own index and from_pretrained's")
        << QStringList{"consolidated.safetensors.index.json", "model.safetensors.index.json"}
        << "model.safetensors.index.json"
        << "consolidated.safetensors.index.json";
    QTest::newRow("an index a format")
        << QStringList{"model.safetensors.index.json", "pytorch_model.bin.index.json"}
        << "model.safetensors.index.json"
        << "pytorch_model.bin.index.json";
    QTest::newRow("two indexes") << QStringList{"a.index.json", "b.index.json"} << ""
                                 << goldenText("checkpoint/holds-more-than-one-index-json");
}

void CheckpointSelectTest::opensWhatItChooses() {
    QFETCH(const QStringList, names);
    QFETCH(QString, found);
    QFETCH(QString, said);
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const auto path = findCheckpointInFolder(folder.path().toStdString());
    QCOMPARE(path.has_value(), !found.isEmpty());
    if (path) {
        QCOMPARE(QString::fromStdString(path->path), folder.filePath(found));
        QCOMPARE(path->others.empty(), said.isEmpty());
        for (const std::string& other : path->others) {
            QCOMPARE(QString::fromStdString(other), said);
        }
    } else {
        QVERIFY2(QString::fromStdString(path.error().message).contains(said),
                 path.error().message.english().c_str());
    }
}

void CheckpointSelectTest::takesNamedFilesAsTheyAre() {
    QVERIFY(chooseNamedFile("a/config.json").kind == CheckpointChoice::Kind::Index);
    QVERIFY(chooseNamedFile("a/model.safetensors").kind == CheckpointChoice::Kind::WholeFile);
    QCOMPARE(chooseNamedFile("a/x.bin").name, std::string("a/x.bin"));
}

void CheckpointSelectTest::readsShards_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shards");  // joined; "!" for an error
    const auto row = [](const char* name, const char* text, const char* shards) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(shards);
    };
    row("once each, as bytes", R"({"weight_map": {"a": "m-2", "b": "m-10", "c": "m-2"}})",
        "m-10,m-2");
    row("without weight_map", R"({"a": "z.bin", "b": "y.bin"})", "y.bin,z.bin");
    row("an empty map", R"({"weight_map": {}})", "");
    row("other members are no shards", R"({"metadata": {}, "weight_map": {"a": "x"}})", "x");
    row("a number", R"({"a": 1})", "!");
    row("a nested object", R"({"metadata": {}})", "!");
    row("a list", R"(["a"])", "!");
    row("a list as a map", R"({"weight_map": ["a"]})", "!");
    row("no JSON", "{", "!");
}

void CheckpointSelectTest::readsShards() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shards);
    const auto result = shardsOfIndex(text.toStdString(), "x.index.json");
    if (shards == "!") {
        QVERIFY(!result);
        QVERIFY(result.error().code == ErrorCode::Malformed);
        QVERIFY(result.error().message.english().find("x.index.json") != std::string::npos);
        return;
    }
    QVERIFY(result.has_value());
    QByteArrayList names;
    for (const std::string& shard : *result) {
        names.append(QByteArray::fromStdString(shard));
    }
    QCOMPARE(names.join(','), shards);
}

QTEST_GUILESS_MAIN(CheckpointSelectTest)
#include "tst_checkpoint_select.moc"
