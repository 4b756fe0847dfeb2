// SPDX-License-Identifier: GPL-3.0-or-later
// Two maps compared, all strategies side by side, and what each no-split class does.
#ifndef Q_MOC_RUN
#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::uint64_t kBlock = 28351488;  // 7,087,872 float32 parameters

QString textOf(const std::string& text) {
    return QString::fromStdString(text);
}

PlacementRequest gpt2Request() {
    return requestFor(recordedTree("gpt2"), {2 * kGiB, 2 * kGiB});
}

Plan underMap(const std::vector<DeviceMap::Entry>& entries) {
    PlacementRequest request = gpt2Request();
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap(entries);
    return planOf(request);
}

std::string place(const std::optional<DeviceId>& device) {
    return device ? deviceName(*device) : "nowhere";
}

/// "a: gpu:0 > cpu 12; b: …".
QString gist(const PlanDiff& diff) {
    std::string text;
    for (const MovedModule& moved : diff.moved) {
        text += (text.empty() ? "" : "; ") + moved.module + ": " + place(moved.from) + " > " +
                place(moved.to) + " " + std::to_string(moved.bytes);
    }
    return textOf(text);
}

bool anyReason(const PlanDiff& diff, const std::string& part) {
    return std::any_of(diff.reasons.begin(), diff.reasons.end(), [&part](const auto& reason) {
        return reason.english().find(part) != std::string::npos;
    });
}

}  // namespace

class PlanDiffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void equalPlans();
    void wholeModules();
    void partsOfAModule();
    void tiedWeightsOnce();
    void uncoveredModules();
    void plannedDtype();
    void pairsAreSortedAndSumUp();
    void budgetsAndReasons();
    void swapsBackAndForth();
    void everyStrategy();
    void previewsLeaveHandsAndPins();
    void previewsTellRefusals();
    void previewsStop();
    void effectOfAClass();
    void effectWithoutChange();
    void effectsOfSeveralClasses();
};

void PlanDiffTest::equalPlans() {
    const Plan plan = planOf(gpt2Request());
    const PlanDiff diff = diffPlans(*plan, *planOf(gpt2Request()));
    QVERIFY(diff.moved.empty() && diff.pairs.empty() && diff.budgets.empty());
    QVERIFY(diff.reasons.empty());
    QCOMPARE(diff.bytesMoved, std::uint64_t{0});
}

void PlanDiffTest::wholeModules() {
    const PlanDiff diff = diffPlans(*underMap({{"", DeviceId::gpu(0)}}),
                                    *underMap({{"", DeviceId::gpu(0)},
                                               {"transformer.h.3", DeviceId::gpu(1)},
                                               {"transformer.h.4", DeviceId::cpu()}}));
    const QString block = QString::number(kBlock);
    QCOMPARE(gist(diff), QStringLiteral("transformer.h.3: gpu:0 > gpu:1 ") + block +
                             QStringLiteral("; transformer.h.4: gpu:0 > cpu ") + block);
    const PlanDiff all =
        diffPlans(*underMap({{"", DeviceId::gpu(0)}}), *underMap({{"", DeviceId::disk()}}));
    QCOMPARE(all.moved.size(), std::size_t{1});
    QCOMPARE(textOf(all.moved.front().module), QString());
    QCOMPARE(all.bytesMoved, recordedTree("gpt2")->totalBytes());
}

void PlanDiffTest::partsOfAModule() {
    // A norm layer's weight stays, its bias goes: the tensor is named, not the module.
    const PlanDiff diff = diffPlans(*underMap({{"", DeviceId::gpu(0)}}),
                                    *underMap({{"", DeviceId::gpu(0)},
                                               {"transformer.ln_f.bias", DeviceId::cpu()},
                                               {"transformer.h.0.attn", DeviceId::gpu(1)}}));
    QCOMPARE(diff.moved.size(), std::size_t{2});
    QCOMPARE(textOf(diff.moved[0].module), QStringLiteral("transformer.h.0.attn"));
    QCOMPARE(textOf(diff.moved[1].module), QStringLiteral("transformer.ln_f.bias"));
    QCOMPARE(diff.moved[1].bytes, std::uint64_t{768 * 4});
}

void PlanDiffTest::tiedWeightsOnce() {
    const PlanDiff diff = diffPlans(*underMap({{"", DeviceId::gpu(0)}}),
                                    *underMap({{"", DeviceId::gpu(0)},
                                               {"transformer.wte", DeviceId::cpu()},
                                               {"lm_head", DeviceId::cpu()}}));
    QCOMPARE(gist(diff), QStringLiteral("transformer.wte: gpu:0 > cpu 154389504"));
}

void PlanDiffTest::uncoveredModules() {
    const PlanDiff diff =
        diffPlans(*underMap({{"transformer.wte", DeviceId::gpu(0)}}),
                  *underMap({{"transformer", DeviceId::gpu(0)}, {"lm_head", DeviceId::gpu(0)}}));
    QVERIFY(!diff.moved.empty());
    QVERIFY(!diff.moved.front().from.has_value());
    QVERIFY(diff.moved.front().to == DeviceId::gpu(0));
    QVERIFY(!diff.pairs.front().from.has_value());
}

void PlanDiffTest::plannedDtype() {
    PlacementRequest request = gpt2Request();
    request.constraints.dtype = DType::Float16;
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", DeviceId::gpu(0)}});
    const Plan before = planOf(request);
    request.givenMap = DeviceMap({{"", DeviceId::gpu(0)}, {"transformer.h.0", DeviceId::cpu()}});
    QCOMPARE(diffPlans(*before, *planOf(request)).bytesMoved, kBlock / 2);
}

void PlanDiffTest::pairsAreSortedAndSumUp() {
    const PlanDiff diff = diffPlans(*underMap({{"", DeviceId::gpu(0)}}),
                                    *underMap({{"", DeviceId::gpu(0)},
                                               {"transformer.h.0", DeviceId::cpu()},
                                               {"transformer.h.2", DeviceId::gpu(1)},
                                               {"transformer.h.4", DeviceId::gpu(1)},
                                               {"transformer.ln_f", DeviceId::disk()}}));
    QCOMPARE(diff.pairs.size(), std::size_t{3});
    QVERIFY(diff.pairs[0].to == DeviceId::gpu(1));
    QCOMPARE(diff.pairs[0].modules, 2U);
    QCOMPARE(diff.pairs[0].bytes, 2 * kBlock);
    QVERIFY(diff.pairs[1].to == DeviceId::cpu());
    std::uint64_t sum = 0;
    for (const MovedBytes& pair : diff.pairs) {
        sum += pair.bytes;
    }
    QCOMPARE(sum, diff.bytesMoved);
}

void PlanDiffTest::budgetsAndReasons() {
    PlacementRequest request = gpt2Request();
    const Plan before = planOf(request);
    setBudgets(request, "0=200MiB,1=2GiB");
    request.strategy = Strategy::Sequential;
    request.rules = PlacementRules::Transformers;
    request.constraints.dtype = DType::Float16;
    request.constraints.noSplit = std::vector<std::string>{};
    request.constraints.pins = {{"lm_head", DeviceId::gpu(0)}};
    request.constraints.offloadBuffers = true;
    request.moves = {{"transformer.h.3", DeviceId::cpu()}};
    request.devices.front().usedByOthers = kGiB;
    const PlanDiff diff = diffPlans(*before, *planOf(request));
    QCOMPARE(diff.budgets.size(), std::size_t{2});
    QVERIFY(diff.budgets[0].device == DeviceId::gpu(0));
    QVERIFY(diff.budgets[0].before == 2.0 * kGiB && diff.budgets[0].after == 200.0 * kMiB);
    QVERIFY(diff.budgets[1].device == DeviceId::cpu());
    QVERIFY(!diff.budgets[1].after.has_value());
    for (const char* const part :
         {"Strategy: auto before, sequential after.", "Rules: accelerate before",
          "Dtype: as stored before, float16 after.",
          goldenText("plan/classes-kept-whole-gpt2block-before"),
          "Offload buffers: off before, on after.",
          goldenText("window-load/limits-what-is-free-before-typed"),
          "Pinned: nothing before, lm_head on GPU 0 after.",
          "Moved by hand: nothing before, transformer.h.3 on CPU after.",
          goldenText("plan/gpu-0-2-00-gib-before-2-00-gib-with")}) {
        QVERIFY2(anyReason(diff, part), part);
    }
    QCOMPARE(diff.reasons.size(), std::size_t{9});
    request.preset = LoadModelPreset{"cuda", 2, ""};
    QVERIFY(anyReason(diffPlans(*before, *planOf(request)),
                      "load_hf_model: none before, --device cuda --num-gpus 2 after."));
    PlacementRequest third = requestFor(recordedTree("gpt2"), {2 * kGiB, 2 * kGiB, kGiB});
    QVERIFY(anyReason(diffPlans(*before, *planOf(third)),
                      goldenText("plan/gpu-2-is-there-after-only-1-00-gib")));
}

void PlanDiffTest::swapsBackAndForth() {
    for (unsigned seed = 0; seed < 50; ++seed) {
        PlacementRequest request = requestFor(randomTree(seed), {64 * kKiB, 64 * kKiB}, kMiB);
        const Plan one = planOf(request);
        request.strategy = Strategy::Sequential;
        const Plan two = planOf(request);
        if (one->accelerateError || two->accelerateError) {
            continue;
        }
        const PlanDiff there = diffPlans(*one, *two);
        const PlanDiff back = diffPlans(*two, *one);
        QCOMPARE(there.bytesMoved, back.bytesMoved);
        QCOMPARE(there.moved.size(), back.moved.size());
        for (std::size_t i = 0; i < there.moved.size(); ++i) {
            QVERIFY(there.moved[i].from == back.moved[i].to);
            QVERIFY(there.moved[i].to == back.moved[i].from);
            QCOMPARE(textOf(there.moved[i].module), textOf(back.moved[i].module));
        }
    }
}

void PlanDiffTest::everyStrategy() {
    const auto previews = previewStrategies(gpt2Request());
    QCOMPARE(previews.size(), accelerateStrategies().size());
    for (std::size_t i = 0; i < previews.size(); ++i) {
        QVERIFY(previews[i].strategy == accelerateStrategies()[i].strategy);
        PlacementRequest request = gpt2Request();
        request.strategy = previews[i].strategy;
        QVERIFY(previews[i].plan != nullptr);
        QCOMPARE(textOf(mapText(previews[i].plan->map)), textOf(mapText(planOf(request)->map)));
    }
    QCOMPARE(textOf(mapText(previews[0].plan->map)), textOf(mapText(previews[1].plan->map)));
    QVERIFY(mapText(previews[2].plan->map) != mapText(previews[3].plan->map));
}

void PlanDiffTest::previewsLeaveHandsAndPins() {
    PlacementRequest request = gpt2Request();
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", DeviceId::disk()}});
    request.moves = {{"transformer.h.0", DeviceId::disk()}};
    request.constraints.pins = {{"transformer.h.11", DeviceId::cpu()}};
    for (const StrategyPreview& preview : previewStrategies(request)) {
        QVERIFY(preview.plan->map.deviceOf("transformer.h.0.ln_1.weight") != DeviceId::disk());
        QVERIFY(preview.plan->map.deviceOf("transformer.h.11.ln_1.weight") == DeviceId::cpu());
        QVERIFY(preview.plan->request.moves.empty());
    }
}

void PlanDiffTest::previewsTellRefusals() {
    PlacementRequest request = gpt2Request();
    setBudgets(request, "0=1GiB,disk=1GiB");
    const auto previews = previewStrategies(request);
    QCOMPARE(previews.size(), accelerateStrategies().size());
    QVERIFY(previews[0].plan == nullptr);
    QVERIFY(previews[0].refusal.english().find("disk") != std::string::npos);
    QVERIFY(previews[3].plan != nullptr && previews[3].refusal.empty());
}

void PlanDiffTest::previewsStop() {
    std::stop_source source;
    source.request_stop();
    QVERIFY(previewStrategies(gpt2Request(), source.get_token()).empty());
    QVERIFY(noSplitEffects(*planOf(gpt2Request()), source.get_token()).empty());
}

void PlanDiffTest::effectOfAClass() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    setBudgets(request, "0=200MiB,1=100MiB,cpu=60MiB");
    const Plan plan = planOf(request);
    const auto effects = noSplitEffects(*plan);
    QCOMPARE(effects.size(), std::size_t{1});
    const NoSplitEffect& effect = effects.front();
    QCOMPARE(textOf(effect.className), QStringLiteral("GPT2Block"));
    QCOMPARE(effect.modules, 12U);
    QVERIFY(effect.without != nullptr);
    QVERIFY(effect.without->noSplitClasses().empty());
    QVERIFY(effect.diff.bytesMoved > 0);
    QCOMPARE(textOf(effect.text), QString(goldenText("plan/without-gpt2block-72-1-mib-would")));
}

void PlanDiffTest::effectWithoutChange() {
    const auto effects = noSplitEffects(*planOf(requestFor(recordedTree("gpt2"), {8 * kGiB})));
    QCOMPARE(effects.size(), std::size_t{1});
    QVERIFY(effects.front().diff.moved.empty());
    QVERIFY2(effects.front().text.english().find(
                 goldenText("plan/nothing-would-change-all-12-modules")) != std::string::npos,
             effects.front().text.english().c_str());
}

void PlanDiffTest::effectsOfSeveralClasses() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    request.constraints.noSplit =
        std::vector<std::string>{"GPT2Block", "GPT2Attention", "NotThere"};
    const auto effects = noSplitEffects(*planOf(request));
    QCOMPARE(effects.size(), std::size_t{3});
    QCOMPARE(effects[1].modules, 12U);
    QCOMPARE(effects[1].without->noSplitClasses(),
             (std::vector<std::string>{"GPT2Block", "NotThere"}));
    QCOMPARE(effects[2].modules, 0U);
    QVERIFY(effects[2].text.english().find(goldenText("plan/no-module-of-that-class")) !=
            std::string::npos);
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", DeviceId::gpu(0)}});
    QVERIFY(noSplitEffects(*planOf(request))
                .front()
                .text.english()
                .find(goldenText("plan/the-map-is-given")) != std::string::npos);
    request.constraints.noSplit = std::vector<std::string>{};
    QVERIFY(noSplitEffects(*planOf(request)).empty());
}

QTEST_GUILESS_MAIN(PlanDiffTest)
#include "tst_plan_diff.moc"
