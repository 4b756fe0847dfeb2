// SPDX-License-Identifier: GPL-3.0-or-later
// Several models in one plan: their tree, Accelerate's maps of it (record_adapters.py), and what
// they take together.
#ifndef Q_MOC_RUN
#include "engine/capacity/estimate_json.h"
#include "engine/capacity/tenants.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/place/place.h"
#include "tests/plan/plan_fixture.h"

#include <nlohmann/json.hpp>
#endif

#include <QTemporaryDir>
#include <QtTest/QtTest>
#include <algorithm>
#include <fstream>

using namespace stowage;
using namespace stowage::test;
using nlohmann::ordered_json;

namespace {

const std::string kFolder = STOWAGE_TEST_DATA "/adapters/";

std::string folderOfCase(const std::string& name) {
    return kFolder + name + "/base";
}

using Opened = std::shared_ptr<const Checkpoint>;

/// A model with others beside it; null, with a warning, where that failed.
Opened openTogether(const std::string& main, std::vector<NamedPath> tenants) {
    OpenOptions options;
    options.tenants = std::move(tenants);
    const auto opened = openCheckpoint(main, options);
    if (!opened) {
        qWarning("%s", opened.error().message.english().c_str());
        return nullptr;
    }
    return *opened;
}

EstimateInput inputOf(const Plan& plan, const Opened& checkpoint) {
    EstimateInput input;
    input.plan = plan;
    input.checkpoint = checkpoint;
    return input;
}

}  // namespace

class TestTenants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void mapsAreThoseOfAModuleThatHoldsTheModels() {
        std::ifstream file(kFolder + "tenants.json");
        int rows = 0;
        for (const auto& group : ordered_json::parse(file)) {
            std::vector<NamedPath> tenants;
            std::string main;
            for (const auto& [name, folder] : group.at("models").items()) {
                const std::string path = folderOfCase(folder.get<std::string>());
                if (main.empty()) {
                    main = path;  // it is called "model"
                } else {
                    tenants.push_back({name, path});
                }
            }
            const Opened checkpoint = openTogether(main, tenants);
            QVERIFY(checkpoint != nullptr);
            for (const auto& row : group.at("maps")) {
                std::string limits;
                std::vector<std::uint64_t> gpus;
                for (const auto& [device, bytes] : row.at("max_memory").items()) {
                    limits += (limits.empty() ? "" : ",") + device + "=" + bytes.dump();
                    if (device != "cpu") {
                        gpus.push_back(std::uint64_t{1} << 30);
                    }
                }
                PlacementRequest request = requestFor(checkpoint->describedTree, gpus);
                setBudgets(request, limits);
                const auto strategy = row.at("strategy").get<std::string>();
                request.strategy = strategy == "auto"         ? Strategy::Auto
                                   : strategy == "sequential" ? Strategy::Sequential
                                                              : Strategy::BalancedLow0;
                const Plan plan = planOf(request);
                QVERIFY2(plan != nullptr, row.dump().c_str());
                DeviceMap expected;
                for (const auto& pair : row.at("device_map")) {
                    expected.set(pair[0].get<std::string>(),
                                 *parseDevice(pair[1].get<std::string>()));
                }
                QCOMPARE(QString::fromStdString(mapText(plan->map)),
                         QString::fromStdString(mapText(expected)));
                ++rows;
            }
        }
        QVERIFY(rows >= 40);
    }

    void eachModelHasItsPartOfTheMap() {
        const Opened checkpoint =
            openTogether(folderOfCase("llama"), {{"draft", folderOfCase("gpt2")}});
        QVERIFY(checkpoint != nullptr);
        PlacementRequest request =
            requestFor(checkpoint->describedTree, {std::uint64_t{1} << 30, std::uint64_t{1} << 30});
        request.strategy = Strategy::Manual;
        request.givenMap.set("", DeviceId::gpu(0));
        request.givenMap.set("draft", DeviceId::gpu(1));
        request.givenMap.set("draft.transformer.h.1", DeviceId::cpu());
        request.givenMap.set("model.lm_head", DeviceId::gpu(1));
        const Plan plan = planOf(request);
        QVERIFY(plan != nullptr);
        const auto& tenants = *checkpoint->tenants;
        const auto main = planOfTenant(*plan, "model", tenants[0].tree);
        const auto draft = planOfTenant(*plan, "draft", tenants[1].tree);
        QVERIFY(main.has_value() && draft.has_value());
        const auto places = [](const PlacementPlan& own, const char* tensor) {
            return *own.map.deviceOf(tensor);
        };
        QVERIFY(places(**main, "model.norm.weight") == DeviceId::gpu(0));
        QVERIFY(places(**main, "lm_head.weight") == DeviceId::gpu(1));
        QVERIFY(places(**draft, "transformer.h.0.ln_1.weight") == DeviceId::gpu(1));
        QVERIFY(places(**draft, "transformer.h.1.ln_1.weight") == DeviceId::cpu());
        // Every byte of the plan is in one of them.
        for (const DevicePlacement& placement : plan->placements) {
            const auto of = [&](const PlacementPlan& own) {
                return own.placement(placement.device.id)->weights;
            };
            QCOMPARE(of(**main) + of(**draft), placement.weights);
        }
        // What is offloaded runs where the whole plan runs it.
        QVERIFY((*draft)->executionDevice() == plan->executionDevice());
    }

    void whatIsThereAddsUpAndWhatRunsIsTheMost() {
        const Opened checkpoint =
            openTogether(folderOfCase("llama"), {{"draft", folderOfCase("gpt2")}});
        QVERIFY(checkpoint != nullptr);
        const Plan plan = planOf(requestFor(checkpoint->describedTree, {std::uint64_t{1} << 30}));
        EstimateInput input = inputOf(plan, checkpoint);
        input.workload.engine = kOwnEngine;
        input.workload.batch = 2;
        input.workload.prompt = 8;
        input.workload.generate = 4;
        const auto estimate = estimateTenants(input, true);
        QVERIFY2(estimate.has_value(), estimate ? "" : estimate.error().message.english().c_str());
        QCOMPARE(estimate->tenants.size(), 2U);
        const DeviceEstimate& both = estimate->devices.front();
        const DeviceEstimate& main = estimate->tenants[0].estimate->devices.front();
        const DeviceEstimate& draft = estimate->tenants[1].estimate->devices.front();
        QCOMPARE(estimate->tenants[1].estimate->workload.batch, 2U);
        QVERIFY(main.weights > 0 && draft.weights > 0 && main.kvCache > 0 && draft.kvCache > 0);
        QCOMPARE(both.weights, main.weights + draft.weights);
        QCOMPARE(both.kvCache, main.kvCache + draft.kvCache);
        const auto moving = [](const DeviceEstimate& device) {
            return device.peakAllocated - device.weights - device.kvCache;
        };
        QCOMPARE(moving(both), std::max(moving(main), moving(draft)));
        QVERIFY(both.peakAllocated < main.peakAllocated + draft.peakAllocated);
        QCOMPARE(estimate->verdict, Verdict::Fits);
        QVERIFY(tenantsSentence(*estimate).english().starts_with("Fits: 2 models together."));
    }

    /// Each fits alone, and both do not.
    void twoModelsThatFitAloneMayNotFitTogether() {
        const Opened checkpoint =
            openTogether(folderOfCase("llama"), {{"draft", folderOfCase("gpt2")}});
        QVERIFY(checkpoint != nullptr);
        EstimateInput input;
        std::uint64_t needed = 0;
        const auto estimateOn = [&](std::uint64_t capacity) {
            PlacementRequest request = requestFor(checkpoint->describedTree, {capacity});
            request.strategy = Strategy::Manual;
            request.givenMap.set("", DeviceId::gpu(0));
            input = inputOf(planOf(request), checkpoint);
            input.workload.prompt = 8;
            input.workload.generate = 8;
            input.workload.batch = 20000;
            input.workload.engine = "transformers";
            return estimateTenants(input, true);
        };
        const auto roomy = estimateOn(std::uint64_t{1} << 40);
        QVERIFY2(roomy.has_value(), roomy ? "" : roomy.error().message.english().c_str());
        for (const TenantEstimate& tenant : roomy->tenants) {
            needed = std::max(needed, tenant.estimate->devices.front().needed());
        }
        const auto tight = estimateOn(needed + (std::uint64_t{2} << 20));
        QVERIFY(tight.has_value());
        for (const TenantEstimate& tenant : tight->tenants) {
            QCOMPARE(tenant.estimate->verdict, Verdict::Fits);
        }
        QCOMPARE(tight->verdict, Verdict::DoesNotFit);
        const std::string said = tenantsSentence(*tight).english();
        QVERIFY2(said.find(" and lacks ") != std::string::npos && said.ends_with(" MiB."),
                 said.c_str());
    }

    void anEncoderIsAskedForNoAnswer() {
        const Opened checkpoint =
            openTogether(folderOfCase("llama"), {{"embedder", folderOfCase("bert")}});
        QVERIFY(checkpoint != nullptr);
        EstimateInput input = inputOf(
            planOf(requestFor(checkpoint->describedTree, {std::uint64_t{1} << 30})), checkpoint);
        input.workload.engine = kOwnEngine;
        input.workload.prompt = 100;
        input.workload.generate = 50;
        input.workload.context = 200;
        const auto estimate = estimateTenants(input, true);
        QVERIFY2(estimate.has_value(), estimate ? "" : estimate.error().message.english().c_str());
        const Workload& own = estimate->tenants[1].estimate->workload;
        QCOMPARE(own.generate, 0U);
        QCOMPARE(own.prompt, 16U);  // its positions
        QCOMPARE(estimate->tenants[0].estimate->workload.generate, 50U);
    }

    /// Of a model that sees, images are tokens of what is served.
    void blocksAreOfWhatIsServed() {
        const QTemporaryDir folder;
        std::ofstream(folder.filePath("config.json").toStdString())
            << R"({"model_type": "llava", "architectures": ["LlavaForConditionalGeneration"],
                   "vision_feature_select_strategy": "default",
                   "text_config": {"model_type": "llama", "hidden_size": 64,
                                   "intermediate_size": 128, "num_hidden_layers": 2,
                                   "num_attention_heads": 4, "vocab_size": 100},
                   "vision_config": {"model_type": "clip_vision_model", "hidden_size": 64,
                                     "intermediate_size": 128, "num_hidden_layers": 2,
                                     "num_attention_heads": 4, "image_size": 336,
                                     "patch_size": 14, "projection_dim": 64}})";
        const Opened checkpoint =
            openTogether(folder.path().toStdString(), {{"draft", folderOfCase("gpt2")}});
        QVERIFY(checkpoint != nullptr);
        EstimateInput input = inputOf(
            planOf(requestFor(checkpoint->describedTree, {std::uint64_t{1} << 30})), checkpoint);
        input.workload.engine = "transformers";
        const auto facts =
            knownFacts(*(*checkpoint->tenants)[0].checkpoint, *(*checkpoint->tenants)[0].tree);
        QVERIFY(facts && facts->images);
        input.workload.prompt = 8;
        auto estimate = estimateTenants(input, true);
        QVERIFY2(estimate.has_value(), estimate ? "" : estimate.error().message.english().c_str());
        // As if the model alone were asked for an image.
        EstimateInput alone = input;
        alone.plan = estimate->tenants[0].estimate->plan;
        alone.checkpoint = (*checkpoint->tenants)[0].checkpoint;
        alone.workload.images = 1;
        const auto images = estimateCapacity(alone);
        QVERIFY2(images.has_value(), images ? "" : images.error().message.english().c_str());
        estimate->tenants[0].estimate = *images;
        const auto json = ordered_json::parse(tenantsToJson(*estimate, input.plan->map));
        const auto one = ordered_json::parse(estimateToJson(**images, {}));
        const auto blocksOf = [](const ordered_json& document) {
            return document.at("devices").at("gpu:0").at("kv_blocks").get<std::uint64_t>();
        };
        QCOMPARE(blocksOf(json.at("tenants").at(0)), blocksOf(one));
    }

    /// As one without keys and values is that answers all the same.
    void aRecurrentModelIsAskedForItsAnswer() {
        const QTemporaryDir folder;
        std::ofstream(folder.filePath("config.json").toStdString())
            << R"({"model_type": "mamba", "architectures": ["MambaForCausalLM"],
                   "hidden_size": 16, "num_hidden_layers": 2, "vocab_size": 64})";
        const Opened checkpoint =
            openTogether(folderOfCase("llama"), {{"draft", folder.path().toStdString()}});
        QVERIFY(checkpoint != nullptr);
        EstimateInput input = inputOf(
            planOf(requestFor(checkpoint->describedTree, {std::uint64_t{1} << 30})), checkpoint);
        input.workload.prompt = 8;
        input.workload.generate = 8;
        input.workload.context = 32;
        input.workload.engine = "transformers";
        const auto estimate = estimateTenants(input, true);
        QVERIFY2(estimate.has_value(), estimate ? "" : estimate.error().message.english().c_str());
        QCOMPARE(estimate->tenants[1].estimate->workload.generate, std::uint64_t{8});
        QCOMPARE(estimate->tenants[1].estimate->workload.context, std::uint64_t{32});
    }

    void aModelIsNotAskedForMoreThanItReads() {
        const Opened checkpoint =
            openTogether(folderOfCase("llama"), {{"draft", folderOfCase("gpt2")}});
        QVERIFY(checkpoint != nullptr);
        EstimateInput input = inputOf(
            planOf(requestFor(checkpoint->describedTree, {std::uint64_t{1} << 30})), checkpoint);
        input.workload.prompt = 100;
        input.workload.generate = 50;
        const auto estimate = estimateTenants(input, true);
        QVERIFY2(estimate.has_value(), estimate ? "" : estimate.error().message.english().c_str());
        const Workload& own = estimate->tenants[1].estimate->workload;
        QCOMPARE(own.tokens(), 16U);
        QVERIFY(own.prompt > 0 && own.generate > 0);
    }

    /// transformers leaves these layers out; serving engines hold them beside the model.
    void layersForMultiTokenPredictionAreAModelOfTheirOwn() {
        const std::string path = kFolder + "ernie-mtp";
        OpenOptions options;
        options.withMtp = true;
        const auto opened = openCheckpoint(path, options);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.english().c_str());
        const Opened& checkpoint = *opened;
        QVERIFY2(checkpoint->keyCheck->agrees(),
                 keyCheckSentence(*checkpoint->keyCheck).english().c_str());
        QVERIFY(checkpoint->keyCheck->ignored.empty());
        const ModuleTree& tree = *checkpoint->describedTree;
        QVERIFY(tree.findTensor("mtp.model.mtp_block.0.self_attn.q_proj.weight"));
        // 16 × (16 + 8 + 8 + 16 + 3 × 24 + 32) numbers in matrices, and four norms.
        const ModuleNode& drafts = tree.node(*tree.findModule("mtp"));
        QCOMPARE(drafts.subtreeParameters, 16U * (16 + 8 + 8 + 16 + 3 * 24 + 32) + 4 * 16);
        const auto alone = openCheckpoint(path);
        QVERIFY(alone.has_value());
        QCOMPARE(tree.node(*tree.findModule("model")).subtreeParameters,
                 (*alone)->describedTree->node(ModuleTree::root()).subtreeParameters);

        EstimateInput input = inputOf(
            planOf(requestFor(checkpoint->describedTree, {std::uint64_t{1} << 30})), checkpoint);
        input.workload.prompt = 8;
        input.workload.generate = 8;
        input.workload.engine = "transformers";
        const auto estimate = estimateTenants(input, true);
        QVERIFY2(estimate.has_value(), estimate ? "" : estimate.error().message.english().c_str());
        // One layer's keys and values beside the model's two.
        const auto& tenants = estimate->tenants;
        QVERIFY(tenants[1].estimate->kvBytesPerToken > 0);
        QCOMPARE(2 * tenants[1].estimate->kvBytesPerToken, tenants[0].estimate->kvBytesPerToken);

        const auto without = openCheckpoint(folderOfCase("llama"), options);
        QVERIFY(!without.has_value());
        QCOMPARE(without.error().code, ErrorCode::InvalidArgument);
        QVERIFY(without.error().message.english().find("multi-token prediction") !=
                std::string::npos);
    }

    void namesAreChecked_data() {
        QTest::addColumn<std::string>("name");
        QTest::newRow("with a dot") << std::string("a.b");
        QTest::newRow("that of the opened model") << std::string("model");
    }

    void namesAreChecked() {
        QFETCH(std::string, name);
        OpenOptions options;
        options.tenants.push_back({name, folderOfCase("gpt2")});
        const auto opened = openCheckpoint(folderOfCase("llama"), options);
        QVERIFY(!opened.has_value());
        QCOMPARE(opened.error().code, ErrorCode::InvalidArgument);
        QVERIFY(opened.error().message.english().find(name) != std::string::npos);
    }

    void aTenantThatIsNotThereIsNamed() {
        OpenOptions options;
        options.tenants.push_back({"draft", kFolder + "nothing"});
        const auto opened = openCheckpoint(folderOfCase("llama"), options);
        QVERIFY(!opened.has_value());
        QCOMPARE(opened.error().code, ErrorCode::FileNotFound);
        QVERIFY(opened.error().message.english().find("nothing") != std::string::npos);
    }

    void aWorkloadOfOneModelIsRefused() {
        const Opened checkpoint =
            openTogether(folderOfCase("llama"), {{"draft", folderOfCase("gpt2")}});
        QVERIFY(checkpoint != nullptr);
        const auto estimate = estimateCapacity(inputOf(
            planOf(requestFor(checkpoint->describedTree, {std::uint64_t{1} << 30})), checkpoint));
        QVERIFY(!estimate.has_value());
        QCOMPARE(estimate.error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(TestTenants)
#include "tst_tenants.moc"
