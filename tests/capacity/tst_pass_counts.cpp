// SPDX-License-Identifier: GPL-3.0-or-later
// What PlanClock counts of a pass, held against what transformers' own classes count of it
// (tests/reference/record_passes.py): operations by torch's FlopCounterMode, parameters of the
// modules that run, and what the cache holds.
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/estimate.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "tests/capacity/planned_config.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <fstream>
#include <map>
#include <numeric>

using namespace stowage;
using Json = nlohmann::json;

namespace {

std::string dataPath(const std::string& name) {
    return std::string(STOWAGE_TEST_DATA "/") + name;
}

/// The configuration of a recorded case, in float32.
std::string configOf(const std::string& family, const std::string& name) {
    std::ifstream file(dataPath("architectures/" + family + ".json"));
    const Json cases = Json::parse(file)["cases"];
    for (const Json& one : cases) {
        if (one["name"] == name) {
            Json config = one["config"];
            config.erase("torch_dtype");
            config.erase("quantization_config");
            config["dtype"] = "float32";
            for (Json& part : config) {
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

/// Families in which figures differ, and why.
const std::map<std::string, std::string>& exceptions() {
    static const std::map<std::string, std::string> kExceptions{
        {"blip-2", "the text model alone is recorded, which uses half of each layer"},
        {"pixtral", "the library computes the scores between images of a batch, and masks them"},
        {"qwen2_audio", "the library computes logits of every position of a prompt"},
        {"rwkv", "the library repeats a token's rows for each sequence of the batch"},
        {"xlnet", "positions go through a matrix of their own, twice as many as tokens"},
        {"zamba2", "a shared layer has the adapters of all its places and uses one"},
    };
    return kExceptions;
}

struct Counted {
    double operations = 0;
    double weights = 0;
    double tokens = 0;
    double cross = 0;
    double state = 0;
};

Counted countedOf(const EstimateInput& input, const ModelFacts& facts, const Workload& workload,
                  PlanClock::Part part) {
    const ModelShape shape = modelShape(*input.plan->request.tree, facts);
    const auto speeds = SpeedSource::make(nullptr, UnnamedGpus::AssumedCard);
    const PlanClock clock(*input.plan, facts, shape, DType::Float32, *speeds);
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

bool isNear(double counted, double recorded, double share) {
    return std::abs(counted - recorded) <= share * recorded;
}

}  // namespace

class PassCountsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areTheLibrarys_data() {
        QTest::addColumn<QString>("line");
        std::ifstream file(dataPath("passes.jsonl"));
        for (std::string line; std::getline(file, line);) {
            const Json entry = Json::parse(line);
            if (entry.contains("passes")) {
                QTest::newRow(entry["family"].get<std::string>().c_str())
                    << QString::fromStdString(line);
            }
        }
    }

    void areTheLibrarys() {
        QFETCH(const QString, line);
        const Json entry = Json::parse(line.toStdString());
        const auto family = entry["family"].get<std::string>();
        EstimateInput input = test::plannedConfig(
            configOf(family, entry["case"].get<std::string>()), 1, std::uint64_t{1} << 44);
        input.workload.engine = "transformers";
        const auto estimate = estimateCapacity(input);
        QVERIFY(estimate);
        if (!estimate->time) {
            QVERIFY(!estimate->noTime.english().empty());
            return;  // how many positions go through is not known
        }
        const auto facts = knownFacts(*input.checkpoint, *input.plan->request.tree);
        QVERIFY(facts);
        QString differing;
        for (const Json& pass : entry["passes"]) {
            const bool isPrompt = pass["pass"] == "prompt";
            Workload workload;
            workload.engine = "transformers";
            workload.batch = pass["batch"].get<std::uint64_t>();
            workload.prompt = entry["tokens"].get<std::uint64_t>();
            workload.generate = 1;
            const Counted counted =
                countedOf(input, *facts, workload,
                          isPrompt ? PlanClock::Part::Prompt : PlanClock::Part::Token);
            const double operations = pass["operations"].get<double>();
            double parameters = pass["parameters"].get<double>();
            if (pass.contains("experts")) {
                const double rows = static_cast<double>(workload.batch) *
                                    (isPrompt ? static_cast<double>(workload.prompt) : 1);
                const double share =
                    pass["active"].get<double>() / static_cast<double>(facts->experts.value_or(1));
                parameters += pass["experts"].get<double>() * (1 - std::pow(1 - share, rows));
            }
            const QString name = QStringLiteral("\n  %1 ×%2:")
                                     .arg(isPrompt ? "prompt" : "token")
                                     .arg(workload.batch);
            if (!isNear(counted.operations, operations, 0.02)) {
                differing += name + comparison("operations", counted.operations, operations);
            }
            if (!isNear(counted.weights, 4 * parameters, 1e-4)) {
                differing += name + comparison("weights", counted.weights, 4 * parameters);
            }
            if (!isPrompt) {
                // The newest token is in the cache when it is read.
                const double tokens = entry["decoded"].get<double>();
                const double kept = pass["kept"].get<double>() * 4 * (tokens + 1) / tokens;
                if (!isNear(counted.tokens, kept, 2e-4)) {
                    differing += name + comparison("keys and values", counted.tokens, kept);
                }
                const double cross = pass["cross"].get<double>() * 4;
                if (!isNear(counted.cross, cross, 1e-4)) {
                    differing += name + comparison("cross", counted.cross, cross);
                }
                const double state = pass["state"].get<double>() * 4;
                if (!isNear(counted.state, state, 1e-4)) {
                    differing += name + comparison("state", counted.state, state);
                }
            }
        }
        const auto known = exceptions().find(family);
        if (known == exceptions().end()) {
            QVERIFY2(differing.isEmpty(), qPrintable(differing));
        } else {
            QVERIFY2(!differing.isEmpty(), "it no longer differs");
        }
    }
};

QTEST_GUILESS_MAIN(PassCountsTest)
#include "tst_pass_counts.moc"
