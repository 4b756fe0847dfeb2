// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_input.h"

#include "app/cli/common_options.h"
#include "app/cli/progress_bar.h"
#include "app/cli/text_table.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFirstPlanName = "Plan";

/// What was typed about the checkpoint, else what the project says.
OpenOptions mergedOpening(const OpenOptions& typed, const OpenOptions& saved) {
    OpenOptions options = saved;
    options.prefix = typed.prefix ? typed.prefix : saved.prefix;
    options.renames = typed.renames.empty() ? saved.renames : typed.renames;
    options.treeFile = typed.treeFile.empty() ? saved.treeFile : typed.treeFile;
    options.className = typed.className.empty() ? saved.className : typed.className;
    options.variant = typed.variant.empty() ? saved.variant : typed.variant;
    options.python = typed.python;
    options.adapters = typed.adapters.empty() ? saved.adapters : typed.adapters;
    options.withMtp = typed.withMtp || saved.withMtp;
    options.tenants = typed.tenants.empty() ? saved.tenants : typed.tenants;
    return options;
}

std::string namesOfPlans(const Project& project) {
    std::vector<std::string> names;
    for (const ProjectVariant& variant : project.variants) {
        names.push_back(quotedForMessage(variant.name));
    }
    return joinedText(names, ", ");
}

Result<std::size_t> chosenPlan(const Project& project, const std::string& path,
                               const std::string& name) {
    if (project.variants.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 has no plan; make one with stowagectl plan MODEL --save %1.", path),
                    path);
    }
    if (name.empty()) {
        return project.current;
    }
    const ProjectVariant* const found = findVariant(project, name);
    if (found == nullptr) {
        return wrongValue("--variant", say("%1 has no plan %2; it has %3.", path,
                                           quotedForMessage(name), namesOfPlans(project)));
    }
    return static_cast<std::size_t>(found - project.variants.data());
}

std::string stateName(ModelCheck::State state) {
    switch (state) {
        case ModelCheck::State::Same:
            return "same";
        case ModelCheck::State::Changed:
            return "changed";
        case ModelCheck::State::Missing:
            break;
    }
    return "missing";
}

Message stateText(const ModelCheck& check) {
    return check.state == ModelCheck::State::Same ? phrase("The model is the one that was saved.")
                                                  : check.text;
}

/// "2 × rtx-4090, CPU": GPUs of one name together.
Message devicesText(const std::vector<DeviceInfo>& devices) {
    std::vector<Message> parts;
    for (auto device = devices.begin(); device != devices.end();) {
        const auto other = std::find_if(device, devices.end(), [device](const DeviceInfo& next) {
            return next.id.kind != device->id.kind || next.name != device->name;
        });
        const auto count = other - device;
        const Message name = device->name.empty() ? deviceLabel(device->id)
                                                  : Message(printableText(device->name, 60));
        parts.push_back(count > 1 ? say("%1 × %2", count, name) : name);
        device = other;
    }
    return joined(std::move(parts), ", ");
}

std::string utcNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, sizeof "2026-01-31T12:00:00.000Z"> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S.000Z", &parts);
    return text.data();
}

/// The project that a plan goes into: what is there, else a new one of that model.
Result<Project> projectToSaveIn(const std::string& path, const OpenedModel& model,
                                const CommandContext& context) {
    const bool isTyped = model.saved && !model.saved->project.model.config.empty();
    auto reference = isTyped ? Result(model.saved->project.model) : referenceOf(*model.checkpoint);
    STOWAGE_TRY(reference);
    std::error_code failure;
    if (!fs::exists(path, failure)) {
        Project fresh;
        fresh.model = *std::move(reference);
        fresh.openOptions = mergedOpening(
            context.opening, model.saved ? model.saved->project.openOptions : OpenOptions());
        if (std::string& tree = fresh.openOptions.treeFile; !tree.empty()) {
            tree = fs::absolute(tree, failure).lexically_normal().string();
        }
        return fresh;
    }
    if (!isProjectFile(path)) {
        return wrongValue("--save", say("%1 is there and is no project; name another file.", path));
    }
    auto there = readProject(path);
    STOWAGE_TRY(there);
    if (there->model.digest != reference->digest) {
        return wrongValue("--save", say("%1 is a project of another model (%2); name another file.",
                                        path, there->model.path));
    }
    there->model = *std::move(reference);  // where it lies now
    return there;
}

}  // namespace

Result<OpenedProject> lookAtProject(const std::string& path, const CommandContext& context) {
    auto project = readProject(path);
    STOWAGE_TRY(project);
    auto model = [&] {
        ProgressBar bar(context.translate);
        return openReferencedModel(project->model,
                                   mergedOpening(context.opening, project->openOptions),
                                   projectFolder(path), context.stop(), bar.sink());
    }();
    STOWAGE_TRY(model);
    if (!model->found.empty()) {
        context.warn(model->found);
    }
    const std::size_t current = project->current;
    return OpenedProject{path, *std::move(project), current, std::move(model->check),
                         std::move(model->checkpoint)};
}

Result<OpenedProject> openProject(const std::string& path, const CommandContext& context) {
    auto opened = lookAtProject(path, context);
    STOWAGE_TRY(opened);
    const auto variant = chosenPlan(opened->project, path, context.variant);
    STOWAGE_TRY(variant);
    opened->variant = *variant;
    if (opened->checkpoint == nullptr) {
        const ModelReference& model = opened->project.model;
        return fail(ErrorCode::FileNotFound, opened->model.text,
                    model.isElsewhere() ? path : model.path);
    }
    if (opened->model.state == ModelCheck::State::Changed) {
        context.warn(say("warning: %1", opened->model.text));
    }
    return opened;
}

const ProjectVariant& savedPlan(const OpenedProject& project) {
    return project.project.variants[project.variant];
}

std::string modelPathOf(const std::string& path) {
    const auto project = isProjectFile(path) ? readProject(path)
                                             : Result<Project>(fail(ErrorCode::UnknownFormat, ""));
    const auto places =
        project ? findModel(project->model, projectFolder(path)) : std::vector<std::string>();
    return places.empty() ? path : places.front();
}

Result<void> savePlan(const std::string& path, const std::string& name,
                      const PlacementRequest& request, const OpenedModel& model,
                      const CommandContext& context) {
    auto project = projectToSaveIn(path, model, context);
    STOWAGE_TRY(project);
    const std::string planName = name.empty() ? kFirstPlanName : name;
    const ProjectVariant* const before = findVariant(*project, planName);
    ProjectVariant variant = before == nullptr ? ProjectVariant{planName, {}} : *before;
    variant.request = request;
    variant.edits.push_back({"Planned by stowagectl plan", utcNow()});
    setVariant(*project, std::move(variant));
    return writeProject(path, *std::move(project));
}

Result<void> nameRecord(const OpenedProject& opened, const std::string& modelPath,
                        const std::string& record) {
    auto project = readProject(opened.path);
    STOWAGE_TRY(project);
    std::error_code failure;
    const fs::path file = fs::absolute(record, failure).lexically_normal();
    const auto isNamed = [&](const std::string& name) {
        return fs::path(recordPath(name, opened.path)).lexically_normal() == file;
    };
    if (std::ranges::any_of(project->records, isNamed)) {
        return {};
    }
    const fs::path below = file.lexically_relative(projectFolder(opened.path));
    const bool isBelow = !below.empty() && *below.begin() != "..";
    project->records.push_back((isBelow ? below : file).generic_string());
    if (project->model.config.empty()) {
        project->model.path = fs::absolute(modelPath, failure).lexically_normal().string();
    }
    return writeProject(opened.path, *std::move(project));
}

std::string projectText(const OpenedProject& opened, const Translate& translate) {
    const Project& project = opened.project;
    TextTable table({phrase("plan"), phrase("strategy"), phrase("devices"), phrase("work"),
                     rightHead(phrase("edits"))},
                    translate);
    for (const ProjectVariant& variant : project.variants) {
        const PlacementRequest& request = variant.request;
        const bool isCurrent = &variant == &project.variants[project.current];
        const std::string name = printableText(variant.name, 60);
        table.addRow({isCurrent ? say("%1 (current)", name) : Message(name),
                      strategyName(request.strategy), devicesText(request.devices),
                      request.workload ? workloadText(*request.workload) : phrase("weights alone"),
                      std::to_string(variant.edits.size())});
    }
    const WeightsElsewhere& elsewhere = project.model.elsewhere;
    std::vector<Message> lines{project.model.isElsewhere()
                                   ? say("Model: %1 on %2", printableText(elsewhere.path),
                                         printableText(elsewhere.machine))
                                   : say("Model: %1", printableText(project.model.path)),
                               printableText(stateText(opened.model).in(translate))};
    if (!project.records.empty()) {
        lines.push_back(say("Records: %1", printableText(joinedText(project.records, ", "))));
    }
    if (!project.notes.empty()) {
        lines.push_back(say("Notes: %1", printableText(project.notes)));
    }
    return table.text() + "\n" + joined(std::move(lines), "\n").in(translate) + "\n";
}

std::string projectInspection(const OpenedProject& opened) {
    const Project& project = opened.project;
    Json variants = Json::array();
    for (const ProjectVariant& variant : project.variants) {
        Json devices = Json::array();
        for (const DeviceInfo& device : variant.request.devices) {
            devices.push_back(deviceName(device.id));
        }
        const auto& workload = variant.request.workload;
        variants.push_back(Json{{"name", variant.name},
                                {"strategy", strategyName(variant.request.strategy)},
                                {"devices", std::move(devices)},
                                {"workload", workload ? workloadToJson(*workload) : Json()},
                                {"edits", variant.edits.size()},
                                {"notes", variant.notes}});
    }
    const bool hasPlan = project.current < project.variants.size();
    return jsonText(
        Json{{"project", opened.path},
             {"model",
              {{"path", opened.checkpoint ? opened.checkpoint->path : project.model.path},
               {"elsewhere", project.model.isElsewhere()
                                 ? Json{{"machine", project.model.elsewhere.machine},
                                        {"path", project.model.elsewhere.path}}
                                 : Json()},
               {"state", stateName(opened.model.state)},
               {"text", stateText(opened.model).english()}}},
             {"current", hasPlan ? Json(project.variants[project.current].name) : Json()},
             {"variants", std::move(variants)},
             {"records", project.records},
             {"notes", project.notes}},
        2);
}

}  // namespace stowage
