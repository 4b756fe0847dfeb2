// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/known_tree.h"
#include "engine/checkpoint/write/target_folder.h"
#include "engine/model/module_tree_json.h"
#include "engine/model/python_tree.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// `tree MODEL`: a model's modules as a `.tree.json`, from Stowage's own knowledge or from the
/// person's Python.
class TreeVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    struct Answer {
        std::shared_ptr<const ModuleTree> tree;
        std::optional<PythonTree> python;  ///< who told it; nothing: Stowage itself
    };

    [[nodiscard]] bool namesOwnCode() const;
    /// The file that is written; "": none is.
    [[nodiscard]] std::string outputFile() const;
    [[nodiscard]] std::string configPath() const;
    [[nodiscard]] Result<Answer> find(const CommandContext& context) const;

    std::string m_model;
    std::string m_output;
    std::optional<unsigned> m_limit;
    bool m_isForced = false;
};

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json makersJson(const PythonTree& tree) {
    return {{"program", tree.makers.program},
            {"python", tree.makers.python},
            {"torch", tree.makers.torch},
            {"transformers", tree.makers.transformers},
            {"diffusers", tree.makers.diffusers},
            {"kept", tree.file},
            {"was_kept", tree.wasKept}};
}

/// The object that `inspect --json` prints of the tree, with "made_by" of a Python that told it and
/// "written" of the file.
std::string answerJson(const std::string& object, const std::optional<PythonTree>& python,
                       const std::string& written) {
    Json json = Json::parse(object);
    if (python) {
        json["made_by"] = makersJson(*python);
    }
    if (!written.empty()) {
        json["written"] = written;
    }
    return jsonText(json, 2);
}

}  // namespace

void TreeVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    command.add_option("--out", m_output)->type_name("FILE");
    takesNumber(command.add_option("--limit", m_limit), "SECONDS");
    command.add_flag("--force", m_isForced);
}

bool TreeVerb::namesOwnCode() const {
    std::error_code failure;
    return m_model.find(':') != std::string::npos && !fs::exists(m_model, failure);
}

std::string TreeVerb::outputFile() const {
    if (!m_output.empty() || !namesOwnCode()) {
        return m_output;
    }
    const std::string module = m_model.substr(0, m_model.find(':'));
    return module.substr(module.rfind('.') + 1) + ".tree.json";
}

std::string TreeVerb::configPath() const {
    std::error_code failure;
    return fs::is_directory(m_model, failure) ? (fs::path(m_model) / "config.json").string()
                                              : m_model;
}

Result<TreeVerb::Answer> TreeVerb::find(const CommandContext& context) const {
    OwnPython python = context.opening.python.value_or(OwnPython{});
    python.limit =
        std::chrono::seconds(m_limit.value_or(static_cast<unsigned>(python.limit.count())));
    if (namesOwnCode()) {
        std::error_code failure;
        auto told = treeFromOwnCode(m_model, fs::current_path(failure).string(), outputFile(),
                                    python, context.stop());
        STOWAGE_TRY(told);
        return Answer{told->tree, std::move(*told)};
    }
    if (!context.opening.python) {
        auto model = openModel(m_model, context);
        STOWAGE_TRY(model);
        return Answer{std::move(model->tree), std::nullopt};
    }
    const auto file = RandomAccessFile::open(configPath());
    STOWAGE_TRY(file);
    const auto text = readConfigText(**file);
    STOWAGE_TRY(text);
    auto told = treeFromPython(configPath(), *text, context.opening.className, python,
                               defaultTreeFolder(), context.stop());
    STOWAGE_TRY(told);
    return Answer{told->tree, std::move(*told)};
}

Result<int> TreeVerb::run(CommandContext& context) {
    const std::string written = outputFile();
    if (!written.empty()) {
        STOWAGE_TRY(requireWritable(written));
        context.willWrite(written);
        std::error_code failure;
        if (fs::is_regular_file(written, failure) && !isMarkedAsWritten(written) && !m_isForced) {
            return fail(ErrorCode::InvalidArgument,
                        say("%1 already exists and was not written by stowagectl tree; specify "
                            "another file with --out, or replace it with --force.",
                            written),
                        written, "--out");
        }
    }
    const auto answer = find(context);
    STOWAGE_TRY(answer);
    const std::string object = writeModuleTreeJson(*answer->tree, m_model);
    if (!written.empty() && !namesOwnCode()) {
        STOWAGE_TRY(writeFileAtomically(written, object));
    }
    if (!written.empty()) {
        markFileAsWritten(written);
    }
    if (context.wantsJson()) {
        context.print(answerJson(object, answer->python, written));
        return kExitDone;
    }
    const ModuleTree& tree = *answer->tree;
    const std::string& className = tree.node(ModuleTree::root()).className;
    const std::size_t modules = tree.nodes().size();
    const std::string bytes = formatSize(static_cast<double>(tree.totalBytes()));
    std::vector<Message> lines{modules == 1 ? say("%1: %2 module, %3 parameters, %4.", className,
                                                  modules, tree.totalParameters(), bytes)
                                            : say("%1: %2 modules, %3 parameters, %4.", className,
                                                  modules, tree.totalParameters(), bytes)};
    if (answer->python) {
        lines.push_back(originSentence(*answer->python, m_model));
    }
    if (!written.empty()) {
        lines.push_back(say("The module tree was written to %1.", written));
    }
    context.printText(joined(std::move(lines), "\n"));
    return kExitDone;
}

std::unique_ptr<Verb> makeTreeVerb() {
    return std::make_unique<TreeVerb>();
}

}  // namespace stowage
