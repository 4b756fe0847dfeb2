// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/pipeline.h"

#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/model/config_tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace stowage {
namespace {

/// More components have no pipeline; the largest of diffusers have nine.
constexpr std::size_t kMostComponents = 64;

/// Whether the class is that of something without weights: what prepares text and images, and what
/// decides on the steps.
bool isWithoutWeights(std::string_view className) {
    // "CLIPTokenizerFast", "CLIPImageProcessorPil": what stands behind differs between releases.
    constexpr std::array<std::string_view, 6> kWords = {
        "Tokenizer", "Scheduler", "Processor", "FeatureExtractor", "Guider", "Guidance"};
    return std::ranges::any_of(
        kWords, [&](auto word) { return className.find(word) != std::string_view::npos; });
}

bool isFolderName(const std::string& name) {
    return !name.empty() && name != "." && name != ".." &&
           name.find_first_of(std::string_view("/\\.\0", 4)) == std::string::npos;
}

Unexpected malformed(const std::string& file, const Message& what, const std::string& key) {
    return fail(ErrorCode::Malformed, say("%1 %2", file, what), file, key);
}

/// The entry of a model; nothing of what is none. Errors: those of parsePipeline().
Result<std::optional<PipelineComponent>> componentOf(const std::string& name,
                                                     const nlohmann::ordered_json& entry,
                                                     const std::string& file) {
    const auto isText = [&entry](std::size_t at) { return entry[at].is_string(); };
    if (!entry.is_array() || entry.size() != 2 || entry[1].is_null()) {
        return std::optional<PipelineComponent>();
    }
    if (!isText(0) || !isText(1)) {
        return malformed(
            file,
            say("is no pipeline of diffusers: %1 must be a list of a library and a class.",
                quotedForMessage(name)),
            name);
    }
    PipelineComponent component{name, entry[0].get<std::string>(), entry[1].get<std::string>(), {}};
    if (isWithoutWeights(component.className)) {
        return std::optional<PipelineComponent>();
    }
    if (!isFolderName(name)) {
        return malformed(
            file, say("names a component %1, which is no folder's name.", quotedForMessage(name)),
            name);
    }
    if (component.className.starts_with("Flax") || component.className.starts_with("Onnx")) {
        return fail(ErrorCode::Unsupported,
                    say("%1 is of a pipeline of %2, whose weights are not PyTorch's; fetch the "
                        "PyTorch files of it.",
                        file, quotedForMessage(component.className)),
                    file, name);
    }
    return std::optional(std::move(component));
}

}  // namespace

Result<Pipeline> parsePipeline(std::string_view text, const std::string& file) {
    JsonLimits limits;
    limits.textBytes = kMaxConfigBytes;
    const auto document = parseJson(text, file, limits);
    STOWAGE_TRY(document);
    const auto named = document->is_object() ? document->find("_class_name") : document->end();
    if (!document->is_object() || named == document->end() || !named->is_string()) {
        return malformed(file,
                         say("is no pipeline of diffusers: it must be an object that names its "
                             "\"_class_name\"."),
                         "_class_name");
    }
    Pipeline pipeline;
    pipeline.className = named->get<std::string>();
    pipeline.file = file;
    for (const auto& [name, entry] : document->items()) {
        if (name.starts_with('_')) {
            continue;
        }
        auto component = componentOf(name, entry, file);
        STOWAGE_TRY(component);
        if (*component) {
            pipeline.components.push_back(std::move(**component));
        }
    }
    if (pipeline.components.size() > kMostComponents) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 names %2 models; at most %3 are opened.", file,
                        pipeline.components.size(), kMostComponents),
                    file);
    }
    return pipeline;
}

}  // namespace stowage
