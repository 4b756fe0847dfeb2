// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers are those of the list "Bad input" in docs/spec/checkpoints.md.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

namespace stowage::test {
namespace {

using enum ErrorCode;

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

void addHeaders(CaseFolder& folder) {
    const BadRows row(folder, "bad.safetensors");
    const auto safetensorsRow = [&](const char* name, const std::string& header,
                                    std::size_t dataBytes, ErrorCode code, const char* mentions) {
        row(name, safetensorsFile(header, dataBytes), code, mentions);
    };
    row("1 empty", "", Truncated, "empty");
    row("2 seven bytes", std::string("\x10\0\0\0\0\0\0", 7), Truncated, "7 bytes");
    row("3 N = 2^63", littleEndian(std::uint64_t{1} << 63, 8) + "{}", LimitExceeded,
        "9223372036854775808");
    row("N = 2^60", littleEndian(std::uint64_t{1} << 60, 8), LimitExceeded, "1152921504606846976");
    row("4 N = 100,000,001", littleEndian(100'000'001, 8) + "{}", LimitExceeded, "100000001");
    row("5 N > file", littleEndian(1000, 8) + "{}", Truncated, "1000");
    row("6 N = 0", littleEndian(0, 8) + "abc", Malformed, "'{'");
    safetensorsRow("7 invalid UTF-8", "{\"\xff\":{}}", 0, Malformed, "UTF-8");
    safetensorsRow("8 nested list", R"({"a":)" + std::string(100000, '['), 0, Malformed, "list");
    safetensorsRow("8 nested in a field",
                   R"({"a":{"x":)" + std::string(100000, '[') + std::string(100000, ']') + "}}", 0,
                   LimitExceeded, "nested");
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
                   goldenText("checkpoint/metadata-must-be-strings"));
    safetensorsRow("12 null in metadata", R"({"__metadata__":{"a":null}})", 0, Malformed,
                   goldenText("checkpoint/metadata-must-be-strings"));
    safetensorsRow("12 object in metadata", R"({"__metadata__":{"a":{}}})", 0, Malformed,
                   goldenText("checkpoint/metadata-must-be-strings"));
}

void addLayouts(CaseFolder& folder) {
    const BadRows row(folder, "bad.safetensors");
    const auto safetensorsRow = [&](const char* name, const std::string& header,
                                    std::size_t dataBytes, ErrorCode code, const char* mentions) {
        row(name, safetensorsFile(header, dataBytes), code, mentions);
    };
    const std::string good = entry("[1]", "[0,4]");
    safetensorsRow("13 negative offset", entry("[1]", "[-4,0]"), 4, Malformed, "negative");
    safetensorsRow("14 float offset", entry("[1]", "[0,4.0]"), 4, Malformed, "not whole");
    safetensorsRow("14 three offsets", entry("[1]", "[0,4,4]"), 4, Malformed, "two");
    safetensorsRow("14 one offset", entry("[1]", "[0]"), 4, Malformed, "two");
    safetensorsRow("15 end before begin", entry("[1]", "[4,0]"), 4, Malformed, "gap");
    safetensorsRow("15 end before begin at 0",
                   R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
                   R"("b":{"dtype":"U8","shape":[2],"data_offsets":[4,2]}})",
                   4, Malformed, goldenText("checkpoint/before-it-begins"));
    safetensorsRow("16 overlap", two("[0,4]", "[2,6]"), 6, Malformed, "overlaps");
    safetensorsRow("17 hole", two("[0,4]", "[6,10]"), 10, Malformed, "gap");
    safetensorsRow("18 begins late", entry("[1]", "[4,8]"), 8, Malformed, "gap");
    safetensorsRow("19 other size", entry("[2]", "[0,4]"), 4, Malformed, "needs 8 bytes");
    safetensorsRow("20 product overflow", entry("[4294967296,4294967296]", "[0,4]"), 4, Malformed,
                   "64-bit number");
    safetensorsRow("20 bits overflow", entry("[4611686018427387904]", "[0,4]"), 4, Malformed,
                   "64-bit number");
    safetensorsRow("24 trailing bytes", good, 5, Malformed, "1 byte after");
    safetensorsRow("25 truncated by a byte", good, 3, Truncated, "truncated");
    safetensorsRow("27 NUL in a name",
                   R"({"a\u0000b":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})", 0, Malformed,
                   "NUL");
    safetensorsRow("27 slash in a name",
                   R"({"../b":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})", 0, Unsupported,
                   "'/'");
    safetensorsRow("missing fields", R"({"a":{"dtype":"U8"}})", 0, Malformed, "lacks");
    safetensorsRow("entry is a number", R"({"a":1})", 0, Malformed,
                   goldenText("checkpoint/an-object-must-be"));
    row("text file", goldenText("checkpoint/this-is-not-a-model-it-is-a-letter"), UnknownFormat,
        "text file");
    row("web page", "<!DOCTYPE html><html></html>", UnknownFormat, "text file");
}

void addFields(CaseFolder& folder) {
    const BadRows row(folder, "bad.safetensors");
    const auto safetensorsRow = [&](const char* name, const std::string& header,
                                    std::size_t dataBytes, ErrorCode code, const char* mentions) {
        row(name, safetensorsFile(header, dataBytes), code, mentions);
    };
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
}

void addJson(CaseFolder& folder) {
    const BadRows row(folder, "bad.json");
    row("index of nothing", R"({"metadata": {}, "weight_map": {}})", Malformed, "no tensor names");
    row("other JSON", R"({"a": 1})", Malformed, "stowage.tree");
    row("broken JSON", R"({"a": )", Malformed, "JSON");
}

}  // namespace

void addBadSafetensors(CaseFolder& folder) {
    addHeaders(folder);
    addLayouts(folder);
    addFields(folder);
    addJson(folder);
}

}  // namespace stowage::test
