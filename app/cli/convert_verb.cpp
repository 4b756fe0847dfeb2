// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_context.h"
#include "app/cli/common_options.h"
#include "app/cli/progress_bar.h"
#include "app/cli/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/convert_checkpoint.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>

namespace stowage {

/// `convert MODEL DIR`: writes a checkpoint's tensors in another format.
class ConvertVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<ConvertOptions> makeOptions() const;

    std::string m_model;
    std::string m_folder;
    std::string m_target;
    std::string m_shardSize;
    std::string m_dtype;
    bool m_resume = false;
};

/// `offload MODEL DIR`: writes the folder that Accelerate offloads a model into.
class OffloadVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_folder;
    bool m_resume = false;
};

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

std::string conversionText(const ConvertSummary& summary, double seconds) {
    const std::string files =
        summary.fileCount == 1 ? "" : " in " + std::to_string(summary.fileCount) + " files";
    std::string text = "Wrote " + summary.path + ": " + std::to_string(summary.tensorCount) +
                       " tensors, " + formatSize(summary.fileBytes) + files + ", at " +
                       formatSize(rateOf(summary, seconds)) + "/s.";
    if (summary.isResumed) {
        text += "\nTook up an interrupted run: " + formatSize(summary.keptBytes) +
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
    return jsonText({{"path", summary.path},
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
                     {"copied", summary.copied}},
                    2);
}

/// Opens the model, converts it with a progress bar and prints what was written: for `convert` and
/// `offload`. Returns the exit status. Errors: those of opening and of convertCheckpoint.
Result<int> convertAndPrint(const std::string& model, const ConvertOptions& options,
                            CommandContext& context) {
    const auto checkpoint = [&] {
        ProgressBar bar;
        return openCheckpoint(model, context.opening, context.stop(), bar.sink());
    }();
    STOWAGE_TRY(checkpoint);
    for (const std::string& warning : (*checkpoint)->warnings) {
        context.warn(warning);
    }
    const auto start = std::chrono::steady_clock::now();
    const auto summary = [&] {
        ProgressBar bar;
        return convertCheckpoint(**checkpoint, options, context.stop(), bar.sink());
    }();
    STOWAGE_TRY(summary);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    context.print(context.wantsJson()
                      ? conversionJson(*summary, options.choices.target, elapsed.count())
                      : conversionText(*summary, elapsed.count()));
    return kExitDone;
}

}  // namespace

void ConvertVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model, "Checkpoint file, index or folder")->required();
    command.add_option("DIR", m_folder, "Folder to write into; made where it is missing")
        ->required();
    addOption(command, "--to", "FORMAT", m_target,
              "safetensors; pth; per-tensor, one .pt a tensor; or offload, the folder that "
              "Accelerate offloads into")
        ->required();
    addTextOption(command, "--shard-size", "SIZE", m_shardSize,
                  "Split safetensors into files of at most this size, with an index");
    addTextOption(command, "--dtype", "DTYPE", m_dtype,
                  "Cast floating-point tensors: float16, bfloat16, float32 or float64");
    command.add_flag("--resume", m_resume,
                     "Go on where an interrupted run with the same options stopped");
    command.footer("Example:\n  stowagectl convert model.pth out --to safetensors --dtype float16");
}

Result<ConvertOptions> ConvertVerb::makeOptions() const {
    ConvertOptions options;
    options.folder = m_folder;
    options.start = m_resume ? ResumeJournal::Start::Resume : ResumeJournal::Start::Over;
    const auto target = convertTargetFromName(m_target);
    STOWAGE_TRY(target);
    options.choices.target = *target;
    if (!m_shardSize.empty()) {
        const auto bytes = parseShardSize(m_shardSize);
        STOWAGE_TRY(bytes);
        options.choices.shardBytes = *bytes;
    }
    if (m_dtype.empty()) {
        return options;
    }
    constexpr std::array kDtypes{DType::Float32, DType::Float16, DType::BFloat16, DType::Float64};
    const auto dtype = dtypeFromName(m_dtype);
    if (!dtype || std::ranges::find(kDtypes, *dtype) == kDtypes.end()) {
        return wrongOption("--dtype", " \"" + m_dtype +
                                          "\" is none that tensors are cast to; take float32, "
                                          "float16, bfloat16 or float64.");
    }
    options.choices.dtype = *dtype;
    return options;
}

Result<int> ConvertVerb::run(CommandContext& context) {
    const auto options = makeOptions();
    return options ? convertAndPrint(m_model, *options, context) : options.unexpected();
}

std::unique_ptr<Verb> makeConvertVerb() {
    return std::make_unique<ConvertVerb>();
}

void OffloadVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model, "Checkpoint file, index or folder")->required();
    command
        .add_option("DIR", m_folder,
                    "Folder for index.json and one .dat a tensor; made where it "
                    "is missing")
        ->required();
    command.add_flag("--resume", m_resume, "Go on where an interrupted run stopped");
    command.footer("Example:\n  stowagectl offload model.safetensors offload-folder");
}

Result<int> OffloadVerb::run(CommandContext& context) {
    ConvertOptions options;
    options.folder = m_folder;
    options.choices.target = ConvertTarget::OffloadFolder;
    options.start = m_resume ? ResumeJournal::Start::Resume : ResumeJournal::Start::Over;
    return convertAndPrint(m_model, options, context);
}

std::unique_ptr<Verb> makeOffloadVerb() {
    return std::make_unique<OffloadVerb>();
}

}  // namespace stowage
