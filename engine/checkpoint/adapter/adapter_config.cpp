// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/adapter/lay_adapter.h"

#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/model/config_tree.h"

#include <array>
#include <cmath>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

Unexpected malformed(const std::string& file, std::string_view key, const Message& rule) {
    return fail(ErrorCode::Malformed,
                say("%1 is not an adapter configuration: \"%2\" %3.", file, key, rule), file,
                std::string(key));
}

/// Ways of LoRA that change which modules there are, and are not read.
Result<void> refuseOtherLora(const Json& config, const std::string& file) {
    struct Way {
        std::string_view key;
        Phrase words;
    };
    constexpr std::array kWays{
        Way{"target_parameters",
            phrase("changes parameters of modules that have several parameters")},
        Way{"trainable_token_indices", phrase("trains single tokens of an embedding")},
        Way{"layer_replication", phrase("repeats layers of the model")},
        Way{"use_bdlora", phrase("splits its matrices across devices")},
        Way{"velora_config", phrase("compresses its activations")}};
    for (const auto& [key, words] : kWays) {
        const auto found = config.find(key);
        if (found == config.end() || found->is_null() || *found == false ||
            ((found->is_array() || found->is_object()) && found->empty())) {
            continue;
        }
        return fail(ErrorCode::Unsupported,
                    say("%1 describes a LoRA adapter that %2 (\"%3\"). Stowage cannot apply such "
                        "an adapter to a model; merge the adapter with PEFT's merge_and_unload() "
                        "and open the result.",
                        file, words, key),
                    file, std::string(key));
    }
    return {};
}

/// A number from 0 on; `value` stays where there is none. Errors: Malformed.
Result<void> readNumber(const Json& config, std::string_view key, const std::string& file,
                        double& value) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null()) {
        return {};
    }
    if (!found->is_number() || !std::isfinite(found->get<double>()) || found->get<double>() < 0) {
        return malformed(file, key, say("must be a number of at least 0"));
    }
    value = found->get<double>();
    return {};
}

Result<void> readNames(const Json& config, std::string_view key, const std::string& file,
                       std::vector<std::string>& names) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null()) {
        return {};
    }
    if (!found->is_array()) {
        return malformed(file, key, say("must be a list of names"));
    }
    for (const Json& name : *found) {
        if (!name.is_string() || name.get<std::string>().empty()) {
            return malformed(file, key, say("must be a list of names"));
        }
        names.push_back(name.get<std::string>());
    }
    return {};
}

}  // namespace

Result<AdapterFiles> parseAdapterConfig(std::string_view text, const std::string& file) {
    JsonLimits limits;
    limits.textBytes = kMaxConfigBytes;
    limits.acceptsPythonNumbers = true;
    const auto document = parseJson(text, file, limits);
    STOWAGE_TRY(document);
    if (!document->is_object()) {
        return fail(
            ErrorCode::Malformed,
            say("%1 is not an adapter configuration: the file must contain a JSON object.", file),
            file);
    }
    const auto kind = document->find("peft_type");
    if (kind == document->end() || !kind->is_string()) {
        return malformed(file, "peft_type", say("must name the method, as in \"LORA\""));
    }
    if (*kind != "LORA") {
        return fail(
            ErrorCode::Unsupported,
            say("%1 is an adapter of the kind %2; Stowage applies only LoRA (\"LORA\") to a model. "
                "Merge the adapter with PEFT's merge_and_unload() and open the result.",
                file, quotedForMessage(kind->get<std::string>())),
            file, "peft_type");
    }
    STOWAGE_TRY(refuseOtherLora(*document, file));
    AdapterFiles config;
    if (const auto base = document->find("base_model_name_or_path");
        base != document->end() && base->is_string()) {
        config.base = base->get<std::string>();
    }
    double dropout = 0;
    STOWAGE_TRY(readNumber(*document, "lora_alpha", file, config.alpha));
    STOWAGE_TRY(readNumber(*document, "lora_dropout", file, dropout));
    config.hasDropout = dropout > 0;
    STOWAGE_TRY(readNames(*document, "modules_to_save", file, config.wholeModules));
    return config;
}

}  // namespace stowage
