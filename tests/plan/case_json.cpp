// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/plan/case_json.h"

#include <algorithm>

namespace stowage::test {

using nlohmann::json;

namespace {

json keyToJson(const ReferenceKey& key) {
    return key.isIndex() ? json(key.index) : json(key.text());
}

ReferenceNumber numberFrom(const json& value) {
    return {value.get<double>(), value.is_number_float()};
}

}  // namespace

ReferenceKey keyFrom(const json& value) {
    return value.is_string() ? ReferenceKey::fromText(value.get<std::string>())
                             : ReferenceKey::gpu(value.get<std::int64_t>());
}

json toJson(ReferenceNumber number) {
    // Above 2^63 an int has no place in JSON's integers here.
    const bool asInteger = !number.isFloat && number.value < 9e18;
    return asInteger ? json(static_cast<std::int64_t>(number.value)) : json(number.value);
}

json toJson(const ReferenceBudgets& budgets) {
    json list = json::array();
    for (const auto& [key, bytes] : budgets) {
        list.push_back({keyToJson(key), toJson(bytes)});
    }
    return list;
}

json toJson(const ReferenceMap& map) {
    json list = json::array();
    for (const auto& [name, device] : map) {
        list.push_back({name, keyToJson(device)});
    }
    return list;
}

json toJson(const ReferenceFailure& failure) {
    return {{"error", {{"type", failure.type}, {"message", failure.message}}}};
}

ReferenceMap mapFrom(const json& list) {
    ReferenceMap map;
    for (const json& pair : list) {
        map.emplace_back(pair[0].get<std::string>(), keyFrom(pair[1]));
    }
    return map;
}

ReferenceRawBudgets budgetsFrom(const json& list) {
    ReferenceRawBudgets budgets;
    for (const json& pair : list) {
        if (pair[1].is_string()) {
            budgets.emplace_back(keyFrom(pair[0]), pair[1].get<std::string>());
        } else {
            budgets.emplace_back(keyFrom(pair[0]), numberFrom(pair[1]));
        }
    }
    return budgets;
}

void castTree(json& node, const std::string& dtype) {
    for (const char* const list : {"params", "buffers"}) {
        if (!node.contains(list)) {
            continue;
        }
        for (json& tensor : node[list]) {
            const auto own = tensor["dtype"].get<std::string>();
            if (own == "float16" || own == "bfloat16" || own == "float32" || own == "float64") {
                tensor["dtype"] = dtype;
            }
        }
    }
    if (node.contains("children")) {
        for (json& child : node["children"]) {
            castTree(child, dtype);
        }
    }
}

bool sameJson(const json& a, const json& b) {
    const bool floatsDiffer = a.is_number_float() != b.is_number_float();
    const bool beyondIntegers = a.is_number() && a.get<double>() > 9e18;
    if (a != b || (a.is_number() && floatsDiffer && !beyondIntegers)) {
        return false;
    }
    if (!a.is_structured()) {
        return true;
    }
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameJson);
}

}  // namespace stowage::test
