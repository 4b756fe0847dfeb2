// SPDX-License-Identifier: GPL-3.0-or-later
// Files held against a model that is known from a tree beside them, and trees that are wrong; the
// numbers are those of the list "Bad input" in docs/spec/checkpoints.md.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"

namespace stowage::test {
namespace {

namespace fs = std::filesystem;
using enum ErrorCode;

std::string treeOf(const std::string& parameters) {
    return R"({"format":"stowage.tree","version":1,"tree":{"name":"","class":"Net","params":[)" +
           parameters + "]}}";
}

std::string parameter(const std::string& name, const std::string& shape, const std::string& dtype) {
    return R"({"name":")" + name + R"(","shape":)" + shape + R"(,"dtype":")" + dtype + "\"}";
}

/// Two tensors, "w" of four floats and "n" of two integers, under a tree of the given parameters.
void held(CaseFolder& folder, const std::string& name, const std::string& parameters,
          const std::string& mentions) {
    const fs::path place = folder.newFolder(name);
    writeBytes(place / "model.safetensors",
               safetensorsFile(R"({"w":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},)"
                               R"("n":{"dtype":"I64","shape":[2],"data_offsets":[16,32]}})",
                               32));
    writeBytes(place / "model.tree.json", treeOf(parameters));
    folder.addBad(name, place / "model.safetensors", KeyMismatch, mentions);
    folder.last().isListed = true;
}

void addTrees(CaseFolder& folder) {
    const BadRows row(folder, "bad.tree.json");
    row("21 a tree with a negative size", treeOf(parameter("w", "[-1]", "float32")), Malformed,
        "shape");
    row("20 a tree whose product overflows",
        treeOf(parameter("w", "[4294967296,4294967296]", "float32")), Malformed, "");
    row("22 a tree with an unknown dtype", treeOf(parameter("w", "[1]", "float33")), Malformed,
        "float33");
    row("10 a tree with a name twice",
        treeOf(parameter("w", "[1]", "float32") + "," + parameter("w", "[1]", "float32")),
        Malformed, "w");
    std::string deep = R"({"format":"stowage.tree","version":1,"tree":)";
    for (int i = 0; i < 20'000; ++i) {
        deep += R"({"name":"a","class":"Net","children":[)";
    }
    row("8 a tree 20,000 deep", deep, LimitExceeded, "");
    row("a tree of another version", R"({"format":"stowage.tree","version":99,"tree":{}})",
        Unsupported, "version");
}

}  // namespace

void addBadModels(CaseFolder& folder) {
    const std::string w = parameter("w", "[4]", "float32");
    const std::string n = parameter("n", "[2]", "int64");
    held(folder, "69 missing keys", w + "," + n + "," + parameter("v", "[4]", "float32"), "v");
    held(folder, "69 unexpected keys", w, "n");
    held(folder, "69 other names", parameter("module.w", "[4]", "float32"), "");
    held(folder, "70 wrong shape", parameter("w", "[5]", "float32") + "," + n, "[5]");
    held(folder, "70 wrong number of dimensions", parameter("w", "[2,2]", "float32") + "," + n,
         "[2, 2]");
    held(folder, "71 lossy dtype", parameter("w", "[4]", "float16") + "," + n, "lose precision");
    held(folder, "71 a dtype that no cast reaches", w + "," + parameter("n", "[2]", "bool"),
         "which cannot be cast");
    addTrees(folder);
}

}  // namespace stowage::test
