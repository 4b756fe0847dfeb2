// SPDX-License-Identifier: GPL-3.0-or-later
// A line as `serve` gets it: of what is taken, the command line it becomes. With STOWAGE_FUZZ_DO in
// the environment every line asks for that ("plan"), so that each kind gets its share of time.
#include "app/cli/machines/serve_requests.h"
#include "engine/base/json_reader.h"
#include "tests/fuzz/folder_text.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage::fuzz {
namespace {

constexpr std::string_view kFiles =
    "=== model.safetensors\nno model\n=== a=b\nno model\n=== out -> /etc/passwd\n";
constexpr std::size_t kMostWordBytes = 128 * 1024 - 1;
constexpr JsonLimits kLimits{.textBytes = kServeLineBytes, .depth = 64, .values = 1'000'000};

const AllowedFolders& folders() {
    static const AllowedFolders kFolders =
        *AllowedFolders::make({folderFrom(std::as_bytes(std::span(kFiles.data(), kFiles.size())))});
    return kFolders;
}

bool isInside(std::string_view path) {
    const std::string& folder = folders().all().front();
    return path == folder || (path.starts_with(folder + "/") &&
                              path.find("..") == std::string_view::npos && path != folder + "/out");
}

/// Options that write files or start programs, and those that name a file otherwise than by a path
/// that was looked at.
void checkOption(std::string_view word) {
    constexpr std::array<std::string_view, 24> kRefused = {
        "--csv",       "--events",   "--record",
        "--segments",  "--audit",    "--save",
        "--python",    "--machines", "--offload-dir",
        "--logits",    "--timeline", "--chain",
        "--config",    "--measure",  "--dir",
        "--import",    "--log",      "--trust-remote-code",
        "--reference", "--hold",     "--json",
        "--lines",     "--variant",  "--help"};
    constexpr std::array<std::string_view, 2> kPaths = {"--tree", "--input"};
    constexpr std::array<std::string_view, 2> kNamedPaths = {"--adapter", "--tenant"};
    require(word.starts_with("--") && word.size() > 2, "a member is an option");
    require(word.size() <= kMostWordBytes, "the system takes each word");
    require(word.find('\0') == std::string_view::npos, "a word has no NUL");
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view name = word.substr(0, equals);
    const std::string_view value = word.substr(std::min(equals + 1, word.size()));
    require(std::ranges::find(kRefused, name) == kRefused.end(), "no option that is not served");
    if (std::ranges::find(kPaths, name) != kPaths.end()) {
        require(isInside(value), "a path lies in the folders");
    }
    if (std::ranges::find(kNamedPaths, name) != kNamedPaths.end()) {
        const std::size_t end = value.find('=');
        require(end < value.find('/') && isInside(value.substr(end + 1)),
                "a named path lies in the folders");
    }
    require(name != "--device-map" || value.find('/') == std::string_view::npos ||
                std::string_view("\n{[").find(value.front()) != std::string_view::npos,
            "a device map is no path");
}

void checkCommand(const std::vector<std::string>& words, const std::string& path) {
    require(!words.empty() && !words.front().starts_with('-'), "a verb comes first");
    std::size_t end = words.size();
    if (!path.empty()) {
        require(words.size() >= 3 && words[words.size() - 2] == "--" && words.back() == path,
                "the model stands behind all options");
        require(isInside(path), "the model lies in the folders");
        end -= 2;
    }
    for (std::size_t i = 1; i < end; ++i) {
        checkOption(words[i]);
    }
}

}  // namespace

void runServe(Input input) {
    auto object = parseJson(textOf(input), "The request", kLimits);
    if (!object) {
        checkError(object.error());
        return;
    }
    static const char* const kDo = std::getenv("STOWAGE_FUZZ_DO");
    if (kDo != nullptr && object->is_object()) {
        (*object)["do"] = kDo;
    }
    const auto id = serveIdOf(*object);
    const auto request = readServeRequest(*object, folders());
    if (!request) {
        checkError(request.error());
        return;
    }
    require(id && *id >= 0 && request->id == *id, "a request has its id");
    if (request->task == ServeTask::Command) {
        checkCommand(request->arguments, request->path);
    } else {
        require(request->arguments.empty() && !request->holds, "only commands have options");
    }
    const bool isOfOther = request->task != ServeTask::Command &&
                           request->task != ServeTask::List && request->task != ServeTask::Sample;
    require(request->other.has_value() == isOfOther, "what is asked of another names it");
    if (request->task == ServeTask::List) {
        if (const auto list = listFolder(request->path, folders()); !list) {
            checkError(list.error());
        }
    }
    const auto again = readServeRequest(*parseJson(jsonText(*object), "The request"), folders());
    require(again && again->arguments == request->arguments && again->path == request->path,
            "what is printed asks for the same");
}

}  // namespace stowage::fuzz
