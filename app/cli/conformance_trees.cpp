// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/conformance_trees.h"

#include "engine/base/json_reader.h"
#include "engine/model/module_tree_json.h"

namespace stowage {

namespace {

void cast(CaseJson& node, const std::string& dtype) {
    for (const char* const list : {"params", "buffers"}) {
        if (!node.contains(list)) {
            continue;
        }
        for (CaseJson& tensor : node[list]) {
            const CaseJson& own = tensor.at("dtype");
            if (own == "float16" || own == "bfloat16" || own == "float32" || own == "float64") {
                tensor["dtype"] = dtype;
            }
        }
    }
    if (node.contains("children")) {
        for (CaseJson& child : node["children"]) {
            cast(child, dtype);
        }
    }
}

}  // namespace

Result<ConformanceTrees> ConformanceTrees::parse(const std::string& text, const std::string& file) {
    auto document = parseCaseJson(text, file);
    if (!document) {
        return document.unexpected();
    }
    if (!document->is_object()) {
        return fail(ErrorCode::Malformed,
                    file + " must be one object that maps the names of trees to trees.", file);
    }
    return ConformanceTrees(std::move(*document), file);
}

Result<std::shared_ptr<const ModuleTree>> ConformanceTrees::tree(const std::string& id,
                                                                 const std::string& dtype) {
    auto& parsed = m_parsed[{id, dtype}];
    if (parsed) {
        return parsed;
    }
    if (m_byId.empty()) {
        // An ordered object is searched from its begin; hundreds of trees want an index.
        for (const auto& [name, node] : m_trees.items()) {
            m_byId[name] = &node;
        }
    }
    const auto found = m_byId.find(id);
    if (found == m_byId.end()) {
        return fail(ErrorCode::Malformed,
                    m_file + " has no tree \"" + id + "\", which a case names; give the file of " +
                        "trees that belongs to the cases.",
                    m_file, id);
    }
    CaseJson document = {{"format", "stowage.tree"}, {"version", 1}, {"tree", *found->second}};
    if (!dtype.empty()) {
        cast(document["tree"], dtype);
    }
    auto result = parseModuleTreeJson(jsonText(document), m_file + ", tree \"" + id + "\"");
    if (!result) {
        return result.unexpected();
    }
    parsed = std::move(*result);
    return parsed;
}

}  // namespace stowage
