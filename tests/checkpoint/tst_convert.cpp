// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between all formats: every tensor as Python saved it, whatever the way.
#include "engine/base/json_reader.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/convert_checkpoint.h"
#include "engine/checkpoint/write/target_folder.h"
#include "tests/support/archive_builder.h"
#include "tests/support/convert_check.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr auto kTargets =
    std::to_array<ConvertTarget>({ConvertTarget::Safetensors, ConvertTarget::TorchArchive,
                                  ConvertTarget::PerTensor, ConvertTarget::OffloadFolder});

/// Fixtures whose tensors no other format can hold, with what the refusal mentions.
const QMap<QString, QString>& refusedFixtures() {
    static const QMap<QString, QString> kRefused = {
        {"quantised-torch1.13.pth", "dequantize()"},
        {"quantised-torch2.15.pth", "dequantize()"},
        {"tiny.gguf", goldenText("checkpoint/quantised-in-blocks")},
    };
    return kRefused;
}

/// GPT-2's tied head, where a file leaves it out: an offload folder has it.
void addTiedHead(TensorDigests& digests) {
    if (const auto table = digests.find("transformer.wte.weight"); table != digests.end()) {
        digests.emplace("lm_head.weight", table->second);
    }
}

/// Why the target cannot hold such tensors; null: it can.
const char* refusalOf(ConvertTarget target, const TensorDigests& digests) {
    const auto any = [&](const char* part) {
        return std::ranges::any_of(digests, [&](const auto& entry) {
            return entry.second.find(part) != std::string::npos;
        });
    };
    const bool isSafetensors = target == ConvertTarget::Safetensors;
    const bool isOffload = target == ConvertTarget::OffloadFolder;
    // The digest of no bytes at all.
    if (isOffload && any(" e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")) {
        return goldenText("checkpoint/numpy-cannot-map");
    }
    return isSafetensors && (any("complex128 ") || any("complex32 "))
               ? goldenText("checkpoint/safetensors-files-cannot-hold")
           : isOffload && any("complex32 ") ? goldenText("checkpoint/offload-folder-cannot-hold")
                                            : nullptr;
}

std::string textOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> filesIn(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_directory()) {
            names.push_back(std::filesystem::relative(entry.path(), folder).string());
        }
    }
    std::ranges::sort(names);
    return names;
}

}  // namespace

class TestConvert : public QObject {
    Q_OBJECT

private:
    std::string at(const char* name) const { return m_folder->path().toStdString() + "/" + name; }
    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void everyFixtureGoesThroughEveryFormat_data() {
        QTest::addColumn<QString>("name");
        const QDir folder(QString::fromStdString(checkpointFixture("")));
        for (QString name : folder.entryList({"*.sha256.json"}, QDir::Files)) {
            name.chop(static_cast<int>(qstrlen(".sha256.json")));
            // A lone tensor has no name, and a GGUF's split parts are no models.
            if (!refusedFixtures().contains(name) && name != "legacy.pt" &&
                !name.contains("gguf")) {
                QTest::newRow(qPrintable(name)) << name;
            }
        }
    }
    void everyFixtureGoesThroughEveryFormat() {
        QFETCH(QString, name);
        const std::string fixture = checkpointFixture(name.toStdString());
        TensorDigests expected = digestsFromPython(fixture);
        QVERIFY(!expected.empty());
        std::string model = fixture;
        std::string prefix = prefixOfFixture(name.toStdString());
        // Once around: each format is written from another one, the first from the last.
        for (int step = 0; step < 5; ++step) {
            const ConvertTarget target = kTargets[static_cast<std::size_t>(step) % 4];
            const std::string folder = at(("step" + std::to_string(step)).c_str());
            const auto summary = convertTo(model, folder, target, {}, prefix);
            if (const char* reason = refusalOf(target, expected); reason != nullptr) {
                QVERIFY(!summary);
                QVERIFY2(summary.error().message.english().find(reason) != std::string::npos,
                         summary.error().message.english().c_str());
                QVERIFY(!std::filesystem::exists(folder));
                continue;
            }
            QVERIFY2(summary, summary ? "" : summary.error().message.english().c_str());
            if (target == ConvertTarget::OffloadFolder) {
                addTiedHead(expected);
            }
            QCOMPARE(digestsAt(summary->path), expected);
            QCOMPARE(digestsAt(folder), expected);
            model = summary->path;
            prefix.clear();
        }
    }

    void whatNoFormatHoldsIsRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("mentions");
        for (auto it = refusedFixtures().begin(); it != refusedFixtures().end(); ++it) {
            QTest::newRow(qPrintable(it.key())) << it.key() << it.value();
        }
    }
    void whatNoFormatHoldsIsRefused() {
        QFETCH(QString, name);
        QFETCH(QString, mentions);
        for (const ConvertTarget target : kTargets) {
            const auto refused =
                convertTo(checkpointFixture(name.toStdString()), at("out"), target);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::Unsupported);
            QVERIFY2(
                refused.error().message.english().find(mentions.toStdString()) != std::string::npos,
                refused.error().message.english().c_str());
            QVERIFY(!std::filesystem::exists(at("out")));
        }
    }

    void metaTensorsAreRefused() {
        const auto opened = openCheckpoint(writeModel(at(""), 2, 8));
        QVERIFY(opened);
        Checkpoint meta = **opened;
        meta.tensors[1].isMeta = true;
        ConvertOptions options;
        options.folder = at("out");
        const auto refused = convertCheckpoint(meta, options);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QCOMPARE(refused.error().key, std::string("w1"));
        QVERIFY(!std::filesystem::exists(at("out")));
    }

    /// transformer.wte.weight and lm_head.weight are one.
    void tiedNamesAreKeptAsTheTargetCan() {
        const std::string tied = checkpointFixture("gpt2-tiny-torch2.15.pth");
        const auto safetensors = convertTo(tied, at("s"), ConvertTarget::Safetensors);
        QVERIFY(safetensors);
        QCOMPARE(safetensors->leftOut.size(), std::size_t{1});
        QCOMPARE(safetensors->leftOut[0].name, std::string("lm_head.weight"));
        QCOMPARE(safetensors->leftOut[0].keptName, std::string("transformer.wte.weight"));
        QVERIFY(textOf(safetensors->path)
                    .find("\"__metadata__\":{\"format\":\"pt\",\"lm_head.weight\":"
                          "\"transformer.wte.weight\"}") != std::string::npos);
        const auto pth = convertTo(tied, at("p"), ConvertTarget::TorchArchive);
        QVERIFY(pth);
        const auto tree = buildModuleTree(**openCheckpoint(pth->path));
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        const auto each = convertTo(tied, at("t"), ConvertTarget::PerTensor);
        const auto offload = convertTo(tied, at("o"), ConvertTarget::OffloadFolder);
        QVERIFY(each && offload);
        QVERIFY(std::filesystem::exists(each->path + "/lm_head.weight.pt"));
        QVERIFY(std::filesystem::exists(offload->path + "/lm_head.weight.dat"));
        // Safetensors leave the second name out; Accelerate's hooks will ask for it.
        const auto again = convertTo(safetensors->path, at("a"), ConvertTarget::OffloadFolder);
        QVERIFY(again);
        QCOMPARE(digestsAt(again->path), digestsAt(offload->path));
        QCOMPARE(textOf(again->path + "/lm_head.weight.dat"),
                 textOf(again->path + "/transformer.wte.weight.dat"));
    }

    /// Accelerate's save_model: the first name in order stays; huggingface_hub's note in the index.
    void shardsAreThoseOfSaveModel() {
        const std::string tied = checkpointFixture("gpt2-tiny-torch2.15.pth");
        ConvertChoices choices;
        choices.shardBytes = 12000;
        const auto summary = convertTo(tied, at("out"), ConvertTarget::Safetensors, choices);
        QVERIFY(summary);
        // The fixture was saved with max_shard_size="12KB".
        const std::string real = checkpointFixture("gpt2-tiny-shards");
        QCOMPARE(filesIn(at("out")),
                 (std::vector<std::string>{
                     "model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors",
                     "model-00003-of-00003.safetensors", "model.safetensors.index.json"}));
        const auto ours = parseJson(textOf(summary->path), "ours");
        const auto theirs = parseJson(textOf(real + "/model.safetensors.index.json"), "theirs");
        QVERIFY(ours && theirs);
        QVERIFY((*ours)["weight_map"] == (*theirs)["weight_map"]);
        QVERIFY((*ours)["metadata"]["total_size"] == (*theirs)["metadata"]["total_size"]);
        QCOMPARE((*ours)["metadata"]["lm_head.weight"].get<std::string>(),
                 std::string("transformer.wte.weight"));
        QCOMPARE(digestsAt(summary->path), digestsFromPython(tied));
    }

    void floatsAreCastAndOthersAreNot() {
        ConvertChoices choices;
        choices.dtype = DType::BFloat16;
        const auto summary = convertTo(checkpointFixture("odd-torch2.15.pth"), at("out"),
                                       ConvertTarget::TorchArchive, choices);
        QVERIFY2(summary, summary ? "" : summary.error().message.english().c_str());
        const auto checkpoint = openCheckpoint(summary->path);
        QVERIFY(checkpoint);
        std::map<std::string, DType> dtypes;
        for (const StoredTensor& tensor : (*checkpoint)->tensors) {
            dtypes[tensor.name] = tensor.dtype;
        }
        for (const char* name : {"scalar", "half", "brain", "double", "transposed", "expanded",
                                 "empty", "float8", "parameter"}) {
            QCOMPARE(dtypes.at(name), DType::BFloat16);
        }
        QCOMPARE(dtypes.at("flags"), DType::Bool);
        QCOMPARE(dtypes.at("longs"), DType::Int64);
        QCOMPARE(dtypes.at("complex"), DType::Complex64);
    }

    /// Numbers of 4 bits: two are an element of torch's, so that an odd last dimension has no form
    /// there; safetensors itself counts the numbers.
    void float4IsStoredAsTorchStoresIt() {
        const std::string folder = STOWAGE_TEST_DATA "/float4/";
        const TensorDigests expected = digestsAt(folder + "weights.safetensors");
        QCOMPARE(expected.size(), std::size_t{2});
        QCOMPARE(digestsAt(folder + "weights-torch2.14.pth"), expected);
        for (const ConvertTarget target : {ConvertTarget::TorchArchive, ConvertTarget::PerTensor}) {
            const std::string out = at(std::string(convertTargetName(target)).c_str());
            const auto summary = convertTo(folder + "weights.safetensors", out, target);
            QVERIFY2(summary, summary ? "" : summary.error().message.english().c_str());
            QCOMPARE(digestsAt(summary->path), expected);
        }
        const std::string odd = at("odd.safetensors");
        std::ofstream(odd, std::ios::binary)
            << safetensorsFile(R"({"w":{"dtype":"F4","shape":[2,7],"data_offsets":[0,7]}})", 7);
        const auto refused = convertTo(odd, at("refused"), ConvertTarget::TorchArchive);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QVERIFY2(refused.error().message.english().find(
                     goldenText("checkpoint/odd-last-dimension")) != std::string::npos,
                 refused.error().message.english().c_str());
        QVERIFY(convertTo(odd, at("same"), ConvertTarget::Safetensors));
    }

    void companionsGoAlong() {
        const std::string model = writeModel(at(""), 1, 4);
        std::ofstream(at("config.json")) << "{\"model_type\": \"x\"}";
        std::ofstream(at("model.tree.json"))
            << "{\"format\": \"stowage.tree\", \"version\": 1, \"tree\": {\"name\": \"\", "
               "\"params\": "
               "[{\"name\": \"w0\", \"shape\": [4], \"dtype\": \"float32\"}]}}";
        std::ofstream(at("another.tree.json")) << "{}";
        std::ofstream(at("tokenizer.json")) << "{}";
        const auto opened = openCheckpoint(model);
        QVERIFY(opened);
        for (const ConvertTarget target : kTargets) {
            const std::string folder = at(std::string(convertTargetName(target)).c_str());
            ConvertOptions options;
            options.folder = folder;
            options.choices.target = target;
            options.durability = AtomicFileWriter::Durability::Cached;
            const auto summary = convertCheckpoint(**opened, options);
            QVERIFY2(summary, summary ? "" : summary.error().message.english().c_str());
            QCOMPARE(summary->copied, (std::vector<std::string>{"config.json", "model.tree.json"}));
            QCOMPARE(textOf(folder + "/config.json"), std::string("{\"model_type\": \"x\"}"));
            QVERIFY(!std::filesystem::exists(folder + "/tokenizer.json"));
        }
        // The tree says float32: it is none of the cast tensors.
        ConvertOptions cast;
        cast.folder = at("cast");
        cast.choices.dtype = DType::Float16;
        const auto asHalf = convertCheckpoint(**opened, cast);
        QVERIFY(asHalf);
        QCOMPARE(asHalf->copied, std::vector<std::string>{"config.json"});
        QCOMPARE(textOf(at("cast/config.json")), std::string("{\"model_type\": \"x\"}"));
        std::ofstream(at("config.json"))
            << "{\"model_type\": \"x\", \"torch_dtype\": \"float32\", \"text_config\": "
               "{\"dtype\": \"float32\"}, \"quantization_config\": {\"dtype\": \"float32\"}}";
        cast.folder = at("told");
        QVERIFY(convertCheckpoint(**opened, cast));
        QCOMPARE(textOf(at("told/config.json")),
                 std::string("{\n  \"model_type\": \"x\",\n  \"torch_dtype\": \"float16\",\n"
                             "  \"text_config\": {\n    \"dtype\": \"float16\"\n  },\n"
                             "  \"quantization_config\": {\n    \"dtype\": \"float32\"\n  }\n}\n"));
        std::ofstream(at("config.json")) << "{\"model_type\": \"x\"}";
        // From model_parameters the config beside that folder is the model's.
        const auto again =
            convertTo(at("per-tensor/model_parameters"), at("again"), ConvertTarget::TorchArchive);
        QVERIFY(again);
        QCOMPARE(again->copied, (std::vector<std::string>{"config.json", "model.tree.json"}));
    }

    void theSourceIsNeverWrittenOnto() {
        const std::string model = writeModel(at(""), 1, 4);
        const auto refusal = [&](const std::string& folder) {
            const auto refused = convertTo(model, folder, ConvertTarget::TorchArchive);
            return refused ? std::string() : refused.error().message.english();
        };
        QVERIFY(refusal(at("")).find(goldenText("checkpoint/model-itself-lies")) !=
                std::string::npos);
        std::filesystem::create_directory_symlink(at(""), at("link"));
        QVERIFY(refusal(at("link")).find(goldenText("checkpoint/model-itself-lies")) !=
                std::string::npos);
        // A link to the file: the folder in which the file really lies counts as well.
        std::filesystem::create_directory(at("elsewhere"));
        std::filesystem::create_symlink(model, at("elsewhere/model.safetensors"));
        const auto refused =
            convertTo(at("elsewhere/model.safetensors"), at(""), ConvertTarget::TorchArchive);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QVERIFY(!std::filesystem::exists(at("model.pth")));
    }

    void foreignFilesAreNotReplaced() {
        const std::string model = writeModel(at(""), 1, 4);
        std::filesystem::create_directory(at("out"));
        const auto refusal = [&](ConvertTarget target) {
            const auto refused = convertTo(model, at("out"), target);
            return refused ? std::string() : refused.error().message.english();
        };
        std::ofstream(at("out/model-00001-of-00009.safetensors")) << "x";
        QVERIFY(refusal(ConvertTarget::Safetensors).find("00009") != std::string::npos);
        std::filesystem::remove(at("out/model-00001-of-00009.safetensors"));
        std::ofstream(at("out/model.safetensors")) << "x";
        QVERIFY(refusal(ConvertTarget::Safetensors).find("already exists") != std::string::npos);
        QCOMPARE(textOf(at("out/model.safetensors")), std::string("x"));
        std::filesystem::create_directory(at("out/model_parameters"));
        std::ofstream(at("out/model_parameters/other.pt")) << "x";
        QVERIFY(refusal(ConvertTarget::PerTensor).find("other.pt") != std::string::npos);
        std::ofstream(at("out/index.json")) << "{}";
        QVERIFY(refusal(ConvertTarget::OffloadFolder).find("index.json") != std::string::npos);
        std::filesystem::create_symlink(at("out/index.json"), at("out/model.pth"));
        QVERIFY(refusal(ConvertTarget::TorchArchive).find("model.pth") != std::string::npos);
        QVERIFY(!std::filesystem::exists(at("out/.stowage-unfinished")));
    }

    /// What an earlier run wrote is replaced as a whole, unless somebody changed it.
    void ownFilesAreReplaced() {
        const std::string model = writeModel(at(""), 4, 100);
        ConvertChoices shards;
        shards.shardBytes = 500;
        QVERIFY(convertTo(model, at("out"), ConvertTarget::Safetensors, shards));
        QCOMPARE(filesIn(at("out")).size(), std::size_t{5});
        if (!isMarkedAsWritten(at("out/model-00001-of-00004.safetensors"))) {
            QSKIP("this file system keeps no marks");
        }
        QVERIFY(convertTo(model, at("out"), ConvertTarget::Safetensors));
        QCOMPARE(filesIn(at("out")), std::vector<std::string>{"model.safetensors"});
        QVERIFY(convertTo(model, at("out"), ConvertTarget::PerTensor));
        QVERIFY(convertTo(model, at("out"), ConvertTarget::PerTensor));
        QVERIFY(convertTo(model, at("out"), ConvertTarget::OffloadFolder));
        QVERIFY(convertTo(model, at("out"), ConvertTarget::OffloadFolder));
        std::ofstream(at("out/model.safetensors"), std::ios::app) << "x";
        const auto refused = convertTo(model, at("out"), ConvertTarget::Safetensors);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    }

    void foldersThatCannotBeAreRefused() {
        const std::string model = writeModel(at(""), 1, 4);
        const auto code = [&](const std::string& folder) {
            return convertTo(model, folder, ConvertTarget::TorchArchive).error().code;
        };
        QCOMPARE(code(at("no/such")), ErrorCode::FileNotFound);
        std::ofstream(at("file")) << "x";
        QCOMPARE(code(at("file")), ErrorCode::InvalidArgument);
    }

    void namesThatNoFileCanHaveAreRefused() {
        const auto opened = openCheckpoint(writeModel(at(""), 1, 8));
        QVERIFY(opened);
        const auto planned = [&](ConvertTarget target, const std::string& name) {
            Checkpoint named = **opened;
            named.tensors[0].name = name;
            return planConversion(named, {target, {}, {}});
        };
        const auto code = [&](ConvertTarget target, const std::string& name) {
            const auto plan = planned(target, name);
            return plan ? ErrorCode::Cancelled : plan.error().code;
        };
        const std::string hidden =
            planned(ConvertTarget::PerTensor, ".w").error().message.english();
        QVERIFY2(hidden.find(goldenText("checkpoint/begins-with-a-dot")) != std::string::npos,
                 hidden.c_str());
        QCOMPARE(code(ConvertTarget::Safetensors, ".w"), ErrorCode::Cancelled);
        const auto refused = ErrorCode::InvalidArgument;
        const std::string longest(252, 'n');
        QCOMPARE(code(ConvertTarget::PerTensor, "a/b"), refused);
        QCOMPARE(code(ConvertTarget::PerTensor, ".."), refused);
        QCOMPARE(code(ConvertTarget::PerTensor, longest + "n"), refused);
        QCOMPARE(code(ConvertTarget::PerTensor, longest), ErrorCode::Cancelled);
        QCOMPARE(code(ConvertTarget::OffloadFolder, "../b"), refused);
        QCOMPARE(code(ConvertTarget::OffloadFolder, longest), refused);
        QCOMPARE(code(ConvertTarget::Safetensors, "a/b"), refused);
        QCOMPARE(code(ConvertTarget::Safetensors, "__metadata__"), refused);
        QCOMPARE(code(ConvertTarget::TorchArchive, "a/b"), ErrorCode::Cancelled);
    }

    void wrongChoicesAreRefused() {
        const std::string model = writeModel(at(""), 1, 4);
        ConvertChoices choices;
        choices.shardBytes = 100;
        const auto pth = convertTo(model, at("out"), ConvertTarget::TorchArchive, choices);
        QCOMPARE(pth.error().code, ErrorCode::InvalidArgument);
        choices.shardBytes = 0;
        const auto none = convertTo(model, at("out"), ConvertTarget::Safetensors, choices);
        QCOMPARE(none.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(convertTargetFromName("zip").error().code, ErrorCode::InvalidArgument);
        for (const ConvertTarget target : kTargets) {
            QCOMPARE(*convertTargetFromName(convertTargetName(target)), target);
        }
    }
};

QTEST_GUILESS_MAIN(TestConvert)
#include "tst_convert.moc"
