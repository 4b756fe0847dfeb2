// SPDX-License-Identifier: GPL-3.0-or-later
// GGUF, .npy, offload folders and folders of tensors; the numbers are those of the list.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/golden_text.h"

namespace stowage::test {
namespace {

namespace fs = std::filesystem;
using enum ErrorCode;

void addGguf(CaseFolder& folder) {
    const BadRows row(folder, "bad.gguf");
    const std::uint64_t huge = std::uint64_t{1} << 60;
    row("72 GGUF tensor count of 2^60", ggufBytes({.tensorCount = huge}), LimitExceeded,
        "1152921504606846976");
    row("72 GGUF key-value count of 2^60", ggufBytes({.keyValueCount = huge}), LimitExceeded,
        "1152921504606846976");
    row("72 GGUF counts that wrap around",
        ggufBytes({.tensorCount = 768614336404564651ULL, .keyValueCount = 1}), LimitExceeded, "");
    row("72 an array of 2^60 numbers",
        ggufBytes({.keyValues = {ggufKey("a", 9) + ggufArray(12, huge)}}), Truncated,
        goldenText("checkpoint/more-than-the-file"));
    row("72 an array of 2^61 empty texts",
        ggufBytes({.keyValues = {ggufKey("a", 9) + ggufArray(8, 2 * huge)}}), Truncated,
        goldenText("checkpoint/more-than-the-file"));
    row("73 GGUF alignment 0", ggufBytes({.keyValues = {ggufAlignment(0)}}), Malformed,
        goldenText("checkpoint/power-of-two"));
    row("73 GGUF alignment 48", ggufBytes({.keyValues = {ggufAlignment(48)}}), Malformed, "48");
    row("73 GGUF alignment 2^31", ggufBytes({.keyValues = {ggufAlignment(0x80000000U)}}), Truncated,
        goldenText("checkpoint/past-the-end"));
    row("GGUF of version 1", ggufBytes({.version = 1}), Unsupported,
        goldenText("checkpoint/is-a-gguf-file-of-version-1"));
    row("66 big endian GGUF", ggufBytes({.version = 0x03000000}), Unsupported, "big-endian");
    row("20 GGUF product overflow",
        ggufBytes({.tensors = {{.dimensions = {1ULL << 40U, 1ULL << 40U}, .type = 0}}}), Malformed,
        "64-bit number");
    row("16 GGUF overlap", ggufBytes({.tensors = {{}, {.name = "other"}}}), Malformed, "overlaps");
    row("10 GGUF name twice", ggufBytes({.tensors = {{}, {.offset = 128}}}), Malformed, "twice");
    row("22 GGUF unknown type", ggufBytes({.tensors = {{.type = 99}}}), Unsupported, "type 99");
    row("GGUF offset of 2^64 - 32", ggufBytes({.tensors = {{.offset = ~std::uint64_t{31}}}}),
        Truncated, goldenText("checkpoint/past-the-end"));
    row("25 GGUF truncated by a byte", ggufBytes({}).substr(0, ggufBytes({}).size() - 1), Truncated,
        goldenText("checkpoint/past-the-end"));
    row("27 GGUF name with NUL", ggufBytes({.tensors = {{.name = std::string("a\0", 2)}}}),
        Malformed, "NUL");
}

void addSplitGguf(CaseFolder& folder) {
    const std::string split = ggufKey("split.count", 2) + littleEndian(2, 2);
    const auto part = [&](const char* name) {
        return ggufBytes({.keyValues = {split}, .tensors = {{.name = name}}});
    };
    const fs::path missing = folder.newFolder("28 missing part of a split GGUF");
    writeBytes(missing / "m-00001-of-00002.gguf", part("a"));
    folder.addBad("28 missing part of a split GGUF", missing / "m-00001-of-00002.gguf",
                  FileNotFound, "m-00002-of-00002.gguf");
    const fs::path twice = folder.newFolder("33 tensor in two parts");
    writeBytes(twice / "m-00001-of-00002.gguf", part("a"));
    writeBytes(twice / "m-00002-of-00002.gguf", part("a"));
    folder.addBad("33 tensor in two parts of a split GGUF", twice / "m-00001-of-00002.gguf",
                  Malformed, "\"a\"");
    const fs::path other = folder.newFolder("a part of another split GGUF");
    writeBytes(other / "m-00001-of-00002.gguf", part("a"));
    writeBytes(other / "m-00002-of-00002.gguf", ggufBytes({.tensors = {{.name = "b"}}}));
    folder.addBad("a part of another split GGUF", other / "m-00001-of-00002.gguf", Malformed,
                  goldenText("checkpoint/not-one-of-2"));
}

std::string npyFile(const std::string& header, std::size_t dataBytes) {
    return "\x93NUMPY" + std::string("\1\0", 2) + littleEndian(header.size(), 2) + header +
           std::string(dataBytes, '\0');
}

std::string npyHeader(const std::string& descr, const std::string& shape) {
    return "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }";
}

void addNpy(CaseFolder& folder) {
    const BadRows row(folder, "bad.npy");
    row("76 .npy of objects", npyFile(npyHeader("'|O'", "(2,)"), 16), Unsupported, "objects");
    row("76 .npy of a structured dtype", npyFile(npyHeader("[('a', '<f4')]", "(2,)"), 8),
        Unsupported, "structured");
    row("76 .npy of texts", npyFile(npyHeader("'<U4'", "(2,)"), 32), Unsupported, "<U4");
    row("66 big endian .npy", npyFile(npyHeader("'>f4'", "(2,)"), 8), Unsupported, "big-endian");
    row("20 .npy product overflow", npyFile(npyHeader("'<f4'", "(4294967296, 4294967296)"), 8),
        Malformed, "64-bit number");
    row("21 .npy of a negative size", npyFile(npyHeader("'<f4'", "(-1,)"), 8), Malformed,
        "dimension");
    row("25 .npy truncated by a byte", npyFile(npyHeader("'<f4'", "(2,)"), 7), Truncated,
        "8 bytes");
    row("63 .npy header that calls", npyFile("__import__('os').system('ls')", 8), Malformed,
        "dict");
    row(".npy header of 4 GiB",
        "\x93NUMPY" + std::string("\2\0", 2) + littleEndian(0xffffffff, 4) + "{", LimitExceeded,
        "65536");
}

/// An offload folder of "a.dat" (eight bytes) under the given index.
void offload(CaseFolder& folder, const std::string& name, const std::string& index, ErrorCode code,
             const std::string& mentions) {
    const fs::path place = folder.newFolder(name);
    writeBytes(place / "a.dat", "12345678");
    writeBytes(place / "index.json", index);
    folder.addBad(name, place, code, mentions);
}

void addOffload(CaseFolder& folder) {
    offload(folder, "74 .dat too short", R"({"a":{"dtype":"float32","shape":[3]}})", Truncated,
            "8 bytes");
    offload(folder, "74 .dat too long", R"({"a":{"dtype":"uint8","shape":[3]}})", Malformed,
            "8 bytes");
    offload(folder, "74 .dat of a scalar", R"({"a":{"dtype":"float32","shape":[]}})", Malformed,
            "4 bytes");
    offload(folder, "74 .dat for an empty tensor", R"({"a":{"dtype":"float32","shape":[0]}})",
            Malformed, "0 bytes");
    offload(folder, "74 .dat missing", R"({"b":{"dtype":"float32","shape":[2]}})", FileNotFound,
            "b.dat");
    offload(folder, "75 offload name with a slash", R"({"../a":{"dtype":"float32","shape":[2]}})",
            Malformed, "'/'");
    offload(folder, "75 offload name that is absolute",
            R"({"/etc/passwd":{"dtype":"float32","shape":[2]}})", Malformed, "'/'");
    offload(folder, "20 offload product overflow",
            R"({"a":{"dtype":"float32","shape":[4294967296,4294967296]}})", Malformed,
            "64-bit number");
    offload(folder, "21 offload shape of texts", R"({"a":{"dtype":"float32","shape":["2"]}})",
            Malformed, "dimension");
    offload(folder, "22 offload unknown dtype", R"({"a":{"dtype":"float33","shape":[2]}})",
            Unsupported, "float33");
    offload(folder, "10 offload name twice",
            R"({"a":{"dtype":"float32","shape":[2]},"a":{"dtype":"int64","shape":[1]}})", Malformed,
            "twice");
    offload(folder, "28 offload safetensors file missing",
            R"({"a":{"safetensors_file":"no.safetensors","dtype":"float32"}})", FileNotFound,
            "no.safetensors");
    offload(folder, "32 offload safetensors file that is a device",
            R"({"a":{"safetensors_file":"/dev/zero","dtype":"float32"}})", NotARegularFile,
            "/dev/zero");
    const fs::path linked = folder.newFolder("31 .dat that leads out");
    fs::create_symlink("/etc/hostname", linked / "a.dat");
    writeBytes(linked / "index.json", R"({"a":{"dtype":"uint8","shape":[2]}})");
    folder.addBad("31 .dat that leads out", linked, Malformed, "symbolic link");
}

}  // namespace

void addBadOthers(CaseFolder& folder) {
    addGguf(folder);
    addSplitGguf(folder);
    addNpy(folder);
    addOffload(folder);
    const BadRows row(folder, "bad.pth");
    row("a text", goldenText("plan/dear-reader-this-is-no-model"), UnknownFormat, "text file");
    row("a web page", "<!DOCTYPE html><html></html>", UnknownFormat, "text file");
    row("a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\n", Unsupported,
        goldenText("checkpoint/git-lfs-pull"));
    row("an HDF5 file", "\x89HDF\r\n\x1a\n" + std::string(100, '\0'), Unsupported, "HDF5");
    row("a tar archive", std::string(257, 'a') + "ustar" + std::string(300, '\0'), Unsupported,
        "tar");
    const BadRows named(folder, "model.safetensors");
    const std::string rest("\0\x10JFIF\0\1", 8);
    named("a picture", "\xff\xd8\xff\xe0" + rest + std::string(100, '\xee'), Unsupported,
          "JPEG picture");
    named("a picture without loss", "\x89PNG\r\n\x1a\n" + rest, Unsupported, "PNG picture");
    named("a document", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", Unsupported, "PDF document");
    named("a packed file", "\x1f\x8b\x08" + rest, Unsupported, "gzip archive");
    named("a video", std::string("\0\0\0 ftypisom", 12), Unsupported, "MP4 video");
    named("a zip called weights", zipFile({{"a.txt", "hello"}}), UnknownFormat, "zip file");
    named("a web page called weights", "<!DOCTYPE html><html></html>", UnknownFormat,
          "<!DOCTYPE html>");
    row("a program",
        "\x7f"
        "ELF\2\1\1" +
            std::string(100, '\0'),
        Unsupported, "program");
    named("a model of llama.cpp's first days", "tjgg\3" + std::string(100, '\0'), Unsupported,
          "older than GGUF");
    row("zeros", std::string(4096, '\0'), UnknownFormat, "");
    row("a zip without records", "PK\x05\x06" + std::string(18, '\0'), UnknownFormat, "data.pkl");
}

}  // namespace stowage::test
