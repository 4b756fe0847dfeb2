// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/module_tree_model.h"

#include "engine/model/joined_tree.h"
#include "engine/plan/planned_tensors.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/support/formats.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

QString lastComponent(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    return QString::fromStdString(dot == std::string::npos ? name : name.substr(dot + 1));
}

}  // namespace

ChildRows::ChildRows(std::span<const std::uint32_t> parents, const std::vector<bool>* visible)
    : m_first(parents.size() + 1, 0), m_rows(parents.size(), -1) {
    const auto shown = [visible](std::size_t entry) {
        return entry != 0 && (visible == nullptr || (*visible)[entry]);
    };
    for (std::size_t entry = 1; entry < parents.size(); ++entry) {
        if (shown(entry)) {
            m_rows[entry] = static_cast<std::int32_t>(m_first[parents[entry] + 1]++);
        }
    }
    for (std::size_t entry = 1; entry < m_first.size(); ++entry) {
        m_first[entry] += m_first[entry - 1];
    }
    m_children.resize(m_first.empty() ? 0 : m_first.back());
    for (std::size_t entry = 1; entry < parents.size(); ++entry) {
        if (m_rows[entry] >= 0) {
            m_children[m_first[parents[entry]] + static_cast<std::uint32_t>(m_rows[entry])] =
                static_cast<std::uint32_t>(entry);
        }
    }
}

int ChildRows::count(std::uint32_t entry) const {
    return entry + 1 < m_first.size() ? static_cast<int>(m_first[entry + 1] - m_first[entry]) : 0;
}

std::uint32_t ChildRows::child(std::uint32_t entry, int row) const {
    return m_children[m_first[entry] + static_cast<std::uint32_t>(row)];
}

int ChildRows::rowOf(std::uint32_t entry) const {
    return entry < m_rows.size() ? m_rows[entry] : -1;
}

ModuleTreeModel::ModuleTreeModel(QObject* parent)
    : QAbstractItemModel(parent), m_figures(std::make_shared<const PlanFigures>()) {}

void ModuleTreeModel::setPlan(std::shared_ptr<const PlacementPlan> plan,
                              std::shared_ptr<const PlanFigures> figures) {
    if (figures == nullptr) {
        figures = std::make_shared<const PlanFigures>(plan == nullptr ? PlanFigures{}
                                                                      : planFigures(*plan));
    }
    const bool sameTree =
        plan != nullptr && m_plan != nullptr && plan->request.tree == m_plan->request.tree;
    if (!sameTree) {
        beginResetModel();
        m_plan = std::move(plan);
        m_figures = std::move(figures);
        rebuildRows();
        endResetModel();
        return;
    }
    m_plan = std::move(plan);
    m_figures = std::move(figures);
    repaintAll({});
}

void ModuleTreeModel::repaintAll(const QList<int>& roles) {
    // One range: a view repaints what it shows, which a signal a parent would make it do
    // thousands of times.
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1), roles);
    }
}

void ModuleTreeModel::setCompared(std::shared_ptr<const ComparedPlans> compared, bool proposed) {
    if (compared == m_compared && proposed == m_proposed) {
        return;
    }
    m_compared = std::move(compared);
    m_proposed = proposed;
    repaintAll({MovedFromRole, MovedToRole, MovesInsideRole});
}

QVariant ModuleTreeModel::movedText(std::uint32_t entry, int role) const {
    if (m_compared == nullptr || m_compared->after->request.tree != m_plan->request.tree) {
        return {};
    }
    const ModuleId module = isTensor(entry) ? tensor(entry).module : ModuleId{entry};
    if (role == MovesInsideRole) {
        return isTensor(entry) ? 0 : static_cast<int>(m_compared->movesInside[module.index()]);
    }
    const MovedModule* move = m_compared->moveOfModule(module);
    if (move == nullptr) {
        return {};
    }
    const auto& device = role == MovedFromRole ? move->from : move->to;
    return device ? QString::fromStdString(deviceName(*device)) : QStringLiteral("none");
}

void ModuleTreeModel::setLoadProgress(std::function<double(ModuleId)> fraction) {
    m_loadFraction = std::move(fraction);
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, Device), index(rowCount() - 1, Device), {LoadFractionRole});
    }
}

void ModuleTreeModel::setRunning(ModuleId module) {
    if (module != m_running) {
        m_running = module;
        repaintAll({RunningRole});
    }
}

bool ModuleTreeModel::isRunning(std::uint32_t entry) const {
    if (isTensor(entry) || !m_running.isValid() || m_running.value >= m_moduleCount) {
        return false;
    }
    std::uint32_t at = m_running.value;
    while (at > entry) {  // parents come before their children
        at = m_parents[at];
    }
    return at == entry && entry != 0;
}

void ModuleTreeModel::rebuildRows() {
    m_running = {};
    m_tensors.clear();
    m_parents.clear();
    m_moduleCount = 0;
    if (m_plan != nullptr) {
        const ModuleTree& tree = *m_plan->request.tree;
        m_moduleCount = static_cast<std::uint32_t>(tree.nodes().size());
        m_parents.reserve(m_moduleCount);
        for (const ModuleNode& node : tree.nodes()) {
            m_parents.push_back(node.parent.isValid() ? node.parent.value : 0);
        }
        for (std::uint32_t id = 0; id < tree.tensors().size(); ++id) {
            const TensorSpec& tensor = tree.tensor(TensorId{id});
            const bool isRoots = tensor.module == ModuleTree::root();
            if (tensor.kind == TensorKind::Buffer || isRoots) {
                m_tensors.push_back(TensorId{id});
                m_parents.push_back(tensor.module.value);
            }
        }
    }
    m_rows = ChildRows(m_parents);
}

QModelIndex ModuleTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= kColumnCount || row >= rowCount(parent)) {
        return {};
    }
    const auto entry = parent.isValid() ? static_cast<std::uint32_t>(parent.internalId()) : 0U;
    return createIndex(row, column, static_cast<quintptr>(m_rows.child(entry, row)));
}

QModelIndex ModuleTreeModel::parent(const QModelIndex& child) const {
    return child.isValid() ? entryIndex(m_parents[child.internalId()]) : QModelIndex();
}

int ModuleTreeModel::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0) {
        return 0;
    }
    return m_rows.count(parent.isValid() ? static_cast<std::uint32_t>(parent.internalId()) : 0U);
}

int ModuleTreeModel::columnCount(const QModelIndex&) const {
    return kColumnCount;
}

QModelIndex ModuleTreeModel::entryIndex(std::uint32_t entry, int column) const {
    const int row = m_rows.rowOf(entry);
    return row < 0 ? QModelIndex() : createIndex(row, column, static_cast<quintptr>(entry));
}

const TensorSpec& ModuleTreeModel::tensor(std::uint32_t entry) const {
    return m_plan->request.tree->tensor(m_tensors[entry - m_moduleCount]);
}

ModulePlace ModuleTreeModel::placeOf(std::uint32_t entry) const {
    if (isTensor(entry)) {
        const auto device = m_plan->storageDevices[tensor(entry).storage.index()];
        return device ? ModulePlace::on(*device) : ModulePlace::none();
    }
    const ModulePlace place = m_figures->places[entry];
    if (place != ModulePlace::none()) {
        return place;
    }
    // No tensors below (dropout): where the map would put it.
    const auto device = m_plan->deviceOf(ModuleId{entry});
    return device ? ModulePlace::on(*device) : place;
}

std::uint64_t ModuleTreeModel::bytesOf(std::uint32_t entry) const {
    return isTensor(entry) ? plannedBytes(*m_plan, tensor(entry)) : m_figures->bytes[entry];
}

QVariant ModuleTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto entry = static_cast<std::uint32_t>(index.internalId());
    const ModuleId module = isTensor(entry) ? tensor(entry).module : ModuleId{entry};
    switch (role) {
        case Qt::DisplayRole:
            return isTensor(entry) ? tensorText(entry, index.column())
                                   : moduleText(module, index.column());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(index.column() == Parameters || index.column() == Size
                                           ? kFigureAlignment
                                           : Qt::AlignLeft | Qt::AlignVCenter);
        case Qt::ToolTipRole:
        case Qt::AccessibleTextRole:
            return toolTip(entry, index.column());
        case ModuleRole:
            return module.value;
        case PathRole:
            return QString::fromStdString(isTensor(entry) ? tensor(entry).name
                                                          : m_plan->request.tree->path(module));
        case BytesRole:
            return static_cast<qulonglong>(bytesOf(entry));
        case ParameterCountRole:
            return static_cast<qulonglong>(
                isTensor(entry) ? parameterCount(tensor(entry))
                                : m_plan->request.tree->node(module).subtreeParameters);
        case DeviceNameRole:
            return placeText(entry);
        case BadgesRole:
            return badges(entry);
        case LoadFractionRole:
            return m_loadFraction ? m_loadFraction(module) : -1.0;
        case MovedFromRole:
        case MovedToRole:
        case MovesInsideRole:
            return movedText(entry, role);
        case GuessedRole:
            return isGuessed(entry);
        case RunningRole:
            return isRunning(entry);
        case ModelNumberRole: {
            const auto number = modelNumber(*m_plan->request.tree, module);
            return number ? QVariant(static_cast<int>(*number)) : QVariant();
        }
        default:
            return {};
    }
}

QVariant ModuleTreeModel::moduleText(ModuleId module, int column) const {
    const ModuleNode& node = m_plan->request.tree->node(module);
    switch (column) {
        case Name:
            return QString::fromStdString(node.name);
        case Class:
            return QString::fromStdString(node.className);
        case Parameters:
            return formatCount(node.subtreeParameters);
        case Size:
            return sizeOrDash(bytesOf(module.value));
        case Type: {
            const auto dtype = m_figures->dtypes[module.index()];
            if (!dtype && node.subtreeParameters > 0) {
                return tr("mixed");
            }
            return dtype ? QString::fromUtf8(dtypeName(*dtype)) : kUnknownFigure;
        }
        default:
            return shownPlace(module.value);
    }
}

QVariant ModuleTreeModel::tensorText(std::uint32_t entry, int column) const {
    const TensorSpec& spec = tensor(entry);
    switch (column) {
        case Name:
            return lastComponent(spec.name);
        case Class:
            return spec.kind == TensorKind::Buffer ? tr("buffer") : tr("parameter");
        case Parameters:
            return formatCount(parameterCount(tensor(entry)));
        case Size:
            return sizeText(bytesOf(entry));
        case Type:
            return QString::fromUtf8(dtypeName(plannedDtype(*m_plan, spec)));
        default:
            return shownPlace(entry);
    }
}

QVariant ModuleTreeModel::toolTip(std::uint32_t entry, int column) const {
    switch (column) {
        case Parameters:
            return isTensor(entry)
                       ? QVariant()
                       : tr("%1 parameters")
                             .arg(QLocale::c().toString(static_cast<qulonglong>(
                                 m_plan->request.tree->node(ModuleId{entry}).subtreeParameters)));
        case Size:
            return exactBytesText(bytesOf(entry));
        case Device:
            if (const QVariant from = movedText(entry, MovedFromRole); from.isValid()) {
                return tr("%1 → %2").arg(from.toString(), movedText(entry, MovedToRole).toString());
            }
            return placeText(entry) == QLatin1String("mixed")
                       ? tr("The tensors of this module are on several devices")
                       : shownPlace(entry);
        case Class:
            return isGuessed(entry)
                       ? tr("%1: class guessed from names; no model definition declares it. "
                            "Repeated blocks of equal shape are not split.")
                             .arg(moduleText(ModuleId{entry}, Class).toString())
                       : QVariant();
        case Name:
            return QString::fromStdString(
                isTensor(entry) ? tensor(entry).name : m_plan->request.tree->path(ModuleId{entry}));
        default:
            return {};
    }
}

bool ModuleTreeModel::isGuessed(std::uint32_t entry) const {
    if (isTensor(entry)) {
        return false;
    }
    const ModuleTree& tree = *m_plan->request.tree;
    const auto& guessed = tree.guessedClasses();
    return std::ranges::find(guessed, tree.node(ModuleId{entry}).className) != guessed.end();
}

QString ModuleTreeModel::placeText(std::uint32_t entry) const {
    const ModulePlace place = placeOf(entry);
    if (place.isMixed()) {
        return QStringLiteral("mixed");
    }
    const auto device = place.device();
    return device ? QString::fromStdString(deviceName(*device)) : QString();
}

QString ModuleTreeModel::shownPlace(std::uint32_t entry) const {
    const QString place = placeText(entry);
    return place.isEmpty() && bytesOf(entry) > 0 ? laneLabel(kNoDevice) : place;
}

unsigned ModuleTreeModel::badges(std::uint32_t entry) const {
    if (isTensor(entry)) {
        return tensor(entry).kind == TensorKind::Buffer ? static_cast<unsigned>(ModuleBadge::Buffer)
                                                        : 0U;
    }
    const ModuleId module{entry};
    unsigned flags = 0;
    const auto set = [&flags](bool on, ModuleBadge badge) {
        flags |= on ? static_cast<unsigned>(badge) : 0U;
    };
    const auto& noSplit = m_plan->noSplitClasses();
    const std::string& className = m_plan->request.tree->node(module).className;
    set(std::ranges::find(noSplit, className) != noSplit.end(), ModuleBadge::NoSplit);
    set(m_figures->tied[entry], ModuleBadge::Tied);
    // On the module that was pinned or moved, not on all those inside of it.
    const std::string& path = m_plan->request.tree->path(module);
    const auto names = [&path](const auto& placed) { return placed.first == path; };
    set(std::ranges::any_of(m_plan->request.constraints.pins, names), ModuleBadge::Pinned);
    set(std::ranges::any_of(m_plan->request.moves, names), ModuleBadge::MovedByHand);
    return flags;
}

QVariant ModuleTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(section == Parameters || section == Size
                                       ? kFigureAlignment
                                       : (section == Device ? Qt::AlignRight : Qt::AlignLeft) |
                                             Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString names[] = {tr("Name"), tr("Class"), tr("Params"),
                             tr("Size"), tr("Type"),  tr("Device")};
    return section >= 0 && section < kColumnCount ? names[section] : QVariant();
}

Qt::ItemFlags ModuleTreeModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled;
    if (m_rows.count(static_cast<std::uint32_t>(index.internalId())) == 0) {
        flags |= Qt::ItemNeverHasChildren;
    }
    return flags;
}

}  // namespace stowage
