// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/project/json_node.h"

#include "engine/base/number_text.h"

#include <cmath>

namespace stowage {

JsonNode JsonNode::at(const char* key) const {
    const std::string place = m_place.empty() ? key : m_place + "." + key;
    if (isThere() && m_value->is_object()) {
        if (const auto found = m_value->find(key); found != m_value->end()) {
            return {*found, place, *m_trouble};
        }
    }
    return {place, *m_trouble};
}

std::vector<JsonNode> JsonNode::items() const {
    std::vector<JsonNode> nodes;
    if (!isThere()) {
        return nodes;
    }
    if (!m_value->is_array()) {
        blame(say("is not a list"));
        return nodes;
    }
    nodes.reserve(m_value->size());
    for (std::size_t i = 0; i < m_value->size(); ++i) {
        nodes.emplace_back((*m_value)[i], m_place + "[" + std::to_string(i) + "]", *m_trouble);
    }
    return nodes;
}

std::vector<JsonNode> JsonNode::items(std::size_t count) const {
    const bool isRight = isThere() && m_value->is_array() && m_value->size() == count;
    if (!isRight) {
        blame(say("is not a list with %1 elements", count));
        return {};
    }
    return items();
}

void JsonNode::blame(const Message& what) const {
    if (!m_trouble->error) {
        const Message place =
            m_place.empty() ? say("the file") : Message(quotedForMessage(m_place));
        m_trouble->error =
            makeError(ErrorCode::Malformed,
                      what.english().ends_with('.')
                          ? say("%1 is invalid: %2 %3 Correct it, or use an older copy.",
                                m_trouble->file, place, what)
                          : say("%1 is invalid: %2 %3. Correct it, or use an older copy.",
                                m_trouble->file, place, what),
                      m_trouble->file, m_place);
    }
}

const JsonNode& JsonNode::required() const {
    if (!isThere()) {
        blame(say("is missing"));
    }
    return *this;
}

bool JsonNode::isObject() const {
    if (isThere() && !m_value->is_object()) {
        blame(say("is not an object"));
        return false;
    }
    return true;
}

void JsonNode::read(bool& field) const {
    if (isThere() && !m_value->is_boolean()) {
        blame(say("is neither true nor false"));
    } else if (isThere()) {
        field = m_value->get<bool>();
    }
}

void JsonNode::read(std::string& field) const {
    if (isThere() && !m_value->is_string()) {
        blame(say("is not a string"));
    } else if (isThere()) {
        field = m_value->get<std::string>();
    }
}

void JsonNode::read(std::uint64_t& field, std::uint64_t most) const {
    if (!isThere()) {
        return;
    }
    const bool isCount = m_value->is_number_unsigned() ||
                         (m_value->is_number_integer() && m_value->get<std::int64_t>() >= 0);
    if (!isCount || m_value->get<std::uint64_t>() > most) {
        blame(say("is not a whole number from 0 to %1", groupedText(most)));
        return;
    }
    field = m_value->get<std::uint64_t>();
}

void JsonNode::read(double& field, double most) const {
    if (!isThere()) {
        return;
    }
    const double number = m_value->is_number() ? m_value->get<double>() : -1;
    if (!std::isfinite(number) || number < 0 || number > most) {
        blame(say("is not a number from 0 to %1", formatGeneral(most, 3)));
        return;
    }
    field = number;
}

void JsonNode::read(std::vector<std::string>& field) const {
    field.clear();
    for (const JsonNode& item : items()) {
        item.required().read(field.emplace_back());
    }
}

}  // namespace stowage
