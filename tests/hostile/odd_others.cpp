// SPDX-License-Identifier: GPL-3.0-or-later
// GGUF and .npy files, old PyTorch files and trees that look odd and are right.
#include "tests/hostile/case_folder.h"
#include "tests/support/gguf_builder.h"

namespace stowage::test {
namespace {

namespace fs = std::filesystem;

const ExpectedTensor kBlocks{"w", "Q8_0", {2, 32}, std::string(68, '\1')};

void addGguf(CaseFolder& folder) {
    const auto valid = [&](const char* name, const GgufFile& file) {
        folder.valid(name, "model.gguf", ggufBytes(file), {kBlocks});
    };
    valid("GGUF of version 2 with an alignment of 64",
          {.version = 2, .keyValues = {ggufAlignment(64)}, .alignment = 64});
    valid("GGUF with an alignment of 8", {.keyValues = {ggufAlignment(8)}, .alignment = 8});
    valid("GGUF with arrays in arrays",
          {.keyValues = {ggufKey("a", 9) + ggufArray(9, 1) + ggufArray(8, 1) + ggufText("x")}});
    valid("GGUF with an empty key and empty arrays",
          {.keyValues = {ggufKey("", 8) + ggufText(""), ggufKey("b", 9) + ggufArray(8, 0)}});
    const std::string split = ggufKey("split.count", 2) + littleEndian(2, 2);
    const fs::path parts = folder.newFolder("a split GGUF");
    writeBytes(parts / "m-00001-of-00002.gguf", ggufBytes({.keyValues = {split}}));
    writeBytes(parts / "m-00002-of-00002.gguf",
               ggufBytes({.keyValues = {split}, .tensors = {{.name = "v"}}}));
    const ExpectedTensor other{"v", "Q8_0", {2, 32}, std::string(68, '\1')};
    folder.addValid("a split GGUF by its folder", parts, {kBlocks, other});
    folder.addValid("a split GGUF by its second part", parts / "m-00002-of-00002.gguf",
                    {kBlocks, other});
    folder.valid("a part of a split GGUF under another name", "part.gguf",
                 ggufBytes({.keyValues = {split}}), {kBlocks}, "one of 2 files");
    folder.valid("GGUF of plain numbers", "model.gguf",
                 ggufBytes({.tensors = {{.dimensions = {4, 3}, .type = 0}}}),
                 {{"w", "float32", {3, 4}, std::string(48, '\1')}});
}

std::string npyFile(unsigned version, const std::string& header, const std::string& data) {
    return "\x93NUMPY" + littleEndian(version, 2) +
           littleEndian(header.size(), version == 1 ? 2 : 4) + header + data;
}

void addNpy(CaseFolder& folder) {
    const auto valid = [&](const char* name, unsigned version, const std::string& header,
                           const std::string& data, ExpectedTensor tensor) {
        folder.valid(name, "x.y.npy", npyFile(version, header, data), {std::move(tensor)});
    };
    const std::string data = "0123456789ab";
    valid(".npy of version 2", 2, "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }\n",
          data, {"x.y", "int16", {2, 3}, data});
    valid(".npy of version 3 with other blanks", 3,
          "{\"shape\":(6,),\"descr\":\"<i2\",\"fortran_order\":False}   ", data,
          {"x.y", "int16", {6}, data});
    valid(".npy in Fortran order", 1, "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }",
          data, {"x.y", "int16", {2, 3}, "0145892367ab"});
    valid(".npy of a scalar", 1, "{'descr': '|b1', 'fortran_order': False, 'shape': (), }", "\1",
          {"x.y", "bool", {}, "\1"});
    valid(".npy of nothing", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 7), }", "",
          {"x.y", "float64", {0, 7}, ""});
    valid(".npy with long numbers of Python 2", 1,
          "{'descr': '<i2', 'fortran_order': False, 'shape': (2L, 3L), }", data,
          {"x.y", "int16", {2, 3}, data});
}

void addOldTorch(CaseFolder& folder) {
    const std::string head =
        "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.\x80\x02}" +
        pickleText("little_endian") + "\x88s.";
    const std::string tensor = pickleGlobal("torch._utils", "_rebuild_tensor_v2") + "((" +
                               pickleText("storage") + pickleGlobal("torch", "FloatStorage") +
                               pickleText("7") + pickleText("cpu") + pickleInt(4) + "NtQ" +
                               pickleInt(0) + pickleInt(4) + "\x85" + pickleInt(1) + "\x85\x89" +
                               pickleGlobal("collections", "OrderedDict") + ")RtR";
    const std::string tail =
        "\x80\x02](" + pickleText("7") + "e." + littleEndian(4, 8) + std::string(16, '\1');
    const std::vector<ExpectedTensor> w = {{"w", "float32", {4}, std::string(16, '\1')}};
    folder.valid("an old file", "model.pth", head + pickleDict(pickleText("w") + tensor) + tail, w);
    folder.valid("an old file with more behind it", "model.pth",
                 head + pickleDict(pickleText("w") + tensor) + tail + "trailing", w,
                 "8 extra bytes");
    folder.valid("an old file of one tensor", "w.pt", head + "\x80\x02" + tensor + "." + tail, w);
    const std::string object =
        torchFile("\x80\x02" + pickleGlobal("__torch__", "Net") + ")\x81}(" + pickleText("w") +
                      pickleTensor({}) + "ub.",
                  {{"model/constants.pkl", "\x80\x02)."}, {"model/code/net.py", "import os", 0}});
    folder.valid("a TorchScript archive", "model.pt", object, w, "constants are ignored");
}

void addTrees(CaseFolder& folder) {
    folder.valid("a tree without weights", "model.tree.json",
                 R"({"format":"stowage.tree","version":1,"tree":{"name":"","class":"Net",)"
                 R"("params":[{"name":"w","shape":[4],"dtype":"float32"}]}})",
                 {{"w", "float32", {4}, {}}});
    folder.last().isLoadable = false;
}

}  // namespace

void addOddOthers(CaseFolder& folder) {
    addGguf(folder);
    addNpy(folder);
    addOldTorch(folder);
    addTrees(folder);
}

}  // namespace stowage::test
