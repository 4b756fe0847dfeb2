// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of a strategy that put more on a device than it holds, and what makes them fit.
#ifndef Q_MOC_RUN
#include "engine/model/quantization.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <algorithm>
#include <random>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr unsigned kTrees = 450;

/// Draws a model whose tensors an allocator pads or a quantisation leaves larger than counted, on
/// GPUs that a strategy fills to the brim.
class CaseDrawer {
public:
    explicit CaseDrawer(unsigned seed) : m_seed(seed), m_random(seed * 69069U + 5U) {}

    PlacementRequest draw() {
        const auto tree = drawTree();
        std::vector<std::uint64_t> gpus;
        for (unsigned i = 0; i <= below(3); ++i) {
            gpus.push_back(20 * kMiB + tree->totalBytes() * (10 + below(50)) / 100);
        }
        PlacementRequest request = requestFor(tree, gpus, 64 * kGiB);
        request.strategy = accelerateStrategies()[m_seed % accelerateStrategies().size()].strategy;
        request.rules = below(2) == 0 ? PlacementRules::Accelerate : PlacementRules::Transformers;
        if (below(3) == 0) {  // a map with parts on the CPU is taken
            request.constraints.quantization = *quantizationFromName("int8");
            request.rules = PlacementRules::Accelerate;
        }
        if (below(2) == 0) {
            request.budgetsAreDefaults = false;
        }
        if (below(4) == 0) {
            request.constraints.pins = {{"layers.0", DeviceId::cpu()}};
        }
        return request;
    }

private:
    unsigned below(unsigned limit) { return static_cast<unsigned>(m_random() % limit); }

    std::shared_ptr<const ModuleTree> drawTree() {
        ModelDraft draft;
        draft.root.className = "Model";
        draft.noSplitClasses = {"Layer"};
        ModuleDraft layers;
        layers.name = "layers";
        layers.className = "ModuleList";
        const auto rows = static_cast<std::int64_t>(200 + below(3000));
        for (unsigned i = 0; i < 4 + below(12); ++i) {
            ModuleDraft layer;
            layer.name = std::to_string(i);
            layer.className = "Layer";
            for (unsigned j = 0; j < 3; ++j) {
                ModuleDraft leaf;
                leaf.name = "part" + std::to_string(j);
                leaf.className = "Linear";
                leaf.parameters.push_back({"weight", DType::Float32, {rows + 7 * j, 1000}, true});
                leaf.parameters.push_back({"bias", DType::Float32, {rows + 7 * j}, true});
                layer.children.push_back(std::move(leaf));
            }
            layers.children.push_back(std::move(layer));
        }
        ModuleDraft head;
        head.name = "head";
        head.className = "Linear";
        head.parameters.push_back({"weight", DType::Float32, {1000 + below(3000), 1000}, true});
        draft.root.children = {std::move(layers), std::move(head)};
        const auto tree = ModuleTreeBuilder::build(std::move(draft));
        return tree ? *tree : nullptr;
    }

    unsigned m_seed;
    std::mt19937 m_random;
};

double onGpus(const PlacementPlan& plan) {
    double bytes = 0;
    for (const DevicePlacement& placement : plan.placements) {
        bytes += placement.device.id.isGpu() ? placement.weights : 0;
    }
    return bytes;
}

/// By how much the GPUs are too full, and some layers on each that may not be split: the limits
/// are lowered in steps, so the nearest plan may be missed by a few layers, never by many.
double mostThatMustGo(const PlacementPlan& plan) {
    double bytes = 0;
    double layer = 0;
    for (const ModuleNode& node : plan.request.tree->nodes()) {
        if (node.className == "Layer" || node.name == "head") {
            layer = std::max(layer, static_cast<double>(node.subtreeBytes));
        }
    }
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.device.id.isGpu() && placement.weights > 0) {
            bytes += static_cast<double>(placement.overCapacity()) + placement.overBudget() +
                     static_cast<double>(placement.window) + 4 * layer;
        }
    }
    return bytes;
}

}  // namespace

class FittingPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void overfilledPlansAreMadeToFit();
    void resultIsMarkedAsOurs();
    void nothingToFit();
    void noRoomAnywhere();
    void stops();
};

void FittingPlanTest::overfilledPlansAreMadeToFit() {
    unsigned overfilled = 0;
    unsigned quantised = 0;
    for (unsigned seed = 0; seed < kTrees; ++seed) {
        const Plan plan = planOf(CaseDrawer(seed).draw());
        QVERIFY(plan != nullptr);
        if (!mayBeFitted(*plan)) {
            continue;
        }
        ++overfilled;
        quantised += plan->request.constraints.quantization ? 1U : 0U;
        const auto fitted = applyEdit(*plan, FitEdit{});
        QVERIFY2(fitted.has_value(),
                 (std::to_string(seed) + ": " + (fitted ? "" : fitted.error().message.english()))
                     .c_str());
        const std::string words = std::to_string(seed) + ": " + plan->verdictText.english() +
                                  " -> " + (*fitted)->verdictText.english();
        QVERIFY2((*fitted)->verdict != Verdict::DoesNotFit, words.c_str());
        for (const DevicePlacement& placement : (*fitted)->placements) {
            QVERIFY2(placement.overBudget() <= 0 && placement.overCapacity() == 0, words.c_str());
        }
        QVERIFY2(onGpus(**fitted) >= onGpus(*plan) - mostThatMustGo(*plan),
                 (words + "; left " + std::to_string(onGpus(*plan) - onGpus(**fitted)) +
                  " bytes, at most " + std::to_string(mostThatMustGo(*plan)))
                     .c_str());
        for (const auto& [path, device] : plan->request.constraints.pins) {
            QVERIFY2((*fitted)->map.deviceOf(path) == device, words.c_str());
        }
    }
    QVERIFY2(overfilled > 60 && quantised > 2,
             (std::to_string(overfilled) + ", " + std::to_string(quantised)).c_str());
}

void FittingPlanTest::resultIsMarkedAsOurs() {
    Plan plan;
    for (unsigned seed = 0; plan == nullptr; ++seed) {
        const Plan drawn = planOf(CaseDrawer(seed).draw());
        plan = mayBeFitted(*drawn) ? drawn : nullptr;
    }
    const auto fitted = applyEdit(*plan, FitEdit{});
    QVERIFY(fitted.has_value());
    QVERIFY((*fitted)->request.strategy == Strategy::Manual);
    QVERIFY((*fitted)->request.isFitted);
    QVERIFY(hasIssue(**fitted, "fitted_map"));
    QVERIFY(planToJson(**fitted, TraceOutput::Omit).find("\"fitted\": true") != std::string::npos);
    // Limits are what they were: lowering them was a means.
    QCOMPARE((*fitted)->request.budgets.size(), plan->request.budgets.size());
    for (std::size_t i = 0; i < plan->request.budgets.size(); ++i) {
        QCOMPARE((*fitted)->request.budgets[i].bytes, plan->request.budgets[i].bytes);
    }
    const auto another = applyEdit(**fitted, SetMapEdit{plan->map});
    QVERIFY(another.has_value() && !hasIssue(**another, "fitted_map"));
    const auto strategy = applyEdit(**fitted, SetStrategyEdit{Strategy::Auto});
    QVERIFY(strategy.has_value() && !(*strategy)->request.isFitted);
}

void FittingPlanTest::nothingToFit() {
    const Plan fits = planOf(requestFor(recordedTree("gpt2"), {kGiB}));
    QVERIFY(!mayBeFitted(*fits));
    const auto refused = applyEdit(*fits, FitEdit{});
    QVERIFY(!refused && refused.error().code == ErrorCode::InvalidPlan);
    // What a person moved is not put elsewhere behind their back.
    PlacementRequest moved = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    moved.moves = {{"transformer", DeviceId::gpu(1)}};
    const Plan byHand = planOf(moved);
    QVERIFY(byHand->verdict == Verdict::DoesNotFit && !mayBeFitted(*byHand));
}

void FittingPlanTest::noRoomAnywhere() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {}, 100 * kMiB);
    request.devices.back().capacity = 50 * kMiB;
    const Plan plan = planOf(request);
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
    QVERIFY(mayBeFitted(*plan));
    const auto refused = applyEdit(*plan, FitEdit{});
    QVERIFY(!refused && refused.error().code == ErrorCode::InvalidPlan);
    QVERIFY(refused.error().message.english().find("smaller dtype") != std::string::npos);
}

void FittingPlanTest::stops() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {}, 100 * kMiB);
    request.devices.back().capacity = 50 * kMiB;
    std::stop_source source;
    const Plan plan = planOf(request);
    source.request_stop();
    const auto stopped = fittingRequest(*plan, source.get_token());
    QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(FittingPlanTest)
#include "tst_fitting_plan.moc"
