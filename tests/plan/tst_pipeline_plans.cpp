// SPDX-License-Identifier: GPL-3.0-or-later
// Pipelines of diffusers: sizes of their models and device_map="balanced", as diffusers computes
// them (tests/reference/record_pipelines.py).
#ifndef Q_MOC_RUN
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/plan/place/place.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"

#include <nlohmann/json.hpp>
#endif

#include <QtTest/QtTest>
#include <fstream>
#include <map>

using namespace stowage;
using namespace stowage::test;
using nlohmann::json;

namespace {

constexpr const char* kFolder = STOWAGE_TEST_DATA "/pipelines/";

json recorded() {
    std::ifstream file(std::string(kFolder) + "balanced.json");
    return json::parse(file);
}

using Tree = std::shared_ptr<const ModuleTree>;

/// The trees of the recorded pipelines, each read once.
class Pipelines {
public:
    Tree tree(const std::string& name) {
        Tree& tree = m_trees[name];
        if (!tree) {
            const auto checkpoint = openCheckpoint(kFolder + name);
            if (!checkpoint) {
                qWarning("%s", checkpoint.error().message.english().c_str());
                return nullptr;
            }
            tree = (*checkpoint)->describedTree;
        }
        return tree;
    }

private:
    std::map<std::string, Tree> m_trees;
};

PlacementRequest requestOf(Tree tree, const json& limits, const std::string& dtype) {
    std::uint32_t gpus = 0;
    std::string text;
    for (const auto& [device, bytes] : limits.items()) {
        text += (text.empty() ? "" : ",") + device + "=" + bytes.dump();
        if (device != "cpu") {
            gpus = std::max(gpus, static_cast<std::uint32_t>(std::stoul(device)) + 1);
        }
    }
    PlacementRequest request = requestFor(std::move(tree), std::vector<std::uint64_t>(gpus, kGiB));
    setBudgets(request, text);
    request.strategy = Strategy::Balanced;
    request.constraints.dtype = *dtypeFromName(dtype);
    return request;
}

}  // namespace

class TestPipelinePlans : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void modelsHaveTheSizesThatDiffusersCounts() {
        Pipelines pipelines;
        int models = 0;
        const json all = recorded();
        for (const json& entry : all.at("sizes")) {
            const auto name = entry.at("pipeline").get<std::string>();
            const Tree tree = pipelines.tree(name);
            QVERIFY2(tree != nullptr, name.c_str());
            PlacementRequest request =
                requestOf(tree, json::object(), entry.at("dtype").get<std::string>());
            const PlanFacts facts(request);
            std::size_t found = 0;
            for (const ModuleId model : tree->children(ModuleTree::root())) {
                const auto expected = entry.at("components").find(tree->node(model).name);
                QVERIFY2(expected != entry.at("components").end(), tree->path(model).c_str());
                QCOMPARE(pipelineModelSize(facts, model).value,
                         expected->at("bytes").get<double>());
                ++found;
                ++models;
            }
            QCOMPARE(found, entry.at("components").size());
        }
        QVERIFY(models > 140);
    }

    void publishedPipelinesHaveTheirSizes() {
        std::ifstream file(std::string(kFolder) + "published.json");
        const json all = json::parse(file);
        Pipelines pipelines;
        for (const json& entry : all.at("pipelines")) {
            const Tree tree = pipelines.tree(entry.at("folder").get<std::string>());
            QVERIFY2(tree != nullptr, entry.at("name").get<std::string>().c_str());
            QCOMPARE(tree->children(ModuleTree::root()).size(), entry.at("components").size());
            for (const char* dtype : {"float32", "bfloat16"}) {
                const PlanFacts facts(requestOf(tree, json::object(), dtype));
                for (const ModuleId model : tree->children(ModuleTree::root())) {
                    const json& expected = entry.at("components").at(tree->node(model).name);
                    QCOMPARE(tree->node(model).subtreeParameters,
                             expected.at("parameters").get<std::uint64_t>());
                    QCOMPARE(pipelineModelSize(facts, model).value,
                             expected.at("bytes_" + std::string(dtype)).get<double>());
                }
            }
        }
        QVERIFY(all.at("pipelines").size() >= 10);
    }

    void balancedMapsAreThoseOfDiffusers() {
        Pipelines pipelines;
        int cases = 0;
        const json all = recorded();
        for (const json& entry : all.at("cases")) {
            const auto name = entry.at("pipeline").get<std::string>();
            const PlacementRequest request = requestOf(pipelines.tree(name), entry.at("max_memory"),
                                                       entry.at("dtype").get<std::string>());
            const Plan plan = planOf(request);
            QVERIFY2(plan != nullptr, entry.dump().c_str());
            const json& expected = entry.at("device_map");
            for (const auto& [path, device] : plan->map.entries()) {
                // A model that diffusers' map leaves out is loaded to the CPU.
                const json cpu = "cpu";
                const json& there =
                    expected.is_object() && expected.contains(path) ? expected.at(path) : cpu;
                const DeviceId want =
                    there.is_string() ? DeviceId::cpu() : DeviceId::gpu(there.get<std::uint32_t>());
                QVERIFY2(device == want, (path + " in " + entry.dump()).c_str());
            }
            QCOMPARE(plan->map.size(), request.tree->children(ModuleTree::root()).size());
            ++cases;
        }
        QVERIFY(cases >= 200);
    }

    void whatFindsNoRoomIsComputedOnTheCpu() {
        Pipelines pipelines;
        const PlacementRequest request =
            requestOf(pipelines.tree("flux"), json{{"0", 1 << 20}, {"1", 100 << 10}}, "float32");
        const Plan plan = planOf(request);
        QVERIFY(plan != nullptr);
        QCOMPARE(strategyOwner(plan->request), StrategyOwner::Diffusers);
        QVERIFY(!plan->request.hooks.offloaded.empty());
        for (const PlacementDecision& decision : decisionsOf(*plan)) {
            if (decision.kind == PlacementDecision::Kind::LeftOnCpu) {
                QVERIFY2(decision.reason.english().find(goldenText(
                             "plan/diffusers-leaves-such-a-model-on")) != std::string::npos,
                         decision.reason.english().c_str());
            }
        }
        QVERIFY(!hasIssue(*plan, "ping_pong"));
        // Another strategy runs them as it did before.
        const Plan other = edited(plan, SetStrategyEdit{Strategy::Sequential});
        QVERIFY(other != nullptr);
        QVERIFY(other->request.hooks.offloaded.empty());
        QCOMPARE(strategyOwner(other->request), StrategyOwner::Accelerate);
    }

    /// With the limit that it names the model is on a GPU.
    void tellsOfAModelThatNoGpuHolds() {
        Pipelines pipelines;
        PlacementRequest request =
            requestOf(pipelines.tree("flux"), json{{"0", 500 << 10}, {"1", 100 << 10}}, "float32");
        const Plan plan = planOf(request);
        QVERIFY(plan != nullptr);
        QVERIFY(plan->map.exact("transformer") == DeviceId::cpu());
        const PlanIssue* const issue = findIssue(*plan, "model_larger_than_every_gpu");
        QVERIFY(issue != nullptr);
        QCOMPARE(issue->module, std::string("transformer"));
        const auto limit = QRegularExpression("a limit of ([0-9.]+ KiB)")
                               .match(QString::fromStdString(issue->text.english()));
        QVERIFY2(limit.hasMatch(), issue->text.english().c_str());
        setBudgets(request, "0=" + limit.captured(1).remove(' ').toStdString() + ",1=100KiB");
        const Plan held = planOf(request);
        QVERIFY(held != nullptr);
        QVERIFY(held->map.exact("transformer") == DeviceId::gpu(0));
        QVERIFY(std::ranges::none_of(held->issues, [](const PlanIssue& other) {
            return other.code == "model_larger_than_every_gpu" && other.module == "transformer";
        }));
    }

    void pinnedModelsStayAndTheOthersPlanAround() {
        Pipelines pipelines;
        PlacementRequest request =
            requestOf(pipelines.tree("flux"), json{{"0", 8 << 20}, {"1", 8 << 20}}, "float32");
        request.constraints.pins = {{"vae", DeviceId::cpu()}};
        const Plan plan = planOf(request);
        QVERIFY(plan != nullptr);
        QVERIFY2(plan->map.exact("vae") == DeviceId::cpu(), mapText(plan->map).c_str());
        // The largest first, there and back: 148,176 and 120,112 and 48,106 parameters.
        QVERIFY(plan->map.exact("transformer") == DeviceId::gpu(0));
        QVERIFY(plan->map.exact("text_encoder_2") == DeviceId::gpu(1));
        QVERIFY(plan->map.exact("text_encoder") == DeviceId::gpu(1));
    }

    void theDiskIsRefused() {
        Pipelines pipelines;
        PlacementRequest request =
            requestOf(pipelines.tree("flux"), json{{"0", 1 << 20}}, "float32");
        setBudgets(request, "0=1MiB,disk=1GiB");
        const auto plan = place(request);
        QVERIFY(!plan.has_value());
        QVERIFY(plan.error().message.english().find(goldenText("plan/nothing-on-disk")) !=
                std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestPipelinePlans)
#include "tst_pipeline_plans.moc"
