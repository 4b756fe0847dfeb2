// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/convert_verb.h"

#include "app/cli/convert_run.h"
#include "app/cli/device_options.h"
#include "app/cli/shard_size.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

namespace stowage {

CLI::App* ConvertVerb::describe(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("convert", "Write a model's tensors in another format, streaming");
    command->add_option("MODEL", m_model, "Checkpoint file, index or folder")->required();
    command->add_option("DIR", m_folder, "Folder to write into; made where it is missing")
        ->required();
    command
        ->add_option("--to", m_target,
                     "safetensors; pth; per-tensor, one .pt a tensor; or offload, the folder that "
                     "Accelerate offloads into")
        ->type_name("FORMAT")
        ->required();
    command
        ->add_option("--shard-size", m_shardSize,
                     "Split safetensors into files of at most this size, with an index")
        ->type_name("SIZE")
        ->check(notEmpty());
    command
        ->add_option("--dtype", m_dtype,
                     "Cast floating-point tensors: float16, bfloat16, float32 or float64")
        ->type_name("DTYPE")
        ->check(notEmpty());
    command->add_flag("--resume", m_resume,
                      "Go on where an interrupted run with the same options stopped");
    command->footer(
        "Example:\n  stowagectl convert model.pth out --to safetensors --dtype float16");
    return command;
}

Result<ConvertOptions> ConvertVerb::makeOptions() const {
    ConvertOptions options;
    options.folder = m_folder;
    options.start = m_resume ? ResumeJournal::Start::Resume : ResumeJournal::Start::Over;
    const auto target = convertTargetFromName(m_target);
    if (!target) {
        return target.unexpected();
    }
    options.choices.target = *target;
    if (!m_shardSize.empty()) {
        const auto bytes = parseShardSize(m_shardSize);
        if (!bytes) {
            return bytes.unexpected();
        }
        options.choices.shardBytes = *bytes;
    }
    if (m_dtype.empty()) {
        return options;
    }
    constexpr std::array kDtypes{DType::Float32, DType::Float16, DType::BFloat16, DType::Float64};
    const auto dtype = dtypeFromName(m_dtype);
    if (!dtype || std::find(kDtypes.begin(), kDtypes.end(), *dtype) == kDtypes.end()) {
        return fail(ErrorCode::InvalidArgument,
                    "--dtype \"" + m_dtype +
                        "\" is none that tensors are cast to; take float32, float16, bfloat16 or "
                        "float64.",
                    {}, "--dtype");
    }
    options.choices.dtype = *dtype;
    return options;
}

Result<int> ConvertVerb::run(CommandContext& context) {
    const auto options = makeOptions();
    return options ? runConversion(m_model, *options, context) : options.unexpected();
}

std::unique_ptr<Verb> makeConvertVerb() {
    return std::make_unique<ConvertVerb>();
}

}  // namespace stowage
