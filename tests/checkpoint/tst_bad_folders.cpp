// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints of many files that are wrong. The numbers are those of the list "Bad input" in
// docs/spec/checkpoints.md.
#include "engine/checkpoint/open/open_checkpoint.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

using namespace stowage;
using namespace stowage::test;

namespace {

/// A shard of U8 tensors of 4 bytes.
std::string shard(const std::vector<std::string>& names) {
    std::string header = "{";
    for (std::size_t i = 0; i < names.size(); ++i) {
        header += (i == 0 ? "\"" : ",\"") + names[i] +
                  "\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[" + std::to_string(4 * i) +
                  "," + std::to_string(4 * i + 4) + "]}";
    }
    return safetensorsFile(header + "}", 4 * names.size());
}

std::string indexOf(const std::string& map, const std::string& metadata = "{}") {
    return "{\"metadata\":" + metadata + ",\"weight_map\":" + map + "}";
}

}  // namespace

class TestBadFolders : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_dir;

    [[nodiscard]] std::string path(const std::string& name) const {
        return m_dir->filePath(QStringLiteral("model")).toStdString() + "/" + name;
    }
    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary | std::ios::trunc) << bytes;
    }
    [[nodiscard]] Result<std::shared_ptr<const Checkpoint>> open() const {
        return openCheckpoint(m_dir->filePath(QStringLiteral("model")).toStdString());
    }
    void isRefused(ErrorCode code, const std::string& mentions) const {
        const auto checkpoint = open();
        QVERIFY2(!checkpoint, "opened");
        const Error& error = checkpoint.error();
        QVERIFY2(error.code == code, error.message.english().c_str());
        QCOMPARE(exitStatusFor(error.code), 3);
        QVERIFY2(error.message.english().find(mentions) != std::string::npos,
                 error.message.english().c_str());
        QVERIFY2(error.message.english().ends_with('.'), error.message.english().c_str());
        QVERIFY(!error.file.empty());
    }
    /// Two good shards, "a" and "b", to which a row adds its fault.
    void writeGood() const {
        write("m-1.safetensors", shard({"a"}));
        write("m-2.safetensors", shard({"b"}));
        write("m.index.json", indexOf(R"({"a":"m-1.safetensors","b":"m-2.safetensors"})"));
    }

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("model")));
    }

    void goodOnesOpen() {
        writeGood();
        const auto checkpoint = open();
        QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.english().c_str());
        QCOMPARE((*checkpoint)->tensors.size(), std::size_t{2});
        QVERIFY((*checkpoint)->warnings.empty());
    }

    void indexes_data() {
        QTest::addColumn<QByteArray>("index");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("mentions");
        const auto row = [](const char* name, const std::string& index, ErrorCode code,
                            const char* mentions) {
            QTest::newRow(name) << QByteArray::fromStdString(index) << static_cast<int>(code)
                                << QByteArray(mentions);
        };
        using enum ErrorCode;
        row("28 missing shard", indexOf(R"({"a":"m-1.safetensors","b":"m-3.safetensors"})"),
            FileNotFound, "m-3.safetensors");
        row("29 parent folder", indexOf(R"({"a":"../m-1.safetensors"})"), Malformed, "outside");
        row("29 on a detour", indexOf(R"({"a":"x/../../model/m-1.safetensors"})"), Malformed,
            "outside");
        row("30 absolute path", indexOf(R"({"a":"/etc/hostname"})"), Malformed, "outside");
        row("an empty name", indexOf(R"({"a":""})"), Malformed, "outside");
        row("NUL in a name", indexOf(R"({"a":"m-1.safetensors\u0000"})"), Malformed, "outside");
        row("34 in no shard", indexOf(R"({"a":"m-1.safetensors","c":"m-2.safetensors"})"),
            Malformed, goldenText("checkpoint/c-is-in-m-2-safetensors-but-it-is"));
        row("34 in another shard", indexOf(R"({"a":"m-2.safetensors","b":"m-1.safetensors"})"),
            Malformed, goldenText("checkpoint/but-it-is-in"));
        row("37 names that differ by case",
            indexOf(R"({"a":"m-1.safetensors","b":"M-1.safetensors"})"), Malformed, "only in case");
        row("a tensor twice", R"({"weight_map":{"a":"m-1.safetensors","a":"m-2.safetensors"}})",
            Malformed, "twice");
        row("a number for a file", indexOf(R"({"a":1})"), Malformed,
            goldenText("checkpoint/no-index-of-shards"));
        row("a list for a file", indexOf(R"({"a":["m-1.safetensors"]})"), Malformed,
            goldenText("checkpoint/no-index-of-shards"));
        row("a list for the map", indexOf("[]"), Malformed,
            goldenText("checkpoint/no-index-of-shards"));
        row("a text for the map", indexOf(R"("m")"), Malformed,
            goldenText("checkpoint/no-index-of-shards"));
        row("nothing mapped", indexOf("{}"), Malformed, goldenText("checkpoint/maps-no-tensors"));
        row("itself for a shard", indexOf(R"({"a":"m.index.json"})"), UnknownFormat, "text file");
        row("no JSON", R"({"weight_map":{"a":)", Malformed,
            goldenText("base/not-valid-json-at-byte-19-where-it"));
        row("nested", R"({"weight_map":)" + std::string(100000, '['), LimitExceeded, "nested");
    }
    void indexes() {
        QFETCH(QByteArray, index);
        QFETCH(int, code);
        QFETCH(QByteArray, mentions);
        writeGood();
        write("m.index.json", index.toStdString());
        isRefused(static_cast<ErrorCode>(code), mentions.toStdString());
    }

    void linksLeadNowhereElse() {
        writeGood();
        const std::string outside = m_dir->filePath(QStringLiteral("out")).toStdString();
        std::ofstream(outside, std::ios::binary) << shard({"b"});
        QCOMPARE(::unlink(path("m-2.safetensors").c_str()), 0);
        QCOMPARE(::symlink(outside.c_str(), path("m-2.safetensors").c_str()), 0);
        isRefused(ErrorCode::Malformed, "symbolic link");  // 31
        QCOMPARE(::unlink(path("m-2.safetensors").c_str()), 0);
        write("inside", shard({"b"}));
        QCOMPARE(::symlink("inside", path("m-2.safetensors").c_str()), 0);
        QVERIFY(open().has_value());
    }

    /// models--X/snapshots/REVISION/FILE -> ../../blobs/HASH, but not to another repository's.
    void theCacheOfHuggingFaceIsFollowed() {
        const QDir root(m_dir->path());
        QVERIFY(root.mkpath(QStringLiteral("models--X/snapshots/rev")));
        QVERIFY(root.mkpath(QStringLiteral("models--X/blobs")));
        QVERIFY(root.mkpath(QStringLiteral("models--Y/blobs")));
        const auto at = [&](const char* name) {
            return root.filePath(QString::fromLatin1(name)).toStdString();
        };
        std::ofstream(at("models--X/blobs/1"), std::ios::binary) << shard({"a"});
        std::ofstream(at("models--Y/blobs/2"), std::ios::binary) << shard({"b"});
        std::ofstream(at("models--X/blobs/3")) << indexOf(R"({"a":"m-1.safetensors"})");
        const std::string revision = at("models--X/snapshots/rev");
        QCOMPARE(::symlink("../../blobs/1", (revision + "/m-1.safetensors").c_str()), 0);
        QCOMPARE(::symlink("../../blobs/3", (revision + "/m.index.json").c_str()), 0);
        QVERIFY(openCheckpoint(revision).has_value());
        QVERIFY(openCheckpoint(revision + "/m.index.json").has_value());
        QCOMPARE(::unlink((revision + "/m-1.safetensors").c_str()), 0);
        QCOMPARE(::symlink("../../../models--Y/blobs/2", (revision + "/m-1.safetensors").c_str()),
                 0);
        QCOMPARE(openCheckpoint(revision).error().code, ErrorCode::Malformed);
    }

    void nothingBlocks() {  // 32
        writeGood();
        QCOMPARE(::unlink(path("m-2.safetensors").c_str()), 0);
        QCOMPARE(::mkfifo(path("m-2.safetensors").c_str(), 0600), 0);
        isRefused(ErrorCode::NotARegularFile, "FIFO");
        QCOMPARE(::unlink(path("m-2.safetensors").c_str()), 0);
        QVERIFY(QDir(QString::fromStdString(path(""))).mkdir(QStringLiteral("m-2.safetensors")));
        isRefused(ErrorCode::NotARegularFile, "a folder");
    }

    void aTensorIsInOneShard() {  // 33
        writeGood();
        write("m-2.safetensors", shard({"a", "b"}));
        isRefused(ErrorCode::Malformed, goldenText("checkpoint/a-is-in-two-shards"));
    }

    void aBrokenShardIsNamed() {
        writeGood();
        write("m-2.safetensors", shard({"b"}) + "x");
        isRefused(ErrorCode::Malformed, "m-2.safetensors has 1 byte after");
    }

    void whatIsOddIsWarnedAbout() {
        writeGood();
        write("m-2.safetensors", shard({"b", "c"}));  // 35
        write("m.index.json", indexOf(R"({"a":"m-1.safetensors","b":"m-2.safetensors"})",
                                      R"({"total_size": 9})"));  // 36
        auto checkpoint = open();
        QVERIFY(checkpoint.has_value());
        QCOMPARE((*checkpoint)->tensors.size(), std::size_t{3});
        QCOMPARE((*checkpoint)->warnings.size(), std::size_t{2});
        QVERIFY((*checkpoint)->warnings[0].english().find("\"c\"") != std::string::npos);
        QVERIFY((*checkpoint)->warnings[1].english().find("9 bytes") != std::string::npos);
        QVERIFY((*checkpoint)->warnings[1].english().find("12 bytes") != std::string::npos);
        for (const char* odd : {R"({"total_size": "12"})", R"({"total_size": -12})"}) {
            write("m-2.safetensors", shard({"b"}));
            write("m.index.json", indexOf(R"({"a":"m-1.safetensors","b":"m-2.safetensors"})", odd));
            checkpoint = open();
            QVERIFY(checkpoint.has_value());
            QCOMPARE((*checkpoint)->warnings.size(), std::size_t{1});
        }
    }

    void offloadFolders_data() {
        QTest::addColumn<QByteArray>("index");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("mentions");
        const auto row = [](const char* name, const char* index, ErrorCode code,
                            const char* mentions) {
            QTest::newRow(name) << QByteArray(index) << static_cast<int>(code)
                                << QByteArray(mentions);
        };
        using enum ErrorCode;
        row("74 too short", R"({"a":{"dtype":"float32","shape":[3]}})", Truncated, "8 bytes");
        row("74 too long", R"({"a":{"dtype":"uint8","shape":[3]}})", Malformed, "8 bytes");
        row("74 other dtype", R"({"a":{"dtype":"int64","shape":[2]}})", Truncated, "16 bytes");
        row("74 scalar", R"({"a":{"dtype":"float32","shape":[]}})", Malformed, "require 4 bytes");
        row("75 slash", R"({"../a":{"dtype":"float32","shape":[2]}})", Malformed, "'/'");
        row("75 NUL", R"({"a\u0000":{"dtype":"float32","shape":[2]}})", Malformed, "NUL");
        row("missing file", R"({"b":{"dtype":"float32","shape":[2]}})", FileNotFound, "b.dat");
        row("unknown dtype", R"({"a":{"dtype":"float33","shape":[2]}})", Unsupported, "float33");
        row("no shape", R"({"a":{"dtype":"float32"}})", Malformed, "shape");
        row("shape of texts", R"({"a":{"dtype":"float32","shape":["2"]}})", Malformed, "dimension");
        row("negative dimension", R"({"a":{"dtype":"float32","shape":[-2]}})", Malformed,
            "dimension");
        row("overflow", R"({"a":{"dtype":"float32","shape":[4294967296,4294967296]}})", Malformed,
            "64-bit number");
        row("no object", R"({"x":{"dtype":"float32","shape":[2]},"a":[1]})", Malformed, "\"a\"");
        row("safetensors file missing",
            R"({"a":{"safetensors_file":"no.safetensors","dtype":"float32"}})", FileNotFound,
            "no.safetensors");
        row("weight missing",
            R"({"a":{"safetensors_file":"part","weight_name":"z","dtype":"uint8"}})", Malformed,
            goldenText("checkpoint/no-such-tensor"));
    }
    void offloadFolders() {
        QFETCH(QByteArray, index);
        QFETCH(int, code);
        QFETCH(QByteArray, mentions);
        write("a.dat", "12345678");
        write("part", shard({"w"}));
        write("index.json", index.toStdString());
        if (QByteArray(QTest::currentDataTag()) == "no object") {
            // Members that are no objects make it another kind of file: no index at all.
            isRefused(ErrorCode::Malformed, "stowage.tree");
            return;
        }
        isRefused(static_cast<ErrorCode>(code), mentions.toStdString());
    }

    void perTensorFolders() {
        const QDir folder(QString::fromStdString(path("")));
        QVERIFY(folder.mkdir(QStringLiteral("model_parameters")));
        isRefused(ErrorCode::NoCheckpoint, goldenText("checkpoint/no-pt-and-no-npy-file"));
        write("model_parameters/a.pt", torchFile(pickleDict(pickleText("w") + pickleTensor({}))));
        isRefused(ErrorCode::Malformed, goldenText("checkpoint/no-single-tensor"));
        write("model_parameters/a.pt", "hello");
        isRefused(ErrorCode::UnknownFormat, goldenText("checkpoint/a-pt-is-a-text-file"));
        QCOMPARE(::unlink(path("model_parameters/a.pt").c_str()), 0);
        QCOMPARE(::mkfifo(path("model_parameters/a.pt").c_str(), 0600), 0);
        isRefused(ErrorCode::NotARegularFile, "FIFO");
    }
};

QTEST_GUILESS_MAIN(TestBadFolders)
#include "tst_bad_folders.moc"
