// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/far_command.h"

#include "app/cli/job_options.h"
#include "app/cli/machines/machine_answer.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/output/progress_bar.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/jobs/job_process.h"
#include "engine/load/report/load_events.h"
#include "engine/plan/request/request_fields.h"
#include "engine/project/project.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 1> kFarLeftOut{"--machine"};

std::string typedModel(const CLI::App& command) {
    const CLI::Option* const model = command.get_option_no_throw("MODEL");
    return model == nullptr || model->count() == 0 ? std::string() : model->results().front();
}

/// The machine and the path of "gpu1:/models/m", unless there is such a file here.
std::optional<FarCommand> farPath(const std::string& model) {
    const std::size_t colon = model.find(':');
    std::error_code failure;
    const bool isFar = colon != std::string::npos && colon > 0 && colon + 1 < model.size() &&
                       (model[colon + 1] == '/' || model[colon + 1] == '~') &&
                       model.find('/') > colon && !std::filesystem::exists(model, failure);
    if (!isFar) {
        return std::nullopt;
    }
    const std::string path = model.substr(colon + 1);
    // ssh begins in the home folder.
    const bool isOfHome = path == "~" || path.starts_with("~/");
    return FarCommand{model.substr(0, colon),
                      isOfHome ? "./" + path.substr(std::min(path.size(), std::size_t{2})) : path};
}

/// A project of a model on another machine; nothing for other projects.
Result<std::optional<FarCommand>> farProject(const std::string& path,
                                             const CommandContext& context) {
    const auto project = readProject(path);
    if (!project || !project->model.isElsewhere()) {
        return std::optional<FarCommand>();  // the command itself says what is wrong
    }
    const auto variant = chosenPlan(*project, path, context.variant);
    STOWAGE_TRY(variant);
    const PlacementRequest& request = project->variants[*variant].request;
    return std::optional(FarCommand{project->model.elsewhere.machine, project->model.elsewhere.path,
                                    std::make_shared<const Json>(requestToJson(request))});
}

/// The first option that was typed and that another machine cannot be asked for.
Result<void> checkOptions(const CLI::App& command) {
    for (const CLI::Option* const option : command.get_options()) {
        const std::string name = option->get_name();
        if (option->count() > 0 && name.starts_with("--") && name != "--machine" &&
            !isOptionForOthers(jobKey(name))) {
            return wrongOption(name,
                               say("%1 cannot be used with a model on another machine.", name));
        }
    }
    return {};
}

}  // namespace

std::optional<Progress> progressOfLine(std::string_view line) {
    const auto object = parseJson(line, {});
    const auto event = object && object->is_object() && !object->empty()
                           ? readLoadEvent(object->front())
                           : std::nullopt;
    return event ? std::optional(Progress{event->phase, event->bytesDone, event->bytesTotal,
                                          event->itemsDone, event->itemsTotal, event->item})
                 : std::nullopt;
}

Result<std::optional<FarCommand>> farCommandOf(const CLI::App& command,
                                               const CommandContext& context) {
    const CLI::Option* const machine = command.get_option_no_throw("--machine");
    if (command.get_name() == "devices" && machine != nullptr && machine->count() > 0) {
        const std::string name = machine->results().front();
        return isThisMachine(name) ? std::optional<FarCommand>()
                                   : std::optional(FarCommand{name, {}});
    }
    const std::string model = typedModel(command);
    const bool loads = command.get_name() == "load" || command.get_name() == "run";
    if (loads && isProjectFile(model)) {
        return farProject(model, context);
    }
    return farPath(model);
}

Result<int> runFarCommand(const CLI::App& command, const FarCommand& target,
                          const CommandContext& context) {
    STOWAGE_TRY(checkMachineName("MODEL", target.machine));
    const JobKind* const kind = jobKindOfVerb(command.get_name());
    if (kind == nullptr) {
        return wrongValue("MODEL", say("stowagectl %1 cannot use a model on another machine.",
                                       command.get_name()));
    }
    STOWAGE_TRY(checkOptions(command));
    Json job = typedJob(command, *kind, target.model, context, kFarLeftOut);
    if (command.get_option_no_throw("--device-map") != nullptr) {
        const auto map = typedDeviceMap(command, context);
        STOWAGE_TRY(map);
        if (!map->empty()) {
            job["device_map"] = *map;
        }
    }
    if (target.request != nullptr) {
        job["request"] = *target.request;
    }
    job["text"] = !context.wantsJson();
    ProgressBar bar(context.translate);
    const ProgressSink sink = bar.sink();
    JobProcess::OnProgress onProgress;
    if (sink) {
        onProgress = [&sink](std::string_view line) {
            if (const auto progress = progressOfLine(line)) {
                sink(*progress);
            }
        };
    }
    const JobPlace place{.machine = target.machine};
    const auto end = JobProcess(place).run(job, onProgress, context.stop());
    STOWAGE_TRY(end);
    const auto report = jobReport(place, *end);
    STOWAGE_TRY(report);
    for (std::size_t begin = 0; begin < end->diagnostics.size();) {
        const std::size_t next =
            std::min(end->diagnostics.find('\n', begin), end->diagnostics.size());
        context.warn(joined(
            {target.machine, printableText(end->diagnostics.substr(begin, next - begin))}, ": "));
        begin = next + 1;
    }
    std::string text = report->is_string() ? report->get<std::string>() : jsonText(*report, 2);
    // No control characters of another machine reach the terminal.
    std::erase_if(text,
                  [](unsigned char sign) { return (sign < ' ' && sign != '\n') || sign == 0x7F; });
    context.print(text);
    return end->exitStatus;
}

}  // namespace stowage
