// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json_reader.h"
#include "engine/model/config_tree.h"
#include "engine/model/module_tree_json.h"
#include "tests/support/state_dict.h"
#include "tests/support/tree_text.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>

using namespace stowage;
using stowage::test::buildStateDictTree;
using stowage::test::treeText;

namespace {

std::string fileText(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The state dict that a model of this tree would save.
std::vector<StateDictEntry> stateDictOf(const ModuleTree& tree) {
    std::vector<StateDictEntry> entries;
    for (const TensorSpec& spec : tree.tensors()) {
        if (spec.persistent) {
            entries.push_back({spec.name, spec.dtype, spec.shape, spec.storage.value + 1});
        }
    }
    return entries;
}

void sortByName(std::vector<StateDictEntry>& entries) {
    std::ranges::sort(entries, {}, &StateDictEntry::name);
    for (StateDictEntry& entry : entries) {
        entry.tieGroup = 0;
    }
}

std::shared_ptr<const ModuleTree> recordedTree(const std::string& id, const char* noSplit) {
    static const auto kTrees =
        *parseJson(fileText(STOWAGE_TEST_DATA "/placement/trees.json"), "trees.json");
    const nlohmann::ordered_json document = {{"format", "stowage.tree"},
                                             {"version", 1},
                                             {"no_split_module_classes", {noSplit}},
                                             {"tree", kTrees[id]}};
    return *parseModuleTreeJson(document.dump(), id);
}

StateDictEntry entry(const char* name, std::vector<std::int64_t> shape = {2}) {
    return {name, DType::Float32, std::move(shape), 0};
}

std::string namesOf(const ModuleTree& tree) {
    std::string names;
    for (const TensorSpec& spec : tree.tensors()) {
        names += spec.name + " ";
    }
    return names;
}

}  // namespace

class TestArchitecture : public QObject {
    Q_OBJECT

private:
    void compare(const ModuleTree& tree, const ModuleTree& expected) {
        QCOMPARE(QString::fromStdString(treeText(tree)),
                 QString::fromStdString(treeText(expected)));
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// Trees that transformers and torch built on the meta device.
    void treesAreThoseOfTheLibraries_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("architecture");
        QTest::newRow("GPT2LMHeadModel") << "gpt2-tiny-lmhead"
                                         << "gpt2";
        QTest::newRow("GPT2Model") << "gpt2-tiny-model"
                                   << "gpt2";
        QTest::newRow("GPTModel") << "raschka-tiny"
                                  << "raschka-gpt2";
    }
    void treesAreThoseOfTheLibraries() {
        QFETCH(QString, file);
        QFETCH(QString, architecture);
        const std::string path = STOWAGE_TEST_DATA "/trees/" + file.toStdString() + ".tree.json";
        const auto expected = parseModuleTreeJson(fileText(path), path);
        QVERIFY(expected);
        auto entries = stateDictOf(**expected);
        const auto tree = buildStateDictTree(entries, KeyOrder::Registration);
        QVERIFY(tree);
        compare(**tree, **expected);
        QCOMPARE((*tree)->architecture(), architecture.toStdString());

        // As a safetensors file would have it: sorted, the head's second name left out.
        sortByName(entries);
        std::erase_if(entries, [](const auto& e) { return e.name == "lm_head.weight"; });
        compare(**buildStateDictTree(entries, KeyOrder::Sorted), **expected);
    }

    void treesAreThoseRecorded_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("noSplit");
        QTest::addColumn<QString>("leftOut");
        QTest::newRow("from scratch") << "raschka-124M"
                                      << "TransformerBlock" << QString();
        QTest::newRow("774M") << "raschka-774M"
                              << "TransformerBlock" << QString();
        QTest::newRow("1558M") << "raschka-1558M"
                               << "TransformerBlock" << QString();
        QTest::newRow("tied, head left out") << "raschka-124M-tied"
                                             << "TransformerBlock"
                                             << "out_head.weight";
        QTest::newRow("tied, both names") << "raschka-124M-tied"
                                          << "TransformerBlock" << QString();
        QTest::newRow("masks in the file") << "gpt2-small-legacy"
                                           << "GPT2Block" << QString();
        QTest::newRow("XL") << "gpt2-xl"
                            << "GPT2Block"
                            << "lm_head.weight";
    }
    void treesAreThoseRecorded() {
        QFETCH(QString, id);
        QFETCH(QString, noSplit);
        QFETCH(QString, leftOut);
        const auto recorded = recordedTree(id.toStdString(), noSplit.toLatin1().constData());
        auto entries = stateDictOf(*recorded);
        std::erase_if(entries, [&](const auto& e) { return e.name == leftOut.toStdString(); });
        const auto tree = buildStateDictTree(entries, KeyOrder::Registration);
        QVERIFY(tree);
        if (id == QStringLiteral("gpt2-xl")) {
            // The recorded model has non-persistent masks, which no file tells of.
            QCOMPARE((*tree)->totalParameters(), recorded->totalParameters());
            QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
            return;
        }
        compare(**tree, *recorded);
    }

    void untiedHeadStaysUntied() {
        const auto recorded = recordedTree("gpt2-small-untied", "GPT2Block");
        const auto tree = buildStateDictTree(stateDictOf(*recorded), KeyOrder::Registration);
        QVERIFY(tree);
        QVERIFY((*tree)->tiedGroups().empty());
        QCOMPARE((*tree)->totalParameters(), recorded->totalParameters());
    }

    void unexpectedKeysStayVisible() {
        const auto expected = parseModuleTreeJson(
            fileText(STOWAGE_TEST_DATA "/trees/gpt2-tiny-lmhead.tree.json"), "gpt2");
        auto entries = stateDictOf(**expected);
        entries.push_back(entry("transformer.h.0.adapter.down.weight", {4, 16}));
        entries.push_back(entry("value_head.weight", {1, 16}));
        std::erase_if(entries, [](const auto& e) { return e.name == "transformer.h.1.ln_2.bias"; });
        const auto tree = buildStateDictTree(entries, KeyOrder::Registration);
        QVERIFY(tree);
        QCOMPARE((*tree)->architecture(), std::string("gpt2"));
        const auto adapter = (*tree)->findModule("transformer.h.0.adapter.down");
        QVERIFY(adapter);
        QCOMPARE((*tree)->node(*adapter).className, std::string());
        QVERIFY((*tree)->findTensor("value_head.weight"));
        QVERIFY(!(*tree)->findTensor("transformer.h.1.ln_2.bias"));
        QCOMPARE((*tree)->node(*(*tree)->findModule("transformer.h.1.ln_2")).className,
                 std::string("LayerNorm"));
    }

    void otherHeadsGetNoLanguageModelHead() {
        const auto expected = parseModuleTreeJson(
            fileText(STOWAGE_TEST_DATA "/trees/gpt2-tiny-lmhead.tree.json"), "gpt2");
        auto entries = stateDictOf(**expected);
        std::erase_if(entries, [](const auto& e) { return e.name == "lm_head.weight"; });
        entries.push_back(entry("score.weight", {2, 16}));
        const auto tree = buildStateDictTree(entries, KeyOrder::Registration);
        QVERIFY(tree);
        QCOMPARE((*tree)->node(ModuleTree::root()).className,
                 std::string("GPT2ForSequenceClassification"));
        QVERIFY(!(*tree)->findModule("lm_head"));
    }

    void twoHeadsKeepTheTiedOne() {
        const auto expected = parseModuleTreeJson(
            fileText(STOWAGE_TEST_DATA "/trees/gpt2-tiny-lmhead.tree.json"), "gpt2");
        auto entries = stateDictOf(**expected);
        entries.push_back(entry("multiple_choice_head.summary.weight", {1, 16}));
        entries.push_back(entry("multiple_choice_head.summary.bias", {1}));
        const auto tree = buildStateDictTree(entries, KeyOrder::Sorted);
        QVERIFY(tree);
        QCOMPARE((*tree)->node(ModuleTree::root()).className, std::string("GPT2DoubleHeadsModel"));
        const auto head = (*tree)->findModule("multiple_choice_head");
        QVERIFY(head);
        QCOMPARE((*tree)->node(*head).className, std::string("GPT2SequenceSummary"));
        QVERIFY((*tree)->findModule("multiple_choice_head.last_dropout"));
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
    }

    /// minGPT comes without a config.json; a tied head is nanoGPT's, which builds other classes.
    void minGptIsKnownByItsKeys() {
        const auto expected = treeFromConfig(
            "{\"model_type\": \"gpt2-xl\", \"vocab_size\": 50257, \"block_size\": 1024}", "guide");
        QVERIFY2(expected, expected ? "" : expected.error().message.english().c_str());
        auto entries = stateDictOf(**expected);
        compare(**buildStateDictTree(entries, KeyOrder::Registration), **expected);
        sortByName(entries);
        const auto sorted = buildStateDictTree(entries, KeyOrder::Sorted);
        compare(**sorted, **expected);
        QCOMPARE((*sorted)->architecture(), std::string("mingpt"));
        QCOMPARE((*sorted)->noSplitClasses(), std::vector<std::string>{"Block"});
        for (StateDictEntry& e : entries) {
            const bool isShared = e.name == "transformer.wte.weight" || e.name == "lm_head.weight";
            e.tieGroup = isShared ? 7 : 0;
        }
        QCOMPARE((*buildStateDictTree(entries, KeyOrder::Sorted))->architecture(), std::string());
    }

    /// The same names with weights of torch.nn.Linear are another model.
    void shapesTellLookalikesApart() {
        const auto expected = parseModuleTreeJson(
            fileText(STOWAGE_TEST_DATA "/trees/gpt2-tiny-lmhead.tree.json"), "gpt2");
        auto entries = stateDictOf(**expected);
        for (StateDictEntry& e : entries) {
            if (e.shape.size() == 2) {
                std::ranges::reverse(e.shape);
            }
        }
        const auto tree = buildStateDictTree(entries, KeyOrder::Registration);
        QVERIFY(tree);
        QCOMPARE((*tree)->architecture(), std::string());
        QCOMPARE((*tree)->node(ModuleTree::root()).className, std::string());
    }

    void otherFilesGetTreesFromNames() {
        const std::vector<StateDictEntry> entries = {
            entry("b.10.weight"), entry("b.9.weight"), entry("a.bias"),   entry("b.9.bias"),
            entry("top"),         entry("odd..name"),  entry(".leading"), entry("a.x.y.z")};
        const auto kept = buildStateDictTree(entries, KeyOrder::Registration);
        QVERIFY(kept);
        QCOMPARE(namesOf(**kept), std::string("top .leading b.10.weight b.9.weight b.9.bias a.bias "
                                              "a.x.y.z odd..name "));
        const auto sorted = buildStateDictTree(entries, KeyOrder::Sorted);
        QVERIFY(sorted);
        QCOMPARE(namesOf(**sorted), std::string(".leading top a.bias a.x.y.z b.9.bias b.9.weight "
                                                "b.10.weight odd..name "));
        QVERIFY((*sorted)->noSplitClasses().empty());
    }

    void namesOfManyDotsDoNoHarm() {
        std::string deep;
        for (int i = 0; i < 200000; ++i) {
            deep += "a.";
        }
        const std::vector<StateDictEntry> entries = {{deep + "w", DType::Int8, {1}, 0}};
        const auto tree = buildStateDictTree(entries, KeyOrder::Sorted);
        QVERIFY(tree);
        QCOMPARE((*tree)->nodes().size(), std::size_t{257});
        QCOMPARE((*tree)->tensors().front().name, deep + "w");
    }

    void emptyStateDictIsAnEmptyTree() {
        const auto tree = buildStateDictTree({}, KeyOrder::Sorted);
        QVERIFY(tree);
        QCOMPARE((*tree)->nodes().size(), std::size_t{1});
        QCOMPARE((*tree)->totalBytes(), std::uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestArchitecture)
#include "tst_architecture.moc"
