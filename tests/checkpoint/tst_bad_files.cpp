// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers are those of the list of bad input in the checkpoint specification.
#include "engine/checkpoint/checkpoint.h"
#include "tests/support/archive_builder.h"

#include <QtTest>

#include <sys/stat.h>

#include <fstream>

using namespace stowage;
using namespace stowage::test;

namespace {

void row(const char* name, const std::string& bytes, ErrorCode code, const char* mentions) {
    QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                        << static_cast<int>(code) << QByteArray(mentions);
}

void columns() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("mentions");
}

void safetensorsRow(const char* name, const std::string& header, std::size_t dataBytes,
                    ErrorCode code, const char* mentions) {
    row(name, safetensorsFile(header, dataBytes), code, mentions);
}

/// One entry "a" of the given fields.
std::string entry(const std::string& shape, const std::string& offsets,
                  const std::string& dtype = R"("F32")") {
    return R"({"a":{"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" + offsets +
           "}}";
}

std::string two(const std::string& first, const std::string& second) {
    return R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)" + first +
           R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" + second + "}}";
}

std::string tensorFile(const TensorPickle& tensor, const std::vector<ZipPart>& more = {}) {
    return torchFile(pickleDict(pickleText("w") + pickleTensor(tensor)), more);
}

/// A good file with bytes of one central directory entry replaced.
std::string patched(std::size_t entryNumber, std::size_t offset, const std::string& bytes) {
    std::string file = tensorFile({});
    file.replace(centralEntry(file, entryNumber) + offset, bytes.size(), bytes);
    return file;
}

std::string callOf(const std::string& module, const std::string& name) {
    return torchFile("\x80\x02" + pickleGlobal(module, name) + pickleText("touch /tmp/pwned") +
                     "\x85R.");
}

}  // namespace

class TestBadFiles : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    void check(const std::string& name) {
        QFETCH(QByteArray, bytes);
        QFETCH(int, code);
        QFETCH(QByteArray, mentions);
        const std::string path = m_folder.filePath(QString::fromStdString(name)).toStdString();
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes.toStdString();
        const auto checkpoint = openCheckpoint(path);
        QVERIFY2(!checkpoint, "opened");
        const Error& error = checkpoint.error();
        QCOMPARE(
            QByteArray::fromStdString(std::string(errorCodeName(error.code))),
            QByteArray::fromStdString(std::string(errorCodeName(static_cast<ErrorCode>(code)))));
        QCOMPARE(exitStatusFor(error.code), 3);
        QVERIFY2(error.message.find(mentions.toStdString()) != std::string::npos,
                 error.message.c_str());
        QVERIFY2(error.message.find(path) != std::string::npos, error.message.c_str());
        QVERIFY2(error.message.ends_with("."), error.message.c_str());
        QCOMPARE(error.file, path);
    }

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void safetensors_data() {
        columns();
        using enum ErrorCode;
        const std::string good = entry("[1]", "[0,4]");
        row("1 empty", "", Truncated, "empty");
        row("2 seven bytes", std::string("\x10\0\0\0\0\0\0", 7), Truncated, "7 bytes");
        row("3 N = 2^63", littleEndian(std::uint64_t{1} << 63, 8) + "{}", LimitExceeded,
            "9223372036854775808");
        row("N = 2^60", littleEndian(std::uint64_t{1} << 60, 8), LimitExceeded,
            "1152921504606846976");
        row("4 N = 100,000,001", littleEndian(100'000'001, 8) + "{}", LimitExceeded, "100000001");
        row("5 N > file", littleEndian(1000, 8) + "{}", Truncated, "1000");
        row("6 N = 0", littleEndian(0, 8) + "abc", Malformed, "'{'");
        safetensorsRow("7 invalid UTF-8", "{\"\xff\":{}}", 0, Malformed, "UTF-8");
        safetensorsRow("8 nested list", R"({"a":)" + std::string(100000, '['), 0, Malformed,
                       "list");
        safetensorsRow("8 nested in a field",
                       R"({"a":{"x":)" + std::string(100000, '[') + std::string(100000, ']') + "}}",
                       0, LimitExceeded, "nested");
        safetensorsRow(
            "8 nested objects",
            R"({"a":{"x":)" +
                [] {
                    std::string text;
                    for (int i = 0; i < 100000; ++i) {
                        text += R"({"x":)";
                    }
                    return text;
                }(),
            0, LimitExceeded, "nested");
        safetensorsRow("9 root is an array", "[]", 0, Malformed, "'{'");
        safetensorsRow("root goes on", "{}{}", 0, Malformed, "JSON");
        safetensorsRow("no JSON", "{abc}", 0, Malformed, "JSON");
        safetensorsRow("10 duplicate key",
                       R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},)"
                       R"("a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})",
                       0, Malformed, "twice");
        safetensorsRow("10 duplicate field",
                       R"({"a":{"dtype":"U8","dtype":"U8","shape":[0],"data_offsets":[0,0]}})", 0,
                       Malformed, "twice");
        safetensorsRow("11 duplicate metadata", R"({"__metadata__":{},"__metadata__":{}})", 0,
                       Malformed, "twice");
        safetensorsRow("11 duplicate in metadata", R"({"__metadata__":{"a":"b","a":"c"}})", 0,
                       Malformed, "twice");
        safetensorsRow("12 number in metadata", R"({"__metadata__":{"a":1}})", 0, Malformed,
                       "metadata must be strings");
        safetensorsRow("12 object in metadata", R"({"__metadata__":{"a":{}}})", 0, Malformed,
                       "metadata must be strings");
        safetensorsRow("13 negative offset", entry("[1]", "[-4,0]"), 4, Malformed, "negative");
        safetensorsRow("14 float offset", entry("[1]", "[0,4.0]"), 4, Malformed, "not whole");
        safetensorsRow("14 three offsets", entry("[1]", "[0,4,4]"), 4, Malformed, "two");
        safetensorsRow("14 one offset", entry("[1]", "[0]"), 4, Malformed, "two");
        safetensorsRow("15 end before begin", entry("[1]", "[4,0]"), 4, Malformed, "hole");
        safetensorsRow("15 end before begin at 0",
                       R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
                       R"("b":{"dtype":"U8","shape":[2],"data_offsets":[4,2]}})",
                       4, Malformed, "before it begins");
        safetensorsRow("16 overlap", two("[0,4]", "[2,6]"), 6, Malformed, "overlaps");
        safetensorsRow("17 hole", two("[0,4]", "[6,10]"), 10, Malformed, "hole");
        safetensorsRow("18 begins late", entry("[1]", "[4,8]"), 8, Malformed, "hole");
        safetensorsRow("19 other size", entry("[2]", "[0,4]"), 4, Malformed, "needs 8 bytes");
        safetensorsRow("20 product overflow", entry("[4294967296,4294967296]", "[0,4]"), 4,
                       Malformed, "64 bits");
        safetensorsRow("20 bits overflow", entry("[4611686018427387904]", "[0,4]"), 4, Malformed,
                       "64 bits");
        safetensorsRow("21 negative dimension", entry("[-1]", "[0,4]"), 4, Malformed, "dimension");
        safetensorsRow("21 null dimension", entry("[null]", "[0,4]"), 4, Malformed, "dimension");
        safetensorsRow("21 text dimension", entry(R"(["1"])", "[0,4]"), 4, Malformed, "dimension");
        safetensorsRow("21 no list", entry("1", "[0,4]"), 4, Malformed, "another type");
        safetensorsRow("21 65 dimensions",
                       entry(
                           "[" +
                               [] {
                                   std::string ones = "1";
                                   for (int i = 0; i < 64; ++i) {
                                       ones += ",1";
                                   }
                                   return ones;
                               }() +
                               "]",
                           "[0,4]"),
                       4, LimitExceeded, "64 dimensions");
        safetensorsRow("22 unknown dtype", entry("[1]", "[0,4]", R"("F33")"), 4, Malformed, "F33");
        safetensorsRow("22 dtype is a number", entry("[1]", "[0,4]", "32"), 4, Malformed,
                       "another type");
        safetensorsRow("23 odd count of F4", entry("[3]", "[0,1]", R"("F4")"), 1, Malformed,
                       "whole bytes");
        safetensorsRow("24 trailing bytes", good, 5, Malformed, "1 bytes after");
        safetensorsRow("25 truncated by a byte", good, 3, Truncated, "truncated");
        safetensorsRow("27 NUL in a name",
                       R"({"a\u0000b":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})", 0,
                       Malformed, "NUL");
        safetensorsRow("27 slash in a name",
                       R"({"../b":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})", 0,
                       Unsupported, "'/'");
        safetensorsRow("missing fields", R"({"a":{"dtype":"U8"}})", 0, Malformed, "lacks");
        safetensorsRow("entry is a number", R"({"a":1})", 0, Malformed, "an object must be");
        row("text file", "This is not a model.\nIt is a letter.\n", UnknownFormat, "text file");
        row("web page", "<!DOCTYPE html><html></html>", UnknownFormat, "text file");
    }
    void safetensors() { check("bad.safetensors"); }

    void zip_data() {
        columns();
        using enum ErrorCode;
        const std::string good = tensorFile({});
        constexpr std::size_t kMethod = 10;
        constexpr std::size_t kStored = 20;
        constexpr std::size_t kSize = 24;
        constexpr std::size_t kLocalOffset = 42;
        row("38 no end record", good.substr(0, good.size() - 10), Truncated, "truncated");
        row("38 only a head", std::string("PK\x03\x04", 4), Truncated, "truncated");
        row("39 header out of bounds", patched(1, kLocalOffset, littleEndian(0x7fffffff, 4)),
            Malformed, "out of bounds");
        row("39 header is none", patched(1, kLocalOffset, littleEndian(7, 4)), Malformed,
            "no local header");
        row("40 size out of bounds",
            patched(1, kStored, littleEndian(0x7fffffff, 4) + littleEndian(0x7fffffff, 4)),
            Malformed, "passes the end");
        row("40 two sizes", patched(1, kSize, littleEndian(1, 4)), Malformed, "sizes differ");
        row("40 zip64 field missing", patched(1, kLocalOffset, littleEndian(0xffffffff, 4)),
            Malformed, "zip64");
        row("41 overlap",
            patched(0, kStored,
                    [&] {
                        const std::size_t size = good.find("version") - good.find("\x80\x02}");
                        return littleEndian(size, 4) + littleEndian(size, 4);
                    }()),
            Malformed, "overlaps");
        row("42 duplicate entry", tensorFile({}, {{"model/data/0", "x"}}), Malformed, "twice");
        row("42 two pickles", tensorFile({}, {{"other/data.pkl", "x"}}), Malformed, "two pickles");
        row("43 deflate", patched(1, kMethod, littleEndian(8, 2)), Unsupported, "compressed");
        row("encrypted", patched(1, 8, littleEndian(1, 2)), Unsupported, "encrypted");
        std::string counted = good;
        counted.replace(counted.rfind("PK\x05\x06") + 8, 4, littleEndian(0x00020002, 4));
        row("fewer records than there are", counted, Malformed, "more in its zip directory");
        row("a zip of something else", zipFile({{"a.txt", "hello"}}), UnknownFormat, "data.pkl");
        row("66 big endian", tensorFile({}, {{"model/byteorder", "big"}}), Unsupported, "big");
        row("66 no endian", tensorFile({}, {{"model/byteorder", "odd"}}), Malformed, "odd");
        row("TorchScript", tensorFile({}, {{"model/constants.pkl", "x"}}), Unsupported,
            "TorchScript");
        row("old PyTorch", "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", Unsupported,
            "1.6");
        row("bare pickle", "\x80\x04K\x01.", Unsupported, "pickle");
        row("GGUF", std::string("GGUF\x03\0\0\0\0\0\0\0", 12), Unsupported, "GGUF");
        row("bytes", std::string("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\0\0", 12), UnknownFormat,
            "no format");
        row("Git LFS pointer", "version https://git-lfs.github.com/spec/v1\n", Unsupported,
            "git lfs pull");
    }
    void zip() { check("bad.pth"); }

    void pickle_data() {
        columns();
        using enum ErrorCode;
        const auto tensor = [](const char* name, const TensorPickle& t, ErrorCode code,
                               const char* mentions) { row(name, tensorFile(t), code, mentions); };
        const auto raw = [](const char* name, const std::string& pickle, ErrorCode code,
                            const char* mentions) { row(name, torchFile(pickle), code, mentions); };
        const std::int64_t large = std::int64_t{1} << 40;
        tensor("44 key with a path", {.key = "../../x"}, Malformed, "not there");
        tensor("45 missing storage", {.key = "7"}, Malformed, "data/7");
        tensor("46 numel > record", {.elements = 5, .shape = {5}}, Malformed, "storage of 5");
        tensor("47 numel 2^40", {.elements = large}, Malformed, "1099511627776");
        tensor("48 size out of bounds", {.shape = {5}}, Malformed, "past the end");
        tensor("49 stride out of bounds", {.shape = {2, 2}, .strides = {3, 1}}, Malformed,
               "past the end");
        tensor("49 stride 2^62", {.shape = {2, 2, 2}, .strides = {large << 22, large << 22, 1}},
               Malformed, "past the end");
        tensor("offset out of bounds", {.offset = 4}, Malformed, "past the end");
        tensor("offset beyond", {.offset = 5}, Malformed, "beyond");
        tensor("scalar beyond", {.offset = 4, .shape = {}, .strides = {}}, Malformed, "beyond");
        tensor("50 negative offset", {.offset = -1}, Malformed, "negative");
        tensor("51 negative stride", {.strides = {-1}}, Malformed, "negative");
        tensor("negative size", {.shape = {-4}}, Malformed, "negative");
        tensor("negative numel", {.elements = -1}, Malformed, "-1");
        tensor("52 product overflow", {.shape = {large, large}, .strides = {0, 0}}, Malformed,
               "64 bits");
        tensor("53 dimension mismatch", {.shape = {2, 2}}, Malformed, "strides");
        tensor("65 dimensions",
               {.shape = std::vector<std::int64_t>(65, 1),
                .strides = std::vector<std::int64_t>(65, 1)},
               LimitExceeded, "65");
        raw("54 stack underflow", "\x80\x02R.", Malformed, "empty stack");
        raw("54 nothing to return", "\x80\x02.", Malformed, "empty stack");
        raw("54 no mark", "\x80\x02}u.", Malformed, "mark");
        raw("54 eaten mark", "\x80\x02}K\x01(s(e.", Malformed, "");
        raw("54 taken below the mark", "\x80\x02}NN(s\x74.", Malformed, "mark");
        raw("54 odd items", "\x80\x02}(Nu.", Malformed, "without a value");
        raw("54 append to a number", "\x80\x02K\x01Na.", Malformed, "no list");
        raw("54 items of a list", "\x80\x02](NNu.", Malformed, "no dict");
        raw("54 call of a number", "\x80\x02K\x01)R.", Malformed, "no allowed object");
        raw("54 attributes of a number", "\x80\x02K\x01Nb.", Malformed, "no dict");
        raw("55 nested tuples", "\x80\x02)" + std::string(2'000'000, '\x85') + ".", LimitExceeded,
            "tuples");
        raw("nested lists", "\x80\x02" + std::string(300, ']') + std::string(299, 'a') + ".",
            LimitExceeded, "deeper");
        raw("56 marks", "\x80\x02" + std::string(2'000'000, '(') + ".", LimitExceeded, "marks");
        raw("too many objects", "\x80\x02" + std::string(2'000'001, 'N') + ".", LimitExceeded,
            "2000000");
        raw(
            "too many references",
            "\x80\x02Nq\x01" +
                [] {
                    std::string text;
                    for (int i = 0; i < 2'000'001; ++i) {
                        text += "h\x01";
                    }
                    return text;
                }(),
            LimitExceeded, "references");
        raw("57 memo 2^32 - 1", "\x80\x02Nr\xff\xff\xff\xff.", LimitExceeded, "4294967295");
        raw("58 absent memo", "\x80\x02h\x05.", Malformed, "number 5");
        raw("59 text of 4 GiB",
            "\x80\x02X\xff\xff\xff\xff"
            "abc",
            LimitExceeded, "4294967295");
        raw("59 text ends", "\x80\x02X" + littleEndian(9, 4) + "abc", Truncated, "middle");
        raw("60 LONG4", "\x80\x02\x8b" + littleEndian(4, 4) + "abcd.", ForbiddenPickle, "LONG4");
        raw("60 a wide LONG1",
            "\x80\x02\x8a\x09"
            "abcdefghi.",
            LimitExceeded, "64 bits");
        raw("61 list in itself", "\x80\x02]q\1h\1a.", NoCheckpoint, "no tensors");
        row("63 os.system", callOf("os", "system"), ForbiddenPickle, "os.system");
        row("63 posix.system", callOf("posix", "system"), ForbiddenPickle, "posix.system");
        row("63 exec", callOf("builtins", "exec"), ForbiddenPickle, "builtins.exec");
        row("63 getattr", callOf("__builtin__", "getattr"), ForbiddenPickle, "__builtin__.getattr");
        row("63 eval", callOf("builtins", "eval"), ForbiddenPickle, "builtins.eval");
        row("63 torch.load", callOf("torch", "load"), ForbiddenPickle, "torch.load");
        row("63 torch.torch.float32", callOf("torch", "torch.float32"), ForbiddenPickle, "float32");
        raw("63 INST", "\x80\x02(ios\nsystem\n.", ForbiddenPickle, "INST");
        raw("63 STACK_GLOBAL", "\x80\x02U\x02osU\x06system\x93.", ForbiddenPickle, "STACK_GLOBAL");
        raw("63 NEWOBJ", "\x80\x02))\x81.", ForbiddenPickle, "NEWOBJ");
        raw("63 no opcode", "\x80\x02\xfe.", ForbiddenPickle, "0xFE");
        raw("64 protocol 4", "\x80\x04N.", Unsupported, "protocol 4");
        raw("65 no STOP", "\x80\x02N", Truncated, "STOP");
        raw("65 empty", "", Truncated, "STOP");
        raw("65 global ends",
            "\x80\x02"
            "cos",
            Truncated, "middle");
        row("67 numpy scalar", callOf("numpy.core.multiarray", "scalar"), ForbiddenPickle,
            "numpy.core.multiarray.scalar");
        tensor("68 unknown storage", {.storageName = "NiceStorage"}, ForbiddenPickle,
               "torch.NiceStorage");
        tensor("68 storage of another module", {.storageModule = "os"}, ForbiddenPickle,
               "os.FloatStorage");
        tensor("68 no storage", {.storageName = "float32"}, Malformed, "unknown kind");
        tensor("untyped without a dtype", {.storageName = "UntypedStorage", .elements = 16},
               Malformed, "untyped");
        const std::string quantised = pickleGlobal("torch._utils", "_rebuild_qtensor") + ")R";
        const std::string meta =
            pickleGlobal("torch._utils", "_rebuild_meta_tensor_no_storage") + ")R";
        const std::string sparse = pickleGlobal("torch._utils", "_rebuild_sparse_tensor") + ")R";
        raw("quantised", pickleDict(pickleText("q") + quantised), Unsupported, "quantised");
        raw("meta", pickleDict(pickleText("m") + meta), Unsupported, "meta device");
        raw("sparse", pickleDict(pickleText("s") + sparse), Unsupported, "sparse");
        raw("no tensors", pickleDict(pickleText("a") + "N"), NoCheckpoint, "no tensors");
        raw("a bare tensor", "\x80\x02" + pickleTensor({}) + ".", Unsupported, "state_dict");
        raw("a name twice",
            pickleDict(pickleText("w") + pickleTensor({}) + pickleText("w") + pickleTensor({})),
            Malformed, "twice");
        raw("a name with NUL", pickleDict(pickleText(std::string("w\0", 2)) + pickleTensor({})),
            Malformed, "NUL");
    }
    void pickle() { check("bad.pth"); }

    void json_data() {
        columns();
        using enum ErrorCode;
        row("index of shards", R"({"metadata": {}, "weight_map": {}})", Unsupported, "sharded");
        row("config", R"({"model_type": "gpt2"})", Unsupported, "configuration");
        row("other JSON", R"({"a": 1})", Malformed, "stowage.tree");
        row("broken JSON", R"({"a": )", Malformed, "JSON");
    }
    void json() { check("bad.json"); }

    void folders_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<int>("code");  // -1: opens
        QTest::addColumn<QString>("mentions");
        const auto list = [](const char* name, const QStringList& files, int code,
                             const char* mentions) {
            QTest::newRow(name) << files << code << QString::fromLatin1(mentions);
        };
        const auto none = static_cast<int>(ErrorCode::NoCheckpoint);
        const auto unread = static_cast<int>(ErrorCode::Unsupported);
        list("empty", {}, none, "no checkpoint");
        list("other things", {"README.md", "config.json"}, none, "no checkpoint");
        list("safetensors", {"model.safetensors", "config.json"}, -1, "model.safetensors");
        list("pth", {"model.pth"}, -1, "model.pth");
        list("any one", {"weights.pt"}, -1, "weights.pt");
        list("bin wins", {"model.safetensors", "pytorch_model.bin"}, -1, "pytorch_model.bin");
        list("several", {"a.pth", "b.safetensors"}, none, "\"a.pth\", \"b.safetensors\"");
        list("shards",
             {"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
              "model.safetensors.index.json"},
             unread, "sharded");
        list("offloaded", {"index.json", "a.dat"}, unread, "offload");
    }
    void folders() {
        QFETCH(QStringList, files);
        QFETCH(int, code);
        QFETCH(QString, mentions);
        QTemporaryDir folder;
        for (const QString& name : files) {
            const std::string bytes = name.endsWith(QStringLiteral("safetensors"))
                                          ? safetensorsFile("{}", 0)
                                          : tensorFile({});
            std::ofstream(folder.filePath(name).toStdString(), std::ios::binary) << bytes;
        }
        const auto checkpoint = openCheckpoint(folder.path().toStdString());
        if (code < 0) {
            QVERIFY2(checkpoint, checkpoint ? "" : checkpoint.error().message.c_str());
            QCOMPARE((*checkpoint)->shards[0]->path(), folder.filePath(mentions).toStdString());
            QCOMPARE((*checkpoint)->path, folder.path().toStdString());
            return;
        }
        QCOMPARE(static_cast<int>(checkpoint.error().code), code);
        QVERIFY2(checkpoint.error().message.find(mentions.toStdString()) != std::string::npos,
                 checkpoint.error().message.c_str());
    }

    void whatIsNoFileIsRefused() {
        QCOMPARE(openCheckpoint("/no/such/file").error().code, ErrorCode::FileNotFound);
        QCOMPARE(openCheckpoint("/dev/null").error().code, ErrorCode::NotARegularFile);
        const std::string fifo = m_folder.filePath(QStringLiteral("fifo")).toStdString();
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        QCOMPARE(openCheckpoint(fifo).error().code, ErrorCode::NotARegularFile);
    }
};

QTEST_GUILESS_MAIN(TestBadFiles)
#include "tst_bad_files.moc"
