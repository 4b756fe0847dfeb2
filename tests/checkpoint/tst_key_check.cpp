// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/initial_values.h"
#include "engine/model/module_tree_json.h"
#include "tests/model/key_lists.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <span>

using namespace stowage;
using namespace stowage::test;

namespace {

using Names = std::vector<std::string>;

/// A tree with tied names and buffers of both kinds.
constexpr const char* kTree =
    "{\"format\":\"stowage.tree\",\"version\":1,\"no_split_module_classes\":[\"Block\"],"
    "\"tree\":{\"name\":\"\",\"class\":\"Net\",\"children\":["
    "{\"name\":\"wte\",\"class\":\"Embedding\",\"params\":["
    "{\"name\":\"weight\",\"shape\":[4,2],\"dtype\":\"float32\"}]},"
    "{\"name\":\"h\",\"class\":\"Block\",\"params\":["
    "{\"name\":\"weight\",\"shape\":[2,2],\"dtype\":\"float32\"}],\"buffers\":["
    "{\"name\":\"mask\",\"shape\":[3],\"dtype\":\"bool\",\"persistent\":false},"
    "{\"name\":\"mean\",\"shape\":[3],\"dtype\":\"float32\"}]},"
    "{\"name\":\"head\",\"class\":\"Linear\",\"params\":["
    "{\"name\":\"weight\",\"shape\":[4,2],\"dtype\":\"float32\"}]}],"
    "\"tied\":[[\"wte.weight\",\"head.weight\"]]}}";

StoredTensor stored(const std::string& name, std::vector<std::int64_t> shape,
                    DType dtype = DType::Float32) {
    StoredTensor tensor;
    tensor.name = name;
    tensor.dtype = dtype;
    tensor.shape = std::move(shape);
    return tensor;
}

std::vector<StoredTensor> completeFile() {
    return {stored("wte.weight", {4, 2}), stored("h.weight", {2, 2}), stored("h.mean", {3})};
}

std::shared_ptr<const ModuleTree> smallTree() {
    return *parseModuleTreeJson(kTree, "small");
}

/// What a state dict's names would be stored as, under other names.
std::vector<StoredTensor> storedAs(const std::vector<StateDictEntry>& entries,
                                   const KeyRename& rename) {
    std::vector<StoredTensor> tensors;
    for (const StateDictEntry& entry : entries) {
        tensors.push_back(stored(renamedKey(entry.name, rename), entry.shape, entry.dtype));
    }
    return tensors;
}

QString listed(const std::vector<KeyRename>& renames) {
    QStringList list;
    for (const KeyRename& rename : renames) {
        list.append(QString::fromStdString(keyRenameText(rename)));
    }
    return list.join(QLatin1Char(' '));
}

}  // namespace

class TestKeyCheck : public QObject {
    Q_OBJECT

private:
    std::map<std::string, KeyList> m_lists;
    std::unique_ptr<QTemporaryDir> m_dir;

    QString write(const QString& name, const std::string& bytes) {
        const QString path = m_dir->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        std::ofstream(path.toStdString(), std::ios::binary) << bytes;
        return path;
    }
    QString writeWeights(const QString& name, const std::string& prefix = {}) {
        return write(name, safetensorsFile("{\"" + prefix +
                                               "wte.weight\":{\"dtype\":\"F32\",\"shape\":[4,2],"
                                               "\"data_offsets\":[0,32]},\"" +
                                               prefix +
                                               "h.weight\":{\"dtype\":\"F32\",\"shape\":[2,2],"
                                               "\"data_offsets\":[32,48]},\"" +
                                               prefix +
                                               "h.mean\":{\"dtype\":\"F32\",\"shape\":[3],"
                                               "\"data_offsets\":[48,60]}}",
                                           60));
    }

private Q_SLOTS:
    void initTestCase() { m_lists = readKeyLists(); }
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
    }

    /// One of the tied names is enough, and the mask is the model's own business.
    void whatNeedNotBeThereIsNotMissing() {
        const KeyCheck check = checkKeys(*smallTree(), completeFile(), "small");
        QVERIFY2(check.agrees(), keyCheckSentence(check).english().c_str());
        QCOMPARE(keyCheckSentence(check).english(), std::string());
        auto byTheOtherName = completeFile();
        byTheOtherName[0].name = "head.weight";
        QVERIFY(checkKeys(*smallTree(), byTheOtherName, "small").agrees());
        auto withMask = completeFile();
        withMask.push_back(stored("h.mask", {3}, DType::Bool));
        QVERIFY(checkKeys(*smallTree(), withMask, "small").agrees());
    }

    void everyDifferenceIsListed() {
        const std::vector<StoredTensor> file{
            stored("zeta", {1}), stored("h.weight", {2, 3}), stored("h.mean", {3}, DType::Float16),
            stored("alpha", {1}), stored("h.mask", {4}, DType::UInt8)};
        const KeyCheck check = checkKeys(*smallTree(), file, "small");
        QCOMPARE(check.treeFile, std::string("small"));
        QVERIFY(check.missing == Names{"wte.weight"});  // of the tied ones the owner
        QVERIFY((check.unexpected == Names{"zeta", "alpha"}));
        QCOMPARE(check.mismatched.size(), std::size_t{3});
        QCOMPARE(check.mismatched[0].name, std::string("h.weight"));
        QVERIFY(check.mismatched[0].hasOtherShape() && !check.mismatched[0].hasOtherDtype());
        QVERIFY((check.mismatched[0].storedShape == std::vector<std::int64_t>{2, 3}));
        QVERIFY((check.mismatched[0].modelShape == std::vector<std::int64_t>{2, 2}));
        QCOMPARE(check.mismatched[1].name, std::string("h.mask"));
        QCOMPARE(check.mismatched[2].name, std::string("h.mean"));
        QCOMPARE(check.mismatched[2].storedDtype, DType::Float16);
        QCOMPARE(check.mismatched[2].modelDtype, DType::Float32);
        const std::string text = keyCheckSentence(check);
        for (const char* part :
             {goldenText("checkpoint/1-key-is-missing-wte-weight"),
              "2 keys are unexpected (zeta, alpha)", goldenText("checkpoint/2-have-another-shape"),
              goldenText("checkpoint/1-has-another-dtype-h-mean")}) {
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        }
    }

    /// What wrappers, libraries and hands do to names: each is undone by the first proposal.
    void renamingsAreProposed_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("proposed");
        const auto row = [](const char* model, const char* from, const char* to,
                            const char* proposed) {
            QTest::addRow("%s %s=%s", model, from, to) << model << from << to << proposed;
        };
        row("llama", "", "module.", "module.=");
        row("llama", "", "_orig_mod.", "_orig_mod.=");
        row("llama", "", "base_model.model.", "base_model.model.=");
        row("llama", "", "_orig_mod.module.", "_orig_mod.module.=");
        row("llama", "model.", "", "=model.");
        row("llama", "model.layers.", "model.blocks.", "model.blocks.=model.layers.");
        row("bert", "", "bert.", "bert.=");
        row("bert", "encoder.layer.", "encoder.layers.", "encoder.layers.=encoder.layer.");
        row("falcon", "transformer.", "", "=transformer.");
        row("t5", "encoder.", "enc.", "enc.=encoder.");
        row("whisper", "model.decoder.", "decoder.", "decoder.=model.decoder.");
    }
    void renamingsAreProposed() {
        QFETCH(QString, model);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, proposed);
        const auto& entries = m_lists[model.toStdString()].entries;
        const auto tree = *buildStateDictTree(entries, KeyOrder::Registration);
        Checkpoint file;
        file.tensors = storedAs(entries, {from.toStdString(), to.toStdString()});
        const KeyCheck check = checkKeys(*tree, file.tensors, "tree");
        QVERIFY(!check.agrees());
        QVERIFY2(!check.proposals.empty(), keyCheckSentence(check).english().c_str());
        QCOMPARE(QString::fromStdString(keyRenameText(check.proposals.front())), proposed);
        QVERIFY(check.proposals.size() <= 3);
        QVERIFY(renamingAdvice(check).english().find("--rename " + proposed.toStdString()) !=
                std::string::npos);
        const std::size_t agree = countAgreeing(*tree, file.tensors, check.proposals.front());
        QVERIFY(agree > countAgreeing(*tree, file.tensors, {}));

        // Taken step by step, the proposals lead to the model's own names.
        for (int step = 0; step < 4 && !checkKeys(*tree, file.tensors, "tree").agrees(); ++step) {
            const KeyCheck now = checkKeys(*tree, file.tensors, "tree");
            QVERIFY2(!now.proposals.empty(), keyCheckSentence(now).english().c_str());
            QVERIFY(renameKeys(file, {now.proposals.front()}));
        }
        QVERIFY(checkKeys(*tree, file.tensors, "tree").agrees());
    }

    void whatIsAnotherModelIsNotRenamed() {
        const auto tree = *buildStateDictTree(m_lists["llama"].entries, KeyOrder::Registration);
        const KeyCheck check = checkKeys(*tree, storedAs(m_lists["resnet"].entries, {}), "tree");
        QCOMPARE(listed(check.proposals), QString());
        QCOMPARE(renamingAdvice(check).english(), std::string());
        // One tensor that happens to have the shape of a missing one is no near miss.
        auto file = completeFile();
        file[1].name = "other.weight";
        QCOMPARE(listed(checkKeys(*smallTree(), file, "small").proposals), QString());
    }

    /// Shapes do not tell siblings apart: what would exchange them is not proposed.
    void siblingsAreNotExchanged_data() {
        QTest::addColumn<QStringList>("model");
        QTest::addColumn<QStringList>("file");
        QTest::addColumn<QString>("proposed");
        const auto both = [](const QStringList& modules) {
            QStringList names;
            for (const QString& module : modules) {
                names << module + QStringLiteral(".weight") << module + QStringLiteral(".bias");
            }
            return names;
        };
        QTest::newRow("layers of a wrapped model")
            << both({"layers.2.a", "layers.2.b", "layers.4.a", "layers.4.b"})
            << both({"module.layers.2.a", "module.layers.2.b", "module.layers.4.a",
                     "module.layers.4.b"})
            << "module.=";
        QTest::newRow("a layer that the file lacks")
            << both({"layers.2.a", "layers.2.b", "layers.4.a", "layers.4.b"})
            << both({"module.layers.2.a", "module.layers.2.b"}) << "module.=";
        QTest::newRow("siblings with names")
            << both({"block.norm1", "block.norm2"})
            << both({"module.block.norm1", "module.block.norm2"}) << "module.=";
        QTest::newRow("nothing decides")
            << both({"block.norm1", "block.norm2"}) << both({"block.norm_a", "block.norm_b"}) << "";
        QTest::newRow("the number of keys decides")
            << both({"text.a", "image.a", "image.b"}) << both({"t.a", "i.a", "i.b"}) << "i.=image.";
    }
    void siblingsAreNotExchanged() {
        QFETCH(QStringList, model);
        QFETCH(QStringList, file);
        QFETCH(QString, proposed);
        std::vector<StateDictEntry> entries;
        std::vector<StoredTensor> tensors;
        for (const QString& name : model) {
            entries.push_back({name.toStdString(), DType::Float32, {2}});
        }
        for (const QString& name : file) {
            tensors.push_back(stored(name.toStdString(), {2}));
        }
        const auto tree = *buildStateDictTree(entries, KeyOrder::Registration);
        QCOMPARE(listed(checkKeys(*tree, tensors, "tree").proposals), proposed);
    }

    /// A renaming that would make two keys equal cannot be applied, so it is not proposed.
    void impossibleRenamingsAreNotProposed() {
        auto file = completeFile();
        file.push_back(stored("module.wte.weight", {4, 2}));
        file[1].name = "module.h.weight";
        file[2].name = "module.h.mean";
        for (const KeyRename& rename : checkKeys(*smallTree(), file, "small").proposals) {
            Checkpoint checkpoint;
            checkpoint.tensors = file;
            QVERIFY(renameKeys(checkpoint, {rename}));
        }
    }

    void renamingsAreApplied() {
        Checkpoint file;
        file.tensors = {stored("module.a.x", {1}), stored("module.b.x", {1}), stored("c", {1})};
        QVERIFY(renameKeys(file, {{"module.", ""}, {"", "m."}, {"m.a.", "n."}}));
        QCOMPARE(file.tensors[0].name, std::string("n.x"));
        QCOMPARE(file.tensors[1].name, std::string("m.b.x"));
        QCOMPARE(file.tensors[2].name, std::string("m.c"));
    }

    void badRenamings_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("mentions");
        QTest::newRow("no key") << "modul."
                                << "" << goldenText("checkpoint/matches-no-key-of");
        QTest::newRow("two keys equal") << "a."
                                        << "b."
                                        << "the name \"b.x\"";
        QTest::newRow("no name left") << "c"
                                      << "" << goldenText("checkpoint/without-a-name");
    }
    void badRenamings() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, mentions);
        Checkpoint file;
        file.path = "some.safetensors";
        file.tensors = {stored("a.x", {1}), stored("b.x", {1}), stored("c", {1})};
        const auto renamed = renameKeys(file, {{from.toStdString(), to.toStdString()}});
        QVERIFY(!renamed);
        QCOMPARE(renamed.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(renamed.error().file, std::string("some.safetensors"));
        QVERIFY2(
            renamed.error().message.english().find(mentions.toStdString()) != std::string::npos,
            renamed.error().message.english().c_str());
    }

    void renamingsAsTyped() {
        QVERIFY((*parseKeyRename("module.=") == KeyRename{"module.", ""}));
        QVERIFY((*parseKeyRename("=model.") == KeyRename{"", "model."}));
        QVERIFY((*parseKeyRename("a=b=c") == KeyRename{"a", "b=c"}));
        QCOMPARE(parseKeyRename("module.").error().code, ErrorCode::InvalidArgument);
    }

    void theTreeBesideAFile_data() {
        QTest::addColumn<QStringList>("trees");
        QTest::addColumn<bool>("isTaken");
        QTest::addColumn<QString>("mentions");
        QTest::newRow("none") << QStringList() << false << QString();
        QTest::newRow("NAME.tree.json") << QStringList{"net.tree.json"} << true
                                        << goldenText("checkpoint/was-taken-as-their-model");
        QTest::newRow("with the file's ending")
            << QStringList{"net.safetensors.tree.json"} << true
            << goldenText("checkpoint/was-taken-as-their-model");
        QTest::newRow("both") << QStringList{"net.tree.json", "net.safetensors.tree.json"} << false
                              << goldenText("checkpoint/none-of-them-was-taken");
        QTest::newRow("another model's") << QStringList{"other.tree.json"} << false << QString();
    }
    void theTreeBesideAFile() {
        QFETCH(QStringList, trees);
        QFETCH(bool, isTaken);
        QFETCH(QString, mentions);
        const QString weights = writeWeights(QStringLiteral("net.safetensors"));
        for (const QString& tree : trees) {
            write(tree, kTree);
        }
        const auto opened = openCheckpoint(weights.toStdString());
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QCOMPARE((*opened)->describedTree != nullptr, isTaken);
        QCOMPARE((*opened)->keyCheck != nullptr, isTaken);
        QCOMPARE((*opened)->warnings.size(), mentions.isEmpty() ? std::size_t{0} : std::size_t{1});
        if (!mentions.isEmpty()) {
            QVERIFY2((*opened)->warnings.front().english().find(mentions.toStdString()) !=
                         std::string::npos,
                     (*opened)->warnings.front().english().c_str());
        }
        if (isTaken) {
            QVERIFY((*opened)->keyCheck->agrees());
            const auto tree = buildModuleTree(**opened);
            QVERIFY((*tree)->noSplitClasses() == Names{"Block"});
            QVERIFY((*tree)->guessedClasses().empty());
            QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        }
    }

    void theTreeInAFolder() {
        writeWeights(QStringLiteral("model/model.safetensors"), "module.");
        write(QStringLiteral("model/some.tree.json"), kTree);
        const std::string folder = m_dir->filePath(QStringLiteral("model")).toStdString();
        const auto opened = openCheckpoint(folder);
        QVERIFY((*opened)->keyCheck != nullptr);
        QCOMPARE((*opened)->keyCheck->missing.size(), std::size_t{3});
        QCOMPARE(listed((*opened)->keyCheck->proposals), QStringLiteral("module.="));
        const auto renamed = openCheckpoint(folder, OpenOptions{{}, {{"module.", ""}}, {}});
        QVERIFY((*renamed)->keyCheck->agrees());
        QCOMPARE((*renamed)->tensors.front().name, std::string("wte.weight"));

        write(QStringLiteral("model/another.tree.json"), kTree);
        const auto withTwo = openCheckpoint(folder);
        QVERIFY((*withTwo)->keyCheck == nullptr);
        QVERIFY((*withTwo)->warnings.back().english().find(
                    goldenText("checkpoint/2-module-trees-lie-next-to")) != std::string::npos);
        const auto named = openCheckpoint(folder, OpenOptions{{}, {}, folder + "/some.tree.json"});
        QVERIFY((*named)->keyCheck != nullptr);
    }

    /// A stray file cannot keep anybody from the weights; one that was named can.
    void badTrees() {
        const std::string weights = writeWeights(QStringLiteral("net.safetensors")).toStdString();
        const std::string tree =
            write(QStringLiteral("net.tree.json"), "{\"format\": \"other\"}").toStdString();
        const auto opened = openCheckpoint(weights);
        QVERIFY(opened);
        QVERIFY((*opened)->describedTree == nullptr);
        QVERIFY((*opened)->warnings.front().english().find(
                    goldenText("checkpoint/was-not-taken")) != std::string::npos);
        const auto named = openCheckpoint(weights, OpenOptions{{}, {}, tree});
        QCOMPARE(named.error().code, ErrorCode::Malformed);
        QCOMPARE(named.error().file, tree);
        const auto absent = openCheckpoint(weights, OpenOptions{{}, {}, tree + "x"});
        QCOMPARE(absent.error().code, ErrorCode::FileNotFound);
        const auto folder =
            openCheckpoint(weights, OpenOptions{{}, {}, m_dir->path().toStdString()});
        QCOMPARE(folder.error().code, ErrorCode::NotARegularFile);
    }

    /// As torch.nn's reset_parameters(): a Linear with 12 inputs lies within 1/sqrt(12), evenly; an
    /// Embedding is normal; what the book's LayerNorm and mask begin with is exact.
    void initialValuesOfTheFromScratchGpt() {
        const QString from = QStringLiteral(STOWAGE_TEST_DATA "/run/gpt-tiny-tensors");
        const QString folder = m_dir->filePath(QStringLiteral("model_parameters"));
        QDir().mkpath(folder);
        QFile::copy(from + QStringLiteral("/config.json"),
                    m_dir->filePath(QStringLiteral("config.json")));
        const QStringList absent{
            QStringLiteral("tok_emb.weight"), QStringLiteral("trf_blocks.0.att.mask"),
            QStringLiteral("trf_blocks.1.ff.layers.0.weight"),
            QStringLiteral("trf_blocks.1.ff.layers.0.bias"), QStringLiteral("final_norm.shift")};
        const QDir tensors(from + QStringLiteral("/model_parameters"));
        for (const QString& file : tensors.entryList(QDir::Files)) {
            if (!absent.contains(file.chopped(3))) {
                QFile::copy(tensors.filePath(file), folder + QLatin1Char('/') + file);
            }
        }
        const auto opened = openCheckpoint(folder.toStdString());
        QVERIFY(opened && (*opened)->keyCheck != nullptr);
        QCOMPARE(initialisable(**opened).size(), std::size_t(absent.size()));
        const auto filled = withInitialValues(*opened);
        QVERIFY2(filled, filled ? "" : filled.error().message.english().c_str());
        QVERIFY((*filled)->keyCheck->agrees());
        QVERIFY(initialisable(**filled).empty());
        const auto valuesOf = [&filled](const char* name) {
            const auto& list = (*filled)->tensors;
            const auto tensor = std::ranges::find(list, std::string(name), &StoredTensor::name);
            std::vector<float> values(tensor->location.length / sizeof(float));
            const auto& file = (*filled)->shards[tensor->location.shard];
            const auto read =
                file->readAt(tensor->location.offset, std::as_writable_bytes(std::span(values)));
            return read ? values : std::vector<float>();
        };
        const auto deviationOf = [](const std::vector<float>& values) {
            double squares = 0;
            for (const float value : values) {
                squares += double{value} * value;
            }
            return std::sqrt(squares / static_cast<double>(values.size()));
        };
        const double bound = 1 / std::sqrt(12.0);
        for (const char* name :
             {"trf_blocks.1.ff.layers.0.weight", "trf_blocks.1.ff.layers.0.bias"}) {
            const std::vector<float> linear = valuesOf(name);
            QVERIFY(linear.size() >= 48);
            QVERIFY(std::ranges::all_of(
                linear, [bound](float value) { return std::fabs(value) <= bound; }));
            QVERIFY(std::fabs(deviationOf(linear) / (bound / std::sqrt(3.0)) - 1) < 0.25);
        }
        QVERIFY(std::fabs(deviationOf(valuesOf("tok_emb.weight")) - 1) < 0.1);
        QCOMPARE(valuesOf("final_norm.shift"), std::vector<float>(12, 0.0F));
        const std::vector<float> mask = valuesOf("trf_blocks.0.att.mask");
        QCOMPARE(mask.size(), std::size_t{256});
        for (std::size_t i = 0; i < mask.size(); ++i) {
            QCOMPARE(mask[i], i % 16 > i / 16 ? 1.0F : 0.0F);
        }
    }

    void aTreeIsNoWeights() {
        const std::string tree = write(QStringLiteral("net.tree.json"), kTree).toStdString();
        QVERIFY((*openCheckpoint(tree))->keyCheck == nullptr);
        const auto checked = openCheckpoint(tree, OpenOptions{{}, {}, tree});
        QCOMPARE(checked.error().code, ErrorCode::InvalidArgument);
        const auto renamed = openCheckpoint(tree, OpenOptions{{}, {{"a", "b"}}, {}});
        QCOMPARE(renamed.error().code, ErrorCode::InvalidArgument);
    }

    /// As transformers leaves them: what a model ties and a file holds apart is compared.
    void tiedNamesWithOtherNumbersAreApart_data() {
        QTest::addColumn<qsizetype>("changed");
        QTest::addColumn<bool>("areTied");
        QTest::newRow("equal") << qsizetype{-1} << true;
        QTest::newRow("the first byte differs") << qsizetype{0} << false;
        QTest::newRow("the last byte differs") << qsizetype{31} << false;
    }
    void tiedNamesWithOtherNumbersAreApart() {
        QFETCH(qsizetype, changed);
        QFETCH(bool, areTied);
        const QByteArray header =
            R"({"wte.weight":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]},)"
            R"("head.weight":{"dtype":"F32","shape":[4,2],"data_offsets":[32,64]},)"
            R"("h.weight":{"dtype":"F32","shape":[2,2],"data_offsets":[64,80]},)"
            R"("h.mean":{"dtype":"F32","shape":[3],"data_offsets":[80,92]}})";
        QByteArray numbers(92, '\x3f');
        if (changed >= 0) {
            numbers[32 + changed] = '\x3e';
        }
        std::string file = safetensorsFile(header.toStdString(), 0);
        file.append(numbers.constData(), static_cast<std::size_t>(numbers.size()));
        const QString path = write(QStringLiteral("net.safetensors"), file);
        write(QStringLiteral("net.tree.json"), kTree);
        const auto opened = openCheckpoint(path.toStdString());
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QVERIFY((*opened)->keyCheck != nullptr);
        QVERIFY((*opened)->keyCheck->agrees());
        const auto tree = buildModuleTree(**opened);
        QCOMPARE((*tree)->tiedGroups().size(), areTied ? std::size_t{1} : std::size_t{0});
        QCOMPARE((*tree)->noSplitClasses(), Names{"Block"});
        const std::string all = (*opened)->warnings.back();
        QCOMPARE(all.find("head.weight and wte.weight") == std::string::npos, areTied);
    }

    /// Two names of one storage are tied without anybody saying so.
    void sharedStorageTies() {
        const std::string tensor = pickleTensor({});
        const QString path = write(QStringLiteral("tied.pth"),
                                   torchFile(pickleDict(pickleText("embed.weight") + tensor +
                                                        pickleText("head.weight") + tensor)));
        const auto opened = openCheckpoint(path.toStdString());
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        const auto tree = buildModuleTree(**opened);
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        QCOMPARE((*tree)->totalBytes(), std::uint64_t{16});
    }
};

QTEST_APPLESS_MAIN(TestKeyCheck)
#include "tst_key_check.moc"
