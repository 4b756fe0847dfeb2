// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers are those of the list "Bad input" in docs/spec/checkpoints.md.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

namespace stowage::test {
namespace {

using enum ErrorCode;

const std::string kMagic("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.");
const std::string kProtocol("\x80\x02M\xe9\x03.");

std::string systemInfo(const std::string& littleEndian) {
    return "\x80\x02}" + pickleText("little_endian") + littleEndian + "s.";
}

/// What stands before the object of an old file.
std::string headOf(const std::string& info = systemInfo("\x88")) {
    return kMagic + kProtocol + info;
}

/// A tensor over the storage "7" of four floats; `view` is the sixth member of its persistent id.
std::string oldTensor(const std::string& view = "N", std::int64_t elements = 4,
                      std::int64_t size = 4) {
    return pickleGlobal("torch._utils", "_rebuild_tensor_v2") + "((" + pickleText("storage") +
           pickleGlobal("torch", "FloatStorage") + pickleText("7") + pickleText("cpu") +
           pickleInt(elements) + view + "tQ" + pickleInt(0) + pickleInt(size) + "\x85" +
           pickleInt(1) + "\x85\x89" + pickleGlobal("collections", "OrderedDict") + ")RtR";
}

std::string objectOf(const std::string& tensor = oldTensor()) {
    return pickleDict(pickleText("w") + tensor);
}

std::string keysOf(const std::vector<std::string>& keys) {
    std::string text = "\x80\x02](";
    for (const std::string& key : keys) {
        text += pickleText(key);
    }
    return text + "e.";
}

std::string storageOf(std::uint64_t elements = 4) {
    return littleEndian(elements, 8) + std::string(16, '\1');
}

std::string viewOf(std::int64_t offset, std::int64_t elements) {
    return pickleText("8") + pickleInt(offset) + pickleInt(elements) + "\x87";
}

std::string scriptFile(const std::string& pickle) {
    return torchFile(pickle, {{"model/constants.pkl", "\x80\x02)."}});
}

/// An object of a scripted class with the attributes `items`.
std::string scriptObject(const std::string& items, const std::string& module = "__torch__") {
    return "\x80\x02" + pickleGlobal(module, "Net") + ")\x81}(" + items + "ub.";
}

void addOldFiles(CaseFolder& folder) {
    const BadRows row(folder, "bad.pth");
    const std::string body = objectOf() + keysOf({"7"}) + storageOf();
    row("only the magic", kMagic, Truncated, "protocol");
    row("another protocol", kMagic + "\x80\x02M\xea\x03.", Unsupported, "1001");
    row("66 big endian", headOf(systemInfo("\x89")) + body, Unsupported, "big-endian");
    row("no byte order", headOf("\x80\x02}.") + body, Malformed, "byte order");
    row("a system that is no dict", headOf("\x80\x02N.") + body, Malformed, "byte order");
    row("ends in the object", headOf() + objectOf().substr(0, 40), Truncated, "object");
    row("no keys", headOf() + objectOf(), Truncated, "keys");
    row("keys that are no list", headOf() + objectOf() + "\x80\x02N." + storageOf(), Malformed,
        "no list");
    row("45 missing storage", headOf() + objectOf() + keysOf({}) + storageOf(), Malformed,
        "does not exist");
    row("a key that nobody uses", headOf() + objectOf() + keysOf({"9"}) + storageOf(), Malformed,
        goldenText("checkpoint/no-tensor-uses"));
    row("a key twice", headOf() + objectOf() + keysOf({"7", "7"}) + storageOf() + storageOf(),
        Malformed, "twice");
    row("46 other numel", headOf() + objectOf() + keysOf({"7"}) + storageOf(5), Malformed,
        "5 elements");
    row("47 numel 2^62",
        headOf() + objectOf(oldTensor("N", std::int64_t{1} << 62)) + keysOf({"7"}) +
            storageOf(std::uint64_t{1} << 62),
        Truncated, "4611686018427387904");
    row("ends before a storage", headOf() + objectOf() + keysOf({"7"}), Truncated, "before");
    row("25 truncated by one byte", headOf() + body.substr(0, body.size() - 1), Truncated,
        goldenText("checkpoint/within-the-storage"));
    row("48 size out of bounds",
        headOf() + objectOf(oldTensor("N", 4, 5)) + keysOf({"7"}) + storageOf(), Malformed,
        goldenText("checkpoint/past-the-end"));
    row("63 os.system",
        headOf() + "\x80\x02" + pickleGlobal("os", "system") + pickleText("touch /tmp/pwned") +
            "\x85R.",
        ForbiddenPickle, "os.system");
    row("a storage of five parts",
        headOf() + pickleDict(pickleText("w") + pickleTensor({})) + keysOf({"0"}) + storageOf(),
        Malformed, goldenText("checkpoint/tuple-of-six"));
}

void addOldViews(CaseFolder& folder) {
    const BadRows row(folder, "bad.pth");
    const auto view = [&](const char* name, const std::string& tensor, ErrorCode code,
                          const char* mentions) {
        row(name, headOf() + objectOf(tensor) + keysOf({"7"}) + storageOf(), code, mentions);
    };
    view("beyond its storage", oldTensor(viewOf(2, 3)), Malformed, "outside");
    view("from a negative offset", oldTensor(viewOf(-1, 3)), Malformed, "outside");
    view("of 2^63 - 1", oldTensor(viewOf(1, 0x7fffffffffffffff)), Malformed, "outside");
    view("smaller than its tensor", oldTensor(viewOf(1, 3)), Malformed,
         goldenText("checkpoint/past-the-end"));
    view("of two parts", oldTensor(pickleInt(0) + pickleInt(1) + "\x86"), Malformed, "three");
    view("that is a text", oldTensor(pickleText("view")), Malformed, "three");
}

void addScripts(CaseFolder& folder) {
    const BadRows row(folder, "bad.pth");
    const auto script = [&](const char* name, const std::string& pickle, ErrorCode code,
                            const char* mentions) {
        row(name, scriptFile(pickle), code, mentions);
    };
    script("63 os.system", "\x80\x02" + pickleGlobal("os", "system") + pickleText("ls") + "\x85R.",
           ForbiddenPickle, "os.system");
    script("a module that only begins alike", scriptObject("", "__torch__evil"), ForbiddenPickle,
           "__torch__evil.Net");
    script("an object of a function",
           "\x80\x02" + pickleGlobal("collections", "OrderedDict") + ")\x81.", Malformed,
           goldenText("checkpoint/no-scripted-class"));
    script("a class that is called", "\x80\x02" + pickleGlobal("__torch__", "Net") + ")R.",
           Malformed, "not a function");
    script("no tensors", scriptObject(pickleText("w") + "N"), NoCheckpoint, "no tensors");
    row("a frozen script",
        torchFile(scriptObject(""),
                  {{"model/constants.pkl", "\x80\x02)."}, {"model/constants/0", "0123"}}),
        Unsupported, "frozen TorchScript");
    script("48 size out of bounds", scriptObject(pickleText("w") + pickleTensor({.shape = {5}})),
           Malformed, "w");
    script("a name twice",
           scriptObject(pickleText("a.b") + pickleTensor({}) + pickleText("a") + "}" +
                        pickleText("b") + pickleTensor({}) + "s"),
           Malformed, "twice");
    script("a name of 5000 bytes",
           scriptObject(pickleText(std::string(5000, 'n')) + pickleTensor({})), LimitExceeded,
           "4096");
    script("lists 300 deep",
           scriptObject(pickleText("l") + std::string(300, ']') + pickleTensor({}) +
                        std::string(300, 'a').substr(0, 300)),
           LimitExceeded, "deeper");
    row("a scripted class in a state dict", torchFile(scriptObject("")), ForbiddenPickle,
        "__torch__.Net");
    row("43 deflate beside the code",
        zipFile({{"m/data.pkl", scriptObject(""), 8}, {"m/constants.pkl", "x"}}), Unsupported,
        "compressed");
}

}  // namespace

void addBadOldTorch(CaseFolder& folder) {
    addOldFiles(folder);
    addOldViews(folder);
    addScripts(folder);
}

}  // namespace stowage::test
