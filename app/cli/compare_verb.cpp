// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare_verb.h"

#include "app/cli/device_options.h"
#include "app/cli/forward_pass.h"
#include "app/cli/load_preparation.h"
#include "app/cli/model_input.h"
#include "app/cli/plan_to_load.h"
#include "app/cli/progress_bar.h"
#include "app/cli/watched_child.h"
#include "engine/device/free_memory.h"
#include "engine/device/this_machine.h"
#include "engine/load/load_method.h"
#include "engine/load/published_figures.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

/// Options of this command that a child does not get, or gets said anew.
constexpr std::array kOwnOptions{"--methods", "--cache",     "--memory", "--csv",
                                 "--help",    "--reference", "MODEL"};

/// What was typed for an option, to be typed again: with `=`, so that no value looks like an
/// option itself.
void repeat(const CLI::Option& option, std::vector<std::string>& arguments) {
    const std::string name = option.get_name();
    if (option.get_items_expected_max() == 0) {
        arguments.push_back(name);
        return;
    }
    std::vector<std::string> values = option.results();
    if (option.get_delimiter() != '\0') {
        std::string joined;
        for (const std::string& value : values) {
            joined += (joined.empty() ? "" : std::string(1, option.get_delimiter())) + value;
        }
        values = {joined};
    }
    for (const std::string& value : values) {
        if (value.empty()) {  // "--no-split=" would take the next word
            arguments.insert(arguments.end(), {name, value});
        } else {
            arguments.push_back(name + "=" + value);
        }
    }
}

/// What was chosen about the checkpoint, for a process that opens it too.
void repeatOpening(const CLI::App& command, std::vector<std::string>& arguments) {
    for (const char* const name : {"--prefix", "--rename", "--tree", "--class"}) {
        const CLI::Option* const option = command.get_parent()->get_option(name);
        if (option->count() > 0) {
            repeat(*option, arguments);
        }
    }
}

std::vector<std::string> filesOf(const Checkpoint& checkpoint) {
    std::vector<std::string> files;
    for (const auto& shard : checkpoint.shards) {
        files.push_back(shard->path());
    }
    return files;
}

/// What the process that should have made the reference said.
Unexpected referenceFailure(const ChildOutcome& child) {
    const ComparedRun said = makeComparedRun("reference", child);
    const std::string message = said.object.value("/error/message"_json_pointer, std::string());
    const std::array kCodes{ErrorCode::InvalidArgument, ErrorCode::Unsupported,
                            ErrorCode::Cancelled, ErrorCode::VerificationFailed};
    const auto code = std::ranges::find(kCodes, said.exitStatus, exitStatusFor);
    return fail(code == kCodes.end() ? ErrorCode::ReadFailed : *code,
                "The reference of the forward pass was not made: " + message);
}

int worstStatus(const Comparison& comparison) {
    int worst = kExitDone;
    for (const ComparedRun& run : comparison.runs) {
        worst = std::max(worst, run.exitStatus);
    }
    return worst;
}

}  // namespace

CLI::App* CompareVerb::describe(CLI::App& app) {
    CLI::App* command = app.add_subcommand("compare", "Load by several methods and compare them");
    m_command = command;
    command->add_option("MODEL", m_model, "Checkpoint file or folder")->required();
    command->add_option("--methods", m_methods, "all (the default), or names separated by commas")
        ->type_name("LIST")
        ->check(notEmpty());
    command->add_flag("--verify", m_verify, "Compare every loaded byte with the file");
    command
        ->add_option("--cache", m_cache,
                     "The files' pages before each run: as-is (the default), cold "
                     "(posix_fadvise DONTNEED) or warm (read once)")
        ->type_name("STATE");
    command
        ->add_option("--memory", m_memory,
                     "Free memory before each run: as-is (the default), or touched, so that a "
                     "virtual machine need not get it from its host meanwhile")
        ->type_name("STATE");
    command->add_option("--ram-limit", m_ramLimit, ramLimitHelp())
        ->type_name("SIZE")
        ->check(notEmpty());
    command
        ->add_option("--csv", m_csvFolder,
                     "Write each run's memory samples as CSV into this folder: METHOD.csv")
        ->type_name("DIR")
        ->check(notEmpty());
    command
        ->add_option("--events", m_events,
                     "With one method: write progress and memory as JSON lines while it loads")
        ->type_name("FILE")
        ->check(notEmpty());
    command
        ->add_option(
            "--forward", m_prompt,
            "Run this prompt (as 1,2,3) through each loaded from-scratch GPT, and hold its "
            "logits against a reference")
        ->type_name("TOKENS")
        ->check(notEmpty());
    command
        ->add_option("--reference", m_reference,
                     "With --forward: the reference's logits, made here where the file is missing "
                     "(a temporary one)")
        ->type_name("FILE.npy")
        ->check(notEmpty())
        ->needs("--forward");
    command->add_flag("--force", m_force, "Load although the pre-flight says no");
    command
        ->add_option("--offload-dir", m_offloadDir,
                     "Folder for weights on disk (a temporary one, removed at the end)")
        ->type_name("DIR");
    m_placement.addTo(*command, PlacementOptions::MapOption::InsteadOfStrategy);
    command->footer(
        "Example:\n"
        "  stowagectl compare xl --gpus 14GiB --methods all --verify\n"
        "  stowagectl compare gpt2/model.pth --gpus 2GiB --forward 1,2,3   the lesson's table");
    return command;
}

Result<std::vector<std::string>> CompareVerb::chosenMethods() const {
    std::vector<std::string> methods;
    if (m_methods == "all") {
        for (const LoadMethod method : allLoadMethods()) {
            methods.emplace_back(loadMethodName(method));
        }
        return methods;
    }
    for (std::size_t begin = 0; begin <= m_methods.size();) {
        const std::size_t end = std::min(m_methods.find(',', begin), m_methods.size());
        const std::string name = m_methods.substr(begin, end - begin);
        if (const auto method = loadMethodFromName(name); !method) {
            return fail(ErrorCode::InvalidArgument, "--methods: " + method.error().message, {},
                        "--methods");
        }
        methods.push_back(name);
        begin = end + 1;
    }
    return methods;
}

std::vector<std::string> CompareVerb::childArguments(const std::string& method,
                                                     const Ground& ground) const {
    std::vector<std::string> arguments{"load", "--json", "--method=" + method};
    for (const CLI::Option* const option : m_command->get_options()) {
        const bool isOwn = std::ranges::find(kOwnOptions, option->get_name()) != kOwnOptions.end();
        if (option->count() > 0 && !isOwn) {
            repeat(*option, arguments);
        }
    }
    repeatOpening(*m_command, arguments);
    if (!ground.samplesFolder.empty()) {
        arguments.push_back("--csv=" + ground.samplesFolder + "/" + method + ".csv");
    }
    if (!ground.reference.empty()) {
        arguments.push_back("--reference=" + ground.reference);
    }
    // Behind "--" a name may begin with a dash.
    arguments.insert(arguments.end(), {"--", m_model});
    return arguments;
}

Result<void> CompareVerb::checkArguments(const std::vector<std::string>& methods) const {
    const auto* const map = m_command->get_option("--device-map");
    const bool readsInput = m_model == "-" || (map->count() > 0 && map->results().front() == "-");
    if (readsInput) {
        return fail(ErrorCode::InvalidArgument,
                    "compare runs several processes, which cannot share standard input; give a "
                    "file instead of \"-\".");
    }
    if (!m_events.empty() && methods.size() != 1) {
        return fail(ErrorCode::InvalidArgument,
                    "--events tells of one load, and --methods names " +
                        std::to_string(methods.size()) + "; name one method.",
                    {}, "--events");
    }
    if (!m_prompt.empty()) {
        if (const auto prompt = parsePrompt(m_prompt, "--forward"); !prompt) {
            return prompt.unexpected();
        }
    }
    std::error_code failure;
    if (!m_csvFolder.empty() && !std::filesystem::is_directory(m_csvFolder, failure) &&
        !std::filesystem::create_directories(m_csvFolder, failure)) {
        return fail(
            ErrorCode::WriteFailed,
            "--csv: the folder " + m_csvFolder + " cannot be made: " + failure.message() + ".",
            m_csvFolder, "--csv");
    }
    return {};
}

Result<void> CompareVerb::checkStates() const {
    if (const auto cache = pageCacheStateFromName(m_cache); !cache) {
        return fail(ErrorCode::InvalidArgument, "--cache: " + cache.error().message, {}, "--cache");
    }
    if (const auto memory = freeMemoryStateFromName(m_memory); !memory) {
        return fail(ErrorCode::InvalidArgument, "--memory: " + memory.error().message, {},
                    "--memory");
    }
    if (!m_ramLimit.empty()) {
        if (const auto limit = ramLimitOption(m_ramLimit); !limit) {
            return limit.unexpected();
        }
    }
    return {};
}

Result<std::string> CompareVerb::prepareReference(const ScratchFolder& scratch,
                                                  const CommandContext& context) const {
    std::error_code failure;
    const std::string file = m_reference.empty() ? scratch.path("reference.npy") : m_reference;
    if (std::filesystem::exists(file, failure)) {
        return file;
    }
    std::vector<std::string> arguments{"reference", "--json", "--tokens=" + m_prompt};
    repeatOpening(*m_command, arguments);
    arguments.insert(arguments.end(), {"--", m_model, file});
    const auto child = runWatchedChild(arguments, context.stop());
    if (!child) {
        return child.unexpected();
    }
    if (context.stop().stop_requested()) {
        return fail(ErrorCode::Cancelled, "The comparison was interrupted at its reference.");
    }
    return child->exitStatus == kExitDone ? Result<std::string>(file) : referenceFailure(*child);
}

Result<CompareVerb::Ground> CompareVerb::prepare(const OpenedModel& model,
                                                 const std::shared_ptr<const PlacementPlan>& plan,
                                                 const CommandContext& context) const {
    Ground ground;
    ground.model = std::make_shared<const OpenedModel>(model);
    ground.lesson = LessonTableMaker::make(plan, model.checkpoint);
    ground.samplesFolder = m_csvFolder;
    const bool needsSamples = ground.lesson && m_csvFolder.empty();
    if (!needsSamples && m_prompt.empty()) {
        return ground;
    }
    auto scratch = ScratchFolder::make();
    if (!scratch) {
        return scratch.unexpected();
    }
    if (!m_prompt.empty()) {
        const auto reference = prepareReference(*scratch, context);
        if (!reference) {
            return reference.unexpected();
        }
        ground.reference = *reference;
    }
    ground.samplesFolder = needsSamples ? scratch->path() : m_csvFolder;
    ground.scratch.emplace(std::move(*scratch));
    return ground;
}

Result<Comparison> CompareVerb::compare(const Ground& ground,
                                        const std::vector<std::string>& methods,
                                        const CommandContext& context) const {
    const OpenedModel& model = *ground.model;
    Comparison comparison;
    const auto cache = pageCacheStateFromName(m_cache);
    if (!cache) {
        return cache.unexpected();
    }
    comparison.cache = *cache;
    comparison.isPublishedModel =
        isPublishedModel(*model.checkpoint) && m_command->get_option("--dtype")->count() == 0;
    if (ground.lesson) {
        comparison.lesson = LessonTable{ground.lesson->size(), {}};
    }
    if (!m_ramLimit.empty()) {
        comparison.ramLimit = *ramLimitOption(m_ramLimit);
    }
    const std::vector<std::string> files = filesOf(*model.checkpoint);
    // No method holds more: the model on the host, twice on devices, and the file's pages.
    const std::uint64_t bytesToTouch = 4 * model.tree->totalBytes();
    ProgressBar bar;
    Progress progress;
    progress.bytesTotal = model.tree->totalBytes() * methods.size();
    progress.itemsTotal = methods.size();
    for (const std::string& method : methods) {
        progress.phase = method;
        bar.show(progress);
        // In this process: a child's own memory is what is compared.
        const auto touched =
            m_memory == "touched" ? touchFreeMemory(bytesToTouch, context.stop()) : Result<void>();
        if (!touched) {
            return touched.unexpected();
        }
        if (const auto prepared = preparePageCache(files, *cache, context.stop()); !prepared) {
            return prepared.unexpected();
        }
        const auto child = runWatchedChild(childArguments(method, ground), context.stop());
        if (!child) {
            return child.unexpected();
        }
        if (context.stop().stop_requested()) {
            return fail(ErrorCode::Cancelled, "The comparison was interrupted at " + method + ".");
        }
        addRun(makeComparedRun(method, *child), ground, comparison);
        progress.bytesDone += model.tree->totalBytes();
        progress.itemsDone += 1;
    }
    return comparison;
}

void CompareVerb::addRun(ComparedRun run, const Ground& ground, Comparison& comparison) {
    if (ground.lesson) {
        const std::string samples = ground.samplesFolder + "/" + run.method + ".csv";
        if (auto row = ground.lesson->row(run.object, samples)) {
            run.object["lesson"] = lessonRowJson(*row, ground.lesson->size());
            comparison.lesson->rows.push_back(std::move(*row));
        }
    }
    comparison.runs.push_back(std::move(run));
}

Result<int> CompareVerb::run(CommandContext& context) {
    const auto methods = chosenMethods();
    if (!methods) {
        return methods.unexpected();
    }
    for (const auto& checked : {checkArguments(*methods), checkStates()}) {
        if (!checked) {
            return checked.unexpected();
        }
    }
    const auto model = openModel(m_model, context);
    if (!model) {
        return model.unexpected();
    }
    m_placement.setOffloadFolder(m_offloadDir);
    // What is wrong with the options is wrong for every method: said once, before anything runs.
    const auto planned = m_placement.makePlan(*model, context);
    const auto plan = planned ? planToLoad(*planned, context) : planned;
    if (!plan) {
        return plan.unexpected();
    }
    if (const auto elsewhere = whyNotLoadedHere((*plan)->request)) {
        return fail(ErrorCode::Unsupported, *elsewhere);
    }
    const auto ground = prepare(*model, *plan, context);
    if (!ground) {
        return ground.unexpected();
    }
    const auto comparison = compare(*ground, *methods, context);
    if (!comparison) {
        return comparison.unexpected();
    }
    context.print(context.wantsJson() ? comparisonToJson(*comparison)
                                      : comparisonText(*comparison));
    return worstStatus(*comparison);
}

std::unique_ptr<Verb> makeCompareVerb() {
    return std::make_unique<CompareVerb>();
}

}  // namespace stowage
