// SPDX-License-Identifier: GPL-3.0-or-later
// LoRA adapters over a model: the trees, bytes and device maps of PEFT and Accelerate
// (tests/reference/record_adapters.py).
#ifndef Q_MOC_RUN
#include "engine/base/json_reader.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/module_tree_json.h"
#include "engine/plan/planned_tensors.h"
#include "tests/plan/plan_fixture.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/golden_text.h"
#include "tests/support/tree_text.h"

#include <nlohmann/json.hpp>
#endif

#include <QTemporaryDir>
#include <QtTest/QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace stowage;
using namespace stowage::test;
using nlohmann::ordered_json;

namespace {

namespace fs = std::filesystem;

const std::string kFolder = STOWAGE_TEST_DATA "/adapters/";

ordered_json readJson(const std::string& path) {
    std::ifstream file(path);
    return ordered_json::parse(file);
}

/// The recorded cases, by name.
std::vector<std::string> caseNames() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        if (fs::exists(entry.path() / "tree.json")) {
            names.push_back(entry.path().filename().string());
        }
    }
    std::ranges::sort(names);
    return names;
}

/// A case's model under all of its adapters.
Result<std::shared_ptr<const Checkpoint>> openCase(const std::string& name) {
    OpenOptions options;
    std::vector<std::string> adapters;
    for (const auto& entry : fs::directory_iterator(kFolder + name)) {
        if (entry.is_directory() && entry.path().filename() != "base") {
            adapters.push_back(entry.path().filename().string());
        }
    }
    std::ranges::sort(adapters);
    for (const std::string& adapter : adapters) {
        options.adapters.push_back({adapter, kFolder + name + "/" + adapter});
    }
    return openCheckpoint(kFolder + name + "/base", options);
}

PlacementRequest requestOf(std::shared_ptr<const ModuleTree> tree, const ordered_json& row) {
    std::vector<std::uint64_t> gpus;
    std::string limits;
    for (const auto& [device, bytes] : row.at("max_memory").items()) {
        limits += (limits.empty() ? "" : ",") + device + "=" + bytes.dump();
        if (device != "cpu") {
            gpus.push_back(std::uint64_t{1} << 30);
        }
    }
    PlacementRequest request = requestFor(std::move(tree), gpus);
    setBudgets(request, limits);
    const auto strategy = row.at("strategy").get<std::string>();
    request.strategy = strategy == "auto"         ? Strategy::Auto
                       : strategy == "sequential" ? Strategy::Sequential
                                                  : Strategy::BalancedLow0;
    return request;
}

std::string recordedMap(const ordered_json& pairs) {
    DeviceMap map;
    for (const auto& pair : pairs) {
        const auto device = parseDevice(pair[1].get<std::string>());
        map.set(pair[0].get<std::string>(), *device);
    }
    return mapText(map);
}

/// A copy of a recorded adapter that a test may damage.
class AdapterCopy {
public:
    explicit AdapterCopy(const std::string& from) {
        fs::copy(kFolder + from, path(), fs::copy_options::recursive);
    }
    [[nodiscard]] std::string path() const { return m_folder.path().toStdString() + "/adapter"; }
    /// Writes the configuration with one of its members changed.
    void setMember(const std::string& key, const ordered_json& value) const {
        const std::string file = path() + "/adapter_config.json";
        ordered_json config = readJson(file);
        config[key] = value;
        std::ofstream(file) << config.dump();
    }

private:
    QTemporaryDir m_folder;
};

Error refusalOf(const std::string& base, const NamedPath& adapter) {
    OpenOptions options;
    options.adapters.push_back(adapter);
    const auto opened = openCheckpoint(kFolder + base + "/base", options);
    return opened ? Error{} : opened.error();
}

}  // namespace

class TestAdapters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void treesAreThoseOfPeft_data() {
        QTest::addColumn<std::string>("name");
        for (const std::string& name : caseNames()) {
            QTest::newRow(name.c_str()) << name;
        }
        QVERIFY(caseNames().size() >= 10);
    }

    void treesAreThoseOfPeft() {
        QFETCH(std::string, name);
        const auto checkpoint = openCase(name);
        QVERIFY2(checkpoint.has_value(),
                 checkpoint ? "" : checkpoint.error().message.english().c_str());
        const ordered_json recorded = readJson(kFolder + name + "/tree.json");
        const auto expected = parseModuleTreeJson(recorded.at("document").dump(), name);
        QVERIFY2(expected.has_value(), expected ? "" : expected.error().message.english().c_str());
        const auto tree = buildModuleTree(**checkpoint);
        QVERIFY(tree.has_value());
        QCOMPARE(QString::fromStdString(treeText(**tree)),
                 QString::fromStdString(treeText(**expected)));
        QVERIFY((*checkpoint)->keyCheck != nullptr);
        QVERIFY2((*checkpoint)->keyCheck->agrees(),
                 keyCheckSentence(*(*checkpoint)->keyCheck).english().c_str());
    }

    void bytesAreThoseThatPeftLoads_data() { treesAreThoseOfPeft_data(); }

    void bytesAreThoseThatPeftLoads() {
        QFETCH(std::string, name);
        const auto checkpoint = openCase(name);
        QVERIFY(checkpoint.has_value());
        const auto digests = digestsOf(**checkpoint);
        QVERIFY2(digests.has_value(), digests ? "" : digests.error().message.english().c_str());
        const ordered_json recorded = readJson(kFolder + name + "/tree.json").at("digests");
        for (const auto& [tensor, text] : *digests) {
            QVERIFY2(recorded.contains(tensor), tensor.c_str());
            QVERIFY2(text.ends_with(recorded.at(tensor).get<std::string>()), tensor.c_str());
        }
        // What is not in the files is tied to something that is.
        const auto tree = buildModuleTree(**checkpoint);
        for (const auto& [tensor, text] : recorded.items()) {
            const auto found = (*tree)->findTensor(tensor);
            QVERIFY2(found.has_value(), tensor.c_str());
            const auto isThere = std::ranges::any_of((*tree)->tensors(), [&](const auto& other) {
                return other.storage == (*tree)->tensor(*found).storage &&
                       digests->contains(other.name);
            });
            QVERIFY2(isThere, tensor.c_str());
        }
    }

    void mapsAreThoseOfAccelerate() {
        int rows = 0;
        const ordered_json maps = readJson(kFolder + "maps.json");
        for (const auto& [name, cases] : maps.items()) {
            const auto checkpoint = openCase(name);
            QVERIFY(checkpoint.has_value());
            const auto tree = buildModuleTree(**checkpoint);
            for (const auto& row : cases) {
                const Plan plan = planOf(requestOf(*tree, row));
                QVERIFY2(plan != nullptr, row.dump().c_str());
                QCOMPARE(QString::fromStdString(name + ": " + mapText(plan->map)),
                         QString::fromStdString(name + ": " + recordedMap(row.at("device_map"))));
                ++rows;
            }
        }
        QVERIFY(rows >= 200);
    }

    void plansSayWhereAnAdapterLiesAndWhatMergingTakes() {
        const auto checkpoint = openCase("llama-two");
        QVERIFY(checkpoint.has_value());
        PlacementRequest request =
            requestFor(*buildModuleTree(**checkpoint), {std::uint64_t{1} << 30});
        request.moves = {{"model.layers.1", DeviceId::cpu()}};
        request.constraints.dtype = DType::BFloat16;
        const Plan plan = planOf(request);
        QVERIFY(plan != nullptr);
        const auto adapters = adapterPlaces(*plan);
        QCOMPARE(adapters.size(), 2U);
        QCOMPARE(adapters[0].name, std::string("chat"));
        QCOMPARE(adapters[0].modules, 4U);
        // q_proj: 2 × 16 + 16 × 2, up_proj: 2 × 16 + 24 × 2 numbers of two bytes, in each layer.
        QCOMPARE(adapters[0].bytes.at(DeviceId::gpu(0)), 2U * (64 + 80));
        QCOMPARE(adapters[0].bytes.at(DeviceId::cpu()), 2U * (64 + 80));
        QCOMPARE(adapters[0].merging.at(DeviceId::gpu(0)), 2U * 24 * 16);
        QCOMPARE(adapters[1].total(), 2U * 2 * (3 * 32 + 3 * 32));
        const PlanIssue* const told = findIssue(*plan, "adapter_apart");
        QVERIFY(told != nullptr);
        QVERIFY2(told->text.english().find(goldenText("plan/the-adapter-chat-changes-4-modules")) !=
                     std::string::npos,
                 told->text.english().c_str());
        QVERIFY(!hasIssue(
            *planOf(requestFor(*buildModuleTree(**openCheckpoint(kFolder + "llama-two/base")),
                               {std::uint64_t{1} << 30})),
            "adapter_apart"));
    }

    void quantisationLeavesAdaptersAlone() {
        const auto checkpoint = openCase("llama");
        QVERIFY(checkpoint.has_value());
        PlacementRequest request =
            requestFor(*buildModuleTree(**checkpoint), {std::uint64_t{1} << 30});
        request.constraints.quantization = *quantizationFromName("nf4");
        const Plan plan = planOf(request);
        QVERIFY(plan != nullptr);
        const QuantizedWeights* const quantized = quantizedWeights(*plan);
        QVERIFY(quantized != nullptr);
        const ModuleTree& tree = *plan->request.tree;
        std::size_t bases = 0;
        for (const ModuleId module : quantized->modules()) {
            const std::string& path = tree.path(module);
            QVERIFY2(path.find("lora_") == std::string::npos, path.c_str());
            bases += path.ends_with(".base_layer") ? 1U : 0U;
        }
        QCOMPARE(bases, 4U);
    }

    void anAdapterFolderOpensOverTheBaseThatItNames() {
        const AdapterCopy copy("llama/default");
        copy.setMember("base_model_name_or_path", fs::absolute(kFolder + "llama/base").string());
        const auto opened = openCheckpoint(copy.path());
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.english().c_str());
        QVERIFY((*opened)->adapters != nullptr);
        QCOMPARE((*opened)->adapters->front().modules, 4U);
        QCOMPARE((*opened)->path, copy.path());
        QVERIFY(!(*opened)->warnings.empty());

        copy.setMember("base_model_name_or_path", "meta-llama/Llama-3.1-8B");
        const auto alone = openCheckpoint(copy.path());
        QVERIFY(alone.has_value());
        QVERIFY((*alone)->adapters == nullptr);
        QVERIFY2((*alone)->warnings.front().english().find("meta-llama/Llama-3.1-8B") !=
                     std::string::npos,
                 (*alone)->warnings.front().english().c_str());
    }

    void aModelWithoutWeightsIsPlannedWithItsAdapter() {
        QTemporaryDir folder;
        const std::string config = folder.path().toStdString() + "/config.json";
        fs::copy(kFolder + "llama/base/config.json", config);
        OpenOptions options;
        options.adapters.push_back({"", kFolder + "llama/default"});
        const auto opened = openCheckpoint(config, options);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.english().c_str());
        QVERIFY((*opened)->tensors.empty());
        QVERIFY((*opened)->describedTree->findTensor(
            "model.layers.1.self_attn.v_proj.lora_B.default.weight"));
    }

    /// Of a copy of the model's headers, too, an adapter is named by the path that it had.
    void copiesOfHeadersHaveThem() {
        const AdapterCopy adapter("llama/default");
        const AdapterCopy other("bert/default");
        const NamedPath named{"default", adapter.path()};
        const std::string weights = other.path() + "/adapter_model.safetensors";
        auto headers = headersOf(**openCheckpoint(kFolder + "llama/base"));
        QVERIFY(headers.has_value());
        QVERIFY(addAdapter(*headers, named, {}));
        QVERIFY(addAdapter(*headers, {"", weights}, {}));
        QCOMPARE(headers->adapters.size(), 2U);
        const QTemporaryDir folder;
        const std::string copy = folder.path().toStdString() + "/copy";
        QVERIFY(writeHeadersCopy(*headers, copy, {"gpu1", "/models/llama"}, {}));
        fs::remove_all(adapter.path());
        fs::remove_all(other.path());

        OpenOptions options;
        options.adapters = {named};
        const auto opened = openCheckpoint(copy, options);
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.english().c_str());
        QCOMPARE((*opened)->adapters->front().path, named.path);
        QVERIFY((*opened)->elsewhere != nullptr);
        QCOMPARE(QString::fromStdString(treeText(**buildModuleTree(**opened))),
                 QString::fromStdString(treeText(**buildModuleTree(**openCase("llama")))));
        QVERIFY(companionPlace(copy, Companion::Adapter, named.path) != named.path);
        QCOMPARE(companionPlace(copy, Companion::Adapter, kFolder + "gpt2/default"),
                 kFolder + "gpt2/default");

        options.adapters = {{"", weights}};
        const auto refused = openCheckpoint(copy, options);
        QVERIFY(!refused.has_value());
        QVERIFY2(refused.error().message.english().starts_with(weights + " changes "),
                 refused.error().message.english().c_str());
    }

    void badAdaptersAreRefusedInASentence_data() {
        QTest::addColumn<std::string>("key");
        QTest::addColumn<std::string>("value");
        QTest::addColumn<int>("code");
        QTest::addColumn<std::string>("mentions");
        const auto row = [](const char* name, const std::string& key, const std::string& value,
                            ErrorCode code, const std::string& mentions) {
            QTest::newRow(name) << key << value << static_cast<int>(code) << mentions;
        };
        row("another method", "peft_type", "\"IA3\"", ErrorCode::Unsupported, "IA3");
        row("no method", "peft_type", "null", ErrorCode::Malformed, "peft_type");
        row("a method in numbers", "peft_type", "7", ErrorCode::Malformed, "peft_type");
        row("parameters", "target_parameters", "[\"experts.gate_up_proj\"]", ErrorCode::Unsupported,
            "target_parameters");
        row("tokens", "trainable_token_indices", "[1, 2]", ErrorCode::Unsupported,
            "trainable_token_indices");
        row("repeated layers", "layer_replication", "[[0, 4], [2, 5]]", ErrorCode::Unsupported,
            "layer_replication");
        row("alpha in words", "lora_alpha", "\"much\"", ErrorCode::Malformed, "lora_alpha");
        row("dropout below nothing", "lora_dropout", "-1", ErrorCode::Malformed, "lora_dropout");
        row("whole modules as a number", "modules_to_save", "3", ErrorCode::Malformed,
            "modules_to_save");
        row("whole modules without a name", "modules_to_save", "[\"\"]", ErrorCode::Malformed,
            "modules_to_save");
    }

    void badAdaptersAreRefusedInASentence() {
        QFETCH(std::string, key);
        QFETCH(std::string, value);
        QFETCH(int, code);
        QFETCH(std::string, mentions);
        const AdapterCopy copy("llama/default");
        copy.setMember(key, ordered_json::parse(value));
        const Error error = refusalOf("llama", {"", copy.path()});
        QCOMPARE(static_cast<int>(error.code), code);
        QVERIFY2(error.message.english().find(mentions) != std::string::npos,
                 error.message.english().c_str());
    }

    void anAdapterOfAnotherModelIsRefused() {
        const Error names = refusalOf("gpt2", {"", kFolder + "llama/default"});
        QCOMPARE(names.code, ErrorCode::KeyMismatch);
        QVERIFY2(
            names.message.english().find("model.layers.0.self_attn.q_proj") != std::string::npos,
            names.message.english().c_str());
        QTemporaryDir folder;
        ordered_json config = readJson(kFolder + "llama/base/config.json");
        config["hidden_size"] = 32;
        const std::string wider = folder.path().toStdString() + "/config.json";
        std::ofstream(wider) << config.dump();
        OpenOptions options;
        options.adapters.push_back({"", kFolder + "llama/default"});
        const auto opened = openCheckpoint(wider, options);
        QVERIFY(!opened.has_value());
        QCOMPARE(opened.error().code, ErrorCode::KeyMismatch);
        QVERIFY2(opened.error().message.english().find("32 inputs") != std::string::npos,
                 opened.error().message.english().c_str());
    }

    void namesOfAdaptersAreChecked() {
        OpenOptions options;
        options.adapters = {{"one", kFolder + "llama/default"}, {"one", kFolder + "llama/default"}};
        const auto twice = openCheckpoint(kFolder + "llama/base", options);
        QVERIFY(!twice.has_value());
        QCOMPARE(twice.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(refusalOf("llama", {"a.b", kFolder + "llama/default"}).code,
                 ErrorCode::InvalidArgument);
        QCOMPARE(refusalOf("llama", {"", kFolder + "llama/nothing"}).code, ErrorCode::FileNotFound);
        QCOMPARE(refusalOf("llama", {"", kFolder + "llama/base"}).code, ErrorCode::NoCheckpoint);
        // A file that holds no adapter.
        QCOMPARE(refusalOf("llama", {"", kFolder + "llama/base/model.safetensors"}).code,
                 ErrorCode::Malformed);
    }
};

QTEST_APPLESS_MAIN(TestAdapters)
#include "tst_adapters.moc"
