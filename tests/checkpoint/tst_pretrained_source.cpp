// SPDX-License-Identifier: GPL-3.0-or-later
// What from_pretrained must be called with to load what was opened.
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/find_pretrained_source.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/model_facts.h"
#include "engine/model/pretrained_models.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

const char* const kBert =
    "{\"model_type\": \"bert\", \"architectures\": [\"BertForSequenceClassification\"], "
    "\"hidden_size\": 32, \"num_hidden_layers\": 1, \"num_attention_heads\": 2, "
    "\"intermediate_size\": 64, \"vocab_size\": 50, \"max_position_embeddings\": 16}";

QString text(const std::string& bytes) {
    return QString::fromStdString(bytes);
}

bool tells(const PretrainedSource& source, const char* part) {
    return std::ranges::any_of(source.notExpressed, [part](const NotExpressed& told) {
        return (told.what.english() + ": " + told.consequence.english()).find(part) !=
               std::string::npos;
    });
}

}  // namespace

class PretrainedSourceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        QVERIFY(m_dir.isValid());
    }
    void aFolderWithItsConfig();
    void aNestedFile();
    void numbersOfPython();
    void theClassThatWasChosen();
    void aClassOfTheModelsOwn();
    void aConfigThatNamesNoClass();
    void namesThatAreCode();
    void weightsWithoutAConfig();
    void theFromScratchGpt();
    void aConfigsFile();
    void namesAreNotGuessedFromSizes();
    void aFolderOfTheHubsCache_data();
    void aFolderOfTheHubsCache();
    void expertsOfOlderReleases();

private:
    /// A folder with these two files; weights are those of a tiny safetensors file.
    QString folder(const QString& name, const QByteArray& config, const QString& weights) {
        const QString path = m_dir.filePath(name);
        QDir().mkpath(path);
        const QByteArray header =
            "{\"lm_head.weight\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}";
        QByteArray bytes(8, '\0');
        bytes[0] = static_cast<char>(header.size());
        write(path + "/" + weights, bytes + header + QByteArray(4, '\0'));
        if (!config.isEmpty()) {
            write(path + "/config.json", config);
        }
        return path;
    }
    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    static PretrainedSource sourceOf(const QString& path, const OpenOptions& options = {}) {
        const auto checkpoint = openCheckpoint(path.toStdString(), options);
        return checkpoint ? findPretrainedSource(**checkpoint, options, "model")
                          : PretrainedSource();
    }

    QTemporaryDir m_dir;
};

void PretrainedSourceTest::aFolderWithItsConfig() {
    const QString path = folder("bert", kBert, "model.safetensors");
    for (const QString& opened : {path, path + "/model.safetensors"}) {
        const PretrainedSource source = sourceOf(opened);
        QCOMPARE(text(source.className), QStringLiteral("BertForSequenceClassification"));
        QCOMPARE(text(source.location), path);
        QVERIFY(source.notExpressed.empty() && !source.runsOwnCode);
    }
    const QString odd = folder("odd", kBert, "mine.safetensors");
    QVERIFY(tells(sourceOf(odd + "/mine.safetensors"), "from_pretrained recognises"));
    OpenOptions renamed;
    renamed.renames = {{"lm_head", "head"}};
    QVERIFY((sourceOf(path, renamed).renames ==
             std::vector<std::pair<std::string, std::string>>{{"lm_head", "head"}}));
}

/// from_pretrained takes the dict of a nested file as state_dict; its auto classes do not.
void PretrainedSourceTest::aNestedFile() {
    const QByteArray nested = QByteArray::fromStdString(
        torchFile(pickleDict(pickleText("epoch") + pickleInt(3) + pickleText("state_dict") + "}(" +
                             pickleText("lm_head.weight") + pickleTensor({}) + "u")));
    const QString path = folder("nested", kBert, "other.safetensors");
    write(path + "/pytorch_model.bin", nested);
    const PretrainedSource source = sourceOf(path + "/pytorch_model.bin");
    QCOMPARE(text(source.nestedFile), path + "/pytorch_model.bin");
    QCOMPARE(text(source.nestedKey), QStringLiteral("state_dict"));
    QVERIFY(source.notExpressed.empty());
    const QString classless =
        folder("nested-auto", "{\"model_type\": \"mine\"}", "other.safetensors");
    write(classless + "/pytorch_model.bin", nested);
    const PretrainedSource automatic = sourceOf(classless + "/pytorch_model.bin");
    QVERIFY(automatic.nestedFile.empty());
    QVERIFY(tells(automatic, goldenText("checkpoint/the-model-is-one-part-of-the")));
}

/// Python's json writes them into a config.json and an index, and reads them.
void PretrainedSourceTest::numbersOfPython() {
    const QString path = folder("python",
                                "{\"model_type\": \"bert\", \"architectures\": [\"BertModel\"], "
                                "\"layer_norm_eps\": NaN}",
                                "model-1.safetensors");
    const QString index = path + "/model.safetensors.index.json";
    write(index,
          "{\"metadata\": {\"total_size\": Infinity}, \"weight_map\": "
          "{\"lm_head.weight\": \"model-1.safetensors\"}}");
    QCOMPARE(text(sourceOf(index).className), QStringLiteral("BertModel"));
    QCOMPARE(text(sourceOf(path + "/config.json").className), QStringLiteral("BertModel"));
}

void PretrainedSourceTest::theClassThatWasChosen() {
    const QString path = folder("chosen", kBert, "model.safetensors");
    OpenOptions options;
    options.className = "BertForTokenClassification";
    QCOMPARE(text(sourceOf(path, options).className), QStringLiteral("BertForTokenClassification"));
}

void PretrainedSourceTest::aClassOfTheModelsOwn() {
    const QString path = folder("own",
                                "{\"model_type\": \"mine\", \"architectures\": [\"MineForLM\"], "
                                "\"auto_map\": {\"AutoConfig\": \"mine.MineConfig\", "
                                "\"AutoModel\": \"mine.MineModel\", "
                                "\"AutoModelForCausalLM\": \"mine.MineForLM\"}}",
                                "model.safetensors");
    const PretrainedSource source = sourceOf(path);
    QCOMPARE(text(source.className), QStringLiteral("AutoModelForCausalLM"));
    QVERIFY(source.runsOwnCode);
}

void PretrainedSourceTest::aConfigThatNamesNoClass() {
    const QString path = folder("classless", "{\"model_type\": \"mine\"}", "model.safetensors");
    const PretrainedSource source = sourceOf(path);
    QCOMPARE(text(source.className), QStringLiteral("AutoModel"));
    QVERIFY(tells(source, goldenText("checkpoint/names-no-class")));
}

void PretrainedSourceTest::namesThatAreCode() {
    const QString path = folder("code",
                                "{\"architectures\": [\"A; import os\"], \"auto_map\": "
                                "{\"AutoModel\\nimport os\": \"x\"}}",
                                "model.safetensors");
    const PretrainedSource source = sourceOf(path);
    QCOMPARE(text(source.className), QStringLiteral("AutoModel"));
    QVERIFY(!source.runsOwnCode);
}

void PretrainedSourceTest::weightsWithoutAConfig() {
    const QString path = folder("bare", {}, "model.safetensors");
    const PretrainedSource source = sourceOf(path);
    QCOMPARE(text(source.className), QStringLiteral("AutoModelForCausalLM"));
    QCOMPARE(text(source.location), path);
    QVERIFY(tells(source, goldenText("checkpoint/no-config-json-lies-next-to-the")));
}

void PretrainedSourceTest::theFromScratchGpt() {
    const auto presets = modelPresets();
    const auto book =
        std::ranges::find(*presets, std::string("raschka-gpt2"), &ModelPreset::family);
    const auto checkpoint = configCheckpoint(book->configText, "typed:/book");
    QVERIFY(checkpoint.has_value());
    const PretrainedSource source = findPretrainedSource(*checkpoint, {}, "book", book->configText);
    QVERIFY(tells(source, "the book's own class"));
    QVERIFY(source.location.empty());
}

void PretrainedSourceTest::aConfigsFile() {
    const QString path = folder("config", kBert, "model.safetensors");
    QCOMPARE(text(sourceOf(path + "/config.json").location), path);
    const QString saved = m_dir.filePath("saved");
    QDir().mkpath(saved);
    write(saved + "/config.json", QByteArray(kBert).replace("{\"model_type",
                                                            "{\"_name_or_path\": \"me/tiny-bert\", "
                                                            "\"model_type"));
    const PretrainedSource source = sourceOf(saved + "/config.json");
    QVERIFY(source.location.empty());
    QVERIFY(tells(source, goldenText("checkpoint/names-me-tiny-bert-name-or-path")));
}

/// A published model's sizes are those of its fine-tunes, too.
void PretrainedSourceTest::namesAreNotGuessedFromSizes() {
    const auto presets = modelPresets();
    QVERIFY(presets.has_value());
    for (const ModelPreset& preset : *presets) {
        if (preset.family == "deepseek_v3") {
            continue;  // the largest trees take their time
        }
        const auto checkpoint = configCheckpoint(preset.configText, "typed:/" + preset.name);
        QVERIFY2(checkpoint.has_value(), preset.name.c_str());
        const PretrainedSource source =
            findPretrainedSource(*checkpoint, {}, preset.name, preset.configText);
        QCOMPARE(text(source.location), QString());
        QCOMPARE(text(source.locationOrPlaceholder()), QString("FOLDER_OR_REPOSITORY"));
        QVERIFY(tells(source, goldenText("checkpoint/in-place-of-folder-or-repository")));
        // ChatGLM's class is in its repository: transformers finds it by auto_map.
        QCOMPARE(source.runsOwnCode, preset.family.starts_with("chatglm"));
    }
}

void PretrainedSourceTest::aFolderOfTheHubsCache_data() {
    QTest::addColumn<QString>("folderName");
    QTest::addColumn<QString>("weights");
    QTest::addColumn<QString>("location");
    const QString weights = "model.safetensors";
    QTest::newRow("weights") << "models--me--tiny-bert/snapshots/5f0b" << weights << "me/tiny-bert";
    QTest::newRow("no weights") << "models--me--no.weights/snapshots/5f0b"
                                << ""
                                << "me/no.weights";
    QTest::newRow("no owner") << "models--gpt2/snapshots/5f0b" << weights << "gpt2";
    const QString part = "models--me--pipeline/snapshots/5f0b/text_encoder";
    QTest::newRow("a part of a pipeline") << part << weights << m_dir.filePath(part);
    const QString copied = "models--me--copied/5f0b";
    QTest::newRow("no snapshot") << copied << weights << m_dir.filePath(copied);
    const QString option = "models----option/snapshots/5f0b";
    QTest::newRow("no name") << option << weights << m_dir.filePath(option);
}

void PretrainedSourceTest::aFolderOfTheHubsCache() {
    QFETCH(const QString, folderName);
    QFETCH(const QString, weights);
    QFETCH(const QString, location);
    const QString path = m_dir.filePath(folderName);
    if (weights.isEmpty()) {
        QVERIFY(QDir().mkpath(path));
        write(path + "/config.json", kBert);
    } else {
        folder(folderName, kBert, weights);
    }
    const bool isNamed = !location.startsWith('/');
    for (const QString& opened : {path, path + "/", path + "/config.json"}) {
        const PretrainedSource source = sourceOf(opened);
        QCOMPARE(text(source.location), location);
        QCOMPARE(text(source.cacheFolder), isNamed ? path : QString());
        QCOMPARE(text(source.name), isNamed ? location.section('/', -1) : QString("model"));
        QVERIFY(source.notExpressed.empty());
    }
}

void PretrainedSourceTest::expertsOfOlderReleases() {
    const QString folders = QStringLiteral(STOWAGE_TEST_DATA "/pretrained/");
    const PretrainedSource mixtral = sourceOf(folders + "mixtral");
    QVERIFY(mixtral.libraryTree != nullptr);
    QVERIFY(mixtral.libraryTree->findModule("model.layers.1.mlp.experts"));
    QVERIFY(!mixtral.libraryTree->findModule("model.layers.1.block_sparse_moe"));
    // A file with the library's own modules, and one of a dense model.
    QVERIFY(sourceOf(folders + "mixtral_fused").libraryTree == nullptr);
    QVERIFY(sourceOf(folders + "llama_tied").libraryTree == nullptr);
}

QTEST_GUILESS_MAIN(PretrainedSourceTest)
#include "tst_pretrained_source.moc"
