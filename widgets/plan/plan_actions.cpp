// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_actions.h"

#include "widgets/document/document.h"
#include "widgets/document/placement_input.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/icons.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace stowage {

QString planAgainText(const PlacementPlan& plan) {
    const auto moves = static_cast<int>(plan.request.moves.size());
    const auto pins = static_cast<int>(plan.request.constraints.pins.size());
    const QString dropped =
        moves == 0   ? PlanActions::tr("No block was moved by hand, so Plan again drops nothing.")
        : moves == 1 ? PlanActions::tr("Plan again drops 1 move by hand; Undo brings it back.")
                     : PlanActions::tr("Plan again drops %1 moves by hand; Undo brings them back.")
                           .arg(moves);
    const QString kept = pins == 0   ? QString()
                         : pins == 1 ? PlanActions::tr("1 pin stays.")
                                     : PlanActions::tr("%1 pins stay.").arg(pins);
    return joinedSentences({dropped, kept});
}

PlanActions::PlanActions(Document* document, const Theme* theme, QWidget* parent)
    : QObject(parent),
      m_document(document),
      m_theme(theme),
      m_parent(parent),
      m_move(withName(new QMenu(tr("Move to"), parent), "move_menu")),
      m_context(withName(new QMenu(parent), "module_menu")),
      m_pin(withName(new QAction(tr("Pin where it is\tP"), this), "pin_action")),
      m_unpin(withName(new QAction(tr("Unpin\tU"), this), "unpin_action")),
      m_copyName(withName(new QAction(tr("Copy name"), this), "copy_name_action")) {
    m_context->addMenu(m_move);
    m_context->addAction(m_pin);
    m_context->addAction(m_unpin);
    m_context->addSeparator();
    m_context->addAction(m_copyName);
    connect(m_pin, &QAction::triggered, this, [this] {
        for (const PlanEdit& edit : pinsForSelection(*m_document)) {
            m_document->edit(edit);
        }
    });
    connect(m_unpin, &QAction::triggered, this, [this] {
        m_document->edit(PinEdit{m_document->selectedPaths(), std::nullopt});
    });
    connect(m_copyName, &QAction::triggered, this, [this] {
        QGuiApplication::clipboard()->setText(textList(m_document->selectedPaths()).join(u'\n'));
    });
    connect(m_move, &QMenu::aboutToShow, this, &PlanActions::rebuildMoveMenu);
    connect(document, &Document::selectionChanged, this, &PlanActions::enable);
    connect(document, &Document::planChanged, this, &PlanActions::enable);
    rebuildMoveMenu();
    enable();
}

void PlanActions::rebuildMoveMenu() {
    m_move->clear();
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    for (const DevicePlacement& placement : plan->placements) {
        const DeviceId device = placement.device.id;
        QAction* action = m_move->addAction(
            makeSwatch(m_theme->colors().deviceFill(device)),
            translated(deviceLabel(device)) + QLatin1Char('\t') + placementKeyOf(device));
        connect(action, &QAction::triggered, this, [this, device] {
            m_document->edit(MoveEdit{m_document->selectedPaths(), device});
        });
    }
}

void PlanActions::enable() {
    const bool any = m_document->plan() != nullptr && !m_document->selection().empty();
    m_move->setEnabled(any);
    for (QAction* action : {m_pin, m_unpin, m_copyName}) {
        action->setEnabled(any);
    }
}

void PlanActions::showContextMenu(const QPoint& globalPosition) {
    m_context->popup(globalPosition);
}

}  // namespace stowage
