// SPDX-License-Identifier: GPL-3.0-or-later
// The maps that Accelerate's own guide shows, for trees written by hand from the models' code.
#ifndef Q_MOC_RUN
#include "engine/plan/map/device_map_text.h"
#include "tests/plan/plan_fixture.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

ModuleDraft module(const std::string& name, const std::string& className,
                   std::vector<ModuleDraft> children = {}) {
    ModuleDraft draft;
    draft.name = name;
    draft.className = className;
    draft.children = std::move(children);
    return draft;
}

enum class Bias { No, Yes };

ModuleDraft linear(const std::string& name, std::int64_t in, std::int64_t out, DType dtype,
                   Bias bias = Bias::Yes) {
    ModuleDraft draft = module(name, "Linear");
    draft.parameters.push_back({"weight", dtype, {out, in}, true});
    if (bias == Bias::Yes) {
        draft.parameters.push_back({"bias", dtype, {out}, true});
    }
    return draft;
}

ModuleDraft norm(const std::string& name, std::int64_t width, DType dtype) {
    ModuleDraft draft = module(name, "LayerNorm");
    draft.parameters.push_back({"weight", dtype, {width}, true});
    draft.parameters.push_back({"bias", dtype, {width}, true});
    return draft;
}

ModuleDraft embedding(const std::string& name, std::int64_t rows, std::int64_t width, DType dtype) {
    ModuleDraft draft = module(name, "Embedding");
    draft.parameters.push_back({"weight", dtype, {rows, width}, true});
    return draft;
}

std::shared_ptr<const ModuleTree> built(const ModelDraft& draft) {
    const auto tree = ModuleTreeBuilder::build(draft);
    return tree ? *tree : nullptr;
}

/// minGPT's GPT-2 XL: its head has a weight of its own.
std::shared_ptr<const ModuleTree> minGptXl() {
    constexpr std::int64_t kWidth = 1600;
    constexpr DType kType = DType::Float32;
    std::vector<ModuleDraft> blocks;
    for (int i = 0; i < 48; ++i) {
        ModuleDraft attention = module(
            "attn", "CausalSelfAttention",
            {linear("c_attn", kWidth, 3 * kWidth, kType), linear("c_proj", kWidth, kWidth, kType),
             module("attn_dropout", "Dropout"), module("resid_dropout", "Dropout")});
        attention.buffers.push_back({"bias", kType, {1, 1, 1024, 1024}, true});
        ModuleDraft mlp = module(
            "mlp", "ModuleDict",
            {linear("c_fc", kWidth, 4 * kWidth, kType), linear("c_proj", 4 * kWidth, kWidth, kType),
             module("act", "NewGELU"), module("dropout", "Dropout")});
        blocks.push_back(module(std::to_string(i), "Block",
                                {norm("ln_1", kWidth, kType), std::move(attention),
                                 norm("ln_2", kWidth, kType), std::move(mlp)}));
    }
    ModelDraft draft;
    draft.root = module("", "GPT");
    draft.root.children = {
        module("transformer", "ModuleDict",
               {embedding("wte", 50257, kWidth, kType), embedding("wpe", 1024, kWidth, kType),
                module("drop", "Dropout"), module("h", "ModuleList", std::move(blocks)),
                norm("ln_f", kWidth, kType)}),
        linear("lm_head", kWidth, 50257, kType, Bias::No)};
    draft.noSplitClasses = {"Block"};
    return built(draft);
}

std::shared_ptr<const ModuleTree> bloom176b() {
    constexpr std::int64_t kWidth = 14336;
    constexpr DType kType = DType::BFloat16;
    std::vector<ModuleDraft> blocks;
    for (int i = 0; i < 70; ++i) {
        blocks.push_back(module(std::to_string(i), "BloomBlock",
                                {norm("input_layernorm", kWidth, kType),
                                 module("self_attention", "BloomAttention",
                                        {linear("query_key_value", kWidth, 3 * kWidth, kType),
                                         linear("dense", kWidth, kWidth, kType),
                                         module("attention_dropout", "Dropout")}),
                                 norm("post_attention_layernorm", kWidth, kType),
                                 module("mlp", "BloomMLP",
                                        {linear("dense_h_to_4h", kWidth, 4 * kWidth, kType),
                                         module("gelu_impl", "BloomGelu"),
                                         linear("dense_4h_to_h", 4 * kWidth, kWidth, kType)})}));
    }
    ModelDraft draft;
    draft.root = module("", "BloomForCausalLM");
    draft.root.children = {
        module("transformer", "BloomModel",
               {embedding("word_embeddings", 250880, kWidth, kType),
                norm("word_embeddings_layernorm", kWidth, kType),
                module("h", "ModuleList", std::move(blocks)), norm("ln_f", kWidth, kType)}),
        linear("lm_head", kWidth, 250880, kType, Bias::No)};
    draft.tied = {{"transformer.word_embeddings.weight", "lm_head.weight"}};
    draft.noSplitClasses = {"BloomBlock"};
    return built(draft);
}

/// The guide's "two blocks, each of three linear layers".
std::shared_ptr<const ModuleTree> twoBlocks() {
    const auto block = [](const std::string& name) {
        return module(
            name, "Block",
            {linear("linear1", 10, 10, DType::Float32), linear("linear2", 10, 10, DType::Float32),
             linear("linear3", 10, 10, DType::Float32)});
    };
    ModelDraft draft;
    draft.root = module("", "Model", {block("block1"), block("block2")});
    return built(draft);
}

Plan underMap(std::shared_ptr<const ModuleTree> tree, const std::string& text) {
    const auto map = parseDeviceMapText(text);
    if (!map) {
        return nullptr;
    }
    PlacementRequest request = requestFor(std::move(tree), {kGiB, kGiB});
    request.strategy = Strategy::Manual;
    request.givenMap = map->map;
    return planOf(request);
}

}  // namespace

class GuideMapsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void gpt2XlOnTwoGpus_data();
    void gpt2XlOnTwoGpus();
    void twoBlockMaps_data();
    void twoBlockMaps();
    void bloomOnEightGpus_data();
    void bloomOnEightGpus();
    void aModelLargerThanThisMachine();
};

void GuideMapsTest::gpt2XlOnTwoGpus_data() {
    QTest::addColumn<int>("gib");
    for (int gib = 8; gib <= 40; gib += 4) {
        QTest::addRow("%d GiB each", gib) << gib;
    }
}

void GuideMapsTest::gpt2XlOnTwoGpus() {
    QFETCH(int, gib);
    const std::uint64_t capacity = static_cast<std::uint64_t>(gib) * kGiB;
    PlacementRequest request = requestFor(minGptXl(), {capacity, capacity});
    setBudgets(request, "0=" + std::to_string(gib) + "GiB,1=" + std::to_string(gib) + "GiB");
    const Plan plan = planOf(request);
    QVERIFY(plan != nullptr);
    QCOMPARE(plan->map.entries().size(), std::size_t{53});
    for (int i = 0; i < 48; ++i) {
        const std::string block = "transformer.h." + std::to_string(i);
        QVERIFY2(plan->map.exact(block) == DeviceId::gpu(i <= 21 ? 0 : 1), block.c_str());
    }
    for (const char* const first : {"transformer.wte", "transformer.wpe", "transformer.drop"}) {
        QVERIFY(plan->map.exact(first) == DeviceId::gpu(0));
    }
    for (const char* const last : {"transformer.ln_f", "lm_head"}) {
        QVERIFY(plan->map.exact(last) == DeviceId::gpu(1));
    }
    QVERIFY(plan->verdict == Verdict::Fits);
}

void GuideMapsTest::twoBlockMaps_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("uncovered");
    QTest::newRow("block by block") << R"({"block1": 0, "block2": 1})" << QString();
    QTest::newRow("layer by layer")
        << R"({"block1": 0, "block2.linear1": 0, "block2.linear2": 1, "block2.linear3": 1})"
        << QString();
    QTest::newRow("a layer is missing")
        << R"({"block1": 0, "block2.linear1": 1, "block2.linear2": 1})"
        << "block2.linear3";
}

void GuideMapsTest::twoBlockMaps() {
    QFETCH(QString, map);
    QFETCH(QString, uncovered);
    const Plan plan = underMap(twoBlocks(), map.toStdString());
    QVERIFY(plan != nullptr);
    const PlanIssue* const issue = findIssue(*plan, "no_device");
    QCOMPARE(issue == nullptr, uncovered.isEmpty());
    QVERIFY((plan->verdict == Verdict::Fits) == uncovered.isEmpty());
    if (issue != nullptr) {
        QCOMPARE(QString::fromStdString(issue->module), uncovered);
        QVERIFY2(issue->text.english().find("block2.linear3.weight") != std::string::npos,
                 issue->text.english().c_str());
    }
}

void GuideMapsTest::bloomOnEightGpus_data() {
    QTest::addColumn<int>("strategy");
    QTest::newRow("sequential") << static_cast<int>(Strategy::Sequential);
    QTest::newRow("auto") << static_cast<int>(Strategy::Auto);
}

void GuideMapsTest::bloomOnEightGpus() {
    QFETCH(int, strategy);
    const std::uint64_t capacity = 80 * kGiB;
    PlacementRequest request =
        requestFor(bloom176b(), std::vector<std::uint64_t>(8, capacity), 200 * kGiB);
    setBudgets(request, "0=30GiB,1=46GiB,2=46GiB,3=46GiB,4=46GiB,5=46GiB,6=46GiB,7=46GiB");
    request.strategy = static_cast<Strategy>(strategy);
    const Plan plan = planOf(request);
    QVERIFY(plan != nullptr);
    std::vector<std::uint32_t> keys;
    for (std::uint32_t gpu = 0; gpu < 8; ++gpu) {
        keys.push_back(plan->placement(DeviceId::gpu(gpu))->blocks);
    }
    QCOMPARE(keys, (std::vector<std::uint32_t>{7, 10, 10, 10, 10, 10, 10, 7}));
    QVERIFY(plan->map.exact("lm_head") == DeviceId::gpu(0));
    QVERIFY(plan->map.exact("transformer.h.3") == DeviceId::gpu(0));
    QVERIFY(plan->map.exact("transformer.h.4") == DeviceId::gpu(1));
    QVERIFY(plan->verdict == Verdict::Fits);
}

void GuideMapsTest::aModelLargerThanThisMachine() {
    constexpr std::int64_t kSide = 10'000;
    ModelDraft draft;
    draft.root = module("", "Sequential");
    for (int i = 0; i < 1000; ++i) {
        draft.root.children.push_back(linear(std::to_string(i), kSide, kSide, DType::Float32));
    }
    const auto tree = built(draft);
    QVERIFY(tree != nullptr);
    QCOMPARE(tree->totalBytes(), std::uint64_t{400'040'000'000});
    QCOMPARE(QString::number(static_cast<double>(tree->totalBytes()) / static_cast<double>(kGiB),
                             'f', 1),
             QStringLiteral("372.6"));
    const Plan plan = planOf(requestFor(tree, {80 * kGiB, 80 * kGiB}, 500 * kGiB));
    QVERIFY(plan != nullptr);
    double weights = 0;
    for (const DevicePlacement& placement : plan->placements) {
        weights += placement.weights;
    }
    QCOMPARE(weights, 400'040'000'000.0);
}

QTEST_GUILESS_MAIN(GuideMapsTest)
#include "tst_guide_maps.moc"
