// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_context.h"
#include "app/cli/options/common_options.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/verbs/verbs.h"
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
#include <utility>
#include <vector>

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

Message leftOutText(const ConvertSummary& summary) {
    std::vector<Message> names;
    for (const LeftOutName& name : summary.leftOut) {
        names.push_back(say("%1 (as %2)", name.name, name.keptName));
    }
    return listedMessages(std::move(names), kListedNames);
}

Message writtenText(const ConvertSummary& summary, double seconds) {
    const std::string bytes = formatSize(summary.fileBytes);
    const std::string rate = formatSize(rateOf(summary, seconds));
    const auto tensors = summary.tensorCount;
    const auto files = summary.fileCount;
    if (tensors == 1) {
        return files == 1
                   ? say("Wrote %1: %2 tensor, %3, at %4/s.", summary.path, tensors, bytes, rate)
                   : say("Wrote %1: %2 tensor, %3 in %4 files, at %5/s.", summary.path, tensors,
                         bytes, files, rate);
    }
    return files == 1
               ? say("Wrote %1: %2 tensors, %3, at %4/s.", summary.path, tensors, bytes, rate)
               : say("Wrote %1: %2 tensors, %3 in %4 files, at %5/s.", summary.path, tensors, bytes,
                     files, rate);
}

Message conversionText(const ConvertSummary& summary, double seconds) {
    std::vector<Message> lines{writtenText(summary, seconds)};
    if (summary.isResumed) {
        lines.push_back(say(
            "Continued an interrupted command: %1 was already written and matches the checksums.",
            formatSize(summary.keptBytes)));
    }
    if (summary.isDiscarded) {
        lines.push_back(say("Discarded the files of an interrupted command."));
    }
    if (!summary.leftOut.empty()) {
        lines.push_back(say(
            "Names of tied weights that safetensors cannot express are stored in the metadata: %1.",
            leftOutText(summary)));
    }
    for (const std::string& name : summary.copied) {
        lines.push_back(name == "config.json" && summary.saysNewDType
                            ? say("Copied %1 with the new dtype.", name)
                            : say("Copied %1.", name));
    }
    if (!summary.copied.empty()) {
        lines.back() = joined(
            {lines.back(),
             say("Other files in the model's folder, such as the tokenizer, were not copied.")},
            " ");
    }
    return joined(std::move(lines), "\n");
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
    const auto checkpoint = openCheckpoint(model, context.opening, context.stop(),
                                           ProgressBar(context.translate).sink());
    STOWAGE_TRY(checkpoint);
    for (const Message& warning : (*checkpoint)->warnings) {
        context.warn(warning);
    }
    const auto start = std::chrono::steady_clock::now();
    const auto summary = convertCheckpoint(**checkpoint, options, context.stop(),
                                           ProgressBar(context.translate).sink());
    STOWAGE_TRY(summary);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    context.print(context.wantsJson()
                      ? conversionJson(*summary, options.choices.target, elapsed.count())
                      : conversionText(*summary, elapsed.count()).in(context.translate));
    return kExitDone;
}

}  // namespace

void ConvertVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    command.add_option("DIR", m_folder)->required();
    addOption(command, "--to", "FORMAT", m_target)->required();
    addTextOption(command, "--shard-size", "SIZE", m_shardSize);
    addTextOption(command, "--dtype", "DTYPE", m_dtype);
    command.add_flag("--resume", m_resume);
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
        return wrongOption("--dtype", say("--dtype \"%1\" is not a dtype that tensors can be cast "
                                          "to; use float32, float16, bfloat16 or float64.",
                                          m_dtype));
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
    command.add_option("MODEL", m_model)->required();
    command.add_option("DIR", m_folder)->required();
    command.add_flag("--resume", m_resume);
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
