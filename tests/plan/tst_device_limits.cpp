// SPDX-License-Identifier: GPL-3.0-or-later
// Capacities and limits of every device, and what offloaded modules take where they run: verdicts
// against a count by hand, over random models and maps; the words of problems and advice.
#ifndef Q_MOC_RUN
#include "engine/device/allocator_model.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/planned_tensors.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr unsigned kTrees = 400;

QString textOf(const std::string& text) {
    return QString::fromStdString(text);
}

/// One module with a weight of so many MiB.
ModuleDraft linear(const std::string& name, std::int64_t mebibytes) {
    ModuleDraft module;
    module.name = name;
    module.className = "Linear";
    module.parameters.push_back({"weight", DType::Float32, {mebibytes, 256, 1024}, true});
    return module;
}

ModuleDraft list(const std::string& name, std::vector<ModuleDraft> children,
                 const std::string& childClass) {
    ModuleDraft module;
    module.name = name;
    module.className = "ModuleList";
    for (std::size_t i = 0; i < children.size(); ++i) {
        children[i].name = std::to_string(i);
        children[i].className = childClass;
        module.children.push_back(std::move(children[i]));
    }
    return module;
}

std::shared_ptr<const ModuleTree> treeOf(std::vector<ModuleDraft> children) {
    ModelDraft draft;
    draft.root.className = "Model";
    draft.root.children = std::move(children);
    draft.noSplitClasses = {"Layer"};
    const auto tree = ModuleTreeBuilder::build(std::move(draft));
    return tree ? *tree : nullptr;
}

/// Layers of two modules of `half` MiB each, between an embedding and a head.
std::shared_ptr<const ModuleTree> layeredTree(int layers, std::int64_t half) {
    std::vector<ModuleDraft> blocks(static_cast<std::size_t>(layers));
    for (ModuleDraft& block : blocks) {
        block.children = {linear("up", half), linear("down", half)};
    }
    return treeOf(
        {linear("embed", half), list("layers", std::move(blocks), "Layer"), linear("head", half)});
}

/// A request with a given map; the disk of the machine has 1 TiB.
PlacementRequest underMap(std::shared_ptr<const ModuleTree> tree, std::vector<std::uint64_t> gpus,
                          std::uint64_t ram, std::vector<DeviceMap::Entry> map) {
    PlacementRequest request = requestFor(std::move(tree), gpus, ram);
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap(std::move(map));
    request.devices.back().capacity = 1024 * kGiB;
    return request;
}

/// A random model, machine and map.
class CaseDrawer {
public:
    explicit CaseDrawer(unsigned seed) : m_random(seed * 2654435761U + 7U) {}

    PlacementRequest draw() {
        std::vector<ModuleDraft> blocks(2 + below(5));
        for (ModuleDraft& block : blocks) {
            drawBlock(block);
        }
        const std::size_t count = blocks.size();
        auto tree = treeOf({linear("embed", megabytes()), linear("positions", 1 + below(3)),
                            list("layers", std::move(blocks), "Layer"), linear("norm", 1),
                            linear("head", megabytes())});
        std::vector<DeviceMap::Entry> map;
        const unsigned gpus = 1 + below(2);
        for (const char* const name : {"embed", "positions", "norm", "head"}) {
            map.emplace_back(name, device(gpus));
        }
        for (std::size_t i = 0; i < count; ++i) {
            map.emplace_back("layers." + std::to_string(i), device(gpus));
        }
        std::vector<std::uint64_t> capacities;
        for (unsigned i = 0; i < gpus; ++i) {
            capacities.push_back((20 + below(400)) * kMiB);
        }
        PlacementRequest request =
            underMap(std::move(tree), capacities, (20 + below(800)) * kMiB, std::move(map));
        drawMachine(request);
        request.prefetchWindow = below(5);
        if (below(4) == 0) {  // some layers stay where they lie, a part of one travels all the same
            using Mode = OffloadRule::Mode;
            const std::string layer =
                "layers." + std::to_string(below(static_cast<unsigned>(count)));
            request.hooks.offloaded = {{Mode::Compute, below(2) == 0 ? "layers" : layer},
                                       {Mode::Stream, layer + ".part0"}};
        }
        return request;
    }

private:
    unsigned below(unsigned limit) { return static_cast<unsigned>(m_random() % limit); }
    std::int64_t megabytes() { return 1 + below(50); }

    void drawBlock(ModuleDraft& block) {
        for (unsigned i = 0; i <= below(3); ++i) {
            block.children.push_back(linear("part" + std::to_string(i), megabytes()));
        }
        if (below(2) == 0) {
            block.children.front().buffers.push_back(
                {"mask", DType::Float32, {1 + below(3), 256, 1024}, below(4) != 0});
        }
        if (below(3) == 0) {
            std::vector<ModuleDraft> experts(1 + below(4));
            for (ModuleDraft& expert : experts) {
                expert.children = {linear("w1", megabytes()), linear("w2", megabytes())};
            }
            block.children.push_back(list("experts", std::move(experts), "Expert"));
        }
    }

    DeviceId device(unsigned gpus) {
        const unsigned drawn = below(gpus + 2);
        return drawn < gpus    ? DeviceId::gpu(drawn)
               : drawn == gpus ? DeviceId::cpu()
                               : DeviceId::disk();
    }

    void drawMachine(PlacementRequest& request) {
        for (DeviceInfo& info : request.devices) {
            if (below(3) == 0) {
                info.usedByOthers = below(10) * kMiB;
            }
            if (info.id.isGpu() && below(3) == 0) {
                info.context = below(10) * kMiB;
            }
        }
        request.devices.back().capacity = (20 + below(1000)) * kMiB;
        request.constraints.offloadBuffers = below(3) == 0;
        if (below(3) == 0) {
            request.executionDevice = below(2) == 0 ? DeviceId::cpu() : DeviceId::gpu(0);
        }
        if (below(3) == 0) {
            request.budgetsAreDefaults = false;
            request.budgets.clear();
            for (const DeviceInfo& info : request.devices) {
                if (below(2) == 0) {
                    request.budgets.push_back(
                        {info.id, static_cast<double>((1 + below(500)) * kMiB), {}, false});
                }
            }
        }
    }

    std::mt19937 m_random;
};

/// What a person would count: bytes by device, then windows from the widest down.
class Recount {
public:
    explicit Recount(const PlacementPlan& plan)
        : m_plan(plan), m_tree(*plan.request.tree), m_execution(plan.executionDevice()) {
        for (const ModuleNode& node : m_tree.nodes()) {
            const std::string& path = m_tree.path(node.id);
            const std::size_t unit = unitOf(path);
            m_units = std::max(m_units, unit + 1);
            countModule(node.id, path, unit);
        }
    }

    bool limitsHold() const {
        for (const DeviceInfo& info : m_plan.request.devices) {
            const std::uint64_t weights = bytesOn(info.id);
            for (const MemoryBudget& budget : m_plan.request.budgets) {
                if (budget.device == info.id && static_cast<double>(weights) > budget.bytes) {
                    return false;
                }
            }
            if (weights > 0 && info.capacity &&
                takenOn(info.id, {}) + info.context + info.usedByOthers > *info.capacity) {
                return false;
            }
        }
        return true;
    }

    bool anyTravels() const { return !m_travels.empty(); }

    std::optional<unsigned> window() const {
        for (unsigned window = m_plan.request.prefetchWindow + 1; window-- > 0;) {
            if (std::ranges::all_of(m_travels, [&](const auto& entry) {
                    return fits(entry.first, entry.second, window);
                })) {
                return window;
            }
        }
        return std::nullopt;
    }

private:
    using Sizes = std::vector<std::uint64_t>;
    struct Module {
        Sizes sizes;
        std::size_t unit = 0;
        bool isExpert = false;
        std::uint64_t sum = 0;
    };
    struct Travel {
        std::vector<Module> modules;
        Sizes kept;
    };

    std::size_t unitOf(const std::string& path) const {
        const auto layers =
            static_cast<std::size_t>(m_tree.children(*m_tree.findModule("layers")).size());
        if (path.starts_with("layers.")) {
            return 1 + static_cast<std::size_t>(std::stoi(path.substr(7)));
        }
        return path == "norm" ? layers + 1 : path == "head" ? layers + 2 : 0;
    }

    bool isComputed(const std::string& path) const {
        const auto& rules = m_plan.request.hooks.offloaded;
        return !rules.empty() && (path + ".").starts_with(rules[0].module + ".") &&
               !(path + ".").starts_with(rules[1].module + ".");
    }

    DeviceId placeOf(const TensorSpec& tensor) const { return *m_plan.map.deviceOf(tensor.name); }

    void countModule(ModuleId id, const std::string& path, std::size_t unit) {
        const auto tensors = m_tree.ownTensors(id);
        if (tensors.empty()) {
            return;
        }
        const DeviceId place = placeOf(tensors.front());
        const DeviceId runs = place.isGpu()      ? place
                              : isComputed(path) ? DeviceId::cpu()
                                                 : m_execution;
        Module module{{}, unit, path.find(".experts.") != std::string::npos, 0};
        for (const TensorSpec& tensor : tensors) {
            if (place == runs || !tensor.persistent) {
                continue;
            }
            if (tensor.kind == TensorKind::Buffer && !m_plan.request.constraints.offloadBuffers) {
                m_travels[runs].kept.push_back(tensor.byteSize);
            } else {
                module.sizes.push_back(tensor.byteSize);
                module.sum += tensor.byteSize;
            }
        }
        if (!module.sizes.empty()) {
            m_travels[runs].modules.push_back(std::move(module));
        }
    }

    std::uint64_t bytesOn(DeviceId device) const {
        std::uint64_t bytes = 0;
        for (const TensorSpec& tensor : m_tree.tensors()) {
            bytes += placeOf(tensor) == device ? tensor.byteSize : 0;
        }
        return bytes;
    }

    /// Weights of a device and more beside them, as its allocator counts.
    std::uint64_t takenOn(DeviceId device, const Sizes& more) const {
        AllocatorModel allocator;
        std::uint64_t bytes = 0;
        const auto take = [&](std::uint64_t size) {
            bytes += size;
            if (device.isGpu()) {
                static_cast<void>(allocator.allocate(size).has_value());
            }
        };
        for (const ModuleId module : applyOrder(m_tree)) {
            for (const TensorSpec& tensor : m_tree.ownTensors(module)) {
                if (placeOf(tensor) == device) {
                    take(tensor.byteSize);
                }
            }
        }
        std::ranges::for_each(more, take);
        return device.isGpu() ? allocator.statistics().reserved : bytes;
    }

    bool fits(DeviceId device, const Travel& travel, unsigned window) const {
        const DeviceInfo& info = m_plan.placement(device)->device;
        const auto holds = [&](const Sizes& sizes) {
            Sizes all = travel.kept;
            all.insert(all.end(), sizes.begin(), sizes.end());
            return !info.capacity ||
                   takenOn(device, all) + info.context + info.usedByOthers <= *info.capacity;
        };
        if (window == 0 || travel.modules.empty()) {
            const auto largest = std::ranges::max_element(travel.modules, {}, &Module::sum);
            return holds(largest == travel.modules.end() ? Sizes() : largest->sizes);
        }
        const std::size_t width = std::min<std::size_t>(window + 1U, m_units);
        // A row of all units is the same wherever it begins.
        for (std::size_t begin = 0; begin < (width == m_units ? 1 : m_units); ++begin) {
            Sizes row;
            const Module* expert = nullptr;
            for (const Module& module : travel.modules) {
                if (module.isExpert && (expert == nullptr || module.sum > expert->sum)) {
                    expert = &module;
                }
            }
            row = expert == nullptr ? row : expert->sizes;
            for (std::size_t i = 0; i < width; ++i) {
                for (const Module& module : travel.modules) {
                    if (!module.isExpert && module.unit == (begin + i) % m_units) {
                        row.insert(row.end(), module.sizes.begin(), module.sizes.end());
                    }
                }
            }
            if (!holds(row)) {
                return false;
            }
        }
        return true;
    }

    const PlacementPlan& m_plan;
    const ModuleTree& m_tree;
    DeviceId m_execution;
    std::size_t m_units = 0;
    std::map<DeviceId, Travel> m_travels;
};

}  // namespace

class DeviceLimitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void verdictsAgreeWithARecount();
    void offloadedLayerBesideTheOthers();
    void largestWindowThatFits();
    void expertsAreBroughtInOneByOne();
    void unitsOfKnownModels_data();
    void unitsOfKnownModels();
    void diskHasACapacityAndALimit();
    void executionDeviceIsTheOneAskedFor();
    void modulesThatTheCpuComputes();
    void offloadRulesAreRead();
    void preloadedModulesComeWhole();
    void mainDeviceOfHooks();
    void worstDeviceIsNamed();
    void windowIsInTheJson();
    void librariesWarningsArePlanProblems();
    void remediesGoByCodes();
    void emptiedByHandIsNoAdvice();
    void tooLargeALimitIsRefused_data();
    void tooLargeALimitIsRefused();
};

void DeviceLimitsTest::verdictsAgreeWithARecount() {
    unsigned fitting = 0;
    unsigned narrower = 0;
    unsigned tooSmall = 0;
    for (unsigned seed = 0; seed < kTrees; ++seed) {
        const Plan plan = planOf(CaseDrawer(seed).draw());
        QVERIFY(plan != nullptr);
        const Recount recount(*plan);
        const bool limitsHold = recount.limitsHold();
        const auto window = recount.window();
        const bool fits = limitsHold && window.has_value();
        const std::string words =
            "seed " + std::to_string(seed) + ": " + plan->verdictText.english();
        QVERIFY2((plan->verdict != Verdict::DoesNotFit) == fits, words.c_str());
        QVERIFY2(plan->prefetchWindow == (recount.anyTravels() ? window : std::nullopt),
                 words.c_str());
        const bool isNarrower = window && *window < plan->request.prefetchWindow;
        QVERIFY2(hasIssue(*plan, "smaller_prefetch_window") == (isNarrower && recount.anyTravels()),
                 words.c_str());
        fitting += fits ? 1U : 0U;
        narrower += fits && isNarrower ? 1U : 0U;
        tooSmall += limitsHold && !window ? 1U : 0U;
    }
    // The cases are worth something only where all of them are met.
    QVERIFY(fitting > 40 && narrower > 10 && tooSmall > 5);
}

void DeviceLimitsTest::offloadedLayerBesideTheOthers() {
    const auto tree = treeOf({linear("a", 256), linear("b", 256)});
    const Plan plan = planOf(
        underMap(tree, {300 * kMiB}, kGiB, {{"a", DeviceId::gpu(0)}, {"b", DeviceId::cpu()}}));
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
    const PlanIssue* const issue = findIssue(*plan, "offloaded_layer_does_not_fit");
    QVERIFY(issue != nullptr);
    QCOMPARE(textOf(issue->module), QStringLiteral("b"));
    QVERIFY(issue->device == DeviceId::gpu(0));
    QCOMPARE(issue->bytes, 212.0 * static_cast<double>(kMiB));
    QCOMPARE(textOf(plan->verdictText),
             QString(goldenText("plan/gpu-0-is-212-0-mib-too-small-to-run")));
    QVERIFY(!plan->prefetchWindow.has_value());
    // The same on a host: a layer from the disk beside what lies in RAM.
    const Plan host =
        planOf(underMap(tree, {}, 300 * kMiB, {{"a", DeviceId::cpu()}, {"b", DeviceId::disk()}}));
    QVERIFY(host->verdict == Verdict::DoesNotFit);
    const PlanIssue* const onHost = findIssue(*host, "offloaded_layer_does_not_fit");
    QVERIFY(onHost->device == DeviceId::cpu());
    // What is proposed can be done: there is no other device, or nothing on it to move.
    QVERIFY(textOf(onHost->text).endsWith(goldenText("plan/to-make-it-fit-move-something-away-2")));
    QVERIFY(textOf(issue->text).endsWith(goldenText("plan/to-make-it-fit-move-something-away")));
    const Plan small = planOf(underMap(tree, {}, 200 * kMiB, {{"", DeviceId::disk()}}));
    QVERIFY(textOf(findIssue(*small, "offloaded_layer_does_not_fit")->text)
                .endsWith(goldenText("plan/to-make-it-fit-plan-in-a-smaller")));
    const Plan roomy = planOf(
        underMap(tree, {600 * kMiB}, kGiB, {{"a", DeviceId::gpu(0)}, {"b", DeviceId::cpu()}}));
    QVERIFY(roomy->verdict == Verdict::FitsWithOffload);
    QCOMPARE(textOf(roomy->verdictText),
             QString(goldenText("plan/fits-with-offload-256-0-mib-run")));
}

void DeviceLimitsTest::largestWindowThatFits() {
    const auto tree = layeredTree(6, 10);
    const std::vector<DeviceMap::Entry> map{
        {"embed", DeviceId::gpu(0)}, {"layers", DeviceId::cpu()}, {"head", DeviceId::gpu(0)}};
    const auto with = [&](std::uint64_t room, unsigned asked) {
        PlacementRequest request = underMap(tree, {20 * kMiB + room}, kGiB, map);
        request.prefetchWindow = asked;
        return planOf(request);
    };
    // A layer has 20 MiB in two modules; the embedding's unit and the head's stay where they are.
    QCOMPARE(with(60 * kMiB, 2)->prefetchWindow.value_or(99), 2U);
    QVERIFY(!hasIssue(*with(60 * kMiB, 2), "smaller_prefetch_window"));
    QCOMPARE(with(59 * kMiB, 2)->prefetchWindow.value_or(99), 1U);
    QCOMPARE(with(39 * kMiB, 2)->prefetchWindow.value_or(99), 0U);
    QCOMPARE(with(10 * kMiB, 2)->prefetchWindow.value_or(99), 0U);
    QVERIFY(!with(9 * kMiB, 2)->prefetchWindow.has_value());
    QCOMPARE(with(300 * kMiB, 50)->prefetchWindow.value_or(99), 50U);
    QCOMPARE(with(300 * kMiB, 0)->prefetchWindow.value_or(99), 0U);
    const Plan narrow = with(39 * kMiB, 2);
    QCOMPARE(textOf(narrow->verdictText),
             QString(goldenText("plan/fits-with-offload-120-0-mib-run")));
    QVERIFY(findIssue(*narrow, "smaller_prefetch_window")->device == DeviceId::gpu(0));
    QCOMPARE(with(59 * kMiB, 2)->placement(DeviceId::gpu(0))->window, std::uint64_t{40 * kMiB});
}

void DeviceLimitsTest::expertsAreBroughtInOneByOne() {
    std::vector<ModuleDraft> layers(2);
    for (ModuleDraft& layer : layers) {
        std::vector<ModuleDraft> experts(8);
        for (ModuleDraft& expert : experts) {
            expert.children = {linear("w1", 10), linear("w2", 10)};
        }
        layer.children = {linear("gate", 2), list("experts", std::move(experts), "Expert")};
    }
    const auto tree = treeOf({linear("embed", 2), list("layers", std::move(layers), "Layer")});
    const std::vector<DeviceMap::Entry> map{{"embed", DeviceId::gpu(0)},
                                            {"layers", DeviceId::cpu()}};
    // A layer weighs 162 MiB, but one expert's matrix at a time is on the GPU, beside two gates.
    const Plan plan = planOf(underMap(tree, {60 * kMiB}, kGiB, map));
    QVERIFY2(plan->verdict == Verdict::FitsWithOffload, plan->verdictText.english().c_str());
    QCOMPARE(plan->prefetchWindow.value_or(99), 2U);
    QVERIFY(isSingleExpert("model.layers.3.mlp.experts.17.up_proj"));
    QVERIFY(isSingleExpert("layers.0.experts.0"));
    QVERIFY(!isSingleExpert("layers.0.mlp.experts"));
    QVERIFY(!isSingleExpert("layers.0.mlp.experts.gate_up_proj"));
    QVERIFY(!isSingleExpert("layers.0.shared_experts.0.up"));
}

void DeviceLimitsTest::unitsOfKnownModels_data() {
    QTest::addColumn<QString>("tree");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("last");
    QTest::addColumn<int>("count");
    QTest::newRow("gpt2") << "gpt2"
                          << "transformer.wte and transformer.wpe"
                          << "lm_head" << 15;
    QTest::newRow("book's GPT-2") << "raschka-gpt2"
                                  << "tok_emb and pos_emb"
                                  << "out_head" << 15;
}

void DeviceLimitsTest::unitsOfKnownModels() {
    QFETCH(QString, tree);
    const auto known = recordedTree(tree.toStdString());
    const std::vector<StreamUnit> units = streamUnits(*known);
    QTEST(static_cast<int>(units.size()), "count");
    const auto nameOf = [&known](const StreamUnit& unit) {
        QStringList paths;
        for (const auto& range : unit.ranges) {
            paths += textOf(known->path(range.first));
        }
        return paths.join(" and ");
    };
    QTEST(nameOf(units.front()), "first");
    QTEST(nameOf(units.back()), "last");
    QVERIFY(nameOf(units[1]).endsWith(".0"));
}

void DeviceLimitsTest::diskHasACapacityAndALimit() {
    const auto tree = layeredTree(8, 20);
    PlacementRequest request = underMap(
        tree, {kGiB}, kGiB,
        {{"embed", DeviceId::gpu(0)}, {"layers", DeviceId::disk()}, {"head", DeviceId::gpu(0)}});
    QVERIFY(planOf(request)->verdict == Verdict::FitsWithOffload);
    request.devices.back().capacity = 400 * kMiB;
    request.devices.back().usedByOthers = 100 * kMiB;
    const Plan full = planOf(request);
    QVERIFY(full->verdict == Verdict::DoesNotFit);
    QCOMPARE(textOf(full->verdictText),
             QString(goldenText("window-board/disk-is-20-0-mib-over-its-capacity")));
    QVERIFY(findIssue(*full, "over_capacity")->text.english().find("100.0 MiB already used") !=
            std::string::npos);
    request.devices.back().capacity = kGiB;
    setBudgets(request, "0=1GiB,cpu=1GiB,disk=300MiB");
    const Plan limited = planOf(request);
    QVERIFY(limited->verdict == Verdict::DoesNotFit);
    QCOMPARE(textOf(limited->verdictText),
             QString(goldenText("window-board/disk-is-20-0-mib-over-its-limit")));
}

void DeviceLimitsTest::executionDeviceIsTheOneAskedFor() {
    const auto tree = layeredTree(2, 40);
    PlacementRequest request = underMap(
        tree, {60 * kMiB, kGiB}, kGiB,
        {{"embed", DeviceId::gpu(0)}, {"layers", DeviceId::cpu()}, {"head", DeviceId::gpu(1)}});
    const Plan first = planOf(request);
    QVERIFY(first->executionDevice() == DeviceId::gpu(0));
    QVERIFY(findIssue(*first, "offloaded_layer_does_not_fit")->device == DeviceId::gpu(0));
    request.executionDevice = DeviceId::gpu(1);
    QVERIFY(planOf(request)->verdict == Verdict::FitsWithOffload);
    request.executionDevice = DeviceId::cpu();
    const Plan host = planOf(request);
    QVERIFY(host->verdict == Verdict::FitsWithOffload);
    QVERIFY(!host->prefetchWindow.has_value());  // nothing travels
}

/// What the CPU computes does not travel, so that a GPU too small for a layer is large enough.
void DeviceLimitsTest::modulesThatTheCpuComputes() {
    const auto tree = layeredTree(2, 40);
    PlacementRequest request = underMap(
        tree, {90 * kMiB}, kGiB,
        {{"embed", DeviceId::gpu(0)}, {"layers", DeviceId::cpu()}, {"head", DeviceId::gpu(0)}});
    QVERIFY(planOf(request)->verdict == Verdict::DoesNotFit);
    request.hooks.offloaded = *parseOffloadRules("compute:layers.0,layers.1");
    const Plan host = planOf(request);
    QVERIFY(host->verdict == Verdict::FitsWithOffload);
    QVERIFY(!host->prefetchWindow.has_value());
    QVERIFY(host->executionDeviceOf("layers.1.up") == DeviceId::cpu());
    QVERIFY(host->executionDeviceOf("head") == DeviceId::gpu(0));
    request.hooks.offloaded = *parseOffloadRules("compute:layers.0");
    QVERIFY(planOf(request)->verdict == Verdict::DoesNotFit);
    const QString text = textOf(planToJson(*planOf(request), TraceOutput::Omit));
    QVERIFY2(text.contains(QRegularExpression("\"offloaded\": \\[\\s*\"compute:layers.0\"")),
             qPrintable(text));
    request.hooks.offloaded = *parseOffloadRules("compute:layer.0");
    QVERIFY(hasIssue(*planOf(request), "hook_option_without_effect"));
}

/// Accelerate's preload_module_classes: a layer's weights come together, and not ahead as well.
void DeviceLimitsTest::preloadedModulesComeWhole() {
    const auto tree = layeredTree(2, 40);
    const auto with = [&tree](std::uint64_t room, unsigned window,
                              std::vector<std::string> classes) {
        PlacementRequest request = underMap(
            tree, {80 * kMiB + room}, kGiB,
            {{"embed", DeviceId::gpu(0)}, {"layers", DeviceId::cpu()}, {"head", DeviceId::gpu(0)}});
        request.prefetchWindow = window;
        request.hooks.preloadClasses = std::move(classes);
        return planOf(request);
    };
    const auto windowOf = [](const Plan& plan) {
        return std::uint64_t{plan->placement(DeviceId::gpu(0))->window};
    };
    QCOMPARE(windowOf(with(kGiB, 0, {})), std::uint64_t{40 * kMiB});
    QCOMPARE(windowOf(with(kGiB, 0, {"Layer"})), std::uint64_t{80 * kMiB});
    QCOMPARE(windowOf(with(kGiB, 2, {"Layer"})), std::uint64_t{80 * kMiB});
    QVERIFY(with(60 * kMiB, 0, {})->verdict == Verdict::FitsWithOffload);
    const Plan short20 = with(60 * kMiB, 0, {"Layer"});
    QVERIFY(short20->verdict == Verdict::DoesNotFit);
    QCOMPARE(textOf(short20->verdictText),
             QString(goldenText("plan/gpu-0-is-20-0-mib-too-small-to-run")));
    const Plan absent = with(60 * kMiB, 0, {"Layers"});
    QVERIFY(absent->verdict == Verdict::FitsWithOffload);
    QVERIFY(hasIssue(*absent, "hook_option_without_effect"));
}

void DeviceLimitsTest::offloadRulesAreRead() {
    const auto rules = parseOffloadRules("compute:model.layers.3,lm_head");
    QVERIFY(rules);
    QCOMPARE(rules->size(), std::size_t{2});
    QVERIFY(computesOnCpu(*rules, "model.layers.3"));
    QVERIFY(computesOnCpu(*rules, "model.layers.3.mlp.up_proj"));
    QVERIFY(!computesOnCpu(*rules, "model.layers.31"));
    QVERIFY(!computesOnCpu(*rules, "model.layers"));
    QVERIFY(!computesOnCpu({}, "model"));
    std::vector<OffloadRule> all;
    const std::vector<std::string> words{"compute", "stream:a,b.c", "compute:b.c.d"};
    for (const std::string& word : words) {
        const auto more = parseOffloadRules(word);
        QVERIFY(more);
        all.insert(all.end(), more->begin(), more->end());
    }
    QCOMPARE(offloadRuleWords(all), words);
    QVERIFY(computesOnCpu(all, "z") && !computesOnCpu(all, "b.c") && computesOnCpu(all, "b.c.d"));
    for (const char* const wrong : {"", "gpu", "compute:", "stream:a,", "compute:,a"}) {
        const auto refused = parseOffloadRules(wrong);
        QVERIFY2(!refused, wrong);
        QVERIFY(textOf(refused.error().message).contains(goldenText("plan/give-compute-stream")));
    }
}

void DeviceLimitsTest::mainDeviceOfHooks() {
    const auto tree = layeredTree(2, 40);
    PlacementRequest request = underMap(
        tree, {60 * kMiB, kGiB}, kGiB,
        {{"embed", DeviceId::gpu(0)}, {"layers", DeviceId::cpu()}, {"head", DeviceId::gpu(1)}});
    QVERIFY(planOf(request)->verdict == Verdict::DoesNotFit);
    request.hooks.mainDevice = DeviceId::gpu(1);
    const Plan there = planOf(request);
    QVERIFY(there->executionDevice() == DeviceId::gpu(1));
    QVERIFY(there->verdict == Verdict::FitsWithOffload);
    QVERIFY(textOf(planToJson(*there, TraceOutput::Omit)).contains("\"main_device\": 1"));
    // All on one device in memory: there are no hooks, unless they are forced.
    request = underMap(tree, {kGiB}, kGiB, {{"", DeviceId::cpu()}});
    request.hooks.mainDevice = DeviceId::gpu(0);
    const Plan without = planOf(request);
    QVERIFY(without->executionDevice() == DeviceId::cpu());
    QVERIFY(hasIssue(*without, "hook_option_without_effect"));
    request.hooks.force = true;
    const Plan forced = planOf(request);
    QVERIFY(forced->executionDevice() == DeviceId::gpu(0));
    QVERIFY(forced->placement(DeviceId::gpu(0))->window >= 40 * kMiB);
    QVERIFY(!hasIssue(*forced, "hook_option_without_effect"));
}

void DeviceLimitsTest::worstDeviceIsNamed() {
    const auto tree = layeredTree(4, 20);
    const Plan plan = planOf(underMap(tree, {60 * kMiB, 60 * kMiB}, kGiB,
                                      {{"embed", DeviceId::gpu(0)},
                                       {"layers.0", DeviceId::gpu(0)},
                                       {"layers.1", DeviceId::gpu(0)},
                                       {"layers.2", DeviceId::gpu(1)},
                                       {"layers.3", DeviceId::gpu(1)},
                                       {"head", DeviceId::gpu(1)}}));
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
    PlacementRequest request = plan->request;
    request.devices[1].capacity = 30 * kMiB;
    const Plan worse = planOf(request);
    QCOMPARE(textOf(worse->verdictText),
             QString(goldenText("plan/gpu-1-is-70-0-mib-over-its-capacity")));
}

void DeviceLimitsTest::windowIsInTheJson() {
    const auto tree = layeredTree(3, 20);
    PlacementRequest request = underMap(
        tree, {110 * kMiB}, kGiB,
        {{"embed", DeviceId::gpu(0)}, {"layers", DeviceId::cpu()}, {"head", DeviceId::gpu(0)}});
    request.prefetchWindow = 1;
    request.executionDevice = DeviceId::gpu(0);
    const QString text = textOf(planToJson(*planOf(request), TraceOutput::Omit));
    QVERIFY2(text.contains("\"prefetch_window\": 0,"), qPrintable(text));
    QVERIFY2(text.contains("\"prefetch_window\": 1"), qPrintable(text));
    QVERIFY2(text.contains("\"execution_device\": 0"), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("\"window\": %1").arg(20 * kMiB)), qPrintable(text));
}

void DeviceLimitsTest::librariesWarningsArePlanProblems() {
    const Plan single = planOf(requestFor(recordedTree("gpt2"), {kGiB}));
    const PlanIssue* const tenPercent = findIssue(*single, "ten_percent_kept");
    QVERIFY(tenPercent != nullptr && tenPercent->severity == Severity::Hint);
    QVERIFY(tenPercent->device == DeviceId::gpu(0));
    QCOMPARE(tenPercent->bytes, 0.9 * static_cast<double>(kGiB));
    QVERIFY(!hasIssue(*planOf(requestFor(recordedTree("gpt2"), {kGiB, kGiB})), "ten_percent_kept"));

    PlacementRequest unknown = requestFor(recordedTree("gpt2"), {kGiB});
    unknown.strategy = Strategy::Sequential;
    setBudgets(unknown, "0=1GiB,3=1GiB,cpu=1GiB");
    const Plan absent = planOf(unknown);
    const PlanIssue* const limit = findIssue(*absent, "limit_without_device");
    QVERIFY(limit != nullptr && limit->severity == Severity::Warning);
    QVERIFY(limit->text.english().find("GPU 3") != std::string::npos);
    QVERIFY(limit->text.english().find(absent->warnings.front()) != std::string::npos);

    // Masks that stay on a GPU without room for them.
    PlacementRequest buffers = requestFor(recordedTree("raschka-gpt2"), {kGiB});
    setBudgets(buffers, "0=300MiB,cpu=1GiB");
    buffers.strategy = Strategy::Sequential;
    const Plan masks = planOf(buffers);
    const PlanIssue* const issue = findIssue(*masks, "offload_buffers");
    QVERIFY(issue != nullptr && issue->severity == Severity::Warning);
    QVERIFY(issue->bytes > 0);
    QVERIFY(issue->text.english().find(masks->warnings.front()) != std::string::npos);
    const auto fixed = applyEdit(*masks, SetFlagEdit{"offload_buffers"});
    QVERIFY(fixed && !hasIssue(**fixed, "offload_buffers"));
}

void DeviceLimitsTest::remediesGoByCodes() {
    // One layer is larger than a third of the model, which is what each GPU's share comes to, but
    // not than a GPU.
    const auto tree = treeOf({linear("a", 10), linear("b", 300), linear("c", 10)});
    PlacementRequest request = requestFor(tree, {400 * kMiB, 400 * kMiB, 400 * kMiB}, kGiB);
    const Plan balanced = planOf(request);
    request.devices.front().capacity = 200 * kMiB;
    setBudgets(request, "0=200MiB,1=200MiB,2=200MiB,cpu=1GiB");
    const Plan small = planOf(request);
    QVERIFY(hasIssue(*small, "layer_larger_than_every_gpu"));
    QVERIFY(!hasIssue(*small, "layer_larger_than_balanced_share"));
    QVERIFY(!hasIssue(*balanced, "layer_larger_than_every_gpu"));
}

void DeviceLimitsTest::emptiedByHandIsNoAdvice() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {320 * kMiB, 320 * kMiB});
    request.moves = {{"transformer", DeviceId::cpu()}, {"lm_head", DeviceId::cpu()}};
    const Plan moved = planOf(request);
    for (const char* const code :
         {"gpu_gets_nothing", "gpus_idle_while_offloading", "gpu_not_needed"}) {
        QVERIFY2(!hasIssue(*moved, code), code);
    }
    // All to the last GPU: no device before the first one holds it.
    request = requestFor(recordedTree("gpt2"), {kGiB, kGiB});
    request.moves = {{"transformer", DeviceId::gpu(1)}, {"lm_head", DeviceId::gpu(1)}};
    QVERIFY(!hasIssue(*planOf(request), "gpu_not_needed"));
    // A given map speaks for itself.
    const Plan given =
        planOf(underMap(recordedTree("gpt2"), {kGiB, kGiB, kGiB}, kGiB, {{"", DeviceId::cpu()}}));
    QVERIFY(!hasIssue(*given, "gpus_idle_while_offloading"));
    // Nor does it say that all fits where something has no place.
    using Entries = std::vector<std::pair<std::string, DeviceId>>;
    const std::vector<Entries> incomplete{{}, {{"", DeviceId::gpu(7)}}};
    for (const Entries& entries : incomplete) {
        const Plan plan = planOf(underMap(recordedTree("gpt2"), {kGiB, kGiB}, kGiB, entries));
        QVERIFY(!hasIssue(*plan, "gpu_not_needed"));
    }
    // What a strategy leaves out is still said.
    const Plan small =
        planOf(requestFor(recordedTree("gpt2"), {100 * kMiB, 100 * kMiB}, 200 * kMiB));
    QVERIFY(hasIssue(*small, "gpu_gets_nothing"));
    QVERIFY(hasIssue(*small, "gpus_idle_while_offloading"));
}

void DeviceLimitsTest::tooLargeALimitIsRefused_data() {
    QTest::addColumn<QString>("size");
    QTest::addColumn<bool>("taken");
    QTest::newRow("far beyond") << "1e30GiB" << false;
    QTest::newRow("just beyond") << "4294967297GiB" << false;
    QTest::newRow("4 EiB") << "4294967296GiB" << true;
    QTest::newRow("usual") << "10GiB" << true;
}

void DeviceLimitsTest::tooLargeALimitIsRefused() {
    QFETCH(QString, size);
    QFETCH(bool, taken);
    std::vector<Message> warnings;
    QCOMPARE(parseMaxMemory("0=" + size.toStdString(), warnings).has_value(), taken);
    const Plan plan = planOf(requestFor(recordedTree("gpt2"), {kGiB}));
    QCOMPARE(applyEdit(*plan, SetBudgetEdit{DeviceId::gpu(0), size.toStdString()}).has_value(),
             taken);
    LoadModelPreset preset;
    preset.numGpus = 1;
    preset.maxGpuMemory = size.toStdString();
    QCOMPARE(applyEdit(*plan, SetLoadPresetEdit{preset}).has_value(), taken);
}

QTEST_APPLESS_MAIN(DeviceLimitsTest)
#include "tst_device_limits.moc"
