// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers are those of the list of bad input in the checkpoint specification.
#include "tests/support/archive_builder.h"
#include "tests/support/bad_file_check.h"

#include <QtTest>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr auto& row = badFileRow;

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

void tensor(const char* name, const TensorPickle& t, ErrorCode code, const char* mentions) {
    row(name, tensorFile(t), code, mentions);
}

void raw(const char* name, const std::string& pickle, ErrorCode code, const char* mentions) {
    row(name, torchFile(pickle), code, mentions);
}

}  // namespace

class TestBadArchives : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    void check(const char* name) {
        checkBadFile(m_folder.filePath(QString::fromLatin1(name)).toStdString());
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void zip_data() {
        badFileColumns();
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
        row("bare pickle", "\x80\x04K\x01.", Unsupported, "pickle");
        row("bytes", std::string("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\0\0", 12), UnknownFormat,
            "no format");
        row("Git LFS pointer", "version https://git-lfs.github.com/spec/v1\n", Unsupported,
            "git lfs pull");
    }
    void zip() { check("bad.pth"); }

    void pickleTensors_data() {
        badFileColumns();
        using enum ErrorCode;
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
        tensor("68 unknown storage", {.storageName = "NiceStorage"}, ForbiddenPickle,
               "torch.NiceStorage");
        tensor("68 storage of another module", {.storageModule = "os"}, ForbiddenPickle,
               "os.FloatStorage");
        tensor("68 no storage", {.storageName = "float32"}, Malformed, "unknown kind");
        tensor("untyped without a dtype", {.storageName = "UntypedStorage", .elements = 16},
               Malformed, "untyped");
    }
    void pickleTensors() { check("bad.pth"); }

    void pickleStack_data() {
        badFileColumns();
        using enum ErrorCode;
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
    }
    void pickleStack() { check("bad.pth"); }

    void pickleLimits_data() {
        badFileColumns();
        using enum ErrorCode;
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
        raw("too many dicts", "\x80\x02" + std::string(1'000'001, '}') + ".", LimitExceeded,
            "lists and dicts");
        raw(
            "too many tensors",
            "\x80\x02" + pickleGlobal("torch._utils", "_rebuild_sparse_tensor") + "q\1" +
                [] {
                    std::string text;
                    for (int i = 0; i < 250'001; ++i) {
                        text += "h\1)R";
                    }
                    return text;
                }(),
            LimitExceeded, "250000 tensors");
        raw("58 number between those kept", "\x80\x02Nq\1h" + std::string(1, '\0') + ".", Malformed,
            "number 0");
        raw("57 memo 2^32 - 1", "\x80\x02Nr\xff\xff\xff\xff.", LimitExceeded, "4294967295");
        raw("58 absent memo", "\x80\x02h\x05.", Malformed, "number 5");
        raw("59 text of 4 GiB",
            "\x80\x02X\xff\xff\xff\xff"
            "abc",
            LimitExceeded, "4294967295");
        raw("59 text ends", "\x80\x02X" + littleEndian(9, 4) + "abc", Truncated, "middle");
        raw("60 LONG4", "\x80\x02\x8b" + littleEndian(4, 4) + "abcd.", ForbiddenPickle, "LONG4");
        raw("60 a wide LONG1 as an offset",
            pickleDict(pickleText("w") + pickleGlobal("torch._utils", "_rebuild_tensor_v2") + "((" +
                       pickleText("storage") + pickleGlobal("torch", "FloatStorage") +
                       pickleText("0") + pickleText("cpu") + pickleInt(4) + "tQ\x8a\x09" +
                       std::string(8, '\xff') + std::string(1, '\0') + "))\x89)tR"),
            Malformed, "wrong arguments");
        raw("61 list in itself", "\x80\x02]q\1h\1a.", NoCheckpoint, "no tensors");
    }
    void pickleLimits() { check("bad.pth"); }

    void pickleNames_data() {
        badFileColumns();
        using enum ErrorCode;
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
    }
    void pickleNames() { check("bad.pth"); }

    void pickleContents_data() {
        badFileColumns();
        using enum ErrorCode;
        const std::string quantised = pickleGlobal("torch._utils", "_rebuild_qtensor") + ")R";
        const std::string meta =
            pickleGlobal("torch._utils", "_rebuild_meta_tensor_no_storage") + ")R";
        const std::string sparse = pickleGlobal("torch._utils", "_rebuild_sparse_tensor") + ")R";
        raw("quantised without arguments", pickleDict(pickleText("q") + quantised), Malformed,
            "wrong arguments");
        std::string plain = pickleTensor({});
        const std::string rebuild = "_rebuild_tensor_v2";
        plain.replace(plain.find(rebuild), rebuild.size(), "_rebuild_qtensor");
        plain.insert(plain.rfind("\x89"), "N");  // where the scheme stands
        raw("quantised floats", pickleDict(pickleText("q") + plain), Malformed,
            "storage of float32");
        row("a lazy conjugate", tensorFile({.metadata = "}" + pickleText("conj") + "\x88s"}),
            Unsupported, "conjugated");
        row("a lazy negative", tensorFile({.metadata = "}" + pickleText("neg") + "\x88s"}),
            Unsupported, "negated");
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
    void pickleContents() { check("bad.pth"); }
};

QTEST_GUILESS_MAIN(TestBadArchives)
#include "tst_bad_archives.moc"
