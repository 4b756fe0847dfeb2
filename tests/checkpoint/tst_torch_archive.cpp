// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/tensor_reader.h"
#include "tests/support/archive_builder.h"
#include "tests/support/fixture_digests.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <fstream>

using namespace stowage;
using namespace stowage::test;

namespace {

const StoredTensor& tensorNamed(const Checkpoint& checkpoint, const char* name) {
    return *std::ranges::find(checkpoint.tensors, std::string(name), &StoredTensor::name);
}

}  // namespace

class TestTorchArchive : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const std::string& bytes) const {
        const std::string path = m_folder.filePath(QStringLiteral("file.pth")).toStdString();
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
        return path;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void bytesAreThosePythonSaved_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"gpt2-tiny", "raschka-tiny", "odd", "nested"}) {
            for (const char* version : {"1.13", "2.15"}) {
                const QString row =
                    QStringLiteral("%1-torch%2").arg(QLatin1String(name), QLatin1String(version));
                QTest::newRow(row.toLatin1().constData()) << row;
            }
        }
    }
    void bytesAreThosePythonSaved() {
        QFETCH(QString, name);
        const std::string path = STOWAGE_TEST_DATA "/checkpoints/" + name.toStdString() + ".pth";
        const auto checkpoint = openCheckpoint(path);
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE((*checkpoint)->format, CheckpointFormat::TorchZip);
        const auto digests = digestsOf(**checkpoint);
        QVERIFY(digests);
        QVERIFY(digests->size() >= 8);
        QCOMPARE(*digests, digestsFromPython(path));
        QVERIFY(buildModuleTree(**checkpoint));
    }

    void viewsAndTiesAreKept() {
        const auto opened = openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/odd-torch1.13.pth");
        QVERIFY(opened);
        const Checkpoint& odd = **opened;
        QVERIFY(tensorNamed(odd, "base").strides.empty());
        QCOMPARE(tensorNamed(odd, "transposed").strides, (std::vector<std::int64_t>{1, 12}));
        QCOMPARE(tensorNamed(odd, "slice").strides, (std::vector<std::int64_t>{12, 3}));
        QCOMPARE(tensorNamed(odd, "slice").location.offset,
                 tensorNamed(odd, "base").location.offset + 14 * 4);
        QCOMPARE(tensorNamed(odd, "slice").location.length, std::uint64_t{(24 + 6 + 1) * 4});
        QCOMPARE(tensorNamed(odd, "expanded").location.length, std::uint64_t{12});
        QCOMPARE(tensorNamed(odd, "slice").storageKey, tensorNamed(odd, "base").storageKey);
        QCOMPARE(tensorNamed(odd, "empty").location.length, std::uint64_t{0});
        const auto tree = buildModuleTree(odd);
        QVERIFY(tree);
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        QCOMPARE((*tree)->tensor((*tree)->tiedGroups()[0][1]).name, std::string("other.name"));
    }

    /// A random seed of 64 bits without sign, and metadata that changes nothing.
    void whatStandsBesideTheWeightsDoesNotMatter() {
        const std::string seed = "\x8a\x09" + std::string(8, '\xff') + std::string(1, '\0');
        const std::string metadata = "}" + pickleText("conj") + "\x89s";
        const auto opened = openCheckpoint(write(torchFile(pickleDict(
            pickleText("seed") + seed + pickleText("w") + pickleTensor({.metadata = metadata})))));
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QCOMPARE((*opened)->tensors.size(), std::size_t{1});
    }

    void whatWasTakenIsSaidWithoutEmptyCounts() {
        const std::string inner = "}(" + pickleText("w") + pickleTensor({}) + "u";
        const auto opened =
            openCheckpoint(write(torchFile(pickleDict(pickleText("model") + inner))));
        QVERIFY(opened);
        QCOMPARE((*opened)->warnings.size(), std::size_t{1});
        QVERIFY((*opened)->warnings[0].english().ends_with(
            goldenText("checkpoint/was-taken-which-has-all-the-tensors")));
    }

    void tiedHeadIsOneTensor() {
        const auto opened =
            openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny-torch1.13.pth");
        QVERIFY(opened);
        const auto tree = buildModuleTree(**opened);
        QVERIFY(tree);
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        QCOMPARE((*tree)->totalParameters(), std::uint64_t{7952});
        const auto attention = (*tree)->findModule("transformer.h.0.attn");
        QVERIFY(attention);
        QCOMPARE((*tree)->ownTensors(*attention).size(), std::size_t{2});
        QCOMPARE((*tree)->ownTensors(*attention)[0].kind, TensorKind::Buffer);
    }

    void nestedCheckpointNamesThePartTaken() {
        const auto opened = openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/nested-torch2.15.pth");
        QVERIFY(opened);
        QCOMPARE((*opened)->prefix, std::string("model"));
        QCOMPARE((*opened)->tensors.size(), std::size_t{8});
        QCOMPARE((*opened)->warnings.size(), std::size_t{1});
        QVERIFY((*opened)->warnings[0].english().find("\"model\"") != std::string::npos);
        QVERIFY((*opened)->warnings[0].english().find("9 tensors") != std::string::npos);
    }

    void oddButValidArchivesAreRead_data() {
        QTest::addColumn<QByteArray>("items");
        QTest::addColumn<int>("tensors");
        QTest::addColumn<int>("warnings");
        const auto row = [](const char* name, const std::string& items, int tensors, int warnings) {
            QTest::newRow(name) << QByteArray::fromStdString(items) << tensors << warnings;
        };
        const std::string tensor = pickleText("a") + pickleTensor({});
        row("one tensor", tensor, 1, 0);
        row("other entries", tensor + pickleText("epoch") + pickleInt(3), 1, 1);
        row("a parameter",
            pickleText("a") + pickleGlobal("torch._utils", "_rebuild_parameter") + "(" +
                pickleTensor({}) + "\x88" + pickleGlobal("collections", "OrderedDict") + ")RtR",
            1, 0);
        // Kept under 200, 1 and 0: far ahead, as Python 2 begins, and before it.
        row("kept objects in any order",
            "X" + littleEndian(1, 4) + "a" + "q\xc8" + pickleTensor({}) + "q\1" + pickleText("b") +
                std::string("q\0", 2) + "h\1" + pickleText("c") + "h\xc8",
            2, 1);
        row("a list that holds itself", tensor + pickleText("l") + "]q\1h\1a", 1, 1);
        std::string laughs = tensor + pickleText("l") + "]q\1";
        for (char i = 1; i < 30; ++i) {
            laughs += std::string("]q") + static_cast<char>(i + 1) + "(";
            for (int j = 0; j < 10; ++j) {
                laughs += std::string("h") + i;
            }
            laughs += "e";
            // Every list but the first is a key, so that keys and values stay paired.
            laughs += pickleInt(0);
        }
        row("billion laughs", laughs, 1, 1);
        row("device and layout",
            tensor + pickleText("d") + pickleGlobal("torch", "device") + pickleText("cpu") +
                "\x85R" + pickleText("s") + pickleGlobal("torch", "Size") + "(" + pickleInt(2) +
                "t\x85R",
            1, 1);
    }
    void oddButValidArchivesAreRead() {
        QFETCH(QByteArray, items);
        QFETCH(int, tensors);
        QFETCH(int, warnings);
        const auto checkpoint = openCheckpoint(write(torchFile(pickleDict(items.toStdString()))));
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE((*checkpoint)->tensors.size(), static_cast<std::size_t>(tensors));
        QCOMPARE((*checkpoint)->warnings.size(), static_cast<std::size_t>(warnings));
    }

    void damagedPickleIsReadWithAWarning() {
        std::string file = torchFile(pickleDict(pickleText("a") + pickleTensor({})));
        constexpr std::size_t kCrcInEntry = 16;
        file[centralEntry(file, 0) + kCrcInEntry] ^= 1;
        const auto checkpoint = openCheckpoint(write(file));
        QVERIFY(checkpoint);
        QCOMPARE((*checkpoint)->warnings.size(), std::size_t{1});
        QVERIFY((*checkpoint)->warnings[0].english().find("checksum") != std::string::npos);
    }

    void openingCanBeStopped() {
        std::stop_source source;
        source.request_stop();
        const auto checkpoint =
            openCheckpoint(STOWAGE_TEST_DATA "/checkpoints/odd-torch2.15.pth", source.get_token());
        QCOMPARE(checkpoint.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestTorchArchive)
#include "tst_torch_archive.moc"
