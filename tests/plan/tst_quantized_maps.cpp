// SPDX-License-Identifier: GPL-3.0-or-later
// Holds place() for quantised models to the maps that the libraries computed themselves: with a
// quantizer of transformers, and with Accelerate's get_quantized_model_device_map, or for MXFP4 its
// infer_auto_device_map (tests/reference/record_quantized.py).
#ifndef Q_MOC_RUN
#include "engine/device/device_info.h"
#include "engine/device/memory_budget.h"
#include "engine/model/config_tree.h"
#include "engine/model/module_tree_json.h"
#include "engine/model/quantization.h"
#include "engine/plan/place/place.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/quantized_plan.h"
#include "engine/plan/strategies/strategies.h"
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
using nlohmann::json;

namespace {

DeviceId deviceFrom(const json& key) {
    return key.is_string() ? *parseDevice(key.get<std::string>())
                           : DeviceId::gpu(key.get<std::uint32_t>());
}

/// Configurations and plans of models in MXFP4.
const json& gptOss() {
    static const json kRecord = [] {
        std::ifstream file(STOWAGE_TEST_DATA "/quantized/mxfp4.json");
        return json::parse(file);
    }();
    return kRecord;
}

std::shared_ptr<const ModuleTree> treeOf(const std::string& model) {
    static std::map<std::string, std::shared_ptr<const ModuleTree>> trees;
    auto& tree = trees[model];
    if (const json& configs = gptOss().at("configs"); !tree && configs.contains(model)) {
        const auto read = treeFromConfig(configs.at(model).dump(), "config.json");
        tree = read ? *read : nullptr;
    } else if (!tree) {
        std::ifstream file(STOWAGE_TEST_DATA "/transformers_rules/" + model + ".tree.json");
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        if (const auto parsed = parseModuleTreeJson(text, model)) {
            tree = *parsed;
        }
    }
    return tree;
}

Quantization quantizationFrom(const std::string& method) {
    Quantization quantization = *quantizationFromName(method.substr(0, method.find(' ')));
    quantization.declaredBy = method.ends_with(" declared") ? "config.json" : "";
    return quantization;
}

double totalWeights(const PlacementPlan& plan) {
    double bytes = 0;
    for (const DevicePlacement& placement : plan.placements) {
        bytes += placement.weights;
    }
    return bytes;
}

PlacementRequest requestOf(const json& plan) {
    PlacementRequest request;
    request.tree = treeOf(plan["model"].get<std::string>());
    std::vector<std::uint64_t> gpus;
    for (const json& pair : plan["max_memory"]) {
        request.budgets.push_back({deviceFrom(pair[0]), pair[1].get<double>(), {}, false});
        if (pair[0].is_number()) {
            gpus.push_back(pair[1].get<std::uint64_t>());
        }
    }
    request.devices = machineWith(gpus, 8 * kGiB);
    request.budgetsAreDefaults = false;
    request.rules = *rulesFromName(plan["rules"].get<std::string>());
    request.strategy = *strategyFromName(plan["strategy"].get<std::string>());
    request.constraints.dtype = dtypeFromName(plan["dtype"].get<std::string>());
    request.constraints.quantization = quantizationFrom(plan["method"].get<std::string>());
    if (const json skip = plan.value("skip", json()); !skip.is_null()) {
        request.constraints.quantization->skippedModules = skip.get<std::vector<std::string>>();
    }
    return request;
}

/// What differs from the record; "" where nothing does.
std::string difference(const json& recorded) {
    const auto plan = place(requestOf(recorded));
    if (recorded.contains("error")) {
        const bool fails = !plan || (*plan)->accelerateError.has_value();
        return fails ? "" : "expected " + recorded["error"].dump() + ", got a map";
    }
    if (!plan) {
        return plan.error().message;
    }
    std::vector<DeviceMap::Entry> entries;
    for (const json& pair : recorded["device_map"]) {
        entries.emplace_back(pair[0].get<std::string>(), deviceFrom(pair[1]));
    }
    const std::string expected = mapText(DeviceMap(entries));
    const std::string actual = mapText((*plan)->map);
    return actual == expected
               ? ""
               : (*plan)->accelerateError.value_or("").english() + actual + " is not " + expected;
}

}  // namespace

class QuantizedMapsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void agrees_data();
    void agrees();
    void differFromMapsOfTheWholeModel();
    void countsAndWeighsApart();
    void saysWhichSizeIsThePlanners();
    void saysWhatTheLibraryRefuses();
    void saysWhereMxfp4IsUndone();
    void doesNotJudgeMethodsThatAreNotPlanned();
    void undoesWhatTheFirstGpuCannotDo_data();
    void undoesWhatTheFirstGpuCannotDo();
    void leavesOtherModelsOutOfMxfp4();

private:
    json m_plans;
};

void QuantizedMapsTest::initTestCase() {
    std::ifstream file(STOWAGE_TEST_DATA "/quantized/maps.json");
    m_plans = json::parse(file).at("plans");
    for (const json& plan : gptOss().at("plans")) {
        m_plans.push_back(plan);
    }
    QVERIFY(m_plans.size() > 1700);
}

void QuantizedMapsTest::agrees_data() {
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("model");
    std::set<std::array<std::string, 3>> rows;
    for (const json& plan : m_plans) {
        rows.insert({plan["rules"].get<std::string>(), plan["method"].get<std::string>(),
                     plan["model"].get<std::string>()});
    }
    QVERIFY(rows.size() >= 90);
    for (const auto& [rules, method, model] : rows) {
        QTest::newRow((rules + ", " + method + ", " + model).c_str())
            << QByteArray::fromStdString(rules) << QByteArray::fromStdString(method)
            << QByteArray::fromStdString(model);
    }
}

void QuantizedMapsTest::agrees() {
    QFETCH(QByteArray, rules);
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, model);
    QVERIFY(treeOf(model.toStdString()) != nullptr);
    int differing = 0;
    for (const json& plan : m_plans) {
        if (plan["model"] != model.toStdString() || plan["rules"] != rules.toStdString() ||
            plan["method"] != method.toStdString()) {
            continue;
        }
        if (const std::string text = difference(plan); !text.empty()) {
            ++differing;
            json request = plan;
            request.erase("device_map");
            qInfo("%s: %s", request.dump().c_str(), text.c_str());
        }
    }
    QCOMPARE(differing, 0);
}

void QuantizedMapsTest::differFromMapsOfTheWholeModel() {
    int different = 0;
    for (const json& recorded : m_plans) {
        PlacementRequest request = requestOf(recorded);
        const auto own = place(request);
        request.constraints.quantization.reset();
        const auto other = place(request);
        different += own && other && mapText((*own)->map) != mapText((*other)->map) ? 1 : 0;
    }
    QVERIFY(different > 300);
}

void QuantizedMapsTest::countsAndWeighsApart() {
    PlacementRequest request = requestFor(treeOf("llama-3-8b"), {80 * kGiB});
    request.constraints.dtype = DType::BFloat16;
    request.constraints.quantization = quantizationFrom("nf4");
    const auto plan = place(request);
    QVERIFY(plan.has_value());
    // 6,979,321,856 weights in Linear modules, 1,050,939,392 beside them (embedding, head, norms).
    const double beside = 1'050'939'392.0 * 2;
    const double weights = 6'979'321'856.0;
    const double modules = 7 * 32;
    const double exact = weights / 2 + weights / 64 * 4 + modules * 64 + beside;
    double placed = 0;
    for (const DevicePlacement& placement : (*plan)->placements) {
        placed += placement.weights;
    }
    const double buffers = placed - exact;
    QVERIFY2(buffers >= 0 && buffers < 4096, std::to_string(buffers).c_str());
    // Accelerate counts half a byte for everything but the head.
    const double head = 128256.0 * 4096;
    QCOMPARE(countedBytes(**plan),
             (weights + 1'050'939'392.0 - head) / 2 + head * 2 + buffers / 2 * 0.5);
    request.rules = PlacementRules::Transformers;
    const auto other = place(request);
    QVERIFY(other.has_value());
    // Rotary frequencies are no parameters: they keep their float32.
    QCOMPARE(countedBytes(**other), weights / 2 + beside + buffers * 2);
}

void QuantizedMapsTest::saysWhichSizeIsThePlanners() {
    // Accelerate counts half a byte for each weight of the embedding, which stays as it is.
    PlacementRequest request = requestFor(treeOf("llama-3-8b"), {kGiB, 80 * kGiB});
    request.constraints.dtype = DType::BFloat16;
    request.constraints.quantization = quantizationFrom("nf4");
    const auto plan = place(request);
    QVERIFY(plan.has_value());
    const PlanIssue* const empty = findIssue(**plan, "gpu_gets_nothing");
    QVERIFY(empty != nullptr);
    QVERIFY2(empty->text.english().find("model.embed_tokens needs 250.5 MiB") != std::string::npos,
             empty->text.english().c_str());
    QVERIFY2(
        empty->text.english().ends_with(goldenText("plan/accelerate-plans-with-this-size-for")),
        empty->text.english().c_str());
    request.rules = PlacementRules::Transformers;
    const auto other = place(request);
    QVERIFY(other.has_value());
    const PlanIssue* const same = findIssue(**other, "gpu_gets_nothing");
    QVERIFY(same != nullptr);
    QVERIFY(same->text.english().find("in memory") == std::string::npos);
}

void QuantizedMapsTest::saysWhatTheLibraryRefuses() {
    PlacementRequest request = requestFor(treeOf("llama-3-8b"), {4 * kGiB}, 64 * kGiB);
    request.constraints.dtype = DType::Float16;
    request.constraints.quantization = quantizationFrom("nf4");
    request.rules = PlacementRules::Transformers;
    const auto plan = place(request);
    QVERIFY(plan.has_value());
    QVERIFY(hasIssue(**plan, "quantised_offload"));
    request.devices = machineWith({}, 64 * kGiB);
    request.budgets = {{DeviceId::cpu(), 64.0 * kGiB, {}, false}};
    const auto onCpu = place(request);
    QVERIFY(onCpu.has_value());
    QVERIFY(!hasIssue(**onCpu, "quantised_offload"));

    PlacementRequest experts = requestFor(treeOf("mixtral"), {8 * kGiB});
    experts.constraints.quantization = quantizationFrom("nf4");
    const auto moe = place(experts);
    QVERIFY(moe.has_value());
    const PlanIssue* const issue = findIssue(**moe, "quantised_experts");
    QVERIFY(issue != nullptr);
    QCOMPARE(issue->bytes, 4 * (4 * 704 * 128 + 4 * 128 * 352) * 4.0);
    experts.constraints.quantization = quantizationFrom("fp8");
    const auto eight = place(experts);
    QVERIFY(eight.has_value());
    QVERIFY(!hasIssue(**eight, "quantised_experts"));
}

void QuantizedMapsTest::saysWhereMxfp4IsUndone() {
    PlacementRequest request = requestFor(treeOf("gpt-oss-20b"), {16 * kGiB}, 64 * kGiB);
    request.constraints.quantization = quantizationFrom("mxfp4 declared");
    const auto onGpu = place(request);
    QVERIFY(onGpu.has_value());
    QVERIFY((*onGpu)->verdict == Verdict::Fits);
    const PlanIssue* const hint = findIssue(**onGpu, "quantised_undone");
    QVERIFY(hint != nullptr && hint->severity == Severity::Hint);
    QVERIFY2(hint->text.english().find(goldenText("plan/the-model-weighs-38-96-gib")) !=
                 std::string::npos,
             hint->text.english().c_str());
    QVERIFY(!hasIssue(**onGpu, "quantised_offload"));
    QVERIFY(!hasIssue(**onGpu, "quantised_experts"));

    request.devices = machineWith({8 * kGiB}, 64 * kGiB);
    request.budgets = {{DeviceId::gpu(0), 8.0 * kGiB, {}, false},
                       {DeviceId::cpu(), 64.0 * kGiB, {}, false}};
    const auto offloaded = place(request);
    QVERIFY(offloaded.has_value());
    const PlanIssue* const issue = findIssue(**offloaded, "quantised_offload");
    QVERIFY(issue != nullptr && issue->severity == Severity::Warning);
    // Whole layers: each has 24,883,200 weights in 32 experts.
    const double layer = 24'883'200.0 * 32 * 17 / 32;
    QVERIFY(issue->bytes > 0 && std::fmod(issue->bytes, layer) == 0);
    QVERIFY(issue->text.english().starts_with(goldenText("plan/from-pretrained-does-not-follow")));

    request.devices = machineWith({}, 64 * kGiB);
    request.budgets = {{DeviceId::cpu(), 64.0 * kGiB, {}, false}};
    const auto onCpu = place(request);
    QVERIFY(onCpu.has_value());
    QVERIFY(!hasIssue(**onCpu, "quantised_offload"));
    const PlanIssue* const undone = findIssue(**onCpu, "quantised_undone");
    QVERIFY(undone != nullptr && undone->severity == Severity::Warning);

    request.constraints.quantization = quantizationFrom("mxfp4");
    request.devices = machineWith({4 * kGiB}, 4 * kGiB);
    request.budgets = {{DeviceId::gpu(0), 4.0 * kGiB, {}, false},
                       {DeviceId::cpu(), 4.0 * kGiB, {}, false}};
    const auto onDisk = place(request);
    QVERIFY(onDisk.has_value());
    const PlanIssue* const refused = findIssue(**onDisk, "quantised_offload");
    QVERIFY(refused != nullptr);
    QVERIFY2(
        refused->text.english().starts_with(goldenText("plan/from-pretrained-refuses-this-map")),
        refused->text.english().c_str());
}

void QuantizedMapsTest::doesNotJudgeMethodsThatAreNotPlanned() {
    // One that holds the weights as they are, and one that does not: neither is known to hold them.
    for (const std::uint64_t capacity : {80 * kGiB, 1 * kGiB}) {
        PlacementRequest request = requestFor(treeOf("gpt-oss-20b"), {capacity}, 2 * kGiB);
        request.constraints.quantization = quantizationOfMethod("other");
        QVERIFY(request.constraints.quantization.has_value());
        const auto plan = place(request);
        QVERIFY(plan.has_value());
        QVERIFY((*plan)->verdict == Verdict::Undetermined);
        QCOMPARE((*plan)->missing.size(), std::size_t{1});
        QVERIFY(std::ranges::none_of((*plan)->issues, [](const PlanIssue& issue) {
            return issue.severity == Severity::Error;
        }));
        QVERIFY(!hasIssue(**plan, "quantised_undone"));
    }
}

void QuantizedMapsTest::undoesWhatTheFirstGpuCannotDo_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QStringList>("cards");
    QTest::addColumn<QString>("engine");
    QTest::addColumn<bool>("isUndone");
    const auto row = [](const char* method, const QStringList& cards, const char* engine,
                        bool isUndone) {
        const QString name = QStringLiteral("%1, %2, %3").arg(method, cards.join('+'), engine);
        QTest::newRow(qPrintable(name)) << QString(method) << cards << QString(engine) << isUndone;
    };
    for (const char* const method : {"fp8", "fp8 declared"}) {
        row(method, {"rtx-3060"}, "", true);
        row(method, {"a100-80gb"}, "transformers", true);
        row(method, {"rtx-4090"}, "", false);
        row(method, {"h100"}, "", false);
        row(method, {"rtx-3090", "h100"}, "", true);  // the first one decides
        row(method, {"h100", "rtx-3090"}, "", false);
        row(method, {"rtx-3060"}, "vllm", false);  // which has kernels for it
        row(method, {"24GiB"}, "", false);         // no card, no capability
    }
    row("fp8 declared", {}, "", true);
    row("mxfp4 declared", {"v100-16gb"}, "", true);
    row("mxfp4 declared", {"t4"}, "", false);
    row("mxfp4 declared", {"h100"}, "", false);
}

void QuantizedMapsTest::undoesWhatTheFirstGpuCannotDo() {
    QFETCH(QString, method);
    QFETCH(QStringList, cards);
    QFETCH(QString, engine);
    QFETCH(bool, isUndone);
    PlacementRequest request = requestFor(treeOf("gpt-oss-20b"), {}, 64 * kGiB);
    request.devices = machineWith({}, 64 * kGiB);
    if (!cards.isEmpty()) {
        const auto gpus = parseSimulatedGpus(cards.join(',').toStdString());
        QVERIFY(gpus.has_value());
        request.devices.insert(request.devices.begin(), gpus->begin(), gpus->end());
    }
    request.budgets = defaultBudgets(request.devices, 64.0 * kGiB);
    const auto plain = place(request);
    request.constraints.quantization = quantizationFrom(method.toStdString());
    if (!engine.isEmpty()) {
        request.workload = Workload();
        request.workload->engine = engine.toStdString();
    }
    const auto plan = place(request);
    QVERIFY(plain.has_value() && plan.has_value());
    QCOMPARE((*plan)->storageDevices == (*plain)->storageDevices &&
                 totalWeights(**plan) == totalWeights(**plain),
             isUndone);
    const PlanIssue* const undone = findIssue(**plan, "quantised_undone");
    QCOMPARE(undone != nullptr && undone->severity == Severity::Warning, isUndone);
}

void QuantizedMapsTest::leavesOtherModelsOutOfMxfp4() {
    PlacementRequest request = requestFor(treeOf("mixtral"), {8 * kGiB});
    const auto plain = place(request);
    request.constraints.quantization = quantizationFrom("mxfp4");
    const auto plan = place(request);
    QVERIFY(plain.has_value() && plan.has_value());
    const PlanIssue* const issue = findIssue(**plan, "quantised_nothing");
    QVERIFY(issue != nullptr);
    QVERIFY(issue->text.english().find(goldenText("plan/takes-the-experts-of-gpt-oss")) !=
            std::string::npos);
    QVERIFY(!hasIssue(**plan, "quantised_undone"));
    QCOMPARE((*plan)->placements.front().weights, (*plain)->placements.front().weights);
}

QTEST_GUILESS_MAIN(QuantizedMapsTest)
#include "tst_quantized_maps.moc"
