// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_model.h"

#include "engine/base/json_reader.h"
#include "engine/base/utf8.h"
#include "engine/model/config_fields.h"

#include <memory>
#include <utility>

namespace stowage {
namespace {

constexpr unsigned kMaxConfigDepth = 64;
constexpr std::size_t kMostOfPath = 4096;  ///< so that a command can be copied

Result<ConfigPart> readConfig(std::string_view text, const std::string& file) {
    auto document = parseJson(text, file, {kMaxConfigBytes, kMaxConfigDepth});
    if (!document) {
        return document.unexpected();
    }
    if (!document->is_object()) {
        return fail(ErrorCode::Malformed,
                    file + " is no model's configuration: a JSON object is needed.", file);
    }
    return ConfigPart(std::make_shared<const ConfigJson>(std::move(*document)));
}

Result<ArchitectureFile> readFamily(const ConfigJson& config, const std::string& file) {
    const auto type = config.find("model_type");
    if (type == config.end() || !type->is_string()) {
        return fail(ErrorCode::Malformed,
                    file +
                        " has no text \"model_type\", so the model's family is unknown; add it, "
                        "or open a .tree.json of the model.",
                    file, "model_type");
    }
    auto architecture = readArchitecture(architectureOf(config));
    if (!architecture && architecture.error().code == ErrorCode::Unsupported) {
        return fail(ErrorCode::Unsupported,
                    file + ": " + architecture.error().message +
                        " (python3 resources/python/write_tree.py " +
                        quotedForMessage(file, kMostOfPath) + ").",
                    file, "model_type");
    }
    return architecture;
}

}  // namespace

Result<ConfigModel> readConfigModel(std::string_view text, const std::string& file,
                                    const ConfigTreeOptions& options) {
    const auto config = readConfig(text, file);
    if (!config) {
        return config.unexpected();
    }
    auto family = readFamily(**config, file);
    if (!family) {
        return family.unexpected();
    }
    auto className = readConfigClass(*family, **config, options.className, file);
    if (!className) {
        return className.unexpected();
    }
    auto dtype = readDeclaredDtype(**config, file);
    if (!dtype) {
        return dtype.unexpected();
    }
    auto parts = readConfigParts(*family, *config, *dtype, file);
    if (!parts) {
        return parts.unexpected();
    }
    auto fields = readConfigFields(*family, *config, file, scopeOfParts(*parts));
    if (!fields) {
        return fields.unexpected();
    }
    readFactFields(*family, *config, *fields);
    const auto quantization = (*config)->find("quantization_config");
    const bool isQuantized = quantization != (*config)->end() && quantization->is_object();
    ConfigModel model;
    model.file = file;
    model.family = std::move(*family);
    model.className = std::move(*className);
    model.declaredDtype = *dtype;
    model.fields = std::move(*fields);
    model.parts = std::move(*parts);
    model.isQuantized = isQuantized;
    return model;
}

Result<ModelDraft> draftFromConfig(std::string_view text, const std::string& file,
                                   const ConfigTreeOptions& options) {
    const auto model = readConfigModel(text, file, options);
    return model ? draftOf(*model) : Result<ModelDraft>(model.unexpected());
}

Result<std::shared_ptr<const ModuleTree>> treeFromConfig(std::string_view text,
                                                         const std::string& file,
                                                         const ConfigTreeOptions& options) {
    auto draft = draftFromConfig(text, file, options);
    if (!draft) {
        return draft.unexpected();
    }
    return ModuleTreeBuilder::build(std::move(*draft), file);
}

}  // namespace stowage
