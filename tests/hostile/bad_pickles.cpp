// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers are those of the list "Bad input" in docs/spec/checkpoints.md.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

namespace stowage::test {
namespace {

using enum ErrorCode;

/// Rows of whole files, of pickles in a good archive, and of one tensor's pickle.
class Rows {
public:
    explicit Rows(CaseFolder& folder) : m_row(folder, "bad.pth") {}
    void file(const char* name, const std::string& bytes, ErrorCode code,
              const char* mentions) const {
        m_row(name, bytes, code, mentions);
    }
    void raw(const char* name, const std::string& pickle, ErrorCode code,
             const char* mentions) const {
        file(name, torchFile(pickle), code, mentions);
    }
    void tensor(const char* name, const TensorPickle& tensor, ErrorCode code,
                const char* mentions) const {
        file(name, tensorFile(tensor), code, mentions);
    }

private:
    BadRows m_row;
};

std::string callOf(const std::string& module, const std::string& name) {
    return torchFile("\x80\x02" + pickleGlobal(module, name) + pickleText("touch /tmp/pwned") +
                     "\x85R.");
}

void addTensors(CaseFolder& folder) {
    const Rows rows(folder);
    const std::int64_t large = std::int64_t{1} << 40;
    rows.tensor("44 key with a path", {.key = "../../x"}, Malformed, "does not exist");
    rows.tensor("45 missing storage", {.key = "7"}, Malformed, "data/7");
    rows.tensor("46 numel > record", {.elements = 5, .shape = {5}}, Malformed, "storage of 5");
    rows.tensor("47 numel 2^40", {.elements = large}, Malformed, "1099511627776");
    rows.tensor("48 size out of bounds", {.shape = {5}}, Malformed,
                goldenText("checkpoint/past-the-end"));
    rows.tensor("49 stride out of bounds", {.shape = {2, 2}, .strides = {3, 1}}, Malformed,
                goldenText("checkpoint/past-the-end"));
    rows.tensor("49 stride 2^62", {.shape = {2, 2, 2}, .strides = {large << 22, large << 22, 1}},
                Malformed, goldenText("checkpoint/past-the-end"));
    rows.tensor("offset out of bounds", {.offset = 4}, Malformed,
                goldenText("checkpoint/past-the-end"));
    rows.tensor("offset beyond", {.offset = 5}, Malformed, "beyond");
    rows.tensor("scalar beyond", {.offset = 4, .shape = {}, .strides = {}}, Malformed, "beyond");
    rows.tensor("50 negative offset", {.offset = -1}, Malformed, "negative");
    rows.tensor("51 negative stride", {.strides = {-1}}, Malformed, "negative");
    rows.tensor("negative size", {.shape = {-4}}, Malformed, "negative");
    rows.tensor("negative numel", {.elements = -1}, Malformed, "-1");
    rows.tensor("52 product overflow", {.shape = {large, large}, .strides = {0, 0}}, Malformed,
                "64-bit number");
    rows.tensor("53 dimension mismatch", {.shape = {2, 2}}, Malformed, "strides");
    rows.tensor(
        "65 dimensions",
        {.shape = std::vector<std::int64_t>(65, 1), .strides = std::vector<std::int64_t>(65, 1)},
        LimitExceeded, "65");
    rows.tensor("68 unknown storage", {.storageName = "NiceStorage"}, ForbiddenPickle,
                "torch.NiceStorage");
    rows.tensor("68 storage of another module", {.storageModule = "os"}, ForbiddenPickle,
                "os.FloatStorage");
    rows.tensor("68 no storage", {.storageName = "float32"}, Malformed, "unknown kind");
    rows.tensor("untyped without a dtype", {.storageName = "UntypedStorage", .elements = 16},
                Malformed, "untyped");
}

void addStacks(CaseFolder& folder) {
    const Rows rows(folder);
    rows.raw("54 stack underflow", "\x80\x02R.", Malformed, "empty stack");
    rows.raw("54 nothing to return", "\x80\x02.", Malformed, "empty stack");
    rows.raw("54 no mark", "\x80\x02}u.", Malformed, "mark");
    rows.raw("54 eaten mark", "\x80\x02}K\x01(s(e.", Malformed, "");
    rows.raw("54 taken below the mark", "\x80\x02}NN(s\x74.", Malformed, "mark");
    rows.raw("54 odd items", "\x80\x02}(Nu.", Malformed, goldenText("checkpoint/without-a-value"));
    rows.raw("54 append to a number", "\x80\x02K\x01Na.", Malformed, "not a list");
    rows.raw("54 items of a list", "\x80\x02](NNu.", Malformed, "not a dict");
    rows.raw("54 call of a number", "\x80\x02K\x01)R.", Malformed,
             goldenText("checkpoint/no-allowed-object"));
    rows.raw("54 attributes of a number", "\x80\x02K\x01Nb.", Malformed, "not a dict");
}

void addNames(CaseFolder& folder) {
    const Rows rows(folder);
    rows.file("63 os.system", callOf("os", "system"), ForbiddenPickle,
              goldenText("checkpoint/names-os-system"));
    rows.file("63 posix.system", callOf("posix", "system"), ForbiddenPickle, "posix.system");
    rows.file("63 exec", callOf("builtins", "exec"), ForbiddenPickle, "builtins.exec");
    rows.file("63 getattr", callOf("__builtin__", "getattr"), ForbiddenPickle,
              "__builtin__.getattr");
    rows.file("63 eval", callOf("builtins", "eval"), ForbiddenPickle, "builtins.eval");
    rows.file("63 torch.load", callOf("torch", "load"), ForbiddenPickle, "torch.load");
    rows.file("63 torch.torch.float32", callOf("torch", "torch.float32"), ForbiddenPickle,
              "float32");
    rows.raw("63 INST", "\x80\x02(ios\nsystem\n.", ForbiddenPickle, "INST");
    rows.raw("63 STACK_GLOBAL", "\x80\x02U\x02osU\x06system\x93.", ForbiddenPickle, "STACK_GLOBAL");
    rows.raw("63 NEWOBJ", "\x80\x02))\x81.", ForbiddenPickle, "NEWOBJ");
    rows.raw("63 no opcode", "\x80\x02\xfe.", ForbiddenPickle, "0xFE");
    rows.raw("64 protocol 4", "\x80\x04N.", Unsupported,
             goldenText("checkpoint/save-the-file-again-without"));
    rows.raw("65 no STOP", "\x80\x02N", Truncated, "STOP");
    rows.raw("65 empty", "", Truncated, "STOP");
    rows.raw("65 global ends",
             "\x80\x02"
             "cos",
             Truncated, "middle");
    rows.file("67 numpy scalar", callOf("numpy.core.multiarray", "scalar"), ForbiddenPickle,
              "numpy.core.multiarray.scalar");
}

void addContents(CaseFolder& folder) {
    const Rows rows(folder);
    const std::string quantised = pickleGlobal("torch._utils", "_rebuild_qtensor") + ")R";
    const std::string sparse = pickleGlobal("torch._utils", "_rebuild_sparse_tensor") + ")R";
    const std::string meta = pickleGlobal("torch._utils", "_rebuild_meta_tensor_no_storage");
    const std::string float32 = pickleGlobal("torch", "float32");
    rows.raw("quantised without arguments", pickleDict(pickleText("q") + quantised), Malformed,
             "wrong arguments");
    std::string plain = pickleTensor({});
    const std::string rebuild = "_rebuild_tensor_v2";
    plain.replace(plain.find(rebuild), rebuild.size(), "_rebuild_qtensor");
    plain.insert(plain.rfind("\x89"), "N");  // where the scheme stands
    rows.raw("quantised floats", pickleDict(pickleText("q") + plain), Malformed,
             "storage has the dtype float32");
    rows.file("a lazy conjugate", tensorFile({.metadata = "}" + pickleText("conj") + "\x88s"}),
              Unsupported, "pending conjugation");
    rows.file("a lazy negative", tensorFile({.metadata = "}" + pickleText("neg") + "\x88s"}),
              Unsupported, "or negation");
    rows.raw("a meta tensor without a dtype", pickleDict(pickleText("m") + meta + ")R"), Malformed,
             "meta tensor");
    rows.raw("52 a meta tensor of 2^80 elements",
             pickleDict(pickleText("m") + meta + "(" + float32 + pickleInt(1LL << 40) +
                        pickleInt(1LL << 40) + "\x86" + pickleInt(0) + pickleInt(0) + "\x86\x89tR"),
             Malformed, "64-bit number");
    rows.raw("48 a meta tensor of negative size",
             pickleDict(pickleText("m") + meta + "(" + float32 + pickleInt(-1) + "\x85" +
                        pickleInt(1) + "\x85\x89tR"),
             Malformed, "negative");
    rows.raw("only sparse tensors", pickleDict(pickleText("s") + sparse), Unsupported, "to_dense");
    rows.raw("a tensor of a type of a tensor of a type",
             pickleDict(pickleText("t") + pickleGlobal("torch._tensor", "_rebuild_from_type_v2") +
                        "q\1(h\1" + pickleGlobal("torch", "Tensor") + "))tR"),
             Malformed, goldenText("checkpoint/of-a-type"));
    rows.raw("63 a tensor of a type by a forbidden function",
             pickleDict(pickleText("t") + pickleGlobal("torch._tensor", "_rebuild_from_type_v2") +
                        "(" + pickleGlobal("os", "system")),
             ForbiddenPickle, "os.system");
    rows.raw("63 a whole module",
             "\x80\x02" + pickleGlobal("torch.nn.modules.linear", "Linear") + ")\x81.",
             ForbiddenPickle, "state_dict()");
}

void addWrongValues(CaseFolder& folder) {
    const Rows rows(folder);
    rows.raw("no tensors", pickleDict(pickleText("a") + "N"), NoCheckpoint, "no tensors");
    rows.raw("tensors under keys that are no names", pickleDict(")" + pickleTensor({})),
             Unsupported, "state_dict");
    rows.raw(
        "53 a tensor of too few arguments",
        pickleDict(pickleText("w") + pickleGlobal("torch._utils", "_rebuild_tensor_v2") + "N\x85R"),
        Malformed, "wrong arguments");
    rows.raw("a Parameter of a number",
             pickleDict(pickleText("w") + pickleGlobal("torch._utils", "_rebuild_parameter") +
                        "(K\1\x88NtR"),
             Malformed, "Parameter");
    const TensorPickle vast{
        .elements = 1, .shape = {1LL << 30, (1LL << 30) + 1}, .strides = {0, 0}};
    rows.raw("62 one float seen as 2^62 bytes by two names",
             pickleDict(
                 pickleText("a.w") + pickleTensor(vast) + pickleText("b.w") +
                 pickleTensor({.key = "0", .elements = 2, .shape = vast.shape, .strides = {0, 0}})),
             Malformed, "2^63");
    rows.raw("a storage that is no tuple", "\x80\x02K\1Q.", Malformed,
             goldenText("checkpoint/tuple-of-five"));
    rows.raw(
        "62 billion laughs without a tensor",
        "\x80\x02]q\1" +
            [] {
                std::string text;
                for (char i = 1; i < 60; ++i) {
                    text += std::string("]q") + static_cast<char>(i + 1) + "(";
                    for (int j = 0; j < 10; ++j) {
                        text += std::string("h") + i;
                    }
                    text += "e";
                }
                return text;
            }() +
            ".",
        NoCheckpoint, "no tensors");
    rows.raw("a name twice",
             pickleDict(pickleText("w") + pickleTensor({}) + pickleText("w") + pickleTensor({})),
             Malformed, "twice");
    rows.raw("a name with NUL", pickleDict(pickleText(std::string("w\0", 2)) + pickleTensor({})),
             Malformed, "NUL");
}

void addLimits(CaseFolder& folder) {
    const Rows rows(folder);
    rows.raw("55 lists 300 deep", "\x80\x02" + std::string(300, ']') + std::string(299, 'a') + ".",
             LimitExceeded, "deeper");
    rows.raw("58 number between those kept", "\x80\x02Nq\1h" + std::string(1, '\0') + ".",
             Malformed, "number 0");
    rows.raw("57 memo 2^32 - 1", "\x80\x02Nr\xff\xff\xff\xff.", LimitExceeded, "4294967295");
    rows.raw("58 absent memo", "\x80\x02h\x05.", Malformed, "number 5");
    rows.raw("59 text of 4 GiB",
             "\x80\x02X\xff\xff\xff\xff"
             "abc",
             LimitExceeded, "4294967295");
    rows.raw("59 text ends", "\x80\x02X" + littleEndian(9, 4) + "abc", Truncated, "middle");
    rows.raw("60 LONG4", "\x80\x02\x8b" + littleEndian(4, 4) + "abcd.", ForbiddenPickle, "LONG4");
    rows.raw("60 a wide LONG1 as an offset",
             pickleDict(pickleText("w") + pickleGlobal("torch._utils", "_rebuild_tensor_v2") +
                        "((" + pickleText("storage") + pickleGlobal("torch", "FloatStorage") +
                        pickleText("0") + pickleText("cpu") + pickleInt(4) + "tQ\x8a\x09" +
                        std::string(8, '\xff') + std::string(1, '\0') + "))\x89)tR"),
             Malformed, "wrong arguments");
    rows.raw("61 list in itself", "\x80\x02]q\1h\1a.", NoCheckpoint, "no tensors");
}

}  // namespace

void addBadPickles(CaseFolder& folder) {
    addLimits(folder);
    addTensors(folder);
    addStacks(folder);
    addNames(folder);
    addContents(folder);
    addWrongValues(folder);
}

}  // namespace stowage::test
