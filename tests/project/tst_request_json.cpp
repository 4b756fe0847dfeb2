// SPDX-License-Identifier: GPL-3.0-or-later
// Requests go through JSON without loss: the plan of what is read is the plan of what was written.
#ifndef Q_MOC_RUN
#include "engine/base/json_reader.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/device/this_machine.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/place/place.h"
#include "engine/plan/request/request_fields.h"
#include "engine/project/saved_request.h"
#include "tests/project/random_edits.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

using namespace stowage;
using namespace stowage::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr unsigned kRequests = 600;
constexpr unsigned kEdits = 12;

/// Finds a map that no strategy makes, and rules of its own, so that both have to be kept.
class AllOnCpu : public PlacementSearch {
public:
    [[nodiscard]] Result<FoundPlacement> find(const PlacementRequest& request,
                                              const std::stop_token&) const override {
        auto proof = std::make_shared<OptimalProof>();
        proof->objective = request.objective;
        proof->value = 1.5;
        return FoundPlacement{DeviceMap({{"", DeviceId::cpu()}}),
                              {7, {{OffloadRule::Mode::Compute, ""}}},
                              std::move(proof)};
    }
    [[nodiscard]] Result<PlanValue> price(const std::shared_ptr<const PlacementPlan>&,
                                          const std::stop_token&) const override {
        return PlanValue{1.5, {}};
    }
};

/// Where nothing is known any more.
class NothingFound : public PlacementSearch {
public:
    [[nodiscard]] Result<FoundPlacement> find(const PlacementRequest&,
                                              const std::stop_token&) const override {
        return fail(ErrorCode::Unsupported, "No times are known.");
    }
    [[nodiscard]] Result<PlanValue> price(const std::shared_ptr<const PlacementPlan>&,
                                          const std::stop_token&) const override {
        return fail(ErrorCode::Unsupported, "No times are known.");
    }
};

/// Errors: Malformed, for the first node that is blamed.
Result<PlacementRequest> requestFromJson(const Json& object,
                                         const Message& file = phrase("The request")) {
    PlacementRequest request;
    if (const auto read = readRequest(object, request); !read) {
        return inFile(file, read.error());
    }
    return request;
}

/// Through text, as a file is.
Result<PlacementRequest> throughJson(const PlacementRequest& request) {
    const auto read = parseJson(requestToJson(request).dump(), "request.json");
    if (!read) {
        return read.unexpected();
    }
    auto again = requestFromJson(*read);
    return again ? Result(withModel(*std::move(again), request.tree, request.search))
                 : again.unexpected();
}

std::string planText(const PlacementRequest& request) {
    const auto plan = place(request);
    return plan ? planToJson(**plan, TraceOutput::Include) : plan.error().message.english();
}

QByteArray seedText(unsigned seed, const std::string& what) {
    return QByteArray::fromStdString("seed " + std::to_string(seed) + ": " + what);
}

}  // namespace

class RequestJsonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void editedRequestsComeBack();
    void whatASearchFoundIsKept();
    void undoneEditsLeaveThePlan();
    void everyMemberIsNeeded();
    void wrongValues_data();
    void wrongValues();
    void mutationsAreToldOrPlanned();
    void otherMachines();
    void opensRequestsOfTheFirstVersion();
    void startsByTheRulesOfTheLibrary_data();
    void startsByTheRulesOfTheLibrary();
};

void RequestJsonTest::editedRequestsComeBack() {
    unsigned done = 0;
    std::set<std::size_t> kinds;
    for (unsigned seed = 0; seed < kRequests; ++seed) {
        PlacementRequest request = drawnRequest(seed);
        request.search = std::make_shared<AllOnCpu>();
        EditDrawer drawer(seed + 5000U);
        Plan plan = planOf(request);
        QVERIFY(plan != nullptr);
        for (unsigned i = 0; i < kEdits; ++i) {
            const PlanEdit edit = drawer.draw(*plan);
            if (const Plan next = edited(plan, edit)) {
                plan = next;
                kinds.insert(edit.index());
                ++done;
            }
        }
        for (const PlacementRequest& each : {request, plan->request}) {
            const auto again = throughJson(each);
            QVERIFY2(again.has_value(), seedText(seed, again ? "" : again.error().message));
            QCOMPARE(requestToJson(*again).dump(), requestToJson(each).dump());
            QVERIFY2(planText(*again) == planText(each), seedText(seed, "another plan"));
        }
    }
    QVERIFY2(done > 4000, seedText(done, "edits"));
    QVERIFY2(kinds.size() >= std::variant_size_v<PlanEdit> - 1,
             seedText(0, std::to_string(kinds.size())));
}

/// Opened again, the plan is the one that was found, whatever a search would say by then; an edit
/// searches anew, and a move does not.
void RequestJsonTest::whatASearchFoundIsKept() {
    PlacementRequest request = requestFor(recordedTree("gpt2"), {kGiB, kGiB});
    request.strategy = Strategy::Optimal;
    request.search = std::make_shared<AllOnCpu>();
    Plan plan = planOf(request);
    QVERIFY(plan->optimal != nullptr);
    for (const bool isMoved : {false, true}) {
        if (isMoved) {
            plan = edited(plan, MoveEdit{{"lm_head"}, DeviceId::disk()});
            QVERIFY(plan->optimal == nullptr);
        }
        PlacementRequest kept = requestToKeep(*plan);
        kept.search = std::make_shared<NothingFound>();
        const auto again = throughJson(kept);
        QVERIFY(again.has_value());
        const auto opened = place(*again);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.english().c_str());
        QCOMPARE(planToJson(**opened, TraceOutput::Include),
                 planToJson(*plan, TraceOutput::Include));
        QCOMPARE(requestToJson(requestToKeep(**opened)).dump(), requestToJson(kept).dump());
        QVERIFY(!applyEdit(**opened, SetDtypeEdit{DType::Float16}).has_value());
        QVERIFY(!place(withModel(plan->request, request.tree, kept.search)).has_value());
    }
}

void RequestJsonTest::undoneEditsLeaveThePlan() {
    for (const unsigned seed : {1U, 7U, 30U}) {
        const Plan before = planOf(drawnRequest(seed));
        const std::string text = planText(before->request);
        EditDrawer drawer(seed);
        std::vector<Plan> undo{before};
        while (undo.size() <= 500) {
            if (const Plan next = edited(undo.back(), drawer.draw(*undo.back()))) {
                undo.push_back(next);
            }
        }
        while (undo.size() > 1) {
            undo.pop_back();
        }
        const auto again = throughJson(undo.back()->request);
        QVERIFY(again.has_value());
        QCOMPARE(planText(*again), text);
    }
}

/// Each member of a request that has everything changes what comes back where it is left out.
void RequestJsonTest::everyMemberIsNeeded() {
    PlacementRequest request = drawnRequest(7);
    request.devices.front().simulated = false;
    request.devices.front().linkBytesPerSecond = 0.1 + 0.2;
    request.devices.front().machine = "node-1";
    request.machineLinks = {{"node-1", "b", 1e9, 0.1 + 0.2}};
    overrideCapacity(request.devices[request.devices.size() - 2], kGiB);
    request.budgetsAreDefaults = false;
    request.defaultBudgets = {{DeviceId::cpu(), 5.5, "", true}};
    request.strategy = Strategy::Manual;
    request.rules = PlacementRules::Transformers;
    request.objective = {Objective::Mix, 0.3, 2};
    request.constraints = {std::vector<std::string>{},
                           DType::BFloat16,
                           *quantizationFromName("nf4"),
                           true,
                           true,
                           true,
                           {{"lm_head", DeviceId::cpu()}}};
    request.givenMap = DeviceMap({{"", DeviceId::cpu()}});
    request.runBeforeStrategy =
        OffloadedRun{3, {{OffloadRule::Mode::Compute, "a"}, {OffloadRule::Mode::Compute, "b"}}};
    request.isFitted = true;
    request.proof = std::make_shared<const OptimalProof>(OptimalProof{request.objective,
                                                                      0.1 + 0.2,
                                                                      1e-300,
                                                                      0.07,
                                                                      "No plan",
                                                                      ~0ULL,
                                                                      3.5,
                                                                      true,
                                                                      "Of another card.",
                                                                      {"--x"}});
    request.prefetchWindow = 4;
    request.executionDevice = DeviceId::cpu();
    request.hooks = {DeviceId::cpu(), true, {"A"}, {"k"}, {{OffloadRule::Mode::Stream, ""}}};
    request.workload = Workload{};
    request.doubledKeys = {{"x", DeviceId::cpu(), DeviceId::gpu(1)}};
    request.preset = LoadModelPreset{
        "cpu", 2, "1GiB", Strategy::Manual, request.givenMap, request.defaultBudgets};
    request.dtypeFollowsPreset = true;
    request.moves = {{"transformer", DeviceId::disk()}};
    const Json whole = requestToJson(request);
    const auto all = requestFromJson(whole);
    QVERIFY2(all.has_value(), all ? "" : all.error().message.english().c_str());
    QCOMPARE(requestToJson(*all).dump(), whole.dump());
    QCOMPARE(whole.size(), requestFields().size());  // but the limits that nobody typed
    for (const auto& member : whole.items()) {
        Json less = whole;
        less.erase(member.key());
        const auto read = requestFromJson(less);
        QVERIFY2(!read || requestToJson(*read) != whole, member.key().c_str());
    }
}

void RequestJsonTest::wrongValues_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* pointer, const char* value, const char* message) {
        QTest::newRow(pointer) << pointer << value << message;
    };
    row("/strategy", "\"best\"", goldenText("project/strategy-is-best-which-this-version"));
    row("/rules", "3", goldenText("project/rules-is-no-text"));
    row("/devices", "{}", goldenText("project/devices-must-name-from-1-to"));
    row("/devices/gpu:x", "{}", "\"devices.gpu:x\" is \"gpu:x\", which this");
    row("/devices/cuda:0", "{}", goldenText("project/devices-describes-a-device-twice"));
    row("/devices/gpu:0/capacity", "-1", goldenText("project/devices-0-capacity-is-no-whole"));
    row("/devices/gpu:0/context", "9223372036854775807",
        goldenText("project/devices-0-context-is-no-whole"));
    row("/devices/gpu:0/link", "\"12GB/s\"", goldenText("project/devices-0-link-is-no-number"));
    row("/devices/gpu:0/machine", "\"a b\"", goldenText("project/devices-0-machine-is-no-name"));
    row("/machine_links", R"([{"machines": ["a"]}])",
        goldenText("project/machine-links-0-machines-is-no"));
    row("/machine_links", R"([{"machines": ["a", "b"], "bytes_per_second": 0}])",
        goldenText("project/is-less-than-one-byte-a"));
    row("/machine_links", R"([{"machines": ["a", "b"], "latency_seconds": 11}])",
        goldenText("project/latency-seconds-is-no-number-from"));
    row("/max_memory", R"({"0": {"text": "1GiB"}})", "\"max_memory.0.bytes\" is missing");
    row("/max_memory", R"({"0": {"bytes": 1, "float": 1}})",
        goldenText("project/max-memory-0-float-is-neither"));
    row("/max_memory", R"({"cpu": "much"})", goldenText("project/max-memory-cpu-is-no-limit"));
    row("/pins", "[[\"a\"]]", goldenText("project/pins-0-is-no-list-of"));
    row("/moves", "{}", goldenText("project/moves-is-no-list"));
    row("/device_map", "[[\"a\", null]]", "\"device_map[0][1]\" is missing");
    row("/dtype", "\"int8\"", goldenText("project/dtype-is-no-floating-dtype"));
    row("/quantization", "{}", "\"quantization.method\" is missing");
    row("/quantization", "{\"method\": \"nf4\", \"bits\": 5}", "\"quantization.bits\" is not 2");
    row("/quantization", "{\"method\": \"nf4\", \"group_size\": -2}",
        goldenText("project/no-whole-number-from-0"));
    row("/prefetch_window", "65537", goldenText("project/prefetch-window-is-no-whole-number"));
    row("/main_device", "\"disk\"", goldenText("project/main-device-is-the-disk-which"));
    row("/offloaded", "[\"keep:a\"]", goldenText("project/offloaded-0-is-no-rule"));
    row("/workload", "{\"batch\": 0}", goldenText("project/workload-cannot-be-carried"));
    row("/objective/prefill_weight", "1e999",
        goldenText("project/objective-prefill-weight-is-no-number"));
    row("/preset", "{\"num_gpus\": 4294967296}", goldenText("project/preset-num-gpus-is-no-whole"));
    row("/proof", "{\"bound\": -1}", goldenText("project/proof-bound-is-no-number-from"));
    row("/proof", "[]", goldenText("project/proof-is-no-object"));
    row("/duplicate_keys", "[[\"a\", \"cpu\"]]", goldenText("project/doubled-keys-0-is-no-list"));
}

void RequestJsonTest::wrongValues() {
    QFETCH(const QString, pointer);
    QFETCH(const QString, value);
    QFETCH(const QString, message);
    Json object = requestToJson(requestFor(recordedTree("gpt2"), {kGiB, kGiB}));
    // 1e999 has no JSON value: nlohmann makes it infinite.
    object[Json::json_pointer(pointer.toStdString())] =
        value == "1e999" ? Json(HUGE_VAL) : Json::parse(value.toStdString());
    const auto read = requestFromJson(object, "a.stowage");
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Malformed);
    QVERIFY2(read.error().message.english().find(message.toStdString()) != std::string::npos,
             read.error().message.english().c_str());
    QVERIFY(read.error().message.english().starts_with("a.stowage is invalid: "));
}

/// Any value in the place of any other: a sentence, or a request that can be planned.
void RequestJsonTest::mutationsAreToldOrPlanned() {
    const std::vector<Json> values{nullptr,
                                   true,
                                   -1,
                                   0,
                                   1,
                                   4611686018427387904,
                                   1e300,
                                   "",
                                   "cpu",
                                   "gpu:4294967295",
                                   "disk",
                                   "manual",
                                   "optimal",
                                   Json::array(),
                                   Json::object(),
                                   Json::array({Json::array({"a", "gpu:9"})})};
    const auto tree = randomTree(11);
    PlacementRequest request = requestFor(tree, {tree->totalBytes() / 2, tree->totalBytes()});
    request.constraints.quantization = *quantizationFromName("nf4");
    request.workload = Workload{};
    request.preset = LoadModelPreset{};
    request.constraints.pins = {{"a", DeviceId::cpu()}};
    request.moves = {{"b", DeviceId::gpu(1)}};
    const Json whole = requestToJson(request).flatten();
    unsigned planned = 0;
    unsigned refused = 0;
    for (const auto& member : whole.items()) {
        for (const Json& value : values) {
            Json changed = requestToJson(request);
            changed[Json::json_pointer(member.key())] = value;
            const auto read = requestFromJson(changed);
            if (read) {
                (void)place(withModel(*read, tree));
                ++planned;
            } else {
                QVERIFY(!read.error().message.empty());
                ++refused;
            }
        }
    }
    QVERIFY2(planned > 150 && refused > 400, seedText(planned, std::to_string(refused)));
}

void RequestJsonTest::otherMachines() {
    PlacementRequest saved = requestFor(recordedTree("gpt2"), {kGiB, 2 * kGiB}, 64 * kGiB);
    saved.devices[0].simulated = false;
    saved.devices[0].name = "NVIDIA L4";
    saved.devices[0].uuid = "GPU-1";
    const auto here = machineWith({}, 32 * kGiB);
    const AdoptedRequest adopted = adoptRequest(saved, here);
    QCOMPARE(adopted.notes.size(), std::size_t{2});
    QCOMPARE(adopted.notes[0].english(),
             std::string(goldenText("project/gpu-0-was-a-real-nvidia")));
    QVERIFY(adopted.request.devices[0].simulated);
    QCOMPARE(adopted.request.devices[0].name, std::string("NVIDIA L4"));
    QCOMPARE(adopted.request.devices[0].capacity, std::optional<std::uint64_t>(kGiB));
    QVERIFY2(adopted.notes[1].english().starts_with(goldenText("project/the-plan-is-for-64-00")),
             adopted.notes[1].english().c_str());
    QVERIFY(plannedOnlyReason(adopted.request.devices).has_value());
    // The plan itself is the same: nothing is replanned by what is here.
    QCOMPARE(mapText(planOf(adopted.request)->map), mapText(planOf(saved)->map));
    // At home all is as it was saved.
    const AdoptedRequest home = adoptRequest(saved, saved.devices);
    QVERIFY(home.notes.empty());
    QCOMPARE(requestToJson(home.request).dump(), requestToJson(saved).dump());
}

/// Requests after random edits, as Stowage 0.1.0 wrote them, have the plans that it made.
void RequestJsonTest::opensRequestsOfTheFirstVersion() {
    unsigned opened = 0;
    std::ifstream file(STOWAGE_TEST_DATA "/requests/edited_0.1.0.jsonl");
    for (std::string line; std::getline(file, line);) {
        const Json recorded = Json::parse(line);
        const auto seed = recorded["seed"].get<unsigned>();
        auto request = requestFromJson(recorded["request"]);
        QVERIFY2(request.has_value(), seedText(seed, request ? "" : request.error().message));
        const auto plan = place(
            withModel(*std::move(request), drawnRequest(seed).tree, std::make_shared<AllOnCpu>()));
        QVERIFY2(plan.has_value(), seedText(seed, plan ? "" : plan.error().message));
        const Json text = Json::parse(planToJson(**plan, TraceOutput::Omit));
        for (const auto& [key, value] : recorded["expected"].items()) {
            QVERIFY2(text[key] == value, seedText(seed, key + ": " + text[key].dump()));
        }
        ++opened;
    }
    QCOMPARE(opened, 33U);
}

void RequestJsonTest::startsByTheRulesOfTheLibrary_data() {
    QTest::addColumn<QByteArray>("architecture");
    QTest::addColumn<bool>("hasAdapter");
    QTest::addColumn<bool>("isOfPython");
    QTest::addColumn<QByteArray>("rules");
    const auto row = [](const char* name, const char* architecture, bool hasAdapter,
                        bool isOfPython, const char* rules) {
        QTest::newRow(name) << QByteArray(architecture) << hasAdapter << isOfPython
                            << QByteArray(rules);
    };
    row("transformers", "gpt2", false, false, "transformers");
    row("transformers, built by Python", "", false, true, "transformers");
    row("PEFT", "gpt2", true, false, "accelerate");
    row("names alone", "", false, false, "accelerate");
    row("the book's GPT", "raschka-gpt2", false, false, "accelerate");
    row("minGPT's", "mingpt", false, false, "accelerate");
    row("diffusers", "FluxTransformer2DModel", false, false, "accelerate");
    row("a pipeline", "diffusers-pipeline", false, false, "accelerate");
    row("tenants", "tenants", false, true, "accelerate");
}

/// from_pretrained makes the map of a class of transformers; PEFT and diffusers ask Accelerate.
void RequestJsonTest::startsByTheRulesOfTheLibrary() {
    QFETCH(QByteArray, architecture);
    QFETCH(bool, hasAdapter);
    QFETCH(bool, isOfPython);
    ModelDraft draft = draftOf(*recordedTree("gpt2"));
    draft.architecture = architecture.toStdString();
    const auto tree = ModuleTreeBuilder::build(std::move(draft), "a test");
    QVERIFY(tree);
    Checkpoint checkpoint = describedCheckpoint("model", *tree);
    checkpoint.adapters = hasAdapter ? std::make_shared<const std::vector<Adapter>>() : nullptr;
    ModelFacts facts;
    facts.isOfPython = isOfPython;
    checkpoint.modelFacts = std::make_shared<const ModelFacts>(facts);
    QTEST(QByteArray(rulesName(startingRequest({}, checkpoint, **tree).rules).data()), "rules");
}

QTEST_GUILESS_MAIN(RequestJsonTest)
#include "tst_request_json.moc"
