// SPDX-License-Identifier: GPL-3.0-or-later
// Headers and indexes of many megabytes that turn out wrong at their end.
#include "tests/hostile/case_folder.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/golden_text.h"

namespace stowage::test {
namespace {

namespace fs = std::filesystem;
using enum ErrorCode;

constexpr std::size_t kLargestHeader = 100'000'000;

/// Entries of one byte each, one behind the other, as many as fit, but for the last one.
std::string manyEntries(std::size_t bytes, std::size_t& count) {
    std::string text = "{";
    text.reserve(bytes + 100);
    for (count = 0; text.size() + 200 < bytes; ++count) {
        const std::string at = std::to_string(count);
        const std::string end = std::to_string(count + 1);
        text +=
            "\"w" + at + R"(":{"dtype":"U8","shape":[1],"data_offsets":[)" + at + "," + end + "]},";
    }
    return text;
}

void addHeaders(CaseFolder& folder) {
    const auto row = [&](const char* name, const std::string& header, ErrorCode code,
                         const char* mentions) {
        folder.bad(name, "bad.safetensors", safetensorsFile(header, 0), code, mentions);
        folder.last().isLarge = true;
    };
    std::size_t count = 0;
    std::string header = manyEntries(kLargestHeader, count);
    header += R"("last":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
    row("16 a header of 100 MB whose last tensor overlaps", header, Malformed, "");
    header.resize(header.size() - 1);
    row("a header of 100 MB without its end", header, Malformed, "JSON");
    row("a name of 90 MB",
        "{\"" + std::string(90'000'000, 'n') +
            R"(":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})",
        LimitExceeded, "");
    row("a dtype of 90 MB", R"({"w":{"dtype":")" + std::string(90'000'000, 'F') + "\"}}", Malformed,
        "");
    row(
        "a shape of 40 million numbers",
        R"({"w":{"dtype":"U8","shape":[1)" +
            [] {
                std::string ones;
                for (int i = 0; i < 40'000'000; ++i) {
                    ones += ",1";
                }
                return ones;
            }() +
            "]}}",
        LimitExceeded, "64 dimensions");
}

void addIndexes(CaseFolder& folder) {
    const auto index = [&](const char* name, const char* file, const std::string& text,
                           ErrorCode code, const char* mentions) {
        folder.bad(name, file, text, code, mentions);
        folder.last().isLarge = true;
    };
    const auto mapOf = [](int count) {
        std::string map = R"({"weight_map":{)";
        for (int i = 0; i < count; ++i) {
            map += "\"model.layers." + std::to_string(i) + R"(.weight":"model-)" +
                   std::to_string(i % 100) + R"(.safetensors",)";
        }
        return map;
    };
    std::string offload = "{";
    for (int i = 0; i < 1'000'000; ++i) {
        offload += "\"model." + std::to_string(i) + R"(":{"dtype":"float32","shape":[1,2,3]},)";
    }
    index("28 an index of 390,000 tensors without shards", "m.index.json",
          mapOf(390'000) + R"("last":"model-1.safetensors"}})", FileNotFound, "model-");
    index("an index of a million tensors", "m.index.json",
          mapOf(1'000'000) + R"("last":"model-1.safetensors"}})", LimitExceeded, "400000");
    index("an index of 390,000 tensors without its end", "m.index.json", mapOf(390'000), Malformed,
          "JSON");
    index("74 an offload index of a million tensors without files", "index.json",
          offload + R"("last":{"dtype":"float32","shape":[1]}})", FileNotFound, "missing");
    // What kind of JSON it is, is found out first.
    index("an offload index of a million tensors without its end", "index.json", offload, Malformed,
          "JSON");
}

void addGguf(CaseFolder& folder) {
    std::vector<GgufTensor> tensors;
    for (std::uint64_t i = 0; i < 240'000; ++i) {
        tensors.push_back({.name = "blk." + std::to_string(i) + ".attn_k.weight",
                           .dimensions = {1},
                           .type = 0,
                           .offset = i * 32});
    }
    folder.bad("25 GGUF of 240,000 tensors without their data", "bad.gguf",
               ggufBytes({.tensors = tensors}), Truncated, goldenText("checkpoint/past-the-end"));
    folder.last().isLarge = true;
    for (GgufTensor& tensor : tensors) {
        tensor.name += std::string(100, 'n');
    }
    folder.bad("GGUF of 240,000 long names", "bad.gguf", ggufBytes({.tensors = tensors}),
               LimitExceeded, "8 MiB");
    folder.last().isLarge = true;
}

}  // namespace

void addHeavyTexts(CaseFolder& folder) {
    addHeaders(folder);
    addIndexes(folder);
    addGguf(folder);
}

}  // namespace stowage::test
