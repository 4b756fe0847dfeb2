// SPDX-License-Identifier: GPL-3.0-or-later
// Indexes and their shards; the numbers are those of the list "Bad input" in
// docs/spec/checkpoints.md.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"

#include <sys/stat.h>

namespace stowage::test {
namespace {

namespace fs = std::filesystem;
using enum ErrorCode;

constexpr const char* kIndex = "m.safetensors.index.json";

/// A shard of tensors of four bytes each.
std::string shard(const std::vector<std::string>& names) {
    std::string header;
    std::size_t at = 0;
    for (const std::string& name : names) {
        header += (header.empty() ? "{\"" : ",\"") + name +
                  R"(":{"dtype":"U8","shape":[4],"data_offsets":[)" + std::to_string(at) + "," +
                  std::to_string(at + 4) + "]}";
        at += 4;
    }
    return safetensorsFile(header + "}", at);
}

std::string indexOf(const std::string& map) {
    return R"({"metadata":{"total_size":8},"weight_map":)" + map + "}";
}

constexpr const char* kGoodMap = R"({"a":"m-1.safetensors","b":"m-2.safetensors"})";

/// Two shards and their index, to be spoilt.
class IndexCases {
public:
    explicit IndexCases(CaseFolder& folder) : m_folder(&folder) {}

    [[nodiscard]] fs::path good(const std::string& name) const {
        fs::path place = m_folder->newFolder(name);
        writeBytes(place / "m-1.safetensors", shard({"a"}));
        writeBytes(place / "m-2.safetensors", shard({"b"}));
        writeBytes(place / kIndex, indexOf(kGoodMap));
        return place;
    }
    /// The good shards under another map.
    void map(const std::string& name, const std::string& text, ErrorCode code,
             const std::string& mentions) const {
        const fs::path place = good(name);
        writeBytes(place / kIndex, indexOf(text));
        m_folder->addBad(name, place / kIndex, code, mentions);
    }
    void index(const std::string& name, const std::string& text, ErrorCode code,
               const std::string& mentions) const {
        const fs::path place = good(name);
        writeBytes(place / kIndex, text);
        m_folder->addBad(name, place / kIndex, code, mentions);
    }
    /// Without its second shard, in whose place `put` may put something else.
    template <class Put>
    void second(const std::string& name, ErrorCode code, const std::string& mentions,
                Put put) const {
        const fs::path place = good(name);
        fs::remove(place / "m-2.safetensors");
        put(place / "m-2.safetensors");
        m_folder->addBad(name, place / kIndex, code, mentions);
    }

private:
    CaseFolder* m_folder;
};

void addWrongPlaces(const IndexCases& cases) {
    cases.second("28 missing shard", FileNotFound, "m-2.safetensors", [](const fs::path&) {});
    cases.map("29 shard above the folder", R"({"a":"../m-1.safetensors","b":"m-2.safetensors"})",
              Malformed, "outside");
    cases.map("29 shard up and down", R"({"a":"x/../../m-1.safetensors","b":"m-2.safetensors"})",
              Malformed, "outside");
    cases.map("30 absolute path", R"({"a":"/etc/passwd","b":"m-2.safetensors"})", Malformed,
              "outside");
    cases.second("31 symlink out of the folder", Malformed, "symbolic link",
                 [](const fs::path& at) { fs::create_symlink("/etc/hostname", at); });
    cases.second("31 symlink to a file beside the folder", Malformed, "symbolic link",
                 [](const fs::path& at) {
                     const fs::path outside =
                         at.parent_path().parent_path() / "outside.safetensors";
                     writeBytes(outside, shard({"b"}));
                     fs::create_symlink(outside, at);
                 });
    cases.second("31 symlink to nothing", FileNotFound, "m-2.safetensors",
                 [](const fs::path& at) { fs::create_symlink("nowhere", at); });
    cases.second("31 symlink to itself", FileNotFound, "itself",
                 [](const fs::path& at) { fs::create_symlink(at.filename(), at); });
    cases.second("32 FIFO", NotARegularFile, "FIFO",
                 [](const fs::path& at) { (void)::mkfifo(at.c_str(), 0600); });
    cases.second("32 device", Malformed, "symbolic link",
                 [](const fs::path& at) { fs::create_symlink("/dev/zero", at); });
    cases.second("80 a directory as a shard", NotARegularFile, "folder",
                 [](const fs::path& at) { fs::create_directory(at); });
    cases.map("an empty shard name", R"({"a":"","b":"m-2.safetensors"})", Malformed, "outside");
    cases.map("a shard name with NUL", R"({"a":"m-1.safetensors\u0000x","b":"m-2.safetensors"})",
              Malformed, "outside");
    cases.map("the folder itself as a shard", R"({"a":".","b":"m-2.safetensors"})", Malformed, "");
    cases.map("the index as its own shard", R"({"a":"m.safetensors.index.json"})", UnknownFormat,
              "text file");
}

void addWrongMaps(const IndexCases& cases) {
    cases.second("33 tensor in two shards", Malformed, "two shards", [](const fs::path& at) {
        writeBytes(at, shard({"a", "b"}));
    });
    cases.map("34 mapped tensor absent from its shard",
              R"({"a":"m-1.safetensors","b":"m-2.safetensors","c":"m-2.safetensors"})", Malformed,
              "\"c\"");
    cases.map("34 mapped to the other shard", R"({"a":"m-2.safetensors","b":"m-1.safetensors"})",
              Malformed, "but the tensor is in");
    cases.map("37 shards that differ by case only",
              R"({"a":"m-1.safetensors","b":"M-1.safetensors"})", Malformed, "differ only in case");
    cases.index("an index of nothing", R"({"weight_map":{}})", Malformed, "no tensor names");
    cases.index("an index that is a list", R"(["m-1.safetensors"])", UnknownFormat, "text file");
    cases.index("an index with a byte order mark", "\xef\xbb\xbf" + indexOf(kGoodMap),
                UnknownFormat, "text file");
    cases.index("a map of numbers", R"({"weight_map":{"a":1}})", Malformed, "\"a\"");
    cases.index("a map that is a list", R"({"weight_map":["m-1.safetensors"]})", Malformed,
                "weight_map");
    cases.index("a key twice in the map",
                R"({"weight_map":{"a":"m-1.safetensors","a":"m-2.safetensors"}})", Malformed,
                "twice");
    cases.index("two maps", R"({"weight_map":{"a":"m-1.safetensors"},"weight_map":{}})", Malformed,
                "twice");
    cases.index("an index nested 100,000 deep",
                R"({"weight_map":{"a":"m-1.safetensors"},"x":)" + std::string(100000, '['),
                LimitExceeded, "deep");
    cases.index("an index that ends within", R"({"weight_map":{"a":"m-1.safe)", Malformed, "JSON");
    cases.index("an index with bad UTF-8", "{\"weight_map\":{\"\xff\":\"m-1.safetensors\"}}",
                Malformed, "JSON");
    cases.second("25 a shard truncated by a byte", Truncated, "m-2.safetensors",
                 [](const fs::path& at) {
                     const std::string bytes = shard({"b"});
                     writeBytes(at, bytes.substr(0, bytes.size() - 1));
                 });
    cases.second("24 a shard with trailing bytes", Malformed, "m-2.safetensors",
                 [](const fs::path& at) { writeBytes(at, shard({"b"}) + "x"); });
    cases.second("1 an empty shard", Truncated, "m-2.safetensors",
                 [](const fs::path& at) { writeBytes(at, ""); });
}

}  // namespace

void addBadIndexes(CaseFolder& folder) {
    const IndexCases cases(folder);
    addWrongPlaces(cases);
    addWrongMaps(cases);
    const ExpectedTensor a{"a", "uint8", {4}, std::string(4, '\0')};
    const ExpectedTensor b{"b", "uint8", {4}, std::string(4, '\0')};
    const fs::path more = cases.good("35 shard tensor absent from the map");
    writeBytes(more / "m-2.safetensors", shard({"b", "c"}));
    folder.addValid("35 shard tensor absent from the map", more / kIndex,
                    {a, b, {"c", "uint8", {4}, std::string(4, '\0')}}, "\"c\"");
    const fs::path sized = cases.good("36 wrong total_size");
    writeBytes(sized / kIndex,
               R"({"metadata":{"total_size":9},"weight_map":)" + std::string(kGoodMap) + "}");
    folder.addValid("36 wrong total_size", sized / kIndex, {a, b}, "9 bytes");
}

}  // namespace stowage::test
