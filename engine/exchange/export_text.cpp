// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/export_text.h"

#include "engine/base/json_reader.h"
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

/// A line for each run of layers that lie elsewhere alike.
std::string differingLines(const EngineExport& made) {
    const std::vector<PlacedElsewhere>& differs = made.differs;
    const auto labelOf = [&made](DeviceId device) {
        const auto found = made.labels.find(device);
        return (found == made.labels.end() ? deviceLabel(device) : found->second).english();
    };
    std::string text;
    for (std::size_t first = 0; first < differs.size();) {
        std::size_t last = first;
        while (last + 1 < differs.size() && follows(differs[last + 1], differs[last])) {
            ++last;
        }
        const PlacedElsewhere& place = differs[first];
        const std::string module = place.module.empty() ? "the whole model" : place.module;
        // Each host has its own CPU, and an engine that runs in one machine knows no others.
        const bool hasMachine = place.there.isGpu() && !made.host.empty();
        text += shellComment(
            "Lies elsewhere: " + module + (last > first ? " to " + differs[last].module : "") +
            ", planned on " + labelOf(place.planned) + ", there on " +
            (hasMachine ? labelOf(place.there) : deviceLabel(place.there).english()) + ".");
        first = last + 1;
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

std::string shellWord(const std::string& word) {
    bool isPlain = !word.empty();
    for (const char c : word) {
        const bool isSign = std::string_view("_-./:,=@%+").find(c) != std::string_view::npos;
        isPlain = isPlain && (isSign || std::isalnum(static_cast<unsigned char>(c)) != 0);
    }
    if (isPlain) {
        return word;
    }
    std::string quoted = "'";
    for (const char c : word) {
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return quoted + "'";
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
    if (made.verdict == Verdict::DoesNotFit) {
        text += shellComment("error: " + made.verdictText.english());
    }
    for (const NotExpressed& part : made.cannotExpress) {
        text += shellComment("Cannot be said: " + part.what.english() + ": " +
                             part.consequence.english() + ".");
    }
    return text + differingLines(made);
}

}  // namespace stowage
