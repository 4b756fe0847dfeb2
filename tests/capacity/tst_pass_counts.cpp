// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a pass as PlanClock counts it, held against what transformers' own classes count of
// it (tests/reference/record_passes.py): operations by torch's FlopCounterMode, parameters of the
// modules that run, and what the cache holds.
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/estimate.h"
#include "engine/device/memory_budget.h"
#include "engine/model/config_model.h"
#include "engine/model/config_tree.h"
#include "engine/plan/place/place.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <utility>

using namespace stowage;
using PassJson = nlohmann::json;

namespace {

std::string dataPath(const std::string& name) {
    return std::string(STOWAGE_TEST_DATA "/") + name;
}

/// The configuration of a recorded case, in float32.
std::string recordedConfig(const std::string& family, const std::string& name) {
    std::ifstream file(dataPath("architectures/" + family + ".json"));
    const PassJson cases = PassJson::parse(file)["cases"];
    for (const PassJson& one : cases) {
        if (one["name"] == name) {
            PassJson config = one["config"];
            config.erase("torch_dtype");
            config.erase("quantization_config");
            config["dtype"] = "float32";
            for (PassJson& part : config) {
                if (part.is_object()) {
                    part.erase("torch_dtype");
                    part.erase("dtype");
                }
            }
            return config.dump();
        }
    }
    return {};
}

/// Families without a time, because how many positions go through them is not known.
const std::vector<std::string>& untimed() {
    static const std::vector<std::string> kUntimed{
        "blip_2_qformer",  "detr",   "encodec", "moonshine",        "qwen2_5_vl_vision",
        "qwen3_vl_vision", "resnet", "sam",     "sam_vision_model", "segformer"};
    return kUntimed;
}

/// Elements of experts that so many rows use, each of `active` by chance.
double usedExperts(const PassJson& pass, const char* key, double experts, double rows) {
    const double active = pass.value("active", 0.0);
    return pass.value(key, 0.0) * (1 - std::pow(1 - active / experts, rows));
}

PlacementRequest onOneGpu(std::shared_ptr<const ModuleTree> tree) {
    PlacementRequest request;
    request.tree = std::move(tree);
    for (const DeviceId id : {DeviceId::gpu(0), DeviceId::cpu()}) {
        DeviceInfo device;
        device.id = id;
        device.capacity = std::uint64_t{1} << 45;
        device.simulated = true;
        request.devices.push_back(std::move(device));
    }
    request.budgets = defaultBudgets(request.devices, 1e12);
    return request;
}

struct Counted {
    double operations = 0;
    double weights = 0;
    double tokens = 0;
    double cross = 0;
    double state = 0;
};

Counted countedOf(const PlacementPlan& plan, const ModelFacts& facts, const Workload& workload,
                  PlanClock::Part part) {
    const ModelShape shape = modelShape(*plan.request.tree, facts);
    const auto speeds = SpeedSource::make(nullptr, UnnamedGpus::AssumedCard);
    const PlanClock clock(plan, facts, shape, DType::Float32, *speeds);
    const double kept = facts.cache ? static_cast<double>(facts.cache->elements) * 4 : 0;
    Counted sum;
    for (const UnitCount& unit : clock.counts(part, workload, kept)) {
        sum.operations += unit.operations + unit.scores;
        sum.weights += unit.weightBytes;
        sum.tokens += unit.cacheBytes;
        sum.cross += unit.crossBytes;
        sum.state += unit.stateBytes;
    }
    return sum;
}

QString comparison(const char* what, double counted, double recorded) {
    return QStringLiteral(" %1 %2 (%3)")
        .arg(QString::fromLatin1(what))
        .arg(counted, 0, 'f', 0)
        .arg(recorded > 0
                 ? QString::number(100 * (counted / recorded - 1), 'f', 2) + QStringLiteral(" %")
                 : QString::number(recorded));
}

bool isWithin(double counted, double recorded, double share) {
    return std::abs(counted - recorded) <= share * recorded;
}

}  // namespace

class PassCountsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }

    void areTheLibrarys_data() {
        QTest::addColumn<QString>("line");
        std::ifstream file(dataPath("passes.jsonl"));
        for (std::string line; std::getline(file, line);) {
            const PassJson entry = PassJson::parse(line);
            if (entry.contains("passes")) {
                QTest::newRow(entry["family"].get<std::string>().c_str())
                    << QString::fromStdString(line);
            }
        }
    }

    void areTheLibrarys() {
        QFETCH(const QString, line);
        const PassJson entry = PassJson::parse(line.toStdString());
        const auto family = entry["family"].get<std::string>();
        const std::string config = recordedConfig(family, entry["case"].get<std::string>());
        const auto model = readConfigModel(config, "config.json");
        const auto tree = treeFromConfig(config, "config.json");
        QVERIFY(model && tree);
        const ModelFacts facts = modelFacts(*model, **tree);
        const bool isUntimed = std::ranges::count(untimed(), family) > 0;
        QCOMPARE(whyNotTimed(facts).has_value(), isUntimed);
        if (isUntimed) {
            return;
        }
        const auto plan = place(onOneGpu(*tree));
        QVERIFY(plan);
        QString differing;
        // With a static cache the same classes compute.
        std::vector<std::pair<std::string, PassJson>> passes;
        for (const char* const engine : {"transformers", "transformers-static"}) {
            for (const PassJson& pass : entry["passes"]) {
                passes.emplace_back(engine, pass);
            }
        }
        for (const auto& [engine, pass] : passes) {
            const bool isPrompt = pass["pass"] == "prompt";
            Workload workload;
            workload.engine = engine;
            workload.batch = pass["batch"].get<std::uint64_t>();
            workload.prompt = entry["tokens"].get<std::uint64_t>();
            workload.generate = 1;
            const Counted counted =
                countedOf(**plan, facts, workload,
                          isPrompt ? PlanClock::Part::Prompt : PlanClock::Part::Token);
            const double operations = pass["operations"].get<double>();
            double parameters = pass["parameters"].get<double>();
            const double batch = static_cast<double>(workload.batch);
            const double tokens = entry["decoded"].get<double>();
            const auto experts = static_cast<double>(facts.experts.value_or(1));
            parameters += usedExperts(pass, "experts", experts, batch * (isPrompt ? tokens : 1)) +
                          usedExperts(pass, "encoder_experts", experts,
                                      batch * static_cast<double>(workload.prompt));
            const QString name = QStringLiteral("\n  %1, %2 ×%3:")
                                     .arg(QString::fromStdString(engine))
                                     .arg(isPrompt ? "prompt" : "token")
                                     .arg(workload.batch);
            if (!isWithin(counted.operations, operations, 0.02)) {
                differing += name + comparison("operations", counted.operations, operations);
            }
            if (!isWithin(counted.weights, 4 * parameters, 1e-4)) {
                differing += name + comparison("weights", counted.weights, 4 * parameters);
            }
            if (!isPrompt) {
                // The newest token is in the cache when it is read.
                const double kept = pass["kept"].get<double>() * 4 * (tokens + 1) / tokens;
                if (!isWithin(counted.tokens, kept, 2e-4)) {
                    differing += name + comparison("keys and values", counted.tokens, kept);
                }
                const double cross = pass["cross"].get<double>() * 4;
                if (!isWithin(counted.cross, cross, 1e-4)) {
                    differing += name + comparison("cross", counted.cross, cross);
                }
                const double state = pass["state"].get<double>() * 4;
                if (!isWithin(counted.state, state, 1e-4)) {
                    differing += name + comparison("state", counted.state, state);
                }
            }
        }
        QVERIFY2(differing.isEmpty(), qPrintable(differing));
    }

    void allRecordedOnesAreCompared() {
        std::ifstream file(dataPath("passes.jsonl"));
        std::size_t recorded = 0;
        for (std::string line; std::getline(file, line);) {
            recorded += PassJson::parse(line).contains("passes") ? 1 : 0;
        }
        QVERIFY2(recorded - untimed().size() >= 155,
                 qPrintable(QString::number(recorded - untimed().size())));
    }

    /// Every sequence has 1,500 positions, of which 32 layers read keys and values of 1,280 numbers
    /// with each token; the prompt's four tokens do not count in the encoder.
    void whisperHasAnEncoder() {
        const Counted token = ofCase("whisper", "whisper-large-v3", 64, 4, PlanClock::Part::Token);
        QCOMPARE(token.cross, 64.0 * 1500 * 32 * 2 * 1280 * 4);
        const Counted prompt =
            ofCase("whisper", "whisper-large-v3", 64, 4, PlanClock::Part::Prompt);
        // 32 layers of 4 × 1,280² and 2 × 1,280 × 5,120, their scores, cross-attention's keys and
        // values, two convolutions; the decoder adds half a per cent.
        const double layers = 2.0 * 64 * 1500 * 32 * (12.0 * 1280 * 1280);
        const double scores = 4.0 * 64 * 1500 * 1500 * 32 * 1280;
        const double keys = 2.0 * 64 * 1500 * 32 * 2 * 1280 * 1280;
        const double kernels = 2.0 * 64 * (3000.0 * 3 * 128 * 1280 + 1500.0 * 3 * 1280 * 1280);
        QVERIFY(isWithin(prompt.operations, layers + scores + keys + kernels, 0.01));
    }

    /// T5's encoder reads the prompt, and its decoder begins with one token.
    void t5DecodesOneToken() {
        const Counted prompt = ofCase("t5", "google/t5-v1_1-xl", 1, 4096, PlanClock::Part::Prompt);
        const double layers = 2.0 * 4096 * 24 * (4.0 * 2048 * 2048 + 3.0 * 2048 * 5120);
        const double scores = 4.0 * 4096 * 4096 * 24 * 2048;
        const double keys = 2.0 * 4096 * 24 * 2 * 2048 * 2048;
        QVERIFY(isWithin(prompt.operations, layers + scores + keys, 0.01));
    }

    /// 20 layers keep keys and values of 2 heads of 256, and 15 read those of the last one before
    /// them of their kind: every fifth of all 35 sees all tokens, the others 512.
    void gemma3nReadsSharedLayers() {
        const Counted token = ofCase("gemma3n_text", "default", 2, 4096, PlanClock::Part::Token);
        QCOMPARE(token.tokens, 2.0 * (7 * 4097 + 28 * 512) * 2 * 2 * 256 * 4);
    }

    /// XLNet multiplies as many distances as there are tokens before and after: twice as many rows
    /// of one of its matrices, and scores with each.
    void xlnetAttendsToDistances() {
        const Counted prompt = ofCase("xlnet", "xlnet-base-cased", 1, 512, PlanClock::Part::Prompt);
        const double layers = 12 * 2.0 * 512 * ((4 + 2) * 768.0 * 768 + 2 * 768.0 * 3072);
        const double scores = 12 * (2.0 + 4 + 2) * 512 * 512 * 768;
        QVERIFY(isWithin(prompt.operations, layers + scores + 2.0 * 768 * 32000, 1e-6));
    }

    /// BLIP-2's querying transformer sees an image of the prompt, and no token after it.
    void tokensDoNotSeeImagesAgain() {
        const Counted token = ofCase("blip-2", "default", 1, 64, PlanClock::Part::Token);
        const Counted text = ofCase("opt", "default", 1, 64, PlanClock::Part::Token);
        QCOMPARE(token.weights, text.weights);
        QCOMPARE(token.operations, text.operations);
    }

private:
    static Counted ofCase(const std::string& family, const std::string& name, std::uint64_t batch,
                          std::uint64_t tokens, PlanClock::Part part) {
        const std::string config = recordedConfig(family, name);
        const auto model = readConfigModel(config, "config.json");
        const auto tree = treeFromConfig(config, "config.json");
        const auto plan = model && tree ? place(onOneGpu(*tree)) : place(PlacementRequest{});
        if (!plan) {
            return {};
        }
        Workload workload;
        workload.engine = "transformers";
        workload.batch = batch;
        workload.prompt = tokens;
        workload.generate = 1;
        return countedOf(**plan, modelFacts(*model, **tree), workload, part);
    }
};

QTEST_GUILESS_MAIN(PassCountsTest)
#include "tst_pass_counts.moc"
