// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/cli/command_context.h"
#include "app/cli/interruption.h"
#include "app/cli/job_channel.h"
#include "app/cli/job_options.h"
#include "app/cli/machines/far_command.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/help_page.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/build_info.h"
#include "engine/base/byte_size.h"
#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/base/message.h"
#include "engine/base/scratch_folder.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/open/companions.h"
#include "engine/checkpoint/open_options_json.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace stowage {

namespace {

/// A text that a person typed, without its line breaks.
std::string oneLine(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// Both sides of the first `mark`; nothing without one.
std::optional<std::pair<std::string, std::string>> cut(const std::string& text,
                                                       std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    return std::pair(text.substr(0, at), text.substr(at + mark.size()));
}

/// No number was read in a value.
Message numberRefusal(const std::string& name, const std::string& value) {
    // What is a number and is refused all the same has a sign, a fraction or too many digits.
    return parsePythonFloat(value)
               ? say("%1 requires a whole number of at least 0, not \"%2\"", name, oneLine(value))
               : say("%1 requires a number, as in 4, not \"%2\"", name, oneLine(value));
}

Message unknownWord(const std::string& word) {
    return word.size() > 1 && word.front() == '-'
               ? say("There is no option \"%1\"", oneLine(word))
               : say("\"%1\" is one argument too many", oneLine(word));
}

/// The parser's errors have types, and names only in their texts.
Message refusalOf(const std::string& kind, const std::string& text) {
    if (kind == "ConversionError") {
        constexpr std::string_view kStart = "Could not convert: ";
        const auto parts = cut(text, " = ");
        if (parts && text.starts_with(kStart)) {
            return numberRefusal(parts->first.substr(kStart.size()), parts->second);
        }
    } else if (kind == "RequiredError") {
        if (const auto parts = cut(text, " is required")) {
            return say("%1 is missing", parts->first);
        }
    } else if (kind == "ArgumentMismatch") {
        if (const auto parts = cut(text, ": At Most 1 required but received ")) {
            return say("%1 may be given only once, but is given %2 times", parts->first,
                       parts->second);
        }
        if (const auto parts = cut(text, ": 1 required "); parts && text.ends_with(" missing")) {
            return say("%1: the value is missing", parts->first);
        }
    } else if (kind == "ValidationError") {
        if (const auto parts = cut(text, ": the value is missing")) {
            return say("%1: the value is missing", parts->first);
        }
        if (const auto parts = cut(text, ": too large: ")) {
            return say("%1 requires a whole number of at most %2, not \"%3\"", parts->first,
                       std::numeric_limits<std::int64_t>::max(), oneLine(parts->second));
        }
    } else if (kind == "ExcludesError") {
        if (const auto parts = cut(text, " excludes ")) {
            return say("%1 and %2 cannot be combined", parts->first, parts->second);
        }
    } else if (kind == "RequiresError") {
        if (const auto parts = cut(text, " requires ")) {
            return say("%1 also requires %2", parts->first, parts->second);
        }
    }
    return {};
}

/// What is wrong with the words that a person typed for `command`, in our own sentence, which lacks
/// its full stop. What the parser says of other mistakes is handed on in its own words.
Message parseRefusal(const CLI::App& command, const CLI::ParseError& error) {
    // Its name is that of the command.
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        const std::vector<std::string> extras = command.get_parent()->remaining(true);
        if (!extras.empty()) {
            return unknownWord(extras.front());
        }
    }
    const std::string text = error.what();
    if (Message own = refusalOf(error.get_name(), text); !own.empty()) {
        return own;
    }
    const std::size_t last = text.find_last_not_of(".\n");
    return Message(oneLine(text.substr(0, last == std::string::npos ? 0 : last + 1)));
}

constexpr const char* kVersion = "stowagectl " STOWAGE_VERSION;

struct NamedVerb {
    const char* name;
    Phrase help;
    std::unique_ptr<Verb> (*make)();
    bool isListed = true;  ///< by --help and completion
};

/// The commands of this build, in the order in which --help lists them.
constexpr NamedVerb kVerbs[] = {
    {"inspect", phrase("Show a model's modules and their sizes"), makeInspectVerb},
    {"tree", phrase("Write a model's module tree as .tree.json, optionally with your own Python"),
     makeTreeVerb},
    {"plan", phrase("Make a device map"), makePlanVerb},
    {"estimate", phrase("Check whether a workload fits, and estimate its memory and speed"),
     makeEstimateVerb},
    {"check", phrase("Check whether a device map can be loaded"), makeCheckVerb},
    {"diff", phrase("Compare two device maps, module by module"), makeDiffVerb},
    {"export", phrase("Make a plan and write it for another program"), makeExportVerb},
    {"report", phrase("Write plans as a document: HTML, Markdown, SVG or CSV"), makeReportVerb},
    {"load", phrase("Make a plan and load the weights accordingly"), makeLoadVerb},
    {"compare", phrase("Load a model with several methods and compare time and memory"),
     makeCompareVerb},
    {"run", phrase("Load a model as planned and run it"), makeRunVerb},
    {"reference",
     phrase("Compute the logits of a from-scratch GPT directly from the model's files"),
     makeReferenceVerb},
    {"conformance", phrase("Check the planner against recorded cases of Accelerate"),
     makeConformanceVerb},
    {"offload", phrase("Stream a model's weights into an offload folder of Accelerate"),
     makeOffloadVerb},
    {"sample", phrase("Write a checkpoint with random weights"), makeSampleVerb},
    {"convert", phrase("Stream a model's tensors into files of another format"), makeConvertVerb},
    {"headers", phrase("Copy a model without its weights, to plan it on another machine"),
     makeHeadersVerb},
    {"serve", phrase("Answer another machine's requests on standard input"), makeServeVerb},
    {"job", phrase("Do one job that another process of Stowage writes to standard input"),
     makeJobVerb, false},
    {"devices", phrase("Show the devices and the host's memory"), makeDevicesVerb},
    {"measure-link", phrase("Measure how fast two machines send each other activations"),
     makeMeasureLinkVerb},
    {"receive",
     phrase("Store the parts of a model that stowagectl run --send-weights sends to this machine"),
     makeReceiveVerb, false},
    {"completion", phrase("Print a script that completes options in bash, zsh or fish"),
     makeCompletionVerb},
    {"selftest", phrase("Check this build on this machine: allocator, formats, methods, runs"),
     makeSelftestVerb},
};

struct DescribedVerb {
    std::unique_ptr<Verb> verb;
    CLI::App* command = nullptr;
};

std::vector<DescribedVerb> describeVerbs(CLI::App& app, const Translate& translate) {
    std::vector<DescribedVerb> described;
    for (const NamedVerb& named : kVerbs) {
        CLI::App* const command = app.add_subcommand(named.name, Message(named.help).in(translate));
        command->group(named.isListed ? "Subcommands" : "");
        described.push_back({named.make(), command});
        described.back().verb->describe(*command);
        // So that --json may stand behind the command too.
        command->fallthrough();
    }
    return described;
}

bool asksForJson(const std::vector<std::string>& arguments) {
    return std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
}

/// The command that was named, or none.
const DescribedVerb* chosenVerb(const std::vector<DescribedVerb>& verbs) {
    const auto found = std::find_if(verbs.begin(), verbs.end(), [](const DescribedVerb& verb) {
        return verb.command->parsed();
    });
    return found == verbs.end() ? nullptr : &*found;
}

/// What the parser refused, as one sentence that ends in where help is to be had.
Error wrongUse(const CLI::App& app, const std::vector<DescribedVerb>& verbs,
               const CLI::ParseError& error) {
    std::string program = app.get_name();
    const DescribedVerb* chosen = chosenVerb(verbs);
    if (chosen != nullptr) {
        program += " " + chosen->command->get_name();
        return makeError(ErrorCode::InvalidArgument,
                         say("%1; see %2 --help.", parseRefusal(*chosen->command, error), program));
    }
    const auto extras = app.remaining();
    return makeError(ErrorCode::InvalidArgument,
                     extras.empty() ? say("A command is missing; see %1 --help.", program)
                                    : say("There is no command \"%1\"; see %2 --help.",
                                          oneLine(extras.front()), program));
}

/// An option that may be given more than once, each a name and a path.
void addNamedPaths(CLI::App& app, const std::string& name, const std::string& value,
                   std::vector<NamedPath>& target) {
    app.add_option_function<std::vector<std::string>>(
           name,
           [&target](const std::vector<std::string>& texts) {
               for (const std::string& text : texts) {
                   target.push_back(parseNamedPath(text));
               }
           })
        ->type_name(value)
        ->check(notEmpty())
        ->allow_extra_args(false);
}

/// What every command that opens a model may be told about it.
void addOpeningOptions(CLI::App& app, CommandContext& context, std::vector<std::string>& renames) {
    OpenOptions& opening = context.opening;
    addTextOption(app, "--variant", "NAME", context.variant);
    app.add_option("--prefix", opening.prefix)->type_name("P");
    app.add_option("--rename", renames)->type_name("A=B")->allow_extra_args(false);
    addTextOption(app, "--tree", "FILE", opening.treeFile);
    addTextOption(app, "--class", "C", opening.className);
    addTextOption(app, "--weights-variant", "V", opening.variant);
    addNamedPaths(app, "--adapter", "[NAME=]ADAPTER", opening.adapters);
    addNamedPaths(app, "--tenant", "[NAME=]MODEL", opening.tenants);
    app.add_flag("--mtp", opening.withMtp);
    app.add_option_function<std::string>("--python",
                                         [&opening](const std::string& program) {
                                             opening.python = opening.python.value_or(OwnPython{});
                                             opening.python->program = program;
                                         })
        ->type_name("PY");
    app.add_flag_function("--trust-remote-code", [&opening](std::int64_t) {
        opening.python = opening.python.value_or(OwnPython{});
        opening.python->trustsRemoteCode = true;
    });
}

Result<void> takeRenames(const std::vector<std::string>& texts, OpenOptions& opening) {
    for (const std::string& text : texts) {
        auto rename = optionValue("--rename", parseKeyRename(text));
        STOWAGE_TRY(rename);
        opening.renames.push_back(std::move(*rename));
    }
    return {};
}

/// "--no-split=" as "--no-split" and an empty value, where the parser would take the next word.
std::vector<std::string> withEmptyValues(const std::vector<std::string>& arguments) {
    std::vector<std::string> expanded;
    for (const std::string& argument : arguments) {
        const bool isEmpty = argument.starts_with("--") && argument.size() > 3 &&
                             argument.find('=') == argument.size() - 1;
        if (isEmpty) {
            expanded.insert(expanded.end(), {argument.substr(0, argument.size() - 1), ""});
        } else {
            expanded.push_back(argument);
        }
    }
    return expanded;
}

/// `--version --json`: the programs' parts, null where one was left out of the build.
std::string versionJson() {
    const BuildInfo info = buildInfo();
    const auto orNull = [](std::string_view version) {
        return version.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(version);
    };
    const nlohmann::ordered_json object = {
        {"stowagectl", STOWAGE_VERSION},
        {"libtorch", orNull(info.libtorch)},
        {"qt", orNull(info.qt)},
        {"rules", {{"accelerate", info.accelerate}, {"transformers", info.transformers}}}};
    return object.dump(2) + "\n";
}

/// A job whose command is run instead of the words of a command line.
struct JobCommand {
    nlohmann::ordered_json members;
    const JobKind* kind = nullptr;
    bool isText = false;  ///< people read the answer
};

void parseJob(CLI::App& app, const std::vector<DescribedVerb>& verbs, const JobCommand& job,
              CommandContext& context) {
    for (const DescribedVerb& verb : verbs) {
        verb.command->configurable();
    }
    app.config_formatter(jobOptions(job.members, *job.kind));
    std::istringstream none;
    app.parse_from_stream(none);
    if (const auto open = job.members.find("open"); open != job.members.end()) {
        (void)readOpenOptions(*open, context.opening);  // it was checked
    }
}

/// Runs the words or, if it is not null, the job.
int parseAndRun(const std::vector<std::string>& arguments, JobCommand* job,
                CommandContext& context) {
    CLI::App app(say("Plans on which devices the weights of a neural network are placed, loads the "
                     "weights and measures memory.")
                     .in(context.translate),
                 "stowagectl");
    // Commands take these over as they are added.
    app.formatter(helpPages(context.translate));
    app.set_help_flag("-h,--help");
    app.set_help_all_flag("--help-all");
    app.set_version_flag("--version", kVersion);
    bool json = false;
    app.add_flag("--json", json);
    std::vector<std::string> renames;
    addOpeningOptions(app, context, renames);
    app.require_subcommand(1);
    auto verbs = describeVerbs(app, context.translate);
    // The parser wants them last first, without the program's name.
    const std::vector<std::string> expanded = withEmptyValues(arguments);
    std::vector<std::string> reversed(expanded.rbegin(), expanded.rend());
    if (!reversed.empty()) {
        reversed.pop_back();
    }
    if (job != nullptr) {
        if (const auto checked = checkJob(job->members, *job->kind, app, nullptr); !checked) {
            return context.reportError(checked.error());
        }
    }
    try {
        if (job != nullptr) {
            parseJob(app, verbs, *job, context);
        } else {
            app.parse(std::move(reversed));
        }
    } catch (const CLI::CallForVersion&) {
        context.print(asksForJson(arguments) ? versionJson() : kVersion + std::string("\n"));
        return kExitDone;
    } catch (const CLI::Success& asked) {
        std::ostringstream text;
        (void)app.exit(asked, text, text);
        context.print(text.str());
        return kExitDone;
    } catch (const CLI::ParseError& error) {
        return context.reportError(wrongUse(app, verbs, error));
    }
    const DescribedVerb* chosen = chosenVerb(verbs);
    context.style =
        json || (job != nullptr && !job->isText) ? OutputStyle::Json : OutputStyle::People;
    if (const auto taken = takeRenames(renames, context.opening); !taken) {
        return context.reportError(taken.error());
    }
    ScratchFolder::removeAbandoned(temporaryFolder());
    const auto target = job == nullptr
                            ? farCommandOf(*chosen->command, context)
                            : Result<std::optional<FarCommand>>(std::optional<FarCommand>());
    const auto status = !target   ? Result<int>(target.unexpected())
                        : *target ? runFarCommand(*chosen->command, **target, context)
                                  : chosen->verb->run(context);
    return status ? *status : context.reportError(status.error());
}

}  // namespace

namespace {

/// Parses the arguments (the program's name first) or takes the job, runs the command and prints
/// its result or its error. Returns the exit status (docs/spec/command-line.md). Never throws.
int runCommand(const std::vector<std::string>& arguments, JobCommand* job,
               CommandContext& context) {
    // Until the command line is parsed, its words tell how errors are to be printed.
    context.style = (job != nullptr && !job->isText) || asksForJson(arguments)
                        ? OutputStyle::Json
                        : OutputStyle::People;
    int status = kExitDone;
    try {
        status = parseAndRun(arguments, job, context);
    } catch (const std::bad_alloc&) {
        status = context.reportError(
            makeError(ErrorCode::OutOfMemory,
                      say("This machine does not have enough memory for this request.")));
    } catch (const std::exception& defect) {
        status = context.reportError(makeError(
            ErrorCode::Internal,
            say("The command failed because of a defect in Stowage: %1. Please report the defect.",
                defect.what())));
    }
    return context.finish(status);
}

/// JSON without its line breaks and indentation: no text of JSON contains a line break.
std::string onOneLine(std::string_view json) {
    std::string line;
    for (std::size_t begin = 0; begin < json.size();) {
        const std::size_t end = std::min(json.find('\n', begin), json.size());
        line.append(json.substr(begin, end - begin));
        begin = std::min(json.find_first_not_of("\n ", end), json.size());
    }
    return line;
}

/// `job`: reads one job (docs/serve.md) from standard input, does it in this process and prints its
/// progress and its answer. The end of the input cancels it.
class JobVerb : public Verb {
public:
    void describe(CLI::App& /*command*/) override {}

    Result<int> run(CommandContext& context) override {
        CommandInput input(context);
        auto read = readJob(input);
        if (!read) {
            context.print(jsonText({{"error", errorJson(read.error())}}));
            return exitStatusFor(read.error().code);
        }
        JobCommand& job = *read;
        job.isText = job.members.value("text", Json()) == Json(true);
        const auto isTrue = [&job](const char* key) {
            return job.members.value(key, Json()) == Json(true);
        };
        JobChannel channel(input, context, {isTrue("follow"), isTrue("hold"), isTrue("sample")});
        input.follow(channel.gate, [&channel] {
            if (!channel.isLoaded()) {
                ::kill(::getpid(), SIGTERM);
            }
        });
        std::ostringstream answer;
        CommandContext own(context, &channel, answer);
        const int status = runCommand({}, &job, own);
        input.stop();
        const std::string object = job.isText ? jsonText(answer.str()) : onOneLine(answer.str());
        if (object.starts_with("{\"error\":")) {
            context.print(object);
        } else {
            context.print("{\"ok\":" + (object.empty() ? "null" : object) +
                          (status == 0 ? "" : ",\"status\":" + std::to_string(status)) + "}");
        }
        return status;
    }

private:
    using Json = nlohmann::ordered_json;

    static Result<JobCommand> readJob(CommandInput& input) {
        const auto line = input.readLine();
        STOWAGE_TRY(line);
        auto members = parseJson(*line, "The job");
        STOWAGE_TRY(members);
        const auto kind = jobKindOf(*members);
        STOWAGE_TRY(kind);
        return JobCommand{std::move(*members), *kind};
    }
};

}  // namespace

std::unique_ptr<Verb> makeJobVerb() {
    return std::make_unique<JobVerb>();
}

}  // namespace stowage

int main(int argc, char** argv) {
    stowage::useOneHeap();
    // A limit on the size of files shall be a failed write, told like any other, and no kill.
    std::signal(SIGXFSZ, SIG_IGN);
    const std::span arguments(argv, static_cast<std::size_t>(argc));
    int status = 0;
    {
        const stowage::Interruption interruption;
        stowage::CommandContext context(interruption, std::cout, std::cerr);
        context.translate = stowage::translateBy(
            stowage::engineCatalogue(stowage::languageOfEnvironment(&std::getenv)));
        status = stowage::runCommand({arguments.begin(), arguments.end()}, nullptr, context);
    }
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return status;  // they look when exit() is called
#else
    // All of ours is given back. LibTorch would take its tables down one by one, a tenth of a
    // second, where the system frees them at once.
    std::cout.flush();
    std::fflush(nullptr);
    std::_Exit(status);
#endif
}
