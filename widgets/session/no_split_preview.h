// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan_preview.h"

#include <QObject>

#include <memory>
#include <vector>

namespace stowage {

class Document;
class Worker;

/// What keeping each no-split class whole does to the document's plan, planned in a worker and
/// anew whenever the plan changes. Costs nothing while nobody watches.
class NoSplitPreview : public QObject {
    Q_OBJECT
public:
    explicit NoSplitPreview(Document* document, QObject* parent = nullptr);
    ~NoSplitPreview() override;

    /// On while the effects can be seen.
    void setWatched(bool watched);
    [[nodiscard]] const std::vector<NoSplitEffect>& effects() const { return m_effects; }
    /// True while effects() are those of an earlier plan.
    [[nodiscard]] bool isStale() const { return m_stale; }

Q_SIGNALS:
    void changed();

private:
    void compute();

    Document* m_document;
    std::vector<NoSplitEffect> m_effects;
    std::shared_ptr<const PlacementPlan> m_planned;  ///< what effects() are for
    bool m_watched = false;
    bool m_stale = false;
    std::unique_ptr<Worker> m_worker;
};

}  // namespace stowage
