// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about memory: the docks of segments and of the audit.
#include "widgets/session/document.h"
#include "widgets/session/loaded_places.h"
#include "widgets/views/audit_panel.h"
#include "widgets/views/main_window.h"
#include "widgets/views/segment_map_panel.h"

#include <QDockWidget>

namespace stowage {
namespace {

/// Shows some lines of segments, and of the table, with what stands above them.
constexpr int kMemoryHeight = 318;

}  // namespace

void MainWindow::makeMemoryDocks() {
    m_segments = new SegmentMapPanel(m_controller, m_theme, this);
    m_segmentsDock = addDock(Qt::BottomDockWidgetArea, QStringLiteral("segments_dock"),
                             tr("Segments"), m_segments);
    m_audit = new AuditPanel(m_controller, m_theme, this);
    m_audit->setVerifyAction(m_verify);
    m_auditDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("audit_dock"), tr("Audit"), m_audit);
    connect(m_audit, &AuditPanel::differenceFound, this, &MainWindow::showAudit);
    connect(m_audit, &AuditPanel::tensorRequested, this, [this](const QString& name) {
        // The audit is of the last load; a tensor of another model may have the same name.
        const auto& runs = m_controller->runs();
        const bool isShown = !runs.empty() && runs.back().schedule != nullptr &&
                             m_document->plan() != nullptr &&
                             isSameModel(*runs.back().schedule->plan, *m_document->plan());
        if (const auto module =
                isShown ? owningModule(m_document->tree(), name.toStdString()) : std::nullopt) {
            m_document->select({*module});
        }
    });
}

void MainWindow::showSegments() {
    raiseDock(m_segmentsDock, kMemoryHeight);
}

void MainWindow::showAudit() {
    raiseDock(m_auditDock, kMemoryHeight);
}

}  // namespace stowage
