// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/companions_text.h"

#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"

#include <nlohmann/json.hpp>

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

Message adapterText(const Adapter& adapter) {
    return adapter.modules == 1
               ? say("The adapter %1 (%2, rank %3) changes %4 module. The adapter has %5 "
                     "parameters (%6).",
                     adapter.name, adapter.path, rankText(adapter), adapter.modules,
                     adapter.parameters, formatSize(adapter.bytes))
               : say("The adapter %1 (%2, rank %3) changes %4 modules. The adapter has %5 "
                     "parameters (%6).",
                     adapter.name, adapter.path, rankText(adapter), adapter.modules,
                     adapter.parameters, formatSize(adapter.bytes));
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

std::string adaptersText(const Checkpoint& checkpoint, const Translate& translate) {
    return checkpoint.adapters == nullptr ? std::string()
                                          : linesOf(*checkpoint.adapters, translate, adapterText);
}

Message modelsText(const Checkpoint& checkpoint) {
    const auto words = [](const NamedCheckpoint& tenant) {
        return tenant.name + " (" + tenant.checkpoint->path + ")";
    };
    return say("The models are %1.", joinedText(*checkpoint.tenants, ", ", words));
}

}  // namespace stowage
