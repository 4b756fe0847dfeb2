// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/convert_source.h"

#include "engine/base/random_access_file.h"
#include "engine/base/system_error.h"
#include "engine/checkpoint/float_cast.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/key_check.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace stowage {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kCastPieceBytes = std::uint64_t{256} << 10;
/// More than any model's; a larger file of that name is something else.
constexpr std::uint64_t kMaxCompanionBytes = std::uint64_t{64} << 20;

/// FNV-1a, 64 bits: tells apart what changed by accident.
class Fingerprint {
public:
    void add(std::string_view text) {
        for (const char c : text) {
            m_value = (m_value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        }
        m_value = (m_value ^ 0xff) * 0x100000001b3U;  // no byte of UTF-8: ends the text
    }
    void add(std::uint64_t number) { add(std::to_string(number)); }
    std::string hex() const {
        std::array<char, 20> text{};
        std::snprintf(text.data(), text.size(), "%016llx",
                      static_cast<unsigned long long>(m_value));
        return text.data();
    }

private:
    std::uint64_t m_value = 0xcbf29ce484222325U;
};

bool castsAny(const Checkpoint& checkpoint, const ConvertPlan& plan) {
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        if (plan.tensors[i].dtype != checkpoint.tensors[plan.stored[i]].dtype) {
            return true;
        }
    }
    return false;
}

/// The module tree that describes what is written: the one that describes what is read. Cast
/// tensors are no longer what it says, and a tree that nobody took may be another model's.
std::string treeThatGoesAlong(const Checkpoint& checkpoint, const ConvertPlan& plan) {
    return checkpoint.keyCheck != nullptr && !castsAny(checkpoint, plan)
               ? checkpoint.keyCheck->treeFile
               : std::string();
}

std::vector<std::string> foldersOfWeights(const Checkpoint& checkpoint) {
    std::vector<std::string> folders;
    const auto add = [&](const std::string& folder) {
        if (std::ranges::find(folders, folder) == folders.end()) {
            folders.push_back(folder);
        }
    };
    if (!checkpoint.shards.empty()) {
        const std::string folder = folderOf(checkpoint.shards.front()->path());
        add(folder);
        if (fs::path(folder).filename() == "model_parameters") {
            add(folderOf(folder));
        }
    }
    return folders;
}

}  // namespace

Result<void> ConvertSource::fill(std::size_t index, std::uint64_t offset,
                                 std::span<std::byte> target) {
    const StoredTensor& stored = m_checkpoint.tensors[m_plan.stored[index]];
    const DType dtype = m_plan.tensors[index].dtype;
    if (dtype == stored.dtype) {
        return m_reader.read(stored, offset, target);
    }
    const std::uint64_t fromBytes = storedBits(stored.dtype) / 8;
    const std::uint64_t toBytes = storedBits(dtype) / 8;
    while (!target.empty()) {
        const auto piece = target.first(std::min<std::uint64_t>(kCastPieceBytes, target.size()));
        m_uncast.resize(piece.size() / toBytes * fromBytes);
        if (const auto read = m_reader.read(stored, offset / toBytes * fromBytes, m_uncast);
            !read) {
            return read;
        }
        castFloats(stored.dtype, m_uncast, dtype, piece);
        offset += piece.size();
        target = target.subspan(piece.size());
    }
    return {};
}

Result<std::string> sourceState(const Checkpoint& checkpoint) {
    Fingerprint fingerprint;
    for (const auto& shard : checkpoint.shards) {
        struct stat status {};
        if (::stat(shard->path().c_str(), &status) != 0) {
            return openFailure(shard->path(), errno);
        }
        std::error_code error;
        const fs::path path = fs::canonical(shard->path(), error);
        fingerprint.add(error ? shard->path() : path.string());
        fingerprint.add(static_cast<std::uint64_t>(status.st_size));
        fingerprint.add(static_cast<std::uint64_t>(status.st_mtim.tv_sec));
        fingerprint.add(static_cast<std::uint64_t>(status.st_mtim.tv_nsec));
    }
    return fingerprint.hex();
}

std::string contentsOf(const ConvertPlan& plan) {
    Fingerprint fingerprint;
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        const TensorToWrite& tensor = plan.tensors[i];
        fingerprint.add(tensor.name);
        fingerprint.add(dtypeName(tensor.dtype));
        for (const std::int64_t size : tensor.shape) {
            fingerprint.add(static_cast<std::uint64_t>(size));
        }
        fingerprint.add(tensor.sameAs ? *tensor.sameAs + 1 : 0);
        fingerprint.add(plan.stored[i]);
    }
    for (const ConvertFile& file : plan.files) {
        fingerprint.add(file.name);
        fingerprint.add(file.tensors.size());
    }
    for (const auto& [key, value] : plan.metadata) {
        fingerprint.add(key);
        fingerprint.add(value);
    }
    fingerprint.add(plan.indexText);
    return fingerprint.hex();
}

std::vector<CompanionFile> companionsOf(const Checkpoint& checkpoint, const ConvertPlan& plan) {
    const std::string tree = treeThatGoesAlong(checkpoint, plan);
    std::vector<CompanionFile> companions;
    for (const std::string& folder : foldersOfWeights(checkpoint)) {
        std::vector<std::string> names;
        std::error_code error;
        for (auto at = fs::directory_iterator(folder, error);
             !error && at != fs::directory_iterator(); at.increment(error)) {
            names.push_back(at->path().filename().string());
        }
        std::ranges::sort(names);
        for (const std::string& name : names) {
            const bool isNew =
                std::ranges::find(companions, name, &CompanionFile::name) == companions.end();
            std::error_code absent;
            const bool isTree =
                name.ends_with(".tree.json") && fs::equivalent(folder + "/" + name, tree, absent);
            if (!isNew || !(isTree || name == "config.json")) {
                continue;
            }
            const auto file = RandomAccessFile::open(folder + "/" + name);
            if (!file || (*file)->size() > kMaxCompanionBytes) {
                continue;
            }
            std::string text((*file)->size(), '\0');
            if ((*file)->readAt(0, std::as_writable_bytes(std::span(text)))) {
                companions.push_back({name, std::move(text)});
            }
        }
    }
    return companions;
}

}  // namespace stowage
