// SPDX-License-Identifier: GPL-3.0-or-later
// Where tokenizers lie, and what follows from their interface: without any of their libraries.
#include "engine/text/tokenizer.h"

#include <array>
#include <filesystem>
#include <system_error>

namespace stowage {

namespace fs = std::filesystem;

std::string followingText(const Tokenizer& tokenizer, std::span<const std::int64_t> prompt,
                          std::span<const std::int64_t> following) {
    std::vector<std::int64_t> all(prompt.begin(), prompt.end());
    all.insert(all.end(), following.begin(), following.end());
    const std::string before = tokenizer.decode(prompt);
    const std::string whole = tokenizer.decode(all);
    return whole.starts_with(before) ? whole.substr(before.size()) : tokenizer.decode(following);
}

std::optional<std::string> findTokenizerFile(const std::string& folder) {
    constexpr std::array kNames{"tokenizer.json", "vocab.json", "tokenizer.model", "spiece.model",
                                "vocab.txt"};
    for (const std::string_view name : kNames) {
        std::error_code failure;
        const fs::path path = fs::path(folder) / name;
        const bool isWhole =
            name != "vocab.json" || fs::exists(fs::path(folder) / "merges.txt", failure);
        if (isWhole && fs::is_regular_file(path, failure)) {
            return path.string();
        }
    }
    return std::nullopt;
}

std::optional<std::string> findTokenizerFolder(const std::string& modelPath) {
    std::error_code failure;
    const fs::path path = fs::absolute(modelPath, failure).lexically_normal();
    const fs::path whole = path.has_filename() ? path : path.parent_path();
    for (const fs::path& folder : {whole, whole.parent_path()}) {
        if (fs::is_directory(folder, failure) && findTokenizerFile(folder.string())) {
            return folder.string();
        }
    }
    return std::nullopt;
}

}  // namespace stowage
