// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_repeats.h"

#include "app/cli/machines/machine_answer.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/load/report/load_report_json.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <thread>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// What a given map takes the place of.
constexpr std::array kPlacingOptions{"--strategy", "--objective", "--mix", "--pin"};

/// What a machine answered that was asked for a load.
struct MachineLoad : MachineAnswer {
    std::optional<LoadFigures> figures{};

    [[nodiscard]] bool hasFigures() const {
        return figures &&
               (figures->state == LoadEnding::Done || figures->state == LoadEnding::Differs);
    }
};

MachineAnswer ask(const std::string& machine, const std::vector<std::string>& arguments,
                  const std::stop_token& stop) {
    auto asked = machineCommand(machine, arguments, MachineInput::Ends);
    if (!asked) {
        return failedAnswer(machine, asked.error().code, asked.error().message);
    }
    return answerOf(machine, runChild(asked->request, stop));
}

/// The same, with what its figures say of a load that stopped or is not as its file.
MachineLoad askForLoad(const std::string& machine, const std::vector<std::string>& arguments,
                       const std::stop_token& stop) {
    MachineLoad answer{ask(machine, arguments, stop)};
    if (!answer.isOk()) {
        return answer;
    }
    auto figures = readLoadFigures(answer.object, machine);
    if (!figures) {
        return {failedAnswer(machine, figures.error().code, figures.error().message)};
    }
    answer.figures = std::move(*figures);
    answer.failure = answer.figures->why;
    if (!answer.isOk()) {
        const std::string kind = textAt(answer.object, "/stopped/kind");
        answer.kind = kind.empty() ? errorCodeName(ErrorCode::VerificationFailed) : kind;
        answer.status = std::max(answer.status, kExitAnswerIsNo);
    }
    return answer;
}

std::vector<MachineLoad> loadOnAll(const std::vector<std::string>& machines,
                                   const std::vector<std::string>& arguments,
                                   const std::stop_token& stop) {
    std::vector<MachineLoad> answers(machines.size());
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        threads.emplace_back([&, i] { answers[i] = askForLoad(machines[i], arguments, stop); });
    }
    threads.clear();  // waits for them
    return answers;
}

/// {"kind", "message", "load"?}: with what a load that failed has to say of itself.
Json failureJson(const MachineLoad& answer) {
    Json error{{"kind", answer.kind}, {"message", answer.failure.english()}};
    if (!answer.object.is_null()) {
        error["load"] = answer.object;
    }
    return error;
}

std::string machinesToJson(const std::vector<MachineLoad>& answers, const Json& map) {
    Json rows = Json::array();
    for (const MachineLoad& answer : answers) {
        Json row{{"machine", answer.machine}};
        row[answer.isOk() ? "ok" : "error"] = answer.isOk() ? answer.object : failureJson(answer);
        rows.push_back(std::move(row));
    }
    return jsonText(Json{{"machines", std::move(rows)}, {"device_map", map}}, 2);
}

Message resultText(const MachineLoad& answer) {
    if (!answer.isOk()) {
        return answer.failure;
    }
    return answer.figures->dryRun                     ? phrase("dry run")
           : answer.figures->verified.value_or(false) ? phrase("loaded and verified")
                                                      : phrase("loaded");
}

std::vector<Message> rowOf(const MachineLoad& answer, const std::set<DeviceId>& gpus) {
    std::vector<Message> row{answer.machine};
    if (answer.hasFigures()) {
        const LoadFigures& figures = *answer.figures;
        const auto rate = figures.rate();
        row.insert(row.end(), {loadMethodName(figures.method),
                               figures.seconds ? formatFixed(*figures.seconds, 2) : "",
                               rate ? formatGiB(*rate) : ""});
        for (const DeviceId gpu : gpus) {
            const auto device = std::ranges::find(figures.devices, gpu, &GpuLoadFigures::device);
            const bool hasIt = device != figures.devices.end();
            row.push_back(hasIt ? formatSize(device->peakAllocated) : "");
            row.push_back(hasIt ? formatSize(device->peakReserved) : "");
        }
        row.push_back(figures.peak.anon ? formatSize(*figures.peak.anon) : "");
    } else {
        row.resize(row.size() + 4 + 2 * gpus.size());
    }
    row.push_back(resultText(answer));
    return row;
}

std::string machinesTable(const std::vector<MachineLoad>& answers, const Translate& translate) {
    std::set<DeviceId> gpus;
    for (const MachineLoad& answer : answers) {
        if (answer.hasFigures()) {
            for (const GpuLoadFigures& device : answer.figures->devices) {
                gpus.insert(device.device);
            }
        }
    }
    std::vector<TableHead> heads{phrase("machine"), phrase("method"), rightHead(phrase("seconds")),
                                 rightHead("GiB/s")};
    for (const DeviceId gpu : gpus) {
        heads.push_back(rightHead(say("%1 allocated", deviceLabel(gpu))));
        heads.push_back(rightHead(phrase("reserved")));
    }
    heads.push_back(rightHead(phrase("host anonymous")));
    heads.push_back(phrase("result"));
    TextTable table(heads, translate);
    for (const MachineLoad& answer : answers) {
        table.addRow(rowOf(answer, gpus));
    }
    return table.text();
}

/// Two whose loads were not of the same bytes: what was loaded counts, and of verified loads its
/// digest.
std::optional<std::pair<std::string, std::string>> differingModels(
    const std::vector<MachineLoad>& answers) {
    const MachineLoad* first = nullptr;
    for (const MachineLoad& answer : answers) {
        if (!answer.isOk()) {
            continue;
        }
        first = first == nullptr ? &answer : first;
        const LoadFigures& one = *first->figures;
        const LoadFigures& other = *answer.figures;
        const bool areDigested = !one.sha256.empty() && !other.sha256.empty();
        if (one.bytes != other.bytes || one.tensors != other.tensors ||
            (areDigested && one.sha256 != other.sha256)) {
            return std::pair(first->machine, answer.machine);
        }
    }
    return std::nullopt;
}

/// How many loaded, and how far apart they were.
Message machinesSentence(const std::vector<MachineLoad>& answers) {
    std::vector<std::pair<double, std::string>> loads;
    bool isDryRun = false;
    for (const MachineLoad& answer : answers) {
        isDryRun = isDryRun || (answer.figures && answer.figures->dryRun);
        if (answer.isOk() && answer.figures->seconds) {
            loads.emplace_back(*answer.figures->seconds, answer.machine);
        }
    }
    if (isDryRun) {
        return say("Dry run: nothing was loaded on any machine.");
    }
    if (loads.empty()) {
        return say("No machine loaded the model.");
    }
    const auto [fastest, slowest] = std::ranges::minmax(loads);
    if (loads.size() == 1 && answers.size() > 1) {
        return say("Only 1 of %1 machines loaded the model: %2, in %3.", answers.size(),
                   slowest.second, secondsText(slowest.first));
    }
    return loads.size() == 1
               ? say("%1 loaded the model in %2.", slowest.second, secondsText(slowest.first))
               : say("%1 of %2 machines loaded the model with the same device map. The slowest "
                     "machine, %3, took %4, and the fastest machine, %5, took %6. The difference "
                     "is %7.",
                     loads.size(), answers.size(), slowest.second, secondsText(slowest.first),
                     fastest.second, secondsText(fastest.first),
                     secondsText(slowest.first - fastest.first));
}

/// Without a plan nothing is loaded anywhere.
int reportNoPlan(MachineAnswer answer, const CommandContext& context) {
    const Message sentence = say("%1 cannot make a plan: %2", answer.machine, answer.failure);
    if (context.wantsJson()) {
        context.print(
            jsonText({{"error", {{"kind", answer.kind}, {"message", sentence.english()}}}}, 2));
    } else {
        context.warn(sentence);
    }
    return answer.status;
}

Unexpected interruptedLoads() {
    return fail(ErrorCode::Cancelled, say("The loads were interrupted on all machines."));
}

}  // namespace

void LoadMachines::addTo(CLI::App& command) {
    m_command = &command;
    addListOption(command, "--machines", "NAME,...", m_machines)
        ->excludes(command.get_option("--hold"));
}

Result<void> LoadMachines::check(const std::string& model) const {
    for (const char* const option :
         {"--csv", "--events", "--record", "--segments", "--audit", "--repeat"}) {
        if (m_command->get_option(option)->count() > 0) {
            return wrongOption(option,
                               say("%1 cannot be combined with %2: %3", option, "--machines",
                                   phrase("the option applies only to a load on one machine.")));
        }
    }
    std::set<std::string> names;
    for (const std::string& name : m_machines) {
        STOWAGE_TRY(checkMachineName("--machines", name));
        if (!names.insert(isThisMachine(name) ? "localhost" : name).second) {
            return wrongValue("--machines", say("%1 is named twice.", name));
        }
    }
    if (model == "-") {
        return fail(ErrorCode::InvalidArgument,
                    say("Several machines cannot share standard input; give a file instead of "
                        "\"-\"."));
    }
    return {};
}

std::vector<std::string> LoadMachines::argumentsOf(const std::string& verb, const std::string& map,
                                                   const std::string& model) const {
    const CLI::App& asked = *m_command->get_parent()->get_subcommand(verb);
    std::vector<std::string> arguments{verb, "--json"};
    for (const CLI::Option* const option : m_command->get_options()) {
        const std::string name = option->get_name();
        const bool isOwn = name == "MODEL" || name == "--machines" || name == "--device-map";
        const bool isReplaced =
            !map.empty() && std::ranges::find(kPlacingOptions, name) != kPlacingOptions.end();
        if (option->count() > 0 && !isOwn && !isReplaced &&
            asked.get_option_no_throw(name) != nullptr) {
            addTyped(*option, arguments);
        }
    }
    addTypedOpening(*m_command, arguments);
    if (!map.empty()) {
        arguments.push_back("--device-map=" + map);
    }
    // Behind "--" a name may begin with a dash.
    arguments.insert(arguments.end(), {"--", model});
    return arguments;
}

Result<int> LoadMachines::run(const std::string& model, const CommandContext& context) const {
    STOWAGE_TRY(check(model));
    const auto typed = typedDeviceMap(*m_command, context);
    STOWAGE_TRY(typed);
    MachineAnswer plan =
        ask(m_machines.front(), argumentsOf("plan", *typed, model), context.stop());
    if (context.stop().stop_requested()) {
        return interruptedLoads();
    }
    const Json map = plan.object.is_null() ? Json() : plan.object.value("device_map", Json());
    if (plan.isOk() && (!map.is_array() || map.empty())) {
        plan = failedAnswer(plan.machine, ErrorCode::InvalidPlan,
                            textAt(plan.object, "/verdict_text"));
    }
    if (!plan.isOk()) {
        return reportNoPlan(std::move(plan), context);
    }
    const auto answers =
        loadOnAll(m_machines, argumentsOf("load", jsonText(map), model), context.stop());
    if (context.stop().stop_requested()) {
        return interruptedLoads();
    }
    context.print(context.wantsJson() ? machinesToJson(answers, map)
                                      : machinesTable(answers, context.translate) + "\n" +
                                            machinesSentence(answers).in(context.translate));
    const auto differing = differingModels(answers);
    if (differing) {
        context.warn(say("%1 and %2 loaded different models from the given path.", differing->first,
                         differing->second));
    }
    const auto failed = std::ranges::find(answers, false, &MachineAnswer::isOk);
    return failed != answers.end() ? failed->status : differing ? kExitAnswerIsNo : kExitDone;
}

}  // namespace stowage
