// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/placement_options.h"
#include "app/cli/planned_model.h"
#include "app/cli/verbs.h"
#include "engine/base/file_writer.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/find_pretrained_source.h"
#include "engine/plan/map/python_script.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

namespace stowage {

/// `export MODEL --to accelerate`: the plan as what another program takes, and what is lost.
class ExportVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_to;
    std::string m_folder;
    PlacementOptions m_placement;
};

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kAccelerate = "accelerate";

constexpr const char* kWrittenFor = "1.15";  ///< the release whose rules are followed

constexpr const char* kScript = "load_model.py";

/// "models/gpt2/model.safetensors" is "gpt2": what every folder holds says nothing.
std::string nameOf(const Checkpoint& checkpoint) {
    const std::filesystem::path path = std::filesystem::path(checkpoint.path).lexically_normal();
    const std::string stem = path.stem().string();
    const bool saysNothing = stem == "model" || stem == "pytorch_model" || stem == "config" ||
                             stem.starts_with("model.safetensors");
    const std::filesystem::path shown =
        saysNothing || !path.has_filename() ? path.parent_path() : path;
    return shown.filename().string();
}

std::string exportJson(const PlacementPlan& plan, const PretrainedSource& source,
                       const std::string& script) {
    Json missing = Json::array();
    for (const NotExpressed& part : notExpressed(plan, source)) {
        missing.push_back({{"what", part.what}, {"consequence", part.consequence}});
    }
    Json differs = Json::array();
    for (const PlacedElsewhere& place : placedElsewhere(plan)) {
        differs.push_back({{"module", place.module},
                           {"planned", deviceName(place.planned)},
                           {"there", deviceName(place.there)}});
    }
    return jsonText({{"to", kAccelerate},
                     {"written_for", kWrittenFor},
                     {"command", Json::array({"python", kScript})},
                     {"environment", Json::object()},
                     {"files", {{kScript, script}}},
                     {"cannot_express", std::move(missing)},
                     {"differs", std::move(differs)}},
                    2);
}

Result<void> writeScript(const std::string& folder, const std::string& script) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::error_code absent;
    if (error && !std::filesystem::is_directory(folder, absent)) {
        return fail(ErrorCode::WriteFailed,
                    "The folder " + folder + " cannot be made: " + error.message() + ".", folder);
    }
    return writeFileAtomically((std::filesystem::path(folder) / kScript).string(), script);
}

}  // namespace

void ExportVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model, kDescribedModelHelp)->required();
    addOption(command, "--to", "PROGRAM", m_to,
              "accelerate: Python that loads the model under the plan")
        ->required();
    addTextOption(command, "--out", "DIR", m_folder,
                  "Write load_model.py into this folder, made if missing");
    m_placement.addTo(command, PlacementOptions::MapOption::InsteadOfStrategy);
    command.footer(
        "Exit status: as plan. What cannot be said to the program stands in comments.\n"
        "Example:\n  stowagectl export gpt2 --to accelerate --gpus 2GiB > load_model.py");
}

Result<int> ExportVerb::run(CommandContext& context) {
    if (m_to != kAccelerate) {
        return wrongOption("--to", " " + quotedForMessage(m_to) +
                                       " is not known; plans can be written for accelerate.");
    }
    const auto planned = openAndPlan(m_model, m_placement, context);
    STOWAGE_TRY(planned);
    const PlacementPlan& plan = *planned->plan;
    const Checkpoint& checkpoint = *planned->model.checkpoint;
    const PretrainedSource source =
        findPretrainedSource(checkpoint, context.opening, nameOf(checkpoint));
    const std::string script = pythonScript(plan, source);
    if (!m_folder.empty()) {
        STOWAGE_TRY(writeScript(m_folder, script));
    }
    if (context.wantsJson()) {
        context.print(exportJson(plan, source, script));
    } else if (m_folder.empty()) {
        context.print(script);
    }
    return plan.verdict == Verdict::DoesNotFit ? kExitAnswerIsNo : kExitDone;
}

std::unique_ptr<Verb> makeExportVerb() {
    return std::make_unique<ExportVerb>();
}

}  // namespace stowage
