// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/machine_answer.h"
#include "app/cli/machines/stage_peers.h"
#include "app/cli/machines/staged_processes.h"
#include "app/cli/options/common_options.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/json_reader.h"
#include "engine/device/machine_link.h"
#include "engine/run/stage_channel.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// Each way: at most 20 seconds and one piece, which is small on a slow link.
constexpr LinkEffort kEffort{200, 10, std::int64_t{2} << 20, std::int64_t{32} << 20, 20};
constexpr std::chrono::seconds kPatience{60};

/// `measure-link A B`: how fast and how soon numbers come from one machine to another, over what
/// `run --stages` sends activations over.
class MeasureLinkVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<int> measure(const CommandContext& context) const;
    /// One end of the link, which `measure-link` starts on each machine.
    [[nodiscard]] Result<int> beEnd(const CommandContext& context) const;

    std::string m_from;
    std::string m_to;
    std::string m_end;
};

StagePlace placeOf(const std::string& word) {
    const std::size_t at = word.find(':');
    return at == std::string::npos ? StagePlace{word, {}}
                                   : StagePlace{word.substr(0, at), {}, word.substr(at + 1)};
}

void MeasureLinkVerb::describe(CLI::App& command) {
    command.add_option("FROM", m_from)->type_name("MACHINE");
    command.add_option("TO", m_to)->type_name("MACHINE");
    addTextOption(command, "--end", "N", m_end);
}

Result<int> MeasureLinkVerb::beEnd(const CommandContext& context) const {
    const int own = m_end == "0" ? 0 : 1;
    const auto peers = std::make_shared<StagePeers>(context);
    const auto channel = connectStages(peers, own, 2, kPatience, {}, context);
    STOWAGE_TRY(channel);
    if (own == 1) {
        STOWAGE_TRY(answerLink(**channel, 0));
    }
    const auto link = measureLink(**channel, 1 - own, kEffort);
    STOWAGE_TRY(link);
    if (own == 0) {
        STOWAGE_TRY(answerLink(**channel, 1));
    }
    STOWAGE_TRY((*channel)->finish());
    context.print(jsonText(
        Json{{"latency_seconds", link->latencySeconds}, {"bytes_per_second", link->bytesPerSecond}},
        2));
    return kExitDone;
}

Result<int> MeasureLinkVerb::measure(const CommandContext& context) const {
    const std::vector<StagePlace> places{placeOf(m_from), placeOf(m_to)};
    std::vector<std::vector<std::string>> arguments;
    for (const StagePlace& place : places) {
        STOWAGE_TRY(checkMachineName("MACHINE", place.machine));
        arguments.push_back(
            {"measure-link", "--json", "--end=" + std::to_string(arguments.size())});
    }
    StagedProcesses ends(places, kPatience, say("%1 seconds", kPatience.count()));
    if (!context.wantsJson()) {
        context.warn(say("Measuring the connection. This takes up to a minute."));
    }
    const auto answers = ends.run(arguments, context.stop());
    STOWAGE_TRY(answers);
    if (context.stop().stop_requested()) {
        return fail(ErrorCode::Cancelled, say("The measurement was interrupted."));
    }
    const StageAnswer& failed = stageToBlame(*answers);
    if (!failed.answer.isOk()) {
        const Message sentence =
            say("The process on %1 failed: %2", failed.place.machine, failed.answer.failure);
        if (context.wantsJson()) {
            context.print(jsonText({{"error",
                                     {{"kind", failed.answer.kind},
                                      {"message", sentence.english()},
                                      {"machine", failed.place.machine}}}},
                                   2));
        } else {
            context.warn(sentence);
        }
        return std::max(failed.answer.status, kExitAnswerIsNo);
    }
    // The sender's clock: it waits for the answer to each piece.
    const Json& first = answers->front().answer.object;
    const double rateBack = numberAt(answers->back().answer.object, "/bytes_per_second");
    Json object{{"from", places[0].machine}, {"to", places[1].machine}};
    object.update(first);
    object["bytes_per_second_back"] = rateBack;
    if (context.wantsJson()) {
        context.print(jsonText(object, 2));
        return kExitDone;
    }
    const MachineLink there{m_from, m_to, numberAt(first, "/bytes_per_second"),
                            numberAt(first, "/latency_seconds")};
    const MachineLink back{m_to, m_from, rateBack, there.latencySeconds};
    // A plan has one rate for both directions.
    const MachineLink& slower = rateBack < there.bytesPerSecond ? back : there;
    context.printText(
        say("%1 to %2: %3; opposite direction: %4. Measured over the connection on which `run "
            "--stages` sends activations. To use the result in a plan, add --machine-link %5",
            places[0].machine, places[1].machine, linkText(there), linkText(back),
            linkRateText(slower) + ":" + linkLatencyText(slower)));
    return kExitDone;
}

Result<int> MeasureLinkVerb::run(CommandContext& context) {
    if (!m_end.empty()) {
        return beEnd(context);
    }
    if (m_from.empty() || m_to.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("A link has two ends: name two machines, as in `stowagectl measure-link "
                        "gpu1 gpu2`."));
    }
    return measure(context);
}

}  // namespace

std::unique_ptr<Verb> makeMeasureLinkVerb() {
    return std::make_unique<MeasureLinkVerb>();
}

}  // namespace stowage
