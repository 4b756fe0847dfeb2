// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json_reader.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/checkpoint/write/offload_folder_writer.h"
#include "engine/checkpoint/write/safetensors_writer.h"
#include "engine/checkpoint/write/torch_archive_writer.h"
#include "engine/model/tensor_spec.h"
#include "tests/support/fixture_digests.h"

#include <QTest>

#include <filesystem>
#include <thread>
#include <utility>

using namespace stowage;
using namespace stowage::test;

namespace {

/// A checkpoint's tensors, ready to be written again.
struct Copy {
    std::vector<TensorToWrite> tensors;
    std::vector<std::vector<std::byte>> bytes;

    TensorSource source() const {
        return [this](std::size_t index, std::uint64_t offset,
                      std::span<std::byte> target) -> Result<void> {
            const auto part = std::span(bytes[index]).subspan(offset, target.size());
            std::ranges::copy(part, target.begin());
            return {};
        };
    }
};

Copy copyOf(const std::string& path) {
    Copy copy;
    const auto checkpoint = openCheckpoint(path);
    if (!checkpoint) {
        return copy;
    }
    for (const StoredTensor& tensor : (*checkpoint)->tensors) {
        std::vector<std::byte> stored(tensor.location.length);
        if (!(*checkpoint)->shards[0]->readAt(tensor.location.offset, stored)) {
            return {};
        }
        std::vector<std::byte> plain(*checkedByteSize(tensor.dtype, tensor.shape));
        gatherTensor(tensor, stored, plain);
        copy.tensors.push_back({tensor.name, tensor.dtype, tensor.shape});
        copy.bytes.push_back(std::move(plain));
    }
    return copy;
}

Result<void> writeTensor(OffloadFolderWriter& writer, const std::string& name, DType dtype,
                         std::vector<std::int64_t> shape, std::span<const std::byte> bytes) {
    auto file = writer.begin(name, dtype, std::move(shape), bytes.size());
    STOWAGE_TRY(file);
    STOWAGE_TRY((*file)->writeAt(0, bytes));
    return writer.finish(**file);
}

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text));
}

}  // namespace

class TestWriters : public QObject {
    Q_OBJECT

private:
    static QString data(const char* name) {
        return QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/") + QString::fromLatin1(name);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// The reference library's file, byte for byte.
    void safetensorsAreThoseOfTheReference_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"gpt2-tiny", "raschka-tiny", "odd"}) {
            QTest::newRow(name) << data(name) + QStringLiteral(".safetensors");
        }
    }
    void safetensorsAreThoseOfTheReference() {
        QFETCH(QString, file);
        QTemporaryDir folder;
        Copy copy = copyOf(file.toStdString());
        QVERIFY(!copy.tensors.empty());
        std::ranges::reverse(copy.tensors);
        std::ranges::reverse(copy.bytes);
        const QString path = folder.filePath(QStringLiteral("copy.safetensors"));
        const auto written = writeSafetensors({path.toStdString(), copy.tensors, copy.source()});
        QVERIFY2(written, written ? "" : written.error().message.english().c_str());
        QCOMPARE(contents(path), contents(file));
    }

    void torchArchivesReadBackEqual_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"gpt2-tiny-torch1.13.pth", "raschka-tiny-torch2.15.pth",
                                 "odd-torch2.15.pth", "odd.safetensors"}) {
            QTest::newRow(name) << data(name);
        }
    }
    void torchArchivesReadBackEqual() {
        QFETCH(QString, file);
        QTemporaryDir folder;
        const Copy copy = copyOf(file.toStdString());
        const std::string path = folder.filePath(QStringLiteral("copy.pth")).toStdString();
        std::vector<Progress> seen;
        CheckpointWriteJob job{path, copy.tensors, copy.source()};
        job.progress = [&](const Progress& progress) { seen.push_back(progress); };
        const auto written = writeTorchArchive(job);
        QVERIFY2(written, written ? "" : written.error().message.english().c_str());
        const auto checkpoint = openCheckpoint(path);
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QVERIFY((*checkpoint)->warnings.empty());
        QCOMPARE(*digestsOf(**checkpoint), digestsFromPython(file.toStdString()));
        for (const StoredTensor& tensor : (*checkpoint)->tensors) {
            QCOMPARE(tensor.location.offset % 64, std::uint64_t{0});
        }
        QCOMPARE(seen.back().bytesDone, seen.back().bytesTotal);
        QCOMPARE(seen.back().itemsDone, std::uint64_t{copy.tensors.size()});
    }

    void secondNamesShareAStorage() {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("tied.pth")).toStdString();
        Copy copy;
        copy.tensors = {{"a.weight", DType::Int16, {3}}, {"b.weight", DType::Int16, {3}, 0}};
        copy.bytes = {std::vector<std::byte>(6, std::byte{7}), {}};
        QVERIFY(writeTorchArchive({path, copy.tensors, copy.source()}));
        const auto tree = buildModuleTree(**openCheckpoint(path));
        QVERIFY(tree);
        QCOMPARE((*tree)->tiedGroups().size(), std::size_t{1});
        const auto refused = writeSafetensors({path, copy.tensors, copy.source()});
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    }

    void whatCannotBeWrittenIsRefused() {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("x")).toStdString();
        const Copy copy;
        const auto pth = [&](std::vector<TensorToWrite> tensors) {
            return writeTorchArchive({path, tensors, copy.source()}).error().code;
        };
        QCOMPARE(pth({{"a", DType::Int8, {0}}, {"a", DType::Int8, {0}}}),
                 ErrorCode::InvalidArgument);
        QCOMPARE(pth({{"a", DType::Int8, {-1}}}), ErrorCode::InvalidArgument);
        QCOMPARE(pth({{"\xff", DType::Int8, {0}}}), ErrorCode::InvalidArgument);
        QCOMPARE(pth({{"a", DType::Int8, {0}, 0}}), ErrorCode::InvalidArgument);
        QCOMPARE(pth({{"a", DType::QInt8, {0}}}), ErrorCode::Unsupported);
        const std::vector<TensorToWrite> complex = {{"a", DType::Complex128, {0}}};
        QCOMPARE(writeSafetensors({path, complex, copy.source()}).error().code,
                 ErrorCode::Unsupported);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void stoppedAndFailedWritesLeaveNothing() {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("x")).toStdString();
        const std::vector<TensorToWrite> tensors = {{"a", DType::Int8, {64 << 20}}};
        std::stop_source stop;
        int calls = 0;
        CheckpointWriteJob job{path, tensors, {}};
        job.source = [&](std::size_t, std::uint64_t, std::span<std::byte>) -> Result<void> {
            if (++calls == 2) {
                stop.request_stop();
            }
            return {};
        };
        job.stop = stop.get_token();
        QCOMPARE(writeTorchArchive(job).error().code, ErrorCode::Cancelled);
        QCOMPARE(calls, 2);
        job.stop = {};
        job.source = [](std::size_t, std::uint64_t, std::span<std::byte>) -> Result<void> {
            return fail(ErrorCode::ReadFailed, "gone");
        };
        QCOMPARE(writeSafetensors(job).error().code, ErrorCode::ReadFailed);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void offloadFolderIsThatOfAccelerate() {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("offload")).toStdString();
        auto writer = OffloadFolderWriter::create(path);
        QVERIFY(writer);
        const std::string bytes = "abcdefghijkl";
        QVERIFY(writeTensor(**writer, "h.0.weight", DType::BFloat16, {2, 3}, bytesOf(bytes)));
        auto scalar = (*writer)->begin("scale", DType::Float32, {}, 4);
        QVERIFY(scalar);
        {
            // Two halves from two threads.
            const std::string half = "xy";
            std::jthread first([&] { QVERIFY((*scalar)->writeAt(0, bytesOf(half))); });
            std::jthread second([&] { QVERIFY((*scalar)->writeAt(2, bytesOf(half))); });
        }
        QVERIFY(!QFile::exists(QString::fromStdString(path + "/scale.dat")));
        QVERIFY((*writer)->finish(**scalar));
        QVERIFY((*writer)->writeIndex());
        QCOMPARE(contents(QString::fromStdString(path + "/h.0.weight.dat")),
                 QByteArray("abcdefghijkl"));
        QCOMPARE(contents(QString::fromStdString(path + "/scale.dat")), QByteArray("xyxy"));
        QCOMPARE(contents(QString::fromStdString(path + "/index.json")),
                 QByteArray("{\n  \"h.0.weight\": {\n    \"dtype\": \"bfloat16\",\n    \"shape\": "
                            "[\n      2,\n      3\n    ]\n  },\n  \"scale\": {\n    \"dtype\": "
                            "\"float32\",\n    \"shape\": []\n  }\n}"));

        // A second writer adds to the index and replaces what it writes again.
        auto again = OffloadFolderWriter::create(path);
        QVERIFY(again);
        QVERIFY(writeTensor(**again, "scale", DType::Int8, {1}, bytesOf("z")));
        QVERIFY(writeTensor(**again, "new", DType::Bool, {1}, bytesOf("\1")));
        QVERIFY((*again)->writeIndex());
        const auto index =
            parseJson(contents(QString::fromStdString(path + "/index.json")).toStdString(), "i");
        QCOMPARE(index->size(), std::size_t{3});
        QCOMPARE((*index)["scale"]["dtype"].get<std::string>(), std::string("int8"));
        QCOMPARE((*index)["h.0.weight"]["dtype"].get<std::string>(), std::string("bfloat16"));
    }

    /// A tied weight has two names, one storage, and a place in the index for each.
    void offloadedTensorsMayHaveTwoNames() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        auto writer = OffloadFolderWriter::create(path);
        QVERIFY(writer);
        QVERIFY(writeTensor(**writer, "table", DType::Int8, {4}, bytesOf("abcd")));
        QVERIFY(writeTensor(**writer, "head", DType::Int8, {2}, bytesOf("zz")));
        QVERIFY((*writer)->addName("head", "table"));
        QVERIFY((*writer)->writeIndex());
        QCOMPARE(contents(folder.filePath(QStringLiteral("head.dat"))), QByteArray("abcd"));
        QCOMPARE(std::filesystem::hard_link_count(path + "/table.dat"), std::uintmax_t{2});
        // Written again, the one leaves the other as it is.
        QVERIFY(writeTensor(**writer, "table", DType::Int8, {4}, bytesOf("wxyz")));
        QCOMPARE(contents(folder.filePath(QStringLiteral("head.dat"))), QByteArray("abcd"));
        const auto index =
            parseJson(contents(folder.filePath(QStringLiteral("index.json"))).toStdString(), "i");
        QCOMPARE(index->size(), std::size_t{2});
        QCOMPARE((*index)["head"]["shape"][0].get<int>(), 4);
        for (const auto& [name, owner] : {std::pair("head", "nothing"), {"../out", "table"}}) {
            const auto refused = (*writer)->addName(name, owner);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        }
    }

    void offloadFolderRefusesWhatItCannotHold() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        auto writer = OffloadFolderWriter::create(path);
        QVERIFY(writer);
        const auto begin = [&](const char* name, DType dtype, std::vector<std::int64_t> shape,
                               std::uint64_t bytes) {
            return (*writer)->begin(name, dtype, std::move(shape), bytes).error().code;
        };
        QCOMPARE(begin("../x", DType::Int8, {1}, 1), ErrorCode::InvalidArgument);
        QCOMPARE(begin("", DType::Int8, {1}, 1), ErrorCode::InvalidArgument);
        QCOMPARE(begin("empty", DType::Int8, {0}, 0), ErrorCode::InvalidArgument);
        QCOMPARE(begin("size", DType::Int8, {2}, 1), ErrorCode::InvalidArgument);
        QCOMPARE(begin("kind", DType::Complex32, {1}, 4), ErrorCode::Unsupported);
        {
            auto file = (*writer)->begin("half", DType::Int8, {4}, 4);
            QVERIFY(file);
            QCOMPARE((*file)->writeAt(3, bytesOf("xy")).error().code, ErrorCode::InvalidArgument);
        }
        QVERIFY(QDir(folder.path()).isEmpty());

        QVERIFY(QFile(folder.filePath(QStringLiteral("file"))).open(QIODevice::WriteOnly));
        QCOMPARE(OffloadFolderWriter::create(path + "/file").error().code,
                 ErrorCode::NotARegularFile);
        QCOMPARE(OffloadFolderWriter::create(path + "/no/such").error().code,
                 ErrorCode::FileNotFound);
        QFile index(folder.filePath(QStringLiteral("index.json")));
        QVERIFY(index.open(QIODevice::WriteOnly));
        index.write("[]");
        index.close();
        QCOMPARE(OffloadFolderWriter::create(path).error().code, ErrorCode::Malformed);
    }
};

QTEST_GUILESS_MAIN(TestWriters)
#include "tst_writers.moc"
