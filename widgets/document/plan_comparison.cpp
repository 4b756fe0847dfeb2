// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_comparison.h"

#include "widgets/document/document.h"

#include <utility>

namespace stowage {
namespace {

/// The module that a moved entry names, and whether all of it moves (a bare tensor's does not).
std::pair<ModuleId, bool> moduleOf(const ModuleTree& tree, const std::string& name) {
    if (const auto module = tree.findModule(name)) {
        return {*module, true};
    }
    const auto tensor = tree.findTensor(name);
    return {tensor ? tree.tensor(*tensor).module : ModuleId{}, false};
}

}  // namespace

const MovedModule* ComparedPlans::moveOfModule(ModuleId module) const {
    const std::uint32_t number = module.index() < moveOf.size() ? moveOf[module.index()] : 0;
    return number == 0 ? nullptr : &diff.moved[number - 1];
}

std::shared_ptr<const ComparedPlans> comparePlans(std::shared_ptr<const PlacementPlan> before,
                                                  std::shared_ptr<const PlacementPlan> after) {
    auto compared = std::make_shared<ComparedPlans>();
    compared->diff = diffPlans(*before, *after);
    const ModuleTree& tree = *after->request.tree;
    compared->moveOf.assign(tree.nodes().size(), 0);
    compared->movesInside.assign(tree.nodes().size(), 0);
    std::uint32_t number = 0;
    for (const MovedModule& moved : compared->diff.moved) {
        ++number;
        const auto [module, whole] = moduleOf(tree, moved.module);
        if (!module.isValid()) {
            continue;
        }
        if (whole) {
            const auto end = static_cast<std::ptrdiff_t>(tree.node(module).subtreeEnd.index());
            std::fill(compared->moveOf.begin() + static_cast<std::ptrdiff_t>(module.index()),
                      compared->moveOf.begin() + end, number);
        }
        for (ModuleId id = whole ? tree.node(module).parent : module; id.isValid();
             id = tree.node(id).parent) {
            ++compared->movesInside[id.index()];
        }
    }
    compared->before = std::move(before);
    compared->after = std::move(after);
    return compared;
}

PlanComparison::PlanComparison(Document* document, QObject* parent)
    : QObject(parent), m_document(document) {
    setObjectName(QStringLiteral("plan_comparison"));
    connect(document, &Document::modelChanged, this, &PlanComparison::end);
    connect(document, &Document::planChanged, this, [this] {
        if (isActive()) {
            compute();
        }
    });
}

void PlanComparison::compareWith(std::shared_ptr<const PlacementPlan> other, const QString& name,
                                 Other kind) {
    const auto plan = m_document->plan();
    if (other == nullptr || plan == nullptr || other->request.tree != plan->request.tree) {
        end();
        return;
    }
    if (name != m_name || kind != m_kind) {
        m_compared.reset();
    }
    m_other = std::move(other);
    m_name = name;
    m_kind = kind;
    compute();
}

void PlanComparison::end() {
    if (!isActive()) {
        return;
    }
    m_other.reset();
    m_compared.reset();
    m_name.clear();
    m_stale = false;
    m_worker.drop();
    Q_EMIT changed();
}

void PlanComparison::compute() {
    m_stale = true;
    const bool earlier = m_kind == Other::Earlier;
    auto before = earlier ? m_other : m_document->plan();
    auto after = earlier ? m_document->plan() : m_other;
    m_worker.start([before, after](std::stop_token) { return comparePlans(before, after); },
                   [this](std::shared_ptr<const ComparedPlans> compared) {
                       m_compared = std::move(compared);
                       m_stale = false;
                       Q_EMIT changed();
                   },
                   [this](const Error&) { end(); });  // nothing can be compared
    Q_EMIT changed();
}

}  // namespace stowage
