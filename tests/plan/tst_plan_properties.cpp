// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every plan, over a thousand random trees with ties, shared modules and pins.
#ifndef Q_MOC_RUN
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"
#include "engine/plan/resolved_map.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <algorithm>
#include <random>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr unsigned kTrees = 1000;

/// Draws a request for a tree: machine, limits, strategy, rules, classes, flags and pins.
class RequestDrawer {
public:
    explicit RequestDrawer(unsigned seed) : m_seed(seed), m_random(seed * 7919U + 1U) {}

    PlacementRequest draw() {
        const auto tree =
            randomTree(m_seed, m_seed % 3 == 0 ? SharedModules::Yes : SharedModules::No);
        std::vector<std::uint64_t> gpus;
        for (unsigned i = below(5); i > 0; --i) {
            gpus.push_back(share(tree->totalBytes()));
        }
        PlacementRequest request = requestFor(tree, gpus, share(2 * tree->totalBytes()));
        const std::size_t count = accelerateStrategies().size();
        request.strategy = accelerateStrategies()[m_seed % count].strategy;
        request.rules =
            m_seed / count % 2 == 0 ? PlacementRules::Accelerate : PlacementRules::Transformers;
        drawConstraints(request);
        if (below(2) == 0) {
            drawLimits(request);
        }
        return request;
    }

    std::string drawModule(const ModuleTree& tree) {
        return tree.path(ModuleId{below(static_cast<unsigned>(tree.nodes().size()))});
    }

    DeviceId drawDevice(const PlacementRequest& request) {
        return request.devices[below(static_cast<unsigned>(request.devices.size()))].id;
    }

private:
    unsigned below(unsigned limit) { return static_cast<unsigned>(m_random() % limit); }

    std::uint64_t share(std::uint64_t bytes) { return 1 + bytes * below(100) / 80; }

    void drawConstraints(PlacementRequest& request) {
        PlacementConstraints& constraints = request.constraints;
        if (below(3) == 0) {
            constraints.noSplit = below(2) == 0 ? std::vector<std::string>{}
                                                : std::vector<std::string>{"Part", "Absent"};
        }
        if (below(3) == 0) {
            constraints.dtype = DType::Float16;
        }
        constraints.fallbackAllocation = below(5) == 0;
        constraints.offloadBuffers = below(3) == 0;
        constraints.keepMapUnclean = below(4) == 0;
        for (unsigned i = below(4) == 0 ? below(3) : 0; i > 0; --i) {
            constraints.pins.emplace_back(drawModule(*request.tree), drawDevice(request));
        }
    }

    void drawLimits(PlacementRequest& request) {
        request.budgetsAreDefaults = false;
        for (MemoryBudget& budget : request.budgets) {
            budget.bytes = static_cast<double>(share(request.tree->totalBytes()));
        }
        if (below(4) == 0) {
            std::erase_if(request.budgets, [](const MemoryBudget& budget) {
                return budget.device == DeviceId::cpu();
            });
        }
    }

    unsigned m_seed;
    std::mt19937 m_random;
};

bool isSaid(const PlacementPlan& plan, const std::string& code, const std::string& module) {
    return std::any_of(plan.issues.begin(), plan.issues.end(), [&](const PlanIssue& issue) {
        return issue.code == code && issue.module == module;
    });
}

bool isSaid(const PlacementPlan& plan, const std::string& code, DeviceId device) {
    return std::any_of(plan.issues.begin(), plan.issues.end(), [&](const PlanIssue& issue) {
        return issue.code == code && issue.device == device;
    });
}

/// Everything about a plan that a person or a program can see.
std::string gist(const PlacementPlan& plan) {
    std::string text = plan.verdictText.english() + plan.accelerateError.value_or("").english();
    for (const auto& [path, device] : plan.map.entries()) {
        text += "|" + path + "=" + deviceName(device);
    }
    for (const PlanIssue& issue : plan.issues) {
        text += "|" + issue.text.english();
    }
    for (const PlacementDecision& decision : decisionsOf(plan)) {
        text += "|" + decision.module + ":" + decision.reason.english();
    }
    for (const std::string& warning : plan.warnings) {
        text += "|" + warning;
    }
    return text;
}

/// How many keys of the map cover a name.
std::size_t coveringKeys(const DeviceMap& map, const std::string& name) {
    std::size_t count = map.exact("") ? 1 : 0;
    for (std::size_t end = name.find('.'); end != std::string::npos;
         end = name.find('.', end + 1)) {
        count += map.exact(name.substr(0, end)) ? 1U : 0U;
    }
    return count + (map.exact(name) ? 1U : 0U);
}

QByteArray described(unsigned seed, const std::string& what) {
    return QByteArray::fromStdString("seed " + std::to_string(seed) + ": " + what);
}

}  // namespace

class PlanPropertiesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void failuresAreTold();
    void treesHaveWhatMatters();
    void everyTensorIsCoveredExactlyOnce();
    void limitsHoldOrAProblemSaysSo();
    void tiesStayTogetherOrAreNamed();
    void noSplitModulesStayWholeOrAreNamed();
    void pinnedModulesStay();
    void equalRequestsGiveEqualPlans();
    void editAndUndoGiveTheSamePlan();
    void cleanMapsPlaceEveryTensorAlike();

private:
    /// Calls `check(seed, plan)` for every plan with a map; stops at the first failure.
    template <class Check>
    void forEachPlan(Check check) {
        for (const auto& [seed, plan] : m_plans) {
            if (QTest::currentTestFailed()) {
                return;
            }
            check(seed, *plan);
        }
    }

    std::vector<std::pair<unsigned, Plan>> m_plans;    ///< kTrees of them, by seed
    std::vector<std::pair<unsigned, Plan>> m_refused;  ///< those where Accelerate fails
};

void PlanPropertiesTest::initTestCase() {
    // Accelerate itself fails on about half of such trees, over their many ties.
    for (unsigned seed = 0; m_plans.size() < kTrees; ++seed) {
        const auto plan = place(RequestDrawer(seed).draw());
        QVERIFY2(plan.has_value(), described(seed, plan ? "" : plan.error().message).constData());
        ((*plan)->accelerateError ? m_refused : m_plans).emplace_back(seed, *plan);
    }
}

void PlanPropertiesTest::failuresAreTold() {
    QVERIFY(!m_refused.empty());
    for (const auto& [seed, plan] : m_refused) {
        QVERIFY2(plan->verdict == Verdict::DoesNotFit && plan->map.empty(),
                 described(seed, plan->verdictText).constData());
        QVERIFY(hasIssue(*plan, "accelerate_error"));
    }
}

/// The properties say something only where the trees have what they speak of.
void PlanPropertiesTest::treesHaveWhatMatters() {
    unsigned shared = 0;
    unsigned tied = 0;
    unsigned pinned = 0;
    unsigned offloaded = 0;
    forEachPlan([&](unsigned, const PlacementPlan& plan) {
        const auto nodes = plan.request.tree->nodes();
        shared += std::any_of(nodes.begin(), nodes.end(),
                              [](const ModuleNode& node) { return node.sameAs.isValid(); })
                      ? 1U
                      : 0U;
        tied += plan.request.tree->tiedGroups().empty() ? 0U : 1U;
        pinned += plan.request.constraints.pins.empty() ? 0U : 1U;
        offloaded += plan.verdict == Verdict::FitsWithOffload ? 1U : 0U;
    });
    for (const unsigned count : {shared, tied, pinned, offloaded}) {
        QVERIFY2(count >= 100, qPrintable(QString::number(count)));
    }
}

void PlanPropertiesTest::everyTensorIsCoveredExactlyOnce() {
    forEachPlan([](unsigned seed, const PlacementPlan& plan) {
        const ModuleTree& tree = *plan.request.tree;
        for (const TensorSpec& tensor : tree.tensors()) {
            const std::size_t keys = coveringKeys(plan.map, tensor.name);
            if (keys == 0) {  // docs/spec/placement.md §7.5; a second name of a shared module
                bool said = isSaid(plan, "no_device", std::string());
                for (ModuleId at = tensor.module; at.isValid(); at = tree.node(at).parent) {
                    said = said || isSaid(plan, "no_device", tree.path(at)) ||
                           isSaid(plan, "buffer_without_device", tree.path(at));
                }
                QVERIFY2(
                    said,
                    described(seed, tensor.name + goldenText("plan/has-no-device")).constData());
                continue;
            }
            QVERIFY2(keys == 1, described(seed, tensor.name + " is covered twice").constData());
            const auto& device = plan.storageDevices[tensor.storage.index()];
            const TensorSpec& owner = tree.tensor(plan.storageOwners[tensor.storage.index()]);
            QVERIFY2(device == plan.map.deviceOf(owner.name),
                     described(seed, owner.name +
                                         goldenText("window-load/lies-elsewhere-than-its-map-says"))
                         .constData());
        }
    });
}

void PlanPropertiesTest::limitsHoldOrAProblemSaysSo() {
    forEachPlan([](unsigned seed, const PlacementPlan& plan) {
        for (const DevicePlacement& placement : plan.placements) {
            const DeviceId device = placement.device.id;
            const bool over = placement.budget && placement.weights > *placement.budget;
            QVERIFY2(over == isSaid(plan, "over_budget", device),
                     described(seed, deviceName(device)).constData());
            QVERIFY2(!over || plan.verdict == Verdict::DoesNotFit,
                     described(seed, plan.verdictText).constData());
            // Pins may ask for too much, folding may cover buffers that Accelerate did not count
            // (docs/spec/placement.md §7.5), and of nested ties it counts too little (§7.3);
            // otherwise the strategies keep to the limits by themselves.
            const bool isStrategysOwn = plan.request.constraints.pins.empty() &&
                                        plan.request.constraints.keepMapUnclean &&
                                        plan.request.tree->tiedGroups().empty();
            QVERIFY2(!over || !isStrategysOwn,
                     described(seed, deviceName(device) + goldenText("plan/over-its-limit-2"))
                         .constData());
        }
    });
}

void PlanPropertiesTest::tiesStayTogetherOrAreNamed() {
    forEachPlan([](unsigned seed, const PlacementPlan& plan) {
        const ModuleTree& tree = *plan.request.tree;
        for (const std::vector<TensorId>& group : tree.tiedGroups()) {
            std::set<DeviceId> devices;
            for (const TensorId member : group) {
                if (const auto device = plan.map.deviceOf(tree.tensor(member).name)) {
                    devices.insert(*device);
                }
            }
            const TensorSpec& owner = tree.tensor(group.front());
            QVERIFY2(
                devices.size() <= 1 || isSaid(plan, "tied_across_devices", tree.path(owner.module)),
                described(seed, owner.name).constData());
        }
    });
}

void PlanPropertiesTest::noSplitModulesStayWholeOrAreNamed() {
    forEachPlan([](unsigned seed, const PlacementPlan& plan) {
        const ModuleTree& tree = *plan.request.tree;
        const auto& classes = plan.noSplitClasses();
        for (const ModuleNode& node : tree.nodes()) {
            if (std::find(classes.begin(), classes.end(), node.className) == classes.end()) {
                continue;
            }
            std::set<DeviceId> devices;
            for (const TensorSpec& tensor : tree.subtreeTensors(node.id)) {
                if (const auto device = plan.map.deviceOf(tensor.name)) {
                    devices.insert(*device);
                }
            }
            QVERIFY2(devices.size() <= 1 || isSaid(plan, "block_split", tree.path(node.id)),
                     described(seed, tree.path(node.id)).constData());
        }
    });
}

void PlanPropertiesTest::pinnedModulesStay() {
    forEachPlan([](unsigned seed, const PlacementPlan& plan) {
        const auto& pins = plan.request.constraints.pins;
        const ModuleTree& tree = *plan.request.tree;
        for (const auto& [path, device] : pins) {
            // An inner pin overrules an outer one, the first of two alike holds.
            const bool isInnermost =
                std::none_of(pins.begin(), pins.end(), [&path = path](const auto& other) {
                    return other.first != path && isAtOrBelow(other.first, path);
                });
            const auto first =
                std::find_if(pins.begin(), pins.end(),
                             [&path = path](const auto& p) { return p.first == path; });
            if (!isInnermost || first->second != device) {
                continue;
            }
            for (const TensorSpec& tensor : tree.subtreeTensors(*tree.findModule(path))) {
                // Accelerate's maps leave out a second name of a module beside the first one.
                const auto covered = plan.map.deviceOf(tensor.name);
                const auto lies = covered ? covered : plan.storageDevices[tensor.storage.index()];
                QVERIFY2(lies == device,
                         described(seed, tensor.name + " left its pin").constData());
            }
        }
    });
}

void PlanPropertiesTest::equalRequestsGiveEqualPlans() {
    forEachPlan([](unsigned seed, const PlacementPlan& plan) {
        const Plan again = planOf(plan.request);
        QVERIFY(again != nullptr);
        QVERIFY2(gist(*again) == gist(plan), described(seed, "differs").constData());
    });
}

void PlanPropertiesTest::editAndUndoGiveTheSamePlan() {
    forEachPlan([](unsigned seed, const PlacementPlan& plan) {
        RequestDrawer drawer(seed + 1000000U);
        const std::string module = drawer.drawModule(*plan.request.tree);
        const DeviceId device = drawer.drawDevice(plan.request);
        const auto moved = applyEdit(plan, MoveEdit{{module}, device});
        QVERIFY2(moved.has_value(), described(seed, module).constData());
        const auto undone = planOf(plan.request);
        QVERIFY2(gist(*undone) == gist(plan), described(seed, "undo differs").constData());
        const bool wasPinned =
            std::any_of(plan.request.constraints.pins.begin(), plan.request.constraints.pins.end(),
                        [&module](const auto& pin) { return pin.first == module; });
        if (!wasPinned) {  // a pinned module keeps its new pin
            const auto planned = applyEdit(**moved, ReplanEdit{});
            QVERIFY2(gist(**planned) == gist(plan), described(seed, "re-plan").constData());
        }
    });
}

/// Folding keeps the device of every tensor that has one. A tensor without a device - a direct
/// buffer of a split module, which Accelerate never places (docs/spec/placement.md §7.5), or a
/// second name of a shared module - may be given one where all that does have a device beside it
/// lies together.
void PlanPropertiesTest::cleanMapsPlaceEveryTensorAlike() {
    unsigned folded = 0;
    forEachPlan([&folded](unsigned seed, const PlacementPlan& plan) {
        PlacementRequest request = plan.request;
        request.constraints.keepMapUnclean = true;
        const Plan unclean = planOf(request);
        QVERIFY(unclean != nullptr);
        folded += unclean->map.entries().size() > plan.map.entries().size() ? 1U : 0U;
        for (const TensorSpec& tensor : request.tree->tensors()) {
            const auto device = unclean->map.deviceOf(tensor.name);
            QVERIFY2(!device || device == plan.map.deviceOf(tensor.name),
                     described(seed, tensor.name).constData());
        }
    });
    QVERIFY2(folded > 200, qPrintable(QString::number(folded)));
}

QTEST_GUILESS_MAIN(PlanPropertiesTest)
#include "tst_plan_properties.moc"
