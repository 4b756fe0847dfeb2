// SPDX-License-Identifier: GPL-3.0-or-later
// What a page on the open model says of it: sums are those of the tree and of the files.
#include "engine/base/byte_size.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/archive_builder.h"
#include "tests/support/fixture_digests.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>

using namespace stowage;
using namespace stowage::test;

namespace {

struct Opened {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
    CheckpointFacts facts;
};

Opened openFacts(const std::string& path) {
    const auto checkpoint = openCheckpoint(path);
    if (!checkpoint) {
        qFatal("%s", checkpoint.error().message.english().c_str());
    }
    const auto tree = buildModuleTree(**checkpoint);
    if (!tree) {
        qFatal("%s", tree.error().message.english().c_str());
    }
    return {*checkpoint, *tree, checkpointFacts(**checkpoint, **tree)};
}

std::string fixture(const QString& name) {
    return STOWAGE_TEST_DATA "/" + name.toStdString();
}

template <class Facts, class Member>
auto sumOf(const std::vector<Facts>& facts, Member member) {
    using Value = std::remove_cvref_t<decltype(std::declval<Facts>().*member)>;
    return std::accumulate(facts.begin(), facts.end(), Value{},
                           [member](Value sum, const Facts& fact) { return sum + fact.*member; });
}

}  // namespace

class TestCheckpointFacts : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const char* name, const std::string& bytes) const {
        const std::string path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
        return path;
    }

    static void addFixtures() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"bin-shards",
                                 "gpt2-tiny-shards",
                                 "gpt2-tiny.safetensors",
                                 "gpt2-tiny-save-model.safetensors",
                                 "gpt2-tiny-torch1.13.pth",
                                 "gpt2-tiny-torch2.15.pth",
                                 "legacy.pt",
                                 "nested-legacy-torch2.15.pth",
                                 "nested-torch2.15.pth",
                                 "npy",
                                 "odd-legacy-torch1.13.pth",
                                 "odd-torch2.15.pth",
                                 "odd.safetensors",
                                 "offload",
                                 "per-tensor",
                                 "quantised-torch2.15.pth",
                                 "raschka-tiny-torch1.13.pth",
                                 "raschka-tiny.safetensors",
                                 "script-torch2.15.pt",
                                 "tiny.gguf"}) {
            QTest::newRow(name) << QStringLiteral("checkpoints/") + QLatin1String(name);
        }
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void classesAddUpToTheTree_data() {
        addFixtures();
        for (const char* name : {"plans/gpt2", "transformers_rules/llama-tied",
                                 "transformers_rules/t5-small", "trees/raschka-tiny"}) {
            QTest::newRow(name) << QLatin1String(name) + QStringLiteral(".tree.json");
        }
    }
    void classesAddUpToTheTree() {
        QFETCH(QString, name);
        const Opened opened = openFacts(fixture(name));
        const CheckpointFacts& facts = opened.facts;
        QCOMPARE(sumOf(facts.classes, &ClassFact::bytes), opened.tree->totalBytes());
        QCOMPARE(sumOf(facts.classes, &ClassFact::parameters), opened.tree->totalParameters());
        QCOMPARE(sumOf(facts.classes, &ClassFact::modules), opened.tree->nodes().size());
        QCOMPARE(facts.modelBytes, opened.tree->totalBytes());
        QCOMPARE(facts.tied.size(), opened.tree->tiedGroups().size());
        QVERIFY(std::ranges::is_sorted(facts.classes, std::greater{}, &ClassFact::bytes));
        // The root holds everything, so its class has the largest module.
        const auto largest = std::ranges::max(facts.classes, {}, &ClassFact::largestBytes);
        QCOMPARE(largest.largestBytes, opened.tree->totalBytes());
    }

    void typesAreThosePythonSaved_data() { addFixtures(); }
    void typesAreThosePythonSaved() {
        QFETCH(QString, name);
        const std::string path = fixture(name);
        const Opened opened = openFacts(path);
        std::map<std::string, std::size_t> expected;
        const TensorDigests python = digestsFromPython(path);
        for (const auto& [tensor, text] : python) {
            ++expected[text.substr(0, text.find(' '))];
        }
        std::map<std::string, std::size_t> counted;
        for (const DTypeFact& fact : opened.facts.dtypes) {
            counted[std::string(dtypeName(fact.dtype))] = fact.tensors;
        }
        QCOMPARE(counted, expected);
        QCOMPARE(opened.facts.tensors, python.size());
        QVERIFY(std::ranges::is_sorted(opened.facts.dtypes, std::greater{}, &DTypeFact::bytes));
    }

    void filesAreThoseOfTheFolder_data() { addFixtures(); }
    void filesAreThoseOfTheFolder() {
        QFETCH(QString, name);
        const Opened opened = openFacts(fixture(name));
        const CheckpointFacts& facts = opened.facts;
        QVERIFY(facts.hasWeights());
        std::uint64_t onDisk = 0;
        for (const FileFact& fact : facts.files) {
            onDisk += std::filesystem::file_size(fact.file->path());
            QVERIFY2(fact.tensorBytes <= fact.file->size(), fact.file->path().c_str());
        }
        QCOMPARE(facts.fileBytes, onDisk);
        QCOMPARE(sumOf(facts.files, &FileFact::tensors) + facts.metaTensors.size(),
                 opened.checkpoint->tensors.size());
        QCOMPARE(sumOf(facts.files, &FileFact::tensorBytes), facts.tensorBytes);
    }

    void theLargestComeFirst_data() { addFixtures(); }
    void theLargestComeFirst() {
        QFETCH(QString, name);
        const Opened opened = openFacts(fixture(name));
        const auto& largest = opened.facts.largest;
        QVERIFY(!largest.empty());
        QVERIFY(largest.size() <= CheckpointFacts::kLargest);
        QVERIFY(std::ranges::is_sorted(largest, std::greater{}, &TensorFact::bytes));
        std::uint64_t most = 0;
        for (const StoredTensor& tensor : opened.checkpoint->tensors) {
            most = std::max(most, storedBytes(tensor.dtype, elementCount(tensor.shape)));
        }
        QCOMPARE(largest.front().bytes, most);
        for (const TensorFact& fact : largest) {
            const auto stored =
                std::ranges::find(opened.checkpoint->tensors, fact.name, &StoredTensor::name);
            QVERIFY(stored != opened.checkpoint->tensors.end());
            QCOMPARE(fact.shape, stored->shape);
            QCOMPARE(fact.location.has_value(), !stored->isMeta);
            if (fact.location) {
                QCOMPARE(fact.location->offset, stored->location.offset);
                QCOMPARE(fact.location->shard, stored->location.shard);
            }
        }
    }

    void aHeaderByHand() {
        const std::string path = write(
            "hand.safetensors",
            safetensorsFile(R"({"a.weight":{"dtype":"F32","shape":[4,8],"data_offsets":[0,128]},)"
                            R"("a.bias":{"dtype":"F16","shape":[4],"data_offsets":[128,136]},)"
                            R"("b.weight":{"dtype":"F16","shape":[2,2],"data_offsets":[136,144]}})",
                            144));
        const CheckpointFacts facts = openFacts(path).facts;
        QCOMPARE(facts.path, path);
        QCOMPARE(facts.tensors, std::size_t{3});
        QCOMPARE(facts.tensorBytes, std::uint64_t{144});
        QCOMPARE(facts.fileBytes, std::filesystem::file_size(path));
        QCOMPARE(facts.modelBytes, std::uint64_t{144});
        QCOMPARE(facts.parameters, std::uint64_t{40});
        QCOMPARE(facts.dtypes.size(), std::size_t{2});
        QCOMPARE(facts.dtypes[0].dtype, DType::Float32);
        QCOMPARE(facts.dtypes[0].bytes, std::uint64_t{128});
        QCOMPARE(facts.dtypes[1].tensors, std::size_t{2});
        QCOMPARE(facts.dtypes[1].bytes, std::uint64_t{16});
        QCOMPARE(facts.largest.front().name, std::string("a.weight"));
        QCOMPARE(facts.largest.front().location->length, std::uint64_t{128});
        QVERIFY(facts.architecture.empty());
        QCOMPARE(facts.viewCount, std::size_t{0});
    }

    void tiedTensorsCountOnce() {
        // Two names of one storage: the same place, shape and strides.
        const std::string path =
            write("tied.pth", torchFile(pickleDict(pickleText("a") + pickleTensor({}) +
                                                   pickleText("b") + pickleTensor({}))));
        const CheckpointFacts facts = openFacts(path).facts;
        QCOMPARE(facts.tensors, std::size_t{2});
        QCOMPARE(facts.dtypes.front().tensors, std::size_t{2});
        QCOMPARE(facts.dtypes.front().bytes, std::uint64_t{16});
        QCOMPARE(facts.tensorBytes, std::uint64_t{16});
        QCOMPARE(facts.largest.size(), std::size_t{1});
        QCOMPARE(facts.largest.front().names, std::size_t{2});
        QCOMPARE(facts.tied.size(), std::size_t{1});
        QCOMPARE(facts.tied.front().names, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(facts.tied.front().bytes, std::uint64_t{16});
    }

    void viewsThatOverlapAreNotCountedTwice() {
        const std::string path = write(
            "views.pth",
            torchFile(pickleDict(pickleText("front") + pickleTensor({.shape = {3}}) +
                                 pickleText("back") + pickleTensor({.offset = 1, .shape = {3}}) +
                                 pickleText("wide") +
                                 pickleTensor({.shape = {5, 4}, .strides = {0, 1}}))));
        const CheckpointFacts facts = openFacts(path).facts;
        QCOMPARE(facts.tensorBytes, std::uint64_t{16});
        QCOMPARE(facts.viewCount, std::size_t{1});
        QCOMPARE(facts.dtypes.front().bytes, std::uint64_t{12 + 12 + 80});
    }

    void partsOfANestedCheckpointAreKept() {
        const CheckpointFacts facts =
            openFacts(fixture(QStringLiteral("checkpoints/nested-torch2.15.pth"))).facts;
        QVERIFY(facts.parts.size() >= 2);
        QVERIFY(std::ranges::count(facts.parts, facts.prefix, &CheckpointPart::prefix) == 1);
        // What belongs to other parts is no tensor of this model.
        QVERIFY(facts.tensorBytes < facts.fileBytes);
    }

    void aTreeWithoutWeightsIsDescribed() {
        const Opened opened = openFacts(fixture(QStringLiteral("plans/gpt2.tree.json")));
        const CheckpointFacts& facts = opened.facts;
        QVERIFY(!facts.hasWeights());
        QCOMPARE(facts.fileBytes, std::uint64_t{0});
        QCOMPARE(facts.tensors, opened.tree->tensors().size());
        QCOMPARE(sumOf(facts.dtypes, &DTypeFact::bytes), opened.tree->totalBytes());
        QVERIFY(!facts.largest.front().location);
        const auto block =
            std::ranges::find(facts.classes, std::string("GPT2Block"), &ClassFact::name);
        QVERIFY(block != facts.classes.end());
        QVERIFY(block->isNoSplit);
        QVERIFY(!block->isGuessed);
        QCOMPARE(block->modules, std::size_t{12});
        QCOMPARE(block->bytes, std::uint64_t{0});
        // 12 × width² + 13 × width parameters of a block, float32; the attention's masks come on
        // top.
        QVERIFY(block->largestBytes >= 4 * (12ULL * 768 * 768 + 13ULL * 768));
    }

    void factsOfAHundredThousandTensors() {
        Checkpoint checkpoint;
        for (std::uint64_t i = 0; i < 100'000; ++i) {
            StoredTensor tensor;
            tensor.name =
                "layers." + std::to_string(i / 10) + ".part" + std::to_string(i % 10) + ".weight";
            tensor.shape = {static_cast<std::int64_t>(i % 10) + 1, 16};
            tensor.location = {0, i * 640, 64 * (i % 10 + 1)};
            tensor.storageKey = i + 1;
            checkpoint.tensors.push_back(std::move(tensor));
        }
        const auto tree = buildModuleTree(checkpoint);
        QVERIFY2(tree, tree ? "" : tree.error().message.english().c_str());
        const CheckpointFacts facts = checkpointFacts(checkpoint, **tree);
        QCOMPARE(facts.tensors, std::size_t{100'000});
        QCOMPARE(sumOf(facts.classes, &ClassFact::bytes), (*tree)->totalBytes());
        QCOMPARE(sumOf(facts.dtypes, &DTypeFact::bytes), (*tree)->totalBytes());
    }
};

QTEST_APPLESS_MAIN(TestCheckpointFacts)
#include "tst_checkpoint_facts.moc"
