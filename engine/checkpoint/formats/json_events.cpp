// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/json_events.h"

namespace stowage {
namespace {

class KindProbe : public JsonEvents<KindProbe> {
public:
    using JsonEvents::JsonEvents;

    bool scalar(const JsonScalar& value) {
        if (depth() == 1) {
            noteKey();
            const bool isText = value.kind == JsonScalar::Kind::Text;
            m_areTexts = m_areTexts && isText;
            m_areObjects = false;
        }
        if (depth() == 2 && keyAt(1) == "dtype") {
            m_hasDtype = true;
        }
        m_isEmpty = m_isEmpty && depth() != 1;
        return true;
    }
    bool opened(bool isArray) {
        if (depth() == 0) {
            m_isList = isArray;
        } else if (depth() == 1 && !m_isList) {
            noteKey();
            m_areTexts = false;
            m_areObjects = m_areObjects && !isArray;
            m_isEmpty = false;
        }
        // A map of weights is part of an index, and a format of a tree, whatever follows: their
        // readers look at it anyway.
        m_isCertain = !m_isList && (m_isTree || (m_hasMap && !isArray));
        return !m_isCertain;
    }
    static bool closed(bool) { return true; }

    /// Whether the rest of the text need not be looked at.
    [[nodiscard]] bool isCertain() const { return m_isCertain; }
    [[nodiscard]] JsonKind kind() const {
        if (m_isTree && !m_isList) {
            return JsonKind::ModuleTree;
        }
        if (m_isList || m_isEmpty) {
            return JsonKind::Other;
        }
        if (m_hasMap) {
            return JsonKind::ShardIndex;
        }
        if (m_isConfig) {
            return JsonKind::ModelConfig;
        }
        if (m_areTexts) {
            return JsonKind::ShardIndex;
        }
        return m_areObjects && m_hasDtype ? JsonKind::OffloadIndex : JsonKind::Other;
    }

private:
    void noteKey() {
        if (m_isList) {
            return;
        }
        const std::string& key = keyAt(0);
        m_hasMap = m_hasMap || key == "weight_map";
        m_isConfig =
            m_isConfig || key == "model_type" || key == "architectures" || key == "_class_name";
        m_isTree = m_isTree || key == "format";
    }

    bool m_isCertain = false;
    bool m_isList = false;
    bool m_isEmpty = true;
    bool m_isTree = false;
    bool m_hasMap = false;
    bool m_isConfig = false;
    bool m_hasDtype = false;
    bool m_areTexts = true;
    bool m_areObjects = true;
};

}  // namespace

Result<JsonKind> probeJson(JsonScanner& json, const std::string& file) {
    KindProbe probe(file);
    if (!probe.parse(json) && !probe.isCertain()) {
        return Unexpected{probe.error()};
    }
    return probe.kind();
}

Result<JsonKind> probeJson(std::string_view text, const std::string& file) {
    JsonScanner json(text);
    return probeJson(json, file);
}

}  // namespace stowage
