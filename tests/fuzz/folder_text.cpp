// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/folder_text.h"

#include "tests/fuzz/fuzz_check.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace stowage::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarker = "=== ";
constexpr std::string_view kNextFile = "\n=== ";
constexpr std::string_view kArrow = " -> ";
constexpr std::size_t kMostFiles = 16;
constexpr std::size_t kMostNameBytes = 128;

/// Removed with what is in it when the process ends in peace.
class ScratchFolder {
public:
    ScratchFolder() {
        const bool hasMemory = ::access("/dev/shm", W_OK) == 0;
        m_path =
            (hasMemory ? "/dev/shm" : fs::temp_directory_path().string()) + "/stowage-fuzz-XXXXXX";
        require(::mkdtemp(m_path.data()) != nullptr, "the harness can make a folder");
    }
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }

    void empty() const {
        for (const auto& entry : fs::directory_iterator(m_path)) {
            fs::remove_all(entry.path());
        }
    }

private:
    std::string m_path;
};

bool isPlainName(std::string_view name) {
    return !name.empty() && name.size() <= kMostNameBytes && name != "." && name != ".." &&
           name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

void writeFile(const std::string& path, std::string_view bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file >= 0) {
        require(::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
                "the harness can write its files");
        ::close(file);
    }
}

void makeEntry(const std::string& folder, std::string_view head, std::string_view bytes) {
    const std::size_t arrow = head.find(kArrow);
    const std::string_view name = head.substr(0, arrow);
    if (!isPlainName(name)) {
        return;
    }
    const std::string path = folder + "/" + std::string(name);
    if (arrow == std::string_view::npos) {
        writeFile(path, bytes);
        return;
    }
    const std::string target(head.substr(arrow + kArrow.size()));
    if (!target.starts_with('/') && target.find('\0') == std::string::npos) {
        // A name that is taken keeps what it has.
        (void)!::symlink(target.c_str(), path.c_str());
    }
}

}  // namespace

std::string folderFrom(Input input) {
    static const ScratchFolder kFolder;
    kFolder.empty();
    std::string_view text = textOf(input);
    for (std::size_t i = 0; i < kMostFiles && text.starts_with(kMarker); ++i) {
        text.remove_prefix(kMarker.size());
        const std::size_t line = std::min(text.find('\n'), text.size());
        const std::size_t next = std::min(text.find(kNextFile, line), text.size());
        const std::size_t begin = std::min(line + 1, next);
        makeEntry(kFolder.path(), text.substr(0, line), text.substr(begin, next - begin));
        text.remove_prefix(std::min(next + 1, text.size()));
    }
    return kFolder.path();
}

}  // namespace stowage::fuzz
