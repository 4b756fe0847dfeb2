// SPDX-License-Identifier: GPL-3.0-or-later
// Runs committed inputs through their target: `fuzz_replay TARGET FILE-OR-FOLDER…`. It ends with
// an abort where an input breaks a rule or a sanitizer sees something, and says which input it was.
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using stowage::fuzz::Target;

void replay(const Target& target, const fs::path& path) {
    // Said before, so that the last line names the input that ended the program.
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    // Of the exact size, and on the heap.
    const std::unique_ptr<std::byte[]> copy(new std::byte[bytes.size()]);
    std::copy_n(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size(), copy.get());
    target.run({copy.get(), bytes.size()});
}

std::vector<fs::path> filesOf(const fs::path& path) {
    std::vector<fs::path> files;
    if (!fs::is_directory(path)) {
        files.push_back(path);
        return files;
    }
    for (const auto& entry : fs::directory_iterator(path)) {
        files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const Target* const target =
        arguments.empty() ? nullptr : stowage::fuzz::findTarget(arguments.front());
    if (target == nullptr || arguments.size() < 2) {
        std::fputs("usage: fuzz_replay TARGET FILE-OR-FOLDER...\n", stderr);
        return 2;
    }
    std::size_t count = 0;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        for (const fs::path& file : filesOf(arguments[i])) {
            replay(*target, file);
            ++count;
        }
    }
    std::printf("%zu inputs of %s\n", count, arguments.front().c_str());
    return count > 0 ? 0 : 1;
}
