// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/run_stages.h"

#include "app/cli/job_channel.h"
#include "app/cli/machines/machine_answer.h"
#include "app/cli/machines/sent_parts.h"
#include "app/cli/machines/stage_peers.h"
#include "app/cli/machines/staged_prediction.h"
#include "app/cli/machines/staged_processes.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/output/output_files.h"
#include "app/cli/output/progress_bar.h"
#include "engine/base/error_conversion.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/run/product_rates.h"
#include "engine/run/staged_model.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// "localhost" for this machine, whatever it was called.
std::string nameOf(const StagePlace& place) {
    return isThisMachine(place.machine) ? "localhost" : place.machine;
}

Unexpected noStage(const std::string& word) {
    return wrongValue(
        "--stages", say("\"%1\" is not a stage; write MACHINE:FIRST-LAST, as in gpu1:0-11.", word));
}

Result<StagePlace> parseStage(const std::string& word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) {
        return noStage(word);
    }
    StagePlace place{word.substr(0, colon), {}};
    STOWAGE_TRY(checkMachineName("--stages", place.machine));
    std::string range = word.substr(colon + 1);
    if (const std::size_t at = range.find('@'); at != std::string::npos) {
        place.address = range.substr(at + 1);
        range.erase(at);
    }
    std::vector<std::int64_t> layers = numbersBetween(range, "-");
    if (layers.empty()) {  // a stage of one layer
        layers = numbersBetween(range, "");
    }
    if (layers.empty() || layers.front() > layers.back()) {
        return noStage(word);
    }
    place.layers = {layers.front(), layers.back()};
    return place;
}

Message failureText(const StageAnswer& failed, const std::vector<StageAnswer>& answers) {
    const StagePlace& place = failed.place;
    if (failed.blamed) {
        // Where one did not even stop when it was asked to, the others waited for it.
        const auto silent = std::ranges::find_if(answers, &StageAnswer::wasSilent);
        const StageAnswer& blamed = answers[static_cast<std::size_t>(*failed.blamed)];
        const StagePlace& lost =
            blamed.wasSilent || silent == answers.end() ? blamed.place : silent->place;
        return say(
            "The stage on %1 (layers %2) lost the connection to the stage on %3 (layers %4), which "
            "exited or did not respond within --stage-timeout. %5",
            place.machine, layersText(place.layers), lost.machine, layersText(lost.layers),
            failed.answer.failure);
    }
    return say("The stage on %1 (layers %2) failed: %3", place.machine, layersText(place.layers),
               failed.answer.failure);
}

int reportFailure(const StageAnswer& failed, const Message& sentence,
                  const CommandContext& context) {
    for (const std::string& hint : failed.hints) {
        context.warn(say("%1: %2", failed.place.machine, hint));
    }
    if (context.wantsJson()) {
        Json error{{"kind", failed.answer.kind}};
        writeMessage(error, "message", sentence);
        error["machine"] = failed.place.machine;
        error["layers"] = layersText(failed.place.layers);
        if (!failed.answer.file.empty()) {
            error["file"] = failed.answer.file;
        }
        if (!failed.answer.key.empty() && !failed.blamed) {
            error["key"] = failed.answer.key;
        }
        context.print(jsonText(Json{{"error", std::move(error)}}, 2));
    } else {
        context.warn(sentence);
    }
    return std::max(failed.answer.status, kExitAnswerIsNo);
}

/// The stage to blame where not all were sent their parts.
std::optional<StageAnswer> sendingFailure(const std::vector<StagePlace>& places,
                                          const std::vector<std::optional<SentPart>>& sent) {
    std::vector<StageAnswer> failed;
    for (std::size_t i = 0; i < sent.size(); ++i) {
        if (sent[i] && !sent[i]->answer.isOk()) {
            StageAnswer& one = failed.emplace_back();
            one.place = places[i];
            one.answer = sent[i]->answer;
            one.endedByItself = sent[i]->endedByItself;
        }
    }
    return failed.empty() ? std::nullopt : std::optional(stageToBlame(failed));
}

Message notSentText(const StageAnswer& failed) {
    return say("The stage on %1 (layers %2) did not receive its part of the model: %3",
               failed.place.machine, layersText(failed.place.layers), failed.answer.failure);
}

/// What of a model's files one stage reads. Names that are tied and stored apart belong together:
/// that they are the same is found by comparing them.
Result<ModelHeaders> partOf(const OpenedModel& model, const PipelineStage& stage) {
    const auto part = stagePartOf({stage, model.checkpoint, model.tree}, {}, {});
    STOWAGE_TRY(part);
    std::vector<StoredTensor> tensors = part->checkpoint->tensors;
    std::set<std::string> tied;
    const auto nameOf = [&](TensorId id) { return model.tree->tensor(id).name; };
    const auto isInPart = [&](TensorId id) {
        return part->tree->findTensor(nameOf(id)).has_value();
    };
    for (const std::vector<TensorId>& group : model.tree->tiedGroups()) {
        if (std::ranges::any_of(group, isInPart)) {
            std::ranges::transform(group, std::inserter(tied, tied.end()), nameOf);
        }
    }
    std::ranges::copy_if(model.checkpoint->tensors, std::back_inserter(tensors),
                         [&](const StoredTensor& stored) { return tied.contains(stored.name); });
    return headersWith(*model.checkpoint, tensors);
}

}  // namespace

Result<std::vector<StagePlace>> parseStages(const std::vector<std::string>& words) {
    std::vector<StagePlace> places;
    for (const std::string& word : words) {
        auto place = parseStage(word);
        STOWAGE_TRY(place);
        const std::int64_t expected = places.empty() ? 0 : places.back().layers.last + 1;
        if (place->layers.first != expected) {
            return wrongValue("--stages",
                              say("\"%1\" must begin with layer %2: each layer belongs to one "
                                  "stage, and the stages follow the order of the layers.",
                                  word, expected));
        }
        places.push_back(std::move(*place));
    }
    if (places.size() < 2 || places.size() > std::size_t{kMostStages}) {
        return wrongValue("--stages", say("give 2 to %1 stages.", kMostStages));
    }
    return places;
}

void RunStages::addTo(CLI::App& command) {
    m_command = &command;
    addListOption(command, "--stages", "MACHINE:FIRST-LAST,...", m_stages);
    takesNumber(command.add_option("--stage-timeout", m_patience), "S")->needs("--stages");
    takesNumber(command.add_option("--micro-batches", m_microBatches))->needs("--stages");
    addTextOption(command, "--stage-events", "FILE", m_events)->needs("--stages");
    command.add_flag("--send-weights", m_sendsWeights)->needs("--stages");
    // The same, for the processes of the stages.
    command.add_option("--stage-patience", m_patience)->type_name("S");
    command.add_option("--stage-micro-batches", m_microBatches)->type_name("N");
    command.add_option("--stage-sharers", m_sharers)->type_name("N");
}

std::size_t RunStages::microBatches(int stages) const {
    return static_cast<std::size_t>(m_microBatches > 0 ? m_microBatches : stages);
}

std::chrono::milliseconds RunStages::patience() const {
    return std::chrono::milliseconds(static_cast<std::int64_t>(m_patience * 1000));
}

Result<void> RunStages::check(const std::string& model) const {
    const Phrase tells = phrase("the output of this option describes a single process.");
    for (const auto& [option, why] :
         {std::pair{"--logits", tells}, std::pair{"--record", tells},
          std::pair{"--chain",
                    phrase("models in a chain run one after another in one process.")}}) {
        if (m_command->get_option(option)->count() > 0) {
            return wrongOption(option,
                               say("%1 cannot be combined with %2: %3", option, "--stages", why));
        }
    }
    const auto namesModule = [](const std::string& word) {
        return word.find_first_of(":=") != std::string::npos;
    };
    for (const char* const option : {"--pin", "--offloaded"}) {
        if (std::ranges::any_of(m_command->get_option(option)->results(), namesModule)) {
            return wrongOption(option, say("%1 cannot be combined with %2: %3", option, "--stages",
                                           phrase("the option names modules, but each stage "
                                                  "contains only some of the modules.")));
        }
    }
    if (!(m_patience >= 1 && m_patience <= 86'400)) {
        return wrongValue("--stage-timeout", say("give 1 to 86400 seconds."));
    }
    if ((m_microBatches < 1 || m_microBatches > kMostMicroBatches) &&
        m_command->get_option("--micro-batches")->count() > 0) {
        return wrongValue("--micro-batches", say("give 1 to %1 micro-batches.", kMostMicroBatches));
    }
    // A map, too, may be named so.
    const auto readsInput = [](const CLI::Option* option) {
        const std::string name = option->get_name();
        return name != "--timeline" && name != "--prompt-text" &&
               std::ranges::count(option->results(), "-") > 0;
    };
    if (model == "-" || std::ranges::any_of(m_command->get_options(), readsInput)) {
        return fail(ErrorCode::InvalidArgument,
                    say("Several machines cannot share standard input; give a file instead of "
                        "\"-\"."));
    }
    return {};
}

unsigned RunStages::threadsOf(unsigned wanted) const {
    if (wanted > 0 || m_sharers < 2) {
        return wanted;
    }
    return usualComputeThreads(
        std::thread::hardware_concurrency(),
        static_cast<unsigned>(std::min<std::int64_t>(m_sharers, kMostStages)));
}

Result<void> RunStages::checkFolder(const std::vector<StagePlace>& places) const {
    const CLI::Option& folder = *m_command->get_option("--offload-dir");
    std::set<std::string> machines;
    for (const StagePlace& place : places) {
        if (!machines.insert(nameOf(place)).second && folder.count() > 0) {
            return wrongValue(
                "--offload-dir",
                say("the stages on %1 cannot share one folder; leave out --offload-dir, so that "
                    "each stage uses a separate temporary folder.",
                    place.machine));
        }
    }
    return {};
}

namespace {

/// Adds the options that open the checkpoint in the same way.
void addOpening(const CommandContext& context, std::vector<std::string>& arguments) {
    const OpenOptions& opening = context.opening;
    const auto add = [&arguments](const std::string& option, const std::string& value) {
        if (!value.empty()) {
            arguments.push_back(option + "=" + value);
        }
    };
    add("--variant", context.variant);
    if (opening.prefix) {  // "--prefix=" would take the next word, and "" is the top itself
        arguments.insert(arguments.end(), {"--prefix", *opening.prefix});
    }
    for (const KeyRename& rename : opening.renames) {
        add("--rename", keyRenameText(rename));
    }
    add("--tree", opening.treeFile);
    add("--class", opening.className);
    add("--weights-variant", opening.variant);
    for (const NamedPath& path : opening.adapters) {
        add("--adapter", path.name + "=" + path.path);
    }
    for (const NamedPath& path : opening.tenants) {
        add("--tenant", path.name + "=" + path.path);
    }
    if (opening.withMtp) {
        arguments.emplace_back("--mtp");
    }
    if (opening.python) {
        add("--python", opening.python->program);
        if (opening.python->trustsRemoteCode) {
            arguments.emplace_back("--trust-remote-code");
        }
    }
}

}  // namespace

std::vector<std::string> RunStages::argumentsOf(const PipelineStage& stage, std::size_t sharers,
                                                const std::string& map, const std::string& model,
                                                const CommandContext& context) const {
    std::vector<std::string> arguments{"run", "--json", "--stage=" + pipelineStageText(stage),
                                       "--stage-patience=" + formatGeneral(m_patience, 6),
                                       "--stage-micro-batches=" + std::to_string(m_microBatches)};
    if (sharers > 1) {
        arguments.push_back("--stage-sharers=" + std::to_string(sharers));
    }
    for (const CLI::Option* const option : m_command->get_options()) {
        const std::string name = option->get_name();
        if (option->count() > 0 && name != "MODEL" && name != "--stages" &&
            name != "--stage-timeout" && name != "--micro-batches" && name != "--send-weights" &&
            name != "--stage-events" && name != "--timeline" && name != "--device-map") {
            addTyped(*option, arguments);
        }
    }
    if (!map.empty()) {
        arguments.push_back("--device-map=" + map);
    }
    addOpening(context, arguments);
    arguments.insert(arguments.end(), {"--", model});
    return arguments;
}

Result<void> RunStages::checkSending(const std::string& model,
                                     const CommandContext& context) const {
    if (isProjectFile(model)) {
        return wrongOption(
            "--send-weights",
            say("--send-weights sends a model, but %1 is a project; specify the model itself.",
                model));
    }
    const std::pair<const char*, bool> files[] = {
        {"--config", m_command->get_option("--config")->count() > 0},
        {"--tree", !context.opening.treeFile.empty()},
        {"--adapter", !context.opening.adapters.empty()},
        {"--tenant", !context.opening.tenants.empty()}};
    for (const auto& [option, isGiven] : files) {
        if (isGiven) {
            return wrongOption(option,
                               say("%1 cannot be combined with %2: %3", option, "--send-weights",
                                   phrase("only files of the model itself are sent.")));
        }
    }
    return {};
}

Result<std::vector<std::optional<SentPart>>> RunStages::sendParts(
    const std::string& model, const std::vector<StagePlace>& places, SentParts& parts,
    const CommandContext& context) const {
    std::vector<std::optional<SentPart>> byStage(places.size());
    if (!m_sendsWeights) {
        return byStage;
    }
    STOWAGE_TRY(checkSending(model, context));
    const auto opened = openModel(model, context);
    STOWAGE_TRY(opened);
    std::vector<std::size_t> far;
    std::vector<std::string> machines;
    std::vector<ModelHeaders> files;
    for (std::size_t i = 0; i < places.size(); ++i) {
        auto part = partOf(
            *opened, {places[i].layers, static_cast<int>(i), static_cast<int>(places.size())});
        STOWAGE_TRY(part);  // also of one on this machine: before anything is sent
        if (!isThisMachine(places[i].machine)) {
            far.push_back(i);
            machines.push_back(places[i].machine);
            files.push_back(std::move(*part));
        }
    }
    ProgressBar bar(context.translate);
    auto sent = parts.send(machines, files, context.stop(), bar.sink());
    STOWAGE_TRY(sent);
    for (std::size_t i = 0; i < far.size(); ++i) {
        byStage[far[i]] = std::move((*sent)[i]);
    }
    return byStage;
}

std::string RunStages::timelineFile() const {
    const CLI::Option& option = *m_command->get_option("--timeline");
    return option.count() > 0 ? option.results().front() : std::string();
}

Result<int> RunStages::run(const std::string& model, CommandContext& context) const {
    STOWAGE_TRY(check(model));
    const auto places = parseStages(m_stages);
    STOWAGE_TRY(places);
    STOWAGE_TRY(checkFolder(*places));
    std::string timeline = timelineFile();
    std::string events = m_events;
    STOWAGE_TRY(checkOutputs({{"--timeline", &timeline}, {"--stage-events", &events}}, context));
    STOWAGE_TRY(checkOutputsOf(model, context));
    const auto map = typedDeviceMap(*m_command, context);
    STOWAGE_TRY(map);
    SentParts parts(patience());  // are there until all stages have ended
    auto sent = sendParts(model, *places, parts, context);
    STOWAGE_TRY(sent);
    const auto interrupted = [] {
        return fail(ErrorCode::Cancelled, say("The run was interrupted on all machines."));
    };
    if (context.stop().stop_requested()) {
        return interrupted();
    }
    if (const auto failed = sendingFailure(*places, *sent)) {
        return reportFailure(*failed, notSentText(*failed), context);
    }
    std::vector<std::vector<std::string>> arguments;
    for (std::size_t i = 0; i < places->size(); ++i) {
        const auto isHere = [here = nameOf((*places)[i])](const StagePlace& place) {
            return nameOf(place) == here;
        };
        arguments.push_back(argumentsOf(
            {(*places)[i].layers, static_cast<int>(i), static_cast<int>(places->size())},
            static_cast<std::size_t>(std::ranges::count_if(*places, isHere)), *map,
            (*sent)[i] ? (*sent)[i]->model : model, context));
    }
    StagedProcesses processes(*places, patience(), "--stage-timeout");
    if (m_sendsWeights) {
        processes.takeModelsAsSent();
    }
    std::ofstream told;
    if (!events.empty()) {
        told.open(events, std::ios::trunc);
    }
    const bool isFollowed = context.job != nullptr && context.job->isFollowed();
    if (isFollowed || !events.empty()) {
        processes.watchMemory([&](std::size_t stage, const Json& memory) {
            const std::string line = jsonText(
                Json{{"stage", stage}, {"machine", (*places)[stage].machine}, {"memory", memory}});
            if (isFollowed) {
                context.job->tell(line);
            }
            if (!events.empty()) {
                told << line << std::endl;  // who follows the file sees whole lines
            }
        });
    }
    auto answers = processes.run(arguments, context.stop());
    STOWAGE_TRY(answers);
    if (context.stop().stop_requested()) {
        return interrupted();
    }
    const auto isOk = [](const StageAnswer& stage) { return stage.answer.isOk(); };
    if (!std::ranges::all_of(*answers, isOk)) {
        const StageAnswer& failed = stageToBlame(*answers);
        return reportFailure(failed, failureText(failed, *answers), context);
    }
    for (std::size_t i = 0; i < answers->size(); ++i) {
        (*answers)[i].sent = std::move((*sent)[i]);
    }
    context.print(context.wantsJson() ? answersToJson(*answers)
                                      : answersToText(*answers, context.translate));
    Result<void> written = told.fail() ? Result<void>(writeFailure(events, EIO)) : Result<void>();
    if (!timeline.empty()) {
        const auto timed = writeFileAtomically(timeline, answersToCsv(*answers));
        written = written ? timed : written;
    }
    if (!written) {  // the run is done: what it found must not be lost
        context.warn(written.error().message);
        return exitStatusFor(written.error().code);
    }
    return kExitDone;
}

}  // namespace stowage
