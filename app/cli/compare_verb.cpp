// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common_options.h"
#include "app/cli/comparison.h"
#include "app/cli/forward_pass.h"
#include "app/cli/help_texts.h"
#include "app/cli/inputs.h"
#include "app/cli/load_preparation.h"
#include "app/cli/placement_options.h"
#include "app/cli/planned_model.h"
#include "app/cli/progress_bar.h"
#include "app/cli/scratch_folder.h"
#include "app/cli/typed_options.h"
#include "app/cli/verbs.h"
#include "app/cli/watched_child.h"
#include "engine/device/host_memory.h"
#include "engine/device/this_machine.h"
#include "engine/lesson/lesson_figures.h"
#include "engine/load/program/load_method.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {

/// `compare MODEL`: loads by several methods, each in a fresh process whose memory is polled from
/// outside, and tables what they took.
class CompareVerb : public Verb {
public:
    void describe(CLI::App& command, const HelpTexts& help) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<std::vector<std::string>> chosenMethods() const;
    /// What all loads of a comparison have in common.
    struct CommonSetup {
        std::shared_ptr<const OpenedModel> model;
        std::optional<LessonTableMaker> lesson;  ///< where the model is the lesson's
        std::optional<ScratchFolder> scratch;    ///< for what nobody asked to keep
        std::string samplesFolder;               ///< "": no samples are written
        std::string reference;                   ///< logits for --forward; "" without it
    };
    [[nodiscard]] Result<CommonSetup> prepare(const OpenedModel& model,
                                              const std::shared_ptr<const PlacementPlan>& plan,
                                              const CommandContext& context) const;
    /// The file of the reference's logits: the one that is given, made first where it is missing,
    /// by a process of its own.
    [[nodiscard]] Result<std::string> prepareReference(const ScratchFolder& scratch,
                                                       const CommandContext& context) const;
    [[nodiscard]] std::vector<std::string> childArguments(const std::string& method,
                                                          const CommonSetup& setup) const;
    [[nodiscard]] Result<void> checkArguments(const std::vector<std::string>& methods) const;
    [[nodiscard]] Result<void> checkStates() const;
    static void addLoad(ComparedLoad run, const CommonSetup& setup, Comparison& comparison);
    [[nodiscard]] Result<Comparison> compare(const CommonSetup& setup,
                                             const std::vector<std::string>& methods,
                                             const CommandContext& context) const;

    CLI::App* m_command = nullptr;
    std::string m_model;
    PlacementOptions m_placement;
    std::string m_methods = "all";
    std::string m_cache = "as-is";
    std::string m_memory = "as-is";
    std::string m_ramLimit;
    std::string m_csvFolder;
    std::string m_events;
    std::string m_prompt;
    std::string m_reference;
    bool m_verify = false;
};

namespace {

/// Options of this command that a child process does not get, or gets with another value.
constexpr std::array kOwnOptions{"--methods", "--cache",     "--memory", "--csv",
                                 "--help",    "--reference", "MODEL"};

std::vector<std::string> filesOf(const Checkpoint& checkpoint) {
    std::vector<std::string> files;
    for (const auto& shard : checkpoint.shards) {
        files.push_back(shard->path());
    }
    return files;
}

/// What the process that should have made the reference said.
Unexpected referenceFailure(const ChildOutcome& child) {
    const ComparedLoad said = makeComparedLoad("reference", child);
    const std::string message = said.object.value("/error/message"_json_pointer, std::string());
    const std::array kCodes{ErrorCode::InvalidArgument, ErrorCode::Unsupported,
                            ErrorCode::Cancelled, ErrorCode::VerificationFailed};
    const auto code = std::ranges::find(kCodes, said.exitStatus, exitStatusFor);
    return fail(code == kCodes.end() ? ErrorCode::ReadFailed : *code,
                say("The reference of the forward pass was not made: %1", message));
}

int worstStatus(const Comparison& comparison) {
    int worst = kExitDone;
    for (const ComparedLoad& run : comparison.loads) {
        worst = std::max(worst, run.exitStatus);
    }
    return worst;
}

}  // namespace

void CompareVerb::describe(CLI::App& command, const HelpTexts& help) {
    m_command = &command;
    command.add_option("MODEL", m_model, help(say("Checkpoint file or folder")))->required();
    addTextOption(command, "--methods", "LIST", m_methods,
                  help(say("all (the default), or names separated by commas")));
    command.add_flag("--verify", m_verify, help(say("Compare every loaded byte with the file")));
    addOption(command, "--cache", "STATE", m_cache,
              help(say("The files' pages before each run: as-is (the default), cold "
                       "(posix_fadvise DONTNEED) or warm (read once)")));
    addOption(command, "--memory", "STATE", m_memory,
              help(say("Free memory before each run: as-is (the default), or touched, so that a "
                       "virtual machine need not get it from its host meanwhile")));
    addTextOption(command, "--ram-limit", "SIZE", m_ramLimit, help(ramLimitHelp()));
    addTextOption(command, "--csv", "DIR", m_csvFolder,
                  help(say("Write each run's memory samples as CSV into this folder: METHOD.csv")));
    addTextOption(
        command, "--events", "FILE", m_events,
        help(say("With one method: write progress and memory as JSON lines while it loads")));
    addTextOption(
        command, "--forward", "TOKENS", m_prompt,
        help(say("Run this prompt (as 1,2,3) through each loaded from-scratch GPT, and hold its "
                 "logits against a reference")));
    addTextOption(
        command, "--reference", "FILE.npy", m_reference,
        help(say("With --forward: the reference's logits, made here where the file is missing "
                 "(a temporary one)")))
        ->needs("--forward");
    m_placement.addForLoadTo(command, help);
    command.footer(
        help.examples({"stowagectl compare xl --gpus 14GiB --methods all --verify",
                       "stowagectl sample gpt --arch raschka-gpt2 --format pth",
                       "stowagectl compare gpt/model.pth --gpus 2GiB --forward 1,2,3   " +
                           help(say("the lesson's table"))}));
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
            return wrongValue("--methods", method.error().message);
        }
        methods.push_back(name);
        begin = end + 1;
    }
    return methods;
}

std::vector<std::string> CompareVerb::childArguments(const std::string& method,
                                                     const CommonSetup& setup) const {
    std::vector<std::string> arguments{"load", "--json", "--method=" + method};
    for (const CLI::Option* const option : m_command->get_options()) {
        const bool isOwn = std::ranges::find(kOwnOptions, option->get_name()) != kOwnOptions.end();
        if (option->count() > 0 && !isOwn) {
            addTyped(*option, arguments);
        }
    }
    addTypedOpening(*m_command, arguments);
    if (!setup.samplesFolder.empty()) {
        arguments.push_back("--csv=" + setup.samplesFolder + "/" + method + ".csv");
    }
    if (!setup.reference.empty()) {
        arguments.push_back("--reference=" + setup.reference);
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
                    say("compare runs several processes, which cannot share standard input; give "
                        "a file instead of \"-\"."));
    }
    if (!m_events.empty() && methods.size() != 1) {
        return wrongOption("--events", say("--events tells of one load, and --methods names %1; "
                                           "name one method.",
                                           methods.size()));
    }
    if (!m_prompt.empty()) {
        STOWAGE_TRY(parsePrompt(m_prompt, "--forward"));
    }
    std::error_code failure;
    if (!m_csvFolder.empty() && !std::filesystem::is_directory(m_csvFolder, failure) &&
        !std::filesystem::create_directories(m_csvFolder, failure)) {
        return fail(ErrorCode::WriteFailed,
                    say("--csv: the folder %1 cannot be made: %2.", m_csvFolder, failure.message()),
                    m_csvFolder, "--csv");
    }
    return {};
}

Result<void> CompareVerb::checkStates() const {
    if (const auto cache = pageCacheStateFromName(m_cache); !cache) {
        return wrongValue("--cache", cache.error().message);
    }
    if (const auto memory = freeMemoryStateFromName(m_memory); !memory) {
        return wrongValue("--memory", memory.error().message);
    }
    if (!m_ramLimit.empty()) {
        STOWAGE_TRY(ramLimitOption(m_ramLimit));
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
    addTypedOpening(*m_command, arguments);
    arguments.insert(arguments.end(), {"--", m_model, file});
    const auto child = runWatchedChild(arguments, context.stop());
    STOWAGE_TRY(child);
    if (context.stop().stop_requested()) {
        return fail(ErrorCode::Cancelled, say("The comparison was interrupted at its reference."));
    }
    return child->exitStatus == kExitDone ? Result<std::string>(file) : referenceFailure(*child);
}

Result<CompareVerb::CommonSetup> CompareVerb::prepare(
    const OpenedModel& model, const std::shared_ptr<const PlacementPlan>& plan,
    const CommandContext& context) const {
    CommonSetup setup;
    setup.model = std::make_shared<const OpenedModel>(model);
    setup.lesson = LessonTableMaker::make(plan, model.checkpoint);
    setup.samplesFolder = m_csvFolder;
    const bool needsSamples = setup.lesson && m_csvFolder.empty();
    if (!needsSamples && m_prompt.empty()) {
        return setup;
    }
    auto scratch = ScratchFolder::make();
    STOWAGE_TRY(scratch);
    if (!m_prompt.empty()) {
        const auto reference = prepareReference(*scratch, context);
        STOWAGE_TRY(reference);
        setup.reference = *reference;
    }
    setup.samplesFolder = needsSamples ? scratch->path() : m_csvFolder;
    setup.scratch.emplace(std::move(*scratch));
    return setup;
}

Result<Comparison> CompareVerb::compare(const CommonSetup& setup,
                                        const std::vector<std::string>& methods,
                                        const CommandContext& context) const {
    const OpenedModel& model = *setup.model;
    Comparison comparison;
    const auto cache = pageCacheStateFromName(m_cache);
    STOWAGE_TRY(cache);
    const std::vector<std::string> files = filesOf(*model.checkpoint);
    comparison.cache = attainableCache(*cache, files, context);
    comparison.isPublishedModel =
        isPublishedModel(*model.checkpoint) && m_command->get_option("--dtype")->count() == 0;
    if (setup.lesson) {
        comparison.lesson = LessonTable{setup.lesson->size(), {}};
    }
    if (!m_ramLimit.empty()) {
        comparison.ramLimit = *ramLimitOption(m_ramLimit);
    }
    // No method holds more: the model on the host, twice on devices, and the file's pages.
    const std::uint64_t bytesToTouch = 4 * model.tree->totalBytes();
    ProgressBar bar(context.translate);
    Progress progress;
    progress.bytesTotal = model.tree->totalBytes() * methods.size();
    progress.itemsTotal = methods.size();
    for (const std::string& method : methods) {
        progress.phase = method;
        bar.show(progress);
        // In this process: a child's own memory is what is compared.
        const auto touched =
            m_memory == "touched" ? touchFreeMemory(bytesToTouch, context.stop()) : Result<void>();
        STOWAGE_TRY(touched);
        STOWAGE_TRY(preparePageCache(files, comparison.cache, context.stop()));
        const auto child = runWatchedChild(childArguments(method, setup), context.stop());
        STOWAGE_TRY(child);
        if (context.stop().stop_requested()) {
            return fail(ErrorCode::Cancelled, say("The comparison was interrupted at %1.", method));
        }
        addLoad(makeComparedLoad(method, *child), setup, comparison);
        progress.bytesDone += model.tree->totalBytes();
        progress.itemsDone += 1;
    }
    return comparison;
}

void CompareVerb::addLoad(ComparedLoad run, const CommonSetup& setup, Comparison& comparison) {
    if (setup.lesson) {
        const std::string samples = setup.samplesFolder + "/" + run.method + ".csv";
        if (auto row = setup.lesson->row(run.object, samples)) {
            run.object["lesson"] = lessonRowJson(*row, setup.lesson->size());
            comparison.lesson->rows.push_back(std::move(*row));
        }
    }
    comparison.loads.push_back(std::move(run));
}

Result<int> CompareVerb::run(CommandContext& context) {
    const auto methods = chosenMethods();
    STOWAGE_TRY(methods);
    for (const auto& checked : {checkArguments(*methods), checkStates()}) {
        STOWAGE_TRY(checked);
    }
    const auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    STOWAGE_TRY(checkOutputFolder(m_csvFolder, *model->checkpoint));
    // What is wrong with the options is wrong for every method: said once, before anything loads.
    const auto plan = planToLoad(*model, m_placement, context);
    STOWAGE_TRY(plan);
    if (const auto elsewhere = whyNotLoadedHere((*plan)->request)) {
        return fail(ErrorCode::Unsupported, *elsewhere);
    }
    const auto setup = prepare(*model, *plan, context);
    STOWAGE_TRY(setup);
    const auto comparison = compare(*setup, *methods, context);
    STOWAGE_TRY(comparison);
    context.print(context.wantsJson() ? comparisonToJson(*comparison)
                                      : comparisonText(*comparison, context.translate));
    return worstStatus(*comparison);
}

std::unique_ptr<Verb> makeCompareVerb() {
    return std::make_unique<CompareVerb>();
}

}  // namespace stowage
