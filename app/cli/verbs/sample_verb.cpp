// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/write/sample_checkpoint.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace stowage {

/// `sample DIR`: writes a checkpoint with random weights, to try everything else on.
class SampleVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<SampleOptions> makeOptions() const;

    std::string m_folder;
    std::string m_arch = "gpt2";
    std::string m_dtype = "float32";
    std::string m_format = "safetensors";
    std::string m_shardSize;
    std::string m_init = "default";
    std::int64_t m_seed = 0;
    bool m_resume = false;
};

namespace {

Unexpected notKnown(const std::string& option, const std::string& value, const Message& known) {
    return wrongOption(option, say("%1 \"%2\" is unknown; use %3.", option, value, known));
}

std::string summaryToJson(const SampleOptions& options, const ResumableSample& sample) {
    const SampleSummary& summary = sample.summary;
    return jsonText({{"path", summary.path},
                     {"arch", options.arch},
                     {"format", checkpointFormatName(options.format)},
                     {"dtype", dtypeName(options.dtype)},
                     {"seed", options.seed},
                     {"file_bytes", summary.fileBytes},
                     {"files", summary.fileCount},
                     {"total_bytes", summary.tensorBytes},
                     {"tensors", summary.tensorCount},
                     {"total_parameters", summary.parameterCount},
                     {"resumed", sample.isResumed},
                     {"kept_bytes", sample.keptBytes},
                     {"discarded", sample.isDiscarded}},
                    2);
}

Message summaryText(const SampleOptions& options, const ResumableSample& sample) {
    const SampleSummary& summary = sample.summary;
    const std::string bytes = formatSize(summary.fileBytes);
    const Message written =
        summary.fileCount == 1
            ? say("Wrote %1: architecture %2, %3 parameters in %4 tensors, %5.", summary.path,
                  options.arch, summary.parameterCount, summary.tensorCount, bytes)
            : say("Wrote %1: architecture %2, %3 parameters in %4 tensors, %5 in %6 files.",
                  summary.path, options.arch, summary.parameterCount, summary.tensorCount, bytes,
                  summary.fileCount);
    if (sample.isResumed) {
        return joined({written, say("Continued an interrupted command: %1 was already written and "
                                    "matches the checksums.",
                                    formatSize(sample.keptBytes))},
                      "\n");
    }
    return sample.isDiscarded
               ? joined({written, say("Discarded the files of an interrupted command.")}, "\n")
               : written;
}

}  // namespace

void SampleVerb::describe(CLI::App& command) {
    command.add_option("DIR", m_folder)->required();
    addOption(command, "--arch", "NAME", m_arch);
    addOption(command, "--dtype", "DTYPE", m_dtype);
    addOption(command, "--format", "FORMAT", m_format);
    addTextOption(command, "--shard-size", "SIZE", m_shardSize);
    takesNumber(command.add_option("--seed", m_seed));
    addOption(command, "--init", "NAME", m_init);
    command.add_flag("--resume", m_resume);
}

Result<SampleOptions> SampleVerb::makeOptions() const {
    SampleOptions options;
    options.folder = m_folder;
    options.arch = m_arch;
    STOWAGE_TRY(requireRange("--seed", m_seed, 0, std::numeric_limits<std::int64_t>::max()));
    options.seed = static_cast<std::uint64_t>(m_seed);
    options.durability = AtomicFileWriter::Durability::Synced;
    if (m_format == "pth") {
        options.format = CheckpointFormat::TorchZip;
    } else if (m_format == "per-tensor") {
        options.format = CheckpointFormat::PerTensor;
    } else if (m_format != "safetensors") {
        return notKnown("--format", m_format, phrase("safetensors, pth or per-tensor"));
    }
    if (!m_shardSize.empty()) {
        if (m_format != "safetensors") {
            return wrongValue("--shard-size",
                              say("only --format safetensors can be written in shards."));
        }
        const auto bytes = parseShardSize(m_shardSize);
        STOWAGE_TRY(bytes);
        options.shardBytes = *bytes;
    }
    if (m_init == "perturbed") {
        options.init = SampleInit::Perturbed;
    } else if (m_init != "default") {
        return notKnown("--init", m_init, phrase("default or perturbed"));
    }
    const auto architectures = sampleArchitectures();
    if (std::ranges::find(architectures, m_arch) == architectures.end()) {
        return notKnown("--arch", m_arch, say("one of %1", joinedText(architectures, ", ")));
    }
    constexpr std::array kDtypes{DType::Float32, DType::Float16, DType::BFloat16, DType::Float64};
    const auto dtype = dtypeFromName(m_dtype);
    if (!dtype || std::ranges::find(kDtypes, *dtype) == kDtypes.end()) {
        return notKnown("--dtype", m_dtype, phrase("float32, float16, bfloat16 or float64"));
    }
    options.dtype = *dtype;
    return options;
}

Result<int> SampleVerb::run(CommandContext& context) {
    const auto options = makeOptions();
    STOWAGE_TRY(options);
    const auto sample = writeSampleResumably(
        *options, m_resume ? ResumeJournal::Start::Resume : ResumeJournal::Start::Over,
        context.stop(), ProgressBar(context.translate).sink());
    STOWAGE_TRY(sample);
    context.print(context.wantsJson() ? summaryToJson(*options, *sample)
                                      : summaryText(*options, *sample).in(context.translate));
    return kExitDone;
}

std::unique_ptr<Verb> makeSampleVerb() {
    return std::make_unique<SampleVerb>();
}

}  // namespace stowage
