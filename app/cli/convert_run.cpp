// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/convert_run.h"

#include "app/cli/progress_bar.h"
#include "engine/base/byte_size.h"
#include "engine/checkpoint/checkpoint.h"

#include <chrono>
#include <nlohmann/json.hpp>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// Left-out names that a sentence lists; the rest is counted.
constexpr std::size_t kListedNames = 4;

double rateOf(const ConvertSummary& summary, double seconds) {
    const auto written = static_cast<double>(summary.fileBytes - summary.keptBytes);
    return seconds > 0 ? written / seconds : 0;
}

std::string leftOutText(const ConvertSummary& summary) {
    std::string text;
    for (std::size_t i = 0; i < summary.leftOut.size() && i < kListedNames; ++i) {
        const LeftOutName& name = summary.leftOut[i];
        text += (i == 0 ? "" : ", ") + name.name + " (as " + name.keptName + ")";
    }
    if (summary.leftOut.size() > kListedNames) {
        text += " and " + std::to_string(summary.leftOut.size() - kListedNames) + " more";
    }
    return text;
}

}  // namespace

std::string conversionText(const ConvertSummary& summary, double seconds) {
    const auto size = [](std::uint64_t bytes) { return formatSize(static_cast<double>(bytes)); };
    const std::string files =
        summary.fileCount == 1 ? "" : " in " + std::to_string(summary.fileCount) + " files";
    std::string text = "Wrote " + summary.path + ": " + std::to_string(summary.tensorCount) +
                       " tensors, " + size(summary.fileBytes) + files + ", at " +
                       formatSize(rateOf(summary, seconds)) + "/s.";
    if (summary.isResumed) {
        text += "\nTook up an interrupted run: " + size(summary.keptBytes) +
                " were there and agreed with their sums.";
    }
    if (summary.isDiscarded) {
        text += "\nThrew away what an interrupted run had left.";
    }
    if (!summary.leftOut.empty()) {
        text += "\nTied names that safetensors cannot say are noted in the metadata: " +
                leftOutText(summary) + ".";
    }
    for (const std::string& name : summary.copied) {
        text += "\nCopied " + name + ".";
    }
    if (!summary.copied.empty()) {
        text += " Nothing else of the model's folder (tokenizer and the like) was copied.";
    }
    return text;
}

std::string conversionJson(const ConvertSummary& summary, ConvertTarget target, double seconds) {
    Json leftOut = Json::object();
    for (const LeftOutName& name : summary.leftOut) {
        leftOut.get_ref<Json::object_t&>().emplace_back(name.name, name.keptName);
    }
    const Json object{{"path", summary.path},
                      {"to", convertTargetName(target)},
                      {"files", summary.fileCount},
                      {"bytes", summary.fileBytes},
                      {"total_bytes", summary.tensorBytes},
                      {"tensors", summary.tensorCount},
                      {"seconds", seconds},
                      {"bytes_per_second", rateOf(summary, seconds)},
                      {"resumed", summary.isResumed},
                      {"kept_bytes", summary.keptBytes},
                      {"discarded", summary.isDiscarded},
                      {"left_out", std::move(leftOut)},
                      {"copied", summary.copied}};
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<int> runConversion(const std::string& model, const ConvertOptions& options,
                          CommandContext& context) {
    const auto checkpoint = [&] {
        ProgressBar bar;
        return openCheckpoint(model, context.opening, context.stop(), bar.sink());
    }();
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    for (const std::string& warning : (*checkpoint)->warnings) {
        context.warn(warning);
    }
    const auto start = std::chrono::steady_clock::now();
    const auto summary = [&] {
        ProgressBar bar;
        return convertCheckpoint(**checkpoint, options, context.stop(), bar.sink());
    }();
    if (!summary) {
        return summary.unexpected();
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    context.print(context.wantsJson()
                      ? conversionJson(*summary, options.choices.target, elapsed.count())
                      : conversionText(*summary, elapsed.count()));
    return kExitDone;
}

}  // namespace stowage
