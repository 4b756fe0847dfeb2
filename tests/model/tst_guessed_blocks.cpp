// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/module_tree_json.h"
#include "tests/model/key_lists.h"
#include "tests/support/tree_text.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

using Paths = std::set<std::string>;

QString listed(const Paths& paths) {
    QStringList list;
    for (const std::string& path : paths) {
        list.append(QString::fromStdString(path));
    }
    return list.join(QLatin1Char(' '));
}

std::shared_ptr<const ModuleTree> treeOf(const std::vector<StateDictEntry>& entries) {
    auto tree = buildStateDictTree(entries, KeyOrder::Registration);
    return tree ? *tree : nullptr;
}

/// "layers.*: layers.0 layers.1; …" of the tree that names give.
QString guessedText(const std::vector<StateDictEntry>& entries) {
    QStringList lines;
    for (const auto& [className, paths] : guessedModules(*treeOf(entries))) {
        lines.append(QString::fromStdString(className) + QStringLiteral(": ") + listed(paths));
    }
    return lines.join(QStringLiteral("; "));
}

/// The names of a layer's tensors below each of the numbers.
void addLayers(std::vector<std::string>& names, const std::string& list, int count,
               const std::vector<std::string>& tensors) {
    for (int i = 0; i < count; ++i) {
        for (const std::string& tensor : tensors) {
            names.push_back(list + std::to_string(i) + "." + tensor);
        }
    }
}

bool isNumbered(const std::string& path) {
    return !path.empty() && path.back() >= '0' && path.back() <= '9';
}

}  // namespace

class TestGuessedBlocks : public QObject {
    Q_OBJECT

private:
    std::map<std::string, KeyList> m_lists;

private Q_SLOTS:
    void initTestCase() {
        m_lists = readKeyLists();
        QVERIFY(m_lists.size() >= 20);
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// The library's own no-split classes, found again from names alone.
    void blocksOfRealModels_data() {
        QTest::addColumn<QString>("model");
        for (const auto& [name, list] : m_lists) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    void blocksOfRealModels() {
        QFETCH(QString, model);
        const KeyList& list = m_lists[model.toStdString()];
        Paths declared;
        for (const auto& [className, paths] : list.blocks) {
            // Embeddings are declared too, and repeat nowhere.
            std::ranges::copy_if(paths, std::inserter(declared, declared.end()), isNumbered);
        }
        auto entries = list.entries;
        for (const KeyOrder order : {KeyOrder::Registration, KeyOrder::Sorted}) {
            const auto tree = buildStateDictTree(entries, order);
            QVERIFY(tree);
            Paths guessed;
            for (const auto& [className, paths] : guessedModules(**tree)) {
                guessed.insert(paths.begin(), paths.end());
            }
            if (model == QStringLiteral("swin")) {
                // Each stage is of another width, so that none repeats: their blocks do.
                QVERIFY(guessed.contains("encoder.layers.2.blocks.0"));
                QVERIFY(!guessed.contains("encoder.layers.2"));
            } else if (model == QStringLiteral("resnet")) {
                // Declared are the convolutions; a residual block holds two or three of them.
                QVERIFY(guessed.contains("encoder.stages.2.layers.5"));
                QCOMPARE(guessed.size(), std::size_t{16});
            } else if (model == QStringLiteral("distilbert")) {
                QVERIFY(declared.empty());  // transformers declares nothing, and blocks repeat
                QCOMPARE(guessed.size(), std::size_t{4});
            } else {
                QCOMPARE(listed(guessed), listed(declared));
            }
            QVERIFY((*tree)->noSplitClasses() == (*tree)->guessedClasses());
            std::ranges::sort(entries, {}, &StateDictEntry::name);
        }
    }

    void namesOfKinds() {
        const auto classes = [this](const char* model) {
            return treeOf(m_lists[model].entries)->guessedClasses();
        };
        QCOMPARE(classes("llama"), std::vector<std::string>{"layers.*"});
        // The first layer has no experts; the commoner kind has the plain name.
        QCOMPARE(classes("deepseek"), (std::vector<std::string>{"layers.*", "layers.*#2"}));
        QCOMPARE(classes("whisper"),
                 (std::vector<std::string>{"encoder.layers.*", "decoder.layers.*"}));
        QCOMPARE(classes("t5"), (std::vector<std::string>{"encoder.block.*", "encoder.block.*#2",
                                                          "decoder.block.*", "decoder.block.*#2"}));
        QCOMPARE(classes("swin").front(), std::string("layers.0.blocks.*"));
    }

    void listsThatRepeat_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("guessed");
        const auto row = [](const char* name, const std::vector<std::string>& names,
                            const char* guessed) {
            QStringList list;
            for (const std::string& one : names) {
                list.append(QString::fromStdString(one));
            }
            QTest::newRow(name) << list << QString::fromLatin1(guessed);
        };
        std::vector<std::string> names{"embed.weight", "norm.weight"};
        addLayers(names, "model.layers.", 2,
                  {"attn.q.weight", "moe.experts.0.w1.weight", "moe.experts.1.w1.weight"});
        row("experts are inside", names, "layers.*: model.layers.0 model.layers.1");
        names.assign({"token_embd.weight", "output_norm.weight"});
        addLayers(names, "blk.", 2, {"attn_q.weight", "ffn_up.weight"});
        row("GGUF", names, "blk.*: blk.0 blk.1");
        row("a sequence of plain layers", {"mlp.0.weight", "mlp.2.weight", "mlp.4.weight"}, "");
        row("one is no list", {"layers.0.a.weight"}, "");
        row("other names", {"blocks.0.a.weight", "blocks.1.b.weight"}, "");
        row("no loop prints 01", {"layers.01.a.weight", "layers.02.a.weight"}, "");
        row("the model is the list", {"0.a.weight", "1.a.weight"}, "(model).*: 0 1");
        names.clear();
        addLayers(names, "encoder.layers.encoder_layer_", 2, {"ln.weight", "mlp.0.weight"});
        row("numbers behind a word", names,
            "encoder_layer_*: encoder.layers.encoder_layer_0 encoder.layers.encoder_layer_1");
        names.clear();
        for (const char* tower : {"tower1.", "tower2."}) {
            addLayers(names, tower + std::string("layers."), 2, {"a.weight"});
        }
        row("attributes hold the lists", names,
            "tower1.layers.*: tower1.layers.0 tower1.layers.1; "
            "tower2.layers.*: tower2.layers.0 tower2.layers.1");
        // Two of five repeat: the list is no list of blocks, but those two are.
        row("mostly different",
            {"f.0.a.weight", "f.1.b.weight", "f.2.c.weight", "f.3.d.weight", "f.4.d.weight"},
            "f.*: f.3 f.4");
        row("alternating",
            {"h.0.a.weight", "h.1.b.weight", "h.2.a.weight", "h.3.b.weight", "h.4.a.weight"},
            "h.*: h.0 h.2 h.4; h.*#2: h.1 h.3");
        row("a comma in a name", {"a,b.0.c.weight", "a,b.1.c.weight"}, "a_b.*: a,b.0 a,b.1");
    }
    void listsThatRepeat() {
        QFETCH(QStringList, names);
        QFETCH(QString, guessed);
        std::vector<std::string> list;
        for (const QString& name : names) {
            list.push_back(name.toStdString());
        }
        QCOMPARE(guessedText(entriesNamed(list)), guessed);
    }

    void shapesAndDtypesTell() {
        auto entries = entriesNamed({"h.0.a.weight", "h.1.a.weight"});
        QCOMPARE(guessedText(entries), QStringLiteral("h.*: h.0 h.1"));
        entries[1].shape = {5};
        QCOMPARE(guessedText(entries), QString());
        entries[1].shape = {4};
        entries[1].dtype = DType::Float16;
        QCOMPARE(guessedText(entries), QString());
    }

    /// Nobody declared such a class, so the JSON does not say that it is one.
    void jsonKeepsGuessesApart() {
        const auto tree = treeOf(m_lists["whisper"].entries);
        const std::string text = writeModuleTreeJson(*tree, "names");
        const auto object = nlohmann::json::parse(text);
        QCOMPARE(object["no_split_module_classes"].size(), std::size_t{0});
        QCOMPARE(object["guessed_no_split_classes"].get<std::vector<std::string>>(),
                 (std::vector<std::string>{"encoder.layers.*", "decoder.layers.*"}));
        const auto& layer = object["tree"]["children"][0]["children"][0]["children"][3]["children"];
        QCOMPARE(layer[0]["class"].get<std::string>(), std::string());
        QCOMPARE(layer[0]["guessed_class"].get<std::string>(), std::string("encoder.layers.*"));
        QVERIFY(!object["tree"].contains("guessed_class"));

        const auto again = parseModuleTreeJson(text, "again");
        QVERIFY(again);
        QCOMPARE(QString::fromStdString(treeText(**again)),
                 QString::fromStdString(treeText(*tree)));
        QVERIFY((*again)->guessedClasses() == tree->guessedClasses());
        QVERIFY((*again)->noSplitClasses() == tree->noSplitClasses());
        QCOMPARE(writeModuleTreeJson(**again, "names"), text);
    }

    /// What a hostile file could ask for: as many kinds as it has tensors, lists in lists, names
    /// without end.
    void hostileNamesStaySmall() {
        std::vector<std::string> names;
        for (int list = 0; list < 500; ++list) {
            addLayers(names, "l" + std::to_string(list) + ".", 2, {"a.weight"});
        }
        addLayers(names, "big.", 9, {"a.weight"});
        const auto many = treeOf(entriesNamed(names));
        QVERIFY(many->guessedClasses().size() <= 64);
        QVERIFY(std::ranges::count(many->guessedClasses(), std::string("big.*")) == 1);

        std::string path;
        names.clear();
        for (int depth = 0; depth < 200; ++depth) {
            names.push_back(path + "0.a" + std::to_string(depth) + ".weight");
            names.push_back(path + "1.b.weight");
            path += "0.";
        }
        QVERIFY(treeOf(entriesNamed(names)));

        const std::string longName(100'000, 'x');
        const auto named =
            treeOf(entriesNamed({longName + ".0.a.weight", longName + ".1.a.weight"}));
        QCOMPARE(named->guessedClasses().size(), std::size_t{1});
        QVERIFY(named->guessedClasses().front().size() < 200);
    }

    /// Recognised models have declared classes, and nothing is guessed beside them.
    void recognisedModelsAreNotGuessed() {
        const auto list = parseModuleTreeJson(
            readText(STOWAGE_TEST_DATA "/trees/gpt2-tiny-lmhead.tree.json"), "gpt2");
        QVERIFY(list);
        std::vector<StateDictEntry> entries;
        for (const TensorSpec& spec : (*list)->tensors()) {
            entries.push_back({spec.name, spec.dtype, spec.shape, 0});
        }
        const auto extra = entriesNamed({"extra.0.a.weight", "extra.1.a.weight"});
        entries.insert(entries.end(), extra.begin(), extra.end());
        const auto tree = treeOf(entries);
        QCOMPARE(tree->architecture(), std::string("gpt2"));
        QVERIFY(tree->guessedClasses().empty());
        QVERIFY(tree->noSplitClasses() == std::vector<std::string>{"GPT2Block"});
    }

private:
    static std::string readText(const char* path) {
        QFile file(QString::fromLatin1(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }
};

QTEST_APPLESS_MAIN(TestGuessedBlocks)
#include "tst_guessed_blocks.moc"
