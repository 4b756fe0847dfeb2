// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about a map that a person wrote.
#ifndef Q_MOC_RUN
#include "engine/model/module_tree_json.h"
#include "engine/plan/device_hops.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/place/place.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/golden_text.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <fstream>
#include <map>
#include <set>

using namespace stowage;
using namespace stowage::test;

namespace {

PlacementRequest requestUnder(const std::string& text) {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {2 * kGiB, 2 * kGiB});
    const auto map = parseDeviceMapText(text);
    if (map) {
        request.strategy = Strategy::Manual;
        request.givenMap = map->map;
        request.doubledKeys = map->doubledKeys;
    }
    return request;
}

Plan underMap(const std::string& text) {
    const auto plan = place(requestUnder(text));
    return plan ? *plan : nullptr;
}

QString textOf(const std::string& text) {
    return QString::fromStdString(text);
}

std::size_t countIssues(const PlacementPlan& plan, const std::string& code) {
    std::size_t count = 0;
    for (const PlanIssue& issue : plan.issues) {
        count += issue.code == code ? 1U : 0U;
    }
    return count;
}

}  // namespace

class MapProblemsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void nearest_data();
    void nearest();
    void unknownKeysAreCapped();
    void nearestNamesAmongMany();
    void doubledKeys();
    void doubledKeysAreForgottenWithTheirMap();
    void buffersOfASplitModule();
    void deviceThatIsNotThere();
    void strayKeyOnAnAbsentDevice();
    void strayKeyThatMakesTheMainDevice();
    void tiedHeadOfAnotherDevice();
    void allOnDisk();
    void howMuchOver();
    void pingPong_data();
    void pingPong();
    void pingPongOfOffloading();
    void pingPongOfATiedHead_data();
    void pingPongOfATiedHead();
    void crossingOfATiedHead();
    void tensorThatGoesWithItsModule();
    void mapsRunAsInAccelerate();
    void buffersAreNamedWithTheirModule();
    void entriesInsideOthers_data();
    void entriesInsideOthers();
    void movesLeaveAFlatMap();
};

void MapProblemsTest::nearest_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* title, const char* name, const char* expected) {
        QTest::newRow(title) << QString::fromLatin1(name) << QString::fromLatin1(expected);
    };
    row("prefix missing", "h.0", "transformer.h.0");
    row("prefix missing, tensor", "wte.weight", "transformer.wte.weight");
    row("prefix too many", "module.transformer.h.7", "transformer.h.7");
    row("two too many", "base.model.lm_head", "lm_head");
    row("another prefix", "model.h.3.attn", "transformer.h.3.attn");
    row("slip in the last part", "transformer.h.0.atn", "transformer.h.0.attn");
    row("slip in the first part", "transfomer.h.2", "transformer.h.2");
    row("slip in the middle", "transformer.h.4.attnn.c_attn", "transformer.h.4.attn.c_attn");
    row("number beyond the last", "transformer.h.12", "transformer.h.11");
    row("tensor's slip", "transformer.wte.wieght", "transformer.wte.weight");
    row("a part of it exists", "transformer.h.0.zzzzzzzz", "transformer.h.0");
    row("nothing alike", "qqqqqqqq", "");
}

void MapProblemsTest::nearest() {
    QFETCH(QString, name);
    QFETCH(QString, expected);
    const auto names = nearestNames(*recordedTree("gpt2"), name.toStdString());
    QCOMPARE(names.empty() ? QString() : textOf(names.front()), expected);
    QVERIFY(names.size() <= 3);
    const Plan plan = underMap("{'': 0, '" + name.toStdString() + "': 1}");
    const PlanIssue* const issue = findIssue(*plan, "unknown_module");
    QVERIFY(issue != nullptr);
    QCOMPARE(textOf(issue->module), name);
    QCOMPARE(textOf(issue->text).contains(QString(goldenText("plan/did-you-mean")) + expected),
             !expected.isEmpty());
}

void MapProblemsTest::unknownKeysAreCapped() {
    std::string text = "{'': 0";
    for (int i = 0; i < 1000; ++i) {
        text += ", 'model.layers." + std::to_string(i) + "': 1";
    }
    const Plan plan = underMap(text + "}");
    QCOMPARE(countIssues(*plan, "unknown_module"), std::size_t{21});
    QVERIFY(std::any_of(plan->issues.begin(), plan->issues.end(), [](const PlanIssue& issue) {
        return issue.text.english().find("980 more keys") != std::string::npos;
    }));
}

void MapProblemsTest::nearestNamesAmongMany() {
    ModelDraft draft;
    for (int i = 0; i < 100'000; ++i) {
        ModuleDraft leaf;
        leaf.name = "layer_" + std::to_string(i);
        leaf.className = "Linear";
        leaf.parameters.push_back({"weight", DType::Float32, {2}, true});
        draft.root.children.push_back(std::move(leaf));
    }
    const auto tree = ModuleTreeBuilder::build(draft);
    QVERIFY(tree.has_value());
    QCOMPARE(textOf(nearestNames(**tree, "layr_77777").front()), QStringLiteral("layer_77777"));
}

void MapProblemsTest::doubledKeys() {
    const Plan plan = underMap(R"({"transformer": 0, "lm_head": 0, "transformer": "cpu",
                                   "lm_head": 0})");
    QVERIFY(plan->map.exact("transformer") == DeviceId::cpu());
    QCOMPARE(countIssues(*plan, "doubled_key"), std::size_t{2});
    const PlanIssue* const issue = findIssue(*plan, "doubled_key");
    QVERIFY(issue->severity == Severity::Warning);
    QCOMPARE(textOf(issue->module), QStringLiteral("transformer"));
    QVERIFY(issue->device == DeviceId::cpu());
    QVERIFY2(issue->text.english().find("first with GPU 0, last with CPU") != std::string::npos,
             issue->text.english().c_str());
    // The same device both times changes nothing: a hint.
    QVERIFY(std::any_of(plan->issues.begin(), plan->issues.end(), [](const PlanIssue& other) {
        return other.module == "lm_head" && other.severity == Severity::Hint;
    }));
}

void MapProblemsTest::doubledKeysAreForgottenWithTheirMap() {
    PlacementRequest request = requestUnder(R"({"": 0, "lm_head": 0, "lm_head": 1})");
    QVERIFY(hasIssue(**place(request), "doubled_key"));
    request.strategy = Strategy::Auto;
    QVERIFY(!hasIssue(**place(request), "doubled_key"));
}

void MapProblemsTest::buffersOfASplitModule() {
    // The lesson's GPT has a mask directly on each attention module (docs/spec/placement.md §7.5).
    PlacementRequest request = requestFor(recordedTree("raschka-gpt2"), {4 * kGiB, 4 * kGiB});
    const auto whole = place(request);
    DeviceMap map;
    for (const auto& [path, device] : (*whole)->map.entries()) {
        map.set(path, device);
    }
    const ModuleTree& tree = *request.tree;
    ModuleId holder;
    for (const TensorSpec& tensor : tree.tensors()) {
        if (tensor.kind == TensorKind::Buffer) {
            holder = tensor.module;
            break;
        }
    }
    QVERIFY(holder.isValid());
    std::vector<DeviceMap::Entry> entries;
    for (const ModuleNode& node : tree.nodes()) {
        const bool isInside = node.id > holder && node.id < tree.node(holder).subtreeEnd;
        if (node.parent == holder && isInside) {
            entries.emplace_back(tree.path(node.id), DeviceId::gpu(1));
        }
    }
    for (const TensorSpec& tensor : tree.tensors()) {
        const bool isInside =
            tensor.module >= holder && tensor.module < tree.node(holder).subtreeEnd;
        if (!isInside) {
            entries.emplace_back(tensor.name, DeviceId::gpu(0));
        }
    }
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap(entries);
    const auto plan = place(request);
    const PlanIssue* const issue = findIssue(**plan, "no_device");
    const PlanIssue* const buffer = findIssue(**plan, "buffer_without_device");
    QVERIFY(issue != nullptr || buffer != nullptr);
    const PlanIssue& said = issue != nullptr ? *issue : *buffer;
    QCOMPARE(textOf(said.module), textOf(tree.path(holder)));
    QCOMPARE(said.bytes, 1024.0 * 1024.0 * 4.0);
}

void MapProblemsTest::deviceThatIsNotThere() {
    const Plan plan = underMap(R"({"transformer": 0, "lm_head": 5})");
    const PlanIssue* const issue = findIssue(*plan, "unknown_device");
    QVERIFY(issue != nullptr && issue->severity == Severity::Error);
    QVERIFY(issue->device == DeviceId::gpu(5));
    QVERIFY(plan->verdict == Verdict::DoesNotFit);
}

void MapProblemsTest::strayKeyOnAnAbsentDevice() {
    // dispatch_model warns of such a key and hooks nothing: the device is never asked for.
    const Plan plan = underMap(R"({"": 0, "transformer.hh.4": 7})");
    QCOMPARE(countIssues(*plan, "unknown_device"), std::size_t{0});
    QCOMPARE(countIssues(*plan, "unknown_module"), std::size_t{1});
    const PlanIssue* const issue = findIssue(*plan, "unknown_module");
    QCOMPARE(issue->severity, Severity::Warning);
    QVERIFY(textOf(issue->text).contains(QString(goldenText("plan/the-entry-has-no-effect"))));
    QVERIFY(plan->verdict == Verdict::Fits);
}

void MapProblemsTest::strayKeyThatMakesTheMainDevice() {
    // The main device is the first of all that the map names, a key of nothing among them.
    const Plan absent = underMap(R"({"": "cpu", "typo": 7, "another": 7})");
    QCOMPARE(countIssues(*absent, "unknown_device"), std::size_t{0});
    QCOMPARE(countIssues(*absent, "unknown_module"), std::size_t{2});
    const PlanIssue* const error = findIssue(*absent, "unknown_module");
    QCOMPARE(error->severity, Severity::Error);
    QCOMPARE(textOf(error->module), QStringLiteral("typo"));
    QVERIFY(textOf(error->text).contains(QString(goldenText("plan/gpu-7-the-main-device"))));
    const Plan present = underMap(R"({"": 1, "typo": 0})");
    const PlanIssue* const warning = findIssue(*present, "unknown_module");
    QCOMPARE(warning->severity, Severity::Warning);
    QVERIFY(textOf(warning->text).contains(QString(goldenText("plan/gpu-0-the-main-device"))));
}

void MapProblemsTest::tiedHeadOfAnotherDevice() {
    // The weights lie once, with the embedding; load, run, tree and counts follow them.
    const Plan plan = underMap(R"({"transformer": 0, "lm_head": 1})");
    const ModuleId head = *plan->request.tree->findModule("lm_head");
    QVERIFY(plan->deviceOf(head) == DeviceId::gpu(0));
    QCOMPARE(deviceHops(*plan).hops, 0U);
    QCOMPARE(plan->placement(DeviceId::gpu(0))->blocks, 2U);
    QCOMPARE(plan->placement(DeviceId::gpu(1))->blocks, 0U);
    const PlanIssue* const issue = findIssue(*plan, "tied_across_devices");
    QVERIFY(issue != nullptr);
    QVERIFY2(textOf(issue->text).contains(QString(goldenText("plan/they-lie-once-on-gpu-0"))),
             issue->text.english().c_str());
    // GPU 1 is empty for that reason, not for what fits.
    QCOMPARE(countIssues(*plan, "gpu_not_needed"), std::size_t{0});
}

void MapProblemsTest::allOnDisk() {
    const Plan plan = underMap(R"({"transformer": "disk", "lm_head": "disk"})");
    const PlanIssue* const issue = findIssue(*plan, "all_on_disk");
    QVERIFY(issue != nullptr);
    QCOMPARE(issue->severity, Severity::Warning);
    QVERIFY2(
        textOf(issue->text).contains(QStringLiteral("load_checkpoint_and_dispatch then fails")),
        issue->text.english().c_str());
    QCOMPARE(validityOf(*plan), MapValidity::ValidWithWarnings);
    QVERIFY(!hasIssue(*underMap(R"({"transformer": "disk", "lm_head": "cpu"})"), "all_on_disk"));
    PlacementRequest request = requestUnder(R"({"": "disk"})");
    request.rules = PlacementRules::Transformers;
    QVERIFY(!hasIssue(**place(request), "all_on_disk"));
}

void MapProblemsTest::howMuchOver() {
    PlacementRequest request = requestUnder(R"({"": 0})");
    request.devices.front().capacity = 400 * kMiB;
    setBudgets(request, "0=300MiB,1=1GiB,cpu=8GiB");
    const auto plan = place(request);
    const PlanIssue* const budget = findIssue(**plan, "over_budget");
    QVERIFY(budget != nullptr);
    QCOMPARE(budget->bytes, (*plan)->placement(DeviceId::gpu(0))->weights - 300.0 * kMiB);
    const PlanIssue* const capacity = findIssue(**plan, "over_capacity");
    QVERIFY(capacity != nullptr);
    const DevicePlacement& gpu = *(*plan)->placement(DeviceId::gpu(0));
    QCOMPARE(capacity->bytes, static_cast<double>(gpu.weightsReserved - 400 * kMiB));
}

void MapProblemsTest::pingPong_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<int>("hops");
    QTest::addColumn<QString>("module");
    QTest::newRow("one device") << R"({"": 0})" << 0 << "";
    QTest::newRow("one return") << R"({"": 0, "transformer.h.5": 1})" << 2 << "transformer.h.6";
    QTest::newRow("one more return")
        << R"({"": 0, "transformer.h.5": 1, "transformer.ln_f": 1, "lm_head": 1})" << 4
        << "transformer.h.6";
    QTest::newRow("two returns") << R"({"": 0, "transformer.h.2": 1, "transformer.h.5": 1})" << 4
                                 << "transformer.h.3";
    QTest::newRow("within a block")
        << R"({"": 0, "transformer.h.0.attn": 1})" << 2 << "transformer.h.0.ln_2";
    QTest::newRow("alternating")
        << R"({"": 0, "transformer.h.1": 1, "transformer.h.3": 1, "transformer.h.5": 1,
               "transformer.h.7": 1, "transformer.h.9": 1, "transformer.h.11": 1})"
        << 12 << "transformer.h.2";
}

void MapProblemsTest::pingPong() {
    QFETCH(QString, map);
    QFETCH(int, hops);
    QFETCH(QString, module);
    const Plan plan = underMap(map.toStdString());
    const DeviceHops found = deviceHops(*plan);
    QCOMPARE(static_cast<int>(found.hops), hops);
    QCOMPARE(static_cast<int>(found.fewest), hops > 0 ? 1 : 0);
    const PlanIssue* const issue = findIssue(*plan, "ping_pong");
    QCOMPARE(issue == nullptr, module.isEmpty());
    if (issue == nullptr) {
        return;
    }
    QVERIFY(issue->severity == Severity::Warning);
    QCOMPARE(textOf(issue->module), module);
    QVERIFY(issue->device == DeviceId::gpu(0));
    QCOMPARE(issue->bytes, hops * 768.0 * 4.0);  // float32 activations of one token
    QVERIFY(activationBytes(*plan) == std::uint64_t{768 * 4});
    QVERIFY2(issue->text.english().find("instead of 1 time") != std::string::npos,
             issue->text.english().c_str());
    const int more = hops - 2;
    const std::string returns =
        more == 1 ? goldenText("plan/and-1-more-such-return-follows")
                  : std::to_string(more) + goldenText("plan/more-such-returns-follow");
    QVERIFY2((issue->text.english().find(returns) != std::string::npos) == (more > 0),
             issue->text.english().c_str());
}

void MapProblemsTest::pingPongOfOffloading() {
    // Offloaded layers run on the first GPU: it is entered again behind the second one.
    const Plan tail = underMap(R"({"transformer": 0, "lm_head": 0, "transformer.h.10": 1,
                                   "transformer.h.11": "cpu", "transformer.ln_f": "disk"})");
    const PlanIssue* const issue = findIssue(*tail, "ping_pong");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->severity == Severity::Hint);
    QCOMPARE(textOf(issue->module), QStringLiteral("transformer.h.11"));
    QVERIFY2(issue->text.english().find(goldenText("plan/offloaded-layers-run-there")) !=
                 std::string::npos,
             issue->text.english().c_str());
}

void MapProblemsTest::pingPongOfATiedHead_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<int>("hops");
    QTest::addColumn<QString>("module");
    QTest::newRow("back to the embedding")
        << R"({"transformer": 1, "transformer.wte": 0, "transformer.wpe": 0, "lm_head": 0})" << 2
        << "lm_head";
    QTest::newRow("after the last norm alone")
        << R"({"transformer": 0, "transformer.ln_f": 1, "lm_head": 0})" << 2 << "lm_head";
    QTest::newRow("whatever its entry says")
        << R"({"transformer": 0, "transformer.ln_f": 1, "lm_head": 1})" << 2 << "lm_head";
    QTest::newRow("after other returns")
        << R"({"": 0, "transformer.h.5": 1, "transformer.ln_f": 1})" << 4 << "transformer.h.6";
}

void MapProblemsTest::pingPongOfATiedHead() {
    QFETCH(QString, map);
    QFETCH(int, hops);
    QFETCH(QString, module);
    const Plan plan = underMap(map.toStdString());
    const DeviceHops found = deviceHops(*plan);
    QCOMPARE(static_cast<int>(found.hops), hops);
    const PlanIssue* const issue = findIssue(*plan, "ping_pong");
    QVERIFY(issue != nullptr);
    QCOMPARE(textOf(issue->module), module);
    const bool isOfTies = module == QStringLiteral("lm_head");
    QCOMPARE(issue->severity, isOfTies ? Severity::Hint : Severity::Warning);
    QCOMPARE(
        issue->text.english().find(goldenText("plan/a-tied-head-runs-where")) != std::string::npos,
        isOfTies);
}

void MapProblemsTest::crossingOfATiedHead() {
    // The way back between machines is counted as the estimate counts it, and is nobody's fault.
    PlacementRequest request = requestUnder(
        R"({"transformer": 1, "transformer.wte": 0, "transformer.wpe": 0, "lm_head": 0})");
    request.devices[1].machine = "b";
    const auto plan = place(request);
    const DeviceHops found = deviceHops(**plan);
    QCOMPARE(found.crossings.size(), std::size_t{2});
    QVERIFY(found.crossings.back().isTied);
    const PlanIssue* const issue = findIssue(**plan, "machine_crossing");
    QVERIFY(issue != nullptr);
    QCOMPARE(issue->severity, Severity::Hint);
    QVERIFY(issue->text.english().find(goldenText("plan/cross-between-machines-2-times")) !=
            std::string::npos);
}

void MapProblemsTest::tensorThatGoesWithItsModule() {
    // Hooks take the weight to its module: nothing is split, and nothing goes back and forth.
    const Plan plan = underMap(R"({"transformer.h.0.attn.c_attn.weight": 0, "": 1})");
    QCOMPARE(countIssues(*plan, "tensor_key"), std::size_t{1});
    QCOMPARE(countIssues(*plan, "block_split"), std::size_t{0});
    QCOMPARE(countIssues(*plan, "ping_pong"), std::size_t{0});
}

/// Random maps, and whether they run there: tests/reference/given_maps.py.
void MapProblemsTest::mapsRunAsInAccelerate() {
    std::ifstream file(STOWAGE_TEST_DATA "/given_maps.json");
    const auto recorded = nlohmann::ordered_json::parse(file);
    std::map<std::string, std::shared_ptr<const ModuleTree>> trees;
    for (const auto& [name, tree] : recorded["trees"].items()) {
        trees[name] = *parseModuleTreeJson(tree.dump(), name);
    }
    QVERIFY(recorded["cases"].size() >= 400);
    const std::set<std::string> codes{"block_split", "tied_across_devices", "tensor_key",
                                      "no_device",   "entry_inside_entry",  "sum_split"};
    for (const auto& entry : recorded["cases"]) {
        const auto map = entry[1].get<std::string>();
        const auto raised = entry[2].get<std::string>();
        PlacementRequest request = requestFor(trees.at(entry[0].get<std::string>()), {kGiB, kGiB});
        request.strategy = Strategy::Manual;
        request.givenMap = parseDeviceMapText(map)->map;
        const auto plan = place(request);
        QVERIFY2(plan.has_value(), map.c_str());
        bool isWarned = false;
        for (const PlanIssue& issue : (*plan)->issues) {
            if (issue.severity == Severity::Hint || !codes.contains(issue.code)) {
                continue;
            }
            isWarned = true;
            // Where a block works or stops as its code is, the warning tells both; and what is
            // said of a map whose "" goes elsewhere is about the map as it is written.
            const bool isOpen = hasIssue(**plan, "root_moved") ||
                                textOf(issue.text).contains(goldenText("plan/works-with-copies"));
            QVERIFY2(!raised.empty() || isOpen, (map + " " + issue.text.english()).c_str());
            QVERIFY2(issue.text.english().find("ValueError,") == std::string::npos ||
                         raised == "ValueError",
                     (map + " " + raised).c_str());
        }
        QVERIFY2(raised.empty() || isWarned, (map + " " + raised).c_str());
    }
}

void MapProblemsTest::buffersAreNamedWithTheirModule() {
    std::ifstream file(STOWAGE_TEST_DATA "/given_maps.json");
    const auto recorded = nlohmann::ordered_json::parse(file);
    PlacementRequest request =
        requestFor(*parseModuleTreeJson(recorded["trees"]["llama"].dump(), "llama"), {kGiB});
    request.strategy = Strategy::Manual;
    request.givenMap = parseDeviceMapText("{'lm_head': 0}")->map;
    const auto plan = place(request);
    QCOMPARE(textOf(findIssue(**plan, "buffer_without_device")->module),
             QStringLiteral("model.rotary_emb"));
    QCOMPARE(textOf(findIssue(**plan, "no_device")->module), QStringLiteral("model"));
}

void MapProblemsTest::entriesInsideOthers_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("code");  // "": it runs
    QTest::addColumn<QString>("part");
    QTest::newRow("the hooks of the outer entry")
        << "{'transformer.wte': 0, 'lm_head': 0, 'transformer.h': 1, 'transformer.h.0': 0, "
           "'transformer.wpe': 1, 'transformer.drop': 1, 'transformer.ln_f': 1}"
        << "entry_inside_entry" << goldenText("plan/h-0-on-gpu-0-inside-h-on-gpu-1");
    QTest::newRow("the disk inside the CPU")
        << "{'transformer': 'cpu', 'lm_head': 'cpu', 'transformer.h.2': 'disk'}"
        << "entry_inside_entry" << goldenText("plan/value-error-to-put-in-on-cpu");
    QTest::newRow("the disk inside the CPU, for a GPU")
        << "{'transformer': 'cpu', 'lm_head': 0, 'transformer.h.2': 'disk'}"
        << "entry_inside_entry"
        << "NotImplementedError";
    QTest::newRow("the root on the CPU, a GPU inside")
        << "{'': 'cpu', 'transformer.h': 0}"
        << "entry_inside_entry" << goldenText("plan/value-error-to-put-in-on-gpu-0");
    QTest::newRow("the root on the CPU, a GPU nowhere") << "{'': 'cpu', 'typo': 0}"
                                                        << "entry_inside_entry"
                                                        << "KeyError, 'transformer.wte.weight'";
    QTest::newRow("the root on another GPU than the main device")
        << "{'': 1, 'transformer.h.3': 0}"
        << "root_moved" << goldenText("plan/covers-on-gpu-0");
    QTest::newRow("a layer without layers") << "{'': 0, 'transformer.ln_f': 1}"
                                            << ""
                                            << "";
    QTest::newRow("the CPU inside the main device") << "{'': 0, 'transformer.h.3': 'cpu'}"
                                                    << ""
                                                    << "";
    QTest::newRow("the CPU inside the disk")
        << "{'transformer': 'disk', 'lm_head': 0, 'transformer.h.3': 'cpu'}"
        << ""
        << "";
    QTest::newRow("the same device") << "{'': 0, 'transformer': 0}"
                                     << ""
                                     << "";
}

void MapProblemsTest::entriesInsideOthers() {
    QFETCH(QString, map);
    QFETCH(QString, code);
    QFETCH(QString, part);
    const Plan plan = underMap(map.toStdString());
    for (const char* name : {"entry_inside_entry", "root_moved"}) {
        const PlanIssue* const issue = findIssue(*plan, name);
        QCOMPARE(issue != nullptr, code == QString::fromLatin1(name));
        if (issue != nullptr) {
            QCOMPARE(issue->severity, Severity::Warning);
            QVERIFY2(textOf(issue->text).contains(part), issue->text.english().c_str());
        }
    }
    // Copy as Python writes the map so that it runs.
    PlacementRequest flat = plan->request;
    flat.givenMap = flatMap(*flat.tree, plan->map);
    const auto again = place(flat);
    QVERIFY(!hasIssue(**again, "entry_inside_entry") && !hasIssue(**again, "root_moved"));
}

/// Moves by hand lie inside other entries, but nobody writes such a map.
void MapProblemsTest::movesLeaveAFlatMap() {
    Plan plan = underMap("{'': 0}");
    plan = edited(plan, MoveEdit{{"transformer.h.2"}, DeviceId::gpu(1)});
    QVERIFY(!hasIssue(*plan, "entry_inside_entry"));
    plan = edited(plan, SetStrategyEdit{Strategy::Auto});
    plan = edited(plan, MoveEdit{{"transformer.h.2.mlp"}, DeviceId::cpu()});
    plan = edited(plan, SetStrategyEdit{Strategy::Manual});
    QVERIFY(!hasIssue(*plan, "entry_inside_entry"));
}

QTEST_GUILESS_MAIN(MapProblemsTest)
#include "tst_map_problems.moc"
