// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers are those of the list "Bad input" in docs/spec/checkpoints.md.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

namespace stowage::test {
namespace {

using enum ErrorCode;

/// A good file with bytes of one central directory entry replaced.
std::string patched(std::size_t entryNumber, std::size_t offset, const std::string& bytes) {
    std::string file = tensorFile({});
    file.replace(centralEntry(file, entryNumber) + offset, bytes.size(), bytes);
    return file;
}

}  // namespace

void addBadZips(CaseFolder& folder) {
    const BadRows row(folder, "bad.pth");
    const std::string good = tensorFile({});
    constexpr std::size_t kMethod = 10;
    constexpr std::size_t kStored = 20;
    constexpr std::size_t kSize = 24;
    constexpr std::size_t kLocalOffset = 42;
    row("38 no end record", good.substr(0, good.size() - 10), Truncated, "truncated");
    row("38 only a head", std::string("PK\x03\x04", 4), Truncated, "truncated");
    row("39 header out of bounds", patched(1, kLocalOffset, littleEndian(0x7fffffff, 4)), Malformed,
        goldenText("checkpoint/out-of-bounds"));
    row("39 header is none", patched(1, kLocalOffset, littleEndian(7, 4)), Malformed,
        goldenText("checkpoint/no-local-header"));
    row("40 size out of bounds",
        patched(1, kStored, littleEndian(0x7fffffff, 4) + littleEndian(0x7fffffff, 4)), Malformed,
        goldenText("checkpoint/passes-the-end"));
    row("40 two sizes", patched(1, kSize, littleEndian(1, 4)), Malformed, "size differs");
    row("40 zip64 field missing", patched(1, kLocalOffset, littleEndian(0xffffffff, 4)), Malformed,
        "zip64");
    row("41 overlap",
        patched(0, kStored,
                [&] {
                    const std::size_t size = good.find("version") - good.find("\x80\x02}");
                    return littleEndian(size, 4) + littleEndian(size, 4);
                }()),
        Malformed, "overlaps");
    row("42 duplicate entry", tensorFile({}, {{"model/data/0", "x"}}), Malformed, "twice");
    row("42 two pickles", tensorFile({}, {{"other/data.pkl", "x"}}), Malformed, "two pickles");
    row("43 deflate", patched(1, kMethod, littleEndian(8, 2)), Unsupported, "compressed");
    row("encrypted", patched(1, 8, littleEndian(1, 2)), Unsupported, "encrypted");
    std::string counted = good;
    counted.replace(counted.rfind("PK\x05\x06") + 8, 4, littleEndian(0x00020002, 4));
    row("fewer records than there are", counted, Malformed,
        goldenText("checkpoint/more-in-its-zip-directory"));
    row("a zip of something else", zipFile({{"a.txt", "hello"}}), UnknownFormat, "data.pkl");
    row("an archive of NumPy arrays", zipFile({{"a.npy", "hello"}}), Unsupported,
        "Unpack the archive");
    row("66 big endian", tensorFile({}, {{"model/byteorder", "big"}}), Unsupported, "big");
    row("66 no endian", tensorFile({}, {{"model/byteorder", "odd"}}), Malformed, "odd");
    row("bare pickle", "\x80\x04K\x01.", Unsupported, "pickle");
    row("bytes", std::string("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\0\0", 12), UnknownFormat,
        "not in a format");
    row("Git LFS pointer", "version https://git-lfs.github.com/spec/v1\n", Unsupported,
        goldenText("checkpoint/git-lfs-pull"));
}

}  // namespace stowage::test
