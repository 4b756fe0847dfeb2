// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/gguf_reader.h"

#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/formats/gguf_file.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kDigits = 5;
constexpr std::string_view kOf = "-of-";
constexpr std::string_view kGgufEnding = ".gguf";

std::string fiveDigits(std::uint32_t number) {
    const std::string text = std::to_string(number);
    return std::string(kDigits - std::min(kDigits, text.size()), '0') + text;
}

std::optional<std::uint32_t> numberOf(std::string_view digits) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} && end == digits.data() + digits.size() ? std::optional(number)
                                                                        : std::nullopt;
}

/// The name of one file of a split model, as llama.cpp writes it: "big-00002-of-00005.gguf".
struct GgufPartName {
    std::string stem;  ///< "big"
    std::uint32_t number = 0;
    std::uint32_t count = 0;

    std::string fileName() const {
        return stem + "-" + fiveDigits(number) + std::string(kOf) + fiveDigits(count) +
               std::string(kGgufEnding);
    }
};

/// Nothing for names of another form.
std::optional<GgufPartName> parseGgufPartName(const std::string& fileName) {
    constexpr std::size_t kTail = 1 + kDigits + kOf.size() + kDigits + kGgufEnding.size();
    if (fileName.size() < kTail || !fileName.ends_with(kGgufEnding)) {
        return std::nullopt;
    }
    const std::size_t dash = fileName.size() - kTail;
    const std::string_view tail = std::string_view(fileName).substr(dash + 1);
    const auto number = numberOf(tail.substr(0, kDigits));
    const auto count = numberOf(tail.substr(kDigits + kOf.size(), kDigits));
    const bool isName = fileName[dash] == '-' && tail.substr(kDigits).starts_with(kOf) && number &&
                        count && *number >= 1 && *number <= *count;
    return isName ? std::optional(GgufPartName{fileName.substr(0, dash), *number, *count})
                  : std::nullopt;
}

class SplitReader {
public:
    SplitReader(GgufPartName name, GgufContents opened, const std::stop_token& stop)
        : m_name(std::move(name)), m_opened(std::move(opened)), m_stop(stop) {}

    Result<Checkpoint> read() {
        const std::string path = m_opened.checkpoint.path;
        const std::uint32_t number = m_name.number;
        Checkpoint all;
        all.path = path;
        all.format = CheckpointFormat::Gguf;
        for (m_name.number = 1; m_name.number <= m_name.count; ++m_name.number) {
            if (m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", path));
            }
            auto part = m_name.number == number ? Result<GgufContents>(std::move(m_opened))
                                                : readPart(path);
            STOWAGE_TRY(part);
            STOWAGE_TRY(add(std::move(part->checkpoint), all));
        }
        return all;
    }

private:
    Result<GgufContents> readPart(const std::string& openedPath) const {
        const std::string folder = folderOf(openedPath);
        const auto path = placeInFolder(folder, m_name.fileName(), openedPath);
        STOWAGE_TRY(path);
        const auto file = RandomAccessFile::openWhenRead(*path);
        if (!file && file.error().code == ErrorCode::FileNotFound) {
            return fail(ErrorCode::FileNotFound,
                        say("%1 is one of %2 files of a split model. The file %3 is missing from "
                            "%4; fetch the missing file.",
                            openedPath, m_name.count, quotedForMessage(m_name.fileName()), folder),
                        *path, m_name.fileName());
        }
        auto part = file ? readGgufFile(*file, m_stop) : Result<GgufContents>(file.unexpected());
        if (part && part->splitFiles != m_name.count) {
            return fail(ErrorCode::Malformed,
                        say("By its name, %1 is one of %2 files of a split model, but its header "
                            "does not match; fetch the file again.",
                            *path, m_name.count),
                        *path);
        }
        return part;
    }

    Result<void> add(Checkpoint part, Checkpoint& all) {
        const auto shard = static_cast<std::uint32_t>(all.shards.size());
        all.shards.push_back(part.shards.front());
        for (StoredTensor& tensor : part.tensors) {
            if (!m_names.insert(tensor.name)) {
                return fail(ErrorCode::Malformed,
                            say("The tensor %1 of %2 is also in another file of the split model.",
                                quotedForMessage(tensor.name), part.path),
                            part.path, tensor.name);
            }
            tensor.location.shard = shard;
            all.tensors.push_back(std::move(tensor));
        }
        return {};
    }

    GgufPartName m_name;
    GgufContents m_opened;
    const std::stop_token& m_stop;
    SeenNames m_names;
};

}  // namespace

std::optional<std::string> onlySplitGguf(const std::vector<std::string>& names) {
    std::optional<GgufPartName> first;
    for (const std::string& name : names) {
        const auto part = parseGgufPartName(name);
        if (!part || (first && (part->stem != first->stem || part->count != first->count))) {
            return std::nullopt;
        }
        first = first ? first : part;
    }
    return first ? std::optional(names.front()) : std::nullopt;
}

Result<Checkpoint> readGguf(const std::shared_ptr<const RandomAccessFile>& file,
                            const std::stop_token& stop) {
    auto opened = readGgufFile(file, stop);
    if (!opened || opened->splitFiles <= 1) {
        return opened ? Result<Checkpoint>(std::move(opened->checkpoint))
                      : Result<Checkpoint>(opened.unexpected());
    }
    const std::string& path = file->path();
    const auto name = parseGgufPartName(path.substr(path.rfind('/') + 1));
    if (!name || name->count != opened->splitFiles) {
        opened->checkpoint.warnings.push_back(
            say("%1 is one of %2 files of a split model. Only the tensors of this file are read, "
                "because the names of the other files cannot be derived from the file name.",
                path, opened->splitFiles));
        return std::move(opened->checkpoint);
    }
    return SplitReader(*name, std::move(*opened), stop).read();
}

}  // namespace stowage
