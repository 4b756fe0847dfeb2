// SPDX-License-Identifier: GPL-3.0-or-later
// The largest headers there are: a hundred thousand tensors of one terabyte in two hundred files,
// and a single header of 100 MB. The files are sparse.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/archive_builder.h"

#include <QTest>

#include <malloc.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::size_t kShards = 200;
constexpr std::size_t kTensorsOfShard = 500;
constexpr std::uint64_t kTensorBytes = 10'485'760;  ///< [5120, 1024] of two bytes

/// "model.layers.L.mlp.experts.E.up_proj.weight", as mixtures of experts have by the thousands.
std::string tensorName(std::size_t number) {
    constexpr std::array<const char*, 4> kParts = {"down_proj", "gate_proj", "norm", "up_proj"};
    return "model.layers." + std::to_string(number / 400) + ".mlp.experts." +
           std::to_string(number / 4 % 100) + "." + kParts[number % 4] + ".weight";
}

std::string entryText(const std::string& name, const std::string& shape, std::uint64_t begin,
                      std::uint64_t end) {
    return "\"" + name + "\":{\"dtype\":\"BF16\",\"shape\":" + shape + ",\"data_offsets\":[" +
           std::to_string(begin) + "," + std::to_string(end) + "]}";
}

bool writeSparse(const std::string& path, const std::string& header, std::uint64_t dataBytes) {
    std::ofstream(path, std::ios::binary) << littleEndian(header.size(), 8) << header;
    return ::truncate(path.c_str(), static_cast<off_t>(8 + header.size() + dataBytes)) == 0;
}

/// The shards and their index; false where the file system has no room for sparse files.
bool writeShards(const std::string& folder) {
    std::string map;
    for (std::size_t shard = 0; shard < kShards; ++shard) {
        const std::string file = "model-" + std::to_string(shard + 1) + ".safetensors";
        std::string header = "{\"__metadata__\":{\"format\":\"pt\"}";
        for (std::size_t i = 0; i < kTensorsOfShard; ++i) {
            const std::string name = tensorName(shard * kTensorsOfShard + i);
            header +=
                "," + entryText(name, "[5120,1024]", i * kTensorBytes, (i + 1) * kTensorBytes);
            map += (map.empty() ? "\"" : ",\n\"") + name + "\":\"" + file + "\"";
        }
        if (!writeSparse(folder + "/" + file, header + "}", kTensorsOfShard * kTensorBytes)) {
            return false;
        }
    }
    std::ofstream(folder + "/model.safetensors.index.json") << "{\"weight_map\":{" << map << "}}";
    return true;
}

/// A header of a little more than `most` bytes without its end, of tensors of two bytes each.
std::string largeHeader(std::size_t most, std::size_t& count) {
    std::string header = "{";
    header.reserve(most + 1000);
    for (count = 0; header.size() < most; ++count) {
        header += count == 0 ? "" : ",";
        header += entryText(tensorName(count), "[1]", 2 * count, 2 * count + 2);
    }
    return header;
}

std::uint64_t residentBytes(const std::string& field) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(field)) {
            return std::strtoull(line.c_str() + field.size(), nullptr, 10) * 1024;
        }
    }
    return 0;
}

/// By how much the highest resident memory during `work` exceeds that before it.
std::uint64_t peakOf(const std::function<void()>& work) {
    ::malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
    const std::uint64_t before = residentBytes("VmRSS:");
    work();
    const std::uint64_t highest = residentBytes("VmHWM:");
    return highest > before ? highest - before : 0;
}

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsMemoryPlain = false;  // shadow pages, and freed memory is kept for a while
#else
constexpr bool kIsMemoryPlain = true;
#endif

}  // namespace

class TestScale : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string path(const char* name) const {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aTerabyteInShards() {
        const std::string folder = path("shards");
        std::filesystem::create_directory(folder);
        if (!writeShards(folder)) {
            QSKIP("the file system has no sparse files of 5 GB");
        }
        std::shared_ptr<const Checkpoint> checkpoint;
        std::shared_ptr<const ModuleTree> tree;
        const std::uint64_t peak = peakOf([&] {
            const auto opened = openCheckpoint(folder);
            QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
            checkpoint = *opened;
            const auto built = buildModuleTree(*checkpoint);
            QVERIFY2(built, built ? "" : built.error().message.english().c_str());
            tree = *built;
        });
        QVERIFY(checkpoint && tree);
        QCOMPARE(checkpoint->tensors.size(), kShards * kTensorsOfShard);
        QCOMPARE(checkpoint->shards.size(), kShards);
        QVERIFY(checkpoint->warnings.empty());
        QCOMPARE(tree->totalBytes(), std::uint64_t{kShards} * kTensorsOfShard * kTensorBytes);
        QVERIFY(tree->findTensor(tensorName(77'777)).has_value());
        // Some 1.3 kB a tensor, list and tree together; the bound is there for what is not linear.
        QVERIFY2(!kIsMemoryPlain || peak < 250 * kMebi, std::to_string(peak).c_str());
        std::filesystem::remove_all(folder);
    }

    void aHeaderOf100MegabytesInWindows() {
        std::size_t count = 0;
        {
            const std::string header = largeHeader(99'999'000, count) + "}";
            QVERIFY(writeSparse(path("large.safetensors"), header, 2 * count));
        }
        std::shared_ptr<const Checkpoint> checkpoint;
        const std::uint64_t peak = peakOf([&] {
            const auto opened = openCheckpoint(path("large.safetensors"));
            QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
            checkpoint = *opened;
        });
        QVERIFY(checkpoint);
        QCOMPARE(checkpoint->tensors.size(), count);
        QCOMPARE(checkpoint->tensors[count / 2].name, tensorName(count / 2));
        // The list itself, some 320 bytes a tensor, and none of the header's 100 MB.
        QVERIFY2(!kIsMemoryPlain || peak < 400 * count, std::to_string(peak).c_str());
    }

    /// What is wrong at the end is found before anything of the header is kept.
    void hostileHeadersTakeLittle_data() {
        QTest::addColumn<QByteArray>("last");
        QTest::addColumn<QByteArray>("mentions");
        const auto row = [](const char* name, const std::string& last, const char* mentions) {
            QTest::newRow(name) << QByteArray::fromStdString(last) << QByteArray(mentions);
        };
        row("no JSON", ",", "JSON");
        row("a name twice", "," + entryText(tensorName(5), "[1]", 0, 2), "twice");
        row("a hole", "," + entryText("x", "[1]", 1'000'000'000, 1'000'000'002), "gap");
        row("another size", "," + entryText("x", "[3]", 0, 2), "needs 6 bytes");
        row("a long name", ",\"" + std::string(600'000, 'n') + "\":{}", "262144");
        row("a long dtype", ",\"x\":{\"dtype\":\"" + std::string(600'000, 'n') + "\"}", "dtype");
    }
    void hostileHeadersTakeLittle() {
        QFETCH(QByteArray, last);
        QFETCH(QByteArray, mentions);
        const std::string file = path("hostile.safetensors");
        std::size_t count = 0;
        QVERIFY(writeSparse(file, largeHeader(12'000'000, count) + last.toStdString() + "}",
                            2 * count));
        std::string message;
        const std::uint64_t peak = peakOf([&] {
            const auto opened = openCheckpoint(file);
            QVERIFY(!opened);
            message = opened.error().message;
        });
        QVERIFY2(message.find(mentions.toStdString()) != std::string::npos, message.c_str());
        // Less than the header: it was never in memory whole. At the format's 100 MB it is 60.
        QVERIFY2(!kIsMemoryPlain || peak < 8 * kMebi, std::to_string(peak).c_str());
    }

    /// Offsets need not stand in the order of the header: the reverse costs memory, and little.
    void reversedOffsets() {
        constexpr std::size_t kCount = 300'000;
        std::string header = "{";
        for (std::size_t i = 0; i < kCount; ++i) {
            const std::size_t place = kCount - 1 - i;
            header +=
                (i == 0 ? "" : ",") + entryText(tensorName(i), "[1]", 2 * place, 2 * place + 2);
        }
        header += "}";
        QVERIFY(header.size() > 16'000'000);
        QVERIFY(writeSparse(path("reversed.safetensors"), header, 2 * kCount));
        const auto opened = openCheckpoint(path("reversed.safetensors"));
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        QCOMPARE((*opened)->tensors.size(), kCount);
        QVERIFY((*opened)->tensors.front().location.offset >
                (*opened)->tensors.back().location.offset);
    }

    void openingCanBeStopped() {
        std::size_t count = 0;
        QVERIFY(writeSparse(path("stopped.safetensors"), largeHeader(12'000'000, count), 0));
        std::stop_source stop;
        stop.request_stop();
        const auto opened = openCheckpoint(path("stopped.safetensors"), stop.get_token());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestScale)
#include "tst_scale.moc"
