// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/python_tree.h"

#include "engine/base/byte_size.h"
#include "engine/base/checksums.h"
#include "engine/base/child_process.h"
#include "engine/base/embedded_files.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/model/module_tree_json.h"

#include <nlohmann/json.hpp>

#include <signal.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostWritten = 256 * kMiB;
/// Far above any number of a model.
constexpr std::uint64_t kMostOfAFact = std::uint64_t{1} << 31;
constexpr std::uint64_t kMostOwnCode = kMiB;  ///< of one file
constexpr std::size_t kMostOwnFiles = 64;
constexpr std::size_t kMostSaid = 64 * kKiB;
constexpr std::size_t kMostShown = 400;
constexpr const char* kTrustKey = "trust_remote_code";

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

/// A folder of its own, gone with the object.
class PrivateFolder {
public:
    PrivateFolder() : m_path((fs::temp_directory_path(m_failure) / "stowage-XXXXXX").string()) {
        if (::mkdtemp(m_path.data()) == nullptr) {
            m_path.clear();
        }
    }
    ~PrivateFolder() {
        if (!m_path.empty()) {
            fs::remove_all(m_path, m_failure);
        }
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    [[nodiscard]] bool exists() const { return !m_path.empty(); }
    [[nodiscard]] std::string file(const char* name) const { return m_path + "/" + name; }

private:
    std::error_code m_failure;
    std::string m_path;
};

Result<std::string> readWholeText(const std::string& path, std::uint64_t most) {
    return readWholeFile(path, most, [&](std::uint64_t size) {
        return say("%1 has a size of %2; the limit is %3.", path, formatSize(size),
                   formatSize(most));
    });
}

Result<void> writeWholeText(const std::string& path, std::string_view text) {
    auto writer = AtomicFileWriter::create(path, AtomicFileWriter::Durability::Cached);
    STOWAGE_TRY(writer);
    STOWAGE_TRY((*writer)->append(text));
    return (*writer)->commit();
}

void feed(Sha256& digest, std::string_view text) {
    const std::uint64_t length = text.size();
    digest.add(std::as_bytes(std::span(&length, 1)));
    digest.add(std::as_bytes(std::span(text)));
}

/// The Python files that a configuration's "auto_map" can name: those beside it, so many at most.
std::vector<std::string> ownCodeBeside(const std::string& configPath) {
    std::vector<std::string> found;
    std::error_code failure;
    auto entry = fs::directory_iterator(fs::path(configPath).parent_path(), failure);
    for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
        if (entry->path().extension() == ".py") {
            found.push_back(entry->path().string());
        }
    }
    std::ranges::sort(found);
    found.resize(std::min(found.size(), kMostOwnFiles));
    return found;
}

/// Under which name the answer is kept.
std::string keptName(const std::string& configPath, const std::string& configText,
                     const std::string& className) {
    Sha256 digest;
    feed(digest, configText);
    feed(digest, className);
    for (const std::string& file : ownCodeBeside(configPath)) {
        const auto code = readWholeText(file, kMostOwnCode);
        feed(digest, code ? std::string_view(*code) : std::string_view());
    }
    return digest.hex() + ".tree.json";
}

/// A text that changes when a Python's packages or the script do: its path, the script's length,
/// and when its folders of packages last had one come or go.
std::string fingerprintOf(const std::string& program) {
    std::string print = program + ";" + std::to_string(pythonFiles().front().text.size());
    const fs::path root = fs::path(program).parent_path().parent_path();
    std::vector<fs::path> folders;
    std::error_code failure;
    for (const fs::path& lib : {root / "lib", root / "local/lib", fs::path("/usr/local/lib")}) {
        auto entry = fs::directory_iterator(lib, failure);
        for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
            if (entry->path().filename().string().starts_with("python3")) {
                folders.push_back(entry->path() / "site-packages");
                folders.push_back(entry->path() / "dist-packages");
            }
        }
    }
    std::ranges::sort(folders);
    for (const fs::path& folder : folders) {
        const auto when = fs::last_write_time(folder, failure);
        if (!failure) {
            print += ";" + folder.string() + "=" + std::to_string(when.time_since_epoch().count());
        }
    }
    return print;
}

/// An object of a tree file that stands before the tree, which is not read for it: "made_by",
/// "facts".
nlohmann::ordered_json headPart(std::string_view text, const std::string& file, const char* key) {
    JsonLimits limits;
    limits.endsAt = "tree";
    const auto head = parseJson(text, file, limits);
    if (!head || !head->is_object()) {
        return nlohmann::ordered_json::object();
    }
    const auto found = head->find(key);
    return found != head->end() && found->is_object() ? *found : nlohmann::ordered_json::object();
}

std::string textOf(const nlohmann::ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The cache of layers that are all alike but for a window; nothing where they are not, or where
/// one has no list of four numbers.
std::optional<KvCacheFacts> cacheOf(const nlohmann::ordered_json& layers) {
    constexpr std::size_t kNumbers = 4;  // heads, width of a key, of a value, window
    KvCacheFacts cache;
    for (const auto& layer : layers) {
        std::array<std::uint64_t, kNumbers> numbers{};
        for (std::size_t i = 0; i < kNumbers; ++i) {
            const bool isNumber = layer.is_array() && layer.size() == kNumbers &&
                                  layer[i].is_number_unsigned() &&
                                  layer[i].get<std::uint64_t>() < kMostOfAFact;
            if (!isNumber) {
                return std::nullopt;
            }
            numbers[i] = layer[i].get<std::uint64_t>();
        }
        const std::uint64_t elements = numbers[0] * (numbers[1] + numbers[2]);
        const std::uint64_t window = numbers[3];
        const bool isAlike = (cache.layers == 0 || cache.elements == elements) &&
                             (window == 0 || cache.window == 0 || cache.window == window);
        if (!isAlike || elements == 0) {
            return std::nullopt;
        }
        ++cache.layers;
        cache.elements = cache.libraryElements = elements;
        cache.window = std::max(cache.window, window);
        cache.slides.push_back(window > 0);
    }
    if (cache.window == 0) {
        cache.slides.clear();
    }
    return cache.layers > 0 ? std::optional(cache) : std::nullopt;
}

/// The facts of the tree's model by the script's "facts"; null where there are none.
std::shared_ptr<const ModelFacts> factsOf(const nlohmann::ordered_json& object,
                                          const ModuleTree& tree) {
    if (object.empty()) {
        return nullptr;
    }
    auto facts = std::make_shared<ModelFacts>();
    const auto number = [&](const char* key) {
        const auto found = object.find(key);
        const bool isNumber = found != object.end() && found->is_number_unsigned();
        return isNumber && found->get<std::uint64_t>() < kMostOfAFact
                   ? ModelFacts::Number(found->get<std::uint64_t>())
                   : std::nullopt;
    };
    facts->isOfPython = true;
    facts->family = textOf(object, "model_type");
    facts->className = tree.nodes().front().className;
    facts->layers = number("layers");
    facts->hiddenSize = number("hidden_size");
    facts->attentionHeads = number("heads");
    facts->contextLength = number("context");
    facts->vocabulary = number("vocabulary");
    facts->experts = number("experts");
    facts->activeExperts = number("active_experts");
    if (const auto layers = object.find("cache"); layers != object.end() && layers->is_array()) {
        facts->cache = cacheOf(*layers);
    }
    if (facts->cache) {
        const auto& first = (*object.find("cache"))[0];
        facts->keyValueHeads = first[0].get<std::uint64_t>();
        facts->headWidth = first[1].get<std::uint64_t>();
    }
    countParameters(tree, "experts", *facts);
    return facts;
}

Result<PythonTree> readPythonTree(const std::string& file) {
    const auto text = readWholeText(file, kMostWritten);
    STOWAGE_TRY(text);
    auto tree = parseModuleTreeJson(*text, file);
    STOWAGE_TRY(tree);
    const nlohmann::ordered_json by = headPart(*text, file, "made_by");
    auto facts = factsOf(headPart(*text, file, "facts"), **tree);
    return PythonTree{std::move(*tree), file, std::move(facts),
                      TreeMakers{textOf(by, "program"), textOf(by, "python"), textOf(by, "torch"),
                                 textOf(by, "transformers"), textOf(by, "diffusers")},
                      false};
}

/// The last line that a program said, printable and not too long.
std::string lastLine(std::string_view text) {
    std::string_view last;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        last = line.find_first_not_of(" \t\r") == std::string_view::npos ? last : line;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::string shown = printableText(last);
    if (shown.size() > kMostShown) {
        shown = shown.substr(0, kMostShown) + " …";
    }
    return shown;
}

/// Asks one Python for one model.
class Question {
public:
    Question(std::string subject, const OwnPython& python, const std::stop_token& stop)
        : m_subject(std::move(subject)),
          m_python(python),
          m_program(python.program.empty() ? defaultPython() : python.program),
          m_stop(stop) {}

    /// The program by its path. Error: FileNotFound.
    Result<std::string> program() const {
        auto found = findProgram(m_program);
        std::error_code failure;
        if (!found || !fs::exists(*found, failure)) {
            return fail(ErrorCode::FileNotFound,
                        say("There is no Python %1; specify a Python that has torch and "
                            "transformers (--python on the command line, or STOWAGE_PYTHON).",
                            quotedForMessage(m_program)),
                        m_program);
        }
        return fs::absolute(*found, failure).lexically_normal().string();
    }

    /// The text of the tree that the script writes for `arguments`; a `config`, where there is one,
    /// is what it is asked about, and lies alone.
    Result<std::string> ask(const std::string& program, std::vector<std::string> arguments,
                            const std::optional<std::string>& config) const {
        const PrivateFolder folder;
        const std::string script = folder.file("write_tree.py");
        const std::string written = folder.file("model.tree.json");
        if (!folder.exists()) {
            return fail(ErrorCode::WriteFailed,
                        say("The temporary folder for the module tree of %1 could not be created.",
                            m_subject));
        }
        STOWAGE_TRY(writeWholeText(script, pythonFiles().front().text));
        if (config) {
            STOWAGE_TRY(writeWholeText(folder.file("config.json"), *config));
            arguments.push_back(folder.file("config.json"));
        }
        ChildRequest request;
        request.command = {program, script};
        request.command.insert(request.command.end(), arguments.begin(), arguments.end());
        request.command.insert(request.command.end(), {"--brief", "--out", written});
        request.environment = {{"HF_HUB_OFFLINE", "1"},
                               {"TRANSFORMERS_OFFLINE", "1"},
                               {"HF_MODULES_CACHE", folder.file("modules")},
                               {"CUDA_VISIBLE_DEVICES", ""},
                               {"PYTHONDONTWRITEBYTECODE", "1"},
                               {"PYTHONUNBUFFERED", "1"}};
        request.withoutNetwork = true;
        request.limit = m_python.limit;
        request.mostOutput = kMostSaid;
        const auto answer = runChild(request, m_stop);
        if (!answer) {
            return fail(answer.error().code,
                        say("The Python %1 cannot be used: %2", program, answer.error().message),
                        program);
        }
        STOWAGE_TRY(judge(program, *answer));
        auto text = readWholeText(written, kMostWritten);
        if (!text) {
            return fail(ErrorCode::Malformed,
                        say("%1 exited without an error (%3), but wrote no module tree for %2; use "
                            "another Python.",
                            program, m_subject, lastLine(answer->output)),
                        program);
        }
        return text;
    }

    Unexpected notATree(const std::string& program, const Message& why) const {
        return fail(
            ErrorCode::Malformed,
            say("The output of %1 for %2 is not a module tree: %3", program, m_subject, why),
            program);
    }

private:
    Result<void> judge(const std::string& program, const ChildAnswer& answer) const {
        if (m_stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("Waiting for Python was stopped."));
        }
        if (answer.isTimedOut) {
            return fail(ErrorCode::ReadFailed,
                        say("%1 did not report the modules of %2 within %3 s and was stopped; try "
                            "again, or use another Python.",
                            program, m_subject, m_python.limit.count()),
                        program);
        }
        if (answer.signal != 0) {
            return fail(ErrorCode::ReadFailed,
                        answer.signal == SIGKILL
                            ? say("%1 was killed by signal %2 while it built %3, perhaps because "
                                  "memory ran out.",
                                  program, answer.signal, m_subject)
                            : say("%1 was killed by signal %2 while it built %3.", program,
                                  answer.signal, m_subject),
                        program);
        }
        if (answer.exitStatus == 0) {
            return {};
        }
        const std::string said = lastLine(answer.diagnostics);
        if (said.find(kTrustKey) != std::string::npos && !m_python.trustsRemoteCode) {
            return fail(ErrorCode::Unsupported,
                        say("%1 is built by Python code that is stored next to it; Stowage runs "
                            "this code only if you allow it for this model (--trust-remote-code on "
                            "the command line).",
                            m_subject),
                        m_subject, kTrustKey);
        }
        const bool isMissing = said.find("No module named") != std::string::npos;
        const Message why =
            said.empty() ? say("Python exited with status %1", answer.exitStatus) : Message(said);
        return fail(ErrorCode::Unsupported,
                    isMissing ? say("%1 cannot build %2: %3; install the missing module for this "
                                    "Python, or use another Python.",
                                    program, m_subject, why)
                              : say("%1 cannot build %2: %3", program, m_subject, why),
                    program);
    }

    std::string m_subject;
    const OwnPython& m_python;
    std::string m_program;
    const std::stop_token& m_stop;
};

/// The script's text with the Python that was asked among its makers.
Result<std::string> signedTree(std::string text, const std::string& file,
                               const std::string& program, const std::string& fingerprint) {
    auto document = parseJson(text, file);
    STOWAGE_TRY(document);
    if (!document->is_object()) {
        return text;  // refused by whoever reads it as a tree
    }
    nlohmann::ordered_json by = headPart(text, file, "made_by");
    by["program"] = program;
    by["fingerprint"] = fingerprint;
    nlohmann::ordered_json result = nlohmann::ordered_json::object();
    result["made_by"] = std::move(by);
    for (auto& [key, value] : document->items()) {
        if (key != "made_by") {
            result[key] = std::move(value);
        }
    }
    return jsonText(result);
}

/// Asks, and keeps the answer in `file`.
Result<PythonTree> askAndKeep(const Question& question, const std::string& program,
                              const std::vector<std::string>& arguments,
                              const std::optional<std::string>& config, const std::string& file) {
    auto text = question.ask(program, arguments, config);
    STOWAGE_TRY(text);
    const auto tree = parseModuleTreeJson(*text, file);
    if (!tree) {
        return question.notATree(program, tree.error().message);
    }
    const auto kept = signedTree(std::move(*text), file, program, fingerprintOf(program));
    STOWAGE_TRY(kept);
    STOWAGE_TRY(writeWholeText(file, *kept));
    return readPythonTree(file);
}

}  // namespace

std::string defaultPython() {
    if (std::string own = variable("STOWAGE_PYTHON"); !own.empty()) {
        return own;
    }
    const std::string environment = variable("VIRTUAL_ENV");
    return environment.empty() ? "python3" : environment + "/bin/python";
}

std::string defaultTreeFolder() {
    const std::string home = variable("HOME");
    std::string base = variable("XDG_CACHE_HOME");
    // The specification of that variable tells us to ignore a relative path.
    if (base.empty() || base.front() != '/') {
        base = home.empty() ? "" : home + "/.cache";
    }
    return base.empty() ? "" : base + "/stowage/trees";
}

std::optional<PythonTree> keptTree(const std::string& configPath, const std::string& configText,
                                   const std::string& className, const std::string& keepIn) {
    if (keepIn.empty()) {
        return std::nullopt;
    }
    auto kept = readPythonTree(keepIn + "/" + keptName(configPath, configText, className));
    if (!kept) {
        return std::nullopt;
    }
    kept->wasKept = true;
    return std::move(*kept);
}

Result<PythonTree> treeFromPython(const std::string& configPath, const std::string& configText,
                                  const std::string& className, const OwnPython& python,
                                  const std::string& keepIn, const std::stop_token& stop) {
    std::error_code failure;
    if (keepIn.empty() || (fs::create_directories(keepIn, failure), failure)) {
        return fail(ErrorCode::FileNotFound,
                    say("There is no folder for storing module trees; set HOME or XDG_CACHE_HOME "
                        "to a writable folder."),
                    keepIn);
    }
    const Question question(configPath, python, stop);
    const auto program = question.program();
    STOWAGE_TRY(program);
    const std::string file = keepIn + "/" + keptName(configPath, configText, className);
    if (auto kept = readPythonTree(file)) {
        const auto text = readWholeText(file, kMostWritten);
        if (text &&
            textOf(headPart(*text, file, "made_by"), "fingerprint") == fingerprintOf(*program)) {
            kept->wasKept = true;
            return kept;
        }
    }
    std::vector<std::string> arguments;
    if (!className.empty()) {
        arguments.insert(arguments.end(), {"--class", className});
    }
    if (!python.trustsRemoteCode) {
        return askAndKeep(question, *program, arguments, configText, file);
    }
    // The model's own code lies beside its configuration.
    arguments.insert(arguments.end(),
                     {fs::absolute(configPath, failure).string(), "--trust-remote-code"});
    return askAndKeep(question, *program, arguments, std::nullopt, file);
}

Result<PythonTree> treeFromOwnCode(const std::string& name, const std::string& folder,
                                   const std::string& file, const OwnPython& python,
                                   const std::stop_token& stop) {
    const Question question(name, python, stop);
    const auto program = question.program();
    STOWAGE_TRY(program);
    return askAndKeep(question, *program, {name, "--path", folder}, std::nullopt, file);
}

}  // namespace stowage
