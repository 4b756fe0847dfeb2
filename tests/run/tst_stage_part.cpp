// SPDX-License-Identifier: GPL-3.0-or-later
// What a stage has of a model: its own modules and tensors, and nothing else.
#include "engine/model/module_tree.h"
#include "engine/run/staged_model.h"
#include "tests/run/run_fixture.h"
#include "tests/support/golden_text.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run/");

StagedRun runOf(const RunFixture& fixture, PipelineStage stage) {
    return {stage, fixture.checkpoint, fixture.tree};
}

Result<StagePart> partOf(const RunFixture& fixture, PipelineStage stage) {
    return stagePartOf(runOf(fixture, stage), {}, {});
}

std::set<std::string> treeNames(const ModuleTree& tree) {
    std::set<std::string> names;
    for (const TensorSpec& tensor : tree.tensors()) {
        names.insert(tensor.name);
    }
    return names;
}

const StoredTensor* storedAs(const Checkpoint& checkpoint, const std::string& name) {
    const auto found = std::ranges::find(checkpoint.tensors, name, &StoredTensor::name);
    return found == checkpoint.tensors.end() ? nullptr : &*found;
}

/// Groups of modules by their paths.
std::vector<std::vector<std::string>> weldsOf(const ModuleTree& tree) {
    std::vector<std::vector<std::string>> welds;
    for (const std::vector<ModuleId>& group : tree.weldedGroups()) {
        std::vector<std::string>& paths = welds.emplace_back();
        for (const ModuleId module : group) {
            paths.push_back(tree.path(module));
        }
    }
    return welds;
}

}  // namespace

class StagePartTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void eachLayerIsInOnePart();
    void tiedWeightsAreInBothParts();
    void relationsAreThoseOfThePart();
    void layersMustBeTheModels();
    void familiesThatDoNotDivide_data();
    void familiesThatDoNotDivide();
};

void StagePartTest::eachLayerIsInOnePart() {
    const RunFixture mistral = openRunFixture(kRoot + "mistral");
    std::set<std::string> together;
    std::size_t count = 0;
    std::size_t stored = 0;
    for (int i = 0; i < 4; ++i) {
        const auto part = partOf(mistral, {{i, i}, i, 4});
        QVERIFY2(part, part ? "" : part.error().message.english().c_str());
        const std::set<std::string> names = treeNames(*part->tree);
        const std::string own = "model.layers." + std::to_string(i) + ".";
        for (const std::string& name : names) {
            const bool isLayer = name.starts_with("model.layers.");
            QVERIFY2(!isLayer || name.starts_with(own), name.c_str());
        }
        QCOMPARE(names.contains("model.embed_tokens.weight"), i == 0);
        QCOMPARE(names.contains("model.norm.weight"), i == 3);
        QCOMPARE(names.contains("lm_head.weight"), i == 3);
        QCOMPARE(part->checkpoint->describedTree, part->tree);
        for (const StoredTensor& tensor : part->checkpoint->tensors) {
            QVERIFY2(names.contains(tensor.name), tensor.name.c_str());
        }
        together.insert(names.begin(), names.end());
        count += names.size();
        stored += part->checkpoint->tensors.size();
    }
    QCOMPARE(count, together.size());
    QCOMPARE(stored, mistral.checkpoint->tensors.size());
}

/// GPT-2's head is its table: stored once, under the table's name, and needed at both ends.
void StagePartTest::tiedWeightsAreInBothParts() {
    const RunFixture gpt2 = openRunFixture(kRoot + "gpt2");
    const std::string table = "transformer.wte.weight";
    const std::string head = "lm_head.weight";
    QVERIFY(storedAs(*gpt2.checkpoint, head) == nullptr);
    const StoredTensor* const whole = storedAs(*gpt2.checkpoint, table);
    QVERIFY(whole != nullptr);
    const auto first = partOf(gpt2, {{0, 1}, 0, 2});
    const auto last = partOf(gpt2, {{2, 3}, 1, 2});
    QVERIFY(first && last);
    QVERIFY(!treeNames(*first->tree).contains(head));
    QVERIFY(!treeNames(*last->tree).contains(table));
    const StoredTensor* const begin = storedAs(*first->checkpoint, table);
    const StoredTensor* const end = storedAs(*last->checkpoint, head);
    QVERIFY(begin != nullptr && end != nullptr);
    QVERIFY(storedAs(*last->checkpoint, table) == nullptr);
    QCOMPARE(end->shape, whole->shape);
    QCOMPARE(end->dtype, whole->dtype);
    QCOMPARE(first->tree->tiedGroups().size(), std::size_t{0});
    QCOMPARE(last->tree->tiedGroups().size(), std::size_t{0});
    // One in the middle has neither, and one with both ends still has them as one.
    const auto middle = partOf(gpt2, {{1, 2}, 1, 3});
    QVERIFY(middle);
    QVERIFY(!treeNames(*middle->tree).contains(head) && !treeNames(*middle->tree).contains(table));
    const auto all = partOf(gpt2, {{0, 3}, 0, 1});
    QVERIFY(all);
    QCOMPARE(all->tree->tiedGroups().size(), std::size_t{1});
}

void StagePartTest::relationsAreThoseOfThePart() {
    RunFixture gpt2 = openRunFixture(kRoot + "gpt2");
    ModelDraft draft = draftOf(*gpt2.tree);
    draft.welded = {{"transformer.h.0", "transformer.h.1"}, {"transformer.h.2", "transformer.h.3"}};
    auto welded = ModuleTreeBuilder::build(std::move(draft));
    QVERIFY2(welded, welded ? "" : welded.error().message.english().c_str());
    gpt2.tree = *welded;
    using Welds = std::vector<std::vector<std::string>>;
    const auto first = partOf(gpt2, {{0, 1}, 0, 2});
    QVERIFY(first);
    QCOMPARE(weldsOf(*first->tree), (Welds{{"transformer.h.0", "transformer.h.1"}}));
    // Of a group that is parted nothing is left that could hold anything together.
    const auto middle = partOf(gpt2, {{1, 2}, 1, 3});
    QVERIFY(middle);
    QCOMPARE(weldsOf(*middle->tree), Welds());
    QCOMPARE(first->tree->noSplitClasses(), gpt2.tree->noSplitClasses());
}

void StagePartTest::layersMustBeTheModels() {
    const RunFixture gpt2 = openRunFixture(kRoot + "gpt2");
    const auto beyond = partOf(gpt2, {{2, 4}, 1, 2});
    QVERIFY(!beyond);
    QCOMPARE(beyond.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(beyond.error().key, std::string("stages"));
    QCOMPARE(beyond.error().message.english(),
             std::string(goldenText("run/this-model-has-the-layers-0-to-3")));
    const auto early = partOf(gpt2, {{1, 2}, 1, 2});
    QVERIFY(!early);
    QCOMPARE(early.error().code, ErrorCode::InvalidArgument);
    QVERIFY(early.error().message.english().find(goldenText("run/the-stages-end-with-layer-2")) !=
            std::string::npos);
}

void StagePartTest::familiesThatDoNotDivide_data() {
    QTest::addColumn<QString>("name");
    for (const char* const name : {"bert", "vit", "t5", "clip"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void StagePartTest::familiesThatDoNotDivide() {
    QFETCH(QString, name);
    const auto part = partOf(openRunFixture(kRoot + name), {{0, 0}, 0, 2});
    QVERIFY(!part);
    QCOMPARE(part.error().code, ErrorCode::Unsupported);
    QVERIFY2(part.error().message.english().ends_with(
                 goldenText("run/is-not-divided-into-stages-decoders")),
             part.error().message.english().c_str());
}

QTEST_GUILESS_MAIN(StagePartTest)
#include "tst_stage_part.moc"
