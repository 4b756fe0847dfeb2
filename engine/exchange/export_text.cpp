// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/export_text.h"

#include "engine/base/json_reader.h"
#include "engine/base/ssh_text.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <cctype>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// A comment: on one line, whatever names it holds.
std::string shellComment(const std::string& text) {
    std::string line = "# " + printableText(text, text.size());
    std::ranges::replace(line, '\n', ' ');
    return line + "\n";
}

/// A module's parent and number: {"model.layers", 3}; -1 for one without.
std::pair<std::string, int> numberedModule(const std::string& module) {
    constexpr std::size_t kMostDigits = 6;
    const std::size_t dot = module.rfind('.');
    const std::string last = dot == std::string::npos ? module : module.substr(dot + 1);
    const bool isNumber = !last.empty() && last.size() <= kMostDigits &&
                          last.find_first_not_of("0123456789") == std::string::npos;
    return {dot == std::string::npos ? std::string() : module.substr(0, dot),
            isNumber ? std::stoi(last) : -1};
}

/// Whether a module follows another one in a list, and lies as it does.
bool follows(const PlacedElsewhere& next, const PlacedElsewhere& before) {
    const auto [parent, number] = numberedModule(next.module);
    const auto [parentBefore, numberBefore] = numberedModule(before.module);
    return number > 0 && parent == parentBefore && number == numberBefore + 1 &&
           next.planned == before.planned && next.there == before.there;
}

/// Modules that lie elsewhere alike, as a line has them.
struct DifferingRun {
    std::string modules;
    std::size_t count = 0;
    DeviceId planned;
    DeviceId there;
};

/// A run for layers that follow each other; where those are too many to read, for all modules that
/// lie elsewhere alike.
std::vector<DifferingRun> differingRuns(const std::vector<PlacedElsewhere>& differs) {
    constexpr std::size_t kMostRuns = 12;
    std::vector<DifferingRun> runs;
    for (std::size_t first = 0; first < differs.size();) {
        std::size_t last = first;
        while (last + 1 < differs.size() && follows(differs[last + 1], differs[last])) {
            ++last;
        }
        const PlacedElsewhere& place = differs[first];
        runs.push_back({place.module.empty() ? "the whole model" : place.module, last + 1 - first,
                        place.planned, place.there});
        runs.back().modules += last > first ? " to " + differs[last].module : "";
        first = last + 1;
    }
    if (runs.size() <= kMostRuns) {
        return runs;
    }
    std::vector<DifferingRun> alike;
    for (const DifferingRun& run : runs) {
        const auto known = std::ranges::find_if(alike, [&run](const DifferingRun& other) {
            return other.planned == run.planned && other.there == run.there;
        });
        if (known == alike.end()) {
            alike.push_back(run);
        } else {
            known->count += run.count;
        }
    }
    for (DifferingRun& run : alike) {
        if (run.count > 1) {
            run.modules = std::to_string(run.count) + " modules, the first " + run.modules;
        }
    }
    return alike;
}

/// A line for each of them.
std::string differingLines(const EngineExport& made) {
    const auto labelOf = [&made](DeviceId device) {
        const auto found = made.labels.find(device);
        return (found == made.labels.end() ? deviceLabel(device) : found->second).english();
    };
    std::string text;
    for (const DifferingRun& run : differingRuns(made.differs)) {
        // Each host has its own CPU, and an engine that runs in one machine knows no others.
        const bool hasMachine = run.there.isGpu() && !made.host.empty();
        text += shellComment("Lies elsewhere: " + run.modules + ", planned on " +
                             labelOf(run.planned) + ", there on " +
                             (hasMachine ? labelOf(run.there) : deviceLabel(run.there).english()) +
                             ".");
    }
    return text;
}

std::string commandLine(const std::map<std::string, std::string>& environment,
                        const std::vector<std::string>& command) {
    std::string text;
    for (const auto& [name, value] : environment) {
        text += name + "=" + shellWord(value) + " ";
    }
    return text + joinedText(command, " ", shellWord) + "\n";
}

/// The commands of hosts, and above the export's own where that is run.
std::string hostLines(const EngineExport& made) {
    std::string text;
    for (const HostCommand& own : made.hosts) {
        text += shellComment("On " + own.host + ", rank " + std::to_string(own.rank) + ":") +
                commandLine(own.environment, own.command);
    }
    return made.host.empty() ? text : text + shellComment("On " + made.host + ":");
}

}  // namespace

std::string exportToJson(const EngineExport& made) {
    Json missing = Json::array();
    for (const NotExpressed& part : made.cannotExpress) {
        missing.push_back(
            {{"what", part.what.english()}, {"consequence", part.consequence.english()}});
    }
    Json differs = Json::array();
    for (const PlacedElsewhere& place : made.differs) {
        differs.push_back({{"module", place.module},
                           {"planned", deviceName(place.planned)},
                           {"there", deviceName(place.there)}});
    }
    Json object{{"to", made.to},
                {"written_for", made.writtenFor},
                {"command", made.command},
                {"environment", Json(made.environment)},
                {"files", Json(made.files)},
                {"cannot_express", std::move(missing)},
                {"differs", std::move(differs)},
                {"verdict", verdictName(made.verdict)},
                {"verdict_text", made.verdictText.english()}};
    if (!made.host.empty()) {
        object["host"] = made.host;
        Json& hosts = object["hosts"] = Json::array();
        for (const HostCommand& own : made.hosts) {
            hosts.push_back(Json{{"host", own.host},
                                 {"rank", own.rank},
                                 {"command", own.command},
                                 {"environment", Json(own.environment)}});
        }
    }
    return jsonText(object, 2);
}

std::string exportToShell(const EngineExport& made, ShellFiles files) {
    if (made.isScript()) {
        return files == ShellFiles::InText ? made.files.begin()->second : std::string();
    }
    std::string text;
    for (const auto& [name, content] : made.files) {
        text += files == ShellFiles::Written
                    ? std::string()
                    : "cat > " + shellWord(name) + " <<'END_OF_FILE'\n" + content + "END_OF_FILE\n";
    }
    text += hostLines(made) + commandLine(made.environment, made.command);
    text += shellComment("Written for " + made.to + " " + made.writtenFor + ".");
    if (!isYes(made.verdict)) {
        text += shellComment((made.verdict == Verdict::DoesNotFit ? "error: " : "") +
                             made.verdictText.english());
    }
    for (const NotExpressed& part : made.cannotExpress) {
        text += shellComment("Cannot be expressed: " + part.what.english() + "; " +
                             part.consequence.english() + ".");
    }
    return text + differingLines(made);
}

}  // namespace stowage
