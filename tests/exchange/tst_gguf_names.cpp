// SPDX-License-Identifier: GPL-3.0-or-later
// Names of tensors in GGUF files, held to those that gguf-py gives, and the patterns of -ot,
// applied to files that gguf-py wrote.
#include "engine/base/json_reader.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/exchange/llama_cpp_places.h"
#include "tests/exchange/exchange_fixture.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <regex>

using namespace stowage;
using namespace stowage::test;

namespace {

using Names = std::map<std::string, std::vector<std::string>>;

/// A configuration and what gguf-py calls the tensors of its model.
struct RecordedModel {
    std::string config;
    Names names;
};

std::map<std::string, std::vector<RecordedModel>> recordedModels() {
    std::ifstream file(STOWAGE_TEST_DATA "/exchange/gguf_names.json");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto document = parseJson(text, "gguf_names.json");
    std::map<std::string, std::vector<RecordedModel>> families;
    for (const auto& [family, models] : (*document)["families"].items()) {
        for (const auto& model : models) {
            families[family].push_back({jsonText(model["config"]), model["names"].get<Names>()});
        }
    }
    return families;
}

DescribedModel fourLayers(const std::string& family) {
    const std::string sizes =
        "\"hidden_size\": 64, \"intermediate_size\": 128, \"num_hidden_layers\": 4, "
        "\"num_attention_heads\": 4, \"num_local_experts\": 2, \"vocab_size\": 100}";
    if (family == "gpt2") {
        return describedModel(family,
                              "{\"model_type\": \"gpt2\", \"architectures\": "
                              "[\"GPT2LMHeadModel\"], \"n_layer\": 4, \"n_embd\": 64, "
                              "\"n_head\": 4, \"vocab_size\": 100}");
    }
    const std::string className = family == "llama" ? "LlamaForCausalLM" : "MixtralForCausalLM";
    return describedModel(family, "{\"model_type\": \"" + family + "\", \"architectures\": [\"" +
                                      className + "\"], " + sizes);
}

/// The value of an option in a command.
std::string valueOf(const std::vector<std::string>& command, const std::string& option) {
    const auto found = std::ranges::find(command, option);
    return found == command.end() ? std::string() : *std::next(found);
}

using Overrides = std::vector<std::pair<std::regex, std::string>>;

/// What llama.cpp makes of -ot: parted at commas and at the first "=".
Overrides readOverrides(const std::string& text) {
    Overrides overrides;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string part = text.substr(begin, end - begin);
        const std::size_t equals = part.find('=');
        overrides.emplace_back(std::regex(part.substr(0, equals)), part.substr(equals + 1));
        begin = end + 1;
    }
    return overrides;
}

/// The first pattern that is found in a name wins.
std::string bufferOf(const Overrides& overrides, const std::string& tensor) {
    for (const auto& [pattern, buffer] : overrides) {
        if (std::regex_search(tensor, pattern)) {
            return buffer;
        }
    }
    return "none";
}

/// "blk.0." and ".0." of a recorded name, for another layer.
std::string inLayer(std::string name, const std::string& layer) {
    for (const char* zero : {"blk.0.", "layers.0.", "h.0."}) {
        const std::string begin = zero;
        if (const std::size_t at = name.find(begin); at != std::string::npos) {
            return name.replace(at, begin.size(), begin.substr(0, begin.size() - 2) + layer + ".");
        }
    }
    return name;
}

}  // namespace

class GgufNamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void namesThoseOfTheLibrary();
    void refusesUnknownFamilies();
    void keepsNamesOfGgufFiles();
    void patternsPlaceTheFilesTensors_data();
    void patternsPlaceTheFilesTensors();
};

void GgufNamesTest::namesThoseOfTheLibrary() {
    const auto recorded = recordedModels();
    QVERIFY(recorded.size() > 25);
    std::size_t checked = 0;
    for (const auto& [family, models] : recorded) {
        for (const RecordedModel& each : models) {
            const DescribedModel model = describedModel(family, each.config);
            const ModelFacts* const facts = model.checkpoint->modelFacts.get();
            const auto chain = layerChain(*model.tree(), facts);
            QVERIFY2(chain.has_value(), family.c_str());
            const auto names = ggufNames(*model.tree(), *chain, facts);
            QVERIFY2(names.has_value(), family.c_str());
            for (const auto& [name, wanted] : each.names) {
                const auto tensor = model.tree()->findTensor(name);
                QVERIFY2(tensor.has_value(), (family + ": " + name).c_str());
                const auto& ours = (*names)[tensor->index()];
                for (const std::string& one : wanted) {
                    QVERIFY2(std::ranges::find(ours, one) != ours.end(),
                             (family + ": " + name + " is " + one + ", not " +
                              (ours.empty() ? "nothing" : ours.front()))
                                 .c_str());
                    ++checked;
                }
            }
        }
    }
    QVERIFY2(checked > 500, qPrintable(QString::number(checked)));
}

void GgufNamesTest::refusesUnknownFamilies() {
    const auto model = describedModel("opt", "{\"model_type\": \"opt\"}");
    const auto chain = layerChain(*model.tree(), model.checkpoint->modelFacts.get());
    QVERIFY(chain.has_value());
    const auto names = ggufNames(*model.tree(), *chain, model.checkpoint->modelFacts.get());
    QVERIFY(!names);
    QCOMPARE(names.error().code, ErrorCode::Unsupported);
    QVERIFY(names.error().message.english().find("\"opt\"") != std::string::npos);
}

void GgufNamesTest::keepsNamesOfGgufFiles() {
    const auto opened = openCheckpoint(STOWAGE_TEST_DATA "/exchange/llama.gguf");
    QVERIFY(opened.has_value());
    const auto tree = buildModuleTree(**opened);
    QVERIFY(tree.has_value());
    const auto chain = layerChain(**tree, nullptr);
    QVERIFY(chain.has_value());
    QCOMPARE(chain->layers.size(), std::size_t{4});
    const auto names = ggufNames(**tree, *chain, nullptr);
    QVERIFY(names.has_value());
    for (std::size_t i = 0; i < names->size(); ++i) {
        QCOMPARE((*names)[i], std::vector<std::string>{(*tree)->tensors()[i].name});
    }
    const auto output = (*tree)->findTensor("output.weight");
    const auto embedding = (*tree)->findTensor("token_embd.weight");
    QCOMPARE(chain->places[output->index()], LayerChain::kAfter);
    QCOMPARE(chain->places[embedding->index()], LayerChain::kBefore);
}

void GgufNamesTest::patternsPlaceTheFilesTensors_data() {
    QTest::addColumn<QString>("family");
    for (const char* family : {"llama", "mixtral", "gpt2"}) {
        QTest::newRow(family) << family;
    }
}

void GgufNamesTest::patternsPlaceTheFilesTensors() {
    QFETCH(const QString, family);
    const std::string name = family.toStdString();
    const DescribedModel model = fourLayers(name);
    const auto file = openCheckpoint(STOWAGE_TEST_DATA "/exchange/" + name + ".gguf");
    QVERIFY(file.has_value());
    // The file's name of each tensor of the model, by the record alone.
    std::map<std::string, std::string> modelName;
    const Names recorded = recordedModels()[name].front().names;
    for (const auto& [own, names] : recorded) {
        for (const char* layer : {"0", "1", "2", "3"}) {
            for (const std::string& each : names) {
                modelName[inLayer(each, layer)] = inLayer(own, layer);
            }
        }
    }
    std::mt19937 random(11);
    unsigned plans = 0;
    for (unsigned round = 0; round < 100; ++round) {
        const std::size_t gpus = 1 + random() % 3;
        const auto plan = plannedMap(model, randomMap(*model.tree(), gpus, random), gpus);
        QVERIFY(plan != nullptr);
        const auto made = exportPlan("llama.cpp", exportInput(model, plan));
        QVERIFY2(made.has_value(), made ? "" : made.error().message.english().c_str());
        if (valueOf(made->command, "-ngl") == "0") {
            continue;  // nothing lies on a GPU
        }
        ++plans;
        const Overrides overrides = readOverrides(valueOf(made->command, "-ot"));
        const auto visible = made->environment.find("CUDA_VISIBLE_DEVICES");
        for (const StoredTensor& tensor : (*file)->tensors) {
            const auto own = model.tree()->findTensor(modelName.at(tensor.name));
            QVERIFY2(own.has_value(), tensor.name.c_str());
            const auto device = plan->storageDevices[model.tree()->tensor(*own).storage.index()];
            std::string buffer = bufferOf(overrides, tensor.name);
            if (buffer.starts_with("CUDA") && visible != made->environment.end()) {
                // "2,0": the first visible GPU is GPU 2; no test has ten.
                buffer = std::string("CUDA") + visible->second[2 * (buffer.back() - '0')];
            }
            QCOMPARE(QString::fromStdString(tensor.name + " " + buffer),
                     QString::fromStdString(
                         tensor.name + " " +
                         (device->isGpu() ? "CUDA" + std::to_string(device->index) : "CPU")));
        }
    }
    QVERIFY2(plans > 80, qPrintable(QString::number(plans)));
}

QTEST_APPLESS_MAIN(GgufNamesTest)
#include "tst_gguf_names.moc"
