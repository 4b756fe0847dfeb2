// SPDX-License-Identifier: GPL-3.0-or-later
// Hugging Face folders, config.json and weights together, held against what from_pretrained makes
// of them (tests/reference/make_pretrained.py).
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/architecture_file.h"
#include "engine/model/config_model.h"
#include "engine/model/module_tree.h"
#include "engine/model/module_tree_json.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/golden_text.h"
#include "tests/support/tree_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace stowage;
using stowage::test::treeText;

namespace {

const QString kFolder = QStringLiteral(STOWAGE_TEST_DATA "/pretrained/");

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject objectOf(const QString& path) {
    return QJsonDocument::fromJson(bytesOf(path)).object();
}

std::shared_ptr<const ModuleTree> treeOf(const QJsonValue& json) {
    const QByteArray text = QJsonDocument(json.toObject()).toJson(QJsonDocument::Compact);
    const auto tree =
        parseModuleTreeJson({text.constData(), static_cast<std::size_t>(text.size())}, "expected");
    return tree ? *tree : nullptr;
}

QString firstDifference(const std::string& ours, const std::string& theirs) {
    const QStringList mine = QString::fromStdString(ours).split('\n');
    const QStringList wanted = QString::fromStdString(theirs).split('\n');
    for (qsizetype i = 0; i < qMax(mine.size(), wanted.size()); ++i) {
        if (mine.value(i) != wanted.value(i)) {
            return QStringLiteral("line %1\n  ours:   %2\n  theirs: %3")
                .arg(i + 1)
                .arg(mine.value(i), wanted.value(i));
        }
    }
    return {};
}

QStringList sorted(const std::vector<std::string>& names) {
    QStringList list;
    for (const std::string& name : names) {
        list.append(QString::fromStdString(name));
    }
    list.sort();
    return list;
}

QStringList stringsOf(const QJsonValue& json) {
    QStringList list;
    for (const QJsonValue& value : json.toArray()) {
        list.append(value.toString());
    }
    list.sort();
    return list;
}

/// The tensors behind names: the library lists every tied name, Stowage the owner's.
QSet<unsigned> storagesOf(const ModuleTree& tree, const QStringList& names) {
    QSet<unsigned> storages;
    for (const QString& name : names) {
        const auto tensor = tree.findTensor(name.toStdString());
        storages.insert(tensor ? static_cast<unsigned>(tree.tensor(*tensor).storage.index()) : ~0U);
    }
    return storages;
}

std::shared_ptr<const Checkpoint> opened(const QString& path, const OpenOptions& options = {}) {
    const auto checkpoint = openCheckpoint(path.toStdString(), options);
    if (!checkpoint) {
        qWarning("%s", checkpoint.error().message.english().c_str());
    }
    return checkpoint ? *checkpoint : nullptr;
}

QString warningsOf(const Checkpoint& checkpoint) {
    QString text;
    for (const std::string& warning : checkpoint.warnings) {
        text += QString::fromStdString(warning) + '\n';
    }
    return text;
}

}  // namespace

class TestPretrained : public QObject {
    Q_OBJECT

private:
    static void copyFolder(const QString& from, const QString& to) {
        QVERIFY(QDir().mkpath(to));
        for (const QString& name : QDir(from).entryList(QDir::Files)) {
            QVERIFY(QFile::copy(from + '/' + name, to + '/' + name));
        }
    }
    static void write(const QString& path, const QByteArray& text) {
        QFile::remove(path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void isWhatTheLibraryLoads_data() {
        QTest::addColumn<QString>("name");
        const QStringList names = QDir(kFolder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QVERIFY(names.size() >= 20);
        for (const QString& name : names) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    void isWhatTheLibraryLoads() {
        QFETCH(QString, name);
        const QJsonObject expected = objectOf(kFolder + name + ".expected.json");
        const auto checkpoint = opened(kFolder + name);
        QVERIFY(checkpoint && checkpoint->keyCheck);
        const ModuleTree& tree = **buildModuleTree(*checkpoint);
        const auto wanted = treeOf(expected.value("tree"));
        QVERIFY(wanted);
        const QString difference = firstDifference(treeText(tree), treeText(*wanted));
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
        QCOMPARE(tree.node(ModuleTree::root()).className,
                 expected.value("class").toString().toStdString());

        const KeyCheck& check = *checkpoint->keyCheck;
        QVERIFY2(check.mismatched.empty(), keyCheckSentence(check).english().c_str());
        QCOMPARE(storagesOf(tree, sorted(check.missing)),
                 storagesOf(tree, stringsOf(expected.value("missing"))));
        QCOMPARE(sorted(check.unexpected), stringsOf(expected.value("unexpected")));

        // Bytes: those of the file lie where the model's names now point.
        const QJsonObject digests = expected.value("digests").toObject();
        const auto read = test::digestsOf(*checkpoint);
        QVERIFY(read);
        int compared = 0;
        for (const StoredTensor& tensor : checkpoint->tensors) {
            const QString sum = digests.value(QString::fromStdString(tensor.name)).toString();
            if (tree.findTensor(tensor.name) && !sum.isEmpty()) {
                const std::string& ours = read->at(tensor.name);
                QVERIFY2(QString::fromStdString(ours).endsWith(sum), tensor.name.c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 10);
    }

    /// What loading keeps float32 is the class's dtype as long as nothing is loaded: so it is in
    /// the library, and in the device maps that it makes.
    void aClassAloneHasOneDtype() {
        const auto alone = opened(kFolder + "t5_float16/config.json");
        QVERIFY(alone);
        QVERIFY(std::ranges::all_of(alone->describedTree->tensors(), [](const TensorSpec& tensor) {
            return tensor.dtype == DType::Float16;
        }));
    }

    /// … and float32 beside weights, for what the file has not.
    void keepsFloat32WhereTheLibraryDoes() {
        const auto treeBeside = [](const QString& folder) {
            const QByteArray text = bytesOf(folder + "/config.json");
            auto model = readConfigModel(text.toStdString(), "config.json");
            model->isBesideWeights = true;
            return *ModuleTreeBuilder::build(*draftOf(*model));
        };
        const auto wanted =
            treeOf(objectOf(kFolder + "t5_float16.expected.json").value("loaded_tree"));
        QVERIFY(wanted);
        const QString difference =
            firstDifference(treeText(*treeBeside(kFolder + "t5_float16")), treeText(*wanted));
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
        const auto router = treeBeside(kFolder + "deepseek_v3");
        const auto bias = router->findTensor("model.layers.1.mlp.gate.e_score_correction_bias");
        QVERIFY(bias && router->tensor(*bias).dtype == DType::Float32);
    }

    void loadingRulesAreTheLibrarys() {
        const QJsonObject families = objectOf(kFolder + "loading.json");
        QVERIFY(families.size() >= 20);
        int classes = 0;
        for (auto family = families.begin(); family != families.end(); ++family) {
            const auto file = readArchitecture(family.key().toStdString());
            QVERIFY2(file, qPrintable(family.key()));
            for (const std::string& model : file->models) {
                const QJsonObject rules =
                    family->toObject().value(QString::fromStdString(model)).toObject();
                QVERIFY2(!rules.isEmpty(), model.c_str());
                const ArchitectureLoading& ours = file->loading;
                QVERIFY2(QString::fromStdString(ours.basePrefixFor(model)) ==
                             rules.value("base_prefix").toString(),
                         model.c_str());
                const auto own = ours.ignoredOf.find(model);
                QStringList ignored;
                for (QString pattern : stringsOf(rules.value("ignored"))) {
                    ignored.append(pattern.remove('\\').remove(".*"));
                }
                QCOMPARE(sorted(own == ours.ignoredOf.end() ? ours.ignored : own->second), ignored);
                QCOMPARE(sorted(ours.keepFloat32), stringsOf(rules.value("keep_float32")));
                QCOMPARE(sorted(ours.keepFloat32Strict),
                         stringsOf(rules.value("keep_float32_strict")));
                ++classes;
            }
        }
        QVERIFY(classes > 80);
    }

    void leftoversAreIgnored_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qsizetype>("count");
        QTest::addColumn<QString>("first");
        QTest::newRow("masks") << "gpt2_base_saved" << qsizetype{2} << "h.0.attn.bias";
        QTest::newRow("frequencies")
            << "llama_tied" << qsizetype{2} << "model.layers.0.self_attn.rotary_emb.inv_freq";
        QTest::newRow("masks of NeoX")
            << "gpt_neox" << qsizetype{6} << "gpt_neox.layers.0.attention.bias";
        QTest::newRow("positions") << "bert_old" << qsizetype{1} << "bert.embeddings.position_ids";
        QTest::newRow("prediction layer")
            << "deepseek_v3" << qsizetype{2} << "model.layers.61.eh_proj.weight";
    }
    void leftoversAreIgnored() {
        QFETCH(QString, name);
        QFETCH(qsizetype, count);
        QFETCH(QString, first);
        const auto checkpoint = opened(kFolder + name);
        QVERIFY(checkpoint);
        const QStringList ignored = sorted(checkpoint->keyCheck->ignored);
        QCOMPARE(ignored.size(), count);
        QCOMPARE(ignored.front(), first);
    }

    void namesFollowTheLibrary_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("model");
        QTest::newRow("prefix put on") << "gpt2_base_saved"
                                       << "wte.weight"
                                       << "transformer.wte.weight";
        QTest::newRow("prefix taken off") << "gpt2_head_saved"
                                          << "transformer.wte.weight"
                                          << "wte.weight";
        QTest::newRow("old norms") << "bert_old"
                                   << "bert.embeddings.LayerNorm.gamma"
                                   << "bert.embeddings.LayerNorm.weight";
        QTest::newRow("old head") << "gpt_neox"
                                  << "embed_out.weight"
                                  << "lm_head.weight";
        QTest::newRow("old modules") << "vit"
                                     << "vit.encoder.layer.1.attention.attention.query.bias"
                                     << "vit.layers.1.attention.q_proj.bias";
    }
    void namesFollowTheLibrary() {
        QFETCH(QString, name);
        QFETCH(QString, stored);
        QFETCH(QString, model);
        const auto checkpoint = opened(kFolder + name);
        QVERIFY(checkpoint);
        bool isThere = false;
        for (const KeyRename& key : checkpoint->keyCheck->renamed) {
            isThere =
                isThere || (key.from == stored.toStdString() && key.to == model.toStdString());
        }
        QVERIFY(isThere);
        QVERIFY2(warningsOf(*checkpoint).contains("the rules of from_pretrained"),
                 qPrintable(warningsOf(*checkpoint)));
    }

    void plainFoldersWarnOfNothing() {
        for (const char* name : {"gpt2", "llama_sharded", "llama_bin", "falcon", "t5", "roberta"}) {
            const auto checkpoint = opened(kFolder + name);
            QVERIFY(checkpoint);
            QVERIFY2(checkpoint->warnings.empty(), qPrintable(warningsOf(*checkpoint)));
            QVERIFY(checkpoint->modelFacts != nullptr);
        }
        const auto experts = opened(kFolder + "mixtral");
        QVERIFY2(warningsOf(*experts).contains("a module for each expert"),
                 qPrintable(warningsOf(*experts)));
    }

    void aClassMayBeChosen() {
        OpenOptions options;
        options.className = "LlamaForSequenceClassification";
        const auto checkpoint = opened(kFolder + "llama_tied", options);
        QVERIFY(checkpoint);
        QCOMPARE(sorted(checkpoint->keyCheck->missing), QStringList{"score.weight"});
        QVERIFY2(warningsOf(*checkpoint).contains("--class LlamaForCausalLM"),
                 qPrintable(warningsOf(*checkpoint)));
        options.className = "LlamaForPoems";
        const auto unknown = openCheckpoint((kFolder + "llama_tied").toStdString(), options);
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(unknown.error().message.english().find("LlamaForCausalLM") != std::string::npos,
                 unknown.error().message.english().c_str());
        options.treeFile = "some.tree.json";
        QCOMPARE(openCheckpoint((kFolder + "llama_tied").toStdString(), options).error().code,
                 ErrorCode::InvalidArgument);
    }

    void dtypesThatDifferAreSaidOnce() {
        QTemporaryDir folder;
        copyFolder(kFolder + "falcon", folder.path());
        const QString config = folder.filePath("config.json");
        write(config, bytesOf(config).replace("bfloat16", "float32"));
        const auto checkpoint = opened(folder.path());
        QVERIFY(checkpoint);
        QCOMPARE(checkpoint->warnings.size(), std::size_t{1});
        QVERIFY2(warningsOf(*checkpoint)
                     .contains(goldenText("checkpoint/says-float32-and-the-file-holds")),
                 qPrintable(warningsOf(*checkpoint)));
        const auto tensor = checkpoint->describedTree->findTensor("lm_head.weight");
        QVERIFY(tensor && checkpoint->describedTree->tensor(*tensor).dtype == DType::BFloat16);
    }

    /// The keys are the model's, and only its sizes are others: it is told, not set aside.
    void anotherSizeIsAMismatch_data() {
        QTest::addColumn<QByteArray>("size");
        QTest::newRow("every tensor") << QByteArray("hidden_size");
        QTest::newRow("some tensors") << QByteArray("intermediate_size");
    }
    void anotherSizeIsAMismatch() {
        QFETCH(const QByteArray, size);
        QTemporaryDir folder;
        copyFolder(kFolder + "llama_tied", folder.path());
        const QString config = folder.filePath("config.json");
        QJsonObject object = QJsonDocument::fromJson(bytesOf(config)).object();
        QVERIFY(object.contains(size));
        object[QString::fromLatin1(size)] = 2 * object[QString::fromLatin1(size)].toInt();
        object.remove("head_dim");
        write(config, QJsonDocument(object).toJson());
        const auto checkpoint = opened(folder.path());
        QVERIFY(checkpoint && checkpoint->keyCheck);
        QVERIFY(!checkpoint->keyCheck->mismatched.empty());
        QVERIFY(checkpoint->keyCheck->missing.empty() && checkpoint->keyCheck->unexpected.empty());
        QVERIFY2(!warningsOf(*checkpoint).contains(goldenText("checkpoint/none-of-the-files-keys")),
                 qPrintable(warningsOf(*checkpoint)));
    }

    void noConfigStopsWeights_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("said");
        QTest::newRow("no JSON") << QByteArray("{\"model_type\": ")
                                 << goldenText("model/not-valid-json");
        QTest::newRow("unknown") << QByteArray("{\"model_type\": \"unheard_of\"}") << "unheard_of";
        QTest::newRow("no family") << QByteArray("{\"hidden_size\": 3}") << "model_type";
        QTest::newRow("another model") << QByteArray("{\"model_type\": \"opt\"}")
                                       << goldenText("checkpoint/none-of-the-files-keys");
        QTest::newRow("absurd") << QByteArray(
                                       "{\"model_type\": \"llama\", \"num_hidden_layers\": -1}")
                                << "num_hidden_layers";
        QTest::newRow("other class")
            << QByteArray("{\"model_type\": \"llama\", \"architectures\": [\"LlamaOfMine\"]}")
            << "LlamaOfMine";
        QTest::newRow("long") << QByteArray(5 << 20, ' ') << "4 MiB";
    }
    void noConfigStopsWeights() {
        QFETCH(QByteArray, config);
        QFETCH(QString, said);
        QTemporaryDir folder;
        copyFolder(kFolder + "gpt2", folder.path());
        write(folder.filePath("config.json"), config);
        const auto checkpoint = opened(folder.path());
        QVERIFY(checkpoint);
        QCOMPARE(checkpoint->warnings.size(), std::size_t{1});
        QVERIFY2(warningsOf(*checkpoint).contains(said), qPrintable(warningsOf(*checkpoint)));
        QVERIFY(!checkpoint->keyCheck && !checkpoint->modelFacts);
        QCOMPARE((*buildModuleTree(*checkpoint))->architecture(), std::string("gpt2"));
    }

    /// A shard opens the model; alone, where its index is not there, it is itself.
    void oneShardIsItself() {
        const QDir folder(kFolder + "llama_sharded");
        const QString shard = folder.entryList({"model-00001-of-*.safetensors"}).value(0);
        const auto whole = opened(folder.filePath(shard));
        QVERIFY(whole && whole->keyCheck && whole->keyCheck->missing.empty());
        QTemporaryDir alone;
        for (const QString& name : {shard, QStringLiteral("config.json")}) {
            QVERIFY(QFile::copy(folder.filePath(name), alone.filePath(name)));
        }
        const auto checkpoint = opened(alone.filePath(shard));
        QVERIFY(checkpoint && !checkpoint->keyCheck);
        QVERIFY2(warningsOf(*checkpoint).contains("model.safetensors.index.json"),
                 qPrintable(warningsOf(*checkpoint)));
        for (const QString& other : folder.entryList({"model-00002-of-*.safetensors"})) {
            QVERIFY(QFile::copy(folder.filePath(other), alone.filePath(other)));
        }
        const auto several = openCheckpoint(alone.path().toStdString());
        QVERIFY(!several);
        QCOMPARE(several.error().code, ErrorCode::NoCheckpoint);
        QVERIFY2(several.error().message.english().find("model.safetensors.index.json") !=
                     std::string::npos,
                 several.error().message.english().c_str());
    }

    /// Of the recognised GPT-2 and the one from its config.json the modules are the same.
    void recognitionAgrees() {
        QTemporaryDir folder;
        copyFolder(kFolder + "gpt2", folder.path());
        const auto known = opened(folder.path());
        QVERIFY(QFile::remove(folder.filePath("config.json")));
        const auto recognised = opened(folder.path());
        QVERIFY(known && recognised && !recognised->keyCheck);
        QCOMPARE(treeText(**buildModuleTree(*recognised)), treeText(*known->describedTree));
    }

    void foldersOfTensorsFindTheirConfig() {
        QTemporaryDir folder;
        copyFolder(QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/per-tensor/model_parameters"),
                   folder.filePath("model_parameters"));
        write(folder.filePath("config.json"), "{\"model_type\": \"unheard_of\"}");
        for (const QString& path : {folder.path(), folder.filePath("model_parameters")}) {
            const auto checkpoint = opened(path);
            QVERIFY(checkpoint);
            QVERIFY2(warningsOf(*checkpoint).contains("unheard_of"),
                     qPrintable(warningsOf(*checkpoint)));
        }
    }
};

QTEST_GUILESS_MAIN(TestPretrained)
#include "tst_pretrained.moc"
