// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/conformance_case.h"

#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/model/module_tree_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// Beyond this a double is no int64.
constexpr double kEndOfIntegers = 9223372036854775808.0;

CaseJson bigInteger(const std::string& digits) {
    return CaseJson::binary(std::vector<std::uint8_t>(digits.begin(), digits.end()));
}

std::string digitsOf(const CaseJson& big) {
    const auto& bytes = big.get_binary();
    return {bytes.begin(), bytes.end()};
}

/// Python writes these three without quotes, which is no JSON; quoted with a byte that no text
/// begins with, they pass the parser and become numbers again.
constexpr std::string_view kMark = "\x1f";

constexpr std::array<std::pair<std::string_view, double>, 3> kNoNumbers = {
    {{"NaN", std::numeric_limits<double>::quiet_NaN()},
     {"Infinity", std::numeric_limits<double>::infinity()},
     {"-Infinity", -std::numeric_limits<double>::infinity()}}};

std::string withQuotedNoNumbers(const std::string& text) {
    std::string out;
    bool inText = false;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = std::string_view(text).substr(i);
        const auto* const found = std::ranges::find_if(
            kNoNumbers, [rest](const auto& word) { return rest.starts_with(word.first); });
        if (!inText && found != kNoNumbers.end()) {
            out += "\"\\u001f" + std::string(found->first) + "\"";
            i += found->first.size();
            continue;
        }
        const std::size_t length = inText && text[i] == '\\' ? 2 : 1;
        inText = text[i] == '"' ? !inText : inText;
        out += rest.substr(0, length);
        i += length;
    }
    return out;
}

/// Builds the document from the parser's events: the one place where a number's own text is seen.
class CaseBuilder : public nlohmann::json_sax<CaseJson> {
public:
    /// `what` names the text in a sentence.
    explicit CaseBuilder(const std::string& what) : m_what(what) {}

    CaseJson document;
    Message fault;

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override {
        constexpr std::uint64_t kEnd = std::uint64_t{1} << 63U;
        return value < kEnd ? add(static_cast<std::int64_t>(value))
                            : add(bigInteger(std::to_string(value)));
    }
    bool number_float(number_float_t value, const string_t& text) override {
        const bool isInteger = text.find_first_of(".eE") == std::string::npos;
        return isInteger ? add(bigInteger(text)) : add(value);
    }
    bool string(string_t& value) override {
        for (const auto& [word, number] : kNoNumbers) {
            if (value == std::string(kMark) + std::string(word)) {
                return add(number);
            }
        }
        return add(std::move(value));
    }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*count*/) override { return open(CaseJson::object()); }
    bool key(string_t& value) override {
        m_keys.back() = std::move(value);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t /*count*/) override { return open(CaseJson::array()); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*error*/) override {
        fault = say("%1 is not valid JSON at byte %2; record the file again.", m_what, position);
        return false;
    }

private:
    static constexpr std::size_t kMaxDepth = 1024;  // deeper than any module tree

    bool add(CaseJson value) {
        if (m_open.empty()) {
            document = std::move(value);
        } else if (m_open.back().is_array()) {
            m_open.back().push_back(std::move(value));
        } else {
            m_open.back()[m_keys.back()] = std::move(value);
        }
        return true;
    }
    bool open(CaseJson value) {
        if (m_open.size() == kMaxDepth) {
            fault = say("%1 is nested more than 1024 levels deep; record the file again.", m_what);
            return false;
        }
        m_open.push_back(std::move(value));
        m_keys.emplace_back();
        return true;
    }
    bool close() {
        CaseJson value = std::move(m_open.back());
        m_open.pop_back();
        m_keys.pop_back();
        return add(std::move(value));
    }

    const std::string& m_what;
    std::vector<CaseJson> m_open;
    std::vector<std::string> m_keys;
};

PythonNumber numberFrom(const CaseJson& value) {
    if (value.is_binary()) {
        return {std::strtod(digitsOf(value).c_str(), nullptr), false};
    }
    if (value.is_boolean()) {
        return {value.get<bool>() ? 1.0 : 0.0, false};
    }
    return {value.get<double>(), value.is_number_float()};
}

std::string floatText(double value) {
    if (std::isinf(value)) {
        return value < 0 ? "-Infinity" : "Infinity";  // as Python's json writes them
    }
    return std::isnan(value) ? "NaN" : formatPythonNumber(value, true);
}

void write(const CaseJson& value, std::string& out) {
    if (value.is_binary()) {
        out += digitsOf(value);
    } else if (value.is_number_float()) {
        out += floatText(value.get<double>());
    } else if (!value.is_structured()) {
        out += jsonText(value);
    } else {
        out += value.is_array() ? '[' : '{';
        bool first = true;
        for (const auto& [key, member] : value.items()) {
            out += first ? "" : ", ";
            first = false;
            if (value.is_object()) {
                out += jsonText(key) + ": ";
            }
            write(member, out);
        }
        out += value.is_array() ? ']' : '}';
    }
}

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

Result<CaseJson> parseCaseJson(const std::string& text, const std::string& what) {
    CaseBuilder builder(what);
    const bool hasNoNumbers =
        text.find("NaN") != std::string::npos || text.find("Infinity") != std::string::npos;
    if (!CaseJson::sax_parse(hasNoNumbers ? withQuotedNoNumbers(text) : text, &builder)) {
        return fail(ErrorCode::Malformed, builder.fault, what);
    }
    return std::move(builder.document);
}

std::string caseText(const CaseJson& value) {
    std::string out;
    write(value, out);
    return out;
}

bool isInteger(const CaseJson& value) {
    return value.is_number_integer() || value.is_binary();
}

std::string pythonTypeName(const CaseJson& value) {
    if (value.is_null()) {
        return "NoneType";
    }
    if (value.is_boolean()) {
        return "bool";
    }
    if (value.is_string()) {
        return "str";
    }
    if (value.is_array()) {
        return "list";
    }
    if (value.is_object()) {
        return "dict";
    }
    return isInteger(value) ? "int" : "float";
}

DeviceKey keyFrom(const CaseJson& value) {
    return value.is_string() ? DeviceKey::fromText(value.get<std::string>())
                             : DeviceKey::gpu(value.get<std::int64_t>());
}

AccelerateMap mapFrom(const CaseJson& list) {
    AccelerateMap map;
    for (const CaseJson& pair : list) {
        map.emplace_back(pair.at(0).get<std::string>(), keyFrom(pair.at(1)));
    }
    return map;
}

RawMaxMemory budgetsFrom(const CaseJson& list) {
    RawMaxMemory budgets;
    for (const CaseJson& pair : list) {
        const CaseJson& size = pair.at(1);
        if (size.is_string()) {
            budgets.emplace_back(keyFrom(pair.at(0)), size.get<std::string>());
        } else {
            budgets.emplace_back(keyFrom(pair.at(0)), numberFrom(size));
        }
    }
    return budgets;
}

CaseJson toJson(PythonNumber number) {
    if (number.isFloat) {
        return number.value;
    }
    if (std::fabs(number.value) < kEndOfIntegers) {
        return static_cast<std::int64_t>(number.value);
    }
    return bigInteger(number.text());
}

CaseJson toJson(const DeviceKey& key) {
    return key.isIndex() ? CaseJson(key.index) : CaseJson(key.text());
}

CaseJson toJson(const MaxMemory& budgets) {
    CaseJson list = CaseJson::array();
    for (const auto& [key, bytes] : budgets) {
        list.push_back(CaseJson::array({toJson(key), toJson(bytes)}));
    }
    return list;
}

CaseJson toJson(const AccelerateMap& map) {
    CaseJson list = CaseJson::array();
    for (const auto& [name, device] : map) {
        list.push_back(CaseJson::array({name, toJson(device)}));
    }
    return list;
}

CaseJson toJson(const PythonException& failure) {
    CaseJson error = {{"type", failure.type}, {"message", failure.message}};
    return {{"error", std::move(error)}};
}

Result<ConformanceTrees> ConformanceTrees::parse(const std::string& text, const std::string& file) {
    auto document = parseCaseJson(text, file);
    STOWAGE_TRY(document);
    if (!document->is_object()) {
        return fail(ErrorCode::Malformed,
                    say("%1 must be a JSON object with one module tree per name.", file), file);
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
                    say("%1 has no module tree \"%2\", which a case refers to; give the file of "
                        "module trees that belongs to the cases.",
                        m_file, id),
                    m_file, id);
    }
    CaseJson document = {{"format", "stowage.tree"}, {"version", 1}, {"tree", *found->second}};
    if (!dtype.empty()) {
        cast(document["tree"], dtype);
    }
    auto result = parseModuleTreeJson(jsonText(document), m_file + ", tree \"" + id + "\"");
    STOWAGE_TRY(result);
    parsed = std::move(*result);
    return parsed;
}

}  // namespace stowage
