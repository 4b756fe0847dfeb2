// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json_reader.h"
#include "engine/model/module_tree.h"
#include "engine/model/module_tree_json.h"
#include "engine/model/tensor_spec.h"
#include "tests/support/golden_text.h"
#include "tests/support/tree_text.h"

#include <QTest>

#include <fstream>
#include <set>
#include <sstream>

using namespace stowage;
using stowage::test::treeText;
using Json = nlohmann::ordered_json;

namespace {

std::string fileText(const char* path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string treeDocument(const std::string& tree) {
    return "{\"format\": \"stowage.tree\", \"version\": 1, \"tree\": " + tree + "}";
}

Result<std::shared_ptr<const ModuleTree>> parseTree(const std::string& tree) {
    return parseModuleTreeJson(treeDocument(tree), "t.tree.json");
}

/// What Accelerate's walk over a JSON tree gives, counted apart from our builder: bytes of all
/// names, and names.
void countTensors(const Json& node, std::uint64_t& names) {
    names +=
        node.value("params", Json::array()).size() + node.value("buffers", Json::array()).size();
    for (const Json& child : node.value("children", Json::array())) {
        countTensors(child, names);
    }
}

}  // namespace

class TestModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void dtypesHaveNamesAndSizes() {
        for (std::size_t i = 0; i < kDTypeCount; ++i) {
            const auto dtype = static_cast<DType>(i);
            QCOMPARE(dtypeFromName(dtypeName(dtype)), std::optional(dtype));
            QCOMPARE(dtypeFromName("torch." + std::string(dtypeName(dtype))), std::optional(dtype));
            if (const auto name = safetensorsName(dtype)) {
                QCOMPARE(dtypeFromSafetensorsName(*name), std::optional(dtype));
            }
        }
        QVERIFY(!dtypeFromName("strange"));
        QVERIFY(!dtypeFromSafetensorsName(""));
        QCOMPARE(storedBits(DType::Float4E2M1), 4U);
        QCOMPARE(storedBits(DType::Complex128), 128U);
        QCOMPARE(storedBytes(DType::Float4E2M1, 3), std::uint64_t{2});
        QCOMPARE(storedBytes(DType::GgufQ4_K, 512), std::uint64_t{288});
        QCOMPARE(storedBytes(DType::GgufQ8_0, 33), std::uint64_t{68});
        QCOMPARE(checkedByteSize(DType::GgufIQ1_S, std::array<std::int64_t, 2>{3, 256}),
                 std::optional<std::uint64_t>(150));
        QVERIFY(!isFloatingPoint(DType::GgufQ4_0));
        QVERIFY(isFloatingPoint(DType::BFloat16));
        QVERIFY(!isFloatingPoint(DType::Complex64));
    }

    void dtypeSizesAreThoseOfAccelerate_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("bytes");
        std::ifstream cases(STOWAGE_TEST_DATA "/placement/cases.jsonl");
        for (std::string line; std::getline(cases, line);) {
            const auto json = nlohmann::json::parse(line);
            if (json["kind"] == "dtype_size" && json["expected"].contains("bytes")) {
                QTest::newRow(json["id"].get<std::string>().c_str())
                    << QString::fromStdString(json["args"]["dtype"].get<std::string>())
                    << json["expected"]["bytes"].get<double>();
            }
        }
    }
    void dtypeSizesAreThoseOfAccelerate() {
        QFETCH(QString, name);
        QFETCH(double, bytes);
        const auto dtype = dtypeFromName(name.toStdString());
        QVERIFY(dtype);
        QCOMPARE(accelerateElementBytes(*dtype), bytes);
    }

    void sizesAreCheckedForOverflow() {
        const std::int64_t large = std::int64_t{1} << 32;
        QVERIFY(!checkedElementCount(std::vector<std::int64_t>{large, large}));
        QVERIFY(!checkedElementCount(std::vector<std::int64_t>{2, -1}));
        QCOMPARE(checkedElementCount(std::vector<std::int64_t>{large, large, 0}),
                 std::optional<std::uint64_t>(0));
        QCOMPARE(checkedElementCount({}), std::optional<std::uint64_t>(1));
        QCOMPARE(checkedByteSize(DType::Float4E2M1, std::vector<std::int64_t>{3}),
                 std::optional<std::uint64_t>(2));
        QVERIFY(!checkedByteSize(DType::Float32, std::vector<std::int64_t>{large, large / 4}));
        QCOMPARE(checkedByteSize(DType::UInt8, std::vector<std::int64_t>{large, large / 4}),
                 std::optional<std::uint64_t>(std::uint64_t{1} << 62));
    }

    void everyRecordedTreeBuildsAndReadsBackEqual_data() {
        QTest::addColumn<QString>("tree");
        const auto trees = parseJson(fileText(STOWAGE_TEST_DATA "/placement/trees.json"), "trees");
        QVERIFY(trees);
        for (const auto& [id, tree] : trees->items()) {
            QTest::newRow(id.c_str()) << QString::fromStdString(tree.dump());
        }
    }
    void everyRecordedTreeBuildsAndReadsBackEqual() {
        QFETCH(QString, tree);
        const auto built = parseTree(tree.toStdString());
        QVERIFY2(built, built ? "" : built.error().message.english().c_str());
        const std::string written = writeModuleTreeJson(**built, "source");
        const auto again = parseModuleTreeJson(written, "again");
        QVERIFY2(again, again ? "" : again.error().message.english().c_str());
        QCOMPARE(QString::fromStdString(treeText(**again)),
                 QString::fromStdString(treeText(**built)));
        QCOMPARE(writeModuleTreeJson(**again, "source"), written);

        std::uint64_t names = 0;
        countTensors(Json::parse(tree.toStdString()), names);
        QVERIFY((*built)->tensors().size() >= names);
        checkSums(**built);
    }

    /// Sums of every module against a plain count of the storages below it.
    void checkSums(const ModuleTree& tree) {
        for (const ModuleNode& node : tree.nodes()) {
            std::set<StorageId> seen;
            std::set<StorageId> seenParameters;
            std::uint64_t bytes = 0;
            std::uint64_t parameters = 0;
            for (const TensorSpec& spec : tree.subtreeTensors(node.id)) {
                bytes += seen.insert(spec.storage).second ? spec.byteSize : 0;
                const bool counts = spec.kind == TensorKind::Parameter &&
                                    seenParameters.insert(spec.storage).second;
                parameters += counts ? elementCount(spec.shape) : 0;
            }
            QCOMPARE(node.subtreeBytes, bytes);
            QCOMPARE(node.subtreeParameters, parameters);
        }
    }

    void modulesRegisteredTwiceShareTheirTensors() {
        const auto tree = parseTree(
            "{\"name\": \"\", \"class\": \"T5\", \"children\": ["
            "            {\"name\": \"shared\", \"class\": \"Embedding\","
            "             \"params\": [{\"name\": \"weight\", \"shape\": [8, 4], \"dtype\": "
            "\"float32\"}]},"
            "            {\"name\": \"encoder\", \"class\": \"Stack\", \"children\": ["
            "                {\"name\": \"embed\", \"same_as\": \"shared\"}]}]}");
        QVERIFY(tree);
        const auto copy = (*tree)->findModule("encoder.embed");
        QVERIFY(copy);
        QCOMPARE((*tree)->node(*copy).sameAs, *(*tree)->findModule("shared"));
        QCOMPARE((*tree)->node(*copy).className, std::string("Embedding"));
        const auto tensor = (*tree)->findTensor("encoder.embed.weight");
        QVERIFY(tensor);
        QCOMPARE((*tree)->tensor(*tensor).storage.value, 0U);
        QCOMPARE((*tree)->storageCount(), 1U);
        QCOMPARE((*tree)->totalBytes(), std::uint64_t{128});
        QCOMPARE((*tree)->node(*(*tree)->findModule("encoder")).subtreeBytes, std::uint64_t{128});
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        QCOMPARE((*tree)->children(ModuleTree::root()).size(), std::size_t{2});
    }

    void badTreesAreRefused_data() {
        QTest::addColumn<QString>("document");
        QTest::addColumn<int>("code");
        const auto tree = [](const char* name, const std::string& text, ErrorCode code) {
            QTest::newRow(name) << QString::fromStdString(treeDocument(text))
                                << static_cast<int>(code);
        };
        const std::string a = "{\"name\": \"a\", \"class\": \"A\"}";
        QTest::newRow("other format")
            << QStringLiteral("{\"format\": \"x\"}") << static_cast<int>(ErrorCode::Malformed);
        QTest::newRow("other version")
            << QStringLiteral("{\"format\": \"stowage.tree\", \"version\": 2, \"tree\": {}}")
            << static_cast<int>(ErrorCode::Unsupported);
        QTest::newRow("no JSON") << QStringLiteral("nothing")
                                 << static_cast<int>(ErrorCode::Malformed);
        QTest::newRow("duplicate key") << QStringLiteral("{\"format\": 1, \"format\": 1}")
                                       << static_cast<int>(ErrorCode::Malformed);
        QTest::newRow("duplicate key of somebody else's")
            << QStringLiteral(
                   "{\"x\": [{\"a\": 1, \"a\": 2}], \"format\": \"stowage.tree\", \"version\": 1, "
                   "\"tree\": {}}")
            << static_cast<int>(ErrorCode::Malformed);
        QTest::newRow("two documents")
            << QStringLiteral("{\"format\": \"stowage.tree\", \"version\": 1, \"tree\": {}} {}")
            << static_cast<int>(ErrorCode::Malformed);
        QTest::newRow("cut off")
            << QStringLiteral(
                   "{\"format\": \"stowage.tree\", \"version\": 1, \"tree\": {\"name\": ")
            << static_cast<int>(ErrorCode::Malformed);
        QTest::newRow("nothing to stand on")
            << QStringLiteral("{\"format\": \"stowage.tree\", \"version\": 1, \"tree\": null}")
            << static_cast<int>(ErrorCode::Malformed);
        QTest::newRow("deep in somebody else's")
            << QStringLiteral("{\"x\": %1%2, \"format\": \"stowage.tree\", \"version\": 1}")
                   .arg(QString(700, QLatin1Char('[')), QString(700, QLatin1Char(']')))
            << static_cast<int>(ErrorCode::LimitExceeded);
        tree("a long name", "{\"name\": \"" + std::string(300'000, 'a') + "\"}",
             ErrorCode::LimitExceeded);
        tree("no dtype", "{\"params\": [{\"name\": \"a\", \"shape\": [1]}]}", ErrorCode::Malformed);
        tree("no shape", "{\"params\": [{\"name\": \"a\", \"dtype\": \"int8\"}]}",
             ErrorCode::Malformed);
        tree("no name", "{\"params\": [{\"shape\": [1], \"dtype\": \"int8\"}]}",
             ErrorCode::Malformed);
        tree(
            "persistent by a number",
            "{\"buffers\": [{\"name\": \"a\", \"shape\": [1], \"dtype\": \"int8\", \"persistent\": "
            "1}]}",
            ErrorCode::Malformed);
        QTest::newRow("a list") << QStringLiteral("[]") << static_cast<int>(ErrorCode::Malformed);
        tree("duplicate child", "{\"children\": [" + a + "," + a + "]}", ErrorCode::Malformed);
        tree("empty child", "{\"children\": [{\"name\": \"\"}]}", ErrorCode::Malformed);
        tree("dotted child", "{\"children\": [{\"name\": \"a.b\"}]}", ErrorCode::Malformed);
        tree("named root", "{\"name\": \"model\"}", ErrorCode::Malformed);
        tree("unknown same_as", "{\"children\": [{\"name\": \"b\", \"same_as\": \"z\"}]}",
             ErrorCode::Malformed);
        tree("same_as of a parent",
             "{\"children\": [{\"name\": \"b\", \"class\": \"B\", \"children\": ["
             "             {\"name\": \"c\", \"same_as\": \"b\"}]}]}",
             ErrorCode::Malformed);
        tree(goldenText("window-open/same-as-of-the-model"),
             "{\"children\": [{\"name\": \"b\", \"same_as\": \"\"}]}", ErrorCode::Malformed);
        tree("unknown tie", "{\"tied\": [[\"x\", \"y\"]]}", ErrorCode::Malformed);
        tree("tie of two shapes",
             "{\"params\": [{\"name\": \"a\", \"shape\": [1], \"dtype\": \"int8\"},"
             "             {\"name\": \"b\", \"shape\": [2], \"dtype\": \"int8\"}], \"tied\": "
             "[[\"a\", \"b\"]]}",
             ErrorCode::Malformed);
        tree("negative size",
             "{\"params\": [{\"name\": \"a\", \"shape\": [-1], \"dtype\": \"int8\"}]}",
             ErrorCode::Malformed);
        tree("fractional size",
             "{\"params\": [{\"name\": \"a\", \"shape\": [1.5], \"dtype\": \"int8\"}]}",
             ErrorCode::Malformed);
        tree("overflow",
             "{\"params\": [{\"name\": \"a\", \"shape\": [4294967296, 4294967296],"
             "             \"dtype\": \"int8\"}]}",
             ErrorCode::Malformed);
        tree("unknown dtype",
             "{\"params\": [{\"name\": \"a\", \"shape\": [1], \"dtype\": \"int9\"}]}",
             ErrorCode::Malformed);
        tree("duplicate tensor",
             "{\"params\": [{\"name\": \"a\", \"shape\": [1], \"dtype\": \"int8\"},"
             "             {\"name\": \"a\", \"shape\": [1], \"dtype\": \"int8\"}]}",
             ErrorCode::Malformed);
        tree("wrong type", "{\"children\": {}}", ErrorCode::Malformed);
        std::string deep = a;
        for (int i = 0; i < 280; ++i) {
            deep = "{\"name\": \"a\", \"children\": [" + deep + "]}";
        }
        tree("too deep", "{\"children\": [" + deep + "]}", ErrorCode::LimitExceeded);
        std::string doubling = a;
        for (char c = 'b'; c < 'b' + 24; ++c) {
            const std::string before(1, static_cast<char>(c - 1));
            doubling += ",{\"name\": \"" + std::string(1, c) +
                        "\", \"children\": [{\"name\": \"x\", \"same_as\": \"" + before +
                        "\"}, {\"name\": \"y\", \"same_as\": \"" + before + "\"}]}";
        }
        tree("doubling", "{\"children\": [" + doubling + "]}", ErrorCode::LimitExceeded);
    }
    void badTreesAreRefused() {
        QFETCH(QString, document);
        QFETCH(int, code);
        const auto tree = parseModuleTreeJson(document.toStdString(), "bad.tree.json");
        QVERIFY(!tree);
        QCOMPARE(static_cast<int>(tree.error().code), code);
        QCOMPARE(tree.error().file, std::string("bad.tree.json"));
        QVERIFY(tree.error().message.english().find("bad.tree.json") != std::string::npos);
        QVERIFY(tree.error().message.english().ends_with("."));
    }

    void membersStandInAnyOrder() {
        const auto usual = parseTree(
            R"({"name": "", "class": "Net", "children": [{"name": "a", "class": "Linear",)"
            R"("params": [{"name": "w", "dtype": "int8", "shape": [2, 3]}]}], "tied": []})");
        const auto turned = parseModuleTreeJson(
            "\xEF\xBB\xBF{\"long\": \"" + std::string(300'000, 'a') + "\"," +
                R"("more": {"of": [null, 1.5, -2]}, "tree": {"tied": [], "children": [{"params":)"
                R"([{"shape": [2, 3], "x": {}, "dtype": "int8", "name": "w", "persistent": null}],)"
                R"("buffers": null, "guessed_class": "G", "class": "Linear", "name": "a"}],)"
                R"("class": "Net", "name": ""}, "version": 1.0, "format": "stowage.tree"})",
            "turned");
        QVERIFY(usual);
        QVERIFY2(turned, turned ? "" : turned.error().message.english().c_str());
        QCOMPARE(writeModuleTreeJson(**turned, "m"), writeModuleTreeJson(**usual, "m"));
    }

    void depthLimitsWhatIsWritten() {
        const auto tree = parseModuleTreeJson(
            fileText(STOWAGE_TEST_DATA "/trees/gpt2-tiny-lmhead.tree.json"), "gpt2");
        QVERIFY(tree);
        const auto all = Json::parse(writeModuleTreeJson(**tree, "m"));
        QCOMPARE(all["tensors"].get<int>(), 29);
        QCOMPARE(all["source"].get<std::string>(), std::string("m"));
        QCOMPARE(all["dtypes"].dump(), std::string("[\"float32\"]"));
        QCOMPARE(all["total_bytes"].get<std::uint64_t>(), (*tree)->totalBytes());
        QCOMPARE(all["total_parameters"].get<std::uint64_t>(), std::uint64_t{7952});
        QCOMPARE(all["tree"]["tied"].dump(),
                 std::string("[[\"transformer.wte.weight\",\"lm_head.weight\"]]"));
        const auto top = Json::parse(writeModuleTreeJson(**tree, "m", 1));
        QCOMPARE(top["tree"]["children"].size(), std::size_t{2});
        QVERIFY(!top["tree"]["children"][0].contains("children"));
        QVERIFY(!top["tree"].contains("tied"));
    }
};

QTEST_GUILESS_MAIN(TestModel)
#include "tst_model.moc"
