// SPDX-License-Identifier: GPL-3.0-or-later
// safetensors files that look odd and are right.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"

namespace stowage::test {
namespace {

std::string entry(const std::string& name, const std::string& dtype, const std::string& shape,
                  std::size_t begin, std::size_t end) {
    return "\"" + name + R"(":{"dtype":")" + dtype + R"(","shape":)" + shape +
           R"(,"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(end) + "]}";
}

std::string zeros(std::size_t count) {
    return std::string(count, '\0');
}

const std::string kByte = entry("w", "U8", "[1]", 0, 1);

void addHeaders(CaseFolder& folder) {
    const auto one = [&](const char* name, const std::string& header) {
        folder.valid(name, "model.safetensors", safetensorsFile(header, 1),
                     {{"w", "uint8", {1}, zeros(1)}});
    };
    one("a header of an odd length", "{" + kByte + "} ");
    one("a header padded with blanks", "{" + kByte + "}" + std::string(4096, ' '));
    one("a header of 123 bytes", "{" + kByte + "}" + std::string(123 - kByte.size() - 2, ' '));
    one("a header with line feeds and tabs", "{\n\t" + kByte + "\n}\r\n");
    one("empty metadata", R"({"__metadata__":{},)" + kByte + "}");
    one("metadata of any text",
        R"({"__metadata__":{"":"","format":"pt","a\nb":"\u0000\ud83d\ude00","w":"\"{}\""},)" +
            kByte + "}");
    one("metadata behind the tensors", "{" + kByte + R"(,"__metadata__":{"format":"pt"}})");
    one("fields that nobody knows",
        R"({"w":{"note":{"a":[1,2.5,null,true]},"dtype":"U8","shape":[1],"data_offsets":[0,1]}})");
    one("fields in another order", R"({"w":{"data_offsets":[0,1],"shape":[1],"dtype":"U8"}})");
    one("an escaped name", R"({"\u0077":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})");
    folder.valid("no tensors at all", "model.safetensors", safetensorsFile("{}", 0), {},
                 "no tensors");
    folder.valid("only metadata", "model.safetensors",
                 safetensorsFile(R"({"__metadata__":{"format":"pt"}})", 0), {}, "no tensors");
    one("no metadata, said by null", R"({"__metadata__":null,)" + kByte + "}");
}

void addTensors(CaseFolder& folder) {
    const auto valid = [&](const char* name, const std::string& header, std::size_t dataBytes,
                           std::vector<ExpectedTensor> tensors) {
        folder.valid(name, "model.safetensors", safetensorsFile("{" + header + "}", dataBytes),
                     std::move(tensors));
    };
    valid("offsets in another order than names",
          entry("a", "U8", "[2]", 4, 6) + "," + entry("b", "U16", "[2]", 0, 4), 6,
          {{"a", "uint8", {2}, zeros(2)}, {"b", "uint16", {2}, zeros(4)}});
    valid("scalars", entry("a", "F32", "[]", 0, 4) + "," + entry("b", "BOOL", "[]", 4, 5), 5,
          {{"a", "float32", {}, zeros(4)}, {"b", "bool", {}, zeros(1)}});
    valid("empty tensors before, between and behind",
          entry("a", "F32", "[0]", 0, 0) + "," + entry("b", "U8", "[1]", 0, 1) + "," +
              entry("c", "F64", "[3,0,2]", 1, 1) + "," + entry("d", "U8", "[1]", 1, 2) + "," +
              entry("e", "BF16", "[0,9223372036854775807]", 2, 2),
          2,
          {{"a", "float32", {0}, ""},
           {"b", "uint8", {1}, zeros(1)},
           {"c", "float64", {3, 0, 2}, ""},
           {"d", "uint8", {1}, zeros(1)},
           {"e", "bfloat16", {0, 9223372036854775807}, ""}});
    valid("only empty tensors", entry("a", "F32", "[0]", 0, 0), 0, {{"a", "float32", {0}, ""}});
    valid("tensors at odd addresses",
          entry("a", "U8", "[1]", 0, 1) + "," + entry("b", "F64", "[2]", 1, 17) + "," +
              entry("c", "BF16", "[1]", 17, 19),
          19,
          {{"a", "uint8", {1}, zeros(1)},
           {"b", "float64", {2}, zeros(16)},
           {"c", "bfloat16", {1}, zeros(2)}});
    valid("64 dimensions",
          entry(
              "a", "U8",
              "[1" +
                  [] {
                      std::string ones;
                      for (int i = 1; i < 64; ++i) {
                          ones += ",1";
                      }
                      return ones;
                  }() +
                  "]",
              0, 1),
          1, {{"a", "uint8", std::vector<std::int64_t>(64, 1), zeros(1)}});
    valid("names that are no module's",
          entry("", "U8", "[1]", 0, 1) + "," + entry(".", "U8", "[1]", 1, 2) + "," +
              entry("a..b", "U8", "[1]", 2, 3) + "," + entry(" a b ", "U8", "[1]", 3, 4) + "," +
              entry("\xe6\xa8\xa1\xf0\x9f\x98\x80", "U8", "[1]", 4, 5) + "," +
              entry(std::string(10'000, 'n'), "U8", "[1]", 5, 6) + "," +
              entry("format", "U8", "[1]", 6, 7) + "," + entry("a", "U8", "[1]", 7, 8) + "," +
              entry("a.b", "U8", "[1]", 8, 9),
          9,
          {{"", "uint8", {1}, zeros(1)},
           {".", "uint8", {1}, zeros(1)},
           {"a..b", "uint8", {1}, zeros(1)},
           {" a b ", "uint8", {1}, zeros(1)},
           {"\xe6\xa8\xa1\xf0\x9f\x98\x80", "uint8", {1}, zeros(1)},
           {std::string(10'000, 'n'), "uint8", {1}, zeros(1)},
           {"format", "uint8", {1}, zeros(1)},
           {"a", "uint8", {1}, zeros(1)},
           {"a.b", "uint8", {1}, zeros(1)}});
}

void addDTypes(CaseFolder& folder) {
    struct Row {
        const char* written;
        const char* name;
        std::size_t bytes;  ///< of eight elements
    };
    const std::vector<Row> rows = {{"BOOL", "bool", 8},
                                   {"U8", "uint8", 8},
                                   {"I8", "int8", 8},
                                   {"F8_E5M2", "float8_e5m2", 8},
                                   {"F8_E4M3", "float8_e4m3fn", 8},
                                   {"F8_E8M0", "float8_e8m0fnu", 8},
                                   {"F8_E4M3FNUZ", "float8_e4m3fnuz", 8},
                                   {"F8_E5M2FNUZ", "float8_e5m2fnuz", 8},
                                   {"I16", "int16", 16},
                                   {"U16", "uint16", 16},
                                   {"F16", "float16", 16},
                                   {"BF16", "bfloat16", 16},
                                   {"I32", "int32", 32},
                                   {"U32", "uint32", 32},
                                   {"F32", "float32", 32},
                                   {"I64", "int64", 64},
                                   {"U64", "uint64", 64},
                                   {"F64", "float64", 64},
                                   {"C64", "complex64", 64},
                                   {"F4", "float4_e2m1fn_x2", 4},
                                   {"F6_E2M3", "float6_e2m3", 6},
                                   {"F6_E3M2", "float6_e3m2", 6}};
    for (const Row& row : rows) {
        folder.valid(
            std::string("eight of ") + row.written, "model.safetensors",
            safetensorsFile("{" + entry("w", row.written, "[2,4]", 0, row.bytes) + "}", row.bytes),
            {{"w", row.name, {2, 4}, zeros(row.bytes)}});
        folder.last().isLoadable = row.bytes != 6;  // torch has no numbers of 6 bits
    }
}

}  // namespace

void addOddSafetensors(CaseFolder& folder) {
    addHeaders(folder);
    addTensors(folder);
    addDTypes(folder);
}

}  // namespace stowage::test
