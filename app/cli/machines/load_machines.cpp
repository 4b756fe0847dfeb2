// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_repeats.h"

#include "app/cli/job_options.h"
#include "app/cli/machines/far_command.h"
#include "app/cli/machines/machine_answer.h"
#include "app/cli/machines/stage_peers.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/jobs/job_process.h"
#include "engine/load/report/load_report_json.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// Options that a load under a given map does not receive.
constexpr std::array<std::string_view, 5> kLeftOut{"--machines", "--strategy", "--objective",
                                                   "--mix", "--pin"};

/// What a machine answered that was asked for a load.
struct MachineLoad : MachineAnswer {
    std::optional<LoadFigures> figures{};
    Json sample{};  ///< modelSample()

    [[nodiscard]] bool hasFigures() const {
        return figures &&
               (figures->state == LoadEnding::Done || figures->state == LoadEnding::Differs);
    }
};

MachineAnswer ask(const std::string& machine, const Json& job, const std::stop_token& stop,
                  const JobProcess::OnProgress& onProgress = {}) {
    const JobPlace place{.machine = isThisMachine(machine) ? std::string() : machine};
    const auto end = JobProcess(place).run(job, onProgress, stop);
    if (end && end->isUnconfirmed) {
        return failedAnswer(machine,
                            makeError(ErrorCode::DeviceLost,
                                      say("%1 has not confirmed the end of the load.", machine)));
    }
    auto report = end ? jobReport(place, *end) : Result<Json>(Unexpected{end.error()});
    return report ? MachineAnswer{.machine = machine,
                                  .object = std::move(*report),
                                  .status = end->exitStatus}
                  : failedAnswer(machine, report.error());
}

/// The same, with what its figures say of a load that stopped or is not as its file.
MachineLoad askForLoad(const std::string& machine, const Json& job, const std::stop_token& stop,
                       const JobProcess::OnProgress& onProgress) {
    MachineLoad answer{ask(machine, job, stop, onProgress)};
    if (!answer.isOk()) {
        return answer;
    }
    auto figures = readLoadFigures(answer.object, machine);
    if (!figures) {
        return {failedAnswer(machine, figures.error())};
    }
    answer.figures = std::move(*figures);
    answer.sample = answer.object.value("model_sample", Json());
    answer.object.erase("model_sample");
    answer.failure = answer.figures->why;
    if (!answer.isOk()) {
        const std::string kind = textAt(answer.object, "/stopped/kind");
        answer.kind = kind.empty() ? errorCodeName(ErrorCode::VerificationFailed) : kind;
        answer.status = std::max(answer.status, kExitAnswerIsNo);
    }
    return answer;
}

/// The loads of all machines as one progress; the phase names how far each one is.
class LoadsProgress {
public:
    LoadsProgress(const std::vector<std::string>& machines, const Translate& translate)
        : m_machines(machines), m_loads(machines.size()), m_bar(translate), m_sink(m_bar.sink()) {}

    /// Empty where nobody would see it.
    [[nodiscard]] JobProcess::OnProgress of(std::size_t machine) {
        if (!m_sink) {
            return {};
        }
        return [this, machine](std::string_view line) {
            if (const auto progress = progressOfLine(line)) {
                const std::scoped_lock lock(m_mutex);
                m_loads[machine] = *progress;
                show();
            }
        };
    }

private:
    void show() {
        Progress all;
        std::vector<Message> parts;
        for (std::size_t i = 0; i < m_loads.size(); ++i) {
            const Progress& one = m_loads[i];
            all.bytesDone += one.bytesDone;
            all.bytesTotal += one.bytesTotal;
            parts.push_back(
                one.bytesTotal == 0
                    ? Message(m_machines[i])
                    : joined({m_machines[i],
                              percentText(std::to_string(100 * one.bytesDone / one.bytesTotal))},
                             " "));
        }
        all.phase = joined(std::move(parts), ", ");
        m_sink(all);
    }

    const std::vector<std::string>& m_machines;
    std::mutex m_mutex;
    std::vector<Progress> m_loads;
    ProgressBar m_bar;
    ProgressSink m_sink;
};

std::vector<MachineLoad> loadOnAll(const std::vector<std::string>& machines, const Json& job,
                                   const CommandContext& context) {
    std::vector<MachineLoad> answers(machines.size());
    LoadsProgress progress(machines, context.translate);
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        threads.emplace_back(
            [&, i] { answers[i] = askForLoad(machines[i], job, context.stop(), progress.of(i)); });
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

/// Two whose loads were not of the same bytes: what was loaded counts, the first bytes of some
/// matrices, and of verified loads its digest.
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
        const bool haveSameSample = !sampleDifference(first->sample, answer.sample);
        if (one.bytes != other.bytes || one.tensors != other.tensors || !haveSameSample ||
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
    // The failure of a machine that did not answer says so itself.
    const bool hasAnswered = answer.kind != errorCodeName(ErrorCode::ReadFailed) &&
                             answer.kind != errorCodeName(ErrorCode::BackendUnavailable);
    const Message sentence = hasAnswered
                                 ? say("%1 cannot make a plan: %2", answer.machine, answer.failure)
                                 : answer.failure;
    if (context.wantsJson()) {
        context.print(
            jsonText({{"error", {{"kind", answer.kind}, {"message", sentence.english()}}}}, 2));
    } else {
        context.warn(sentence);
    }
    return answer.status;
}

/// `answers`: of the loads, none where no load began.
Unexpected interruptedLoads(const std::vector<MachineLoad>& answers) {
    std::vector<std::string> silent;
    for (const MachineLoad& answer : answers) {
        if (answer.kind == errorCodeName(ErrorCode::DeviceLost)) {
            silent.push_back(answer.machine);
        }
    }
    return fail(ErrorCode::Cancelled,
                silent.empty()
                    ? say("The loads were interrupted on all machines.")
                    : say("The loads were interrupted, but these machines have not confirmed the "
                          "end of their loads: %1.",
                          listedNames(silent, silent.size())));
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

Result<int> LoadMachines::run(const std::string& model, const CommandContext& context) const {
    STOWAGE_TRY(check(model));
    const auto typed = typedDeviceMap(*m_command, context);
    STOWAGE_TRY(typed);
    Json job = typedJob(*m_command, jobKind("plan"), model, context, {});
    if (!typed->empty()) {
        job["device_map"] = *typed;
    }
    MachineAnswer plan = ask(m_machines.front(), job, context.stop());
    if (context.stop().stop_requested()) {
        return interruptedLoads({});
    }
    const Json map = plan.object.is_null() ? Json() : plan.object.value("device_map", Json());
    if (plan.isOk() && (!map.is_array() || map.empty())) {
        plan = failedAnswer(
            plan.machine, makeError(ErrorCode::InvalidPlan, textAt(plan.object, "/verdict_text")));
    }
    if (!plan.isOk()) {
        return reportNoPlan(std::move(plan), context);
    }
    job = typedJob(*m_command, jobKind("load"), model, context, kLeftOut);
    job["device_map"] = map;
    job["sample"] = true;
    auto answers = loadOnAll(m_machines, job, context);
    if (context.stop().stop_requested()) {
        return interruptedLoads(answers);
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
