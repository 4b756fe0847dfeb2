// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch files that look odd and are right.
#include "tests/hostile/case_folder.h"
#include "tests/support/golden_text.h"
#include "tests/support/zip_style.h"

namespace stowage::test {
namespace {

/// Four floats as tensorFile() stores them.
const std::string kOnes(16, '\1');

ExpectedTensor w() {
    return {"w", "float32", {4}, kOnes};
}

std::string named(const std::string& name, const TensorPickle& tensor = {}) {
    return pickleText(name) + pickleTensor(tensor);
}

std::vector<ZipPart> parts(const std::string& root, const std::string& pickle) {
    return {{root + "data.pkl", pickle}, {root + "data/0", kOnes}, {root + "version", "3\n"}};
}

std::string dict(const std::string& items) {
    return "}(" + items + "u";
}

void addArchives(CaseFolder& folder) {
    const std::string pickle = pickleDict(named("w"));
    const auto zip = [&](const char* name, const std::string& bytes) {
        folder.valid(name, "model.pth", bytes, {w()});
    };
    zip("data descriptors and alignment to 64",
        styledZip(parts("archive/", pickle), {.hasDescriptors = true, .alignment = 64}));
    zip("zip64 in a small file", styledZip(parts("archive/", pickle), {.isZip64 = true}));
    zip("zip64 with descriptors and alignment",
        styledZip(parts("archive/", pickle),
                  {.hasDescriptors = true, .isZip64 = true, .alignment = 64}));
    zip("a comment behind the end",
        styledZip(parts("archive/", pickle), {.comment = "made by hand"}));
    zip("a comment that holds an end record",
        styledZip(parts("archive/", pickle),
                  {.comment = "PK\x05\x06" + std::string(30, '\0') + "!"}));
    zip("a line feed behind the end", styledZip(parts("archive/", pickle), {}) + "\n");
    zip("padding behind the end",
        styledZip(parts("archive/", pickle), {.isZip64 = true}) + std::string(3, '\0'));
    zip("a root of blanks and letters of other scripts",
        styledZip(parts("mein Modell \xe6\xa8\xa1/", pickle), {}));
    zip("no root at all", styledZip(parts("", pickle), {}));
    std::vector<ZipPart> more = parts("archive/", pickle);
    more.insert(more.begin(), {"archive/.format_version", "1"});
    more.insert(more.begin() + 2, {"archive/.storage_alignment", "64"});
    more.push_back({"archive/byteorder", "little"});
    more.push_back({"archive/.data/serialization_id", "0636067578807230969"});
    more.push_back({"archive/notes/readme.txt", "a record that nobody knows"});
    more.push_back({"archive/data/17", goldenText("checkpoint/a-storage-that-nobody-uses")});
    zip("records of torch 2 and unknown ones", zipFile(more));
    more = parts("archive/", pickle);
    more.insert(more.begin(), {{"archive/", ""}, {"archive/data/", ""}});
    zip("folders among the records", zipFile(more));
    more = parts("archive/", pickle);
    std::swap(more.front(), more.back());
    zip("the pickle last", zipFile(more));
    std::string damaged = zipFile(parts("archive/", pickle));
    damaged[centralEntry(damaged, 0) + 16] ^= 1;
    folder.valid("a wrong checksum", "model.pth", damaged, {w()}, "checksum");
    zip("bytes behind the STOP", zipFile(parts("archive/", pickle + "never looked at")));
}

void addTensors(CaseFolder& folder) {
    const auto one = [&](const char* name, const TensorPickle& tensor, ExpectedTensor expected) {
        folder.valid(name, "model.pth", tensorFile(tensor), {std::move(expected)});
    };
    one("an expanded tensor", {.elements = 1, .shape = {3, 2}, .strides = {0, 0}},
        {"w", "float32", {3, 2}, std::string(24, '\1')});
    const std::int64_t large = std::int64_t{1} << 34;
    one("one float seen as 64 GiB", {.elements = 1, .shape = {large}, .strides = {0}},
        {"w", "float32", {large}, {}});
    folder.last().isLoadable = false;
    one("a transposed tensor", {.shape = {2, 2}, .strides = {1, 2}},
        {"w", "float32", {2, 2}, kOnes});
    one("a slice", {.offset = 1, .shape = {2}, .strides = {2}},
        {"w", "float32", {2}, std::string(8, '\1')});
    one("a scalar at the end of its storage", {.offset = 3, .shape = {}, .strides = {}},
        {"w", "float32", {}, std::string(4, '\1')});
    one("an empty tensor behind its storage", {.offset = 4, .shape = {0}, .strides = {1}},
        {"w", "float32", {0}, ""});
    one("an empty tensor of large sizes",
        {.shape = {0, std::int64_t{1} << 20}, .strides = {std::int64_t{1} << 20, 1}},
        {"w", "float32", {0, std::int64_t{1} << 20}, ""});
    one("a stride that is never taken", {.shape = {1, 4}, .strides = {std::int64_t{1} << 60, 1}},
        {"w", "float32", {1, 4}, kOnes});
    one("a storage with room to spare", {.elements = 2, .shape = {2}},
        {"w", "float32", {2}, std::string(8, '\1')});
    one("complex numbers", {.storageName = "ComplexFloatStorage", .elements = 2, .shape = {2}},
        {"w", "complex64", {2}, kOnes});
    one("bfloat16", {.storageName = "BFloat16Storage", .elements = 8, .shape = {8}},
        {"w", "bfloat16", {8}, kOnes});
    std::vector<ZipPart> empty = parts(
        "archive/",
        pickleDict(named("w") +
                   named("e", {.key = "1", .elements = 0, .shape = {0, 3}, .strides = {3, 1}})));
    empty.push_back({"archive/data/1", ""});
    folder.valid("a storage of no elements", "model.pth", zipFile(empty),
                 {w(), {"e", "float32", {0, 3}, ""}});
    folder.valid("two names of one tensor", "model.pth",
                 torchFile(pickleDict(named("w") + named("v"))),
                 {w(), {"v", "float32", {4}, kOnes}});
}

void addPickles(CaseFolder& folder) {
    const auto valid = [&](const char* name, const std::string& pickle,
                           std::vector<ExpectedTensor> tensors, const char* mentions = "") {
        folder.valid(name, "model.pth", torchFile(pickle), std::move(tensors), mentions);
    };
    const std::string ordered = pickleGlobal("collections", "OrderedDict") + ")R";
    valid(
        "an OrderedDict with its metadata",
        "\x80\x02" + ordered + "(" + named("w") + "u}" + pickleText("_metadata") + ordered + "sb.",
        {w()});
    const std::string parameter = pickleGlobal("torch._utils", "_rebuild_parameter");
    valid(
        "a Parameter",
        pickleDict(pickleText("w") + parameter + "(" + pickleTensor({}) + "\x88" + ordered + "tR"),
        {w()});
    valid(
        "a Parameter with attributes",
        pickleDict(pickleText("w") + pickleGlobal("torch._utils", "_rebuild_parameter_with_state") +
                   "(" + pickleTensor({}) + "\x88" + ordered + "}tR"),
        {w()});
    valid("a random seed above 64 bits",
          pickleDict(pickleText("seed") + "\x8a\x09" + std::string(8, '\xff') +
                     std::string(1, '\0') + named("w")),
          {w()}, goldenText("checkpoint/no-tensor-and-was-left-out"));
    valid("a zero of no bytes",
          pickleDict(pickleText("n") + "\x8a" + std::string(1, '\0') + named("w")), {w()});
    valid("names as Python 2 wrote them", pickleDict("U\1w" + pickleTensor({})), {w()});
    std::string memo = "X" + littleEndian(1, 4) + "w";
    for (int i = 0; i < 100'000; ++i) {
        memo += "r" + littleEndian(static_cast<std::uint64_t>(i), 4);
    }
    valid("a memo of 100,000 numbers", pickleDict(memo + pickleTensor({})), {w()});
    valid("a list that holds itself", pickleDict(named("w") + pickleText("l") + "]q\1h\1a"), {w()});
    valid("bytes and a set",
          pickleDict(named("w") + pickleText("b") + pickleGlobal("_codecs", "encode") +
                     pickleText("abc") + pickleText("latin1") + "\x86R" + pickleText("s") +
                     pickleGlobal("__builtin__", "set") + "]\x85R"),
          {w()});
    valid("names that are no module's",
          pickleDict(named("") + named("a.") + named(".b") + named("\xe6\xa8\xa1 x/y") +
                     named(std::string(4000, 'n'))),
          {{"", "float32", {4}, kOnes},
           {"a.", "float32", {4}, kOnes},
           {".b", "float32", {4}, kOnes},
           {"\xe6\xa8\xa1 x/y", "float32", {4}, kOnes},
           {std::string(4000, 'n'), "float32", {4}, kOnes}});
}

void addNested(CaseFolder& folder) {
    const auto valid = [&](const char* name, const std::string& pickle,
                           std::vector<ExpectedTensor> tensors, const char* mentions) {
        folder.valid(name, "model.pth", torchFile(pickle), std::move(tensors), mentions);
    };
    const std::string adam =
        dict(pickleText("state") +
             dict(pickleInt(0) + dict(named("step") + named("exp_avg") + named("exp_avg_sq"))));
    valid("a model behind its optimizer",
          pickleDict(pickleText("optimizer") + adam + pickleText("model") + dict(named("w"))),
          {w()}, "\"model\" of");
    valid("a model between two copies",
          pickleDict(pickleText("ema") + dict(named("a.w") + named("n")) +
                     pickleText("state_dict") + dict(named("a.w"))),
          {{"a.w", "float32", {4}, kOnes}}, "\"state_dict\" of");
    folder.valid("a part by its prefix", "model.pth",
                 torchFile(pickleDict(pickleText("optimizer") + adam + pickleText("model") +
                                      dict(named("w")))),
                 {{"step", "float32", {4}, kOnes},
                  {"exp_avg", "float32", {4}, kOnes},
                  {"exp_avg_sq", "float32", {4}, kOnes}});
    folder.last().options = {"--prefix", "optimizer.state.0"};
    valid("a list of tensors", "\x80\x02](" + pickleTensor({}) + pickleTensor({}) + "e.",
          {{"0", "float32", {4}, kOnes}, {"1", "float32", {4}, kOnes}}, "");
    valid("tensors under numbers", pickleDict(pickleInt(7) + pickleTensor({})),
          {{"7", "float32", {4}, kOnes}}, "");
    valid("a bare tensor", "\x80\x02" + pickleTensor({}) + ".", {{"model", "float32", {4}, kOnes}},
          "");
    const std::string sparse = pickleGlobal("torch._utils", "_rebuild_sparse_tensor") + ")R";
    valid("a sparse tensor beside others", pickleDict(named("w") + pickleText("s") + sparse), {w()},
          "\"s\"");
    const std::string meta = pickleGlobal("torch._utils", "_rebuild_meta_tensor_no_storage") + "(" +
                             pickleGlobal("torch", "bfloat16") + pickleInt(2) + pickleInt(3) +
                             "\x86" + pickleInt(3) + pickleInt(1) + "\x86\x89tR";
    valid("a meta tensor", pickleDict(named("w") + pickleText("m") + meta),
          {w(), {"m", "bfloat16", {2, 3}, {}}}, "meta device");
    folder.last().isLoadable = false;
}

}  // namespace

void addOddTorch(CaseFolder& folder) {
    addArchives(folder);
    addTensors(folder);
    addPickles(folder);
    addNested(folder);
}

}  // namespace stowage::test
