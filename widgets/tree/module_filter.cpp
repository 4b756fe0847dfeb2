// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/module_filter.h"

#include "engine/base/byte_size.h"

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
class ModuleMatcher {
public:
    ModuleMatcher(const ModuleTreeModel& model, const ModuleFilter& filter)
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

/// Which entries of a model a filter finds, and what must be shown so that they can be seen.
struct ModuleMatches {
    std::vector<bool> visible;  ///< matches and their ancestors
    std::uint32_t modules = 0;  ///< matching modules, buffers not counted
};

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
    ModuleMatcher matcher(model, filter);
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

ModuleFilterProxy::ModuleFilterProxy(ModuleTreeModel* model, QObject* parent)
    : QAbstractProxyModel(parent), m_model(model) {
    setSourceModel(model);
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        rebuild();
        endResetModel();
        Q_EMIT matchesChanged();
    });
    connect(model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex&, const QList<int>& roles) {
                onSourceData(roles);
            });
    rebuild();
}

void ModuleFilterProxy::rebuild() {
    ModuleMatches matches = matchModules(*m_model, m_filter);
    m_visible = std::move(matches.visible);
    m_matchCount = matches.modules;
    m_rows = ChildRows(m_model->parents(), &m_visible);
}

void ModuleFilterProxy::setFilterText(const QString& text) {
    m_filter = ModuleFilter::parse(text);
    matchAnew();
}

void ModuleFilterProxy::matchAnew() {
    ModuleMatches matches = matchModules(*m_model, m_filter);
    m_matchCount = matches.modules;
    if (matches.visible != m_visible) {
        beginResetModel();
        m_visible = std::move(matches.visible);
        m_rows = ChildRows(m_model->parents(), &m_visible);
        endResetModel();
    }
    Q_EMIT matchesChanged();
}

void ModuleFilterProxy::onSourceData(const QList<int>& roles) {
    // An edit can move modules in or out of `device:` and, by its dtype, of a size.
    if (roles.isEmpty() && isFiltering()) {
        matchAnew();
    }
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), roles);
    }
}

QModelIndex ModuleFilterProxy::entryIndex(std::uint32_t entry, int column) const {
    const int row = m_rows.rowOf(entry);
    return row < 0 ? QModelIndex() : createIndex(row, column, static_cast<quintptr>(entry));
}

QModelIndex ModuleFilterProxy::mapToSource(const QModelIndex& index) const {
    return index.isValid()
               ? m_model->entryIndex(static_cast<std::uint32_t>(index.internalId()), index.column())
               : QModelIndex();
}

QModelIndex ModuleFilterProxy::mapFromSource(const QModelIndex& index) const {
    return index.isValid()
               ? entryIndex(static_cast<std::uint32_t>(index.internalId()), index.column())
               : QModelIndex();
}

QModelIndex ModuleFilterProxy::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= columnCount() || row >= rowCount(parent)) {
        return {};
    }
    const auto entry = parent.isValid() ? static_cast<std::uint32_t>(parent.internalId()) : 0U;
    return createIndex(row, column, static_cast<quintptr>(m_rows.child(entry, row)));
}

QModelIndex ModuleFilterProxy::parent(const QModelIndex& child) const {
    return child.isValid() ? entryIndex(m_model->parents()[child.internalId()]) : QModelIndex();
}

int ModuleFilterProxy::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0) {
        return 0;
    }
    return m_rows.count(parent.isValid() ? static_cast<std::uint32_t>(parent.internalId()) : 0U);
}

int ModuleFilterProxy::columnCount(const QModelIndex&) const {
    return ModuleTreeModel::kColumnCount;
}

bool ModuleFilterProxy::hasChildren(const QModelIndex& parent) const {
    return rowCount(parent) > 0;
}

QVariant ModuleFilterProxy::headerData(int section, Qt::Orientation orientation, int role) const {
    return m_model->headerData(section, orientation, role);
}

}  // namespace stowage
