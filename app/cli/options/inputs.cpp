// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/inputs.h"

#include "app/cli/options/common_options.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/target_folder.h"
#include "engine/model/module_tree_json.h"
#include "engine/plan/request/request_fields.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

constexpr std::uint64_t kMaxMapBytes = 256 * kMiB;  ///< far beyond any map; bounds a wrong file

/// Whether something was chosen about the model.
bool hasChoice(const OpenOptions& opening) {
    return opening.prefix || !opening.renames.empty() || !opening.treeFile.empty() ||
           !opening.className.empty();
}

Result<OpenedModel> openTreeFromStandardInput(const CommandContext& context) {
    if (hasChoice(context.opening)) {
        return fail(ErrorCode::InvalidArgument,
                    say("\"-\" reads a module tree from standard input and cannot be combined with "
                        "--prefix, --rename, --tree and --class; give the name of the checkpoint "
                        "instead."));
    }
    const auto text = context.readStandardInput();
    STOWAGE_TRY(text);
    auto tree = parseModuleTreeJson(*text, kStandardInput);
    STOWAGE_TRY(tree);
    auto checkpoint =
        std::make_shared<const Checkpoint>(describedCheckpoint(kStandardInput, *tree));
    return OpenedModel{std::move(checkpoint), std::move(*tree), nullptr};
}

Result<std::string> readTextFile(const std::string& path) {
    return readWholeFile(path, kMaxMapBytes, [&path](std::uint64_t size) {
        return say(
            "%1 has a size of %2, which is too large for a device map; give the device map, not "
            "the model.",
            path, formatSize(size));
    });
}

/// What was opened, as a file (of a folder one in it), and the files that hold tensors.
std::vector<std::string> filesOfModel(const Checkpoint& checkpoint) {
    std::error_code error;
    const std::filesystem::path path = checkpoint.path;
    std::vector<std::string> files{std::filesystem::is_directory(path, error)
                                       ? (path / "config.json").string()
                                       : path.string()};
    for (const auto& shard : checkpoint.shards) {
        files.push_back(shard->path());
    }
    return files;
}

/// The files that say what those beside them are.
std::set<std::string> descriptionsBeside(const std::vector<std::string>& files) {
    std::set<std::string> descriptions;
    for (const std::string& file : files) {
        const std::filesystem::path folder = std::filesystem::path(file).parent_path();
        for (const char* const name :
             {"config.json", "model_index.json", "model.safetensors.index.json",
              "pytorch_model.bin.index.json"}) {
            descriptions.insert((folder / name).string());
        }
    }
    return descriptions;
}

bool isSameFile(const std::string& one, const std::string& other) {
    std::error_code error;
    return std::filesystem::equivalent(one, other, error);
}

/// No file that the command is to write may be one that it reads.
Result<void> checkOutputsAgainst(const Checkpoint& checkpoint, const CommandContext& context) {
    if (context.outputs().empty()) {
        return {};
    }
    std::vector<std::string> files = filesOfModel(checkpoint);
    std::ranges::copy(descriptionsBeside(files), std::back_inserter(files));
    if (checkpoint.keyCheck) {
        files.push_back(checkpoint.keyCheck->treeFile);
    }
    for (const std::string& output : context.outputs()) {
        const auto file = std::ranges::find_if(
            files, [&output](const std::string& one) { return isSameFile(one, output); });
        if (file != files.end()) {
            // The output may be a link to the file, or another spelling of its path.
            return fail(ErrorCode::InvalidArgument,
                        output == *file
                            ? say("%1 is a file of the model itself; write to another file so that "
                                  "the model is not overwritten.",
                                  output)
                            : say("%1 is a file of the model itself (%2); write to another file so "
                                  "that the model is not overwritten.",
                                  output, *file),
                        output);
        }
    }
    return {};
}

Result<void> checkOutputsAgainstProject(const std::string& path, const CommandContext& context) {
    const auto isProject = [&path](const std::string& output) { return isSameFile(output, path); };
    return std::ranges::none_of(context.outputs(), isProject)
               ? Result<void>()
               : fail(ErrorCode::InvalidArgument,
                      say("%1 is the project that is read; write to another file so that the "
                          "project is not overwritten.",
                          path),
                      path);
}

/// The checkpoint with its tree; its warnings are told.
Result<OpenedModel> withTree(std::shared_ptr<const Checkpoint> checkpoint,
                             std::shared_ptr<const OpenedProject> saved,
                             const CommandContext& context) {
    STOWAGE_TRY(checkOutputsAgainst(*checkpoint, context));
    for (const Message& warning : checkpoint->warnings) {
        context.warn(warning);
    }
    auto tree = buildModuleTree(*checkpoint);
    STOWAGE_TRY(tree);
    return OpenedModel{std::move(checkpoint), std::move(*tree), std::move(saved)};
}

/// What hardly a file is called: a dict, an assignment, a word in quotes of any kind, a device of
/// torch ("mps", "cuda", "meta:0").
bool holdsMapSigns(const std::string& value) {
    constexpr std::array<std::string_view, 4> kTorchDevices = {"cuda", "mps", "meta", "xpu"};
    const std::string_view kind = std::string_view(value).substr(0, value.find(':'));
    return value.find_first_of("{=\"'\n") != std::string::npos || mendSigns(value).has_value() ||
           std::ranges::find(kTorchDevices, kind) != kTorchDevices.end();
}

/// Whether an option's value is a map itself, or a script with one: no file name worth having
/// starts with a bracket, is a strategy's or a device's name, or has a dict in it and is no file.
bool looksLikeMapText(const std::string& value) {
    const std::size_t start = value.find_first_not_of(" \t\r\n");
    if (start == std::string::npos) {
        return false;
    }
    const std::string_view text = std::string_view(value).substr(start);
    std::error_code error;
    return text.starts_with('{') || text.starts_with('[') || text.starts_with("OrderedDict(") ||
           text.starts_with("collections.OrderedDict(") || text.starts_with("dict(") ||
           strategyFromName(value).has_value() || parseDevice(value).has_value() ||
           (holdsMapSigns(value) && !std::filesystem::exists(value, error));
}

}  // namespace

Result<OpenedModel> openModel(const std::string& path, const CommandContext& context) {
    if (path == "-") {
        return openTreeFromStandardInput(context);
    }
    if (isProjectFile(path)) {
        STOWAGE_TRY(checkOutputsAgainstProject(path, context));
        auto project = openProject(path, context);
        STOWAGE_TRY(project);
        auto checkpoint = std::move(project->checkpoint);
        return withTree(std::move(checkpoint),
                        std::make_shared<const OpenedProject>(*std::move(project)), context);
    }
    if (!context.variant.empty()) {
        return wrongOption(
            "--variant",
            say("--variant names a plan of a project, but %1 is not a project.", path));
    }
    auto checkpoint = openCheckpoint(path, context.opening, context.stop(),
                                     ProgressBar(context.translate).sink());
    STOWAGE_TRY(checkpoint);
    return withTree(std::move(*checkpoint), nullptr, context);
}

Result<void> checkOutputsOf(const std::string& path, const CommandContext& context) {
    if (context.outputs().empty()) {
        return {};
    }
    if (isProjectFile(path)) {
        STOWAGE_TRY(checkOutputsAgainstProject(path, context));
    }
    const auto opened = openCheckpoint(modelPathOf(path), context.opening, context.stop());
    return opened ? checkOutputsAgainst(**opened, context) : Result<void>();
}

Result<void> checkOutputFolder(const std::string& folder, const Checkpoint& checkpoint) {
    return folder.empty() ? Result<void>() : checkIsNotSource(folder, filesOfModel(checkpoint));
}

Result<ParsedDeviceMap> readDeviceMap(const std::string& value, const CommandContext& context) {
    if (looksLikeMapText(value)) {
        return parseDeviceMapText(value);
    }
    const bool fromInput = value == "-";
    const auto text = fromInput ? context.readStandardInput() : readTextFile(value);
    STOWAGE_TRY(text);
    const std::string file = fromInput ? kStandardInput : value;
    auto map = parseDeviceMapText(*text, file);
    if (!map && map.error().code == ErrorCode::InvalidArgument) {
        // The command line was right: it is the file that is no device map.
        Error error = map.error();
        error.code = ErrorCode::Malformed;
        error.file = file;
        return Unexpected{std::move(error)};
    }
    return map;
}

Result<std::string> readImportText(const std::string& value, const CommandContext& context) {
    if (value == "-") {
        return context.readStandardInput();
    }
    std::error_code error;
    const bool isText =
        value.find_first_of(" =|*{[\"'\n") != std::string::npos || looksLikeMapText(value);
    return isText && !std::filesystem::exists(value, error) ? Result<std::string>(value)
                                                            : readTextFile(value);
}

std::shared_ptr<const MachineRates> measuredRates(const CommandContext& context, Telling telling) {
    auto rates = readMachineRates(defaultRatesPath());
    if (!rates) {
        if (telling == Telling::Warning) {
            context.warn(say("warning: %1", rates.error().message));
        }
        return nullptr;
    }
    return *rates ? std::make_shared<const MachineRates>(std::move(**rates)) : nullptr;
}

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

std::string stateName(ModelCheck::State state) {
    return state == ModelCheck::State::Same      ? "same"
           : state == ModelCheck::State::Changed ? "changed"
                                                 : "missing";
}

Message stateText(const ModelCheck& check) {
    return check.state == ModelCheck::State::Same
               ? phrase("The model has not changed since the project was saved.")
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
        return wrongValue("--save",
                          say("%1 exists and is not a project; give another file.", path));
    }
    auto there = readProject(path);
    STOWAGE_TRY(there);
    if (there->model.digest != reference->digest) {
        return wrongValue("--save", say("%1 is a project of another model (%2); give another file.",
                                        path, there->model.path));
    }
    there->model = *std::move(reference);  // where it lies now
    return there;
}

}  // namespace

Result<OpenedProject> lookAtProject(const std::string& path, const CommandContext& context) {
    auto project = readProject(path);
    STOWAGE_TRY(project);
    auto model = openReferencedModel(
        project->model, mergedOpening(context.opening, project->openOptions), projectFolder(path),
        context.stop(), ProgressBar(context.translate).sink());
    STOWAGE_TRY(model);
    if (!model->found.empty()) {
        context.warn(model->found);
    }
    const std::size_t current = project->current;
    return OpenedProject{path, *std::move(project), current, std::move(model->check),
                         std::move(model->checkpoint)};
}

Result<std::size_t> chosenPlan(const Project& project, const std::string& path,
                               const std::string& name) {
    if (project.variants.empty()) {
        return fail(
            ErrorCode::InvalidArgument,
            say("The project %1 has no plan; create a plan with stowagectl plan MODEL --save %1.",
                path),
            path);
    }
    if (name.empty()) {
        return project.current;
    }
    const ProjectVariant* const found = findVariant(project, name);
    if (found == nullptr) {
        return wrongValue("--variant",
                          say("The project %1 has no plan %2; the plans of the project are %3.",
                              path, quotedForMessage(name), namesOfPlans(project)));
    }
    return static_cast<std::size_t>(found - project.variants.data());
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
    variant.edits.push_back(
        {"Planned by stowagectl plan", utcText(std::time(nullptr), "%Y-%m-%dT%H:%M:%S.000Z")});
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
                      request.workload ? workloadText(*request.workload) : phrase("weights only"),
                      std::to_string(variant.edits.size())});
    }
    const WeightsElsewhere& elsewhere = project.model.elsewhere;
    std::vector<Message> lines{
        project.model.isElsewhere()
            ? say("Model: %1 on the machine %2", printableText(elsewhere.path),
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
