// SPDX-License-Identifier: GPL-3.0-or-later
// From a config.json to its plan: the maps that from_pretrained and Accelerate make of published
// models (tests/reference/record_config_plans.py), and what from_pretrained plans for a small model
// of each family in another dtype than its own (tests/reference/record_family_plans.py).
#ifndef Q_MOC_RUN
#include "engine/model/config_tree.h"
#include "engine/plan/place/place.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/plan/plan_fixture.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QDir>
#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <fstream>
#include <map>
#include <set>

using namespace stowage;
using namespace stowage::test;
using nlohmann::json;

namespace {

constexpr const char* kFolder = STOWAGE_TEST_DATA "/config_plans/";

DeviceId deviceFrom(const json& key) {
    return key.is_string() ? *parseDevice(key.get<std::string>())
                           : DeviceId::gpu(key.get<std::uint32_t>());
}

/// "h.{0-2}.attn" is three entries.
std::vector<DeviceMap::Entry> unfolded(const json& pairs) {
    std::vector<DeviceMap::Entry> entries;
    for (const json& pair : pairs) {
        const auto name = pair[0].get<std::string>();
        const DeviceId device = deviceFrom(pair[1]);
        const auto open = name.find('{');
        if (open == std::string::npos) {
            entries.emplace_back(name, device);
            continue;
        }
        const auto dash = name.find('-', open);
        const auto close = name.find('}', open);
        const int last = std::stoi(name.substr(dash + 1, close - dash - 1));
        for (int i = std::stoi(name.substr(open + 1, dash - open - 1)); i <= last; ++i) {
            entries.emplace_back(name.substr(0, open) + std::to_string(i) + name.substr(close + 1),
                                 device);
        }
    }
    return entries;
}

/// The trees of a model in each dtype.
class Trees {
public:
    explicit Trees(const json& config) : m_config(config) {}

    std::shared_ptr<const ModuleTree> in(const std::string& dtype) {
        auto& tree = m_trees[dtype];
        if (!tree) {
            json config = m_config;
            config.erase("torch_dtype");
            config["dtype"] = dtype;
            if (const auto made = treeFromConfig(config.dump(), "config.json")) {
                tree = *made;
            }
        }
        return tree;
    }

private:
    const json& m_config;
    std::map<std::string, std::shared_ptr<const ModuleTree>> m_trees;
};

PlacementRequest requestOf(const json& plan, std::shared_ptr<const ModuleTree> tree) {
    PlacementRequest request;
    request.tree = std::move(tree);
    std::vector<std::uint64_t> gpus;
    for (const json& pair : plan["max_memory"]) {
        const auto bytes = pair[1].get<double>();
        request.budgets.push_back({deviceFrom(pair[0]), bytes, {}, false});
        if (pair[0].is_number()) {
            gpus.push_back(static_cast<std::uint64_t>(bytes));
        }
    }
    request.devices = machineWith(gpus, 8 * kGiB);
    request.budgetsAreDefaults = false;
    request.rules = *rulesFromName(plan["rules"].get<std::string>());
    request.strategy = *strategyFromName(plan["strategy"].get<std::string>());
    return request;
}

/// What differs from the record; "" where nothing does.
std::string difference(const json& recorded, std::shared_ptr<const ModuleTree> tree) {
    const auto plan = place(requestOf(recorded, std::move(tree)));
    if (!plan) {
        // What Accelerate trips over is refused before it is asked.
        const bool isForeseen = recorded.contains("error") &&
                                plan.error().message.english().starts_with("Accelerate's balanced");
        return isForeseen ? "" : plan.error().message;
    }
    const std::string failure = (*plan)->accelerateError.value_or("");
    if (recorded.contains("error")) {
        const auto type = recorded["error"].get<std::string>();
        return failure.find(type) != std::string::npos
                   ? ""
                   : "expected " + type + ", told: \"" + failure + "\"";
    }
    const std::string expected = mapText(DeviceMap(unfolded(recorded["device_map"])));
    const std::string actual = mapText((*plan)->map);
    return actual == expected ? "" : failure + actual + " is not " + expected;
}

json jsonFrom(const std::string& file) {
    std::ifstream stream(STOWAGE_TEST_DATA + file);
    return json::parse(stream);
}

/// The tree of a recorded model as its float32 weights have it.
std::shared_ptr<const ModuleTree> float32TreeOf(const json& recorded) {
    const json family =
        jsonFrom("/architectures/" + recorded["family"].get<std::string>() + ".json");
    for (const json& row : family["cases"]) {
        if (row["name"] == recorded["case"]) {
            json config = row["config"];
            config.erase("quantization_config");  // planned by other tests
            return Trees(config).in("float32");
        }
    }
    return nullptr;
}

/// A request by the rules of transformers: limits are "0=123,cpu=456".
PlacementRequest requestOf(const json& recorded, std::shared_ptr<const ModuleTree> tree,
                           const std::string& strategy, const std::string& limits) {
    json plan{{"rules", "transformers"}, {"strategy", strategy}, {"max_memory", json::array()}};
    for (const QString& limit : QString::fromStdString(limits).split(',')) {
        const QStringList parts = limit.split('=');
        const json device = parts[0] == "cpu" ? json("cpu") : json(parts[0].toUInt());
        plan["max_memory"].push_back({device, parts[1].toULongLong()});
    }
    PlacementRequest request = requestOf(plan, std::move(tree));
    request.constraints.dtype = dtypeFromName(recorded["dtype"].get<std::string>());
    return request;
}

/// "0: h.{0-2} ln_f; cpu: lm_head" as mapText() writes it; "cpu" alone has the whole model.
std::string recordedMap(const std::string& text) {
    json pairs = json::array();
    for (const QString& group : QString::fromStdString(text).split("; ")) {
        const QStringList parts = group.split(": ");
        bool isGpu = false;
        const unsigned gpu = parts[0].toUInt(&isGpu);
        const json device = isGpu ? json(gpu) : json(parts[0].toStdString());
        for (const QString& name : parts.value(1).split(' ')) {
            pairs.push_back({name.toStdString(), device});
        }
    }
    return mapText(DeviceMap(unfolded(pairs)));
}

std::string plannedMap(const PlacementRequest& request) {
    const auto plan = place(request);
    return !plan ? plan.error().message.english()
                 : (*plan)->accelerateError.value_or("").english() + mapText((*plan)->map);
}

/// The limits that a balanced strategy gives the GPUs: "0=123,1=456".
std::string balancedText(const PlacementPlan& plan) {
    std::string text;
    for (const auto& [key, bytes] : plan.strategyResult->outcome.budgets) {
        if (key.isIndex()) {
            text += (text.empty() ? "" : ",") + key.text() + "=" + bytes.text();
        }
    }
    return text;
}

/// The names of tensors whose dtype is recorded, with "*" for numbers, by dtype.
using NamesByDtype = std::map<std::string, std::set<std::string>>;

/// The floating tensors that a plan loads in another dtype than the requested one.
NamesByDtype loadedOtherwise(const PlacementPlan& plan) {
    static const QRegularExpression number("(?<=\\.)\\d+(?=\\.)");
    NamesByDtype names;
    const ModuleTree& tree = *plan.request.tree;
    for (const TensorSpec& spec : tree.tensors()) {
        const DType dtype = plannedDtype(plan, spec);
        const bool isSecondName = tree.node(spec.module).sameAs.isValid();
        if (!isSecondName && isFloatingPoint(dtype) && dtype != *plan.request.constraints.dtype) {
            names[std::string(dtypeName(dtype))].insert(
                QString::fromStdString(spec.name).replace(number, "*").toStdString());
        }
    }
    return names;
}

NamesByDtype recordedOtherwise(const json& recorded) {
    auto names = recorded["own"].get<NamesByDtype>();
    if (!recorded["loaded_float32"].empty()) {
        names["float32"].merge(recorded["loaded_float32"].get<std::set<std::string>>());
    }
    return names;
}

}  // namespace

class ConfigPlansTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void agrees_data();
    void agrees();
    void familiesAgreeInEachDtype_data();
    void familiesAgreeInEachDtype();
    void aHeadBeforeItsEmbeddingsCountsNothing_data();
    void aHeadBeforeItsEmbeddingsCountsNothing();

private:
    json m_families = jsonFrom("/family_plans.json")["models"];
};

void ConfigPlansTest::agrees_data() {
    QTest::addColumn<QString>("file");
    const QStringList files = QDir(QString::fromLatin1(kFolder)).entryList({"*.json"});
    QVERIFY(files.size() >= 10);
    for (const QString& file : files) {
        QTest::newRow(qPrintable(file)) << file;
    }
}

void ConfigPlansTest::agrees() {
    QFETCH(QString, file);
    std::ifstream stream(kFolder + file.toStdString());
    const json document = json::parse(stream);
    Trees trees(document["config"]);
    int differing = 0;
    for (const json& plan : document["plans"]) {
        const auto tree = trees.in(plan["dtype"].get<std::string>());
        QVERIFY(tree != nullptr);
        if (const std::string text = difference(plan, tree); !text.empty()) {
            ++differing;
            json request = plan;
            request.erase("device_map");
            qInfo("%s: %s", request.dump().c_str(), text.c_str());
        }
    }
    QVERIFY(document["plans"].size() > 100);
    QCOMPARE(differing, 0);
}

void ConfigPlansTest::familiesAgreeInEachDtype_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const json& recorded : m_families) {
        const auto family = recorded["family"].get<std::string>();
        const auto dtype = recorded["dtype"].get<std::string>();
        QTest::newRow((family + ", " + dtype).c_str()) << index++;
    }
    QVERIFY(index > 400);
}

void ConfigPlansTest::familiesAgreeInEachDtype() {
    QFETCH(int, index);
    const json& recorded = m_families[static_cast<std::size_t>(index)];
    const auto tree = float32TreeOf(recorded);
    QVERIFY(tree != nullptr);

    const auto bytes = recorded["bytes"].get<std::uint64_t>();
    const std::string limit = std::to_string(4 * bytes);
    const auto plan = place(requestOf(recorded, tree, "auto", "0=" + limit + ",1=" + limit));
    QVERIFY(plan);
    QCOMPARE((*plan)->strategyResult->facts->model.sizes().total().text(), std::to_string(bytes));
    const auto balanced = recorded["balanced"].get<std::string>();
    const std::string failure = (*plan)->accelerateError.value_or("").english();
    // With these limits transformers raises an IndexError after it has balanced nomic_bert.
    const bool isUnplaced = recorded["family"] == "nomic_bert" && !balanced.ends_with("Error");
    const std::string answer = failure.empty() ? balancedText(**plan) : failure;
    QVERIFY2(answer.find(isUnplaced ? "IndexError" : balanced) != std::string::npos,
             answer.c_str());
    QVERIFY(loadedOtherwise(**plan) == recordedOtherwise(recorded));

    for (const json& map : recorded["maps"]) {
        const auto request =
            requestOf(recorded, tree, map[0].get<std::string>(), map[1].get<std::string>());
        const auto expected = map[2].get<std::string>();
        const std::string actual = plannedMap(request);
        const bool isSame = expected.ends_with("Error") ? actual.find(expected) != std::string::npos
                                                        : actual == recordedMap(expected);
        QVERIFY2(isSame, (map.dump() + " is not " + actual).c_str());
    }
}

void ConfigPlansTest::aHeadBeforeItsEmbeddingsCountsNothing_data() {
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("className");
    QTest::newRow("XLM-RoBERTa") << "xlm-roberta"
                                 << "XLMRobertaForCausalLM";
    QTest::newRow("CamemBERT") << "camembert"
                               << "CamembertForCausalLM";
}

/// The embeddings are what the head is tied to, although the head is registered first.
void ConfigPlansTest::aHeadBeforeItsEmbeddingsCountsNothing() {
    QFETCH(QString, family);
    QFETCH(QString, className);
    const json config{{"model_type", family.toStdString()},
                      {"architectures", {className.toStdString()}},
                      {"hidden_size", 32},
                      {"intermediate_size", 48},
                      {"num_attention_heads", 4},
                      {"num_hidden_layers", 4},
                      {"vocab_size", 320},
                      {"max_position_embeddings", 64},
                      {"type_vocab_size", 2},
                      {"is_decoder", true}};
    const auto request = requestOf({{"dtype", "float32"}}, Trees(config).in("float32"), "balanced",
                                   "0=150456,1=65361,cpu=1000000000000");
    QCOMPARE(plannedMap(request),
             recordedMap("0: lm_head roberta.embeddings roberta.encoder.layer.{0-1}; "
                         "1: roberta.encoder.layer.{2-3}"));
}

QTEST_GUILESS_MAIN(ConfigPlansTest)
#include "tst_config_plans.moc"
