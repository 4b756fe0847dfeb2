// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/companions_text.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace stowage {
namespace {

using CompanionJson = nlohmann::ordered_json;

CompanionJson adapterJson(const Adapter& adapter) {
    return {{"name", adapter.name},
            {"path", adapter.path},
            {"base", adapter.base},
            {"alpha", adapter.alpha},
            {"modules", adapter.modules},
            {"rank", {adapter.rankFrom, adapter.rankTo}},
            {"parameters", adapter.parameters},
            {"bytes", adapter.bytes}};
}

CompanionJson tenantJson(const NamedCheckpoint& tenant) {
    const ModuleNode& root = tenant.tree->node(ModuleTree::root());
    return {{"name", tenant.name},
            {"path", tenant.checkpoint->path},
            {"class", root.className},
            {"parameters", root.subtreeParameters},
            {"bytes", root.subtreeBytes}};
}

}  // namespace

void addCompanions(nlohmann::ordered_json& json, const Checkpoint& checkpoint) {
    if (checkpoint.adapters != nullptr) {
        CompanionJson& list = json["adapters"] = CompanionJson::array();
        for (const Adapter& adapter : *checkpoint.adapters) {
            list.push_back(adapterJson(adapter));
        }
    }
    if (checkpoint.tenants != nullptr) {
        CompanionJson& list = json["tenants"] = CompanionJson::array();
        for (const NamedCheckpoint& tenant : *checkpoint.tenants) {
            list.push_back(tenantJson(tenant));
        }
    }
}

std::string adaptersText(const Checkpoint& checkpoint) {
    std::string text;
    if (checkpoint.adapters == nullptr) {
        return text;
    }
    for (const Adapter& adapter : *checkpoint.adapters) {
        text += "The adapter " + adapter.name + " (" + adapter.path + ", rank " +
                rankText(adapter) + ") changes " + std::to_string(adapter.modules) +
                (adapter.modules == 1 ? " module with " : " modules with ") +
                std::to_string(adapter.parameters) + " parameters, " + formatSize(adapter.bytes) +
                ".\n";
    }
    return text;
}

std::string modelsText(const Checkpoint& checkpoint) {
    const auto words = [](const NamedCheckpoint& tenant) {
        return tenant.name + " (" + tenant.checkpoint->path + ")";
    };
    return "The models are " + joinedText(*checkpoint.tenants, ", ", words) + ".\n";
}

}  // namespace stowage
