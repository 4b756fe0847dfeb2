// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the bytes of quantised models to what bitsandbytes and transformers keep in memory
// (tests/reference/record_quantized.py), and to their rules worked out module by module.
#ifndef Q_MOC_RUN
#include "engine/model/config_tree.h"
#include "engine/model/quantization.h"
#include "engine/plan/planned_tensors.h"
#include "tests/plan/quantized_models.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

using namespace stowage;
using namespace stowage::test;
using nlohmann::json;

namespace {

using Tree = std::shared_ptr<const ModuleTree>;

Tree treeFrom(const std::string& config) {
    auto tree = treeFromConfig(config, "config.json");
    return tree ? *tree : nullptr;
}

/// `skip`: the modules to leave, or null.
Quantization quantizationFrom(const std::string& method, const json& skip = {}) {
    Quantization quantization = *quantizationFromName(method.substr(0, method.find(' ')));
    if (!skip.is_null()) {
        quantization.skippedModules = skip.get<std::vector<std::string>>();
    }
    quantization.isDoubleQuantised = method.ends_with(" double");
    if (quantization.method == QuantizationMethod::Fp8) {
        quantization.blockRows = 64;  // as record_quantized.py asks for
        quantization.blockColumns = 48;
    }
    return quantization;
}

/// A recorded tensor; scales that transformers registers as parameters belong to their weight.
struct Recorded {
    std::string dtype;
    std::uint64_t bytes = 0;
    std::vector<std::pair<std::string, std::uint64_t>> scales;
};

std::map<std::string, Recorded> recordedTensors(const json& rows) {
    constexpr std::string_view kScale = "_scale_inv";
    std::map<std::string, Recorded> tensors;
    for (const json& row : rows) {
        auto name = row[0].get<std::string>();
        const auto bytes = row[2].get<std::uint64_t>();
        const bool isScale = name.ends_with(kScale);
        name.resize(name.size() - (isScale ? kScale.size() : 0));
        Recorded& tensor = tensors[name];
        tensor.bytes += bytes;
        if (isScale) {
            tensor.scales.emplace_back(row[1].get<std::string>(), bytes);
            continue;
        }
        tensor.dtype = row[1].get<std::string>();
        for (const json& scale : row[3]) {
            tensor.scales.emplace_back(scale[0].get<std::string>(), scale[1].get<std::uint64_t>());
        }
    }
    return tensors;
}

std::vector<std::pair<std::string, std::uint64_t>> scalesOf(const QuantizedParts& parts) {
    std::vector<std::pair<std::string, std::uint64_t>> scales;
    for (const QuantizedPart& part : parts) {
        if (&part != parts.begin()) {
            scales.emplace_back(dtypeName(part.dtype), part.bytes);
        }
    }
    return scales;
}

template <class List>
List sorted(List list) {
    std::sort(list.begin(), list.end());
    return list;
}

std::uint64_t total(const ModuleTree& tree, const QuantizedWeights& weights,
                    std::optional<DType> dtype) {
    std::uint64_t bytes = 0;
    for (const TensorId owner : storageOwners(tree)) {
        bytes += plannedBytes(tree, owner, {dtype, &weights});
    }
    return bytes;
}

std::uint64_t upTo(std::uint64_t value, std::uint64_t by) {
    return (value + by - 1) / by;
}

/// bitsandbytes' rules for one module of so many outputs and inputs.
std::uint64_t int8Bytes(std::uint64_t out, std::uint64_t in) {
    return out * in + out * 4;
}
std::uint64_t nf4Bytes(std::uint64_t out, std::uint64_t in) {
    return (out * in + 1) / 2 + upTo(out * in, 64) * 4 + std::uint64_t{16} * 4;
}

}  // namespace

class QuantizedBytesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void areThoseOfTheLibraries_data();
    void areThoseOfTheLibraries();
    void followTheRulesModuleByModule_data();
    void followTheRulesModuleByModule();
    void areNearPublishedSizes_data();
    void areNearPublishedSizes();
    void areThoseOfPublishedMxfp4_data();
    void areThoseOfPublishedMxfp4();

private:
    static json cases();
};

json QuantizedBytesTest::cases() {
    std::ifstream file(STOWAGE_TEST_DATA "/quantized/tensors.json");
    std::ifstream mxfp4(STOWAGE_TEST_DATA "/quantized/mxfp4.json");
    json all = json::parse(file).at("cases");
    json more = json::parse(mxfp4);
    for (json& row : more.at("cases")) {
        all.push_back(std::move(row));
    }
    return all;
}

void QuantizedBytesTest::areThoseOfTheLibraries_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const json& row : cases()) {
        const std::string name =
            std::to_string(index) + " " + row["config"]["architectures"][0].get<std::string>() +
            ", " + row["method"].get<std::string>() + ", " + row["dtype"].get<std::string>();
        QTest::newRow(name.c_str()) << index++;
    }
    QVERIFY(index > 90);
}

void QuantizedBytesTest::areThoseOfTheLibraries() {
    QFETCH(int, index);
    static const json all = cases();
    const json& row = all[static_cast<std::size_t>(index)];
    const Tree tree = treeFrom(row["config"].dump());
    QVERIFY(tree != nullptr);
    const auto dtype = dtypeFromName(row["dtype"].get<std::string>());
    const QuantizedWeights weights(
        *tree, quantizationFrom(row["method"].get<std::string>(), row.value("skip", json())));
    std::size_t quantized = 0;
    for (const auto& [name, recorded] : recordedTensors(row["tensors"])) {
        const auto id = tree->findTensor(name);
        QVERIFY2(id.has_value(), name.c_str());
        const TensorSpec& tensor = tree->tensor(*id);
        if (tensor.kind == TensorKind::Buffer) {
            continue;  // what becomes of them is the architectures' test
        }
        QCOMPARE(plannedBytes(*tree, *id, {dtype, &weights}), recorded.bytes);
        QCOMPARE(dtypeName(plannedDtype(*tree, *id, {dtype, &weights})),
                 std::string_view(recorded.dtype));
        QCOMPARE(weights.contains(*id), !recorded.scales.empty());
        if (weights.contains(*id)) {
            ++quantized;
            QVERIFY(sorted(scalesOf(weights.partsOf(*tree, *id))) == sorted(recorded.scales));
        }
    }
    const bool isFalcon = row["config"]["model_type"] == "falcon";
    const bool hasConvAlone =
        row["config"]["model_type"] == "gpt2" && row["method"].get<std::string>() == "fp8";
    QCOMPARE(quantized == 0, isFalcon || hasConvAlone);
}

void QuantizedBytesTest::followTheRulesModuleByModule_data() {
    QTest::addColumn<int>("index");
    QTest::newRow("Llama-3.1-8B") << 0;
    QTest::newRow("GPT-2 XL") << 1;
    QTest::newRow("OPT-6.7B") << 2;
}

void QuantizedBytesTest::followTheRulesModuleByModule() {
    QFETCH(int, index);
    const Published model = publishedModels()[static_cast<std::size_t>(index)];
    const Tree tree = treeFrom(model.config);
    QVERIFY(tree != nullptr);
    const QuantizedWeights int8(*tree, quantizationFrom("int8"));
    const QuantizedWeights nf4(*tree, quantizationFrom("nf4"));
    QCOMPARE(int8.modules().size(), model.layers * model.block.size());
    QCOMPARE(nf4.modules().size(), model.layers * model.block.size());
    std::uint64_t int8Sum = 0;
    std::uint64_t nf4Sum = 0;
    for (std::uint64_t layer = 0; layer < model.layers; ++layer) {
        for (const auto& [name, sides] : model.block) {
            const std::string path = model.blocks + "." + std::to_string(layer) + "." + name;
            const auto id = tree->findTensor(path + ".weight");
            QVERIFY2(id.has_value(), path.c_str());
            QCOMPARE(int8.bytesOf(*id), int8Bytes(sides.first, sides.second));
            QCOMPARE(nf4.bytesOf(*id), nf4Bytes(sides.first, sides.second));
            int8Sum += int8.bytesOf(*id);
            nf4Sum += nf4.bytesOf(*id);
        }
    }
    std::uint64_t buffers = 0;
    for (const TensorSpec& tensor : tree->tensors()) {
        buffers += tensor.kind == TensorKind::Buffer ? tensor.byteSize : 0;
    }
    QCOMPARE(total(*tree, int8, std::nullopt), int8Sum + model.besides * 2 + buffers);
    QCOMPARE(total(*tree, nf4, std::nullopt), nf4Sum + model.besides * 2 + buffers);
    QCOMPARE(total(*tree, nf4, DType::Float32), nf4Sum + model.besides * 4 + buffers);
}

void QuantizedBytesTest::areNearPublishedSizes_data() {
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("method");
    QTest::addColumn<int>("bits");
    QTest::addColumn<int>("group");
    QTest::addColumn<double>("published");  // gigabytes of the file, as its page names them
    const QString llama2 = QString::fromLatin1(llama2Config());
    // Sizes of model.safetensors that the pages of these files name: Llama-2-7B quantised by GPTQ
    // and AWQ.
    QTest::newRow("GPTQ 4 bit, 128") << llama2 << QStringLiteral("gptq") << 4 << 128 << 3.90;
    QTest::newRow("GPTQ 4 bit, 64") << llama2 << QStringLiteral("gptq") << 4 << 64 << 4.02;
    QTest::newRow("GPTQ 4 bit, 32") << llama2 << QStringLiteral("gptq") << 4 << 32 << 4.28;
    QTest::newRow("GPTQ 8 bit, 128") << llama2 << QStringLiteral("gptq") << 8 << 128 << 7.16;
    QTest::newRow("GPTQ 8 bit, a column") << llama2 << QStringLiteral("gptq") << 8 << -1 << 7.01;
    QTest::newRow("AWQ 4 bit, 128") << llama2 << QStringLiteral("awq") << 4 << 128 << 3.89;
}

void QuantizedBytesTest::areNearPublishedSizes() {
    QFETCH(QString, config);
    QFETCH(QString, method);
    QFETCH(int, bits);
    QFETCH(int, group);
    QFETCH(double, published);
    const Tree tree = treeFrom(config.toStdString());
    QVERIFY(tree != nullptr);
    Quantization quantization = *quantizationOfMethod(method.toStdString());
    quantization.bits = static_cast<unsigned>(bits);
    quantization.groupSize = group;
    const QuantizedWeights weights(*tree, quantization);
    QCOMPARE(weights.modules().size(), std::size_t{224});
    const double gigabytes = static_cast<double>(total(*tree, weights, std::nullopt)) / 1e9;
    QVERIFY2(std::abs(gigabytes - published) < 0.012, std::to_string(gigabytes).c_str());
}

void QuantizedBytesTest::areThoseOfPublishedMxfp4_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<quint64>("published");
    // "total_size" of model.safetensors.index.json in huggingface.co/openai/gpt-oss-20b and -120b.
    QTest::newRow("20B") << QByteArray("gpt-oss-20b") << quint64{13'761'264'768};
    QTest::newRow("120B") << QByteArray("gpt-oss-120b") << quint64{65'248'815'744};
}

void QuantizedBytesTest::areThoseOfPublishedMxfp4() {
    QFETCH(QByteArray, model);
    QFETCH(quint64, published);
    std::ifstream file(STOWAGE_TEST_DATA "/quantized/mxfp4.json");
    const Tree tree = treeFrom(json::parse(file)["configs"][model.toStdString()].dump());
    QVERIFY(tree != nullptr);
    const QuantizedWeights weights(*tree, quantizationFrom("mxfp4"));
    // In memory the biases of the experts are float32, and there are buffers.
    std::uint64_t besides = 0;
    for (const TensorSpec& tensor : tree->tensors()) {
        if (tensor.kind == TensorKind::Buffer) {
            besides += tensor.byteSize;
        } else if (tensor.name.find("experts.") != std::string::npos &&
                   tensor.name.ends_with("_bias")) {
            besides += 2 * elementCount(tensor.shape);
        }
    }
    QCOMPARE(total(*tree, weights, std::nullopt), published + besides);
}

QTEST_GUILESS_MAIN(QuantizedBytesTest)
#include "tst_quantized_bytes.moc"
