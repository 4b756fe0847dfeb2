// SPDX-License-Identifier: GPL-3.0-or-later
// Files that would cost memory or time: many objects, shared over and over, and the caps together.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

namespace stowage::test {
namespace {

using enum ErrorCode;

std::string times(std::size_t count, const std::string& text) {
    std::string all;
    all.reserve(count * text.size());
    for (std::size_t i = 0; i < count; ++i) {
        all += text;
    }
    return all;
}

/// Long texts, each another one.
std::string texts(std::size_t count, std::size_t bytes) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        all += pickleText(std::string(bytes, static_cast<char>('a' + i % 26)));
    }
    return all;
}

/// The persistent id of a storage, kept under number 1.
std::string storageId() {
    return "(" + pickleText("storage") + pickleGlobal("torch", "FloatStorage") + pickleText("0") +
           pickleText("cpu") + "K\x04tq\x01";
}

/// A call of _rebuild_tensor_v2, kept under 3, of arguments kept under 4, to be repeated.
std::string tensorCall(const std::string& sizes, const std::string& metadata) {
    return "\x80\x02" + pickleGlobal("torch._utils", "_rebuild_tensor_v2") + "q\x03(" +
           storageId() + "Q" + std::string("K\0", 2) + sizes + "\x89)" + metadata + "tq\x04";
}

/// A zip whose directory has many entries for one and the same record.
std::string manyRecords(std::size_t count) {
    const std::string name = "m/data/0";
    const std::string common = littleEndian(20, 2) + std::string(20, '\0') +
                               littleEndian(name.size(), 2) + littleEndian(0, 2);
    const std::string file = "PK\x03\x04" + common + name;
    const std::string entry =
        "PK\x01\x02" + littleEndian(20, 2) + common + std::string(14, '\0') + name;
    const std::string end64 = "PK\x06\x06" + littleEndian(44, 8) + littleEndian(45, 2) +
                              littleEndian(45, 2) + littleEndian(0, 8) + littleEndian(count, 8) +
                              littleEndian(count, 8) + littleEndian(count * entry.size(), 8) +
                              littleEndian(file.size(), 8);
    return file + times(count, entry) + end64 + "PK\x06\x07" + littleEndian(0, 4) +
           littleEndian(file.size() + count * entry.size(), 8) + littleEndian(1, 4) + "PK\x05\x06" +
           littleEndian(0, 4) + std::string(12, '\xff') + littleEndian(0, 2);
}

}  // namespace

void addHeavyPickles(CaseFolder& folder) {
    const auto raw = [&](const char* name, const std::string& pickle, ErrorCode code,
                         const char* mentions) {
        folder.bad(name, "bad.pth", torchFile(pickle), code, mentions);
        folder.last().isLarge = true;
    };
    const std::string call = "h\x03h\x04R";
    raw("55 nested tuples", "\x80\x02)" + std::string(2'000'000, '\x85') + ".", LimitExceeded,
        "tuples");
    raw("56 marks", "\x80\x02" + std::string(2'000'000, '(') + ".", LimitExceeded, "marks");
    raw("too many objects", "\x80\x02" + std::string(2'000'001, 'N') + ".", LimitExceeded,
        "2000000");
    raw("too many references", "\x80\x02Nq\x01" + times(2'000'001, "h\x01"), LimitExceeded,
        "references");
    raw("too many dicts", "\x80\x02" + std::string(1'000'001, '}') + ".", LimitExceeded,
        goldenText("checkpoint/lists-and-dicts"));
    raw("too many tensors",
        "\x80\x02" + pickleGlobal("torch._utils", "_rebuild_sparse_tensor") + "q\1" +
            times(250'001, "h\1)R"),
        LimitExceeded, "250000 tensors");
    raw("tensors of 64 dimensions",
        tensorCall("(" + times(64, "K\x01") + "tq\x02h\x02", "") + times(249'000, call),
        LimitExceeded, goldenText("checkpoint/mib-of-memory"));
    raw("2 million storages", "\x80\x02" + storageId() + times(1'900'000, "h\x01Q"), LimitExceeded,
        goldenText("checkpoint/mib-of-memory"));
    raw("a text of 64 KiB a thousand times and then objects",
        "\x80\x02](" + texts(1000, 65'000) + std::string(1'900'000, 'N'), LimitExceeded,
        goldenText("checkpoint/mib-of-memory"));
    raw("58 MB of texts and a million objects",
        "\x80\x02](" + texts(890, 65'536) + std::string(1'060'000, 'N'), Truncated, "STOP");
    raw("a pickle above 64 MiB", "\x80\x02](" + texts(1032, 65'536), LimitExceeded, "67108864");
    raw("a call of a million arguments again and again",
        "\x80\x02" + pickleGlobal("torch.serialization", "_get_layout") + "q\x03(" +
            times(900'000, "h\x03") + "tq\x01" + times(500'000, "h\x03h\x01R"),
        Truncated, "STOP");
    raw("metadata of a million members again and again",
        tensorCall("K\x01\x85K\x01\x85", "}(" + std::string(800'000, 'N') + "u") +
            times(200'000, call),
        Truncated, "STOP");
    raw("a key of 64 KiB again and again",
        "\x80\x02" + pickleText(std::string(65'000, 'k')) + "q\x01}(" + times(900'000, "h\x01N") +
            "u.",
        NoCheckpoint, "no tensors");
    raw(
        "memo numbers far apart",
        "\x80\x02N" +
            [] {
                std::string text;
                for (std::uint64_t i = 2; i < 1'999'999; i += 2) {
                    text += "r" + littleEndian(i, 4);
                }
                return text;
            }(),
        Truncated, "STOP");
    const auto zip = [&](const char* name, std::size_t count, ErrorCode code,
                         const char* mentions) {
        folder.bad(name, "bad.pth", manyRecords(count), code, mentions);
        folder.last().isLarge = true;
    };
    zip("41 a quarter of a million records in one place", 250'000, Malformed, "overlaps");
    zip("300,000 records", 300'000, LimitExceeded, "250000");
}

}  // namespace stowage::test
