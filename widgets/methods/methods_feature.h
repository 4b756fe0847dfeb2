// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/feature.h"

namespace stowage {

class HistoryFeature;
class MethodComparison;

/// Comparing load methods, each in a fresh process: the Methods dock.
class MethodsFeature : public Feature {
    Q_OBJECT
public:
    /// `program` is stowagectl; "": the one beside this program. What was measured goes into the
    /// records of `history`, which is borrowed.
    MethodsFeature(const FeatureParts& parts, const QString& program, HistoryFeature* history);

    [[nodiscard]] QList<DockContent> docks() override;
    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void start() override;

    [[nodiscard]] MethodComparison* comparison() const { return m_methods; }
    /// Brings the Methods dock to the front.
    void show();

private:
    HistoryFeature* m_history;
    MethodComparison* m_methods;
    QAction* m_compare;
};

}  // namespace stowage
