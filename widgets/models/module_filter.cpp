// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/module_filter.h"

#include "engine/base/byte_size.h"
#include "widgets/models/module_tree_model.h"

#include <QLatin1String>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace stowage {
namespace {

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) {
        return static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    });
    return result;
}

/// Finds `needle` (lower case) in `text` without copying it.
bool containsIgnoringCase(std::string_view text, const std::string& needle) {
    const auto same = [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
    };
    return std::search(text.begin(), text.end(), needle.begin(), needle.end(), same) != text.end();
}

QString normalisedDevice(const QString& word) {
    const QString lower = word.toLower();
    if (lower == QLatin1String("mixed")) {
        return lower;
    }
    QString name = lower;
    if (name.startsWith(QLatin1String("gpu")) && !name.contains(QLatin1Char(':'))) {
        name.insert(3, QLatin1Char(':'));
    }
    const auto device = parseDevice(name.toStdString());
    return device ? QString::fromStdString(deviceName(*device)) : QString();
}

/// The filter's words as the byte strings that names are compared with.
class Matcher {
public:
    Matcher(const ModuleTreeModel& model, const ModuleFilter& filter)
        : m_model(model), m_filter(filter), m_tree(*model.plan()->request.tree) {
        for (const QString& name : filter.names) {
            m_names.push_back(lowered(name.toStdString()));
        }
        for (const QString& name : filter.classes) {
            m_classes.push_back(lowered(name.toStdString()));
        }
        for (const QString& device : filter.devices) {
            const auto id = parseDevice(device.toStdString());
            m_places.push_back(id ? ModulePlace::on(*id) : ModulePlace::mixed());
        }
    }

    [[nodiscard]] bool matches(std::uint32_t entry) {
        const bool isTensor = m_model.isTensor(entry);
        const std::string_view path =
            isTensor ? m_model.tensor(entry).name : m_tree.path(ModuleId{entry});
        const auto inPath = [path](const std::string& word) {
            return containsIgnoringCase(path, word);
        };
        if (!std::all_of(m_names.begin(), m_names.end(), inPath)) {
            return false;
        }
        if (!m_classes.empty() &&
            !classMatches(isTensor ? tensorClass(entry) : m_tree.node(ModuleId{entry}).className)) {
            return false;
        }
        return sizeMatches(entry) && placeMatches(entry);
    }

private:
    [[nodiscard]] const std::string& tensorClass(std::uint32_t entry) const {
        return m_model.tensor(entry).kind == TensorKind::Buffer ? m_bufferClass : m_parameterClass;
    }

    /// Models have few classes, so each name is looked at once.
    bool classMatches(const std::string& className) {
        const auto [it, isNew] = m_classResults.try_emplace(className, false);
        if (isNew) {
            it->second = std::all_of(
                m_classes.begin(), m_classes.end(),
                [&](const std::string& word) { return containsIgnoringCase(className, word); });
        }
        return it->second;
    }

    [[nodiscard]] bool sizeMatches(std::uint32_t entry) const {
        if (!m_filter.moreThanBytes && !m_filter.lessThanBytes) {
            return true;
        }
        const auto bytes = static_cast<double>(m_model.bytesOf(entry));
        return (!m_filter.moreThanBytes || bytes > *m_filter.moreThanBytes) &&
               (!m_filter.lessThanBytes || bytes < *m_filter.lessThanBytes);
    }

    [[nodiscard]] bool placeMatches(std::uint32_t entry) const {
        return m_places.empty() || std::find(m_places.begin(), m_places.end(),
                                             m_model.placeOf(entry)) != m_places.end();
    }

    const ModuleTreeModel& m_model;
    const ModuleFilter& m_filter;
    const ModuleTree& m_tree;
    std::vector<std::string> m_names;
    std::vector<std::string> m_classes;
    std::vector<ModulePlace> m_places;
    std::unordered_map<std::string, bool> m_classResults;
    const std::string m_bufferClass = "buffer";
    const std::string m_parameterClass = "parameter";
};

}  // namespace

ModuleFilter ModuleFilter::parse(const QString& text) {
    ModuleFilter filter;
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (word.startsWith(QLatin1String("class:"), Qt::CaseInsensitive)) {
            if (word.size() > 6) {
                filter.classes.append(word.mid(6));
            }
        } else if (word.startsWith(QLatin1String("device:"), Qt::CaseInsensitive)) {
            const QString device = normalisedDevice(word.mid(7));
            (device.isEmpty() ? filter.notUnderstood : filter.devices)
                .append(device.isEmpty() ? word : device);
        } else if (word.startsWith(QLatin1Char('>')) || word.startsWith(QLatin1Char('<'))) {
            const auto size = parseSize(word.mid(1).toStdString());
            if (!size) {
                filter.notUnderstood.append(word);
            } else if (word.startsWith(QLatin1Char('>'))) {
                filter.moreThanBytes = size->bytes;
            } else {
                filter.lessThanBytes = size->bytes;
            }
        } else {
            filter.names.append(word);
        }
    }
    return filter;
}

bool ModuleFilter::isEmpty() const {
    return names.isEmpty() && classes.isEmpty() && devices.isEmpty() && !moreThanBytes &&
           !lessThanBytes;
}

ModuleMatches matchModules(const ModuleTreeModel& model, const ModuleFilter& filter) {
    ModuleMatches result;
    const auto parents = model.parents();
    if (model.plan() == nullptr) {
        return result;
    }
    if (filter.isEmpty()) {
        result.visible.assign(parents.size(), true);
        result.modules = model.moduleCount();
        return result;
    }
    result.visible.assign(parents.size(), false);
    Matcher matcher(model, filter);
    // Backwards, children come before their parent, so that one walk finds the ancestors too.
    for (std::size_t entry = parents.size(); entry-- > 1;) {
        const bool matched = matcher.matches(static_cast<std::uint32_t>(entry));
        if (matched && entry < model.moduleCount()) {
            ++result.modules;
        }
        if (matched || result.visible[entry]) {
            result.visible[entry] = true;
            result.visible[parents[entry]] = true;
        }
    }
    return result;
}

}  // namespace stowage
