// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/forward_pass.h"
#include "app/cli/job_options.h"
#include "app/cli/load_preparation.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "app/cli/output/lesson_comparison.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/output/text_table.h"
#include "app/cli/planned_model.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/message.h"
#include "engine/base/number_text.h"
#include "engine/base/result.h"
#include "engine/base/scratch_folder.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/device/host_memory.h"
#include "engine/device/this_machine.h"
#include "engine/jobs/job_process.h"
#include "engine/lesson/lesson_figures.h"
#include "engine/load/program/load_method.h"
#include "engine/load/ram_limit.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// All that a comparison found.
struct Comparison {
    std::vector<MeasuredLoad> loads;
    PageCacheState cache = PageCacheState::AsIs;
    bool isPublishedModel = false;
    std::optional<std::uint64_t> ramLimit{};   ///< of each load, bytes
    std::optional<LessonComparison> lesson{};  ///< where the model is the lesson's
};

using Json = nlohmann::ordered_json;

Json publishedJson(const Comparison& comparison) {
    Json published = Json::object();
    if (!comparison.isPublishedModel) {
        return published;
    }
    published["model"] = "GPT-2 XL, float32";
    Json rows = Json::object();
    for (const PublishedRow& row : publishedRows()) {
        rows[std::string(row.method)] = Json{{"vram_gib", row.vramGiB}, {"ram_gib", row.ramGiB}};
    }
    published["rows"] = std::move(rows);
    return published;
}

const Json* find(const Json& object, const std::string& place) {
    const Json::json_pointer pointer(place);
    return object.contains(pointer) && !object[pointer].is_null() ? &object[pointer] : nullptr;
}

std::optional<double> number(const Json& object, const std::string& place) {
    const Json* const found = find(object, place);
    return found != nullptr && found->is_number() ? std::optional(found->get<double>())
                                                  : std::nullopt;
}

std::string size(const std::optional<double>& bytes) {
    return bytes ? formatSize(*bytes) : "";
}

/// A difference with its sign.
std::string signedSize(const std::optional<double>& measured, const std::optional<double>& said) {
    if (!measured || !said) {
        return "";
    }
    const double error = *measured - *said;
    return (error > 0 ? "+" : error < 0 ? "-" : "") + formatSize(error < 0 ? -error : error);
}

/// The devices that any load had, as "gpu:0".
std::vector<std::string> devicesOf(const Comparison& comparison) {
    std::vector<std::string> names;
    for (const MeasuredLoad& load : comparison.loads) {
        const Json* const devices = find(load.report, "/devices");
        if (devices == nullptr || !devices->is_object()) {
            continue;
        }
        for (const auto& [name, figures] : devices->items()) {
            if (std::ranges::find(names, name) == names.end()) {
                names.push_back(name);
            }
        }
    }
    return names;
}

/// The largest error of any device's predicted peak.
std::string deviceError(const Json& object, const std::vector<std::string>& devices) {
    std::string text;
    double largest = -1;
    for (const std::string& device : devices) {
        for (const char* const figure : {"/peak_allocated", "/peak_reserved"}) {
            const auto measured = number(object, "/devices/" + device + figure);
            const auto said = number(object, "/predicted/devices/" + device + figure);
            if (measured && said && std::abs(*measured - *said) > largest) {
                largest = std::abs(*measured - *said);
                text = signedSize(measured, said);
            }
        }
    }
    return text;
}

Message timeError(const Json& object) {
    const auto measured = number(object, "/seconds");
    const auto said = number(object, "/predicted/seconds");
    if (!measured || !said || *said <= 0) {
        return "";
    }
    return percentText(formatSigned((*measured / *said - 1) * 100, 0));
}

Phrase verifiedText(const Json& object) {
    const Json* const verified = find(object, "/verified");
    if (verified == nullptr || !verified->is_boolean()) {
        return {};
    }
    return verified->get<bool>() ? phrase("yes") : phrase("NO");
}

std::vector<TableHead> columns(const Comparison& comparison,
                               const std::vector<std::string>& devices) {
    std::vector<TableHead> heads{phrase("method"), rightHead(phrase("seconds")),
                                 rightHead("GiB/s")};
    for (const std::string& device : devices) {
        heads.push_back(rightHead(say("%1 allocated", device)));
        heads.push_back(rightHead(phrase("reserved")));
    }
    heads.insert(heads.end(), {rightHead(phrase("host anon, own")), rightHead(phrase("polled")),
                               phrase("verified"), rightHead(phrase("GPU error")),
                               rightHead(phrase("host error")), rightHead(phrase("time error"))});
    if (comparison.isPublishedModel) {
        heads.push_back(rightHead(phrase("published VRAM")));
        heads.push_back(rightHead("RAM"));
    }
    return heads;
}

/// What was measured of a load that ran, from its seconds to its errors; of one that was stopped on
/// the way there are no errors.
std::vector<Message> figures(const Json& object, const std::vector<std::string>& devices) {
    const auto seconds = number(object, "/seconds");
    const auto rate = number(object, "/bytes_per_second");
    std::vector<Message> row{seconds ? formatFixed(*seconds, 2) : "", rate ? formatGiB(*rate) : ""};
    for (const std::string& device : devices) {
        row.push_back(size(number(object, "/devices/" + device + "/peak_allocated")));
        row.push_back(size(number(object, "/devices/" + device + "/peak_reserved")));
    }
    const auto own = number(object, "/host/peak/anon");
    row.insert(row.end(),
               {size(own), size(number(object, "/polled_host_anon")), verifiedText(object)});
    if (find(object, "/prediction_error") == nullptr) {
        row.insert(row.end(), {"", "", ""});
    } else {
        row.insert(row.end(),
                   {deviceError(object, devices),
                    signedSize(own, number(object, "/predicted/host_anon")), timeError(object)});
    }
    return row;
}

/// Whether the load was refused, so that nothing of it was measured.
bool isRefused(const MeasuredLoad& load) {
    const Json* const at = find(load.report, "/stopped/at");
    const bool isError = find(load.report, "/error") != nullptr && load.failure.empty();
    return isError || (at != nullptr && *at == "pre-flight");
}

std::vector<Message> cells(const Comparison& comparison, const MeasuredLoad& load,
                           const std::vector<std::string>& devices) {
    std::vector<Message> row{load.method};
    std::vector<Message> measured = figures(load.report, devices);
    if (isRefused(load)) {
        std::ranges::fill(measured, Message());
        measured.front() = phrase("refused");
    }
    std::ranges::move(measured, std::back_inserter(row));
    if (comparison.isPublishedModel) {
        const auto published = publishedRow(load.method);
        row.push_back(published ? formatFixed(published->vramGiB, 1) + " GB" : "");
        row.push_back(published ? formatFixed(published->ramGiB, 1) + " GB" : "");
    }
    return row;
}

std::string failureText(const MeasuredLoad& load, const Translate& translate) {
    if (!load.failure.empty()) {
        return load.method + ": " + load.failure.in(translate) + "\n";
    }
    for (const char* const place :
         {"/error/message", "/stopped/why", "/verify_failure", "/forward/why"}) {
        const Json* const message = find(load.report, place);
        if (message != nullptr && message->is_string()) {
            return load.method + ": " + message->get<std::string>() + "\n";
        }
    }
    return {};
}

/// Whether each method held the RAM limit, and where it was stopped if not.
std::string limitLines(const Comparison& comparison, const Translate& translate) {
    std::string text = "\n" + say("Result of each load method with the RAM limit:").in(translate);
    for (const MeasuredLoad& load : comparison.loads) {
        const Json* const at = find(load.report, "/stopped/at");
        const bool isHeld = at == nullptr && find(load.report, "/error") == nullptr;
        const Message line = isHeld ? say("%1: within the limit", load.method)
                             : at != nullptr && at->is_string()
                                 ? say("%1: stopped at %2", load.method, at->get<std::string>())
                                 : say("%1: stopped", load.method);
        text += "\n  " + line.in(translate);
    }
    return text;
}

std::string usualTable(const Comparison& comparison, const Translate& translate) {
    const std::vector<std::string> devices = devicesOf(comparison);
    TextTable table(columns(comparison, devices), translate);
    for (const MeasuredLoad& load : comparison.loads) {
        table.addRow(cells(comparison, load, devices));
    }
    return table.text();
}

/// In which state the loads found the files' pages, and what each was allowed.
std::string conditionsText(const Comparison& comparison, const Translate& translate) {
    const std::string_view state = pageCacheStateName(comparison.cache);
    const Phrase means = pageCacheMeans(comparison.cache);
    const Message cache =
        means.empty()
            ? say("Page cache: %1. Each method ran in a separate process.", state)
            : say("Page cache: %1 before each load (%2). Each method ran in a separate process.",
                  state, means);
    if (!comparison.ramLimit) {
        return cache.in(translate);
    }
    const Message limit =
        say("The RAM limit is %1 and applies to %2.",
            formatSize(static_cast<double>(*comparison.ramLimit)), ramLimitCounts());
    return cache.in(translate) + "\n" + limit.in(translate);
}

/// {"runs": […], "published": {…}, "cache": {"state", "means"?}}
std::string comparisonToJson(const Comparison& comparison) {
    Json loads = Json::array();
    for (const MeasuredLoad& load : comparison.loads) {
        loads.push_back(load.report);
    }
    Json cache{{"state", pageCacheStateName(comparison.cache)}};
    if (comparison.cache != PageCacheState::AsIs) {
        cache["means"] = pageCacheMeans(comparison.cache).english();
    }
    Json object{{"runs", std::move(loads)},
                {"published", publishedJson(comparison)},
                {"cache", std::move(cache)}};
    if (comparison.ramLimit) {
        object["ram_limit"] =
            Json{{"bytes", *comparison.ramLimit}, {"counts", ramLimitCounts().english()}};
    }
    return jsonText(object, 2);
}

/// A table with one row a method (the lesson's own, where the model is the lesson's), and a
/// sentence for each that failed.
std::string comparisonText(const Comparison& comparison, const Translate& translate) {
    std::string failures;
    for (const MeasuredLoad& load : comparison.loads) {
        failures += failureText(load, translate);
    }
    std::string text =
        comparison.lesson ? comparison.lesson->text(translate) : usualTable(comparison, translate);
    std::vector<Message> conditions{conditionsText(comparison, translate)};
    if (!comparison.lesson) {
        conditions.emplace_back(
            say("An error is the measured value minus the predicted value.").in(translate));
    }
    text += (failures.empty() ? "" : "\n" + failures) + "\n" +
            joined(std::move(conditions), " ").english();
    if (comparison.isPublishedModel && !comparison.lesson) {
        text += "\n" + say("The published figures are those of the lesson for GPT-2 XL. In the "
                           "lesson, 1 GB is 2^30 bytes, and RAM includes file pages.")
                           .in(translate);
    }
    return text + (comparison.ramLimit ? limitLines(comparison, translate) : std::string());
}

}  // namespace

/// `compare MODEL`: loads by several methods, each in a fresh process whose memory is polled from
/// outside, and tables what they took.
class CompareVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<std::vector<std::string>> chosenMethods() const;
    /// What all loads of a comparison have in common.
    struct CommonSetup {
        std::shared_ptr<const OpenedModel> model;
        std::optional<LessonComparison> lesson;  ///< where the model is the lesson's
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
    [[nodiscard]] nlohmann::ordered_json jobOf(const std::string& method, const CommonSetup& setup,
                                               const CommandContext& context) const;
    [[nodiscard]] Result<void> checkArguments(const std::vector<std::string>& methods) const;
    [[nodiscard]] Result<void> checkStates() const;
    static void addLoad(MeasuredLoad run, const CommonSetup& setup, Comparison& comparison);
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
constexpr std::array<std::string_view, 6> kOwnOptions{"--methods", "--cache", "--memory",
                                                      "--csv",     "--help",  "--reference"};

Result<JobEnd> runMeasured(const Json& job, const std::stop_token& stop) {
    return JobProcess({.pollsMemory = true}).run(job, {}, stop);
}

std::vector<std::string> filesOf(const Checkpoint& checkpoint) {
    std::vector<std::string> files;
    for (const auto& shard : checkpoint.shards) {
        files.push_back(shard->path());
    }
    return files;
}

/// What the process that should have made the reference said.
Unexpected referenceFailure(const JobEnd& child) {
    const MeasuredLoad said = measuredLoad("reference", child);
    const std::string message = said.report.value("/error/message"_json_pointer, std::string());
    const std::array kCodes{ErrorCode::InvalidArgument, ErrorCode::Unsupported,
                            ErrorCode::Cancelled, ErrorCode::VerificationFailed};
    const auto code = std::ranges::find(kCodes, said.exitStatus, exitStatusFor);
    return fail(code == kCodes.end() ? ErrorCode::ReadFailed : *code,
                say("The reference logits of the forward pass were not created: %1", message));
}

int worstStatus(const Comparison& comparison) {
    int worst = kExitDone;
    for (const MeasuredLoad& run : comparison.loads) {
        worst = std::max(worst, run.exitStatus);
    }
    return worst;
}

}  // namespace

void CompareVerb::describe(CLI::App& command) {
    m_command = &command;
    command.add_option("MODEL", m_model)->required();
    addTextOption(command, "--methods", "LIST", m_methods);
    command.add_flag("--verify", m_verify);
    addOption(command, "--cache", "STATE", m_cache);
    addOption(command, "--memory", "STATE", m_memory);
    addTextOption(command, "--ram-limit", "SIZE", m_ramLimit);
    addTextOption(command, "--csv", "DIR", m_csvFolder);
    addTextOption(command, "--events", "FILE", m_events);
    addTextOption(command, "--forward", "TOKENS", m_prompt);
    addTextOption(command, "--reference", "FILE.npy", m_reference)->needs("--forward");
    m_placement.addForLoadTo(command);
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
        STOWAGE_TRY(optionValue("--methods", loadMethodFromName(name)));
        methods.push_back(name);
        begin = end + 1;
    }
    return methods;
}

Json CompareVerb::jobOf(const std::string& method, const CommonSetup& setup,
                        const CommandContext& context) const {
    Json job = typedJob(*m_command, jobKind("load"), m_model, context, kOwnOptions);
    job["method"] = method;
    if (!setup.samplesFolder.empty()) {
        job["csv"] = setup.samplesFolder + "/" + method + ".csv";
    }
    if (!setup.reference.empty()) {
        job["reference"] = setup.reference;
    }
    return job;
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
        return wrongOption(
            "--events",
            say("--events records only one load, but --methods names %1 methods; name one.",
                methods.size()));
    }
    if (!m_prompt.empty()) {
        STOWAGE_TRY(parsePrompt(m_prompt, "--forward"));
    }
    std::error_code failure;
    if (!m_csvFolder.empty() && !std::filesystem::is_directory(m_csvFolder, failure) &&
        !std::filesystem::create_directories(m_csvFolder, failure)) {
        return fail(
            ErrorCode::WriteFailed,
            say("--csv: the folder %1 cannot be created: %2.", m_csvFolder, failure.message()),
            m_csvFolder, "--csv");
    }
    return {};
}

Result<void> CompareVerb::checkStates() const {
    STOWAGE_TRY(optionValue("--cache", pageCacheStateFromName(m_cache)));
    STOWAGE_TRY(optionValue("--memory", freeMemoryStateFromName(m_memory)));
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
    Json job = typedJob(*m_command, jobKind("reference"), m_model, context, {});
    job["tokens"] = m_prompt;
    job["FILE.npy"] = file;
    const auto child = runMeasured(job, context.stop());
    STOWAGE_TRY(child);
    if (context.stop().stop_requested()) {
        return fail(ErrorCode::Cancelled,
                    say("The comparison was interrupted while it computed the reference logits."));
    }
    return child->exitStatus == kExitDone ? Result<std::string>(file) : referenceFailure(*child);
}

Result<CompareVerb::CommonSetup> CompareVerb::prepare(
    const OpenedModel& model, const std::shared_ptr<const PlacementPlan>& plan,
    const CommandContext& context) const {
    CommonSetup setup;
    setup.model = std::make_shared<const OpenedModel>(model);
    setup.lesson = LessonComparison::make(plan, model.checkpoint);
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
    comparison.lesson = setup.lesson;
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
        const auto child = runMeasured(jobOf(method, setup, context), context.stop());
        STOWAGE_TRY(child);
        if (context.stop().stop_requested()) {
            return fail(ErrorCode::Cancelled,
                        say("The comparison was interrupted at the method %1.", method));
        }
        addLoad(measuredLoad(method, *child), setup, comparison);
        progress.bytesDone += model.tree->totalBytes();
        progress.itemsDone += 1;
    }
    return comparison;
}

void CompareVerb::addLoad(MeasuredLoad run, const CommonSetup& setup, Comparison& comparison) {
    if (comparison.lesson) {
        comparison.lesson->add(run.report, setup.samplesFolder + "/" + run.method + ".csv");
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
