// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_request.h"

#include <QDateTime>
#include <QString>
#include <QUndoStack>

#include <memory>
#include <utility>
#include <vector>

namespace stowage {

struct PlanView;

/// An edit as it was done.
struct DoneEdit {
    QString name;  ///< as the Edit menu has it
    QDateTime at;  ///< UTC
};

/// A plan with its own steps to undo. A document shows one at a time; a project has one for each of
/// its variants. UI thread only; the document that showed it must not be used after its end.
class PlanHistory {
public:
    PlanHistory() = default;
    /// Begins with a plan that is there.
    explicit PlanHistory(std::shared_ptr<const PlanView> view) { setView(std::move(view)); }
    /// A saved plan, which is made when it is first shown. Without a tree and a search.
    explicit PlanHistory(PlacementRequest request) : m_request(std::move(request)) {}

    [[nodiscard]] QUndoStack& undo() { return m_undo; }
    /// Null until the plan was made.
    [[nodiscard]] const std::shared_ptr<const PlanView>& view() const { return m_view; }
    void setView(std::shared_ptr<const PlanView> view);
    /// The same, null also where it is the plan that the history began with: two of them are equal
    /// where nobody changed anything in between.
    [[nodiscard]] std::shared_ptr<const PlanView> changedView() const {
        return m_view == m_first ? nullptr : m_view;
    }
    /// What the plan follows from (requestToKeep()); with its tree once it was made.
    [[nodiscard]] const PlacementRequest& request() const { return m_request; }
    /// The steps that are not undone, in their order.
    [[nodiscard]] std::vector<DoneEdit> done() const;

private:
    PlacementRequest m_request;
    std::shared_ptr<const PlanView> m_first;
    std::shared_ptr<const PlanView> m_view;
    QUndoStack m_undo;
};

/// A step of such a history that knows when it was done.
class DatedCommand : public QUndoCommand {
public:
    explicit DatedCommand(const QString& name)
        : QUndoCommand(name), m_at(QDateTime::currentDateTimeUtc()) {}
    [[nodiscard]] const QDateTime& at() const { return m_at; }

private:
    QDateTime m_at;
};

}  // namespace stowage
