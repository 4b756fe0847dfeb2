// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/live_feature.h"

#include "widgets/document/document.h"
#include "widgets/live/audit_panel.h"
#include "widgets/live/live_panel.h"
#include "widgets/live/segment_map_panel.h"
#include "widgets/load/load_feature.h"
#include "widgets/run/run_feature.h"

namespace stowage {
LiveFeature::LiveFeature(const FeatureParts& parts, LoadFeature* load, RunFeature* run)
    : Feature(parts), m_load(load), m_run(run) {}

QList<DockContent> LiveFeature::docks() {
    const auto makePanel = [this](QWidget* parent) {
        return m_panel = new LivePanel(m_controller, m_theme, parent);
    };
    const auto makeSegments = [this](QWidget* parent) {
        return new SegmentMapPanel(m_controller, m_theme, parent);
    };
    constexpr Qt::DockWidgetArea kArea = Qt::BottomDockWidgetArea;
    return {
        {DockPlace::Live, kArea, QStringLiteral("live_dock"), tr("Live"), makePanel},
        {DockPlace::Segments, kArea, QStringLiteral("segments_dock"), tr("Segments"), makeSegments},
        {DockPlace::Audit, kArea, QStringLiteral("audit_dock"), tr("Audit"),
         [this](QWidget* parent) { return makeAudit(parent); }}};
}

QWidget* LiveFeature::makeAudit(QWidget* parent) {
    auto* audit = new AuditPanel(m_controller, m_theme, parent);
    audit->setVerifyAction(m_load->verifyAction());
    connect(audit, &AuditPanel::differenceFound, this, &LiveFeature::showAudit);
    connect(audit, &AuditPanel::tensorRequested, this, &LiveFeature::selectTensor);
    return audit;
}

void LiveFeature::start() {
    m_panel->setModelRuns(m_run->controller());
    m_panel->setMethod(m_load->method());
    connect(m_load, &LoadFeature::methodChanged, m_panel, &LivePanel::setMethod);
    connect(m_panel, &LivePanel::stepRequested, m_load, &LoadFeature::step);
}

void LiveFeature::selectTensor(const QString& name) {
    // The audit is of the last load; a tensor of another model may have the same name.
    const auto& runs = m_controller->finishedLoads();
    const bool isShown = !runs.empty() && isOfShownModel(runs.back().schedule, *m_document);
    if (const auto module =
            isShown ? owningModule(m_document->tree(), name.toStdString()) : std::nullopt) {
        m_document->select({*module});
    }
}

void LiveFeature::showSegments() {
    Q_EMIT dockRequested(DockPlace::Segments, px(kDockHeight));
}

void LiveFeature::showAudit() {
    Q_EMIT dockRequested(DockPlace::Audit, px(kDockHeight));
}

}  // namespace stowage
