// SPDX-License-Identifier: GPL-3.0-or-later
// Indexes of shards of which none is here: the model is known by its config.json, or by its names
// and size.
#include "engine/base/json_reader.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/open/sharded_reader.h"
#include "engine/model/pretrained_models.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage;

namespace {

/// An index as save_pretrained writes it for a model: every saved tensor once.
std::string indexOf(const ModuleTree& tree, std::uint64_t more = 0) {
    nlohmann::ordered_json map = nlohmann::ordered_json::object();
    std::uint64_t bytes = more;
    std::vector<bool> seen(tree.storageCount());
    for (const TensorSpec& tensor : tree.tensors()) {
        if (tensor.persistent && !seen[tensor.storage.index()]) {
            seen[tensor.storage.index()] = true;
            bytes += tensor.byteSize;
            map[tensor.name] = "model-00001-of-00001.safetensors";
        }
    }
    return jsonText({{"metadata", {{"total_size", bytes}}}, {"weight_map", map}});
}

}  // namespace

class AbsentShardsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void knowsPublishedModels() {
        const auto presets = modelPresets();
        QVERIFY(presets.has_value());
        QTemporaryDir folder;
        const QString path = folder.filePath("model.safetensors.index.json");
        unsigned checked = 0;
        for (std::size_t i = 0; i < presets->size(); i += 19) {
            const auto model = configCheckpoint((*presets)[i].configText, "config.json");
            QVERIFY(model.has_value());
            const auto write = [&path](const std::string& text) {
                QFile file(path);
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(QByteArray::fromStdString(text));
            };
            write(indexOf(*model->describedTree));
            const auto opened = openCheckpoint(path.toStdString());
            QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.english().c_str());
            QCOMPARE((*opened)->describedTree->totalBytes(), model->describedTree->totalBytes());
            QCOMPARE((*opened)->warnings.size(), std::size_t{1});
            QVERIFY((*opened)->warnings.front().english().find(
                        goldenText("checkpoint/is-not-here")) != std::string::npos);
            // Other sizes are another model, of which nothing is known.
            write(indexOf(*model->describedTree, 2));
            const auto other = openCheckpoint(path.toStdString());
            QVERIFY(!other);
            QCOMPARE(other.error().code, ErrorCode::FileNotFound);
            ++checked;
        }
        QVERIFY(checked > 2);
    }

    /// An index of another set of files than the one that is here.
    void staleIndexesAreCalledSo_data() {
        QTest::addColumn<QStringList>("files");  // one tensor each, called as the file
        QTest::addColumn<QString>("says");
        const QString whole = goldenText("checkpoint/tensors-of-missing-shards-are-in");
        const QString part = goldenText("checkpoint/tensors-of-missing-shards-except-c");
        QTest::newRow("nothing here")
            << QStringList{} << goldenText("checkpoint/put-the-models-config-json-next-to");
        QTest::newRow("other weights")
            << QStringList{"x"} << goldenText("checkpoint/put-the-models-config-json-next-to");
        QTest::newRow("all here under other names") << QStringList{"a", "b", "c"} << whole;
        QTest::newRow("two of them") << QStringList{"a", "b"} << part;
        QTest::newRow("a shard missing")
            << QStringList{"1.safetensors"} << goldenText("checkpoint/which-is-missing-from");
        QTest::newRow("a shard that another file replaces")
            << QStringList{"1.safetensors", "b", "c"} << whole;
    }

    void staleIndexesAreCalledSo() {
        QFETCH(const QStringList, files);
        QFETCH(const QString, says);
        QTemporaryDir folder;
        const auto write = [&folder](const QString& name, const std::string& bytes) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray::fromStdString(bytes));
        };
        const auto weights = [](const std::string& tensor) {
            return test::safetensorsFile(
                "{\"" + tensor + "\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", 1);
        };
        write("model.safetensors.index.json",
              "{\"weight_map\": {\"a\": \"1.safetensors\", \"b\": \"2.safetensors\", \"c\": "
              "\"2.safetensors\"}}");
        for (const QString& name : files) {
            const bool isShard = name.startsWith('1');
            write(isShard ? name : "part-" + name + ".safetensors",
                  weights(isShard ? "a" : name.toStdString()));
        }
        const auto opened = openCheckpoint(folder.path().toStdString());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::FileNotFound);
        const QString text = QString::fromStdString(opened.error().message);
        QVERIFY2(text.contains(says), qPrintable(text));
        // A config.json is planned, with the same sentence about the files.
        write("config.json",
              "{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_embd\": 4, \"n_head\": 1}");
        const auto planned = openCheckpoint(folder.path().toStdString());
        QCOMPARE(planned.has_value(), !files.contains("1.safetensors"));
        const bool isStale = text.contains("is outdated");
        QCOMPARE(isStale, says.startsWith(')'));
        if (planned && isStale) {
            QVERIFY(std::ranges::any_of((*planned)->warnings, [&](const Message& warning) {
                return QString::fromStdString(warning).contains(says);
            }));
        }
    }

    void tellsNamesOfTheHub_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("is");
        QTest::newRow("a model") << "meta-llama/Llama-3.1-8B" << true;
        QTest::newRow("dots") << "a.b/c.d" << true;
        QTest::newRow("absolute") << "/a/b" << false;
        QTest::newRow("here") << "./a" << false;
        QTest::newRow("above") << "../a" << false;
        QTest::newRow("deep") << "a/b/c" << false;
        QTest::newRow("a file") << "model.pth" << false;
        QTest::newRow("a file in a folder") << "all/model.safetensors" << false;
        QTest::newRow("in a folder that is there") << "there/model" << false;
        QTest::newRow("empty") << "a/" << false;
    }

    void tellsNamesOfTheHub() {
        QFETCH(const QString, path);
        QFETCH(const bool, is);
        QTemporaryDir folder;
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()) && QDir().mkdir("there"));
        const auto back = qScopeGuard([&] { QDir::setCurrent(before); });
        QCOMPARE(looksLikeHubName(path.toStdString()), is);
    }
};

QTEST_APPLESS_MAIN(AbsentShardsTest)
#include "tst_absent_shards.moc"
