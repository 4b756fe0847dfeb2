// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's files beside the zip of a state dict: the old format, TorchScript, parts by prefix.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/archive_builder.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace stowage;
using namespace stowage::test;

namespace {

std::string fixture(const char* name) {
    return std::string(STOWAGE_TEST_DATA "/checkpoints/") + name;
}

/// A text of the golden page with the path of its file in place of %1.
std::string goldenOf(const char* pageAndName, const std::string& path) {
    return QString(goldenText(pageAndName)).arg(QString::fromStdString(path)).toStdString();
}

std::string messageOf(const Result<std::shared_ptr<const Checkpoint>>& result) {
    return result ? std::string() : result.error().message.english();
}

}  // namespace

class TestTorchFormats : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void bytesAreThosePythonSaved_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("prefix");  // "-" for none
        QTest::addColumn<int>("format");
        const auto row = [](const char* name, const char* prefix, CheckpointFormat format) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(prefix)
                                << static_cast<int>(format);
        };
        row("odd-legacy-torch1.13.pth", "-", CheckpointFormat::TorchLegacy);
        row("odd-legacy-torch2.15.pth", "-", CheckpointFormat::TorchLegacy);
        row("nested-legacy-torch1.13.pth", "state.ema", CheckpointFormat::TorchLegacy);
        row("nested-legacy-torch2.15.pth", "state.model", CheckpointFormat::TorchLegacy);
        row("quantised-torch1.13.pth", "-", CheckpointFormat::TorchZip);
        row("quantised-torch2.15.pth", "-", CheckpointFormat::TorchZip);
        row("script-torch1.13.pt", "-", CheckpointFormat::TorchScript);
        row("script-torch2.15.pt", "-", CheckpointFormat::TorchScript);
        row("nested-torch1.13.pth", "model", CheckpointFormat::TorchZip);
        for (const char* name :
             {"sparse-torch1.13.pth", "sparse-torch2.15.pth", "attributes-torch1.13.pth",
              "attributes-torch2.15.pth", "list-torch1.13.pth", "list-torch2.15.pth",
              "bare-torch1.13.pth", "bare-torch2.15.pth"}) {
            row(name, "-", CheckpointFormat::TorchZip);
        }
        row("odd-torch2.15.pth", "", CheckpointFormat::TorchZip);
    }
    void bytesAreThosePythonSaved() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, prefix);
        QFETCH(int, format);
        const std::string path = fixture(name.constData());
        OpenOptions options;
        if (prefix != "-") {
            options.prefix = prefix.toStdString();
        }
        const auto checkpoint = openCheckpoint(path, options);
        QVERIFY2(checkpoint, messageOf(checkpoint).c_str());
        QCOMPARE(static_cast<int>((*checkpoint)->format), format);
        QCOMPARE((*checkpoint)->prefix, options.prefix.value_or(""));
        const auto digests = digestsOf(**checkpoint);
        QVERIFY(digests);
        const auto expected = digestsFromPython(path);
        QVERIFY(!expected.empty());
        QCOMPARE(*digests, expected);
        QVERIFY(buildModuleTree(**checkpoint));
    }

    void oldFilesKeepTiesAndViews() {
        const auto opened = openCheckpoint(fixture("odd-legacy-torch1.13.pth"));
        QVERIFY2(opened, messageOf(opened).c_str());
        const auto tree = buildModuleTree(**opened);
        QVERIFY(tree);
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        const auto& tensors = (*opened)->tensors;
        const auto expanded = std::ranges::find(tensors, "expanded", &StoredTensor::name);
        QCOMPARE(expanded->strides, (std::vector<std::int64_t>{0, 1}));
        QCOMPARE(expanded->location.length, std::uint64_t{12});
        QVERIFY((*opened)->warnings.empty());
    }

    void scriptsKeepTiesAndSaySo() {
        const auto opened = openCheckpoint(fixture("script-torch2.15.pt"));
        QVERIFY2(opened, messageOf(opened).c_str());
        const auto tree = buildModuleTree(**opened);
        QVERIFY(tree);
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        QCOMPARE((*opened)->warnings.size(), std::size_t{1});
        QVERIFY((*opened)->warnings[0].english().find("are ignored") != std::string::npos);
    }

    void foldersOfTensorsMayHoldOldFiles() {
        namespace fs = std::filesystem;
        const fs::path folder = m_folder.filePath(QStringLiteral("mixed")).toStdString();
        fs::create_directories(folder);
        fs::copy_file(fixture("legacy.pt"), folder / "legacy.pt");
        fs::copy_file(fixture("per-tensor/model_parameters/a.weight.pt"), folder / "new.pt");
        const auto opened = openCheckpoint(folder.string());
        QVERIFY2(opened, messageOf(opened).c_str());
        QCOMPARE((*opened)->format, CheckpointFormat::PerTensor);
        const auto digests = digestsOf(**opened);
        QVERIFY(digests);
        QCOMPARE(digests->size(), std::size_t{2});
        QCOMPARE(digests->at("legacy"), digestsFromPython(fixture("legacy.pt")).at("legacy"));
    }

    void quantisedTensorsAreSaid() {
        const std::string path = fixture("quantised-torch2.15.pth");
        const auto opened = openCheckpoint(path);
        QVERIFY2(opened, messageOf(opened).c_str());
        QCOMPARE((*opened)->warnings.size(), std::size_t{1});
        QVERIFY((*opened)->warnings[0].english().starts_with(
            goldenOf("checkpoint/3-tensors-are-quantised", path)));
    }

    void theModelIsTakenAlthoughItsOptimizerHasMore_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("torch 1.13") << QByteArray("adam-torch1.13.pth");
        QTest::newRow("torch 2") << QByteArray("adam-torch2.15.pth");
    }
    void theModelIsTakenAlthoughItsOptimizerHasMore() {
        QFETCH(QByteArray, name);
        const std::string path = fixture(name.constData());
        const auto opened = openCheckpoint(path);
        QVERIFY2(opened, messageOf(opened).c_str());
        QCOMPARE((*opened)->prefix, std::string("model"));
        const auto digests = digestsOf(**opened);
        QVERIFY(digests);
        QCOMPARE(*digests, digestsFromPython(path));
        QCOMPARE((*opened)->parts[0].prefix, std::string("optimizer.state.0"));
        QCOMPARE((*opened)->parts[0].tensors, std::size_t{3});
        const std::string& warning = (*opened)->warnings[0];
        QVERIFY2(
            warning.starts_with(goldenOf("checkpoint/model-was-taken-which-has-2-tensors", path)),
            warning.c_str());
    }

    void sparseTensorsAreLeftOutAndNamed() {
        const std::string path = fixture("sparse-torch2.15.pth");
        const auto opened = openCheckpoint(path);
        QVERIFY2(opened, messageOf(opened).c_str());
        QCOMPARE((*opened)->warnings.size(), std::size_t{1});
        const std::string& warning = (*opened)->warnings[0];
        QVERIFY2(warning.starts_with(goldenOf("checkpoint/the-sparse-tensors-coo-csr-were", path)),
                 warning.c_str());
    }

    void metaTensorsHaveAShapeAndNoBytes() {
        const std::string path = m_folder.filePath(QStringLiteral("meta.pth")).toStdString();
        const std::string meta = pickleGlobal("torch._utils", "_rebuild_meta_tensor_no_storage") +
                                 "(" + pickleGlobal("torch", "bfloat16") + pickleInt(2) +
                                 pickleInt(3) + "\x86" + pickleInt(3) + pickleInt(1) + "\x86\x89tR";
        std::ofstream(path, std::ios::binary)
            << torchFile(pickleDict(pickleText("m") + meta + pickleText("w") + pickleTensor({})));
        const auto opened = openCheckpoint(path);
        QVERIFY2(opened, messageOf(opened).c_str());
        const StoredTensor& tensor = (*opened)->tensors[0];
        QVERIFY(tensor.isMeta && !(*opened)->tensors[1].isMeta);
        QCOMPARE(tensor.dtype, DType::BFloat16);
        QCOMPARE(tensor.shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(tensor.location.length, std::uint64_t{0});
        const auto tree = buildModuleTree(**opened);
        QVERIFY(tree);
        QCOMPARE((*tree)->totalBytes(), std::uint64_t{12 + 16});
        QVERIFY((*opened)->warnings[0].english().starts_with(
            goldenOf("checkpoint/1-tensor-was-saved-on-the-meta", path)));
    }

    void wholeModulesAreRefusedWithAWayOut_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("torch 1.13") << QByteArray("module-torch1.13.pth");
        QTest::newRow("torch 2") << QByteArray("module-torch2.15.pth");
    }
    void wholeModulesAreRefusedWithAWayOut() {
        QFETCH(QByteArray, name);
        const auto opened = openCheckpoint(fixture(name.constData()));
        QCOMPARE(opened.error().code, ErrorCode::ForbiddenPickle);
        QVERIFY2(messageOf(opened).find(goldenText(
                     "checkpoint/save-its-model-state-dict-instead")) != std::string::npos,
                 messageOf(opened).c_str());
    }

    /// Accelerate's flat index, over a nested file of the old format.
    void oldFilesMayBeShards() {
        namespace fs = std::filesystem;
        const fs::path folder = m_folder.filePath(QStringLiteral("shards")).toStdString();
        fs::create_directories(folder);
        const char* const shard = "pytorch_model-00001-of-00001.bin";
        fs::copy_file(fixture("nested-legacy-torch2.15.pth"), folder / shard);
        std::ofstream(folder / "pytorch_model.bin.index.json")
            << "{\"a.weight\": \"" << shard << "\", \"a.bias\": \"" << shard << "\"}";
        const auto opened = openCheckpoint(folder.string(), OpenOptions{"state.model"});
        QVERIFY2(opened, messageOf(opened).c_str());
        QCOMPARE((*opened)->format, CheckpointFormat::TorchShards);
        const auto digests = digestsOf(**opened);
        QVERIFY(digests);
        QCOMPARE(*digests, digestsFromPython(fixture("nested-legacy-torch2.15.pth")));
    }

    void partsAreListedTheLargestFirst() {
        const auto opened = openCheckpoint(fixture("nested-torch2.15.pth"));
        QVERIFY(opened);
        const auto& parts = (*opened)->parts;
        QCOMPARE(parts.size(), std::size_t{4});
        QCOMPARE(parts[0].prefix, std::string("model"));
        QCOMPARE(parts[0].tensors, std::size_t{8});
        QCOMPARE(parts[1].prefix, std::string("optimizer.state.0"));
        QCOMPARE(parts[1].tensors, std::size_t{3});
        const std::string& warning = (*opened)->warnings[0];
        QVERIFY2(
            warning.find(goldenText("checkpoint/prefix-on-the-command-line")) != std::string::npos,
            warning.c_str());
        const auto chosen =
            openCheckpoint(fixture("nested-torch2.15.pth"), OpenOptions{"optimizer.state.0"});
        QVERIFY(chosen);
        QCOMPARE((*chosen)->tensors.size(), std::size_t{3});
        QVERIFY((*chosen)->warnings.empty());
    }

    void prefixesThatAreNotThereAreRefused_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("prefix");
        QTest::addColumn<QByteArray>("mentions");
        const auto row = [](const char* title, const char* name, const char* prefix,
                            const char* mentions) {
            QTest::newRow(title) << QByteArray(name) << QByteArray(prefix) << QByteArray(mentions);
        };
        row("another name", "nested-torch2.15.pth", "net",
            goldenText("checkpoint/its-parts-and-their-tensors-are"));
        row("a dict without tensors", "nested-torch2.15.pth", "config",
            goldenText("checkpoint/under-the-prefix-2"));
        row("the top, which has none", "nested-torch2.15.pth", "",
            goldenText("checkpoint/under-the-prefix"));
        row("an old file", "nested-legacy-torch2.15.pth", "state", "\"state.model\" (2)");
        row("safetensors", "odd.safetensors", "model", "has another format; omit the prefix.");
        row("TorchScript", "script-torch2.15.pt", "blocks", "has another format; omit the prefix.");
        row("a folder of tensors", "per-tensor/model_parameters", "a",
            "has another format; omit the prefix.");
    }
    void prefixesThatAreNotThereAreRefused() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, prefix);
        QFETCH(QByteArray, mentions);
        const auto opened =
            openCheckpoint(fixture(name.constData()), OpenOptions{prefix.toStdString()});
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::InvalidArgument);
        const std::string message = messageOf(opened);
        QVERIFY2(message.find(mentions.toStdString()) != std::string::npos, message.c_str());
    }

    /// That no path is copied for each of the dicts shows in tests/timing.
    void longKeysOnManyLevelsAreRead() {
        const std::string path = m_folder.filePath(QStringLiteral("long.pth")).toStdString();
        std::ofstream(path, std::ios::binary) << torchFile(longKeysPickle());
        QCOMPARE(openCheckpoint(path).error().code, ErrorCode::NoCheckpoint);
    }
};

QTEST_GUILESS_MAIN(TestTorchFormats)
#include "tst_torch_formats.moc"
